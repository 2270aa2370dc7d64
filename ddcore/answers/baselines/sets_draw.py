"""The baselines of several data sets: a row a measure, a mark a data set."""

import math
from collections.abc import Sequence

import plotly.graph_objects as go

from ddcore.chance.dutch_draw import Baseline
from ddcore.figures.marks import NO_MEASURE, empty, on_a_scale, rows
from ddcore.figures.scale import placed
from ddcore.figures.theme import SYMBOLS, Theme, plain
from ddcore.formats import count, many, number, percent
from ddcore.measures import Measure
from ddcore.samples.data_sets import DataSet

SetRow = tuple[Measure, Sequence[Baseline]]
"""A measure and its baseline on each data set."""

LANE = 5.5
"""Pixels from a mark to that of the next data set, so that equal baselines are all seen."""


def sets_figure(table: Sequence[SetRow], sets: Sequence[DataSet], theme: Theme) -> go.Figure:
    """The best mean without skill on each data set; in a row the data sets stand by their share of positives.

    Drawn are measures that judge on a scale with two ends.
    """
    drawn = [row for row in table if on_a_scale(row[0])]
    if not drawn:
        return empty(theme, NO_MEASURE)
    figure = go.Figure()
    height = LANE * len(sets) + 14
    for at, data_set in enumerate(sets):
        known = [(y, measure, reaches[at]) for y, (measure, reaches) in enumerate(drawn) if reaches[at].argmax]
        own = data_set.name.startswith("These data")
        figure.add_scatter(
            x=[placed(measure, reach.best(measure.better)) for _, measure, reach in known],
            y=[y + (at - (len(sets) - 1) / 2) * LANE / height for y, _, _ in known],
            mode="markers",
            name=f"{plain(data_set.short, 12)}, {percent(data_set.share)}",
            marker={
                "symbol": "x-thin" if own else SYMBOLS[at % len(SYMBOLS)],
                "size": 9,
                "color": theme.colour(at),
                "line": {"width": 2.5, "color": theme.user} if own else {"width": 0},
            },
            cliponaxis=False,
            hovertext=[
                f"<b>{plain(data_set.name, 40)}</b>: {count(data_set.positives)} of {count(data_set.total)} positive"
                f"<br>{measure.name} without skill: {number(reach.best(measure.better))}"
                for _, measure, reach in known
            ],
            hoverinfo="text",
        )
    for y in range(1, len(drawn)):
        figure.add_shape(
            type="line", x0=0, x1=1, xref="paper", y0=y - 0.5, y1=y - 0.5, line={"color": theme.grid, "width": 1}
        )
    rows(figure, theme, [measure for measure, _ in drawn], height)
    return figure


def sets_alt(table: Sequence[SetRow], sets: Sequence[DataSet]) -> str:
    """What `sets_figure` shows, in words."""
    parts = []
    for measure, reaches in [row for row in table if on_a_scale(row[0])][:4]:
        values = [(reach.best(measure.better), data_set.name) for reach, data_set in zip(reaches, sets, strict=True)]
        known = sorted((value, name) for value, name in values if math.isfinite(value))
        if known:
            (low, first), (high, last) = known[0], known[-1]
            parts.append(f"{measure.name} from {number(low)} ({first}) to {number(high)} ({last})")
    return f"Best mean score without skill on {many(len(sets), 'data set')}: {'; '.join(parts)}."
