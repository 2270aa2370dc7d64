"""Hostile files: each is read in a child under limits, and what comes of it held against what must.

They are read twice: in the child itself, which shows what reading costs and what it dies of, and as an upload is, in a
worker that the child starts, which shows what a visitor sees and what it costs the process that serves.
"""

import re

from ddcore.read import Predictions, read
from ddcore.read.worker import WHY, read_in_worker
from tests.hostile.expected import ANY, Hostile
from tests.hostile.limits import Child, Outcome
from tests.hostile.packed_files import MARKER


def opened(name: str, data: bytes) -> tuple[float, float]:
    """The cases and positives that are read in a file."""
    return checked(read(data, name=name))


def uploaded(name: str, data: bytes) -> tuple[float, float]:
    """The same, read in a worker."""
    return checked(read_in_worker(data, name))


def checked(found: Predictions) -> tuple[float, float]:
    """Cases and positives; raises `RuntimeError` for what no file may do, and for counts that do not agree."""
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


def judged(file: Hostile, outcome: Outcome, waits: bool = False) -> str:
    """ "right", "sentence" or "stopped" where that will do, else the fault: "wrong", "killed", "slow" or "large".

    A file is "stopped" where the sentence says that its worker died, which a good file must not do. Who `waits` sees a
    bar, and may wait longer.
    """
    if outcome.fault and not (waits and outcome.fault == "slow" and outcome.kind != "late"):
        return outcome.fault
    expected = file.expected
    if outcome.kind == "answer":
        return "right" if expected.answer in (ANY, outcome.value) else "wrong"
    if any(why in outcome.value for why in WHY.values()) and (expected.answer is None or expected.says):
        return "stopped"
    fits = expected.says is not None and re.search(expected.says, outcome.value, re.IGNORECASE)
    return "sentence" if fits else "wrong"


def run(child: Child, kind: str, file: Hostile) -> tuple[str, Outcome]:
    """Read a file, a second time if it was slow: others use the machine too."""
    data, waits = file.content(kind), child.function is uploaded
    outcome = child(file.name, data)
    if outcome.fault == "slow" and outcome.kind != "late" and not waits:
        outcome = min(outcome, child(file.name, data), key=lambda one: one.seconds)
    return judged(file, outcome, waits), outcome
