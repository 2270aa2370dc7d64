"""The forms of a measure over the imbalance of the classes, as they are and balanced."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from ddcore.chance.imbalance import FORMS, ImbalanceCurve, Mark
from ddcore.figures.marks import add_dots, add_line, dress, empty, key, line_at, with_gaps
from ddcore.figures.scale import MARK, neighbours, on_the_right, right_axis, ring_marks
from ddcore.figures.theme import Theme, faded, label
from ddcore.formats import number, percent
from ddcore.measures import measure

LOWEST = -0.55
"""What is below is far behind the guesser, and would press all else together."""

OUTERMOST = 0.97
"""A mark nearer to the edge would be cut; the table of places has it."""

Own = tuple[str, float, float]
"""A measure's key, the imbalance of the data and the selected model's score there."""


def imbalance_figure(
    curves: Sequence[ImbalanceCurve], marks: Sequence[Mark], own: Sequence[Own], share: float, theme: Theme
) -> go.Figure:
    """The score (thin), beyond the guesser (strong), the guesser (faint) and the best without skill (dashed grey).

    A colour a measure. Small rings stand where two scores are equal, large ones where they are beyond the guesser,
    diamonds where a line is highest, squares where a score earns as much as the guesser; the cross is the data, the
    dotted line the other share of positive cases.
    """
    right = _right(curves, ("value", "guessed", "chance"))
    figure = _drawn(curves, "", theme, right)
    for at, curve in enumerate(curves):
        _line(figure, curve, "chance", right, colour=theme.chance, dash=("dash", "dot")[at % 2])
    if any(np.isfinite(curve.forms["chance"]).any() for curve in curves):
        add_line(figure, [None], [None], theme.chance, "best without skill", width=1.5, dash="dash")
    _marks(figure, [mark for mark in marks if not mark.form.startswith("balanced")], curves, theme, right)
    known, cross = [item for item in own if np.isfinite(item[2])], _cross(theme)
    for name, delta, score in known:
        # Where two measures score alike, their crosses are one, which says so of both.
        alike = [item for item in known if (item[0] in right) == (name in right) and abs(item[2] - score) < 0.02]
        said = [f"{short(other)} of this data: {number(same)}" for other, _, same in alike]
        hover = "<br>".join([*said, f"{percent((1 + delta) / 2)} positive"])
        # What lies below the chart is cut, not drawn over its axis.
        axis = "y2" if name in right else "y"
        add_dots(figure, [delta], [score], cross, hover=hover, yaxis=axis, cliponaxis=True)
    if known:
        key(figure, "this data", cross)
    return _framed(figure, 2 * share - 1, theme, right)


def _cross(theme: Theme) -> dict[str, Any]:
    """The mark of the data."""
    return {"symbol": "x-thin", "size": 11, "line": {"width": 2.5, "color": theme.user}}


def balanced_figure(curves: Sequence[ImbalanceCurve], marks: Sequence[Mark], share: float, theme: Theme) -> go.Figure:
    """The same of the balanced measures, whose scores stay level while the guesser's means depend on the cases."""
    right = _right(curves, ("balanced", "balanced_guessed"))
    figure = _drawn(curves, "balanced_", theme, right)
    _marks(figure, [mark for mark in marks if mark.form.startswith("balanced")], curves, theme, right)
    return _framed(figure, 2 * share - 1, theme, right)


def _right(curves: Sequence[ImbalanceCurve], forms: Sequence[str]) -> list[str]:
    """The measures whose scores need an axis of their own; what lies beyond a guesser does not."""
    values = {curve.measure.key: np.concatenate([curve.forms[form] for form in forms]) for curve in curves}
    return on_the_right({**values, "beyond the guesser": [0, 1]})


def _drawn(curves: Sequence[ImbalanceCurve], prefix: str, theme: Theme, right: Sequence[str]) -> go.Figure:
    """The score, what lies beyond the guesser, and the guesser; `prefix` is "balanced_" for the balanced forms."""
    if not curves:
        return empty(theme, "No measure is chosen.")
    figure, score = go.Figure(), prefix.rstrip("_") or "value"
    for at, curve in enumerate(curves):
        colour, dash = theme.colour(at), ("solid", "longdash")[at % 2]
        _line(figure, curve, f"{prefix}guessed", right, colour=faded(colour, 0.55), dash="dashdot")
        _line(figure, curve, score, right, colour=colour, dash=dash)
        _line(figure, curve, f"{prefix}normalised", right, colour=colour, dash=dash, width=3.5)
        key(figure, short(curve.measure.key), {"symbol": "square", "size": 12, "color": colour})
    for form, name, colour, width, dash in (
        (score, "thin: the score", theme.text, 1.5, "solid"),
        (f"{prefix}normalised", "thick: beyond guesser", theme.text, 3.5, "solid"),
        (f"{prefix}guessed", "faint: the guesser", faded(theme.text, 0.55), 1.5, "dashdot"),
    ):
        if any(np.isfinite(curve.forms[form]).any() for curve in curves):
            add_line(figure, [None], [None], colour, name, width=width, dash=dash)
    return figure


def _line(
    figure: go.Figure,
    curve: ImbalanceCurve,
    form: str,
    right: Sequence[str],
    *,
    colour: str,
    dash: str,
    width: float = 1.5,
) -> None:
    """A form of a measure; none where it has no values."""
    values, name = curve.forms[form], curve.measure.key
    if not np.isfinite(values).any():
        return
    hover = [
        f"<b>{short(name)}</b>, {FORMS[form]}: {number(y)}<br>{percent((1 + d) / 2)} positive"
        for d, y in zip(curve.delta.tolist(), values.tolist(), strict=True)
    ]
    add_line(
        figure,
        curve.delta,
        with_gaps(values),
        colour,
        f"{name} {form}",
        width=width,
        dash=dash,
        hover=hover,
        yaxis=_axis(name, form, right),
        showlegend=False,
    )


def _axis(key: str, form: str, right: Sequence[str]) -> str:
    """The axis of a form: the right one for the scores of a measure that needs it."""
    return "y2" if key in right and not form.endswith("normalised") else "y"


LOOKS = {"equal": "circle", "top": "diamond", "guesser": "square", "chance": "square"}


def _marks(
    figure: go.Figure, marks: Sequence[Mark], curves: Sequence[ImbalanceCurve], theme: Theme, right: Sequence[str]
) -> None:
    """The places on the curves, from left to right, with their numbers where there is room."""
    keys = [curve.measure.key for curve in curves]
    seen = [mark for mark in marks if mark.kind != "chance" and mark.value >= LOWEST]
    shown = sorted((mark for mark in seen if abs(mark.delta) <= OUTERMOST), key=lambda mark: mark.delta)
    near = neighbours([(1 + mark.delta) / 2 for mark in shown], [mark.value for mark in shown])
    said = [
        f"{mark_words(mark)}: {number(mark.value)}<br>δ = {number(mark.delta)}, {percent(mark.share)} positive"
        for mark in shown
    ]
    rings = ring_marks(near, [LOOKS[mark.kind] for mark in shown])
    for mark, (symbol, size), others, place in zip(shown, rings, near, _label_places(shown), strict=True):
        edge = theme.text if mark.kind == "equal" else theme.colour(keys.index(mark.keys[0]))
        look = {
            "symbol": symbol,
            "size": size - MARK + (12 if mark.form.endswith("normalised") else 8),
            # A ring around another mark lets that be seen.
            "color": edge if symbol.endswith("open") else theme.background,
            "line": {"width": 2, "color": edge},
        }
        add_dots(
            figure,
            [mark.delta],
            [mark.value],
            look,
            hover="<br>".join(said[other] for other in others),
            mode="markers+text",
            text=[f"{number(round(mark.delta, 3))}" if place else ""],
            textposition=f"{place or 'top'} center",
            textfont={"size": 11, "color": theme.text},
            yaxis=_axis(mark.keys[0], mark.form, right),
            cliponaxis=True,
        )


def _label_places(marks: Sequence[Mark]) -> list[str]:
    """Whether the label of each mark stands at its top or bottom; nowhere if both would cover another mark or label."""
    places, labels = [], list[tuple[float, float]]()
    for mark in marks:
        others = [(other.delta, other.value) for other in marks if other is not mark]
        free = [
            (place, (mark.delta, mark.value + shift))
            for place, shift in (("top", 0.07), ("bottom", -0.07))
            if not any(abs(x - mark.delta) < 0.25 and abs(y - mark.value - shift) < 0.06 for x, y in [*labels, *others])
        ]
        places.append(free[0][0] if free else "")
        labels += [free[0][1]] if free else []
    return places


def short(key: str) -> str:
    """The key of a finite measure, the name of one's own."""
    return label(measure(key)) if "=" in key else key


def mark_words(mark: Mark) -> str:
    """What is to be seen at a mark."""
    first = short(mark.keys[0])
    return {
        "equal": f"{first} equals {short(mark.keys[-1])}, {FORMS[mark.form]}",
        "top": f"{first} is highest, {FORMS[mark.form]}",
        "guesser": f"{first} is that of the guesser",
        "chance": f"{first} is that of the best random guessing",
    }[mark.kind]


def _framed(figure: go.Figure, delta: float, theme: Theme, right: Sequence[str]) -> go.Figure:
    """The figure with its axes and the line at an imbalance."""
    dotted = {"color": theme.user, "width": 2, "dash": "dot"}
    line_at(figure, delta, dotted, f"{percent((1 + delta) / 2)} positive", theme.text)
    ticks = (-1.0, -0.5, 0.0, 0.5, 1.0)
    figure.update_xaxes(
        title_text="imbalance δ, and the share of positive cases",
        tickvals=list(ticks),
        ticktext=[f"{tick:g}<br>{percent((1 + tick) / 2)}".replace("-", "−") for tick in ticks],
        range=[-1.02, 1.02],
    )
    seen = [y for trace in figure.data if trace.yaxis != "y2" for y in trace.y if y is not None]
    lowest, highest = min([0.0, *seen]), max([1.0, *seen])
    figure.update_yaxes(range=[max(LOWEST, lowest) - 0.03, highest + 0.05 * max(1.0, highest)], nticks=7)
    dress(figure, theme, 300)
    figure.update_layout(height=figure.layout.height + 14, legend={"y": -0.24})
    if right:
        right_axis(figure, theme, [short(key) for key in right])
    return figure


def imbalance_alt(curves: Sequence[ImbalanceCurve], marks: Sequence[Mark], share: float) -> str:
    """What `imbalance_figure` shows, in words."""
    return _alt(curves, marks, "", share)


def balanced_alt(curves: Sequence[ImbalanceCurve], marks: Sequence[Mark], share: float) -> str:
    """What `balanced_figure` shows, in words."""
    return _alt(curves, marks, "balanced_", share)


def _alt(curves: Sequence[ImbalanceCurve], marks: Sequence[Mark], prefix: str, share: float) -> str:
    if not curves:
        return "No measure is chosen."
    parts = []
    for curve in curves:
        form = prefix.rstrip("_") or "value"
        score, beyond = (float(curve.source.at(name, 2 * share - 1)) for name in (form, f"{prefix}normalised"))
        parts.append(f"{curve.measure.name} is {number(score)}, {number(beyond)} beyond the guesser")
    seen = [mark for mark in marks if mark.form.startswith("balanced") == bool(prefix) and mark.kind != "chance"]
    places = "; ".join(f"{mark_words(mark)} at {percent(mark.share)}" for mark in seen[:6])
    what = "Balanced scores" if prefix else "Scores"
    return f"{what} over the share of positive cases. At {percent(share)} positive {'; '.join(parts)}." + (
        f" Marked: {places}." if places else ""
    )
