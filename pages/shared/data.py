"""The data of every page, chosen in the sidebar: a sample, a file, or typed numbers."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import streamlit as st

from ddcore.chance.dutch_draw import classes
from ddcore.chance.verdict import whole_classes
from ddcore.counts import Counts
from ddcore.errors import InputError
from ddcore.figures.theme import count, number, percent
from ddcore.read import ChoiceNeeded, Model, Predictions, read
from ddcore.report.words import literal
from ddcore.samples import SAMPLES
from pages.shared import link

KINDS = ("Sample", "File", "Numbers")
NUMBERS = {"M": "Cases, M", "P": "Truly positive cases, P"}
COUNTS = {
    "TP": "Truly positive, called positive (TP)",
    "FP": "Truly negative, called positive (FP)",
    "FN": "Truly positive, called negative (FN)",
    "TN": "Truly negative, called negative (TN)",
}
ROLES = {
    "truth": "Truth",
    "score": "Scores",
    "label": "Labels",
    "model": "Model",
    "group": "Group",
    "weight": "Weight",
}
FILES = ["csv", "tsv", "txt", "gz", "zst", "parquet", "xlsx", "jsonl", "ndjson", "json"]
TYPED = "This model"
TYPED_POSITIVE = "positive"


@dataclass(frozen=True)
class Data:
    """What the pages work on: the classes, the models if there are any, and the one looked at."""

    total: int
    positives: int
    positive: str = TYPED_POSITIVE
    negative: str = "negative"
    models: Mapping[str, Model] = field(default_factory=dict)
    chosen: str | None = None
    notes: tuple[str, ...] = ()

    @property
    def said(self) -> str:
        """What is positive, how often, and from which score on: every page says it."""
        share = f"{count(self.positives)} of {count(self.total)}, {percent(self.positives / self.total)}"
        sentence = f"Positive = **{literal(self.positive)}** ({share})."
        if self.positive == TYPED_POSITIVE:
            sentence = f"Positive: {share}."
        if self.whole != (self.total, self.positives):
            sentence += (
                f" The cases are weighted; chance is that of {count(self.whole[0])} cases with as large a share."
            )
        if self.model is None or self.model.threshold is None:
            return sentence
        return f"{sentence} {literal(str(self.chosen))} calls a case positive from {number(self.model.threshold)} on."

    @property
    def whole(self) -> tuple[int, int]:
        """M and P as a draw needs them."""
        return whole_classes(self.total, self.positives)

    @property
    def auc(self) -> float | None:
        """How well the scores of the model looked at separate, None without scores."""
        return self.model.table.auc if self.model is not None and self.model.table is not None else None

    @property
    def model(self) -> Model | None:
        """The model looked at."""
        return self.models[self.chosen] if self.chosen is not None else None


@dataclass(frozen=True)
class Question:
    """What a file cannot be read without knowing: the sentence, and what puts the choice on a page."""

    sentence: str
    ask: Callable[[], None]


def sidebar() -> Data | Question | InputError | None:
    """The data chosen; None while nothing is chosen yet, a question or the problem where it cannot be used."""
    with st.sidebar:
        st.header("Data", help="What every page works on. It stays on this server, in your session only.")
        typed = link.asks_for(*NUMBERS, *COUNTS)
        link.start("data_kind", "data", "Numbers" if typed else "Sample")
        kind = st.segmented_control(
            "Where from", KINDS, key="data_kind", required=True, label_visibility="collapsed", persist_state="session"
        )
        try:
            return {"Sample": _sample, "File": _file, "Numbers": _numbers}[kind]()
        except InputError as problem:
            return problem


def show_sample() -> None:
    """Choose the first sample: the way out of a page without data."""
    st.session_state["data_kind"] = "Sample"


def _sample() -> Data | Question:
    link.start("data_sample", "sample", next(iter(SAMPLES)), link.one_of(SAMPLES, "sample"))
    key = st.selectbox(
        "Sample",
        list(SAMPLES),
        format_func=lambda name: SAMPLES[name].title,
        key="data_sample",
        help="Real predictions that ship with the program.",
        persist_state="session",
    )
    sample = SAMPLES[key]
    st.caption(f"{sample.description} Source: {sample.source}.")
    link.say(sample=key)
    return _predictions(key, sample.path, sample.path.name, dict(sample.roles), in_link=True)


def _file() -> Data | Question | None:
    given = st.file_uploader(
        "Predictions",
        type=FILES,
        key="data_file",
        help="One row a case: the truth, and a column of scores or labels for each model. CSV, Parquet, Excel or JSON "
        "lines, also compressed. The file is read in memory and forgotten with your session.",
    )
    if given is not None:
        st.session_state["data_upload"] = given
    upload = st.session_state.get("data_upload")
    if upload is None:
        return None
    if given is None:
        st.caption(f"Still in use: {literal(upload.name)}")
    return _predictions(upload.file_id, upload, upload.name, {}, in_link=False)


def _numbers() -> Data | None:
    ways = ("Cases only", "A model's counts")
    st.session_state.setdefault("data_way", ways[link.asks_for(*COUNTS)])
    way = st.radio(
        "Numbers", ways, key="data_way", label_visibility="collapsed", persist_state="session", horizontal=True
    )
    names = NUMBERS if way == ways[0] else COUNTS
    texts = {}
    for name, label in names.items():
        link.start(f"data_{name}", name, "")
        texts[name] = st.text_input(label, key=f"data_{name}", placeholder="a whole number", persist_state="session")
    link.say(**texts)
    numbers = {name: _whole(name, text) for name, text in texts.items() if text.strip()}
    if len(numbers) < len(texts):
        return None
    if way == ways[0]:
        total, positives = classes(numbers["M"], numbers["P"])
        return Data(total, positives)
    counts = Counts(**{name.lower(): number for name, number in numbers.items()})
    total, positives = classes(int(counts.total), int(counts.positives))
    return Data(total, positives, models={TYPED: Model(table=None, threshold=None, counts=counts)}, chosen=TYPED)


def _whole(name: str, text: str) -> int:
    """A whole number as people type it: 10,000 or 1e6."""
    plain = re.sub(r"[,\s]", "", text).replace("−", "-")
    if not re.fullmatch(r"[-+]?\d{1,40}(\.\d{0,40})?(e\+?\d{1,2})?", plain, re.IGNORECASE) or float(plain) % 1:
        raise InputError(f'{name} must be a whole number such as 303, got "{text:.40}"')
    low = 1 if name == "M" else 0
    if not low <= float(plain) <= 10**9:
        raise InputError(f"{name} must be between {low} and 1,000,000,000, got {text:.40}")
    return int(float(plain))


def _predictions(source: str, content: Any, name: str, roles: dict[str, Any], *, in_link: bool) -> Data | Question:
    """Predictions of a file, with the choices that a person may change."""
    found = st.session_state.setdefault("data_choices", {}).setdefault(source, {})
    roles = {**roles, **found}
    known = st.session_state.setdefault("data_columns", {})
    try:
        predictions = _read(source, content, name, roles)
        if not predictions.total > 0:
            raise InputError("the weights of all cases are 0, so nothing counts; choose another column of weights")
    except InputError as problem:
        if source in known:  # a choice made by hand can be taken back where it was made
            _columns(source, known[source], {}, found)
        if isinstance(problem, ChoiceNeeded):
            return Question(str(problem), partial(_ask, problem, source, found))
        raise
    known[source] = predictions.columns
    values = list(predictions.truth_values)
    key = f"data_positive_{source}"
    if st.session_state.get(key) not in (None, *values):
        del st.session_state[key]
    link.start(key, "positive", predictions.positive, link.one_of(values, "positive"))
    if st.session_state[key] != predictions.positive:
        found["positive"] = st.session_state[key]
        predictions = _read(source, content, name, {**roles, **found})
    st.selectbox(
        "Positive class" + (" (please check)" if predictions.positive_is_guess else ""),
        values,
        key=key,
        help=f"Which truth counts as positive. {literal(predictions.positive_reason)}",
        persist_state="session",
    )
    model, threshold = _model(source, predictions)
    if in_link:
        link.say(
            positive=predictions.positive if "positive" in found else None,
            model=model if len(predictions.models) > 1 else None,
            threshold=None if threshold is None else f"{threshold:g}",
        )
    _columns(source, predictions.columns, predictions.roles, found)
    models = dict(predictions.models)
    if threshold is not None:
        chosen = models[model]
        models[model] = Model(table=chosen.table, threshold=threshold, counts=chosen.at(threshold))
    return Data(
        predictions.total,
        predictions.positives,
        predictions.positive,
        predictions.negative,
        models,
        model,
        predictions.notes,
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
                known[wanted] = read(
                    content.getvalue() if hasattr(content, "getvalue") else content, name=name, **roles
                )
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
        for role, label in ROLES.items():
            _role(role, label, source, columns, roles.get(role, ()), found)


def _role(role: str, label: str, source: str, columns: tuple[str, ...], now: tuple[str, ...], found: dict) -> None:
    """A column, or several, for one role: empty means found by name and content."""
    key = f"data_role_{role}_{source}"
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
        st.multiselect(label, columns, key=key, placeholder=shown, on_change=change, persist_state="session")
    else:
        st.selectbox(label, columns, index=None, key=key, placeholder=shown, on_change=change, persist_state="session")


def _model(source: str, predictions: Predictions) -> tuple[str, float | None]:
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
        return name, None
    low, high = float(model.table.score[0]), float(model.table.score[-1])
    if low >= 0 and high <= 1:
        low, high = 0.0, 1.0
    if low == high:
        return name, model.threshold
    key = f"data_threshold_{source}_{name}_{predictions.positive}"
    link.start(key, "threshold", min(max(model.threshold, low), high), link.between(low, high, "threshold"))
    threshold = st.slider(
        "Threshold: positive when score ≥",
        low,
        high,
        step=(high - low) / 200,
        key=key,
        format="%.3g",
        help="From this score on a case is called positive.",
        persist_state="session",
    )
    return name, threshold
