"""Which cases a person should see: the band on the scores, and what referring more buys."""

import math

from ddcore.arrays import Array
from ddcore.decisions.coverage import RiskCoverage
from ddcore.decisions.reject import RejectBand
from ddcore.figures.chart import Chart
from ddcore.figures.curves import cases
from ddcore.figures.marks import ABOVE, add_bars, add_line, dress, line_at, side, with_gaps
from ddcore.figures.names import full_name, short_names
from ddcore.figures.theme import Theme, faded, label, plain
from ddcore.formats import number, percent

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
