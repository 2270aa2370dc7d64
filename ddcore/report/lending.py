"""Sentences and tables about what a loan should cost."""

import math

import numpy as np
import pandas as pd

from ddcore.decisions.lending import METHODS, Lending, least_of_cutoffs
from ddcore.decisions.pricing import Limits, Terms
from ddcore.decisions.take_up import TakeUp
from ddcore.figures.lending import PER, over_risk
from ddcore.figures.theme import number, percent
from ddcore.report.curves import interval
from ddcore.report.words import listing, literal
from ddcore.scores.intervals import Interval
from ddcore.table import ScoreTable


def answer(found: Lending) -> str:
    """What should a loan cost? How far best cut-offs are above one margin for all."""
    cut, more = found.outcomes["cutoff"], found.outcomes["cutoff"].more
    policy = found.policies["cutoff"]
    if not policy.used:
        return "Lend to nobody: at these rates no risk earns anything."
    if cut.approved == 0:
        return f"Lend to nobody here: no applicant has a risk of {number(policy.last)} or less."
    if not cut.profit.value > 0:
        return f"Lend to nobody: on these applicants, even the best cut-offs lose {_of(-cut.profit.value)}."
    where = f"utting off at :primary[{number(policy.last)}] earns"
    if math.isnan(more.value):
        return f"C{where} {_of(cut.profit.value)}; no single margin for all earns anything."
    if abs(more.value) < 0.0005:
        return f"C{where} as much as one margin for all."
    than = f":primary[{percent(abs(more.value))}] {'more' if more.value > 0 else 'less'} than one margin for all"
    return f"C{where} {than}{'.' if math.isnan(more.low) or not more.low <= 0 <= more.high else ', maybe by chance.'}"


def _of(profit: float) -> str:
    return f"{number(PER * profit)} of {PER} applied for"


def reason(found: Lending) -> str:
    """What each way to lend earns."""
    one = found.outcomes
    if not found.policies["cutoff"].used:
        return "Ask for higher rates, or lend at lower costs; below stands what each rate would earn."
    bounds = scaled(one["cutoff"].profit)
    sure = "" if math.isnan(bounds.low) else f" (95 % interval {interval(bounds)})"
    return (
        f"Of {PER} applied for, the best single margin for all, {percent(found.margin)}, earns "
        f"**{number(PER * one['margin'].profit.value)}**. The same rates, each given to the risks where it earns most, "
        f"earn **{number(PER * one['cutoff'].profit.value)}**{sure}; as many rates, but the best ones, "
        f"**{number(PER * one['system'].profit.value)}**."
    )


def scaled(profit: Interval) -> Interval:
    """A profit per 100 applied for."""
    return Interval(*(PER * x for x in (profit.value, profit.low, profit.high, profit.error)))


def worth_knowing(found: Lending, positive: str) -> list[str]:
    """What these applicants call for, and what cannot be had."""
    one, cut = found.outcomes, found.policies["cutoff"]
    said = [
        f"Truly {literal(positive)} cases are taken for **loans that are not paid back**, all others for good ones."
    ]
    idle = [rate for i, rate in enumerate(cut.rates) if i not in cut.used]
    if idle and cut.used:
        are = "is" if len(idle) == 1 else "are"
        said.append(
            f"{listing([percent(rate) for rate in idle], 8)} {are} nowhere the best of these rates: at every risk "
            f"another one earns more. A higher rate loses some applicants, but the others pay more than that."
        )
    most = one["individual"].profit.value
    system = one["system"].profit.value
    if system > 0:
        rest = max(most - system, 0.0)
        said.append(
            f"A price for each applicant would earn {number(PER * most)}: no rates and no cut-offs can earn more, and "
            f"{len(found.policies['system'].rates)} best rates leave only {number(PER * rest)} of it."
        )
    gain = one["cutoff"].expected - one["cutoff"].profit.value
    error = one["cutoff"].profit.error
    if error > 0 and abs(gain) > 3 * error:
        said.append(
            f"If the risks were right, best cut-offs would earn {number(PER * one['cutoff'].expected)}; on what became "
            f"of these applicants they earn {number(PER * one['cutoff'].profit.value)}. The risks are off."
        )
    said.append(
        f"Approving more is not earning more: one margin approves {percent(one['margin'].approved)} of the applicants "
        f"and {percent(one['margin'].accepted)} of these accept; best cut-offs {percent(one['cutoff'].approved)} and "
        f"{percent(one['cutoff'].accepted)}."
        if cut.used and not math.isnan(one["margin"].accepted) and not math.isnan(one["cutoff"].accepted)
        else "Nobody gets a loan by one of the ways; the charts show why."
    )
    return said


def outcomes(found: Lending) -> pd.DataFrame:
    """Every way to lend, as the document's Table 9.3 has them; profits of 100 applied for."""
    return pd.DataFrame(
        {
            "Way to lend": METHODS[key][0],
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
                    "Way to lend": METHODS[key][0],
                    "Rate": policy.rates[i],
                    "Risk above": max(starts[i], 0.0),
                    "up to": policy.bounds[i],
                    "Share of applicants": float(held[i]),
                }
            )
    columns = ["Way to lend", "Rate", "Risk above", "up to", "Share of applicants"]
    return pd.DataFrame(rows, columns=columns)


def over_the_risk(found: Lending, terms: Terms, take_up: TakeUp) -> pd.DataFrame:
    """The profits behind the chart: at each risk, of 100 applied for, at every given rate and at the best one."""
    risk, profits = over_risk(found, terms, take_up)
    columns = {
        f"at {percent(rate)}": PER * row for rate, row in zip(found.policies["cutoff"].rates, profits, strict=True)
    }
    own = np.interp(risk, found.own[0], found.own[2], right=0.0)
    return pd.DataFrame(
        {
            "Risk": risk,
            **columns,
            "Best rate": np.interp(risk, found.own[0], found.own[1], right=math.nan),
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


PRINTED = {"applicants": 30_000, "cutoff": 1708.0, "system": 3539.0, "enrolled": 0.583, "gap": 0.06}
"""Table 9.3 of the document: profits in $ of best cut-offs and of the system, and the share of loans in the latter."""


def computed(found: Lending, terms: Terms, take_up: TakeUp, limits: Limits, way: str, seed: int) -> str:
    """How the ways to lend are computed, with the formulas, and what of the printed tables cannot be."""
    loans = PRINTED["enrolled"] * PRINTED["applicants"]
    least = least_of_cutoffs(PRINTED["system"], loans, PRINTED["gap"])
    cut = found.policies["cutoff"]
    return f"""**A loan** of 1 at the rate $r$ earns $r - r_c$ if it is paid back and $-(LGD + r_c)$ if not (a
dissertation on likelihood transformations, Table 9.1), with the cost of funds $r_c$ = {number(terms.funds)} and the
loss given default $LGD$ = {number(terms.loss)}. An applicant of risk $s$ who is offered $r$ is expected to earn
$[(1-s)(r-r_c) - s(LGD+r_c)]\\,T$, where $T$ is the share who accept: **{literal(take_up.words)}**. The function in
the document cannot be read; the quartic is a guess.

**Risk.** {RISKS[way]}

**One margin for all** gives an applicant the lowest rate $r_i$ with $s \\le r_i - r_c - m$ (section 9.1); every margin
$m$ in steps of 0.1 % was tried. **Best cut-offs** start from the rate that earns most at $s = 0$ and go on to the one
with the nearest break-even (Propositions 16 and 17); without adverse selection that is
$s_{{ij}} = (M - r_c N)/(M + LGD\\,N)$ with $M = T_j r_j - T_i r_i$ and $N = T_j - T_i$ (equation 9.10). They end at
$(r-r_c)/(r+LGD)$ = {number(max(cut.last, 0.0))}. **Best prices** solve equation 9.11 in each category; cut-offs and
prices alternate until nothing is gained ({len(found.steps)} steps, none of which loses). Rates stay within
{percent(limits.low)} and {percent(limits.high)}, risks up to {number(limits.riskiest)}.

**Judged** by what became of the applicants: intervals from 400 resamples of them (seed {seed}), the policies kept.

**What the document prints cannot be.** Its system earns ${PRINTED["system"]:,.0f} and its best cut-offs
${PRINTED["cutoff"]:,.0f}, "more than double". But give each of its {loans:,.0f} loans the next lower of the given
rates: nobody is lost, as fewer accept a higher rate, and a loan earns less by the gap of at most
{PRINTED["gap"]:.2f}. Cut-offs then earn ${least:,.0f} or more. On books like that one the system adds less than 1 %.
"""


RISKS = {
    "read": "The scores are read as evidence by kernels: the probability of default at the share of defaults here, "
    "each applicant by what four fifths of the others teach.",
    "scores": "The scores are taken for probabilities of default as they stand.",
}


def unanswered() -> str:
    """The first line where something cannot be used."""
    return "This cannot be used yet."
