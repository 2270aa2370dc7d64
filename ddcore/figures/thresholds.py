"""Where the threshold should be: a measure over the threshold, its best place and how sure that is."""

import math

import numpy as np
import plotly.graph_objects as go

from ddcore.figures.curves import trace_figure
from ddcore.figures.parts import best_at, dress, with_gaps
from ddcore.figures.theme import Theme, faded, plain
from ddcore.formats import number
from ddcore.measures import MEASURES
from ddcore.scores.best_thresholds import BestThreshold
from ddcore.scores.modes import example
from ddcore.scores.trace import Trace

HEIGHT = 360
EXAMPLE = ("MCC", "MK")


def thresholds_figure(
    name: str, trace: Trace, optimum: BestThreshold, theme: Theme, threshold: float | None
) -> go.Figure:
    """A thinned measure over the threshold: the best place a cross in a strip that is its interval, the one set dotted.

    A draw that predicts as many positive is the dashed grey line.
    """
    figure = trace_figure({name: trace}, theme, threshold)
    best = optimum.best
    if not np.isfinite(trace.value).any():
        return figure
    if optimum.bootstrap is not None and math.isfinite(optimum.bootstrap.low):
        shown = trace.threshold[np.isfinite(trace.threshold)]
        figure.add_vrect(
            x0=optimum.bootstrap.low,
            x1=min(optimum.bootstrap.high, float(shown[-1])),
            fillcolor=faded(theme.colour(0), 0.14),
            line_width=0,
        )
        figure.add_scatter(
            x=[None],
            y=[None],
            mode="markers",
            name="95 % of best ones",
            marker={"symbol": "square", "size": 12, "color": faded(theme.colour(0), 0.3)},
            hoverinfo="skip",
        )
    if math.isfinite(best.threshold):
        words = f"best: threshold {number(best.threshold)}<br>{trace.measure.title}: {number(best.value)}"
        best_at(figure, theme, best.threshold, best.value, f"best {number(best.value)}", words)
    dress(figure, theme, HEIGHT)
    return figure


def thresholds_alt(name: str, trace: Trace, optimum: BestThreshold, threshold: float | None) -> str:
    """What `thresholds_figure` shows, in words."""
    best = optimum.best
    if math.isnan(best.value):
        return f"{trace.measure.name} of {name} over the threshold, without a best one."
    where = f"at {number(best.threshold)}" if math.isfinite(best.threshold) else "by predicting no case positive"
    words = f"{trace.measure.name} of {name} over the threshold, best {where}: {number(best.value)}."
    if optimum.bootstrap is not None and math.isfinite(optimum.bootstrap.low):
        low, high = (
            number(end) if math.isfinite(end) else "none" for end in (optimum.bootstrap.low, optimum.bootstrap.high)
        )
        words += f" 95 % of the best thresholds of resamples lie from {low} to {high}."
    if threshold is not None and math.isfinite(threshold):
        at = int(np.searchsorted(trace.threshold, threshold))
        if at < trace.value.size:
            words += f" The threshold set is {number(threshold)}, a dotted line."
    return words


def example_figure(theme: Theme) -> go.Figure:
    """The example of two peaks: MCC and markedness over the threshold of scores whose ratio rises."""
    figure = go.Figure()
    threshold, counts = example()
    for at, key in enumerate(EXAMPLE):
        measure = MEASURES[key]
        values = measure.on(counts)
        figure.add_scatter(
            x=threshold,
            y=with_gaps(values),
            mode="lines",
            name=plain(measure.name),
            line={"width": 2.5, "color": theme.colour(at), "dash": ("solid", "dash")[at]},
            hovertext=np.array(
                [
                    f"<b>{measure.name}</b><br>threshold {number(x)}: {number(y)}"
                    for x, y in zip(threshold.tolist(), values.tolist(), strict=True)
                ]
            ),
            hoverinfo="text",
        )
    figure.update_xaxes(title_text="threshold", nticks=7)
    figure.update_yaxes(nticks=6)
    dress(figure, theme, 240)
    return figure


EXAMPLE_ALT = (
    "Matthews correlation and markedness over the threshold of an example with three bins of scores: both have a peak "
    "at 1 and another at 2."
)
