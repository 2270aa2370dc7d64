"""Are two better than one?"""

import streamlit as st

from pages.frame.page import opened
from pages.scores import ensemble_models

page = opened("ensemble")
top = st.container()
left, right = st.columns(2, gap="medium")
# Three models or more have no plane: then the curves come first.
planar = len(page.choice("models").value or ()) == 2
finding, curves = (left, right) if planar else (right, left)
with finding:
    first = st.container()
    page.control("called")
    picture = st.container()
with curves:
    second = st.container()
    with st.container(horizontal=True, vertical_alignment="bottom"):
        page.control("curve")
        with st.popover("How they are read"):
            ensemble_models.how(page)
    drawn = st.container()

page.ask(top)
figures, tables = page.answer.figures, page.answer.tables
first.subheader(f"{1 if planar else 2} {figures.get('plane', tables['found']).title}", anchor=False)
second.subheader(f"{2 if planar else 1} {figures['ensemble'].title}", anchor=False)
with picture:
    if "plane" in figures:
        page.chart("plane")
    page.small_table("found", titled=False)
with drawn:
    page.chart("ensemble")
page.worth_knowing(of_all=True)
page.fold()
