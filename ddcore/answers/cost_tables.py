"""Tables of what mistakes cost: the lines that can be drawn, and every point of a chart."""

import math
from collections.abc import Mapping
from functools import partial

import pandas as pd

from ddcore.answers.answer import Table
from ddcore.answers.cost_results import Costs
from ddcore.answers.prices import Money
from ddcore.decisions.cost_curves import CURVE_LABELS, CostCurves
from ddcore.decisions.decision_rules import RULES, DecisionRule, DecisionRules
from ddcore.formats import number
from ddcore.interval import UNKNOWN, Interval
from ddcore.scores.thresholds import BootstrapInterval


def lines(rules: DecisionRules, money: Money, held_out: Mapping[str, Interval]) -> pd.DataFrame:
    """The lines one can draw, the dearest last, below some what they are on cases that had no say in them."""
    cost = "cost a case" if money.as_costs else "payoff a case"
    head = f"{cost}, {money.unit}" if money.unit else cost
    rows = []
    for rule in sorted(rules.rules, key=lambda rule: -rule.value):
        rows.append({"the line": RULES[rule.key][0], "from": _called(rule), head: money.amount(rule.value)})
        if rule.key in held_out:
            unseen = money.amount(held_out[rule.key].value)
            rows.append({"the line": "the same on cases that had no say", "from": "", head: unseen})
    return pd.DataFrame(rows)


def _called(rule: DecisionRule) -> str:
    """What a rule calls positive, in short."""
    if rule.called is None:
        return "by amount"
    if not rule.called:
        return "never"
    if rule.called == ((-math.inf, math.inf),):
        return "always"
    if not math.isnan(rule.threshold):
        return number(rule.threshold)
    return "1 stretch" if len(rule.called) == 1 else f"{len(rule.called)} stretches"


def every_line(
    rules: DecisionRules, best: BootstrapInterval | None, money: Money, held_out: Mapping[str, Interval]
) -> pd.DataFrame:
    """One row a line: where it is, whose it is, what it costs here and on cases that had no say in it."""
    head = "Cost per case" if money.as_costs else "Payoff per case"
    rows = []
    for rule in rules.rules:
        unseen = held_out.get(rule.key, UNKNOWN)
        low, high = sorted((money.sign * unseen.low, money.sign * unseen.high))
        rows.append(
            {
                "The line": RULES[rule.key][0],
                "Called positive": _called(rule),
                "Threshold": rule.threshold,
                "95 % from": best.low if best is not None and rule.key == "best" else math.nan,
                "to": best.high if best is not None and rule.key == "best" else math.nan,
                head: money.sign * rule.value,
                "On cases left out": money.sign * unseen.value,
                "left out, 95 % from": low,
                "left out, to": high,
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
    """Every line at each place of the axis."""
    titled = {CURVE_LABELS[key]: values for key, values in curves.lines.items()}
    return pd.DataFrame({curves.kind.x_title: curves.x, **titled})
