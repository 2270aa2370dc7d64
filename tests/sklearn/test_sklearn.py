"""The estimators and the scorer for scikit-learn, beside its own checks, exact values and known laws."""

import pickle
import pkgutil
import subprocess
import sys
from collections import Counter
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from sklearn import config_context, metrics
from sklearn.base import clone
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, cross_val_score, cross_validate
from sklearn.naive_bayes import GaussianNB
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils.estimator_checks import check_estimator

import ddcore
from ddcore.chance.dutch_draw import baseline
from ddcore.decisions.utility import Utility
from ddcore.errors import InputError
from ddcore.measures import MEASURES, measure
from ddcore.sklearn import (
    BandClassifier,
    DutchDrawClassifier,
    LikelihoodClassifier,
    beyond_chance_scorer,
    rescaled_scorer,
)
from ddcore.sklearn.scorer import beyond_chance, rescaled
from tests.helpers.estimators import Score, normal

M, P = 60, 21
Y = np.array([1] * P + [0] * (M - P))
X = np.zeros((M, 1))


# scikit-learn's own checks --------------------------------------------------------------------------------------------

NOT_RUN = {"check_array_api_input"}
"""It runs only where an environment variable asks for it."""
DRAWN = {"check_classifiers_train": "labels of a draw do not follow from the share theta, which is the same for all"}


COSTS = Utility(tp=0, fp=-1, fn=-2, tn=0)
ESTIMATORS = {
    # A draw is of all cases that are passed together, so it says that it is not deterministic.
    "f1": (DutchDrawClassifier(), {"check_pipeline_consistency"}, {}),
    "recall": (DutchDrawClassifier("recall", random_state=1), {"check_pipeline_consistency"}, {}),
    "G2": (DutchDrawClassifier("G2"), {"check_pipeline_consistency"}, DRAWN),
    "likelihood": (LikelihoodClassifier(LogisticRegression()), set(), {}),
    "kernel": (LikelihoodClassifier(GaussianNB(), method="kde"), set(), {}),
    "band": (BandClassifier(LogisticRegression()), set(), {}),
    "band-f1": (BandClassifier(GaussianNB(), measure="F1", share=0.1), set(), {}),
    "band-costs": (BandClassifier(LogisticRegression(), utility=COSTS, referral=0.2), set(), {}),
}


@pytest.mark.parametrize(
    "name", [name if name in ("f1", "band-f1") else pytest.param(name, marks=pytest.mark.full) for name in ESTIMATORS]
)
def test_check_estimator(name):
    estimator, skipped, failing = ESTIMATORS[name]
    checks = check_estimator(estimator, expected_failed_checks=failing, on_skip=None)
    assert len(checks) > 40
    assert {check["check_name"] for check in checks if check["status"] == "skipped"} == skipped | NOT_RUN
    assert {check["check_name"] for check in checks if check["status"] == "xfail"} == set(failing)


@pytest.mark.full
def test_no_other_module_imports_scikit_learn():
    """Nor do the packages that they import; lint-imports looks at the imports themselves."""
    names = [module.name for module in pkgutil.walk_packages(ddcore.__path__, "ddcore.")]
    others = [name for name in names if not name.startswith(("ddcore.sklearn", "ddcore.__main__"))]
    assert {"ddcore.command.dashboard", "ddcore.answers.verdict", "ddcore.decisions.reject"} <= set(others)
    imports = f"import ddcore, {', '.join(others)}, sys; print(sorted({{'sklearn', 'streamlit'}} & set(sys.modules)))"
    asked = subprocess.run([sys.executable, "-c", imports], capture_output=True, text=True, check=True)
    assert asked.stdout == "[]\n"


# DutchDrawClassifier --------------------------------------------------------------------------------------------------

SKLEARN = {
    "f1": lambda y, called: metrics.f1_score(y, called),
    "accuracy": metrics.accuracy_score,
    "recall": metrics.recall_score,
    "MCC": metrics.matthews_corrcoef,
    "balanced accuracy": metrics.balanced_accuracy_score,
    "error rate": metrics.zero_one_loss,
    "G2": lambda y, called: np.sqrt(metrics.recall_score(y, called) * metrics.recall_score(y, called, pos_label=0)),
    "specificity": lambda y, called: metrics.recall_score(y, called, pos_label=0),
}


def test_draws_score_the_baseline_on_average():
    """By scikit-learn, on the tables that draws have."""
    for name, score in SKLEARN.items():
        drawn = DutchDrawClassifier(name, random_state=np.random.RandomState(2)).fit(X, Y)
        tally = Counter(int(drawn.predict(X)[:P].sum()) for _ in range(300))
        n = drawn.predicted_
        values = [score(Y, np.repeat([1, 0, 1, 0], [tp, P - tp, n - tp, M - P - n + tp])) for tp in tally]
        weights = np.array([*tally.values()]) / 300
        mean = weights @ values
        spread = np.sqrt(weights @ (np.array(values) - mean) ** 2)
        assert abs(mean - drawn.baseline_) <= 3 * spread / np.sqrt(300) + 1e-12, name


def test_constant_draws_are_those_of_a_dummy():
    common, always = DummyClassifier(strategy="most_frequent"), DummyClassifier(strategy="constant", constant=1)
    for name, dummy in {"accuracy": common, "f1": always, "error rate": common}.items():
        drawn = DutchDrawClassifier(name).fit(X, Y)
        assert drawn.predict(X).tolist() == dummy.fit(X, Y).predict(X).tolist()
        assert drawn.baseline_ == pytest.approx(SKLEARN[name](Y, dummy.predict(X)))
    mine = DutchDrawClassifier("mine = tp / (tp + fp + fn)").fit(X, Y)
    assert mine.baseline_ == pytest.approx(P / M)
    # A measure to be low takes the lowest mean.
    assert (drawn.baseline_, drawn.theta_, drawn.predicted_) == (P / M, 0.0, 0)


def test_share_drawn_is_theta_of_other_cases():
    """Of equal draws it takes the one whose number of calls is that of the positives."""
    assert baseline("MCC", M, P).argmax == ((1, M - 1),)
    drawn = DutchDrawClassifier("MCC", random_state=3).fit(X, Y)
    assert drawn.predicted_ == P
    assert drawn.predict(np.zeros((1000, 1))).sum() == 350
    assert drawn.predict(X).tolist() == drawn.predict(X).tolist()
    assert drawn.predict_proba(X[:1]).tolist() == [[1 - 0.35, 0.35]]


@pytest.mark.parametrize("processes", [None, pytest.param(2, marks=pytest.mark.full)])
def test_scorer_in_cross_validation(processes):
    features, truth = normal(300, np.random.default_rng(10))
    scorer = beyond_chance_scorer("f1")
    several = {"f1": scorer, "MCC": beyond_chance_scorer(measure("MCC")), "accuracy": "accuracy"}
    both = cross_validate(LogisticRegression(), features, truth, scoring=several, n_jobs=processes)
    assert (both["test_f1"] > 0.2).all()
    assert both["test_f1"].tolist() == cross_val_score(LogisticRegression(), features, truth, scoring=scorer).tolist()


def test_positive_label_may_be_the_lesser():
    labels = np.where(Y == 1, "bad", "good")
    drawn = DutchDrawClassifier("MCC", pos_label="bad", random_state=1).fit(X, labels)
    assert drawn.classes_.tolist() == ["bad", "good"]
    assert (drawn.predict(X) == "bad").sum() == P
    assert drawn.predict_proba(X[:1]).tolist() == [[0.35, 1 - 0.35]]
    assert DutchDrawClassifier("MCC", random_state=1).fit(X, labels).positives_ == M - P


def test_features_may_be_anything():
    table = pd.DataFrame({"text": ["a", None] * 30, "when": pd.Timestamp("2020-01-01")})
    assert DutchDrawClassifier().fit(table, Y).feature_names_in_.tolist() == ["text", "when"]


@pytest.mark.parametrize(
    ("estimator", "y", "message"),
    [
        (DutchDrawClassifier("recal"), Y, 'measure must be one of the known names, got "recal"; nearest are Recall'),
        (DutchDrawClassifier("base rate"), Y, "measure must say how good a classifier is, got"),
        (DutchDrawClassifier(), np.zeros(M), "y must have cases of both classes, got one class"),
        (DutchDrawClassifier(pos_label="x"), Y, "pos_label must be one of 0, 1, got 'x'"),
        (LikelihoodClassifier(Score(), prevalence=1), Y, "prevalence must be above 0 and below 1, got 1"),
        (LikelihoodClassifier(Score(), cv=1), Y, "cv must be 2 or more folds, got 1"),
        (LikelihoodClassifier(Score(), method="magic"), Y, "method must be one of best, kde"),
        (LikelihoodClassifier(Score()), [1] + [0] * 59, "cross-fitting needs two cases of each class, got 1 of 1"),
        (LikelihoodClassifier(StandardScaler()), Y, "estimator must have decision_function or predict_proba, got St"),
        (LikelihoodClassifier(Score(), response_method="predict"), Y, "response_method must be one of auto, decision"),
        (BandClassifier(Score(), share=1), Y, "share must be 0 or more and below 1, got 1"),
        (BandClassifier(Score(), utility=COSTS), Y, "referral must be given where util"),
        (BandClassifier(Score(), referral=0.1), Y, "utility must be given where referral is, got None and 0.1"),
        (BandClassifier(Score(), measure="MCC", share=0.99), Y, "measure has no value in any band that refers 0.99"),
    ],
)
def test_what_cannot_be_fitted_is_told(estimator, y, message):
    with pytest.raises(InputError, match=message):
        estimator.fit(X, y)


# beyond_chance_scorer -------------------------------------------------------------------------------------------------

TRUTH, CALLED = [1] * 4 + [0] * 6, [1, 1, 1, 0, 1, 0, 0, 0, 0, 0]
"""Three of four positives found, one of six negatives called."""


def test_place_beyond_chance_is_the_one_by_hand():
    fitted = Score().fit([[1]], TRUTH)
    for name, place in {
        "f1": (Fraction(3, 4) - Fraction(8, 14)) / (1 - Fraction(8, 14)),  # all called: 2 P / (P + M)
        "accuracy": (Fraction(8, 10) - Fraction(6, 10)) / (1 - Fraction(6, 10)),
        "error rate": (Fraction(4, 10) - Fraction(2, 10)) / Fraction(4, 10),
        "MCC": Fraction(3 * 5 - 1 * 1, 24),  # margins 4, 6, 4, 6
        "recall": Fraction(3, 4) - 1,  # the best draw is perfect, the worst finds none
    }.items():
        assert beyond_chance(TRUTH, CALLED, measure=name) == pytest.approx(float(place), abs=1e-12), name
        assert beyond_chance_scorer(name)(fitted, [[2 * c - 1] for c in CALLED], TRUTH) == pytest.approx(float(place))
        assert beyond_chance(TRUTH, TRUTH, measure=name) == (0 if name == "recall" else 1)
    assert beyond_chance(TRUTH, [1] * 10, measure="f1") == 0
    assert np.isnan(beyond_chance(TRUTH, [0] * 10, measure="precision"))


def test_just_below_chance_a_scorer_is_just_below_zero():
    """Of 50 cases, half positive, 24, 25 and 26 right; on the paper's own scale the first is at -1."""
    truth = np.repeat([1, 0], 25)
    for right, place, printed in ((24, -0.04, -1), (25, 0, 0), (26, 0.04, 0.04)):
        called = np.where(np.arange(50) < right, truth, 1 - truth)
        fitted, features = Score().fit([[1]], truth), [[2 * c - 1] for c in called]
        assert beyond_chance_scorer("accuracy")(fitted, features, truth) == pytest.approx(place, abs=1e-12)
        assert rescaled_scorer("accuracy")(fitted, features, truth) == pytest.approx(printed, abs=1e-12)
    crossed = np.where(np.arange(50) % 25 < 12, truth, 1 - truth)
    assert rescaled(truth, crossed, measure="MCC") == -1
    assert beyond_chance(truth, crossed, measure="MCC") == pytest.approx(-0.04)


def test_scorer_chooses_in_a_search():
    features, truth = normal(300, np.random.default_rng(11))
    tried = {"max_depth": [1, 20]}
    search = GridSearchCV(DecisionTreeClassifier(random_state=1), tried, scoring=beyond_chance_scorer("accuracy"))
    assert search.fit(features, truth).best_params_ == {"max_depth": 1}
    with config_context(enable_metadata_routing=True):
        assert clone(search).fit(features, truth).best_params_ == {"max_depth": 1}


def test_scorer_of_every_measure_is_pickled():
    fitted = Score().fit([[1]], TRUTH)
    features = [[2 * c - 1] for c in CALLED]
    for key, listed in MEASURES.items():
        if listed.judges:
            scorers = (beyond_chance_scorer(key), beyond_chance_scorer(listed))
            values = [pickle.loads(pickle.dumps(scorer))(fitted, features, TRUTH) for scorer in scorers]
            np.testing.assert_equal(values, [beyond_chance(TRUTH, CALLED, measure=key)] * 2)


def test_positive_label_of_a_scorer():
    words, called = (np.where(np.array(of) == 1, "ill", "well") for of in (TRUTH, CALLED))
    assert beyond_chance(words, called, measure="f1", pos_label="ill") == beyond_chance(TRUTH, CALLED, measure="f1")
    fitted = Score().fit([[1]], words)
    with pytest.raises(InputError, match="positive"):
        beyond_chance_scorer("f1")(fitted, [[1]] * 10, words)
    with pytest.raises(ValueError, match="pos_label=sick is not a valid label"):
        beyond_chance_scorer("f1", pos_label="sick")(fitted, [[1]] * 10, words)


def test_scorer_refuses_what_it_cannot_judge_at_once():
    with pytest.raises(InputError, match='measure must be one of the known names, got "f one"'):
        beyond_chance_scorer("f one")
    with pytest.raises(InputError, match="measure must say how good a classifier is"):
        beyond_chance_scorer("base rate")
    with pytest.raises(TypeError, match="sample_weight"):
        beyond_chance_scorer("f1")(Score().fit([[1]], TRUTH), [[1]] * 10, TRUTH, sample_weight=[1] * 10)
