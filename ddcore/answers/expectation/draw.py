"""The figures of expectations: curves over the share predicted positive or over g, and the laws of single guesses."""

import math
from collections.abc import Sequence

import numpy as np

from ddcore.answers.expectation.compute import ModelPoint, Strategy
from ddcore.arrays import Array
from ddcore.chance.bands import Bands
from ddcore.chance.dutch_draw import Distribution
from ddcore.chance.g_mean import product_bound
from ddcore.chance.strategies import Strategies
from ddcore.figures.chart import Chart
from ddcore.figures.marks import (
    add_band,
    add_bars,
    add_dots,
    add_line,
    dress,
    empty,
    key,
    line_at,
    side,
    with_gaps,
)
from ddcore.figures.names import full_name, short_names
from ddcore.figures.scale import MARK, MeasureAxes, finite, neighbours, ring_marks
from ddcore.figures.theme import DASHES, SYMBOLS, Theme, faded, plain
from ddcore.formats import begun, between, number, percent, theta_text
from ddcore.interval import confidence, tails
from ddcore.measures import Measure

FEW = 26
"""Most thetas that have a dot each on the line: there is nothing between them."""
MANY = 4
"""Most models that have a mark of their own each."""
OTHERS = "other models"
NO_MEASURE_CHOSEN = "No measure is chosen."
MOST_BARS = 120
"""Bars of the law of a draw."""
MOST_CLASSES = 40
"""Classes in which two laws are compared."""
STRATEGY_SYMBOLS = ("circle", "diamond", "square", "star")
"""A symbol a strategy, in the order in which they come."""


def expectation_figure(
    bands: Sequence[Bands], points: Sequence[ModelPoint], theta: float | None, theme: Theme
) -> Chart:
    """Mean score of a draw over the share it predicts positive, a line a measure, with the bands of single draws.

    Half of the draws lie in the strong band, as many as the level says in the light one; with more than two measures
    only the first has bands. Models stand where they predict as many positive, in the colour of the measure; theta is
    the dotted line.
    """
    if not bands:
        return empty(theme, NO_MEASURE_CHOSEN)
    figure = Chart()
    axes = MeasureAxes.of((curve.measure, curve.mean) for curve in bands)
    shaded = bands if len(bands) <= 2 else bands[:1]
    for at, curve in enumerate(shaded):
        for low, high, opacity in ((curve.low, curve.high, 0.16), (curve.low50, curve.high50, 0.3)):
            known = np.isfinite(low) & np.isfinite(high)
            axis = axes.axis(curve.measure.key)
            add_band(figure, curve.theta[known], low[known], high[known], theme.colour(at), opacity, yaxis=axis)
    for at, curve in enumerate(bands):
        add_line(
            figure,
            with_gaps(curve.theta),
            with_gaps(curve.mean),
            theme.colour(at),
            axes.entry(curve.measure),
            dash=DASHES[at % len(DASHES)],
            hover=_band_texts(curve),
            mode="lines" if curve.theta.size > FEW else "lines+markers",
            marker={"size": 5},
            yaxis=axes.axis(curve.measure.key),
        )
        if curve.measure.key == "G2":
            share = np.linspace(0, 1, 201)
            bound = product_bound(200, np.arange(201))
            add_line(
                figure,
                share,
                bound,
                theme.muted,
                "bound √(θ (1 − θ))",
                width=1,
                dash="dot",
                yaxis=axes.axis("G2"),
            )
    first = bands[0].measure
    whose = "guesses" if len(shaded) == len(bands) else f"guesses, {plain(min(first.key, first.name, key=len), 6)}"
    for name, opacity in ((f"half of {whose}", 0.46), (f"{confidence()} of {whose}", 0.16)):
        key(figure, name, {"symbol": "square", "size": 13, "color": faded(theme.colour(0), opacity)})
    _models(figure, theme, bands, points, axes)
    if theta is not None:
        line_at(figure, theta, _dotted(theme), f"θ = {theta_text(theta)}", theme.user)
    figure.update_xaxes(range=[-0.01, 1.01], nticks=7, title_text="share of cases predicted positive, θ")
    figure.update_yaxes(nticks=7, title_text="score of random guessing")
    dress(figure, theme, 280)
    axes.draw(figure, theme)
    return figure


def _dotted(theme: Theme) -> dict[str, object]:
    """The line at what was chosen."""
    return {"color": theme.user, "width": 2, "dash": "dot"}


def _band_texts(curve: Bands) -> list[str]:
    columns = (curve.theta, curve.mean, curve.low50, curve.high50, curve.low, curve.high)
    return [
        f"<b>{curve.measure.name}</b>, {percent(theta)} predicted positive<br>mean of the guesses: {number(mean)}"
        f"<br>half of them: {number(low50)} to {number(high50)}<br>{confidence()} of them: {number(low)} to "
        f"{number(high)}"
        for theta, mean, low50, high50, low, high in zip(*(column.tolist() for column in columns), strict=True)
    ]


def _models(
    figure: Chart, theme: Theme, bands: Sequence[Bands], points: Sequence[ModelPoint], axes: MeasureAxes
) -> None:
    """Each model at its share predicted positive; where several are at one place, each is a ring around the others.

    Of many models the first stands out, and the others are small dots.
    """
    keys = [curve.measure.key for curve in bands]
    models = list(dict.fromkeys(point.model for point in points))
    if len(models) > MANY:
        _other_models(figure, theme, keys, [point for point in points if point.model != models[0]], axes)
        models = models[:1]
    short = short_names(models)
    symbols = {name: SYMBOLS[at % len(SYMBOLS)] for at, name in enumerate(short)}
    shown = [point for point in points if point.model in symbols and point.key in keys and math.isfinite(point.score)]
    used = dict.fromkeys(map(axes.axis, keys))
    spans = {axis: _span(bands, shown, axes, axis) for axis in used}
    heights = []
    for point in shown:
        lowest, span = spans[axes.axis(point.key)]
        heights.append((point.score - lowest) / span)
    near = neighbours([point.theta for point in shown], heights)
    marks = ring_marks(near, [symbols[point.model] for point in shown])
    for axis in used:
        for name in short:
            own = [at for at, point in enumerate(shown) if point.model == name and axes.axis(point.key) == axis]
            if not own:
                continue
            colours = [theme.colour(keys.index(shown[at].key)) for at in own]
            # What is hollow has the colour of its edge.
            hollow = ["open" in marks[at][0] for at in own]
            edges = [colour if is_open else theme.text for is_open, colour in zip(hollow, colours, strict=True)]
            add_dots(
                figure,
                [shown[at].theta for at in own],
                [shown[at].score for at in own],
                {
                    "symbol": [marks[at][0] for at in own],
                    "size": [marks[at][1] for at in own],
                    "color": colours,
                    "line": {"width": [2.5 if is_open else 1.5 for is_open in hollow], "color": edges},
                },
                short[name],
                hover=["<br>".join(_model_text(shown[other]) for other in near[at]) for at in own],
                showlegend=False,
                yaxis=axis,
            )
    for name, symbol in symbols.items():
        look = {"symbol": symbol, "size": MARK, "line": {"width": 1.5, "color": theme.text}}
        key(figure, short[name], {**look, "color": theme.colour(0) if len(keys) == 1 else theme.muted})


def _other_models(
    figure: Chart, theme: Theme, keys: Sequence[str], points: Sequence[ModelPoint], axes: MeasureAxes
) -> None:
    """Models as small dots, in the colour of the measure."""
    for at, measured in enumerate(keys):
        own = [point for point in points if point.key == measured and math.isfinite(point.score)]
        add_dots(
            figure,
            [point.theta for point in own],
            [point.score for point in own],
            {"size": 6, "color": theme.colour(at), "line": {"width": 1, "color": theme.background}},
            OTHERS,
            hover=[_model_text(point) for point in own],
            showlegend=False,
            yaxis=axes.axis(measured),
        )
    key(figure, OTHERS, {"symbol": "circle", "size": 6, "color": theme.muted})


def _model_text(point: ModelPoint) -> str:
    return (
        f"<b>{full_name(point.model)}</b><br>{point.key}: {number(point.score)}"
        f"<br>{percent(point.theta)} predicted positive"
    )


def _span(bands: Sequence[Bands], points: Sequence[ModelPoint], axes: MeasureAxes, axis: str) -> tuple[float, float]:
    """Where an axis begins, about, and how far it goes."""
    curves = [curve for curve in bands if axes.axis(curve.measure.key) == axis]
    parts = [part for curve in curves for part in (curve.mean, curve.low, curve.high)]
    scores = np.array([point.score for point in points if axes.axis(point.key) == axis])
    seen = finite(np.concatenate([*parts, scores]))
    low = seen.min(initial=math.inf)
    return (float(low), float(np.ptp(seen)) or 1.0) if seen.size else (0.0, 1.0)


def expectation_alt(bands: Sequence[Bands], points: Sequence[ModelPoint], theta: float | None) -> str:
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
            parts.append(f"{curve.measure.name} is undefined at every share")
    models = ". ".join(
        f"{begun(point.model)} has "
        f"{f'an undefined {point.key}' if math.isnan(point.score) else f'{point.key} {number(point.score)}'}"
        for point in points[:4]
    )
    return (
        f"Mean score of random guessing over the share of cases it predicts positive. {'; '.join(parts)}."
        + (f" {models}." if models else "")
        + (f" The dotted line is at {percent(theta)}." if theta is not None else "")
    )


def distribution_figure(measure: Measure, law: Distribution, mean: float, theme: Theme) -> Chart:
    """How likely a draw scores what, at one theta: bars with the mean as a dashed line.

    With more than 120 values neighbours are summed into bars of one width; the rarest, two in 100,000, are left out.
    """
    if not law.value.size:
        return empty(theme, _no_value(measure))
    value, probability, width = _bars(law)
    figure = Chart()
    add_bars(
        figure,
        value,
        probability,
        faded(theme.colour(0), 0.5),
        hover=[
            f"{measure.name} {number(x)}<br>{percent(p)} of the guesses"
            for x, p in zip(value.tolist(), probability.tolist(), strict=True)
        ],
        width=width,
        marker={"line": {"width": 0}},
    )
    if math.isfinite(mean):
        line_at(figure, mean, {"color": theme.chance, "width": 2, "dash": "dash"}, f"mean {number(mean)}", theme.text)
    missing = f"<br>undefined: {percent(law.undefined)} of the guesses" if law.undefined > 0 else ""
    figure.update_xaxes(title_text=f"{measure.name} of a random guess{missing}", nticks=6)
    _share_of_guesses(figure, theme)
    return figure


def _no_value(measure: Measure) -> str:
    return f"{measure.name} is undefined here: {measure.undefined}."


def _share_of_guesses(figure: Chart, theme: Theme) -> None:
    """The upright axis of a law."""
    figure.update_yaxes(title_text="share of the guesses", rangemode="tozero", nticks=5)
    dress(figure, theme, 200)


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
        return _no_value(measure)
    low, high = law.quantile(tails())
    draws = "all" if low <= law.value.min() and high >= law.value.max() else f"{confidence()} of the"
    where = f"at {number(low)}" if low == high else f"between {between(low, high)}"
    return (
        f"Distribution of {measure.name} over random guesses. The mean is {number(mean)}; {draws} guesses are {where}."
    )


def strategies_figure(curves: Sequence[Strategies], strategies: Sequence[Strategy], g: float, theme: Theme) -> Chart:
    """Mean score over g, a line a measure, with the draw of as large a share as a thin line.

    Strategies with a name and the best g have a mark each; the dotted line is the selected strategy.
    """
    if not curves:
        return empty(theme, NO_MEASURE_CHOSEN)
    figure = Chart()
    axes = MeasureAxes.of((curve.measure, curve.mean) for curve in curves)
    for at, curve in enumerate(curves):
        axis = axes.axis(curve.measure.key)
        add_line(figure, curve.g, with_gaps(curve.draw), faded(theme.colour(at), 0.55), width=1.5, yaxis=axis)
        add_line(
            figure,
            curve.g,
            with_gaps(curve.mean),
            theme.colour(at),
            axes.entry(curve.measure),
            dash=DASHES[at % len(DASHES)],
            hover=[
                f"<b>{curve.measure.name}</b>, g = {theta_text(x)}<br>case by case: {number(mean)}"
                f"<br>a fixed number: {number(draw)}"
                for x, mean, draw in zip(curve.g.tolist(), curve.mean.tolist(), curve.draw.tolist(), strict=True)
            ],
            yaxis=axis,
        )
    _strategies(figure, [curve.measure.key for curve in curves], strategies, theme, axes)
    line_at(figure, g, _dotted(theme), f"g = {theta_text(g)}", theme.user, side(g))
    figure.update_xaxes(range=[-0.02, 1.02], nticks=7, title_text="probability of predicting a case positive, g")
    figure.update_yaxes(nticks=7, title_text="mean score of guessing")
    dress(figure, theme, 280)
    axes.draw(figure, theme)
    return figure


def _strategies(
    figure: Chart, keys: Sequence[str], strategies: Sequence[Strategy], theme: Theme, axes: MeasureAxes
) -> None:
    """A symbol for each strategy, in the colour of the measure."""
    labels = dict.fromkeys(strategy.label for strategy in strategies)
    symbols = {name: STRATEGY_SYMBOLS[at % len(STRATEGY_SYMBOLS)] for at, name in enumerate(labels)}
    for strategy in strategies:
        if math.isfinite(strategy.mean):
            add_dots(
                figure,
                [strategy.g],
                [strategy.mean],
                {
                    "symbol": symbols[strategy.label],
                    "size": 11,
                    "color": theme.colour(keys.index(strategy.key)),
                    "line": {"width": 1.5, "color": theme.background},
                },
                hover=[
                    f"<b>{strategy.label}</b>, g = {theta_text(strategy.g)}<br>{strategy.key}: {number(strategy.mean)}"
                ],
                yaxis=axes.axis(strategy.key),
            )
    for name, symbol in symbols.items():
        key(figure, name, {"symbol": symbol, "size": 10, "color": theme.muted})
    add_line(figure, [None], [None], theme.joint, "a fixed number", width=1.5)


def strategies_alt(curves: Sequence[Strategies], strategies: Sequence[Strategy], g: float) -> str:
    """What `strategies_figure` shows, in words."""
    if not curves:
        return NO_MEASURE_CHOSEN
    parts = []
    for curve in curves:
        known = np.flatnonzero(np.isfinite(curve.mean))
        if not known.size:
            parts.append(f"{curve.measure.name} is undefined at every g")
            continue
        own = [strategy for strategy in strategies if strategy.key == curve.measure.key]
        means = ", ".join(f"{strategy.label.lower()} {number(strategy.mean)}" for strategy in own)
        parts.append(
            f"{curve.measure.name} goes from {number(curve.mean[known[0]])} at g = {theta_text(curve.g[known[0]])} to "
            f"{number(curve.mean[known[-1]])} at {theta_text(curve.g[known[-1]])} ({means})"
        )
    return (
        f"Mean score of guessing over the probability g of predicting a case positive. {'; '.join(parts)}. "
        f"The dotted line is at g = {theta_text(g)}."
    )


def laws_figure(measure: Measure, draw: Distribution, each: Distribution, theme: Theme) -> Chart:
    """How likely a single guess scores what: bars for a fixed number of cases, a line for each case by itself.

    Both are counted in the same classes; the rarest scores, two in 10,000, are left out.
    """
    if not draw.value.size or not each.value.size:
        return empty(theme, _no_value(measure))
    edges = _edges(draw, each)
    middles = (edges[1:] + edges[:-1]) / 2
    of_draw, of_each = (np.histogram(law.value, edges, weights=law.probability)[0] for law in (draw, each))
    texts = [
        f"{measure.name} about {number(x)}<br>a fixed number: {percent(drawn)} of the guesses"
        f"<br>case by case: {percent(guessed)}"
        for x, drawn, guessed in zip(middles.tolist(), of_draw.tolist(), of_each.tolist(), strict=True)
    ]
    figure = Chart()
    add_bars(
        figure,
        middles,
        of_draw,
        faded(theme.colour(0), 0.35),
        "a fixed number",
        hover=texts,
        width=np.diff(edges),
        marker={"line": {"width": 0}},
    )
    add_line(figure, middles, of_each, theme.colour(1), "case by case", width=2, hover=texts, line_shape="hvh")
    figure.update_xaxes(title_text=f"{measure.name} of a single guess", nticks=6)
    _share_of_guesses(figure, theme)
    return figure


def _edges(draw: Distribution, each: Distribution) -> Array:
    """The ends of the classes: whole multiples of the steps of the draw, so that each holds as many of its values."""
    low = min(float(law.quantile(1e-4)) for law in (draw, each))
    high = max(float(law.quantile(1 - 1e-4)) for law in (draw, each))
    span = (high - low) or 0.04 * max(1.0, abs(high))
    gap = float(np.median(np.diff(draw.value))) if draw.value.size > 1 else span / MOST_CLASSES
    width = gap * math.ceil(span / (MOST_CLASSES * gap))
    start = float(draw.value[0]) - gap / 2
    first = start + width * math.floor((low - start) / width)
    return np.asarray(first + width * np.arange(math.ceil((high - first) / width) + 1))


def laws_alt(measure: Measure, draw: Distribution, each: Distribution) -> str:
    """What `laws_figure` shows, in words."""
    if not draw.value.size or not each.value.size:
        return _no_value(measure)
    ends = [between(*law.quantile(tails())) for law in (draw, each)]
    return (
        f"Distribution of {measure.name} of single guesses: {confidence()} are between {ends[0]} where a fixed number "
        f"of cases is predicted positive, and between {ends[1]} where each case is guessed."
    )
