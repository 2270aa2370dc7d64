"""How long a report takes, beside plotly and scikit-learn making less of it: `python -m tests.bench.bench_report`.

The peer for HTML writes the same charts as one page each with plotly; the one for PDF draws them one by one with
kaleido, whose Chromium is warm in both.
"""

import importlib.util

import kaleido
import numpy as np
import plotly.io

import ddcore
from ddcore.data import Data
from ddcore.report.report import report
from tests.bench.timing import seconds

MANY = 1_000_000


def data(rows: int) -> Data:
    """Scores of one model."""
    rng = np.random.default_rng(1)
    truth = rng.random(rows) < 0.1
    return ddcore.predictions(truth.astype(int), 1 / (1 + np.exp(2 - rng.normal(truth * 1.5))))


def charts(made: Data) -> list[plotly.graph_objects.Figure]:
    """Those of the default report."""
    asked = (ddcore.verdict(made), ddcore.thresholds(made), ddcore.prevalence(made))
    return [figure.draw() for answer in asked for figure in answer.figures.values()]


def main() -> None:
    """Times of formats, sizes, and ratios."""
    small = ddcore.sample("two_class_example")
    report(small).written("pdf")  # the browser is warm from here on
    figures = charts(small)
    peer = {
        "html": seconds(lambda: [plotly.io.to_html(figure) for figure in figures], 3),
        "pdf": seconds(lambda: [kaleido.calc_fig_sync(figure, opts={"format": "pdf"}) for figure in figures[:1]], 1),
    }
    for rows, what in ((0, "two_class_example"), (MANY, f"{MANY:,} cases")):
        for ending in ("html", "pdf", "xlsx", "docx", "zip"):
            fresh = [ddcore.sample("two_class_example") if not rows else data(rows) for _ in range(2)]
            took = seconds(lambda fresh=fresh, ending=ending: report(fresh.pop()).written(ending), 2)
            size = len(report(small if not rows else data(rows)).written(ending))
            ratio = f", {took / peer[ending]:.2f} times its peer" if ending in peer else ""
            print(f"{what} as {ending}: {took:.2f} s, {size / 1000:,.0f} kB{ratio}")


if __name__ == "__main__":
    assert importlib.util.find_spec("typst")
    main()
