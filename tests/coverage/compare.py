"""How often intervals of paired differences hold them, and how often models that are alike are called different."""

import numpy as np

from ddcore.chance.two_classifiers import TwoClassifiers, _tables
from ddcore.counts import Cells
from ddcore.measures import measure
from ddcore.scores.two_areas import AREAS, Ranked, ScoredCases, paired_areas
from tests.coverage.claim import at_least, at_most

TITLE = "Differences of two models"
SETS = 500
POSITIVE, NEGATIVE = np.array([0.6, 0.12, 0.06, 0.22]), np.array([0.08, 0.06, 0.04, 0.82])
ALIKE = np.array([0.6, 0.08, 0.08, 0.24]), np.array([0.08, 0.05, 0.05, 0.82])
KEYS = ("ACC", "TPR", "PPV", "F1", "MCC")
DESIGNS = {"100 cases": (100, 0.2), "400 cases": (400, 0.1)}
CLUSTERS = {"20 clusters of 10": 20, "60 clusters of 10": 60}


def claims(size):
    sets = round(SETS * size)
    for name, (cases, share) in DESIGNS.items():
        yield from _kinds(f"{name}, {100 * share:.0f} % positive", cases, share, sets)
    yield from _weighted(sets)
    for name, clusters in CLUSTERS.items():
        yield from _clustered(name, clusters, sets)
    yield from _areas(sets)


def _kinds(name, cases, share, sets):
    """Whole cases: all eight kinds drawn."""
    rng = np.random.default_rng(cases)
    for alike in (False, True):
        positive, negative = ALIKE if alike else (POSITIVE, NEGATIVE)
        law = np.concatenate([share * positive, (1 - share) * negative])
        true = {key: _true(law, key) for key in KEYS}
        held, called = {key: [] for key in KEYS}, {key: [] for key in KEYS}
        for cells in rng.multinomial(cases, law, sets):
            both = TwoClassifiers(cells.astype(float))
            for key in KEYS:
                found = both.difference(measure(key))
                if not np.isnan(found.interval.value):
                    held[key].append(found.interval.low <= true[key] <= found.interval.high)
                    called[key].append(found.sign != 0)
        for key in KEYS:
            if alike:
                yield at_most(f"{name}, {key}: alike, called different", 0.06, float(np.mean(called[key])))
            else:
                low = 0.93 if key != "TPR" or cases > 100 else 0.92
                yield at_least(f"{name}, {key}: 95 % interval of the difference", low, float(np.mean(held[key])))


def _true(law, key):
    first, second = _tables(law, True)
    return float(measure(key).on(first) - measure(key).on(second))


def _clustered(name, clusters, sets):
    """Cases of one cluster share half of what moves the predictions."""
    rng, held = np.random.default_rng(clusters), {key: [] for key in ("ACC", "F1")}
    law = _clustered_truth()
    for _ in range(sets // 2):
        positive, first, second, cluster = _cluster_cases(rng, clusters)
        both = TwoClassifiers.of(positive, first, second, cluster=cluster)
        for key in held:
            it = both.difference(measure(key)).interval
            held[key].append(it.low <= law[key] <= it.high)
    yield from _told(name, held)


def _told(name, held):
    for key, found in held.items():
        yield at_least(f"{name}, {key}: 95 % interval of the difference", 0.92, float(np.mean(found)))


def _cluster_cases(rng, clusters):
    cluster = np.repeat(np.arange(clusters), 10)
    positive = rng.random(cluster.size) < 0.3
    shared = [rng.normal(0, 0.7, clusters)[cluster] for _ in range(2)]
    first = positive * 1.5 + shared[0] + rng.normal(0, 0.7, cluster.size) > 0.75
    second = positive * 1.2 + shared[1] + rng.normal(0, 0.7, cluster.size) > 0.75
    return positive, first, second, cluster


def _clustered_truth():
    from scipy.stats import norm

    spread, rates = np.hypot(0.7, 0.7), []
    for step in (1.5, 1.2):
        tpr, fpr = norm.sf((0.75 - step) / spread), norm.sf(0.75 / spread)
        rates.append(Cells(tp=0.3 * tpr, fn=0.3 * (1 - tpr), fp=0.7 * fpr, tn=0.7 * (1 - fpr)))
    return {key: float(measure(key).on(rates[0]) - measure(key).on(rates[1])) for key in ("ACC", "F1")}


def _weighted(sets):
    """Weights of the exponential law, which say nothing of the case."""
    rng = np.random.default_rng(7)
    law, held = np.concatenate([0.2 * POSITIVE, 0.8 * NEGATIVE]), {key: [] for key in ("ACC", "F1")}
    kinds = np.array([(True, a, b) for a in (True, False) for b in (True, False)])
    kinds = np.concatenate([kinds, kinds & np.array([False, True, True])])
    for _ in range(sets):
        columns = kinds[rng.choice(8, 200, p=law)].T
        both = TwoClassifiers.of(*columns, rng.exponential(1, 200))
        for key in held:
            it = both.difference(measure(key)).interval
            held[key].append(it.low <= _true(law, key) <= it.high)
    yield from _told("200 weighted cases", held)


def _areas(sets):
    """Scores of two normals, paired; the true areas are counted on 200,000 cases."""
    rng, truth = np.random.default_rng(11), {}
    cases, scores = _scored(rng, 200_000)
    for kind in ("AUC", "AP"):
        truth[kind] = np.subtract(*(AREAS[kind](Ranked.of(score, cases)).value for score in scores))
    held = {kind: [] for kind in truth}
    for _ in range(sets // 2):
        cases, scores = _scored(rng, 200)
        for kind in held:
            it = paired_areas(*(AREAS[kind](Ranked.of(score, cases)) for score in scores), cases).interval
            held[kind].append(it.low <= truth[kind] <= it.high)
    yield from _told("200 cases, 30 % positive", held)


def _scored(rng, size):
    positive = rng.random(size) < 0.3
    first = rng.normal(positive, 1)
    return ScoredCases(positive), (first, 0.6 * first + rng.normal(0.2 * positive, 0.8))
