"""The figures of baselines: the means of every measure, their course over the share of positives, and data sets."""

import math
from collections.abc import Callable, Sequence

import numpy as np

from ddcore.answers.baselines.compute import THESE_DATA, BaselineRow, OverShare, SetRow
from ddcore.chance.dutch_draw import Intervals
from ddcore.chance.shares import ShareCurve
from ddcore.figures.chart import Chart
from ddcore.figures.marks import (
    NO_MEASURE,
    add_dots,
    add_line,
    dress,
    empty,
    key,
    line_at,
    meaning_line,
    on_a_scale,
    ring,
    rows,
    segments,
    side,
    tick,
    with_gaps,
)
from ddcore.figures.scale import MeasureAxes, place_on_axis
from ddcore.figures.theme import DASHES, SYMBOLS, Theme, faded, label, plain
from ddcore.formats import count, many, number, percent, theta_text
from ddcore.samples.data_sets import DataSet

NO_CURVE = "None of these measures can be drawn for so many cases."
FEW = 61
"""Most numbers of positives that have a mark each: there is nothing between them."""
LANE = 5.5
"""Pixels from a mark to that of the next data set, so that equal baselines are all seen."""


def baselines_figure(baselines: Sequence[BaselineRow], theme: Theme) -> Chart:
    """What draws expect, one row a measure: a bar from the lowest to the highest mean, a tick at the one to beat.

    A ring instead of a tick says that no classifier can do better than that; these come last. Drawn are measures that
    judge on a scale with two ends.
    """
    drawn = sorted((row for row in baselines if on_a_scale(row.measure)), key=lambda row: row.unbeatable)
    if not drawn:
        return empty(theme, NO_MEASURE)
    known = [(y, row) for y, row in enumerate(drawn) if row.reached]
    figure = Chart()
    add_line(
        figure,
        segments(
            (place_on_axis(row.measure, row.baseline.lowest) for _, row in known),
            (place_on_axis(row.measure, row.baseline.highest) for _, row in known),
        ),
        segments((y for y, _ in known), (y for y, _ in known)),
        theme.joint,
        "range of guessing",
        width=10,
    )
    for name, unbeatable, look in (
        ("baseline", False, tick(theme)),
        ("cannot be beaten", True, ring(theme)),
    ):
        marked = [(y, row) for y, row in known if row.unbeatable is unbeatable]
        if not marked:
            continue
        add_dots(
            figure,
            [place_on_axis(row.measure, row.best) for _, row in marked],
            [y for y, _ in marked],
            look,
            name,
            hover=[
                f"<b>{row.measure.name}</b>{meaning_line(row.measure)}<br>random guessing: "
                f"{number(row.baseline.lowest)} to {number(row.baseline.highest)}<br>{name}: {number(row.best)}"
                for _, row in marked
            ],
            mode="markers+text",
            text=[f" {number(row.best)} " for _, row in marked],
            textposition=[f"middle {'right' if row.measure.better == 'higher' else 'left'}" for _, row in marked],
            textfont={"color": theme.text, "size": theme.size - 1},
        )
    rows(figure, theme, [row.measure for row in drawn], 30, room=0.1)
    return figure


def baselines_alt(baselines: Sequence[BaselineRow]) -> str:
    """What `baselines_figure` shows, in words."""
    known = [row for row in baselines if on_a_scale(row.measure) and row.reached]
    beatable = [row for row in known if not row.unbeatable]
    values = ", ".join(f"{row.measure.name} {number(row.best)}" for row in beatable[:4])
    to_beat = f"Scores to beat: {values}{' and more' if len(beatable) > 4 else ''}. " if beatable else ""
    return (
        f"Range of the mean scores of random guessing on {many(len(known), 'measure')}. {to_beat}"
        f"{many(len(known) - len(beatable), 'measure')} cannot be beaten."
    )


def share_figure(over: OverShare, theme: Theme) -> Chart:
    """The best mean without skill over the share of positives, a line a measure.

    The dotted line is the share asked for, with a ring on each curve; the cross is the data.
    """
    if not over.curves:
        return empty(theme, NO_CURVE)
    figure = Chart()
    axes = MeasureAxes.of((curve.measure, curve.best) for curve in over.curves)
    for at, curve in enumerate(over.curves):
        _line(
            figure,
            theme,
            at,
            curve,
            (curve.share, with_gaps(curve.best)),
            axes.entry(curve.measure),
            [
                f"<b>{label(curve.measure)}</b>, {count(P)} of {count(curve.total)} positive<br>baseline {number(best)}"
                for P, best in zip(curve.positives.tolist(), curve.best.tolist(), strict=True)
            ],
            axes.axis(curve.measure.key),
        )
    _here_and_there(figure, theme, over, lambda row: row.best, axes)
    _frame(figure, theme, over, "baseline")
    axes.draw(figure, theme)
    return figure


def guess_figure(over: OverShare, theme: Theme) -> Chart:
    """The shares predicted positive that reach the best mean: a line where it is one number, a strip where several."""
    if not over.curves:
        return empty(theme, NO_CURVE)
    figure = Chart()
    for at, curve in enumerate(over.curves):
        _strips(figure, curve, theme.colour(at))
    for at, curve in enumerate(over.curves):
        single = [(share, low) for share, low, high in _parts(curve) if low == high]
        if single:
            _line(
                figure,
                theme,
                at,
                curve,
                ([share for share, _ in single], [low for _, low in single]),
                label(curve.measure),
                [
                    f"<b>{label(curve.measure)}</b><br>{percent(share)} positive<br>θ* = {theta_text(low)}"
                    for share, low in single
                ],
                width=2,
                size=6,
            )
    total = over.curves[0].total
    _here_and_there(figure, theme, over, lambda row: _only(row.reached, total), MeasureAxes(()))
    _frame(figure, theme, over, "best share to predict positive, θ*")
    figure.update_yaxes(range=[-0.03, 1.03])
    return figure


def _line(
    figure: Chart,
    theme: Theme,
    at: int,
    curve: ShareCurve,
    points: tuple[object, object],
    name: str,
    hover: Sequence[str],
    axis: str | None = None,
    width: float = 2.5,
    size: int = 5,
) -> None:
    """The line of a measure by its place, with marks where there are few numbers of positives."""
    add_line(
        figure,
        *points,
        theme.colour(at),
        name,
        width=width,
        dash=DASHES[at % len(DASHES)],
        hover=hover,
        mode="lines+markers" if curve.positives.size <= FEW else "lines",
        marker={"size": size, "symbol": SYMBOLS[at % len(SYMBOLS)]},
        yaxis=axis,
    )


def _parts(curve: ShareCurve) -> list[tuple[float, float, float]]:
    """Each share of positives with the lowest and the highest of the shares predicted positive that reach its best."""
    return [
        (P / curve.total, first / curve.total, last / curve.total)
        for P, reached in zip(curve.positives.tolist(), curve.reached, strict=True)
        for first, last in reached
    ]


def _strips(figure: Chart, curve: ShareCurve, colour: str) -> None:
    """Where several numbers predicted positive are as good: a band, or an upright line at a single share."""
    strips = _bands(curve)
    if not strips:
        return
    x: list[float] = []
    y: list[float] = []
    for strip in strips:
        gap = [float("nan")] if x else []
        x += gap + [share for share, _, _ in strip] + [share for share, _, _ in reversed(strip)]
        y += gap + [high for _, _, high in strip] + [low for _, low, _ in reversed(strip)]
    lonely = all(len(strip) == 1 for strip in strips)
    add_line(
        figure,
        x,
        y,
        faded(colour, 0.7),
        label(curve.measure),
        width=2 if lonely else 1,
        fill="none" if lonely else "toself",
        fillcolor=faded(colour, 0.16),
        showlegend=sum(map(len, strips)) == len(_parts(curve)),
    )


def _bands(curve: ShareCurve) -> list[list[tuple[float, float, float]]]:
    """The parts that are wide, those at neighbouring shares together."""
    bands: list[list[tuple[float, float, float]]] = []
    before = -2
    for at, (P, reached) in enumerate(zip(curve.positives.tolist(), curve.reached, strict=True)):
        for first, last in reached:
            if first < last:
                if before < at - 1:
                    bands.append([])
                bands[-1].append((P / curve.total, first / curve.total, last / curve.total))
                before = at
    return bands


def _only(reached: Intervals, total: int) -> float:
    """The share, where one number alone reaches it; NaN otherwise."""
    return reached[0][0] / total if len(reached) == 1 and reached[0][0] == reached[0][1] else float("nan")


def _here_and_there(
    figure: Chart, theme: Theme, over: OverShare, height: Callable[[BaselineRow], float], axes: MeasureAxes
) -> None:
    """For each measure a cross at the share of the data, and a ring at the share asked for."""
    for at, (here, there) in enumerate(zip(over.here, over.there, strict=True)):
        hollow = ring(theme) | {"size": 10, "line": {"width": 2.5, "color": theme.colour(at)}}
        for row, share, mark in ((here, over.share_here, _cross(theme)), (there, over.share_there, hollow)):
            y = height(row)
            if np.isfinite(y):
                text = f"<b>{label(row.measure)}</b><br>{number(y)} with {percent(share)} positive"
                add_dots(figure, [share], [y], mark, hover=[text], yaxis=axes.axis(row.measure.key))


def _cross(theme: Theme) -> dict[str, object]:
    return {"symbol": "x-thin", "size": 11, "line": {"width": 2.5, "color": theme.user}}


def _frame(figure: Chart, theme: Theme, over: OverShare, words: str) -> None:
    key(figure, "your data", _cross(theme))
    dotted, share = {"color": theme.user, "width": 2, "dash": "dot"}, over.share_there
    line_at(figure, share, dotted, f"{percent(share)} positive", theme.text, side(share))
    figure.update_xaxes(range=[-0.02, 1.02], nticks=7, tickformat=".0%", title_text="share of positive cases")
    figure.update_yaxes(nticks=7, title_text=words)
    dress(figure, theme, 280)


def share_alt(over: OverShare) -> str:
    """What `share_figure` shows, in words."""
    if not over.curves:
        return NO_CURVE
    parts = [
        f"{there.measure.name} {number(there.best)} instead of {number(here.best)}"
        for here, there in zip(over.here, over.there, strict=True)
    ]
    return f"Baseline over the share of positive cases. At {percent(over.share_there)} positive: {'; '.join(parts)}."


def guess_alt(over: OverShare) -> str:
    """What `guess_figure` shows, in words."""
    if not over.curves:
        return NO_CURVE
    parts = [f"{row.measure.name} {_guesses(row.reached, over.curves[0].total)}" for row in over.there]
    return (
        f"Share that the best guess predicts positive, over the share of positive cases. At "
        f"{percent(over.share_there)} positive: {'; '.join(parts)}."
    )


def _guesses(reached: Intervals, total: int) -> str:
    return (
        " or ".join(
            theta_text(first / total) if first == last else f"{theta_text(first / total)} to {theta_text(last / total)}"
            for first, last in reached
        )
        or "is undefined"
    )


def sets_figure(table: Sequence[SetRow], sets: Sequence[DataSet], theme: Theme) -> Chart:
    """The best mean without skill on each data set; in a row the data sets stand by their share of positives.

    Drawn are measures that judge on a scale with two ends.
    """
    drawn = [row for row in table if on_a_scale(row.measure)]
    if not drawn:
        return empty(theme, NO_MEASURE)
    figure = Chart()
    height = LANE * len(sets) + 14
    for at, data_set in enumerate(sets):
        known = [(y, row.measure, row.best[at]) for y, row in enumerate(drawn) if row.baselines[at].argmax]
        own = data_set.name.startswith(THESE_DATA)
        add_dots(
            figure,
            [place_on_axis(measure, best) for _, measure, best in known],
            [y + (at - (len(sets) - 1) / 2) * LANE / height for y, _, _ in known],
            {
                "symbol": "x-thin" if own else SYMBOLS[at % len(SYMBOLS)],
                "size": 9,
                "color": theme.colour(at),
                "line": {"width": 2.5, "color": theme.user} if own else {"width": 0},
            },
            f"{plain(data_set.short, 12)}, {percent(data_set.share)}",
            hover=[
                f"<b>{plain(data_set.name, 40)}</b>: {count(data_set.positives)} of {count(data_set.total)} positive"
                f"<br>baseline of {measure.name}: {number(best)}"
                for _, measure, best in known
            ],
        )
    for y in range(1, len(drawn)):
        figure.add_shape(
            type="line", x0=0, x1=1, xref="paper", y0=y - 0.5, y1=y - 0.5, line={"color": theme.grid, "width": 1}
        )
    rows(figure, theme, [row.measure for row in drawn], height)
    return figure


def sets_alt(table: Sequence[SetRow], sets: Sequence[DataSet]) -> str:
    """What `sets_figure` shows, in words."""
    parts = []
    for row in [row for row in table if on_a_scale(row.measure)][:4]:
        values = zip(row.best, (data_set.name for data_set in sets), strict=True)
        known = sorted((value, name) for value, name in values if math.isfinite(value))
        if known:
            (low, first), (high, last) = known[0], known[-1]
            parts.append(f"{row.measure.name} from {number(low)} ({first}) to {number(high)} ({last})")
    return f"Baselines on {many(len(sets), 'data set')}: {'; '.join(parts)}."
