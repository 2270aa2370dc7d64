"""What a report can be written as: a row a format, written by the module that it names."""

import importlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ddcore.errors import InputError
from ddcore.read.words import quoted
from ddcore.report.document import Document

FEW, ALL = 600, 100_000
"""Rows up to which a format takes a table along: those that people read, and those that programs read."""


@dataclass(frozen=True)
class Format:
    """A format: its ending, what people and servers call it, and up to how many rows it has of a table.

    Its module has `written(document)`, which gives the bytes. `pictures` says whether charts are drawn for it, which
    needs a Chromium; the format says what it does where there is none.
    """

    ending: str
    title: str
    kind: str
    module: str
    rows: int = FEW
    pictures: bool = True

    def written(self, document: Document) -> bytes:
        """The bytes of a report; the same for the same document.

        Raises `InputError` that says what to install where it is not there.
        """
        try:
            writer = importlib.import_module(f"ddcore.report.{self.module}")
        except ModuleNotFoundError as lacking:
            if str(lacking.name).startswith("ddcore"):
                raise
            raise InputError(
                f"a report as .{self.ending} needs the package {lacking.name}; install it with pip install "
                "'ddcore[report]', or make a .html"
            ) from None
        content: bytes = writer.written(document)
        return content


_OFFICE = "application/vnd.openxmlformats-officedocument"

FORMATS: Mapping[str, Format] = {
    row.ending: row
    for row in (
        Format("html", "HTML", "text/html; charset=utf-8", "html", pictures=False),
        Format("pdf", "PDF", "application/pdf", "pdf"),
        Format("docx", "Word", f"{_OFFICE}.wordprocessingml.document", "docx"),
        Format("xlsx", "Excel", f"{_OFFICE}.spreadsheetml.sheet", "xlsx", ALL, pictures=False),
        Format("zip", "ZIP with everything", "application/zip", "archive", ALL),
    )
}
"""The formats by their endings."""


def format_of(name: str) -> Format:
    """The format of a file, or of an ending; raises `InputError` where there is none.

    >>> format_of("report.PDF").title, format_of("html").title
    ('PDF', 'HTML')
    """
    ending = (Path(name).suffix or name).lower().removeprefix(".")
    if ending not in FORMATS:
        raise InputError(f"a report must end in .{', .'.join(FORMATS)}, got {quoted(name)}")
    return FORMATS[ending]
