"""The choice of a classifier's recall and specificity, of the model or typed, and of how many cases there are."""

import streamlit as st

from ddcore.answers.looked import whole
from ddcore.data import Data
from ddcore.errors import InputError
from pages.session import link

MOST_CASES = 1_000_000
HELP = {
    "TPR": "Recall: the share of truly positive cases that is called positive.",
    "TNR": "Specificity: the share of truly negative cases that is called negative.",
}


def choose(data: Data) -> tuple[float, float]:
    """TPR and TNR: the model's, or typed ones, which the link holds as TPR= and TNR=."""
    own = of_model(data)
    typed = link.asks_for("TPR", "TNR")
    # Not those of the model: typed rates stand in the link, and what comes from an upload must not.
    for name, rate in zip(HELP, (0.6, 0.8), strict=True):
        link.start(f"rates_{name}", name, rate, link.between(0, 1, name))
    link.hold("rates_kind", "typed" if typed or own is None else "model")
    kinds = {"model": "The model's", "typed": "Typed"} if own else {"typed": "Typed"}
    if st.session_state["rates_kind"] not in kinds:
        st.session_state["rates_kind"] = "typed"
    kind = st.segmented_control(
        "Recall and specificity",
        list(kinds),
        format_func=kinds.__getitem__,
        key="rates_kind",
        required=True,
        persist_state="session",
        help="Those of the model at its threshold, or any others.",
    )
    if kind == "model" and own:
        return own
    left, right = st.columns(2)
    rates = [
        column.slider(
            {"TPR": "Recall, TPR", "TNR": "Specificity, TNR"}[name],
            0.0,
            1.0,
            step=0.005,
            key=f"rates_{name}",
            help=HELP[name],
            persist_state="session",
        )
        for name, column in zip(HELP, (left, right), strict=True)
    ]
    link.say(TPR=f"{rates[0]:g}", TNR=f"{rates[1]:g}")
    return rates[0], rates[1]


def asked(page: str, usual: float, label: str, told: str) -> float:
    """A share of positive cases to look at: the usual one until somebody moves it, and only then in the link."""
    key, moved = f"{page}_share", f"{page}_moved"

    def move() -> None:
        st.session_state[moved] = True

    usual = min(max(round(usual, 3), 0.001), 0.999)
    link.start(key, "prevalence", usual, link.between(0.001, 0.999, "prevalence"))
    if moved not in st.session_state:
        if link.asks_for("prevalence") and st.session_state[key] != usual:
            move()
        else:
            st.session_state[key] = usual
    share = st.slider(
        label, 0.001, 0.999, step=0.001, key=key, format="%.3f", persist_state="session", on_change=move, help=told
    )
    link.say(prevalence=f"{share:g}" if moved in st.session_state else None)
    return share


def of_model(data: Data) -> tuple[float, float] | None:
    """TPR and TNR of the model looked at; None without a model, or with one class only."""
    if data.chosen is None or not 0 < data.positives < data.total:
        return None
    counts = data.model.counts
    return float(counts.tp / counts.positives), float(counts.tn / counts.negatives)


def cases(data: Data) -> int | None:
    """How many cases there are: as many as here, another number, or None for very many; in the link as cases=.

    Weighted cases stand for very many.
    """
    if data.weighted:
        return None
    here = min(max(whole(data)[0], 2), MOST_CASES)

    def parse(text: str) -> str:
        if text == "many":
            return text
        number = link.between(2, MOST_CASES, "cases")(text)
        if number % 1:
            raise InputError(f'cases must be a whole number or "many", got "{text:.40}"')
        st.session_state["rates_number"] = int(number)
        return "own"

    link.start("rates_cases", "cases", "here", parse)
    link.hold("rates_number", 1000)
    names = {
        "here": f"{here:,}, as here" if here == whole(data)[0] else f"{here:,}, the most",
        "many": "Very many",
        "own": "Other",
    }
    kind = st.segmented_control(
        "Cases",
        list(names),
        format_func=names.__getitem__,
        key="rates_cases",
        required=True,
        persist_state="session",
        help="What chance and a guesser score depends a little on how many cases there are; up to 1,000,000, or the "
        "limit of very many.",
    )
    if kind == "own":
        number = st.number_input(
            "How many cases", 2, MOST_CASES, key="rates_number", help="Positive and negative ones together.",
            persist_state="session",
        )  # fmt: skip
        link.say(cases=str(number))
        return int(number)
    link.say(cases="many" if kind == "many" else None)
    return None if kind == "many" else here
