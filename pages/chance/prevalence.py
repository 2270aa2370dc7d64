"""What if positives were rarer?"""

import streamlit as st

from pages.chance import prevalence_cases, prevalence_rates
from pages.frame import guess
from pages.frame.page import opened

page = opened("prevalence")
top = st.container()
page.control("measure")
page.control("prevalence")
left, right = st.columns(2, gap="medium")
controls, others = st.columns([5, 3], gap="medium")
with controls:
    prevalence_rates.draw(page)
    page.control("guess", guess.draw)
    if not page.data.weighted:
        page.control("cases", prevalence_cases.draw)

page.ask(top)
with left:
    page.chart("prevalence", titled=True)
with right:
    page.chart("balanced", titled=True)
with others:
    page.worth_knowing(of_all=True)
page.fold()
