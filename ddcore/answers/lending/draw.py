"""What a loan should cost: profit over the risk, and every way to lend beside the others."""

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np
import plotly.graph_objects as go

from ddcore.arrays import Array
from ddcore.decisions.cutoffs import LoanTerms, Policy, profit_by_rate
from ddcore.decisions.lending import LENDING_METHODS, Lending, LendingOutcome
from ddcore.decisions.take_up import TakeUp
from ddcore.decisions.take_up_conditions import RateCrossing, rate_crossings
from ddcore.figures.curves import LINES
from ddcore.figures.marks import dress, line_at, segments, with_gaps
from ddcore.figures.theme import SYMBOLS, Theme, faded
from ddcore.formats import number, percent

HEIGHT = 360
ROW = 34
PER = 100
"""What profits are quoted for: an amount applied for."""


def envelope_figure(lending: Lending, terms: LoanTerms, take_up: TakeUp, theme: Theme) -> go.Figure:
    """Expected profit of an applicant over the risk: at each given rate, by best thresholds, by one margin, at best.

    Rates that are best for nobody are faint; a ring is where two rates earn the same, full where the best one changes.
    """
    figure = go.Figure()
    cutoff = lending.policies["cutoff"]
    risk, profits = over_risk(lending, terms, take_up)
    risks = [number(x) for x in risk.tolist()]
    for at, i in enumerate(cutoff.used):
        figure.add_scatter(
            x=risk,
            y=with_gaps(np.where(profits[i] > 0, PER * profits[i], np.nan)),
            mode="lines",
            name=f"{rate_text(cutoff.rates[i])} for all",
            line={
                "width": 1.5 + at // (len(LINES) - 1),
                "color": theme.colour(at),
                "dash": LINES[1 + at % (len(LINES) - 1)],
            },
            hovertext=np.array(
                [
                    f"rate {rate_text(cutoff.rates[i])}, risk {at_risk}<br>earns {number(PER * y)} of {PER}"
                    for at_risk, y in zip(risks, profits[i].tolist(), strict=True)
                ]
            ),
            hoverinfo="text",
        )
    idle = [i for i in range(len(cutoff.rates)) if i not in cutoff.used]
    for i in idle:
        figure.add_scatter(
            x=risk,
            y=with_gaps(np.where(profits[i] > 0, PER * profits[i], np.nan)),
            mode="lines",
            name=IDLE,
            legendgroup=IDLE,
            showlegend=i == idle[0],
            line={"width": 1.5, "color": faded(theme.text, 0.35)},
            hovertext=f"rate {rate_text(cutoff.rates[i])}: best for nobody",
            hoverinfo="text",
        )
    for name, policy, line in (
        (LENDING_METHODS["margin"][0], lending.policies["margin"], {"width": 2, "color": theme.chance, "dash": "dash"}),
        (LENDING_METHODS["cutoff"][0], cutoff, {"width": 3.5, "color": theme.text}),
    ):
        figure.add_scatter(
            x=risk,
            y=with_gaps(PER * earned(policy, profits, risk)),
            mode="lines",
            name=name.lower(),
            line=line,
            hoverinfo="skip",
        )
    figure.add_scatter(
        x=lending.individual[0][::2],
        y=with_gaps(np.where(lending.individual[2] > 0, PER * lending.individual[2], np.nan)[::2]),
        mode="lines",
        name=LENDING_METHODS["individual"][0].lower(),
        line={"width": 2, "color": theme.user, "dash": "dot"},
        hoverinfo="skip",
    )
    _crossings(figure, rate_crossings(terms, take_up, cutoff.rates), cutoff, theme)
    if math.isfinite(cutoff.last):
        line = {"color": theme.user, "width": 1.5, "dash": "dot"}
        side = "right" if cutoff.last > 0.4 * risk[-1] else "left"
        line_at(figure, cutoff.last, line, f"nobody beyond {number(cutoff.last)}", theme.text, side)
    figure.update_xaxes(title_text="risk: probability of default", range=[0, float(risk[-1])], nticks=7)
    figure.update_yaxes(title_text=f"earned of {PER} applied for", rangemode="tozero", nticks=7)
    dress(figure, theme, HEIGHT)
    return figure


IDLE = "a rate best for nobody"


def _crossings(figure: go.Figure, crossings: Sequence[RateCrossing], policy: Policy, theme: Theme) -> None:
    """A ring where two rates earn the same, full where the best one changes there."""
    changes = [(policy.rates[i], policy.rates[j], policy.bounds[i]) for i, j in pairwise(policy.used)]
    best = [(at.low, at.high) in [(low, high) for low, high, bound in changes if bound == at.risk] for at in crossings]
    if not crossings:
        return
    figure.add_scatter(
        x=[at.risk for at in crossings],
        y=[PER * at.profit for at in crossings],
        mode="markers",
        name="two rates tie",
        marker={
            "symbol": "circle",
            "size": [9 if change else 6 for change in best],
            "color": [theme.text if change else theme.background for change in best],
            "line": {"width": 1.5, "color": theme.text},
        },
        hovertext=[
            f"{rate_text(at.low)} and {rate_text(at.high)} earn the same, {number(PER * at.profit)} of {PER},<br>"
            f"at a risk of {number(at.risk)}: {'the best rate changes' if change else 'another rate earns more'}"
            for at, change in zip(crossings, best, strict=True)
        ],
        hoverinfo="text",
    )


def rate_text(rate: float) -> str:
    """A rate in percent, with as many digits as it has.

    >>> rate_text(0.2), rate_text(0.2003)
    ('20 %', '20.03 %')
    """
    return f"{100 * rate:.6g} %"


POINTS = 301


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
        return "Expected profit of an applicant over the risk: no rate earns anything."
    rates = ", ".join(rate_text(cutoff.rates[i]) for i in cutoff.used)
    best = f"best rates in turn are {rates}" if len(cutoff.used) > 1 else f"best rate is {rates}"
    return (
        f"Expected profit of an applicant over the risk of default. The {best}; beyond a risk of {number(cutoff.last)} "
        f"nobody is approved.{_idle_words(cutoff)}"
    )


def _idle_words(policy: Policy) -> str:
    idle = [rate_text(rate) for i, rate in enumerate(policy.rates) if i not in policy.used]
    return f" Drawn faint, best for nobody: {', '.join(idle)}." if idle else ""


def outcomes_figure(outcomes: Mapping[str, LendingOutcome], theme: Theme) -> go.Figure:
    """Profit per applicant of each way to lend with its interval, a row each."""
    figure = go.Figure()
    names = [LENDING_METHODS[key][0] for key in outcomes]
    for row, (key, outcome) in enumerate(outcomes.items()):
        value, low, high = (PER * x for x in (outcome.profit.value, outcome.profit.low, outcome.profit.high))
        sure = "" if math.isnan(low) else f"<br>95 %: {number(low)} to {number(high)}"
        if sure:
            figure.add_scatter(
                x=segments([low], [high]),
                y=[row, row, None],
                mode="lines",
                line={"width": 3, "color": faded(_colour(key, theme), 0.5)},
                hoverinfo="skip",
                showlegend=False,
            )
        figure.add_scatter(
            x=[value],
            y=[row],
            mode="markers",
            marker={"symbol": SYMBOLS[row], "size": 11, "color": _colour(key, theme)},
            hovertext=[f"{names[row]}: {number(value)} of {PER} applied for{sure}"],
            hoverinfo="text",
            showlegend=False,
        )
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


def _colour(key: str, theme: Theme) -> str:
    return theme.chance if key == "margin" else theme.colour(0)


def _rows(figure: go.Figure, names: list[str]) -> None:
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
    said = "; ".join(
        f"{LENDING_METHODS[key][0]} {number(PER * outcome.profit.value)}" for key, outcome in outcomes.items()
    )
    return f"Profit of {PER} applied for: {said}."


def loans_figure(outcomes: Mapping[str, LendingOutcome], theme: Theme) -> go.Figure:
    """Who is approved and who takes the loan, as shares of all applicants, a row a way to lend."""
    figure = go.Figure()
    rows = list(range(len(outcomes)))
    approved = [outcome.approved for outcome in outcomes.values()]
    enrolled = _enrolled(outcomes)
    for name, shares, opacity, pattern in (
        ("approved, declines", approved, 0.35, "/"),
        ("takes the loan", enrolled, 1, ""),
    ):
        figure.add_bar(
            x=shares,
            y=rows,
            orientation="h",
            name=name,
            width=0.55,
            marker={
                "color": faded(theme.colour(0), opacity),
                "line": {"width": 0},
                "pattern": {"shape": pattern, "fillmode": "overlay", "fgcolor": theme.background, "size": 6},
            },
            hovertext=np.array(
                [
                    f"{LENDING_METHODS[key][0]}<br>approved: {percent(outcome.approved)}"
                    f"<br>takes the loan: {percent(share)}"
                    for (key, outcome), share in zip(outcomes.items(), enrolled, strict=True)
                ]
            ),
            hoverinfo="text",
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
    said = "; ".join(
        f"{LENDING_METHODS[key][0]}: approved {percent(outcome.approved)}, take the loan {percent(share)}"
        for (key, outcome), share in zip(outcomes.items(), _enrolled(outcomes), strict=True)
    )
    return f"Shares of applicants. {said}."
