"""How a file is read, set by hand where it was found wrong, and its first rows."""

from collections.abc import Collection, Sequence

import pandas as pd
import streamlit as st

from ddcore.read import Reading
from ddcore.read.delimited import ENCODINGS
from ddcore.read.files import DELIMITERS, FORMATS
from ddcore.read.roles import described, title
from pages.data.card_choices import choose, chosen
from pages.session import link

SIGNS = {sign: name for name, sign in DELIMITERS.items()}
DECIMALS = {".": "point", ",": "comma"}
AUTOMATIC = ""
"""Nothing is set by hand."""


OFFERED: dict[str, dict[str, str]] = {
    "delimiter": SIGNS,
    "decimal": DECIMALS,
    "encoding": {name: name for name in ENCODINGS},
    "sheet": {},
    "header": {},
}
"""What may be set by hand, with the titles of what may be said; a file has its own sheets and rows."""


def settings(source: str, reading: Reading, asked: Collection[str]) -> None:
    """What may be set by hand in a file of its format, but for what is asked elsewhere."""
    of_format = [role for format in FORMATS if reading.format in ("", format.name) for role in format.settings]
    of_format += ["decimal"] if reading.delimiter or reading.decimal else []
    offered = [role for role in OFFERED if role in of_format and role not in asked]
    offered = [role for role in offered if role != "sheet" or len(reading.sheets) > 1]
    if offered:
        for place, role in zip(st.columns(len(offered)), offered, strict=True):
            with place:
                setting(source, role, reading)


def rows(reading: Reading) -> None:
    """The first rows as they were read, and as they stand in the file where the names are not in its first row."""
    if reading.header not in (None, 1):
        st.caption("The first rows as they are in the file:")
        top(reading)
    if len(reading.preview) > 1:
        st.caption("The first rows as they were read, up to ten:")
        st.dataframe(
            _table(reading.preview),
            hide_index=True,
            alt="The first rows of the file as they were read",
        )


def top(reading: Reading) -> None:
    """The first rows as they stand in the file, with their numbers, by which a person can say which has the names."""
    if not reading.top:
        return
    width = max(map(len, reading.top))
    rows = [[place, *row, *[""] * (width - len(row))] for place, row in enumerate(reading.top, start=1)]
    st.dataframe(
        pd.DataFrame(rows, columns=["Row", *map(str, range(1, width + 1))]),
        hide_index=True,
        alt="The first rows as they are in the file, with their numbers",
    )


def setting(source: str, role: str, reading: Reading, candidates: Sequence[str] = ()) -> None:
    """The box of one of them, the candidates first."""
    titles = dict.fromkeys(candidates, "") | OFFERED[role]
    if role == "sheet":
        titles |= {name: name for name in reading.sheets}
    if role == "header":
        titles |= _rows(reading, with_cells=bool(candidates))
    if given := chosen(source).get(role):
        # What cannot be read so says nothing of its rows and sheets.
        titles.setdefault(str(given), f"Row {given}" if role == "header" else str(given))
    found = getattr(reading, role)
    now, by_hand = "" if found is None else str(found), str(chosen(source).get(role, AUTOMATIC))
    automatic = f"Automatic: {titles.get(now, now)}" if now and not by_hand else "Automatic"
    # A guess shows what was taken; what is found by itself is the first entry elsewhere.
    unset = [AUTOMATIC] if by_hand or not candidates or now not in titles else []
    key = f"data_{role}_{source}"
    link.put(key, by_hand if by_hand in titles else AUTOMATIC if unset else now)
    st.selectbox(
        title(role),
        [*unset, *titles],
        key=key,
        format_func=lambda value: titles.get(value, automatic),
        help=described(role),
        on_change=_take,
        args=(source, role, key),
    )


def _rows(reading: Reading, *, with_cells: bool) -> dict[str, str]:
    """The rows that may have the names, with these where found and all cells where a guess asks; 0 for none."""
    rows = {
        str(place): f"Row {place}: {', '.join(filter(None, row))}"
        if with_cells or place == reading.header
        else f"Row {place}"
        for place, row in enumerate(reading.top, start=1)
    }
    return {**rows, "0": "No row has names"}


def _take(source: str, name: str, key: str) -> None:
    """A box was moved; called too where it is gone, as another file was dropped."""
    if key in st.session_state:
        value = st.session_state[key]
        choose(source, name, None if value == AUTOMATIC else int(value) if name == "header" else value)


def _table(preview: tuple[tuple[str, ...], ...]) -> pd.DataFrame:
    """The first rows under their names, which may be missing or stand twice in a file that cannot be used."""
    header, *cells = preview
    width = max(map(len, preview))
    names: list[str] = []
    for place in range(width):
        name = header[place] if place < len(header) else ""
        names.append(name if name and name not in names else f"{name} (column {place + 1})".strip())
    return pd.DataFrame([[*row, *[""] * (width - len(row))] for row in cells], columns=names)
