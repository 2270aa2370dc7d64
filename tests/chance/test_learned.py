"""The share of oracle of a model: by the blend of its classes, with an interval that goes through the same curve."""

import math

import numpy as np
import pytest

from ddcore.chance.dutch_scaler import blend
from ddcore.chance.learned import STATES, classes_of_blend, learned
from ddcore.chance.significance import Region
from ddcore.counts import Counts
from tests.coverage import learned as claimed
from tests.helpers.loops import nonempty

MODEL = Counts(tp=227, fp=50, fn=31, tn=192)


def one(key, counts=MODEL, draw="best"):
    [[found]] = learned({"A": counts}, [key], draw)
    return found


def test_accuracy_and_j_are_straight_lines():
    """(419/500 - 258/500) / (242/500), and J itself."""
    assert one("ACC").share.value == pytest.approx(161 / 242, abs=1e-9)
    assert one("J").share.value == pytest.approx(227 / 258 + 192 / 242 - 1, abs=1e-9)
    assert one("ERR").share.value == pytest.approx(161 / 242, abs=1e-9)


def test_ends_of_the_interval_are_those_of_the_score_on_the_curve():
    for key in nonempty(["F1", "MCC", "ERR"]):
        found, ends = one(key), Region.of(MODEL).interval(key)
        row = blend(key, 500, 258)
        scores = (ends.low, ends.high) if key != "ERR" else (ends.high, ends.low)
        assert [row.mean(end) for end in (found.share.low, found.share.high)] == pytest.approx(scores, abs=1e-8)
        assert found.share.low < found.share.value < found.share.high
        assert found.surely


def test_states_say_why_there_is_no_share():
    asked = {"TPR": "unbeatable", "PLR": "endless", "prevalence": "describes", "NLR": "unbeatable", "F1": "learned"}
    assert {key: one(key).state for key in asked} == asked
    assert one("odd = abs(tp - 1.5 * fp) / m, higher", draw="all").state == "several"
    assert one("F1", Counts(tp=0, fp=0, fn=5, tn=5)).state == "undefined"
    assert one("F1", draw="none").state == "undefined"
    assert {"several", *asked.values(), "undefined"} == set(STATES)


def test_a_model_below_guessing_has_learned_less_than_nothing():
    found = one("ACC", Counts(tp=20, fp=30, fn=30, tn=20))
    assert found.share.value == pytest.approx(-0.2, abs=1e-9)
    assert found.share.low < found.share.value < found.share.high < 0
    assert math.isnan(found.published)
    assert one("ACC", Counts(tp=0, fp=50, fn=50, tn=0)).share.value == -1


def test_perfect_and_blind_answers_are_the_ends():
    assert one("F1", Counts(tp=258, fp=0, fn=0, tn=242)).share.value == 1
    assert one("F1", Counts(tp=258, fp=242, fn=0, tn=0)).share.value == 0
    # In tiny data and of one class alone a share is one, too.
    for counts in (Counts(tp=1, fp=1, fn=1, tn=1), Counts(tp=3, fp=0, fn=0, tn=0)):
        for (found,) in learned({"A": counts}, ["ACC", "F1", "MCC", "PPV", "NPV", "kappa", "G2", "TS"], "best"):
            assert found.state in STATES
            assert found.state != "learned" or -1 <= found.share.value <= 1


def test_weighted_cases_have_the_share_of_a_million():
    weighted = Counts(tp=2.5, fp=0.7, fn=1.1, tn=4.2)
    found = one("ACC", weighted)
    assert found.share.value == pytest.approx((6.7 / 8.5 - 4.9 / 8.5) / (3.6 / 8.5), abs=1e-5)
    assert math.isnan(found.share.low)


@pytest.mark.parametrize("key", ["G2", "MCC", "F1", "PPV", "MK"])
def test_weighted_cases_have_the_share_of_as_many_as_they_are_worth(key):
    """40 cases that count 1 or 1.3 score nearly as 40 that count one; a million cases had .001 of oracle on PPV."""
    truth, predicted = np.repeat([1, 1, 0, 0], [6, 4, 8, 22]), np.repeat([1, 0, 1, 0], [6, 4, 8, 22])
    weight = 1 + 0.3 * (np.arange(40) % 2)
    counts = Counts.of_labels(truth, predicted, weight=weight)
    assert classes_of_blend(counts) == (round(46**2 / (20 + 20 * 1.3**2)), 10)
    assert one(key, counts).share.value == pytest.approx(
        one(key, Counts.of_labels(truth, predicted)).share.value, rel=0.1
    )


def test_the_blend_has_a_case_of_each_class_that_is_there():
    few = Counts.of_labels([1, 0, 0, 0], [1, 0, 0, 0], weight=[0.01, 5, 1, 1])
    assert classes_of_blend(few) == (2, 1)
    one_class = Counts.of_labels([0, 0, 0, 0], [1, 0, 0, 0], weight=[1, 5, 1, 1])
    assert classes_of_blend(one_class) == (2, 0)
    assert classes_of_blend(Counts.of_labels([1, 0, 0], [1, 0, 0], weight=[5, 5, 5])) == (3, 1)


@pytest.mark.full
def test_the_interval_holds_its_level():
    """Of 200 sets 95 % are wanted; one chance in 10,000 of fewer than 89 %."""
    for claim in nonempty(claimed.claims(0.1)):
        assert claim.measured >= 0.95 - 3.72 * np.sqrt(0.95 * 0.05 / 200), claim
