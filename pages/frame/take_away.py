"""What every question's page offers for taking its answer away: into the report, as a link, as Python, as a command."""

from typing import TYPE_CHECKING
from urllib.parse import urlencode, urlsplit

import streamlit as st

from ddcore.report import recipe
from ddcore.report.order import MOST_SECTIONS, Wanted
from pages.session import listed
from pages.session.view import DATABASE, view

if TYPE_CHECKING:
    from pages.frame.page import Page

PRESSED = "take_away_pressed"
"""Which of the two buttons was pressed last, until it is done."""
LONG = 2_000
"""Letters from which on some programs cut a link."""


def draw(page: "Page") -> None:
    """One quiet row: "Add to report" or what is there already, and what can be copied."""
    section = wanted(page)
    with st.container(horizontal=True, key="take_away", gap="small", vertical_alignment="center"):
        _add(listed.placed(section, page.data))
        with st.popover("Copy link, Python or command", type="tertiary", icon=":material/content_copy:"):
            _copied(page, section)


def wanted(page: "Page") -> Wanted:
    """The question of a page with what is chosen there and is not the default."""
    options = page.question.choices
    chosen = {
        options.named(name): value
        for name, value in page.values.items()
        if value is not None and value != page.default(name)
    }
    return Wanted(question=page.question.name, choices=chosen)


def _add(section: Wanted) -> None:
    """The button that adds a question, or says that it is there and takes it out.

    What was pressed is done here, with what is chosen now: a field that somebody left by pressing it is chosen, too.
    """
    pressed = st.session_state.pop(PRESSED, "")
    if pressed == "add":
        listed.add(section)
    elif pressed == "remove":
        listed.remove(section)
    sections = listed.sections()
    places = [place for place, other in enumerate(sections, start=1) if listed.same(other, section)]
    if places:
        st.page_link("report/report.py", label=f"In the report, as section {places[0]}", icon=":material/check:")
        st.button("Remove from report", key="take_away_remove", type="tertiary", on_click=_press, args=("remove",))
        return
    others = any(other.question == section.question for other in sections)
    st.button(
        "Add to report",
        key="take_away_add",
        icon=":material/playlist_add:",
        type="tertiary",
        on_click=_press,
        args=("add",),
        disabled=len(sections) >= MOST_SECTIONS,
        help="Adds this question, with the choices made here, to the page Report."
        + (" It is already there with other choices." if others else ""),
    )


def _press(what: str) -> None:
    st.session_state[PRESSED] = what


def _copied(page: "Page", section: Wanted) -> None:
    link = address()
    st.markdown("**Link**")
    st.code(link, language=None, wrap_lines=True)
    if view().current == "File":
        st.caption(
            "The link has the fingerprint of your file, not its content. Whoever opens it has to drop the same file."
            if "stored" not in view().data_texts
            else "The link names the file on this server, which whoever opens it reads anew."
        )
    elif view().current.startswith(DATABASE):
        st.caption(
            "The link names the database, the table and the values that its rows are chosen by, and nothing else of "
            "them. Whoever opens it on this server reads the table anew. In Python and in the command “…” is the "
            "address of the database, which whoever runs this server knows."
        )
    if len(link) > LONG:
        st.caption(
            f"The link has {len(link):,} characters, and some programs cut it short. A saved view does the same."
        )
    st.markdown("**Python**")
    st.code(recipe.python(page.data, [section]), language="python", wrap_lines=True)
    st.markdown("**Command**")
    st.code(recipe.command(page.data, section), language=None, wrap_lines=True)


def address() -> str:
    """The link of the page at hand as it is now, with the name of the server that the visitor sees."""
    parts = urlsplit(st.context.url or "")
    query = urlencode(view().link(), safe=",;:")
    return parts._replace(query=query, fragment="").geturl()
