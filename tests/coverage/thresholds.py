"""What a best threshold is worth on unseen cases: the value reported for it, its interval, and class sizes kept."""

import numpy as np
from scipy.stats import norm

from ddcore.scores.resampling import Resamples
from ddcore.scores.thresholds import best, bootstrap_intervals
from ddcore.table import ScoreTable
from tests.coverage.claim import at_least, within

TITLE = "Best thresholds on unseen cases"
SETS = 150
DESIGNS = {"P 10, N 30": (10, 30), "P 10, N 190": (10, 190), "P 50, N 50": (50, 50)}
KEYS = ("ACC", "F1", "MCC", "PPV")
APART = (0.0, 1.0, 2.5)


def exact(key, tp, fp, P, N):
    """A measure from its definition."""
    fn, tn = P - tp, N - fp
    if key == "ACC":
        return (tp + tn) / (P + N)
    if key == "F1":
        return 2 * tp / (2 * tp + fp + fn)
    if key == "PPV":
        return tp / (tp + fp)
    return (tp * tn - fp * fn) / np.sqrt(P * N * (tp + fp) * (fn + tn))


def studied(rng, P, N, apart, weighted):
    """For each measure: the true value of the best threshold, the one told on the same cases and of others."""
    scores = np.concatenate([rng.normal(apart, 1, P), rng.normal(0, 1, N)])
    weight = rng.integers(1, 21, P + N).astype(float) if weighted else None
    table = ScoreTable.of(scores, np.repeat([1, 0], [P, N]), weight=weight)
    if weighted:
        P, N = weight[:P].sum(), weight[P:].sum()
    drawn, found = Resamples.of(table, 10, rng=rng), []
    for key, sure in zip(KEYS, bootstrap_intervals(KEYS, drawn=drawn), strict=True):
        at = best(table, key).threshold
        with np.errstate(invalid="ignore"):
            true = exact(key, norm.sf(at - apart) * P, norm.sf(at) * N, P, N)
        found.append((true, sure.value, sure.value_low <= true + 1e-12 and true - 1e-12 <= sure.value_high))
    return found


def claims(size):
    sets, constants = round(SETS * size), ((3, 7, "ACC", 0.7), (15, 15, "ACC", 0.5), (10, 190, "PPV", 0.05))
    for P, N, key, true in constants:
        table = ScoreTable.of(np.zeros(P + N), np.repeat([1, 0], [P, N]))
        (sure,) = bootstrap_intervals([key], drawn=Resamples.of(table, 10, rng=np.random.default_rng(1)))
        yield within(f"equal scores, P {P}, N {N}: {key} reported", true - 1e-9, true + 1e-9, sure.value)
    for weighted in (False, True):
        for name, (P, N) in list(DESIGNS.items())[weighted * 2 :]:
            rng, covered, off = np.random.default_rng(P + N), [], []
            for apart in APART:
                found = [studied(rng, P, N, apart, weighted) for _ in range(max(sets // len(APART), 1))]
                values = np.array(found)
                covered.append(values[:, :, 2].mean(axis=0))
                off.append((values[:, :, 1] - values[:, :, 0]).mean(axis=0))
            which = f"{name}{', weights 1 to 20' if weighted else ''}"
            for at, key in enumerate(KEYS):
                low = 0.8 if key == "PPV" else 0.9
                yield at_least(f"{which}: {key}, interval holds the true value", low, np.mean(covered, axis=0)[at])
                room = 0.08 if key == "PPV" else 0.03
                yield within(f"{which}: {key}, reported minus true", -room, room, np.mean(off, axis=0)[at])
