"""Cases that an AUC takes, against numbers that R's pROC and Obuchowski's table print."""

import math

import pytest

from ddcore.errors import InputError
from ddcore.scores.area_power import AreaPlan
from tests.helpers.loops import nonempty


def test_power_is_that_of_proc():
    """pROC, tests of power.roc.test: AUC 0.73 with 41 cases and 72 controls; 0.7313686 for s100b, and 95 % of it."""
    assert AreaPlan(0.73, 41 / 113).power(41) == pytest.approx(0.9897453, abs=5e-8)
    s100b = AreaPlan(0.7313686, 1 / 2.7)
    assert s100b.positives_for(0.95) == pytest.approx(29.29764, abs=1e-4)
    assert s100b.positives_for(0.95) * s100b.ratio == pytest.approx(49.806, abs=1e-3)
    assert AreaPlan(0.7313686, 41 / 113).power(41) == pytest.approx(0.9904833, abs=5e-7)


def test_positives_are_those_of_obuchowskis_table():
    """Obuchowski 2004, Table 4, one-sided 5 %, power 90 %: positives where there are r negatives for each."""
    printed = {(0.25, 0.6): 334, (1, 0.6): 135, (4, 0.6): 85, (0.25, 0.7): 80, (1, 0.7): 33, (2, 0.7): 25, (1, 0.8): 14}
    for (ratio, area), positives in nonempty(printed.items()):
        assert math.ceil(AreaPlan(area, 1 / (1 + ratio), 0.9).positives_for(0.9)) == positives


def test_cases_turn_power_and_width_round():
    plan = AreaPlan(0.8, 0.3)
    assert plan.power(0.3 * plan.cases_for(0.9)) == pytest.approx(0.9, abs=0.03)
    assert plan.cases_for_width(0.05) == pytest.approx(4 * plan.cases_for_width(0.1), rel=0.02)


def test_an_area_of_one_half_is_none():
    with pytest.raises(InputError, match=r"^the AUC must be between 0.5 and 1, got 0.5$"):
        AreaPlan(0.5, 0.2)
