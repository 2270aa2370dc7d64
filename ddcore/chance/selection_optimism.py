"""What the best of several models scores on unseen cases, when it was selected on the cases at hand."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ddcore.arrays import Array
from ddcore.chance.rescale import beyond_chance, share_beyond
from ddcore.counts import Cells, Counts
from ddcore.interval import UNKNOWN, Interval
from ddcore.measures import Measure
from ddcore.records.clusters import design_effects
from ddcore.resampling.cross_validation import PARTS, deal_tally

DEALS = 20
"""How often the cases are dealt to parts."""
SIGNS = 64
"""Bits of the largest whole number: up to one model less, cases that all predict alike are counted, not listed."""


def best_on_unseen_cases(
    called: NDArray[np.bool_],
    positive: NDArray[np.bool_],
    measures: Sequence[Measure],
    total: int,
    positives: int,
    *,
    rng: np.random.Generator,
    weight: Array | None = None,
    cluster: NDArray[np.int64] | None = None,
    level: float | None = None,
) -> Interval:
    """How far beyond chance the best of several models is on cases that were not used to select it.

    `called` has a row a case and a column a model: whether it predicts the case positive. The cases are dealt to parts,
    class by class; each part is judged by the model that is furthest beyond chance (`share_beyond`) on the others, and
    the parts of all deals are counted together. The interval is that of one model's rates (`beyond_chance`), of cases
    in clusters with the largest design effects of a model. NaN where a class has fewer cases than there are parts.

    >>> from ddcore.measures import measure
    >>> true = np.arange(100) < 50
    >>> right = np.column_stack([true, ~true])
    >>> best_on_unseen_cases(right, true, [measure("J")], 100, 50, rng=np.random.default_rng(1)).value
    1.0
    """
    if not measures or min(positive.sum(), (~positive).sum()) < PARTS:
        return UNKNOWN
    alike, true, times = _tally(called, positive) if weight is None else (called, positive, np.ones(len(called), int))
    each = np.ones(times.size) if weight is None else weight
    up, down = (_Class.of(alike[own], times[own], each[own], rng) for own in (true, ~true))
    rates = up.others, down.others
    beyond = share_beyond(_cells(*rates, positives, total - positives), measures, total, positives)
    best = np.where(np.isnan(beyond), -np.inf, beyond.round(12)).argmax(axis=1)
    effects = [] if cluster is None else [design_effects(own, positive, cluster, weight) for own in called.T]
    largest = np.max([effect for effect in effects if effect is not None] or [(1.0, 1.0)], axis=0)
    cells = _cells(up.unseen(best), down.unseen(best), up.effective / largest[0], down.effective / largest[1])
    return beyond_chance(Counts(**dict(cells.items()), squares=cells), measures, total, positives, level)


def _cells(tpr: Any, fpr: Any, positives: float, negatives: float) -> Cells:
    return Cells(tp=positives * tpr, fp=negatives * fpr, fn=positives * (1 - tpr), tn=negatives * (1 - fpr))


def _tally(
    called: NDArray[np.bool_], positive: NDArray[np.bool_]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.int64]]:
    """The cases of one class that all models predict alike as one row, and how many they are; of many models each case.

    >>> _tally(np.array([[True], [False], [True]]), np.array([True, False, True]))[2].tolist()
    [1, 2]
    """
    signs = (positive, *called.T)
    if len(signs) > SIGNS:
        return called, positive, np.ones(len(called), np.int64)
    kind: type[np.unsignedinteger[Any]] = np.uint16 if len(signs) <= 16 else np.uint64
    codes = np.zeros(len(called), kind)
    for sign in signs:
        codes = codes << 1 | sign
    if kind is np.uint16:
        held = np.bincount(codes)
        kinds = np.flatnonzero(held).astype(kind)
        times = held[kinds]
    else:
        kinds, times = np.unique(codes, return_counts=True)
    rows = (kinds[:, None] >> np.arange(len(signs), dtype=kind)[::-1] & 1).astype(bool)
    return rows[:, 1:], rows[:, 0], times


@dataclass(frozen=True, eq=False)
class _Class:
    """The cases of one class in all parts of all deals: what the models predict positive of each, a row a part.

    `held` are weights of the part predicted positive, in parts of the weight of the class, a column a model; `others`
    the share of the other parts. `effective` are the cases that say as much (Kish 1965).
    """

    held: Array
    others: Array
    effective: float

    @classmethod
    def of(
        cls, called: NDArray[np.bool_], times: NDArray[np.int64], weight: Array, rng: np.random.Generator
    ) -> "_Class":
        total = float(times @ weight)
        dealt = np.concatenate([deal_tally(times, PARTS, rng=rng) for _ in range(DEALS)]) * (weight / total)
        held, every = dealt @ called, (times * weight / total) @ called
        others = (every - held) / (1 - dealt.sum(axis=1, keepdims=True))
        return cls(held, np.clip(others, 0.0, 1.0), total**2 / float(times @ weight**2))

    def unseen(self, best: NDArray[np.intp]) -> float:
        """The share predicted positive by the model that each part is judged by, the mean over the deals."""
        return min(1.0, float(np.take_along_axis(self.held, best[:, None], axis=1).sum()) / DEALS)
