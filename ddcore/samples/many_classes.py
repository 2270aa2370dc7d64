"""Six simulated models that label a thousand classes, in the form of van de Bijl et al. 2024, Example 5."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from scipy.special import ndtri

from ddcore.errors import InputError

CLASSES = 1_000
"""The number of categories of Example 5."""
LEAST, USUAL, MOST = 5_000, 50_000, 500_000
"""Cases: usually 50 of each category, as in Example 5, and at least five."""
RIGHT: Mapping[str, float] = {"A": 0.76, "B": 0.74, "C": 0.72, "D": 0.70, "E": 0.70, "F": 0.69}
"""How often each model is right, pairs that it swaps aside."""
EASE = 0.6
"""Standard deviation of the ease of a category, where that of a case and a model together is 1."""
SHARED = 0.6
"""The part of that variance which a case has in common for all models."""
TWINS = 24
"""The first so many categories are pairs that nobody tells apart."""
SWAPPED = 0.6
"""How often the other one of such a pair is named."""


@dataclass(frozen=True, eq=False)
class ManyClasses:
    """Labels of six models for cases of 1,000 categories; `counted` and `roles` are as in `Scenario`.

    A model whose skill is s is right about a case where s + u + z > 0: u is the ease of the category, normal with the
    standard deviation `EASE`, and z standard normal, of whose variance all models share `SHARED` case by case. Where a
    model is wrong it names the next category half of the time, else any other with the same probability. The first
    `TWINS` categories are pairs: where a model is right about one of them, it names the other of the two with the
    probability `SWAPPED`.

    A model beats the accuracy of a category's baseline, 1 - P / M, where more of the cases that it puts there belong
    there than do not: TP > FP.
    """

    key: str
    title: str
    description: str
    counted: str = "Cases"
    source: str = (
        "simulated in the form of van de Bijl et al. 2024, Example 5: 1,000 categories, 50 cases each, six models"
    )

    @property
    def roles(self) -> Mapping[str, Any]:
        """How its columns are read: the first category that is none of a pair is positive."""
        return {"truth": "category", "label": list(RIGHT), "positive": _names()[TWINS]}

    def draw(self, size: int = USUAL, seed: int = 1) -> pa.Table:
        """`size` cases, as many of each category or one more, with their category and the one that each model names.

        Raises `InputError` "size must be between 5,000 and 500,000, got 3".

        >>> MANY_CLASSES["thousand_classes"].draw(5000).column_names
        ['category', 'A', 'B', 'C', 'D', 'E', 'F']
        """
        if not LEAST <= size <= MOST:
            raise InputError(f"size must be between {LEAST:,} and {MOST:,}, got {size:,}")
        rng = np.random.default_rng(seed)
        true = np.arange(size) % CLASSES
        easy = EASE * rng.standard_normal(CLASSES)[true] + math.sqrt(SHARED) * rng.standard_normal(size)
        labels = {}
        for name, share in RIGHT.items():
            skill = ndtri(share) * math.sqrt(1 + EASE**2)
            right = skill + easy + math.sqrt(1 - SHARED) * rng.standard_normal(size) > 0
            labels[name] = np.where(right, _named_right(true, rng), _named_wrong(true, rng))
        names = pa.array(_names())
        columns = {"category": true, **labels}
        return pa.table(
            {
                name: pa.DictionaryArray.from_arrays(pa.array(codes.astype(np.int32)), names)
                for name, codes in columns.items()
            }
        )


def _names() -> list[str]:
    return [f"category {number:04}" for number in range(1, CLASSES + 1)]


def _named_right(true: NDArray[np.int64], rng: np.random.Generator) -> NDArray[np.int64]:
    """The category itself; in a pair often the other one, whose number differs in the last binary digit."""
    swapped = (true < TWINS) & (rng.random(true.size) < SWAPPED)
    return np.where(swapped, true ^ 1, true)


def _named_wrong(true: NDArray[np.int64], rng: np.random.Generator) -> NDArray[np.int64]:
    """The next category, or any other."""
    away = np.where(rng.random(true.size) < 0.5, 1, rng.integers(1, CLASSES, true.size))
    return (true + away) % CLASSES


MANY_CLASSES: Mapping[str, ManyClasses] = {
    "thousand_classes": ManyClasses(
        "thousand_classes",
        "Simulated: a thousand classes, six models",
        "Six models name the category of 50,000 pictures, 50 of each of 1,000 categories; no model can separate some "
        "of these.",
    )
}
"""By key."""
