"""How an answer stands on a page: sentence and reason, charts with their words, tables with their CSV."""

import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import NoReturn

import pandas as pd
import streamlit as st
from pandas.io.formats.style import Styler

from ddcore.answers.base.answer import Answer, Table, plain_text
from ddcore.answers.base.question import QUESTIONS, Step
from ddcore.answers.base.table_files import cell_text, csv, parquet
from ddcore.answers.base.words import literal
from ddcore.data import Data
from ddcore.figures.chart import Chart
from ddcore.figures.names import shortened
from ddcore.figures.theme import CONFIG, THEMES, Theme
from ddcore.formats import cases_text, many, unbroken
from ddcore.samples.offered import OFFERED
from pages.data import saved
from pages.frame import menu, present
from pages.session import link, work
from pages.session.view import view

NOTES = "frame_notes"


def theme() -> Theme:
    """The visitor's theme, light or dark, with larger letters while a page is presented."""
    theme = THEMES[st.context.theme.type or "light"]
    return replace(theme, scale=present.LARGER) if present.is_on() else theme


def end() -> NoReturn:
    """End the page here; what comes after would have nothing to show."""
    finish()
    st.stop()


def finish() -> None:
    """Once all choices of a page are read: what its link could not give, and the link as it is now."""
    work.stop()
    tell_link()
    saved.offer()
    work.forget_undrawn()


def tell_link() -> None:
    """What the link could not give, and the link as it is now."""
    if said := saved.said():
        st.session_state[NOTES].info(literal(said))
    for note in link.notes():
        st.session_state[NOTES].warning(literal(note))
    link.write()


def head(answer: Answer, *, of_data: bool = True) -> None:
    """The answer in one sentence, why in one or two more, and on which data, if it is of any."""
    st.header(_marked(unbroken(answer.sentence)), anchor=False)
    st.write(unbroken(answer.reason))
    if answer.about:
        st.caption(unbroken(answer.about))
    if of_data and (suited := view().suited):
        st.caption(
            f"No data chosen: this page shows the sample “{literal(OFFERED[suited].title)}”.",
            help="The sample that has what this page needs. Other pages keep their own sample.",
        )


def _marked(sentence: str) -> str:
    """What is bold in a headline, which is bold itself, has the colour of the theme instead."""
    return re.sub(r"\*\*(.+?)\*\*", r":primary[\1]", sentence)


def chart(drawn: Chart, alt: str, key: str, file: str, pick: Callable[[float, float], None] | None = None) -> None:
    """A chart with words for those who do not see it; `pick` gets the place of a point that is clicked.

    `file` is the name under which its picture is saved; a figure that says why nothing is drawn has no picture.
    """
    if "height" in drawn.settings:
        drawn.update_layout(height=drawn.settings["height"] * theme().scale)
    if "t" in drawn.settings.get("margin", {}):
        drawn.update_layout(margin={"t": drawn.settings["margin"]["t"] * theme().scale})
    # The tests check each chart, so that nobody waits for it here.
    figure = drawn.figure(checked=False)
    config = CONFIG | {"displayModeBar": bool(drawn.traces), "toImageButtonOptions": {"filename": file, "scale": 2}}
    if pick is None:
        st.plotly_chart(figure, theme=None, config=config, alt=alt, key=key)
        return

    def take() -> None:
        points = st.session_state[key].selection.points
        if points:
            pick(float(points[0]["x"]), float(points[0]["y"]))

    st.plotly_chart(figure, theme=None, config=config, alt=alt, key=key, on_select=take, selection_mode="points")


def worth_knowing(sentences: Sequence[str], about: str = "") -> None:
    """What the data call for, and about which model where there are several."""
    with st.container(key="worth_knowing"):
        st.subheader(f"Worth knowing about {about}" if about else "Worth knowing", anchor=False)
        st.markdown("\n".join(f"- {unbroken(sentence)}" for sentence in sentences))


NAME = 44
"""Letters of a name in a small table."""


def small_table(rows: pd.DataFrame, bold: int = 0) -> None:
    """A few rows, as text; the first `bold` ones stand out by name and first number."""
    numeric = [pd.api.types.is_numeric_dtype(kind) for kind in rows.dtypes]
    names = rows.iloc[:, 0].astype(str)
    rows = rows.assign(**{rows.columns[0]: names.map(shortened(names, NAME))})
    lines = [
        [cases_text(cell) if is_number else literal(str(cell)) for cell, is_number in zip(row, numeric, strict=True)]
        for row in rows.itertuples(index=False)
    ]
    for line in lines[:bold]:
        line[:2] = [f"**{cell}**" for cell in line[:2]]
    # A cell may break between the parts of a list, nowhere else.
    lines = [
        [first, *(cell.replace(" ", "\u00a0").replace(",\u00a0", ", ") for cell in rest)] for first, *rest in lines
    ]
    head = [literal(str(column)) for column in rows.columns]
    line = [":--", *["--:"] * (len(head) - 1)]
    st.markdown("\n".join(f"| {' | '.join(cells)} |" for cells in (head, line, *lines)))


WRITTEN = 10_000
"""Rows up to which numbers are written as everywhere on the pages, and not as the browser does."""


def tables(tables: Mapping[str, Table], file_name: Callable[[str], str]) -> None:
    """Tables, folded: one of them is picked, made and shown, with its CSV; `file_name` gives the name of its file."""
    if not tables:
        return
    box = st.expander("Tables", key="tables_box", on_change="rerun")
    with box:
        for name in picked(tables, is_open=bool(box.open)):
            _rows(tables[name], tables[name].title, name, file_name(tables[name].title))


def picked(tables: Mapping[str, Table], *, is_open: bool) -> list[str]:
    """The name of the table that a person picked, to begin with the first; none while the box is folded."""
    if not is_open or len(tables) == 1:
        return [*tables] if is_open else []
    sizes = {name: f"{table.title} ({many(table.size, 'row')})" for name, table in tables.items()}
    return [
        st.selectbox(
            "Table",
            [*tables],
            format_func=sizes.__getitem__,
            key="tables_picked",
            help="The tables behind this page.",
        )
    ]


def listing(table: Table, name: str, file: str) -> None:
    """A table that is what a page is for: below its title, with its CSV, which is saved as `file`."""
    st.subheader(table.title, anchor=False)
    _rows(table, table.title, name, file)


def _rows(table: Table, label: str, name: str, file: str) -> None:
    rows = table.rows()
    st.dataframe(readable(rows) if len(rows) <= WRITTEN else rows, hide_index=True, alt=plain_text(label))
    on_paper(rows)
    if not table.parquet:
        download(table.of_file, name, file)
        return
    with st.container(horizontal=True, gap="small"):
        download(table.of_file, name, file)
        download_parquet(table.of_file, name, file)


ON_PAPER = 40
"""Rows of a table that are printed."""


def on_paper(rows: pd.DataFrame) -> None:
    """A table as it is printed: on the screen it is a picture that scrolls, of which paper has the part in view."""
    first = rows.head(ON_PAPER)
    with pd.option_context("display.max_colwidth", None):
        table = first.to_html(index=False, border=0, na_rep="", formatters=_formats(first))
    more = f"<p>The first {len(first)} of {len(rows):,} rows; all are in the CSV.</p>" if len(first) < len(rows) else ""
    st.html(f'<div class="on-paper">{table}{more}</div>')


def download(rows: Callable[[], pd.DataFrame], name: str, file: str) -> None:
    """A button for a CSV, which is made when somebody asks for it."""
    st.download_button(
        "Download as CSV", lambda: csv(rows()), f"{file}.csv", "text/csv", key=f"{name}_csv", on_click="ignore"
    )


def download_parquet(rows: Callable[[], pd.DataFrame], name: str, file: str) -> None:
    """A button for a file of Parquet, which is made when somebody asks for it."""
    st.download_button(
        "Download as Parquet",
        lambda: parquet(rows()),
        f"{file}.parquet",
        "application/vnd.apache.parquet",
        key=f"{name}_parquet",
        on_click="ignore",
    )


def readable(rows: pd.DataFrame) -> Styler:
    """The numbers, written as everywhere on the pages."""
    return rows.style.format(_formats(rows))


def _formats(rows: pd.DataFrame) -> dict[Hashable, Callable[[float], str]]:
    return {
        column: partial(cell_text, str(column))
        for column in rows.columns
        if pd.api.types.is_float_dtype(rows[column]) or pd.api.types.is_integer_dtype(rows[column])
    }


@st.fragment
def computed(text: str) -> None:
    """How this is computed, folded: formula, source, what was assumed."""
    box = st.expander("How this is computed", key="computed", on_change="rerun")
    if box.open:
        box.markdown(text)


def notes(data: Data) -> None:
    """What was assumed or left out when the data were read."""
    for note in data.notes:
        st.caption(literal(note))


def steps(following: Sequence[Step]) -> None:
    """What people ask next, as links to its pages."""
    if not following:
        return
    with st.container(horizontal=True, key="next", gap="small"):
        st.markdown("**Next:**", width="content")
        for step in following:
            question = QUESTIONS[step.question]
            st.page_link(
                menu.script(question),
                label=f"{step.text} → **{question.title}**",
                width="content",
            )
