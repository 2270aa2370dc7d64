"""Every measure before and after the scores are read as evidence: two dots a row."""

import math
from collections.abc import Mapping, Sequence

import plotly.graph_objects as go

from ddcore.figures.marks import ring, rows, segments
from ddcore.figures.theme import Theme
from ddcore.formats import number
from ddcore.scores.before_after import BeforeAfter
from ddcore.scores.exact_bests import ExactBest

ROW = 26


def before_after_figure(measured: Sequence[BeforeAfter], exact: Mapping[str, ExactBest], theme: Theme) -> go.Figure:
    """A row a measure: a hollow grey dot before, a filled one after; where the laws are known both as short lines."""
    figure = go.Figure()
    places = [float(at) for at in range(len(measured))]
    values = [row.shown for row in measured]
    before, after = [first for first, _ in values], [second for _, second in values]
    figure.add_scatter(
        x=segments(before, after),
        y=segments(places, places),
        mode="lines",
        line={"width": 2, "color": theme.joint},
        hoverinfo="skip",
        showlegend=False,
    )
    if exact:
        laws = [exact[row.measure.key] for row in measured]
        figure.add_scatter(
            x=[value for law in laws for value in (law.before, law.after)],
            y=[place for place in places for _ in range(2)],
            mode="markers",
            name="exact",
            marker={"symbol": "line-ns", "size": 16, "line": {"width": 2, "color": theme.user}},
            hovertext=[
                f"<b>{law.measure.name}</b><br>{which} exactly {number(value)}"
                for law in laws
                for which, value in (("as it is", law.before), ("as evidence", law.after))
            ],
            hoverinfo="text",
        )
    words = [_words(row) for row in measured]
    looks = (
        ("as it is", before, ring(theme)),
        ("as evidence", after, {"symbol": "circle", "size": 11, "color": theme.colour(0)}),
    )
    for name, x, marker in looks:
        figure.add_scatter(x=x, y=places, mode="markers", name=name, marker=marker, hovertext=words, hoverinfo="text")
    rows(figure, theme, [row.measure for row in measured], ROW)
    return figure


def _words(row: BeforeAfter) -> str:
    """Both values and the gain with its interval."""
    before, after = row.shown
    text = f"<b>{row.measure.name}</b><br>as it is {number(before)}, as evidence {number(after)}"
    if math.isnan(row.gain.value):
        return text
    return f"{text}<br>gain {number(row.gain.value)} ({number(row.gain.low)} to {number(row.gain.high)})"


def before_after_alt(measured: Sequence[BeforeAfter]) -> str:
    """What `before_after_figure` shows, in words."""
    told = "; ".join(
        f"{row.measure.name} {number(before)} and {number(after)}"
        for row, (before, after) in ((row, row.shown) for row in measured)
    )
    return f"Each measure at its best threshold, on the scores as they are and on their likelihood ratio: {told}."
