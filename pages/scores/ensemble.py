"""Are two better than one?"""

import streamlit as st

from ddcore.answers.joint import models_of
from pages.frame.page import opened
from pages.scores import ensemble_models

page = opened("ensemble")
top = st.container()
left, right = st.columns(2, gap="medium")
with left:
    picture = st.container()
    page.control("called")
    findings = st.container()
with right:
    drawn = st.container()
    page.control("curve")
    with st.popover("How they are read"):
        if len(models_of(page.data)) > 2:
            page.control("models", ensemble_models.draw)
        if page.control("method") == "kde":
            page.control("bandwidth")
        for name in ("folds", "deal"):
            page.control(name)

page.ask(top)
with picture:
    plane = page.answer.figures.get("plane")
    st.subheader(f"1 {page.answer.tables['found'].title if plane is None else plane.title}", anchor=False)
    if plane is not None:
        page.chart("plane")
with findings:
    page.small_table("found", titled=False)
with drawn:
    st.subheader(f"2 {page.answer.figures['ensemble'].title}", anchor=False)
    page.chart("ensemble")
page.worth_knowing(of_all=True)
page.fold()
