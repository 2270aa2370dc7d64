"""Does this model beat chance?"""

import streamlit as st

st.title("Does this model beat chance?")
st.write("Choose data on the left.")
