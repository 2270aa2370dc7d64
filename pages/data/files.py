"""A file of predictions, with the choices that it leaves to a person: columns, classes, model and threshold."""

from functools import partial
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.scriptrunner import get_script_run_ctx

from ddcore.answers.verdict import best_model
from ddcore.answers.words import literal
from ddcore.apart import Job
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.read import ChoiceNeeded, Predictions, apart, read
from pages.card import card
from pages.data import model, threshold
from pages.data.choice import Unclear
from pages.data.chosen import choose, chosen, forget_choices, keywords
from pages.session import link, work
from pages.session.settings import Setting, one_of, whole
from pages.session.view import view

UPLOAD = "data_upload"
"""The file that somebody dropped."""
REMOVED = "data_removed"
"""How many boxes for files were given up."""


def predictions(source: str, content: Any, name: str, roles: dict[str, Any], *, named: bool = True) -> Data | Unclear:
    """Predictions of a file, with the choices that a person may change: of a sample here, of a file on its card.

    In a link the values of a sample are `named`, and those of a file placed.
    """
    try:
        file = _read(source, content, name, {**roles, **keywords(source)})
        if not named and _is_told(source, file):
            file = _read(source, content, name, {**roles, **keywords(source)})
        if not file.total > 0:
            raise InputError("the weights of all cases are 0, so nothing counts; choose another column of weights")
    except InputError as problem:
        if not named:
            card.tell(source, name, problem, partial(remove, source))
        if isinstance(problem, ChoiceNeeded):
            return Unclear(str(problem), partial(_ask, problem, source))
        raise
    if named:
        positive = _positive(source, file)
        if positive != file.positive:
            file = _read(source, content, name, {**roles, "positive": positive})
    else:
        card.tell(source, name, file, partial(remove, source))
    names = list(file.models)
    looked_at = model.looked_at(source, names, best_model(file.data()), named=named)
    return file.data(looked_at, threshold.models(source, looked_at, file), source)


def _is_told(source: str, file: Predictions) -> bool:
    """Whether a link says another positive class than the file has so far; what is positive is put into the link."""
    values = list(file.truth_values)
    place, by_link = view().text("positive", source)
    if place is not None and by_link:
        try:
            choose(source, "positive", values[whole(1, len(values), "positive")(place) - 1])
        except InputError as problem:
            link.note(problem)
    positive = chosen(source).get("positive")
    view().put("positive", str(1 + values.index(positive)) if positive in values else None, source)
    return positive in values and positive != file.positive


def _positive(source: str, file: Predictions) -> str:
    """The value of the truth that is positive in a sample."""
    values = list(file.truth_values)
    positive = Setting(f"data_positive_{source}", "positive", file.positive, one_of(values, "positive"), source)
    value: str = positive.put()
    st.selectbox(
        "Positive class",
        values,
        key=positive.key,
        help=f"Which truth counts as positive. {literal(file.positive_reason)}",
        on_change=positive.take,
    )
    return value


def box() -> str:
    """The key of the box for files."""
    removed = st.session_state.get(REMOVED, 0)
    return f"data_file_{removed}" if removed else "data_file"


def remove(source: str) -> None:
    """Somebody removed the file on its card."""
    st.session_state.pop(UPLOAD, None)
    empty_box()
    forget(source)


def empty_box() -> None:
    """Show a new box for files: Streamlit takes nothing out of the old one."""
    st.session_state[REMOVED] = st.session_state.get(REMOVED, 0) + 1


def drop_content(file_id: str) -> None:
    """The server keeps nothing of a file that was sent to it."""
    context = get_script_run_ctx()
    if context is not None and isinstance(context.uploaded_file_mgr, MemoryUploadedFileManager):
        context.uploaded_file_mgr.remove_file(context.session_id, file_id)


def forget(source: str) -> None:
    """Nothing stays in memory of a file, of what was read in it, nor of what was chosen for it."""
    drop_content(source)
    forget_choices(source)
    view().forget(source)
    st.session_state.pop(card.NOW, None)
    known = st.session_state.get(work.READ, {})
    for wanted in [wanted for wanted in known if wanted[0] == source]:
        del known[wanted]
    work.stop()
    st.session_state.pop(model.LOOKED_AT, None)
    for key in [key for key in st.session_state if source in str(key)]:
        del st.session_state[key]
    work.forget_widgets()


def _read(source: str, content: Any, name: str, roles: dict[str, Any]) -> Predictions:
    """The file, read once a session for each way of reading it; nothing of it is shared between visitors."""
    known = st.session_state.setdefault(work.READ, {})
    wanted = (source, repr(sorted(roles.items())))
    if wanted not in known:
        for old in list(known)[: max(0, len(known) - 3)]:
            del known[old]
        try:
            if hasattr(content, "getvalue"):
                known[wanted] = _uploaded(wanted, content.getvalue(), name, roles)
            else:
                with st.spinner(f"Reading {literal(name)} …"):
                    known[wanted] = read(content() if callable(content) else content, name=name, **roles)
        except InputError as problem:
            known[wanted] = problem
    if isinstance(known[wanted], Cancelled):
        st.button("Read it again", key="data_again", on_click=known.pop, args=(wanted,))
    result: Predictions | InputError = known[wanted]
    if isinstance(result, InputError):
        raise result
    return result


class Cancelled(InputError):  # noqa: N818 - somebody chose it
    """A file whose reading somebody ended."""


def _uploaded(wanted: tuple[str, str], content: bytes, name: str, roles: dict[str, Any]) -> Predictions:
    """A file read in a process of its own, with its progress, and a button that ends it."""
    place = st.empty()
    drawn: list[DeltaGenerator] = []

    def cancel() -> None:
        work.stop()
        st.session_state[work.READ][wanted] = Cancelled(
            f"{name} was not read, because it was cancelled; read it again, or choose another file"
        )

    def show(job: Job) -> None:
        if not drawn:
            with place.container():
                drawn.append(st.progress(0.0))
                st.button("Cancel", key="data_cancel", on_click=cancel, help="The file is not read any further.")
        drawn[0].progress(job.share, text=_doing(job, literal(name)))

    job = work.done(wanted, lambda: apart.start(content, name, **roles), show)
    place.empty()
    return apart.result(job, name)


def _doing(job: Job, name: str) -> str:
    if job.place == 1:
        return f"{name} waits: one other file comes first."
    if job.place:
        return f"{name} waits: {job.place} other files come first."
    return f"{name}: {job.doing or 'Sending it to its reader'} …"


def _ask(question: ChoiceNeeded, source: str) -> None:
    """The choice on the page; once made, the file is read again."""
    key = f"data_ask_{question.choice}_{source}"
    if question.choice == "missing":
        if st.button("Leave these rows out", key=key, help="The page will say how many there were."):
            choose(source, "missing", "leave out")
            st.rerun()
        return
    options = list(question.truth_values) if question.choice == "positive" else list(question.columns)
    label = {"positive": "Positive class", "truth": "Which column holds the truth?"}.get(
        question.choice, "Which column holds predictions?"
    )
    answer = st.selectbox(label, options, index=None, key=key, placeholder="Please choose")
    if answer is not None:
        choose(source, question.choice, answer)
        st.rerun()
