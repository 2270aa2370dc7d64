"""The sentences of costs: the answer, its reason, its notes, and how it is computed."""

import math
from collections.abc import Collection

import numpy as np

from ddcore.answers.base.answer import Note
from ddcore.answers.base.money import Money, as_payoffs
from ddcore.answers.base.prices import Prices, limit_text
from ddcore.answers.base.separation import tables
from ddcore.answers.base.words import interval_text, listing, literal, reach, values
from ddcore.answers.costs.compute import Costs, own_thresholds
from ddcore.data import Data
from ddcore.decisions.cost_curves import COST_CURVES, CURVE_LABELS, CostCurves
from ddcore.decisions.decision_rules import DecisionRule
from ddcore.decisions.utility import Utility
from ddcore.figures.curves import banded
from ddcore.formats import number, percent, times_text
from ddcore.interval import Interval, confidence
from ddcore.records.threshold import at_scores
from ddcore.scores.thresholds import BootstrapInterval

ROUNDING = 1e-12
"""An H-measure up to this is 0: that of equal scores is as far from 0 by rounding alone."""


def sentence(costs: Costs, prices: Prices) -> str:
    """The best threshold: within the limit where that moves it, else at these costs."""
    best = costs.rules["best"].threshold
    if costs.limit is not None and not costs.within(costs.unlimited.rules["best"]):
        limit = limit_text(costs.limit, prices.period, prices.volume)
        alone = f"without it, at ≥ {number(costs.unlimited.rules['best'].threshold)}"
        if math.isfinite(best):
            return f"Within the limit, {limit}, predict positive at scores ≥ **{number(best)}**; {alone}."
        return f"Within the limit, {limit}, predict **no case positive**; {alone}."
    here = f"at scores ≥ **{number(best)}**" if math.isfinite(best) else "**never**"
    if costs.by_case is not None:
        return f"At these amounts, predict positive {here}."
    probability = number(float(costs.rules.bayes_threshold.posterior))
    return f"If {stakes(costs.utility)}, predict positive {here}; with true probabilities, at ≥ {probability}."


def stakes(utility: Utility) -> str:
    """The cost of a miss as a multiple of that of a false alarm, each beside the right answer.

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


def reason(costs: Costs, money: Money) -> str:
    """The source of the threshold, and its cost on these cases and on unseen ones."""
    parts = [] if costs.by_case is not None else [_balance(costs.utility)]
    rule, best = costs.rules["best"], costs.best
    verb = f"{money.verb(rule.value).removesuffix('s')} {'least' if money.as_costs else 'most'}"
    at = (
        f"at the threshold **{number(rule.threshold)}**"
        if math.isfinite(rule.threshold)
        else "by predicting no case positive"
    )
    one = "one threshold" if costs.limit is None else "one threshold within the limit"
    least = f"With {one}, these cases {verb}, **{money.text(rule.value)}** a case, {at}"
    if best is not None and math.isfinite(best.low) and best.low < best.high:
        parts.append(f"{least} ({confidence()} of resamples: {reach(best.low, best.high)}).")
    else:
        parts.append(f"{least}.")
    if best is not None and not math.isnan(best.value):
        parts.append(_unseen(costs, best, money))
    return " ".join(parts)


def _unseen(costs: Costs, best: BootstrapInterval, money: Money) -> str:
    """The payoff of an unseen case, its share of positives fixed, and known from these cases only."""
    earns = f"An unseen case {money.verb(best.value)} **{money.text(best.value)}**"
    given, drawn = money.between(best.value_low, best.value_high), costs.share_drawn
    share = percent(costs.data.prevalence)
    if not drawn.is_finite:
        return f"{earns} ({given} where {share} are positive)."
    of_drawn = money.between(drawn.low, drawn.high)
    if of_drawn == given:
        return f"{earns} ({given})."
    return f"{earns} ({given} where {share} are positive; {of_drawn} where these cases alone show that share)."


def _balance(utility: Utility) -> str:
    """The probability at which both mistakes weigh the same."""
    miss, alarm = (number(float(stake)) for stake in utility.stakes)
    return (
        f"A false alarm loses {alarm}, a miss {miss}: they balance at a probability of `{alarm} / ({alarm} + {miss})`."
    )


def limit_notes(costs: Costs, prices: Prices, money: Money) -> list[Note]:
    """The cost of the limit; empty where there is none."""
    if costs.limit is None:
        return []
    limit, rest = limit_text(costs.limit, prices.period, prices.volume), costs.unlimited
    best, limited = rest.rules["best"], costs.rules["best"]
    if costs.within(best):
        return [
            Note("limit-met", f"The limit, {limit} predicted positive, costs nothing: the best threshold keeps to it.")
        ]
    text = (
        f"The limit, {limit} predicted positive, matters on these cases: without it the best is "
        f"{money.text(best.value)} a case, {rule_text(best)}; within it {money.text(limited.value)}, "
        f"{rule_text(limited)}."
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


def rule_text(rule: DecisionRule) -> str:
    """The scores that a rule predicts positive, inside a sentence."""
    return "predicting no case positive" if rule.called == () else f"at {at_scores(rule.threshold, number)}"


def notes(costs: Costs, money: Money) -> list[Note]:
    """What these costs call for."""
    rules, leads, prevalence = costs.rules, costs.leads, costs.data.prevalence
    best, constant = rules["best"], costs.constant
    worth_knowing = [
        _savings(best.value - constant.value, leads.get(constant.key), constant, money, costs.within(rules["all"]))
    ]
    if "read" in rules and costs.within(rules["read"]):
        worth_knowing.append(_as_probabilities(best.value, rules["read"], leads.get("read"), money))
    if 0 < prevalence < 1:
        worth_knowing += _net_benefit_here(costs)
        worth_knowing.append(_net_benefit(costs.curves("decision")))
    if not math.isnan(costs.h_measure):
        worth_knowing.append(_h_measure(costs.h_measure, costs.held_out_h_measure))
    ratio = float(rules.bayes_threshold.ratio)
    if math.isfinite(ratio):
        worth_knowing.append(
            Note(
                "likelihood-ratio",
                "The threshold on the probability does not depend on how frequent positives are. That on the "
                f"likelihood ratio does: with {percent(prevalence)} positive it is {number(ratio)}.",
            )
        )
    return [*worth_knowing, *_own_thresholds(costs)]


def _savings(gain: float, lead: Interval | None, constant: DecisionRule, money: Money, either: bool = True) -> Note:
    """The gain of the scores over the better constant answer that the limit allows; `either` says whether both are.

    It is that on unseen cases where these are known.
    """
    name, least = CURVE_LABELS[constant.key], f"{money.text(constant.value)} a case"
    if gain <= 1e-12 * money.span:
        text = f"At these costs the scores as they are save **nothing** on these cases: {name} is as good, {least}."
        return Note("saves-nothing-here", text)
    # A cost below zero is a gain, of which nothing is left to save.
    saves = money.as_costs and money.sign * constant.value >= gain
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


def _as_probabilities(best: float, read: DecisionRule, lead: Interval | None, money: Money) -> Note:
    """The cost of taking scores for probabilities, beside the best threshold."""
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


BAND = "The band holds each place by itself, the classes being as frequent as here."
"""What the band of a curve over all costs is."""


def _net_benefit_here(costs: Costs) -> list[Note]:
    """The net benefit at the costs at hand, beside those of the constant answers."""
    if not costs.net_benefits:
        return []
    key, found = next(iter(costs.net_benefits.items()))
    how = {"read": "taken for probabilities, the scores have", "set": "at the threshold set, the scores have"}[key]
    value, over = found.value, found.over_constant
    better = "always" if found.treat_all > 0 else "never"
    text = (
        f"Who acts at a probability of {number(found.threshold)} or more: {how} a **net benefit** of "
        f"**{number(value.value)}** hits a case ({interval_text(value)}); always predicting positive has "
        f"{number(found.treat_all)}, never 0."
    )
    if over.low > 0:
        return [Note("benefit-more", f"{text} That is surely more than {better} predicting positive.")]
    if over.high < 0:
        return [Note("benefit-less", f"{text} That is surely less than {better} predicting positive.")]
    return [Note("benefit-unclear", f"{text} These cases do not show it to be more than {better} doing so.")]


def _net_benefit(curve: CostCurves) -> Note:
    """The costs at which the scores are worth more than both constant answers."""
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
    """The savings of the scores over all costs."""
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


def _own_thresholds(costs: Costs) -> list[Note]:
    """The thresholds of single cases, where payoffs grow with an amount."""
    amounts, scored = costs.data.model.amounts, costs.data.model.scored
    if costs.by_case is None or amounts is None or costs.data.original is not None:
        return []
    if scored is not None and scored.amount.ndim > 1:
        return []
    if "own" in costs.rules and not costs.within(costs.rules["own"]):
        return []
    means = (
        float(amounts.sums.positives) / max(float(amounts.counts.positives), 1),
        float(amounts.sums.negatives) / max(float(amounts.counts.negatives), 1),
    )
    own = own_thresholds(costs.by_case, costs.data.prevalence, max(means))
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


def models_remark(data: Data, drawn: Collection[str]) -> str:
    """How to read the bands of the chart of all models, and which models have no line."""
    bands = (
        f"Scores are taken for probabilities. The bands are {confidence()} intervals at each place by itself, not of a "
        "whole curve; models of which two bands overlap may still differ, as they are judged on the same cases."
    )
    if banded(len(drawn)) == 1:
        bands = (
            f"Scores are taken for probabilities. The band is that of {literal(data.name)}, the selected model: "
            f"{confidence()} intervals at each place by itself, not of a whole curve. Each model's interval stands "
            "under the pointer."
        )
    if data.original is not None:
        bands += (
            f" Scores are taken for probabilities of these cases, and their odds are moved to where "
            f"{percent(data.prevalence)} are positive."
        )
    without = [literal(name) for name in tables(data) if name not in drawn]
    return f"{bands} Not here, because their scores are no probabilities: {listing(without)}." if without else bands


def lines_remark(costs: Costs) -> str:
    """The payoffs behind the costs, below the ways to decide."""
    payoffs = as_payoffs(costs.utility, costs.by_case is not None)
    return f"{payoffs} Thresholds chosen on these cases are ranked by unseen cases." if costs.held_out else payoffs


def method(utility: Utility, prevalence: float, by_case: bool) -> str:
    """How thresholds and curves are computed, with the numbers put in."""
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
probabilities. The interval holds the middle {confidence()} of the best thresholds of 200 resamples (seed 1). Random
guessing predicts as many positive, blindly.

**On unseen cases** the threshold is chosen again: by cross-validation in three folds, dealt class by class, 20
times, each fold is judged by the threshold that is best on the others, and what the scores save is counted on it beside
the other threshold. {BY_CASE if by_case else BY_EVIDENCE} In a chart “{CURVE_LABELS["best"]}” is that of these cases,
which flatters; “{CURVE_LABELS["unseen"]}” is counted as above, with a best threshold for each place of the axis.

{kinds}

**Net benefit** at these costs is $\\mathrm{{TP}}/M - \\mathrm{{FP}}/M \\cdot p/(1-p)$ with the threshold $p$ above; to
treat all has $P/M - N/M \\cdot p/(1-p)$, to treat none 0. Intervals and bands add the limits of both rates in squares
(Wilson 1927; Zou & Donner 2008), the classes being as frequent as here.

**H-measure.** The loss of the best thresholds, averaged over costs with the law Beta(1 + $\\pi$, 2 − $\\pi$), beside
that of the better constant answer (Hand 2009; Hand & Anagnostopoulos 2014); 0 without skill, 1 for perfect scores.
"""


BY_CASE = """Their interval lets every case count more or less, by the Dirichlet law over the cases of its class (Rubin
1981); with few cases and skewed amounts it is too narrow."""


BY_EVIDENCE = """By the likelihood ratio, each case is judged by the ratio that four fifths of the others give, the
best estimate looked for among these each time."""
