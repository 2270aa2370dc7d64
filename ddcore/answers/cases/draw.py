"""The figures of cases: the expected worth of each answer over the probability, and natural frequencies of labels."""

from collections.abc import Mapping, Sequence

import numpy as np

from ddcore.arrays import Array
from ddcore.counts import Cells
from ddcore.decisions.cases import ANSWERS
from ddcore.figures.chart import Chart
from ddcore.figures.curves import cases as case_count
from ddcore.figures.marks import ABOVE, add_bars, add_dots, add_line, dress
from ddcore.figures.names import full_name, short_names
from ddcore.figures.theme import DASHES, Theme, faded, plain
from ddcore.formats import count, number, percent

Bins = tuple[Array, Array, Array, Array]
"""The edges of bins of the probability, and the positives, negatives and cases of unknown truth in each."""

HEIGHT = 400
NAMES = {"positive": "predict positive", "negative": "predict negative", "refer": "a person"}


def cases_figure(
    lines: Mapping[str, tuple[float, float]],
    switches: Sequence[tuple[float, int]],
    bins: Bins,
    theme: Theme,
    mark: float | None = None,
    unit: str = "",
    as_costs: bool = False,
    names: tuple[str, str] = ("positive", "negative"),
) -> Chart:
    """The expected worth of each answer over the probability, the best one bold; below, the cases at each probability.

    `lines` are the worth of answers at a probability of 0 and of 1, `mark` is the probability of one case.
    """
    figure = Chart()
    starts = [cut for cut, _ in switches]
    for place, name in enumerate(ANSWERS):
        if name not in lines:
            continue
        low, high = lines[name]
        colour, dash, everywhere = theme.colour(place), DASHES[place], f"everywhere, {NAMES[name]}"
        add_line(figure, [0, 1], [low, high], colour, everywhere, width=1.5, dash=dash, showlegend=False)
        stretches = [(cut, end) for (cut, at), end in zip(switches, [*starts[1:], 1.0], strict=True) if at == place]
        x = [at for cut, end in stretches for at in (*np.linspace(cut, end, 21).tolist(), None)]
        y = [None if at is None else low + at * (high - low) for at in x]
        hover = [
            "" if at is None or worth is None else f"probability {number(at)}<br>{NAMES[name]}: {number(worth)}"
            for at, worth in zip(x, y, strict=True)
        ]
        title = NAMES[name] if x else f"{NAMES[name]}, never best"
        add_line(figure, x or [None], y or [None], colour, title, width=4, dash=dash, hover=hover)
    _bars(figure, bins, names, theme)
    _switch_lines(figure, switches, theme)
    if mark is not None:
        best = ANSWERS[switches[int(np.searchsorted(starts, mark, side="right")) - 1][1]]
        low, high = lines[best]
        diamond = {"symbol": "diamond", "size": 12, "color": theme.user}
        diamond["line"] = {"width": 2, "color": theme.background}
        hover = [f"the selected case: {percent(mark)}"]
        add_dots(figure, [mark], [low + mark * (high - low)], diamond, "the selected case", hover=hover)
    worth = "expected cost" if as_costs else "expected worth"
    figure.update_xaxes(title_text="probability of being positive", range=[-0.01, 1.01], nticks=6)
    figure.update_layout(
        barmode="stack",
        bargap=0,
        yaxis={"domain": [0.36, 1], "title": {"text": f"{worth}, {plain(unit)}" if unit else worth}, "nticks": 6},
        yaxis2={"domain": [0, 0.28], "anchor": "x", "title": {"text": "cases"}, "nticks": 3},
        xaxis={"anchor": "y2"},
    )
    dress(figure, theme, HEIGHT)
    return figure


def _bars(figure: Chart, bins: Bins, names: tuple[str, str], theme: Theme) -> None:
    """The number of cases at each probability, stacked by their truth."""
    edges, *tallies = bins
    short = short_names(names, 12)
    truths = (f"truly {short[names[0]]}", f"truly {short[names[1]]}", "truth unknown")
    for tally, name, colour, pattern in zip(
        tallies, truths, (theme.colour(0), theme.colour(1), theme.muted), ("", "/", "x"), strict=True
    ):
        if not tally.any():
            continue
        add_bars(
            figure,
            (edges[:-1] + edges[1:]) / 2,
            tally,
            faded(colour, 0.75),
            name,
            hover=[
                f"probability {number(low)} to {number(high)}<br>{name}: {case_count(cases)}"
                for low, high, cases in zip(edges[:-1].tolist(), edges[1:].tolist(), tally.tolist(), strict=True)
            ],
            width=np.diff(edges),
            yaxis="y2",
            marker={
                "line": {"width": 0},
                "pattern": {"shape": pattern, "fillmode": "overlay", "fgcolor": theme.background, "size": 6},
            },
        )


def _switch_lines(figure: Chart, switches: Sequence[tuple[float, int]], theme: Theme) -> None:
    """Dotted lines where the best answer changes, through both charts."""
    for cut, _ in switches[1:]:
        line = {"color": theme.user, "width": 2, "dash": "dot"}
        figure.add_shape(type="line", x0=cut, x1=cut, y0=0, y1=1, yref="paper", line=line)
        figure.add_annotation(
            x=cut, y=1, yref="paper", yanchor="bottom", text=number(cut), showarrow=False, font={"color": theme.text}
        )
    figure.update_layout(margin=ABOVE)


def cases_alt(switches: Sequence[tuple[float, int]]) -> str:
    """What `cases_figure` shows, in words."""
    listed = ", ".join(f"{NAMES[ANSWERS[at]]} from {number(cut)} on" for cut, at in switches)
    return f"Expected worth of each answer over the probability of being positive. Best: {listed}."


def frequencies_figure(total: int, cells: Cells, names: tuple[str, str], theme: Theme) -> Chart:
    """A tree of natural frequencies: all cases, both classes, what is predicted of each, and what that means."""
    figure, short = Chart(), short_names(names, 12)
    positive, negative = (short[name] for name in names)
    P, N, called = cells.tp + cells.fn, cells.fp + cells.tn, cells.tp + cells.fp
    boxes = {
        "all": (0.5, 3, f"{count(total)} cases", ""),
        "P": (0.25, 2, f"{count(P)}<br>truly {positive}", ""),
        "N": (0.75, 2, f"{count(N)}<br>truly {negative}", ""),
        "tp": (0.12, 1, f"<b>{count(cells.tp)}</b><br>predicted<br>{positive}", "called"),
        "fn": (0.375, 1, f"{count(cells.fn)}<br>predicted<br>{negative}", ""),
        "fp": (0.625, 1, f"<b>{count(cells.fp)}</b><br>predicted<br>{positive}", "called"),
        "tn": (0.88, 1, f"{count(cells.tn)}<br>predicted<br>{negative}", ""),
    }
    joined = [("all", "P"), ("all", "N"), ("P", "tp"), ("P", "fn"), ("N", "fp"), ("N", "tn")]
    if called:
        text = f"<b>{count(cells.tp)} of {count(called)}</b> predicted<br>{positive} are truly so"
        boxes["called"] = (0.36, 0, text, "called")
        joined += [("tp", "called"), ("fp", "called")]
    for start, end in joined:
        (x0, y0, *_), (x1, y1, *_) = boxes[start], boxes[end]
        add_line(figure, [x0, x1], [y0, y1], theme.muted, width=1.5, dash="dot" if end == "called" else "solid")
    for x, y, text, kind in boxes.values():
        figure.add_annotation(
            x=x,
            y=y,
            text=text,
            showarrow=False,
            bgcolor=theme.second,
            bordercolor=theme.colour(0) if kind else theme.grid,
            borderwidth=2 if kind else 1,
            borderpad=4,
            font={"color": theme.text, "size": 13},
            hovertext=f"{full_name(names[0])} is positive",
        )
    figure.update_xaxes(visible=False, range=[0, 1])
    figure.update_yaxes(visible=False, range=[-0.35, 3.3])
    dress(figure, theme, 330)
    return figure


def frequencies_alt(total: int, cells: Cells, names: tuple[str, str]) -> str:
    """What `frequencies_figure` shows, in words."""
    positive, negative = (full_name(name) for name in names)
    called = cells.tp + cells.fp
    meant = f" {count(cells.tp)} of {count(called)} predicted {positive} are truly so." if called else ""
    return (
        f"A tree of {count(total)} cases: {count(cells.tp + cells.fn)} are truly {positive}, of which "
        f"{count(cells.tp)} are predicted {positive}; {count(cells.fp + cells.tn)} are truly {negative}, of which "
        f"{count(cells.fp)} are predicted {positive}.{meant}"
    )
