"""Two scales from chance to perfect side by side: the way of the score, and the oracle's share."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import pandas as pd

from ddcore.chance.learned import Learned
from ddcore.chance.scales import Scaled
from ddcore.figures.chart import Chart
from ddcore.figures.marks import add_dots, add_intervals, dress, empty, key, label_rows, ring
from ddcore.figures.theme import Theme, label
from ddcore.formats import number, percent
from ddcore.interval import Interval, confidence
from ddcore.measures import Measure

LANE = 0.17
"""How far above and below the middle of a row its two marks are."""
LOWEST = -1.0
"""Where an interval is cut: the worst possible score on the scale of the score."""
NOTHING = "None of these measures has a place between chance and perfect here."


class Placed(NamedTuple):
    """A measure of the selected model on both scales; NaN where it has no place on one."""

    measure: Measure
    score: float
    chance: float
    way: Interval
    share: Interval
    unbeatable: bool


def placed(selected: Sequence[Scaled], shares: Sequence[Learned]) -> list[Placed]:
    """The measures that judge, each on both scales."""
    return [
        Placed(
            scaled.measure,
            scaled.score,
            scaled.chance,
            Interval(math.nan if scaled.unbeatable else scaled.beyond, *scaled.ends("beyond")),
            result.share,
            scaled.unbeatable,
        )
        for scaled, result in zip(selected, shares, strict=True)
        if scaled.measure.judges
    ]


def both_figure(measures: Sequence[Placed], at: int, theme: Theme) -> Chart:
    """A row a measure: a circle for the way from chance to perfect, a diamond for the oracle's share.

    `at` is the place of the model among all, which gives its colour. A ring marks what cannot be beaten.
    """
    if not any(math.isfinite(row.way.value) or math.isfinite(row.share.value) for row in measures):
        return empty(theme, NOTHING)
    figure = Chart()
    colour = theme.colour(at)
    scales = (
        ("way to perfect", -LANE, [row.way for row in measures], {"symbol": "circle", "color": colour}),
        ("oracle's share", LANE, [row.share for row in measures], {"symbol": "diamond", "color": theme.background}),
    )
    lowest = 0.0
    for name, lane, values, look in scales:
        mark = {"size": 11, "line": {"width": 2, "color": colour}, **look}
        known = [(y, value) for y, value in enumerate(values) if math.isfinite(value.value)]
        sure = [(y + lane, value) for y, value in known if value.is_finite]
        lows = [max(value.low, LOWEST) for _, value in sure]
        lowest = min([lowest, *lows, *(max(value.value, LOWEST) for _, value in known)])
        add_intervals(figure, lows, [value.high for _, value in sure], [y for y, _ in sure], colour)
        add_dots(
            figure,
            [max(value.value, LOWEST) for _, value in known],
            [y + lane for y, _ in known],
            mark,
            hover=[_hover(measures[y], name, value) for y, value in known],
        )
        key(figure, name, mark)
    full = [y for y, row in enumerate(measures) if row.unbeatable]
    if full:
        hover = [f"<b>{label(measures[y].measure)}</b><br>cannot be beaten" for y in full]
        add_dots(figure, [0] * len(full), full, ring(theme), "cannot be beaten", hover=hover)
    figure.add_shape(type="line", x0=0, x1=0, y0=0, y1=1, yref="y domain", line={"color": theme.chance, "width": 2})
    figure.update_xaxes(
        range=[lowest - 0.03, 1.03], tickformat=".0%", nticks=6, title_text="0 % is chance, 100 % is perfect"
    )
    label_rows(
        figure,
        theme,
        [label(row.measure) + (" ↓" if row.measure.better == "lower" else "") for row in measures],
    )
    dress(figure, theme, 34 * len(measures))
    return figure


def _hover(row: Placed, name: str, value: Interval) -> str:
    around = f" ({confidence()}: {percent(value.low)} to {percent(value.high)})" if value.is_finite else ""
    return (
        f"<b>{label(row.measure)}</b><br>{name}: {percent(value.value)}{around}"
        f"<br>score: {number(row.score)}<br>chance: {number(row.chance)}"
    )


def both_alt(measures: Sequence[Placed]) -> str:
    """What `both_figure` shows, in words."""
    known = [row for row in measures if math.isfinite(row.way.value) and math.isfinite(row.share.value)]
    if not known:
        return f"Two scales from chance to perfect. {NOTHING}"
    parts = [f"{row.measure.name} {percent(row.way.value)} and {percent(row.share.value)}" for row in known[:6]]
    more = " and more" if len(known) > 6 else ""
    return f"Way from chance to perfect, and oracle's share, by measure: {'; '.join(parts)}{more}."


def both_table(measures: Sequence[Placed]) -> pd.DataFrame:
    """Each measure with its score, its baseline and its place on both scales."""
    level = confidence()
    return pd.DataFrame(
        {
            "Measure": row.measure.name,
            "Score": row.score,
            "Baseline": row.chance,
            "Way from chance to perfect": row.way.value,
            f"Way, {level} from": row.way.low,
            f"Way, {level} to": row.way.high,
            "Share of oracle": row.share.value,
            f"Share, {level} from": row.share.low,
            f"Share, {level} to": row.share.high,
            "Can be beaten": "no" if row.unbeatable else "yes",
        }
        for row in measures
    )
