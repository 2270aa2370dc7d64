"""Scores of two models drawn from normal laws of one's own, their covariances too."""

import math
import re
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
import pyarrow as pa

from ddcore.errors import InputError
from ddcore.samples.own_law import CALLED, SHARE, positives_of, share_of
from ddcore.samples.pairs import NAMES, PAIRS, Law, Pair
from ddcore.samples.simulated import SIZE

NUMBERS = ("mean of model 1", "mean of model 2", "variance of model 1", "variance of model 2", "covariance")
FARTHEST, LEAST = 1e4, 1e-4
"""The largest number, and the smallest variance."""
FIRM = 0.999
"""The strongest correlation within a class: at 1 the scores of one model would say all of the other's."""


def written(law: Law) -> str:
    """The text of a law of two scores, which `read` reads.

    >>> written(PAIRS["pair_2"].positives)
    'pair(6,8,2.5,2.5,1.9)'
    """
    return f"pair({','.join(f'{number:.10g}' for number in (*law.mean, *law.variance, law.covariance))})"


def read(text: str) -> Law:
    """The law that a text such as "pair(6,8,2.5,2.5,1.9)" describes: two means, two variances, a covariance.

    Raises `InputError` "the covariance must be between -2.4975 and 2.4975 with these variances, got 3".

    >>> read("pair(6, 8, 2.5, 2.5, 1.9)") == PAIRS["pair_2"].positives
    True
    """
    found = re.fullmatch(r"\s*pair\s*\(([-+0-9.eE,\s]{1,200})\)\s*", text, re.ASCII)
    words = found[1].split(",") if found else []
    if len(words) != len(NUMBERS):
        raise InputError(f'a law must be pair({", ".join(NUMBERS)}), got "{text:.40}"')
    numbers = [_number(name, word) for name, word in zip(NUMBERS, words, strict=True)]
    mean, variance, covariance = (numbers[0], numbers[1]), (numbers[2], numbers[3]), numbers[4]
    for name, size in zip(NUMBERS[2:4], variance, strict=True):
        if not size >= LEAST:
            raise InputError(f"the {name} must be at least {LEAST:g}, got {size:.10g}")
    most = FIRM * math.sqrt(variance[0] * variance[1])
    if not abs(covariance) <= most:
        raise InputError(
            f"the covariance must be between {-most:.6g} and {most:.6g} with these variances, got {covariance:.10g}"
        )
    return Law(mean, variance, covariance)


def _number(name: str, word: str) -> float:
    try:
        number = float(word)
    except ValueError:
        number = math.nan
    if not abs(number) <= FARTHEST:
        raise InputError(f'the {name} must be a number of up to {FARTHEST:,.0f}, got "{word.strip():.40}"')
    return number


@dataclass(frozen=True, eq=False)
class OwnPair(Pair):
    """Two laws of two scores of one's own, and the share of positives.

    >>> OwnPair.of("pair(6,8,2.5,2.5,1.9)", "pair(4,6,2.5,2.5,-1.9)", 0.25).draw(40).column("truth").to_pylist()[10]
    'negative'
    """

    share: float = SHARE
    counted: str = "Cases"

    @classmethod
    def of(cls, law1: str = "", law0: str = "", share: float = SHARE) -> Self:
        """The laws that texts describe, those of case 2 where there is none; the threshold is the mean of all means."""
        usual = PAIRS["pair_2"]
        positives, negatives = _named("law1", law1, usual.positives), _named("law0", law0, usual.negatives)
        between = float(f"{sum((*positives.mean, *negatives.mean)) / 4:.3g}")
        return cls(
            "own_pair",
            "Simulated: your own pair of models",
            "You choose the score distributions of two models in each class, and how the two scores are correlated.",
            positives,
            negatives,
            roles={"positive": "positive", "score": list(NAMES), "threshold": between},
            source="the laws below",
            share=share_of(share),
        )

    @property
    def given(self) -> dict[str, Any]:
        """What `of` makes the same laws from, by the names that links, commands and requests have for it."""
        return {"law1": written(self.positives), "law0": written(self.negatives), "law_share": self.share}

    @property
    def turned(self) -> "OwnPair":
        """The laws with the other class as the positive one."""
        return replace(self, positives=self.negatives, negatives=self.positives, share=1 - self.share)

    def draw(self, size: int = SIZE, seed: int = 1) -> pa.Table:
        """`size` cases, positives first, with their truth and both scores; at least one of each class.

        Raises `InputError` "size must be between 5 and 500,000, got 3".
        """
        positives = positives_of(self.share, size)
        rng = np.random.default_rng(seed)
        numbers = (positives, size - positives)
        laws = (self.positives, self.negatives)
        scores = np.concatenate([law.draw(number, rng) for law, number in zip(laws, numbers, strict=True)])
        truth = np.repeat(["positive", "negative"], numbers)
        return pa.table({"truth": truth, **dict(zip(NAMES, scores.T, strict=True))})


def _named(name: str, text: str, usual: Law) -> Law:
    try:
        return read(text) if text else usual
    except InputError as problem:
        raise InputError(f"{CALLED[name]}: {problem}") from None
