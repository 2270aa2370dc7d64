"""What would chance score?"""

import streamlit as st

from pages.frame.page import opened

page = opened("baselines")
top = st.container()
with st.container(horizontal=True, vertical_alignment="bottom"):
    over = page.control("over")
    page.control("shown" if over == "share" else "measure")
if over != "share":
    page.held("shown")
if over == "share":
    page.control("prevalence")
elif over == "sets":
    page.control("sets")
left, right = st.columns(2 if over == "share" else [5, 3], gap="medium")

page.ask(top)
if over == "share":
    with left:
        page.chart("share", titled=True)
    with right:
        page.chart("guess", titled=True)
    page.worth_knowing(of_all=True)
else:
    with left:
        page.chart("sets" if over == "sets" else "baselines")
    with right:
        page.worth_knowing(of_all=True)
        if over == "sets":
            page.small_table("sets")
page.fold()
