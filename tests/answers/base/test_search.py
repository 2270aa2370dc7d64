"""People find their question by the words that they use for it."""

import pytest

from ddcore.answers.base.question import QUESTIONS
from ddcore.answers.base.search import found

MEANT = {
    "fairness": "groups",
    "subgroup": "groups",
    "subgroups": "groups",
    "bias by gender": "groups",
    "equalized odds": "groups",
    "calibration": "curves",
    "reliability diagram": "curves",
    "ROC": "curves",
    "AUC": "curves",
    "precision-recall curve": "curves",
    "Brier score": "curves",
    "lift": "curves",
    "decision curve": "costs",
    "net benefit": "costs",
    "cost-sensitive": "costs",
    "false negative cost": "costs",
    "confusion matrix": "verdict",
    "p value": "verdict",
    "is my model better than random": "verdict",
    "cross-validation": "folds",
    "crossvalidaton": "folds",
    "standard deviation": "folds",
    "sample size": "plan",
    "power analysis": "plan",
    "how many cases": "plan",
    "drift": "change",
    "monitoring": "change",
    "PSI": "change",
    "A/B": "compare",
    "A/B test": "compare",
    "McNemar": "compare",
    "DeLong": "compare",
    "risk-coverage": "refer",
    "human in the loop": "refer",
    "abstain": "refer",
    "reject option": "refer",
    "cutoff": "thresholds",
    "Youden": "thresholds",
    "operating point": "thresholds",
    "dummy classifier": "baselines",
    "majority class": "baselines",
    "DummyClassifier": "baselines",
    "chance level": "baselines",
    "imbalanced data": "prevalence",
    "base rate": "prevalence",
    "profit": "utility",
    "ROI": "utility",
    "stacking": "ensemble",
    "combine models": "ensemble",
    "multiclass": "actions",
    "likelihood ratio": "likelihood",
    "which metric": "ranking",
    "accuracy paradox": "ranking",
    "interest rate": "lending",
    "skill score": "rescaled",
    "adjusted for chance": "rescaled",
    "misclassified": "cases",
    "list of errors": "cases",
}


@pytest.mark.parametrize("text", MEANT)
def test_words_of_the_field_find_their_question(text):
    assert MEANT[text] in found(text)[:2]


def test_nothing_is_found_for_what_is_no_word_and_everything_for_nothing():
    assert found("xyzzy") == []
    assert found(" the ") == list(QUESTIONS)


def test_every_question_has_words_and_is_found_by_its_title_and_by_its_own():
    for name, question in QUESTIONS.items():
        assert question.words.count(",") >= 5
        assert found(question.title)[0] == name
        assert found(question.text)[0] == name
