"""Several small charts side by side: pairs by each measure, one test set, laws of prices, chains, whole curves."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray
from plotly.subplots import make_subplots

from ddcore.arrays import Array
from ddcore.decisions.chains import Chains
from ddcore.decisions.comparison import outline
from ddcore.decisions.curve_ranking import Binormal, CurvePairs
from ddcore.decisions.utility import Utility
from ddcore.figures.marks import dress, segments, with_gaps
from ddcore.figures.theme import Theme

SIDE = 150
"""Pixels of a small chart, up and down."""
COLUMNS = 3
TITLE = 42
"""Pixels between two rows of small charts."""
TALL = 320
"""Pixels of two charts side by side."""
ROW = 30
"""Pixels of a classifier's row."""


@dataclass(frozen=True, eq=False)
class Cloud:
    """Points of a small chart: across and up, which are `wrong`, and two of them that are marked, if any."""

    title: str
    across: Array
    up: Array
    wrong: NDArray[np.bool_]
    marked: tuple[tuple[float, float], tuple[float, float]] | None = None


def clouds_figure(clouds: Sequence[Cloud], across: str, up: str, zero: bool, theme: Theme) -> go.Figure:
    """A small chart for each cloud, row by row; `zero` draws the axes through zero, around which all is laid out.

    Triangles are pairs that are ranked wrongly, or the two of one such pair.
    """
    rows = -(-len(clouds) // COLUMNS)
    figure = _grid(rows, COLUMNS, [cloud.title for cloud in clouds], theme)
    for place, cloud in enumerate(clouds):
        cell: dict[str, Any] = {"row": 1 + place // COLUMNS, "col": 1 + place % COLUMNS}
        for name, shown, look in (
            ("ranked rightly" if zero else "a classifier", ~cloud.wrong, _dot(theme)),
            ("ranked wrongly", cloud.wrong, _triangle(theme)),
        ):
            if zero or shown.any():
                figure.add_scatter(
                    x=with_gaps(cloud.across[shown]),
                    y=with_gaps(cloud.up[shown]),
                    mode="markers",
                    name=name,
                    marker=look,
                    hoverinfo="skip",
                    showlegend=place == 0,
                    legendgroup=name,
                    **cell,
                )
        if cloud.marked:
            _marked(figure, cloud.marked, theme, cell)
        ends = (_reach(cloud.across), _reach(cloud.up)) if zero else None
        _axes(figure, theme, cell, ends)
    _named(figure, rows, len(clouds), across, up)
    if any(cloud.marked for cloud in clouds):
        look = {**_triangle(theme), "size": 9, "symbol": "triangle-right"}
        figure.add_scatter(
            x=[None], y=[None], mode="markers", name="a pair ranked wrongly", marker=look, hoverinfo="skip"
        )
    _dressed(figure, theme, rows * (SIDE + TITLE))
    return figure


def _grid(rows: int, columns: int, titles: Sequence[str], theme: Theme) -> go.Figure:
    height = rows * (SIDE + TITLE)
    figure = make_subplots(
        rows=rows,
        cols=columns,
        subplot_titles=list(titles),
        horizontal_spacing=0.05 if columns == COLUMNS else 0.12,
        vertical_spacing=TITLE / height if rows > 1 else 0,
    )
    figure.update_annotations(font={"size": 13, "color": theme.text})
    return figure


def _dot(theme: Theme) -> dict[str, Any]:
    return {"symbol": "circle", "size": 3, "color": theme.colour(0), "opacity": 0.5}


def _triangle(theme: Theme) -> dict[str, Any]:
    return {"symbol": "triangle-up", "size": 5, "color": theme.colour(1)}


def _marked(figure: go.Figure, ends: Sequence[tuple[float, float]], theme: Theme, cell: dict[str, Any]) -> None:
    figure.add_scatter(
        x=[end[0] for end in ends],
        y=[end[1] for end in ends],
        mode="lines+markers",
        line={"color": theme.colour(1), "width": 1.5, "dash": "dot"},
        marker={"symbol": ["triangle-right", "triangle-left"], "size": 9, "color": theme.colour(1)},
        hoverinfo="skip",
        showlegend=False,
        **cell,
    )


def _reach(values: Array) -> float:
    known = np.abs(values[np.isfinite(values)])
    return 1.05 * float(np.quantile(known, 0.99)) if known.size and known.any() else 1.0


def _axes(figure: go.Figure, theme: Theme, cell: dict[str, Any], ends: tuple[float, float] | None) -> None:
    common = {
        "showticklabels": False,
        "ticks": "",
        "nticks": 5,
        "zeroline": ends is not None,
        "zerolinecolor": theme.joint,
    }
    across, up = ends or (None, None)
    figure.update_xaxes(**common, range=None if across is None else [-across, across], **cell)
    figure.update_yaxes(**common, range=None if up is None else [-up, up], **cell)


def _named(figure: go.Figure, rows: int, size: int, across: str, up: str) -> None:
    """The names of the axes, below the last row and left of the first chart of each row."""
    for column in range(1, COLUMNS + 1):
        row = rows if (rows - 1) * COLUMNS + column <= size else rows - 1
        if row:
            figure.update_xaxes(title_text=across, title_standoff=4, row=row, col=column)
    figure.update_yaxes(title_text=up, title_standoff=4, col=1)


def _dressed(figure: go.Figure, theme: Theme, height: float) -> None:
    dress(figure, theme, height)
    figure.update_layout(margin={"t": 28})


def laws_figure(drawn: Utility, doubts: Sequence[tuple[str, Utility]], centres: Utility, theme: Theme) -> go.Figure:
    """Two maps of all prices: those `drawn` by a law, and how far an error moves the two `centres`, by its size."""
    figure = _grid(1, 2, ["True prices", "With an error"], theme)
    x, y = outline()
    for column in (1, 2):
        cell = {"row": 1, "col": column}
        line = {"width": 1, "color": theme.joint}
        figure.add_scatter(x=x, y=y, mode="lines", line=line, hoverinfo="skip", showlegend=False, **cell)
        ends: dict[str, Any] = {"range": [-1.06, 1.06], "tickvals": [-1, 0, 1]}
        figure.update_xaxes(**ends, **cell, title_text="right on negatives →", title_standoff=4)
        figure.update_yaxes(**ends, **cell)
    figure.update_yaxes(title_text="a miss is worse →", title_standoff=4, col=1)
    _places(figure, drawn, "a true set of prices", _dot(theme), 1)
    looks = ({"symbol": "square", "size": 4, "opacity": 0.6}, {"symbol": "triangle-up", "size": 5})
    for (name, cloud), look, colour in zip(reversed(doubts), looks, (1, 0), strict=True):
        _places(figure, cloud, name, {**look, "color": theme.colour(colour)}, 2)
    _places(figure, centres, "the true one", {"symbol": "diamond", "size": 10, "color": theme.user}, 2)
    _dressed(figure, theme, TALL)
    return figure


def _places(figure: go.Figure, utility: Utility, name: str, look: dict[str, Any], column: int) -> None:
    x, y = utility.coordinates
    figure.add_scatter(x=x, y=y, mode="markers", name=name, marker=look, hoverinfo="skip", row=1, col=column)


def chains_figure(chains: Chains, names: Sequence[tuple[str, str]], theme: Theme) -> go.Figure:
    """A row a ranker, from `names` of keys: how often a pair, the winner and the order of three is wrong."""
    figure, places = go.Figure(), list(range(len(names)))
    keys = [key for key, _ in names]
    figure.add_scatter(
        x=segments([chains.reverse[key] for key in keys], [chains.order[key] for key in keys]),
        y=segments(places, places),
        mode="lines",
        line={"color": theme.joint, "width": 2},
        hoverinfo="skip",
        showlegend=False,
    )
    for name, shares, symbol, colour in (
        ("all in reverse", chains.reverse, "triangle-left", 3),
        ("pair wrong", chains.pair, "circle-open", 0),
        ("winner wrong", chains.first, "diamond", 1),
        ("order wrong", chains.order, "square", 2),
    ):
        figure.add_scatter(
            x=with_gaps([shares[key] for key in keys]),
            y=places,
            mode="markers",
            name=name,
            marker={"symbol": symbol, "size": 10, "color": theme.colour(colour)},
            hovertemplate=f"{name} in %{{x:.1%}}<extra></extra>",
        )
    figure.update_yaxes(
        tickvals=places,
        ticktext=[name for _, name in names],
        range=[len(names) - 0.5, -0.5],
        showgrid=False,
        ticks="outside",
        ticklen=6,
        tickcolor="rgba(0,0,0,0)",
    )
    figure.update_xaxes(rangemode="tozero", tickformat=".0%", nticks=6)
    dress(figure, theme, ROW * len(names))
    return figure


def curves_figure(pairs: CurvePairs, place: int | None, theme: Theme) -> go.Figure:
    """Pairs of curves by worth and by area, and the ROC curves of one pair that the area ranks wrongly."""
    figure = _grid(1, 2, ["Pairs of curves", "One ranked wrongly" if place is not None else ""], theme)
    gain, ahead = pairs.gain, pairs.lead("AUC")
    wrong = gain * ahead < 0
    for name, shown, look in (("ranked rightly", ~wrong, _dot(theme)), ("ranked wrongly", wrong, _triangle(theme))):
        figure.add_scatter(
            x=gain[shown], y=ahead[shown], mode="markers", name=name, marker=look, hoverinfo="skip", row=1, col=1
        )
    across, up = _reach(gain), _reach(ahead)
    axis = {"zeroline": True, "zerolinecolor": theme.joint, "nticks": 5}
    figure.update_xaxes(**axis, range=[-across, across], title_text="worth more", title_standoff=4, row=1, col=1)
    figure.update_yaxes(**axis, range=[-up, up], title_text="larger area", title_standoff=4, row=1, col=1)
    figure.update_xaxes(title_text="false positive rate", title_standoff=4, range=[-0.02, 1.02], nticks=4, row=1, col=2)
    figure.update_yaxes(range=[-0.02, 1.02], nticks=4, row=1, col=2)
    if place is not None:
        _roc(figure, pairs, place, theme)
    _dressed(figure, theme, TALL)
    return figure


def _roc(figure: go.Figure, pairs: CurvePairs, place: int, theme: Theme) -> None:
    """Both curves with the point of each that is worth most; the one worth more is solid."""
    first = bool(pairs.gain[place] > 0)
    positive, negative = (
        float(share * stake[place])
        for share, stake in zip((pairs.prevalence[place], 1 - pairs.prevalence[place]), pairs.truth.stakes, strict=True)
    )
    better, larger = (pairs.first, pairs.second) if first else (pairs.second, pairs.first)
    for name, curves, dash, colour in (("worth more", better, "solid", 2), ("larger area", larger, "dash", 3)):
        curve = Binormal(float(curves.shift[place]), float(curves.spread[place]))
        recall, kept = curve.rates(np.linspace(-9, 9, 181))
        line = {"color": theme.colour(colour), "width": 2.5, "dash": dash}
        figure.add_scatter(x=1 - kept, y=recall, mode="lines", name=name, line=line, hoverinfo="skip", row=1, col=2)
        tpr, tnr = curve.rates(curve.best(positive, negative)[1])
        marker = {"symbol": "diamond", "size": 11, "color": theme.colour(colour)}
        figure.add_scatter(
            x=[1 - float(tnr)], y=[float(tpr)], mode="markers", marker=marker, showlegend=False, hoverinfo="skip",
            row=1, col=2,
        )  # fmt: skip
