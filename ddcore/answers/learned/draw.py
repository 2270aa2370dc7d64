"""Figures of what a model has learned: the mean score of blends of oracle and guessing, and the shares read off it."""

import math
from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from ddcore.chance.learned import Learned
from ddcore.figures.marks import dress, empty, key, on_a_scale, segments
from ddcore.figures.names import short_names, whole
from ddcore.figures.theme import DASHES, SYMBOLS, Theme, label
from ddcore.formats import begun, number, percent

Row = Sequence[Learned]
"""One measure of every model."""
LINES, MODELS = 3, 4
"""Measures and models in one chart."""
NOTHING = "None of these measures has a share of oracle here."


def drawn_lines(rows: Sequence[Row], selected: str) -> list[Row]:
    """The measures that get a curve: the first of which the selected model has a share, on a scale with two ends.

    Those that a little oracle lifts come last: their curve is a wall.
    """
    looked = [(row, one) for row in rows for one in row if one.model == selected]
    placed = [(row, one) for row, one in looked if one.state == "learned" and on_a_scale(one.measure)]
    return [row for row, _ in sorted(placed, key=lambda item: item[1].lifted)][:LINES]


def blend_figure(rows: Sequence[Row], selected: str, theme: Theme) -> go.Figure:
    """Mean score over the share of oracle, a line a measure; each model stands on it where it scores as much.

    From the score of the selected model a dotted line leads to the curve and down to its share; the thick part of the
    curve is its 95 % interval.
    """
    if not rows:
        return empty(theme, NOTHING)
    figure = go.Figure()
    names = [one.model for one in rows[0]]
    short = short_names(names)
    ends = [end for row in rows for one in row for end in (one.share.value, one.share.low) if math.isfinite(end)]
    first = min([0.0, *ends])
    for at, row in enumerate(rows):
        looked = next(one for one in row if one.model == selected)
        _curve(figure, theme, at, looked, first)
        _guide(figure, theme, at, looked, first)
        for place, one in enumerate(row):
            if one.state == "learned" and one.blend is looked.blend:
                _mark(figure, theme, at, place, one)
    for place, name in enumerate(names):
        key(figure, short[name], {"symbol": SYMBOLS[place % len(SYMBOLS)], "size": 11, "color": theme.muted})
    figure.update_xaxes(
        range=[first - 0.02, 1.02],
        tickformat=".0%",
        nticks=7,
        title_text="share of oracle" if first == 0 else "share of oracle (below 0: of one that is always wrong)",
    )
    figure.update_yaxes(nticks=7, title_text="mean score of the blend")
    dress(figure, theme, 320)
    return figure


def _curve(figure: go.Figure, theme: Theme, at: int, looked: Learned, first: float) -> None:
    """The line of one measure, its part within the interval thick."""
    if looked.blend is None:
        return
    shares, means = looked.blend.line(first)
    name = label(looked.measure)
    figure.add_scatter(
        x=shares,
        y=means,
        mode="lines",
        name=name,
        line={"color": theme.colour(at), "width": 2.5, "dash": DASHES[at % len(DASHES)]},
        hovertext=np.array(
            [f"<b>{name}</b><br>{percent(x)} oracle: {number(y)}" for x, y in zip(shares, means, strict=True)]
        ),
        hoverinfo="text",
    )
    if not looked.share.is_finite:
        return
    inside = (shares > looked.share.low) & (shares < looked.share.high)
    figure.add_scatter(
        x=[looked.share.low, *shares[inside], looked.share.high],
        y=[looked.score.low, *means[inside], looked.score.high]
        if looked.measure.better == "higher"
        else [looked.score.high, *means[inside], looked.score.low],
        mode="lines",
        line={"color": theme.colour(at), "width": 8},
        opacity=0.35,
        hoverinfo="skip",
        showlegend=False,
    )


def _guide(figure: go.Figure, theme: Theme, at: int, looked: Learned, first: float) -> None:
    """From the score to the curve, and from there down to the share, which stands beside."""
    share, score = looked.share.value, looked.score.value
    lowest = min(0.0, looked.chance, score)
    figure.add_scatter(
        x=[first - 0.02, share, share],
        y=[score, score, lowest],
        mode="lines",
        line={"color": theme.colour(at), "width": 1, "dash": "dot"},
        hoverinfo="skip",
        showlegend=False,
    )


def _mark(figure: go.Figure, theme: Theme, at: int, place: int, one: Learned) -> None:
    figure.add_scatter(
        x=[one.share.value],
        y=[one.score.value],
        mode="markers",
        marker={
            "symbol": SYMBOLS[place % len(SYMBOLS)],
            "size": 11,
            "color": theme.colour(at),
            "line": {"width": 1.5, "color": theme.text},
        },
        cliponaxis=False,
        hovertext=[_hover(one)],
        hoverinfo="text",
        showlegend=False,
    )


def _hover(one: Learned) -> str:
    interval = ""
    if one.share.is_finite:
        interval = f" (95 %: {percent(one.share.low)} to {percent(one.share.high)})"
    return (
        f"<b>{one.measure.name}</b>, {whole(one.model)}<br>score: {number(one.score.value)}"
        f"<br>learned: {percent(one.share.value)}{interval}<br>guessing alone: {number(one.chance)}"
    )


def blend_alt(rows: Sequence[Row], selected: str) -> str:
    """What `blend_figure` shows, in words."""
    looked = [one for row in rows for one in row if one.model == selected]
    if not looked:
        return f"Mean score over the share of oracle. {NOTHING}"
    parts = [
        f"{one.measure.name} goes from {number(one.chance)} without oracle to {number(one.ideal)} with nothing else; "
        f"{begun(one.model)} scores {number(one.score.value)}, as with {percent(one.share.value)} oracle"
        for one in looked
    ]
    return f"Mean score over the share of oracle. {'. '.join(parts)}."


def learned_figure(rows: Sequence[Row], theme: Theme) -> go.Figure:
    """The share of oracle of each model with its 95 % interval, a row a measure; without one the row is left out."""
    kept = [row for row in rows if any(one.state == "learned" for one in row)]
    if not kept:
        return empty(theme, NOTHING)
    figure = go.Figure()
    names = [one.model for one in kept[0]]
    short, slot = short_names(names), 0.7 / len(names)
    lowest = 0.0
    for place, name in enumerate(names):
        placed = [
            (y + (place - (len(names) - 1) / 2) * slot, row[place])
            for y, row in enumerate(kept)
            if row[place].state == "learned"
        ]
        sure = [(y, one) for y, one in placed if one.share.is_finite]
        figure.add_scatter(
            x=segments((one.share.low for _, one in sure), (one.share.high for _, one in sure)),
            y=segments((y for y, _ in sure), (y for y, _ in sure)),
            mode="lines",
            line={"width": 2, "color": theme.colour(place)},
            hoverinfo="skip",
            showlegend=False,
        )
        figure.add_scatter(
            x=[one.share.value for _, one in placed],
            y=[y for y, _ in placed],
            mode="markers",
            name=short[name],
            marker={
                "symbol": SYMBOLS[place % len(SYMBOLS)],
                "size": 10,
                "color": [theme.colour(place) if one.surely else theme.background for _, one in placed],
                "line": {"width": 2, "color": theme.colour(place)},
            },
            cliponaxis=False,
            hovertext=np.array([_hover(one) for _, one in placed]),
            hoverinfo="text",
            showlegend=False,
        )
        # The legend would show the first marker, which may be hollow.
        key(figure, short[name], {"symbol": SYMBOLS[place % len(SYMBOLS)], "size": 10, "color": theme.colour(place)})
        values = [end for _, one in placed for end in (one.share.value, one.share.low) if math.isfinite(end)]
        lowest = min([lowest, *values])
    if any(one.state == "learned" and not one.surely for row in kept for one in row):
        key(
            figure,
            "hollow: maybe none",
            {"size": 10, "color": theme.background, "line": {"width": 2, "color": theme.muted}},
        )
    figure.add_shape(type="line", x0=0, x1=0, y0=0, y1=1, yref="y domain", line={"color": theme.chance, "width": 2})
    figure.update_xaxes(range=[lowest - 0.03, 1.03], tickformat=".0%", nticks=6, title_text="share of oracle")
    figure.update_yaxes(
        tickvals=list(range(len(kept))),
        ticktext=[label(row[0].measure) for row in kept],
        tickfont={"color": theme.text},
        range=[len(kept) - 0.5, -0.5],
        showgrid=False,
    )
    dress(figure, theme, len(kept) * max(26, 16 * len(names) + 8))
    return figure


def learned_alt(rows: Sequence[Row], selected: str) -> str:
    """What `learned_figure` shows, in words."""
    looked = [one for row in rows for one in row if one.model == selected and one.state == "learned"]
    if not looked:
        return f"Share of oracle by measure. {NOTHING}"
    told = ", ".join(f"{one.measure.name} {percent(one.share.value)}" for one in looked[:4])
    return (
        f"Share of oracle of {len(rows[0])} model{'s' if len(rows[0]) > 1 else ''} by measure. {begun(selected)}: "
        f"{told}{' and more' if len(looked) > 4 else ''}."
    )
