"""Baselines at any share and of several sets, and every strategy: what the controls change, what a link opens."""

import json

import pytest

from tests.helpers.visiting import again, answer, figure, fine, said, table, visit, widget


def choose(at, **values):
    for key, value in values.items():
        box = widget(at, key)
        {"button_group": at.segmented_control}.get(box.type, getattr(at, box.type, None))(key=key).set_value(value)
        fine(at.run())
    return at


def names(at, chart):
    return {trace.get("name") for trace in json.loads(figure(at, chart))["data"]}


@pytest.mark.usefixtures("unfolded")
def test_figure_2_opens_by_its_link_and_moves():
    at = visit("baselines", "M=50&P=10&over=share&shown=G2&prevalence=0.02")
    assert answer(at).startswith("With 1 of 50 cases positive, no skill is needed for a G-mean 2 (G2) of 0.389")
    assert {"G-mean 2 (G2)", "this data"} <= names(at, "share_chart") & names(at, "guess_chart")
    assert len(table(at, 0, 2)) == 51
    choose(at, asked_prevalence=0.98)
    assert "predicting 17 of 50 positive reaches it" in answer(at)
    assert at.query_params["prevalence"] == "0.98"
    at.multiselect(key="measure_looked_at").set_value(["F1", "MCC"])
    fine(at.run())
    other = again("baselines", at)
    assert said(other) == said(at)
    assert other.query_params == at.query_params
    choose(at, over="cases")
    assert answer(at).startswith("With 50 cases, 10 positive, no skill is needed for an F1 of 0.333")


def test_several_data_sets_are_typed_and_travel():
    at = visit("baselines", "M=303&P=139&over=sets")
    assert "0.209 on Bank Marketing" in answer(at)
    assert "sets" not in at.query_params
    assert "| Adult | 48,842 | 11,687 | 0.239 |" in said(at)
    at.text_input(key="sets").set_value("306/81, 1000/10")
    fine(at.run())
    assert "0.020 on 10 of 1,000" in answer(at)
    assert at.query_params["sets"] == "306/81, 1000/10"
    assert said(again("baselines", at)) == said(at)
    at.text_input(key="sets").set_value("iris")
    fine(at.run())
    assert "cases/positives such as 303/139" in said(at)
    assert at.text_input(key="sets").value == "iris"


@pytest.mark.usefixtures("unfolded")
def test_every_strategy_with_its_predictions():
    at = visit("expectation", "M=20&P=6&guessing=each&guess=0.2&measure=F1,G2")
    assert answer(at).startswith("F1 is best, 0.462 on average, by always predicting positive; G-mean 2 (G2) is best")
    assert {"F1", "A coin", "Best of all g"} <= names(at, "strategies_chart")
    assert "| positive | 1.200 | 2.800 | 4 |" in said(at)
    choose(at, guess_g=0.5)
    assert "| positive | 3 | 7 | 10 |" in said(at)
    assert said(again("expectation", at)) == said(at)
    choose(at, guess_kind="mode")
    assert at.query_params["guess"] == "mode"
    assert "No guess by always guessing the more common class (g = 0) has a value of F1" in said(at)
    choose(at, guessing="number")
    assert "guessing" not in at.query_params
    assert widget(at, "theta").value == 0.5


@pytest.mark.parametrize(
    ("page", "link", "words"),
    [
        ("baselines", "over=nope", 'over must be one of cases, share, sets, got "nope"'),
        ("baselines", "over=sets&sets=iris", 'got "iris"'),
        ("expectation", "guessing=nope", 'guessing must be one of number, each, got "nope"'),
    ],
)
def test_wrong_values_in_a_link_are_said_and_dropped(page, link, words):
    at = visit(page, f"M=303&P=139&{link}")
    assert words in said(at, "warning")
    assert link.rpartition("&")[2].partition("=")[0] not in at.query_params


def test_formulas_of_both_choices_of_measures_travel():
    at = visit("baselines", "M=50&P=10&formula=half+%3D+tp+/+m")
    assert "for a half of 0.200" in answer(at)
    choose(at, over="share")
    at.text_input(key="measure_looked_at_own").set_value("third = tp / m / 3")
    fine(at.run())
    assert "third" in answer(at)
    assert answer(again("baselines", at)) == answer(at)
    choose(at, over="cases")
    assert "for a half of 0.200" in answer(at)
