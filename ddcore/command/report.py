"""A report as a command: answers to several questions in files that can be sent, printed and checked."""

import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from inspect import Parameter as Argument
from pathlib import Path
from threading import Thread
from typing import Any, Literal

from cyclopts import App, Group

from ddcore.answers.base.question import QUESTIONS
from ddcore.command import output, safe, source
from ddcore.command.output import progress_line
from ddcore.command.piped import STDIN
from ddcore.command.question import CHOICE, field_option, value
from ddcore.command.source import option, signed
from ddcore.errors import InputError
from ddcore.read.words import quoted
from ddcore.report.earlier import read
from ddcore.report.formats import FORMATS, Format, format_of
from ddcore.report.order import SHARED, WRITTEN, Card, Order, shared_choices, with_notes, with_shared
from ddcore.report.pictures import painter
from ddcore.report.report import SHORT, Report

ASKED = Group.create_ordered("Questions", help="By default the questions that suit the data.", sort_key=source.OWN)
CHOICES = Group.create_ordered("Choices", help="They apply to all sections that have them.", sort_key=source.OWN)
OF_PEOPLE = Group.create_ordered("Texts of your own", sort_key=source.OWN)
OUTPUT = Group.create_ordered("Output", sort_key=source.OUTPUT_PLACE)

OF_ASKED = {
    "ask": "Questions separated by commas, such as verdict,thresholds. A question with choices as in a link, such as "
    '"costs?u=0,-1,-5,0&unit=EUR", must be the last before a ";". May be repeated.',
    "note": "A note of your own on the section of a question, as QUESTION=TEXT. May be repeated.",
    "against": "An earlier report as ZIP. A section then lists what has changed since.",
}
OF_OUTPUT = {
    "out": f"A file that ends in .{', .'.join(FORMATS)}; may be repeated. A hyphen (-) writes to stdout.",
    "format": "The format of the output to stdout. By default html.",
    "charts": "In HTML: interactive charts, or pictures, which make a smaller file. By default interactive.",
    "paper": "By default a4.",
    "cases": Order.model_fields["cases"].description or "",
    "annex": Order.model_fields["annex"].description or "",
}
REPEATED = ("ask", "note", "out")
KINDS: Mapping[str, Any] = {
    "format": Literal["html", "pdf", "docx", "xlsx", "zip"],
    "charts": Literal["interactive", "pictures"],
    "paper": Literal["a4", "letter"],
    "cases": bool,
    "annex": bool,
}

EXAMPLES = """The same data and the same options give the same bytes. The exit code is 0, or 2 for an error.

Examples:

  ddcore report --sample lending_club --out report.html --title "Loans, June"
  ddcore report --sample lending_club --out r.html --out r.xlsx --u 0,-1,-5,0
  ddcore report --sample pair_1 --ask verdict,curves --out r.html
  ddcore report --M 303 --P 139 --out - > chance.html

With a file of your own: ddcore report FILE --positive VALUE --out report.html"""


def report(*files: str, **given: Any) -> None:
    """Write a report."""
    outs = _outs(given)
    if len(files) > 1:
        raise InputError(f"a report is about the cases of one file, got {len(files)} files")
    ordered = ("ask", *Order.model_fields, *Card.model_fields)
    order = Order.of(**{name: given[name] for name in ordered if name in given})
    choices = shared_choices(
        {name: value(SHARED[name], given[CHOICE + name]) for name in SHARED if CHOICE + name in given}
    )
    notes = _notes(given.get("note", ()))
    against = read(given["against"]) if "against" in given else None
    if order.charts == "pictures" or any(wanted.pictures for wanted in outs.values()):
        # A Chromium takes as long to start as a file to be read.
        Thread(target=_start, daemon=True).start()
    with progress_line():
        [(_, data)] = source.sources(files, given)
        made = Report(data, with_notes(with_shared(order, data, choices), data, notes), against)
        contents = [made.written(wanted.ending) for wanted in outs.values()]
    for file, content in zip(outs, contents, strict=True):
        write(file, content)
    document = made.document(next(iter(outs.values())).rows)
    if any(note.code == "cases-listed" for section in document.sections for note in section.notes):
        print(
            safe.line("The report lists single cases: everyone who gets it can read their rows, ids and scores."),
            file=sys.stderr,
        )
    told = (f"{file} ({_size(len(content))})" for file, content in zip(outs, contents, strict=True) if file != STDIN)
    fingerprints = f"report {document.fingerprint[:SHORT]}, data {document.data_fingerprint[:SHORT]}"
    # What goes to stdout is the report alone.
    to = sys.stderr if STDIN in outs else sys.stdout
    print(safe.line(f"{' and '.join(told) or _size(len(contents[0]))}: {fingerprints}"), file=to)


def _start() -> None:
    """Chromium, where there is one: the format says what it does without."""
    with suppress(InputError):
        painter.start()


def _outs(given: Mapping[str, Any]) -> dict[str, Format]:
    """The format of each file; raises `InputError` for what cannot be written."""
    outs = given.get("out", ())
    if not outs:
        raise InputError("a report needs a file; give --out report.html")
    if "format" in given and STDIN not in outs:
        raise InputError("--format goes with --out -; the ending of a file says its format")
    twice = next((file for file in outs if outs.count(file) > 1), None)
    if twice is not None:
        raise InputError(f"--out must name different files, got {quoted(twice)} twice")
    return {file: _format(file, given.get("format", "html")) for file in outs}


def _format(file: str, of_stdout: str) -> Format:
    if file == STDIN:
        wanted = FORMATS[of_stdout]
        if sys.stdout is not None and sys.stdout.isatty():
            raise InputError(f"stdout is a terminal; write to a file, such as --out report.{wanted.ending}")
        return wanted
    wanted, path = format_of(Path(file).name), Path(file)
    if not path.parent.is_dir():
        raise InputError(f"out must be in a folder that exists, got {quoted(file)}")
    if path.is_dir() or not os.access(path if path.exists() else path.parent, os.W_OK):
        raise InputError(f"{quoted(file)} cannot be written")
    return wanted


def _notes(given: Sequence[str]) -> dict[str, str]:
    """Notes by their questions."""
    pairs = [text.partition("=")[::2] for text in given]
    for name, note in pairs:
        if name not in QUESTIONS or not note:
            raise InputError(f"note must be written as QUESTION=TEXT, such as verdict=Agreed, got {quoted(name)}")
    if len(dict(pairs)) < len(pairs):
        raise InputError("a question can have one note")
    return dict(pairs)


def write(file: str, content: bytes) -> None:
    """A file with that content; raises `InputError` where it cannot be written."""
    if file == STDIN:
        output.put(content)
        return
    try:
        Path(file).write_bytes(content)
    except OSError as error:
        raise InputError(f"{file} cannot be written ({error.strerror})") from None


def _size(size: int) -> str:
    """Bytes as people read them.

    >>> _size(812), _size(81_200), _size(8_120_000)
    ('812 bytes', '81 kB', '8.1 MB')
    """
    if size < 1000:
        return f"{size} bytes"
    return f"{size / 1000:.0f} kB" if size < 999_500 else f"{size / 1e6:.1f} MB"


def _options(rows: Mapping[str, str], group: Group) -> list[Argument]:
    kinds = {**KINDS, **dict.fromkeys(REPEATED, list[str])}
    return [option(name, help, kind=kinds.get(name, str), group=group) for name, help in rows.items()]


app = App(name="report", help_epilogue=EXAMPLES)
app.default(
    signed(
        report,
        "report",
        [
            *source.arguments(),
            *_options(OF_ASKED, ASKED),
            *(field_option(name, field, CHOICES, (f"--{name}",)) for name, field in SHARED.items()),
            *_options(WRITTEN, OF_PEOPLE),
            *_options(OF_OUTPUT, OUTPUT),
        ],
    )
)
