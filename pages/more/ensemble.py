"""Are two models better than one?"""

import streamlit as st

from ddcore.answers.ensemble import MOST, SMOOTH, models_of
from pages.frame.page import opened
from pages.session import link
from pages.session.choices import Choice


def models_control(choice: Choice) -> list[str]:
    """Names of models, which a file may have changed since they were chosen."""
    offered = models_of(choice.data)

    def take() -> None:
        if choice.key in st.session_state:
            choice.choose(tuple(st.session_state[choice.key]))

    names = [name for name in choice.value if name in offered]
    link.put(choice.key, names)
    st.multiselect(
        choice.title,
        offered,
        key=choice.key,
        max_selections=MOST,
        help=choice.field.description,
        on_change=take,
        persist_state="session",
    )
    return names


page = opened("ensemble")
top = st.container()
left, right = st.columns(2, gap="medium")
# Three models or more have no plane: then the curves come first.
planar = len(page.choice("models").value or ()) == 2
finding, curves = (left, right) if planar else (right, left)
with finding:
    first = st.container()
    page.control("called")
    found = st.container()
with curves:
    second = st.container()
    if len(models_of(page.choice("models").data)) > 2:
        page.control("models", models_control)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        page.control("curve")
        method = page.control("method")
        with st.popover("Settings"):
            if method in SMOOTH:
                page.control("bandwidth")
            page.control("held" if page.control("judged") == "held" else "folds")
            page.control("deal")

page.ask(top)
figures, tables = page.answer.figures, page.answer.tables
with first:
    st.subheader(f"{1 if planar else 2} {figures.get('plane', tables['found']).title}", anchor=False)
    if "plane" in figures:
        page.chart("plane")
with found:
    page.small_table("found", titled=False)
with second:
    st.subheader(f"{2 if planar else 1} {figures['ensemble'].title}", anchor=False)
    page.chart("ensemble")
page.worth_knowing(of_all=True)
page.fold()
