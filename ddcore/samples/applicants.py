"""Simulated applicants for a loan, as in Gong 2022, section 9.4: a score that is a probability, nearly."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pyarrow as pa
from scipy.special import expit, logit

from ddcore.errors import InputError
from ddcore.samples.simulated import GONG, LARGEST, SIZE, SMALLEST


@dataclass(frozen=True)
class OfBook:
    """A number that a book of one's own is drawn by: its name in `Applicants`, limits, label and help."""

    name: str
    low: float
    high: float
    step: float
    title: str
    description: str


OF_BOOK = (
    OfBook(
        "share", 0.01, 0.9, 0.01, "Share who default", "The share of applicants who do not pay back, approximately."
    ),
    OfBook(
        "apart",
        0.0,
        4.0,
        0.1,
        "Separation",
        "The distance between the log odds of those who default and those who pay back, in standard deviations. At 0 "
        "the score is pure chance.",
    ),
    OfBook(
        "error",
        0.0,
        0.3,
        0.01,
        "Noise",
        "The standard deviation of the error in the score, compared with the true probability.",
    ),
)
"""What a book of one's own is drawn by, in the order in which a link has it."""


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

    @property
    def book(self) -> tuple[float, ...]:
        """The numbers that it is drawn by, as `OF_BOOK` has them."""
        return tuple(getattr(self, number.name) for number in OF_BOOK)

    @property
    def given(self) -> dict[str, str]:
        """What `of` makes the same book from, by its name in links and commands; nothing for the one that is usual."""
        usual = APPLICANTS[self.key].book
        return {} if self.book == usual else {"book": ",".join(f"{number:.15g}" for number in self.book)}

    def of(self, book: str) -> "Applicants":
        """Another book, by the numbers of `OF_BOOK` with commas between them.

        Raises `InputError` 'book must be 3 numbers separated by commas, such as 0.3,1.7,0.05: share who default,
        separation, noise; got "0.3"' and "separation must be between 0 and 4, got 7".

        >>> APPLICANTS["applicants"].of("0.1, 2.5, 0").book
        (0.1, 2.5, 0.0)
        """
        try:
            numbers = [float(part) for part in book.split(",")]
        except ValueError:
            numbers = []
        if len(numbers) != len(OF_BOOK) or not all(map(math.isfinite, numbers)):
            names = ", ".join(number.title.lower() for number in OF_BOOK)
            raise InputError(
                f"book must be {len(OF_BOOK)} numbers separated by commas, such as 0.3,1.7,0.05: {names}; got "
                f'"{book:.40}"'
            )
        for number, value in zip(OF_BOOK, numbers, strict=True):
            if not number.low <= value <= number.high:
                raise InputError(
                    f"{number.title.lower()} must be between {number.low:g} and {number.high:g}, got {value:g}"
                )
        named: dict[str, Any] = {number.name: value for number, value in zip(OF_BOOK, numbers, strict=True)}
        return replace(self, **named)

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
        "By default three in ten do not pay back, and the score is close to their true probability, with an AUC of "
        "about 0.88.",
    )
}
"""Books by key."""
