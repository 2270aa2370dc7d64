"""The figures of the likelihood ratio: each class, the ratio over the score, curves and measures before and after."""

import math
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from ddcore.arrays import Array
from ddcore.figures.chart import Chart
from ddcore.figures.curves import LARGEST_RATIO, axes, hover, with_exact_curve, with_exact_line
from ddcore.figures.marks import add_dots, add_line, dress, empty, line_at, ring, rows, segments, with_gaps
from ddcore.figures.names import full_name, short_names
from ddcore.figures.theme import Theme, faded, plain
from ddcore.formats import many, number
from ddcore.interval import confidence
from ddcore.scores.before_after import BeforeAfter
from ddcore.scores.curve_kinds import Curve
from ddcore.scores.exact_bests import ExactBest
from ddcore.scores.gain import BEFORE, LEARNED, UNSEEN, Portrait
from ddcore.scores.transformed import SCALES, Transformed

HEIGHT, PREVIEW, ROW = 260, 110, 26
"""Pixels of a chart, of a small one, and of the row of a measure."""
ENDS = {3: "≥ 1,000", -3: "≤ 0.001"}
EQUAL = "All cases have the same score."
LABELS = {BEFORE: "before", LEARNED: "after, same", UNSEEN: "after, unseen"}
SCORES, RATIO = "on the scores", "on the likelihood ratio"
NEUTRAL = {"log_ratio": 0.0, "probability": 0.5}
"""Where a rescaled score points to neither class."""
AS_IS, OWN, OWN_RATIO = "scores", "T(x)", "likelihood ratio, unseen cases"
"""What a transformation of one's own is compared with, and itself."""


def densities_figure(portrait: Portrait, positive: str, negative: str, theme: Theme) -> Chart:
    """How often each class has which score: positives solid in the first colour, negatives dashed in the second."""
    if not (portrait.positives.any() or portrait.negatives.any()):
        return empty(theme, EQUAL)
    figure, short = Chart(), short_names((positive, negative))
    classes = ((positive, portrait.positives), (negative, portrait.negatives))
    for at, (name, density) in enumerate(classes):
        words = [f"{full_name(name)}<br>score {number(x)}" for x in portrait.score.tolist()]
        _add_class(figure, theme, at, portrait.score, density, short[name], words)
    _dress_densities(figure, theme, "score")
    return figure


def transformed_figure(spread: Transformed, positive: str, negative: str, theme: Theme) -> Chart:
    """Steps of both classes over the transformed score; at the grey line both are as high if the ratio is right."""
    figure, short = Chart(), short_names((positive, negative))
    ends = list(zip(spread.edges[:-1].tolist(), spread.edges[1:].tolist(), strict=True))
    edges = np.repeat(spread.edges, 2)[1:-1]
    for at, (name, density) in enumerate(((positive, spread.positives), (negative, spread.negatives))):
        words = [f"{full_name(name)}<br>{number(low)} to {number(high)}" for low, high in ends for _ in range(2)]
        _add_class(figure, theme, at, edges, np.repeat(density, 2), short[name], words)
    figure.add_vline(x=NEUTRAL[spread.scale], line={"width": 2, "color": theme.chance, "dash": "dash"})
    _dress_densities(figure, theme, SCALES[spread.scale])
    return figure


def _add_class(figure: Chart, theme: Theme, at: int, x: Array, density: Array, name: str, words: Sequence[str]) -> None:
    """The density of the positives, 0, or of the negatives, 1, shaded down to the axis."""
    colour = theme.colour(at)
    add_line(
        figure,
        x,
        density,
        colour,
        name,
        dash=("solid", "dash")[at],
        hover=words,
        fill="tozeroy",
        fillcolor=faded(colour, 0.12),
    )


def _dress_densities(figure: Chart, theme: Theme, axis: str) -> None:
    figure.update_xaxes(title_text=axis, nticks=6)
    figure.update_yaxes(title_text="frequency", showticklabels=False, rangemode="tozero")
    dress(figure, theme, HEIGHT)


def densities_alt(portrait: Portrait, positive: str, negative: str) -> str:
    """What `densities_figure` shows, in words."""
    if not (portrait.positives.any() or portrait.negatives.any()):
        return EQUAL
    tops = [_top(portrait.score, density) for density in (portrait.positives, portrait.negatives)]
    return f"Scores of each class: those of {positive} are most frequent near {tops[0]}, {negative} near {tops[1]}."


def _top(score: Array, density: Array) -> str:
    """The score at the top of a density, the middle one of a plateau."""
    return number(float(np.median(score[density >= density.max() * (1 - 1e-9)])))


def transformed_alt(spread: Transformed, positive: str, negative: str) -> str:
    """What `transformed_figure` shows, in words."""
    tops = [
        f"{number(float(spread.edges[place]))} to {number(float(spread.edges[place + 1]))}"
        for place in (int(spread.positives.argmax()), int(spread.negatives.argmax()))
    ]
    return (
        f"Unseen cases by {SCALES[spread.scale]}: those of {positive} are most frequent from {tops[0]}, {negative} "
        f"from {tops[1]}."
    )


def preview_figure(portrait: Portrait, theme: Theme) -> Chart:
    """Both densities, small."""
    figure = densities_figure(portrait, "positives", "negatives", theme)
    figure.update_xaxes(title_text="")
    figure.update_yaxes(title_text="")
    dress(figure, theme, PREVIEW)
    figure.update_layout(
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        legend={"entrywidth": 86},
        margin={"l": 0, "r": 4, "t": 4, "b": 0},
    )
    return figure


def preview_alt(portrait: Portrait) -> str:
    """What `preview_figure` shows, in words."""
    return densities_alt(portrait, "positives", "negatives")


def ratio_figure(
    portrait: Portrait, theme: Theme, threshold: float | None = None, exact: Portrait | None = None
) -> Chart:
    """The likelihood ratio over the score on a logarithmic axis, in its band; at the grey line it says nothing.

    The line is thick where the band leaves 1 out, and dotted where it holds 1; `exact` is that of the known laws.
    """
    figure, score = Chart(), portrait.score
    top = math.log10(LARGEST_RATIO)
    shown, low_end, high_end = (
        np.clip(log / math.log(10), -top, top) for log in (portrait.log_ratio, portrait.low, portrait.high)
    )
    clear, banded = _clear(portrait), not np.isnan(portrait.low).any()
    columns = (values.tolist() for values in (score, portrait.log_ratio, portrait.low, portrait.high))
    words = [
        f"score {number(x)}<br>{times(log)}{_between(low, high)}" for x, log, low, high in zip(*columns, strict=True)
    ]
    doubtful = not clear.all()
    add_line(
        figure, score, 10**shown, theme.text, "may be 1", width=1.5, dash="2px,3px", hover=words, showlegend=doubtful
    )
    if banded:
        shade = faded(theme.text, 0.18)
        add_line(figure, score, 10**high_end, theme.text, "high", width=0, showlegend=False)
        add_line(
            figure,
            score,
            10**low_end,
            theme.text,
            f"{confidence()} of resamples",
            width=0,
            fill="tonexty",
            fillcolor=shade,
            showlegend=True,
        )
    sure = with_gaps(np.where(clear, 10**shown, math.nan))
    add_line(figure, score, sure, theme.text, "is not 1", width=3, showlegend=banded and bool(clear.any()))
    figure.add_hline(y=1, line={"width": 2, "color": theme.chance, "dash": "dash"})
    if threshold is not None and score[0] <= threshold <= score[-1]:
        line = {"color": theme.user, "width": 2, "dash": "dot"}
        line_at(figure, threshold, line, f"threshold {number(threshold)}", theme.text)
    seen = np.concatenate([shown, low_end, high_end] if banded else [shown])
    low, high = min(-1, math.floor(seen.min())), max(1, math.ceil(seen.max()))
    exponents = range(low, high + 1)
    figure.update_xaxes(title_text="score", nticks=6)
    figure.update_yaxes(
        type="log",
        title_text="likelihood ratio",
        range=[low - 0.1, high + 0.1],
        tickvals=[10.0**exponent for exponent in exponents],
        ticktext=[ENDS.get(exponent, f"{10.0**exponent:,g}") for exponent in exponents],
    )
    dress(figure, theme, HEIGHT)
    return figure if exact is None else with_exact_ratio(figure, theme, exact)


def with_exact_ratio(figure: Chart, theme: Theme, portrait: Portrait) -> Chart:
    """The chart of the ratio with the exact one; it ends where the chart does."""
    top = np.log(LARGEST_RATIO)
    ratio = np.exp(np.clip(portrait.log_ratio, -top, top))
    return with_exact_line(figure, theme, portrait.score, ratio, "exact", HEIGHT)


def _clear(portrait: Portrait) -> NDArray[np.bool_]:
    """At which scores the band leaves a ratio of 1 out; everywhere where there is no band."""
    return ~((portrait.low <= 0) & (portrait.high >= 0))


def _between(low: float, high: float) -> str:
    """The ends of the band at a score, nothing where there is none."""
    if math.isnan(low):
        return ""
    farthest = math.log(LARGEST_RATIO)
    ends = [number(round(math.exp(min(max(log, -farthest), farthest)), 3)) for log in (low, high)]
    return f"<br>{confidence()} of resamples: {ends[0]} to {ends[1]}" + (
        ", which includes 1" if low <= 0 <= high else ""
    )


def unclear(portrait: Portrait) -> list[tuple[float, float]]:
    """Stretches of scores whose ratio these cases do not tell apart from 1, from the lowest on.

    >>> zero, one = np.zeros(4), np.ones(4)
    >>> unclear(Portrait(np.arange(4.0), one, one, zero, np.array([-1, -1, 1, -1]), np.array([1, 1, 2, 1])))
    [(0.0, 1.0), (3.0, 3.0)]
    """
    held = np.concatenate(([False], ~_clear(portrait), [False]))
    edges = np.flatnonzero(held[1:] != held[:-1]).reshape(-1, 2)
    return [(float(portrait.score[first]), float(portrait.score[last - 1])) for first, last in edges.tolist()]


def times(log_ratio: float) -> str:
    """A ratio in words.

    >>> times(0.0), times(math.log(4)), times(-math.log(4))
    ('equally frequent in both classes', '4 times as frequent among positives', '4 times as frequent among negatives')
    """
    if abs(log_ratio) < 0.0005:
        return "equally frequent in both classes"
    whose = "positives" if log_ratio > 0 else "negatives"
    if abs(log_ratio) > 690:
        return f"found among {whose} only"
    if abs(log_ratio) > math.log(LARGEST_RATIO):
        return f"more than {number(LARGEST_RATIO)} times as frequent among {whose}"
    return f"{number(round(math.exp(abs(log_ratio)), 3))} times as frequent among {whose}"


def ratio_alt(portrait: Portrait) -> str:
    """What `ratio_figure` shows, in words."""
    low, high = int(portrait.log_ratio.argmin()), int(portrait.log_ratio.argmax())
    if portrait.log_ratio[low] == portrait.log_ratio[high]:
        ends = f"It is the same at every score: {times(float(portrait.log_ratio[low]))}."
    else:
        ends = (
            f"It is lowest near {number(float(portrait.score[low]))} ({times(float(portrait.log_ratio[low]))}) and "
            f"highest near {number(float(portrait.score[high]))} ({times(float(portrait.log_ratio[high]))})."
        )
    return " ".join(["Likelihood ratio over the score.", ends, *_unclear_in_words(portrait)])


def _unclear_in_words(portrait: Portrait) -> list[str]:
    """At which scores the band holds a ratio of 1."""
    stretches = unclear(portrait)
    if np.isnan(portrait.low).any():
        return []
    if not stretches:
        return ["It clearly differs from 1 at every score."]
    if stretches == [(portrait.score[0], portrait.score[-1])]:
        return ["It does not clearly differ from 1 at any score."]
    where = [number(low) if low == high else f"{number(low)} to {number(high)}" for low, high in stretches]
    more = f" and {many(len(where) - 3, 'more range')}" if len(where) > 3 else ""
    return [f"It does not clearly differ from 1 at scores {', '.join(where[:3])}{more}."]


def gain_figure(curves: Mapping[str, Curve], theme: Theme, exact: Curve | None = None) -> Chart:
    """A curve before (dashed grey), after on the same cases (dotted) and after on unseen cases (solid).

    `exact` is the curve of the exact ratio.
    """
    looks = {
        BEFORE: (theme.chance, 2, "dash"),
        LEARNED: (theme.colour(0), 2, "dot"),
        UNSEEN: (theme.colour(0), 3, "solid"),
    }
    figure = _compared(curves, LABELS, looks, theme)
    return (
        figure
        if exact is None
        else with_exact_curve(figure, theme, exact, f"exact ratio {number(exact.summary)}", HEIGHT)
    )


def transformation_figure(curves: Mapping[str, Curve], theme: Theme) -> Chart:
    """Curves by name: T(x) solid, the scores as they are dashed grey, their ratio dotted."""
    looks = {
        AS_IS: (theme.chance, 2, "dash"),
        OWN: (theme.colour(1), 3, "solid"),
        OWN_RATIO: (theme.colour(0), 2, "dot"),
    }
    return _compared(curves, {AS_IS: "scores", OWN: "T(x)", OWN_RATIO: "ratio, unseen"}, looks, theme)


def _compared(
    curves: Mapping[str, Curve], labels: Mapping[str, str], looks: Mapping[str, tuple[str, float, str]], theme: Theme
) -> Chart:
    """Curves of one kind with their labels, and a thin line of chance; a look is colour, width and dash."""
    first = next(iter(curves.values()))
    kind, figure = first.kind, Chart()
    chance = kind.chance(first.positives, first.negatives)
    x, y = (kind.axes(np.array([point[at] for point in chance], np.float64)).tolist() for at in (0, 1))
    add_line(figure, x, y, theme.joint, width=1)
    for name, curve in curves.items():
        colour, width, dash = looks[name]
        label, words = f"{labels[name]} {number(curve.summary)}", hover(name, curve, thresholds=False)
        add_line(figure, kind.axes(curve.x), kind.axes(curve.y), colour, label, width=width, dash=dash, hover=words)
    axes(figure, curves.values())
    dress(figure, theme, HEIGHT)
    return figure


def gain_alt(curves: Mapping[str, Curve]) -> str:
    """What `gain_figure` shows, in words."""
    kind = curves[BEFORE].kind
    areas = "; ".join(f"{name} {number(curve.summary)}" for name, curve in curves.items())
    title = kind.title.removesuffix(" curve")
    return f"{title} curve of the scores and of their likelihood ratio. The {kind.summary_name}: {areas}."


def transformation_alt(curves: Mapping[str, Curve], text: str) -> str:
    """What `transformation_figure` shows, in words."""
    kind = next(iter(curves.values())).kind
    areas = "; ".join(f"{name} {number(curve.summary)}" for name, curve in curves.items())
    return (
        f"{kind.title} curve of T(x) = {plain(text, 60)}, of the scores and of their likelihood ratio. The "
        f"{kind.summary_name}: {areas}."
    )


def before_after_figure(measures: Sequence[BeforeAfter], exact: Mapping[str, ExactBest], theme: Theme) -> Chart:
    """A row a measure: a hollow grey dot before, a filled one after; where the laws are known both as short lines."""
    figure = Chart()
    places = [float(at) for at in range(len(measures))]
    before, after = ([each.shown[at] for each in measures] for at in (0, 1))
    add_line(figure, segments(before, after), segments(places, places), theme.joint, width=2)
    if exact:
        laws = [exact[each.measure.key] for each in measures]
        add_dots(
            figure,
            [value for law in laws for value in (law.before, law.after)],
            [place for place in places for _ in range(2)],
            {"symbol": "line-ns", "size": 16, "line": {"width": 2, "color": theme.user}},
            "exact",
            hover=[
                f"<b>{law.measure.name}</b><br>{which} exactly {number(value)}"
                for law in laws
                for which, value in ((SCORES, law.before), (RATIO, law.after))
            ],
        )
    words = [_both_values(each) for each in measures]
    filled = {"symbol": "circle", "size": 11, "color": theme.colour(0)}
    for name, x, marker in ((SCORES, before, ring(theme)), (RATIO, after, filled)):
        add_dots(figure, x, places, marker, name, hover=words)
    rows(figure, theme, [each.measure for each in measures], ROW)
    return figure


def _both_values(measure: BeforeAfter) -> str:
    """Both values and the gain with its interval."""
    before, after = measure.shown
    text = f"<b>{measure.measure.name}</b><br>{SCORES} {number(before)}, {RATIO} {number(after)}"
    if math.isnan(measure.gain.value):
        return text
    return f"{text}<br>gain {number(measure.gain.value)} ({number(measure.gain.low)} to {number(measure.gain.high)})"


def before_after_alt(measures: Sequence[BeforeAfter]) -> str:
    """What `before_after_figure` shows, in words."""
    values = "; ".join(
        f"{each.measure.name} {number(before)} and {number(after)}"
        for each, (before, after) in ((each, each.shown) for each in measures)
    )
    return f"Each measure at its best threshold, on the scores and on their likelihood ratio: {values}."
