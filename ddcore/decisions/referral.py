"""What a case that a person sees is worth, and which chances of being positive are best referred then.

After M. Gong, *Studies on classification problems and application in consumer lending optimization system*, University
of Delaware, 2022, chapter 7, with its Proposition 15 corrected.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ddcore.arrays import Array
from ddcore.decisions.costs import Threshold, checked_stakes, threshold
from ddcore.decisions.utility import LARGEST, Utility
from ddcore.errors import InputError


@dataclass(frozen=True)
class Referral:
    """The payoffs of a referred case, truly positive and truly negative, in the unit of the other payoffs.

    Raises `InputError` "the payoff of a referred positive case must be between -10^15 and 10^15, got nan".
    """

    positive: float
    negative: float

    def __post_init__(self) -> None:
        for name in ("positive", "negative"):
            payoff = getattr(self, name)
            if not abs(payoff) <= LARGEST:
                raise InputError(
                    f"the payoff of a referred {name} case must be between -10^15 and 10^15, got {payoff:g}"
                )

    @classmethod
    def costing(cls, utility: Utility, cost: float) -> "Referral":
        """The payoffs of a person who is always right and costs so much: those of a right answer less the cost.

        Raises `InputError` for a cost that leaves no number up to 10^15.

        >>> Referral.costing(Utility(tp=0, fp=-1, fn=-5, tn=0), 0.25)
        Referral(positive=-0.25, negative=-0.25)
        """
        return cls(float(utility.tp) - cost, float(utility.tn) - cost)


@dataclass(frozen=True, eq=False)
class BandThresholds:
    """The ends of the best band, as likelihood ratios and as posterior probabilities.

    `closed` if it is better to refer nobody; then both ends are the threshold between positive and negative.

    >>> band = band_thresholds(Utility(tp=0, fp=-1, fn=-5, tn=0), Referral(-2, -2), 0.3)
    >>> band.closed, round(float(band.low.posterior), 4), band.low == band.high
    (True, 0.1667, True)
    """

    low: Threshold
    high: Threshold
    closed: bool


def band_thresholds(utility: Utility, referral: Referral, prevalence: ArrayLike) -> BandThresholds:
    """The band of greatest expected worth for scores read as evidence, from six payoffs (one matrix).

    A case of posterior p is best referred where p R1 + (1-p) R0, its worth to a person, is above both other answers':
    from p0 = (U11 - R0) / (U11 - R0 + R1 - U10) to p1 = (R0 - U01) / (R0 - U01 + U00 - R1) (Gong 2022,
    Proposition 15, Corollary 13); from 0, or to 1, where referring is worth more than a right answer. Where p0 > p1 no
    case is, and the band closes at the threshold of Gong's Proposition 12, S0 / (S0 + S1); both ends at p1, as printed
    there, cost 11.6 % more on average over random costs (three even draws in order for each
    class, 30 % positive). Raises `InputError` as `costs.threshold` does, and where no band fits: a referral worth more
    than a right answer on one class and less than a wrong one on the other.

    >>> utility = Utility(tp=0, fp=-1, fn=-5, tn=0)
    >>> band = band_thresholds(utility, Referral(-0.5, -0.5), 0.3)
    >>> float(band.low.posterior), float(band.high.posterior), band.closed
    (0.1, 0.5, False)
    """
    line = threshold(utility, prevalence)
    share = np.asarray(prevalence, dtype=np.float64)
    # Referring beats an answer where p positive + (1-p) negative > 0.
    against = {
        "negative": (referral.positive - utility.fn, referral.negative - utility.tn),
        "positive": (referral.positive - utility.tp, referral.negative - utility.fp),
    }
    low, high = 0.0, 1.0
    for gain, loss in ((float(a), float(b)) for a, b in against.values()):
        if gain <= 0 and loss <= 0:
            return BandThresholds(line, line, True)
        if gain > 0 > loss:
            low = max(low, -loss / (gain - loss))
        elif loss > 0 > gain:
            high = min(high, loss / (loss - gain))
    if not low < high:
        return BandThresholds(line, line, True)
    positive, negative = (float(stake) for stake in utility.stakes)
    if not low <= negative / (negative + positive) <= high:
        raise InputError(
            f"no band fits a referral worth {referral.positive:g} on a positive and {referral.negative:g} on a "
            f"negative case: that is more than a right answer on one class and less than a wrong one on the other"
        )
    return BandThresholds(_at(low, share), _at(high, share), False)


def _at(posterior: float, prevalence: Array) -> Threshold:
    odds = posterior / (1 - posterior) if posterior < 1 else math.inf
    with np.errstate(divide="ignore", invalid="ignore"):
        return Threshold((odds * (1 - prevalence) / prevalence)[()], posterior)


def break_even_cost(utility: Utility) -> float:
    """What a person who is always right may cost per case before referring pays nothing: S0 S1 / (S0 + S1).

    At that cost both ends of the band meet, whatever the scores and the share of positives. For one matrix; raises
    `InputError` as `costs.threshold` does.

    >>> round(break_even_cost(Utility(tp=0, fp=-1, fn=-5, tn=0)), 4)
    0.8333
    """
    positive, negative = (float(stake) for stake in checked_stakes(utility))
    return positive * negative / (positive + negative)
