"""Data of models whose scores are known, to ask questions about."""

from functools import cache

import numpy as np

from ddcore.data import Data, Joint, Model
from ddcore.read import Predictions, read
from ddcore.samples import SAMPLES
from ddcore.table import ScoreTable


@cache
def two_class_example() -> Predictions:
    """The sample of 500 cases, read once: what is computed stays with it."""
    sample = SAMPLES["two_class_example"]
    return read(sample.path, **sample.roles)


def scored(table: ScoreTable, threshold: float = 0.5, name: str = "A", **others: ScoreTable) -> Data:
    """Data of the tables of some models, that of the selected one first."""
    models = {each: Model(part, threshold, part.at(threshold)) for each, part in {name: table, **others}.items()}
    counts = models[name].counts
    return Data(counts.total.item(), counts.positives.item(), "positive", "negative", models, name)


def together(truth, scores, threshold: float = 0.5, weight=None) -> Data:
    """Data of several models that scored the same cases: `scores` maps their names to scores, the first looked at."""
    truth = np.asarray(truth, bool)
    known = {each: np.isfinite(np.asarray(score, float)) for each, score in scores.items()}
    tables = {
        each: ScoreTable.of(
            np.asarray(score, float)[known[each]],
            truth[known[each]],
            True,
            None if weight is None else np.asarray(weight, float)[known[each]],
        )
        for each, score in scores.items()
    }
    models = {each: Model(table, threshold, table.at(threshold)) for each, table in tables.items()}
    first = next(iter(models))
    counts = models[first].counts
    joint = Joint(truth, {each: np.asarray(score, float) for each, score in scores.items()}, weight)
    return Data(counts.total.item(), counts.positives.item(), "positive", "negative", models, first, joint=joint)
