"""Real tables that must be read, each with its right counts: in every format, encoding, separator and compression."""

import codecs
import gzip
import io
import itertools
import json
import random

import openpyxl
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet
import xlsxwriter
import zstandard

from tests.hostile.expected import RIGHT, Hostile, cases, right, says, text

ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252", "latin-1", "utf-7")
PACKERS = {"": bytes, ".gz": gzip.compress, ".zst": zstandard.compress}


def encoded():
    """Delimited texts; of all ways to write one, a fixed choice of 40."""
    ways = list(itertools.product(ENCODINGS, ",;\t| ", ("\n", "\r\n", "\r"), ("yes no", "já né", "1 0", "Ω Ж")))
    ways = [way for way in ways if way[3] != "Ω Ж" or way[0].startswith("utf")]
    for number, (name, separator, newline, classes) in enumerate(random.Random(16).sample(ways, 40)):
        first, last = classes.split()
        point = "." if separator in ", " or number % 2 else ","

        def make(rng, name=name, separator=separator, newline=newline, pair=(first, last), point=point):
            return text(rng, separator=separator, newline=newline, point=point, classes=pair).encode(name)

        yield Hostile(f"{number:02}-{name}.csv", make, RIGHT)


def frame(rng):
    """The table as Arrow has it, with an integer truth."""
    truth, score = zip(*cases(rng, classes=("1", "0")), strict=True)
    return pa.table({"truth": [int(value) for value in truth], "score": [float(value) for value in score]})


def parquet(rng):
    pyarrow.parquet.write_table(frame(rng), stream := io.BytesIO())
    return stream.getvalue()


def openpyxl_book(rng):
    book = openpyxl.Workbook()
    book.active.append(["truth", "score"])
    for truth, score in cases(rng):
        book.active.append([truth, float(score)])
    book.save(stream := io.BytesIO())
    return stream.getvalue()


def xlsxwriter_book(rng):
    with xlsxwriter.Workbook(stream := io.BytesIO(), {"in_memory": True}) as book:
        sheet = book.add_worksheet()
        for place, row in enumerate([("truth", "score"), *cases(rng)]):
            sheet.write_row(place, 0, row)
    return stream.getvalue()


def json_lines(rng):
    lines = [json.dumps({"truth": truth, "score": float(score)}) for truth, score in cases(rng)]
    return "\n".join(lines).encode()


def comma(rng):
    return text(rng).encode()


FORMATS = {
    "table.csv": comma,
    "table.parquet": parquet,
    "openpyxl.xlsx": openpyxl_book,
    "xlsxwriter.xlsx": xlsxwriter_book,
    "table.jsonl": json_lines,
}


def formats():
    for (name, make), (ending, pack) in itertools.product(FORMATS.items(), PACKERS.items()):
        yield Hostile(name + ending, lambda rng, make=make, pack=pack: pack(make(rng)), RIGHT)
    for name, make in FORMATS.items():
        yield Hostile(f"false-{name.replace('.', '-')}.txt", make, RIGHT)


def large(rng, rows, positives):
    truth = [1] * positives + [0] * (rows - positives)
    rng.shuffle(truth)
    table = pa.table({"truth": truth, "score": [rng.random() for _ in truth]})
    pyarrow.csv.write_csv(table, stream := io.BytesIO())
    return stream.getvalue()


def sizes():
    """From two cases to 300,000."""
    for rows, positives in ((2, 1), (3, 1), (1_001, 7), (20_000, 9_000), (300_000, 100)):
        yield Hostile(
            f"{rows}.csv",
            lambda rng, rows=rows, positives=positives: large(rng, rows, positives),
            right(rows, positives),
        )


NO_MARK = says("text|encoding|table|no rows")


def encodings():
    """Encodings that are wrong, mixed, or not told by a mark."""
    wrong = {
        "utf-32-le": lambda rng: text(rng).encode("utf-32-le"),
        "utf-32-be": lambda rng: text(rng).encode("utf-32-be"),
        "utf-16 cut in a character": lambda rng: text(rng).encode("utf-16")[:-1],
        "utf-16 mark on bytes": lambda rng: codecs.BOM_UTF16_LE + text(rng).encode() + b"x",
        "utf-32 mark on bytes": lambda rng: codecs.BOM_UTF32_LE + text(rng).encode() + b"x",
        "utf-16 half a pair": lambda rng: codecs.BOM_UTF16_LE + text(rng).encode("utf-16-le") + b"\x00\xd8,\x001\x00",
        "a null inside": lambda rng: text(rng).encode().replace(b"yes", b"y\0s", 1),
        "nulls between": lambda rng: text(rng).encode().replace(b"\n", b"\0\n"),
    }
    for name, make in wrong.items():
        yield Hostile(f"{name}.csv", make, NO_MARK)
    for name, mark in {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}.items():
        yield Hostile(
            f"{name} with its mark.csv", lambda rng, name=name, mark=mark: mark + text(rng).encode(name), RIGHT
        )
    mixed = {
        "utf-8 and latin-1": ("né".encode(), "né".encode("latin-1")),
        "a lone surrogate": (b"n\xed\xa0\x80", b"n\xed\xb0\x80"),
        "bytes beyond unicode": (b"n\xf4\x90\x80\x80", b"n\xff"),
        "overlong": (b"n\xc0\xaf", b"n/"),
    }
    for name, (one, other) in mixed.items():

        def make(rng, one=one, other=other):
            return text(rng, classes=("#", "no")).encode().replace(b"no", other).replace(b"#", one)

        yield Hostile(f"{name}.csv", make, RIGHT)
    yield Hostile("a second mark.csv", lambda rng: text(rng).encode().replace(b"\n", b"\n\xef\xbb\xbf", 9), RIGHT)
