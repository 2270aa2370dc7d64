"""What each outcome is worth: a table to fill in, labelled with the names of the classes, and how sure it is."""

import re
from collections.abc import Callable
from functools import partial

import streamlit as st

from ddcore.answers.looked import story
from ddcore.answers.prices import Prices, cells
from ddcore.answers.words import literal
from ddcore.counts import CELLS, Cells
from ddcore.data import Data
from ddcore.decisions.amounts import UtilityByCase
from ddcore.decisions.utility import OUTCOMES, Utility
from ddcore.errors import InputError
from pages.session import link
from pages.session.choices import Choice

USUAL = {"tp": 1.0, "fp": 0.0, "fn": 0.0, "tn": 1.0}
"""Every right answer is worth one, every wrong one nothing, until somebody says otherwise."""
MISTAKES = {"tp": 0.0, "fp": -1.0, "fn": -1.0, "tn": 0.0}
"""The same values as costs: every mistake costs one."""
TOUCHED = "touched"
"""The end of the key that says that somebody said what outcomes are worth."""
UNSURE = 0.1
MOST = 1e12
UNIT = 20
"""Letters of a unit."""
NONE = "none"
"""What a link says where the unit of a story was taken away."""


WRITTEN = {"payoffs": "Payoffs", "costs": "Costs"}


def written(usual: str) -> str:
    """Whether people write payoffs or costs, which are payoffs with the other sign; in the link as written=."""
    key = f"payoffs_written_{usual}"
    link.start(key, "written", usual, link.one_of(WRITTEN, "written"))
    chosen = st.segmented_control(
        "Written as",
        list(WRITTEN),
        format_func=WRITTEN.__getitem__,
        key=key,
        required=True,
        persist_state="session",
        help="A cost of 5 is a payoff of −5: the same number with the other sign.",
    )
    link.say(written=chosen if chosen != usual else None)
    return chosen


def four(data: Data, as_costs: bool) -> tuple[Utility, UtilityByCase | None]:
    """What the four outcomes are worth, and how that grows with an amount, if it does; in the link as u= and unit=.

    Raises `InputError` for what cannot be used.
    """
    key = _started(data, MISTAKES)
    texts = _table(data, key, "", as_costs)
    unit = st.text_input(
        "Unit", key=key("unit"), max_chars=UNIT, placeholder="EUR", persist_state="session",
        help="What is counted: money, months, points. It stands behind the numbers.",
    )  # fmt: skip
    rates = _rates(data, key, as_costs)
    payoffs = _read(data, texts, unit, MISTAKES, as_costs)
    if any(rates.values()):
        by_case = UtilityByCase(Cells(**payoffs), Cells(**rates), unit)
        return by_case.average(data.model.amounts), by_case
    return Utility(**payoffs, unit=unit), None


def _touch(key: Callable[[str], str]) -> None:
    """Somebody said what outcomes are worth; from here on no page assumes it of these data."""
    st.session_state[key(TOUCHED)] = True


def put(data: Data, payoffs: dict[str, float]) -> None:
    """Put four payoffs into the table, as another control does."""
    key = _keys(data)
    _touch(key)
    for name in CELLS:
        st.session_state[key(name)] = _text(payoffs[name])


def current(data: Data) -> Utility:
    """The matrix in the table, for a page that does not show it."""
    u, unit = (Choice(Prices, name, data) for name in ("u", "unit"))
    for choice in (u, unit):
        choice.say()
    return Utility.of(cells(u.value), unit.value)


def _started(data: Data, assumed: dict[str, float] = USUAL) -> Callable[[str], str]:
    """The keys of the table, each with its first value; what no one touched is what this page assumes."""
    (usual, unit), key = _usual(data, assumed), _keys(data)
    link.start(key("tp"), "u", _text(usual["tp"]), _first(key))
    if usual is assumed and key(TOUCHED) not in st.session_state:
        st.session_state.update({key(name): _text(usual[name]) for name in CELLS})
    for name in CELLS[1:]:
        link.hold(key(name), _text(usual[name]))
    link.start(key("unit"), "unit", unit, lambda text: "" if text == NONE else " ".join(text.split())[:UNIT])
    return key


def _read(
    data: Data, texts: dict[str, str], unit: str, assumed: dict[str, float] = USUAL, as_costs: bool = False
) -> dict[str, float]:
    """The payoffs as numbers, and the link that holds them."""
    classes = {True: data.positive, False: data.negative}
    payoffs = {}
    for name, text in texts.items():
        called, truly = classes[name in ("tp", "fp")], classes[name in ("tp", "fn")]
        what = f"the {'cost' if as_costs else 'payoff'} {name.upper()} (called {called}, truly {truly})"
        payoffs[name] = number(what, text, _negated(text) if as_costs else text)
    usual, usual_unit = _usual(data, assumed)
    u = ",".join(_text(payoffs[name]) for name in CELLS)
    told = ",".join(_text(usual[name]) for name in CELLS)
    link.say(u=u if u != told else None, unit=(unit or NONE) if unit != usual_unit else None)
    return payoffs


def _usual(data: Data, assumed: dict[str, float]) -> tuple[dict[str, float], str]:
    """The payoffs of the story, where one is told, or those that the page assumes, and their unit."""
    if story(data) is None:
        return assumed, ""
    told = story(data).utility
    return {name: float(payoff) for name, payoff in told.payoffs.items()}, told.unit


def _keys(data: Data) -> Callable[[str], str]:
    """Keys of the widgets: prices belong to the data that they were said of, other data have their own."""
    return lambda name: f"payoffs_{name}_{data.source}"


def _first(key: Callable[[str], str]) -> Callable[[str], str]:
    """A parser of u= that keeps the last three payoffs itself and gives the first."""

    def parse(text: str) -> str:
        parts = text.split(",")
        if len(parts) != len(CELLS):
            raise InputError(f'u must be four numbers, TP,FP,FN,TN, such as 15,-335,-35,165, got "{text:.40}"')
        numbers = [_text(number(f"the payoff {name.upper()}", part)) for name, part in zip(CELLS, parts, strict=True)]
        st.session_state.update({key(name): number for name, number in zip(CELLS[1:], numbers[1:], strict=True)})
        _touch(key)
        return numbers[0]

    return parse


def _table(data: Data, key: Callable[[str], str], more: str, as_costs: bool) -> dict[str, str]:
    """Two rows of two fields, the payoffs as texts; each label says which outcome it is."""
    names = {True: literal(data.positive), False: literal(data.negative)}
    what = "cost" if as_costs else "worth"
    told = f"What each 1 of its amount adds to the {what} of a case" if more else f"The {what} of a case"
    texts = {}
    for row in (("tp", "fp"), ("fn", "tn")):
        for name, column in zip(row, st.columns(2, gap="small"), strict=True):
            truth, called = name in ("tp", "fn"), name in ("tp", "fp")
            kept = name + ("_rate" if more else "")
            field, kept = key(f"{kept}_cost" if as_costs else kept), key(kept)
            link.put(field, _negated(st.session_state[kept]) if as_costs else st.session_state[kept])
            column.text_input(
                f"called {names[called]}, truly {names[truth]}{more}",
                key=field,
                help=f"{told} that is {OUTCOMES[name]} ({name.upper()}). "
                + ("A gain is a negative cost." if as_costs else "Costs are negative."),
                persist_state="session",
                on_change=partial(_take_cost, key, kept, field) if as_costs else partial(_touch, key),
            )
            texts[name] = st.session_state[kept]
    return texts


def _take_cost(key: Callable[[str], str], kept: str, field: str) -> None:
    """A cost was written; what is kept is the payoff."""
    _touch(key)
    st.session_state[kept] = _negated(st.session_state[field])


def _negated(text: str) -> str:
    """A number as text with the other sign; what is no number stays, to be mended.

    The number 0 has no sign.
    """
    plain = text.strip().replace("−", "-")
    if not re.search(r"[1-9]", plain) or not re.match(r"[-+]?[\d.]", plain):
        return text
    return plain[1:] if plain[0] == "-" else f"-{plain.removeprefix('+')}"


def _rates(data: Data, key: Callable[[str], str], as_costs: bool) -> dict[str, float]:
    """What a payoff gains for each unit of the amount of a case; nothing without a column of amounts."""
    if data.chosen is None or data.model.amounts is None:
        return {}
    st.write(f"**And for each 1 of {literal(data.amount)}**")
    for name in CELLS:
        link.hold(key(f"{name}_rate"), "0")
    texts = _table(data, key, f", per 1 of {literal(data.amount)}", as_costs)
    return {
        name: number(f"the rate of {name.upper()}", text, _negated(text) if as_costs else text)
        for name, text in texts.items()
    }


def number(what: str, text: str, shown: str | None = None) -> float:
    """A number as people type it: -335, 1,500 or 2e6; a message says what is `shown`, if that is another text."""
    shown = text if shown is None else shown
    plain = text.strip().replace("−", "-")
    if re.fullmatch(r"[-+]?\d{1,3}(,\d{3})+(\.\d*)?", plain):
        plain = plain.replace(",", "")
    if not re.fullmatch(r"[-+]?(\d{1,40}\.?\d{0,40}|\.\d{1,40})(e[-+]?\d{1,3})?", plain, re.IGNORECASE):
        raise InputError(f'{what} must be a number such as 165 or -33.5, got "{shown:.40}"')
    if not abs(float(plain)) <= MOST:
        raise InputError(f"{what} must be between -10^12 and 10^12, got {shown:.40}")
    return float(plain)


def _text(number: float) -> str:
    return f"{number:.15g}"
