"""Figures of a comparison: differences with their intervals, a row each, and a map of all pairs of models."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ddcore.answers.compare.compute import Pairs, Result
from ddcore.arrays import Array
from ddcore.figures.chart import Chart
from ddcore.figures.marks import add_dots, add_heat, add_intervals, dress, empty, key, label_rows
from ddcore.figures.names import full_name, short_names
from ddcore.figures.theme import Theme, faded, label, mixed, plain
from ddcore.formats import begun, many, number
from ddcore.interval import Interval, confidence

NOTHING = "No measure has a value for both."
SYMBOLS = {1: "circle", -1: "square", 0: "diamond"}
"""The mark of a difference by the side that is surely better: 1 the first, -1 the second, 0 neither."""


@dataclass(frozen=True)
class DifferenceRow:
    """A row of the chart: its name, both scores, their difference, and the side that is surely better (1, -1 or 0).

    `lower` says that a lower score is better.
    """

    name: str
    first: float
    second: float
    difference: Interval
    better: int
    lower: bool = False

    @classmethod
    def of(cls, result: Result) -> "DifferenceRow":
        """The row of a result."""
        criterion, comparison = result.criterion, result.comparison
        return cls(
            criterion.title if criterion.measure is None else label(criterion.measure),
            comparison.first,
            comparison.second,
            comparison.interval,
            result.sign,
            criterion.better == "lower",
        )


def compare_figure(rows: Sequence[DifferenceRow], names: tuple[str, str], margin: float, theme: Theme) -> Chart:
    """Differences with their intervals, 0 as a line, and what does not matter as a band on both sides of it.

    A filled mark is a sure difference: a circle where the first is better, a square where the second; a hollow one may
    be chance.
    """
    known = [row for row in rows if math.isfinite(row.difference.value)]
    if not known:
        return empty(theme, NOTHING)
    figure = Chart()
    short, shorter = (short_names(dict.fromkeys(names), longest) for longest in (14, 12))
    with_ends = [row for row in known if row.difference.is_finite]
    lows, highs = [row.difference.low for row in with_ends], [row.difference.high for row in with_ends]
    place = {row.name: at for at, row in enumerate(known)}
    add_intervals(figure, lows, highs, [place[row.name] for row in with_ends], theme.muted, width=2.5)
    fills = {1: theme.colour(0), -1: theme.colour(1), 0: theme.background}
    edges = {1: theme.colour(0), -1: theme.colour(1), 0: theme.muted}
    marker = {
        "size": 12,
        "symbol": [SYMBOLS[row.better] for row in known],
        "color": [fills[row.better] for row in known],
        "line": {"width": 2, "color": [edges[row.better] for row in known]},
    }
    values = [row.difference.value for row in known]
    add_dots(figure, values, list(range(len(known))), marker, hover=[_hover(row, names) for row in known])
    for side, name in ((1, names[0]), (-1, names[1])):
        if any(row.better == side for row in known):
            key(figure, f"better: {shorter[name]}", {"size": 12, "symbol": SYMBOLS[side], "color": fills[side]})
    if any(row.better == 0 for row in known):
        hollow = {"size": 12, "symbol": SYMBOLS[0], "color": fills[0], "line": {"width": 2, "color": edges[0]}}
        key(figure, "may be chance", hollow)
    if margin > 0:
        figure.add_vrect(x0=-margin, x1=margin, fillcolor=faded(theme.chance, 0.14), line_width=0, layer="below")
        band = {"size": 14, "symbol": "square", "color": faded(theme.chance, 0.3)}
        key(figure, f"within ±{number(margin)}", band)
    figure.add_shape(type="line", x0=0, x1=0, y0=0, y1=1, yref="y domain", line={"color": theme.chance, "width": 2})
    ends = [*lows, *highs, *values, 0.0, -margin, margin]
    room = 0.06 * (max(ends) - min(ends) or 1.0)
    lower = ", ↓ lower is better" if any(row.lower for row in known) else ""
    figure.update_xaxes(
        range=[min(ends) - room, max(ends) + room],
        nticks=7,
        title_text=f"{short[names[0]]} − {short[names[1]]}{lower}",
    )
    label_rows(figure, theme, [row.name + (" ↓" if row.lower else "") for row in known])
    dress(figure, theme, max(34 * len(known), 80))
    return figure


def _hover(row: DifferenceRow, names: tuple[str, str]) -> str:
    return (
        f"<b>{row.name}</b><br>{full_name(names[0])}: {number(row.first)}"
        f"<br>{full_name(names[1])}: {number(row.second)}"
        f"<br>difference: {_with_ends(row.difference, f'{confidence()}: ')}"
    )


def _with_ends(difference: Interval, level: str = "") -> str:
    """A difference with the ends of its interval, if it has any."""
    ends = f" ({level}{number(difference.low)} to {number(difference.high)})" if difference.is_finite else ""
    return f"{number(difference.value)}{ends}"


def compare_alt(rows: Sequence[DifferenceRow], names: tuple[str, str]) -> str:
    """What `compare_figure` shows, in words."""
    known = [row for row in rows if math.isfinite(row.difference.value)]
    head = f"Differences with their {confidence()} intervals, {begun(names[0])} minus {names[1]}."
    if not known:
        return f"{head} {NOTHING}"
    listed = "; ".join(f"{row.name} {_with_ends(row.difference)}" for row in known[:6])
    return f"{head} {listed}{' and more' if len(known) > 6 else ''}."


@dataclass(frozen=True, eq=False)
class PairMap:
    """Differences of all pairs, row less column, NaN where there is none; which of them are sure; their p."""

    names: tuple[str, ...]
    title: str
    difference: Array
    better: NDArray[np.int64]
    p: Array

    @classmethod
    def of(cls, pairs: Pairs) -> "PairMap":
        """The map of all pairs of models."""
        size = len(pairs.names)
        difference, p = np.full((size, size), math.nan), np.full((size, size), math.nan)
        better = np.zeros((size, size), np.int64)
        for place, ((i, j), comparison) in enumerate(zip(pairs.pairs, pairs.comparisons, strict=True)):
            difference[i, j], difference[j, i] = comparison.interval.value, -comparison.interval.value
            p[i, j] = p[j, i] = pairs.adjusted[place]
            better[i, j], better[j, i] = pairs.better(place), -pairs.better(place)
        return cls(pairs.names, pairs.criterion.title, difference, better, p)


NUMBERED = 5
"""The largest number of models for which there is room for numbers in the cells of the map."""


def pairs_figure(shown: PairMap, theme: Theme) -> Chart:
    """A map of all pairs: by how much the model of a row leads that of a column; a star where that is sure."""
    short = list(short_names(shown.names, 14).values())
    size = len(short)
    span = float(np.nanmax(np.abs(shown.difference), initial=0.0)) or 1.0
    texts: list[list[str]] = []
    hovers: list[list[str]] = []
    for i in range(size):
        texts.append([])
        hovers.append([])
        for j in range(size):
            value = float(shown.difference[i, j])
            written = "" if math.isnan(value) or size > NUMBERED else number(value)
            texts[i].append(f"{written}{'★' if shown.better[i, j] else ''}")
            hovers[i].append(
                ""
                if i == j
                else f"{full_name(shown.names[i])} − {full_name(shown.names[j])}<br>{plain(shown.title, 40)}: "
                f"{number(value)}"
                f"<br>p, corrected: {number(float(shown.p[i, j]))}"
            )
    figure = Chart()
    add_heat(
        figure,
        list(range(size)),
        list(range(size)),
        shown.difference.astype(object),
        [
            [0, mixed(theme.colour(1), theme.background, 0.55)],
            [0.5, theme.background],
            [1, mixed(theme.colour(0), theme.background, 0.5)],
        ],
        -span,
        span,
        hover=hovers,
        text=texts,
        texttemplate="%{text}",
        textfont={"color": theme.text},
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
    pairs = len(shown.names) * (len(shown.names) - 1) // 2
    return f"{shown.title}: differences of {many(pairs, 'pair')} of {len(shown.names)} models; {sure} of them sure."
