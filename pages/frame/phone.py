"""The bar of a phone, whose buttons open the panel at the data or at the pages; `frame.js` moves it."""

from html import escape

import streamlit as st

from pages.data.files import UPLOAD


def bar() -> None:
    """Draw it; it says which sample and which file are looked at, so that the panel closes once they change."""
    sample = st.session_state.get("data_sample") or ""
    upload = st.session_state.get(UPLOAD)
    file = upload.file_id if upload else ""
    st.html(
        f'<nav class="bar" aria-label="Panel" data-sample="{escape(sample)}" data-file="{escape(file)}">'
        '<button type="button" value="data">Data</button><button type="button" value="pages">Pages</button></nav>'
    )
