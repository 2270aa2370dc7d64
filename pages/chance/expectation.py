"""How does random guessing score as it predicts more cases positive?"""

import streamlit as st

from pages.frame import guess
from pages.frame.page import opened

page = opened("expectation")
top = st.container()
with st.container(horizontal=True, vertical_alignment="bottom"):
    page.control("measure")
    each = page.control("guessing") == "each"
    if each:
        page.control("guess", guess.draw)
        page.control("empty", guess.empty)
if not each:
    page.control("theta")
left, right = st.columns([5, 3], gap="medium")

page.ask(top)
with left:
    page.chart("strategies" if each else "expectation", titled=True)
    if "laws" in page.answer.figures:
        page.chart("laws", titled=True)
with right:
    if each:
        page.small_table("matrix")
        page.worth_knowing(of_all=True)
    else:
        page.chart("law", titled=True)
if not each:
    page.worth_knowing(of_all=True)
page.fold()
