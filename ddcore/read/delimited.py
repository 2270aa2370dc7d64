"""Text with separated values: which encoding and separator, and the table they make."""

import codecs
import csv
import io
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import accumulate, islice, takewhile

import numpy as np
import pyarrow as pa
import pyarrow.csv
from charset_normalizer import from_bytes
from numpy.typing import NDArray

from ddcore.errors import InputError
from ddcore.read.header import (
    BOTTOM,
    FIRST,
    SAID,
    TOP,
    Header,
    another,
    find_header,
    foot,
    starts_another,
    wide_rows,
)
from ddcore.read.limits import CELLS, COLUMNS, LONGEST_ROW, ROWS
from ddcore.read.reading import AUTOMATIC, PREVIEWED, Reading, previewed
from ddcore.read.values import MISSING
from ddcore.read.vocabulary import VOCABULARY, says, sense
from ddcore.read.words import Unusable, counted, quoted
from ddcore.records.guess import Guess

SEPARATORS = "\t;|, "
"""Separators, the first one wins where two fit equally well; beside all but the comma, "0,5" is a half."""

SNIFFED = 2**20
"""Bytes at the top of a file by which its separator and its names are found."""

ROWS_SNIFFED = 20
"""Rows of a table by which its separator is found."""

MARKS = {
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}


GUESSED = ["cp1252", "mac_roman", "cp1253"]
"""Encodings of one byte a letter that charset-normalizer chooses from: of Windows, of an old Mac, of Greek Windows.

It has all of 176 tables of Windows or in Latin-1 right, of 87 of a Mac 52, of 36 in Greek 31; among fifteen encodings,
those of Asia and Eastern Europe too, 69 of those of Windows (`tests/bench/bench_encodings.py`).
"""


ENCODINGS = (
    *("utf-8", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "latin-1", "iso8859-15", "cp1252", "mac_roman"),
    *("iso8859-2", "cp1250", "cp1251", "koi8-r", "cp1253", "cp1254", "cp1255", "cp1256", "cp1257", "cp437", "cp850"),
    *("shift_jis", "euc_jp", "gb18030", "big5", "euc_kr"),
)
"""Encodings that a person may choose, those of Unicode and of Western Europe first."""


def encoding(data: bytes) -> str:
    """The encoding of a text: by its byte order mark, by the zeros of UTF-16, UTF-8, or the likeliest of `GUESSED`.

    Text that is none of these is Latin-1, in which every byte is a letter. charset-normalizer is asked last, and for
    words alone: of whole tables, mostly numbers, it has a third of those of Windows right, and not all of Unicode.

    >>> encoding("é".encode()), encoding("né".encode("latin-1")), encoding("né".encode("utf-16-le"))
    ('utf-8', 'cp1252', 'utf-16-le')
    """
    for mark, name in MARKS.items():
        if data.startswith(mark):
            return name
    even, odd = data[:1000:2], data[1:1000:2]
    if odd and max(even.count(0), odd.count(0)) > 0.4 * len(odd):
        return "utf-16-le" if odd.count(0) > even.count(0) else "utf-16-be"
    if data.isascii():
        return "utf-8"
    wrong = _undecodable(data, "utf-8")
    if wrong is None:
        return "utf-8"
    if _is_foreign(data[max(0, wrong - SNIFFED) : wrong + SNIFFED]):
        found = _foreign(data)
        if found:
            return found
    line = data.rfind(b"\n", 0, wrong) + 1
    candidates = (_guess(data[max(line, wrong - SNIFFED) : wrong + SNIFFED]), "cp1252")
    return next((name for name in candidates if _undecodable(data, name) is None), "latin-1")


def _undecodable(data: bytes, name: str) -> int | None:
    """About where a text has a byte that its encoding does not have, None if there is none; block by block."""
    decoder = codecs.getincrementaldecoder(name)()
    for start in range(0, len(data), SNIFFED):
        try:
            decoder.decode(data[start : start + SNIFFED], final=start + SNIFFED >= len(data))
        except UnicodeDecodeError as error:
            return start + error.start
    return None


FOREIGN = ("gb18030", "shift_jis", "euc_jp", "big5", "euc_kr", "cp1251", "koi8-r", "cp1253")
"""Encodings in which most letters have bytes beyond ASCII; that one of them was taken is a guess."""


def _is_foreign(data: bytes) -> bool:
    """Whether bytes beyond ASCII mostly stand three in a row, or are signs: in Western languages they are letters."""
    for name in GUESSED[:2]:
        text = data.decode(name, errors="replace")
        beyond = re.sub(r"[\x00-\x7f€‘’“”–—…°²³µ§£]", "", text)
        in_rows = sum(map(len, re.findall(r"[^\x00-\x7f]{3,}", text)))
        if 2 * in_rows <= len(beyond) and 5 * sum(map(str.isalpha, beyond)) >= 4 * len(beyond):
            return False
    return True


def _foreign(data: bytes) -> str:
    """The encoding of `FOREIGN` in which most names and classes are words for roles, else the likeliest, or ""."""
    cells = dict.fromkeys(cell for cell in re.split(rb'[,;|\t\r\n"]+', data[:SNIFFED]) if not cell.isascii())
    texts = {name: [_decoded(cell, name) for cell in cells] for name in FOREIGN if _undecodable(data, name) is None}
    if not texts:
        return ""
    known = {
        name: sum(says(cell, *VOCABULARY) or sense(cell) is not None for cell in own) for name, own in texts.items()
    }
    best = [name for name in texts if known[name] == max(known.values())]
    likeliest = from_bytes(b" ".join(cells), cp_isolation=best).best()
    alike = [name for name in best if likeliest and same_encoding(name, likeliest.encoding)]
    return alike[0] if alike else best[0] if max(known.values()) else ""


def _decoded(cell: bytes, name: str) -> str:
    return cell.decode(name, errors="replace")


def same_encoding(one: str, other: str) -> bool:
    """Whether two names are of one encoding.

    >>> same_encoding("shift_jis", "SHIFT-JIS"), same_encoding("big5", "gb18030")
    (True, False)
    """
    return codecs.lookup(one).name == codecs.lookup(other).name


def _guess(data: bytes) -> str:
    """The likeliest of `GUESSED` by the distinct words with a letter beyond ASCII."""
    words = dict.fromkeys(word for word in re.findall(rb"[A-Za-z \x80-\xff]+", data) if not word.isascii())
    likeliest = from_bytes(b" ".join(words), cp_isolation=GUESSED).best()
    return likeliest.encoding if likeliest else GUESSED[0]


def blocks(text: bytes) -> Iterator[bytes]:
    """Whole lines of a text, some megabytes at a time.

    >>> b"".join(blocks(b"a\\nb\\n")), len(list(blocks(b"x" * LONGEST_ROW + b"\\n" + b"y")))
    (b'a\\nb\\n', 2)
    """
    start = 0
    while start < len(text):
        end = text.find(b"\n", start + LONGEST_ROW) + 1 or len(text)
        yield text[start:end]
        start = end


def utf8(data: bytes, chosen: str = "") -> tuple[bytes, str]:
    """A text in UTF-8 without a byte order mark, and the encoding it was in: as chosen, or else as found.

    Raises `InputError` "is not a table: it holds bytes that no text has; ..." for anything that is not text, and
    "cannot be read as UTF-16 text, as its first bytes promise; ..." where a byte order mark says what is not so, or
    "cannot be read as UTF-8 text, as was chosen; choose another encoding".

    >>> [text.decode() for text, _ in (utf8("né".encode("utf-16")), utf8(b"n\\xe9", "cp1253"))]
    ['né', 'nι']
    """
    data = data.removeprefix(codecs.BOM_UTF8)
    name = chosen or encoding(data)
    try:
        text = data if name == "utf-8" and not chosen else _recoded(data, name)
    except UnicodeError:
        if chosen:
            raise InputError(f"cannot be read in the chosen encoding {name.upper()}; choose another encoding") from None
        raise InputError(f"begins as {name.upper()} text but cannot be read as such; save it again") from None
    if not text.isascii() and codecs.BOM_UTF8 in text:
        # Files that were put together have one in the middle.
        text = text.replace(codecs.BOM_UTF8, b"")
    if b"\0" in text:
        if chosen:
            raise InputError(
                f"is not text in the chosen encoding {name.upper()}: it has zero bytes; choose another encoding"
            )
        raise InputError(
            "is not a table: it has bytes that do not occur in text; save the table as CSV, Parquet or XLSX"
        )
    return text, name


def _recoded(data: bytes, name: str) -> bytes:
    """A text of another encoding in UTF-8, block by block: a whole text as `str` takes up to four times its bytes."""
    decoder, recoded = codecs.getincrementaldecoder(name)(), io.BytesIO()
    for start in range(0, len(data), LONGEST_ROW):
        block = decoder.decode(data[start : start + LONGEST_ROW], final=start + LONGEST_ROW >= len(data))
        recoded.write(block.encode("utf-8"))
    return recoded.getvalue()


def single_spaced(data: bytes) -> bytes:
    """A text whose columns are aligned by spaces, with one space between two values.

    >>> single_spaced(b" truth   score \\n yes     0.9\\n")
    b'truth score\\nyes 0.9\\n'
    """
    spaced = io.BytesIO()
    for block in blocks(data):
        spaced.write(re.sub(rb"(?m)^ +| +(?= |\r?$)", b"", block))
    return spaced.getvalue()


def _aligned(data: bytes, columns: int, header: int) -> bytes | None:
    """The rows below a header of columns that blanks align, some of whose cells are empty, with tabs between the cells.

    None where the columns are not those of the header, a tab is in them, or a line is far longer than the others.
    """
    lines = data.decode("utf-8", errors="replace").splitlines()
    width = max(map(len, lines))
    if width * len(lines) > AMONG:
        return None
    codes = np.array([list(map(ord, line.ljust(width))) for line in lines if line.strip()], np.uint32)
    filled = np.concatenate(([False], (codes != ord(" ")).any(axis=0), [False]))
    edges = np.flatnonzero(np.diff(filled.astype(np.int8))).reshape(-1, 2).tolist()
    if len(edges) != columns or b"\t" in data:
        return None
    return "\n".join("\t".join(line[first:end].strip() for first, end in edges) for line in lines[header:]).encode()


def _filled_lines(block: NDArray[np.uint8]) -> int:
    """How many lines that are not blank end in a block."""
    ends = (block == ord("\n")) | (block == ord("\r"))
    return int(np.count_nonzero(ends[1:] & ~ends[:-1]))


def _check_amount(data: bytes, separator: str) -> None:
    """Whether a text has few enough rows and cells to be parsed; one with quotation marks is counted afterwards."""
    if b'"' in data:
        return
    ends = np.zeros(3, np.int64)
    for start in range(0, len(data), SNIFFED):
        block = np.frombuffer(data, np.uint8, min(SNIFFED, len(data) - start), start)
        ends += [np.count_nonzero(block == ord(sign)) for sign in ("\n", "\r", separator)]
    if ends[0] + ends[1] > ROWS.most:
        lines = sum(_filled_lines(np.frombuffer(block, np.uint8)) for block in blocks(data))
        ROWS.check(lines)
    CELLS.check(int(ends[2]))


@dataclass(frozen=True)
class Top:
    """The first rows of a text by one separator: their cells, blank rows too, and the byte where each ends."""

    rows: list[list[str]]
    ends: list[int]


LINE = re.compile(rb"[^\r\n]*(?:\r\n|\r|\n|$)")

SEPARATOR_LINE = re.compile(rb'"?sep=(.)"?[;,\t]*(?:\r\n|\r|\n)', re.IGNORECASE)
"""The first line of a text by which Excel knows its separator."""


def _lines(data: bytes, number: int) -> list[bytes]:
    """The first lines of a text with their ends, none of them cut."""
    top = data[:SNIFFED]
    lines = [line[0] for line in islice(LINE.finditer(top), number) if line[0]]
    cut = len(lines) > 1 and len(top) < len(data) and sum(map(len, lines)) == len(top)
    return lines[:-1] if cut else lines


def _top(lines: list[bytes], separator: str) -> Top:
    """The rows of some lines; those before one that is too long to be read."""
    spaced = map(single_spaced, lines) if separator == " " else lines
    texts = (line.decode("utf-8", errors="replace") for line in spaced)
    reader, top = csv.reader(texts, delimiter=separator, skipinitialspace=separator != " "), Top([], [])
    ends = list(accumulate(map(len, lines)))
    with suppress(csv.Error):
        for row in reader:
            top.rows.append(row)
            top.ends.append(ends[reader.line_num - 1])
    return top


def sniff(data: bytes, chosen: str = "", header: int | None = None) -> tuple[str, Top, Header]:
    """The separator, the first rows and where the table stands: the separator as chosen, or by which most rows fit.

    `csv.Sniffer` finds none where rows differ in width, whose row is to be named, nor in columns aligned by spaces.
    Raises `InputError` "has a cell of more than 131,072 characters in its header; shorten it".

    >>> separator, top, found = sniff(b"truth;score\\nyes;0,5\\n")
    >>> separator, top.rows, found.header
    (';', [['truth', 'score'], ['yes', '0,5']], 1)
    """
    lines = _lines(data, max(TOP, (header or 0) + BOTTOM))
    said = SEPARATOR_LINE.match(data)
    fits: dict[str, tuple[float, Top]] = {}
    whole = b"".join(lines)
    possible = [separator for separator in SEPARATORS if separator in ", " or separator.encode() in whole]
    for separator in chosen or (said[1].decode("latin-1") if said else possible):
        if separator == " " and any(share == 1 for share, _ in fits.values()):
            break
        top = _top(lines, separator)
        if said and top.rows:
            top.rows[0] = []
        begin = next(iter(wide_rows(top.rows)), 0)
        rows = [row for row in top.rows[begin:] if row][:ROWS_SNIFFED]
        if rows and (len(rows[0]) > 1 or separator == "," or chosen or said):
            wide = sum(len(row) == len(rows[0]) for row in rows[1:]) / max(1, len(rows) - 1)
            # Titles above the table are likelier to be seen by a wrong separator.
            fits[separator] = (wide - 0.01 * any(top.rows[:begin]) if len(rows[0]) > 1 else -1.0, top)
    if not fits:
        raise InputError(f"has a cell of more than {csv.field_size_limit():,} characters in its header; shorten it")
    separator = max(fits, key=lambda fit: fits[fit][0])
    top = fits[separator][1]
    COLUMNS.check(max(map(len, top.rows)))
    return separator, top, find_header(top.rows, header)


def _whole(header: list[str], rows: list[list[str]], separator: str) -> list[str]:
    """The header, with the name that it lacks where every row has one value more.

    That is so below a separator at the end of each row, and beside the row names of R. Beside a comma a missing name
    may as well be a decimal comma, so there it stays an error.
    """
    if rows and all(len(row) == len(header) + 1 for row in rows):
        if not any(row[-1].strip() for row in rows):
            return [*header, ""]
        if separator != ",":
            return ["", *header]
    return header


def checked_names(names: list[str]) -> list[str]:
    """Column names without the space around them; a column without a name is called by its place.

    Raises `InputError` for more columns than a file of predictions has, and "has two columns “score”, at places 2 and
    4; rename one" for a name that stands twice.

    >>> checked_names([" truth", ""])
    ['truth', 'column 2']
    """
    COLUMNS.check(len(names))
    names = [name.strip() or f"column {place}" for place, name in enumerate(names, 1)]
    places: dict[str, int] = {}
    for place, name in enumerate(names, 1):
        first = places.setdefault(name, place)
        if first != place:
            raise InputError(f"has two columns {quoted(name)}, at places {first} and {place}; rename one of them")
    return names


def read_delimited(data: bytes, asked: Reading = AUTOMATIC) -> tuple[pa.Table, Reading]:
    """A text file as a table of text, and how it was read.

    What stands above the table and below it is left out, with a note; names may stand twice. Raises `Unusable` for a
    header without rows, a row of another width than the header, a cell that is too long, and a quotation mark that is
    never closed.

    >>> table, reading = read_delimited(b"truth;score\\nyes;0,9\\n")
    >>> table.to_pylist(), reading.delimiter, reading.encoding, reading.header
    ([{'truth': 'yes', 'score': '0,9'}], ';', 'utf-8', 1)
    """
    data, name = utf8(data, asked.encoding)
    if not b"".join(_lines(data, FIRST)).strip():
        data = data.lstrip(b"\r\n")
    data = _without_rule(data)
    separator, top, found = sniff(data, asked.delimiter, asked.header)
    below = [row for row in top.rows[found.first - 1 :] if row]
    names = _whole(list(found.names), below[:ROWS_SNIFFED], separator)
    is_foreign = name in FOREIGN and not asked.encoding
    # In the wrong letters no name is a word of a role.
    is_sure = any(not each.isascii() and says(each, *SAID) for each in names)
    told = (
        (f"The text was read in the encoding {name.upper()}, in which its column names are words.",)
        if is_foreign and is_sure
        else ()
    )
    guesses = _encoding_guess(name) if is_foreign and not is_sure else ()
    reading = replace(
        asked,
        delimiter=separator,
        encoding=name,
        header=found.header,
        first_row=found.first,
        top=previewed((), top.rows[:PREVIEWED])[1:],
        notes=(*told, *found.notes),
        guesses=(*guesses, *found.guesses),
    )
    begin = top.ends[found.first - 2] if found.first > 1 else 0
    body = data[begin:] if begin else data
    if separator == " " and found.header and len(set(map(len, below))) > 1 and len(data) < AMONG:
        columns_begin = top.ends[found.header - 2] if found.header > 1 else 0
        aligned = _aligned(data[columns_begin:], len(names), found.first - found.header)
        body, reading = (body, reading) if aligned is None else (aligned, replace(reading, delimiter="\t"))
    del data
    try:
        table, reading = parsed(body, names, reading, found.numeric)
    except InputError as error:
        unusable = Unusable(str(error))
        unusable.reading = replace(reading, preview=previewed(names, below))
        raise unusable from None
    return table.rename_columns(names), replace(reading, delimiter=separator)


RULE = re.compile(rb"(?m)\A\s*\S[^\r\n]*\r?\n(?P<rule>[ |+:=]*-{2,}[ |+:=-]*)(?=\r?$)")
"""The names of a table in its first line, and the rule below them, as databases and Markdown print it."""


def _without_rule(data: bytes) -> bytes:
    """A text with a blank line for the rule below its names."""
    top = b"".join(_lines(data, FIRST))
    rule = RULE.search(top)
    return data if rule is None else data[: rule.start("rule")] + data[rule.end("rule") :]


def _encoding_guess(name: str) -> tuple[Guess, ...]:
    text = (
        f"The text was read in the encoding {name.upper()}, which fits its column names best. Another encoding would "
        f"give other letters."
    )
    return (Guess("encoding-guessed", "encoding", text, (name, *(each for each in FOREIGN if each != name))),)


GAP = re.compile(rb"\n\r?\n+|\r\r+")

AMONG = 2**24
"""Bytes among which a second table, or columns that blanks align, are looked for: such files are small."""


def _has_gap(data: bytes) -> bool:
    """Whether there is a blank line; a search for two signs takes longer than one for a sign that is not there."""
    if data.find(b"\n\n", 0, AMONG) >= 0:
        return True
    return b"\r" in data and (data.find(b"\n\r\n", 0, AMONG) >= 0 or data.find(b"\r\r", 0, AMONG) >= 0)


def _table_alone(data: bytes, reading: Reading, numeric: frozenset[int]) -> tuple[bytes, Reading]:
    """The rows of cases without what stands below them."""
    notes, guesses = reading.notes, reading.guesses
    for gap in islice(GAP.finditer(data, 0, AMONG) if _has_gap(data) else (), BOTTOM):
        row = next(iter(_top(_lines(data[gap.end() : gap.end() + SNIFFED], 1), reading.delimiter).rows), [])
        if starts_another(row, numeric):
            line = data.count(b"\n", 0, gap.end()) + reading.first_row
            data, guesses = data[: gap.start() + 1], (*guesses, another(line, row))
            break
    start = max(0, len(data) - 2**16)
    start = data.find(b"\n", start) + 1 if start else 0
    lines = [line[0] for line in LINE.finditer(data, start) if line[0]][-BOTTOM:]
    whole = list(takewhile(lambda line: line.count(b'"') % 2 == 0, reversed(lines)))[::-1]
    rows = [next(iter(_top([line], reading.delimiter).rows), []) for line in whole]
    if reading.delimiter != " " and rows:
        left, _ = foot(rows, 0)
        if left:
            notes = (*notes, *foot(rows, _number_of_last(data, reading.first_row))[1])
            data = data[: len(data) - sum(map(len, whole[len(whole) - left :]))]
    return data, replace(reading, notes=notes, guesses=guesses)


def _number_of_last(data: bytes, first: int) -> int:
    """The row of the last line of a text whose first line has a number."""
    ends = data.count(b"\n") or data.count(b"\r")
    return first + ends - data.endswith((b"\n", b"\r"))


def parsed(
    data: bytes,
    names: Sequence[str],
    reading: Reading,
    numeric: frozenset[int] = frozenset(),
    quote: str = '"',
    missing: Sequence[str] = MISSING,
) -> tuple[pa.Table, Reading]:
    """The rows of cases as a table whose columns are called by their places, every cell as text, and how it was read.

    What is below the table is left out. Raises `InputError` for what `read_delimited` does.

    >>> parsed(b"yes;0.9\\n", ["truth", "score"], Reading(delimiter=";"))[0].to_pydict()
    {'0': ['yes'], '1': ['0.9']}
    """
    separator = reading.delimiter
    if not re.compile(rb"\S").search(data):
        raise InputError("has a header but no rows; add the predictions below it")
    data, reading = _table_alone(data, reading, numeric)
    if separator == " ":
        data = single_spaced(data)
    elif quote.encode() in data and f"{separator} {quote}".encode() in data:
        data = _closed_up(data, separator, quote)
    _check_amount(data, separator)
    places = [str(place) for place in range(len(names))]
    ragged: list[pyarrow.csv.InvalidRow] = []

    def keep(row: pyarrow.csv.InvalidRow) -> str:
        ragged.append(row)
        return "error"

    def parse(threads: bool, first: int = 0, end: int = len(data)) -> pa.Table:
        return pyarrow.csv.read_csv(
            pa.BufferReader(pa.py_buffer(data).slice(first, end - first)),
            pyarrow.csv.ReadOptions(use_threads=threads, block_size=LONGEST_ROW, column_names=places),
            pyarrow.csv.ParseOptions(
                delimiter=separator,
                quote_char=quote,
                escape_char="\\" if quote == "'" else False,
                newlines_in_values=quote.encode() in data,
                invalid_row_handler=keep,
            ),
            pyarrow.csv.ConvertOptions(
                column_types=dict.fromkeys(places, pa.string()), null_values=missing, strings_can_be_null=True
            ),
        )

    try:
        try:
            table = pa.concat_tables([parse(True, *piece) for piece in _pieces(data, quote)])
        except pa.ArrowInvalid:
            ragged.clear()
            table = parse(threads=True)
    except pa.ArrowInvalid as error:
        if ragged:
            raise _ragged(parse, ragged, reading.first_row) from None
        if "straddl" in str(error):
            raise _endless(data, reading.first_row) from None
        raise
    if not table.num_rows:
        raise InputError("has a header but no rows; add the predictions below it")
    last = [str(column[-1]) for column in table.columns]
    if data.count(b'"') % 2 and any("\n" in cell or "\r" in cell for cell in last):
        row = table.num_rows + reading.first_row - 1
        raise InputError(f"has a quotation mark that is never closed, in row {row:,}; close it")
    return table, reading


PIECE = 2 * LONGEST_ROW
"""Bytes that are parsed at once: a parser takes as much memory as what it parses."""


def _pieces(data: bytes, quote: str) -> Iterator[tuple[int, int]]:
    """Where pieces of whole rows begin and end; where there are quotation marks, any of which may span rows, one piece.

    >>> list(_pieces(b"a\\n" * PIECE, '"'))
    [(0, 8388610), (8388610, 16777216)]
    """
    start, size = 0, len(data) if quote.encode() in data else PIECE
    while start < len(data):
        end = data.find(b"\n", start + size) + 1 or len(data)
        yield start, end
        start = end


def _closed_up(data: bytes, separator: str, quote: str) -> bytes:
    """A text without blanks between a separator and a quotation mark, which Arrow would take for part of a cell."""
    closed, open_marks = (
        io.BytesIO(),
        re.compile(rb"(?m)(^|%s) +(?=%s)" % (re.escape(separator.encode()), quote.encode())),
    )
    for block in blocks(data):
        closed.write(open_marks.sub(rb"\1", block))
    return closed.getvalue()


def _endless(data: bytes, first: int) -> InputError:
    """The error for a row that never seems to end."""
    line = re.search(rb"(?m)^[^\n]{%d}" % (LONGEST_ROW + 1), data)
    if line is not None:
        row = data.count(b"\n", 0, line.start()) + first
        return InputError(f"has more than {LONGEST_ROW:,} bytes in row {row:,}; shorten its cells")
    return InputError("has a quotation mark that is never closed; close it")


def _ragged(parse: Callable[..., object], ragged: list[pyarrow.csv.InvalidRow], first: int) -> InputError:
    """The error for a row of another width; only a run on one thread knows its number."""
    ragged.clear()
    try:
        parse(threads=False)
    except pa.ArrowInvalid:
        row = ragged[0]
        values = counted(row.actual_columns, "value")
        place = row.number + first - 1
        return InputError(f"has {values} in row {place:,}, but {row.expected_columns} column names; fix that row")
    raise AssertionError("a row is of another width on two threads only")
