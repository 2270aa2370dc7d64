"""What means come to over a period, and what limits do: the sums made in fractions, and all that is said."""

import re
from fractions import Fraction

import numpy as np
import pytest

from ddcore.answers.base.money import Money, Totals
from ddcore.answers.base.prices import Prices
from ddcore.data import Data, Model
from ddcore.decisions.period import Period
from ddcore.errors import InputError
from ddcore.interval import Interval
from ddcore.table import ScoreTable
from tests.helpers.answers import asked, codes, counted, holds, notes
from tests.helpers.costs_answers import read_orders
from tests.helpers.lines import sentences
from tests.helpers.score_pages import SCORE, TRUE
from tests.helpers.scored import scored, two_class_example
from tests.helpers.utility_answers import FACTORY, A, B, Counts, limits, mean, named


def told(lead, *, fixed=0.0, cases=10_000, sign=-1, mean=(-0.25, -0.5, -0.125), where=""):
    totals = Totals(
        Period("month", cases, fixed), "B", Interval(*mean), "A", Interval(*lead), Money(sign, 1.0, "EUR"), where
    )
    return {note.code: note.text for note in totals.notes}, totals.values


def test_total_and_what_it_is_beside_the_constant_answer():
    texts, values = told((0.125, 0.0625, 0.25))
    assert list(texts) == ["total"]
    assert re.search("10,000.*2,500.EUR.*1,250.to.5,000.*1,250.EUR.less.*625.to.2,500", texts["total"])
    assert values["total"] == {"value": -2500, "low": -5000, "high": -1250}
    assert values["more_than_constant"] == {"value": 1250, "low": 625, "high": 2500}
    assert (values["return"], values["cases_to_pay_fixed_cost"]) == (None, None)
    for lead, sign, fixed, rest in (
        ((-0.125, -0.25, -0.0625), -1, 0.0, "1,250 EUR more.*625 to 2,500"),
        ((0.125, -0.0625, 0.25), -1, 0.0, "not surely less.*−625 to 2,500 less"),
        ((0.125, -0.0625, 0.25), 1, 0.0, "not surely more.*−625 to 2,500 more"),
        ((0.125,), 1, 0.0, "1,250 EUR more than A."),
        ((0.125, 0.0625, 0.25), -1, 2500.0, "not surely less.*−1,875 to 0 less"),
    ):
        assert re.search(rest, told(lead, sign=sign, fixed=fixed)[0]["total"].split("That is ")[1])


def test_fixed_cost():
    for lead, cases, text in (
        ((0.125, 0.0625, 0.25), 10_000, "500 EUR.*4,000.*2,000 to 8,000.*10,000.*150 %.*25 % to 400 %"),
        ((0.125, -0.0625, 0.25), None, "4,000 cases.*2,000 to never"),
        ((-0.125, -0.25, 0.25), 10_000, "No number of cases"),
    ):
        assert re.search(text, told(lead, fixed=500.0, cases=cases)[0]["fixed-cost"])
    texts, _ = told((0.125, 0.0625, 0.25), fixed=500.0, where="judged on these")
    assert re.search("B, judged.*3,000 EUR.*fixed cost. ", texts["total"])
    assert "8,000), judged on" in texts["fixed-cost"]
    assert sentences(list(texts.values()))


def test_the_tighter_of_limit_and_budget_holds():
    for given, limit in (
        ({}, None),
        ({"limit": 20}, (20, 100)),
        ({"budget": 0.7, "acting": 0.1}, (7, 100)),
        ({"budget": 50, "acting": 4, "limit": 13, "volume": 500}, (12, 500)),
        ({"budget": 50, "limit": 13}, (13, 100)),
        ({"limit": 100}, None),
        ({"limit": 0}, (0, 100)),
    ):
        found = Prices.of(**given).limited(counted(*A))
        assert (None if found is None else (found.most, found.of)) == limit
    for given, message in (
        ({"volume": 1.5}, 'volume must be a whole number, got "1.5"'),
        ({"acting": 0}, 'acting must be between 0.001 and 1,000,000,000, got "0"'),
        ({"period": "moon"}, 'period must be one of day, week, month, quarter, year, got "moon"'),
    ):
        with pytest.raises(InputError, match=re.escape(message)):
            Prices.of(**given)


def two(**choices):
    others = {"B": Counts(**named(B))}
    return asked("utility", counted(*A, name="A", positive="long", negative="short", **others), **choices)


@pytest.mark.parametrize("payoffs", [FACTORY, (0, -1, -5, 0)])
def test_totals_of_models_are_those_of_their_means_and_intervals(payoffs):
    answer = two(u=payoffs, volume=5_000, fixed=120, period="week")
    free = max(mean(payoffs, (50, 50, 0, 0)), mean(payoffs, (0, 0, 50, 50)))
    for name, cells in (("A", A), ("B", B)):
        own, found = mean(payoffs, cells), answer.values["totals"][name]
        low, high = limits(payoffs, cells)
        expected = [5_000 * float(end) - 120 for end in (own, low, high)]
        assert list(found["total"].values()) == pytest.approx(expected)
        gain = [5_000 * float(Fraction(end) - free) - 120 for end in (own, low, high)]
        assert list(found["more_than_constant"].values()) == pytest.approx(gain)
        assert list(found["return"].values()) == pytest.approx([end / 120 for end in gain])
    for name, cells in (("always long", (50, 50, 0, 0)), ("always short", (0, 0, 50, 50))):
        assert answer.values["totals"][name]["total"]["value"] == pytest.approx(5_000 * float(mean(payoffs, cells)))


def test_best_model_that_does_not_earn_its_fixed_cost_is_not_the_answer():
    """B costs 0.25 a case and always answering the same 0.5, which is 2,500 less at 10,000 cases."""
    assert re.match(r"\*\*B.*0\.250", two(u=(0, -1, -1, 0), volume=10_000, fixed=2_000).sentence)
    answer = two(u=(0, -1, -1, 0), volume=10_000, fixed=5_000)
    assert re.match(r"\*\*No model at.*0\.250.*7,500.*5,000", answer.sentence)
    assert "fixed-cost-nowhere" in codes(answer)


def test_where_a_model_beats_constant_answers_with_its_fixed_cost_paid():
    """B yields 0.05 a case less: by fractions, with its TPR and FPR."""
    answer = two(u=(0, -1, -1, 0), volume=1_000, fixed=50)
    fixed, tpr, fpr = Fraction(5, 100), Fraction(43, 50), Fraction(18, 50)
    low, high = (fpr + fixed) / (tpr + fpr), (1 - fpr - fixed) / ((1 - tpr) + (1 - fpr))
    text = notes(answer)["fixed-cost-useful"]
    said = re.search(r"between (\S+) % and (\S+) %", text)
    assert [float(end) for end in said.groups()] == pytest.approx([float(100 * low), float(100 * high)], abs=0.05)


def test_models_over_the_limit_are_left_out_and_named():
    """A calls 42 of 100 positive, B 61."""
    answer = two(u=(0, -1, -1, 0), volume=1_000, limit=500)
    assert re.search("B.*61 .*“long”.*100 %.*500 of 1,000.*50", notes(answer)["over-the-limit"])
    assert re.match(r"\*\*A:.*0\.380.*“short” 0\.500", answer.sentence)
    assert "doubtful" not in codes(answer)
    assert [row[0] for row in answer.tables["standings"].rows().itertuples(index=False)] == ["A", "always “short”"]
    assert set(answer.values["totals"]) == {"A", "always short"}
    assert "over-the-limit" not in codes(two(limit=100))
    assert "accuracy" not in two(u=(0, -1, -1, 0), limit=10).reason, "who is left out"
    nobody = two(u=(0, -1, -1, 0), limit=41)
    assert re.match(r"\*\*No model.*“short”.*0\.500", nobody.sentence)


def test_limit_of_the_cases_here_is_that_of_all_where_a_part_answers():
    table = ScoreTable.of(np.arange(400) / 400, np.arange(400) % 2, 1)
    data = Data(400, 200, models={"A": Model(table, 0.5, table.at(0.5))}, chosen="A")
    part = data.part(100, rng=np.random.default_rng(1))
    for some in (data, part, part.part(50, rng=np.random.default_rng(1))):
        assert Prices.of(limit=40).limited(some).share == 0.1
        assert Prices.of(limit=40, volume=50).limited(some).share == 0.8


@pytest.mark.full
@pytest.mark.usefixtures("in_order")
def test_method_says_how_what_is_in_force_is_counted():
    """The limit moves a threshold alone."""
    data = scored(ScoreTable.of(SCORE[::9], TRUE[::9]))
    parts = {"**Over a": {"volume": 100}, "**The limit**": {"limit": 10}, "**At another": {"prevalence": 0.2}}
    for heading, given in parts.items():
        method = asked("thresholds", data, **given).method
        assert [each for each in parts if each in method] == [heading]
    for name in ("utility", "costs", "refer"):
        method = asked(name, data, volume=100, limit=10, prevalence=0.2).method
        assert [each in method for each in parts] == [True, name == "costs", True]


@pytest.fixture(scope="module")
def example():
    return two_class_example().data()


def least(fp, fn, most):
    """The least mean cost over the thresholds that call no more than so many of the 500 positive, and where."""
    at = {}
    for cut in [*sorted(set(SCORE)), np.inf]:
        called = cut <= SCORE
        if called.sum() <= most:
            at[cut] = (fp * (called & ~TRUE) + fn * (~called & TRUE)).mean()
    return min(at.values()), [cut for cut, cost in at.items() if cost == min(at.values())]


@pytest.mark.full
@pytest.mark.parametrize("most", [0, 40, 300])
def test_best_threshold_within_the_limit_is_the_cheapest_that_may_be(example, most):
    answer = asked("costs", example, u=(0, -1, -5, 0), limit=most)
    cost, where = least(1, 5, most)
    best = answer.values["rules"]["best"]
    assert best["yield"] == pytest.approx(-cost)
    assert best["threshold"] in where
    free, _ = least(1, 5, 500)
    assert ("limit" in codes(answer), "limit-met" in codes(answer)) == (cost > free, cost == free)
    assert answer.sentence.startswith("Within the limit" if cost > free else "If a miss")
    assert sentences([answer.sentence, answer.reason, *notes(answer).values()])


@pytest.mark.full
def test_lines_over_the_limit_stand_last_and_totals_are_those_on_unseen_cases(example):
    rows = asked("costs", example, u=(0, -1, -5, 0), limit=40).tables["lines"].rows()
    over = [name.endswith(", over the limit") for name in rows["way"]]
    assert over == sorted(over)
    assert 0 < sum(over) < len(over)
    answer = asked("costs", example, u=(0, -1, -5, 0), volume=10_000, fixed=500)
    held_out, lead = answer.values["held_out"]["best"], answer.values["leads"]["all"]
    totals = answer.values["totals"]
    assert totals["total"] == pytest.approx({end: 10_000 * value - 500 for end, value in held_out.items()})
    assert totals["more_than_constant"] == pytest.approx({end: 10_000 * value - 500 for end, value in lead.items()})
    assert "unseen" in notes(answer)["total"]


@pytest.mark.parametrize("limits", [{"budget": 99, "acting": 10, "volume": 30}, {"limit": 0}])
def test_limit_holds_where_payoffs_grow_with_an_amount(limits):
    """Looking into an order costs 5, a missed fraud its amount."""
    data, true, score, amount = read_orders()
    answer = asked("costs", data, u=(-5, -5, 0, 0), rate=(0, 0, -1, 0), **limits)
    most = limits.get("limit", 9 * 2)
    cuts = [cut for cut in [*np.unique(score), np.inf] if (cut <= score).sum() <= most]
    cost = {cut: np.where(cut <= score, 5, np.where(true, amount, 0)).mean() for cut in cuts}
    best = answer.values["rules"]["best"]
    assert best["yield"] == pytest.approx(-min(cost.values()))
    assert cost[best["threshold"]] == pytest.approx(min(cost.values()))
    assert "limit" in codes(answer)
    assert answer.sentence.startswith("Within the limit")
    ways = answer.tables["lines"].rows()["way"].tolist()
    assert (score * amount >= 5).sum() > most
    assert sum(way.endswith("over the limit") for way in ways) >= 2
    assert "own-lines" not in codes(answer)
    assert "own-lines" in codes(asked("costs", data, u=(-5, -5, 0, 0), rate=(0, 0, -1, 0)))


def test_totals_of_a_band_are_those_on_unseen_cases_and_the_limit_is_held_to(example):
    answer = asked("refer", example, by="cost", volume=1_000, fixed=70, limit=10)
    held_out, lead = answer.values["held_out"], answer.values["lead"]
    said = notes(answer)["total"]
    assert holds(said, f"**{-1_000 * held_out['value']:.2f}** ", f" {1_000 * lead['value']:.2f} less ")
    assert "unseen" in said
    assert "limit-moves-band" in codes(answer)
    assert "fixed-cost" not in codes(answer)
    decided = answer.values["band"]["decided"]
    assert decided["tp"] + decided["fp"] <= 10 / 1_000 * 500 < decided["tp"] + decided["fp"] + 2
    alone = answer.values["nobody_referred"]["decided"]
    assert alone["tp"] + alone["fp"] <= 5
    limited, free = (asked("refer", example, by="cost", volume=1_000, limit=limit) for limit in (999, None))
    assert "limit-met" in codes(limited)
    assert limited.values["band"] == free.values["band"]
