"""What does a mistake cost, and which threshold follows? Costs typed, moved, sent and carried along; amounts."""

import re

import numpy as np
import pytest

from pages.frame import show
from tests.helpers.costs_answers import orders
from tests.helpers.score_pages import SAMPLE, SCORE, TRUE, choose, upload
from tests.helpers.visiting import (
    again,
    answer,
    figure,
    fine,
    go,
    kind,
    linked,
    markdown,
    plain,
    price,
    said,
    shown,
    table,
    visit,
    widget,
)

CELLS = ("tp", "fp", "fn", "tn")
MISTAKES = ["0", "1", "1", "0"]
CANNOT = "These costs cannot be used yet."
BEST = "the best threshold on these cases"


def fields(at, end="_cost"):
    return [price(at, f"{name}{end}").value for name in CELLS]


def put(at, end="_cost", **values):
    """Fill in fields of the table, all at once."""
    for name, value in values.items():
        price(at, f"{name}{'' if name == 'unit' else end}").set_value(value)
    return fine(at.run())


def lines(at):
    """The table of all lines."""
    return table(at, 0, 2).set_index("Way to decide")


def least(fp, fn):
    """The least mean cost over all thresholds of the sample."""
    costs = [(fp * ((cut <= SCORE) & ~TRUE) + fn * ((cut > SCORE) & TRUE)).mean() for cut in [*set(SCORE), np.inf]]
    return min(costs)


@pytest.fixture(scope="module")
def seen():
    """The sample's page with its large tables, only to be looked at."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(show, "LARGE", show.WRITTEN)
        return visit("costs", SAMPLE)


def test_every_mistake_costs_one_until_somebody_says_otherwise(seen):
    assert fields(seen) == MISTAKES
    assert seen.select_slider(key="costs_ratio").value == "1"
    assert seen.query_params == {"sample": "two_class_example"}
    assert lines(seen).loc[BEST, "Cost per case"] == pytest.approx(least(1, 1))
    assert [plain(header.value) for header in seen.main.subheader] == ["Ways to decide", "Worth knowing"]
    order = ["curve_of_costs", "fn_u_", "costs_ratio", "data_threshold", "costs_chart", "costs_csv"]
    keys = [getattr(node, "key", None) or "" for node in seen._tree]
    assert [start for key in keys for start in order if key.startswith(start)] == order
    shown_lines = next(plain(text.value) for text in seen.main.markdown if text.value.startswith("| way |"))
    costs = [float(row.split("|")[3]) for row in shown_lines.splitlines()[2:] if "chosen on" not in row]
    assert costs == sorted(costs), "by what unseen cases say"
    assert len(costs) == len(lines(seen)) == 6


@pytest.mark.usefixtures("unfolded")
def test_slider_and_table_are_two_controls_of_the_same_costs():
    at = visit("costs", SAMPLE)
    at.select_slider(key="costs_ratio").set_value("1/3")
    fine(at.run())
    assert at.query_params["u"] == "0,-3,-1,0"
    assert fields(at) == ["0", "3", "1", "0"]
    put(at, fp="1", fn="2.5")
    slider = at.select_slider(key="costs_ratio")
    assert float(slider.value) == 2.5
    assert slider.options[slider.options.index("2") + 1] == slider.value
    slider.set_value("20")
    fine(at.run())
    assert fields(at) == ["0", "1", "20", "0"]
    assert "2.500" not in at.select_slider(key="costs_ratio").options
    assert lines(at).loc[BEST, "Cost per case"] == pytest.approx(least(1, 20))
    put(at, fn="0")
    assert not shown(at, "costs_ratio")
    assert answer(at).startswith("If a miss costs nothing, predict positive ")


@pytest.mark.usefixtures("unfolded")
def test_costs_and_payoffs_are_the_same_with_the_other_sign_and_travel():
    at = put(choose(visit("costs", f"{SAMPLE}&u=15,-335,-35,165"), written="costs"), unit="EUR")
    assert fields(at) == ["-15", "335", "35", "-165"]
    costs = lines(at)["Cost per case"]
    assert "cost per case, EUR" in figure(at, "costs_chart")
    choose(at, written="payoffs")
    assert fields(at, "") == ["15", "-335", "-35", "165"]
    np.testing.assert_allclose(lines(at)["Payoff per case"], -costs)
    assert "payoff per case, EUR" in figure(at, "costs_chart")
    put(at, end="", fn="-1,000")
    choose(at, curve_of_costs="brier")
    link = {"sample": "two_class_example", "curve": "brier"}
    assert at.query_params == link | {"u": "15,-335,-1000,165", "unit": "EUR"}
    other = again("costs", at)
    assert other.query_params == at.query_params
    assert said(other) == said(at)
    assert figure(other, "costs_chart") == figure(at, "costs_chart")
    choose(at, written="costs", curve_of_costs="expected")
    assert fields(at)[2] == "1,000"
    assert at.query_params["written"] == "costs"
    assert "curve" not in at.query_params


@pytest.mark.usefixtures("unfolded")
def test_prices_are_one_on_every_page_and_nobody_assumes_others():
    at = visit("costs", SAMPLE)
    for page in ("utility", "costs"):
        go(at, page)
        assert fields(at) == MISTAKES
        assert "u" not in at.query_params
    put(at, fn="5", unit="EUR")
    before = said(at)
    for page in ("utility", "ranking", "refer"):
        go(at, page)
        if page == "refer":
            choose(at, by="cost")
        assert (at.query_params["u"], at.query_params["unit"]) == ("0,-1,-5,0", "EUR")
    go(at, "costs")
    assert said(at) == before


def test_values_moved_are_kept_also_if_they_are_moved_back():
    at = choose(choose(visit("costs", SAMPLE), costs_ratio="5"), costs_ratio="1")
    assert "u" not in at.query_params
    go(at, "utility")
    assert fields(at) == MISTAKES


def test_prices_stay_written_as_they_are_while_somebody_types():
    """A gain is a negative cost; that prices pay now turns no sign under the hand."""
    at = put(visit("costs", SAMPLE), tp="-7")
    assert fields(at) == ["-7", "1", "1", "0"]
    assert at.query_params["written"] == "costs"
    assert fields(again("utility", at)) == ["-7", "1", "1", "0"]
    assert fields(visit("costs", f"{SAMPLE}&u=7,-1,-1,0"), "") == ["7", "-1", "-1", "0"]


def test_cost_that_cannot_be_used_is_said_as_it_was_typed_and_stays():
    at = visit("costs", SAMPLE)
    for text in ("dear", "", "1e13"):
        put(at, fn=text, tp="-2")
        assert answer(at) == CANNOT
        assert re.search(rf'must be .*, got "?{re.escape(text)}"?\.', said(at, "markdown"))
        assert fields(at) == ["-2", "1", text, "0"]
        assert not at.main.get("plotly_chart")
    put(at, tp="8", fn="5")
    assert answer(at) == CANNOT
    assert "A right answer must be worth no less than a wrong one" in said(at)
    assert at.query_params["u"] == "-8,-1,-5,0"
    assert shown(at, "curve_of_costs")
    assert said(again("costs", at)) == said(at)
    put(at, tp="1")
    assert answer(at).startswith("If a miss costs 4 times a false alarm, predict positive ")


def test_broken_link_is_said_and_the_default_shown(seen):
    at = visit("costs", f"{SAMPLE}&u=inf,0,0,1&curve=roc&written=x")
    assert len(at.warning) == 3
    for words in ("must be a number such as", "curve must be one of expected, decision", "written must be one of pay"):
        assert words in said(at, "warning")
    assert answer(at) == answer(seen)
    assert at.query_params == {"sample": "two_class_example"}


@pytest.fixture(scope="module", name="orders")
def some_orders():
    return orders()


def dropped_orders(true, score, amount, names=("fraud", "fine"), header=("score", "order_amount")):
    return upload(["truth", *header], zip(np.where(true, *names), score, amount, strict=True), "costs")


def test_amount_that_a_miss_costs_is_counted_and_stays_with_its_file(orders):
    """Looking into a case costs 5, a missed one its amount."""
    true, score, amount = orders
    at = put(dropped_orders(*orders), tp="5", fp="5", fn="0", tn="0", unit="EUR")
    price(at, "fn_rate_cost").set_value("x")
    fine(at.run())
    assert answer(at) == CANNOT
    assert 'The rate of FN must be a number such as 165 or -33.5, got "x".' in said(at)
    price(at, "fn_rate_cost").set_value("1")
    fine(at.run())
    costs = [
        np.mean([5 if s >= cut else a if t else 0 for t, s, a in zip(true, score, amount, strict=True)])
        for cut in [*np.unique(score), np.inf]
    ]
    assert lines(at).loc[BEST, "Cost per case"] == pytest.approx(min(costs))
    assert not shown(at, "costs_ratio")
    at.slider(key=widget(at, "data_threshold_").key).set_value(0.25)
    fine(at.run())
    assert linked(at) == {
        **{"data": "File", "threshold": "0.25", "u": "-5,-5,0,0", "unit": "EUR", "rate": "0,0,-1,0"},
    }
    kind(at, "Numbers")
    assert not at.main.get("plotly_chart")
    kind(at, "File")
    assert price(at, "fn_rate_cost").value == "1"


def test_names_are_shown_letter_by_letter(orders):
    names = ("**ill** <b>x</b>", "$well$ [a](b)")
    at = dropped_orders(*orders, names, ("`score` *a*", "![x](c) amount"))
    labels = [plain(price(at, f"{name}_cost").proto.label) for name in CELLS]
    assert labels == [f"predicted {predicted}, truly {truth}" for predicted in names for truth in names]
    assert "And for each 1 of ![x](c) amount" in said(at)
    for place, text in markdown(at):
        for name in (*names, "`score` *a*", "![x](c) amount"):
            assert name not in text, place
    put(at, fn="x")
    assert f"(predicted {names[1]}, truly {names[0]})" in said(at)


@pytest.mark.usefixtures("unfolded")
def test_period_fixed_cost_and_limit_are_one_on_every_page_and_travel():
    at = visit("utility", "sample=two_class_example&u=0,-1,-5,0&unit=EUR")
    for name, value in (("volume", 10_000), ("fixed", 500.0), ("limit", 2_000)):
        at.number_input(key=widget(at, f"{name}_two").key).set_value(value)
        fine(at.run())
    at.selectbox(key=widget(at, "period_two").key).set_value("week")
    fine(at.run())
    asked = {"volume": "10000", "fixed": "500", "limit": "2000", "period": "week"}
    assert asked.items() <= at.query_params.items()
    assert answer(at).startswith("No model keeps to the limit:")
    go(at, "costs")
    assert asked.items() <= at.query_params.items()
    told = "Within the limit, at most 2,000 of 10,000 cases a week, predict positive at scores ≥ "
    assert answer(at).startswith(told)
    assert said(again("costs", at)) == said(at)
    choose(go(at, "refer"), by="cost")
    assert "At 10,000 cases a week, referring, judged on unseen cases, costs" in said(at)
    at.selectbox(key="data_sample").set_value("pathology")
    fine(at.run())
    go(at, "costs")
    assert not set(asked) & set(at.query_params), "they were said of other data"


def test_period_of_a_link_that_is_none_is_said():
    at = visit("costs", f"{SAMPLE}&volume=many&period=moon")
    assert len(at.warning) == 2
    assert "volume" not in at.query_params


@pytest.mark.usefixtures("unfolded")
def test_share_of_positives_in_use_is_one_on_every_page_and_travels():
    at = visit("costs", f"{SAMPLE}&u=0,-1,-5,0")
    before = answer(at)
    at.number_input(key=widget(at, "prevalence_in_use").key).set_value(0.05)
    fine(at.run())
    assert at.query_params["prevalence"] == "0.05"
    assert answer(at) != before
    for page in ("utility", "thresholds", "refer", "cases", "costs"):
        go(at, page)
        assert at.query_params["prevalence"] == "0.05"
        assert "Counted as where 5 % are positive" in plain(said(at, "caption"))
    assert said(again("costs", at)) == said(at)
    for page in ("verdict", "curves"):
        go(at, page)
        assert at.query_params["prevalence"] == "0.05"
        assert "Where 5 % are positive and the model has the same recall" in plain(said(at, "markdown"))
    go(at, "likelihood")
    assert at.query_params["prevalence"] == "0.05"
    assert "counted as where 5 % are positive" in plain(said(at, "markdown"))
    go(at, "costs")
    at.number_input(key=widget(at, "prevalence_in_use").key).set_value(None)
    fine(at.run())
    assert (answer(at), "prevalence" in at.query_params) == (before, False)


def test_share_of_positives_of_a_link_that_is_none_is_said():
    at = visit("costs", f"{SAMPLE}&prevalence=7")
    assert "prevalence must be between 0.0001 and 0.9999" in said(at, "warning")
    assert "prevalence" not in at.query_params
