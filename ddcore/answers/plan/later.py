"""Values that are computed when somebody reads them: a chart moves without those of the other aims."""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any


class Later(Mapping[str, Any]):
    """The mapping that a function makes, made when it is first read.

    >>> values = Later(lambda: {"cases": 350})
    >>> values["cases"], list(values), values == {"cases": 350}
    (350, ['cases'], True)
    """

    def __init__(self, make: Callable[[], Mapping[str, Any]]) -> None:
        self._make = make

    @cached_property
    def _made(self) -> Mapping[str, Any]:
        return self._make()

    def __getitem__(self, name: str) -> Any:
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._made)

    def __len__(self) -> int:
        return len(self._made)
