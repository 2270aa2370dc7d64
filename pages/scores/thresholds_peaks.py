"""Folded: why a search for the best threshold may stop at the wrong peak, with an example."""

import streamlit as st

from ddcore.answers.base.table_files import csv
from pages.frame import show
from pages.frame.page import Page


def tell(page: Page) -> None:
    """Why there can be several peaks, the example's chart and points, and how each measure runs.

    Where the laws of the scores are known, they come first.
    """
    if "law" in page.answer.figures:
        page.chart("law", titled=True)
    example, points, runs = page.answer.figures["example"], page.taken("two_peaks"), page.taken("runs")
    with st.expander(example.title):
        st.markdown(example.remark)
        show.chart(example.draw(show.theme()), example.words, "example_chart", page.file_name(example.title))
        st.download_button(
            "Download the example as CSV",
            csv(points.rows()),
            f"{page.file_name(points.title)}.csv",
            "text/csv",
            key="example_csv",
            on_click="ignore",
        )
        st.dataframe(show.readable(runs.rows()), hide_index=True, alt=runs.title)
        show.on_paper(runs.rows())
