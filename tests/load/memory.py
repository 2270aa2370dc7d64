"""What a server keeps of visitors who drop 10^6 rows, see all fifteen pages and leave.

`python -m tests.load.memory --visits 10` takes about half an hour; `--wait 20` is quicker and says less.
"""

import argparse
import asyncio
import time
from collections.abc import Callable

from tests.house.serving import serving
from tests.load.files import predictions
from tests.load.processes import megabytes, watched
from tests.load.visitor import visiting


async def visit(address: str, content: bytes, told: Callable[[str], None]) -> float:
    """The seconds of a visit."""
    async with visiting(address) as visitor:
        started = time.perf_counter()
        await visitor.open()
        await visitor.choose("data_kind", "File")
        took = await visitor.upload("data_file", "predictions.csv", content)
        told(f"upload {took:.1f} s, {megabytes():,.0f} MB")
        for path in visitor.pages:
            took = await visitor.go(path)
            told(f"{path or 'verdict'} {took:.1f} s, {megabytes():,.0f} MB")
        return time.perf_counter() - started


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=10**6)
    parser.add_argument("--visits", type=int, default=10)
    parser.add_argument("--wait", type=float, default=120, help="seconds after each visit")
    parser.add_argument("--verbose", action="store_true", help="time and memory of every page")
    given = parser.parse_args()
    content = predictions(given.rows)
    print(f"| visit | seconds | peak, MB | {given.wait:g} s after it left, MB |\n|--:|--:|--:|--:|")
    with serving() as address, watched() as peak:
        print(f"| start |  |  | {peak.taken():,.0f} |", flush=True)
        for number in range(1, given.visits + 1):
            took = asyncio.run(visit(address, content, print if given.verbose else lambda page: None))
            time.sleep(given.wait)
            print(f"| {number} | {took:.0f} | {peak.taken():,.0f} | {megabytes():,.0f} |", flush=True)


if __name__ == "__main__":
    main()
