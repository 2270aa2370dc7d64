"""How often a gate lets a model without skill pass."""

import numpy as np

import ddcore
from ddcore.command.conditions import conditions, outcomes
from tests.coverage.claim import Claim, at_least

TITLE = "The gate"
SIZES = (12, 24, 100, 1000)
KEYS = ("MCC", "F1", "ACC", "BACC", "kappa", "AUC")
MODELS = 5
RUNS = 400


def passed(cases, runs, *, models=1, skill=0.0, share=0.5):
    """In which share of runs a gate `--beats` passes, by what it asks for, of the best of several models.

    Each model scores at random, and a positive case higher by `skill` standard deviations; half are called positive.
    """
    rng = np.random.default_rng([cases, models])
    asked = conditions(KEYS, [], [])
    truth = np.arange(cases) < max(1, round(share * cases))
    found = []
    for _ in range(runs):
        score = {f"m{i}": rng.normal(size=cases) + skill * truth for i in range(models)}
        data = ddcore.predictions(truth, score, threshold=skill / 2)
        found.append([outcome.holds for outcome in outcomes(data, asked, [data.name], False)])
    return dict(zip(KEYS, np.mean(found, axis=0).tolist(), strict=True))


def seldom(what, share, runs):
    """That at most .05 of the runs pass, but for what so many leave open (two standard errors)."""
    luck = 2 * np.sqrt(0.05 * 0.95 / runs)
    return Claim(what, f"0.05 or less, ± {luck:.3f}", share, share <= 0.05 + luck)


def claims(size):
    runs = max(round(RUNS * size), 20)
    for cases in SIZES:
        for share in (0.5, 0.1) if cases >= 100 else (0.5,):
            found = passed(cases, runs, share=share)
            key = max(found, key=found.__getitem__)
            what = f"no skill, {cases:,} cases, {share:.0%} positive: passes, most of {len(KEYS)} measures"
            yield seldom(what, found[key], runs)
    for cases in SIZES[:3]:
        found = passed(cases, runs // 2, models=MODELS)
        what = f"no skill, {cases:,} cases, the best of {MODELS} models: passes, most of {len(KEYS)} measures"
        yield seldom(what, max(found.values()), runs // 2)
    found = passed(100, runs // 4, skill=1.5)
    yield at_least("skill, 100 cases, 1.5 standard deviations apart: passes, least of MCC and AUC", 0.9,
                   min(found["MCC"], found["AUC"]))  # fmt: skip
