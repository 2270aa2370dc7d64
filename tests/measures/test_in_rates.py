"""Measures as ratios of polynomials, against their definitions in fractions."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from ddcore.measures import MEASURES, measure
from ddcore.measures.in_rates import at_share, in_rates
from tests import oracles
from tests.helpers.loops import nonempty

TABLES = [(3, 1, 2, 4), (5, 2, 1, 7), (6, 3, 2, 9), (1, 1, 1, 1), (8, 1, 3, 11)]
"""TP, FP, FN and TN, better than chance."""
NO_RATIO = {"PT"}
"""Made of sums of roots."""
ROOTS = {"MCC", "FM", "G2", "CC"}


def value(key: str, tp: int, fp: int, fn: int, tn: int) -> Fraction:
    ratio, M = in_rates(measure(key), tp + fp + fn + tn), tp + fp + fn + tn
    at = {"a": Fraction(tp, tp + fn), "b": Fraction(fp, fp + tn), "p": Fraction(tp + fn, M), "q": Fraction(fp + tn, M)}
    return ratio.top.value(**at) / ratio.below.value(**at)


@pytest.mark.parametrize("table", TABLES)
def test_every_measure_but_one_is_its_definition_exactly(table):
    assert {key for key, row in MEASURES.items() if in_rates(row) is None} == NO_RATIO
    assert {key for key, row in MEASURES.items() if in_rates(row) is not None and in_rates(row).root} == ROOTS
    for key in nonempty([*MEASURES.keys() - NO_RATIO]):
        defined = oracles.DEFINITIONS[key](*table)
        squared = defined * defined if key in ROOTS else defined
        close = Decimal("1e-25")
        assert squared == value(key, *table) or abs(squared - oracles.decimal(value(key, *table))) < close, key


OWN = {
    "net = (tp - 3 * fp) / m": lambda tp, fp, fn, tn: Fraction(tp - 3 * fp, tp + fp + fn + tn),
    "grows = tp + 5": lambda tp, fp, fn, tn: Fraction(tp + 5),
    "harmonic = 2 / (1 / (tp / p) + 1 / (tp / pp))": oracles.f_beta(1),
    "weights = 0.1 * tp / p + 0.9 * tn / n": oracles.bacc(Fraction(1, 10)),
    "powers = (tp / p)**3 / (fp / n)**-2": lambda tp, fp, fn, tn: (
        Fraction(tp, tp + fn) ** 3 * Fraction(fp, fp + tn) ** 2
    ),
    "half = (tp / p)**0.5 * sqrt(tp / p) - -1": lambda tp, fp, fn, tn: Fraction(tp, tp + fn) + 1,
}  # fmt: skip


@pytest.mark.parametrize("text", OWN)
def test_formulas_of_ones_own_are_followed(text):
    for table in nonempty(TABLES):
        assert value(text, *table) == OWN[text](*table)


@pytest.mark.parametrize(
    "text",
    [
        "a = log(tp + 1)",
        "a = max(tp, fp) / m",
        "a = sqrt(tp) + 1",
        "a = tp**1.5 / m",
        "a = sqrt(sqrt(tp))",
        "a = tp / (tp - tp + 0 * fn) + tn",
        "a = -sqrt(tp)",
        "a = (tp - fp) * sqrt(tp / p)",
        "a = (tp + fp * tn - fn + p * n + pp)**10 / m**20",
    ],
)
def test_what_no_ratio_follows_has_none(text):
    try:
        row = measure(text)
    except ValueError:  # no value anywhere: no measure either
        return
    assert in_rates(row) is None


def test_a_share_is_put_in():
    top = at_share(in_rates(measure("ACC")).top, Fraction(1, 4))
    np.testing.assert_equal(top.value(a=1, b=1), Fraction(1, 4))
