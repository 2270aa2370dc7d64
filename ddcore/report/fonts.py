"""Source Sans, the font of reports, where its package is installed: for a browser, for charts and for print."""

import atexit
import base64
import struct
import zlib
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

STYLES = ("Regular", "It", "Semibold", "SemiboldIt", "Bold", "BoldIt")
"""Styles of the package that charts and print use."""
WEIGHTS = {400: "Regular", 600: "Semibold"}
"""Styles that a page of HTML holds, by how bold they are."""


def font_file(style: str) -> Path | None:
    """The file of a style; None where the package is not installed."""
    package = find_spec("font_source_sans_pro")
    if package is None or package.origin is None:
        return None
    return Path(package.origin).parent / "files" / f"SourceSansPro-{style}.otf"


_FONTCONFIG = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>{folder}</dir>
  <cachedir>{folder}/cache</cachedir>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
</fontconfig>
"""


@cache
def folder() -> Path | None:
    """A folder with the fonts, and with fonts.conf that adds them to those of the machine; it goes with this process.

    None where the package is not installed.
    """
    files = [font_file(style) for style in STYLES]
    if None in files:
        return None
    made = Path(mkdtemp(prefix="fonts-"))
    atexit.register(rmtree, made, ignore_errors=True)
    for file in filter(None, files):
        (made / file.name).symlink_to(file)
    (made / "fonts.conf").write_text(_FONTCONFIG.format(folder=made), encoding="utf-8")
    return made


@cache
def faces() -> str:
    """Rules of a style sheet that hold the fonts; empty where the package is not installed."""
    files = {weight: font_file(style) for weight, style in WEIGHTS.items()}
    return "".join(_face(weight, file.read_bytes()) for weight, file in files.items() if file is not None)


def _face(weight: int, font: bytes) -> str:
    content = base64.b64encode(woff(font)).decode()
    return (
        f'@font-face{{font-family:"Source Sans Pro";font-weight:{weight};'
        f'src:url("data:font/woff;base64,{content}") format("woff")}}'
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
