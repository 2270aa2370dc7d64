"""What a loan should cost: profits counted applicant by applicant, every control and link, and odd files."""

import json
import re
from functools import cache

import numpy as np
import pytest
from scipy.interpolate import PchipInterpolator

from ddcore.samples.applicants import APPLICANTS
from tests.helpers.pair_pages import CASES, TRUE, TRUTH, A, B, chance, percent, three
from tests.helpers.score_pages import choose, traces, upload
from tests.helpers.visiting import (
    again,
    answer,
    drop,
    figure,
    fine,
    go,
    kind,
    markdown,
    plain,
    rows,
    said,
    shown,
    visit,
    widget,
)

SMALL = "sample=applicants&size=200"
SCORES = f"{SMALL}&risk=scores"
"""Scores taken for risks as they stand: what a loop over the applicants can follow."""
START = {"sample": "applicants", "size": "200", "threshold": "0.5"}
CANNOT = "This cannot be used yet."
RATES = (0.10, 0.22, 0.28, 0.30, 0.35, 0.40, 0.45)
TITLES = ("One margin for all", "Best cut-offs", "Best cut-offs and prices", "A price for each")
CHARTS = ("lending_chart", "outcomes_chart", "loans_chart")


@cache
def seen(link):
    """A page only to be looked at."""
    return visit("lending", link)


@cache
def book():
    """Risk of each applicant of the sample, and whether it came true, found without the page."""
    drawn = APPLICANTS["applicants"].draw(200, 1)
    return drawn["risk"].to_numpy(), np.array(drawn["outcome"].to_pylist()) == "default"


def ways(at):
    return at.main.dataframe[0].value.set_index("Way to lend")


def policies(at):
    return at.main.dataframe[1].value


def sane(at):
    """Nothing said is no number, and what a chart says ends as a sentence."""
    texts = [said(at), *(chart.proto.alt for chart in at.get("plotly_chart"))]
    for text in texts:
        assert not re.search(r"\b(nan|NaN|inf|Infinity|None|no value)\b|∞", text), text
    for chart in at.get("plotly_chart"):
        assert not re.search(r"\b(NaN|Infinity)\b", chart.proto.spec)
        assert chart.proto.alt.endswith(".")
    return at


def refused(at, words):
    """The page says what is missing in a sentence, and shows no chart."""
    sane(at)
    assert answer(at).endswith(".")
    reason = plain(at.main.markdown[0].value)
    assert re.search(words, reason), reason
    assert reason[0].isupper()
    assert reason.endswith(".")
    assert not at.main.get("plotly_chart")


def turn(at, key, value):
    """Set the widget that has exactly this key."""
    box = at.get_by_key(key)
    getattr(at, box.type)(key=key).set_value(value)
    return fine(at.run())


def has(at, key):
    return any(getattr(node, "key", None) == key for node in at._tree)


# Witness: a loop over applicants --------------------------------------------------------------------------------------


def quartic(rate, risk):
    return max(1 - 3.75 * rate**2 - rate**4, 0) if rate <= 0.5 else 0


def two_shares(at10, at40, eager):
    """A logistic curve through two shares of applicants without risk."""
    odds10, odds40 = (np.log(share / (1 - share)) for share in (at10, at40))
    steep = (odds40 - odds10) / 0.3

    def share(rate, risk):
        return 1 / (1 + np.exp(-(odds10 + steep * (rate - 0.1) + eager * risk)))

    return share


def through(rates, shares):
    curve = PchipInterpolator(rates, shares)
    return lambda rate, risk: float(curve(min(max(rate, rates[0]), rates[-1])))


class Lender:
    """What a lender earns from applicants one by one."""

    def __init__(self, risk, default, *, funds=0.03, loss=0.5, rates=RATES, take=quartic, highest=0.5, riskiest=1.0):
        self.applicants = list(zip(risk.tolist(), default.tolist(), strict=True))
        self.funds, self.loss, self.rates, self.take = funds, loss, rates, take
        self.highest, self.riskiest = highest, riskiest

    def expected(self, rate, risk):
        return ((1 - risk) * (rate - self.funds) - risk * (self.loss + self.funds)) * self.take(rate, risk)

    def outcome(self, offer):
        """Profit of 100 applied for, expected profit, share approved, and share that takes a loan."""
        profit = expected = approved = taken = 0.0
        for risk, default in self.applicants:
            rate = offer(risk)
            if rate is not None:
                share = self.take(rate, risk)
                profit += share * (-(self.loss + self.funds) if default else rate - self.funds)
                expected += self.expected(rate, risk)
                approved += 1
                taken += share
        many = len(self.applicants)
        return 100 * profit / many, 100 * expected / many, approved / many, taken / many

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
        best = max(tried, key=lambda rate: self.expected(rate, risk))
        return best if risk <= self.riskiest and self.expected(best, risk) > 0 else None


def by_table(table, way):
    """The offers of one way to lend, as the table of who gets which rate has them."""
    lines = table[table["Way to lend"] == way][["Risk above", "up to", "Rate"]].to_numpy()

    def offer(risk):
        fitting = [rate for low, high, rate in lines if (low < risk or low == 0) and risk <= high]
        return fitting[0] if fitting else None

    return offer


CHOICES = [
    ("", {}),
    ("&funds=0.1&lgd=0.8", {"funds": 0.1, "loss": 0.8}),
    ("&lgd=0&rates=0.15,0.25", {"loss": 0.0, "rates": (0.15, 0.25)}),
    ("&take=sigmoid&at10=0.8&at40=0.2&eager=3", {"take": two_shares(0.8, 0.2, 3)}),
    ("&take=points&points=5: 90, 20: 70, 45: 10", {"take": through((0.05, 0.2, 0.45), (0.9, 0.7, 0.1))}),
    ("&highest=0.46&riskiest=0.15", {"highest": 0.46, "riskiest": 0.15}),
]


@pytest.mark.parametrize(("link", "choice"), CHOICES)
def test_answer_is_what_a_loop_over_the_applicants_earns(link, choice):
    at = sane(seen(SCORES + link))
    lender = Lender(*book(), **choice)
    margin = lender.best_margin()
    found = [
        lender.outcome(offer)
        for offer in (
            lender.by_margin(margin),
            lender.by_cutoffs,
            by_table(policies(at), TITLES[2]),
            lender.by_price,
        )
    ]
    table = ways(at)
    for way, (profit, expected, approved, taken) in zip(TITLES, found, strict=True):
        near = {"abs": 1e-3} if way == TITLES[3] else {"abs": 1e-9}
        assert table.loc[way, "Earned of 100 applied for"] == pytest.approx(profit, **near), way
        assert table.loc[way, "If the risks are right"] == pytest.approx(expected, **near), way
        assert table.loc[way, "Approved"] == pytest.approx(approved, abs=0.005), way
        assert table.loc[way, "Take the loan"] == pytest.approx(taken, abs=0.005), way
        assert table.loc[way, "95 % from"] < profit < table.loc[way, "95 % to"]
    # Whoever knows the risks of applicants can do no better on average than by a price for each.
    expected = table["If the risks are right"]
    assert expected.tolist() == sorted(expected.tolist())
    more = found[1][0] / found[0][0] - 1
    last = min(
        max((rate - lender.funds) / (rate + lender.loss) for rate in lender.rates if lender.take(rate, 0) > 0),
        lender.riskiest,
    )
    size = f"{percent(abs(more))} {'more' if more > 0 else 'less'} than" if abs(more) >= 0.0005 else "as much as"
    assert answer(at).removesuffix(", maybe by chance.").removesuffix(".") == (
        f"Cutting off at {three(last)} earns {size} one margin for all"
    )
    reason = plain(at.main.markdown[0].value)
    assert re.search(rf"{percent(margin)}, earns {three(found[0][0])}\.", reason)
    assert f"each given to the risks where it earns most, earn {three(found[1][0])} (95 % interval" in reason
    assert reason.endswith(f" rates, but those that promise most, {three(found[2][0])}.")


def test_interval_is_that_of_other_resamples_of_the_applicants():
    lender = Lender(*book())
    each = np.array([Lender(np.array([risk]), np.array([default])).outcome(lender.by_cutoffs)[0]
                     for risk, default in lender.applicants])  # fmt: skip
    rng = np.random.default_rng(11)
    drawn = [each[rng.integers(200, size=200)].mean() for _ in range(2000)]
    row = ways(seen(SCORES)).loc["Best cut-offs"]
    assert [row["95 % from"], row["95 % to"]] == pytest.approx(np.quantile(drawn, [0.025, 0.975]), abs=0.5)


def test_risks_read_from_the_scores_are_the_usual_ones():
    at = sane(seen(SMALL))
    assert at.query_params == START
    assert answer(at) != answer(seen(SCORES))
    assert "The scores are read as evidence, as is best on unseen cases" in said(at)
    assert "The scores are taken for probabilities of default as they stand." in said(seen(SCORES))
    assert "Truly default cases are taken for loans that are not paid back" in said(at)


def test_charts_show_profits_and_shares_and_have_their_tables():
    at = seen(SCORES)
    lender = Lender(*book())
    lines = traces(at, "lending_chart")
    best = lines["best cut-offs"]
    for risk, height in list(zip(best["x"], best["y"], strict=True))[::20]:
        rate = lender.by_cutoffs(risk)
        assert height == (None if rate is None else pytest.approx(100 * lender.expected(rate, risk))), risk
    for rate in (0.3, 0.35, 0.4, 0.45):
        line = lines[f"{percent(rate)} for all"]
        assert line["y"][10] == pytest.approx(100 * lender.expected(rate, line["x"][10]))
    assert set(lines) >= {"one margin for all", "a price for each"}
    table = ways(at)
    dots = [one for one in json.loads(figure(at, "outcomes_chart"))["data"] if one["mode"] == "markers"]
    assert [one["x"][0] for one in dots] == pytest.approx(table["Earned of 100 applied for"].tolist())
    bars = traces(at, "loans_chart")
    assert bars["takes the loan"]["x"] == pytest.approx(table["Take the loan"].tolist())
    assert bars["approved, declines"]["x"] == pytest.approx(table["Approved"].tolist())
    alt = at.get_by_key("outcomes_chart").proto.alt
    assert all(f"{way} {three(table.loc[way, 'Earned of 100 applied for'])}" in alt for way in TITLES)
    assert "30 %, 35 %, 40 %, 45 %; beyond a risk of 0.442 " in at.get_by_key("lending_chart").proto.alt

    assert [one.label for one in at.main.expander] == [
        "Every way to lend as a table",
        "Who gets which rate",
        "The first chart as a table",
        "Every margin",
        "Cut-offs and prices in turn",
        "How this is computed",
    ]
    _, offers, chart, margins, steps = (one.value for one in at.main.dataframe)
    assert ways(at).columns.tolist() == [
        *("Earned of 100 applied for", "95 % from", "95 % to", "More than one margin", "more, 95 % from"),
        *("more, 95 % to", "If the risks are right", "Approved", "Of these accept", "Take the loan"),
        *("Mean rate of loans", "Earned of 100 lent"),
    ]
    assert offers.columns.tolist() == ["Way to lend", "Rate", "Risk above", "up to", "Share of applicants"]
    assert chart.columns.tolist() == [
        "Risk",
        *(f"at {percent(rate)}" for rate in RATES),
        "Best rate",
        "at the best rate",
    ]
    assert margins.columns.tolist() == ["Margin", "Expected of 100 applied for"]
    assert margins["Expected of 100 applied for"].idxmax() == round(1000 * lender.best_margin())
    assert margins.iloc[100, 1] == pytest.approx(lender.outcome(lender.by_margin(0.1))[1])
    assert steps["Expected of 100 applied for"].is_monotonic_increasing
    assert steps["Expected of 100 applied for"].iloc[-1] == pytest.approx(table["If the risks are right"].iloc[2])
    held = offers.groupby("Way to lend")["Share of applicants"].sum()
    assert [held[way] for way in TITLES[:3]] == pytest.approx(table["Approved"].tolist()[:3])


# Links and controls ---------------------------------------------------------------------------------------------------

CONTROLS = [
    ("funds", "lending_funds", 0.05, "0.05"),
    ("lgd", "lending_lgd", 0.7, "0.7"),
    ("rates", "lending_rates", "12, 24 %,36", "0.12,0.24,0.36"),
    ("riskiest", "lending_riskiest", 0.2, "0.2"),
    ("highest", "lending_highest", 0.4, "0.4"),
    ("risk", "lending_risk", "scores", "scores"),
    ("take", "lending_take", "points", "points"),
    ("points", "lending_points", "10: 90, 40: 20", "10: 90, 40: 20"),
    ("take", "lending_take", "sigmoid", "sigmoid"),
    ("at10", "lending_at10", 0.8, "0.8"),
    ("at40", "lending_at40", 0.25, "0.25"),
    ("eager", "lending_eager", 2.5, "2.5"),
]


def test_controls_change_the_page_and_travel():
    at = visit("lending", SMALL)
    usual = {key: at.get_by_key(key).value for _, key, *_ in CONTROLS if has(at, key)}
    fresh, asked = said(at), dict(START)
    for name, key, value, text in CONTROLS:
        before = said(at)
        turn(at, key, value)
        asked[name] = text
        if value == "sigmoid":
            del asked["points"]
        assert said(at) != before, name
        assert at.query_params == asked, name
        if key in ("lending_points", "lending_eager"):
            other = again("lending", at)
            assert said(other) == said(sane(at))
            assert [figure(other, key) for key in CHARTS] == [figure(at, key) for key in CHARTS]
    for key, value in usual.items():
        turn(at, key, value)
    assert at.query_params == START
    assert said(at) == fresh
    # What was entered for another way to accept is still there.
    turn(at, "lending_take", "points")
    assert at.query_params == {**START, "take": "points", "points": "10: 90, 40: 20"}


def test_what_a_link_cannot_give_is_said_and_the_default_shown():
    asked = {
        "funds": ("0.5", 'funds must be between 0 and 0.2, got "0.5".', 0.03),
        "lgd": ("nan", 'lgd must be between 0 and 1, got "nan".', 0.5),
        "rates": ("0.1,dear", 'got "dear".', "10, 22, 28, 30, 35, 40, 45"),
        "take": ("sigmoid", None, "sigmoid"),
        "at10": ("1", 'at10 must be between 0.01 and 0.99, got "1".', 0.9),
        "at40": ("x", 'at40 must be between 0.01 and 0.99, got "x".', 0.3),
        "eager": ("11", 'eager must be between 0 and 10, got "11".', 0.0),
        "highest": ("2", 'highest must be between 0.05 and 1, got "2".', 0.5),
        "riskiest": ("0", 'riskiest must be between 0.01 and 1, got "0".', 1.0),
        "risk": ("x", 'risk must be one of read, scores, got "x".', "read"),
    }
    at = visit("lending", f"{SMALL}&" + "&".join(f"{name}={value}" for name, (value, *_) in asked.items()))
    text = said(at, "warning")
    assert len(at.warning) == 9
    for name, (_, words, usual) in asked.items():
        assert at.get_by_key(f"lending_{name}").value == usual
        assert words is None or words in text
    assert answer(at).startswith("Cutting off at 0.442 earns ")
    assert at.query_params == {**START, "take": "sigmoid"}
    at = visit("lending", f"{SMALL}&take=x")
    assert 'take must be one of quartic, sigmoid, points, got "x".' in said(at, "warning")
    assert answer(at) == answer(seen(SMALL))


def test_rates_that_are_spread_evenly_are_written():
    at = choose(visit("lending", SMALL), lending_categories=4)
    assert at.text_input(key="lending_rates").value == "10, 21.67, 33.33, 45"
    assert at.query_params["rates"] == "0.1,0.2167,0.3333,0.45"
    before = said(at)
    assert "at 21.67 %" in at.main.dataframe[2].value
    choose(at, lending_span=(20, 50), lending_categories=1)
    assert at.text_input(key="lending_rates").value == "20"
    assert "1 best rates" not in said(sane(at))
    choose(at, lending_span=(10, 45), lending_categories=4)
    assert said(at) == before


@pytest.mark.parametrize("page", ["costs", "verdict"])
def test_choices_are_kept_while_another_page_is_looked_at(page):
    at = visit("lending", f"{SMALL}&funds=0.05&rates=0.2,0.4&take=points&points=0: 90, 50: 1&riskiest=0.3&risk=scores")
    before, query = said(at), dict(at.query_params)
    go(go(at, page), "lending")
    assert said(at) == before
    assert at.query_params == query


def test_other_samples_on_the_page_have_answers_of_their_own():
    at = choose(visit("lending", SMALL), lending_lgd=0.6)
    for sample, words in (
        ("pathology", "The model has no scores"),
        ("scenario_1", "."),
        ("factory", "A has no scores"),
        ("two_class_example", "Cutting off at 0.400 earns "),
        ("pair_2", "Cutting off at 0.400 earns "),
        ("applicants", "Cutting off at 0.400 earns "),
    ):
        sane(choose(at, data_sample=sample))
        assert words in answer(at)
        assert (at.query_params.get("lgd") == "0.6") == has(at, "lending_lgd")
        assert has(at, "lending_risk") == (sample in ("scenario_1", "two_class_example", "applicants"))


@pytest.mark.parametrize("sample", ["lending_club", "hpc_cv"])
def test_loans_and_others_have_an_answer(sample):
    at = sane(visit("lending", f"sample={sample}"))
    assert re.fullmatch(r"Cutting off at 0\.442 earns [\d.]+ % more than one margin for all\.", answer(at))
    row = ways(at).loc["Best cut-offs"]
    assert three(row["Earned of 100 applied for"]) in said(at)
    assert row["95 % from"] < row["Earned of 100 applied for"] < row["95 % to"]


@pytest.mark.parametrize(
    ("link", "words"),
    [
        ("sample=pathology", "The model has no scores"),
        ("TP=227&FP=50&FN=31&TN=192", "The model has no scores"),
        ("M=303&P=139", "Only the classes are known"),
    ],
)
def test_without_scores_the_page_says_so(link, words):
    at = visit("lending", link)
    refused(at, r"\.$")
    assert answer(at).startswith(words)


# What cannot be used --------------------------------------------------------------------------------------------------


def test_rates_that_cannot_be_used_are_said_and_stay():
    at = visit("lending", f"{SMALL}&funds=0.05")
    before = said(at)
    for text, words in (
        ("10, dear", 'A rate in % must be a number.*got "dear"'),
        ("10, 1e999", "A rate in % must be .*got 1e999"),
        ("30, 20", "Rates must rise"),
        ("20, 20", "Rates must rise"),
        ("20, 60", "A rate must be between 0 and"),
        ("-5, 20", "A rate must be between 0 and"),
        ("", "needs a .*rate.*, got none"),
        (", ,", "needs a .*rate.*, got none"),
    ):
        choose(at, lending_rates=text)
        assert answer(at) == CANNOT
        refused(at, words)
        assert at.text_input(key="lending_rates").value == text
        assert at.slider(key="lending_funds").value == 0.05
        assert at.query_params["funds"] == "0.05"
    choose(at, lending_rates="10, 22, 28, 30, 35, 40, 45")
    assert said(at) == before


def test_rate_above_the_highest_is_said_and_the_limit_can_be_moved():
    at = visit("lending", f"{SMALL}&highest=0.3")
    refused(at, "A rate must be between 0 and .* %, the highest allowed, got")
    assert at.query_params == {**START, "highest": "0.3"}
    choose(at, lending_highest=0.5)
    assert said(at) == said(seen(SMALL))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("10: 50, 20: 60", "Fewer must accept a higher rate, got 60 % at 20 % after 50 % at 10 %"),
        ("20: 90, 10: 95", "The rates of the points must rise"),
        ("10: 120, 20: 5", "A share of takers must be between 0 and 1"),
        ("10: 95", "Take-up needs two points or more"),
        ("10: x, 20: 5", 'A share in % must be a number.*got "x"'),
        ("ten", 'A point must be a rate and a share, such as 10: 95, got "ten"'),
        ("", "Take-up needs two points or more"),
    ],
)
def test_points_that_cannot_be_used_are_said_and_stay(text, words):
    at = choose(visit("lending", f"{SMALL}&take=points"), lending_points=text)
    assert answer(at) == CANNOT
    refused(at, words)
    assert at.text_input(key="lending_points").value == text
    assert at.query_params["take"] == "points"


def test_shares_that_rise_with_the_rate_are_said_and_stay():
    at = visit("lending", f"{SMALL}&take=sigmoid&at10=0.2&at40=0.6")
    assert answer(at) == CANNOT
    refused(at, "Fewer must accept a rate of 40 % than one of 10 %")
    choose(at, lending_at40=0.2)
    refused(at, "Fewer must accept a rate of 40 % than one of 10 %")
    assert at.query_params == {**START, "take": "sigmoid", "at10": "0.2", "at40": "0.2"}
    assert answer(choose(at, lending_at40=0.1)).startswith("Cutting off at ")


def test_default_that_costs_nothing_is_said():
    at = visit("lending", f"{SMALL}&funds=0&lgd=0")
    assert answer(at) == CANNOT
    refused(at, "A default must cost something: the cost of funds and the loss are both 0")
    assert at.query_params == {**START, "funds": "0", "lgd": "0"}
    assert answer(choose(at, lending_lgd=0.01)).startswith("Cutting off at ")


@pytest.mark.parametrize(
    ("link", "words"),
    [
        ("funds=0.2&rates=0.1,0.15", "Lend to nobody"),
        ("funds=0.2&rates=0.1,0.201", "no applicant has a risk of 0.001 or less."),
        ("riskiest=0.01", "no applicant has a risk of 0.010 or less."),
        ("take=points&points=0: 0, 50: 0", "Lend to nobody"),
    ],
)
def test_nobody_gets_a_loan_where_none_earns_anything(link, words):
    at = sane(visit("lending", f"{SMALL}&{link}"))
    assert answer(at).startswith("Lend to nobody")
    assert words in answer(at)
    row = ways(at).loc[["One margin for all", "Best cut-offs"]]
    assert row["Earned of 100 applied for"].tolist() == [0, 0]
    assert row["Approved"].iloc[1] == 0
    assert all(shown(at, key) for key in CHARTS)
    assert len(at.main.dataframe) == 5


# Files ----------------------------------------------------------------------------------------------------------------


def lent(score, *, header="score", truth=TRUTH):
    """The page with a file of one model."""
    return upload(["truth", header], zip(truth, score, strict=True), "lending")


def scores_alone(at):
    """The risks are the scores of the file as they stand."""
    return turn(at, "lending_risk", "scores")


@pytest.mark.parametrize(
    "score",
    [
        chance(A),
        np.where(A > 0.5, 0.3, 0.1),
        np.where(np.arange(CASES) % 7 == 0, 0, chance(A) / 3),
        np.full(CASES, 0.2),
    ],
    ids=["scores", "two distinct scores", "piled up at 0", "constant scores"],
)
def test_scores_of_a_file_are_lent_on(score):
    at = sane(lent(score))
    assert answer(at).startswith(("Cutting off at ", "Lend to nobody"))
    scores_alone(at)
    lender = Lender(score, TRUE)
    profit, expected, approved, taken = lender.outcome(lender.by_cutoffs)
    row = ways(sane(at)).loc["Best cut-offs"]
    assert row["Earned of 100 applied for"] == pytest.approx(profit, abs=1e-9)
    assert (row["Approved"], row["Take the loan"]) == pytest.approx((approved, taken))
    assert row["If the risks are right"] == pytest.approx(expected, abs=1e-9)
    assert at.query_params == {"data": "File", "risk": "scores"}


@pytest.mark.parametrize("score", [A, 1e9 * A, np.full(CASES, 7), np.where(A > 0.5, 3.5, 1.5)])
def test_scores_that_are_no_probabilities_are_only_read(score):
    at = sane(lent(score))
    assert not has(at, "lending_risk")
    assert answer(at).startswith(("Cutting off at ", "Lend to nobody"))
    held = policies(at).groupby("Way to lend")["Share of applicants"].sum()
    assert held["Best cut-offs"] == pytest.approx(ways(at).loc["Best cut-offs", "Approved"])


def test_weighted_applicants_count_by_their_weight():
    weight = np.where(np.arange(CASES) % 3 == 0, 2.5, 0.5)
    at = upload(["truth", "score", "weight"], zip(TRUTH, chance(A) / 2, weight, strict=True), "lending")
    assert answer(sane(at)).startswith("Cutting off at 0.442 earns ")
    assert "95 % interval" in said(at)
    scores_alone(at)
    lender = Lender(chance(A) / 2, TRUE)
    each = [Lender(np.array([risk]), np.array([default])).outcome(lender.by_cutoffs)[0]
            for risk, default in lender.applicants]  # fmt: skip
    assert ways(at).loc["Best cut-offs", "Earned of 100 applied for"] == pytest.approx(np.average(each, weights=weight))


def test_models_in_rows_of_their_own_are_looked_at_one_by_one():
    lines = [(truth, name, score) for name, model in (("m1", A), ("m2", B)) for truth, score in zip(TRUTH, model,
             strict=True)]  # fmt: skip
    at = upload(["truth", "model", "score"], lines, "lending")
    first = ways(sane(at))
    choose(at, data_model_="m2")
    assert not ways(sane(at)).equals(first)
    assert ways(at).loc["Best cut-offs", "Earned of 100 applied for"] == pytest.approx(
        ways(lent(B)).loc["Best cut-offs", "Earned of 100 applied for"]
    )


def test_gaps_leave_applicants_out_when_asked():
    gaps = ["" if place % 9 == 0 else score for place, score in enumerate(chance(A))]
    at = lent(gaps)
    assert answer(at) == "One question first"
    at.button(key=widget(at, "data_ask_missing_").key).click()
    scores_alone(fine(at.run()))
    known = np.arange(CASES) % 9 != 0
    lender = Lender(chance(A)[known], TRUE[known])
    profit, *_ = lender.outcome(lender.by_cutoffs)
    assert ways(sane(at)).loc["Best cut-offs", "Earned of 100 applied for"] == pytest.approx(profit, abs=1e-9)


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ([("yes", 0.9), ("no", 0.1)], "needs two cases of each class, got 1 of one"),
        ([("yes", 0.9), ("no", 0.1), ("no", 0.4)], "needs two cases of each class, got 1 of one"),
        ([("yes", place % 2) for place in range(9)] + [("no", 0)] * 9, "Choose another model"),
    ],
    ids=["two cases", "three cases", "scores all 0 or 1"],
)
def test_file_that_cannot_be_lent_on_says_why(lines, words):
    refused(upload(["truth", "score"], lines, "lending"), words)


def test_one_class_alone_is_said():
    at = lent(A, truth=np.full(CASES, "yes"))
    assert answer(at) == "This data cannot be used yet"
    assert "must hold two classes" in said(at, "error")


def test_two_hundred_models_and_a_truth_that_is_asked_for():
    columns = [np.round(chance(A) / (2 + place / 100), 4) for place in range(200)]
    truths = np.where(TRUE, "b", "a"), np.where(np.roll(TRUE, 1), "d", "c")
    header = ["u", "v", *(f"p{place}" for place in range(200))]
    at = upload(header, zip(*truths, *columns, strict=True), "lending")
    assert answer(at) == "One question first"
    choose(at, data_ask_truth_="u", data_positive_="b", data_model_="p100")
    scores_alone(at)
    lender = Lender(columns[100], TRUE)
    profit, *_ = lender.outcome(lender.by_cutoffs)
    assert ways(sane(at)).loc["Best cut-offs", "Earned of 100 applied for"] == pytest.approx(profit, abs=1e-9)
    assert at.query_params == {"data": "File", "risk": "scores"}


def test_nothing_of_a_file_reaches_the_link_and_names_stand_letter_by_letter():
    names = ("**ill** <b>x</b>", "$well$ [a](b)")
    at = lent(chance(A), header="score `secret` *b*", truth=np.where(TRUE, *names))
    assert f"Truly {names[0]} cases are taken for loans that are not paid back" in said(at)
    for place, text in markdown(at):
        for name in (*names, "score `secret` *b*"):
            assert name not in text, place
    choose(at, lending_funds=0.05, lending_rates="20, 30")
    assert at.query_params == {"data": "File", "funds": "0.05", "rates": "0.2,0.3"}
    drop(at, rows(["truth", "score"], zip(TRUTH, B, strict=True)), "other.csv")
    assert at.query_params == {"data": "File", "funds": "0.05", "rates": "0.2,0.3"}
    assert answer(sane(at)).startswith(("Cutting off at ", "Lend to nobody"))
    kind(at, "Numbers")
    assert not shown(at, "lending_chart")


# Honest words ---------------------------------------------------------------------------------------------------------


def idle(at):
    """The rates that are said to be best for nobody, and what is said of them."""
    found = re.search(r"([^\n]*) (?:is|are) (?:never|nowhere) the best of these rates[^\n]*", said(at))
    return (re.findall(r"[\d.]+ %", found[1]), found[0]) if found else ([], "")


def test_rate_that_nobody_accepts_is_not_said_to_lose_to_a_higher_one():
    rates, words = idle(visit("lending", f"{SMALL}&rates=0.2,0.3,0.5"))
    assert "50 %" in rates
    assert "higher rate" not in words


def test_rates_for_risks_beyond_the_highest_are_not_called_nowhere_the_best():
    """45 % earns most between 0.38 and 0.44; that nobody so risky is approved is another reason."""
    assert idle(seen(SMALL))[0] == ["10 %", "22 %", "28 %"]
    assert "higher rate" in idle(seen(SMALL))[1]
    rates, words = idle(visit("lending", f"{SMALL}&riskiest=0.3"))
    assert "45 %" not in rates or ("approved" in words and "higher rate" not in words)


@pytest.mark.parametrize("seed", [1, 2])
def test_what_cannot_be_exceeded_is_not_below_what_was_earned(seed):
    """In expectation nothing beats a price for each; by what became of few applicants, cut-offs may."""
    at = visit("lending", f"sample=applicants&size=60&seed={seed}")
    most = float(re.search(r"expected to earn more than ([\d.]+\d)", said(at))[1])
    assert most == pytest.approx(ways(at)["If the risks are right"].max(), abs=6e-4)
    assert "If the risks are right, no prices can be expected to earn more" in said(at)


def test_gain_over_a_margin_that_may_earn_nothing_is_not_said_as_certain():
    """Scores that say little: cut-offs may lose as well, and yet a share more than next to nothing is many percent."""
    score = np.round(np.random.default_rng(5).normal(TRUE * 0.3, 1), 2)
    at = lent(score)
    row = ways(at).loc["Best cut-offs"]
    assert row["95 % from"] < 0 < row["95 % to"]
    if "more than one margin" in answer(at):
        assert answer(at).endswith("maybe by chance.")


def test_messages_about_rates_are_in_the_percent_that_were_written():
    at = choose(visit("lending", SMALL), lending_rates="30, 20")
    assert "20 %" in said(at, "markdown")
    assert "0.2 after 0.3" not in said(at)
