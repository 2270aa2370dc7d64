"""Two models on their page: each control changes what it should and stands in the link; no file reaches the link."""

import re

import pytest

from ddcore.answers import QUESTIONS
from ddcore.samples.pairs import Pair
from tests.helpers.answers import codes
from tests.helpers.pair_pages import TRUTH, A, B, C
from tests.helpers.score_pages import upload
from tests.helpers.visiting import (
    choose,
    drop,
    go,
    kind,
    linked,
    moves,
    plain,
    press,
    rows,
    said,
    seen,
    shown,
    shows,
    travels,
    visit,
    widget,
)

SMALL = "sample=pair_2&size=40"
CANNOT = QUESTIONS["ensemble"].unanswered


def two(*scores, header=("score_a", "score_b", "score_c"), truth=TRUTH):
    """The page with a file of several models."""
    return upload(["truth", *header[: len(scores)]], zip(truth, *scores, strict=True), "ensemble")


def names(at):
    """The ways in the small table of a share."""
    text = next(text.value for text in at.main.markdown if text.value.startswith("| predicted positive by |"))
    return [plain(line.strip("|").split(" | ")[0].strip()) for line in text.splitlines()[2:]]


@pytest.mark.full
def test_controls_change_the_page_and_travel():
    at = visit("ensemble", SMALL)
    fresh, usual = seen(at), {key: widget(at, key).value for key in ("called", "bandwidth", "folds", "deal", "joint")}
    moves(at, called=0.3, bandwidth="scott", folds=3, deal=7)
    choose(at, curve_compared="toc")
    moves(at, joint="binormal")
    assert not shown(at, "bandwidth")
    asked = {"called": "0.3", "bandwidth": "scott", "folds": "3", "deal": "7", "curve": "toc", "joint": "binormal"}
    assert at.query_params == {"sample": "pair_2", "size": "40"} | asked
    travels(at)
    before = seen(at)
    assert seen(go(go(at, "likelihood"), "ensemble")) == before
    choose(at, joint=usual.pop("joint"))
    assert at.query_params["bandwidth"] == "scott"
    choose(at, curve_compared="roc", **usual)
    assert at.query_params == {"sample": "pair_2", "size": "40"}
    assert seen(at) == fresh


def test_what_judges_is_asked_for_once():
    at = moves(visit("ensemble", SMALL), judged="held", held=0.3)
    assert {"judged": "held", "held": "0.3"}.items() <= at.query_params.items()
    assert not shown(at, "folds")


def test_the_plane_is_a_table_once_it_is_unfolded():
    at = visit("ensemble", SMALL)
    before = len(at.main.dataframe)
    at.session_state["plane_box"] = True
    at.run()
    assert len(at.main.dataframe) == before + 1


@pytest.mark.full
def test_exact_areas_are_found_once_and_the_share_follows_the_data(monkeypatch):
    """They take a second; whoever moves a slider should not wait for them again."""
    counted = []
    before = Pair.read

    def read(pair, cells, *classes):
        counted.append(cells)
        return before(pair, cells, *classes)

    monkeypatch.setattr(Pair, "read", read)
    at = visit("ensemble", "sample=pair_2&size=41")
    assert counted
    counted.clear()
    choose(at, called=0.4)
    assert counted == []
    at = choose(visit("ensemble", SMALL), data_sample="lending_club")
    assert widget(at, "called").value == 0.05
    assert "called" not in at.query_params


@pytest.mark.full
def test_three_models_of_a_file_are_places_in_the_link():
    at = two(A, B, C, header=("score_secret", "score_hidden", "score_third"))
    assert names(at) == ["score_secret", "score_hidden", "Together"]
    choose(at, models_=["score_secret", "score_hidden", "score_third"])
    assert names(at)[:3] == ["score_secret", "score_hidden", "score_third"]
    choose(at, joint="kde")
    assert shows(at).sentence == CANNOT
    moves(at, joint="binormal")
    assert not shown(at, "plane_chart")
    moves(at, joint="logistic", called=0.25)
    choose(at, data_model_="score_hidden", models_=["score_third", "score_secret"])
    asked = {"data": "File", "model": "2", "models": "3,1", "joint": "logistic", "called": "0.25"}
    assert linked(at) == asked
    go(go(at, "curves"), "ensemble")
    assert names(at)[:2] == ["score_third", "score_secret"]
    for few in (["score_third"], []):
        choose(at, models_=few)
        assert f"got {len(few)}" in said(at)
        assert not at.main.get("plotly_chart")
    kind(at, "Numbers")
    assert not shown(at, "ensemble_chart")


@pytest.mark.full
def test_models_of_another_file_take_the_place_of_those_before():
    at = choose(two(A, B, C), joint="logistic", models_=["score_b", "score_c", "score_a"])
    drop(at, rows(["truth", "score_x", "score_y", "score_z"], zip(TRUTH, C, A, B, strict=True)), "other.csv")
    assert names(at) == ["score_y", "score_x", "Together"]  # the best one first
    drop(at, rows(["truth", "score_a", "score_z"], zip(TRUTH, C, A, strict=True)), "third.csv")
    assert names(at) == ["score_z", "score_a", "Together"]


def test_gaps_in_one_score_leave_cases_out_when_asked():
    at = press(two(A, ["" if place % 9 == 0 else score for place, score in enumerate(B)]), "data_ask_missing_")
    assert "left-out" in codes(shows(at))
    assert not re.search(r"\b(nan|NaN|inf|None)\b|∞", said(at))
