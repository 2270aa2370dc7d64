"""The choice of data, in the sidebar of every page: a sample, a file, a table of a database, or typed numbers."""

from html import escape

import streamlit as st

from ddcore.data import Data
from ddcore.errors import InputError
from pages.card import card
from pages.data import files, model, numbers, samples, saved, tables, uploads
from pages.data.files import UPLOAD
from pages.data.source import Unclear, kind, kinds
from pages.session.view import DATABASE, owner_of, view


def nothing_chosen() -> bool:
    """Whether neither a link nor the visitor says anything of the data."""
    return kind().chosen is None and view().link_data is None and samples.sample_choice().chosen is None


def choose() -> Data | Unclear | InputError | None:
    """The data chosen; None while nothing is chosen yet, a question or the problem where it cannot be used."""
    st.session_state[model.SLIDER] = None
    st.session_state.pop(card.NOW, None)
    st.session_state[files.PLACE] = st.empty()
    with st.sidebar:
        st.header("Data", help="The data that all pages use. They stay on this server, in your session only.")
        chosen = kind()
        given = chosen.put()
        st.segmented_control(
            "Where from",
            kinds(),
            key=chosen.key,
            required=True,
            label_visibility="collapsed",
            on_change=chosen.take,
        )
        st.button(
            "Start page",
            key="data_start",
            on_click=start_over,
            help="Back to the first page to choose other data. What you typed is kept.",
        )
        ways = {
            "Sample": samples.choose,
            "File": uploads.choose,
            "Numbers": numbers.choose,
            DATABASE: tables.choose,
        }
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
    samples.show(samples.sample_choice().default)


def start_over() -> None:
    """Back to the first page: no data are chosen, and what was typed or dropped waits."""
    view().link_data = None
    kind().choose(None)
    samples.sample_choice().choose(None)


def phone_bar() -> None:
    """The bar of a phone, whose buttons open the panel at the data or at the pages; `frame.js` moves it.

    It names the sample, the file and the table at hand, so that the panel closes once they change.
    """
    sample = st.session_state.get("data_sample") or ""
    upload = st.session_state.get(UPLOAD)
    named = [view().data_texts.get(name, "") for name in ("stored", "db", "table")]
    file = " ".join([upload.file_id if upload else "", *named])
    st.html(
        f'<nav class="bar" aria-label="Panel" data-sample="{escape(sample)}" data-file="{escape(file)}">'
        '<button type="button" value="data">Data</button><button type="button" value="pages">Pages</button></nav>'
    )
