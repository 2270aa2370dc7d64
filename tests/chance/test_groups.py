"""Verdicts on many groups, beside a loop over the groups with pandas, scikit-learn, scipy and statsmodels."""

import numpy as np
import pandas as pd
import pytest
from scipy.stats import fisher_exact
from sklearn.metrics import accuracy_score, f1_score, matthews_corrcoef
from statsmodels.stats.multitest import multipletests

from ddcore.chance.groups import (
    CORRECTIONS,
    STATES,
    Judge,
    best_log10_p,
    classes_of_draws,
    corrected,
    log10_p_values,
    verdicts,
)
from ddcore.chance.rescale import beyond
from ddcore.chance.significance import log10_effective_p_value, log10_p_value
from ddcore.chance.verdict import STATES as OF_MODEL
from ddcore.chance.verdict import classes_of_draw, verdict
from ddcore.counts import Cells, Counts
from ddcore.measures import MEASURES
from tests.helpers.loops import nonempty

PEERS = {"ACC": accuracy_score, "F1": f1_score, "MCC": matthews_corrcoef}


def frame(groups=40, cases=4000, skill=0.3, seed=1):
    """Cases of groups of different sizes and shares, and what a model with some skill calls them."""
    rng = np.random.default_rng(seed)
    group = (groups * rng.random(cases) ** 2).astype(int)
    truth = rng.random(cases) < rng.uniform(0.05, 0.6, groups)[group]
    called = np.where(rng.random(cases) < skill, truth, rng.random(cases) < 0.3)
    return pd.DataFrame({"group": group, "truth": truth, "called": called})


def counted(cases):
    cell = 4 * cases.group + 2 * cases.truth + cases.called
    tn, fp, fn, tp = np.bincount(cell, minlength=4 * (cases.group.max() + 1)).reshape(-1, 4).T
    return Counts(tp=tp, fp=fp, fn=fn, tn=tn)


def test_scores_and_p_are_those_of_a_loop_over_groups():
    cases = frame(15, 1500)
    found = {key: verdicts(key, counted(cases)) for key in PEERS}
    for group, part in nonempty(cases.groupby("group")):
        for key, peer in PEERS.items():
            assert found[key].score[group] == pytest.approx(peer(part.truth, part.called), abs=1e-12)
        table = pd.crosstab(part.truth, part.called).reindex([True, False], axis=0).reindex([True, False], axis=1)
        p = fisher_exact(table.fillna(0), alternative="greater").pvalue
        assert 10 ** found["F1"].log10_p[group] == pytest.approx(p, rel=1e-9)


@pytest.mark.parametrize("correction", CORRECTIONS)
def test_corrections_are_those_of_statsmodels(correction):
    for many in (1, 2, 30):
        p = np.random.default_rng(many).random(many) ** 3
        p[:2] = p[0]
        expected = multipletests(p, method={"bh": "fdr_bh", "holm": "holm"}[correction])[1]
        np.testing.assert_allclose(corrected(p, correction), expected, rtol=1e-12)
    assert corrected(np.empty(0), correction).size == 0


USUAL = ["F1", "ERR"]
OTHERS = [key for key, row in MEASURES.items() if row.judges and not row.grows and key not in USUAL]


@pytest.mark.parametrize("key", [*USUAL, *(pytest.param(key, marks=pytest.mark.full) for key in OTHERS)])
def test_a_single_group_is_judged_as_a_model_is(key):
    """One table has nothing to correct for: score, baseline, interval, p and state are those of `verdict`."""
    counts = counted(frame(12, 600, seed=2))
    judge = Judge(counts)
    several = judge.of(key)
    for place in nonempty(range(counts.tp.size)):
        alone, [line] = Judge(counts[place : place + 1]).of(key), verdict("a", counts[place], [key]).lines
        assert alone.state[0] == ("behind" if line.state == "worse" else line.state)
        for own, expected in nonempty(
            (
                (several.score, line.score),
                (several.baseline, line.chance),
                (several.ideal, line.ideal),
                (several.low, line.interval.low),
                (several.high, line.interval.high),
                (several.log10_p, verdict("a", counts[place], [key]).log10_p),
            )
        ):
            np.testing.assert_allclose(own[place], expected, rtol=1e-9, atol=1e-12)


def test_one_class_cannot_be_beaten_and_few_cases_are_never_sure():
    counts = Counts(tp=[0, 5, 1, 0], fp=[0, 0, 0, 0], fn=[0, 0, 0, 0], tn=[7, 0, 1, 0])
    found = verdicts("ACC", counts)
    assert found.state.tolist() == ["unbeatable", "unbeatable", "unclear", "undefined"]
    assert found.adjusted[2] == pytest.approx(0.5)
    assert np.isnan(found.adjusted[[0, 1, 3]]).all()
    assert 10 ** best_log10_p(counts)[2] == pytest.approx(0.5)
    assert verdicts("PLR", Counts(tp=[3], fp=[0], fn=[2], tn=[5])).state.tolist() == ["undefined"]


def test_cases_that_are_all_predicted_alike_show_no_skill():
    """Without a value, and with one: behind, judged, and before those that have one."""
    counts = Counts(tp=[0, 5, 1, 4], fp=[0, 5, 3, 1], fn=[5, 0, 4, 1], tn=[5, 0, 2, 4])
    for key, silent in (("PPV", [True, False]), ("F1", [True, False]), ("NPV", [False, True]), ("MCC", [True, True])):
        found = verdicts(key, counts)
        assert found.state[:2].tolist() == ["behind", "behind"]
        assert found.silent.tolist() == [*silent, False, False]
        assert found.judged.all()
        assert found.adjusted[:2].tolist() == [1, 1]
        first = np.flatnonzero(silent)
        assert set(np.argsort(found.rank, kind="stable")[: first.size]) == set(first)
    weighted = Counts(tp=[0.0, 4.5], fp=[0.0, 1.5], fn=[5.5, 1.0], tn=[5.5, 4.5])
    assert verdicts("F1", weighted).state.tolist() == ["behind", "unclear"]


def test_the_way_to_perfect_is_that_of_one_model():
    """On both sides of chance, for arrays of classes as for one."""
    for key in ("ACC", "F1", "MCC", "ERR", "NLR", "= min(tp/p, tn/n)"):
        counts = counted(frame(12, 600, seed=2))
        found = verdicts(key, counts)
        expected = beyond(found.score, key, counts.total, counts.positives)
        np.testing.assert_allclose(found.share[found.judged], expected[found.judged], rtol=1e-12)


def test_more_comparisons_make_fewer_claims():
    one = Counts(tp=14, fp=8, fn=6, tn=12)
    many = Counts(tp=[14, *[10] * 20], fp=[8, *[10] * 20], fn=[6, *[10] * 20], tn=[12, *[10] * 20])
    assert verdicts("J", Counts(**{name: [cell] for name, cell in one.items()}), level=0.9).state[0] == "beats"
    for correction in nonempty(CORRECTIONS):
        assert verdicts("J", many, level=0.9, correction=correction).state[0] == "unclear"


@pytest.mark.parametrize("key", ["F1", *(pytest.param(key, marks=pytest.mark.full) for key in ("ERR", "MCC"))])
@pytest.mark.parametrize("correction", CORRECTIONS)
def test_sure_are_those_whose_interval_at_the_corrected_level_is_clear(key, correction):
    """The shortcut of two intervals, beside the interval of each table at the level of all that pass."""
    counts = counted(frame(60, 6000, 0.6 if key == "F1" else 0.3, seed=3))
    found = verdicts(key, counts, correction=correction)
    passed = (found.adjusted <= 0.05) & np.isin(found.state, ("unclear", "beats"))
    tests = int(found.judged.sum())
    level = 1 - 0.05 * (passed.sum() if correction == "bh" else 1) / tests
    sure = []
    for place in nonempty(np.flatnonzero(passed)):
        line = verdict("a", counts[place], [key], level).lines[0]
        near = line.interval.low if found.measure.better == "higher" else line.interval.high
        sure.append(bool(found.measure.is_better(near, line.chance)))
    assert 0 < sum(sure) < len(passed)
    assert (found.state[passed] == "beats").tolist() == sure


def test_a_formula_that_does_not_follow_true_positives_has_its_own_tail():
    counts = counted(frame(8, 400, seed=4))
    own = "odd = max(tp, tn) / m"
    found = verdicts(own, counts)
    for place in nonempty(range(8)):
        [line] = verdict("a", counts[place], [own]).lines
        alone = Judge(counts[place : place + 1]).of(own)
        assert alone.state[0] == ("behind" if line.state == "worse" else line.state)
        assert found.log10_p[place] >= log10_p_value(counts[place]) - 1e-9


def test_weighted_groups_have_the_p_of_as_many_whole_cases():
    rng = np.random.default_rng(5)
    squares = {}
    cells = {}
    for name in nonempty(("tp", "fp", "fn", "tn")):
        weights = rng.uniform(0.5, 2, (6, 30))
        cells[name], squares[name] = weights.sum(axis=1), (weights**2).sum(axis=1)
    counts = Counts(**cells, squares=Cells(**squares))
    expected = [log10_effective_p_value(counts[place]) for place in nonempty(range(6))]
    np.testing.assert_allclose(log10_p_values(counts), expected, rtol=1e-10)
    M, P = classes_of_draws(counts)
    pairs = [classes_of_draw(counts[place]) for place in nonempty(range(6))]
    assert list(zip(M.tolist(), P.tolist(), strict=True)) == pairs
    unknown = Counts(tp=[1.5], fp=[1.5], fn=[0.5], tn=[2.5])
    assert np.isnan(log10_p_values(unknown)).all()
    assert set(verdicts("MCC", unknown).state) <= {"behind", "unclear"}


def test_cases_of_one_weight_are_whole_cases():
    counts = counted(frame(10, 300, seed=6))
    twice = counts.reweighted(2.0, 2.0)
    np.testing.assert_allclose(log10_p_values(twice), log10_p_values(counts), rtol=1e-10)
    assert verdicts("F1", twice).state.tolist() == verdicts("F1", counts).state.tolist()


@pytest.mark.full
def test_false_claims_under_pure_chance_are_held_at_their_level():
    """50 groups and two models without skill, 200 seeds: every claim is false.

    Their share is then 1 where there is any, so that both corrections bound the probability of any by 5 %.
    """
    rng = np.random.default_rng(7)
    shape = (2, 50)
    any_claim = dict.fromkeys(CORRECTIONS, 0)
    M = rng.integers(20, 400, shape[1])
    P = np.maximum(1, (M * rng.uniform(0.05, 0.5, shape[1])).astype(int))
    for _ in nonempty(range(200)):
        n = rng.binomial(M, 0.3, shape)
        tp = rng.hypergeometric(P, M - P, n)
        p = 10 ** log10_p_values(Counts(tp=tp, fp=n - tp, fn=P - tp, tn=M - P - n + tp))
        for correction in nonempty(CORRECTIONS):
            any_claim[correction] += bool((corrected(p.ravel(), correction) <= 0.05).any())
    # Binomial(200, 0.05) is above 20 with probability 0.0005; a group is called sure only if more than p holds.
    assert max(any_claim.values()) <= 20


@pytest.mark.full
def test_where_some_groups_have_skill_the_share_of_false_claims_is_held_and_claims_are_many():
    """40 of 60 groups have none: the mean share of false claims is at most 5 % of 40 / 60, and 3 standard errors."""
    rng = np.random.default_rng(8)
    shares, found = [], []
    for _ in nonempty(range(200)):
        M = rng.integers(20, 400, 60)
        P, called = rng.binomial(M, rng.uniform(0.1, 0.6, 60)), rng.uniform(0.05, 0.6, 60)
        tp = rng.binomial(P, np.where(np.arange(60) < 40, called, np.minimum(called + 0.35, 1)))
        fp = rng.binomial(M - P, called)
        sure = verdicts("MCC", Counts(tp=tp, fp=fp, fn=P - tp, tn=M - P - fp)).having("beats")
        shares.append(sure[:40].sum() / max(sure.sum(), 1))
        found.append(sure[40:].mean())
    assert np.mean(shares) <= 0.05 * 40 / 60 + 3 * np.std(shares) / np.sqrt(200)
    assert np.mean(found) > 0.4


def test_states_are_those_of_a_model():
    assert set(STATES) == set(OF_MODEL) - {"describes", "worse"}


def test_way_to_perfect():
    found = verdicts("ERR", Counts(tp=[40, 5, 0], fp=[5, 9, 1], fn=[10, 45, 9], tn=[45, 41, 0]))
    assert found.share[0] == pytest.approx((0.5 - 0.15) / 0.5)
    assert (found.share[1], found.share[2]) == (pytest.approx((0.5 - 0.54) / 0.5), -1)
