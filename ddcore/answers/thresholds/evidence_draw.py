"""Which scores are predicted positive by several ways: a strip for each."""

import math
from collections.abc import Mapping

import plotly.graph_objects as go

from ddcore.figures.marks import dress, segments
from ddcore.figures.theme import Theme
from ddcore.formats import number

Stretches = tuple[tuple[float, float], ...]
ROW = 34


def called_figure(called: Mapping[str, Stretches], ends: tuple[float, float], theme: Theme) -> go.Figure:
    """A strip a way over the scores, thick where positive is predicted; `ends` are the outmost scores."""
    figure = go.Figure()
    for at, stretches in enumerate(called.values()):
        figure.add_scatter(
            x=list(ends), y=[at, at], mode="lines", line={"width": 2, "color": theme.joint}, hoverinfo="skip"
        )
        low, high = ([min(max(pair[end], ends[0]), ends[1]) for pair in stretches] for end in (0, 1))
        if stretches:
            figure.add_scatter(
                x=segments(low, high),
                y=segments([at] * len(low), [at] * len(low)),
                mode="lines",
                line={"width": 14, "color": theme.colour(at)},
                hovertext=[text for first, last in stretches for text in (_range(first, last),) * 3],
                hoverinfo="text",
            )
    figure.update_traces(showlegend=False)
    figure.update_xaxes(title_text="score", nticks=7)
    figure.update_yaxes(
        tickvals=list(range(len(called))),
        ticktext=list(called),
        tickfont={"color": theme.text},
        range=[len(called) - 0.5, -0.5],
        showgrid=False,
    )
    dress(figure, theme, ROW * len(called) + 10)
    return figure


def _range(first: float, last: float) -> str:
    if math.isinf(first) and math.isinf(last):
        return "all scores"
    if math.isinf(first):
        return f"scores up to {number(last)}"
    return f"scores ≥ {number(first)}" if math.isinf(last) else f"scores {number(first)} to {number(last)}"


def called_alt(called: Mapping[str, Stretches]) -> str:
    """What `called_figure` shows, in words."""
    told = [
        f"{way}: {' and '.join(_range(*stretch) for stretch in stretches) or 'no score'}"
        for way, stretches in called.items()
    ]
    return f"Scores that are predicted positive. {'; '.join(told)}."
