"""Which question is mine?"""

import streamlit as st

st.title("Which question is mine?", anchor=False)
