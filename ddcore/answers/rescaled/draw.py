"""Models by measures on four scales: the raw score, beyond chance, beyond a guesser, in balanced classes."""

import math
import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ddcore.chance.scales import Scaled
from ddcore.figures.chart import Chart
from ddcore.figures.marks import add_heat, dress, empty, key, ring
from ddcore.figures.names import full_name, short_names
from ddcore.figures.theme import Theme, label, mixed, plain
from ddcore.formats import number
from ddcore.interval import confidence

Row = Sequence[Scaled]
"""One measure of every model."""


class Panel(NamedTuple):
    """A scale: its words, the place of a score on it, and whether no classifier can do better there."""

    words: str
    value: Callable[[Scaled], float]
    is_full: Callable[[Scaled], bool]
    judged: bool


PANELS = (
    Panel("score", lambda scaled: scaled.score, lambda scaled: False, judged=False),
    Panel("beyond<br>chance", lambda scaled: scaled.beyond, lambda scaled: scaled.unbeatable, judged=True),
    Panel("beyond<br>guesser", lambda scaled: scaled.normalised, lambda scaled: scaled.settled, judged=True),
    Panel("score,<br>balanced", lambda scaled: scaled.balanced, lambda scaled: False, judged=False),
)

ACROSS = {2: 4, 5: 2, 20: 1}
"""The number of panels side by side, by the most models that it serves: each cell has room for its number."""
SIZES = {2: 12, 12: 11, 20: 8}
"""The pixels of a number, by the most models that they serve."""
ROW, NAMES, WORDS = 30, 7, 44
"""Pixels of a measure, of a letter of a model's name below a panel, and of the words above one."""


def scales_figure(rows: Sequence[Row], theme: Theme) -> Chart:
    """A heat map, a row a measure, a panel a scale, a column a model.

    On the scales beyond chance and beyond the guesser blue is better and orange worse than it; raw and balanced scores
    are grey, because they do not show what they are worth. A ring marks what cannot be beaten, a dash what is
    undefined.
    """
    if not rows or not rows[0]:
        return empty(theme, "There is no model and no measure to show.")
    short = short_names((scaled.model for scaled in rows[0]), 14)
    models = [short[scaled.model] for scaled in rows[0]]
    many, spelled = len(models) > 1, len(models) <= max(ACROSS)
    across = next((panels for most, panels in ACROSS.items() if len(models) <= most), 1)
    size = next((size for most, size in SIZES.items() if len(models) <= most), min(SIZES.values()))
    height, below = ROW * len(rows), NAMES * max(map(len, models)) if many else 0
    gap = below + 14 + WORDS
    down = len(PANELS) // across
    whole_height = down * height + (down - 1) * gap
    figure = Chart()
    width, room = 1 / across, 0.012 * len(PANELS) / across
    for at, panel in enumerate(PANELS):
        column, line = at % across, at // across
        x, y = _axis(at), _axis(line)
        top = 1 - line * (height + gap) / whole_height
        add_heat(
            figure,
            list(range(len(models))),
            list(range(len(rows))),
            [[_shade(panel, scaled) for scaled in row] for row in rows],
            _colours(theme, panel.judged),
            -1,
            1,
            hover=[[_hover(scaled) for scaled in row] for row in rows],
            xgap=2,
            ygap=2,
            text=[
                [_text(panel, scaled, 2 if many else 3, spelled, brief=len(models) > 2) for scaled in row]
                for row in rows
            ],
            texttemplate="%{text}",
            textfont={"color": theme.text, "size": size * theme.scale},
            xaxis=f"x{x}",
            yaxis=f"y{y}",
        )
        figure.add_annotation(
            text=panel.words, x=0.5, xref=f"x{x} domain", y=1, yref=f"y{y} domain", yanchor="bottom", showarrow=False,
            font={"color": theme.text},
        )  # fmt: skip
        figure.update_layout(
            **{
                f"xaxis{x}": {
                    "domain": [column * width, (column + 1) * width - room * (column + 1 < across)],
                    "anchor": f"y{y}",
                    "tickvals": list(range(len(models))),
                    "ticktext": models if many else [""],
                    "tickangle": -90 if many else 0,
                    "ticks": "",
                    "showgrid": False,
                },
                f"yaxis{y}": {
                    "domain": [max(0.0, top - height / whole_height), top],
                    "anchor": f"x{_axis(line * across)}",
                },
            }
        )
    measures = [row[0].measure for row in rows]
    names = [
        label(measure) if not many else plain(min(measure.key, measure.title, key=len), 14) for measure in measures
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
    _legend(figure, theme, rows)
    dress(figure, theme, whole_height + below)
    figure.update_layout(legend={"y": -(14 + below) / whole_height})
    figure.update_layout(margin={"t": WORDS})
    return figure


def _legend(figure: Chart, theme: Theme, rows: Sequence[Row]) -> None:
    """What the colours and the ring mean, as far as they are there."""
    shown = [
        (panel.value(scaled), panel.is_full(scaled))
        for panel in PANELS
        if panel.judged
        for row in rows
        for scaled in row
    ]
    for words, present, marker in (
        ("better than chance", any(value > 0 and not full for value, full in shown), _square(theme, 0)),
        ("worse than chance", any(value < 0 and not full for value, full in shown), _square(theme, 1)),
        ("cannot be beaten", any(full for _, full in shown), {**ring(theme), "size": 8}),
    ):
        if present:
            key(figure, words, marker)


def _axis(at: int) -> str:
    """How plotly numbers its axes: the first has no number."""
    return "" if at == 0 else str(at + 1)


def _square(theme: Theme, at: int) -> dict[str, object]:
    return {"symbol": "square", "size": 13, "color": mixed(theme.colour(at), theme.background, 0.55)}


def _shade(panel: Panel, scaled: Scaled) -> float | None:
    """The place of a score on the scale of colours; None where it is full or has no value."""
    value = panel.value(scaled)
    if panel.is_full(scaled) or not math.isfinite(value):
        return None
    return max(-1.0, min(1.0, value)) if panel.judged else max(0.0, min(1.0, abs(value)))


def _colours(theme: Theme, judged: bool) -> list[list[float | str]]:
    """From -1 to 1. The strongest tone still lets the letters stand out."""
    if not judged:
        return [[0.0, theme.second], [0.5, theme.second], [1.0, mixed(theme.joint, theme.background, 0.55)]]
    worse, better = (mixed(theme.colour(i), theme.background, 0.55) for i in (1, 0))
    return [[0.0, worse], [0.5, theme.second], [1.0, better]]


def _text(panel: Panel, scaled: Scaled, digits: int, spelled: bool, *, brief: bool) -> str:
    """The number of a cell; a brief one goes without the 0 before its point."""
    value = panel.value(scaled)
    if panel.is_full(scaled):
        return "○"
    if math.isnan(value):
        return "–"
    if not spelled:
        return ""
    if abs(value) >= 10:
        return number(value)
    text = f"{round(value, digits) + 0.0:.{digits}f}".replace("-", "−")
    return re.sub(r"^(−?)0\.", r"\1.", text) if brief else text


def _hover(scaled: Scaled) -> str:
    beyond_chance = _on(scaled, "beyond", scaled.beyond, scaled.unbeatable)
    beyond_guesser = _on(scaled, "normalised", scaled.normalised, scaled.settled)
    return (
        f"<b>{plain(scaled.measure.name, 40)}</b>, {full_name(scaled.model)}<br>score: "
        f"{_on(scaled, 'score', scaled.score)}"
        f"<br>chance: {number(scaled.chance)}<br>beyond chance: {beyond_chance}"
        f"<br>guesser: {number(scaled.guessed)}<br>beyond the guesser: {beyond_guesser}"
        f"<br>balanced: {_on(scaled, 'balanced', scaled.balanced)}"
    )


def _on(scaled: Scaled, scale: str, value: float, is_full: bool = False) -> str:
    """A value on one of the scales with its interval there."""
    if is_full:
        return "cannot be beaten"
    low, high = scaled.ends(scale)
    known = not math.isnan(low) and not math.isnan(high)
    return f"{number(value)} ({confidence()}: {number(low)} to {number(high)})" if known else number(value)


def scales_alt(rows: Sequence[Row]) -> str:
    """What `scales_figure` shows, in words."""
    known = [scaled for row in rows for scaled in row if math.isfinite(scaled.beyond) and not scaled.unbeatable]
    if not known:
        return "Scores on four scales. Each of these measures is undefined here, or cannot be beaten."
    # Of scores that differ by rounding errors the first is named.
    top = max(known, key=lambda scaled: round(scaled.beyond, 9))
    low = min(known, key=lambda scaled: round(scaled.beyond, 9))
    ends = (
        f"Beyond chance, the furthest is {top.model} on {top.measure.name}, {number(top.beyond)} of the way to "
        f"perfect; the least far is {low.model} on {low.measure.name}, {number(low.beyond)}."
    )
    if top is low:
        who = top.model if len(rows[0]) == 1 else "every model"
        where = "each measure that can be beaten" if len(known) > 1 else top.measure.name
        ends = f"Beyond chance, {who} is {number(top.beyond)} of the way to perfect on {where}."
    return (
        f"Heat map of {len(rows)} measure{'s' if len(rows) > 1 else ''} of {len(rows[0])} "
        f"model{'s' if len(rows[0]) > 1 else ''} on four scales. {ends}"
    )
