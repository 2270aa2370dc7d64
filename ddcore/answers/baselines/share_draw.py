"""The baselines over the share of positives, and the guesses that reach them."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import plotly.graph_objects as go

from ddcore.chance.dutch_draw import Baseline
from ddcore.chance.shares import ShareCurve
from ddcore.figures.marks import dress, empty, key, line_at, side, with_gaps
from ddcore.figures.scale import on_the_right, right_axis
from ddcore.figures.theme import DASHES, SYMBOLS, Theme, faded, label
from ddcore.formats import count, number, percent, theta_text
from ddcore.measures import Measure

FEW = 61
"""Up to so many numbers of positives each has a mark: there is nothing between them."""


class Asked(NamedTuple):
    """The baseline of a measure with the positives that there are, and with those asked for."""

    measure: Measure
    here: Baseline
    there: Baseline
    positives: int
    asked: int


def share_figure(curves: Sequence[ShareCurve], asked: Sequence[Asked], theme: Theme) -> go.Figure:
    """The best mean without skill over the share of positives, a line a measure.

    The dotted line is the share asked for, with a ring on each curve; the cross is the data.
    """
    if not curves:
        return empty(theme, "No measure is drawn.")
    figure = go.Figure()
    right = on_the_right({curve.measure.key: curve.best for curve in curves})
    sides = {curve.measure.key: "y2" if curve.measure.key in right else "y" for curve in curves}
    for at, curve in enumerate(curves):
        figure.add_scatter(
            x=curve.share,
            y=with_gaps(curve.best),
            mode="lines+markers" if curve.positives.size <= FEW else "lines",
            name=f"{label(curve.measure)}{' →' if curve.measure.key in right else ''}",
            line={"color": theme.colour(at), "width": 2.5, "dash": DASHES[at % len(DASHES)]},
            marker={"size": 5, "symbol": SYMBOLS[at % len(SYMBOLS)]},
            hovertext=_texts(curve),
            hoverinfo="text",
            yaxis=sides[curve.measure.key],
        )
    for at, (row, curve) in enumerate(zip(asked, curves, strict=True)):
        heights = [reach.best(row.measure.better) for reach in (row.here, row.there)]
        _marks(figure, theme, theme.colour(at), row, curve.total, heights, sides[row.measure.key])
    _framed(figure, theme, curves, asked, "best mean score without skill")
    if right:
        right_axis(figure, theme, [label(curve.measure) for curve in curves if curve.measure.key in right])
    return figure


def guess_figure(curves: Sequence[ShareCurve], asked: Sequence[Asked], theme: Theme) -> go.Figure:
    """The shares predicted positive that reach the best mean: a line where it is one number, a strip where several."""
    if not curves:
        return empty(theme, "No measure is drawn.")
    figure = go.Figure()
    for at, curve in enumerate(curves):
        _strips(figure, curve, theme.colour(at))
    for at, curve in enumerate(curves):
        single = [(share, low) for share, low, high in _parts(curve) if low == high]
        if not single:
            continue
        figure.add_scatter(
            x=[share for share, _ in single],
            y=[low for _, low in single],
            mode="lines+markers" if curve.positives.size <= FEW else "lines",
            line={"color": theme.colour(at), "width": 2, "dash": DASHES[at % len(DASHES)]},
            marker={"size": 6, "symbol": SYMBOLS[at % len(SYMBOLS)]},
            name=label(curve.measure),
            hovertext=[
                f"<b>{label(curve.measure)}</b><br>{percent(share)} positive<br>θ* = {theta_text(low)}"
                for share, low in single
            ],
            hoverinfo="text",
        )
    for at, (row, curve) in enumerate(zip(asked, curves, strict=True)):
        ends = [reach.reached(row.measure.better) for reach in (row.here, row.there)]
        heights = [_only(reached, curve.total) for reached in ends]
        _marks(figure, theme, theme.colour(at), row, curve.total, heights, "y")
    _framed(figure, theme, curves, asked, "share predicted positive, θ*")
    figure.update_yaxes(range=[-0.03, 1.03])
    return figure


def _parts(curve: ShareCurve) -> list[tuple[float, float, float]]:
    """Each share of positives with the lowest and the highest of the shares predicted positive that reach its best."""
    return [
        (P / curve.total, first / curve.total, last / curve.total)
        for P, reached in zip(curve.positives.tolist(), curve.reached, strict=True)
        for first, last in reached
    ]


def _strips(figure: go.Figure, curve: ShareCurve, colour: str) -> None:
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
    figure.add_scatter(
        x=x,
        y=y,
        mode="lines",
        fill="none" if lonely else "toself",
        fillcolor=faded(colour, 0.16),
        line={"color": faded(colour, 0.7), "width": 2 if lonely else 1},
        name=label(curve.measure),
        hoverinfo="skip",
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


def _only(reached: Sequence[tuple[int, int]], total: int) -> float:
    """The share, where one number alone reaches it; NaN otherwise."""
    return reached[0][0] / total if len(reached) == 1 and reached[0][0] == reached[0][1] else float("nan")


def _marks(
    figure: go.Figure, theme: Theme, colour: str, row: Asked, total: int, heights: Sequence[float], axis: str
) -> None:
    looks = (
        {"symbol": "x-thin", "size": 11, "line": {"width": 2.5, "color": theme.user}},
        {"symbol": "circle", "size": 10, "color": theme.background, "line": {"width": 2.5, "color": colour}},
    )
    for P, height, look in zip((row.positives, row.asked), heights, looks, strict=True):
        if np.isfinite(height):
            figure.add_scatter(
                x=[P / total],
                y=[height],
                mode="markers",
                marker=look,
                hovertext=[f"<b>{label(row.measure)}</b><br>{number(height)} with {percent(P / total)} positive"],
                hoverinfo="text",
                showlegend=False,
                cliponaxis=False,
                yaxis=axis,
            )


def _framed(figure: go.Figure, theme: Theme, curves: Sequence[ShareCurve], asked: Sequence[Asked], words: str) -> None:
    key(figure, "this data", {"symbol": "x-thin", "size": 11, "line": {"width": 2.5, "color": theme.user}})
    share = asked[0].asked / curves[0].total
    dotted = {"color": theme.user, "width": 2, "dash": "dot"}
    line_at(figure, share, dotted, f"{percent(share)} positive", theme.text, side(share))
    figure.update_xaxes(range=[-0.02, 1.02], nticks=7, tickformat=".0%", title_text="share of positive cases")
    figure.update_yaxes(nticks=7, title_text=words)
    dress(figure, theme, 280)


def _texts(curve: ShareCurve) -> list[str]:
    return [
        f"<b>{label(curve.measure)}</b>, {count(P)} of {count(curve.total)} positive<br>without skill {number(best)}"
        for P, best in zip(curve.positives.tolist(), curve.best.tolist(), strict=True)
    ]


def share_alt(curves: Sequence[ShareCurve], asked: Sequence[Asked]) -> str:
    """What `share_figure` shows, in words."""
    if not curves:
        return "No measure is drawn."
    parts = [
        f"{row.measure.name} {number(row.there.best(row.measure.better))} instead of "
        f"{number(row.here.best(row.measure.better))}"
        for row in asked
    ]
    return (
        f"Best mean score without skill over the share of positive cases. At {percent(_share(curves, asked))} "
        f"positive: {'; '.join(parts)}."
    )


def guess_alt(curves: Sequence[ShareCurve], asked: Sequence[Asked]) -> str:
    """What `guess_figure` shows, in words."""
    if not curves:
        return "No measure is drawn."
    parts = [f"{row.measure.name} {_guesses(row.there.reached(row.measure.better), curves[0].total)}" for row in asked]
    return (
        f"Share predicted positive by the best guess over the share of positive cases. At "
        f"{percent(_share(curves, asked))} positive: {'; '.join(parts)}."
    )


def _share(curves: Sequence[ShareCurve], asked: Sequence[Asked]) -> float:
    return asked[0].asked / curves[0].total


def _guesses(reached: Sequence[tuple[int, int]], total: int) -> str:
    return (
        " or ".join(
            theta_text(first / total) if first == last else f"{theta_text(first / total)} to {theta_text(last / total)}"
            for first, last in reached
        )
        or "has no value"
    )
