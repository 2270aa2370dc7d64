"""From then to now: a measure step by step, the scores of both sides, and what the measure would be without labels."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go

from ddcore.figures.marks import dress, empty, ring, segments
from ddcore.figures.names import short_names
from ddcore.figures.theme import Theme, plain
from ddcore.formats import number, percent
from ddcore.interval import Interval
from ddcore.measures import Measure
from ddcore.scores.drift import Drift
from ddcore.table import ScoreTable

STEPS = {
    "share": "Share of positives",
    "separation": "Separation",
    "level": "Where scores lie",
    "threshold": "Threshold",
    "classifier": "Classifier",
}
"""What a step is called in the chart."""
ROW = 44
POINTS = 400
"""Points of a line of shares of cases."""


@dataclass(frozen=True)
class Steps:
    """A measure then and now, and the part of each cause in the order of the chart, by the keys of `STEPS`."""

    measure: Measure
    then: float
    now: float
    parts: Mapping[str, Interval]


@dataclass(frozen=True)
class Foretold:
    """A measure then, and what it would be now: if only the share of positives moved, or only other cases come."""

    measure: Measure
    then: float
    if_share: Interval
    if_mix: Interval


def parts_figure(steps: Steps, theme: Theme) -> go.Figure:
    """A ring where the measure was, a step for each cause with its interval as a thin line, a dot where it is."""
    names, ends = list(steps.parts), steps.parts
    values = [part.value for part in ends.values()]
    if not math.isfinite(steps.now - steps.then):
        return empty(theme, f"{plain(steps.measure.name, 30)} has no value then or now.")
    places = np.cumsum([steps.then, *values])
    figure = go.Figure()
    joint = {"width": 1, "color": theme.joint, "dash": "dot"}
    figure.add_scatter(
        x=[x for x in places for _ in range(2)][: 2 * len(names) + 2],
        y=[y for place in range(len(names) + 1) for y in (place, place + 1)],
        mode="lines",
        line=joint,
        hoverinfo="skip",
        showlegend=False,
    )
    figure.add_scatter(
        x=segments([places[i] + ends[name].low for i, name in enumerate(names)],
                   [places[i] + ends[name].high for i, name in enumerate(names)]),
        y=segments(range(1, len(names) + 1), range(1, len(names) + 1)),
        mode="lines",
        name="95 % of resamples",
        line={"width": 1.5, "color": theme.muted},
        hoverinfo="skip",
    )  # fmt: skip
    for rises, name, symbol in (
        (True, "makes it higher", "triangle-right"),
        (False, "makes it lower", "triangle-left"),
    ):
        at = [i for i, value in enumerate(values) if value != 0 and (value > 0) == rises]
        if not at:
            continue
        colour = theme.colour(0 if rises else 1)
        figure.add_scatter(
            x=segments([places[i] for i in at], [places[i + 1] for i in at]),
            y=segments([i + 1 for i in at], [i + 1 for i in at]),
            mode="lines",
            line={"width": 9, "color": colour},
            hoverinfo="skip",
            showlegend=False,
        )
        figure.add_scatter(
            x=[places[i + 1] for i in at],
            y=[i + 1 for i in at],
            mode="markers",
            name=name,
            marker={"symbol": symbol, "size": 13, "color": colour},
            hovertext=[_words(STEPS[names[i]], ends[names[i]]) for i in at],
            hoverinfo="text",
        )
    looks = (("then", steps.then, 0, ring(theme)), ("now", steps.now, len(names) + 1, _dot(theme)))
    for name, x, y, marker in looks:
        figure.add_scatter(
            x=[x],
            y=[y],
            mode="markers",
            name=name,
            marker=marker,
            hovertext=[f"{name}: {number(x)}"],
            hoverinfo="text",
        )
    labels = [f"{STEPS[name]}<br>{_signed(part.value)}" for name, part in ends.items()]
    labels = [f"Then<br>{number(steps.then)}", *labels, f"Now<br>{number(steps.now)}"]
    _dressed(figure, theme, steps.measure, labels)
    return figure


def _dot(theme: Theme) -> dict[str, Any]:
    return {"symbol": "circle", "size": 11, "color": theme.colour(0)}


def _signed(value: float) -> str:
    text = number(value)
    return text if value <= 0 or text == "0" else f"+{text}"


def _words(name: str, part: Interval) -> str:
    return f"<b>{name}</b><br>{_signed(part.value)} ({_signed(part.low)} to {_signed(part.high)})"


def _dressed(figure: go.Figure, theme: Theme, row: Measure, labels: list[str]) -> None:
    """Rows from the top down with their labels."""
    figure.update_yaxes(
        tickvals=list(range(len(labels))),
        ticktext=labels,
        tickfont={"color": theme.text},
        range=[len(labels) - 0.5, -0.5],
        showgrid=False,
    )
    figure.update_xaxes(title_text=plain(row.name, 30), nticks=6, tickangle=0)
    dress(figure, theme, ROW * len(labels))


def parts_alt(steps: Steps) -> str:
    """What `parts_figure` shows, in words."""
    name = steps.measure.name
    if not math.isfinite(steps.now - steps.then):
        return f"{name} has no value then or now."
    told = ", ".join(f"{STEPS[cause].lower()} {_signed(part.value)}" for cause, part in steps.parts.items())
    return f"{name} was {number(steps.then)} then; {told}; it is {number(steps.now)} now."


def foretold_figure(foretold: Foretold, theme: Theme) -> go.Figure:
    """The measure then, and as it would be now in two ways, each with its interval."""
    ways = [foretold.if_share, foretold.if_mix]
    if not all(math.isfinite(value) for value in (foretold.then, *(way.value for way in ways))):
        return empty(theme, f"{plain(foretold.measure.name, 30)} has no value then or now.")
    figure = go.Figure()
    figure.add_scatter(
        x=segments([way.low for way in ways], [way.high for way in ways]),
        y=segments([1, 2], [1, 2]),
        mode="lines",
        name="95 % of resamples",
        line={"width": 1.5, "color": theme.muted},
        hoverinfo="skip",
    )
    looks = (
        ("then", [foretold.then], [0], ring(theme)),
        ("expected now", [way.value for way in ways], [1, 2], _dot(theme)),
    )
    for name, x, y, marker in looks:
        words = [number(at) for at in x]
        figure.add_scatter(x=x, y=y, mode="markers", name=name, marker=marker, hovertext=words, hoverinfo="text")
    labels = ("Then", "Share moved", "Other cases")
    values = (foretold.then, *(way.value for way in ways))
    told = [f"{label}<br>{number(value)}" for label, value in zip(labels, values, strict=True)]
    _dressed(figure, theme, foretold.measure, told)
    return figure


def foretold_alt(foretold: Foretold) -> str:
    """What `foretold_figure` shows, in words."""
    first, second = foretold.if_share.value, foretold.if_mix.value
    return (
        f"{foretold.measure.name} was {number(foretold.then)} then. If only the share of positives moved it would be "
        f"{number(first)} now, if only other cases come {number(second)}."
    )


def drift_figure(scores: ScoreTable, drift: Drift, sides: tuple[str, str], theme: Theme) -> go.Figure:
    """The share of the cases up to each score, dashed for then and solid for now; a line where they are farthest.

    `scores` has the cases of now as its positives, and `sides` names then and now.
    """
    names = short_names(sides, 16)
    whole = scores.positives + scores.negatives
    reached = np.cumsum(whole) / whole.sum()
    low, high = (int(np.searchsorted(reached, end)) for end in (0.002, 0.998))
    at = np.unique(np.linspace(low, min(high, reached.size - 1), POINTS).astype(int))
    figure = go.Figure()
    lines = (
        (sides[0], scores.negatives, {"width": 2, "color": theme.chance, "dash": "dash"}),
        (sides[1], scores.positives, {"width": 3, "color": theme.colour(0)}),
    )
    shares = []
    for name, tally, line in lines:
        share = np.cumsum(tally) / tally.sum()
        shares.append(share)
        figure.add_scatter(
            x=scores.score[at],
            y=share[at],
            mode="lines",
            name=names[name],
            line={**line, "shape": "hv"},
            hovertext=np.array(
                [f"{percent(y)} up to {number(x)}" for x, y in zip(scores.score[at], share[at], strict=True)]
            ),
            hoverinfo="text",
        )
    place = int(np.searchsorted(scores.score, drift.place))
    figure.add_scatter(
        x=[drift.place] * 2,
        y=[shares[0][place], shares[1][place]],
        mode="lines",
        name="farthest apart",
        line={"width": 2, "color": theme.user, "dash": "dot"},
        hovertext=[f"apart by {percent(drift.distance)}"] * 2,
        hoverinfo="text",
    )
    figure.update_xaxes(title_text="score", nticks=7)
    figure.update_yaxes(title_text="share of the cases up to it", tickformat=".0%", range=[-0.02, 1.02])
    dress(figure, theme, 260)
    return figure


def drift_alt(drift: Drift) -> str:
    """What `drift_figure` shows, in words."""
    return (
        f"The share of the cases up to each score, then and now. They are farthest apart at {number(drift.place)}, by "
        f"{percent(drift.distance)}."
    )
