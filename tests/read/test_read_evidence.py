"""What speaks for the roles of columns, where names alone would mislead."""

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import confusion_matrix, roc_auc_score

from ddcore.read import ChoiceNeeded, read
from ddcore.records.labels import THE_MODEL
from tests.helpers.read import cells

RNG = np.random.default_rng(35)
TRUE = RNG.random(120) < 0.35
P = np.round(np.clip(0.3 * TRUE + RNG.normal(0.35, 0.15, 120), 0.01, 0.99), 4)
CALLED = P >= 0.5
NOISE = np.round(RNG.random(120), 3)


def words(mask, yes="yes", no="no"):
    return np.where(mask, yes, no)


def agrees(found, *, threshold=0.5):
    """Whether a file has one model, with the area and the counts that scikit-learn gives."""
    model = found.models[THE_MODEL]
    (tn, fp), (fn, tp) = confusion_matrix(TRUE, threshold <= P)
    assert cells(model.counts) == (tp, fp, fn, tn)
    assert model.table.auc == pytest.approx(roc_auc_score(TRUE, P))
    return True


FILES = {
    "prediction before truth": {"predict": words(CALLED), "no": 1 - P, "yes": P, "Churn": words(TRUE)},
    "score of the class predicted": {
        "bought": words(TRUE),
        "prediction_label": words(CALLED),
        "prediction_score": np.maximum(P, 1 - P),
    },
    "the same, and the score of one class": {
        "actual": words(TRUE),
        "P (actual=yes)": P,
        "Prediction (actual)": words(CALLED),
        "Prediction (actual) (Confidence)": np.maximum(P, 1 - P),
    },
    "features beside predictions": {
        "late": np.clip(TRUE * 0.8 + 0.1 * NOISE, 0, 1),
        "fraud_label": TRUE.astype(int),
        "predicted_label": CALLED.astype(int),
        "predicted_proba": P,
    },
    "what says whether it was right": {
        "true_label": TRUE.astype(int),
        "probability": P,
        "prediction": CALLED.astype(int),
        "correct": (TRUE == CALLED).astype(int),
        "outcome": np.select([TRUE & CALLED, ~TRUE & CALLED, TRUE & ~CALLED], ["TP", "FP", "FN"], "TN"),
    },
    "labels that are a cut score before the truth": {
        "y_all": CALLED.astype(int),
        "y_all_prob": P,
        "hospital_death": TRUE.astype(int),
    },
    "scores of the other class alone": {"truth": TRUE.astype(int), "prob_0": 1 - P},
    "classes numbered from one": {"y": TRUE.astype(int), "pred": CALLED.astype(int), "scores_1": 1 - P, "scores_2": P},
    "classes named by what they say": {"y": TRUE.astype(int), "prob_neg": 1 - P, "prob_pos": P},
    "a class within the name of its score": {
        "default": words(TRUE),
        "default_no_PREDICTION": 1 - P,
        "default_yes_PREDICTION": P,
    },
    "a model that never changes": {"truth": TRUE.astype(int), "score": P, "pred_before": np.zeros(120, int)},
    "a copy of the truth": {"truth": TRUE.astype(int), "checked": TRUE.astype(int), "score": P},
    "camel humps and a date": {"trueLabel": TRUE.astype(int), "score": P, "scoreTimestamp": 1.7e9 + np.arange(120)},
}


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("backwards", [False, True], ids=["as told", "last column first"])
def test_roles_are_found_wherever_columns_stand(name, backwards):
    frame = pd.DataFrame(FILES[name])
    found = read(frame[frame.columns[::-1]] if backwards else frame)
    assert agrees(found)
    assert [guess.code for guess in found.guesses] == []


def test_two_columns_without_names_are_a_guess_that_strict_refuses():
    frame = pd.DataFrame({"a1": words(TRUE), "a2": words(CALLED)})
    found = read(frame, positive="yes")
    assert [(guess.code, guess.options) for guess in found.guesses] == [("truth-guessed", ("a1", "a2"))]
    with pytest.raises(ChoiceNeeded) as refused:
        read(frame, positive="yes", strict=True)
    assert refused.value.choice == "truth"
    assert read(frame, truth="a1", label="a2", positive="yes", strict=True).guesses == ()


NEGATIVE = (
    "normal",
    "benign",
    "alive",
    "no",
    "nein",
    "non",
    "healthy",
    "paid",
    "good",
    "control",
    "hayır",
    "否",
    "não",
)


@pytest.mark.parametrize("negative", NEGATIVE)
@pytest.mark.parametrize("rare", [False, True], ids=["often", "rarely"])
def test_a_value_that_means_negative_is_never_positive_unasked(negative, rare):
    truth = words(TRUE ^ rare, "zebra", negative)
    found = read(pd.DataFrame({"truth": truth, "score": P}))
    assert found.positive == "zebra"
    assert [guess.code for guess in found.guesses] == ["positive-guessed"]


def test_high_scores_say_which_class_is_positive():
    """Labels that are a cut score have the class of high scores above it."""
    for high, low in (("dog", "cat"), ("cat", "dog")):
        frame = {"truth": words(TRUE, high, low), "label_pred": words(CALLED, high, low), "score": P}
        found = read(pd.DataFrame(frame))
        assert (found.positive, found.guesses) == (high, ())
        assert agrees(found)


def test_classes_in_the_order_of_letters_are_a_guess():
    found = read(pd.DataFrame({"truth": words(TRUE, "cow", "bee"), "p_0": 1 - P, "p_1": P}), positive="cow")
    assert [guess.code for guess in found.guesses] == ["score-guessed"]
    assert agrees(found)


def test_scores_of_the_class_predicted_among_many_are_no_scores_of_one():
    kinds = np.array(["ant", "bee", "cow", "dog"])
    truth, label = kinds[RNG.integers(0, 4, 200)], kinds[RNG.integers(0, 4, 200)]
    found = read(pd.DataFrame({"kind": truth, "pred": label, "score": RNG.uniform(0.25, 1, 200)}), positive="bee")
    model = found.models[THE_MODEL]
    assert model.table is None
    assert model.counts.tp == ((truth == "bee") & (label == "bee")).sum()


def test_features_without_any_name_are_a_guess():
    found = read(pd.DataFrame({"truth": TRUE.astype(int), "ratio": P, "share": NOISE}))
    assert [(guess.code, guess.options) for guess in found.guesses] == [("score-guessed", ("ratio", "share"))]
    assert read(pd.DataFrame({"truth": TRUE.astype(int), "rf": P, "xgb": NOISE})).guesses == ()
