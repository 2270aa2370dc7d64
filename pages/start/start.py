"""The first page, before data are chosen: what this is, three ways in, and an example that makes the point."""

from pathlib import Path

import streamlit as st

from ddcore.answers.base.answer import Answer
from ddcore.answers.base.first_page import COLUMNS, SAMPLE, example
from ddcore.answers.base.words import literal
from ddcore.formats import file_name
from ddcore.samples import EXAMPLE, SAMPLES
from ddcore.samples.offered import OFFERED
from pages.data import numbers, samples, stored, tables, uploads
from pages.data.source import kind, named
from pages.frame import show, tour

STYLE = """<style>
/* Beside the menu at the top the sidebar is empty here. */
body:has([data-testid="stTopNav"]) :is(.stSidebar, [data-testid="stExpandSidebarButton"]) { display: none; }
</style>"""

MARK = Path(__file__).parents[1] / "mark.svg"

OPENED = (SAMPLE, "hpc_cv", "pathology", "factory")
"""The samples that have a button."""


def draw(name: str, purpose: str) -> None:
    """The whole page; the sidebar has nothing but the menu of a phone."""
    st.html(STYLE)
    st.session_state[show.NOTES] = st.container()
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.image(MARK, width=44, alt="")
        st.title(name, anchor=False)
    st.markdown(purpose)
    ways, point = st.columns([6, 5], gap="large")
    with ways, st.container(key="start_ways"):
        _file()
        _databases()
        _numbers()
        _examples()
    with point:
        _example()
    tour.again()
    show.finish()


def _file() -> None:
    with st.container(border=True):
        st.header("Drop a file of predictions", anchor=False)
        uploads.box()
        stored.box()
        st.markdown("\n".join(f"- **{column}**: {what}" for column, what in COLUMNS.items()))
        st.download_button(
            "Download an example",
            EXAMPLE.read_bytes(),
            f"{file_name('example', 'predictions')}.csv",
            "text/csv",
            on_click="ignore",
            icon=":material/download:",
            help="Twenty invented cases and two models, with the columns that a file can have.",
        )
        st.caption(
            "A file stays in the memory of this server for as long as your session lasts, and no other visitor sees "
            "it. It is never written to a log or to a link, and is sent nowhere else. Only a file too large for memory "
            "is written to disk, while it is read, as a file without a name that nobody else can open. A link has "
            "eight letters of the file's SHA-256, which recognise the file, and none of its content."
        )


def _databases() -> None:
    """The databases that have been named, if any have."""
    if not (names := list(named())):
        return
    with st.container(border=True):
        st.header("Or choose a table of a database", anchor=False)
        with st.container(horizontal=True):
            for place, name in enumerate(names):
                st.button(literal(name), key=f"start_database_{place}", on_click=tables.show, args=(name,))
        st.caption("The database counts the cases where they are. It is only read, and nothing in it changes.")


def _numbers() -> None:
    with st.container(border=True):
        st.header("Or type numbers", anchor=False)
        texts = numbers.boxes()
        st.button(
            "Show what chance scores",
            key="start_numbers",
            type="primary",
            disabled=not all(text.strip() for text in texts.values()),
            on_click=kind().choose,
            args=("Numbers",),
            help="The numbers of cases give the baselines. A model's four counts give its verdict too.",
        )


def _examples() -> None:
    with st.container(border=True):
        st.header("Or open an example", anchor=False)
        with st.container(horizontal=True):
            for key in OPENED:
                st.button(OFFERED[key].title, key=f"start_{key}", on_click=samples.show, args=(key,))


def _example() -> None:
    answer: Answer = st.session_state.setdefault("start_example", example())
    with st.container(key="start_answer"):
        st.header(answer.sentence, anchor=False)
        st.write(answer.reason)
    figure = answer.figures["example"]
    show.chart(figure.drawn(show.theme()), figure.words, "start_chart", file_name(SAMPLE, "Start", figure.title))
    st.button("Open these loans", key="start_closer", on_click=samples.show, args=(SAMPLE,))
    st.caption(f"Source: {SAMPLES[SAMPLE].source}.")
