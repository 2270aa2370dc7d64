"""Gains of a reading that was chosen, and the band of a ratio beside the exact one."""

import numpy as np
import pytest
from scipy.stats import norm

from ddcore.interval import Interval
from ddcore.samples.simulated import SCENARIOS
from ddcore.scores.before_after import before_after
from ddcore.scores.gain import LEARNED, UNSEEN, gain, portrait
from ddcore.scores.likelihood import cross_fit, fit
from ddcore.table import ScoreTable
from tests.helpers.loops import nonempty


def drawn(key, positives, negatives, seed=1):
    rng, law = np.random.default_rng(seed), SCENARIOS[key]
    score = np.concatenate([law.positives.draw(positives, rng), law.negatives.draw(negatives, rng)])
    return ScoreTable.of(score, np.repeat([1, 0], [positives, negatives]))


def both(one, other):
    return pytest.approx((min(one.low, other.low), max(one.high, other.high)), abs=1e-12)


@pytest.mark.full
def test_the_interval_of_a_chosen_reading_holds_that_of_two_cross_fits():
    """Some folds of 30 positives keep the order: the first cross-fit alone reaches no higher than half of the gain."""
    table, rng = drawn("scenario_1", 30, 270, 4), np.random.default_rng(1)
    found = gain(table, rng=np.random.default_rng(1))
    method, bounds = found.likelihood.method, found.likelihood.bounds
    first = cross_fit(table, "best", rng=rng)
    second = cross_fit(table, method, bounds=bounds, rng=rng)
    assert "order" in {fold.method for fold in found.readings} != {method} == {fold.method for fold in found.fixed}
    assert (found.gains[UNSEEN].value, found.aucs[UNSEEN].value) == (first.gain.value, first.auc.value)
    for name, (one, other) in {"gains": (first.gain, second.gain), "aucs": (first.auc, second.auc)}.items():
        interval = getattr(found, name)[UNSEEN]
        assert (interval.low, interval.high) == both(one, other), name
    assert first.gain.high < second.gain.high
    rows = [
        before_after(table, found.likelihood, readings, ["F1", "J"], fixed=fixed)
        for readings, fixed in ((found.readings, found.fixed), (found.readings, ()), (found.fixed, ()))
    ]
    for held, one, other in nonempty(zip(*rows, strict=True)):
        assert held.gain.value == one.gain.value
        assert (held.gain.low, held.gain.high) == both(one.gain, other.gain)
        assert (held.unseen_after.low, held.unseen_after.high) == both(one.unseen_after, other.unseen_after)


def test_a_given_method_is_cross_fitted_once():
    found = gain(drawn("scenario_1", 30, 30), "kde", rng=np.random.default_rng(1))
    assert found.readings
    assert found.fixed == ()
    assert found.gains[LEARNED].value > 0


@pytest.mark.parametrize(("low", "high"), [(0.05, 0.5), (-0.05, 0.2), (0.11, 0.2)])
@pytest.mark.parametrize("sign", [1, -1])
def test_p_is_below_5_percent_where_the_wider_interval_leaves_out_0(low, high, sign):
    reach = 1.959963984540054
    one = Interval(sign * 0.2, *sorted((sign * (0.2 - 0.05 * reach), sign * (0.2 + 0.05 * reach))), 0.05)
    held = one.holding(Interval(sign * 0.3, *sorted((sign * low, sign * high)), 0.1))
    assert (held.p < 0.05) == (held.low > 0 or held.high < 0) == (low > 0)
    assert held.p >= one.p
    assert one.holding(one) == Interval(one.value, one.low, one.high, one.error, pytest.approx(one.error))


def test_no_gain_at_all_holds_that_of_a_reading():
    held = Interval(0.0, 0.0, 0.0, 0.0).holding(Interval(0.1, -0.05, 0.25, 0.08))
    assert (held.value, held.low, held.high, held.p) == (0, -0.05, 0.25, 1)


def exact(law, x):
    positives, negatives = (
        np.mean([norm.pdf(x, *part) for part in side.parts], axis=0) for side in (law.positives, law.negatives)
    )
    return np.log(positives / negatives)


@pytest.mark.parametrize(("size", "least"), [(250, 0.7), (2_000, 0.7)])
def test_the_band_holds_the_exact_ratio_of_two_groups(size, least):
    """By normal reference, each resample with a bandwidth of its own, at 25 % of the axis and of 32 % of the cases."""
    law, axis, cases = SCENARIOS["scenario_3"], [], []
    for seed in range(3):
        table = drawn("scenario_3", size, size, seed)
        seen = portrait(fit(table, "kde"), table, rng=np.random.default_rng(1))
        truth = exact(law, seen.score)
        inside = (seen.low <= truth) & (truth <= seen.high)
        axis.append(inside.mean())
        cases.append(np.interp(table.score, seen.score, inside).mean())
    assert np.mean(axis) >= least
    assert np.mean(cases) >= least


def test_two_groups_are_not_smoothed_into_one():
    """At 0.05 the exact ratio is 2.6, and normal reference told 13.7."""
    law, x = SCENARIOS["scenario_3"], np.array([0.1, 0.15, 0.2, 0.3, 0.35, 0.5, 0.55])
    table = drawn("scenario_3", 10_000, 10_000)
    usual, normal = (np.abs(fit(table, bandwidth=rule).log_ratio(x) - exact(law, x)) for rule in ("sj", "normal"))
    assert usual.max() < 0.25
    assert normal.max() > 0.4
    assert usual.mean() < normal.mean() / 3


@pytest.mark.parametrize("method", ["kde", "splines", "histogram", "isotonic", "binormal"])
def test_the_same_reading_of_the_same_cases_is_the_same(method):
    table = drawn("scenario_2", 60, 40)
    reading = fit(table, method)
    np.testing.assert_array_equal(reading.again(table).log_ratio(table.score), reading.log_ratio(table.score))
    other = drawn("scenario_2", 30, 30, 2)
    assert reading.again(other).facts == reading.facts if method == "kde" else reading.again(other).facts
