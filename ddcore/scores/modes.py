"""How a measure runs over the threshold: rising, falling, over one peak, or over several."""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from ddcore.arrays import Array
from ddcore.counts import CELLS, Cells
from ddcore.measures import Measure

MODES = {
    "level": "the same everywhere",
    "rises": "better and better as the threshold rises",
    "falls": "worse and worse as the threshold rises",
    "one peak": "one peak",
    "several peaks": "several peaks are possible",
}
"""What `mode` answers, in words."""

PUBLISHED_MODES: Mapping[str, str] = {
    **dict.fromkeys(("TNR", "FPR", "PPV", "FDR"), "rises"),
    **dict.fromkeys(("TPR", "FNR", "NPV", "FOR"), "falls"),
    **dict.fromkeys(("ACC", "ERR", "BACC", "J", "TS", "F1", "F2", "F0.5", "CC", "CP"), "one peak"),
    **dict.fromkeys(("MK", "MCC"), "several peaks"),
}
"""How each measure runs over the likelihood ratio by Gong 2022, chapter 4, Figure 4.9."""

EXAMPLE_POSITIVES = (0.1, 0.6, 0.3)
EXAMPLE_NEGATIVES = (0.7, 0.299, 0.001)
"""Shares of both classes in three bins of equal width; their ratio rises, and MCC and markedness have two peaks."""

ROUNDING = 1e-9
"""A change of less than this part of the largest value is taken for rounding."""


def peaks(values: Array, slight: float = 0.0) -> int:
    """How many local maxima a sequence has, a level stretch counting once and values that are missing left out.

    An end counts if it falls inward. A change of at most `slight` is left out, and if that is 0 one of a few roundings.

    >>> peaks(np.array([0.0, 1.0, 1.0, 0.5, 0.7])), peaks(np.array([3.0, 2.0])), peaks(np.array([1.0, 1.0]))
    (2, 1, 1)
    """
    missing = np.isnan(values)
    known = values[~missing] if missing.any() else values
    if not known.size:
        return 0
    with np.errstate(invalid="ignore"):
        step = np.diff(known)
    least = slight or 4e-15 * np.minimum(np.abs(known[1:]), 1e300)
    turned = (step > least).view(np.int8) - (step < -least).view(np.int8)
    up = np.concatenate(([True], turned[turned != 0] > 0, [False]))
    return int((up[:-1] & ~up[1:]).sum())


def example(prevalence: float = 0.5, cases: float = 1.0, steps: int = 100) -> tuple[Array, Cells]:
    """The example of two peaks: thresholds from 0 to 3, and the table at each, its cases summing to `cases`.

    >>> threshold, counts = example(cases=10.0, steps=1)
    >>> threshold.tolist(), counts.tp.round(3).tolist(), counts.fp.round(3).tolist()
    ([0.0, 1.0, 2.0, 3.0], [5.0, 4.5, 1.5, 0.0], [5.0, 1.5, 0.005, 0.0])
    """
    return np.linspace(0, 3, 3 * steps + 1), _table(EXAMPLE_POSITIVES, EXAMPLE_NEGATIVES, prevalence, cases, steps)


def _table(
    positives: Sequence[float], negatives: Sequence[float], prevalence: float, cases: float, steps: int
) -> Cells:
    """The counts over the threshold for densities that are constant in each bin."""
    at, ends = np.linspace(0, len(positives), len(positives) * steps + 1), np.arange(len(positives) + 1)

    def part(shares: Sequence[float], weight: float) -> tuple[Array, Array]:
        # Each is summed from its own end: as 1 less the other it would lose the digits of a few cases.
        below, above = np.append(0.0, np.cumsum(shares)), np.append(np.cumsum(shares[::-1])[::-1], 0.0)
        return weight * np.interp(at, ends, above), weight * np.interp(at, ends, below)

    (tp, fn), (fp, tn) = part(positives, prevalence * cases), part(negatives, (1 - prevalence) * cases)
    return Cells(tp=tp, fp=fp, fn=fn, tn=tn)


@cache
def searched() -> tuple[Cells, NDArray[np.intp]]:
    """Tables over the threshold for scores whose ratio rises: the example, and random ones of three to seven bins.

    One after the other in each cell, and the places at which the second and each later one begins.

    >>> cells, starts = searched()
    >>> starts.size, round(float(cells.tp[0]), 6), bool(cells.tp[starts[0] - 1] == 0)
    (199, 500.0, True)
    """
    rng = np.random.default_rng(1)
    tables = [example(prevalence, 1000.0, 20)[1] for prevalence in (0.5, 0.25, 0.05, 0.9)]
    while len(tables) < 200:
        bins = int(rng.integers(3, 8))
        positives, negatives = (rng.dirichlet(np.full(bins, rng.choice([0.5, 1.0, 3.0]))) for _ in range(2))
        if min(positives.min(), negatives.min()) < 1e-4:
            continue
        rising = np.argsort(positives / negatives)
        prevalence = float(rng.choice([0.5, 0.25, 0.05, 0.9]))
        tables.append(_table(positives[rising].tolist(), negatives[rising].tolist(), prevalence, 1000.0, 20))
    cells = Cells(**{name: np.concatenate([getattr(table, name) for table in tables]) for name in CELLS})
    return cells, np.cumsum([table.tp.size for table in tables])[:-1]


@lru_cache(maxsize=256)
def mode(measure: Measure) -> str:
    """How a measure runs over the threshold when scores are read as evidence, so that their ratio rises: of `MODES`.

    Looked for on 200 pairs of densities, of which the example of two peaks is one: "several peaks" is proved by one of
    them, the other answers mean that none of them shows anything else. "rises" and "falls" are towards better.

    >>> from ddcore.measures import measure
    >>> mode(measure("F1")), mode(measure("MCC")), mode(measure("PPV"))
    ('one peak', 'several peaks', 'rises')
    """
    cells, starts = searched()
    values = measure.on(cells) * (1 if measure.better == "higher" else -1)
    seen = {"level"}
    for part in np.split(values, starts):
        seen.add(_mode(part))
        if "several peaks" in seen:
            return "several peaks"
    seen.discard("level")
    return "level" if not seen else seen.pop() if len(seen) == 1 else "one peak"


def _mode(values: Array) -> str:
    """How one sequence runs, more being better."""
    values = values[np.isfinite(values)]
    if not values.size:
        return "level"
    turned = _without_rounding(values)
    if turned.size == 1:
        return "level"
    count = peaks(turned)
    if count > 1:
        return "several peaks"
    return "falls" if turned[0] == turned.max() else "rises" if turned[-1] == turned.max() else "one peak"


def _without_rounding(values: Array) -> Array:
    """The turning points of a sequence, those that rounding may have made left out."""
    slight = ROUNDING * float(np.abs(values).max())
    moved = values[np.append(True, np.diff(values) != 0)]
    falls = np.diff(moved) < 0
    kept = [float(values[0])]
    # Only the turning points are looked at: between two of them the sequence rises, or falls, throughout.
    for value in moved[1:][np.append(falls[1:] != falls[:-1], True)[: moved.size - 1]].tolist():
        rising = len(kept) > 1 and kept[-1] > kept[-2]
        if len(kept) > 1 and (value - kept[-1]) * (1 if rising else -1) > 0:
            kept[-1] = value
        elif abs(value - kept[-1]) > slight:
            kept.append(value)
    return np.array(kept)
