"""The lines one can draw at given costs, and what each of them yields on the cases at hand."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ddcore.counts import Cells, Counts
from ddcore.decisions.by_case import ByCase
from ddcore.decisions.costs import Threshold, threshold
from ddcore.decisions.utility import Utility, constants
from ddcore.errors import InputError
from ddcore.interval import Interval
from ddcore.scores.likelihood import Likelihood, probabilities
from ddcore.scores.resampling import Resamples, pooled_value
from ddcore.scores.thresholds import best, stretches, value_of_calls
from ddcore.table import ScoreTable

OPTIONS = {
    "best": ("the best threshold on these cases", "Wang & Chen (2017)"),
    "read": ("taking scores for probabilities", "Elkan (2001)"),
    "evidence": ("reading scores as evidence", "a dissertation on likelihood transformations, Proposition 12"),
    "own": ("each case by its own amount", "Elkan (2001)"),
    "set": ("the threshold set", ""),
    "all": ("always positive", ""),
    "none": ("never positive", ""),
}
"""The ways to draw the line, in display order: in words, and whose they are."""


@dataclass(frozen=True)
class Option:
    """One way to draw the line: called positive are the scores of `called`, stretches (first, last) with open ends.

    None where that differs by case. `value` is the mean payoff per case.
    """

    key: str
    called: tuple[tuple[float, float], ...] | None
    value: float

    @classmethod
    def at(cls, table: ScoreTable, utility: Utility, threshold: float) -> "Option":
        """The line that is set."""
        return cls("set", _from(threshold), float(utility(table.at(threshold))))

    @property
    def threshold(self) -> float:
        """The threshold; +inf if nothing is called positive, NaN where it is not one threshold."""
        if self.called is None:
            return math.nan
        if not self.called:
            return math.inf
        (first, last), *more = self.called
        return first if not more and math.isinf(last) else math.nan


@dataclass(frozen=True, eq=False)
class Options:
    """All lines at some costs: `line` is where it is on the scales of evidence, NaN where it differs by case."""

    line: Threshold
    options: tuple[Option, ...]

    def beside(self, option: Option) -> "Options":
        """The same with one more line, before the two constant answers."""
        return replace(self, options=(*self.options[:-2], option, *self.options[-2:]))

    def __getitem__(self, key: str) -> Option:
        return next(option for option in self.options if option.key == key)

    def __contains__(self, key: object) -> bool:
        return any(option.key == key for option in self.options)

    @property
    def constant(self) -> Option:
        """The better of the two answers that look at no score."""
        return max((self["all"], self["none"]), key=lambda option: option.value)


def options(table: ScoreTable, utility: Utility, likelihood: Likelihood | None) -> Options:
    """The lines with what they yield; see `Option.at` for one that is set.

    Scores within 0 and 1 may be taken for probabilities; with a `likelihood` they are read as evidence. Raises
    `InputError` as `costs.threshold` does, and without cases.

    >>> from ddcore.decisions.costs import costs
    >>> table = ScoreTable.of([0.1, 0.3, 0.4, 0.8], [0, 1, 0, 1])
    >>> found = options(table, costs(c10=1, c01=4), None)
    >>> [(one.key, one.threshold, one.value) for one in found.options]
    [('best', 0.3, -0.25), ('read', 0.2, -0.25), ('all', -inf, -0.5), ('none', inf, -2.0)]
    """
    P, N = (float(tally.sum()) for tally in (table.positives, table.negatives))
    if not P + N > 0:
        raise InputError("a line needs a case, got none")
    share = P / (P + N)
    line = threshold(utility, share)
    found = best(table, utility)
    listed = [Option("best", _from(found.threshold), found.value)]
    if table.is_probability:
        chance = float(line.posterior)
        listed.append(Option("read", _from(chance), float(utility(table.at(chance)))))
    if likelihood is not None and math.isfinite(share):
        called = stretches(likelihood, table, float(line.ratio))
        listed.append(Option("evidence", called, float(utility(_called(table, called)))))
    free = constants(utility, share)
    listed += [Option("all", _from(-math.inf), float(free.positive)), Option("none", (), float(free.negative))]
    return Options(line, tuple(listed))


DEALS = 2
"""Of the cases to folds; every fold looks for its best reading, which takes its time."""


def cross_read(table: ScoreTable, *, rng: np.random.Generator) -> tuple[ScoreTable, ...]:
    """The cases read as evidence by the other folds of each of `DEALS`, see `likelihood.probabilities`.

    Empty where that cannot be: with one case in a class, and where of weights only the sums are known.
    """
    try:
        return tuple(probabilities(table, rng=rng) for _ in range(DEALS))
    except InputError:
        return ()


def unseen_evidence(deals: Sequence[ScoreTable], utility: Utility, drawn: Resamples) -> Interval:
    """The mean payoff of reading scores as evidence on cases that had no say in the reading; `deals` is `cross_read`.

    Where the line is follows from the payoffs alone (Elkan 2001). The value is the mean over the deals, NaN without
    any, its interval that of `resampling.held_out_value`. Raises `InputError` as `costs.threshold` does.
    """
    P, N = (float(cases.sum()) for cases in drawn.cases)
    counts = [deal.at(float(threshold(utility, P / (P + N)).posterior)) for deal in deals]
    positives = np.reshape([[float(one.tp), float(one.fn)] for one in counts], (-1, 2))
    negatives = np.reshape([[float(one.fp), float(one.tn)] for one in counts], (-1, 2))
    return pooled_value(drawn, (positives, negatives), partial(value_of_calls, utility.measure))


def _from(threshold: float) -> tuple[tuple[float, float], ...]:
    return ((threshold, math.inf),) if threshold < math.inf else ()


def _called(table: ScoreTable, called: tuple[tuple[float, float], ...]) -> Counts:
    inside = np.zeros(table.score.size, dtype=bool)
    for first, last in called:
        inside |= (table.score >= first) & (table.score <= last)
    squares = None
    if table.weighted:
        positives, negatives = table.squares or 2 * (np.full(inside.size, math.nan),)
        squares = _cells(positives, negatives, inside)
    return Counts(**vars(_cells(table.positives, table.negatives, inside)), squares=squares)


def _cells(positives: NDArray[Any], negatives: NDArray[Any], inside: NDArray[np.bool_]) -> Cells:
    return Cells(
        tp=positives[inside].sum(),
        fp=negatives[inside].sum(),
        fn=positives[~inside].sum(),
        tn=negatives[~inside].sum(),
    )


def options_by_case(every: ByCase, at: float, own: float | None = None) -> Options:
    """The lines where payoffs grow with an amount; `at` is the threshold that is set.

    `own` is what a line for each amount yields, None where scores are no probabilities.
    """
    place = int(np.searchsorted(every.threshold, at))
    listed = (
        Option("best", _from(float(every.threshold[every.best])), float(every.value[every.best])),
        *(() if own is None else (Option("own", None, own),)),
        Option("set", _from(at), float(every.value[place])),
        Option("all", _from(-math.inf), float(every.value[0])),
        Option("none", (), float(every.value[-1])),
    )
    return Options(Threshold(math.nan, math.nan), listed)
