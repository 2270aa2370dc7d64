"""The report of the page, composed once for the same data and order: its preview, and a button for each of its files.

Nothing of it is shared between visitors.
"""

import importlib
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from threading import RLock
from typing import Any

import streamlit as st

from ddcore.answers.base.words import literal, sentence
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.formats import file_name
from ddcore.records.origin import fingerprint
from ddcore.report import html
from ddcore.report.compose import compose
from ddcore.report.document import Document
from ddcore.report.earlier import Earlier, compared
from ddcore.report.formats import FEW, FORMATS, Format
from ddcore.report.order import Order, Wanted
from ddcore.workers.process_results import computed, unpacked
from ddcore.workers.progress import told_to
from ddcore.workers.worker_pool import Job, WorkerDied
from pages.data.files import UPLOAD
from pages.session import work
from pages.session.view import view

MADE = "report_made"
"""The key of what was made, with the id of the file behind it: `files.forget` drops what has that in its key."""
SCRIPTS = "/"
"""Where the preview finds its scripts, see `app.py`."""
HEIGHT = 900
"""Pixels of the preview, which scrolls."""
WRITER = ThreadPoolExecutor(1, "press")
"""The thread that starts the process that draws charts."""


@dataclass
class Made:
    """What was made of an order for some data; `state` changes where one of these does.

    `against` is an earlier report to compare with. `left_out` says why some sections are not in it. `files` are the
    files that are made, and `problems` say why others could not be, both by their endings.
    """

    state: tuple[Any, ...]
    order: Order
    against: Earlier | None = None
    document: Document | None = None
    left_out: tuple[str, ...] = ()
    files: dict[str, bytes] = field(default_factory=dict)
    problems: dict[str, str] = field(default_factory=dict)
    one_at_a_time: RLock = field(default_factory=RLock)


def of(data: Data, sections: tuple[Wanted, ...], about: Mapping[str, Any], against: Earlier | None = None) -> Made:
    """What this session has made of an order; what was made of another order, or of other data, is dropped."""
    order = Order(sections=sections, **about)
    # Data of one fingerprint may pair the scores of their models otherwise, and the columns may have other roles.
    single = data.single
    pairs = data.joint, None if single is None else single.joint
    cases = data.cached(("report", "cases"), lambda: fingerprint((data.fingerprint, pairs)))
    thresholds = repr([model.threshold for model in data.models.values()])
    before = None if against is None else against.model_dump_json()
    what = cases, data.source, data.chosen, data.positive, repr(data.roles), thresholds
    state = (*what, order.model_dump_json(), before)
    upload = st.session_state.get(UPLOAD) if view().current == "File" else None
    key = MADE if upload is None else f"{MADE} {upload.file_id}"
    made: Made | None = st.session_state.get(key)
    if made is None or made.state != state:
        for old in [old for old in st.session_state if str(old).startswith(MADE)]:
            del st.session_state[old]
        made = st.session_state[key] = Made(state, order, against)
    return made


def document(data: Data, made: Made) -> Document:
    """What the report says, without sections that cannot be answered as chosen; raises `InputError` if none can."""
    if made.document is None:
        try:
            made.document = _of(composed(data, made.order), made.against)
        except InputError as problem:
            made.left_out, answered = _answered(data, made.order.sections or ())
            if not answered or not made.left_out:
                raise problem
            made.order = made.order.model_copy(update={"sections": answered})
            made.document = _of(composed(data, made.order), made.against)
    return made.document


def composed(data: Data, order: Order) -> Document:
    """What a report says, with a bar while it is composed; raises `InputError`."""
    place = st.empty()
    with place.container():
        bar = st.progress(0.0, text="Answering …")

        def progress(share: float, doing: str) -> None:
            bar.progress(share, text=f"{doing} …")

        try:
            with told_to(progress):
                return compose(data, order, FEW)
        finally:
            place.empty()


def _of(document: Document, against: Earlier | None) -> Document:
    return document if against is None else compared(document, against)


def _answered(data: Data, sections: tuple[Wanted, ...]) -> tuple[tuple[str, ...], tuple[Wanted, ...]]:
    """Why some sections cannot be answered, and those that can."""
    problems, answered = [], []
    for section in sections:
        try:
            section.asked.ask(data, section.made)
            answered.append(section)
        except InputError as problem:
            problems.append(f"The report leaves out “{section.asked.title}” until you fix this: {sentence(problem)}")
    return tuple(problems), tuple(answered)


def preview(made: Made, document: Document) -> None:
    """What is left out, and the report in a frame, its charts drawn by the browser.

    Within a page a link to a place of the report would lead to that page's own address.
    """
    interactive = document.model_copy(update={"order": document.order.model_copy(update={"charts": "interactive"})})
    for problem in made.left_out:
        st.warning(literal(problem))
    st.subheader("Preview", anchor=False)
    page = html.written(interactive, SCRIPTS).decode().replace('<a href="#', '<a href="about:srcdoc#')
    st.iframe(page, height=HEIGHT, alt="Preview of the report")


def files(data: Data, made: Made, document: Document) -> None:
    """A button for each format: one click makes the file and saves it, while the page goes on."""
    warm_up()
    with st.container(horizontal=True, key="report_formats"):
        for wanted in FORMATS.values():
            st.download_button(
                f"Download {wanted.title}",
                partial(made_file, wanted, data, made, document),
                f"{file_name(data.source, 'report')}.{wanted.ending}",
                wanted.kind,
                key=f"report_file_{wanted.ending}",
                type="primary" if wanted.ending == "pdf" else "secondary",
                icon=":material/download:",
                on_click="ignore",
            )
    for ending, problem in made.problems.items():
        st.error(f"The {FORMATS[ending].title} file could not be made: {literal(problem)}.")


def made_file(wanted: Format, data: Data, made: Made, document: Document) -> bytes:
    """The bytes of a file, made once; the page shows why it could not be made when it runs again."""
    with made.one_at_a_time:
        if wanted.ending not in made.files:
            made.problems.pop(wanted.ending, None)
            try:
                made.files[wanted.ending] = _written(wanted, data, made, document)
            except InputError as problem:
                made.problems[wanted.ending] = str(problem)
                raise
        return made.files[wanted.ending]


def _written(wanted: Format, data: Data, made: Made, document: Document) -> bytes:
    """The bytes of a file, written by another process; only HTML whose charts the reader draws takes no time."""
    interactive = wanted.ending == "html" and document.order.charts == "interactive"
    if interactive:
        return wanted.written(document)
    if wanted.rows > FEW:
        document = _of(compose(data, made.order, wanted.rows), made.against)
    if wanted.pictures or wanted.ending == "html":
        content: bytes = importlib.import_module("ddcore.report.press").written(document, wanted.ending)
        return content
    try:
        return bytes(unpacked(*Job(work.QUEUE, work.LIMITS, computed, lambda: wanted.written(document)).result()))
    except WorkerDied as death:
        raise InputError(work.WHY[death.cause]) from None


def warm_up() -> None:
    """Start the process that draws charts and its Chromium, while the visitor still reads; a test has no server."""
    if work.SERVED.is_set():
        WRITER.submit(lambda: importlib.import_module("ddcore.report.press").start())
