"""A file in the folder of data that whoever runs the server named, for files too large to upload."""

import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from hashlib import sha256

import streamlit as st

from ddcore.data import Data
from ddcore.engines import folder
from ddcore.engines import worker as engine
from ddcore.engines.folder import LISTED, Entry
from ddcore.formats import many
from pages.data import files
from pages.data.source import Unclear, kind
from pages.session import link
from pages.session.view import view

KNOWN = "data_stored_known"
"""The files as they were listed last, and when."""

LISTED_EVERY = 30.0
"""Seconds."""

BOX = "data_stored"


def box() -> str:
    """The list of the files, and the one that is chosen; empty where there is no folder of data."""
    if folder.folder() is None:
        return ""
    known = {entry.name: entry for entry in _known()}
    name = view().text("stored")[0] or ""
    link.put(BOX, name if name in known else None)
    st.selectbox(
        "Files on this server",
        list(known),
        index=None,
        key=BOX,
        format_func=lambda each: f"{each} ({_size(known[each])})" if each in known else each,
        placeholder="Please choose" if known else "There are none",
        help="Files that are too large to upload, in a folder that whoever runs this server has named. They are read "
        "piece by piece. Type to search.",
        on_change=_take,
    )
    if len(known) == LISTED:
        st.caption(f"The first {LISTED:,} files are listed.")
    return name


def read(name: str) -> Data | Unclear:
    """What was read of a file that is listed; raises `InputError` for another one."""
    path = folder.opened(name)
    source = f"stored {sha256(name.encode()).hexdigest()[:8]}"
    changed = next((f"{entry.size} {entry.modified}" for entry in _known() if entry.name == name), "")
    table = files.ByEngine("file", partial(engine.start, path), partial(_close, source), changed)
    data = files.uploaded(source, table, name)
    if not isinstance(data, Data):
        return data
    origin = data.origin
    if origin is not None:
        origin = replace(origin, function="read_table", given={**origin.given, "source": name})
    return replace(data, source=name, origin=origin)


def put(name: str | None) -> None:
    """Somebody chose a file; none where another one was dropped."""
    view().put("stored", name or None)


def _take() -> None:
    if BOX in st.session_state:
        kind().choose("File")
        put(st.session_state[BOX])


def _close(source: str) -> None:
    files.forget(source)
    put(None)


def _known() -> Sequence[Entry]:
    at, known = st.session_state.get(KNOWN, (-LISTED_EVERY, ()))
    if time.monotonic() - at > LISTED_EVERY:
        known = folder.listed()
        st.session_state[KNOWN] = time.monotonic(), known
    entries: Sequence[Entry] = known
    return entries


def _size(entry: Entry) -> str:
    """The bytes of a file as people say them.

    >>> _size(Entry("lake", 1_234_567_890, 0.0, 12))
    '1.2 GB in 12 files'
    """
    value, unit = next(
        ((entry.size / 10**power, unit) for power, unit in UNITS if entry.size >= 10**power), (0.0, "kB")
    )
    shown = f"{value:.1f}" if value < 10 else f"{value:,.0f}"
    return f"{shown} {unit}" + (f" in {many(entry.files, 'file')}" if entry.files > 1 else "")


UNITS = ((9, "GB"), (6, "MB"), (3, "kB"), (0, "bytes"))
