"""Loops that claim something."""

from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")


def nonempty(items: Iterable[T]) -> list[T]:
    """The items for a loop of asserts, which would hold anything if there were none."""
    found = list(items)
    assert found, "the loop has nothing to look at"
    return found
