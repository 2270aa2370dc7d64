"""What stands on a page that has no data, none that can be used, or not those that its question needs."""

import streamlit as st

from ddcore.answers.base.answer import Answer
from ddcore.answers.base.needs import Lacking
from ddcore.answers.base.question import Question
from ddcore.answers.base.words import about, literal
from ddcore.data import Data
from ddcore.errors import InputError
from pages.card import card
from pages.data.sidebar import show_sample
from pages.data.source import Unclear, named
from pages.frame import show
from pages.session.view import DATABASE, view

SIDEBAR = "in the sidebar on the left (» on a phone)"


def lacking(question: Question, given: Data | Unclear | InputError | None) -> None:
    """Say why the question cannot be answered, and the way out."""
    if isinstance(given, Data):
        _lacking(question, given)
    else:
        none(question.needed, given)


def none(needed: str, given: Unclear | InputError | None) -> None:
    """Say why there are no data, with `needed` where none were given, and the way out."""
    if isinstance(given, Unclear):
        st.header("One question first", anchor=False)
        st.info(literal(given.sentence))
    elif given is None:
        _nothing_yet(needed)
    else:
        refused(given)


def refused(problem: InputError) -> None:
    """What cannot be used, and where to mend it."""
    st.header("These data cannot be used yet", anchor=False)
    st.error(literal(str(problem)))
    if card.is_there():
        other = "choose another table" if view().current.startswith(DATABASE) else "drop another file"
        st.write(f"Fix it below, or {other}; nothing you entered is lost.")
    else:
        st.write(f"Fix it {SIDEBAR}; nothing you entered is lost.")


def _nothing_yet(needed: str) -> None:
    """What the page would show, and the ways to data."""
    st.header("No data yet", anchor=False)
    st.info(needed)
    if view().link_data == "File" and view().is_about_current:
        st.write(
            "This link belongs to a file that is not here. A file is kept only while its page is open and is never "
            "part of a link. Drop the file again, and your choices for it apply again."
        )
    table = "choose a **table** of a database, " if named() else ""
    st.write(f"Choose a **sample**, drop a **file** of predictions, {table}or type **numbers** {SIDEBAR}.")
    _offer_sample()


def _lacking(question: Question, given: Data) -> None:
    """What the data lack; where chance alone stands if there is no model."""
    lacking = question.lacking(given) or Lacking("", "")
    show.head(Answer(question.text, lacking.sentence, lacking.reason, about(given)))
    for note in question.ask(given).notes:
        if note.kind != "guessed":
            st.caption(note.text)
    if given.chosen is None:
        st.page_link("chance/baselines.py", label="What would chance score on these classes?", icon=":material/casino:")
    _offer_sample()


def _offer_sample() -> None:
    """The way out of a page without data, or without those that it needs."""
    st.button("Show a sample", key="frame_sample", on_click=show_sample, help="Your own data are kept.")
