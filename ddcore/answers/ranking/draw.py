"""How often measures and rough payoffs pick the wrong classifier, and which classifiers a measure confuses.

The small charts side by side are those of the panels: pairs by each measure, one test set, prices, chains, curves.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ddcore.arrays import Array
from ddcore.counts import Cells
from ddcore.decisions.admissible import MisrankedPair
from ddcore.decisions.chains import Chains
from ddcore.decisions.comparison import outline
from ddcore.decisions.curve_ranking import Binormal, CurvePairs
from ddcore.decisions.ranking import MisrankedByError, Pairs, extent_of_most
from ddcore.decisions.utility import Utility
from ddcore.figures.chart import Chart
from ddcore.figures.marks import add_band, add_dots, add_intervals, add_line, dress, key, with_gaps
from ddcore.figures.theme import DASHES, Theme, label, plain
from ddcore.formats import number, percent, worth
from ddcore.measures import Measure
from ddcore.measures import measure as measure_named

HEIGHT = 300
UTILITY_NAME = "payoffs with an error"
SIDE = 150
"""Pixels of a small chart, up and down."""
COLUMNS = 3
TITLE = 42
"""Pixels between two rows of small charts."""
TALL = 320
"""Pixels of two charts side by side."""
ROW = 30
"""Pixels of a classifier's row."""


def error_figure(ranked: MisrankedByError, keys: Sequence[str], error: float, theme: Theme) -> Chart:
    """The share of pairs ranked wrongly over the error of the payoffs: theirs (solid, two standard errors as a band),
    and that of each measure, which does not depend on it. The cross is the selected error."""
    figure = Chart()
    low, high = (ranked.utility + sign * 2 * ranked.utility_error for sign in (-1, 1))
    add_band(figure, ranked.error, low, high, theme.text, 0.2)
    hover = [
        f"payoffs with an error of {off:#.3g}: {share:.2%} of pairs"
        for off, share in zip(ranked.error.tolist(), ranked.utility.tolist(), strict=True)
    ]
    add_line(figure, ranked.error, ranked.utility, theme.text, UTILITY_NAME, hover=hover)
    for place, name in enumerate(keys):
        title, share = label(measure_named(name)), ranked.share[name]
        add_line(
            figure,
            ranked.error[[0, -1]],
            with_gaps([share] * 2),
            theme.colour(place),
            title,
            width=2,
            dash=DASHES[1 + place % (len(DASHES) - 1)],
            hover=[f"{title}: {share:.2%} of pairs"] * 2,
        )
    at = float(np.interp(error, ranked.error, ranked.utility))
    cross = {"symbol": "x-thin", "size": 12, "line": {"width": 3, "color": theme.user}}
    add_dots(figure, [error], [at], cross, cliponaxis=True)
    shown = [ranked.share[name] for name in keys if np.isfinite(ranked.share[name])]
    figure.update_yaxes(range=[0, 1.08 * max([0.01, *shown, *ranked.utility])], title_text="pairs ranked wrongly")
    figure.update_xaxes(range=[0, ranked.error[-1] * 1.02], title_text="error of each payoff", nticks=6)
    dress(figure, theme, HEIGHT)
    return figure


def error_alt(ranked: MisrankedByError, keys: Sequence[str], error: float) -> str:
    """What the chart shows, in words."""
    at = percent(float(np.interp(error, ranked.error, ranked.utility)))
    parts = [f"{label(measure_named(key))} {percent(ranked.share[key])}" for key in keys]
    return (
        f"Share of pairs ranked wrongly by payoffs with an error from 0 to {ranked.error[-1]:g}: it rises from "
        f"{percent(ranked.utility[0])} to {percent(ranked.utility[-1])} and is {at} at {error:g}. "
        f"Ranked wrongly by measures: {', '.join(parts)}."
    )


def pairs_figure(pairs: Pairs, measure: Measure, theme: Theme) -> Chart:
    """Pairs of classifiers: by how much the first is worth more, and by how much the measure prefers it.

    Triangles are pairs that the measure ranks wrongly: the two differ in sign.
    """
    figure, gain, lead = Chart(), pairs.gain, pairs.lead(measure)
    wrong = gain * lead < 0
    for name, shown, marker in (
        ("ranked correctly", ~wrong, _dot(theme, 4)),
        ("ranked wrongly", wrong, _triangle(theme, 6)),
    ):
        add_dots(figure, with_gaps(gain[shown]), with_gaps(lead[shown]), marker, name, cliponaxis=True)
    across, reach = (_reach(values) for values in (gain, lead))
    figure.update_xaxes(
        title_text="worth more", zeroline=True, zerolinecolor=theme.joint, nticks=5,
        range=[-across, across],
    )  # fmt: skip
    figure.update_yaxes(
        title_text=f"preferred by {label(measure)}", zeroline=True, zerolinecolor=theme.joint, nticks=5,
        range=[-reach, reach],
    )  # fmt: skip
    dress(figure, theme, HEIGHT)
    return figure


def pairs_alt(pairs: Pairs, measure: Measure) -> str:
    """What the chart shows, in words."""
    agreement = pairs.gain * pairs.lead(measure)
    known = agreement[np.isfinite(agreement)]
    sentence = (
        f"{known.size or agreement.size:,} pairs of classifiers: how much more the first is worth against how much "
        f"{label(measure)} prefers it."
    )
    if not known.size:
        return f"{sentence} It has no value in any of them."
    wrong = percent(float((known < 0).mean()))
    return f"{sentence} Signs that differ mean a pair ranked wrongly: this is so in {wrong} of them."


def tables_figure(tables: Cells, utility: Utility, measure: Measure, pair: MisrankedPair | None, theme: Theme) -> Chart:
    """Classifiers on one test set: what each is worth, and what it scores. Two triangles are a pair ranked wrongly."""
    figure, unit, span = Chart(), plain(utility.unit), float(utility.highest - utility.lowest)
    points = {"size": 4, "color": theme.colour(0), "opacity": 0.5}
    add_dots(figure, with_gaps(utility(tables)), with_gaps(measure.on(tables)), points, "a classifier", cliponaxis=True)
    if pair is not None:
        hover = [
            f"worth {worth(earned, span)}{f' {unit}' if unit else ''}, {label(measure)} {number(score)}"
            for earned, score in zip(pair.yields, pair.scores, strict=True)
        ]
        ends = list(zip(pair.yields, pair.scores, strict=True))
        _add_pair(figure, ends, theme, 13, "a pair ranked wrongly", hover=hover)
    figure.update_xaxes(title_text=f"worth per case{f' in {unit}' if unit else ''}", nticks=5)
    figure.update_yaxes(title_text=label(measure), nticks=6)
    dress(figure, theme, HEIGHT)
    return figure


def tables_alt(tables: Cells, measure: Measure, pair: MisrankedPair | None) -> str:
    """What the chart shows, in words."""
    sentence = f"{np.size(tables.tp):,} classifiers on one test set: what each is worth against its {label(measure)}. "
    if pair is None:
        return sentence + "No pair of classifiers on such a test set is ranked wrongly."
    return sentence + (
        f"A pair ranked wrongly: one is worth {number(pair.yields[0])} and scores {number(pair.scores[0])}, the "
        f"other is worth {number(pair.yields[1])} and scores {number(pair.scores[1])}."
    )


@dataclass(frozen=True, eq=False)
class Cloud:
    """Points of a small chart: across and up, which are `wrong`, and two of them that are marked, if any."""

    title: str
    across: Array
    up: Array
    wrong: NDArray[np.bool_]
    marked: tuple[tuple[float, float], tuple[float, float]] | None = None


def clouds_figure(clouds: Sequence[Cloud], across: str, up: str, zero: bool, theme: Theme) -> Chart:
    """A small chart for each cloud, row by row; `zero` draws the axes through zero, around which all is laid out.

    Triangles are pairs that are ranked wrongly, or the two of one such pair.
    """
    rows = -(-len(clouds) // COLUMNS)
    figure = _grid(rows, COLUMNS, [cloud.title for cloud in clouds], theme)
    for place, cloud in enumerate(clouds):
        cell: dict[str, Any] = {"row": 1 + place // COLUMNS, "col": 1 + place % COLUMNS}
        for name, shown, marker in (
            ("ranked correctly" if zero else "a classifier", ~cloud.wrong, _dot(theme, 3)),
            ("ranked wrongly", cloud.wrong, _triangle(theme, 5)),
        ):
            if zero or shown.any():
                x, y = with_gaps(cloud.across[shown]), with_gaps(cloud.up[shown])
                legend: dict[str, Any] = {"showlegend": place == 0, "legendgroup": name}
                add_dots(figure, x, y, marker, name, cliponaxis=True, **legend, **cell)
        if cloud.marked:
            _add_pair(figure, cloud.marked, theme, 9, **cell)
        ends = (_reach(cloud.across), _reach(cloud.up)) if zero else None
        _axes(figure, theme, cell, ends)
    _named(figure, rows, len(clouds), across, up)
    if any(cloud.marked for cloud in clouds):
        key(figure, "a pair ranked wrongly", _triangle(theme, 9) | {"symbol": "triangle-right"})
    _dressed(figure, theme, rows * (SIDE + TITLE))
    return figure


def _grid(rows: int, columns: int, titles: Sequence[str], theme: Theme) -> Chart:
    height = rows * (SIDE + TITLE)
    figure = Chart(
        rows=rows,
        cols=columns,
        subplot_titles=list(titles),
        horizontal_spacing=0.05 if columns == COLUMNS else 0.12,
        vertical_spacing=TITLE / height if rows > 1 else 0,
    )
    figure.update_annotations(font={"size": theme.size, "color": theme.text})
    return figure


def _dot(theme: Theme, size: int) -> dict[str, Any]:
    """The mark of a pair that is ranked correctly, and of a single classifier."""
    return {"symbol": "circle", "size": size, "color": theme.colour(0), "opacity": 0.5}


def _triangle(theme: Theme, size: int) -> dict[str, Any]:
    """The mark of a pair that is ranked wrongly."""
    return {"symbol": "triangle-up", "size": size, "color": theme.colour(1)}


def _add_pair(
    figure: Chart, ends: Sequence[tuple[float, float]], theme: Theme, size: int, name: str = "", **more: Any
) -> None:
    """Two classifiers of a pair that is ranked wrongly, joined by a line."""
    marker = {"symbol": ["triangle-right", "triangle-left"], "size": size, "color": theme.colour(1)}
    line = {"color": theme.colour(1), "width": 1.5, "dash": "dot"}
    joined: dict[str, Any] = {"mode": "lines+markers", "line": line, "cliponaxis": True}
    add_dots(figure, [end[0] for end in ends], [end[1] for end in ends], marker, name, **joined, **more)


def _reach(values: Array) -> float:
    """The end of an axis that shows nearly all of some values."""
    extent = extent_of_most(values)
    return 1.05 * extent if extent > 0 else 1.0


def _axes(figure: Chart, theme: Theme, cell: dict[str, Any], ends: tuple[float, float] | None) -> None:
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


def _named(figure: Chart, rows: int, size: int, across: str, up: str) -> None:
    """The names of the axes, below the last row and left of the first chart of each row."""
    for column in range(1, COLUMNS + 1):
        row = rows if (rows - 1) * COLUMNS + column <= size else rows - 1
        if row:
            figure.update_xaxes(title_text=across, title_standoff=4, row=row, col=column)
    figure.update_yaxes(title_text=up, title_standoff=4, col=1)


def _dressed(figure: Chart, theme: Theme, height: float) -> None:
    dress(figure, theme, height)
    figure.update_layout(margin={"t": 28})


def laws_figure(drawn: Utility, doubts: Sequence[tuple[str, Utility]], centres: Utility, theme: Theme) -> Chart:
    """Two maps of all payoffs: those `drawn` by a law, and how far an error moves the two `centres`, by its size."""
    figure = _grid(1, 2, ["True payoffs", "With an error"], theme)
    x, y = outline()
    for column in (1, 2):
        cell: dict[str, Any] = {"row": 1, "col": column}
        add_line(figure, x, y, theme.joint, width=1, **cell)
        ends: dict[str, Any] = {"range": [-1.06, 1.06], "tickvals": [-1, 0, 1]}
        figure.update_xaxes(**ends, **cell, title_text="right on negatives →", title_standoff=4)
        figure.update_yaxes(**ends, **cell)
    figure.update_yaxes(title_text="a miss is worse →", title_standoff=4, col=1)
    _places(figure, drawn, "true payoffs", _dot(theme, 3), 1)
    markers = ({"symbol": "square", "size": 4, "opacity": 0.6}, {"symbol": "triangle-up", "size": 5})
    for (name, cloud), marker, colour in zip(reversed(doubts), markers, (1, 0), strict=True):
        _places(figure, cloud, name, {**marker, "color": theme.colour(colour)}, 2)
    _places(figure, centres, "the true one", {"symbol": "diamond", "size": 10, "color": theme.user}, 2)
    _dressed(figure, theme, TALL)
    return figure


def _places(figure: Chart, utility: Utility, name: str, marker: dict[str, Any], column: int) -> None:
    x, y = utility.coordinates
    add_dots(figure, x, y, marker, name, cliponaxis=True, row=1, col=column)


def chains_figure(chains: Chains, names: Sequence[tuple[str, str]], theme: Theme) -> Chart:
    """A row a ranker, from `names` of keys: how often a pair, the winner and the order of three is wrong."""
    figure, places = Chart(), list(range(len(names)))
    keys = [key for key, _ in names]
    reverse, order = ([shares[key] for key in keys] for shares in (chains.reverse, chains.order))
    add_intervals(figure, reverse, order, places, theme.joint)
    for name, shares, symbol, colour in (
        ("all in reverse", chains.reverse, "triangle-left", 3),
        ("pair wrong", chains.pair, "circle-open", 0),
        ("winner wrong", chains.first, "diamond", 1),
        ("order wrong", chains.order, "square", 2),
    ):
        marker = {"symbol": symbol, "size": 10, "color": theme.colour(colour)}
        hover = [f"{name} in {shares[key]:.1%}" for key in keys]
        add_dots(figure, with_gaps([shares[key] for key in keys]), places, marker, name, hover=hover, cliponaxis=True)
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


def curves_figure(pairs: CurvePairs, place: int | None, theme: Theme) -> Chart:
    """Pairs of curves by worth and by area, and the ROC curves of one pair that the area ranks wrongly."""
    figure = _grid(1, 2, ["Pairs of curves", "One ranked wrongly" if place is not None else ""], theme)
    gain, ahead = pairs.gain, pairs.lead("AUC")
    wrong = gain * ahead < 0
    for name, shown, marker in (
        ("ranked correctly", ~wrong, _dot(theme, 3)),
        ("ranked wrongly", wrong, _triangle(theme, 5)),
    ):
        add_dots(figure, gain[shown], ahead[shown], marker, name, cliponaxis=True, row=1, col=1)
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


def _roc(figure: Chart, pairs: CurvePairs, place: int, theme: Theme) -> None:
    """Both ROC curves with the best point of each; the curve worth more is solid."""
    first = bool(pairs.gain[place] > 0)
    positive, negative = (
        float(share * stake[place])
        for share, stake in zip((pairs.prevalence[place], 1 - pairs.prevalence[place]), pairs.truth.stakes, strict=True)
    )
    better, larger = (pairs.first, pairs.second) if first else (pairs.second, pairs.first)
    for name, curves, dash, colour in (("worth more", better, "solid", 2), ("larger area", larger, "dash", 3)):
        curve = Binormal(float(curves.shift[place]), float(curves.spread[place]))
        recall, specificity = curve.rates(np.linspace(-9, 9, 181))
        add_line(figure, 1 - specificity, recall, theme.colour(colour), name, dash=dash, row=1, col=2)
        tpr, tnr = curve.rates(curve.best(positive, negative)[1])
        marker = {"symbol": "diamond", "size": 11, "color": theme.colour(colour)}
        add_dots(figure, [1 - float(tnr)], [float(tpr)], marker, cliponaxis=True, row=1, col=2)
