"""The report itself: composed once for the same data and order, shown, and written in each format."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from ddcore.answers.words import literal, sentence
from ddcore.apart import Died, Job, computed, unpacked
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.formats import file_name
from ddcore.progress import told_to
from ddcore.report import html
from ddcore.report.compose import compose
from ddcore.report.document import Document
from ddcore.report.formats import FEW, FORMATS, Format
from ddcore.report.order import Order, Wanted
from pages.data.files import UPLOAD
from pages.report.report_rows import Rows
from pages.session import work
from pages.session.view import view

MADE = "report_made"
"""The documents and files of the order at hand, and for which order they are."""
WANTED = "report_wanted"
"""The ending of the file that somebody asked for."""
SCRIPTS = "/"
"""Where the preview finds its scripts, see `app.py`."""


def draw(data: Data, rows: Rows, about: dict[str, Any]) -> None:
    """The files to take away, and the preview."""
    sections = tuple(section for section in rows.given if section is not None)
    if not sections:
        st.info("No section can be used as it is, so there is no report yet.")
        return
    made = _made(data, Order(sections=sections, **about))
    files = st.container(key="report_files")
    preview = st.container(key="report_preview", gap="xsmall")
    try:
        with preview:
            document = _document(data, made, FEW)
    except InputError as problem:
        st.error(_culprit(data, sections, sentence(problem)))
        return
    with preview:
        st.subheader("Preview", anchor=False)
        st.iframe(_shown(document), height=PREVIEW, alt="Preview of the report")
    with files:
        _files(data, made, document)


def _shown(document: Document) -> str:
    """The report as the page shows it: within a page a link to a place of its own text leads to that page's address."""
    return html.written(document, SCRIPTS).decode().replace('<a href="#', '<a href="about:srcdoc#')


PREVIEW = 900
"""Pixels from the top of the preview to its end; it scrolls."""


def _made(data: Data, order: Order) -> dict[str, Any]:
    """What was made of this order, in this session alone; what was made of another is dropped."""
    fingerprint = data.kept(("report", "fingerprint"), lambda: data.fingerprint)
    thresholds = {name: model.threshold for name, model in data.models.items()}
    state = (fingerprint, data.source, data.chosen, data.positive, repr(thresholds), order.model_dump_json())
    # `files.forget` drops what has the id of its file in its key.
    upload = st.session_state.get(UPLOAD) if view().now == "File" else None
    key = f"{MADE} {upload.file_id}" if upload is not None else MADE
    held = st.session_state.get(key)
    if held is None or held["state"] != state:
        for old in [old for old in st.session_state if str(old).startswith(MADE)]:
            del st.session_state[old]
        held = st.session_state[key] = {"state": state, "order": order, "documents": {}, "files": {}}
    return held


def _document(data: Data, made: dict[str, Any], rows: int) -> Document:
    """What the report says, with tables of up to so many rows."""
    if rows not in made["documents"]:
        place = st.empty()
        with place.container():
            bar = st.progress(0.0, text="Asking …")

            def show(share: float, doing: str) -> None:
                bar.progress(share, text=f"{doing} …")

            with told_to(show):
                made["documents"][rows] = compose(data, made["order"], rows)
        place.empty()
    document: Document = made["documents"][rows]
    return document


def _culprit(data: Data, sections: tuple[Wanted, ...], said: str) -> str:
    """What cannot be answered, and in which section."""
    for place, section in enumerate(sections, start=1):
        try:
            section.asked.ask(data, section.made)
        except InputError as problem:
            return f"Section {place}, “{section.asked.title}”, cannot be answered as it was chosen: {sentence(problem)}"
    return said


def _files(data: Data, made: dict[str, Any], document: Document) -> None:
    """A button a format; what takes long is made first, and then given."""
    name = file_name(data.source, "report")
    wanted = st.session_state.pop(WANTED, None)
    st.subheader("Take it away", anchor=False)
    places = {}
    with st.container(horizontal=True, key="report_formats"):
        for ending, row in FORMATS.items():
            places[ending] = st.empty()
            _offer(places[ending], row, name, made, document, wanted)
    if wanted in FORMATS and wanted not in made["files"]:
        row = FORMATS[wanted]
        try:
            made["files"][wanted] = _written(row, _document(data, made, row.rows))
        except InputError as problem:
            st.error(f"{row.title} was not made: {literal(str(problem))}.")
            _offer(places[wanted], row, name, made, document, "")
            return
        _offer(places[wanted], row, name, made, document, "")


def _offer(place: Any, row: Format, name: str, made: dict[str, Any], document: Document, wanted: str | None) -> None:
    """The button of a format: it makes the file, or gives it."""
    content: bytes | Callable[[], bytes] | None = made["files"].get(row.ending)
    if row.ending == "html":
        content = lambda: html.written(document)  # noqa: E731
    if content is None:
        place.button(
            f"Make {row.title}",
            key=f"report_make_{row.ending}{'_' if wanted == '' else ''}",
            on_click=_want,
            args=(row.ending,),
            disabled=wanted == row.ending,
        )
        return
    place.download_button(
        f"Download {row.title}",
        content,
        f"{name}.{row.ending}",
        row.kind,
        key=f"report_file_{row.ending}",
        icon=":material/download:",
        on_click="ignore",
    )


def _want(ending: str) -> None:
    st.session_state[WANTED] = ending


def _written(row: Format, document: Document) -> bytes:
    """The bytes of a file, made by another process; raises `InputError`."""
    place = st.empty()

    def show(job: Job) -> None:
        place.progress(job.share, text=job.doing or f"Writing {row.title} …")

    job = work.done(
        ("report", row.ending), lambda: Job(work.QUEUE, work.LIMITS, computed, lambda: row.written(document)), show
    )
    place.empty()
    try:
        content: bytes = unpacked(*job.result())
    except Died as death:
        raise InputError(work.WHY[death.cause]) from None
    return content
