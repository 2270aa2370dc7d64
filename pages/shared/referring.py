"""How cases are chosen for a person: by a share of all cases, or by what a referral costs."""

from dataclasses import dataclass

import streamlit as st

from ddcore.data import Data
from ddcore.decisions.band_interval import BandInterval, band_interval, cost_band_interval
from ddcore.decisions.coverage import RiskCoverage, risk_coverage
from ddcore.decisions.referral import BandThresholds, Referral, band_thresholds
from ddcore.decisions.reject import (
    RejectBand,
    band_counts,
    best_band,
    cost_band,
)
from ddcore.errors import InputError
from ddcore.measures import Measure
from ddcore.report import reject as words
from ddcore.report.costs import shown_span
from ddcore.scores.thresholds import best
from ddcore.table import ScoreTable
from pages.session import link
from pages.shared import costing, payoffs, separation
from pages.shared.costing import Costs

WAYS = {"share": "By their share", "cost": "By what it costs"}
USUAL_SHARE, USUAL_COST = 0.2, 0.2


@dataclass(frozen=True)
class Price:
    """What outcomes are worth, what a referred case of each class is, and the band of honest probabilities."""

    costs: Costs
    referral: Referral
    ends: BandThresholds


def way() -> str:
    """By share or by cost; in the link as by=."""
    link.start("refer_by", "by", "share", link.one_of(WAYS, "by"))
    chosen = st.segmented_control(
        "Choose the cases", list(WAYS), format_func=WAYS.__getitem__, key="refer_by", required=True,
        persist_state="session",
        help="A share fits a person's time; costs find the share themselves.",
    )  # fmt: skip
    link.say(by=chosen if chosen != "share" else None)
    return chosen


def share() -> float:
    """The share of cases that a person sees; in the link as share=."""
    link.start("refer_share", "share", USUAL_SHARE, link.between(0, 0.95, "share"))
    chosen = st.slider(
        "Share of cases that a person sees", 0.0, 0.95, step=0.01, key="refer_share", format="percent",
        persist_state="session",
        help="The band then holds at most this share of the cases.",
    )  # fmt: skip
    link.say(share=f"{chosen:g}" if chosen != USUAL_SHARE else None)
    return chosen


def price(data: Data) -> Price:
    """Costs of mistakes and of referrals; in the link as u= and referral=. Raises `InputError`."""
    # What the link says of referrals is read first, since costs that cannot be used end the page.
    mistakes = st.container()
    link.start("refer_positive", "referral", f"{USUAL_COST:g}", _first)
    st.session_state.setdefault("refer_negative", f"{USUAL_COST:g}")
    texts = {}
    for column, (name, label) in zip(
        st.columns(2, gap="small"), (("positive", data.positive), ("negative", data.negative)), strict=True
    ):
        texts[name] = column.text_input(
            f"Referring a truly {payoffs.literal(label)} case costs",
            key=f"refer_{name}",
            help="What a person costs who then gets it right; more, if a person may be wrong.",
            persist_state="session",
        )
    unread = None
    try:
        both = [payoffs.number(f"the cost of referring a truly {name} case", text) for name, text in texts.items()]
        link.say(referral=",".join(f"{one:.15g}" for one in both) if both != [USUAL_COST] * 2 else None)
    except InputError as problem:
        unread = problem
    with mistakes:
        chosen = costing.choose(data)
    if unread is not None:
        raise unread
    if chosen.by_case is not None:
        raise InputError("bands by costs need costs that do not grow with an amount; set these rates to 0")
    utility = chosen.utility
    referral = Referral(float(utility.tp) - both[0], float(utility.tn) - both[1])
    return Price(chosen, referral, band_thresholds(utility, referral, data.positives / data.total))


def _first(text: str) -> str:
    """A parser of referral= that keeps the second cost itself and gives the first."""
    parts = text.split(",")
    if len(parts) != 2:
        raise InputError(
            f'referral must be two costs, of a positive and a negative case, such as 0.2,0.2, got "{text:.40}"'
        )
    for part in parts:
        payoffs.number("the cost of a referral", part)
    st.session_state["refer_negative"] = parts[1]
    return parts[0]


def band(table: ScoreTable, key: str, part: float) -> RejectBand:
    """The best band for a measure at a share; if it refers nobody, the best of those that do not."""
    found = separation.kept(table, ("band", key, part), lambda: best_band(table, key, part))
    return band(table, key, 0.0) if part and found.closed else found


def by_cost(table: ScoreTable, chosen: Price) -> RejectBand:
    """The best band at some costs."""
    return cost_band(table, chosen.costs.utility, chosen.referral)


def alone(table: ScoreTable, key: str, chosen: Price | None) -> RejectBand:
    """The band that refers nobody: the best single threshold for the measure, or at the costs."""
    if chosen is None:
        return band(table, key, 0.0)
    utility = chosen.costs.utility
    line = best(table, utility)
    return RejectBand(line.threshold, line.threshold, line.value, band_counts(table, line.threshold, line.threshold))


def sure(table: ScoreTable, key: str, part: float) -> BandInterval | None:
    """How sure it is; None where of weights only the sums are known."""
    drawn = separation.resamples(table)
    if drawn is None:
        return None
    return separation.kept(table, ("sure band", key, part), lambda: band_interval(key, part, drawn=drawn))


def sure_by_cost(table: ScoreTable, chosen: Price) -> BandInterval | None:
    """The same by costs."""
    drawn = separation.resamples(table)
    return None if drawn is None else cost_band_interval(chosen.costs.utility, chosen.referral, drawn=drawn)


def answer(
    row: Measure, found: RejectBand, alone: RejectBand, sure: BandInterval | None, chosen: Price | None, positive: str
) -> tuple[str, str]:
    """The answer and its reason, by share or by costs."""
    if chosen is None:
        return words.answer(row, found, alone, sure), words.reason(row, found, sure, positive)
    costs = chosen.costs
    sign, unit = costs.sign, costs.utility.unit
    span = shown_span(costs.span, found.value, alone.value)
    said = words.by_cost_answer(found, alone, sign, span, unit, sure)
    return said, words.by_cost_reason(found, sure, positive, sign, span, unit)


def theory(chosen: Price | None) -> list[str]:
    """Where the band is for honest probabilities, by costs."""
    if chosen is None:
        return []
    return words.by_cost_worth_knowing(chosen.costs.utility, chosen.ends)


def coverage(table: ScoreTable, key: str) -> RiskCoverage:
    """What referring more buys."""
    return separation.kept(table, ("coverage", key), lambda: risk_coverage(table, key))
