"""The numbers of a report computed again: what recompute.py of its archive runs."""

import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ddcore.answers.base.answer import Answer
from ddcore.answers.base.as_json import plain
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.report.document import Number
from ddcore.report.earlier import Earlier, KeptSection, read
from ddcore.report.numbers import numbers_of
from ddcore.report.office import line
from ddcore.report.order import Wanted
from ddcore.report.texts import ENGLISH, Texts

NEAR = 1e-9
"""How far two numbers may be apart, as a share of them: another computer adds in another order."""
SHOWN = 20

Value = int | float | str | bool | None


def check(data: Data, answers: Sequence[Answer], file: str | Path | bytes, texts: Texts = ENGLISH) -> int:
    """Say whether data and answers are those of a report.json; 0 if they are, 1 if not."""
    report = read(file)
    if report.data_fingerprint != data.fingerprint:
        print(texts.recomputed_cases.format(now=data.fingerprint, before=report.data_fingerprint))
        return 1
    pairs = list(_pairs(report, data, answers))
    numbers = [pair for pair in pairs if any(isinstance(value, int | float) for value in pair[1:])]
    differ = [(name, was, now) for name, was, now in pairs if not _same(was, now)]
    if not differ:
        print(texts.recomputed_same.format(numbers=f"{len(numbers):,}"))
        return 0
    print(texts.recomputed_differ.format(differ=f"{len(differ):,}", numbers=f"{len(numbers):,}"))
    for name, was, now in differ[:SHOWN]:
        print(texts.recomputed_line.format(name=line(name), before=line(str(was)), now=line(str(now))))
    if len(differ) > SHOWN:
        print(texts.recomputed_more.format(more=f"{len(differ) - SHOWN:,}"))
    return 1


def _pairs(report: Earlier, data: Data, answers: Sequence[Answer]) -> Iterator[tuple[str, Value, Value]]:
    """Each value of the report and the same computed again, with its name."""
    wanted = report.order.sections or ()
    if not len(wanted) == len(report.sections) == len(answers):
        raise InputError(f"answers must be as many as the report has sections, {len(report.sections)}")
    for section, each, answer in zip(report.sections, wanted, answers, strict=True):
        was = {**_values(section.values), **_written(section.numbers)}
        now = {**_values(plain(answer.values)), **_written(_numbers(section, each, data, answer))}
        for name in dict.fromkeys([*was, *now]):
            yield f"{section.key} {name}", was.get(name), now.get(name)


def _numbers(section: KeptSection, wanted: Wanted, data: Data, answer: Answer) -> Sequence[Number]:
    question, choices = wanted.asked, wanted.made
    if question.needs(data) is not None:
        return ()
    return numbers_of(question.name, answer.values, data, choices.with_defaults(data))


def _values(tree: Any, path: str = "") -> Mapping[str, Value]:
    """The leaves of mappings and sequences, by their paths."""
    if isinstance(tree, Mapping):
        parts = tree.items()
    elif isinstance(tree, list | tuple):
        parts = {str(place): part for place, part in enumerate(tree)}.items()
    else:
        return {path: tree}
    return {key: leaf for name, part in parts for key, leaf in _values(part, f"{path}.{name}".lstrip(".")).items()}


def _written(numbers: Sequence[Number]) -> Mapping[str, Value]:
    return {f"“{row.name}” {place}": f"{row.text} ({row.interval})" for place, row in enumerate(numbers)}


def _same(was: Value, now: Value) -> bool:
    if isinstance(was, int | float) and isinstance(now, int | float):
        return math.isclose(was, now, rel_tol=NEAR, abs_tol=1e-12)
    return was == now
