"""What several models are worth over all costs: a line and a band each, beside both constant answers."""

import math
from collections.abc import Mapping

import numpy as np
import plotly.graph_objects as go

from ddcore.answers.costs.draw import GREYS, HEIGHT
from ddcore.decisions.cost_curves import CURVE_LABELS
from ddcore.decisions.model_curves import ModelCurve
from ddcore.figures.calibration import banded
from ddcore.figures.curves import LINES
from ddcore.figures.marks import dress, key, line_at, side
from ddcore.figures.names import short_names, whole
from ddcore.figures.theme import Theme, faded
from ddcore.formats import many, number
from ddcore.scores.thinning import thinned


def models_figure(curves: Mapping[str, ModelCurve], theme: Theme, place: float | None) -> go.Figure:
    """Scores taken for probabilities over all costs, a line a model, with the bands of `banded`.

    Grey are the constant answers, with the share of positives of the first model. `place` is where the costs at hand
    are: a dotted line.
    """
    figure, short = go.Figure(), short_names(curves)
    first = next(iter(curves.values()))
    kind, higher = first.kind, first.kind.better == "higher"
    top = max(float(np.nanmax(curve.value)) for curve in curves.values())
    constant = np.maximum(first.always, first.never) if higher else np.minimum(first.always, first.never)
    low, high = (-0.25 * top, 1.15 * top) if higher else (-0.02, 1.3 * max(float(constant.max()), 1e-9))
    if not higher:
        low *= high
    for at, curve in enumerate(list(curves.values())[: banded(len(curves))]):
        known = np.isfinite(curve.low)
        x = curve.x[known]
        figure.add_scatter(
            x=np.append(x, x[::-1]),
            y=np.clip(np.append(curve.high[known], curve.low[known][::-1]), 2 * low, 2 * high),
            fill="toself",
            fillcolor=faded(theme.colour(at), 0.13),
            mode="lines",
            line={"width": 0},
            hoverinfo="skip",
            showlegend=False,
        )
    for at, (name, curve) in enumerate(curves.items()):
        kept = thinned(curve.x, np.clip(curve.value, 2 * low, 2 * high))
        figure.add_scatter(
            x=curve.x[kept],
            y=curve.value[kept],
            mode="lines",
            name=short[name],
            line={"width": 3 if at == 0 else 2, "color": theme.colour(at), "dash": LINES[at % len(LINES)]},
            customdata=np.column_stack([curve.low, curve.high])[kept] if np.isfinite(curve.low).any() else None,
            hovertemplate=_hover(name, curve),
        )
    if np.isfinite(first.low).any():
        key(figure, "95 % bands", {"symbol": "square", "size": 13, "color": faded(theme.text, 0.16)})
    for which, values in (("all", first.always), ("none", first.never)):
        kept = thinned(first.x, np.clip(values, 2 * low, 2 * high))
        figure.add_scatter(
            x=first.x[kept],
            y=values[kept],
            mode="lines",
            name=CURVE_LABELS[which],
            line={"width": 2, "color": theme.chance, "dash": GREYS[which]},
            hoverinfo="skip",
        )
    if place is not None and math.isfinite(place):
        line_at(figure, place, {"color": theme.user, "width": 2, "dash": "dot"}, "your costs", theme.text, side(place))
    figure.update_xaxes(title_text=kind.x_title, range=[-0.01, 1.01], nticks=7)
    figure.update_yaxes(title_text=kind.y_title, range=[low, high], nticks=7)
    dress(figure, theme, HEIGHT)
    return figure


def _hover(name: str, curve: ModelCurve) -> str:
    """What stands under the pointer; texts of each point would take longer to make than all else."""
    safe = whole(name).replace("%", "&#37;")
    between = " (95 %: %{customdata[0]:.3f} to %{customdata[1]:.3f})" if np.isfinite(curve.low).any() else ""
    return (
        f"<b>{safe}</b><br>{curve.kind.x_title}: %{{x:.3f}}<br>{curve.kind.y_title}: %{{y:.3f}}{between}<extra></extra>"
    )


def models_alt(curves: Mapping[str, ModelCurve], place: float | None) -> str:
    """What `models_figure` shows, in words."""
    kind = next(iter(curves.values())).kind
    said = (
        f"{kind.title} of {many(len(curves), 'model')}, scores taken for probabilities: {kind.y_title}, over all costs."
    )
    if place is None or not math.isfinite(place):
        return said
    values = [
        f"{name} {number(float(np.interp(place, curve.x, curve.value)))}" for name, curve in list(curves.items())[:5]
    ]
    more = f"; and {len(curves) - 5} more" if len(curves) > 5 else ""
    return f"{said} At your costs, {number(place)}: {'; '.join(values)}{more}."
