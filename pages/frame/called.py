"""Predictions against truth as a small table, whose cells open their cases."""

import streamlit as st

from ddcore.answers.base.cells import CELL_NAMES, cases_known, cell_table
from ddcore.formats import cases_text
from pages.frame import show
from pages.frame.page import Page


def draw(page: Page) -> None:
    """The four counts of the selected model, and the cases of the one that is opened, where they are known."""
    page.small_table("called")
    if not cases_known(page.data):
        return
    counts = page.data.model.counts
    cell = st.segmented_control(
        "Show the cases of",
        [*CELL_NAMES],
        format_func=lambda name: f"{CELL_NAMES[name]}: {cases_text(getattr(counts, name).item())}",
        key=f"{page.question.name}_cell",
        wrap=True,
        help="Lists the cases of one of the four counts with their scores.",
    )
    if cell is None:
        return
    table = cell_table(page.data, cell)
    show.listing(table, "cell", page.file_name(table.title))
    if table.remark:
        st.caption(table.remark)
