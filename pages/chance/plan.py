"""How many cases does it take?"""

import streamlit as st

from pages.chance import prevalence_rates
from pages.frame.page import opened

page = opened("plan")
top = st.container()
with st.container(horizontal=True, vertical_alignment="bottom"):
    for name in ("measure", "null", "power", "counted"):
        page.control(name)
    typed = prevalence_rates.draw(page)
page.control("prevalence")
if typed:
    prevalence_rates.sliders(page)
left, right = st.columns([5, 3], gap="medium")
with right:
    page.control("width")
costs, pairs = st.columns(2, gap="medium")
with costs, st.container(horizontal=True, vertical_alignment="bottom"):
    page.control("label_price")
    page.control("unlabelled_price")
with pairs, st.container(horizontal=True, vertical_alignment="bottom"):
    for name in ("gain", "differ", "area", "other_area", "correlation"):
        page.control(name)

page.ask(top)
with left:
    page.chart("plan", titled=True)
with right:
    page.chart("width", titled=True)
with costs:
    page.chart("cost", titled=True)
with pairs:
    page.small_table("apart")
    if "areas" in page.answer.tables:
        page.small_table("areas")
    page.small_table("needed")
page.worth_knowing()
page.fold()
