"""Curves on their page: each control changes what it should and stands in the link, and the link opens the same."""

from urllib.parse import urlencode

import pytest

from tests.helpers.score_pages import CURVES, SAMPLE, SIDE, choose, counted, headers, points, seen, traces, two, upload
from tests.helpers.visiting import again, answer, figure, fine, linked, plain, said, shown, visit

KIND, MEASURE = "curve_of_scores", "measure_looked_at"


def test_kind_is_chosen_and_travels():
    at = visit("curves", SAMPLE)
    assert "curve" not in at.query_params
    for key in (*CURVES[1:], "calibration", "measure"):
        choose(at, **{KIND: key})
        assert at.query_params["curve"] == key
        assert shown(at, MEASURE) == (key == "measure")
    assert said(again("curves", at)) == said(at)
    assert figure(again("curves", at), "curves_chart") == figure(at, "curves_chart")
    choose(at, **{KIND: "roc"})
    assert at.query_params == {"sample": "two_class_example"}
    assert figure(at, "curves_chart") == figure(seen(), "curves_chart")


@pytest.mark.usefixtures("unfolded")
def test_measure_is_chosen_and_travels():
    own = urlencode({"curve": "measure", "formula": "net = (tp - fp) / m"})
    at = visit("curves", f"{SAMPLE}&{own}")
    assert "net" in points(at).columns
    assert at.query_params["formula"] == "net = (tp - fp) / m"
    choose(at, **{f"{MEASURE}_own": "half = tp / m / 2"})
    assert "half" in points(at).columns
    assert at.query_params["formula"] == "half = tp / m / 2"
    assert points(again("curves", at)).equals(points(at))
    choose(at, **{MEASURE: []})
    assert said(at, "info") == "Choose at least one measure."
    assert shown(at, KIND)
    choose(at, **{MEASURE: ["ACC"]})
    assert at.query_params["measure"] == "ACC"
    assert "Accuracy" in points(at).columns


def test_link_that_cannot_be_followed_is_said():
    at = visit("curves", f"{SAMPLE}&curve=measure&measure=xyz")
    assert "xyz" in said(at, "warning")
    assert at.multiselect(key=MEASURE).value == ["F1"]
    at = visit("curves", f"{SAMPLE}&curve=auc")
    assert 'got "auc"' in said(at, "warning")
    assert at.segmented_control(key=KIND).value == "roc"


@pytest.mark.parametrize("size", ["4", "x", "7.5"])
def test_wrong_size_of_a_sample_is_said(size):
    at = visit("curves", f"sample=scenario_2&size={size}")
    assert at.number_input(key="data_size").value == 10_000
    assert len(at.warning) == 1
    assert f'got "{size}"' in said(at, "warning")


def test_wrong_seed_of_a_sample_is_said():
    at = visit("curves", "sample=scenario_2&size=50&seed=-3")
    assert at.number_input(key="data_seed").value == 1
    assert 'seed must be between 0 and 1,000,000, got "-3"' in said(at, "warning")


def test_threshold_stands_beside_the_chart_and_moves_the_counts():
    at = visit("curves", SAMPLE)
    counted(at, 0.5)
    assert [slider.key for slider in at.main.slider] == [SIDE]
    assert not at.sidebar.slider
    for threshold in (0.7, 0.25):
        at.slider(key=SIDE).set_value(threshold)
        counted(fine(at.run()), threshold)
    assert said(again("curves", at)) == said(at)


def test_models_stand_together_and_turn_round_with_the_one_looked_at(pair):
    at = two(pair)
    assert points(at)["Model"].unique().tolist() == ["score_a", "score_b"]
    assert {name.split()[0] for name in traces(at)} >= {"score_a", "score_b"}
    choose(at, data_model="score_b")
    assert points(at)["Model"].unique().tolist() == ["score_b", "score_a"]
    assert [plain(title.value) for title in at.main.subheader] == [
        "Predictions of score_b against truth",
        "Worth knowing about score_b",
    ]
    choose(at, data_positive="no")
    assert "not clearly less than chance" in answer(at)
    assert linked(at) == {"data": "File", "positive": "2", "model": "2"}


def test_models_of_a_long_file_stand_in_the_chart_and_are_not_compared(pair):
    true, *scores = pair
    lines = [
        (name, "yes" if case else "no", score)
        for name, column in zip(("first", "second"), scores, strict=True)
        for case, score in zip(true, column, strict=True)
    ]
    at = upload(["model", "truth", "score"], lines)
    assert points(at)["Model"].unique().tolist() == ["first", "second"]
    assert "not compared case by case" in said(at, "caption")


def test_calibration_that_cannot_be_shown_does_not_blame_the_data(pair):
    """Its scores are fit for every other curve, and the choice to be mended stands there."""
    at = choose(two(pair), **{KIND: "calibration"})
    assert "scores must be between 0 and 1" in figure(at, "curves_chart").replace("<br>", " ").lower()
    assert "This data cannot be used yet" not in headers(at)
    assert shown(at, KIND)
    choose(at, **{KIND: "roc"})
    assert traces(at)


def test_ten_bins_are_no_large_table():
    at = visit("curves", "sample=scenario_1&size=6000&curve=calibration")
    assert "Every point of the chart as a table" in [box.label for box in at.main.expander]
    assert len(points(at)) == 10


@pytest.mark.usefixtures("unfolded")
def test_two_curves_are_held_against_each_other():
    at = visit("curves", "sample=lending_club&curve=difference")
    assert at.selectbox(key=other(at)).value == "2"
    assert "trees" in said(at)
    choose(at, **{other(at): "evidence"})
    assert at.query_params["against"] == "evidence"
    assert said(again("curves", at)) == said(at)
    assert figure(at, "preferred_chart")
    choose(at, **{KIND: "roc"})
    assert not shown(at, "against")


def other(at):
    """The key of the list of what the model is held against."""
    return next(box.key for box in at.selectbox if str(box.key).startswith("against"))
