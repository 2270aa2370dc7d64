"""What several models are worth over all costs: the chart of costs that has each of them, and its points."""

from collections.abc import Callable, Mapping
from functools import partial

import pandas as pd

from ddcore.answers.base.answer import Figure, Table
from ddcore.answers.base.separation import tables
from ddcore.answers.base.words import listing, literal
from ddcore.answers.costs.models_draw import models_alt, models_figure
from ddcore.data import Data
from ddcore.decisions.cost_curves import COST_CURVES
from ddcore.decisions.model_curves import ModelCurve, model_curve
from ddcore.figures.calibration import banded
from ddcore.formats import percent


def curves(data: Data, kind: str) -> dict[str, ModelCurve]:
    """The curve of each model whose scores are probabilities, that of the selected one first; none of a single one."""
    here = data if data.original is None else data.original
    probabilities = {name: table for name, table in tables(here).items() if table.is_probability}
    if len(probabilities) < 2 or kind not in COST_CURVES or not 0 < data.prevalence < 1:
        return {}
    share = None if here is data else data.prevalence
    return {
        name: data.cached(("model curve", table, kind, share), partial(model_curve, table, kind, share=share))
        for name, table in probabilities.items()
    }


def figures(data: Data, kind: str, place_on: Callable[[str], float | None]) -> Mapping[str, Figure]:
    """The chart of all models, and the costs at hand by their place on it; none where there are no two to compare."""
    drawn = curves(data, kind)
    if not drawn:
        return {}
    place = place_on(kind)
    draw = partial(models_figure, drawn, place=place)
    return {
        "models": Figure(f"{COST_CURVES[kind].title} of all models", models_alt(drawn, place), draw, _told(data, drawn))
    }


def _told(data: Data, drawn: Mapping[str, ModelCurve]) -> str:
    """How to read the bands, and which models have no line."""
    bands = (
        "Scores are taken for probabilities. The bands are 95 % intervals at each place by itself, not of a whole "
        "curve; models of which two bands overlap may still differ, as they are judged on the same cases."
    )
    if banded(len(drawn)) == 1:
        bands = (
            f"Scores are taken for probabilities. The band is that of {literal(data.name)}, the selected model: 95 % "
            f"intervals at each place by itself, not of a whole curve. Each model's interval stands under the pointer."
        )
    if data.original is not None:
        bands += (
            f" Scores are taken for probabilities of these cases, and their odds are moved to where "
            f"{percent(data.prevalence)} are positive."
        )
    without = [literal(name) for name in tables(data) if name not in drawn]
    return f"{bands} Not here, because their scores are no probabilities: {listing(without)}." if without else bands


def points(drawn: Mapping[str, ModelCurve]) -> pd.DataFrame:
    """Every place of every curve with its band."""
    return pd.concat(
        [
            pd.DataFrame(
                {
                    "Model": name,
                    curve.kind.x_title.capitalize(): curve.x,
                    curve.kind.y_title.capitalize(): curve.value,
                    "95 % from": curve.low,
                    "95 % to": curve.high,
                }
            )
            for name, curve in drawn.items()
        ],
        ignore_index=True,
    )


def point_tables(data: Data, kind: str) -> Mapping[str, Table]:
    """The points of the chart of all models."""
    drawn = curves(data, kind)
    size = sum(curve.x.size for curve in drawn.values())
    return {"models": Table("The curves of all models", size, partial(points, drawn))} if drawn else {}
