"""Figures of a comparison: differences with their intervals, a row each, and a map of all pairs of models."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from ddcore.figures.marks import dress, empty, key, segments
from ddcore.figures.names import short_names, whole
from ddcore.figures.theme import Theme, faded, mixed, plain
from ddcore.formats import begun, many, number
from ddcore.interval import Interval

NOTHING = "Nothing here has a value for both."


@dataclass(frozen=True)
class Line:
    """A row of the chart: its name, both scores and the difference, the side that is surely better (1, -1, or 0)."""

    name: str
    first: float
    second: float
    difference: Interval
    better: int
    lower: bool = False


def compare_figure(lines: Sequence[Line], names: tuple[str, str], margin: float, theme: Theme) -> go.Figure:
    """Differences with their 95 % intervals, 0 as a line, and what does not matter as a band on both sides of it.

    A full marker says which side is surely better: a circle the first, a square the second; hollow ones may be luck.
    """
    known = [line for line in lines if math.isfinite(line.difference.value)]
    if not known:
        return empty(theme, NOTHING)
    figure = go.Figure()
    short, shorter = (short_names(dict.fromkeys(names), longest) for longest in (14, 12))
    sure = [line for line in known if line.difference.is_finite]
    at = {line.name: place for place, line in enumerate(known)}
    figure.add_scatter(
        x=segments((line.difference.low for line in sure), (line.difference.high for line in sure)),
        y=segments((at[line.name] for line in sure), (at[line.name] for line in sure)),
        mode="lines",
        line={"width": 2.5, "color": theme.muted},
        hoverinfo="skip",
        showlegend=False,
    )
    colours = {1: theme.colour(0), -1: theme.colour(1), 0: theme.background}
    edges = {1: theme.colour(0), -1: theme.colour(1), 0: theme.muted}
    symbols = {1: "circle", -1: "square", 0: "diamond"}
    figure.add_scatter(
        x=[line.difference.value for line in known],
        y=list(range(len(known))),
        mode="markers",
        marker={
            "size": 12,
            "symbol": [symbols[line.better] for line in known],
            "color": [colours[line.better] for line in known],
            "line": {"width": 2, "color": [edges[line.better] for line in known]},
        },
        hovertext=np.array([_hover(line, names) for line in known]),
        hoverinfo="text",
        showlegend=False,
        cliponaxis=False,
    )
    for side, name in ((1, names[0]), (-1, names[1])):
        if any(line.better == side for line in known):
            marker = {"size": 12, "symbol": symbols[side], "color": colours[side]}
            key(figure, f"better: {shorter[name]}", marker)
    if any(line.better == 0 for line in known):
        hollow = {
            "size": 12,
            "symbol": "diamond",
            "color": theme.background,
            "line": {"width": 2, "color": theme.muted},
        }
        key(figure, "may be luck", hollow)
    if margin > 0:
        figure.add_vrect(x0=-margin, x1=margin, fillcolor=faded(theme.chance, 0.14), line_width=0, layer="below")
        band = {"size": 14, "symbol": "square", "color": faded(theme.chance, 0.3)}
        key(figure, f"within ±{number(margin)}", band)
    figure.add_shape(type="line", x0=0, x1=0, y0=0, y1=1, yref="y domain", line={"color": theme.chance, "width": 2})
    ends = [end for line in sure for end in (line.difference.low, line.difference.high)]
    ends += [line.difference.value for line in known] + [0.0, -margin, margin]
    room = 0.06 * (max(ends) - min(ends) or 1.0)
    figure.update_xaxes(
        range=[min(ends) - room, max(ends) + room],
        nticks=7,
        title_text=f"{short[names[0]]} − {short[names[1]]}"
        + (", ↓ lower is better" if any(x.lower for x in known) else ""),
    )
    figure.update_yaxes(
        tickvals=list(range(len(known))),
        ticktext=[line.name + (" ↓" if line.lower else "") for line in known],
        tickfont={"color": theme.text},
        range=[len(known) - 0.5, -0.5],
        showgrid=False,
    )
    dress(figure, theme, max(34 * len(known), 80))
    return figure


def _hover(line: Line, names: tuple[str, str]) -> str:
    it = line.difference
    between = f" (95 %: {number(it.low)} to {number(it.high)})" if it.is_finite else ""
    return (
        f"<b>{line.name}</b><br>{whole(names[0])}: {number(line.first)}<br>{whole(names[1])}: "
        f"{number(line.second)}<br>difference: {number(it.value)}{between}"
    )


def compare_alt(lines: Sequence[Line], names: tuple[str, str]) -> str:
    """What `compare_figure` shows, in words."""
    known = [line for line in lines if math.isfinite(line.difference.value)]
    head = f"Differences with their 95 % intervals, {begun(names[0])} less {names[1]}."
    if not known:
        return f"{head} {NOTHING}"
    told = "; ".join(
        f"{line.name} {number(line.difference.value)}"
        + (f" ({number(line.difference.low)} to {number(line.difference.high)})" if line.difference.is_finite else "")
        for line in known[:6]
    )
    return f"{head} {told}{' and more' if len(known) > 6 else ''}."


@dataclass(frozen=True, eq=False)
class PairMap:
    """Differences of all pairs, row less column, NaN where there is none; which of them are sure; their p."""

    names: tuple[str, ...]
    title: str
    difference: "np.ndarray[tuple[int, int], np.dtype[np.float64]]"
    better: "np.ndarray[tuple[int, int], np.dtype[np.int64]]"
    p: "np.ndarray[tuple[int, int], np.dtype[np.float64]]"


NUMBERED = 5
"""Models up to which there is room for numbers in the cells of the map."""


def pairs_figure(shown: PairMap, theme: Theme) -> go.Figure:
    """A map of all pairs: how much the model of a row is ahead of that of a column; a star where that is sure."""
    short = list(short_names(shown.names, 14).values())
    size = len(short)
    span = float(np.nanmax(np.abs(shown.difference), initial=0.0)) or 1.0
    words: list[list[str]] = []
    hover: list[list[str]] = []
    for i in range(size):
        words.append([])
        hover.append([])
        for j in range(size):
            value = shown.difference[i, j]
            star = "★" if shown.better[i, j] else ""
            told = "" if math.isnan(value) or size > NUMBERED else number(float(value))
            words[i].append(f"{told}{star}")
            hover[i].append(
                ""
                if i == j
                else f"{whole(shown.names[i])} − {whole(shown.names[j])}<br>{plain(shown.title, 40)}: "
                f"{number(float(value))}<br>p, corrected: {number(float(shown.p[i, j]))}"
            )
    figure = go.Figure()
    figure.add_heatmap(
        z=shown.difference.astype(object),
        x=list(range(size)),
        y=list(range(size)),
        text=words,
        texttemplate="%{text}",
        textfont={"color": theme.text},
        hovertext=hover,
        hoverinfo="text",
        colorscale=[
            [0, mixed(theme.colour(1), theme.background, 0.55)],
            [0.5, theme.background],
            [1, mixed(theme.colour(0), theme.background, 0.5)],
        ],
        zmin=-span,
        zmax=span,
        showscale=False,
        xgap=2,
        ygap=2,
    )
    ticks = {"tickvals": list(range(size)), "ticktext": short, "showgrid": False, "tickfont": {"color": theme.text}}
    figure.update_xaxes(**ticks, side="top")
    figure.update_yaxes(**ticks, autorange="reversed")
    dress(figure, theme, 36 * size + 60)
    return figure


def pairs_alt(shown: PairMap) -> str:
    """What `pairs_figure` shows, in words."""
    sure = int((shown.better > 0).sum())
    count = len(shown.names) * (len(shown.names) - 1) // 2
    return f"{shown.title}: differences of {many(count, 'pair')} of {len(shown.names)} models; {sure} of them sure."
