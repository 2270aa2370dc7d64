"""Where does it fail?"""

import streamlit as st

from pages.frame import widgets
from pages.frame.page import opened
from pages.session.choices import Choice

BESIDE = {"each": ("measure", "column"), "segments": ("measure",), "thresholds": ("column", "miss")}
"""The controls beside each other, by what is shown."""
FOLDED = {
    "each": ("correction", "cuts", "reference"),
    "segments": ("least", "cuts"),
    "thresholds": ("cuts",),
}
"""The controls in the popover."""
LISTED = {"each": "groups", "segments": "segments", "thresholds": "rules"}
"""The table below the chart."""


def drawn_if_several(choice: Choice) -> object:
    """The control, drawn if there is more than one value to choose from."""
    return widgets.draw(choice) if len(choice.titles or ()) > 1 else choice.value


page = opened("groups")
top = st.container()
show = page.control("show", drawn_if_several)
left, right = st.columns([5, 3], gap="medium")
with left:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        for name in BESIDE[show]:
            page.control(name)
        with st.popover("How it is judged" if show == "each" else "Parts and sizes"):
            for name in FOLDED[show]:
                page.control(name, drawn_if_several if name == "reference" else widgets.draw)
    if show == "thresholds":
        page.control("panel")
    picture = st.container()

page.ask(top)
with picture:
    page.chart("groups", titled=show != "each")
with picture if show == "each" else right:
    page.worth_knowing()
if show == "each":
    with right:
        page.chart("map", titled=True)
    page.small_table("models")
page.listing(LISTED[show])
page.fold()
