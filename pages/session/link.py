"""The link of a page: plain text that opens the same view for somebody else.

Streamlit's own binding names a parameter after its widget and drops what it cannot read in silence. Here the names are
those people type (M, P, measure), a list is `F1,G2`, and a value that cannot be used is said.
"""

from collections.abc import Callable
from typing import Any

import streamlit as st

from ddcore.errors import InputError

NOTES = "link_notes"
WANTED = "link_wanted"
OPENED = "link_opened"
PAGE = "link_page"
HELD = "link_held"
SHOWN = "link_shown"
WAITS = "link_waits"


def open_once(path: str) -> None:
    """Remember what the session was opened with: the address bar soon holds the page's own link."""
    st.session_state.setdefault(OPENED, st.query_params.to_dict())
    st.session_state[PAGE] = path
    st.session_state[HELD] = set()


def page() -> str:
    """The page that runs, as its link names it; empty for the first one."""
    return str(st.session_state[PAGE])


def wait() -> None:
    """What the link says of the data is kept, in the address bar too, until there are data."""
    st.session_state[WAITS] = True


def forget() -> None:
    """Somebody chose other data: what the link says was not about these."""
    st.session_state[OPENED] = {}


def asks_for(*names: str) -> bool:
    """Whether the session was opened with any of these names."""
    return any(name in st.session_state[OPENED] for name in names)


def asked(name: str) -> str | None:
    """What the session was opened with under this name, as it stands in the link."""
    text: str | None = st.session_state[OPENED].get(name)
    return text


def taken(name: str) -> str | None:
    """What the link says under a name, which is followed once; None where it says nothing."""
    text: str | None = st.session_state[OPENED].pop(name, None)
    return text


def note(problem: InputError) -> None:
    """What the link asked for and could not get."""
    st.session_state.setdefault(NOTES, []).append(
        f"The link could not be followed in one place: {problem}. The page shows its default there."
    )


def start(key: str, name: str, default: Any, parse: Callable[[str], Any] = str) -> None:
    """Give a widget its first value: what the link says under `name`, or the default.

    `parse` turns the text into a value or raises `InputError`; then the default is shown and the page says so.
    """
    if key in st.session_state:
        put(key, st.session_state[key])
        return
    st.session_state[key] = default
    if asks_for(name):
        try:
            st.session_state[key] = parse(st.session_state[OPENED][name])
        except InputError as problem:
            note(problem)


def put(key: str, value: Any) -> None:
    """Put a value into a widget, unless it is there: a press that is on its way is not overwritten.

    A widget that the last whole run did not show, as on another page or before a file was there, is a new one to
    Streamlit. It would stand at its own default, whatever the session says under its key, if nothing was put into it.
    """
    here = (page(), key)
    st.session_state[HELD].add(here)
    if here not in st.session_state.get(SHOWN, ()) or key not in st.session_state or st.session_state[key] != value:
        st.session_state[key] = value


def one_of(options: Any, what: str) -> Callable[[str], str]:
    """A parser that accepts one of the options."""

    def parse(text: str) -> str:
        if text not in list(options):
            raise InputError(f'{what} must be one of {", ".join(map(str, list(options)[:20]))}, got "{text:.40}"')
        return text

    return parse


def between(low: float, high: float, what: str) -> Callable[[str], float]:
    """A parser for a number of a range."""

    def parse(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            number = float("nan")
        if not low <= number <= high:
            raise InputError(f'{what} must be between {low:,.10g} and {high:,.10g}, got "{text:.40}"')
        return number

    return parse


def whole(low: int, high: int, what: str) -> Callable[[str], int]:
    """A parser for a whole number of a range."""

    def parse(text: str) -> int:
        number = between(low, high, what)(text)
        if number % 1:
            raise InputError(f'{what} must be a whole number, got "{text:.40}"')
        return int(number)

    return parse


def say(**values: Any) -> None:
    """Put values into this page's link; None leaves the name out."""
    st.session_state.setdefault(WANTED, {}).update(values)


def notes() -> list[str]:
    """What the link asked for and could not get, said once; from here on the link is followed, unless it waits."""
    if WAITS not in st.session_state:
        forget()
    return list(st.session_state.pop(NOTES, []))


def write() -> None:
    """Show the link in the address bar, once the page has run."""
    st.session_state[SHOWN] = frozenset(st.session_state[HELD])
    wanted = {name: str(value) for name, value in st.session_state.pop(WANTED, {}).items() if value not in (None, "")}
    if st.session_state.pop(WAITS, False):
        wanted = st.session_state[OPENED] | wanted
    if st.query_params.to_dict() != wanted:
        st.query_params.from_dict(wanted)
