"""How long a report takes, beside plotly and scikit-learn making less of it: `python -m tests.bench.bench_report`.

The peer for HTML is plotly, which writes each chart as a page of its own; the one for PDF is kaleido, which draws one
chart. Then what other visitors' sliders feel while reports with pictures are made, one after the other.
"""

import asyncio
import time
from threading import Event, Thread
from urllib.request import urlopen

import kaleido
import numpy as np
import plotly.io

import ddcore
from ddcore.data import Data
from ddcore.report.pictures import painter
from ddcore.report.report import report
from tests.bench.bench_api import moves
from tests.bench.timing import seconds
from tests.helpers.serving import free_port, running
from tests.load.visitors import THETA, THRESHOLD

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


def asked_for(port: int, ending: str, end: Event, made: list[float]) -> None:
    """Reports of a sample, one after the other."""
    address = f"http://localhost:{port}/api/v1/report?sample=two_class_example&format={ending}"
    while not end.is_set():
        start = time.perf_counter()
        with urlopen(address, timeout=120) as answer:
            answer.read()
        made.append(time.perf_counter() - start)


def sliders(seconds_each: float = 20) -> None:
    """How long a slider takes alone, and while each format is made."""
    port = free_port()
    with running(port):
        time.sleep(8)
        for what, (link, key) in {"θ": THETA, "threshold on Curves": THRESHOLD}.items():
            for ending in ("", "html", "pdf", "zip"):
                end, made = Event(), list[float]()
                thread = Thread(target=asked_for, args=(port, ending, end, made))
                if ending:
                    thread.start()
                    while not made:
                        time.sleep(0.1)
                took = 1000 * np.array(asyncio.run(moves(port, link, key, round(5 * seconds_each))))
                if ending:
                    end.set()
                    thread.join()
                beside = f"beside {ending}, {np.median(made):.1f} s each" if ending else "alone"
                middle, high = np.quantile(took, (0.5, 0.95))
                print(
                    f"slider of {what} {beside}: median {middle:.0f} ms, p95 {high:.0f} ms, longest {took.max():.0f} ms"
                )


def main() -> None:
    """Times of formats, sizes, ratios, and sliders."""
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
    painter.close()
    sliders()


if __name__ == "__main__":
    main()
