"""How often does a measure pick the wrong one?"""

from operator import attrgetter

import streamlit as st

from ddcore.answers.words import literal
from ddcore.measures import measure
from pages.decisions import ranking_look
from pages.frame.page import opened

page = opened("ranking")
top = st.container()
charts = st.columns(3, gap="medium")
controls, others = st.columns(2, gap="medium")
with controls:
    for name in ("measure", "law", "error", "pairs"):
        page.control(name)
    look = page.control("look", ranking_look.draw)
    page.control("prevalence")
    page.control("values")
    page.control("u", attrgetter("value"))
    page.control("unit", attrgetter("value"))

page.ask(top)
for column, chart in zip(charts, ("ranking", "pairs", "tables"), strict=True):
    with column:
        page.chart(chart, titled=True)
with others:
    page.worth_knowing(literal(measure(look).title))
page.fold()
