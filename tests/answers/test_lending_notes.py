"""What should a loan cost? What is worth knowing, of books found and made up."""

import math
import re

import numpy as np
import pytest

from ddcore.answers import lending_tables as tables
from ddcore.decisions.cutoffs import LendingLimits
from ddcore.decisions.take_up import through_points
from ddcore.table import ScoreTable
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
    cut,
    expects,
    lent,
    made,
    mean,
    notes,
    of,
    texts_of,
)
from tests.helpers.lines import MARKUP, letter_by_letter, sentences, sound_words


def told(found, *codes):
    """What is said under some codes."""
    return [note.text for note in notes(found) if note.code in codes]


# Worth knowing ---------------------------------------------------------------------------------------------------


class TestWorthKnowing:
    @pytest.mark.parametrize("name", [*MARKUP, "*a*", "[x](http://e.x)"])
    def test_name_of_the_class_is_letters(self, name):
        first = notes(BASE, name)[0].text
        assert letter_by_letter(name, first)
        assert first.endswith(" cases are taken for **loans that are not paid back**, all others for good ones.")

    NEVER = "never the best of these rates"
    BETTER = " A higher rate earns more from those who accept it than it loses by those who refuse."

    def test_rates_that_are_nowhere_best(self):
        """Each rate against all others, at every risk."""
        best = {by_best(risk) for risk in np.linspace(0, 1, 2001)}
        assert sorted(set(RATES) - best) == [0.10, 0.22, 0.28]
        assert told(BASE, "idle-rates", "low-rates") == [
            "10 %, 22 % and 28 % are never the best of these rates for anybody who is approved. A higher rate earns "
            "more from those who accept it than it loses by those who refuse."
        ]
        for risk in np.linspace(0, 0.442, 2001):
            for rate in (0.10, 0.22, 0.28):
                assert max(expects(higher, risk) for higher in RATES if higher > rate) > expects(rate, risk)

    def test_one_rate_that_is_nowhere_best(self):
        found = lent(RISK, DEFAULTS, (0.1, 0.3))
        (said,) = told(found, "idle-rates", "low-rates")
        assert said == f"10 % is never the best of these rates for anybody who is approved.{self.BETTER}"

    def test_no_idle_rate_is_invented(self):
        for found in (lent(RISK, DEFAULTS, (0.3,)), made(used=False)):
            assert told(found, "idle-rates", "low-rates") == []
            assert told(found, "low-rates") == []

    def test_a_rate_that_nobody_takes_is_not_too_low(self):
        """Of 30 and 50 %, it is the higher one that is nowhere best."""
        assert told(lent(RISK, DEFAULTS, (0.3, 0.5)), "idle-rates", "low-rates") == [
            "50 % is never the best of these rates for anybody who is approved."
        ]

    def test_a_rate_between_two_that_are_used_is_not_always_too_low(self):
        """40 % is never best: at a risk of 0.1 it is too high, as 30 % earns more than it and 45 % less."""
        take = through_points([0.3, 0.4, 0.45, 0.5], [0.9, 0.3, 0.25, 0.2])
        low, idle, high = (float(take(rate) * ((1 - 0.1) * (rate - 0.03) - 0.1 * 0.53)) for rate in (0.3, 0.4, 0.45))
        assert low > idle > high
        found = lent(RISK, DEFAULTS, (0.3, 0.4, 0.45), take_up=take)
        assert [found.policies["cutoff"].rates[i] for i in found.policies["cutoff"].used] == [0.3, 0.45]
        assert told(found, "idle-rates", "low-rates") == [
            "40 % is never the best of these rates for anybody who is approved."
        ]

    def test_rates_on_both_sides_are_not_all_too_low(self):
        """Of 10, 30 and 50 %, a higher rate than 50 % would not earn more."""
        (said,) = told(lent(RISK, DEFAULTS, (0.1, 0.3, 0.5)), "idle-rates", "low-rates")
        assert said == "10 % and 50 % are never the best of these rates for anybody who is approved."

    def test_nobody_refuses_a_rate_that_all_accept(self):
        """A take-up may be the same at every rate: the higher one earns more, and loses nothing by nobody."""
        take = through_points([0, 0.5], [1, 1])
        assert float(take(0.1)) == float(take(0.3)) == 1
        (said,) = told(lent(RISK, DEFAULTS, (0.1, 0.3), take_up=take), "idle-rates", "low-rates")
        assert "Some would refuse" not in said
        assert said.removesuffix(self.BETTER) == "10 % is never the best of these rates for anybody who is approved."

    def test_a_limit_is_not_taken_for_a_better_rate(self):
        """45 % is best at a risk of 0.4, but nobody is approved beyond 0.05."""
        assert by_best(0.4) == 0.45
        assert {by_best(risk) for risk in np.linspace(0, 0.05, 101)} == {0.30}
        (said,) = told(lent(RISK, DEFAULTS, limits=LendingLimits(riskiest=0.05)), "idle-rates", "low-rates")
        assert said == (
            "10 %, 22 %, 28 %, 35 %, 40 % and 45 % are never the best of these rates for anybody who is approved."
        )

    def test_many_idle_rates_are_counted(self):
        rates = tuple(np.arange(1, 11) / 100)
        (said,) = told(lent(RISK, DEFAULTS, rates), "idle-rates", "low-rates")
        assert said.startswith("1 %, 2 %, 3 %, 4 %, 5 %, 6 %, 7 % and 2 more are never the best of these rates ")

    def test_rates_close_together_are_told_apart(self):
        (said,) = told(lent(RISK, DEFAULTS, (0.2, 0.2003, 0.3)), "idle-rates", "low-rates")
        assert said.startswith("20 % and 20.03 % are never ")

    def test_the_most_that_prices_can_earn(self):
        found = made(individual={"expected": 0.0625}, system={"expected": 0.06})
        assert told(found, "most-by-prices") == [
            "If the risks are right, no prices can be expected to earn more than 6.250; 7 best rates get 6."
        ]

    def test_the_most_that_prices_can_earn_by_hand(self):
        """At each risk the best of 2,001 rates."""
        own = sum(max(0.0, expects(np.linspace(0, 0.5, 2001), risk).max()) for risk in RISK) / 200
        system = BASE.policies["system"]
        offers = [(float(system.rate(risk)), risk) for risk in RISK if risk <= system.last]
        some = sum(expects(rate, risk) for rate, risk in offers) / 200
        (said,) = told(BASE, "most-by-prices")
        most, got = re.fullmatch(
            r"If the risks are right, no prices can be expected to earn more than (.+); 7 best rates get (.+)\.", said
        ).groups()
        assert float(most) == pytest.approx(100 * own, abs=6e-4)
        assert got == f"{100 * some:.3f}"

    def test_no_word_on_prices_where_none_earns(self):
        found = made(individual={"expected": 0.0}, system={"expected": 0.0})
        assert told(found, "most-by-prices") == []

    def test_one_best_rate_is_one(self):
        (said,) = told(lent(RISK, DEFAULTS, (0.3,)), "most-by-prices")
        assert "; 1 best rate gets " in said

    def test_what_cannot_be_earned_is_not_earned_after_all(self):
        """A price for each is best if the risks are right. By what became of these, thresholds earn more."""
        found = of(DOUBTFUL)
        assert mean(by_best, *DOUBTFUL) > found.outcomes["individual"].profit.value + 0.003
        (said,) = told(found, "most-by-prices")
        most = f"{100 * found.outcomes['individual'].expected:.3f}"
        assert said.startswith(f"If the risks are right, no prices can be expected to earn more than {most};")

    def test_risks_that_are_off(self):
        risk, defaults = applicants(factor=0.4)
        found = lent(risk, defaults)
        one = found.outcomes["cutoff"]
        expected = sum(expects(by_best(r), r) for r in risk if by_best(r)) / len(risk)
        assert one.expected == pytest.approx(expected)
        assert told(found, "risks-do-not-fit") == [
            f"If the risks were right, best thresholds would earn {100 * expected:.3f}; on what became of these "
            f"applicants they earn {100 * one.profit.value:.3f}. The risks do not fit these applicants."
        ]

    def test_right_risks_are_not_called_off(self):
        assert told(BASE, "risks-do-not-fit") == []

    @pytest.mark.parametrize("default", [True, False])
    def test_one_applicant_does_not_prove_the_risks_wrong(self, default):
        assert told(lent([0.1], [default]), "risks-do-not-fit") == []
        alike = lent([0.1] * 9, [default] * 9)
        assert told(alike, "risks-do-not-fit") == []

    @pytest.mark.parametrize("name", ["sums of weights", "one", "one default", "no risk"])
    def test_nobody_knows_how_sure_profits_are_where_they_have_no_interval(self, name):
        assert told(ODD[name], "no-interval") == [
            "How sure these profits are cannot be told: there is only one applicant, or of the weights only the sums "
            "are known."
        ]
        assert math.isnan(ODD[name].outcomes["cutoff"].profit.low)
        assert "interval" not in answered(ODD[name]).reason

    def test_how_sure_profits_are_is_said_where_it_is_known(self):
        """Two applicants of one risk are two, no weights."""
        two = lent([0.1, 0.2], [True, False]), lent([0.1, 0.1, 0.2], [True, True, False])
        for found in (BASE, *two, ODD["weighted"]):
            assert told(found, "no-interval") == []
            assert "(95 % interval " in answered(found).reason

    def test_approving_more(self):
        found = made(margin={"approved": 0.75, "accepted": 0.5}, cutoff={**cut(), "approved": 0.5, "accepted": 0.625})
        assert told(found, "offers", "nobody-approved")[-1] == (
            "One margin offers 75 % of the applicants a loan, and 50 % of these accept; best thresholds offer it to 50 "
            "%, and 62.5 % accept."
        )

    @pytest.mark.parametrize(
        ("without", "code", "text"),
        [
            (
                ["margin"],
                "margin-approves-nobody",
                "One margin offers nobody a loan; best thresholds offer it to 50 %",
            ),
            (["cutoff"], "thresholds-approve-nobody", "best thresholds offer it to nobody."),
            (
                ["margin", "cutoff"],
                "nobody-approved",
                "Neither one margin for all nor best thresholds",
            ),
        ],
    )
    def test_nobody_gets_a_loan(self, without, code, text):
        offers = {"margin": {"approved": 0.75, "accepted": 0.5}, "cutoff": {"approved": 0.5, "accepted": 0.625}}
        found = made(**offers | {key: {"approved": 0.0, "accepted": NAN} for key in without})
        (note,) = told(found, code)
        assert text in note
        assert told(found, "offers") == []


@pytest.mark.parametrize("name", ODD)
def test_sentences_of_odd_books(name):
    """None prints a missing number, an infinite one or a hyphen for a minus."""
    found = ODD[name]
    texts = [answered(found).reason, *texts_of(found)]
    assert sentences(texts)
    assert sound_words(answered(found).sentence)
    assert all(not re.search(r"no value|∞", text) for text in [answered(found).sentence, *texts])
    assert len(tables.outcomes(found)) == 4
    assert (tables.policies(found, ScoreTable.of(RISK, DEFAULTS, True))["Share of applicants"] <= 1).all()
