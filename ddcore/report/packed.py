"""A PDF of Typst in fewer bytes: its tags are thousands of small objects, which streams of objects hold compressed.

PDF has them since 1.5 (ISO 32000-1, 7.5.7 and 7.5.8). Typst writes each object uncompressed, with a table of where
each begins.
"""

import re
import zlib
from collections.abc import Iterator

EACH = 200
"""Objects in a stream."""

_TRAILER = re.compile(rb"trailer\s*<<(.*)>>\s*startxref\s*(\d+)\s*%%EOF\s*$", re.DOTALL)
_OBJECT = re.compile(rb"(\d+) 0 obj\s*(.*?)\s*endobj\s*$", re.DOTALL)


def packed(pdf: bytes) -> bytes:
    """The same document; the same bytes for the same ones, and those given where they are not as Typst writes them."""
    end = _TRAILER.search(pdf)
    if end is None:
        return pdf
    objects = dict(_objects(pdf, int(end[2])))
    if not objects:
        return pdf
    loose = {name: body for name, body in objects.items() if not body.endswith(b"endstream")}
    written, places = bytearray(pdf[: pdf.index(b"\n", 8) + 1]), {0: (0, 0, 65535)}
    number = max(objects) + 1
    whole = {name: body for name, body in objects.items() if name not in loose}
    names = sorted(loose)
    for first in range(0, len(names), EACH):
        group = names[first : first + EACH]
        places |= {name: (2, number, place) for place, name in enumerate(group)}
        whole[number] = _stream_of([(name, loose[name]) for name in group])
        number += 1
    for name, body in whole.items():
        places[name] = (1, len(written), 0)
        written += b"%d 0 obj\n%b\nendobj\n" % (name, body)
    start = len(written)
    places[number] = (1, start, 0)
    rows = b"".join(
        kind.to_bytes(1, "big") + place.to_bytes(4, "big") + more.to_bytes(2, "big")
        for kind, place, more in (places.get(name, (0, 0, 65535)) for name in range(number + 1))
    )
    told = re.sub(rb"/Size \d+", b"", end[1]).strip()
    body = _compressed(rows, b"/Type /XRef /Size %d /W [1 4 2] %b" % (number + 1, told))
    written += b"%d 0 obj\n%b\nendobj\nstartxref\n%d\n%%%%EOF\n" % (number, body, start)
    return bytes(written)


def _objects(pdf: bytes, table: int) -> Iterator[tuple[int, bytes]]:
    """The number of each object and what it is; none where the table of places tells of something else."""
    starts = sorted({int(row[:10]) for row in re.findall(rb"\d{10} \d{5} n", pdf[table:])})
    for start, stop in zip(starts, [*starts[1:], table], strict=True):
        found = _OBJECT.match(pdf[start:stop])
        if found is None:
            raise ValueError("an object of a PDF is not where its table says")
        yield int(found[1]), found[2]


def _stream_of(objects: list[tuple[int, bytes]]) -> bytes:
    """A stream that holds objects, which begins with their numbers and places."""
    heads, bodies = b"", b""
    for name, body in objects:
        heads += b"%d %d " % (name, len(bodies))
        bodies += body + b"\n"
    return _compressed(heads + bodies, b"/Type /ObjStm /N %d /First %d" % (len(objects), len(heads)))


def _compressed(content: bytes, told: bytes) -> bytes:
    squeezed = zlib.compress(content, 9)
    return b"<< %b /Filter /FlateDecode /Length %d >>\nstream\n%b\nendstream" % (told, len(squeezed), squeezed)
