"""Folded: named scenarios side by side, and what matters most."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.frame import show
from pages.frame.page import Page


def asked(page: Page) -> DeltaGenerator:
    """The box where scenarios are typed."""
    box = st.expander("Scenarios side by side, and what matters most")
    with box:
        page.control("scenario")
    return box


def told(page: Page, box: DeltaGenerator) -> None:
    """What they come to, and how far prices and the share of positives move what a case is worth."""
    with box:
        if "scenarios" in page.answer.tables:
            table = page.taken("scenarios")
            st.dataframe(table.rows(), hide_index=True, alt=table.title)
            show.on_paper(table.rows())
            if table.remark:
                st.caption(table.remark)
        if "tornado" in page.answer.figures:
            page.chart("tornado", titled=True)
