"""What the best threshold comes to over a period, and what a limit of positive predictions costs."""

import math

from ddcore.answers.base.answer import Note
from ddcore.answers.base.money import Money, Totals
from ddcore.answers.base.prices import Prices, limit_text
from ddcore.answers.costs.compute import Costs
from ddcore.decisions.cost_curves import CURVE_LABELS
from ddcore.decisions.decision_rules import DecisionRule
from ddcore.formats import number
from ddcore.interval import Interval


def totals(costs: Costs, prices: Prices, money: Money) -> Totals:
    """The best threshold over a period: on unseen cases, where it is known what it comes to there."""
    best, free = costs.rules["best"], costs.free
    mean, lead = costs.held_out.get("best"), costs.leads.get(free.key)
    where = "judged on unseen cases"
    if mean is None or lead is None:
        mean, lead = Interval(best.value), Interval(best.value - free.value)
        where = "judged on the cases it was chosen on"
    return Totals(prices.of_period, "the best threshold", mean, CURVE_LABELS[free.key], lead, money, where)


def limit_notes(costs: Costs, prices: Prices, money: Money) -> list[Note]:
    """What the limit costs; nothing where there is none."""
    if costs.limit is None:
        return []
    told, rest = limit_text(costs.limit, prices.period, prices.volume), costs.unlimited
    best, under = rest.rules["best"], costs.rules["best"]
    if costs.within(best):
        return [
            Note("limit-met", f"The limit, {told} predicted positive, costs nothing: the best threshold keeps to it.")
        ]
    text = (
        f"The limit, {told} predicted positive, matters on these cases: without it the best is "
        f"{money.text(best.value)} a case, {place(best)}; within it {money.text(under.value)}, {place(under)}."
    )
    both = [each.held_out.get("best") for each in (rest, costs)]
    if both[0] is not None and both[1] is not None:
        without, within = (money.text(each.value) for each in both if each is not None)
        text = f"{text} On unseen cases it is {without} without the limit, {within} with it."
    return [
        Note(
            "limit", f"{text} Other cases may have a few more, or fewer, at or above the same threshold.", kind="rests"
        )
    ]


def limited(costs: Costs, prices: Prices) -> str:
    """The answer where the limit moves the best threshold; empty where it does not."""
    if costs.limit is None:
        return ""
    best = costs.unlimited.rules["best"]
    if costs.within(best):
        return ""
    told, under = limit_text(costs.limit, prices.period, prices.volume), costs.rules["best"].threshold
    alone = f"without it, at ≥ {number(best.threshold)}"
    if math.isfinite(under):
        return f"Within the limit, {told}, predict positive at scores ≥ **{number(under)}**; {alone}."
    return f"Within the limit, {told}, predict **no case positive**; {alone}."


def best_place(costs: Costs) -> str:
    """Where the best threshold is, in a few words."""
    best = costs.rules["best"].threshold
    return f"the best threshold is {number(best)}" if math.isfinite(best) else "it is best to predict no case positive"


def place(rule: DecisionRule) -> str:
    """At which scores positive is predicted, within a sentence."""
    return "predicting no case positive" if rule.called == () else f"at scores ≥ {number(rule.threshold)}"
