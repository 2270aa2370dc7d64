"""What the charts of several questions share: curves of scores, a measure over the threshold, what is exact."""

import math
from collections.abc import Iterable, Mapping

import numpy as np
from scipy.special import ndtri

from ddcore.arrays import Array
from ddcore.figures.chart import Chart
from ddcore.figures.marks import add_line, dress, empty, line_at, with_gaps
from ddcore.figures.names import full_name, short_names
from ddcore.figures.theme import DASHES, Theme, plain
from ddcore.formats import count, number
from ddcore.scores.curve_kinds import DEVIATES, Curve
from ddcore.scores.trace import Trace

HEIGHT = 350
"""Pixels of a plot that is in view below its slider on a projector, at a zoom of 150 %."""
LINES = (*DASHES, "longdashdot", "8px,2px,2px,2px", "2px,2px", "12px,3px", "6px,2px,2px,2px,2px,2px")
"""Ten dashes, so that ten models differ in more than their colour."""
RATES = (0.001, 0.01, 0.05, 0.2, 0.5, 0.8, 0.95, 0.99, 0.999)
"""Ticks of an axis of normal deviates."""


def hover(name: str, curve: Curve, *, thresholds: bool = True) -> list[str]:
    """Both values of each point, and its threshold; nothing at a corner, which is no threshold's point."""
    points = zip(curve.x.tolist(), curve.y.tolist(), curve.threshold.tolist(), strict=True)
    return [
        "" if math.isnan(t) else _point(full_name(name), curve, x, y, t if thresholds else None) for x, y, t in points
    ]


def _point(name: str, curve: Curve, x: float, y: float, threshold: float | None) -> str:
    where = "" if threshold is None else f", threshold {number(threshold)}"
    return f"<b>{name}</b>{where}<br>{curve.kind.x_title}: {number(x)}<br>{curve.kind.y_title}: {number(y)}"


def axes(figure: Chart, curves: Iterable[Curve]) -> None:
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


def cases(number_of_cases: float) -> str:
    """How many cases, which are not whole where they are weighted.

    >>> cases(1.0), cases(2000.0), cases(0.25)
    ('1 case', '2,000 cases', '0.250 cases')
    """
    whole = number_of_cases % 1 == 0
    return f"{count(number_of_cases) if whole else number(number_of_cases)} case{'s' if number_of_cases != 1 else ''}"


def trace_figure(traces: Mapping[str, Trace], theme: Theme, threshold: float | None) -> Chart:
    """A measure over the threshold, thinned, and what a draw that predicts as many positive scores: dashed grey.

    Several models have a line each; chance is that of the first.
    """
    if not any(np.isfinite(trace.value).any() for trace in traces.values()):
        return empty(theme, f"{next(iter(traces.values())).measure.name} has no value at any threshold.")
    figure, short = Chart(), short_names(traces)
    for at, (name, trace) in enumerate(traces.items()):
        words = [
            f"<b>{full_name(name)}</b>, threshold {number(x)}<br>{trace.measure.title}: {number(y)}"
            for x, y in zip(trace.threshold.tolist(), trace.value.tolist(), strict=True)
        ]
        add_line(
            figure,
            with_gaps(trace.threshold),
            with_gaps(trace.value),
            theme.colour(at),
            short[name],
            width=3 if at == 0 else 2,
            dash=LINES[at % len(LINES)],
            hover=words,
        )
    first = next(iter(traces.values()))
    guessing = [
        f"random guessing, same number predicted positive<br>{first.measure.title}: {number(y)}"
        for y in first.chance.tolist()
    ]
    add_line(
        figure,
        with_gaps(first.chance_threshold),
        with_gaps(first.chance),
        theme.chance,
        "random guessing",
        width=2,
        dash="dash",
        hover=guessing,
    )
    if threshold is not None and math.isfinite(threshold):
        line = {"color": theme.user, "width": 2, "dash": "dot"}
        line_at(figure, threshold, line, f"threshold {number(threshold)}", theme.text)
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
        f"{measure.name} over the threshold, beside random guessing that predicts the same number of cases positive. "
        f"{'; '.join(parts)}."
    )


DASH = "9px,4px"
"""The dash of what is exact."""


def with_exact_curve(figure: Chart, theme: Theme, curve: Curve, name: str, height: float = HEIGHT) -> Chart:
    """A chart of curves with the exact one, dashed, in the colour of text."""
    x, y = curve.kind.axes(curve.x), curve.kind.axes(curve.y)
    add_line(figure, x, y, theme.text, name, width=1.5, dash=DASH)
    dress(figure, theme, height)
    return figure


def with_exact_line(figure: Chart, theme: Theme, x: Array, y: Array, name: str, height: float) -> Chart:
    """A chart with an exact line over the scores or thresholds."""
    add_line(figure, x, with_gaps(y), theme.user, name, width=1.5, dash=DASH)
    dress(figure, theme, height)
    return figure


LARGEST_RATIO = 1000.0
"""Charts of the likelihood ratio and their words end there, and at its inverse: few cases show larger ones."""


BANDED = 4
"""Models up to which each has a band; bands of more would hide each other."""


def banded(models: int) -> int:
    """How many of a number of models have a band in a chart, from the first on: each, or the selected one alone.

    >>> banded(4), banded(5)
    (4, 1)
    """
    return models if models <= BANDED else 1
