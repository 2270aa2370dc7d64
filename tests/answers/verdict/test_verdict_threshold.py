"""A threshold that fails scores that separate: when it is said, what mends it, and what that is worth."""

import math
import re

import numpy as np
import pytest
from sklearn.metrics import recall_score, roc_curve

from ddcore.formats import shortest
from ddcore.options import HEADLINES
from ddcore.read import read
from ddcore.samples import SAMPLES
from ddcore.scores.best_thresholds import rounded
from ddcore.table import ScoreTable
from tests.helpers.answers import asked, codes
from tests.helpers.scored import scored


def mends(data):
    """The note on a threshold that fails; None where none does."""
    return next((note for note in asked("verdict", data).notes if note.code == "threshold-fails"), None)


@pytest.fixture(scope="module")
def loans():
    sample = SAMPLES["lending_club"]
    return read(sample.path, **sample.roles)


def cases(file, name):
    """Truth and scores of one model, from its table."""
    table = file.models[name].table
    scores = np.concatenate([np.repeat(table.score, tally) for tally in (table.positives, table.negatives)])
    return np.arange(scores.size) < table.positives.sum(), scores


def j_of(called, truth):
    return recall_score(truth, called) + recall_score(~truth, ~called) - 1


def highest_j(truth, score):
    fpr, tpr, _ = roc_curve(truth, score)
    return float((tpr - fpr).max())


@pytest.mark.parametrize(("name", "called"), [("logistic", "8 of 9,857"), ("trees", "2 of 9,857")])
def test_the_threshold_fails_the_loans_and_not_their_models(loans, name, called):
    note = mends(loans.data(name))
    truth, score = cases(loans, name)
    assert re.search(rf"AUC 0\.7.* {called} .*\*\*{note.threshold:g}\*\*", note.text)
    there = f"{(score >= note.threshold).sum():,} of 9,857 cases positive, {truth[score >= note.threshold].sum():,} of"
    assert there in note.text
    assert highest_j(truth, score) - 0.005 <= j_of(score >= note.threshold, truth) < highest_j(truth, score) + 1e-12


def test_the_value_on_unseen_cases_is_that_of_a_threshold_chosen_on_others(loans):
    """By another dealing, here in plain loops over sorted scores: chosen on two parts of three, judged on the third."""
    truth, score = cases(loans, "logistic")
    rng, values = np.random.default_rng(5), []
    for _ in range(10):
        part = rng.integers(3, size=truth.size)
        called = np.zeros(truth.size, bool)
        for held in range(3):
            fpr, tpr, thresholds = roc_curve(truth[part != held], score[part != held], drop_intermediate=False)
            called[part == held] = score[part == held] >= thresholds[np.argmax(tpr - fpr)]
        values.append(j_of(called, truth))
    told = float(mends(loans.data("logistic")).text.split(" on unseen cases")[0].split(" ")[-1])
    assert told == pytest.approx(np.mean(values), abs=0.01)
    assert told < highest_j(truth, score)


def test_once_set_the_threshold_does_not_fail(loans):
    data = loans.data("logistic")
    model = data.model.cut(mends(data).threshold)
    mended = loans.data("logistic", {**data.models, "logistic": model})
    assert mends(mended) is None
    before, after = (asked("verdict", each).values["models"]["logistic"] for each in (data, mended))
    assert (before["verdict"], after["verdict"]) == ("unclear", "part")


def separated(far, cases=400):
    rng = np.random.default_rng(2)
    truth = np.arange(cases) % 4 == 0
    return ScoreTable.of(rng.normal(far * truth, 1), truth)


def test_note_is_for_scores_that_surely_separate_at_a_threshold_that_shows_nothing():
    fails = {at: mends(scored(separated(1.5), at)) is not None for at in (0.7, 50.0, -50.0)}
    assert fails == {0.7: False, 50.0: True, -50.0: True}
    for far in (0.0, -1.5, 0.15):
        assert mends(scored(separated(far), 50.0)) is None, "they separate nothing surely"
    assert mends(scored(ScoreTable.of([0.1, 0.2], [1, 1]), 0.5)) is None, "one class alone"


def test_half_of_the_measures_beaten_are_no_excuse():
    """Of very many cases a handful called positive beats chance on some measures, and finds nearly nobody."""
    answer = asked("verdict", scored(separated(1.0, 100_000), 3.5))
    states = [row["state"] for key, row in answer.values["models"]["A"]["measures"].items() if key in HEADLINES]
    assert states.count("beats") == 6
    assert "threshold-fails" in codes(answer)


def test_weighted_cases_are_counted_by_their_share():
    """Those of which only the sums of the weights are known promise nothing."""
    rng = np.random.default_rng(2)
    truth = np.arange(300) % 3 == 0
    table = ScoreTable.of(rng.normal(2 * truth, 1), truth, True, rng.choice([1.0, 2.5], 300))
    assert re.search(r"predicts [\d.]+ %", mends(scored(table, 4.3)).text)
    own = separated(2.0)
    sums = ScoreTable(own.score, 1.5 * own.positives, 1.5 * own.negatives + 0.1 * (own.negatives > 0))
    assert mends(scored(sums, 50.0)) is None


def test_a_threshold_has_the_fewest_digits_that_do():
    for threshold, low, high, expected in (
        (0.061886, 0.0612, 0.0626, 0.062),
        (0.061886, 0.05, 0.07, 0.06),
        (0.5, 0.5, 0.5, 0.5),
        (-3.26, -3.5, -3.1, -3.3),
        (123456.7, 123000, 124000, 123000.0),
        (1 / 3, 1 / 3, 1 / 3, 1 / 3),
        (math.inf, 0.5, math.inf, math.inf),
    ):
        assert rounded(threshold, low, high) == expected
        assert float(shortest(expected).replace("−", "-").replace("∞", "inf")) == pytest.approx(expected, rel=1e-14)
