"""What does random guessing score as it predicts more cases positive?"""

import streamlit as st

from pages.frame.page import opened

page = opened("expectation")
top = st.container()
page.control("measure")
page.control("theta")
picture = st.container()

page.ask(top)
with picture:
    page.chart("expectation")
left, right = st.columns([5, 3], gap="medium")
with left:
    page.chart("law")
with right:
    page.worth_knowing(of_all=True)
page.fold()
