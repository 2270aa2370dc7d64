"""Are two better than one?"""

import streamlit as st

from pages.frame.page import opened
from pages.scores import ensemble_models

page = opened("ensemble")
top = st.container()
left, right = st.columns(2, gap="medium")
with left:
    first = st.container()
    page.control("called")
    picture = st.container()
with right:
    second = st.container()
    with st.container(horizontal=True, vertical_alignment="bottom"):
        page.control("curve")
        with st.popover("How they are read"):
            ensemble_models.how(page)
    drawn = st.container()

page.ask(top)
first.subheader(f"1 {page.answer.figures.get('plane', page.answer.tables['found']).title}", anchor=False)
second.subheader(f"2 {page.answer.figures['ensemble'].title}", anchor=False)
with picture:
    if "plane" in page.answer.figures:
        page.chart("plane")
    page.small_table("found", titled=False)
with drawn:
    page.chart("ensemble")
page.worth_knowing(of_all=True)
page.fold()
