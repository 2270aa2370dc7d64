"""The choice of one of the measures that are shown, to be looked at closely."""

from typing import Any

import streamlit as st

from pages.session import link
from pages.session.choices import Choice


def draw(choice: Choice) -> Any:
    """A list of the measures chosen."""
    titles = choice.titles or {}
    link.put(choice.key, choice.value)
    return st.selectbox(
        choice.title,
        list(titles),
        format_func=titles.__getitem__,
        key=choice.key,
        help=choice.field.description,
        on_change=choice.take,
    )
