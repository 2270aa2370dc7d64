"""The rates of a lender, as they are written, in percent."""

import numpy as np
import streamlit as st

from ddcore.answers.lending.choices import percent_typed
from ddcore.errors import InputError
from pages.session import link
from pages.session.choices import Choice
from pages.session.view import view


def rates(choice: Choice) -> tuple[float, ...]:
    """A text, and a way to spread rates evenly; raises `InputError` for what is no rate, which stays to be mended."""
    typed = view().typed.setdefault(choice.key, {})
    text = typed.get(choice.name, ", ".join(f"{100 * rate:.10g}" for rate in choice.value))

    def write(written: str) -> None:
        typed[choice.name] = written
        try:
            choice.choose(_read(written))
        except InputError:
            return

    def take() -> None:
        # Called too where another file was dropped and the box is gone.
        if choice.key in st.session_state:
            write(st.session_state[choice.key])

    def spread() -> None:
        low, high = st.session_state["lending_span"]
        even = np.linspace(low, high, st.session_state["lending_categories"])
        write(", ".join(f"{rate:.4g}" for rate in even))

    link.put(choice.key, text)
    st.text_input(choice.title, key=choice.key, help=choice.field.description, on_change=take, width=340)
    with st.popover("Spread them evenly"):
        st.slider(
            "Categories",
            1,
            12,
            7,
            key="lending_categories",
            on_change=spread,
            persist_state="session",
            help="How many rates there are.",
        )
        st.slider(
            "Lowest and highest rate in %",
            1,
            50,
            (10, 45),
            key="lending_span",
            on_change=spread,
            persist_state="session",
            help="The rates are spread evenly from one to the other.",
        )
    return _read(text)


def _read(text: str) -> tuple[float, ...]:
    return tuple(percent_typed("a rate", part) for part in text.split(",") if part.strip())
