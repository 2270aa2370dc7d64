"""How often what has no skill "beats chance" on any measure, and how often what has skill does.

A draw with n of M cases called positive, P truly positive, has a hypergeometric number of true positives: each is
enumerated with its probability, so nothing is simulated but weights and the power.
"""

import itertools
import math

import numpy as np
from scipy.special import ndtri
from scipy.stats import hypergeom

from ddcore.chance.dutch_draw import baseline, expectation
from ddcore.chance.rescale import beyond_chance, share_beyond
from ddcore.chance.selection_optimism import best_on_unseen_cases
from ddcore.chance.significance import log10_effective_p_value
from ddcore.chance.verdict import verdict
from ddcore.counts import Cells, Counts
from ddcore.measures import MEASURES, measure
from tests.coverage.claim import at_least, at_most

TITLE = "Beats chance"
TOTALS, THETAS = (10, 20, 50, 200, 1000), (0.02, 0.1, 0.5, 0.9, 0.98)
HEADLINES = ("ACC", "F1", "PPV", "NPV", "BACC", "G2", "J", "MK", "MCC", "kappa", "FM", "TS", "TPR", "TNR")
OWN = ("= abs(fp - fn)/m, lower", "= min(tp/p, tn/n)", "= fn/m, higher")
RARE = 1e-3
"""Tables that draws reach or pass with less than this probability count as beating chance, without a look."""


def beats(counts, measures=(*MEASURES, *OWN)):
    """Whether a model with these counts beats chance on any measure."""
    return any(line.state == "beats" for line in verdict("m", counts, measures).lines)


def positives(total):
    """1, 2, 5 % and 50 % of the cases."""
    return sorted({1, 2, math.floor(0.05 * total + 0.5), total // 2})


def any_beats(total, truly, called, measures=(*MEASURES, *OWN)):
    """P(a draw beats chance on any measure), and the largest exact p of one that does."""
    law = hypergeom(total, truly, called)
    share = largest = 0.0
    for tp in range(max(0, called - (total - truly)), min(truly, called) + 1):
        tail, here = float(law.sf(tp - 1)), float(law.pmf(tp))
        if tail > 0.6:
            continue  # no better than the middle of the draws
        if tail < RARE:
            return share + tail, largest
        counts = Counts(tp=tp, fp=called - tp, fn=truly - tp, tn=total - truly - called + tp)
        if beats(counts, measures):
            share, largest = share + here, max(largest, tail)
    return share, largest


def any_worse(total, truly, called):
    """P(a draw is reported as clearly worse on any measure of which its own mean is the best one)."""
    law = hypergeom(total, truly, called)
    same = [
        key
        for key, row in MEASURES.items()
        if row.judges
        and math.isclose(
            expectation(key, total, truly, called / total),
            baseline(key, total, truly).best(row.better),
            rel_tol=1e-12,
            abs_tol=1e-12,
        )
    ]
    share = 0.0
    for tp in range(max(0, called - (total - truly)), min(truly, called) + 1):
        tail, here = float(law.cdf(tp)), float(law.pmf(tp))
        if tail > 0.6:
            break  # no worse than the middle of the draws
        counts = Counts(tp=tp, fp=called - tp, fn=truly - tp, tn=total - truly - called + tp)
        if tail < RARE or verdict("m", counts, same).having("worse"):
            share += here
    return share


def weighted(cases, share, theta, kind, rng):
    """Counts of a model without skill on weighted cases; calls may go by weight, but never by class."""
    weight = np.where(rng.random(cases) < 0.1, 20, 1) if kind == "20 for one in ten" else rng.integers(1, 21, cases)
    positive = np.arange(cases) < share * cases
    lean = 0.8 * (weight - 10.5) / 9.5 * min(theta, 1 - theta) if kind == "heavy ones called" else 0.0
    called = rng.random(cases) < theta + lean
    return Counts.of_labels(positive.astype(int), called.astype(int), weight=weight)


KINDS = ("1 to 20 evenly", "20 for one in ten", "heavy ones called")


SKILLS = ("ACC", "BACC", "MCC", "F1", "kappa")
SETTINGS = tuple(itertools.product((60, 200, 1000), (0.2, 0.5), (2, 12), (0.0, 0.15), (0.0, 0.9)))
"""Cases, share of positives, models, how far apart they are, and how alike they are."""


def beyond(tpr, fpr, P, N):
    """How far beyond chance rates are, on classes of these sizes."""
    return share_beyond(Cells(tp=P * tpr, fp=N * fpr, fn=P * (1 - tpr), tn=N * (1 - fpr)), SHOWN, P + N, P)


SHOWN = [measure(key) for key in SKILLS]


def picked_once(cases, share, models, apart, alike, rng):
    """The best of models that are right in 57 to 72 % of the cases, picked on these.

    What was told of the first model and of the best, each as whether the interval holds and by how much the value is
    too high, and by how much the best looks too good.
    """
    P = round(cases * share)
    N, positive = cases - P, np.arange(cases) < P
    skill = 0.72 - apart * np.arange(models) / (models - 1)
    noise = math.sqrt(alike) * rng.normal(size=(cases, 1)) + math.sqrt(1 - alike) * rng.normal(size=(cases, models))
    called = (noise < ndtri(skill)) == positive[:, None]
    tp, fp = called[positive].sum(axis=0), called[~positive].sum(axis=0)
    truth, seen = beyond(skill, 1 - skill, P, N), beyond(tp / P, fp / N, P, N)
    best = int(np.argmax(seen))
    one = beyond_chance(Counts(tp=tp[0], fp=fp[0], fn=P - tp[0], tn=N - fp[0]), SHOWN, cases, P)
    unseen = best_on_unseen_cases(called, positive, SHOWN, cases, P, rng=rng)
    return (
        one.low <= truth[0] <= one.high,
        unseen.low <= truth[best] <= unseen.high,
        unseen.value - truth[best],
        seen[best] - truth[best],
    )


def of_picked(size):
    """What is told of a share beyond chance, and of the best of several models."""
    rng, runs = np.random.default_rng(7), max(10, int(100 * size))
    cells = np.array([np.mean([picked_once(*each, rng) for _ in range(runs)], axis=0) for each in SETTINGS])
    several = f"the best of 2 or 12 models, {min(c[0] for c in SETTINGS)} to 1,000 cases"
    yield at_least("the share beyond chance of one model: the interval holds it", 0.93, float(cells[:, 0].mean()))
    yield at_least(f"{several}: the interval holds its share on unseen cases", 0.93, float(cells[:, 1].mean()))
    yield at_least(f"{several}: in the worst cell of {len(SETTINGS)}", 0.85, float(cells[:, 1].min()))
    yield at_most(f"{several}: mean error of its share on unseen cases", 0.01, abs(float(cells[:, 2].mean())))
    yield at_least("by how much its share on these cases is too high", 0.03, float(cells[:, 3].mean()))


def claims(size):
    """The grid by number of cases, the examples, the power, weights, and the best of several models."""
    yield from of_picked(size)
    highest = 0.0
    for total in TOTALS if size >= 1 else TOTALS[:3]:
        worst = 0.0
        for truly, theta in itertools.product(positives(total), THETAS):
            called = max(1, math.floor(total * theta + 0.5))
            share, p = any_beats(total, truly, called)
            worst, highest = max(worst, share), max(highest, p)
        yield at_most(f"any of all measures and 3 formulas, {total} cases: highest share of draws", 0.05, worst)
    yield at_most("largest exact p beside a beaten measure", 0.05, highest)
    for total in TOTALS[:-1] if size >= 1 else TOTALS[:3]:
        worse = max(
            any_worse(total, truly, min(max(1, math.floor(total * theta + 0.5)), total - 1))
            for truly, theta in itertools.product(positives(total), THETAS)
        )
        yield at_most(f"draws as good as chance, {total} cases: reported as clearly worse on any measure", 0.05, worse)
    for total, truly, theta in ((20, 1, 0.9), (50, 2, 0.9), (20, 10, 0.02), (200, 10, 0.9)):
        share, _ = any_beats(total, truly, max(1, math.floor(total * theta + 0.5)), HEADLINES)
        yield at_most(f"any of 14 measures: {total} cases, {truly} positive, {theta:g} called", 0.05, share)
    luck = verdict("m", Counts(tp=1, fp=17, fn=0, tn=2), ["MCC", "MK"])
    yield at_most("beaten of MCC and MK with an exact p of 0.90", 0, len(luck.having("beats")))
    rng, runs = np.random.default_rng(15), max(40, int(200 * size))
    hits, alarms = rng.binomial(100, 0.8, runs), rng.binomial(100, 0.2, runs)
    tables = [Counts(tp=tp, fp=fp, fn=100 - tp, tn=100 - fp) for tp, fp in zip(hits, alarms, strict=True)]
    power = np.mean([beats(counts, HEADLINES) for counts in tables])
    yield at_least("power: 200 cases, half positive, TPR and TNR 0.8", 0.995, float(power))
    reweighted, runs = [], max(100, int(1000 * size))
    for cases, share, theta, kind in itertools.product((40, 200), (0.1, 0.5), (0.1, 0.5), KINDS):
        drawn = [weighted(cases, share, theta, kind, rng) for _ in range(runs)]
        reweighted.append((kind, np.mean([log10_effective_p_value(counts) <= math.log10(0.05) for counts in drawn])))
    for kind in KINDS:
        share = max(share for name, share in reweighted if name == kind)
        yield at_most(f"weights {kind}: highest share of noise of 8 settings", 0.05, share)
    skilled = []
    for _ in range(max(40, int(100 * size))):
        truth, right = np.arange(200) % 2, rng.random(200) < 0.8
        called = np.where(right, truth, 1 - truth)
        skilled.append(beats(Counts.of_labels(truth, called, weight=rng.integers(1, 21, 200)), HEADLINES))
    yield at_least("power: the same with weights 1 to 20", 0.995, float(np.mean(skilled)))
    labels = [1] * 6 + [0] * 6, [1, 1, 1, 1, 0, 0, 1, 1, 0, 0, 0, 0]
    plain = verdict("m", Counts.of_labels(*labels), HEADLINES)
    heavy = verdict("m", Counts.of_labels(*labels, weight=[50] * 12), HEADLINES)
    yield at_most(
        "what a weight of 50 for each of 12 cases changes in p", 1e-12, abs(10**heavy.log10_p - 10**plain.log10_p)
    )
