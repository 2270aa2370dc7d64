"""Measures of different scales in one chart, and marks of different models at one place of it."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ddcore.arrays import Array
from ddcore.figures.chart import Chart
from ddcore.figures.theme import RIGHT, Theme, label, plain
from ddcore.formats import number
from ddcore.measures.type import Measure

FARTHEST = 2.0
"""What goes farther from 0 would press measures from 0 to 1 together."""
LABELS = 42
"""Pixels for the labels of an axis on the right."""


def on_the_right(values: Mapping[str, ArrayLike]) -> list[str]:
    """Which of some measures need an axis of their own; none where all do, or none does.

    >>> on_the_right({"F1": [0.2, 0.8], "saved": [0, 350]}), on_the_right({"saved": [0, 350]})
    (['saved'], [])
    """
    far = [name for name, known in values.items() if np.abs(finite(known)).max(initial=0) > FARTHEST]
    return far if len(far) < len(values) else []


def finite(values: ArrayLike) -> Array:
    """The numbers among some values."""
    array: Array = np.asarray(values, dtype=float)
    return np.asarray(array[np.isfinite(array)])


def right_axis(figure: Chart, theme: Theme, names: Sequence[str]) -> None:
    """The axis on the right, for the measures of those names; lines belong to it by `yaxis="y2"`."""
    figure.update_layout(
        yaxis2={
            "overlaying": "y",
            "side": "right",
            "showgrid": False,
            # Plotly would put its labels where the other axis has them, at odd numbers.
            "tickmode": "auto",
            "nticks": 6,
            "title": {"text": plain(", ".join(names), 20), "font": {"color": theme.text}},
        },
        # The buttons of the chart stand right of the labels.
        margin={"r": RIGHT + LABELS},
    )


@dataclass(frozen=True)
class MeasureAxes:
    """The axis of each measure in a chart of several: `right` are those that need one of their own."""

    right: tuple[Measure, ...]

    @classmethod
    def of(cls, drawn: Iterable[tuple[Measure, ArrayLike]]) -> "MeasureAxes":
        """The axes of measures with the values that are drawn of each."""
        values = list(drawn)
        keys = on_the_right({measure.key: known for measure, known in values})
        return cls(tuple(measure for measure, _ in values if measure.key in keys))

    def axis(self, key: str) -> str:
        """The name of the axis of a measure, by its key, as plotly has it."""
        return "y2" if any(measure.key == key for measure in self.right) else "y"

    def entry(self, measure: Measure) -> str:
        """The name of a measure in the legend; an arrow points to the axis on the right."""
        return f"{label(measure)}{' →' if self.axis(measure.key) == 'y2' else ''}"

    def draw(self, figure: Chart, theme: Theme) -> None:
        """The axis on the right, where a measure needs one."""
        if self.right:
            right_axis(figure, theme, [label(measure) for measure in self.right])


def place_on_axis(measure: Measure, value: float) -> float:
    """The place of a value on an axis from 0 to 1: of a measure that leaves -1 to 1, between its own ends.

    >>> from ddcore.measures import measure
    >>> place_on_axis(measure("MCC"), -0.2), place_on_axis(measure("saved = 500 * tp / p"), 350)
    (-0.2, 0.7)
    """
    low, high = own_ends(measure)
    return (value - low) / (high - low)


def own_ends(measure: Measure) -> tuple[float, float]:
    """The lowest and the highest value of a measure that leaves -1 to 1; 0 and 1 of one that does not."""
    low, high = sorted((measure.worst, measure.best))
    return (low, high) if math.isfinite(high - low) and max(-low, high) > 1 else (0.0, 1.0)


def ends_text(measure: Measure, theme: Theme) -> str:
    """The ends of a scale of its own, in small below the name of a row; nothing where there is no such scale."""
    low, high = own_ends(measure)
    if (low, high) == (0, 1):
        return ""
    return f'<br><span style="font-size:{theme.size - 2:g}px">{number(low)} to {number(high)}</span>'


NEAR = 0.04
"""Marks closer than this share of an axis stand around each other."""
MARK, RING = 11, 7
"""Pixels of a mark, and by how much each one around it is larger."""


def neighbours(x: ArrayLike, y: ArrayLike) -> list[list[int]]:
    """For each point the places of all that are near it, itself too; x and y are in parts of their axes.

    >>> neighbours([0.2, 0.8, 0.21], [0.5, 0.5, 0.5])
    [[0, 2], [1], [0, 2]]
    """
    across, up = (np.asarray(values, dtype=float) for values in (x, y))
    near = (np.abs(np.subtract.outer(across, across)) < NEAR) & (np.abs(np.subtract.outer(up, up)) < NEAR)
    return [np.flatnonzero(row).tolist() for row in near]


def ring_marks(near: Sequence[Sequence[int]], symbols: Sequence[str]) -> list[tuple[str, int]]:
    """Symbol and size of each point, so that none hides another: the second at a place is a ring around the first.

    >>> ring_marks([[0, 2], [1], [0, 2]], ["circle", "square", "diamond"])
    [('circle', 11), ('square', 11), ('diamond-open', 18)]
    """
    before = [sum(other < place for other in others) for place, others in enumerate(near)]
    return [
        (f"{symbol}-open" if ahead else symbol, MARK + RING * ahead)
        for symbol, ahead in zip(symbols, before, strict=True)
    ]
