"""Where should the threshold be?"""

from operator import attrgetter

import streamlit as st

from ddcore.answers.base.table_files import csv
from ddcore.answers.thresholds import CONDITIONS
from ddcore.measures import measure
from pages.data.model import slider
from pages.frame import called, prices, show, use, widgets
from pages.frame.page import Page, opened
from pages.session import link
from pages.session.choices import Choice

NO_CONDITION = ""
CONDITION_MEASURE, CONDITION_BOUND = "where_measure", "where_bound"
# The bound that was chosen last, while there is no condition.
LAST_BOUND = "where_last"
FIRST_BOUND = 0.9


def condition(choice: Choice) -> str:
    """The conditions as text, such as "PPV:0.9"; empty where there are none. Of several the first is shown."""
    first, _, others = choice.value.partition(",")

    def take() -> None:
        key, bound = st.session_state[CONDITION_MEASURE], st.session_state[CONDITION_BOUND]
        st.session_state[LAST_BOUND] = bound
        chosen = NO_CONDITION if key == NO_CONDITION else f"{key}:{bound:.12g}"
        choice.choose(",".join(filter(None, [chosen, others])))

    key, _, bound = first.partition(":")
    link.put(CONDITION_MEASURE, key)
    link.put(CONDITION_BOUND, float(bound) if bound else st.session_state.get(LAST_BOUND, FIRST_BOUND))
    with st.popover("Only where …"):
        st.selectbox(
            choice.title,
            [NO_CONDITION, *CONDITIONS],
            format_func=lambda key: "no condition" if key == NO_CONDITION else measure(key).title,
            key=CONDITION_MEASURE,
            help=choice.field.description,
            on_change=take,
            persist_state="session",
        )
        st.number_input(
            "at least (at most, where lower is better)",
            key=CONDITION_BOUND,
            step=0.05,
            format="%.3f",
            help="Thresholds that miss it are left out; if all do, the page says how near the scores come.",
            on_change=take,
            persist_state="session",
        )
    value: str = choice.value
    return value


def peaks(page: Page) -> None:
    """Folded: why there can be several peaks, the example's chart and points, and how each measure runs.

    Where the laws of the scores are known, they come first.
    """
    if "law" in page.answer.figures:
        page.chart("law", titled=True)
    example, points, runs = page.answer.figures["example"], page.taken("two_peaks"), page.taken("runs")
    with st.expander(example.title):
        st.markdown(example.remark)
        show.chart(example.drawn(show.theme()), example.words, "example_chart", page.file_name(example.title))
        st.download_button(
            "Download the example as CSV",
            csv(points.rows()),
            f"{page.file_name(points.title)}.csv",
            "text/csv",
            key="example_csv",
            on_click="ignore",
        )
        st.dataframe(show.readable(runs.rows()), hide_index=True, alt=runs.title)
        show.on_paper(runs.rows())


page = opened("thresholds")
top = st.container()
left, right = st.columns([5, 3], gap="medium")
with left:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        worth = page.control("goal") == "worth"
        page.control("measure", attrgetter("value") if worth else widgets.draw)
    slider()
    picture = st.container()
    with st.container(horizontal=True, vertical_alignment="bottom"):
        page.control("where", condition)
        prices.over_period(page)
        prices.in_use(page)
    below = st.container()
with right, st.container(key="controls_prices"):
    prices.beside(page, here=worth)

page.ask(top)
with picture:
    page.chart("thresholds", pick=use.clicked)
    st.caption("Click on the chart to set the threshold there.")
    use.threshold(page)
with below:
    if "evidence" in page.answer.figures:
        page.chart("evidence", titled=True)
    if "shares" in page.answer.figures:
        page.chart("shares", titled=True)
with right:
    called.draw(page)
    page.worth_knowing()
peaks(page)
page.fold()
