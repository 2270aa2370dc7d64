"""Data sets by the sizes of their classes alone: the eight of van de Bijl et al., Table 5, and typed ones."""

import csv
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ddcore.chance.dutch_draw import checked_classes
from ddcore.errors import InputError

TABLE_5 = "table5"
"""The name of all eight."""
MOST = 9
"""Data sets at once."""


@dataclass(frozen=True)
class DataSet:
    """The sizes of the classes of a data set, and its name in full and short.

    >>> DataSet("Ours", "ours", 200, 50).share
    0.25
    """

    name: str
    short: str
    total: int
    positives: int

    @property
    def share(self) -> float:
        """The share of positives."""
        return self.positives / self.total


@cache
def known_sets() -> Mapping[str, DataSet]:
    """The data sets that ship as numbers, by their keys.

    >>> list(known_sets())
    ['adult', 'bank', 'banknote', 'cleveland', 'haberman', 'lsvt', 'occupancy', 'wisconsin']
    """
    with Path(__file__).with_name("data_sets.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return {row["key"]: DataSet(row["name"], row["short"], int(row["M"]), int(row["P"])) for row in rows}


def data_sets(text: str) -> tuple[DataSet, ...]:
    """The data sets that a text names, each once: keys, `table5` for all of these, and cases/positives.

    Raises `InputError` 'must be table5, adult, ... or cases/positives such as 303/139, got "x"', and as
    `checked_classes` does.

    >>> [part.name for part in data_sets("cleveland, 1000/50")]
    ['Cleveland Heart Disease', '50 of 1,000']
    """
    found: dict[tuple[str, int, int], DataSet] = {}
    for part in filter(None, (part.strip().lower() for part in text.split(","))):
        for data_set in known_sets().values() if part == TABLE_5 else (_data_set(part),):
            found[data_set.name, data_set.total, data_set.positives] = data_set
    if not found:
        raise InputError("must name at least one data set, got none")
    if len(found) > MOST:
        raise InputError(f"must name at most {MOST} data sets, got {len(found)}")
    return tuple(found.values())


def _data_set(text: str) -> DataSet:
    if text in known_sets():
        return known_sets()[text]
    sizes = re.fullmatch(r"(\d{1,12}) ?/ ?(\d{1,12})", text)
    if not sizes:
        keys = ", ".join([TABLE_5, *known_sets()])
        raise InputError(f'must be {keys} or cases/positives such as 303/139, got "{text:.40}"')
    total, positives = checked_classes(int(sizes[1]), int(sizes[2]))
    name = f"{positives:,} of {total:,}"
    return DataSet(name, name, total, positives)


# Processes that answer others may open no file: it is read when the module is imported.
known_sets()
