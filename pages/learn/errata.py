"""Where are the papers wrong?"""

import streamlit as st

from pages.frame.page import opened
from pages.learn.items import cards

page = opened("errata")
top = st.container()
with st.columns([2, 3])[0]:
    page.control("document")

page.ask(top)
page.chart("errata", titled=True)
cards(page.answer.notes, page.answer.values["rows"])
page.fold()
