"""Which of several answers is worth most?"""

import streamlit as st

from pages.decisions import actions_table
from pages.frame.page import opened

page = opened("actions")
top = st.container()
left, right = st.columns(2, gap="medium")
with right:
    actions_table.asked(page)

page.ask(top)
first, *others = page.answer.figures
with left:
    page.chart(first)
    for name in others:
        page.chart(name, titled=True)
with right:
    page.taken("worth")
    page.worth_knowing()
page.fold()
