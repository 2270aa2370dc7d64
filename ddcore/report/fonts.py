"""The letters of a report: Source Sans, packed for a browser, where its package is installed."""

import base64
import struct
import zlib
from functools import cache
from importlib.util import find_spec
from pathlib import Path

STYLES = {400: "Regular", 600: "Semibold"}
"""Those of the package that are used."""


@cache
def faces() -> str:
    """Rules of a style sheet that hold the letters; none where their package is not installed."""
    return "".join(_face(weight, path.read_bytes()) for weight, path in files().items())


def files() -> dict[int, Path]:
    """The files of the package by how bold they are."""
    package = find_spec("font_source_sans_pro")
    if package is None or package.origin is None:
        return {}
    folder = Path(package.origin).parent / "files"
    return {weight: folder / f"SourceSansPro-{style}.otf" for weight, style in STYLES.items()}


def _face(weight: int, font: bytes) -> str:
    packed = base64.b64encode(woff(font)).decode()
    return (
        f'@font-face{{font-family:"Source Sans Pro";font-weight:{weight};'
        f'src:url("data:font/woff;base64,{packed}") format("woff")}}'
    )


def woff(font: bytes) -> bytes:
    """A font of OpenType as WOFF 1.0 (W3C 2012): the same tables, each packed if that makes it smaller."""
    flavour, count = struct.unpack_from(">4sH", font)
    rows = [struct.unpack_from(">4sLLL", font, 12 + 16 * place) for place in range(count)]
    head = 44 + 20 * count
    directory, tables, place = b"", b"", head
    for tag, checksum, start, length in sorted(rows):
        table = font[start : start + length]
        packed = min(zlib.compress(table, 9), table, key=len)
        directory += struct.pack(">4sLLLL", tag, place, len(packed), length, checksum)
        tables += packed + bytes(-len(packed) % 4)
        place = head + len(tables)
    size = 12 + sum(16 + length + -length % 4 for _, _, _, length in rows)
    return (
        struct.pack(">4s4sLHHLHHLLLLL", b"wOFF", flavour, place, count, 0, size, 1, 0, 0, 0, 0, 0, 0)
        + directory
        + tables
    )
