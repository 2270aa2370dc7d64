"""JSON at full speed: baselines a second, and what a visitor's slider feels of eight clients.

`python -m tests.bench.bench_api` takes two minutes. Client and server share the machine: what the client itself takes
of a core is printed with each line, and so is what server and workers take.
"""

import argparse
import asyncio
import itertools
import multiprocessing
import os
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tests.helpers.serving import free_port, running
from tests.helpers.visitor import visiting
from tests.load.visitors import THETA, THRESHOLD, VALUES

CLIENTS = 8
TICKS = os.sysconf("SC_CLK_TCK")


def pairs() -> Iterator[str]:
    """Addresses of baselines, each with classes of its own, in whichever process they are asked for."""
    rng = random.Random(time.time_ns())
    while True:
        total = rng.randrange(300, 100_000)
        yield f"/api/v1/baselines?M={total}&P={rng.randrange(1, total)}"


def repeated(times: int = 200) -> Iterator[str]:
    """The same addresses again and again."""
    return itertools.cycle([f"/api/v1/baselines?M={300 + number}&P={100 + number}" for number in range(times)])


KINDS: dict[str, Callable[[], Iterator[str]]] = {
    "health": lambda: itertools.repeat("/health"),
    "other classes each time": pairs,
    "the same 200 classes": repeated,
}


class Client:
    """A connection that is kept, and the least that HTTP needs."""

    def __init__(self, port: int) -> None:
        self.port = port

    async def __aenter__(self) -> "Client":
        self.reader, self.writer = await asyncio.open_connection("localhost", self.port, limit=2**20)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.writer.close()

    async def get(self, path: str) -> int:
        """The status; the answer is read to its end."""
        self.writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost:{self.port}\r\n\r\n".encode())
        head = await self.reader.readuntil(b"\r\n\r\n")
        place = head.lower().index(b"content-length:") + 15
        await self.reader.readexactly(int(head[place : head.index(b"\r\n", place)]))
        return int(head[9:12])


@dataclass
class Asked:
    """What clients found: seconds of each answer, refusals, seconds that they took, of the clock and of a processor."""

    took: list[float]
    refused: int
    spent: float
    processor: float


async def ask(port: int, paths: Iterator[str], clients: int, over: Callable[[], bool]) -> Asked:
    """So many clients, each of which asks again as soon as it has its answer."""
    took: list[float] = []
    refused = 0

    async def one() -> None:
        nonlocal refused
        async with Client(port) as client:
            while not over():
                started = time.perf_counter()
                refused += await client.get(next(paths)) != 200
                took.append(time.perf_counter() - started)

    started, before = time.perf_counter(), time.process_time()
    await asyncio.gather(*(one() for _ in range(clients)))
    return Asked(took, refused, time.perf_counter() - started, time.process_time() - before)


@contextmanager
def asking(port: int, kind: str, clients: int) -> Iterator[list[Asked]]:
    """Clients in a process of their own for this block; what they found stands in the list after it."""
    found: list[Asked] = []
    context = multiprocessing.get_context("fork")
    end, (ours, theirs) = context.Event(), context.Pipe(duplex=False)

    def run() -> None:
        theirs.send(asyncio.run(ask(port, KINDS[kind](), clients, end.is_set)))

    process = context.Process(target=run)
    process.start()
    try:
        yield found
    finally:
        end.set()
        found.append(ours.recv())
        process.join()


def processor(process: int) -> float:
    """Seconds of processor of one process."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def full_speed(port: int, server: int, what: str, kind: str, clients: int, seconds: float) -> None:
    """A line of the first table."""
    before = processor(server)
    with asking(port, kind, clients) as found:
        time.sleep(seconds)
    (asked,) = found
    of_server = (processor(server) - before) / asked.spent
    rate, high = len(asked.took) / asked.spent, 1000 * np.quantile(asked.took, 0.95)
    cells = f"{rate:,.0f} | {high:,.0f} | {asked.refused} | {asked.processor / asked.spent:.0%} | {of_server:.0%}"
    print(f"| {what} | {clients} | {cells} |", flush=True)


async def moves(port: int, link: str, key: str, number: int) -> list[float]:
    """Seconds of so many moves, ten a second at most."""
    took = []
    async with visiting(f"http://localhost:{port}") as visitor:
        await visitor.open(link)
        for step in range(number + 5):
            took.append(await visitor.move(key, VALUES[step % len(VALUES)]))
            await asyncio.sleep(max(0.0, 0.1 - took[-1]))
    return took[5:]


def beside(port: int, what: str, link: str, key: str, kind: str, number: int, rounds: int) -> None:
    """A line of the second table: alone and beside clients in turn, as a machine is not always as fast."""
    alone: list[float] = []
    crowded: list[float] = []
    asked = 0
    for _ in range(rounds):
        alone += asyncio.run(moves(port, link, key, number))
        with asking(port, kind, CLIENTS) as found:
            crowded += asyncio.run(moves(port, link, key, number))
        asked += len(found[0].took)
    cells = [1000 * float(np.quantile(took, share)) for share in (0.5, 0.95) for took in (alone, crowded)]
    shown = " | ".join(f"{cell:.0f}" for cell in cells)
    print(f"| {what} | {shown} | {cells[3] / cells[2]:.2f} | {asked} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--moves", type=int, default=60)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    port = free_port()
    with running(port) as server:
        time.sleep(8)
        print(f"Load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores.\n")
        print("| GET | clients | a second | p95, ms | refused | client's core | server's core |")
        print("|:--|--:|--:|--:|--:|--:|--:|")
        for kind, clients in {"health": 2, "other classes each time": 4, "the same 200 classes": 4}.items():
            if kind == "the same 200 classes":
                with asking(port, kind, clients):
                    time.sleep(3 * given.seconds)
            full_speed(port, server.pid, kind, kind, clients, given.seconds)
        print("\n| slider, while | median, ms | beside | p95, ms | beside | times | answers |")
        print("|:--|--:|--:|--:|--:|--:|--:|")
        for what, (link, key) in {"θ, M = 303": THETA, "threshold on Curves, 500 cases": THRESHOLD}.items():
            for kind in ("other classes each time", "the same 200 classes"):
                beside(port, f"{what}, {kind}", link, key, kind, given.moves, given.rounds)


if __name__ == "__main__":
    main()
