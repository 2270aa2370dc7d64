"""The frame of every page: its settings, a few looks the theme cannot set, and the menu."""

import streamlit as st

from ddcore.answers import QUESTIONS, SECTIONS
from ddcore.errors import InputError
from ddcore.kept import made_by
from pages.data import sidebar, threshold, without
from pages.frame import show
from pages.session import link, work
from pages.session.choices import DATA

STYLE = """<style>
/* The wide layout has no limit, and on a large screen its lines become too long to read. */
.stMainBlockContainer { max-width: 76rem; margin-inline: auto; }

/* Streamlit's own grey for captions has a contrast of 4.2 on white; 4.5 is the least for small text. */
[data-testid="stCaptionContainer"] { color: inherit; opacity: 0.75; }

/* On a phone the menu moves to the sidebar, where Streamlit nests its sections so that screen readers lose the list.
   The links made below stand there in its place, and only there. */
[data-testid="stSidebarNav"] { display: none; }
.stSidebar:not(:has([data-testid="stSidebarNav"])) :is(.st-key-menu, :has(> .st-key-menu)) { display: none; }

/* Streamlit writes white on the accent, which has a contrast of 2.2 in the dark theme. */
[data-testid="stMultiSelectTagsContainer"] > span > span {
    background: color-mix(in srgb, currentColor 12%, transparent); color: inherit;
}
[data-testid="stMultiSelectTagsContainer"] > span > span * { color: inherit; }

/* On a phone the small tables would be wider than the page. */
@media (max-width: 480px) {
    [data-testid="stMarkdownContainer"] :is(td, th) { padding: 0.3rem; overflow-wrap: anywhere; }
}

/* Where the server does not answer, Streamlit tells its visitors to restart it in a terminal. They have none. */
[role="dialog"] div:has(> [data-testid="stErrorCodeBlock"]) > * { display: none; }
[role="dialog"] div:has(> [data-testid="stErrorCodeBlock"])::after { content:
    "The server does not answer. This page goes on as soon as it does. What you chose stands in the link; a file has "
    "to be dropped again. If the dashboard runs on your own machine, start it again there."; }

/* A table's own download writes names as they are, and a spreadsheet would run one that starts with "=". Ours not. */
[data-testid="stElementToolbarButton"]:has([aria-label^="Download as CSV"]) { display: none; }
</style>"""

# The menu marks a page, but not the section of the page one is on.
HERE = """<style>
[data-testid="stTopNav"] > :nth-child(%d) button { background: color-mix(in srgb, currentColor 10%%, transparent); }
</style>"""

MENU = {
    "" if section == "start" else section.capitalize(): [
        st.Page(
            f"{section}/{question.name}.py",
            title=question.title,
            url_path=question.name,
            default=question.name == "verdict",
        )
        for question in QUESTIONS.values()
        if question.section == section
    ]
    for section in SECTIONS
}

# An emoji comes from the browser's own font. It is set before the menu, whose default icon would be looked up outside.
st.set_page_config(page_title="What chance would score", page_icon="🎲", layout="wide")
st.html(STYLE)

# Pages that draw the slider of the threshold beside their chart, or have no use for it.
SLIDERS = ("curves", "thresholds", "costs", "refer", "ensemble", "lending")

page = st.navigation(MENU, position="top")
place = next(number for number, entries in enumerate(MENU.values(), start=1) if page in entries)
st.html(HERE % place)
with st.sidebar.container(key="menu", gap="xsmall"):
    for section, entries in MENU.items():
        if section:
            st.caption(section)
        for entry in entries:
            st.page_link(entry)

link.open_once(page.url_path)
st.session_state[threshold.BESIDE] = page.url_path in SLIDERS
# Streamlit would keep the data of the run before until the next click, a file that was just removed too.
st.session_state.pop(DATA, None)
with work.turn(), made_by(work.made):
    st.session_state[DATA] = sidebar.choose()
    try:
        page.run()
    except InputError as problem:
        without.refused(problem)
    show.finish()
