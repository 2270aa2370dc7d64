"""One margin for all, margin by margin, against plain loops over the applicants in exact fractions."""

from fractions import Fraction

import numpy as np
import pytest

from ddcore.decisions.applicants import Applicants
from ddcore.decisions.cutoffs import DEFAULT_LIMITS, LendingLimits
from ddcore.decisions.lending import lend, with_margin
from ddcore.decisions.margins import MARGINS, margin_outcomes, margin_shares
from ddcore.decisions.pricing import Book
from ddcore.decisions.take_up import line, quartic, sigmoid
from ddcore.table import ScoreTable
from tests.helpers.decisions import refused
from tests.helpers.lending import RATES, TERMS
from tests.helpers.loops import nonempty

EXACT = [Fraction(text) for text in ("0.10", "0.22", "0.28", "0.30", "0.35", "0.40", "0.45")]


def cases(size=60, seed=1):
    """Risks in steps of 1/97, which lie at no bound, and who defaults."""
    rng = np.random.default_rng(seed)
    risks = [Fraction(int(place), 97) for place in rng.integers(0, 60, size)]
    return risks, [bool(rng.random() < risk) for risk in risks]


def by_hand(margin, risks, defaults, taken):
    """Approved, enrolled, profit and expected profit per applicant, in fractions."""
    approved = enrolled = profit = expected = Fraction(0)
    for risk, default in zip(risks, defaults, strict=True):
        rate = next((rate for rate in EXACT if risk <= rate - Fraction("0.03") - margin), None)
        if rate is not None:
            share = taken(rate)
            approved += 1
            enrolled += share
            profit += share * (Fraction("-0.53") if default else rate - Fraction("0.03"))
            expected += share * ((1 - risk) * (rate - Fraction("0.03")) - risk * Fraction("0.53"))
    return [float(each / len(risks)) for each in (approved, enrolled, profit, expected)]


def applicants(risks, defaults, seed=1):
    table = ScoreTable.of([float(risk) for risk in risks], defaults, True)
    return Applicants.of(table, rng=np.random.default_rng(seed))


def test_each_margin_of_table_9_2_is_that_of_a_loop():
    for take_up, taken in [(quartic(), lambda r: 1 - Fraction(15, 4) * r**2 - r**4), (line(0.25), lambda r: 1 - 2 * r)]:
        risks, defaults = cases()
        held = applicants(risks, defaults)
        outcomes = margin_outcomes(held, TERMS, RATES, take_up, rng=np.random.default_rng(2))
        assert tuple(outcomes) == MARGINS
        shares = margin_shares(Book.of(held.table), TERMS, RATES, take_up, np.array([*MARGINS, 0, 0.27, 0.5]))
        for (margin, outcome), *told in nonempty(zip(outcomes.items(), *shares, strict=False)):
            found = [outcome.approved, outcome.enrolled, outcome.profit.value, outcome.expected]
            right = by_hand(Fraction(str(margin)), risks, defaults, taken)
            assert found == pytest.approx(right, abs=1e-12), margin
            assert told == pytest.approx(right[:2], abs=1e-12), margin
            assert outcome.profit.low < outcome.profit.value < outcome.profit.high
        for margin, *told in list(zip(("0", "0.27", "0.5"), *(one[-3:] for one in shares), strict=True)):
            assert told == pytest.approx(by_hand(Fraction(margin), risks, defaults, taken)[:2], abs=1e-12), margin
        message = "the margin must be between 0 and 10, got -0.1"
        refused(message, margin_outcomes, held, TERMS, RATES, take_up, margins=[-0.1], rng=np.random.default_rng(1))


def test_nobody_beyond_the_highest_risk_is_approved():
    book = Book(np.array([0.05, 0.2]), np.array([0.5, 0.5]))
    limits = LendingLimits(riskiest=0.1)
    assert margin_shares(book, TERMS, RATES, quartic(), np.array([0.0]), limits)[0].tolist() == [0.5]


@pytest.mark.parametrize("take_up", [quartic(), sigmoid(2, 1, -8)], ids=["by rate", "by risk"])
def test_a_margin_that_is_set_is_judged_as_the_best_one_is(take_up):
    """The other ways stay as they are, but for what they are ahead of it."""
    risks, defaults = cases()
    book = applicants(risks, defaults)
    best = lend(book.table, TERMS, RATES, take_up, rng=np.random.default_rng(3), applicants=book)
    other = with_margin(best, 0.02, book, TERMS, take_up, rng=np.random.default_rng(3))
    again = with_margin(other, best.best_margin, book, TERMS, take_up, rng=np.random.default_rng(3))
    assert again.outcomes == best.outcomes
    assert (other.margin, other.best_margin) == (0.02, best.margin)
    (alone,) = margin_outcomes(
        book, TERMS, RATES, take_up, DEFAULT_LIMITS, [0.02], rng=np.random.default_rng(3)
    ).values()
    assert other.outcomes["margin"].profit.value == pytest.approx(alone.profit.value, abs=1e-15)
    for key in ("cutoff", "system", "individual"):
        profit, lead = other.outcomes[key].profit.value, other.outcomes[key].ahead.value
        assert profit == pytest.approx(best.outcomes[key].profit.value, abs=1e-15)
        assert lead == pytest.approx(profit - alone.profit.value, abs=1e-15)
