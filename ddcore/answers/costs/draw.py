"""What mistakes cost: over the threshold, and for all costs that there may be."""

import math

import numpy as np
import plotly.graph_objects as go

from ddcore.arrays import Array
from ddcore.decisions.cost_curves import CURVE_LABELS, CostCurves
from ddcore.decisions.decision_rules import DecisionRules
from ddcore.figures.marks import best_at, dress, line_at, side, with_gaps
from ddcore.figures.theme import Theme, plain
from ddcore.formats import number
from ddcore.formats import worth as amount
from ddcore.scores.thinning import thinned

HEIGHT = 360
GREYS = {"all": "dot", "none": "dashdot", "draw": "dash"}
"""What needs no scores is grey, each with its dash."""


def expected_figure(
    threshold: Array,
    value: Array,
    chance: tuple[Array, Array] | None,
    rules: DecisionRules,
    theme: Theme,
    sign: int,
    title: str,
    span: float,
) -> go.Figure:
    """The mean payoff over thinned thresholds, or with sign -1 the cost; the constant answers and a draw in grey.

    `chance` are thresholds and means of a draw that predicts as many positive. A diamond is the best threshold, the
    dotted line the one that is set.
    """
    figure = go.Figure()
    x, y = threshold, sign * value
    figure.add_scatter(
        x=with_gaps(x),
        y=y,
        mode="lines",
        name="these scores",
        line={"width": 3, "color": theme.colour(0)},
        hovertext=np.array(
            [f"threshold {number(at)}<br>{amount(what, span)} a case" for at, what in zip(x, y, strict=True)]
        ),
        hoverinfo="text",
    )
    finite = x[np.isfinite(x)]
    ends = [float(finite[0]), float(finite[-1])]
    if ends[0] == ends[1]:  # lines need some room
        ends = [ends[0] - 0.5, ends[1] + 0.5]
    for key in ("all", "none"):
        figure.add_scatter(
            x=ends,
            y=[sign * rules[key].value] * 2,
            mode="lines",
            name=CURVE_LABELS[key],
            line={"width": 2, "color": theme.chance, "dash": GREYS[key]},
            hoverinfo="skip",
        )
    if chance is not None:
        figure.add_scatter(
            x=with_gaps(chance[0]),
            y=with_gaps(sign * chance[1]),
            mode="lines",
            name="random guessing",
            line={"width": 2, "color": theme.chance, "dash": "dash"},
            hoverinfo="skip",
        )
    best = rules["best"]
    if math.isfinite(best.threshold):
        shown = amount(sign * best.value, span)
        words = f"best: threshold {number(best.threshold)}<br>{shown} a case"
        best_at(figure, theme, best.threshold, sign * best.value, f"best {shown}", words)
    at = rules["set"].threshold
    if math.isfinite(at):
        line = {"color": theme.user, "width": 2, "dash": "dot"}
        line_at(figure, at, line, f"threshold {number(at)}", theme.text)
    figure.update_xaxes(title_text="threshold: predicted positive at scores ≥ this", nticks=7)
    figure.update_yaxes(title_text=plain(title, 40), nticks=7)
    dress(figure, theme, HEIGHT)
    return figure


def expected_alt(rules: DecisionRules, sign: int, span: float) -> str:
    """What `expected_figure` shows, in words."""
    best = rules["best"]
    what = "cost" if sign < 0 else "payoff"
    where = (
        f"at threshold {number(best.threshold)}" if math.isfinite(best.threshold) else "by predicting no case positive"
    )
    least = "least" if sign < 0 else "most"
    both = " and ".join(f"{CURVE_LABELS[key]} {amount(sign * rules[key].value, span)}" for key in ("all", "none"))
    return f"Mean {what} per case over the threshold: {least}, {amount(sign * best.value, span)}, {where}; {both}."


def curves_figure(curves: CostCurves, theme: Theme, place: float | None) -> go.Figure:
    """Lines over all costs: solid the best threshold, dashed in its colour what it is on unseen cases,
    dashed in another one the scores as probabilities, grey what needs no scores.

    `place` is where the costs at hand are: a dotted line.
    """
    figure = go.Figure()
    looks = {
        "best": {"width": 3, "color": theme.colour(0)},
        "unseen": {"width": 2.5, "color": theme.colour(0), "dash": "4px,3px"},
        "read": {"width": 2.5, "color": theme.colour(1), "dash": "10px,2px"},
        "set": {"width": 2, "color": theme.user, "dash": "longdash"},
        **{key: {"width": 2, "color": theme.chance, "dash": dash} for key, dash in GREYS.items()},
    }
    for key, values in curves.lines.items():
        kept = thinned(curves.x, np.maximum(values, _floor(curves)))
        figure.add_scatter(
            x=curves.x[kept],
            y=values[kept],
            mode="lines",
            name=CURVE_LABELS[key],
            line=looks[key],
            hovertext=np.array(
                [
                    f"<b>{CURVE_LABELS[key]}</b><br>"
                    f"{curves.kind.x_title}: {number(x)}<br>{curves.kind.y_title}: {number(y)}"
                    for x, y in zip(curves.x[kept].tolist(), values[kept].tolist(), strict=True)
                ]
            ),
            hoverinfo="text",
        )
    if place is not None and math.isfinite(place):
        line_at(figure, place, {"color": theme.user, "width": 2, "dash": "dot"}, "your costs", theme.text, side(place))
    figure.update_xaxes(title_text=curves.kind.x_title, range=[-0.01, 1.01], nticks=7)
    figure.update_yaxes(title_text=curves.kind.y_title, nticks=7)
    top = max(float(np.max(curves.lines[key])) for key in ("best", "unseen") if key in curves.lines)
    if curves.kind.better == "higher":
        figure.update_yaxes(range=[_floor(curves), top * 1.08])
    else:
        ceiling = max(float(np.max(np.minimum(curves.lines["all"], curves.lines["none"]))), top)
        figure.update_yaxes(range=[-0.02 * ceiling, 1.15 * ceiling])
    dress(figure, theme, HEIGHT)
    return figure


def _floor(curves: CostCurves) -> float:
    """Where the chart ends below: net benefit falls without end."""
    return -0.25 * float(np.max(curves.lines["best"])) if curves.kind.better == "higher" else -math.inf


def curves_alt(curves: CostCurves, place: float | None) -> str:
    """What `curves_figure` shows, in words."""
    said = f"{curves.kind.title}: “{curves.kind.y_title}” over “{curves.kind.x_title}”."
    at = -1 if place is None else int(np.searchsorted(curves.x, place))
    if place is None or not 0 <= at < curves.x.size or curves.x[at] != place:
        return said
    values = "; ".join(f"{CURVE_LABELS[key]} {number(float(values[at]))}" for key, values in curves.lines.items())
    return f"{said} At your costs, {number(place)}: {values}."
