"""The best way to read scores, chosen by cross-fitting: against loops, exact laws and unseen cases."""

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from ddcore.errors import InputError
from ddcore.resampling.cross_validation import deal_tally
from ddcore.scores.choice import FOLDS, LEAST, ORDER, SEED, choose
from ddcore.scores.likelihood import BEST, cross_fit, fit
from ddcore.table import ScoreTable
from tests.helpers.loops import nonempty
from tests.helpers.scores import cases_of, middling


def both_sides(size=300, seed=1):
    """Positives lie farther out on both sides."""
    rng = np.random.default_rng(seed)
    truth = np.arange(size) % 2
    return rng.normal(size=size) * (1 + 2 * truth), truth


def test_a_gain_is_that_of_a_loop_over_cases():
    table = ScoreTable.of(*both_sides(80))
    score, truth = cases_of(table)
    found = choose(table)
    rng = np.random.default_rng(SEED)
    dealt = [deal_tally(tally, FOLDS, rng=rng) for tally in (table.positives, table.negatives)]
    for one in nonempty(found.tried):
        gains = []
        for positives, negatives in zip(*dealt, strict=True):
            mine = np.isin(score, table.score[positives + negatives > 0])
            rest = ScoreTable.of(score[~mine], truth[~mine])
            log = fit(rest, one.method, bounds=one.bounds).log_ratio(score[mine])
            log = np.clip(log, -1e300, 1e300)
            gains.append(roc_auc_score(truth[mine], log) - roc_auc_score(truth[mine], score[mine]))
        assert one.gain.value == pytest.approx(np.mean(gains), abs=1e-12), one.method


def test_the_best_fit_of_those_that_clearly_gain_is_chosen():
    table = ScoreTable.of(*both_sides())
    found = choose(table)
    better = [one for one in found.tried if one.gain.low > 0 and one.gain.value >= LEAST]
    best = max(better, key=lambda one: one.fit)
    assert (found.method, found.bounds) == (best.method, best.bounds)
    assert found.method != ORDER
    whole = fit(table, BEST)
    assert (whole.method, whole.bounds, whole.choice) == (found.method, found.bounds, found)
    same = fit(table, found.method, bounds=found.bounds)
    assert whole.log_ratio(table.score).tolist() == same.log_ratio(table.score).tolist()


def test_scales_of_scores_within_0_and_1_and_of_others():
    beyond = {(one.method, one.bounds) for one in choose(ScoreTable.of(*both_sides())).tried}
    assert beyond == {
        ("kde", "none"), ("kde", "rank"), ("binormal", "none"), ("isotonic", "none"),
        ("splines", "none"), ("splines", "rank"),
    }  # fmt: skip
    score, truth = both_sides()
    within = {(one.method, one.bounds) for one in choose(ScoreTable.of(1 / (1 + np.exp(-score)), truth)).tried}
    assert within == {
        ("kde", "reflect"), ("kde", "logit"), ("kde", "rank"), ("binormal", "none"), ("binormal", "logit"),
        ("isotonic", "none"), ("splines", "none"), ("splines", "logit"), ("splines", "rank"),
    }  # fmt: skip


def test_the_order_is_kept_where_nothing_gains():
    table = ScoreTable.of(*middling(150, 32))
    found = fit(table, BEST)
    assert (found.method, found.choice.refused) == (ORDER, "")
    unseen = cross_fit(table, BEST, rng=np.random.default_rng(1))
    assert (unseen.gain.value, unseen.auc.value) == pytest.approx((0, table.auc), abs=1e-12)


def test_each_fold_is_read_as_the_others_choose():
    table = ScoreTable.of(*both_sides(120, 3))
    found = cross_fit(table, BEST, folds=3, rng=np.random.default_rng(4))
    rng = np.random.default_rng(4)
    dealt = [deal_tally(tally, 3, rng=rng) for tally in (table.positives, table.negatives)]
    whole = table.positives, table.negatives
    for area, positives, negatives in nonempty(zip(found.aucs, *dealt, strict=True)):
        mine = positives + negatives > 0
        score, truth = cases_of(ScoreTable(table.score[mine], positives[mine], negatives[mine]))
        rest = fit(ScoreTable(table.score, whole[0] - positives, whole[1] - negatives), BEST)
        assert area == pytest.approx(roc_auc_score(truth, rest.log_ratio(score)), abs=1e-12)


def test_where_nothing_can_be_tried_the_order_is_kept():
    for cases in (([1, 2, 3, 4], [0, 1, 0, 0]), ([1, 1, 1], [0, 1, 0])):
        found = fit(ScoreTable.of(*cases), BEST)
        assert found.method == ORDER
        assert found.choice.refused.endswith("got 1 of one")
    with pytest.raises(InputError, match=r"^bounds must be left to the best method, got 'logit'$"):
        fit(ScoreTable.of([0.1, 0.2, 0.3, 0.4], [0, 1, 0, 1]), BEST, bounds="logit")


def test_scores_of_exactly_0_and_1_are_read():
    rng = np.random.default_rng(8)
    truth = np.arange(200) % 2
    table = ScoreTable.of(np.clip(rng.normal(0.5 + 0.3 * truth, 0.4), 0, 1), truth)
    assert {0.0, 1.0} <= set(table.score)
    assert np.isfinite(fit(table, BEST).log_ratio(np.array([0.0, 1e-300, 0.5, 1 - 1e-16, 1.0]))).all()
    for scale in ("logit", "none"):
        assert np.isfinite(fit(table, "kde", bounds=scale).log_ratio([0.0, 1.0])).all()


def test_equal_weights_are_none():
    score, truth = both_sides(150, 5)
    plain, heavy = ScoreTable.of(score, truth), ScoreTable.of(score, truth, weight=np.full(150, 50.0))
    one, other = (cross_fit(table, BEST, rng=np.random.default_rng(1)) for table in (plain, heavy))
    assert (one.gain, one.sizes) == (other.gain, other.sizes)


def test_weighted_cases_are_dealt_whole():
    rng = np.random.default_rng(6)
    score, truth = both_sides(200, 6)
    weight = rng.uniform(1, 20, 200)
    found = cross_fit(ScoreTable.of(score, truth, weight=weight), "kde", folds=4, rng=np.random.default_rng(2))
    draw = np.random.default_rng(2)
    order = np.argsort(score)
    dealt = sum(deal_tally((truth[order] == positive).astype(int), 4, rng=draw) for positive in (1, 0))
    fold = np.empty(200, dtype=int)
    fold[order] = dealt.argmax(axis=0)
    for number, area in enumerate(found.aucs):
        mine = fold == number
        rest = ScoreTable.of(score[~mine], truth[~mine], weight=weight[~mine])
        log = fit(rest, "kde").log_ratio(score[mine])
        assert area == pytest.approx(roc_auc_score(truth[mine], log, sample_weight=weight[mine]), abs=1e-12)
    assert found.gain.low < found.gain.value < found.gain.high
    assert found.table.squares is not None


def test_weights_of_which_only_sums_are_known_are_not_dealt():
    table = ScoreTable(np.array([1.0, 2, 3, 4]), np.array([1.5, 0, 1, 2]), np.array([0.5, 1, 2, 0]))
    with pytest.raises(InputError, match=r"^the cases are weighted, and only the sums of their weights are known$"):
        cross_fit(table, rng=np.random.default_rng(1))
    assert fit(table, BEST).choice.refused
