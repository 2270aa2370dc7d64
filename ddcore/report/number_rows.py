"""A number as a report tells it: with the ends of its interval, or with how it came to be where it needs none."""

import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ddcore.report.document import Number
from ddcore.report.texts import Texts

Writer = Callable[[float], str]
Told = Iterator[Number]

FEW = 3
"""Measures, groups and the like that are told one by one."""


def measured(name: str, value: Mapping[str, Any] | None, write: Writer, texts: Texts, turned: bool = False) -> Told:
    """A number with the ends of its interval, `turned` where it is written with the other sign; none without one."""
    if value is None or value["value"] is None or math.isnan(value["value"]):
        return
    low, high = value["low"], value["high"]
    if low is None or math.isnan(low):
        told = texts.no_interval
    else:
        first, last = (high, low) if turned else (low, high)
        told = f"{write(first)} to {write(last)}"
    yield Number(name=name, text=write(value["value"]), interval=told)


def exact(name: str, value: float, write: Writer, how: str) -> Told:
    """A number that is computed and not estimated, or how it came to be; none where it has no value."""
    if not math.isnan(value):
        yield Number(name=name, text=write(value), interval=how)
