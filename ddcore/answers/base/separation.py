"""What several questions take from the scores of models: tables, resamples, and the scores read as evidence."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

import numpy as np
import pandas as pd

from ddcore.arrays import Array
from ddcore.data import Data, Model
from ddcore.decisions.decision_rules import CrossFitted, cross_fitted
from ddcore.errors import InputError
from ddcore.formats import number
from ddcore.measures import MEASURES
from ddcore.scores.choice import choose
from ddcore.scores.curve_kinds import Curve
from ddcore.scores.density import RATIO_METHODS
from ddcore.scores.ratio import Choice, Likelihood, fit_method
from ddcore.scores.resampling import Resamples
from ddcore.scores.trace import Trace, over_threshold
from ddcore.table import ScoreTable

MODELS = 10
"""How many models one chart shows at most."""
SEED = 1
"""The seed of all resamples, so that all see the same numbers."""
READING_SCALES = {
    "none": "",
    "reflect": " reflected at 0 and 1",
    "logit": " on the log odds",
    "rank": " on the ranks of the scores",
}
"""The scale on which scores are read, as it follows the name of a method."""


def scores_of(data: Data) -> ScoreTable:
    """The scores of the selected model; raises `InputError` where it gave labels only."""
    table = data.model.table
    if table is None:
        raise InputError(f"{data.name} must have scores, but gave labels only; choose another model")
    return table


def selected_first(data: Data, worth: Callable[[Model], float], most: int = MODELS) -> list[str]:
    """At most `most` models: the selected one first, then others in their order, of more those that are worth most.

    >>> from ddcore.counts import Counts
    >>> counts = {name: Counts(tp=tp, fp=0, fn=9 - tp, tn=9) for name, tp in zip("abcd", (1, 5, 2, 7))}
    >>> models = {name: Model(None, None, each) for name, each in counts.items()}
    >>> selected_first(Data(18, 9, models=models, chosen="b"), lambda model: float(model.counts.tp), 3)
    ['b', 'c', 'd']
    """
    others = [name for name in data.models if name != data.name]
    worths = {name: worth(data.models[name]) for name in others} if len(others) >= most else {}
    best = sorted(worths, key=lambda name: -math.inf if math.isnan(worths[name]) else worths[name], reverse=True)
    return [data.name, *(name for name in others if not worths or name in best[: most - 1])]


def separation_of(model: Model) -> float:
    """How well a model separates: its AUC, of labels half the sum of TPR and TNR."""
    return float(MEASURES["BACC"](model.counts)) if model.table is None else model.table.auc


def tables(data: Data) -> dict[str, ScoreTable]:
    """The scores of up to `MODELS` models, the selected one first; of more those with the highest AUC."""
    first = selected_first(data, lambda model: -math.inf if model.table is None else model.table.auc)
    scored_tables = {name: data.models[name].table for name in first}
    return {name: table for name, table in scored_tables.items() if table is not None}


def threshold(data: Data) -> float:
    """The threshold in force of the selected model; NaN where it gave labels only."""
    return math.nan if data.model.threshold is None else data.model.threshold


def trace(data: Data, table: ScoreTable, key: str) -> Trace:
    """A measure over the threshold of one of the tables, thinned."""
    return data.cached(("trace", table, key), lambda: over_threshold(table, key).thin())


def traces(data: Data, key: str) -> Mapping[str, Trace]:
    """A measure over the threshold for each model, thinned."""
    return {name: trace(data, table, key) for name, table in tables(data).items()}


def trace_rows(traces: Mapping[str, Trace]) -> pd.DataFrame:
    """A row a model and threshold: a measure, and the mean of random guessing where it was computed."""
    parts = []
    for name, trace in traces.items():
        chance = np.full(trace.threshold.size, math.nan)
        chance[np.searchsorted(trace.threshold, trace.chance_threshold)] = trace.chance
        parts.append(
            pd.DataFrame(
                {
                    "Model": name,
                    "Threshold": trace.threshold,
                    "Predicted positive": trace.called,
                    trace.measure.title: trace.value,
                    "Random guessing, same number positive": chance,
                }
            )
        )
    return pd.concat(parts, ignore_index=True)


def points(curves: Mapping[str, Curve]) -> pd.DataFrame:
    """A row a point of each curve, none left out: the threshold, x and y."""
    return pd.concat(
        [
            pd.DataFrame({"Model": name, "Threshold": curve.threshold, **_columns(curve)})
            for name, curve in curves.items()
        ],
        ignore_index=True,
    )


def _columns(curve: Curve) -> dict[str, Array]:
    columns = {curve.kind.x_title: curve.x, curve.kind.y_title: curve.y}
    return {title: values for title, values in columns.items() if values is not curve.threshold}


def resamples(data: Data) -> Resamples | None:
    """Resamples of the cases; None for weighted cases of which only the sums are known."""
    table = scores_of(data)
    if table.weighted and table.squares is None:
        return None
    if data.original is not None:
        drawn, own, share = resamples(data.original), data.original.prevalence, data.prevalence
        times = share / own, (1 - share) / (1 - own)
        return None if drawn is None else data.cached(("resamples reweighted", table), lambda: drawn.reweighted(*times))
    return data.cached(("resamples", table), lambda: Resamples.of(table, rng=np.random.default_rng(SEED)))


def reading(data: Data) -> Likelihood | None:
    """The scores as evidence, by the best reading on unseen cases; None where they cannot be read."""
    if data.original is not None:  # the ratio is the same at every share of positives
        return reading(data.original)
    table = scores_of(data)
    choice = data.cached(("choice", table), partial(choose, table))
    return data.cached(("reading", table), partial(_reading, table, choice))


def log_ratio(data: Data) -> Array | None:
    """The logarithm of the likelihood ratio of each score by `reading`; None where they cannot be read."""
    table, likelihood = scores_of(data), reading(data)
    if likelihood is None:
        return None
    return data.cached(("log ratio", table), lambda: likelihood.log_ratio(table.score))


def _reading(table: ScoreTable, choice: Choice) -> Likelihood | None:
    try:
        return replace(fit_method(table, choice.method, bounds=choice.bounds), choice=choice)
    except InputError:
        return None


def read_by_others(data: Data) -> CrossFitted:
    """The cases with cross-fitted probabilities for scores; each case is read by others."""
    table = scores_of(data)
    make = partial(cross_fitted, table, rng=np.random.default_rng(SEED))
    return data.cached(("cross-read", table), make, cases=table.score.size, large=True)


def read_by_fixed(data: Data) -> CrossFitted:
    """The same by the reading that all cases chose; no tables where they cannot be read."""
    table, likelihood, chosen = scores_of(data), reading(data), read_by_others(data)
    if likelihood is None:
        return CrossFitted()
    if chosen.readings == {(likelihood.method, likelihood.bounds)}:  # then it would be computed again
        return chosen
    rng = np.random.default_rng(SEED)
    make = partial(cross_fitted, table, likelihood.method, bounds=likelihood.bounds, rng=rng)
    return data.cached(("fixed-read", table), make, cases=table.score.size, large=True)


def reading_name(data: Data) -> str:
    """How the scores are read as evidence, within a sentence."""
    likelihood = reading(data)
    return (
        reading_title(likelihood.method, likelihood.bounds) if likelihood else "no method, because they cannot be read"
    )


def reading_title(method: str, bounds: str | None) -> str:
    """The name of a reading, within a sentence.

    >>> reading_title("kde", "logit"), reading_title("order", None)
    ('kernel on the log odds', 'scores as they are')
    """
    return RATIO_METHODS[method].title.lower() + READING_SCALES[bounds or "none"]


def score_ranges(stretches: Sequence[tuple[float, float]], most: int = 3) -> str:
    """Ranges of scores inside a sentence: the first `most`, and the number of the others."""
    pieces = [_score_range(low, high) for low, high in stretches[:most]]
    rest = len(stretches) - most
    if rest > 0:
        pieces.append("1 more range" if rest == 1 else f"{rest} more ranges")
    return " and ".join(pieces)


def _score_range(low: float, high: float) -> str:
    if math.isinf(low) and math.isinf(high):
        return "all"
    if math.isinf(low):
        return f"up to {number(high)}"
    if math.isinf(high):
        return f"≥ {number(low)}"
    return number(low) if low == high else f"{number(low)} to {number(high)}"
