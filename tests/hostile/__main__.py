"""Opens every hostile file, link and formula under limits, and prints what came of each kind.

`python -m tests.hostile` does all (under 10 minutes on two cores), `python -m tests.hostile files` one of files,
uploads, links and formulas; `--faults` also prints each case that did not end as it must. `--write` puts the table
into docs/measured.md, beside what the same cases came to before the causes were mended (before.csv).
"""

import csv
import sys
import time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import local

from tests.hostile import files, formulas, links
from tests.hostile.kinds import KINDS
from tests.hostile.limits import Child

HERE = Path(__file__).parent
MEASURED = HERE.parents[1] / "docs" / "measured.md"
START, END = "<!-- python -m tests.hostile --write -->", "<!-- end of hostile -->"
FAULTS = ("wrong", "killed", "slow", "large")
ENDS = ("right", "sentence", "stopped", *FAULTS)
OPENED = {
    "files": (files.opened,),
    "uploads": (files.uploaded, 90.0),
    "links": (links.opened, 60.0),
    "formulas": (formulas.values,),
}
"""What opens the cases of each topic in a child, and how many seconds it may take where that is not the usual."""


def cases(topic):
    """Each case of a topic: its kind, its name, and what runs it in a child and judges it."""
    if topic in ("files", "uploads"):
        for kind, made in KINDS.items():
            for file in made():
                yield kind, file.name, lambda child, kind=kind, file=file: files.run(child, kind, file)
    elif topic == "links":
        for one in links.links():
            yield (
                "links, to fifteen pages",
                one.name,
                lambda child, one=one: (links.judged(outcome := child(one.page, one.asked)), outcome),
            )
    else:
        for one in formulas.typed():
            yield (
                f"formulas: {one.kind}",
                one.text,
                lambda child, one=one: (formulas.judged(one, outcome := child(one.text)), outcome),
            )


def run(topic):
    """The kind, name, verdict and outcome of each case of a topic, two at a time."""
    mine, children = local(), []

    def one(case):
        if not hasattr(mine, "child"):
            mine.child = Child(*OPENED[topic])
            children.append(mine.child)
        kind, name, opened = case
        verdict, outcome = opened(mine.child)
        return kind, name, verdict, outcome

    with ThreadPoolExecutor(2) as pool:
        yield from pool.map(one, cases(topic))
    for child in children:
        child.end()


def counted(results):
    """For each kind: how many ended in which way, the longest time and the largest memory."""
    rows = defaultdict(lambda: {"cases": 0, **dict.fromkeys(ENDS, 0), "seconds": 0.0, "megabytes": 0})
    for kind, _, verdict, outcome in results:
        row = rows[kind]
        row["cases"] += 1
        row[verdict] += 1
        row["seconds"] = max(row["seconds"], round(outcome.seconds, 1))
        if outcome.megabytes > row["megabytes"]:
            row["megabytes"] = round(outcome.megabytes)
    return rows


def table(rows, uploads):
    """The kinds as Markdown: the files that are read in a worker beside those that are not."""
    with (HERE / "before.csv").open(newline="") as file:
        before = {row["kind"]: row for row in csv.DictReader(file)}
    times = "before | now | as an upload"
    lines = [
        f"| kind | cases | {times} | worst s, {times} | worst MB, {times} |",
        "|:--|--:|:--|:--|:--|--:|--:|--:|--:|--:|--:|",
    ]
    for kind, row in rows.items():
        columns = [before.get(kind), row, uploads.get(kind)]
        ends = (
            ", ".join(f"{int(one[end]):,} {end}" for end in ENDS if int(one.get(end) or 0)) if one else ""
            for one in columns
        )
        sizes = (str(one[size]) if one else "" for size in ("seconds", "megabytes") for one in columns)
        cells = " | ".join([kind, f"{row['cases']:,}", *ends, *sizes])
        lines.append(f"| {cells} |")
    return "\n".join(lines)


def write(text):
    """Put the table into docs/measured.md."""
    whole = MEASURED.read_text()
    head, tail = whole[: whole.index(START) + len(START)], whole[whole.index(END) :]
    MEASURED.write_text(f"{head}\n\n{text}\n\n{tail}")


def main(words):
    topics = [word for word in words if not word.startswith("--")] or list(OPENED)
    start, results = time.perf_counter(), {topic: [] for topic in topics}
    for topic in topics:
        for result in run(topic):
            results[topic].append(result)
            kind, name, verdict, outcome = result
            if "--faults" in words and verdict in FAULTS:
                what = f"{outcome.seconds:.1f} s, {outcome.megabytes:.0f} MB: {str(outcome.value)[:300]!a}"
                print(f"{verdict}: {topic}: {kind}: {name[:80]!a}: {what}", flush=True)
    uploads = counted(results.pop("uploads", []))
    rows = counted(result for some in results.values() for result in some)
    text = table(rows or uploads, uploads)
    print(f"{text}\n\n{len(topics)} topics in {time.perf_counter() - start:.0f} s.")
    if "--write" in words:
        write(text)


if __name__ == "__main__":
    main(sys.argv[1:])
