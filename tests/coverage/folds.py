"""How far a score goes beyond guessing at a common threshold, measured on cases that did not choose it."""

import numpy as np
from scipy.stats import binom, norm

from ddcore.chance.folds import of_folds, of_resamples
from ddcore.table import ScoreTable
from tests.coverage.claim import within

TITLE = "Common thresholds"
SETS = 120
DESIGNS = {"P 10, N 40": (10, 40), "P 50, N 150": (50, 150)}


def beyond(threshold, P, N):
    """The expected F1 of so many unseen cases, put between that of calling half positive, blindly, and 1.

    Positives are N(1, 1), negatives N(0, 1); the sums over both binomials are exact. Without a positive call F1 is 0.
    """

    def expected(tpr, fpr):
        tp, fp = np.arange(P + 1)[:, None], np.arange(N + 1)
        return float(binom.pmf(tp[:, 0], P, tpr) @ (2 * tp / (P + tp + fp)) @ binom.pmf(fp, N, fpr))

    guessed = expected(0.5, 0.5)
    return (expected(norm.sf(threshold - 1), norm.sf(threshold)) - guessed) / (1 - guessed)


def weighted(threshold, weight, P, rng):
    """The mean F1 of unseen cases with these weights, the first P of them positives, put as in `beyond`.

    A guesser that calls half of very many cases has F1 = P / (P + M / 2), in weights.
    """
    called = rng.random((4000, weight.size)) < norm.sf(threshold - (np.arange(weight.size) < P))
    tp, n, truly = called[:, :P] @ weight[:P], called @ weight, weight[:P].sum()
    guessed = truly / (truly + weight.sum() / 2)
    return (np.mean(2 * tp / (truly + n)) - guessed) / (1 - guessed)


def claims(size):
    sets = round(SETS * size)
    for name, (P, N) in DESIGNS.items():
        rng, rows = np.random.default_rng(P), {"resamples": [], "folds": []}
        truth = np.repeat([1, 0], [P, N])
        for _ in range(sets):
            scores = np.concatenate([rng.normal(1, 1, P), rng.normal(0, 1, N)])
            fold = np.concatenate([rng.permutation(P) % 5, rng.permutation(N) % 5])
            parts = {str(k): ScoreTable.of(scores[fold == k], truth[fold == k]) for k in range(5)}
            table = ScoreTable.of(scores, truth)
            for kind, among, found in (
                ("resamples", 1, of_resamples("F1", table, "half", 50, rng=rng)),
                ("folds", 5, of_folds("F1", parts, "half")),
            ):
                if found.best is not None:
                    rows[kind].append((found.unseen, beyond(found.threshold[found.best], P // among, N // among)))
        for kind, values in rows.items():
            told, true = np.nanmean(values, axis=0)
            yield within(f"{name}, {kind}: F1 beyond guessing, reported minus true", -0.06, 0.06, told - true)
    for name, (P, N) in DESIGNS.items():
        rng, values = np.random.default_rng([1, P]), []
        for _ in range(sets // 2):
            scores, weight = rng.normal(np.repeat([1, 0], [P, N])), rng.uniform(1, 20, P + N)
            table = ScoreTable.of(scores, np.repeat([1, 0], [P, N]), weight=weight)
            found = of_resamples("F1", table, "half", 50, rng=rng)
            values.append((found.unseen, weighted(found.threshold[found.best], weight, P, rng)))
        told, true = np.nanmean(values, axis=0)
        what = f"{name} of weight 1 to 20, resamples: F1 beyond guessing, reported minus true"
        yield within(what, -0.06, 0.06, told - true)
