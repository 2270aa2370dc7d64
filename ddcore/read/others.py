"""Files that are not read, told by their first bytes: what each is, and how its table gets out of it."""

import re

SAVE = "save the table as CSV, Parquet, XLSX or JSON lines"

OTHERS = (
    (rb"\x89PNG|\xff\xd8\xff|GIF8|BM.{4}\0\0\0\0|II\*\0|MM\0\*|RIFF.{4}WEBP", "a picture, not a table", SAVE),
    (rb"%PDF", "a PDF document, not a table", SAVE),
    (rb"SQLite format 3", "a database, not a table", SAVE),
    (rb".{8}DUCK", "a DuckDB database, not a table", "save the table with COPY … TO 'table.parquet'"),
    (
        rb"\x80[\x02-\x05]",
        "a Python pickle, which could run a program and is never opened",
        "save the table with to_csv or to_parquet",
    ),
    (rb"(?i)\s*<(!doctype html|html|table)", "a web page, not a table", SAVE),
    (rb"BZh", "compressed with bzip2, which cannot be read here", "unpack it, or pack it with gzip"),
    (rb"\xfd7zXZ", "compressed with xz, which cannot be read here", "unpack it, or pack it with gzip"),
    (rb"Rar!", "a RAR archive, which cannot be read here", "unpack it"),
    (rb"7z\xbc\xaf", "a 7-Zip archive, which cannot be read here", "unpack it"),
    (
        rb"\xd0\xcf\x11\xe0(?=.*E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e)",
        "a workbook with a password",
        "open it, remove the password and save it as XLSX or CSV",
    ),
    (rb"\xd0\xcf\x11\xe0(?=.*W\0o\0r\0d\0D\0o\0c)", "an old Word document", SAVE),
    (
        rb"\xd0\xcf\x11\xe0",
        "an old Excel workbook (.xls)",
        "open it in Excel or LibreOffice, and save it as XLSX or CSV",
    ),
    (
        rb"\x89HDF\r\n\x1a\n|MATLAB 7",
        "an HDF5 file",
        "save the table as CSV, with to_csv or writetable",
    ),
    (rb"MATLAB [45]", "a MATLAB file", "save the table as CSV with writetable"),
    (
        rb"\x93NUMPY",
        "a NumPy array, whose columns have no names",
        "save it with them: pandas.DataFrame(array, columns=[…]).to_csv(…)",
    ),
    (rb"Obj\x01", "an Avro file", "save the table as Parquet or CSV"),
    (rb"FEA1", "a Feather file of the first version", "save it again with a current version, or as Parquet"),
    (
        rb".{0,400}SPSSPORT|ASCII SPSS PORT FILE",
        "a portable SPSS file (.por)",
        "save the table as CSV with File, Save as",
    ),
    (
        rb"RD[XAB][123]\n|X\n\0\0\0[\2\3]|[AB]\n[23]\n\d{5,6}\n",
        "a file of R objects",
        'save the table in R: write.csv(table, "table.csv")',
    ),
    (rb"<\?xml", "an XML file", SAVE),
)
"""First bytes as patterns; what has them; what to do."""

LOOKED_AT = 2**17
"""Bytes among which a pattern is looked for: the directory of an old Office file may stand behind its content."""


def told(data: bytes) -> str | None:
    """What a file is that is not read, and what to do; None where its first bytes do not say.

    >>> told(b"%PDF-1.7")
    'is a PDF document, not a table; save the table as CSV, Parquet, XLSX or JSON lines'
    >>> told(b"truth,score")
    """
    top = data[:LOOKED_AT]
    if top.startswith(b"\xd0\xcf\x11\xe0"):
        top += data[-LOOKED_AT:]
    return next((f"is {what}; {how}" for start, what, how in OTHERS if re.match(start, top, re.DOTALL)), None)
