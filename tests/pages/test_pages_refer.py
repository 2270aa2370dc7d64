"""Which cases should a person see? Controls, links, costs shared with another page, and files."""

import numpy as np
import pytest

from tests.helpers.score_pages import SAMPLE, choose, upload
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

CANNOT = "This cannot be used yet."


def referral(at, name):
    return widget(at, f"{name}_referral_")


def put(at, **costs):
    """Fill in what referrals cost."""
    for name, text in costs.items():
        referral(at, name).set_value(text)
    return fine(at.run())


def six(at):
    """The small table of the six cells."""
    lines = next(plain(text.value) for text in at.main.markdown if text.value.startswith("| cases |")).splitlines()
    return [[float(cell) for cell in line.strip("|").split("|")[1:]] for line in lines[2:]]


@pytest.fixture(scope="module")
def seen():
    """The sample's page, only to be looked at."""
    return visit("refer", SAMPLE)


def test_page_has_its_answer_its_charts_and_its_tables(seen):
    assert answer(seen).startswith("Refer 20 %, between ")
    assert sum(map(sum, six(seen))) == 500
    assert sum(six(seen)[1]) == 100
    assert shown(seen, "refer_chart")
    assert shown(seen, "coverage_chart")
    assert table(seen, 0, 2).set_index("Short name").loc["referred", "With referral"] == 0.2
    # A band has two ends of its own.
    assert not shown(seen, "data_threshold_")
    assert len(seen.multiselect(key="measure_looked_at").options) == 28
    assert seen.query_params == {"sample": "two_class_example"}


def test_slider_and_measure_move_the_band_and_travel(seen):
    at = choose(visit("refer", SAMPLE), share=0.5)
    choose(at, measure_looked_at=["F1"])
    assert answer(at).startswith("Refer 50 %, between ")
    assert ", and F1 rises from " in answer(at)
    assert at.query_params == {"sample": "two_class_example", "share": "0.5", "measure": "F1"}
    other = again("refer", at)
    assert said(other) == said(at)
    assert figure(other, "refer_chart") == figure(at, "refer_chart")
    choose(at, share=0.0, measure_looked_at=["ACC"])
    assert answer(at).startswith("Refer nobody, predict positive at scores ≥ ")
    assert six(at)[1] == [0, 0]
    assert at.query_params["share"] == "0"
    choose(at, share=0.2)
    assert said(at) == said(seen)


def test_broken_link_is_said_and_the_default_shown(seen):
    link = "share=1.2&by=x&measure=TP&referral=1,2,3"
    at = visit("refer", f"{SAMPLE}&{link}")
    assert len(at.warning) == 3
    for words in ('share must be between 0 and 0.95, got "1.2"', "by must be one of share, cost", 'got "TP"'):
        assert words in said(at, "warning")
    assert answer(at) == answer(seen)
    assert at.query_params == {"sample": "two_class_example", "referral": "1,2,3"}
    choose(at, by="cost")
    assert "must be two costs" in said(at, "warning")
    assert at.query_params == {"sample": "two_class_example", "by": "cost"}


@pytest.mark.parametrize("given", ["0.2", "x,1", "inf,0"])
def test_broken_referral_of_a_link_is_said_and_the_default_shown(given):
    at = visit("refer", f"{SAMPLE}&by=cost&referral={given}")
    assert len(at.warning) == 1
    assert "referral" in said(at, "warning")
    assert [referral(at, name).value for name in ("positive", "negative")] == ["0.2", "0.2"]
    assert "referral" not in at.query_params


def test_referral_that_cannot_be_used_is_said_and_stays():
    at = visit("refer", f"{SAMPLE}&by=cost&u=0,-1,-4,0")
    before = said(at)
    put(at, positive="dear")
    assert answer(at) == CANNOT
    assert 'The cost of referring a truly positive case must be a number such as 165 or -33.5, got "dear".' in said(at)
    assert referral(at, "positive").value == "dear"
    put(at, positive="-1", negative="9")
    assert answer(at) == CANNOT
    assert "No band fits a referral" in said(at)
    assert at.query_params["referral"] == "-1,9"
    assert not at.main.get("plotly_chart")
    put(at, positive="0.32", negative="0.32")
    assert said(at) == before
    assert "referral" not in at.query_params


@pytest.mark.parametrize("u", ["1,1,1,1", "1,2,2,1"])
def test_link_with_costs_of_no_use_keeps_the_rest_of_it(u):
    at = visit("refer", f"{SAMPLE}&by=cost&u={u}&referral=0.4,0.3&measure=F1")
    assert answer(at) == CANNOT
    assert (at.query_params["referral"], at.query_params["measure"]) == ("0.4,0.3", "F1")
    assert at.query_params["u"] == u
    for name in ("fp", "fn"):
        price(at, name).set_value("-2")
    fine(at.run())
    assert answer(at).startswith("Refer ")
    assert (at.query_params["referral"], at.query_params["measure"]) == ("0.4,0.3", "F1")


def test_costs_are_those_of_the_costs_page_and_travel(seen):
    at = visit("costs", f"{SAMPLE}&u=0,-1,-5,0&unit=kr")
    go(at, "refer")
    assert at.query_params["u"] == "0,-1,-5,0"
    put(choose(at, by="cost"), positive="0.5", negative="0.25")
    assert at.query_params == {
        **{"sample": "two_class_example", "by": "cost", "u": "0,-1,-5,0"},
        **{"unit": "kr", "referral": "0.5,0.25"},
    }
    assert " kr instead of " in answer(at)
    other = again("refer", at)
    assert said(other) == said(at)
    assert figure(other, "refer_chart") == figure(at, "refer_chart")
    at.select_slider(key="costs_ratio").set_value("10")
    fine(at.run())
    assert at.query_params["u"] == "0,-1,-10,0"
    assert answer(at) != answer(other)
    choose(at, by="share")
    assert answer(at) == answer(seen)
    choose(at, by="cost")
    assert at.query_params["referral"] == "0.5,0.25"


@pytest.fixture(scope="module")
def ties():
    """Whole scores with ties, of 60 cases a third of which are positive."""
    rng = np.random.default_rng(5)
    true = np.arange(60) % 3 == 0
    return true, np.where(true, rng.integers(2, 6, 60), rng.integers(0, 4, 60))


def test_costs_that_grow_with_an_amount_are_refused_and_can_be_taken_back(ties):
    true, score = ties
    columns = zip(np.where(true, "ill", "well"), score, 1 + np.arange(60), strict=True)
    at = choose(upload(["truth", "score", "amount"], columns, "refer"), by="cost")
    before = said(at)
    price(at, "fn_rate_cost").set_value("1")
    fine(at.run())
    assert answer(at) == CANNOT
    assert "Referring by costs needs costs that do not grow with an amount; set these rates to 0." in said(at)
    price(at, "fn_rate_cost").set_value("0")
    fine(at.run())
    assert said(at) == before


def test_models_of_a_file_are_looked_at_one_by_one_and_shown_letter_by_letter(ties):
    true, score = ties
    names, header = ("**ill** <b>x</b>", "$well$ [a](b)"), ("`score` *a*", "![score](c)")
    columns = zip(np.where(true, *names), score, np.roll(score, 2), strict=True)
    at = choose(upload(["truth", *header], columns, "refer"), by="cost")
    assert f"| cases | truly {names[0]} | truly {names[1]} |" in said(at)
    labels = [plain(referral(at, name).proto.label) for name in ("positive", "negative")]
    assert labels == [f"Referring a truly {name} case costs" for name in names]
    for place, text in markdown(at):
        for name in (*names, *header):
            assert name not in text, place
    put(at, positive="0.3")
    at.selectbox(key=widget(at, "data_model_").key).set_value(header[1])
    fine(at.run())
    assert f"Worth knowing about {header[1]}" in [plain(text.value) for text in at.main.subheader]
    assert linked(at) == {"data": "File", "model": "2", "by": "cost", "referral": "0.3,0.2"}
    kind(at, "Numbers")
    assert not shown(at, "refer_chart")


def ends(at):
    """The slider with two ends."""
    return next(slider for slider in at.slider if str(slider.key).startswith("ends_"))


def test_both_ends_by_hand_travel():
    at = visit("refer", f"{SAMPLE}&by=hand")
    assert "low" not in at.query_params
    fine(ends(at).set_value((0.2, 0.9)).run())
    assert (at.query_params["low"], at.query_params["high"]) == ("0.2", "0.9")
    assert answer(at).startswith("Refer 29.6 %, between 0.200 and 0.900:")
    low = next(field for field in at.number_input if str(field.key).startswith("low_"))
    assert low.value == 0.2
    fine(low.set_value(0.4).run())
    assert ends(at).value == (0.4, 0.9)
    assert said(again("refer", at)) == said(at)
    fine(ends(at).set_value((0.4, 1.0)).run())
    assert at.query_params["high"] == "inf"
    assert "at scores ≥ 0.400" in answer(at)


def test_what_a_range_is_looked_for_by_travels():
    at = visit("refer", f"{SAMPLE}&by=wanted")
    field = next(field for field in at.number_input if str(field.key).startswith("wanted_"))
    assert field.value == 0.93
    fine(field.set_value(0.9).run())
    assert at.query_params["wanted"] == "0.9"
    at = visit("refer", f"{SAMPLE}&by=rates&misses=0.2&alarms=0.2")
    assert answer(at).startswith("Nobody need be referred:")
    assert not shown(at, "share")


def test_ends_in_the_wrong_order_are_said():
    at = visit("refer", f"{SAMPLE}&by=hand&low=0.9&high=0.2")
    assert "Low must be at most high" in said(at)
