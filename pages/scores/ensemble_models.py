"""Which models are read together, how, and how that is judged."""

import streamlit as st

from ddcore.answers.ensemble import MOST, SMOOTH
from ddcore.answers.ensemble.joint import models_of
from pages.frame.page import Page
from pages.session import link
from pages.session.choices import Choice


def how(page: Page) -> None:
    """The models where there are more than two, the method, and what judges it."""
    if len(models_of(page.data)) > 2:
        page.control("models", draw)
    if page.control("method") in SMOOTH:
        page.control("bandwidth")
    page.control("held" if page.control("judged") == "held" else "folds")
    page.control("deal")


def draw(choice: Choice) -> list[str]:
    """Names of models, which a file may have changed since they were chosen."""
    offered = models_of(choice.data)

    def take() -> None:
        if choice.key in st.session_state:
            choice.choose(tuple(st.session_state[choice.key]))

    names = [name for name in choice.value if name in offered]
    link.put(choice.key, names)
    st.multiselect(
        choice.title,
        offered,
        key=choice.key,
        max_selections=MOST,
        help=choice.field.description,
        on_change=take,
        persist_state="session",
    )
    return names
