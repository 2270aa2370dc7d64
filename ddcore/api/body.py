"""Bodies as they arrive, read in a worker: JSON as it is defined, and forms whose files stay in memory."""

import codecs
import io
import json
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from ddcore.errors import InputError
from ddcore.read.words import quoted

if TYPE_CHECKING:
    from python_multipart.multipart import Field, File

MOST_NAMES = 100
"""Values in an address, fields of a form, and values in a list of choices."""
LONGEST = 10_000
"""Characters of a value that is no file, and of an address."""


def parsed(body: bytes) -> Any:
    """JSON as it is defined: no NaN, no name twice; a number of many digits is the nearest one that a computer has."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        read = dict(pairs)
        if len(read) < len(pairs):
            names = [name for name, _ in pairs]
            twice = next(name for name in names if names.count(name) > 1)
            raise InputError(f"{quoted(twice)} must be given once")
        return read

    def constant(name: str) -> Any:
        raise InputError(f"JSON has no {name}; write null where a value is missing")

    def integer(text: str) -> int | float:
        return int(text) if len(text) < 19 else float(text)

    if body.startswith(codecs.BOM_UTF8):
        raise InputError("the body must be JSON without a byte order mark before it; save it as UTF-8 without one")
    try:
        # As text: for bytes, json looks for other encodings, which a worker cannot load.
        return json.loads(body.decode(), object_pairs_hook=once, parse_constant=constant, parse_int=integer)
    except InputError:
        raise
    except json.JSONDecodeError as problem:
        raise InputError(
            f"the body must be JSON, got an error at line {problem.lineno:,}, column {problem.colno:,}"
        ) from None
    except RecursionError:
        raise InputError("the body must be JSON with few nested levels, got too many") from None
    except ValueError:
        raise InputError("the body must be JSON in UTF-8") from None


def parts(kind: str, body: bytes) -> tuple[list[tuple[str, str]], list[tuple[str, str, bytes]]]:
    """The fields of a form, and its files with their field, name and content; all stays in memory."""
    # Only here: what else a worker does goes without it.
    from python_multipart.exceptions import FormParserError
    from python_multipart.multipart import FormParser, parse_options_header

    fields: list[tuple[str, str]] = []
    files: list[tuple[str, str, bytes]] = []

    def field(part: "Field") -> None:
        if len(fields) == MOST_NAMES or len(part.value or b"") > 4 * LONGEST:
            raise FormParserError("too many fields, or a long one")
        fields.append((_text(part.field_name), _text(part.value)))

    def file(part: "File") -> None:
        whole = part.file_object
        assert isinstance(whole, io.BytesIO)
        files.append((_text(part.field_name), _base(_text(part.file_name)), whole.getvalue()))

    boundary = parse_options_header(kind)[1].get(b"boundary", b"")
    try:
        if not 0 < len(boundary) <= 70:
            raise FormParserError("no boundary")
        config = {"MAX_MEMORY_FILE_SIZE": float("inf")}
        parser = FormParser("multipart/form-data", field, file, boundary=boundary, config=config)
        parser.write(body)
        parser.finalize()
    except (FormParserError, UnicodeDecodeError):
        raise InputError(
            "the form must be multipart/form-data with short fields, as curl -F file=@predictions.csv sends it"
        ) from None
    return fields, files


def _text(part: bytes | None) -> str:
    return (part or b"").decode()


def _base(name: str) -> str:
    """The last part of a file's name, on one line, without signs that turn or hide others; it is never opened."""
    last = PurePosixPath(name.replace("\\", "/")).name
    return "".join(sign for sign in last if sign.isprintable())[-100:] or "the file"
