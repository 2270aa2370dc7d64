"""The choice of data, in the sidebar of every page: a sample, a file, or typed numbers."""

import re
from collections.abc import Callable
from dataclasses import replace

import streamlit as st

from ddcore.answers import QUESTIONS
from ddcore.answers.words import literal
from ddcore.chance.dutch_draw import checked_classes
from ddcore.counts import Counts
from ddcore.data import Data, Model
from ddcore.errors import InputError
from ddcore.labels import THE_MODEL
from ddcore.read.files import ENDINGS
from ddcore.samples import SAMPLES, Sample
from ddcore.samples.applicants import APPLICANTS, Applicants
from ddcore.samples.pairs import PAIRS, Pair
from ddcore.samples.simulated import LARGEST, SCENARIOS, SIZE, SMALLEST, Scenario
from ddcore.samples.stories import STORIES, Story
from pages.data import files, threshold
from pages.data.choice import Unclear
from pages.data.files import predictions
from pages.session import link

KINDS = ("Sample", "File", "Numbers")
NUMBERS = {"M": "Cases, M", "P": "Truly positive cases, P"}
HELP = {
    "M": "How many cases there are, up to 1,000,000,000. 10,000 and 1e6 are understood too.",
    "P": "How many of the cases are truly positive.",
    "TP": "Hits: positive cases that the model calls positive.",
    "FP": "False alarms: negative cases that the model calls positive.",
    "FN": "Misses: positive cases that the model calls negative.",
    "TN": "Negative cases that the model calls negative.",
}
COUNTS = {
    "TP": "Truly positive, called positive (TP)",
    "FP": "Truly negative, called positive (FP)",
    "FN": "Truly positive, called negative (FN)",
    "TN": "Truly negative, called negative (TN)",
}
Offered = Sample | Story | Scenario | Pair | Applicants
UPLOAD = "data_upload"
SUITS = "data_suits"
"""The title of the sample that a page shows because nobody chose data; empty where somebody did."""
TYPED = "data_typed"
"""The data of the numbers typed last, or of the story looked at last, with what was computed from them."""


def choose() -> Data | Unclear | InputError | None:
    """The data chosen; None while nothing is chosen yet, a question or the problem where it cannot be used."""
    st.session_state[SUITS] = ""
    st.session_state[threshold.SLIDER] = None
    with st.sidebar:
        st.header("Data", help="What every page works on. It stays on this server, in your session only.")
        typed = link.asks_for(*NUMBERS, *COUNTS)
        link.start("data_kind", "data", "Numbers" if typed else "Sample", link.one_of(KINDS, "data"))
        kind = st.segmented_control(
            "Where from",
            KINDS,
            key="data_kind",
            required=True,
            label_visibility="collapsed",
            on_change=link.forget,
            persist_state="session",
        )
        data: Data | Unclear | InputError | None
        try:
            data = _file() if kind == "File" else _numbers() if kind == "Numbers" else _sample()
        except InputError as problem:
            data = problem
        if kind == "File":
            link.say(data=kind)
            if not isinstance(data, Data):
                link.wait()
        return data


def show_sample() -> None:
    """Choose the sample that suits the page: the way out of a page without data, or without those that it needs."""
    st.session_state.update({"data_kind": "Sample", "data_sample": _suits(), "data_sample_asked": True})
    link.forget()


def _suits() -> str:
    """The sample that shows what the page is about."""
    return QUESTIONS[link.page() or "verdict"].sample


def _sample() -> Data | Unclear:
    offered: dict[str, Sample | Story | Scenario | Pair | Applicants] = {
        **SAMPLES,
        **STORIES,
        **SCENARIOS,
        **PAIRS,
        **APPLICANTS,
    }
    link.start("data_sample", "sample", _suits(), link.one_of(offered, "sample"))

    def asked() -> None:
        st.session_state["data_sample_asked"] = True

    if link.asked("sample") in offered:
        asked()
    unasked = "data_sample_asked" not in st.session_state
    if unasked:
        link.put("data_sample", _suits())
    key = st.selectbox(
        "Sample",
        list(offered),
        format_func=lambda name: offered[name].title,
        key="data_sample",
        help="Real predictions that ship with the program, stories told in counts, and simulated scores whose truth is "
        "known.",
        on_change=asked,
        persist_state="session",
    )
    sample = offered[key]
    st.caption(f"{sample.description} Source: {sample.source}.")
    link.say(sample=key)
    if isinstance(sample, Scenario | Pair | Applicants):
        data: Data | Unclear = _simulated(sample)
    elif isinstance(sample, Story):
        data = _told(sample)
    else:
        data = predictions(key, sample.path, sample.path.name, dict(sample.roles), in_link=True)
    if unasked and key != next(iter(SAMPLES)):
        st.session_state[SUITS] = sample.title
    return data


def _told(story: Story) -> Data:
    """The counts of a story, its first model looked at unless another is chosen."""
    names, key = list(story.models), f"data_model_{story.key}"
    link.start(key, "model", names[0], link.one_of(names, "model"))
    chosen = st.selectbox(
        "Model", names, key=key, help="The model that the pages look at first.", persist_state="session"
    )
    link.say(model=chosen)
    models = {name: Model(table=None, threshold=None, counts=counts) for name, counts in story.models.items()}
    classes = models[chosen].counts
    total, positives = int(classes.total), int(classes.positives)
    return _typed(
        (story.key, chosen),
        lambda: Data(total, positives, story.positive, story.negative, models, chosen, source=story.key, sample=story),
    )


def _typed(numbers: tuple[object, ...], make: Callable[[], Data]) -> Data:
    """The same data as at the last run, with what was computed from them, if the numbers are the same."""
    known: dict[tuple[object, ...], Data] = st.session_state.get(TYPED, {})
    if numbers not in known:
        known = st.session_state[TYPED] = {numbers: make()}
    return known[numbers]


def _simulated(scenario: Scenario | Pair | Applicants) -> Data | Unclear:
    """Scores drawn from a law, their number and seed chosen here; in the link as size= and seed=."""
    limits = {"size": (SMALLEST, LARGEST, SIZE), "seed": (0, 10**6, 1)}
    labels = {"size": scenario.counted, "seed": "Seed"}
    told = {
        "size": "More cases come nearer to the exact areas.",
        "seed": "The same seed draws the same cases; another one shows what is luck.",
    }
    chosen = {}
    for name, (low, high, usual) in limits.items():
        link.start(f"data_{name}", name, usual, link.whole(low, high, name))
        chosen[name] = st.number_input(
            labels[name], low, high, step=1, key=f"data_{name}", help=told[name], persist_state="session"
        )
        link.say(**{name: chosen[name] if chosen[name] != usual else None})
    source = f"{scenario.key} {chosen['size']} {chosen['seed']}"
    data = predictions(source, lambda: scenario.draw(**chosen), scenario.title, dict(scenario.roles), in_link=True)
    if not isinstance(data, Data):
        return data
    if data.positive != "positive" and not isinstance(scenario, Applicants):
        scenario = scenario.turned
    return replace(data, source=scenario.key, sample=scenario)


def _file() -> Data | Unclear | None:
    given = st.file_uploader(
        "Predictions",
        type=ENDINGS,
        key="data_file",
        on_change=_changed,
        help="One row a case: the truth, and a column of scores or labels for each model. CSV, Parquet, Excel or JSON "
        "lines, also compressed. The file is read in memory and forgotten with your session.",
    )
    if given is not None:
        st.session_state[UPLOAD] = given
    upload = st.session_state.get(UPLOAD)
    if upload is None:
        return None
    if given is None:
        st.caption(f"Still in use: {literal(upload.name)}")
        st.button("Remove this file", key="data_remove", on_click=_remove)
    data = predictions(upload.file_id, upload, upload.name, {}, in_link=False)
    return replace(data, source=upload.name) if isinstance(data, Data) else data


def _changed() -> None:
    """Another file, or none: nothing of the one before stays."""
    _remove()
    if st.session_state["data_file"] is not None:
        st.session_state[UPLOAD] = st.session_state["data_file"]


def _remove() -> None:
    upload = st.session_state.pop(UPLOAD, None)
    if upload is not None:
        files.forget(upload.file_id)


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
        texts[name] = st.text_input(
            label, key=f"data_{name}", placeholder="a whole number", help=HELP[name], persist_state="session"
        )
    link.say(**texts)
    numbers = {name: _whole(name, text) for name, text in texts.items() if text.strip()}
    if len(numbers) < len(texts):
        return None
    if way == ways[0]:
        total, positives = checked_classes(numbers["M"], numbers["P"])
        return _typed((total, positives), lambda: Data(total, positives))
    counts = Counts(tp=numbers["TP"], fp=numbers["FP"], fn=numbers["FN"], tn=numbers["TN"])
    total, positives = checked_classes(int(counts.total), int(counts.positives))
    models = {THE_MODEL: Model(table=None, threshold=None, counts=counts)}
    return _typed(tuple(numbers.values()), lambda: Data(total, positives, models=models, chosen=THE_MODEL))


def _whole(name: str, text: str) -> int:
    """A whole number as people type it: 10,000 or 1e6."""
    plain = re.sub(r"[,\s]", "", text).replace("−", "-")
    if not re.fullmatch(r"[-+]?\d{1,40}(\.\d{0,40})?(e\+?\d{1,2})?", plain, re.IGNORECASE) or float(plain) % 1:
        raise InputError(f'{name} must be a whole number such as 303, got "{text:.40}"')
    low = 1 if name == "M" else 0
    if not low <= float(plain) <= 10**9:
        raise InputError(f"{name} must be between {low} and 1,000,000,000, got {text:.40}")
    return int(float(plain))
