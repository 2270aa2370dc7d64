"""The figures that courses share: squares for cases, bars, lines; each as high as its place."""

from collections.abc import Mapping, Sequence
from typing import Any

from numpy.typing import ArrayLike

from ddcore.figures.chart import Chart
from ddcore.figures.marks import add_bars, add_dots, add_heat, add_line
from ddcore.figures.theme import DASHES, SYMBOLS, Theme, on, plain

HEIGHT = 300
"""Pixels of a figure on paper; on a page it is as high as the window allows."""


def dress(figure: Chart, theme: Theme, **more: Any) -> Chart:
    """The theme, with the legend above the chart, whatever its height."""
    figure.update_layout(
        template=theme.template,
        height=HEIGHT,
        legend={"y": 1.02, "yanchor": "bottom", "entrywidth": 0, "font": {"size": theme.size}},
        margin={"l": 8, "r": 26, "t": 8, "b": 8},
        **more,
    )
    return figure


def squares(theme: Theme, parts: Sequence[tuple[str, int, str, str]], across: int) -> Chart:
    """Cases as squares in rows of that many: parts with their name, number of cases, colour and sign."""
    figure = Chart()
    kinds: list[int | None] = [place for place, (_, number, _, _) in enumerate(parts) for _ in range(number)]
    rows = -(-len(kinds) // across)
    cells = [kinds[start : start + across] for start in range(0, len(kinds), across)]
    cells[-1] += [None] * (across - len(cells[-1]))
    steps = len(parts)
    scale = [
        stop
        for place, (_, _, colour, _) in enumerate(parts)
        for stop in ((place / steps, colour), ((place + 1) / steps, colour))
    ]
    add_heat(
        figure,
        list(range(across)),
        list(range(rows)),
        cells,
        scale,
        -0.5,
        steps - 0.5,
        xgap=2,
        ygap=2,
        hoverongaps=False,
    )
    for place, (_, _, colour, sign) in enumerate(parts):
        if sign:
            at = [(x, y) for y, row in enumerate(cells) for x, kind in enumerate(row) if kind == place]
            figure.add_scatter(
                x=[x for x, _ in at],
                y=[y for _, y in at],
                mode="text",
                text=[sign] * len(at),
                textfont={"color": on(colour), "size": theme.size - 1},
                hoverinfo="skip",
                showlegend=False,
            )
    for name, number, colour, sign in parts:
        if number:
            marker = {"symbol": "square", "size": 12, "color": colour}
            said = f"{plain(name, 60)}{f' ({sign})' if sign else ''}: {number:,}"
            figure.add_scatter(x=[None], y=[None], mode="markers", name=said, marker=marker, hoverinfo="skip")
    figure.update_xaxes(visible=False, range=[-0.6, across - 0.4], constrain="domain", constraintoward="left")
    figure.update_yaxes(
        visible=False, range=[rows - 0.4, -0.6], scaleanchor="x", constrain="domain", constraintoward="top"
    )
    return dress(figure, theme)


def bars(
    theme: Theme,
    values: Mapping[str, float],
    texts: Sequence[str],
    colours: Sequence[str] | None = None,
    ends: tuple[float, float] = (0, 1),
) -> Chart:
    """A lying bar for each value, its name above and its text at its end."""
    figure = Chart()
    inks = colours or [theme.colours[0]] * len(values)
    span = ends[1] - ends[0]
    for place, ((name, value), text, ink) in enumerate(zip(values.items(), texts, inks, strict=True)):
        inside = abs(value) > 0.3 * span
        add_bars(
            figure,
            [value],
            [place],
            ink,
            orientation="h",
            width=0.46,
            text=[f"<b>{text}</b>"],
            textposition="inside" if inside else "outside",
            insidetextanchor="end",
            insidetextfont={"color": on(ink), "size": theme.size + 2},
            outsidetextfont={"color": theme.text, "size": theme.size + 2},
            cliponaxis=False,
            constraintext="none",
            textangle=0,
        )
        figure.add_annotation(
            text=plain(name, 60),
            x=ends[0],
            y=place - 0.26,
            xanchor="left",
            yanchor="bottom",
            showarrow=False,
            font={"size": theme.size + 1},
        )
    dress(figure, theme, bargap=0)
    figure.update_xaxes(range=[ends[0], ends[1] + 0.02 * span], visible=False)
    # Two bars are not higher than three.
    figure.update_yaxes(range=[max(len(values), 3) - 0.6, -0.75], visible=False)
    return figure


def lines(
    theme: Theme,
    curves: Mapping[str, tuple[ArrayLike, ArrayLike]],
    across: str,
    up: str,
    *,
    points: Mapping[str, tuple[float, float]] | None = None,
    percent: bool = True,
    flat: Sequence[str] = (),
) -> Chart:
    """A line for each curve, from its places to its values, and marks at points; those named `flat` are of chance.

    `across` and `up` are the titles of the axes; the first has shares in percent where it is asked for.
    """
    figure = Chart()
    models = [name for name in curves if name not in flat]
    for name, (x, y) in curves.items():
        at = models.index(name) if name in models else 0
        colour, dash = (theme.colour(at), DASHES[at % len(DASHES)]) if name in models else (theme.chance, "dash")
        add_line(figure, x, y, colour, name, dash=dash)
    for place, (name, (x, y)) in enumerate((points or {}).items()):
        marker = {"symbol": SYMBOLS[place], "size": 12, "color": theme.colour(place)}
        add_dots(figure, [x], [y], marker, name)
    dress(figure, theme)
    figure.update_xaxes(title_text=across, **({"tickformat": ".0%"} if percent else {}))
    figure.update_yaxes(title_text=up)
    return figure
