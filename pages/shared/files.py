"""A file of predictions, with the choices that it leaves to a person: columns, classes, model and threshold."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import streamlit as st

from ddcore.errors import InputError
from ddcore.read import ChoiceNeeded, Predictions, read
from ddcore.report.words import literal
from pages.shared import link
from pages.shared.data import Data, Question

SLIDER_ON_PAGE = "threshold_on_page"
"""Whether the page itself draws the slider of the threshold, beside its chart."""

ROLES = {
    "truth": ("Truth", "What each case really is."),
    "score": ("Scores", "Numbers that are higher the more a model takes a case for positive; a column for each model."),
    "label": ("Labels", "What a model calls each case; a column for each model."),
    "model": ("Model", "Where each row is one model's prediction: the column that names the model."),
    "group": ("Group", "Parts of the data to be looked at one by one, such as hospitals."),
    "fold": ("Folds", "Parts of a cross-validation, each predicted by a model that was trained on the others."),
    "weight": ("Weight", "What each case counts; without it each counts as one."),
    "amount": ("Amount", "What a case is about, such as the price of an order; payoffs may grow with it."),
}


def predictions(source: str, content: Any, name: str, roles: dict[str, Any], *, in_link: bool) -> Data | Question:
    """Predictions of a file, with the choices that a person may change."""
    found = st.session_state.setdefault("data_choices", {}).setdefault(source, {})
    roles = {**roles, **found}
    known = st.session_state.setdefault("data_columns", {})
    try:
        file = _read(source, content, name, roles)
        if not file.total > 0:
            raise InputError("the weights of all cases are 0, so nothing counts; choose another column of weights")
    except InputError as problem:
        if source in known:  # a choice made by hand can be taken back where it was made
            _columns(source, known[source], {}, found)
        if isinstance(problem, ChoiceNeeded):
            return Question(str(problem), partial(_ask, problem, source, found))
        raise
    known[source] = file.columns
    values = list(file.truth_values)
    key = f"data_positive_{source}"
    if st.session_state.get(key) not in (None, *values):
        del st.session_state[key]
    link.start(key, "positive", file.positive, link.one_of(values, "positive"))
    if st.session_state[key] != file.positive:
        found["positive"] = st.session_state[key]
        file = _read(source, content, name, {**roles, **found})
    st.selectbox(
        "Positive class" + (" (please check)" if file.positive_is_guess else ""),
        values,
        key=key,
        help=f"Which truth counts as positive. {literal(file.positive_reason)}",
        persist_state="session",
    )
    model, threshold, slider = _model(source, file)
    if slider is not None and not st.session_state.get(SLIDER_ON_PAGE):
        slider()
    if in_link:
        link.say(
            positive=file.positive if "positive" in found else None,
            model=model if len(file.models) > 1 else None,
            threshold=None if threshold is None else f"{threshold:g}",
        )
    _columns(source, file.columns, file.roles, found)
    models = dict(file.models)
    if threshold is not None:
        models[model] = models[model].cut(threshold)
    return Data(
        file.total,
        file.positives,
        file.positive,
        file.negative,
        models,
        model,
        file.notes,
        file.joint,
        slider,
        amount=", ".join(file.roles["amount"]),
    )


def _read(source: str, content: Any, name: str, roles: dict[str, Any]) -> Predictions:
    """The file, read once a session for each way of reading it; nothing of it is shared between visitors."""
    known = st.session_state.setdefault("data_read", {})
    wanted = (source, repr(sorted(roles.items())))
    if wanted not in known:
        for old in list(known)[: max(0, len(known) - 3)]:
            del known[old]
        with st.spinner(f"Reading {literal(name)} …"):
            try:
                held = content() if callable(content) else content
                known[wanted] = read(held.getvalue() if hasattr(held, "getvalue") else held, name=name, **roles)
            except InputError as problem:
                known[wanted] = problem
    if isinstance(known[wanted], InputError):
        raise known[wanted]
    return known[wanted]


def _ask(question: ChoiceNeeded, source: str, found: dict[str, Any]) -> None:
    """The choice on the page; once made, the file is read again."""
    key = f"data_ask_{question.choice}_{source}"
    if question.choice == "missing":
        if st.button("Leave these rows out", key=key, help="The page will say how many there were."):
            found["missing"] = "leave out"
            st.rerun()
        return
    options = list(question.truth_values) if question.choice == "positive" else list(question.columns)
    label = {"positive": "Positive class", "truth": "Which column holds the truth?"}.get(
        question.choice, "Which column holds predictions?"
    )
    answer = st.selectbox(label, options, index=None, key=key, placeholder="Please choose")
    if answer is not None:
        found[question.choice] = answer
        st.rerun()


def _columns(
    source: str, columns: tuple[str, ...], roles: Mapping[str, tuple[str, ...]], found: dict[str, Any]
) -> None:
    with st.expander("Columns"):
        for role in ROLES:
            _role(role, source, columns, roles.get(role, ()), found)


def _role(role: str, source: str, columns: tuple[str, ...], now: tuple[str, ...], found: dict) -> None:
    """A column, or several, for one role: empty means found by name and content."""
    key = f"data_role_{role}_{source}"
    label, explained = ROLES[role]
    shown = f"found: {', '.join(now)}" if now else "none"
    several = role in ("score", "label")

    def change() -> None:
        value = st.session_state[key]
        if value:
            found[role] = value
        else:
            found.pop(role, None)
        if role == "truth":
            found.pop("positive", None)

    if several:
        st.multiselect(
            label, columns, key=key, placeholder=shown, help=explained, on_change=change, persist_state="session"
        )
    else:
        st.selectbox(
            label,
            columns,
            index=None,
            key=key,
            placeholder=shown,
            help=explained,
            on_change=change,
            persist_state="session",
        )


def _model(source: str, predictions: Predictions) -> tuple[str, float | None, Callable[[], None] | None]:
    """The model looked at, its threshold, and what draws the slider for it, None where there is none."""
    names = list(predictions.models)
    name = next((one for one in names if predictions.models[one].table is not None), names[0])
    if len(names) > 1:
        key = f"data_model_{source}"
        link.start(key, "model", name, link.one_of(names, "model"))
        if st.session_state[key] not in names:
            st.session_state[key] = name
        name = st.selectbox(
            "Model", names, key=key, help="The model that the pages look at first.", persist_state="session"
        )
    model = predictions.models[name]
    if model.table is None:
        return name, None, None
    low, high = float(model.table.score[0]), float(model.table.score[-1])
    if low >= 0 and high <= 1:
        low, high = 0.0, 1.0
    if low == high:
        return name, model.threshold, None
    # Beside a chart or in the sidebar, the slider is another widget; what is kept belongs to neither.
    kept, beside = f"threshold_{source}_{name}_{predictions.positive}", st.session_state.get(SLIDER_ON_PAGE)
    key = f"data_{kept}_beside" if beside else f"data_{kept}"
    link.start(kept, "threshold", min(max(model.threshold, low), high), link.between(low, high, "threshold"))
    if key in st.session_state:
        st.session_state[kept] = st.session_state[key]
    else:
        st.session_state[key] = st.session_state[kept]

    def slider() -> None:
        st.slider(
            "Threshold: positive when score ≥",
            low,
            high,
            step=(high - low) / 200,
            key=key,
            format="%.3g",
            help="From this score on a case is called positive.",
        )

    return name, st.session_state[kept], slider
