"""How often a model beats chance: against every table, draws, other packages and printed numbers."""

import itertools

import numpy as np
import pytest
from scipy.stats import binom, binomtest, fisher_exact, hypergeom
from statsmodels.stats.proportion import power_proportions_2indep, proportion_confint

from ddcore.chance.power import (
    Claim,
    approximate_power,
    classes_of,
    drawn_power,
    fisher_boundary,
    paired_power,
    power,
    two_sample_power,
    weight_of_a_count,
)
from ddcore.chance.significance import Region
from ddcore.chance.verdict import verdict
from ddcore.counts import Counts
from ddcore.measures import MEASURES, measure
from tests.helpers.decisions import refused
from tests.helpers.loops import nonempty
from tests.helpers.tiers import some_of

KEYS = [
    key for key, row in MEASURES.items() if row.judges and not row.grows and np.isfinite([row.best, row.worst]).all()
]
SIZES = [(3, 6, 0.9, 0.2), (5, 7, 0.9, 0.2), (7, 12, 0.8, 0.3), (14, 9, 0.6, 0.1), (2, 18, 1.0, 0.05)]


@pytest.mark.parametrize(("P", "N", "tpr", "fpr"), some_of(SIZES, SIZES[0]))
def test_probability_is_the_sum_over_every_table_that_the_verdict_calls_beats(P, N, tpr, fpr):
    sums = dict.fromkeys(KEYS, 0.0)
    for tp, fp in nonempty(list(itertools.product(range(P + 1), range(N + 1)))):
        likely = binom.pmf(tp, P, tpr) * binom.pmf(fp, N, fpr)
        for line in verdict("A", Counts(tp=tp, fp=fp, fn=P - tp, tn=N - fp), KEYS).lines:
            sums[line.measure.key] += likely * (line.state == "beats")
    for key in nonempty(KEYS):
        assert power(Claim(measure(key), tpr, fpr), P, N) == pytest.approx(sums[key], abs=1e-8), key
    assert sum(value > 0 for value in sums.values()) > 10


NULL_SIZES = [(5, 7, 0.9, 0.2), (9, 13, 0.9, 0.2), (14, 9, 0.6, 0.1)]


@pytest.mark.parametrize(("P", "N", "tpr", "fpr"), some_of(NULL_SIZES, NULL_SIZES[1]))
def test_probability_of_a_null_value_is_the_sum_over_every_table_whose_interval_is_beyond_it(P, N, tpr, fpr):
    tp, fp = (grid.ravel() for grid in np.meshgrid(np.arange(P + 1), np.arange(N + 1)))
    likely = binom.pmf(tp, P, tpr) * binom.pmf(fp, N, fpr)
    region = Region.of(Counts(tp=tp, fp=fp, fn=P - tp, tn=N - fp))
    sums = []
    for key in nonempty(KEYS):
        row = measure(key)
        low, high, _ = region.ends(key)
        null = float(row.on(Claim(row, tpr, fpr).cells(P, N))) + 0.3 * (row.worst - row.best)
        beyond = low > null if row.better == "higher" else high < null
        sums.append(likely[beyond].sum())
        assert power(Claim(row, tpr, fpr, null=null), P, N) == pytest.approx(sums[-1], abs=1e-8), key
    assert sum(0.01 < total < 0.99 for total in sums) > 10


def test_recall_above_a_value_is_a_tail_of_the_binomial_law():
    """Only the number of true positives counts; from some of them on Wilson's interval is beyond the value."""
    hits = np.arange(81)
    low = proportion_confint(hits, 80, method="wilson")[0]
    first = hits[low > 0.6][0]
    assert power(Claim(measure("TPR"), 0.8, 0.3, null=0.6), 80, 20) == pytest.approx(binom.sf(first - 1, 80, 0.8))
    assert power(Claim(measure("TPR"), 0.8, 0.3, null=1), 80, 20) == 0


@pytest.mark.parametrize(("key", "share", "null"), [("TPR", 0.3, 0.75), ("PPV", 0.3, 0.6), ("ACC", 0.5, 0.75)])
def test_no_fall_is_longer_than_the_weight_of_a_count(key, share, null):
    claim = Claim(measure(key), 0.9, 0.2, null=null)
    totals = np.arange(40, 200, 2)
    told = np.array([power(claim, *classes_of(int(total), share)) for total in totals])
    falls = np.array([told[at] - told[at:].min() for at in range(told.size)])
    most = np.array([weight_of_a_count(claim, share, total) for total in totals])
    assert (falls <= most).all()
    assert (falls > 0.1 * most).any()


DRAWS = 4_000


@pytest.mark.parametrize(
    ("key", "tpr", "fpr", "P", "N"),
    [("F1", 0.7, 0.2, 45, 90), ("ACC", 0.65, 0.3, 60, 70), ("MCC", 0.6, 0.4, 60, 400), ("J", 0.9, 0.7, 40, 80)],
)
def test_probability_is_that_of_draws(key, tpr, fpr, P, N):
    """Each within two standard errors, which one fair test in twenty would miss; the seed is fixed."""
    rng = np.random.default_rng(22)
    tp, fp = rng.binomial(P, tpr, DRAWS), rng.binomial(N, fpr, DRAWS)
    claim = Claim(measure(key), tpr, fpr)
    unlikely = hypergeom.sf(tp - 1, P + N, P, tp + fp) <= 0.05
    low, _, _ = Region.of(Counts(tp=tp, fp=fp, fn=P - tp, tn=N - fp)).ends(key)
    share = (unlikely & (low > claim.bar(P, N) + 1e-12)).mean()
    told = power(claim, P, N)
    assert 0.2 < told < 0.98
    assert abs(share - told) < 2 * np.sqrt(told * (1 - told) / DRAWS)


@pytest.mark.parametrize(("P", "N", "alpha"), [(9, 14, 0.05), (20, 6, 0.025), (1, 5, 0.05), (30, 30, 0.05)])
def test_boundary_is_that_of_fishers_test(P, N, alpha):
    first = fisher_boundary(P, N, np.arange(N + 1), (0, P), alpha)
    for fp in nonempty(range(N + 1)):
        p = [fisher_exact([[tp, fp], [P - tp, N - fp]], "greater").pvalue for tp in range(P + 1)]
        passed = [tp for tp, value in enumerate(p) if value <= alpha * (1 + 1e-9)]
        assert first[fp] == (passed[0] if passed else P + 1)


def test_fishers_test_has_the_power_that_r_prints():
    """BinarySampleSize of G. Homma and power.exact.test of R's Exact, one-sided at 0.025."""
    assert two_sample_power(117, 39, 0.5, 0.2) == pytest.approx(0.9102183, abs=5e-8)
    assert two_sample_power(114, 38, 0.5, 0.2) == pytest.approx(0.8996206, abs=5e-8)


def test_fishers_test_is_a_little_weaker_than_the_normal_test():
    for cases in nonempty([2_000, 20_000]):
        gain = 2.4 * np.sqrt(2 * 0.16 / cases)
        told = two_sample_power(cases, cases, 0.8 + gain, 0.8)
        normal = power_proportions_2indep(gain, 0.8, cases, alternative="larger", alpha=0.025).power
        assert normal - 0.015 < told < normal


@pytest.mark.parametrize(("cases", "gained", "lost"), [(30, 0.3, 0.1), (45, 0.25, 0.02), (20, 0.5, 0.3)])
def test_mcnemars_test_is_the_sum_over_the_trinomial(cases, gained, lost):
    """The p values are those of scipy's binomial test, the probabilities those of a draw of cases."""
    whole = 0.0
    for differing in nonempty(range(cases + 1)):
        for better in range(differing + 1):
            if differing and binomtest(better, differing, 0.5, "greater").pvalue <= 0.025:
                whole += binom.pmf(differing, cases, gained + lost) * binom.pmf(
                    better, differing, gained / (gained + lost)
                )
    assert paired_power(cases, gained, lost) == pytest.approx(whole, abs=1e-9)
    assert paired_power(cases, 0.0, lost) == 0


def test_a_drawn_number_of_positives_is_a_mixture():
    claim, total, share = Claim(measure("F1"), 0.7, 0.2), 120, 0.3
    P = np.flatnonzero(binom.pmf(np.arange(total + 1), total, share) > 1e-5)
    whole = sum(binom.pmf(P, total, share) * [power(claim, int(p), int(total - p)) for p in P])
    assert drawn_power(claim, total, share) == pytest.approx(whole, abs=0.005)
    assert drawn_power(claim, 2_000, share) == power(claim, 600, 1_400)


def test_thinned_sums_are_those_of_all_counts(monkeypatch):
    claim = Claim(measure("MCC"), 0.52, 0.48)
    thin = power(claim, 6_000, 12_000)
    monkeypatch.setattr("ddcore.chance.power.MANY", 10_000)
    assert power(claim, 6_000, 12_000) == pytest.approx(thin, abs=2e-4)


@pytest.mark.parametrize(
    ("key", "tpr", "fpr", "share"), [("J", 0.52, 0.5, 0.2), ("F1", 0.72, 0.3, 0.5), ("ACC", 0.6, 0.32, 0.55)]
)
def test_the_normal_law_comes_near_with_many_cases(key, tpr, fpr, share):
    claim = Claim(measure(key), tpr, fpr)
    total = next(total for total in (200, 1_000, 5_000, 20_000, 50_000) if approximate_power(claim, total, share) > 0.6)
    assert approximate_power(claim, total, share) == pytest.approx(
        power(claim, round(total * share), total - round(total * share)), abs=0.06
    )


def test_the_normal_law_comes_near_for_a_null_value():
    claim = Claim(measure("F1"), 0.72, 0.3, null=0.69)
    told = power(claim, 2_000, 2_000)
    assert 0.2 < told < 0.95
    assert approximate_power(claim, 4_000, 0.5) == pytest.approx(told, abs=0.03)


def test_what_cannot_be_beaten_is_never_beaten():
    assert power(Claim(measure("recall"), 0.9, 0.1), 30, 30) == 0
    assert power(Claim(measure("F1"), 0.9, 0.1), 0, 30) == 0
    assert approximate_power(Claim(measure("accuracy"), 0.7, 0.2), 10_000, 0.1) == 0


def test_a_measure_that_falls_with_true_positives_is_not_ordered():
    assert Claim(measure("F1"), 0.8, 0.2).ordered
    assert not Claim(measure("odd = fp - tp, higher"), 0.8, 0.2).ordered


def test_refusals():
    refused("recall must be between 0 and 1, got 2", Claim, measure("F1"), 2, 0.1)
    refused("the false positive rate must be between 0 and 1, got -1", Claim, measure("F1"), 0.2, -1)
    refused("level must be between 0 and 1, got 95", Claim, measure("F1"), 0.2, 0.1, 95)
