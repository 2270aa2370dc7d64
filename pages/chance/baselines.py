"""What would chance score?"""

import streamlit as st

st.title("What would chance score?")
st.write("Type M and P on the left.")
