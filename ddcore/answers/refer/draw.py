"""Which cases a person should see: the band on the scores, and what referring more buys."""

import math
from collections.abc import Mapping

from ddcore.arrays import Array
from ddcore.decisions.coverage import RiskCoverage
from ddcore.decisions.reject import RejectBand
from ddcore.figures.chart import Chart
from ddcore.figures.curves import cases
from ddcore.figures.marks import ABOVE, add_bars, add_dots, add_line, dress, label_rows, line_at, side, with_gaps
from ddcore.figures.names import full_name, short_names
from ddcore.figures.theme import Theme, faded, label, plain
from ddcore.formats import number, percent
from ddcore.table import ScoreTable

HEIGHT = 300


def band_figure(
    histogram: tuple[Array, Array, Array], band: RejectBand, positive: str, negative: str, theme: Theme
) -> Chart:
    """A stacked histogram of the scores of both classes, and the band of those that a person sees.

    `histogram` is that of `thinning.binned`.
    """
    edges, positives, negatives = histogram
    middle, width = (edges[:-1] + edges[1:]) / 2, float(edges[1] - edges[0])
    figure, short = Chart(), short_names((positive, negative), 12)
    classes = ((positive, positives, ""), (negative, negatives, "/"))
    for at, (name, tally, pattern) in enumerate(classes):
        add_bars(
            figure,
            middle,
            tally,
            faded(theme.colour(at), 0.75),
            f"truly {short[name]}",
            width=width,
            marker={
                "line": {"width": 0},
                "pattern": {
                    "shape": pattern,
                    "fillmode": "overlay",
                    "fgcolor": theme.background,
                    "fgopacity": 0.8,
                    "size": 6,
                    "solidity": 0.2,
                },
            },
            hover=[
                f"score {number(x - width / 2)} to {number(x + width / 2)}<br>truly {full_name(name)}: {cases(y)}"
                for x, y in zip(middle.tolist(), tally.tolist(), strict=True)
            ],
        )
    if not band.closed and not math.isnan(band.low):
        low, high = (min(max(end, float(edges[0])), float(edges[-1])) for end in (band.low, band.high))
        figure.add_vrect(x0=low, x1=high, fillcolor=faded(theme.user, 0.12), line_width=0)
        figure.add_annotation(
            x=(low + high) / 2,
            y=1,
            yref="y domain",
            yanchor="bottom",
            text=f"a person: {percent(band.cells.share)}",
            showarrow=False,
            font={"color": theme.text},
        )
        for end in (band.low, band.high):
            if edges[0] <= end <= edges[-1]:
                figure.add_shape(
                    type="line",
                    x0=end,
                    x1=end,
                    y0=0,
                    y1=1,
                    yref="y domain",
                    line={"color": theme.user, "width": 2, "dash": "dot"},
                )
        figure.update_layout(margin=ABOVE)
    elif edges[0] <= band.low <= edges[-1]:
        line = {"color": theme.user, "width": 2, "dash": "dot"}
        line_at(figure, band.low, line, f"threshold {number(band.low)}", theme.text)
    figure.update_layout(barmode="stack", bargap=0)
    figure.update_xaxes(title_text="score", nticks=7)
    figure.update_yaxes(title_text="cases", nticks=6)
    dress(figure, theme, HEIGHT)
    return figure


def band_alt(band: RejectBand) -> str:
    """What `band_figure` shows, in words."""
    if math.isnan(band.low):
        return "Histogram of the scores of both classes, with no case referred."
    if band.closed:
        return "Histogram of the scores of both classes, with no case referred."
    ends = (number(end) if math.isfinite(end) else "the top" for end in (band.low, band.high))
    return (
        f"Histogram of the scores of both classes. The range for a person is from {next(ends)} to "
        f"{next(ends)}, {percent(band.cells.share)} of the cases."
    )


def dots_figure(
    models: Mapping[str, tuple[ScoreTable, RejectBand]], positive: str, negative: str, theme: Theme
) -> Chart:
    """A row a model with a mark for each of a few cases, and the band of those that a person sees.

    In each row positives stand above and negatives below; cases with one score stand beside each other.
    """
    figure, short = Chart(), short_names((positive, negative), 12)
    ends = [float(end) for table, _ in models.values() for end in (table.score[0], table.score[-1])]
    room = 0.04 * (max(ends) - min(ends)) or 0.5
    left, right = min(ends) - room, max(ends) + room
    for row, (_, band) in enumerate(models.values()):
        _band_of_row(figure, band, row, (left, right), theme)
    most = max(float(max(table.positives.max(), table.negatives.max())) for table, _ in models.values())
    step = min(0.1, 0.26 / most)
    for at, (name, symbol, side_of_row) in enumerate(((positive, "circle", -1), (negative, "diamond-open", 1))):
        placed = [
            (float(score), row + side_of_row * (0.12 + step * place), model)
            for row, (model, (table, _)) in enumerate(models.items())
            for score, tally in zip(table.score, table.negatives if at else table.positives, strict=True)
            for place in range(round(float(tally)))
        ]
        colour = theme.colour(at)
        add_dots(
            figure,
            [score for score, _, _ in placed],
            [height for _, height, _ in placed],
            {"symbol": symbol, "size": 10, "color": colour, "line": {"width": 2, "color": colour}},
            f"truly {short[name]}",
            hover=[f"{full_name(model)}: {number(score)}<br>truly {full_name(name)}" for score, _, model in placed],
        )
    label_rows(figure, theme, list(short_names(list(models)).values()))
    figure.update_xaxes(title_text="score", nticks=7, range=[left, right])
    dress(figure, theme, max(HEIGHT, 110 * len(models)))
    return figure


def _band_of_row(figure: Chart, band: RejectBand, row: int, reach: tuple[float, float], theme: Theme) -> None:
    """The strip of a row that a person sees with its share, or a line at the threshold."""
    left, right = reach
    if math.isnan(band.low):
        return
    line = {"color": theme.user, "width": 2, "dash": "dot"}
    if not band.closed:
        low, high = (min(max(end, left), right) for end in (band.low, band.high))
        figure.add_shape(
            type="rect",
            x0=low,
            x1=high,
            y0=row - 0.4,
            y1=row + 0.4,
            fillcolor=faded(theme.user, 0.12),
            line={"width": 0},
            layer="below",
        )
        middle, words = (low + high) / 2, f"a person: {percent(band.cells.share)}"
    elif left <= band.low <= right:
        middle, words = band.low, f"threshold {number(band.low)}"
    else:
        return
    for end in dict.fromkeys((band.low, band.high)):
        if left <= end <= right:
            figure.add_shape(type="line", x0=end, x1=end, y0=row - 0.4, y1=row + 0.4, line=line)
    figure.add_annotation(
        x=middle, y=row - 0.42, yanchor="bottom", text=words, showarrow=False, font={"color": theme.text}
    )


def dots_alt(models: Mapping[str, tuple[ScoreTable, RejectBand]]) -> str:
    """What `dots_figure` shows, in words."""
    parts = []
    for name, (_, band) in models.items():
        if band.closed or math.isnan(band.low):
            parts.append(f"{name}: no case referred")
        else:
            low, high = (number(end) if math.isfinite(end) else "the top" for end in (band.low, band.high))
            parts.append(f"{name}: from {low} to {high}, {percent(band.cells.share)} of the cases")
    return f"The score of each case, a row a model. The range for a person is, by model, {'; '.join(parts)}."


def coverage_figure(curve: RiskCoverage, share: float, theme: Theme) -> Chart:
    """A measure among the decided cases over the share that is decided; in grey where cases are referred at random."""
    figure = Chart()
    hover = [
        f"decided: {percent(at)}, referred: {percent(1 - at)}<br>{plain(curve.measure.title)}: {number(value)}"
        for at, value in zip(curve.coverage.tolist(), curve.value.tolist(), strict=True)
    ]
    best = with_gaps(curve.value)
    add_line(figure, curve.coverage, best, theme.colour(0), "best cases referred", width=3, hover=hover)
    if not curve.measure.grows:
        blind = with_gaps([curve.blind] * 2)
        add_line(figure, [0, 1], blind, theme.chance, "referred at random", width=2, dash="dash")
    line = {"color": theme.user, "width": 2, "dash": "dot"}
    line_at(figure, 1 - share, line, "decided now", theme.text, side(1 - share))
    figure.update_xaxes(title_text="share decided by the model (coverage)", range=[-0.01, 1.01], nticks=6)
    title = f"{label(curve.measure)} of the decided"
    if curve.measure.key == "ERR":
        title = "error rate of the decided (risk)"
    figure.update_yaxes(title_text=title, nticks=6)
    dress(figure, theme, HEIGHT)
    return figure


def coverage_alt(curve: RiskCoverage) -> str:
    """What `coverage_figure` shows, in words."""
    sentence = (
        f"{curve.measure.name} among the decided cases over their share: {number(curve.blind)} when all are decided"
    )
    if curve.coverage.size < 2:
        return f"{sentence}."
    half = curve.value[curve.coverage.size // 2 - 1]
    return f"{sentence}, {number(float(half))} when about half are."
