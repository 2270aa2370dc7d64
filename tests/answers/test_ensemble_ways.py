"""Three models and more in pairs, whether together is above each, cases held out, the best method: what is told."""

import math
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import roc_auc_score

import ddcore
from ddcore.answers import ensemble_above, ensemble_how
from ddcore.answers.ensemble import SMOOTH, Choices
from ddcore.errors import InputError
from ddcore.samples import SAMPLES
from ddcore.scores.joint import JOINT_METHODS
from ddcore.scores.together_above import Above
from tests.helpers.answers import asked, notes
from tests.helpers.ensemble import two
from tests.helpers.ensemble_answers import BASE
from tests.helpers.loops import nonempty
from tests.helpers.scored import together as shared

NAMES = ("alpha", "beta", "gamma")


def data(size=200, seed=0, models=3, weight=None):
    scores, truth = two(size, seed, models)
    return shared(truth == 1, dict(zip(NAMES, scores.T, strict=False)), weight=weight)


def with_above(*found):
    """Ways alone and read, each with shares where together is above, below, surely above and surely below."""
    given = iter(found)
    return replace(
        BASE,
        ways=tuple(
            replace(way, above=Above(*next(given))) if way.kind in ("alone", "read") else way for way in BASE.ways
        ),
    )


CLEAR, OPEN, BAD, FEW = (0.9, 0.05, 0.5, 0.0), (0.6, 0.3, 0.0, 0.0), (0.2, 0.7, 0.0, 0.25), (0.5, 0.2, None, None)


@pytest.mark.parametrize(
    ("found", "code", "told"),
    [
        ((CLEAR, CLEAR, CLEAR, (0.9, 0.05, 0.125, 0.0)), "dominance-shown", r"least beside b (read), at 12.5 %"),
        ((CLEAR, OPEN, CLEAR, CLEAR), "dominance-some", "beside b it is nowhere surely above either"),
        ((OPEN,) * 4, "dominance-unclear", "nowhere surely above one"),
        ((CLEAR, CLEAR, BAD, CLEAR), "dominance-broken", "surely below a (read) at 25 % of the false positive rates"),
        ((CLEAR, FEW, CLEAR, CLEAR), "dominance-unknown", "too few cases"),
    ],
)
def test_what_the_cases_show_of_the_curve_of_together(found, code, told):
    (note,) = ensemble_above.notes(with_above(*found))
    assert note.code == code
    assert told in note.text


def test_shares_stand_in_the_table_and_in_the_values():
    whole = with_above(CLEAR, FEW, OPEN, BAD)
    rows = ensemble_above.rows(whole)
    assert rows["Together beside"].tolist() == ["a", "b", "a, read", "b, read"]
    assert rows.iloc[0, 1:].tolist() == list(CLEAR)
    assert all(math.isnan(share) for share in rows.iloc[1, 3:])
    values = [ensemble_above.values(way) for way in whole.ways]
    assert values[0] == {"together_above": {"above": 0.9, "below": 0.05, "surely_above": 0.5, "surely_below": 0.0}}
    for way, found in nonempty(list(zip(whole.ways, values, strict=True))):
        assert bool(found) == (way.kind in ("alone", "read"))


def test_three_models_are_read_in_pairs():
    answer = asked("ensemble", data(), models=NAMES, method="vine")
    assert any(code.startswith("dominance-") for code in notes(answer))
    assert answer.values["ways"]["Together"]["auc"]["value"] > answer.values["ways"]["Stacking"]["auc"]["value"]
    assert "plane" not in answer.figures
    assert len(answer.tables["above"].rows()) == 6
    assert "In pairs" in answer.method


def test_a_kernel_in_the_plane_of_three_says_what_can_be_chosen():
    with pytest.raises(InputError, match=r"choose vine, binormal or logistic$"):
        asked("ensemble", data(), models=NAMES, method="kde")


def test_the_best_method_is_told():
    answer = asked("ensemble", data(), models=NAMES, method="best")
    title = next(method.title for method in JOINT_METHODS.values() if f"**{method.title}**:" in answer.method)
    assert notes(answer)["method-chosen"].startswith(f"On all cases, {title} is the method")
    held = asked("ensemble", data(), models=NAMES, method="best", judged="held")
    assert "The cases held out are read by" in notes(held)["method-chosen"]
    assert "method-chosen" not in notes(asked("ensemble", data(), models=NAMES, method="vine"))


def test_held_out_cases_are_told_and_counted():
    answer = asked("ensemble", data(), models=NAMES, method="logistic", judged="held", held=0.25)
    assert "50 cases, 25 % of each class (seed 1), are held out" in answer.method
    assert "as folds share their cases" not in answer.method
    found = answer.tables["found"].rows()
    assert found.iloc[0, 1].endswith("of 20")
    folds = asked("ensemble", data(), models=NAMES, method="logistic", held=0.25)
    assert "5 folds of 40 cases" in folds.method


def test_another_share_or_way_to_judge_is_not_the_same_answer():
    some = data()
    areas = [
        asked("ensemble", some, models=NAMES, method="logistic", **choices).values["ways"]["Together"]["auc"]["value"]
        for choices in ({}, {"judged": "held"}, {"judged": "held", "held": 0.4}, {"judged": "held", "deal": 2})
    ]
    assert len(set(areas)) == 4


@pytest.mark.parametrize("method", ["vine", "best"])
@pytest.mark.parametrize("judged", ["folds", "held"])
@pytest.mark.parametrize("size", [9, 40])
def test_small_and_weighted_cases_are_answered(method, judged, size):
    weight = np.random.default_rng(2).uniform(0.5, 3, size)
    for some in nonempty((data(size), data(size, weight=weight), data(size, models=2))):
        answer = asked("ensemble", some, models=tuple(some.joint.score), method=method, judged=judged)
        assert math.isfinite(answer.values["ways"]["Together"]["auc"]["value"])


@pytest.mark.parametrize("method", ["vine", "binormal", "logistic"])
def test_three_real_models_separate_better_together(method):
    frame = pd.read_csv(SAMPLES["tumours"].path)
    names = tuple(frame.columns[1:])
    ways = asked("ensemble", ddcore.sample("tumours"), models=names, method=method).values["ways"]
    truth = frame["diagnosis"] == "malignant"
    assert {name: ways[name]["auc"]["value"] for name in names} == pytest.approx(
        {name: roc_auc_score(truth, frame[name]) for name in names}
    )
    assert ways["texture"]["gain_of_together"]["low"] > 0
    assert ways["Together"]["auc"]["value"] > max(ways[name]["auc"]["value"] for name in names)


def test_methods_with_bandwidths():
    assert SMOOTH == ("kde", "vine", "best")
    assert ensemble_how.chosen(BASE) == []
    assert Choices().judged == "folds"
