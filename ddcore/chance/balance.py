"""A classifier at another prevalence: the same share of each class is predicted positive, in classes of another size.

Any measure on the moved counts is that measure balanced, so no measure needs a second formula (Luque et al. 2019;
Burger & Meertens, Table 4, whose balanced precision misprints a sign: it is TPR / (TPR - TNR + 1)).
"""

import functools
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ddcore.counts import Cells
from ddcore.errors import InputError
from ddcore.measures import Measure
from ddcore.measures import measure as measure_named
from ddcore.measures.type import Reached


def rebalance(counts: Cells, prevalence: ArrayLike = 0.5) -> Cells:
    """Counts with the same total, TPR and FPR and another share of positives.

    Parameters
    ----------
    counts : Counts of any shape
    prevalence : array_like
        The wanted share of positives, between 0 and 1; broadcast against the counts.

    Returns
    -------
    Cells
        The four counts, not rounded; NaN where a class that should have cases has none now, so that its rate is
        unknown.

    Raises
    ------
    InputError
        "prevalence must be between 0 and 1, got 1.2".

    Examples
    --------
    >>> from ddcore.counts import Counts
    >>> rebalance(Counts(tp=6, fp=18, fn=4, tn=72)).tp.item()
    30.0
    """
    share = np.asarray(prevalence, dtype=np.float64)
    wrong = share[~((share >= 0) & (share <= 1))]
    if wrong.size:
        raise InputError(f"prevalence must be between 0 and 1, got {wrong.flat[0]:g}")
    with np.errstate(invalid="ignore"):
        moved = _moved(counts, share)
    no_positives, no_negatives = share == 0, share == 1
    return Cells(
        tp=np.where(no_positives, 0.0, moved.tp)[()],
        fp=np.where(no_negatives, 0.0, moved.fp)[()],
        fn=np.where(no_positives, 0.0, moved.fn)[()],
        tn=np.where(no_negatives, 0.0, moved.tn)[()],
    )


def _moved(counts: Cells, share: Any) -> Cells:
    P, N = counts.positives, counts.negatives
    tp, fn = ((cell / P) * (share * (P + N)) for cell in (counts.tp, counts.fn))
    fp, tn = ((cell / N) * ((1 - share) * (P + N)) for cell in (counts.fp, counts.tn))
    return Cells(tp=tp, fp=fp, fn=fn, tn=tn)


def balanced(measure: str | Measure, prevalence: float = 0.5) -> Measure:
    """The measure that first moves the counts to a prevalence between 0 and 1, both excluded.

    It has the name, the direction and the needs of the measure, and needs cases of both classes too. Raises
    `InputError` "prevalence must be above 0 and below 1, got 1".

    >>> from ddcore.counts import Counts
    >>> balanced("PPV")(Counts(tp=6, fp=18, fn=4, tn=72)).round(3)
    np.float64(0.75)
    """
    if not 0 < prevalence < 1:
        raise InputError(f"prevalence must be above 0 and below 1, got {prevalence:g}")
    return _balanced(measure_named(measure), prevalence)


@functools.lru_cache(maxsize=1024)  # one object a measure and prevalence: results are cached by it
def _balanced(measure: Measure, prevalence: float) -> Measure:
    return replace(
        measure,
        key=f"{measure.key} at {prevalence:g}",
        name=f"{measure.name} at a prevalence of {prevalence:g}",
        aliases=(),
        function=lambda cells: measure.function(_moved(cells, prevalence)),
        needs=tuple(dict.fromkeys((*measure.needs, "positives", "negatives"))),
        expected=None,
        slope=None,
        shape=None,
        proportion=None,
        reached=_reached(measure, prevalence) if measure.reached is not None else None,
    )


def _reached(measure: Measure, prevalence: float) -> Reached:
    """`Measure.reached` at another prevalence; that of a measure which does not grow is taken from a million cases."""

    def reached(end: str, total: float, positives: float) -> float:
        cases = total if measure.grows else 1_000_000
        return measure.reached(end, cases, cases * prevalence) if measure.reached is not None else measure.best

    return reached
