"""Before labels come: whether intervals hold the share and the measures under either assumption, and false claims."""

import numpy as np
from scipy.special import expit
from scipy.stats import norm

import ddcore
from ddcore.answers.base.question import QUESTIONS
from ddcore.measures import measure
from ddcore.scores.before_labels import expected
from ddcore.scores.change import Point
from ddcore.table import ScoreTable
from tests.coverage.claim import at_least, at_most

TITLE = "Before labels come"
SETS = 100
SHARES = (0.05, 0.15, 0.5)
LABELLED = {"30 and 30": (30, 30, 600), "60": (12, 48, 200), "200": (60, 140, 300), "1,000": (300, 700, 1000)}
"""Positives and negatives of then, and the cases of now."""
APART = {"scores 1.5 deviations apart": 1.5, "0.8 deviations apart": 0.8}
KEYS = ("ACC", "F1", "PPV", "MCC")
CUT = 0.7


def shares(sets, labelled, apart, share):
    """Mean estimate, how often its interval and those of measures hold, and how often a mixture is refuted."""
    P, N, cases = labelled
    there = Point(share, norm.sf(CUT - apart), norm.sf(CUT))
    truths = [float(measure(key).on(there.cells)) for key in KEYS]
    rows = []
    for seed in range(sets):
        rng = np.random.default_rng(seed)
        then = ScoreTable.of(rng.normal(apart * np.repeat([1, 0], [P, N])), np.repeat([1, 0], [P, N]))
        true = rng.random(cases) < share
        now = ScoreTable.of(rng.normal(apart * true), np.ones(cases))
        found = expected(then, now, CUT, [measure(key) for key in KEYS], rng=rng)
        held = [
            found.if_share[key].low <= truth <= found.if_share[key].high
            for key, truth in zip(KEYS, truths, strict=True)
        ]
        one = found.by_scores
        rows.append([one.value, one.low <= share <= one.high, found.assumption == "mix", *held])
    value, held, refuted, *measures = np.mean(rows, axis=0)
    return value, held, refuted, min(measures)


def normal(mean, deviation=1.0):
    return lambda rng, cases: rng.normal(mean, deviation, cases)


def beta(a, b):
    return lambda rng, cases: rng.beta(a, b, cases)


def itself(x):
    return x


def line(level, slope):
    return lambda x: expit(level + slope * x)


MEANINGS = {
    "right probabilities, higher now": (normal(0), normal(0.7), line(-1.2, 1.2), line(-1.2, 1.2), 0.5),
    "right probabilities, lower now": (normal(0), normal(-0.7), line(-1.2, 1.2), line(-1.2, 1.2), 0.5),
    "steep": (normal(0), normal(0.5), line(-1, 4), itself, 0.25),
    "spread over 0 to 1": (beta(0.5, 1.5), beta(1, 1), itself, itself, 0.5),
    "sharp": (beta(0.2, 0.6), beta(0.4, 0.4), itself, itself, 0.5),
    "a step": (normal(0), normal(0.5), lambda x: np.where(x > 0.3, 0.8, 0.15), itself, 0.3),
    "a hump": (normal(0), normal(0.5), lambda x: 0.1 + 0.7 * np.exp(-(x**2)), itself, 0.5),
}
"""What lies behind the scores then and now, the probability of being positive, the score, and the threshold."""
SIZES = ((60, 200), (200, 300))
UNCHANGED = ((60, 0.15), (60, 0.5), (500, 0.15))


def meant(sets, design, then_cases, now_cases):
    """How often the intervals hold the share and each measure where a score means what it meant, least of them."""
    before, after, chance, scored, cut = design
    x = after(np.random.default_rng(99), 10**6)
    certain, called = chance(x), scored(x) >= cut
    there = Point(
        certain.mean(), certain[called].sum() / certain.sum(), (1 - certain)[called].sum() / (1 - certain).sum()
    )
    truths = [float(there.share), *(float(measure(key).on(there.cells)) for key in KEYS)]
    held = []
    for seed in range(sets):
        rng = np.random.default_rng(seed)
        x = before(rng, then_cases)
        true = rng.random(then_cases) < chance(x)
        now = ScoreTable.of(scored(after(rng, now_cases)), np.ones(now_cases))
        found = expected(ScoreTable.of(scored(x), true, True), now, cut, [measure(key) for key in KEYS], rng=rng)
        ends = [found.share_of_mix, *found.if_mix.values()]
        held.append([one.low <= truth <= one.high for one, truth in zip(ends, truths, strict=True)])
    return np.mean(held, axis=0).min()


def unchanged(sets, cases, share, apart):
    """How often two halves of the same cases are said to have changed: seen before, or more than the share."""
    codes = []
    for seed in range(sets):
        rng = np.random.default_rng(seed)
        true = rng.random(2 * cases) < share
        when = np.repeat(["then", "now"], cases)
        data = ddcore.predictions(
            true.astype(int), rng.normal(apart * true), positive=1, group={"when": when}, threshold=CUT
        )
        codes.append({note.code for note in QUESTIONS["change"].ask(data).notes})
    return [np.mean([code in found for found in codes]) for code in ("foretold", "not-foretold")]


def of_shares(size):
    """What is simulated of each number of labelled cases: all shares of strong scores, one of weak ones."""
    strong, weak = APART
    for name in LABELLED if size == 1 else [*LABELLED][:3]:
        yield from ((name, strong, share) for share in SHARES)
        if size == 1:
            yield name, weak, SHARES[1]


def claims(size):
    sets = max(round(SETS * size), 1)
    for name, law, share in of_shares(size):
        which = f"{name} labelled, {law}, share {share}"
        value, held, refuted, least = shares(sets, LABELLED[name], APART[law], share)
        yield at_least(f"{which}: interval of the share", 0.93, held)
        yield at_least(f"{which}: intervals of {len(KEYS)} measures, least", 0.93, least)
        yield at_most(f"{which}: a mixture refuted", 0.05, refuted)
        yield at_most(f"{which}: mean estimate off by", 0.05, abs(value - share))
    for name, design in list(MEANINGS.items()) if size == 1 else list(MEANINGS.items())[-3:]:
        for then_cases, now_cases in SIZES if size == 1 else SIZES[:1]:
            which = f"a score means what it meant, {name}, {then_cases} then, {now_cases} now"
            yield at_least(f"{which}: share and measures, least", 0.93, meant(sets, design, then_cases, now_cases))
    for cases, share in UNCHANGED if size == 1 else UNCHANGED[:1]:
        seen, more = unchanged(sets, cases, share, 1.5)
        yield at_most(f"{cases} and {cases} unchanged, share {share}: seen before", 0.05, seen)
        yield at_most(f"{cases} and {cases} unchanged, share {share}: more changed than the share", 0.05, more)
