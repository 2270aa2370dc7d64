"""A report as a ZIP with everything: all formats, tables, charts, and what it takes to compute it again."""

import re
from collections.abc import Iterator
from typing import Literal

import pandas as pd

from ddcore.answers.base.table_files import csv
from ddcore.errors import InputError
from ddcore.report import earlier, recheck, words
from ddcore.report.document import Cell, Document, Table
from ddcore.report.formats import FORMATS
from ddcore.report.office import allowed, archive_of, line
from ddcore.report.pictures import drawn, drawn_once

INSIDE = ("html", "pdf", "docx", "xlsx")
"""Formats that stand in the archive."""
PICTURES: tuple[Literal["svg", "png"], ...] = ("svg", "png")

CONTENTS = {
    "report.html": "the report, for a browser",
    "report.pdf": "the report, for print",
    "report.docx": "the report, to edit",
    "report.xlsx": "its tables, one sheet each",
    "tables/": "its tables, each as CSV in UTF-8",
    "charts/": "its charts, each as SVG and as PNG",
    earlier.FILE: "its choices, numbers, fingerprints and versions, for programs and for a later comparison",
    recheck.FILE: "computes all numbers again and compares them",
}
"""What the files are, by the beginning of their names."""

NOT_IN_IT = "What is missing, and why"

File = tuple[str, bytes]


def written(document: Document) -> bytes:
    """The bytes of the archive; its README.txt names what could not be made."""
    missing: dict[str, str] = {}
    with drawn_once():
        files = [*_reports(document, missing), *_tables(document, missing), *_charts(document, missing)]
    files.append((earlier.FILE, earlier.written(document)))
    files.append((recheck.FILE, recheck.script(document).encode(errors="replace")))
    readme = _readme(document, [name for name, _ in files], missing)
    return archive_of({"README.txt": readme.encode(errors="replace"), **dict(files)})


def _reports(document: Document, missing: dict[str, str]) -> Iterator[File]:
    for wanted in (FORMATS[ending] for ending in INSIDE):
        name = f"report.{wanted.ending}"
        try:
            yield name, wanted.written(_with_rows(document, wanted.rows))
        except InputError as error:
            missing[name] = str(error)


def _with_rows(document: Document, most: int) -> Document:
    """The document without the rows of tables that have more than a format takes along."""
    sections = (
        section.model_copy(update={"tables": tuple(_up_to(table, most) for table in section.tables)})
        for section in document.sections
    )
    return document.model_copy(update={"sections": tuple(sections)})


def _up_to(table: Table, most: int) -> Table:
    return table if len(table.rows or ()) <= most else table.model_copy(update={"rows": None})


def _tables(document: Document, missing: dict[str, str]) -> Iterator[File]:
    taken: set[str] = set()
    for _, table in document.tables():
        name = f"tables/{_file_name(table.key, taken)}.csv"
        if table.rows is None:
            missing[name] = words.too_many_rows(table.size)
        else:
            yield name, csv(frame(table))


def frame(table: Table) -> pd.DataFrame:
    """The rows of a table, whose whole numbers stay whole."""
    columns = [_column([row[place] for row in table.rows or ()]) for place in range(len(table.columns))]
    rows = pd.DataFrame(dict(enumerate(columns)))
    return rows.set_axis(list(table.columns), axis=1)


def _column(cells: list[Cell]) -> pd.Series:
    kinds = {type(cell) for cell in cells} - {type(None)}
    if kinds == {int} and None in cells:
        return pd.Series(cells, dtype="Int64")
    return pd.Series(cells) if kinds and kinds <= {int, float} else pd.Series(cells, dtype=object)


def _charts(document: Document, missing: dict[str, str]) -> Iterator[File]:
    for kind in PICTURES:
        pictures, why = drawn(document, kind)
        taken: set[str] = set()
        for key, picture in pictures.items():
            yield f"charts/{_file_name(key, taken)}.{kind}", picture
        if why:
            missing[f"charts/*.{kind}"] = why


def _file_name(key: str, taken: set[str]) -> str:
    """A name of plain letters that no other file has, added to those that are taken.

    >>> taken = set()
    >>> [_file_name(key, taken) for key in ("../../x", "x", "דוח")]
    ['x', 'x_2', 'part']
    """
    name = first = re.sub(r"[^a-z0-9]+", "_", key.lower())[:80].strip("_") or "part"
    copy = 2
    while name in taken:
        name, copy = f"{first}_{copy}", copy + 1
    taken.add(name)
    return name


def set_before(names: tuple[str, ...]) -> str:
    """What README.txt says where recompute.py needs names to be set."""
    return f"First set {', '.join(names)} at the beginning of {recheck.FILE}: the data did not come from a file."


def file_needed(file: str) -> str:
    """What README.txt says of a file that recompute.py reads."""
    return f"Run the command in the folder of {allowed(file)}."


def _readme(document: Document, names: list[str], missing: dict[str, str]) -> str:
    """What the files are, which are not there and why, and how the numbers are computed again."""
    lines = [line(document.title), words.foot(document), "", "What is in this archive", ""]
    inside = {start: what for start, what in CONTENTS.items() if any(name.startswith(start) for name in names)}
    lines += [f"  {start:<14}{what}" for start, what in inside.items()]
    if missing:
        lines += ["", NOT_IN_IT, "", *(f"  {file}: {line(why, 500)}" for file, why in missing.items())]
    needs = recheck.needs(document)
    version = document.versions["ddcore"]
    lines += ["", f"To compute the numbers again with ddcore {version}:", ""]
    lines += [f"  python {recheck.FILE}", ""]
    if needs.names:
        lines.append(set_before(needs.names))
    lines += map(file_needed, needs.files)
    lines += [
        f"It compares them with {earlier.FILE} in the same folder. The exit code is 0 if all are the same, else 1.",
        "",
        "To list in a later report what changed since this one:",
        "",
        "  ddcore report ... --against this.zip",
        "",
    ]
    return "\n".join([*lines, words.FINGERPRINTS, ""])
