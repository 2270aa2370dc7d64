"""Two curves held against each other: both ROC curves, their difference with its band, and that of their costs."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from ddcore.figures.curves import LINES, hover
from ddcore.figures.marks import dress
from ddcore.figures.names import short_names, whole
from ddcore.figures.theme import Theme, faded
from ddcore.formats import number, percent
from ddcore.scores.curve_kinds import Curve
from ddcore.scores.dominance import Difference, SureBand

BOTH, ONE = 520, 260
"""Pixels of both plots together, and of one."""


def rates_figure(
    names: tuple[str, str], curves: Sequence[Curve], rates: Difference, band: SureBand | None, theme: Theme
) -> go.Figure:
    """Both ROC curves above, below the first less the second with its band; shaded where one is surely above."""
    figure = make_subplots(rows=2, cols=1, shared_xaxes=True, row_heights=[0.62, 0.38], vertical_spacing=0.05)
    short = short_names(names, 14)
    for at, (name, curve) in enumerate(zip(names, curves, strict=True)):
        figure.add_scatter(
            x=curve.x,
            y=curve.y,
            mode="lines",
            name=f"{short[name]} {number(curve.summary)}",
            line={"width": 3 if at == 0 else 2, "color": theme.colour(at), "dash": LINES[at]},
            hovertext=hover(name, curve),
            hoverinfo="text",
            row=1,
            col=1,
        )
    _difference(figure, theme, rates, band, 2)
    _shaded(figure, theme, names, band)
    figure.update_xaxes(range=[-0.01, 1.01], nticks=7)
    figure.update_xaxes(title_text="false positive rate", row=2, col=1)
    figure.update_yaxes(title_text="true positive rate", nticks=7, range=[-0.01, 1.01], row=1, col=1)
    figure.update_yaxes(title_text=_two(names, "{} − {}"), nticks=5, row=2, col=1)
    dress(figure, theme, BOTH)
    return figure


def costs_figure(names: tuple[str, str], costs: Difference, band: SureBand | None, theme: Theme) -> go.Figure:
    """What the second costs more than the first over a false alarm's share of the cost, with its band."""
    figure = make_subplots(rows=1, cols=1)
    _difference(figure, theme, costs, band, 1)
    _shaded(figure, theme, names, band)
    figure.update_xaxes(title_text="false alarm's share of the cost of both mistakes", range=[-0.01, 1.01], nticks=7)
    figure.update_yaxes(title_text=_two(names, "{1} costs more"), nticks=5)
    dress(figure, theme, ONE)
    return figure


def _two(names: tuple[str, str], words: str) -> str:
    """The title of an axis of both models."""
    return words.format(*short_names(names, 14).values())


def _difference(figure: go.Figure, theme: Theme, curve: Difference, band: SureBand | None, row: int) -> None:
    """The line of a difference, its band, and zero."""
    if band is not None:
        figure.add_scatter(
            x=np.append(band.x, band.x[::-1]),
            y=np.append(band.high, band.low[::-1]),
            fill="toself",
            fillcolor=faded(theme.muted, 0.22),
            mode="lines",
            line={"width": 0},
            name="95 % band",
            hoverinfo="skip",
            row=row,
            col=1,
        )
    x, y = curve.line()
    figure.add_scatter(
        x=x,
        y=y,
        mode="lines",
        name="difference",
        line={"width": 2, "color": theme.text},
        hovertext=np.array(
            [f"at {number(at)}<br>difference {number(value)}" for at, value in zip(x.tolist(), y.tolist(), strict=True)]
        ),
        hoverinfo="text",
        row=row,
        col=1,
    )
    figure.add_hline(y=0, line={"color": theme.chance, "width": 1.5, "dash": "dash"}, row=row, col=1)


def _shaded(figure: go.Figure, theme: Theme, names: tuple[str, str], band: SureBand | None) -> None:
    """Where one is surely better, in its colour and with a key of its own."""
    stretches = () if band is None else band.sure
    short = short_names(names, 14)
    for at, sign in enumerate((1, -1)):
        own = [stretch for stretch in stretches if stretch.sign == sign]
        for stretch in own:
            figure.add_vrect(
                x0=stretch.low, x1=stretch.high, fillcolor=faded(theme.colour(at), 0.16), line_width=0, layer="below"
            )
        if own:
            marker = {"symbol": "square", "size": 12, "color": faded(theme.colour(at), 0.4)}
            name = f"surely {short[names[at]]}"
            figure.add_scatter(x=[None], y=[None], mode="markers", name=name, marker=marker, hoverinfo="skip")


def difference_alt(names: tuple[str, str], curve: Difference, band: SureBand | None, *, costs: bool = False) -> str:
    """What the figures show, in words."""
    first, second = (whole(name) for name in names)
    axis, better = ("costs", "cheaper") if costs else ("false positive rates", "above")
    start = (
        f"{first} and {second}: over all {axis} the first is {better} at {percent(curve.share(1))}, the second at "
        f"{percent(curve.share(-1))}"
    )
    if band is None:
        return f"{start}."
    return f"{start}; surely at {percent(band.share(1))} and {percent(band.share(-1))}."
