"""A law of scores as a text: a mixture of up to three distributions, such as "0.5*normal(0.2,0.05);0.5*beta(2,5)"."""

import math
import re
from dataclasses import dataclass
from functools import cached_property
from typing import Self

import numpy as np
from scipy.special import expit

from ddcore.arrays import Array
from ddcore.errors import InputError
from ddcore.scores.law_kinds import FARTHEST, KINDS, Kind, Shape

MOST = 3
"""Parts of a mixture."""
LONGEST = 400
"""Letters of a law."""
ENDS = 1e-9
"""Probability beyond each end of what a law is looked at within."""

_NUMBER = r"[-+]?(?:[0-9]{1,20}\.?[0-9]{0,20}|\.[0-9]{1,20})(?:[eE][-+]?[0-9]{1,3})?"
_PART = re.compile(
    rf"\s*(?:(?P<weight>{_NUMBER})\s*[*×]\s*)?(?P<kind>[a-z]{{1,20}})\s*\((?P<numbers>[^()]*)\)\s*", re.ASCII
)
EXAMPLE = "0.5*normal(0.2,0.05);0.5*normal(0.5,0.05)"


@dataclass(frozen=True)
class Part:
    """A distribution, its numbers, and how much of the law it is."""

    kind: Kind
    numbers: Shape
    weight: float = 1.0

    @property
    def text(self) -> str:
        """
        >>> Law.of("2 * normal( 0.5 , .05 )").parts[0].text
        'normal(0.5,0.05)'
        """
        return f"{self.kind.key}({','.join(f'{number:.10g}' for number in self.numbers)})"


@dataclass(frozen=True)
class Law:
    """Up to three distributions, of which each makes up its weight, in parts of all weights.

    >>> law = Law.of("3*normal(0,1); beta(2,5)")
    >>> law.text, law.shares.tolist()
    ('3*normal(0,1);1*beta(2,5)', [0.75, 0.25])
    """

    parts: tuple[Part, ...]

    @classmethod
    def of(cls, text: str) -> Self:
        """The law that a text describes; nothing of it is evaluated.

        Raises `InputError` with what is wrong: "standard deviation of normal must be above 0, got 0", "a law must be
        parts such as ..., got ...".
        """
        if len(text) > LONGEST:
            raise InputError(f"a law must have at most {LONGEST} characters, got {len(text):,}")
        pieces = text.split(";")
        if len(pieces) > MOST:
            raise InputError(f"a law must have at most {MOST} parts, got {len(pieces)}")
        return cls(tuple(map(_part, pieces)))

    @property
    def text(self) -> str:
        """The one spelling of the law, which `of` reads again."""
        if len(self.parts) == 1:
            return self.parts[0].text
        return ";".join(f"{part.weight:.10g}*{part.text}" for part in self.parts)

    @cached_property
    def shares(self) -> Array:
        """How much of the law each part is; they sum to 1."""
        weights = np.array([part.weight for part in self.parts])
        return np.asarray(weights / weights.sum())

    def log_density(self, x: Array) -> Array:
        """Logarithm of the density at each x, shaped like x; minus infinity where there is none.

        >>> Law.of("normal(0,1)").log_density(np.array([0.0])).round(6)  # -log(2 pi) / 2
        array([-0.918939])
        """
        logs = np.stack([part.kind.log_density(x, part.numbers) for part in self.parts])
        logs += np.log(self.shares).reshape(-1, *(1,) * x.ndim)
        top = logs.max(axis=0)
        with np.errstate(invalid="ignore", divide="ignore"):
            away = np.where(np.isfinite(top), logs - top, np.where(logs == top, 0.0, -np.inf))
            return np.asarray(top + np.log(np.exp(away).sum(axis=0)))

    def below(self, x: Array) -> Array:
        """Probability of a score below each x, shaped like x.

        >>> Law.of(EXAMPLE).below(np.array([0.35])).round(6)
        array([0.5])
        """
        return self._mixed(np.stack([part.kind.below(x, part.numbers) for part in self.parts]))

    def above(self, x: Array) -> Array:
        """Probability of a score from each x on, with all its digits where it is small."""
        return self._mixed(np.stack([part.kind.above(x, part.numbers) for part in self.parts]))

    def _mixed(self, values: Array) -> Array:
        return np.asarray(np.tensordot(self.shares, values, 1))

    @property
    def mean(self) -> float:
        """The mean of the scores.

        >>> Law.of(EXAMPLE).mean
        0.35
        """
        return float(self.shares @ [part.kind.mean(part.numbers) for part in self.parts])

    def draw(self, size: int, rng: np.random.Generator) -> Array:
        """Scores drawn from the law, an array of that size."""
        place = rng.choice(len(self.parts), size=size, p=self.shares)
        scores = np.empty(size)
        for number, part in enumerate(self.parts):
            held = place == number
            scores[held] = part.kind.draw(int(held.sum()), part.numbers, rng)
        return scores

    def edges(self, steps: int) -> Array:
        """Places between which little of any part lies: about `steps` a part, closer together in its tails; sorted."""
        lower = np.concatenate(
            (np.linspace(0, 0.5, steps // 2 + 1)[1:], expit(np.linspace(math.log(ENDS), -3, steps // 8)))
        )
        places = [np.array([end for part in self.parts for end in part.kind.ends(part.numbers)])]
        for part in self.parts:
            places += [part.kind.from_below(lower, part.numbers), part.kind.from_above(lower, part.numbers)]
        found = np.concatenate(places)
        return np.unique(found[np.isfinite(found)])

    def span(self, beyond: float = 0.002) -> tuple[float, float]:
        """From where to where a chart of it goes: so much of each part lies beyond each end."""
        share = np.array([beyond])
        low = min(float(part.kind.from_below(share, part.numbers)[0]) for part in self.parts)
        high = max(float(part.kind.from_above(share, part.numbers)[0]) for part in self.parts)
        return low, high

    @property
    def normals(self) -> list[tuple[float, float, float]] | None:
        """Share, mean and standard deviation of each part where all are normal; None where not."""
        if any(part.kind.key != "normal" for part in self.parts):
            return None
        return [(share, *part.numbers[:2]) for share, part in zip(self.shares.tolist(), self.parts, strict=True)]


def _part(piece: str) -> Part:
    found = _PART.fullmatch(piece)
    if not found:
        raise InputError(f'a law must be parts such as {EXAMPLE}, got "{piece.strip():.40}"')
    if found["kind"] not in KINDS:
        raise InputError(f'a part of a law must be one of {", ".join(KINDS)}, got "{found["kind"]}"')
    numbers = [_number(word.strip()) for word in found["numbers"].split(",")]
    kind = KINDS[found["kind"]]
    weight = 1.0 if found["weight"] is None else _number(found["weight"])
    if not 1e-6 <= weight <= FARTHEST:
        words = "above 0" if weight <= 0 else f"between 0.000001 and {FARTHEST:,.0f}"
        raise InputError(f"the weight of a part must be {words}, got {weight:.10g}")
    return Part(kind, kind.checked(numbers), weight)


def _number(word: str) -> float:
    if not re.fullmatch(_NUMBER, word, re.ASCII):
        raise InputError(f'a law must have numbers separated by commas, got "{word:.40}"')
    return float(word)
