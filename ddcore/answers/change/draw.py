"""From then to now: a measure step by step, the scores of both sides, and estimates before labels come."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ddcore.answers.change.compute import ChangeAnalysis
from ddcore.figures.chart import Chart
from ddcore.figures.marks import add_dots, add_intervals, add_line, dress, empty, label_rows, ring, segments
from ddcore.figures.names import short_names
from ddcore.figures.theme import Theme, plain
from ddcore.formats import number, percent
from ddcore.interval import Interval, confidence
from ddcore.measures import Measure
from ddcore.scores.drift import Drift
from ddcore.table import ScoreTable

STEPS = {
    "share": "Base rate",
    "separation": "Separation",
    "level": "Shift of the scores",
    "threshold": "Threshold",
    "classifier": "Classifier",
}
"""The names of the steps in the chart."""
ROW = 44
POINTS = 400
"""The most points of a line of shares of cases."""


@dataclass(frozen=True)
class Steps:
    """A measure then and now, and the part of each cause in the order of the chart, by the keys of `STEPS`."""

    measure: Measure
    then: float
    now: float
    parts: Mapping[str, Interval]

    @classmethod
    def of(cls, analysis: ChangeAnalysis, measure: Measure) -> "Steps":
        """The steps of a measure; a threshold that did not move has none."""
        parts, intervals = analysis.parts[measure.key], analysis.intervals[measure.key]
        names = [name for name in parts.names if name != "threshold" or analysis.threshold_moved]
        return cls(measure, parts.then, parts.now, {name: intervals[name] for name in names})


@dataclass(frozen=True)
class ExpectedNow:
    """A measure then, and its estimates now: if only the base rate changed, or only the mix of cases."""

    measure: Measure
    then: float
    if_share: Interval
    if_mix: Interval


def parts_figure(steps: Steps, theme: Theme) -> Chart:
    """A ring where the measure was, a step for each cause with its interval as a thin line, a dot where it is now."""
    names, parts = list(steps.parts), list(steps.parts.values())
    if not math.isfinite(steps.now - steps.then):
        return empty(theme, f"{plain(steps.measure.name, 30)} has no value then or now.")
    places = np.cumsum([steps.then, *(part.value for part in parts)]).tolist()
    figure = Chart()
    add_line(
        figure,
        [x for x in places for _ in range(2)],
        [y for place in range(len(places)) for y in (place, place + 1)],
        theme.joint,
        width=1,
        dash="dot",
    )
    starts = places[:-1]
    low = [start + part.low for start, part in zip(starts, parts, strict=True)]
    high = [start + part.high for start, part in zip(starts, parts, strict=True)]
    _add_resampled(figure, low, high, theme)
    for rises, name, symbol in (
        (True, "raises it", "triangle-right"),
        (False, "lowers it", "triangle-left"),
    ):
        at = [i for i, part in enumerate(parts) if part.value != 0 and (part.value > 0) == rises]
        if not at:
            continue
        colour, rows, ends = theme.colour(0 if rises else 1), [i + 1 for i in at], [places[i + 1] for i in at]
        add_intervals(figure, [places[i] for i in at], ends, rows, colour, width=9)
        hover = [_step_hover(STEPS[names[i]], parts[i]) for i in at]
        add_dots(figure, ends, rows, {"symbol": symbol, "size": 13, "color": colour}, name, hover=hover)
    for name, x, y, marker in (("then", steps.then, 0, ring(theme)), ("now", steps.now, len(names) + 1, _dot(theme))):
        add_dots(figure, [x], [y], marker, name, hover=[f"{name}: {number(x)}"])
    labels = [f"{STEPS[name]}<br>{_signed(part.value)}" for name, part in steps.parts.items()]
    labels = [f"Then<br>{number(steps.then)}", *labels, f"Now<br>{number(steps.now)}"]
    _dress(figure, theme, steps.measure, labels)
    return figure


def _add_resampled(figure: Chart, low: Sequence[float], high: Sequence[float], theme: Theme) -> None:
    """The intervals of the rows from the second on."""
    rows = range(1, len(low) + 1)
    add_line(figure, segments(low, high), segments(rows, rows), theme.muted, f"{confidence()} of resamples", width=1.5)


def _dot(theme: Theme) -> dict[str, Any]:
    return {"symbol": "circle", "size": 11, "color": theme.colour(0)}


def _signed(value: float) -> str:
    text = number(value)
    return text if value <= 0 or text == "0" else f"+{text}"


def _step_hover(name: str, part: Interval) -> str:
    return f"<b>{name}</b><br>{_signed(part.value)} ({_signed(part.low)} to {_signed(part.high)})"


def _dress(figure: Chart, theme: Theme, measure: Measure, labels: Sequence[str]) -> None:
    """The axes and the size of a figure of a measure with a row a label."""
    label_rows(figure, theme, labels)
    ends = [x for trace in figure.traces for x in trace["x"] if x is not None and math.isfinite(x)]
    room = 0.05 * max(max(ends) - min(ends), 1e-6)
    axis = {"range": [min(ends) - room, max(ends) + room], "nticks": 6, "tickangle": 0}
    figure.update_xaxes(title_text=plain(measure.name, 30), **axis)
    dress(figure, theme, ROW * len(labels))


def parts_alt(steps: Steps) -> str:
    """What `parts_figure` shows, in words."""
    name = steps.measure.name
    if not math.isfinite(steps.now - steps.then):
        return f"{name} has no value then or now."
    causes = ", ".join(f"{STEPS[cause].lower()} {_signed(part.value)}" for cause, part in steps.parts.items())
    return f"{name} was {number(steps.then)} then; {causes}; it is {number(steps.now)} now."


def expected_figure(shown: ExpectedNow, theme: Theme) -> Chart:
    """The measure then, and two estimates of it now, each with its interval."""
    ways = [shown.if_share, shown.if_mix]
    values = [way.value for way in ways]
    if not all(map(math.isfinite, (shown.then, *values))):
        return empty(theme, f"{plain(shown.measure.name, 30)} has no value then or now.")
    figure = Chart()
    _add_resampled(figure, [way.low for way in ways], [way.high for way in ways], theme)
    add_dots(figure, [shown.then], [0], ring(theme), "then", hover=[number(shown.then)])
    add_dots(figure, values, [1, 2], _dot(theme), "expected now", hover=list(map(number, values)))
    titles = ("Then", "If only the base<br>rate changed", "If only the mix of<br>cases changed")
    labels = [f"{title}<br>{number(value)}" for title, value in zip(titles, (shown.then, *values), strict=True)]
    _dress(figure, theme, shown.measure, labels)
    return figure


def expected_alt(shown: ExpectedNow) -> str:
    """What `expected_figure` shows, in words."""
    first, second = shown.if_share.value, shown.if_mix.value
    return (
        f"{shown.measure.name} was {number(shown.then)} then. If only the base rate changed, it is {number(first)} "
        f"now; if only the mix of cases changed, {number(second)}."
    )


def drift_figure(scores: ScoreTable, drift: Drift, sides: tuple[str, str], theme: Theme) -> Chart:
    """The share of the cases up to each score, dashed for then and solid for now; a line where they are farthest.

    `scores` has the cases of now as its positives, and `sides` names then and now.
    """
    names = short_names(sides, 16)
    cases = scores.positives + scores.negatives
    reached = np.cumsum(cases) / cases.sum()
    low, high = (int(np.searchsorted(reached, end)) for end in (0.002, 0.998))
    at = np.unique(np.linspace(low, min(high, reached.size - 1), POINTS).astype(int))
    x = scores.score[at]
    then, now = (np.cumsum(tally) / tally.sum() for tally in (scores.negatives, scores.positives))
    figure = Chart()
    for name, share, line in (
        (sides[0], then, {"width": 2, "color": theme.chance, "dash": "dash"}),
        (sides[1], now, {"width": 3, "color": theme.colour(0)}),
    ):
        figure.add_scatter(
            x=x,
            y=share[at],
            mode="lines",
            name=names[name],
            line={**line, "shape": "hv"},
            hovertext=[f"{percent(up_to)} up to {number(score)}" for score, up_to in zip(x, share[at], strict=True)],
            hoverinfo="text",
        )
    place = int(np.searchsorted(scores.score, drift.place))
    apart = percent(drift.distance).removesuffix(" %")
    distance = [f"{apart} points apart"] * 2
    ends = [then[place], now[place]]
    add_line(figure, [drift.place] * 2, ends, theme.user, "farthest apart", width=2, dash="dot", hover=distance)
    figure.update_xaxes(title_text="score", nticks=7)
    figure.update_yaxes(title_text="share of cases up to it", tickformat=".0%", range=[-0.02, 1.02])
    dress(figure, theme, 260)
    return figure


def drift_alt(drift: Drift) -> str:
    """What `drift_figure` shows, in words."""
    return (
        f"The share of cases up to each score, then and now. The shares are farthest apart at {number(drift.place)}: "
        f"{percent(drift.distance).removesuffix(' %')} points."
    )
