"""Scores drawn from laws of one's own, whose exact ratio, curves and areas are known."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

import numpy as np
import pyarrow as pa

from ddcore.errors import InputError
from ddcore.samples.simulated import LARGEST, SIZE, SMALLEST
from ddcore.scores.exact import Exact
from ddcore.scores.law import Law

LAW1, LAW0, SHARE = "0.5*normal(0.2,0.05);0.5*normal(0.5,0.05)", "normal(0.38,0.1)", 0.5
"""The laws unless others are given: those of scenario 3 in Gong 2022, section 5.3.3."""
SHARES = (0.001, 0.999)
"""Between which the share of positives must be."""


@dataclass(frozen=True, eq=False)
class OwnLaw:
    """The laws of the scores of both classes, and the share of positives; the rest is as in `Scenario`.

    >>> OwnLaw.of(law1="normal(1.5,1)", law0="normal(0,1)", share=0.3).draw(10).column("truth").to_pylist()[2:4]
    ['positive', 'negative']
    """

    positives: Law
    negatives: Law
    share: float = SHARE
    key: str = "own_law"
    title: str = "Simulated: your own law"
    description: str = (
        "You choose the score distribution of each class. Results for the sample drawn are shown beside the exact ones."
    )
    counted: str = "Cases"
    roles: Mapping[str, Any] = field(default_factory=lambda: {"positive": "positive"})
    source: str = "the laws below"

    @classmethod
    def of(cls, law1: str = LAW1, law0: str = LAW0, share: float = SHARE) -> Self:
        """The laws that texts describe, see `scores.law`; raises `InputError` that names the class.

        The threshold is 0.5, or midway between the means of the classes where scores leave 0 to 1.
        """
        own = cls(law_of("law1", law1), law_of("law0", law0), share_of(share))
        low, high = own.exact.span
        between = 0.5 if low >= 0 and high <= 1 else float(f"{(own.positives.mean + own.negatives.mean) / 2:.3g}")
        return replace(own, roles={**own.roles, "threshold": between})

    @property
    def given(self) -> dict[str, Any]:
        """What `of` makes the same laws from, by the names that links, commands and requests have for it."""
        return {"law1": self.positives.text, "law0": self.negatives.text, "law_share": self.share}

    @property
    def turned(self) -> "OwnLaw":
        """The laws with the other class as the positive one."""
        return replace(self, positives=self.negatives, negatives=self.positives, share=1 - self.share)

    @property
    def exact(self) -> Exact:
        """What is exact of them."""
        return Exact(self.positives, self.negatives)

    @property
    def auc(self) -> float:
        """Exact area under the ROC curve of the scores as they are.

        >>> round(OwnLaw.of().auc, 6)
        0.456068
        """
        return self.exact.auc

    @property
    def best_auc(self) -> float:
        """Area under the ROC curve of the likelihood ratio, to six digits.

        >>> round(OwnLaw.of().best_auc, 6)
        0.830194
        """
        return self.exact.best_auc

    def draw(self, size: int = SIZE, seed: int = 1) -> pa.Table:
        """`size` cases, positives first, with their truth and their score; at least one of each class.

        Raises `InputError` "size must be between 5 and 500,000, got 3".
        """
        positives = positives_of(self.share, size)
        rng = np.random.default_rng(seed)
        numbers = (positives, size - positives)
        laws = (self.positives, self.negatives)
        score: Any = np.concatenate([law.draw(number, rng) for law, number in zip(laws, numbers, strict=True)])
        return pa.table({"truth": np.repeat(["positive", "negative"], numbers), "score": score})


def positives_of(share: float, size: int) -> int:
    """How many of that many cases are positive; at least one, and not all."""
    if not SMALLEST <= size <= LARGEST:
        raise InputError(f"size must be between {SMALLEST} and {LARGEST:,}, got {size:,}")
    return min(max(round(share * size), 1), size - 1)


CALLED = {"law1": "law1, of the positives", "law0": "law0, of the negatives"}
"""What a sentence calls a law that cannot be used."""


def law_of(name: str, text: Any) -> Law:
    """The law of a class; raises `InputError` that begins with what it is called."""
    try:
        return Law.of(str(text))
    except InputError as problem:
        raise InputError(f"{CALLED[name]}: {problem}") from None


def share_of(given: Any) -> float:
    """A share of positives; raises `InputError` "law_share must be between 0.001 and 0.999, got 2"."""
    low, high = SHARES
    try:
        share = float(given)
    except (TypeError, ValueError):
        share = float("nan")
    if not low <= share <= high:
        raise InputError(f"law_share must be between {low:g} and {high:g}, got {given!s:.40}")
    return share
