"""A chart in the making, as plain values: plotly makes a figure of it once it is whole.

A figure of plotly's own checks and copies what it holds with each mark and each setting, which takes ten times as long
as to make it of the whole; and a chart is made anew with each move of a slider.
"""

from collections.abc import Mapping
from functools import cache, partialmethod
from itertools import product
from typing import Any

import plotly.graph_objects as go
from plotly.subplots import make_subplots

WHOLE_NAMES = {"paper_bgcolor", "plot_bgcolor", "error_x", "error_y"}
"""Settings whose own name has the sign that stands between a setting and one within it, as in `title_text`."""


class Chart:
    """Marks and settings, added by the names that plotly has for them; `grid` is that of `make_subplots`.

    A mark or a setting with `row` and `col` belongs to one of the charts of a grid.

    >>> chart = Chart()
    >>> chart.add_scatter(x=[1, 2], y=[3, 4], line_width=2)
    >>> chart.update_xaxes(title_text="cases")
    >>> chart.traces
    [{'type': 'scatter', 'x': [1, 2], 'y': [3, 4], 'line': {'width': 2}}]
    >>> chart.figure().layout.xaxis.title.text
    'cases'
    """

    def __init__(self, **grid: Any) -> None:
        self.traces: list[dict[str, Any]] = []
        self.settings: dict[str, Any] = {}
        given, self._axes = _grid(tuple((name, _hashable(value)) for name, value in grid.items()))
        _merge(self.settings, given)
        for name in {"shapes", "annotations"} & self.settings.keys():
            self.settings[name] = [*map(dict, self.settings[name])]

    def figure(self, *, checked: bool = True) -> go.Figure:
        """The figure; `checked` raises `ValueError` for what plotly does not know, as the tests do with each chart."""
        return go.Figure({"data": self.traces, "layout": self.settings}, _validate=checked)

    @property
    def data(self) -> Any:
        """The traces as plotly has them."""
        return go.Figure(self.traces).data

    @property
    def layout(self) -> Any:
        """The settings as plotly has them."""
        return go.Figure(layout=self.settings).layout

    def _add(self, kind: str, row: int | None = None, col: int | None = None, **given: Any) -> None:
        trace: dict[str, Any] = {"type": kind}
        _merge(trace, given)
        if row is not None and col is not None:
            trace |= dict(zip(("xaxis", "yaxis"), self._axes[row, col], strict=True))
        self.traces.append(trace)

    add_scatter = partialmethod(_add, "scatter")
    add_bar = partialmethod(_add, "bar")
    add_heatmap = partialmethod(_add, "heatmap")
    add_contour = partialmethod(_add, "contour")

    def _place(self, to: str, row: int | None = None, col: int | None = None, **given: Any) -> None:
        """Puts a shape or a note on the chart of a place; what it says of its axes is about those."""
        placed: dict[str, Any] = {}
        _merge(placed, given)
        if row is not None and col is not None:
            for ref, axis in zip(("xref", "yref"), self._axes[row, col], strict=True):
                placed[ref] = f"{axis} domain" if placed.get(ref, "").endswith("domain") else axis
        self.settings.setdefault(to, []).append(placed)

    add_shape = partialmethod(_place, "shapes")
    add_annotation = partialmethod(_place, "annotations")

    def add_hline(self, y: float, **more: Any) -> None:
        """A line from the left of a chart to its right."""
        self.add_shape(type="line", x0=0, x1=1, xref="x domain", y0=y, y1=y, **more)

    def add_vline(self, x: float, **more: Any) -> None:
        """A line from the bottom of a chart to its top."""
        self.add_shape(type="line", x0=x, x1=x, y0=0, y1=1, yref="y domain", **more)

    def add_vrect(self, x0: float, x1: float, **more: Any) -> None:
        """An area from the bottom of a chart to its top."""
        self.add_shape(type="rect", x0=x0, x1=x1, y0=0, y1=1, yref="y domain", **more)

    def update_layout(self, **given: Any) -> None:
        """Settings of the whole."""
        _merge(self.settings, given)

    def _update_axes(self, letter: str, row: int | None = None, col: int | None = None, **given: Any) -> None:
        """Settings of the x axes or the y axes: of the charts of a row, of a column, or of all."""
        places = [place for place in self._axes if row in (None, place[0]) and col in (None, place[1])]
        names = [_axis_name(letter, self._axes[place]) for place in places]
        if row is None and col is None:
            names += [name for name in self.settings if name.startswith(f"{letter}axis") and name not in names]
        for name in names:
            _merge(self.settings.setdefault(name, {}), given)

    update_xaxes = partialmethod(_update_axes, "x")
    update_yaxes = partialmethod(_update_axes, "y")

    def update_annotations(self, **given: Any) -> None:
        """Settings of all notes."""
        for annotation in self.settings.get("annotations", ()):
            _merge(annotation, given)


@cache
def _grid(given: tuple[tuple[str, Any], ...]) -> tuple[dict[str, Any], dict[tuple[int, ...], tuple[str, ...]]]:
    """The layout of a grid, and the axes of each chart in it by row and column, as traces name them."""
    if not given:
        return {}, {(1, 1): ("x", "y")}
    grid = dict(given)
    figure = make_subplots(**grid)
    places = product(*(range(1, 1 + grid.get(name, 1)) for name in ("rows", "cols")))
    axes = {
        place: tuple(axis.plotly_name.replace("axis", "") for axis in figure.get_subplot(*place)) for place in places
    }
    return figure.layout.to_plotly_json(), axes


def _axis_name(letter: str, axes: tuple[str, ...]) -> str:
    """The name that the settings have for the x axis or the y axis of a chart."""
    (axis,) = (axis for axis in axes if axis[0] == letter)
    return f"{letter}axis{axis[1:]}"


def _hashable(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _merge(settings: dict[str, Any], given: Mapping[str, Any]) -> None:
    """Adds settings to others, those within one too; what is None is left as it is."""
    for name, value in given.items():
        outer, _, inner = name.partition("_")
        if inner and name not in WHOLE_NAMES:
            _merge(settings.setdefault(outer, {}), {inner: value})
        elif isinstance(value, Mapping):
            _merge(settings.setdefault(name, {}), value)
        elif value is not None:
            settings[name] = value
