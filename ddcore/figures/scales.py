"""Models by measures on four scales: the raw score, beyond chance, beyond a guesser, in balanced classes."""

import math
from collections.abc import Callable, Sequence

import plotly.graph_objects as go

from ddcore.chance.scales import Scaled
from ddcore.figures.parts import dress, empty, key, ring
from ddcore.figures.theme import Theme, label, mixed, plain
from ddcore.formats import number

Row = Sequence[Scaled]
"""One measure of every model."""

PANELS: dict[str, tuple[str, Callable[[Scaled], float], Callable[[Scaled], bool]]] = {
    "score": ("score", lambda scaled: scaled.score, lambda scaled: False),
    "rescaled": ("beyond<br>chance", lambda scaled: scaled.rescaled, lambda scaled: scaled.unbeatable),
    "normalised": ("beyond<br>guesser", lambda scaled: scaled.normalised, lambda scaled: scaled.settled),
    "balanced": ("score,<br>balanced", lambda scaled: scaled.balanced, lambda scaled: False),
}
"""Each scale: its words, its number, and whether nobody can do better there."""

SPELLED = 8
"""So many columns hold their numbers; more show colours, rings and dashes alone."""


def scales_figure(rows: Sequence[Row], theme: Theme) -> go.Figure:
    """A heat map, a row a measure, a panel a scale, a column a model.

    On the scales beyond chance and beyond the guesser blue is better and orange worse than it; raw and balanced scores
    are grey, because they do not say what they are worth. A ring stands where nobody can do better, a dash where there
    is no value.
    """
    if not rows or not rows[0]:
        return empty(theme, "There is no model and no measure to show.")
    models = [plain(scaled.model, 14) for scaled in rows[0]]
    columns = len(models) * len(PANELS)
    digits = 3 if columns <= len(PANELS) else 2
    figure = go.Figure()
    width, gap = 1 / len(PANELS), 0.012
    for at, (name, (words, number_of, taken)) in enumerate(PANELS.items(), start=1):
        judged = name in ("rescaled", "normalised")
        axis = "" if at == 1 else str(at)
        figure.add_heatmap(
            z=[[_shade(number_of(scaled), judged) if not taken(scaled) else None for scaled in row] for row in rows],
            x=list(range(len(models))),
            y=list(range(len(rows))),
            zmin=-1,
            zmax=1,
            colorscale=_colours(theme, judged),
            showscale=False,
            xgap=2,
            ygap=2,
            text=[
                [_text(number_of(scaled), taken(scaled), digits, columns <= SPELLED) for scaled in row] for row in rows
            ],
            texttemplate="%{text}",
            textfont={"color": theme.text, "size": 12},
            hovertext=[[_hover(scaled) for scaled in row] for row in rows],
            hoverinfo="text",
            xaxis=f"x{axis}",
            yaxis="y",
        )
        figure.add_annotation(
            text=words, x=0.5, xref=f"x{axis} domain", y=1, yref="y domain", yanchor="bottom", showarrow=False,
            font={"color": theme.text},
        )  # fmt: skip
        figure.update_layout(
            {
                f"xaxis{axis}": {
                    "domain": [(at - 1) * width, at * width - gap * (at < len(PANELS))],
                    "tickvals": list(range(len(models))),
                    "ticktext": models if len(models) > 1 else [""],
                    "tickangle": -90 if len(models) > 1 else 0,
                    "ticks": "",
                    "showgrid": False,
                }
            }
        )
    measures = [row[0].measure for row in rows]
    names = [
        label(measure) if columns <= len(PANELS) else plain(min(measure.key, measure.title, key=len), 14)
        for measure in measures
    ]
    figure.update_yaxes(
        tickvals=list(range(len(rows))),
        ticktext=[
            name + (" ↓" if measure.better == "lower" else "") for name, measure in zip(names, measures, strict=True)
        ],
        tickfont={"color": theme.text},
        range=[len(rows) - 0.5, -0.5],
        showgrid=False,
    )
    shown = [
        (number_of(scaled), taken(scaled))
        for _, number_of, taken in (PANELS["rescaled"], PANELS["normalised"])
        for row in rows
        for scaled in row
    ]
    for words, present, marker in (
        ("better than it", any(value > 0 and not taken for value, taken in shown), _square(theme, 0)),
        ("worse than it", any(value < 0 and not taken for value, taken in shown), _square(theme, 1)),
        ("cannot be beaten", any(taken for _, taken in shown), {**ring(theme), "size": 8}),
    ):
        if present:
            key(figure, words, marker)
    longest = max(map(len, models)) if len(models) > 1 else 0
    dress(figure, theme, 30 * len(rows) + 7 * longest)
    figure.update_layout(legend={"y": -(14 + 7 * longest) / (30 * len(rows))})
    figure.update_layout(margin={"t": 44})
    return figure


def _square(theme: Theme, at: int) -> dict[str, object]:
    return {"symbol": "square", "size": 13, "color": mixed(theme.colour(at), theme.background, 0.55)}


def _shade(value: float, judged: bool) -> float | None:
    if not math.isfinite(value):
        return None
    return max(-1.0, min(1.0, value)) if judged else max(0.0, min(1.0, abs(value)))


def _colours(theme: Theme, judged: bool) -> list[list[float | str]]:
    """From -1 to 1. The strongest tone still lets the letters stand out."""
    if not judged:
        return [[0.0, theme.second], [0.5, theme.second], [1.0, mixed(theme.joint, theme.background, 0.55)]]
    worse, better = (mixed(theme.colour(i), theme.background, 0.55) for i in (1, 0))
    return [[0.0, worse], [0.5, theme.second], [1.0, better]]


def _text(value: float, taken: bool, digits: int, spelled: bool) -> str:
    if taken:
        return "○"
    if math.isnan(value):
        return "–"
    if not spelled:
        return ""
    return f"{round(value, digits) + 0.0:.{digits}f}".replace("-", "−") if abs(value) < 10 else number(value)


def _hover(scaled: Scaled) -> str:
    beyond_chance = _on(scaled, "rescaled", scaled.rescaled, scaled.unbeatable)
    beyond_guesser = _on(scaled, "normalised", scaled.normalised, scaled.settled)
    return (
        f"<b>{plain(scaled.measure.name, 40)}</b>, {plain(scaled.model)}<br>score: {_on(scaled, 'score', scaled.score)}"
        f"<br>best without skill: {number(scaled.chance)}<br>beyond it: {beyond_chance}"
        f"<br>guesser: {number(scaled.guessed)}<br>beyond it: {beyond_guesser}"
        f"<br>balanced: {_on(scaled, 'balanced', scaled.balanced)}"
    )


def _on(scaled: Scaled, scale: str, value: float, taken: bool = False) -> str:
    """A value on one of the scales with its interval there."""
    if taken:
        return "cannot be beaten"
    low, high = scaled.ends(scale)
    known = not math.isnan(low) and not math.isnan(high)
    return f"{number(value)} (95 %: {number(low)} to {number(high)})" if known else number(value)


def scales_alt(rows: Sequence[Row]) -> str:
    """What `scales_figure` shows, in words."""
    known = [scaled for row in rows for scaled in row if math.isfinite(scaled.rescaled) and not scaled.unbeatable]
    if not known:
        return "Scores on four scales. None of these measures can be beaten, or none has a value."
    # Of scores that differ by rounding errors the first is named.
    top = max(known, key=lambda scaled: round(scaled.rescaled, 9))
    low = min(known, key=lambda scaled: round(scaled.rescaled, 9))
    ends = (
        f"Beyond chance {top.model} is furthest on {top.measure.name}, {number(top.rescaled)} of the way to perfect; "
        f"{low.model} is least far on {low.measure.name}, {number(low.rescaled)}."
    )
    if top is low:
        who = top.model if len(rows[0]) == 1 else "every model"
        where = "each measure that can be beaten" if len(known) > 1 else top.measure.name
        ends = f"Beyond chance {who} is {number(top.rescaled)} of the way to perfect on {where}."
    return (
        f"Heat map of {len(rows)} measure{'s' if len(rows) > 1 else ''} of {len(rows[0])} "
        f"model{'s' if len(rows[0]) > 1 else ''} on four scales. {ends}"
    )
