"""The width of an interval: printed numbers, every table, and the number of cases that makes it narrow."""

import itertools

import numpy as np
import pytest
from scipy.stats import binom
from statsmodels.stats.proportion import samplesize_confint_proportion

from ddcore.chance.power import Claim
from ddcore.chance.significance import interval, within
from ddcore.chance.width import expected_width, fewest_for, width_among
from ddcore.counts import Counts
from ddcore.measures import measure
from tests.helpers.loops import nonempty
from tests.helpers.tiers import some_of


def test_wilsons_interval_of_a_sensitivity_is_that_of_presize():
    """R's presize 0.3.9, first example: recall 0.75 of 38 positives, 0.5938516 to 0.8602435, 0.2663919 wide.

    presize takes the interval of the expected table, 28.5 of 38; the mean over the tables is a little less.
    """
    low, high = within(28.5, 38, [-1.959964, 1.959964])
    assert (low, high, high - low) == pytest.approx((0.5938516, 0.8602435, 0.2663919), abs=5e-8)
    assert width_among(Claim(measure("recall"), 0.75, 0.2), 250, 0.15) == pytest.approx(0.2663919, rel=0.02)


KINDS = [("recall", "fixed"), ("F1", "drawn"), ("F1", "fixed"), ("MCC", "fixed")]


@pytest.mark.parametrize(("key", "classes"), some_of(KINDS, *KINDS[:2]))
def test_mean_width_is_that_over_every_table(key, classes):
    P, N, tpr, fpr = 8, 10, 0.7, 0.3
    sums = np.zeros(2)
    for tp, fp in nonempty(list(itertools.product(range(2, P + 1), range(N + 1)))):
        found = interval(key, Counts(tp=tp, fp=fp, fn=P - tp, tn=N - fp), classes=classes)
        likely = binom.pmf(tp, P, tpr) * binom.pmf(fp, N, fpr)
        sums += likely * np.array([found.high - found.low, 1.0])
    assert expected_width(Claim(measure(key), tpr, fpr), P, N, classes) == pytest.approx(sums[0] / sums[1], rel=2e-3)


def test_fewest_cases_for_a_width():
    claim = Claim(measure("F1"), 0.8, 0.2)
    for width in nonempty([0.5, 0.2, 0.05]):
        least = fewest_for(claim, width, 0.4)
        assert width_among(claim, least, 0.4) <= width < width_among(claim, least - 1, 0.4)
    positives = samplesize_confint_proportion(0.8, 0.01)
    assert fewest_for(Claim(measure("recall"), 0.8, 0.2), 0.02, 0.5) == pytest.approx(2 * positives, rel=0.002)
    assert fewest_for(claim, 1e-5, 0.4) is None
    # As many positives are needed where they are rare.
    recall = Claim(measure("recall"), 0.8, 0.2)
    assert fewest_for(recall, 0.1, 0.001) == pytest.approx(500 * fewest_for(recall, 0.1, 0.5), rel=0.01)
