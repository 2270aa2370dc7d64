"""Sentences and tables about what a loan should cost."""

import math

import numpy as np
import pandas as pd

from ddcore.answers.words import interval_text, listing, literal, many
from ddcore.decisions.cutoffs import LendingLimits, LoanTerms
from ddcore.decisions.lending import LENDING_METHODS, RESAMPLES, Lending, cutoff_profit_bound
from ddcore.decisions.take_up import TakeUp
from ddcore.figures.lending import PER, over_risk, rate_text
from ddcore.formats import number, percent
from ddcore.interval import Interval
from ddcore.table import ScoreTable


def answer(found: Lending) -> str:
    """What should a loan cost? How far best cut-offs are above one margin for all."""
    cut, margin, policy = found.outcomes["cutoff"], found.outcomes["margin"], found.policies["cutoff"]
    if not policy.used:
        return "Lend to nobody at these rates: none of them earns anything, at any risk."
    if cut.approved == 0:
        return f"Lend to nobody here: no applicant has a risk of {number(policy.last)} or less."
    where = f"utting off at :primary[{number(policy.last)}]"
    chance = ", maybe by chance" if cut.ahead.value and cut.ahead.low <= 0 <= cut.ahead.high else ""
    if math.isnan(cut.ahead.low):
        chance = "; how surely, nobody can say"
    if not (cut.profit.value > 0 and margin.profit.value > 0):
        ways = f"{earns(cut.profit.value)}, one margin for all {earns(margin.profit.value)}"
        return f"C{where} {ways} of {PER} applied for{chance}."
    if abs(cut.more.value) < 0.0005:
        return f"C{where} earns as much as one margin for all."
    than = (
        f":primary[{percent(abs(cut.more.value))}] {'more' if cut.more.value > 0 else 'less'} than one margin for all"
    )
    return f"C{where} earns {than}{chance}."


def earns(profit: float) -> str:
    """A profit per 100 applied for, in words.

    >>> earns(0.07), earns(-0.005)
    ('earns 7.000', 'loses 0.500')
    """
    return f"{'earns' if profit >= 0 else 'loses'} {number(PER * abs(profit))}"


def reason(found: Lending) -> str:
    """What each way to lend earns."""
    one = found.outcomes
    system = number(PER * one["system"].profit.value)
    if not found.policies["cutoff"].used:
        return (
            f"Try other rates, or lend at lower costs. As many of the best rates would earn **{system}** of "
            f"{PER} applied for."
            if one["system"].profit.value > 0
            else "Lend at lower costs: no rate within the limits earns anything."
            if not found.individual[2].any()
            else "Try other rates, or lend at lower costs; to these applicants no rate at all can be offered."
        )
    bounds = scaled(one["cutoff"].profit)
    sure = "" if math.isnan(bounds.low) else f" (95 % interval {interval_text(bounds)})"
    return (
        f"Of {PER} applied for, the single margin that promises most, {percent(found.margin)}, earns "
        f"**{number(PER * one['margin'].profit.value)}**. The same rates, each given to the risks where it earns most, "
        f"earn **{number(PER * one['cutoff'].profit.value)}**{sure}; no more rates, but those that promise most, "
        f"**{system}**."
    )


def scaled(profit: Interval) -> Interval:
    """A profit per 100 applied for."""
    return Interval(PER * profit.value, PER * profit.low, PER * profit.high, PER * profit.error)


CLEAR = 1e-9
"""Standard errors of a profit below this are those of rounding."""


def worth_knowing(found: Lending, positive: str) -> list[str]:
    """What these applicants call for, and what cannot be had."""
    one, cut = found.outcomes, found.policies["cutoff"]
    said = [
        f"Truly {literal(positive)} cases are taken for **loans that are not paid back**, all others for good ones."
    ]
    idle = [i for i in range(len(cut.rates)) if i not in cut.used]
    if idle and cut.used:
        rates = listing([rate_text(cut.rates[i]) for i in idle], 8)
        never = (
            f"{rates} {'is' if len(idle) == 1 else 'are'} never the best of these rates for anybody who is approved."
        )
        better = " A higher rate earns more from those who accept it than it loses by those who refuse."
        said.append(never + (better if idle[-1] < cut.used[0] else ""))
    most, system = one["individual"].expected, one["system"].expected
    if most > 0:
        n = len(found.policies["system"].used)
        said.append(
            f"If the risks are right, no prices can be expected to earn more than {number(PER * most)}; "
            f"{many(n, 'best rate')} {'get' if n != 1 else 'gets'} {number(PER * system)}."
        )
    profit = one["cutoff"].profit
    if math.isnan(profit.low):
        said.append(
            "Nobody can say how sure these profits are: there is only one applicant, or of the weights only the sums "
            "are known."
        )
    if profit.error > CLEAR and abs(one["cutoff"].expected - profit.value) > 3 * profit.error:
        said.append(
            f"If the risks were right, best cut-offs would earn {number(PER * one['cutoff'].expected)}; on what became "
            f"of these applicants they earn {number(PER * profit.value)}. The risks do not fit these applicants."
        )
    offers = [(way.approved, way.accepted) for way in (one["margin"], one["cutoff"])]
    if all(approved > 0 for approved, _ in offers):
        (first, of_first), (second, of_second) = offers
        said.append(
            f"One margin offers {percent(first)} of the applicants a loan, and {percent(of_first)} of these accept; "
            f"best cut-offs offer it to {percent(second)}, and {percent(of_second)} accept."
        )
    else:
        said.append("At least one way to lend approves nobody; the charts show which.")
    return said


def outcomes(found: Lending) -> pd.DataFrame:
    """Every way to lend, as the document's Table 9.3 has them; profits of 100 applied for."""
    return pd.DataFrame(
        {
            "Way to lend": LENDING_METHODS[key][0],
            f"Earned of {PER} applied for": PER * one.profit.value,
            "95 % from": PER * one.profit.low,
            "95 % to": PER * one.profit.high,
            "More than one margin": one.more.value,
            "more, 95 % from": one.more.low,
            "more, 95 % to": one.more.high,
            "If the risks are right": PER * one.expected,
            "Approved": one.approved,
            "Of these accept": one.accepted,
            "Take the loan": one.enrolled,
            "Mean rate of loans": one.rate,
            f"Earned of {PER} lent": PER * one.per_loan,
        }
        for key, one in found.outcomes.items()
    )


def policies(found: Lending, risks: ScoreTable) -> pd.DataFrame:
    """Who gets which rate by each way to lend, and what share of the applicants that is."""
    cases = risks.positives + risks.negatives
    rows = []
    for key, policy in found.policies.items():
        held = np.bincount(policy.category(risks.score), cases, minlength=len(policy.rates) + 1) / cases.sum()
        starts = (-math.inf, *policy.bounds)
        for i in policy.used:
            rows.append(
                {
                    "Way to lend": LENDING_METHODS[key][0],
                    "Rate": policy.rates[i],
                    "Risk above": max(starts[i], 0.0),
                    "up to": policy.bounds[i],
                    "Share of applicants": float(held[i]),
                }
            )
    columns = ["Way to lend", "Rate", "Risk above", "up to", "Share of applicants"]
    return pd.DataFrame(rows, columns=columns)


def over_the_risk(found: Lending, terms: LoanTerms, take_up: TakeUp) -> pd.DataFrame:
    """The profits behind the chart: at each risk, of 100 applied for, at every given rate and at the best one."""
    risk, profits = over_risk(found, terms, take_up)
    columns = {
        f"at {rate_text(rate)}": PER * row for rate, row in zip(found.policies["cutoff"].rates, profits, strict=True)
    }
    own = np.interp(risk, found.individual[0], found.individual[2], right=0.0)
    return pd.DataFrame(
        {
            "Risk": risk,
            **columns,
            "Best rate": np.interp(risk, found.individual[0], found.individual[1], right=math.nan),
            "at the best rate": PER * own,
        }
    )


def by_margin(found: Lending) -> pd.DataFrame:
    """What every margin earns in expectation."""
    return pd.DataFrame({"Margin": found.margins, f"Expected of {PER} applied for": PER * found.by_margin})


def trace(found: Lending) -> pd.DataFrame:
    """The alternation of cut-offs and prices, step by step."""
    return pd.DataFrame(
        {
            "Step": number_of,
            "What": step.what,
            f"Expected of {PER} applied for": PER * step.profit,
            "Rates": ", ".join(f"{rate:.4f}" for rate in step.policy.rates),
            "Up to a risk of": ", ".join(f"{max(bound, 0.0):.4f}" for bound in step.policy.bounds),
        }
        for number_of, step in enumerate(found.steps, start=1)
    )


PRINTED = {
    "applicants": 30_000,
    "cutoff": 1708.0,
    "system": 3539.0,
    "enrolled": 0.583,
    "gap": 0.06,
    "worst gap": 0.08825,
}
"""Table 9.3 of the document: profits in $ of best cut-offs and of the system, and the share of loans in the latter; the
gap between a price and the next lower given rate, from 22 % on and, on average, at worst."""


def computed(found: Lending, terms: LoanTerms, take_up: TakeUp, limits: LendingLimits, way: str, seed: int) -> str:
    """How the ways to lend are computed, with the formulas, and what of the printed tables cannot be."""
    loans = PRINTED["enrolled"] * PRINTED["applicants"]
    least = cutoff_profit_bound(PRINTED["system"], loans, PRINTED["gap"])
    worst = cutoff_profit_bound(PRINTED["system"], loans, PRINTED["worst gap"])
    sure = not math.isnan(found.outcomes["margin"].profit.low)
    drawn = f": intervals from {RESAMPLES} resamples of them (seed {seed}), the policies kept" if sure else ""
    return f"""**A loan** of 1 at the rate $r$ earns $r - r_c$ if it is paid back and $-(LGD + r_c)$ if not (Gong
2022, Table 9.1), with the cost of funds $r_c$ = {number(terms.funds)} and the
loss given default $LGD$ = {number(terms.loss)}. From an applicant of risk $s$ who is offered $r$ the lender expects
$[(1-s)(r-r_c) - s(LGD+r_c)]\\,T$, where $T$ is the share who accept: **{literal(take_up.words)}**.

**Risk.** {RISKS[way]}

**One margin for all** gives an applicant the lowest rate $r_i$ with $s \\le r_i - r_c - m$ (section 9.1); every margin
$m$ in steps of 0.1 % was tried (the document tried 2 to 14 %).

**Best cut-offs** start from the rate that earns most at $s = 0$ and go on to the one with the nearest break-even
(Propositions 16 and 17); without adverse selection that is $s_{{ij}} = (M - r_c N)/(M + LGD\\,N)$ with
$M = T_j r_j - T_i r_i$ and $N = T_j - T_i$ (equation 9.10). They end where the last rate earns nothing any more, at
$(r-r_c)/(r+LGD)$, or at the highest risk allowed, {number(limits.riskiest)}. **Best prices** solve equation 9.11 in
each category; cut-offs and prices alternate until nothing is gained ({many(len(found.steps), "step")}; the
profit never falls). Rates stay within {percent(limits.low)} and {percent(limits.high)}.

**Judged** by what became of the applicants{drawn}.

**What the document prints cannot be.** Its system earns \\${PRINTED["system"]:,.0f} and its best cut-offs
\\${PRINTED["cutoff"]:,.0f}, "more than double". But give each of its {loans:,.0f} loans the next lower of the given
rates: nobody is lost, as fewer accept a higher rate, and a loan earns less by the gap between the two, from 22 % on at
most {PRINTED["gap"]:g}. Cut-offs then earn about \\${least:,.0f} or more; and about \\${worst:,.0f} or more, whatever
prices have the printed mean of 34.7 %. On books like that one the system adds less than 1 %.
"""


RISKS = {
    "read": "The scores are read as evidence, as is best on unseen cases: the probability of default at the share of "
    "defaults here, each applicant by what four fifths of the others teach.",
    "scores": "The scores are taken for probabilities of default as they stand.",
}


def unanswered() -> str:
    """The first line where something cannot be used."""
    return "This cannot be used yet."
