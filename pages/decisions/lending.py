"""What should a loan cost?"""

import streamlit as st

from pages.decisions import lending_choices, lending_closer
from pages.frame.page import opened

page = opened("lending")
top = st.container()
lending_choices.draw(page)
left, right = st.columns([5, 4], gap="medium")

page.ask(top)
with left:
    st.subheader("1 What an applicant earns", anchor=False)
    page.chart("lending")
with right:
    st.subheader("2 What each way earns", anchor=False)
    page.chart("outcomes")
    st.subheader("3 Who gets a loan", anchor=False)
    page.chart("loans")
lending_closer.draw(page)
page.worth_knowing(of_all=True)
page.fold()
