"""A hostile file, what must come of it, and the table that many kinds damage: 40 cases, 15 positive."""

import random
import zlib
from collections.abc import Callable
from dataclasses import dataclass

ROWS, POSITIVES = 40, 15
ANY = (-1, -1)
"""Any answer, as long as its counts agree with each other."""


@dataclass(frozen=True)
class Expected:
    """The cases and positives of the right answer, `ANY`, or None where there is none; and what a sentence says.

    Where there are both, either will do.
    """

    answer: tuple[int, int] | None = None
    says: str | None = None


def says(pattern: str) -> Expected:
    """A sentence that holds the pattern, in any case."""
    return Expected(says=pattern)


def right(cases: int, positives: int, or_says: str | None = None) -> Expected:
    """The right answer, or a sentence if a pattern is given."""
    return Expected((cases, positives), or_says)


RIGHT = right(ROWS, POSITIVES)
EITHER = Expected(ANY, "")
"""What a damaged file may become: an answer or any sentence."""
SENTENCE = says("")


@dataclass(frozen=True)
class Hostile:
    """A file: its name, what makes its bytes from random choices, and what must come of it."""

    name: str
    make: Callable[[random.Random], bytes]
    expected: Expected

    def content(self, kind: str) -> bytes:
        """The bytes, the same each time."""
        return self.make(random.Random(zlib.crc32(f"{kind}/{self.name}".encode("utf-8", "surrogatepass"))))


def cases(
    rng: random.Random,
    rows: int = ROWS,
    positives: int = POSITIVES,
    classes: tuple[str, str] = ("yes", "no"),
) -> list[tuple[str, str]]:
    """Truth and score of each case, the first class being positive and the rarer one."""
    truth = [classes[0]] * positives + [classes[1]] * (rows - positives)
    rng.shuffle(truth)
    return [(value, f"{rng.random():.3f}") for value in truth]


def text(
    rng: random.Random,
    header: str = "truth,score",
    separator: str = ",",
    newline: str = "\n",
    point: str = ".",
    **more: object,
) -> str:
    """The table as delimited text, without quotation marks."""
    lines = [header.replace(",", separator)]
    lines += [f"{truth}{separator}{score.replace('.', point)}" for truth, score in cases(rng, **more)]
    return newline.join(lines) + newline
