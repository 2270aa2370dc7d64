"""Do the published numbers hold?"""

import streamlit as st

from pages.frame.page import opened
from pages.learn.items import listing

page = opened("papers")
top = st.container()
with st.container(horizontal=True, vertical_alignment="bottom"):
    for name in ("document", "kind", "status", "words"):
        page.control(name)

page.ask(top)
left, right = st.columns([5, 3], gap="medium")
with left:
    page.chart("papers", titled=True)
with right:
    page.worth_knowing()
listing(page.answer.values["rows"])
page.fold()
