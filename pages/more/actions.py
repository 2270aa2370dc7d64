"""Which of several answers is worth most?"""

from collections.abc import Sequence
from typing import Any

import pandas as pd
import streamlit as st

from ddcore.answers.actions import actions_of, class_names, text_of
from ddcore.answers.base.words import literal
from ddcore.errors import InputError
from ddcore.figures.names import shortened
from pages.frame.page import Page, opened
from pages.session.choices import Choice

NAME = "Answer"
# Letters of the name of a class, above its column.
LETTERS = 12
# Pixels of a letter and of the mark of what can be edited, and the most for names of answers.
LETTER_WIDTH, MARK_WIDTH, LARGEST_WIDTH = 7, 36, 160
# The session has under this the rows that the table began with, their classes, and how many tables there were.
HELD = "actions_table"

Row = dict[str, Any]


def answers_table(page: Page) -> None:
    """The answers as a table to be filled in; below it the lines of text, open where they cannot be read."""
    choice = page.choice("answers")
    classes = class_names(choice.data)
    st.subheader("What is each answer worth?", anchor=False)
    try:
        actions = actions_of(choice.value, classes)
    except InputError:
        page.control("answers")
    else:
        rows = [
            {NAME: name, **_numbered(row)} for name, row in zip(actions.names, actions.utility.tolist(), strict=True)
        ]
        _table(choice, rows, classes)
        with st.popover("As lines of text"):
            page.control("answers")
    numbers = ", ".join(f"{place} is {literal(name)}" for place, name in enumerate(classes, start=1))
    st.caption(f"One row per answer, one column per true class. In the lines of text {numbers}.")


def _numbered(worth: Sequence[float]) -> Row:
    """The worth of an answer, by the place of the true class."""
    return {str(place): number for place, number in enumerate(worth)}


def _table(choice: Choice, rows: list[Row], classes: tuple[str, ...]) -> None:
    first = {"number": 0, "rows": rows, "classes": classes}
    known = st.session_state.setdefault(HELD, first)
    key = f"{HELD}_{known['number']}"
    if known["classes"] != classes or _text(_with_edits(known["rows"], key), classes) != _text(rows, classes):
        known = st.session_state[HELD] = first | {"number": known["number"] + 1}
        key = f"{HELD}_{known['number']}"
    short = shortened(classes, LETTERS)
    st.data_editor(
        # The table begins as it did, and Streamlit adds what was edited.
        pd.DataFrame(known["rows"]),
        hide_index=True,
        num_rows="dynamic",
        column_config={
            NAME: st.column_config.TextColumn(
                required=True,
                max_chars=60,
                width=min(LARGEST_WIDTH, _width(max((row[NAME] for row in known["rows"]), key=len))),
            ),
            **{
                str(place): st.column_config.NumberColumn(
                    short[name], default=0, width=_width(short[name]), help=f"Worth if the case is truly {name}."
                )
                for place, name in enumerate(classes)
            },
        },
        key=key,
        on_change=_edited,
        args=(choice, key),
        alt="What each answer is worth for a case of each true class: one row per answer, one column per class",
    )


def _width(text: str) -> int:
    return MARK_WIDTH + LETTER_WIDTH * max(len(text), 4)


def _text(rows: Sequence[Row], classes: Sequence[str]) -> str:
    """Rows as the lines of the choice; an empty cell is worth 0."""
    places = list(map(str, range(len(classes))))
    return text_of([(row.get(NAME) or "", [float(row.get(place) or 0) for place in places]) for row in rows], classes)


def _with_edits(rows: Sequence[Row], key: str) -> list[Row]:
    """The rows that a table began with, with all edits since."""
    edits = st.session_state.get(key, {})
    edited = edits.get("edited_rows", {})
    gone = edits.get("deleted_rows", [])
    kept = [row | edited.get(place, {}) for place, row in enumerate(rows) if place not in gone]
    return [*kept, *edits.get("added_rows", [])]


def _edited(choice: Choice, key: str) -> None:
    """Take the edits of the table; called too after another file was dropped, when the table is gone."""
    held = st.session_state.get(HELD)
    if held is not None and key in st.session_state and held["classes"] == class_names(choice.data):
        choice.choose(_text(_with_edits(held["rows"], key), held["classes"]))


page = opened("actions")
top = st.container()
left, right = st.columns(2, gap="medium")
with right:
    answers_table(page)

page.ask(top)
first, *others = page.answer.figures
with left:
    page.chart(first)
    for name in others:
        page.chart(name, titled=True)
with right:
    page.taken("worth")
    page.worth_knowing()
page.fold()
