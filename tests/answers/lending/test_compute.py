"""What should a loan cost? The whole answer, applicant by applicant."""

import math

import numpy as np
import pytest

from ddcore.answers.lending import Choices
from ddcore.answers.lending.words import RISKS
from ddcore.decisions.cutoffs import LendingLimits, LoanTerms
from ddcore.decisions.lending import LENDING_METHODS
from ddcore.decisions.take_up import sigmoid, through_points
from ddcore.errors import InputError
from ddcore.figures.theme import LIGHT
from ddcore.read import read
from ddcore.samples.applicants import APPLICANTS
from tests.helpers.answers import asked, holds
from tests.helpers.lending_answers import by_best, earns, file_of, lent
from tests.helpers.loops import nonempty


@pytest.fixture(scope="module")
def book():
    """The applicants of the sample, and their risk and whether it came true."""
    sample = APPLICANTS["applicants"]
    drawn = sample.draw(200, 1)
    return (
        read(drawn, **sample.roles).data(),
        drawn["risk"].to_numpy(),
        np.array(drawn["outcome"].to_pylist()) == "default",
    )


def two_shares(at10, at40, eager):
    """A logistic curve through two shares of applicants without risk."""
    odds10, odds40 = (np.log(share / (1 - share)) for share in (at10, at40))
    steep = (odds40 - odds10) / 0.3
    return sigmoid(odds10 - 0.1 * steep, eager, steep)


POINTS = "5: 90, 20: 70, 45: 10"
TYPED = through_points((0.05, 0.2, 0.45), (0.9, 0.7, 0.1))


@pytest.mark.parametrize(
    ("choices", "given"),
    [
        ({}, {}),
        pytest.param({"funds": 0.1, "lgd": 0.8}, {"terms": LoanTerms(0.1, 0.8)}, marks=pytest.mark.full),
        ({"lgd": 0, "rates": "0.15,0.25"}, {"terms": LoanTerms(0.03, 0), "rates": (0.15, 0.25)}),
        pytest.param(
            {"take": "sigmoid", "at10": 0.8, "at40": 0.2, "eager": 3},
            {"take_up": two_shares(0.8, 0.2, 3)},
            marks=pytest.mark.full,
        ),
        ({"take": "points", "points": POINTS}, {"take_up": TYPED}),
        ({"highest": 0.46, "riskiest": 0.15}, {"limits": LendingLimits(0, 0.46, 0.15)}),
    ],
)
def test_answer_is_that_of_lending_on_such_terms(book, choices, given):
    data, risk, default = book
    answer, expected = asked("lending", data, risk="scores", **choices), lent(risk, default, **given)
    ways = answer.values["ways"]
    for key, outcome in nonempty(expected.outcomes.items()):
        told = [ways[key][name] for name in ("expected", "approved", "accepted", "mean_rate", "per_loan")]
        right = [outcome.expected, outcome.approved, outcome.accepted, outcome.rate, outcome.per_loan]
        assert [ways[key]["profit"]["value"], *told] == pytest.approx([outcome.profit.value, *right], rel=1e-6), key
        assert ways[key]["profit"]["low"] < outcome.profit.value < ways[key]["profit"]["high"]
    # Whoever knows the risks of applicants can do no better on average than by a price for each.
    in_order = [ways[key]["expected"] for key in LENDING_METHODS]
    assert in_order == sorted(in_order)
    assert answer.values["margin"] == pytest.approx(expected.margin)
    assert answer.values["last_risk"] == pytest.approx(expected.policies["cutoff"].last)
    assert ways["cutoff"]["more"]["value"] == pytest.approx(expected.outcomes["cutoff"].more.value)


def test_points_are_a_text_or_numbers_and_there_can_be_20_rates():
    pairs = [(0.05, 0.9), (0.2, 0.7), (0.45, 0.1)]
    assert Choices.of(points=pairs) == Choices.of(points=POINTS)
    assert len(Choices.of(rates=np.linspace(0.01, 0.4, 20)).rates) == 20


def test_profit_is_that_of_each_applicant(book):
    """Weighted ones count by their weight."""
    data, risk, default = book
    rates = [by_best(each) for each in risk]
    each = np.array([0 if rate is None else earns(rate, lost) for rate, lost in zip(rates, default, strict=True)])
    ways = asked("lending", data, risk="scores").values["ways"]
    assert ways["cutoff"]["profit"]["value"] == pytest.approx(each.mean())
    weight = np.where(np.arange(200) % 3 == 0, 2.5, 0.5)
    ways = asked("lending", file_of(risk, default, weight), risk="scores").values["ways"]
    assert ways["cutoff"]["profit"]["value"] == pytest.approx(np.average(each, weights=weight))


def test_charts_show_profits_and_shares(book):
    answer = asked("lending", book[0], risk="scores")
    rows = answer.tables["lending"].rows()
    dots = [dot.x[0] for dot in answer.figures["outcomes"].draw(LIGHT).data if dot.mode == "markers"]
    assert dots == pytest.approx(rows.iloc[:, 1].tolist())
    assert holds(answer.figures["lending"].words, "30 %, 35 %,", "40 %, 45 %;", "0.442")


def test_risks_read_from_the_scores_are_the_usual_ones(book):
    read_, taken = (asked("lending", book[0], risk=source) for source in ("read", "scores"))
    assert read_.values != taken.values
    assert [RISKS[source] in answer.method for source, answer in (("read", read_), ("scores", taken))] == [True, True]


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({"rates": "0.3,0.2"}, "rates must rise, got 20 % after 30 %"),
        ({"rates": "0.2,0.6"}, "a rate must be between 0 and 50 %, the highest allowed, got 60 %"),
        ({"rates": ()}, "needs a .*rate.*, got none"),
        ({"rates": np.linspace(0.01, 0.4, 21)}, "there can be 20 rates at most, got 21"),
        ({"rates": "0.1,dear"}, 'a rate must be a number such as .*, got "dear"'),
        ({"highest": 0.3}, "a rate must be between 0 and 30 %, the highest allowed, got 45 %"),
        ({"take": "points", "points": "10: 50, 20: 60"}, "fewer must accept a higher rate, got 60 % at 20 % after 50"),
        ({"take": "points", "points": "10: 120, 20: 5"}, "a share of takers must be between 0 and 1"),
        ({"take": "points", "points": "10: x, 20: 5"}, 'a share in % must be a number.*got "x"'),
        ({"take": "points", "points": "ten"}, 'a point must be a rate and a share, such as 10: 95, got "ten"'),
        ({"take": "sigmoid", "at10": 0.2, "at40": 0.6}, "fewer must accept a rate of 40 % than one of 10 %"),
        ({"funds": 0, "lgd": 0}, "a default must cost something"),
        ({"funds": 0.5}, 'funds must be between 0 and 0.2, got "0.5"'),
    ],
)
def test_what_cannot_be_used_is_refused(book, choices, message):
    with pytest.raises(InputError, match=message):
        asked("lending", book[0], **choices)


def test_scores_that_are_no_probabilities_are_only_read():
    data = file_of(np.arange(90) % 17)
    assert math.isfinite(asked("lending", data).values["last_risk"])
    with pytest.raises(InputError, match="scores must be between 0 and 1 to be risks"):
        asked("lending", data, risk="scores")
    with pytest.raises(InputError, match="needs two cases of each class, got 1 of one"):
        asked("lending", file_of([0.9, 0.1, 0.4], np.array([True, False, False])))
