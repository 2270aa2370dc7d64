"""How steady is the score: what each control changes, what stands in the link, and which parts a file has."""

import json

import pytest

from ddcore.answers import csv_file
from tests.helpers.visiting import (
    again,
    answer,
    dropped,
    figure,
    fine,
    guess,
    linked,
    rows,
    said,
    shown,
    table,
    unpacked,
    visit,
    widget,
)


def test_page_shows_both_charts_of_every_fold():
    at = visit("folds", "sample=hpc_cv")
    names = [trace.get("name") for trace in json.loads(figure(at, "folds_chart"))["data"]]
    assert [name for name in names if name and name.startswith("Fold")] == [f"Fold{k:02d}" for k in range(1, 11)]
    spread = json.loads(figure(at, "spread_chart"))["data"][0]
    assert unpacked(spread["x"]) == pytest.approx(table(at)["Score at the common threshold"].tolist())
    for key in ("folds_chart", "spread_chart"):
        assert len(at.get_by_key(key).proto.alt) > 60


@pytest.mark.usefixtures("unfolded")
def test_parts_are_the_ones_chosen():
    at = visit("folds", "sample=hpc_cv")
    assert list(at.segmented_control(key="parts").options) == ["10 folds", "Resamples"]
    assert not shown(at, "resamples")
    assert "parts" not in at.query_params
    at.segmented_control(key="parts").set_value("resamples")
    fine(at.run())
    assert at.query_params["parts"] == "resamples"
    assert len(table(at)) == 200
    at.select_slider(key="resamples").set_value(50)
    fine(at.run())
    assert at.query_params["resamples"] == "50"
    assert len(table(at)) == 50
    other = again("folds", at)
    assert table(other).equals(table(at))
    assert said(other) == said(at)
    at.segmented_control(key="parts").set_value("folds")
    fine(at.run())
    assert "parts" not in at.query_params


@pytest.mark.parametrize("parts", ["folds", "x"])
def test_model_without_folds_has_resamples_alone(parts):
    at = visit("folds", f"sample=two_class_example&parts={parts}")
    assert f'got "{parts}"' in said(at, "warning")
    assert not shown(at, "parts")
    assert "On each of the 200 resamples" in said(at)
    assert at.query_params == {"sample": "two_class_example"}


def test_measure_and_guesser_travel():
    at = visit("folds", "sample=hpc_cv&measure=MCC,F1")
    assert at.multiselect(key="measure_looked_at").value == ["MCC"]
    at.multiselect(key="measure_looked_at").set_value(["J"])
    guess(at, "own", 0.3)
    assert answer(at).startswith("Youden's J goes ")
    assert "predicting each case positive with probability 0.3" in said(at)
    assert {"measure": "J", "guess": "0.3"}.items() <= dict(at.query_params).items()
    assert said(again("folds", at)) == said(at)


def test_wrong_values_in_a_link_are_said_and_the_defaults_shown():
    at = visit("folds", "sample=hpc_cv&parts=x&guess=often&measure=PP")
    assert len(at.warning) == 3
    for name, words in (("parts", 'parts must be one of folds, runs, resamples, got "x"'), ("guess", 'got "often"')):
        assert words in said(at, "warning")
        assert name not in at.query_params
    assert widget(at, "parts").value == "folds"
    assert at.multiselect(key="measure_looked_at").value == ["F1"]


def test_labels_have_no_threshold_to_move():
    at = visit("folds", "sample=hpc_cv&model=pred")
    assert answer(at) == "pred has no scores, so there is no threshold to move."
    assert not at.main.get("plotly_chart")
    at.selectbox(key="data_model_hpc_cv").set_value("model VF")
    fine(at.run())
    assert answer(at).startswith("F1 goes 69.7 % of the way")


SCORED = [("yes", 0.9), ("no", 0.2), ("yes", 0.4), ("no", 0.6), ("yes", 0.8), ("no", 0.1)]


def uploaded(header, lines, link="data=File"):
    return dropped(rows(header, lines), "folds", link=link)


@pytest.mark.parametrize("weight", [None, 2.5])
def test_folds_of_an_upload_are_taken_after_a_sample_without_folds(weight):
    header = ["truth", "score", "fold"] + (["weight"] if weight else [])
    lines = [[*case, name] + ([weight] if weight else []) for name in "ab" for case in SCORED]
    at = uploaded(header, lines, "sample=two_class_example")
    assert at.segmented_control(key="parts").value == "folds"
    assert table(at)["Fold"].tolist() == ["a", "b"]
    assert linked(at) == {"data": "File"} | ({"columns": "weight 4"} if weight else {})


def test_names_of_folds_are_no_markup_and_start_no_formula():
    names = ["<b>x</b>", "=1+1", "![x](http://evil.example/x.png)"]
    at = uploaded(["truth", "score", "fold"], [[*case, name] for name in names for case in SCORED])
    assert sorted(table(at)["Fold"]) == sorted(names)
    for key in ("folds_chart", "spread_chart"):
        assert "<b>x" not in json.dumps(json.loads(figure(at, key)), ensure_ascii=False)
    assert "'=1+1" in csv_file.csv(table(at)).decode()


def test_measure_without_a_value_on_the_parts_says_so():
    lines = [[truth, score, fold] for fold, truth in (("a", "yes"), ("b", "no")) for _, score in SCORED]
    at = uploaded(["truth", "score", "fold"], lines)
    at.multiselect(key="measure_looked_at").set_value(["MCC"])
    fine(at.run())
    assert answer(at).startswith("Nobody can tell. At no threshold do all folds have a value of Matthews")
    assert "At no threshold" in at.get_by_key("folds_chart").proto.alt
    assert len(table(at)) == 0


def test_several_models_of_an_upload_are_looked_at_one_by_one():
    lines = [[truth, score, round(1 - score, 3), fold] for fold in "ab" for truth, score in SCORED]
    at = uploaded(["truth", "good", "bad", "fold"], lines)
    first = answer(at)
    box = widget(at, "data_model_")
    assert list(box.options) == ["good", "bad"]
    at.selectbox(key=box.key).set_value("bad")
    fine(at.run())
    assert answer(at) != first
    assert "Worth knowing about bad" in [part.value for part in at.main.subheader]
    assert linked(at) == {"data": "File", "model": "2"}


def test_another_sample_shows_the_parts_it_has():
    at = visit("folds", "sample=hpc_cv")
    at.selectbox(key="data_sample").set_value("two_class_example")
    fine(at.run())
    assert "200 resamples" in said(at)
    at.selectbox(key="data_sample").set_value("hpc_cv")
    fine(at.run())
    assert len(table(at)) == 10
