"""Three models and more in pairs, whether together is above each, cases held out, the best method."""

import math
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import roc_auc_score

import ddcore
from ddcore.answers.ensemble import SMOOTH, Choices
from ddcore.answers.ensemble.tables import above_rows, share_values
from ddcore.answers.ensemble.words import chosen_notes, dominance_notes
from ddcore.samples import SAMPLES
from ddcore.scores.joint import JOINT_METHODS
from ddcore.scores.roc_bands import TogetherShares
from tests.helpers.answers import asked, codes, notes
from tests.helpers.ensemble import two
from tests.helpers.ensemble_answers import BASE
from tests.helpers.scored import together as shared

NAMES = ("alpha", "beta", "gamma")
FULL = pytest.mark.full


def data(size=200, seed=0, models=3, weight=None):
    scores, truth = two(size, seed, models)
    return shared(truth == 1, dict(zip(NAMES, scores.T, strict=False)), weight=weight)


def with_above(*found):
    """Ways alone and read, each with shares where together is above, below, surely above and surely below."""
    given = iter(found)
    held = [
        replace(way, shares=TogetherShares(*next(given))) if way.kind in ("alone", "read") else way for way in BASE.ways
    ]
    return replace(BASE, ways=tuple(held))


CLEAR, OPEN, BAD, FEW = (0.9, 0.05, 0.5, 0.0), (0.6, 0.3, 0.0, 0.0), (0.2, 0.7, 0.0, 0.25), (0.5, 0.2, None, None)


@pytest.mark.parametrize(
    ("found", "code", "said"),
    [
        ((CLEAR, CLEAR, CLEAR, (0.9, 0.05, 0.125, 0.0)), "dominance-shown", "b (likelihood ratio) at 12.5 %"),
        ((CLEAR, OPEN, CLEAR, CLEAR), "dominance-some", "above that of b"),
        ((OPEN,) * 4, "dominance-unclear", "nowhere"),
        ((CLEAR, CLEAR, BAD, CLEAR), "dominance-broken", "a (likelihood ratio) at 25 %"),
        ((CLEAR, FEW, CLEAR, CLEAR), "dominance-unknown", "too few"),
    ],
)
def test_what_the_cases_show_of_the_curve_of_together(found, code, said):
    (note,) = dominance_notes(with_above(*found))
    assert note.code == code
    assert said in note.text


def test_shares_stand_in_the_table_and_in_the_values():
    whole = with_above(CLEAR, FEW, OPEN, BAD)
    rows = above_rows(whole)
    assert rows["Together compared with"].tolist() == ["a", "b", *(f"{name}, likelihood ratio" for name in "ab")]
    assert rows.iloc[0, 1:].tolist() == list(CLEAR)
    assert rows.iloc[1, 3:].isna().all()
    values = [share_values(way) for way in whole.ways]
    assert values[0] == {"together_above": {"above": 0.9, "below": 0.05, "surely_above": 0.5, "surely_below": 0.0}}
    assert [bool(found) for found in values] == [way.kind in ("alone", "read") for way in whole.ways]


@pytest.mark.usefixtures("in_order")
def test_three_models_are_read_in_pairs():
    answer = asked("ensemble", data(), models=NAMES, method="vine")
    assert any(code.startswith("dominance-") for code in codes(answer))
    assert answer.values["ways"]["Together"]["auc"]["value"] > answer.values["ways"]["Stacking"]["auc"]["value"]
    assert "plane" not in answer.figures
    assert len(answer.tables["above"].rows()) == 6
    assert "In pairs" in answer.method
    assert "method-chosen" not in codes(answer)


@pytest.mark.usefixtures("in_order")
def test_the_best_method_is_named():
    some = data(60)
    answer = asked("ensemble", some, models=NAMES, method="best")
    title = next(method.title for method in JOINT_METHODS.values() if f"**{method.title}**:" in answer.method)
    assert f"is {title}:" in notes(answer)["method-chosen"]
    held = asked("ensemble", some, models=NAMES, method="best", judged="held")
    assert "cases held out" in notes(held)["method-chosen"]


@pytest.mark.usefixtures("in_order")
def test_held_out_cases_are_counted():
    some = data()
    given = {"models": NAMES, "method": "logistic", "held": 0.25}
    ways = ({"judged": "held"}, {}, {"judged": "held", "held": 0.4}, {"judged": "held", "deal": 2})
    answers = [asked("ensemble", some, **given | way) for way in ways]
    assert "25 % of each class are held out, 50 cases" in answers[0].method
    assert "share their cases" not in answers[0].method
    assert answers[0].tables["found"].rows().iloc[0, 1].endswith("of 20")
    assert "folds of 40 cases" in answers[1].method
    assert len({answer.values["ways"]["Together"]["auc"]["value"] for answer in answers}) == 4


@pytest.mark.parametrize(
    ("method", "judged", "size", "models", "weighted"),
    [
        ("vine", "folds", 9, 3, False),
        ("best", "held", 9, 3, True),
        pytest.param("best", "folds", 9, 2, False, marks=FULL),
        pytest.param("vine", "held", 40, 2, True, marks=FULL),
        pytest.param("best", "folds", 40, 3, True, marks=FULL),
    ],
)
@pytest.mark.usefixtures("in_order")
def test_small_and_weighted_cases_are_answered(method, judged, size, models, weighted):
    weight = np.random.default_rng(2).uniform(0.5, 3, size) if weighted else None
    some = data(size, models=models, weight=weight)
    answer = asked("ensemble", some, models=tuple(some.joint.score), method=method, judged=judged)
    assert math.isfinite(answer.values["ways"]["Together"]["auc"]["value"])


@pytest.mark.full
def test_every_pair_of_three_models_is_as_if_asked_alone():
    some = data(60, models=3)
    names = list(some.joint.score)
    rows = asked("ensemble", some, models=tuple(names), method="logistic", folds=2).tables["pairs"].rows()
    pairs = [tuple(row) for row in rows[["First", "Second"]].to_numpy()]
    first = some.name
    others = [name for name in names if name != first]
    assert pairs == [(first, others[0]), (first, others[1]), tuple(others)]
    alone = asked("ensemble", some, models=pairs[1], method="logistic", folds=2)
    ways = alone.values["ways"]
    row = rows.iloc[1]
    assert row["Together"] == ways["Together"]["auc"]["value"]
    true = some.joint.positive
    assert row["AUC, second"] == pytest.approx(roc_auc_score(true, some.joint.score[pairs[1][1]]))
    read = [way for way in ways.values() if way["kind"] == "read"]
    assert row["Gain"] == pytest.approx(row["Together"] - max(way["auc"]["value"] for way in read))
    assert "pairs" not in asked("ensemble", data(60, models=2), method="logistic", folds=2).tables


@pytest.mark.parametrize("method", ["vine", "binormal", "logistic"])
@FULL
def test_three_real_models_separate_better_together(method):
    frame = pd.read_csv(SAMPLES["tumours"].path)
    names = tuple(frame.columns[1:])
    ways = asked("ensemble", ddcore.sample("tumours"), models=names, method=method).values["ways"]
    areas = {name: roc_auc_score(frame["diagnosis"] == "malignant", frame[name]) for name in names}
    assert {name: ways[name]["auc"]["value"] for name in names} == pytest.approx(areas)
    assert ways["texture"]["gain_of_together"]["low"] > 0
    assert ways["Together"]["auc"]["value"] > max(areas.values())


def test_methods_with_bandwidths():
    assert SMOOTH == ("kde", "vine", "best")
    assert chosen_notes(BASE) == []
    assert Choices().judged == "folds"
