"""Words and tables of what a loan should cost: every branch of every sentence, and whether it is true of the data."""

import csv
import math
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ddcore.decisions.cutoffs import LendingLimits, LoanTerms, Policy
from ddcore.decisions.lending import LENDING_METHODS, lend
from ddcore.decisions.pricing import AlternationStep
from ddcore.decisions.take_up import quartic, sigmoid, through_points
from ddcore.interval import Interval
from ddcore.report import lending as words
from ddcore.table import ScoreTable
from tests.helpers.lines import MARKUP, about, letter_by_letter, paired, sentences, sound_words

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


def share(rate):
    """Of the quartic."""
    return max(0.0, 1 - 15 / 4 * rate**2 - rate**4)


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


WHERE = "Cutting off at :primary[0.442]"


MORE, LESS = (f"earns :primary[12.5 %] {which} than one margin for all" for which in ("more", "less"))


@pytest.mark.parametrize(
    ("cutoff", "said"),
    [
        (cut(), f"{MORE}."),
        (cut(ahead=(0.01, -0.005, 0.02)), f"{MORE}, maybe by chance."),
        (cut(ahead=(0.01, 0.0, 0.02)), f"{MORE}, maybe by chance."),
        (cut(more=(-0.125, -0.2, -0.05), ahead=(-0.01, -0.02, -0.005)), f"{LESS}."),
        (cut(more=(-0.125, -0.2, 0.05), ahead=(-0.01, -0.02, 0.005)), f"{LESS}, maybe by chance."),
        (cut(more=(-0.125, -0.2, 0.0), ahead=(-0.01, -0.02, 0.0)), f"{LESS}, maybe by chance."),
        (cut(more=(0.0006, 0, 0.001)), "earns :primary[0.1 %] more than one margin for all."),
        (cut(more=(0.0004, 0, 0.001)), "earns as much as one margin for all."),
        (cut(more=(-0.0004, -0.001, 0), ahead=(-1e-5, -1e-4, 0)), "earns as much as one margin for all."),
    ],
)
def test_answer(cutoff, said):
    assert words.answer(made(cutoff=cutoff)) == f"{WHERE} {said}"


def test_chance_is_that_of_the_absolute_gain():
    """One margin may lose in a resample: then a part of it has no interval, but the difference has one."""
    for more in ((0.125, NAN, NAN), (0.125, 0.05, 0.2)):
        found = made(cutoff=cut(more=more, ahead=(0.01, -0.005, 0.02)))
        assert words.answer(found).endswith(" more than one margin for all, maybe by chance.")
    found = made(cutoff=cut(more=(0.125, -0.05, 0.3), ahead=(0.01, 0.005, 0.02)))
    assert words.answer(found).endswith(" more than one margin for all.")


def test_without_an_interval_nobody_can_say_how_surely():
    found = made(cutoff=cut((0.06, NAN, NAN), (0.125, NAN, NAN), (0.01, NAN, NAN)))
    assert words.answer(found) == (
        f"{WHERE} earns :primary[12.5 %] more than one margin for all; how surely, nobody can say."
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
    assert words.answer(made(cutoff=given, margin={"profit": interval(margin)})) == f"{WHERE} {said}"


@pytest.mark.parametrize(("profit", "said"), [(0.0625, "earns 6.250"), (0.0, "earns 0"), (-0.05, "loses 5")])
def test_what_is_earned_or_lost(profit, said):
    assert words.earns(profit) == said


def test_a_difference_of_nothing_is_not_called_chance():
    """At one rate both ways lend to the same two applicants, in every resample: there is no difference to doubt."""
    found = lent([0.1, 0.2], [True, True], (0.3,))
    assert mean(by_margin(0, (0.3,)), [0.1, 0.2], [True, True]) == found.outcomes["cutoff"].profit.value
    assert found.outcomes["cutoff"].ahead == Interval(0, 0, 0, 0)
    assert "chance" not in words.answer(found)


NONE_EARNS = "Lend to nobody at these rates: none of them earns anything, at any risk."
NONE_SO_SAFE = "Lend to nobody here: no applicant has a risk of 0.442 or less."


def test_no_applicant_is_safe_enough():
    assert words.answer(made(cutoff=cut(approved=0.0))) == NONE_SO_SAFE


def test_no_rate_earns_anything():
    assert words.answer(made(used=False)) == NONE_EARNS


def test_gain_of_cutoffs_is_that_on_these_applicants():
    margin, best = (mean(of, RISK, DEFAULTS) for of in (by_margin(BASE.margin), by_best))
    more = f"{abs(100 * (best / margin - 1)):.1f}".removesuffix(".0")
    assert f":primary[{more} %] {'more' if best > margin else 'less'} than one margin" in words.answer(BASE)


def test_answers_of_lenders_that_earn_nothing():
    """Rates below the funds, a rate that nobody takes, and applicants who are all too risky."""
    for rates in ((0.02, 0.03), (0.5,)):
        found = lent(RISK, DEFAULTS, rates)
        assert words.answer(found) == NONE_EARNS
        assert sentences([words.reason(found), *words.worth_knowing(found, "ill")])
    found = lent([0.9, 0.95, 0.99], [True, True, False])
    assert words.answer(found) == NONE_SO_SAFE
    assert sentences([words.reason(found), *words.worth_knowing(found, "ill")])


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
        words.answer(found)
        == f"{WHERE} earns :primary[{100 * gain:.1f} %] more than one margin for all, maybe by chance."
    )


def test_nobody_is_sent_away_while_one_margin_earns():
    """Best cut-offs lose 0.53 of 100 here, the margin of the lender earns 1.58."""
    found = of(LOSING)
    assert mean(by_margin(found.margin), *LOSING) > 0.015 > 0 > mean(by_best, *LOSING)
    assert words.answer(found) == (
        f"{WHERE} loses {-100 * mean(by_best, *LOSING):.3f}, one margin for all earns "
        f"{100 * mean(by_margin(found.margin), *LOSING):.3f} of 100 applied for, maybe by chance."
    )


def test_a_margin_that_earns_is_not_denied():
    """The margin that promised most loses on these applicants; one of 26 % earns 3.78 of 100."""
    found = of(UNLUCKY)
    assert mean(by_margin(0.26), *UNLUCKY) == pytest.approx(0.0378, abs=1e-4)
    assert mean(by_margin(found.margin), *UNLUCKY) <= 0
    assert "no single margin for all earns anything" not in words.answer(found)
    assert "one margin for all loses " in words.answer(found)
    assert words.reason(found).startswith("Of 100 applied for, the single margin that promises most, ")


# The reason ------------------------------------------------------------------------------------------------------


def test_reason():
    found = replace(
        made(margin={"profit": interval(0.05)}, cutoff=cut((0.06, 0.05, 0.07125)), system={"profit": interval(0.0625)}),
        margin=0.096,
    )
    assert words.reason(found) == (
        "Of 100 applied for, the single margin that promises most, 9.6 %, earns **5**. The same rates, each given to "
        "the risks where it earns most, earn **6** (95 % interval 5 to 7.125); no more rates, but those that promise "
        "most, **6.250**."
    )


def test_profits_without_an_interval_are_told():
    found = made(margin={"profit": interval(-0.05)}, cutoff=cut((0.06, NAN, NAN)))
    assert "earns **−5**." in words.reason(found)
    assert "earn **6**; no more rates, but those that promise most, **" in words.reason(found)


def test_advice_where_no_rate_earns():
    assert words.reason(made(used=False, system={"profit": interval(0.0625)})) == (
        "Try other rates, or lend at lower costs. As many of the best rates would earn **6.250** of 100 applied for."
    )


def test_advice_where_no_rate_could_earn():
    """The highest rate that is allowed does not cover the funds."""
    found = lent(RISK, DEFAULTS, (0.01,), limits=LendingLimits(0, 0.02))
    assert max(expects(rate, 0.0) for rate in np.linspace(0, 0.02, 21)) < 0
    assert words.reason(found) == "Lend at lower costs: no rate within the limits earns anything."


def test_advice_where_none_of_these_applicants_can_be_offered_any_rate():
    """At 1 % the funds are not covered; of a risk of 0.9 no rate is, or the lender allows none."""
    said = "Try other rates, or lend at lower costs; to these applicants no rate at all can be offered."
    assert words.reason(lent([0.9, 0.95], [True, False], (0.01,))) == said
    assert expects(0.3, 0.2) > 0
    assert words.reason(lent([0.2, 0.3], [False, True], (0.01,), limits=LendingLimits(riskiest=0.1))) == said
    assert words.reason(lent([0.05, 0.3], [False, True], (0.01,), limits=LendingLimits(riskiest=0.1))) != said


def test_the_best_rates_are_those_of_the_advice():
    """Who gets which of the best rates, and what these applicants bring at them."""
    found = lent(RISK, DEFAULTS, (0.01, 0.02))
    system = found.policies["system"]
    assert len(system.used) == 2
    got = mean(lambda risk: float(system.rate(risk)) if risk <= system.last else None, RISK, DEFAULTS)
    assert words.reason(found) == (
        f"Try other rates, or lend at lower costs. As many of the best rates would earn **{100 * got:.3f}** of 100 "
        "applied for."
    )


def test_rates_are_not_blamed_for_applicants_who_are_too_risky():
    """At 1 % nothing is earned, at 30 % it is: only nobody here is safe enough for any rate."""
    found = lent([0.9, 0.95], [True, False], (0.01,))
    assert expects(0.3, 0.1) > 0.1
    assert max(expects(rate, 0.9) for rate in np.linspace(0, 0.5, 501)) <= 0
    assert "no rate within the limits earns anything" not in words.reason(found)


def test_nobody_is_advised_to_raise_rates_that_nobody_takes():
    """Of the quartic nobody takes 50 %, but a lender at 30 % earns."""
    found = lent(RISK, DEFAULTS, (0.5,))
    assert mean(lambda risk: 0.3 if risk < 0.3 else None, RISK, DEFAULTS) > 0
    assert "higher rates" not in words.reason(found)


def test_profit_per_hundred():
    found = words.scaled(Interval(0.0123, -0.01, 0.03, 0.005))
    assert (found.value, found.low, found.high, found.error) == pytest.approx((1.23, -1, 3, 0.5))


# Worth knowing ---------------------------------------------------------------------------------------------------


class TestWorthKnowing:
    @pytest.mark.parametrize("name", [*MARKUP, "*a*", "[x](http://e.x)"])
    def test_name_of_the_class_is_letters(self, name):
        first = words.worth_knowing(BASE, name)[0]
        assert letter_by_letter(name, first)
        assert first.endswith(" cases are taken for **loans that are not paid back**, all others for good ones.")

    NEVER = "never the best of these rates"
    BETTER = " A higher rate earns more from those who accept it than it loses by those who refuse."

    def test_rates_that_are_nowhere_best(self):
        """Each rate against all others, at every risk."""
        best = {by_best(risk) for risk in np.linspace(0, 1, 2001)}
        assert sorted(set(RATES) - best) == [0.10, 0.22, 0.28]
        assert about(words.worth_knowing(BASE, "ill"), self.NEVER) == [
            "10 %, 22 % and 28 % are never the best of these rates for anybody who is approved. A higher rate earns "
            "more from those who accept it than it loses by those who refuse."
        ]
        for risk in np.linspace(0, 0.442, 2001):
            for rate in (0.10, 0.22, 0.28):
                assert max(expects(higher, risk) for higher in RATES if higher > rate) > expects(rate, risk)

    def test_one_rate_that_is_nowhere_best(self):
        found = lent(RISK, DEFAULTS, (0.1, 0.3))
        (said,) = about(words.worth_knowing(found, "ill"), self.NEVER)
        assert said == f"10 % is never the best of these rates for anybody who is approved.{self.BETTER}"

    def test_no_idle_rate_is_invented(self):
        for found in (lent(RISK, DEFAULTS, (0.3,)), made(used=False)):
            assert about(words.worth_knowing(found, "ill"), "the best of these rates") == []
            assert about(words.worth_knowing(found, "ill"), "refuse") == []

    def test_a_rate_that_nobody_takes_is_not_too_low(self):
        """Of 30 and 50 %, it is the higher one that is nowhere best."""
        assert about(words.worth_knowing(lent(RISK, DEFAULTS, (0.3, 0.5)), "ill"), self.NEVER) == [
            "50 % is never the best of these rates for anybody who is approved."
        ]

    def test_a_rate_between_two_that_are_used_is_not_always_too_low(self):
        """40 % is never best: at a risk of 0.1 it is too high, as 30 % earns more than it and 45 % less."""
        take = through_points([0.3, 0.4, 0.45, 0.5], [0.9, 0.3, 0.25, 0.2])
        low, idle, high = (float(take(rate) * ((1 - 0.1) * (rate - 0.03) - 0.1 * 0.53)) for rate in (0.3, 0.4, 0.45))
        assert low > idle > high
        found = lent(RISK, DEFAULTS, (0.3, 0.4, 0.45), take_up=take)
        assert [found.policies["cutoff"].rates[i] for i in found.policies["cutoff"].used] == [0.3, 0.45]
        assert about(words.worth_knowing(found, "ill"), self.NEVER) == [
            "40 % is never the best of these rates for anybody who is approved."
        ]

    def test_rates_on_both_sides_are_not_all_too_low(self):
        """Of 10, 30 and 50 %, a higher rate than 50 % would not earn more."""
        (said,) = about(words.worth_knowing(lent(RISK, DEFAULTS, (0.1, 0.3, 0.5)), "ill"), self.NEVER)
        assert said == "10 % and 50 % are never the best of these rates for anybody who is approved."

    def test_nobody_refuses_a_rate_that_all_accept(self):
        """A take-up may be the same at every rate: the higher one earns more, and loses nothing by nobody."""
        take = through_points([0, 0.5], [1, 1])
        assert float(take(0.1)) == float(take(0.3)) == 1
        (said,) = about(words.worth_knowing(lent(RISK, DEFAULTS, (0.1, 0.3), take_up=take), "ill"), self.NEVER)
        assert "Some would refuse" not in said
        assert said.removesuffix(self.BETTER) == "10 % is never the best of these rates for anybody who is approved."

    def test_a_limit_is_not_taken_for_a_better_rate(self):
        """45 % is best at a risk of 0.4, but nobody is approved beyond 0.05."""
        assert by_best(0.4) == 0.45
        assert {by_best(risk) for risk in np.linspace(0, 0.05, 101)} == {0.30}
        (said,) = about(
            words.worth_knowing(lent(RISK, DEFAULTS, limits=LendingLimits(riskiest=0.05)), "ill"), self.NEVER
        )
        assert said == (
            "10 %, 22 %, 28 %, 35 %, 40 % and 45 % are never the best of these rates for anybody who is approved."
        )

    def test_many_idle_rates_are_counted(self):
        rates = tuple(np.arange(1, 11) / 100)
        (said,) = about(words.worth_knowing(lent(RISK, DEFAULTS, rates), "ill"), self.NEVER)
        assert said.startswith("1 %, 2 %, 3 %, 4 %, 5 %, 6 %, 7 % and 2 more are never the best of these rates ")

    def test_rates_close_together_are_told_apart(self):
        (said,) = about(words.worth_knowing(lent(RISK, DEFAULTS, (0.2, 0.2003, 0.3)), "ill"), self.NEVER)
        assert said.startswith("20 % and 20.03 % are never ")

    def test_the_most_that_prices_can_earn(self):
        found = made(individual={"expected": 0.0625}, system={"expected": 0.06})
        assert about(words.worth_knowing(found, "ill"), "no prices") == [
            "If the risks are right, no prices can be expected to earn more than 6.250; 7 best rates get 6."
        ]

    def test_the_most_that_prices_can_earn_by_hand(self):
        """At each risk the best of 2,001 rates."""
        own = sum(max(0.0, *(expects(rate, risk) for rate in np.linspace(0, 0.5, 2001))) for risk in RISK) / 200
        system = BASE.policies["system"]
        offers = [(float(system.rate(risk)), risk) for risk in RISK if risk <= system.last]
        some = sum(expects(rate, risk) for rate, risk in offers) / 200
        (said,) = about(words.worth_knowing(BASE, "ill"), "no prices")
        most, got = re.fullmatch(
            r"If the risks are right, no prices can be expected to earn more than (.+); 7 best rates get (.+)\.", said
        ).groups()
        assert float(most) == pytest.approx(100 * own, abs=6e-4)
        assert got == f"{100 * some:.3f}"

    def test_no_word_on_prices_where_none_earns(self):
        found = made(individual={"expected": 0.0}, system={"expected": 0.0})
        assert about(words.worth_knowing(found, "ill"), "no prices") == []

    def test_one_best_rate_is_one(self):
        (said,) = about(words.worth_knowing(lent(RISK, DEFAULTS, (0.3,)), "ill"), "no prices")
        assert "; 1 best rate gets " in said

    def test_what_cannot_be_earned_is_not_earned_after_all(self):
        """A price for each is best if the risks are right. By what became of these, cut-offs earn more."""
        found = of(DOUBTFUL)
        assert mean(by_best, *DOUBTFUL) > found.outcomes["individual"].profit.value + 0.003
        assert about(words.worth_knowing(found, "ill"), "no cut-offs can earn more") == []
        (said,) = about(words.worth_knowing(found, "ill"), "expected to earn more")
        most = f"{100 * found.outcomes['individual'].expected:.3f}"
        assert said.startswith(f"If the risks are right, no prices can be expected to earn more than {most};")

    def test_much_that_is_left_is_not_only_a_little(self):
        found = made(individual={"profit": interval(0.09)}, system={"profit": interval(0.03)})
        assert about(words.worth_knowing(found, "ill"), "leave only 6") == []

    def test_risks_that_are_off(self):
        risk, defaults = applicants(factor=0.4)
        found = lent(risk, defaults)
        one = found.outcomes["cutoff"]
        expected = sum(expects(by_best(r), r) for r in risk if by_best(r)) / len(risk)
        assert one.expected == pytest.approx(expected)
        assert about(words.worth_knowing(found, "ill"), "do not fit") == [
            f"If the risks were right, best cut-offs would earn {100 * expected:.3f}; on what became of these "
            f"applicants they earn {100 * one.profit.value:.3f}. The risks do not fit these applicants."
        ]

    def test_right_risks_are_not_called_off(self):
        assert about(words.worth_knowing(BASE, "ill"), "risks were right") == []

    @pytest.mark.parametrize("default", [True, False])
    def test_one_applicant_does_not_prove_the_risks_wrong(self, default):
        assert about(words.worth_knowing(lent([0.1], [default]), "ill"), "risks were right") == []
        alike = words.worth_knowing(lent([0.1] * 9, [default] * 9), "ill")
        assert about(alike, "risks were right") == []

    @pytest.mark.parametrize("name", ["sums of weights", "one", "one default", "no risk"])
    def test_nobody_knows_how_sure_profits_are_where_they_have_no_interval(self, name):
        assert about(words.worth_knowing(ODD[name], "ill"), "how sure") == [
            "Nobody can say how sure these profits are: there is only one applicant, or of the weights only the sums "
            "are known."
        ]
        assert math.isnan(ODD[name].outcomes["cutoff"].profit.low)
        assert "interval" not in words.reason(ODD[name])

    def test_how_sure_profits_are_is_said_where_it_is_known(self):
        """Two applicants of one risk are two, no weights."""
        two = lent([0.1, 0.2], [True, False]), lent([0.1, 0.1, 0.2], [True, True, False])
        for found in (BASE, *two, ODD["weighted"]):
            assert about(words.worth_knowing(found, "ill"), "how sure") == []
            assert about(words.worth_knowing(found, "ill"), "weighted") == []
            assert "(95 % interval " in words.reason(found)

    def test_approving_more(self):
        found = made(margin={"approved": 0.75, "accepted": 0.5}, cutoff={**cut(), "approved": 0.5, "accepted": 0.625})
        assert words.worth_knowing(found, "ill")[-1] == (
            "One margin offers 75 % of the applicants a loan, and 50 % of these accept; best cut-offs offer it to 50 "
            "%, and 62.5 % accept."
        )

    def test_approving_more_is_not_denied_to_earn_more_where_it_does(self):
        """On these applicants best cut-offs approve more than one margin, and earn more."""
        risk, defaults = applicants(1500)
        found = lent(risk, defaults)
        margin, best = found.outcomes["margin"], found.outcomes["cutoff"]
        assert best.approved > margin.approved
        assert best.profit.value > margin.profit.value
        assert about(words.worth_knowing(found, "ill"), "Approving more is not earning more") == []

    @pytest.mark.parametrize("key", ["margin", "cutoff"])
    def test_nobody_gets_a_loan(self, key):
        found = made(**{key: {"approved": 0.0, "accepted": NAN}})
        assert words.worth_knowing(found, "ill")[-1] == (
            "At least one way to lend approves nobody; the charts show which."
        )


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
    texts = [words.reason(found), *words.worth_knowing(found, "ill")]
    assert sentences(texts)
    assert sound_words(words.answer(found))
    assert all(not re.search(r"no value|∞", text) for text in [words.answer(found), *texts])
    assert len(words.outcomes(found)) == 4
    assert (words.policies(found, ScoreTable.of(RISK, DEFAULTS, True))["Share of applicants"] <= 1).all()


# Tables ----------------------------------------------------------------------------------------------------------


class TestOutcomes:
    def test_columns(self):
        table = words.outcomes(BASE)
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
        found = words.outcomes(BASE).iloc[row]
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
        table = words.outcomes(BASE)
        value = table["Earned of 100 applied for"]
        assert ((table["95 % from"] < value) & (value < table["95 % to"])).all()
        assert (table["If the risks are right"].diff().dropna() > 0).all()

    def test_nobody_has_no_mean(self):
        table = words.outcomes(made(cutoff={"approved": 0.0, "accepted": NAN, "rate": NAN, "per_loan": NAN}))
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
        rows = words.policies(found, table)
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
            shares = words.policies(found, table).groupby("Way to lend")["Share of applicants"].sum()
            for key in ("margin", "cutoff", "system"):
                assert shares[LENDING_METHODS[key][0]] == pytest.approx(found.outcomes[key].approved)

    def test_nobody_is_approved_by_any(self):
        nobody = Policy((0.2,), (-INF,))
        found = replace(BASE, policies=dict.fromkeys(("margin", "cutoff", "system"), nobody))
        rows = words.policies(found, ScoreTable.of(RISK, DEFAULTS, True))
        assert len(rows) == 0
        assert len(rows.columns) == 5


class TestOverTheRisk:
    def test_profits_by_hand(self):
        table = words.over_the_risk(BASE, TERMS, TAKE)
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
        assert len(words.over_the_risk(lent(RISK, DEFAULTS, rates), TERMS, TAKE).columns) == 6

    def test_rates_up_to_higher_limits(self):
        take = through_points([0, 1], [1, 0])
        found = lent(RISK, DEFAULTS, (0.3, 0.6), take_up=take, limits=LendingLimits(0, 1))
        assert words.over_the_risk(found, TERMS, take)["at 60 %"][0] == pytest.approx(100 * 0.4 * 0.57)


def test_every_margin_by_hand():
    table = words.by_margin(BASE)
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
    table = words.trace(replace(BASE, steps=steps))
    assert table.columns.tolist() == ["Step", "What", "Expected of 100 applied for", "Rates", "Up to a risk of"]
    assert table.values.tolist() == [
        [1, "cut-offs", 5.0, "0.2000, 0.3000, 0.4000", "0.0000, 0.1000, 0.2500"],
        [2, "prices", 6.25, "0.3123, 0.4000", "0.1000, 0.2500"],
    ]


def test_no_step_of_the_trace_loses():
    table = words.trace(BASE)
    assert len(table) == len(BASE.steps) > 2
    assert (table["Expected of 100 applied for"].diff().dropna() >= 0).all()
    expected = sum(expects(by_best(r), r) for r in RISK if by_best(r)) / 200
    assert table["Expected of 100 applied for"][0] == pytest.approx(100 * expected)


# How it is computed ----------------------------------------------------------------------------------------------


def computed(found=BASE, terms=TERMS, take_up=TAKE, limits=None, way="read", seed=1):
    """The text, a paragraph a line."""
    text = words.computed(found, terms, take_up, limits or LendingLimits(), way, seed)
    return re.sub(r"(?<!\n)\n(?!\n)", " ", text)


class TestComputed:
    def test_numbers_put_in(self):
        text = computed(terms=LoanTerms(0.025, 0.625), limits=LendingLimits(0.05, 0.45, 0.75), seed=7)
        assert "$r_c$ = 0.025 and the loss given default $LGD$ = 0.625." in text
        assert "at $(r-r_c)/(r+LGD)$, or at the highest risk allowed, 0.750." in text
        assert f"nothing is gained ({len(BASE.steps)} steps; the profit never falls). Rates stay" in text
        assert "Rates stay within 5 % and 45 %." in text
        assert "became of the applicants: intervals from 400 resamples of them (seed 7), the policies kept." in text

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


def test_unanswered():
    assert words.unanswered() == "This cannot be used yet."
