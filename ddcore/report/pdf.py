"""A report as PDF, by Typst: tagged for those who hear it, with vector charts and bookmarks.

What it says goes to its template, report.typ, as data. Where a letter is in none of the fonts the file keeps its tags
but claims no standard.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

from ddcore.answers.base.table_files import cell_text
from ddcore.errors import InputError
from ddcore.report.charts import paint
from ddcore.report.document import Cell, Chart, Document, Fact, Section, Table
from ddcore.report.formulas import linear, typst
from ddcore.report.markdown_blocks import Block, Run, blocks
from ddcore.report.packed import packed
from ddcore.report.pictures import fonts
from ddcore.report.texts import ENGLISH, Texts

LONG = 160
"""Letters of a title that a page shows."""
WORD, ENDLESS = 24, 60
"""Letters of a word after which a line may end, and of one that is shown."""
FEW_ROWS, FEW_COLUMNS = 12, 8
"""A table of no more stands in its section, others at the end."""
MOST_ROWS, FIRST_ROWS = 36, 24
"""A table of more rows than fit shows so many first ones."""
POINTS, LETTER, GAP = 480, 4.5, 9
"""Points a table may be wide, and those of a letter and between columns."""
CELL, WRAPPED = 120, 44
"""Letters of a cell that are shown, and those of a line of it."""

STANDARD = "ua-1"


def written(document: Document) -> bytes:
    """The bytes of a report; the same for the same document."""
    drawn, why = _drawn(document)
    told = _Writer(document, drawn, why).told()
    files = {"main.typ": _template(), "report.json": json.dumps(told, ensure_ascii=False).encode()}
    return packed(_compiled({**files, **{f"{key}.svg": content for key, content in drawn.items()}}))


def _drawn(document: Document) -> tuple[Mapping[str, bytes], str]:
    """Charts by the names of their files, and why there are none."""
    figures = {f"chart-{place}": chart.light for place, (_, chart) in enumerate(document.charts())}
    try:
        return (paint(figures, "svg") if figures else {}), ""
    except InputError:
        return {}, ENGLISH.no_browser


def _compiled(files: Mapping[str, bytes]) -> bytes:
    try:
        import typst as compiler
    except ImportError:
        raise InputError("a report as .pdf needs typst; install it with pip install typst, or write a .html") from None
    # Its types do not say that it takes files by their names.
    make: Any = compiler.compile
    given = {"font_paths": _letters(), "format": "pdf", "timestamp": 0}
    try:
        return bytes(make(dict(files), **given, pdf_standards=STANDARD))
    except compiler.TypstError as error:
        if "could not be displayed" not in str(error):
            raise
    return bytes(make(dict(files), **given))


@cache
def _letters() -> Any:
    """The fonts that Typst may use."""
    import typst as compiler

    folder = fonts()
    return compiler.Fonts(font_paths=[] if folder is None else [str(folder)])


@cache
def _template() -> bytes:
    return Path(__file__).with_name("report.typ").read_bytes()


_HIDDEN = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\uffff\U000e0000-\U000e007f]"
)
_BROKEN = re.compile(rf"\S{{{WORD}}}(?=\S)")
_ENDLESS = re.compile(rf"\S{{{ENDLESS},}}")


def whole(text: str) -> str:
    r"""The letters of a text that can be seen: none of them turns others around, and a long word may be broken.

    >>> whole("a\x00b\u202ec"), len(whole(50 * "x"))
    ('abc', 52)
    """
    return _BROKEN.sub(lambda word: f"{word[0]}\u200b", _HIDDEN.sub("", text))


def seen(text: str) -> str:
    """The same, and of an endless word its beginning.

    >>> seen(50 * "x") == whole(50 * "x"), len(seen(500 * "x").replace("\u200b", ""))
    (True, 60)
    """
    return whole(_ENDLESS.sub(lambda word: f"{word[0][: ENDLESS - 1]}…", text))


def _code(text: str) -> str:
    """Lines of code, which end at one of its signs where they can."""
    return "\u200b".join(whole(part) for part in re.split(r"(?<=[;,&?/])(?=\S)", text))


def shortened(text: str, most: int = LONG) -> str:
    """A text in one line of no more letters.

    >>> shortened("one\\ntwo"), shortened("abcdef", 4)
    ('one two', 'abc…')
    """
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1].rstrip()}…"


class _Writer:
    """What the template is given of a document; `drawn` are the files of its charts, or `why` there are none."""

    def __init__(self, document: Document, drawn: Mapping[str, bytes], why: str, texts: Texts = ENGLISH) -> None:
        self.document, self.texts, self.why = document, texts, why
        self.files = {
            chart.key: f"chart-{place}.svg"
            for place, (_, chart) in enumerate(document.charts())
            if f"chart-{place}" in drawn
        }

    def told(self) -> dict[str, Any]:
        """All of it."""
        document, texts = self.document, self.texts
        by = [f"{texts.by} {shortened(document.author)}"] if document.author.strip() else []
        return {
            "words": {name: text for name, text in asdict(texts).items() if isinstance(text, str)},
            "lang": texts.language,
            "paper": {"a4": "a4", "letter": "us-letter"}[document.order.paper],
            "title": _HIDDEN.sub("", shortened(document.title)) or texts.title_of_classes,
            "short": seen(shortened(document.title)) or texts.title_of_classes,
            "author": _HIDDEN.sub("", shortened(document.author)),
            "under": seen(" · ".join([*by, *filter(None, [shortened(document.date)])])),
            "foot": self._foot(),
            "decision": list(map(self._text, document.decision)),
            "numbers": [_plain(row) for row in document.numbers],
            "lead": None if document.lead is None else self._chart(document.lead),
            "rests_on": list(map(self._text, document.rests_on)),
            "would_change": list(map(self._text, document.would_change)),
            "compared": self._compared(),
            "sections": list(map(self._section, document.sections)),
            "facts": [*self._whole_title(), *map(self._fact, document.facts)],
            "data_notes": list(map(self._text, document.data_notes)),
            "methods": [
                {"heading": section.heading, "blocks": self._text(section.method, formulas=True)}
                for section in _first_of_each(document.sections)
                if section.method
            ],
            "card": list(map(self._fact, document.card)),
            "python": _code(document.python),
            "command": _code(document.command),
            "tables": self._tables(),
        }

    def _foot(self) -> str:
        document = self.document
        return self.texts.foot.format(
            fingerprint=document.fingerprint[:12],
            data=document.data_fingerprint[:12],
            version=document.versions["ddcore"],
        )

    def _whole_title(self) -> list[dict[str, Any]]:
        """The whole title, where a page shows its beginning."""
        title = self.document.title
        if len(" ".join(title.split())) <= LONG:
            return []
        return [{"label": self.texts.whole_title, "text": [{**_run(Run("")), "text": whole(title)}]}]

    def _compared(self) -> dict[str, Any] | None:
        compared = self.document.compared
        if compared is None:
            return None
        return {
            "sentences": list(map(self._text, compared.sentences)),
            "changes": [_plain(change) for change in compared.changes],
        }

    def _section(self, section: Section) -> dict[str, Any]:
        return {
            "heading": section.heading,
            "chosen": list(map(self._fact, section.chosen)),
            "sentence": self._text(section.sentence),
            "reason": self._text(section.reason),
            "remark": self._text(section.remark),
            "numbers": [_plain(row) for row in section.numbers],
            "charts": list(map(self._chart, section.charts)),
            "tables": [self._table(table) for table in section.tables if _small(table)],
            "notes": [self._text(note.text) for note in section.notes],
        }

    def _tables(self) -> list[dict[str, Any]]:
        """The larger ones, by their sections."""
        told = (
            (section.heading, [self._table(table) for table in section.tables if not _small(table)])
            for section in self.document.sections
        )
        return [{"heading": heading, "tables": tables} for heading, tables in told if tables]

    def _fact(self, fact: Fact) -> dict[str, Any]:
        runs = [run for block in blocks(fact.text) for run in (*block.runs, Run(" "))]
        return {"label": seen(fact.label), "text": list(map(_run, runs)) if fact.text else None}

    def _text(self, markdown: str, formulas: bool = False) -> list[dict[str, Any]]:
        return [_block(block) for block in blocks(markdown, formulas)]

    def _chart(self, chart: Chart) -> dict[str, Any]:
        alt = _letters_of(chart.words) or _letters_of(chart.title)
        return {
            "title": seen(_letters_of(chart.title)),
            "file": self.files.get(chart.key),
            "alt": alt,
            "instead": seen(self.texts.no_chart.format(why=self.why, words=alt)),
            "remark": self._text(chart.remark),
        }

    def _table(self, table: Table) -> dict[str, Any]:
        rows = table.rows
        if rows is None:
            short = [self.texts.not_here.format(rows=f"{table.size:,}")]
            return self._listed(table, 0, (), short)
        columns = _fitting(table)
        short = []
        if len(rows) > MOST_ROWS:
            short.append(self.texts.first_rows.format(shown=FIRST_ROWS, rows=f"{len(rows):,}"))
            rows = rows[:FIRST_ROWS]
        if columns < len(table.columns):
            short.append(self.texts.first_columns.format(shown=columns, columns=len(table.columns)))
        return self._listed(table, columns, rows, short)

    def _listed(
        self, table: Table, columns: int, rows: Sequence[Sequence[Cell]], short: Sequence[str]
    ) -> dict[str, Any]:
        return {
            "title": seen(_letters_of(table.title)),
            "remark": self._text(table.remark),
            "columns": [seen(shortened(head, WRAPPED)) for head in table.columns[:columns]],
            "right": [all(_is_number(row[place]) for row in rows) for place in range(columns)],
            "rows": [[seen(_cell(*pair)) for pair in zip(table.columns[:columns], row, strict=False)] for row in rows],
            "bold": table.bold if len(rows) <= FEW_ROWS else 0,
            "short": short,
        }


def _first_of_each(sections: Iterable[Section]) -> list[Section]:
    """The first section of each question: two have the same method."""
    return list({section.question: section for section in reversed(list(sections))}.values())[::-1]


def _small(table: Table) -> bool:
    return table.rows is not None and len(table.rows) <= FEW_ROWS and len(table.columns) <= FEW_COLUMNS


def _fitting(table: Table) -> int:
    """How many first columns there is room for, one at least."""
    wide = 0.0
    for place, head in enumerate(table.columns):
        cells = (_cell(head, row[place]) for row in (table.rows or ())[:MOST_ROWS])
        letters = max([*map(len, cells), *map(len, head.split()), 0.8 * len(head)])
        wide += min(letters, WRAPPED) * LETTER + GAP
        if wide > POINTS and place:
            return place
    return len(table.columns)


def _cell(head: str, cell: Cell) -> str:
    """A cell as it is written everywhere, shortened where it is a long text."""
    text = cell_text(head, cell)
    return shortened(text, CELL) if isinstance(cell, str) else text


def _is_number(cell: Cell) -> bool:
    return cell is None or (isinstance(cell, int | float) and not isinstance(cell, bool))


def _plain(part: Any) -> dict[str, str]:
    return {name: seen(text) for name, text in part.model_dump().items()}


def _letters_of(markdown: str) -> str:
    """A text without its markup, in one line."""
    return _HIDDEN.sub("", " ".join("".join(run.text for run in block.runs) for block in blocks(markdown)))


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
