"""A report as PDF, by Typst: tagged for those who hear it, with vector charts and bookmarks.

The template, report.typ, gets all texts as data. A file with a character that no font has keeps its tags but claims no
standard.
"""

import json
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from ddcore.answers.base.table_files import cell_text
from ddcore.errors import InputError
from ddcore.formats import many
from ddcore.report import fonts, words
from ddcore.report.document import Cell, Chart, Document, Fact, Part, Section, Table
from ddcore.report.formulas import linear, typst
from ddcore.report.markdown_blocks import Block, Run, blocks
from ddcore.report.pictures import drawn

LONG = 160
"""Characters of a title on a page."""
WORD, ENDLESS = 24, 60
"""Characters of a word after which a line may end, and of a word that are shown."""
FEW_ROWS, MOST_ROWS = 12, 40
"""Rows of a table that stands in its section, and of one that stands in the annex."""
POINTS, LETTER, GAP = 480, 4.5, 9
"""Points a table may be wide, and those of a character and between columns."""
CELL, WRAPPED = 120, 44
"""Characters of a cell that are shown, and those of a line of it."""

STANDARD = "ua-1"


def written(document: Document) -> bytes:
    """The bytes of a report; the same for the same document."""
    pictures, why = drawn(document, "svg")
    files = {
        chart.key: (f"chart-{place}.svg", pictures[chart.key])
        for place, (_, chart) in enumerate(document.charts())
        if chart.key in pictures
    }
    template = _Template(document, {key: name for key, (name, _) in files.items()}, words.NO_BROWSER if why else "")
    given = json.dumps(template.data(), ensure_ascii=False).encode()
    return packed(compiled({"main.typ": _source(), "report.json": given, **dict(files.values())}))


def compiled(files: Mapping[str, bytes]) -> bytes:
    """The PDF of main.typ among files by their names; raises `InputError` where Typst is not installed."""
    try:
        import typst as compiler
    except ImportError:
        raise InputError("a report as .pdf needs typst; install it with pip install typst, or write a .html") from None
    # Its types do not say that it takes files by their names.
    make: Any = compiler.compile
    given = {"font_paths": _fonts(), "format": "pdf", "timestamp": 0}
    try:
        return bytes(make(dict(files), **given, pdf_standards=STANDARD))
    except compiler.TypstError as error:
        if "could not be displayed" not in str(error):
            raise
    return bytes(make(dict(files), **given))


@cache
def _fonts() -> Any:
    """The fonts that Typst may use."""
    import typst as compiler

    folder = fonts.folder()
    return compiler.Fonts(font_paths=[] if folder is None else [str(folder)])


@cache
def _source() -> bytes:
    return Path(__file__).with_name("report.typ").read_bytes()


_HIDDEN = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\uffff\U000e0000-\U000e007f]"
)
_BROKEN = re.compile(rf"\S{{{WORD}}}(?=\S)")
_ENDLESS = re.compile(rf"\S{{{ENDLESS},}}")


def whole(text: str) -> str:
    r"""The characters of a text that can be seen, none of which turns others around; a long word may be broken.

    >>> whole("a\x00b\u202ec"), len(whole(50 * "x"))
    ('abc', 52)
    """
    return _BROKEN.sub(lambda word: f"{word[0]}\u200b", _HIDDEN.sub("", text))


def seen(text: str) -> str:
    """The text with an endless word cut.

    >>> seen(50 * "x") == whole(50 * "x"), len(seen(500 * "x").replace("\u200b", ""))
    (True, 60)
    """
    return whole(_ENDLESS.sub(lambda word: f"{word[0][: ENDLESS - 1]}…", text))


def _code(text: str) -> str:
    """Code whose lines end at one of its signs where they can."""
    return "\u200b".join(whole(part) for part in re.split(r"(?<=[;,&?/])(?=\S)", text))


def shortened(text: str, most: int = LONG) -> str:
    """A text in one line of at most that many characters.

    >>> shortened("one\\ntwo"), shortened("abcdef", 4)
    ('one two', 'abc…')
    """
    joined = " ".join(text.split())
    return joined if len(joined) <= most else f"{joined[: most - 1].rstrip()}…"


class _Template:
    """The data of the template; `files` are the files of charts by their keys, `why` says why there are none."""

    def __init__(self, document: Document, files: Mapping[str, str], why: str) -> None:
        self.document, self.files, self.why = document, files, why

    def data(self) -> dict[str, Any]:
        """All of them."""
        document = self.document
        author = [f"{words.BY} {shortened(document.author)}"] if document.author.strip() else []
        return {
            "words": {name.lower(): text for name, text in vars(words).items() if name.isupper()},
            "lang": words.LANGUAGE,
            "paper": {"a4": "a4", "letter": "us-letter"}[document.order.paper],
            "title": _HIDDEN.sub("", shortened(document.title)) or words.TITLE_OF_CLASSES,
            "short": seen(shortened(document.title)) or words.TITLE_OF_CLASSES,
            "author": _HIDDEN.sub("", shortened(document.author)),
            "under": seen(" · ".join([*author, *filter(None, [shortened(document.date)])])),
            "foot": words.foot(document),
            "decision": list(map(block_data, document.decision)),
            "guessed": list(map(block_data, document.guessed)),
            "numbers": list(map(_texts, document.numbers)),
            "lead": None if document.lead is None else self._chart(document.lead),
            "rests_on": list(map(block_data, document.rests_on)),
            "would_change": list(map(block_data, document.would_change)),
            "compared": self._compared(),
            "sections": list(map(self._section, document.sections)),
            "facts": [*self._whole_title(), *map(_fact, document.facts)],
            "data_notes": list(map(block_data, document.data_notes)),
            "card": self._card(),
            "blank": ", ".join(fact.label for fact in document.card if not fact.text),
            "python": _code(document.python),
            "command": _code(document.command),
            **self._annex(),
        }

    def _whole_title(self) -> list[dict[str, Any]]:
        """The whole title, where a page shows its beginning."""
        title = self.document.title
        if len(" ".join(title.split())) <= LONG:
            return []
        return [{"label": words.WHOLE_TITLE, "text": [{**_run(Run("")), "text": whole(title)}]}]

    def _card(self) -> list[dict[str, Any]]:
        """The model card without its blanks; empty where nobody wrote into it."""
        written = any(self.document.order.card.model_dump().values())
        return [_fact(fact) for fact in self.document.card if fact.text] if written else []

    def _compared(self) -> dict[str, Any] | None:
        compared = self.document.compared
        if compared is None:
            return None
        return {
            "sentences": list(map(block_data, compared.sentences)),
            "changes": list(map(_texts, compared.changes)),
        }

    def _section(self, section: Section) -> dict[str, Any]:
        return {
            "heading": section.heading,
            "chosen": list(map(_fact, section.chosen)),
            "sentence": block_data(section.sentence),
            "reason": block_data(section.reason),
            "remark": block_data(section.remark),
            "numbers": list(map(_texts, section.numbers)),
            "charts": [self._chart(chart) for chart in section.charts if chart is not self.document.lead],
            "tables": [_table(table) for table in section.tables if fits(table, FEW_ROWS)],
            "notes": [block_data(note.text) for note in section.notes],
        }

    def _annex(self) -> dict[str, Any]:
        """Methods and tables that fit on a page, where they are asked for; the names of all other tables."""
        wanted, sections = self.document.order.annex, self.document.sections
        longest = MOST_ROWS if wanted else FEW_ROWS
        large = {
            section.heading: [table for table in section.tables if not fits(table, FEW_ROWS)] for section in sections
        }
        shown = {
            heading: [_table(table) for table in tables if fits(table, longest)] for heading, tables in large.items()
        }
        methods = _first_of_each(sections) if wanted else []
        return {
            "methods": [
                {"heading": section.heading, "blocks": block_data(section.method, formulas=True)}
                for section in methods
                if section.method
            ],
            "tables": [{"heading": heading, "tables": tables} for heading, tables in shown.items() if tables],
            "elsewhere": [
                {"label": seen(heading), "text": [_run(Run("; ".join(map(_named, left))))]}
                for heading, tables in large.items()
                if (left := [table for table in tables if not fits(table, longest)])
            ],
        }

    def _chart(self, chart: Chart) -> dict[str, Any]:
        alt = _without_markup(chart.words) or _without_markup(chart.title)
        return {
            "title": seen(_without_markup(chart.title)),
            "file": self.files.get(chart.key),
            "alt": alt,
            "instead": seen(words.no_chart(self.why, alt)),
            "remark": block_data(chart.remark),
        }


def _fact(fact: Fact) -> dict[str, Any]:
    runs = [run for block in blocks(fact.text) for run in (*block.runs, Run(" "))]
    return {"label": seen(fact.label), "text": list(map(_run, runs)) if fact.text else None}


def fits(table: Table, rows: int) -> bool:
    """Whether a table has no more rows than these and is not wider than a page."""
    if table.rows is None or len(table.rows) > rows:
        return False
    across = 0.0
    for place, head in enumerate(table.columns):
        cells = (_cell(head, row[place]) for row in table.rows)
        characters = max([*map(len, cells), *map(len, head.split()), 0.8 * len(head)])
        across += min(characters, WRAPPED) * LETTER + GAP
    return across <= POINTS


def _named(table: Table) -> str:
    """A table that is elsewhere, by its title and its number of rows."""
    return f"{_without_markup(table.title)} ({many(table.size, 'row')})"


def _table(table: Table) -> dict[str, Any]:
    rows = table.rows or ()
    columns = range(len(table.columns))
    return {
        "title": seen(_without_markup(table.title)),
        "remark": block_data(table.remark),
        "columns": [seen(shortened(head, WRAPPED)) for head in table.columns],
        "right": [all(_is_number(row[place]) for row in rows) for place in columns],
        "rows": [[seen(_cell(*pair)) for pair in zip(table.columns, row, strict=True)] for row in rows],
        "bold": table.bold,
    }


def _first_of_each(sections: Iterable[Section]) -> list[Section]:
    """The first section of each question: two have the same method."""
    return list({section.question: section for section in reversed(list(sections))}.values())[::-1]


def _cell(head: str, cell: Cell) -> str:
    """A cell as it is written everywhere, shortened where it is a long text."""
    text = cell_text(head, cell)
    return shortened(text, CELL) if isinstance(cell, str) else text


def _is_number(cell: Cell) -> bool:
    return cell is None or (isinstance(cell, int | float) and not isinstance(cell, bool))


def _texts(part: Part) -> dict[str, str]:
    """A part of plain texts, by their names."""
    return {name: seen(text) for name, text in part.model_dump().items()}


def _without_markup(markdown: str) -> str:
    """A text in one line."""
    return _HIDDEN.sub("", " ".join(block.text for block in blocks(markdown)))


def block_data(markdown: str, formulas: bool = False) -> list[dict[str, Any]]:
    """A text as the data of its blocks for a template."""
    return [_block(block) for block in blocks(markdown, formulas)]


def _block(block: Block) -> dict[str, Any]:
    return {
        "kind": block.kind,
        "level": block.level,
        "runs": list(map(_run, block.runs)),
        "rows": [[list(map(_run, cell)) for cell in row] for row in block.rows],
    }


def _run(run: Run) -> dict[str, Any]:
    if run.math:
        return {"math": typst(run.text), "text": linear(run.text)}
    return {"text": seen(run.text), "bold": run.bold, "italic": run.italic, "code": run.code}


OBJECTS = 200
"""Objects in a stream of a packed file."""

_TRAILER = re.compile(rb"trailer\s*<<(.*)>>\s*startxref\s*(\d+)\s*%%EOF\s*$", re.DOTALL)
_OBJECT = re.compile(rb"(\d+) 0 obj\s*(.*?)\s*endobj\s*$", re.DOTALL)


def packed(pdf: bytes) -> bytes:
    """The document in fewer bytes: its tags are thousands of small objects, which streams hold compressed.

    PDF has such streams since 1.5 (ISO 32000-1, 7.5.7 and 7.5.8); Typst writes each object uncompressed, with a table
    of where each begins. What is not as Typst writes it comes back as it was.
    """
    end = _TRAILER.search(pdf)
    if end is None:
        return pdf
    objects = dict(_objects(pdf, int(end[2])))
    if not objects:
        return pdf
    loose = {name: body for name, body in objects.items() if not body.endswith(b"endstream")}
    written, places = bytearray(pdf[: pdf.index(b"\n", 8) + 1]), {0: (0, 0, 65535)}
    number = max(objects) + 1
    streams = {name: body for name, body in objects.items() if name not in loose}
    names = sorted(loose)
    for first in range(0, len(names), OBJECTS):
        group = names[first : first + OBJECTS]
        places |= {name: (2, number, place) for place, name in enumerate(group)}
        streams[number] = _stream_of([(name, loose[name]) for name in group])
        number += 1
    for name, body in streams.items():
        places[name] = (1, len(written), 0)
        written += b"%d 0 obj\n%b\nendobj\n" % (name, body)
    start = len(written)
    places[number] = (1, start, 0)
    rows = b"".join(
        kind.to_bytes(1, "big") + place.to_bytes(4, "big") + more.to_bytes(2, "big")
        for kind, place, more in (places.get(name, (0, 0, 65535)) for name in range(number + 1))
    )
    entries = re.sub(rb"/Size \d+", b"", end[1]).strip()
    body = _compressed(rows, b"/Type /XRef /Size %d /W [1 4 2] %b" % (number + 1, entries))
    written += b"%d 0 obj\n%b\nendobj\nstartxref\n%d\n%%%%EOF\n" % (number, body, start)
    return bytes(written)


def _objects(pdf: bytes, table: int) -> Iterator[tuple[int, bytes]]:
    """The number and the content of each object; raises `ValueError` where one is not where the table says."""
    starts = sorted({int(row[:10]) for row in re.findall(rb"\d{10} \d{5} n", pdf[table:])})
    for start, stop in zip(starts, [*starts[1:], table], strict=True):
        match = _OBJECT.match(pdf[start:stop])
        if match is None:
            raise ValueError("an object of a PDF is not where its table says")
        yield int(match[1]), match[2]


def _stream_of(objects: list[tuple[int, bytes]]) -> bytes:
    """A stream of objects, which begins with their numbers and places."""
    heads, bodies = b"", b""
    for name, body in objects:
        heads += b"%d %d " % (name, len(bodies))
        bodies += body + b"\n"
    return _compressed(heads + bodies, b"/Type /ObjStm /N %d /First %d" % (len(objects), len(heads)))


def _compressed(content: bytes, entries: bytes) -> bytes:
    squeezed = zlib.compress(content, 9)
    return b"<< %b /Filter /FlateDecode /Length %d >>\nstream\n%b\nendstream" % (entries, len(squeezed), squeezed)
