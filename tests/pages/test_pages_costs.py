"""What does a mistake cost, and which threshold follows? Costs typed, moved, sent and carried along; amounts."""

import numpy as np
import pytest

from ddcore.answers.base.question import QUESTIONS
from tests.helpers.costs_answers import orders
from tests.helpers.score_pages import SAMPLE, upload
from tests.helpers.tiers import some_of
from tests.helpers.visiting import (
    answer,
    asked,
    choose,
    fine,
    go,
    kind,
    linked,
    moves,
    price,
    said,
    seen,
    shown,
    shows,
    travels,
    visit,
    widget,
)

CELLS = ("tp", "fp", "fn", "tn")
MISTAKES = ["0", "1", "1", "0"]
CANNOT = QUESTIONS["costs"].unanswered


def fields(at, end="_cost"):
    return [price(at, f"{name}{end}").value for name in CELLS]


def put(at, end="_cost", **values):
    """Fill in fields of the table, all at once."""
    for name, value in values.items():
        price(at, f"{name}{'' if name == 'unit' else end}").set_value(value)
    return fine(at.run())


@pytest.mark.full
def test_slider_and_table_are_two_controls_of_the_same_costs():
    at = visit("costs", SAMPLE)
    assert (fields(at), at.select_slider(key="costs_ratio").value) == (MISTAKES, "1")
    order = ["curve_of_costs", "costs_ratio", "data_threshold", "costs_chart", "use_threshold", "fn_u_", "costs_csv"]
    keys = [getattr(node, "key", None) or "" for node in at._tree]
    assert [start for key in keys for start in order if key.startswith(start)] == order
    moves(at, costs_ratio="1/3")
    assert (fields(at), at.query_params["u"]) == (["0", "3", "1", "0"], "0,-3,-1,0")
    shows(put(at, fp="1", fn="2.5"))
    slider = at.select_slider(key="costs_ratio")
    assert float(slider.value) == 2.5
    assert slider.options[slider.options.index("2") + 1] == slider.value
    moves(at, costs_ratio="20")
    assert fields(at) == ["0", "1", "20", "0"]
    assert "2.500" not in at.select_slider(key="costs_ratio").options
    shows(put(at, fn="0"))
    assert not shown(at, "costs_ratio")
    shows(put(at, fn="1"))
    assert at.query_params == {"sample": "two_class_example"}, "moved back, they are the usual ones"


def test_the_best_threshold_is_used_by_a_button_that_names_it():
    at = visit("costs", f"{SAMPLE}&u=0,-1,-5,0")
    best = asked(at).values["best_threshold"]["value"]
    at = fine(at.button(key="use_threshold").click().run())
    assert 0 <= best - float(at.query_params["threshold"]) < 1e-6
    rules = asked(at).values["rules"]
    assert rules["set"]["yield"] == pytest.approx(rules["best"]["yield"])
    assert not shown(at, "use_threshold"), "it is in force"


@pytest.mark.full
def test_costs_and_payoffs_are_the_same_with_the_other_sign_and_travel():
    at = put(choose(visit("costs", f"{SAMPLE}&u=15,-335,-35,165"), written_="costs"), unit="EUR")
    assert fields(at) == ["-15", "335", "35", "-165"]
    shows(at)
    choose(at, written_="payoffs")
    assert fields(at, "") == ["15", "-335", "-35", "165"]
    moves(put(at, end="", fn="-1,000"), curve_of_costs="brier")
    link = {"sample": "two_class_example", "curve": "brier"}
    assert at.query_params == link | {"u": "15,-335,-1000,165", "unit": "EUR"}
    travels(at)
    choose(at, written_="costs", curve_of_costs="expected")
    assert fields(at)[2] == "1,000"
    assert at.query_params["written"] == "costs"
    assert "curve" not in at.query_params


def test_prices_are_one_on_every_page_and_nobody_assumes_others():
    at = visit("costs", f"{SAMPLE}&pairs=10000")
    for page in ("utility", "costs"):
        go(at, page)
        assert fields(at) == MISTAKES
        assert "u" not in at.query_params
    before = seen(put(at, fn="5", unit="EUR"))
    for page in ("utility", "ranking", "refer"):
        go(at, page)
        if page == "refer":
            choose(at, by="cost")
            assert at.select_slider(key="costs_ratio").value == "5"
        shows(at)
        assert (at.query_params["u"], at.query_params["unit"]) == ("0,-1,-5,0", "EUR")
    assert seen(go(at, "costs")) == before


@pytest.mark.full
def test_prices_stay_written_as_they_are_while_somebody_types():
    """A gain is a negative cost; that prices pay now turns no sign under the hand."""
    at = put(visit("costs", SAMPLE), tp="-7")
    assert fields(at) == ["-7", "1", "1", "0"]
    assert at.query_params["written"] == "costs"
    assert fields(travels(at)) == ["-7", "1", "1", "0"]
    assert fields(visit("costs", f"{SAMPLE}&u=7,-1,-1,0"), "") == ["7", "-1", "-1", "0"]


def test_cost_that_cannot_be_used_is_said_as_it_was_typed_and_stays():
    at = visit("costs", SAMPLE)
    for text in ("dear", "", "1e13"):
        put(at, fn=text, tp="-2")
        assert answer(at) == CANNOT
        assert f"got {text}" in said(at, "markdown").replace('"', "")
        assert fields(at) == ["-2", "1", text, "0"]
        assert not at.main.get("plotly_chart")
    put(at, tp="8", fn="5")
    assert shows(at).sentence == CANNOT
    assert at.query_params["u"] == "-8,-1,-5,0"
    assert shown(at, "curve_of_costs")
    travels(at)
    assert shows(put(at, tp="1")).figures


@pytest.fixture(scope="module", name="orders")
def some_orders():
    true, score, amount = orders()
    lines = zip(np.where(true, "fraud", "fine"), score, amount, strict=True)
    return upload(["truth", "score", "order_amount"], lines, "costs")


@pytest.mark.full
def test_amount_that_a_miss_costs_is_counted_and_stays_with_its_file(orders):
    """Looking into a case costs 5, a missed one its amount."""
    at = put(orders, tp="5", fp="5", fn="0", tn="0", unit="EUR")
    put(at, fn_rate="x")
    assert answer(at) == CANNOT
    put(at, fn_rate="1")
    shows(at)
    assert not shown(at, "costs_ratio")
    moves(at, data_threshold_=0.25)
    asked = {"data": "File", "threshold": "0.25", "u": "-5,-5,0,0", "unit": "EUR", "rate": "0,0,-1,0"}
    assert linked(at) == asked
    kind(at, "Numbers")
    assert not at.main.get("plotly_chart")
    kind(at, "File")
    assert price(at, "fn_rate_cost").value == "1"


@pytest.mark.full
def test_period_fixed_cost_and_limit_are_one_on_every_page_and_travel():
    at = visit("utility", "sample=two_class_example&u=0,-1,-5,0&unit=EUR")
    moves(at, volume_two=10_000, fixed_two=500.0, limit_two=2_000, period_two="week")
    asked = {"volume": "10000", "fixed": "500", "limit": "2000", "period": "week"}
    assert asked.items() <= at.query_params.items()
    shows(go(at, "costs"))
    assert asked.items() <= at.query_params.items()
    travels(at)
    shows(choose(go(at, "refer"), by="cost"))
    choose(at, data_sample="pathology")
    go(at, "costs")
    assert not set(asked) & set(at.query_params), "they were said of other data"


@pytest.mark.full
@pytest.mark.parametrize("pages", some_of(["verdict costs", "utility thresholds verdict costs"], "verdict costs"))
def test_share_of_positives_in_use_is_one_on_every_page_and_travels(pages):
    at = visit("costs", f"{SAMPLE}&u=0,-1,-5,0")
    before = answer(at)
    moves(at, prevalence_in_use=0.05)
    assert at.query_params["prevalence"] == "0.05"
    for page in pages.split():
        shows(go(at, page))
        assert at.query_params["prevalence"] == "0.05"
        assert " 5 %" in said(at), page
    travels(at)
    fine(widget(at, "prevalence_in_use").set_value(None).run())
    assert (answer(at), "prevalence" in at.query_params) == (before, False)


@pytest.mark.full
def test_columns_of_the_costs_of_errors_are_the_prices_until_others_are_typed():
    costs = [("yes", 0.9, 1, 50), ("no", 0.6, 2, 30), ("yes", 0.4, 1, 90), ("no", 0.2, 1, 10), ("no", 0.1, 3, 20)] * 8
    at = upload(["truth", "score", "cost_fp", "cost_fn"], costs, "costs")
    assert asked(at).values["rules"]["set"]["yield"] == pytest.approx(-(2 + 90) / 5)
    assert (price(at, "fn_rate_cost").value, "rate" in linked(at)) == ("1", False)
    put(at, fn_rate="2")
    assert asked(at).values["rules"]["set"]["yield"] == pytest.approx(-(2 + 180) / 5)
    assert linked(at)["rate"] == "0,-1,-2,0"
