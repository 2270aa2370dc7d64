"""How often the interval of what was learned holds the share of oracle that the expected table has."""

import numpy as np

from ddcore.chance.dutch_scaler import blend
from ddcore.chance.significance import Region
from ddcore.counts import Counts
from ddcore.measures import measure
from tests.coverage.claim import at_least

TITLE = "What was learned"
SETS = 2000
DESIGNS = {"P 20, N 80": (20, 80), "P 100, N 100": (100, 100)}
RATES = (0.8, 0.25)


def claims(size):
    sets = round(SETS * size)
    for name, (P, N) in DESIGNS.items():
        rng = np.random.default_rng(P)
        tp, fp = rng.binomial(P, RATES[0], sets), rng.binomial(N, RATES[1], sets)
        region = Region.of(Counts(tp=tp, fp=fp, fn=P - tp, tn=N - fp))
        truly = Counts(tp=P * RATES[0], fp=N * RATES[1], fn=P * (1 - RATES[0]), tn=N * (1 - RATES[1]))
        for key in ("F1", "MCC", "G2", "ACC"):
            mixed = blend(key, P + N, P)
            low, high, _ = region.ends(key)
            # Sets repeat each other: an end is put on the curve once.
            shares = {end: mixed.share(end) for end in {*low.tolist(), *high.tolist()}}
            true = mixed.share(float(measure(key)(truly)))
            held = [shares[a] <= true <= shares[b] for a, b in zip(low.tolist(), high.tolist(), strict=True)]
            yield at_least(f"{name}, {key}: 95 % interval of the share of oracle", 0.93, float(np.mean(held)))
