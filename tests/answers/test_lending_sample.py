"""What should a loan cost? The whole answer, applicant by applicant."""

from functools import cache

import numpy as np
import pandas as pd
import pytest
from scipy.interpolate import PchipInterpolator

from ddcore.answers import lending as words
from ddcore.answers.lending_method import RISKS
from ddcore.decisions.lending import LENDING_METHODS
from ddcore.errors import InputError
from ddcore.figures.theme import LIGHT
from ddcore.read import read
from ddcore.samples.applicants import APPLICANTS
from tests.helpers.answers import asked, holds
from tests.helpers.figures import entries
from tests.helpers.lending_answers import DEFAULTS, RATES, RISK, share

# The whole answer, applicant by applicant ------------------------------------------------------------------------


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
    return lambda rate, risk: 1 / (1 + np.exp(-(odds10 + steep * (rate - 0.1) + eager * risk)))


def through(rates, shares):
    curve = PchipInterpolator(rates, shares)
    at = cache(lambda rate: float(curve(min(max(rate, rates[0]), rates[-1]))))
    return lambda rate, risk: at(rate) if np.isscalar(rate) else curve(np.clip(rate, rates[0], rates[-1]))


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
    lines = rows[rows["Way to lend"] == way][["Risk above", "Risk up to", "Rate"]].to_numpy()

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
        ({"take": "points", "points": "5: 90, 20: 70, 45: 10"}, {"take": through((0.05, 0.2, 0.45), (0.9, 0.7, 0.1))}),
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


def test_points_are_a_text_or_numbers_and_there_can_be_20_rates():
    pairs, typed = [(0.05, 0.9), (0.2, 0.7), (0.45, 0.1)], "5: 90, 20: 70, 45: 10"
    assert words.Choices.of(points=pairs) == words.Choices.of(points=typed)
    assert len(words.Choices.of(rates=np.linspace(0.01, 0.4, 20)).rates) == 20


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
    best = lines["best thresholds"]
    for at, height in list(zip(best.x, entries(best.y), strict=True))[::20]:
        rate = lender.by_cutoffs(at)
        assert height == (None if rate is None else pytest.approx(100 * lender.expected(rate, at))), at
    assert {"one margin for all", "a price for each", "30 % for all"} <= set(lines)
    rows = answer.tables["lending"].rows()
    dots = [dot.x[0] for dot in answer.figures["outcomes"].draw(LIGHT).data if dot.mode == "markers"]
    assert dots == pytest.approx(rows.iloc[:, 1].tolist())
    bars = {bar.name: bar for bar in answer.figures["loans"].draw(LIGHT).data}
    assert list(bars["takes the loan"].x) == pytest.approx(rows["Take the loan"].tolist())
    assert holds(answer.figures["lending"].words, "30 %, 35 %,", "40 %, 45 %;", "0.442")


def test_risks_read_from_the_scores_are_the_usual_ones(book):
    read_, taken = (asked("lending", book[0], risk=source) for source in ("read", "scores"))
    assert read_.values != taken.values
    assert [RISKS[source] in answer.method for source, answer in (("read", read_), ("scores", taken))] == [True, True]


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
    assert asked("lending", data).sentence.startswith(("A threshold of ", "Lend to nobody"))
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
