"""What does random guessing score as it predicts more cases positive?"""

import streamlit as st

from pages.frame.page import opened

page = opened("expectation")
top = st.container()
page.control("measure")
page.control("theta")
left, right = st.columns([5, 3], gap="medium")

page.ask(top)
with left:
    page.chart("expectation")
with right:
    page.chart("law")
page.worth_knowing(of_all=True)
page.fold()
