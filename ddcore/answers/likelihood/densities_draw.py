"""How the likelihood ratio of scores is spread in each class."""

import numpy as np
import plotly.graph_objects as go

from ddcore.answers.likelihood.draw import HEIGHT
from ddcore.figures.marks import dress
from ddcore.figures.names import short_names, whole
from ddcore.figures.theme import Theme, faded
from ddcore.formats import number
from ddcore.scores.transformed import SCALES, Transformed

NEUTRAL = {"log_ratio": 0.0, "probability": 0.5}
"""Where a transformed score speaks for neither class."""


def transformed_figure(spread: Transformed, positive: str, negative: str, theme: Theme) -> go.Figure:
    """Steps of both classes over the transformed score; at the grey line both are as high if the ratio is right."""
    figure, short = go.Figure(), short_names((positive, negative))
    ends = list(zip(spread.edges[:-1].tolist(), spread.edges[1:].tolist(), strict=True))
    classes = ((positive, spread.positives, "solid"), (negative, spread.negatives, "dash"))
    for at, (name, density, dash) in enumerate(classes):
        figure.add_scatter(
            x=np.repeat(spread.edges, 2)[1:-1],
            y=np.repeat(density, 2),
            mode="lines",
            name=short[name],
            line={"width": 2.5, "color": theme.colour(at), "dash": dash},
            fill="tozeroy",
            fillcolor=faded(theme.colour(at), 0.12),
            hovertext=np.repeat([f"{whole(name)}<br>{number(low)} to {number(high)}" for low, high in ends], 2),
            hoverinfo="text",
        )
    figure.add_vline(x=NEUTRAL[spread.scale], line={"width": 2, "color": theme.chance, "dash": "dash"})
    figure.update_xaxes(title_text=SCALES[spread.scale], nticks=6)
    figure.update_yaxes(title_text="how often", showticklabels=False, rangemode="tozero")
    dress(figure, theme, HEIGHT)
    return figure


def transformed_alt(spread: Transformed, positive: str, negative: str) -> str:
    """What `transformed_figure` shows, in words."""
    tops = [
        f"{number(float(spread.edges[place]))} to {number(float(spread.edges[place + 1]))}"
        for place in (int(spread.positives.argmax()), int(spread.negatives.argmax()))
    ]
    return (
        f"How often unseen cases have each {SCALES[spread.scale]}: {positive} most often {tops[0]}, {negative} "
        f"{tops[1]}."
    )
