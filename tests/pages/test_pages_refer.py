"""Which cases should a person see? Controls, links, costs shared with another page, and files."""

import numpy as np
import pytest

from ddcore.answers import QUESTIONS
from tests.helpers.score_pages import SAMPLE, upload
from tests.helpers.visiting import (
    answer,
    choose,
    control,
    fine,
    go,
    kind,
    linked,
    moves,
    plain,
    price,
    said,
    seen,
    shown,
    shows,
    travels,
    visit,
    widget,
)

CANNOT = QUESTIONS["refer"].unanswered
START = {"sample": "two_class_example"}


def referral(at, name):
    return widget(at, f"{name}_referral_")


def put(at, **costs):
    """Fill in what referrals cost."""
    for name, text in costs.items():
        referral(at, name).set_value(text)
    return fine(at.run())


def test_slider_and_measure_move_the_band_and_travel():
    at = visit("refer", SAMPLE)
    fresh = seen(at)
    # A band has two ends of its own.
    assert not shown(at, "data_threshold_")
    assert shown(at, "coverage_chart")
    moves(at, share=0.5, measure_looked_at=["F1"])
    assert at.query_params == START | {"share": "0.5", "measure": "F1"}
    travels(at)
    moves(at, share=0.0)
    assert at.query_params["share"] == "0"
    assert seen(choose(at, share=0.2, measure_looked_at=["ACC"])) == fresh


def test_broken_link_is_said_and_the_default_shown():
    for given in ("0.2", "x,1", "inf,0", "1,2,3"):
        at = visit("refer", f"{SAMPLE}&by=cost&referral={given}")
        assert len(at.warning) == 1
        assert "referral" in said(at, "warning")
        assert [referral(at, name).value for name in ("positive", "negative")] == ["0.2", "0.2"]
        assert at.query_params == START | {"by": "cost"}


def test_referral_that_cannot_be_used_is_said_and_stays():
    at = visit("refer", f"{SAMPLE}&by=cost&u=0,-1,-4,0")
    before = seen(at)
    put(at, positive="dear")
    assert answer(at) == CANNOT
    assert 'got "dear"' in said(at)
    assert referral(at, "positive").value == "dear"
    assert shows(put(at, positive="-1", negative="9")).sentence == CANNOT
    assert at.query_params["referral"] == "-1,9"
    assert seen(put(at, positive="0.32", negative="0.32")) == before
    assert "referral" not in at.query_params


def test_link_with_costs_of_no_use_keeps_the_rest_of_it():
    for u in ("1,1,1,1", "1,2,2,1"):
        at = visit("refer", f"{SAMPLE}&by=cost&u={u}&referral=0.4,0.3&measure=F1")
        assert answer(at) == CANNOT
        asked = {"by": "cost", "referral": "0.4,0.3", "measure": "F1"}
        assert at.query_params == START | asked | {"u": u}
        for name in ("fp", "fn"):
            price(at, name).set_value("-2")
        assert shows(fine(at.run())).figures
        assert asked.items() <= at.query_params.items()


@pytest.mark.full
def test_costs_are_those_of_the_costs_page_and_travel():
    at = go(visit("costs", f"{SAMPLE}&u=0,-1,-5,0&unit=kr"), "refer")
    by_share = answer(at)
    assert at.query_params["u"] == "0,-1,-5,0"
    put(choose(at, by="cost"), positive="0.5", negative="0.25")
    assert at.query_params == START | {"by": "cost", "u": "0,-1,-5,0", "unit": "kr", "referral": "0.5,0.25"}
    shows(at)
    travels(at)
    moves(at, costs_ratio="10")
    assert at.query_params["u"] == "0,-1,-10,0"
    assert answer(choose(at, by="share")) == by_share
    assert choose(at, by="cost").query_params["referral"] == "0.5,0.25"


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
    before = seen(at)
    price(at, "fn_rate_cost").set_value("1")
    assert shows(fine(at.run())).sentence == CANNOT
    price(at, "fn_rate_cost").set_value("0")
    assert seen(fine(at.run())) == before


@pytest.mark.full
def test_models_of_a_file_are_looked_at_one_by_one(ties):
    true, score = ties
    columns = zip(np.where(true, "ill", "well"), score, np.roll(score, 2), strict=True)
    at = choose(upload(["truth", "score_a", "score_b"], columns, "refer"), by="cost")
    labels = [plain(referral(at, name).proto.label) for name in ("positive", "negative")]
    assert ["ill" in labels[0], "well" in labels[1]] == [True, True]
    shows(choose(put(at, positive="0.3"), data_model_="score_b"))
    assert linked(at) == {"data": "File", "model": "2", "by": "cost", "referral": "0.3,0.2"}
    kind(at, "Numbers")
    assert not shown(at, "refer_chart")


@pytest.mark.full
def test_other_ways_to_a_band_travel():
    at = visit("refer", f"{SAMPLE}&by=hand")
    assert "low" not in at.query_params
    moves(at, ends_=(0.2, 0.9))
    assert (at.query_params["low"], at.query_params["high"]) == ("0.2", "0.9")
    assert widget(at, "low_").value == 0.2
    moves(at, low_=0.4)
    assert control(at, "ends_").value == (0.4, 0.9)
    travels(at)
    moves(at, ends_=(0.4, 1.0))
    assert at.query_params["high"] == "inf"
    assert shows(visit("refer", f"{SAMPLE}&by=hand&low=0.9&high=0.2")).sentence == CANNOT
    at = visit("refer", f"{SAMPLE}&by=wanted")
    assert control(at, "wanted_value").value == 0.93
    assert moves(at, wanted_value=0.9).query_params["wanted_value"] == "0.9"
    at = choose(at, by="rates")
    assert not shown(at, "share")
    moves(at, misses=0.2, alarms=0.3)
    assert at.query_params["misses"] == "0.2"
