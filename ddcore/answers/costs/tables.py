"""Tables of what mistakes cost: the ways to decide, and every point of a chart."""

import math
from collections.abc import Mapping
from functools import partial

import pandas as pd

from ddcore.answers.base.answer import Table
from ddcore.answers.base.money import Money
from ddcore.answers.costs.compute import Costs
from ddcore.decisions.cost_curves import CURVE_LABELS, CostCurves
from ddcore.decisions.decision_rules import RULES, DecisionRule, DecisionRules
from ddcore.formats import many, number
from ddcore.interval import UNKNOWN, Interval
from ddcore.scores.thresholds import BootstrapInterval


def remark(payoffs: str, held_out: Mapping[str, Interval]) -> str:
    """What stands below the ways to decide."""
    return f"{payoffs} Thresholds chosen on these cases are ranked by unseen cases." if held_out else payoffs


def lines(costs: Costs, money: Money) -> pd.DataFrame:
    """The ways to decide, the dearest on unseen cases last; below those that these cases chose what they are here.

    One that nobody chose by these cases is on unseen ones what it is here. Those over the limit stand at the end.
    """
    rules, held_out = costs.rules.rules, costs.held_out
    cost = "cost a case" if money.as_costs else "payoff a case"
    head = f"{cost}, {money.unit}" if money.unit else cost
    rows = []
    unseen = {rule.key: held_out[rule.key].value if rule.key in held_out else rule.value for rule in rules}
    for rule in sorted(rules, key=lambda rule: (not costs.within(rule), -unseen[rule.key])):
        name = RULES[rule.key][0] if costs.within(rule) else f"{RULES[rule.key][0]}, over the limit"
        rows.append({"way": name, "scores ≥": _called(rule), head: money.amount(unseen[rule.key])})
        if rule.key in held_out:
            rows.append({"way": "on the cases it was chosen on", "scores ≥": "", head: money.amount(rule.value)})
    return pd.DataFrame(rows)


def _called(rule: DecisionRule) -> str:
    """What a rule predicts positive, in short."""
    if rule.called is None:
        return "by amount"
    if not rule.called:
        return "never"
    if rule.called == ((-math.inf, math.inf),):
        return "always"
    if not math.isnan(rule.threshold):
        return number(rule.threshold)
    return many(len(rule.called), "range")


def every_line(
    rules: DecisionRules, best: BootstrapInterval | None, money: Money, held_out: Mapping[str, Interval]
) -> pd.DataFrame:
    """One row a way to decide: from which score on, whose it is, what it costs here and on unseen cases."""
    head = "Cost per case" if money.as_costs else "Payoff per case"
    rows = []
    for rule in rules.rules:
        unseen = held_out.get(rule.key, UNKNOWN)
        low, high = sorted((money.sign * unseen.low, money.sign * unseen.high))
        rows.append(
            {
                "Way to decide": RULES[rule.key][0],
                "Predicted positive": _called(rule),
                "Threshold": rule.threshold,
                "95 % from": best.low if best is not None and rule.key == "best" else math.nan,
                "to": best.high if best is not None and rule.key == "best" else math.nan,
                head: money.sign * rule.value,
                "On unseen cases": money.sign * unseen.value,
                "unseen, 95 % from": low,
                "unseen, to": high,
                "Source": RULES[rule.key][1],
            }
        )
    return pd.DataFrame(rows)


def points(costs: Costs, chart: str, money: Money) -> Table:
    """Every point of the chart that is chosen."""
    title = "Every point of the chart"
    if chart != "expected":
        curves = costs.curves(chart, costs.place(chart))
        return Table(title, curves.x.size, partial(_curve_rows, curves))

    def rows() -> pd.DataFrame:
        thresholds, payoffs = costs.every_threshold()
        head = "Cost per case" if money.as_costs else "Payoff per case"
        return pd.DataFrame({"Threshold": thresholds, head: money.sign * payoffs})

    return Table(title, costs.table.score.size + 1, rows)


def _curve_rows(curves: CostCurves) -> pd.DataFrame:
    """Every curve at each place of the axis."""
    titled = {CURVE_LABELS[key]: values for key, values in curves.lines.items()}
    return pd.DataFrame({curves.kind.x_title: curves.x, **titled})
