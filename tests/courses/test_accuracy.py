"""The trap of accuracy: its numbers beside those counted from the file of the sample, row by row."""

import csv
import re
from fractions import Fraction

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from ddcore.courses import course
from ddcore.courses.exam import exam
from ddcore.samples import SAMPLES
from tests.helpers.loops import nonempty


@pytest.fixture(scope="module")
def loans():
    """Whether each loan went bad, and its score."""
    with SAMPLES["lending_club"].path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    return np.array([row["Class"] == "bad" for row in rows]), np.array([float(row["logistic"]) for row in rows])


def shown(share):
    """A share as it is written, in percent with one decimal."""
    return f"{100 * share:.1f}".removesuffix(".0") + " %"


def test_right_options_are_those_counted_from_the_file(loans):
    bad, score = loans
    called = score >= 0.5
    right = [step.quiz.options[step.quiz.right - 1].text for step in course("accuracy").steps]
    always, model = np.mean(~bad), np.mean(called == bad)
    cut = np.sort(score)[-int(np.ceil(0.1 * len(score)))]
    assert right == [
        shown(always),
        "The colleague" if always > model else "The model",
        str(np.sum(called & bad)),
        shown(roc_auc_score(bad, score)),
        shown(np.mean(score[bad] >= cut)),
        "Balanced accuracy",
    ]


def test_exam_question_is_solved_by_exact_fractions():
    for seed in nonempty(range(20)):
        question = exam(seed, ["accuracy"]).questions[0]
        total, positives, found, alarms = map(int, re.findall(r"\d+", question.text.replace(",", ""))[:4])
        accuracy = Fraction(found + total - positives - alarms, total)
        always = Fraction(total - positives, total)
        balanced = (Fraction(found, positives) + Fraction(total - positives - alarms, total - positives)) / 2
        assert question.value == pytest.approx(float(balanced), abs=1e-15)
        assert {f"**{float(number):.3f}**" for number in (accuracy, always, balanced)} <= set(
            re.findall(r"\*\*[\d.]+\*\*", question.solution)
        )
        more = "more" if accuracy > always else "less" if accuracy < always else "neither more nor less"
        assert f"right {more} often" in question.solution
