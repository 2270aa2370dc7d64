"""The draw: its numbers beside exact sums over all draws, with fractions, and what Table and Figure print."""

import re
from fractions import Fraction
from math import comb, sqrt

import pytest

from ddcore.courses import course, draw
from ddcore.courses.exam import exam
from tests.helpers.loops import nonempty


def law(total, positives, drawn):
    """The probability of each number of true positives."""
    return {
        found: Fraction(comb(positives, found) * comb(total - positives, drawn - found), comb(total, drawn))
        for found in range(max(0, drawn + positives - total), min(positives, drawn) + 1)
    }


def mean(score, total, positives, drawn):
    return sum(
        float(share) * score(found, total, positives, drawn) for found, share in law(total, positives, drawn).items()
    )


def f1(found, total, positives, drawn):
    return 2 * found / (positives + drawn)


def g2(found, total, positives, drawn):
    negatives = total - positives
    return sqrt(found / positives * (negatives - drawn + found) / negatives)


def best(score, total, positives):
    return max(range(1, total + 1), key=lambda drawn: mean(score, total, positives, drawn))


def test_right_options_are_those_of_exact_sums():
    right = [step.quiz.options[step.quiz.right - 1].text for step in course("draw").steps]
    expected = sum(found * share for found, share in law(20, 8, 10).items())
    lucky = sum(share for found, share in law(20, 8, 10).items() if found >= 6)
    assert right == [
        str(expected),
        f"{float(100 * lucky):.1f} %",
        str(best(f1, 20, 8)),
        "0.629",  # Table 5 of van de Bijl et al. 2024, Cleveland
        "3",  # Example 6
        str(best(g2, 50, 1)),
    ]


def test_best_shares_are_those_of_figure_2():
    positives, shares = draw.leaning()
    assert list(positives) == list(range(1, 50))
    wanted = [best(g2, 50, of) / 50 for of in (1, 2, 5, 10, 25, 40, 49)]
    assert [shares[of - 1] for of in (1, 2, 5, 10, 25, 40, 49)] == wanted


def test_means_that_are_told_are_exact():
    texts = [step.text for step in course("draw").steps]
    assert f"**{mean(f1, 20, 8, 10):.3f}**" in texts[2]
    assert f"**{mean(g2, 10, 9, 5):.3f}**" in texts[4]
    assert f"**{mean(g2, 10, 9, 3):.3f}**" in course("draw").steps[4].idea


def test_cards_that_are_drawn_have_the_expectation_as_mean():
    motion = course("draw").steps[0].motion
    drawn = motion.data["draws"]
    assert {(len(cards), len(set(cards))) for cards in drawn} == {(10, 10)}
    found = [sum(card < 8 for card in cards) for cards in drawn]
    # The standard deviation of one draw is 1.12.
    assert sum(found) / len(found) == pytest.approx(4, abs=3 * 1.12 / sqrt(len(found)))
    assert set(motion.answers) <= set(motion.data)


def test_exam_question_is_solved_by_exact_fractions():
    for seed in nonempty(range(20)):
        question = exam(seed, ["draw"]).questions[0]
        total, positives, drawn = map(int, re.findall(r"\d+", question.text)[:3])
        free = Fraction(2 * positives, total + positives)
        assert question.value == pytest.approx(float(free), abs=1e-15)
        wanted = [f"{float(Fraction(drawn * positives, total)):.2f}", f"{positives / total:.3f}", f"{float(free):.3f}"]
        assert re.findall(r"\*\*([\d.]+)\*\*", question.solution) == wanted
        assert ("- Yes." in question.solution) == (free < Fraction(6, 10))
