"""Below the verdict's chart: the models in their order."""

from typing import Any

import pandas as pd
import streamlit as st

from ddcore.figures.names import shortened
from pages.data.model import select
from pages.frame import show
from pages.frame.page import Page
from pages.session import link

ROWS = 8
"""Models that a table shows at once; of more it scrolls."""
HEIGHT = 35
"""Pixels of a row."""
LETTER = 6
"""Pixels of a letter, about."""
LETTERS = 28
"""Letters of a name in the table: on a phone the first numbers stand beside it."""


def draw(page: Page) -> None:
    """A row a model; a row that is chosen, or an entry of the list above, is selected."""
    if not page.data.several:
        return
    table = page.taken("models")
    rows = table.rows()
    names = rows["Model"].tolist()
    place = names.index(page.data.name)
    listed_as = shortened(names, 32)
    listed, chosen = "verdict_model", f"verdict_models_{place}"

    def listed_one() -> None:
        # Where the ranks have changed, Streamlit takes the new text of an entry for another entry.
        if st.session_state[listed] in names:
            select(st.session_state[listed])

    def row_chosen() -> None:
        selected = st.session_state[chosen].selection.rows
        if selected:
            select(names[selected[0]])

    if rows["Rank"][place] > 1:
        st.button(f"Select the best of {len(names)} models", key="verdict_best", on_click=select, args=(names[0],))
    title, choice = st.columns([5, 3], gap="medium", vertical_alignment="bottom")
    title.subheader(table.title, anchor=False)
    link.put(listed, page.data.name)
    choice.selectbox(
        "Select a model",
        names,
        format_func=lambda name: f"{rows['Rank'][names.index(name)]}. {listed_as[name]}",
        key=listed,
        on_change=listed_one,
    )
    shares = {name: 100 * rows[name] for name in rows if name.startswith("Beyond chance")}
    st.dataframe(
        rows.dropna(axis="columns", how="all").assign(**shares, Model=shortened(names, LETTERS).values()),
        hide_index=True,
        height=HEIGHT * (1 + min(len(rows), ROWS)) + 3,
        row_height=HEIGHT,
        key=chosen,
        on_select=row_chosen,
        selection_mode="single-row",
        selection_default={"selection": {"rows": [place], "columns": [], "cells": []}},
        column_config=_columns(rows, names),
        placeholder="",
        alt=table.title,
    )
    show.on_paper(rows)
    show.download(lambda: rows, "models", page.file_name(table.title))
    st.caption(table.remark)


def _columns(rows: pd.DataFrame, names: list[str]) -> dict[str, Any]:
    """How wide each column is and how its numbers are written; the ends of intervals stand under short heads."""
    columns = {
        "Rank": st.column_config.NumberColumn(width=50),
        "Model": st.column_config.TextColumn(width=30 + LETTER * min(max(map(len, names)), LETTERS)),
        "Beats chance on": st.column_config.TextColumn(width=105),
        "Clearly worse on": st.column_config.NumberColumn(width=110),
        "Beyond chance": st.column_config.ProgressColumn(format="%.0f %%", min_value=0, max_value=100, width=120),
        "AUC": st.column_config.NumberColumn(format="%.3f", width=60),
    }
    for name in ("Precision there", "NPV there"):
        columns[name] = st.column_config.NumberColumn(format="%.3f", width=95)
    for name in rows:
        head, comma, end = name.partition(", ")
        if comma:
            digits = "%.3f" if head == "AUC" else "%.0f %%"
            columns[name] = st.column_config.NumberColumn(end, format=digits, width=72 if "%" in end else 60)
        elif name not in columns and pd.api.types.is_integer_dtype(rows[name]):
            columns[name] = st.column_config.NumberColumn(format="localized")
    return columns
