"""What if positives were rarer?"""

import streamlit as st

from pages.chance import prevalence_cases, prevalence_rates
from pages.frame import guess
from pages.frame.page import opened

page = opened("prevalence")
top = st.container()
with st.container(horizontal=True, vertical_alignment="bottom"):
    page.control("measure")
    page.control("guess", guess.draw)
    page.control("empty", guess.empty)
    typed = prevalence_rates.draw(page)
if typed:
    prevalence_rates.sliders(page)
share, cases = st.columns([5, 3], gap="medium")
with share:
    page.control("prevalence")
with cases:
    if not page.data.weighted:
        page.control("cases", prevalence_cases.draw)
left, right = st.columns(2, gap="medium")

page.ask(top)
with left:
    page.chart("prevalence", titled=True)
with right:
    page.chart("balanced", titled=True)
page.worth_knowing(of_all=True)
page.fold()
