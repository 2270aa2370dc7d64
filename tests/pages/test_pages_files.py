"""Files dropped on a page: what is read, what is asked, what cannot be read, and that nothing typed before is lost."""

import numpy as np
import pytest

from tests.helpers.visiting import (
    CHARTS,
    NEED_GROUPS,
    NEED_TWO,
    PAGES,
    SCORES,
    answer,
    confusion,
    drop,
    dropped,
    fine,
    kind,
    linked,
    looked,
    rows,
    said,
    shown,
    table,
    visit,
    widget,
)

THREE = b"truth,pred\n" + b"a,a\nb,b\nc,c\na,b\nb,a\nc,c\n" * 5
TWO_TRUTHS = b"truth,score_a,score_b,other\n" + (
    b"yes,0.9,0.1,no\nno,0.2,0.8,yes\nyes,0.4,0.6,no\nno,0.6,0.4,no\nyes,0.8,0.2,yes\nno,0.1,0.9,yes\n" * 5
)


def choose(at, start, value):
    """Set the box whose key starts so."""
    box = widget(at, start)
    getattr(at, box.type)(key=box.key).set_value(value)
    return fine(at.run())


@pytest.mark.parametrize("page", [page for page in PAGES if page not in NEED_TWO])
def test_file_with_scores_is_read_on_every_page(page):
    at = looked(SCORES, page)
    assert "Positive = yes (15 of 30, 50 %). The model predicts yes at scores ≥ 0.5." in said(at, "caption")
    assert widget(at, CHARTS[page])
    assert "The model predicts “yes” at scores ≥ 0.5, as scores are between 0 and 1." in said(at, "caption")


def test_verdict_of_a_file():
    at = dropped(SCORES)
    assert confusion(10, 5, 5, 10) in said(at)
    assert answer(at) == (
        "No clear improvement. The model is ahead of chance on 9 of 12 measures, but luck may do as much."
    )
    assert "Accuracy of 0.667 is ahead of 0.500, but its 95 % interval (0.488 to 0.808) includes chance" in said(at)


def test_a_second_file_takes_the_place_of_the_first():
    at = dropped(SCORES)
    drop(at, b"y,prob\n" + b"1,0.9\n0,0.1\n" * 20, "second.csv")
    assert "Positive = 1 (20 of 40, 50 %)" in said(at)
    assert set(table(at)["Model"]) == {"the model"}


@pytest.mark.parametrize("page", ["verdict", "ensemble", "costs"])
def test_truth_with_three_values_asks_for_one(page):
    at = dropped(THREE, page, "three.csv")
    assert answer(at) == "One question first"
    assert said(at, "info") == (
        "three.csv: “truth” has 3 values, “a”, “b” and “c”: choose the one that counts as positive; the others are "
        "taken together as negative"
    )
    box = widget(at, "data_ask_positive_")
    assert list(box.options) == ["a", "b", "c"]
    assert box.value is None
    choose(at, "data_ask_positive_", "c")
    assert "Positive = c (10 of 30, 33.3 %)" in said(at)
    assert not shown(at, "data_ask_")
    assert linked(at) == {"data": "File", "positive": "3"}


def test_verdict_on_one_of_three_values():
    at = dropped(THREE)
    choose(at, "data_ask_positive_", "c")
    assert confusion(10, 0, 0, 20) in said(at)
    assert "truly not c" in said(at)
    choose(at, "data_positive_", "b")
    assert confusion(5, 5, 5, 15) in said(at)


def test_rows_without_a_truth_are_asked_about_and_left_out_with_a_note():
    at = dropped(SCORES + b",0.5\nno,\n", name="gaps.csv")
    assert answer(at) == "One question first"
    assert said(at, "info") == (
        "gaps.csv: 2 of 32 rows have no truth or no prediction, the first is row 32, column “truth”: leave such rows "
        "out, or fill in the cells"
    )
    button = widget(at, "data_ask_missing_")
    assert button.label == "Leave these rows out"
    at.button(key=button.key).click()
    fine(at.run())
    assert confusion(10, 5, 5, 10) in said(at)
    assert "1 row without a truth was left out." in said(at, "caption")
    assert "1 row without a prediction was left out of “score”." in said(at, "caption")
    fine(at.run())
    assert confusion(10, 5, 5, 10) in said(at)


@pytest.mark.usefixtures("unfolded")
def test_columns_are_shown_and_changed_by_hand():
    at = dropped(TWO_TRUTHS)
    assert set(table(at)["Model"]) == {"score_a", "score_b", "other"}
    assert (widget(at, "data_role_truth_").label, widget(at, "data_role_truth_").value) == ("Truth (guessed)", "truth")
    assert widget(at, "data_role_score_").proto.placeholder == "found: score_a, score_b"
    assert (widget(at, "data_role_weight_").label, widget(at, "data_role_weight_").value) == ("Weight", "")
    choose(at, "data_role_score_", ["score_b"])
    assert set(table(at)["Model"]) == {"the model"}
    choose(at, "data_role_truth_", "other")
    assert confusion(10, 5, 5, 10) in said(at)
    assert widget(at, "data_role_truth_").label == "Truth"
    choose(at, "data_role_truth_", "truth")
    assert confusion(5, 10, 10, 5) in said(at)
    choose(at, "data_role_score_", [])
    assert set(table(at)["Model"]) == {"score_a", "score_b", "other"}


def test_scores_that_point_the_wrong_way_are_said_not_flipped():
    """Once there are enough cases: of six, the area may be that of noise."""
    few = dropped(b"\n".join(TWO_TRUTHS.splitlines()[:7]))
    choose(few, "data_model_", "score_b")
    assert "wrong way" not in said(few)
    at = dropped(TWO_TRUTHS)
    choose(at, "data_model_", "score_b")
    assert "in only 11.1 % of pairs (AUC 0.111, 0" in said(at)
    assert "Turn on the card of a file" in said(at)
    assert answer(at).startswith("You look at score_b, 2nd of 3: no, 0 of ")


@pytest.mark.parametrize("column", ["score_a", "id"])
def test_a_column_chosen_in_error_can_be_taken_back(column):
    lines = TWO_TRUTHS.splitlines()
    content = b"\n".join([lines[0] + b",id", *(line + b",n%d" % i for i, line in enumerate(lines[1:] * 4))])
    at = dropped(content)
    choose(at, "data_role_truth_", column)
    assert answer(at) in {"One question first", "This data cannot be used yet"}
    choose(at, "data_role_truth_", "truth")
    assert "Positive = yes (60 of 120, 50 %)" in said(at)


def test_a_file_that_says_nothing_of_its_truth_asks_for_the_column():
    at = dropped(rows(["u", "v", "w"], [("a", "c", 0.1), ("b", "d", 0.9), ("a", "d", 0.2), ("b", "d", 0.7)] * 5))
    assert answer(at) == "One question first"
    assert "no column is named as the truth: choose the column with the true classes" in said(at, "info")
    choose(at, "data_ask_truth_", "u")
    choose(at, "data_positive_", "b")
    assert "Positive = b (10 of 20, 50 %)" in said(at)
    assert confusion(10, 0, 0, 10) in said(at)


BAD = {
    "empty.csv": (b"", "empty.csv is empty; choose a file with a header and rows"),
    "blank.csv": (b"\n \n", "blank.csv is empty; choose a file with a header and rows"),
    "picture.csv": (
        b"\x89PNG\r\n\x1a\n" + bytes(200),
        "picture.csv is a picture and holds no table; save the table as CSV, Parquet, XLSX or JSON lines",
    ),
    "header.csv": (b"truth,score\n", "header.csv has a header but no rows; add the predictions below it"),
    "one.csv": (
        b"truth,score\nyes,0.9\nyes,0.2\n",
        "one.csv: “truth” must hold two classes, got “yes” in all 2 rows; add cases of the other class",
    ),
    "endless.csv": (
        b"truth,score\nyes,inf\nno,0.2\n",
        "endless.csv: “score” must hold finite numbers, got “inf” in row 2; mend that cell",
    ),
    "twice.csv": (
        b"truth,score,score\nyes,0.1,0.2\nno,0.2,0.2\n",
        "twice.csv has two columns “score”, at places 2 and 3; rename one of them",
    ),
    "wide.csv": (
        b",".join(b"c%d" % i for i in range(10_000)) + b"\n" + b",".join([b"1"] * 10_000) + b"\n",
        "wide.csv has 10,000 columns, more than 1,000; keep truth and predictions",
    ),
    "huge.csv": (
        b"truth,score\nyes," + b"9" * 500_000 + b"\nno,0.2\n",
        f"huge.csv: “score” must hold finite numbers, got “{'9' * 60}…” in row 2; mend that cell",
    ),
    "ragged.csv": (
        b"truth,score\nyes,0.1\nno,0.2,0.3\n",
        "ragged.csv has 3 values in row 3, but 2 column names; mend that row",
    ),
    "words.csv": (
        b"truth,score\n" + b"yes,0.1\nno,0.2\n" * 3 + b"no,high\n",
        "words.csv: “score” must hold numbers, got “high” in row 8; mend that cell",
    ),
    "text.parquet": (b"PAR1 but no more", "text.parquet cannot be read as Parquet"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_file_has_its_sentence_and_nothing_typed_is_lost(name):
    content, words = BAD[name]
    at = visit("verdict", "TP=227&FP=50&FN=31&TN=192")
    drop(at, content, name)
    assert answer(at) == "This data cannot be used yet"
    assert said(at, "error").startswith(words)
    assert len(at.main.error) == 1
    assert not at.main.get("plotly_chart")
    assert linked(at) == {"data": "File"}
    kind(at, "Numbers")
    assert [at.text_input(key=f"data_{key}").value for key in ("TP", "FP", "FN", "TN")] == ["227", "50", "31", "192"]
    assert answer(at).startswith("Yes: 12 of 12. The model beats")
    drop(at, SCORES)
    assert "Positive = yes (15 of 30" in said(at)


@pytest.mark.parametrize(
    ("page", "name"), [(page, ("picture.csv", "one.csv")[place % 2]) for place, page in enumerate(PAGES) if place]
)
def test_bad_file_is_said_on_the_other_pages(page, name):
    at = looked(BAD[name][0], page, name)
    assert said(at, "error") == BAD[name][1]
    assert not at.main.get("plotly_chart")


def test_scores_that_are_nan_are_asked_about():
    at = dropped(SCORES + b"yes,nan\n")
    assert answer(at) == "One question first"
    assert "1 of 31 rows has no truth or no prediction, the first is row 32, column “score”" in said(at, "info")


def test_name_of_a_file_cannot_be_markup():
    at = dropped(b"", name="![x](http://evil.example)<b>.csv")
    raw = "\n".join(one.value for one in at.error)
    assert "![x]" not in raw
    assert "<b>" not in raw
    assert said(at, "error").startswith("![x](http://evil.example)<b>.csv is empty")


WEIGHTED = [("yes", 0.9, 1.5), ("no", 0.2, 2.25), ("yes", 0.4, 0.1), ("no", 0.7, 1.25)] * 3
"""4.8 of 15.3 positive; called positive 4.5 of them and 3.75 others: accuracy 11.25 / 15.3 = 73.5 %."""


def weighted(page="verdict", factor=1.0):
    return dropped(rows(["truth", "score", "weight"], [(t, s, w * factor) for t, s, w in WEIGHTED]), page)


def test_weighted_cases_have_no_exact_probability_and_it_is_said():
    """4.8^2 / 6.78 = 3.4 positives and 10.5^2 / 19.875 = 5.5 negatives; of 3 of 8, 5 called, all found: 10 in 56."""
    at = weighted()
    text = said(at)
    assert "say as much as about 3 positive and 6 negative ones of one weight" in text
    assert "with probability about 0.179. That is too often to tell skill from luck." in text
    assert "this model reaches 73.5 %" in text
    assert "binom" not in text
    found = table(at)
    assert found["Exact p"].isna().all()
    np.testing.assert_allclose(found["Approximate p"].dropna(), 10 / 56)
    accuracy = found.set_index("Short name").loc["ACC"]
    assert accuracy["Score"] == pytest.approx(11.25 / 15.3, abs=1e-12)
    assert accuracy["95 % from"] < 0.5 < accuracy["Score"] < accuracy["95 % to"]
    # Who always says no is right in 10.5 of 15.3.
    assert accuracy["Chance"] == pytest.approx(10.5 / 15.3, abs=1e-5)
    assert "more than 68.6 % accuracy (by always saying no)" in text


@pytest.mark.parametrize("page", [page for page in PAGES if page not in ("folds", *NEED_TWO)])
def test_weighted_cases_are_named_on_every_page_that_draws_none_of_them(page):
    at = looked(rows(["truth", "score", "weight"], WEIGHTED), page)
    assert "31.4 %" in said(at, "caption")
    assert "weighted" in said(at, "caption")
    assert widget(at, CHARTS[page])


@pytest.mark.parametrize("factor", [1e-6, 1 / 15.3, 1e8, 1e12])
def test_verdict_does_not_depend_on_the_unit_of_the_weights(factor):
    at, other = weighted(), weighted(factor=factor)
    assert answer(other) == answer(at)
    ours, theirs = table(at).set_index("Short name"), table(other).set_index("Short name")
    shares = ["ACC", "F1", "MCC", "BACC", "J"]
    np.testing.assert_allclose(theirs.loc[shares, "Score"], ours.loc[shares, "Score"], atol=1e-9)
    np.testing.assert_allclose(theirs.loc[shares, "Chance"], ours.loc[shares, "Chance"], atol=1e-5)


@pytest.mark.parametrize(
    ("page", "weight"),
    [("verdict", weight) for weight in ("0", "1e-12", "1e9", "1e14", "1e300", "-1", "nan", "x")]
    + [(page, "1e9") for page in PAGES if page != "verdict"],
)
def test_weights_of_any_size_have_an_answer_or_a_sentence(page, weight):
    content = b"truth,score,weight\n" + b"".join(
        b"%s,%s\n" % (line, weight.encode()) for line in SCORES.splitlines()[1:]
    )
    assert answer(looked(content, page))


@pytest.mark.parametrize(("page", "yes"), [("verdict", 1), *((page, place % 2) for place, page in enumerate(PAGES))])
def test_one_class_that_weighs_nothing(page, yes):
    content = rows(["truth", "score", "weight"], [(t, s, yes if t == "yes" else 1 - yes) for t, s, _ in WEIGHTED])
    assert answer(looked(content, page))


def test_scores_that_are_all_equal_have_no_threshold_to_move():
    at = dropped(b"truth,score\n" + b"yes,3\nno,3\n" * 10)
    assert not shown(at, "data_threshold_")
    assert answer(at).startswith(("No:", "Nobody"))


def test_scores_of_any_scale_have_a_slider_over_their_range():
    at = dropped(b"truth,score\n" + b"yes,-1e-9\nno,-3e-9\nyes,2e-9\nno,1e-9\n" * 10)
    slider = widget(at, "data_threshold_")
    assert (slider.min, slider.max) == (-3e-9, 2e-9)
    at = dropped(b"truth,score\n" + b"yes,1e15\nno,1\nyes,5e14\nno,7e14\n" * 10)
    slider = widget(at, "data_threshold_")
    choose(at, "data_threshold_", 6e14)
    assert "Positive = yes (20 of 40" in said(at)


@pytest.mark.parametrize("page", [page for page in PAGES if page not in NEED_GROUPS])
@pytest.mark.usefixtures("unfolded")
def test_many_models_are_all_in_the_table(page):
    rng = np.random.default_rng(1)
    names = [f"score_{i}" for i in range(30)]
    lines = [["yes" if i % 2 else "no", *rng.random(30).round(3)] for i in range(40)]
    at = looked(rows(["truth", *names], lines), page)
    if page == "verdict":
        assert set(table(at)["Model"]) == set(names)
    assert widget(at, CHARTS[page])
