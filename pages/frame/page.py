"""The page of a question: its controls from the declared choices, its answer, and where what stands."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ddcore.answers.base.answer import Answer, Table
from ddcore.answers.base.needs import NO_DATA
from ddcore.answers.base.question import QUESTIONS, Question, next_steps
from ddcore.answers.base.words import about, literal, sentence
from ddcore.cache import made_by
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.formats import file_name, unbroken
from ddcore.options import Asked, Measures, beside
from pages.card import card
from pages.frame import menu, no_data, show, take_away, widgets
from pages.session import work
from pages.session.choices import DATA, Choice
from pages.session.view import owner_of

REFINED = "frame_refined"
"""The question and the choices that the run before has computed for all cases."""


class Page:
    """A question asked of some data; what is shown of its answer is not shown again at the end."""

    def __init__(self, question: Question, data: Data) -> None:
        self.question = question
        self.data = data
        self.values: dict[str, Any] = {}
        self.problem: InputError | None = None
        self.answer = Answer(question.text, "", "")
        self._shown: set[str] = set()
        self._progress: DeltaGenerator = st.container()
        self._later: Asked | None = None

    def choice(self, name: str) -> Choice:
        """One of the choices, after those that stand before it."""
        return Choice.of(self.question.choices, name, owner_of(self.data), self.values)

    def default(self, name: str) -> Any:
        """What stands there until somebody says otherwise, as the other choices are."""
        others = {other: value for other, value in self.values.items() if other != name}
        return Choice.of(self.question.choices, name, owner_of(self.data), others).default

    def held(self, name: str) -> Any:
        """The value of a choice that has no widget here, such as that of the tabs."""
        choice = self.choice(name)
        value = self.values[name] = choice.value
        choice.leave_out_default()
        return value

    def control(self, name: str, draw: Callable[[Choice], Any] = widgets.draw) -> Any:
        """The widget of a choice, and its value, which stands in the link; None where it cannot be used as typed."""
        choice, value = self.choice(name), None
        try:
            value = self.values[name] = draw(choice)
        except InputError as problem:
            self.problem = self.problem or problem
        choice.leave_out_default()
        if value == () and beside(choice.field, Measures):
            st.info("Choose at least one measure.")
            show.end()
        return value

    def ask(self, top: DeltaGenerator) -> None:
        """The answer, its sentence at the top; the page ends here where the choices cannot be used."""
        try:
            if self.problem is not None:
                raise self.problem
            self.answer = self._answered(self.question.choices.of(**self.values))
        except InputError as problem:
            with top:
                show.head(Answer(self.question.text, self.question.unanswered, sentence(problem), about(self.data)))
            show.end()
        with top:
            show.head(self.answer, of_data=self.question.needs_data)
            self._progress = st.container()
        if not self.answer.figures:
            show.end()

    def _answered(self, choices: Asked) -> Answer:
        """The answer; of many cases that would take long, that of a part of them first.

        A part comes first once: whatever is not kept of what `_refine` made is then made again, and the page settles.
        """
        if not self.question.part or st.session_state.pop(REFINED, None) == (self.question.name, choices):
            return self.question.ask(self.data, choices)
        try:
            with made_by(work.quick):
                return self.question.ask(self.data, choices)
        except work.Later:
            with suppress(InputError):
                answer = self.question.ask_part(self.data, choices)
                self._later = choices
                return answer
        # What the part cannot answer, all cases may.
        return self.question.ask(self.data, choices)

    def _refine(self, choices: Asked) -> None:
        """Compute for all cases what stands there for a part of them, and show that."""
        show.tell_link()
        with self._progress:
            try:
                self.question.ask(self.data, choices)
            except InputError as problem:
                st.warning(sentence(problem))
                return
        st.session_state[REFINED] = self.question.name, choices
        st.rerun()

    def chart(self, name: str, pick: Callable[[float, float], None] | None = None, *, titled: bool = False) -> None:
        """One of the figures."""
        figure = self.answer.figures[name]
        if titled:
            st.subheader(figure.title, anchor=False)
        show.chart(figure.drawn(show.theme()), figure.words, f"{name}_chart", self.file_name(figure.title), pick)
        if figure.remark:
            st.caption(unbroken(figure.remark))

    def file_name(self, title: str) -> str:
        """The name under which a chart or a table of this page is saved, without its ending."""
        return file_name(self.data.source, self.question.title, title)

    def taken(self, name: str) -> Table:
        """One of the tables, which a page shows in its own way."""
        self._shown.add(name)
        return self.answer.tables[name]

    def small_table(self, name: str, *, titled: bool = True) -> None:
        """One of the tables, as text below its title."""
        table = self.taken(name)
        if titled:
            st.subheader(table.title, anchor=False)
        show.small_table(table.rows(), table.bold)
        if table.remark:
            st.caption(unbroken(table.remark))

    def listing(self, name: str) -> None:
        """One of the tables row by row, with its CSV; a long one stands folded at the end."""
        table = self.answer.tables[name]
        if table.size <= show.WRITTEN:
            show.listing(self.taken(name), name, self.file_name(table.title))

    def worth_knowing(self, about: str = "", *, of_all: bool = False) -> None:
        """The notes, and what they are about: where there are several models the selected one, unless `of_all`.

        Those with a threshold that mends stand where it can be set.
        """
        if not about and not of_all and self.data.chosen is not None and self.data.several:
            about = literal(self.data.name)
        # What was guessed stands on the card, if there is one.
        notes = [note for note in self.answer.notes if not (note.kind == "guessed" and card.is_there())]
        show.worth_knowing([note.text for note in notes if note.threshold is None], about)

    def fold(self) -> None:
        """The end: what may come next, and folded the other tables, how it is computed, what was read."""
        take_away.draw(self)
        show.steps(next_steps(self.question.name, self.data))
        rest = {name: table for name, table in self.answer.tables.items() if name not in self._shown}
        show.tables(rest, self.file_name)
        show.computed(self.answer.method)
        if not card.is_there():
            show.notes(self.data)
        if self._later is not None:
            self._refine(self._later)


def opened(name: str) -> Page:
    """The title of a page and the data it works on; where it cannot answer, the page ends here and says why."""
    question, data = QUESTIONS[name], st.session_state[DATA]
    if not question.needs_data and not isinstance(data, Data):
        data = NO_DATA
    if isinstance(data, Data):
        menu.tabs(question, data)
    st.title(question.text, anchor=False)
    st.session_state[show.NOTES] = st.container()
    if isinstance(data, Data) and question.lacking(data) is None:
        page = Page(question, data)
        if question.needs_data:
            card.draw()
            with st.sidebar:
                page.control("level")
        return page
    no_data.lacking(question, data)
    card.draw()
    show.end()
