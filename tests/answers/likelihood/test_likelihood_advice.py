"""Are the scores read rightly? What would mislead, and the reading that was chosen."""

import re
from dataclasses import replace

import numpy as np
import pytest
from scipy.spatial import ConvexHull
from sklearn.metrics import roc_auc_score, roc_curve

from ddcore.formats import number
from ddcore.interval import Interval
from ddcore.samples.simulated import SCENARIOS
from ddcore.scores.gain import BEFORE, LEARNED, UNSEEN
from tests.helpers.answers import codes, notes
from tests.helpers.likelihood_answers import SCORES, dents_of, found, known, read, read_sums, told

# What would mislead ----------------------------------------------------------------------------------------------


def test_learned_by_heart():
    score, truth = SCORES["noise"]
    heart = found(score, truth, seed=2)
    learned, held = heart.gains[LEARNED].value, heart.gains[UNSEEN].value
    assert held < 0 < 0.02 < learned
    text = known(heart)["learned-by-heart"]
    assert f"+{learned:.3f}" in text
    assert number(held) in text
    assert "learned-by-heart" not in known(read("rising", "logistic"))


def test_gain_on_the_same_cases_flatters():
    learned = read_sums().gains[LEARNED].value
    assert learned > 0
    assert f"+{learned:.3f}" in known(read_sums())["flatters"]
    none = read("two cases")
    assert none.gains[LEARNED].value == 0
    assert "flatters" not in known(none)


def hull_adds(score, truth):
    """Area between the ROC curve and the smallest convex set around it and the lower right corner."""
    fpr, tpr, _ = roc_curve(truth, score, drop_intermediate=False)
    around = ConvexHull(np.column_stack([np.append(fpr, 1), np.append(tpr, 0)]))
    return around.volume - roc_auc_score(truth, score)


def test_dents():
    score, truth = SCORES["sides"]
    before, after = hull_adds(score, truth), hull_adds(read("sides").likelihood.log_ratio(score), truth)
    assert before > 10 * after > 0.005
    assert re.findall(r"\d\.\d+", known(read("sides"))["dents"]) == [f"{before:.3f}", f"{after:.3f}"]
    for method in ("isotonic", "histogram"):
        text = known(read("sides", method))["dents-gone"]
        assert re.findall(r"\d\.\d+", text) == [f"{before:.3f}"]


def test_no_dents_within_three_standard_errors():
    """Also of noise, whose hull adds more than a hundredth."""
    assert not dents_of(read("rising"))
    noise = read("noise")
    assert 0.01 < noise.hull_gains[BEFORE] < 3 * noise.aucs[BEFORE].error
    assert not dents_of(noise)
    for share, dented in ((2.9, False), (3.1, True)):
        adds = noise.hull_gains | {BEFORE: share * noise.aucs[BEFORE].error}
        assert bool(dents_of(replace(noise, hull_gains=adds))) == dented


def test_facts_that_a_reader_must_know():
    assert "All scores are equal" in known(read("constant"))["reading"]
    score, truth = SCORES["rising"]
    far = found(np.append(score[::4], 1e9), np.append(truth[::4], True))
    assert "had to be widened" in known(far)["reading"]
    labels = found([0.0, 1.0] * 20, [0, 1, 1, 1, 0, 0, 1, 1] * 5, bandwidth="isj")
    assert ("reading" in known(labels)) == any("was taken" in fact for fact in labels.likelihood.facts)
    assert read("rising").likelihood.facts
    assert "reading" not in known(read("rising"))


# The reading that was chosen -------------------------------------------------------------------------------------


def test_a_chosen_reading_is_named_with_what_was_tried():
    best = read("sides", "best")
    choice = best.likelihood.choice
    answer = told(best)
    assert choice.method != "order"
    assert f"of {len(choice.tried) + 1} ways" in notes(answer)["chosen"]
    assert answer.method.count("| chosen |") == 1
    assert answer.values["models"]["A"]["method"] == choice.method


def test_scores_that_are_kept_have_the_gain_of_the_best_other_reading():
    kept = read("rising", "best")
    tried = kept.likelihood.choice.tried
    gained = max(reading.gain.value for reading in tried)
    answer = told(kept)
    assert kept.state == "kept"
    assert codes(answer)[0] == "advice-kept"
    assert answer.sentence.startswith("**Not that these cases")
    assert f"of {len(tried)} estimates" in answer.reason.lower()
    assert ("gains anything" in answer.reason) == (gained < 0.0005)
    assert gained < 0.0005 or f"**+{number(gained)}**" in answer.reason
    nothing = tuple(replace(reading, gain=Interval(0.0004, -0.1, 0.1, 0.05)) for reading in tried)
    choice = replace(kept.likelihood.choice, tried=nothing)
    none = replace(kept, likelihood=replace(kept.likelihood, choice=choice))
    assert f"None of {len(tried)} estimates" in told(none).reason


def test_no_reading_could_be_tried():
    untried = told(read("one positive", "best"))
    assert "none-tried" in codes(untried)
    assert "nothing could be tried" in untried.method


def test_cost_of_folds_that_choose_another_reading():
    kept = read("rising", "best")
    for cost, said in ((0.01, "+0.010"), (-0.01, "−0.010"), (0.0, "")):
        gains = kept.gains | {UNSEEN: Interval(cost, -0.1, 0.1, 0.05)}
        notes_there = known(replace(kept, gains=gains))
        assert ("choosing-cost" in notes_there) == bool(said)
        assert said in notes_there.get("choosing-cost", "")


@pytest.mark.parametrize(
    ("key", "shown"),
    [
        ("scenario_1", ["0.500000", "0.704833"]),
        ("scenario_3", ["0.456068", "0.830194"]),
        ("scenario_4", ["0.543932", "0.830194"]),
    ],
)
def test_truth_of_simulated_scores(key, shown):
    """Of two normal laws of one centre one half and 2 / pi atan(2); the areas have tests with the laws."""
    assert re.findall(r"0\.\d{6}", known(read("rising"), SCENARIOS[key])["simulated"]) == shown
