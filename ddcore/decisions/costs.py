"""What mistakes cost, and from which probability on to call a case positive then.

Gong 2022 is M. Gong, *Studies on classification problems and application in consumer lending optimization system*,
University of Delaware, 2022.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ddcore.arrays import Array
from ddcore.decisions.utility import LARGEST, Utility, numbers
from ddcore.errors import InputError


def costs(*, c10: ArrayLike, c01: ArrayLike, c11: ArrayLike = 0.0, c00: ArrayLike = 0.0, unit: str = "") -> Utility:
    """Costs as payoffs, which are the same with the other sign; c_ij is the cost of calling i what truly is j.

    1 is positive (Elkan 2001): c10 is the cost of a false alarm, c01 of a miss, c11 and c00 those of right answers.
    Numbers in the `unit`, or arrays that are broadcast.
    Raises `InputError` "the cost c10 must be between -10^15 and 10^15, got inf", and as `Utility` does.

    >>> costs(c10=1, c01=5)
    Utility(tp=0.0, fp=-1.0, fn=-5.0, tn=0.0)
    """
    given = {"tp": ("c11", c11), "fp": ("c10", c10), "fn": ("c01", c01), "tn": ("c00", c00)}
    return Utility(**{name: 0.0 - _cost(*cost) for name, cost in given.items()}, unit=unit)


def _cost(name: str, value: ArrayLike) -> Array:
    cost = numbers(f"the cost {name}", value)
    wrong = cost[~(np.abs(cost) <= LARGEST)]
    if wrong.size:
        raise InputError(f"the cost {name} must be between -10^15 and 10^15, got {wrong.flat[0]:g}")
    return cost


@dataclass(frozen=True)
class Threshold:
    """From where on to call a case positive: a likelihood ratio, and the same as a posterior probability.

    Numbers or arrays of one shape; `ratio` from 0 to infinity, `posterior` from 0 to 1.

    >>> line = threshold(costs(c10=[1, 3], c01=1), 0.5)
    >>> line.ratio.tolist(), line.posterior.tolist()
    ([1.0, 3.0], [0.5, 0.75])
    """

    ratio: Any
    posterior: Any


def threshold(utility: Utility, prevalence: ArrayLike) -> Threshold:
    """From which likelihood ratio and which posterior on it pays to predict a case positive.

    Parameters
    ----------
    utility : Utility
        Costs and profits of the same stakes give the same.
    prevalence : array_like
        The share of positives, between 0 and 1; broadcast against the payoffs.

    Returns
    -------
    Threshold
        `.ratio` and `.posterior`. With the stakes S1 = tp - fn, how much more a right answer is worth than a wrong one
        on a positive case, and S0 = tn - fp on a negative one: the posterior is S0 / (S0 + S1) (Elkan 2001; Gong 2022,
        Corollary 10), the ratio (1 - prevalence) S0 / (prevalence S1) (Gong 2022, Proposition 12), NaN where both are
        0.

    Raises
    ------
    InputError
        Where a wrong answer is worth more than a right one, where nothing is at stake, and "prevalence must be between
        0 and 1, got 1.2".

    Examples
    --------
    >>> line = threshold(costs(c10=1, c01=5), 0.3)
    >>> round(float(line.ratio), 6), round(float(line.posterior), 6)
    (0.466667, 0.166667)
    """
    share = numbers("prevalence", prevalence)
    wrong = share[~((share >= 0) & (share <= 1))]
    if wrong.size:
        raise InputError(f"prevalence must be between 0 and 1, got {wrong.flat[0]:g}")
    positive, negative = checked_stakes(utility)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = ((1 - share) * negative) / (share * positive)
    return Threshold(ratio[()], (negative / (negative + positive) + 0 * share)[()])


def checked_stakes(utility: Utility) -> tuple[Array, Array]:
    """What a right answer is worth more than a wrong one, on a positive and on a negative case.

    Shaped like the payoffs. Raises `InputError` where no threshold follows: a wrong answer worth more than a right one,
    or "right and wrong answers must differ in worth, got the same for both".

    >>> [float(stake) for stake in checked_stakes(costs(c10=1, c01=5))]
    [5.0, 1.0]
    """
    positive, negative = (np.asarray(stake) for stake in utility.stakes)
    for stake, (right, bad), whom in ((positive, ("tp", "fn"), "positive"), (negative, ("tn", "fp"), "negative")):
        if (stake < 0).any():
            place = int(np.argmax(np.ravel(stake < 0)))
            best, worst = (float(np.ravel(getattr(utility, name))[place]) for name in (right, bad))
            raise InputError(
                f"a right answer must be worth at least as much as a wrong one, got {best:g} for the right and "
                f"{worst:g} for the wrong answer on a {whom} case; with such payoffs no threshold makes sense"
            )
    if (positive + negative == 0).any():
        raise InputError("right and wrong answers must differ in worth, got the same for both")
    return positive, negative
