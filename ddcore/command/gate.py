"""A gate for pipelines: the exit code says whether all conditions on a model hold."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cyclopts import App, Group

from ddcore.answers.base.as_json import plain, plain_data
from ddcore.command import source
from ddcore.command.conditions import Outcome, conditions, outcomes
from ddcore.command.output import progress_line
from ddcore.command.question import put_json, told
from ddcore.command.safe import line
from ddcore.command.source import option, signed
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.interval import at_level
from ddcore.options import Asked
from ddcore.read.spelling import OPTION, begun_choice
from ddcore.records.guess import Guess

CLOSED = 1
"""The exit code where a condition does not hold."""

CONDITIONS = Group.create_ordered(
    "Conditions",
    help="Give at least one. Several can be given together, as F1,MCC, or one by one.",
    sort_key=source.OWN,
)
OUTPUT = Group.create_ordered("Output", help="By default one line for each condition.", sort_key=source.OUTPUT_PLACE)

OF_CONDITIONS = {
    "beats": "Measures on which the model must clearly beat chance, as in the verdict. AUC is allowed too.",
    "at_least": "The least value of a measure, as MEASURE=VALUE.",
    "at_most": "The largest value of a measure, as MEASURE=VALUE.",
}

FLAGS = {
    "interval": "Test the whole interval: its lower end must reach the value of --at-least, its upper end must not "
    "exceed that of --at-most. Without this option the score itself is compared.",
    "all_models": "Test every model, not only the selected one.",
}

LEVEL = "level"

EXAMPLES = """The exit code is 0 if all conditions are met, 1 if one is not, and 2 for an error.

Examples:

  ddcore gate --sample two_class_example --at-least ACC=0.8,AUC=0.9
  ddcore gate --sample two_class_example --beats F1,MCC --at-most FPR=0.25
  ddcore gate --tp 227 --fp 50 --fn 31 --tn 192 --at-least ACC=0.8 --interval
  ddcore gate --sample two_class_example --beats MCC --junit gate.xml

With a file of your own: ddcore gate FILE --strict --positive VALUE --beats MCC"""


def gate(*files: str, **given: Any) -> int:
    """Whether all conditions hold: 0 or 1."""
    asked = conditions(*(given.get(name, ()) for name in OF_CONDITIONS))
    if given.get("all_models") and "select" in given:
        raise InputError("--all-models and --select do not go together")
    every, interval = bool(given.get("all_models")), bool(given.get("interval"))
    level = Asked.of(**{name: given[name] for name in (LEVEL,) if name in given}).level
    with progress_line(), at_level(level):
        gates = [
            (file, data, outcomes(data, asked, _models(data, every), interval))
            for file, data in source.sources(files, given)
        ]
    if "junit" in given:
        write_junit(given["junit"], [(file, found, data.guesses) for file, data, found in gates])
    if given.get("json"):
        put_json([({"file": file} if len(gates) > 1 else {}) | _plain(data, found) for file, data, found in gates])
    else:
        for file, data, found in gates:
            for guess in data.guesses:
                print(_guessed(file if len(gates) > 1 else "", guess))
            for outcome in found:
                print(_line(file if len(gates) > 1 else "", data, outcome))
    return 0 if all(outcome.holds for _, _, found in gates for outcome in found) else CLOSED


def _models(data: Data, every: bool) -> Sequence[str]:
    if data.chosen is None:
        raise InputError("a gate needs a model: a file of predictions, or the four counts of one")
    return list(data.models) if every else [data.name]


def _line(file: str, data: Data, outcome: Outcome) -> str:
    """A condition on one line: whether it holds, of what, and what was found."""
    of = [file] if file else []
    if data.several:
        of.append(outcome.model)
    where = f"{line(' · '.join(of))} · " if of else ""
    return f"{'ok    ' if outcome.holds else 'FAILED'}  {where}{line(outcome.text)}"


def _guessed(file: str, guess: Guess) -> str:
    """What was guessed of the data, on one line, with the option that says it."""
    text = f"{guess.text} {begun_choice(guess.role, guess.options, OPTION)}. [{guess.code}]"
    return f"guess   {f'{line(file)} · ' if file else ''}{line(text)}"


def _plain(data: Data, found: Sequence[Outcome]) -> dict[str, Any]:
    return {
        "passed": all(outcome.holds for outcome in found),
        "conditions": [
            {
                "model": outcome.model,
                "measure": outcome.condition.measure,
                "condition": outcome.condition.kind,
                "needed": plain(outcome.needed),
                "value": plain(outcome.value),
                "low": plain(outcome.low),
                "high": plain(outcome.high),
                "passed": outcome.holds,
                "reason": outcome.reason,
            }
            for outcome in found
        ],
        "data": plain_data(data),
    }


app = App(name="gate", help_epilogue=EXAMPLES)
app.default(
    signed(
        gate,
        "gate",
        [
            *source.arguments(),
            *(option(name, help, kind=list[str], group=CONDITIONS) for name, help in OF_CONDITIONS.items()),
            *(option(name, help, kind=bool, group=CONDITIONS) for name, help in FLAGS.items()),
            option(LEVEL, told(Asked.model_fields[LEVEL]), group=CONDITIONS),
            option("json", "One JSON object; with several files an array of them.", kind=bool, group=OUTPUT),
            option("junit", "A file for the results as JUnit XML, one test case per condition.", group=OUTPUT),
        ],
    )
)


Gates = Sequence[tuple[str, Sequence[Outcome], Sequence[Guess]]]
"""The outcomes by file, "" where there is none, and what was guessed of its data."""


def junit_document(gates: Gates) -> bytes:
    """A test case for each condition, and what was guessed as the output of the suite of a file."""
    failed = sum(not outcome.holds for _, of_file, _ in gates for outcome in of_file)
    total = sum(len(of_file) for _, of_file, _ in gates)
    root = ET.Element("testsuites", name="ddcore gate", tests=str(total), failures=str(failed))
    for file, of_file, guesses in gates:
        closed = sum(not outcome.holds for outcome in of_file)
        suite = ET.SubElement(
            root, "testsuite", name=_junit_text(file or "ddcore gate"), tests=str(len(of_file)), failures=str(closed)
        )
        for outcome in of_file:
            case = ET.SubElement(
                suite, "testcase", classname=_junit_text(outcome.model), name=_junit_text(outcome.condition.text)
            )
            if not outcome.holds:
                ET.SubElement(case, "failure", message=_junit_text(outcome.text))
        if guesses:
            ET.SubElement(suite, "system-out").text = "\n".join(_junit_text(_guessed("", guess)) for guess in guesses)
    content: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return content


def _junit_text(words: str) -> str:
    """Text that XML may hold."""
    return re.sub("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "�", line(words))


def write_junit(file: str, gates: Gates) -> None:
    """The document as a file; raises `InputError` where it cannot be written."""
    try:
        Path(file).write_bytes(junit_document(gates))
    except OSError as error:
        raise InputError(f"{file} cannot be written ({error.strerror})") from None
