"""Laws of what payoffs may be: moments of scipy's laws, deviations of their own, and what is refused."""

import math

import numpy as np
import pytest
from scipy.stats import beta, dirichlet, kstest, uniform

from ddcore.decisions.uncertain import UncertainUtility, perturbed, split
from ddcore.decisions.utility import Utility
from ddcore.errors import InputError
from tests.helpers.decisions import refused
from tests.helpers.loops import nonempty

FACTORY = Utility(tp=15, fp=-335, fn=-35, tn=165)
COSTS = Utility(tp=0, fp=-1, fn=-5, tn=0)
DRAWS = 40_000
OUTCOMES = ("tp", "fp", "fn", "tn")


def seeded():
    return np.random.default_rng(1)


def test_two_costs_of_one_sum_follow_a_beta_law():
    """Mean 1/6 of the sum 6, and the deviation that is set."""
    drawn = split(COSTS, 0.5, DRAWS, rng=seeded())
    whole = 36 * (1 - 26 / 36) / (2 * 0.25) - 1
    law = beta(whole / 6, 5 * whole / 6)
    assert kstest(-drawn.fp / 6, law.cdf).pvalue > 0.001
    assert 6 * law.std() == pytest.approx(0.5)
    assert drawn.fp.std() == pytest.approx(0.5, rel=0.02)
    assert set(drawn.tp) == set(drawn.tn) == {0.0}
    np.testing.assert_allclose(drawn.fp + drawn.fn, -6)


def test_three_losses_have_the_moments_of_a_dirichlet_law():
    """At 8 EUR no draw of the factory makes a wrong answer worth more than a right one: nothing is cut."""
    drawn = split(FACTORY, 8.0, DRAWS, rng=seeded())
    losses = np.array([165 - getattr(drawn, name) for name in ("tp", "fp", "fn")])
    parts = np.array([150, 500, 200]) / 850
    whole = 850**2 * (1 - (parts**2).sum()) / (3 * 64) - 1
    law = dirichlet(parts * whole)
    assert losses.mean(axis=1).tolist() == pytest.approx((850 * law.mean()).tolist(), rel=0.005)
    assert losses.var(axis=1).tolist() == pytest.approx((850**2 * law.var()).tolist(), rel=0.02)
    assert math.sqrt(losses.var(axis=1).mean()) == pytest.approx(8, rel=0.01)
    np.testing.assert_allclose(losses.sum(axis=0), 850)


def test_wide_dirichlet_law_keeps_right_answers_worth_more():
    drawn = perturbed(FACTORY, 100, 5000, rng=seeded(), law="dirichlet")
    assert bool(drawn.proper.all())
    several = Utility(tp=[0, 0], fp=[-1, -2], fn=[-5, -2], tn=[0, 0])
    mixed = perturbed(several, 0.3, 20_000, rng=seeded(), law="dirichlet", probability=[1, 3])
    sums = np.round(mixed.fp + mixed.fn, 9)
    assert {-6.0, -4.0} == set(sums)
    assert (sums == -4).mean() == pytest.approx(0.75, abs=0.02)


def test_uniform_law_has_the_deviation_that_is_set():
    drawn = perturbed(FACTORY, 5, DRAWS, rng=seeded(), law="uniform")
    for name in nonempty(OUTCOMES):
        off = getattr(drawn, name) - float(getattr(FACTORY, name))
        assert kstest(off, uniform(-5 * math.sqrt(3), 10 * math.sqrt(3)).cdf).pvalue > 0.001


@pytest.mark.parametrize("law", ["normal", "uniform"])
def test_each_payoff_by_itself(law):
    own = (0.0, 6.0, 3.0, 0.0)
    drawn = perturbed(FACTORY, 99, DRAWS, rng=seeded(), law=law, each=own)
    spread = [float(np.std(getattr(drawn, name))) for name in OUTCOMES]
    assert spread == pytest.approx(list(own), rel=0.02)
    assert UncertainUtility(FACTORY, each=own).is_off
    assert not UncertainUtility(FACTORY, relative_deviation=0.1, each=(0, 0, 0, 0)).is_off


def test_what_is_refused():
    for given_, message in (
        ({"law": "flat"}, 'doubt must be one of normal, uniform, dirichlet, got "flat"'),
        ({"law": "dirichlet", "each": (1, 1, 1, 1)}, "deviations of their own must be 0 or more, and of a normal..."),
        ({"each": (-1, 1, 1, 1)}, "deviations of their own must be 0 or more..."),
    ):
        refused(message, perturbed, COSTS, 0.5, 5, rng=seeded(), **given_)
    refused("deviation must be at most 2.132, got 3...", perturbed, COSTS, 3.0, 5, rng=seeded(), law="dirichlet")
    with pytest.raises(InputError, match="needs two outcomes or more"):
        split(Utility(tp=0, fp=-1, fn=0, tn=0), 0.1, 5, rng=seeded())
