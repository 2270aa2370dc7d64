"""Scores, names and questions that figures of lines, costs and bands share."""

import html
import itertools

import numpy as np

from ddcore.table import ScoreTable
from tests.helpers.figures import legend

TINY, HOSTILE = "<b>x</b>", '<a href="javascript:alert(1)">click</a>'
LONG = "a model with a very long name indeed " * 9
WIDEST = 24
"""Signs of Source Sans at 13 pixels that fit beside another entry of the legend on a phone 390 pixels wide."""
SIGN = 6.2
"""Pixels of a sign of Source Sans at 13 pixels, on average."""
PHONE = 300
"""Pixels between the ends of a chart's axis on a phone."""

CASES = [(0.1, False), (0.2, True), (0.4, False), (0.4, True), (0.7, False), (0.9, True)]
HAND = ScoreTable.of([score for score, _ in CASES], [true for _, true in CASES], positive=True)


def simulated(apart=1.0, cases=300, seed=1, share=0.4):
    """Probabilities from a logistic curve over normal scores."""
    rng = np.random.default_rng(seed)
    truth = rng.random(cases) < share
    truth[:2] = True, False
    return ScoreTable.of(1 / (1 + np.exp(-(rng.normal(size=cases) + apart * truth))), truth, True)


GOOD = simulated()
ODD = {
    "two cases": ScoreTable.of([0.2, 0.8], [0, 1]),
    "two tied cases": ScoreTable.of([0.5, 0.5], [0, 1]),
    "one positive": ScoreTable.of([0.1, 0.3, 0.4, 0.9, 0.5], [0, 0, 1, 0, 0]),
    "ties": ScoreTable.of([0.1] * 5 + [0.6] * 5, [0, 0, 1, 0, 0, 1, 1, 0, 1, 1]),
    "one distinct score": ScoreTable.of([0.4] * 6, [0, 1] * 3),
    "perfect": ScoreTable.of([0.1, 0.2, 0.8, 0.9], [0, 0, 1, 1]),
    "reversed": ScoreTable.of([0.1, 0.2, 0.8, 0.9], [1, 1, 0, 0]),
    "labels": ScoreTable.of([0, 0, 1, 1, 1], [0, 1, 0, 1, 1]),
    "weighted": ScoreTable.of([0.1, 0.4, 0.6, 0.9], [0, 1, 0, 1], weight=[0.2, 0.3, 1.1, 1.5]),
    "far out": ScoreTable.of([-1e9, -3.0, 0.5, 2.0, 1e12], [0, 1, 0, 1, 1]),
    "rare": simulated(2.0, 3000, share=0.005),
    "many": simulated(1.0, 100_000),
}


def trace(figure, start):
    """The only trace whose name starts so."""
    (found,) = (one for one in figure.data if one.name.startswith(start))
    return found


def fitting(figure):
    """Words of the legend that run into the entry on their right, or over the edge of a phone."""
    shown = [html.unescape(words) for words in legend(figure)]
    alone = {len(shown) - 1} if len(shown) % 2 else set()
    return [words for at, words in enumerate(shown) if len(words) > (2 * WIDEST if at in alone else WIDEST)]


def told_apart(figure):
    """Whether any two lines differ in more than their colour."""
    lines = [one for one in figure.data if one.mode == "lines"]
    return all(one.line.dash != other.line.dash for one, other in itertools.combinations(lines, 2))


def in_sight(note, ends, margin=20):
    """Whether the words above a place of an axis with these ends stay in the picture on a phone."""
    half = SIGN * len(note.text) / 2 if note.xanchor in (None, "auto", "center") else 0
    right = (ends[1] - note.x) / (ends[1] - ends[0]) * PHONE + margin
    return right >= half


def markup(text):
    """What is left of a text once the line breaks and bold of the program are taken out."""
    return text.replace("<br>", "").replace("<b>", "").replace("</b>", "")
