"""The method and the scale of scores by which their likelihood ratio separates unseen cases best, by cross-fitting."""

import math

import numpy as np
from scipy.special import log_expit

from ddcore.arrays import Array
from ddcore.errors import InputError
from ddcore.interval import USUAL_LEVEL
from ddcore.resampling.cross_validation import folds_of
from ddcore.scores.intervals import DeLongComponents, auc_difference
from ddcore.scores.kernel import USUAL
from ddcore.scores.ranks import coarse
from ddcore.scores.ratio import INFINITE, Choice, Tried, fit_method
from ddcore.table import ScoreTable

FOLDS = 5
ORDER = "order"
"""The method that keeps the order of the scores, chosen unless another one is better."""
MOST_SCORES = 2000
"""Different scores among which the best method is looked for; more are taken together with their neighbours."""
LEAST = 0.0005
"""A gain in area below this does not show in three digits and counts as none."""
SEED = 1
"""The seed of the folds on which methods are tried, fixed so that the same scores always have the same best method."""
INFLATION = 2.0
"""What the variance of a cross-fitted area is multiplied by.

DeLong's variance takes the ratio as given. But fold j is part of what the ratio of fold k is estimated from, and the
reverse: the products of their errors enter twice, and with scores that do not separate there are no other terms. The
variance is then up to twice DeLong's, whatever the number of folds; where the ratio is well determined, it is DeLong's.
"""


def choose(table: ScoreTable, bandwidth: str = USUAL, folds: int = FOLDS) -> Choice:
    """The method and the scale that are best on cases they were not estimated from, among those of `_candidates`.

    Parameters: `bandwidth` is a rule of `BANDWIDTHS` for the kernel, `folds` how many folds the cases are dealt to.

    Returns the method "order", which keeps the order of the scores, unless the area of another is larger by `LEAST` or
    more and the 95 % interval of the gain, widened by `INFLATION`, is above 0, whatever level is in force. Of several
    such methods the one with the best fit is taken. Each fold has its own DeLong components, before and after, so that
    keeping the order gains 0. Where the cases cannot be dealt to folds, `refused` says why.

    >>> choose(ScoreTable.of([1, 2, 3, 4, 5, 6, 7, 8], [0, 0, 1, 0, 1, 0, 1, 1])).method
    'order'
    """
    coarser = coarse(table.unweighted(), MOST_SCORES)
    try:
        dealt = folds_of(coarser, folds, rng=np.random.default_rng(SEED))
    except InputError as problem:
        return Choice(ORDER, None, refused=str(problem))
    training, held_out = [fold.training for fold in dealt], [fold.held_out for fold in dealt]
    before = DeLongComponents.joined([DeLongComponents.of_table(cases) for cases in held_out])
    tried = []
    for method, bounds in _candidates(table):
        try:
            readings = [fit_method(cases, method, bandwidth, bounds) for cases in training]
        except InputError:
            continue  # such as a binormal law of a class whose scores are all equal
        logs = [reading.log_ratio(cases.score) for reading, cases in zip(readings, held_out, strict=True)]
        after = DeLongComponents.joined(
            [DeLongComponents.of_table(cases, log) for log, cases in zip(logs, held_out, strict=True)]
        )
        likelihood = _mean_log_likelihood(np.concatenate(logs), after)
        tried.append(Tried(method, bounds, auc_difference(after, before, USUAL_LEVEL, inflation=INFLATION), likelihood))
    better = [candidate for candidate in tried if candidate.gain.low > 0 and candidate.gain.value >= LEAST]
    if not better:
        return Choice(ORDER, None, tuple(tried))
    best = max(better, key=lambda candidate: candidate.fit)
    return Choice(best.method, best.bounds, tuple(tried))


def _candidates(table: ScoreTable) -> list[tuple[str, str]]:
    """Every method but `ORDER`, each on the scales that may make a difference to it."""
    within = table.is_probability
    scales = ("none", "logit", "rank") if within else ("none", "rank")
    kernels = [("kde", "reflect" if within and bounds == "none" else bounds) for bounds in scales]
    return [
        *kernels,
        *(("binormal", bounds) for bounds in scales if bounds != "rank"),
        ("isotonic", "none"),
        *(("splines", bounds) for bounds in scales),
    ]


def _mean_log_likelihood(log_ratio: Array, units: DeLongComponents) -> float:
    """Mean logarithm of the probability of the class of each case, at a prevalence of 1/2 and both classes alike.

    An infinite ratio counts as `INFINITE`.
    """
    log = np.clip(log_ratio, -math.log(INFINITE), math.log(INFINITE))
    shares = [cases / cases.sum() for cases in (units.positives, units.negatives)]
    return float(shares[0] @ log_expit(log) + shares[1] @ log_expit(-log)) / 2
