"""What a score takes: against printed thresholds, closed forms, a scan of rates and drawn scores."""

import math

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.optimize import brentq
from scipy.stats import norm

from ddcore.errors import InputError
from ddcore.scores.reach import Reach, area, information, separation_of, told_by
from tests.helpers.loops import nonempty
from tests.oracles import published

PRINTED = [row for row in published("003_thresholds.csv") if row["document"] == "003" and row["place"].endswith("4.4")]
"""The best thresholds between N(0, 1) and N(1.5, 1) at a share of .3, by direct maximisation."""


def test_best_values_and_their_distance_are_those_of_direct_maximisation():
    for row in nonempty(row for row in PRINTED if row["value"]):
        reach, value = Reach.of(row["key"], 1000, 300), abs(float(row["value"]))
        assert float(reach.best(1.5)) == pytest.approx(value, abs=1e-12), row["key"]
        assert float(reach.separation(value)) == pytest.approx(1.5, abs=2e-7), row["key"]


def test_closed_forms():
    apart = np.array([0.2, 1.0, 3.0])
    assert Reach.of("J", 100, 40).best(apart) == pytest.approx(2 * norm.cdf(apart / 2) - 1, abs=1e-12)
    assert Reach.of("BACC", 100, 40).best(apart) == pytest.approx(norm.cdf(apart / 2), abs=1e-12)
    cut = apart / 2 + math.log(0.6 / 0.4) / apart
    best = 0.4 * norm.cdf(apart - cut) + 0.6 * norm.cdf(cut)
    assert Reach.of("ACC", 100, 40).best(apart) == pytest.approx(best, abs=1e-12)
    assert [area(d) for d in apart] == pytest.approx(norm.cdf(apart / math.sqrt(2)), abs=1e-15)
    assert separation_of(area(1.3)) == pytest.approx(1.3, abs=1e-12)


def test_precision_is_that_of_a_single_call_on_average():
    """The strictest threshold calls one case on average."""
    cut = brentq(lambda at: 30 * norm.sf(at - 1) + 70 * norm.sf(at) - 1, 1, 5)
    assert float(Reach.of("PPV", 100, 30).best(1.0)) == pytest.approx(30 * norm.sf(cut - 1), abs=1e-6)


@pytest.mark.parametrize(("apart", "share"), [(0.5, 0.5), (2.0, 0.1), (4.0, 0.001)])
def test_information_is_the_integral_of_the_definition(apart, share):
    def part(x):
        up, down = share * norm.pdf(x - apart), (1 - share) * norm.pdf(x)
        return sum(p * math.log2(p / (up + down) / q) for p, q in ((up, share), (down, 1 - share)) if p > 0)

    exact = quad(part, -12, apart + 12, limit=400, epsabs=1e-12)[0]
    assert information(apart, share) == pytest.approx(exact, abs=1e-9)


def test_information_of_answers_is_the_sum_of_the_definition():
    joint = np.array([[0.3 * 0.8, 0.3 * 0.2], [0.7 * 0.1, 0.7 * 0.9]])
    ratio = joint / np.outer(joint.sum(axis=1), joint.sum(axis=0))
    assert float(told_by(0.8, 0.1, 0.3)) == pytest.approx(float((joint * np.log2(ratio)).sum()), abs=1e-14)


WANTED = {"F1": 0.8, "ACC": 0.9, "MCC": 0.7, "PPV": 0.9, "NPV": 0.95, "G2": 0.8, "ERR": 0.1, "CC": 0.2, "kappa": 0.6}


def scanned(key, value, P, N, size=400):
    """The least area of a concave curve, of any, and the least information, over a grid of rates, most a little off."""
    tpr, fpr = np.meshgrid(np.linspace(0, 1, size + 1), np.linspace(0, 1, size + 1), indexing="ij")
    tp, fp = P * tpr, N * fpr
    fn, tn, n = P - tp, N - fp, tp + fp
    with np.errstate(all="ignore"):
        score = {
            "F1": 2 * tp / (P + n),
            "ACC": (tp + tn) / (P + N),
            "ERR": (fp + fn) / (P + N),
            "MCC": (tp * tn - fp * fn) / np.sqrt(P * N * n * (P + N - n)),
            "kappa": 2 * (tp * tn - fp * fn) / (P * (P + N - n) + N * n),
            "PPV": tp / n,
            "NPV": tn / (P + N - n),
            "G2": np.sqrt(tpr * (1 - fpr)),
            "CC": np.hypot(1 - tpr, fpr),
        }[key]
    good = score <= value if key in ("ERR", "CC") else score >= value
    good &= (n >= 1) & (n <= P + N - 1) & (tpr > fpr)
    told = told_by(tpr, fpr, P / (P + N))
    return [float(part[good].min()) for part in ((1 + tpr - fpr) / 2, tpr * (1 - fpr), told)]


@pytest.mark.parametrize("key", ["F1", "MCC", "PPV", "ERR", "CC"])
def test_bounds_of_any_law_are_the_least_of_a_scan(key):
    P, N = 60, 140
    [found] = Reach.of(key, P + N, P).needed([WANTED[key]])
    bounds = [found.concave, found.any_order, found.call]
    grid = scanned(key, WANTED[key], P, N)
    for bound, least in zip(bounds, grid, strict=True):
        assert bound <= least + 1e-6
        assert bound >= least - 0.01
    assert found.concave <= found.auc
    assert found.call <= found.bits


def test_bounds_of_j_are_its_value():
    """TPR - FPR = v: a concave curve has (1 + v) / 2, any has v at either end, and both stay so at a million cases."""
    for M, P in nonempty([(10, 5), (1000, 10), (10**6, 500_000)]):
        concave, any_order, _ = Reach.of("J", M, P).least([0.3, 0.9])
        assert concave == pytest.approx([0.65, 0.95], abs=1e-9), M
        assert any_order == pytest.approx([0.3, 0.9], abs=1e-8), M


def test_what_needs_no_skill_and_what_nobody_reaches():
    free, perfect, beyond = Reach.of("F1", 100, 40).needed([0.5, 1.0, 1.1])
    assert (free.separation, free.auc, free.bits, free.concave, free.any_order, free.call) == (0, 0.5, 0, 0.5, 0, 0)
    assert (perfect.separation, perfect.auc, perfect.concave) == (math.inf, 1, 1)
    assert perfect.bits == pytest.approx(perfect.call, abs=1e-9)
    assert all(math.isnan(value) for value in (beyond.separation, beyond.auc, beyond.bits, beyond.concave))
    assert math.isnan(float(Reach.of("F1", 100, 40).separation(math.nan)))


def test_smallest_classes_have_values_and_one_class_is_refused():
    for key in nonempty(("ACC", "F1", "PPV", "NPV", "MCC", "G2", "PT")):
        [found] = Reach.of(key, 2, 1).needed([0.9])
        assert 0.5 <= found.auc <= 1, key
    with pytest.raises(InputError, match="there must be cases of both classes, got 0 positive of 10"):
        Reach.of("F1", 10, 0)
