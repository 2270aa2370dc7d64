"""Opens every hostile file, link and formula under limits, and prints what came of each kind.

`python -m tests.hostile` does all (under 10 minutes on two cores), `python -m tests.hostile files` one of files, links
and formulas; `--faults` also prints each case that did not end as it must. `--write` puts the table into
tests/README.md, beside what the same cases came to before the causes were mended (before.csv).
"""

import csv
import sys
import time
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import local

from tests.hostile import files, formulas, links
from tests.hostile.kinds import KINDS
from tests.hostile.limits import Child

HERE = Path(__file__).parent
README = HERE.parent / "README.md"
START, END = "<!-- python -m tests.hostile --write -->", "<!-- end of hostile -->"
FINE, FAULTS = ("right", "sentence"), ("wrong", "killed", "slow", "large")
TOPICS = ("files", "links", "formulas")


def cases(topic):
    """Each case of a topic: its kind, its name, and what runs it in a child and judges it."""
    if topic == "files":
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


OPENED = {"files": files.opened, "links": links.opened, "formulas": formulas.values}


def run(topic):
    """The kind, name, verdict and outcome of each case of a topic, two at a time."""
    mine, children = local(), []

    def one(case):
        if not hasattr(mine, "child"):
            mine.child = Child(OPENED[topic])
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
    rows = defaultdict(lambda: {"cases": 0, **dict.fromkeys((*FINE, *FAULTS), 0), "seconds": 0.0, "megabytes": 0.0})
    for kind, _, verdict, outcome in results:
        row = rows[kind]
        row["cases"] += 1
        row[verdict] += 1
        row["seconds"] = max(row["seconds"], round(outcome.seconds, 1))
        row["megabytes"] = (
            max(row["megabytes"], round(outcome.megabytes)) if outcome.megabytes > 0 else row["megabytes"]
        )
    return rows


def told(row):
    """How many ended as they must, and how the others ended."""
    faults = [f"{row[fault]} {fault}" for fault in FAULTS if int(row[fault])]
    fine = sum(int(row[end]) for end in FINE)
    return ", ".join([f"{fine} as it must", *faults]) if faults else "all as they must"


def table(rows):
    """The kinds as Markdown."""
    with (HERE / "before.csv").open(newline="") as file:
        before = {row["kind"]: row for row in csv.DictReader(file)}
    lines = [
        "| kind | cases | before | now | right | a sentence | worst s, before | now | worst MB, before | now |",
        "|:--|--:|:--|:--|--:|--:|--:|--:|--:|--:|",
    ]
    for kind, row in rows.items():
        old = before.get(kind)
        lines.append(
            f"| {kind} | {row['cases']:,} | {told(old) if old else ''} | {told(row)} | {row['right']:,} | "
            f"{row['sentence']:,} | {old['seconds'] if old else ''} | {row['seconds']} | "
            f"{old['megabytes'] if old else ''} | {row['megabytes']} |"
        )
    return "\n".join(lines)


def write(text):
    """Put the table into tests/README.md."""
    whole = README.read_text()
    head, tail = whole[: whole.index(START) + len(START)], whole[whole.index(END) :]
    README.write_text(f"{head}\n\n{text}\n\n{tail}")


def main(words):
    topics = [word for word in words if not word.startswith("--")] or TOPICS
    start, results = time.perf_counter(), []
    for topic in topics:
        for result in run(topic):
            results.append(result)
            kind, name, verdict, outcome = result
            if "--faults" in words and verdict in FAULTS:
                print(
                    f"{verdict}: {kind}: {name[:80]!a}: {outcome.seconds:.1f} s: {str(outcome.value)[:300]!a}",
                    flush=True,
                )
    rows = counted(results)
    ends = Counter(verdict for _, _, verdict, _ in results)
    text = table(rows)
    print(f"{text}\n\n{len(results):,} cases in {time.perf_counter() - start:.0f} s: {dict(ends)}.")
    if "--write" in words:
        write(text)
    if "--before" in words:
        with (HERE / "before.csv").open("w", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(["kind", *next(iter(rows.values()))])
            writer.writerows([kind, *row.values()] for kind, row in rows.items())


if __name__ == "__main__":
    main(sys.argv[1:])
