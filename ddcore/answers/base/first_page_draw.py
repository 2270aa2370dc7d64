"""Shares of cases as bars: the example of the first page."""

from collections.abc import Mapping

import plotly.graph_objects as go

from ddcore.figures.theme import Theme, on, plain
from ddcore.formats import percent

BAR = 62
"""Pixels of one bar with its name above it."""


def shares_alt(shares: Mapping[str, float]) -> str:
    """Each share in words."""
    return "Bars: " + "; ".join(f"{name} {percent(share)}" for name, share in shares.items()) + "."


def shares_figure(shares: Mapping[str, float], chance: str, theme: Theme) -> go.Figure:
    """A bar for each share, its name above and its percentage inside or behind it; that of `chance` is grey."""
    figure = go.Figure()
    for place, (name, share) in enumerate(shares.items()):
        colour = theme.chance if name == chance else theme.colours[0]
        figure.add_bar(
            x=[share],
            y=[place],
            orientation="h",
            width=0.42,
            marker={"color": colour},
            text=[f"<b>{percent(share)}</b>"],
            textposition="auto",
            insidetextanchor="end",
            insidetextfont={"color": on(colour)},
            outsidetextfont={"color": theme.text},
            cliponaxis=False,
            hovertemplate=f"{plain(name, 60)}: {percent(share)}<extra></extra>",
            showlegend=False,
        )
        figure.add_annotation(
            text=plain(name, 60), x=0, y=place - 0.26, xanchor="left", yanchor="bottom", showarrow=False, align="left"
        )
    figure.update_layout(template=theme.template, height=BAR * len(shares) + 16, bargap=0)
    figure.update_xaxes(range=[0, 1], visible=False)
    figure.update_yaxes(range=[len(shares) - 0.6, -0.75], visible=False)
    return figure
