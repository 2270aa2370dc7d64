"""The report of the page, composed once for the same data and order: its preview, and a button for each of its files.

Nothing of it is shared between visitors.
"""

import importlib
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ddcore.answers.base.words import literal, sentence
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.formats import file_name
from ddcore.report import html
from ddcore.report.compose import compose
from ddcore.report.document import Document
from ddcore.report.formats import FEW, FORMATS, Format
from ddcore.report.order import Order, Wanted
from ddcore.workers.process_results import computed, unpacked
from ddcore.workers.progress import told_to
from ddcore.workers.worker_pool import Job, WorkerDied
from pages.data import saved
from pages.data.files import UPLOAD
from pages.frame import show
from pages.session import work
from pages.session.view import view

MADE = "report_made"
"""The key of what was made, with the id of the file behind it: `files.forget` drops what has that in its key."""
PRESSED = "report_pressed"
"""The ending of the file that somebody asked for, until the page runs."""
SCRIPTS = "/"
"""Where the preview finds its scripts, see `app.py`."""
HEIGHT = 900
"""Pixels of the preview, which scrolls."""
TICK = 0.2
"""Seconds between two looks at whether a file is there."""
WRITERS = ThreadPoolExecutor(2, "press")
"""Threads that wait for the processes that draw charts, while the page answers its visitor."""


@dataclass
class Made:
    """What was made of an order for some data; `state` changes where one of these does.

    `left_out` says why some sections are not in it. `wanted` is the ending of the file that is being made, `writing`
    has the files that the press writes, and `files` those that are there.
    """

    state: tuple[Any, ...]
    order: Order
    document: Document | None = None
    left_out: tuple[str, ...] = ()
    wanted: str = ""
    writing: dict[str, Future[bytes]] = field(default_factory=dict)
    files: dict[str, bytes] = field(default_factory=dict)


def of(data: Data, sections: tuple[Wanted, ...], about: Mapping[str, Any]) -> Made:
    """What this session has made of an order; what was made of another order, or of other data, is dropped."""
    order = Order(sections=sections, **about)
    fingerprint = data.cached(("report", "fingerprint"), lambda: data.fingerprint)
    thresholds = repr([model.threshold for model in data.models.values()])
    state = (fingerprint, data.source, data.chosen, data.positive, thresholds, order.model_dump_json())
    upload = st.session_state.get(UPLOAD) if view().current == "File" else None
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
            made.left_out, answered = _answered(data, made.order.sections or ())
            if not answered or not made.left_out:
                raise problem
            made.order = made.order.model_copy(update={"sections": answered})
            made.document = composed(data, made.order, FEW)
    return made.document


def composed(data: Data, order: Order, rows: int) -> Document:
    """What a report says, with a bar while it is composed; raises `InputError`."""
    place = st.empty()
    with place.container():
        bar = st.progress(0.0, text="Asking …")

        def progress(share: float, doing: str) -> None:
            bar.progress(share, text=f"{doing} …")

        try:
            with told_to(progress):
                return compose(data, order, rows)
        finally:
            place.empty()


def _answered(data: Data, sections: tuple[Wanted, ...]) -> tuple[tuple[str, ...], tuple[Wanted, ...]]:
    """Why some sections cannot be answered, and those that can."""
    problems, answered = [], []
    for section in sections:
        try:
            section.asked.ask(data, section.made)
            answered.append(section)
        except InputError as problem:
            problems.append(
                f"“{section.asked.title}” cannot be answered as it was chosen: {sentence(problem)} It is left out "
                "until that is mended."
            )
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
    """A button for each format, which makes its file and then gives it; the page answers while a file is being made."""
    st.subheader("Take it away", anchor=False)
    made.wanted = st.session_state.pop(PRESSED, "") or made.wanted
    places: dict[str, DeltaGenerator] = {}
    with st.container(horizontal=True, key="report_formats"):
        for ending, wanted in FORMATS.items():
            places[ending] = st.empty()
            _button(places[ending], wanted, data, made, document)
    if not made.wanted:
        return
    wanted = FORMATS[made.wanted]
    # What stands at the end of a page would wait for the file.
    show.tell_link()
    saved.offer()
    try:
        made.files[wanted.ending] = _written(wanted, data, made)
    except InputError as problem:
        st.error(f"{wanted.title} was not made: {literal(str(problem))}.")
    made.wanted = ""
    _button(places[wanted.ending], wanted, data, made, document, again=True)


def _button(
    place: DeltaGenerator, wanted: Format, data: Data, made: Made, document: Document, *, again: bool = False
) -> None:
    """The button of a format; drawn `again` where the run has made the file, or could not."""
    ending = wanted.ending
    content: Any = made.files.get(ending)
    if ending == "html" and document.order.charts == "interactive":
        content = partial(html.written, document)
    if content is None:
        place.button(
            f"Make {wanted.title}",
            key=f"report_make_{ending}{'_again' if again else ''}",
            on_click=_press,
            args=(ending,),
            disabled=made.wanted == ending,
        )
        return
    place.download_button(
        f"Download {wanted.title}",
        content,
        f"{file_name(data.source, 'report')}.{ending}",
        wanted.kind,
        key=f"report_file_{ending}",
        icon=":material/download:",
        on_click="ignore",
    )


def _press(ending: str) -> None:
    st.session_state[PRESSED] = ending


def _written(wanted: Format, data: Data, made: Made) -> bytes:
    """The bytes of a file, made by other processes; a click elsewhere finds the same work again."""
    place = st.empty()
    with place.container():
        if wanted.pictures or (made.order.charts == "pictures" and wanted.ending == "html"):
            content = _pressed(wanted, data, made)
            place.empty()
            return content

        def progress(job: Job) -> None:
            place.progress(job.share, text=job.doing or f"Writing {wanted.title} …")

        def start() -> Job:
            document = composed(data, made.order, wanted.rows)
            return Job(work.QUEUE, work.LIMITS, computed, lambda: wanted.written(document))

        job = work.done(("report", wanted.ending), start, progress)
    place.empty()
    try:
        return bytes(unpacked(*job.result()))
    except WorkerDied as death:
        raise InputError(work.WHY[death.cause]) from None


def _pressed(wanted: Format, data: Data, made: Made) -> bytes:
    """A file with pictures, which the press draws."""
    if wanted.ending not in made.writing:
        document = composed(data, made.order, wanted.rows)
        made.writing[wanted.ending] = WRITERS.submit(_by_press, document, wanted.ending)
    writing = made.writing[wanted.ending]
    with st.spinner("Drawing charts …", show_time=True), work.others_first():
        sign = st.empty()
        while not wait([writing], TICK).done:
            # Where somebody pressed something else, this run of the page ends here.
            sign.empty()
    del made.writing[wanted.ending]
    return writing.result()


def _by_press(document: Document, ending: str) -> bytes:
    content: bytes = importlib.import_module("ddcore.report.press").written(document, ending)
    return content
