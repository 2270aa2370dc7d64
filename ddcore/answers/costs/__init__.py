"""What does a mistake cost, and which threshold follows?"""

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any

import numpy as np
from pydantic import Field

from ddcore.answers.base import needs
from ddcore.answers.base.answer import Answer, Figure, Number, Part, Table, measured
from ddcore.answers.base.bins import best_notes, best_values
from ddcore.answers.base.in_use import in_use_note
from ddcore.answers.base.money import CONSTANTS, Money, Totals
from ddcore.answers.base.prices import Prices
from ddcore.answers.base.separation import read_by_others
from ddcore.answers.base.words import about, best_threshold_text
from ddcore.answers.costs import tables, words
from ddcore.answers.costs.compute import Costs, model_curves, totals
from ddcore.answers.costs.decide import decision
from ddcore.answers.costs.draw import (
    curves_alt,
    curves_figure,
    expected_alt,
    expected_figure,
    models_alt,
    models_figure,
)
from ddcore.data import Data
from ddcore.decisions.cost_curves import COST_CURVES, CURVE_LABELS
from ddcore.interval import UNKNOWN, Interval
from ddcore.options import Key, OneOf
from ddcore.records.threshold import cut_of

__all__ = ["Choices", "Costs", "answer"]

TITLE = "Costs"
SECTION = "decisions"
WORDS = (
    "cost, cost-sensitive, cost of errors, false positive, false negative, miss, false alarm, decision "
    "curve, net benefit, cost curve, expected cost, weighted error, treatment threshold"
)
NEEDS = needs.scores
NEEDED = "This needs a model's scores: a file with the truth and a column of scores for each model."
EXAMPLE = "sample=two_class_example"
IN_REPORT = "prices"
UNANSWERED = "These costs cannot be used."
PART = 50_000
NEXT = {
    "refer": "Which cases should a person see?",
    "utility": "Which model is worth most?",
    "thresholds": "Which threshold is best by a measure?",
}
"""What may be asked next, the most useful first, by the name of the question."""

CHARTS = {"expected": "Cost over the threshold", **{key: kind.title for key, kind in COST_CURVES.items()}}
"""What may be drawn, and its title."""


class Choices(Prices):
    """What mistakes cost, and which chart is drawn."""

    curve: Annotated[str, OneOf(CHARTS, "tabs"), Key("curve_of_costs")] = Field(
        "expected",
        title="Chart",
        description="The first chart is for your costs. The others show all costs at once, with yours marked.",
    )

    @classmethod
    def needs_single(cls, data: Data, chosen: Mapping[str, Any]) -> bool:
        """Where payoffs grow with an amount: each case has its own."""
        rate = chosen.get("rate")
        return data.model.amounts is not None and any(cls.defaults(data)["rate"] if rate is None else rate)


def answer(data: Data, choices: Choices = Choices()) -> Answer:
    """The best threshold at these costs, as a probability, as a likelihood ratio and on these scores."""
    choices = choices.with_defaults(data)
    data = choices.used(data)
    costs = Costs.of(data, choices)
    if costs.by_case is None:
        # What takes longest comes first: a page that answers for a part of the cases turns to that at once.
        read_by_others(data)
    money = Money.of(choices, costs.utility, costs.rules["best"].value, costs.constant.value)
    over_period = totals(costs, choices, money)
    return Answer.of(
        Answer(
            __doc__,
            words.sentence(costs, choices),
            words.reason(costs, money),
            about(data),
            decision=decision(costs, choices),
        ),
        Part(
            [
                *in_use_note(data, lambda there: best_threshold_text(Costs.of(there, choices).rules["best"].threshold)),
                *words.limit_notes(costs, choices, money),
                *over_period.notes,
                *words.notes(costs, money),
            ],
            {"costs": _chart(costs, choices.curve, money)},
            {
                "lines": Table.of("Ways to decide", tables.lines(costs, money), words.lines_remark(costs)),
                "costs": Table("All ways to decide", len(costs.rules.rules), partial(tables.rules, costs, money)),
                **({"net_benefit": tables.net_benefits(costs)} if costs.net_benefits else {}),
                choices.curve: tables.points(costs, choices.curve, money),
            },
            words.method(costs.utility, data.prevalence, costs.by_case is not None)
            + choices.method(data, thresholds=True),
            _values(costs, over_period),
            _numbers(costs, choices, over_period),
        ),
        _all_models(costs, choices.curve),
        Part(best_notes(costs.bounds, *words.payoff_words(money))),
    )


def _chart(costs: Costs, kind: str, money: Money) -> Figure:
    """The chart that is chosen."""
    rules, title = costs.rules, CHARTS[kind]
    if kind == "expected":
        axis = "cost per case" if money.as_costs else "payoff per case"
        labelled = f"{axis}, {money.unit}" if money.unit else axis
        draw = partial(expected_figure, *costs.thinned(), rules, sign=money.sign, title=labelled, span=money.span)
        return Figure(title, expected_alt(rules, money.sign, money.span), draw)
    place = costs.place(kind)
    curves = costs.curves(kind, place)
    band, remark = costs.band(kind, curves.x), curves.kind.words
    if band is not None and np.isfinite(band.low).any():
        remark = f"{remark} {words.BAND}"
    return Figure(title, curves_alt(curves, place), partial(curves_figure, curves, place=place, band=band), remark)


def _all_models(costs: Costs, kind: str) -> Part:
    """The curves of all models; empty where there are no two to compare."""
    curves = model_curves(costs.data, kind)
    if not curves:
        return Part()
    place = costs.place(kind)
    draw, remark = partial(models_figure, curves, place=place), words.models_remark(costs.data, curves)
    return Part(
        figures={"models": Figure(f"{COST_CURVES[kind].title} of all models", models_alt(curves, place), draw, remark)},
        tables={"models": tables.models(curves)},
    )


def _numbers(costs: Costs, choices: Choices, over_period: Totals) -> list[Number]:
    """The best threshold, its payoff on unseen cases and its leads there, a case and over the period."""
    best, unseen = costs.best, costs.held_out.get("best")
    threshold = UNKNOWN if best is None else Interval(costs.rules["best"].threshold, best.low, best.high)
    posterior = costs.rules.bayes_threshold.posterior
    numbers = [
        Number("Best threshold at these prices", threshold, ("best_threshold",)),
        Number("Best threshold on calibrated probabilities", float(posterior), ("posterior_threshold",)),
    ]
    benefits = [
        Number(f"Net benefit ({CURVE_LABELS[key]}), in true positives a case", found.value, ("net_benefit", key))
        for key, found in costs.net_benefits.items()
    ]
    if unseen is None:
        return [*numbers, *benefits]
    money = Money.of(choices, costs.utility, unseen.value)
    numbers.append(money.payoff_number("an unseen case at the best threshold", unseen, ("held_out", "best")))
    numbers += [
        money.lead_number(f"{name}, an unseen case", costs.leads[key], ("leads", key))
        for key, name in CONSTANTS.items()
        if key in costs.leads
    ]
    if choices.volume is not None:
        total, period = over_period.net, choices.period_text
        wide = money.for_total(total.value)
        numbers.append(wide.payoff_number(period, total, ("totals", "total")))
        constant = f"the better constant answer, {period}"
        numbers.append(wide.lead_number(constant, over_period.gain, ("totals", "more_than_constant")))
    return [*numbers, *benefits]


def _values(costs: Costs, over_period: Totals) -> dict[str, Any]:
    """What else `values` hold."""
    rules, held_out_h, constant = costs.rules, costs.held_out_h_measure, costs.rules.constant.value
    return {
        "ratio_threshold": float(rules.bayes_threshold.ratio),
        "rules": {
            rule.key: {"threshold": cut_of(rule.threshold), "yield": float(rule.value)}
            | (best_values(costs.bounds) if rule.key == "best" else {})
            for rule in rules.rules
        },
        "savings": {rule.key: 1 - float(rule.value / constant) for rule in rules.rules} if constant < 0 else {},
        "held_out": {key: measured(payoff) for key, payoff in costs.held_out.items()},
        "held_out_share_drawn": measured(costs.share_drawn),
        "leads": {key: measured(lead) for key, lead in costs.leads.items()},
        "h_measure": float(costs.h_measure),
        "held_out_h_measure": measured(UNKNOWN if held_out_h is None else held_out_h),
        "totals": over_period.values,
        **_net_benefit_values(costs),
    }


def _net_benefit_values(costs: Costs) -> dict[str, Any]:
    """The net benefit of treating all and none beside that of the scores, and what these are worth more."""
    found = costs.net_benefits
    if not found:
        return {"net_benefit": None}
    first = next(iter(found.values()))
    over = {key: measured(each.over_constant) for key, each in found.items()}
    return {"net_benefit": {"threshold": first.threshold, "all": first.treat_all, "none": 0.0, "over_constant": over}}
