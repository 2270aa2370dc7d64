"""Two models together on unseen cases, against loops over cases and pairs of cases, and scikit-learn."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import rankdata
from sklearn.metrics import roc_auc_score

from ddcore.errors import InputError
from ddcore.resampling.cross_validation import deal_by_class, deal_tally
from ddcore.scores import density, likelihood
from ddcore.scores.choice import FOLDS, INFLATION, ORDER
from ddcore.scores.ensemble import JOINT_BOUNDS, NEAR, PLANE_POINTS, checked_scores, fit, regions
from ddcore.scores.joint import JOINT_METHODS
from ddcore.scores.ratio import Choice
from ddcore.scores.together import MIXTURES, called, called_at, together
from ddcore.table import ScoreTable
from tests.helpers.ensemble import ODD, chances, components, places, two
from tests.helpers.loops import nonempty
from tests.helpers.scores import cases_of, middling, probabilities
from tests.oracles import gained_from, scored_from


def rng(seed=1):
    return np.random.default_rng(seed)


@pytest.fixture
def order_kept(monkeypatch):
    """Each model alone is read in its order, for tests that look at other ways."""
    monkeypatch.setattr(likelihood, "choose", lambda table, bandwidth: Choice(ORDER, None))


# A fit -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", JOINT_METHODS)
def test_ratio_and_posterior_are_those_of_bayes_row_by_row(method):
    score, truth = two(60, 3)
    found = fit(score, truth, method)
    log = found.log_ratio(score)
    ratio = np.array([math.exp(one) for one in log])
    np.testing.assert_allclose(found.ratio(score), ratio, rtol=1e-12)
    for share in (1e-6, 0.3, 0.999):
        right = share * ratio / (share * ratio + 1 - share)
        np.testing.assert_allclose(found.posterior(score, share), right, rtol=1e-9)
    one_by_one = [found.log_ratio(row[None])[0] for row in score[:20]]
    np.testing.assert_allclose(log[:20], one_by_one, rtol=1e-9, atol=1e-9)
    assert found.log_ratio(np.empty((0, 2))).shape == (0,)


def test_a_ratio_too_large_for_a_number_is_infinite():
    score, truth = two(60, 2)
    score[truth == 1] *= 1e-3
    far = np.array([[1e9, -1e9]])
    assert fit(score, truth, "binormal").ratio(far) == 0
    swapped = fit(score, 1 - truth, "binormal")
    assert (swapped.ratio(far), swapped.posterior(far, 0.01)) == (math.inf, 1)


def test_numbers_and_truth_may_come_in_any_form():
    score, truth = two(60, 4)
    whole = (10 * score).astype(int)
    right = fit(whole.astype(float), truth, "binormal").log_ratio(whole)
    for cases, known, options in (
        (whole, truth == 1, {}),
        (whole.tolist(), truth.tolist(), {}),
        (whole.astype(np.float32), (truth == 1).tolist(), {"positive": True}),
        (whole, np.where(truth == 1, "bad", "good"), {"positive": "bad"}),
        (whole.astype(object), [("good", "bad")[one] for one in truth], {"positive": "bad"}),
    ):
        np.testing.assert_allclose(fit(cases, known, "binormal", **options).log_ratio(cases), right, atol=1e-9)


@pytest.mark.parametrize("method", JOINT_METHODS)
def test_probabilities_are_read_as_log_odds(method):
    score, truth = chances(80, 5)
    odds = np.log(score / (1 - score))
    right = fit(odds, truth, method).log_ratio(odds)
    for bounds in (None, "logit"):
        np.testing.assert_allclose(fit(score, truth, method, bounds=bounds).log_ratio(score), right, atol=1e-6)
    plain = fit(score, truth, method, bounds="none").log_ratio(score)
    assert np.abs(plain - right).max() > 0.1
    far = fit(score + 1, truth, method).log_ratio(score + 1)
    np.testing.assert_allclose(far, plain, atol=0.02)


def test_only_columns_of_probabilities_are_read_as_log_odds_0_and_1_half_way_to_the_next():
    score, truth = chances(80, 6)
    score[:, 1] *= 5
    odds = np.column_stack([np.log(score[:, 0] / (1 - score[:, 0])), score[:, 1]])
    right = fit(odds, truth, "binormal").log_ratio(odds)
    np.testing.assert_allclose(fit(score, truth, "binormal").log_ratio(score), right, rtol=1e-8)
    score, truth = chances(80, 7)
    score[:5, 0], score[5:9, 0], score[9:12, 1] = 0, 1, 1
    moved = score.copy()
    moved[:5, 0] = np.sort(score[:, 0])[5] / 2
    moved[5:9, 0] = (1 + np.sort(score[:, 0])[-5]) / 2
    moved[9:12, 1] = (1 + np.sort(score[:, 1])[-4]) / 2
    right = fit(moved, truth, "logistic").log_ratio(moved)
    np.testing.assert_allclose(fit(score, truth, "logistic").log_ratio(score), right, atol=1e-6)


def test_names_stand_in_facts():
    score, truth = two(60, 8, 3)
    found = fit(score, truth, "logistic")
    assert found.names == ("column 1", "column 2", "column 3")
    assert "column 3" in found.facts[0]
    assert " y " in fit(score, truth, "logistic", names=("x", "y", "z")).facts[0]
    assert found.method == "logistic"


# Together: folds, places and areas ---------------------------------------------------------------------------------


def slow(score, truth, method, folds, seed, **options):
    """What each way that learns gives each case, fold by fold: its place among the negatives of its own fold."""
    true = truth == 1
    fold = deal_by_class(true, folds, rng=rng(seed))
    # The scale of a column is chosen once, from all of its scores.
    scaled, options = fit(score, truth, method, **options).scaled(score), {**options, "bounds": "none"}
    found = {}
    for number in range(folds):
        mine = np.flatnonzero(fold == number)
        rest = np.flatnonzero(fold != number)
        logs = {
            "together": fit(scaled[rest], truth[rest], method, **options).log_ratio(scaled[mine]),
            "stacked": fit(scaled[rest], truth[rest], "logistic", **options).log_ratio(scaled[mine]),
        }
        for column in range(score.shape[1]):
            reading = likelihood.fit(ScoreTable.of(score[rest, column], truth[rest]), likelihood.BEST)
            if reading.method == ORDER:
                place = places(score[:, column], true) + rankdata(score[:, column]) / (len(score) + 1) / (
                    2 * (~true).sum()
                )
                found.setdefault(column, np.full(len(score), np.nan))[mine] = place[mine]
            else:
                logs[column] = reading.log_ratio(score[mine, column])
        for key, log in logs.items():
            # Of cases in one gap between negatives, the higher one stands higher.
            apart = rankdata(log) / (mine.size + 1) / (2 * (~true[mine]).sum())
            found.setdefault(key, np.full(len(score), np.nan))[mine] = places(log, true[mine]) + apart
    return found


def same_cases(table, score, truth):
    """Whether a table has these scores, to 9 digits, with this truth."""
    right = sorted(zip(score.round(9).tolist(), truth.tolist(), strict=True))
    held, one = cases_of(table)
    ours = sorted(zip(held.round(9).tolist(), one.tolist(), strict=True))
    return np.array_equal(ours, right)


@pytest.mark.parametrize(
    ("name", "columns", "level", "method", "options"),
    [
        ("plain", 3, 0.95, "binormal", {}),
        pytest.param("tied", 2, 0.5, "kde", {"bandwidth": "scott"}, marks=pytest.mark.full),
        pytest.param("probabilities", 2, 0.95, "vine", {"bounds": "none"}, marks=pytest.mark.full),
        ("spread", 2, 0.95, "logistic", {}),
    ],
)
def test_a_case_is_scored_by_the_other_folds_and_gains_have_delongs_paired_error(name, columns, level, method, options):
    """Twice as large in variance where the score is learned."""
    score, truth = two(70, 14, columns)
    if name == "spread":
        # Read alone this column changes its order: its positives lie on either side.
        score[:, 0] += 4 * truth * (-1.0) ** np.arange(70)
    elif name != "plain":
        score = score.round() if name == "tied" else 1 / (1 + np.exp(-score))
    true, names = truth == 1, "abc"[:columns]
    found = together(score, truth, method, folds=3, names=names, level=level, rng=rng(6), **options)
    right = slow(score, truth, method, 3, 6, **options)
    scores = {"Together": right["together"], "Stacking": right["stacked"]}
    scores |= {f"{one}, read": right[number] for number, one in enumerate(names)}
    learned = set(scores)
    scores |= dict(zip(names, score.T, strict=True)) | {one.title: one.of(score) for one in MIXTURES.values()}
    if method == "logistic":
        del scores["Stacking"]
    assert {way.title for way in found.ways} == set(scores)
    best = components(right["together"].round(12), true)
    for way in found.ways:
        own = scores[way.title].round(12)
        if way.title in learned:
            assert same_cases(way.table, own, truth)
        assert way.auc.value == pytest.approx(roc_auc_score(truth, own), abs=1e-12)
        ups, downs = parts = components(own, true)
        apart = [np.var(new - old, ddof=1) / new.size for new, old in zip(best, parts, strict=True)]
        assert way.gain.error == pytest.approx(math.sqrt(INFLATION * sum(apart)), abs=1e-9)
        value, low, high, _ = gained_from(best, parts, INFLATION, level) if any(apart) else (0, 0, 0, 1)
        assert (way.gain.value, way.gain.low, way.gain.high) == pytest.approx((value, low, high), abs=1e-9)
        inflation = INFLATION if way.title in learned else 1
        error = math.sqrt(inflation * (ups.var(ddof=1) / ups.size + downs.var(ddof=1) / downs.size))
        assert way.auc.error == pytest.approx(error, abs=1e-9)
        assert (way.auc.low, way.auc.high) == pytest.approx(scored_from(ups, downs, inflation, level), abs=1e-9)
    assert found.joint_way.gain.value == found.joint_way.gain.error == 0
    assert (found.cases, found.positives) == (70, truth.sum())
    assert list(found.sizes) == np.bincount(deal_by_class(true, 3, rng=rng(6))).tolist()
    assert (found.ensemble.method, found.joint_way.title) == (method, "Together")
    log = fit(score, truth, method, **options).log_ratio(score)
    np.testing.assert_allclose(found.score, log, atol=1e-9)
    assert found.learned.value == pytest.approx(roc_auc_score(truth, log), abs=1e-12)


@pytest.mark.usefixtures("order_kept")
def test_models_of_one_order_are_alike():
    score, truth = two(60, 17)
    one = score[:, 0]
    assert together(np.column_stack([one, one**3]), truth, "logistic", rng=rng()).alike
    assert not together(np.column_stack([one, -one]), truth, "logistic", rng=rng()).alike
    assert not together(score, truth, "logistic", rng=rng()).alike


@pytest.mark.usefixtures("order_kept")
@pytest.mark.parametrize("sample", [two(60, 18), chances(60, 18)], ids=["scores", "probabilities"])
def test_correlations_are_those_within_the_classes_on_the_scale_that_is_read(sample):
    score, truth = sample
    plain = score.min() < 0
    read = score if plain else np.log(score / (1 - score))
    right = [np.corrcoef(read[truth == one].T)[0, 1] for one in (1, 0)]
    for scale in (1, 1e-90, 1e90) if plain else (1,):
        found = together(scale * score, truth, "logistic", rng=rng()).correlations
        assert found == pytest.approx(right, abs=1e-9 if scale == 1 else 1e-6)
    tied = score.copy()
    tied[truth == 1, 1] = 0.5
    assert math.isnan(together(tied, truth, "logistic", rng=rng()).correlations[0])
    three, true = two(60, 18, 3)
    assert np.isnan(together(three, true, "logistic", rng=rng()).correlations).all()


# Mixtures ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "columns"), [("scores", 3), ("probabilities", 2), ("tied", 2)])
def test_mixtures_are_means_in_deviations_and_the_lower_and_the_higher_rank(name, columns):
    score, _ = two(50, 19, columns)
    if name != "scores":
        score = score.round() if name == "tied" else 1 / (1 + np.exp(-score))
    ranks = rankdata(score, axis=0)
    deviations = 1 if name == "probabilities" else score.std(axis=0)
    right = {"mean": (score / deviations).sum(axis=1), "and": ranks.min(axis=1), "or": ranks.max(axis=1)}
    for key, values in right.items():
        np.testing.assert_array_equal(rankdata(MIXTURES[key].of(score).round(9)), rankdata(values.round(9)))


# Nothing to gain ---------------------------------------------------------------------------------------------------

REPETITIONS = 60


@pytest.mark.full
def test_where_there_is_nothing_to_gain_intervals_say_so_as_often_as_promised():
    """Three standard errors of so many repetitions aside."""
    covers, claims = {}, {}
    for seed in range(REPETITIONS):
        draw = rng(20_000 + seed)
        for way in together(draw.normal(size=(60, 2)), np.arange(60) % 2, "logistic", folds=2, rng=draw).ways:
            if way.kind != "together":
                covers.setdefault(way.title, []).append(way.gain.low <= 0 <= way.gain.high)
                claims.setdefault(way.title, []).append(way.gain.low > 0)
    assert len(covers) == 7
    for title, covered in covers.items():
        assert np.mean(covered) > 0.95 - 3 * math.sqrt(0.95 * 0.05 / REPETITIONS)
        assert np.mean(claims[title]) < 0.025 + 3 * math.sqrt(0.025 * 0.975 / REPETITIONS)


# Called ------------------------------------------------------------------------------------------------------------


def cut(score, truth, share):
    """Counts of the longest head of the cases from the top that ends between two scores, case by case."""
    best = (0, 0)
    for threshold in sorted(set(score), reverse=True):
        head = [true for one, true in zip(score, truth, strict=True) if one >= threshold]
        if len(head) <= share * len(score) * (1 + 1e-12):
            best = (sum(head), len(head) - sum(head))
    return best


@given(
    cases=st.lists(st.tuples(st.integers(0, 6), st.integers(0, 1)), min_size=1, max_size=20),
    shares=st.lists(st.sampled_from([0, 0.05, 0.1, 0.25, 0.3, 1 / 3, 0.5, 0.7, 0.9, 1]), min_size=1, max_size=5),
)
def test_called_is_that_of_a_loop(cases, shares):
    score, truth = zip(*cases, strict=True)
    table = ScoreTable.of(score, truth)
    for share, at in nonempty(zip(shares, called_at(table, shares), strict=True)):
        found = called(table, share)
        tp, fp = cut(score, truth, share)
        assert (at.counts.tp, at.counts.fp) == (found.counts.tp, found.counts.fp) == (tp, fp)
        assert (tp + found.counts.fn, fp + found.counts.tn) == (sum(truth), len(truth) - sum(truth))
        for one in (at, found):
            assert sum(value >= one.threshold for value in score) == tp + fp


def test_a_share_that_is_a_whole_number_of_cases_is_called_in_full():
    for share, size in itertools.product((0.1, 0.3, 0.6, 0.7), (10, 30, 70, 1000)):
        found = called(ScoreTable.of(np.arange(size), np.arange(size) % 2), share)
        assert found.counts.tp + found.counts.fp == round(share * size)


def test_what_cannot_be_called_is_said():
    for share in (-0.1, 1.2, math.nan, math.inf):
        with pytest.raises(InputError, match=rf"^share must be between 0 and 1, got {share}$"):
            called(ScoreTable.of([1, 2], [0, 1]), share)
    with pytest.raises(InputError, match=r"^there is no case to predict$"):
        called(ScoreTable.of([], []), 0.3)


# The plane ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sample", [two(60, 23), chances(60, 23)], ids=["scores", "probabilities"])
def test_the_plane_has_the_ratio_of_each_place(sample):
    score, truth = sample
    found = fit(score, truth, "kde")
    plane = regions(found, score)
    assert plane.log_ratio.shape == (PLANE_POINTS, PLANE_POINTS)
    for axis, column in zip((plane.x, plane.y), score.T, strict=True):
        np.testing.assert_allclose(axis, np.linspace(column.min(), column.max(), PLANE_POINTS), rtol=1e-12)
    for i, j in ((0, 0), (3, 100), (PLANE_POINTS - 1, 7), (60, 60)):
        right = found.log_ratio([[plane.x[j], plane.y[i]]])[0]
        assert plane.log_ratio[i, j] == pytest.approx(right, rel=1e-9, abs=1e-9)


def test_what_is_near_is_a_tenth_of_the_plane_from_a_case_at_most_and_what_is_far_out_is_left_out():
    score, truth = two(60, 23)
    plane = regions(fit(score, truth, "binormal"), score)
    steps = np.array([plane.x[1] - plane.x[0], plane.y[1] - plane.y[0]])
    for i, j in itertools.product(range(0, PLANE_POINTS, 8), repeat=2):
        away = np.hypot(*((score - [plane.x[j], plane.y[i]]) / steps).T).min()
        # A case counts as one of the points next to it.
        if abs(away - NEAR) > 1:
            assert plane.near[i, j] == (away < NEAR)
    score, truth = two(3_000, 24)
    score[7, 1] = 500
    plane = regions(fit(score, truth, "binormal"), score)
    assert (plane.x[0], plane.x[-1]) == (score[:, 0].min(), score[:, 0].max())
    assert (plane.y[0], plane.y[-1]) == pytest.approx(tuple(np.quantile(score[:, 1], [0.002, 0.998])))
    score, truth = two(60, 25, 3)
    with pytest.raises(InputError, match=r"^a plane has two scores, got 3$"):
        regions(fit(score, truth, "binormal"), score)


# Probabilities -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", density.RATIO_METHODS)
@pytest.mark.parametrize("sample", [middling(120, 30, 1), probabilities(30, 120)], ids=["tied", "probabilities"])
def test_probabilities_are_those_of_a_loop(sample, method):
    table = ScoreTable.of(*sample)
    found = likelihood.probabilities(table, method, folds=3, rng=rng(7))
    draw = rng(7)
    dealt = [deal_tally(tally, 3, rng=draw) for tally in (table.positives, table.negatives)]
    share = sample[1].mean()
    right = []
    for number in range(3):
        mine = [np.repeat(table.score, tally[number]) for tally in dealt]
        rest = [np.repeat(table.score, tally.sum(axis=0) - tally[number]) for tally in dealt]
        known = ScoreTable.of(np.concatenate(rest), np.repeat([1, 0], [len(one) for one in rest]))
        reading = likelihood.fit(known, method)
        for one, cases in zip((1, 0), mine, strict=True):
            for score in cases:
                ratio = float(reading.ratio(score))
                p = 1.0 if math.isinf(ratio) else share * ratio / (share * ratio + 1 - share)
                right.append((round(p, 9), one))
    score, truth = cases_of(found)
    ours = sorted(zip(score.round(9).tolist(), truth.tolist(), strict=True))
    np.testing.assert_allclose(np.array(ours), np.array(sorted(right)), atol=2e-9)


def test_probabilities_that_cannot_be_are_said():
    for table, options, message in (
        (ScoreTable.of([1, 2], [0, 1], weight=[1, 0.5]), {}, "^cross-fitting needs two cases of each class, got 1 of"),
        (ScoreTable.of([1, 2, 3, 4], [0, 1, 0, 1]), {"folds": 1}, r"^folds must be 2 or more, got 1$"),
        (ScoreTable.of([1, 2, 3, 4], [0, 1, 0, 1]), {"method": "magic"}, r"^method must be one of best, kde, .*"),
    ):
        with pytest.raises(InputError, match=message):
            likelihood.probabilities(table, rng=rng(), **options)


# Odd scores --------------------------------------------------------------------------------------------------------

SLOW = ("kde", "vine", "logistic")
MORE = {
    "very small": (1e-200 * np.abs(two(60, 32)[0]), two(60, 32)[1]),
    "far from 0 and near each other": (1e9 + 1e-6 * two(60, 33)[0], two(60, 33)[1]),
}


MANY = MORE | ODD
FEW = [*MANY][::3]


@pytest.mark.parametrize(
    ("method", "names"),
    [
        ("binormal", FEW),
        *(pytest.param(*more, marks=pytest.mark.full) for more in itertools.product(("binormal", *SLOW), [MANY])),
    ],
    ids=["binormal, few", "binormal", *SLOW],
)
def test_any_scores_are_judged_on_unseen_cases(method, names, request):
    if method == "binormal":
        request.getfixturevalue("order_kept")
    for name in nonempty(names):
        score, truth = MANY[name]
        if name == "three and three":
            continue
        if name.startswith("1 of class"):
            with pytest.raises(InputError, match=r"^cross-fitting needs two cases of each class, got 1 of one$"):
                together(score, truth, method, folds=2, rng=rng())
            continue
        found = together(score, truth, method, folds=2, rng=rng())
        for way in found.ways:
            assert 0 <= way.auc.low <= way.auc.value <= way.auc.high <= 1, name
            assert -1 <= way.gain.low <= way.gain.value <= way.gain.high <= 1, name
            assert way.table.positives.sum() + way.table.negatives.sum() == len(truth), name
        assert np.isfinite(found.score).all(), name
        assert called(found.joint_way.table, 0.5).counts.tp >= 0, name
        assert np.isfinite(regions(found.ensemble, np.asarray(score, float)).log_ratio).all(), name


@pytest.mark.usefixtures("order_kept")
def test_the_scale_of_a_column_is_chosen_once_for_all_folds():
    """One row above 1 makes the columns plain scores, also for the fold in which that row is judged."""
    score, truth = chances(60, 34)
    score[0] = [1.5, 1.2]
    found, right = (together(score, truth, "binormal", bounds=bounds, rng=rng()) for bounds in (None, "none"))
    assert found.learned == right.learned
    assert found.joint_way.auc == right.joint_way.auc


@pytest.mark.usefixtures("order_kept")
def test_what_is_so_without_one_fold_only_is_not_said_of_all_cases():
    """Scores that vary and lie on no line, until one fold is left out."""
    score, truth = two(60, 35)
    one = np.arange(60) == 3
    varied, near = np.column_stack([one, score[:, 1]]), np.column_stack([score[:, 0], 3 * score[:, 0] + one])
    for cases, true in ((varied, truth), (near, truth), (score[:6], np.arange(6) % 2)):
        fit(cases, true, "binormal")
        said = ""
        try:
            assert together(cases, true, "binormal", folds=2, names=("a", "b"), rng=rng()).cases == len(cases)
        except InputError as error:
            said = str(error)
        assert not said.startswith(("all scores", "the scores"))


# Messages ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"method": "magic"}, "^method must be one of kde, vine, binormal, logistic, got 'magic'$"),
        ({"bandwidth": "wide"}, "^bandwidth must be one of sj, normal, silverman, scott, isj, got 'wide'$"),
        ({"bounds": "reflect"}, "^bounds must be one of logit, none, got 'reflect'$"),
        ({"bounds": "logit"}, r"^scores must be between 0 and 1 to have log odds, got -1 to 2\.5$"),
        ({"names": ("a",)}, "^names must be one for each of 2 columns, got 1$"),
        ({"positive": 7}, "^positive must be a label that occurs, 0 or 1, got 7$"),
    ],
)
@pytest.mark.parametrize("ask", [fit, lambda *cases, **options: together(*cases, rng=rng(), **options)])
def test_what_cannot_be_fitted_is_said(ask, options, message):
    with pytest.raises(InputError, match=message):
        ask([[-1, 2], [0, 1], [1, 3], [2.5, 1]], [0, 1, 0, 1], **options)
    assert list(JOINT_BOUNDS) == ["logit", "none"]


@pytest.mark.parametrize("method", JOINT_METHODS)
def test_a_class_without_cases_is_said(method):
    for one, name in ((0, "positive"), (1, "negative")):
        for ask in (fit, lambda *cases: together(*cases, rng=rng())):
            with pytest.raises(InputError, match=f"^a likelihood ratio needs .* both classes, got no {name} case$"):
                ask([[1, 2], [2, 1], [3, 3]], [one] * 3, method)
    with pytest.raises(InputError, match=r"got no positive case$"):
        fit(np.empty((0, 2)), [], method)


@pytest.mark.parametrize(
    ("scores", "message"),
    [
        ([1, 2, 3], r"^scores must have one row per case and two or more columns, got an array of shape \(3,\)$"),
        ([[1], [2]], r"^scores must have one row per case and two or more columns, got an array of shape \(2, 1\)$"),
        ([["a", 1], ["b", 2]], r"^scores must be numbers, one row per case, got \[\['a', 1\], \['b', 2\]\]$"),
        ([[1, 2], [3]], r"^scores must be numbers, one row per case, got \[\[1, 2\], \[3\]\]$"),
        ([[1, 2], [-math.inf, 4]], "^a score must be a finite number, got -inf in row 2 of column 1$"),
        ([[3, None], [3, 4]], "^a score must be a finite number, got nan in row 1 of column 2$"),
    ],
)
def test_scores_that_are_none_are_said(scores, message):
    known = fit(*two(40, 37), "logistic")
    asked = (checked_scores, known.log_ratio, known.ratio, lambda x: known.posterior(x, 0.5), lambda x: fit(x, [0, 1]))
    for ask in (*asked, lambda x: together(x, [0, 1], rng=rng())):
        with pytest.raises(InputError, match=message):
            ask(scores)


def test_scores_and_a_prevalence_out_of_range_are_said():
    score, truth = two(40, 38)
    for scale in (1e200, 1e-200):
        with pytest.raises(InputError, match=r"^scores must span 1e-100 to 1e\+100, got -"):
            fit(scale * score, truth)
    found = fit(score, truth, "binormal")
    with pytest.raises(InputError, match=r"^scores must have 2 columns, got 3$"):
        found.log_ratio([[1, 2, 3]])
    for prevalence in (-0.1, 0, 1, 1.2, math.nan):
        with pytest.raises(InputError, match=rf"^prevalence must be a number above 0 and below 1, got {prevalence}$"):
            found.posterior(score, prevalence)


def test_truth_that_is_no_column_of_the_same_length_is_said():
    for truth, message in (
        ([0, 1, 0], "^scores and truth must have the same length, got 2 and 3$"),
        ([], "^scores and truth must have the same length, got 2 and 0$"),
        ([[1], [1, 2]], "^truth must be one column of labels, got lists of different lengths$"),
        (1, r"^truth must be one column of labels, got an array of shape \(\)$"),
    ):
        with pytest.raises(InputError, match=message):
            fit([[1, 2], [2, 1]], truth)


def test_what_cannot_be_cross_fitted_is_said():
    score, truth = two(40, 41)
    one = (np.arange(40) == 5).astype(int)
    for cases, options, message in (
        ((score, truth), {"folds": 1}, "^folds must be 2 or more, got 1$"),
        ((score, one), {}, "^cross-fitting needs two cases of each class, got 1 of one$"),
        ((score, 1 - one), {}, "^cross-fitting needs two cases of each class, got 1 of one$"),
        ((score, truth), {"level": 1.2}, r"^level must be between 0 and 1, got 1\.2$"),
        (two(40, 41, 3), {"method": "kde"}, "^kde takes two columns, got 3: a density of three scores needs far more"),
    ):
        with pytest.raises(InputError, match=message):
            together(*cases, **{"method": "logistic", "rng": rng(), **options})
    assert FOLDS == 5
    few = together(score[:12], np.arange(12) % 4 == 0, "logistic", folds=100, rng=rng(), positive=True)
    assert len(few.sizes) == 3, "a case of each class in each fold"


# Weights -----------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("order_kept")
@pytest.mark.parametrize("method", ["binormal", "logistic", pytest.param("kde", marks=pytest.mark.full)])
def test_equal_weights_are_none(method):
    score, truth = two(70, 15)
    one, other = (together(score, truth, method, weight=w, folds=3, rng=rng()) for w in (None, np.full(70, 0.3)))
    for plain, heavy in zip(one.ways, other.ways, strict=True):
        assert (plain.auc, plain.gain) == (heavy.auc, heavy.gain)
    assert one.correlations == other.correlations


@pytest.mark.usefixtures("order_kept")
def test_weighted_cases_are_placed_among_the_weighted_negatives_of_their_fold():
    """Areas by scikit-learn, correlations as those of repeated cases."""
    score, truth = two(60, 18)
    true, weight = truth == 1, rng(19).integers(1, 20, 60)
    found = together(score, truth, "logistic", weight=weight, folds=3, rng=rng(4))
    for way, column in zip(found.of("alone"), score.T, strict=True):
        assert way.auc.value == pytest.approx(roc_auc_score(truth, column, sample_weight=weight), abs=1e-12)
        assert way.gain.value == pytest.approx(found.joint_way.auc.value - way.auc.value, abs=1e-12)
    log = fit(score, truth, "logistic", weight=weight).log_ratio(score)
    assert found.learned.value == pytest.approx(roc_auc_score(truth, log, sample_weight=weight), abs=1e-12)
    even = together(score, truth, "logistic", folds=3, rng=rng(4))
    assert found.ways[0].auc.error > 1.05 * even.ways[0].auc.error
    fold, right = deal_by_class(true, 3, rng=rng(4)), np.empty(60)
    for number in range(3):
        mine = np.flatnonzero(fold == number)
        rest = np.flatnonzero(fold != number)
        log = fit(score[rest], truth[rest], "logistic", bounds="none", weight=weight[rest]).log_ratio(score[mine])
        downs = mine[~true[mine]]
        below = np.array([weight[downs][log[~true[mine]] < one].sum() for one in log])
        right[mine] = below + np.where(true[mine], 0, weight[mine] / 2)
        right[mine] = right[mine] / weight[downs].sum() + rankdata(log) * 1e-9
    assert found.joint_way.auc.value == pytest.approx(roc_auc_score(truth, right, sample_weight=weight), abs=1e-6)
    for one, told in zip((1, 0), found.correlations, strict=True):
        repeated = np.repeat(score[truth == one], weight[truth == one], axis=0)
        assert told == pytest.approx(np.corrcoef(repeated.T)[0, 1], abs=1e-9)
