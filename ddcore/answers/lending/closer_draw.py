"""Lending closer by: every margin, who accepts a rate, and risk that depends on the price."""

import math
from collections.abc import Mapping, Sequence

import numpy as np
import plotly.graph_objects as go

from ddcore.answers.lending.draw import PER, rate_text
from ddcore.arrays import Array
from ddcore.decisions.lending import LendingOutcome
from ddcore.decisions.price_risk import PriceCurves
from ddcore.figures.marks import dress, line_at, segments, with_gaps
from ddcore.figures.theme import Theme, faded
from ddcore.formats import number, percent

HEIGHT = 300
PANELS = ((0.44, 1.0), (0.0, 0.32))
"""Where the profit stands, and below it the shares."""


def margins_figure(
    margins: Array,
    earned: Array,
    shares: tuple[Array, Array],
    outcomes: Mapping[float, LendingOutcome],
    chosen: float,
    theme: Theme,
) -> go.Figure:
    """What each margin earns in expectation, and some of them by what became of the applicants; who gets a loan."""
    figure = go.Figure()
    figure.add_scatter(
        x=margins,
        y=PER * earned,
        mode="lines",
        name="if the risks are right",
        line={"width": 2, "color": theme.chance, "dash": "dash"},
        hoverinfo="skip",
    )
    profits = {margin: outcome.profit for margin, outcome in outcomes.items()}
    figure.add_scatter(
        x=segments(profits, profits),
        y=segments((PER * each.low for each in profits.values()), (PER * each.high for each in profits.values())),
        mode="lines",
        line={"width": 3, "color": faded(theme.colour(0), 0.5)},
        hoverinfo="skip",
        showlegend=False,
    )
    figure.add_scatter(
        x=list(profits),
        y=[PER * each.value for each in profits.values()],
        mode="markers",
        name="applicants, 95 %",
        marker={
            "size": [12 if margin == chosen else 8 for margin in profits],
            "symbol": ["diamond" if margin == chosen else "circle" for margin in profits],
            "color": theme.colour(0),
        },
        hovertext=np.array([_told(margin, outcome) for margin, outcome in outcomes.items()]),
        hoverinfo="text",
    )
    for name, share, dash in (("approved", shares[0], "dot"), ("takes the loan", shares[1], "solid")):
        figure.add_scatter(
            x=margins,
            y=share,
            yaxis="y2",
            mode="lines",
            name=name,
            line={"width": 2, "color": theme.colour(1), "dash": dash},
            hovertext=np.array(
                [f"margin {percent(x)}<br>{name}: {percent(y)}" for x, y in zip(margins, share.tolist(), strict=True)]
            ),
            hoverinfo="text",
        )
    line = {"color": theme.user, "width": 1.5, "dash": "dot"}
    end = float(margins[-1])
    line_at(figure, chosen, line, f"margin {percent(chosen)}", theme.text, "right" if chosen > 0.5 * end else "left")
    figure.add_shape(type="line", x0=chosen, x1=chosen, y0=0, y1=1, yref="y2 domain", line=line)
    figure.update_xaxes(title_text="margin", range=[0, end], tickformat=".0%", nticks=8, anchor="y2")
    ticks = {"rangemode": "tozero", "nticks": 4}
    figure.update_layout(
        yaxis={"domain": PANELS[0], "title": {"text": f"earned of {PER}"}, "nticks": 5},
        yaxis2={"domain": PANELS[1], "title": {"text": "share"}, "range": [0, 1.02], **ticks},
    )
    dress(figure, theme, HEIGHT)
    return figure


def _told(margin: float, outcome: LendingOutcome) -> str:
    low, high = PER * outcome.profit.low, PER * outcome.profit.high
    sure = "" if math.isnan(low) else f"<br>95 %: {number(low)} to {number(high)}"
    return (
        f"margin {percent(margin)}: {number(PER * outcome.profit.value)} of {PER} applied for{sure}<br>approved: "
        f"{percent(outcome.approved)}<br>takes the loan: {percent(outcome.enrolled if outcome.approved else 0.0)}"
    )


def margins_alt(outcomes: Mapping[float, LendingOutcome]) -> str:
    """What `margins_figure` shows, in words."""
    said = "; ".join(f"{percent(margin)} {number(PER * each.profit.value)}" for margin, each in outcomes.items())
    return f"Profit of {PER} applied for by margin, above shares of applicants approved and enrolled: {said}."


def takers_figure(
    rate: Array, taken: Mapping[str, Array], brought: Array, rates: Sequence[float], peak: float, theme: Theme
) -> go.Figure:
    """The share who accept each rate, by name of the risk, and what interest they bring, which falls from `peak` on."""
    figure, at_rate = go.Figure(), [percent(x) for x in rate.tolist()]
    for at, (name, share) in enumerate(taken.items()):
        figure.add_scatter(
            x=rate,
            y=share,
            mode="lines",
            name=name,
            line={"width": 3 - at, "color": theme.colour(0), "dash": ("solid", "dash")[at]},
            hovertext=np.array(
                [f"rate {x}<br>{name}: {percent(y)}" for x, y in zip(at_rate, share.tolist(), strict=True)]
            ),
            hoverinfo="text",
        )
    figure.add_scatter(
        x=list(rates),
        y=np.interp(list(rates), rate, next(iter(taken.values()))),
        mode="markers",
        name="your rates",
        marker={"size": 9, "color": theme.text, "symbol": "circle-open", "line": {"width": 2}},
        hovertext=np.array([f"your rate {rate_text(each)}" for each in rates]),
        hoverinfo="text",
    )
    figure.add_scatter(
        x=rate,
        y=brought,
        mode="lines",
        name="interest: rate × share",
        line={"width": 2, "color": theme.colour(1), "dash": "dashdot"},
        hovertext=np.array(
            [
                f"rate {x}<br>interest of {PER}: {number(PER * y)}"
                for x, y in zip(at_rate, brought.tolist(), strict=True)
            ]
        ),
        hoverinfo="text",
    )
    if math.isfinite(peak):
        line = {"color": theme.user, "width": 1.5, "dash": "dot"}
        side = "right" if peak > 0.5 * float(rate[-1]) else "left"
        line_at(figure, peak, line, f"interest falls from {percent(peak)}", theme.text, side)
    figure.update_xaxes(title_text="rate", range=[0, float(rate[-1])], tickformat=".0%", nticks=7)
    figure.update_yaxes(title_text="share of applicants", range=[0, 1.02], nticks=6)
    dress(figure, theme, HEIGHT)
    return figure


def takers_alt(rate: Array, taken: Array, peak: float) -> str:
    """What `takers_figure` shows, in words."""
    falls = f"; rate times share falls from {percent(peak)} on" if math.isfinite(peak) else ""
    none, last, at = (percent(float(each)) for each in (taken[0], taken[-1], rate[-1]))
    return f"Share who accept, from {none} to {last} at {at}{falls}."


def price_risk_figure(curves: PriceCurves, theme: Theme) -> go.Figure:
    """Profit of one applicant over the rate, with the risk as it is and with one that rises with the rate."""
    figure = go.Figure()
    first_is_lower = curves.best[0] < curves.best_with[0]
    for name, earned, best, look in (
        ("risk as read", curves.without, curves.best, {"color": theme.chance, "dash": "dash"}),
        ("risk rises with the rate", curves.with_it, curves.best_with, {"color": theme.colour(0), "dash": "solid"}),
    ):
        figure.add_scatter(
            x=curves.rate,
            y=with_gaps(PER * earned),
            mode="lines",
            name=name,
            line={"width": 3, **look},
            hovertext=np.array(
                [
                    f"rate {percent(x)}: {number(PER * y)} of {PER}<br>{name}"
                    for x, y in zip(curves.rate.tolist(), earned.tolist(), strict=True)
                ]
            ),
            hoverinfo="text",
        )
        if math.isfinite(best[1]):
            figure.add_scatter(
                x=[best[0]],
                y=[PER * best[1]],
                mode="markers+text",
                text=[percent(best[0])],
                textposition="top left" if (best is curves.best) == first_is_lower else "top right",
                textfont={"color": theme.text},
                marker={"symbol": "diamond", "size": 12, "color": look["color"]},
                hovertext=[f"best rate {percent(best[0])}<br>earns {number(PER * best[1])} of {PER}"],
                hoverinfo="text",
                showlegend=False,
                cliponaxis=False,
            )
    most = [PER * best[1] for best in (curves.best, curves.best_with) if math.isfinite(best[1])]
    figure.update_xaxes(title_text="rate", tickformat=".0%", nticks=7)
    top = 1.2 * max(most, default=1.0)
    figure.update_yaxes(title_text=f"earned of {PER} applied for", range=[-0.4 * top, top], nticks=6)
    dress(figure, theme, HEIGHT)
    return figure


def price_risk_alt(curves: PriceCurves) -> str:
    """What `price_risk_figure` shows, in words."""
    (rate, most), (rate_with, most_with) = curves.best, curves.best_with
    without = f"{percent(rate)}, which earns {number(PER * most)}" if math.isfinite(most) else "none"
    with_it = f"{percent(rate_with)}, which earns {number(PER * most_with)}" if math.isfinite(most_with) else "none"
    return (
        f"Profit over the rate at a risk of {number(curves.typical)}. Best rate: {without}; where the risk rises with "
        f"the rate: {with_it}."
    )
