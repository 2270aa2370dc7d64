"""Measures every claim about uncertainty, prints them beside what they were, and says which do not hold.

`python -m tests.coverage` measures all (some minutes), `python -m tests.coverage verdict` one topic; `--write` puts the
tables into docs/measured.md. A topic is a module here with `TITLE` and `claims(size)`, which yields `Claim`s at fixed
seeds; `size` is 1 for the whole table and less for a sample of it. `before/<topic>.csv` holds what was measured of the
same claims before they were mended.
"""

import argparse
import csv
import importlib
import re
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

HERE = Path(__file__).parent
MEASURED = HERE.parents[1] / "docs" / "measured.md"
START, END = "<!-- python -m tests.coverage --write -->", "<!-- end -->"
TOPICS = sorted(
    path.stem
    for path in HERE.glob("*.py")
    if path.stem not in ("__main__", "claim") and not path.stem.startswith("test_")
)


def before(topic):
    """What was measured of each claim of a topic before it was mended."""
    path = HERE / "before" / f"{topic}.csv"
    if not path.exists():
        return {}
    with path.open(newline="") as file:
        return {row["what"]: row["measured"] for row in csv.DictReader(file)}


def measured(topic):
    """The claims of a topic, and the seconds they took."""
    start = time.perf_counter()
    found = list(importlib.import_module(f"tests.coverage.{topic}").claims(1))
    return found, time.perf_counter() - start


def table(topic, found, seconds):
    """The claims as Markdown."""
    module, earlier = importlib.import_module(f"tests.coverage.{topic}"), before(topic)
    lines = [
        f"### {module.TITLE}",
        "",
        f"`python -m tests.coverage {topic}`, {seconds:.0f} s.",
        "",
        "| claim | wanted | before | now | |",
        "|:--|:--|--:|--:|:--|",
    ]
    for claim in found:
        lines.append(
            f"| {claim.what} | {claim.wanted} | {earlier.get(claim.what, '')} | {claim.measured:.3f} "
            f"| {'' if claim.fine else '**falls short**'} |"
        )
    return "\n".join(lines)


def write(tables):
    """Put the tables of some topics into docs/measured.md, and leave those of others as they are."""
    whole = MEASURED.read_text()
    head, tail = whole[: whole.index(START) + len(START)], whole[whole.index(END) :]
    for one in re.split(r"(?=^### )", whole[len(head) : -len(tail)], flags=re.MULTILINE)[1:]:
        tables.setdefault(re.search(r"tests\.coverage (\w+)`", one)[1], one.strip())
    text = "\n\n".join(tables[topic] for topic in TOPICS if topic in tables)
    MEASURED.write_text(f"{head}\n\n{text}\n\n{tail}")


def main(words):
    parser = argparse.ArgumentParser(prog="python -m tests.coverage", description=__doc__)
    parser.add_argument("topic", nargs="*", help=", ".join(TOPICS))
    parser.add_argument("--write", action="store_true", help="put the tables into docs/measured.md")
    options = parser.parse_args(words)
    topics = options.topic or TOPICS
    for topic in topics:
        if topic not in TOPICS:
            parser.error(f"topic must be one of {', '.join(TOPICS)}, got {topic}")
    with ProcessPoolExecutor(2) as pool:
        results = dict(zip(topics, pool.map(measured, topics), strict=True))
    tables = {topic: table(topic, *found) for topic, found in results.items()}
    print("\n\n".join(tables.values()))
    if options.write:
        write(tables)
    short = [claim for found, _ in results.values() for claim in found if not claim.fine]
    print(f"\n{sum(len(found) for found, _ in results.values())} claims, {len(short)} fall short.")


if __name__ == "__main__":
    main(sys.argv[1:])
