"""Two classifiers on the same or on other cases: scikit-learn, statsmodels, resamples of cases, clusters one by one."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import fisher_exact
from scipy.stats import t as student
from sklearn.metrics import accuracy_score, f1_score, matthews_corrcoef, precision_score, recall_score
from statsmodels.api import OLS, WLS

from ddcore.chance.two_classifiers import DISCORDANT, Comparison, TwoClassifiers, linearised
from ddcore.counts import Cells, Counts
from ddcore.interval import Interval
from ddcore.measures import MEASURES, measure
from tests.helpers.loops import nonempty
from tests.helpers.tiers import some_of

PEERS = {"ACC": accuracy_score, "TPR": recall_score, "PPV": precision_score, "F1": f1_score, "MCC": matthews_corrcoef}


def drawn(cases=600, seed=1, better=0.1):
    rng = np.random.default_rng(seed)
    positive = rng.random(cases) < 0.3
    first = rng.random(cases) < np.where(positive, 0.7 + better, 0.2)
    second = np.where(rng.random(cases) < 0.6, first, rng.random(cases) < np.where(positive, 0.6, 0.25))
    return positive, first, second


def test_scores_are_those_of_scikit_learn():
    positive, first, second = drawn()
    both = TwoClassifiers.of(positive, first, second)
    for key in nonempty(PEERS):
        found = both.difference(measure(key))
        assert found.first == pytest.approx(PEERS[key](positive, first))
        assert found.second == pytest.approx(PEERS[key](positive, second))
        assert found.interval.low < found.interval.value == pytest.approx(found.first - found.second)


def test_shares_of_the_same_cases_count_those_that_differ():
    positive, first, second = drawn()
    both = TwoClassifiers.of(positive, first, second)
    for key, peer in nonempty({"ACC": first == positive, "TPR": first, "FPR": first, "ERR": first != positive}.items()):
        mine = {"ACC": second == positive, "TPR": second, "FPR": second, "ERR": second != positive}[key]
        own = {"TPR": positive, "FPR": ~positive}.get(key, np.ones(positive.size, bool))
        b, c, n = DISCORDANT[key]
        assert both.cells[list(b)].sum() == (peer & ~mine & own).sum()
        assert (both.cells[list(c)].sum(), both.cells[list(n)].sum()) == ((~peer & mine & own).sum(), own.sum())


def test_a_complement_has_the_same_p_and_the_turned_interval():
    both = TwoClassifiers.of(*drawn())
    for one, other in nonempty([("ACC", "ERR"), ("TPR", "FNR"), ("TNR", "FPR")]):
        a, b = both.difference(measure(one), 0.05), both.difference(measure(other), 0.05)
        assert (a.p, a.mid_p, a.p_beyond) == (b.p, b.mid_p, pytest.approx(b.p_beyond))
        assert [a.interval.low, a.interval.high] == pytest.approx([-b.interval.high, -b.interval.low])


def test_the_law_that_is_drawn_spreads_like_resamples_of_cases():
    """Of 3,000 cases the half case more of each kind does not count: both spreads agree within 8 %."""
    columns, rng = drawn(3000), np.random.default_rng(2)
    both = TwoClassifiers.of(*columns)
    cells = rng.multinomial(3000, both.cells / 3000, 1000).astype(float)
    tables = [TwoClassifiers(row).counts for row in cells]
    for key in ("PPV", "F1", "MCC"):
        found = [float(measure(key)(first) - measure(key)(second)) for first, second in tables]
        assert both.difference(measure(key)).interval.error == pytest.approx(np.std(found), rel=0.08), key


def test_clusters_are_those_of_statsmodels():
    positive, first, second = drawn()
    away = (first == positive).astype(float) - (second == positive)
    cluster = np.argsort(np.argsort(away + np.arange(600) % 37 / 9)) // 17
    found = TwoClassifiers.of(positive, first, second, cluster=cluster).difference(measure("ACC"))
    peer = OLS(away, np.ones(600)).fit(cov_type="cluster", cov_kwds={"groups": cluster})
    assert found.interval.value == pytest.approx(peer.params[0])
    assert found.interval.error == pytest.approx(peer.bse[0], rel=1e-5)
    assert found.interval.freedom <= 36
    reach = student.ppf(0.975, found.interval.freedom) * found.interval.error
    assert found.interval.high - found.interval.value == pytest.approx(reach)


def test_weights_are_those_of_statsmodels():
    positive, first, second = drawn()
    weight = np.random.default_rng(3).exponential(1, 600)
    found = TwoClassifiers.of(positive, first, second, weight).difference(measure("ACC"))
    away = (first == positive).astype(float) - (second == positive)
    peer = WLS(away, np.ones(600), weights=weight).fit(cov_type="HC0")
    size = weight.sum() ** 2 / (weight**2).sum()
    assert found.interval.value == pytest.approx(peer.params[0])
    assert found.interval.error == pytest.approx(peer.bse[0] * math.sqrt(size / (size - 1)), rel=1e-5)


def test_clusters_of_one_and_equal_weights_are_plain_cases():
    columns = drawn()
    plain, both = TwoClassifiers.of(*columns), TwoClassifiers.of(*columns, np.full(600, 2.5), np.arange(600) + 7)
    assert both.is_plain
    assert both.cells.tolist() == plain.cells.tolist()


def test_a_doubled_case_in_one_cluster_tells_no_more():
    columns = drawn(300)
    once = TwoClassifiers.of(*columns, np.append(np.full(299, 1.0), 1.0 + 1e-9))
    twice = TwoClassifiers.of(*(np.tile(column, 2) for column in columns), cluster=np.tile(np.arange(300), 2))
    for key in nonempty(("F1", "ACC", "PPV")):
        a, b = (both.difference(measure(key)).interval for both in (once, twice))
        assert (a.error, a.value) == (pytest.approx(b.error, rel=1e-3), pytest.approx(b.value))


def test_cases_of_ones_own_have_the_printed_interval():
    """Newcombe (1998), Table II, example (a): 56 of 70 and 48 of 80, method 5 (Miettinen & Nurminen)."""
    first, second = Counts(tp=56, fp=0, fn=14, tn=0), Counts(tp=48, fp=0, fn=32, tn=0)
    found = TwoClassifiers.of_counts(first, second).difference(measure("TPR"))
    assert [round(found.interval.low, 4), round(found.interval.high, 4)] == [0.0528, 0.3382]
    assert found.p == pytest.approx(fisher_exact([[56, 14], [48, 32]]).pvalue)
    assert math.isnan(found.mid_p)


def test_a_cluster_may_have_cases_of_both():
    """A case and its twin in one cluster, one for either side: they cannot differ."""
    positive, called, _ = drawn(200)
    cluster = np.tile(np.arange(200), 2)
    of_second = np.arange(400) >= 200
    both = TwoClassifiers.on_separate_cases(np.tile(positive, 2), np.tile(called, 2), of_second, cluster=cluster)
    found = both.difference(measure("F1"))
    assert (found.interval.value, found.p) == (0, 1)
    assert found.interval.error == pytest.approx(0, abs=1e-9)


def test_what_has_no_value_and_what_is_alike():
    nobody = TwoClassifiers(np.array([0, 0, 0, 10.0, 0, 0, 0, 20]))
    found = nobody.difference(measure("PPV"))
    assert np.isnan([found.interval.value, found.p]).all()
    same = TwoClassifiers(np.array([5.0, 0, 0, 5, 3, 0, 0, 20]))
    assert (same.difference(measure("F1")).p, same.difference(measure("ACC")).sign) == (1, 0)
    weighted = TwoClassifiers.of(np.array([True, False]), *np.array([[True, False]] * 2), np.array([1.0, 2.0]))
    assert weighted.difference(measure("ACC")).p == 1
    assert linearised(1, 0, 1.0, 0.1, 0.1, math.nan, seen=1).interval == Interval(1)


@pytest.mark.full
@given(st.lists(st.integers(0, 40), min_size=8, max_size=8))
def test_every_measure_holds_its_value_or_has_none(cells):
    both = TwoClassifiers(np.array(cells, float))
    first, second = both.counts
    for key in nonempty(("ACC", "PPV", "F1", "kappa")):
        found = both.difference(MEASURES[key], 0.1)
        value = float(MEASURES[key](first) - MEASURES[key](second))
        assert found.interval.value == pytest.approx(value, nan_ok=True)
        if not math.isnan(value):
            assert found.interval.low <= value <= found.interval.high
            assert 0 < found.p <= 1
            assert found.swapped().swapped() == found


def test_a_function_of_ones_own():
    positive, first, second = drawn()
    worth = TwoClassifiers.of(positive, first, second).of_function(
        lambda cells: (10 * cells.tp - 3 * cells.fp) / (cells.tp + cells.fp + cells.fn + cells.tn), 1.0
    )
    gain = np.where(positive, 10.0, -3.0) * (first.astype(int) - second)
    assert worth.interval.value == pytest.approx(gain.mean())
    assert worth.interval.error == pytest.approx(gain.std() / math.sqrt(600), rel=0.05)
    assert 0 < worth.p_beyond < 1


def test_sure_takes_both_p_and_interval():
    inside = Interval(0.1, -0.01, 0.2)
    assert [Comparison(0, 0, inside, 0.01).sign, Comparison(0, 0, Interval(-0.1, -0.2, -0.05), 0.01).sign] == [0, -1]
    assert Comparison(0, 0, Interval(0.1, 0.05, 0.2), 0.06).sign == 0
    assert Comparison(0, 0, Interval(0.0, -0.01, 0.015), 0.9).is_within(0.02)
    assert not Comparison(0, 0, Interval(0.0, -0.03, 0.015), 0.9).is_within(0.02)
    assert isinstance(TwoClassifiers.of(*drawn()).counts[0], Cells)


def test_cases_that_show_no_spread_are_not_certain():
    """3 of 5 positives found by both, or by one alone: no more is known than of 3 independent cases."""
    positive = np.arange(60) < 5
    both_find, none = np.arange(60) < 3, np.zeros(60, bool)
    weight, cluster = np.where(np.arange(60) % 2 == 0, 1.0, 1.1), np.arange(60) // 2
    for extra in nonempty(({"weight": weight}, {"cluster": cluster})):
        alike, apart = (
            TwoClassifiers.of(positive, both_find, second, **extra).difference(measure("TPR"), 0.1)
            for second in (both_find, none)
        )
        assert (alike.interval.value, alike.is_within(0.4), alike.p) == (0, False, 1.0)
        assert alike.interval.high > 0.4
        assert apart.interval.low < 0.1
        assert (apart.p > 0.2, apart.sign) == (True, 0)


# Ratios ----------------------------------------------------------------------------------------------------------


def separate(cases=800, seed=3):
    """Two groups in clusters of four that are right or wrong together, and weights."""
    rng = np.random.default_rng(seed)
    cluster = np.arange(cases) // 4
    of_second = rng.random(cases // 4)[cluster] < 0.6
    positive = rng.random(cases) < 0.4
    luck = np.where(rng.random(cases) < 0.5, rng.random(cases // 4)[cluster], rng.random(cases))
    called = luck < np.where(positive, np.where(of_second, 0.8, 0.6), 0.2)
    return positive, called, of_second, rng.uniform(0.2, 3, cases), cluster


def resampled(key, positive, called, of_second, weight, cluster, draws=2000):
    """The middle 95 % of the ratio over resamples of clusters."""
    size = int(cluster.max()) + 1
    times = np.random.default_rng(5).multinomial(size, np.full(size, 1 / size), draws)
    values = []
    for side in (False, True):
        tp, fp, fn = (
            times @ np.bincount(cluster, weight * (of_second == side) * kind)
            for kind in (positive & called, ~positive & called, positive & ~called)
        )
        values.append({"TPR": tp / (tp + fn), "F1": 2 * tp / (2 * tp + fp + fn)}[key])
    return np.quantile(values[0] / values[1], [0.025, 0.975])


@pytest.mark.parametrize(
    ("key", "kind"),
    some_of(
        [(key, kind) for key in ("TPR", "F1") for kind in ("cases", "weights", "clusters")],
        ("TPR", "cases"),
        ("F1", "weights"),
        ("F1", "clusters"),
    ),
)
def test_a_ratio_spreads_like_resamples(key, kind):
    """Of whole cases, of weighted ones, and of clusters, whose interval is the wider one."""
    positive, called, of_second, weight, cluster = separate()
    weight, cluster = weight if kind == "weights" else None, cluster if kind == "clusters" else None
    both = TwoClassifiers.on_separate_cases(positive, called, of_second, weight, cluster)
    found = both.ratio(measure(key))
    first, second = (
        PEERS[key](positive[own], called[own], sample_weight=None if weight is None else weight[own])
        for own in (~of_second, of_second)
    )
    assert found.value == pytest.approx(first / second)
    ones, singles = np.ones(positive.size), np.arange(positive.size)
    low, high = resampled(
        key, positive, called, of_second, *(default if given is None else given
        for given, default in ((weight, ones), (cluster, singles))),
    )  # fmt: skip
    assert found.low < low + 0.1 * (high - low)
    assert found.high > high - 0.1 * (high - low)
    assert 0.9 < (found.high - found.low) / (high - low) < 1.6


def test_a_ratio_without_a_value_or_without_an_end():
    none = Counts(tp=0, fp=0, fn=5, tn=5)
    some = Counts(tp=4, fp=1, fn=1, tn=4)
    assert math.isnan(TwoClassifiers.of_counts(none, none).ratio(measure("TPR")).value)
    assert math.isnan(TwoClassifiers.of_counts(none, some).ratio(measure("PPV")).value)
    over = TwoClassifiers.of_counts(some, none).ratio(measure("TPR"))
    assert (over.value, over.high) == (math.inf, math.inf)
    assert over.low > 1
    drawn_too = TwoClassifiers.of_counts(some, Counts(tp=0, fp=1, fn=5, tn=4)).ratio(measure("F1"))
    assert drawn_too.value == drawn_too.high == math.inf
    clusters = TwoClassifiers.on_separate_cases(
        np.ones(12, bool), np.arange(12) < 5, np.arange(12) >= 6, None, np.arange(12) // 2
    )
    found = clusters.ratio(measure("TPR"))
    assert (found.value, found.high) == (math.inf, math.inf)
    assert 0 <= found.low < 5
