"""The mean of a guesser by its expansion: curvatures, the term of order 1/M with its bounds, and what is left out.

Burger & Meertens, Appendix A: E f(X, Y) = f + f_xx Var X / 2 + f_yy Var Y / 2 + O(1/M^2), all at x = P g, y = N g.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ddcore.chance import guessing
from ddcore.chance.balance import balanced
from ddcore.chance.guessing import curvatures
from ddcore.measures import counted

METRICS: Mapping[str, str] = {"PPV": "PPV", "NPV": "NPV", "MK": "MRK", "MCC": "MCC", "F1": "PF1", "NF1": "NF1"}
"""The measures that are no straight line in X and Y, and their names there."""

CURVATURES: Mapping[tuple[str, bool], tuple[str, str]] = {
    ("PPV", False): ("-2 * y / (x + y)**3", "2 * x / (x + y)**3"),
    ("NPV", False): ("2 * (N - y) / (M - x - y)**3", "-2 * (P - x) / (M - x - y)**3"),
    ("MK", False): (
        "2 * (N - y) / (M - x - y)**3 - 2 * y / (x + y)**3",
        "2 * x / (x + y)**3 - 2 * (P - x) / (M - x - y)**3",
    ),
    ("MCC", False): (
        "-N * (1 - 2 * g) / (M**2 * sqrt(P * N * g**3 * (1 - g)**3))",
        "P * (1 - 2 * g) / (M**2 * sqrt(P * N * g**3 * (1 - g)**3))",
    ),
    ("F1", False): ("-4 * (P + y) / (P + x + y)**3", "4 * x / (P + x + y)**3"),
    ("NF1", False): ("4 * (N - y) / (M + N - x - y)**3", "-4 * (M - x) / (M + N - x - y)**3"),
    ("PPV", True): ("-2 * s / (P**2 * (r + s)**3)", "2 * r / (N**2 * (r + s)**3)"),
    ("NPV", True): ("2 * (1 - s) / (P**2 * (2 - r - s)**3)", "-2 * (1 - r) / (N**2 * (2 - r - s)**3)"),
    ("MK", True): (
        "2 * (1 - s) / (P**2 * (2 - r - s)**3) - 2 * s / (P**2 * (r + s)**3)",
        "2 * r / (N**2 * (r + s)**3) - 2 * (1 - r) / (N**2 * (2 - r - s)**3)",
    ),
    ("MCC", True): (
        "-(1 - 2 * g) / (4 * P**2 * sqrt(g**3 * (1 - g)**3))",
        "(1 - 2 * g) / (4 * N**2 * sqrt(g**3 * (1 - g)**3))",
    ),
    ("F1", True): ("-4 * (1 + s) / (P**2 * (1 + r + s)**3)", "4 * r / (N**2 * (1 + r + s)**3)"),
    ("NF1", True): ("4 * (1 - s) / (P**2 * (3 - r - s)**3)", "-4 * (2 - r) / (N**2 * (3 - r - s)**3)"),
}
"""Their second derivatives in x and y, as they are and balanced, with r = x / P and s = y / N; those of MCC where
x = P g and y = N g. These are for people to read: what is computed follows the arithmetic of the measure."""


@dataclass(frozen=True)
class Bounds:
    """Between which numbers the first term of a balanced measure lies, whatever the classes: functions of g."""

    low: Callable[[float], float]
    high: Callable[[float], float]
    low_latex: str
    high_latex: str


def _both(high: Callable[[float], float], latex: str) -> Bounds:
    return Bounds(lambda g: -high(g), high, f"-{latex}", latex)


def _f1_low(g: float) -> float:
    return -2 * g * (1 - g * g) / (2 * g + 1) ** 3


def _f1_high(g: float) -> float:
    return 2 * g * g * (1 - g) / (2 * g + 1) ** 3


BOUNDS: Mapping[str, Bounds] = {
    "PPV": _both(lambda g: (1 - g) / (8 * g), r"\frac{1-g}{8g}"),
    "NPV": _both(lambda g: g / (8 * (1 - g)), r"\frac{g}{8(1-g)}"),
    "MK": _both(lambda g: abs(1 - 2 * g) / (8 * g * (1 - g)), r"\frac{\lvert 1-2g\rvert}{8g(1-g)}"),
    "MCC": _both(lambda g: abs(1 - 2 * g) / (8 * math.sqrt(g * (1 - g))), r"\frac{\lvert 1-2g\rvert}{8\sqrt{g(1-g)}}"),
    "F1": Bounds(_f1_low, _f1_high, r"-\frac{2g(1-g^2)}{(2g+1)^3}", r"\frac{2g^2(1-g)}{(2g+1)^3}"),
    "NF1": Bounds(
        lambda g: _f1_low(1 - g),
        lambda g: _f1_high(1 - g),
        r"-\frac{2(1-g)(1-(1-g)^2)}{(3-2g)^3}",
        r"\frac{2g(1-g)^2}{(3-2g)^3}",
    ),
}
"""The bounds of Appendix A.2; those of markedness and MCC with the absolute value that is missing there."""

HIGHEST_F1 = (2 / 5, 8 / 243)
"""The g at which the upper bound of F1 is highest, and that bound; of NF1 the same at 1 - g."""
LOWEST_F1 = ((math.sqrt(7) - 2) / 3, -4 / 243 * (7 * math.sqrt(7) - 10))
"""The g at which the lower bound of F1 is lowest, and that bound; of NF1 the same at 1 - g."""


@dataclass(frozen=True)
class Expansion:
    """The mean of a guesser on one measure, part by part; `bounds` are those of `first`, None if none is given.

    `xx` and `yy` are the curvatures of the measure in true and false positives at their means, `var_x` and `var_y` the
    variances of these.
    """

    key: str
    is_balanced: bool
    middle: float
    xx: float
    yy: float
    var_x: float
    var_y: float
    exact: float
    bounds: tuple[float, float] | None

    @property
    def first(self) -> float:
        """The term of order 1/M."""
        return (self.xx * self.var_x + self.yy * self.var_y) / 2

    @property
    def left_out(self) -> float:
        """What the exact mean has beyond it."""
        return self.exact - self.middle - self.first


def expansion(key: str, total: int, positives: int, g: float, *, is_balanced: bool = False) -> Expansion:
    """The expansion of a measure, as it is or balanced.

    The exact mean counts F scores without a positive prediction as 0, as the document does, see `measures.counted`.
    Raises `InputError` as `guessing.series` does.

    >>> part = expansion("PPV", 20, 6, 0.2, is_balanced=True)
    >>> round(part.middle, 12), round(part.first, 12), round(part.exact, 12)
    (0.5, -0.047619047619, 0.434141166238)
    """
    row = balanced(counted(key)) if is_balanced else counted(key)
    middle, xx, yy = curvatures(row, total, positives, g)
    known = BOUNDS.get(key) if is_balanced else None
    return Expansion(
        key,
        is_balanced,
        float(middle),
        float(xx),
        float(yy),
        positives * g * (1 - g),
        (total - positives) * g * (1 - g),
        float(guessing.expectation(row, total, positives, g)),
        None if known is None else (known.low(g), known.high(g)),
    )


def expansions(total: int, positives: int, g: float) -> list[Expansion]:
    """All of `METRICS`, as they are and then balanced; none where g or a class leaves nothing to expand."""
    if not (0 < g < 1 and 0 < positives < total):
        return []
    parts: list[Any] = [(key, is_balanced) for is_balanced in (False, True) for key in METRICS]
    return [expansion(key, total, positives, g, is_balanced=is_balanced) for key, is_balanced in parts]
