"""What a loan should cost, in words: the sentence, the reason, what it calls for, and how it is computed."""

import math
from collections.abc import Sequence

from ddcore.answers.base.answer import Note
from ddcore.answers.base.separation import SEED
from ddcore.answers.base.words import listing, literal
from ddcore.answers.lending.compute import is_best_margin
from ddcore.answers.lending.draw import PER, earned_text, rate_text
from ddcore.decisions.applicants import RESAMPLES
from ddcore.decisions.cutoffs import LendingLimits, LoanTerms, Policy
from ddcore.decisions.lending import Lending, LendingOutcome, cutoff_profit_bound
from ddcore.decisions.take_up import TakeUp
from ddcore.decisions.take_up_conditions import TakeUpConditions, neighbours_suffice
from ddcore.formats import many, number, percent
from ddcore.interval import confidence


def sentence(lending: Lending) -> str:
    """By how much best thresholds earn more than one margin for all."""
    cut, margin, policy = lending.outcomes["cutoff"], lending.outcomes["margin"], lending.policies["cutoff"]
    if not policy.used:
        return "No loan pays at these rates: none of them earns anything at any risk."
    if cut.approved == 0:
        return f"No applicant gets a loan: none has a risk of {number(policy.last)} or less."
    uncertainty, last = _uncertainty(cut), f"up to a risk of **{number(policy.last)}**"
    one = "one margin for all" if is_best_margin(lending) else f"one margin of {percent(lending.margin)} for all"
    if not (cut.profit.value > 0 and margin.profit.value > 0):
        earn = "earn" if cut.profit.value >= 0 else "lose"
        earns = "earns" if margin.profit.value >= 0 else "loses"
        return (
            f"Of {PER} applied for, rates chosen by risk, {last}, {earn} {earned_text(abs(cut.profit.value))}; {one} "
            f"{earns} {earned_text(abs(margin.profit.value))}{uncertainty}."
        )
    if abs(cut.more.value) < 0.0005:
        return f"Rates chosen by risk, {last}, earn the same as {one}."
    more = "more" if cut.more.value > 0 else "less"
    return f"Rates chosen by risk, {last}, earn **{percent(abs(cut.more.value))}** {more} than {one}{uncertainty}."


def _uncertainty(cut: LendingOutcome) -> str:
    """A clause for a difference that may be chance, or whose interval is unknown."""
    if math.isnan(cut.ahead.low):
        return "; how sure this is cannot be computed"
    return "; this may be chance" if cut.ahead.value and cut.ahead.low <= 0 <= cut.ahead.high else ""


def reason(lending: Lending) -> str:
    """What each way to lend earns."""
    outcomes = lending.outcomes
    system = earned_text(outcomes["system"].profit.value)
    if not lending.policies["cutoff"].used:
        if outcomes["system"].profit.value > 0:
            return (
                f"Try other rates, or lend at lower costs. The same number of rates, chosen by "
                f"expected profit, would earn **{system}** of {PER} applied for."
            )
        if not lending.individual[2].any():
            return "Lend at lower costs: no rate within the limits earns anything."
        return "Try other rates, or lend at lower costs: no rate at all can be offered to these applicants."
    profit = outcomes["cutoff"].profit
    sure = (
        ""
        if math.isnan(profit.low)
        else f" ({confidence()} interval {earned_text(profit.low)} to {earned_text(profit.high)})"
    )
    one = (
        f"the single margin that promises most, {percent(lending.margin)}, earns"
        if is_best_margin(lending)
        else f"a margin of {percent(lending.margin)} (the one that promises most is {percent(lending.best_margin)}) "
        "earns"
    )
    return (
        f"Of {PER} applied for, {one} **{earned_text(outcomes['margin'].profit.value)}**. The same rates, each given "
        f"to the risks where it earns most, earn **{earned_text(profit.value)}**{sure}. With the same number of rates, "
        f"chosen by expected profit, it would be **{system}**."
    )


CLEAR = 1e-9
"""Standard errors of a profit below this are those of rounding."""


def notes(lending: Lending, positive: str) -> list[Note]:
    """Which cases are defaults, idle rates, the most that prices can earn, risks that do not fit, who gets loans."""
    outcomes, profit = lending.outcomes, lending.outcomes["cutoff"].profit
    notes = [
        Note(
            "defaults",
            f"Cases that are truly {literal(positive)} are treated as **loans that are not paid back**, all others as "
            f"repaid.",
            kind="assumed",
        ),
        *_idle(lending),
        *_most_by_prices(lending),
    ]
    if math.isnan(profit.low):
        notes.append(
            Note(
                "no-interval",
                "These profits have no interval: there is only one applicant, or only sums of weights are known.",
                kind="rests",
            )
        )
    expected = outcomes["cutoff"].expected
    if profit.error > CLEAR and abs(expected - profit.value) > 3 * profit.error:
        notes.append(
            Note(
                "risks-do-not-fit",
                f"If the risks were right, best thresholds would earn {earned_text(expected)}. By what happened to "
                f"these applicants they earn {earned_text(profit.value)}, so the risks do not fit them.",
            )
        )
    return [*notes, _offers(outcomes["margin"], outcomes["cutoff"])]


def _idle(lending: Lending) -> list[Note]:
    """The rates that are best for nobody."""
    cut = lending.policies["cutoff"]
    idle = [place for place in range(len(cut.rates)) if place not in cut.used]
    if not idle or not cut.used:
        return []
    rates, are = listing([rate_text(cut.rates[place]) for place in idle], 8), "is" if len(idle) == 1 else "are"
    never = f"{rates} {are} never the best rate for an approved applicant."
    if idle[-1] > cut.used[0]:
        return [Note("idle-rates", never)]
    better = "A higher rate earns more from those who accept than it loses by those who decline."
    return [Note("low-rates", f"{never} {better}")]


def _most_by_prices(lending: Lending) -> list[Note]:
    """The most that any prices can be expected to earn."""
    most, system = lending.outcomes["individual"].expected, lending.outcomes["system"].expected
    if not most > 0:
        return []
    rates = len(lending.policies["system"].used)
    earn = "earns" if rates == 1 else "earn"
    return [
        Note(
            "most-by-prices",
            f"If the risks are right, no prices can earn more than {earned_text(most)} on average; "
            f"{many(rates, 'best rate')} {earn} {earned_text(system)}.",
        )
    ]


def _offers(margin: LendingOutcome, cut: LendingOutcome) -> Note:
    """The shares who are offered a loan, and who accept it."""
    if margin.approved == cut.approved == 0:
        return Note("nobody-approved", "Neither one margin for all nor best thresholds offer a loan to any applicant.")
    if margin.approved == 0:
        return Note(
            "margin-approves-nobody",
            f"One margin offers a loan to no applicant. Best thresholds offer one to {percent(cut.approved)} of the "
            f"applicants, of whom {percent(cut.accepted)} accept.",
        )
    if cut.approved == 0:
        return Note(
            "thresholds-approve-nobody",
            f"One margin offers a loan to {percent(margin.approved)} of the applicants, of whom "
            f"{percent(margin.accepted)} accept. Best thresholds offer none.",
        )
    return Note(
        "offers",
        f"One margin offers a loan to {percent(margin.approved)} of the applicants, of whom {percent(margin.accepted)} "
        f"accept. Best thresholds offer one to {percent(cut.approved)}, of whom {percent(cut.accepted)} accept.",
    )


def condition_notes(conditions: TakeUpConditions, terms: LoanTerms, take_up: TakeUp, policy: Policy) -> list[Note]:
    """Whether break-evens of neighbouring rates give the best thresholds, and why or why not."""
    rates = policy.rates
    if len(rates) < 2 or not policy.used:
        return []
    if take_up.by_risk:
        return [
            Note(
                "accept-by-risk",
                "Proposition 18 assumes that accepting does not depend on the risk. Here it does, so all pairs of "
                "rates are compared (Propositions 16 and 17).",
            )
        ]
    held = conditions.hold(conditions.log_concave, rates) and conditions.hold(conditions.falls, rates)
    weaker = conditions.hold(conditions.log_concave, rates) and conditions.hold(conditions.falls_by_loss, rates)
    if held or weaker:
        product = "r·T(r) falls" if held else "(r + LGD)·T(r) falls, which is enough, though r·T(r) does not"
        return [
            Note(
                "conditions-hold",
                f"The share T who accept meets the conditions of Proposition 18 at all of these rates: T is "
                f"log-concave and {product}. So each threshold is the break-even with the next rate.",
            )
        ]
    if neighbours_suffice(terms, take_up, policy):
        return [
            Note(
                "conditions-fail",
                f"{_missing(conditions, rates)} So Proposition 18 does not apply, but comparing each rate with the "
                f"next still gives the best thresholds.",
            )
        ]
    return [
        Note(
            "envelope",
            f"{_missing(conditions, rates)} So Proposition 18 does not apply, and comparing each rate with the next "
            f"does not give the best thresholds. All pairs of rates are compared instead.",
        )
    ]


def _missing(conditions: TakeUpConditions, rates: Sequence[float]) -> str:
    """The condition that is not met, and at which of the rates."""
    if not conditions.hold(conditions.log_concave, rates):
        return "The share T who accept is not log-concave between these rates."
    if not conditions.falls or conditions.falls[-1][1] < min(conditions.ends, rates[-1]):
        return "The total interest r·T(r) still rises at the highest of these rates."
    start = conditions.falls[-1][0]
    return (
        f"Up to a rate of {percent(start)} a higher rate brings more interest in total although fewer accept, and the "
        f"lowest rate here is {rate_text(rates[0])}."
    )


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
    drawn = f". Intervals are from {RESAMPLES} resamples of them (seed {SEED}), with the same policies" if sure else ""
    return f"""**A loan** of 1 at the rate $r$ earns $r - r_c$ if it is paid back and $-(LGD + r_c)$ if not (Gong
2022, Table 9.1), with the cost of funds $r_c$ = {number(terms.funds)} and the
loss given default $LGD$ = {number(terms.loss)}. From an applicant of risk $s$ who is offered $r$ the lender expects
$[(1-s)(r-r_c) - s(LGD+r_c)]\\,T$, where $T$ is the share who accept: **{literal(take_up.words)}**.

**Risk.** {RISKS[source]}

**One margin for all** gives an applicant the lowest rate $r_i$ with $s \\le r_i - r_c - m$ (section 9.1); every margin
$m$ in steps of 0.1 % was tried (the document tried 2 to 14 %).

**Best thresholds** start with the rate that earns most at $s = 0$ and continue with the one of nearest break-even
(Propositions 16 and 17); without adverse selection that is $s_{{ij}} = (M - r_c N)/(M + LGD\\,N)$ with
$M = T_j r_j - T_i r_i$ and $N = T_j - T_i$ (equation 9.10). They end where the last rate stops earning, at
$(r-r_c)/(r+LGD)$, or at the highest risk allowed, {number(limits.riskiest)}. **Best prices** solve equation 9.11 in
each category. Thresholds and prices are improved in turn until nothing is gained
({many(len(lending.steps), "step")}; the profit never falls). Rates stay within {percent(limits.low)} and
{percent(limits.high)}.

**Profits** are computed from what happened to the applicants{drawn}.

**Each margin.** Margins are compared by the profit that the risks promise. The rows from 2 to 14 % are those of Table
9.2, each computed from what happened to the applicants; their own outcome had no part in their risk. *Takes the loan*
is approved times accepted, a share of all applicants. The document calls its 26.5 % a share of those approved, but its
Table 9.3 has 59.1 % approved, of whom 44.9 % accept: 26.5 % of all. It finds 10 % best of 2 to 14 %, which its own
setting does not give.

**Who accepts.** Each threshold is the break-even with the next rate if $T$ is log-concave and $rT(r)$ falls
(Proposition 18); it is enough that $(r + LGD)\\,T(r)$ falls. Both are checked on 2,001 rates, with the ends refined.
The best price of a category is unique where $T$ is concave (Proposition 19). Where a condition fails, thresholds are
those of all pairs of rates, and every peak of the profit is compared.

**If rates raise risk** (equation 9.1, which the document leaves for later): the odds of default of those who accept
are multiplied by the factor chosen for each 10 points of rate above {percent(seen)}, where risks are as estimated. At
lower rates they are lower, so cheaper loans may earn more. Profits are expected ones: no case here shows what another
price would have done.

**The profits printed in the document are not possible.** Its system earns \\${PRINTED["system"]:,.0f} and its best
thresholds \\${PRINTED["cutoff"]:,.0f}, "more than double". But give each of its {loans:,.0f} loans the next lower of
the given rates. No applicant is lost, because fewer accept a higher rate, and a loan earns less by the gap between the
two rates: at rates ≥ 22 % by at most {PRINTED["gap"]:g}. Thresholds then earn about \\${least:,.0f} or more, and about
\\${worst:,.0f} or more for any prices with the printed mean of 34.7 %. On such books the system adds less than 1 %.
"""


RISKS = {
    "read": "The probability of default follows from the likelihood ratio of the score and the share of defaults here. "
    "The ratio is estimated by the method that is best on unseen cases, for each applicant from four fifths of the "
    "others.",
    "scores": "The scores are used as probabilities of default as they are.",
}
