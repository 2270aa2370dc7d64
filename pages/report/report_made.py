"""The report itself, composed once for the same data and order; nothing of it is shared between visitors."""

from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

import streamlit as st

from ddcore.answers.base.words import literal, sentence
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.report import html
from ddcore.report.compose import compose
from ddcore.report.document import Document
from ddcore.report.formats import FEW
from ddcore.report.order import Order, Wanted
from ddcore.workers.progress import told_to
from pages.data.files import UPLOAD
from pages.session.view import view

MADE = "report_made"
"""What was made, with the id of the file behind it: `files.forget` drops what has that in its key."""
SCRIPTS = "/"
"""Where the preview finds its scripts, see `app.py`."""
HEIGHT = 900
"""Pixels of the preview, which scrolls."""


@dataclass
class Made:
    """What was made of an order for some data, which are told by their `state`.

    `left_out` says why some sections are not in it. `wanted` is the ending of the file that is being made, `doing` has
    what makes files, and `files` those made.
    """

    state: tuple[Any, ...]
    order: Order
    document: Document | None = None
    left_out: tuple[str, ...] = ()
    wanted: str = ""
    doing: dict[str, Future[bytes]] = field(default_factory=dict)
    files: dict[str, bytes] = field(default_factory=dict)


def of(data: Data, sections: tuple[Wanted, ...], about: Mapping[str, Any]) -> Made:
    """What this session has made of it; what was made of another order, or of other data, is dropped."""
    order = Order(sections=sections, **about)
    fingerprint = data.cached(("report", "fingerprint"), lambda: data.fingerprint)
    thresholds = repr([model.threshold for model in data.models.values()])
    state = (fingerprint, data.source, data.chosen, data.positive, thresholds, order.model_dump_json())
    upload = st.session_state.get(UPLOAD) if view().now == "File" else None
    key = MADE if upload is None else f"{MADE} {upload.file_id}"
    made: Made | None = st.session_state.get(key)
    if made is None or made.state != state:
        for old in [old for old in st.session_state if str(old).startswith(MADE)]:
            del st.session_state[old]
        made = st.session_state[key] = Made(state, order)
    return made


def document(data: Data, made: Made) -> Document:
    """What the report says, without sections that cannot be answered as chosen; raises `InputError` if none can."""
    if made.document is None:
        try:
            made.document = composed(data, made.order, FEW)
        except InputError as problem:
            made.left_out, answered = _tried(data, made.order.sections or ())
            if not answered or not made.left_out:
                raise problem
            made.order = made.order.model_copy(update={"sections": answered})
            made.document = composed(data, made.order, FEW)
    return made.document


def composed(data: Data, order: Order, rows: int) -> Document:
    """A report with tables of up to so many rows, with its progress; raises `InputError`."""
    place = st.empty()
    with place.container():
        bar = st.progress(0.0, text="Asking …")

        def show(share: float, doing: str) -> None:
            bar.progress(share, text=f"{doing} …")

        try:
            with told_to(show):
                return compose(data, order, rows)
        finally:
            place.empty()


def _tried(data: Data, sections: tuple[Wanted, ...]) -> tuple[tuple[str, ...], tuple[Wanted, ...]]:
    """Why some sections cannot be answered, and those that can."""
    problems, answered = [], []
    for section in sections:
        try:
            section.asked.ask(data, section.made)
            answered.append(section)
        except InputError as problem:
            told = f"“{section.asked.title}” cannot be answered as it was chosen: {sentence(problem)}"
            problems.append(f"{told} It is left out until that is mended.")
    return tuple(problems), tuple(answered)


def preview(made: Made, document: Document) -> None:
    """What is left out, and the report in a frame, its charts drawn by the browser.

    Within a page a link to a place of the report would lead to that page's own address.
    """
    shown = document.model_copy(update={"order": document.order.model_copy(update={"charts": "interactive"})})
    for problem in made.left_out:
        st.warning(literal(problem))
    st.subheader("Preview", anchor=False)
    page = html.written(shown, SCRIPTS).decode().replace('<a href="#', '<a href="about:srcdoc#')
    st.iframe(page, height=HEIGHT, alt="Preview of the report")
