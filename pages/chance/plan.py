"""How many cases does it take?"""

import streamlit as st

from pages.chance import prevalence_rates
from pages.frame.page import opened

OWN = {
    "beat": ("measure", "null", "power", "counted"),
    "precise": ("measure", "width", "counted"),
    "apart": ("power", "gain", "differ", "area", "other_area", "correlation"),
}
"""The choices of each aim in the first row."""

page = opened("plan")
aim = page.held("aim")
top = st.container()
with st.container(horizontal=True, vertical_alignment="bottom"):
    for name in OWN[aim]:
        page.control(name)
    typed = prevalence_rates.draw(page)
page.control("prevalence")
if typed:
    prevalence_rates.sliders(page)
if aim == "precise":
    left = st.container()
else:
    left, right = st.columns([5, 3], gap="medium")
if aim == "beat":
    with right, st.container(horizontal=True, vertical_alignment="bottom"):
        page.control("label_price")
        page.control("unlabelled_price")

page.ask(top)
with left:
    page.chart({"beat": "plan", "precise": "width", "apart": "apart"}[aim], titled=True)
if aim == "beat":
    with right:
        page.chart("cost", titled=True)
        page.small_table("needed")
elif aim == "apart":
    with right:
        page.small_table("apart")
        if "areas" in page.answer.tables:
            page.small_table("areas")
page.worth_knowing()
page.fold()
