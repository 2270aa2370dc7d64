"""The table of prices: what each outcome is worth, labelled with the names of the classes, as payoffs or as costs."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from operator import attrgetter

import streamlit as st

from ddcore.answers.base.prices import at_place, typed_number
from ddcore.answers.base.words import literal
from ddcore.counts import CELLS
from ddcore.decisions.lottery import elicited
from ddcore.decisions.utility import OUTCOMES
from ddcore.errors import InputError
from ddcore.figures.names import shortened
from ddcore.formats import times_text
from pages.frame.page import Page
from pages.session import link
from pages.session.choices import Choice
from pages.session.view import view

LETTERS = 24
"""Of the name of a class, for which a label has room."""


@dataclass(frozen=True)
class Field:
    """One number of a choice that has several: `name` says which, `what` is how a message calls it."""

    name: str
    label: str
    help: str
    what: str


def payoffs(choice: Choice, as_costs: bool = False, written: Choice | None = None) -> tuple[float, ...]:
    """Two rows of two fields; raises `InputError` for what is no number, which stays there to be mended."""
    what, worth = ("cost", "cost") if as_costs else ("payoff", "worth")
    drawn = [
        Field(
            name,
            label,
            f"The {worth} of a case that is {OUTCOMES[name]} ({name.upper()}). {_sign(as_costs)}",
            f"the {what} {name.upper()} ({_called(choice)[name]})",
        )
        for name, label in _called(choice, literal).items()
    ]
    return fields(choice, drawn, as_costs, written)


def matrix(page: Page) -> bool:
    """How prices are written, and the four of them; whether as costs, which stays so while somebody types."""
    page.values["u"] = page.choice("u").value
    as_costs = bool(page.control("written") == "costs")
    page.control("u", partial(payoffs, as_costs=as_costs, written=page.choice("written")))
    three_questions(page.choice("u"))
    return as_costs


SURE = 0.5
"""The chance at which the sliders of lotteries begin."""


def three_questions(choice: Choice) -> None:
    """Payoffs for somebody who knows no prices: which outcome is best, which is worst, and what the others are worth.

    Each of the other two is compared with a lottery of the best and the worst.
    """
    box = st.popover("No prices? Answer three questions", key="three_questions", on_change="rerun")
    if not box.open:
        return
    names = _called(choice, literal)
    with box:
        st.markdown("**1. Which outcome is best, and which is worst?**")
        best = st.selectbox(
            "Best outcome",
            CELLS,
            index=CELLS.index(max(CELLS, key=dict(zip(CELLS, choice.value, strict=True)).__getitem__)),
            format_func=names.__getitem__,
            key="three_questions_best",
            help="What you would like most to happen to a case.",
        )
        others = [name for name in CELLS if name != best]
        worst = st.selectbox(
            "Worst outcome",
            others,
            index=others.index(min(others, key=dict(zip(CELLS, choice.value, strict=True)).__getitem__)),
            format_func=names.__getitem__,
            key=f"three_questions_worst_{best}",
            help="What you would like least to happen to a case.",
        )
        chances = {}
        for place, name in enumerate((name for name in others if name != worst), start=2):
            st.markdown(
                f"**{place}. You get “{names[name]}” for sure, or a lottery** that brings the best outcome with some "
                "chance, and the worst otherwise. From which chance on do you take the lottery?"
            )
            chances[name] = st.slider(
                f"Chance that makes the lottery as good as “{names[name]}”",
                0,
                100,
                round(100 * SURE),
                format="%d %%",
                key=f"three_questions_{name}",
                label_visibility="collapsed",
                help="100 % means that it is as good as the best outcome, 0 % that it is as bad as the worst.",
            )
        found = elicited(best, worst, {name: chance / 100 for name, chance in chances.items()})
        prices = tuple(round(100 * float(getattr(found, name))) for name in CELLS)
        told = ", ".join(f"{names[name]}: **{price}**" for name, price in zip(CELLS, prices, strict=True))
        st.markdown(f"On a scale from 0 to 100: {told}.")
        st.button(
            "Use these payoffs",
            key="three_questions_use",
            on_click=put,
            args=(choice, prices),
            help="Puts these four numbers into the table of prices.",
        )


def rates(choice: Choice, as_costs: bool = False) -> tuple[float, ...]:
    """The same for what each outcome gains with the amount of a case."""
    st.write(f"**Added for each 1 of {literal(choice.data.amount)}**")
    worth = "cost" if as_costs else "worth"
    drawn = [
        Field(
            name,
            f"{label}, per 1 of {literal(choice.data.amount)}",
            f"What each 1 of the amount adds to the {worth} of a case that is {OUTCOMES[name]} ({name.upper()}). "
            f"{_sign(as_costs)}",
            f"the rate of {name.upper()}",
        )
        for name, label in _called(choice, literal).items()
    ]
    return fields(choice, drawn, as_costs)


def _sign(as_costs: bool) -> str:
    return "A gain is a negative cost." if as_costs else "Costs are negative."


def put(choice: Choice, prices: Sequence[float]) -> None:
    """Put four payoffs into the table, as another control does."""
    _typed(choice).clear()
    choice.choose(tuple(float(price) for price in prices))


def take(choice: Choice, x: float, y: float) -> None:
    """Put the payoffs of a place of the map into the table."""
    put(choice, at_place(choice.value, round(x, 3), round(y, 3)))


def grow(page: Page, as_costs: bool, draw: Callable[[Choice], tuple[float, ...]] | None = None) -> bool:
    """The table of what outcomes gain with an amount, where the data have one; whether anything does."""
    if page.data.model.amounts is None:
        return False
    return any(page.control("rate", draw or partial(rates, as_costs=as_costs)) or ())


PERIOD = ("volume", "period", "fixed", "limit", "budget", "acting")
"""What a period brings, the fixed cost of a model, and how many may be predicted positive: set once."""


def over_period(page: Page, unit: bool = False) -> None:
    """Folded, as it is set once: the period with its cost and limit, and the `unit` of the prices."""
    with st.popover("Unit, period, fixed cost, limit" if unit else "Period, fixed cost, limit"):
        if unit:
            page.control("unit")
        for row in (PERIOD[:2], PERIOD[2:4], PERIOD[4:]):
            for name, column in zip(row, st.columns(2, gap="small"), strict=True):
                with column:
                    page.control(name)


def in_use(page: Page) -> None:
    """The share of positives where the model will be used."""
    page.control("prevalence")


def kept(page: Page, *names: str) -> None:
    """Choices that are in force elsewhere and stand in the link, and have no control here."""
    for name in names:
        page.control(name, attrgetter("value"))


def beside(page: Page, here: bool = True) -> None:
    """What the outcomes are worth, and in what, for the side of a chart; unless `here`, only kept in the link."""
    if not here:
        kept(page, "u", "unit", "written")
        return
    st.subheader("What is each outcome worth?", anchor=False)
    matrix(page)
    page.control("unit")


def outcomes(page: Page, here: bool = True) -> bool:
    """The price of each outcome, for the side of a chart; unless `here`, they are only kept in the link.

    Whether one grows with an amount.
    """
    if not here:
        kept(page, "u", "written")
        return grow(page, as_costs=False, draw=attrgetter("value"))
    st.subheader("What is each outcome worth?", anchor=False)
    return grow(page, matrix(page))


def times(page: Page, growing: bool) -> None:
    """How many times a miss costs a false alarm, where that is the same for every case."""
    if not growing:
        ratio(page.choice("u"))


TIMES = (*(1 / times for times in (100, 50, 20, 10, 5, 3, 2)), 1.0, 2.0, 3.0, 5.0, 10.0, 20.0, 50.0, 100.0)
"""How many times a miss may cost a false alarm on the slider."""


def ratio(choice: Choice) -> None:
    """How many times a miss costs what a false alarm costs; moved, it sets all four outcomes."""
    tp, fp, fn, tn = choice.value
    miss, alarm = tp - fn, tn - fp
    if miss <= 0 or alarm <= 0:
        return
    now = min(TIMES, key=lambda times: abs(times * alarm - miss))
    if abs(now * alarm - miss) > 1e-9 * miss:
        now = miss / alarm
    named = {times_text(times): times for times in sorted({*TIMES, now})}
    key = "costs_ratio"

    def moved() -> None:
        times = named[st.session_state[key]]
        miss, alarm = (times, 1.0) if times >= 1 else (1.0, round(1 / times, 9))
        put(choice, (0.0, -alarm, -miss, 0.0))

    link.put(key, times_text(now))
    st.select_slider(
        "Cost of a miss, in false alarms",
        list(named),
        key=key,
        on_change=moved,
        help="A miss is a truly positive case predicted negative, a false alarm a truly negative case predicted "
        "positive. Moving the slider sets a false alarm to 1, a miss to the number chosen and right answers to 0.",
    )


def referral(choice: Choice) -> tuple[float, ...]:
    """The costs of referring a case, by class; raises `InputError` for what is no number, which stays to be mended."""
    drawn = [
        Field(
            name,
            f"Referring a truly {literal(label)} case costs",
            choice.field.description or "",
            f"the cost of referring a truly {name} case",
        )
        for name, label in (("positive", choice.data.positive), ("negative", choice.data.negative))
    ]
    return fields(choice, drawn)


def _called(choice: Choice, written: Callable[[str], str] = str) -> dict[str, str]:
    """Each outcome by the names of the classes."""
    positive, negative = choice.data.positive, choice.data.negative
    short = shortened((positive, negative), LETTERS)
    names = {True: written(short[positive]), False: written(short[negative])}
    return {name: f"predicted {names[name in ('tp', 'fp')]}, truly {names[name in ('tp', 'fn')]}" for name in CELLS}


def _typed(choice: Choice) -> dict[str, str]:
    """The numbers that were typed, letter by letter, by the names of their fields."""
    return view().typed.setdefault(choice.key, {})


def fields(
    choice: Choice, drawn: Sequence[Field], as_costs: bool = False, written: Choice | None = None
) -> tuple[float, ...]:
    """The numbers of a choice in rows of two fields; raises `InputError` for what is no number, which stays there.

    Where it is chosen how they are `written`, that stays while somebody types.
    """
    typed = _typed(choice)
    keys = {field.name: f"{field.name}_{choice.key}{'_cost' if as_costs else ''}" for field in drawn}
    texts = {
        field.name: typed.get(field.name, f"{price:.15g}") for field, price in zip(drawn, choice.value, strict=True)
    }

    def take(name: str) -> None:
        # Called too where the field is gone, as another file was dropped.
        if keys[name] not in st.session_state:
            return
        if written is not None:
            written.choose("costs" if as_costs else "payoffs")
        text = st.session_state[keys[name]]
        typed[name] = negated(text) if as_costs else text
        try:
            choice.choose(tuple(typed_number(name, typed.get(name, text)) for name, text in texts.items()))
        except InputError:
            return

    rows = [st.container(horizontal=True, gap="small", vertical_alignment="bottom") for _ in drawn[::2]]
    for place, field in enumerate(drawn):
        text = texts[field.name]
        link.put(keys[field.name], negated(text) if as_costs else text)
        rows[place // 2].text_input(
            field.label,
            key=keys[field.name],
            help=field.help,
            on_change=take,
            args=(field.name,),
            persist_state="session",
        )
    return tuple(
        typed_number(field.what, texts[field.name], negated(texts[field.name]) if as_costs else texts[field.name])
        for field in drawn
    )


def negated(text: str) -> str:
    """A number as text with the other sign; what is no number stays, to be mended.

    The number 0 has no sign.
    """
    plain = text.strip().replace("−", "-")
    if not re.search(r"[1-9]", plain) or not re.match(r"[-+]?[\d.]", plain):
        return text
    return plain[1:] if plain[0] == "-" else f"-{plain.removeprefix('+')}"
