"""What should be done with each case? Scores, labels, counts, new cases, and what travels in the link."""

from tests.helpers.score_pages import SAMPLE
from tests.helpers.visiting import (
    answer,
    choose,
    drop,
    dropped,
    markdown,
    moves,
    press,
    price,
    rows,
    shown,
    shows,
    table,
    travels,
    visit,
)

LISTED = [("ill", 0.9), ("well", 0.1), ("ill", 0.6), ("well", 0.4)] * 10
NEW = rows(
    ["case_id", "truth", "score"], [*((f"secret{at}", *pair) for at, pair in enumerate(LISTED)), ("newcomer", "", 0.95)]
)


def heads(at):
    return [one.value for one in at.main.subheader]


def test_choices_change_what_they_should_and_travel():
    at = visit("cases", SAMPLE)
    assert len(table(at)) == 500
    moves(at, **{price(at, "fn_cost").key: "5"})
    moves(at, person="none", chance="score")
    assert not shown(at, "positive_referral")
    assert shown(at, "chance")
    choose(at, row=7)
    assert "Row 7" in heads(at)
    asked = {"u": "0,-1,-5,0", "person": "none", "chance": "score", "row": "7"}
    assert at.query_params == {"sample": "two_class_example"} | asked
    travels(at)
    at = visit("cases", f"{SAMPLE}&row=1000")
    assert not shows(at).figures
    assert "Row 2" in heads(choose(at, row_=2))


def test_new_cases_of_a_file_are_decided_and_their_names_stay_out_of_the_link():
    at = press(drop(visit("cases", "data=File"), NEW), "data_ask_missing")
    shows(at)
    last = table(at).iloc[-1]
    assert (last["Case"], last["Truth"], last["Best answer"]) == ("newcomer", "", "predict positive")
    choose(at, row=42)
    assert "Row 42, newcomer" in heads(at)
    assert not [text for text in at.query_params.values() if "secret" in text or "newcomer" in text]
    at = press(drop(visit("cases", "data=File"), NEW.replace(b"newcomer", b"![x](http://e.x)")), "data_ask_missing")
    choose(at, row=42)
    assert [place for place, text in markdown(at) if "![x](" in text] == []


def test_labels_and_counts_have_natural_frequencies_and_no_chance_to_choose():
    labels = rows(["truth", "predicted"], [("ill", "ill"), ("well", "well"), ("ill", "well"), ("well", "ill")] * 10)
    for at, lines in (
        (dropped(labels, "cases"), 40),
        (visit("cases", "sample=factory"), 2),
        (visit("cases", "TP=9&FP=89&FN=1&TN=901"), 2),
    ):
        shows(at)
        assert shown(at, "frequencies_chart")
        assert not shown(at, "chance")
        assert len(table(at)) == lines
        assert answer(at)
