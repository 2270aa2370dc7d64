"""Densities of several scores at once against sums of bells, scipy, scikit-learn and statsmodels."""

import math
import re

import numpy as np
import pytest
from scipy.stats import multivariate_normal
from sklearn.discriminant_analysis import QuadraticDiscriminantAnalysis
from statsmodels.api import GLM, add_constant, families

from ddcore.errors import InputError
from ddcore.scores import density
from ddcore.scores.ensemble import fit
from ddcore.scores.joint import JOINT_METHODS, binormal, kernel, logistic
from ddcore.scores.kernel import BANDWIDTHS
from ddcore.scores.platt import platt
from ddcore.table import ScoreTable
from tests.helpers.ensemble import ODD, RULES, bells, integral, law, log_ratio, two, widths
from tests.helpers.loops import nonempty
from tests.helpers.tiers import some_of

NAMES = ("a", "b")


def classes(size=120, seed=0, columns=2):
    score, truth = two(size, seed, columns)
    return score[truth == 1], score[truth == 0]


def groups(positives=150, negatives=200, seed=1):
    """Positives along a line, negatives in two groups."""
    rng = np.random.default_rng(seed)
    apart = rng.normal(size=(negatives, 2)) + np.where(rng.random(negatives) < 0.5, 0, 4)[:, None] * [1, 0]
    return rng.multivariate_normal([1, 2], [[1, 0.9], [0.9, 2]], positives), apart


def read(found):
    """The bandwidths that the facts tell, in turn."""
    text = " ".join(fact for fact in found.facts if fact.startswith("Bandwidths"))
    return [float(number) for number in re.findall(r"(\d\.?\d*(?:e[-+]\d+)?) along", text)]


# The kernel --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("cases", [classes(), groups()], ids=["one group", "two groups"])
def test_the_density_is_the_sum_of_a_bell_for_each_case_and_a_normal_law_for_one_more(cases, rule):
    found = kernel(*cases, NAMES, rule)
    near = np.concatenate(cases)
    x = np.concatenate([near, near + 0.5, near[:, ::-1] - 1, [near.min(axis=0) - 2, near.max(axis=0) + 2]])
    for one, ours in nonempty(zip(cases, found.densities, strict=True)):
        right, error = bells(x, one, widths(one, rule))
        off = np.abs(np.log(ours(x) / right))
        # Improved Sheather-Jones solves its equation on a grid, too.
        assert (off < error * (1.2 if rule == "isj" else 1)).all()
        assert np.median(off) < 0.003
    assert read(found) == pytest.approx(np.concatenate([widths(one, rule) for one in cases]), rel=0.006)
    assert RULES.keys() == BANDWIDTHS.keys()
    ratio = np.exp(found.log_ratio(x))
    np.testing.assert_allclose(ratio, found.densities[0](x) / found.densities[1](x), rtol=1e-9)


@pytest.mark.parametrize("far", [20, 1e4])
def test_the_integral_is_1_also_where_one_case_lies_far_out(far):
    """A grid that is too coarse for the bandwidth must not lose what the wider kernel throws over its rim."""
    rng = np.random.default_rng(2)
    cases = rng.normal(size=(200, 2)), rng.normal(size=(200, 2))
    cases[0][0] = far
    ours = kernel(*cases, NAMES).densities[0]

    def by_sum_and_difference(place):
        return ours(np.column_stack([place[:, 0] + place[:, 1], place[:, 0] - place[:, 1]]) / 2) / 2

    # All but the case far out; the sum is taken as far as half way to it.
    found = integral(by_sum_and_difference, [-far - 12, -12], [far - 6, 12], (2001, 101))
    # With two points in a bandwidth, straight lines between logarithms lose up to 1/32.
    assert found == pytest.approx(200 / 201, abs=3e-3 if far == 20 else 0.03)


@pytest.mark.parametrize("method", JOINT_METHODS)
def test_zero_unit_direction_and_order_do_not_matter_and_swapped_classes_change_the_sign(method):
    score, truth = two(90, 5)
    right = fit(score, truth, method, bounds="none").log_ratio(score)

    def read(cases, known=truth, **options):
        return fit(cases, known, method, bounds="none", **options).log_ratio(cases)

    order = np.random.default_rng(6).permutation(90)
    np.testing.assert_allclose(read(score[order], truth[order]), right[order], atol=1e-6)
    np.testing.assert_allclose(read(score[:, ::-1]), right, atol=1e-6)
    np.testing.assert_allclose(read(score, 1 - truth), -right, atol=1e-6)
    np.testing.assert_allclose(read(score, positive=0), -right, atol=1e-6)
    # The grid of a kernel may have a point more or less.
    np.testing.assert_allclose(read(score * [0.01, -7] + [40, -3]), right, atol=0.02 if method == "kde" else 1e-5)


@pytest.mark.parametrize("method", JOINT_METHODS)
def test_equal_rows_have_equal_ratios_to_the_last_digit(method):
    """Otherwise rounding would break ties."""
    score, truth = np.random.default_rng(7).integers(0, 4, (301, 2)) / 10 + 0.3, np.arange(301) % 2
    ratio = fit(score, truth, method).log_ratio(score)
    rows, row = np.unique(score, axis=0, return_inverse=True)
    assert len(rows) == 16
    assert all(len(set(ratio[row.ravel() == number])) == 1 for number in range(16))


def test_far_from_all_cases_the_ratio_is_that_of_two_normal_laws():
    rng = np.random.default_rng(0)
    cases = rng.normal(size=(50, 2)) + 1, 1.5 * rng.normal(size=(50, 2))
    x = np.concatenate([away * np.array([(1, 1), (1, -1), (-1, 0)]) for away in (12.0, 20.0, 40.0, 1e3, 1e6)])
    right = log_ratio(x, *map(law, cases))
    assert kernel(*cases, NAMES).log_ratio(x) == pytest.approx(right, rel=1e-3, abs=0.1)


# Few and tied cases ------------------------------------------------------------------------------------------------


def test_a_class_of_one_case_is_a_bell_and_a_normal_law_of_all_cases():
    score, truth = two(40, 8)
    truth = np.arange(40) == 11
    found = fit(score, truth, bounds="none")
    # Axes, bandwidths and the normal law are those of all cases.
    spread = np.sqrt(1 + np.array([1, -1]) * np.corrcoef(score.T)[0, 1])
    axes = np.array([[1, 1], [1, -1]]) / math.sqrt(2) / score.std(axis=0, ddof=1)
    width = (4 / 3) ** 0.2 * spread
    bell = multivariate_normal(score[11], np.linalg.inv(axes.T @ np.diag(width**-2.0) @ axes))
    right = (bell.pdf(score) + multivariate_normal(*law(score)).pdf(score)) / 2
    np.testing.assert_allclose(found.densities(score)[0], right, rtol=0.02)
    assert "has no bandwidth for the positives" in found.facts[0]
    assert read(found)[:2] == pytest.approx(width, rel=0.006)


def test_a_class_whose_cases_are_one_has_a_bandwidth_by_any_rule():
    score, truth = two(40, 9)
    score[truth == 1] = [0.3, 0.7]
    for rule, (name, _) in BANDWIDTHS.items():
        found = fit(score, truth, bandwidth=rule)
        assert found.facts[0].startswith(f"{name} has no")
        at, beside = (found.densities([place])[0] for place in ([0.3, 0.7], [1.5, 0.7]))
        assert at > 1.2 * beside


LINE = (
    np.array([(0, 3), (1, 2), (2, 1), (3, 0)]),
    np.array([(0, 0), (1, 1), (2, 2), (3, 3), (0, 1), (1, 0), (2, 3), (3, 2)]),
)


def test_cases_on_a_line_have_the_same_ratio_on_any_scale():
    """Their sums differ by rounding only, which is no spread."""
    plain, *others = (kernel(*(factor * one for one in LINE), NAMES) for factor in (1.0, 0.1, 1 / 3, 7.3))
    for scaled, scale in zip(others, (0.1, 1 / 3, 7.3), strict=True):
        for one in LINE:
            assert scaled.log_ratio(scale * one) == pytest.approx(plain.log_ratio(1.0 * one), abs=0.02)


def test_sums_that_differ_by_rounding_are_equal():
    """More than half of the positives have a sum of 4, so that the quartiles of the sums are one."""
    one = np.repeat([1.0, 2.0, 3.0], [12, 16, 12])
    positives = np.concatenate([np.column_stack([one, 4 - one]), [[1, 1], [3, 3], [1, 2], [2, 1], [3, 2], [2, 3]]])
    _, negatives = groups()
    total = positives.sum(axis=1) / positives[:, 0].std(ddof=1) / math.sqrt(2)
    assert positives[:, 0].std() == positives[:, 1].std()
    for scale in (1, 0.1, 1 / 7):
        found = read(kernel(scale * positives, negatives, NAMES))
        assert found[0] == pytest.approx((4 / 3) ** 0.2 * total.std(ddof=1) * len(total) ** (-1 / 6), rel=0.006)


def test_a_column_that_is_one_in_a_class_is_one_far_from_0_too():
    score = np.random.default_rng(10).normal(size=(60, 2)).round(4)
    truth = np.arange(60) % 2
    score[truth == 1, 1] = 0.1
    away = np.array([0, 1e9])
    plain, far = fit(score, truth), fit(score + away, truth)
    at = score[truth == 0]
    assert far.log_ratio(at + away) == pytest.approx(plain.log_ratio(at), abs=0.02)


# Normal laws -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("columns", [2, 3, 4])
def test_binormal_is_the_ratio_of_two_normal_laws_of_scipy(columns):
    cases = classes(150, 11, columns)
    found = binormal(*cases, tuple("abcd"[:columns]))
    x = np.concatenate([*cases, [[50.0] * columns, [-3.0] * columns]])
    np.testing.assert_allclose(found.log_ratio(x), log_ratio(x, *map(law, cases)), rtol=1e-9, atol=1e-9)
    for one, ours in zip(cases, found.densities, strict=True):
        np.testing.assert_allclose(ours(x), multivariate_normal(*law(one)).pdf(x), rtol=1e-9, atol=1e-300)


@pytest.mark.parametrize("columns", [2, 3])
def test_binormal_is_the_quadratic_discrimination_of_scikit_learn(columns):
    """Which divides squares by n; here they are divided by n - 1."""
    score, truth = two(150, 12, columns)
    cases = [score[truth == one] for one in (1, 0)]
    wider = np.concatenate([one.mean(axis=0) + (one - one.mean(axis=0)) * math.sqrt(len(one) / (len(one) - 1))
                            for one in cases])  # fmt: skip
    true = np.repeat([1, 0], [len(one) for one in cases])
    found = fit(score, truth, "binormal")
    right = QuadraticDiscriminantAnalysis(priors=[0.5, 0.5]).fit(wider, true)
    np.testing.assert_allclose(found.log_ratio(score), right.decision_function(score), rtol=1e-8)
    right = QuadraticDiscriminantAnalysis().fit(wider, true)
    np.testing.assert_allclose(found.posterior(score, truth.mean()), right.predict_proba(score)[:, 1], rtol=1e-8)


def test_binormal_facts_tell_the_correlations():
    cases = classes(150, 14)
    facts = binormal(*cases, NAMES).facts
    for fact, one, name in zip(facts, cases, ("positives", "negatives"), strict=True):
        assert f"{name}: {np.corrcoef(one.T)[0, 1]:.3g}." in fact
    assert binormal(*classes(150, 14, 3), ("a", "b", "c")).facts == ()


SINGULAR = {
    "one case": lambda cases: cases[:1],
    "two cases": lambda cases: cases[:2],
    "all tied": lambda cases: np.full((9, 2), 0.3),
    "on a line": lambda cases: np.column_stack([cases[:, 0], 3 - 2 * cases[:, 0]]),
}


@pytest.mark.parametrize("kind", SINGULAR)
def test_a_class_without_covariances_takes_those_of_all_cases(kind):
    positives, negatives = classes(60, 15)
    positives = SINGULAR[kind](positives)
    everything = np.concatenate([positives, negatives])
    shared = np.cov(everything, rowvar=False)
    right = log_ratio(everything, (positives.mean(axis=0), shared), law(negatives))
    found = binormal(positives, negatives, NAMES)
    np.testing.assert_allclose(found.log_ratio(everything), right, rtol=1e-8)
    assert found.facts[0].startswith("The positives have no")
    mirrored = binormal(negatives, positives, NAMES)
    np.testing.assert_allclose(mirrored.log_ratio(everything), -right, rtol=1e-8)
    assert any(fact.startswith("The negatives have no") for fact in mirrored.facts)
    three = classes(60, 16)[0][:3]
    own = binormal(three, negatives, NAMES)
    np.testing.assert_allclose(own.log_ratio(negatives), log_ratio(negatives, law(three), law(negatives)), rtol=1e-8)


@pytest.mark.parametrize("kind", ["a row far out", "classes far apart"])
def test_scores_that_agree_on_what_is_far_out_only_do_not_say_the_same(kind):
    """One row of 999999 in both columns, or classes far apart: the other cases lie on no line."""
    score, truth = two(60, 17)
    if kind == "a row far out":
        score[0] = 1e6
    else:
        score += 1e5 * truth[:, None]
    logs = []
    for one in (1, 0):
        mean, matrix = law(score[truth == one])
        away = score - mean
        logs.append(-((away @ np.linalg.inv(matrix)) * away).sum(axis=1) / 2 - np.linalg.slogdet(matrix)[1] / 2)
    found = fit(score, truth, "binormal")
    np.testing.assert_allclose(found.log_ratio(score), logs[0] - logs[1], rtol=1e-3, atol=1e-3)
    assert not any("no covariances" in fact for fact in found.facts)


# Logistic stacking -------------------------------------------------------------------------------------------------


def stacked(score, truth):
    """Level and slopes of statsmodels' binomial regression on Platt's targets, less the log odds of the classes."""
    P, N = truth.sum(), (1 - truth).sum()
    targets = np.where(truth == 1, (P + 1) / (P + 2), 1 / (N + 2))
    level, *slopes = GLM(targets, add_constant(score), families.Binomial()).fit(tol=1e-12, maxiter=200).params
    return level - math.log(P / N), np.array(slopes)


@pytest.mark.parametrize("columns", [2, 5])
def test_logistic_is_the_regression_of_statsmodels_on_platts_targets(columns):
    score, truth = two(120, 18, columns)
    level, slopes = stacked(score, truth)
    found = fit(score, truth, "logistic", names="abcde"[:columns])
    np.testing.assert_allclose(found.log_ratio(score), level + score @ slopes, atol=1e-5)
    per_deviation = zip("abcde", slopes * score.std(axis=0, ddof=1), strict=False)
    assert found.facts[0].endswith(f": {', '.join(f'{name} {slope:.3g}' for name, slope in per_deviation)}.")
    assert found.densities(score) is None


def test_platts_line_through_one_column_is_that_of_one_score():
    score, truth = two(100, 1)
    one = score[:, 0]
    standard = (one - one.mean()) / one.std(ddof=1)
    level, slope = platt(standard[:, None], truth, 1 - truth)
    alone = density.logistic(ScoreTable.of(one, truth)).log_ratio(one)
    log_odds = math.log(truth.sum() / (1 - truth).sum())
    np.testing.assert_allclose(alone, level + slope * standard - log_odds, atol=1e-6)
    right, slopes = stacked(one[:, None], truth)
    np.testing.assert_allclose(alone, right + one * slopes[0], atol=1e-5)
    twice = fit(score[:, [0, 0]], truth, "logistic")
    np.testing.assert_allclose(twice.log_ratio(score[:, [0, 0]]), alone, atol=1e-5)


def test_platts_line_of_tallied_cases_is_that_of_the_cases():
    rng = np.random.default_rng(20)
    standard = rng.normal(size=(30, 2))
    positives, negatives = rng.integers(0, 4, 30), rng.integers(0, 4, 30)
    unit, truth = np.repeat(np.arange(30), positives), np.repeat(np.arange(30), negatives)
    whole = np.concatenate([standard[unit], standard[truth]])
    true = np.repeat([1, 0], [len(unit), len(truth)])
    np.testing.assert_allclose(platt(standard, positives, negatives), platt(whole, true, 1 - true), atol=1e-6)


# Odd scores --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", some_of(JOINT_METHODS, *(method for method in JOINT_METHODS if method != "vine")))
def test_any_scores_have_ratios(method):
    for name, (score, truth) in nonempty(ODD.items()):
        found = fit(score, truth, method)
        x = np.concatenate([np.asarray(score, float), [[0, 0], [1, 1], [1e300, -1e300], [-1e300, -1e300]]])
        assert np.isfinite(found.log_ratio(x)).all(), name
        assert (found.ratio(x) >= 0).all(), name
        posterior = found.posterior(x, 0.2)
        assert ((posterior >= 0) & (posterior <= 1)).all(), name
        if (densities := found.densities(x)) is not None:
            assert all(((one >= 0) & np.isfinite(one)).all() for one in densities), name


@pytest.mark.parametrize("rule", some_of(BANDWIDTHS, "sj"))
def test_any_scores_have_bandwidths_by_any_rule(rule):
    for name in ("three values", "only 0 and 1", "one far out", "heavy tails", "1 of class 0"):
        score, truth = ODD[name]
        found = fit(score, truth, bandwidth=rule)
        assert np.isfinite(found.log_ratio(score)).all(), name
        assert len(read(found)) == 4, name


def test_a_widened_bandwidth_is_said():
    score, truth = two(60, 29)
    score[2] = 1e6
    assert truth[2] == 0
    assert any("negatives had to be widened" in fact for fact in fit(score, truth).facts)
    assert not any("widened" in fact for fact in fit(score[3:], truth[3:]).facts)


def test_the_smallest_numbers_have_log_odds_and_densities():
    """As a softmax that underflows gives them."""
    score, truth = np.random.default_rng(23).random((40, 2)), np.arange(40) % 2
    score[:4, 0], score[4:8, 0] = 0, 5e-324
    for method in JOINT_METHODS:
        assert np.isfinite(fit(score, truth, method).log_ratio(score)).all()
    score, truth = two(60, 24, 4)
    found = fit(1e-99 * score, truth, "binormal").densities(1e-99 * score)
    assert all((one >= 0).all() for one in found)


# Messages ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", JOINT_METHODS)
def test_a_constant_column_is_said(method):
    for number in (0, 1):
        score, truth = two(40, 25)
        score[:, number] = 0.1
        said = f"^all scores of {NAMES[number]} are equal, so it carries no information; choose another model$"
        with pytest.raises(InputError, match=said):
            fit(score, truth, method, names=NAMES)


@pytest.mark.parametrize(("method", "choose"), [("kde", "two models"), ("binormal", "models")])
def test_columns_that_are_one_on_another_scale_are_said(method, choose):
    said = f"^the scores of a and b are equivalent: each is the other on another scale; choose {choose} that differ$"
    for line in ((1, 0), (3, 2), (-0.5, 0.1), (1e-6, 7), (1e6, -3)):
        score, truth = two(40, 26)
        score[:, 1] = line[0] * score[:, 0] + line[1]
        with pytest.raises(InputError, match=said):
            fit(score, truth, method, names=NAMES)


def test_three_columns_that_cannot_be_read_are_said():
    score, truth = two(40, 27, 3)
    with pytest.raises(InputError, match=r"^kde takes two columns, got 3: .*; choose vine, binormal or logistic$"):
        fit(score, truth)
    score[:, 2] = score[:, 0] - 2 * score[:, 1] + 5
    for method in ("binormal", "vine"):
        with pytest.raises(InputError, match=r"^one of a, b, c adds nothing: its .*"):
            fit(score, truth, method, names=("a", "b", "c"))


def test_a_method_names_its_source_and_how_many_scores_it_takes():
    assert [method.most for method in JOINT_METHODS.values()] == [2, None, None, None]
    assert all(method.words and re.search(r"\(\d{4}\)", method.source) for method in JOINT_METHODS.values())


# Weights -----------------------------------------------------------------------------------------------------------


def reweighted(seed=30):
    """Cases of both classes, their weights of 1 to 20, and these so scaled that they add up to how many they say as."""
    cases = classes(90, seed)
    weights = tuple(np.random.default_rng(seed).uniform(1, 20, len(one)) for one in cases)
    return cases, weights, [w * w.sum() / (w**2).sum() for w in weights]


def weighted_law(cases, counts):
    """Mean and covariances with n - 1, n being the sum of what the cases count."""
    mean = sum(w * x for w, x in zip(counts, cases, strict=True)) / counts.sum()
    squares = sum(w * np.outer(x - mean, x - mean) for w, x in zip(counts, cases, strict=True))
    return mean, squares / (counts.sum() - 1)


def test_weighted_binormal_is_the_ratio_of_two_weighted_laws_and_logistic_the_weighted_regression_of_statsmodels():
    cases, weights, counts = reweighted()
    x = np.concatenate(cases)
    right = log_ratio(x, *map(weighted_law, cases, counts))
    np.testing.assert_allclose(binormal(*cases, NAMES, weights=weights).log_ratio(x), right, rtol=1e-9, atol=1e-9)
    P, N = (w.sum() for w in counts)
    targets = np.repeat([(P + 1) / (P + 2), 1 / (N + 2)], [len(one) for one in cases])
    model = GLM(targets, add_constant(x), families.Binomial(), freq_weights=np.concatenate(counts))
    level, *slopes = model.fit(tol=1e-12, maxiter=200).params
    right = level - math.log(P / N) + x @ slopes
    np.testing.assert_allclose(logistic(*cases, NAMES, weights=weights).log_ratio(x), right, atol=1e-5)


def test_a_weighted_kernel_is_the_sum_of_bells_as_high_as_their_weights():
    cases, weights, counts = reweighted()
    found = kernel(*cases, NAMES, "scott", weights=weights)
    x = np.concatenate(cases)
    for one, w, ours in nonempty(zip(cases, counts, found.densities, strict=True)):
        (mean, matrix), n = weighted_law(one, w), w.sum()
        deviation = np.sqrt(np.diagonal(matrix))
        turn = np.array([[1, 1], [1, -1]]) / math.sqrt(2)
        places, at = ((scores - mean) / deviation @ turn for scores in (one, x))
        width = np.sqrt(np.diagonal(weighted_law(places, w)[1])) * n ** (-1 / 6)
        away = (at[:, None, :] - places[None, :, :]) / width
        total = np.exp(-(away**2).sum(axis=2) / 2) @ w / (2 * math.pi * width.prod() * deviation.prod())
        right = (total + multivariate_normal(mean, matrix).pdf(x)) / (n + 1)
        assert np.abs(np.log(ours(x) / right)).max() < 0.06
        assert np.median(np.abs(np.log(ours(x) / right))) < 0.003


@pytest.mark.parametrize("method", JOINT_METHODS)
def test_equal_weights_are_none(method):
    score, truth = two(90, 31)
    one, *others = (fit(score, truth, method, weight=w) for w in (None, np.full(90, 50), np.full(90, 1e-9)))
    for other in nonempty(others):
        np.testing.assert_allclose(one.log_ratio(score), other.log_ratio(score), rtol=1e-9, atol=1e-9)
        assert one.facts == other.facts


def test_a_weight_of_0_is_said():
    score, truth = two(6, 31)
    with pytest.raises(InputError, match=r"^weight must be above 0, got 0 in row 3; leave such cases out$"):
        fit(score, truth, weight=[1, 2, 0, 1, 0, 3])
