"""How often does a measure pick the wrong model?"""

from typing import Any

import streamlit as st

from ddcore.answers.base.words import literal
from ddcore.measures import measure
from pages.frame import prices
from pages.frame.page import opened
from pages.session import link
from pages.session.choices import Choice


def measure_shown(choice: Choice) -> Any:
    """A list of the chosen measures, of which one is shown in the second and the third chart."""
    titles = choice.titles or {}
    link.put(choice.key, choice.value)
    return st.selectbox(
        choice.title,
        list(titles),
        format_func=titles.__getitem__,
        key=choice.key,
        help=choice.field.description,
        on_change=choice.take,
    )


page = opened("ranking")
top = st.container()
columns = st.columns(3, gap="medium")
pictures = [column.container() for column in columns]
with columns[0]:
    page.control("error")
    page.control("measure")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        page.control("law")
        with st.popover("Settings"):
            page.control("error_law")
            page.control("pairs")
with columns[1]:
    look = page.control("look", measure_shown)
with columns[2]:
    page.control("prevalence")
    prices.beside(page, here=page.control("values") == "yours")
page.control("also")
closer = st.container()
page.ask(top)
for picture, chart in zip(pictures, ("ranking", "pairs", "tables"), strict=True):
    with picture:
        page.chart(chart, titled=True)
with closer:
    page.chart("closer", titled=True)
page.worth_knowing(literal(measure(look).title))
page.fold()
