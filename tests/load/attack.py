"""A server under attack: four visitors drop a hostile file every second between them, a fifth moves a slider.

`python -m tests.load.attack` takes thirteen minutes: ten of attack, two until the sessions are forgotten. Before files
were read apart, the third of them ended the server.
"""

import argparse
import asyncio
import itertools
import time
from collections.abc import Iterator
from urllib.error import URLError

from websockets.exceptions import WebSocketException

from ddcore.read.files import ENDINGS
from tests.helpers.processes import megabytes, settled, watched
from tests.helpers.serving import answers, serving
from tests.helpers.visitor import Visitor, visiting
from tests.hostile.kinds import KINDS
from tests.load.visitors import THRESHOLD, report

ATTACKERS = 4
GONE = (OSError, URLError, WebSocketException)
"""What a visitor meets where there is no server any more."""


def hostile() -> list[tuple[str, bytes]]:
    """Every sixth file of each kind that the uploader takes, with its name in plain letters."""
    named = [
        (file.name.encode("ascii", "replace").decode().replace('"', ""), file.content(kind))
        for kind, files in KINDS.items()
        for file in list(files())[::6]
    ]
    return [(name, content) for name, content in named if name.endswith(ENDINGS)]


async def attack(address: str, files: Iterator[tuple[str, bytes]], until: asyncio.Event) -> int:
    """Drops file after file, each in a new session where the one before has not been read; how many were dropped."""
    dropped = 0
    while not until.is_set():
        try:
            async with visiting(address) as visitor:
                await visitor.open("?data=File")
                await visitor.choose("data_kind", "File")
                while not until.is_set():
                    dropped += 1
                    async with asyncio.timeout(ATTACKERS):
                        await asyncio.gather(visitor.upload("data_file", *next(files)), asyncio.sleep(0.9 * ATTACKERS))
        except (TimeoutError, *GONE):
            await asyncio.sleep(0.1)
    return dropped


async def slide(visitor: Visitor, seconds: float) -> list[float]:
    """Seconds of each move, one a second; infinite for one that got no answer."""
    took: list[float] = []
    started = time.monotonic()
    while time.monotonic() < started + seconds:
        try:
            took.append(await visitor.move(THRESHOLD[1], 0.3 + 0.005 * (len(took) % 60)))
        except GONE:
            return [*took, float("inf")]
        await asyncio.sleep(max(0.0, 1 - took[-1]))
    return took


async def measure(address: str, files: Iterator[tuple[str, bytes]], seconds: float) -> None:
    end = asyncio.Event()
    async with visiting(address) as fifth:
        await fifth.open(THRESHOLD[0])
        attackers = [asyncio.create_task(attack(address, files, end)) for _ in range(ATTACKERS)]
        took = await slide(fifth, seconds)
        end.set()
        dropped = sum(await asyncio.gather(*attackers))
    report("threshold on Curves, 500 cases", f"{dropped} hostile files in {seconds:g} s", took)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--wait", type=float, default=120, help="seconds after the attack")
    given = parser.parse_args()
    files = itertools.cycle(hostile())
    with serving() as address, watched() as peak:
        start = settled()
        print("| who moves a slider | while | moves | median, ms | p95, ms | most, ms |\n|:--|:--|--:|--:|--:|--:|")
        asyncio.run(measure(address, files, given.seconds))
        up = answers(address)
        time.sleep(given.wait)
        highest = peak.taken()
        print(f"\nThe server is {'up' if up else 'down'}.")
        print("| start, MB | peak, MB | after, MB |\n|--:|--:|--:|")
        print(f"| {start:,.0f} | {highest:,.0f} | {megabytes():,.0f} |")


if __name__ == "__main__":
    main()
