"""Where should the threshold be?"""

from operator import attrgetter

import streamlit as st

from pages.data.threshold import slider
from pages.frame import prices, widgets
from pages.frame.page import opened
from pages.scores import thresholds_condition, thresholds_peaks

page = opened("thresholds")
top = st.container()
with st.container(horizontal=True, vertical_alignment="bottom"):
    worth = page.control("goal") == "worth"
    page.control("where", thresholds_condition.draw)
    page.control("measure", attrgetter("value") if worth else widgets.draw)
    prices.folded(page, here=worth)
    prices.over_period(page)
left, right = st.columns([5, 3], gap="medium")
with left:
    slider()

page.ask(top)
with left:
    page.chart("thresholds")
    if "evidence" in page.answer.figures:
        page.chart("evidence", titled=True)
    if "shares" in page.answer.figures:
        page.chart("shares", titled=True)
with right:
    page.small_table("called")
    page.worth_knowing()
thresholds_peaks.tell(page)
page.fold()
