"""Files dropped on a page: what is read, what is asked, what cannot be read, and that nothing typed before is lost."""

import numpy as np
import pytest

from tests.helpers.tiers import some_of
from tests.helpers.visiting import (
    NEED_GROUPS,
    PAGES,
    SCORES,
    answer,
    choose,
    drop,
    dropped,
    go,
    kind,
    linked,
    press,
    rows,
    said,
    seen,
    shown,
    shows,
    table,
    visit,
    widget,
)

THREE = b"truth,pred\n" + b"a,a\nb,b\nc,c\na,b\nb,a\nc,c\n" * 5
TWO_TRUTHS = b"truth,score_a,score_b,other\n" + (
    b"yes,0.9,0.1,no\nno,0.2,0.8,yes\nyes,0.4,0.6,no\nno,0.6,0.4,no\nyes,0.8,0.2,yes\nno,0.1,0.9,yes\n" * 5
)


def cells(at):
    """TP, FP, FN and TN of the model looked at."""
    counts = at.session_state["data"].model.counts
    return [getattr(counts, cell).item() for cell in ("tp", "fp", "fn", "tn")]


def test_truth_with_three_values_asks_for_one_on_every_page():
    at = dropped(THREE, name="three.csv")
    for page in ("verdict", "ensemble", "costs"):
        assert answer(go(at, page)) == "One question first"
        assert said(at, "info").startswith("three.csv: “truth” has 3 values")
        box = widget(at, "data_ask_positive_")
        assert (list(box.options), box.value) == (["a", "b", "c"], None)
    choose(go(at, "verdict"), data_ask_positive_="c")
    shows(at)
    assert cells(at) == [10, 0, 0, 20]
    assert not shown(at, "data_ask_")
    assert linked(at) == {"data": "File", "positive": "3"}
    assert cells(choose(at, data_positive_="b")) == [5, 5, 5, 15]


def test_rows_without_a_truth_are_asked_about_and_left_out():
    at = dropped(SCORES + b",0.5\nno,\nyes,nan\n", name="gaps.csv")
    assert answer(at) == "One question first"
    assert "3 of 33 rows" in said(at, "info")
    assert widget(at, "data_ask_missing_").label == "Leave these rows out"
    press(at, "data_ask_missing_")
    for _ in range(2):
        assert cells(at) == [10, 5, 5, 10]
        at.run()


@pytest.mark.usefixtures("unfolded")
def test_columns_are_shown_and_changed_by_hand():
    at = dropped(TWO_TRUTHS)
    assert set(table(at)["Model"]) == {"score_a", "score_b", "other"}
    assert (widget(at, "data_role_truth_").label, widget(at, "data_role_truth_").value) == ("Truth (guessed)", "truth")
    assert widget(at, "data_role_score_").proto.placeholder == "found: score_a, score_b"
    assert widget(at, "data_role_weight_").value == ""
    choose(at, data_role_score_=["score_b"])
    assert set(table(at)["Model"]) == {"the model"}
    assert cells(choose(at, data_role_truth_="other")) == [10, 5, 5, 10]
    assert widget(at, "data_role_truth_").label == "Truth"
    choose(choose(at, data_role_truth_="truth"), data_role_score_=[])
    assert set(table(at)["Model"]) == {"score_a", "score_b", "other"}


def test_a_file_that_says_nothing_of_its_truth_asks_for_the_column():
    at = dropped(rows(["u", "v", "w"], [("a", "c", 0.1), ("b", "d", 0.9), ("a", "d", 0.2), ("b", "d", 0.7)] * 5))
    assert answer(at) == "One question first"
    choose(at, data_ask_truth_="u")
    assert cells(choose(at, data_positive_="b")) == [10, 0, 0, 10]


BAD = {
    "picture.csv": (b"\x89PNG\r\n\x1a\n" + bytes(200), "is a picture"),
    "header.csv": (b"truth,score\n", "no rows"),
    "one.csv": (b"truth,score\nyes,0.9\nyes,0.2\n", "two classes"),
    "huge.csv": (b"truth,score\nyes," + b"9" * 500_000 + b"\nno,0.2\n", f"“{'9' * 60}…” in row 2"),
    "words.csv": (b"truth,score\n" + b"yes,0.1\nno,0.2\n" * 3 + b"no,high\n", "“high” in row 8"),
}


@pytest.mark.parametrize("name", some_of(BAD, "picture.csv", "words.csv"))
def test_bad_file_has_its_sentence_on_every_page_and_nothing_typed_is_lost(name):
    typed = {"TP": "227", "FP": "50", "FN": "31", "TN": "192"}
    at = visit("verdict", "&".join(f"{name}={text}" for name, text in typed.items()))
    before = seen(at)
    content, words = BAD[name]
    drop(at, content, name)
    assert answer(at) == "This data cannot be used yet"
    assert said(at, "error").startswith(name)
    assert words in said(at, "error")
    assert linked(at) == {"data": "File"}
    if name == "picture.csv":
        for page in ("baselines", "lending", "groups", "verdict"):
            assert words in said(go(at, page), "error")
            assert not at.main.get("plotly_chart")
    kind(at, "Numbers")
    assert {name: at.text_input(key=f"data_{name}").value for name in typed} == typed
    assert seen(at) == before
    assert shows(drop(at, SCORES)).figures


def test_name_of_a_file_cannot_be_markup():
    at = dropped(b"", name="![x](http://evil.example)<b>.csv")
    raw = "\n".join(one.value for one in at.error)
    assert "![x]" not in raw
    assert "<b>" not in raw
    assert said(at, "error").startswith("![x](http://evil.example)<b>.csv is empty")


def test_scores_of_any_scale_have_a_slider_over_their_range():
    at = dropped(b"truth,score\n" + b"yes,3\nno,3\n" * 10)
    assert not shown(at, "data_threshold_")
    shows(at)
    at = dropped(b"truth,score\n" + b"yes,-1e-9\nno,-3e-9\nyes,2e-9\nno,1e-9\n" * 10)
    assert (widget(at, "data_threshold_").min, widget(at, "data_threshold_").max) == (-3e-9, 2e-9)
    at = dropped(b"truth,score\n" + b"yes,1e15\nno,1\nyes,5e14\nno,7e14\n" * 10)
    assert cells(choose(at, data_threshold_=6e14)) == [10, 10, 10, 10]


MANY = [f"score_{i}" for i in range(30)]


@pytest.mark.parametrize(
    "pages", [("verdict",), pytest.param(tuple(set(PAGES) - set(NEED_GROUPS)), marks=pytest.mark.full)]
)
@pytest.mark.usefixtures("unfolded")
def test_many_models_are_all_in_the_table(pages):
    rng = np.random.default_rng(1)
    at = dropped(rows(["truth", *MANY], [["yes" if i % 2 else "no", *rng.random(30).round(3)] for i in range(40)]))
    assert set(table(at)["Model"]) == set(MANY)
    for page in pages:
        assert shows(go(at, page)).figures
