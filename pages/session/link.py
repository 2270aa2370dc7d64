"""The link of a page: plain text that opens the same view for somebody else.

Streamlit's own binding names a parameter after its widget and drops what it cannot read in silence. Here the names are
those people type (M, P, measure), a list is `F1,G2`, and a value that cannot be used is said.
"""

import math
from typing import Any

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from ddcore.errors import InputError
from pages.session.view import VIEW, view

NOTES = "link_notes"
HELD = "link_held"
SHOWN = "link_shown"
BACK = "link_back"
"""Whether somebody came by Back or Forward."""


def follow(page: str) -> None:
    """Open what the address bar says, where somebody comes by a link or by Back and Forward of the browser."""
    context = get_script_run_ctx()
    came_back = st.session_state[BACK] = context is not None and context.is_history_navigation
    if VIEW not in st.session_state:
        view().open(page, st.query_params.to_dict())
    elif came_back:
        view().come_back(page, st.query_params.to_dict())
    view().begin(page)
    st.session_state[HELD] = set()


def put(key: str, value: Any) -> None:
    """Put a value into a widget, unless it is there: a press that is on its way is not overwritten.

    A widget that the last whole run did not show, as on another page or before a file was there, is a new one to
    Streamlit. It would stand at its own default, whatever the session says under its key, if nothing was put into it.
    """
    here = (view().page, key)
    st.session_state[HELD].add(here)
    if here not in st.session_state.get(SHOWN, ()) or not _same(st.session_state.get(key), value):
        st.session_state[key] = value


def _same(shown: Any, value: Any) -> bool:
    """Whether a widget shows a value; a slider's has more digits than a link."""
    if isinstance(shown, float) and isinstance(value, float):
        return math.isclose(shown, value, rel_tol=1e-5, abs_tol=1e-12)
    return bool(shown == value)


def note(problem: InputError) -> None:
    """What the link asked for and could not get."""
    st.session_state.setdefault(NOTES, []).append(
        f"One part of the link could not be used: {problem}. The default is used there."
    )


def notes() -> list[str]:
    """What the link asked for and could not get, said once."""
    return list(st.session_state.pop(NOTES, []))


def write() -> None:
    """Show the link in the address bar, once the page has run."""
    st.session_state[SHOWN] = frozenset(st.session_state[HELD])
    link = view().link()
    # What the page before still had to say may have come after Back, and stand in this one's address.
    if st.query_params.to_dict() != link or st.session_state[BACK]:
        st.query_params.from_dict(link)
