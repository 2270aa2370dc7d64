"""What share of positive and of negative predictions is right, in these cases and where another share is positive."""

import math
from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from scipy.special import betaincinv

from ddcore.bootstrap import percentile_interval
from ddcore.chance.balance import rebalance
from ddcore.counts import Cells, Counts
from ddcore.interval import Interval
from ddcore.measures import MEASURES

KEYS = ("PPV", "NPV")
DRAWS = 10_000
SEED = 1


def predictive(counts: Counts, share: float) -> Mapping[str, Interval]:
    """PPV and NPV where that share is positive, the rates of both classes kept; NaN where a rate is not known.

    The interval holds the middle 95 % of the values whose rates are drawn from Beta(x + 1/2, n - x + 1/2) (Jeffreys
    1946); weighted cases count as their effective number (Kish 1965), and it is NaN where nothing is known of them.

    >>> round(predictive(Counts(tp=80, fp=20, fn=20, tn=80), 0.1)["PPV"].value, 3)
    0.308
    """
    there, effective = rebalance(counts, share), counts.effective
    values = {key: Interval(float(MEASURES[key].on(there.map(np.asarray)))) for key in KEYS}
    if effective is None:
        return values
    rng = np.random.default_rng(SEED)
    right = {
        name: rng.beta(float(getattr(effective, name)) + 0.5, float(getattr(effective, other)) + 0.5, DRAWS)
        for name, other in (("tp", "fn"), ("tn", "fp"))
    }
    drawn = Cells(
        tp=share * right["tp"],
        fn=share * (1 - right["tp"]),
        tn=(1 - share) * right["tn"],
        fp=(1 - share) * (1 - right["tn"]),
    )
    found = {}
    for key, interval in values.items():
        low, high = percentile_interval(MEASURES[key].on(drawn), 0.95)
        found[key] = replace(interval, low=min(low, interval.value), high=max(high, interval.value))
    return found


def as_sampled(counts: Counts) -> Mapping[str, Interval]:
    """PPV and NPV at the share of positives of these cases, which others may differ in; NaN without such predictions.

    The interval is that of Beta(x + 1/2, n - x + 1/2) with the x of n predictions that are right (Jeffreys 1946), 95 %;
    weighted predictions count as their effective number (Kish 1965), and it is NaN where nothing is known of them.

    >>> interval = as_sampled(Counts(tp=10, fp=90, fn=0, tn=0))["PPV"]
    >>> interval.value, round(interval.low, 3), round(interval.high, 3)
    (0.1, 0.053, 0.17)
    """
    squares = counts.floats() if counts.squares is None else counts.squares
    found = {}
    for key, right, wrong in (("PPV", "tp", "fp"), ("NPV", "tn", "fn")):
        cells, square = (float(getattr(part, right)) + float(getattr(part, wrong)) for part in (counts, squares))
        if not cells > 0:
            found[key] = Interval(math.nan)
            continue
        value, number_of = float(getattr(counts, right)) / cells, cells**2 / square
        x = number_of * value
        low, high = (float(betaincinv(x + 0.5, number_of - x + 0.5, at)) for at in (0.025, 0.975))
        found[key] = Interval(value, min(low, value), max(high, value))
    return found
