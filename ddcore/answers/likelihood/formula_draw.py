"""A transformation of scores of one's own: its curve beside those of the scores as they are and of their ratio."""

from collections.abc import Mapping

import plotly.graph_objects as go

from ddcore.answers.likelihood.draw import HEIGHT
from ddcore.figures.curves import axes, hover
from ddcore.figures.marks import dress
from ddcore.figures.theme import Theme, plain
from ddcore.formats import number
from ddcore.scores.curve_kinds import Curve

AS_IS, OWN, RATIO = "as they are", "T(x)", "likelihood ratio, unseen cases"


def transform_figure(curves: Mapping[str, Curve], theme: Theme) -> go.Figure:
    """Curves by name: T(x) solid, the scores as they are dashed grey, their ratio dotted."""
    first = next(iter(curves.values()))
    figure = go.Figure()
    chance = first.kind.chance(first.positives, first.negatives)
    figure.add_scatter(
        x=[x for x, _ in chance],
        y=[y for _, y in chance],
        mode="lines",
        line={"width": 1, "color": theme.joint},
        hoverinfo="skip",
        showlegend=False,
    )
    looks = {
        AS_IS: {"width": 2, "color": theme.chance, "dash": "dash"},
        OWN: {"width": 3, "color": theme.colour(1)},
        RATIO: {"width": 2, "color": theme.colour(0), "dash": "dot"},
    }
    labels = {AS_IS: "as they are", OWN: "T(x)", RATIO: "ratio, unseen"}
    for name, curve in curves.items():
        figure.add_scatter(
            x=curve.x,
            y=curve.y,
            mode="lines",
            name=f"{labels[name]} {number(curve.summary)}",
            line=looks[name],
            hovertext=hover(name, curve, thresholds=False),
            hoverinfo="text",
        )
    axes(figure, curves.values())
    dress(figure, theme, HEIGHT)
    return figure


def alt(curves: Mapping[str, Curve], text: str) -> str:
    """What `transform_figure` shows, in words."""
    kind = next(iter(curves.values())).kind
    areas = "; ".join(f"{name} {number(curve.summary)}" for name, curve in curves.items())
    return f"{kind.title} curve of T(x) = {plain(text, 60)} beside others. The {kind.summary_name}: {areas}."
