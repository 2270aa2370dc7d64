"""How often does a measure pick the wrong one?"""

import streamlit as st

from ddcore.answers.base.words import literal
from ddcore.measures import measure
from pages.decisions import ranking_look
from pages.frame import prices
from pages.frame.page import opened

page = opened("ranking")
top = st.container()
with st.container(horizontal=True, vertical_alignment="bottom"):
    page.control("measure")
    with st.popover("How pairs are drawn"):
        page.control("law")
        page.control("error_law")
        page.control("pairs")
columns = st.columns(3, gap="medium")
titles = [column.container() for column in columns]
with columns[0]:
    page.control("error")
with columns[1]:
    look = page.control("look", ranking_look.draw)
with columns[2]:
    page.control("prevalence")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        prices.folded(page, here=page.control("values") == "yours")
page.control("also")
closer = st.container()
page.ask(top)
for column, title, chart in zip(columns, titles, ("ranking", "pairs", "tables"), strict=True):
    title.subheader(page.answer.figures[chart].title, anchor=False)
    with column:
        page.chart(chart)
with closer:
    page.chart("closer", titled=True)
page.worth_knowing(literal(measure(look).title))
page.fold()
