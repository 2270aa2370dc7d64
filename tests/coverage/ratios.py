"""How often the interval of a gap, and of a ratio, between a small group and a reference group holds the true one."""

import numpy as np
from scipy.special import ndtr

from ddcore.chance.two_classifiers import TwoClassifiers
from ddcore.measures import measure
from tests.coverage.claim import at_least, at_most

TITLE = "Gap and ratio of a measure between two groups"
RATES = (((0.8, 0.1), (0.8, 0.1)), ((0.9, 0.05), (0.6, 0.2)), ((0.4, 0.02), (0.5, 0.02)))
"""True and false positive rates of the group and of the reference."""
SIZES = ((20, 200), (50, 500), (200, 200))
SHARE = 0.3
KEYS = ("TPR", "PPV", "FPR", "ACC", "F1")
RUNS = 300
KINDS = ("plain", "weights", "clusters")


def exact(key, rates):
    """The measure at the rates, with the share of positives."""
    tpr, fpr = rates
    tp, fp, fn, tn = SHARE * tpr, (1 - SHARE) * fpr, SHARE * (1 - tpr), (1 - SHARE) * (1 - fpr)
    return {"TPR": tpr, "FPR": fpr, "ACC": tp + tn, "PPV": tp / (tp + fp), "F1": 2 * tp / (2 * tp + fp + fn)}[key]


def drawn(rng, sizes, rates, kind):
    """Both groups case by case: weights of 1 to 9, or clusters of five whose cases are right or wrong together."""
    positive, called, group = [], [], []
    for of_second, (size, (tpr, fpr)) in enumerate(zip(sizes, rates, strict=True)):
        truth = np.arange(size) < round(SHARE * size)
        if kind == "clusters":
            rng.shuffle(truth)
            # A common part of the normal law behind each prediction: correlated, with the rates as they are.
            common = np.repeat(rng.normal(size=size // 5), 5)
            luck = ndtr(np.sqrt(0.5) * common + np.sqrt(0.5) * rng.normal(size=size))
        else:
            luck = rng.random(size)
        positive.append(truth)
        called.append(luck < np.where(truth, tpr, fpr))
        group.append(np.full(size, bool(of_second)))
    positive, called, group = map(np.concatenate, (positive, called, group))
    weight = rng.integers(1, 10, positive.size).astype(float) if kind == "weights" else None
    cluster = np.arange(positive.size) // 5 if kind == "clusters" else None
    return TwoClassifiers.on_separate_cases(positive, called, group, weight, cluster)


def held(kind, sizes, rates, runs, keys=KEYS):
    """By measure: how often both intervals hold, each is on the wrong side of no gap, and one says so alone."""
    rng = np.random.default_rng([9, *sizes])
    found = {key: [] for key in keys}
    for _ in range(runs):
        both = drawn(rng, sizes, rates, kind)
        for key in keys:
            first, second = (exact(key, each) for each in rates)
            gap, ratio = both.difference(measure(key)).interval, both.ratio(measure(key))
            unknown = np.isnan(ratio.low)
            surely = [gap.low > 0 or gap.high < 0, ratio.low > 1 or ratio.high < 1]
            found[key].append(
                (
                    np.isnan(gap.low) or gap.low <= first - second <= gap.high,
                    unknown or ratio.low <= first / second <= ratio.high,
                    unknown or surely[0] == surely[1],
                )
            )
    return {key: np.mean(rows, axis=0) for key, rows in found.items()}


def claims(size):
    runs = max(round(RUNS * size), 20)
    luck = 2 * np.sqrt(0.05 * 0.95 / runs)
    for kind in KINDS:
        for sizes in SIZES:
            if kind == "clusters" and sizes[0] < 50:
                continue
            cells = np.array([row for rates in RATES for row in held(kind, sizes, rates, runs).values()])
            what = f"{kind}, {sizes[0]} cases against {sizes[1]}, five measures at three pairs of rates"
            for at, name in enumerate(("gap", "ratio")):
                yield at_least(f"{what}: the interval of the {name} holds it", 0.94, cells[:, at].mean())
                yield at_least(f"{what}: that of the {name} in the worst cell", 0.93 - luck, cells[:, at].min())
            yield at_most(f"{what}: one of both is sure and the other not", 0.02, 1 - cells[:, 2].mean())
