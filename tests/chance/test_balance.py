"""Balanced measures against their formulas and fractions."""

import itertools
import math
import re
from fractions import Fraction

import numpy as np
import pytest

from ddcore.chance.balance import balanced, rebalance
from ddcore.counts import Counts
from ddcore.errors import InputError
from ddcore.measures import MEASURES, measure
from tests.helpers.decisions import refused
from tests.oracles import DEFINITIONS, relative_error

CELLS = ("tp", "fp", "fn", "tn")
COUNTS = ("TP", "TN", "FP", "FN")
TABLES = list(itertools.product(range(4), repeat=4))


def tables():
    tp, fp, fn, tn = np.array(TABLES[1:]).T
    return Counts(tp=tp, fp=fp, fn=fn, tn=tn)


def both_classes(table):
    return table[(table.positives > 0) & (table.negatives > 0)]


def test_the_rates_and_the_total_are_kept():
    table = both_classes(tables())
    for prevalence in (0.0, 0.001, 0.3, 0.5, 1.0):
        found = rebalance(table, prevalence)
        np.testing.assert_allclose(found.total, table.total, rtol=1e-14)
        np.testing.assert_allclose(found.positives, prevalence * table.total, rtol=1e-14)
        for key, known in (("TPR", prevalence > 0), ("FPR", prevalence < 1)):
            if known:
                np.testing.assert_allclose(measure(key)(found), measure(key)(table), rtol=1e-14)
    own = table.positives / table.total
    for moved in (rebalance(table, own), rebalance(rebalance(table, 0.07), own)):
        for name in CELLS:
            np.testing.assert_allclose(getattr(moved, name), getattr(table, name), rtol=1e-13, atol=1e-15)


def test_the_moved_counts_in_fractions():
    for (tp, fp, fn, tn), share in itertools.product(
        [(6, 18, 4, 72), (1, 2, 3, 4), (5, 0, 1, 9)], ("1/2", "1/8", "3/4")
    ):
        a, total = Fraction(share), tp + fp + fn + tn
        hit, alarm = Fraction(tp, tp + fn), Fraction(fp, fp + tn)
        found = rebalance(Counts(tp=tp, fp=fp, fn=fn, tn=tn), float(a))
        exact = (hit * a * total, alarm * (1 - a) * total, (1 - hit) * a * total, (1 - alarm) * (1 - a) * total)
        for name, right in zip(CELLS, exact, strict=True):
            assert relative_error(getattr(found, name), right) < 1e-15, name


def test_arrays_are_the_same_one_by_one():
    table = Counts(tp=[[6], [1]], fp=[[18], [0]], fn=[[4], [5]], tn=[[72], [3]])
    shares = np.array([0.2, 0.5, 0.9])
    found = rebalance(table, shares)
    assert found.tp.shape == found.tn.shape == (2, 3)
    for i, j in np.ndindex(2, 3):
        one = rebalance(table[i, 0], float(shares[j]))
        assert all(getattr(found, name)[i, j] == getattr(one, name) for name in CELLS)


def test_a_class_without_cases_has_no_rate():
    no_positives = rebalance(Counts(tp=0, fp=3, fn=0, tn=7), [0.2, 0.5])
    assert np.isnan([no_positives.tp, no_positives.fn]).all()
    assert no_positives.fp.round(12).tolist() == [2.4, 1.5]
    no_negatives = rebalance(Counts(tp=3, fp=0, fn=7, tn=0), [0.2, 0.5])
    assert np.isnan([no_negatives.fp, no_negatives.tn]).all()
    assert no_negatives.fn.round(12).tolist() == [1.4, 3.5]


def test_what_is_no_prevalence():
    for prevalence in (1.2, -0.1, math.nan, [0.5, 2]):
        wrong = prevalence[1] if isinstance(prevalence, list) else prevalence
        with pytest.raises(InputError, match=re.escape(f"prevalence must be between 0 and 1, got {wrong:g}")):
            rebalance(Counts(tp=1, fp=1, fn=1, tn=1), prevalence)
    for prevalence in (0, 1, -0.5, 1.5, math.nan):
        refused(f"prevalence must be above 0 and below 1, got {prevalence:g}...", balanced, "PPV", prevalence)
    refused('measure must be one of the known names, got "recal"...', balanced, "recal")


def test_balanced_is_the_measure_of_the_moved_counts():
    """Where both classes have cases; of some measures the plain form needs but one, the balanced form both."""
    table = both_classes(tables())
    one_class = Counts(tp=[0, 3, 0, 3], fp=[3, 0, 3, 0], fn=[0, 2, 0, 0], tn=[2, 0, 0, 0])
    for key, prevalence in itertools.product(MEASURES, (0.5, 0.08)):
        moved = measure(key)(rebalance(table, prevalence))
        np.testing.assert_allclose(balanced(key, prevalence)(table), moved, rtol=1e-13, atol=1e-15, err_msg=key)
        assert np.isfinite(moved).sum() > 50
        assert np.isnan(balanced(key, prevalence)(one_class)).all(), key


def test_balanced_at_a_half_in_fractions():
    """A table whose classes are made equal by repeating the cases of each, so that its counts are whole."""
    kept = [table for table in TABLES if table[0] + table[2] and table[1] + table[3]]
    tp, fp, fn, tn = np.array(kept).T
    for key in MEASURES:
        right = []
        for a, b, c, d in kept:
            P, N = a + c, b + d
            exact = DEFINITIONS[key](a * N, b * P, c * N, d * P)
            if key in COUNTS:  # the counts of the original number of cases
                exact = exact * (P + N) / (2 * P * N)
            right.append(math.nan if exact is None else float(exact))
        found = balanced(key)(Counts(tp=tp, fp=fp, fn=fn, tn=tn))
        np.testing.assert_allclose(found, right, rtol=0, atol=1e-14, err_msg=key)


TABLE_4 = {
    "ACC": lambda t, s: (t + s) / 2,
    "BACC": lambda t, s: (t + s) / 2,
    "TPR": lambda t, s: t,
    "TNR": lambda t, s: s,
    "PPV": lambda t, s: t / (t - s + 1),
    "NPV": lambda t, s: s / (s - t + 1),
    "J": lambda t, s: t + s - 1,
    "MK": lambda t, s: t / (t - s + 1) + s / (s - t + 1) - 1,
    "MCC": lambda t, s: (t + s - 1) / np.sqrt((t - s + 1) * (s - t + 1)),
    "F1": lambda t, s: 2 * t / (t - s + 2),
    "NF1": lambda t, s: 2 * s / (s - t + 2),
    "kappa": lambda t, s: t + s - 1,
}
"""Burger & Meertens, Table 4, in TPR and TNR, the sign in PPV put right; kappa is J in balance."""


def test_the_forms_in_balance():
    """The sign that is printed in balanced precision is wrong."""
    tp, tn = (side.ravel() for side in np.meshgrid([1, 4, 9.5], [1, 8, 19.75]))
    table = Counts(tp=tp, fn=10 - tp, tn=tn, fp=20 - tn)
    for key, form in TABLE_4.items():
        np.testing.assert_allclose(balanced(key)(table), form(tp / 10, tn / 20), rtol=1e-13, atol=1e-15, err_msg=key)
    right, printed = 0.6 / (0.6 - 0.8 + 1), 0.6 / (0.6 + 0.8 + 1)
    assert math.isclose(balanced("PPV")(Counts(tp=6, fp=4, fn=4, tn=16)), right)
    assert printed < 0.26 < 0.74 < right


def test_what_a_balanced_measure_says_of_itself():
    found = balanced("precision", 0.25)
    assert (found.key, found.name) == ("PPV at 0.25", "Precision at a prevalence of 0.25")
    assert found.needs == ("predicted_positives", "positives", "negatives")
    assert (found.better, found.best, found.worst) == ("higher", 1.0, 0.0)
    assert found.expected is found.slope is found.proportion is None
    assert MEASURES["PPV"].key == "PPV"
