"""ARFF, the format of Weka: attributes, then rows separated by commas.

scipy reads no texts, and liac-arff reads cell by cell; below its attributes ARFF is delimited text, which Arrow reads.
"""

import re
from dataclasses import replace

import pyarrow as pa

from ddcore.errors import InputError
from ddcore.read.delimited import parsed, utf8
from ddcore.read.limits import COLUMNS
from ddcore.read.reading import AUTOMATIC, PREVIEWED, Reading, previewed
from ddcore.read.values import MISSING

LINE = re.compile(rb"[ \t]*([^\r\n]*)(?:\r\n|\r|\n|$)")
ATTRIBUTE = re.compile(r"""@attribute\s+('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^\s{]+)""", re.IGNORECASE)


def read_arff(data: bytes, asked: Reading = AUTOMATIC) -> tuple[pa.Table, Reading]:
    """The rows of an ARFF file under the names of its attributes, every cell as text; "?" is an empty cell.

    Raises `InputError` for a file without attributes or rows, for a sparse one, and for what no delimited text has.

    >>> table, reading = read_arff(b"@relation r\\n@attribute 'the class' {no,yes}\\n@data\\nyes\\n?\\n'no'\\n")
    >>> table.to_pydict(), reading.first_row
    ({'the class': ['yes', None, 'no']}, 4)
    """
    text, name = utf8(data, asked.encoding)
    names: list[str] = []
    row = begin = 0
    for line in LINE.finditer(text):
        row, begin = row + 1, line.end()
        words = line[1].decode("utf-8", errors="replace")
        if attribute := ATTRIBUTE.match(words):
            names.append(re.sub(r"\\(.)", r"\1", attribute[1].strip("'\"")))
            COLUMNS.check(len(names))
        if words.casefold().startswith("@data") or begin == len(text):
            break
    body = text[begin:]
    if not names or not body.strip():
        raise InputError("is an ARFF file without attributes or without rows; save it again")
    if body.lstrip().startswith(b"{"):
        raise InputError("is a sparse ARFF file; save it again with Weka's filter SparseToNonSparse, or as CSV")
    body = re.sub(rb"(?m)^[ \t]*%[^\n]*", b"", body) if b"%" in body else body
    quote = "'" if b"'" in body else '"'
    top = previewed((), ([cell] for cell in text[:10_000].decode(errors="replace").splitlines()[:PREVIEWED]))[1:]
    reading = replace(asked, delimiter=",", encoding=name, first_row=row + 1, top=top)
    table, reading = parsed(body, names, reading, frozenset(), quote, (*MISSING, "?"))
    return table.rename_columns(names), replace(reading, delimiter="")
