"""Where does it fail?"""

import streamlit as st

from pages.frame import widgets
from pages.frame.page import opened
from pages.session.choices import Choice

BESIDE = {
    "gaps": ("column", "reference", "measure"),
    "each": ("column", "measure"),
    "segments": ("measure", "least"),
    "thresholds": ("column", "miss"),
}
"""The controls beside each other, by what is shown."""


def reference(choice: Choice) -> object:
    """What groups are compared with, drawn where there are three or more: two are compared with each other."""
    return widgets.draw(choice) if len(choice.titles or ()) > 3 else choice.value


def cuts(choice: Choice) -> object:
    """Into how many parts a column is cut, drawn where a column of numbers is."""
    rows = choice.data.rows
    splits = {} if rows is None else rows.splits
    column = choice.others.get("column")
    is_cut = any(
        split.numbers is not None
        for name, split in splits.items()
        if choice.others["show"] == "segments" or name == column
    )
    return widgets.draw(choice) if is_cut else choice.value


page = opened("groups")
top = st.container()
show = page.control("show")
with st.container(horizontal=True, vertical_alignment="bottom"):
    for name in BESIDE[show]:
        page.control(name, reference if name == "reference" else widgets.draw)
    page.control("cuts", cuts)
    if show == "thresholds":
        page.control("panel")
left, right = st.columns(2, gap="medium")
# Below the charts, which a phone would else not show on its first screen.
if show in ("gaps", "each"):
    with st.popover("Correction"):
        page.control("correction")

page.ask(top)
with left:
    page.chart("groups", titled=True)
if show == "gaps":
    with right:
        page.chart("fpr", titled=True)
    below, right = st.columns(2, gap="medium")
    if "measure" in page.answer.figures:
        with below:
            page.chart("measure", titled=True)
if show == "each":
    with right:
        page.chart("map", titled=True)
with right:
    page.worth_knowing()
page.fold()
