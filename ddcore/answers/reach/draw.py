"""Figures of how hard a score is: the best score over AUC, distance or information, and what each step takes."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from ddcore.arrays import Array
from ddcore.figures.marks import dress, empty
from ddcore.figures.names import whole
from ddcore.figures.theme import DASHES, Theme, label
from ddcore.formats import number
from ddcore.interval import Interval
from ddcore.measures import Measure
from ddcore.scores.reach import Needed

AXES = {
    "auc": "AUC",
    "separation": "distance d′ between the classes",
    "bits": "information of the scores, bits a case",
}
LEAST = {"auc": "least, if concave", "bits": "least of any scores"}
MORE = {"auc": "more AUC", "separation": "more d′", "bits": "more bits a case"}


@dataclass(frozen=True, eq=False)
class Path:
    """The best `value` under the law over each of the `rulers`; and at some values `at` the `effort` that one step more
    takes on each ruler, and the `least` of any law."""

    value: Array
    rulers: Mapping[str, Array]
    at: Array
    effort: Mapping[str, Array]
    least: Mapping[str, Array]


Own = tuple[str, Interval, Interval, float]
"""A model's name, its AUC, the best value at that AUC by the law, both with intervals, and its score."""


def reach_figure(
    measure: Measure,
    path: Path,
    steps: Sequence[Needed],
    chance: float,
    own: Own | None,
    ruler: str,
    theme: Theme,
) -> go.Figure:
    """The best score over a ruler, with the least of any law where there is one; dotted lines lead from the score
    wanted, and from the next one, to what they take. What lies below the dashed line is free.
    """
    figure = go.Figure()
    x = path.rulers[ruler]
    figure.add_scatter(
        x=x,
        y=path.value,
        mode="lines",
        name="two equal normals",
        line={"color": theme.colour(0), "width": 2.5},
        hovertext=np.array(
            [f"{AXES[ruler]} {number(a)}<br>{measure.name} {number(b)}" for a, b in zip(x, path.value, strict=True)]
        ),
        hoverinfo="text",
    )
    if ruler in path.least:
        _least(figure, theme, path, ruler)
    figure.add_scatter(
        x=[x[0], x[-1]],
        y=[chance, chance],
        mode="lines",
        name="best without skill",
        line={"color": theme.chance, "width": 2, "dash": "dash"},
        hovertext=[f"best without skill: {number(chance)}"] * 2,
        hoverinfo="text",
    )
    taken = [(step, _taken(step, ruler)) for step in steps[:2]]
    for place, (step, at) in enumerate(taken):
        if math.isfinite(at):
            _guide(figure, theme, measure, step, at, place, float(x[0]), chance)
    if own is not None and ruler == "auc" and math.isfinite(own[3]):
        _model(figure, theme, measure, own)
    last = max([float(x[-1]) if ruler != "separation" else 4.0, *(at for _, at in taken if math.isfinite(at))])
    first = float(x[0])
    figure.update_xaxes(range=[first, first + 1.03 * (last - first)], nticks=7, title_text=AXES[ruler])
    figure.update_yaxes(nticks=7, title_text=label(measure))
    dress(figure, theme, 320)
    return figure


def _taken(step: Needed, ruler: str) -> float:
    return {"auc": step.auc, "separation": step.separation, "bits": step.bits}[ruler]


def _least(figure: go.Figure, theme: Theme, path: Path, ruler: str) -> None:
    least = path.least[ruler]
    figure.add_scatter(
        x=least,
        y=path.at,
        mode="lines",
        name=LEAST[ruler],
        line={"color": theme.colour(1), "width": 2, "dash": DASHES[2]},
        hovertext=np.array([f"{number(b)}: at least {number(a)}" for a, b in zip(least, path.at, strict=True)]),
        hoverinfo="text",
    )


def _guide(
    figure: go.Figure,
    theme: Theme,
    measure: Measure,
    step: Needed,
    at: float,
    place: int,
    first: float,
    chance: float,
) -> None:
    """From a score to the curve and down to what it takes."""
    lowest = min(chance, step.value) if measure.better == "higher" else 0.0
    figure.add_scatter(
        x=[first, at, at],
        y=[step.value, step.value, lowest],
        mode="lines",
        line={"color": theme.user if place == 0 else theme.muted, "width": 1.5 if place == 0 else 1, "dash": "dot"},
        hoverinfo="skip",
        showlegend=False,
    )
    figure.add_scatter(
        x=[at],
        y=[step.value],
        mode="markers",
        name="score wanted" if place == 0 else "one step more",
        marker={
            "symbol": "diamond" if place == 0 else "diamond-open",
            "size": 12,
            "color": theme.user if place == 0 else theme.muted,
            "line": {"width": 2, "color": theme.background if place == 0 else theme.muted},
        },
        hovertext=[f"{measure.name} {number(step.value)} takes {number(at)}"],
        hoverinfo="text",
        cliponaxis=False,
    )


def _model(figure: go.Figure, theme: Theme, measure: Measure, own: Own) -> None:
    name, area, _, score = own
    figure.add_scatter(
        x=[area.value],
        y=[score],
        mode="markers",
        name="the selected model",
        marker={"size": 11, "color": theme.colour(2), "line": {"width": 1.5, "color": theme.text}},
        hovertext=[f"<b>{whole(name)}</b><br>AUC {number(area.value)}<br>{measure.name} {number(score)}"],
        hoverinfo="text",
        cliponaxis=False,
    )


def reach_alt(measure: Measure, path: Path, steps: Sequence[Needed], chance: float) -> str:
    """What `reach_figure` shows, in words."""
    first = steps[0]
    taken = "no scores reach it" if math.isnan(first.auc) else f"it takes an AUC of {number(first.auc)}"
    return (
        f"Best {measure.name} of two equal normals, from {number(path.value[0])} without any distance to "
        f"{number(path.value[-1])}. The best without skill is {number(chance)}. The score wanted is "
        f"{number(first.value)}: {taken}."
    )


def steps_figure(measure: Measure, path: Path, wanted: float, ruler: str, theme: Theme) -> go.Figure:
    """What one step more takes, from the best without skill to perfect: a bar at each score, the nearest to the one
    wanted in full colour."""
    effort = path.effort[ruler]
    known = np.isfinite(effort)
    if not known.any():
        return empty(theme, "No step can be taken here: guessing is perfect already, or only perfect scores do better.")
    at, effort = path.at[known], effort[known]
    nearest = int(np.argmin(np.abs(at - wanted)))
    colours = [theme.colour(0) if i == nearest else theme.joint for i in range(at.size)]
    figure = go.Figure()
    figure.add_bar(
        x=at,
        y=effort,
        marker={"color": colours, "line": {"width": 0}},
        hovertext=np.array(
            [f"from {measure.name} {number(a)}<br>{number(b)} {MORE[ruler]}" for a, b in zip(at, effort, strict=True)]
        ),
        hoverinfo="text",
        showlegend=False,
    )
    figure.update_xaxes(nticks=7, title_text=f"{label(measure)} before the step")
    figure.update_yaxes(nticks=6, title_text=MORE[ruler], rangemode="tozero")
    dress(figure, theme, 240)
    figure.update_layout(bargap=0.25)
    return figure


def steps_alt(measure: Measure, path: Path, ruler: str) -> str:
    """What `steps_figure` shows, in words."""
    known = np.flatnonzero(np.isfinite(path.effort[ruler]))
    if not known.size:
        return "What one step more takes: none can be taken here."
    least, most = (known[int(pick(path.effort[ruler][known]))] for pick in (np.argmin, np.argmax))
    return (
        f"What one step more takes, from the best without skill to perfect: least from {measure.name} "
        f"{number(path.at[least])}, {number(path.effort[ruler][least])} {MORE[ruler]}; most from "
        f"{number(path.at[most])}, {number(path.effort[ruler][most])}."
    )
