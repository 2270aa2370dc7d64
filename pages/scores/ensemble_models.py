"""The choice of the models that are read together."""

import streamlit as st

from ddcore.answers.ensemble import MOST
from ddcore.answers.joint import models_of
from pages.session import link
from pages.session.choices import Choice


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
