"""Figures of chance: a score beside its baseline, the reach of a draw, its mean over theta and its law.

Each figure has a sibling `<figure>_alt` that says in a sentence or two what is to be seen.
"""

import math
from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from ddcore.chance.bands import Bands
from ddcore.chance.dutch_draw import Baseline, Distribution
from ddcore.chance.verdict import STATES, Line, Verdict
from ddcore.figures.theme import DASHES, SYMBOLS, Theme, faded, label, number, percent, plain
from ddcore.measures import Measure

Array = NDArray[np.float64]
BaselineRow = tuple[Measure, Baseline, float]
"""A measure, its baseline and the best value that any classifier reaches with these classes."""
Point = tuple[str, str, float, float]
"""A model's name, a measure's key, the share that the model calls positive, and its score."""

NO_MEASURE = "None of the chosen measures has a scale with two ends, so there is nothing to draw."


def _empty(theme: Theme, words: str) -> go.Figure:
    figure = go.Figure()
    figure.update_layout(template=theme.template(), height=120)
    figure.update_xaxes(visible=False)
    figure.update_yaxes(visible=False)
    figure.add_annotation(text=words, showarrow=False, font={"color": theme.muted})
    return figure


def _bounded(row: Measure) -> bool:
    return row.judges and math.isfinite(row.best) and math.isfinite(row.worst)


def _rows(figure: go.Figure, theme: Theme, measures: Sequence[Measure], height: float, below: float) -> None:
    """Rows from the top down, a measure each, on a scale from 0, or from -1 where there are negative values."""
    values = [x for trace in figure.data for x in trace.x if x is not None and math.isfinite(x)]
    low, high = min([0.0, *values]), max([1.0, *values])
    lower = any(row.better == "lower" for row in measures)
    figure.update_layout(template=theme.template(), height=round(len(measures) * height + 56 + 20 * lower + below))
    figure.update_yaxes(
        tickvals=list(range(len(measures))),
        ticktext=[label(row) + (" ↓" if row.better == "lower" else "") for row in measures],
        tickfont={"color": theme.text},
        range=[len(measures) - 0.5, -0.5],
        showgrid=False,
        ticks="outside",
        ticklen=6,
        tickcolor="rgba(0,0,0,0)",
    )
    figure.update_xaxes(
        range=[low - 0.04, high + 0.04], nticks=7, title_text="↓ lower is better" if lower else "", tickangle=0
    )


def _segments(starts: Sequence[float], ends: Sequence[float]) -> list[float | None]:
    """Start and end of each line with a gap after it."""
    return [value for pair in zip(starts, ends, strict=True) for value in (*pair, None)]


def _key(figure: go.Figure, name: str, **look: object) -> None:
    """An entry of the legend that belongs to no single trace."""
    figure.add_scatter(x=[None], y=[None], mode="markers", name=name, marker=look, hoverinfo="skip")


def _tick(theme: Theme) -> dict[str, object]:
    return {"symbol": "line-ns", "size": 14, "line": {"width": 3, "color": theme.chance}}


def _ring(theme: Theme) -> dict[str, object]:
    return {"symbol": "circle", "size": 11, "color": theme.background, "line": {"width": 2, "color": theme.chance}}


def verdict_figure(verdicts: Sequence[Verdict], theme: Theme) -> go.Figure:
    """Score against chance, one row a measure: a grey tick at chance, a dot a model with its 95 % interval.

    All verdicts have the same measures. Drawn are those that judge on a scale with two ends, what cannot be beaten
    last. A filled dot beats chance, a hollow one not clearly, a grey ring cannot; without a value the row stays empty.
    """
    order = [
        i
        for last in (False, True)
        for i, line in enumerate(verdicts[0].lines)
        if _bounded(line.measure) and (line.state == "unbeatable") is last
    ]
    if not order:
        return _empty(theme, NO_MEASURE)
    models = len(verdicts)
    slot = 0.6 / models
    figure = go.Figure()
    joints: list[tuple[float, float, float]] = []
    ticks: list[tuple[float, float, str]] = []
    for at, found in enumerate(verdicts):
        for y, i in enumerate(order):
            line, place = found.lines[i], y + (at - (models - 1) / 2) * slot
            if math.isfinite(line.chance):
                ticks.append((line.chance, place, f"{line.measure.name}: {number(line.chance)} at best without skill"))
                if math.isfinite(line.score):
                    joints.append((line.chance, line.score, place))
    figure.add_scatter(
        x=_segments([chance for chance, _, _ in joints], [score for _, score, _ in joints]),
        y=_segments([place for _, _, place in joints], [place for _, _, place in joints]),
        mode="lines",
        line={"width": 3 if models < 4 else 2, "color": theme.joint},
        hoverinfo="skip",
        showlegend=False,
    )
    figure.add_scatter(
        x=_segments([chance for chance, _, _ in ticks], [chance for chance, _, _ in ticks]),
        y=_segments([place - slot / 2 for _, place, _ in ticks], [place + slot / 2 for _, place, _ in ticks]),
        mode="lines",
        line={"width": 3, "color": theme.chance},
        hovertext=[text for _, _, words in ticks for text in (words, words, "")],
        hoverinfo="text",
        showlegend=False,
    )
    _key(figure, "best without skill", **_tick(theme))
    for at, found in enumerate(verdicts):
        lines = [found.lines[i] for i in order]
        _model(figure, theme, found.name, at, lines, [y + (at - (models - 1) / 2) * slot for y in range(len(order))])
    states = {found.lines[i].state for found in verdicts for i in order}
    if states & {"unclear", "behind"}:
        colour = theme.colour(0) if models == 1 else theme.text
        hollow = {"symbol": "circle", "size": 10, "color": theme.background, "line": {"width": 2, "color": colour}}
        _key(figure, "not clearly better", **hollow)
    if "unbeatable" in states:
        _key(figure, "cannot be beaten", **_ring(theme))
    _rows(figure, theme, [verdicts[0].lines[i].measure for i in order], max(30, 10 * models + 10), 24 + 11 * models)
    return figure


def _model(figure: go.Figure, theme: Theme, name: str, at: int, lines: Sequence[Line], places: Sequence[float]) -> None:
    """One model's intervals and dots."""
    colour, symbol = theme.colour(at), SYMBOLS[at % len(SYMBOLS)]
    known = [(line, place) for line, place in zip(lines, places, strict=True) if math.isfinite(line.score)]
    sure = [(line.interval, place) for line, place in known if math.isfinite(line.interval.low + line.interval.high)]
    figure.add_scatter(
        x=_segments([around.low for around, _ in sure], [around.high for around, _ in sure]),
        y=_segments([place for _, place in sure], [place for _, place in sure]),
        mode="lines",
        line={"width": 2, "color": colour},
        hoverinfo="skip",
        showlegend=False,
    )
    edge = [theme.chance if line.state == "unbeatable" else colour for line, _ in known]
    figure.add_scatter(
        x=[line.score for line, _ in known],
        y=[place for _, place in known],
        mode="markers",
        name=plain(name) + (", 95 % interval" if sure else ""),
        marker={
            "symbol": symbol,
            "size": 11,
            "opacity": 1,
            "color": [colour if line.state == "beats" else theme.background for line, _ in known],
            "line": {"width": 2, "color": edge},
        },
        hovertext=[_hover(name, line) for line, _ in known],
        hoverinfo="text",
        showlegend=False,
    )
    _key(
        figure,
        plain(name) + (", 95 % interval" if sure else ""),
        symbol=symbol,
        size=11,
        color=colour,
        line={"width": 2, "color": colour},
    )


def _hover(name: str, line: Line) -> str:
    low, high = line.interval.low, line.interval.high
    interval = f" (95 %: {number(low)} to {number(high)})" if math.isfinite(low + high) else ""
    return (
        f"<b>{line.measure.name}</b><br>{plain(name)}: {number(line.score)}{interval}"
        f"<br>best without skill: {number(line.chance)}<br>{STATES[line.state]}"
    )


def verdict_alt(verdicts: Sequence[Verdict]) -> str:
    """What `verdict_figure` shows, in words."""
    drawn = [[line for line in found.lines if _bounded(line.measure)] for found in verdicts]
    parts = []
    for found, lines in zip(verdicts, drawn, strict=True):
        beatable = [line for line in lines if line.state in ("beats", "unclear", "behind")]
        beaten = [line for line in beatable if line.state == "beats"]
        parts.append(f"{found.name} beats chance on {len(beaten)} of {len(beatable)} measures that can be beaten")
    first = next((line for line in drawn[0] if line.state in ("beats", "unclear", "behind")), None)
    example = (
        f" On {first.measure.name}, {verdicts[0].name} scores {number(first.score)}; "
        f"the best without skill is {number(first.chance)}."
        if first
        else ""
    )
    return f"Score against chance on {len(drawn[0])} measures. {'; '.join(parts)}.{example}"


def baselines_figure(rows: Sequence[BaselineRow], theme: Theme) -> go.Figure:
    """What draws expect, one row a measure: a bar from the lowest to the highest mean, a tick at the one to beat.

    A ring instead of a tick says that no classifier can do better than that. Drawn are measures that judge on a scale
    with two ends.
    """
    drawn = [item for item in rows if _bounded(item[0])]
    if not drawn:
        return _empty(theme, NO_MEASURE)
    known = [(y, item) for y, item in enumerate(drawn) if math.isfinite(item[1].highest)]
    figure = go.Figure()
    figure.add_scatter(
        x=_segments([reach.lowest for _, (_, reach, _) in known], [reach.highest for _, (_, reach, _) in known]),
        y=_segments([y for y, _ in known], [y for y, _ in known]),
        mode="lines",
        line={"width": 10, "color": theme.joint},
        name="means of draws, lowest to highest",
        hoverinfo="skip",
    )
    for name, unbeatable, look in (
        ("best without skill", False, _tick(theme)),
        ("cannot be beaten", True, _ring(theme)),
    ):
        marked = [(y, row, reach) for y, (row, reach, ideal) in known if _unbeatable(row, reach, ideal) is unbeatable]
        if not marked:
            continue
        figure.add_scatter(
            x=[reach.best(row.better) for _, row, reach in marked],
            y=[y for y, _, _ in marked],
            mode="markers+text",
            name=name,
            marker=look,
            text=[number(reach.best(row.better)) for _, row, reach in marked],
            textposition=["middle right" if row.better == "higher" else "middle left" for _, row, _ in marked],
            textfont={"color": theme.text, "size": 12},
            cliponaxis=False,
            hovertext=[
                f"<b>{row.name}</b><br>without skill: {number(reach.lowest)} to {number(reach.highest)}"
                f"<br>{'cannot be beaten' if unbeatable else f'to beat: {number(reach.best(row.better))}'}"
                for _, row, reach in marked
            ],
            hoverinfo="text",
        )
    _rows(figure, theme, [row for row, _, _ in drawn], 30, 40)
    low, high = figure.layout.xaxis.range
    figure.update_xaxes(range=[low - 0.06, high + 0.06])
    return figure


def _unbeatable(row: Measure, reach: Baseline, ideal: float) -> bool:
    return not row.is_better(ideal, reach.best(row.better))


def baselines_alt(rows: Sequence[BaselineRow]) -> str:
    """What `baselines_figure` shows, in words."""
    known = [item for item in rows if _bounded(item[0]) and math.isfinite(item[1].highest)]
    beatable = [(row, reach) for row, reach, ideal in known if not _unbeatable(row, reach, ideal)]
    values = ", ".join(f"{row.name} {number(reach.best(row.better))}" for row, reach in beatable[:4])
    return (
        f"Range of mean scores without skill on {len(known)} measures. "
        + (f"The score to beat: {values}{' and more' if len(beatable) > 4 else ''}. " if beatable else "")
        + f"{len(known) - len(beatable)} of them cannot be beaten."
    )


def expectation_figure(bands: Sequence[Bands], points: Sequence[Point], theta: float | None, theme: Theme) -> go.Figure:
    """Mean score of a draw over the share it calls positive, a line a measure, with the bands of single draws.

    Half of the draws lie in the strong band, 95 % in the light one; with more than two measures only the first has
    bands. Models stand where they call as many positive, in the colour of the measure; theta is the dotted line.
    """
    figure = go.Figure()
    shaded = bands if len(bands) <= 2 else bands[:1]
    for i, found in enumerate(bands[: len(shaded)]):
        for low, high, opacity in ((found.low95, found.high95, 0.14), (found.low50, found.high50, 0.26)):
            _band(figure, found.theta, low, high, faded(theme.colour(i), opacity))
    for i, found in enumerate(bands):
        figure.add_scatter(
            x=_listed(found.theta),
            y=_listed(found.mean),
            mode="lines" if found.theta.size > FEW else "lines+markers",
            name=label(found.measure),
            line={"color": theme.colour(i), "width": 2.5, "dash": DASHES[i % len(DASHES)]},
            marker={"size": 5},
            hovertext=_band_texts(found),
            hoverinfo="text",
        )
    whose = "" if len(shaded) == len(bands) else f" ({label(bands[0].measure)} only)"
    for name, opacity in ((f"half of the draws{whose}", 0.4), (f"95 % of the draws{whose}", 0.14)):
        _key(figure, name, symbol="square", size=13, color=faded(theme.colour(0), opacity))
    _points(figure, theme, [found.measure.key for found in bands], points)
    if theta is not None:
        _line_at(figure, theta, {"color": theme.user, "width": 2, "dash": "dot"}, f"θ = {number(theta)}", theme.user)
    figure.update_layout(template=theme.template(), height=400 + 12 * len(bands), margin={"t": 26})
    figure.update_xaxes(range=[-0.01, 1.01], nticks=7, title_text="share of cases called positive, θ")
    figure.update_yaxes(nticks=7)
    return figure


FEW = 26
"""Up to so many thetas each has a dot on the line: there is nothing between them."""


def _listed(values: Array) -> list[float | None]:
    """Numbers as a figure's file can hold them: no NaN, no infinity."""
    return [float(x) if math.isfinite(x) else None for x in values]


def _band(figure: go.Figure, theta: Array, low: Array, high: Array, fill: str) -> None:
    known = np.isfinite(low) & np.isfinite(high)
    figure.add_scatter(
        x=[*theta[known].tolist(), *theta[known][::-1].tolist()],
        y=[*high[known].tolist(), *low[known][::-1].tolist()],
        fill="toself",
        fillcolor=fill,
        mode="lines",
        line={"width": 0},
        hoverinfo="skip",
        showlegend=False,
    )


def _band_texts(found: Bands) -> list[str]:
    columns = (found.theta, found.mean, found.low50, found.high50, found.low95, found.high95)
    return [
        f"<b>{found.measure.name}</b>, {percent(theta)} called positive<br>mean of the draws: {number(mean)}"
        f"<br>half of them: {number(low50)} to {number(high50)}<br>95 % of them: {number(low95)} to {number(high95)}"
        for theta, mean, low50, high50, low95, high95 in zip(*(column.tolist() for column in columns), strict=True)
    ]


def _points(figure: go.Figure, theme: Theme, keys: Sequence[str], points: Sequence[Point]) -> None:
    for at, name in enumerate(dict.fromkeys(name for name, _, _, _ in points)):
        own = [
            (key, theta, score)
            for model, key, theta, score in points
            if model == name and key in keys and math.isfinite(score)
        ]
        symbol = SYMBOLS[at % len(SYMBOLS)]
        figure.add_scatter(
            x=[theta for _, theta, _ in own],
            y=[score for _, _, score in own],
            mode="markers",
            name=plain(name),
            marker={
                "symbol": symbol,
                "size": 12,
                "color": [theme.colour(keys.index(key)) for key, _, _ in own],
                "line": {"width": 1.5, "color": theme.text},
            },
            hovertext=[
                f"<b>{plain(name)}</b><br>{key}: {number(score)}<br>{percent(theta)} called positive"
                for key, theta, score in own
            ],
            hoverinfo="text",
            showlegend=False,
        )
        _key(figure, plain(name), symbol=symbol, size=11, color=theme.muted, line={"width": 1.5, "color": theme.text})


def _line_at(figure: go.Figure, x: float, line: dict[str, object], words: str, colour: str) -> None:
    """A vertical line with its label above the chart."""
    figure.add_shape(type="line", x0=x, x1=x, y0=0, y1=1, yref="y domain", line=line)
    figure.add_annotation(
        x=x, y=1, yref="y domain", yanchor="bottom", text=words, showarrow=False, font={"color": colour}
    )


def expectation_alt(bands: Sequence[Bands], points: Sequence[Point], theta: float | None) -> str:
    """What `expectation_figure` shows, in words."""
    parts = []
    for found in bands:
        known = np.flatnonzero(np.isfinite(found.mean))
        if known.size:
            first, last = known[0], known[-1]
            parts.append(
                f"{found.measure.name} goes from {number(found.mean[first])} at {percent(found.theta[first])} called "
                f"positive to {number(found.mean[last])} at {percent(found.theta[last])}"
            )
        else:
            parts.append(f"{found.measure.name} has no value at any share")
    models = "; ".join(f"{name} has {key} {number(score)}" for name, key, _, score in points[:4])
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
        return _empty(theme, f"{measure.name} has no value here: {measure.undefined}.")
    value, probability, width = _bars(law)
    figure = go.Figure()
    figure.add_bar(
        x=value.tolist(),
        y=probability.tolist(),
        width=width,
        marker={"color": faded(theme.colour(0), 0.75), "line": {"width": 0}},
        hovertext=[
            f"{measure.name} {number(x)}<br>{percent(p)} of the draws"
            for x, p in zip(value.tolist(), probability.tolist(), strict=True)
        ],
        hoverinfo="text",
        showlegend=False,
    )
    if math.isfinite(mean):
        _line_at(figure, mean, {"color": theme.chance, "width": 2, "dash": "dash"}, f"mean {number(mean)}", theme.muted)
    missing = f"<br>no value in {percent(law.undefined)} of the draws" if law.undefined > 0 else ""
    figure.update_layout(template=theme.template(), height=260, margin={"t": 26}, bargap=0)
    figure.update_xaxes(title_text=f"{measure.name} of a draw{missing}", nticks=6)
    figure.update_yaxes(title_text="share of the draws", rangemode="tozero", nticks=5)
    return figure


def _bars(law: Distribution) -> tuple[Array, Array, float]:
    """Places and heights of the bars, and their common width."""
    low, high = law.quantile([1e-5, 1 - 1e-5])
    seen = (law.value >= low) & (law.value <= high)
    value, probability = law.value[seen], law.probability[seen]
    if value.size == 1:
        return value, probability, 0.02 * max(1.0, abs(float(value[0])))
    gap = float(np.median(np.diff(value)))
    if value.size <= MOST_BARS:
        return value, probability, 0.9 * gap
    width = max(gap * math.ceil(value.size / MOST_BARS), float(value[-1] - value[0]) / MOST_BARS)
    edges = np.arange(value[0] - gap / 2, value[-1] + width, width)
    heights, _ = np.histogram(value, edges, weights=probability)
    return (edges[1:] + edges[:-1]) / 2, heights, width


def distribution_alt(measure: Measure, law: Distribution, mean: float) -> str:
    """What `distribution_figure` shows, in words."""
    if not law.value.size:
        return f"{measure.name} has no value here: {measure.undefined}."
    low, high = law.quantile([0.025, 0.975])
    return (
        f"Distribution of {measure.name} over draws. The mean is {number(mean)}; "
        f"95 % of the draws lie between {number(low)} and {number(high)}."
    )
