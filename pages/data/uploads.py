"""The file of predictions that somebody dropped, and the saved view beside it."""

from dataclasses import replace

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from ddcore.answers.words import literal
from ddcore.data import Data
from ddcore.read.files import ENDINGS
from ddcore.read.limits import FILES
from ddcore.read.words import listed
from pages.data import files, saved
from pages.data.choice import Unclear, kind
from pages.data.files import UPLOAD
from pages.data.together import Together
from pages.session.view import view

IN_BOX = "data_in_box"
"""The ids of the files that lay in the box at the last run."""


def choose() -> Data | Unclear | None:
    """What was read of the file; None while there is none."""
    view().are("File")
    lying = box()
    upload: UploadedFile | Together | None = st.session_state.get(UPLOAD)
    view().data = saved.in_link(upload)
    if upload is None:
        return None
    saved.match(upload)
    if not set(upload.file_id.split("+")) <= set(map(_id, lying)):
        st.caption(f"Still in use: {literal(upload.name)}")
        st.button("Remove this file", key="data_remove", on_click=_remove)
    data = files.uploaded(upload.file_id, upload, upload.name)
    return replace(data, source=upload.name) if isinstance(data, Data) else data


def box() -> list[UploadedFile]:
    """Where a file is dropped, and a saved view before it, after it or together with it; what lies there."""
    lying = st.file_uploader(
        "Predictions",
        type=ENDINGS,
        accept_multiple_files=True,
        key=files.box(),
        on_change=_changed,
        help="One row a case: the truth, and a column of scores or labels for each model. CSV, Parquet, Excel or JSON "
        "lines, also compressed. Several files dropped together, such as then and now, are one table with a column "
        "“file”. They are read in memory and forgotten with your session. A saved view may be dropped with them.",
    )
    st.session_state[IN_BOX] = set(map(_id, lying))
    return lying


def _changed() -> None:
    """A new file, or several as one, is used in place of the one before, a view is opened; of several views none is."""
    lying: list[UploadedFile] = st.session_state[files.box()]
    before: set[str] = st.session_state.get(IN_BOX, set())
    new = [given for given in lying if given.file_id not in before]
    views = [given for given in new if saved.is_view(given)]
    tables: list[UploadedFile | Together] = [given for given in new if given not in views]
    if len(views) > 1 or len(tables) > FILES.most:
        _refuse(new, views if len(views) > 1 else new)
        return
    if len(tables) > 1:
        tables = [Together(tuple(given for given in new if given not in views))]
    again = [given for given in tables if saved.is_in_use(given)]
    if not again and (tables or _in_use() & (before - set(map(_id, lying)))):
        _remove()
    for given in views:
        saved.follow(given)
    for table in tables:
        kind().choose("File")
        if table in again:
            files.drop_content(table.file_id)
        else:
            st.session_state[UPLOAD] = table
    if len(lying) > len(new):
        files.empty_box()


def _refuse(new: list[UploadedFile], several: list[UploadedFile]) -> None:
    """Nothing of what was dropped is used, nor kept."""
    for given in new:
        files.drop_content(given.file_id)
    files.empty_box()
    saved.say(f"Drop one at a time: {listed(given.name for given in several)} came together, so none of them was used.")


def _in_use() -> set[str]:
    """The ids of the files that are in use."""
    upload: UploadedFile | Together | None = st.session_state.get(UPLOAD)
    return set() if upload is None else set(upload.file_id.split("+"))


def _id(given: UploadedFile) -> str:
    return given.file_id


def _remove() -> None:
    upload = st.session_state.pop(UPLOAD, None)
    if upload is not None:
        files.forget(upload.file_id)
