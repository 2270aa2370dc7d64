"""What every page has: question and answer, charts with their words, tables with their CSV, two empty states."""

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import NoReturn

import pandas as pd
import plotly.graph_objects as go
import streamlit as st
from pandas.io.formats.style import Styler

from ddcore.errors import InputError
from ddcore.figures.theme import CONFIG, THEMES, Theme
from ddcore.formats import number, p_text
from ddcore.formula import formula
from ddcore.measures import measure
from ddcore.report import words
from ddcore.report.words import literal
from pages.shared import link, work
from pages.shared.data import Data, Question
from pages.shared.sidebar import show_sample

DATA = "data"
NOTES = "frame_notes"
OWN = "own_measures"
OWN_HELP = (
    "A name, if you like, an equals sign and a formula in tp, fp, fn, tn, p (positive cases), n (negative), m (all), "
    "pp (called positive) and pn (called negative), with + - \\* / \\*\\* ( ), numbers, sqrt, log, exp, abs, min and "
    "max. It then has a baseline, a curve and a verdict like any other."
)
SIDEBAR = "in the sidebar on the left (» on a phone)"


def theme() -> Theme:
    """The visitor's theme, light or dark."""
    return THEMES[st.context.theme.type or "light"]


def opened(question: str, empty: str) -> Data:
    """The title of a page and the data it works on; without data, or with bad data, the page ends here and says why."""
    st.title(question, anchor=False)
    st.session_state[NOTES] = st.container()
    data = st.session_state[DATA]
    if isinstance(data, Question):
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
        st.write(f"Choose a **sample**, drop a **file** of predictions, or type **numbers** {SIDEBAR}.")
        offer_sample()
        end()
    return data


def offer_sample() -> None:
    """The way out of a page without data, or without those that it needs."""
    st.button("Show a sample", key="frame_sample", on_click=show_sample, help="Your own data stay as they are.")


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


def refused(problem: InputError) -> None:
    """What cannot be used, and where to mend it."""
    st.header("This data cannot be used yet", anchor=False)
    st.error(literal(str(problem)))
    st.write(f"Mend it {SIDEBAR}; nothing you entered is lost.")


def end() -> NoReturn:
    """End the page here; what comes after would have nothing to show."""
    finish()
    st.stop()


def finish() -> None:
    """Once all choices of a page are read: what its link could not give, and the link as it is now."""
    work.stop()
    for note in link.notes():
        st.session_state[NOTES].warning(literal(note))
    link.write()


def answer(sentence: str, reason: str, data: Data) -> None:
    """The answer in one sentence, why in one or two more, and on which data."""
    st.header(sentence, anchor=False)
    st.write(reason)
    st.caption(data.said)
    if data.suits:
        st.caption(
            f"Nobody has chosen data yet, so this page shows the sample “{literal(data.suits)}”, which has what it "
            f"needs; the other pages keep theirs."
        )


def chart(figure: go.Figure, alt: str, key: str, pick: Callable[[float, float], None] | None = None) -> None:
    """A chart with words for those who do not see it; `pick` gets the place of a point that is clicked."""
    if pick is None:
        st.plotly_chart(figure, theme=None, config=CONFIG, alt=alt, key=key)
        return

    def picked() -> None:
        points = st.session_state[key].selection.points
        if points:
            pick(float(points[0]["x"]), float(points[0]["y"]))

    st.plotly_chart(figure, theme=None, config=CONFIG, alt=alt, key=key, on_select=picked, selection_mode="points")


def worth_knowing(sentences: Sequence[str], about: str = "") -> None:
    """What the data call for, and about which model where there are several."""
    st.subheader(f"Worth knowing about {about}" if about else "Worth knowing", anchor=False)
    st.markdown("\n".join(f"- {sentence}" for sentence in sentences))


LARGE = 100
"""Rows above which a table is made when somebody opens it: writing it takes longer than all else on a page."""

WRITTEN = 10_000
"""Rows up to which numbers are written as everywhere on the pages, and not as the browser does."""


def large_table(rows: Callable[[], pd.DataFrame], size: int, name: str, label: str) -> None:
    """The numbers behind a chart, however many; `rows` makes the table, `size` is about how many rows it has."""
    if size <= LARGE:
        return table(rows(), name, label)
    box = st.expander(f"{label} ({size:,} rows)", key=f"{name}_box", on_change="rerun")
    if box.open:
        with box:
            made = rows()
            st.dataframe(readable(made) if len(made) <= WRITTEN else made, hide_index=True, alt=label)
            _download(partial(_csv_of, rows), name)
    return None


def table(rows: pd.DataFrame, name: str, label: str = "The table", alt: str = "") -> None:
    """The numbers behind a chart, folded, with their CSV."""
    if len(rows) > LARGE:
        return large_table(lambda: rows, len(rows), name, label)
    with st.expander(label):
        st.dataframe(readable(rows), hide_index=True, alt=alt or label)
        _download(csv(rows), name)
    return None


def _download(content: bytes | Callable[[], bytes], name: str) -> None:
    """A button for a CSV, or for one that is made when somebody asks for it."""
    st.download_button("Download as CSV", content, f"{name}.csv", "text/csv", key=f"{name}_csv", on_click="ignore")


def _csv_of(rows: Callable[[], pd.DataFrame]) -> bytes:
    return csv(rows())


def readable(rows: pd.DataFrame) -> Styler:
    """The same numbers, written as everywhere on the pages."""
    formats = {column: number for column in rows.columns if pd.api.types.is_float_dtype(rows[column])}
    for column in formats:
        if column == "Exact p" or column.endswith("two-sided p"):
            formats[column] = lambda p: p_text(math.log10(p)) if p else "below 10⁻³⁰⁷"
    return rows.style.format(formats)


def csv(rows: pd.DataFrame) -> bytes:
    """CSV in UTF-8 whose texts no spreadsheet takes for a formula."""
    safe = rows.copy()
    for column in safe.columns[[not pd.api.types.is_numeric_dtype(kind) for kind in safe.dtypes]]:
        lines = (" ".join(str(text).split()) for text in safe[column])
        safe[column] = [f"'{line}" if line.startswith(("=", "+", "-", "@")) else line for line in lines]
    return safe.to_csv(index=False).encode()


def computed(text: str) -> None:
    """How this is computed: formula, source, what was assumed."""
    with st.expander("How this is computed"):
        st.markdown(text)


def notes(data: Data) -> None:
    """What was assumed or left out when the data were read."""
    for note in data.notes:
        st.caption(literal(note))


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
