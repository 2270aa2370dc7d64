"""What should a loan cost? Every branch of what is said, and whether it is true of the applicants."""

import csv
import math
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy.interpolate import PchipInterpolator

from ddcore.answers import lending as words
from ddcore.answers import lending_tables as tables
from ddcore.decisions.cutoffs import LendingLimits, LoanTerms, Policy
from ddcore.decisions.lending import LENDING_METHODS, lend
from ddcore.decisions.pricing import AlternationStep
from ddcore.decisions.take_up import quartic, sigmoid, through_points
from ddcore.errors import InputError
from ddcore.figures.theme import LIGHT
from ddcore.interval import Interval
from ddcore.read import read
from ddcore.samples.applicants import APPLICANTS
from ddcore.table import ScoreTable
from tests.helpers.answers import asked
from tests.helpers.lines import MARKUP, letter_by_letter, paired, sentences, sound_words

NAN, INF = math.nan, math.inf
NONE = Interval(NAN, NAN, NAN, NAN)
RATES = (0.10, 0.22, 0.28, 0.30, 0.35, 0.40, 0.45)
TERMS, TAKE = LoanTerms(0.03, 0.5), quartic()
PUBLISHED = Path(__file__).parents[1] / "published" / "003_lending.csv"


def applicants(cases=200, seed=1, factor=1.0):
    """Risks and who defaults; by a factor other than 1 the risks are off."""
    rng = np.random.default_rng(seed)
    risk = rng.beta(1.2, 3, cases)
    return np.clip(risk * factor, 0, 1), rng.random(cases) < risk


def lent(risk, defaults, rates=RATES, terms=TERMS, take_up=TAKE, limits=None, weight=None):
    table = ScoreTable.of(risk, defaults, True, weight=weight)
    return lend(table, terms, rates, take_up, limits or LendingLimits(), rng=np.random.default_rng(1))


RISK, DEFAULTS = applicants()
BASE = lent(RISK, DEFAULTS)


def interval(value, low=NAN, high=NAN):
    return Interval(value, low, high, (high - low) / 3.92)


def made(used=True, **ways):
    """The outcomes of some ways put in; `used` says whether cut-offs would approve anybody."""
    outcomes = {key: replace(one, **ways.get(key, {})) for key, one in BASE.outcomes.items()}
    cut = BASE.policies["cutoff"] if used else Policy(RATES, (-INF,) * len(RATES))
    return replace(BASE, outcomes=outcomes, policies={**BASE.policies, "cutoff": cut})


def cut(profit=(0.06, 0.05, 0.07), more=(0.125, 0.05, 0.2), ahead=(0.01, 0.005, 0.015), **other):
    return {"profit": interval(*profit), "more": interval(*more), "ahead": interval(*ahead), **other}


def notes(found, positive="ill"):
    return words._notes(found, positive)


def texts_of(found):
    return [note.text for note in notes(found)]


def told(found, *codes):
    """What is said under some codes."""
    return [note.text for note in notes(found) if note.code in codes]


def share(rate):
    """Of the quartic."""
    return np.maximum(0.0, 1 - 15 / 4 * rate**2 - rate**4)


def earns(rate, default, terms=TERMS):
    """Of an applicant who is offered a rate: who pays back brings it less the funds, who does not loses a part."""
    return share(rate) * (-(terms.loss + terms.funds) if default else rate - terms.funds)


def expects(rate, risk, terms=TERMS):
    return (1 - risk) * earns(rate, False, terms) + risk * earns(rate, True, terms)


def by_margin(margin, rates=RATES, terms=TERMS):
    """Who gets what: the lowest rate that covers the funds, the margin and the risk."""

    def rate_of(risk):
        return next((rate for rate in rates if risk <= rate - terms.funds - margin), None)

    return rate_of


def by_best(risk):
    """The given rate that earns most, None where none earns anything."""
    most = max(RATES, key=lambda rate: expects(rate, risk))
    return most if expects(most, risk) > 0 else None


def mean(rate_of, risks, defaults):
    """Profit per applicant, by what became of them."""
    offers = [(rate_of(risk), default) for risk, default in zip(risks, defaults, strict=True)]
    return sum(earns(rate, default) for rate, default in offers if rate is not None) / len(offers)


# The answer ------------------------------------------------------------------------------------------------------


WHERE = "Cutting off at **0.442**"


MORE, LESS = (f"earns **12.5 %** {which} than one margin for all" for which in ("more", "less"))


@pytest.mark.parametrize(
    ("cutoff", "said"),
    [
        (cut(), f"{MORE}."),
        (cut(ahead=(0.01, -0.005, 0.02)), f"{MORE}, maybe by chance."),
        (cut(ahead=(0.01, 0.0, 0.02)), f"{MORE}, maybe by chance."),
        (cut(more=(-0.125, -0.2, -0.05), ahead=(-0.01, -0.02, -0.005)), f"{LESS}."),
        (cut(more=(-0.125, -0.2, 0.05), ahead=(-0.01, -0.02, 0.005)), f"{LESS}, maybe by chance."),
        (cut(more=(-0.125, -0.2, 0.0), ahead=(-0.01, -0.02, 0.0)), f"{LESS}, maybe by chance."),
        (cut(more=(0.0006, 0, 0.001)), "earns **0.1 %** more than one margin for all."),
        (cut(more=(0.0004, 0, 0.001)), "earns as much as one margin for all."),
        (cut(more=(-0.0004, -0.001, 0), ahead=(-1e-5, -1e-4, 0)), "earns as much as one margin for all."),
    ],
)
def test_answer(cutoff, said):
    assert words._sentence(made(cutoff=cutoff)) == f"{WHERE} {said}"


def test_chance_is_that_of_the_absolute_gain():
    """One margin may lose in a resample: then a part of it has no interval, but the difference has one."""
    for more in ((0.125, NAN, NAN), (0.125, 0.05, 0.2)):
        found = made(cutoff=cut(more=more, ahead=(0.01, -0.005, 0.02)))
        assert words._sentence(found).endswith(" more than one margin for all, maybe by chance.")
    found = made(cutoff=cut(more=(0.125, -0.05, 0.3), ahead=(0.01, 0.005, 0.02)))
    assert words._sentence(found).endswith(" more than one margin for all.")


def test_without_an_interval_nobody_can_say_how_surely():
    found = made(cutoff=cut((0.06, NAN, NAN), (0.125, NAN, NAN), (0.01, NAN, NAN)))
    assert words._sentence(found) == (
        f"{WHERE} earns **12.5 %** more than one margin for all; how surely, nobody can say."
    )


@pytest.mark.parametrize(
    ("best", "margin", "ahead", "said"),
    [
        (0.06, -0.0125, (0.05, 0.1), "earns 6, one margin for all loses 1.250 of 100 applied for."),
        (0.06, -0.0125, (-0.05, 0.2), "earns 6, one margin for all loses 1.250 of 100 applied for, maybe by chance."),
        (0.06, 0.0, (0.05, 0.07), "earns 6, one margin for all earns 0 of 100 applied for."),
        (-0.0125, 0.05, (-0.1, -0.01), "loses 1.250, one margin for all earns 5 of 100 applied for."),
        (-0.0125, 0.05, (-0.2, 0.1), "loses 1.250, one margin for all earns 5 of 100 applied for, maybe by chance."),
        (-0.0125, -0.05, (0.01, 0.06), "loses 1.250, one margin for all loses 5 of 100 applied for."),
    ],
)
def test_amounts_stand_where_one_of_the_two_earns_nothing(best, margin, ahead, said):
    """Nothing can be told as a part of a loss."""
    more = (best / margin - 1,) if margin > 0 else (NAN,)
    given = cut((best, best - 0.01, best + 0.01), more, (best - margin, *ahead))
    assert words._sentence(made(cutoff=given, margin={"profit": interval(margin)})) == f"{WHERE} {said}"


@pytest.mark.parametrize(("profit", "said"), [(0.0625, "earns 6.250"), (0.0, "earns 0"), (-0.05, "loses 5")])
def test_what_is_earned_or_lost(profit, said):
    assert words._earns(profit) == said


def test_a_difference_of_nothing_is_not_called_chance():
    """At one rate both ways lend to the same two applicants, in every resample: there is no difference to doubt."""
    found = lent([0.1, 0.2], [True, True], (0.3,))
    assert mean(by_margin(0, (0.3,)), [0.1, 0.2], [True, True]) == found.outcomes["cutoff"].profit.value
    assert found.outcomes["cutoff"].ahead == Interval(0, 0, 0, 0)
    assert "chance" not in words._sentence(found)


NONE_EARNS = "Lend to nobody at these rates: none of them earns anything, at any risk."
NONE_SO_SAFE = "Lend to nobody here: no applicant has a risk of 0.442 or less."


def test_no_applicant_is_safe_enough():
    assert words._sentence(made(cutoff=cut(approved=0.0))) == NONE_SO_SAFE


def test_no_rate_earns_anything():
    assert words._sentence(made(used=False)) == NONE_EARNS


def test_gain_of_cutoffs_is_that_on_these_applicants():
    margin, best = (mean(of, RISK, DEFAULTS) for of in (by_margin(BASE.margin), by_best))
    more = f"{abs(100 * (best / margin - 1)):.1f}".removesuffix(".0")
    assert f"**{more} %** {'more' if best > margin else 'less'} than one margin" in words._sentence(BASE)


def test_answers_of_lenders_that_earn_nothing():
    """Rates below the funds, a rate that nobody takes, and applicants who are all too risky."""
    for rates in ((0.02, 0.03), (0.5,)):
        found = lent(RISK, DEFAULTS, rates)
        assert words._sentence(found) == NONE_EARNS
        assert sentences([words._reason(found), *texts_of(found)])
    found = lent([0.9, 0.95, 0.99], [True, True, False])
    assert words._sentence(found) == NONE_SO_SAFE
    assert sentences([words._reason(found), *texts_of(found)])


# Applicants of whom few are needed to find a sentence wrong.
DOUBTFUL = (
    [0.05, 0.14, 0.53, 0.45, 0.58, 0.26, 0.18, 0.88, 0.33, 0.2, 0.23,
     0.15, 0.21, 0.06, 0.71, 0.14, 0.22, 0.36, 0.54, 0.74, 0.4, 0.5],
    [0, 0, 1, 1, 1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 1, 1],
)  # fmt: skip
LOSING = (
    [0.15, 0.23, 0.15, 0.23, 0.14, 0.54, 0.36, 0.19, 0.62, 0.14, 0.19,
     0.28, 0.39, 0.24, 0.46, 0.36, 0.19, 0.06, 0.45, 0.52, 0.08, 0.47],
    [1, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1, 1, 1, 0, 1, 0, 0, 0],
)  # fmt: skip
UNLUCKY = (
    [0.68, 0.43, 0.51, 0.01, 0.17, 0.29, 0.25, 0.41, 0.1, 0.59, 0.37, 0.22, 0.12, 0.03, 0.34],
    [1, 0, 1, 0, 1, 1, 0, 1, 0, 1, 0, 1, 0, 0, 1],
)


def of(book, **options):
    risks, defaults = book
    return lent(risks, [bool(one) for one in defaults], **options)


def test_a_gain_of_few_applicants_is_not_said_without_a_doubt():
    """In some resamples one margin loses, so that no ratio has an interval: these are the least certain of all."""
    found = of(DOUBTFUL)
    margin = found.outcomes["margin"].profit
    assert margin.low < 0 < margin.value
    gain = mean(by_best, *DOUBTFUL) / mean(by_margin(found.margin), *DOUBTFUL) - 1
    assert (
        words._sentence(found) == f"{WHERE} earns **{100 * gain:.1f} %** more than one margin for all, maybe by chance."
    )


def test_nobody_is_sent_away_while_one_margin_earns():
    """Best cut-offs lose 0.53 of 100 here, the margin of the lender earns 1.58."""
    found = of(LOSING)
    assert mean(by_margin(found.margin), *LOSING) > 0.015 > 0 > mean(by_best, *LOSING)
    assert words._sentence(found) == (
        f"{WHERE} loses {-100 * mean(by_best, *LOSING):.3f}, one margin for all earns "
        f"{100 * mean(by_margin(found.margin), *LOSING):.3f} of 100 applied for, maybe by chance."
    )


def test_a_margin_that_earns_is_not_denied():
    """The margin that promised most loses on these applicants; one of 26 % earns 3.78 of 100."""
    found = of(UNLUCKY)
    assert mean(by_margin(0.26), *UNLUCKY) == pytest.approx(0.0378, abs=1e-4)
    assert mean(by_margin(found.margin), *UNLUCKY) <= 0
    assert "no single margin for all earns anything" not in words._sentence(found)
    assert "one margin for all loses " in words._sentence(found)
    assert words._reason(found).startswith("Of 100 applied for, the single margin that promises most, ")


# The reason ------------------------------------------------------------------------------------------------------


def test_reason():
    found = replace(
        made(margin={"profit": interval(0.05)}, cutoff=cut((0.06, 0.05, 0.07125)), system={"profit": interval(0.0625)}),
        margin=0.096,
    )
    assert words._reason(found) == (
        "Of 100 applied for, the single margin that promises most, 9.6 %, earns **5**. The same rates, each given to "
        "the risks where it earns most, earn **6** (95 % interval 5 to 7.125); no more rates, but those that promise "
        "most, **6.250**."
    )


def test_profits_without_an_interval_are_told():
    found = made(margin={"profit": interval(-0.05)}, cutoff=cut((0.06, NAN, NAN)))
    assert "earns **−5**." in words._reason(found)
    assert "earn **6**; no more rates, but those that promise most, **" in words._reason(found)


def test_advice_where_no_rate_earns():
    assert words._reason(made(used=False, system={"profit": interval(0.0625)})) == (
        "Try other rates, or lend at lower costs. As many of the best rates would earn **6.250** of 100 applied for."
    )


def test_advice_where_no_rate_could_earn():
    """The highest rate that is allowed does not cover the funds."""
    found = lent(RISK, DEFAULTS, (0.01,), limits=LendingLimits(0, 0.02))
    assert max(expects(rate, 0.0) for rate in np.linspace(0, 0.02, 21)) < 0
    assert words._reason(found) == "Lend at lower costs: no rate within the limits earns anything."


def test_advice_where_none_of_these_applicants_can_be_offered_any_rate():
    """At 1 % the funds are not covered; of a risk of 0.9 no rate is, or the lender allows none."""
    said = "Try other rates, or lend at lower costs; to these applicants no rate at all can be offered."
    assert words._reason(lent([0.9, 0.95], [True, False], (0.01,))) == said
    assert expects(0.3, 0.2) > 0
    assert words._reason(lent([0.2, 0.3], [False, True], (0.01,), limits=LendingLimits(riskiest=0.1))) == said
    assert words._reason(lent([0.05, 0.3], [False, True], (0.01,), limits=LendingLimits(riskiest=0.1))) != said


def test_the_best_rates_are_those_of_the_advice():
    """Who gets which of the best rates, and what these applicants bring at them."""
    found = lent(RISK, DEFAULTS, (0.01, 0.02))
    system = found.policies["system"]
    assert len(system.used) == 2
    got = mean(lambda risk: float(system.rate(risk)) if risk <= system.last else None, RISK, DEFAULTS)
    assert words._reason(found) == (
        f"Try other rates, or lend at lower costs. As many of the best rates would earn **{100 * got:.3f}** of 100 "
        "applied for."
    )


def test_rates_are_not_blamed_for_applicants_who_are_too_risky():
    """At 1 % nothing is earned, at 30 % it is: only nobody here is safe enough for any rate."""
    found = lent([0.9, 0.95], [True, False], (0.01,))
    assert expects(0.3, 0.1) > 0.1
    assert max(expects(rate, 0.9) for rate in np.linspace(0, 0.5, 501)) <= 0
    assert "no rate within the limits earns anything" not in words._reason(found)


def test_nobody_is_advised_to_raise_rates_that_nobody_takes():
    """Of the quartic nobody takes 50 %, but a lender at 30 % earns."""
    found = lent(RISK, DEFAULTS, (0.5,))
    assert mean(lambda risk: 0.3 if risk < 0.3 else None, RISK, DEFAULTS) > 0
    assert "higher rates" not in words._reason(found)


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
        """A price for each is best if the risks are right. By what became of these, cut-offs earn more."""
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
            f"If the risks were right, best cut-offs would earn {100 * expected:.3f}; on what became of these "
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
            "Nobody can say how sure these profits are: there is only one applicant, or of the weights only the sums "
            "are known."
        ]
        assert math.isnan(ODD[name].outcomes["cutoff"].profit.low)
        assert "interval" not in words._reason(ODD[name])

    def test_how_sure_profits_are_is_said_where_it_is_known(self):
        """Two applicants of one risk are two, no weights."""
        two = lent([0.1, 0.2], [True, False]), lent([0.1, 0.1, 0.2], [True, True, False])
        for found in (BASE, *two, ODD["weighted"]):
            assert told(found, "no-interval") == []
            assert "(95 % interval " in words._reason(found)

    def test_approving_more(self):
        found = made(margin={"approved": 0.75, "accepted": 0.5}, cutoff={**cut(), "approved": 0.5, "accepted": 0.625})
        assert told(found, "offers", "nobody-approved")[-1] == (
            "One margin offers 75 % of the applicants a loan, and 50 % of these accept; best cut-offs offer it to 50 "
            "%, and 62.5 % accept."
        )

    @pytest.mark.parametrize(
        ("without", "code", "text"),
        [
            (
                ["margin"],
                "margin-approves-nobody",
                "One margin offers nobody a loan; best cut-offs offer it to 50 %",
            ),
            (["cutoff"], "cut-offs-approve-nobody", "best cut-offs offer it to nobody."),
            (
                ["margin", "cutoff"],
                "nobody-approved",
                "Neither one margin for all nor best cut-offs",
            ),
        ],
    )
    def test_nobody_gets_a_loan(self, without, code, text):
        offers = {"margin": {"approved": 0.75, "accepted": 0.5}, "cutoff": {"approved": 0.5, "accepted": 0.625}}
        found = made(**offers | {key: {"approved": 0.0, "accepted": NAN} for key in without})
        (note,) = told(found, code)
        assert text in note
        assert told(found, "offers") == []


def odd_books():
    """Odd applicants, rates, laws and limits by name."""
    rng = np.random.default_rng(1)
    yield "one", lent([0.1], [False])
    yield "one default", lent([0.1], [True])
    yield "no risk", lent([0.0], [False])
    yield "all too risky", lent([0.9, 1.0], [True, True])
    yield "weighted", lent(RISK[:50], DEFAULTS[:50], weight=rng.uniform(0.1, 3, 50))
    sums = ScoreTable.of(RISK[:50], DEFAULTS[:50], True, weight=rng.uniform(0.1, 3, 50))
    sums = ScoreTable(sums.score, sums.positives, sums.negatives)
    yield "sums of weights", lend(sums, TERMS, RATES, TAKE, rng=np.random.default_rng(1))
    yield "one rate", lent(RISK, DEFAULTS, (0.3,))
    yield "rates below the funds", lent(RISK, DEFAULTS, (0.01, 0.02))
    yield "a rate that nobody takes", lent(RISK, DEFAULTS, (0.5,))
    yield "nobody beyond no risk", lent(RISK, DEFAULTS, limits=LendingLimits(riskiest=0.0))
    yield "eager defaulters", lent(RISK, DEFAULTS, take_up=sigmoid(3, 10, -20))
    yield "no loss", lent(RISK, DEFAULTS, terms=LoanTerms(0.03, 0))
    yield "all default", lent(RISK, np.ones(200, bool))


ODD = dict(odd_books())


@pytest.mark.parametrize("name", ODD)
def test_sentences_of_odd_books(name):
    """None prints a missing number, an infinite one or a hyphen for a minus."""
    found = ODD[name]
    texts = [words._reason(found), *texts_of(found)]
    assert sentences(texts)
    assert sound_words(words._sentence(found))
    assert all(not re.search(r"no value|∞", text) for text in [words._sentence(found), *texts])
    assert len(tables.outcomes(found)) == 4
    assert (tables.policies(found, ScoreTable.of(RISK, DEFAULTS, True))["Share of applicants"] <= 1).all()


# Tables ----------------------------------------------------------------------------------------------------------


class TestOutcomes:
    def test_columns(self):
        table = tables.outcomes(BASE)
        assert table.columns.tolist() == [
            "Way to lend", "Earned of 100 applied for", "95 % from", "95 % to", "More than one margin",
            "more, 95 % from", "more, 95 % to", "If the risks are right", "Approved", "Of these accept",
            "Take the loan", "Mean rate of loans", "Earned of 100 lent",
        ]  # fmt: skip
        assert table["Way to lend"].tolist() == [title for title, _ in LENDING_METHODS.values()]

    @pytest.mark.parametrize(("row", "rate_of"), [(0, by_margin(BASE.margin)), (1, by_best)])
    def test_rows_by_hand(self, row, rate_of):
        offers = [(rate_of(risk), risk, default) for risk, default in zip(RISK, DEFAULTS, strict=True)]
        approved = [one for one in offers if one[0] is not None]
        taken = sum(share(rate) for rate, _, _ in approved)
        profit = sum(earns(rate, default) for rate, _, default in approved)
        margin = mean(by_margin(BASE.margin), RISK, DEFAULTS)
        found = tables.outcomes(BASE).iloc[row]
        assert found["Earned of 100 applied for"] == pytest.approx(100 * profit / 200)
        assert found["More than one margin"] == pytest.approx(profit / 200 / margin - 1)
        expected = sum(expects(rate, risk) for rate, risk, _ in approved)
        assert found["If the risks are right"] == pytest.approx(100 * expected / 200)
        assert found["Approved"] == pytest.approx(len(approved) / 200)
        assert found["Of these accept"] == pytest.approx(taken / len(approved))
        assert found["Take the loan"] == pytest.approx(taken / 200)
        rates = sum(rate * share(rate) for rate, _, _ in approved)
        assert found["Mean rate of loans"] == pytest.approx(rates / taken)
        assert found["Earned of 100 lent"] == pytest.approx(100 * profit / taken)

    def test_intervals_hold_the_values(self):
        table = tables.outcomes(BASE)
        value = table["Earned of 100 applied for"]
        assert ((table["95 % from"] < value) & (value < table["95 % to"])).all()
        assert (table["If the risks are right"].diff().dropna() > 0).all()

    def test_nobody_has_no_mean(self):
        table = tables.outcomes(made(cutoff={"approved": 0.0, "accepted": NAN, "rate": NAN, "per_loan": NAN}))
        assert table.loc[1, ["Of these accept", "Mean rate of loans", "Earned of 100 lent"]].isna().all()


class TestPolicies:
    def test_rows_by_hand(self):
        """Of risks 0.1 to 0.6, cut-offs give two 30 %, one 35 %, one 40 %, and two nothing."""
        table = ScoreTable.of([0.05, 0.1, 0.2, 0.3, 0.5, 0.6], [0, 0, 1, 0, 1, 1])
        found = replace(
            BASE,
            policies={
                "margin": Policy((0.2, 0.3), (-INF, 0.05)),
                "cutoff": Policy((0.2, 0.3, 0.35, 0.4), (-INF, 0.1, 0.25, 0.3)),
                "system": Policy((), ()),
            },
        )
        rows = tables.policies(found, table)
        assert rows.columns.tolist() == ["Way to lend", "Rate", "Risk above", "up to", "Share of applicants"]
        assert rows.values.tolist() == [
            ["One margin for all", 0.3, 0.0, 0.05, pytest.approx(1 / 6)],
            ["Best cut-offs", 0.3, 0.0, 0.1, pytest.approx(2 / 6)],
            ["Best cut-offs", 0.35, 0.1, 0.25, pytest.approx(1 / 6)],
            ["Best cut-offs", 0.4, 0.25, 0.3, pytest.approx(1 / 6)],
        ]

    def test_shares_add_up_to_the_approved(self):
        weight = np.random.default_rng(1).uniform(0.5, 2, 200)
        for table, found in (
            (ScoreTable.of(RISK, DEFAULTS, True), BASE),
            (ScoreTable.of(RISK, DEFAULTS, True, weight=weight), lent(RISK, DEFAULTS, weight=weight)),
        ):
            shares = tables.policies(found, table).groupby("Way to lend")["Share of applicants"].sum()
            for key in ("margin", "cutoff", "system"):
                assert shares[LENDING_METHODS[key][0]] == pytest.approx(found.outcomes[key].approved)

    def test_nobody_is_approved_by_any(self):
        nobody = Policy((0.2,), (-INF,))
        found = replace(BASE, policies=dict.fromkeys(("margin", "cutoff", "system"), nobody))
        rows = tables.policies(found, ScoreTable.of(RISK, DEFAULTS, True))
        assert len(rows) == 0
        assert len(rows.columns) == 5


class TestOverTheRisk:
    def test_profits_by_hand(self):
        table = tables.over_the_risk(BASE, TERMS, TAKE)
        assert table.columns.tolist() == [
            "Risk", *(f"at {rate:.0%}".replace("%", " %") for rate in RATES), "Best rate", "at the best rate",
        ]  # fmt: skip
        for row in table.iloc[::20].itertuples(index=False):
            risk, *profits, best, most = row
            assert profits == pytest.approx([100 * expects(rate, risk) for rate in RATES], abs=1e-9)
            peak = max(100 * expects(rate, risk) for rate in np.linspace(0, 0.5, 2001))
            assert most == pytest.approx(max(peak, 0), abs=0.01)
            if peak > 0.01:
                assert 100 * expects(best, risk) == pytest.approx(peak, abs=0.01)

    def test_a_column_for_each_rate(self):
        """Rates that differ by less than a tenth of a percent."""
        rates = (0.3, 0.3002, 0.3004)
        assert len(tables.over_the_risk(lent(RISK, DEFAULTS, rates), TERMS, TAKE).columns) == 6

    def test_rates_up_to_higher_limits(self):
        take = through_points([0, 1], [1, 0])
        found = lent(RISK, DEFAULTS, (0.3, 0.6), take_up=take, limits=LendingLimits(0, 1))
        assert tables.over_the_risk(found, TERMS, take)["at 60 %"][0] == pytest.approx(100 * 0.4 * 0.57)


def test_every_margin_by_hand():
    table = tables.by_margin(BASE)
    assert table.columns.tolist() == ["Margin", "Expected of 100 applied for"]
    assert table["Margin"].to_numpy() == pytest.approx(np.arange(421) / 1000)
    for margin, expected in table.iloc[5::60].itertuples(index=False):
        rates = [by_margin(margin)(risk) for risk in RISK]
        plain = sum(expects(rate, risk) for rate, risk in zip(rates, RISK, strict=True) if rate is not None)
        assert expected == pytest.approx(100 * plain / 200, abs=1e-9)
    assert BASE.margin == table["Margin"][table["Expected of 100 applied for"].idxmax()]


def test_trace_by_hand():
    steps = (
        AlternationStep("cut-offs", Policy((0.2, 0.3, 0.4), (-INF, 0.1, 0.25)), 0.05),
        AlternationStep("prices", Policy((0.31234, 0.4), (0.1, 0.25)), 0.0625),
    )
    table = tables.trace(replace(BASE, steps=steps))
    assert table.columns.tolist() == ["Step", "What", "Expected of 100 applied for", "Rates", "Up to a risk of"]
    assert table.values.tolist() == [
        [1, "cut-offs", 5.0, "0.2000, 0.3000, 0.4000", "0.0000, 0.1000, 0.2500"],
        [2, "prices", 6.25, "0.3123, 0.4000", "0.1000, 0.2500"],
    ]


def test_no_step_of_the_trace_loses():
    table = tables.trace(BASE)
    assert len(table) == len(BASE.steps) > 2
    assert (table["Expected of 100 applied for"].diff().dropna() >= 0).all()
    expected = sum(expects(by_best(r), r) for r in RISK if by_best(r)) / 200
    assert table["Expected of 100 applied for"][0] == pytest.approx(100 * expected)


# How it is computed ----------------------------------------------------------------------------------------------


def computed(found=BASE, terms=TERMS, take_up=TAKE, limits=None, way="read"):
    """The text, a paragraph a line."""
    text = words._method(found, terms, take_up, limits or LendingLimits(), way)
    return re.sub(r"(?<!\n)\n(?!\n)", " ", text)


class TestComputed:
    def test_numbers_put_in(self):
        text = computed(terms=LoanTerms(0.025, 0.625), limits=LendingLimits(0.05, 0.45, 0.75))
        assert "$r_c$ = 0.025 and the loss given default $LGD$ = 0.625." in text
        assert "at $(r-r_c)/(r+LGD)$, or at the highest risk allowed, 0.750." in text
        assert f"nothing is gained ({len(BASE.steps)} steps; the profit never falls). Rates stay" in text
        assert "Rates stay within 5 % and 45 %." in text
        assert "became of the applicants: intervals from 400 resamples of them (seed 1), the policies kept." in text

    @pytest.mark.parametrize(("way", "said"), words.RISKS.items())
    def test_where_risks_come_from(self, way, said):
        assert f"**Risk.** {said}" in computed(way=way)

    def test_formulas(self):
        """The profit of a loan, of an offer, the rule of one margin, and equation 9.10."""
        text = computed()
        for formula in (
            "$r - r_c$", "$-(LGD + r_c)$", r"$[(1-s)(r-r_c) - s(LGD+r_c)]\,T$", r"$s \le r_i - r_c - m$",
            r"$s_{ij} = (M - r_c N)/(M + LGD\,N)$", "$M = T_j r_j - T_i r_i$", "$N = T_j - T_i$",
        ):  # fmt: skip
            assert formula in text

    @pytest.mark.parametrize("take", [TAKE, sigmoid(2, 1, -8), through_points([0, 0.5], [1, 0])])
    def test_signs_of_formulas_come_in_pairs(self, take):
        """An amount in dollars is no formula: its sign is escaped."""
        text = computed(take_up=take).replace("\\$", "")
        assert paired(text)
        assert not any("best cut-offs" in formula for formula in re.findall(r"\$([^$]*)\$", text))

    @pytest.mark.parametrize("take", [TAKE, through_points([0, 0.5], [1, 0])])
    def test_who_accepts(self, take):
        assert take.words in computed(take_up=take).replace("\\", "")

    def test_minus_signs_of_who_accepts(self):
        text = computed(take_up=sigmoid(2, 1, -8)).replace("\\", "")
        assert "T(s, r)" in text
        assert not re.search(r"(?<!\w)-8", text)

    def test_a_guess_is_called_one_only_where_it_is_used(self):
        said = "a guess, since the formula in the document cannot be read"
        assert f"{said}**." in computed().replace("\\", "")
        for take in (through_points([0, 0.5], [1, 0]), sigmoid(2, 1, -8)):
            assert "guess" not in computed(take_up=take)

    def test_end_of_the_cutoffs_is_that_of_the_formula(self):
        """A limit of 0.05 ends them, not (r - r_c) / (r + LGD)."""
        limits = LendingLimits(riskiest=0.05)
        text = computed(lent(RISK, DEFAULTS, limits=limits), limits=limits)
        assert "$(r-r_c)/(r+LGD)$ = 0.050" not in text
        assert "or at the highest risk allowed, 0.050." in text

    def test_one_step_is_one(self):
        found = replace(BASE, steps=BASE.steps[:1])
        assert "(1 step; the profit never falls)" in computed(found)

    def test_what_has_no_interval_is_not_resampled(self):
        assert "resamples" in computed(ODD["weighted"])
        for found in (ODD["sums of weights"], lent([0.1], [False])):
            text = computed(found)
            assert "resamples" not in text
            assert "**Judged** by what became of the applicants.\n" in text

    def test_what_the_document_prints(self):
        with PUBLISHED.open(encoding="utf-8") as lines:
            table = list(csv.reader(lines))
        rows = [",".join(row) for row in table]
        for start in (
            "003,Table 9.3,profit,cutoff,$1,708",
            "003,Table 9.3,profit,system,$3,539",
            "003,Table 9.3,enrolled,system,58.3%",
        ):
            assert any(row.startswith(start) for row in rows)
        text = computed().replace("\\", "")
        assert "$3,539" in text
        assert "$1,708" in text
        assert f"each of its {0.583 * 30_000:,.0f} loans" in text
        assert f"Cut-offs then earn about ${3539 - 0.583 * 30_000 * 0.06:,.0f} or more" in text
        (worst,) = (float(row[5]) for row in table if row[1:4] == ["Table 9.3", "least", "any rates"])
        assert worst == pytest.approx(3539 - 0.583 * 30_000 * 0.08825, abs=0.1)
        assert f"about ${worst:,.0f} or more, whatever prices have the printed mean of 34.7 %" in text
        assert any(row.startswith("003,Table 9.3,rate,system,34.7%,") for row in rows)

    @pytest.mark.parametrize("name", ODD)
    def test_no_missing_number(self, name):
        text = re.sub(r"\$[^$]*\$", "f", computed(ODD[name]))
        assert not re.search(r"\b(nan|inf|None)\b|no value|∞", text)


# The whole answer, applicant by applicant ------------------------------------------------------------------------


@pytest.fixture(scope="module")
def book():
    """The applicants of the sample, and their risk and whether it came true."""
    sample = APPLICANTS["applicants"]
    drawn = sample.draw(200, 1)
    return (
        read(sample.draw(200, 1), **sample.roles).data(),
        drawn["risk"].to_numpy(),
        np.array(drawn["outcome"].to_pylist()) == "default",
    )


def two_shares(at10, at40, eager):
    """A logistic curve through two shares of applicants without risk."""
    odds10, odds40 = (np.log(share / (1 - share)) for share in (at10, at40))
    steep = (odds40 - odds10) / 0.3
    return lambda rate, risk: 1 / (1 + np.exp(-(odds10 + steep * (rate - 0.1) + eager * risk)))


def through(rates, shares):
    curve = PchipInterpolator(rates, shares)
    return lambda rate, risk: curve(np.clip(rate, rates[0], rates[-1]))


class Lender:
    """What a lender earns from applicants one by one."""

    def __init__(self, risk, default, *, funds=0.03, loss=0.5, rates=RATES, take=None, highest=0.5, riskiest=1.0):
        self.applicants = list(zip(risk.tolist(), default.tolist(), strict=True))
        self.funds, self.loss, self.rates, self.highest, self.riskiest = funds, loss, rates, highest, riskiest
        self.take = take or (lambda rate, risk: share(rate) * (rate <= 0.5))

    def expected(self, rate, risk):
        return ((1 - risk) * (rate - self.funds) - risk * (self.loss + self.funds)) * self.take(rate, risk)

    def outcome(self, offer):
        """Profit of an applicant, expected profit, share approved, and share that takes a loan."""
        profit = expected = approved = taken = 0.0
        for risk, default in self.applicants:
            rate = offer(risk)
            if rate is not None:
                accepted = self.take(rate, risk)
                profit += accepted * (-(self.loss + self.funds) if default else rate - self.funds)
                expected += self.expected(rate, risk)
                approved += 1
                taken += accepted
        many = len(self.applicants)
        return profit / many, expected / many, approved / many, taken / many

    def by_cutoffs(self, risk):
        best = max(self.rates, key=lambda rate: self.expected(rate, risk))
        return best if risk <= self.riskiest and self.expected(best, risk) > 0 else None

    def by_margin(self, margin):
        def offer(risk):
            fitting = [rate for rate in self.rates if risk <= rate - self.funds - margin + 1e-12]
            return fitting[0] if fitting and risk <= self.riskiest else None

        return offer

    def best_margin(self):
        tried = [step / 1000 for step in range(round(1000 * (self.rates[-1] - self.funds)) + 1)]
        return max(tried, key=lambda margin: self.outcome(self.by_margin(margin))[1])

    def by_price(self, risk):
        tried = np.linspace(0, self.highest, 1001)
        best = tried[np.argmax(self.expected(tried, risk))]
        return best if risk <= self.riskiest and self.expected(best, risk) > 0 else None


def by_table(rows, way):
    """The offers of one way to lend, as the table of who gets which rate has them."""
    lines = rows[rows["Way to lend"] == way][["Risk above", "up to", "Rate"]].to_numpy()

    def offer(risk):
        fitting = [rate for low, high, rate in lines if (low < risk or low == 0) and risk <= high]
        return fitting[0] if fitting else None

    return offer


@pytest.mark.parametrize(
    ("choices", "lender"),
    [
        ({}, {}),
        ({"funds": 0.1, "lgd": 0.8}, {"funds": 0.1, "loss": 0.8}),
        ({"lgd": 0, "rates": "0.15,0.25"}, {"loss": 0.0, "rates": (0.15, 0.25)}),
        ({"take": "sigmoid", "at10": 0.8, "at40": 0.2, "eager": 3}, {"take": two_shares(0.8, 0.2, 3)}),
        (
            {"take": "points", "points": "5: 90, 20: 70, 45: 10"},
            {"take": through((0.05, 0.2, 0.45), (0.9, 0.7, 0.1))},
        ),
        ({"highest": 0.46, "riskiest": 0.15}, {"highest": 0.46, "riskiest": 0.15}),
    ],
)
def test_answer_is_what_a_loop_over_the_applicants_earns(book, choices, lender):
    data, risk, default = book
    answer = asked("lending", data, risk="scores", **choices)
    lender = Lender(risk, default, **lender)
    margin = lender.best_margin()
    offers = {
        "margin": lender.by_margin(margin),
        "cutoff": lender.by_cutoffs,
        "system": by_table(answer.tables["policies"].rows(), LENDING_METHODS["system"][0]),
        "individual": lender.by_price,
    }
    found = {key: lender.outcome(offer) for key, offer in offers.items()}
    ways = answer.values["ways"]
    for key, (profit, expected, approved, taken) in found.items():
        near = {"abs": 1e-5} if key == "individual" else {"abs": 1e-11}
        assert ways[key]["profit"]["value"] == pytest.approx(profit, **near), key
        assert ways[key]["expected"] == pytest.approx(expected, **near), key
        assert ways[key]["approved"] == pytest.approx(approved, abs=0.005), key
        assert ways[key]["approved"] * ways[key]["accepted"] == pytest.approx(taken, abs=0.005), key
        assert ways[key]["profit"]["low"] < profit < ways[key]["profit"]["high"]
    # Whoever knows the risks of applicants can do no better on average than by a price for each.
    expected = [ways[key]["expected"] for key in LENDING_METHODS]
    assert expected == sorted(expected)
    assert answer.values["margin"] == pytest.approx(margin)
    assert ways["cutoff"]["more"]["value"] == pytest.approx(found["cutoff"][0] / found["margin"][0] - 1)
    last = max((rate - lender.funds) / (rate + lender.loss) for rate in lender.rates if lender.take(rate, 0) > 0)
    assert answer.values["last_risk"] == pytest.approx(min(last, lender.riskiest))


def test_points_are_a_text_or_numbers():
    pairs = [(0.05, 0.9), (0.2, 0.7), (0.45, 0.1)]
    assert words.Choices.of(points=pairs) == words.Choices.of(points="5: 90, 20: 70, 45: 10")


def test_interval_is_that_of_other_resamples_of_the_applicants(book):
    data, risk, default = book
    lender = Lender(risk, default)
    alone = [Lender(np.array([each]), np.array([lost])) for each, lost in lender.applicants]
    each = np.array([applicant.outcome(lender.by_cutoffs)[0] for applicant in alone])
    rng = np.random.default_rng(11)
    drawn = [each[rng.integers(200, size=200)].mean() for _ in range(2000)]
    profit = asked("lending", data, risk="scores").values["ways"]["cutoff"]["profit"]
    assert [profit["low"], profit["high"]] == pytest.approx(np.quantile(drawn, [0.025, 0.975]), abs=0.005)


def test_charts_show_profits_and_shares(book):
    data, risk, default = book
    answer, lender = asked("lending", data, risk="scores"), Lender(risk, default)
    lines = {line.name: line for line in answer.figures["lending"].draw(LIGHT).data}
    best = lines["best cut-offs"]
    for at, height in list(zip(best.x, best.y, strict=True))[::20]:
        rate = lender.by_cutoffs(at)
        assert height == (None if rate is None else pytest.approx(100 * lender.expected(rate, at))), at
    assert {"one margin for all", "a price for each", "30 % for all"} <= set(lines)
    rows = answer.tables["lending"].rows()
    dots = [dot.x[0] for dot in answer.figures["outcomes"].draw(LIGHT).data if dot.mode == "markers"]
    assert dots == pytest.approx(rows["Earned of 100 applied for"].tolist())
    bars = {bar.name: bar for bar in answer.figures["loans"].draw(LIGHT).data}
    assert list(bars["takes the loan"].x) == pytest.approx(rows["Take the loan"].tolist())
    assert "30 %, 35 %, 40 %, 45 %; beyond a risk of 0.442 " in answer.figures["lending"].words


def test_risks_read_from_the_scores_are_the_usual_ones(book):
    read_, taken = (asked("lending", book[0], risk=source) for source in ("read", "scores"))
    assert read_.values != taken.values
    assert "The scores are read as evidence" in read_.method
    assert "The scores are taken for probabilities of default as they stand." in taken.method


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({"rates": "0.3,0.2"}, "rates must rise, got 20 % after 30 %"),
        ({"rates": (0.2, 0.2)}, "rates must rise, got 20 % after 20 %"),
        ({"rates": "0.2,0.6"}, "a rate must be between 0 and 50 %, the highest allowed, got 60 %"),
        ({"rates": "-0.05,0.2"}, "a rate must be between 0 and 50 %, the highest allowed, got -5 %"),
        ({"rates": ()}, "needs a .*rate.*, got none"),
        ({"rates": np.linspace(0.01, 0.4, 21)}, "there can be 20 rates at most, got 21"),
        ({"rates": "0.1,dear"}, 'a rate must be a number such as .*, got "dear"'),
        ({"highest": 0.3}, "a rate must be between 0 and 30 %, the highest allowed, got 45 %"),
        ({"take": "points", "points": "10: 50, 20: 60"}, "fewer must accept a higher rate, got 60 % at 20 % after 50"),
        ({"take": "points", "points": "20: 90, 10: 95"}, "the rates of the points must rise"),
        ({"take": "points", "points": "10: 120, 20: 5"}, "a share of takers must be between 0 and 1"),
        ({"take": "points", "points": "10: 95"}, "take-up needs two points or more"),
        ({"take": "points", "points": "10: x, 20: 5"}, 'a share in % must be a number.*got "x"'),
        ({"take": "points", "points": "ten"}, 'a point must be a rate and a share, such as 10: 95, got "ten"'),
        ({"take": "sigmoid", "at10": 0.2, "at40": 0.6}, "fewer must accept a rate of 40 % than one of 10 %"),
        ({"take": "sigmoid", "at10": 0.2, "at40": 0.2}, "fewer must accept a rate of 40 % than one of 10 %"),
        ({"funds": 0, "lgd": 0}, "a default must cost something"),
        ({"funds": 0.5}, 'funds must be between 0 and 0.2, got "0.5"'),
    ],
)
def test_what_cannot_be_used_is_refused(book, choices, message):
    with pytest.raises(InputError, match=message):
        asked("lending", book[0], **choices)


def file_of(score, true=None, weight=None):
    true = np.arange(len(score)) % 3 == 0 if true is None else true
    columns = {"truth": np.where(true, "bad", "good"), "score": score, "weight": weight}
    frame = pd.DataFrame({name: column for name, column in columns.items() if column is not None})
    roles = {role: role for role in ("truth", "score", "weight") if role in frame}
    return read(frame, positive="bad", **roles).data()


def test_scores_that_are_no_probabilities_are_only_read():
    data = file_of(np.arange(90) % 17)
    assert asked("lending", data).sentence.startswith(("Cutting off at ", "Lend to nobody"))
    with pytest.raises(InputError, match="scores must be between 0 and 1 to be risks"):
        asked("lending", data, risk="scores")


def test_too_few_applicants_are_refused():
    with pytest.raises(InputError, match="needs two cases of each class, got 1 of one"):
        asked("lending", file_of([0.9, 0.1, 0.4], np.array([True, False, False])))


def test_weighted_applicants_count_by_their_weight():
    risk, weight = np.round(RISK / 2, 6), np.where(np.arange(200) % 3 == 0, 2.5, 0.5)
    lender = Lender(risk, DEFAULTS)
    alone = [Lender(np.array([each]), np.array([lost])) for each, lost in lender.applicants]
    profits = [applicant.outcome(lender.by_cutoffs)[0] for applicant in alone]
    ways = asked("lending", file_of(risk, DEFAULTS, weight), risk="scores").values["ways"]
    assert ways["cutoff"]["profit"]["value"] == pytest.approx(np.average(profits, weights=weight))
