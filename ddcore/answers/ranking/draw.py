"""How often measures and rough payoffs pick the wrong classifier, and which classifiers a measure confuses."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from ddcore.arrays import Array
from ddcore.counts import Cells
from ddcore.decisions.admissible import MisrankedPair
from ddcore.decisions.ranking import MisrankedByError, Pairs
from ddcore.decisions.utility import Utility
from ddcore.figures.marks import dress, with_gaps
from ddcore.figures.theme import DASHES, Theme, faded, label, plain
from ddcore.formats import number, percent, worth
from ddcore.measures import Measure
from ddcore.measures import measure as measure_named

HEIGHT = 300
UTILITY_NAME = "payoffs with an error"


def error_figure(ranked: MisrankedByError, keys: Sequence[str], error: float, theme: Theme) -> go.Figure:
    """The share of pairs ranked wrongly over the error of the payoffs: theirs (solid, two standard errors as a band),
    and that of each measure, which does not depend on it. The cross is the selected error."""
    figure = go.Figure()
    colour = theme.text
    low, high = (ranked.utility + sign * 2 * ranked.utility_error for sign in (-1, 1))
    figure.add_scatter(
        x=np.concatenate([ranked.error, ranked.error[::-1]]),
        y=np.concatenate([high, low[::-1]]),
        mode="lines",
        line={"width": 0},
        fill="toself",
        fillcolor=faded(colour, 0.2),
        hoverinfo="skip",
        showlegend=False,
    )
    figure.add_scatter(
        x=ranked.error,
        y=ranked.utility,
        mode="lines",
        name=UTILITY_NAME,
        line={"color": colour, "width": 2.5},
        hovertemplate="payoffs off by %{x:.3g}: %{y:.2%} of pairs<extra></extra>",
    )
    for place, key in enumerate(keys):
        measure = measure_named(key)
        figure.add_scatter(
            x=ranked.error[[0, -1]],
            y=with_gaps([ranked.share[key]] * 2),
            mode="lines",
            name=label(measure),
            line={"color": theme.colour(place), "width": 2, "dash": DASHES[1 + place % (len(DASHES) - 1)]},
            hovertemplate=f"{label(measure)}: %{{y:.2%}} of pairs<extra></extra>",
        )
    at = float(np.interp(error, ranked.error, ranked.utility))
    figure.add_scatter(
        x=[error],
        y=[at],
        mode="markers",
        marker={"symbol": "x-thin", "size": 12, "line": {"width": 3, "color": theme.user}},
        showlegend=False,
        hoverinfo="skip",
    )
    shown = [ranked.share[key] for key in keys if np.isfinite(ranked.share[key])]
    figure.update_yaxes(range=[0, 1.08 * max([0.01, *shown, *ranked.utility])], title_text="pairs ranked wrongly")
    figure.update_xaxes(range=[0, ranked.error[-1] * 1.02], title_text="error of each payoff", nticks=6)
    dress(figure, theme, HEIGHT)
    return figure


def error_alt(ranked: MisrankedByError, keys: Sequence[str], error: float) -> str:
    """What the chart shows, in words."""
    at = percent(float(np.interp(error, ranked.error, ranked.utility)))
    parts = [f"{label(measure_named(key))} {percent(ranked.share[key])}" for key in keys]
    return (
        f"Share of pairs ranked wrongly over the error of the payoffs, from 0 to {ranked.error[-1]:g}: it rises from "
        f"{percent(ranked.utility[0])} to {percent(ranked.utility[-1])}, and is {at} at {error:g}. "
        f"Measures do not depend on it: {', '.join(parts)}."
    )


def pairs_figure(pairs: Pairs, measure: Measure, theme: Theme) -> go.Figure:
    """Pairs of classifiers: by how much the first is worth more, and by how much the measure prefers it.

    Triangles are pairs that the measure ranks wrongly: the two differ in sign.
    """
    figure, gain, lead = go.Figure(), pairs.gain, pairs.lead(measure)
    wrong = gain * lead < 0
    for name, shown, look in (
        ("ranked rightly", ~wrong, {"symbol": "circle", "size": 4, "color": theme.colour(0), "opacity": 0.5}),
        ("ranked wrongly", wrong, {"symbol": "triangle-up", "size": 6, "color": theme.colour(1)}),
    ):
        figure.add_scatter(
            x=with_gaps(gain[shown]), y=with_gaps(lead[shown]), mode="markers", name=name, marker=look, hoverinfo="skip"
        )
    across, reach = (_reach(values) for values in (gain, lead))
    figure.update_xaxes(
        title_text="worth more", zeroline=True, zerolinecolor=theme.joint, nticks=5,
        range=[-1.05 * across, 1.05 * across],
    )  # fmt: skip
    figure.update_yaxes(
        title_text=f"preferred by {label(measure)}", zeroline=True, zerolinecolor=theme.joint, nticks=5,
        range=[-1.05 * reach, 1.05 * reach],
    )  # fmt: skip
    dress(figure, theme, HEIGHT)
    return figure


def _reach(values: Array) -> float:
    """How far from zero nearly all of some values are."""
    known = values[np.isfinite(values)]
    return float(np.quantile(np.abs(known), 0.99)) if known.size else 1.0


def pairs_alt(pairs: Pairs, measure: Measure) -> str:
    """What the chart shows, in words."""
    agreement = pairs.gain * pairs.lead(measure)
    known = agreement[np.isfinite(agreement)]
    said = (
        f"{known.size or agreement.size:,} pairs of classifiers: how much more the first is worth against how much "
        f"{label(measure)} prefers it."
    )
    if not known.size:
        return f"{said} It has no value in any of them."
    wrong = percent(float((known < 0).mean()))
    return f"{said} The signs differ, so that the pair is ranked wrongly, in {wrong} of them."


def tables_figure(
    tables: Cells, utility: Utility, measure: Measure, pair: MisrankedPair | None, theme: Theme
) -> go.Figure:
    """Classifiers on one test set: what each is worth, and what it scores. Two triangles are a pair ranked wrongly."""
    figure, unit, span = go.Figure(), plain(utility.unit), float(utility.highest - utility.lowest)
    figure.add_scatter(
        x=with_gaps(utility(tables)),
        y=with_gaps(measure.on(tables)),
        mode="markers",
        name="a classifier",
        marker={"size": 4, "color": theme.colour(0), "opacity": 0.5},
        hoverinfo="skip",
    )
    if pair is not None:
        figure.add_scatter(
            x=list(pair.yields),
            y=list(pair.scores),
            mode="lines+markers",
            name="a pair ranked wrongly",
            line={"color": theme.colour(1), "width": 1.5, "dash": "dot"},
            marker={"symbol": ["triangle-right", "triangle-left"], "size": 13, "color": theme.colour(1)},
            hovertext=np.array(
                [
                    f"worth {worth(earned, span)}{f' {unit}' if unit else ''}, {label(measure)} {number(score)}"
                    for earned, score in zip(pair.yields, pair.scores, strict=True)
                ]
            ),
            hoverinfo="text",
        )
    figure.update_xaxes(title_text=f"worth a case{f' in {unit}' if unit else ''}", nticks=5)
    figure.update_yaxes(title_text=label(measure), nticks=6)
    dress(figure, theme, HEIGHT)
    return figure


def tables_alt(tables: Cells, measure: Measure, pair: MisrankedPair | None) -> str:
    """What the chart shows, in words."""
    said = f"{np.size(tables.tp):,} classifiers on one test set: what each is worth against its {label(measure)}. "
    if pair is None:
        return said + "No pair of classifiers on such a test set is ranked wrongly."
    return said + (
        f"A pair ranked wrongly: one is worth {number(pair.yields[0])} and scores {number(pair.scores[0])}, the "
        f"other is worth {number(pair.yields[1])} and scores {number(pair.scores[1])}."
    )
