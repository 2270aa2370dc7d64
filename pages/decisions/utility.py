"""Which classifier is worth most?"""

import re
from functools import partial
from operator import attrgetter

import streamlit as st

from ddcore.answers.base.known_laws import story
from ddcore.answers.utility import scenarios, tree
from ddcore.errors import InputError
from pages.frame import prices, show, widgets
from pages.frame.page import opened
from pages.session import link
from pages.session.choices import Choice

LISTED = {"scenarios": "scenarios", "tree": "tree"}
"""The table of a view; the others have the standings."""


def scenario_lines(choice: Choice, *, as_costs: bool) -> str:
    """Scenarios typed as payoffs or as costs, stored as payoffs; raises `InputError` for what stays to be mended."""
    key = f"{choice.key}_cost" if as_costs else choice.key
    payoffs: str = choice.value
    shown = with_other_sign(payoffs) if as_costs else payoffs
    sign = -1 if as_costs else 1
    link.put(key, shown)

    def take() -> None:
        # Called too where the field is gone, as another file was dropped.
        if key in st.session_state:
            typed = st.session_state[key]
            choice.choose(with_other_sign(typed) if as_costs else typed)

    st.text_area(
        choice.title,
        key=key,
        help=scenarios.HELP[sign],
        height=160,
        placeholder=scenarios.EXAMPLE.signed(sign).text,
        on_change=take,
        persist_state="session",
    )
    scenarios.scenarios_of(shown, sign)
    return payoffs


def with_other_sign(text: str) -> str:
    """Lines of payoffs as costs, and of costs as payoffs; a line without four prices stays as it is, to be mended."""
    return "\n".join(map(_line_with_other_sign, text.split("\n")))


def _line_with_other_sign(line: str) -> str:
    name, colon, rest = line.partition(":")
    numbers, *more = re.split(r"(?=\s(?:at|of)\s)", rest, maxsplit=1)
    if numbers.count(",") != 3:
        return line
    return "".join([name, colon, re.sub(r"[^,\s]+", lambda price: prices.negated(price[0]), numbers), *more])


def tree_lines(choice: Choice, payoffs: Choice) -> str:
    """The lines of the tree; once they are typed, the prices are those that they give."""
    text: str = choice.value
    link.put(choice.key, text)

    def take() -> None:
        # Called too where the field is gone, as another file was dropped.
        if choice.key not in st.session_state:
            return
        choice.choose(st.session_state[choice.key])
        try:
            prices.put(payoffs, tree.put_together(choice.value, payoffs.value))
        except InputError:
            return

    st.text_area(
        choice.title,
        key=choice.key,
        help=tree.HELP,
        height=120,
        placeholder=tree.EXAMPLE,
        on_change=take,
        persist_state="session",
    )
    tree.lotteries(text)
    return text


def readable_table(name: str) -> None:
    """A table of the answer as text, with its remark."""
    table = page.taken(name)
    st.dataframe(show.readable(table.rows()), hide_index=True, alt=table.title)
    show.on_paper(table.rows())
    if table.remark:
        st.caption(table.remark)


page = opened("utility")
top = st.container()
view = page.control("view")
picture, side = st.columns([6, 5], gap="medium")
with side, st.container(key="controls_prices"):
    # The tree comes first: the prices follow from it.
    if view == "tree":
        page.control("tree", partial(tree_lines, payoffs=page.choice("u")))
        page.control("aversion")
        page.control("tolerance")
    else:
        prices.kept(page, "tree", "aversion", "tolerance")
    if view == "map" and (known := story(page.data)):
        st.info(known.told)
    growing = prices.outcomes(page, here=view == "map")
    if view == "map":
        prices.in_use(page)
        prices.over_period(page, unit=True)
    else:
        prices.kept(page, "unit", "prevalence", *prices.PERIOD)
    for name in ("unsure", "doubt", "off", "other"):
        page.control(name, widgets.draw if view == "doubts" else attrgetter("value"))
    as_costs = page.values["written"] == "costs"
    page.control("scenario", partial(scenario_lines, as_costs=as_costs) if view == "scenarios" else attrgetter("value"))
several = growing or bool((page.values.get("other") or "").strip())

page.ask(top)
with picture:
    if view == "scenarios" and "tornado" in page.answer.figures:
        page.chart("tornado", titled=True)
    else:
        page.chart("utility", None if several else partial(prices.take, page.choice("u")))
    if view == "map" and not several:
        st.container(key="controls_map").caption("A click on the map sets the prices of that place.")
if view not in LISTED:
    with picture:
        page.small_table("standings", titled=False)
elif LISTED[view] in page.answer.tables:
    readable_table(LISTED[view])
with side:
    page.worth_knowing(of_all=True)
if "places" in page.answer.figures:
    with st.columns([6, 5], gap="medium")[0]:
        page.chart("places", titled=True)
page.fold()
