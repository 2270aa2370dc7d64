"""What answers say of binned scores: how coarse the bins are, and what they leave open."""

import math
from collections.abc import Callable, Mapping
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from functools import partial
from typing import Any

import numpy as np

from ddcore.answers.base.answer import Note, Part
from ddcore.answers.base.later import Later
from ddcore.answers.base.words import literal
from ddcore.counts import CELLS, Counts
from ddcore.data import Data
from ddcore.formats import count, number, percent
from ddcore.measures import Measure
from ddcore.model import Model
from ddcore.scores import binned
from ddcore.scores.binned import Bounds, Ends
from ddcore.scores.thresholds import Constraint
from ddcore.table import ScoreTable

NUMBERS: Mapping[str, Callable[[ScoreTable], Ends]] = {
    "auc": binned.area,
    "average_precision": binned.average_precision,
    "brier": binned.brier_score,
    "log_loss": binned.log_loss,
    "hull": binned.hull_area,
    "ks": binned.kolmogorov_smirnov,
    "lift": binned.top_lift,
    "equal_error": binned.equal_error,
}
"""The ends of numbers that need no threshold, by their names in the values of an answer."""


def bins_part(data: Data) -> Part:
    """That scores are binned, how coarsely, and what that leaves open; empty where none are."""
    models = {name: model for name, model in data.models.items() if model.table and binned.is_open(model.table).any()}
    if not models:
        return Part()
    shown = data.name if data.name in models else next(iter(models))
    whose = f"The scores of {literal(shown)}" if data.several else "The scores"
    return Part([_note(whose, models[shown])], values=Later(partial(_values, models)))


def _values(models: Mapping[str, Model]) -> dict[str, Any]:
    told = {name: _of_model(model) for name, model in models.items()}
    return {"binned": {"bins": min(each["bins"] for each in told.values()), "models": told}}


def _of_model(model: Model) -> dict[str, Any]:
    table, around = _table(model), _around(model)
    ends = {name: _low_high(*ends_of(table)) for name, ends_of in NUMBERS.items()}
    told = {"bins": table.score.size, "largest_bin": _largest(table), **ends}
    if around is not None:
        cells = [[float(getattr(counts, cell)) for counts in around] for cell in CELLS]
        told["counts"] = {cell: _low_high(*sorted(pair)) for cell, pair in zip(CELLS, cells, strict=True)}
    return told


def _note(whose: str, model: Model) -> Note:
    table, around = _table(model), _around(model)
    low, high = binned.area(table)
    cases, units = ("cases", "cases") if table.whole else ("weight", "units of weight")
    text = (
        f"{whose} are binned: **{count(table.score.size)} bins** hold at most **{_share(_largest(table))}** of the "
        f"{cases} each. Counts at the lowest score of a bin are exact, but the order of the cases inside it is unknown"
    )
    text += f", so the exact AUC is between **{outward(low, high)}**." if high > low else "."
    if around is not None:
        more = float(around[1].predicted_positives - around[0].predicted_positives)
        text += (
            f" The threshold in force is inside a bin, which counts as predicted negative, so up to **{count(more)}** "
            f"more {units} may be predicted positive."
        )
    return Note("binned", text, kind="noise")


def best_bounds(
    data: Data, table: ScoreTable, measure: Measure, constraints: tuple[Constraint, ...] = ()
) -> Bounds | None:
    """What the best value and threshold of a measure may be over all scores; None where scores are not binned."""
    if not table.binned:
        return None
    limits = tuple((constraint.measure.key, constraint.bound) for constraint in constraints)
    return data.cached(("bounds", table, measure, limits), partial(binned.best, table, measure, *constraints))


def best_values(bounds: Bounds | None) -> dict[str, Any]:
    """The ends of a best value and its threshold as they stand in the values of an answer, beside both; empty for None.

    >>> best_values(Bounds(0.7, 0.8, 0.3, 0.4))
    {'binned': {'value': {'low': 0.7, 'high': 0.8}, 'threshold': {'low': 0.3, 'high': 0.4}}}
    """
    if bounds is None:
        return {}
    value, threshold = _low_high(bounds.low, bounds.high), _low_high(bounds.first, bounds.last)
    return {"binned": {"value": value, "threshold": threshold}}


def best_notes(bounds: Bounds | None, best: str, unit: str = "", sign: int = 1) -> list[Note]:
    """How far the best threshold may be from the one found because scores are binned; `best` names its value.

    >>> [note.text for note in best_notes(Bounds(0.7, 0.7125, 0.31, 0.33), "the best F1")]
    ['Because the scores are binned, not every threshold is tried. Over all scores the best F1 is between **0.700 and 0.713**, at a threshold between **0.310 and 0.330**.']
    """  # noqa: E501 - the text as it is shown
    if bounds is None or math.isnan(bounds.first) or bounds.low == bounds.high:
        return []
    where = f"between **{outward(bounds.first, bounds.last)}**"
    if math.isinf(bounds.last):
        where = f"of **{number(bounds.first)}** or more"
    if math.isnan(bounds.low + bounds.high):
        text = (
            f"Because the scores are binned, not every threshold is tried; how good {best} may be has no proved bound."
        )
    else:
        ends = outward(*sorted((sign * bounds.low, sign * bounds.high)))
        all_scores = f"Over all scores {best} is between **{ends}**{unit}, at a threshold {where}."
        text = f"Because the scores are binned, not every threshold is tried. {all_scores}"
    return [Note("binned-best", text, kind="noise")]


def _table(model: Model) -> ScoreTable:
    assert model.table is not None
    return model.table


def _largest(table: ScoreTable) -> float:
    """The largest share of the cases in a bin of several scores."""
    held = np.where(binned.is_open(table), table.positives + table.negatives, 0)
    return float(held.max(initial=0) / table.total) if table.total else math.nan


def _around(model: Model) -> tuple[Counts, Counts] | None:
    """The counts around the threshold in force, None where they are exact."""
    table, threshold = _table(model), model.threshold
    return binned.around(table, threshold) if threshold is not None and binned.is_inside(table, threshold) else None


def _low_high(low: float, high: float) -> dict[str, float]:
    return {"low": low, "high": high}


def outward(low: float, high: float) -> str:
    """Two ends with as many decimals as tell how far they are apart, rounded away from each other.

    >>> outward(0.82134706, 0.82135701), outward(0.25, math.inf)
    ('0.8213470 and 0.8213571', '0.250 and ∞')
    """
    apart = high - low
    if not 0 < apart < math.inf:
        return f"{number(low)} and {number(high)}"
    least = 3 if max(abs(low), abs(high)) < 1000 else 0
    step = Decimal(1).scaleb(-max(least, 1 - math.floor(math.log10(apart))))
    ends = Decimal(str(low)).quantize(step, ROUND_FLOOR), Decimal(str(high)).quantize(step, ROUND_CEILING)
    return " and ".join(f"{end:,f}".replace("-", "−") for end in ends)


def _share(share: float) -> str:
    """A share of the cases, of which most are very small."""
    return percent(share) if share >= 0.001 else f"{100 * share:.2g} %" if share >= 1e-6 else f"{number(100 * share)} %"
