"""Weakest segments: the search against a loop over cases, tails against scipy, false discoveries over 200 seeds."""

import itertools
from dataclasses import replace
from fractions import Fraction
from math import comb

import numpy as np
import pytest
from scipy.stats import binom, hypergeom
from statsmodels.stats.multitest import multipletests

from ddcore.chance.segments import below_expected, tail, weakest
from ddcore.counts import CELLS, Cells, Counts
from ddcore.errors import InputError
from ddcore.measures import measure
from ddcore.records.rows import Split
from tests.helpers.loops import nonempty


def column(name, codes, values=None):
    codes = np.asarray(codes, np.int32)
    return Split(name, codes, tuple(f"{name}{value}" for value in range(values or codes.max() + 1)))


def cells_of(truth, called):
    return np.where(truth, np.where(called, 0, 2), np.where(called, 1, 3)).astype(np.int8)


def chance_columns(rng, size, columns=3, values=4):
    return [column(f"c{place}", rng.integers(values, size=size), values) for place in range(columns)]


def random_cells(rng, size, right=0.75):
    truth = rng.random(size) < 0.4
    return cells_of(truth, truth == (rng.random(size) < right))


@pytest.mark.full
@pytest.mark.parametrize("key", ["ACC", "F1"])
def test_under_pure_chance_the_claim_errs_in_one_of_twenty_samples(key):
    """200 samples in which no segment is worse: as often as 18 times is within the 99.9 % quantile of 5 %."""
    claimed = 0
    for seed in nonempty(range(200)):
        rng = np.random.default_rng(seed)
        found = weakest(chance_columns(rng, 400), random_cells(rng, 400), key, rng=rng)
        assert len(found.segments) >= 3
        claimed += bool(found.surely(0.95))
    assert claimed <= binom.ppf(0.999, 200, 0.05)


@pytest.mark.full
def test_without_the_halves_the_same_claim_would_err_in_half_of_the_samples():
    """What the second half is for: judged by all cases, the worst of some 15 segments often looks certain."""
    small = 0
    for seed in nonempty(range(40)):
        rng = np.random.default_rng(seed)
        splits, cell = chance_columns(rng, 400), random_cells(rng, 400)
        whole = counts(cell)
        p = [tail(measure("ACC"), counts(cell[inside]), whole)[1] for inside in every_segment(splits, 30)]
        small += min(p) <= 0.05
    assert small >= 16


def every_segment(splits, least):
    singles = [split.codes == code for split in splits for code in range(len(split.names))]
    pairs = [
        (a.codes == one) & (b.codes == other)
        for a, b in itertools.combinations(splits, 2)
        for one in range(len(a.names))
        for other in range(len(b.names))
    ]
    return [inside for inside in singles + pairs if inside.sum() >= least]


def counts(cell):
    return Counts(**{name: int((cell == place).sum()) for place, name in enumerate(CELLS)})


def test_a_bad_pair_is_found_and_its_score_is_that_of_the_other_half():
    rng = np.random.default_rng(4)
    size = 4000
    splits = chance_columns(rng, size)
    bad = (splits[0].codes == 1) & (splits[2].codes == 3)
    truth = rng.random(size) < 0.4
    cell = cells_of(truth, truth == (rng.random(size) < np.where(bad, 0.4, 0.85)))
    found = weakest(splits, cell, "ACC", rng=rng)
    worst = found.surely()[0]
    assert worst is found.segments[0]
    assert (worst.values, worst.cases) == ((("c0", "c01"), ("c2", "c23")), bad.sum())
    assert worst.score.low < 0.4 < worst.score.high
    assert worst.expected == pytest.approx(0.82, abs=0.03)
    assert worst.shortfall == pytest.approx(worst.expected - worst.score.value)
    assert worst.chance == pytest.approx(max(worst.counts.positives, worst.counts.negatives) / worst.counts.total)
    assert found.exact
    assert sum(found.halves) == 4000
    assert abs(found.halves[0] - 2000) <= 2
    assert found.score_of_all == pytest.approx(np.mean((cell == 0) | (cell == 3)))


def test_all_segments_of_the_least_size_are_searched():
    rng = np.random.default_rng(6)
    splits, cell = chance_columns(rng, 300), random_cells(rng, 300)
    for least in nonempty((2, 20, 60, 90)):
        assert weakest(splits, cell, "ACC", least=least, rng=rng).searched == len(every_segment(splits, least))


def test_the_first_is_the_worst_by_a_loop_over_the_cases_of_the_first_half():
    rng = np.random.default_rng(8)
    splits, cell = chance_columns(rng, 300), random_cells(rng, 300)
    # Clusters of one case are dealt as `dealing.deal` says.
    found = weakest(splits, cell, "TPR", cluster=np.arange(300), least=20, rng=np.random.default_rng(2))
    drawn = np.random.default_rng(2)
    order = drawn.permutation(300)
    first = (order + drawn.integers(2)) % 2 == 0
    P, TP = (np.isin(cell[first], places).sum() for places in ([0, 2], [0]))
    deviations = []
    for inside in every_segment(splits, 20):
        own = np.isin(cell[inside & first], [0, 2]).sum()
        law = hypergeom(P, TP, own)
        spread = np.sqrt(own * TP / P * (1 - TP / P) * (1 - own / P))
        deviations.append(((cell[inside & first] == 0).sum() - law.mean()) / spread)
    segment = found.segments[0]
    inside = np.logical_and.reduce(
        [
            next(split for split in splits if split.name == name).codes == int(value[2:])
            for name, value in segment.values
        ]
    )
    places = [np.array_equal(inside, one) for one in every_segment(splits, 20)]
    assert places.index(True) == int(np.argmin(deviations))


def test_segments_that_are_judged_share_no_more_than_half_of_the_smaller_one():
    rng = np.random.default_rng(9)
    splits = [*chance_columns(rng, 500, 2), column("copy", rng.integers(3, size=500))]
    splits.append(Split("twin", splits[2].codes, splits[2].names))
    found = weakest(splits, random_cells(rng, 500), "ACC", rng=rng)
    names = [dict(segment.values) for segment in found.segments]
    alike = [{(name.replace("twin", "copy"), value) for name, value in one.items()} for one in names]
    assert all(one != other for one, other in itertools.combinations(alike, 2))


@pytest.mark.parametrize("key", ["TPR", "TNR"])
def test_tail_of_a_rate_is_the_hypergeometric_one_of_scipy(key):
    segment, whole = Counts(tp=12, fp=9, fn=9, tn=30), Counts(tp=80, fp=40, fn=30, tn=160)
    law = hypergeom(110, 80, 21).cdf(12) if key == "TPR" else hypergeom(200, 160, 39).cdf(30)
    assert tail(measure(key), segment, whole)[1] == pytest.approx(law, rel=1e-9)


@pytest.mark.parametrize("key", ["ACC", "F1", "MCC", "ERR"])
def test_tail_equals_the_sum_over_all_draws_in_fractions(key):
    segment, whole = Counts(tp=3, fp=2, fn=3, tn=4), Counts(tp=9, fp=4, fn=4, tn=11)
    row = measure(key)
    score = float(row(segment))
    worse, mass, mean = Fraction(0), Fraction(0), 0.0
    for tp, fp in nonempty(itertools.product(range(7), range(7))):
        chance = Fraction(comb(9, tp) * comb(4, 6 - tp), comb(13, 6)) * Fraction(
            comb(4, fp) * comb(11, 6 - fp), comb(15, 6)
        )
        value = float(row(Counts(tp=tp, fp=fp, fn=6 - tp, tn=6 - fp)))
        if not chance or np.isnan(value):
            continue
        mass, mean = mass + chance, mean + float(chance) * value
        behind = value <= score + 1e-12 if row.better == "higher" else value >= score - 1e-12
        worse += chance * behind
    expected, p = tail(row, segment, whole)
    assert (expected, p) == pytest.approx((mean / float(mass), float(worse / mass)), rel=1e-12)


def test_deviations_are_those_of_drawn_segments():
    """The standard deviation of 20,000 drawn segments of 60, within 5 %."""
    rng = np.random.default_rng(1)
    whole = Counts(tp=120, fp=60, fn=60, tn=240)
    tp, fp = rng.hypergeometric(120, 60, 24, 20_000), rng.hypergeometric(60, 240, 36, 20_000)
    for key in nonempty(("ACC", "F1", "MCC")):
        drawn = measure(key)(Counts(tp=tp, fp=fp, fn=24 - tp, tn=36 - fp))
        segment = Cells(tp=np.array([10.0]), fp=np.array([9.0]), fn=np.array([14.0]), tn=np.array([27.0]))
        own = below_expected(measure(key), segment, whole)
        told = (float(measure(key)(Counts(tp=10, fp=9, fn=14, tn=27))) - drawn.mean()) / drawn.std()
        assert own == pytest.approx(told, rel=0.05, abs=0.03)


def test_weighted_cases_of_one_weight_go_by_the_normal_law_of_the_same_cases():
    rng = np.random.default_rng(12)
    splits, cell = chance_columns(rng, 2000), random_cells(rng, 2000)
    plain = weakest(splits, cell, "ACC", rng=np.random.default_rng(1))
    weighted = weakest(splits, cell, "ACC", weight=np.full(2000, 3.0), rng=np.random.default_rng(1))
    assert not weighted.exact
    for one, other in nonempty(zip(plain.segments, weighted.segments, strict=True)):
        assert one.values == other.values
        # The exact probability has half a case more.
        assert (one.p, one.score.low) == (pytest.approx(other.p, abs=0.06), pytest.approx(other.score.low))


def test_cases_of_a_cluster_are_of_one_half():
    rng = np.random.default_rng(3)
    cluster = np.repeat(np.arange(20), 30)
    found = weakest([column("a", rng.integers(3, size=600))], random_cells(rng, 600), "ACC", cluster=cluster, rng=rng)
    assert found.halves == (300, 300)


def test_columns_of_many_values_have_no_pairs_and_empty_cells_are_of_no_segment():
    rng = np.random.default_rng(3)
    many = column("many", np.arange(600) % 60)
    gaps = Split("gaps", np.where(np.arange(600) % 2, -1, 0).astype(np.int32), ("only",))
    found = weakest([many, gaps], random_cells(rng, 600), "ACC", least=5, rng=rng)
    assert found.unpaired == ("many",)
    assert found.searched <= 61
    numbers = Split("number", np.full(600, -1, np.int32), (), rng.normal(size=600))
    assert weakest([numbers], random_cells(rng, 600), "ACC", rng=rng).searched == 5


@pytest.mark.full
def test_adjusted_probabilities_are_those_of_statsmodels():
    rng = np.random.default_rng(1)
    found = weakest(chance_columns(rng, 500), random_cells(rng, 500), "ACC", rng=rng)
    p = [segment.p for segment in found.segments]
    assert [segment.adjusted for segment in found.segments] == pytest.approx(multipletests(p, method="holm")[1])
    one = replace(found.segments[0], p=0.03, adjusted=0.06)
    several = replace(found, segments=(one, replace(one, adjusted=0.05)))
    assert (several.surely(), several.surely(0.9)) == ([several.segments[1]], [*several.segments])


def test_refusals():
    cell = np.zeros(4, np.int8)
    with pytest.raises(InputError, match="there must be a column that divides the cases into groups, got none"):
        weakest([], cell, "ACC", rng=np.random.default_rng(1))
    with pytest.raises(InputError, match="least must be 2 or more, got 1"):
        weakest([column("a", [0, 0, 1, 1])], cell, "ACC", least=1, rng=np.random.default_rng(1))
