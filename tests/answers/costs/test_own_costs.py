"""Errors whose costs each row says, beside sums of numpy over the rows."""

import json
from functools import cache

import numpy as np
import pandas as pd
import pytest

import ddcore
from ddcore.answers.base.as_json import plain_reply
from ddcore.answers.base.question import QUESTIONS
from ddcore.errors import InputError
from tests.helpers.answers import asked

RNG = np.random.default_rng(3)
SIZE = 300
TRUTH = RNG.random(SIZE) < 0.3
SCORE = np.clip(np.round(RNG.normal(0.3 + 0.3 * TRUTH, 0.2), 2), 0, 1)
ALARM, MISS, WEIGHT = RNG.gamma(2, 3, SIZE), RNG.gamma(2, 20, SIZE), RNG.integers(1, 4, SIZE)


@cache
def frame():
    return pd.DataFrame(
        {"truth": TRUTH.astype(int), "score": SCORE, "cost_fp": ALARM, "cost_fn": MISS, "times": WEIGHT}
    )


@cache
def data(**roles):
    return ddcore.read(frame(), truth="truth", score="score", positive="1", **roles)


def cost(called, alarm=ALARM, miss=MISS, weight=None):
    """The mean cost of a case, each error at its own cost."""
    weight = np.ones(SIZE) if weight is None else weight
    return (weight * (alarm * (called & ~TRUTH) + miss * (~called & TRUTH))).sum() / weight.sum()


@pytest.mark.parametrize("weight", [None, WEIGHT])
def test_each_way_to_decide_costs_the_sum_over_its_rows(weight):
    values = asked("costs", data(**({} if weight is None else {"weight": "times"}))).values
    thresholds = np.append(np.unique(SCORE), np.inf)
    each = [cost(threshold <= SCORE, weight=weight) for threshold in thresholds]
    right = {
        "best": min(each),
        "set": cost(SCORE >= 0.5, weight=weight),
        "all": cost(np.ones(SIZE, bool), weight=weight),
        "none": cost(np.zeros(SIZE, bool), weight=weight),
        "own": cost(SCORE * MISS >= (1 - SCORE) * ALARM, weight=weight),
    }
    assert {key: -rule["yield"] for key, rule in values["rules"].items()} == pytest.approx(right, rel=1e-12)
    assert values["rules"]["best"]["threshold"] == thresholds[np.argmin(each)]
    constant = min(right["all"], right["none"])
    assert values["savings"] == pytest.approx({key: 1 - own / constant for key, own in right.items()}, abs=1e-12)
    assert values["held_out"]["best"]["low"] <= values["held_out"]["best"]["value"] <= -min(each)


def test_the_curve_has_the_cost_at_every_threshold():
    rows = asked("costs", data()).tables["expected"].rows()
    finite = rows[np.isfinite(rows.iloc[:, 0])]
    right = [cost(threshold <= SCORE) for threshold in finite.iloc[:, 0]]
    assert np.abs(finite.iloc[:, 1]).tolist() == pytest.approx(right, rel=1e-9)


@pytest.mark.parametrize("role", ["cost_fp", "cost_fn"])
def test_costs_of_one_error_alone_leave_the_other_at_one(role):
    own = {"cost_fp": ALARM, "cost_fn": MISS}[role]
    both = {"alarm": np.ones(SIZE), "miss": np.ones(SIZE)} | {{"cost_fp": "alarm", "cost_fn": "miss"}[role]: own}
    values = asked("costs", ddcore.predictions(TRUTH.astype(int), SCORE, **{role: own})).values
    assert -values["rules"]["set"]["yield"] == pytest.approx(cost(SCORE >= 0.5, **both), rel=1e-12)


def test_arrays_and_json_give_the_same():
    given = ddcore.predictions(TRUTH.astype(int), SCORE, cost_fp=ALARM, cost_fn=MISS)
    question = QUESTIONS["costs"]
    replies = [plain_reply(asked("costs", each), question, each, question.choices()) for each in (given, data())]
    assert json.dumps(replies[0]["values"]) == json.dumps(replies[1]["values"])
    assert replies[0]["choices"]["rate"] == [0.0, -1.0, -1.0, 0.0]
    assert replies[0]["data"]["roles"]["cost_fn"] == ["cost_fn"]


def test_other_questions_about_worth_use_them():
    utility = asked("utility", data()).values["models"]["the model"]["yield"]
    assert -utility["value"] == pytest.approx(cost(SCORE >= 0.5), rel=1e-12)
    rows = asked("cases", data(), person="none", chance="score").tables["cases"].rows()
    np.testing.assert_array_equal(rows["Cost of a false negative"], MISS)
    np.testing.assert_allclose(rows["Expected cost, predicted positive"], (1 - SCORE) * ALARM, rtol=1e-12)
    np.testing.assert_allclose(rows["Expected cost, predicted negative"], SCORE * MISS, rtol=1e-12)


def test_payoffs_that_are_given_come_on_top():
    values = asked("costs", data(), u=(0, -2, 0, 0)).values
    assert -values["rules"]["set"]["yield"] == pytest.approx(cost(SCORE >= 0.5, alarm=ALARM + 2), rel=1e-12)


@pytest.mark.parametrize(
    ("roles", "message"),
    [
        ({"cost_fp": -ALARM}, "cost_fp.* must have a cost from 0 to 10"),
        ({"cost_fn": np.where(TRUTH, np.nan, MISS)}, "cost_fn.* must have a cost from 0 to 10"),
        ({"cost_fn": MISS, "amount": MISS}, "has both an amount and costs of errors; choose one"),
    ],
)
def test_what_is_no_cost_is_said(roles, message):
    with pytest.raises(InputError, match=message):
        ddcore.predictions(TRUTH.astype(int), SCORE, **roles)


@pytest.mark.parametrize("name", ["compare", "ranking"])
def test_questions_whose_prices_have_no_amount_keep_theirs(name):
    question, both = QUESTIONS[name], ddcore.predictions(TRUTH.astype(int), {"a": SCORE, "b": SCORE**2}, cost_fn=MISS)
    choices = question.choices().with_defaults(both)
    assert (tuple(choices.u), "rate" in question.choices.model_fields) == ((0, -1, -1, 0), False)
    assert {name for name, _ in choices} == set(question.choices.model_fields)
