"""Figures of chance: a score beside its baseline, the reach of a draw, its mean over theta and its law.

Each figure has a sibling `<figure>_alt` that says in a sentence or two what is to be seen.
"""

import math
from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from ddcore.arrays import Array
from ddcore.chance.bands import Bands
from ddcore.chance.dutch_draw import Baseline, Distribution
from ddcore.chance.verdict import STATES, MeasureVerdict, Verdict
from ddcore.figures.parts import dress, empty, key, line_at, ring, rows, segments, tick, with_gaps
from ddcore.figures.theme import DASHES, SYMBOLS, Theme, faded, label, plain
from ddcore.formats import begun, between, number, percent, theta_text
from ddcore.measures import Measure

BaselineRow = tuple[Measure, Baseline, float]
"""A measure, its baseline and the best value that any classifier reaches with these classes."""
Point = tuple[str, str, float, float]
"""A model's name, a measure's key, the share that the model calls positive, and its score."""

NO_MEASURE = "None of these measures judges on a scale with two ends."
BEATABLE = ("beats", "unclear", "behind")


def _drawn(measure: Measure) -> bool:
    return measure.judges and math.isfinite(measure.best) and math.isfinite(measure.worst)


def verdict_figure(verdicts: Sequence[Verdict], theme: Theme) -> go.Figure:
    """Score against chance, one row a measure: a grey tick at chance, a dot a model with its 95 % interval.

    All verdicts have the same measures. Drawn are those that judge on a scale with two ends, what cannot be beaten
    last. A filled dot beats chance, a hollow one not clearly, a grey ring cannot; without a value the row stays empty.
    """
    drawn = [i for i, line in enumerate(verdicts[0].lines) if _drawn(line.measure)]
    drawn.sort(key=lambda i: verdicts[0].lines[i].state == "unbeatable")
    if not drawn:
        return empty(theme, NO_MEASURE)
    slot = 0.6 / len(verdicts)
    placed = [
        [(y + (at - (len(verdicts) - 1) / 2) * slot, verdict.lines[i]) for y, i in enumerate(drawn)]
        for at, verdict in enumerate(verdicts)
    ]
    figure = go.Figure()
    _chances(figure, theme, [item for model in placed for item in model], slot)
    for at, (verdict, lines) in enumerate(zip(verdicts, placed, strict=True)):
        _model(figure, theme, verdict.name, at, lines)
    if any(line.interval.is_finite for model in placed for _, line in model):
        thin = {"width": 2, "color": theme.colour(0) if len(verdicts) == 1 else theme.muted}
        figure.add_scatter(x=[None], y=[None], mode="lines", name="95 % interval", line=thin)
    states = [{line.state for _, line in model} for model in placed]
    hollow = next((at for at, seen in enumerate(states) if seen & {"unclear", "behind"}), None)
    if hollow is not None:
        name = "not clearly better" if len(verdicts) == 1 else "hollow: not clearly"
        key(figure, name, _dot(hollow, theme.background, theme.colour(hollow)))
    if any("unbeatable" in seen for seen in states):
        key(figure, "cannot be beaten", ring(theme))
    rows(figure, theme, [verdicts[0].lines[i].measure for i in drawn], max(30, 9 * len(verdicts) + 12))
    return figure


def _chances(figure: go.Figure, theme: Theme, placed: Sequence[tuple[float, MeasureVerdict]], slot: float) -> None:
    """The tick of each row, and the line from there to each score."""
    ticks = [(y, line) for y, line in placed if math.isfinite(line.chance)]
    ends = [(y, line) for y, line in ticks if math.isfinite(line.score)]
    figure.add_scatter(
        x=segments((line.chance for _, line in ends), (line.score for _, line in ends)),
        y=segments((y for y, _ in ends), (y for y, _ in ends)),
        mode="lines",
        line={"width": 3 if slot > 0.15 else 2, "color": theme.joint},
        hoverinfo="skip",
        showlegend=False,
    )
    figure.add_scatter(
        x=segments((line.chance for _, line in ticks), (line.chance for _, line in ticks)),
        y=segments((y - slot / 2 for y, _ in ticks), (y + slot / 2 for y, _ in ticks)),
        mode="lines",
        line={"width": 3, "color": theme.chance},
        hovertext=np.array(
            [
                f"<b>{line.measure.name}</b><br>best without skill: {number(line.chance)}"
                for _, line in ticks
                for _ in "|| "
            ]
        ),
        hoverinfo="text",
        showlegend=False,
    )
    key(figure, "best without skill", tick(theme))


def _dot(at: int, fill: str | Sequence[str], edge: str | Sequence[str]) -> dict[str, object]:
    """The mark of the model at that place."""
    return {"symbol": SYMBOLS[at % len(SYMBOLS)], "size": 10, "color": fill, "line": {"width": 2, "color": edge}}


def _model(figure: go.Figure, theme: Theme, name: str, at: int, placed: Sequence[tuple[float, MeasureVerdict]]) -> None:
    """One model's intervals and dots."""
    colour = theme.colour(at)
    known = [(y, line) for y, line in placed if math.isfinite(line.score)]
    sure = [(y, line.interval) for y, line in known if line.interval.is_finite]
    figure.add_scatter(
        x=segments((around.low for _, around in sure), (around.high for _, around in sure)),
        y=segments((y for y, _ in sure), (y for y, _ in sure)),
        mode="lines",
        line={"width": 2, "color": colour},
        hoverinfo="skip",
        showlegend=False,
    )
    figure.add_scatter(
        x=[line.score for _, line in known],
        y=[y for y, _ in known],
        mode="markers",
        name=plain(name),
        marker=_dot(
            at,
            [colour if line.state == "beats" else theme.background for _, line in known],
            [theme.chance if line.state == "unbeatable" else colour for _, line in known],
        ),
        cliponaxis=False,
        hovertext=np.array([_hover(name, line) for _, line in known]),
        hoverinfo="text",
        showlegend=False,
    )
    key(figure, plain(name), _dot(at, colour, colour))


def _hover(name: str, line: MeasureVerdict) -> str:
    interval = (
        f" (95 %: {number(line.interval.low)} to {number(line.interval.high)})" if line.interval.is_finite else ""
    )
    return (
        f"<b>{line.measure.name}</b><br>{plain(name)}: {number(line.score)}{interval}"
        f"<br>best without skill: {number(line.chance)}<br>{STATES[line.state]}"
    )


def verdict_alt(verdicts: Sequence[Verdict]) -> str:
    """What `verdict_figure` shows, in words."""
    drawn = [[line for line in verdict.lines if _drawn(line.measure)] for verdict in verdicts]
    parts = []
    for verdict, lines in zip(verdicts, drawn, strict=True):
        beaten = sum(line.state == "beats" for line in lines)
        beatable = sum(line.state in BEATABLE for line in lines)
        parts.append(f"{begun(verdict.name)} beats chance on {beaten} of {beatable} measures that can be beaten")
    said = f"Score against chance on {len(drawn[0])} measures. {'. '.join(parts)}."
    first = next((line for line in drawn[0] if line.state in BEATABLE), None)
    if first is None:
        return said
    return (
        f"{said} On {first.measure.name}, {verdicts[0].name} scores {number(first.score)}; "
        f"the best without skill is {number(first.chance)}."
    )


def baselines_figure(baselines: Sequence[BaselineRow], theme: Theme) -> go.Figure:
    """What draws expect, one row a measure: a bar from the lowest to the highest mean, a tick at the one to beat.

    A ring instead of a tick says that no classifier can do better than that; these come last. Drawn are measures that
    judge on a scale with two ends.
    """
    drawn = sorted((item for item in baselines if _drawn(item[0])), key=_unbeatable)
    if not drawn:
        return empty(theme, NO_MEASURE)
    known = [(y, *item) for y, item in enumerate(drawn) if math.isfinite(item[1].highest)]
    figure = go.Figure()
    figure.add_scatter(
        x=segments((reach.lowest for _, _, reach, _ in known), (reach.highest for _, _, reach, _ in known)),
        y=segments((y for y, *_ in known), (y for y, *_ in known)),
        mode="lines",
        line={"width": 10, "color": theme.joint},
        name="reach without skill",
        hoverinfo="skip",
    )
    for name, unbeatable, look in (("the one to beat", False, tick(theme)), ("cannot be beaten", True, ring(theme))):
        marked = [
            (y, measure, reach)
            for y, measure, reach, ideal in known
            if _unbeatable((measure, reach, ideal)) is unbeatable
        ]
        if not marked:
            continue
        figure.add_scatter(
            x=[reach.best(measure.better) for _, measure, reach in marked],
            y=[y for y, _, _ in marked],
            mode="markers+text",
            name=name,
            marker=look,
            text=[f" {number(reach.best(measure.better))} " for _, measure, reach in marked],
            textposition=["middle right" if measure.better == "higher" else "middle left" for _, measure, _ in marked],
            textfont={"color": theme.text, "size": 12},
            cliponaxis=False,
            hovertext=np.array(
                [
                    f"<b>{measure.name}</b><br>without skill: {number(reach.lowest)} to {number(reach.highest)}"
                    f"<br>{name}: {number(reach.best(measure.better))}"
                    for _, measure, reach in marked
                ]
            ),
            hoverinfo="text",
        )
    rows(figure, theme, [measure for measure, _, _ in drawn], 30, room=0.1)
    return figure


def _unbeatable(item: BaselineRow) -> bool:
    measure, reach, ideal = item
    return math.isfinite(reach.highest) and not measure.is_better(ideal, reach.best(measure.better))


def baselines_alt(baselines: Sequence[BaselineRow]) -> str:
    """What `baselines_figure` shows, in words."""
    known = [item for item in baselines if _drawn(item[0]) and math.isfinite(item[1].highest)]
    beatable = [(measure, reach) for measure, reach, ideal in known if not _unbeatable((measure, reach, ideal))]
    values = ", ".join(f"{measure.name} {number(reach.best(measure.better))}" for measure, reach in beatable[:4])
    to_beat = f"The score to beat: {values}{' and more' if len(beatable) > 4 else ''}. " if beatable else ""
    return (
        f"Range of mean scores without skill on {len(known)} measures. {to_beat}"
        f"{len(known) - len(beatable)} of them cannot be beaten."
    )


FEW = 26
"""Up to so many thetas each has a dot on the line: there is nothing between them."""


def expectation_figure(bands: Sequence[Bands], points: Sequence[Point], theta: float | None, theme: Theme) -> go.Figure:
    """Mean score of a draw over the share it calls positive, a line a measure, with the bands of single draws.

    Half of the draws lie in the strong band, 95 % in the light one; with more than two measures only the first has
    bands. Models stand where they call as many positive, in the colour of the measure; theta is the dotted line.
    """
    if not bands:
        return empty(theme, "No measure is chosen.")
    figure = go.Figure()
    shaded = bands if len(bands) <= 2 else bands[:1]
    for i, curve in enumerate(shaded):
        _band(figure, curve.theta, curve.low95, curve.high95, faded(theme.colour(i), 0.16))
        _band(figure, curve.theta, curve.low50, curve.high50, faded(theme.colour(i), 0.3))
    for i, curve in enumerate(bands):
        figure.add_scatter(
            x=with_gaps(curve.theta),
            y=with_gaps(curve.mean),
            mode="lines" if curve.theta.size > FEW else "lines+markers",
            name=label(curve.measure),
            line={"color": theme.colour(i), "width": 2.5, "dash": DASHES[i % len(DASHES)]},
            marker={"size": 5},
            hovertext=np.array(_band_texts(curve)),
            hoverinfo="text",
        )
    whose = "draws" if len(shaded) == len(bands) else f"draws, {bands[0].measure.key}"
    for name, opacity in ((f"half of {whose}", 0.46), (f"95 % of {whose}", 0.16)):
        key(figure, name, {"symbol": "square", "size": 13, "color": faded(theme.colour(0), opacity)})
    _points(figure, theme, [curve.measure.key for curve in bands], points)
    if theta is not None:
        line_at(figure, theta, {"color": theme.user, "width": 2, "dash": "dot"}, f"θ = {theta_text(theta)}", theme.user)
    figure.update_xaxes(range=[-0.01, 1.01], nticks=7, title_text="share of cases called positive, θ")
    figure.update_yaxes(nticks=7, title_text="score of a draw")
    dress(figure, theme, 280)
    return figure


def _band(figure: go.Figure, theta: Array, low: Array, high: Array, fill: str) -> None:
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
    )


def _band_texts(curve: Bands) -> list[str]:
    columns = (curve.theta, curve.mean, curve.low50, curve.high50, curve.low95, curve.high95)
    return [
        f"<b>{curve.measure.name}</b>, {percent(theta)} called positive<br>mean of the draws: {number(mean)}"
        f"<br>half of them: {number(low50)} to {number(high50)}<br>95 % of them: {number(low95)} to {number(high95)}"
        for theta, mean, low50, high50, low95, high95 in zip(*(column.tolist() for column in columns), strict=True)
    ]


def _points(figure: go.Figure, theme: Theme, keys: Sequence[str], points: Sequence[Point]) -> None:
    for at, name in enumerate(dict.fromkeys(model for model, _, _, _ in points)):
        own = [item for item in points if item[0] == name and item[1] in keys and math.isfinite(item[3])]
        symbol = SYMBOLS[at % len(SYMBOLS)]
        look = {"symbol": symbol, "size": 11, "line": {"width": 1.5, "color": theme.text}}
        figure.add_scatter(
            x=[theta for _, _, theta, _ in own],
            y=[score for _, _, _, score in own],
            mode="markers",
            name=plain(name),
            marker={**look, "color": [theme.colour(keys.index(measured)) for _, measured, _, _ in own]},
            cliponaxis=False,
            hovertext=np.array(
                [
                    f"<b>{plain(name)}</b><br>{measured}: {number(score)}<br>{percent(theta)} called positive"
                    for _, measured, theta, score in own
                ]
            ),
            hoverinfo="text",
            showlegend=False,
        )
        key(figure, plain(name), {**look, "color": theme.colour(0) if len(keys) == 1 else theme.muted})


def expectation_alt(bands: Sequence[Bands], points: Sequence[Point], theta: float | None) -> str:
    """What `expectation_figure` shows, in words."""
    parts = []
    for curve in bands:
        known = np.flatnonzero(np.isfinite(curve.mean))
        if known.size:
            first, last = known[0], known[-1]
            parts.append(
                f"{curve.measure.name} goes from {number(curve.mean[first])} at {percent(curve.theta[first])} called "
                f"positive to {number(curve.mean[last])} at {percent(curve.theta[last])}"
            )
        else:
            parts.append(f"{curve.measure.name} has no value at any share")
    models = ". ".join(
        f"{begun(name)} has {f'no {measured}' if math.isnan(score) else f'{measured} {number(score)}'}"
        for name, measured, _, score in points[:4]
    )
    return (
        f"Mean score of a draw over the share of cases it calls positive. {'; '.join(parts)}."
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
                f"{measure.name} {number(x)}<br>{percent(p)} of the draws"
                for x, p in zip(value.tolist(), probability.tolist(), strict=True)
            ]
        ),
        hoverinfo="text",
        showlegend=False,
    )
    if math.isfinite(mean):
        line_at(figure, mean, {"color": theme.chance, "width": 2, "dash": "dash"}, f"mean {number(mean)}", theme.text)
    missing = f"<br>without a value: {percent(law.undefined)} of the draws" if law.undefined > 0 else ""
    figure.update_xaxes(title_text=f"{measure.name} of a draw{missing}", nticks=6)
    figure.update_yaxes(title_text="share of the draws", rangemode="tozero", nticks=5)
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
    return f"Distribution of {measure.name} over draws. The mean is {number(mean)}; {draws} draws lie {where}."
