"""The mean score of guessers over the probability that they predict a case positive."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import plotly.graph_objects as go

from ddcore.arrays import Array
from ddcore.chance.moments import Distribution
from ddcore.chance.strategies import Strategies
from ddcore.figures.marks import dress, empty, key, line_at, side, with_gaps
from ddcore.figures.scale import on_the_right, right_axis
from ddcore.figures.theme import DASHES, Theme, faded, label
from ddcore.formats import between, number, percent, theta_text
from ddcore.measures import Measure


class Named(NamedTuple):
    """A strategy on the curve of a measure: the measure's key, what it is called, its g and its mean."""

    key: str
    label: str
    g: float
    value: float


SYMBOLS = ("circle", "diamond", "square", "star")
"""A symbol a strategy, in the order in which they come."""


def strategies_figure(curves: Sequence[Strategies], named: Sequence[Named], g: float, theme: Theme) -> go.Figure:
    """Mean score over g, a line a measure, with the draw of as large a share as a thin line.

    Strategies with a name and the best g have a mark each; the dotted line is the selected strategy.
    """
    if not curves:
        return empty(theme, "No measure is chosen.")
    figure = go.Figure()
    right = on_the_right({curve.measure.key: curve.mean for curve in curves})
    sides = {curve.measure.key: "y2" if curve.measure.key in right else "y" for curve in curves}
    for at, curve in enumerate(curves):
        figure.add_scatter(
            x=curve.g,
            y=with_gaps(curve.draw),
            mode="lines",
            line={"color": faded(theme.colour(at), 0.55), "width": 1.5},
            hoverinfo="skip",
            showlegend=False,
            yaxis=sides[curve.measure.key],
        )
        figure.add_scatter(
            x=curve.g,
            y=with_gaps(curve.mean),
            mode="lines",
            name=f"{label(curve.measure)}{' →' if curve.measure.key in right else ''}",
            line={"color": theme.colour(at), "width": 2.5, "dash": DASHES[at % len(DASHES)]},
            hovertext=[
                f"<b>{curve.measure.name}</b>, g = {theta_text(x)}<br>mean of the guesser: {number(mean)}"
                f"<br>a draw of as many: {number(draw)}"
                for x, mean, draw in zip(curve.g.tolist(), curve.mean.tolist(), curve.draw.tolist(), strict=True)
            ],
            hoverinfo="text",
            yaxis=sides[curve.measure.key],
        )
    _marks(figure, curves, named, theme, sides)
    selected = {"color": theme.user, "width": 2, "dash": "dot"}
    line_at(figure, g, selected, f"g = {theta_text(g)}", theme.user, side(g))
    figure.update_xaxes(range=[-0.02, 1.02], nticks=7, title_text="probability of predicting a case positive, g")
    figure.update_yaxes(nticks=7, title_text="mean score of guessing")
    dress(figure, theme, 280)
    if right:
        right_axis(figure, theme, [label(curve.measure) for curve in curves if curve.measure.key in right])
    return figure


def _marks(
    figure: go.Figure, curves: Sequence[Strategies], named: Sequence[Named], theme: Theme, sides: dict[str, str]
) -> None:
    """A symbol for each strategy, in the colour of the measure."""
    keys = [curve.measure.key for curve in curves]
    symbols = {name: SYMBOLS[at % len(SYMBOLS)] for at, name in enumerate(dict.fromkeys(mark.label for mark in named))}
    for mark in named:
        if math.isfinite(mark.value):
            figure.add_scatter(
                x=[mark.g],
                y=[mark.value],
                mode="markers",
                marker={
                    "symbol": symbols[mark.label],
                    "size": 11,
                    "color": theme.colour(keys.index(mark.key)),
                    "line": {"width": 1.5, "color": theme.background},
                },
                hovertext=[f"<b>{mark.label}</b>, g = {theta_text(mark.g)}<br>{mark.key}: {number(mark.value)}"],
                hoverinfo="text",
                showlegend=False,
                cliponaxis=False,
                yaxis=sides[mark.key],
            )
    for name, symbol in symbols.items():
        key(figure, name, {"symbol": symbol, "size": 10, "color": theme.muted})
    figure.add_scatter(
        x=[None],
        y=[None],
        mode="lines",
        name="a fixed number",
        line={"color": theme.joint, "width": 1.5},
        hoverinfo="skip",
    )


def strategies_alt(curves: Sequence[Strategies], named: Sequence[Named], g: float) -> str:
    """What `strategies_figure` shows, in words."""
    if not curves:
        return "No measure is chosen."
    parts = []
    for curve in curves:
        known = np.flatnonzero(np.isfinite(curve.mean))
        if not known.size:
            parts.append(f"{curve.measure.name} has no value at any g")
            continue
        own = [mark for mark in named if mark.key == curve.measure.key]
        told = ", ".join(f"{mark.label.lower()} {number(mark.value)}" for mark in own)
        parts.append(
            f"{curve.measure.name} goes from {number(curve.mean[known[0]])} at g = {theta_text(curve.g[known[0]])} to "
            f"{number(curve.mean[known[-1]])} at {theta_text(curve.g[known[-1]])} ({told})"
        )
    return (
        f"Mean score of guessing over the probability g of predicting a case positive. {'; '.join(parts)}. "
        f"Looked at is g = {theta_text(g)}."
    )


MOST_BARS = 40


def laws_figure(measure: Measure, draw: Distribution, each: Distribution, theme: Theme) -> go.Figure:
    """How likely a single guess scores what: bars for a fixed number of cases, a line for each case by itself.

    Both are counted in the same classes; the rarest scores, two in 10,000, are left out.
    """
    if not draw.value.size or not each.value.size:
        return empty(theme, f"{measure.name} has no value here: {measure.undefined}.")
    edges = _edges(draw, each)
    middles = (edges[1:] + edges[:-1]) / 2
    bars, line = (np.histogram(law.value, edges, weights=law.probability)[0] for law in (draw, each))
    texts = [
        f"{measure.name} about {number(x)}<br>a fixed number: {percent(one)} of the guesses"
        f"<br>each case by itself: {percent(other)}"
        for x, one, other in zip(middles.tolist(), bars.tolist(), line.tolist(), strict=True)
    ]
    figure = go.Figure()
    figure.add_bar(
        x=middles,
        y=bars,
        width=np.diff(edges),
        marker={"color": faded(theme.colour(0), 0.35), "line": {"width": 0}},
        name="a fixed number",
        hovertext=texts,
        hoverinfo="text",
    )
    figure.add_scatter(
        x=middles,
        y=line,
        mode="lines",
        line={"color": theme.colour(1), "width": 2, "shape": "hvh"},
        name="each by itself",
        hovertext=texts,
        hoverinfo="text",
    )
    figure.update_xaxes(title_text=f"{measure.name} of a single guess", nticks=6)
    figure.update_yaxes(title_text="share of the guesses", rangemode="tozero", nticks=5)
    dress(figure, theme, 200)
    return figure


def _edges(draw: Distribution, each: Distribution) -> Array:
    """The ends of the classes: whole multiples of the steps of the draw, so that each holds as many of its values."""
    low = min(float(law.quantile(1e-4)) for law in (draw, each))
    high = max(float(law.quantile(1 - 1e-4)) for law in (draw, each))
    span = (high - low) or 0.04 * max(1.0, abs(high))
    gap = float(np.median(np.diff(draw.value))) if draw.value.size > 1 else span / MOST_BARS
    width = gap * math.ceil(span / (MOST_BARS * gap))
    start = float(draw.value[0]) - gap / 2
    first = start + width * math.floor((low - start) / width)
    return np.asarray(first + width * np.arange(math.ceil((high - first) / width) + 1))


def laws_alt(measure: Measure, draw: Distribution, each: Distribution) -> str:
    """What `laws_figure` shows, in words."""
    if not draw.value.size or not each.value.size:
        return f"{measure.name} has no value here: {measure.undefined}."
    ends = [between(*law.quantile([0.025, 0.975])) for law in (draw, each)]
    return (
        f"Distribution of {measure.name} of single guesses: 95 % lie between {ends[0]} where a fixed number of cases "
        f"is predicted positive, between {ends[1]} where each case is guessed by itself."
    )
