"""A part of what `python -m tests.coverage utility` measures, in the suite."""

from math import sqrt

from tests.coverage import utility


def test_of_two_models_worth_the_same_none_is_told_to_win():
    """With the doubt on the payoffs alone one was in most runs."""
    assert utility.told((0.8, 0.8), 100, 40) <= 0.05 + 3.1 * sqrt(0.05 * 0.95 / 40)
