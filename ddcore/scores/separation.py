"""How well the scores of one model separate: the areas and summaries of its curves, and two models compared."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ddcore.arrays import Array
from ddcore.counts import all_equal
from ddcore.errors import InputError
from ddcore.interval import UNKNOWN, Interval
from ddcore.records.labels import are_positive, scores, squared, weights
from ddcore.scores.calibration import Brier, brier, log_loss
from ddcore.scores.curve_kinds import CURVE_KINDS
from ddcore.scores.curves import PartialArea, area, convex_hull, curve, partial_area
from ddcore.scores.intervals import DeLongComponents, auc_difference, delong
from ddcore.scores.recalibration import Recalibration, recalibration
from ddcore.table import ScoreTable

EARLY = 0.1
"""The false positive rate up to which the partial area is quoted."""


@dataclass(frozen=True)
class Separation:
    """The numbers of one model.

    `summaries` are those of its curves by kind, `partial` is the area up to a false positive rate of `EARLY`, `hull`
    that under the convex hull, `tied` the share of pairs of a positive and a negative case that have one score.
    `brier`, `log_loss` and `recalibration` are None where scores are no probabilities. `effective` are the positives
    and negatives that count one each and say as much, fewer than `positives` and `negatives` where cases are weighted
    and NaN where of weights only the sums are known.

    >>> numbers = separation(ScoreTable.of([0.1, 0.3, 0.4, 0.8], [0, 1, 0, 1]))
    >>> numbers.auc.value, numbers.hull, round(numbers.summaries["ks"], 3), round(numbers.brier.score, 3)
    (0.75, 0.875, 0.5, 0.175)
    """

    auc: Interval
    summaries: Mapping[str, float]
    partial: PartialArea
    hull: float
    tied: float
    positives: float
    negatives: float
    effective: tuple[float, float]
    brier: Brier | None
    log_loss: float | None
    recalibration: Recalibration | None


def separation(table: ScoreTable) -> Separation:
    """Every number of one table; raises `InputError` "a curve needs cases of both classes, got no positive case".

    >>> separation(ScoreTable.of([0.1, 0.4, 0.4, 0.8], [0, 0, 1, 1])).tied
    0.25
    """
    P, N = float(table.positives.sum()), float(table.negatives.sum())
    for cases, name in ((P, "positive"), (N, "negative")):
        if not cases:
            raise InputError(f"a curve needs cases of both classes, got no {name} case")
    bounded = table.is_probability
    return Separation(
        auc=delong(table),
        summaries={key: curve(table, key).summary for key in CURVE_KINDS},
        partial=partial_area(table, 0, EARLY),
        hull=area(convex_hull(table)),
        tied=float((table.positives.astype(np.float64) * table.negatives).sum() / (P * N)),
        positives=P,
        negatives=N,
        effective=table.unweighted().effective,
        brier=brier(table) if bounded else None,
        log_loss=log_loss(table) if bounded else None,
        recalibration=recalibration(table) if bounded else None,
    )


def paired_auc_difference(
    first: ArrayLike,
    second: ArrayLike,
    truth: ArrayLike,
    positive: Any = None,
    weight: ArrayLike | None = None,
    cluster: NDArray[np.int64] | None = None,
) -> Interval:
    """The AUC of the first model less that of the second on the cases that both scored, paired by case.

    The interval is that of `intervals.auc_difference`. Element i of each argument belongs to case i; a score may be
    NaN. `weight` is what each case counts (1 if None): placements are then weighted means, and their variance that of
    weighted cases, see `intervals.delong`. Cases of one `cluster` have its number, see `DeLongComponents.in_clusters`.
    NaN where no case is left of a class. Raises `InputError` "both models and truth must have the same length, got 3, 3
    and 2", for weights that are not 0 or more, and for what cannot be labels, see `labels.are_positive`.

    >>> paired_auc_difference([1, 2, 3, 4], [1, 3, 2, 4], [0, 0, 1, 1]).value
    0.25
    """
    return paired_auc_differences([first], second, truth, positive, weight, cluster)[0]


def paired_auc_differences(
    firsts: Sequence[ArrayLike],
    second: ArrayLike,
    truth: ArrayLike,
    positive: Any = None,
    weight: ArrayLike | None = None,
    cluster: NDArray[np.int64] | None = None,
) -> list[Interval]:
    """`paired_auc_difference` of each of several models and the second one, which is placed once for the same cases.

    >>> [lead.value for lead in paired_auc_differences([[1, 2, 3, 4], [4, 3, 2, 1]], [1, 3, 2, 4], [0, 0, 1, 1])]
    [0.25, -0.75]
    """
    base = scores(second, "a model's score")
    (true,) = are_positive({"truth": truth}, positive)
    shares = None if weight is None else weights(weight, true.shape)
    differences: list[Interval] = []
    known: NDArray[np.bool_] | None = None
    for first in firsts:
        score = scores(first, "a model's score")
        if not score.size == base.size == true.size:
            raise InputError(
                f"both models and truth must have the same length, got {score.size}, {base.size} and {true.size}"
            )
        both = np.isfinite(score) & np.isfinite(base)
        if shares is not None:
            both &= shares > 0
        if known is None or not np.array_equal(both, known):
            known, place = both, _placing(true[both], None if shares is None else shares[both])
            before = None if place is None else place(base[both])
        if place is None or before is None:
            differences.append(UNKNOWN)
            continue
        after = place(score[both])
        differences.append(
            auc_difference(after.in_clusters(None if cluster is None else cluster[both], beside=before), before)
        )
    return differences


def _placing(true: NDArray[np.bool_], share: Array | None) -> Callable[[Array], DeLongComponents] | None:
    """What places cases by a score; None where one of the classes is missing."""
    if true.all() or not true.any():
        return None
    tallies: list[NDArray[Any]] = [true.astype(np.int64), (~true).astype(np.int64)]
    squares = None
    if share is not None and not all_equal(share):
        tallies = [tally * share for tally in tallies]
        squares = squared(tallies[0]), squared(tallies[1])
    return lambda score: DeLongComponents.of(score, *tallies, squares=squares)
