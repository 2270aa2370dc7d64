"""Does a measure rank as some way of valuing the outcomes does? Found by fitting, with a pair it ranks wrongly."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata

from ddcore.counts import Cells, Counts
from ddcore.decisions.utility import Utility
from ddcore.measures import Measure, measure

Array = NDArray[np.float64]

FORMS = {
    "always": "ranks as one set of payoffs, whatever the share of positives",
    "one test set": "ranks as payoffs do on one test set; which ones depends on the share of positives",
    "never": "is the yield of no payoffs",
    "no rank": "is the same for all classifiers on one test set",
}
"""Every verdict on a measure, with its words."""

PREVALENCES = (0.1, 0.3, 0.5, 0.8)
SIZES = (40.0, 1000.0)
STEPS = 13
EXACT = 1e-9
"""The largest error of a fit that counts as none, as a part of the spread of the values."""


@dataclass(frozen=True, eq=False)
class Form:
    """Whether a measure has the form a (X C00 + Y C11) + b, where a > 0 and b may depend on M and the prevalence only.

    `form` is a key of `FORMS`. `utility` ranks as the measure does, at the prevalence asked for where that matters;
    None where no utility does. `misfit` is the largest error of the best such form, as a part of the values' spread.
    """

    measure: Measure
    form: str
    utility: Utility | None
    misfit: float


def form(name: str | Measure, prevalence: float = 0.5) -> Form:
    """Fit equation 16 of Dyrland, Lundervold & Porta Mana (2022) to a measure on tables of several test sets.

    A measure that is linear in C00 and C11 on each test set, with one direction (X, Y) on all, is admissible. With a
    direction that moves with the prevalence it ranks rightly on one test set only, balanced accuracy among them, whose
    matrix is diag(1/f, 1/(1-f)): the paper calls it wrong even there. A function that rises with such a form, but
    is not one itself, ranks the same and is still "never" here; `wrong_pair` then finds no pair.

    >>> form("accuracy").utility
    Utility(tp=1.0, fp=0.0, fn=0.0, tn=1.0)
    >>> form("F1").form
    'never'
    """
    row = measure(name)
    fits = [_direction(row, share, size) for share in PREVALENCES for size in SIZES]
    misfit = max(fit[2] for fit in fits)
    if misfit > EXACT:
        return Form(row, "never", None, misfit)
    x, y, here = _direction(row, prevalence, SIZES[-1])
    if not all(abs(fit[0]) + abs(fit[1]) > EXACT for fit in fits):
        return Form(row, "no rank", None, misfit)
    same = all(abs(fit[0] - x) + abs(fit[1] - y) < EXACT for fit in fits)
    # A negative direction is a wrong answer worth more than a right one, so that all payoffs stay 0 or more.
    utility = Utility(tp=max(0.0, x), fp=max(0.0, -y), fn=max(0.0, -x), tn=max(0.0, y))
    return Form(row, "always" if same else "one test set", utility, max(misfit, here))


def _direction(row: Measure, prevalence: float, size: float) -> tuple[float, float, float]:
    """X and Y of the plane through the measure's values on one test set, the larger of them 1, and its misfit."""
    rates = np.linspace(0, 1, STEPS)
    tpr, tnr = (axis.ravel() for axis in np.meshgrid(rates, rates))
    values = _oriented(row, _tables(tpr, tnr, prevalence, size))
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


def _oriented(row: Measure, cells: Cells) -> Array:
    """The values of a measure, higher being better."""
    values = row.on(cells)
    return np.asarray(values if row.better == "higher" else -values)


CASES = 1000
"""Cases of the tables among which a wrong pair is looked for."""


@dataclass(frozen=True, eq=False)
class WrongPair:
    """Two tables of one test set: the first yields more, and the measure prefers the second."""

    better: Counts
    preferred: Counts
    yields: tuple[float, float]
    scores: tuple[float, float]


def wrong_pair(name: str | Measure, utility: Utility, prevalence: float = 0.5) -> WrongPair | None:
    """The pair of tables of 1,000 cases that a measure ranks most wrongly under a utility, None where none was found.

    Looked for among classifiers with TPR and TNR from 1/2 to 1, then among all; most wrongly is by the number of
    classifiers that stand between the two in both rankings, whichever is smaller.

    >>> found = wrong_pair("F1", Utility(tp=1, fp=0, fn=0, tn=1))
    >>> found.yields[0] > found.yields[1], found.scores[0] < found.scores[1]
    (True, True)
    """
    row = measure(name)
    positives = min(max(round(CASES * prevalence), 1), CASES - 1)
    for lowest, steps in ((0.5, 26), (0.0, 41)):
        rates = np.linspace(lowest, 1, steps)
        right, kept = np.meshgrid(
            np.unique(np.round(rates * positives)), np.unique(np.round(rates * (CASES - positives)))
        )
        tp, tn = right.ravel().astype(np.int64), kept.ravel().astype(np.int64)
        tables = Counts(tp=tp, fp=CASES - positives - tn, fn=positives - tp, tn=tn)
        if found := _most_wrong(row, utility, tables):
            return found
    return None


def _most_wrong(row: Measure, utility: Utility, tables: Counts) -> WrongPair | None:
    values = np.asarray(row(tables))
    tables, values = tables[np.isfinite(values)], values[np.isfinite(values)]
    if not values.size:
        return None
    # Rounding must not make a ranking of two that are equal.
    yields = np.round(utility(tables) / float(utility.highest - utility.lowest), 12)
    oriented = np.round(values if row.better == "higher" else -values, 12)
    by_yield, by_measure = (rankdata(one, method="dense") for one in (yields, oriented))
    ahead = (by_yield[:, None] - by_yield) / by_yield.max()
    behind = (by_measure - by_measure[:, None]) / by_measure.max()
    wrong = np.minimum(ahead, behind)
    first, second = np.unravel_index(int(np.argmax(wrong)), wrong.shape)
    if not wrong[first, second] > 0:
        return None
    earned = utility(tables)
    return WrongPair(
        tables[first],
        tables[second],
        (float(earned[first]), float(earned[second])),
        (float(values[first]), float(values[second])),
    )
