"""The figures of a measure: what chance scores over the share predicted positive, and its best over the positives."""

import math

import numpy as np

from ddcore.answers.base.words import calls
from ddcore.answers.measures.compute import Classes
from ddcore.chance.bands import Bands
from ddcore.chance.dutch_draw import Baseline
from ddcore.chance.shares import ShareCurve
from ddcore.figures.chart import Chart
from ddcore.figures.marks import add_band, add_dots, add_line, dress, empty, key, line_at, ring, side, with_gaps
from ddcore.figures.theme import Theme
from ddcore.formats import count, number, percent
from ddcore.interval import confidence
from ddcore.measures import Measure

FEW = 61
"""Most shares that have a mark each on the line."""
TOO_MANY = "The baseline of this measure over the share of positives takes too long for so many cases."


def draws_figure(curve: Bands, classes: Classes, reach: Baseline, theme: Theme) -> Chart:
    """The mean of draws over the share predicted positive with its band, and a ring where it is best."""
    measure = curve.measure
    if not np.isfinite(curve.mean).any():
        return empty(theme, f"{measure.title} has no value: {measure.undefined}.")
    figure = Chart()
    known = np.isfinite(curve.low) & np.isfinite(curve.high)
    colour = theme.colour(0)
    add_band(
        figure, curve.theta[known], curve.low[known], curve.high[known], colour, 0.16, f"{confidence()} of guesses"
    )
    add_line(
        figure,
        curve.theta,
        with_gaps(curve.mean),
        colour,
        "mean of guesses",
        hover=[
            f"{percent(theta)} predicted positive<br>mean {number(mean)}<br>{confidence()} of guesses: {number(low)} "
            f"to {number(high)}"
            for theta, mean, low, high in zip(curve.theta, curve.mean, curve.low, curve.high, strict=True)
        ],
    )
    best = reach.best(measure.better)
    if math.isfinite(best):
        add_line(figure, [0, 1], [best, best], theme.muted, "baseline", width=1.5, dash="dash")
        places = [first / classes.total for first, last in reach.reached(measure.better) if first == last]
        words = [f"baseline {number(best)}<br>{percent(place)} predicted positive" for place in places]
        if places:
            add_dots(figure, places, [best] * len(places), ring(theme), "best guess", hover=words)
    figure.update_xaxes(range=[-0.02, 1.02], nticks=7, tickformat=".0%", title_text="share of cases predicted positive")
    figure.update_yaxes(nticks=7, title_text=f"{measure.key if '=' not in measure.key else 'score'} of random guessing")
    dress(figure, theme, 260)
    return figure


def draws_alt(curve: Bands, classes: Classes, reach: Baseline) -> str:
    """What `draws_figure` shows, in words."""
    measure = curve.measure
    best = reach.best(measure.better)
    if math.isnan(best):
        return f"{measure.title} has no value: {measure.undefined}."
    how = calls(reach.reached(measure.better), classes.total)
    return (
        f"Mean {measure.title} of random guessing over the share of cases predicted positive, with the band of "
        f"{confidence()} of guesses. The baseline is {number(best)}, reached by {how}."
    )


def share_figure(measure: Measure, curve: ShareCurve | None, classes: Classes, best: float, theme: Theme) -> Chart:
    """The best mean of guessing over the share of positives, with the share of the data and the baseline there."""
    if curve is None:
        return empty(theme, TOO_MANY)
    figure = Chart()
    add_line(
        figure,
        curve.share,
        with_gaps(curve.best),
        theme.colour(0),
        hover=[
            f"{count(P)} of {count(curve.total)} positive<br>baseline {number(value)}"
            for P, value in zip(curve.positives.tolist(), curve.best.tolist(), strict=True)
        ],
        mode="lines+markers" if curve.positives.size <= FEW else "lines",
        marker={"size": 5},
    )
    share = classes.positives / classes.total
    whose = "your data" if classes.given else "the example"
    dotted = {"color": theme.user, "width": 2, "dash": "dot"}
    line_at(figure, share, dotted, f"{percent(share)} positive", theme.text, side(share))
    cross = {"symbol": "x-thin", "size": 11, "line": {"width": 2.5, "color": theme.user}}
    if math.isfinite(best):
        add_dots(figure, [share], [best], cross, hover=[f"{whose}<br>baseline {number(best)}"])
    key(figure, whose, cross)
    figure.update_xaxes(range=[-0.02, 1.02], nticks=7, tickformat=".0%", title_text="share of positive cases")
    figure.update_yaxes(nticks=7, title_text="baseline")
    dress(figure, theme, 260)
    return figure


def share_alt(measure: Measure, curve: ShareCurve | None, classes: Classes) -> str:
    """What `share_figure` shows, in words."""
    if curve is None:
        return TOO_MANY
    known = np.flatnonzero(np.isfinite(curve.best))
    if not known.size:
        return f"{measure.title} has no value at any share of positives."
    first, last = known[0], known[-1]
    return (
        f"Baseline of {measure.title} over the share of positive cases: {number(curve.best[first])} at "
        f"{percent(curve.share[first])} positive, {number(curve.best[last])} at {percent(curve.share[last])}. The "
        f"dotted line is at {percent(classes.positives / classes.total)}."
    )
