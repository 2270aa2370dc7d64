"""What does a draw score as it calls more cases positive?"""

import streamlit as st

st.title("What does a draw score as it calls more cases positive?")
st.write("Choose a measure.")
