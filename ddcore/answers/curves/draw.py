"""The figures of the curves: every kind of curve, calibration, and two ROC curves with their differences."""

import math
from collections.abc import Mapping, Sequence

import numpy as np

from ddcore.arrays import Array
from ddcore.figures.chart import Chart
from ddcore.figures.curves import (
    HEIGHT,
    LINES,
    axes,
    banded,
    cases,
    hover,
    trace_figure,
    with_exact_curve,
    with_exact_line,
)
from ddcore.figures.marks import add_band, add_dots, add_line, dress, key
from ddcore.figures.names import full_name, short_names
from ddcore.figures.theme import SYMBOLS, Theme, faded
from ddcore.formats import number, percent
from ddcore.interval import confidence
from ddcore.scores.calibration import Calibration, Consistency
from ddcore.scores.curve_kinds import Curve
from ddcore.scores.dominance import Difference, SureBand
from ddcore.scores.intervals import Band
from ddcore.scores.smooth_calibration import SmoothCalibration
from ddcore.scores.thinning import thinned
from ddcore.scores.trace import Trace

BOTH, ONE = 520, 260
"""Pixels of both plots of two curves together, and of one."""


def curves_figure(
    curves: Mapping[str, Curve],
    theme: Theme,
    *,
    chosen: str,
    point: Curve | None = None,
    band: Band | None = None,
    hull: Curve | None = None,
    exact: Curve | None = None,
    slope: float = math.nan,
) -> Chart:
    """Thinned curves of one kind, a line a model in its own colour and dash; chance is a dashed grey line.

    `point` is a curve of one point, where the threshold of the `chosen` model is: a cross. `band` and `hull` are those
    of its ROC curve, `exact` is the curve of the law of its scores, `slope` that of a line through the point.
    """
    first = next(iter(curves.values()))
    kind, figure, short = first.kind, Chart(), short_names(curves, 11)
    if band is not None:
        add_band(
            figure, band.x, band.low, band.high, theme.colour(list(curves).index(chosen)), 0.18, f"{confidence()} band"
        )
    for at, (name, curve) in enumerate(curves.items()):
        add_line(
            figure,
            kind.axes(curve.x),
            kind.axes(curve.y),
            theme.colour(at),
            f"{short[name]} {number(curve.summary)}",
            width=3 if name == chosen else 2,
            dash=LINES[at % len(LINES)],
            hover=hover(name, curve),
        )
    if hull is not None:
        words = f"its convex hull {number(hull.summary)}"
        add_line(figure, hull.x, hull.y, theme.text, words, width=1.5, dash="dot")
    if chance := kind.chance(first.positives, first.negatives):
        x, y = (kind.axes(np.array(values)).tolist() for values in zip(*chance, strict=True))
        add_line(figure, x, y, theme.chance, "chance", width=2, dash="dash")
    if point is not None and np.isfinite([point.x[0], point.y[0]]).all():
        add_dots(
            figure,
            kind.axes(point.x).tolist(),
            kind.axes(point.y).tolist(),
            {"symbol": "x-thin", "size": 13, "line": {"width": 3, "color": theme.user}},
            f"threshold {number(float(point.threshold[0]))}",
            hover=hover(chosen, point),
        )
        if not math.isnan(slope):
            _tangent(figure, theme, float(point.x[0]), float(point.y[0]), slope)
    axes(figure, curves.values())
    dress(figure, theme, HEIGHT)
    return figure if exact is None else with_exact_curve(figure, theme, exact, f"exact {number(exact.summary)}")


HALF = 0.22
"""Half of the length of the line that shows a slope, in parts of the axes."""


def _tangent(figure: Chart, theme: Theme, x: float, y: float, slope: float) -> None:
    """A short line with this slope through a point, no farther than the axes go."""
    along, up = (0.0, 1.0) if math.isinf(slope) else (1 / math.hypot(1, slope), slope / math.hypot(1, slope))
    ends = []
    for way in (-1, 1):
        room = [(1 - place if way > 0 else place) / part for place, part in ((x, along), (y, up)) if part > 0]
        length = way * min(HALF, *room)
        ends.append((x + length * along, y + length * up))
    words = "upright here" if math.isinf(slope) else f"slope {number(slope)} here"
    add_line(figure, [x for x, _ in ends], [y for _, y in ends], theme.user, words, width=1.5)


def curves_alt(curves: Mapping[str, Curve], point: Curve | None = None) -> str:
    """What `curves_figure` shows, in words."""
    kind = next(iter(curves.values())).kind
    summary = f"{kind.title}: {kind.y_title} against {kind.x_title}. The {kind.summary_name} is: {_summaries(curves)}."
    if point is None or not np.isfinite([point.x[0], point.y[0]]).all():
        return summary
    where, x, y = (number(float(values[0])) for values in (point.threshold, point.x, point.y))
    return f"{summary} At threshold {where}: {kind.y_title} {y}" + (
        "." if kind.key == "ks" else f", {kind.x_title} {x}."
    )


def _summaries(curves: Mapping[str, Curve], most: int = 5) -> str:
    """The summaries of the first curves, and how many more there are."""
    first = "; ".join(f"{name} {number(curve.summary)}" for name, curve in list(curves.items())[:most])
    return first + (f"; and {len(curves) - most} more" if len(curves) > most else "")


def exact_trace_figure(
    traces: Mapping[str, Trace], theme: Theme, threshold: float | None, exact: tuple[Array, Array] | None
) -> Chart:
    """A measure over the threshold, as `trace_figure` draws it, with the exact line where there is one."""
    figure = trace_figure(traces, theme, threshold)
    return figure if exact is None else with_exact_line(figure, theme, *exact, "exact", HEIGHT)


def calibration_figure(
    name: str,
    bins: Calibration,
    right: Consistency,
    theme: Theme,
    others: Mapping[str, Calibration] | None = None,
    smooth: SmoothCalibration | None = None,
) -> Chart:
    """Share of positives over the score: a dot for each bin. On the dashed diagonal scores are probabilities.

    Of one model with the `smooth` line and its band, the line without bins, and grey bars where `right` scores would
    have their dots. With `others`
    each model has a line through its bins, and those of `banded` a band: the interval of each bin by itself.
    """
    figure, models = Chart(), {name: bins, **(others or {})}
    short = short_names(models)
    add_line(figure, [0, 1], [0, 1], theme.chance, "perfectly calibrated", width=2, dash="dash")
    if others:
        for at, model_bins in enumerate(list(models.values())[: banded(len(models))]):
            known = np.isfinite(model_bins.low) & np.isfinite(model_bins.high)
            ends = model_bins.low[known], model_bins.high[known]
            add_band(figure, model_bins.mean[known], *ends, theme.colour(at), 0.13)
        key(figure, f"{confidence()} bands", {"symbol": "square", "size": 13, "color": faded(theme.text, 0.16)})
    else:
        if smooth is not None:
            _smooth_line(figure, smooth, theme)
        _consistency_bars(figure, bins, right, theme)
        _line_without_bins(figure, bins, theme)
    for at, (model, model_bins) in enumerate(models.items()):
        colour = theme.colour(at)
        add_dots(
            figure,
            model_bins.mean,
            model_bins.share,
            # Hollow symbols leave visible what is below them.
            {
                "symbol": SYMBOLS[at % len(SYMBOLS)] + ("-open" if at else ""),
                "size": 10,
                "color": colour,
                "line": {"width": 2, "color": colour},
            },
            short[model],
            hover=_bin_hover(
                f"<b>{full_name(model)}</b><br>" if others else "", model_bins, right if at == 0 else None
            ),
            mode="lines+markers" if others else "markers",
            line={"width": 2, "color": colour, "dash": LINES[at % len(LINES)]},
        )
    figure.update_xaxes(title_text="score", range=[-0.01, 1.01], nticks=7)
    figure.update_yaxes(title_text="share that is truly positive", range=[-0.01, 1.01], nticks=7)
    dress(figure, theme, HEIGHT)
    return figure


def _consistency_bars(figure: Chart, bins: Calibration, right: Consistency, theme: Theme) -> None:
    """Where the dots of right scores would be."""
    if not right.known:
        return
    middle = (right.low + right.high) / 2
    bars = {"array": (right.high - middle).tolist(), "thickness": 6, "width": 0, "color": faded(theme.chance, 0.5)}
    add_dots(
        figure, bins.mean, middle, {"size": 1, "color": theme.chance}, f"if calibrated, {confidence()}", error_y=bars
    )


def _smooth_line(figure: Chart, smooth: SmoothCalibration, theme: Theme) -> None:
    """The smooth line, and its band where it has one."""
    if np.isfinite(smooth.low).all():
        add_band(figure, smooth.x, smooth.low, smooth.high, theme.colour(2), 0.15, f"smooth, {confidence()} band")
    ends = zip(*(part.tolist() for part in (smooth.x, smooth.share, smooth.low, smooth.high)), strict=True)
    hover = [f"score {number(x)}<br>positive: {number(y)}{_ends(low, high)}" for x, y, low, high in ends]
    add_line(figure, smooth.x, smooth.share, theme.colour(2), "smooth", width=2.5, hover=hover)


def _line_without_bins(figure: Chart, bins: Calibration, theme: Theme) -> None:
    shown = thinned(bins.score, bins.share_rising, 1.0)
    colour = faded(theme.colour(0), 0.6)
    add_line(figure, bins.score[shown], bins.share_rising[shown], colour, "without bins", width=2)


def _bin_hover(start: str, bins: Calibration, right: Consistency | None) -> list[str]:
    """Mean score, share of positives with its interval, and how many cases, bin by bin."""
    expected = [""] * bins.mean.size
    if right is not None and right.known:
        ends = zip(right.low.tolist(), right.high.tolist(), strict=True)
        expected = [f"<br>if well calibrated {number(low)} to {number(high)}" for low, high in ends]
    values = (part.tolist() for part in (bins.mean, bins.share, bins.low, bins.high, bins.cases))
    return [
        f"{start}mean score {number(x)}<br>positive: {number(y)}{_ends(low, high)}<br>{cases(n)}{words}"
        for x, y, low, high, n, words in zip(*values, expected, strict=True)
    ]


def _ends(low: float, high: float) -> str:
    return "" if math.isnan(low) else f" ({confidence()}: {number(low)} to {number(high)})"


def calibration_alt(name: str, bins: Calibration, others: Mapping[str, Calibration] | None = None) -> str:
    """What `calibration_figure` shows, in words."""
    more = "; ".join(f"that of {model} is {_farthest(part)}" for model, part in list((others or {}).items())[:4])
    many = f"{bins.mean.size} bin{'s' if bins.mean.size != 1 else ''}"
    return (
        f"Share of truly positive cases over the score of {name}, in {many}. Farthest from the diagonal is "
        f"{_farthest(bins)}" + (f"; {more}." if more else ".")
    )


def _farthest(bins: Calibration) -> str:
    """The bin farthest from the diagonal."""
    place = int(np.argmax(np.abs(bins.share - bins.mean)))
    return (
        f"the bin of mean score {number(float(bins.mean[place]))}, of which {percent(float(bins.share[place]))} are "
        f"positive"
    )


def rates_figure(
    names: tuple[str, str], curves: Sequence[Curve], rates: Difference, band: SureBand | None, theme: Theme
) -> Chart:
    """Both ROC curves above, below the first less the second with its band; shaded where one is surely above."""
    figure = Chart(rows=2, cols=1, shared_xaxes=True, row_heights=[0.62, 0.38], vertical_spacing=0.05)
    short = short_names(names, 14)
    for at, (name, curve) in enumerate(zip(names, curves, strict=True)):
        label = f"{short[name]} {number(curve.summary)}"
        width, words, colour = 3 if at == 0 else 2, hover(name, curve), theme.colour(at)
        add_line(figure, curve.x, curve.y, colour, label, width=width, dash=LINES[at], hover=words, row=1, col=1)
    _difference(figure, theme, rates, band, 2)
    _shaded(figure, theme, names, band)
    figure.update_xaxes(range=[-0.01, 1.01], nticks=7)
    figure.update_xaxes(title_text="false positive rate", row=2, col=1)
    figure.update_yaxes(title_text="true positive rate", nticks=7, range=[-0.01, 1.01], row=1, col=1)
    figure.update_yaxes(title_text=_two(names, "{} − {}"), nticks=5, row=2, col=1)
    dress(figure, theme, BOTH)
    return figure


def costs_figure(names: tuple[str, str], costs: Difference, band: SureBand | None, theme: Theme) -> Chart:
    """What the second costs more than the first over a false alarm's share of the cost, with its band."""
    figure = Chart(rows=1, cols=1)
    _difference(figure, theme, costs, band, 1)
    _shaded(figure, theme, names, band)
    figure.update_xaxes(title_text="false alarm's share of the cost of both mistakes", range=[-0.01, 1.01], nticks=7)
    figure.update_yaxes(title_text=_two(names, "{1} costs more"), nticks=5)
    dress(figure, theme, ONE)
    return figure


def _two(names: tuple[str, str], words: str) -> str:
    """The title of an axis with the names of both models."""
    return words.format(*short_names(names, 14).values())


def _difference(figure: Chart, theme: Theme, curve: Difference, band: SureBand | None, row: int) -> None:
    """The line of a difference, its band, and zero."""
    if band is not None:
        add_band(figure, band.x, band.low, band.high, theme.muted, 0.22, f"{confidence()} band", row=row, col=1)
    x, y = curve.line()
    words = [f"at {number(at)}<br>difference {number(value)}" for at, value in zip(x.tolist(), y.tolist(), strict=True)]
    add_line(figure, x, y, theme.text, "difference", width=2, hover=words, row=row, col=1)
    figure.add_hline(y=0, line={"color": theme.chance, "width": 1.5, "dash": "dash"}, row=row, col=1)


def _shaded(figure: Chart, theme: Theme, names: tuple[str, str], band: SureBand | None) -> None:
    """Where one is surely better, in its colour and with a key of its own."""
    stretches = () if band is None else band.sure
    short = short_names(names, 14)
    for at, sign in enumerate((1, -1)):
        own = [stretch for stretch in stretches if stretch.sign == sign]
        for stretch in own:
            figure.add_vrect(
                x0=stretch.low, x1=stretch.high, fillcolor=faded(theme.colour(at), 0.16), line_width=0, layer="below"
            )
        if own:
            marker = {"symbol": "square", "size": 12, "color": faded(theme.colour(at), 0.4)}
            key(figure, f"surely {short[names[at]]}", marker)


def difference_alt(names: tuple[str, str], curve: Difference, band: SureBand | None, *, costs: bool = False) -> str:
    """What the figures of two curves show, in words."""
    first, second = (full_name(name) for name in names)
    axis, better = ("costs", "cheaper") if costs else ("false positive rates", "above")
    start = (
        f"{first} and {second}: over all {axis} the first is {better} at {percent(curve.share(1))}, the second at "
        f"{percent(curve.share(-1))}"
    )
    if band is None:
        return f"{start}."
    return f"{start}; surely at {percent(band.share(1))} and {percent(band.share(-1))}."
