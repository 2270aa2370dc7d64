"""The decision rules there are at given costs, and what each of them yields on the cases at hand."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ddcore.arrays import Array
from ddcore.counts import Cells, Counts
from ddcore.decisions.by_case import YieldByThreshold
from ddcore.decisions.costs import Threshold, threshold
from ddcore.decisions.utility import ROUNDING, Utility, constant_yields
from ddcore.errors import InputError
from ddcore.interval import Interval
from ddcore.scores.likelihood import BEST, read_by_others
from ddcore.scores.line import scores_above
from ddcore.scores.resampling import Resamples, pooled_value
from ddcore.scores.thresholds import Best, Constraint, best, value_of_calls
from ddcore.table import ScoreTable

RULES = {
    "best": ("best threshold", "Wang & Chen (2017)"),
    "read": ("scores as probabilities", "Elkan (2001)"),
    "evidence": ("by the likelihood ratio", "Gong (2022), Proposition 12"),
    "own": ("each case by its own amount", "Elkan (2001)"),
    "set": ("threshold in use", ""),
    "all": ("always positive", ""),
    "none": ("never positive", ""),
}
"""The decision rules by key, in display order: in words, and their source."""


@dataclass(frozen=True)
class DecisionRule:
    """A decision rule: predicted positive are the scores of `called`, ranges (first, last) with open ends.

    None where that differs by case. `key` is one of `RULES`, `value` the mean payoff per case, in the unit.
    """

    key: str
    called: tuple[tuple[float, float], ...] | None
    value: float

    @classmethod
    def at_threshold(cls, table: ScoreTable, utility: Utility, threshold: float) -> "DecisionRule":
        """The rule that predicts positive from a threshold on, which somebody set.

        >>> from ddcore.decisions.costs import costs
        >>> table = ScoreTable.of([0.1, 0.3, 0.4, 0.8], [0, 1, 0, 1])
        >>> DecisionRule.at_threshold(table, costs(c10=1, c01=4), 0.4)
        DecisionRule(key='set', called=((0.4, inf),), value=-1.25)
        """
        return cls("set", _from(threshold), float(utility(table.at(threshold))))

    @property
    def threshold(self) -> float:
        """The lowest score predicted positive; +inf if none is, NaN where the rule is not a threshold."""
        if self.called is None:
            return math.nan
        if not self.called:
            return math.inf
        (first, last), *more = self.called
        return first if not more and math.isinf(last) else math.nan


@dataclass(frozen=True, eq=False)
class DecisionRules:
    """All decision rules at some costs.

    `bayes_threshold` is on the scales of the likelihood ratio and the posterior, NaN where it differs by case.

    >>> from ddcore.decisions.costs import costs
    >>> rules = decision_rules(ScoreTable.of([0.1, 0.4, 0.8], [0, 1, 1]), costs(c10=1, c01=1), None)
    >>> rules.constant.key, rules["best"].called, "evidence" in rules, float(rules.bayes_threshold.posterior)
    ('all', ((0.4, inf),), False, 0.5)
    """

    bayes_threshold: Threshold
    rules: tuple[DecisionRule, ...]

    def with_rule(self, rule: DecisionRule) -> "DecisionRules":
        """The rules with one more, before the two constant answers."""
        return replace(self, rules=(*self.rules[:-2], rule, *self.rules[-2:]))

    def __getitem__(self, key: str) -> DecisionRule:
        return next(rule for rule in self.rules if rule.key == key)

    def __contains__(self, key: object) -> bool:
        return any(rule.key == key for rule in self.rules)

    @property
    def constant(self) -> DecisionRule:
        """The better of the two constant answers; of two that differ by rounding only to call all positive."""
        every, none = self["all"], self["none"]
        rounding = ROUNDING * np.nanmax([abs(rule.value) for rule in self.rules])
        return none if none.value > every.value + rounding else every


def optimum(table: ScoreTable, utility: Utility, hull: ScoreTable | None, *constraints: Constraint) -> Best:
    """The best threshold that meets some constraints.

    With `hull`, the table of `curves.pooled`, which serves where right answers are rewarded, it is looked for among the
    corners of the hull first; every threshold is tried where what is found there does not meet the constraints. Where
    it does, they leave the same of several equally good thresholds.

    >>> from ddcore.decisions.costs import costs
    >>> table = ScoreTable.of([0.1, 0.3, 0.4, 0.8], [0, 1, 0, 1])
    >>> optimum(table, costs(c10=1, c01=4), None).threshold
    0.3
    """
    free = best(table if hull is None else hull, utility)
    if all(constraint.met(constraint.measure.on(free.counts.floats())) for constraint in constraints):
        return free
    return best(table, utility, *constraints)


def decision_rules(
    table: ScoreTable,
    utility: Utility,
    log_ratio: Array | None,
    hull: ScoreTable | None = None,
    *constraints: Constraint,
    learnt: float | None = None,
) -> DecisionRules:
    """The decision rules with what they yield; see `DecisionRule.at_threshold` for one that is set.

    Scores within 0 and 1 may be taken for probabilities; with `log_ratio`, the logarithm of the likelihood ratio of
    each score of the table, a case is predicted positive where that ratio is above the threshold of `costs.threshold`.
    The best threshold is that of `optimum`. Scores that are probabilities where another share is positive are read by
    that share, `learnt`.
    Raises `InputError` as `costs.threshold` does, and "a line needs a case, got none".

    >>> from ddcore.decisions.costs import costs
    >>> table = ScoreTable.of([0.1, 0.3, 0.4, 0.8], [0, 1, 0, 1])
    >>> rules = decision_rules(table, costs(c10=1, c01=4), None)
    >>> [(rule.key, rule.threshold, rule.value) for rule in rules.rules]
    [('best', 0.3, -0.25), ('read', 0.2, -0.25), ('all', -inf, -0.5), ('none', inf, -2.0)]
    """
    P, N = (float(tally.sum()) for tally in (table.positives, table.negatives))
    if not P + N > 0:
        raise InputError("a line needs a case, got none")
    share = P / (P + N)
    line = threshold(utility, share)
    chosen = optimum(table, utility, hull, *constraints)
    listed = [DecisionRule("best", _from(chosen.threshold), chosen.value)]
    if table.is_probability:
        chance = float(line.posterior)
        if learnt is not None:
            odds = float(line.ratio) * learnt / (1 - learnt)
            chance = odds / (1 + odds) if math.isfinite(odds) else 1.0
        listed.append(DecisionRule("read", _from(chance), float(utility(table.at(chance)))))
    if log_ratio is not None and math.isfinite(share):
        favourable = scores_above(table.score, log_ratio, float(line.ratio))
        listed.append(DecisionRule("evidence", favourable, float(utility(called(table, favourable)))))
    free = constant_yields(utility, share)
    listed += [
        DecisionRule("all", _from(-math.inf), float(free.positive)),
        DecisionRule("none", (), float(free.negative)),
    ]
    return DecisionRules(line, tuple(listed))


REPEATS = 2
"""How often the cases are dealt to folds. In each fold the best method is looked for, which takes long."""


@dataclass(frozen=True, eq=False)
class CrossFitted:
    """The cases with cross-fitted probabilities for scores, one table a repeat, and by which readings folds were read.

    No tables where that cannot be: with one case in a class, and where of weights only the sums are known.
    """

    tables: tuple[ScoreTable, ...] = ()
    readings: frozenset[tuple[str, str]] = frozenset()


def cross_fitted(
    table: ScoreTable, method: str = BEST, *, bounds: str | None = None, rng: np.random.Generator
) -> CrossFitted:
    """The cases read by others in each of `REPEATS` deals, see `likelihood.read_by_others`.

    >>> table = ScoreTable.of([1, 2, 3, 4, 5, 6, 7, 8], [0, 0, 1, 0, 1, 0, 1, 1])
    >>> [repeat.is_probability for repeat in cross_fitted(table, rng=np.random.default_rng(1)).tables]
    [True, True]
    """
    try:
        repeats = [read_by_others(table, method, bounds=bounds, rng=rng) for _ in range(REPEATS)]
    except InputError:
        return CrossFitted()
    return CrossFitted(tuple(each for each, _ in repeats), frozenset().union(*(readings for _, readings in repeats)))


def cross_fitted_yield(
    repeats: Sequence[ScoreTable], utility: Utility, drawn: Resamples, fixed: Sequence[ScoreTable] = ()
) -> Interval:
    """The mean payoff of calling by likelihood ratio, on unseen cases; `repeats` is from `cross_fitted`.

    The threshold probability follows from the payoffs alone (Elkan 2001). The value is the mean over the
    repeats, NaN without any, its interval that of `resampling.held_out_value`. `fixed` are repeats by the method that
    all cases chose: the interval holds theirs too, see `gain.Gain`. Raises `InputError` as `costs.threshold` does.

    >>> from ddcore.decisions.costs import costs
    >>> table = ScoreTable.of([0.1, 0.3, 0.4, 0.8], [0, 1, 0, 1])
    >>> drawn = Resamples.of(table, 1, rng=np.random.default_rng(1))
    >>> cross_fitted_yield([table], costs(c10=1, c01=1), drawn).value
    -0.25
    """
    if fixed:
        return cross_fitted_yield(repeats, utility, drawn).holding(cross_fitted_yield(fixed, utility, drawn))
    P, N = (float(cases.sum()) for cases in drawn.cases)
    counts = [repeat.at(float(threshold(utility, P / (P + N)).posterior)) for repeat in repeats]
    positives = np.reshape([[float(cells.tp), float(cells.fn)] for cells in counts], (-1, 2))
    negatives = np.reshape([[float(cells.fp), float(cells.tn)] for cells in counts], (-1, 2))
    return pooled_value(drawn, (positives, negatives), partial(value_of_calls, utility.measure))


def _from(threshold: float) -> tuple[tuple[float, float], ...]:
    return ((threshold, math.inf),) if threshold < math.inf else ()


def called(table: ScoreTable, stretches: tuple[tuple[float, float], ...]) -> Counts:
    """The counts where the scores of some stretches (first, last) are predicted positive.

    >>> called(ScoreTable.of([0.1, 0.4, 0.8], [0, 1, 1]), ((0.1, 0.4),))
    Counts(tp=1, fp=1, fn=1, tn=0)
    """
    inside = np.zeros(table.score.size, dtype=bool)
    for first, last in stretches:
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


def decision_rules_by_case(every: YieldByThreshold, at: float, own: float | None = None) -> DecisionRules:
    """The decision rules where payoffs grow with an amount; `at` is the threshold that is set.

    `own` is the value of `by_case.bayes_minimum_risk`, None where scores are no probabilities.

    >>> every = YieldByThreshold(np.array([1.0, 2.0, math.inf]), np.array([-5.0, -2.5, -45.0]), 1)
    >>> [(rule.key, rule.value) for rule in decision_rules_by_case(every, 1.0, own=-2.0).rules]
    [('best', -2.5), ('own', -2.0), ('set', -5.0), ('all', -5.0), ('none', -45.0)]
    """
    place = int(np.searchsorted(every.threshold, at))
    listed = (
        DecisionRule("best", _from(float(every.threshold[every.best])), float(every.value[every.best])),
        *(() if own is None else (DecisionRule("own", None, own),)),
        DecisionRule("set", _from(at), float(every.value[place])),
        DecisionRule("all", _from(-math.inf), float(every.value[0])),
        DecisionRule("none", (), float(every.value[-1])),
    )
    return DecisionRules(Threshold(math.nan, math.nan), listed)
