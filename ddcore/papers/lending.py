"""Document 003, chapter 9: what a loan should cost."""

import math
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise

import numpy as np
from scipy.special import logit

from ddcore.decisions.cases import probability
from ddcore.decisions.cutoffs import (
    DEFAULT_LIMITS,
    LoanTerms,
    Policy,
    break_even_risk,
    checked_rates,
    cutoff_policy,
    expected_profit,
    margin_policy,
)
from ddcore.decisions.lending import cutoff_profit_bound
from ddcore.decisions.price_risk import STEP, PriceRisk
from ddcore.decisions.pricing import Book, alternation, best_prices, individual_rates, margin_profits
from ddcore.decisions.take_up import TakeUp, exponential, line, quartic, sigmoid, square
from ddcore.decisions.take_up_conditions import conditions
from ddcore.papers.item import Compared, Item, Printed
from ddcore.papers.printed import rows, value
from ddcore.papers.propositions import TERMS, Setting, proposition_16
from ddcore.papers.tried import card_item, everywhere, fact, formula, item, printed, spelled
from ddcore.samples.applicants import APPLICANTS
from ddcore.table import ScoreTable

LENDING = "/lending?sample=applicants"
SIGMOID = f"{LENDING}&take=sigmoid&eager=2"
POINTS = f"{LENDING}&take=points&points=20: 90, 30: 42, 40: 29&rates=0.2,0.3,0.4"


def _printed(place: str, what: str, key: str | None = None) -> list[Mapping[str, str]]:
    found = [row for row in rows("003_lending.csv") if (row["place"], row["what"]) == (place, what)]
    return [row for row in found if key in (None, row["key"])]


def _number(place: str, what: str, key: str | None = None) -> float:
    """A printed number; percent as a part of 1, dollars as they are."""
    [row] = _printed(place, what, key)
    plain = float(row["printed"].replace(",", "").strip("%$"))
    return plain / 100 if row["printed"].endswith("%") else plain


GIVEN = tuple(float(row["printed"]) for row in _printed("Section 9.4", "rate"))
"""The seven rates of section 9.4."""
APPLIED = 30_000
"""The applicants of Tables 9.2 and 9.3: the profits per loan imply them."""


# Sections 9.1 and 9.2 ------------------------------------------------------------------------------------------------


def _bounds() -> Compared:
    """Section 9.1: rates of three categories, and up to which risk each goes."""
    terms = LoanTerms(funds=_number("Section 9.1", "funds"))
    given = _printed("Section 9.1", "rate")
    rates = [_number("Section 9.1", "rate", row["key"]) for row in given]
    policy = margin_policy(terms, rates, _number("Section 9.1", "margin"))
    numbers = [
        Printed.number(f"bound {row['key']}", row["printed"], bound)
        for row, bound in zip(_printed("Section 9.1", "bound"), policy.bounds, strict=True)
    ]
    [row] = printed("Section 9.1")
    made = value(row["printed"], rc=terms.funds, m=_number("Section 9.1", "margin"), l=np.array(policy.bounds))
    return Compared.of([*numbers, Printed.formula("rate", spelled(row["printed"]), made, rates)])


def _profits() -> Compared:
    """Table 9.1: what a loan brings."""
    rates, nobody = np.array([0.1, 0.3, 0.45]), Book(np.array([0.9]), np.array([1.0]))
    return Compared.of(
        [
            Printed.formula("c_i0", "r_i − r_c", rates - 0.03, TERMS.profit(rates, 0.0)),
            Printed.formula("c_1", "−(LGD + r_c)", -(0.5 + 0.03), TERMS.profit(rates, 1.0)),
            Printed.formula("reject", "0", 0.0, nobody.profit(TERMS, quartic(), Policy(GIVEN, (0.3,) * len(GIVEN)))),
        ]
    )


def _risk_by_price() -> Compared:
    """Equation 9.1: Bayes' theorem with densities and shares that depend on the rate."""
    f1, f0, share = 0.8, 1.3, 0.2
    known = float(probability(math.log(f1 / f0), share))
    theirs = f1 * share / (f1 * share + f0 * (1 - share))
    dearer = PriceRisk(1.5, 0.3)
    odds = logit(dearer.risk(known, 0.3 + STEP)) - logit(known)
    return Compared.of(
        [
            Printed.formula("s", "f1 π1 / (f1 π1 + f0 π0)", theirs, known),
            fact("a dearer loan", "the risk depends on the rate", f"odds times {math.exp(odds):.4g} a step", odds > 0),
        ]
    )


# Section 9.3 ---------------------------------------------------------------------------------------------------------


def _assumptions() -> Compared:
    """Risky applicants accept more, and a higher rate is accepted by fewer."""
    risk, rate = np.linspace(0, 1, 21), np.linspace(0.02, 0.5, 21)
    found = []
    for take_up in (sigmoid(2, 3, -8), sigmoid(1, 0, -20), quartic(), square(), line(0.3), exponential(0.2)):
        taken = take_up(rate[:, None], risk)
        found += [bool((np.diff(taken, axis=1) >= -1e-12).all()), bool((np.diff(taken, axis=0) <= 1e-12).all())]
    return everywhere("TR rises with the risk and falls with the rate", found)


def _crossings(take_up: TakeUp, low: float, high: float) -> int:
    """How often the profits of two rates cross where both earn something."""
    risk = np.linspace(0, float(TERMS.zero_profit_risk(low)), 2001)
    ahead = expected_profit(TERMS, take_up, low, risk) - expected_profit(TERMS, take_up, high, risk)
    return int((np.diff(np.sign(ahead)) != 0).sum())


def _lemma_5() -> Compared:
    """Pairs of rates under sigmoids: one break-even where the lower rate earns more at no risk."""
    rng, found = np.random.default_rng(1), []
    for _ in range(40):
        take_up = sigmoid(rng.uniform(0, 5), rng.uniform(0, 4), -rng.uniform(5, 30))
        low, high = np.sort(rng.uniform(0.08, 0.5, 2)).tolist()
        at_zero = expected_profit(TERMS, take_up, [low, high], 0.0)
        if at_zero[0] > at_zero[1] > 0:
            even = break_even_risk(TERMS, take_up, low, high)
            apart = np.diff(expected_profit(TERMS, take_up, [low, high], even))
            found.append(_crossings(take_up, low, high) == 1 and abs(float(apart[0])) < 1e-9)
    return everywhere("where R_i(0) > R_j(0) there is one break-even of two rates", found)


def _figure_9_2() -> Compared:
    """All pairs of the seven rates under a sigmoid."""
    take_up = sigmoid(3, 2, -12)
    counted = {pair: _crossings(take_up, *pair) for pair in combinations(GIVEN, 2)}
    once = sum(count == 1 for count in counted.values())
    told = f"of {len(counted)} pairs {once} cross once and {len(counted) - once} never"
    return Compared.claim("any two profits cross once at most", told, holds=max(counted.values()) == 1)


def _figure_9_3() -> Compared:
    """A category that is best for nobody."""
    card = proposition_16(Setting(middle=0.42))
    return Compared.claim(
        "s13 < s12: category 2 is inferior", f"{card.margin}. {card.remark}", holds=card.applies and card.holds
    )


def _inferior_sigmoids() -> Compared:
    """Whether a sigmoid can have s13 < s12."""
    rng, evens = np.random.default_rng(3), []
    for _ in range(150):
        take_up = sigmoid(rng.uniform(-2, 8), rng.uniform(0, 10), -rng.uniform(2, 60))
        rates = np.sort(rng.uniform(0.04, 0.5, 3)).tolist()
        profits = expected_profit(TERMS, take_up, rates, 0.0)
        if profits[0] > profits[1] and profits[0] > profits[2] > 0:
            evens.append([break_even_risk(TERMS, take_up, rates[0], rate) for rate in rates[1:]])
    apart = [second - third for second, third in evens]
    return Compared.claim(
        "simulated with a sigmoid take rate, s13 < s12",
        f"s12 ≤ s13 for all of {len(apart)} random sigmoids",
        holds=max(apart) > 1e-12,
        proof="At each risk r T is concave in T for a sigmoid: r = (logit T − c) / b, b < 0, and T logit T is convex. "
        f"Where the first two rates earn the same, the third earns less. Largest s12 − s13 found: {max(apart):.2g}.",
    )


def _equation_9_4() -> Compared:
    """The break-even of neighbouring rates."""
    [row] = printed("Equation 9.4")
    numbers = []
    for take_up in (quartic(), square(), exponential(0.2)):
        taken, rates = take_up(GIVEN), np.array(GIVEN)
        letters = {"M": np.diff(taken * rates), "N": np.diff(taken), "rc": TERMS.funds, "LGD": TERMS.loss}
        ours = [break_even_risk(TERMS, take_up, low, high) for low, high in pairwise(GIVEN)]
        numbers.append(formula(row, ours, letters))
    return Compared.of(numbers)


def _own_hypothesis() -> Compared:
    """Section 9.4: Proposition 18 with the rates and the take-up of the simulation."""
    asked = conditions(quartic(), TERMS, DEFAULT_LIMITS)
    evens = [break_even_risk(TERMS, quartic(), low, high) for low, high in pairwise(GIVEN)]
    policy = cutoff_policy(TERMS, GIVEN, quartic())
    unused = [f"{100 * rate:g} %" for at, rate in enumerate(GIVEN) if at not in policy.used]
    [weaker, *_] = asked.falls_by_loss
    return Compared.claim(
        "with the seven rates the boundaries of equation 9.10 are ordered",
        f"their break-evens are {', '.join(f'{even:.3g}' for even in evens)}",
        holds=all(low <= high for low, high in pairwise(evens)),
        proof=f"With T = 1 − 15/4 r² − r⁴, r T falls only from {asked.falls[0][0]:.1%} on, (r + LGD) T, which "
        f"is enough, from {weaker[0]:.1%} on. {', '.join(unused[:-1])} and {unused[-1]} are best for nobody.",
    )


def _algorithm_2() -> Compared:
    """Thresholds and prices in turn, and the last boundary."""
    [row] = _printed("Algorithm 2, line 12", "last bound")
    rate = float(row["key"])
    last = value(row["printed"].replace("max rate", "r"), r=rate, rc=TERMS.funds, LGD=TERMS.loss)
    steps = alternation(_book(), TERMS, GIVEN[3:], quartic())
    profits = [step.profit for step in steps]
    policy = steps[-1].policy
    again = best_prices(_book(), TERMS, quartic(), policy)
    moved = float(np.abs(np.subtract(again.rates, policy.rates)).max())
    told = (
        f"{len(steps)} steps, from {profits[0]:.5f} to {profits[-1]:.5f} an applicant; rates then move by {moved:.1g}"
    )
    rising = bool((np.diff(profits) >= 0).all())
    return Compared.of(
        [
            Printed.formula(f"line 12 at {row['key']}", row["printed"], last, float(TERMS.zero_profit_risk(rate))),
            fact("lines 9 to 14", "repeated until the rates stay", told, rising and moved < 1e-3),
        ]
    )


@cache
def _book() -> Book:
    """The applicants that ship with the program, 3,000 of them."""
    drawn = APPLICANTS["applicants"].draw(3000)
    truth = np.array(drawn.column("outcome").to_pylist()) == "default"
    return Book.of(ScoreTable.of(drawn.column("risk").to_pylist(), truth), 500)


# Section 9.4 ---------------------------------------------------------------------------------------------------------


def _setting() -> Compared:
    """The numbers of the simulation, which are those that the program starts from."""
    ours = {"funds": TERMS.funds, "loss": LoanTerms().loss, "highest rate": DEFAULT_LIMITS.high}
    numbers = [
        Printed.number(what, _printed("Section 9.4", what)[0]["printed"], number) for what, number in ours.items()
    ]
    for row, rate in zip(_printed("Section 9.4", "rate"), checked_rates(GIVEN, DEFAULT_LIMITS), strict=True):
        numbers.append(Printed.number(f"rate {row['key']}", row["printed"], rate))
    return Compared.of(numbers)


def _table_9_2() -> Compared:
    """What can be checked of the margins: fewer are approved and enrolled, and profit has one peak, at 0.10."""
    margins = [row["key"] for row in _printed("Table 9.2", "profit")]
    numbers = []
    for what in ("approved", "enrolled"):
        series = [_number("Table 9.2", what, key) for key in margins]
        numbers.append(fact(what, "falls as the margin rises", "falls", bool((np.diff(series) < 0).all())))
    profits = [_number("Table 9.2", "profit", key) for key in margins]
    best = margins[int(np.argmax(profits))]
    numbers.append(fact("highest profit", "at a margin of 0.10", f"at {best}", best == "0.10"))
    for what in ("approved", "enrolled", "profit"):
        ours, theirs = _number("Table 9.2", what, "0.10"), _number("Table 9.3", what, "margin")
        numbers.append(fact(f"{what} at 0.10", f"{theirs:g} in Table 9.3", f"{ours:g}", ours == theirs))
    return Compared.of(numbers)


def _table_9_3() -> Compared:
    """What can be checked of the three methods: shares that are products, and profits of a loan."""
    numbers = []
    for key in ("margin", "cutoff", "system"):
        approved, accepted, enrolled = (
            _number("Table 9.3", what, key) for what in ("approved", "accepted", "enrolled")
        )
        [row] = _printed("Table 9.3", "enrolled", key)
        within = abs(approved * accepted - enrolled) < 0.001
        numbers.append(
            fact(f"enrolled {key}", row["printed"], f"approved × accepted = {approved * accepted:.2%}", within)
        )
        [row] = _printed("Table 9.3", "per loan", key)
        each = _number("Table 9.3", "profit", key) / APPLIED
        low, high = each / (enrolled + 0.0005), each / (enrolled - 0.0005)
        shown = float(row["printed"].strip("$"))
        met = low <= shown + 0.0005 and high >= shown - 0.0005
        numbers.append(
            fact(f"per loan {key}", row["printed"], f"${low:.4f} to ${high:.4f} with {APPLIED:,} applicants", met)
        )
    return Compared.of(numbers)


def _enrolled() -> Compared:
    """ "only 26.5% approvals accept", and the definition of enrolled above Table 9.2."""
    [row] = _printed("Section 9.4", "accepted", "margin")
    approved, enrolled = (_number("Table 9.3", what, "margin") for what in ("approved", "enrolled"))
    found = Printed.number("accepted margin", row["printed"], enrolled / approved)
    return replace(
        Compared.of([found], "enrolled: who accept among the approved; at a margin of 0.10 only 26.5% of the approved"),
        ours=f"{enrolled / approved:.1%} of the approved, {enrolled:.1%} of all applicants",
        proof=f"Table 9.3: {approved:.1%} approved, {enrolled:.1%} enrolled, so {enrolled / approved:.1%} of these "
        f"accept; it prints {_number('Table 9.3', 'accepted', 'margin'):.1%} itself.",
    )


def _seven_percent() -> Compared:
    """How much more the best cut-offs earn."""
    [row] = _printed("Section 9.4", "more", "cutoff")
    margin, cutoff = (_number("Table 9.3", "profit", key) for key in ("margin", "cutoff"))
    found = Printed.number("more cutoff", row["printed"], cutoff / margin - 1)
    return replace(
        Compared.of([found], "7% more profit by the best cut-offs"),
        ours=f"{cutoff / margin - 1:.1%} more",
        proof=f"{cutoff:,.0f} / {margin:,.0f} − 1 = {cutoff / margin - 1:.4f}, which rounds to 8 %.",
    )


def greatest_mean_gap(mean: float) -> float:
    """How far rates between 3 and 50 % with this mean can stand above the next lower given one, on average.

    A given rate counts from the one before it, one below all of them from the cost of funds. The mean of two prices is
    enough: the gap is bounded by a line through two points.

    >>> round(greatest_mean_gap(0.347), 4)
    0.0882
    """
    prices = np.linspace(0.03, 0.5, 941)
    lower = np.array([max([TERMS.funds, *(rate for rate in GIVEN if rate < price - 1e-9)]) for price in prices])
    gap = prices - lower
    below, above = prices[prices <= mean], prices[prices > mean]
    part = (mean - below[:, None]) / (above - below[:, None])
    return float(((1 - part) * gap[prices <= mean][:, None] + part * gap[prices > mean]).max())


def _contradiction() -> Compared:
    """Table 9.3: what the best cut-offs earn at least if the row of the system is right."""
    profit, enrolled = _number("Table 9.3", "profit", "system"), _number("Table 9.3", "enrolled", "system") * APPLIED
    mean = _number("Table 9.3", "rate", "system")
    gaps = {"gap 0.06": 0.06, "any rates": greatest_mean_gap(mean)}
    numbers = []
    least = {key: cutoff_profit_bound(profit, enrolled, gap) for key, gap in gaps.items()}
    for key, bound in least.items():
        [row] = _printed("Table 9.3", "least", key)
        earned = _number("Table 9.3", "least", key)
        numbers.append(fact(f"least {key}", row["printed"], f"${bound:,.0f} at least", bound <= earned))
    moved = f"{profit:,.0f} − {enrolled:,.0f} × 0.06 = {least['gap 0.06']:,.0f}"
    return replace(
        Compared.of(numbers, f"{row['printed']} by the best cut-offs beside ${profit:,.0f} by the system"),
        ours=f"${least['gap 0.06']:,.0f} or more by the best cut-offs",
        proof=f"Give each of the system's {enrolled:,.0f} loans the next lower given rate: nobody is lost, each earns "
        f"at most 0.06 less: cut-offs earn {moved} at least, and with any rates whose mean is {mean:.1%} "
        f"{least['any rates']:,.0f}.",
    )


def _double() -> Compared:
    """Whether any prices can double the profit of the best margin."""
    book, found = _book(), {}
    for name, take_up in (
        ("T = 1 − 15/4 r² − r⁴", quartic()),
        ("T = 1 − 3/2 r − r²", square()),
        ("a line", line(0.25)),
    ):
        _, by_margin = margin_profits(book, TERMS, GIVEN, take_up)
        risk, _, most = individual_rates(TERMS, take_up)
        found[name] = float(book.share @ np.interp(book.risk, risk, most)) / float(by_margin.max())
    told = ", ".join(f"{bound:.3f} with {name}" for name, bound in found.items())
    printed_ratio = _number("Table 9.3", "profit", "system") / _number("Table 9.3", "profit", "margin")
    return Compared.claim(
        f"the system more than doubles the profit: {printed_ratio:.2f} times",
        f"at most {max(found.values()):.2f} times, with a price for each applicant",
        holds=max(found.values()) >= 2,
        proof=f"The best rate for each applicant, in parts of what the best margin with the given rates earns: {told}. "
        "No system of seven rates earns more.",
    )


ITEMS: tuple[Item, ...] = (
    item("Figure 9.1", "the lending process", None, "A drawing without numbers.", LENDING),
    item("Section 9.1", "up to which risk each rate goes", _bounds,
         "The margin is called both x and m.", f"{LENDING}&funds=0.02&margin=0.03&rates=0.1399,0.1799,0.2599"),
    item("Table 9.1", "what a loan brings", _profits, link=LENDING),
    item("Equation 9.1", "a risk that depends on the rate", _risk_by_price,
         "The document leaves the form open; here the odds of default rise with the rate.",
         f"{LENDING}&riskier=1.5&seen=0.3"),
    item("Section 9.3", "assumptions on who accepts", _assumptions, link=SIGMOID),
    item("Lemma 5", "one break-even of two rates", _lemma_5,
         "Where the lower rate does not earn more at no risk there is none between 0 and 1.", SIGMOID),
    item("Figure 9.2", "profits under a sigmoid cross once", _figure_9_2, "The numbers of its sigmoid are not printed.",
         SIGMOID),
    card_item("Proposition 16", "a category that is best for nobody", POINTS),
    item("Figure 9.3", "an inferior category between two", _figure_9_3,
         "Shown with points of one's own: 90 %, 42 % and 29 % accept 20 %, 30 % and 40 %.", POINTS),
    item("Figure 9.3", "its take rate, a sigmoid", _inferior_sigmoids,
         "No sigmoid has an inferior category between two others where all three earn something.", SIGMOID),
    card_item("Proposition 17", "the ends of the categories rise", SIGMOID),
    card_item("Proposition 18", "break-evens of neighbours rise", LENDING,
              "Its proof takes the rates to be close to each other, which is not needed."),
    item("Equation 9.4", "the break-even of two rates, as equation 9.10 has it", _equation_9_4, link=LENDING),
    item("Section 9.4", "Proposition 18 for the rates of the simulation", _own_hypothesis,
         "Its condition fails for the lower rates, so that the upper envelope of all profits is needed.", LENDING),
    card_item("Proposition 19", "the best price of a category, with equation 9.11", LENDING,
              "Equations 9.7 to 9.9 are damaged in the text."),
    item("Algorithm 2", "thresholds and prices in turn", _algorithm_2, link=LENDING),
    item("Section 9.4", "T(r), the share who accept", None,
         "The formula cannot be read: of it −r⁴ and + 1 are left. Two guesses are offered.", f"{LENDING}&take=square"),
    item("Section 9.4", "rates, funds and loss of the simulation", _setting,
         "Its 100,000 cases are not printed; the book here is drawn from two normal laws.",
         f"{LENDING}&book=0.3,1.7,0.05"),
    item("Table 9.2", "seven margins", _table_9_2,
         "The numbers themselves cannot be computed again: the cases are not printed, and T(r) cannot be read. By its "
         "recipe, with a guess at T(r), 0.14 is mostly the best of these margins.",
         f"{LENDING}&margin=0.1"),
    item("Section 9.4", "enrolled as a share of the approved", _enrolled,
         "26.5 % is a share of all applicants. The text and the definition by Table 9.2 make it one of the approved.",
         f"{LENDING}&margin=0.1"),
    item("Table 9.3", "three ways to lend", _table_9_3,
         "The numbers themselves cannot be computed again: the cases are not printed, and T(r) cannot be read.",
         LENDING),
    item("Section 9.4", "what the best cut-offs add", _seven_percent, "Its own numbers give 8 %.", LENDING),
    item("Table 9.3", "the rows of the cut-offs and of the system", _contradiction,
         "The two rows contradict each other, whatever T is, as long as it does not rise with the rate.", LENDING),
    item("Section 9.4", "twice the profit by the system", _double,
         "With none of the guesses at T(r) do prices double the profit of one margin, not even one for each applicant.",
         LENDING),
    item("Section 9.5", "risk and price from partial data", None, "Left for later by the document.", LENDING),
)  # fmt: skip
"""The items of chapter 9, in the order of the document."""
