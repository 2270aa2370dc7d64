"""Measures over the imbalance of the classes: the scores beside chance, and how far they are beyond a guesser."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ddcore.chance.imbalance import FORMS, ImbalanceCurve, Mark
from ddcore.figures.chart import Chart
from ddcore.figures.marks import add_dots, add_line, dress, empty, key, line_at, with_gaps
from ddcore.figures.scale import MARK, neighbours, on_the_right, right_axis, ring_marks
from ddcore.figures.theme import Theme, faded, label
from ddcore.formats import number, percent
from ddcore.measures import measure

LOWEST = -0.55
"""What is below is far behind the guesser, and would press all else together."""

OUTERMOST = 0.97
"""A mark nearer to the edge would be cut; the table of places has it."""

NO_MEASURE_CHOSEN = "No measure is chosen."
CHANCE_NAMES = {"chance": "baseline of %s", "guessed": "guesser on %s"}
DASH, GREY = ("solid", "longdash"), ("dash", "dot")
"""Of the lines of the first and of the second measure, and of what chance scores on them."""

Own = tuple[str, float, float]
"""A measure's key, the imbalance of the data and the selected model's score there."""


def imbalance_figure(
    curves: Sequence[ImbalanceCurve], marks: Sequence[Mark], own: Sequence[Own], share: float, theme: Theme
) -> Chart:
    """The score of each measure, and what chance scores: the baseline, or a guesser where there is no baseline.

    A colour a measure, chance in grey. Rings mark where two scores are equal, squares where a score equals that of
    chance; the cross is the data, the dotted line the other share of positive cases.
    """
    if not curves:
        return empty(theme, NO_MEASURE_CHOSEN)
    against = reference(curves)
    right = _right(curves, ("value", against))
    figure = Chart()
    for at, curve in enumerate(curves):
        name = short(curve.measure.key)
        _line(figure, curve, against, CHANCE_NAMES[against] % name, right, colour=theme.chance, dash=GREY[at % 2])
        _line(figure, curve, "value", name, right, colour=theme.colour(at), dash=DASH[at % 2], width=2.5)
    _marks(figure, _marked(marks, against), curves, theme, right)
    known, cross = [item for item in own if np.isfinite(item[2])], _cross(theme)
    for name, delta, score in known:
        # Where two measures score alike, their crosses are one, which names both.
        alike = [item for item in known if (item[0] in right) == (name in right) and abs(item[2] - score) < 0.02]
        said = [f"{short(other)} of your data: {number(same)}" for other, _, same in alike]
        hover = "<br>".join([*said, f"{percent((1 + delta) / 2)} positive"])
        # What lies below the chart is cut, not drawn over its axis.
        axis = "y2" if name in right else "y"
        add_dots(figure, [delta], [score], cross, hover=hover, yaxis=axis, cliponaxis=True)
    if known:
        key(figure, "your data", cross)
    return _framed(figure, 2 * share - 1, theme, right)


def reference(curves: Sequence[ImbalanceCurve]) -> str:
    """The form that a score is drawn against: the baseline, and the guesser where there is no baseline."""
    known = any(np.isfinite(curve.forms["chance"]).any() for curve in curves)
    return "chance" if known else "guessed"


def _marked(marks: Sequence[Mark], against: str) -> list[Mark]:
    """The marks of the lines that are drawn: where scores are equal, to each other or to what chance scores."""
    kinds = ("equal", "chance" if against == "chance" else "guesser")
    return [mark for mark in marks if mark.form == "value" and mark.kind in kinds]


def _cross(theme: Theme) -> dict[str, Any]:
    """The mark of the data."""
    return {"symbol": "x-thin", "size": 11, "line": {"width": 2.5, "color": theme.user}}


def beyond_figure(curves: Sequence[ImbalanceCurve], marks: Sequence[Mark], share: float, theme: Theme) -> Chart:
    """How far each measure is beyond the guesser, as it is and balanced; diamonds mark where a line is highest."""
    if not curves:
        return empty(theme, NO_MEASURE_CHOSEN)
    figure = Chart()
    for at, curve in enumerate(curves):
        name, colour = short(curve.measure.key), theme.colour(at)
        _line(figure, curve, "balanced_normalised", f"{name}, balanced", (), colour=faded(colour, 0.55), dash="dot")
        _line(figure, curve, "normalised", name, (), colour=colour, dash=DASH[at % 2], width=2.5)
    _marks(figure, [mark for mark in marks if mark.form.endswith("normalised")], curves, theme, ())
    return _framed(figure, 2 * share - 1, theme, ())


def _right(curves: Sequence[ImbalanceCurve], forms: Sequence[str]) -> list[str]:
    """The measures whose scores need an axis of their own."""
    values = {curve.measure.key: np.concatenate([curve.forms[form] for form in forms]) for curve in curves}
    return on_the_right({**values, "a rate": [0, 1]})


def _line(
    figure: Chart,
    curve: ImbalanceCurve,
    form: str,
    name: str,
    right: Sequence[str],
    *,
    colour: str,
    dash: str,
    width: float = 1.5,
) -> None:
    """A form of a measure under its name; none where it has no values."""
    values, measured = curve.forms[form], curve.measure.key
    if not np.isfinite(values).any():
        return
    hover = [
        f"<b>{short(measured)}</b>, {FORMS[form]}: {number(y)}<br>{percent((1 + d) / 2)} positive"
        for d, y in zip(curve.delta.tolist(), values.tolist(), strict=True)
    ]
    add_line(
        figure,
        curve.delta,
        with_gaps(values),
        colour,
        name,
        width=width,
        dash=dash,
        hover=hover,
        yaxis=_axis(measured, form, right),
    )


def _axis(key: str, form: str, right: Sequence[str]) -> str:
    """The axis of a form: the right one for the scores of a measure that needs it."""
    return "y2" if key in right and not form.endswith("normalised") else "y"


LOOKS = {"equal": "circle", "top": "diamond", "guesser": "square", "chance": "square"}


def _marks(
    figure: Chart, marks: Sequence[Mark], curves: Sequence[ImbalanceCurve], theme: Theme, right: Sequence[str]
) -> None:
    """The places on the curves, from left to right, with their numbers where there is room."""
    keys = [curve.measure.key for curve in curves]
    seen = [mark for mark in marks if mark.value >= LOWEST]
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
            "size": size - MARK + 10,
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
            textfont={"size": theme.size - 2, "color": theme.text},
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


WHERE = {
    "value": "",
    "normalised": " beyond the guesser",
    "balanced_normalised": " beyond the guesser when balanced",
}


def mark_words(mark: Mark) -> str:
    """What is marked."""
    first = short(mark.keys[0])
    return {
        "equal": f"{first} equals {short(mark.keys[-1])}{WHERE[mark.form]}",
        "top": f"{first} is highest{WHERE[mark.form]}",
        "guesser": f"{first} equals that of the guesser",
        "chance": f"{first} equals its baseline",
    }[mark.kind]


def _framed(figure: Chart, delta: float, theme: Theme, right: Sequence[str]) -> Chart:
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
    seen = [y for trace in figure.traces if trace.get("yaxis") != "y2" for y in trace["y"] if y is not None]
    lowest, highest = min([0.0, *seen]), max([1.0, *seen])
    figure.update_yaxes(range=[max(LOWEST, lowest) - 0.03, highest + 0.05 * max(1.0, highest)], nticks=7)
    dress(figure, theme, 300)
    figure.update_layout(height=figure.settings["height"] + 14, legend={"y": -0.24})
    if right:
        right_axis(figure, theme, [short(key) for key in right])
    return figure


def imbalance_alt(curves: Sequence[ImbalanceCurve], marks: Sequence[Mark], share: float) -> str:
    """What `imbalance_figure` shows, in words."""
    if not curves:
        return NO_MEASURE_CHOSEN
    against = reference(curves)
    parts = [
        f"{curve.measure.name} is {number(_at(curve, 'value', share))}, chance {number(_at(curve, against, share))}"
        for curve in curves
    ]
    text = f"Scores over the share of positive cases. At {percent(share)} positive: {'; '.join(parts)}."
    return text + _marks_alt(_marked(marks, against))


def beyond_alt(curves: Sequence[ImbalanceCurve], marks: Sequence[Mark], share: float) -> str:
    """What `beyond_figure` shows, in words."""
    if not curves:
        return NO_MEASURE_CHOSEN
    parts = [
        f"{curve.measure.name} {number(_at(curve, 'normalised', share))}, balanced "
        f"{number(_at(curve, 'balanced_normalised', share))}"
        for curve in curves
    ]
    text = f"Scores beyond the guesser over the share of positive cases. At {percent(share)} positive: "
    return f"{text}{'; '.join(parts)}." + _marks_alt([mark for mark in marks if mark.form.endswith("normalised")])


def _at(curve: ImbalanceCurve, form: str, share: float) -> float:
    return float(curve.source.at(form, 2 * share - 1))


def _marks_alt(marks: Sequence[Mark]) -> str:
    places = "; ".join(f"{mark_words(mark)} at {percent(mark.share)}" for mark in marks[:6])
    return f" Marked: {places}." if places else ""
