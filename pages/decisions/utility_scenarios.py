"""Folded: named scenarios side by side, and what matters most."""

import re
from functools import partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ddcore.answers.utility.scenario_text import EXAMPLE, HELP, scenarios_of
from pages.frame import show
from pages.frame.page import Page
from pages.frame.prices import negated
from pages.session import link
from pages.session.choices import Choice


def asked(page: Page, as_costs: bool) -> DeltaGenerator:
    """The box where scenarios are typed, as payoffs or as costs."""
    box = st.expander("Scenarios side by side, and what matters most")
    with box:
        page.control("scenario", partial(typed, sign=-1 if as_costs else 1))
    return box


def typed(choice: Choice, sign: int) -> str:
    """The lines of scenarios, kept as payoffs; raises `InputError` for what stays there to be mended."""
    key = choice.key if sign > 0 else f"{choice.key}_cost"
    text: str = choice.value
    shown = text if sign > 0 else turned(text)
    link.put(key, shown)

    def take() -> None:
        # Called too where the field is gone, as another file was dropped.
        if key in st.session_state:
            choice.choose(st.session_state[key] if sign > 0 else turned(st.session_state[key]))

    st.text_area(
        choice.title,
        key=key,
        help=HELP[sign],
        height=160,
        placeholder=EXAMPLE.signed(sign).text,
        on_change=take,
        persist_state="session",
    )
    scenarios_of(shown, sign)
    return text


def turned(text: str) -> str:
    """Lines of payoffs as costs, and of costs as payoffs; a line that has no four prices stays, to be mended."""
    return "\n".join(map(_turned, text.split("\n")))


def _turned(line: str) -> str:
    name, colon, rest = line.partition(":")
    prices, *more = re.split(r"(?=\s(?:at|of)\s)", rest, maxsplit=1)
    if prices.count(",") != 3:
        return line
    return "".join([name, colon, re.sub(r"[^,\s]+", lambda price: negated(price[0]), prices), *more])


def told(page: Page, box: DeltaGenerator) -> None:
    """What they come to, and how far prices and the share of positives move what a case is worth."""
    with box:
        if "scenarios" in page.answer.tables:
            table = page.taken("scenarios")
            st.dataframe(show.readable(table.rows()), hide_index=True, alt=table.title)
            show.on_paper(table.rows())
            if table.remark:
                st.caption(table.remark)
        if "tornado" in page.answer.figures:
            page.chart("tornado", titled=True)
