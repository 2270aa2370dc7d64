"""Folds, resamples and their common threshold against loops over cases, and against pandas and scikit-learn on a
file."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom
from sklearn.metrics import confusion_matrix, f1_score

from ddcore.chance import folds
from ddcore.chance.folds import CommonThreshold, of_folds, of_resamples
from ddcore.errors import InputError
from ddcore.read import read
from ddcore.samples import SAMPLES
from ddcore.table import ScoreTable
from tests.helpers.decisions import refused
from tests.helpers.loops import nonempty
from tests.oracles import DEFINITIONS, guessed

# A loop over cases ---------------------------------------------------------------------------------------------------


def counted(scores, truth, threshold):
    """Cases in each cell when a case is called positive from the threshold on: one case after the other."""
    tp = fp = fn = tn = 0
    for score, true in zip(scores, truth, strict=True):
        if score >= threshold:
            tp, fp = tp + bool(true), fp + (not true)
        else:
            fn, tn = fn + bool(true), tn + (not true)
    return tp, fp, fn, tn


def chance_of(guess, total, positives):
    if guess == "half":
        return Fraction(1, 2)
    if guess == "prevalence":
        return Fraction(positives, total)
    if guess == "mode":
        return Fraction(int(2 * positives > total))
    return Fraction(guess)


def normalised(key, scores, truth, threshold, guess):
    definition, total, positives = DEFINITIONS[key], len(truth), int(sum(truth))
    value = definition(*counted(scores, truth, threshold))
    mean, _ = guessed(definition, total, positives, chance_of(guess, total, positives))
    perfect = definition(positives, 0, 0, total - positives)
    if value is None or mean is None or perfect is None or Fraction(perfect) == mean:
        return math.nan
    return float((Fraction(value) - mean) / (Fraction(perfect) - mean))


def naive(key, parts, guess):
    """Thresholds, scores by part, the parts left out, the mean, and the place of its highest value."""
    thresholds = [*sorted({score for scores, _ in parts.values() for score in scores}), math.inf]
    table = {
        name: [normalised(key, scores, truth, threshold, guess) for threshold in thresholds]
        for name, (scores, truth) in parts.items()
    }
    out = [name for name, row in table.items() if all(math.isnan(value) for value in row)]
    kept = {name: row for name, row in table.items() if name not in out}
    means = [sum(column) / len(kept) for column in zip(*kept.values(), strict=True)] if kept else []
    best = None
    for i, mean in enumerate(means):
        if not math.isnan(mean) and (best is None or mean > means[best] + 1e-12):
            best = i
    return thresholds, kept, out, means, best


def tabled(parts):
    return {name: ScoreTable.of(scores, truth) for name, (scores, truth) in parts.items()}


def compare(found, key, parts, guess):
    thresholds, kept, out, means, best = naive(key, parts, guess)
    assert isinstance(found, CommonThreshold)
    assert (found.threshold.tolist(), found.parts, found.left_out) == (thresholds, tuple(kept), tuple(out))
    assert found.normalised.shape == (len(kept), len(thresholds))
    assert not found.thinned
    if not kept:
        assert found.best is None
        assert np.isnan(found.mean).all()
        assert found.at_best.size == 0
        return
    np.testing.assert_allclose(found.normalised, list(kept.values()), rtol=1e-11, atol=1e-12)
    np.testing.assert_allclose(found.mean, means, rtol=1e-11, atol=1e-12)
    if best is None:
        assert (found.best, found.at_best.size) == (None, 0)
        return
    assert means[found.best] == pytest.approx(means[best], abs=1e-12)
    at_top = [i for i, mean in enumerate(means) if not math.isnan(mean) and mean >= means[best] - 1e-12]
    assert found.best in at_top
    np.testing.assert_array_equal(found.at_best, found.normalised[:, found.best])


def drawn_parts(seed, sizes, levels=6, both=False):
    """Folds whose cases have one of a few scores, so that there are ties within and between folds.

    With `both`, each has cases of both classes.
    """
    rng = np.random.default_rng(seed)
    parts = {}
    for k, size in enumerate(sizes):
        truth = rng.integers(0, 2, size)
        truth[: 2 * both] = [0, 1][: 2 * both]
        scores = np.round((rng.integers(0, levels, size) + 2 * truth) / (levels + 2), 6)
        parts[f"fold {k + 1}"] = (scores.tolist(), truth.tolist())
    return parts


KEYS = ["F1", "ACC", "ERR", "MCC", "kappa", "J", "PPV", "NPV", "TPR", "G2", "TS", "CC", "NF1", "BACC"]
ONE_CLASS = ["PPV", "NPV", "FDR", "FOR", "MK", "kappa"]
"""They have a value where all cases are of one class, always the same one, whatever the classifier."""


@pytest.mark.parametrize("guess", ["half", "prevalence", 0.25])
def test_folds_are_those_of_a_loop_over_cases(guess):
    for key in KEYS:
        for seed, sizes in ((1, (9, 8, 7)), (3, (2, 5, 10, 4))):
            parts = drawn_parts(seed, sizes, both=True)
            compare(of_folds(key, tabled(parts), guess), key, parts, guess)


@given(
    sizes=st.lists(st.integers(1, 8), min_size=2, max_size=4),
    seed=st.integers(0, 10**6),
    key=st.sampled_from(KEYS),
    guess=st.sampled_from(["half", "prevalence", "mode", 0.25, 0, 1]),
)
def test_any_small_folds_are_those_of_a_loop_over_cases(sizes, seed, key, guess):
    parts = drawn_parts(seed, [size + 1 for size in sizes], levels=3, both=key in ONE_CLASS)
    compare(of_folds(key, tabled(parts), guess), key, parts, guess)


def test_of_equally_good_thresholds_the_lowest_is_best():
    """The sum of five tenths may differ in the last digit from that of the same tenths in another order."""
    parts = {"a": ([0.1, 0.5, 0.9], [0, 1, 0]), "b": ([0.1, 0.5, 0.9], [1, 0, 1])}
    found = of_folds("ACC", tabled(parts), "half")
    assert (found.mean.tolist(), found.best) == ([0, 0, 0, 0], 0)
    for seed in (10, 67, 106, 112, 120):
        parts = drawn_parts(seed, (10, 10, 10, 10, 10), levels=8, both=True)
        *_, best = naive("ACC", parts, "half")
        assert of_folds("ACC", tabled(parts), "half").best == best, seed


def test_a_part_of_one_class_is_left_out():
    """No classifier is better on it than a guesser, so it says nothing about thresholds; its scores are still some."""
    parts = {
        "a": ([0.1, 0.5, 0.9], [0, 1, 1]),
        "no positive": ([0.2, 0.3], [0, 0]),
        "b": ([0.4, 0.6], [0, 1]),
        "no negative": ([0.7], [1]),
    }
    found = of_folds("J", tabled(parts), "half")
    assert (found.parts, found.left_out) == (("a", "b"), ("no positive", "no negative"))
    assert found.threshold.tolist() == [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.9, math.inf]
    two = of_folds("J", {name: tabled(parts)[name] for name in ("a", "b")}, "half")
    places = np.searchsorted(found.threshold, two.threshold)
    np.testing.assert_array_equal(found.normalised[:, places], two.normalised)
    for key in ONE_CLASS:
        assert of_folds(key, tabled(parts), "half").left_out == ("no positive", "no negative"), key


def test_no_part_with_a_value_is_no_threshold():
    """All of one class; a guesser that is perfect already; numbers of cases where weights have a unit of their own."""
    of_one_class = tabled({"a": ([0.1, 0.5], [0, 0]), "b": ([0.4, 0.6], [1, 1])})
    weighted = {name: ScoreTable.of([0.2, 0.7, 0.9], [0, 1, 0], weight=[1, 2, 3]) for name in "ab"}
    for key, tables, guess in (
        ("J", of_one_class, "half"),
        ("TPR", tabled({"a": ([0.1, 0.5], [0, 1]), "b": ([0.4, 0.6], [1, 1])}), 1),
        ("gain = tp - fp", weighted, "half"),
    ):
        found = of_folds(key, tables, guess)
        assert (found.parts, found.left_out, found.best) == ((), ("a", "b"), None)
        assert (found.at_best.tolist(), found.normalised.shape) == ([], (0, found.threshold.size))
        assert np.isnan(found.mean).all()


# Many thresholds ------------------------------------------------------------------------------------------------------


def many(cases, seed=0):
    rng = np.random.default_rng(seed)
    truth = rng.random(cases) < 0.3
    return ScoreTable.of(rng.normal(size=cases) + truth, truth)


@pytest.mark.parametrize("cases", [100, 101, 170])
def test_more_scores_than_thresholds_are_thinned(cases, monkeypatch):
    monkeypatch.setattr(folds, "MOST_THRESHOLDS", 200)
    tables = {"a": many(cases, 1), "b": many(100, 2)}
    found = of_folds("F1", tables, "half")
    every = np.unique(np.concatenate([tables["a"].score, tables["b"].score]))
    assert (found.thinned, found.threshold.size) == (cases > 100, min(every.size, folds.MOST_THRESHOLDS) + 1)
    assert (found.threshold[0], found.threshold[-2], found.threshold[-1]) == (every[0], every[-1], math.inf)
    places = np.searchsorted(every, found.threshold[:-1])
    np.testing.assert_array_equal(every[places], found.threshold[:-1])
    assert (np.diff(places) > 0).all()
    assert np.ptp(np.diff(places)) <= 1, "at even ranks"
    for part, table in tables.items():
        row = found.normalised[found.parts.index(part)]
        counts = table.at(found.threshold[[0, 70, -2]])
        total, positives = int(counts.total[0]), int(counts.positives[0])
        chance = f1_of_a_coin(total, positives)
        called = counts.tp + counts.fp
        score = np.where(called > 0, 2 * counts.tp / np.maximum(positives + called, 1), np.nan)
        np.testing.assert_allclose(row[[0, 70, -2]], (score - chance) / (1 - chance), rtol=1e-9)


# Resamples -----------------------------------------------------------------------------------------------------------


def small():
    rng = np.random.default_rng(12)
    truth = np.array([1] * 24 + [0] * 36)
    return np.round((rng.random(60) + truth) / 2, 1), truth


def tp_of(found, positives):
    """True positives back from a normalised recall with a coin as the guesser: 2 TPR - 1."""
    return (found.normalised + 1) / 2 * positives


def test_resamples_keep_the_size_of_each_class(monkeypatch):
    """A higher threshold calls no more positive. Many scores are thinned, here too."""
    table = ScoreTable.of(*small())
    for key, size in (("TPR", 24), ("TNR", 36)):
        found = of_resamples(key, table, "half", 50, rng=np.random.default_rng(1))
        assert found.parts == tuple(f"resample {k}" for k in range(1, 51))
        counts = tp_of(found, size)
        np.testing.assert_allclose(counts, counts.round(), atol=1e-9)
        assert (counts.min(), counts.max()) == (pytest.approx(0, abs=1e-9), pytest.approx(size))
        ends = (size, 0) if key == "TPR" else (0, size)
        np.testing.assert_allclose(counts[:, 0], ends[0], atol=1e-9)
        np.testing.assert_allclose(counts[:, -1], ends[1], atol=1e-9)
        steps = np.diff(counts, axis=1)
        assert ((steps <= 1e-9) if key == "TPR" else (steps >= -1e-9)).all()
    found = of_resamples("ACC", table, "half", rng=np.random.default_rng(0))
    assert (found.normalised.shape, len(found.parts)) == ((folds.RESAMPLES, table.score.size + 1), 200)
    monkeypatch.setattr(folds, "MOST_RESAMPLED", 200)
    for cases in (200, 300):
        found = of_resamples("F1", many(cases), "half", 5, rng=np.random.default_rng(0))
        assert (found.thinned, found.threshold.size) == (cases > 200, 201)


def test_resamples_have_the_moments_of_drawn_cases():
    """Cov(TP(a), TP(b)) = P S(b) (1 - S(a)) at thresholds a <= b, with S the share of positives from a threshold on."""
    scores, truth = small()
    times = 4_000
    found = of_resamples("TPR", ScoreTable.of(scores, truth), "half", times, rng=np.random.default_rng(2))
    ours = tp_of(found, 24)
    share = np.array([np.mean(scores[truth == 1] >= threshold) for threshold in found.threshold])
    inner = np.flatnonzero((share > 0) & (share < 1))
    assert inner.size >= 5
    variance = 24 * share * (1 - share)
    np.testing.assert_array_less(np.abs(ours.mean(axis=0) - 24 * share), 4 * np.sqrt(variance / times) + 1e-9)
    fourth = variance * (1 + (3 - 6 / 24) * variance)  # of a binomial number: np(1-p)(1 + (3n-6)p(1-p))
    spread = np.sqrt((fourth - variance**2) / times)
    np.testing.assert_array_less(np.abs(ours.var(axis=0) - variance), 4 * spread + 1e-9)
    for a, b in itertools.combinations(inner, 2):
        wide = math.sqrt(variance[a] * variance[b] / times)
        assert abs(np.cov(ours[:, a], ours[:, b])[0, 1] - 24 * share[b] * (1 - share[a])) < 6 * wide
    # The classes are drawn apart, so that their variances add up.
    found = of_resamples("J", ScoreTable.of(scores, truth), "half", times, rng=np.random.default_rng(5))
    i = int(np.searchsorted(found.threshold, 0.5))
    hit, alarm = (np.mean(scores[truth == one] >= found.threshold[i]) for one in (1, 0))
    variance = hit * (1 - hit) / 24 + alarm * (1 - alarm) / 36
    assert found.normalised[:, i].mean() == pytest.approx(hit - alarm, abs=4 * math.sqrt(variance / times))
    assert found.normalised[:, i].var() == pytest.approx(variance, rel=4 * math.sqrt(2 / times))


def test_the_same_seed_gives_the_same_resamples_and_another_gives_others():
    table = ScoreTable.of(*small())
    one, same, other = (of_resamples("F1", table, "half", 30, rng=np.random.default_rng(seed)) for seed in (7, 7, 8))
    np.testing.assert_array_equal(one.normalised, same.normalised)
    assert one.best == same.best
    assert (one.normalised != other.normalised).any()


def test_resamples_are_scored_with_the_guesser_of_the_whole_table():
    scores, truth = small()
    found = of_resamples("F1", ScoreTable.of(scores, truth), "prevalence", 20, rng=np.random.default_rng(9))
    chance = float(guessed(DEFINITIONS["F1"], 60, 24, Fraction(2, 5))[0])
    possible = {
        (2 * tp / (tp + fp + 24) - chance) / (1 - chance) for tp in range(25) for fp in range(37) if tp + fp > 0
    }
    possible = np.sort(list(possible))
    values = found.normalised[~np.isnan(found.normalised)]
    nearest = np.abs(possible[:, None] - values).min(axis=0)
    assert nearest.max() < 1e-12
    assert np.isnan(found.normalised[:, -1]).all()
    assert (np.ptp(found.normalised[:, 0]), found.mean[found.best]) == (0, np.nanmax(found.mean))
    np.testing.assert_array_equal(found.at_best, found.normalised[:, found.best])


def test_resamples_of_one_class_have_no_value():
    for weight in (None, [1, 2, 3]):
        table = ScoreTable.of([0.1, 0.5, 0.7], [1, 1, 1], weight=weight)
        found = of_resamples("J", table, "half", 4, rng=np.random.default_rng(0))
        assert (found.left_out, found.best) == (("resample 1", "resample 2", "resample 3", "resample 4"), None)
        recall = of_resamples("TPR", table, "half", 4, rng=np.random.default_rng(0))
        assert recall.normalised[:, 0].tolist() == [1] * 4
    one_of_a_class = ScoreTable.of([0.1, 0.5, 0.7, 0.9], [0, 0, 1, 0], weight=[1, 2, 3, 1.5])
    found = of_resamples("ACC", one_of_a_class, "half", 20, rng=np.random.default_rng(0))
    assert found.best is not None
    assert math.isfinite(found.unseen)


# Weights -------------------------------------------------------------------------------------------------------------


def test_weighted_folds_are_those_of_repeated_cases_beside_very_many():
    """The measures of repeated cases; a guesser that calls half of very many has F1 = P / (P + M / 2)."""
    parts = drawn_parts(8, (9, 8))
    weights = {name: np.arange(len(scores)) % 3 + 1 for name, (scores, _) in parts.items()}
    weighted = {name: ScoreTable.of(*part, weight=weights[name]) for name, part in parts.items()}
    found = of_folds("F1", weighted, "half")
    for name, row in nonempty(zip(found.parts, found.normalised, strict=True)):
        scores, truth = (np.repeat(column, weights[name]) for column in parts[name])
        P = truth.sum()
        chance = P / (P + truth.size / 2)
        for threshold, value in nonempty(zip(found.threshold[:-1], row[:-1], strict=True)):
            if (scores >= threshold).any():
                right = (f1_score(truth, scores >= threshold) - chance) / (1 - chance)
                assert value == pytest.approx(right, abs=1e-5)


@pytest.mark.parametrize("weight", [50, 0.3])
@pytest.mark.parametrize("key", ["F1", "MCC", "gain = tp - fp"])
def test_equal_weights_are_none(key, weight):
    parts = drawn_parts(8, (9, 8, 12))
    plain, heavy = ({name: ScoreTable.of(*part, weight=None if w is None else np.full(len(part[0]), w))
                     for name, part in parts.items()} for w in (None, weight))  # fmt: skip
    for of in (
        lambda tables: of_folds(key, tables, "half"),
        lambda tables: of_resamples(key, tables["fold 1"], "half", 20, rng=np.random.default_rng(1)),
    ):
        one, other = of(plain), of(heavy)
        np.testing.assert_array_equal(one.normalised, other.normalised)
        assert one.unseen == pytest.approx(other.unseen, nan_ok=True, abs=0)


def test_weighted_resamples_have_the_moments_of_drawn_cases():
    """To the first order a share of weight has the variance sum w^2 (called - share)^2 / (sum w)^2."""
    rng = np.random.default_rng(11)
    truth = np.repeat([1, 0], [40, 80])
    scores, weight = rng.normal(truth), rng.uniform(1, 20, 120)
    weight[scores > 1] = 20
    found = of_resamples("J", ScoreTable.of(scores, truth, weight=weight), "half", 400, rng=rng)
    i = int(np.searchsorted(found.threshold, 0.5))
    called = scores >= found.threshold[i]
    shares, variances = [], []
    for mine in (truth == 1, truth == 0):
        w = weight[mine] / weight[mine].sum()
        shares.append(w @ called[mine])
        variances.append(w**2 @ (called[mine] - shares[-1]) ** 2)
    error = math.sqrt(sum(variances))
    values = found.normalised[:, i]
    assert values.mean() == pytest.approx(shares[0] - shares[1], abs=4 * error / math.sqrt(400))
    assert values.std() == pytest.approx(error, rel=0.15)
    # Everything is called positive, then nothing.
    assert found.normalised[:, 0].tolist() == found.normalised[:, -1].tolist() == [0] * 400


def test_what_is_refused():
    tables = tabled(drawn_parts(1, (5, 6)))
    for number in (0, 1):
        few = {name: tables[name] for name in list(tables)[:number]}
        refused(f"there must be two folds or more, got {number}", of_folds, "F1", few, "half")
    refused("measure must be one of the known names...", of_folds, "F one", tables, "half")
    refused("g must be between 0 and 1, got 1.5...", of_folds, "F1", tables, 1.5)
    with pytest.raises(InputError, match="g must be a number or one of half, prevalence, mode, got 'coin'"):
        of_resamples("F1", tables["fold 1"], "coin", rng=np.random.default_rng(0))
    table = ScoreTable(np.array([0.1, 0.5]), np.array([0.0, 1.5]), np.array([2.0, 0.0]))
    with pytest.raises(InputError, match=r"^the cases are weighted, and only the sums of their weights are known$"):
        of_resamples("F1", table, "half", rng=np.random.default_rng(0))


@pytest.fixture(scope="module")
def hpc():
    """A model with ten folds of the file, read by the program, and the same with pandas."""
    path = SAMPLES["hpc_cv"].path
    found = read(path, truth="obs", positive="VF", fold="Resample")
    [model] = [one for one in found.models.values() if one.table is not None]
    frame = pd.read_csv(path)
    return model, frame.assign(truth=(frame["obs"] == "VF").astype(int))


def test_folds_of_fractional_weights_are_compared_with_a_million_cases():
    parts = {"a": ([0.2, 0.7, 0.7, 0.9], [0, 1, 0, 1]), "b": ([0.2, 0.5, 0.7], [0, 1, 1])}
    weights = {"a": [0.5, 1.25, 1.0, 2.5], "b": [0.3, 0.4, 0.2]}
    tables = {name: ScoreTable.of(*part, weight=weights[name]) for name, part in parts.items()}
    found = of_folds("kappa", tables, "half")  # its guesser scores 0
    for k, (name, (scores, truth)) in enumerate(parts.items()):
        scores, truth, weight = np.array(scores), np.array(truth), np.array(weights[name])
        for i, threshold in nonempty(enumerate(found.threshold)):
            called = scores >= threshold
            total = weight.sum()
            agreed = weight[called == (truth == 1)].sum() / total
            share, positive = weight[called].sum() / total, weight[truth == 1].sum() / total
            by_chance = share * positive + (1 - share) * (1 - positive)
            assert found.normalised[k, i] == pytest.approx((agreed - by_chance) / (1 - by_chance), abs=1e-12)


# A real file ---------------------------------------------------------------------------------------------------------


def tables_of(model):
    return {name: part.table for name, part in model.folds.items()}


def f1_of_a_coin(total, positives):
    """The mean of 2 TP / (P + n) over binomial n, with TP hypergeometric given n, over the guesses that call any."""
    n = np.arange(1, total + 1)
    weight = binom.pmf(n, total, 0.5)
    return float(weight @ (2 * positives * n / total / (positives + n)) / weight.sum())


@pytest.mark.full
def test_ten_folds_of_a_file_against_scikit_learn(hpc):
    model, frame = hpc
    tables = tables_of(model)
    folds_of_frame = dict(list(frame.groupby("Resample")))
    assert sorted(tables) == sorted(folds_of_frame)
    result, rates = (of_folds(key, tables, "half") for key in ("F1", "J"))
    every = np.unique(frame["VF"])
    assert not result.thinned
    assert (result.threshold.tolist(), result.left_out) == ([*every, math.inf], ())
    for i in (0, 400, result.best, result.threshold.size - 2):
        threshold = result.threshold[i]
        for part, row, rate in zip(result.parts, result.normalised, rates.normalised, strict=True):
            fold = folds_of_frame[part]
            called = (fold["VF"] >= threshold).astype(int)
            (tn, fp), (fn, tp) = confusion_matrix(fold["truth"], called)
            assert rate[i] == pytest.approx(tp / (tp + fn) + tn / (tn + fp) - 1, rel=1e-12, abs=1e-15)
            if not called.any():
                assert math.isnan(row[i])
                continue
            chance = f1_of_a_coin(len(fold), int(fold["truth"].sum()))
            score = f1_score(fold["truth"], called)
            assert row[i] == pytest.approx((score - chance) / (1 - chance), rel=1e-9, abs=1e-12)


def test_the_best_common_threshold_of_a_file_with_pandas_alone(hpc):
    model, frame = hpc
    result = of_folds("F1", tables_of(model), "half")
    means = np.zeros(result.threshold.size)
    for _, fold in frame.groupby("Resample"):
        called = fold["VF"].to_numpy() >= result.threshold[:, None]
        truth = fold["truth"].to_numpy() == 1
        tp, wrong = (called & truth).sum(axis=1), (called != truth).sum(axis=1)
        score = np.where(called.any(axis=1), 2 * tp / (2 * tp + wrong), np.nan)
        chance = f1_of_a_coin(len(fold), int(truth.sum()))
        means += (score - chance) / (1 - chance) / 10
    np.testing.assert_allclose(result.mean, means, rtol=1e-9, atol=1e-12)
    assert result.best == int(np.nanargmax(means))
    assert result.at_best.mean() == pytest.approx(np.nanmax(means), rel=1e-12)
    assert 0.2 < result.threshold[result.best] < 0.8
    assert result.at_best.min() > 0.4


@pytest.mark.parametrize("truth", [[0, 1, 0, 1, 1, 0, 1, 1], [0, 0, 0, 0, 0, 0, 0, 0]], ids=["both", "one class"])
def test_resamples_that_were_drawn_before_are_those_of_a_new_draw(truth):
    table = ScoreTable.of(np.arange(8) % 5, truth, True)

    def of(resamples, fewer=None):
        return of_resamples("PPV", table, "half", resamples, rng=np.random.default_rng(3), fewer=fewer)

    for few, many in ((50, 120), (70, 71), (100, 100)):
        fewer, anew = of(few), of(many)
        continued = of(many, fewer)
        np.testing.assert_array_equal(continued.normalised, anew.normalised)
        np.testing.assert_array_equal(anew.normalised[: len(fewer.normalised)], fewer.normalised)
        assert (continued.parts, continued.left_out) == (anew.parts, anew.left_out)
        assert str(continued.unseen) == str(anew.unseen)
