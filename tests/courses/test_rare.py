"""Rare positives: the numbers beside exact fractions of one test in two places."""

import re
from fractions import Fraction
from math import comb

import numpy as np
import pytest

from ddcore.courses import course, rare
from ddcore.courses.exam import exam
from tests.helpers.loops import nonempty

RECALL, ALARMS = Fraction(8, 10), Fraction(1, 10)


def precision(share):
    return RECALL * share / (RECALL * share + ALARMS * (1 - share))


def f1(share):
    return 2 * RECALL * precision(share) / (RECALL + precision(share))


def coin(total, positives):
    """The mean F1 of tosses: a sum over the number of positive predictions."""
    return (
        sum(
            comb(total, called) * positives * called * 2 / Fraction(total * (positives + called))
            for called in range(1, total + 1)
        )
        / 2**total
    )


def test_right_options_are_those_of_exact_fractions():
    half, few = Fraction(1, 2), Fraction(1, 20)
    way = (f1(half) - coin(1000, 500)) / (1 - coin(1000, 500))
    accuracy = RECALL * few + (1 - ALARMS) * (1 - few)
    right = [step.quiz.options[step.quiz.right - 1].text for step in course("rare").steps]
    assert right == [
        f"{float(RECALL):.3f}",
        f"{float(precision(few)):.3f}",
        "F1",
        "Yes" if accuracy > 1 - few else "No",
        f"{float(precision(half)):.3f}",
        f"{float(way):.3f}",
    ]
    there = (f1(few) - coin(1000, 50)) / (1 - coin(1000, 50))
    assert f"**{float(there):.3f}**" in course("rare").steps[5].idea


def test_measures_over_shares_are_those_of_the_same_rates():
    share, values = rare.over_shares(rare.NAMES)
    wanted = {"Recall": [0.8] * len(share), "Specificity": [0.9] * len(share)}
    wanted |= {
        "Precision": [float(precision(Fraction(at))) for at in share],
        "F1": [float(f1(Fraction(at))) for at in share],
    }
    assert list(values) == list(wanted)
    np.testing.assert_allclose(list(values.values()), list(wanted.values()), rtol=1e-12)


def test_exam_question_is_solved_by_exact_fractions():
    for seed in nonempty(range(20)):
        question = exam(seed, ["rare"]).questions[0]
        recall, alarms, few = (
            Fraction(int(number), of)
            for number, of in zip(re.findall(r"\d+", question.text)[:3], (100, 100, 1000), strict=True)
        )
        right = recall * few / (recall * few + alarms * (1 - few))
        wanted = right, 2 * recall * right / (recall + right), recall / (recall + alarms)
        assert re.findall(r"\*\*([\d.]+)\*\*", question.solution) == [f"{float(number):.3f}" for number in wanted]
        assert question.value == pytest.approx(float(right), abs=1e-15)
