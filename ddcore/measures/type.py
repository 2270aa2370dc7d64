"""What a measure is: a function of the four counts that knows where it has a value, which way it points and why."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from ddcore.arrays import Array
from ddcore.counts import Cells, Counts
from ddcore.errors import InputError
from ddcore.measures.difference import Change, change

Margins = Callable[[Any, Any, Any], Any]
"""A function of P, N and n: positives, negatives and cases predicted positive."""
Reached = Callable[[str, float, float], float]
"""A function of "higher" or "lower", M and P."""
OTHER = {"higher": "lower", "lower": "higher"}

NEEDS = {
    "positives": "no case is truly positive",
    "negatives": "no case is truly negative",
    "predicted_positives": "no case is predicted positive",
    "predicted_negatives": "no case is predicted negative",
    "fp": "no truly negative case is predicted positive",
    "fn": "no truly positive case is predicted negative",
    "tn": "no truly negative case is predicted negative",
    "disagreement": "all cases are of one class, and all are predicted as that class",
    "value": "its formula has no finite value",
}
"""What must be above zero for a measure to be defined -> the words for its being zero."""


@dataclass(frozen=True, eq=False)
class Measure:
    """A measure of classifier quality, callable on `Counts`.

    `better` is "higher" or "lower"; `best` and `worst` bound its values for all tables, `ideal` and `poorest` those for
    given classes. `meaning` says in plain words what it is, and is "" for a formula of one's own. `formula` is on
    counts, as `measures.own_formula` reads it, `latex` the same for print, `source` who defined it; `undefined` says
    when it is NaN.
    `spared` is the one of its `needs` without which its formula on counts is 0, see `measures.counted`.
    `judges` is False for what describes the data or the habit of a classifier rather than its quality.
    `expected` and `slope` are the mean under a random draw and its change per TP, as functions of P, N and n.
    `proportion` gives the successes and the trials of a plain share of cases. A `smooth` measure changes so evenly with
    the counts that sums over many of them may skip some, and is made of + - * / and square roots alone, which exact
    arithmetic can follow; one that `grows` is larger in larger data, as a count is. A `monotone` one, where it is
    above 0 or lower is better, is made no worse by one more right answer and no better by one more mistake.
    `reached` gives the highest or the lowest value of any classifier, as its first argument is "higher" or "lower", for
    M and P, where these need not be those of a perfect and of an always wrong one.
    `line` is the probability of being positive from which on it pays to predict it at the best threshold, a
    function of the best value and its counts; `line_words` is the same for print, with a star at what is best.

    >>> from ddcore.measures import measure
    >>> measure("recall")(Counts(tp=227, fp=50, fn=31, tn=192)).round(3)
    np.float64(0.88)
    """

    key: str
    name: str
    function: Callable[[Any], Any]
    formula: str
    latex: str
    needs: tuple[str, ...] = ()
    spared: str = ""
    aliases: tuple[str, ...] = ()
    meaning: str = ""
    better: str = "higher"
    best: float = 1.0
    worst: float = 0.0
    source: str = "van de Bijl et al. (2024), Table 1"
    judges: bool = True
    expected: Margins | None = None
    expected_latex: str = ""
    slope: Margins | None = None
    shape: Callable[[int, int], str] | None = None
    proportion: Callable[[Any], tuple[Any, Any]] | None = None
    smooth: bool = True
    grows: bool = False
    monotone: bool = False
    reached: Reached | None = None
    line: Callable[[float, Any], float] | None = None
    line_words: str = ""

    def __post_init__(self) -> None:
        if self.smooth and self.slope is None and not _can_be_followed(self.function):
            raise InputError(
                f"{self.key} must be made of + - * / and square roots of the counts, whose changes exact "
                f"arithmetic can follow; declare any other measure with smooth=False"
            )

    @property
    def title(self) -> str:
        """The name with the key, where the key says something new.

        >>> from ddcore.measures import measure
        >>> measure("recall").title, measure("F1").title
        ('Recall (TPR)', 'F1')
        """
        if "=" in self.key:
            return self.name
        name = self.name.removesuffix(" score") if self.key.startswith(("F", "NF")) else self.name
        return name if self.key.casefold() in name.casefold() else f"{name} ({self.key})"

    @property
    def undefined(self) -> str:
        """When the measure has no value, in words.

        >>> from ddcore.measures import measure
        >>> measure("precision").undefined
        'no case is predicted positive'
        """
        return " or ".join(NEEDS[need] for need in self.needs) or "never"

    @property
    def definition(self) -> str:
        """What the measure says, its range and when it has no value, in two or three sentences.

        >>> from ddcore.measures import measure
        >>> print(measure("recall").definition)
        The share of positive cases that are predicted positive. From 0 to 1, higher is better. Undefined if no case is truly positive.
        """  # noqa: E501 - the text as it is shown
        what = self.meaning or f"A formula of your own: {self.formula}"
        never = "" if self.undefined == "never" else f" Undefined if {self.undefined}."
        judged = f", {self.better} is better" if self.judges else ""
        return f"{what[0].upper()}{what[1:]}. {self.range[0].upper()}{self.range[1:]}{judged}.{never}"

    @property
    def range(self) -> str:
        """From its lowest to its highest value, in words.

        >>> from ddcore.measures import measure
        >>> measure("MCC").range, measure("TP").range, measure("CC").range
        ('from −1 to 1', 'from 0 to the number of cases', 'from 0 to 1.414')
        """
        ends = sorted((self.best, self.worst))
        if self.grows and math.isinf(ends[0]):
            return "without ends, as it grows with the number of cases"
        if self.grows:
            return f"from {_end(ends[0])} to the number of cases"
        return f"from {_end(ends[0])} to {_end(ends[1])}"

    def defined(self, cells: Cells) -> Any:
        """Whether each table has a value, shaped like the counts.

        >>> from ddcore.measures import measure
        >>> measure("precision").defined(Counts(tp=[3, 0], fp=[1, 0], fn=[1, 4], tn=[5, 6])).tolist()
        [True, False]
        """
        fine = np.ones(np.shape(cells.tp), dtype=bool)
        for need in self.needs:
            fine = fine & (SPECIAL[need](self, cells) if need in SPECIAL else getattr(cells, need) > 0)
        return fine

    def __call__(self, counts: Cells) -> Array:
        """The value for each table, shaped like the counts, NaN where undefined."""
        return self.on(counts.floats())

    def on(self, cells: Cells) -> Array:
        """The value for each table of cells that are floats already, which are not converted.

        >>> from ddcore.measures import measure
        >>> measure("precision").on(Cells(tp=3.0, fp=1.0, fn=0.0, tn=0.0))
        np.float64(0.75)
        """
        with np.errstate(all="ignore"):
            return np.where(self.defined(cells), self.function(cells), np.nan)[()]

    @lru_cache(maxsize=4096)  # noqa: B019 - of a bounded number of measures
    def ideal(self, total: float, positives: float) -> float:
        """The best value that any classifier can reach with these classes: a perfect one's, where it has a value.

        >>> from ddcore.measures import measure
        >>> measure("TP").ideal(10, 4), measure("error rate").ideal(10, 4)
        (4.0, 0.0)
        """
        if self.reached is not None:
            return self.reached(self.better, total, positives)
        negatives = total - positives
        perfect = float(self(Counts(tp=positives, fp=0, fn=0, tn=negatives)))
        if not math.isnan(perfect):
            return perfect
        called = np.unique([0, 1, total // 2, total - 1, total]) if 0 in (positives, negatives) else np.array([])
        tp, fp = (called if cases else 0 * called for cases in (positives, negatives))
        values = self.on(Cells(tp=tp, fp=fp, fn=positives - tp, tn=negatives - fp))
        known = values[~np.isnan(values)]
        # With one class only, every table that has a value has the same.
        return float(known[0]) if known.size else self.best

    def poorest(self, total: float, positives: float) -> float:
        """The worst value that any classifier has with these classes: one's that is always wrong, or but for a case.

        >>> from ddcore.measures import measure
        >>> measure("MCC").poorest(10, 4), measure("error rate").poorest(10, 4), measure("NLR").poorest(10, 4)
        (-1.0, 1.0, 6.0)
        """
        if self.reached is not None:
            return self.reached(OTHER[self.better], total, positives)
        right = np.array([(tp, tn) for tp in (0, 1) for tn in (0, 1) if tp <= positives and tn <= total - positives])
        tp, tn = right.T.astype(np.float64)
        values = self.on(Cells(tp=tp, fp=total - positives - tn, fn=positives - tp, tn=tn))
        known = values[~np.isnan(values)]
        return float((np.min if self.better == "higher" else np.max)(known)) if known.size else self.worst

    def is_better(self, score: Any, other: Any) -> Any:
        """Whether a score is strictly better than another, element by element; False where either is NaN.

        >>> from ddcore.measures import measure
        >>> measure("error rate").is_better([0.1, 0.5, np.nan], 0.3).tolist()
        [True, False, False]
        """
        return np.greater(score, other) if self.better == "higher" else np.less(score, other)


def _end(value: float) -> str:
    text = "infinity" if math.isinf(value) else f"{value:.4g}".lstrip("-")
    return f"−{text}" if value < 0 else text


def _can_be_followed(function: Callable[[Any], Any]) -> bool:
    """Whether a function of counts stays within the arithmetic with differences."""
    old, new = Cells(tp=3.0, fp=2.0, fn=4.0, tn=5.0), Cells(tp=4.0, fp=1.0, fn=3.0, tn=6.0)
    try:
        result = function(change(old, new, Cells(tp=1.0, fp=-1.0, fn=-1.0, tn=1.0)))
    except (TypeError, AttributeError, ValueError):
        return False
    return isinstance(result, Change)


def disagreement(cells: Cells) -> Any:
    """Whether chance leaves room for disagreement, the denominator of kappa: P(M-n) + Nn above zero.

    >>> bool(disagreement(Cells(tp=5, fp=0, fn=0, tn=0))), bool(disagreement(Cells(tp=5, fp=1, fn=0, tn=0)))
    (False, True)
    """
    return (cells.tp + cells.fp + cells.fn > 0) & (cells.fp + cells.fn + cells.tn > 0)


def _finite(measure: Measure, cells: Cells) -> Any:
    with np.errstate(all="ignore"):
        return np.isfinite(measure.function(cells))


SPECIAL: dict[str, Callable[[Measure, Cells], Any]] = {
    "disagreement": lambda measure, cells: disagreement(cells),
    "value": _finite,
}
"""The needs that are more than a count above zero."""


def determinant(cells: Cells) -> Any:
    """TP TN - FP FN without cancellation: products are split into a double and its exact remainder (Dekker 1971).

    >>> cells = Cells(tp=1e9 + 1, fp=1e9, fn=1e9 + 2, tn=1e9 + 1)
    >>> determinant(cells), cells.tp * cells.tn - cells.fp * cells.fn
    (1.0, 0.0)
    """
    (first, first_rest), (second, second_rest) = _product(cells.tp, cells.tn), _product(cells.fp, cells.fn)
    return (first - second) + (first_rest - second_rest)


def _product(a: Any, b: Any) -> tuple[Any, Any]:
    (a_high, a_low), (b_high, b_low) = _halves(a), _halves(b)
    product = a * b
    return product, ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low


def _halves(a: Any) -> tuple[Any, Any]:
    scaled = a * 134217729.0  # 2^27 + 1
    high = scaled - (scaled - a)
    return high, a - high
