"""Archives: bombs, layers of compression, programs, and real files that are cut off or have flipped bits."""

import bz2
import gzip
import io
import lzma
import os
import pickle
import struct
import tarfile
import tempfile
import zlib
from functools import cache
from pathlib import Path

import numpy as np
import pyarrow as pa
import zstandard

from tests.hostile.expected import EITHER, RIGHT, SENTENCE, Hostile, cases, right, says, text
from tests.hostile.good_files import FORMATS, PACKERS
from tests.hostile.workbooks import book, rows, sheet

MB = 2**20
LARGE = says("GB|large|rows|empty")


@cache
def deflated(block, times):
    """A block so many times, deflated once."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    piece = packer.compress(block) + packer.flush(zlib.Z_FULL_FLUSH)
    return piece * times + b"\x03\x00"


def gzip_bomb(block, times):
    return (
        b"\x1f\x8b\x08"
        + bytes(6)
        + b"\xff"
        + deflated(block, times)
        + struct.pack("<II", 0, len(block) * times % 2**32)
    )


def zstd_bomb(block, times):
    return zstandard.compress(block) * times


def member(name, packed, size, at, method=8):
    """The local header, with its data, and the entry in the directory of one part of a ZIP archive."""
    sizes = struct.pack("<IIIHH", 0, min(len(packed), 2**32 - 1), min(size, 2**32 - 1), len(name), 0)
    local = b"PK\x03\x04" + struct.pack("<HHHHH", 20, 0, method, 0, 0) + sizes + name + packed
    entry = b"PK\x01\x02" + struct.pack("<HHHHHH", 20, 20, 0, method, 0, 0) + sizes
    return local, entry + struct.pack("<HHHII", 0, 0, 0, 0, at) + name


def bomb(parts, copies=1):
    """An archive of parts that are packed already; with copies, all names share the last part's data."""
    body, directory, number = b"", b"", 0
    for name, packed, size in parts:
        local, entry = member(name.encode(), packed, size, len(body))
        body, directory, number = body + local, directory + entry, number + 1
    for _ in range(copies - 1):
        directory, number = directory + entry, number + 1
    end = struct.pack("<HHHHIIH", 0, 0, number % 65536, number % 65536, len(directory), len(body), 0)
    return body + directory + b"PK\x05\x06" + end


def workbook_bomb(name, megabytes, copies=1):
    book_part = ("xl/workbook.xml", deflated(b" ", 1), 1)
    return bomb([book_part, (name, deflated(b" " * MB, megabytes), megabytes * MB)], copies)


def bombs():
    """Little that becomes much."""
    for name, block in {"nulls": bytes(MB), "newlines": b"\n" * MB, "rows": b"yes,0.5\nno,0.4\n" * 70_000}.items():
        for gigabytes in (3, 20):
            header = b"truth,score\n" if name == "rows" else b""
            times = gigabytes * 1024 * MB // len(block)
            yield Hostile(
                f"{gigabytes} GB of {name}.csv.gz",
                lambda rng, h=header, b=block, n=times: gzip.compress(h) + gzip_bomb(b, n),
                LARGE,
            )
            yield Hostile(
                f"{gigabytes} GB of {name}.csv.zst",
                lambda rng, h=header, b=block, n=times: zstandard.compress(h) + zstd_bomb(b, n),
                LARGE,
            )
    for name, filling in {"newlines": b"\n", "windows": b"\r\n", "blanks": b" "}.items():
        for pack, ending in ((gzip.compress, "gz"), (zstandard.compress, "zst")):
            yield Hostile(
                f"a header, then a million {name}.csv.{ending}",
                lambda rng, pack=pack, filling=filling: pack(b"truth,score\n" + filling * 10**6),
                says("no rows"),
            )
    for name in ("xl/worksheets/sheet1.xml", "xl/media/image1.bin", "xl/sharedStrings.xml"):
        yield Hostile(
            f"4 GB in {name.replace('/', ' ')}.xlsx",
            lambda rng, name=name: workbook_bomb(name, 4_000),
            says("GB|large|workbook"),
        )
    yield Hostile(
        "10,000 parts at one place.xlsx",
        lambda rng: workbook_bomb("xl/media/image1.bin", 100, copies=10_000),
        says("GB|large|workbook"),
    )
    yield Hostile(
        "a table of 1 GB of one cell.csv.gz",
        lambda rng: gzip.compress(b"truth,score\nyes,") + gzip_bomb(b"1" * MB, 1_024),
        says("bytes|large|GB"),
    )


def packed(rng, *layers):
    data = text(rng).encode()
    for layer in layers:
        data = PACKERS[layer](data)
    return data


LAYERS = "compress|pack|layer|no text|inside"


def layers():
    """Compression within compression."""
    yield Hostile("a gz in a zst.csv.gz.zst", lambda rng: packed(rng, ".gz", ".zst"), RIGHT)
    yield Hostile("a zst in a gz.csv.zst.gz", lambda rng: packed(rng, ".zst", ".gz"), RIGHT)
    for ending in (".gz", ".zst"):
        for number in (2, 3, 10, 1_000):
            yield Hostile(
                f"{number} layers.csv{ending}",
                lambda rng, ending=ending, number=number: packed(rng, *[ending] * number),
                right(40, 15, LAYERS),
            )
        yield Hostile(
            f"in three pieces.csv{ending}",
            lambda rng, pack=PACKERS[ending]: b"".join(map(pack, text(rng).encode().partition(b"\n"))),
            RIGHT,
        )
        yield Hostile(f"nothing inside.csv{ending}", lambda rng, pack=PACKERS[ending]: pack(b""), says("empty"))
        yield Hostile(
            f"more behind.csv{ending}", lambda rng, e=ending: packed(rng, e) + b"x" * 1_000, right(40, 15, "unpacked")
        )
    yield Hostile("a workbook in a gz.xlsx.gz", lambda rng: gzip.compress(book(sheet(rows(rng)))), RIGHT)
    yield Hostile(
        "a bomb in a gz.csv.gz.gz", lambda rng: gzip.compress(gzip_bomb(bytes(MB), 100_000)), says(LAYERS + "|GB")
    )
    yield Hostile(
        "a name of 1 MB.csv.gz",
        lambda rng: b"\x1f\x8b\x08\x08" + bytes(6) + b"n" * 10**6 + b"\0" + packed(rng, ".gz")[10:],
        RIGHT,
    )


MARKER = Path(tempfile.gettempdir()) / "a-hostile-file-ran"
"""The folder that the pickles make if anybody unpickles them."""


class Program:
    """Makes a folder where it is unpickled: the files that hold it are written here, and must never be read so."""

    def __reduce__(self):
        return os.mkdir, (str(MARKER),)


def archive(rng):
    with tarfile.open(fileobj=(stream := io.BytesIO()), mode="w") as tar:
        data = text(rng).encode()
        part = tarfile.TarInfo("../../table.csv")
        part.size = len(data)
        tar.addfile(part, io.BytesIO(data))
    return stream.getvalue()


def array(rng):
    np.save(stream := io.BytesIO(), np.array([Program()], dtype=object), allow_pickle=True)
    return stream.getvalue()


def feather(rng):
    table = pa.table({"truth": [1, 0], "score": [0.9, 0.1]})
    with pa.ipc.new_file(stream := io.BytesIO(), table.schema) as writer:
        writer.write_table(table)
    return stream.getvalue()


OTHERS = {
    "program.exe": b"MZ\x90\0" + bytes(60) + b"PE\0\0",
    "program": b"\x7fELF\x02\x01\x01" + bytes(200),
    "script.sh": b"#!/bin/sh\nrm -rf /\n",
    "script.py": b"import os\nos.system('id')\n",
    "page.html": b"<html><script>alert(1)</script></html>",
    "page with blanks.html": b"\n\n<!DOCTYPE html><html></html>",
    "picture.svg": b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>",
    "picture.png": b"\x89PNG\r\n\x1a\n" + bytes(100),
    "picture.jpg": b"\xff\xd8\xff\xe0" + bytes(100),
    "document.pdf": b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n",
    "old.xls": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(512),
    "data.sqlite": b"SQLite format 3\0" + bytes(100),
    "data.h5": b"\x89HDF\r\n\x1a\n" + bytes(100),
    "data.orc": b"ORC" + bytes(100),
    "data.avro": b"Obj\x01" + bytes(100),
    "program.class": b"\xca\xfe\xba\xbe\0\0\0\x34",
    "program.wasm": b"\0asm\x01\0\0\0",
    "archive.7z": b"7z\xbc\xaf\x27\x1c" + bytes(50),
    "archive.rar": b"Rar!\x1a\x07\x01\0",
    "table.yaml": b"!!python/object/apply:os.system ['id']\n",
    "table.xml": b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
}


def programs():
    """What is no table, and what would run if it were let."""
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        yield Hostile(f"protocol {protocol}.pkl", lambda rng, p=protocol: pickle.dumps(Program(), p), SENTENCE)
        yield Hostile(
            f"protocol {protocol}.csv", lambda rng, p=protocol: pickle.dumps([Program(), cases(rng)], p), SENTENCE
        )
    yield Hostile("array.npy", array, SENTENCE)
    yield Hostile("archive.tar", archive, SENTENCE)
    yield Hostile("archive.tar.gz", lambda rng: gzip.compress(archive(rng)), SENTENCE)
    yield Hostile("table.csv.bz2", lambda rng: bz2.compress(text(rng).encode()), says("bzip2"))
    yield Hostile("table.csv.xz", lambda rng: lzma.compress(text(rng).encode()), says("xz"))
    yield Hostile("table.feather", feather, right(2, 1))
    for name, data in OTHERS.items():
        yield Hostile(name, lambda rng, data=data: data, SENTENCE)
    for size in (10, 1_000, 100_000, 5_000_000):
        yield Hostile(f"{size} random bytes", lambda rng, size=size: rng.randbytes(size), SENTENCE)


def flipped(rng, data, bits):
    data = bytearray(data)
    for _ in range(bits):
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return bytes(data)


def damaged():
    """Real files of every format, cut off or with flipped bits: an answer or a sentence, and nothing else."""
    for (name, make), (ending, pack) in ((f, p) for f in FORMATS.items() for p in PACKERS.items()):
        binary = bool(ending) or name.endswith(("parquet", "xlsx"))
        for share in (0.02, 0.5, 0.99):
            yield Hostile(
                f"first {share:.0%} of {name}{ending}",
                lambda rng, m=make, p=pack, s=share: (data := p(m(rng)))[: max(1, int(s * len(data)))],
                SENTENCE if binary else EITHER,
            )
        for bits in (1, 2, 5, 30):
            yield Hostile(
                f"{bits} bits of {name}{ending}",
                lambda rng, m=make, p=pack, bits=bits: flipped(rng, p(m(rng)), bits),
                EITHER,
            )
