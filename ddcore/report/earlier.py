"""What is kept of a report to compare it with others and to compute it again: report.json, which may be hostile."""

import io
import json
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ddcore.errors import InputError
from ddcore.read.words import quoted
from ddcore.report.document import Document, Fact, Number
from ddcore.report.order import MOST_SECTIONS, Order

FILE = "report.json"
KIND: Literal["report of ddcore"] = "report of ddcore"
LARGEST = 200 * 2**20
"""Bytes of an archive that is read."""
LARGEST_JSON = 64 * 2**20
"""Bytes of its report.json."""
MOST_FILES = 10_000

Text = Annotated[str, Field(max_length=2_000_000)]
Digest = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class Kept(BaseModel):
    """A part of what is kept; a later version may have more of it."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class KeptSection(Kept):
    """A question, what was chosen for it, and what came of it; as in `Section`."""

    key: Text
    question: Text
    text: Text
    chosen: Annotated[tuple[Fact, ...], Field(max_length=200)]
    sentence: Text
    numbers: Annotated[tuple[Number, ...], Field(max_length=2_000)]
    values: Mapping[str, Any]


class Earlier(Kept):
    """A report, without its charts and tables; as in `Document`."""

    kind: Literal["report of ddcore"] = KIND
    title: Text
    decision: Annotated[tuple[Text, ...], Field(max_length=20)]
    facts: Annotated[tuple[Fact, ...], Field(max_length=100)]
    sections: Annotated[tuple[KeptSection, ...], Field(max_length=MOST_SECTIONS)]
    order: Order
    versions: Annotated[Mapping[Text, Text], Field(max_length=100)]
    data_fingerprint: Digest
    fingerprint: Digest

    @classmethod
    def of(cls, document: Document) -> Self:
        """What is kept of a report."""
        told = {name: getattr(document, name) for name in cls.model_fields if name not in ("kind", "sections")}
        sections = [
            KeptSection(**{name: getattr(section, name) for name in KeptSection.model_fields})
            for section in document.sections
        ]
        return cls(sections=tuple(sections), **told)


def read(source: str | Path | bytes) -> Earlier:
    """A report out of its archive, or out of a report.json; nothing is unpacked to a file.

    Raises `InputError` for what is neither, or too large.
    """
    content, name = (source, "the other report") if isinstance(source, bytes) else (_content(Path(source)), str(source))
    told = _member(content, name) if content.startswith(b"PK") else content
    if len(told) > LARGEST_JSON:
        raise InputError(f"{FILE} of {quoted(name)} must have at most {LARGEST_JSON // 2**20} MB")
    try:
        return Earlier.model_validate(json.loads(told, parse_constant=_refused))
    except ValidationError as refusal:
        where = ".".join(map(str, refusal.errors()[0]["loc"])) or "it"
        raise InputError(f"{quoted(name)} must be a {KIND}: {quoted(where)} is missing or another thing") from None
    except (ValueError, RecursionError):
        raise InputError(f"{quoted(name)} must be a {KIND}, a ZIP or its {FILE}, and is neither") from None


def _refused(constant: str) -> None:
    raise ValueError(f"JSON has no {constant}")


def _content(path: Path) -> bytes:
    try:
        if path.stat().st_size > LARGEST:
            raise InputError(f"{quoted(str(path))} must have at most {LARGEST // 2**20} MB to be compared with")
        return path.read_bytes()
    except (OSError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        why = error.strerror if isinstance(error, OSError) else "no path"
        raise InputError(f"{quoted(str(path))} cannot be read ({why})") from None


def _member(archive: bytes, name: str) -> bytes:
    """The report.json of an archive, of which no more is unpacked than is read."""
    try:
        with zipfile.ZipFile(io.BytesIO(archive)) as files:
            if len(files.infolist()) > MOST_FILES or FILE not in files.namelist():
                raise InputError(f"{quoted(name)} must be the archive of a report, with {FILE} in it")
            with files.open(FILE) as member:
                return member.read(LARGEST_JSON + 1)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError, zlib.error):
        raise InputError(f"{quoted(name)} must be a whole ZIP without a password") from None
