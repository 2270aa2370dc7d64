"""What should a loan cost? What is worth knowing, of books found and made up."""

import math
import re

import numpy as np
import pytest

from ddcore.answers import lending_tables as tables
from ddcore.decisions.cutoffs import LendingLimits
from ddcore.decisions.take_up import through_points
from ddcore.table import ScoreTable
from tests.helpers.answers import holds
from tests.helpers.lending_answers import (
    BASE,
    DEFAULTS,
    DOUBTFUL,
    NAN,
    ODD,
    RATES,
    RISK,
    answered,
    applicants,
    by_best,
    expects,
    lent,
    made,
    mean,
    notes,
    of,
)
from tests.helpers.lines import MARKUP, letter_by_letter, sentences, sound_words


def told(found, *codes):
    """What is said under some codes."""
    return [note.text for note in notes(found) if note.code in codes]


# Worth knowing ---------------------------------------------------------------------------------------------------

FLAT = through_points([0, 0.5], [1, 1])
STEEP = through_points([0.3, 0.4, 0.45, 0.5], [0.9, 0.3, 0.25, 0.2])


class TestWorthKnowing:
    @pytest.mark.parametrize("name", [*MARKUP, "*a*", "[x](http://e.x)"])
    def test_name_of_the_class_is_letters(self, name):
        first = notes(BASE, name)[0]
        assert first.code == "defaults"
        assert letter_by_letter(name, first.text)

    @pytest.mark.parametrize(
        ("rates", "options", "code", "listed"),
        [
            (RATES, {}, "low-rates", "10 %, 22 % and 28 % are"),
            ((0.1, 0.3), {}, "low-rates", "10 % is"),
            ((0.2, 0.2003, 0.3), {}, "low-rates", "20 % and 20.03 % are"),
            (tuple(np.arange(1, 11) / 100), {}, "low-rates", "7 % and 2 more are"),
            # All accept any rate: the higher one earns more, and nobody refuses it.
            ((0.1, 0.3), {"take_up": FLAT}, "low-rates", "10 % is"),
            # Nobody takes 50 %, so a higher rate than that would not earn more.
            ((0.3, 0.5), {}, "idle-rates", "50 % is"),
            ((0.1, 0.3, 0.5), {}, "idle-rates", "10 % and 50 % are"),
            # A rate between two that are used is too high at low risks.
            ((0.3, 0.4, 0.45), {"take_up": STEEP}, "idle-rates", "40 % is"),
            # Nobody is approved beyond a risk of 0.05, where 45 % would be best.
            (RATES, {"limits": LendingLimits(riskiest=0.05)}, "idle-rates", "35 %, 40 % and 45 % are"),
            ((0.3,), {}, None, None),
        ],
    )
    def test_rates_that_are_nowhere_best(self, rates, options, code, listed):
        found = lent(RISK, DEFAULTS, rates, **options)
        said = {note.code: note.text for note in notes(found) if note.code in ("idle-rates", "low-rates")}
        assert list(said) == ([] if code is None else [code])
        assert code is None or f"{listed} never" in said[code]

    def test_rates_that_are_nowhere_best_are_so_at_every_risk(self):
        """Each rate against all others; of low ones a higher one is better for all who are approved."""
        best = {by_best(risk) for risk in np.linspace(0, 1, 2001)}
        assert sorted(set(RATES) - best) == [0.10, 0.22, 0.28]
        for risk in np.linspace(0, 0.442, 401):
            for rate in (0.10, 0.22, 0.28):
                assert max(expects(higher, risk) for higher in RATES if higher > rate) > expects(rate, risk)
        assert by_best(0.4) == 0.45
        assert {by_best(risk) for risk in np.linspace(0, 0.05, 101)} == {0.30}
        low, idle, high = (float(STEEP(rate) * (0.9 * (rate - 0.03) - 0.1 * 0.53)) for rate in (0.3, 0.4, 0.45))
        assert low > idle > high
        policy = lent(RISK, DEFAULTS, (0.3, 0.4, 0.45), take_up=STEEP).policies["cutoff"]
        assert [policy.rates[place] for place in policy.used] == [0.3, 0.45]
        assert told(made(used=False), "idle-rates", "low-rates") == []

    def test_the_most_that_prices_can_earn(self):
        """At each risk the best of 2,001 rates, if the risks are right."""
        found = made(individual={"expected": 0.0625}, system={"expected": 0.06})
        assert holds(*told(found, "most-by-prices"), "6.250", "7 best rates", "6.")
        own = sum(max(0.0, expects(np.linspace(0, 0.5, 2001), risk).max()) for risk in RISK) / 200
        system = BASE.policies["system"]
        offers = [(float(system.rate(risk)), risk) for risk in RISK if risk <= system.last]
        some = sum(expects(rate, risk) for rate, risk in offers) / 200
        (said,) = told(BASE, "most-by-prices")
        most, got = re.search(r"than ([\d.]+\d).* ([\d.]+\d)\.$", said).groups()
        assert float(most) == pytest.approx(100 * own, abs=6e-4)
        assert got == f"{100 * some:.3f}"
        assert "1 best rate " in told(lent(RISK, DEFAULTS, (0.3,)), "most-by-prices")[0]
        none = made(individual={"expected": 0.0}, system={"expected": 0.0})
        assert told(none, "most-by-prices") == []

    def test_what_cannot_be_earned_is_not_earned_after_all(self):
        """A price for each is best if the risks are right. By what became of these, thresholds earn more."""
        found = of(DOUBTFUL)
        assert mean(by_best, *DOUBTFUL) > found.outcomes["individual"].profit.value + 0.003
        assert f"{100 * found.outcomes['individual'].expected:.3f};" in told(found, "most-by-prices")[0]

    def test_risks_that_are_off(self):
        risk, defaults = applicants(factor=0.4)
        found = lent(risk, defaults)
        one = found.outcomes["cutoff"]
        expected = sum(expects(by_best(r), r) for r in risk if by_best(r)) / len(risk)
        assert one.expected == pytest.approx(expected)
        assert holds(*told(found, "risks-do-not-fit"), f"{100 * expected:.3f}", f"{100 * one.profit.value:.3f}")
        # One applicant, or nine of one risk, do not prove the risks wrong.
        alike = [lent([0.1] * cases, [default] * cases) for cases in (1, 9) for default in (True, False)]
        assert [told(found, "risks-do-not-fit") for found in (BASE, *alike)] == [[]] * 5

    def test_how_sure_profits_are_is_said_where_it_is_known(self):
        """Two applicants of one risk are two, no weights."""
        for name in ("sums of weights", "one", "one default", "no risk"):
            assert len(told(ODD[name], "no-interval")) == 1
            assert math.isnan(ODD[name].outcomes["cutoff"].profit.low)
            assert "interval" not in answered(ODD[name]).reason
        two = lent([0.1, 0.2], [True, False]), lent([0.1, 0.1, 0.2], [True, True, False])
        for found in (BASE, *two, ODD["weighted"]):
            assert told(found, "no-interval") == []
            assert "(95 % interval " in answered(found).reason

    @pytest.mark.parametrize(
        ("without", "code", "parts"),
        [
            ([], "offers", ("75 %", "50 %", "50 %", "62.5 %")),
            (["margin"], "margin-approves-nobody", ("50 %", "62.5 %")),
            (["cutoff"], "thresholds-approve-nobody", ("75 %", "50 %")),
            (["margin", "cutoff"], "nobody-approved", ()),
        ],
    )
    def test_who_gets_a_loan(self, without, code, parts):
        offers = {"margin": {"approved": 0.75, "accepted": 0.5}, "cutoff": {"approved": 0.5, "accepted": 0.625}}
        last = notes(made(**offers | {key: {"approved": 0.0, "accepted": NAN} for key in without}))
        (said,) = [note for note in last if note.code.endswith(("offers", "nobody", "nobody-approved"))]
        assert said.code == code
        assert holds(said.text, *parts)


@pytest.mark.parametrize("name", ODD)
def test_sentences_of_odd_books(name):
    """None prints a missing number, an infinite one or a hyphen for a minus."""
    found = ODD[name]
    answer = answered(found)
    texts = [answer.reason, *(note.text for note in answer.notes)]
    assert sentences(texts)
    assert sound_words(answer.sentence)
    assert all(not re.search(r"no value|∞", text) for text in [answer.sentence, *texts])
    assert len(tables.outcomes(found)) == 4
    assert (tables.policies(found, ScoreTable.of(RISK, DEFAULTS, True))["Share of applicants"] <= 1).all()
