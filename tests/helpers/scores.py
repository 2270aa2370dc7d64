"""Witnesses that several modules of tests share: loops over cases, scores of known laws, and odd scores."""

import math
from collections import Counter
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from hypothesis import strategies as st
from scipy.stats import norm

from ddcore.samples.simulated import SCENARIOS
from ddcore.scores.curve_kinds import CURVE_KINDS
from ddcore.scores.kernel import Tally
from ddcore.table import ScoreTable

NAN = math.nan

# Loops over cases ------------------------------------------------------------------------------------------------


def counted(cases, threshold):
    """TP, FP, P and N when a case (score, truth) is predicted positive from the threshold on."""
    tp = sum(1 for score, true in cases if true and score >= threshold)
    fp = sum(1 for score, true in cases if not true and score >= threshold)
    positives = sum(1 for _, true in cases if true)
    return tp, fp, positives, len(cases) - positives


def thresholds(cases):
    """Every distinct score, and one above all."""
    return [*sorted({score for score, _ in cases}), math.inf]


def path(cases):
    """(FP, TP) from predicting no case positive to calling everything."""
    found = [counted(cases, threshold)[:2] for threshold in reversed(thresholds(cases))]
    return [(Fraction(fp), Fraction(tp)) for tp, fp in found]


every_kind = pytest.mark.parametrize("kind", CURVE_KINDS)
levels = st.sampled_from([-1.5, 0.0, 0.1, 0.3, 1 / 3, 0.5, 2.0, 9.0])
some_cases = st.lists(st.tuples(levels, st.booleans()), min_size=1, max_size=25)
both_classes = some_cases.map(lambda cases: [*cases, (0.3, True), (0.1, False)])
upside_down = some_cases.map(lambda cases: [*cases, (0.1, True), (9.0, False)])


def tabled(cases):
    """A table of cases (score, truth)."""
    return ScoreTable.of([score for score, _ in cases], [true for _, true in cases], positive=True)


def tied(seed, size=400, levels=60):
    """Truth and tied scores that know something of it; the first two cases are one of each class."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 2, size)
    truth[:2] = [0, 1]
    return truth, (rng.integers(0, levels, size) + levels // 4 * truth) / levels


def close(right):
    """A number to compare with, to the last digits but a few; NaN equals NaN."""
    return pytest.approx(float(right), rel=1e-12, abs=1e-13, nan_ok=True)


MILLION = 10**6


@cache
def large():
    """A million cases of noise, and 200,000 of normal scores, of a rare class, and with few distinct scores."""
    rng = np.random.default_rng(1)
    truth, score, normal = rng.integers(0, 2, MILLION), rng.random(MILLION), rng.normal(size=MILLION)
    some = slice(MILLION // 5)
    return {
        "noise": ScoreTable.of(score, truth),
        "normal": ScoreTable.of((normal + truth)[some], truth[some]),
        "rare": ScoreTable.of(score[some], (rng.random(MILLION) < 0.002 * score)[some], positive=True),
        "tied": ScoreTable.of((normal + truth)[some].round(1), truth[some]),
    }


# Bells -----------------------------------------------------------------------------------------------------------


def summed(x, cases, width):
    """The Gaussian kernel density at each x: one bell for each case, added up."""
    bells = np.exp(-(((x[:, None] - cases) / width) ** 2) / 2)
    return bells.sum(axis=1) / (cases.size * width * math.sqrt(2 * math.pi))


def mirrored(x, cases, width):
    """The same within 0 and 1, each case having a mirror image behind either end."""
    return sum(summed(x, images, width) for images in (cases, -cases, 2 - cases))


def tallied(cases):
    """Distinct values and how many cases have each, counted by a dictionary."""
    times = Counter(np.asarray(cases, float).tolist())
    return Tally(np.array(sorted(times)), np.array([float(times[value]) for value in sorted(times)]))


def grouped(positives=300, negatives=500, seed=0):
    """Scores of both classes: positives in two groups, negatives in one."""
    rng = np.random.default_rng(seed)
    high = np.where(rng.random(positives) < 0.4, rng.normal(-1, 0.5, positives), rng.normal(2, 1, positives))
    return high, rng.normal(0, 1.3, negatives)


def table_of(positives, negatives):
    """A table of the scores of both classes."""
    truth = np.repeat([1, 0], [len(positives), len(negatives)])
    return ScoreTable.of(np.concatenate([positives, negatives]), truth)


# Laws ------------------------------------------------------------------------------------------------------------

LAWS = {
    "scenario_1": (((0.5, 0.05),), ((0.5, 0.1),)),
    "scenario_2": (((0.5, 0.1),), ((0.5, 0.05),)),
    "scenario_3": (((0.2, 0.05), (0.5, 0.05)), ((0.38, 0.1),)),
    "scenario_4": (((0.38, 0.1),), ((0.2, 0.05), (0.5, 0.05))),
}
"""Positives and negatives of each scenario: means and standard deviations."""
AUC = {"scenario_1": 0.5, "scenario_2": 0.5, "scenario_3": 0.456068441417, "scenario_4": 0.543931558583}
BEST = dict(zip(AUC, [0.704832764699, 0.704832764699, 0.8301940618, 0.8301940618], strict=True))


def density(x, law):
    """The density of a law of equal parts."""
    return sum(norm.pdf(x, mean, deviation) for mean, deviation in law) / len(law)


def simulated(key, size=10_000, seed=1):
    """A table of scores drawn from a scenario, as many of each class."""
    found = SCENARIOS[key].draw(size, seed)
    return ScoreTable.of(found["score"].to_numpy(), np.repeat([1, 0], size))


def middling(size=300, seed=0, digits=8):
    """Scores of which the middle ones speak for the positive class, and truth, four positives in ten."""
    rng = np.random.default_rng(seed)
    truth = np.arange(size) % 5 < 2
    return np.where(truth, rng.normal(0.5, 1, size), rng.normal(0, 2, size)).round(digits), truth.astype(int)


def cases_of(table):
    """Score and truth of every case of a table, positives first."""
    score = np.concatenate([np.repeat(table.score, tally) for tally in (table.positives, table.negatives)])
    return score, np.repeat([1, 0], [table.positives.sum(), table.negatives.sum()])


def probabilities(seed=0, size=400):
    """Scores within 0 and 1, and truth, half of it positive."""
    rng = np.random.default_rng(seed)
    truth = np.arange(size) % 2
    return np.where(truth == 1, rng.beta(4, 1.5, size), rng.beta(1.5, 3, size)), truth


# Odd scores ------------------------------------------------------------------------------------------------------


def edges():
    """Names, scores and truth that are odd in one way each."""
    rng = np.random.default_rng(40)
    truth = np.arange(60) % 2
    z = rng.normal(size=60) + truth
    yield "constant", np.full(60, 0.5), truth
    yield "constant outside", np.full(60, -7.0), truth
    yield "two scores", np.where(rng.random(60) < 0.3 + 0.4 * truth, 7.0, 3.0), truth
    yield "only 0 and 1", np.where(rng.random(60) < 0.5, 0.0, 1.0), truth
    yield "ten rows", z[:10], truth[:10]
    yield "one positive", z, np.arange(60) == 5
    yield "one negative", z, np.arange(60) != 5
    yield "two rows", np.array([0.2, 0.7]), np.array([0, 1])
    yield "all tied by class", np.where(truth == 1, 0.3, 0.6), truth
    yield "positives tied", np.where(truth == 1, 0.3, rng.random(60)), truth
    yield "outside 0 and 1", 10 * z, truth
    yield "large", 1e100 * z, truth
    yield "small", 1e-100 * z, truth
    yield "huge", 1e300 * z, truth
    yield "huge and near", 1e300 + 1e299 * z, truth
    yield "tiny", 1e-300 * z, truth
    yield "far from 0", 1e9 + 1e-3 * z, truth
    yield "one far out", np.append(z[:-2], [1e12, -1e12]), truth
    yield "one huge", np.append(z[:-2], [1e300, -1e300]), truth
    yield "heavy tails", rng.standard_cauchy(60) ** 3, truth
    yield "piled at 0 and 1", np.clip(rng.normal(0.3 + 0.4 * truth, 0.6), 0, 1), truth
    yield "separated", 10 * truth + rng.random(60), truth
    rare = np.concatenate([np.full(980, 1e-6), 0.1 * rng.random(20), rng.random(10) ** 2])
    yield "rare event", rare, np.repeat([0, 1], [1000, 10])
    yield "rare event, spread", rare * rng.lognormal(0, 0.1, 1010).clip(0, 1), np.repeat([0, 1], [1000, 10])
    yield "ratings", rng.integers(1, 6, 60).astype(float), truth


EDGES = {name: ScoreTable.of(score, truth) for name, score, truth in edges()}
TOO_FAR = ("large", "huge", "huge and near", "tiny", "one huge")
"""Squares of such spans are no numbers any more."""
BINORMAL_SAYS = {"one positive", "one negative", "two rows", "all tied by class", "positives tied"}
