"""A part of what `python -m tests.coverage areas` measures, in the suite."""

from math import sqrt

import numpy as np

from tests.coverage import areas


def floor(wanted, runs):
    """What a share of at least `wanted` is measured as in so many runs, but for one in a thousand."""
    return wanted - 3.1 * sqrt(wanted * (1 - wanted) / runs)


def test_areas_of_ten_positives_are_held():
    """DeLong's normal interval: .76 at an area of .95."""
    shares = areas.areas(10, 60, 1)
    assert np.mean([share for (law, _, area), share in shares.items() if area == 0.95]) >= floor(0.93, 60 * 9)
    assert min(shares.values()) >= floor(0.88, 60)


def test_differences_of_ten_positives_are_held():
    """DeLong's normal interval: .57 in the worst cell."""
    shares = areas.differences(10, 60, 2)
    assert np.mean([*shares.values()]) >= floor(0.93, 60 * 24)
    assert min(shares.values()) >= floor(0.9, 60)


def test_the_true_roc_curve_is_held_at_each_rate():
    """The bootstrap's band: .28 at a rate of .3."""
    shares = areas.bands(40, 3)
    assert np.mean([share for (*_, rate), share in shares.items() if rate == 0.3]) >= floor(0.93, 40 * 15)
    assert min(shares.values()) >= floor(0.9, 40)


def test_differences_of_weighted_cases_are_held():
    """Weights of 1 to 20, ten positives."""
    shares = areas.weighted_differences(10, 20, 5)
    assert np.mean([*shares.values()]) >= floor(0.93, 20 * 16)
    assert min(shares.values()) >= floor(0.9, 20)
