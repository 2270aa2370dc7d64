"""How many cases does it take?"""

import streamlit as st

from pages.chance import prevalence_rates
from pages.frame.page import opened

OWN = {
    "beat": ("measure", "null", "power"),
    "precise": ("measure", "width"),
    "apart": ("power", "gain", "differ"),
}
"""The choices of each aim above its chart."""
BELOW = {"beat": ("counted",), "precise": ("counted",), "apart": ("area", "other_area", "correlation")}
"""Those below it, which are set less often: on a phone the chart is in view with its answer."""

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
with left:
    picture = st.container()
    with st.container(horizontal=True, vertical_alignment="bottom"):
        for name in BELOW[aim]:
            page.control(name)
if aim == "beat":
    with right, st.container(horizontal=True, vertical_alignment="bottom"):
        page.control("label_price")
        page.control("unlabelled_price")

page.ask(top)
with picture:
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
with left:
    page.worth_knowing()
page.fold()
