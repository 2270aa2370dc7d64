"""A part of what `python -m tests.coverage calibration` measures, in the suite."""

from math import sqrt

import pytest

from tests.coverage import calibration


@pytest.mark.parametrize("law", ["sharp, Beta(.1, .1)", "rare and sharp, Beta(.02, .5)"])
def test_sharp_probabilities_that_are_right_are_seldom_called_off(law):
    """By a part of the Brier score they were in half of the runs, rare ones in most."""
    assert calibration.share(law, 200, 60) <= 0.05 + 3.1 * sqrt(0.05 * 0.95 / 60)


def test_probabilities_that_are_wrong_are_told():
    assert calibration.share("uniform", 1000, 10, power=2.0) >= 0.9


def test_recalibrating_right_probabilities_is_seldom_said_to_save():
    """By the part of the Brier score that it saves on the same cases it was so in 48 of 100 samples."""
    told = calibration.share("sharp, Beta(.1, .1)", 200, 60, off=calibration.saves)
    assert told <= 0.05 + 3.1 * sqrt(0.05 * 0.95 / 60)


def test_recalibrating_wrong_probabilities_is_said_to_save():
    assert calibration.share("uniform", 1000, 20, power=2.0, off=calibration.saves) >= 0.75
