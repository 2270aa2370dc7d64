"""How often intervals hold, and what has no skill is said to have some, where cases stand in clusters."""

import math

import numpy as np
from scipy.special import ndtr, ndtri

from ddcore.chance.groups import verdicts
from ddcore.chance.segments import weakest
from ddcore.chance.significance import Region
from ddcore.chance.two_classifiers import TwoClassifiers
from ddcore.chance.verdict import verdict
from ddcore.counts import CELLS, Counts
from ddcore.measures import MEASURES, measure
from ddcore.model import Model
from ddcore.records.clusters import design_effects
from ddcore.records.rows import Split
from ddcore.scores.intervals import delong
from tests.coverage.claim import at_least, at_most

TITLE = "Cases in clusters"
SETS = 400
SHARED = 0.5
"""The share of the variance of a score that all cases of a cluster have in common."""
SIZES = {
    "12 clusters of 10": (12, 10, False),
    "20 of about 8": (20, 8, True),
    "40 of 10": (40, 10, False),
    "50 of about 4": (50, 4, True),
}
KINDS = {
    "patients ill or well": "each cluster is of one class",
    "ill and well parts": "each case has a class of its own",
    "well and badly seen": "the scores of a cluster are all better or all worse",
}


def cases(kind, clusters, size, vary, area, rng):
    """Scores of two normals with this AUC, whether positive, and the cluster of each case."""
    sizes = np.maximum(1, rng.poisson(size, clusters)) if vary else np.full(clusters, size)
    cluster = np.repeat(np.arange(clusters), sizes)
    positive = rng.random(cluster.size) < 0.4
    if kind == "patients ill or well":
        ill = rng.random(clusters) < 0.4
        ill[:2] = True, False
        positive = ill[cluster]
    shared = math.sqrt(SHARED) * rng.normal(size=clusters)[cluster]
    own = math.sqrt(1 - SHARED) * rng.normal(size=cluster.size)
    side = np.where(positive, 1.0, -1.0)
    shift = ndtri(area) / math.sqrt(2)
    score = side * (shift + shared) + own if kind == "well and badly seen" else side * shift + shared + own
    return score, positive, cluster


def claims(size):
    sets = max(round(SETS * size), 1)
    for name, design in SIZES.items():
        for kind in KINDS:
            yield from _intervals(f"{name}, {kind}", kind, design, sets)
    yield from _no_skill(sets)
    yield from _segments(max(sets // 2, 1))
    yield from _alike(max(sets // 2, 1))


def _intervals(name, kind, design, sets):
    """Of AUC .8, and of TPR and accuracy where they are .72."""
    rng, held = np.random.default_rng(3), {"AUC": [], "TPR": [], "ACC": []}
    rate = float(ndtr(ndtri(0.8) / math.sqrt(2)))
    for _ in range(sets):
        score, positive, cluster = cases(kind, *design, 0.8, rng)
        model = Model.of(score, positive, None, 0.0, cluster)
        region = Region.of(model.counts)
        found = {"AUC": (0.8, delong(model.table)), **{key: (rate, region.interval(key)) for key in ("TPR", "ACC")}}
        for key, (true, interval) in found.items():
            held[key].append(interval.low <= true <= interval.high)
    for key, shares in held.items():
        yield at_least(f"{name}, {key}: 95 % interval", 0.93, float(np.mean(shares)))


def _no_skill(sets):
    """A model that scores at random, but alike within a cluster, and groups that clusters fall into."""
    for name, design in SIZES.items():
        rng, beats, better = np.random.default_rng(5), [], []
        for _ in range(sets):
            score, positive, cluster = cases("patients ill or well", *design, 0.5, rng)
            model = Model.of(score, positive, None, 0.0, cluster)
            beats.append(any(line.state == "beats" for line in verdict("m", model.counts, MEASURES).lines))
            site = rng.integers(0, 2, design[0])[cluster]
            right = np.stack([np.bincount(site, own & (score >= 0), 2) for own in (positive, ~positive)])
            whole = np.stack([np.bincount(site, own, 2) for own in (positive, ~positive)])
            cells = {"tp": right[0], "fp": right[1], "fn": whole[0] - right[0], "tn": whole[1] - right[1]}
            counts = Counts(**{name: cell.astype(int) for name, cell in cells.items()}).in_clusters(model.design)
            better.append("beats" in verdicts("MCC", counts).state)
        yield at_most(f"{name}, no skill: beats chance on any measure", 0.05, float(np.mean(beats)))
        yield at_most(f"{name}, no skill: a group of two is surely better", 0.05, float(np.mean(better)))


def _segments(sets):
    """Three attributes of clusters that say nothing."""
    rng, weak = np.random.default_rng(7), []
    for _ in range(sets):
        score, positive, cluster = cases("well and badly seen", 60, 20, False, 0.8, rng)
        cell = np.where(positive, np.where(score >= 0, 0, 2), np.where(score >= 0, 1, 3)).astype(np.int8)
        assert CELLS == ("tp", "fp", "fn", "tn")
        splits = [
            Split(name, rng.integers(0, 4, 60)[cluster].astype(np.int32), tuple("abcd"))
            for name in ("site", "sex", "age")
        ]
        found = weakest(splits, cell, "ACC", cluster=cluster, design=design_effects(score, positive, cluster), rng=rng)
        weak.append(bool(found.surely()))
    yield at_most("60 clusters of 20, attributes of clusters: a segment is surely weak", 0.05, float(np.mean(weak)))


def _alike(sets):
    """Two models that find other positives of five: a true difference of .078 is no proof of none."""
    for name, weighted in (("weighted", True), ("in clusters", False)):
        rng, held, none = np.random.default_rng(9), [], []
        for _ in range(sets):
            positive = np.arange(60) < 5
            first, second = (rng.random(60) < np.where(positive, rate, 0.1) for rate in (0.778, 0.7))
            extra = {"weight": rng.exponential(1, 60)} if weighted else {"cluster": np.arange(60) // 2}
            found = TwoClassifiers.of(positive, first, second, **extra).difference(measure("TPR"), 0.1)
            held.append(found.interval.low <= 0.078 <= found.interval.high)
            none.append(found.is_within(0.05))
        yield at_least(f"5 positives, {name}, TPR: 95 % interval of the difference", 0.93, float(np.mean(held)))
        yield at_most(f"5 positives, {name}, TPR: said not to differ by .05", 0.05, float(np.mean(none)))
