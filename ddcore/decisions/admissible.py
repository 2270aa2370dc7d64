"""Does a measure rank classifiers as some utility does? Found by fitting, with a pair it ranks wrongly."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ddcore.arrays import Array
from ddcore.counts import Cells, Counts
from ddcore.decisions.ranking import CASES
from ddcore.decisions.utility import Utility
from ddcore.errors import InputError
from ddcore.measures import Measure, measure

FORMS = {
    "always": "ranks as one set of payoffs at every share of positives",
    "one test set": "ranks as payoffs that depend on the share of positives",
    "never": "follows from no set of payoffs",
    "no rank": "is the same for all classifiers on one test set",
}
"""Every verdict on a measure, with its words."""

PREVALENCES = (0.1, 0.3, 0.5, 0.8)
SIZES = (40.0, 1000.0)
"""Test sets to which the form is fitted: each share of positives with each number of cases."""
STEPS = 13
"""Rates from 0 to 1 along either side of the grid of tables on each test set."""
EXACT = 1e-9
"""The largest error of a fit that counts as none, as a part of the spread of the values."""


@dataclass(frozen=True, eq=False)
class Admissibility:
    """Whether a measure has the form a (X C00 + Y C11) + b, where a > 0 and b may depend on M and the prevalence only.

    `form` is a key of `FORMS`. `utility` ranks as the measure does, at the prevalence asked for where that matters;
    None where no utility does. `misfit` is the largest error of the best such form, as a part of the values' spread.

    >>> balanced = admissibility("BACC", prevalence=0.2)
    >>> balanced.form, balanced.utility, balanced.misfit < 1e-9
    ('one test set', Utility(tp=1.0, fp=0.0, fn=0.0, tn=0.25), True)
    """

    measure: Measure
    form: str
    utility: Utility | None
    misfit: float


def admissibility(name: str | Measure, prevalence: float = 0.5) -> Admissibility:
    """Fit equation 16 of Dyrland, Lundervold & Porta Mana (2022) to a measure on tables of several test sets.

    A measure that is linear in C00 and C11 on each test set, with one direction (X, Y) on all, is admissible. With a
    direction that moves with the prevalence it ranks rightly on one test set only, balanced accuracy among them, whose
    matrix is diag(1/f, 1/(1-f)): the paper calls it wrong even there. A function that rises with such a form, but
    is not one itself, ranks the same and is still "never" here; `misranked_pair` then finds no pair. Raises
    `InputError` "prevalence must be between 0 and 1, got 1.2".

    >>> admissibility("accuracy").utility
    Utility(tp=1.0, fp=0.0, fn=0.0, tn=1.0)
    >>> admissibility("F1").form
    'never'
    """
    judged = measure(name)
    _check(prevalence)
    fits = _directions(judged)
    misfit = max(fit[2] for fit in fits)
    if misfit > EXACT:
        return Admissibility(judged, "never", None, misfit)
    (x, y, _), *others = fits
    if all(abs(x - other[0]) + abs(y - other[1]) < EXACT for other in others):
        kind = "always" if (x, y) != (0, 0) else "no rank"
    else:
        kind, (x, y, _) = "one test set", _direction(judged, prevalence, SIZES[-1])
    if (x, y) == (0, 0):
        return Admissibility(judged, kind, None, misfit)
    # A negative direction becomes a payoff of the wrong answer, so that all payoffs are 0 or more.
    return Admissibility(
        judged, kind, Utility(tp=max(0.0, x), fp=max(0.0, -y), fn=max(0.0, -x), tn=max(0.0, y)), misfit
    )


def _check(prevalence: float) -> None:
    if not 0 < prevalence < 1:
        why = ": both classes need cases" if prevalence in (0, 1) else ""
        raise InputError(f"prevalence must be between 0 and 1, got {prevalence:g}{why}")


@lru_cache(maxsize=128)
def _directions(judged: Measure) -> tuple[tuple[float, float, float], ...]:
    """`_direction` on each test set that a form has to hold on; kept, as a slider of the prevalence asks often."""
    return tuple(_direction(judged, share, size) for share in PREVALENCES for size in SIZES)


def _direction(judged: Measure, prevalence: float, size: float) -> tuple[float, float, float]:
    """X and Y of the plane through the measure's values on one test set, the larger of them 1, and its misfit."""
    rates = np.linspace(0, 1, STEPS)
    tpr, tnr = (axis.ravel() for axis in np.meshgrid(rates, rates))
    values = _oriented(judged, _tables(tpr, tnr, prevalence, size))
    known = np.isfinite(values)
    if known.sum() < 4:
        return np.nan, np.nan, np.inf
    right = np.column_stack([tpr * prevalence, tnr * (1 - prevalence), np.ones_like(tpr)])[known]
    plane = np.linalg.lstsq(right, values[known])[0]
    largest = float(np.abs(plane[:2]).max())
    spread = max(float(np.ptp(values[known])), EXACT * float(np.abs(values[known]).max()), np.finfo(float).tiny)
    misfit = float(np.abs(right @ plane - values[known]).max()) / spread
    if largest <= EXACT * float(np.abs(values[known]).max()):
        return 0.0, 0.0, 0.0 if np.ptp(values[known]) <= EXACT * np.abs(values[known]).max() else misfit
    x, y = (float(np.round(part / largest, 12)) + 0.0 for part in plane[:2])
    return x, y, misfit


def _tables(tpr: Array, tnr: Array, prevalence: float, size: float) -> Cells:
    P, N = size * prevalence, size * (1 - prevalence)
    return Cells(tp=tpr * P, fp=(1 - tnr) * N, fn=(1 - tpr) * P, tn=tnr * N)


def _oriented(judged: Measure, cells: Cells) -> Array:
    """The values of a measure, higher being better."""
    values = judged.on(cells)
    return np.asarray(values if judged.better == "higher" else -values)


@dataclass(frozen=True, eq=False)
class MisrankedPair:
    """Two tables of one test set: the first yields more, and the measure prefers the second.

    >>> pair = misranked_pair("recall", Utility(tp=1, fp=0, fn=0, tn=1))
    >>> pair.better, pair.preferred
    (Counts(tp=250, fp=0, fn=250, tn=500), Counts(tp=340, fp=250, fn=160, tn=250))
    >>> pair.yields, pair.scores
    ((0.75, 0.59), (0.5, 0.68))
    """

    better: Counts
    preferred: Counts
    yields: tuple[float, float]
    scores: tuple[float, float]


def misranked_pair(name: str | Measure, utility: Utility, prevalence: float = 0.5) -> MisrankedPair | None:
    """A pair of tables of 1,000 cases that a measure ranks wrongly under a utility; None if there is none at all.

    Looked for first among classifiers with TPR and TNR from 1/2 to 1, and taken as wrong as possible: by how far apart
    the two are in both rankings, whichever is less. Else all tables are searched, at least one case in each class.
    Raises `InputError` "prevalence must be between 0 and 1, got 1.2".

    >>> pair = misranked_pair("F1", Utility(tp=1, fp=0, fn=0, tn=1))
    >>> pair.yields[0] > pair.yields[1], pair.scores[0] < pair.scores[1]
    (True, True)
    """
    judged = measure(name)
    _check(prevalence)
    if np.ndim(utility.tp):
        raise InputError(f"a pair must be searched under one matrix of payoffs, got {np.size(utility.tp)}")
    P = min(max(round(CASES * prevalence), 1), CASES - 1)
    N = CASES - P
    good = [np.unique(np.round(np.linspace(0.5, 1, 26) * cases)).astype(np.int64) for cases in (P, N)]
    return _of(judged, utility, _grid(P, N, *good), _most_wrong) or _of(
        judged, utility, _grid(P, N, np.arange(P + 1), np.arange(N + 1)), _any_wrong
    )


def _grid(P: int, N: int, tp: NDArray[np.int64], tn: NDArray[np.int64]) -> Counts:
    right, kept = (axis.ravel() for axis in np.meshgrid(tp, tn))
    return Counts(tp=right, fp=N - kept, fn=P - right, tn=kept)


Search = Callable[[Array, Array], tuple[Any, Any] | None]
"""From yields and scores, higher being better, to the places of the better table and of the one preferred."""


def _of(judged: Measure, utility: Utility, tables: Counts, search: Search) -> MisrankedPair | None:
    """The pair that a search finds among some tables; those without a value are left out."""
    scores = np.asarray(judged(tables))
    tables, scores = tables[np.isfinite(scores)], scores[np.isfinite(scores)]
    earned = utility(tables)
    places = (
        search(_levelled(earned), _levelled(scores if judged.better == "higher" else -scores)) if scores.size else None
    )
    if places is None:
        return None
    yields, values = ((float(both[places[0]]), float(both[places[1]])) for both in (earned, scores))
    return MisrankedPair(tables[places[0]], tables[places[1]], yields, values)


def _levelled(values: Array) -> Array:
    """Values in parts of their spread, so that what differs by rounding only is equal."""
    spread = float(np.ptp(values))
    return np.round((values - values.min()) / spread, 12) if spread else np.zeros_like(values)


def _most_wrong(yields: Array, scores: Array) -> tuple[Any, Any] | None:
    by_yield, by_score = (np.unique(values, return_inverse=True)[1] + 1 for values in (yields, scores))
    ahead = (by_yield[:, None] - by_yield) / by_yield.max()
    behind = (by_score - by_score[:, None]) / by_score.max()
    wrong = np.minimum(ahead, behind)
    better, preferred = np.unravel_index(int(np.argmax(wrong)), wrong.shape)
    return (better, preferred) if wrong[better, preferred] > 0 else None


def _any_wrong(yields: Array, scores: Array) -> tuple[Any, Any] | None:
    """The table that scores most below one which yields less: no pair is overlooked, in O(n log n)."""
    order = np.argsort(yields, kind="stable")
    first = np.searchsorted(yields[order], yields[order])  # those before it yield strictly less
    highest = np.maximum.accumulate(scores[order])
    below = np.where(first > 0, highest[first - 1] - scores[order], 0.0)
    better = int(np.argmax(below))
    if not below[better] > 0:
        return None
    return order[better], order[int(np.argmax(scores[order][: first[better]]))]
