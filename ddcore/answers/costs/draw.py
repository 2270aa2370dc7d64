"""The figures of costs: the mean cost over the threshold, and curves over all costs, of one model or of several."""

import math
from collections.abc import Mapping

import numpy as np

from ddcore.arrays import Array
from ddcore.decisions.cost_curves import CURVE_LABELS, CostCurves
from ddcore.decisions.decision_rules import DecisionRules
from ddcore.decisions.model_curves import ModelCurve
from ddcore.figures.chart import Chart
from ddcore.figures.curves import LINES, banded
from ddcore.figures.marks import CLICKABLE, add_band, add_line, best_at, dress, key, line_at, side, with_gaps
from ddcore.figures.names import full_name, short_names
from ddcore.figures.theme import Theme, faded, plain
from ddcore.formats import many, number
from ddcore.formats import worth as amount
from ddcore.interval import confidence
from ddcore.scores.thinning import thinned

HEIGHT = 360
CONSTANT_DASHES = {"all": "dot", "none": "dashdot", "draw": "dash"}
"""The dashes of what needs no scores and is grey."""


def expected_figure(
    threshold: Array,
    payoff: Array,
    chance: tuple[Array, Array] | None,
    rules: DecisionRules,
    theme: Theme,
    sign: int,
    title: str,
    span: float,
) -> Chart:
    """The mean payoff over thinned thresholds, or with sign -1 the cost; the constant answers and a draw in grey.

    `chance` are thresholds and means of a draw that predicts the same number of cases positive. A diamond is the best
    threshold, the dotted line the one that is set.
    """
    figure = Chart()
    x, y = threshold, sign * payoff
    hover = [f"threshold {number(at)}<br>{amount(value, span)} a case" for at, value in zip(x, y, strict=True)]
    add_line(figure, with_gaps(x), y, theme.colour(0), "these scores", width=3, hover=hover, **CLICKABLE)
    finite = x[np.isfinite(x)]
    ends = [float(finite[0]), float(finite[-1])]
    if ends[0] == ends[1]:  # lines need some room
        ends = [ends[0] - 0.5, ends[1] + 0.5]
    for name in ("all", "none"):
        constant = [sign * rules[name].value] * 2
        add_line(figure, ends, constant, theme.chance, CURVE_LABELS[name], width=2, dash=CONSTANT_DASHES[name])
    if chance is not None:
        means = with_gaps(sign * chance[1])
        add_line(figure, with_gaps(chance[0]), means, theme.chance, "random guessing", width=2, dash="dash")
    best = rules["best"]
    if math.isfinite(best.threshold):
        shown = amount(sign * best.value, span)
        words = f"best threshold: {number(best.threshold)}<br>{shown} a case"
        best_at(figure, theme, best.threshold, sign * best.value, f"best {shown}", words)
    current = rules["set"].threshold
    if math.isfinite(current):
        line = {"color": theme.user, "width": 2, "dash": "dot"}
        line_at(figure, current, line, f"threshold {number(current)}", theme.text)
    figure.update_xaxes(title_text="threshold: scores ≥ it are predicted positive", nticks=7)
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
    both = " and ".join(f"{CURVE_LABELS[name]} {amount(sign * rules[name].value, span)}" for name in ("all", "none"))
    return (
        f"Mean {what} per case over the threshold. The {least}, {amount(sign * best.value, span)}, is {where}; {both}."
    )


def curves_figure(curves: CostCurves, theme: Theme, place: float | None, band: ModelCurve | None = None) -> Chart:
    """Lines over all costs: solid the best threshold, dashed in its colour its value on unseen cases,
    dashed in another colour the scores as probabilities with their band, grey what needs no scores.

    `place` is the position of the costs at hand: a dotted line.
    """
    figure = Chart()
    if band is not None and np.isfinite(band.low).any():
        low, high = (np.maximum(end, _floor(curves)) for end in (band.low, band.high))
        add_band(figure, band.x, low, high, theme.colour(1), 0.15, f"{confidence()} band")
    looks: dict[str, tuple[str, float, str]] = {
        "best": (theme.colour(0), 3, "solid"),
        "unseen": (theme.colour(0), 2.5, "4px,3px"),
        "read": (theme.colour(1), 2.5, "10px,2px"),
        "set": (theme.user, 2, "longdash"),
        **{name: (theme.chance, 2, dash) for name, dash in CONSTANT_DASHES.items()},
    }
    for name, values in curves.lines.items():
        drawn = thinned(curves.x, np.maximum(values, _floor(curves)))
        colour, width, dash = looks[name]
        hover = [
            f"<b>{CURVE_LABELS[name]}</b><br>{curves.kind.x_title}: {number(x)}<br>{curves.kind.y_title}: {number(y)}"
            for x, y in zip(curves.x[drawn].tolist(), values[drawn].tolist(), strict=True)
        ]
        x, y = curves.x[drawn], values[drawn]
        add_line(figure, x, y, colour, CURVE_LABELS[name], width=width, dash=dash, hover=hover)
    _mark_costs(figure, theme, place)
    figure.update_xaxes(title_text=curves.kind.x_title, range=[-0.01, 1.01], nticks=7)
    figure.update_yaxes(title_text=curves.kind.y_title, nticks=7)
    top = max(float(np.max(curves.lines[name])) for name in ("best", "unseen") if name in curves.lines)
    if curves.kind.better == "higher":
        figure.update_yaxes(range=[_floor(curves), top * 1.08])
    else:
        ceiling = max(float(np.max(np.minimum(curves.lines["all"], curves.lines["none"]))), top)
        figure.update_yaxes(range=[-0.02 * ceiling, 1.15 * ceiling])
    dress(figure, theme, HEIGHT)
    return figure


def _mark_costs(figure: Chart, theme: Theme, place: float | None) -> None:
    """A dotted line at the costs at hand."""
    if place is not None and math.isfinite(place):
        line_at(figure, place, {"color": theme.user, "width": 2, "dash": "dot"}, "your costs", theme.text, side(place))


def _floor(curves: CostCurves) -> float:
    """The lower end of the chart: net benefit falls without end."""
    return -0.25 * float(np.max(curves.lines["best"])) if curves.kind.better == "higher" else -math.inf


def curves_alt(curves: CostCurves, place: float | None) -> str:
    """What `curves_figure` shows, in words."""
    shown = f"{curves.kind.title}: “{curves.kind.y_title}” over “{curves.kind.x_title}”."
    at = -1 if place is None else int(np.searchsorted(curves.x, place))
    if place is None or not 0 <= at < curves.x.size or curves.x[at] != place:
        return shown
    values = "; ".join(f"{CURVE_LABELS[name]} {number(float(values[at]))}" for name, values in curves.lines.items())
    return f"{shown} At your costs, {number(place)}: {values}."


def models_figure(curves: Mapping[str, ModelCurve], theme: Theme, place: float | None) -> Chart:
    """Scores taken for probabilities over all costs, a line a model, with the bands of `banded`.

    Grey are the constant answers, with the share of positives of the first model. `place` is the position of the costs
    at hand: a dotted line.
    """
    figure, short = Chart(), short_names(curves)
    first = next(iter(curves.values()))
    kind, higher = first.kind, first.kind.better == "higher"
    top = max(float(np.nanmax(curve.value)) for curve in curves.values())
    constant = np.maximum(first.always, first.never) if higher else np.minimum(first.always, first.never)
    low, high = (-0.25 * top, 1.15 * top) if higher else (-0.02, 1.3 * max(float(constant.max()), 1e-9))
    if not higher:
        low *= high
    for index, curve in enumerate(list(curves.values())[: banded(len(curves))]):
        known = np.isfinite(curve.low)
        lower, upper = (np.clip(end[known], 2 * low, 2 * high) for end in (curve.low, curve.high))
        add_band(figure, curve.x[known], lower, upper, theme.colour(index), 0.13)
    for index, (name, curve) in enumerate(curves.items()):
        drawn = thinned(curve.x, np.clip(curve.value, 2 * low, 2 * high))
        # One template, as texts of each point would take longer to make than all else.
        figure.add_scatter(
            x=curve.x[drawn],
            y=curve.value[drawn],
            mode="lines",
            name=short[name],
            line={
                "width": 3 if index == 0 else 2,
                "color": theme.colour(index),
                "dash": LINES[index % len(LINES)],
            },
            customdata=np.column_stack([curve.low, curve.high])[drawn] if np.isfinite(curve.low).any() else None,
            hovertemplate=_template(name, curve),
        )
    if np.isfinite(first.low).any():
        key(figure, f"{confidence()} bands", {"symbol": "square", "size": 13, "color": faded(theme.text, 0.16)})
    for name, values in (("all", first.always), ("none", first.never)):
        drawn = thinned(first.x, np.clip(values, 2 * low, 2 * high))
        dash = CONSTANT_DASHES[name]
        add_line(figure, first.x[drawn], values[drawn], theme.chance, CURVE_LABELS[name], width=2, dash=dash)
    _mark_costs(figure, theme, place)
    figure.update_xaxes(title_text=kind.x_title, range=[-0.01, 1.01], nticks=7)
    figure.update_yaxes(title_text=kind.y_title, range=[low, high], nticks=7)
    dress(figure, theme, HEIGHT)
    return figure


def _template(name: str, curve: ModelCurve) -> str:
    """The text under the pointer."""
    safe = full_name(name).replace("%", "&#37;")
    between = (
        f" ({confidence()}: %{{customdata[0]:.3f}} to %{{customdata[1]:.3f}})" if np.isfinite(curve.low).any() else ""
    )
    return (
        f"<b>{safe}</b><br>{curve.kind.x_title}: %{{x:.3f}}<br>{curve.kind.y_title}: %{{y:.3f}}{between}<extra></extra>"
    )


def models_alt(curves: Mapping[str, ModelCurve], place: float | None) -> str:
    """What `models_figure` shows, in words."""
    kind = next(iter(curves.values())).kind
    shown = f"{kind.title} of {many(len(curves), 'model')}, with scores used as probabilities: {kind.y_title}."
    if place is None or not math.isfinite(place):
        return shown
    values = [
        f"{name} {number(float(np.interp(place, curve.x, curve.value)))}" for name, curve in list(curves.items())[:5]
    ]
    more = f"; and {len(curves) - 5} more" if len(curves) > 5 else ""
    return f"{shown} At your costs, {number(place)}: {'; '.join(values)}{more}."
