"""Classifiers ranked by their yield, with intervals and the probability of being best, the utility being uncertain."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ddcore.counts import Counts
from ddcore.decisions.amounts import Amounts, UtilityByCase
from ddcore.decisions.comparison import Comparison
from ddcore.decisions.uncertain import UncertainUtility
from ddcore.decisions.utility import Utility, break_even_prevalence, constant_yields, useful_prevalences, yield_interval
from ddcore.interval import Interval

DRAWS = 10_000
"""Draws of values and rates: the probability that a classifier wins has a standard error of at most half a percent."""


@dataclass(frozen=True, eq=False)
class Standing:
    """One classifier: its mean yield per case, the probability that it yields most, and where it is worth using.

    That probability is over the values that may hold and over the rates that the cases leave possible, see
    `Comparison.draw_shares`. `place` is its own in the comparison. `lead` is what it yields more than the better
    constant answer. `share` is its part of the map of all values, whether it wins there alone or with others. `useful`
    are the prevalences between which it beats both constant answers.
    """

    name: str
    place: int
    constant: bool
    earned: Interval
    lead: float
    probability_best: float
    share: float
    useful: tuple[float, float]


@dataclass(frozen=True, eq=False)
class Standings:
    """Classifiers and constant answers `ranked` by their yield, the best first.

    `comparison` has the map of all utilities, `draws` are the utilities drawn for the probabilities. `by_case` is the
    cost matrix by case, None where payoffs do not depend on an amount.

    `break_even` is the prevalence above which always predicting positive is the better constant answer.
    """

    comparison: Comparison
    ranked: tuple[Standing, ...]
    values: UncertainUtility
    draws: Utility
    break_even: float
    by_case: UtilityByCase | None = None

    @property
    def best(self) -> tuple[Standing, ...]:
        """The first, and those whose yield differs from it by rounding only."""
        top = self.ranked[0].earned.value
        return tuple(standing for standing in self.ranked if standing.earned.value >= top - 1e-12 * self.values.span)

    def of(self, *, constant: bool) -> tuple[Standing, ...]:
        """The constant answers, or the classifiers; the best first."""
        return tuple(standing for standing in self.ranked if standing.constant == constant)


def yields(
    models: Mapping[str, Counts],
    prevalence: float,
    utility: Utility,
    by_case: UtilityByCase | None = None,
    amounts: Mapping[str, Amounts] | None = None,
) -> list[Interval]:
    """The mean yield of each model where that share is positive, then of always predicting positive, and of never.

    With a `by_case` it is of the `amounts` of each model.

    >>> earned = yields({"A": Counts(tp=27, fp=15, fn=23, tn=35)}, 0.5, Utility(tp=15, fp=-335, fn=-35, tn=165))
    >>> [interval.value for interval in earned]
    [3.5, -160.0, 65.0]
    """
    if by_case is not None and amounts is not None:
        whole = next(iter(amounts.values()))
        columns = [*(amounts[name] for name in models), whole.constant(True), whole.constant(False)]
        return [by_case.interval(column, prevalence=prevalence) for column in columns]
    earned = [yield_interval(utility, counts, prevalence=prevalence) for counts in models.values()]
    free = constant_yields(utility, prevalence)
    return [*earned, *(Interval(float(at), float(at), float(at), 0.0) for at in (free.positive, free.negative))]


def standings(
    models: Mapping[str, Counts],
    prevalence: float,
    always: Sequence[str],
    values: UncertainUtility,
    *,
    rng: np.random.Generator,
    by_case: UtilityByCase | None = None,
    amounts: Mapping[str, Amounts] | None = None,
    comparison: Comparison | None = None,
) -> Standings:
    """Some models and both constant answers, named by `always`, ranked by their yield; errors as `Comparison.of`.

    With a `by_case` and the `amounts` of each model the yields are sums over the cases with their amounts; `values`, on
    which the map, the draws and the ranges stand, should then be those of its average case. A `comparison` of the same
    models that was made before is taken with the regions of its map, which no value moves.

    >>> factory = Utility(tp=15, fp=-335, fn=-35, tn=165)
    >>> models = {"A": Counts(tp=27, fp=15, fn=23, tn=35)}
    >>> compared = standings(models, 0.5, ("long", "short"), UncertainUtility(factory), rng=np.random.default_rng(1))
    >>> [(standing.name, standing.earned.value) for standing in compared.ranked]
    [('always short', 65.0), ('A', 3.5), ('always long', -160.0)]
    >>> compared.best[0].name, round(compared.break_even, 4), compared.of(constant=False)[0].lead
    ('always short', 0.9091, -61.5)
    """
    comparison, utility = comparison or Comparison.of(models, prevalence, always), values.utility
    earned = yields(models, prevalence, utility, by_case, amounts)
    draws = values.draw(DRAWS, rng=rng)
    cells = comparison.draw_shares(list(models.values()), DRAWS, rng=rng)
    highest_constant = max(constant.value for constant in earned[-2:])
    probability_best = comparison.probability_best(draws, cells=cells)
    ranked = [
        Standing(
            name=name,
            place=place,
            constant=place >= len(models),
            earned=earned[place],
            lead=earned[place].value - highest_constant,
            probability_best=float(probability_best[place]),
            share=sum(region.share for region in comparison.regions if place in region.winners),
            useful=useful_prevalences(utility, models[name]) if place < len(models) else (math.nan, math.nan),
        )
        for place, name in enumerate(comparison.names)
    ]
    ranked.sort(key=lambda standing: -standing.earned.value)
    return Standings(comparison, tuple(ranked), values, draws, float(break_even_prevalence(utility)), by_case)
