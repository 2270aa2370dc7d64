"""The sections of the report, a row each: its question, what was chosen, a note, and where it stands."""

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from ddcore.answers.base.question import QUESTIONS
from ddcore.answers.base.words import about, literal, sentence
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.report.facts import chosen_settings
from ddcore.report.order import LONGEST, MOST_SECTIONS, Wanted, default_sections, is_price
from ddcore.samples.offered import OFFERED
from pages.session import link, listed
from pages.session.choices import Choice
from pages.session.view import owner_of, view

ADD = "report_add"
SHOWN = "report_shown"
"""The sections of the rows, as links have them, whether somebody chose them or not."""
NUMBERS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve")


@dataclass(frozen=True)
class Rows:
    """The sections of a report, `given` as these data have them; `problems` say by place which cannot be used, why.

    Nobody chose those that are `usual`.
    """

    sections: tuple[Wanted, ...]
    given: tuple[Wanted | None, ...]
    problems: dict[int, str]
    usual: bool

    @property
    def usable(self) -> tuple[Wanted, ...]:
        """Those that a report can have."""
        return tuple(section for section in self.given if section is not None)


def draw(data: Data) -> Rows:
    """The rows, and what adds one."""
    chosen = listed.sections()
    rows = _rows(chosen or default_sections(data, _prices(data)), data, not chosen)
    st.session_state[SHOWN] = rows.sections
    for place, section in enumerate(rows.sections):
        _row(place, section, rows, data)
    _add(rows.sections, data)
    return rows


def head(data: Data, rows: Rows) -> None:
    """What the report is, in one sentence, and on which data."""
    number = len(rows.sections)
    sections = f"{NUMBERS[number] if number < len(NUMBERS) else number} section{'s' if number > 1 else ''}"
    if rows.usual:
        st.header(f"{sections}: the usual report for these data.", anchor=False)
        st.write(
            "Nobody has chosen sections yet. **Add to report**, below each answer, keeps its question with what is "
            "chosen there; and here they are changed, put in order and given away."
        )
    else:
        st.header(f"{sections}, as chosen.", anchor=False)
        they = "It is computed for the data at hand; other data get the same section."
        if number > 1:
            they = "They are computed for the data at hand; other data get the same sections."
        st.write(they)
    st.caption(about(data))
    if suited := view().suited:
        st.caption(f"Nobody has chosen data yet, so this page shows the sample “{literal(OFFERED[suited].title)}”.")


def _rows(sections: Sequence[Wanted], data: Data, nobody: bool) -> Rows:
    given: list[Wanted | None] = []
    problems = {}
    for place, section in enumerate(sections):
        try:
            given.append(listed.of_data(section, data))
        except InputError as problem:
            given.append(None)
            problems[place] = sentence(problem)
    return Rows(tuple(sections), tuple(given), problems, nobody)


def _row(place: int, section: Wanted, rows: Rows, data: Data) -> None:
    question, given = section.asked, rows.given[place]
    with st.container(border=True, key=f"report_row_{place}", gap="xsmall"):
        with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
            st.markdown(f"**{place + 1}. {question.text}**", width="stretch")
            with st.container(horizontal=True, vertical_alignment="center", gap="small", width="content"):
                with st.popover("Note", type="tertiary", icon=":material/edit_note:"):
                    _note(place, section)
                _buttons(place, section, len(rows.sections))
        told = [] if given is None else [f"{fact.label}: {fact.text}" for fact in chosen_settings(given)]
        if told:
            st.caption("; ".join(told))
        if place in rows.problems:
            st.warning(f"{rows.problems[place]} It is left out until that is mended.")
        elif lacking := question.needs(data):
            st.caption(f":material/info: {lacking[0]} The report says so.")
        if section.note:
            st.caption(f"Note: {literal(section.note)}")


def _now() -> list[Wanted]:
    """The sections as they are when something is pressed: several things may come at once, a note and a press."""
    return list(listed.sections() or st.session_state.get(SHOWN, ()))


def _found(section: Wanted, place: int, order: list[Wanted]) -> int | None:
    """Where a section of a place is now; None where it is gone."""
    places = [other for other, one in enumerate(order) if listed.same(one, section)]
    return place if place in places else next(iter(places), None)


def _buttons(place: int, section: Wanted, number: int) -> None:
    """Up, down, remove."""
    called = section.asked.title
    for name, icon, told, off in (
        ("up", "arrow_upward", "Move up", place == 0),
        ("down", "arrow_downward", "Move down", place == number - 1),
        ("remove", "close", "Remove", False),
    ):
        st.button(
            f"{told}: {called}",
            key=f"report_{name}_{place}",
            icon=f":material/{icon}:",
            type="tertiary",
            help=f"{told}: {called}",
            disabled=off,
            on_click=_changed,
            args=(name, place, section),
        )


def _changed(what: str, place: int, section: Wanted) -> None:
    """A row was moved or removed; with the last one nobody chose any."""
    order = _now()
    now = _found(section, place, order)
    if now is None:
        return
    moved = order.pop(now)
    if what != "remove":
        order.insert(max(0, now - 1) if what == "up" else now + 1, moved)
    listed.keep(order)


def _note(place: int, section: Wanted) -> None:
    key = f"report_note_{place}"

    def take() -> None:
        order = _now()
        now = _found(section, place, order)
        if key in st.session_state and now is not None:
            order[now] = order[now].model_copy(update={"note": st.session_state[key][:LONGEST]})
            listed.keep(order)

    link.put(key, section.note)
    st.text_area(
        f"Note beside section {place + 1}",
        key=key,
        max_chars=LONGEST,
        height=150,
        help="It stands below the answer, as you write it. It also stands in the link of every page.",
        on_change=take,
    )


def _add(sections: tuple[Wanted, ...], data: Data) -> None:
    """A list of the questions that these data answer, and the way back to the usual report."""
    possible = {
        name: listed.placed(Wanted(question=name, choices=_set(name, data)), data)
        for name, question in QUESTIONS.items()
        if question.needs(data) is None
    }
    offered = {name: each for name, each in possible.items() if not any(listed.same(each, row) for row in sections)}

    def take() -> None:
        name = st.session_state.get(ADD)
        if name in offered:
            listed.keep((*_now(), offered[name]))
        st.session_state[ADD] = None

    st.selectbox(
        "Add a section",
        list(offered),
        index=None,
        format_func=lambda name: f"{QUESTIONS[name].title}: {QUESTIONS[name].text}",
        key=ADD,
        placeholder="Choose a question",
        help="Questions that these data answer, with what you chose on their pages.",
        disabled=len(sections) >= MOST_SECTIONS,
        on_change=take,
    )
    if listed.sections():
        st.button(
            "Back to the usual report",
            key="report_usual",
            type="tertiary",
            icon=":material/undo:",
            help="All sections and their notes are dropped.",
            on_click=listed.keep,
            args=((),),
        )


def _set(name: str, data: Data) -> dict[str, object]:
    """What was chosen for a question on its page, by the names of links."""
    options = QUESTIONS[name].choices
    values: dict[str, object] = {}
    chosen: dict[str, object] = {}
    for field in options.model_fields:
        choice = Choice(options, field, owner_of(data), dict(values))
        usual_value = choice.usual
        value = choice.chosen
        if value is not None and value != usual_value:
            chosen[options.named(field)] = value
        values[field] = usual_value if value is None else value
    return chosen


def _prices(data: Data) -> dict[str, object]:
    """The prices that somebody set for these data; how they are written is none."""
    prices = {name: value for name, value in _set("costs", data).items() if is_price(name)}
    return prices if set(prices) - {"written", "unit", "prevalence"} else {}
