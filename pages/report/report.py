"""What do others get to see?"""

import streamlit as st

from ddcore.answers.base.words import literal
from ddcore.data import Data
from ddcore.errors import InputError
from pages.card import card
from pages.data import without
from pages.frame import show
from pages.report import report_about, report_files, report_made, report_rows
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
if not rows.usable:
    st.info("No section can be used as it was chosen, so there is no report yet.")
    show.end()
made = report_made.of(data, rows.usable, about)
files = st.container(key="report_files")
with st.container(key="report_preview", gap="xsmall"):
    try:
        document = report_made.document(data, made)
    except InputError as problem:
        st.error(literal(str(problem)))
        show.end()
    report_made.preview(made, document)
with files:
    report_files.draw(data, made, document)
