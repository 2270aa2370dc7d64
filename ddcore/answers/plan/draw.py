"""Figures of how many cases it takes: probability of the verdict, width of the interval, cost of the design."""

import math
from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from ddcore.arrays import Array
from ddcore.chance.plan import Plan
from ddcore.chance.plan_cost import Design, cheapest
from ddcore.figures.marks import best_at, dress, empty
from ddcore.figures.theme import Theme
from ddcore.formats import count, number, percent, worth

NEVER = "No number of cases makes this verdict likely."
NO_WIDTH = "This score has no interval with two ends."
HEIGHT = 300


def power_figure(plan: Plan, wanted: float, here: int, theme: Theme) -> go.Figure:
    """The probability of "beats chance" over the number of cases, with the wanted probabilities and their numbers.

    Where few cases are looked at the teeth are seen; a cross marks as many cases as the data have.
    """
    if plan.total.size == 0:
        return empty(theme, NEVER)
    figure = go.Figure()
    total, probability = plan.total, plan.probability
    figure.add_scatter(
        x=total,
        y=probability,
        mode="lines",
        name="probability",
        line={"color": theme.colour(0), "width": 2.5},
        hovertext=np.array([f"{count(x)} cases: {percent(y)}" for x, y in zip(total, probability, strict=True)]),
        hoverinfo="text",
    )
    ends = np.log10([total[0], max(total[-1], *(one.steady for one in plan.least if math.isfinite(one.steady)))])
    for place, one in enumerate(plan.least):
        asked = one.level == wanted
        figure.add_shape(
            type="line",
            x0=0,
            x1=1,
            xref="x domain",
            y0=one.level,
            y1=one.level,
            line={"color": theme.user if asked else theme.joint, "width": 1.5 if asked else 1, "dash": "dot"},
        )
        if not math.isfinite(one.steady):
            continue
        figure.add_scatter(
            x=[one.steady],
            y=[one.level],
            mode="markers",
            name=f"{percent(one.level)}: {count(one.steady)}",
            marker={
                "symbol": ("triangle-up", "diamond", "square")[place % 3],
                "size": 13 if asked else 10,
                "color": theme.colour(1) if asked else theme.background,
                "line": {"width": 2, "color": theme.colour(1)},
            },
            hovertext=[f"{percent(one.level)} from {count(one.steady)} cases on"],
            hoverinfo="text",
            cliponaxis=False,
        )
    if total[0] <= here <= 10 ** ends[1]:
        figure.add_shape(
            type="line", x0=here, x1=here, y0=0, y1=1, yref="y domain", line={"color": theme.user, "dash": "dot"}
        )
        figure.add_annotation(
            x=math.log10(here),
            y=0.04,
            yref="y domain",
            text=f"{count(here)} here",
            showarrow=False,
            xanchor="right" if math.log10(here) > ends.mean() else "left",
            font={"color": theme.text},
        )
    figure.update_xaxes(type="log", range=ends.tolist(), title_text="cases", **log_ticks(*ends))
    figure.update_yaxes(range=[-0.02, 1.04], tickformat=".0%", title_text="probability of “beats chance”")
    dress(figure, theme, HEIGHT)
    return figure


def log_ticks(low: float, high: float) -> dict[str, list[object]]:
    """Ticks of an axis of numbers of cases between two powers of ten, written in full.

    >>> log_ticks(0.5, 2.2)["ticktext"]
    ['5', '10', '20', '50', '100']
    """
    span = high - low
    steps = (1, 2, 5) if span < 3 else (1,)
    values = [step * 10**power for power in range(math.floor(low), math.ceil(high) + 1) for step in steps]
    kept = [value for value in values if low <= math.log10(value) <= high]
    return {"tickvals": list(kept), "ticktext": [count(value) for value in kept]}


def power_alt(plan: Plan, wanted: float) -> str:
    """What `power_figure` shows, in words."""
    if plan.total.size == 0:
        return f"Probability of the verdict over the number of cases. {NEVER}"
    told = ", ".join(
        f"{percent(one.level)} from {count(one.steady)} cases on" for one in plan.least if math.isfinite(one.steady)
    )
    return f"Probability of the verdict “beats chance” over the number of cases: {told}. Wanted is {percent(wanted)}."


def width_figure(total: Array, width: Array, wished: float, needed: int | None, theme: Theme) -> go.Figure:
    """The expected width of the interval over the number of cases, both on a scale of powers, with the wished width."""
    known = np.isfinite(width) & (width > 0)
    if not known.any():
        return empty(theme, NO_WIDTH)
    figure = go.Figure()
    x, y = total[known], width[known]
    figure.add_scatter(
        x=x,
        y=y,
        mode="lines+markers",
        name="expected width",
        line={"color": theme.colour(0), "width": 2.5},
        marker={"size": 6},
        hovertext=np.array([f"{count(a)} cases: {number(b)} wide" for a, b in zip(x, y, strict=True)]),
        hoverinfo="text",
    )
    figure.add_shape(
        type="line",
        x0=0,
        x1=1,
        xref="x domain",
        y0=wished,
        y1=wished,
        line={"color": theme.user, "width": 1.5, "dash": "dot"},
    )
    if needed is not None:
        best_at(
            figure,
            theme,
            needed,
            wished,
            f"{number(wished)}: {count(needed)}",
            f"{number(wished)}: {count(needed)} cases",
        )
    ends = np.log10([x[0], max(x[-1], needed or 0)])
    figure.update_xaxes(type="log", range=ends.tolist(), title_text="cases", **log_ticks(*ends))
    figure.update_yaxes(range=[0, max(float(y.max()), wished) * 1.05], nticks=6, title_text="expected width")
    dress(figure, theme, HEIGHT)
    return figure


def width_alt(total: Array, width: Array, wished: float, needed: int | None) -> str:
    """What `width_figure` shows, in words."""
    known = np.isfinite(width)
    if not known.any():
        return f"Expected width of the interval. {NO_WIDTH}"
    told = (
        f"Expected width of the interval over the number of cases: {number(width[known][0])} with "
        f"{count(total[known][0])}, {number(width[known][-1])} with {count(total[known][-1])}."
    )
    return told if needed is None else f"{told} {count(needed)} cases make it {number(wished)}."


def cost_figure(designs: Sequence[Design], share: float, theme: Theme) -> go.Figure:
    """What it costs over the share of positives among the labelled cases; the cheapest and the natural share marked."""
    best = cheapest(designs)
    if best is None:
        return empty(theme, NEVER)
    figure = go.Figure()
    ordered = sorted(designs, key=lambda design: design.share)
    figure.add_scatter(
        x=[design.share for design in ordered],
        y=[design.cost for design in ordered],
        mode="lines+markers",
        name="cost",
        line={"color": theme.colour(0), "width": 2.5},
        marker={"size": 6},
        hovertext=np.array([_told(design) for design in ordered]),
        hoverinfo="text",
    )
    best_at(figure, theme, best.share, best.cost, f"cheapest: {worth(best.cost, best.cost)}", _told(best))
    figure.add_shape(
        type="line", x0=share, x1=share, y0=0, y1=1, yref="y domain", line={"color": theme.chance, "dash": "dash"}
    )
    figure.add_annotation(
        x=share,
        y=1,
        yref="y domain",
        yanchor="bottom",
        xanchor="left" if share < 0.5 else "right",
        text="as they come",
        showarrow=False,
        font={"color": theme.chance},
    )
    figure.update_xaxes(range=[-0.02, 1.02], tickformat=".0%", nticks=6, title_text="positive among the labelled")
    figure.update_yaxes(rangemode="tozero", nticks=6, title_text="cost")
    dress(figure, theme, HEIGHT - 60)
    figure.update_layout(margin={"t": 26})
    return figure


def _told(design: Design) -> str:
    return (
        f"{count(design.positives)} positive, {count(design.negatives)} negative"
        f"<br>cost: {worth(design.cost, design.cost)}<br>probability: {percent(design.probability)}"
    )


def cost_alt(designs: Sequence[Design]) -> str:
    """What `cost_figure` shows, in words."""
    best = cheapest(designs)
    if best is None:
        return f"Cost over the share of positives. {NEVER}"
    return (
        f"Cost over the share of positives among the labelled cases. Cheapest are {count(best.positives)} positive and "
        f"{count(best.negatives)} negative cases for {worth(best.cost, best.cost)}."
    )
