"""Document 004, Dyrland, Lundervold & Porta Mana (2022), How is the evaluation evaluated?: its table and its story.

Class 0 of the document is the positive one: its matrix [[U00, U01], [U10, U11]] is tp, fp, fn, tn.
"""

import itertools
from fractions import Fraction

import numpy as np
import pytest

from ddcore.counts import Counts
from ddcore.decisions.admissible import admissibility
from ddcore.decisions.comparison import Comparison
from ddcore.decisions.utility import Utility, baseline, constant_yields
from ddcore.measures import measure
from tests.helpers.rows import for_each
from tests.oracles import DEFINITIONS, agree, decimals, evaluate, published, rounds_to

CELLS = ("tp", "fp", "fn", "tn")
CLASSIFIERS = {"A": (27, 15, 23, 35), "B": (43, 18, 7, 32), "always 0": (50, 50, 0, 0), "always 1": (0, 0, 50, 50)}
"""Confusion matrices (1) and (2) for 100 components, and the two answers that look at none of them."""
MATRICES = {"4": (15, -335, -35, 165), "5": (45, -335, -65, 165), "6": (350, 0, 300, 500)}
HALF = Fraction(1, 2)


def counts(classifier):
    return Counts(**dict(zip(CELLS, CLASSIFIERS[classifier], strict=True)))


def utility(matrix):
    return Utility(**dict(zip(CELLS, MATRICES[matrix], strict=True)))


def rows(name, *what):
    chosen = [row for row in published(name) if row["what"] in what]
    assert chosen
    return for_each(chosen, "what", "key" if "key" in chosen[0] else "matrix", "classifier")


def frequencies(tp, fp, fn, tn):
    """The letters of the expressions of Section 3.3."""
    total = tp + fp + fn + tn
    return {
        "C00": Fraction(tp, total), "C11": Fraction(tn, total),
        "f0": Fraction(tp + fn, total), "f1": Fraction(fp + tn, total),
    }  # fmt: skip


def one_test_set(positives, negatives):
    """Every table with cells above 0."""
    return [(x, y, positives - x, negatives - y) for x in range(1, positives) for y in range(1, negatives)]


def exact_yield(payoffs, cells):
    return sum(Fraction(payoff) * cell for payoff, cell in zip(payoffs, cells, strict=True)) / sum(cells)


# Table 1 -----------------------------------------------------------------------------------------------------------


@rows("004_table1.csv", "value")
def test_table_1(row):
    exact = evaluate(row["right"])
    assert agree(DEFINITIONS[row["key"]](*CLASSIFIERS[row["classifier"]]), exact)
    assert rounds_to(exact, row["printed"], decimals(row["printed"])) == (row["erratum"] == "no")
    found = measure(row["key"])(counts(row["classifier"]))
    assert abs(found - float(exact)) < 1e-15
    assert f"{found:.2f}" == row["printed"]


def test_tables_are_all_there_and_all_but_the_true_negative_rate_favour_b():
    printed, a, b = ("ACC", "BACC", "PPV", "F1", "MCC", "FM", "TPR", "TNR"), counts("A"), counts("B")
    for name, kind, kinds, classifiers in (
        ("004_table1.csv", "key", printed, "AB"),
        ("004_yields.csv", "matrix", MATRICES, CLASSIFIERS),
    ):
        found = {(row[kind], row["classifier"]) for row in published(name) if row["what"] in ("value", "yield")}
        assert found == set(itertools.product(kinds, classifiers))
    favoured = {key for key in printed if measure(key).is_better(measure(key)(b), measure(key)(a))}
    assert favoured == {*printed} - {"TNR"}
    for matrix, best in (("4", "A"), ("5", "B"), ("6", "A")):
        assert max("AB", key=lambda name, matrix=matrix: float(utility(matrix)(counts(name)))) == best


# The expressions of Section 3.3 ------------------------------------------------------------------------------------


@rows("004_table1.csv", "expression")
def test_expressions(row):
    differs = False
    for P, N in ((5, 5), (3, 8), (9, 2)):
        for cells in one_test_set(P, N):
            exact = DEFINITIONS[row["key"]](*cells)
            found = measure(row["key"])(Counts(**dict(zip(CELLS, cells, strict=True))))
            assert agree(evaluate(row["right"], **frequencies(*cells)), exact), cells
            assert abs(found - float(exact)) < 1e-14, cells
            differs |= not agree(evaluate(row["printed"], **frequencies(*cells)), exact)
    assert differs == (row["erratum"] == "yes")


def test_matthews_correlation_as_printed_is_above_1():
    (row,) = [row for row in published("004_table1.csv") if (row["what"], row["key"]) == ("expression", "MCC")]
    for classifier, as_printed in (("A", "1.256"), ("B", "1.538")):
        found = evaluate(row["printed"], **frequencies(*CLASSIFIERS[classifier]))
        assert rounds_to(found, as_printed, decimals(as_printed))
        assert as_printed in row["note"]
    assert row["erratum"] == "yes"


def plane(key, P, N):
    """X, Y, b with X C00 + Y C11 + b equal to the measure on every table of one test set, None if there are none."""
    tables = one_test_set(P, N)
    value = {(x, N - y): DEFINITIONS[key](x, y, missed, kept) for x, y, missed, kept in tables}
    M, start = P + N, Fraction(value[1, 1])
    X, Y = M * (Fraction(value[2, 1]) - start), M * (Fraction(value[1, 2]) - start)
    b = start - (X + Y) / M
    fits = all(abs(Fraction(found) - (X * tp + Y * tn) / M - b) < 1e-30 for (tp, tn), found in value.items())
    return (X, Y, b) if fits else None


SETS = [(5, 5), (3, 8), (9, 2), (4, 6)]


@rows("004_table1.csv", "ranks as a utility")
def test_which_measures_rank_as_a_utility(row):
    planes = [plane(row["key"], P, N) for P, N in SETS if min(P, N) > 2]
    if None in planes:
        found = "never"
    else:
        directions = {(X / max(X, Y), Y / max(X, Y)) for X, Y, _ in planes}
        found = "always" if len(directions) == 1 else "one test set"
    assert found == row["right"]
    assert admissibility(row["key"]).form == row["right"]
    assert (row["printed"] != row["right"]) == (row["erratum"] == "yes")


def test_balanced_accuracy_ranks_every_pair_of_one_test_set_as_its_matrix_does():
    for P, N in SETS:
        f0, f1 = Fraction(P, P + N), Fraction(N, P + N)
        for cells in one_test_set(P, N):
            assert exact_yield((1 / f0, 0, 0, 1 / f1), cells) == 2 * DEFINITIONS["BACC"](*cells)
        tables = Counts(**dict(zip(CELLS, np.array(one_test_set(P, N)).T, strict=True)))
        earned = Utility(tp=float(1 / f0), fp=0, fn=0, tn=float(1 / f1))(tables)
        np.testing.assert_allclose(earned, 2 * measure("BACC")(tables), rtol=1e-14)


@pytest.mark.parametrize(("P", "N", "dearer"), [(90, 10, "negative"), (10, 90, "positive")])
def test_no_matrix_ranks_as_balanced_accuracy_does_in_two_test_sets(P, N, dearer):
    """One more right positive outweighs one more right negative, or not: a matrix would have to do both."""
    both = P // 2, N // 2, P // 2, N // 2
    tp, fp, fn, tn = both
    of_a_positive = DEFINITIONS["BACC"](tp + 1, fp, fn - 1, tn) - DEFINITIONS["BACC"](*both)
    of_a_negative = DEFINITIONS["BACC"](tp, fp - 1, fn, tn + 1) - DEFINITIONS["BACC"](*both)
    assert (of_a_positive > of_a_negative) == (dearer == "positive")
    one, other = (Counts(tp=tp + a, fp=fp - b, fn=fn - a, tn=tn + b) for a, b in ((1, 0), (0, 1)))
    assert (measure("BACC")(one) > measure("BACC")(other)) == (dearer == "positive")


# Yields ------------------------------------------------------------------------------------------------------------


@rows("004_yields.csv", "yield")
def test_yields(row):
    exact = evaluate(row["right"])
    assert exact_yield(MATRICES[row["matrix"]], CLASSIFIERS[row["classifier"]]) == exact
    assert utility(row["matrix"])(counts(row["classifier"])) == pytest.approx(float(exact), rel=1e-13)
    if row["printed"]:
        assert rounds_to(exact, row["printed"], decimals(row["printed"])) == (row["erratum"] == "no")


@rows("004_yields.csv", "shift from (4)")
def test_the_matrix_in_months_is_that_in_money_shifted(row):
    shift = int(row["printed"])
    assert [months - money for months, money in zip(MATRICES["6"], MATRICES["4"], strict=True)] == [shift] * 4
    for classifier in CLASSIFIERS:
        found = utility("6")(counts(classifier)) - utility("4")(counts(classifier))
        assert found == pytest.approx(shift, rel=1e-13)
    assert evaluate(row["right"]) == shift


@rows("004_yields.csv", "lead of A over B")
def test_the_lead_in_months(row):
    lead = utility("6")(counts("A")) - utility("6")(counts("B"))
    assert lead == pytest.approx(float(evaluate(row["right"])), rel=1e-12)
    assert lead > int(row["printed"].removeprefix("more than "))


@rows("004_yields.csv", *(f"{name} normalised" for name in CELLS))
def test_normalised_matrices(row):
    payoffs, exact = MATRICES[row["matrix"]], evaluate(row["right"])
    name = row["what"].removesuffix(" normalised")
    low, high = min(payoffs), max(payoffs)
    assert Fraction(payoffs[CELLS.index(name)] - low, high - low) == exact
    assert getattr(utility(row["matrix"]).normalised, name) == pytest.approx(float(exact), abs=1e-15)


@rows("004_yields.csv", "x", "y")
def test_coordinates(row):
    """The matrix that equation 12 has at the place is the normalised one."""
    exact = evaluate(row["right"])
    place = dict(zip("xy", utility(row["matrix"]).coordinates, strict=True))
    assert place[row["what"]] == pytest.approx(float(exact), abs=1e-15)
    both = {
        other["what"]: evaluate(other["right"]) for other in published("004_yields.csv")
        if other["matrix"] == row["matrix"] and other["what"] in ("x", "y")
    }  # fmt: skip
    x, y = both["x"], both["y"]
    printed = (1 - x * (x > 0), y * (y > 0), -y * (y < 0), 1 + x * (x < 0))
    payoffs = MATRICES[row["matrix"]]
    low, high = min(payoffs), max(payoffs)
    assert printed == tuple(Fraction(payoff - low, high - low) for payoff in payoffs)


def test_always_answering_1_beats_both_classifiers():
    of = Comparison.of({name: counts(name) for name in "AB"}, 0.5, ("0", "1"))
    for matrix, payoffs in MATRICES.items():
        earned = {name: exact_yield(payoffs, cells) for name, cells in CLASSIFIERS.items()}
        assert max(earned, key=earned.get) == "always 1"
        assert baseline(utility(matrix), 0.5) == float(earned["always 1"])
        both = constant_yields(utility(matrix), 0.5)
        assert (both.positive, both.negative) == (float(earned["always 0"]), float(earned["always 1"]))
        assert of.names[int(of.winner(utility(matrix)))] == "always 1"
        np.testing.assert_allclose(of.yields(utility(matrix)), [float(one) for one in earned.values()], rtol=1e-12)
