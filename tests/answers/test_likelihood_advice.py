"""Are the scores read rightly? The advice, what would mislead, and the reading that was chosen."""

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
from tests.helpers.answers import notes
from tests.helpers.likelihood_answers import ODD, SCORES, advice, dents_of, found, known, sentence_of, told

# The advice, and what would mislead ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["middle", "sides", "stairs"])
def test_advice_where_reading_gains(readings, name):
    code, text = advice(readings[name])
    assert code == "advice-better"
    assert "put the threshold on the likelihood ratio" in text


@pytest.mark.parametrize("name", ["rising", "noise"])
def test_advice_where_it_does_not(readings, name):
    code, text = advice(readings[name])
    assert code == "advice-unclear"
    assert text == "Keep the scores as they are: a threshold on them loses nothing that these cases could show."


def test_advice_where_scores_fall(readings):
    code, text = advice(readings["falling"])
    assert code == "advice-turned"
    assert text.startswith("Turn the scores round, or take the other class for positive")


def test_advice_where_the_method_does_not_fit(readings):
    assert not readings["not normal"].shape.is_monotone
    code, text = advice(readings["not normal"])
    assert code == "advice-worse"
    assert text == "Keep the scores as they are, or try another method: this one does not fit them."


def test_advice_where_order_is_lost():
    off = found(*SCORES["not normal"], "binormal")
    assert off.gains[UNSEEN].high < 0
    lost = number(off.aucs[BEFORE].value - off.aucs[UNSEEN].value)
    assert advice(off) == ("advice-worse", f"Keep the scores as they are; this ratio loses {lost} of AUC.")


def test_advice_without_unseen_cases(lone_reading, weighted_reading):
    assert advice(lone_reading) == (
        "advice-untried",
        "Keep the scores as they are until there are cases enough to try the ratio on.",
    )
    assert advice(weighted_reading) == (
        "advice-untried",
        "Keep the scores as they are until cases can be tried of which each one's weight is known.",
    )


def test_a_level_ratio_is_no_place_for_a_threshold():
    """All ratios are one, so no threshold on them parts anything."""
    level = found(*SCORES["falling"], "isotonic")
    assert sentence_of(level).startswith("**Only up to chance.**")
    assert advice(level)[0] == "advice-levelled"


def test_learned_by_heart():
    heart = found(*SCORES["noise"], seed=2)
    learned, held = heart.gains[LEARNED].value, heart.gains[UNSEEN].value
    assert held < 0 < 0.02 < learned
    assert known(heart)["learned-by-heart"] == (
        f"On the cases that the ratio was estimated from the gain looks like +{learned:.3f}; on unseen cases it is "
        f"{number(held)}. The rest is overfitting."
    )
    after = heart.likelihood.log_ratio(SCORES["noise"][0])
    assert learned == pytest.approx(roc_auc_score(SCORES["noise"][1], after) - heart.aucs[BEFORE].value)


def test_nothing_learned_by_heart():
    assert "learned-by-heart" not in known(found(*SCORES["rising"], "logistic"))


def test_gain_on_the_same_cases_flatters(weighted_reading):
    learned = weighted_reading.gains[LEARNED].value
    assert learned > 0
    assert f"A gain of +{learned:.3f} on the cases" in known(weighted_reading)["flatters"]


def test_no_gain_flatters_nobody():
    none = found(*ODD["two cases"])
    assert none.gains[LEARNED].value == 0
    assert "flatters" not in known(none)


def hull_adds(score, truth):
    """Area between the ROC curve and the smallest convex set around it and the lower right corner."""
    fpr, tpr, _ = roc_curve(truth, score, drop_intermediate=False)
    around = ConvexHull(np.column_stack([np.append(fpr, 1), np.append(tpr, 0)]))
    return around.volume - roc_auc_score(truth, score)


def test_dents(readings):
    score, truth = SCORES["sides"]
    before, after = hull_adds(score, truth), hull_adds(readings["sides"].likelihood.log_ratio(score), truth)
    assert before > 10 * after > 0.005
    assert known(readings["sides"])["dents"] == (
        f"Before, the ROC curve has dents: its convex hull adds {before:.3f} of area; after, {after:.3f}. With "
        f"the true densities nothing would be left."
    )


@pytest.mark.parametrize("method", ["isotonic", "histogram"])
def test_dents_that_are_gone_after(method):
    before = hull_adds(*SCORES["sides"])
    assert known(found(*SCORES["sides"], method))["dents-gone"] == (
        f"Before, the ROC curve has dents: its convex hull adds {before:.3f} of area; after, nothing."
    )


def test_no_dents_within_three_standard_errors(readings):
    """Also of noise, whose hull adds more than a hundredth."""
    assert not dents_of(readings["rising"])
    noise = readings["noise"]
    assert 0.01 < noise.hull_gains[BEFORE] < 3 * noise.aucs[BEFORE].error
    assert not dents_of(noise)
    for share, dented in ((2.9, False), (3.1, True)):
        adds = noise.hull_gains | {BEFORE: share * noise.aucs[BEFORE].error}
        assert bool(dents_of(replace(noise, hull_gains=adds))) == dented


def facts(of):
    return [note.text for note in told(of).notes if note.code == "reading"]


def test_facts_that_a_reader_must_know():
    assert "All scores are equal, so they say nothing." in facts(found(*ODD["constant"]))
    score, truth = SCORES["rising"]
    far = found(np.append(score, 1e9), np.append(truth, True))
    assert "Some scores lie so far out that the bandwidth of the positives had to be widened." in facts(far)
    labels = found([0.0, 1.0] * 20, [0, 1, 1, 1, 0, 0, 1, 1] * 5, bandwidth="isj")
    assert any("normal reference was taken" in fact for fact in facts(labels)) == any(
        "was taken" in fact for fact in labels.likelihood.facts
    )


def test_facts_that_a_reader_need_not_know(readings):
    assert readings["rising"].likelihood.facts
    assert not facts(readings["rising"])


# The reading that was chosen -------------------------------------------------------------------------------------


def test_a_chosen_reading_is_named_with_what_was_tried():
    best = found(*SCORES["sides"], "best")
    choice = best.likelihood.choice
    assert choice.method != "order"
    answer = told(best)
    assert f"the best of {len(choice.tried) + 1} ways on unseen cases" in notes(answer)["chosen"]
    rows = [line for line in answer.method.splitlines() if line.startswith("| ") and "gain in area" not in line]
    assert len(rows) == len(choice.tried)
    assert sum("| chosen |" in row for row in rows) == 1
    assert answer.values["models"]["A"]["method"] == choice.method


def test_scores_that_are_kept_say_what_the_best_other_reading_gains():
    kept = found(*SCORES["rising"], "best")
    assert kept.state == "kept"
    tried = kept.likelihood.choice.tried
    gained = max(reading.gain.value for reading in tried)
    said = told(kept).reason
    if gained < 0.0005:
        assert f"None of {len(tried)} estimates of the ratio gains anything" in said
    else:
        assert f"Of {len(tried)} estimates of the ratio, " in said
        assert f"its gain there is **{number(gained) if gained < 0 else '+' + number(gained)}**" in said


def test_no_reading_could_be_tried():
    untried = found(*ODD["one positive"], "best")
    assert "none-tried" in known(untried)
    assert "nothing could be tried" in told(untried).method


def test_parts_that_choose_another_reading_are_told(readings):
    kept = found(*SCORES["rising"], "best")
    gains = kept.gains | {UNSEEN: Interval(0.01, -0.1, 0.1, 0.05)}
    assert "changed the AUC by +0.010" in known(replace(kept, gains=gains))["choosing-cost"]
    gains = kept.gains | {UNSEEN: Interval(-0.01, -0.1, 0.1, 0.05)}
    assert "changed the AUC by −0.010" in known(replace(kept, gains=gains))["choosing-cost"]
    gains = kept.gains | {UNSEEN: Interval(0.0, -0.1, 0.1, 0.05)}
    assert "choosing-cost" not in known(replace(kept, gains=gains))


@pytest.mark.parametrize("key", SCENARIOS)
def test_truth_of_simulated_scores(readings, key):
    scenario = SCENARIOS[key]
    said = known(readings["rising"], scenario)["simulated"]
    grid = np.linspace(-1, 2, 6001)
    f1, f0 = (np.exp(law.log_density(grid)) for law in (scenario.positives, scenario.negatives))
    below = np.cumsum(f0) - f0 / 2
    before = float(f1 @ below / f1.sum() / f0.sum())
    order = np.argsort(f1 / np.maximum(f0, 1e-300))
    best = float(f1[order] @ (np.cumsum(f0[order]) - f0[order] / 2) / f1.sum() / f0.sum())
    exact = [float(number) for number in re.findall(r"0\.\d{6}", said)]
    assert exact == pytest.approx([before, best], abs=2e-4)
    assert said.endswith("nothing made of these scores can do better.")
