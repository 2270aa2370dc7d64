"""Worth: the numbers beside those printed by Dyrland and others, and exact sums."""

import re
from fractions import Fraction

import pytest

from ddcore.courses import course
from ddcore.courses.exam import exam
from tests.helpers.loops import nonempty

A, B = (27, 15, 23, 35), (43, 18, 7, 32)
"""True and false positives, false and true negatives of 100 parts."""
PRICES, LATER = (15, -335, -35, 165), (45, -335, -65, 165)


def earned(counts, prices):
    return Fraction(sum(number * price for number, price in zip(counts, prices, strict=True)), sum(counts))


def constants(prices):
    """What calling all cases positive and none earn, where half are positive."""
    return Fraction(prices[0] + prices[1], 2), Fraction(prices[2] + prices[3], 2)


def euro(amount):
    return f"{float(amount):.2f} EUR".replace("-", "−")


def test_right_options_are_those_of_exact_sums():
    a, b = earned(A, PRICES), earned(B, PRICES)
    assert (float(a), float(b)) == (3.5, -3.5)  # as printed
    later = {
        "Classifier A": earned(A, LATER),
        "Classifier B": earned(B, LATER),
        "Always “short-lived”": constants(LATER)[1],
    }
    assert [float(value) for value in later.values()][:2] == [4.7, 7.3]
    right = [step.quiz.options[step.quiz.right - 1].text for step in course("worth").steps]
    gain, risk = PRICES[0] - PRICES[2], PRICES[3] - PRICES[1]
    assert right == [
        "These numbers do not say",
        euro(a),
        "A" if a > b else "B",
        euro(constants(PRICES)[1]),
        max(later, key=later.get),
        f"{100 * risk / (risk + gain):.1f} %",
    ]


def test_exam_question_is_solved_by_exact_sums():
    for seed in nonempty(range(20)):
        question = exam(seed, ["worth"]).questions[0]
        numbers = list(map(int, re.findall(r"-?\d+", question.text.replace("−", "-"))))
        models, prices = (numbers[2:6], numbers[6:10]), numbers[10:14]
        every, none = constants(prices)
        wanted = {
            "A": earned(models[0], prices),
            "B": earned(models[1], prices),
            "all positive": every,
            "all negative": none,
        }
        told = re.findall(r"\*\*(.+?)\*\*", question.solution.replace("−", "-"))
        assert told == [*(f"{float(value):.2f}" for value in wanted.values()), max(wanted, key=wanted.get)]
        assert question.value == pytest.approx(float(wanted["A"]), abs=1e-12)
