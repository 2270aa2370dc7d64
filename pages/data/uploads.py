"""The file of predictions that somebody dropped, and the saved view beside it."""

from dataclasses import replace

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from ddcore.answers.base.words import literal
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.read.files import ENDINGS
from ddcore.read.limits import FILES
from ddcore.read.words import listed
from pages.data import files, saved, stored
from pages.data.files import UPLOAD, Together
from pages.data.source import Unclear, kind
from pages.session.choices import DATA
from pages.session.view import view

IN_BOX = "data_in_box"
"""The ids of the files that lay in the box at the last run."""
ASKED = "data_asked"
"""What was dropped while another file is in use, until somebody says what is to become of both."""


def choose() -> Data | Unclear | None:
    """What was read of the file; None while there is none."""
    view().set_current("File")
    if UPLOAD not in st.session_state and ASKED in st.session_state:
        st.session_state[UPLOAD] = st.session_state.pop(ASKED)
    lying = box()
    if on_server := stored.box():
        view().data_texts = {"data": "File", "stored": on_server}
        return stored.read(on_server)
    upload: UploadedFile | Together | None = st.session_state.get(UPLOAD)
    view().data_texts = saved.in_link(upload)
    if upload is None:
        return None
    saved.match(upload)
    if not _ids(UPLOAD) <= set(map(_id, lying)):
        st.caption(f"Still in use: {literal(upload.name)}")
        st.button("Remove this file", key="data_remove", on_click=_remove)
    data = files.uploaded(upload.file_id, upload, upload.name)
    return replace(data, source=upload.name) if isinstance(data, Data) else data


def box() -> list[UploadedFile]:
    """The place where a file is dropped, and a saved view before it, after it or together with it; what lies there."""
    lying = st.file_uploader(
        "Predictions",
        type=ENDINGS,
        accept_multiple_files=True,
        key=files.box(),
        on_change=_changed,
        help="One row per case: the truth, and a column of scores or labels for each model. CSV, Parquet, Excel, "
        "JSON, Stata, SAS or SPSS, also compressed. You can drop several files, such as then and now, or the "
        "same cases with the predictions of another model. Files are deleted when your session ends. "
        "A saved view can be dropped with them.",
    )
    st.session_state[IN_BOX] = set(map(_id, lying))
    _ask()
    return lying


def _ask() -> None:
    """What is to become of a file that is in use and of another one that was dropped to it."""
    asked: UploadedFile | Together | None = st.session_state.get(ASKED)
    upload: UploadedFile | Together | None = st.session_state.get(UPLOAD)
    if asked is None or upload is None:
        return
    st.info(f"{literal(asked.name)} was dropped while {literal(upload.name)} is in use. What should happen?")
    st.button(
        "Add it",
        key="data_both",
        type="primary",
        on_click=_add,
        disabled=len(_parts(upload)) + len(_parts(asked)) > FILES.most,
        help="Use both files, either as different cases (then and now) or as the same cases with other models. The "
        "card shows which was assumed, and you can change it there.",
    )
    st.button("Use it instead", key="data_instead", on_click=_replace, help=f"{literal(upload.name)} is removed.")
    st.button("Leave it out", key="data_before", on_click=_decline, help=f"{literal(asked.name)} is removed.")


def _replace() -> None:
    """The new file takes the place of the one before."""
    asked = st.session_state.pop(ASKED)
    _remove()
    st.session_state[UPLOAD] = asked
    files.empty_box()


def _add() -> None:
    """Both files are one table from now on."""
    asked, upload = st.session_state.pop(ASKED), st.session_state[UPLOAD]
    _remove()
    st.session_state[UPLOAD] = Together((*_parts(upload), *_parts(asked)))
    files.empty_box()


def _decline() -> None:
    """The file before stays in use, as if nothing had been dropped."""
    _drop_asked()
    files.empty_box()


def _drop_asked() -> None:
    asked = st.session_state.pop(ASKED, None)
    if asked is not None:
        files.drop_content(asked.file_id)


def _parts(given: UploadedFile | Together) -> tuple[UploadedFile, ...]:
    return given.files if isinstance(given, Together) else (given,)


def _changed() -> None:
    """A new file, or several as one, is used, unless one that can be read is: then it is asked about. A view is opened.

    Of several views none is.
    """
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
    gone = before - set(map(_id, lying))
    if _ids(UPLOAD) & gone:
        _remove()
    if tables or _ids(ASKED) & gone:
        _drop_asked()
    for given in views:
        saved.follow(given)
    for table in tables:
        kind().choose("File")
        stored.put(None)
        if saved.is_in_use(table):
            files.drop_content(table.file_id)
        elif UPLOAD in st.session_state and not saved.is_awaited(table) and not _is_refused():
            st.session_state[ASKED] = table
        else:
            _remove()
            st.session_state[UPLOAD] = table
    if len(lying) > len(new) and ASKED not in st.session_state:
        files.empty_box()


def _is_refused() -> bool:
    """Whether the file in use cannot be read, so that nobody would keep it."""
    return isinstance(st.session_state.get(DATA), InputError)


def _refuse(new: list[UploadedFile], several: list[UploadedFile]) -> None:
    """Nothing of what was dropped is used, nor kept."""
    for given in new:
        files.drop_content(given.file_id)
    files.empty_box()
    saved.say(
        f"Several saved views came together ({listed(given.name for given in several)}), so none was used. Drop one "
        f"at a time."
    )


def _ids(held: str) -> set[str]:
    """The ids of the files that are in use, or asked about."""
    upload: UploadedFile | Together | None = st.session_state.get(held)
    return set() if upload is None else set(map(_id, _parts(upload)))


def _id(given: UploadedFile) -> str:
    return given.file_id


def _remove() -> None:
    upload = st.session_state.pop(UPLOAD, None)
    if upload is not None:
        files.forget(upload.file_id)
