"""What the tests of the pages of scores share: the sample, files, and witnesses of their numbers."""

import json

import numpy as np
import pandas as pd
from scipy.optimize import brentq
from scipy.stats import ks_2samp
from sklearn import metrics

from ddcore.samples import SAMPLES
from tests.helpers.visiting import dropped, figure, rows, table, tables
from tests.oracles import gained_from

SAMPLE = "sample=two_class_example"


SIDE = "data_threshold_two_class_example 2_1_beside"


EXAMPLE = pd.read_csv(SAMPLES["two_class_example"].path)


TRUE, SCORE = (EXAMPLE["truth"] == "Class1").to_numpy(), EXAMPLE["Class1"].to_numpy()


P, N = 258, 242


CURVES = ["roc", "precision_recall", "precision_recall_gain", "toc", "gain", "lift", "det", "ks"]


TITLES = ["ROC", "Precision-recall", "Precision-recall-gain", "TOC", "Cumulative gain", "Lift", "DET", "KS"]


CHARTS = ("densities_chart", "ratio_chart", "likelihood_chart")


def traces(at, key="curves_chart"):
    """The lines of a chart by name; one without a name by its place."""
    drawn = json.loads(figure(at, key))["data"]
    return {trace.get("name") or str(place): trace for place, trace in enumerate(drawn)}


def numbers(at):
    """The table of all numbers, a row a model."""
    return tables(at)[0].value.set_index("Model")


def points(at):
    """The table behind the chart."""
    return table(at, 1, 3)


def upload(header, lines, page="curves"):
    """A file dropped by somebody who has looked at no sample before."""
    return dropped(rows(header, lines), page, link="data=File")


def cumulated():
    """TP and FP from each score of the sample on, ascending, counted one by one."""
    cutoffs = np.append(np.unique(SCORE), np.inf)
    called = SCORE[None, :] >= cutoffs[:, None]
    return cutoffs, (called & TRUE).sum(axis=1), (called & ~TRUE).sum(axis=1)


def expected(key):
    """x and y of a curve of the sample by scikit-learn or by hand, and the number it is quoted by."""
    cutoffs, tp, fp = cumulated()
    called = tp + fp
    fpr, tpr, _ = metrics.roc_curve(TRUE, SCORE, drop_intermediate=False)
    if key == "roc":
        return fpr[::-1], tpr[::-1], metrics.roc_auc_score(TRUE, SCORE)
    if key == "precision_recall":
        precision, recall, _ = metrics.precision_recall_curve(TRUE, SCORE)
        return recall, precision, metrics.average_precision_score(TRUE, SCORE)
    if key == "det":
        return fp / N, 1 - tp / P, brentq(lambda rate: 1 - rate - np.interp(rate, fpr, tpr), 0, 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        if key == "precision_recall_gain":
            share = P / (P + N)
            rates = tp / P, tp / called
            x, y = (np.where(tp > 0, (rate - share) / ((1 - share) * rate), np.nan) for rate in rates)
            # Recall is the share of positives at a recall gain of 0; the ROC curve runs straight there.
            precision = share * P / (share * P + N * np.interp(share, tpr, fpr))
            start = (precision - share) / ((1 - share) * precision)
            seen = x > 0
            area = np.trapezoid(np.append(start, y[seen][::-1]), np.append(0, x[seen][::-1]))
            return x, y, area
        return {
            "toc": (called, tp, metrics.roc_auc_score(TRUE, SCORE)),
            "gain": (called / 500, tp / P, np.trapezoid((tp / P)[::-1], (called / 500)[::-1])),
            "lift": (called / 500, tp / called / (P / 500), TRUE[np.argsort(-SCORE)[:50]].mean() / (P / 500)),
            "ks": (cutoffs, tp / P - fp / N, ks_2samp(SCORE[TRUE], SCORE[~TRUE]).statistic),
        }[key]


def paired(one, other, true):
    """By how much the area of one is ahead, with its interval and p: every pair compared."""

    def placed(score):
        pairs = np.sign(score[true][:, None] - score[~true][None, :]) / 2 + 0.5
        return pairs.mean(axis=1), pairs.mean(axis=0)

    return gained_from(placed(one), placed(other))


def two(pair, header=("truth", "score_a", "score_b")):
    true, one, other = pair
    return upload(header, zip(np.where(true, "yes", "no"), one, other, strict=True))


ONE = [("no", 0.1), ("no", 0.3), ("yes", 0.6), ("no", 0.7), ("no", 0.2), ("no", 0.4), ("no", 0.5)]


CHOICES = [
    ("method", "histogram"),
    ("method", "binormal"),
    ("method", "isotonic"),
    ("method", "logistic"),
    ("bandwidth", "silverman"),
    ("bandwidth", "scott"),
    ("bandwidth", "isj"),
    ("bounds", "none"),
    ("bounds", "logit"),
    ("folds", 2),
    ("folds", 10),
    ("deal", 7),
]
