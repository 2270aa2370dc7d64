"""How often the band of a smooth calibration curve holds the true share of positives, for each score by itself."""

import numpy as np

from ddcore.scores.smooth_calibration import smooth_calibration
from ddcore.table import ScoreTable
from tests.coverage.calibration import LAWS
from tests.coverage.claim import at_least

TITLE = "Smooth calibration curves"
WRONG = {"right": 1.0, "twice as sure": 2.0, "half as sure": 0.5}
QUANTILES = np.arange(0.05, 0.96, 0.1)
RUNS = 150


def held(law, cases, runs, power=1.0, kind="plain"):
    """How often the band holds the truth at ten quantiles of the scores; a `power` of the odds makes scores wrong."""
    rng, found = np.random.default_rng([7, cases]), []
    for _ in range(runs):
        right = LAWS[law](rng, cases)
        with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
            score = np.nan_to_num(1 / (1 + ((1 - right) / right) ** power)) if power != 1 else right
        truth = rng.random(cases) < right
        if truth.all() or not truth.any():
            continue
        weight = rng.uniform(1, 10, cases) if kind == "weights" else None
        at, wanted = (np.quantile(each, QUANTILES, method="nearest") for each in (score, right))
        smooth = smooth_calibration(ScoreTable.of(score, truth, True, weight), x=at)
        found.append((smooth.low <= wanted) & (wanted <= smooth.high))
    return np.mean(found, axis=0)


def claims(size):
    runs = max(round(RUNS * size), 20)
    luck = 2 * np.sqrt(0.05 * 0.95 / runs)
    for law in ("uniform", "sharp, Beta(.1, .1)", "rare, Beta(.5, 20)"):
        for cases in (400, 2000) if law.startswith("rare") else (100, 400, 2000):
            for name, power in WRONG.items():
                rates = held(law, cases, runs, power)
                what = f"{law}, {cases:,} cases, {name}: the band holds the share"
                yield at_least(what, 0.93, rates.mean())
                yield at_least(f"{what}, at the worst of ten scores", 0.9 - luck, rates.min())
    for cases in (100, 400):
        rates = held("uniform", cases, runs, kind="weights")
        yield at_least(f"uniform, {cases} cases of weight 1 to 10: the band holds the share", 0.93, rates.mean())
