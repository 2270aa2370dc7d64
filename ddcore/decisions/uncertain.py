"""A utility that is not known exactly: several possible matrices, payoffs with an error, and what to use for them."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from ddcore.arrays import Array
from ddcore.decisions.utility import LARGEST, Utility, numbers
from ddcore.errors import InputError


def expected_utility(utilities: Utility, probability: ArrayLike | None = None) -> Utility:
    """The utility to use when several are possible: their mean, weighed by probability (equation 17).

    `utilities` holds arrays of one axis, `probability` a weight for each, equal ones if None; they need not sum to 1.
    Raises `InputError` "probability must have one number of 0 or more for each matrix, not all 0, got [1.0, -1.0]".

    >>> expected_utility(Utility(tp=[1, 3], fp=0, fn=0, tn=[1, 0]), [0.5, 0.5])
    Utility(tp=2.0, fp=0.0, fn=0.0, tn=0.5)
    """
    share = normalised_weights(probability, np.size(utilities.tp))
    return Utility.of(utilities.payoffs.map(lambda payoff: np.ravel(payoff) @ share), utilities.unit)


def perturbed(
    utility: Utility,
    deviation: float,
    draws: int,
    *,
    rng: np.random.Generator,
    probability: ArrayLike | None = None,
) -> Utility:
    """Matrices drawn at random about one, or about several possible ones, each with its `probability`.

    `draws` of them, arrays of one axis. Each payoff has a normal error of standard deviation `deviation`, in the unit.
    Where a right answer is worth no less than
    a wrong one, so it is in every draw: others are drawn again, class by class. Raises `InputError` "deviation must be
    0 or more and at most 10^15, got -1", and for probabilities as `expected_utility`.

    >>> drawn = perturbed(Utility(tp=1, fp=0, fn=0, tn=1), 0.2, 1000, rng=np.random.default_rng(1))
    >>> drawn.tp.shape, bool(drawn.proper.all())
    ((1000,), True)
    """
    if not 0 <= deviation <= LARGEST:
        raise InputError(f"deviation must be 0 or more and at most 10^15, got {deviation:g}")
    # numpy takes no -0.
    deviation = abs(deviation)
    share = normalised_weights(probability, np.size(utility.tp))
    which = rng.choice(share.size, draws, p=share)
    drawn = {name: np.ravel(payoff)[which] for name, payoff in utility.payoffs.items()}
    for right, wrong in (("tp", "fn"), ("tn", "fp")):
        centre = np.array([drawn[right], drawn[wrong]])
        proper, missing = centre[0] >= centre[1], np.arange(draws)
        payoffs = np.empty_like(centre)
        while missing.size:
            payoffs[:, missing] = rng.normal(centre[:, missing], deviation)
            missing = missing[proper[missing] & (payoffs[0, missing] < payoffs[1, missing])]
        drawn[right], drawn[wrong] = np.clip(payoffs, -LARGEST, LARGEST)
    return Utility(**drawn, unit=utility.unit)


def normalised_weights(probability: ArrayLike | None, size: int) -> Array:
    """The weights of `size` matrices, summing to 1, equal if None; raises `InputError` as `expected_utility` does.

    >>> normalised_weights([1, 3], 2).tolist()
    [0.25, 0.75]
    """
    weight = np.ones(size) if probability is None else numbers("probability", probability)
    if weight.shape != (size,) or not (np.isfinite(weight) & (weight >= 0)).all() or not weight.sum() > 0:
        raise InputError(
            f"probability must have one number of 0 or more for each matrix, not all 0, got {weight.tolist()}"
        )
    return np.asarray(weight / weight.sum())


@dataclass(frozen=True, eq=False)
class UncertainUtility:
    """A utility that is not known exactly: one matrix, or several possible ones, and the error of each payoff.

    `possible` is a matrix, or arrays of one axis with a `probability` for each. `relative_deviation` is the
    standard deviation of the error of each payoff, as a part of the span from the least to the greatest.
    """

    possible: Utility
    probability: tuple[float, ...] = (1.0,)
    relative_deviation: float = 0.0

    @cached_property
    def utility(self) -> Utility:
        """The matrix to use: the mean of the possible ones, weighed by their probability.

        >>> UncertainUtility(Utility(tp=[1, 3], fp=0, fn=0, tn=1), (0.5, 0.5)).utility
        Utility(tp=2.0, fp=0.0, fn=0.0, tn=1.0)
        """
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
        """Utilities drawn at random: arrays of one axis, see `perturbed`.

        >>> UncertainUtility(Utility(tp=1, fp=0, fn=0, tn=1)).draw(3, rng=np.random.default_rng(1)).tp.tolist()
        [1.0, 1.0, 1.0]
        """
        return perturbed(self.possible, self.deviation, draws, rng=rng, probability=self.probability)
