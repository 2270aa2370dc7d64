"""A million cases and three models in a real browser: each page's first visit, and from a slider's move to the picture.

`python -m tests.bench.bench_pages [TREE ...] [--pages NAME ...]` starts the program of each tree (this one, if none is
given) one after the other, and prints one table; a tree takes about five minutes. A time means something on a quiet
machine only, so the load before each tree is printed with it, and beside each time what the server and its workers had
of the processors.
"""

import argparse
import math
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import psutil
import pyarrow as pa
import pyarrow.parquet as pq
from playwright.sync_api import Locator, Page, expect, sync_playwright

from ddcore.answers.base.question import QUESTIONS
from tests.helpers.browser import FOLLOW, NOTE_QUESTIONS, settle
from tests.helpers.serving import ROOT, answers, free_port

CASES = 10**6
MOVES = 12
LONGEST = 180
"""Seconds."""

# When something of the page changed since a key was pressed: in its charts, and in its text.
CHANGES = """(() => {
    const forget = () => { window.pressed = performance.now(); window.drawn = []; window.written = [] }
    forget()
    document.addEventListener('keydown', forget, true)
    const watch = new MutationObserver(changes => {
        for (const change of changes) {
            const place = change.target.nodeType === 1 ? change.target : change.target.parentElement
            const inMain = part => place?.closest(`[data-testid="stMain"] ${part}`)
            if (inMain('.js-plotly-plot')) window.drawn.push(performance.now())
            else if (inMain(':is([data-testid="stMarkdownContainer"], h2)')) window.written.push(performance.now())
        }
    })
    document.addEventListener('DOMContentLoaded', () =>
        watch.observe(document.body, { subtree: true, childList: true, characterData: true }))
})()"""
FIRST_PICTURE = """title => document.querySelector('[data-testid="stMain"] h1')?.textContent === title
    && !!document.querySelector('[data-testid="stMain"] .js-plotly-plot .main-svg')"""
# Milliseconds until the picture stood: to the last change before a pause, as another picture may follow later.
MOVED = """() => {
    const changes = window.drawn.length ? window.drawn : window.written
    const pause = changes.findIndex((change, place) => changes[place + 1] - change > 200)
    return changes.length ? changes.at(pause) - window.pressed : -1
}"""


@dataclass
class Visit:
    """Seconds to the first picture and to the last word of a first visit, and the milliseconds of each move.

    `worked` and `moving` are the same of the processors, for the visit and for each move.
    """

    picture: float
    whole: float
    worked: float
    moves: list[float] = field(default_factory=list)
    moving: float = 0.0

    @property
    def cells(self) -> list[str]:
        """What the table has of it."""
        first = [f"{self.picture:.1f}", f"{self.whole:.1f}", f"{self.worked:.1f}"]
        if not self.moves:
            return [*first, "", "", ""]
        return [*first, *(f"{value:.0f}" for value in np.percentile(self.moves, [50, 95])), f"{1000 * self.moving:.0f}"]


def predictions(folder: Path) -> Path:
    """Three models that gave each of a million cases a score of its own, and five groups of cases, as Parquet."""
    rng = np.random.default_rng(1)
    truth = rng.random(CASES) < 0.3
    own, other = ((rng.permutation(CASES) + 0.5) / CASES for _ in range(2))
    scores = {
        "score a": 0.6 * own + 0.4 * truth * rng.random(CASES),
        "score b": 0.8 * own + 0.2 * truth,
        "score c": 0.5 * other + 0.2 * own + 0.3 * truth,
    }
    region = np.array(["north", "east", "south", "west", "abroad"])[rng.integers(0, 5, CASES)]
    path = folder / "predictions.parquet"
    pq.write_table(pa.table({"truth": np.where(truth, "yes", "no"), **scores, "group": region}), path)
    return path


def worked(server: int) -> float:
    """Seconds that a process, its children and theirs have had of the processors, those that ended too."""
    process = psutil.Process(server)
    return sum(sum(each.cpu_times()[:4]) for each in [process, *process.children(recursive=True)])


def slider(page: Page) -> Locator | None:
    """The first slider of the page itself, or that of the threshold in the sidebar."""
    for part in ("stMain", "stSidebar"):
        sliders = page.get_by_test_id(part).get_by_role("slider")
        for place in range(sliders.count()):
            if sliders.nth(place).is_visible():
                return sliders.nth(place)
    return None


@contextmanager
def served(tree: Path) -> Iterator[tuple[str, int]]:
    """The address of the program of a tree, and its process."""
    port = free_port()
    command = f"{sys.executable} -m streamlit run app.py --server.headless true --server.port {port}".split()
    with subprocess.Popen(command, cwd=tree, env={**os.environ, "PYTHONPATH": str(tree)}) as server:
        try:
            while not answers(f"http://localhost:{port}"):
                time.sleep(0.2)
            yield f"http://localhost:{port}", server.pid
        finally:
            server.terminate()


def first_visit(page: Page, name: str, server: int) -> Visit:
    """To a page by the menu; settled pages have been still for 0.25 s, which are taken off."""
    before, started = worked(server), time.perf_counter()
    page.evaluate(FOLLOW, f"/{'' if name == 'verdict' else name}")
    while not page.evaluate(FIRST_PICTURE, QUESTIONS[name].text):
        if time.perf_counter() - started > LONGEST:
            return Visit(math.inf, math.inf, worked(server) - before)
        page.wait_for_timeout(20)
    picture = time.perf_counter() - started
    settle(page, LONGEST)
    return Visit(picture, time.perf_counter() - started - 0.25, worked(server) - before)


def moved(page: Page) -> Iterator[float]:
    """Milliseconds of each move of the slider, which turns at its end."""
    handle, key = slider(page), "ArrowRight"
    for _ in range(MOVES if handle else 0):
        handle.press(key)
        settle(page, LONGEST)
        took = page.evaluate(MOVED)
        if took >= 0:
            yield took
        else:
            key = "ArrowLeft" if key == "ArrowRight" else "ArrowRight"


def measured(tree: Path, file: Path, names: Sequence[str]) -> dict[str, Visit]:
    """Each page visited once, and its slider moved."""
    visits = {}
    with served(tree) as (address, server), sync_playwright() as play:
        browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.add_init_script(NOTE_QUESTIONS)
        page.add_init_script(CHANGES)
        page.goto(f"{address}/?data=File")
        settle(page, LONGEST)
        page.locator("input[type=file]").set_input_files(str(file))
        expect(page.get_by_text("Positive = yes").first).to_be_visible(timeout=1000 * LONGEST)
        settle(page, LONGEST)
        for name in names:
            if (shown := QUESTIONS[name].page) != name:
                # The menu leads to the page, and a tab of the page to the question.
                page.evaluate(FOLLOW, f"/{shown}")
                settle(page, LONGEST)
            visit = visits[name] = first_visit(page, name, server)
            before = worked(server)
            visit.moves.extend(moved(page))
            visit.moving = (worked(server) - before) / MOVES
            print(f"{tree.name} {name}: {visits[name].cells}", file=sys.stderr, flush=True)
        browser.close()
    return visits


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("trees", nargs="*", type=Path, default=[ROOT])
    parser.add_argument("--pages", nargs="+", choices=list(QUESTIONS), default=list(QUESTIONS))
    asked = parser.parse_args()
    results, loads = [], []
    with tempfile.TemporaryDirectory() as folder:
        file = predictions(Path(folder))
        for tree in asked.trees:
            loads.append(f"{tree.resolve().name}: load {os.getloadavg()[0]:.1f}")
            results.append(measured(tree.resolve(), file, asked.pages))
    head = "first picture, s | all of it, s | processor, s | slider: median, ms | p95, ms | processor, ms"
    print("; ".join(loads) + "\n")
    print("| page | " + " | ".join([head] * len(results)) + " |\n|:--" + "|--:" * (6 * len(results)) + "|")
    for name in asked.pages:
        print("| " + " | ".join([name, *(cell for result in results for cell in result[name].cells)]) + " |")


if __name__ == "__main__":
    main()
