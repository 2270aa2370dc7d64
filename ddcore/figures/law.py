"""Laws of scores that are known exactly: their densities, their ratio, and what is exact beside what was drawn."""

from collections.abc import Callable, Sequence

import numpy as np
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from ddcore.arrays import Array
from ddcore.figures.curves import HEIGHT as CURVE
from ddcore.figures.ensemble import HEIGHT as PLANE
from ddcore.figures.likelihood import HEIGHT as RATIO
from ddcore.figures.likelihood import LARGEST_RATIO, densities_alt, densities_figure
from ddcore.figures.parts import dress, with_gaps
from ddcore.figures.theme import Theme, faded, plain
from ddcore.figures.thresholds import HEIGHT as THRESHOLDS
from ddcore.formats import number
from ddcore.scores.curve_kinds import Curve
from ddcore.scores.exact import Peak
from ddcore.scores.gain import Portrait

PREVIEW = 110
DASH = "9px,4px"
"""What is exact is drawn so, in the colour of text."""


def preview_figure(portrait: Portrait, theme: Theme) -> go.Figure:
    """Both densities, small."""
    figure = densities_figure(portrait, "positives", "negatives", theme)
    figure.update_xaxes(title_text="")
    figure.update_yaxes(title_text="")
    dress(figure, theme, PREVIEW)
    figure.update_layout(
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        legend={"entrywidth": 86},
        margin={"l": 0, "r": 4, "t": 4, "b": 0},
    )
    return figure


def law_alt(portrait: Portrait) -> str:
    """What `preview_figure` shows, in words."""
    return densities_alt(portrait, "positives", "negatives")


def with_exact_curve(figure: go.Figure, theme: Theme, curve: Curve, name: str, height: float = CURVE) -> go.Figure:
    """A chart of curves with the exact one, dashed, in the colour of text."""
    figure.add_scatter(
        x=curve.kind.axes(curve.x),
        y=curve.kind.axes(curve.y),
        mode="lines",
        name=name,
        line={"width": 1.5, "color": theme.text, "dash": DASH},
        hoverinfo="skip",
    )
    dress(figure, theme, height)
    return figure


def with_exact_line(figure: go.Figure, theme: Theme, x: Array, y: Array, name: str, height: float) -> go.Figure:
    """A chart with an exact line over the scores or thresholds."""
    figure.add_scatter(
        x=x,
        y=with_gaps(y),
        mode="lines",
        name=name,
        line={"width": 1.5, "color": theme.user, "dash": DASH},
        hoverinfo="skip",
    )
    dress(figure, theme, height)
    return figure


def with_exact_ratio(figure: go.Figure, theme: Theme, portrait: Portrait) -> go.Figure:
    """The chart of the ratio with the exact one; it ends where the chart does."""
    top = np.log(LARGEST_RATIO)
    ratio = np.exp(np.clip(portrait.log_ratio, -top, top))
    return with_exact_line(figure, theme, portrait.score, ratio, "exact", RATIO)


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
    return with_exact_line(figure, theme, threshold, value, "exact", THRESHOLDS)


def with_exact_border(figure: go.Figure, theme: Theme, above: Callable[[Array, Array], Array]) -> go.Figure:
    """The plane of two scores with the exact border of what is predicted positive; `above` is positive within it."""
    first = figure.data[0]
    x, y = np.asarray(first.x, float), np.asarray(first.y, float)
    figure.add_contour(
        x=x,
        y=y,
        z=np.clip(above(x, y), -700, 700),
        contours={"start": 0, "end": 0, "size": 1, "coloring": "none"},
        line={"width": 2, "color": theme.colour(2), "dash": "dot"},
        showscale=False,
        hoverinfo="skip",
        showlegend=False,
    )
    line = {"width": 2, "color": theme.colour(2), "dash": "dot"}
    figure.add_scatter(x=[None], y=[None], mode="lines", name="exact border", line=line, hoverinfo="skip")
    dress(figure, theme, PLANE)
    return figure


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
