"""The documents that this program rests on, item by item: what they print, and what is computed here.

Each document has a module with its items: every table, figure, numbered example, proposition and corollary. Nothing
computed is stored; `rows` computes all of it when somebody asks, once in a process.
"""

import importlib
import sys
from collections.abc import Mapping
from functools import cache

from ddcore import Door
from ddcore.papers.item import DOCUMENTS, SHORT, STATUSES, Item, Printed, Row
from ddcore.workers import progress

__all__ = ["DOCUMENTS", "SHORT", "STATUSES", "Item", "Printed", "Row", "items", "rows"]

sys.modules[__name__].__class__ = Door

MODULES: Mapping[str, str] = {
    "000": "draw_first",
    "001": "draw",
    "002": "chimps",
    "003": "likelihood",
    "004": "utilities",
}
"""The module of each document, whose `ITEMS` are its items in the order of its pages."""


def items() -> tuple[Item, ...]:
    """Every item of the documents, in their order, uncomputed."""
    modules = (importlib.import_module(f"ddcore.papers.{name}") for name in MODULES.values())
    return tuple(item for module in modules for item in module.ITEMS)


@cache
def rows() -> tuple[Row, ...]:
    """Every item computed, in the order of the documents; tells its progress.

    >>> {row.status for row in rows()} <= STATUSES.keys()
    True
    """
    every = items()
    computed = []
    for place, item in enumerate(every):
        progress.tell(place / len(every), f"Document {item.document}, {item.place}")
        computed.append(Row.of(item))
    return tuple(computed)
