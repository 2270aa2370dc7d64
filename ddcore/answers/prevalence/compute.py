"""Measures over the share of positive cases: the curves, where they cross, and the selected model's own scores."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import pandas as pd

from ddcore.answers.base.guess import with_empty_value
from ddcore.answers.base.selected_model import classes_of_draws
from ddcore.chance.imbalance import Imbalance, ImbalanceCurve, Mark, ahead, disagreement, imbalance_curve, marks
from ddcore.chance.verdict import verdict
from ddcore.data import Data
from ddcore.interval import Interval

MOST_CASES = 1_000_000
DEFAULT_RATES = (0.6, 0.8)
"""Recall and specificity where there is no model and none are given."""

Spans = Sequence[tuple[float, float]]
"""Ranges of the share of positive cases."""


@dataclass(frozen=True)
class Classifier:
    """A classifier by its recall and specificity, and what it is compared with.

    `guess` is the guesser, by its name or the probability of predicting a case positive; `cases` the number of cases,
    None for very many.
    """

    tpr: float
    tnr: float
    guess: str | float
    cases: int | None


@dataclass(frozen=True, eq=False)
class ImbalanceAnalysis:
    """One or two measures of a classifier over the imbalance of the classes.

    Parameters
    ----------
    curves : list of ImbalanceCurve
        All forms of each measure.
    places : list of Mark
        Where lines cross or are highest.
    disagree : ranges
        Where raw scores order the two measures one way and those beyond the guesser the other.
    guesser_ahead, chance_ahead : mapping from measure key to ranges
        Where the guesser, or the best random guessing, does better than the classifier.
    """

    curves: list[ImbalanceCurve]
    places: list[Mark]
    disagree: Spans
    guesser_ahead: Mapping[str, Spans]
    chance_ahead: Mapping[str, Spans]


def rates_of(data: Data) -> tuple[float, float] | None:
    """Recall and specificity of the selected model; None without a model, or with one class only."""
    if data.chosen is None or not 0 < data.positives < data.total:
        return None
    counts = data.model.counts
    return float(counts.tp / counts.positives), float(counts.tn / counts.negatives)


def cases_of(data: Data) -> int:
    """The number of cases in the data, or the nearest one that can be computed."""
    return min(max(classes_of_draws(data)[0], 2), MOST_CASES)


def analysis(data: Data, keys: Sequence[str], empty: str, classifier: Classifier) -> ImbalanceAnalysis:
    """The measures of a classifier over the imbalance of the classes; `empty` is what an F score without calls is."""
    wanted = ("imbalance", tuple(keys), empty, classifier)
    return data.cached(wanted, partial(_analysis, keys, empty, classifier))


def _analysis(keys: Sequence[str], empty: str, classifier: Classifier) -> ImbalanceAnalysis:
    curves = [
        imbalance_curve(
            Imbalance(with_empty_value(key, empty), classifier.tpr, classifier.tnr, classifier.guess, classifier.cases)
        )
        for key in keys
    ]
    return ImbalanceAnalysis(
        curves,
        marks(curves),
        disagreement(*curves) if len(curves) == 2 else [],
        {curve.measure.key: ahead(curve, "guessed") for curve in curves},
        {curve.measure.key: ahead(curve, "chance") for curve in curves},
    )


def value_at(curve: ImbalanceCurve, form: str, share: float) -> float:
    """A form of a measure at a share of positive cases."""
    return float(curve.source.at(form, 2 * share - 1))


def scores_at_data(data: Data, curves: Sequence[ImbalanceCurve]) -> list[tuple[str, float, float]]:
    """The key of each measure, the imbalance of the data and the selected model's score there."""
    measures = [curve.measure for curve in curves]
    return [(measure.key, 2 * data.prevalence - 1, float(measure(data.model.counts))) for measure in measures]


def model_scores(data: Data, keys: Sequence[str], share: float | None = None) -> Mapping[str, Interval]:
    """The selected model's scores by the keys of measures, as they are or where another share of cases is positive.

    The intervals are those of these cases. Empty without a model, and at another share with one class only.
    """
    if data.chosen is None or not (share is None or 0 < data.positives < data.total):
        return {}
    counts = data.model.counts
    if share is not None:
        counts = counts.reweighted(share / data.prevalence, (1 - share) / (1 - data.prevalence))
    lines = data.cached(
        ("scores", data.chosen, data.model.threshold, data.prevalence, share, tuple(keys)),
        lambda: verdict(data.name, counts, keys).lines,
    )
    return {line.measure.key: replace(line.interval, value=line.score) for line in lines}


def points(curves: Sequence[ImbalanceCurve]) -> pd.DataFrame:
    """Every form of each measure at every imbalance of the grid, as a table."""
    return pd.concat(
        [
            pd.DataFrame(
                {
                    "Measure": curve.measure.key,
                    "Imbalance": curve.delta,
                    "Share positive": (1 + curve.delta) / 2,
                    "Score": curve.forms["value"],
                    "Guesser": curve.forms["guessed"],
                    "Beyond guesser": curve.forms["normalised"],
                    "Baseline": curve.forms["chance"],
                    "Balanced": curve.forms["balanced"],
                    "Guesser, balanced": curve.forms["balanced_guessed"],
                    "Beyond guesser, balanced": curve.forms["balanced_normalised"],
                }
            )
            for curve in curves
        ],
        ignore_index=True,
    )
