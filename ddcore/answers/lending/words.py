"""How ways to lend are computed, in words and formulas, and what of the document's tables cannot be."""

import math

from ddcore.answers.base.separation import SEED
from ddcore.answers.base.words import literal
from ddcore.decisions.applicants import RESAMPLES
from ddcore.decisions.cutoffs import LendingLimits, LoanTerms
from ddcore.decisions.lending import Lending, cutoff_profit_bound
from ddcore.decisions.take_up import TakeUp
from ddcore.formats import many, number, percent

PRINTED = {
    "applicants": 30_000,
    "cutoff": 1708.0,
    "system": 3539.0,
    "enrolled": 0.583,
    "gap": 0.06,
    "worst gap": 0.08825,
}
"""Table 9.3 of the document: profits in $ of best thresholds and of the system, and the share of loans in the latter;
the gap between a price and the next lower given rate, at rates of 22 % or more and, on average, at worst."""


def method(lending: Lending, terms: LoanTerms, take_up: TakeUp, limits: LendingLimits, source: str, seen: float) -> str:
    """How the ways to lend are computed, with the formulas, and what of the printed tables cannot be."""
    loans = PRINTED["enrolled"] * PRINTED["applicants"]
    least = cutoff_profit_bound(PRINTED["system"], loans, PRINTED["gap"])
    worst = cutoff_profit_bound(PRINTED["system"], loans, PRINTED["worst gap"])
    sure = not math.isnan(lending.outcomes["margin"].profit.low)
    drawn = f": intervals from {RESAMPLES} resamples of them (seed {SEED}), the policies kept" if sure else ""
    return f"""**A loan** of 1 at the rate $r$ earns $r - r_c$ if it is paid back and $-(LGD + r_c)$ if not (Gong
2022, Table 9.1), with the cost of funds $r_c$ = {number(terms.funds)} and the
loss given default $LGD$ = {number(terms.loss)}. From an applicant of risk $s$ who is offered $r$ the lender expects
$[(1-s)(r-r_c) - s(LGD+r_c)]\\,T$, where $T$ is the share who accept: **{literal(take_up.words)}**.

**Risk.** {RISKS[source]}

**One margin for all** gives an applicant the lowest rate $r_i$ with $s \\le r_i - r_c - m$ (section 9.1); every margin
$m$ in steps of 0.1 % was tried (the document tried 2 to 14 %).

**Best thresholds** start from the rate that earns most at $s = 0$ and go on to the one with the nearest break-even
(Propositions 16 and 17); without adverse selection that is $s_{{ij}} = (M - r_c N)/(M + LGD\\,N)$ with
$M = T_j r_j - T_i r_i$ and $N = T_j - T_i$ (equation 9.10). They end where the last rate earns nothing any more, at
$(r-r_c)/(r+LGD)$, or at the highest risk allowed, {number(limits.riskiest)}. **Best prices** solve equation 9.11 in
each category; thresholds and prices alternate until nothing is gained ({many(len(lending.steps), "step")}; the
profit never falls). Rates stay within {percent(limits.low)} and {percent(limits.high)}.

**Judged** by what became of the applicants{drawn}.

**Each margin.** Margins are compared by what the risks promise; the rows from 2 to 14 % are those of Table 9.2, each
judged by what became of the applicants, whose own fate had no part in their risk. *Takes the loan* is approved times
accepted, a share of all applicants. The document's text takes its 26.5 % for a share of those approved, but its Table
9.3 has 59.1 % approved, of whom 44.9 % accept: 26.5 % of all. It finds 10 % best of 2 to 14 %, which its own setting
does not give.

**Who accepts.** That each threshold is the break-even with the next rate follows where $T$ is log-concave and $rT(r)$
falls (Proposition 18); that $(r + LGD)\\,T(r)$ falls is enough. Both were looked for on 2,001 rates, the ends refined.
The best price of a category is unique where $T$ is concave (Proposition 19). Where a condition fails, thresholds are
those of all pairs of rates, and every peak of the profit is looked at.

**If rates raise risk** (equation 9.1, which the document leaves for later): the odds of default of those who accept
are multiplied by the factor set here for each 10 points of rate above {percent(seen)}, where risks are as read. At
lower rates they are lower, so that cheaper loans may earn more. Profits are expected ones: no case here shows what
another price would have done.

**What the document prints cannot be.** Its system earns \\${PRINTED["system"]:,.0f} and its best thresholds
\\${PRINTED["cutoff"]:,.0f}, "more than double". But give each of its {loans:,.0f} loans the next lower of the given
rates: nobody is lost, as fewer accept a higher rate, and a loan earns less by the gap between the two, at rates ≥ 22 %
by at most {PRINTED["gap"]:g}. Thresholds then earn about \\${least:,.0f} or more; and about \\${worst:,.0f} or more,
whatever prices have the printed mean of 34.7 %. On books like that one the system adds less than 1 %.
"""


RISKS = {
    "read": "The probability of default is that of the likelihood ratio (the evidence), estimated as is best on unseen "
    "cases, at the share of defaults here; each applicant's is estimated from four fifths of the others.",
    "scores": "The scores are taken for probabilities of default as they stand.",
}
