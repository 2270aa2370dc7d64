"""A saved view: all that was set, as a small JSON that restores it beside its file; it holds none of the cases."""

import hashlib
import json
from functools import partial
from typing import Any, Literal

import streamlit as st
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from streamlit.delta_generator import DeltaGenerator
from streamlit.runtime.uploaded_file_manager import UploadedFile

from ddcore.answers.base.question import QUESTIONS
from ddcore.data import Data
from ddcore.formats import file_name
from pages.data.files import UPLOAD, Together
from pages.session.choices import DATA
from pages.session.view import REPORT, view

PLACE = "saved_place"
"""Where the button stands, once the page has run and all is set."""
WAITS = "saved_waits"
"""A saved view whose file is not here yet, also while another one is."""
SAID = "saved_said"
"""What came of what was dropped."""

FORM = "What chance would score, view"
LARGEST = 1_000_000
"""Bytes of a view."""
LETTERS = 8
"""Of a fingerprint: another file has the same one with a probability of 2^-32."""


class SavedView(BaseModel):
    """What is saved: the page, its link, and the name of the file, whose fingerprint is in the link."""

    model_config = ConfigDict(extra="forbid", strict=True)

    form: Literal["What chance would score, view"]
    version: Literal[1]
    page: str = Field(max_length=100)
    link: dict[str, str]
    file: str | None = Field(default=None, max_length=1_000)


def fingerprint(content: bytes | memoryview) -> str:
    """The beginning of the SHA-256 of a file, by which a link and a view know it again.

    Whoever has a link can test by it whether a file they hold is the one it was made with. It tells 32 bits of the
    file and no more: where somebody lists billions of possible files, several of them have the same fingerprint.

    >>> fingerprint(b"truth,score")
    '93456289'
    """
    return hashlib.sha256(content).hexdigest()[:LETTERS]


def _fingerprint(upload: UploadedFile | Together) -> str:
    """The digest of a dropped file, computed once: it may have 200 MB."""
    key = f"data_fingerprint_{upload.file_id}"
    if key not in st.session_state:
        st.session_state[key] = fingerprint(upload.getbuffer())
    known: str = st.session_state[key]
    return known


def is_in_use(given: UploadedFile | Together) -> bool:
    """Whether what was dropped is the file that is in use already: all that was chosen for it holds."""
    upload: UploadedFile | Together | None = st.session_state.get(UPLOAD)
    return upload is not None and upload.name == given.name and _fingerprint(upload) == fingerprint(given.getbuffer())


def is_awaited(given: UploadedFile | Together) -> bool:
    """Whether a link or a view waits for the file that was dropped."""
    waits: SavedView | None = st.session_state.get(WAITS)
    return fingerprint(given.getbuffer()) in (view().awaited(), waits.link.get("file") if waits else None)


def reserve() -> None:
    """Keep a place for the button, in the sidebar below the data."""
    st.session_state[PLACE] = st.container()


def offer() -> None:
    """The button, once all is set."""
    place: DeltaGenerator | None = st.session_state.pop(PLACE, None)
    data = st.session_state.get(DATA)
    if place is None or not isinstance(data, Data):
        return
    page = QUESTIONS[view().page].title if view().page in QUESTIONS else view().page.capitalize()
    place.download_button(
        "Save view",
        partial(_written, now()),
        f"{file_name(data.source, page, 'view')}.json",
        "application/json",
        key="data_save",
        on_click="ignore",
        help="A small file with your choices on every page. It has the fingerprint of your data file, not its "
        "content. To continue later, drop it and your data file in the same place, in any order.",
    )


def _written(saved: dict[str, Any]) -> bytes:
    return json.dumps(saved, ensure_ascii=False, indent=1).encode()


def now() -> dict[str, Any]:
    """What is set in this session, as it is saved."""
    saved: dict[str, Any] = {"form": FORM, "version": 1, "page": view().page, "link": view().link()}
    upload: UploadedFile | Together | None = st.session_state.get(UPLOAD)
    if upload is not None and "file" in saved["link"]:
        saved["file"] = upload.name
    return saved


def is_view(given: UploadedFile) -> bool:
    """Whether what was dropped is a view."""
    return given.size <= LARGEST and FORM.encode() in given.getvalue()[:200]


def follow(given: UploadedFile) -> None:
    """Put a view in force."""
    try:
        saved = SavedView.model_validate_json(given.getvalue())
    except ValidationError as refusal:
        where = ".".join(map(str, refusal.errors()[0]["loc"])) or "its form"
        say(f"{given.name} cannot be opened as a saved view: {where} was changed after it was saved.")
        return
    page = saved.page if saved.page in (*QUESTIONS, REPORT) else "verdict"
    view().open(page, saved.link)
    st.session_state[WAITS] = saved
    say(f"{given.name} was opened: its choices now apply on every page.")


def in_link(upload: UploadedFile | Together | None) -> dict[str, str]:
    """What the link says of a file: the fingerprint of the one at hand, or of the one that it waits for."""
    known = view().awaited() if upload is None else _fingerprint(upload)
    return {"data": "File", "file": known} if known else {"data": "File"}


def match(upload: UploadedFile | Together) -> None:
    """Put what a link and a view say of their file in force for the one that was dropped, if it is the same."""
    awaited, known = view().awaited(here=True), _fingerprint(upload)
    waits: SavedView | None = st.session_state.get(WAITS)
    if waits is not None and waits.file is not None and waits.link.get("file") == known:
        del st.session_state[WAITS]
        view().follow_for_file(waits.page, waits.link)
    if awaited in ("", known):
        return
    view().leave_out()
    if waits is None or waits.file is None:
        say(
            f"{upload.name} is not the file that the link was made with. Its choices of columns, classes and models "
            f"were ignored; all other choices apply."
        )
    else:
        say(
            f"{upload.name} is not the file that the view was saved with ({waits.file}), or it has changed since. The "
            f"choices of columns, classes and models wait for that file; all other choices apply."
        )


def say(text: str) -> None:
    """Say what came of what was dropped, once the page has run."""
    st.session_state[SAID] = text


def said() -> str | None:
    """What came of what was dropped, once."""
    text: str | None = st.session_state.pop(SAID, None)
    return text
