"""The sample of two periods: its law, and that its scores of then are probabilities."""

import numpy as np
import pytest
from scipy.special import ndtr

from ddcore.errors import InputError
from ddcore.samples.moved import APART, MOVED, NOW, THEN

LAW = MOVED["then_and_now"]


def test_a_draw_has_the_shares_and_the_areas_of_its_law():
    drawn = LAW.draw(200_000, 3).to_pandas()
    assert list(drawn["period"]) == ["then"] * 100_000 + ["now"] * 100_000
    for name, law in (("then", THEN), ("now", NOW)):
        rows = drawn[drawn["period"] == name]
        true = rows["truth"] == "positive"
        assert true.mean() == pytest.approx(law.share, abs=0.006)
        ranks = rows["score"].rank()
        area = (ranks[true].sum() - true.sum() * (true.sum() + 1) / 2) / (true.sum() * (~true).sum())
        assert area == pytest.approx(ndtr((law.positives - law.negatives) / law.deviation / 2**0.5), abs=0.005)
    assert THEN.positives - THEN.negatives == pytest.approx(APART**2)


def test_scores_of_then_are_probabilities():
    drawn = LAW.draw(200_000, 4).to_pandas()[:100_000]
    true, tenth = drawn["truth"] == "positive", (10 * drawn["score"]).astype(int)
    away = true.groupby(tenth).mean() - drawn["score"].groupby(tenth).mean()
    assert np.abs(away).max() < 0.03


def test_sizes_and_seeds():
    assert LAW.draw(50, 1).equals(LAW.draw(50, 1))
    assert not LAW.draw(50, 1).equals(LAW.draw(50, 2))
    with pytest.raises(InputError, match="size must be between 5 and 500,000, got 3"):
        LAW.draw(3)
