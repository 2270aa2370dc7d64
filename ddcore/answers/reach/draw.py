"""Figures of what a score demands: the best score over AUC, distance or information, and the demand of each step."""

import math
from collections.abc import Sequence

import numpy as np

from ddcore.answers.reach.compute import ModelReach, ReachCurve
from ddcore.figures.chart import Chart
from ddcore.figures.marks import add_bars, add_dots, add_line, dress, empty
from ddcore.figures.names import full_name
from ddcore.figures.theme import DASHES, Theme, label
from ddcore.formats import number
from ddcore.measures import Measure
from ddcore.scores.reach import Needed

AXES = {
    "auc": "AUC",
    "separation": "distance d′ between the classes",
    "bits": "information in the scores, bits a case",
}
MORE = {"auc": "more AUC", "separation": "more d′", "bits": "more bits a case"}


def reach_figure(
    measure: Measure,
    curve: ReachCurve,
    steps: Sequence[Needed],
    chance: float,
    model: ModelReach | None,
    ruler: str,
    theme: Theme,
) -> Chart:
    """The best score over a ruler, with what a score demands at least whatever the distribution, where that is known.

    Dotted lines lead from the score wanted, and from the next one, to what they demand; below the dashed line no skill
    is needed.
    """
    figure = Chart()
    x = curve.rulers[ruler]
    hover = [f"{AXES[ruler]} {number(a)}<br>{measure.name} {number(b)}" for a, b in zip(x, curve.value, strict=True)]
    add_line(figure, x, curve.value, theme.colour(0), "normal scores", hover=hover)
    if ruler in curve.least:
        least = curve.least[ruler]
        hover = [f"{number(b)}: at least {number(a)}" for a, b in zip(least, curve.at, strict=True)]
        add_line(figure, least, curve.at, theme.colour(1), "lower bound", width=2, dash=DASHES[2], hover=hover)
    hover = [f"baseline: {number(chance)}"] * 2
    ends = [x[0], x[-1]]
    add_line(figure, ends, [chance] * 2, theme.chance, "baseline", width=2, dash="dash", hover=hover)
    needed = [{"auc": step.auc, "separation": step.separation, "bits": step.bits}[ruler] for step in steps[:2]]
    for place, (step, at) in enumerate(zip(steps, needed, strict=False)):
        if math.isfinite(at):
            lowest = min(chance, step.value) if measure.better == "higher" else 0.0
            add_line(
                figure,
                [x[0], at, at],
                [step.value, step.value, lowest],
                theme.user if place == 0 else theme.muted,
                width=1.5 if place == 0 else 1,
                dash="dot",
            )
            name = "score wanted" if place == 0 else "one step more"
            hover = [f"{measure.name} {number(step.value)} demands {number(at)}"]
            add_dots(figure, [at], [step.value], _step_mark(theme, place), name, hover=hover)
    if model is not None and ruler == "auc" and math.isfinite(model.score):
        mark = {"size": 11, "color": theme.colour(2), "line": {"width": 1.5, "color": theme.text}}
        hover = [
            f"<b>{full_name(model.name)}</b><br>AUC {number(model.auc.value)}<br>{measure.name} {number(model.score)}"
        ]
        add_dots(figure, [model.auc.value], [model.score], mark, "the selected model", hover=hover)
    last = max([float(x[-1]) if ruler != "separation" else 4.0, *filter(math.isfinite, needed)])
    first = float(x[0])
    figure.update_xaxes(range=[first, first + 1.03 * (last - first)], nticks=7, title_text=AXES[ruler])
    figure.update_yaxes(nticks=7, title_text=label(measure))
    dress(figure, theme, 320)
    return figure


def _step_mark(theme: Theme, place: int) -> dict[str, object]:
    """A full diamond for the score wanted, the first, and a hollow one for the next."""
    if place == 0:
        return {"symbol": "diamond", "size": 12, "color": theme.user, "line": {"width": 2, "color": theme.background}}
    return {"symbol": "diamond-open", "size": 12, "color": theme.muted, "line": {"width": 2, "color": theme.muted}}


def reach_alt(measure: Measure, curve: ReachCurve, steps: Sequence[Needed], chance: float) -> str:
    """What `reach_figure` shows, in words."""
    first = steps[0]
    taken = "no scores reach it" if math.isnan(first.auc) else f"it demands an AUC of {number(first.auc)}"
    return (
        f"Best {measure.name} of two normal distributions, from {number(curve.value[0])} without any distance to "
        f"{number(curve.value[-1])}. The baseline is {number(chance)}. The score wanted is {number(first.value)}: "
        f"{taken}."
    )


def steps_figure(measure: Measure, curve: ReachCurve, wanted: float, ruler: str, theme: Theme) -> Chart:
    """What one step more demands, from the baseline to perfect: a bar at each score.

    The bar nearest to the score wanted has the full colour.
    """
    effort = curve.effort[ruler]
    known = np.isfinite(effort)
    if not known.any():
        return empty(theme, "No step is possible here: guessing is perfect already, or only perfect scores are better.")
    at, effort = curve.at[known], effort[known]
    nearest = int(np.argmin(np.abs(at - wanted)))
    colours = [theme.colour(0) if i == nearest else theme.joint for i in range(at.size)]
    figure = Chart()
    hover = [f"from {measure.name} {number(a)}<br>{number(b)} {MORE[ruler]}" for a, b in zip(at, effort, strict=True)]
    add_bars(figure, at, effort, colours, marker={"line": {"width": 0}}, hover=hover)
    figure.update_xaxes(nticks=7, title_text=f"{label(measure)} before the step")
    figure.update_yaxes(nticks=6, title_text=MORE[ruler], rangemode="tozero")
    dress(figure, theme, 240)
    figure.update_layout(bargap=0.25)
    return figure


def steps_alt(measure: Measure, curve: ReachCurve, ruler: str) -> str:
    """What `steps_figure` shows, in words."""
    known = np.flatnonzero(np.isfinite(curve.effort[ruler]))
    if not known.size:
        return "What one step more demands: no step is possible here."
    least, most = (known[int(pick(curve.effort[ruler][known]))] for pick in (np.argmin, np.argmax))
    return (
        f"What one step more demands, from the baseline to perfect: least from {measure.name} "
        f"{number(curve.at[least])}, {number(curve.effort[ruler][least])} {MORE[ruler]}; most from "
        f"{number(curve.at[most])}, {number(curve.effort[ruler][most])}."
    )
