"""Figures of the number of cases: probability of the verdict, width of the interval, two models, cost."""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from ddcore.answers.plan.compute import ApartCurve, verdict_words
from ddcore.arrays import Array
from ddcore.chance.plan import Plan
from ddcore.chance.plan_cost import Design, cheapest
from ddcore.figures.chart import Chart
from ddcore.figures.marks import ABOVE, add_dots, add_line, best_at, dress, empty, side
from ddcore.figures.theme import Theme
from ddcore.formats import count, number, percent, worth

NEVER = "No number of cases makes this verdict likely."
NEVER_APART = "Even 10⁹ cases do not tell these models apart."
NO_WIDTH = "The interval of this score has no two ends."
HEIGHT = 300


def power_figure(plan: Plan, wanted: float, here: int, theme: Theme) -> Chart:
    """The probability of the verdict over the number of cases, with the wanted probabilities and their numbers.

    A dotted line marks the number of cases in the data.
    """
    if plan.total.size == 0:
        return empty(theme, NEVER)
    figure = Chart()
    total, probability = plan.total, plan.probability
    hover = [f"{count(x)} cases: {percent(y)}" for x, y in zip(total, probability, strict=True)]
    add_line(figure, total, probability, theme.colour(0), "chance of the verdict", hover=hover)
    ends = np.log10([total[0], max(total[-1], *(least.steady for least in plan.least if math.isfinite(least.steady)))])
    for place, least in enumerate(plan.least):
        is_wanted = least.level == wanted
        figure.add_shape(
            type="line",
            x0=0,
            x1=1,
            xref="x domain",
            y0=least.level,
            y1=least.level,
            line={"color": theme.user if is_wanted else theme.joint, "width": 1.5 if is_wanted else 1, "dash": "dot"},
        )
        if not math.isfinite(least.steady):
            continue
        mark = {
            "symbol": ("triangle-up", "diamond", "square")[place % 3],
            "size": 13 if is_wanted else 10,
            "color": theme.colour(1) if is_wanted else theme.background,
            "line": {"width": 2, "color": theme.colour(1)},
        }
        hover = [f"{percent(least.level)} from {count(least.steady)} cases on"]
        add_dots(
            figure, [least.steady], [least.level], mark, f"{percent(least.level)}: {count(least.steady)}", hover=hover
        )
    _cases_here(figure, theme, here, ends)
    figure.update_xaxes(type="log", range=ends.tolist(), title_text="cases", **log_ticks(*ends))
    figure.update_yaxes(range=[-0.02, 1.04], tickformat=".0%", title_text=f"chance of “{verdict_words(plan.claim)}”")
    dress(figure, theme, HEIGHT)
    return figure


def _cases_here(figure: Chart, theme: Theme, here: int, ends: Array) -> None:
    """A dotted line at the number of cases in the data, where it is between both ends."""
    if not 10 ** ends[0] <= here <= 10 ** ends[1]:
        return
    figure.add_shape(
        type="line", x0=here, x1=here, y0=0, y1=1, yref="y domain", line={"color": theme.user, "dash": "dot"}
    )
    place = float((math.log10(here) - ends[0]) / (ends[1] - ends[0]))
    figure.add_annotation(
        x=math.log10(here),
        y=1,
        yref="y domain",
        yanchor="bottom",
        text=f"your {count(here)}",
        showarrow=False,
        xanchor=side(place),
        font={"color": theme.text},
    )
    figure.update_layout(margin=ABOVE)


def apart_figure(curves: Sequence[ApartCurve], wanted: float, here: int, theme: Theme) -> Chart:
    """The probability to tell two models apart over the number of cases, with a mark at the wanted one."""
    if not curves:
        return empty(theme, NEVER_APART)
    figure = Chart()
    for at, curve in enumerate(curves):
        hover = [
            f"<b>{curve.name}</b><br>{count(x)} cases: {percent(y)}"
            for x, y in zip(curve.total, curve.probability, strict=True)
        ]
        colour = theme.colour(at // 2)
        add_line(
            figure, curve.total, curve.probability, colour, curve.name, dash=("solid", "dash")[at % 2], hover=hover
        )
        if wanted in curve.needed:
            needed = curve.needed[wanted]
            mark = {"symbol": "diamond", "size": 12, "color": colour, "line": {"width": 2, "color": theme.background}}
            add_dots(figure, [needed], [wanted], mark, hover=[f"<b>{curve.name}</b><br>{count(needed)} cases"])
    figure.add_hline(wanted, line={"color": theme.user, "width": 1.5, "dash": "dot"})
    ends = np.log10([min(curve.total[0] for curve in curves), max(curve.total[-1] for curve in curves)])
    _cases_here(figure, theme, here, ends)
    figure.update_xaxes(type="log", range=ends.tolist(), title_text="cases", **log_ticks(*ends))
    figure.update_yaxes(range=[-0.02, 1.04], tickformat=".0%", title_text="chance to tell them apart")
    dress(figure, theme, HEIGHT)
    return figure


def apart_alt(curves: Sequence[ApartCurve], wanted: float) -> str:
    """What `apart_figure` shows, in words."""
    if not curves:
        return f"Chance to tell two models apart over the number of cases. {NEVER_APART}"
    parts = [f"{curve.name} {count(curve.needed[wanted])}" for curve in curves if wanted in curve.needed]
    reached = f"Cases for {percent(wanted)}: {'; '.join(parts)}." if parts else f"None reaches {percent(wanted)}."
    return f"Chance to tell two models apart over the number of cases. {reached}"


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
        return f"Chance of the verdict over the number of cases. {NEVER}"
    ends = ", ".join(
        f"{percent(least.level)} from {count(least.steady)} cases on"
        for least in plan.least
        if math.isfinite(least.steady)
    )
    verdict = verdict_words(plan.claim)
    return f"Chance of the verdict “{verdict}” over the number of cases: {ends}. The wanted one is {percent(wanted)}."


def width_figure(total: Array, width: Array, wished: float, needed: int | None, theme: Theme) -> Chart:
    """The expected width of the interval over the number of cases, both on a scale of powers, with the wished width."""
    known = np.isfinite(width) & (width > 0)
    if not known.any():
        return empty(theme, NO_WIDTH)
    figure = Chart()
    x, y = total[known], width[known]
    hover = [f"{count(a)} cases: {number(b)} wide" for a, b in zip(x, y, strict=True)]
    _dotted_line(figure, x, y, theme, "expected width", hover)
    figure.add_hline(wished, line={"color": theme.user, "width": 1.5, "dash": "dot"})
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
    text = (
        f"Expected width of the interval over the number of cases: {number(width[known][0])} with "
        f"{count(total[known][0])}, {number(width[known][-1])} with {count(total[known][-1])}."
    )
    return text if needed is None else f"{text} {count(needed)} cases make it {number(wished)}."


def cost_figure(designs: Sequence[Design], share: float, theme: Theme) -> Chart:
    """What it costs over the share of positives among the labelled cases; the cheapest and the natural share marked."""
    best = cheapest(designs)
    if best is None:
        return empty(theme, NEVER)
    figure = Chart()
    ordered = sorted(designs, key=lambda design: design.share)
    shares, costs = [design.share for design in ordered], [design.cost for design in ordered]
    _dotted_line(figure, shares, costs, theme, "cost", [_hover(design) for design in ordered])
    best_at(figure, theme, best.share, best.cost, f"cheapest: {worth(best.cost, best.cost)}", _hover(best))
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
    figure.update_xaxes(
        range=[-0.02, 1.02], tickformat=".0%", nticks=6, title_text="share of positives among the labelled cases"
    )
    figure.update_yaxes(rangemode="tozero", nticks=6, title_text="cost")
    dress(figure, theme, HEIGHT - 60)
    figure.update_layout(margin=ABOVE)
    return figure


def _dotted_line(figure: Chart, x: ArrayLike, y: ArrayLike, theme: Theme, name: str, hover: Sequence[str]) -> None:
    """A line with a dot at each of its points."""
    line = {"color": theme.colour(0), "width": 2.5}
    add_dots(figure, x, y, {"size": 6}, name, hover=hover, mode="lines+markers", line=line, cliponaxis=True)


def _hover(design: Design) -> str:
    """The cases of a design, its cost and the probability of the verdict."""
    return (
        f"{count(design.positives)} positive, {count(design.negatives)} negative"
        f"<br>cost: {worth(design.cost, design.cost)}<br>chance of the verdict: {percent(design.probability)}"
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
