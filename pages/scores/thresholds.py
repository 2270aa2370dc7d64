"""Where should the line be?"""

import streamlit as st

from pages.data.threshold import slider
from pages.frame.page import opened
from pages.scores import thresholds_condition, thresholds_peaks

page = opened("thresholds")
top = st.container()
left, right = st.columns([5, 3], gap="medium")
with left:
    picture = st.container()
    with st.container(horizontal=True):
        page.control("where", thresholds_condition.draw)
        page.control("measure")
    slider()

page.ask(top)
with picture:
    page.chart("thresholds")
with right:
    page.small_table("called")
    page.worth_knowing()
thresholds_peaks.tell(page)
page.fold()
