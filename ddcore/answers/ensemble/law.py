"""Are two better than one: the exact curve and region, where the law of both scores is known."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np
import plotly.graph_objects as go

from ddcore.answers.base.answer import Answer, Figure
from ddcore.answers.base.before_after import curve_of
from ddcore.answers.base.known_laws import classes, pair
from ddcore.answers.ensemble.draw import HEIGHT, with_exact_border
from ddcore.arrays import Array
from ddcore.data import Data
from ddcore.figures.curves import with_exact_curve
from ddcore.figures.theme import Theme
from ddcore.formats import number
from ddcore.samples.pairs import NAMES, Pair
from ddcore.scores.curve_kinds import Curve
from ddcore.table import ScoreTable

CELLS = 300
"""Rings around the means of each class, and places in each: areas are exact to four digits."""


def beside(answer: Answer, data: Data, kind: str, names: Sequence[str], share: float) -> Answer:
    """The answer with the exact curve of both together, and the exact border at this share of calls."""
    law = pair(data)
    if law is None or set(names) != set(NAMES):
        return answer
    table = data.cached(("exact together", data.prevalence), lambda: law.read(CELLS, *classes(data)), large=True)
    line = data.cached(("exact together", data.prevalence, kind), lambda: curve_of(table, kind).thin())
    order = [names.index(name) for name in NAMES]
    both, plane = answer.figures["ensemble"], answer.figures["plane"]
    figures = {
        **answer.figures,
        "ensemble": replace(
            both,
            words=f"{both.words} Exactly, dashed, it is {number(line.summary)} together.",
            drawn=partial(_with_curve, both, line),
        ),
        "plane": replace(
            plane,
            words=f"{plane.words} The exact border of the same share is dotted.",
            drawn=partial(_with_border, plane, law, order, _cut(table, share)),
        ),
    }
    exact = {"together": round(law.best_auc, 9), "alone": {name: law.alone(name).auc for name in NAMES}}
    return replace(answer, figures=figures, values={**answer.values, "exact": exact})


def _cut(table: ScoreTable, share: float) -> float:
    """The logarithm of the ratio from which on this share of all cases lies."""
    cases = (table.positives + table.negatives)[::-1]
    place = int(np.searchsorted(np.cumsum(cases), share * cases.sum()))
    return float(table.score[::-1][min(place, cases.size - 1)])


def _with_curve(figure: Figure, line: Curve, theme: Theme) -> go.Figure:
    return with_exact_curve(figure.draw(theme), theme, line, f"exact {number(line.summary)}", HEIGHT)


def _with_border(figure: Figure, law: Pair, order: Sequence[int], cut: float, theme: Theme) -> go.Figure:
    return with_exact_border(figure.draw(theme), theme, partial(_above, law, order, cut))


def _above(law: Pair, order: Sequence[int], cut: float, x: Array, y: Array) -> Array:
    """How far the logarithm of the exact ratio is above the cut at each point of a plane, of shape (y, x)."""
    plane = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    return (law.log_ratio(plane[:, order]) - cut).reshape(y.size, x.size)
