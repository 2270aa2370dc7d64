"""The frame of every page: its settings, a few looks the theme cannot set, and the menu."""

from pathlib import Path

import streamlit as st

from ddcore.answers import SECTIONS, question_pages, question_sections
from ddcore.answers.base.question import QUESTIONS
from ddcore.cache import made_by
from ddcore.data import Data
from ddcore.errors import InputError
from pages.data import model, sidebar
from pages.frame import menu, no_data, present, show, style, tour
from pages.session import link, work
from pages.session.choices import DATA
from pages.session.view import ALL_QUESTIONS, LEARN, REPORT
from pages.start import start

MENU = {
    "" if section == "start" else section.capitalize(): [
        st.Page(
            f"{section}/{name}.py",
            title=QUESTIONS[name].title,
            url_path=name,
            default=name == "verdict",
            # Questions that share a page are tabs of it.
            visibility="visible" if question_pages()[name] == name else "hidden",
        )
        for name, of in question_sections().items()
        if of == section
    ]
    for section in SECTIONS
}
MENU["Learn"] = [*MENU.get("Learn", ()), st.Page("learn/learn.py", title="Courses", url_path=LEARN)]
LAST = [
    st.Page("report/report.py", title="Report", url_path=REPORT),
    st.Page("questions/questions.py", title="All questions", url_path=ALL_QUESTIONS),
]

PURPOSE = "See what a classifier's scores are really worth: beside chance, at the best threshold, and in money."

# An emoji comes from the browser's own font. It is set before the menu, whose default icon would be looked up outside.
st.set_page_config(page_title=style.NAME, page_icon="🎲", layout="wide")
st.logo(Path(__file__).with_name("mark.svg"), size="large")
st.html(style.STYLE)
st.html('<script src="/frame.js"></script>', unsafe_allow_javascript=True)

PLACES = dict.fromkeys(("curves", "thresholds", "costs", "refer"), "page") | dict.fromkeys(
    ("baselines", "ensemble", "actions", "ranking", "lending", "measures", "papers", "errata", "propositions", LEARN),
    "nowhere",
)
"""Where the slider of the threshold stands, if not in the sidebar."""

page = st.navigation({**MENU, "": [*MENU[""], *LAST]}, position="top", expanded=True)
link.follow(page.url_path or "verdict")
presented = present.is_on()
place = PLACES.get(page.url_path, "sidebar")
st.session_state[model.PLACE] = "page" if presented and place == "sidebar" else place
# Streamlit would keep the data of the run before until the next click, a file that was just removed too.
st.session_state.pop(DATA, None)
with work.turn(), made_by(work.made):
    starts = page == MENU[""][0] and sidebar.nothing_chosen()
    title = style.NAME if starts else f"{page.title} - {style.NAME}"
    st.set_page_config(page_title=title)
    # One element in both themes: with one more, all below it would be drawn anew, and an open popover would close.
    dark = style.dark_on_paper() if st.context.theme.type == "dark" else ""
    st.html(style.printed(title) + dark)
    if not starts:
        st.session_state[DATA] = sidebar.choose()
        with st.sidebar:
            present.button()
    if presented:
        present.draw(slider=place == "sidebar")
    menu.draw(page.url_path or "verdict", st.session_state.get(DATA))
    sidebar.phone_bar()
    if page == MENU[""][0]:
        data = st.session_state.get(DATA)
        answers = isinstance(data, Data) and QUESTIONS["verdict"].lacking(data) is None
        tour.offer(here=not presented and (starts or answers))
    if starts:
        start.draw(style.NAME, PURPOSE)
    else:
        try:
            page.run()
        except InputError as problem:
            no_data.refused(problem)
        show.finish()
