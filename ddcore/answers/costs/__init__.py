"""What does a mistake cost, and which threshold follows?"""

import math
from collections.abc import Mapping
from functools import partial
from typing import Annotated

import numpy as np
from pydantic import Field

from ddcore.answers.base import needs
from ddcore.answers.base.answer import Answer, Figure, Note, Table, measured
from ddcore.answers.base.in_use import in_use_note
from ddcore.answers.base.money import Money, as_payoffs
from ddcore.answers.base.options import Key, OneOf
from ddcore.answers.base.prices import Prices
from ddcore.answers.base.words import about, reach, values
from ddcore.answers.costs import models as cost_models
from ddcore.answers.costs import tables as cost_tables
from ddcore.answers.costs.compute import Costs
from ddcore.answers.costs.draw import curves_alt, curves_figure, expected_alt, expected_figure
from ddcore.answers.costs.totals import best_place, limit_notes, limited, totals
from ddcore.data import Data
from ddcore.decisions.amounts import UtilityByCase
from ddcore.decisions.by_case import utility_at
from ddcore.decisions.cost_curves import COST_CURVES, CURVE_LABELS, CostCurves
from ddcore.decisions.costs import threshold
from ddcore.decisions.decision_rules import DecisionRule
from ddcore.decisions.utility import Utility
from ddcore.errors import InputError
from ddcore.formats import number, percent, times_text
from ddcore.interval import UNKNOWN, Interval
from ddcore.scores.thresholds import BootstrapInterval

__all__ = ["Choices", "Costs", "answer"]

TITLE = "Costs"
SECTION = "decisions"
NEEDS = needs.scores
NEEDED = "Costs need a model's scores: a file with the truth and a column of numbers for each model."
EXAMPLE = "sample=two_class_example"
UNANSWERED = "These costs cannot be used yet."
PART = 50_000
NEXT = {
    "refer": "Which cases should a person see?",
    "utility": "Which model is worth most?",
    "thresholds": "Which threshold is best by a measure?",
}
"""What may be asked next, the most useful first, by the name of the question."""

CHARTS = {"expected": "Cost over the threshold", **{key: kind.title for key, kind in COST_CURVES.items()}}
"""What may be drawn, and its title."""

ROUNDING = 1e-12
"""An H-measure up to which is none: of scores that are all one it is so far from 0 by rounding alone."""


class Choices(Prices):
    """What mistakes cost, and which chart to look at."""

    curve: Annotated[str, OneOf(CHARTS, "tabs"), Key("curve_of_costs")] = Field(
        "expected",
        title="Chart",
        description="The first is for your costs; the others show all costs at once, with yours marked.",
    )


def answer(data: Data, choices: Choices = Choices()) -> Answer:
    """The line at these costs, on the likelihood's scale and on these scores."""
    choices = choices.with_defaults(data)
    data = choices.used(data)
    costs = Costs.of(data, choices)
    rules, best, held_out = costs.rules, costs.best, costs.held_out
    money = Money.of(choices, costs.utility, rules["best"].value, costs.free.value)
    over = totals(costs, choices, money)
    return Answer(
        __doc__,
        limited(costs, choices) or _sentence(costs),
        _reason(costs, best, money),
        about(data),
        [
            *in_use_note(data, lambda some: best_place(Costs.of(some, choices))),
            *limit_notes(costs, choices, money),
            *over.notes,
            *_notes(costs, money),
        ],
        {"costs": _figure(costs, choices.curve, money), **cost_models.figures(data, choices.curve, costs.place)},
        {
            "lines": Table.of(
                "Ways to decide",
                cost_tables.lines(costs, money),
                cost_tables.remark(as_payoffs(costs.utility, costs.by_case is not None), held_out),
            ),
            "costs": Table(
                "All ways to decide",
                len(rules.rules),
                partial(cost_tables.every_line, rules, best, money, costs.held_out),
            ),
            choices.curve: cost_tables.points(costs, choices.curve, money),
            **cost_models.point_tables(data, choices.curve),
        },
        _method(costs.utility, data.prevalence, costs.by_case is not None) + choices.method(data, thresholds=True),
        {**_values(costs), "totals": over.values},
    )


def stakes(utility: Utility) -> str:
    """What a miss costs beside a false alarm, right answers being what they could have been.

    >>> stakes(Utility(tp=0, fp=-1, fn=-5, tn=0))
    'a miss costs 5 times a false alarm'
    """
    miss, alarm = (float(stake) for stake in utility.stakes)
    if not alarm:
        return "a false alarm costs nothing"
    if not miss:
        return "a miss costs nothing"
    if round(max(miss / alarm, alarm / miss), 3) == 1:
        return "a miss costs as much as a false alarm"
    if miss > alarm:
        return f"a miss costs {times_text(miss / alarm)} times a false alarm"
    if alarm > 1000 * miss:
        return f"a false alarm costs {times_text(alarm / miss)} times a miss"
    return f"a miss costs {times_text(miss / alarm)} of a false alarm"


def _sentence(costs: Costs) -> str:
    rules = costs.rules
    best = rules["best"].threshold
    here = f"at scores ≥ **{number(best)}**" if math.isfinite(best) else "**never**"
    if costs.by_case is not None:
        return f"At these amounts, predict positive {here}."
    probability = number(float(rules.bayes_threshold.posterior))
    return f"If {stakes(costs.utility)}, predict positive {here}; with true probabilities, at ≥ {probability}."


def _reason(costs: Costs, best: BootstrapInterval | None, money: Money) -> str:
    """Where the threshold comes from, and what it costs on these cases and on unseen ones."""
    parts = [] if costs.by_case is not None else [_even(costs.utility)]
    line = costs.rules["best"]
    verb = f"{money.verb(line.value).removesuffix('s')} {'least' if money.as_costs else 'most'}"
    at = (
        f"at the threshold **{number(line.threshold)}**"
        if math.isfinite(line.threshold)
        else "by predicting no case positive"
    )
    one = "one threshold" if costs.limit is None else "one threshold within the limit"
    least = f"With {one}, these cases {verb}, **{money.text(line.value)}** a case, {at}"
    if best is not None and math.isfinite(best.low) and best.low < best.high:
        parts.append(f"{least} (95 % of resamples: {reach(best.low, best.high)}).")
    else:
        parts.append(f"{least}.")
    if best is not None and not math.isnan(best.value):
        parts.append(_unseen(costs, best, money))
    return " ".join(parts)


def _unseen(costs: Costs, best: BootstrapInterval, money: Money) -> str:
    """What an unseen case yields, and between which ends: the share of positives given, and known from these cases."""
    earns = f"An unseen case {money.verb(best.value)} **{money.text(best.value)}**"
    given, drawn = money.between(best.value_low, best.value_high), costs.share_drawn
    share = percent(costs.data.prevalence)
    if not drawn.is_finite:
        return f"{earns} ({given} where {share} are positive)."
    of_drawn = money.between(drawn.low, drawn.high)
    if of_drawn == given:
        return f"{earns} ({given})."
    return f"{earns} ({given} where {share} are positive; {of_drawn} where these cases alone show that share)."


def _even(utility: Utility) -> str:
    """At which probability both mistakes weigh the same."""
    miss, alarm = (number(float(stake)) for stake in utility.stakes)
    return (
        f"A false alarm loses {alarm}, a miss {miss}: they balance at a probability of `{alarm} / ({alarm} + {miss})`."
    )


def _notes(costs: Costs, money: Money) -> list[Note]:
    """What these costs call for."""
    rules, leads, prevalence = costs.rules, costs.leads, costs.data.prevalence
    best, free = rules["best"], costs.free
    notes = [_saved(best.value - free.value, leads.get(free.key), free, money, costs.within(rules["all"]))]
    if "read" in rules and costs.within(rules["read"]):
        notes.append(_taken(best.value, rules["read"], leads.get("read"), money))
    if 0 < prevalence < 1:
        notes.append(_useful(costs.curves("decision")))
    if not math.isnan(costs.h_measure):
        notes.append(_h_measure(costs.h_measure, costs.held_out_h_measure))
    ratio = float(rules.bayes_threshold.ratio)
    if math.isfinite(ratio):
        notes.append(
            Note(
                "likelihood-ratio",
                "The threshold on the probability does not depend on how frequent positives are. That on the "
                f"likelihood ratio does: with {percent(prevalence)} positive it is {number(ratio)}.",
            )
        )
    return [*notes, *_by_amount(costs)]


def _saved(gain: float, lead: Interval | None, free: DecisionRule, money: Money, either: bool = True) -> Note:
    """What the scores save beside the better constant answer, or, unless `either` may be, beside the one that may.

    Of unseen cases, where that is known.
    """
    name, least = CURVE_LABELS[free.key], f"{money.text(free.value)} a case"
    if gain <= 1e-12 * money.span:
        text = f"At these costs the scores as they are save **nothing** on these cases: {name} is as good, {least}."
        return Note("saves-nothing-here", text)
    # A cost below zero is a gain, of which nothing is left to save.
    saves = money.as_costs and money.sign * free.value >= gain
    save, of_it = ("save", "of it") if saves else ("gain", "a case")
    start = f"Without scores the best is {name}, {least}" if either else f"Without scores there is {name}, {least}"
    if lead is None:
        return Note(
            "saves-here",
            f"{start}; on these cases, which chose the threshold, the scores {save} {money.in_unit(gain)} {of_it}.",
        )
    between = money.lead(lead.low, lead.high)
    if lead.low > 0:
        return Note(
            "saves",
            f"{start}; on unseen cases, the scores {save} **{money.in_unit(lead.value)}** {of_it} ({between}).",
        )
    code, nothing = ("saves-nothing", "nothing") if lead.high < 0 else ("maybe-saves-nothing", "maybe nothing")
    return Note(
        code,
        f"{start}; the scores {save} **{nothing}**: {between} {of_it} on unseen cases.",
    )


def _taken(best: float, read: DecisionRule, lead: Interval | None, money: Money) -> Note:
    """What it costs to take scores for probabilities, beside the best threshold."""
    how, lost = f"Taking the scores for probabilities, at ≥ {number(read.threshold)},", best - read.value
    if lost <= 1e-12 * money.span:
        return Note("as-good-as-probabilities", f"{how} is as good as the best threshold.")
    costs, more = money.verb(read.value), "more" if money.as_costs else "less"
    if lead is None:
        return Note(
            "worse-as-probabilities-here",
            f"{how} {costs} {money.in_unit(lost)} a case {more} on these cases than the best threshold.",
        )
    between = money.lead(lead.low, lead.high)
    if lead.low > 0:
        return Note(
            "worse-as-probabilities",
            f"{how} {costs} {money.in_unit(lead.value)} a case {more} ({between}) than the best threshold: they are "
            f"not calibrated.",
        )
    return Note(
        "maybe-as-good-as-probabilities",
        f"{how} may be as good as the best threshold: on unseen cases it {costs} {between} {more}.",
    )


def _useful(curve: CostCurves) -> Note:
    """At which costs the scores are worth more than both constant answers."""
    key = next(key for key in ("read", "unseen", "best") if key in curve.lines)
    how = {
        "read": "Net benefit on these cases: taken for probabilities, the scores are",
        "unseen": "Net benefit on unseen cases: with the best threshold, the scores are",
        "best": "Net benefit on these cases, which chose the threshold: with the best threshold, the scores are",
    }[key]
    better = curve.x[curve.lines[key] > np.maximum(curve.lines["all"], curve.lines["none"]) + 1e-9]
    if not better.size:
        return Note("no-net-benefit", f"{how} never worth more than always or never predicting positive.")
    low, high = number(float(better[0])), number(float(better[-1]))
    if better.size == np.searchsorted(curve.x, better[-1]) - np.searchsorted(curve.x, better[0]) + 1:
        return Note(
            "net-benefit",
            f"{how} worth more than both constant answers for probability thresholds from {low} to {high}.",
        )
    text = f"{how} worth more than both constant answers for some probability thresholds between {low} and {high}."
    return Note("some-net-benefit", text)


def _h_measure(h: float, held_out: Interval | None) -> Note:
    """What the scores save over all costs."""
    if held_out is None:
        return Note(
            "h-measure-here",
            f"Over all costs there may be, the scores save {percent(h)} of what the better constant answer loses on "
            f"these cases: their **H-measure** is {number(h)}.",
        )
    between = values(held_out.low, held_out.high)
    if held_out.low > ROUNDING:
        return Note(
            "h-measure",
            f"Over all costs there may be, the scores save {percent(held_out.value)} of what the better constant "
            f"answer loses on unseen cases: an **H-measure** of {number(held_out.value)} "
            f"({between}), {number(h)} on these.",
        )
    none = held_out.high <= ROUNDING
    return Note(
        "h-measure-of-nothing" if none else "h-measure-of-maybe-nothing",
        f"Over all costs there may be, the scores save **{'nothing' if none else 'maybe nothing'}** of what the better "
        f"constant answer loses: their **H-measure** is {between} on unseen cases, "
        f"{number(h)} on these.",
    )


def _by_amount(costs: Costs) -> list[Note]:
    """The threshold of single cases, where payoffs grow with an amount."""
    amounts = costs.data.model.amounts
    if costs.by_case is None or amounts is None or costs.data.original is not None:
        return []
    if "own" in costs.rules and not costs.within(costs.rules["own"]):
        return []
    means = (
        float(amounts.sums.positives) / max(float(amounts.counts.positives), 1),
        float(amounts.sums.negatives) / max(float(amounts.counts.negatives), 1),
    )
    own = own_lines(costs.by_case, costs.data.prevalence, max(means))
    if not own:
        return []
    lines = ", ".join(f"{number(chance)} at an amount of {number(at)}" for at, chance in own)
    return [
        Note(
            "own-lines",
            f"If the scores are probabilities, each case has its own threshold: {lines}. The chart has one for all; "
            "the table says what each way costs.",
        )
    ]


def own_lines(by_case: UtilityByCase, prevalence: float, amount: float) -> list[tuple[float, float]]:
    """A tenth of an amount, the amount and ten times as much, each with its threshold on the posterior if it has one.

    >>> from ddcore.counts import Cells
    >>> fraud = UtilityByCase(Cells(tp=-5, fp=-5, fn=0, tn=0), Cells(tp=0, fp=0, fn=-1, tn=0))
    >>> own_lines(fraud, 0.3, 20.0)
    [(20.0, 0.25), (200.0, 0.025)]
    """
    own = []
    for factor in (0.1, 1.0, 10.0) if amount > 0 else ():
        try:
            chance = float(threshold(utility_at(by_case, factor * amount), prevalence).posterior)
        except InputError:
            continue
        own.append((factor * amount, chance))
    return own


def _figure(costs: Costs, chart: str, money: Money) -> Figure:
    """The chart that is chosen."""
    rules, title = costs.rules, CHARTS[chart]
    if chart == "expected":
        axis = "cost per case" if money.as_costs else "payoff per case"
        labelled = f"{axis}, {money.unit}" if money.unit else axis
        draw = partial(expected_figure, *costs.thinned(), rules, sign=money.sign, title=labelled, span=money.span)
        return Figure(title, expected_alt(rules, money.sign, money.span), draw)
    place = costs.place(chart)
    curves = costs.curves(chart, place)
    return Figure(title, curves_alt(curves, place), partial(curves_figure, curves, place=place), curves.kind.words)


def _values(costs: Costs) -> Mapping[str, object]:
    best, rules, held_out_h = costs.best, costs.rules, costs.held_out_h_measure
    return {
        "posterior_threshold": float(rules.bayes_threshold.posterior),
        "ratio_threshold": float(rules.bayes_threshold.ratio),
        "best_threshold": measured(
            UNKNOWN if best is None else Interval(float(rules["best"].threshold), float(best.low), float(best.high))
        ),
        "rules": {rule.key: {"threshold": float(rule.threshold), "yield": float(rule.value)} for rule in rules.rules},
        "held_out": {key: measured(interval) for key, interval in costs.held_out.items()},
        "held_out_share_drawn": measured(costs.share_drawn),
        "leads": {key: measured(interval) for key, interval in costs.leads.items()},
        "h_measure": float(costs.h_measure),
        "held_out_h_measure": measured(UNKNOWN if held_out_h is None else held_out_h),
    }


def _method(utility: Utility, prevalence: float, by_case: bool) -> str:
    """How lines and curves are computed, with the numbers put in."""
    miss, alarm = (float(stake) for stake in utility.stakes)
    both = f"\\frac{{{alarm:.15g}}}{{{alarm:.15g} + {miss:.15g}}}"
    kinds = "\n\n".join(f"**{kind.title}.** {kind.words} {kind.source}." for kind in COST_CURVES.values())
    payoffs = ", ".join(f"$U_{{{name.upper()}}}$ = {number(float(payoff))}" for name, payoff in utility.payoffs.items())
    whose = " (of a case with the mean amount)" if by_case else ""
    return f"""**Costs are payoffs with the other sign.** {payoffs}{whose}. At stake on a truly positive case is
$S_1 = U_{{TP}} - U_{{FN}}$, on a truly negative one $S_0 = U_{{TN}} - U_{{FP}}$. Adding a number to all payoffs, or
multiplying all by one above 0, moves no threshold.

**The threshold.** To predict a case positive that is so with the probability $p$ pays where $p S_1 > (1-p) S_0$: at
$p \\ge S_0 / (S_0 + S_1) = {both}$ (Elkan 2001), which is a likelihood ratio of
$(1-\\pi) S_0 / (\\pi S_1)$ with the share of positives $\\pi$ = {number(prevalence)} (Gong 2022, Proposition 12,
Corollary 10).

**On these cases** every threshold was tried, and the one of greatest mean payoff taken (Wang & Chen 2017); it needs no
probabilities. The interval holds the middle 95 % of the best thresholds of 200 resamples (seed 1). Random guessing
predicts as many positive, blindly.

**On unseen cases** the threshold is chosen again: by cross-validation in three folds, dealt class by class, 20
times, each fold is judged by the threshold that is best on the others, and what the scores save is counted on it beside
the other threshold. {BY_CASE if by_case else BY_EVIDENCE} In a chart “{CURVE_LABELS["best"]}” is that of these cases,
which flatters; “{CURVE_LABELS["unseen"]}” is counted as above, with a best threshold for each place of the axis.

{kinds}

**H-measure.** The loss of the best thresholds, averaged over costs with the law Beta(1 + $\\pi$, 2 − $\\pi$), beside
that of the better constant answer (Hand 2009; Hand & Anagnostopoulos 2014); 0 without skill, 1 for perfect scores.
"""


BY_CASE = """Their interval lets every case count more or less, by the Dirichlet law over the cases of its class (Rubin
1981); with few cases and skewed amounts it is too narrow."""
BY_EVIDENCE = """By the likelihood ratio, each case is judged by the ratio that four fifths of the others give, the
best estimate looked for among these each time."""
