"""Results kept with what they were computed from: there when they are asked for again, and dropped together with it.

>>> kept = Kept(most=2)
>>> kept.get("area", lambda: 0.9), kept.get("area", lambda: 0.1)
(0.9, 0.9)
"""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

MANY = 100_000
"""Cases from which on long work may be done by another process, and a large result takes much memory."""

Result = TypeVar("Result")
Maker = Callable[[Hashable, Callable[[], Any], int], Any]
"""Takes the key of a result, what makes it, and for how many cases that is long work; gives the result."""

_maker: ContextVar[Maker | None] = ContextVar("maker", default=None)


@contextmanager
def made_by(maker: Maker) -> Iterator[None]:
    """What is made within this block is made by this maker: with a sign of life, in another process, ...

    >>> with made_by(lambda key, make, cases: f"{make()} by another, {cases:,} cases"):
    ...     Kept().get("area", lambda: 0.9, cases=1000)
    '0.9 by another, 1,000 cases'
    """
    before = _maker.set(maker)
    try:
        yield
    finally:
        _maker.reset(before)


class Kept:
    """Up to `most` results by their keys; the one not asked for longest goes first.

    >>> kept = Kept(most=1)
    >>> [kept.get(key, lambda: value) for key, value in (("a", 1), ("b", 2), ("a", 3))]
    [1, 2, 3]
    """

    def __init__(self, most: int = 48) -> None:
        self._most = most
        self._results: dict[Hashable, tuple[Any, bool]] = {}

    def get(self, key: Hashable, make: Callable[[], Result], *, cases: int = 0, large: bool = False) -> Result:
        """The result of this key: made before, or made now.

        Long work says for how many `cases` it is; what takes much memory for many of them is `large`.
        """
        if key in self._results:
            self._results[key] = self._results.pop(key)
        else:
            maker = _maker.get()
            made = make() if maker is None else maker(key, make, cases)
            for old in list(self._results)[: max(0, len(self._results) - self._most + 1)]:
                del self._results[old]
            self._results[key] = made, large and cases >= MANY
        result: Result = self._results[key][0]
        return result

    def drop_large(self) -> None:
        """Drop large results, and those whose key holds one of them or one of its parts."""
        for dropped in [made for made, large in self._results.values() if large]:
            parts = {id(part) for part in (dropped, *(dropped if isinstance(dropped, tuple) else ()))}
            for key in [key for key, (made, _) in self._results.items() if made is dropped or _holds(key, parts)]:
                del self._results[key]


def _holds(key: Hashable, parts: set[int]) -> bool:
    return isinstance(key, tuple) and any(id(part) in parts for part in key)
