"""The files of the report: a button a format, which makes the file, says how far it is, and then gives it."""

import importlib
from concurrent.futures import ThreadPoolExecutor, wait
from functools import partial
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ddcore.answers.base.words import literal
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.formats import file_name
from ddcore.report import html
from ddcore.report.document import Document
from ddcore.report.formats import FORMATS, Format
from ddcore.workers.process_results import computed, unpacked
from ddcore.workers.worker_pool import Job, WorkerDied
from pages.data import saved
from pages.frame import show
from pages.report.report_made import Made, composed
from pages.session import work

PRESSED = "report_pressed"
"""The ending of the file that somebody asked for, until the page runs."""

TICK = 0.2
"""Seconds between two looks at whether a file is there."""
PRESSES = ThreadPoolExecutor(2, "press")
"""What waits for the processes that draw charts, while the page answers its visitor."""


def draw(data: Data, made: Made, document: Document) -> None:
    """The buttons; the page below them is there while a file is being made."""
    st.subheader("Take it away", anchor=False)
    made.wanted = st.session_state.pop(PRESSED, "") or made.wanted
    places: dict[str, DeltaGenerator] = {}
    with st.container(horizontal=True, key="report_formats"):
        for ending, row in FORMATS.items():
            places[ending] = st.empty()
            _offer(places[ending], row, data, made, document)
    if not made.wanted:
        return
    row = FORMATS[made.wanted]
    # What stands at the end of a page would wait for the file.
    show.tell_link()
    saved.offer()
    try:
        made.files[row.ending] = _written(row, data, made)
    except InputError as problem:
        st.error(f"{row.title} was not made: {literal(str(problem))}.")
    made.wanted = ""
    _offer(places[row.ending], row, data, made, document, again=True)


def _offer(
    place: DeltaGenerator, row: Format, data: Data, made: Made, document: Document, *, again: bool = False
) -> None:
    """The button of a format; drawn `again` where the run has made the file, or could not."""
    ending = row.ending
    content: Any = made.files.get(ending)
    if ending == "html" and document.order.charts == "interactive":
        content = partial(html.written, document)
    if content is None:
        place.button(
            f"Make {row.title}",
            key=f"report_make_{ending}{'_again' if again else ''}",
            on_click=_press,
            args=(ending,),
            disabled=made.wanted == ending,
        )
        return
    place.download_button(
        f"Download {row.title}",
        content,
        f"{file_name(data.source, 'report')}.{ending}",
        row.kind,
        key=f"report_file_{ending}",
        icon=":material/download:",
        on_click="ignore",
    )


def _press(ending: str) -> None:
    st.session_state[PRESSED] = ending


def _written(row: Format, data: Data, made: Made) -> bytes:
    """The bytes of a file, made by other processes; a click elsewhere finds the same work again."""
    pictures = row.pictures or (made.order.charts == "pictures" and row.ending == "html")
    place = st.empty()
    with place.container():
        if pictures:
            content = _pressed(row, data, made)
            place.empty()
            return content

        def tell(job: Job) -> None:
            place.progress(job.share, text=job.doing or f"Writing {row.title} …")

        def start() -> Job:
            document = composed(data, made.order, row.rows)
            return Job(work.QUEUE, work.LIMITS, computed, lambda: row.written(document))

        job = work.done(("report", row.ending), start, tell)
    place.empty()
    try:
        content = bytes(unpacked(*job.result()))
    except WorkerDied as death:
        raise InputError(work.WHY[death.cause]) from None
    return content


def _pressed(row: Format, data: Data, made: Made) -> bytes:
    """A file with pictures, which the press draws."""
    if row.ending not in made.doing:
        document = composed(data, made.order, row.rows)
        made.doing[row.ending] = PRESSES.submit(_press_now, document, row.ending)
    work_of_press = made.doing[row.ending]
    with st.spinner("Drawing charts …", show_time=True), work.others_first():
        sign = st.empty()
        while not wait([work_of_press], TICK).done:
            # Where somebody pressed something else, this run of the page ends here.
            sign.empty()
    del made.doing[row.ending]
    return work_of_press.result()


def _press_now(document: Document, ending: str) -> bytes:
    content: bytes = importlib.import_module("ddcore.report.press").written(document, ending)
    return content
