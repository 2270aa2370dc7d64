"""Best thresholds over the share of positives: against cases repeated, derivatives and Gong's Table 4.4."""

import math
from fractions import Fraction

import numpy as np
import pytest

from ddcore.errors import InputError
from ddcore.measures import MEASURES, measure
from ddcore.scores.resampling import Resamples
from ddcore.scores.share_thresholds import band_over_share, direction, kept_over_share, over_share
from ddcore.scores.thresholds import Constraint, best
from ddcore.table import ScoreTable
from tests import oracles
from tests.helpers.loops import nonempty

RNG = np.random.default_rng(5)
TRUE = np.arange(40) % 2 == 0
SCORE = np.round(np.clip(TRUE * 0.3 + 0.7 * RNG.random(40), 0, 1), 2)
TABLE = ScoreTable.of(SCORE, TRUE, True)


def repeated(more: int) -> ScoreTable:
    """The same with each negative case so many times."""
    score, true = (np.concatenate([column, *(more - 1) * [column[~TRUE]]]) for column in (SCORE, TRUE))
    return ScoreTable.of(score, true, True)


@pytest.mark.parametrize("more", [1, 4, 19])
def test_best_thresholds_are_those_of_cases_that_are_so_rare(more):
    rare, share = repeated(more), [1 / (1 + more)]
    for key in nonempty(["F1", "MCC", "ACC", "ERR", "kappa", "PPV", "J", "FM"]):
        mine, other = over_share(TABLE, key, share), best(rare, key)
        assert mine.threshold.tolist() == [other.threshold], key
        assert mine.value.tolist() == pytest.approx([other.value]), key
        kept = float(measure(key)(rare.at(0.5)))
        assert kept_over_share(TABLE, key, share, 0.5).tolist() == pytest.approx([kept], nan_ok=True), key


def test_conditions_hold_at_each_share():
    at_least = Constraint.of("PPV", 0.6)
    for more in nonempty((1, 4)):
        rare = repeated(more)
        found = over_share(TABLE, "TPR", [1 / (1 + more)], at_least)
        assert found.threshold.tolist() == [best(rare, "TPR", at_least).threshold]
    impossible = over_share(TABLE, "TPR", [0.5], Constraint.of("TPR", 0.9), Constraint.of("TNR", 1.0))
    assert math.isnan(impossible.threshold[0])
    assert math.isnan(impossible.value[0])


def test_accuracy_predicts_all_or_none_where_a_class_is_all_but_absent():
    found = over_share(ScoreTable.of([0.1, 0.4, 0.8, 0.9], [0, 1, 1, 0]), "ACC", [0.0001, 0.9999])
    assert found.threshold.tolist() == [math.inf, 0.4]
    with pytest.raises(InputError, match="changing the share of positives needs cases of both classes"):
        over_share(ScoreTable.of([0.1, 0.4], [1, 1]), "TPR", [0.5])


def test_band_is_that_of_the_best_thresholds_of_resamples_counted_one_by_one():
    drawn = Resamples.of(TABLE, 30, rng=np.random.default_rng(1), deals=1)
    low, high = band_over_share(drawn, "F1", [0.2], level=0.5)
    bests = []
    for positives, negatives in zip(*drawn.drawn, strict=True):
        bests.append(best(ScoreTable(drawn.threshold[:-1], positives, 4 * negatives), "F1").threshold)
    middle = np.sort(bests)
    assert (low[0], high[0]) == (middle[7], middle[22])


def test_measures_run_over_the_share_as_table_4_4_says():
    turned = {"ACC": ("rises", "falls"), "ERR": ("falls", "rises")}
    for row in nonempty(oracles.published("003_table4_4.csv")):
        high, low = (direction(measure(row["measure"]), *rates) for rates in ((0.8, 0.3), (0.6, 0.1)))
        assert (high, low) == turned.get(row["measure"], (row["direction"],) * 2)
    told = {key: direction(row, 0.8, 0.3) for key, row in MEASURES.items() if row.judges}
    assert "has no value" not in told.values()
    assert (direction(measure("PPV"), 0.0, 0.0), told["MCC"]) == ("has no value", "rises and falls")


def test_f1_rises_by_the_derivative_of_section_4_6():
    """2 TPR FPR / (share TPR + (1 - share) FPR + share)^2, in fractions."""
    recall, alarms, share, step = Fraction(4, 5), Fraction(3, 10), Fraction(1, 5), Fraction(1, 10**6)
    table = ScoreTable(np.array([0.0, 1.0]), np.array([200, 800]), np.array([700, 300]))

    def f1(at):
        return 2 * at * recall / (at * recall + (1 - at) * alarms + at)

    slope = 2 * recall * alarms / (share * recall + (1 - share) * alarms + share) ** 2
    assert float((f1(share + step) - f1(share - step)) / (2 * step)) == pytest.approx(float(slope))
    found = kept_over_share(table, "F1", [float(share - step), float(share + step)], 1.0)
    assert (found[1] - found[0]) / float(2 * step) == pytest.approx(float(slope), rel=1e-6)
