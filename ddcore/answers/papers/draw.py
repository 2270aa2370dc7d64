"""The items of the documents as bars: how many of each hold."""

from collections.abc import Sequence

from ddcore.figures.chart import Chart
from ddcore.figures.marks import add_bars, dress
from ddcore.figures.theme import Theme
from ddcore.formats import many
from ddcore.papers import SHORT, STATUSES, Row

ROW = 44
HEIGHT = 90


def tally(rows: Sequence[Row]) -> dict[str, list[int]]:
    """How many items of each document have each result, in the order of the documents."""
    return {
        status: [sum(row.document == document and row.status == status for row in rows) for document in SHORT]
        for status in STATUSES
    }


def papers_figure(rows: Sequence[Row], theme: Theme) -> Chart:
    """A bar a document, of its items that hold, that differ, and that cannot be had."""
    figure = Chart()
    colours = {"same": theme.colour(0), "differs": theme.colour(1), "cannot be had": theme.joint}
    patterns = {"same": "", "differs": "/", "cannot be had": "."}
    names = list(SHORT.values())
    for status, counted in tally(rows).items():
        add_bars(
            figure,
            counted,
            names,
            colours[status],
            status,
            orientation="h",
            marker={"pattern": {"shape": patterns[status], "fillmode": "overlay", "solidity": 0.2}},
            hover=[f"{name}: {many(number, 'item')}, {status}" for name, number in zip(names, counted, strict=True)],
        )
    figure.update_layout(barmode="stack", bargap=0.35, legend_traceorder="normal")
    figure.update_xaxes(title_text="items")
    figure.update_yaxes(autorange="reversed")
    dress(figure, theme, HEIGHT + ROW * len(names))
    return figure


def papers_alt(rows: Sequence[Row]) -> str:
    """What `papers_figure` shows, in words."""
    counted = tally(rows)
    told = (
        f"{name}: {', '.join(f'{counted[status][place]} {status}' for status in STATUSES)}"
        for place, name in enumerate(SHORT.values())
    )
    return f"How many items of each document hold. {'; '.join(told)}."
