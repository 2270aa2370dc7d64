"""What spreadsheets, documents and archives share: letters that XML allows, texts without markup, files of one date."""

import io
import re
import unicodedata
import zipfile
from collections.abc import Mapping

from ddcore.answers.base.table_files import cell_text
from ddcore.report.document import Cell
from ddcore.report.markdown_blocks import blocks

LONG = 160
"""Characters of a title in a heading."""

DATE = (1980, 1, 1, 0, 0, 0)
"""The date of all files in an archive, the first there is: the same content gives the same bytes."""

# Signs that no XML may hold, and those that turn the direction of what follows them.
_FORBIDDEN = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")


def allowed(text: str) -> str:
    r"""A text in letters that XML allows; none of them turns the direction of those that follow.

    >>> allowed("a\0b\u202ec")
    'a\ufffdbc'
    """
    return _FORBIDDEN.sub("\ufffd", _TURNING.sub("", text))


def line(text: str, most: int = LONG) -> str:
    """A plain text in one line, shortened where it is long.

    >>> line("a\\nb"), line("abcdef", 4)
    ('a b', 'abc…')
    """
    joined = " ".join(allowed(text).split())
    return joined if len(joined) <= most else f"{joined[: most - 1].rstrip()}…"


def plain(markdown: str) -> str:
    """The letters of Markdown, without its markup; a line for each block.

    >>> plain("**Yes**, it\\nis.\\n\\nAll of it.")
    'Yes, it is.\\nAll of it.'
    """
    return allowed("\n".join(block.text for block in blocks(markdown)))


def backwards(text: str) -> bool:
    """Whether a text begins in letters that run from right to left.

    >>> backwards("(דוח) report"), backwards("report")
    (True, False)
    """
    kinds = (unicodedata.bidirectional(letter) for letter in text)
    return next((kind for kind in kinds if kind in ("L", "R", "AL")), "L") != "L"


def cell_shown(head: str, cell: Cell) -> str:
    """A cell of a table as it is read, in letters that XML allows."""
    return allowed(cell_text(head, cell))


def archive_of(files: Mapping[str, bytes]) -> bytes:
    """A ZIP of files by their names, in their order; the same files give the same bytes."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in files.items():
            entry = zipfile.ZipInfo(name, DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            entry.create_system = 3
            archive.writestr(entry, part)
    return content.getvalue()


def dated(archive: bytes) -> bytes:
    """The ZIP without the time at which it was made."""
    with zipfile.ZipFile(io.BytesIO(archive)) as files:
        return archive_of({name: files.read(name) for name in files.namelist()})
