"""Simulated cases of two periods: positives become rarer, the scores separate less well and lie lower."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa
from scipy.special import expit, logit

from ddcore.errors import InputError
from ddcore.samples.simulated import LARGEST, SIZE, SMALLEST


@dataclass(frozen=True)
class Period:
    """A share of positives, and the means of the log odds of the score in both classes; they vary by `deviation`."""

    share: float
    positives: float
    negatives: float
    deviation: float


APART = 1.7
THEN = Period(0.3, float(logit(0.3)) + APART**2 / 2, float(logit(0.3)) - APART**2 / 2, APART)
"""The score is the probability of being positive: its log odds lie apart by the square of their deviation."""
NOW = Period(0.2, THEN.positives - 0.9, THEN.negatives - 0.1, APART)
"""Fewer are positive, the positives score 0.9 of the log odds lower and the negatives 0.1."""


@dataclass(frozen=True, eq=False)
class Moved:
    """Half of the cases are of `then`, half of `now`; `counted` and `roles` are as in `Scenario`."""

    key: str
    title: str
    description: str
    then: Period = THEN
    now: Period = NOW
    counted: str = "Cases"
    roles: Mapping[str, Any] = field(
        default_factory=lambda: {"positive": "positive", "score": "score", "threshold": 0.5, "group": "period"}
    )
    source: str = "normal laws of log odds, chosen for this program"

    def draw(self, size: int = SIZE, seed: int = 1) -> pa.Table:
        """`size` cases with their truth, their score and their period, those of then first.

        Raises `InputError` "size must be between 5 and 500,000, got 3".

        >>> MOVED["then_and_now"].draw(10).column("period").to_pylist().count("then")
        5
        """
        if not SMALLEST <= size <= LARGEST:
            raise InputError(f"size must be between {SMALLEST} and {LARGEST:,}, got {size:,}")
        rng = np.random.default_rng(seed)
        late = np.arange(size) >= size // 2
        share, up, down, deviation = (
            np.where(late, getattr(self.now, name), getattr(self.then, name))
            for name in ("share", "positives", "negatives", "deviation")
        )
        true = rng.random(size) < share
        score: Any = expit(np.where(true, up, down) + deviation * rng.standard_normal(size))
        return pa.table(
            {
                "truth": np.where(true, "positive", "negative"),
                "score": score,
                "period": np.where(late, "now", "then"),
            }
        )


MOVED: Mapping[str, Moved] = {
    "then_and_now": Moved(
        "then_and_now",
        "Simulated: then and now",
        "Cases of two periods: three in ten are positive then, two in ten now, and the score separates them less well.",
    )
}
"""Samples of two periods by key."""
