"""Net benefit: by its formula in fractions, as R's dcurves prints it, and by resamples of each class."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ddcore.counts import Counts
from ddcore.decisions.model_curves import model_curve
from ddcore.decisions.net_benefit import net_benefit
from ddcore.errors import InputError
from ddcore.table import ScoreTable
from tests.helpers.loops import nonempty

CELLS = st.integers(0, 30)


@given(CELLS, CELLS, CELLS, CELLS, st.integers(0, 19))
def test_net_benefit_is_its_formula_in_fractions(tp, fp, fn, tn, twentieths):
    if tp + fp + fn + tn:
        total, odds = tp + fp + fn + tn, Fraction(twentieths, 20 - twentieths)
        found = net_benefit(Counts(tp=tp, fp=fp, fn=fn, tn=tn), twentieths / 20)
        scores, every = (tp - odds * fp) / total, (tp + fn - odds * (fp + tn)) / total
        assert found.value.value == pytest.approx(float(scores), abs=1e-12)
        assert found.treat_all == pytest.approx(float(every), abs=1e-12)
        assert found.over_constant.value == pytest.approx(float(scores - max(every, 0)), abs=1e-12)


def test_treating_all_is_what_dcurves_prints():
    """dcurves, df_binary: 105 of 750 are positive, and all are treated."""
    for threshold, printed in nonempty([(0.01, 0.13131313131313133), (0.05, 0.09473684210526317), (0.13, 1 / 87)]):
        found = net_benefit(Counts(tp=105, fp=645, fn=0, tn=0), threshold)
        assert found.value.value == pytest.approx(printed)
        assert found.treat_all == pytest.approx(printed)
        assert found.over_all.value == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("threshold", [0.05, 0.2, 0.6])
def test_intervals_are_about_those_of_resamples(threshold):
    """Cases of each class drawn with replacement, the classes being as frequent as here."""
    counts = Counts(tp=150, fp=90, fn=50, tn=510)
    rng, odds = np.random.default_rng(1), threshold / (1 - threshold)
    tp, fp = rng.binomial(200, 150 / 200, 20_000), rng.binomial(600, 90 / 600, 20_000)
    scores, every = (tp - odds * fp) / 800, (200 - odds * 600) / 800
    found = net_benefit(counts, threshold)
    for interval, drawn in ((found.value, scores), (found.over_all, scores - every)):
        low, high = np.quantile(drawn, [0.025, 0.975])
        assert [interval.low, interval.high] == pytest.approx([low, high], abs=0.08 * (high - low))


def test_the_band_of_a_decision_curve_has_the_same_intervals():
    rng = np.random.default_rng(3)
    score = rng.random(300).round(3)
    table = ScoreTable.of(score, rng.random(300) < score)
    places = np.array([0.1, 0.35, 0.8])
    band = model_curve(table, "decision", x=places)
    for at, place in nonempty(enumerate(places.tolist())):
        found = net_benefit(table.at(place), place).value
        assert (band.value[at], band.low[at], band.high[at]) == pytest.approx((found.value, found.low, found.high))


def test_a_threshold_of_one_has_none():
    with pytest.raises(InputError, match="must be 0 or more and below 1, got 1"):
        net_benefit(Counts(tp=1, fp=1, fn=1, tn=1), 1)
