"""What should a loan cost? Every control and its link, what cannot be used and stays, and odd files."""

import pytest

from ddcore.answers.base.question import QUESTIONS
from tests.helpers.visiting import choose, control, fine, go, moves, press, said, seen, shown, shows, travels, visit

SMALL = "sample=applicants&size=200"
START = {"sample": "applicants", "size": "200"}
CANNOT = QUESTIONS["lending"].unanswered


def has(at, key):
    return any(getattr(node, "key", None) == key for node in at._tree)


CONTROLS = [
    ("funds", 0.05, "0.05"),
    ("lgd", 0.7, "0.7"),
    ("rates", "12, 24 %,36", "0.12,0.24,0.36"),
    ("riskiest", 0.2, "0.2"),
    ("highest", 0.4, "0.4"),
    ("risk", "scores", "scores"),
    ("take", "points", "points"),
    ("points", "10: 90, 40: 20", "10: 90, 40: 20"),
    ("take", "sigmoid", "sigmoid"),
    ("at10", 0.8, "0.8"),
    ("at40", 0.25, "0.25"),
    ("eager", 2.5, "2.5"),
    ("take", "line", "line"),
    ("half", 0.3, "0.3"),
]


@pytest.mark.full
def test_controls_change_the_page_and_travel():
    at = visit("lending", SMALL)
    usual = {key: control(at, key).value for key, *_ in CONTROLS if has(at, key)}
    fresh, asked = seen(at), dict(START)
    for key, value, text in CONTROLS:
        moves(at, **{key: value})
        asked[key] = text
        assert at.query_params == asked, key
        if key in ("points", "eager"):
            travels(at)
    choose(at, **usual)
    # What was entered for another way to accept is still there, in the link too.
    waiting = {"at10": "0.8", "at40": "0.25", "eager": "2.5", "points": "10: 90, 40: 20", "half": "0.3"}
    assert at.query_params == START | waiting
    assert seen(at) == fresh
    choose(at, take="points")
    assert at.query_params == START | waiting | {"take": "points"}
    before = seen(at)
    assert seen(go(go(at, "verdict"), "lending")) == before


@pytest.mark.full
def test_a_margin_can_be_moved_typed_and_given_back():
    at = visit("lending", SMALL)
    fresh, best = seen(at), control(at, "margin").value
    assert control(at, "margin_typed").value == pytest.approx(100 * best)
    moves(at, margin=0.1)
    assert at.query_params == {**START, "margin": "0.1"}
    assert control(at, "margin_typed").value == 10
    moves(at, margin_typed=4.5)
    assert at.query_params["margin"] == "0.045"
    assert control(at, "margin").value == pytest.approx(0.045)
    travels(at)
    assert seen(press(at, "lending_best_margin")) == fresh
    assert (at.query_params, control(at, "margin").value) == (START, best)


@pytest.mark.full
def test_tabs_have_what_stands_in_a_link():
    at = visit("lending", f"{SMALL}&riskier=2.5&seen=0.2&take=line")
    at.session_state["lending_closer"] = "If rates raise risk"
    fine(at.run())
    assert (control(at, "riskier").value, control(at, "seen").value) == (2.5, 0.2)
    assert shown(at, "price_risk_chart")
    moves(at, riskier=1.25)
    assert at.query_params == START | {"take": "line", "riskier": "1.25", "seen": "0.2"}
    at.session_state["lending_closer"] = "Share who accept"
    fine(at.run())
    assert shown(at, "takers_chart")
    assert at.query_params["riskier"] == "1.25"


@pytest.mark.full
def test_a_book_of_ones_own_is_drawn_and_travels():
    at = visit("lending", SMALL)
    fresh = seen(at)
    choose(at, data_book_share=0.1, data_book_apart=2.5)
    shows(at)
    assert at.query_params == {**START, "book": "0.1,2.5,0.05"}
    assert seen(at) != fresh
    assert control(travels(at), "data_book_share").value == 0.1
    choose(at, data_book_share=0.3, data_book_apart=1.7)
    assert (at.query_params, seen(at)) == (START, fresh)
    at = visit("lending", f"{SMALL}&book=0.1,9,0")
    assert "got 9" in said(at, "warning")
    assert seen(at) == fresh


@pytest.mark.full
def test_rates_that_are_spread_evenly_are_written():
    at = choose(visit("lending", SMALL), lending_categories=4)
    assert control(at, "rates").value == "10, 21.67, 33.33, 45"
    assert at.query_params["rates"] == "0.1,0.2167,0.3333,0.45"
    shows(at)
    choose(at, lending_span=(20, 50), lending_categories=1)
    assert control(at, "rates").value == "20"


def test_what_cannot_be_used_is_said_and_stays_to_be_mended():
    at = visit("lending", f"{SMALL}&funds=0.05")
    before = seen(at)
    for text, got in (("10, dear", '"dear"'), ("30, 20", "20 % after 30 %"), ("20, 60", "60 %"), (", ,", "none")):
        choose(at, rates=text)
        assert CANNOT in said(at)
        assert f"got {got}" in said(at)
        assert not at.main.get("plotly_chart")
        assert control(at, "rates").value == text
        assert at.query_params["funds"] == "0.05"
    choose(at, rates="10, 22, 28, 30, 35, 40, 45")
    assert seen(at) == before
    choose(at, take="points")
    for text in ("ten", "10: 50, 20: 60"):
        choose(at, points=text)
        assert CANNOT in said(at)
        assert control(at, "points").value == text
    shows(choose(at, points="10: 90, 40: 20", take="quartic"))


@pytest.mark.full
def test_choices_that_do_not_go_together_are_said_and_can_be_moved():
    at = visit("lending", f"{SMALL}&highest=0.3")
    assert shows(at).sentence == CANNOT
    assert at.query_params == {**START, "highest": "0.3"}
    shows(choose(at, highest=0.5, take="sigmoid"))
    assert shows(choose(at, at10=0.2)).sentence == CANNOT
    assert shows(choose(at, at40=0.1)).figures
