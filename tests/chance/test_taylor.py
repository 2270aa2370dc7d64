"""Arithmetic with derivatives against derivatives of 40 digits."""

import itertools
import operator

import mpmath
import numpy as np
import pytest

from ddcore.chance.taylor import RULES, Jet
from ddcore.counts import Cells
from ddcore.measures import MEASURES, measure
from tests.helpers.loops import nonempty


def inner(t):
    """A curve through the numbers that a rule is tried on."""
    return (t + 3) / (2 - t) + t * t


def other(t):
    return 1 / (t + 2) + 3 * t


def jet(curve, place):
    """The curve as a jet, by derivatives of 40 digits."""
    with mpmath.workdps(40):
        return Jet(*(float(mpmath.diff(curve, place, order)) for order in range(3)))


def parts(of):
    return np.array([of.value, of.first, of.second], dtype=float)


ONE = {
    np.negative: operator.neg,
    np.positive: operator.pos,
    np.sqrt: mpmath.sqrt,
    np.log: mpmath.log,
    np.exp: mpmath.exp,
    np.absolute: abs,
}
TWO = {
    np.add: operator.add,
    np.subtract: operator.sub,
    np.multiply: operator.mul,
    np.divide: operator.truediv,
    np.minimum: min,
    np.maximum: max,
}
PLACES = [0.1, 0.9, 1.3]


def test_arrays_of_jets_are_the_same_one_by_one():
    jets = [jet(inner, place) for place in PLACES]
    together = Jet(*np.transpose([parts(one) for one in jets]))
    for of in (np.sqrt, np.log, lambda a: a / (1 + a) ** 2.0, lambda a: np.minimum(a, 2.0)):
        found = of(together)
        for i, one in enumerate(jets):
            here = [np.broadcast_to(part, 3)[i] for part in (found.value, found.first, found.second)]
            np.testing.assert_allclose(here, parts(of(one)), rtol=1e-15)
    many = np.ones(3) * jets[0]
    np.testing.assert_array_equal(many.value, np.full(3, jets[0].value))


def test_no_rule_no_answer():
    rules = [np.sin, np.floor, np.add.reduce, lambda a: np.sqrt(a, out=np.zeros(1)), lambda a: np.add(a, 1, where=True)]
    for of in nonempty(rules):
        with pytest.raises(TypeError, match=r"NotImplemented|not supported|unsupported"):
            of(Jet(1.0, 1.0))


def by_mpmath(key, P, N):
    """A measure as a function of TP and FP, in numbers of many digits."""

    def of(x, y):
        n, m = x + y, mpmath.mpf(P + N)
        true, false = x / P, y / N
        det = x * (N - y) - y * (P - x)
        return {
            "PPV": lambda: x / n, "NPV": lambda: (N - y) / (m - n), "FDR": lambda: y / n,
            "FOR": lambda: (P - x) / (m - n),
            "F1": lambda: 2 * x / (P + n), "F2": lambda: 5 * x / (4 * P + n), "F0.5": lambda: 5 * x / (P + 4 * n),
            "NF1": lambda: 2 * (N - y) / (N + m - n),
            "MK": lambda: det / (n * (m - n)), "MCC": lambda: det / mpmath.sqrt(P * N * n * (m - n)),
            "kappa": lambda: 2 * det / (P * (m - n) + N * n), "FM": lambda: x / mpmath.sqrt(P * n),
            "G2": lambda: mpmath.sqrt(true * (1 - false)), "TS": lambda: x / (P + y),
            "PT": lambda: mpmath.sqrt(false) / (mpmath.sqrt(true) + mpmath.sqrt(false)),
            "CC": lambda: mpmath.sqrt((1 - true) ** 2 + false**2), "CP": lambda: true * (1 - false),
            "DOR": lambda: x * (N - y) / (y * (P - x)), "PLR": lambda: true / false,
            "NLR": lambda: (1 - true) / (1 - false),
        }[key]()  # fmt: skip

    return of


CURVED = (
    "PPV", "NPV", "FDR", "FOR", "F1", "F2", "F0.5", "NF1", "MK", "MCC", "kappa", "FM", "G2", "TS", "PT", "CC", "CP",
    "DOR", "PLR", "NLR",
)  # fmt: skip
LINEAR = {"TP", "TN", "FP", "FN", "TPR", "TNR", "FPR", "FNR", "J", "ACC", "ERR", "BACC", "prevalence", "PP"}


def along(x, y, P, N, direction):
    dx, dy = direction
    cells = {"tp": (x, dx), "fp": (y, dy), "fn": (P - x, -dx), "tn": (N - y, -dy)}
    return Cells(**{name: Jet(float(value), float(slope)) for name, (value, slope) in cells.items()})


def on_a_line(of, x, y, dx, dy):
    return lambda t: of(x + t * dx, y + t * dy)


DIRECTIONS = [(1, 0), (0, 1), (1, 1), (2, -0.5)]


@pytest.mark.parametrize("direction", DIRECTIONS, ids=str)
def test_derivatives_of_measures(direction):
    """Of curved measures by mpmath; of linear ones as differences, and without curvature."""
    assert LINEAR | set(CURVED) == MEASURES.keys()
    assert not LINEAR & set(CURVED)
    for key, (x, y, P, N) in itertools.product(CURVED, ((6, 14, 30, 70), (2.5, 1.25, 4, 8), (15, 9, 16, 300))):
        found = measure(key).function(along(x, y, P, N, direction))
        with mpmath.workdps(40):
            line = on_a_line(by_mpmath(key, P, N), x, y, *map(mpmath.mpf, direction))
            right = [float(mpmath.diff(line, 0, order)) for order in range(3)]
        scale = max(abs(part) for part in right)
        np.testing.assert_allclose(parts(found), right, rtol=1e-12, atol=1e-14 * scale, err_msg=key)
    for key in LINEAR:
        found = measure(key).function(along(6, 14, 30, 70, direction))
        step = measure(key).function(along(6 + direction[0], 14 + direction[1], 30, 70, direction))
        np.testing.assert_allclose(found.first, step.value - found.value, rtol=1e-12, atol=1e-14, err_msg=key)
        assert abs(found.second) < 1e-15


def test_derivatives_of_a_formula_of_your_own():
    own = measure("own = max(tp, fn) * log(1 + fp) / exp(min(tn / m, 1)) - abs(tp - fp) ** 2 + sqrt(pp)")
    x, y, P, N = 3, 5, 10, 12
    found = own.function(along(x, y, P, N, (1, 1)))

    def of(t):
        tp, fp, fn, tn = x + t, y + t, P - x - t, N - y - t
        first = max(tp, fn) * mpmath.log(1 + fp) / mpmath.exp(min(tn / mpmath.mpf(P + N), 1))
        return first - abs(tp - fp) ** 2 + mpmath.sqrt(tp + fp)

    np.testing.assert_allclose(parts(found), parts(jet(of, 0)), rtol=1e-12)


def test_rules_are_derivatives():
    """Of one number, of two, of a number and a constant, and powers; every rule is tried."""
    assert RULES.keys() == ONE.keys() | TWO.keys() | {np.power}
    for place in PLACES:
        x, y = jet(inner, place), jet(other, place)
        asked = [(rule(x), lambda t, of=of: of(inner(t))) for rule, of in ONE.items()]
        for rule, of in TWO.items():
            asked.append((rule(x, y), lambda t, of=of: of(inner(t), other(t))))
            asked.append((rule(y, x), lambda t, of=of: of(other(t), inner(t))))
            for constant in (0.7, 2, np.float64(5)):
                c = mpmath.mpf(float(constant))
                asked.append((rule(x, constant), lambda t, of=of, c=c: of(inner(t), c)))
                asked.append((rule(constant, x), lambda t, of=of, c=c: of(c, inner(t))))
        for exponent in (-2, -0.5, 0, 0.5, 1, 1.5, 2, 3, 10):
            asked.append((x ** float(exponent), lambda t, e=exponent: inner(t) ** mpmath.mpf(e)))
        for number, (found, right) in enumerate(asked):
            np.testing.assert_allclose(
                parts(found), parts(jet(right, place)), rtol=1e-12, atol=1e-13, err_msg=f"{place} {number}"
            )
    assert parts(abs(Jet(-2.0, 3.0, 5.0))).tolist() == [2.0, -3.0, -5.0]
