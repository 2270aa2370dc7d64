"""The rule of a threshold: scores from it on, or only those above it, beside `score > t` of numpy."""

import json
import pickle
from itertools import product

import numpy as np
import pandas as pd
import pytest

import ddcore
from ddcore.answers.base.as_json import plain_reply
from ddcore.answers.base.question import QUESTIONS
from ddcore.counts import Counts
from ddcore.errors import InputError
from ddcore.records.threshold import Above, at_scores, cut_of, rule_of, under
from ddcore.report import recipe
from tests.helpers.answers import asked
from tests.helpers.tiers import some_of

RNG = np.random.default_rng(5)
SCORE = RNG.choice([0.1, 0.25, 0.3, 0.5, 0.5, 0.75, 0.9], 200)
TRUTH = (RNG.random(200) < SCORE).astype(int)
OTHER = np.round(RNG.random(200), 1)
COMPARED = {">=": np.greater_equal, ">": np.greater}


def witness(score, cut, rule):
    """The four counts, by comparing each score."""
    called = COMPARED[rule](score, cut)
    return [int((called & (TRUTH == 1)).sum()), int((called & (TRUTH == 0)).sum())]


def counted(counts: Counts):
    return [int(counts.tp), int(counts.fp)]


@pytest.mark.parametrize(("rule", "cut"), [*product(COMPARED, [0.0, 0.1, 0.2, 0.5, 0.9, -1.0])])
def test_counts_of_a_file_and_of_arrays_are_those_of_the_comparison(rule, cut):
    frame = pd.DataFrame({"truth": TRUTH, "score": SCORE, "place": np.arange(200) % 2, "part": np.arange(200) % 3})
    read = ddcore.read(frame, positive="1", threshold=cut, rule=rule, group="place", fold="part")
    given = ddcore.predictions(TRUTH, SCORE, threshold=cut, rule=rule)
    assert counted(read.model.counts) == counted(given.model.counts) == witness(SCORE, cut, rule)
    for parts in (read.model.groups, read.model.folds):
        assert np.sum([counted(part.counts) for part in parts.values()], axis=0).tolist() == witness(SCORE, cut, rule)
    assert (cut_of(read.model.threshold), rule_of(read.model.threshold)) == (cut, rule)


@pytest.mark.parametrize("rule", COMPARED)
def test_each_of_several_models_has_it_at_its_own_threshold(rule):
    both = ddcore.predictions(TRUTH, {"a": SCORE, "b": OTHER}, threshold={"a": 0.3, "b": 0.7}, rule=rule)
    assert counted(both.models["a"].counts) == witness(SCORE, 0.3, rule)
    assert counted(both.models["b"].counts) == witness(OTHER, 0.7, rule)


def test_without_a_threshold_the_usual_one_has_the_rule():
    assert counted(ddcore.predictions(TRUTH, SCORE, rule=">").model.counts) == witness(SCORE, 0.5, ">")
    assert counted(ddcore.predictions(TRUTH, SCORE - 0.5, rule=">").model.counts) == witness(SCORE, 0.5, ">")


@pytest.mark.parametrize("rule", COMPARED)
def test_labels_that_a_score_gives_by_either_rule_are_one_model_with_it(rule):
    frame = pd.DataFrame({"truth": TRUTH, "score": SCORE, "predicted": COMPARED[rule](SCORE, 0.5).astype(int)})
    data = ddcore.read(frame, truth="truth", score="score", label="predicted", positive="1")
    assert list(data.models) == ["the model"]
    assert counted(data.model.counts) == witness(SCORE, 0.5, rule)
    assert rule_of(data.model.threshold) == rule
    assert any(at_scores(under(rule, 0.5)) in note for note in data.notes)


def test_what_is_wrong_is_said():
    for ask in (ddcore.predictions, lambda truth, score, **roles: ddcore.read(pd.DataFrame({"truth": truth}), **roles)):
        with pytest.raises(InputError, match=r'rule must be ">=" or ">", got "<"'):
            ask(TRUTH, SCORE, rule="<")


OF_DATA = [name for name, question in QUESTIONS.items() if question.needs_data]


@pytest.mark.parametrize("name", some_of(OF_DATA, "verdict", "curves", "refer"))
def test_answers_say_the_rule_and_not_the_number_that_it_is_counted_with(name):
    question = QUESTIONS[name]
    data = ddcore.predictions(TRUTH, SCORE, threshold=0.6875, rule=">", group=np.where(OTHER > 0.5, "x", "y"))
    if question.needs(data) is not None:
        return
    reply = plain_reply(asked(name, data), question, data, question.choices())
    assert (reply["data"]["threshold"], reply["data"]["rule"]) == (0.6875, ">")
    chosen = json.dumps(reply, ensure_ascii=False)
    assert "scores > 0.6875" in reply["about"]
    assert "0.68750000000000" not in chosen


def test_a_script_and_a_report_have_the_rule():
    data = ddcore.sample("two_class_example", threshold=0.5, rule=">")
    script = recipe.python(data, [])
    assert "rule='>'" in script
    report = data.report(ask="verdict").document()
    assert "scores > 0.5" in {fact.label: fact.text for fact in report.facts}["Predicted positive"]


def test_a_threshold_above_its_number_is_a_number_like_any_other():
    threshold = pickle.loads(pickle.dumps(Above(0.5)))
    assert (threshold.cut, float(threshold)) == (0.5, np.nextafter(0.5, 1))
    assert under(">=", threshold) == 0.5
    assert under(">", cut_of(threshold)) == threshold
    assert (np.array([0.5, np.nextafter(0.5, 1)]) >= threshold).tolist() == [False, True]
