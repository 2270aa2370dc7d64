"""The frame of every page: its settings, its width and the menu."""

import streamlit as st

# An emoji comes from the browser's own font. It is set before the menu, whose default icon would be looked up outside.
st.set_page_config(page_title="What chance would score", page_icon="🎲", layout="wide")

# The wide layout has no limit, and on a large screen lines of text become too long to read.
st.html("<style>.stMainBlockContainer { max-width: 76rem; margin-inline: auto; }</style>")

page = st.navigation(
    {
        "": [st.Page("start/verdict.py", title="Verdict", default=True)],
        "Chance": [
            st.Page("chance/baselines.py", title="Baselines", url_path="baselines"),
            st.Page("chance/expectation.py", title="Expectation", url_path="expectation"),
        ],
    },
    position="top",
)
page.run()
