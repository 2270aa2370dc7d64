"""The choice of a book of one's own, for the sample of applicants: how many default, and what the score knows of it."""

import streamlit as st

from ddcore.samples.applicants import OF_BOOK, Applicants
from pages.session import link
from pages.session.settings import Setting
from pages.session.view import view


def choose(usual: Applicants) -> Applicants:
    """The book whose numbers are chosen here, together in the link as book=."""
    setting = Setting("data_book", "book", usual.book, lambda text: usual.of(text).book)
    chosen = usual.of(setting.write(setting.value))
    keys = [f"{setting.key}_{number.name}" for number in OF_BOOK]

    def take() -> None:
        # Called too where another sample was chosen and the boxes are gone.
        if all(key in st.session_state for key in keys):
            setting.choose(tuple(float(st.session_state[key]) for key in keys))

    with st.expander("A book of your own", expanded=bool(chosen.given)):
        for number, key, value in zip(OF_BOOK, keys, chosen.book, strict=True):
            link.put(key, value)
            st.number_input(
                number.title,
                number.low,
                number.high,
                step=number.step,
                format="%g",
                key=key,
                help=number.description,
                on_change=take,
            )
        st.caption("What a default costs is chosen on the page Lending.")
    view().data.update(chosen.given)
    return chosen
