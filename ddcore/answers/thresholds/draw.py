"""The figures of best thresholds: a measure over the threshold, over the share of positives, and over the scores."""

import math
from collections.abc import Mapping, Sequence

import numpy as np

from ddcore.arrays import Array
from ddcore.figures.chart import Chart
from ddcore.figures.curves import LARGEST_RATIO, trace_figure, with_exact_line
from ddcore.figures.marks import ABOVE, add_band, add_dots, add_line, best_at, dress, key, segments, side, with_gaps
from ddcore.figures.theme import Theme, faded, label, plain
from ddcore.formats import number, percent
from ddcore.interval import confidence
from ddcore.measures import MEASURES
from ddcore.scores.best_thresholds import BestThreshold
from ddcore.scores.exact import Peak
from ddcore.scores.gain import Portrait
from ddcore.scores.modes import example
from ddcore.scores.share_thresholds import OverShare
from ddcore.scores.trace import Trace

HEIGHT = 360
SHARES_HEIGHT = 380
EXAMPLE = ("MCC", "MK")


def thresholds_figure(name: str, trace: Trace, optimum: BestThreshold, theme: Theme, threshold: float | None) -> Chart:
    """A thinned measure over the threshold: the best place a diamond in a strip, its interval; the one set is dotted.

    A draw that predicts the same number of cases positive is the dashed grey line.
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
        key(
            figure,
            f"best, {confidence()}",
            {"symbol": "square", "size": 12, "color": faded(theme.colour(0), 0.3)},
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
        words += f" In {confidence()} of resamples the best threshold is between {low} and {high}."
    if threshold is not None and math.isfinite(threshold):
        at = int(np.searchsorted(trace.threshold, threshold))
        if at < trace.value.size:
            words += f" The current threshold, {number(threshold)}, is a dotted line."
    return words


def with_exact_trace(figure: Chart, theme: Theme, threshold: Array, value: Array, best: Peak | None) -> Chart:
    """The chart of a measure over the threshold with the exact one, and a ring at its best place."""
    if best is not None:
        add_dots(
            figure,
            [best.threshold],
            [best.value],
            {"symbol": "circle-open", "size": 13, "color": theme.user, "line": {"width": 2.5}},
            f"exact best {number(best.value)}",
            hover=[f"exact best: threshold {number(best.threshold)}<br>{number(best.value)}"],
        )
    return with_exact_line(figure, theme, threshold, value, "exact", HEIGHT)


# Two peaks -------------------------------------------------------------------------------------------------------


def example_figure(theme: Theme) -> Chart:
    """The example of two peaks: MCC and markedness over the threshold of scores whose ratio rises."""
    figure = Chart()
    threshold, counts = example()
    for place, name in enumerate(EXAMPLE):
        measure = MEASURES[name]
        values = measure.on(counts)
        hover = _on_threshold(measure.name, threshold, values)
        dash = ("solid", "dash")[place]
        add_line(figure, threshold, with_gaps(values), theme.colour(place), plain(measure.name), dash=dash, hover=hover)
    figure.update_xaxes(title_text="threshold", nticks=7)
    figure.update_yaxes(nticks=6)
    dress(figure, theme, 240)
    return figure


EXAMPLE_TITLE = "Which measures can mislead a search"
EXAMPLE_ALT = (
    "Matthews correlation and markedness over the threshold of an example with three bins of scores: both have a peak "
    "at 1 and another at 2."
)


def _on_threshold(name: str, threshold: Array, values: Array) -> list[str]:
    """The texts under the pointer of a measure over the threshold."""
    points = zip(threshold.tolist(), values.tolist(), strict=True)
    return [f"<b>{name}</b><br>threshold {number(x)}: {number(y)}" for x, y in points]


def peaks_figure(
    portrait: Portrait, names: Sequence[str], values: Sequence[Array], peaks: Sequence[Sequence[Peak]], theme: Theme
) -> Chart:
    """Three charts above each other over the same scores: both densities, their ratio, and measures with their peaks.

    `values` has a row for each name, over the scores of the portrait.
    """
    figure = Chart(rows=3, cols=1, shared_xaxes=True, vertical_spacing=0.05, row_heights=[0.3, 0.25, 0.45])
    classes = (("positives", portrait.positives, "solid"), ("negatives", portrait.negatives, "dash"))
    for place, (name, density, dash) in enumerate(classes):
        line = {"width": 2.5, "color": theme.colour(place), "dash": dash}
        fill = faded(theme.colour(place), 0.12)
        figure.add_scatter(
            x=portrait.score, y=density, name=name, line=line, fill="tozeroy", fillcolor=fill, hoverinfo="skip"
        )
    top = np.log(LARGEST_RATIO)
    ratio = np.exp(np.clip(portrait.log_ratio, -top, top))
    hover = [f"score {number(x)}: {number(y)}" for x, y in zip(portrait.score.tolist(), ratio.tolist(), strict=True)]
    add_line(figure, portrait.score, with_gaps(ratio), theme.text, "likelihood ratio", hover=hover, row=2, col=1)
    for place, (name, row, tops) in enumerate(zip(names, values, peaks, strict=True), start=2):
        colour, dash = theme.colour(place), ("solid", "dash")[place % 2]
        hover = _on_threshold(plain(name), portrait.score, row)
        add_line(figure, portrait.score, with_gaps(row), colour, plain(name), dash=dash, hover=hover, row=3, col=1)
        add_dots(
            figure,
            [peak.threshold for peak in tops],
            [peak.value for peak in tops],
            {"symbol": "diamond", "size": 11, "color": colour},
            mode="markers+text",
            text=[number(peak.value) for peak in tops],
            textposition=[_side_of_peak(peak, peaks, portrait) for peak in tops],
            textfont={"color": theme.text},
            row=3,
            col=1,
        )
    figure.update_yaxes(showticklabels=False, title_text="density", row=1, col=1)
    figure.update_yaxes(type="log", title_text="ratio", nticks=4, row=2, col=1)
    figure.update_yaxes(nticks=6, row=3, col=1)
    dress(figure, theme, 460)
    figure.update_xaxes(title_text="score, or threshold", nticks=7, row=3, col=1)
    figure.update_layout(height=560, legend={"y": -0.12})
    return figure


def _side_of_peak(peak: Peak, peaks: Sequence[Sequence[Peak]], portrait: Portrait) -> str:
    """The side of a peak on which its value is written: below it where a higher one of another measure is close."""
    near = 0.15 * float(np.ptp(portrait.score))
    others = [other for tops in peaks if peak not in tops for other in tops]
    beside = (other for other in others if abs(other.threshold - peak.threshold) < near)
    return "bottom center" if any(0 <= other.value - peak.value < 0.2 for other in beside) else "top center"


def peaks_alt(names: Sequence[str], peaks: Sequence[Sequence[Peak]]) -> str:
    """What `peaks_figure` shows, in words."""
    parts = []
    for name, tops in zip(names, peaks, strict=True):
        where = " and ".join(f"{number(peak.value)} at {number(peak.threshold)}" for peak in tops)
        parts.append(f"{name} peaks at {where}" if tops else f"{name} has no peak")
    return (
        f"Both densities, their likelihood ratio, and below them the measures over the threshold: {'; '.join(parts)}."
    )


# As evidence -----------------------------------------------------------------------------------------------------

Stretches = tuple[tuple[float, float], ...]
"""Ranges of scores from a first to a last one."""
ROW = 34


def predicted_figure(predicted: Mapping[str, Stretches], ends: tuple[float, float], theme: Theme) -> Chart:
    """A strip over the scores for each way, thick where positive is predicted; `ends` are the outmost scores."""
    figure = Chart()
    for row, stretches in enumerate(predicted.values()):
        add_line(figure, list(ends), [row, row], theme.joint, width=2)
        low, high = ([min(max(pair[end], ends[0]), ends[1]) for pair in stretches] for end in (0, 1))
        if stretches:
            hover = [text for first, last in stretches for text in (_range(first, last),) * 3]
            at = segments([row] * len(low), [row] * len(low))
            add_line(figure, segments(low, high), at, theme.colour(row), width=14, hover=hover)
    figure.update_xaxes(title_text="score", nticks=7)
    figure.update_yaxes(
        tickvals=list(range(len(predicted))),
        ticktext=list(predicted),
        tickfont={"color": theme.text},
        range=[len(predicted) - 0.5, -0.5],
        showgrid=False,
    )
    dress(figure, theme, ROW * len(predicted) + 10)
    return figure


def _range(first: float, last: float) -> str:
    if math.isinf(first) and math.isinf(last):
        return "all scores"
    if math.isinf(first):
        return f"scores up to {number(last)}"
    return f"scores ≥ {number(first)}" if math.isinf(last) else f"scores {number(first)} to {number(last)}"


def predicted_alt(predicted: Mapping[str, Stretches]) -> str:
    """What `predicted_figure` shows, in words."""
    parts = [
        f"{way}: {' and '.join(_range(*stretch) for stretch in stretches) or 'no score'}"
        for way, stretches in predicted.items()
    ]
    return f"Scores that are predicted positive. {'; '.join(parts)}."


# Over the share of positives -------------------------------------------------------------------------------------

Band = tuple[Array, Array, Array]
"""Shares of positives, and the lower and upper ends of the best thresholds of resamples there."""


def shares_figure(
    best: OverShare, current: Array, band: Band | None, threshold: float, marks: Mapping[str, float], theme: Theme
) -> Chart:
    """Above the best threshold at each share, the current one dotted; below the measure with either.

    `current` is the measure at the threshold that is set; `marks` are shares with their names, such as that of these
    cases. Where it is best to predict no case positive, the line of the threshold stops.
    """
    figure = Chart()
    if band is not None:
        shares, low, high = band
        known = np.isfinite(low) & np.isfinite(high)
        add_band(figure, shares[known], low[known], high[known], theme.colour(0), 0.18, f"best, {confidence()}")
    points = zip(best.share.tolist(), best.threshold.tolist(), best.value.tolist(), strict=True)
    hover = [
        f"{percent(share)} positive<br>best threshold: {number(cut)}<br>{best.measure.title}: {number(value)}"
        for share, cut, value in points
    ]
    add_line(figure, best.share, with_gaps(best.threshold), theme.colour(0), "best threshold", width=3, hover=hover)
    if math.isfinite(threshold):
        add_line(figure, [0, 1], [threshold] * 2, theme.user, "current threshold", width=2, dash="dot")
    for name, values, colour, width, dash in (
        ("with the best", best.value, theme.colour(0), 3, "solid"),
        ("with the current one", current, theme.user, 2, "dot"),
    ):
        hover = [
            f"{percent(share)} positive<br>{best.measure.title} {name}: {number(value)}"
            for share, value in zip(best.share.tolist(), values.tolist(), strict=True)
        ]
        add_line(
            figure,
            best.share,
            with_gaps(values),
            colour,
            name,
            width=width,
            dash=dash,
            hover=hover,
            yaxis="y2",
            showlegend=False,
        )
    for name, share in marks.items():
        line = {"color": theme.muted, "width": 1.5, "dash": "dash"}
        figure.add_shape(type="line", x0=share, x1=share, y0=0, y1=1, yref="paper", line=line)
        figure.add_annotation(
            x=share,
            y=1,
            yref="paper",
            yanchor="bottom",
            xanchor=side(share),
            text=name,
            showarrow=False,
            font={"color": theme.text},
        )
    figure.update_xaxes(title_text="share of positives", range=[-0.01, 1.01], nticks=6, tickformat=".0%")
    figure.update_layout(
        yaxis={"domain": [0.5, 1], "title": {"text": "threshold"}, "nticks": 5},
        yaxis2={"domain": [0, 0.42], "anchor": "x", "title": {"text": label(best.measure)}, "nticks": 5},
        xaxis={"anchor": "y2"},
        margin=ABOVE,
    )
    dress(figure, theme, SHARES_HEIGHT)
    return figure


def shares_alt(best: OverShare, marks: Mapping[str, float]) -> str:
    """What `shares_figure` shows, in words."""
    parts = []
    for share in (0.1, 0.5, 0.9):
        cut = float(best.threshold[int(np.argmin(np.abs(best.share - share)))])
        parts.append(f"{percent(share)} positive: {number(cut) if math.isfinite(cut) else 'none'}")
    shown = ", ".join(f"{name} at {percent(share)}" for name, share in marks.items())
    return f"Best threshold for {best.measure.name} over the share of positives: {', '.join(parts)}. Marked: {shown}."
