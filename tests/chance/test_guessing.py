"""Random guessers against the exact double sum, against draws of a fixed size, and against scipy in large data."""

import itertools
import math
import re
from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import binom
from sklearn.metrics import balanced_accuracy_score, cohen_kappa_score

from ddcore.chance import guessing
from ddcore.counts import Counts
from ddcore.errors import InputError
from ddcore.measures import MEASURES, measure
from tests.helpers.loops import nonempty
from tests.helpers.tiers import some_of
from tests.oracles import DEFINITIONS, TIE, guessed, relative_error

EXACT = 1e-13
CLASSES = [(1, 0), (1, 1), (2, 1), (5, 0), (5, 5), (7, 3), (12, 5), (12, 11)]
GUESSES = [Fraction(0), Fraction(1, 5), Fraction(1, 2), Fraction(1)]


def close(found, exact):
    """Whether a float is an exact value, None standing for NaN."""
    if exact is None:
        return math.isnan(found)
    return abs(found) < 1e-15 if abs(Fraction(exact)) < TIE else relative_error(found, exact) < EXACT


@pytest.mark.parametrize(
    "classes",
    [[(1, 0), (2, 1), (5, 5), (7, 3)], pytest.param(CLASSES, marks=pytest.mark.full)],
    ids=["few", "all"],
)
def test_every_measure_by_the_double_sum(classes):
    wrong = []
    for key, (total, positives), g in itertools.product(MEASURES, classes, GUESSES):
        exact, missing = guessed(DEFINITIONS[key], total, positives, g)
        undefined = guessing.undefined(key, total, positives, float(g))
        fine = close(guessing.expectation(key, total, positives, float(g)), exact)
        # Never and always are exact.
        if not (fine and abs(undefined - float(missing)) < 1e-15 and (undefined in (0, 1) or 0 < missing < 1)):
            wrong.append((key, total, positives, g))
    assert wrong == []


def test_a_formula_of_your_own_is_summed_as_well():
    """Over every table, where a listed measure skips some in large data."""
    small, large = [(12, 5, 0.2), (30, 30, 0.5), (2000, 700, 0.31)], [(100_000, 30_000, 0.31)]
    for own, key, sizes in (
        ("tp / (p + fp)", "TS", small),
        ("2 * tp / (p + pp)", "F1", small),
        ("tp / pp", "PPV", small),
        ("sqrt(tp / p * tn / n)", "G2", large),
    ):
        for total, positives, g in nonempty(sizes):
            found = guessing.expectation(f"own = {own}", total, positives, g)
            right = guessing.expectation(key, total, positives, g)
            if key == "F1":  # which has no value without a call, where the formula is 0
                right = right * (1 - guessing.undefined("F1", total, positives, g))
            assert math.isclose(found, right, rel_tol=EXACT if sizes is small else 1e-12), (own, total)


def test_arrays_are_the_same_one_by_one():
    total, positives, g = np.array([[9], [14]]), np.array([[4], [0]]), np.array([0.0, 0.25, 1.0])
    for of, key in itertools.product((guessing.expectation, guessing.undefined), MEASURES):
        found = of(key, total, positives, g)
        apart = [[of(key, M, P, one) for one in g.tolist()] for M, P in ((9, 4), (14, 0))]
        np.testing.assert_array_equal(found, apart, err_msg=key)
        assert (np.shape(of(key, 9, 4, 0.25)), np.shape(of(key, [9], 4, 0.25))) == ((), (1,))
    total, positives = np.array([[10], [20]]), np.array([3, 5, 8])
    share = positives / total
    chances = {"half": np.full(share.shape, 0.5), "prevalence": share, "mode": np.where(share > 0.5, 1.0, 0.0)}
    assert list(chances) == list(guessing.GUESSERS)
    for strategy, g in chances.items():
        found = guessing.expectation("F1", total, positives, strategy)
        np.testing.assert_array_equal(found, guessing.expectation("F1", total, positives, g))
    total, positives, g = np.array([[20.0], [50.0]]), np.array([[6.0], [12.5]]), np.array([0.2, 0.5, 0.6])
    found = guessing.series("MCC", total, positives, g)
    limit = guessing.limit("F1", positives / total, g)
    for i, j in np.ndindex(2, 3):
        M, P = float(total[i, 0]), float(positives[i, 0])
        assert found[i, j] == guessing.series("MCC", M, P, float(g[j]))
        assert limit[i, j] == guessing.limit("F1", P / M, float(g[j]))
    np.testing.assert_array_equal(
        guessing.series("F1", total, positives, "prevalence"),
        guessing.series("F1", total, positives, positives / total),
    )


def test_the_probability_of_a_strategy():
    shares = [0.0, 0.3, 0.5, 0.500001, 1.0]
    assert guessing.probability("half", shares).tolist() == [0.5] * 5
    assert guessing.probability("prevalence", shares).tolist() == shares
    assert guessing.probability("mode", shares).tolist() == [0, 0, 0, 1, 1]
    assert (guessing.probability(0.25, shares).tolist(), guessing.probability(1, 0.3)) == ([0.25] * 5, 1.0)
    assert guessing.expectation("ACC", 10, [2, 5, 8], "mode").tolist() == [0.8, 0.5, 0.8]
    assert guessing.undefined("PPV", 10, [2, 5, 8], "mode").tolist() == [1, 1, 0]


WRONG = [
    ({"g": 1.2}, "g must be between 0 and 1, got 1.2"),
    ({"g": -0.1}, "g must be between 0 and 1, got -0.1"),
    ({"g": math.nan}, "g must be between 0 and 1, got nan"),
    ({"g": [0.2, 3]}, "g must be between 0 and 1, got 3"),
    ({"g": "often"}, "g must be a number or one of half, prevalence, mode, got 'often'"),
    ({"g": None}, "g must be a number or one of half, prevalence, mode, got None"),
    ({"total": 20.5}, "M must be a whole number, got"),
    ({"positives": 6.5}, "P must be a whole number, got"),
    ({"total": 0, "positives": 0}, "M, the number of cases, must be between 1 and 1,000,000,000, got 0"),
    ({"total": 10**9 + 1}, "M, the number of cases, must be between 1 and 1,000,000,000, got 1,000,000,001"),
    ({"positives": 21}, "P, the number of positive cases, must be between 0 and M = 20, got 21"),
    ({"positives": -1}, "P, the number of positive cases, must be between 0 and M = 20, got -1"),
    ({"name": "recal"}, 'measure must be one of the known names, got "recal"'),
]


@pytest.mark.parametrize(("wrong", "message"), WRONG, ids=[message for _, message in WRONG])
def test_what_is_refused(wrong, message):
    given_ = {"name": "F1", "total": 20, "positives": 6, "g": 0.2, **wrong}
    for of in (guessing.expectation, guessing.undefined):
        with pytest.raises(InputError, match=re.escape(message)):
            of(*given_.values())


def test_the_series_refuses_certainty():
    for g in (0, 1, 1.2, math.nan, [0.2, 1], "mode"):
        message = f"g must be above 0 and below 1 for the expansion, got {g}"
        with pytest.raises(InputError, match=re.escape(message)):
            guessing.series("F1", 20, 6, g)
    unknown = "g must be a number or one of half, prevalence, mode, got"
    with pytest.raises(InputError, match=unknown):
        guessing.series("F1", 20, 6, "often")
    for guess in ("often", None, [0.1, 0.2]):
        with pytest.raises(InputError, match=unknown):
            guessing.probability(guess, 0.3)


PLAIN = {
    "G2": lambda x, y, P, N: np.sqrt(x / P * (1 - y / N)),
    "CC": lambda x, y, P, N: np.hypot(1 - x / P, y / N),
    "TS": lambda x, y, P, N: x / (P + y),
    "PT": lambda x, y, P, N: np.sqrt(y / N) / (np.sqrt(x / P) + np.sqrt(y / N)),
    "DOR": lambda x, y, P, N: (x * (N - y)) / (y * (P - x)),
    "PLR": lambda x, y, P, N: (x * N) / (y * P),
    "NLR": lambda x, y, P, N: ((P - x) * N) / ((N - y) * P),
}
"""The measures whose mean is no closed form in a draw, without a value where a division by 0 would be."""


def by_scipy(keys, total, positives, g, reach=8):
    """The sum over every table within so many standard deviations: mean and chance of no value by measure."""
    negatives = total - positives
    (x, of_x), (y, of_y) = (around(cases, g, reach) for cases in (positives, negatives))
    sums = {key: np.zeros(2) for key in keys}
    for part in np.array_split(np.arange(x.size), max(1, x.size * y.size // 2_000_000)):
        for key in keys:
            with np.errstate(all="ignore"):
                value = PLAIN[key](x[part, None], y, positives, negatives)
            fine = np.isfinite(value)
            weights = of_x[part]
            sums[key] += weights @ np.where(fine, value, 0.0) @ of_y, weights @ fine @ of_y
    return {key: (weighted / mass, 1 - mass) for key, (weighted, mass) in sums.items()}


def around(cases, g, reach):
    mean, room = cases * g, int(reach * math.sqrt(cases * g * (1 - g))) + 60
    k = np.arange(max(0, int(mean) - room), min(cases, int(mean) + room) + 1, dtype=float)
    weight = binom.pmf(k, cases, g)
    return k, weight / weight.sum()


LARGE = [(100_000, 50, 0.2), (100_000, 99_990, 0.5), (100_000, 30_000, 0.0001)]
LARGER = [(100_000, 30_000, 0.31), (100_000, 50_000, 0.999), (1_000_000, 1000, 0.3), (1_000_000, 400, 0.003)]


@pytest.mark.parametrize(("total", "positives", "g"), some_of([*LARGE, *LARGER], *LARGE))
def test_large_data_by_scipy(total, positives, g):
    for key, (mean, missing) in nonempty(by_scipy(PLAIN, total, positives, g).items()):
        assert math.isclose(guessing.expectation(key, total, positives, g), mean, rel_tol=1e-11), key
        assert math.isclose(guessing.undefined(key, total, positives, g), missing, abs_tol=1e-12), key


@pytest.mark.parametrize("g", [1e-6, 0.31, 1 - 1e-6])
def test_means_that_are_known_at_any_size(g):
    """The rates of the two classes are independent, and given the number of calls each case is called as often."""
    for total, positives in ((10**5, 30_000), (10**6, 7), (10**9, 4 * 10**8), (10**9, 1)):
        a = positives / total
        known = {"TPR": g, "FPR": g, "BACC": 0.5, "CP": g * (1 - g), "PPV": a, "FOR": a, "NPV": 1 - a, "PP": g}
        known |= {"ACC": a * g + (1 - a) * (1 - g), "TP": positives * g, "prevalence": a}
        for key, mean in known.items():
            assert math.isclose(guessing.expectation(key, total, positives, g), mean, rel_tol=1e-12), (key, total)
        assert all(guessing.expectation(key, total, positives, g) == 0 for key in ("J", "MK", "MCC", "kappa"))


def test_no_value_in_large_data():
    for total, g in ((10**6, 1e-6), (10**9, 3e-9), (10**5, 1e-4)):
        none = math.exp(total * math.log1p(-g))
        assert math.isclose(guessing.undefined("PPV", total, total // 10, g), none, rel_tol=1e-7, abs_tol=1e-14)
        few = math.exp((total - total // 10) * math.log1p(-g))
        assert math.isclose(guessing.undefined("PLR", total, total // 10, g), few, rel_tol=1e-7, abs_tol=1e-14)
        assert guessing.undefined("TPR", total, total // 10, g) == 0


def test_the_mean_tends_to_its_limit():
    for key in ("F1", "G2", "TS", "FM", "PT", "CC", "PLR", "DOR", "kappa"):
        limit = guessing.limit(key, 0.3, 0.2)
        gaps = [abs(guessing.expectation(key, M, 3 * M // 10, 0.2) - limit) for M in (10**3, 10**6)]
        assert gaps[1] < 2e-3 * gaps[0] + 1e-14, key
    assert math.isclose(guessing.limit("F1", 0.3, 0.2), 2 * 0.3 * 0.2 / (0.3 + 0.2), rel_tol=EXACT)
    assert np.isnan([guessing.limit("PPV", 0.3, 0.0), guessing.limit("TPR", 0.0, 0.5)]).all()


def test_the_series_is_right_to_the_first_order():
    """Ten times the cases leave a hundredth of the error; where the mean is a polynomial or exact, none."""
    for key in MEASURES.keys() - {"TP", "TN", "FP", "FN"}:
        few, more = (
            abs(guessing.series(key, M, 3 * M // 10, 0.4) - guessing.expectation(key, M, 3 * M // 10, 0.4))
            for M in (1000, 10_000)
        )
        assert few < 1e-4, key
        assert more < max(few / 80, 1e-13), key
    assert np.isnan([guessing.series("TPR", 20, 0, 0.5), guessing.series("J", 20, 20, 0.5)]).all()


PERFECT_IS_FINITE = [key for key, row in MEASURES.items() if row.judges and key not in ("DOR", "PLR")]


def perfect(key, total, positives):
    return float(measure(key)(Counts(tp=positives, fp=0, fn=0, tn=total - positives)))


def test_a_guesser_has_0_and_a_perfect_classifier_1():
    for key in PERFECT_IS_FINITE:
        for total, positives, g in ((20, 6, 0.2), (100, 70, 0.5), (7, 1, "prevalence")):
            low, high = guessing.expectation(key, total, positives, g), perfect(key, total, positives)
            scores = np.array([low, high, (low + high) / 2, low + (low - high) / 4])
            found = guessing.normalise(scores, key, total, positives, g)
            assert found[:2].tolist() == [0, 1], key
            np.testing.assert_allclose(found[2:], [0.5, -0.25], rtol=1e-9, err_msg=key)


def test_no_scale():
    """Where the guesser is perfect or has no value, where no finite score is perfect, where nothing is judged."""
    for key, total, positives, g in PERFECT_ALREADY:
        assert guessing.expectation(key, total, positives, g) == perfect(key, total, positives)
        assert np.isnan(guessing.normalise([0.0, 0.5, 1.0], key, total, positives, g)).all(), key
    for key in MEASURES.keys() - set(PERFECT_IS_FINITE):
        assert math.isfinite(guessing.expectation(key, 20, 6, 0.5))
        assert np.isnan(guessing.normalise([0.0, 1.0, 100.0], key, 20, 6, 0.5)).all(), key
    assert math.isnan(guessing.normalise(0.4, "PPV", 20, 6, 0.0))
    assert math.isnan(guessing.normalise(0.4, "TPR", 20, 0, 0.5))


PERFECT_ALREADY = [
    ("TPR", 20, 6, 1.0), ("FNR", 20, 6, 1.0), ("FN", 20, 6, 1.0), ("TP", 20, 6, 1.0), ("TNR", 20, 6, 0.0),
    ("FPR", 20, 6, 0.0), ("FP", 20, 6, 0.0), ("ACC", 20, 0, 0.0), ("ERR", 20, 20, 1.0), ("PPV", 20, 20, 0.3),
    ("TPR", 20, 16, "mode"), ("F1", 20, 20, 1.0),
]  # fmt: skip


def test_scales_are_broadcast():
    score, positives, g = np.array([0.2, 0.9]), np.array([[6], [12], [20]]), 0.3
    found = guessing.normalise(score, "F1", 20, positives, g)
    apart = [[guessing.normalise(one, "F1", 20, P, g) for one in score] for P in (6, 12, 20)]
    np.testing.assert_array_equal(found, apart)
    assert guessing.normalise(0.5, "F1", 20, 6, [0.2, 0.3]).shape == (2,)


def test_min_max():
    assert guessing.min_max([0.25, 0.6, 1.0, 0.0], 0.25) == pytest.approx([0, 7 / 15, 1, -1 / 3], abs=1e-12)
    assert guessing.min_max(3.0, 5.0, 1.0) == 0.5
    assert np.isnan(guessing.min_max(0.5, [1.0, math.nan], 1.0)).all()
    assert np.isnan([guessing.min_max(0.5, 0.2, math.inf), guessing.min_max(math.nan, 0.2)]).all()
    # Nothing but rounding is left between them.
    assert math.isnan(guessing.min_max(0.5, 1 - 1e-16))


def labels():
    rng = np.random.default_rng(20)
    for total in (12, 57, 300):
        for _ in range(2):
            truth, called = rng.random(total) < rng.uniform(0.2, 0.8), rng.random(total) < rng.uniform(0.2, 0.8)
            yield truth, truth ^ (called & (rng.random(total) < 0.6))


def test_two_scores_of_scikit_learn_are_special_cases():
    """Burger & Meertens, section 4: kappa is accuracy beyond a guesser with the number of calls of the classifier."""
    for truth, called in nonempty(labels()):
        total, positives = truth.size, int(truth.sum())
        found = guessing.normalise(balanced_accuracy_score(truth, called), "BACC", total, positives, 0.5)
        assert math.isclose(found, balanced_accuracy_score(truth, called, adjusted=True), abs_tol=1e-13)
        found = guessing.normalise(float((truth == called).mean()), "ACC", total, positives, float(called.mean()))
        assert math.isclose(found, cohen_kappa_score(truth, called), rel_tol=1e-12, abs_tol=1e-13)
