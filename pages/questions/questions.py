"""Which question is mine?"""

from collections.abc import Iterable
from itertools import groupby

import streamlit as st

from ddcore.answers.base.answer import plain_text
from ddcore.answers.base.question import QUESTIONS
from ddcore.answers.base.search import found
from ddcore.answers.base.words import literal
from ddcore.data import Data
from pages.frame import menu, show, tour
from pages.questions.pictures import picture
from pages.session.choices import DATA, Choice
from pages.session.view import SEARCH

ACROSS = 3
"""Cards in a row."""


def card(name: str, data: object) -> None:
    """A question: its picture, its page, what it asks, and what it needs where the data cannot answer it."""
    question = QUESTIONS[name]
    box = st.container(border=True, key=f"question_{name}", horizontal=True, wrap=False, height="stretch")
    box.image(picture(name, show.theme()), width=80, alt="")
    with box.container(gap="xsmall"):
        st.page_link(menu.script(question), label=f"**{question.title}**")
        st.markdown(question.text)
        lacking = question.lacking(data) if isinstance(data, Data) else None
        if lacking is not None:
            st.caption(f":material/info: {plain_text(lacking.sentence)}")
        elif not isinstance(data, Data):
            st.caption(question.needed)


def cards(names: Iterable[str], data: object) -> None:
    """Cards in rows."""
    names = list(names)
    for place in range(0, len(names), ACROSS):
        for name, column in zip(names[place : place + ACROSS], st.columns(ACROSS), strict=False):
            with column:
                card(name, data)


st.title("Which question is mine?", anchor=False)
st.session_state[show.NOTES] = st.container()
st.write("Each page answers one question. Search with the words you know, or read on.")
tour.again()
search = Choice("questions_search", SEARCH)
text: str = search.put()
st.text_input(
    "Search",
    key=search.key,
    placeholder="fairness, calibration, sample size, …",
    help="Words of your field, such as fairness, decision curve or cross-validation.",
    on_change=search.take,
    max_chars=100,
)
data = st.session_state[DATA]
names = found(text)
if text.strip() and names:
    cards(names, data)
else:
    if text.strip():
        st.info(f"No question was found for “{literal(text)}”. All of them are below.")
    for section, of_section in groupby(QUESTIONS, lambda name: QUESTIONS[name].section):
        st.header("Verdict" if section == "start" else section.capitalize(), anchor=False)
        cards(of_section, data)
