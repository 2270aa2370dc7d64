"""A utility that is not known exactly: several possible matrices, payoffs with an error, and what to use for them."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from ddcore.arrays import Array
from ddcore.counts import CELLS
from ddcore.decisions.utility import LARGEST, Utility, numbers
from ddcore.errors import InputError

LAWS = {
    "normal": "Normal",
    "uniform": "Uniform",
    "dirichlet": "Parts of one sum (Dirichlet)",
}
"""Laws of what payoffs may be, with words."""

SPARSEST = 1.1
"""One more than the least concentration of a Dirichlet law that is drawn."""


def expected_utility(utilities: Utility, probability: ArrayLike | None = None) -> Utility:
    """The utility to use when several are possible: their mean, weighted by probability (equation 17).

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
    law: str = "normal",
    each: Sequence[float] | None = None,
) -> Utility:
    """Matrices drawn at random about one, or about several possible ones, each with its `probability`.

    `draws` of them, arrays of one axis. Each payoff has a normal error of standard deviation `deviation`, in the unit.
    Where a right answer is worth no less than
    a wrong one, so it is in every draw: others are drawn again, class by class. Raises `InputError` "deviation must be
    0 or more and at most 10^15, got -1", and for probabilities as `expected_utility`.

    `law` is one of `LAWS`; a uniform error has the same deviation. `each` has deviations of TP, FP, FN and TN of their
    own in place of the one. For "dirichlet" see `split`.

    >>> drawn = perturbed(Utility(tp=1, fp=0, fn=0, tn=1), 0.2, 1000, rng=np.random.default_rng(1))
    >>> drawn.tp.shape, bool(drawn.proper.all())
    ((1000,), True)
    """
    if not 0 <= deviation <= LARGEST:
        raise InputError(f"deviation must be 0 or more and at most 10^15, got {deviation:g}")
    if law not in LAWS:
        raise InputError(f'doubt must be one of {", ".join(LAWS)}, got "{law}"')
    if each is not None and (law == "dirichlet" or not all(0 <= own <= LARGEST for own in each)):
        raise InputError("deviations of their own must be 0 or more, and of a normal or a uniform law")
    if law == "dirichlet" and deviation:
        return split(utility, deviation, draws, rng=rng, probability=probability)
    # numpy takes no -0.
    deviation = abs(deviation)
    own = dict.fromkeys(CELLS, deviation) if each is None else dict(zip(CELLS, each, strict=True))
    share = normalised_weights(probability, np.size(utility.tp))
    which = rng.choice(share.size, draws, p=share)
    drawn = {name: np.ravel(payoff)[which] for name, payoff in utility.payoffs.items()}
    for right, wrong in (("tp", "fn"), ("tn", "fp")):
        centre = np.array([drawn[right], drawn[wrong]])
        proper, missing = centre[0] >= centre[1], np.arange(draws)
        payoffs = np.empty_like(centre)
        while missing.size:
            payoffs[:, missing] = _around(centre[:, missing], np.array([[own[right]], [own[wrong]]]), law, rng)
            missing = missing[proper[missing] & (payoffs[0, missing] < payoffs[1, missing])]
        drawn[right], drawn[wrong] = np.clip(payoffs, -LARGEST, LARGEST)
    return Utility(**drawn, unit=utility.unit)


def _around(centre: Array, deviation: Array, law: str, rng: np.random.Generator) -> Array:
    """Payoffs about their centres by a normal or a uniform law of some deviations."""
    if law == "normal":
        return rng.normal(centre, deviation)
    reach = math.sqrt(3) * deviation
    return rng.uniform(centre - reach, centre + reach)


def split(
    utility: Utility, deviation: float, draws: int, *, rng: np.random.Generator, probability: ArrayLike | None = None
) -> Utility:
    """Matrices whose losses against the best outcome are parts of one sum, drawn by a Dirichlet law about those given.

    The sum is kept and so is which outcomes are best; over the others the mean square of the deviations is that of
    `deviation` d: with n losses of the parts s of their sum L the concentration is L^2 (1 - sum s^2) / (n d^2) - 1.
    A right answer stays worth no less than a wrong one, where it is so; others are drawn again. Raises `InputError`
    where fewer than two outcomes are worse than the best, and "deviation must be at most 2, got 3: the Dirichlet law
    reaches no farther".

    >>> drawn = split(Utility(tp=0, fp=-1, fn=-5, tn=0), 0.5, 4, rng=np.random.default_rng(1))
    >>> (drawn.fp + drawn.fn).round(9).tolist(), drawn.tn.tolist()
    ([-6.0, -6.0, -6.0, -6.0], [0.0, 0.0, 0.0, 0.0])
    """
    which = rng.choice(np.size(utility.tp), draws, p=normalised_weights(probability, np.size(utility.tp)))
    payoffs = np.array([np.ravel(payoff) for payoff in utility.payoffs.values()])
    best = payoffs.max(axis=0)
    losses = best - payoffs
    total, varying = losses.sum(axis=0), (losses > 0).sum(axis=0)
    if (varying < 2).any():
        raise InputError("the Dirichlet law needs two outcomes or more that are worth less than the best one")
    parts = losses / total
    room = total**2 * (1 - (parts**2).sum(axis=0)) / varying
    most = float(np.sqrt(room.min() / SPARSEST))
    if deviation > most:
        raise InputError(
            f"deviation must be at most {most:.4g}, got {deviation:.4g}: the Dirichlet law reaches no farther"
        )
    shape = (parts * (room / deviation**2 - 1))[:, which]
    proper = np.asarray(utility.proper).ravel()[which]
    drawn, missing = np.empty_like(shape), np.arange(draws)
    while missing.size:
        sizes = rng.standard_gamma(shape[:, missing])
        whole = sizes.sum(axis=0)
        lost = total[which][missing] * sizes / np.where(whole > 0, whole, 1.0)
        drawn[:, missing] = best[which][missing] - lost
        wrong = (drawn[0, missing] < drawn[2, missing]) | (drawn[3, missing] < drawn[1, missing])
        missing = missing[(whole <= 0) | (proper[missing] & wrong)]
    return Utility(**dict(zip(CELLS, drawn, strict=True)), unit=utility.unit)


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
    standard deviation of the error of each payoff, as a part of the span from the least to the greatest, `law` its
    law; `each` has deviations of their own, in the unit, if any.
    """

    possible: Utility
    probability: tuple[float, ...] = (1.0,)
    relative_deviation: float = 0.0
    law: str = "normal"
    each: tuple[float, ...] | None = None

    @property
    def is_off(self) -> bool:
        """Whether payoffs may be off at all."""
        return any(self.each) if self.each is not None else self.relative_deviation > 0

    @cached_property
    def utility(self) -> Utility:
        """The matrix to use: the mean of the possible ones, weighted by their probability.

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
        return perturbed(
            self.possible,
            self.deviation,
            draws,
            rng=rng,
            probability=self.probability,
            law=self.law,
            each=self.each,
        )
