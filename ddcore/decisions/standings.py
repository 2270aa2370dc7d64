"""Everything about the worth of some classifiers under one way of valuing, as sure or unsure as that is."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ddcore.counts import Counts
from ddcore.decisions.amounts import Amounts, UtilityByCase
from ddcore.decisions.comparison import Comparison
from ddcore.decisions.utility import (
    Utility,
    break_even_prevalence,
    constant_yields,
    expected_utility,
    perturbed,
    useful_prevalences,
    yield_interval,
)
from ddcore.interval import Interval

DRAWS = 10_000
"""Of values and rates: the probability that a classifier wins has a standard error of at most half a percent."""


@dataclass(frozen=True, eq=False)
class UncertainUtility:
    """What the outcomes are worth: one matrix, or several that are possible, and how far each payoff may be off.

    `possible` is a matrix, or arrays of one axis with a `probability` for each. `relative_deviation` is the
    standard deviation of the error of each payoff, as a part of the span from the least to the greatest.
    """

    possible: Utility
    probability: tuple[float, ...] = (1.0,)
    relative_deviation: float = 0.0

    @cached_property
    def utility(self) -> Utility:
        """The matrix to use: the expected one."""
        return expected_utility(self.possible, self.probability)

    @property
    def span(self) -> float:
        """From the least to the greatest payoff, in the unit."""
        return float(self.utility.highest - self.utility.lowest)

    @property
    def deviation(self) -> float:
        """The standard deviation of the error of each payoff, in the unit."""
        return self.relative_deviation * self.span

    def draw(self, draws: int, *, rng: np.random.Generator) -> Utility:
        """Draws of the values that may hold."""
        return perturbed(self.possible, self.deviation, draws, rng=rng, probability=self.probability)


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
    """Who is worth most: `ranked` from the best down, the map in `comparison`, and draws of the values that may hold.

    `break_even` is the prevalence above which always calling positive is the better constant answer.
    """

    comparison: Comparison
    ranked: tuple[Standing, ...]
    values: UncertainUtility
    draws: Utility
    break_even: float
    by_case: UtilityByCase | None = None

    @property
    def best(self) -> tuple[Standing, ...]:
        """The first, and those that are worth as much but for rounding."""
        top = self.ranked[0].earned.value
        return tuple(standing for standing in self.ranked if standing.earned.value >= top - 1e-12 * self.values.span)

    def of(self, *, constant: bool) -> tuple[Standing, ...]:
        """The constant answers, or those that look at the cases; the best first."""
        return tuple(standing for standing in self.ranked if standing.constant == constant)


def standings(
    models: Mapping[str, Counts],
    prevalence: float,
    always: Sequence[str],
    values: UncertainUtility,
    *,
    rng: np.random.Generator,
    by_case: UtilityByCase | None = None,
    amounts: Mapping[str, Amounts] | None = None,
) -> Standings:
    """The standings of some models and of both constant answers, named by `always`; see `Comparison.of`.

    With a `by_case` and the `amounts` of each model the yields are sums over the cases with their amounts; `values`, on
    which the map, the draws and the ranges stand, should then be those of its average case.

    >>> factory = Utility(tp=15, fp=-335, fn=-35, tn=165)
    >>> models = {"A": Counts(tp=27, fp=15, fn=23, tn=35)}
    >>> compared = standings(models, 0.5, ("long", "short"), UncertainUtility(factory), rng=np.random.default_rng(1))
    >>> [(standing.name, standing.earned.value) for standing in compared.ranked]
    [('always short', 65.0), ('A', 3.5), ('always long', -160.0)]
    """
    comparison, utility = Comparison.of(models, prevalence, always), values.utility
    if by_case is not None and amounts is not None:
        whole = next(iter(amounts.values()))
        columns = [*(amounts[name] for name in models), whole.constant(True), whole.constant(False)]
        earned = [by_case.interval(column, prevalence=prevalence) for column in columns]
    else:
        earned = [yield_interval(utility, counts, prevalence=prevalence) for counts in models.values()]
        free = constant_yields(utility, prevalence)
        earned += [Interval(float(at), float(at), float(at), 0.0) for at in (free.positive, free.negative)]
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
