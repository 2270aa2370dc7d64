"""Scores as evidence: how each class scores, what a score says, and a curve before and after."""

import math
from collections.abc import Mapping

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from ddcore.arrays import Array
from ddcore.figures.curves import LARGEST_RATIO, axes, hover, with_exact_line
from ddcore.figures.marks import dress, empty, line_at, with_gaps
from ddcore.figures.names import short_names, whole
from ddcore.figures.theme import Theme, faded
from ddcore.formats import many, number
from ddcore.scores.curve_kinds import Curve
from ddcore.scores.gain import BEFORE, LEARNED, UNSEEN, Portrait

HEIGHT = 260


ENDS = {3: "≥ 1,000", -3: "≤ 0.001"}
BAND = "95 % of resamples"
EQUAL = "All cases have the same score."
LABELS = {BEFORE: "before", LEARNED: "after, same", UNSEEN: "after, unseen"}


def densities_figure(portrait: Portrait, positive: str, negative: str, theme: Theme) -> go.Figure:
    """How often each class scores what: positives solid in the first colour, negatives dashed in the second."""
    if not (portrait.positives.any() or portrait.negatives.any()):
        return empty(theme, EQUAL)
    figure, short = go.Figure(), short_names((positive, negative))
    classes = ((positive, portrait.positives, "solid"), (negative, portrait.negatives, "dash"))
    for at, (name, density, dash) in enumerate(classes):
        figure.add_scatter(
            x=portrait.score,
            y=density,
            mode="lines",
            name=short[name],
            line={"width": 2.5, "color": theme.colour(at), "dash": dash},
            fill="tozeroy",
            fillcolor=faded(theme.colour(at), 0.12),
            hovertext=np.array([f"{whole(name)}<br>score {number(x)}" for x in portrait.score.tolist()]),
            hoverinfo="text",
        )
    figure.update_xaxes(title_text="score", nticks=6)
    figure.update_yaxes(title_text="how often", showticklabels=False, rangemode="tozero")
    dress(figure, theme, HEIGHT)
    return figure


def densities_alt(portrait: Portrait, positive: str, negative: str) -> str:
    """What `densities_figure` shows, in words."""
    if not (portrait.positives.any() or portrait.negatives.any()):
        return EQUAL
    tops = [_top(portrait.score, density) for density in (portrait.positives, portrait.negatives)]
    return f"How often each score is given: {positive} most often about {tops[0]}, {negative} about {tops[1]}."


def _top(score: Array, density: Array) -> str:
    """The score at the top of a density, the middle one of a plateau."""
    return number(float(np.median(score[density >= density.max() * (1 - 1e-9)])))


def ratio_figure(portrait: Portrait, theme: Theme, threshold: float | None = None) -> go.Figure:
    """The likelihood ratio over the score on a logarithmic axis, in its band; at the grey line it says nothing.

    The line is thick where the band leaves 1 out, and dotted where it holds 1.
    """
    figure = go.Figure()
    top = math.log10(LARGEST_RATIO)
    shown, low_end, high_end = (
        np.clip(log / math.log(10), -top, top) for log in (portrait.log_ratio, portrait.low, portrait.high)
    )
    clear = _clear(portrait)
    banded = not np.isnan(portrait.low).any()
    figure.add_scatter(
        x=portrait.score,
        y=(10**shown),
        mode="lines",
        name="may be 1",
        line={"width": 1.5, "color": theme.text, "dash": "2px,3px"},
        hovertext=np.array(
            [
                f"score {number(x)}<br>{times(log)}{_between(low, high)}"
                for x, log, low, high in zip(
                    *(values.tolist() for values in (portrait.score, portrait.log_ratio, portrait.low, portrait.high)),
                    strict=True,
                )
            ]
        ),
        hoverinfo="text",
        showlegend=not clear.all(),
    )
    for name, end in (("high", high_end), (BAND, low_end)) if banded else ():
        figure.add_scatter(
            x=portrait.score,
            y=(10**end),
            mode="lines",
            name=name,
            line={"width": 0, "color": theme.text},
            fill="tonexty" if name == BAND else None,
            fillcolor=faded(theme.text, 0.18),
            hoverinfo="skip",
            showlegend=name == BAND,
        )
    figure.add_scatter(
        x=portrait.score,
        y=with_gaps(np.where(clear, 10**shown, math.nan)),
        mode="lines",
        name="is not 1",
        line={"width": 3, "color": theme.text},
        hoverinfo="skip",
        showlegend=banded and bool(clear.any()),
    )
    figure.add_hline(y=1, line={"width": 2, "color": theme.chance, "dash": "dash"})
    if threshold is not None and portrait.score[0] <= threshold <= portrait.score[-1]:
        line = {"color": theme.user, "width": 2, "dash": "dot"}
        line_at(figure, threshold, line, f"threshold {number(threshold)}", theme.text)
    seen = np.concatenate([shown, low_end, high_end] if banded else [shown])
    low, high = min(-1, math.floor(seen.min())), max(1, math.ceil(seen.max()))
    exponents = range(low, high + 1)
    figure.update_xaxes(title_text="score", nticks=6)
    figure.update_yaxes(
        type="log",
        title_text="likelihood ratio",
        range=[low - 0.1, high + 0.1],
        tickvals=[10.0**exponent for exponent in exponents],
        ticktext=[ENDS.get(exponent, f"{10.0**exponent:,g}") for exponent in exponents],
    )
    dress(figure, theme, HEIGHT)
    return figure


def _clear(portrait: Portrait) -> NDArray[np.bool_]:
    """At which scores the band leaves a ratio of 1 out; everywhere where there is no band."""
    return ~((portrait.low <= 0) & (portrait.high >= 0))


def _between(low: float, high: float) -> str:
    """The ends of the band at a score, nothing where there is none."""
    if math.isnan(low):
        return ""
    farthest = math.log(LARGEST_RATIO)
    ends = [number(round(math.exp(min(max(log, -farthest), farthest)), 3)) for log in (low, high)]
    return f"<br>95 % of resamples: {ends[0]} to {ends[1]}" + (", which holds 1" if low <= 0 <= high else "")


def unclear(portrait: Portrait) -> list[tuple[float, float]]:
    """Stretches of scores whose ratio these cases do not tell apart from 1, from the lowest on.

    >>> zero, one = np.zeros(4), np.ones(4)
    >>> unclear(Portrait(np.arange(4.0), one, one, zero, np.array([-1, -1, 1, -1]), np.array([1, 1, 2, 1])))
    [(0.0, 1.0), (3.0, 3.0)]
    """
    held = np.concatenate(([False], ~_clear(portrait), [False]))
    edges = np.flatnonzero(held[1:] != held[:-1]).reshape(-1, 2)
    return [(float(portrait.score[first]), float(portrait.score[last - 1])) for first, last in edges.tolist()]


def times(log_ratio: float) -> str:
    """A ratio in words.

    >>> times(0.0), times(math.log(4)), times(-math.log(4))
    ('as frequent among both', '4 times as frequent among positives', '4 times as frequent among negatives')
    """
    if abs(log_ratio) < 0.0005:
        return "as frequent among both"
    whose = "positives" if log_ratio > 0 else "negatives"
    if abs(log_ratio) > 690:
        return f"seen among {whose} only"
    if abs(log_ratio) > math.log(LARGEST_RATIO):
        return f"more than {number(LARGEST_RATIO)} times as frequent among {whose}"
    return f"{number(round(math.exp(abs(log_ratio)), 3))} times as frequent among {whose}"


def ratio_alt(portrait: Portrait) -> str:
    """What `ratio_figure` shows, in words."""
    low, high = int(portrait.log_ratio.argmin()), int(portrait.log_ratio.argmax())
    if portrait.log_ratio[low] == portrait.log_ratio[high]:
        ends = f"At every score it is the same: {times(float(portrait.log_ratio[low]))}."
    else:
        ends = (
            f"It is lowest about {number(float(portrait.score[low]))}: {times(float(portrait.log_ratio[low]))}; and "
            f"highest about {number(float(portrait.score[high]))}: {times(float(portrait.log_ratio[high]))}."
        )
    return " ".join(["Likelihood ratio over the score.", ends, *_unclear_told(portrait)])


def _unclear_told(portrait: Portrait) -> list[str]:
    stretches = unclear(portrait)
    if np.isnan(portrait.low).any():
        return []
    if not stretches:
        return ["At every score these cases tell it apart from 1."]
    if stretches == [(portrait.score[0], portrait.score[-1])]:
        return ["At no score do these cases tell it apart from 1."]
    where = [number(low) if low == high else f"{number(low)} to {number(high)}" for low, high in stretches]
    more = f" and {many(len(where) - 3, 'more range')}" if len(where) > 3 else ""
    return [f"These cases do not tell it apart from 1 at scores {', '.join(where[:3])}{more}."]


def gain_figure(curves: Mapping[str, Curve], theme: Theme) -> go.Figure:
    """A curve before (dashed grey), after on the same cases (dotted) and after on unseen cases (solid)."""
    first = curves[BEFORE]
    kind, figure = first.kind, go.Figure()
    chance = kind.chance(first.positives, first.negatives)
    figure.add_scatter(
        x=kind.axes(np.array([x for x, _ in chance], np.float64)).tolist(),
        y=kind.axes(np.array([y for _, y in chance], np.float64)).tolist(),
        mode="lines",
        line={"width": 1, "color": theme.joint},
        hoverinfo="skip",
        showlegend=False,
    )
    looks = {
        BEFORE: {"width": 2, "color": theme.chance, "dash": "dash"},
        LEARNED: {"width": 2, "color": theme.colour(0), "dash": "dot"},
        UNSEEN: {"width": 3, "color": theme.colour(0)},
    }
    for name, curve in curves.items():
        figure.add_scatter(
            x=kind.axes(curve.x),
            y=kind.axes(curve.y),
            mode="lines",
            name=f"{LABELS[name]} {number(curve.summary)}",
            line=looks[name],
            hovertext=hover(name, curve, thresholds=False),
            hoverinfo="text",
        )
    axes(figure, curves.values())
    dress(figure, theme, HEIGHT)
    return figure


def gain_alt(curves: Mapping[str, Curve]) -> str:
    """What `gain_figure` shows, in words."""
    kind = curves[BEFORE].kind
    areas = "; ".join(f"{name} {number(curve.summary)}" for name, curve in curves.items())
    title = kind.title.removesuffix(" curve")
    return f"{title} curve before and after, by the likelihood ratio. The {kind.summary_name}: {areas}."


PREVIEW = 110


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


def preview_alt(portrait: Portrait) -> str:
    """What `preview_figure` shows, in words."""
    return densities_alt(portrait, "positives", "negatives")


def with_exact_ratio(figure: go.Figure, theme: Theme, portrait: Portrait) -> go.Figure:
    """The chart of the ratio with the exact one; it ends where the chart does."""
    top = np.log(LARGEST_RATIO)
    ratio = np.exp(np.clip(portrait.log_ratio, -top, top))
    return with_exact_line(figure, theme, portrait.score, ratio, "exact", HEIGHT)
