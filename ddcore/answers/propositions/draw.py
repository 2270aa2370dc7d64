"""A proposition as lines."""

import numpy as np

from ddcore.figures.chart import Chart
from ddcore.figures.marks import add_line, dress, empty
from ddcore.figures.theme import Theme
from ddcore.papers.propositions import Card

HEIGHT = 360
POINTS = 400
"""Points of a line; those left out are less than a pixel apart."""
DASHES = ("solid", "dash", "dot", "dashdot", "longdash")
NOTHING = "This proposition has no picture. The numbers of its card show both sides."


def card_figure(card: Card, theme: Theme) -> Chart:
    """Both sides of a proposition over what they depend on."""
    if card.picture is None:
        return empty(theme, NOTHING)
    figure = Chart()
    for place, (name, (x, y)) in enumerate(card.picture.lines.items()):
        some = np.unique(np.linspace(0, x.size - 1, POINTS).round().astype(int))
        add_line(figure, x[some], y[some], theme.colour(place), name, dash=DASHES[place % len(DASHES)])
    figure.update_xaxes(title_text=card.picture.x)
    figure.update_yaxes(title_text=card.picture.y)
    dress(figure, theme, HEIGHT)
    return figure


def card_alt(card: Card) -> str:
    """What `card_figure` shows, in words."""
    lines = "" if card.picture is None else f" Lines: {', '.join(card.picture.lines)}."
    return f"{card.place}: {card.statement} Here: {card.margin}.{lines}"
