"""The formats of a report, each written by the module that it names."""

import importlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ddcore.errors import InputError
from ddcore.read.words import quoted
from ddcore.report.document import Document

FEW, ALL = 600, 100_000
"""Rows that a table may have in formats that people read, and in those that programs read."""


@dataclass(frozen=True)
class Format:
    """A format of a report.

    Parameters
    ----------
    ending : str
        The ending of its files, such as "pdf".
    title : str
        What people call it.
    kind : str
        Its media type.
    module : str
        The module of this package whose `written(document)` gives the bytes.
    rows : int
        The most rows of a table that it has.
    pictures : bool
        Whether charts are drawn for it, which needs a Chromium; the module handles that there is none.
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
