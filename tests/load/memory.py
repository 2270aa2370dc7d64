"""What a server keeps of visitors who drop 10^6 rows, see all fifteen pages and leave.

`python -m tests.load.memory` takes about half an hour; `--visits 1 --wait 75 --pages` is quicker. The first visits once
took 1,422, 2,265 and 2,792 MB and left 1,215, 2,023 and 2,589 MB of 70 MB: docs/measured.md says why.
"""

import argparse
import asyncio
import time
from collections.abc import Callable

from tests.helpers.processes import megabytes, settled, watched
from tests.helpers.serving import serving
from tests.helpers.visitor import visiting
from tests.load.contents import predictions


async def visit(address: str, content: bytes, told: Callable[[str, float], None]) -> None:
    """Drops the file and sees every page; each is told with its seconds."""
    async with visiting(address) as visitor:
        await visitor.open("?data=File")
        await visitor.choose("data_kind", "File")
        told("upload", await visitor.upload("data_file", "predictions.csv", content))
        for path in visitor.pages:
            told(path or "verdict", await visitor.go(path))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=10**6)
    parser.add_argument("--visits", type=int, default=10)
    parser.add_argument("--wait", type=float, default=120, help="seconds after each visit")
    parser.add_argument("--pages", action="store_true", help="a line for every page, too")
    given = parser.parse_args()
    content = predictions(given.rows)
    print(f"| visit | seconds | peak, MB | {given.wait:g} s after it left, MB |\n|--:|--:|--:|--:|")
    with serving() as address, watched() as peak:
        print(f"| start |  |  | {settled():,.0f} |", flush=True)
        for number in range(1, given.visits + 1):
            peaks = []

            def told(page: str, took: float, peaks: list[float] = peaks) -> None:
                peaks.append(peak.taken())
                if given.pages:
                    print(f"| {page} | {took:.1f} | {peaks[-1]:,.0f} | now {megabytes():,.0f} |", flush=True)

            started = time.monotonic()
            asyncio.run(visit(address, content, told))
            took = time.monotonic() - started
            time.sleep(given.wait)
            highest = max(*peaks, peak.taken())
            print(f"| {number} | {took:.0f} | {highest:,.0f} | {megabytes():,.0f} |", flush=True)


if __name__ == "__main__":
    main()
