"""The source of the data, what choosing them gives besides data, and the data of numbers, made once."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import streamlit as st

from ddcore.data import Data
from ddcore.engines.databases import Database
from pages.session.choices import Choice, one_of
from pages.session.view import DATABASE, view

KINDS = ("Sample", "File", "Numbers")
"""Where data come from, besides a database."""
TYPED = "data_typed"
"""The data of the numbers typed last, or of the selected story last, with what was computed from them."""


@dataclass(frozen=True)
class Unclear:
    """What a file cannot be read without knowing, in a sentence; its card has the box for it."""

    sentence: str


def typed(numbers: tuple[object, ...], make: Callable[[], Data]) -> Data:
    """The data as at the last run, with what was computed from them, if the numbers are the same."""
    known: dict[tuple[object, ...], Data] = st.session_state.get(TYPED, {})
    if numbers not in known:
        known = st.session_state[TYPED] = {numbers: make()}
    return known[numbers]


def kind() -> Choice:
    """The source of the data: what a link says, and a sample until somebody chooses."""
    default = "Numbers" if view().link_data == "Numbers" else "Sample"
    return Choice("data_kind", "data", default, one_of(kinds(), "data"), keep_default=True)


def kinds() -> tuple[str, ...]:
    """Where data may come from: from a database only where whoever runs the server named one."""
    return (*KINDS[:2], DATABASE, *KINDS[2:]) if named() else KINDS


def named() -> Mapping[str, Database]:
    """The databases that whoever runs the server named in `.streamlit/secrets.toml`, by their names; none by default.

    Only `[databases.name]` counts: a file in the home folder is read too, whose `[connections]` are for other programs.
    """
    return databases_of(st.secrets) if st.secrets.load_if_toml_exists() else {}


def databases_of(secrets: Mapping[str, Any]) -> Mapping[str, Database]:
    """The databases that secrets name, without those that lack an address.

    >>> databases_of({"databases": {"lake": {"url": "duckdb:///data/lake.db", "tables": "main.*"}}})
    {'lake': Database(name='lake', tables=('main.*',))}
    """
    given = secrets.get("databases")
    found = {}
    for name, each in given.items() if isinstance(given, Mapping) else ():
        url, tables = (each.get("url"), each.get("tables")) if isinstance(each, Mapping) else (None, None)
        patterns = [tables] if isinstance(tables, str) else tables
        if isinstance(url, str) and (patterns is None or _are_texts(patterns)):
            found[name] = Database(name, url, None if patterns is None else tuple(patterns))
        else:
            _refuse(name)
    return found


def _are_texts(values: object) -> bool:
    return isinstance(values, list | tuple) and all(isinstance(value, str) for value in values)


@cache
def _refuse(name: str) -> None:
    """Say once that a database is not offered."""
    logging.getLogger(__name__).error("[databases.%s] must have url, a text, and may have tables, texts", name)
