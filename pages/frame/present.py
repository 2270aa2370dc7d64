"""Presenting: a page for a projector, with letters 1.6 times as large, its controls, and nothing else."""

import streamlit as st

from pages.data import model
from pages.session.choices import Choice, one_of
from pages.session.view import PRESENT

LARGER = 1.6
"""How many times as large the letters are."""

STYLE = """<style>
html { font-size: 24px !important; }
.stSidebar, .stAppHeader, .bar, details, [class*="st-key-take_away"], .st-key-next, .st-key-card,
[data-testid="stCaptionContainer"], .st-key-worth_knowing, .st-key-tour_again, .tour,
.tour_ring { display: none !important; }
.stMainBlockContainer { max-width: none !important; padding: 1rem 2rem !important; }
/* A slider and what it moves are in view at once: headings and gaps give the chart their room. */
.stMain h1 { padding-block: 0 0.9rem; font-size: 1.5rem; }
.stMain h2 { padding-block: 0 0.9rem; font-size: 1.15rem; }
.stMain h3 { padding-block: 0.2rem 1rem; font-size: 1rem; }
.stMain :is(.stVerticalBlock, .stHorizontalBlock) { gap: 0.6rem; }
[data-testid="stMarkdownContainer"] :is(p, li) { max-width: none; }
.stMain [data-testid="stLayoutWrapper"]:has(> * > * > .stNumberInput) { flex-basis: 13rem !important; }
.st-key-present_threshold { padding-right: 4rem; }
.stMain .stHorizontalBlock > .stColumn { min-width: 100%; }
.st-key-present_end { position: absolute; top: 1rem; right: 2rem; width: auto; z-index: 2; }
</style>"""


def choice() -> Choice:
    """Whether the page is presented, "yes" or "no", in the link too."""
    return Choice("present", PRESENT, "no", one_of(("no", "yes"), "present"))


def is_on() -> bool:
    """Whether the page is presented."""
    return bool(choice().value == "yes")


def button() -> None:
    """What begins it, in the sidebar; `frame.js` presses it at the key P."""
    st.button(
        "Present",
        key="present",
        icon=":material/present_to_all:",
        on_click=_turn,
        help="For a projector: larger letters, the controls of the page, and nothing else. The key P does the same.",
    )


def draw(*, slider: bool) -> None:
    """What changes while a page is presented: its looks, the way back, and a slider that stood in the sidebar."""
    st.html(STYLE)
    st.button(
        "End", key="present_end", type="tertiary", help="Back to the whole page, as by the key P.", on_click=_turn
    )
    if slider:
        with st.container(key="present_threshold"):
            model.slider()


def _turn() -> None:
    choice().choose("no" if is_on() else "yes")
