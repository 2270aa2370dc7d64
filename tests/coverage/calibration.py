"""How often probabilities are called off: right ones, which should be seldom, and wrong ones, which should be often."""

import numpy as np

from ddcore.scores.calibration import calibration, consistency, recalibration_saving
from ddcore.table import ScoreTable
from tests.coverage.claim import Claim, at_least, within

TITLE = "Scores that are probabilities"
LAWS = {
    "uniform": lambda rng, n: rng.random(n),
    "sharp, Beta(.1, .1)": lambda rng, n: rng.beta(0.1, 0.1, n),
    "rare and sharp, Beta(.02, .5)": lambda rng, n: rng.beta(0.02, 0.5, n),
    "rare, Beta(.5, 20)": lambda rng, n: rng.beta(0.5, 20, n),
}
WRONG = {"twice as sure in log odds": 2.0, "half as sure in log odds": 0.5}


def called_off(table, rng):
    return consistency(table, draws=399, rng=rng).off


def saves(table, rng):
    """Whether it is reported that recalibrating saves: that the scores are off and that it does on unseen cases."""
    return called_off(table, rng) and recalibration_saving(table, rng=rng).low > 0


def share(law, cases, runs, power=1.0, off=called_off, weights=False):
    """The share of runs whose scores are called off; a `power` of the odds other than 1 makes them wrong."""
    rng, draws = np.random.default_rng([4, cases]), np.random.default_rng([5, cases])
    told = 0
    for _ in range(runs):
        right = LAWS[law](rng, cases)
        with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
            score = 1 / (1 + ((1 - right) / right) ** power) if power != 1 else right
        weight = rng.uniform(1, 20, cases) if weights else None
        told += off(ScoreTable.of(score, rng.random(cases) < right, True, weight), draws)
    return told / runs


def bins_hold(cases, runs):
    """The share of five bins whose interval holds the mean score, of right probabilities and weights of 1 to 20."""
    rng, held = np.random.default_rng([6, cases]), []
    for _ in range(runs):
        score = rng.random(cases)
        found = calibration(ScoreTable.of(score, rng.random(cases) < score, True, rng.uniform(1, 20, cases)), 5)
        held.append((found.low <= found.mean) & (found.mean <= found.high))
    return np.mean(held)


def seldom(what, measured, runs):
    """That at most .05 of the runs do, but for what so many leave open (two standard errors)."""
    luck = 2 * np.sqrt(0.05 * 0.95 / runs)
    return Claim(what, f"0.05 or less, ± {luck:.3f}", measured, measured <= 0.05 + luck)


def claims(size):
    runs = max(round(200 * size), 20)
    for law in LAWS:
        for cases in (200, 1000):
            yield seldom(f"right probabilities, {law}, {cases:,} cases: called off", share(law, cases, runs), runs)
    weighted = share("uniform", 200, runs, weights=True)
    yield seldom("right probabilities, uniform, 200 cases of weight 1 to 20: called off", weighted, runs)
    for cases in (50, 200, 1000):
        what = f"right probabilities, {cases:,} cases of weight 1 to 20: the interval of a bin holds its mean score"
        yield within(what, 0.93, 0.98, bins_hold(cases, 2 * runs))
    for name, power in WRONG.items():
        told = share("uniform", 1000, runs // 4, power)
        yield at_least(f"probabilities {name}, 1,000 cases: called off", 0.9, told)
    for law in LAWS:
        told = share(law, 200, runs, off=saves)
        yield seldom(f"right probabilities, {law}, 200 cases: recalibrating is said to save", told, runs)
    for name, power in WRONG.items():
        told = share("uniform", 1000, runs // 4, power, off=saves)
        yield at_least(f"probabilities {name}, 1,000 cases: recalibrating is said to save", 0.8, told)
