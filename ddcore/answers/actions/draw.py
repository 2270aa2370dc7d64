"""Several answers: where each is the best, over the probability of two classes or on the triangle of three."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from ddcore.arrays import Array
from ddcore.decisions.actions import Actions, Judged, region
from ddcore.decisions.class_probabilities import ClassProbabilities
from ddcore.figures.marks import dress
from ddcore.figures.names import short_names, whole
from ddcore.figures.theme import SYMBOLS, Theme, faded, mixed, plain
from ddcore.formats import number, percent

HEIGHT = 400
DOTS = 1_500
"""Cases that are drawn; of more so many at even ranks."""
DASHES = ("solid", "dash", "dot", "dashdot", "longdash")


def line_figure(actions: Actions, cases: ClassProbabilities, theme: Theme) -> go.Figure:
    """What each answer is worth over the probability of the first class; the best is drawn strong."""
    figure, short = go.Figure(), short_names(list(actions.names))
    x = np.array([0.0, 1.0])
    for place, name in enumerate(actions.names):
        figure.add_scatter(
            x=x,
            y=actions.utility[place, 1] + x * (actions.utility[place, 0] - actions.utility[place, 1]),
            mode="lines",
            name=short[name],
            line={"width": 1.5, "color": theme.colour(place), "dash": DASHES[place % len(DASHES)]},
            hoverinfo="skip",
        )
    switches = actions.switches()
    for (start, place), (end, _) in zip(switches, [*switches[1:], (1.0, 0)], strict=True):
        ends = np.array([start, end])
        figure.add_scatter(
            x=ends,
            y=actions.utility[place, 1] + ends * (actions.utility[place, 0] - actions.utility[place, 1]),
            mode="lines",
            line={"width": 5, "color": faded(theme.colour(place), 0.7)},
            hovertext=[f"{whole(actions.names[place])} is best from {number(start)} to {number(end)}"] * 2,
            hoverinfo="text",
            showlegend=False,
        )
        if start > 0:
            figure.add_vline(x=start, line={"width": 1, "dash": "dot", "color": theme.muted})
    figure.update_xaxes(title_text=f"probability of {plain(cases.names[0], 24)}", range=[-0.02, 1.02], nticks=6)
    figure.update_yaxes(title_text="worth of a case")
    dress(figure, theme, HEIGHT - 130)
    return figure


def line_alt(actions: Actions, names: Sequence[str]) -> str:
    """What `line_figure` shows, in words."""
    switches = actions.switches()
    told = ", ".join(f"{actions.names[place]} from {percent(start)}" for start, place in switches)
    return f"The answer that is worth most over the probability of {names[0]}: {told}."


def _flat(probability: Array) -> tuple[Array, Array]:
    """Places on the triangle: the first class at the left below, the second at the right, the third at the top."""
    return probability[..., 1] + probability[..., 2] / 2, probability[..., 2] * np.sqrt(3) / 2


def triangle_figure(actions: Actions, cases: ClassProbabilities, theme: Theme) -> go.Figure:
    """The triangle of all probabilities of three classes: a region an answer, a dot a case."""
    figure, short = go.Figure(), short_names(list(actions.names))
    for place, name in enumerate(actions.names):
        corners = region(actions, place)
        if len(corners) < 3:
            continue
        x, y = _flat(np.vstack([corners, corners[:1]]))
        fill = mixed(theme.colour(place), theme.background, 0.25)
        figure.add_scatter(
            x=x, y=y, mode="lines", fill="toself", fillcolor=fill, hoverinfo="skip", showlegend=False,
            line={"width": 1.5, "color": theme.background},
        )  # fmt: skip
        middle_x, middle_y = _flat(corners.mean(axis=0))
        figure.add_annotation(
            x=float(middle_x), y=float(middle_y), text=f"<b>{plain(short[name], 18)}</b>", showarrow=False,
            font={"color": theme.text}, bgcolor=faded(theme.background, 0.7), borderpad=2,
        )  # fmt: skip
    _dots(figure, cases, theme)
    for corner, anchor, name in zip(np.eye(3), ("top", "top", "bottom"), cases.names, strict=True):
        x, y = _flat(corner)
        figure.add_annotation(
            x=float(x), y=float(y), text=f"surely {plain(name, 20)}", showarrow=False, yanchor=anchor,
            font={"color": theme.muted},
        )  # fmt: skip
    figure.update_xaxes(visible=False, range=[-0.12, 1.12], constrain="domain")
    figure.update_yaxes(visible=False, range=[-0.09, 0.96], scaleanchor="x", constrain="domain")
    dress(figure, theme, HEIGHT)
    return figure


def _dots(figure: go.Figure, cases: ClassProbabilities, theme: Theme) -> None:
    """The cases by their probabilities, with the mark of their true class."""
    units, classes = np.nonzero(cases.cases)
    if units.size > DOTS:
        kept = np.linspace(0, units.size - 1, DOTS).astype(int)
        units, classes = units[kept], classes[kept]
    short = short_names([f"truly {name}" for name in cases.names])
    for place, name in enumerate(cases.names):
        own = cases.probability[units[classes == place]]
        x, y = _flat(own)
        figure.add_scatter(
            x=x,
            y=y,
            mode="markers",
            name=short[f"truly {name}"],
            marker={
                "symbol": SYMBOLS[place % len(SYMBOLS)],
                "size": 6,
                "color": theme.colour(place),
                "line": {"width": 0.5, "color": theme.background},
            },
            hovertext=[
                "<br>".join(f"{plain(each, 24)}: {number(p)}" for each, p in zip(cases.names, row, strict=True))
                for row in own.tolist()
            ],
            hoverinfo="text",
        )


def triangle_alt(actions: Actions, names: Sequence[str]) -> str:
    """What `triangle_figure` shows, in words."""
    best = [name for place, name in enumerate(actions.names) if len(region(actions, place)) >= 3]
    return (
        f"The triangle of all probabilities of {', '.join(names)}, with a region where each is best: {', '.join(best)}."
    )


def given_figure(actions: Actions, found: Judged, names: Sequence[str], theme: Theme) -> go.Figure:
    """The share of the cases of each true class that got each answer, a row an answer; a cross, as a heat map."""
    totals = found.by_class.sum(axis=0)
    shares = found.by_class / np.where(totals > 0, totals, 1)
    rows, columns = short_names(list(actions.names), 18), short_names(list(names), 14)
    figure = go.Figure()
    figure.add_heatmap(
        z=shares,
        x=list(range(len(names))),
        y=list(range(len(actions.names))),
        zmin=0,
        zmax=1,
        colorscale=[[0, theme.second], [1, mixed(theme.colour(0), theme.background, 0.6)]],
        showscale=False,
        xgap=2,
        ygap=2,
        text=[[f"{share:.0%}" if share else "–" for share in row] for row in shares],
        texttemplate="%{text}",
        textfont={"color": theme.text},
        hovertext=[
            [
                f"<b>{whole(action)}</b> for {number(cases)} cases that are truly {whole(name)}"
                for name, cases in zip(names, row, strict=True)
            ]
            for action, row in zip(actions.names, found.by_class.tolist(), strict=True)
        ],
        hoverinfo="text",
    )
    figure.update_xaxes(
        tickvals=list(range(len(names))),
        ticktext=[columns[name] for name in names],
        title_text="truly",
        showgrid=False,
        tickfont={"color": theme.text},
    )
    figure.update_yaxes(
        tickvals=list(range(len(actions.names))),
        ticktext=[rows[name] for name in actions.names],
        range=[len(actions.names) - 0.5, -0.5],
        showgrid=False,
        tickfont={"color": theme.text},
    )
    dress(figure, theme, 34 * len(actions.names))
    return figure


def given_alt(actions: Actions, found: Judged, names: Sequence[str]) -> str:
    """What `given_figure` shows, in words."""
    told = []
    for place, name in enumerate(names):
        own = found.by_class[:, place]
        if own.sum():
            most = int(own.argmax())
            told.append(f"{name} most often {actions.names[most]} ({percent(own[most] / own.sum())})")
    return f"Which answers cases of each true class got: {', '.join(told)}."
