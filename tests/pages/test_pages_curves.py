"""Curves on their page: each control changes what it should and stands in the link, and the link opens the same."""

import pytest

from tests.helpers.score_pages import CURVES, SAMPLE, SIDE, points, traces, two
from tests.helpers.visiting import choose, linked, moves, seen, shown, shows, travels, visit

KIND, MEASURE = "curve_of_scores", "measure_looked_at"


def test_kind_threshold_and_measure_are_chosen_and_travel():
    at = visit("curves", SAMPLE)
    first = seen(at)
    assert [slider.key for slider in at.main.slider] == [SIDE]
    assert not at.sidebar.slider
    for key in (*CURVES[1:], "calibration", "measure"):
        moves(at, **{KIND: key})
        assert at.query_params["curve"] == key
        assert shown(at, MEASURE) == (key == "measure")
    moves(at, **{MEASURE: ["ACC"], SIDE: 0.7})
    assert at.query_params == {"sample": "two_class_example", "threshold": "0.7", "curve": "measure", "measure": "ACC"}
    travels(at)
    choose(at, **{MEASURE: []})
    assert len(at.info) == 1
    assert shown(at, KIND)
    choose(at, **{MEASURE: ["F1"], KIND: "roc", SIDE: 0.5})
    assert at.query_params == {"sample": "two_class_example"}
    assert seen(at) == first


@pytest.mark.usefixtures("unfolded")
def test_measure_of_ones_own_is_a_column_and_travels():
    at = moves(visit("curves", f"{SAMPLE}&curve=measure"), **{f"{MEASURE}_own": "half = tp / m / 2"})
    assert "half" in points(at).columns
    assert at.query_params["formula"] == "half = tp / m / 2"
    assert points(travels(at)).equals(points(at))


@pytest.mark.usefixtures("drawn")
def test_models_stand_together_and_turn_round_with_the_one_looked_at(pair):
    at = two(pair)
    assert points(at)["Model"].unique().tolist() == ["score_a", "score_b"]
    assert {name.split()[0] for name in traces(at)} >= {"score_a", "score_b"}
    moves(at, data_model="score_b")
    assert points(at)["Model"].unique().tolist() == ["score_b", "score_a"]
    moves(at, data_positive="no")
    assert linked(at) == {"data": "File", "positive": "2", "model": "2"}
    choose(at, **{KIND: "calibration"})
    # Its scores are fit for every other curve, and the choice to be mended stands there.
    assert not traces(at)
    shows(at)
    choose(at, **{KIND: "roc"})
    assert traces(at)


@pytest.mark.full
def test_two_curves_are_held_against_each_other():
    at = moves(visit("curves", "sample=lending_club&curve=difference"), against="evidence")
    assert at.query_params["against"] == "evidence"
    assert shown(at, "preferred_chart")
    travels(at)
    choose(at, **{KIND: "roc"})
    assert not shown(at, "against")
