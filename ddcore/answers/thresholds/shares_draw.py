"""The best threshold over the share of positives, and what keeping the one that is set costs."""

import math
from collections.abc import Mapping

import numpy as np
import plotly.graph_objects as go

from ddcore.arrays import Array
from ddcore.figures.marks import dress, side, with_gaps
from ddcore.figures.theme import Theme, faded, label
from ddcore.formats import number, percent
from ddcore.scores.share_thresholds import OverShare

HEIGHT = 380
Band = tuple[Array, Array, Array]
"""Shares of positives, and the lower and upper ends of the best thresholds of resamples there."""


def shares_figure(
    best: OverShare, kept: Array, band: Band | None, threshold: float, marks: Mapping[str, float], theme: Theme
) -> go.Figure:
    """Above the best threshold at each share, the one that is set dotted; below the measure with either.

    `marks` are shares with their names, such as that of these cases. Where it is best to predict no case positive, the
    line of the threshold stops.
    """
    figure = go.Figure()
    if band is not None:
        shares, low, high = band
        known = np.isfinite(low) & np.isfinite(high)
        figure.add_scatter(
            x=[*shares[known], *shares[known][::-1]],
            y=[*high[known], *low[known][::-1]],
            mode="lines",
            line={"width": 0},
            fill="toself",
            fillcolor=faded(theme.colour(0), 0.18),
            name="95 % of best ones",
            hoverinfo="skip",
        )
    figure.add_scatter(
        x=best.share,
        y=with_gaps(best.threshold),
        mode="lines",
        name="best threshold",
        line={"color": theme.colour(0), "width": 3},
        hovertext=np.array(
            [
                f"{percent(at)} positive<br>best threshold: {number(cut)}<br>{best.measure.title}: {number(value)}"
                for at, cut, value in zip(
                    best.share.tolist(), best.threshold.tolist(), best.value.tolist(), strict=True
                )
            ]
        ),
        hoverinfo="text",
    )
    if math.isfinite(threshold):
        figure.add_scatter(
            x=[0, 1],
            y=[threshold] * 2,
            mode="lines",
            name="threshold set",
            line={"color": theme.user, "width": 2, "dash": "dot"},
            hoverinfo="skip",
        )
    for name, values, look in (
        ("with the best", best.value, {"color": theme.colour(0), "width": 3}),
        ("with the one set", kept, {"color": theme.user, "width": 2, "dash": "dot"}),
    ):
        figure.add_scatter(
            x=best.share,
            y=with_gaps(values),
            mode="lines",
            name=name,
            yaxis="y2",
            line=look,
            showlegend=False,
            hovertext=np.array(
                [
                    f"{percent(at)} positive<br>{best.measure.title} {name}: {number(value)}"
                    for at, value in zip(best.share.tolist(), values.tolist(), strict=True)
                ]
            ),
            hoverinfo="text",
        )
    for name, share in marks.items():
        line = {"color": theme.muted, "width": 1.5, "dash": "dash"}
        figure.add_shape(type="line", x0=share, x1=share, y0=0, y1=1, yref="paper", line=line)
        figure.add_annotation(
            x=share,
            y=1,
            yref="paper",
            yanchor="bottom",
            xanchor=side(share),
            text=name,
            showarrow=False,
            font={"color": theme.text},
        )
    figure.update_xaxes(title_text="share of positives", range=[-0.01, 1.01], nticks=6, tickformat=".0%")
    figure.update_layout(
        yaxis={"domain": [0.5, 1], "title": {"text": "threshold"}, "nticks": 5},
        yaxis2={"domain": [0, 0.42], "anchor": "x", "title": {"text": label(best.measure)}, "nticks": 5},
        xaxis={"anchor": "y2"},
        margin={"t": 26},
    )
    dress(figure, theme, HEIGHT)
    return figure


def shares_alt(best: OverShare, marks: Mapping[str, float]) -> str:
    """What `shares_figure` shows, in words."""
    told = []
    for share in (0.1, 0.5, 0.9):
        cut = float(best.threshold[int(np.argmin(np.abs(best.share - share)))])
        told.append(f"{percent(share)} positive: {number(cut) if math.isfinite(cut) else 'none'}")
    shown = ", ".join(f"{name} at {percent(share)}" for name, share in marks.items())
    return f"Best threshold for {best.measure.name} over the share of positives: {', '.join(told)}. Marked: {shown}."
