"""A report as a ZIP with everything: all formats, tables, charts, and what it takes to compute it again."""

import json
import re
from collections.abc import Iterator
from typing import Literal

import pandas as pd

from ddcore.answers.base.as_json import plain
from ddcore.answers.base.table_files import csv
from ddcore.errors import InputError
from ddcore.report import charts, recompute
from ddcore.report.document import Document, Table
from ddcore.report.earlier import FILE, Earlier, read
from ddcore.report.formats import FORMATS
from ddcore.report.office import allowed, archive_of, foot, line
from ddcore.report.texts import ENGLISH, Texts

__all__ = ["Earlier", "read", "written"]

INSIDE = ("html", "pdf", "docx", "xlsx")
"""Formats that stand in the archive."""
PICTURES: tuple[Literal["svg", "png"], ...] = ("svg", "png")

File = tuple[str, bytes]


def written(document: Document, texts: Texts = ENGLISH) -> bytes:
    """The bytes of the archive; its README.txt names what could not be made."""
    missing: dict[str, str] = {}
    with charts.drawn_once():
        files = [*_reports(document, missing), *_tables(document, missing, texts), *_charts(document, missing)]
    files.append((FILE, kept(document)))
    files.append((recompute.FILE, recompute.script(document, texts).encode(errors="replace")))
    readme = _readme(document, [name for name, _ in files], missing, texts)
    return archive_of({"README.txt": readme.encode(errors="replace"), **dict(files)})


def kept(document: Document) -> bytes:
    """The report.json of a report."""
    told = plain(Earlier.of(document).model_dump())
    return f"{json.dumps(told, ensure_ascii=False, allow_nan=False, indent=1, default=str)}\n".encode(errors="replace")


def _reports(document: Document, missing: dict[str, str]) -> Iterator[File]:
    for wanted in (FORMATS[ending] for ending in INSIDE):
        name = f"report.{wanted.ending}"
        try:
            yield name, wanted.written(_with_rows(document, wanted.rows))
        except InputError as error:
            missing[name] = str(error)


def _with_rows(document: Document, most: int) -> Document:
    """The same document without the rows of tables that have more than a format takes along."""
    sections = (
        section.model_copy(update={"tables": tuple(_up_to(table, most) for table in section.tables)})
        for section in document.sections
    )
    return document.model_copy(update={"sections": tuple(sections)})


def _up_to(table: Table, most: int) -> Table:
    return table if len(table.rows or ()) <= most else table.model_copy(update={"rows": None})


def _tables(document: Document, missing: dict[str, str], texts: Texts) -> Iterator[File]:
    taken: set[str] = set()
    for _, table in document.tables():
        name = f"tables/{_own(table.key, taken)}.csv"
        if table.rows is None:
            missing[name] = texts.too_many_rows.format(rows=f"{table.size:,}")
        else:
            yield name, csv(frame(table))


def frame(table: Table) -> pd.DataFrame:
    """The rows of a table, whose whole numbers stay whole."""
    columns = [_column([row[place] for row in table.rows or ()]) for place in range(len(table.columns))]
    rows = pd.DataFrame(dict(enumerate(columns)))
    return rows.set_axis(list(table.columns), axis=1)


def _column(cells: list[bool | int | float | str | None]) -> pd.Series:
    kinds = {type(cell) for cell in cells} - {type(None)}
    if kinds == {int} and None in cells:
        return pd.Series(cells, dtype="Int64")
    return pd.Series(cells) if kinds and kinds <= {int, float} else pd.Series(cells, dtype=object)


def _charts(document: Document, missing: dict[str, str]) -> Iterator[File]:
    for kind in PICTURES:
        pictures, why = charts.drawn(document, kind)
        taken: set[str] = set()
        for key, picture in pictures.items():
            yield f"charts/{_own(key, taken)}.{kind}", picture
        if why:
            missing[f"charts/*.{kind}"] = why


def _own(key: str, taken: set[str]) -> str:
    """A name out of letters of ours, which no other file has."""
    name = own = re.sub(r"[^a-z0-9]+", "_", key.lower())[:80].strip("_") or "part"
    copy = 2
    while name in taken:
        name, copy = f"{own}_{copy}", copy + 1
    taken.add(name)
    return name


def _readme(document: Document, names: list[str], missing: dict[str, str], texts: Texts) -> str:
    """What the files are, which are not there and why, and how the numbers are computed again."""
    told = [line(document.title), foot(document, texts), "", texts.archive, ""]
    inside = {row: what for row, what in texts.archive_files.items() if any(name.startswith(row) for name in names)}
    told += [f"  {row:<14}{what}" for row, what in inside.items()]
    if missing:
        told += ["", texts.not_in_archive, ""]
        told += [f"  {texts.not_made.format(file=file, why=line(why, 500))}" for file, why in missing.items()]
    needs = recompute.needs(document)
    told += ["", texts.to_recompute.format(version=document.versions["ddcore"]), "", f"  python {recompute.FILE}", ""]
    if needs.names:
        told.append(texts.to_recompute_names.format(names=", ".join(needs.names)))
    told += [texts.to_recompute_file.format(file=allowed(file)) for file in needs.files]
    told += [texts.to_recompute_end, "", texts.to_compare, "", "  ddcore report ... --against this.zip", ""]
    return "\n".join([*told, texts.fingerprints, ""])
