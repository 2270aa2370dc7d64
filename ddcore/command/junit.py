"""Outcomes of a gate as JUnit XML, which pipelines show as tests: the standard library, as nothing is parsed."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from pathlib import Path

from ddcore.command.conditions import Outcome
from ddcore.command.safe import line
from ddcore.errors import InputError


def document(gates: Sequence[tuple[str, Sequence[Outcome]]]) -> bytes:
    """A test case for each condition; `gates` has the outcomes by file, "" where there is none."""
    failed = sum(not outcome.holds for _, outcomes in gates for outcome in outcomes)
    total = sum(len(outcomes) for _, outcomes in gates)
    root = ET.Element("testsuites", name="ddcore gate", tests=str(total), failures=str(failed))
    for file, outcomes in gates:
        closed = sum(not outcome.holds for outcome in outcomes)
        suite = ET.SubElement(
            root, "testsuite", name=_text(file or "ddcore gate"), tests=str(len(outcomes)), failures=str(closed)
        )
        for outcome in outcomes:
            case = ET.SubElement(suite, "testcase", classname=_text(outcome.model), name=_text(outcome.condition.text))
            if not outcome.holds:
                ET.SubElement(case, "failure", message=_text(outcome.text))
    content: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return content


def _text(words: str) -> str:
    """Text that XML may hold."""
    return re.sub("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "�", line(words))


def write(file: str, gates: Sequence[tuple[str, Sequence[Outcome]]]) -> None:
    """The same as a file; raises `InputError` where it cannot be written."""
    try:
        Path(file).write_bytes(document(gates))
    except OSError as error:
        raise InputError(f"{file} cannot be written ({error.strerror})") from None
