"""What the choice of data gives besides data."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Unclear:
    """What a file cannot be read without knowing: the sentence, and what puts the choice on a page."""

    sentence: str
    ask: Callable[[], None]
