"""The threshold that an answer proposes, with the button that sets it, and a click on a chart that does the same."""

import streamlit as st

from pages.data.model import put_threshold, use_threshold
from pages.frame.page import Page


def threshold(page: Page) -> None:
    """What the proposed threshold does, with its button; nothing where none is proposed."""
    for note in page.answer.notes:
        if note.threshold is not None:
            with st.container(border=True, key="use"):
                st.markdown(note.text)
                use_threshold(note.threshold)


def clicked(x: float, y: float) -> None:
    """Set the threshold at a point of a chart over the threshold."""
    del y
    put_threshold(x)
