"""Figure of the weakest segments: what each scores on cases that had no say, and what is expected there."""

import math

import plotly.graph_objects as go

from ddcore.chance.segments import Segment, Weakest
from ddcore.figures.marks import dress, empty, key, segments, tick
from ddcore.figures.names import short_names, whole
from ddcore.figures.theme import Theme, label
from ddcore.formats import many, number, percent

NOTHING = "No segment of that size scores lower than its classes let expect."
ROW = 54


def _lines(segment: Segment) -> list[str]:
    return [f"{column}: {value}" for column, value in segment.values]


def segments_figure(found: Weakest, level: float, theme: Theme) -> go.Figure:
    """A row a segment, the first found on top: the score with its interval, full where surely weak; what is expected
    is a bar, and the baseline a grey tick."""
    rows = [(y, one) for y, one in enumerate(found.segments) if math.isfinite(one.score.value)]
    if not rows:
        return empty(theme, NOTHING)
    figure = go.Figure()
    sure = {id(one) for one in found.surely(level)}
    heights = [y for y, _ in rows]
    figure.add_scatter(
        x=segments((one.score.low for _, one in rows), (one.score.high for _, one in rows)),
        y=segments(heights, heights),
        mode="lines",
        line={"width": 3, "color": theme.colour(0)},
        hoverinfo="skip",
        showlegend=False,
    )
    bar = {"symbol": "line-ns", "size": 24, "line": {"width": 3, "color": theme.colour(1)}}
    for name, values, marker in (
        ("baseline", [one.chance for _, one in rows], tick(theme)),
        ("expected with the rates of all", [one.expected for _, one in rows], bar),
    ):
        figure.add_scatter(
            x=values,
            y=heights,
            mode="markers",
            name=name,
            marker=marker,
            hovertext=[f"{name}: {number(value)}" for value in values],
            hoverinfo="text",
            cliponaxis=False,
        )
    full = {"symbol": "circle", "size": 12, "color": theme.colour(0), "line": {"width": 2, "color": theme.colour(0)}}
    figure.add_scatter(
        x=[one.score.value for _, one in rows],
        y=heights,
        mode="markers",
        marker={**full, "color": [theme.colour(0) if id(one) in sure else theme.background for _, one in rows]},
        hovertext=[_hover(found, one) for _, one in rows],
        hoverinfo="text",
        cliponaxis=False,
        showlegend=False,
    )
    if any(id(one) in sure for _, one in rows):
        key(figure, "surely weak", full)
    if any(id(one) not in sure for _, one in rows):
        key(figure, "perhaps luck", {**full, "color": theme.background})
    names = short_names([line for one in found.segments for line in _lines(one)], 22)
    ends = [
        end
        for _, one in rows
        for end in (one.score.low, one.score.high, one.expected, one.chance)
        if math.isfinite(end)
    ]
    room = 0.04 * max(max(ends) - min(ends), 1e-6)
    figure.update_xaxes(title_text=label(found.measure), nticks=7, range=[min(ends) - room, max(ends) + room])
    figure.update_yaxes(
        tickvals=list(range(len(found.segments))),
        ticktext=["<br>".join(names[line] for line in _lines(one)) for one in found.segments],
        tickfont={"color": theme.text},
        range=[len(found.segments) - 0.5, -0.5],
        showgrid=False,
    )
    dress(figure, theme, ROW * len(found.segments))
    figure.update_layout(legend={"entrywidth": 190})
    return figure


def _hover(found: Weakest, one: Segment) -> str:
    head = "<br>".join(whole(line) for line in _lines(one))
    return (
        f"<b>{head}</b><br>{label(found.measure)}: {number(one.score.value)} (95 %: {number(one.score.low)} to "
        f"{number(one.score.high)})<br>{many(one.cases, 'case')}, corrected p {number(one.adjusted)}"
    )


def segments_alt(found: Weakest, level: float) -> str:
    """What `segments_figure` shows, in words."""
    if not found.segments:
        return NOTHING
    told = "; ".join(
        f"{' and '.join(_lines(one))} {number(one.score.value)}, expected {number(one.expected)}"
        for one in found.segments
    )
    return (
        f"{found.measure.name} of the {many(len(found.segments), 'segment')} found weakest, on cases that had no say: "
        f"{told}. Surely weak at {percent(level)}: {len(found.surely(level))}."
    )
