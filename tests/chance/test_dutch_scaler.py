"""Blends of oracle and draw: against every case's own story, the authors' formulas, and draws of single cases."""

import itertools
import math
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import binom, hypergeom

from ddcore.chance.dutch_scaler import DRAWS, Blend, blend
from ddcore.errors import InputError
from ddcore.measures import MEASURES, measure
from tests.helpers.loops import nonempty
from tests.helpers.tiers import some_of
from tests.oracles import DEFINITIONS

JUDGED = [key for key, row in MEASURES.items() if row.judges]


def tables(M, P, n, s, wrong=False):
    """The law of TP and FP: each subset that a draw may call, each set of cases that the oracle answers, by itself."""
    law = Counter()
    truth = [True] * P + [False] * (M - P)
    for called in itertools.combinations(range(M), n):
        for asked in itertools.product((True, False), repeat=M):
            answers = [(truth[i] != wrong) if asked[i] else i in called for i in range(M)]
            tp = sum(a and t for a, t in zip(answers, truth, strict=True))
            law[tp, sum(answers) - tp] += s ** sum(asked) * (1 - s) ** (M - sum(asked))
    draws = math.comb(M, n)
    return {table: weight / draws for table, weight in law.items()}


@pytest.mark.parametrize("wrong", [False, True])
@pytest.mark.parametrize(("M", "P", "n"), [(6, 2, 3), (6, 4, 1), (5, 2, 5), (5, 3, 0)])
def test_mean_is_that_of_every_story_of_the_cases(M, P, n, wrong):
    s = Fraction(3, 10)
    law = tables(M, P, n, s, wrong)
    assert sum(law.values()) == 1
    for key in nonempty(key for key in JUDGED if key in DEFINITIONS):
        scored = [(DEFINITIONS[key](tp, fp, P - tp, M - P - fp), weight) for (tp, fp), weight in law.items()]
        known = [(float(value), float(weight)) for value, weight in scored if value is not None]
        found = Blend(measure(key), M, P, n).mean(-0.3 if wrong else 0.3)
        if not known:
            assert math.isnan(found), key
        else:
            mean = sum(value * weight for value, weight in known) / sum(weight for _, weight in known)
            assert found == pytest.approx(mean, abs=1e-13), key


def test_windows_and_all_tables_give_one_mean():
    for key, M, P, n in nonempty(
        [("G2", 400, 130, 200), ("MCC", 300, 90, 1), ("F1", 500, 258, 500), ("CC", 90, 9, 45)]
    ):
        row = Blend(measure(key), M, P, n)
        for s in (-0.4, 0.02, 0.5, 0.97):
            assert row._over_windows(s) == pytest.approx(row._over_all_tables(s), abs=1e-12), (key, s)


def test_large_data_as_two_sums_of_scipy():
    """Given K the roots of TPR and TNR are independent, so their mean is a product of two sums."""
    M, P, n, s = 6_000, 900, 3_000, 0.35
    N, k = M - P, np.arange(320, 581)
    weight = hypergeom(M, P, n).pmf(k)
    up, down = np.arange(P - 319), np.arange(n - 319)
    tpr = np.sqrt(np.minimum(k[:, None] + up, P) / P) * binom.pmf(up, P - k[:, None], s)
    tnr = np.sqrt(np.maximum(N - n + k[:, None] + down, 0) / N) * binom.pmf(down, n - k[:, None], s)
    exact = weight @ (tpr.sum(axis=1) * tnr.sum(axis=1)) / weight.sum()
    assert Blend(measure("G2"), M, P, n).mean(s) == pytest.approx(exact, abs=1e-11)


def solved(key, P, N, score, t):
    """The indicator by the closed forms of the authors' package (its oracle without mistakes), at their theta t."""
    M, low, high = P + N, min(P, N), max(P, N)
    a, b, c = (P - M * t) ** 2 * score, -(P - M * t) * M * score * (1 - 2 * t) + N * P, -M * M * t * score * (1 - t)
    if key == "MCC":
        square = score * score
        a, b = square * (P - M * t) ** 2 + P * N, -square * M * (P - M * t) * (1 - 2 * t)
        c = -M * M * t * (1 - t) * square
    return {
        "ACC": (M * score - high) / low,
        "BACC": 2 * score - 1,
        "J": score,
        "F1": 1 - 2 * P * (1 - score) / (N * score),
        "F2": 1 - 5 * P * (1 - score) / (N * score),
        "PPV": (M * score - P) / (M * score - P + P * M * (1 - score)),
        "NPV": (N - score * M) / (score * M * (N - 1) + N * (1 - M)),
        "kappa": score * M * low / (2 * N * P + score * (low**2 - N * P)),
        "FM": M / N - P / (score**2 * N),
        "TS": (M * score - P) / (N * score),
        "MK": (-b + math.sqrt(b * b - 4 * a * c)) / (2 * a),
        "MCC": (-b + math.sqrt(b * b - 4 * a * c)) / (2 * a),
    }[key]


@pytest.mark.parametrize(("M", "P"), [(30, 10), (100, 10), (100, 60)])
def test_share_of_the_mean_table_is_that_of_the_authors_package(M, P):
    keys = ["ACC", "BACC", "J", "F1", "F2", "PPV", "NPV", "kappa", "FM", "TS", "MK", "MCC"]
    for key, score in itertools.product(keys, (0.93, 0.99)):
        row = blend(key, M, P)
        found = row.share_of_mean_table(score)
        assert found == pytest.approx(solved(key, P, M - P, score, row.called / M), abs=1e-9), key
        others = [Blend(row.measure, M, P, n).share_of_mean_table(score) for n in (1, M // 3, M - 1)]
        if key in ("MK", "MCC", "PPV", "NPV"):  # of draws that are equally good they take the one with the least share
            assert found <= np.nanmin(others) + 1e-12


def test_blends_whose_mean_table_has_the_mean():
    """By measures linear in both counts, and nearly in a million cases."""
    for key in ("ACC", "ERR", "TPR", "FPR", "J", "BACC"):
        row = Blend(measure(key), 40, 12, 17)
        for s in (0.1, 0.6):
            assert row.mean(s) == pytest.approx(row.of_mean_table(s), abs=1e-14), key
    for key in ("F1", "MCC", "G2"):
        row = blend(key, 10**6, 200_000)
        assert row.mean(0.4) == pytest.approx(row.of_mean_table(0.4), abs=2e-6), key


def test_share_of_a_draw_alone_is_its_printed_mean():
    """Problem of G2 in the authors' scripts: M = 30, P = 1, theta 2/3, .39148014634313555."""
    row = blend("G2", 30, 1)
    assert (row.called, row.mean(0.0)) == (20, pytest.approx(0.39148014634313555, abs=1e-15))
    assert row.of_mean_table(0.0) > row.mean(0.0)  # which is why that score has no share by the mean table
    assert math.isnan(row.share_of_mean_table(0.4))
    assert row.share(0.4) > 0


@pytest.mark.parametrize("M", [2, pytest.param(5, marks=pytest.mark.full)])
def test_every_blend_gets_better_with_oracle(M):
    """All listed measures, classes of few cases and draws, but NLR, which is often undefined."""
    falling = set()
    for key, draw, P in itertools.product(JUDGED, DRAWS, range(1, M)):
        row = blend(key, M, P, draw)
        means = np.array([]) if row is None else row.curve[1]
        if means.size and np.isfinite(means).all() and abs(means[-1] - means[0]) > 1e-12 and not row.rising:
            falling.add(key)
    assert falling == ({"NLR"} if M > 2 else set())


def test_share_turns_the_mean_round():
    for key in ("ACC", "F1", "G2", "MCC", "ERR", "PPV"):
        row = blend(key, 200, 70)
        for s in (-0.8, -0.05, 0.001, 0.3, 0.999):
            assert row.share(row.mean(s)) == pytest.approx(s, abs=1e-7), (key, s)
        assert (row.share(row.mean(0.0)), row.share(row.measure.ideal(200, 70))) == (0.0, 1.0)
        assert math.isnan(row.share(math.nan))


def test_a_score_that_several_blends_have_belongs_to_none():
    row = Blend(measure("odd = abs(tp - 1.5 * fp), higher"), 20, 10, 20)
    assert not row.rising
    assert math.isnan(row.share(4.0))


def test_draws_that_can_be_blended():
    called = {draw: blend("F1", 31, 9, draw) for draw in DRAWS}
    assert {draw: None if row is None else row.called for draw, row in called.items()} == {
        "best": 31, "share": 9, "half": 16, "none": None, "all": 31,
    }  # fmt: skip
    with pytest.raises(InputError, match='draw must be one of best, share, half, none, all, got "worst"'):
        blend("F1", 31, 9, "worst")
    with pytest.raises(InputError, match=r"share of oracle must be between -1 and 1, got 1\.2"):
        called["best"].mean(1.2)


@pytest.mark.parametrize(("total", "positives"), some_of([(300, 108), (40_000, 9000)], (300, 108)))
def test_a_share_on_a_piece_of_the_curve_is_that_of_the_search_among_means(total, positives):
    """Also next to a share of 0, where the mean of some measures jumps."""
    compared = 0
    for key in JUDGED:
        row = blend(key, total, positives)
        if row is None or not np.isfinite(row.curve[1]).all() or not row.rising:
            continue
        sign = 1 if row.measure.better == "higher" else -1
        for share in (1e-5, 0.001, 0.03, 0.4, 0.97, 0.999):
            score = row.mean(share)
            at = int(np.searchsorted(sign * row.curve[1], sign * score))
            searched = row._root(sign * score, *row.curve[0][at - 1 : at + 1].tolist())
            assert row.share(score) == pytest.approx(searched, abs=2e-9), (key, share)
            assert row.share(score) == pytest.approx(share, abs=2e-9), (key, share)
            compared += 1
    assert compared > 60
