"""The verdict's figure: the score of each measure beside its baseline, with its interval."""

import math
from collections.abc import Mapping, Sequence

import numpy as np

from ddcore.chance.runs import RunMean
from ddcore.chance.verdict import MARKS, STATES, MeasureVerdict, Verdict
from ddcore.figures.chart import Chart
from ddcore.figures.marks import (
    NO_MEASURE,
    add_dots,
    add_line,
    dot,
    dots,
    dress,
    empty,
    key,
    label_rows,
    meaning_line,
    on_a_scale,
    ring,
    rows,
    segments,
    state_entries,
    tick,
)
from ddcore.figures.names import full_name, short_names
from ddcore.figures.scale import place_on_axis
from ddcore.figures.theme import Theme, faded
from ddcore.formats import begun, many, number
from ddcore.interval import confidence


def verdict_figure(verdicts: Sequence[Verdict], theme: Theme) -> Chart:
    """Score against chance, one row a measure: a grey tick at chance, a dot a model with its interval.

    All verdicts have the same measures. Drawn are those that judge on a scale with two ends, what cannot be beaten
    last. A filled dot beats chance, a hollow one not clearly, a cross is clearly worse, a grey ring cannot; without a
    value the row stays empty.
    """
    drawn = [i for i, line in enumerate(verdicts[0].lines) if on_a_scale(line.measure)]
    drawn.sort(key=lambda i: verdicts[0].lines[i].state == "unbeatable")
    if not drawn:
        return empty(theme, NO_MEASURE)
    slot = 0.7 / len(verdicts)
    placed = [
        [(y + (at - (len(verdicts) - 1) / 2) * slot, verdict.lines[i]) for y, i in enumerate(drawn)]
        for at, verdict in enumerate(verdicts)
    ]
    figure, short = Chart(), short_names([verdict.name for verdict in verdicts])
    _chances(figure, theme, [item for model in placed for item in model], slot)
    for at, (verdict, lines) in enumerate(zip(verdicts, placed, strict=True)):
        _model(figure, theme, (verdict.name, short[verdict.name]), at, lines)
    if any(line.interval.is_finite for model in placed for _, line in model):
        thin = {"width": 2, "color": theme.colour(0) if len(verdicts) == 1 else theme.muted}
        figure.add_scatter(x=[None], y=[None], mode="lines", name=f"{confidence()} interval", line=thin)
    states = [{line.state for _, line in model} for model in placed]
    state_entries(figure, theme, states)
    if any("unbeatable" in seen for seen in states):
        key(figure, "cannot be beaten", ring(theme))
    rows(figure, theme, [verdicts[0].lines[i].measure for i in drawn], max(30, 16 * len(verdicts) + 8))
    return figure


def _chances(figure: Chart, theme: Theme, placed: Sequence[tuple[float, MeasureVerdict]], slot: float) -> None:
    """The tick of each row, and the line from there to each score."""
    ticks = [(y, line) for y, line in placed if math.isfinite(line.chance)]
    ends = [(y, line) for y, line in ticks if math.isfinite(line.score)]
    figure.add_scatter(
        x=segments((_x(line, line.chance) for _, line in ends), (_x(line, line.score) for _, line in ends)),
        y=segments((y for y, _ in ends), (y for y, _ in ends)),
        mode="lines",
        line={"width": 3 if slot > 0.15 else 2, "color": theme.joint},
        hoverinfo="skip",
        showlegend=False,
    )
    figure.add_scatter(
        x=segments((_x(line, line.chance) for _, line in ticks), (_x(line, line.chance) for _, line in ticks)),
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


def _x(line: MeasureVerdict, value: float) -> float:
    """Where a value of the measure of a line stands."""
    return place_on_axis(line.measure, value)


def _model(
    figure: Chart,
    theme: Theme,
    names: tuple[str, str],
    at: int,
    placed: Sequence[tuple[float, MeasureVerdict]],
) -> None:
    """One model's intervals and dots, by its name as it is and as the legend has it."""
    name, short = names
    colour = theme.colour(at)
    known = [(y, line) for y, line in placed if math.isfinite(line.score)]
    sure = [(y, line) for y, line in known if line.interval.is_finite]
    figure.add_scatter(
        x=segments(
            (_x(line, line.interval.low) for _, line in sure), (_x(line, line.interval.high) for _, line in sure)
        ),
        y=segments((y for y, _ in sure), (y for y, _ in sure)),
        mode="lines",
        line={"width": 2, "color": colour},
        hoverinfo="skip",
        showlegend=False,
    )
    figure.add_scatter(
        x=[_x(line, line.score) for _, line in known],
        y=[y for y, _ in known],
        mode="markers",
        name=short,
        marker=dots(theme, at, [line.state for _, line in known]),
        cliponaxis=False,
        hovertext=np.array([_hover(name, line) for _, line in known]),
        hoverinfo="text",
        showlegend=False,
    )
    key(figure, short, dot(theme, at))


def _hover(name: str, line: MeasureVerdict) -> str:
    interval = (
        f" ({confidence()}: {number(line.interval.low)} to {number(line.interval.high)})"
        if line.interval.is_finite
        else ""
    )
    return (
        f"<b>{line.measure.name}</b>{meaning_line(line.measure)}<br>{full_name(name)}: {number(line.score)}{interval}"
        f"<br>best without skill: {number(line.chance)}<br>{STATES[line.state]}"
    )


def runs_figure(by_model: Mapping[str, RunMean], theme: Theme) -> Chart:
    """A row a model: a dot a run, a diamond at their mean, and a dashed line at the best score without skill."""
    figure, places = Chart(), range(len(by_model))
    first = next(iter(by_model.values()))
    scored = [(place, name, score) for place, (name, row) in enumerate(by_model.items()) for score in row.scores]
    add_dots(
        figure,
        [score for _, _, score in scored],
        [place for place, _, _ in scored],
        {"size": 9, "color": faded(theme.colour(0), 0.45)},
        "each run",
        hover=[f"{full_name(name)}: {number(score)}" for _, name, score in scored],
    )
    add_dots(
        figure,
        [row.mean.value for row in by_model.values()],
        list(places),
        {"symbol": "diamond", "size": 12, "color": theme.background, "line": {"width": 2, "color": theme.user}},
        "their mean",
        hover=[f"{full_name(name)}: mean {number(row.mean.value)}" for name, row in by_model.items()],
    )
    add_line(
        figure,
        segments((row.chance for row in by_model.values()), (row.chance for row in by_model.values())),
        segments((place - 0.5 for place in places), (place + 0.5 for place in places)),
        theme.chance,
        "best without skill",
        width=2,
        dash="dash",
    )
    label_rows(figure, theme, list(short_names(list(by_model)).values()))
    figure.update_xaxes(title_text=first.name)
    dress(figure, theme, max(30 * len(by_model), 90))
    return figure


def runs_alt(by_model: Mapping[str, RunMean]) -> str:
    """What `runs_figure` shows, in words."""
    first = next(iter(by_model.values()))
    means = ", ".join(f"{name} {number(row.mean.value)}" for name, row in by_model.items())
    return f"{first.name} over the runs of each model: {means}. The best score without skill is {number(first.chance)}."


def verdict_alt(verdicts: Sequence[Verdict]) -> str:
    """What `verdict_figure` shows, in words."""
    drawn = [line for line in verdicts[0].lines if on_a_scale(line.measure)]
    parts = []
    for verdict in verdicts:
        tally = verdict.tally
        things = "measure" if tally.of == 1 else "measures"
        worse = f" and is clearly worse on {tally.worse}" if tally.worse else ""
        parts.append(f"{begun(verdict.name)} beats chance on {tally} {things} that can be beaten{worse}")
    said = f"Score against chance on {many(len(drawn), 'measure')}. {'. '.join(parts)}."
    first = next((line for line in drawn if line.state in MARKS), None)
    if first is None:
        return said
    return (
        f"{said} On {first.measure.name}, {verdicts[0].name} scores {number(first.score)}; "
        f"the best without skill is {number(first.chance)}."
    )
