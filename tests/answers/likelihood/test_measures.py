"""Every measure, every kind of curve and the densities before and after, as Likelihood and Thresholds answer them."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from sklearn import metrics

import ddcore
from ddcore.answers.base.before_after import COMPARED
from ddcore.answers.thresholds.evidence import Evidence, evidence_of
from ddcore.figures.theme import LIGHT
from ddcore.interval import Interval
from ddcore.scores.before_after import BETWEEN
from ddcore.scores.best_thresholds import best_thresholds
from ddcore.scores.gain import BEFORE
from ddcore.table import ScoreTable
from tests.helpers.answers import asked, codes, text_of
from tests.helpers.likelihood_answers import ODD, SCORES
from tests.helpers.loops import nonempty
from tests.helpers.scored import scored, two_class_example
from tests.helpers.tiers import some_of


@cache
def sampled(key="scenario_3", size=300):
    return ddcore.sample(key, size=size)


EXACT = ["Scores, exact", "Ratio, exact"]
BEFORE_SAME = "Scores, same cases"


# Likelihood ------------------------------------------------------------------------------------------------------


@pytest.mark.full
def test_table_has_every_measure_before_and_after():
    answer = asked("likelihood", sampled())
    rows = answer.tables["measures"].rows().set_index("Short name")
    assert list(rows.index) == list(BETWEEN)
    for key in ("F1", "ERR"):
        row, values = rows.loc[key], answer.values["models"]["the model"]["measures"][key]
        before, after = row[["Scores, unseen cases", "Ratio, unseen cases"]]
        assert 0 < row["Gain"] == pytest.approx((after - before) * (1 if key == "F1" else -1))
        assert values["gain"] == {"value": row["Gain"], "low": row["gain, 95 % from"], "high": row["gain, to"]}
        assert row[BEFORE_SAME] == values["same_cases"]["before"]
    assert rows.loc["ACC", EXACT].round(3).tolist() == [0.591, 0.757]
    assert "(DOR)" in answer.tables["measures"].remark
    assert {"measures-gain", "exact-measures", "curve-above"} <= set(codes(answer))
    assert "**all 15**" in text_of(answer, "measures-gain")


@pytest.mark.full
def test_a_measure_that_stays_gains_nothing():
    """Where nearly all cases are positive, predicting each positive is best for F1 whatever is known of the scores."""
    answer = asked("likelihood", ddcore.sample("own_law", size=200, law_share=0.97))
    exact = next(iter(answer.values["models"].values()))["measures"]["F1"]["exact"]
    assert exact["before"] == pytest.approx(exact["after"], abs=5e-4)
    text = text_of(answer, "exact-measures")
    assert ("F1" in text, "Youden" in text) == (False, True)


@pytest.mark.full
def test_scores_that_gain_nothing_have_no_note_of_measures():
    answer = asked("likelihood", scored(ScoreTable.of(*SCORES["noise"])), method="kde")
    assert not {"measures-gain", "curve-above"} & set(codes(answer))
    answer = asked("likelihood", two_class_example().data())
    assert not {"measures-gain", "measures-unclear", "exact-measures", "curve-above"} & set(codes(answer))


@pytest.mark.full
@pytest.mark.usefixtures("in_order")
def test_odd_scores_have_a_table_and_a_chart():
    for name in ("one positive", "constant", "perfect", "labels", "far out"):
        answer = asked("likelihood", scored(ScoreTable.of(*ODD[name])))
        assert len(answer.tables["measures"].rows()) == len(BETWEEN), name
        assert len(answer.figures["measures"].draw().data) >= 2, name


@pytest.mark.parametrize("kind", some_of(COMPARED, "roc", "det", "cost"))
def test_each_kind_of_curve_is_better_after(kind):
    drawn = asked("likelihood", sampled(), curve=kind).figures["likelihood"].draw(LIGHT).data
    area = dict(trace.name.rsplit(" ", 1) for trace in drawn if trace.name)
    assert (float(area["after, unseen"]) < float(area[BEFORE])) == (kind in ("det", "cost"))


def test_densities_of_transformed_scores():
    for scale, start, said in (("log_ratio", 0, "exp(s)"), ("probability", 0.5, "p / (1")):
        figure = asked("likelihood", sampled(), densities=scale).figures["densities"]
        drawn = figure.draw(LIGHT)
        for trace in nonempty(drawn.data):
            assert np.trapezoid(trace.y, trace.x) == pytest.approx(1)
        assert drawn.layout.shapes[0].x0 == start
        assert said in figure.remark
    untried = scored(ScoreTable.of(*ODD["one positive"]))
    figure = asked("likelihood", untried, densities="probability").figures["densities"]
    assert "cannot be tested" in figure.remark
    assert figure.draw(LIGHT).layout.xaxis.title.text == "score"


@pytest.mark.full
def test_another_share_of_positives_moves_best_values_and_curves_but_no_area():
    """By scikit-learn: each positive case weighs a ninth of each negative one, half of the cases being positive."""
    data, share = sampled(), 0.1
    here, there = (asked("likelihood", data, curve="precision_recall", prevalence=each) for each in (None, share))
    own, moved = (answer.values["models"]["the model"] for answer in (here, there))
    assert own["areas"] == moved["areas"]
    assert "in-use" in codes(there)
    score, true, _ = data.model.table.cases()
    weight = np.where(true, share, 1 - share)
    best = max(metrics.f1_score(true, score >= cut, sample_weight=weight) for cut in np.unique(score))
    assert moved["measures"]["F1"]["same_cases"]["before"] == pytest.approx(best, abs=1e-12)
    precision = metrics.average_precision_score(true, score, sample_weight=weight)
    assert moved["average_precision"]["before"] == pytest.approx(precision, abs=1e-9)
    told = asked("thresholds", data, prevalence=share).values["models"]["the model"]["evidence"]
    assert told["gain"] == moved["measures"]["F1"]["gain"]


def test_formula_is_held_against_the_ratio_at_the_share_in_use():
    data = sampled()
    answer = asked("likelihood", data, curve="precision_recall", prevalence=0.1, transformation="abs(x-0.38)")
    score, true, _ = data.model.table.cases()
    wanted = metrics.average_precision_score(true, np.abs(score - 0.38), sample_weight=np.where(true, 0.1, 0.9))
    assert f"T(x) {wanted:.3f}" in answer.figures["transformation"].words


# Thresholds ------------------------------------------------------------------------------------------------------


@pytest.mark.full
def test_thresholds_have_what_evidence_reaches():
    answer = asked("thresholds", sampled())
    values = answer.values["models"]["the model"]["evidence"]
    assert {"evidence-gains", "exact-threshold"} <= set(codes(answer))
    assert "closed-form-stretches" not in codes(answer)
    assert values["value"]["value"] == pytest.approx(0.78, abs=0.03)
    assert values["one_threshold"]["value"] == pytest.approx(2 / 3, abs=0.01)
    after, before = (f"{values[key]['value']:.3f}" for key in ("value", "one_threshold"))
    assert f"**{after}** instead of {before}" in answer.sentence
    assert f"{values['same_cases'] / 2:.3f} on" in text_of(answer, "numbers-put-in")
    assert (round(values["exact"]["before"], 3), round(values["exact"]["after"], 3)) == (0.667, 0.781)
    assert answer.tables["evidence"].rows()["Ranges"].tolist() == [1, 2]
    assert sum(x is not None for x in answer.figures["evidence"].draw(LIGHT).data[-1].x) == 4
    same = asked("likelihood", sampled()).values["models"]["the model"]["measures"]["F1"]
    assert (same["after"], same["gain"]) == (values["value"], values["gain"])


@pytest.mark.full
def test_thresholds_of_scores_in_order_gain_nothing():
    answer = asked("thresholds", two_class_example().data())
    assert ("evidence-same" in codes(answer), "evidence" in answer.figures) == (True, False)
    assert [model["evidence"] for model in answer.values["models"].values()] == [None]


@pytest.mark.parametrize("choices", [{"where": "PPV:0.55"}, {"measure": "PPV"}, {"measure": "DOR"}, {"goal": "worth"}])
def test_evidence_is_of_a_measure_with_a_best_threshold_and_without_a_condition(choices):
    answer = asked("thresholds", sampled(), **choices)
    assert not [code for code in codes(answer) if code.startswith("evidence")]
    assert "evidence" not in answer.tables


@pytest.mark.full
def test_own_formula_and_another_share_of_positives():
    own = asked("thresholds", sampled(), measure="mine = (3*tp - fp) / m")
    assert own.values["models"]["the model"]["evidence"]["gain"]["value"] > 0.05
    usual, rare = (asked("thresholds", sampled(), measure="ACC", prevalence=share) for share in (0.5, 0.1))
    gains = [each.values["models"]["the model"]["evidence"]["gain"]["value"] for each in (usual, rare)]
    assert gains[0] > 0.1 > gains[1]
    assert rare.values["models"]["the model"]["evidence"]["exact"]["before"] == pytest.approx(0.9, abs=0.01)


@pytest.mark.parametrize(
    ("key", "size", "code"),
    [
        pytest.param("scenario_1", 60, "evidence-unclear", marks=pytest.mark.full),
        ("scenario_1", 100, "evidence-unclear"),
        ("scenario_2", 100, "evidence-same"),
        ("scenario_1", 150, "evidence-gains"),
    ],
)
def test_code_follows_from_the_gain_on_unseen_cases(key, size, code):
    answer = asked("thresholds", sampled(key, size), measure="J")
    assert [each for each in codes(answer) if each.startswith("evidence")] == [code]
    values = answer.values["models"]["the model"]["evidence"]
    assert (code == "evidence-gains") == ("Read as evidence" in answer.sentence)
    assert (values is None) == (code == "evidence-same")
    if values is not None:
        assert (values["gain"]["low"] > 0) == (code == "evidence-gains")
        assert values["gain"]["low"] < values["gain"]["high"]


@pytest.mark.full
def test_evidence_that_is_clearly_worse_or_the_same():
    data = sampled(size=60)
    row = evidence_of(data, *best_thresholds(data.model.table, ["J"], None)).row
    worse = Evidence(replace(row, gain=Interval(-0.1, -0.2, -0.05)), None)
    assert ([note.code for note in worse.notes("ill")], worse.gains) == (["evidence-loses"], False)
    same = Evidence(replace(row, gain=Interval(0.0, 0.0, 0.0)), None)
    assert [note.code for note in same.notes("ill")] == ["evidence-none"]
