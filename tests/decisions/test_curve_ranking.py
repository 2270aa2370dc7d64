"""Whole ROC curves ranked by their area, against thresholds tried one by one, drawn scores, and curves that nest."""

import itertools
import math

import numpy as np
import pytest
from scipy.stats import kstest, norm

from ddcore.decisions.curve_ranking import (
    RANKERS,
    Binormal,
    draw_curve_pairs,
    misranked_curves,
    most_wrong,
    random_curves,
)
from ddcore.decisions.ranking import UTILITY
from ddcore.errors import InputError
from tests.helpers.tiers import some_of

THRESHOLDS = np.concatenate([[-math.inf], np.linspace(-12, 16, 7_001), [math.inf]])


def seeded(seed=1):
    return np.random.default_rng(seed)


def tried(shift, spread, positive, negative):
    """The best of many thresholds, by the laws of scipy."""
    with np.errstate(invalid="ignore"):
        values = positive * norm.sf(THRESHOLDS, shift, spread) + negative * norm.cdf(THRESHOLDS)
    return values.max()


@pytest.mark.parametrize("spread", [0.5, 0.999, 1.0, 1.001, 2.0])
def test_best_threshold_is_that_of_a_search(spread):
    for shift, (positive, negative) in itertools.product(
        [0.0, 0.3, 4.0], [(0.5, 0.5), (0.01, 0.99), (0.9, 0.02), (1.0, 0.0), (0.0, 1.0), (0.3, 0.25)]
    ):
        value, threshold = Binormal(shift, spread).best(positive, negative)
        assert float(value) == pytest.approx(tried(shift, spread, positive, negative), abs=1e-6)
        recall, kept = Binormal(shift, spread).rates(threshold)
        assert positive * recall + negative * kept == pytest.approx(float(value), abs=1e-12)


def test_area_is_that_of_drawn_scores():
    rng = seeded()
    for shift, spread in ((0.5, 0.5), (1.5, 1.0), (1.0, 2.0)):
        positive, negative = rng.normal(shift, spread, 40_000), rng.normal(0, 1, 40_000)
        assert float(Binormal(shift, spread).area) == pytest.approx((positive > negative).mean(), abs=0.008)


def test_curves_have_the_law_that_is_said():
    curves = random_curves(20_000, 2.0, rng=seeded())
    assert kstest(2 * curves.area - 1, "beta", (2, 1)).pvalue > 0.001
    assert kstest(np.log2(curves.spread), "uniform", (-1, 2)).pvalue > 0.001
    with pytest.raises(InputError, match=r"spread must be 1 or more, got 0\.5"):
        random_curves(3, 0.5, rng=seeded())


def test_area_never_errs_where_curves_nest():
    """With equal spreads no two curves cross: the upper one is worth more whatever is at stake."""
    found = misranked_curves("uniform", 0.1, 20_000, rng=seeded(), spread=1)
    assert found.share == dict.fromkeys((*RANKERS, UTILITY), 0.0)
    assert most_wrong(draw_curve_pairs("uniform", 0.1, 400, rng=seeded(), spread=1)) is None


@pytest.mark.parametrize("truth", some_of(["uniform", "gaussian", "each", "dirichlet"], "gaussian", "each"))
def test_rough_payoffs_err_less_than_the_area_and_more_so_the_rougher_they_are(truth):
    shares = {error: misranked_curves(truth, error, 20_000, rng=seeded()).share for error in (0.0, 0.1, 0.3)}
    assert shares[0.0][UTILITY] == 0
    assert 0 < shares[0.1][UTILITY] < shares[0.3][UTILITY] < shares[0.1]["AUC"]


def test_shares_are_those_of_a_search_over_thresholds():
    """Few pairs, each curve at the best of many thresholds; pairs too close to tell are left to either."""
    pairs = draw_curve_pairs("uniform", 0.1, 60, rng=seeded(5))
    gain, lead = pairs.gain, pairs.lead("AUC")
    both = pairs.first, pairs.second
    for i in range(60):
        share, right, other = pairs.prevalence[i], *(stake[i] for stake in pairs.truth.stakes)
        # Kolmogorov-Smirnov and accuracy are best weighted sums, as the gain is.
        for found, weights in (
            (gain, (share * right, (1 - share) * other)),
            (pairs.lead("KS"), (1, 1)),
            (pairs.lead("ACC"), (share, 1 - share)),
        ):
            first, second = (tried(curve.shift[i], curve.spread[i], *weights) for curve in both)
            assert found[i] == pytest.approx(first - second, abs=4e-6)
        areas = [norm.cdf(curve.shift[i] / math.hypot(1, curve.spread[i])) for curve in both]
        assert lead[i] == pytest.approx(areas[0] - areas[1])
    place = most_wrong(pairs)
    assert gain[place] * lead[place] < 0


def test_standard_error_and_progress():
    told = []
    found = misranked_curves("uniform", 0.1, 30_000, rng=seeded(), progress=told.append)
    assert told == [2 / 3, 1.0]
    share = found.share["AUC"]
    assert found.standard_error("AUC") == pytest.approx(math.sqrt(share * (1 - share) / 30_000))
    assert 0 < found.equal < 0.1
