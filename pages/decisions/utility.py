"""Which classifier is worth most?"""

import re
from functools import partial

import streamlit as st

from ddcore.answers.base.known_laws import story
from ddcore.answers.utility import scenarios, tree
from ddcore.errors import InputError
from pages.frame import prices, show
from pages.frame.page import opened
from pages.session import link
from pages.session.choices import Choice


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
picture, prices_side = st.columns([6, 5], gap="medium")
votes_box = st.container()
# The tree stands first in the script: the prices follow from it.
tree_box = st.expander("Chances and amounts behind a price, and what money is worth")
with tree_box:
    page.control("tree", partial(tree_lines, payoffs=page.choice("u")))
    for name, column in zip(("aversion", "tolerance"), st.columns(2, gap="small"), strict=True):
        with column:
            page.control(name)
with prices_side:
    if known := story(page.data):
        st.info(known.told)
    with st.container(key="controls_prices"):
        st.subheader("What is each outcome worth?", anchor=False)
        as_costs = prices.matrix(page)
        with st.container(horizontal=True):
            with st.popover("Unit, doubts, other prices"):
                for name in ("unit", "unsure", "doubt", "off"):
                    page.control(name)
                several = bool(page.control("other").strip()) | prices.grow(page, as_costs)
            prices.over_period(page)
scenario_box = st.expander("Scenarios side by side, and what matters most")
with scenario_box:
    page.control("scenario", partial(scenario_lines, as_costs=as_costs))

page.ask(top)
with picture:
    page.chart("utility", None if several else partial(prices.take, page.choice("u")))
    if not several:
        st.container(key="controls_map").caption("A click on the map sets the prices of that place.")
sides = (picture, prices_side) if page.answer.tables["standings"].size > 6 else (prices_side, picture)
with sides[0]:
    page.small_table("standings", titled=False)
with sides[1]:
    page.worth_knowing(of_all=True)
with scenario_box:
    if "scenarios" in page.answer.tables:
        readable_table("scenarios")
    if "tornado" in page.answer.figures:
        page.chart("tornado", titled=True)
if "votes" in page.answer.tables:
    with votes_box.expander(page.answer.tables["votes"].title):
        readable_table("votes")
if "tree" in page.answer.tables:
    with tree_box:
        readable_table("tree")
page.fold()
