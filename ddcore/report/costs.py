"""Sentences and tables about what mistakes cost and where the line is then."""

import math
from collections.abc import Mapping

import numpy as np
import pandas as pd

from ddcore.answers.words import literal, reach, values
from ddcore.decisions.amounts import UtilityByCase
from ddcore.decisions.by_case import utility_at
from ddcore.decisions.cost_curves import COST_CURVES, CURVE_LABELS, CostCurves
from ddcore.decisions.costs import threshold
from ddcore.decisions.decision_rules import RULES, DecisionRule, DecisionRules
from ddcore.decisions.utility import Utility
from ddcore.errors import InputError
from ddcore.formats import number, percent
from ddcore.formats import worth as amount
from ddcore.interval import UNKNOWN, Interval
from ddcore.scores.thresholds import BootstrapInterval


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
        return f"a miss costs {_times(miss / alarm)} times a false alarm"
    return f"a false alarm costs {_times(alarm / miss)} times a miss"


def _times(ratio: float) -> str:
    return number(round(ratio, 3))


def as_payoffs(utility: Utility, average: bool = False) -> str:
    """The four payoffs with their signs, for those who write costs.

    >>> as_payoffs(Utility(tp=0, fp=-1, fn=-5, tn=0))
    'As payoffs: TP 0, FP −1, FN −5, TN 0. Costs are payoffs with the other sign.'
    """
    listed = ", ".join(f"{name.upper()} {number(float(payoff))}" for name, payoff in utility.payoffs.items())
    whose = "As payoffs, of an average case" if average else "As payoffs"
    return f"{whose}: {listed}. Costs are payoffs with the other sign."


def answer(utility: Utility, found: DecisionRules, by_case: UtilityByCase | None = None) -> str:
    """What does a mistake cost, and where is the line then?"""
    best = found["best"]
    here = f"from {number(best.threshold)}" if math.isfinite(best.threshold) else "never"
    if by_case is not None:
        return f"At these amounts, call positive :primary[{here}]."
    chance = float(found.bayes_threshold.posterior)
    return f"If {stakes(utility)}, call positive from a chance of :primary[{number(chance)}]; on these scores, {here}."


def reason(
    utility: Utility,
    found: DecisionRules,
    sure: BootstrapInterval | None,
    sign: int,
    span: float,
    by_case: bool = False,
) -> str:
    """Where the line comes from, and what it costs on these cases."""
    unit, best = utility.unit, found["best"]
    miss, alarm = (float(stake) for stake in utility.stakes)
    said = ""
    if not by_case:
        said = (
            f"A false alarm puts {number(alarm)} at stake, a miss {number(miss)}: both weigh the same at a chance of "
            f"{number(alarm)} / ({number(alarm)} + {number(miss)}). "
        )
    at = f"from **{number(best.threshold)}**" if math.isfinite(best.threshold) else "by calling nothing positive"
    around = ""
    if sure is not None and math.isfinite(sure.low) and sure.low < sure.high:
        around = f" (95 % of resamples: {reach(sure.low, sure.high)})"
    verb = "cost least" if sign < 0 else "yield most"
    least = _money(sign * best.value, span, unit)
    said = f"{said}With one threshold, these cases {verb}, **{least}** a case, {at}{around}."
    if sure is None or math.isnan(sure.value):
        return said
    low, high = sorted((sign * sure.value_low, sign * sure.value_high))
    return (
        f"{said} On cases that had no say in it, a case {'costs' if sign < 0 else 'yields'} "
        f"**{_money(sign * sure.value, span, unit)}** ({amount(low, span)} to {amount(high, span)})."
    )


def shown_span(span: float, *values: float) -> float:
    """The scale by which amounts a case get their digits: that of the payoffs, or a narrower one if they are rare.

    A miss that costs 500 and hardly ever happens costs 0.0123 a case.
    """
    largest = max(map(abs, values))
    return min(span, 10 * largest) if largest > 0 else span


def _money(x: float, span: float, unit: str) -> str:
    return amount(x, span) + (f" {literal(unit)}" if unit else "")


UNSEEN: Mapping[str, Interval] = {}
"""What nothing is known of."""


def places(
    found: DecisionRules, utility: Utility, sign: int, span: float, unseen: Mapping[str, Interval] = UNSEEN
) -> str:
    """The lines one can draw, as a small table, the dearest last; below those of `unseen` what they are on other cases.

    `unseen` has the mean payoff on cases that had no say in a line, by the key of its option.
    """
    head = f"{'cost' if sign < 0 else 'payoff'} a case" + (f", {literal(utility.unit)}" if utility.unit else "")
    rows = [f"| the line | from | {head} |", "|:--|--:|--:|"]
    for option in sorted(found.rules, key=lambda one: -one.value):
        rows.append(f"| {RULES[option.key][0]} | {_called(option)} | {amount(sign * option.value, span)} |")
        if option.key in unseen:
            rows.append(f"| the same on cases that had no say | | {amount(sign * unseen[option.key].value, span)} |")
    return "\n".join(rows)


def _called(option: DecisionRule) -> str:
    if option.called is None:
        return "by amount"
    if not option.called:
        return "never"
    if option.called == ((-math.inf, math.inf),):
        return "always"
    return (
        number(option.threshold)
        if not math.isnan(option.threshold)
        else f"{len(option.called)} stretch{'es' if len(option.called) > 1 else ''}"
    )


def worth_knowing(
    found: DecisionRules,
    utility: Utility,
    sign: int,
    span: float,
    prevalence: float,
    h: float,
    curve: CostCurves | None,
    ahead: Mapping[str, Interval] | None = None,
) -> list[str]:
    """What these costs call for.

    `ahead` says of cases that had no say in the best threshold by how much it is better there than another line, by
    the key of that, and under "h" their H-measure.
    """
    unit, best, free = utility.unit, found["best"], found.constant
    ahead = {key: one for key, one in (ahead or {}).items() if not math.isnan(one.value)}
    said = [_saved(best.value - free.value, ahead.get(free.key), free, sign, span, unit)]
    if "read" in found:
        lost = best.value - found["read"].value
        said.append(_taken(lost, ahead.get("read"), found["read"].threshold, sign, span, unit))
    if curve is not None and curve.kind.key == "decision":
        said += _useful(curve)
    if not math.isnan(h):
        said.append(_h_measure(h, ahead.get("h")))
    if math.isfinite(float(found.bayes_threshold.ratio)):
        said.append(
            f"The chance does not depend on how frequent positives are, the likelihood ratio does: with "
            f"{percent(prevalence)} positive it is {number(float(found.bayes_threshold.ratio))}."
        )
    return said


def _saved(gain: float, ahead: Interval | None, free: DecisionRule, sign: int, span: float, unit: str) -> str:
    """What the scores save beside the better constant answer: of cases that had no say, where that is known."""
    name = CURVE_LABELS[free.key]
    least = f"{_money(sign * free.value, span, unit)} a case"
    if gain <= 1e-12 * span:
        return f"At these costs the scores as they are save **nothing** on these cases: {name} is as good, {least}."
    start = f"Without scores the best is {name}, {least}"
    # A cost below zero is a gain, of which nothing is left to save.
    saves = sign < 0 and sign * free.value >= gain
    verb, rest = ("save", " of it") if saves else ("gain", " a case")
    if ahead is None:
        return (
            f"{start}; on these cases, which chose the threshold, the scores {verb} {_money(gain, span, unit)}{rest}."
        )
    between = f"{amount(ahead.low, span)} to {amount(ahead.high, span)}"
    if ahead.low > 0:
        won = f"**{_money(ahead.value, span, unit)}**{rest} ({between})"
        return f"{start}; on cases that had no say in the threshold, the scores {verb} {won}."
    nothing = "nothing" if ahead.high < 0 else "maybe nothing"
    return f"{start}; the scores {verb} **{nothing}**: {between}{rest} on cases that had no say in the threshold."


ROUNDING = 1e-12
"""An H-measure up to which is none: of scores that are all one it is so far from 0 by rounding alone."""


def _h_measure(h: float, ahead: Interval | None) -> str:
    """What the scores save over all costs."""
    if ahead is None:
        return (
            f"Over all costs there may be, the scores save {percent(h)} of what the better constant answer loses on "
            f"these cases: their **H-measure** is {number(h)}."
        )
    between = values(ahead.low, ahead.high)
    if ahead.low > ROUNDING:
        return (
            f"Over all costs there may be, the scores save {percent(ahead.value)} of what the better constant answer "
            f"loses on cases that had no say in the thresholds: an **H-measure** of {number(ahead.value)} ({between}), "
            f"{number(h)} on these."
        )
    nothing = "nothing" if ahead.high <= ROUNDING else "maybe nothing"
    return (
        f"Over all costs there may be, the scores save **{nothing}** of what the better constant answer loses: "
        f"their **H-measure** is {between} on cases that had no say in the thresholds, {number(h)} on these."
    )


def _taken(lost: float, ahead: Interval | None, chance: float, sign: int, span: float, unit: str) -> str:
    """What it costs to take scores for probabilities, beside the best threshold."""
    how = f"Taking the scores for probabilities, from {number(chance)} on,"
    if lost <= 1e-12 * span:
        return f"{how} is as good as the best threshold."
    verb, more = ("costs", "more") if sign < 0 else ("yields", "less")
    if ahead is None:
        return f"{how} {verb} {_money(lost, span, unit)} a case {more} on these cases than the best threshold."
    between = f"{amount(ahead.low, span)} to {amount(ahead.high, span)}"
    if ahead.low > 0:
        least = f"{_money(ahead.value, span, unit)} a case {more} ({between})"
        return f"{how} {verb} {least} than the best threshold: they are not calibrated."
    return f"{how} may be as good as the best threshold: on cases that had no say it {verb} {between} {more}."


def _useful(curve: CostCurves) -> list[str]:
    key = next(key for key in ("read", "unseen", "best") if key in curve.lines)
    free = np.maximum(curve.lines["all"], curve.lines["none"])
    better = curve.x[curve.lines[key] > free + 1e-9]
    start, how = {
        "read": ("Net benefit on these cases", "taken for probabilities"),
        "unseen": ("Net benefit on cases that had no say in the threshold", "with the best threshold"),
        "best": ("Net benefit on these cases, which chose the threshold", "with the best threshold"),
    }[key]
    if not better.size:
        return [f"{start}: {how}, the scores are never worth more than always or never calling positive."]
    low, high = number(float(better[0])), number(float(better[-1]))
    whole = better.size == np.searchsorted(curve.x, better[-1]) - np.searchsorted(curve.x, better[0]) + 1
    where = f"for chances from {low} to {high}" if whole else f"for some chances between {low} and {high}"
    return [f"{start}: {how}, the scores are worth more than both constant answers {where}."]


def by_amount(by_case: UtilityByCase, prevalence: float, positive: float, negative: float) -> list[str]:
    """Where the line is for single cases of some amounts: `positive` and `negative` are the mean amounts."""
    middle = max(positive, negative)
    if not middle > 0:
        return []
    said = []
    for factor in (0.1, 1.0, 10.0):
        try:
            chance = float(threshold(utility_at(by_case, factor * middle), prevalence).posterior)
        except InputError:
            continue
        said.append(f"at {number(factor * middle)} from {number(chance)}")
    if not said:
        return []
    return [
        f"If the scores are probabilities, each case has its own line: {', '.join(said)}. The chart has one threshold "
        f"for all; the table says what each way costs."
    ]


def table(
    found: DecisionRules, sure: BootstrapInterval | None, sign: int, unseen: Mapping[str, Interval] = UNSEEN
) -> pd.DataFrame:
    """One row a line: where it is, whose it is, what it costs; `unseen` is as for `places`."""
    head = "Cost per case" if sign < 0 else "Payoff per case"
    rows = []
    for one in found.rules:
        other = unseen.get(one.key, UNKNOWN)
        low, high = sorted((sign * other.low, sign * other.high))
        rows.append(
            {
                "The line": RULES[one.key][0],
                "Called positive": _called(one),
                "Threshold": one.threshold,
                "95 % from": sure.low if sure is not None and one.key == "best" else math.nan,
                "to": sure.high if sure is not None and one.key == "best" else math.nan,
                head: sign * one.value,
                "On cases left out": sign * other.value,
                "left out, 95 % from": low,
                "left out, to": high,
                "Source": RULES[one.key][1],
            }
        )
    return pd.DataFrame(rows)


def points(curve: CostCurves) -> pd.DataFrame:
    """Every line at each place of the axis."""
    titled = {CURVE_LABELS[key]: values for key, values in curve.lines.items()}
    return pd.DataFrame({curve.kind.x_title: curve.x, **titled})


def computed(utility: Utility, prevalence: float, average: bool = False) -> str:
    """How lines and curves are computed, with the numbers put in."""
    miss, alarm = (float(stake) for stake in utility.stakes)
    both = f"\\frac{{{alarm:.15g}}}{{{alarm:.15g} + {miss:.15g}}}"
    kinds = "\n\n".join(f"**{kind.title}.** {kind.words} {kind.source}." for kind in COST_CURVES.values())
    payoffs = ", ".join(f"$U_{{{name.upper()}}}$ = {number(float(payoff))}" for name, payoff in utility.payoffs.items())
    whose = " (of a case with the mean amount)" if average else ""
    weighed = (
        "Their interval lets every case count more or less, by the Dirichlet law over the cases of its class (Rubin "
        "1981); with few cases and skewed amounts it is too narrow."
        if average
        else "Read as evidence, each case is read by what four fifths of the others teach, the best reading looked for "
        "among these each time."
    )
    return f"""**Costs are payoffs with the other sign.** {payoffs}{whose}. At stake on a truly positive case is
$S_1 = U_{{TP}} - U_{{FN}}$, on a truly negative one $S_0 = U_{{TN}} - U_{{FP}}$. Adding a number to all payoffs, or
multiplying all by one above 0, moves no line.

**The line.** Calling a case with the chance $p$ of being positive so pays where $p S_1 > (1-p) S_0$: from
$p = S_0 / (S_0 + S_1) = {both}$ on (Elkan 2001), which is a likelihood ratio of
$(1-\\pi) S_0 / (\\pi S_1)$ with the share of positives $\\pi$ = {number(prevalence)} (Gong 2022,
Proposition 12, Corollary 10).

**On these cases** every threshold was tried, and the one of greatest mean payoff taken (Wang & Chen 2017); it needs no
probabilities. The interval holds the middle 95 % of the best thresholds of 200 resamples (seed 1). The draw calls as
many positive, blindly.

**On cases that had no say** the threshold is chosen again: the cases are dealt to three parts, class by class, 20
times, each part is judged by the threshold that is best on the others, and what the scores save is counted on it beside
the other line. {weighed} In a chart “{CURVE_LABELS["best"]}” is that of these cases, which flatters;
“{CURVE_LABELS["unseen"]}” is counted as above, with a best threshold for each place of the axis.

{kinds}

**H-measure.** The loss of the best thresholds, averaged over costs with the law Beta(1 + $\\pi$, 2 − $\\pi$), beside
that of the better constant answer (Hand 2009; Hand & Anagnostopoulos 2014); 0 without skill, 1 for perfect scores.
"""
