"""The rule by which a threshold predicts positive: scores from it on, or only those above it.

>>> at_scores(under(">", 0.5)), at_scores(under(">=", 0.5))
('scores > 0.5', 'scores ≥ 0.5')
"""

import math
from collections.abc import Callable
from typing import TypeVar

from ddcore.errors import InputError

Threshold = TypeVar("Threshold", float, float | None)

RULES = (">=", ">")
"""What a score and a threshold must fulfil: the usual rule first."""


class Above(float):
    """A threshold that only scores above `cut` reach: the next larger number, so that it is compared like any other.

    >>> threshold = Above(0.5)
    >>> 0.5 >= threshold, 0.5000001 >= threshold, threshold.cut
    (False, True, 0.5)
    """

    cut: float

    def __new__(cls, cut: float) -> "Above":
        threshold = super().__new__(cls, math.nextafter(cut, math.inf))
        threshold.cut = float(cut)
        return threshold

    def __getnewargs__(self) -> tuple[float]:
        return (self.cut,)


def under(rule: str, cut: float) -> float:
    """The threshold of a rule at a number; raises `InputError` 'rule must be ">=" or ">", got "<"'.

    >>> under(">=", 0.5)
    0.5
    """
    if rule not in RULES:
        raise InputError(f'rule must be ">=" or ">", got "{rule!s:.40}"')
    return Above(cut) if rule == ">" else cut_of(cut)


def cut_of(threshold: Threshold) -> Threshold:
    """The number of a threshold, whatever its rule; None stays.

    >>> cut_of(under(">", 0.5)), cut_of(0.25)
    (0.5, 0.25)
    """
    return threshold.cut if isinstance(threshold, Above) else threshold


def rule_of(threshold: float | None) -> str:
    """The rule of a threshold; the usual one where there is none.

    >>> rule_of(under(">", 0.5)), rule_of(0.5)
    ('>', '>=')
    """
    return ">" if isinstance(threshold, Above) else ">="


def at_scores(threshold: float, written: Callable[[float], str] = "{:.6g}".format) -> str:
    """The scores that a threshold predicts positive, inside a sentence; `written` writes its number."""
    return f"scores {rule_of(threshold).replace('>=', '≥')} {written(cut_of(threshold))}"
