"""Pairs ranked wrongly, against a loop over pairs in rates, the printed simulation, and laws integrated by scipy."""

import math
import random
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from scipy.integrate import cumulative_trapezoid, dblquad
from scipy.stats import chisquare, kstest, norm

from ddcore.decisions import ranking
from ddcore.decisions.ranking import (
    TRUTHS,
    MisrankedByError,
    draw_pairs,
    misranked,
    misranked_by_error,
    true_values,
    with_error,
)
from ddcore.decisions.utility import Utility
from ddcore.measures import MEASURES, measure
from tests.helpers.decisions import refused
from tests.helpers.loops import nonempty

MILLION = 10**6
LEVELS = (0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35)
UNLIKELY = 0.001
"""The least p-value of a right law: seeds are fixed, so what passes once passes always."""
OUTCOMES = ("tp", "fp", "fn", "tn")
both_truths = pytest.mark.parametrize("truth", ["uniform", "gaussian"])
sizes = pytest.mark.parametrize("pairs", [100_000, pytest.param(MILLION, marks=pytest.mark.full)])


def seeded(seed):
    return np.random.default_rng(seed)


@cache
def every_measure(truth, pairs=100_000):
    return misranked(truth, 0.1, pairs, rng=seeded(1))


@cache
def levels(truth, pairs=100_000):
    return misranked_by_error(truth, LEVELS, pairs, rng=seeded(4), measures=["ACC"])


def spread(share, pairs):
    return math.sqrt(share * (1 - share) / pairs)


# The printed simulation ----------------------------------------------------------------------------------------

SIMULATED = {  # in percent: the mean of 20 runs of a million pairs, and the deviation of one run
    "uniform": {
        "ACC": (8.769, 0.028), "TPR": (25.024, 0.039), "TNR": (24.995, 0.039), "BACC": (15.890, 0.029),
        "PPV": (21.267, 0.038), "F1": (9.755, 0.030), "MCC": (11.138, 0.032), "FM": (10.409, 0.028),
        "utility": (3.699, 0.021),
    },
    "gaussian": {
        "ACC": (4.871, 0.023), "TPR": (25.017, 0.046), "TNR": (24.999, 0.047), "BACC": (14.533, 0.036),
        "PPV": (20.888, 0.042), "F1": (6.547, 0.027), "MCC": (8.367, 0.026), "FM": (7.392, 0.026),
        "utility": (2.267, 0.014),
    },
}  # fmt: skip
JOINT = {  # in percent: utilities with an error of 0 to 0.3, 20 runs of 200,000 pairs
    "uniform": (0.00, 2.08, 3.71, 5.12, 6.37, 7.54, 8.57),
    "gaussian": (0.00, 1.13, 2.26, 3.41, 4.62, 5.76, 6.71),
}


@both_truths
@sizes
def test_the_printed_simulation(truth, pairs):
    found = every_measure(truth, pairs).share
    for key, (mean, deviation) in nonempty(SIMULATED[truth].items()):
        # One run of these pairs beside the mean of twenty of a million.
        assert abs(100 * found[key] - mean) < 3 * deviation * math.sqrt(MILLION / pairs + 1 / 20), key


@both_truths
@sizes
def test_utilities_with_an_error_in_the_printed_simulation(truth, pairs):
    found = levels(truth, pairs)
    assert found.error.tolist() == list(LEVELS)
    assert found.utility[0] == found.utility_error[0] == 0
    assert found.utility_error == pytest.approx([spread(share, pairs) for share in found.utility], abs=1e-15)
    assert found.standard_error("ACC") == pytest.approx(spread(found.share["ACC"], pairs), abs=1e-15)
    for share, percent in zip(found.utility, JOINT[truth], strict=False):
        right = percent / 100
        assert abs(share - right) <= 3 * math.hypot(spread(right, pairs), spread(right, 20 * 200_000)) + 5e-5, percent
    assert (np.diff(found.utility) > 0).all()


@sizes
def test_where_accuracy_overtakes(pairs):
    """Above 0.30 under the uniform law, at about 0.21 under the gaussian: not "around 0.25" for both."""
    uniform, gaussian = levels("uniform", pairs), levels("gaussian", pairs)
    assert 0.30 < uniform.overtaken("ACC") < 0.32
    assert abs(gaussian.overtaken("ACC") - 0.21) < 0.005
    short = replace(uniform, error=uniform.error[:7], utility=uniform.utility[:7])
    assert short.error[-1] == 0.3
    assert math.isnan(short.overtaken("ACC"))


def test_overtaken_lies_on_the_line_between_two_errors():
    def found(*utility):
        return MisrankedByError(
            "uniform", 100, np.array([0.0, 0.1, 0.4]), np.array(utility), {"ACC": 0.12, "none": math.nan}
        )

    assert found(0.0, 0.10, 0.20).overtaken("ACC") == pytest.approx(0.1 + 0.3 * 0.2)
    assert found(0.0, 0.24, 0.30).overtaken("ACC") == pytest.approx(0.05)
    assert found(0.13, 0.24, 0.30).overtaken("ACC") == 0
    assert math.isnan(found(0.0, 0.11, 0.12).overtaken("ACC")), "as good is not better"
    assert math.isnan(found(0.0, 0.2, 0.3).overtaken("none"))


# A loop over pairs ---------------------------------------------------------------------------------------------

BY_RATES = {  # from recall a, specificity b, prevalence f and the share q predicted positive; higher is better
    "TP": lambda a, b, f, q: f * a,
    "TN": lambda a, b, f, q: (1 - f) * b,
    "FP": lambda a, b, f, q: (1 - f) * (b - 1),
    "FN": lambda a, b, f, q: f * (a - 1),
    "TPR": lambda a, b, f, q: a,
    "TNR": lambda a, b, f, q: b,
    "FPR": lambda a, b, f, q: b - 1,
    "FNR": lambda a, b, f, q: a - 1,
    "PPV": lambda a, b, f, q: f * a / q,
    "NPV": lambda a, b, f, q: (1 - f) * b / (1 - q),
    "FDR": lambda a, b, f, q: -(1 - f) * (1 - b) / q,
    "FOR": lambda a, b, f, q: -f * (1 - a) / (1 - q),
    "F1": lambda a, b, f, q: 2 / (1 / a + q / (f * a)),
    "F2": lambda a, b, f, q: 5 / (4 / a + q / (f * a)),
    "F0.5": lambda a, b, f, q: 1.25 / (0.25 / a + q / (f * a)),
    "NF1": lambda a, b, f, q: 2 / (1 / b + (1 - q) / ((1 - f) * b)),
    "J": lambda a, b, f, q: a + b - 1,
    "MK": lambda a, b, f, q: f * a / q + (1 - f) * b / (1 - q) - 1,
    "ACC": lambda a, b, f, q: f * a + (1 - f) * b,
    "ERR": lambda a, b, f, q: f * (a - 1) + (1 - f) * (b - 1),
    "BACC": lambda a, b, f, q: (a + b) / 2,
    "MCC": lambda a, b, f, q: (a + b - 1) * math.sqrt(f * (1 - f) / (q * (1 - q))),
    "kappa": lambda a, b, f, q: 1 - (f * (1 - a) + (1 - f) * (1 - b)) / (f * (1 - q) + (1 - f) * q),
    "FM": lambda a, b, f, q: math.sqrt(a * f * a / q),
    "G2": lambda a, b, f, q: math.sqrt(a * b),
    "TS": lambda a, b, f, q: f * a / (f + q - f * a),
    "PT": lambda a, b, f, q: -math.sqrt(1 - b) / (math.sqrt(a) + math.sqrt(1 - b)),
    "CC": lambda a, b, f, q: -math.hypot(1 - a, 1 - b),
    "CP": lambda a, b, f, q: a * b,
    "DOR": lambda a, b, f, q: a * b / ((1 - a) * (1 - b)),
    "PLR": lambda a, b, f, q: a / (1 - b),
    "NLR": lambda a, b, f, q: (a - 1) / b,
}
DESCRIBE = {"prevalence", "PP"}


def place(dice, truth):
    """A point of the hexagon and its payoffs tp, fp, fn, tn."""
    while True:
        x, y = (dice.uniform(-1, 1) if truth == "uniform" else dice.gauss(0, 1 / 3) for _ in range(2))
        if max(abs(x), abs(y), abs(x - y)) <= 1:
            return (1 - x if x > 0 else 1, y if y > 0 else 0, -y if y < 0 else 0, 1 + x if x < 0 else 1)


def blurred(dice, payoffs, error):
    """All four drawn again until none is outside 0 and 1 and no wrong answer is worth more than a right one."""
    while True:
        tp, fp, fn, tn = (dice.gauss(payoff, error) for payoff in payoffs)
        if min(tp, fp, fn, tn) >= 0 and max(tp, fp, fn, tn) <= 1 and tp >= fn and tn >= fp:
            return tp, fp, fn, tn


def rate(dice):
    """The larger of two even draws has a density that rises linearly."""
    return 0.5 + max(dice.random(), dice.random()) / 2


def slow(truth, pairs):
    """The share of pairs ranked wrongly by each measure and by utilities with an error of 0.1, pair by pair."""
    dice = random.Random(20)
    wrong = dict.fromkeys([*BY_RATES, "utility"], 0)
    for _ in range(pairs):
        payoffs = place(dice, truth)
        assessed = blurred(dice, payoffs, 0.1)
        f = dice.random()
        rates = [(rate(dice), rate(dice)) for _ in range(2)]
        cells = [(f * a, (1 - f) * (1 - b), f * (1 - a), (1 - f) * b) for a, b in rates]
        gain, assessed_gain = (
            sum(u * (one - other) for u, one, other in zip(values, *cells, strict=True))
            for values in (payoffs, assessed)
        )
        wrong["utility"] += gain * assessed_gain < 0
        for key, of in BY_RATES.items():
            one, other = (of(a, b, f, tp + fp) for (a, b), (tp, fp, _, _) in zip(rates, cells, strict=True))
            wrong[key] += gain * (one - other) < 0
    return {key: number / pairs for key, number in wrong.items()}


@both_truths
@pytest.mark.parametrize("pairs", [1_500, pytest.param(20_000, marks=pytest.mark.full)])
def test_a_loop_over_pairs(truth, pairs):
    found, right = every_measure(truth).share, slow(truth, pairs)
    assert right.keys() == found.keys()
    for key, share in found.items():
        assert 0 < share < 0.3, key
        assert abs(share - right[key]) < 3 * math.hypot(spread(share, 100_000), spread(right[key], pairs)), key


TWINS = [  # rank alike on one test set: one is a rising or falling function of the other there
    "ACC ERR", "TPR FNR TP FN", "TNR FPR TN FP", "PPV FDR PLR PT", "NPV FOR NLR", "F1 TS", "J BACC", "G2 CP",
]  # fmt: skip


@both_truths
def test_measures_that_rank_alike_are_wrong_equally_often(truth):
    found = every_measure(truth).share
    for twins in map(str.split, TWINS):
        others = {key: share for key, share in found.items() if key not in twins}
        assert {found[key] for key in twins} == {found[twins[0]]}
        assert found[twins[0]] not in others.values(), "the others differ, so that equal numbers say something"
    # Both laws are the same when the classes change places, so F1 is as often wrong as its negative twin.
    for one, other in (("TPR", "TNR"), ("PPV", "NPV"), ("F1", "NF1")):
        assert abs(found[one] - found[other]) < 3 * math.sqrt(2) * spread(found[one], 100_000), one


# Counting ------------------------------------------------------------------------------------------------------


@both_truths
def test_blocks_are_counted_together(truth, monkeypatch):
    monkeypatch.setattr(ranking, "BLOCK", 100)
    keys = ["ACC", "F1", "MCC", "CC", "NLR"]
    for sizes in ([1], [100], [100, 1], [100, 100, 50]):
        total, told = sum(sizes), []
        found = misranked(truth, 0.0, total, rng=seeded(3), measures=keys, progress=told.append)
        rng = seeded(3)
        blocks = [draw_pairs(truth, 0.0, size, rng=rng) for size in sizes]
        for key in keys:
            wrong = sum((block.gain * block.lead(measure(key)) < 0).sum() for block in blocks)
            assert found.share[key] == wrong / total, key
            assert found.error[key] == pytest.approx(spread(wrong / total, total), abs=1e-15)
        assert found.share["utility"] == found.error["utility"] == 0
        assert found.pairs == total
        assert (told, told[-1]) == (pytest.approx(np.cumsum(sizes) / total), 1)


@both_truths
def test_gain_and_lead_of_pairs(truth):
    pairs = draw_pairs(truth, 0.2, 100, rng=seeded(6))
    for i in range(100):
        cells = [[float(getattr(table, name)[i]) for name in OUTCOMES] for table in (pairs.first, pairs.second)]
        for values, found in ((pairs.truth, pairs.gain), (pairs.assessed, pairs.assessed_gain)):
            payoffs = [float(getattr(values, name)[i]) for name in OUTCOMES]
            one, other = (math.fsum(u * c for u, c in zip(payoffs, row, strict=True)) / 1000 for row in cells)
            assert found[i] == pytest.approx(one - other, abs=1e-14)
        one, other = (row[0] / (row[0] + row[2]) for row in cells)
        for key in ("TPR", "FNR"):
            assert pairs.lead(measure(key))[i] == pytest.approx(one - other, abs=1e-14)
    assert (pairs.lead(MEASURES["ERR"]) * pairs.lead(MEASURES["ACC"]) > 0).all()


# What is asked for ---------------------------------------------------------------------------------------------


def test_every_measure_that_judges_is_there_and_no_other():
    found = misranked("uniform", 0.1, 50, rng=seeded(9))
    assert list(found.share) == [*(key for key in MEASURES if key not in DESCRIBE), "utility"]
    assert found.share.keys() == found.error.keys() == {*BY_RATES, "utility"}
    assert not DESCRIBE & misranked_by_error("uniform", [0.1], 50, rng=seeded(9)).share.keys()


def test_measures_by_any_name_and_formulas_of_your_own():
    found = misranked("uniform", 0.0, 3000, rng=seeded(10), measures=["accuracy", MEASURES["F1"], "Jaccard index"])
    assert list(found.share) == ["ACC", "F1", "TS", "utility"]
    every = misranked("uniform", 0.0, 3000, rng=seeded(10))
    assert {key: every.share[key] for key in found.share} == dict(found.share)
    accuracy = Utility(tp=1, fp=0, fn=0, tn=1).measure
    same = ["prevalence", "share = (tp + fn) / m", "share = p / (p + n)"]
    texts = ["overlap = tp / (p + fp)", "misses = fn + fp, lower", "upside = tp + tn, lower"]
    share = misranked("gaussian", 0.0, 10_000, rng=seeded(11), measures=[*texts, *same, "TS", "ACC", accuracy]).share
    assert list(share)[:8] == [*texts, *same, "TS", "ACC"]
    assert len(share) == 10, "a utility among the measures does not vanish"
    assert (share[texts[0]], share[texts[1]]) == (share["TS"], share["ACC"])
    assert share[texts[2]] == pytest.approx(1 - share["ACC"], abs=1e-12)
    assert [share[key] for key in same] == [0, 0, 0], "P is one number in either table"


def test_a_measure_without_a_value_on_any_pair():
    never = "small only = tp * sqrt(12 - m)"
    found = misranked("uniform", 0.1, 2000, rng=seeded(12), measures=[never, "ACC"])
    assert np.isnan([found.share[never], found.error[never]]).all()
    assert found.share["ACC"] > 0
    assert math.isnan(
        misranked_by_error("uniform", [0.0, 0.3], 2000, rng=seeded(12), measures=[never]).overtaken(never)
    )


def test_a_measure_with_a_value_on_some_pairs():
    """Its share is of the pairs it can compare, and so is the standard error."""
    some = "large only = tp + 0 * sqrt(tp / m - 0.4)"
    found = misranked("uniform", 0.0, 5000, rng=seeded(13), measures=[some])
    pairs, wrong, compared = draw_pairs("uniform", 0.0, 5000, rng=seeded(13)), 0, 0
    for gain, one, other in zip(pairs.gain.tolist(), pairs.first.tp.tolist(), pairs.second.tp.tolist(), strict=True):
        if min(one, other) >= 400:
            compared += 1
            wrong += gain * (one - other) < 0
    assert 1000 < compared < 3000
    assert found.share[some] == wrong / compared
    assert found.error[some] == pytest.approx(spread(wrong / compared, compared), rel=1e-9)


def test_the_same_seed_draws_the_same_and_another_not():
    one, same, other = (misranked("gaussian", 0.1, 5000, rng=seeded(seed)) for seed in (1, 1, 2))
    assert (one.share, one.error) == (same.share, same.error)
    assert one.share != other.share


def test_errors_are_put_in_order():
    up, down = (misranked_by_error("uniform", errors, 500, rng=seeded(16)) for errors in ([0.1, 0.4], [0.4, 0.1]))
    assert up.error.tolist() == down.error.tolist() == [0.1, 0.4]
    assert (up.utility.tolist(), up.share) == (down.utility.tolist(), down.share)


def test_what_is_refused():
    for wrong, message in (
        ({"truth": "flat"}, 'truth must be one of uniform, gaussian, each, dirichlet, got "flat"'),
        ({"error": -0.1}, "error must be between 0 and 1, got -0.1"),
        ({"error": 1.01}, "error must be between 0 and 1, got 1.01"),
        ({"error": math.nan}, "error must be between 0 and 1, got nan"),
        ({"pairs": 0}, "pairs must be between 1 and 10,000,000, got 0"),
        ({"pairs": -5}, "pairs must be between 1 and 10,000,000, got -5"),
        ({"pairs": 10_000_001}, "pairs must be between 1 and 10,000,000, got 10,000,001"),
        ({"measures": ["recal"]}, 'measure must be one of the known names, got "recal"...'),
    ):
        given_ = {"truth": "uniform", "error": 0.1, "pairs": 10, "measures": ["ACC"], **wrong}
        refused(message, misranked, **given_, rng=seeded(0))
        given_["errors"] = [0.0, given_.pop("error")]
        refused(message, misranked_by_error, **given_, rng=seeded(0))
    message = 'truth must be one of uniform, gaussian, each, dirichlet, got "normal"'
    refused(message, true_values, "normal", 5, rng=seeded(0))
    values = true_values("uniform", 5, rng=seeded(0))
    refused("error must be between 0 and 1, got 2", with_error, values, 2, rng=seeded(0))
    assert set(TRUTHS) == {*SIMULATED, "each", "dirichlet"}


# The law of the true values ------------------------------------------------------------------------------------


def xy(truth, size, seed):
    """Places by the definition x = U11 - U00, y = U01 - U10, positive being class 0."""
    values = true_values(truth, size, rng=seeded(seed))
    return values.tn - values.tp, values.fp - values.fn


@both_truths
def test_true_values_are_on_the_hexagon(truth):
    for size in (1, 7, 20_000):
        values = true_values(truth, size, rng=seeded(21))
        cells = np.array([getattr(values, name) for name in OUTCOMES])
        assert cells.shape == (4, size)
        assert (cells.min(axis=0) == 0).all()
        assert (cells.max(axis=0) == 1).all()
        assert values.proper.all()
        x, y = values.tn - values.tp, values.fp - values.fn
        assert np.abs([x, y, x - y]).max() <= 1 + 1e-12


def test_uniform_values_fill_the_hexagon_evenly():
    """Its area is 3; a line of constant x, of constant y or of constant x - y is 2 - |c| long."""

    def below(c):
        return np.where(c < 0, (c + 1) * (c + 3), 6 - (1 - c) * (3 - c)) / 6

    assert below(np.array([-1, 0, 1])).tolist() == [0, 0.5, 1]
    x, y = xy("uniform", 100_000, 23)
    for c in (x, y, x - y):
        assert kstest(c, below).pvalue > UNLIKELY
    seen, edges, _ = np.histogram2d(x, y, bins=20, range=[[-1, 1], [-1, 1]])
    middle = (edges[1:] + edges[:-1]) / 2
    away = np.abs(middle[:, None] - middle)
    # The border x - y = 1 runs through the diagonals of the squares on it.
    inside = np.where(away < 0.95, 1.0, np.where(away < 1.05, 0.5, 0.0))
    assert inside.sum() == 300, "three quarters of 400 squares"
    assert seen[inside == 0].sum() == 0
    assert chisquare(seen[inside > 0], inside[inside > 0] / 300 * 100_000).pvalue > UNLIKELY


def bell(x, y):
    return math.exp(-(x * x + y * y) * 4.5)


def moment(of):
    """The integral of a function over the hexagon, reweighted by the bell of deviation 1/3."""

    def integral(low, high):
        return dblquad(
            lambda y, x: of(x, y) * bell(x, y), low, high, lambda x: max(-1, x - 1), lambda x: min(1, x + 1),
            epsabs=1e-10,
        )[0]  # fmt: skip

    return integral(-1, 0) + integral(0, 1)


def test_moments_of_the_gaussian_law():
    """Without the cut x and y would not go together, and their variance would be 1/9."""
    size, whole = 100_000, moment(lambda x, y: 1.0)
    x, y = xy("gaussian", size, 24)
    for name, of in {
        "xx": lambda x, y: x * x,
        "xy": lambda x, y: x * y,
        "x4": lambda x, y: x**4,
        "(x-y)4": lambda x, y: (x - y) ** 4,
        "xxyy": lambda x, y: x * x * y * y,
        "|x+y|": lambda x, y: abs(x + y),
    }.items():
        sample = of(x, y)
        assert abs(sample.mean() - moment(of) / whole) < 3 * sample.std() / math.sqrt(size), name
    assert (x * y).mean() > 10 * (x * y).std() / math.sqrt(size)
    assert x.var() < 1 / 9 - 10 * (x * x).std() / math.sqrt(size)
    at = np.linspace(-1, 1, 4001)
    density = norm.pdf(3 * at) * (norm.cdf(3 * np.minimum(1, at + 1)) - norm.cdf(3 * np.maximum(-1, at - 1)))
    below = cumulative_trapezoid(density, at, initial=0)
    for c in (x, y):
        assert kstest(c, lambda c: np.interp(c, at, below / below[-1])).pvalue > UNLIKELY


# Error ---------------------------------------------------------------------------------------------------------


def repeated(size, **payoffs):
    return Utility(**{name: np.full(size, float(payoff)) for name, payoff in payoffs.items()})


@both_truths
def test_values_with_error_are_allowed_ones(truth):
    """A small error moves each payoff a little, none at all nothing, and what is given is not written on."""
    values = true_values(truth, 5_000, rng=seeded(31))
    before = np.array([getattr(values, name) for name in OUTCOMES])
    for error in (0.0, 1e-5, 0.03, 0.3, 1.0):
        found = with_error(values, error, rng=seeded(32))
        payoffs = np.array([getattr(found, name) for name in OUTCOMES])
        assert payoffs.shape == (4, 5_000)
        assert payoffs.min() >= 0
        assert payoffs.max() <= 1
        assert found.proper.all()
        moved = np.abs(payoffs - before)
        assert error > 1e-5 or moved.max() < 7 * error + 1e-300
        assert error == 0 or ((moved > 0).mean(axis=1) > 0.99).all()
    assert np.array([getattr(values, name) for name in OUTCOMES]).tolist() == before.tolist()
    rng = seeded(34)
    state = rng.bit_generator.state
    with_error(values, 0.0, rng=rng)
    assert rng.bit_generator.state == state
    pairs = draw_pairs(truth, 0.0, 500, rng=rng)
    assert pairs.gain.tolist() == pairs.assessed_gain.tolist()


MATRICES = [  # right answer, wrong answer, error
    (1.0, 0.0, 0.1),
    (1.0, 0.0, 0.5),
    (0.7, 0.6, 0.1),
    (0.5, 0.5, 0.2),
    (1.0, 1.0, 0.1),
    (0.0, 0.0, 0.3),
    (0.9, 0.3, 1.0),
    (0.6, 0.5, 0.01),
]


def test_the_law_of_an_error_given_the_true_values():
    """The density of both is a product of bells on 0 <= wrong <= right <= 1; either margin is integrated."""
    size, at = 10_000, np.linspace(0, 1, 20_001)
    for right, wrong, error in MATRICES:
        of_right = norm.pdf(at, right, error) * (norm.cdf(at, wrong, error) - norm.cdf(0, wrong, error))
        of_wrong = norm.pdf(at, wrong, error) * (norm.cdf(1, right, error) - norm.cdf(at, right, error))
        values = repeated(size, tp=right, fn=wrong, tn=max(right, 0.2), fp=0)
        other = repeated(size, tn=right, fp=wrong, tp=max(right, 0.2), fn=0)
        positive, negative = (with_error(one, error, rng=seeded(37 + i)) for i, one in enumerate((values, other)))
        assert abs(np.corrcoef(positive.tp, positive.tn)[0, 1]) < 4 / math.sqrt(size), "classes err by themselves"
        for density, samples in ((of_right, (positive.tp, negative.tn)), (of_wrong, (positive.fn, negative.fp))):
            below = cumulative_trapezoid(density, at, initial=0)
            for sample in samples:
                assert kstest(sample, lambda c, below=below: np.interp(c, at, below / below[-1])).pvalue > UNLIKELY


# The law of the tables -----------------------------------------------------------------------------------------


def test_rates_of_tables():
    prevalence, size = np.linspace(0.01, 0.99, 30_000), 30_000
    found = ranking.random_tables(prevalence, size, rng=seeded(51))
    positives, negatives = found.tp + found.fn, found.fp + found.tn
    np.testing.assert_allclose(positives, 1000 * prevalence, rtol=1e-12)
    np.testing.assert_allclose(positives + negatives, 1000, rtol=1e-12)
    tpr, tnr = found.tp / positives, found.tn / negatives
    for rates in (tpr, tnr):
        assert kstest(rates, lambda t: (2 * t - 1) ** 2).pvalue > UNLIKELY
        assert 0.5 <= rates.min() <= rates.max() <= 1
    assert np.abs(np.corrcoef([tpr, tnr, prevalence]) - np.eye(3)).max() < 3 / math.sqrt(size)


@both_truths
def test_both_tables_of_a_pair_have_one_prevalence(truth):
    pairs = draw_pairs(truth, 0.1, 20_000, rng=seeded(52))
    shares = [(cells.tp + cells.fn) / 1000 for cells in (pairs.first, pairs.second)]
    np.testing.assert_allclose(*shares, rtol=1e-12)
    assert kstest(shares[0], "uniform").pvalue > UNLIKELY
    rates = [cells.tp / (cells.tp + cells.fn) for cells in (pairs.first, pairs.second)]
    assert abs(np.corrcoef(*rates)[0, 1]) < 3 / math.sqrt(20_000), "the two classifiers are independent"
    assert abs(np.corrcoef(shares[0], pairs.truth.tp)[0, 1]) < 3 / math.sqrt(20_000)
