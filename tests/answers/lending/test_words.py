"""What should a loan cost? Every branch of what is said, and whether it is true of the applicants."""

import re
from dataclasses import replace

import numpy as np
import pytest

from ddcore.answers.lending import tables
from ddcore.decisions.cutoffs import LendingLimits
from ddcore.decisions.take_up import through_points
from ddcore.interval import Interval
from ddcore.table import ScoreTable
from tests.helpers.answers import holds, interval
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
    by_margin,
    cut,
    expects,
    lent,
    made,
    mean,
    notes,
    odd,
    of,
)
from tests.helpers.lines import MARKUP, letter_by_letter, sentences, sound_words

WHERE = "chosen by risk, up to a risk of **0.442**,"

# The answer ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cutoff", "parts"),
    [
        (cut(), ("**12.5 %** more",)),
        (cut(ahead=(0.01, 0.0, 0.02)), ("**12.5 %** more", "chance")),
        (cut(more=(-0.125, -0.2, -0.05), ahead=(-0.01, -0.02, -0.005)), ("**12.5 %** less",)),
        (cut(more=(-0.125, -0.2, 0.0), ahead=(-0.01, -0.02, 0.0)), ("**12.5 %** less", "chance")),
        (cut(more=(0.0006, 0, 0.001)), ("**0.1 %** more",)),
        (cut(more=(0.0004, 0, 0.001)), ("the same as",)),
        # One margin may lose in a resample: then a part of it has no interval, but the difference has one.
        (cut(more=(0.125, NAN, NAN), ahead=(0.01, -0.005, 0.02)), ("**12.5 %** more", "chance")),
        (cut(more=(0.125, -0.05, 0.3)), ("**12.5 %** more",)),
        (cut((0.06, NAN, NAN), (0.125, NAN, NAN), (0.01, NAN, NAN)), ("**12.5 %** more", "cannot be computed")),
    ],
)
def test_answer(cutoff, parts):
    sentence = answered(made(cutoff=cutoff)).sentence
    assert holds(sentence, WHERE, *parts)
    assert ("chance" in sentence) == ("chance" in parts)


@pytest.mark.parametrize(
    ("best", "margin", "ahead", "told"),
    [
        (0.06, -0.0125, (-0.05, 0.2), ("earn 6.00;", "loses 1.25", "chance")),
        (0.06, 0.0, (0.05, 0.07), ("earn 6.00;", "earns 0.00")),
        (-0.0125, 0.05, (-0.1, -0.01), ("lose 1.25;", "earns 5.00")),
        (-0.0125, -0.05, (0.01, 0.06), ("lose 1.25;", "loses 5.00")),
    ],
)
def test_amounts_stand_where_one_of_the_two_earns_nothing(best, margin, ahead, told):
    """Nothing can be told as a part of a loss."""
    more = (best / margin - 1,) if margin > 0 else (NAN,)
    given = cut((best, best - 0.01, best + 0.01), more, (best - margin, *ahead))
    sentence = answered(made(cutoff=given, margin={"profit": interval(margin)})).sentence
    assert holds(sentence, WHERE, *told)
    assert ("chance" in sentence) == ("chance" in told)


def test_a_difference_of_nothing_is_not_called_chance():
    """At one rate both ways lend to the same two applicants, in every resample: there is no difference to doubt."""
    found = lent([0.1, 0.2], [True, True], (0.3,))
    assert mean(by_margin(0, (0.3,)), [0.1, 0.2], [True, True]) == found.outcomes["cutoff"].profit.value
    assert found.outcomes["cutoff"].ahead == Interval(0, 0, 0, 0)
    assert "chance" not in answered(found).sentence


def test_answers_of_lenders_that_earn_nothing():
    """Rates below the funds, a rate that nobody takes, and applicants who are all too risky."""
    for rates in ((0.02, 0.03), (0.5,)):
        answer = answered(lent(RISK, DEFAULTS, rates))
        assert holds(answer.sentence, "No loan", "none of them")
        assert sentences([answer.reason, *(note.text for note in answer.notes)])
    answer = answered(lent([0.9, 0.95, 0.99], [True, True, False]))
    assert holds(answer.sentence, "No applicant", "risk of 0.442")
    assert sentences([answer.reason, *(note.text for note in answer.notes)])


# The reason ------------------------------------------------------------------------------------------------------


def test_reason():
    found = made(
        margin={"profit": interval(0.05)}, cutoff=cut((0.06, 0.05, 0.07125)), system={"profit": interval(0.0625)}
    )
    most = f"{100 * BASE.margins[np.argmax(BASE.by_margin)]:.3g} %"
    earned = "earns **5.00**", "earn **6.00**", "5.00 to 7.12)", "**6.25**"
    assert holds(answered(found).reason, "promises most,", most, *earned)
    other = answered(replace(found, margin=0.05))
    assert holds(other.reason, " 5 % (", most, *earned)
    assert holds(other.sentence, "**12.5 %** more", "margin of 5 %")
    alone = made(margin={"profit": interval(-0.05)}, cutoff=cut((0.06, NAN, NAN)))
    assert holds(answered(alone).reason, "earns **−5.00**", "earn **6.00**.")


def test_advice_where_no_rate_earns():
    """Who gets which of the best rates, and what these applicants bring at them."""
    found = lent(RISK, DEFAULTS, (0.01, 0.02))
    system = found.policies["system"]
    assert len(system.used) == 2
    got = mean(lambda risk: float(system.rate(risk)) if risk <= system.last else None, RISK, DEFAULTS)
    for some, earned in ((made(used=False, system={"profit": interval(0.0625)}), "6.25"), (found, f"{100 * got:.2f}")):
        assert holds(answered(some).reason, "Try other rates,", f"**{earned}**")


def test_advice_where_no_rate_could_earn():
    """The highest rate that is allowed does not cover the funds; nobody takes 50 %, but a lender at 30 % earns."""
    found = lent(RISK, DEFAULTS, (0.01,), limits=LendingLimits(0, 0.02))
    assert holds(answered(found).reason, "lower costs:", "no rate")
    assert "higher rates" not in answered(lent(RISK, DEFAULTS, (0.5,))).reason


def test_advice_where_none_of_these_applicants_can_be_offered_any_rate():
    """At 1 % the funds are not covered; of a risk of 0.9 no rate is, or the lender allows none: not for the rates."""
    limits = LendingLimits(riskiest=0.1)
    reasons = [
        answered(lent(risks, defaults, (0.01,), **limited)).reason
        for risks, defaults, limited in (
            ([0.9, 0.95], [True, False], {}),
            ([0.2, 0.3], [False, True], {"limits": limits}),
            ([0.05, 0.3], [False, True], {"limits": limits}),
        )
    ]
    assert ["to these applicants" in reason for reason in reasons] == [True, True, False]


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
            ((0.2, 0.2003, 0.3), {}, "low-rates", "20 % and 20.03 % are"),
            (tuple(np.arange(1, 11) / 100), {}, "low-rates", "7 % and 2 more are"),
            # All accept any rate: the higher one earns more, and nobody refuses it.
            ((0.1, 0.3), {"take_up": FLAT}, "low-rates", "10 % is"),
            # Nobody takes 50 %, so a higher rate than that would not earn more.
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
        assert told(made(used=False), "idle-rates", "low-rates") == []

    def test_the_most_that_prices_can_earn(self):
        """At each risk the best of 2,001 rates, if the risks are right."""
        own = sum(max(0.0, expects(np.linspace(0, 0.5, 2001), risk).max()) for risk in RISK) / 200
        system = BASE.policies["system"]
        offers = [(float(system.rate(risk)), risk) for risk in RISK if risk <= system.last]
        some = sum(expects(rate, risk) for rate, risk in offers) / 200
        (said,) = told(BASE, "most-by-prices")
        most, got = re.search(r"than ([\d.]+\d).* ([\d.]+\d)\.$", said).groups()
        assert float(most) == pytest.approx(100 * own, abs=6e-3)
        assert got == f"{100 * some:.2f}"
        assert "1 best rate " in told(lent(RISK, DEFAULTS, (0.3,)), "most-by-prices")[0]
        none = made(individual={"expected": 0.0}, system={"expected": 0.0})
        assert told(none, "most-by-prices") == []

    def test_what_cannot_be_earned_is_not_earned_after_all(self):
        """A price for each is best if the risks are right. By what became of these, thresholds earn more."""
        found = of(DOUBTFUL)
        assert mean(by_best, *DOUBTFUL) > found.outcomes["individual"].profit.value + 0.003
        assert f"{100 * found.outcomes['individual'].expected:.2f} on" in told(found, "most-by-prices")[0]

    def test_risks_that_are_off(self):
        risk, defaults = applicants(factor=0.4)
        found = lent(risk, defaults)
        one = found.outcomes["cutoff"]
        expected = sum(expects(by_best(r), r) for r in risk if by_best(r)) / len(risk)
        assert one.expected == pytest.approx(expected)
        assert holds(*told(found, "risks-do-not-fit"), f"{100 * expected:.2f}", f"{100 * one.profit.value:.2f}")
        # One applicant, or nine of one risk, do not prove the risks wrong.
        alike = [lent([0.1] * cases, [default] * cases) for cases in (1, 9) for default in (True, False)]
        assert [told(found, "risks-do-not-fit") for found in (BASE, *alike)] == [[]] * 5

    def test_how_sure_profits_are_is_said_where_it_is_known(self):
        """Two applicants of one risk are two, no weights."""
        for name in ("sums of weights", "one", "one default", "no risk"):
            assert len(told(odd(name), "no-interval")) == 1
            assert "interval" not in answered(odd(name)).reason
        for found in (BASE, lent([0.1, 0.1, 0.2], [True, True, False]), odd("weighted")):
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
    found = odd(name)
    answer = answered(found)
    texts = [answer.reason, *(note.text for note in answer.notes)]
    assert sentences(texts)
    assert sound_words(answer.sentence)
    assert all(not re.search(r"no value|∞", text) for text in [answer.sentence, *texts])
    assert len(tables.every_way(found)) == 4
    assert (tables.policies(found, ScoreTable.of(RISK, DEFAULTS, True))["Share of applicants"] <= 1).all()


def test_numbers_are_of_100_applied_for_and_stand_in_the_values_of_1():
    answer = answered(BASE)
    ways = [
        next(way for way in ("one margin", "by risk", "same number of rates", "Highest risk") if way in label)
        for label in (number.label.removeprefix("More than one margin for all, ") for number in answer.numbers)
    ]
    assert ways == ["one margin", "by risk", "by risk", "same number of rates", "same number of rates", "Highest risk"]
    earned = answer.numbers[1]
    assert float(earned.text) == pytest.approx(100 * answer.values["ways"]["cutoff"]["profit"]["value"], rel=1e-3)
    assert answer.numbers[5].plain == answer.values["last_risk"]
