"""The Dutch Draw: rounding, shapes, properties, drawing, errors, and where the package DutchDraw is right."""

import itertools
import math
from fractions import Fraction

import DutchDraw
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ddcore.chance import dutch_draw
from ddcore.errors import InputError
from tests.helpers.chance import KEYS


def test_rounding_of_every_tenth_of_a_percent_to_m_1000():
    """In doubles 103 of these go wrong."""
    thousandths = np.arange(1001)
    theta, naive_is_wrong = thousandths / 1000, 0
    for total in range(1, 1001):
        right = (2 * total * thousandths + 1000) // 2000
        np.testing.assert_array_equal(dutch_draw.predicted_positives(total, theta), right)
        naive_is_wrong += (np.floor(total * theta + 0.5) != right).sum()
    assert naive_is_wrong > 0


@given(total=st.integers(1, 10**9), data=st.data())
def test_rounding_of_fractions_of_m(total, data):
    j = data.draw(st.integers(0, total))
    assert dutch_draw.predicted_positives(total, j / total) == j
    if j < total:
        assert dutch_draw.predicted_positives(total, (2 * j + 1) / (2 * total)) == j + 1


@given(total=st.integers(1, 10**9), theta=st.floats(0, 1))
def test_rounding_of_any_theta(total, theta):
    exact = total * Fraction(theta) + Fraction(1, 2)
    assume(min(exact % 1, 1 - exact % 1) > Fraction(1, 10**6))
    assert dutch_draw.predicted_positives(total, theta) == math.floor(exact)


def test_predicted_positives_has_the_shape_of_theta():
    found = dutch_draw.predicted_positives(10, [[0.0, 0.25], [0.5, 1.0]])
    assert (found.tolist(), found.dtype.kind) == ([[0, 3], [5, 10]], "i")


def test_arrays_have_the_shape_of_theta_and_equal_one_by_one():
    theta = np.array([[0.0, 0.1, 0.5], [0.31, 0.99, 1.0]])
    for key in KEYS:
        for of in (dutch_draw.expectation, dutch_draw.variance, dutch_draw.undefined):
            together = of(key, 20, 7, theta)
            apart = [[float(of(key, 20, 7, float(t))) for t in row] for row in theta]
            np.testing.assert_array_equal(together, apart, err_msg=key)
            assert np.shape(of(key, 20, 7, 0.3)) == ()
        assert dutch_draw.quantile(key, 20, 7, theta, [[0.1, 0.5]]).shape == (2, 3, 1, 2)
        assert np.shape(dutch_draw.quantile(key, 20, 7, 0.5, 0.5)) == ()


def test_a_draw_calls_as_many_positive_as_theta_says():
    rng = np.random.default_rng(0)
    for total, theta in ((1, 0), (1, 0.5), (25, 0.58), (1000, 0.3), (10, 1)):
        found = dutch_draw.draw(total, theta, rng=rng)
        assert (found.shape, found.dtype.kind) == ((total,), "i")
        assert set(found) <= {0, 1}
        assert found.sum() == dutch_draw.predicted_positives(total, theta)
    one, same, other = (dutch_draw.draw(200, 0.5, rng=np.random.default_rng(seed)) for seed in (1, 1, 2))
    np.testing.assert_array_equal(one, same)
    assert (one != other).any()


def test_each_subset_is_drawn_equally_often():
    """By chi square of 9 degrees of freedom at 0.1 %."""
    rng = np.random.default_rng(5)
    tally = dict.fromkeys(itertools.combinations(range(5), 2), 0)
    for _ in range(2000):
        tally[tuple(np.flatnonzero(dutch_draw.draw(5, 0.4, rng=rng)))] += 1
    assert sum((seen - 200) ** 2 / 200 for seen in tally.values()) < 27.9


def test_what_cannot_be_drawn_is_said():
    for total, positives, theta, words in (
        (10, 4, 1.2, "theta must be between 0 and 1, got 1.2"),
        (10, 4, -0.1, "theta must be between 0 and 1, got -0.1"),
        (10, 4, math.nan, "theta must be between 0 and 1, got nan"),
        (10, 4, "half", "theta must be a number"),
        (10, 11, 0.5, "P, .*must be between 0 and M = 10, got 11"),
        (10, -1, 0.5, "P, .*must be between 0 and M = 10, got -1"),
        (10, 2.5, 0.5, "P must be a whole number, got 2.5"),
        (0, 0, 0.5, "M, .*must be between 1 and .*, got 0"),
        (10**9 + 1, 0, 0.5, "M, .*must be between 1 and 1,000,000,000, got 1,000,000,001"),
        (math.inf, 0, 0.5, "M must be a whole number, got inf"),
        ("ten", 0, 0.5, "M must be a whole number, got 'ten'"),
    ):
        of_a_theta = (dutch_draw.distribution, dutch_draw.expectation, dutch_draw.variance, dutch_draw.undefined)
        for function in (*of_a_theta, lambda *asked: dutch_draw.quantile(*asked, 0.5)):
            with pytest.raises(InputError, match=words):
                function("F1", total, positives, theta)


def test_baseline_says_what_is_wrong():
    with pytest.raises(InputError, match="must be between 0 and M = 10, got 11"):
        dutch_draw.baseline("F1", 10, 11)
    with pytest.raises(InputError, match="nearest"):
        dutch_draw.baseline("F one", 10, 3)
    for level in (-0.1, 1.1, math.nan):
        with pytest.raises(InputError, match="level must be between 0 and 1"):
            dutch_draw.quantile("F1", 10, 4, 0.5, level)
    # Whole floats are whole numbers.
    assert dutch_draw.baseline("F1", 303.0, np.int32(139)).argmax == ((303, 303),)


# The DutchDraw package, version 0.0.2: where it is right, and where and why it is not -------------


def labels(total, positives):
    return [1] * positives + [0] * (total - positives)


def test_the_dutchdraw_package_agrees_on_linear_measures():
    for total, positives in ((10, 4), (31, 18), (126, 42)):
        for key in DutchDraw.measure_dictionary.keys() - {"G2", "TS"}:
            functions = DutchDraw.baseline_functions(labels(total, positives), key)
            theta = np.array([1, 3, total // 2, total - 1]) / total
            for ours, theirs in ((dutch_draw.expectation, "Expectation"), (dutch_draw.variance, "Variance")):
                right = [functions[f"{theirs} Function"](t) for t in theta]
                found = ours(key, total, positives, theta)
                np.testing.assert_allclose(found, right, rtol=1e-12, atol=1e-13, err_msg=key)


def test_the_dutchdraw_package_agrees_on_baselines():
    for total, positives in ((10, 4), (31, 18), (126, 42), (8, 4)):
        for key in DutchDraw.measure_dictionary.keys() - {"G2"}:
            theirs = DutchDraw.optimized_baseline_statistics(labels(total, positives), key)
            found = dutch_draw.baseline(key, total, positives)
            assert math.isclose(found.highest, theirs["Max Expected Value"], rel_tol=1e-13), key
            assert math.isclose(found.lowest, theirs["Min Expected Value"], rel_tol=1e-13), key
            for ours, name in ((found.argmax, "Argmax"), (found.argmin, "Argmin")):
                numbers = [n for first, last in ours for n in range(first, last + 1)]
                assert numbers == [round(theta * total) for theta in theirs[f"{name} Expected Value"]], key


def test_the_dutchdraw_package_gives_the_second_moment_as_the_variance():
    for key in ("G2", "TS"):
        functions = DutchDraw.baseline_functions(labels(10, 4), key)
        mean, spread = (dutch_draw.expectation(key, 10, 4, 0.5), dutch_draw.variance(key, 10, 4, 0.5))
        found = functions["Expectation Function"](0.5), functions["Variance Function"](0.5)
        assert found == pytest.approx((mean, spread + mean**2), rel=1e-13)


def test_the_dutchdraw_package_agrees_on_g_mean_2_but_counts_some_ties(monkeypatch, capsys):
    """It tries every n in doubles and compares with ==; the wait of two seconds before is left out here."""
    monkeypatch.setattr(DutchDraw.DutchDraw.time, "sleep", lambda seconds: None)
    for total, positives in ((10, 9), (31, 18)):
        theirs = DutchDraw.optimized_baseline_statistics(labels(total, positives), "G2")
        found = dutch_draw.baseline("G2", total, positives)
        assert math.isclose(theirs["Max Expected Value"], found.highest, rel_tol=1e-13)
        [(best, _)] = found.argmax
        assert best in [round(theta * total) for theta in theirs["Argmax Expected Value"]]
    assert "Press Control + C" in capsys.readouterr().out, "it talks"


def test_the_dutchdraw_package_rounds_halves_to_even():
    functions = DutchDraw.baseline_functions(labels(5, 2), "TPR")
    assert functions["Expectation Function"](0.5) == 0.4
    assert dutch_draw.expectation("TPR", 5, 2, 0.5) == 0.6


def test_the_dutchdraw_package_misses_footnotes():
    for key, total, positives, side, theirs, ours in (
        ("KAPPA", 10, 10, "Argmax", list(range(11)), ((0, 9),)),  # at n = M kappa is undefined
        ("KAPPA", 10, 0, "Argmax", list(range(11)), ((1, 10),)),  # at n = 0 as well
        ("TS", 10, 1, "Argmax", [10], ((1, 10),)),  # the footnote P = 1
        ("TP", 10, 0, "Argmax", [10], ((0, 10),)),  # all are 0
        ("FP", 10, 10, "Argmin", [0], ((0, 10),)),
    ):
        statistics = DutchDraw.optimized_baseline_statistics(labels(total, positives), key)
        assert [round(theta * total) for theta in statistics[f"{side} Expected Value"]] == theirs
        assert getattr(dutch_draw.baseline(key, total, positives), side.lower()) == ours


def test_the_dutchdraw_package_cannot_compute_some_of_its_own_functions():
    functions = DutchDraw.baseline_functions(labels(10, 4), "FBETA")
    with pytest.raises(SyntaxError):  # a bracket too many in the text that it evaluates
        functions["Fast Expectation Function"](0.5)
    with pytest.raises(TypeError):  # a number minus the text of a formula
        functions["Distribution"](0.4, 0.5)
    assert math.isclose(dutch_draw.expectation("F1", 10, 4, 0.5), 4 / 9, rel_tol=1e-15)
    with pytest.raises(ZeroDivisionError):  # its variance divides by M - 1
        DutchDraw.baseline_functions_given_theta(1.0, [1], "TP")
    assert dutch_draw.variance("TP", 1, 1, 1) == 0


def test_the_dutchdraw_package_has_baselines_where_nothing_is_defined():
    for key, total, positives in (("TPR", 10, 0), ("TNR", 10, 10), ("J", 10, 0), ("FM", 10, 0), ("MCC", 10, 10)):
        assert DutchDraw.optimized_baseline_statistics(labels(total, positives), key)["Max Expected Value"] in (0, 1)
        assert math.isnan(dutch_draw.baseline(key, total, positives).highest)


def test_the_dutchdraw_package_draws_no_random_classifier_and_sometimes_too_few_cases():
    """Two of the halves are rounded to even: four cases of five, always the same."""
    once, again = (DutchDraw.DutchDraw_classifier(labels(5, 2), theta=0.5, measure="ACC") for _ in range(2))
    assert once == again == [1, 1, 0, 0]
    assert dutch_draw.draw(5, 0.5, rng=np.random.default_rng(0)).shape == (5,)
