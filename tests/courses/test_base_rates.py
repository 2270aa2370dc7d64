"""Base rates: the numbers beside exact fractions by Bayes' rule."""

import re
from fractions import Fraction

import numpy as np
import pytest

from ddcore.courses import base_rates, course
from ddcore.courses.exam import exam
from tests.helpers.loops import nonempty

FOUND, ALARMS = Fraction(9, 10), Fraction(9, 100)


def after(base, found=FOUND, alarms=ALARMS):
    """The probability of the illness after a test that finds these shares."""
    return base * found / (base * found + (1 - base) * alarms)


def shown(share):
    return f"{100 * float(share):.1f} %"


def test_right_options_are_those_of_exact_fractions():
    base = Fraction(1, 100)
    right = [step.quiz.options[step.quiz.right - 1].text for step in course("base_rates").steps]
    assert right == [
        shown(after(base)),
        str(round(1000 * (1 - base) * ALARMS)),
        f"9 of {round(1000 * (base * FOUND + (1 - base) * ALARMS))}",
        shown(after(base, 1 - FOUND, 1 - ALARMS)),
        shown(after(Fraction(3, 10))),
        shown(after(after(base))),
    ]
    assert f"= {FOUND / ALARMS} " in course("base_rates").steps[5].idea.replace(",", " ")


def test_curve_is_that_of_bayes_rule():
    share, meaning = base_rates.over_shares()
    np.testing.assert_allclose(meaning, [float(after(Fraction(float(at)))) for at in share], rtol=1e-12)


def test_exam_question_is_solved_by_exact_fractions():
    for seed in nonempty(range(20)):
        question = exam(seed, ["base_rates"]).questions[0]
        ill, _, found, alarms = map(int, re.findall(r"\d+", question.text)[:4])
        rates = Fraction(ill, 1000), Fraction(found, 100), Fraction(alarms, 100)
        positive, negative = after(*rates), after(rates[0], 1 - rates[1], 1 - rates[2])
        assert question.value == pytest.approx(float(positive), abs=1e-15)
        told = re.findall(r"\*\*([\d.]+)\*\*", question.solution)
        assert told == [f"{float(positive):.3f}", f"{float(negative):.4f}"]
