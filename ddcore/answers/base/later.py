"""Values that are computed when somebody reads them: a chart moves without those that no page shows."""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any

from ddcore.interval import called_at, confident


class Later(Mapping[str, Any]):
    """The mapping that a function makes, made when it is first read, at the level that is in force now.

    >>> values = Later(lambda: {"cases": 350})
    >>> values["cases"], list(values), values == {"cases": 350}
    (350, ['cases'], True)
    """

    def __init__(self, make: Callable[[], Mapping[str, Any]]) -> None:
        self._make, self._level = make, confident()

    @cached_property
    def _made(self) -> Mapping[str, Any]:
        return called_at(self._level, self._make)

    def __getitem__(self, name: str) -> Any:
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._made)

    def __len__(self) -> int:
        return len(self._made)
