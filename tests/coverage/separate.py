"""How often the interval of two areas, each of cases of its own, holds their difference, and how often equal ones are
called different: with few positives, as two parts of a file or two periods have them."""

import math
from itertools import product

import numpy as np

from ddcore.scores.two_areas import AREAS, Ranked, ScoredCases, separate_areas
from tests.coverage.areas import LAWS
from tests.coverage.claim import Claim, at_least, at_most

TITLE = "Two areas, each of cases of its own"
POSITIVES = (3, 5, 10, 30)
NEGATIVES, RARE = 9, 99
"""For each positive."""
ALIKE = (0.5, 0.7, 0.9, 0.97)
UNLIKE = ((0.9, 0.7), (0.97, 0.8))
RUNS = 300


def compared(law, sizes, pair, runs, seed, negatives):
    """For each kind of area: the differences seen, both ends of their intervals, and what was said to be higher."""
    rng = np.random.default_rng([seed, *sizes])
    draws = [(LAWS[law](area), positives) for area, positives in zip(pair, sizes, strict=True)]
    found = {kind: [] for kind in AREAS}
    for _ in range(runs):
        sides = []
        for draw, positives in draws:
            scores = np.concatenate(draw(rng, positives, negatives * positives))
            cases = ScoredCases(np.arange(scores.size) < positives)
            sides.append((Ranked.of(scores, cases), cases))
        for kind, rows in found.items():
            one, two = (AREAS[kind](ranked) for ranked, _ in sides)
            it = separate_areas(one, two, (sides[0][1], sides[1][1]), math.nan)
            rows.append((it.interval.value, it.interval.low, it.interval.high, it.sign))
    return {kind: np.array(rows) for kind, rows in found.items()}


def cells(positives, runs, negatives=NEGATIVES):
    """By kind of area, law, sizes and areas: how often the interval holds, and a difference is claimed.

    A true difference of AUC is known; that of average precision of so few cases is the mean of those seen.
    """
    pairs = [(area, area) for area in ALIKE] + list(UNLIKE)
    for law, sizes, pair in product(LAWS, {(positives, positives), (positives, 30)}, pairs):
        for kind, rows in compared(law, sizes, pair, runs, 1, negatives).items():
            truth = pair[0] - pair[1] if kind == "AUC" else rows[:, 0].mean()
            held = np.mean((rows[:, 1] <= truth) & (truth <= rows[:, 2]))
            yield kind, law, sizes, pair, float(held), float(np.mean(rows[:, 3] != 0))


def drawn(area, runs, cases=200, share=0.3):
    """How often equal average precisions are held where the numbers of positives are drawn, too."""
    rng, held = np.random.default_rng(5), []
    for _ in range(runs):
        sides = []
        for positives in rng.binomial(cases, share, 2):
            scores = np.concatenate(LAWS["normal scores"](area)(rng, positives, cases - positives))
            own = ScoredCases(np.arange(cases) < positives)
            sides.append((AREAS["AP"](Ranked.of(scores, own)), own))
        (one, first), (two, second) = sides
        found = separate_areas(one, two, (first, second), math.nan)
        held.append((found.interval.low <= 0 <= found.interval.high, found.sign != 0))
    return np.mean(held, axis=0)


def claims(size):
    runs = max(round(RUNS * size), 20)
    luck = 2 * math.sqrt(0.05 * 0.95 / runs)
    for positives in POSITIVES:
        yield from _judged(list(cells(positives, runs)), f"{positives} positives against {positives} or 30", luck)
    yield from _judged(list(cells(10, runs, RARE)), "10 positives of 1,000 against 10 or 30 of 3,000", luck)

    for area in (0.7, 0.8, 0.9):
        held, claimed = drawn(area, 3 * runs)
        what = f"AP of separate cases, 200 with 30 % positive drawn, an area of {area:g}"
        yield at_least(f"{what}: the interval holds the difference", 0.95, held)
        yield at_most(f"{what}: equal ones are called different", 0.05, claimed)


def _judged(found, design, luck):
    for kind in AREAS:
        own = [cell for cell in found if cell[0] == kind]
        alike = [claimed for *_, pair, _, claimed in own if pair[0] == pair[1]]
        what = f"{kind} of separate cases, {design}, areas of .5 to .97"
        yield at_least(f"{what}: the interval holds the difference", 0.95, np.mean([held for *_, held, _ in own]))
        lowest = min(held for *_, held, _ in own)
        wanted = f"0.95 or more, ± {luck:.3f}"
        yield Claim(f"{what}: in the worst cell of {len(own)}", wanted, lowest, lowest >= 0.95 - luck)
        yield at_most(f"{what}: equal ones are called different", 0.05, np.mean(alike))
