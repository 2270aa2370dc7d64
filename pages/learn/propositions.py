"""Does a proposition hold here?"""

import streamlit as st

from ddcore.papers.propositions import SLIDERS
from pages.frame.page import opened

ACROSS = 3
"""Cards in a row."""
MARKS = {True: ":material/check:", False: ":material/close:"}

page = opened("propositions")
top = st.container()
left, right = st.columns([5, 3], gap="medium")
with right:
    page.control("drawn")
    for slider in SLIDERS[:6]:
        page.control(slider.name)
    with st.expander("Prices, loans and a second model"):
        for slider in SLIDERS[6:]:
            page.control(slider.name)

page.ask(top)
with left:
    page.chart("propositions", titled=True)
    page.worth_knowing()
values = page.answer.values["cards"]
rows = page.answer.tables["propositions"].rows().to_dict("records")
for start in range(0, len(rows), ACROSS):
    for row, column in zip(rows[start : start + ACROSS], st.columns(ACROSS), strict=False):
        with column.container(border=True, height="stretch", key=f"card_{row['proposition'].replace(' ', '_')}"):
            st.markdown(f"**{row['proposition']}** {MARKS[values[row['proposition']]['holds']]} {row['here']}")
            st.markdown(row["statement"])
            st.caption(f"{row['computed']}. {row['remark']}")
page.fold()
