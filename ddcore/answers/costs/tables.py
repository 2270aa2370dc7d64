"""The tables of costs: the ways to decide, and every point of a chart."""

import math
from collections.abc import Mapping
from functools import partial

import pandas as pd

from ddcore.answers.base.answer import Table
from ddcore.answers.base.money import Money
from ddcore.answers.costs.compute import Costs
from ddcore.decisions.cost_curves import CURVE_LABELS, CostCurves
from ddcore.decisions.decision_rules import RULES, DecisionRule
from ddcore.decisions.model_curves import ModelCurve
from ddcore.formats import many, number
from ddcore.interval import UNKNOWN, Interval, confidence
from ddcore.records.threshold import cut_of, rule_of


def lines(costs: Costs, money: Money) -> pd.DataFrame:
    """The ways to decide by their cost on unseen cases, the lowest first; those over the limit stand at the end.

    Where some were chosen on these cases, the cost on these stands beside; that of any other is the same on both.
    """
    ways, held_out = costs.rules.rules, costs.held_out
    cost = "cost a case" if money.as_costs else "payoff a case"
    head = f"{cost}, {money.unit}" if money.unit else cost
    rows = []
    unseen = {rule.key: held_out[rule.key].value if rule.key in held_out else rule.value for rule in ways}
    for rule in sorted(ways, key=lambda rule: (not costs.within(rule), -unseen[rule.key])):
        name = RULES[rule.key][0] if costs.within(rule) else f"{RULES[rule.key][0]}, over the limit"
        row = {"way": name, "scores ≥": _predicted_positive(rule), head: money.amount(unseen[rule.key])}
        rows.append(row | ({"on these cases": money.amount(rule.value)} if held_out else {}))
    return pd.DataFrame(rows)


def _predicted_positive(rule: DecisionRule) -> str:
    """The scores that a rule predicts positive, in short."""
    if rule.called is None:
        return "by amount"
    if not rule.called:
        return "never"
    if rule.called == ((-math.inf, math.inf),):
        return "always"
    if not math.isnan(rule.threshold):
        return f"{'> ' * (rule_of(rule.threshold) == '>')}{number(rule.threshold)}"
    return many(len(rule.called), "range")


def rules(costs: Costs, money: Money) -> pd.DataFrame:
    """One row a way to decide: its threshold, its payoff here and on unseen cases, and its source."""
    best, head = costs.best, "Cost per case" if money.as_costs else "Payoff per case"
    rows = []
    for rule in costs.rules.rules:
        unseen = costs.held_out.get(rule.key, UNKNOWN)
        low, high = money.ends(unseen)
        rows.append(
            {
                "Way to decide": RULES[rule.key][0],
                "Predicted positive": _predicted_positive(rule),
                "Threshold": cut_of(rule.threshold),
                f"{confidence()} from": best.low if best is not None and rule.key == "best" else math.nan,
                "to": best.high if best is not None and rule.key == "best" else math.nan,
                head: money.sign * rule.value,
                "On unseen cases": money.sign * unseen.value,
                f"unseen, {confidence()} from": low,
                "unseen, to": high,
                "Source": RULES[rule.key][1],
            }
        )
    return pd.DataFrame(rows)


def net_benefits(costs: Costs) -> Table:
    """The net benefit at these costs of the scores, of treating all and of treating none."""
    found = costs.net_benefits
    first = next(iter(found.values()))
    rows = [(CURVE_LABELS[key], each.value, each.over_constant) for key, each in found.items()]
    rows += [
        (CURVE_LABELS["all"], Interval(first.treat_all), UNKNOWN),
        (CURVE_LABELS["none"], Interval(0.0), UNKNOWN),
    ]
    frame = pd.DataFrame(
        {
            "Way to decide": name,
            "Net benefit": value.value,
            f"{confidence()} from": value.low,
            f"{confidence()} to": value.high,
            "More than the better constant answer": over.value,
            f"more, {confidence()} from": over.low,
            f"more, {confidence()} to": over.high,
        }
        for name, value, over in rows
    )
    return Table.of(
        f"Net benefit at a probability threshold of {number(first.threshold)}, in true positives a case", frame
    )


def points(costs: Costs, chart: str, money: Money) -> Table:
    """Every point of the chart that is chosen."""
    title = "Every point of the chart"
    if chart != "expected":
        curves = costs.curves(chart, costs.place(chart))
        return Table(title, curves.x.size, partial(_curve_rows, curves, costs.band(chart, curves.x)))

    def rows() -> pd.DataFrame:
        thresholds, payoffs = costs.every_threshold()
        head = "Cost per case" if money.as_costs else "Payoff per case"
        return pd.DataFrame({"Threshold": thresholds, head: money.sign * payoffs})

    return Table(title, costs.table.score.size + 1, rows)


def _curve_rows(curves: CostCurves, band: ModelCurve | None) -> pd.DataFrame:
    """Every curve at each place of the axis, and the band of the scores as probabilities."""
    titled = {CURVE_LABELS[key]: values for key, values in curves.lines.items()}
    ends = {} if band is None else {"from": band.low, "to": band.high}
    banded = {f"{CURVE_LABELS['read']}, {confidence()} {name}": values for name, values in ends.items()}
    return pd.DataFrame({curves.kind.x_title: curves.x, **titled, **banded})


def models(curves: Mapping[str, ModelCurve]) -> Table:
    """Every place of the curves of all models, with the bands."""
    size = sum(curve.x.size for curve in curves.values())
    return Table("The curves of all models", size, partial(_model_rows, curves))


def _model_rows(curves: Mapping[str, ModelCurve]) -> pd.DataFrame:
    return pd.concat(
        [
            pd.DataFrame(
                {
                    "Model": name,
                    curve.kind.x_title.capitalize(): curve.x,
                    curve.kind.y_title.capitalize(): curve.value,
                    f"{confidence()} from": curve.low,
                    f"{confidence()} to": curve.high,
                }
            )
            for name, curve in curves.items()
        ],
        ignore_index=True,
    )
