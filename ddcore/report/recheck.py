"""The numbers of a report computed again: the script in its archive, and what that runs."""

import ast
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ddcore.answers.base.answer import Answer
from ddcore.answers.base.as_json import plain
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.report.compose import numbers_in
from ddcore.report.document import Document, Number
from ddcore.report.earlier import Earlier, read
from ddcore.report.office import line

FILE = "recompute.py"

_CHECK = """
from pathlib import Path

from ddcore.report.recheck import check

raise SystemExit(check(data, [{answers}], Path(__file__).with_name("report.json")))
"""


@dataclass(frozen=True)
class Needs:
    """What the lines of Python of a report need: names that they do not set, and files; and the answers they give."""

    names: tuple[str, ...]
    files: tuple[str, ...]
    answers: tuple[str, ...]


def needs(document: Document) -> Needs:
    """What the lines of Python of a report need.

    >>> from types import SimpleNamespace
    >>> needs(SimpleNamespace(python="data = ddcore.read(table)\\nverdict = ddcore.verdict(data)"))
    Needs(names=('table',), files=(), answers=('verdict',))
    """
    nodes = list(ast.walk(ast.parse(document.python)))
    names = [node for node in nodes if isinstance(node, ast.Name)]
    assigned = [node.id for node in names if isinstance(node.ctx, ast.Store)]
    known = {*assigned, "ddcore"}
    missing = dict.fromkeys(node.id for node in names if node.id not in known)
    files = [node.args[0] for node in nodes if isinstance(node, ast.Call) and _called(node) == "read" and node.args]
    return Needs(
        tuple(missing),
        tuple(str(file.value) for file in files if isinstance(file, ast.Constant)),
        tuple(name for name in assigned if name != "data"),
    )


def _called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else ""


def script(document: Document) -> str:
    """The script, recompute.py."""
    needed = needs(document)
    unset = ""
    if needed.names:
        sentence = set_first(needed.names)
        unset = "".join(f"{name} = None  # Set this to the data of the report.\n" for name in needed.names)
        missing = " or ".join(f"{name} is None" for name in needed.names)
        unset += f"if {missing}:\n    raise SystemExit({sentence!r})\n\n"
    about = '"""Compute the numbers of this report again, and compare them."""\n\n'
    return about + unset + document.python + "\n" + _CHECK.format(answers=", ".join(needed.answers))


def set_first(names: Sequence[str]) -> str:
    """What the script says where somebody runs it before they set its names."""
    return f"First set {', '.join(names)} in {FILE} to the data of the report."


NEAR = 1e-9
"""Relative difference of two numbers that count as the same: another computer adds in another order."""
SHOWN = 20
"""Numbers that differ and are printed."""

Value = int | float | str | bool | None


def check(data: Data, answers: Sequence[Answer], file: str | Path | bytes) -> int:
    """Print whether data and answers are those of a report.json; returns 0 if they are, 1 if not."""
    report = read(file)
    if report.data_fingerprint != data.fingerprint:
        print(
            f"These are not the cases of the report. Their fingerprint is {data.fingerprint}, that of the report "
            f"{report.data_fingerprint}."
        )
        return 1
    pairs = list(_pairs(report, answers))
    numbers = sum(any(isinstance(value, int | float) for value in pair[1:]) for pair in pairs)
    differ = [(name, was, now) for name, was, now in pairs if not _same(was, now)]
    if not differ:
        print(f"all {numbers:,} numbers are the same")
        return 0
    print(f"{len(differ):,} of {numbers:,} numbers differ:")
    for name, was, now in differ[:SHOWN]:
        print(f"{line(name)}: {line(str(was))} in the report, {line(str(now))} computed again")
    if len(differ) > SHOWN:
        print(f"and {len(differ) - SHOWN:,} more")
    return 1


def _pairs(report: Earlier, answers: Sequence[Answer]) -> Iterator[tuple[str, Value, Value]]:
    """The name of each value, the value in the report and the same computed again."""
    if len(report.sections) != len(answers):
        raise InputError(
            f"there must be one answer for each of the {len(report.sections)} sections, got {len(answers)}"
        )
    for section, answer in zip(report.sections, answers, strict=True):
        was = {**_leaves(section.values), **_texts(section.numbers)}
        now = {**_leaves(plain(answer.values)), **_texts(numbers_in(answer))}
        for name in dict.fromkeys([*was, *now]):
            yield f"{section.key} {name}", was.get(name), now.get(name)


def _leaves(tree: Any, path: str = "") -> Mapping[str, Value]:
    """The leaves of mappings and sequences, by their paths."""
    if isinstance(tree, Mapping):
        parts = tree.items()
    elif isinstance(tree, list | tuple):
        parts = {str(place): part for place, part in enumerate(tree)}.items()
    else:
        return {path: tree}
    return {key: leaf for name, part in parts for key, leaf in _leaves(part, f"{path}.{name}".lstrip(".")).items()}


def _texts(numbers: Sequence[Number]) -> Mapping[str, Value]:
    return {f"“{number.name}” {place}": f"{number.text} ({number.interval})" for place, number in enumerate(numbers)}


def _same(was: Value, now: Value) -> bool:
    if isinstance(was, int | float) and isinstance(now, int | float):
        return math.isclose(was, now, rel_tol=NEAR, abs_tol=1e-12)
    return was == now
