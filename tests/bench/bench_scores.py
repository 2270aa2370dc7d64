"""Times of curves, ratios and intervals of a million scores beside their targets, and beside peers in one run.

Not part of the gate: `python -m tests.bench.bench_scores` (half a minute; `--quick` leaves the peers out).
"""

import sys

import numpy as np

from ddcore.measures import MEASURES
from ddcore.scores import ensemble
from ddcore.scores.curve_kinds import CURVE_KINDS
from ddcore.scores.curves import curve, roc
from ddcore.scores.density import RATIO_METHODS
from ddcore.scores.intervals import DeLongComponents, auc_difference, delong, roc_band
from ddcore.scores.likelihood import cross_fit, fit
from ddcore.scores.resampling import RESAMPLES as RESAMPLED
from ddcore.scores.resampling import Resamples
from ddcore.scores.thinning import thinned
from ddcore.scores.thresholds import best, bootstrap_intervals, each
from ddcore.scores.together import together
from ddcore.table import ScoreTable
from tests.bench.timing import beside, seconds

SIZE = 10**6
FASTER = 2.0
"""How many times faster than scikit-learn the curve and its area are to be."""
RATIO = 1.5
"""Seconds for fitting a kernel ratio and evaluating it at a million scores."""
TOGETHER = 3.0
"""Seconds for two models together at 10^5 cases: cross-fitted, with every simpler way and all intervals."""
AREA = 2.0
"""Seconds for an area or a gain with its interval."""
POINTS = 5000
"""What scipy's kernel density, whose work grows with the square, is timed on."""
REGISTRY = 1.0
"""Seconds for the best threshold of every listed measure."""
PAIRS = 3000
"""The cases of the double loop over pairs, whose work grows with the square."""


def drawn(size=SIZE, digits=None):
    """Scores within 0 and 1, their truth and a second score of the same cases."""
    rng = np.random.default_rng(7)
    truth = rng.integers(0, 2, size)
    one, other = (1 / (1 + np.exp(-rng.normal(gap * truth))) for gap in (1.0, 1.2))
    return (one if digits is None else one.round(digits)), truth, other


def line(what, took, target=None, note=""):
    print(f"{what:52} {took * 1000:9.1f} ms{beside(took, target)}{note}", flush=True)


def peer(what, took, ours, target=None):
    verdict = "" if target is None else f"  target {target:g}  {'ok' if took / ours >= target else 'TOO SLOW'}"
    print(f"    {what:48} {took * 1000:9.4g} ms  ratio {took / ours:10.1f}{verdict}", flush=True)


# Each part prints the times of one subject -----------------------------------------------------------------------


def curves(quick):
    from sklearn.metrics import auc, roc_auc_score, roc_curve

    for what, digits in (("distinct", None), ("3 digits", 3)):
        scores, truth, _ = drawn(digits=digits)

        def ours(scores=scores, truth=truth):
            table = ScoreTable.of(scores, truth)
            return roc(table), table.auc

        def alone(scores=scores, truth=truth):
            fpr, tpr, _ = roc_curve(truth, scores)
            return auc(fpr, tpr)

        took = seconds(ours, 5)
        line(f"tally, ROC curve and AUC of raw scores, {what}", took)
        if not quick:
            both = seconds(lambda a=scores, b=truth: (roc_curve(b, a), roc_auc_score(b, a)), 5)
            peer("scikit-learn, roc_curve and roc_auc_score", both, took, FASTER)
            peer("scikit-learn, roc_curve and auc of it", seconds(alone, 5), took, FASTER)
            gap = abs(ours()[1] - alone())
            print(f"    {'same' if gap < 1e-9 else 'ANOTHER'} area, {gap:.0e} apart")


def statsmodels_ratio(scores, truth):
    from statsmodels.nonparametric.kde import KDEUnivariate

    heights = []
    for true in (1, 0):
        density = KDEUnivariate(scores[truth == true])
        density.fit(fft=True)
        heights.append(np.interp(scores, density.support, density.density))
    return heights[0] / np.maximum(heights[1], 1e-300)


def scipy_ratio(scores, truth):
    from scipy.stats import gaussian_kde

    positive, negative = (gaussian_kde(scores[truth == true])(scores) for true in (1, 0))
    return positive / negative


def ratios(quick):
    for what, digits in (("distinct", None), ("3 digits", 3)):
        scores, truth, _ = drawn(digits=digits)
        table = ScoreTable.of(scores, truth)
        took = seconds(lambda a=table, b=scores: fit(a, "kde").ratio(b))
        line(f"kernel ratio, fit and 10^6 values, {what}", took, RATIO)
        if not quick:
            theirs = seconds(lambda a=scores, b=truth: statsmodels_ratio(a, b))
            peer("statsmodels, KDEUnivariate(fft=True) twice", theirs, took)
            few = seconds(lambda a=scores[:POINTS], b=truth[:POINTS]: scipy_ratio(a, b), 1)
            peer(f"scipy, gaussian_kde: extrapolated from {POINTS:,}", few * (SIZE / POINTS) ** 2, took)


def methods():
    scores, truth, _ = drawn()
    table = ScoreTable.of(scores, truth)
    for method in RATIO_METHODS:
        line(f"{method}: fit and transform", seconds(lambda key=method: fit(table, key).transform(table)))
    line("kde: cross_fit, 5 folds", seconds(lambda: cross_fit(table, "kde", rng=np.random.default_rng(1)), 2))
    line(
        "best: cross_fit, 5 folds, chosen in each",
        seconds(lambda: cross_fit(table, "best", rng=np.random.default_rng(1)), 2),
    )


def plane_ratio(scores, truth):
    """Two direct sums of Gaussians in the plane."""
    from scipy.stats import gaussian_kde

    positives, negatives = (gaussian_kde(scores[truth == y].T) for y in (1, 0))
    return positives(scores.T) / negatives(scores.T)


def two_models(quick):
    scores, truth, other = drawn(10**5)
    both = np.stack([scores, other], axis=1)
    took = seconds(lambda: ensemble.fit(both, truth).ratio(both))
    line("two scores: kernel ratio, fit and 10^5 values", took)
    if not quick:
        few = seconds(lambda: plane_ratio(both[:POINTS], truth[:POINTS]), 1)
        peer(f"scipy, gaussian_kde: extrapolated from {POINTS:,}", few * (10**5 / POINTS) ** 2, took)
    for method in ("kde", "binormal", "logistic"):
        work = seconds(lambda key=method: together(both, truth, key, rng=np.random.default_rng(1)), 2)
        line(f"two models together, every way, 10^5 cases, {method}", work, TOGETHER)


def direct(columns, truth):
    """Areas and their covariance matrix by the n * m comparisons of DeLong, DeLong & Clarke-Pearson (1988)."""
    above, below = [], []
    for scores in columns:
        gap = scores[truth == 1][:, None] - scores[truth == 0]
        psi = (gap > 0) + (gap == 0) / 2
        above.append(psi.mean(axis=1))
        below.append(psi.mean(axis=0))
    return np.mean(above, axis=1), np.cov(above) / len(above[0]) + np.cov(below) / len(below[0])


def gain(one, other, truth):
    return auc_difference(*(DeLongComponents.of(scores, truth, 1 - truth) for scores in (one, other)))


def intervals(quick):
    scores, truth, other = drawn()
    table = ScoreTable.of(scores, truth)
    few = [column[:PAIRS] for column in (scores, other, truth)]
    scale = (SIZE / PAIRS) ** 2
    took = seconds(lambda: delong(table))
    line("DeLong's interval of a table", took, AREA)
    if not quick:
        peer(f"every pair: extrapolated from {PAIRS:,}", seconds(lambda: direct(few[:1], few[2])) * scale, took)
    took = seconds(lambda: delong(ScoreTable.of(scores, truth)))
    line("the same of raw scores", took, AREA)
    took = seconds(lambda: gain(scores, other, truth))
    line("DeLong's paired interval of a gain, raw scores", took, AREA)
    if not quick:
        peer(f"every pair: extrapolated from {PAIRS:,}", seconds(lambda: direct(few[:2], few[2])) * scale, took)
        (one, another), matrix = direct(few[:2], few[2])
        found = gain(*few)
        right = one - another, np.sqrt(matrix[0, 0] + matrix[1, 1] - 2 * matrix[0, 1])
        same = np.allclose((found.value, found.error), right, rtol=1e-9)
        print(f"    {'same' if same else 'ANOTHER'} gain and error on {PAIRS:,}")


def bands(quick):
    for what, size, digits in (("10^6 distinct", SIZE, None), ("10^6, 3 digits", SIZE, 3), ("1,000", 1000, None)):
        scores, truth, _ = drawn(size, digits)
        table = ScoreTable.of(scores, truth)
        took = seconds(lambda a=table: roc_band(a))
        line(f"ROC band, {what}", took)
        if not quick:
            from sklearn.metrics import roc_curve

            peer("scikit-learn's curve alone", seconds(lambda a=scores, b=truth: roc_curve(b, a), 1), took)


def thresholds(quick):
    """Every best threshold of the registry in one go, its peers, and how sure they are."""
    scores, truth, _ = drawn()
    table = ScoreTable.of(scores, truth)
    took = seconds(lambda: each(table, MEASURES))
    line(f"best thresholds of all {len(MEASURES)} measures, 10^6 distinct", took, REGISTRY)
    if not quick:
        from sklearn.metrics import f1_score, precision_recall_curve

        def by_curve():
            precision, recall, threshold = precision_recall_curve(truth, scores)
            with np.errstate(invalid="ignore"):
                f1 = 2 * precision * recall / (precision + recall)
            return threshold[np.nanargmax(f1)]

        alone = seconds(lambda: best(table, "F1"))
        line("the best threshold of F1 alone", alone)
        peer("scikit-learn's precision-recall curve", seconds(by_curve), alone)
        print(f"    {'same' if by_curve() == best(table, 'F1').threshold else 'ANOTHER'} threshold")
        looped = seconds(lambda: f1_score(truth, scores >= 0.5), 1) * SIZE
        peer("scikit-learn's f1_score at each: extrapolated", looped, alone)
    drawn_cases = seconds(lambda: Resamples.of(table, rng=np.random.default_rng(1)), 1)
    line(f"{RESAMPLED} resamples, 10^6 distinct", drawn_cases)
    held = Resamples.of(table, rng=np.random.default_rng(1))
    line(
        "how sure all best thresholds are, resamples drawn",
        seconds(lambda: bootstrap_intervals(MEASURES, drawn=held), 1),
    )


def drawings():
    table = ScoreTable.of(*drawn()[:2])
    for key in CURVE_KINDS:
        found = curve(table, key)
        took = seconds(lambda a=found: thinned(a.x, a.y))
        kept = thinned(found.x, found.y).size
        line(f"{key}: curve thinned", took, note=f"  {found.x.size:,} points to {kept:,}")


def main():
    quick = "--quick" in sys.argv
    curves(quick)
    ratios(quick)
    methods()
    two_models(quick)
    intervals(quick)
    bands(quick)
    thresholds(quick)
    drawings()


if __name__ == "__main__":
    main()
