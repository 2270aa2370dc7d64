"""TODO: say what this module is."""

import math
from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from ddcore.chance.dutch_draw import Baseline
from ddcore.figures.marks import (
    NO_MEASURE,
    empty,
    on_a_scale,
    ring,
    rows,
    segments,
    tick,
)
from ddcore.figures.scale import placed
from ddcore.figures.theme import Theme
from ddcore.formats import many, number
from ddcore.measures import Measure

BaselineRow = tuple[Measure, Baseline, float]
"""A measure, its baseline and the best value that any classifier reaches with these classes."""


def baselines_figure(baselines: Sequence[BaselineRow], theme: Theme) -> go.Figure:
    """What draws expect, one row a measure: a bar from the lowest to the highest mean, a tick at the one to beat.

    A ring instead of a tick says that no classifier can do better than that; these come last. Drawn are measures that
    judge on a scale with two ends.
    """
    drawn = sorted((item for item in baselines if on_a_scale(item[0])), key=_unbeatable)
    if not drawn:
        return empty(theme, NO_MEASURE)
    known = [(y, *item) for y, item in enumerate(drawn) if math.isfinite(item[1].highest)]
    figure = go.Figure()
    figure.add_scatter(
        x=segments(
            (placed(measure, reach.lowest) for _, measure, reach, _ in known),
            (placed(measure, reach.highest) for _, measure, reach, _ in known),
        ),
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
            x=[placed(measure, reach.best(measure.better)) for _, measure, reach in marked],
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
    known = [item for item in baselines if on_a_scale(item[0]) and math.isfinite(item[1].highest)]
    beatable = [(measure, reach) for measure, reach, ideal in known if not _unbeatable((measure, reach, ideal))]
    values = ", ".join(f"{measure.name} {number(reach.best(measure.better))}" for measure, reach in beatable[:4])
    to_beat = f"The score to beat: {values}{' and more' if len(beatable) > 4 else ''}. " if beatable else ""
    return (
        f"Range of mean scores without skill on {many(len(known), 'measure')}. {to_beat}"
        f"{len(known) - len(beatable)} of them cannot be beaten."
    )
