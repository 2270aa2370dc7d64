"""The choice of data, in the sidebar of every page: a sample, a file, or typed numbers."""

import streamlit as st

from ddcore.data import Data
from ddcore.errors import InputError
from pages.card import card
from pages.data import numbers, samples, saved, threshold, uploads
from pages.data.choice import KINDS, Unclear, kind
from pages.session.view import owner_of, view


def nothing_chosen() -> bool:
    """Whether neither a link nor the visitor says anything of the data."""
    return kind().chosen is None and view().told_for is None and samples.setting().chosen is None


def choose() -> Data | Unclear | InputError | None:
    """The data chosen; None while nothing is chosen yet, a question or the problem where it cannot be used."""
    st.session_state[threshold.SLIDER] = None
    st.session_state.pop(card.NOW, None)
    with st.sidebar:
        st.header("Data", help="What every page works on. It stays on this server, in your session only.")
        chosen = kind()
        given = chosen.put()
        st.segmented_control(
            "Where from",
            KINDS,
            key=chosen.key,
            required=True,
            label_visibility="collapsed",
            on_change=chosen.take,
        )
        st.button("Start page", key="data_start", on_click=start_over, help="Choose other data; what you typed stays.")
        ways = {"Sample": samples.choose, "File": uploads.choose, "Numbers": numbers.choose}
        data: Data | Unclear | InputError | None
        try:
            data = ways[given]()
        except InputError as problem:
            data = problem
        saved.reserve()
    if isinstance(data, Data):
        view().owners.add(owner_of(data))
    return data


def show_sample() -> None:
    """Choose the sample that suits the page: the way out of a page without data, or without those that it needs."""
    samples.show(samples.setting().usual)


def start_over() -> None:
    """Back to the first page: no data are chosen, and what was typed or dropped waits."""
    view().told_for = None
    kind().choose(None)
    samples.setting().choose(None)
