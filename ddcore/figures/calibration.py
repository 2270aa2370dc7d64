"""Calibration: the share of positives over the score, of one model or of several with their bands."""

import math
from collections.abc import Mapping

import numpy as np
import plotly.graph_objects as go

from ddcore.figures.curves import HEIGHT, LINES, cases
from ddcore.figures.marks import dress, key
from ddcore.figures.names import short_names, whole
from ddcore.figures.theme import SYMBOLS, Theme, faded
from ddcore.formats import number, percent
from ddcore.scores.calibration import Calibration, Consistency
from ddcore.scores.thinning import thinned

BANDED = 4
"""Models up to which each has a band; bands of more would hide each other."""


def banded(models: int) -> int:
    """How many of so many models have a band in a chart, from the first on: each, or the selected one alone.

    >>> banded(4), banded(5)
    (4, 1)
    """
    return models if models <= BANDED else 1


def calibration_figure(
    name: str, bins: Calibration, right: Consistency, theme: Theme, others: Mapping[str, Calibration] | None = None
) -> go.Figure:
    """Share of positives over the score: a dot for each bin. On the dashed diagonal scores are probabilities.

    Of one model with the line without bins, and grey bars where `right` scores would have their dots. With `others`
    each model has a line through its bins, and those of `banded` a band: the 95 % interval of each bin by itself.
    """
    figure, models = go.Figure(), {name: bins, **(others or {})}
    short = short_names(models)
    figure.add_scatter(
        x=[0, 1],
        y=[0, 1],
        mode="lines",
        name="as it should be",
        line={"width": 2, "color": theme.chance, "dash": "dash"},
        hoverinfo="skip",
    )
    if others:
        for at, part in enumerate(list(models.values())[: banded(len(models))]):
            _band(figure, part, theme.colour(at))
        key(figure, "95 % bands", {"symbol": "square", "size": 13, "color": faded(theme.text, 0.16)})
    else:
        _alone(figure, bins, right, theme)
    for at, (model, part) in enumerate(models.items()):
        look = theme.colour(at)
        figure.add_scatter(
            x=part.mean,
            y=part.share,
            mode="lines+markers" if others else "markers",
            name=short[model],
            line={"width": 2, "color": look, "dash": LINES[at % len(LINES)]},
            # What is hollow lets be seen what is below it.
            marker={
                "symbol": SYMBOLS[at % len(SYMBOLS)] + ("-open" if at else ""),
                "size": 10,
                "color": look,
                "line": {"width": 2, "color": look},
            },
            hovertext=_hover(f"<b>{whole(model)}</b><br>" if others else "", part, right if at == 0 else None),
            hoverinfo="text",
            cliponaxis=False,
        )
    figure.update_xaxes(title_text="score", range=[-0.01, 1.01], nticks=7)
    figure.update_yaxes(title_text="share that is truly positive", range=[-0.01, 1.01], nticks=7)
    dress(figure, theme, HEIGHT)
    return figure


def _alone(figure: go.Figure, bins: Calibration, right: Consistency, theme: Theme) -> None:
    """Where the dots of right scores would be, and the line without bins."""
    if right.known:
        middle = (right.low + right.high) / 2
        figure.add_scatter(
            x=bins.mean,
            y=middle,
            mode="markers",
            name="if right, 95 %",
            marker={"size": 1, "color": theme.chance},
            error_y={"array": (right.high - middle).tolist(), "thickness": 6, "width": 0,
                     "color": faded(theme.chance, 0.5)},
            hoverinfo="skip",
            cliponaxis=False,
        )  # fmt: skip
    kept = thinned(bins.score, bins.share_rising, 1.0)
    figure.add_scatter(
        x=bins.score[kept],
        y=bins.share_rising[kept],
        mode="lines",
        name="without bins",
        line={"width": 2, "color": faded(theme.colour(0), 0.6)},
        hoverinfo="skip",
    )


def _band(figure: go.Figure, bins: Calibration, colour: str) -> None:
    known = np.isfinite(bins.low) & np.isfinite(bins.high)
    x, low, high = bins.mean[known], bins.low[known], bins.high[known]
    figure.add_scatter(
        x=np.append(x, x[::-1]),
        y=np.append(high, low[::-1]),
        fill="toself",
        fillcolor=faded(colour, 0.13),
        mode="lines",
        line={"width": 0},
        hoverinfo="skip",
        showlegend=False,
    )


def _hover(start: str, bins: Calibration, right: Consistency | None) -> np.ndarray:
    """Mean score, share of positives with its interval, and how many cases, bin by bin."""
    expected = [""] * bins.mean.size
    if right is not None and right.known:
        ends = zip(right.low.tolist(), right.high.tolist(), strict=True)
        expected = [f"<br>of right probabilities {number(low)} to {number(high)}" for low, high in ends]
    values = (part.tolist() for part in (bins.mean, bins.share, bins.low, bins.high, bins.cases))
    return np.array(
        [
            f"{start}mean score {number(x)}<br>positive: {number(y)}{_between(low, high)}<br>{cases(n)}{words}"
            for x, y, low, high, n, words in zip(*values, expected, strict=True)
        ]
    )


def _between(low: float, high: float) -> str:
    return "" if math.isnan(low) else f" (95 %: {number(low)} to {number(high)})"


def calibration_alt(name: str, bins: Calibration, others: Mapping[str, Calibration] | None = None) -> str:
    """What `calibration_figure` shows, in words."""
    more = "; ".join(f"that of {model} is {_farthest(part)}" for model, part in list((others or {}).items())[:4])
    many = f"{bins.mean.size} bin{'s' if bins.mean.size != 1 else ''}"
    return (
        f"Share of truly positive cases over the score of {name}, in {many}. Farthest from the diagonal is "
        f"{_farthest(bins)}" + (f"; {more}." if more else ".")
    )


def _farthest(bins: Calibration) -> str:
    place = int(np.argmax(np.abs(bins.share - bins.mean)))
    return (
        f"the bin of mean score {number(float(bins.mean[place]))}, of which {percent(float(bins.share[place]))} are "
        f"positive"
    )
