"""Which of several like cases are quick enough for the default tier, or stand for the others."""

from collections.abc import Iterable
from typing import Any

import pytest


def some_of(values: Iterable[Any], *by_default: Any) -> list[Any]:
    """Parameters of a test: those named by default, all others by `bash tests/run --full`."""
    values = list(values)
    assert set(by_default) <= set(values), by_default
    return [value if value in by_default else pytest.param(value, marks=pytest.mark.full) for value in values]
