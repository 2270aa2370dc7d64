"""The one control of what mistakes cost: how many false alarms a miss is worth, or all four outcomes."""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from ddcore.data import Data
from ddcore.decisions import cost_curves
from ddcore.decisions.amounts import UtilityByCase
from ddcore.decisions.by_case import YieldByThreshold, bayes_minimum_risk, yield_by_threshold
from ddcore.decisions.cost_curves import CostCurves
from ddcore.decisions.decision_rules import (
    DecisionRule,
    DecisionRules,
    cross_fitted_yield,
    decision_rules,
    decision_rules_by_case,
)
from ddcore.decisions.held_out import held_out_yield
from ddcore.decisions.utility import Utility
from ddcore.figures import costs as figures
from ddcore.figures.theme import Theme
from ddcore.interval import Interval
from ddcore.report import costs as words
from ddcore.scores.thinning import thinned
from ddcore.scores.thresholds import BootstrapInterval, bootstrap_intervals, lead
from ddcore.scores.trace import over_threshold
from pages.session import link
from pages.shared import payoffs, separation

TIMES = (*(1 / one for one in (100, 50, 20, 10, 5, 3, 2)), 1.0, 2.0, 3.0, 5.0, 10.0, 20.0, 50.0, 100.0)
KINDS = {"expected": "Cost over the threshold", **{key: kind.title for key, kind in cost_curves.COST_CURVES.items()}}


@dataclass(frozen=True, eq=False)
class Costs:
    """What outcomes are worth, whether people write that as costs, and where it grows with an amount how."""

    utility: Utility
    as_costs: bool
    by_case: UtilityByCase | None

    @property
    def key(self) -> tuple[float, ...]:
        """The four payoffs, by which results are kept."""
        return tuple(map(float, self.utility.payoffs.values()))

    @property
    def sign(self) -> int:
        """What a payoff is multiplied by to be shown."""
        return -1 if self.as_costs else 1

    @property
    def span(self) -> float:
        """From the least to the greatest payoff, in the unit."""
        return float(self.utility.highest - self.utility.lowest)


def choose(data: Data) -> Costs:
    """The slider of the ratio, and the table of all four; raises `InputError` for what cannot be used."""
    slider = st.container()
    with st.popover("All four outcomes"):
        as_costs = payoffs.written("costs") == "costs"
        utility, by_case = payoffs.four(data, as_costs)
        st.caption(words.as_payoffs(utility, average=by_case is not None))
    if by_case is None:
        with slider:
            _ratio(data, utility)
    return Costs(utility, as_costs, by_case)


def _ratio(data: Data, utility: Utility) -> None:
    """How many times a miss costs what a false alarm costs; moved, it sets all four outcomes."""
    miss, alarm = (float(stake) for stake in utility.stakes)
    if miss <= 0 or alarm <= 0:
        return
    now = min(TIMES, key=lambda one: abs(one * alarm - miss))
    if abs(now * alarm - miss) > 1e-9 * miss:
        now = miss / alarm
    names = {_name(one): one for one in sorted({*TIMES, now})}
    link.put("costs_ratio", _name(now))
    st.select_slider(
        "A miss costs this many times a false alarm",
        list(names),
        key="costs_ratio",
        on_change=partial(_take, data, names),
        help="A miss is a truly positive case called negative, a false alarm a truly negative one called positive. "
        "Moved, it sets a false alarm to 1, a miss to so many, and right answers to 0.",
    )


def _name(ratio: float) -> str:
    """A ratio as the slider shows it: "5", "1/5", "2.667"."""
    if ratio in TIMES:
        return f"{ratio:g}" if ratio >= 1 else f"1/{1 / ratio:.0f}"
    return f"{ratio:.4g}"


def _take(data: Data, names: dict[str, float]) -> None:
    ratio = names[st.session_state["costs_ratio"]]
    miss, alarm = (ratio, 1.0) if ratio >= 1 else (1.0, round(1 / ratio, 9))
    payoffs.put(data, {"tp": 0.0, "fp": -alarm, "fn": -miss, "tn": 0.0})


def kind() -> str:
    """Which chart: in the link as curve=."""
    link.start("costs_kind", "curve", "expected", link.one_of(KINDS, "curve"))
    chosen = st.segmented_control(
        "Chart", list(KINDS), format_func=KINDS.__getitem__, key="costs_kind", required=True, wrap=True,
        persist_state="session",
        help="The first is for your costs; the others show all costs at once, with yours marked.",
    )  # fmt: skip
    link.say(curve=chosen if chosen != "expected" else None)
    if chosen != "expected":
        st.caption(cost_curves.COST_CURVES[chosen].words)
    return chosen


def lines(data: Data, chosen: Costs) -> DecisionRules:
    """The lines one can draw at these costs."""
    table, at = data.model.table, data.model.threshold
    if chosen.by_case is not None:
        scored = data.model.scored
        own = bayes_minimum_risk(scored, chosen.by_case) if table.is_probability else None
        return decision_rules_by_case(_by_case(data, chosen), at, own)
    utility = chosen.utility
    found = separation.kept(
        table, ("options", *chosen.key), lambda: decision_rules(table, utility, separation.reading(table))
    )
    return found.with_rule(DecisionRule.at_threshold(table, utility, at))


def _by_case(data: Data, chosen: Costs) -> YieldByThreshold:
    """The mean payoff at every threshold where payoffs grow with an amount."""
    by_case = chosen.by_case
    # The amounts of a model are kept in parts of its scale.
    scaled = replace(by_case, rate=by_case.rate.map(lambda rate: rate * data.model.scale))
    wanted = (*scaled.fixed.values(), *scaled.rate.values())
    table = data.model.table
    return separation.kept(
        table, ("by case", *wanted), lambda: yield_by_threshold(table, data.model.moments[0].table, scaled)
    )


def sure(data: Data, chosen: Costs) -> BootstrapInterval | None:
    """How sure the best threshold is; with amounts only what it is worth on cases that had no say in it."""
    table, utility = data.model.table, chosen.utility
    if chosen.by_case is not None:
        best = _unseen_by_case(data, chosen)["best"]
        return BootstrapInterval(math.nan, math.nan, best.value, best.low, best.high, 0.0)
    drawn = separation.resamples(table)
    if drawn is None:
        return None
    return separation.kept(table, ("sure", *chosen.key), lambda: bootstrap_intervals([utility], drawn=drawn)[0])


def _unseen_by_case(data: Data, chosen: Costs) -> dict[str, Interval]:
    """What the best threshold is worth on cases that had no say in it, where payoffs grow with an amount."""
    by_case, scored = chosen.by_case, data.model.scored
    wanted = (*by_case.fixed.values(), *by_case.rate.values())

    def make() -> dict[str, Interval]:
        return held_out_yield(scored, by_case, rng=np.random.default_rng(separation.SEED))

    return separation.kept(data.model.table, ("unseen by case", *wanted), make)


def unseen(data: Data, chosen: Costs, found: DecisionRules, how: BootstrapInterval | None) -> dict[str, Interval]:
    """The mean payoff of lines on cases that had no say in them, where it is known."""
    table, told = data.model.table, {}
    if how is not None:
        told["best"] = Interval(how.value, how.value_low, how.value_high)
    drawn = separation.resamples(table)
    if "evidence" in found and drawn is not None:
        deals = separation.cross_read(table)
        told["evidence"] = cross_fitted_yield(deals, chosen.utility, drawn)
    return {key: one for key, one in told.items() if not math.isnan(one.value)}


def ahead(data: Data, chosen: Costs, found: DecisionRules, how: BootstrapInterval | None) -> dict[str, Interval]:
    """By how much the best threshold is better than other lines on cases that had no say in it; and their H-measure."""
    table, utility = data.model.table, chosen.utility
    drawn = separation.resamples(table)
    leads = {}
    if chosen.by_case is not None:
        leads = _unseen_by_case(data, chosen)
    elif how is not None:
        others = {key: found[key].threshold for key in ("all", "none", "read") if key in found}

        def make() -> dict[str, Interval]:
            return {key: lead(utility, how, at, drawn=drawn) for key, at in others.items()}

        leads = separation.kept(table, ("ahead of lines", *chosen.key), make)
    if drawn is None:
        return leads
    return {**leads, "h": separation.kept(table, ("unseen h",), lambda: cost_curves.held_out_h_measure(drawn))}


def curves(data: Data, key: str, place: float | None = None) -> CostCurves:
    """One kind of curve over all costs, with the place of the costs at hand among its own."""
    table, at = data.model.table, data.model.threshold
    also, drawn = () if place is None else (place,), separation.resamples(table)
    return separation.kept(
        table, ("costs", key, at, also), lambda: cost_curves.cost_curves(table, key, at, also=also, drawn=drawn)
    )


def picture(
    key: str, data: Data, chosen: Costs, found: DecisionRules, span: float, theme: Theme
) -> tuple[go.Figure, str]:
    """The chart of a kind and what it shows in words; `span` gives amounts their digits."""
    if key != "expected":
        place = _place(key, data, found)
        drawn = curves(data, key, place)
        return figures.curves_figure(drawn, theme, place), figures.curves_alt(drawn, place)
    unit = f", {chosen.utility.unit}" if chosen.utility.unit else ""
    title = f"{'cost' if chosen.as_costs else 'payoff'} per case{unit}"
    drawn = figures.expected_figure(*_thin(data, chosen), found, theme, chosen.sign, title, span)
    return drawn, figures.expected_alt(found, chosen.sign, span)


def _thin(data: Data, chosen: Costs) -> tuple[Any, Any, tuple[Any, Any] | None]:
    """The mean payoff over the threshold, thinned, and that of a draw, which is not known for amounts."""
    if chosen.by_case is not None:
        every = _by_case(data, chosen)
        kept = separation.kept(data.model.table, ("thin", every), lambda: thinned(every.threshold, every.value))
        return every.threshold[kept], every.value[kept], None
    table, utility = data.model.table, chosen.utility
    trace = separation.kept(table, ("payoff", *chosen.key), lambda: over_threshold(table, utility.measure).thin())
    return trace.threshold, trace.value, (trace.chance_threshold, trace.chance)


def _place(key: str, data: Data, found: DecisionRules) -> float | None:
    """Where the costs at hand are on the axis of a curve; None where they differ by case."""
    chance = float(found.bayes_threshold.posterior)
    return None if np.isnan(chance) else float(cost_curves.COST_CURVES[key].axis(chance, data.positives / data.total))


def points(key: str, data: Data, chosen: Costs, found: DecisionRules) -> tuple[Callable[[], pd.DataFrame], int]:
    """What makes the table behind the chart, and how many rows it has."""
    table = data.model.table
    if key != "expected":
        drawn = curves(data, key, _place(key, data, found))
        return lambda: words.points(drawn), drawn.x.size

    def rows() -> pd.DataFrame:
        every = _by_case(data, chosen) if chosen.by_case is not None else over_threshold(table, chosen.utility.measure)
        head = "Cost per case" if chosen.as_costs else "Payoff per case"
        return pd.DataFrame({"Threshold": every.threshold, head: chosen.sign * every.value})

    return rows, table.score.size + 1


def by_amount(data: Data, chosen: Costs) -> list[str]:
    """Where the line is for single cases, where payoffs grow with an amount."""
    if chosen.by_case is None:
        return []
    amounts = data.model.amounts
    means = [
        float(getattr(amounts.sums, whose)) / max(float(getattr(amounts.counts, whose)), 1)
        for whose in ("positives", "negatives")
    ]
    return words.by_amount(chosen.by_case, data.positives / data.total, *means)
