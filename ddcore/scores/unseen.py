"""The likelihood ratio of each case as the cases of other folds give it, so that its own truth is not in it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ddcore.arrays import Array
from ddcore.errors import InputError
from ddcore.resampling.cross_validation import deal_by_class, folds_of
from ddcore.scores.choice import FOLDS
from ddcore.scores.likelihood import BEST, fit
from ddcore.table import ScoreTable

Reader = Callable[[ScoreTable], Callable[[Array], Array]]
"""What gives the logarithm of the likelihood ratio of scores, learned from a table."""

INFLATION = 1.5
"""What the variance of a mean over such cases is multiplied by, as each had a part in the ratios of the others: without
that the interval of 95 % of their mean worth held it in 87 to 89 % of simulated samples of 60 to 120 cases."""


def best_reader(table: ScoreTable) -> Callable[[Array], Array]:
    """The best reading of scores on cases that it was not learned from."""
    return fit(table, BEST).log_ratio


def rates_reader(table: ScoreTable) -> Callable[[Array], Array]:
    """Labels, scores of 0 and 1, by how often each class has them; one that neither class has says nothing.

    >>> rates_reader(ScoreTable.of([0, 1, 1, 1], [0, 0, 1, 1]))(np.array([0.0, 1.0])).round(3).tolist()
    [-inf, 0.693]
    """
    positives, negatives = (
        np.bincount(table.score.astype(np.intp), tally, 2) / tally.sum() for tally in (table.positives, table.negatives)
    )
    with np.errstate(divide="ignore", invalid="ignore"):
        log = np.log(positives) - np.log(negatives)
    known = np.where(np.isnan(log), 0.0, log)
    return lambda score: known[score.astype(np.intp)]


@dataclass(frozen=True, eq=False)
class Unseen:
    """Cases with the logarithm of the ratio that others give them: arrays of one length, a fold after the other.

    Element i are the positives and negatives of one fold that have one score.
    """

    score: Array
    positives: NDArray[Any]
    negatives: NDArray[Any]
    log_ratio: Array


def unseen_ratios(table: ScoreTable, reader: Reader = best_reader, *, rng: np.random.Generator) -> Unseen:
    """The ratio of each score in each fold, by the others; raises `InputError` as `dealing.folds_of` and `fit` do.

    >>> table = ScoreTable.of([0, 0, 0, 1, 1, 1], [0, 0, 1, 0, 1, 1])
    >>> unseen = unseen_ratios(table, rates_reader, rng=np.random.default_rng(1))
    >>> int(unseen.positives.sum()), int(unseen.negatives.sum())
    (3, 3)
    """
    folds = folds_of(table.unweighted(), FOLDS, rng=rng)
    held = [fold.held_out for fold in folds]
    logs = [reader(fold.training)(own.score) for fold, own in zip(folds, held, strict=True)]
    parts = ([getattr(own, name) for own in held] for name in ("score", "positives", "negatives"))
    score, positives, negatives = (np.concatenate(part) for part in parts)
    return Unseen(score, positives, negatives, np.concatenate(logs))


def unseen_ratios_of_cases(
    score: Array,
    positive: NDArray[np.bool_],
    weight: Array | None = None,
    reader: Reader = best_reader,
    cluster: NDArray[np.int64] | None = None,
    *,
    rng: np.random.Generator,
) -> Array:
    """The logarithm of the ratio of each case by the cases of other folds, in the order of the cases.

    Those of one `cluster` are in one fold.

    Raises `InputError` "cross-fitting needs two cases of each class, got 1 of one" and as `fit` does.

    >>> score, positive = np.array([0.0, 0, 0, 1, 1, 1]), np.array([0, 0, 1, 0, 1, 1], bool)
    >>> unseen_ratios_of_cases(score, positive, reader=rates_reader, rng=np.random.default_rng(1)).shape
    (6,)
    """
    smaller = int(min(positive.sum(), (~positive).sum()))
    if smaller < 2:
        raise InputError(f"cross-fitting needs two cases of each class, got {smaller} of one")
    fold = deal_by_class(positive, min(FOLDS, smaller), rng=rng, cluster=cluster)
    log = np.empty(score.size)
    for own in range(min(FOLDS, smaller)):
        rest, held = fold != own, fold == own
        table = ScoreTable.of(score[rest], positive[rest], True, None if weight is None else weight[rest])
        values, place = np.unique(score[held], return_inverse=True)
        log[held] = reader(table.unweighted())(values)[place]
    return log
