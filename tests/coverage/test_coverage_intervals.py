"""A part of the table of intervals: small tables are enumerated, so that only drawn classes and weights are luck."""

import itertools
import math

import numpy as np
import pytest

from tests.coverage.intervals import KEYS, RATES, designs, drawn, fixed, held
from tests.helpers.loops import nonempty


def least(wanted, runs):
    """What a coverage as wanted may be measured as, with one chance in 10,000 of less."""
    return wanted - 3.72 * math.sqrt(wanted * (1 - wanted) / runs)


@pytest.mark.parametrize(("rates", "prevalence"), list(itertools.product(RATES, (0.05, 0.5))))
def test_fixed_classes_of_50_cases(rates, prevalence):
    found = fixed(*rates, prevalence, 50, 400, None)
    assert min(found.values()) >= 0.91
    assert 0.93 <= np.mean(list(found.values())) <= 0.99


def test_drawn_classes_of_50_cases():
    found = drawn(*RATES[1], 0.05, 50, 250, np.random.default_rng(1))
    assert min(found.values()) >= least(0.93, 250)


def test_weighted_cases():
    for name, (counts, truth) in nonempty(designs(np.random.default_rng(1), 300)):
        shares = held(KEYS[:-2], counts, truth, "fixed")
        assert min(float(share.mean()) for share in shares.values()) >= least(0.93, 300), name
