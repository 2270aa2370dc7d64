"""Which of several like cases are quick enough for the default tier, or stand for the others."""

from collections.abc import Iterable
from typing import Any

import pytest


def some_of(values: Iterable[Any], *by_default: Any) -> list[Any]:
    """Parameters of a test: those named by default, all others by `bash tests/run --full`."""
    values = list(values)
    assert set(by_default) <= set(values), by_default
    several = [value if isinstance(value, tuple) else (value,) for value in values]
    marks = [() if value in by_default else pytest.mark.full for value in values]
    return [pytest.param(*value, marks=mark) for value, mark in zip(several, marks, strict=True)]
