"""Two classifiers together: the plane of their scores with the region predicted positive, and curves of every way."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from ddcore.arrays import Array
from ddcore.figures.curves import LINES, axes, hover
from ddcore.figures.marks import dress, key
from ddcore.figures.names import short_names, whole
from ddcore.figures.theme import Theme, faded
from ddcore.formats import number, percent
from ddcore.scores.curve_kinds import Curve
from ddcore.scores.ensemble import Regions
from ddcore.scores.together import READ

HEIGHT = 350


@dataclass(frozen=True, eq=False)
class Lines:
    """The threshold on the logarithm of the ratio, and on each score by itself; +inf predicts nothing positive."""

    together: float
    alone: tuple[float, float]


@dataclass(frozen=True, eq=False)
class Dots:
    """Some cases to look at: scores of shape (cases, 2), and whether each is truly positive."""

    scores: Array
    positive: NDArray[np.bool_]


def plane_figure(
    regions: Regions, lines: Lines, dots: Dots, names: Sequence[str], classes: tuple[str, str], theme: Theme
) -> go.Figure:
    """The plane of two scores: shaded where both together predict positive, dashed where each alone draws its line.

    Where no case is near, the shade is faint.
    """
    figure = go.Figure()
    inside = regions.log_ratio >= lines.together
    x, y = regions.x.tolist(), regions.y.tolist()
    safe = [whole(name).replace("%", "&#37;") for name in names]
    true = short_names(classes, 12)
    figure.add_heatmap(
        x=x,
        y=y,
        z=np.where(inside, 1 + regions.near, 0).astype(np.int8),
        zmin=0,
        zmax=2,
        colorscale=[[0, "rgba(0,0,0,0)"], [0.5, faded(theme.colour(0), 0.06)], [1, faded(theme.colour(0), 0.22)]],
        showscale=False,
        showlegend=False,
        zsmooth=False,
        customdata=np.exp(np.clip(regions.log_ratio, -700, 700)),
        hovertemplate=f"{safe[0]}: %{{x:.3~f}}<br>{safe[1]}: %{{y:.3~f}}<br>likelihood ratio: %{{customdata:.3~g}}"
        "<extra></extra>",
    )
    if inside.any() and not inside.all():
        figure.add_contour(
            x=x,
            y=y,
            z=np.clip(regions.log_ratio - lines.together, -700, 700),
            contours={"start": 0, "end": 0, "size": 1, "coloring": "none"},
            line={"width": 2.5, "color": theme.user},
            showscale=False,
            hoverinfo="skip",
            showlegend=False,
        )
    looks = (("circle", theme.colour(0), 4), ("x-thin", theme.colour(1), 4))
    for name, cases, (symbol, colour, size) in zip(classes, (dots.positive, ~dots.positive), looks, strict=True):
        figure.add_scatter(
            x=dots.scores[cases, 0],
            y=dots.scores[cases, 1],
            mode="markers",
            name=f"truly {true[name]}",
            marker={"symbol": symbol, "size": size, "color": colour, "line": {"width": 1.2, "color": colour}},
            hoverinfo="skip",
        )
    for place, edge in zip(lines.alone, ("x", "y"), strict=True):
        low, high = (regions.x if edge == "x" else regions.y)[[0, -1]]
        if low <= place <= high:
            (figure.add_vline if edge == "x" else figure.add_hline)(
                **{edge: place}, line={"width": 2, "color": theme.chance, "dash": "dash"}
            )
    key(figure, "positive together", {"symbol": "square", "size": 11, "color": faded(theme.colour(0), 0.35)})
    figure.add_scatter(
        x=[None],
        y=[None],
        mode="lines",
        name="each alone",
        line={"width": 2, "color": theme.chance, "dash": "dash"},
        hoverinfo="skip",
    )
    axis = short_names(names, 40)
    figure.update_xaxes(title_text=axis[names[0]], nticks=7, showgrid=False, range=[x[0], x[-1]])
    figure.update_yaxes(title_text=axis[names[1]], nticks=7, showgrid=False, range=[y[0], y[-1]])
    dress(figure, theme, HEIGHT)
    return figure


def plane_alt(regions: Regions, lines: Lines, names: Sequence[str]) -> str:
    """What `plane_figure` shows, in words."""
    share = float((regions.log_ratio >= lines.together).mean())
    if not 0 < share < 1:
        return (
            f"Plane of the scores of {names[0]} and {names[1]}; {'all' if share else 'none'} of it is "
            "predicted positive."
        )
    return (
        f"Plane of the scores of {names[0]} and {names[1]}. Together they predict positive on {percent(share)} of it; "
        f"dashed lines show the threshold at which each alone predicts as many cases positive."
    )


def ways_figure(curves: Mapping[str, Curve], kinds: Mapping[str, str], theme: Theme) -> go.Figure:
    """One kind of curve for every way to score the cases; `kinds` says which way is of what kind.

    Models alone in their own colours, together thick in the colour of the text; up to two models read as evidence too,
    thin in their own colours.
    """
    first = next(iter(curves.values()))
    kind, figure = first.kind, go.Figure()
    if chance := kind.chance(first.positives, first.negatives):
        figure.add_scatter(
            x=[x for x, _ in chance],
            y=[y for _, y in chance],
            mode="lines",
            line={"width": 1, "color": theme.joint},
            hoverinfo="skip",
            showlegend=False,
        )
    alone = [name for name, what in kinds.items() if what == "alone"]
    read = [name for name, what in kinds.items() if what == "read"]
    short_read = short_names([name.removesuffix(READ) for name in read], 7)
    short_alone = short_names([name for name in curves if name not in read], 11)
    for name, curve in curves.items():
        what = kinds[name]
        if what == "read" and len(read) > 2:
            continue
        place = alone.index(name) if what == "alone" else read.index(name) if what == "read" else len(alone)
        look = {
            "alone": {"width": 2, "color": theme.colour(place), "dash": LINES[(1 + place) % len(LINES)]},
            "read": {"width": 1.5, "color": theme.colour(place), "dash": LINES[(4 + place) % len(LINES)]},
            "stacked": {"width": 2, "color": theme.colour(place), "dash": LINES[9]},
            "together": {"width": 3.5, "color": theme.text},
        }[what]
        short = f"{short_read[name.removesuffix(READ)]}{READ}" if what == "read" else short_alone[name]
        figure.add_scatter(
            x=curve.x,
            y=curve.y,
            mode="lines",
            name=f"{short} {number(curve.summary)}",
            line=look,
            hovertext=hover(name, curve, thresholds=False),
            hoverinfo="text",
        )
    axes(figure, curves.values())
    dress(figure, theme, HEIGHT)
    return figure


def ways_alt(curves: Mapping[str, Curve], kinds: Mapping[str, str]) -> str:
    """What `ways_figure` shows, in words."""
    kind = next(iter(curves.values())).kind
    read = [name for name, what in kinds.items() if what == "read"]
    drawn = {name: curve for name, curve in curves.items() if name not in read or len(read) <= 2}
    areas = "; ".join(f"{name} {number(curve.summary)}" for name, curve in drawn.items())
    return f"{kind.title} curve of each model and of all together. The {kind.summary_name}: {areas}."


def with_exact_border(figure: go.Figure, theme: Theme, above: Callable[[Array, Array], Array]) -> go.Figure:
    """The plane of two scores with the exact border of what is predicted positive; `above` is positive within it."""
    first = figure.data[0]
    x, y = np.asarray(first.x, float), np.asarray(first.y, float)
    figure.add_contour(
        x=x,
        y=y,
        z=np.clip(above(x, y), -700, 700),
        contours={"start": 0, "end": 0, "size": 1, "coloring": "none"},
        line={"width": 2, "color": theme.colour(2), "dash": "dot"},
        showscale=False,
        hoverinfo="skip",
        showlegend=False,
    )
    line = {"width": 2, "color": theme.colour(2), "dash": "dot"}
    figure.add_scatter(x=[None], y=[None], mode="lines", name="exact border", line=line, hoverinfo="skip")
    dress(figure, theme, HEIGHT)
    return figure
