"""The sentences of costs: the answer, its reason, its notes, and how it is computed."""

import math
from collections.abc import Collection

import numpy as np

from ddcore.answers.base.answer import Note
from ddcore.answers.base.money import CONSTANTS, Money, as_payoffs
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
        alone = f"without the limit, at ≥ {number(costs.unlimited.rules['best'].threshold)}"
        if math.isfinite(best):
            return f"Within the limit, {limit}, predict positive at scores ≥ **{number(best)}**; {alone}."
        return f"Within the limit, {limit}, predict **no case positive**; {alone}."
    if math.isfinite(best):
        predict = f"predict positive at scores ≥ **{number(best)}**"
    else:
        predict = "**never** predict positive"
    if costs.by_case is not None:
        return f"At these amounts, {predict}."
    probability = number(float(costs.rules.bayes_threshold.posterior))
    return f"If {stakes(costs.utility)}, {predict}; with calibrated probabilities, at ≥ {probability}."


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
    within = "" if costs.limit is None else " within the limit"
    resampled = ""
    if best is not None and math.isfinite(best.low) and best.low < best.high:
        resampled = f" ({confidence()} of resamples: {reach(best.low, best.high)})"
    costing = f"{money.verb(rule.value)} **{money.text(rule.value)}** a case"
    if math.isfinite(rule.threshold):
        parts.append(
            f"On these cases the best threshold{within} is **{number(rule.threshold)}**{resampled}: it {costing}."
        )
    else:
        parts.append(f"On these cases it is best{within} to predict no case positive{resampled}: that {costing}.")
    if best is not None and not math.isnan(best.value):
        parts.append(_unseen(costs, best, money))
    return " ".join(parts)


def payoff_words(money: Money) -> tuple[str, str, int]:
    """What the best payoff per case is called, its unit, and the sign with which it is written."""
    called = "the lowest cost of a case" if money.as_costs else "the highest payoff of a case"
    return called, f" {literal(money.unit)}" if money.unit else "", money.sign


def _unseen(costs: Costs, best: BootstrapInterval, money: Money) -> str:
    """The payoff of an unseen case, its share of positives fixed, and known from these cases only."""
    earns = f"An unseen case {money.verb(best.value)} **{money.text(best.value)}**"
    given, drawn = money.between(best.value_low, best.value_high), costs.share_drawn
    share = percent(costs.data.prevalence)
    if not drawn.is_finite:
        return f"{earns} ({given} if {share} are positive)."
    of_drawn = money.between(drawn.low, drawn.high)
    if of_drawn == given:
        return f"{earns} ({given})."
    return f"{earns} ({given} if exactly {share} are positive, {of_drawn} if these cases only estimate that share)."


def _balance(utility: Utility) -> str:
    """The probability at which both mistakes weigh the same."""
    miss, alarm = (number(float(stake)) for stake in utility.stakes)
    return (
        f"A false alarm loses {alarm}, a miss {miss}: both balance at a probability of `{alarm} / ({alarm} + {miss})`."
    )


def limit_notes(costs: Costs, prices: Prices, money: Money) -> list[Note]:
    """The cost of the limit; empty where there is none."""
    if costs.limit is None:
        return []
    limit, rest = limit_text(costs.limit, prices.period, prices.volume), costs.unlimited
    best, limited = rest.rules["best"], costs.rules["best"]
    if costs.within(best):
        return [
            Note("limit-met", f"The limit, {limit} predicted positive, has no effect: the best threshold keeps to it.")
        ]
    text = (
        f"The limit, {limit} predicted positive, changes the best threshold on these cases. Without it the best is "
        f"{money.text(best.value)} a case, {rule_text(best)}; with it, {money.text(limited.value)}, "
        f"{rule_text(limited)}."
    )
    both = [each.held_out.get("best") for each in (rest, costs)]
    if both[0] is not None and both[1] is not None:
        without, within = (money.text(each.value) for each in both if each is not None)
        text = f"{text} On unseen cases it is {without} a case without the limit and {within} with it."
    return [
        Note("limit", f"{text} The same threshold may predict slightly more positives on other cases.", kind="rests")
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
                "The threshold on the probability does not depend on the share of positives. The threshold on the "
                f"likelihood ratio does: with {percent(prevalence)} positive it is {number(ratio)}.",
            )
        )
    return [*worth_knowing, *_own_thresholds(costs)]


def _savings(gain: float, lead: Interval | None, constant: DecisionRule, money: Money, either: bool = True) -> Note:
    """The gain of the scores over the better constant answer that the limit allows; `either` says whether both are.

    It is that on unseen cases where these are known.
    """
    name, least = CONSTANTS[constant.key], f"{money.text(constant.value)} a case"
    if gain <= 1e-12 * money.span:
        text = f"At these costs the scores save **nothing** on these cases: {name} is just as good, {least}."
        return Note("saves-nothing-here", text)
    # A cost below zero is a gain, of which nothing is left to save.
    saves = money.as_costs and money.sign * constant.value >= gain
    save, of_it = ("save", "of that") if saves else ("gain", "a case")
    start = f"Without scores the best choice is {name}, {least}"
    if not either:
        start = f"Without scores only {name} keeps to the limit, {least}"
    if lead is None:
        return Note(
            "saves-here",
            f"{start}. On these cases, which chose the threshold, the scores {save} {money.in_unit(gain)} {of_it}.",
        )
    between = money.lead(lead.low, lead.high)
    if lead.low > 0:
        return Note(
            "saves",
            f"{start}. On unseen cases the scores {save} **{money.in_unit(lead.value)}** {of_it} ({between}).",
        )
    if lead.high < 0:
        return Note("saves-nothing", f"{start}. On unseen cases the scores {save} **nothing** ({between} {of_it}).")
    return Note(
        "maybe-saves-nothing",
        f"{start}. On unseen cases it is **not certain** that the scores {save} anything ({between} {of_it}).",
    )


def _as_probabilities(best: float, read: DecisionRule, lead: Interval | None, money: Money) -> Note:
    """The cost of taking scores for probabilities, beside the best threshold."""
    how, lost = f"Using the scores as probabilities, at ≥ {number(read.threshold)},", best - read.value
    if lost <= 1e-12 * money.span:
        return Note("as-good-as-probabilities", f"{how} is just as good as the best threshold.")
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
            f"{how} {costs} {money.in_unit(lead.value)} a case {more} ({between}) than the best threshold. The scores "
            f"are not calibrated.",
        )
    return Note(
        "maybe-as-good-as-probabilities",
        f"{how} is about as good as the best threshold (on unseen cases it {costs} {between} {more}).",
    )


BAND = "The band is an interval at each place separately, with the classes as frequent as in these cases."
"""What the band of a curve over all costs is."""


def _net_benefit_here(costs: Costs) -> list[Note]:
    """The net benefit at these costs, beside those of the constant answers."""
    if not costs.net_benefits:
        return []
    key, found = next(iter(costs.net_benefits.items()))
    how = {"read": "scores used as probabilities", "set": "scores at the threshold in use"}[key]
    value, over = found.value, found.over_constant
    better = CONSTANTS["all" if found.treat_all > 0 else "none"]
    text = (
        f"At a probability threshold of {number(found.threshold)}, the {how} have a **net benefit** of "
        f"**{number(value.value)}** true positives a case ({interval_text(value)}). Always predicting positive has "
        f"{number(found.treat_all)}, never predicting positive 0."
    )
    if over.low > 0:
        return [Note("benefit-more", f"{text} The scores are surely better than {better}.")]
    if over.high < 0:
        return [Note("benefit-less", f"{text} The scores are surely worse than {better}.")]
    return [Note("benefit-unclear", f"{text} These cases do not show that the scores are better than {better}.")]


def _net_benefit(curve: CostCurves) -> Note:
    """The costs at which the scores are worth more than both constant answers."""
    key = next(key for key in ("read", "unseen", "best") if key in curve.lines)
    how = {
        "read": "On these cases the scores used as probabilities have",
        "unseen": "On unseen cases the scores with the best threshold have",
        "best": "On these cases, which chose the threshold, the scores with the best threshold have",
    }[key]
    better = curve.x[curve.lines[key] > np.maximum(curve.lines["all"], curve.lines["none"]) + 1e-9]
    if not better.size:
        text = f"{how} at no probability threshold a higher net benefit than always or never predicting positive."
        return Note("no-net-benefit", text)
    low, high = number(float(better[0])), number(float(better[-1]))
    if better.size == np.searchsorted(curve.x, better[-1]) - np.searchsorted(curve.x, better[0]) + 1:
        return Note(
            "net-benefit",
            f"{how} a higher net benefit than always or never predicting positive at probability thresholds from {low} "
            f"to {high}.",
        )
    return Note(
        "some-net-benefit",
        f"{how} a higher net benefit than always or never predicting positive at some probability thresholds between "
        f"{low} and {high}.",
    )


def _h_measure(h: float, held_out: Interval | None) -> Note:
    """The savings of the scores over all costs."""
    if held_out is None:
        return Note(
            "h-measure-here",
            f"Averaged over all costs, the scores save {percent(h)} of the loss without scores on these cases: "
            f"their **H-measure** is {number(h)}.",
        )
    between = values(held_out.low, held_out.high)
    if held_out.low > ROUNDING:
        return Note(
            "h-measure",
            f"Averaged over all costs, the scores save {percent(held_out.value)} of the loss without scores on "
            f"unseen cases: their **H-measure** is {number(held_out.value)} ({between}). On these cases it is "
            f"{number(h)}.",
        )
    its_value = f"their **H-measure** is {between} on unseen cases and {number(h)} on these"
    if held_out.high <= ROUNDING:
        return Note("h-measure-of-nothing", f"Averaged over all costs, the scores save **nothing**: {its_value}.")
    return Note(
        "h-measure-of-maybe-nothing",
        f"Averaged over all costs, it is **not certain** that the scores save anything: {its_value}.",
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
            f"If the scores are probabilities, each case has its own threshold: {lines}. The chart shows one threshold "
            "for all cases; the table gives the cost of each way to decide.",
        )
    ]


def models_remark(data: Data, drawn: Collection[str]) -> str:
    """How to read the bands of the chart of all models, and which models have no line."""
    bands = (
        f"All scores are used as probabilities. The bands are {confidence()} intervals at each place separately, not "
        "for a whole curve. Models whose bands overlap may still differ, because they are judged on the same cases."
    )
    if banded(len(drawn)) == 1:
        bands = (
            f"All scores are used as probabilities. The band belongs to {literal(data.name)}, the selected model: "
            f"{confidence()} intervals at each place separately, not for a whole curve. Point at a line to see the "
            "interval of another model."
        )
    if data.original is not None:
        bands += (
            f" The scores count as probabilities among these cases; their odds are adjusted to a base rate of "
            f"{percent(data.prevalence)}."
        )
    without = [literal(name) for name in tables(data) if name not in drawn]
    return f"{bands} Not shown, because their scores are not probabilities: {listing(without)}." if without else bands


def lines_remark(costs: Costs) -> str:
    """The payoffs behind the costs, below the ways to decide."""
    payoffs = as_payoffs(costs.utility, costs.by_case is not None)
    return f"{payoffs} Ways are ranked by their worth on unseen cases." if costs.held_out else payoffs


def method(utility: Utility, prevalence: float, by_case: bool) -> str:
    """How thresholds and curves are computed, with the numbers put in."""
    miss, alarm = (float(stake) for stake in utility.stakes)
    both = f"\\frac{{{alarm:.15g}}}{{{alarm:.15g} + {miss:.15g}}}"
    kinds = "\n\n".join(f"**{kind.title}.** {kind.words} {kind.source}." for kind in COST_CURVES.values())
    payoffs = ", ".join(f"$U_{{{name.upper()}}}$ = {number(float(payoff))}" for name, payoff in utility.payoffs.items())
    whose = " (of a case with the mean amount)" if by_case else ""
    return f"""**Costs are payoffs with the opposite sign.** {payoffs}{whose}. At stake on a truly positive case is
$S_1 = U_{{TP}} - U_{{FN}}$, on a truly negative one $S_0 = U_{{TN}} - U_{{FP}}$. Adding a number to all payoffs, or
multiplying all by one above 0, moves no threshold.

**The threshold.** Predicting positive pays for a case of probability $p$ if $p S_1 > (1-p) S_0$, that is at
$p \\ge S_0 / (S_0 + S_1) = {both}$ (Elkan 2001), which is a likelihood ratio of
$(1-\\pi) S_0 / (\\pi S_1)$ with the share of positives $\\pi$ = {number(prevalence)} (Gong 2022, Proposition 12,
Corollary 10).

**On these cases** every threshold was tried, and the one of greatest mean payoff taken (Wang & Chen 2017); it needs no
probabilities. The interval contains the middle {confidence()} of the best thresholds of 200 resamples (seed 1). Random
guessing predicts the same number of cases positive, blindly.

**On unseen cases** the threshold is chosen again: by cross-validation in three folds, dealt class by class, 20
times, each fold is judged by the threshold that is best on the others. {BY_CASE if by_case else BY_EVIDENCE} In a chart
“{CURVE_LABELS["best"]}” is that of these cases, which is too good; “{CURVE_LABELS["unseen"]}” is cross-validated, with
a best threshold for each place of the axis.

{kinds}

**Net benefit** at these costs is $\\mathrm{{TP}}/M - \\mathrm{{FP}}/M \\cdot p/(1-p)$ with the threshold $p$ above; to
treat all has $P/M - N/M \\cdot p/(1-p)$, to treat none 0. Intervals and bands add the limits of both rates in squares
(Wilson 1927; Zou & Donner 2008), the classes being as frequent as here.

**H-measure.** The loss of the best thresholds, averaged over costs with the law Beta(1 + $\\pi$, 2 − $\\pi$), beside
that of the better constant answer (Hand 2009; Hand & Anagnostopoulos 2014); 0 without skill, 1 for perfect scores.
"""


BY_CASE = """The interval weights the cases of each class at random, by a Dirichlet distribution (Rubin 1981); with few
cases and skewed amounts it is too narrow."""


BY_EVIDENCE = """By the likelihood ratio, each case is judged by the ratio estimated from four fifths of the others,
with the best estimator chosen among these each time."""
