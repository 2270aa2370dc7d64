"""Which cases should a person see? Controls, links, costs shared with another page, and files."""

import pytest

from ddcore.answers.base.question import QUESTIONS
from tests.helpers.score_pages import SAMPLE, upload
from tests.helpers.visiting import (
    answer,
    choose,
    control,
    fine,
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

CANNOT = QUESTIONS["refer"].unanswered
START = {"sample": "two_class_example"}


def referral(at, name):
    return widget(at, f"{name}_referral_")


def put(at, **costs):
    """Fill in what referrals cost."""
    for name, text in costs.items():
        referral(at, name).set_value(text)
    return fine(at.run())


@pytest.mark.full
def test_slider_and_measure_move_the_band_and_travel():
    at = visit("refer", SAMPLE)
    fresh = seen(at)
    # A band has two ends of its own.
    assert not shown(at, "data_threshold_")
    assert shown(at, "coverage_chart")
    moves(at, share=0.5, measure_looked_at=["ACC"])
    assert at.query_params == START | {"share": "0.5", "measure": "ACC"}
    travels(at)
    moves(at, share=0.0)
    assert at.query_params["share"] == "0"
    assert seen(choose(at, share=0.2, measure_looked_at=["F1"])) == fresh


def test_broken_link_is_said_and_the_default_shown():
    for given in ("0.2", "inf,0"):
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


@pytest.mark.full
def test_link_with_costs_of_no_use_keeps_the_rest_of_it():
    for u in ("1,1,1,1", "1,2,2,1"):
        at = visit("refer", f"{SAMPLE}&by=cost&u={u}&referral=0.4,0.3&measure=ACC")
        assert answer(at) == CANNOT
        asked = {"by": "cost", "referral": "0.4,0.3", "measure": "ACC"}
        assert at.query_params == START | asked | {"u": u}
        for name in ("fp", "fn"):
            price(at, name).set_value("-2")
        assert shows(fine(at.run())).figures
        assert asked.items() <= at.query_params.items()


@pytest.mark.full
def test_costs_that_grow_with_an_amount_are_refused_and_can_be_taken_back():
    lines = [(("ill", "well", "well")[at % 3], at * 7 % 5 + 2 * (at % 3 == 0), 1 + at) for at in range(60)]
    at = choose(upload(["truth", "score", "amount"], lines, "refer"), by="cost")
    before = seen(at)
    price(at, "fn_rate_cost").set_value("1")
    assert shows(fine(at.run())).sentence == CANNOT
    price(at, "fn_rate_cost").set_value("0")
    assert seen(fine(at.run())) == before


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
