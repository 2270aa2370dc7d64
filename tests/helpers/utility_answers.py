"""Models by their counts, judged by payoffs."""

import math
from fractions import Fraction

import numpy as np

from ddcore.counts import Counts
from ddcore.data import Data
from tests.helpers.answers import asked, counted, notes

CELLS = ("tp", "fp", "fn", "tn")
A, B = (27, 15, 23, 35), (43, 18, 7, 32)
FACTORY, PRICES, MEDICAL = (15, -335, -35, 165), (45, -335, -65, 165), (350, 0, 300, 500)
RIGHT = (1, 0, 0, 1)
PERFECT, NEVER, COIN = (50, 0, 0, 50), (0, 0, 50, 50), (25, 25, 25, 25)
SWAPPED = (0, 1, 1, 0)


def named(cells):
    return dict(zip(CELLS, cells, strict=True))


def judged(models, payoffs, unit="", unsure=0.0, always=("yes", "no"), others=(), share=None, **choices):
    """The answer about models, each with its four counts, by one set of payoffs, or by others too."""
    counts = {name: Counts(**named(cells)) for name, cells in models.items()}
    (name, first), *rest = counts.items()
    data = counted(first, name=name, positive=always[0], negative=always[1], **dict(rest))
    if share is not None:
        data = Data(data.total, share * data.total, *always, data.models, name)
    return asked("utility", data, u=payoffs, unit=unit, unsure=unsure, other=others, **choices)


def factory(payoffs=FACTORY, unsure=0.0, unit="EUR", **choices):
    return judged({"A": A, "B": B}, payoffs, unit, unsure, ("long", "short"), **choices)


def codes(answer):
    """The codes of the notes but that nobody said what outcomes are worth."""
    return [note.code for note in answer.notes if note.code != "assumed"]


def said(answer, code):
    return notes(answer)[code]


def rows_of(answer, table="utility"):
    return answer.tables[table].rows()


def mean(payoffs, cells):
    """The mean over all cases."""
    return sum(Fraction(u) * Fraction(c) for u, c in zip(payoffs, cells, strict=True)) / sum(map(Fraction, cells))


def wilson(hits, cases):
    """Wilson (1927), 95 %, as printed."""
    z2, rate = 1.959963984540054**2, hits / cases
    middle = (rate + z2 / (2 * cases)) / (1 + z2 / cases)
    half = math.sqrt(z2 * (rate * (1 - rate) / cases + z2 / (4 * cases**2))) / (1 + z2 / cases)
    return middle - half, middle + half


def limits(payoffs, cells):
    """The interval of Zou & Donner (2008) for f (..) TPR + (1-f) (..) TNR, for stakes of 0 or more."""
    (tp, fp, fn, tn), value = cells, float(mean(payoffs, cells))
    below = above = 0.0
    for stake, hits, cases in ((payoffs[0] - payoffs[2], tp, tp + fn), (payoffs[3] - payoffs[1], tn, fp + tn)):
        low, high = wilson(hits, cases)
        weight = stake * cases / sum(cells)
        below += (weight * (hits / cases - low)) ** 2
        above += (weight * (high - hits / cases)) ** 2
    return value - math.sqrt(below), value + math.sqrt(above)


def ahead(payoffs, cells):
    """The first and the last share of positives, of 20,001, at which a table is worth more than either constant."""
    share = np.linspace(0, 1, 20_001)
    tpr, fpr = cells[0] / (cells[0] + cells[2]), cells[1] / (cells[1] + cells[3])
    tp, fp, fn, tn = payoffs
    earned = share * (tpr * tp + (1 - tpr) * fn) + (1 - share) * (fpr * fp + (1 - fpr) * tn)
    free = np.maximum(share * tp + (1 - share) * fp, share * fn + (1 - share) * tn)
    better = share[earned > free]
    return (better.min(), better.max()) if better.size else (math.nan, math.nan)


def won(payoffs, models, deviation, draws=200_000):
    """How often each of some models, of always positive and of always negative is worth most; payoffs with an error,
    others drawn where a right answer would be worth less than a wrong one."""
    rng, drawn = np.random.default_rng(99), np.empty((0, 4))
    while len(drawn) < draws:
        more = np.array(payoffs) + deviation * rng.standard_normal((draws, 4))
        drawn = np.vstack([drawn, more[(more[:, 0] >= more[:, 2]) & (more[:, 3] >= more[:, 1])]])
    P, N = models[0][0] + models[0][2], models[0][1] + models[0][3]
    cells = [np.tile(one, (draws, 1)) for one in ((P, N, 0, 0), (0, 0, P, N))]
    for number_of, (tp, fp, fn, tn) in enumerate(models):
        hits, calls = rng.beta(tp + 0.5, fn + 0.5, draws) * (tp + fn), rng.beta(fp + 0.5, tn + 0.5, draws) * (fp + tn)
        cells.insert(number_of, np.column_stack([hits, calls, tp + fn - hits, fp + tn - calls]))
    earned = np.array([(drawn[:draws] * one).sum(axis=1) for one in cells])
    return np.bincount(earned.argmax(axis=0), minlength=len(models) + 2) / draws
