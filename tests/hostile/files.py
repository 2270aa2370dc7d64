"""Hostile files: each is read in a child under limits, and what comes of it held against what must."""

import re

from ddcore.read import read
from tests.hostile.expected import ANY, Hostile
from tests.hostile.limits import Child, Outcome
from tests.hostile.packed_files import MARKER

WHAT = "files"


def opened(name: str, data: bytes) -> tuple[float, float]:
    """The cases and positives that are read in a file; raises what is raised, and for what no file may do."""
    found = read(data, name=name)
    if MARKER.exists():
        raise RuntimeError("a program in the file ran")
    if "root:" in repr((found.truth_values, found.columns, found.notes)):
        raise RuntimeError("a file of the machine was read")
    for model in found.models.values():
        counts = model.counts
        cells = (counts.tp, counts.fp, counts.fn, counts.tn)
        if min(cells) < 0 or sum(cells) != counts.total or counts.total > found.rows:
            raise RuntimeError(f"counts that do not agree: {cells}")
    return found.total, found.positives


def judged(file: Hostile, outcome: Outcome) -> str:
    """ "right" or "sentence" where that was expected, else the fault: "wrong", "killed", "slow" or "large"."""
    if outcome.fault:
        return outcome.fault
    expected = file.expected
    if outcome.kind == "answer":
        return "right" if expected.answer in (ANY, outcome.value) else "wrong"
    fits = expected.says is not None and re.search(expected.says, outcome.value, re.IGNORECASE)
    return "sentence" if fits else "wrong"


def run(child: Child, kind: str, file: Hostile) -> tuple[str, Outcome]:
    """Read a file, a second time if it was slow: others use the machine too."""
    data = file.content(kind)
    outcome = child(file.name, data)
    if outcome.fault == "slow" and outcome.kind != "late":
        outcome = min(outcome, child(file.name, data), key=lambda one: one.seconds)
    return judged(file, outcome), outcome
