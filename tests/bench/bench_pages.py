"""A million cases in a real browser: the first visit of every page, and from a slider's move to the last change on it.

`python -m tests.bench.bench_pages [TREE ...]` starts the program of each tree (this one, if none is given) one after
the other, and prints one table. A time means something on a quiet machine only.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from playwright.sync_api import Page, sync_playwright

from tests.helpers.browser import NOTE_QUESTIONS, settle
from tests.helpers.serving import ROOT, answers, free_port
from tests.helpers.visiting import PAGES

CASES = 10**6
MOVES = 20
CHANGES = """(() => {
    window.pressed = 0; window.changed = 0
    document.addEventListener('keydown', () => { window.pressed = performance.now(); window.changed = 0 }, true)
    const watch = new MutationObserver(changes => {
        for (const change of changes) {
            const place = change.target.nodeType === 1 ? change.target : change.target.parentElement
            if (place?.closest('[data-testid="stMain"] :is(.js-plotly-plot, [data-testid="stMarkdownContainer"], h2)'))
                window.changed = performance.now()
        }
    })
    document.addEventListener('DOMContentLoaded', () =>
        watch.observe(document.body, { subtree: true, childList: true, characterData: true }))
})()"""
FOLLOW = "path => [...document.querySelectorAll('a')].find(link => new URL(link.href).pathname === path).click()"
MOVED = "() => [window.changed ? window.changed - window.pressed : -1]"


def predictions(folder: Path) -> Path:
    """Two models that gave each of a million cases a score of its own, as Parquet."""
    rng = np.random.default_rng(1)
    truth = rng.random(CASES) < 0.3
    own = (rng.permutation(CASES) + 0.5) / CASES
    scores = {"score a": 0.6 * own + 0.4 * truth * rng.random(CASES), "score b": 0.8 * own + 0.2 * truth}
    path = folder / "predictions.parquet"
    pq.write_table(pa.table({"truth": np.where(truth, "yes", "no"), **scores}), path)
    return path


def slider(page: Page):
    """The first slider of the page itself, or that of the threshold in the sidebar."""
    own = page.get_by_test_id("stMain").get_by_role("slider")
    return own.first if own.count() else page.get_by_test_id("stSidebar").get_by_role("slider").first


def measured(tree: Path, file: Path) -> dict[str, tuple[float, list[float]]]:
    """For each page the seconds of the first visit, and the milliseconds of each move."""
    port = free_port()
    command = [
        sys.executable,
        "-m",
        "streamlit",
        "run",
        "app.py",
        "--server.headless",
        "true",
        "--server.port",
        str(port),
    ]
    took: dict[str, tuple[float, list[float]]] = {}
    with (
        subprocess.Popen(command, cwd=tree, env={**os.environ, "PYTHONPATH": str(tree)}) as server,
        sync_playwright() as play,
    ):
        try:
            while not answers(f"http://localhost:{port}"):
                time.sleep(0.2)
            browser = play.chromium.launch(executable_path="/usr/bin/chromium")
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            page.add_init_script(NOTE_QUESTIONS)
            page.add_init_script(CHANGES)
            page.goto(f"http://localhost:{port}/?data=File")
            settle(page, 60)
            page.locator("input[type=file]").set_input_files(str(file))
            settle(page, 120)
            for name in PAGES:
                started = time.perf_counter()
                page.evaluate(FOLLOW, f"/{'' if name == 'verdict' else name}")
                settle(page, 120)
                first = time.perf_counter() - started - 0.3
                moves = []
                handle = slider(page)
                for _ in range(MOVES):
                    handle.press("ArrowRight")
                    settle(page, 60)
                    moves += page.evaluate(MOVED)
                took[name] = first, moves
            browser.close()
        finally:
            server.terminate()
    return took


def main() -> None:
    trees = [Path(tree).resolve() for tree in sys.argv[1:]] or [ROOT]
    with tempfile.TemporaryDirectory() as folder:
        file = predictions(Path(folder))
        results = [measured(tree, file) for tree in trees]
    head = "first visit, s | median, ms | p95, ms | most, ms"
    print("| page | " + " | ".join([head] * len(trees)) + " |\n|:--" + "|--:" * (4 * len(trees)) + "|")
    for name in PAGES:
        cells = []
        for result in results:
            first, moves = result[name]
            cells += [f"{first:.1f}", *(f"{value:.0f}" for value in np.percentile(moves, [50, 95, 100]))]
        print(f"| {name} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
