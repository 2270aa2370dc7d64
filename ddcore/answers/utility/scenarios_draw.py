"""What matters most: how far prices and the share of positives move what a case is worth, the widest bar on top."""

from collections.abc import Sequence

import plotly.graph_objects as go

from ddcore.decisions.scenarios import Swing
from ddcore.figures.marks import dress, line_at
from ddcore.figures.theme import Theme, plain
from ddcore.formats import worth as amount

ROW = 44
"""Pixels of a price."""
LETTERS = 24
"""Letters of a line of a name."""
SIDES = (("lower", 1, "/"), ("higher", 0, ""))
"""Which way a price or share is moved, the place of its colour, and the hatching of its bar."""


def tornado_figure(
    swings: Sequence[Swing],
    names: Sequence[tuple[str, str]],
    base: float,
    theme: Theme,
    sign: int,
    title: str,
    span: float,
) -> go.Figure:
    """A bar for each price, and others, from what a case is worth with it lower to that with it higher.

    `base` is what it is worth as it is. `names` are two lines for each bar. With the sign -1 payoffs are drawn as
    costs, and a price that is lower is a cost that is higher.
    """
    figure = go.Figure()
    for place, (way, colour, hatch) in enumerate(SIDES):
        ends = [swing.as_written(sign)[place] for swing in swings]
        figure.add_bar(
            y=list(range(len(swings))),
            x=[end - sign * base for end in ends],
            base=sign * base,
            orientation="h",
            name=f"a step {way}",
            marker={
                "color": theme.colour(colour),
                "pattern": {"shape": hatch, "fillmode": "overlay", "fgcolor": theme.background},
            },
            hovertext=[
                f"{_lines(name)}<br>{way}: {amount(end, span)} a case" for name, end in zip(names, ends, strict=True)
            ],
            hoverinfo="text",
            width=0.6,
        )
    line = {"color": theme.user, "width": 2, "dash": "dot"}
    line_at(figure, sign * base, line, f"now {amount(sign * base, span)}", theme.text)
    figure.update_layout(barmode="overlay", bargap=0.3)
    figure.update_yaxes(
        range=[len(swings) - 0.5, -0.5],
        tickvals=list(range(len(swings))),
        ticktext=[_lines(name) for name in names],
        showgrid=False,
    )
    figure.update_xaxes(title_text=title)
    dress(figure, theme, ROW * max(len(swings), 2))
    return figure


def _lines(name: tuple[str, str]) -> str:
    """Both lines of a name, no longer than there is room for."""
    return "<br>".join(plain(line, LETTERS) for line in name)


def _in_words(name: tuple[str, str]) -> str:
    """The two lines of a bar as one: those of a cell of the table with a comma between them."""
    first, second = name
    return f"{first} {second}" if first.endswith(" of") else f"{first}, {second}"


def tornado_alt(swings: Sequence[Swing], names: Sequence[tuple[str, str]], base: float, sign: int, span: float) -> str:
    """What `tornado_figure` shows, in words."""
    head = "A case costs" if sign < 0 else "A case is worth"
    ends = [" to ".join(amount(end, span) for end in swing.as_written(sign)) for swing in swings]
    rows = "; ".join(f"{_in_words(name)}: {reach}" for reach, name in zip(ends, names, strict=True))
    return f"{head} {amount(sign * base, span)} now. With each a step lower and higher, {rows}."
