"""The propositions of document 003 on settings where what comes out is known otherwise."""

import math

import numpy as np
import pytest
from scipy.special import ndtr

from ddcore.errors import InputError
from ddcore.papers.propositions import (
    SLIDERS,
    SOME,
    TESTS,
    Setting,
    cards,
    proposition_6,
    proposition_15,
    theorem_1,
    theorem_2,
)
from ddcore.samples.simulated import SCENARIOS
from tests.helpers.loops import nonempty
from tests.helpers.settings import ByScore, Turned
from tests.oracles import published

FAILING = Setting(separation=2.0, spread=0.6, share=0.4, below=0.2, asking=0.8, middle=0.42, lowest=0.1)
"""The ratio does not rise with the score, the ends of Proposition 15 cross, and r T(r) does not fall."""


def places(setting, **wanted):
    return {card.place for card in cards(setting) if all(getattr(card, key) == value for key, value in wanted.items())}


def test_all_hold_on_every_setting_that_meets_their_conditions_but_the_one_printed_wrong():
    assert [places(setting, applies=True, holds=False) for setting in nonempty(SOME)] == [set()] * len(SOME)
    assert places(FAILING, applies=True, holds=False) == {"Proposition 15"}
    assert places(SOME[0], applies=False) == {"Proposition 16"}
    unmet = {"Proposition 7", "Proposition 8", "Proposition 18"}
    assert places(FAILING, applies=False) == places(FAILING, applies=False, holds=False) == unmet
    assert len(TESTS) == len(cards(FAILING)) == 19 + 2
    assert [card.place for card in cards(FAILING)] == list(TESTS)


def test_they_fail_where_scores_are_not_the_likelihood_ratio():
    of_ratio = {f"Proposition {number}" for number in (1, 2, 9, 11, 12, 13, 14, 15)}
    wrong = places(ByScore(separation=1.0, below=0.3, share=0.4), holds=False, applies=True)
    assert of_ratio <= wrong
    turned = places(Turned(separation=1.5), holds=False, applies=True)
    assert of_ratio | {"Proposition 3", "Proposition 6", "Proposition 10", "Theorem 1"} <= turned


def test_where_all_cases_have_one_ratio_proposition_6_says_nothing():
    """Both thresholds of the ratio are 1 away from the corner of CC, the middle of the scores the root of 1/2."""
    card = proposition_6(Setting(separation=0))
    assert (card.applies, card.holds, card.left) == (False, False, ("best CC by the likelihood ratio", 1.0))
    assert card.right[1] == pytest.approx(math.sqrt(0.5), abs=1e-6)
    assert card.remark == "100% of the cases have one ratio, and no threshold comes between them."


def test_both_costs_of_proposition_15_are_those_worked_out_by_hand():
    [row] = [row for row in published("003_bands.csv") if row["place"] == "Proposition 15"]
    card = proposition_15(Setting(miss=5, asking=0.8))
    assert not card.holds
    assert [card.left[1], card.right[1]] == pytest.approx([float(row["printed"]), float(row["right"])], abs=5e-5)
    assert card.margin == "cost of a case by the printed rule: 0.549 > by the best region: 0.439"


def test_the_areas_are_those_in_closed_form():
    """Scenario 2 has (2 / pi) arctan 2, two normal scores Phi(sqrt(d' S^-1 d / 2))."""
    setting = Setting(separation=0.0, spread=2.0)
    assert setting.by_ratio.auc == pytest.approx(2 / math.pi * math.atan(2), abs=5e-5)
    assert SCENARIOS["scenario_2"].best_auc == pytest.approx(setting.by_ratio.auc, abs=5e-5)
    both = theorem_2(Setting(separation=1.5, second=1.0, correlation=-0.5))
    apart = np.array([1.5, 1.0])
    distance = apart @ np.linalg.inv([[1, -0.5], [-0.5, 1]]) @ apart
    assert both.left[1] == pytest.approx(float(ndtr(math.sqrt(distance / 2))), abs=1e-3)
    assert both.right[1] == pytest.approx(float(ndtr(1.5 / math.sqrt(2))), abs=1e-9)


def test_pictures_have_numbers_and_the_curve_of_the_ratio_is_above():
    lines = [line for card in cards(FAILING) for line in card.picture.lines.values()]
    assert all(x.shape == y.shape and np.isfinite(x).all() for x, y in nonempty(lines))
    curves = theorem_1(FAILING).picture.lines
    even = np.linspace(0.01, 0.99, 99)
    ours, theirs = (np.interp(even, *curves[name]) for name in ("likelihood ratio", "score"))
    assert (ours >= theirs - 1e-5).all()
    assert (ours - theirs).max() > 0.05


def test_a_setting_is_within_its_sliders():
    for slider in nonempty(SLIDERS):
        assert slider.low <= getattr(Setting(), slider.name) <= slider.high
    with pytest.raises(InputError, match=r"^share of positives must be between 0.05 and 0.95, got 0$"):
        Setting(share=0)
    with pytest.raises(InputError, match=r"^mean score of the positives must be between 0 and 4, got nan$"):
        Setting(separation=math.nan)
