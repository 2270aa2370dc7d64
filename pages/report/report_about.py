"""What stands around the sections: title, author, date, how it is drawn and printed, and the model card."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.report.compose import default_title
from ddcore.report.order import LONGEST, Card
from pages.session import link
from pages.session.settings import Setting, one_of

CHARTS = {"interactive": "Interactive", "pictures": "Pictures"}
PAPERS = {"a4": "A4", "letter": "Letter"}
DATE = 100
"""Letters of a date."""


def draw(data: Data) -> dict[str, Any]:
    """The fields; what an `Order` is to have of them."""
    told: dict[str, Any] = {
        "title": _line("title", "Title", LONGEST, default_title(data)),
        "author": _line("author", "Author", LONGEST, "nobody is named"),
        "date": _line(
            "date",
            "Date",
            DATE,
            "none",
            "There is none unless you type one: the same report is then the same file, byte for byte.",
        ),
    }
    with st.container(horizontal=True):
        told["charts"] = _one_of(
            "charts",
            "Charts in HTML",
            CHARTS,
            "Interactive ones show numbers under the mouse; pictures make a small file without scripts.",
        )
        told["paper"] = _one_of("paper", "Paper", PAPERS, "The size of a page in PDF, Word and print.")
    told["cases"] = _cases()
    with st.expander("Model card"):
        st.caption("What no data can tell. What is empty says “To be filled in”.")
        written = {
            name: _area(name, field.title or name, field.description or "") for name, field in Card.model_fields.items()
        }
    told["card"] = Card(**written)
    return told


def _cases() -> bool:
    """Whether tables of single cases are in it, with a warning where they are."""
    chosen = Setting("report_about_cases", "report_cases", "no", one_of(("no", "yes"), "cases"))
    key, listed = chosen.key, bool(chosen.value == "yes")
    link.put(key, listed)
    st.toggle(
        "List single cases",
        key=key,
        help="Tables such as the cases on which two models differ name rows and ids of your file. They are left out "
        "unless you ask for them.",
        on_change=lambda: chosen.choose("yes" if st.session_state[key] else "no"),
    )
    if listed:
        st.warning("Whoever gets this report can read the rows, ids, scores and truths of single cases.")
    return listed


def _setting(name: str, usual: str, read: Callable[[str], str]) -> Setting:
    return Setting(f"report_about_{name}", f"report_{name}", usual, read)


def _upto(most: int, what: str) -> Callable[[str], str]:
    def parse(text: str) -> str:
        if len(text) > most:
            raise InputError(f"{what} of a report must have at most {most:,} letters, got {len(text):,}")
        return text

    return parse


def _line(name: str, label: str, most: int, placeholder: str, help: str | None = None) -> str:
    chosen = _setting(name, "", _upto(most, name))
    text: str = chosen.put()
    st.text_input(label, key=chosen.key, max_chars=most, placeholder=placeholder, help=help, on_change=chosen.take)
    return text


def _area(name: str, label: str, help: str) -> str:
    chosen = _setting(name, "", _upto(LONGEST, name))
    text: str = chosen.put()
    st.text_area(label, key=chosen.key, max_chars=LONGEST, height=90, help=help, on_change=chosen.take)
    return text


def _one_of(name: str, label: str, titles: dict[str, str], help: str) -> str:
    chosen = _setting(name, next(iter(titles)), one_of(titles, name))
    value: str = chosen.put()
    st.segmented_control(
        label,
        list(titles),
        format_func=titles.__getitem__,
        key=chosen.key,
        required=True,
        help=help,
        on_change=chosen.take,
    )
    return value
