"""Results kept with what they were computed from: there when they are asked for again, and dropped together with it.

>>> kept = Cache(most=2)
>>> kept.get("area", lambda: 0.9), kept.get("area", lambda: 0.1)
(0.9, 0.9)
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, Self, TypeVar, overload

from ddcore.interval import called_at, confident

MANY = 100_000
"""Cases from which on long work may be done by another process, and a large result takes much memory."""

Result = TypeVar("Result")
Maker = Callable[[Hashable, Callable[[], Any], int], Any]
"""Takes the key of a result, what makes it, and for how many cases that is long work; gives the result."""

_maker: ContextVar[Maker | None] = ContextVar("maker", default=None)
_run: ContextVar[object] = ContextVar("run", default=None)
"""The outermost block of `made_by`, None outside of any."""


@contextmanager
def made_by(maker: Maker) -> Iterator[None]:
    """What is made within this block is made by this maker: with a sign of life, in another process, ...

    The outermost block is one run of a page: what is asked for within it is not dropped before it ends, so that no
    result of a page takes the place of another one of the same page.

    >>> with made_by(lambda key, make, cases: f"{make()} by another, {cases:,} cases"):
    ...     Cache().get("area", lambda: 0.9, cases=1000)
    '0.9 by another, 1,000 cases'
    """
    before, run = _maker.set(maker), _run.set(_run.get() or object())
    try:
        yield
    finally:
        _maker.reset(before)
        _run.reset(run)


@dataclass
class _Entry:
    """A result, whether it takes much memory, and the run that asked for it last."""

    result: Any
    large: bool
    run: object

    @property
    def in_use(self) -> bool:
        """Whether the run at hand has asked for it."""
        return self.run is not None and self.run is _run.get()


class Cache:
    """Up to `most` results by their keys, and all that the run at hand asked for; the one not asked for longest goes.

    >>> kept = Cache(most=1)
    >>> [kept.get(key, lambda: value) for key, value in (("a", 1), ("b", 2), ("a", 3))]
    [1, 2, 3]
    """

    def __init__(self, most: int = 48) -> None:
        self._most = most
        self._results: dict[Hashable, _Entry] = {}

    def __reduce__(self) -> tuple[type["Cache"], tuple[int]]:
        """What goes to another process: no results, which may be large, and made by functions that cannot go along.

        >>> import pickle
        >>> kept = Cache()
        >>> _ = kept.get("area", lambda: lambda: 0.9)
        >>> pickle.loads(pickle.dumps(kept)).get("area", lambda: 0.1)
        0.1
        """
        return Cache, (self._most,)

    def get(self, key: Hashable, make: Callable[[], Result], *, cases: int = 0, large: bool = False) -> Result:
        """The result of this key at the level in force: made before, or made now.

        Long work says for how many `cases` it is; what takes much memory for many of them is `large`.
        """
        # Intervals and claims have the level in force, in another process too.
        level = confident()
        key = (*key, level) if isinstance(key, tuple) else (key, level)
        held = self._results.pop(key, None)
        if held is None:
            maker = _maker.get()
            made = make() if maker is None else maker(key, partial(called_at, level, make), cases)
            held = _Entry(made, large and cases >= MANY, None)
            idle = [key for key, other in self._results.items() if not other.in_use]
            self._drop(idle[: max(0, len(self._results) - self._most + 1)])
        held.run = _run.get()
        self._results[key] = held
        result: Result = held.result
        return result

    def drop_large(self) -> None:
        """Drop large results that the run at hand has not asked for, and those whose key holds one or a part of one."""
        for dropped in [held.result for held in self._results.values() if held.large and not held.in_use]:
            parts = {id(part) for part in (dropped, *(dropped if isinstance(dropped, tuple) else ()))}
            self._drop([key for key, held in self._results.items() if held.result is dropped or _holds(key, parts)])

    def _drop(self, keys: list[Hashable]) -> None:
        for key in keys:
            self._results.pop(key, None)


def _holds(key: Hashable, parts: set[int]) -> bool:
    return isinstance(key, tuple) and any(id(part) in parts for part in key)


class Each(Mapping[str, Result]):
    """A result for each key, made when it is first read, at the level that is in force now.

    >>> squares = Each(("2", "3"), lambda key: int(key) ** 2)
    >>> squares["3"], [*squares], squares.get("4")
    (9, ['2', '3'], None)
    """

    def __init__(self, keys: Iterable[str], make: Callable[[str], Result]) -> None:
        self._keys, self._make, self._level = tuple(keys), make, confident()
        self._results: dict[str, Result] = {}

    def __getitem__(self, key: str) -> Result:
        if key not in self._results:
            if key not in self._keys:
                raise KeyError(key)
            self._results[key] = called_at(self._level, self._make, key)
        return self._results[key]

    def __contains__(self, key: object) -> bool:
        return key in self._keys

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)


class computed_once(Generic[Result]):  # noqa: N801 - a decorator, as `functools.cached_property`
    """An attribute that is computed when it is first asked for.

    `functools.cached_property` of Python 3.11 does so under one lock for all instances: while the work of one visitor
    waits for another process, all others would stand still.

    >>> class Square:
    ...     side = 3
    ...     @computed_once
    ...     def area(self) -> int:
    ...         return self.side**2
    >>> square = Square()
    >>> square.area, vars(square)
    (9, {'area': 9})
    """

    def __init__(self, compute: Callable[[Any], Result]) -> None:
        self._compute = compute
        self.__doc__ = compute.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...
    @overload
    def __get__(self, instance: object, owner: type) -> Result: ...
    def __get__(self, instance: object | None, owner: type) -> Self | Result:
        if instance is None:
            return self
        value = self._compute(instance)
        # Written past `__setattr__`, which a frozen dataclass refuses; from now on it is found before this descriptor.
        vars(instance)[self._name] = value
        return value
