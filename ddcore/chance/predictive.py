"""What share of positive and of negative predictions is right, in these cases and where another share is positive."""

from collections.abc import Mapping

from ddcore.chance.significance import Region, unweighted
from ddcore.counts import Counts
from ddcore.interval import Interval
from ddcore.measures import MEASURES

KEYS = ("PPV", "NPV")


def predictive(counts: Counts, share: float | None = None) -> Mapping[str, Interval]:
    """PPV and NPV with intervals, where that share is positive, the rates of both classes kept, or in these cases.

    The intervals are those of a verdict (`significance.Region`): in these cases, whose share of positives is luck too,
    Wilson's (1927) of the predictions that are right; where a share is given it is taken as known, and the interval
    holds what rates in reach make of it. A share needs cases of both classes. NaN without such predictions; NaN ends
    where nothing is known of the weights.

    >>> found = predictive(Counts(tp=80, fp=20, fn=20, tn=80), 0.1)["PPV"]
    >>> round(found.value, 3), round(found.low, 3), round(found.high, 3)
    (0.308, 0.233, 0.402)
    """
    if share is not None:
        P, N = float(counts.positives), float(counts.negatives)
        counts = counts.reweighted(share * (P + N) / P, (1 - share) * (P + N) / N)
    region = Region.of(unweighted(counts), 0.95, "drawn" if share is None else "fixed")
    return {key: region.interval(MEASURES[key]) for key in KEYS}
