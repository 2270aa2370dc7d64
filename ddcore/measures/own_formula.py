"""A measure of your own: a formula in the counts, which `expression` reads; nothing of it is ever run as code."""

import math
import re
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np

from ddcore.counts import Cells
from ddcore.errors import InputError
from ddcore.measures.grammar import LONGEST, TYPED, Function, Reader, spaced
from ddcore.measures.type import Margins, Measure

COUNTS: dict[str, tuple[str, Any, str, float]] = {
    "tp": ("true positives", lambda t: t.tp, r"\mathrm{TP}", 1.0),
    "fp": ("false positives", lambda t: t.fp, r"\mathrm{FP}", -1.0),
    "fn": ("false negatives", lambda t: t.fn, r"\mathrm{FN}", -1.0),
    "tn": ("true negatives", lambda t: t.tn, r"\mathrm{TN}", 1.0),
    "p": ("positive cases", lambda t: t.positives, "P", 0.0),
    "n": ("negative cases", lambda t: t.negatives, "N", 0.0),
    "m": ("all cases", lambda t: t.total, "M", 0.0),
    "pp": ("cases predicted positive", lambda t: t.predicted_positives, "n", 0.0),
    "pn": ("cases predicted negative", lambda t: t.predicted_negatives, "(M-n)", 0.0),
}
"""The names a formula may use: what they are, how they come from the counts, how they are printed, and what they change
by per true positive where the margins stay."""

READER = Reader(COUNTS, "counts", "(tp + tn) / m")


def formula(text: str) -> Measure:
    """The measure that a text like "net = (tp - fp) / m" describes: a formula, and a name before it if it has one.

    The formula holds the names of `COUNTS`, numbers, + - * / ** and parentheses, and the functions of `FUNCTIONS`. An
    exponent is a plain number. Which way the measure points is found by comparing a perfect classifier with one that is
    always wrong; ", lower" or ", higher" at the end says otherwise. It is NaN wherever it is not a finite number.

    Raises `InputError` with the place in the text: 'the formula has the unknown name "tq" at character 3; known names
    are tp, fp, ...'. A value that is too large for a computer is not one that is undefined: the formula raises
    `InputError` 'the formula is too large for a computer at TP = 3, ...' wherever it meets one.

    >>> from ddcore.counts import Counts
    >>> formula("net = (tp - fp) / m")(Counts(tp=30, fp=10, fn=20, tn=40))
    np.float64(0.2)
    """
    if len(text) > LONGEST:
        raise InputError(f"a formula must have at most {LONGEST} characters, got {len(text):,}")
    named, sign, body = text.partition("=") if "=" in text else ("", "", text)
    name = " ".join(named.split())
    if len(name) > 30 or not (name or "a")[0].isalpha() or not all(sign.isalnum() or sign in " -" for sign in name):
        raise InputError(
            f"the name of a formula must start with a letter and have at most 30 letters, digits, blanks and hyphens, "
            f'got "{name}"'
        )
    body = re.sub(r"\s", " ", body.translate(TYPED))
    start = len(named + sign) + len(body) - len(body.lstrip())
    ends = re.fullmatch(r"(.*?)(?:, *(lower|higher))? *", body.strip())
    shown, direction = (ends[1], ends[2] or "") if ends else ("", "")
    part = replace(READER, start=start).of(shown)
    function = _held(part.function)
    shown, better = spaced(shown), direction or _better(part.function)
    told = f", {direction}" if direction else ""
    key = f"{name} = {shown}".strip() + told
    if len(key) > LONGEST:
        shown = shown.replace(" ", "")
        key = f"{name}={shown}{told}"
    if len(key) > LONGEST:
        raise InputError(f"a formula must have at most {LONGEST} characters, got {len(key):,} with the = before it")
    grows, lowest, highest = _range(function, part.function)
    return Measure(
        key=key,
        name=name or shown.replace("**", "^").replace("*", "·").replace("-", "−"),
        function=function,
        formula=shown,
        latex=part.latex,
        needs=("value",),
        better=better,
        best=highest if better == "higher" else lowest,
        worst=lowest if better == "higher" else highest,
        source="a formula of your own",
        expected=_at_the_mean(function) if part.degree in (0, 1) else None,
        smooth=False,
        grows=grows,
        reached=lambda end, total, positives: _reached(function, end, total, positives),
    )


def _held(function: Function) -> Function:
    """A formula that raises `InputError` where it has no finite value because a number in it is too large.

    Elsewhere such a number does no harm, as in 1 / (1 + exp(tp)).
    """

    def overflows(cells: Any) -> bool:
        try:
            with np.errstate(all="ignore", over="raise"):
                function(cells)
        except FloatingPointError:
            return True
        return False

    def value(cells: Any) -> Any:
        with np.errstate(all="ignore"):
            result = function(cells)
        if not isinstance(result, np.ndarray | np.number | float):
            # What follows changes of the counts has no table to name.
            return result
        finite = np.isfinite(result)
        if finite.all() or not overflows(cells):
            return result
        spread = np.broadcast_arrays(~finite, cells.tp, cells.fp, cells.fn, cells.tn)
        lost = np.stack([count[spread[0]] for count in spread[1:]])
        if overflows(_cells(*lost)):
            while lost.shape[1] > 1:
                first, second = np.array_split(lost, 2, axis=1)
                lost = first if overflows(_cells(*first)) else second
            tp, fp, fn, tn = lost[:, 0]
            raise InputError(
                f"the formula is too large for a computer at TP = {tp:,.15g}, FP = {fp:,.15g}, FN = {fn:,.15g} "
                f"and TN = {tn:,.15g}; take its log, or divide by m before exp or a power"
            )
        return result

    return value


def _cells(tp: Any, fp: Any, fn: Any, tn: Any) -> Cells:
    return Cells(tp=tp, fp=fp, fn=fn, tn=tn)


def _value(function: Function, tp: Any, fp: Any, fn: Any, tn: Any) -> Any:
    cells = _cells(tp, fp, fn, tn).floats()
    with np.errstate(all="ignore"):
        value = function(cells) + 0 * cells.tp
        return np.where(np.isfinite(value), value, np.nan)


def _better(function: Function) -> str:
    """Which way it points: where a good classifier stands beside one that is as often wrong."""
    for right in (50, 40):
        wrong = 50 - right
        good, bad = _value(function, right, wrong, wrong, right), _value(function, wrong, right, right, wrong)
        if good != bad and good == good and bad == bad:
            return "higher" if good > bad else "lower"
    return "higher"


def _range(function: Function, unchecked: Function) -> tuple[bool, float, float]:
    """Whether it grows with the data, and if not its lowest and highest value over all tables of 12 cases.

    They are infinite where it grows, and where the perfect classifier or its opposite has no value.
    """
    tp, fp, fn = (cell.ravel() for cell in np.mgrid[0:13, 0:13, 0:13])
    tables = np.stack((tp, fp, fn, 12 - tp - fp - fn))[:, tp + fp + fn <= 12]
    small, large = _value(function, *tables), _value(unchecked, *(7 * tables))
    if np.isnan(small).all():
        raise InputError("the formula has no finite value on any table of 12 cases; is something divided by zero?")
    ends = _value(unchecked, [6, 0], [0, 6], [0, 6], [6, 0])
    grows = not np.allclose(small, large, rtol=1e-9, atol=1e-12, equal_nan=True)
    if grows or np.isnan(ends).any():
        return grows, -math.inf, math.inf
    return grows, float(np.nanmin(small)), float(np.nanmax(small))


def _at_the_mean(function: Function) -> Margins:
    """The mean of a formula that is linear in TP once the margins are fixed: its value at the mean table."""

    def expected(P: Any, N: Any, n: Any) -> Any:
        tp = n * (P / (P + N))
        table = SimpleNamespace(  # margins as they are, not as sums of rounded cells
            tp=tp,
            fp=n - tp,
            fn=P - tp,
            tn=N - (n - tp),
            positives=P,
            negatives=N,
            total=P + N,
            predicted_positives=n,
            predicted_negatives=P + N - n,
        )
        with np.errstate(all="ignore"):
            return function(table) + 0 * n

    return expected


def _reached(function: Function, end: str, total: float, positives: float) -> float:
    """The highest or lowest value of any classifier, sought on a grid of tables with every corner, then closer."""
    negatives = total - positives
    spans = [(0.0, positives), (0.0, negatives)]
    found = math.nan
    while True:
        grids = [_grid(*span) for span in spans]
        tp, fp = np.meshgrid(*grids, indexing="ij")
        value = _value(function, tp, fp, positives - tp, negatives - fp)
        if np.isnan(value).all():
            return found
        at = int(np.nanargmax(value) if end == "higher" else np.nanargmin(value))
        found = float(value.flat[at])
        places = np.unravel_index(at, value.shape)
        closer = [
            (float(grid[max(i - 1, 0)]), float(grid[min(i + 1, grid.size - 1)]))
            for grid, i in zip(grids, places, strict=True)
        ]
        if closer == spans or max(high - low for low, high in spans) <= CLOSE:
            return found
        spans = closer


CLOSE = 60
"""A span of so many cases is looked at one by one."""


def _grid(low: float, high: float) -> Any:
    """Whole steps from low and both ends; evenly spread where there are many, and one by one near the ends."""
    if high - low <= CLOSE:
        return np.unique(np.append(np.arange(low, high), high))
    near = np.arange(12)
    return np.unique(np.concatenate((low + near, high - near, np.floor(np.linspace(low, high, 61)), [low, high])))
