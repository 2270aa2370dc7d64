"""Documents 000 and 001, The Dutch Draw: every printed table against enumeration and against the program.

Each row of a table is compared twice: the printed formula or digits against exact arithmetic, so that an erratum is
proved to be one, and the program against the right value.
"""

import itertools
import math
from fractions import Fraction
from functools import cache

import numpy as np

from ddcore.chance import dutch_draw
from ddcore.counts import Counts
from ddcore.measures import measure
from tests.helpers.rows import for_each
from tests.oracles import (
    DEFINITIONS,
    TIE,
    agree,
    baseline,
    decimals,
    evaluate,
    expectation,
    probability,
    published,
    relative_error,
    rounds_to,
)

EXACT = 1e-13


MOST = 5
TABLES = [cells for cells in itertools.product(range(MOST + 1), repeat=4) if 1 <= sum(cells) <= MOST]
"""Every two by two table of 1 to 5 cases."""


def letters(tp, fp, fn, tn):
    margins = {"P": tp + fn, "N": fp + tn, "n": tp + fp, "M": tp + fp + fn + tn}
    return {"TP": tp, "FP": fp, "FN": fn, "TN": tn, **margins}


@cache
def values(key):
    """The value of each table."""
    tp, fp, fn, tn = np.array(TABLES).T
    return dict(zip(TABLES, measure(key)(Counts(tp=tp, fp=fp, fn=fn, tn=tn)).tolist(), strict=True))


def members(intervals):
    return {n for first, last in intervals for n in range(first, last + 1)}


# Table 1 -------------------------------------------------------------------------------------------------------


@for_each(published("000_table1.csv"), "measure")
def test_table_1_definitions(row):
    found, definition, divided_by_zero = values(row["measure"]), DEFINITIONS[row["measure"]], 0
    for cells in TABLES:
        exact = definition(*cells)
        try:
            printed = evaluate(row["definition"], **letters(*cells))
        except ZeroDivisionError:
            divided_by_zero += exact is not None
            continue
        if exact is None:  # Table 2 leaves out what the formula could still answer
            assert math.isnan(found[cells])
        else:
            assert agree(printed, exact), cells
            assert relative_error(found[cells], exact) < 1e-15 or abs(found[cells]) == printed == 0, cells
    assert bool(divided_by_zero) == bool(row["note"]), "the note says where the printed form needs a limit"


@for_each(published("000_table1.csv"), "measure")
def test_table_1_codomains(row):
    key = row["measure"]
    known = [value for value in values(key).values() if not math.isnan(value)]
    lowest, highest = float(row["lowest"]), float(row["highest"])
    assert min(known) == lowest
    assert max(known) == (highest if highest < math.inf else MOST)
    found = measure(key)
    assert {found.best, found.worst} == {lowest, highest}


# Table 2 -------------------------------------------------------------------------------------------------------


def missing(requirement, cells):
    return any(evaluate(part, **letters(*cells)) <= 0 for part in requirement.split(";") if part)


@for_each(published("000_table2.csv"), "measure")
def test_table_2_domains(row):
    differs = False
    for cells in TABLES:
        undefined = missing(row["right"], cells)
        assert (DEFINITIONS[row["measure"]](*cells) is None) == undefined, cells
        assert math.isnan(values(row["measure"])[cells]) == undefined, cells
        differs |= missing(row["must_be_positive"], cells) != undefined
    assert differs == (row["erratum"] == "yes")


# Table 3 -------------------------------------------------------------------------------------------------------


@for_each(published("000_table3.csv"), "measure")
def test_table_3_expectation_and_law(row):
    definition, checked = DEFINITIONS[row["measure"]], 0
    for total in (1, 2, 3, 5, 8):
        for positives in range(total + 1):
            found = dutch_draw.expectation(row["measure"], total, positives, [n / total for n in range(total + 1)])
            for called in range(total + 1):
                exact = expectation(definition, total, positives, called)
                if exact is None:
                    assert math.isnan(found[called])
                    continue
                names = {"M": total, "P": positives, "t": Fraction(called, total)}
                assert agree(evaluate(row["expectation"], **names), exact), (total, positives, called)
                if abs(Fraction(exact)) < TIE:
                    assert found[called] == 0
                else:
                    assert relative_error(found[called], exact) < EXACT
                a, b = evaluate(row["a"], **names), evaluate(row["b"], **names)
                for k in probability(total, positives, called):
                    score = definition(k, called - k, positives - k, total - positives - called + k)
                    assert agree(Fraction(a) * k + Fraction(b), score), (total, positives, called, k)
                    checked += 1
    assert checked > 150


# Table 4 -------------------------------------------------------------------------------------------------------


def where(predicate, total, positives):
    """The n of a printed set, among those where some draw is defined."""
    return {n for n in range(total + 1) if evaluate(predicate, M=total, P=positives, n=n)}


@for_each(published("000_table4.csv"), "measure")
def test_table_4_baselines(row):
    definition, differs, checked = DEFINITIONS[row["measure"]], False, 0
    for total in (*range(1, 8), 10):
        for positives in range(total + 1):
            exact = baseline(definition, total, positives)
            found = dutch_draw.baseline(row["measure"], total, positives)
            if exact is None:
                assert math.isnan(found.highest)
                assert math.isnan(found.lowest)
                assert found.argmax == found.argmin == ()
                continue
            checked += 1
            sides = (
                ("max", exact[0], exact[1], found.highest, found.argmax),
                ("min", exact[2], exact[3], found.lowest, found.argmin),
            )
            for side, extreme, intervals, ours, reached in sides:
                assert reached == intervals, (side, total, positives)
                assert relative_error(ours, extreme) < EXACT or abs(Fraction(extreme)) < TIE, (side, total, positives)
                if row[side]:
                    assert agree(evaluate(row[side], M=total, P=positives), extreme), (side, total, positives)
                    printed = where(row[f"arg{side}_printed"], total, positives)
                    assert where(row[f"arg{side}_right"], total, positives) == members(intervals), (total, positives)
                    differs |= printed != members(intervals)
    assert checked > 25
    assert differs == (row["erratum"] == "yes")


@for_each(published("001_table4_footnotes.csv"), "place", "where")
def test_table_4_footnotes_of_001(row):
    differs, checked = False, 0
    for total in range(2, 15):
        for positives in range(total + 1):
            if evaluate(row["where"], M=total, P=positives):
                _, argmax, *_ = baseline(DEFINITIONS[row["measure"]], total, positives)
                assert where(row["right"], total, positives) == members(argmax), (total, positives)
                assert dutch_draw.baseline(row["measure"], total, positives).argmax == argmax
                differs |= where(row["printed"], total, positives) != members(argmax)
                checked += 1
    assert checked > 5
    assert differs == (row["erratum"] == "yes")


def test_accuracy_brackets_of_table_4_are_wrong_for_every_unbalanced_set():
    row = next(row for row in published("000_table4.csv") if row["measure"] == "ACC")
    for total in range(1, 15):
        for positives in range(total + 1):
            if 2 * positives != total:
                found = members(dutch_draw.baseline("ACC", total, positives).argmax)
                assert found.isdisjoint(where(row["argmax_printed"], total, positives)), (total, positives)


# Table 5 -------------------------------------------------------------------------------------------------------


@for_each(published("000_table5.csv"), "dataset", "measure", "place")
def test_table_5(row):
    total, positives, right = int(row["M"]), int(row["P"]), Fraction(row["right"])
    found = dutch_draw.baseline(row["measure"], total, positives)
    assert abs(Fraction(found.highest) - right) <= abs(right) * Fraction(1, 10**13)
    first, _, last = row["argmax"].partition("-")
    assert found.argmax == ((int(first), int(last or first)),)
    # Three decimals, trailing zeros dropped.
    assert rounds_to(right, row["printed"], 3) == (row["erratum"] == "no")


def test_table_5_is_complete():
    rows = [row for row in published("000_table5.csv") if row["place"] == "Table 5"]
    swapped = {(row["dataset"], row["measure"]): row for row in rows}
    assert len(rows) == len(swapped) == 8 * 22
    for (dataset, key), row in swapped.items():
        if key == "FN":
            other = swapped[dataset, "FP"]
            right = ("672", row["right"]) if dataset.startswith("Banknote") else (other["right"], row["right"])
            assert (row["printed"], other["printed"]) == right
    assert swapped["Banknote Authentication", "FP"]["right"] == "762"


# Figure 2 of 001, the example of G-mean 2, Examples 4 and 5 ----------------------------------------------------------


@for_each(published("001_figure2.csv"), "P")
def test_figure_2_of_001(row):
    total, positives, called = int(row["M"]), int(row["P"]), int(row["argmax"])
    assert Fraction(row["theta"]) == Fraction(called, total)
    highest, argmax, lowest, argmin = baseline(DEFINITIONS["G2"], total, positives)
    assert argmax == ((called, called),)
    assert rounds_to(highest, row["right"], decimals(row["right"]))
    means = sorted(expectation(DEFINITIONS["G2"], total, positives, n) for n in range(total + 1))
    assert math.isclose(means[-1] - means[-2], float(row["gap"]), rel_tol=1e-5)
    found = dutch_draw.baseline("G2", total, positives)
    assert (found.argmax, found.argmin) == (argmax, argmin) == (((called, called),), ((0, 0), (total, total)))
    assert relative_error(found.highest, highest) < EXACT
    assert found.lowest == lowest == 0


@for_each(published("000_g2_example.csv"), "n")
def test_g_mean_2_with_nine_positives_of_ten(row):
    exact = expectation(DEFINITIONS["G2"], 10, 9, int(row["n"]))
    if row["printed"]:
        assert agree(evaluate(row["printed"]), exact)
    assert rounds_to(exact, row["right"], max(decimals(row["right"]), 9))
    found = dutch_draw.expectation("G2", 10, 9, int(row["n"]) / 10)
    assert relative_error(found, exact) < EXACT


@for_each(published("001_examples.csv"), "place")
def test_examples_of_001(row):
    total, positives = int(row["M"]), int(row["P"])
    assert rounds_to(Fraction(row["right"]), row["printed"], decimals(row["printed"]))
    found = dutch_draw.baseline(row["measure"], total, positives)
    assert relative_error(found.highest, Fraction(row["right"])) < EXACT


def test_example_4_of_001_fixes_its_test_set():
    fitting = [
        (total, positives)
        for total in (30, 31)
        for positives in range(1, total)
        if rounds_to(Fraction(dutch_draw.baseline("F1", total, positives).highest), "0.735", 3)
    ]
    assert fitting == [(31, 18)]
    assert dutch_draw.baseline("G2", 10, 9).argmax == ((3, 3),)
    assert [int(row["P"]) for row in published("001_figure2.csv")] == list(range(1, 50))


# Rounding ------------------------------------------------------------------------------------------------------


@for_each(published("000_rounding.csv"), "M", "theta")
def test_halves_are_rounded_up(row):
    total, theta = int(row["M"]), float(Fraction(row["theta"]))
    found = dutch_draw.predicted_positives(total, theta)
    assert found == int(row["right"]) != int(row["pitfall"])
    naive = {round(total * theta), math.floor(total * theta + 0.5)}
    assert int(row["pitfall"]) in naive, "the pitfall is what plain rounding gives"
