"""Simulated applicants for a loan, as in Gong 2022, section 9.4: a score that is a probability, nearly."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa
from scipy.special import expit, logit

from ddcore.errors import InputError
from ddcore.samples.simulated import GONG, LARGEST, SIZE, SMALLEST


@dataclass(frozen=True, eq=False)
class Applicants:
    """`share` of them default. The log odds of the score are normal in each class, `apart` deviations apart.

    That makes the score the probability of default, to which an error of standard deviation `error` is added: what
    happens is drawn from the sum. The area under the ROC curve is Phi(apart / sqrt 2) but for the error. `counted` and
    `roles` are as in `Scenario`.
    """

    key: str
    title: str
    description: str
    share: float = 0.3
    apart: float = 1.7
    error: float = 0.05
    counted: str = "Applicants"
    roles: Mapping[str, Any] = field(default_factory=lambda: {"positive": "default", "score": "risk"})
    source: str = f"{GONG}, section 9.4, whose books have these areas"

    def draw(self, size: int = SIZE, seed: int = 1) -> pa.Table:
        """`size` applicants with what became of them and their score.

        Raises `InputError` "size must be between 5 and 500,000, got 3".

        >>> APPLICANTS["applicants"].draw(1000).column_names
        ['outcome', 'risk']
        """
        if not SMALLEST <= size <= LARGEST:
            raise InputError(f"size must be between {SMALLEST} and {LARGEST:,}, got {size:,}")
        rng = np.random.default_rng(seed)
        half = self.apart**2 / 2
        side = np.where(rng.random(size) < self.share, half, -half)
        score: Any = expit(logit(self.share) + side + self.apart * rng.standard_normal(size))
        risk = np.clip(score + self.error * rng.standard_normal(size), 0, 1)
        defaults = rng.random(size) < risk
        return pa.table({"outcome": np.where(defaults, "default", "paid back"), "risk": score})


APPLICANTS: Mapping[str, Applicants] = {
    "applicants": Applicants(
        "applicants",
        "Simulated: applicants for a loan",
        "Three in ten default; the score is nearly their probability, with an area of about 0.88.",
    )
}
"""Books by key."""
