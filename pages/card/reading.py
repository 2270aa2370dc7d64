"""How a file is read, set by hand where it was found wrong, and its first rows."""

import pandas as pd
import streamlit as st

from ddcore.read import Reading
from ddcore.read.delimited import ENCODINGS
from ddcore.read.files import DELIMITERS
from ddcore.read.roles import title
from pages.data.card_choices import choose, chosen
from pages.session import link

SIGNS = {sign: name for name, sign in DELIMITERS.items()}
DECIMALS = {".": "point", ",": "comma"}
AUTOMATIC = ""
"""Nothing is set by hand."""


def settings(source: str, reading: Reading) -> None:
    """What may be set by hand."""
    offered: dict[str, dict[str, str]] = {}
    if reading.format in ("", "CSV"):
        offered["delimiter"] = SIGNS
        offered["decimal"] = DECIMALS
    if reading.format in ("", "CSV", "JSON lines"):
        offered["encoding"] = {name: name for name in ENCODINGS}
    if len(reading.sheets) > 1:
        offered["sheet"] = {name: name for name in reading.sheets}
    if offered:
        for place, (role, titles) in zip(st.columns(len(offered)), offered.items(), strict=True):
            with place:
                _setting(source, role, titles, getattr(reading, role))


def rows(reading: Reading) -> None:
    """The first rows as they were read."""
    if len(reading.preview) > 1:
        st.caption("The first rows, as they were read, up to ten:")
        st.dataframe(
            _table(reading.preview),
            hide_index=True,
            alt="The first rows of the file, as they were read",
        )


def _setting(source: str, role: str, titles: dict[str, str], now: str) -> None:
    set_by_hand = chosen(source).get(role, AUTOMATIC)
    automatic = f"Automatic: {titles.get(now, now)}" if now and not set_by_hand else "Automatic"
    key = f"data_{role}_{source}"
    link.put(key, set_by_hand if set_by_hand in titles else AUTOMATIC)
    st.selectbox(
        title(role),
        [AUTOMATIC, *titles],
        key=key,
        format_func=lambda value: titles.get(value, automatic),
        on_change=_take,
        args=(source, role, key),
    )


def _take(source: str, name: str, key: str) -> None:
    """A box was moved; called too where it is gone, as another file was dropped."""
    if key in st.session_state:
        choose(source, name, st.session_state[key] or None)


def _table(preview: tuple[tuple[str, ...], ...]) -> pd.DataFrame:
    """The first rows under their names, which may be missing or stand twice in a file that cannot be used."""
    header, *cells = preview
    width = max(map(len, preview))
    names: list[str] = []
    for place in range(width):
        name = header[place] if place < len(header) else ""
        names.append(name if name and name not in names else f"{name} (column {place + 1})".strip())
    return pd.DataFrame([[*row, *[""] * (width - len(row))] for row in cells], columns=names)
