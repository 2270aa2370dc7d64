"""Where the threshold should be: a measure over the threshold, its best place and how sure that is."""

import math
from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from ddcore.arrays import Array
from ddcore.figures.curves import LARGEST_RATIO, trace_figure, with_exact_line
from ddcore.figures.marks import best_at, dress, with_gaps
from ddcore.figures.theme import Theme, faded, plain
from ddcore.formats import number
from ddcore.measures import MEASURES
from ddcore.scores.best_thresholds import BestThreshold
from ddcore.scores.exact import Peak
from ddcore.scores.gain import Portrait
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


def with_exact_trace(figure: go.Figure, theme: Theme, threshold: Array, value: Array, best: Peak | None) -> go.Figure:
    """The chart of a measure over the threshold with the exact one, and a ring at its best place."""
    if best is not None:
        figure.add_scatter(
            x=[best.threshold],
            y=[best.value],
            mode="markers",
            name=f"exact best {number(best.value)}",
            marker={"symbol": "circle-open", "size": 13, "color": theme.user, "line": {"width": 2.5}},
            hovertext=[f"exact best: threshold {number(best.threshold)}<br>{number(best.value)}"],
            hoverinfo="text",
            cliponaxis=False,
        )
    return with_exact_line(figure, theme, threshold, value, "exact", HEIGHT)


def peaks_figure(
    portrait: Portrait, names: Sequence[str], values: Sequence[Array], peaks: Sequence[Sequence[Peak]], theme: Theme
) -> go.Figure:
    """Three charts above each other over the same scores: both densities, their ratio, and measures with their peaks.

    `values` has a row for each name, over the scores of the portrait.
    """
    figure = make_subplots(rows=3, cols=1, shared_xaxes=True, vertical_spacing=0.05, row_heights=[0.3, 0.25, 0.45])
    classes = (("positives", portrait.positives, "solid"), ("negatives", portrait.negatives, "dash"))
    for at, (name, density, dash) in enumerate(classes):
        line = {"width": 2.5, "color": theme.colour(at), "dash": dash}
        fill = faded(theme.colour(at), 0.12)
        figure.add_scatter(
            x=portrait.score, y=density, name=name, line=line, fill="tozeroy", fillcolor=fill, hoverinfo="skip"
        )
    top = np.log(LARGEST_RATIO)
    ratio = np.exp(np.clip(portrait.log_ratio, -top, top))
    figure.add_scatter(
        x=portrait.score,
        y=with_gaps(ratio),
        name="likelihood ratio",
        line={"width": 2.5, "color": theme.text},
        hovertext=[
            f"score {number(x)}: {number(y)}" for x, y in zip(portrait.score.tolist(), ratio.tolist(), strict=True)
        ],
        hoverinfo="text",
        row=2,
        col=1,
    )
    for at, (name, row, tops) in enumerate(zip(names, values, peaks, strict=True), start=2):
        line = {"width": 2.5, "color": theme.colour(at), "dash": ("solid", "dash")[at % 2]}
        words = [f"<b>{plain(name)}</b><br>threshold {number(x)}: {number(y)}" for x, y in _points(portrait.score, row)]
        figure.add_scatter(
            x=portrait.score,
            y=with_gaps(row),
            name=plain(name),
            line=line,
            hovertext=words,
            hoverinfo="text",
            row=3,
            col=1,
        )
        figure.add_scatter(
            x=[peak.threshold for peak in tops],
            y=[peak.value for peak in tops],
            mode="markers+text",
            text=[number(peak.value) for peak in tops],
            textposition=[_side(peak, peaks, portrait) for peak in tops],
            textfont={"color": theme.text},
            marker={"symbol": "diamond", "size": 11, "color": theme.colour(at)},
            hoverinfo="skip",
            showlegend=False,
            cliponaxis=False,
            row=3,
            col=1,
        )
    figure.update_yaxes(showticklabels=False, title_text="how often", row=1, col=1)
    figure.update_yaxes(type="log", title_text="ratio", nticks=4, row=2, col=1)
    figure.update_yaxes(nticks=6, row=3, col=1)
    dress(figure, theme, 460)
    figure.update_xaxes(title_text="score, or threshold", nticks=7, row=3, col=1)
    figure.update_layout(height=560, legend={"y": -0.12})
    return figure


def _side(peak: Peak, peaks: Sequence[Sequence[Peak]], portrait: Portrait) -> str:
    """Where the value of a peak is written: below it where a higher one of another measure is close."""
    near = 0.15 * float(np.ptp(portrait.score))
    others = [other for tops in peaks if peak not in tops for other in tops]
    beside = (other for other in others if abs(other.threshold - peak.threshold) < near)
    return "bottom center" if any(0 <= other.value - peak.value < 0.2 for other in beside) else "top center"


def _points(x: Array, y: Array) -> list[tuple[float, float]]:
    return list(zip(x.tolist(), y.tolist(), strict=True))


def peaks_alt(names: Sequence[str], peaks: Sequence[Sequence[Peak]]) -> str:
    """What `peaks_figure` shows, in words."""
    told = []
    for name, tops in zip(names, peaks, strict=True):
        where = " and ".join(f"{number(peak.value)} at {number(peak.threshold)}" for peak in tops)
        told.append(f"{name} peaks at {where}" if tops else f"{name} has no peak")
    return f"Both densities, their likelihood ratio, and below them the measures over the threshold: {'; '.join(told)}."
