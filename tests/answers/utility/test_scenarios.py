"""Named scenarios as people type them, and what is told of them: against every threshold, and in fractions."""

import re
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

from ddcore.answers.utility import Choices
from ddcore.answers.utility.scenarios import Scenario, scenarios_of
from ddcore.errors import InputError
from ddcore.read import read
from tests.helpers.answers import asked, counted, holds
from tests.helpers.costs_answers import orders
from tests.helpers.loops import nonempty
from tests.helpers.score_pages import SCORE, TRUE
from tests.helpers.scored import two_class_example
from tests.helpers.utility_answers import FACTORY, A, B, Counts, mean, named


@pytest.mark.parametrize(
    ("text", "scenario"),
    [
        ("dear: 0,-1,-9,0", Scenario("dear", (0, -1, -9, 0))),
        (" a b :  1, −2.5, 3e2, 1,5 "[:20] + ", 4", Scenario("a b", (1, -2.5, 300, 4))),
        ("x: 0,-1,-9,0 at 0.3", Scenario("x", (0, -1, -9, 0), 0.3)),
        ("x: 0,-1,-9,0 of 2,000", Scenario("x", (0, -1, -9, 0), None, 2000)),
        ("at of: 0,-1,-9,0  of 20 at 1e-3", Scenario("at of", (0, -1, -9, 0), 0.001, 20)),
    ],
)
def test_scenario_is_read_as_it_is_typed(text, scenario):
    assert scenarios_of(text) == (scenario,)
    assert scenarios_of(scenario.text) == (scenario,)


def test_scenarios_are_lines_a_link_or_a_list():
    lines = ["a: 0,-1,-9,0", "b: 1,0,0,1 at 0.5"]
    for given in ("\n\n".join(lines), ";".join(lines), lines):
        assert [each.name for each in scenarios_of(Choices.of(scenario=given).scenario)] == ["a", "b"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("dear 0,-1,-9,0", "line 1 of the scenarios must be a name, a colon and four numbers"),
        ("\n: 0,-1,-9,0", 'line 2 of the scenarios must be a name, .* got ": 0,-1,-9,0"'),
        ("a: 0,-1,-9,0 at 0.1 at 0.2", "line 1 of the scenarios must be"),
        ("a: 0,-1,x,0", 'FN in line 1 of the scenarios must be a number such as 165 or -33.5, got "x"'),
        ("a: 0,-1,-9,0 at 1.5", "the share in line 1 of the scenarios must be between 0 and 1, got 1.5"),
        ("a: 0,-1,-9,0 of 0.5", "the cases in line 1 of the scenarios must be a whole number above 0, got 0.5"),
        ("a: 0,-1,-9,0\na: 1,0,0,1", 'each scenario must have a name of its own, got "a" in line 2'),
        ("now: 0,-1,-9,0", 'each scenario must have a name of its own, got "now" in line 1'),
        ("\n".join(f"s{i}: 0,-1,-9,0" for i in range(7)), "there must be at most 6 scenarios, got 7"),
    ],
)
def test_line_that_cannot_be_used_is_said(text, message):
    with pytest.raises(InputError, match=message):
        Choices.of(scenario=text)


def test_scenario_in_which_nothing_matters_is_refused():
    with pytest.raises(InputError, match="the four payoffs must not all be equal, got 5"):
        two(scenario="a: 5,5,5,5")


def two(**choices):
    others = {"B": Counts(**named(B))}
    return asked("utility", counted(*A, name="A", positive="long", negative="short", **others), **choices)


def test_each_scenario_says_who_is_worth_most_and_what_that_comes_to():
    """In the factory always “short” is best; a miss of 900 or cheap false alarms make B so."""
    text = "dear misses: 15,-335,-900,165\ncheap: 15,-50,-35,165 at 0.8 of 500"
    answer = two(u=FACTORY, unit="EUR", volume=10_000, scenario=text)
    rows = answer.tables["scenarios"].rows().set_index("scenario")
    assert list(rows.index) == ["now", "dear misses", "cheap"]
    assert [re.sub(", but.*", "", name) for name in rows["worth most"]] == ["always short", "B", "B"]
    rare = Fraction(8, 10) * Fraction(43 * 15 - 7 * 35, 50) + Fraction(2, 10) * Fraction(32 * 165 - 18 * 50, 50)
    dear = mean((15, -335, -900, 165), B)
    assert answer.values["scenarios"]["cheap"]["yields"]["B"]["value"] == pytest.approx(float(rare))
    assert answer.values["scenarios"]["cheap"]["totals"]["B"]["value"] == pytest.approx(float(500 * rare))
    assert answer.values["scenarios"]["dear misses"]["yields"]["B"]["value"] == pytest.approx(float(dear))
    assert rows["a month"].tolist() == [
        "650,000 EUR",
        f"{float(10_000 * dear):,.0f} EUR".replace("-", "−"),
        "11,960 EUR",
    ]
    assert rows["positive"].tolist() == ["50 %", "50 %", "80 %"]
    assert rows["cases"].tolist() == ["10,000", "10,000", "500"]
    assert answer.values["scenarios"]["now"]["best_threshold"] is None


def test_fixed_cost_decides_who_is_worth_most():
    few = two(u=(0, -1, -1, 0), fixed=100, volume=10_000, scenario="few: 0,-1,-1,0 of 200")
    assert few.values["scenarios"]["now"]["worth_most"] == "B"
    assert few.values["scenarios"]["few"]["worth_most"] == "always long"


def at_thresholds(payoffs, share):
    """The mean payoff and the share called positive at each threshold of the sample, as where a share is positive."""
    tp, fp, fn, tn = payoffs
    cuts = [*np.unique(SCORE).tolist(), np.inf]
    hit, alarm = (1 - np.searchsorted(np.sort(some), cuts) / some.size for some in (SCORE[TRUE], SCORE[~TRUE]))
    worth = share * (hit * tp + (1 - hit) * fn) + (1 - share) * (alarm * fp + (1 - alarm) * tn)
    return (dict(zip(cuts, of.tolist(), strict=True)) for of in (worth, share * hit + (1 - share) * alarm))


def test_without_scenarios_the_prices_in_force_are_moved_alone():
    answer = two(u=(0, -1, -5, 0), unsure=0.2)
    assert "scenarios" not in answer.tables
    assert answer.values["scenarios"] == {}
    assert answer.values["price_moves"]["fp"] == pytest.approx({"step": 1, "lower": -1.45, "higher": -1.15})
    assert holds(answer.figures["tornado"].remark, "1.000", "20 %")
    assert "costs" in answer.figures["tornado"].words
    # Of A 27 of 50 positives are found, and 15 of 50 negatives are called positive.
    low, high = (share * -5 * 23 / 50 + (1 - share) * -1 * 15 / 50 for share in (0.4, 0.6))
    assert answer.values["price_moves"]["share"] == pytest.approx({"step": 0.1, "lower": low, "higher": high})
    # Where nobody says how far prices may be off they are moved by a tenth of their span.
    assert two().values["price_moves"]["fp"]["step"] == pytest.approx(0.1)
    assert two(u=(0, -1, -5, 0)).values["price_moves"]["fp"]["step"] == pytest.approx(0.5)


def test_table_of_moved_prices_says_whom_and_which_threshold_they_give():
    rows = asked("utility", two_class_example().data(), u=(0, -1, -5, 0), unsure=0.1).tables["tornado"].rows()
    assert rows["Price"].tolist().count("share of, positives") == 1
    assert rows["Share of positives lower"].dropna().tolist() == pytest.approx([0.9 * 258 / 500])
    rows = rows[rows["Share of positives lower"].isna()]
    for _, row in nonempty(rows.iterrows()):
        for way in ("lower", "higher"):
            payoffs = dict(zip(("tp", "fp", "fn", "tn"), (0, -1, -5, 0), strict=True))
            cell = {"Class1": {"Class1": "tp", "Class2": "fp"}, "Class2": {"Class1": "fn", "Class2": "tn"}}
            called, truly = re.fullmatch("predicted (.*), truly (.*)", row["Price"]).groups()
            payoffs[cell[called][truly]] = -row[f"Cost {way}"]
            at, _ = at_thresholds(tuple(payoffs.values()), TRUE.mean())
            assert at[row[f"Best threshold, {way}"]] == pytest.approx(max(at.values()))
            constants = {
                "always Class1": np.where(TRUE, payoffs["tp"], payoffs["fp"]).mean(),
                "always Class2": np.where(TRUE, payoffs["fn"], payoffs["tn"]).mean(),
                "the model": -row[f"Mean cost, {way}"],
            }
            assert row[f"Worth most, {way}"] == max(constants, key=constants.get)


# Amounts -----------------------------------------------------------------------------------------------------------

RATE = (0, 0, -1, 0)


def order_data():
    true, score, amount = orders()
    frame = pd.DataFrame({"truth": true, "score": score, "amount": amount})
    return read(frame, truth="truth", score="score", amount="amount", positive=True).data()


def worth_of_orders(cut, payoffs, share):
    """The mean payoff of orders with scores from `cut` on predicted positive, a missed one losing its amount too."""
    true, score, amount = orders()
    tp, fp, fn, tn = payoffs
    paid = np.select([true & (score >= cut), score >= cut, true], [tp, fp, fn - amount], tn)
    return share * paid[true].mean() + (1 - share) * paid[~true].mean()


@pytest.mark.parametrize("limit", [None, 6])
@pytest.mark.parametrize(("share", "cases"), [(None, None), (0.1, None), (0.1, 30), (0.5, 90)])
def test_scenarios_where_payoffs_grow_with_an_amount(share, cases, limit):
    true, score, _ = orders()
    said = ("" if share is None else f" at {share}") + ("" if cases is None else f" of {cases}")
    data = order_data()
    answer = asked("utility", data, u=(-5, -5, 0, 0), rate=RATE, limit=limit, scenario=f"x: -40,-20,-2,0{said}")
    told, own = answer.values["scenarios"]["x"], true.mean() if share is None else share
    most = 1 if limit is None else limit / (60 if cases is None else cases)
    worth, called = {}, {}
    for cut in [*np.unique(score), np.inf]:
        called[cut] = own * (score[true] >= cut).mean() + (1 - own) * (score[~true] >= cut).mean()
        worth[cut] = worth_of_orders(cut, (-40, -20, -2, 0), own)
    kept = {cut: value for cut, value in worth.items() if called[cut] <= most + 1e-12}
    assert worth[told["best_threshold"]] == pytest.approx(max(kept.values()))
    assert told["best_threshold"] in kept
    assert worth[told["best_threshold_without_limit"]] == pytest.approx(max(worth.values()))
    assert told["yields"]["always False"]["value"] == pytest.approx(worth[np.inf])
    at = min(cut for cut in called if cut >= data.model.threshold)
    assert (data.name in told["yields"]) == (called[at] <= most)
    if called[at] <= most:
        assert told["yields"][data.name]["value"] == pytest.approx(worth[at])
    unseen = told["best_threshold_unseen"]
    assert unseen["low"] <= unseen["value"] <= unseen["high"]
    assert "adds the same" in answer.tables["scenarios"].remark


def test_moved_prices_where_payoffs_grow_with_an_amount():
    true, score, amount = orders()
    data = order_data()
    answer = asked("utility", data, u=(-5, -5, 0, 0), rate=RATE, limit=6, unsure=0.1)
    at, own = data.model.threshold, true.mean()
    step = answer.values["price_moves"]["fn"]["step"]
    assert step == pytest.approx(0.1 * max(5, amount[true].mean()))
    for place, name in nonempty(enumerate(("tp", "fp", "fn", "tn"))):
        for way, by in (("lower", -step), ("higher", step)):
            payoffs = np.array([-5.0, -5, 0, 0])
            payoffs[place] += by
            assert answer.values["price_moves"][name][way] == pytest.approx(worth_of_orders(at, payoffs, own))
    for way, part in (("lower", 0.9), ("higher", 1.1)):
        right = worth_of_orders(at, (-5, -5, 0, 0), part * own)
        assert answer.values["price_moves"]["share"][way] == pytest.approx(right)
    assert answer.figures["tornado"].remark.endswith("the same, too.")
    rows = answer.tables["tornado"].rows()
    for way in ("lower", "higher"):
        thresholds = rows[f"Best threshold, {way}"]
        assert all((score >= cut).sum() <= 6 for cut in thresholds[rows["Price"] != "share of, positives"])


# The limit ---------------------------------------------------------------------------------------------------------

STATED = "u: 0,-1,-20,0\nrare: 0,-1,-20,0 at 0.05\nmany: 0,-1,-20,0 of 4000\nboth: 0,-1,-20,0 at 0.9 of 300"


@pytest.mark.parametrize("given", [{"limit": 200}, {"volume": 1000, "limit": 200}, {"budget": 1009, "acting": 5}])
def test_each_scenario_keeps_to_the_limit_in_its_own_cases(given):
    """Among all thresholds, those whose share of calls there is at most the limit over the cases there."""
    answer = asked("utility", two_class_example().data(), u=(0, -1, -5, 0), scenario=STATED, **given)
    moved, dear = [], (0, -1, -20, 0)
    asked_of = {"now": ((0, -1, -5, 0), None, None), "u": (dear, None, None), "rare": (dear, 0.05, None)}
    asked_of |= {"many": (dear, None, 4000), "both": (dear, 0.9, 300)}
    most = given.get("limit", 201)
    for name, (payoffs, share, cases) in asked_of.items():
        own, of = TRUE.mean() if share is None else share, cases or given.get("volume", 500)
        worth, called = at_thresholds(payoffs, own)
        kept = {cut: value for cut, value in worth.items() if called[cut] <= most / of + 1e-12}
        told = answer.values["scenarios"][name]
        assert told["best_threshold"] in kept
        assert worth[told["best_threshold"]] == pytest.approx(max(kept.values()))
        assert worth[told["best_threshold_without_limit"]] == pytest.approx(max(worth.values()))
        if told["best_threshold"] != told["best_threshold_without_limit"]:
            moved.append(name)
        constants = {f"always {name}" for name in ("Class1", "Class2")} & set(told["yields"])
        assert constants == ({"always Class2"} if most < of else {"always Class1", "always Class2"})
    names = moved[0] if len(moved) == 1 else f"{', '.join(moved[:-1])} and {moved[-1]}"
    told = "of each." if len(moved) == len(asked_of) else f"of {names} only."
    assert holds(answer.tables["scenarios"].remark, f"at most {most} ", told)


def test_limit_that_moves_no_threshold():
    scenario = "x: 0,-1,-2,0\ny: 0,-2,-1,0"
    answer = asked("utility", two_class_example().data(), u=(0, -1, -1, 0), limit=499, scenario=scenario)
    assert holds(answer.tables["scenarios"].remark, "at most 499 of", "500 cases", "no best threshold.")


def test_who_predicts_more_than_the_limit_is_worth_most_in_no_scenario():
    """A predicts 42 of 100 positive, B 61."""
    answer = two(u=(0, -1, -9, 0), limit=50, scenario="cheap: 0,-1,-20,0")
    assert [set(told["yields"]) for told in answer.values["scenarios"].values()] == 2 * [{"A", "always short"}]
    assert answer.tables["scenarios"].remark.endswith("are left out.")
    assert set(answer.tables["tornado"].rows()["Worth most, higher"]) == {"A"}
    none = two(u=(0, -1, -9, 0), limit=0, scenario="cheap: 0,-1,-20,0")
    assert set(none.tables["scenarios"].rows()["worth most"]) == {"always short"}


def test_moved_prices_keep_to_the_limit():
    answer = asked("utility", two_class_example().data(), u=(0, -1, -5, 0), unsure=0.1, limit=100)
    rows = answer.tables["tornado"].rows()
    for way, part in nonempty((("lower", 0.9), ("higher", 1.1))):
        for cut, price in zip(rows[f"Best threshold, {way}"], rows["Price"], strict=True):
            own = (part if price == "share of, positives" else 1) * TRUE.mean()
            _, called = at_thresholds((0, -1, -5, 0), own)
            assert 0 < called[cut] <= 0.2 + 1e-12
        assert set(rows[f"Worth most, {way}"]) == {"always Class2"}
    assert answer.tables["tornado"].remark


@pytest.mark.full
def test_threshold_in_force_within_the_limit_is_that_of_the_page_of_costs():
    data, given = two_class_example().data(), {"u": (0, -1, -5, 0), "limit": 100}
    costs = asked("costs", data, **given).values
    told = asked("utility", data, scenario="x: 0,-1,-9,0", **given).values["scenarios"]["now"]
    assert told["best_threshold"] == costs["rules"]["best"]["threshold"]
    assert told["best_threshold_unseen"] == pytest.approx(costs["held_out"]["best"])
