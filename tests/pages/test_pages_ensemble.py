"""Two models on their page: each control changes what it should and stands in the link; no file reaches the link."""

import re

import numpy as np
import pytest

from ddcore.samples.pairs import Pair
from tests.helpers.pair_pages import TRUE, TRUTH, A, B, C
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
    visit,
    widget,
)

SMALL = "sample=pair_2&size=40"
NEED = "It takes two models to be better together."


def two(*scores, header=("score_a", "score_b", "score_c"), truth=TRUTH):
    """The page with a file of several models."""
    return upload(["truth", *header[: len(scores)]], zip(truth, *scores, strict=True), "ensemble")


def names(at):
    """The ways in the small table of a share."""
    text = next(text.value for text in at.main.markdown if text.value.startswith("| predicted positive by |"))
    return [plain(line.strip("|").split(" | ")[0].strip()) for line in text.splitlines()[2:]]


@pytest.mark.parametrize(
    ("link", "words"),
    [
        ("sample=two_class_example", "Here is only one model"),
        ("sample=pathology", "Here no model has scores"),
        ("M=303&P=139", "Give a model's counts or a file"),
    ],
)
def test_without_two_models_the_page_says_what_it_needs(link, words):
    at = visit("ensemble", link)
    assert (answer(at) == NEED) == (not link.startswith("M="))
    assert words in said(at)
    assert not at.main.get("plotly_chart")


CONTROLS = [
    ("called", "called", 0.3),
    ("bandwidth", "bandwidth", "scott"),
    ("folds", "folds", 3),
    ("deal", "deal", 7),
    ("curve", "curve_compared", "toc"),
    ("joint", "joint", "binormal"),
]


def test_controls_change_the_page_and_travel():
    at = visit("ensemble", SMALL)
    start = dict(at.query_params)
    assert start == {"sample": "pair_2", "size": "40"}
    usual = {key: widget(at, key).value for _, key, _ in CONTROLS}
    fresh = said(at), figure(at, "ensemble_chart")
    asked = dict(start)
    for name, key, value in CONTROLS:
        before = said(at), figure(at, "ensemble_chart")
        choose(at, **{key: value})
        asked[name] = str(value)
        if name == "joint":
            assert not shown(at, "bandwidth")
        assert (said(at), figure(at, "ensemble_chart")) != before, name
        assert at.query_params == asked, name
    other = again("ensemble", at)
    for chart in ("plane_chart", "ensemble_chart"):
        assert figure(other, chart) == figure(at, chart)
    assert said(other) == said(at)
    go(go(at, "likelihood"), "ensemble")
    assert said(other) == said(at)
    assert at.query_params == asked
    for _, key, _ in reversed(CONTROLS):
        choose(at, **{key: usual[key]})
        if key == "joint":
            assert at.query_params["bandwidth"] == "scott"
    assert at.query_params == start
    assert (said(at), figure(at, "ensemble_chart")) == fresh


def test_titles_and_tables_stand_in_their_order():
    at = visit("ensemble", SMALL)
    assert [plain(title.value) for title in at.main.subheader] == [
        "1 Where both together predict positive",
        "2 ROC, alone and together",
        "Worth knowing",
    ]
    assert [box.label.split(" (")[0] for box in at.main.expander] == [
        "Every way to score the cases as a table",
        "Where together is above each as a table",
        "The plane as a table",
        "Every point of the curves as a table",
        "The same case at other correlations as a table",
        "How this is computed",
    ]
    at.session_state["plane_box"] = True
    fine(at.run())
    assert any("Log likelihood ratio" in table.value for table in at.main.dataframe)


def test_what_a_link_cannot_give_is_said_and_the_default_shown():
    at = visit("ensemble", f"{SMALL}&called=2&joint=x&bandwidth=wide&folds=1&deal=1.5&curve=brier")
    assert [widget(at, key).value for _, key, _ in CONTROLS] == [0.5, "normal", 5, 1, "roc", "kde"]
    assert len(at.warning) == 6
    assert not set(at.query_params) & {name for name, _, _ in CONTROLS}


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
    choose(at, called=0.5)
    choose(at, data_sample="pathology")
    assert answer(at) == NEED
    at = choose(visit("ensemble", SMALL), data_sample="lending_club")
    assert widget(at, "called").value == 0.05
    assert "called" not in at.query_params


def test_link_of_a_file_has_places_and_no_names():
    at = two(A, B, C, header=("score_secret", "score_hidden", "score_third"))
    assert linked(at) == {"data": "File"}
    choose(at, joint="logistic", called=0.25, data_model_="score_hidden")
    choose(at, models_=["score_third", "score_secret"])
    assert names(at)[:2] == ["score_third", "score_secret"]
    assert linked(at) == {"data": "File", "model": "2", "models": "3,1", "joint": "logistic", "called": "0.25"}
    go(go(at, "curves"), "ensemble")
    assert names(at)[:2] == ["score_third", "score_secret"]
    kind(at, "Numbers")
    assert not shown(at, "ensemble_chart")


def test_three_models_are_read_by_other_methods_than_the_kernel():
    at = two(A, B, C)
    assert names(at) == ["score_a", "score_b", "Together"]
    choose(at, models_=["score_a", "score_b", "score_c"])
    assert "**Kernels in pairs**" in "".join(text.value for text in at.main.markdown)
    assert names(at) == ["score_a", "score_b", "score_c", "Together"]
    choose(at, joint="kde")
    assert answer(at) == "These scores cannot be read together yet."
    assert not at.main.get("plotly_chart")
    choose(at, joint="binormal")
    assert names(at) == ["score_a", "score_b", "score_c", "Together"]
    assert not shown(at, "plane_chart")
    assert "2 What each finds" in [plain(title.value) for title in at.main.subheader]
    choose(at, models_=["score_c"])
    assert "Choose two models or more to be read together, got 1." in said(at)
    choose(at, models_=[])
    assert "Choose two models or more to be read together, got 0." in said(at)
    choose(at, models_=["score_c", "score_b"])
    assert names(at) == ["score_c", "score_b", "Together"]


def test_models_of_another_file_take_the_place_of_those_before():
    at = choose(two(A, B, C), joint="logistic", models_=["score_b", "score_c", "score_a"])
    drop(at, rows(["truth", "score_x", "score_y", "score_z"], zip(TRUTH, C, A, B, strict=True)), "other.csv")
    assert names(at) == ["score_y", "score_x", "Together"]  # the best one first
    drop(at, rows(["truth", "score_a", "score_z"], zip(TRUTH, C, A, strict=True)), "third.csv")
    assert names(at) == ["score_z", "score_a", "Together"]


def test_labels_looked_at_are_said_and_left_again():
    lines = zip(TRUTH, A, B, np.where(C > 0.5, "yes", "no"), strict=True)
    at = upload(["truth", "score_a", "score_b", "predicted_c"], lines, "ensemble")
    before = said(at)
    choose(at, data_model_="predicted_c")
    assert "predicted_c has no scores; look at another model" in said(at)
    choose(at, data_model_="score_a")
    assert said(at) == before


def test_gaps_in_one_score_leave_cases_out_when_asked():
    at = two(A, ["" if place % 9 == 0 else score for place, score in enumerate(B)])
    assert answer(at) == "One question first"
    at.button(key=widget(at, "data_ask_missing_").key).click()
    fine(at.run())
    assert "9 cases without a score of each model are left out." in said(at)
    assert not re.search(r"\b(nan|NaN|inf|None)\b|∞", said(at))


def test_names_are_shown_letter_by_letter():
    classes, models = ("**ill** <b>x</b>", "$well$ [a](b)"), ("score `a` *b*", "score ![q](z)")
    at = two(A, B, header=models, truth=np.where(TRUE, *classes))
    assert names(at) == [*models, "Together"]
    assert f"| truly {classes[0]} |" in said(at)
    for place, text in markdown(at):
        for name in (*classes, *models):
            assert name not in text, place


def test_what_judges_is_asked_for_once():
    at = visit("ensemble", "sample=pair_2&size=100&judged=held&held=0.3&joint=vine")
    assert not at.exception
    shown = {widget.key for widget in (*at.main.slider, *at.main.number_input, *at.main.selectbox)}
    assert {"held", "bandwidth"} <= shown
    assert "folds" not in shown


def test_three_models_of_a_sample_are_in_the_link():
    at = visit("ensemble", "sample=tumours&models=1,2,3")
    assert answer(at).startswith("Yes. Together ")
    assert names(at) == ["texture", "smoothness", "symmetry", "Together"]
    assert not shown(at, "plane_chart")
    assert linked(at) == {"sample": "tumours", "models": "1,2,3"}
