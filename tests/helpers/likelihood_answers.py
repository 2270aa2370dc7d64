"""Scores of known laws, read as evidence."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from ddcore.answers.likelihood import compute
from ddcore.scores.gain import BEFORE, Portrait, gain
from ddcore.table import ScoreTable
from tests.helpers.answers import asked, notes
from tests.helpers.figures import once
from tests.helpers.scored import scored


def classes(positives, negatives):
    """Scores and truth of both classes, positives first."""
    truth = np.repeat([True, False], [len(positives), len(negatives)])
    return np.concatenate([positives, negatives]), truth


def normal(*parts, seed):
    """Scores drawn from normal laws, each a mean, a deviation and how many."""
    rng = np.random.default_rng(seed)
    return np.concatenate([rng.normal(mean, deviation, cases) for mean, deviation, cases in parts])


def found(score, truth, method="kde", seed=1, **options):
    return gain(ScoreTable.of(score, truth, True), method, rng=np.random.default_rng(seed), **options)


SCORES = {
    "rising": classes(normal((1.5, 1, 300), seed=1), normal((0, 1, 300), seed=2)),
    "falling": classes(normal((-1.5, 1, 300), seed=1), normal((0, 1, 300), seed=2)),
    "noise": classes(normal((0, 1, 200), seed=3), normal((0, 1, 200), seed=4)),
    "middle": classes(normal((0, 0.7, 400), seed=1), normal((-2, 0.7, 200), (2, 0.7, 200), seed=2)),
    "sides": classes(normal((-2, 0.7, 200), (2, 0.7, 200), seed=1), normal((0, 0.7, 400), seed=2)),
    "stairs": classes(
        normal((0, 0.25, 300), (2, 0.25, 300), (4, 0.25, 300), seed=1),
        normal((1, 0.25, 300), (3, 0.25, 300), (5, 0.25, 300), seed=2),
    ),
    "low ones against": classes(
        normal((3, 0.7, 900), (-3, 0.7, 100), seed=1), normal((-3, 0.7, 200), (0, 0.7, 800), seed=2)
    ),
    "high ones for": classes(
        normal((1, 0.5, 600), (4, 0.7, 400), seed=1), normal((-2, 0.7, 800), (4, 0.7, 200), seed=2)
    ),
    "not normal": classes(np.exp(normal((1.5, 1.3, 1500), seed=1)), np.exp(normal((0, 1.3, 1500), seed=2))),
}
ODD = {
    "two cases": ([0.2, 0.8], [0, 1]),
    "two tied cases": ([0.5, 0.5], [0, 1]),
    "one positive": ([0.1, 0.3, 0.4, 0.9, 0.5], [0, 0, 1, 0, 0]),
    "four cases": ([0.1, 0.3, 0.4, 0.9], [0, 1, 0, 1]),
    "perfect": ([0.1, 0.2, 0.3, 0.7, 0.8, 0.9], [0, 0, 0, 1, 1, 1]),
    "reversed": ([0.1, 0.2, 0.3, 0.7, 0.8, 0.9], [1, 1, 1, 0, 0, 0]),
    "constant": ([0.4] * 8, [0, 1] * 4),
    "labels": ([0, 0, 1, 1, 1, 0], [0, 1, 0, 1, 1, 0]),
    "far out": ([-1e9, -3.0, 0.5, 2.0, 1e12, 0.7], [0, 1, 0, 1, 1, 0]),
    "rare": (np.arange(500) / 500, np.arange(500) % 100 == 99),
}


@cache
def read(name, method="kde", **options):
    """Scores of `SCORES` or `ODD` read by a method."""
    return found(*(SCORES | ODD)[name], method, **options)


@cache
def read_sums():
    """Cases read by a kernel of whose weights only the sums are known."""
    positives, negatives = np.array([0, 0.3, 0, 0, 1.5]), np.array([0.2, 0, 1.1, 1, 0])
    table = ScoreTable(np.array([0.1, 0.3, 0.4, 0.6, 0.9]), positives, negatives)
    return gain(table, "kde", rng=np.random.default_rng(1))


FLAT = Portrait(*np.tile([0.0, 1.0], (6, 1)))
"""Flat densities in place of a portrait that takes a hundred readings."""


@once
def told(of, positive="ill", negative="well", sample=None, **choices):
    """The answer where the scores are read so."""
    table = of.tables[BEFORE]
    data = replace(scored(table), positive=positive, negative=negative, sample=sample)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compute, "gain_of", lambda *given, **named: of)
        patch.setattr(compute, "portrait", lambda *given, **named: FLAT)
        return asked("likelihood", data, **choices)


def known(of, sample=None):
    """The notes by their codes."""
    return notes(told(of, sample=sample))


def dents_of(of):
    return {code for code in known(of) if code.startswith("dents")}
