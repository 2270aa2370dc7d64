"""The figures of actions: the worth over the probability of two classes, the triangle of three, and answers given."""

from collections.abc import Sequence

import numpy as np

from ddcore.arrays import Array
from ddcore.decisions.actions import Actions, Judged, region
from ddcore.decisions.class_probabilities import ClassProbabilities
from ddcore.figures.chart import Chart
from ddcore.figures.marks import add_dots, add_heat, add_line, dress
from ddcore.figures.names import full_name, short_names
from ddcore.figures.theme import SYMBOLS, Theme, faded, mixed, plain
from ddcore.formats import number, percent

HEIGHT = 400
DOTS = 1_500
"""The most cases that are drawn; of more those at even ranks."""
DASHES = ("solid", "dash", "dot", "dashdot", "longdash")


def line_figure(actions: Actions, cases: ClassProbabilities, theme: Theme) -> Chart:
    """What each answer is worth over the probability of the first class; the best is drawn strong."""
    figure, short = Chart(), short_names(list(actions.names))
    x = np.array([0.0, 1.0])
    for place, name in enumerate(actions.names):
        dash = DASHES[place % len(DASHES)]
        add_line(figure, x, _worth(actions, place, x), theme.colour(place), short[name], width=1.5, dash=dash)
    switches = actions.switches()
    for (start, place), (end, _) in zip(switches, [*switches[1:], (1.0, 0)], strict=True):
        ends = np.array([start, end])
        hover = [f"{full_name(actions.names[place])} is best from {number(start)} to {number(end)}"] * 2
        add_line(figure, ends, _worth(actions, place, ends), faded(theme.colour(place), 0.7), width=5, hover=hover)
        if start > 0:
            figure.add_vline(x=start, line={"width": 1, "dash": "dot", "color": theme.muted})
    figure.update_xaxes(title_text=f"probability of {plain(cases.names[0], 24)}", range=[-0.02, 1.02], nticks=6)
    figure.update_yaxes(title_text="worth per case")
    dress(figure, theme, HEIGHT - 130)
    return figure


def _worth(actions: Actions, place: int, probability: Array) -> Array:
    """The worth of an answer, by its place, at probabilities of the first of two classes."""
    positive, negative = actions.utility[place]
    return np.asarray(negative + probability * (positive - negative))


def line_alt(actions: Actions, names: Sequence[str]) -> str:
    """What `line_figure` shows, in words."""
    switches = actions.switches()
    listed = ", ".join(f"{actions.names[place]} from {percent(start)}" for start, place in switches)
    return f"The answer that is worth most as the probability of {names[0]} rises: {listed}."


def _on_triangle(probability: Array) -> tuple[Array, Array]:
    """Positions on the triangle: the first class is left below, the second right below, the third on top."""
    return probability[..., 1] + probability[..., 2] / 2, probability[..., 2] * np.sqrt(3) / 2


def triangle_figure(actions: Actions, cases: ClassProbabilities, theme: Theme) -> Chart:
    """The triangle of all probabilities of three classes: a region an answer, a dot a case."""
    figure, short = Chart(), short_names(list(actions.names))
    for place, name in enumerate(actions.names):
        corners = region(actions, place)
        if len(corners) < 3:
            continue
        x, y = _on_triangle(np.vstack([corners, corners[:1]]))
        fill = mixed(theme.colour(place), theme.background, 0.25)
        figure.add_scatter(
            x=x, y=y, mode="lines", fill="toself", fillcolor=fill, hoverinfo="skip", showlegend=False,
            line={"width": 1.5, "color": theme.background},
        )  # fmt: skip
        middle_x, middle_y = _on_triangle(corners.mean(axis=0))
        figure.add_annotation(
            x=float(middle_x), y=float(middle_y), text=f"<b>{plain(short[name], 18)}</b>", showarrow=False,
            font={"color": theme.text}, bgcolor=faded(theme.background, 0.7), borderpad=2,
        )  # fmt: skip
    _dots(figure, cases, theme)
    ends = (-0.12, 1.12)
    # The words of the lower corners begin and end with the chart: centred, they would be cut on a phone.
    for corner, name, across, anchors in zip(
        np.eye(3), cases.names, (*ends, 0.5), (("left", "top"), ("right", "top"), ("center", "bottom")), strict=True
    ):
        figure.add_annotation(
            x=across, y=float(_on_triangle(corner)[1]), text=f"certainly {plain(name, 14)}", showarrow=False,
            xanchor=anchors[0], yanchor=anchors[1], font={"color": theme.muted},
        )  # fmt: skip
    figure.update_xaxes(visible=False, range=ends, constrain="domain")
    figure.update_yaxes(visible=False, range=[-0.09, 0.96], scaleanchor="x", constrain="domain")
    dress(figure, theme, HEIGHT)
    return figure


def _dots(figure: Chart, cases: ClassProbabilities, theme: Theme) -> None:
    """The cases by their probabilities, with the mark of their true class."""
    units, classes = np.nonzero(cases.cases)
    if units.size > DOTS:
        drawn = np.linspace(0, units.size - 1, DOTS).astype(int)
        units, classes = units[drawn], classes[drawn]
    short = short_names([f"truly {name}" for name in cases.names])
    for place, name in enumerate(cases.names):
        own = cases.probability[units[classes == place]]
        x, y = _on_triangle(own)
        marker = {
            "symbol": SYMBOLS[place % len(SYMBOLS)],
            "size": 6,
            "color": theme.colour(place),
            "line": {"width": 0.5, "color": theme.background},
        }
        hover = [
            "<br>".join(f"{plain(each, 24)}: {number(p)}" for each, p in zip(cases.names, row, strict=True))
            for row in own.tolist()
        ]
        add_dots(figure, x, y, marker, short[f"truly {name}"], hover=hover, cliponaxis=None)


def triangle_alt(actions: Actions, names: Sequence[str]) -> str:
    """What `triangle_figure` shows, in words."""
    best = [name for place, name in enumerate(actions.names) if len(region(actions, place)) >= 3]
    return (
        f"Triangle of the probabilities of {', '.join(names)}, with the region where each answer is best: "
        f"{', '.join(best)}."
    )


def given_figure(actions: Actions, result: Judged, names: Sequence[str], theme: Theme) -> Chart:
    """The share of the cases of each true class that got each answer, as a heat map with a row an answer."""
    totals = result.by_class.sum(axis=0)
    shares = result.by_class / np.where(totals > 0, totals, 1)
    rows, columns = short_names(list(actions.names), 18), short_names(list(names), 14)
    figure = Chart()
    add_heat(
        figure,
        list(range(len(names))),
        list(range(len(actions.names))),
        shares,
        [[0, theme.second], [1, mixed(theme.colour(0), theme.background, 0.6)]],
        0,
        1,
        xgap=2,
        ygap=2,
        text=[[f"{100 * share:.0f} %" if share else "–" for share in row] for row in shares],
        texttemplate="%{text}",
        textfont={"color": theme.text},
        hover=[
            [
                f"<b>{full_name(action)}</b> for {number(cases)} cases that are truly {full_name(name)}"
                for name, cases in zip(names, row, strict=True)
            ]
            for action, row in zip(actions.names, result.by_class.tolist(), strict=True)
        ],
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


def given_alt(actions: Actions, result: Judged, names: Sequence[str]) -> str:
    """What `given_figure` shows, in words."""
    parts = []
    for place, name in enumerate(names):
        own = result.by_class[:, place]
        if own.sum():
            most = int(own.argmax())
            parts.append(f"{name} most often {actions.names[most]} ({percent(own[most] / own.sum())})")
    return f"Answers given to the cases of each true class: {', '.join(parts)}."
