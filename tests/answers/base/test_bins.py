"""Answers about binned scores say so, and the ends that they give hold the numbers of the scores without bins."""

import json
from dataclasses import replace

import numpy as np
import pytest

from ddcore.answers.base.as_json import plain
from ddcore.answers.base.question import QUESTIONS
from ddcore.data import Data, Model
from ddcore.decisions.utility import Utility
from ddcore.measures import measure
from ddcore.scores.thresholds import Constraint, each
from ddcore.table import ScoreTable
from tests.helpers.answers import asked, codes, text_of
from tests.helpers.loops import nonempty

RNG = np.random.default_rng(38)
SIZE = 600
TRUTH = RNG.random(SIZE) < 0.3
SCORES = {name: (1 / (1 + np.exp(-RNG.normal(gain * TRUTH - 1, 1)))).round(3) for name, gain in (("a", 1.5), ("b", 1))}


def data(bins=None, weight=None, chosen="a"):
    """Two models, each at the threshold 0.5, with all scores or with the first of them in bins."""
    models = {}
    for name, score in SCORES.items():
        table = ScoreTable.of(score, TRUTH, True, weight)
        if bins and name == "a":
            table = table.in_bins(bins)
        models[name] = Model(table, 0.5, table.at(0.5))
    counts = models[chosen].counts
    return Data(counts.total.item(), counts.positives.item(), "yes", "no", models, chosen)


@pytest.mark.parametrize("weight", [None, RNG.integers(1, 9, SIZE) / 4])
def test_every_answer_says_how_coarse_bins_are(weight):
    exact = asked("curves", data(weight=weight))
    assert "binned" not in {*codes(exact), *exact.values}
    wide = data(20, weight)
    for name in nonempty(["verdict", "curves", "baselines"]):
        answer = asked(name, wide)
        assert codes(answer).count("binned") == 1
        assert answer.values["binned"]["bins"] == wide.models["a"].table.score.size
        assert [*answer.values["binned"]["models"]] == ["a"]
    found = answer.values["binned"]["models"]["a"]
    curves = exact.values["models"]["a"]
    for name, value in {
        "auc": curves["auc"]["value"],
        "average_precision": curves["curves"]["precision_recall"],
        "brier": curves["brier"],
        "log_loss": curves["log_loss"],
        "hull": curves["hull"],
        "ks": curves["curves"]["ks"],
        "lift": curves["curves"]["lift"],
        "equal_error": curves["curves"]["det"],
    }.items():
        assert found[name]["low"] - 1e-12 < value < found[name]["high"] + 1e-12, name
        assert found[name]["low"] < found[name]["high"], name
        assert found[name]["high"] - found[name]["low"] < 0.1 + 0.5 * (name == "lift"), name
    assert 0.01 < found["largest_bin"] <= 0.05
    assert json.loads(json.dumps(plain(answer.values)))["binned"]["models"]["a"] == found


def test_a_threshold_inside_a_bin_has_ends_of_its_counts():
    wide, exact = data(20), data().model.counts
    ends = asked("baselines", wide).values["binned"]["models"]["a"]["counts"]
    for cell in nonempty(["tp", "fp", "fn", "tn"]):
        assert ends[cell]["low"] < getattr(exact, cell) < ends[cell]["high"]
    table = wide.model.table
    at_an_edge = {"a": wide.model.cut(float(table.score[10]))}
    assert "counts" not in asked("baselines", replace(wide, models=at_an_edge)).values["binned"]["models"]["a"]


def test_best_thresholds_are_held():
    wide = asked("thresholds", data(30))
    assert codes(wide).count("binned-best") == 1
    told = wide.values["models"]["a"]["measures"]
    for best in nonempty(each(data().model.table, told)):
        ends = told[best.measure.key]["binned"]
        assert ends["value"]["low"] <= best.value <= ends["value"]["high"], best.measure.key
        assert ends["threshold"]["low"] <= best.threshold <= ends["threshold"]["high"], best.measure.key


@pytest.mark.parametrize("limit", [{}, {"limit": "90"}])
def test_the_best_threshold_at_costs_is_held(limit):
    wide = asked("costs", data(30), u="3,-1,-4,1", **limit)
    constraint = [Constraint(measure("c = (tp + fp) / m, lower"), 90 / SIZE)] if limit else []
    best = each(data().model.table, [Utility(tp=3, fp=-1, fn=-4, tn=1)], *constraint)[0]
    ends = wide.values["rules"]["best"]["binned"]
    assert ends["value"]["low"] <= best.value <= ends["value"]["high"]
    assert ends["threshold"]["low"] <= best.threshold <= ends["threshold"]["high"]
    assert "binned-best" in codes(wide)


def test_another_model_may_be_the_binned_one():
    answer = asked("verdict", data(20, chosen="b"))
    assert text_of(answer, "binned").startswith("The scores of a ")
    assert "binned-best" not in codes(asked("thresholds", data(20, chosen="b")))


def test_bins_of_one_score_cost_nothing():
    plain_scores = data()
    table = plain_scores.model.table
    alone = replace(plain_scores.model, table=replace(table, highest=table.score))
    assert "binned" not in codes(QUESTIONS["baselines"].ask(replace(plain_scores, models={"a": alone})))


def test_a_report_says_it():
    document = data(20).report(ask="baselines,expectation").document()
    assert [note.code for section in document.sections for note in section.notes].count("binned") == 2
