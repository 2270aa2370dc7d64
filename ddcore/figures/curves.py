"""Curves of scores: one chart for every kind, and a measure over the threshold."""

import math
from collections.abc import Iterable, Mapping

import numpy as np
import plotly.graph_objects as go
from scipy.special import ndtri

from ddcore.arrays import Array
from ddcore.figures.marks import dress, empty, line_at, with_gaps
from ddcore.figures.names import short_names, whole
from ddcore.figures.theme import DASHES, Theme, faded, plain
from ddcore.formats import count, number
from ddcore.scores.curve_kinds import DEVIATES, Curve
from ddcore.scores.intervals import Band
from ddcore.scores.trace import Trace

HEIGHT = 350
"""Pixels of a plot that is in view below its slider on a projector, at a zoom of 150 %."""
LINES = (*DASHES, "longdashdot", "8px,2px,2px,2px", "2px,2px", "12px,3px", "6px,2px,2px,2px,2px,2px")
"""Ten dashes, so that ten models differ in more than their colour."""
RATES = (0.001, 0.01, 0.05, 0.2, 0.5, 0.8, 0.95, 0.99, 0.999)
"""Ticks of an axis of normal deviates."""


def curves_figure(
    curves: Mapping[str, Curve],
    theme: Theme,
    *,
    chosen: str,
    point: Curve | None = None,
    band: Band | None = None,
    hull: Curve | None = None,
) -> go.Figure:
    """Thinned curves of one kind, a line a model in its own colour and dash; chance is a dashed grey line.

    `point` is a curve of one point, where the threshold of the `chosen` model is: a cross. `band` and `hull` are those
    of its ROC curve.
    """
    first = next(iter(curves.values()))
    kind, figure, short = first.kind, go.Figure(), short_names(curves, 11)
    if band is not None:
        _band(figure, theme, band, theme.colour(list(curves).index(chosen)))
    for at, (name, curve) in enumerate(curves.items()):
        strong = name == chosen
        figure.add_scatter(
            x=kind.axes(curve.x),
            y=kind.axes(curve.y),
            mode="lines",
            name=f"{short[name]} {number(curve.summary)}",
            line={"width": 3 if strong else 2, "color": theme.colour(at), "dash": LINES[at % len(LINES)]},
            hovertext=hover(name, curve),
            hoverinfo="text",
        )
    if hull is not None:
        figure.add_scatter(
            x=hull.x,
            y=hull.y,
            mode="lines",
            name=f"its convex hull {number(hull.summary)}",
            line={"width": 1.5, "color": theme.text, "dash": "dot"},
            hoverinfo="skip",
        )
    if chance := kind.chance(first.positives, first.negatives):
        figure.add_scatter(
            x=kind.axes(np.array([x for x, _ in chance])).tolist(),
            y=kind.axes(np.array([y for _, y in chance])).tolist(),
            mode="lines",
            name="chance",
            line={"width": 2, "color": theme.chance, "dash": "dash"},
            hoverinfo="skip",
        )
    if point is not None and np.isfinite([point.x[0], point.y[0]]).all():
        figure.add_scatter(
            x=kind.axes(point.x).tolist(),
            y=kind.axes(point.y).tolist(),
            mode="markers",
            name=f"threshold {number(float(point.threshold[0]))}",
            marker={"symbol": "x-thin", "size": 13, "line": {"width": 3, "color": theme.user}},
            hovertext=hover(chosen, point),
            hoverinfo="text",
            cliponaxis=False,
        )
    axes(figure, curves.values())
    dress(figure, theme, HEIGHT)
    return figure


def _band(figure: go.Figure, theme: Theme, band: Band, colour: str) -> None:
    figure.add_scatter(
        x=np.append(band.x, band.x[::-1]),
        y=np.append(band.high, band.low[::-1]),
        fill="toself",
        fillcolor=faded(colour, 0.18),
        mode="lines",
        line={"width": 0},
        name="95 % band",
        hoverinfo="skip",
    )


def hover(name: str, curve: Curve, *, thresholds: bool = True) -> Array:
    """Both values of each point, and its threshold; nothing at a corner, which is no threshold's point."""
    points = zip(curve.x.tolist(), curve.y.tolist(), curve.threshold.tolist(), strict=True)
    return np.array(
        ["" if math.isnan(t) else _point(whole(name), curve, x, y, t if thresholds else None) for x, y, t in points]
    )


def _point(name: str, curve: Curve, x: float, y: float, threshold: float | None) -> str:
    where = "" if threshold is None else f", threshold {number(threshold)}"
    return f"<b>{name}</b>{where}<br>{curve.kind.x_title}: {number(x)}<br>{curve.kind.y_title}: {number(y)}"


def axes(figure: go.Figure, curves: Iterable[Curve]) -> None:
    """Titles and ends of the axes of curves of one kind."""
    drawn = list(curves)
    figure.update_xaxes(title_text=drawn[0].kind.x_title, nticks=7)
    figure.update_yaxes(title_text=drawn[0].kind.y_title, nticks=7)
    key, whole = drawn[0].kind.key, [-0.01, 1.01]
    if key in ("roc", "precision_recall", "precision_recall_gain", "gain"):
        figure.update_xaxes(range=whole)
        figure.update_yaxes(range=whole)
    elif key == "det":
        ends = ndtri(DEVIATES).tolist()
        ticks = {"tickvals": ndtri(RATES).tolist(), "ticktext": [f"{rate:g}" for rate in RATES], "range": ends}
        figure.update_xaxes(**ticks)
        figure.update_yaxes(**ticks)
    elif key == "lift":
        figure.update_xaxes(range=whole)
        figure.update_yaxes(rangemode="tozero")
    elif key == "toc":
        cases = max(curve.positives + curve.negatives for curve in drawn)
        figure.update_xaxes(range=[0, 1.01 * cases], tickformat=",", nticks=5)
        figure.update_yaxes(range=[0, 1.01 * max(curve.positives for curve in drawn)], tickformat=",")


def curves_alt(curves: Mapping[str, Curve], point: Curve | None = None) -> str:
    """What `curves_figure` shows, in words."""
    kind = next(iter(curves.values())).kind
    summary = f"{kind.title}: {kind.y_title} against {kind.x_title}. The {kind.summary_name} is: {_first(curves)}."
    if point is None or not np.isfinite([point.x[0], point.y[0]]).all():
        return summary
    where, x, y = (number(float(values[0])) for values in (point.threshold, point.x, point.y))
    return f"{summary} At threshold {where}: {kind.y_title} {y}" + (
        "." if kind.key == "ks" else f", {kind.x_title} {x}."
    )


def _first(curves: Mapping[str, Curve], most: int = 5) -> str:
    first = "; ".join(f"{name} {number(curve.summary)}" for name, curve in list(curves.items())[:most])
    return first + (f"; and {len(curves) - most} more" if len(curves) > most else "")


def cases(number_of_cases: float) -> str:
    """How many cases, which are not whole where they are weighted.

    >>> cases(1.0), cases(2000.0), cases(0.25)
    ('1 case', '2,000 cases', '0.250 cases')
    """
    whole = number_of_cases % 1 == 0
    return f"{count(number_of_cases) if whole else number(number_of_cases)} case{'s' if number_of_cases != 1 else ''}"


def trace_figure(traces: Mapping[str, Trace], theme: Theme, threshold: float | None) -> go.Figure:
    """A measure over the threshold, thinned, and what a draw that predicts as many positive scores: dashed grey.

    Several models have a line each; chance is that of the first.
    """
    if not any(np.isfinite(trace.value).any() for trace in traces.values()):
        return empty(theme, f"{next(iter(traces.values())).measure.name} has no value at any threshold.")
    figure, short = go.Figure(), short_names(traces)
    for at, (name, trace) in enumerate(traces.items()):
        figure.add_scatter(
            x=with_gaps(trace.threshold),
            y=with_gaps(trace.value),
            mode="lines",
            name=short[name],
            line={"width": 3 if at == 0 else 2, "color": theme.colour(at), "dash": LINES[at % len(LINES)]},
            hovertext=np.array(
                [
                    f"<b>{whole(name)}</b>, threshold {number(x)}<br>{trace.measure.title}: {number(y)}"
                    for x, y in zip(trace.threshold.tolist(), trace.value.tolist(), strict=True)
                ]
            ),
            hoverinfo="text",
        )
    first = next(iter(traces.values()))
    figure.add_scatter(
        x=with_gaps(first.chance_threshold),
        y=with_gaps(first.chance),
        mode="lines",
        name="random guessing",
        line={"width": 2, "color": theme.chance, "dash": "dash"},
        hovertext=np.array(
            [f"random guessing, as many positive<br>{first.measure.title}: {number(y)}" for y in first.chance.tolist()]
        ),
        hoverinfo="text",
    )
    if threshold is not None and math.isfinite(threshold):
        line_at(
            figure,
            threshold,
            {"color": theme.user, "width": 2, "dash": "dot"},
            f"threshold {number(threshold)}",
            theme.text,
        )
    figure.update_xaxes(title_text="threshold: predicted positive at scores ≥ this", nticks=7)
    figure.update_yaxes(title_text=plain(first.measure.title, 36), nticks=7)
    dress(figure, theme, HEIGHT)
    return figure


def trace_alt(traces: Mapping[str, Trace]) -> str:
    """What `trace_figure` shows, in words."""
    parts = []
    for name, trace in list(traces.items())[:3]:
        known = np.flatnonzero(np.isfinite(trace.value))
        if known.size:
            values = trace.value[known]
            best = int(known[values.argmax() if trace.measure.better == "higher" else values.argmin()])
            cut = float(trace.threshold[best])
            where = f"at {number(cut)}" if math.isfinite(cut) else "by predicting no case positive"
            parts.append(f"{name} is best, {number(float(trace.value[best]))}, {where}")
        else:
            parts.append(f"{name} has no value")
    parts += [f"and {len(traces) - 3} more"] if len(traces) > 3 else []
    measure = next(iter(traces.values())).measure
    return (
        f"{measure.name} over the threshold, beside random guessing that predicts as many cases positive. "
        f"{'; '.join(parts)}."
    )


DASH = "9px,4px"
"""What is exact is drawn so, in the colour of text."""


def with_exact_curve(figure: go.Figure, theme: Theme, curve: Curve, name: str, height: float = HEIGHT) -> go.Figure:
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


LARGEST_RATIO = 1000.0
"""The chart of the ratio and its words end there, and at its inverse: how much larger one is few cases show."""
