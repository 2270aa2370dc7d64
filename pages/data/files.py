"""A file of predictions, with the choices that it leaves to a person: columns, classes, model and threshold."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.scriptrunner import get_script_run_ctx

from ddcore.answers.words import literal
from ddcore.apart import Job
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.read import ChoiceNeeded, Predictions, apart, read
from ddcore.read.columns import SINGLE, joined, words
from pages.data import threshold
from pages.data.choice import Unclear
from pages.session import link, work

ROLES = {
    "truth": ("Truth", "What each case really is."),
    "score": ("Scores", "Numbers that are higher the more a model takes a case for positive; a column for each model."),
    "label": ("Labels", "What a model calls each case; a column for each model."),
    "model": ("Model", "Where each row is one model's prediction: the column that names the model."),
    "fold": ("Folds", "Parts of a cross-validation, each predicted by a model that was trained on the others."),
    "weight": ("Weight", "How many cases each row stands for; without it each row counts as one."),
    "amount": ("Amount", "What a case is about, such as the price of an order; payoffs may grow with it."),
}

NONE = ""
"""No column has a role."""

WEIGHTS = SINGLE["weight"]
"""Names of weights."""


def predictions(source: str, content: Any, name: str, roles: dict[str, Any], *, in_link: bool) -> Data | Unclear:
    """Predictions of a file, with the choices that a person may change."""
    chosen = st.session_state.setdefault("data_choices", {}).setdefault(source, {})
    roles = {**roles, **chosen}
    known = st.session_state.setdefault("data_columns", {})
    try:
        file = _read(source, content, name, roles)
        if not file.total > 0:
            raise InputError("the weights of all cases are 0, so nothing counts; choose another column of weights")
    except InputError as problem:
        if source in known:  # a choice made by hand can be taken back where it was made
            _columns(source, known[source], {}, chosen)
        if isinstance(problem, ChoiceNeeded):
            return Unclear(str(problem), partial(_ask, problem, source, chosen))
        raise
    known[source] = file.columns
    values = list(file.truth_values)
    key = f"data_positive_{source}"
    if st.session_state.get(key) not in (None, *values):
        del st.session_state[key]
    link.start(key, "positive", file.positive, link.one_of(values, "positive"))
    if st.session_state[key] != file.positive:
        chosen["positive"] = st.session_state[key]
        file = _read(source, content, name, {**roles, **chosen})
    st.selectbox(
        "Positive class" + (" (please check)" if file.positive_is_guess else ""),
        values,
        key=key,
        help=f"Which truth counts as positive. {literal(file.positive_reason)}",
        persist_state="session",
    )
    model = _model(source, file)
    cut = threshold.cut(source, model, file)
    if in_link:
        link.say(
            positive=file.positive if "positive" in chosen else None,
            model=model if len(file.models) > 1 else None,
            threshold=None if cut is None else f"{cut:g}",
        )
    _offer_weights(source, file.columns, chosen)
    _columns(source, file.columns, file.roles, chosen)
    return file.data(model, threshold.models(source, file), source)


def forget(source: str) -> None:
    """Nothing stays in memory of a file, of what was read in it, nor of what was chosen for it."""
    context = get_script_run_ctx()
    if context is not None and isinstance(context.uploaded_file_mgr, MemoryUploadedFileManager):
        context.uploaded_file_mgr.remove_file(context.session_id, source)
    for chosen in ("data_choices", "data_columns"):
        st.session_state.get(chosen, {}).pop(source, None)
    known = st.session_state.get(work.READ, {})
    for wanted in [wanted for wanted in known if wanted[0] == source]:
        del known[wanted]
    work.stop()
    for key in [key for key in st.session_state if source in str(key)]:
        del st.session_state[key]


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


def _ask(question: ChoiceNeeded, source: str, chosen: dict[str, Any]) -> None:
    """The choice on the page; once made, the file is read again."""
    key = f"data_ask_{question.choice}_{source}"
    if question.choice == "missing":
        if st.button("Leave these rows out", key=key, help="The page will say how many there were."):
            chosen["missing"] = "leave out"
            st.rerun()
        return
    options = list(question.truth_values) if question.choice == "positive" else list(question.columns)
    label = {"positive": "Positive class", "truth": "Which column holds the truth?"}.get(
        question.choice, "Which column holds predictions?"
    )
    answer = st.selectbox(label, options, index=None, key=key, placeholder="Please choose")
    if answer is not None:
        chosen[question.choice] = answer
        st.rerun()


def _offer_weights(source: str, columns: tuple[str, ...], chosen: dict[str, Any]) -> None:
    """Weights change every number, so a column that is named like them is offered and not taken."""
    column = next((name for name in columns if WEIGHTS & {joined(name), *words(name)[-1:]}), None)
    if column is None:
        return
    key = f"data_weighted_{source}"

    def change() -> None:
        chosen["weight"] = column if st.session_state.get(key) else NONE
        st.session_state[f"data_role_weight_{source}"] = None

    link.put(key, chosen.get("weight") == column)
    st.checkbox(
        f"Each row counts as many cases as “{literal(column)}” says",
        key=key,
        help="Otherwise each row is one case. Weights are right where rows stand for more or fewer cases than one, as "
        "in a survey; they make every number less sure.",
        on_change=change,
    )


def _columns(
    source: str, columns: tuple[str, ...], roles: Mapping[str, tuple[str, ...]], chosen: dict[str, Any]
) -> None:
    with st.expander("Columns"):
        for role in ROLES:
            _role(role, source, columns, roles.get(role, ()), chosen)


def _role(role: str, source: str, columns: tuple[str, ...], now: tuple[str, ...], chosen: dict[str, Any]) -> None:
    """A column, or several, for one role: empty means found by name and content, and any but the truth may be none."""
    key = f"data_role_{role}_{source}"
    label, explained = ROLES[role]
    shown = f"found: {', '.join(now)}" if now else "none found"

    def change() -> None:
        value = st.session_state.get(key)
        if value in (None, []):
            chosen.pop(role, None)
        else:
            chosen[role] = value
        if role == "truth":
            chosen.pop("positive", None)

    if role in ("score", "label"):
        st.multiselect(
            label, columns, key=key, placeholder=shown, help=explained, on_change=change, persist_state="session"
        )
        return
    st.selectbox(
        label,
        columns if role == "truth" else (NONE, *columns),
        index=None,
        format_func=lambda column: "none" if column == NONE else column,
        key=key,
        placeholder=shown,
        help=explained,
        on_change=change,
        persist_state="session",
    )


def _named(names: list[str]) -> Callable[[str], str]:
    """The model that a link names, by its name or by the column whose name it has: VF for “model VF”."""
    parse = link.one_of(names, "model")
    return lambda text: parse(f"model {text}" if text not in names and f"model {text}" in names else text)


def _model(source: str, predictions: Predictions) -> str:
    """The model looked at."""
    names = list(predictions.models)
    name = next((model for model in names if predictions.models[model].table is not None), names[0])
    if len(names) > 1:
        key = f"data_model_{source}"
        link.start(key, "model", name, _named(names))
        if st.session_state[key] not in names:
            st.session_state[key] = name
        name = st.selectbox(
            "Model", names, key=key, help="The model that the pages look at first.", persist_state="session"
        )
    return name
