"""TODO: say what this module is."""

import math
from collections.abc import Mapping, Sequence

import numpy as np
import plotly.graph_objects as go

from ddcore.arrays import Array
from ddcore.chance.bands import Bands
from ddcore.chance.dutch_draw import Distribution
from ddcore.figures.marks import (
    dress,
    empty,
    key,
    line_at,
    with_gaps,
)
from ddcore.figures.names import short_names, whole
from ddcore.figures.scale import MARK, finite, looks, on_the_right, right_axis, together
from ddcore.figures.theme import DASHES, SYMBOLS, Theme, faded, label, plain
from ddcore.formats import begun, between, number, percent, theta_text
from ddcore.measures import Measure

Point = tuple[str, str, float, float]
"""A model's name, a measure's key, the share that the model predicts positive, and its score."""


FEW = 26
"""Up to so many thetas each has a dot on the line: there is nothing between them."""


MANY = 4
"""Up to so many models each has a mark of its own."""


OTHERS = "other models"


def expectation_figure(bands: Sequence[Bands], points: Sequence[Point], theta: float | None, theme: Theme) -> go.Figure:
    """Mean score of a draw over the share it predicts positive, a line a measure, with the bands of single draws.

    Half of the draws lie in the strong band, 95 % in the light one; with more than two measures only the first has
    bands. Models stand where they predict as many positive, in the colour of the measure; theta is the dotted line.
    """
    if not bands:
        return empty(theme, "No measure is chosen.")
    figure = go.Figure()
    right = on_the_right({curve.measure.key: curve.mean for curve in bands})
    side = {curve.measure.key: "y2" if curve.measure.key in right else "y" for curve in bands}
    shaded = bands if len(bands) <= 2 else bands[:1]
    for i, curve in enumerate(shaded):
        _band(figure, curve.theta, curve.low95, curve.high95, faded(theme.colour(i), 0.16), side[curve.measure.key])
        _band(figure, curve.theta, curve.low50, curve.high50, faded(theme.colour(i), 0.3), side[curve.measure.key])
    for i, curve in enumerate(bands):
        figure.add_scatter(
            x=with_gaps(curve.theta),
            y=with_gaps(curve.mean),
            mode="lines" if curve.theta.size > FEW else "lines+markers",
            name=f"{label(curve.measure)}{' →' if curve.measure.key in right else ''}",
            line={"color": theme.colour(i), "width": 2.5, "dash": DASHES[i % len(DASHES)]},
            marker={"size": 5},
            hovertext=np.array(_band_texts(curve)),
            hoverinfo="text",
            yaxis=side[curve.measure.key],
        )
    first = bands[0].measure
    whose = "guesses" if len(shaded) == len(bands) else f"guesses, {plain(min(first.key, first.name, key=len), 6)}"
    for name, opacity in ((f"half of {whose}", 0.46), (f"95 % of {whose}", 0.16)):
        key(figure, name, {"symbol": "square", "size": 13, "color": faded(theme.colour(0), opacity)})
    _points(figure, theme, bands, points, side)
    if theta is not None:
        line_at(figure, theta, {"color": theme.user, "width": 2, "dash": "dot"}, f"θ = {theta_text(theta)}", theme.user)
    figure.update_xaxes(range=[-0.01, 1.01], nticks=7, title_text="share of cases predicted positive, θ")
    figure.update_yaxes(nticks=7, title_text="score of random guessing")
    dress(figure, theme, 280)
    if right:
        right_axis(figure, theme, [label(curve.measure) for curve in bands if curve.measure.key in right])
    return figure


def _band(figure: go.Figure, theta: Array, low: Array, high: Array, fill: str, side: str) -> None:
    known = np.isfinite(low) & np.isfinite(high)
    figure.add_scatter(
        x=np.concatenate([theta[known], theta[known][::-1]]),
        y=np.concatenate([high[known], low[known][::-1]]),
        fill="toself",
        fillcolor=fill,
        mode="lines",
        line={"width": 0},
        hoverinfo="skip",
        showlegend=False,
        yaxis=side,
    )


def _band_texts(curve: Bands) -> list[str]:
    columns = (curve.theta, curve.mean, curve.low50, curve.high50, curve.low95, curve.high95)
    return [
        f"<b>{curve.measure.name}</b>, {percent(theta)} predicted positive<br>mean of the guesses: {number(mean)}"
        f"<br>half of them: {number(low50)} to {number(high50)}<br>95 % of them: {number(low95)} to {number(high95)}"
        for theta, mean, low50, high50, low95, high95 in zip(*(column.tolist() for column in columns), strict=True)
    ]


def _points(
    figure: go.Figure, theme: Theme, bands: Sequence[Bands], points: Sequence[Point], side: Mapping[str, str]
) -> None:
    """Each model at its share predicted positive; where several are at one place, each is a ring around the others.

    Of many models the first stands out, and the others are small dots.
    """
    keys = [curve.measure.key for curve in bands]
    models = list(dict.fromkeys(model for model, _, _, _ in points))
    if len(models) > MANY:
        _dots(figure, theme, keys, [point for point in points if point[0] != models[0]], side)
        points = [point for point in points if point[0] == models[0]]
    short = short_names(dict.fromkeys(model for model, _, _, _ in points))
    symbols = {name: SYMBOLS[at % len(SYMBOLS)] for at, name in enumerate(short)}
    shown = [item for item in points if item[1] in keys and math.isfinite(item[3])]
    spans = {axis: _span(bands, shown, side, axis) for axis in side.values()}
    heights = [(score - spans[side[measured]][0]) / spans[side[measured]][1] for _, measured, _, score in shown]
    near = together([theta for _, _, theta, _ in shown], heights)
    marks = looks(near, [symbols[name] for name, _, _, _ in shown])
    texts = [_point_text(name, measured, score, theta) for name, measured, theta, score in shown]
    for axis in dict.fromkeys(side.values()):
        for name in short:
            own = [i for i, (model, measured, _, _) in enumerate(shown) if model == name and side[measured] == axis]
            if not own:
                continue
            colours = [theme.colour(keys.index(shown[i][1])) for i in own]
            # What is hollow has the colour of its edge.
            edges = [colour if "open" in marks[i][0] else theme.text for i, colour in zip(own, colours, strict=True)]
            figure.add_scatter(
                x=[shown[i][2] for i in own],
                y=[shown[i][3] for i in own],
                mode="markers",
                name=short[name],
                marker={
                    "symbol": [marks[i][0] for i in own],
                    "size": [marks[i][1] for i in own],
                    "color": colours,
                    "line": {"width": [2.5 if "open" in marks[i][0] else 1.5 for i in own], "color": edges},
                },
                cliponaxis=False,
                hovertext=np.array(["<br>".join(texts[other] for other in near[i]) for i in own]),
                hoverinfo="text",
                showlegend=False,
                yaxis=axis,
            )
    for name, symbol in symbols.items():
        look = {"symbol": symbol, "size": MARK, "line": {"width": 1.5, "color": theme.text}}
        key(figure, short[name], {**look, "color": theme.colour(0) if len(keys) == 1 else theme.muted})


def _dots(
    figure: go.Figure, theme: Theme, keys: Sequence[str], points: Sequence[Point], side: Mapping[str, str]
) -> None:
    """Models as small dots, in the colour of the measure."""
    for i, measured in enumerate(keys):
        own = [(name, theta, score) for name, key_, theta, score in points if key_ == measured and math.isfinite(score)]
        figure.add_scatter(
            x=[theta for _, theta, _ in own],
            y=[score for _, _, score in own],
            mode="markers",
            name=OTHERS,
            marker={"size": 6, "color": theme.colour(i), "line": {"width": 1, "color": theme.background}},
            cliponaxis=False,
            hovertext=np.array([_point_text(name, measured, score, theta) for name, theta, score in own]),
            hoverinfo="text",
            showlegend=False,
            yaxis=side[measured],
        )
    key(figure, OTHERS, {"symbol": "circle", "size": 6, "color": theme.muted})


def _point_text(name: str, measured: str, score: float, theta: float) -> str:
    return f"<b>{whole(name)}</b><br>{measured}: {number(score)}<br>{percent(theta)} predicted positive"


def _span(bands: Sequence[Bands], points: Sequence[Point], side: Mapping[str, str], axis: str) -> tuple[float, float]:
    """Where an axis begins, about, and how far it goes."""
    curves = [curve for curve in bands if side[curve.measure.key] == axis]
    parts = [part for curve in curves for part in (curve.mean, curve.low95, curve.high95)]
    scores = np.array([score for _, measured, _, score in points if side[measured] == axis])
    seen = finite(np.concatenate([*parts, scores]))
    low = seen.min(initial=math.inf)
    return (float(low), float(np.ptp(seen)) or 1.0) if seen.size else (0.0, 1.0)


def expectation_alt(bands: Sequence[Bands], points: Sequence[Point], theta: float | None) -> str:
    """What `expectation_figure` shows, in words."""
    parts = []
    for curve in bands:
        known = np.flatnonzero(np.isfinite(curve.mean))
        if known.size:
            first, last = known[0], known[-1]
            parts.append(
                f"{curve.measure.name} goes from {number(curve.mean[first])} at {percent(curve.theta[first])} "
                f"predicted positive to {number(curve.mean[last])} at {percent(curve.theta[last])}"
            )
        else:
            parts.append(f"{curve.measure.name} has no value at any share")
    models = ". ".join(
        f"{begun(name)} has {f'no {measured}' if math.isnan(score) else f'{measured} {number(score)}'}"
        for name, measured, _, score in points[:4]
    )
    return (
        f"Mean score of random guessing over the share of cases it predicts positive. {'; '.join(parts)}."
        + (f" {models}." if models else "")
        + (f" The share set is {percent(theta)}." if theta is not None else "")
    )


MOST_BARS = 120


def distribution_figure(measure: Measure, law: Distribution, mean: float, theme: Theme) -> go.Figure:
    """How likely a draw scores what, at one theta: bars with the mean as a dashed line.

    With more than 120 values neighbours are summed into bars of one width; the rarest, two in 100,000, are left out.
    """
    if not law.value.size:
        return empty(theme, f"{measure.name} has no value here: {measure.undefined}.")
    value, probability, width = _bars(law)
    figure = go.Figure()
    figure.add_bar(
        x=value,
        y=probability,
        width=width,
        marker={"color": faded(theme.colour(0), 0.5), "line": {"width": 0}},
        hovertext=np.array(
            [
                f"{measure.name} {number(x)}<br>{percent(p)} of the guesses"
                for x, p in zip(value.tolist(), probability.tolist(), strict=True)
            ]
        ),
        hoverinfo="text",
        showlegend=False,
    )
    if math.isfinite(mean):
        line_at(figure, mean, {"color": theme.chance, "width": 2, "dash": "dash"}, f"mean {number(mean)}", theme.text)
    missing = f"<br>without a value: {percent(law.undefined)} of the guesses" if law.undefined > 0 else ""
    figure.update_xaxes(title_text=f"{measure.name} of a random guess{missing}", nticks=6)
    figure.update_yaxes(title_text="share of the guesses", rangemode="tozero", nticks=5)
    dress(figure, theme, 200)
    return figure


def _bars(law: Distribution) -> tuple[Array, Array, Array]:
    """Places, heights and widths of the bars."""
    low, high = law.quantile([1e-5, 1 - 1e-5])
    seen = (law.value >= low) & (law.value <= high)
    value, probability = law.value[seen], law.probability[seen]
    if value.size == 1:
        return value, probability, np.array([0.02 * max(1.0, abs(float(value[0])))])
    gaps, span = np.diff(value), value[-1] - value[0]
    if value.size <= MOST_BARS:
        nearest = np.minimum(np.append(gaps[0], gaps), np.append(gaps, gaps[-1]))
        return value, probability, np.maximum(0.9 * nearest, span / 400)
    gap = np.median(gaps)
    # Whole multiples of the gap, so that each bar of an even law sums as many values as its neighbours.
    width = max(gap * math.ceil(value.size / MOST_BARS), span / MOST_BARS)
    edges = np.arange(value[0] - gap / 2, value[-1] + width, width)
    heights, _ = np.histogram(value, edges, weights=probability)
    return (edges[1:] + edges[:-1]) / 2, heights, np.full(heights.size, width)


def distribution_alt(measure: Measure, law: Distribution, mean: float) -> str:
    """What `distribution_figure` shows, in words."""
    if not law.value.size:
        return f"{measure.name} has no value here: {measure.undefined}."
    low, high = law.quantile([0.025, 0.975])
    draws = "all" if low <= law.value.min() and high >= law.value.max() else "95 % of the"
    where = f"at {number(low)}" if low == high else f"between {between(low, high)}"
    return (
        f"Distribution of {measure.name} over random guesses. The mean is {number(mean)}; {draws} guesses lie {where}."
    )
