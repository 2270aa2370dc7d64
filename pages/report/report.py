"""What do others get to see?"""

import streamlit as st

from ddcore.data import Data
from pages.card import card
from pages.data import without
from pages.frame import show
from pages.report import report_about, report_made, report_rows
from pages.session.choices import DATA

st.title("What do others get to see?", anchor=False)
st.session_state[show.NOTES] = st.container()
data = st.session_state[DATA]
if not isinstance(data, Data):
    without.none("A report needs data: predictions, the counts of a model, or how many cases of each class.", data)
    card.draw()
    show.end()
card.draw()
top = st.container()
left, right = st.columns([5, 3], gap="large")
with left:
    rows = report_rows.draw(data)
with right:
    about = report_about.draw(data)
with top:
    report_rows.head(data, rows)
report_made.draw(data, rows, about)
