"""How the likelihood ratio of scores is spread in each class, on cases that it was not found on."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import expit

from ddcore.arrays import Array
from ddcore.scores.likelihood import FoldReading

SCALES = {"log_ratio": "logarithm of the likelihood ratio", "probability": "probability where classes are equal"}
"""The scales of transformed scores by key, in words."""
BINS = 30
FARTHEST = math.log(1000)
"""Logarithms of the ratio beyond it, on either side, count in the outermost bin."""


@dataclass(frozen=True, eq=False)
class Transformed:
    """The share of the cases of a class in each bin, per unit of the scale: element i is between edges i and i + 1.

    The likelihood ratio of a likelihood ratio is that ratio itself (Gong 2022, Proposition 1): where the logarithm is
    s, the positives are exp(s) times as dense as the negatives, as far as the ratio is right.

    >>> from ddcore.scores.likelihood import cross_fit
    >>> from ddcore.table import ScoreTable
    >>> table = ScoreTable.of([1, 2, 3, 4, 5, 6, 7, 8], [0, 0, 1, 0, 1, 0, 1, 1])
    >>> folds = cross_fit(table, "logistic", folds=2, rng=np.random.default_rng(1)).readings
    >>> spread = transformed_scores(folds, "probability")
    >>> float(spread.edges[0]), float(spread.edges[-1]), round(float(spread.positives.sum() / BINS), 6)
    (0.0, 1.0, 1.0)
    """

    scale: str
    edges: Array
    positives: Array
    negatives: Array


def transformed_scores(readings: Sequence[FoldReading], scale: str) -> Transformed:
    """The spread of held out cases by the ratio of the other folds, on one of `SCALES`.

    The scale of the logarithm reaches as far as the cases do. Raises `KeyError` for another scale.
    """
    log = np.concatenate([reading.held.log_ratio for reading in readings])
    values = {"log_ratio": np.clip(log, -FARTHEST, FARTHEST), "probability": expit(log)}[scale]
    low, high = (0.0, 1.0) if scale == "probability" else (float(values.min()), float(values.max()))
    if low == high:
        low, high = low - 1, high + 1
    edges = np.linspace(low, high, BINS + 1)
    places = np.clip(np.searchsorted(edges, values, side="right") - 1, 0, BINS - 1)
    densities = []
    for name in ("positives", "negatives"):
        cases = np.concatenate([getattr(reading.held, name) for reading in readings])
        tally = np.bincount(places, weights=cases, minlength=BINS)
        densities.append(tally / tally.sum() / (edges[1] - edges[0]))
    return Transformed(scale, edges, *densities)
