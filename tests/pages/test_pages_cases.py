"""What should be done with each case? Scores, labels, a story, new cases, and what travels in the link."""

import re

import pytest

from tests.helpers.score_pages import SAMPLE, choose
from tests.helpers.visiting import (
    again,
    answer,
    drop,
    dropped,
    figure,
    fine,
    go,
    kind,
    price,
    rows,
    said,
    shown,
    table,
    visit,
    widget,
)

LISTED = [("ill", 0.9), ("well", 0.1), ("ill", 0.6), ("well", 0.4)] * 10
NEW = rows(
    ["case_id", "truth", "score"],
    [*((f"secret{at}", *pair) for at, pair in enumerate(LISTED)), ("newcomer", "", 0.95)],
)
LABELS = rows(["truth", "predicted"], [("ill", "ill"), ("well", "well"), ("ill", "well"), ("well", "ill")] * 10)


def test_every_case_stands_in_the_table_with_its_best_answer():
    at = visit("cases", SAMPLE)
    frame = table(at)
    assert len(frame) == 500
    counts = frame["Best answer"].value_counts()
    found = re.fullmatch(
        r"Of these 500 cases, predict (\d+) as Class1, let a person see (\d+) and predict (\d+) as Class2\.", answer(at)
    )
    ways = ("predict positive", "let a person see it", "predict negative")
    assert [int(number) for number in found.groups()] == [counts[way] for way in ways]


def test_choices_change_what_they_should_and_travel():
    at = visit("cases", SAMPLE)
    before = {"answer": answer(at), "chart": figure(at, "cases_chart")}
    price(at, "fn_cost").set_value("5")
    fine(at.run())
    assert answer(at) != before["answer"]
    choose(at, person="none")
    assert not shown(at, "positive_referral")
    assert "a person" not in answer(at)
    choose(at, chance="score", row=7)
    assert {name: at.query_params[name] for name in ("person", "chance", "row")} == {
        "person": "none",
        "chance": "score",
        "row": "7",
    }
    assert "Row 7" in [one.value for one in at.main.subheader]
    other = again("cases", at)
    assert (said(other), figure(other, "cases_chart")) == (said(at), figure(at, "cases_chart"))


def test_a_row_that_is_none_is_said():
    at = visit("cases", f"{SAMPLE}&row=1000")
    assert answer(at) == "These cases cannot be decided yet."
    assert "The row must be one of the table, from 2 to 501, got 1,000." in said(at)
    at.number_input(key=widget(at, "row_").key).set_value(2)
    assert "Row 2" in [one.value for one in fine(at.run()).main.subheader]


def test_new_cases_of_a_file_are_decided_and_their_names_stay_out_of_the_link():
    at = drop(visit("cases", "data=File"), NEW)
    at.button(key=widget(at, "data_ask_missing").key).click()
    fine(at.run())
    frame = table(at)
    assert frame["Case"].tolist()[-1] == "newcomer"
    assert frame["Truth"].tolist()[-1] == ""
    assert frame["Best answer"].tolist()[-1] == "predict positive"
    choose(at, row=42)
    assert "Row 42, newcomer" in [one.value for one in at.main.subheader]
    assert "1 case without a truth is decided by all the others." in said(at, "markdown")
    assert not [text for text in at.query_params.values() if "secret" in text or "newcomer" in text]


def test_labels_are_told_in_natural_frequencies():
    at = dropped(LABELS, "cases")
    assert shown(at, "frequencies_chart")
    assert not shown(at, "chance")
    assert "Of 1,000 cases 500 are truly ill; 250 of them are predicted so." in said(at, "markdown")
    assert len(table(at)) == 40


@pytest.mark.parametrize("link", ["sample=factory", "TP=9&FP=89&FN=1&TN=901"])
def test_counts_alone_have_a_row_for_each_prediction(link):
    at = visit("cases", link)
    assert len(table(at)) == 2
    assert shown(at, "frequencies_chart")


def test_without_data_the_page_says_what_it_needs():
    at = kind(visit("cases"), "Numbers")
    assert answer(at) == "No data yet"
    assert not at.main.get("plotly_chart")
    at = visit("cases", "M=303&P=139")
    assert not at.main.get("plotly_chart")
    assert answer(go(at, "cases")) == "Only the classes are known, so there is no model to judge yet."
