"""What should a loan cost? Every control and its link, what cannot be used and stays, and odd files."""

import re

import numpy as np
import pytest

from tests.helpers.pair_pages import CASES, TRUE, TRUTH, A, B, chance
from tests.helpers.score_pages import choose, upload
from tests.helpers.visiting import (
    again,
    answer,
    drop,
    figure,
    fine,
    go,
    kind,
    linked,
    markdown,
    plain,
    rows,
    said,
    shown,
    tables,
    visit,
    widget,
)

SMALL = "sample=applicants&size=200"
START = {"sample": "applicants", "size": "200"}
CANNOT = "This cannot be used yet."
CHARTS = ("lending_chart", "outcomes_chart", "loans_chart")


@pytest.fixture(scope="module")
def seen():
    """The sample's page, only to be looked at."""
    return visit("lending", SMALL)


def ways(at):
    return tables(at)[0].value.set_index("Way to lend")


def turn(at, key, value):
    """Set the widget that has exactly this key."""
    box = at.get_by_key(key)
    getattr(at, box.type)(key=key).set_value(value)
    return fine(at.run())


def has(at, key):
    return any(getattr(node, "key", None) == key for node in at._tree)


def refused(at, words):
    """The page says what is missing in a sentence, and shows no chart."""
    assert answer(at).endswith(".")
    assert re.search(words, said(at, "markdown")), said(at, "markdown")
    assert not at.main.get("plotly_chart")


def test_page_has_its_charts_and_its_tables(seen):
    assert re.match(r"A threshold of 0\.442 on the risk earns [\d.]+ % more than one margin for all", answer(seen))
    assert seen.query_params == START
    assert all(shown(seen, key) for key in CHARTS)
    assert [box.label.partition(" (")[0] for box in seen.main.expander] == [
        "Every way to lend as a table",
        "Who gets which rate as a table",
        "What an applicant earns as a table",
        "What 100 lent bring as a table",
        "Thresholds and prices in turn as a table",
        "Every margin as a table",
        "Break-evens of neighbouring rates as a table",
        "Share who accept as a table",
        "What an applicant earns by rate as a table",
        "How this is computed",
    ]
    heads = [plain(head.value) for head in seen.main.subheader]
    assert heads == [
        "1 What an applicant earns",
        "2 What each way earns",
        "3 Who gets a loan",
        "Approved, enrolled and profit by margin",
        "Worth knowing",
    ]
    assert shown(seen, "margins_chart")
    assert [tab.label for tab in seen.main.tabs] == [
        "What each margin earns",
        "Share who accept",
        "If rates raise risk",
    ]
    assert "Truly default cases are taken for loans that are not paid back" in said(seen)


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


def test_controls_change_the_page_and_travel():
    at = visit("lending", SMALL)
    usual = {key: at.get_by_key(key).value for key, *_ in CONTROLS if has(at, key)}
    fresh, asked = said(at), dict(START)
    for key, value, text in CONTROLS:
        before = said(at)
        turn(at, key, value)
        asked[key] = text
        assert said(at) != before, key
        assert at.query_params == asked, key
        if key in ("points", "eager"):
            other = again("lending", at)
            assert said(other) == said(at)
            assert [figure(other, key) for key in CHARTS] == [figure(at, key) for key in CHARTS]
    for key, value in usual.items():
        turn(at, key, value)
    # What was entered for another way to accept is still there, in the link too.
    waiting = {"at10": "0.8", "at40": "0.25", "eager": "2.5", "points": "10: 90, 40: 20", "half": "0.3"}
    assert at.query_params == START | waiting
    assert said(at) == fresh
    turn(at, "take", "points")
    assert at.query_params == START | waiting | {"take": "points"}
    before = said(at)
    assert said(go(go(at, "verdict"), "lending")) == before


def test_a_margin_can_be_moved_typed_and_given_back(seen):
    at = visit("lending", SMALL)
    best = at.slider(key="margin").value
    assert at.number_input(key="margin_typed").value == pytest.approx(100 * best)
    turn(at, "margin", 0.1)
    assert at.query_params == {**START, "margin": "0.1"}
    assert "one margin of 10 % for all" in answer(at)
    assert at.number_input(key="margin_typed").value == 10
    turn(at, "margin_typed", 4.5)
    assert at.query_params["margin"] == "0.045"
    assert at.slider(key="margin").value == pytest.approx(0.045)
    assert said(again("lending", at)) == said(at)
    at.button(key="lending_best_margin").click()
    assert said(fine(at.run())) == said(seen)
    assert at.query_params == START
    assert at.slider(key="margin").value == best


def test_tabs_have_what_stands_in_a_link():
    at = visit("lending", f"{SMALL}&riskier=2.5&seen=0.2&take=line")
    at.session_state["lending_closer"] = "If rates raise risk"
    fine(at.run())
    assert (at.slider(key="riskier").value, at.slider(key="seen").value) == (2.5, 0.2)
    assert shown(at, "price_risk_chart")
    assert "×2.5" in said(at)
    before = at.query_params
    turn(at, "riskier", 1.25)
    assert at.query_params == {**before, "riskier": "1.25"}
    at.session_state["lending_closer"] = "Share who accept"
    fine(at.run())
    assert shown(at, "takers_chart")
    assert "T is log-concave" in said(at)
    assert at.query_params["riskier"] == "1.25"


def test_a_book_of_ones_own_is_drawn_and_travels(seen):
    at = visit("lending", SMALL)
    turn(at, "data_book_share", 0.1)
    turn(at, "data_book_apart", 2.5)
    asked = {**START, "book": "0.1,2.5,0.05"}
    assert at.query_params == asked
    assert "(16 of 200, 8 %)" in said(at)
    assert said(at) != said(seen)
    other = again("lending", at)
    assert said(other) == said(at)
    assert other.number_input(key="data_book_share").value == 0.1
    turn(turn(at, "data_book_share", 0.3), "data_book_apart", 1.7)
    assert at.query_params == START
    assert said(at) == said(seen)
    bad = visit("lending", f"{SMALL}&book=0.1,9,0")
    assert "separation must be between 0 and 4, got 9" in said(bad, "warning")
    assert answer(bad) == answer(seen)


def test_what_a_link_cannot_give_is_said_and_the_default_shown():
    asked = {
        "funds": ("0.5", 'funds must be between 0 and 0.2, got "0.5".', 0.03),
        "lgd": ("nan", 'lgd must be between 0 and 1, got "nan".', 0.5),
        "rates": ("0.1,dear", 'got "dear".', "10, 22, 28, 30, 35, 40, 45"),
        "take": ("sigmoid", None, "sigmoid"),
        "at40": ("x", 'at40 must be between 0.01 and 0.99, got "x".', 0.3),
        "eager": ("11", 'eager must be between 0 and 10, got "11".', 0.0),
        "riskiest": ("0", 'riskiest must be between 0.01 and 1, got "0".', 1.0),
        "risk": ("x", 'risk must be one of read, scores, got "x".', "read"),
    }
    at = visit("lending", f"{SMALL}&" + "&".join(f"{name}={value}" for name, (value, *_) in asked.items()))
    assert len(at.warning) == 7
    for name, (_, words, usual) in asked.items():
        assert at.get_by_key(name).value == usual
        assert words is None or words in said(at, "warning")
    assert at.query_params == {**START, "take": "sigmoid"}


@pytest.mark.usefixtures("unfolded")
def test_rates_that_are_spread_evenly_are_written():
    at = choose(visit("lending", SMALL), lending_categories=4)
    assert at.text_input(key="rates").value == "10, 21.67, 33.33, 45"
    assert at.query_params["rates"] == "0.1,0.2167,0.3333,0.45"
    assert "at 21.67 %" in at.main.dataframe[2].value
    choose(at, lending_span=(20, 50), lending_categories=1)
    assert at.text_input(key="rates").value == "20"


def test_rates_that_cannot_be_used_are_said_and_stay():
    at = visit("lending", f"{SMALL}&funds=0.05")
    before = said(at)
    for text, words in (
        ("10, dear", 'A rate in % must be a number.*got "dear"'),
        ("30, 20", "Rates must rise, got 20 % after 30 %"),
        ("20, 60", "A rate must be between 0 and 50 %"),
        (", ,", "needs a .*rate.*, got none"),
    ):
        turn(at, "rates", text)
        assert answer(at) == CANNOT
        refused(at, words)
        assert at.text_input(key="rates").value == text
        assert at.query_params["funds"] == "0.05"
    turn(at, "rates", "10, 22, 28, 30, 35, 40, 45")
    assert said(at) == before


def test_points_that_cannot_be_used_are_said_and_stay():
    at = visit("lending", f"{SMALL}&take=points")
    for text, words in (("ten", "A point must be a rate and a share"), ("10: 50, 20: 60", "Fewer must accept")):
        turn(at, "points", text)
        assert answer(at) == CANNOT
        refused(at, words)
        assert at.text_input(key="points").value == text
    assert answer(turn(at, "take", "quartic")).startswith("A threshold of ")


def test_choices_that_do_not_go_together_are_said_and_can_be_moved(seen):
    at = visit("lending", f"{SMALL}&highest=0.3")
    refused(at, "A rate must be between 0 and 30 %, the highest allowed, got 45 %")
    assert at.query_params == {**START, "highest": "0.3"}
    assert said(turn(at, "highest", 0.5)) == said(seen)
    turn(at, "take", "sigmoid")
    turn(at, "at10", 0.2)
    refused(at, "Fewer must accept a rate of 40 % than one of 10 %")
    assert answer(turn(at, "at40", 0.1)).startswith("A threshold of ")


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


def test_other_samples_on_the_page_have_answers_of_their_own():
    at = turn(visit("lending", SMALL), "lgd", 0.6)
    for sample, words in (
        ("factory", "B has no scores"),
        ("two_class_example", "A threshold of 0.400 on the risk earns "),
        ("pair_2", "A threshold of 0.400 on the risk earns "),
        ("applicants", "A threshold of 0.400 on the risk earns "),
    ):
        choose(at, data_sample=sample)
        assert words in answer(at)
        assert at.query_params["lgd"] == "0.6"
        assert has(at, "risk") == (sample in ("two_class_example", "applicants"))


def test_models_of_a_file_are_looked_at_one_by_one():
    models = (("m1", A), ("m2", chance(B)))
    lines = [(truth, name, score) for name, model in models for truth, score in zip(TRUTH, model, strict=True)]
    at = upload(["truth", "model", "score"], lines, "lending")
    first = ways(at)
    assert not has(at, "risk")
    choose(at, data_model_="m2")
    assert has(at, "risk")
    assert not ways(at).equals(first)


def test_gaps_leave_applicants_out_when_asked():
    gaps = ["" if place % 9 == 0 else score for place, score in enumerate(chance(A))]
    at = upload(["truth", "score"], zip(TRUTH, gaps, strict=True), "lending")
    assert answer(at) == "One question first"
    at.button(key=widget(at, "data_ask_missing_").key).click()
    assert answer(fine(at.run())).startswith(("A threshold of ", "Lend to nobody"))


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ([("yes", 0.9), ("no", 0.1)], "needs two cases of each class, got 1 of one"),
        ([("yes", place % 2) for place in range(9)] + [("no", 0)] * 9, "Choose another model"),
    ],
    ids=["two cases", "scores all 0 or 1"],
)
def test_file_that_cannot_be_lent_on_says_why(lines, words):
    refused(upload(["truth", "score"], lines, "lending"), words)


def test_nothing_of_a_file_reaches_the_link_and_names_stand_letter_by_letter():
    names, header = ("**ill** <b>x</b>", "$well$ [a](b)"), "score `secret` *b*"
    at = upload(["truth", header], zip(np.where(TRUE, *names), chance(A), strict=True), "lending")
    assert f"Truly {names[0]} cases are taken for loans that are not paid back" in said(at)
    for place, text in markdown(at):
        for name in (*names, header):
            assert name not in text, place
    turn(turn(at, "funds", 0.05), "rates", "20, 30")
    assert linked(at) == {"data": "File", "funds": "0.05", "rates": "0.2,0.3"}
    drop(at, rows(["truth", "score"], zip(TRUE[:CASES], B, strict=True)), "other.csv")
    assert linked(at) == {"data": "File", "funds": "0.05", "rates": "0.2,0.3"}
    kind(at, "Numbers")
    assert not shown(at, "lending_chart")
