"""What a lender assumes: the risk of an applicant, costs, rates, who accepts, and limits; and every way to lend."""

import math
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import streamlit as st

from ddcore.answers.prices import typed_number
from ddcore.data import Data
from ddcore.decisions.cutoffs import LendingLimits, LoanTerms
from ddcore.decisions.lending import Lending, lend
from ddcore.decisions.take_up import TakeUp, quartic, sigmoid_through, through_points
from ddcore.errors import InputError
from ddcore.scores.likelihood import probabilities
from ddcore.table import ScoreTable
from pages.session import link
from pages.shared import separation

WAYS = {"read": "Read from the scores", "scores": "The scores themselves"}
USUAL_RATES = "10, 22, 28, 30, 35, 40, 45"
TAKES = {"quartic": "A guess: the quartic", "sigmoid": "Two shares, maybe by risk", "points": "Points of my own"}
MOST = 20
"""Rates at most."""
USUAL_POINTS = "0: 100, 10: 96, 20: 85, 30: 65, 40: 37, 50: 0"


@dataclass(frozen=True, eq=False)
class Loans:
    """What was chosen; `way` says where risks come from, `what` tells one choice from another."""

    way: str
    terms: LoanTerms
    rates: tuple[float, ...]
    take_up: TakeUp
    limits: LendingLimits
    what: tuple[object, ...]


def choose(data: Data) -> Loans:
    """Controls with good defaults; in the link as funds=, lgd=, rates=, take=, highest=, riskiest= and risk=.

    Raises `InputError` once all of them stand on the page.
    """
    left, right = st.columns(2, gap="small")
    with left:
        funds = _slider("funds", "Cost of funds", 0.0, 0.2, 0.005, 0.03, "What the lender pays for the money it lends.")
    with right:
        loss = _slider(
            "lgd",
            "Loss given default",
            0.0,
            1.0,
            0.01,
            0.5,
            "The part of a loan that is lost when it is not paid back.",
        )
    texts = _rates()
    left, right = st.columns(2, gap="small")
    with left, st.popover("Who accepts a rate"):
        chosen = _takes()
    with right, st.popover("Limits and risks"):
        highest = _slider("highest", "Highest rate", 0.05, 1.0, 0.01, 0.5, "The law, or the lender, allows no more.")
        riskiest = _slider("riskiest", "Highest risk", 0.01, 1.0, 0.01, 1.0, "Nobody beyond this risk is approved.")
        way = _way(data.model.table)
    limits = LendingLimits(0.0, highest, riskiest)
    rates = _read(texts)
    link.say(rates=",".join(f"{rate:.10g}" for rate in rates) if rates != _read(USUAL_RATES) else None)
    _check(rates, highest)
    terms = LoanTerms(funds, loss)
    return Loans(way, terms, rates, _take_up(chosen), limits, (way, terms, rates, limits, *chosen))


def _slider(name: str, label: str, low: float, high: float, step: float, usual: float, told: str) -> float:
    key = f"lending_{name}"
    link.start(key, name, usual, link.between(low, high, name))
    chosen = st.slider(label, low, high, step=step, key=key, format="percent", help=told, persist_state="session")
    link.say(**{name: f"{chosen:g}" if not math.isclose(chosen, usual) else None})
    return chosen


def _rates() -> str:
    """The rates as they are written, in percent."""

    def parse(text: str) -> str:
        return ", ".join(f"{100 * typed_number('a rate', one):.10g}" for one in text.split(","))

    def spread() -> None:
        low, high = st.session_state["lending_span"]
        st.session_state["lending_rates"] = ", ".join(
            f"{rate:.4g}" for rate in np.linspace(low, high, st.session_state["lending_categories"])
        )

    link.start("lending_rates", "rates", USUAL_RATES, parse)
    left, right = st.columns([5, 3], gap="small", vertical_alignment="bottom")
    text = left.text_input(
        "Rates in %, one a category, lowest first", key="lending_rates", persist_state="session",
        help="Each category of applicants is offered one of these rates.",
    )  # fmt: skip
    with right, st.popover("Spread them evenly"):
        st.slider(
            "Categories", 1, 12, 7, key="lending_categories", on_change=spread, persist_state="session",
            help="How many rates there are.",
        )  # fmt: skip
        st.slider(
            "Lowest and highest rate in %", 1, 50, (10, 45), key="lending_span", on_change=spread,
            persist_state="session", help="The rates are spread evenly from one to the other.",
        )  # fmt: skip
    return text


def _read(texts: str) -> tuple[float, ...]:
    return tuple(_percent("a rate", text) for text in texts.split(",") if text.strip())


def _check(rates: tuple[float, ...], highest: float) -> None:
    """Says in percent, as they are written, what is wrong with the rates."""
    if len(rates) > MOST:
        raise InputError(f"there can be {MOST} rates at most, got {len(rates)}")
    for one, other in pairwise(rates):
        if other <= one:
            raise InputError(f"rates must rise, got {100 * other:g} % after {100 * one:g} %")
    if rates and not 0 <= rates[0] <= rates[-1] <= highest:
        wrong = rates[0] if rates[0] < 0 else rates[-1]
        raise InputError(
            f"a rate must be between 0 and {100 * highest:g} %, the highest allowed, got {100 * wrong:g} %"
        )


def _percent(what: str, text: str) -> float:
    return typed_number(f"{what} in %", text.strip().removesuffix("%")) / 100


def _takes() -> tuple[object, ...]:
    """Which share accepts, as it was chosen."""
    link.start("lending_take", "take", "quartic", link.one_of(TAKES, "take"))
    kind = st.selectbox(
        "Share of applicants who accept", list(TAKES), format_func=TAKES.__getitem__, key="lending_take",
        persist_state="session",
        help="Fewer accept a higher rate. Replace the guess by what your own offers have shown.",
    )  # fmt: skip
    link.say(take=kind if kind != "quartic" else None)
    if kind == "sigmoid":
        shares = [
            _slider("at10", "Accept at 10 %", 0.01, 0.99, 0.01, 0.9, "The share, of applicants without risk."),
            _slider("at40", "Accept at 40 %", 0.01, 0.99, 0.01, 0.3, "The share, of applicants without risk."),
        ]
        link.start("lending_eager", "eager", 0.0, link.between(0, 10, "eager"))
        eager = st.slider(
            "How much more willing risky applicants are", 0.0, 10.0, step=0.5, key="lending_eager",
            persist_state="session",
            help="Adverse selection: the log odds of accepting rise by this much from no risk to a certain default.",
        )  # fmt: skip
        link.say(eager=f"{eager:g}" if eager else None)
        return kind, *shares, eager
    if kind == "points":
        link.start("lending_points", "points", USUAL_POINTS, lambda text: text)
        text = st.text_input(
            "Rate: share who accept, in %", key="lending_points", persist_state="session",
            help="As many points as you like, rates rising.",
        )  # fmt: skip
        link.say(points=text if text != USUAL_POINTS else None)
        return kind, text
    return (kind,)


def _take_up(chosen: tuple[object, ...]) -> TakeUp:
    kind, *given = chosen
    if kind == "sigmoid":
        at10, at40, eager = (float(str(one)) for one in given)
        if at40 >= at10:
            raise InputError(f"fewer must accept a rate of 40 % than one of 10 %, got shares of {at40:g} and {at10:g}")
        return sigmoid_through((0.1, at10), (0.4, at40), eager)
    if kind == "points":
        pairs = [pair.split(":") for pair in str(given[0]).split(",") if pair.strip()]
        for pair in pairs:
            if len(pair) != 2:
                raise InputError(
                    f'a point must be a rate and a share, such as 10: 95, got "{":".join(pair).strip():.40}"'
                )
        at = [(_percent("a rate", rate), _percent("a share", share)) for rate, share in pairs]
        for (low, before), (high, after) in pairwise(at):
            if high > low and after > before:
                raise InputError(
                    f"fewer must accept a higher rate, got {100 * after:g} % at {100 * high:g} % after "
                    f"{100 * before:g} % at {100 * low:g} %"
                )
        return through_points([rate for rate, _ in at], [share for _, share in at])
    return quartic()


def _way(table: ScoreTable) -> str:
    """Where the risks come from."""
    if not table.is_probability:
        return "read"
    link.start("lending_risk", "risk", "read", link.one_of(WAYS, "risk"))
    chosen = st.radio(
        "Risks", list(WAYS), format_func=WAYS.__getitem__, key="lending_risk", persist_state="session",
        help="Scores are seldom probabilities of default, even between 0 and 1; what became of the applicants shows "
        "what they are.",
    )  # fmt: skip
    link.say(risk=chosen if chosen != "read" else None)
    return chosen


def risks(table: ScoreTable, way: str) -> ScoreTable:
    """The same applicants with their risk for a score; raises `InputError` where scores cannot be read."""
    if way == "scores":
        return table
    rng = np.random.default_rng(separation.SEED)
    return separation.kept(table, ("risks",), lambda: probabilities(table, rng=rng), table.score.size)


def lending(table: ScoreTable, chosen: Loans) -> Lending:
    """Every way to lend to the applicants of a table of risks."""
    terms, rates, take_up, limits = chosen.terms, chosen.rates, chosen.take_up, chosen.limits
    rng = np.random.default_rng(separation.SEED)
    return separation.kept(
        table,
        ("lending", *chosen.what),
        lambda: lend(table, terms, rates, take_up, limits, rng=rng),
        table.score.size,
    )
