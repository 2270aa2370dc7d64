"""The marks that all figures are made of, and what several figures share: rows of measures, the legend, no figure.

`add_line`, `add_band`, `add_dots`, `add_intervals`, `add_bars` and `add_heat` draw on a figure. They have in common:
`name` is an entry of the legend, "" for none; `hover` are the texts of points, None for marks that have none; anything
else goes to plotly as it is, such as `row` and `col` of a figure with several charts.
"""

import math
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ddcore.arrays import Array
from ddcore.figures.chart import Chart
from ddcore.figures.scale import ends_text
from ddcore.figures.theme import SYMBOLS, Theme, faded, label
from ddcore.measures import Measure

LEGEND_ROW = 21
AXIS = 34
TITLE = 22
NO_MEASURE = "None of these measures judges on a scale with two ends."


def empty(theme: Theme, words: str) -> Chart:
    """A figure that says why there is nothing to draw."""
    figure = Chart()
    figure.update_layout(template=theme.template, height=120)
    figure.update_xaxes(visible=False)
    figure.update_yaxes(visible=False)
    lines = "<br>".join(textwrap.wrap(words, 44))
    figure.add_annotation(text=lines, showarrow=False, font={"color": theme.muted})
    return figure


def dress(figure: Chart, theme: Theme, height: float) -> None:
    """The theme, and room below a chart of that height for its axis and a legend of two columns, as on a phone."""
    height = min(height, theme.tallest)
    entries = sum(trace.get("showlegend") is not False for trace in figure.traces)
    axis = AXIS + TITLE * bool(figure.settings.get("xaxis", {}).get("title", {}).get("text"))
    figure.update_layout(
        template=theme.template,
        height=round(height + axis + LEGEND_ROW * math.ceil(entries / 2)),
        legend={"y": -axis / height},
    )


def add_line(
    figure: Chart,
    x: Any,
    y: Any,
    colour: str,
    name: str = "",
    *,
    width: float = 2.5,
    dash: str = "solid",
    hover: Sequence[str] | None = None,
    **more: Any,
) -> None:
    """A line through points, with a gap where `x` or `y` is None or NaN; `mode` may be that of a line with marks."""
    line = {"width": width, "color": colour} | ({} if dash == "solid" else {"dash": dash})
    figure.add_scatter(x=x, y=y, line=line, **_pointed_at(name, hover), **{"mode": "lines"} | more)


CLICKABLE: Mapping[str, Any] = {
    "mode": "lines+markers",
    # A browser that draws one of these invisible points finds all of them under the pointer.
    # A legend shows a marker of opacity 0 all the same, so its colour is none.
    "marker": {"size": 9, "opacity": 0, "color": "rgba(0,0,0,0)", "maxdisplayed": 1},
    "selected": {"marker": {"opacity": 0}},
    "unselected": {"marker": {"opacity": 0}},
}
"""What makes the points of a line such that they can be clicked, though they are not seen."""


def add_band(
    figure: Chart,
    x: Array,
    low: Array,
    high: Array,
    colour: str,
    opacity: float = 0.14,
    name: str = "",
    **more: Any,
) -> None:
    """The area between two lines over the same places, in a faded colour."""
    figure.add_scatter(
        x=np.concatenate([x, x[::-1]]),
        y=np.concatenate([high, low[::-1]]),
        mode="lines",
        line={"width": 0},
        fill="toself",
        fillcolor=faded(colour, opacity),
        **_pointed_at(name, None),
        **more,
    )


def add_dots(
    figure: Chart,
    x: Any,
    y: Any,
    marker: Mapping[str, Any],
    name: str = "",
    *,
    hover: Sequence[str] | None = None,
    **more: Any,
) -> None:
    """Marks at points, such as those of `dots`, `tick` and `ring`; they are whole at the edge of a chart."""
    given = {"mode": "markers", "cliponaxis": False} | more
    figure.add_scatter(x=x, y=y, marker=dict(marker), **_pointed_at(name, hover), **given)


def add_intervals(
    figure: Chart,
    low: Iterable[float],
    high: Iterable[float],
    at: Iterable[float],
    colour: str,
    *,
    width: float = 2,
    upright: bool = False,
    **more: Any,
) -> None:
    """A line from the lower to the upper end of each interval, lying at a height, or `upright` at a place."""
    places = list(at)
    ends, level = segments(low, high), segments(places, places)
    x, y = (level, ends) if upright else (ends, level)
    figure.add_scatter(x=x, y=y, mode="lines", line={"width": width, "color": colour}, **_pointed_at("", None), **more)


def add_bars(
    figure: Chart, x: Any, y: Any, colour: Any, name: str = "", *, hover: Sequence[str] | None = None, **more: Any
) -> None:
    """Bars from 0, upright unless `orientation` is "h"."""
    marker = {"color": colour} | more.pop("marker", {})
    figure.add_bar(x=x, y=y, marker=marker, **_pointed_at(name, hover), **more)


def add_heat(
    figure: Chart, x: Any, y: Any, z: Any, colours: Any, low: float, high: float, *, hover: Any = None, **more: Any
) -> None:
    """Cells coloured by their value on a scale of colours from `low` to `high`."""
    text = {"hoverinfo": "skip"} if hover is None else {"hovertext": hover, "hoverinfo": "text"}
    given = {"showscale": False} | more
    figure.add_heatmap(x=x, y=y, z=z, colorscale=colours, zmin=low, zmax=high, **text, **given)


def _pointed_at(name: str, hover: Sequence[str] | None) -> dict[str, Any]:
    """The entry of the legend and the texts of points, as plotly takes them."""
    legend = {"name": name} if name else {"showlegend": False}
    return legend | ({"hoverinfo": "skip"} if hover is None else {"hovertext": hover, "hoverinfo": "text"})


ROOM: Mapping[str, Any] = {"ticks": "outside", "ticklen": 6, "tickcolor": "rgba(0,0,0,0)"}
"""What keeps a mark at the beginning of a row off its label."""


def on_a_scale(measure: Measure) -> bool:
    """Whether a measure judges on a scale with two ends, so that it has a row in a chart.

    >>> from ddcore.measures import measure
    >>> on_a_scale(measure("F1")), on_a_scale(measure("DOR"))
    (True, False)
    """
    ends = measure.best, measure.worst
    return measure.judges and all(map(math.isfinite, ends)) and ends[0] != ends[1]


def rows(figure: Chart, theme: Theme, measures: Sequence[Measure], height: float, room: float = 0.04) -> None:
    """Rows from the top down, a measure each, on a scale from 0 to 1, or as far as the values go.

    A measure that leaves -1 to 1 has a scale of its own, whose ends stand below its name: see `scale.place_on_axis`.
    `height` is that of one row in pixels, `room` what the scale has to spare on both sides.
    """
    values = [x for trace in figure.traces for x in trace["x"] if x is not None and math.isfinite(x)]
    lower = any(row.better == "lower" for row in measures)
    figure.update_yaxes(
        tickvals=list(range(len(measures))),
        ticktext=[label(row) + (" ↓" if row.better == "lower" else "") + ends_text(row, theme) for row in measures],
        tickfont={"color": theme.text},
        range=[len(measures) - 0.5, -0.5],
        showgrid=False,
        **ROOM,
    )
    figure.update_xaxes(
        range=[min([0.0, *values]) - room, max([1.0, *values]) + room],
        nticks=7,
        tickangle=0,
        title_text="score (↓ lower is better)" if lower else "score",
    )
    dress(figure, theme, len(measures) * height)


def label_rows(figure: Chart, theme: Theme, labels: Sequence[str]) -> None:
    """Rows at 0, 1, 2, ... from the top down, each with its label."""
    figure.update_yaxes(
        tickvals=list(range(len(labels))),
        ticktext=labels,
        tickfont={"color": theme.text},
        range=[len(labels) - 0.5, -0.5],
        showgrid=False,
        **ROOM,
    )


def segments(starts: Iterable[float], ends: Iterable[float]) -> list[float | None]:
    """Start and end of each line with a gap after it, so that all are one trace.

    >>> segments([1, 2], [3, 4])
    [1, 3, None, 2, 4, None]
    """
    return [value for pair in zip(starts, ends, strict=True) for value in (*pair, None)]


def meaning_line(measure: Measure) -> str:
    """What a measure is, as lines of a text that is shown at a mark; "" for a formula of one's own.

    >>> from ddcore.measures import MEASURES
    >>> meaning_line(MEASURES["TPR"])
    '<br>the share of positive cases that are<br>predicted positive'
    """
    return "".join(f"<br>{line}" for line in textwrap.wrap(measure.meaning, 44))


def with_gaps(values: ArrayLike) -> Array:
    """Numbers with a gap, nan, where one is not finite.

    >>> with_gaps([0.5, float("nan"), float("inf")])
    array([0.5, nan, nan])
    """
    array = np.asarray(values, dtype=float)
    return np.where(np.isfinite(array), array, np.nan)


def key(figure: Chart, name: str, marker: dict[str, Any]) -> None:
    """An entry of the legend that belongs to no single trace."""
    figure.add_scatter(x=[None], y=[None], mode="markers", name=name, marker=marker, hoverinfo="skip")


WORSE = "x"
"""The symbol of a score that is clearly worse than chance."""


def dots(theme: Theme, at: int, states: Sequence[str]) -> dict[str, Any]:
    """The marks of a model, by its place, with these verdicts: hollow for no clear lead, a cross for clearly worse."""
    colour, symbol = theme.colour(at), SYMBOLS[at % len(SYMBOLS)]
    return {
        "symbol": [WORSE if state == "worse" else symbol for state in states],
        "size": 10,
        "color": [colour if state in ("beats", "worse") else theme.background for state in states],
        "line": {"width": 2, "color": [theme.chance if state == "unbeatable" else colour for state in states]},
    }


def dot(theme: Theme, at: int, state: str = "beats") -> dict[str, Any]:
    """The marker of one state, for the legend."""
    marks = dots(theme, at, [state])
    line = {"width": 2, "color": marks["line"]["color"][0]}
    return marks | {"symbol": marks["symbol"][0], "color": marks["color"][0], "line": line}


def state_entries(figure: Chart, theme: Theme, states: Sequence[set[str]]) -> None:
    """Entries of the legend for the verdicts that need one, from those of each model."""
    for of, state, name, short in (
        ({"unclear", "behind"}, "unclear", "not clearly better", "hollow: not clearly"),
        ({"worse"}, "worse", "clearly worse", "cross: clearly worse"),
    ):
        at = next((at for at, found in enumerate(states) if found & of), None)
        if at is not None:
            key(figure, name if len(states) == 1 else short, dot(theme, at, state))


def tick(theme: Theme) -> dict[str, Any]:
    """The mark of chance."""
    return {"symbol": "line-ns", "size": 14, "line": {"width": 3, "color": theme.chance}}


def ring(theme: Theme) -> dict[str, Any]:
    """The mark of what cannot be beaten."""
    return {"symbol": "circle", "size": 11, "color": theme.background, "line": {"width": 2, "color": theme.chance}}


def best_at(figure: Chart, theme: Theme, x: float, y: float, name: str, words: str) -> None:
    """The mark of the best place of the first line: a diamond in its colour."""
    figure.add_scatter(
        x=[x],
        y=[y],
        mode="markers",
        name=name,
        marker={
            "symbol": "diamond",
            "size": 12,
            "color": theme.colour(0),
            "line": {"width": 2, "color": theme.background},
        },
        unselected={"marker": {"opacity": 1}},
        hovertext=[words],
        hoverinfo="text",
        cliponaxis=False,
    )


LETTER, LINE, MARK = 7, 15, 12
"""About the width of a letter, the height of a line and the size of a mark, in pixels."""
NARROW = 270
"""The width of the inside of a chart on a phone, in pixels."""


def label_places(x: Sequence[float], y: Sequence[float], names: Sequence[str], height: float) -> list[str]:
    """Where the name of each mark stands, so that no name covers another or a mark, on a phone either; "" for nowhere.

    Names come in the order of their importance. `x` and `y` are the places of the marks, from 0 to 1 of a chart of that
    height.

    >>> label_places([0.5, 0.52, 0.9], [0.5, 0.5, 0.1], ["a", "b", "a long name"], 300)
    ['top center', 'bottom center', 'middle left']
    >>> label_places([0.5, 0.5], [0.5, 0.5], ["a name that is too long for one side", "none"], 20)
    ['', 'middle right']
    """
    marks = [(NARROW * across, height * up) for across, up in zip(x, y, strict=True)]
    taken = [(left - MARK / 2, left + MARK / 2, low - MARK / 2, low + MARK / 2) for left, low in marks]
    places = []
    for (left, low), name in zip(marks, names, strict=True):
        if not name:
            places.append("")
            continue
        width = LETTER * len(name)
        beside = MARK / 2 + 1
        boxes = {
            "top center": (left - width / 2, left + width / 2, low + beside, low + beside + LINE),
            "bottom center": (left - width / 2, left + width / 2, low - beside - LINE, low - beside),
            "middle right": (left + beside, left + beside + width, low - LINE / 2, low + LINE / 2),
            "middle left": (left - beside - width, left - beside, low - LINE / 2, low + LINE / 2),
        }
        free = (
            place
            for place, (start, end, bottom, top) in boxes.items()
            if start >= 0
            and end <= NARROW
            and bottom >= 0
            and top <= height
            and not any(start < b and a < end and bottom < d and c < top for a, b, c, d in taken)
        )
        places.append(next(free, ""))
        if places[-1]:
            taken.append(boxes[places[-1]])
    return places


def side(place: float) -> str:
    """The anchor of words at a place of an axis from 0 to 1, so that they are not cut at its ends."""
    return "left" if place < 0.1 else "right" if place > 0.9 else "center"


ABOVE: Mapping[str, Any] = {"t": 26}
"""The margin of a chart with words above it."""


def line_at(figure: Chart, x: float, line: dict[str, Any], words: str, colour: str, anchor: str = "center") -> None:
    """A vertical line through the chart with its words above."""
    figure.add_shape(type="line", x0=x, x1=x, y0=0, y1=1, yref="y domain", line=line)
    figure.add_annotation(
        x=x,
        y=1,
        yref="y domain",
        xanchor=anchor,
        yanchor="bottom",
        text=words,
        showarrow=False,
        font={"color": colour},
    )
    figure.update_layout(margin=ABOVE)
