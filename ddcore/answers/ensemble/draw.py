"""The figures of models together: the plane of two scores with the region predicted positive, and every curve."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ddcore.answers.ensemble.compute import Plane
from ddcore.answers.ensemble.words import BY_RATIO
from ddcore.arrays import Array
from ddcore.figures.chart import Chart
from ddcore.figures.curves import LINES, axes, hover, with_exact_curve
from ddcore.figures.marks import add_dots, add_line, dress, key
from ddcore.figures.names import full_name, short_names
from ddcore.figures.theme import Theme, faded
from ddcore.formats import number, percent
from ddcore.scores.curve_kinds import Curve
from ddcore.scores.together import READ

HEIGHT = 350


def plane_figure(
    plane: Plane,
    names: Sequence[str],
    classes: tuple[str, str],
    theme: Theme,
    exact: Callable[[Array, Array], Array] | None = None,
) -> Chart:
    """The plane of two scores: shaded where both together predict positive, dashed where each alone draws its line.

    Where no case is near, the shade is faint. `exact` is above 0 within the exact border, see `with_exact_border`.
    """
    figure, regions = Chart(), plane.regions
    inside = regions.log_ratio >= plane.together
    x, y = regions.x.tolist(), regions.y.tolist()
    safe = [full_name(name).replace("%", "&#37;") for name in names]
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
        _border(figure, x, y, regions.log_ratio - plane.together, {"width": 2.5, "color": theme.user})
    looks = (("circle", theme.colour(0)), ("x-thin", theme.colour(1)))
    for name, cases, (symbol, colour) in zip(classes, (plane.positive, ~plane.positive), looks, strict=True):
        marker = {"symbol": symbol, "size": 4, "color": colour, "line": {"width": 1.2, "color": colour}}
        first, second = plane.scores[cases].T
        add_dots(figure, first, second, marker, f"truly {true[name]}", cliponaxis=True)
    for place, edge in zip(plane.alone, ("x", "y"), strict=True):
        low, high = (regions.x if edge == "x" else regions.y)[[0, -1]]
        if low <= place <= high:
            (figure.add_vline if edge == "x" else figure.add_hline)(
                **{edge: place}, line={"width": 2, "color": theme.chance, "dash": "dash"}
            )
    key(figure, "positive together", {"symbol": "square", "size": 11, "color": faded(theme.colour(0), 0.35)})
    add_line(figure, [None], [None], theme.chance, "each alone", width=2, dash="dash")
    axis = short_names(names, 40)
    figure.update_xaxes(title_text=axis[names[0]], nticks=7, showgrid=False, range=[x[0], x[-1]])
    figure.update_yaxes(title_text=axis[names[1]], nticks=7, showgrid=False, range=[y[0], y[-1]])
    dress(figure, theme, HEIGHT)
    return figure if exact is None else with_exact_border(figure, theme, exact)


def _border(figure: Chart, x: Any, y: Any, above: Array, line: Mapping[str, Any]) -> None:
    """The line where `above`, of shape (y, x), is 0."""
    figure.add_contour(
        x=x,
        y=y,
        z=np.clip(above, -700, 700),
        contours={"start": 0, "end": 0, "size": 1, "coloring": "none"},
        line=line,
        showscale=False,
        hoverinfo="skip",
        showlegend=False,
    )


def with_exact_border(figure: Chart, theme: Theme, above: Callable[[Array, Array], Array]) -> Chart:
    """The plane of two scores with the exact border of what is predicted positive; `above` is positive within it."""
    x, y = (np.asarray(figure.traces[0][axis], float) for axis in "xy")
    _border(figure, x, y, above(x, y), {"width": 2, "color": theme.colour(2), "dash": "dot"})
    add_line(figure, [None], [None], theme.colour(2), "exact border", width=2, dash="dot")
    dress(figure, theme, HEIGHT)
    return figure


def plane_alt(plane: Plane, names: Sequence[str]) -> str:
    """What `plane_figure` shows, in words."""
    share = float((plane.regions.log_ratio >= plane.together).mean())
    if not 0 < share < 1:
        return (
            f"Plane of the scores of {names[0]} and {names[1]}; {'all' if share else 'none'} of it is "
            "predicted positive."
        )
    return (
        f"Plane of the scores of {names[0]} and {names[1]}. Together they predict positive on {percent(share)} of it; "
        f"dashed lines are the thresholds at which each alone predicts the same share positive."
    )


def ways_figure(
    curves: Mapping[str, Curve], kinds: Mapping[str, str], theme: Theme, exact: Curve | None = None
) -> Chart:
    """One kind of curve for every way to score the cases; `kinds` says which way is of what kind.

    Models alone in their own colours, together thick in the colour of the text; up to two models read as evidence too,
    thin in their own colours. `exact` is the curve of both together by their law.
    """
    first = next(iter(curves.values()))
    kind, figure = first.kind, Chart()
    if chance := kind.chance(first.positives, first.negatives):
        x, y = (kind.axes(np.array(values)).tolist() for values in zip(*chance, strict=True))
        add_line(figure, x, y, theme.joint, width=1)
    alone = [name for name, what in kinds.items() if what == "alone"]
    read = [name for name, what in kinds.items() if what == "read"]
    short_read = short_names([name.removesuffix(READ) for name in read], 7)
    short_alone = short_names([name for name in curves if name not in read], 11)
    for name, curve in curves.items():
        what = kinds[name]
        if what == "read" and len(read) > 2:
            continue
        place = alone.index(name) if what == "alone" else read.index(name) if what == "read" else len(alone)
        colour, width, dash = {
            "alone": (theme.colour(place), 2, LINES[(1 + place) % len(LINES)]),
            "read": (theme.colour(place), 1.5, LINES[(4 + place) % len(LINES)]),
            "stacked": (theme.colour(place), 2, LINES[9]),
            "together": (theme.text, 3.5, "solid"),
        }[what]
        short = f"{short_read[name.removesuffix(READ)]}, ratio" if what == "read" else short_alone[name]
        label, words = f"{short} {number(curve.summary)}", hover(name, curve, thresholds=False)
        add_line(figure, kind.axes(curve.x), kind.axes(curve.y), colour, label, width=width, dash=dash, hover=words)
    axes(figure, curves.values())
    dress(figure, theme, HEIGHT)
    return figure if exact is None else with_exact_curve(figure, theme, exact, f"exact {number(exact.summary)}", HEIGHT)


def ways_alt(curves: Mapping[str, Curve], kinds: Mapping[str, str]) -> str:
    """What `ways_figure` shows, in words."""
    kind = next(iter(curves.values())).kind
    read = [name for name, what in kinds.items() if what == "read"]
    drawn = {name: curve for name, curve in curves.items() if name not in read or len(read) <= 2}
    areas = "; ".join(
        f"{BY_RATIO.join(name.rsplit(READ, 1)) if name in read else name} {number(curve.summary)}"
        for name, curve in drawn.items()
    )
    title = kind.title if kind.title.endswith("curve") else f"{kind.title} curve"
    return f"{title} of each model and of all together. The {kind.summary_name}: {areas}."
