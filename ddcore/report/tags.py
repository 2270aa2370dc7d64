"""Texts and tables of a document as HTML in which nothing of them is a tag."""

import html
from collections.abc import Iterable, Sequence

from ddcore.answers.base.answer import plain_text
from ddcore.answers.base.table_files import cell_text
from ddcore.formats import unbroken
from ddcore.report.document import Cell, Number, Table
from ddcore.report.formulas import mathml
from ddcore.report.markdown_blocks import Run, blocks
from ddcore.report.texts import Texts

LONGEST = 160
"""Letters of a title in a heading, and of a cell in a table."""

_BOX = 'class="box" tabindex="0" role="group"'
_CONTROLS = {code: chr(0x2400 + code) for code in range(32)} | {0x7F: "␡"} | dict.fromkeys(range(0x80, 0xA0), "�")
_TURNS = dict.fromkeys([0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)], "�")
_HALVES = dict.fromkeys(range(0xD800, 0xE000), "�")
_SIGNS = {code: sign for code, sign in {**_CONTROLS, **_TURNS, **_HALVES}.items() if code not in (9, 10, 13)}


def plain(text: object) -> str:
    """A text letter by letter; nothing in it is a tag, ends an attribute or changes the direction of reading.

    >>> plain("<b>\\x07")
    '&lt;b&gt;␇'
    """
    return html.escape(str(text).translate(_SIGNS))


def shortened(text: str, longest: int = LONGEST) -> str:
    """At most so many letters of a text.

    >>> shortened("abcdef", 4)
    'abc…'
    """
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def inline(markdown: str) -> str:
    """A text of one paragraph.

    >>> inline("**Yes**, 5 < 6")
    '<strong>Yes</strong>, 5 &lt; 6'
    """
    return " ".join(_runs(block.runs) for block in blocks(markdown))


def _runs(runs: Iterable[Run]) -> str:
    return "".join(map(_run, runs))


def _run(run: Run) -> str:
    if run.math:
        return mathml(run.text)
    text = plain(run.text)
    for worn, tag in ((run.code, "code"), (run.italic, "em"), (run.bold, "strong")):
        text = f"<{tag}>{text}</{tag}>" if worn else text
    return text


def prose(markdown: str, formulas: bool = False) -> str:
    """Paragraphs, lists, code, formulas and tables.

    >>> prose("One\\n\\n- two\\n- three")
    '<p>One</p><ul><li>two</li><li>three</li></ul>'
    """
    told, level = [], 0
    for block in blocks(markdown, formulas):
        if block.kind == "item" and block.level > level:
            told.append("<ul>" * (block.level - level))
        elif block.kind == "item":
            told.append("</li></ul>" * (level - block.level) + "</li>")
        else:
            told.append("</li></ul>" * (level - min(level, block.level)))
        level = block.level if block.kind == "item" else min(level, block.level)
        if block.kind == "table":
            told.append(_rows(block.rows))
        elif block.kind == "code":
            told.append(f"<pre><code>{_letters(block.runs)}</code></pre>")
        elif block.kind == "math":
            told.append(f"<div {_BOX}>{mathml(block.runs[0].text, alone=True)}</div>")
        else:
            told.append(f"<li>{_runs(block.runs)}" if block.kind == "item" else f"<p>{_runs(block.runs)}</p>")
    return "".join(told) + "</li></ul>" * level


def _letters(runs: Iterable[Run]) -> str:
    return plain("".join(run.text for run in runs))


def _rows(rows: Sequence[Sequence[Sequence[Run]]]) -> str:
    head, *body = rows
    heads = "".join(f'<th scope="col">{_runs(cell)}</th>' for cell in head)
    lines = ("".join(f"<td>{_runs(cell)}</td>" for cell in row) for row in body)
    return f"<div {_BOX}><table><thead><tr>{heads}</tr></thead>{_body(lines)}</table></div>"


def _body(lines: Iterable[str]) -> str:
    return f"<tbody>{''.join(f'<tr>{line}</tr>' for line in lines)}</tbody>"


def numbers(told: Sequence[Number], caption: str, texts: Texts) -> str:
    """Numbers with their intervals as a table."""
    heads = f'<th scope="col">{plain(texts.number)}</th>' + "".join(
        f'<th scope="col" class="figure">{plain(name)}</th>' for name in (texts.value, texts.interval)
    )
    lines = (
        f'<th scope="row">{plain(one.name)}</th><td class="figure">{plain(unbroken(one.text))}</td>'
        f'<td class="figure">{plain(unbroken(one.interval))}</td>'
        for one in told
    )
    return (
        f'<table class="numbers"><caption class="unseen">{plain(caption)}</caption>'
        f"<thead><tr>{heads}</tr></thead>{_body(lines)}</table>"
    )


PAPER_ROWS, PAPER_LETTERS = 20, 100
"""Rows of a table that is printed, and letters across."""
OPEN_ROWS, OPEN_COLUMNS = 12, 6
"""A table of no more stands open."""


def table(told: Table, texts: Texts) -> str:
    """A table; one that is not small is folded, and one that is long or wide is printed in part."""
    title = inline(told.title)
    remark = f'<div class="remark">{prose(told.remark)}</div>' if told.remark else ""
    if told.rows is None:
        missing = plain(texts.not_here.format(rows=f"{told.size:,}"))
        return f'<div class="table"><p><strong>{title}</strong>: {missing}</p>{remark}</div>'
    if len(told.rows) <= OPEN_ROWS and len(told.columns) <= OPEN_COLUMNS:
        return f'<div class="table">{_grid(told, title, "")}{remark}</div>'
    folded = f'<summary>{title} <span class="size">{len(told.rows):,} × {len(told.columns)}</span></summary>'
    if len(told.rows) > PAPER_ROWS:
        on_paper = plain(texts.not_here.format(rows=f"{len(told.rows):,}"))
        return (
            f'<p class="on-paper"><strong>{title}</strong>: {on_paper}</p>'
            f'<details class="table long">{folded}{_grid(told, title, " unseen")}{remark}</details>'
        )
    shown = _fitting(told)
    some = plain(texts.first_columns.format(shown=shown, columns=len(told.columns)))
    on_paper = f'<p class="on-paper remark">{some}</p>' if shown < len(told.columns) else ""
    return f'<details class="table">{folded}{_grid(told, title, " unseen", shown)}{on_paper}{remark}</details>'


def _grid(told: Table, title: str, hidden: str, fitting: int | None = None) -> str:
    """The table itself; columns from `fitting` on are not printed."""
    rows = told.rows or ()
    figures = [
        any(map(_is_number, column)) and all(map(_is_number_or_none, column)) for column in zip(*rows, strict=True)
    ]
    figures = figures or [False] * len(told.columns)
    fitting = len(told.columns) if fitting is None else fitting
    worn = [
        f' class="{" ".join(filter(None, ("figure" * figure, "aside" * (place >= fitting))))}"'
        if figure or place >= fitting
        else ""
        for place, figure in enumerate(figures)
    ]
    heads = "".join(
        f'<th scope="col"{kind}>{plain(shortened(name)) or _NOTHING}</th>'
        for kind, name in zip(worn, told.columns, strict=True)
    )
    opening = [f"<td{kind}>" for kind in worn]
    closing = ["</td>"] * len(worn)
    if not figures[0]:
        opening[0], closing[0] = f'<th scope="row"{worn[0]}>', "</th>"
    lines = (
        "".join(
            f"{start}{_cell(head, cell)}{end}"
            for start, head, cell, end in zip(opening, told.columns, row, closing, strict=True)
        )
        for row in rows
    )
    bold = f' class="bold{told.bold}"' if told.bold else ""
    caption = f'<caption class="{hidden.strip()}">{title}</caption>' if hidden else f"<caption>{title}</caption>"
    return (
        f'<div {_BOX} aria-label="{plain(plain_text(told.title))}"><table{bold}>{caption}'
        f"<thead><tr>{heads}</tr></thead>{_body(lines)}</table></div>"
    )


_NOTHING = "\u00a0"


def _cell(head: str, cell: Cell) -> str:
    return plain(shortened(cell_text(head, cell)))


def _is_number(cell: Cell) -> bool:
    return isinstance(cell, int | float) and not isinstance(cell, bool)


def _is_number_or_none(cell: Cell) -> bool:
    return cell is None or _is_number(cell)


def _fitting(told: Table) -> int:
    """How many first columns a page of paper has room for."""
    across = 0
    for place, name in enumerate(told.columns):
        cells = [_cell(name, row[place]) for row in told.rows or ()]
        longest_word = max((len(word) for word in name.split()), default=0)
        across += 3 + max(longest_word, min(24, max(map(len, cells), default=0)))
        if across > PAPER_LETTERS and place:
            return place
    return len(told.columns)
