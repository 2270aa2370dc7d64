"""How long a slider takes while others use the server: fifty visitors at once, and one who computes for long.

`python -m tests.load.visitors` takes four minutes. `DDCORE_DATA=FOLDER python -m tests.load.visitors --stored NAME` has
one more visitor, who reads that table of the folder while the others move their sliders. The visitors share the machine
with the server: on a machine that does something else besides, the times say nothing.
"""

import argparse
import asyncio
import random

import numpy as np

from tests.helpers.serving import serving
from tests.helpers.visitor import Visitor, visiting
from tests.load.contents import predictions

THETA = ("expectation?M=303&P=139", "theta")
THRESHOLD = ("curves?sample=two_class_example", "data_threshold_")
LARGE_THETA = ("expectation?M=1000000&P=300000", "theta")
VALUES = [round(0.2 + 0.005 * step, 3) for step in range(120)]


def report(who: str, meanwhile: str, took: list[float]) -> None:
    median, high = (1000 * np.quantile(took, share, method="higher") for share in (0.5, 0.95))
    print(f"| {who} | {meanwhile} | {len(took)} | {median:,.0f} | {high:,.0f} | {1000 * max(took):,.0f} |", flush=True)


async def moves(visitor: Visitor, key: str, every: float, until: asyncio.Event) -> list[float]:
    """Seconds of each move of a slider, one in so many seconds, from somewhere in the first of them on."""
    took: list[float] = []
    clock = asyncio.get_running_loop().time
    due = clock() + every * random.random()
    while not until.is_set():
        await asyncio.sleep(max(0, due - clock()))
        took.append(await visitor.move(key, VALUES[len(took) % len(VALUES)]))
        due = max(due + every, clock())
    return took


async def crowd(address: str, visitors: int, every: float, seconds: float, stored: str = "") -> None:
    """Many visitors who move a slider now and then, half of them on each of two pages, once all have come.

    They do so for some seconds, or until one more visitor has read a `stored` table.
    """
    all_here, end = asyncio.Event(), asyncio.Event()

    async def come(link: str, key: str) -> list[float]:
        async with visiting(address) as visitor:
            await visitor.open(link)
            opened.release()
            await all_here.wait()
            return await moves(visitor, key, every, end)

    opened = asyncio.Semaphore(0)
    kinds = {"share called positive, M = 303": THETA, "threshold on Curves, 500 cases": THRESHOLD}
    tasks = {kind: [] for kind in kinds}
    for number in range(visitors):
        kind = list(kinds)[number % len(kinds)]
        tasks[kind].append(asyncio.create_task(come(*kinds[kind])))
        await opened.acquire()
    await asyncio.sleep(3)
    all_here.set()
    meanwhile = f"{visitors} visitors, each every {every:g} s"
    async with visiting(address) as reader:
        if stored:
            meanwhile += f", and {stored} is read, {await reader.open(f'?data=File&stored={stored}'):.0f} s"
        else:
            await asyncio.sleep(seconds)
        end.set()
        for kind, coming in tasks.items():
            took = [one for visitor in await asyncio.gather(*coming) for one in visitor]
            report(kind, meanwhile, took)
        if stored:
            end.clear()
            own = asyncio.create_task(moves(reader, THRESHOLD[1], 0.5, end))
            await asyncio.sleep(10)
            end.set()
            report(f"threshold on Verdict, {stored}", "nobody else", await own)


async def beside(address: str, content: bytes, every: float, pages: tuple[str, ...]) -> None:
    """Two visitors who move a slider at 10^6 cases while a third sees pages that take long."""
    async with visiting(address) as theta, visiting(address) as threshold, visiting(address) as busy:
        await theta.open(LARGE_THETA[0])
        for visitor in (threshold, busy):
            await visitor.open("?data=File")
            await visitor.choose("data_kind", "File")
            await visitor.upload("data_file", "predictions.csv", content)
        await asyncio.sleep(2)
        for path in (None, *pages):
            end = asyncio.Event()
            sliding = asyncio.gather(
                moves(theta, LARGE_THETA[1], every, end), moves(threshold, THRESHOLD[1], every, end)
            )
            long = await (asyncio.sleep(10, 10.0) if path is None else busy.go(path))
            end.set()
            meanwhile = "nobody else" if path is None else f"{path.capitalize()} is computed, {long:.1f} s"
            for who, took in zip(("share called positive", "threshold on Verdict"), await sliding, strict=True):
                report(f"{who}, 10^6 cases", meanwhile, took)


async def measure(address: str, given: argparse.Namespace) -> None:
    if given.seconds:
        await crowd(address, given.visitors, 5, given.seconds, given.stored)
    if given.pages:
        await beside(address, predictions(given.rows), 0.5, tuple(given.pages))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--visitors", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60, help="that the crowd stays; 0 for none")
    parser.add_argument("--stored", default="", help="a table of the folder of data that is read meanwhile")
    parser.add_argument("--rows", type=int, default=10**6, help="of the file that takes long")
    parser.add_argument(
        "--pages", nargs="*", default=["ensemble", "likelihood", "thresholds", "lending", "costs", "curves"]
    )
    given = parser.parse_args()
    print("| who moves a slider | while | moves | median, ms | p95, ms | most, ms |\n|:--|:--|--:|--:|--:|--:|")
    with serving() as address:
        asyncio.run(measure(address, given))


if __name__ == "__main__":
    main()
