"""A normalised score over the threshold, fold by fold, and how it varies at the best common threshold."""

import math

import numpy as np

from ddcore.arrays import Array
from ddcore.chance.folds import FEW, CommonThreshold
from ddcore.figures.chart import Chart
from ddcore.figures.marks import add_band, add_bars, add_dots, add_line, dress, empty, key, line_at, with_gaps
from ddcore.figures.names import full_name, short_names
from ddcore.figures.theme import Theme, faded, plain
from ddcore.formats import number, percent
from ddcore.interval import confidence

POINTS = 600
"""Points of a line in the figure; the table has all."""


def folds_figure(common: CommonThreshold, theme: Theme) -> Chart:
    """The score beyond the guesser over the threshold: thin lines or a band for the folds, a strong one for their mean.

    The dotted line is the best common threshold. A line ends where a fold has no value.
    """
    if common.best is None:
        return empty(theme, f"No threshold gives {common.measure.name} a value on every {common.kind[:-1]}.")
    finite = np.flatnonzero(np.isfinite(common.threshold))
    at = np.unique(np.append(finite[np.linspace(0, finite.size - 1, POINTS).astype(int)], min(common.best, finite[-1])))
    x, colour = common.threshold[at], theme.colour(0)
    figure = Chart()
    if len(common.parts) <= FEW:
        for part, values in zip(common.parts, common.normalised[:, at], strict=True):
            add_line(
                figure,
                x,
                with_gaps(values),
                faded(colour, 0.4),
                full_name(part),
                width=1.2,
                hover=_hover(full_name(part), x, values),
                showlegend=False,
            )
        key(
            figure,
            f"each {common.kind[:-1]}",
            {"symbol": "line-ew", "size": 16, "line": {"width": 1.5, "color": faded(colour, 0.5)}},
        )
    else:
        low, high = (end[at] for end in common.middle())
        known = np.isfinite(low)
        add_band(figure, x[known], low[known], high[known], colour, 0.2)
        key(
            figure,
            f"{confidence()} of {common.kind}",
            {"symbol": "square", "size": 13, "color": faded(colour, 0.2)},
        )
    mean = common.mean[at]
    add_line(figure, x, with_gaps(mean), colour, "their mean", width=3, hover=_hover("mean", x, mean))
    add_line(figure, [None], [None], theme.chance, "the guesser", width=2, dash="dash")
    figure.add_hline(y=0, line={"width": 2, "color": theme.chance, "dash": "dash"})
    best = float(common.threshold[common.best])
    if math.isfinite(best):
        dotted = {"color": theme.user, "width": 2, "dash": "dot"}
        line_at(figure, best, dotted, f"best for all: {number(best)}", theme.text)
    seen = common.normalised[:, at]
    lowest = float(np.nanmin(seen)) if np.isfinite(seen).any() else 0.0
    figure.update_xaxes(title_text="threshold: predicted positive at scores ≥ this", nticks=7)
    figure.update_yaxes(
        title_text=f"{plain(common.measure.name, 24)}, from guessing to perfect",
        tickformat=".0%",
        range=[max(lowest, -0.3) - 0.03, 1.02],
    )
    dress(figure, theme, 300)
    return figure


def _hover(name: str, thresholds: Array, scores: Array) -> list[str]:
    """The hover text of each point of a line."""
    return [f"{name}: {percent(y)}<br>threshold {number(c)}" for c, y in zip(thresholds, scores, strict=True)]


def place(common: CommonThreshold) -> str:
    """The best common threshold in words."""
    threshold = float(common.threshold[common.best or 0])
    return f"at a threshold of {number(threshold)}" if math.isfinite(threshold) else "with no case predicted positive"


def folds_alt(common: CommonThreshold) -> str:
    """What `folds_figure` shows, in words."""
    if common.best is None:
        return f"No threshold gives {common.measure.name} a value on every {common.kind[:-1]}."
    low, high = (percent(float(end)) for end in (common.at_best.min(), common.at_best.max()))
    return (
        f"{common.measure.name} on the way from guessing to perfect over the threshold, for {len(common.parts)} "
        f"{common.kind} and on average. The mean is highest, {percent(float(common.mean[common.best]))}, "
        f"{place(common)}; there "
        f"{f'all {common.kind} are equal' if low == high else f'the {common.kind} are between {low} and {high}'}."
    )


def spread_figure(common: CommonThreshold, theme: Theme) -> Chart:
    """The scores of the folds at the best common threshold: a dot each, or bars for many."""
    if common.best is None:
        return empty(theme, "There is no common threshold.")
    at, figure = common.at_best, Chart()
    if len(common.parts) <= FEW:
        hover = [f"{full_name(part)}: {percent(y)}" for part, y in zip(common.parts, at.tolist(), strict=True)]
        add_dots(figure, at, list(range(len(common.parts))), {"size": 10, "color": theme.colour(0)}, hover=hover)
        figure.update_yaxes(
            tickvals=list(range(len(common.parts))),
            ticktext=list(short_names(common.parts, 14).values()),
            range=[len(common.parts) - 0.5, -0.5],
            showgrid=False,
            tickfont={"color": theme.text},
        )
        height = 24.0 * len(common.parts) + 20
    else:
        heights, edges = np.histogram(at, bins=min(30, max(5, len(at) // 8)))
        add_bars(
            figure,
            (edges[1:] + edges[:-1]) / 2,
            heights,
            faded(theme.colour(0), 0.5),
            width=np.diff(edges),
            marker={"line": {"width": 0}},
            hover=[
                f"{percent(low)} to {percent(high)}<br>{count} {common.kind if count != 1 else common.kind[:-1]}"
                for low, high, count in zip(edges[:-1], edges[1:], heights.tolist(), strict=True)
            ],
        )
        figure.update_yaxes(title_text=common.kind, nticks=4)
        height = 170.0
    mean = float(at.mean())
    line_at(figure, mean, {"color": theme.user, "width": 2, "dash": "dot"}, f"mean {percent(mean)}", theme.text)
    title = f"{plain(common.measure.name, 24)}, from guessing to perfect"
    figure.update_xaxes(title_text=title, nticks=5, tickformat=".0%")
    dress(figure, theme, height)
    return figure


def spread_alt(common: CommonThreshold) -> str:
    """What `spread_figure` shows, in words."""
    if common.best is None:
        return "There is no common threshold."
    low, high = (percent(float(end)) for end in (common.at_best.min(), common.at_best.max()))
    above = percent(float(np.mean(common.at_best > 0)))
    return (
        f"{common.measure.name} on the way from guessing to perfect at the best common threshold, for "
        f"{len(common.parts)} {common.kind}: "
        f"{f'{low} for all' if low == high else f'{low} to {high}, {above} of them above 0'}."
    )
