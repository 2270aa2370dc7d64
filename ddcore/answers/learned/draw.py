"""Figures of what a model has learned: the mean score of mixes of oracle and guessing, and the shares read off it."""

import math
from collections.abc import Sequence

from ddcore.chance.learned import Learned
from ddcore.figures.chart import Chart
from ddcore.figures.marks import add_dots, add_intervals, add_line, dress, empty, key, label_rows, on_a_scale
from ddcore.figures.names import full_name, short_names
from ddcore.figures.theme import DASHES, SYMBOLS, Theme, label
from ddcore.formats import begun, number, percent
from ddcore.interval import confidence

Row = Sequence[Learned]
"""One measure of every model."""
LINES, MODELS = 3, 4
"""Measures and models in one chart."""
NOTHING = "None of these measures has an oracle's share here."


def _of_model(rows: Sequence[Row], model: str) -> list[Learned]:
    """Every measure of one model."""
    return [result for row in rows for result in row if result.model == model]


def drawn_lines(rows: Sequence[Row], selected: str) -> list[Row]:
    """The measures that get a curve: the first of which the selected model has a share, on a scale with two ends.

    Those that a little oracle lifts come last: their curve is a wall.
    """
    own = zip(rows, _of_model(rows, selected), strict=True)
    placed = [(row, result) for row, result in own if result.state == "learned" and on_a_scale(result.measure)]
    return [row for row, _ in sorted(placed, key=lambda item: item[1].lifted)][:LINES]


def blend_figure(rows: Sequence[Row], selected: str, theme: Theme) -> Chart:
    """Mean score over the share of oracle, a line a measure; each model stands on it where it scores as much.

    From the score of the selected model a dotted line leads to the curve and down to its share; the thick part of the
    curve is its interval.
    """
    if not rows:
        return empty(theme, NOTHING)
    figure = Chart()
    names = [result.model for result in rows[0]]
    short = short_names(names)
    first = _lowest([result for row in rows for result in row])
    for at, (row, own) in enumerate(zip(rows, _of_model(rows, selected), strict=True)):
        _curve(figure, theme, at, own, first)
        _guide(figure, theme, at, own, first)
        for place, result in enumerate(row):
            if result.state == "learned" and result.blend is own.blend:
                mark = _mark(place, 11, theme.colour(at)) | {"line": {"width": 1.5, "color": theme.text}}
                add_dots(figure, [result.share.value], [result.score.value], mark, hover=[_hover(result)])
    for place, name in enumerate(names):
        key(figure, short[name], _mark(place, 11, theme.muted))
    figure.update_xaxes(
        range=[first - 0.02, 1.02],
        tickformat=".0%",
        nticks=7,
        title_text="oracle's share" if first == 0 else "oracle's share (below 0: an oracle that is always wrong)",
    )
    figure.update_yaxes(nticks=7, title_text="mean score of the mix")
    dress(figure, theme, 320)
    return figure


def _lowest(results: Sequence[Learned]) -> float:
    """The lowest of some shares and of the lower ends of their intervals, at most 0."""
    ends = [end for result in results for end in (result.share.value, result.share.low) if math.isfinite(end)]
    return min([0.0, *ends])


def _mark(place: int, size: int, colour: str) -> dict[str, object]:
    """The mark of a model, by its place."""
    return {"symbol": SYMBOLS[place % len(SYMBOLS)], "size": size, "color": colour}


def _curve(figure: Chart, theme: Theme, at: int, result: Learned, first: float) -> None:
    """The line of one measure, its part within the interval thick."""
    if result.blend is None:
        return
    shares, means = result.blend.line(first)
    name, share, score = label(result.measure), result.share, result.score
    add_line(
        figure,
        shares,
        means,
        theme.colour(at),
        name,
        dash=DASHES[at % len(DASHES)],
        hover=[f"<b>{name}</b><br>{percent(x)} oracle: {number(y)}" for x, y in zip(shares, means, strict=True)],
    )
    if not share.is_finite:
        return
    inside = (shares > share.low) & (shares < share.high)
    low, high = (score.low, score.high) if result.measure.better == "higher" else (score.high, score.low)
    add_line(
        figure,
        [share.low, *shares[inside], share.high],
        [low, *means[inside], high],
        theme.colour(at),
        width=8,
        opacity=0.35,
    )


def _guide(figure: Chart, theme: Theme, at: int, result: Learned, first: float) -> None:
    """From the score to the curve, and from there down to the share, which stands beside."""
    share, score = result.share.value, result.score.value
    lowest = min(0.0, result.chance, score)
    add_line(
        figure,
        [first - 0.02, share, share],
        [score, score, lowest],
        theme.colour(at),
        width=1,
        dash="dot",
    )


def _hover(result: Learned) -> str:
    share = result.share
    interval = f" ({confidence()}: {percent(share.low)} to {percent(share.high)})" if share.is_finite else ""
    return (
        f"<b>{result.measure.name}</b>, {full_name(result.model)}<br>score: {number(result.score.value)}"
        f"<br>oracle's share: {percent(share.value)}{interval}<br>guessing alone: {number(result.chance)}"
    )


def blend_alt(rows: Sequence[Row], selected: str) -> str:
    """What `blend_figure` shows, in words."""
    results = _of_model(rows, selected)
    if not results:
        return f"Mean score over the oracle's share. {NOTHING}"
    parts = [
        f"{result.measure.name} goes from {number(result.chance)} at 0 % to {number(result.ideal)} at 100 %; "
        f"{result.model} scores {number(result.score.value)}, like a mix with {percent(result.share.value)} "
        f"oracle"
        for result in results
    ]
    return f"Mean score over the oracle's share. {'. '.join(parts)}."


def learned_figure(rows: Sequence[Row], theme: Theme) -> Chart:
    """The share of oracle of each model with its interval, a row a measure; without one the row is left out."""
    drawn = [row for row in rows if any(result.state == "learned" for result in row)]
    if not drawn:
        return empty(theme, NOTHING)
    figure = Chart()
    names = [result.model for result in drawn[0]]
    short, slot = short_names(names), 0.7 / len(names)
    for place, name in enumerate(names):
        placed = [
            (y + (place - (len(names) - 1) / 2) * slot, row[place])
            for y, row in enumerate(drawn)
            if row[place].state == "learned"
        ]
        sure = [(y, result.share) for y, result in placed if result.share.is_finite]
        colour = theme.colour(place)
        add_intervals(figure, [s.low for _, s in sure], [s.high for _, s in sure], [y for y, _ in sure], colour)
        fills = [colour if result.surely else theme.background for _, result in placed]
        add_dots(
            figure,
            [result.share.value for _, result in placed],
            [y for y, _ in placed],
            _mark(place, 10, colour) | {"color": fills, "line": {"width": 2, "color": colour}},
            short[name],
            hover=[_hover(result) for _, result in placed],
            showlegend=False,
        )
        # The legend would show the first marker, which may be hollow.
        key(figure, short[name], _mark(place, 10, colour))
    shares = [result for row in drawn for result in row if result.state == "learned"]
    if not all(result.surely for result in shares):
        hollow = {"size": 10, "color": theme.background, "line": {"width": 2, "color": theme.muted}}
        key(figure, "hollow: may be 0", hollow)
    figure.add_shape(type="line", x0=0, x1=0, y0=0, y1=1, yref="y domain", line={"color": theme.chance, "width": 2})
    figure.update_xaxes(range=[_lowest(shares) - 0.03, 1.03], tickformat=".0%", nticks=6, title_text="oracle's share")
    label_rows(figure, theme, [label(row[0].measure) for row in drawn])
    dress(figure, theme, len(drawn) * max(26, 16 * len(names) + 8))
    return figure


def learned_alt(rows: Sequence[Row], selected: str) -> str:
    """What `learned_figure` shows, in words."""
    results = [result for result in _of_model(rows, selected) if result.state == "learned"]
    if not results:
        return f"Oracle's share by measure. {NOTHING}"
    shares = ", ".join(f"{result.measure.name} {percent(result.share.value)}" for result in results[:4])
    return (
        f"Oracle's share of {len(rows[0])} model{'s' if len(rows[0]) > 1 else ''} by measure. {begun(selected)}: "
        f"{shares}{' and more' if len(results) > 4 else ''}."
    )
