"""Scores at no threshold on the scale from chance to perfect: a row a measure, a mark a model, or a dot a fold."""

import math
from collections.abc import Mapping, Sequence

import numpy as np
import plotly.graph_objects as go

from ddcore.figures.marks import dot, dots, dress, empty, key, segments, states_told
from ddcore.figures.names import short_names, whole
from ddcore.figures.theme import Theme, faded
from ddcore.formats import number, percent
from ddcore.scores.against_chance import AgainstChance

LOWEST = -0.5
"""Scores worse than chance by more stand at the left edge."""
ROW = 40
NO_SCORES = "There are no scores of both classes."

Models = Mapping[str, Sequence[AgainstChance]]


def against_chance_figure(models: Models, theme: Theme) -> go.Figure:
    """Each measure from chance (0, the dashed grey line) to perfect (1): a mark a model with its 95 % interval.

    A model without scores has no mark, and keeps its colour free.
    """
    names = _measures(models)
    if not names:
        return empty(theme, NO_SCORES)
    figure, short, slot = go.Figure(), short_names(list(models)), 0.6 / len(models)
    drawn = [model for model, lines in models.items() if lines]
    for model, lines in ((model, models[model]) for model in drawn):
        at = list(models).index(model)
        colour = theme.colour(at)
        shift = (drawn.index(model) - (len(drawn) - 1) / 2) * slot
        known = [line for line in lines if math.isfinite(line.beyond.value)]
        y = [names.index(line.measure.name) + shift for line in known]
        sure = [(place, line.beyond) for place, line in zip(y, known, strict=True) if not math.isnan(line.beyond.low)]
        figure.add_scatter(
            x=segments((_within(ends.low) for _, ends in sure), (_within(ends.high) for _, ends in sure)),
            y=segments((place for place, _ in sure), (place for place, _ in sure)),
            mode="lines",
            line={"width": 2, "color": colour},
            hoverinfo="skip",
            showlegend=False,
        )
        figure.add_scatter(
            x=[_within(line.beyond.value) for line in known],
            y=y,
            mode="markers",
            marker=dots(theme, at, [line.state for line in known]),
            hovertext=np.array([_hover(model, line) for line in known]),
            hoverinfo="text",
            cliponaxis=False,
            showlegend=False,
        )
        key(figure, short[model], dot(theme, at))
    states_told(figure, theme, [{line.state for line in lines} for lines in models.values()])
    return _axes(figure, theme, names, len(names) * max(ROW, 16 * len(models) + 8))


def spread_against_chance_figure(parts: Models, kind: str, theme: Theme) -> go.Figure:
    """The same where each fold or run is a dot, and their mean a diamond."""
    names = _measures(parts)
    if not names:
        return empty(theme, NO_SCORES)
    figure, colour = go.Figure(), theme.colour(0)
    placed = [
        (names.index(line.measure.name), part, line)
        for part, lines in parts.items()
        for line in lines
        if math.isfinite(line.beyond.value)
    ]
    figure.add_scatter(
        x=[_within(line.beyond.value) for _, _, line in placed],
        y=[place for place, _, _ in placed],
        mode="markers",
        marker={"size": 9, "color": faded(colour, 0.45)},
        name=f"each {kind[:-1]}",
        hovertext=np.array([_hover(part, line) for _, part, line in placed]),
        hoverinfo="text",
        cliponaxis=False,
    )
    by_measure = [[line.beyond.value for at, _, line in placed if at == place] for place in range(len(names))]
    means = [float(np.mean(values)) if values else math.nan for values in by_measure]
    figure.add_scatter(
        x=[_within(mean) for mean in means],
        y=list(range(len(names))),
        mode="markers",
        marker={"symbol": "diamond", "size": 12, "color": theme.background, "line": {"width": 2, "color": theme.user}},
        name="their mean",
        hovertext=np.array([f"{name}: mean {percent(mean)}" for name, mean in zip(names, means, strict=True)]),
        hoverinfo="text",
        cliponaxis=False,
    )
    return _axes(figure, theme, names, len(names) * ROW)


def _measures(models: Models) -> list[str]:
    return list(dict.fromkeys(line.measure.name for lines in models.values() for line in lines))


def _within(value: float) -> float:
    return max(value, LOWEST)


def _hover(model: str, line: AgainstChance) -> str:
    beyond, interval = line.beyond, line.interval
    return (
        f"<b>{line.measure.name}</b><br>{whole(model)}: {_written(interval.value, interval.low, interval.high)}"
        f"<br>best without skill: {number(line.chance)}"
        f"<br>beyond chance: {_written(beyond.value, beyond.low, beyond.high)}"
    )


def _written(value: float, low: float, high: float) -> str:
    return number(value) if math.isnan(low) else f"{number(value)} (95 %: {number(low)} to {number(high)})"


def _axes(figure: go.Figure, theme: Theme, names: Sequence[str], height: float) -> go.Figure:
    dashed = {"width": 2, "color": theme.chance, "dash": "dash"}
    figure.add_vline(x=0, line=dashed)
    figure.add_scatter(x=[None], y=[None], mode="lines", name="best without skill", line=dashed, hoverinfo="skip")
    lowest = min([0.0, *(x for trace in figure.data for x in trace.x if x is not None and math.isfinite(x))])
    figure.update_yaxes(
        tickvals=list(range(len(names))),
        ticktext=list(names),
        tickfont={"color": theme.text},
        range=[len(names) - 0.5, -0.5],
        showgrid=False,
        ticks="outside",
        ticklen=6,
        tickcolor="rgba(0,0,0,0)",
    )
    cut = f"; {percent(LOWEST)} or less at the edge" if lowest <= LOWEST else ""
    figure.update_xaxes(
        range=[lowest - 0.04, 1.04],
        tickformat=".0%",
        nticks=6,
        tickangle=0,
        title_text=f"from chance to perfect{cut}",
    )
    dress(figure, theme, height)
    return figure


def against_chance_alt(models: Models) -> str:
    """What both figures show, in words."""
    told = [
        f"{line.measure.name} of {model} {percent(line.beyond.value)}"
        for model, lines in list(models.items())[:3]
        for line in lines
        if math.isfinite(line.beyond.value)
    ]
    if not told:
        return NO_SCORES
    return f"The way from chance to perfect of measures that need no threshold: {', '.join(told)}."
