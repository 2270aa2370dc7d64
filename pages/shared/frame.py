"""What pages that are not yet answers show their results with."""

from collections.abc import Sequence

import streamlit as st

from ddcore.answers import words
from ddcore.answers.answer import Answer
from ddcore.answers.words import about, literal
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.formula import formula
from ddcore.measures import measure
from pages.data.choice import Unclear
from pages.data.threshold import slider
from pages.frame import show
from pages.frame.show import (
    chart,
    computed,
    csv,
    end,
    large_table,
    notes,
    offer_sample,
    refused,
    table,
    theme,
    worth_knowing,
)
from pages.frame.widgets import FORMULA_HELP as OWN_HELP
from pages.frame.widgets import FORMULAS
from pages.session import link

__all__ = [
    "chart",
    "computed",
    "csv",
    "end",
    "large_table",
    "notes",
    "offer_sample",
    "refused",
    "slider",
    "table",
    "theme",
    "worth_knowing",
]

OWN = FORMULAS


def answer(sentence: str, reason: str, data: Data) -> None:
    show.head(Answer("", sentence, reason, about(data)))


def opened(question: str, empty: str) -> Data:
    """The title of a page and the data it works on; without data, or with bad data, the page ends here and says why."""
    st.title(question, anchor=False)
    st.session_state[show.NOTES] = st.container()
    data = st.session_state[show.DATA]
    if isinstance(data, Unclear):
        st.header("One question first", anchor=False)
        st.info(literal(data.sentence))
        data.ask()
        end()
    if isinstance(data, InputError):
        refused(data)
        end()
    if data is None:
        st.header("No data yet", anchor=False)
        st.info(empty)
        if link.asked("data") == "File":
            st.write(
                "This link was made with a file. A file stays in memory only while its page is open, and never travels "
                "in a link: drop it again, and what was chosen for it stands again."
            )
        st.write(f"Choose a **sample**, drop a **file** of predictions, or type **numbers** {show.SIDEBAR}.")
        offer_sample()
        end()
    return data


def need_model(data: Data) -> None:
    """Without a model the page says what it would show, and where chance alone stands; it ends here."""
    if data.chosen is None:
        answer(
            "Only the classes are known, so there is no model to judge yet.",
            "Type a model's counts or drop a file of predictions; what chance scores is known already.",
            data,
        )
        st.page_link("chance/baselines.py", label="What would chance score on these classes?", icon=":material/casino:")
        end()


def need_scores(data: Data) -> None:
    """A model of labels has no cutoff to move; the page says so and ends here."""
    if data.model.table is None:
        answer(
            f"{words.subject(data.chosen)} has no scores, so there is no cutoff to move.",
            "Choose another model, or a file with a column of scores, in the sidebar.",
            data,
        )
        offer_sample()
        end()


def measures(page: str, options: Sequence[str], default: Sequence[str], most: int | None = None) -> list[str]:
    """The measures a page shows, one's own first; in its link as measure=F1,G2 and formula=; without any it waits."""

    def parse(text: str) -> list[str]:
        keys = [measure(name).key for name in text.split(",") if name.strip() not in ("", "none")]
        if missing := [key for key in keys if key not in options]:
            raise InputError(f'measure must be one that this page shows, got "{missing[0]}"')
        return keys

    link.start(OWN, "formula", [], lambda text: list(dict.fromkeys(_own(one) for one in text.split(";"))))
    own, key = st.session_state[OWN], f"{page}_measures"
    if key not in st.session_state:
        asked = own if link.asks_for("formula") else []
        link.start(key, "measure", list(default), parse)
        st.session_state[key] = [*asked, *st.session_state[key]][:most]
    with st.popover(f"Choose measures ({len(st.session_state[key])})"):
        chosen = st.multiselect(
            "Measures",
            [*own, *options],
            format_func=lambda name: measure(name).title,
            key=key,
            max_selections=most,
            help="Each stands with its formula in the table below.",
            persist_state="session",
        )
        _write_own(page, key, most)
    if not chosen:
        st.info("Choose at least one measure.")
        end()
    listed = [name for name in chosen if name not in own]
    link.say(
        measure=(",".join(listed) or "none") if listed != list(default) else None,
        formula=";".join(name for name in chosen if name in own),
    )
    return [name for name in chosen if name in own] + listed


def _own(text: str) -> str:
    """The key of a measure of one's own; the equals sign may be left out."""
    return formula(text).key


def _write_own(page: str, key: str, most: int | None) -> None:
    """The place to write a formula; a good one is added to the measures shown, a bad one stays to be mended."""

    problem = f"{page}_own_problem"

    def add() -> None:
        st.session_state.pop(problem, None)
        text = st.session_state[f"{page}_own"].strip()
        if not text:
            return
        try:
            added = _own(text)
        except InputError as refusal:
            st.session_state[problem] = str(refusal)
            return
        st.session_state[OWN] = list(dict.fromkeys([*st.session_state[OWN], added]))
        st.session_state[key] = list(dict.fromkeys([added, *st.session_state[key]]))[:most]
        st.session_state[f"{page}_own"] = ""

    st.text_input(
        "A measure of your own",
        key=f"{page}_own",
        placeholder="net benefit = (tp - fp) / m",
        help=OWN_HELP,
        on_change=add,
        persist_state="session",
    )
    if problem in st.session_state:
        st.error(literal(st.session_state[problem]))
    for row in map(measure, st.session_state[OWN]):
        st.caption(literal(words.own_direction(row)))
