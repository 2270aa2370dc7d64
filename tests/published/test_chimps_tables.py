"""Document 002, Burger & Meertens, The algorithm versus the chimps: its tables and its example against the program.

The definitions in `002_table2.csv` and `002_table4.csv` are the oracle, too: their mean under two independent binomials
is summed here over every table, in fractions or with weights rounded once from whole numbers.
"""

import itertools
import math
import re
from fractions import Fraction
from functools import cache

import mpmath
import numpy as np
import pytest

from ddcore.chance import guessing
from ddcore.chance.balance import balanced, rebalance
from ddcore.chance.taylor import Jet
from ddcore.counts import Cells, Counts
from ddcore.measures import measure
from ddcore.papers.chimps import COMPUTED
from tests.helpers.rows import for_each
from tests.oracles import DIGITS, agree, evaluate, published

EXACT = 1e-13
HALF = Fraction(1, 2)
TABLES = {"Table 2": published("002_table2.csv"), "Table 4": published("002_table4.csv")}
ROWS = [(table, row) for table, rows in TABLES.items() for row in rows]
SHARES = [Fraction(3, 10), HALF, Fraction(17, 20)]
GUESSES = [Fraction(1, 5), HALF, Fraction(3, 5)]


def rows(*what):
    return for_each([(table, row) for table, row in ROWS if row["what"] in what], "measure", "what", "place")


def ours(table, row):
    """The measure of the program that a row is about."""
    return balanced(row["key"]) if table == "Table 4" else measure(row["key"])


def right(table, name, what):
    """The right formula of a measure; of several definitions the last."""
    return [row["right"] for row in TABLES[table] if (row["measure"], row["what"]) == (name, what)][-1]


def letters(X, Y, n1, n2):
    """The letters of the definitions: counts, and the rates that have a value."""
    found = {"X": X, "Y": Y, "n1": n1, "n2": n2, "n": n1 + n2}
    if n1:
        found["TPR"] = Fraction(X, n1)
    if n2:
        found["TNR"] = 1 - Fraction(Y, n2)
    if X + Y:
        found["PPV"] = Fraction(X, X + Y)
    if n1 + n2 - X - Y:
        found["NPV"] = Fraction(n2 - Y, n1 + n2 - X - Y)
    if n1 and n2:
        found["AUC"] = area(X, Y, n1, n2)
        if X + Y:
            found["PPVb"] = found["TPR"] / (found["TPR"] + 1 - found["TNR"])
        if n1 + n2 - X - Y:
            found["NPVb"] = found["TNR"] / (found["TNR"] + 1 - found["TPR"])
    return found


def area(X, Y, n1, n2):
    """Under the curve from (0, 0) over the one cutoff to (1, 1), by trapezoids."""
    corners = [(Fraction(0), Fraction(0)), (Fraction(Y, n2), Fraction(X, n1)), (Fraction(1), Fraction(1))]
    return sum((right - left) * (low + high) / 2 for (left, low), (right, high) in itertools.pairwise(corners))


@cache
def words(formula):
    return frozenset(re.findall(r"[A-Za-z]\w*", formula)) - {"sqrt", "abs"}


def defined(formula, names):
    """The value of a formula, None where it has none."""
    if not words(formula) <= names.keys():
        return None
    try:
        return evaluate(formula, **{name: names[name] for name in words(formula)})
    except ZeroDivisionError:
        return None


# Definitions ---------------------------------------------------------------------------------------------------


@rows("definition")
def test_definitions(table, row):
    cells = [cells for cells in itertools.product(range(7), repeat=4) if 1 <= sum(cells) <= 6]
    tp, fp, fn, tn = np.array(cells).T
    found, checked, differs = ours(table, row)(Counts(tp=tp, fp=fp, fn=fn, tn=tn)), 0, False
    for (X, Y, missed, rest), value in zip(cells, found, strict=True):
        names = letters(X, Y, X + missed, Y + rest)
        exact, printed = defined(row["right"], names), defined(row["printed"], names)
        n1, n2 = names["n1"], names["n2"]
        if math.isnan(value):  # a count form still has a value where a class, or all calls of a class, are missing
            assert exact is None or n1 * n2 == 0 or X + Y in (0, n1 + n2)
            continue
        if exact is None:
            assert value == 0, "the harmonic mean divides by 0 at its limit 0"
            continue
        assert abs(float(exact) - value) < 1e-15, (X, Y, missed, rest)
        differs |= printed is None or not agree(printed, exact)
        checked += 1
    assert checked > 90
    assert differs == (row["erratum"] == "yes")


@rows("definition")
def test_a_balanced_measure_is_the_measure_of_balanced_counts(table, row):
    cells = list(itertools.product((1, 2, 4), repeat=4))
    tp, fp, fn, tn = np.array(cells).T
    found = measure(row["key"])(rebalance(Counts(tp=tp, fp=fp, fn=fn, tn=tn), 0.5))
    for (X, Y, missed, rest), value in zip(cells, found, strict=True):
        exact = defined(right("Table 4", row["measure"], "definition"), letters(X, Y, X + missed, Y + rest))
        assert abs(float(exact) - value) < 1e-15, (X, Y, missed, rest)


def test_the_area_of_one_cutoff_is_balanced_accuracy_and_twice_that_less_one_is_j():
    printed = next(row for row in TABLES["Table 4"] if (row["measure"], row["what"]) == ("AUC", "definition"))
    for X, Y, missed, rest in itertools.product(range(1, 5), repeat=4):
        table, names = Counts(tp=X, fp=Y, fn=missed, tn=rest), letters(X, Y, X + missed, Y + rest)
        assert abs(measure("BACC")(table) - float(names["AUC"])) < 1e-15
        assert abs(balanced("BACC")(table) - float(names["AUC"])) < 1e-15
        assert abs(measure("J")(table) - float(evaluate(printed["printed"], AUC=names["AUC"]))) < 1e-15


# Expectations: the formulas ------------------------------------------------------------------------------------


def mean(formula, n, a, g):
    return evaluate(formula, n=n, a=a, d=2 * a - 1, g=g)


@rows("expectation")
def test_the_formula_is_the_series(table, row):
    differs = False
    for n, a, g in itertools.product((20, 100, 1000), SHARES, GUESSES):
        exact = mean(row["right"], n, a, g)
        assert abs(guessing.series(ours(table, row), n, int(n * a), float(g)) - float(exact)) < EXACT, (n, a, g)
        differs |= not agree(mean(row["printed"], n, a, g), exact)
    assert differs == (row["erratum"] == "yes")


# Expectations: the double sum ----------------------------------------------------------------------------------


def whole_law(cases, g):
    """Weights of 0, 1, ... calls as whole numbers, and what they add up to."""
    p, q = g.numerator, g.denominator
    return [math.comb(cases, k) * p**k * (q - p) ** (cases - k) for k in range(cases + 1)], q**cases


@cache
def law(cases, g):
    """The same as probabilities, each rounded once."""
    weights, total = whole_law(cases, g)
    return np.array([weight / total for weight in weights])


def exact_double_sum(formula, n, a, g):
    """The mean over the tables with a value, and their probability: fractions, or 50 digits if there is a root."""
    n1 = int(n * a)
    (of_x, all_x), (of_y, all_y) = whole_law(n1, g), whole_law(n - n1, g)
    mass, pairs = 0, []
    for (X, wx), (Y, wy) in itertools.product(enumerate(of_x), enumerate(of_y)):
        value = defined(formula, letters(X, Y, n1, n - n1))
        if value is not None:
            pairs.append((Fraction(value), wx * wy))
            mass += wx * wy
    return sum(value * weight for value, weight in pairs) / mass, Fraction(mass, all_x * all_y)


@cache
def double_sum(table, name, n, n1, g):
    """The mean over the tables with a value, with every table in one array."""
    X, Y, n2 = np.arange(n1 + 1.0)[:, None], np.arange(n - n1 + 1.0), float(n - n1)
    with np.errstate(all="ignore"):
        names = {"X": X, "Y": Y, "n1": float(n1), "n2": n2, "n": float(n), "sqrt": np.sqrt}
        names |= {"TPR": X / n1, "TNR": 1 - Y / n2, "PPV": X / (X + Y), "NPV": (n2 - Y) / (n - X - Y)}
        names["AUC"] = (names["TPR"] + names["TNR"]) / 2
        names["PPVb"] = (X / n1) / (X / n1 + Y / n2)
        names["NPVb"] = (1 - Y / n2) / ((1 - Y / n2) + (1 - X / n1))
        # Evaluated as code, because it is a row of our own table, never a visitor's.
        value = np.broadcast_to(eval(right(table, name, "definition"), names), (n1 + 1, n - n1 + 1))
    # X / (n1 + X + Y) has a value where the harmonic mean has none: no case called positive, or none negative.
    missing, called = np.isnan(value), X + Y
    if name == "PF1":
        missing = missing | (called == 0)
    if name == "NF1":
        missing = missing | (called == n)
    weight = np.where(missing, 0.0, law(n1, g)[:, None] * law(n - n1, g))
    return float((weight * np.where(missing, 0.0, value)).sum() / weight.sum())


def harmonic(table, name):
    """The printed count form, made to have no value where the harmonic mean has none."""
    return right(table, name, "definition") + {"PF1": " + 0 * PPV", "NF1": " + 0 * NPV"}.get(name, "")


@rows("expectation")
def test_the_guesser_in_fractions_with_20_cases(table, row):
    for a, g in zip(SHARES, GUESSES, strict=True):
        exact, mass = exact_double_sum(harmonic(table, row["measure"]), 20, a, g)
        found = guessing.expectation(ours(table, row), 20, int(20 * a), float(g))
        assert abs(found - float(exact)) < EXACT, (a, g)
        assert abs(guessing.undefined(ours(table, row), 20, int(20 * a), float(g)) - float(1 - mass)) < 1e-15
        assert abs(double_sum(table, row["measure"], 20, int(20 * a), g) - float(exact)) < EXACT
        if right(table, row["measure"], "remainder") == "0":
            assert abs(exact - Fraction(mean(row["right"], 20, a, g))) < Fraction(1, 10**50), (a, g)


def test_the_guesser_in_fractions_with_100_cases():
    for table, name in (("Table 2", "PPV"), ("Table 2", "PF1"), ("Table 4", "MRK")):
        exact, _ = exact_double_sum(harmonic(table, name), 100, Fraction(3, 10), Fraction(1, 5))
        row = next(row for row in TABLES[table] if row["measure"] == name)
        assert abs(guessing.expectation(ours(table, row), 100, 30, 0.2) - float(exact)) < EXACT
        assert abs(double_sum(table, name, 100, 30, Fraction(1, 5)) - float(exact)) < EXACT
        assert (exact == Fraction(3, 10)) == (name == "PPV")


@rows("expectation")
def test_the_guesser_with_many_cases(table, row):
    some = *((100, SHARES[0], g) for g in GUESSES), (100, SHARES[2], GUESSES[2]), (1000, SHARES[0], GUESSES[0])
    for n, a, g in some:
        exact = double_sum(table, row["measure"], n, int(n * a), g)
        assert abs(guessing.expectation(ours(table, row), n, int(n * a), float(g)) - exact) < 1e-12, (n, a, g)


# Expectations: what the formulas leave out ---------------------------------------------------------------------

SIZES = (50, 100, 200, 400, 800)
# With the count form, 0 where no case is called positive, PF1 at n = 50 has -0.1587 and 0.1648 for -0.1503 and 0.1747.
LEFT_OUT = {  # n^2 (mean - formula) for these n at a = 0.3, from 50 digits
    ("Table 2", "PF1", 2): (-0.1503, -0.1625, -0.1643, -0.1651, -0.1655),
    ("Table 2", "NF1", 2): (-0.02885, -0.02867, -0.02858, -0.02854, -0.02852),
    ("Table 4", "PPV", 2): (-8.226, -7.455, -7.112, -6.953, -6.877),
    ("Table 4", "NPV", 2): (0.1670, 0.1631, 0.1613, 0.1603, 0.1599),
    ("Table 4", "MRK", 2): (-8.059, -7.292, -6.951, -6.793, -6.717),
    ("Table 4", "MCC", 2): (-1.543, -1.488, -1.455, -1.438, -1.430),
    ("Table 4", "PF1", 2): (0.1747, 0.1530, 0.1469, 0.1439, 0.1424),
    ("Table 4", "NF1", 2): (0.02286, 0.02268, 0.02259, 0.02254, 0.02252),
    ("Table 2", "PF1", 6): (-0.06759, -0.06670, -0.06627, -0.06606, -0.06595),
    ("Table 2", "NF1", 6): (-0.07250, -0.07277, -0.07290, -0.07296, -0.07299),
    ("Table 4", "PPV", 6): (-0.5350, -0.5190, -0.5113, -0.5076, -0.5057),
    ("Table 4", "NPV", 6): (1.628, 1.555, 1.521, 1.504, 1.496),
    ("Table 4", "MRK", 6): (1.093, 1.036, 1.009, 0.9966, 0.9904),
    ("Table 4", "MCC", 6): (0.3153, 0.3058, 0.3011, 0.2988, 0.2977),
    ("Table 4", "PF1", 6): (-0.2121, -0.2115, -0.2112, -0.2110, -0.2109),
    ("Table 4", "NF1", 6): (-0.07727, -0.07490, -0.07373, -0.07315, -0.07287),
}


@pytest.mark.full
@rows("remainder")
def test_what_the_formula_leaves_out(table, row):
    """Nothing, or n^2 times it settles to a number; where it is nothing, the printed order is right but not sharp."""
    assert (row["printed"] != row["right"]) == (row["erratum"] == "yes")
    formula = right(table, row["measure"], "expectation")
    for g in (Fraction(1, 5), Fraction(3, 5)):
        left_out = []
        for n in SIZES:
            n1 = n * 3 // 10
            exact, series = (
                double_sum(table, row["measure"], n, n1, g),
                guessing.series(ours(table, row), n, n1, float(g)),
            )
            assert abs(guessing.expectation(ours(table, row), n, n1, float(g)) - exact) < EXACT
            assert abs(float(mean(formula, n, Fraction(3, 10), g)) - series) < EXACT
            left_out.append(n * n * (exact - series))
        key = (table, row["measure"], int(10 * g))
        assert (key in LEFT_OUT) == (row["right"] == "1 / n**2")
        if row["right"] == "0":
            assert max(abs(left / (n * n)) for left, n in zip(left_out, SIZES, strict=True)) < 1e-14
            continue
        for left, known in zip(left_out, LEFT_OUT[key], strict=True):
            assert math.isclose(left, known, rel_tol=1e-3)
        steps = [abs(later - one) for one, later in itertools.pairwise(left_out)]
        assert all(later < 0.6 * one for one, later in itertools.pairwise(steps)), "each step is half the one before"


# Derivations ---------------------------------------------------------------------------------------------------


@rows("curvature along X", "curvature along Y")
def test_curvatures(table, row):
    order, differs = (2, 0) if row["what"].endswith("X") else (0, 2), False
    for n1, n2, g in ((6, 14, Fraction(1, 5)), (30, 70, HALF), (17, 3, Fraction(3, 5))):
        n, x0, y0 = n1 + n2, n1 * g, n2 * g
        called = x0 / n1 + y0 / n2
        with mpmath.workdps(DIGITS):
            function = function_of(right(table, row["measure"], "definition"), n1, n2)
            point = tuple(mpmath.mpf(place.numerator) / place.denominator for place in (x0, y0))
            exact = mpmath.diff(function, point, order)
            names = {"n": n, "n1": n1, "n2": n2, "g": g, "x0": x0, "y0": y0}
            names |= {"D": n * (x0 + y0) - (x0 + y0) ** 2, "Db": 2 * called - called**2}
            found, printed = (Fraction(evaluate(row[which], **names)) for which in ("right", "printed"))
            exact = Fraction(mpmath.nstr(exact, DIGITS))
        assert abs(found - exact) < Fraction(1, 10**20), (n1, n2, g)
        ours_here = curvature_of_ours(ours(table, row), n1, n2, float(g), order)
        assert math.isclose(ours_here, found, rel_tol=1e-12, abs_tol=1e-16), (n1, n2, g)
        differs |= abs(printed - exact) > Fraction(1, 10**6)
    assert differs == (row["erratum"] == "yes")


def curvature_of_ours(row, n1, n2, g, order):
    along_x, along_y = order[0] / 2, order[1] / 2
    tp, fn = Jet(n1 * g, along_x), Jet(n1 * (1 - g), -along_x)
    fp, tn = Jet(n2 * g, along_y), Jet(n2 * (1 - g), -along_y)
    return float(row.function(Cells(tp=tp, fp=fp, fn=fn, tn=tn)).second)


def function_of(formula, n1, n2):
    def of(X, Y):
        names = {"X": X, "Y": Y, "n1": mpmath.mpf(n1), "n2": mpmath.mpf(n2), "n": mpmath.mpf(n1 + n2)}
        names |= {"TPR": X / n1, "TNR": 1 - Y / n2, "sqrt": mpmath.sqrt}
        return eval(formula, names)  # a row of our own table, never a visitor's

    return of


# Section 5 and Appendix B --------------------------------------------------------------------------------------


def number(text):
    return Fraction(text) if re.fullmatch(r"-?\d+\.\d+", text) else evaluate(text)


@for_each(published("002_section5.csv"), "what", "printed")
def test_numbers_of_the_text(row):
    assert abs(float(COMPUTED[row["what"]]()) - float(number(row["right"]))) < 1e-10


def test_the_best_whole_number_of_positives_by_the_double_sum():
    def beyond(n1):
        guessed = double_sum("Table 2", "PF1", 1000, n1, HALF)
        score = 2 * 0.6 * n1 / (1.6 * n1 + 0.2 * (1000 - n1))
        return (score - guessed) / (1 - guessed)

    best = max(range(405, 418), key=beyond)
    assert best == 411
    assert math.isclose(COMPUTED["best PF1 beyond a coin, whole cases"](), beyond(best), rel_tol=1e-12)


def test_all_numbers_are_there_and_what_is_said_beside_them():
    """Section 2 has it that leaving out tables without a value makes no difference; at n = 20 it is one guess in 8."""
    assert {row["what"] for row in published("002_section5.csv")} == COMPUTED.keys()
    sharp = [(table, row) for table, row in ROWS if row["what"] == "remainder" and row["right"] != "0"]
    assert len(LEFT_OUT) == 2 * len(sharp) == 16
    assert round(float(guessing.undefined("PPV", 20, 6, 0.1)), 3) == 0.122
    assert (guessing.min_max(0.25, 1 / 4), guessing.min_max(1.0, 1 / 4)) == (0, 1)
