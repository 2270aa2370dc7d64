"""What a loan should cost: profit over the risk, every way to lend, every margin, who accepts, and risk by price."""

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np

from ddcore.arrays import Array
from ddcore.decisions.cutoffs import LoanTerms, Policy, profit_by_rate
from ddcore.decisions.lending import LENDING_METHODS, Lending, LendingOutcome
from ddcore.decisions.price_risk import PriceCurves
from ddcore.decisions.take_up import TakeUp
from ddcore.decisions.take_up_conditions import RateCrossing, rate_crossings
from ddcore.figures.chart import Chart
from ddcore.figures.curves import LINES
from ddcore.figures.marks import add_bars, add_dots, add_intervals, add_line, dress, line_at, with_gaps
from ddcore.figures.theme import SYMBOLS, Theme, faded
from ddcore.formats import number, percent, worth
from ddcore.interval import Interval, confidence

HEIGHT = 360
ROW = 34
PER = 100
"""What profits are quoted for: an amount applied for."""
SPAN = 10.0
"""Profits of 100 are written with the digits of this."""
LOW = 300
"""Pixels of a chart in a tab."""
PANELS = ((0.44, 1.0), (0.0, 0.32))
"""The parts of the height for the profit and, below it, for the shares."""


def envelope_figure(lending: Lending, terms: LoanTerms, take_up: TakeUp, theme: Theme) -> Chart:
    """The expected profit of an applicant over the risk: at each rate, by best thresholds, by one margin, at best.

    Rates that are best for nobody are faint; a ring is where two rates earn the same, full where the best one changes.
    """
    figure = Chart()
    cutoff = lending.policies["cutoff"]
    risk, profits = over_risk(lending, terms, take_up)
    risks = [number(x) for x in risk.tolist()]
    for at, i in enumerate(cutoff.used):
        add_line(
            figure,
            risk,
            with_gaps(np.where(profits[i] > 0, PER * profits[i], np.nan)),
            theme.colour(at),
            f"{rate_text(cutoff.rates[i])} for all",
            width=1.5 + at // (len(LINES) - 1),
            dash=LINES[1 + at % (len(LINES) - 1)],
            hover=[
                f"rate {rate_text(cutoff.rates[i])}, risk {at_risk}<br>earns {earned_text(y)} of {PER}"
                for at_risk, y in zip(risks, profits[i].tolist(), strict=True)
            ],
        )
    idle = [i for i in range(len(cutoff.rates)) if i not in cutoff.used]
    for i in idle:
        add_line(
            figure,
            risk,
            with_gaps(np.where(profits[i] > 0, PER * profits[i], np.nan)),
            faded(theme.text, 0.35),
            IDLE,
            width=1.5,
            hover=f"rate {rate_text(cutoff.rates[i])}: never the best",
            legendgroup=IDLE,
            showlegend=i == idle[0],
        )
    for key, colour, width, dash in (("margin", theme.chance, 2, "dash"), ("cutoff", theme.text, 3.5, "solid")):
        profit = with_gaps(PER * earned(lending.policies[key], profits, risk))
        add_line(figure, risk, profit, colour, LENDING_METHODS[key][0].lower(), width=width, dash=dash)
    own_risk, _, own_profit = lending.individual
    own = with_gaps(np.where(own_profit > 0, PER * own_profit, np.nan)[::2])
    name = LENDING_METHODS["individual"][0].lower()
    add_line(figure, own_risk[::2], own, theme.user, name, width=2, dash="dot")
    _crossings(figure, rate_crossings(terms, take_up, cutoff.rates), cutoff, theme)
    if math.isfinite(cutoff.last):
        line = {"color": theme.user, "width": 1.5, "dash": "dot"}
        side = "right" if cutoff.last > 0.4 * risk[-1] else "left"
        line_at(figure, cutoff.last, line, f"no loan beyond {number(cutoff.last)}", theme.text, side)
    figure.update_xaxes(title_text="risk: probability of default", range=[0, float(risk[-1])], nticks=7)
    figure.update_yaxes(title_text=f"earned of {PER} applied for", rangemode="tozero", nticks=7)
    dress(figure, theme, HEIGHT)
    return figure


IDLE = "never the best rate"


def _crossings(figure: Chart, crossings: Sequence[RateCrossing], policy: Policy, theme: Theme) -> None:
    """A ring where two rates earn the same, full where the best one changes there."""
    changes = [(policy.rates[i], policy.rates[j], policy.bounds[i]) for i, j in pairwise(policy.used)]
    best = [(at.low, at.high) in [(low, high) for low, high, bound in changes if bound == at.risk] for at in crossings]
    if not crossings:
        return
    marker = {
        "symbol": "circle",
        "size": [9 if change else 6 for change in best],
        "color": [theme.text if change else theme.background for change in best],
        "line": {"width": 1.5, "color": theme.text},
    }
    hover = [
        f"{rate_text(at.low)} and {rate_text(at.high)} earn the same, {earned_text(at.profit)} of {PER},<br>"
        f"at a risk of {number(at.risk)}: {'the best rate changes' if change else 'another rate earns more'}"
        for at, change in zip(crossings, best, strict=True)
    ]
    x, y = [at.risk for at in crossings], [PER * at.profit for at in crossings]
    add_dots(figure, x, y, marker, "two rates tie", hover=hover, cliponaxis=True)


def rate_text(rate: float) -> str:
    """A rate in percent, with as many digits as it has.

    >>> rate_text(0.2), rate_text(0.2003)
    ('20 %', '20.03 %')
    """
    return f"{100 * rate:.6g} %"


POINTS = 201


def earned_text(profit: float) -> str:
    """A profit of 1 as that of 100, with two decimals.

    >>> earned_text(0.035), earned_text(-0.0125)
    ('3.50', '−1.25')
    """
    return worth(PER * profit, SPAN)


def over_risk(lending: Lending, terms: LoanTerms, take_up: TakeUp) -> tuple[Array, Array]:
    """Risks from 0 to a little beyond the last who is approved, and the expected profit of each given rate there."""
    last = max(policy.last for policy in lending.policies.values())
    end = min(1.15 * last, 1.0) if last > 0 else 1.0
    risk = np.linspace(0, end, POINTS)
    return risk, profit_by_rate(terms, lending.policies["cutoff"].rates, take_up, risk)


def earned(policy: Policy, profits: Array, risk: Array) -> Array:
    """What a policy earns at each risk, NaN where nobody is approved."""
    place = policy.category(risk)
    inside = place < len(policy.rates)
    return np.where(inside, profits[np.minimum(place, len(policy.rates) - 1), np.arange(risk.size)], np.nan)


def envelope_alt(lending: Lending) -> str:
    """What `envelope_figure` shows, in words."""
    cutoff = lending.policies["cutoff"]
    if not cutoff.used:
        return "Expected profit of an applicant by risk: no rate earns anything."
    rates = ", ".join(rate_text(cutoff.rates[i]) for i in cutoff.used)
    best = f"best rates, as the risk rises, are {rates}" if len(cutoff.used) > 1 else f"best rate is {rates}"
    return (
        f"Expected profit of an applicant by risk of default. The {best}; no loan is offered beyond a risk of "
        f"{number(cutoff.last)}.{_idle_words(cutoff)}"
    )


def _idle_words(policy: Policy) -> str:
    idle = [rate_text(rate) for i, rate in enumerate(policy.rates) if i not in policy.used]
    return f" Drawn faint, never best: {', '.join(idle)}." if idle else ""


def outcomes_figure(outcomes: Mapping[str, LendingOutcome], theme: Theme) -> Chart:
    """Profit per applicant of each way to lend with its interval, a row each."""
    figure = Chart()
    names = [LENDING_METHODS[key][0] for key in outcomes]
    for row, (key, outcome) in enumerate(outcomes.items()):
        profit = outcome.profit
        value, low, high = (PER * x for x in (profit.value, profit.low, profit.high))
        sure = _interval(profit)
        if sure:
            add_intervals(figure, [low], [high], [row], faded(_colour(key, theme), 0.5), width=3)
        marker = {"symbol": SYMBOLS[row], "size": 11, "color": _colour(key, theme)}
        hover = [f"{names[row]}: {earned_text(profit.value)} of {PER} applied for{sure}"]
        add_dots(figure, [value], [row], marker, hover=hover, cliponaxis=True)
    _rows(figure, names)
    ends = [
        PER * x
        for outcome in outcomes.values()
        for x in (outcome.profit.value, outcome.profit.low, outcome.profit.high)
    ]
    low, high = np.nanmin(ends), np.nanmax(ends)
    room = 0.06 * (high - low) or 1.0
    title = f"earned of {PER} applied for"
    figure.update_xaxes(title_text=title, nticks=6, range=[float(low - room), float(high + room)])
    dress(figure, theme, ROW * len(names))
    return figure


def _interval(profit: Interval) -> str:
    """A line with the interval of a profit; empty where it is unknown."""
    if math.isnan(profit.low):
        return ""
    return f"<br>{confidence()}: {earned_text(profit.low)} to {earned_text(profit.high)}"


def _colour(key: str, theme: Theme) -> str:
    return theme.chance if key == "margin" else theme.colour(0)


def _rows(figure: Chart, names: list[str]) -> None:
    figure.update_yaxes(
        tickvals=list(range(len(names))),
        ticktext=names,
        range=[len(names) - 0.5, -0.5],
        showgrid=False,
        ticks="outside",
        ticklen=6,
        tickcolor="rgba(0,0,0,0)",
    )


def outcomes_alt(outcomes: Mapping[str, LendingOutcome]) -> str:
    """What `outcomes_figure` shows, in words."""
    rows = "; ".join(
        f"{LENDING_METHODS[key][0]} {earned_text(outcome.profit.value)}" for key, outcome in outcomes.items()
    )
    return f"Profit of {PER} applied for: {rows}."


def loans_figure(outcomes: Mapping[str, LendingOutcome], theme: Theme) -> Chart:
    """Who is approved and who takes the loan, as shares of all applicants, a row a way to lend."""
    figure = Chart()
    rows = list(range(len(outcomes)))
    approved = [outcome.approved for outcome in outcomes.values()]
    enrolled = _enrolled(outcomes)
    for name, shares, opacity, pattern in (
        ("approved, declines", approved, 0.35, "/"),
        ("takes the loan", enrolled, 1, ""),
    ):
        add_bars(
            figure,
            shares,
            rows,
            faded(theme.colour(0), opacity),
            name,
            hover=[
                f"{LENDING_METHODS[key][0]}<br>approved: {percent(outcome.approved)}"
                f"<br>takes the loan: {percent(share)}"
                for (key, outcome), share in zip(outcomes.items(), enrolled, strict=True)
            ],
            orientation="h",
            width=0.55,
            marker={
                "line": {"width": 0},
                "pattern": {"shape": pattern, "fillmode": "overlay", "fgcolor": theme.background, "size": 6},
            },
        )
    _rows(figure, [LENDING_METHODS[key][0] for key in outcomes])
    figure.update_layout(barmode="overlay")
    figure.update_xaxes(title_text="share of applicants", range=[0, 1.01], nticks=6)
    dress(figure, theme, ROW * len(outcomes))
    return figure


def _enrolled(outcomes: Mapping[str, LendingOutcome]) -> list[float]:
    return [outcome.enrolled if outcome.approved else 0.0 for outcome in outcomes.values()]


def loans_alt(outcomes: Mapping[str, LendingOutcome]) -> str:
    """What `loans_figure` shows, in words."""
    rows = "; ".join(
        f"{LENDING_METHODS[key][0]}: approved {percent(outcome.approved)}, take the loan {percent(share)}"
        for (key, outcome), share in zip(outcomes.items(), _enrolled(outcomes), strict=True)
    )
    return f"Shares of applicants. {rows}."


def margins_figure(
    margins: Array,
    earned: Array,
    shares: tuple[Array, Array],
    outcomes: Mapping[float, LendingOutcome],
    chosen: float,
    theme: Theme,
) -> Chart:
    """What each margin earns in expectation, and some of them by what became of the applicants; who gets a loan."""
    figure = Chart()
    add_line(figure, margins, PER * earned, theme.chance, "if the risks are right", width=2, dash="dash")
    profits = {margin: outcome.profit for margin, outcome in outcomes.items()}
    low, high = ([PER * end for end in ends] for ends in zip(*((p.low, p.high) for p in profits.values()), strict=True))
    add_intervals(figure, low, high, profits, faded(theme.colour(0), 0.5), width=3, upright=True)
    marker = {
        "size": [12 if margin == chosen else 8 for margin in profits],
        "symbol": ["diamond" if margin == chosen else "circle" for margin in profits],
        "color": theme.colour(0),
    }
    hover = [_margin_hover(margin, outcome) for margin, outcome in outcomes.items()]
    values = [PER * profit.value for profit in profits.values()]
    add_dots(figure, list(profits), values, marker, f"applicants, {confidence()}", hover=hover, cliponaxis=True)
    for name, share, dash in (("approved", shares[0], "dot"), ("takes the loan", shares[1], "solid")):
        hover = [f"margin {percent(x)}<br>{name}: {percent(y)}" for x, y in zip(margins, share.tolist(), strict=True)]
        add_line(figure, margins, share, theme.colour(1), name, width=2, dash=dash, hover=hover, yaxis="y2")
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
    dress(figure, theme, LOW)
    return figure


def _margin_hover(margin: float, outcome: LendingOutcome) -> str:
    return (
        f"margin {percent(margin)}: {earned_text(outcome.profit.value)} of {PER} applied for"
        f"{_interval(outcome.profit)}<br>approved: "
        f"{percent(outcome.approved)}<br>takes the loan: {percent(outcome.enrolled if outcome.approved else 0.0)}"
    )


def margins_alt(outcomes: Mapping[float, LendingOutcome]) -> str:
    """What `margins_figure` shows, in words."""
    rows = "; ".join(f"{percent(margin)} {earned_text(each.profit.value)}" for margin, each in outcomes.items())
    return f"Profit of {PER} applied for by margin; below, the shares approved and taking the loan. Profits: {rows}."


def takers_figure(
    rate: Array, taken: Mapping[str, Array], brought: Array, rates: Sequence[float], peak: float, theme: Theme
) -> Chart:
    """The share who accept each rate, by name of the risk, and what interest they bring, which falls from `peak` on."""
    figure, at_rate = Chart(), [percent(x) for x in rate.tolist()]
    for at, (name, share) in enumerate(taken.items()):
        hover = [f"rate {x}<br>{name}: {percent(y)}" for x, y in zip(at_rate, share.tolist(), strict=True)]
        add_line(figure, rate, share, theme.colour(0), name, width=3 - at, dash=("solid", "dash")[at], hover=hover)
    marker = {"size": 9, "color": theme.text, "symbol": "circle-open", "line": {"width": 2}}
    hover = [f"your rate {rate_text(each)}" for each in rates]
    shares = np.interp(list(rates), rate, next(iter(taken.values())))
    add_dots(figure, list(rates), shares, marker, "your rates", hover=hover, cliponaxis=True)
    hover = [f"rate {x}<br>interest of {PER}: {earned_text(y)}" for x, y in zip(at_rate, brought.tolist(), strict=True)]
    name = "interest: rate × share"
    add_line(figure, rate, brought, theme.colour(1), name, width=2, dash="dashdot", hover=hover)
    if math.isfinite(peak):
        line = {"color": theme.user, "width": 1.5, "dash": "dot"}
        side = "right" if peak > 0.5 * float(rate[-1]) else "left"
        line_at(figure, peak, line, f"interest falls from {percent(peak)}", theme.text, side)
    figure.update_xaxes(title_text="rate", range=[0, float(rate[-1])], tickformat=".0%", nticks=7)
    figure.update_yaxes(title_text="share of applicants", range=[0, 1.02], nticks=6)
    dress(figure, theme, LOW)
    return figure


def takers_alt(rate: Array, taken: Array, peak: float) -> str:
    """What `takers_figure` shows, in words."""
    falls = f"; rate times share falls from {percent(peak)} on" if math.isfinite(peak) else ""
    none, last, at = (percent(float(each)) for each in (taken[0], taken[-1], rate[-1]))
    return f"Share who accept, from {none} to {last} at {at}{falls}."


def price_risk_figure(curves: PriceCurves, theme: Theme) -> Chart:
    """Profit of one applicant over the rate, with the risk as it is and with one that rises with the rate."""
    figure = Chart()
    first_is_lower = curves.best[0] < curves.best_with[0]
    for name, profit, best, colour, dash in (
        ("risk as estimated", curves.without, curves.best, theme.chance, "dash"),
        ("risk rises with the rate", curves.with_it, curves.best_with, theme.colour(0), "solid"),
    ):
        hover = [
            f"rate {percent(x)}: {earned_text(y)} of {PER}<br>{name}"
            for x, y in zip(curves.rate.tolist(), profit.tolist(), strict=True)
        ]
        add_line(figure, curves.rate, with_gaps(PER * profit), colour, name, width=3, dash=dash, hover=hover)
        if math.isfinite(best[1]):
            add_dots(
                figure,
                [best[0]],
                [PER * best[1]],
                {"symbol": "diamond", "size": 12, "color": colour},
                hover=[f"best rate {percent(best[0])}<br>earns {earned_text(best[1])} of {PER}"],
                mode="markers+text",
                text=[percent(best[0])],
                textposition="top left" if (best is curves.best) == first_is_lower else "top right",
                textfont={"color": theme.text},
            )
    most = [PER * best[1] for best in (curves.best, curves.best_with) if math.isfinite(best[1])]
    figure.update_xaxes(title_text="rate", tickformat=".0%", nticks=7)
    top = 1.2 * max(most, default=1.0)
    figure.update_yaxes(title_text=f"earned of {PER} applied for", range=[-0.4 * top, top], nticks=6)
    dress(figure, theme, LOW)
    return figure


def price_risk_alt(curves: PriceCurves) -> str:
    """What `price_risk_figure` shows, in words."""
    (rate, most), (rate_with, most_with) = curves.best, curves.best_with
    without = f"{percent(rate)}, which earns {earned_text(most)}" if math.isfinite(most) else "none"
    with_it = f"{percent(rate_with)}, which earns {earned_text(most_with)}" if math.isfinite(most_with) else "none"
    return (
        f"Profit by rate at a risk of {number(curves.typical)}. Best rate: {without}; if the risk rises with the rate: "
        f"{with_it}."
    )
