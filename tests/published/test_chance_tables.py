"""Documents 000 and 002: the shares θ of Appendix A, and confusion matrices, against enumeration and the program."""

import itertools
import math
import re
from fractions import Fraction

import numpy as np
from scipy.stats import binom

from ddcore.chance import dutch_draw
from ddcore.chance.expansion import BOUNDS, CURVATURES
from ddcore.chance.linear import coefficients, shares
from ddcore.chance.strategies import mean_table
from ddcore.counts import Counts
from ddcore.measures import measure
from tests.helpers.loops import nonempty
from tests.helpers.rows import for_each
from tests.oracles import DEFINITIONS, agree, baseline, evaluate, published, relative_error

EXACT = 1e-13
TABLE_3 = {row["measure"]: row for row in published("000_table3.csv")}
THETA = published("000_theta.csv")


def parts(text, total):
    """The intervals of a printed set: low, whether it belongs to it, high, whether that does."""
    found = re.findall(r"([\[(])(.+?), (.+?)([\])])(?= u |$)", text)
    return [
        (Fraction(evaluate(low, M=total)), begin == "[", Fraction(evaluate(high, M=total)), end == "]")
        for begin, low, high, end in found
    ]


def inside(theta, intervals):
    return any(
        (low < theta or (begin and low == theta)) and (theta < high or (end and theta == high))
        for low, begin, high, end in intervals
    )


def called(total, theta):
    """The number predicted positive of a share, in fractions."""
    return math.floor(total * theta + Fraction(1, 2))


@for_each(THETA, "measure", "end", "where")
def test_shares_of_appendix_a(row):
    """The printed sets hold a share exactly if its number of cases is one of the best; the program's do, too."""
    differs, checked = False, 0
    for total in (1, 2, 3, 4, 7):
        grid = [Fraction(i, 8 * total) for i in range(8 * total + 1)]
        for positives in range(total + 1):
            exact = baseline(DEFINITIONS[row["measure"]], total, positives)
            if exact is None or not evaluate(row["where"], M=total, P=positives):
                continue
            best = exact[1 if row["end"] == "max" else 3]
            reach = dutch_draw.baseline(row["measure"], total, positives)
            ours = [
                (part.low, True, part.high, part.closed)
                for part in shares(total, reach.argmax if row["end"] == "max" else reach.argmin)
            ]
            wanted, printed = parts(row["right"], total), parts(row["printed"], total)
            for theta in grid:
                holds = any(first <= called(total, theta) <= last for first, last in best)
                assert inside(theta, wanted) == holds, (total, positives, theta)
                assert inside(theta, ours) == holds, (total, positives, theta)
                differs |= inside(theta, printed) != holds
                checked += 1
    assert checked > 8
    assert differs == (row["erratum"] == "yes")


def test_every_measure_of_appendix_a_has_its_shares():
    """Only of G-mean 2 it has no shares at which the mean is highest; F2 and F0.5 have those of F1."""
    have = {(row["measure"], row["end"]) for row in THETA}
    measures = (TABLE_3.keys() | {"G2", "TS"}) - {"F2", "F0.5"}
    assert have == {(key, end) for key in measures for end in ("max", "min")} - {("G2", "max")}


@for_each(TABLE_3.values(), "measure")
def test_coefficients_of_table_3(row):
    key, checked = row["measure"], 0
    for total, positives in itertools.product((1, 5, 12), range(13)):
        for n in range(total + 1):
            if positives > total:
                continue
            found = coefficients(key, total, positives, n)
            try:
                a, b = (evaluate(row[name], M=total, P=positives, t=Fraction(n, total)) for name in ("a", "b"))
            except ZeroDivisionError:
                assert found is None or key not in DEFINITIONS
                continue
            if found is None:  # a printed form may have a value where the measure has none
                continue
            assert relative_error(found[0], a) < EXACT
            assert abs(Fraction(found[1]) - Fraction(b)) < EXACT
            checked += 1
    assert checked > 30


# 002 -----------------------------------------------------------------------------------------------------------


@for_each(published("002_table1.csv"), "what")
def test_confusion_matrix_of_002(row):
    checked = 0
    for n1, n2 in itertools.product(range(5), repeat=2):
        for x, y in itertools.product(range(n1 + 1), range(n2 + 1)):
            counts = Counts(tp=x, fp=y, fn=n1 - x, tn=n2 - y)
            cell = row["cell"]
            ours = float(getattr(counts, cell) if hasattr(counts, cell) else measure(cell)(counts)) if n1 + n2 else 0
            try:
                printed = evaluate(row["printed"], X=x, Y=y, n1=n1, n2=n2, n=n1 + n2)
            except ZeroDivisionError:
                assert n1 + n2 == 0 or math.isnan(ours)
                continue
            assert abs(Fraction(ours) - printed) < EXACT
            checked += 1
    assert checked > 100


@for_each(published("002_table3.csv"), "what")
def test_expected_confusion_matrix_of_002(row):
    for n1, n2, share in ((3, 5, "1/4"), (30, 70, "3/10"), (1, 0, "1/2"), (139, 164, "1")):
        g = Fraction(share)
        printed = evaluate(row["printed"], n1=n1, n2=n2, n=n1 + n2, g=g)
        x, y = (float(np.arange(k + 1) @ binom(k, float(g)).pmf(np.arange(k + 1))) for k in (n1, n2))
        law = Counts(tp=np.array(x), fp=np.array(y), fn=np.array(n1 - x), tn=np.array(n2 - y))
        found = mean_table(n1 + n2, n1, float(g))
        assert math.isclose(float(getattr(found, row["cell"])), printed, rel_tol=1e-14)
        assert math.isclose(float(getattr(law, row["cell"])), printed, rel_tol=1e-12, abs_tol=1e-12)


TABLES_OF_002 = {False: published("002_table2.csv"), True: published("002_table4.csv")}
SHOWN = [
    (is_balanced, row)
    for is_balanced, rows in TABLES_OF_002.items()
    for row in rows
    if row["what"].startswith("curvature") and (row["key"], is_balanced) in CURVATURES
]


@for_each(SHOWN, "place")
def test_second_derivatives_that_are_shown_are_those_of_appendix_a(is_balanced, row):
    ours = CURVATURES[row["key"], is_balanced][0 if row["what"].endswith("X") else 1]
    for n1, n2, g in ((6, 14, Fraction(1, 5)), (30, 70, Fraction(1, 2)), (17, 3, Fraction(3, 5))):
        n, x, y = n1 + n2, n1 * g, n2 * g
        names = {"n": n, "n1": n1, "n2": n2, "g": g, "x0": x, "y0": y}
        names |= {"D": n * (x + y) - (x + y) ** 2, "Db": 4 * g - 4 * g * g}
        shown = evaluate(ours, P=n1, N=n2, M=n, x=x, y=y, g=g, r=x / n1, s=y / n2)
        assert agree(shown, evaluate(row["right"], **names))


def test_bounds_that_are_shown_are_those_of_appendix_a():
    rows = [row for row in TABLES_OF_002[True] if row["what"].startswith("bound")]
    assert {row["key"] for row in rows} == BOUNDS.keys()
    for row in nonempty(rows):
        for g in (Fraction(1, 10), Fraction(2, 5), Fraction(1, 2), Fraction(9, 10)):
            bound, right = BOUNDS[row["key"]], evaluate(row["right"], g=g)
            high = row["what"] != "bound below"
            assert math.isclose((bound.high if high else bound.low)(float(g)), right, rel_tol=1e-14, abs_tol=1e-16)
            if row["what"] == "bound":
                assert math.isclose(bound.low(float(g)), -right, rel_tol=1e-14, abs_tol=1e-16)
