"""Folded: which measures prefer whom, payoffs put together from chances and amounts, and what money is worth."""

from functools import partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ddcore.answers.utility.tree import EXAMPLE, HELP, lotteries, put_together
from ddcore.errors import InputError
from pages.decisions import utility_scenarios
from pages.frame import prices, show
from pages.frame.page import Page
from pages.session import link
from pages.session.choices import Choice

TITLE = "Chances and amounts behind a price, and what money is worth"


def laid_out(page: Page) -> tuple[DeltaGenerator, DeltaGenerator, tuple[DeltaGenerator, DeltaGenerator]]:
    """Places of the map, of the prices, and below them of the votes and of the tree, from which the prices follow."""
    picture, prices_side = st.columns([6, 5], gap="medium")
    votes, box = st.container(), st.expander(TITLE)
    with box:
        page.control("tree", partial(typed, payoffs=page.choice("u")))
        for name, column in zip(("aversion", "tolerance"), st.columns(2, gap="small"), strict=True):
            with column:
                page.control(name)
    return picture, prices_side, (votes, box)


def doubts(page: Page) -> None:
    """The unit, how far prices may be off, and by which law."""
    for name in ("unit", "unsure", "doubt", "off"):
        page.control(name)


def typed(choice: Choice, payoffs: Choice) -> str:
    """The lines of the tree; once written, the prices are those that they give."""
    text: str = choice.value
    link.put(choice.key, text)

    def take() -> None:
        # Called too where the field is gone, as another file was dropped.
        if choice.key not in st.session_state:
            return
        choice.choose(st.session_state[choice.key])
        try:
            prices.put(payoffs, put_together(choice.value, payoffs.value))
        except InputError:
            return

    st.text_area(
        choice.title,
        key=choice.key,
        help=HELP,
        height=120,
        placeholder=EXAMPLE,
        on_change=take,
        persist_state="session",
    )
    lotteries(text)
    return text


def told(page: Page, votes: DeltaGenerator, tree: DeltaGenerator, scenarios: DeltaGenerator) -> None:
    """The votes, where there are several models, what each outcome comes to, where a tree or a risk is set, and the
    scenarios."""
    utility_scenarios.told(page, scenarios)
    for box, name in ((votes, "votes"), (tree, "tree")):
        if name in page.answer.tables:
            table = page.taken(name)
            with box.expander(table.title) if name == "votes" else box:
                st.dataframe(show.readable(table.rows()), hide_index=True, alt=table.title)
                show.on_paper(table.rows())
                if table.remark:
                    st.caption(table.remark)
