"""What evidence gains of each measure on unseen cases: the interval told of it, and what is told of nothing."""

import numpy as np
from scipy.stats import norm

from ddcore.counts import Cells
from ddcore.scores.above import above
from ddcore.scores.before_after import before_after
from ddcore.scores.gain import gain
from ddcore.table import ScoreTable
from tests.coverage.claim import at_least, at_most

TITLE = "Measures at their best threshold, before and after"
SETS = 100
KEYS = ("F1", "J", "ACC", "MCC", "FM", "F0.5", "CC")
GROUPS, BETWEEN = ((0.2, 0.05), (0.5, 0.05)), ((0.38, 0.1),)
LAWS = {
    "two groups": (GROUPS, BETWEEN),
    "in the middle": (((0.5, 0.05),), ((0.5, 0.1),)),
    "noise": (((0.0, 1.0),), ((0.0, 1.0),)),
    "normal laws": (((1.5, 1.0),), ((0.0, 1.0),)),
}
SIZES = ((50, 50), (20, 180), (30, 270), (300, 300))
HELD, HELD_RARE = 0.84, 0.7
"""How often the interval holds the gain, and where a class is rare: folds that learn from few gain less than all do."""


def drawn(rng, law, cases):
    mean, deviation = np.array(law).T
    part = rng.integers(len(law), size=cases)
    return rng.normal(mean[part], deviation[part])


def share(law, stretches):
    """The share of a class that is within some ranges of scores."""
    return np.mean([sum(norm.cdf(b, m, s) - norm.cdf(a, m, s) for a, b in stretches) for m, s in law])


def true_gain(row, laws, P, N):
    """What these cases chose gains on all others, from the normal laws."""
    values = []
    for called in row.called:
        tp, fp = (np.float64(size * share(law, called)) for law, size in zip(laws, (P, N), strict=True))
        values.append(float(row.measure.on(Cells(tp=tp, fp=fp, fn=P - tp, tn=N - fp))))
    return (values[1] - values[0]) * (1 if row.measure.better == "higher" else -1)


def studied(rng, laws, P, N):
    """For each measure: whether the interval holds the true gain, lies above it, and tells of a gain."""
    score = np.concatenate([drawn(rng, law, cases) for law, cases in zip(laws, (P, N), strict=True)])
    table = ScoreTable.of(score, np.repeat([1, 0], [P, N]))
    found = gain(table, rng=np.random.default_rng(1))
    told = []
    for row in before_after(table, found.likelihood, found.readings, KEYS):
        true = true_gain(row, laws, P, N)
        held = row.gain.low - 1e-9 <= true <= row.gain.high + 1e-9
        told.append((held, row.gain.low > true + 1e-9, row.gain.low > 0))
    curves = above(found.readings, rng=np.random.default_rng(1))
    return np.array(told, float), bool(curves.higher), bool(curves.lower)


def claims(size):
    sets = max(round(SETS * size), 1)
    for name, laws in LAWS.items() if size == 1 else [(name, LAWS[name]) for name in ("two groups", "noise")]:
        for P, N in SIZES if size == 1 else SIZES[:1]:
            rng = np.random.default_rng(P + N)
            every = [studied(rng, laws, P, N) for _ in range(sets)]
            held, too_high, told = np.mean([measures for measures, _, _ in every], axis=0).T
            which, wanted = f"{name}, P {P}, N {N}", HELD if P == N else HELD_RARE
            yield at_least(f"{which}: gain held by its interval, least of {len(KEYS)} measures", wanted, held.min())
            yield at_most(f"{which}: interval above the gain, most of {len(KEYS)} measures", 0.08, too_high.max())
            if name in ("noise", "normal laws"):
                yield at_most(f"{which}: told to gain, most of {len(KEYS)} measures", 0.03, told.max())
                yield at_most(f"{which}: a curve told to be higher", 0.03, np.mean([higher for _, higher, _ in every]))
            yield at_most(f"{which}: a curve told to be lower", 0.03, np.mean([lower for *_, lower in every]))
