"""Everything about the worth of some classifiers under one way of valuing, as sure or unsure as that is."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ddcore.counts import Counts
from ddcore.decisions.amounts import Amounts, Tariff
from ddcore.decisions.contest import Contest
from ddcore.decisions.utility import Utility, around, break_even, constants, expected, interval, useful
from ddcore.interval import Interval

DRAWS = 10_000
"""Of values and rates: the probability that a classifier wins has a standard error of at most half a percent."""


@dataclass(frozen=True, eq=False)
class Values:
    """What the outcomes are worth: one matrix, or several that are possible, and how far each payoff may be off.

    `possible` is a matrix, or arrays of one axis with a `probability` for each. `unsure` is the standard deviation of
    the error of each payoff, as a part of the span from the least to the greatest.
    """

    possible: Utility
    probability: tuple[float, ...] = (1.0,)
    unsure: float = 0.0

    @cached_property
    def utility(self) -> Utility:
        """The matrix to use: the expected one."""
        return expected(self.possible, self.probability)

    @property
    def span(self) -> float:
        """From the least to the greatest payoff, in the unit."""
        return float(self.utility.highest - self.utility.lowest)

    @property
    def deviation(self) -> float:
        """The standard deviation of the error of each payoff, in the unit."""
        return self.unsure * self.span

    def cloud(self, draws: int, *, rng: np.random.Generator) -> Utility:
        """Draws of the values that may hold."""
        return around(self.possible, self.deviation, draws, rng=rng, probability=self.probability)


@dataclass(frozen=True, eq=False)
class Standing:
    """One classifier: its mean yield per case, the probability that it yields most, and where it is worth using.

    That probability is over the values that may hold and over the rates that the cases leave possible, see
    `Contest.drawn`. `place` is its own in the contest. `lead` is what it yields more than the better constant answer.
    `share` is its part of the map of all values, whether it wins there alone or with others. `useful` are the
    prevalences between which it beats both constant answers.
    """

    name: str
    place: int
    constant: bool
    earned: Interval
    lead: float
    chance: float
    share: float
    useful: tuple[float, float]


@dataclass(frozen=True, eq=False)
class Worth:
    """Who is worth most: `standings` from the best down, the map in `contest`, and the cloud of values that may hold.

    `break_even` is the prevalence above which always calling positive is the better constant answer.
    """

    contest: Contest
    standings: tuple[Standing, ...]
    values: Values
    cloud: Utility
    break_even: float
    tariff: Tariff | None = None

    @property
    def best(self) -> tuple[Standing, ...]:
        """The first, and those that are worth as much but for rounding."""
        top = self.standings[0].earned.value
        return tuple(one for one in self.standings if one.earned.value >= top - 1e-12 * self.values.span)

    def of(self, *, constant: bool) -> tuple[Standing, ...]:
        """The constant answers, or those that look at the cases; the best first."""
        return tuple(one for one in self.standings if one.constant == constant)


def worth(
    models: Mapping[str, Counts],
    prevalence: float,
    always: Sequence[str],
    values: Values,
    *,
    rng: np.random.Generator,
    tariff: Tariff | None = None,
    amounts: Mapping[str, Amounts] | None = None,
) -> Worth:
    """The standings of some models and of both constant answers, named by `always`; see `Contest.of`.

    With a `tariff` and the `amounts` of each model the yields are sums over the cases with their amounts; `values`, on
    which the map, the cloud and the ranges stand, should then be those of its average case.

    >>> factory = Utility(tp=15, fp=-335, fn=-35, tn=165)
    >>> models = {"A": Counts(tp=27, fp=15, fn=23, tn=35)}
    >>> found = worth(models, 0.5, ("long", "short"), Values(factory), rng=np.random.default_rng(1))
    >>> [(one.name, one.earned.value) for one in found.standings]
    [('always short', 65.0), ('A', 3.5), ('always long', -160.0)]
    """
    contest, utility = Contest.of(models, prevalence, always), values.utility
    if tariff is not None and amounts is not None:
        whole = next(iter(amounts.values()))
        columns = [*(amounts[name] for name in models), whole.constant(True), whole.constant(False)]
        earned = [tariff.interval(column, prevalence=prevalence) for column in columns]
    else:
        earned = [interval(utility, counts, prevalence=prevalence) for counts in models.values()]
        free = constants(utility, prevalence)
        earned += [Interval(float(at), float(at), float(at), 0.0) for at in (free.positive, free.negative)]
    cloud = values.cloud(DRAWS, rng=rng)
    cells = contest.drawn(list(models.values()), DRAWS, rng=rng)
    lead_of, chances = max(one.value for one in earned[-2:]), contest.chances(cloud, cells=cells)
    standings = [
        Standing(
            name=name,
            place=place,
            constant=place >= len(models),
            earned=earned[place],
            lead=earned[place].value - lead_of,
            chance=float(chances[place]),
            share=sum(region.share for region in contest.regions if place in region.winners),
            useful=useful(utility, models[name]) if place < len(models) else (math.nan, math.nan),
        )
        for place, name in enumerate(contest.names)
    ]
    standings.sort(key=lambda one: -one.earned.value)
    return Worth(contest, tuple(standings), values, cloud, float(break_even(utility)), tariff)
