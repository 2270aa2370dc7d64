"""A report as one file of HTML that needs nothing else, drawn by the reader's browser.

No text of a document becomes a tag.
"""

import base64
import gzip
import html
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path

from plotly.offline import get_plotlyjs

from ddcore.answers.base.answer import plain_text
from ddcore.answers.base.table_files import cell_text
from ddcore.errors import InputError
from ddcore.formats import unbroken
from ddcore.report import words
from ddcore.report.document import Cell, Chart, Document, Fact, Number, Section, Table
from ddcore.report.fonts import faces
from ddcore.report.formulas import mathml
from ddcore.report.markdown_blocks import Run, blocks
from ddcore.report.pictures import drawn

LONGEST = 160
"""Characters of a title in a heading, and of a cell in a table."""
CHART_HEIGHT = 400
"""Pixels of a chart that does not say how high it is."""
OPEN_ROWS, OPEN_COLUMNS = 12, 6
"""A table of no more stands open."""
PAPER_ROWS, PAPER_ACROSS = 20, 100
"""Rows of a table that is printed, and characters across."""

FILES = {"plotly.js", "report.js"}
"""The scripts that `script_file` gives."""


def written(document: Document, script: str = "") -> bytes:
    """The bytes of the file; the same for the same document.

    With `script`, the beginning of an address such as "/report/", it has no scripts inside: a browser asks for
    "/report/plotly.js" and "/report/report.js", which `script_file("plotly.js")` and `script_file("report.js")` are.
    No policy stands inside then; the server's must allow scripts of 'self', styles of 'unsafe-inline', pictures and
    fonts of "data:". Without it nothing is asked for, and nothing of a document can run.

    Raises `InputError` for charts as pictures where nothing can draw them.
    """
    scripted = document.order.charts == "interactive"
    head = _head(document, script, scripted)
    scripts = _scripts(document, script) if scripted else ""
    page = f"{head}<body>{_body(document, _Charts(document))}{scripts}</body></html>\n"
    return page.encode()


@cache
def script_file(name: str) -> bytes:
    """A script for a page that loads it: "plotly.js" or "report.js"."""
    return get_plotlyjs().encode() if name == "plotly.js" else _beside(name).encode()


@cache
def _beside(name: str) -> str:
    return (Path(__file__).parent / name).read_text(encoding="utf-8")


@cache
def _packed_plotly() -> str:
    return _packed(script_file("plotly.js"))


@cache
def _policy() -> str:
    """What a browser may do with the file: run the two scripts, which it knows by their hashes, and nothing else."""
    hashes = (base64.b64encode(sha256(script_file(name)).digest()).decode() for name in sorted(FILES))
    allowed = " ".join(f"'sha256-{each}'" for each in hashes)
    return (
        f"default-src 'none'; script-src {allowed}; style-src 'unsafe-inline'; img-src data: blob:; "
        "font-src data:; base-uri 'none'; form-action 'none'"
    )


def _head(document: Document, script: str, scripted: bool) -> str:
    policy = "" if script else f'<meta http-equiv="Content-Security-Policy" content="{_policy()}">'
    sources = "".join(f'<script src="{plain(script)}{name}" defer></script>' for name in sorted(FILES))
    return (
        f'<!DOCTYPE html><html lang="{words.LANGUAGE}"><head><meta charset="utf-8">{policy}'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer">'
        f'<link rel="icon" href="data:,"><title>{plain(shortened(document.title))}</title>'
        f"<style>{faces()}{_beside('report.css')}{_paper(document)}</style>"
        f"{sources if script and scripted else ''}</head>"
    )


def _paper(document: Document) -> str:
    """The size of a page, and what stands below each."""
    size = "A4" if document.order.paper == "a4" else "letter"
    foot = words.foot(document).replace("\\", "\\\\").replace('"', '\\"').replace("<", "\\3c ")
    return (
        f'@page{{size:{size};@bottom-left{{content:"{foot}"}}'
        f'@bottom-right{{content:"{words.PAGE} " counter(page) " / " counter(pages)}}}}'
    )


def _scripts(document: Document, script: str) -> str:
    """The charts and what draws them; the reader's browser unpacks them."""
    figures = {chart.key: {"light": chart.light, "dark": chart.dark} for _, chart in document.charts()}
    charts = f'<script type="text/plain" id="charts">{_packed(json.dumps(figures).encode())}</script>'
    if script:
        return charts
    plotly = f'<script type="text/plain" id="plotly">{_packed_plotly()}</script>'
    return f"{charts}{plotly}<script>{_beside('report.js')}</script>"


def _packed(content: bytes) -> str:
    return base64.b64encode(gzip.compress(content, 6, mtime=0)).decode()


class _Charts:
    """The charts of a document as figures; the one of the first page stands there alone."""

    def __init__(self, document: Document) -> None:
        self.lead = document.lead
        self.pictures: Mapping[str, bytes] = {}
        if document.order.charts == "pictures":
            self.pictures = _pictures(document)

    def figure(self, chart: Chart) -> str:
        remark = f'<div class="remark">{prose(chart.remark)}</div>' if chart.remark else ""
        caption = f"<figcaption>{inline(chart.title)}{remark}</figcaption>"
        return f'<figure id="{plain(chart.key)}">{caption}{self._chart(chart)}</figure>'

    def _chart(self, chart: Chart) -> str:
        alt = plain(chart.words)
        if chart.key in self.pictures:
            picture = _svg(self.pictures[chart.key], chart.key)
            return f'<div class="picture" role="img" aria-label="{alt}">{picture}</div>'
        height = json.loads(chart.light).get("layout", {}).get("height") or CHART_HEIGHT
        return (
            f'<div class="chart" role="img" aria-label="{alt}" data-chart="{plain(chart.key)}" '
            f'style="min-height:{float(height):g}px"><p>{alt}</p></div>'
        )


def _pictures(document: Document) -> Mapping[str, bytes]:
    """The charts as SVG, by their keys."""
    pictures, why = drawn(document, "svg")
    if why:
        raise InputError(why)
    return pictures


def _svg(picture: bytes, key: str) -> str:
    """A picture as an element of the page, in its font; its ids end in the key of the chart, so that none stands twice.

    >>> _svg(b'<svg><g id="a"/><g clip-path="url(#a)"/></svg>', "1_b")
    '<svg aria-hidden="true"><g id="a-1_b"/><g clip-path="url(#a-1_b)"/></svg>'
    """
    named = _ID.sub(lambda match: f"{match[1]}{match[2]}-{key}{match[3]}", picture.decode())
    return named[named.index("<svg") :].replace("<svg", '<svg aria-hidden="true"', 1)


_ID = re.compile(r"""( id="|url\(['"]?#|url\(&quot;#|href="#)([^"')&]+)("|['"]?\)|&quot;\))""")


def _body(document: Document, charts: _Charts) -> str:
    parts = [
        _first_page(document, charts),
        _contents(document),
        _compared(document),
        *(_section(section, charts) for section in document.sections),
        _data(document),
        _methods(document),
        _card(document),
        _recipe(document),
    ]
    return f"{_header(document)}<main>{''.join(parts)}</main>{_footer(document)}"


def _header(document: Document) -> str:
    author = f"<span>{words.BY} <bdi>{plain(document.author)}</bdi></span>" if document.author else ""
    date = f"<span><bdi>{plain(document.date)}</bdi></span>" if document.date else ""
    byline = f'<p class="by">{author}{date}</p>' if author or date else ""
    return f'<header><h1 dir="auto">{plain(shortened(document.title))}</h1>{byline}</header>'


def _first_page(document: Document, charts: _Charts) -> str:
    decision = "".join(f"<p>{inline(sentence)}</p>" for sentence in document.decision)
    guessed = _list(words.GUESSED, document.guessed)
    numbers = f"<h2>{words.NUMBERS}</h2>{_numbers(document.numbers)}" if document.numbers else ""
    lead = charts.figure(document.lead) if document.lead else ""
    lists = _list(words.RESTS_ON, document.rests_on) + _list(words.WOULD_CHANGE, document.would_change)
    return (
        f'<section class="first"><h2>{words.DECISION}</h2><div class="decision">{decision}</div>'
        f'{guessed}{numbers}{lead}<div class="lists">{lists}</div></section>'
    )


def _list(heading: str, sentences: Sequence[str], level: int = 2) -> str:
    if not sentences:
        return ""
    entries = "".join(f"<li>{inline(sentence)}</li>" for sentence in sentences)
    return f"<div><h{level}>{plain(heading)}</h{level}><ul>{entries}</ul></div>"


def _contents(document: Document) -> str:
    links = [("compared", words.COMPARED)] if document.compared else []
    links += [(section.key, inline(section.text)) for section in document.sections]
    links += [("data", words.DATA), ("method", words.METHOD), ("card", words.CARD), ("again", words.AGAIN)]
    entries = "".join(f'<li><a href="#part-{plain(key)}">{label}</a></li>' for key, label in links)
    return f'<nav aria-labelledby="contents"><h2 id="contents">{words.CONTENTS}</h2><ol>{entries}</ol></nav>'


def _part(key: str, heading: str, content: str, above: str = "") -> str:
    return f'<section id="part-{plain(key)}">{above}<h2>{heading}</h2>{content}</section>'


def _compared(document: Document) -> str:
    if document.compared is None:
        return ""
    sentences = "".join(f"<p>{inline(sentence)}</p>" for sentence in document.compared.sentences)
    head = f'<th scope="col">{words.SECTION}</th><th scope="col">{words.NUMBER}</th>' + "".join(
        f'<th scope="col" class="figure">{text}</th>' for text in (words.BEFORE, words.AFTER)
    )
    rows = "".join(
        f'<tr><td>{inline(change.section)}</td><th scope="row">{plain(change.name)}</th>'
        f'<td class="figure">{plain(change.before)}</td><td class="figure">{plain(change.after)}</td></tr>'
        for change in document.compared.changes
    )
    changes = (
        f'<table class="numbers"><caption class="unseen">{words.COMPARED}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    )
    return _part("compared", words.COMPARED, sentences + (changes if rows else ""))


def _section(section: Section, charts: _Charts) -> str:
    parts = [
        _facts(section.chosen, "chosen", words.ASKED_WITH),
        f'<div class="sentence">{prose(section.sentence)}</div>',
        prose(section.reason),
        f'<div class="note" dir="auto">{prose(section.remark)}</div>' if section.remark else "",
        _numbers(section.numbers) if section.numbers else "",
        *_section_charts(section, charts),
        _list(words.WORTH_KNOWING, [note.text for note in section.notes], level=3),
        *map(_table, section.tables),
        f'<div class="about">{prose(section.about)}</div>' if section.about else "",
    ]
    heading = f'<p class="above">{plain(section.heading)}</p>'
    return _part(section.key, inline(section.text), "".join(parts), heading)


def _section_charts(section: Section, charts: _Charts) -> Iterator[str]:
    for chart in section.charts:
        if chart is charts.lead:
            link = f'<a href="#{plain(chart.key)}">{inline(chart.title)}</a>'
            yield f'<p class="remark">{words.ON_FIRST_PAGE} {link}</p>'
        else:
            yield charts.figure(chart)


def _facts(facts: Sequence[Fact], name: str, heading: str = "") -> str:
    """Labels and their texts; an empty one is to be filled in."""
    if not facts:
        return ""
    blank = f'<span class="blank">{words.TO_FILL}</span>'
    rows = "".join(
        f'<div><dt>{plain(fact.label)}</dt><dd dir="auto">{prose(fact.text) or blank}</dd></div>' for fact in facts
    )
    above = f'<p class="above">{plain(heading)}</p>' if heading else ""
    return f'{above}<dl class="{name}">{rows}</dl>'


def _data(document: Document) -> str:
    if shortened(document.title) != document.title:
        title = f'<dl><div><dt>{words.WHOLE_TITLE}</dt><dd dir="auto">{plain(document.title)}</dd></div></dl>'
    else:
        title = ""
    notes = _list(words.ODDITIES, document.data_notes, level=3)
    return _part("data", words.DATA, title + _facts(document.facts, "facts") + notes)


def _methods(document: Document) -> str:
    methods = "".join(
        f"<details><summary>{inline(section.text)}</summary>{prose(section.method, formulas=True)}</details>"
        for section in document.sections
        if section.method
    )
    return _part("method", words.METHOD, methods)


def _card(document: Document) -> str:
    source = f'<p class="remark">{plain(words.CARD_SOURCE)}</p>'
    return _part("card", words.CARD, _facts(document.card, "card") + source)


def _recipe(document: Document) -> str:
    recipes = ((words.AGAIN_PYTHON, document.python), (words.AGAIN_COMMAND, document.command))
    content = "".join(f"<p>{plain(how)}</p><pre><code>{plain(code)}</code></pre>" for how, code in recipes)
    versions = ", ".join(f"{name} {version}" for name, version in document.versions.items())
    return _part("again", words.AGAIN, f'{content}<p class="remark">{plain(versions)}</p>')


def _footer(document: Document) -> str:
    return f"<footer><p>{plain(words.foot(document))}</p><p>{plain(words.FINGERPRINTS)}</p></footer>"


_CONTROLS = {code: chr(0x2400 + code) for code in range(32)} | {0x7F: "␡"} | dict.fromkeys(range(0x80, 0xA0), "�")
_TURNING = dict.fromkeys([0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)], "�")
_SURROGATES = dict.fromkeys(range(0xD800, 0xE000), "�")
_SIGNS = {code: sign for code, sign in {**_CONTROLS, **_TURNING, **_SURROGATES}.items() if code not in (9, 10, 13)}


def plain(text: object) -> str:
    """A text letter by letter; nothing in it is a tag, ends an attribute or changes the direction of reading.

    >>> plain("<b>\\x07")
    '&lt;b&gt;␇'
    """
    return html.escape(str(text).translate(_SIGNS))


def shortened(text: str, longest: int = LONGEST) -> str:
    """At most that many characters of a text.

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


_BOX = 'class="box" tabindex="0" role="group"'
"""The attributes of an element that scrolls where it is too wide."""


def prose(markdown: str, formulas: bool = False) -> str:
    """Paragraphs, lists, code, formulas and tables.

    >>> prose("One\\n\\n- two\\n- three")
    '<p>One</p><ul><li>two</li><li>three</li></ul>'
    """
    parts, level = [], 0
    for block in blocks(markdown, formulas):
        if block.kind == "item" and block.level > level:
            parts.append("<ul>" * (block.level - level))
        elif block.kind == "item":
            parts.append("</li></ul>" * (level - block.level) + "</li>")
        else:
            parts.append("</li></ul>" * (level - min(level, block.level)))
        level = block.level if block.kind == "item" else min(level, block.level)
        if block.kind == "table":
            parts.append(_markdown_table(block.rows))
        elif block.kind == "code":
            parts.append(f"<pre><code>{plain(block.text)}</code></pre>")
        elif block.kind == "math":
            parts.append(f"<div {_BOX}>{mathml(block.runs[0].text, alone=True)}</div>")
        else:
            parts.append(f"<li>{_runs(block.runs)}" if block.kind == "item" else f"<p>{_runs(block.runs)}</p>")
    return "".join(parts) + "</li></ul>" * level


def _markdown_table(rows: Sequence[Sequence[Sequence[Run]]]) -> str:
    head, *body = rows
    heads = "".join(f'<th scope="col">{_runs(cell)}</th>' for cell in head)
    lines = ("".join(f"<td>{_runs(cell)}</td>" for cell in row) for row in body)
    return f"<div {_BOX}><table><thead><tr>{heads}</tr></thead>{_table_body(lines)}</table></div>"


def _table_body(lines: Iterable[str]) -> str:
    return f"<tbody>{''.join(f'<tr>{line}</tr>' for line in lines)}</tbody>"


def _numbers(numbers: Sequence[Number]) -> str:
    """Numbers with their intervals, and what guessing reaches, as a table."""
    heads = [words.VALUE, words.INTERVAL]
    rows = [[number.text, number.interval] for number in numbers]
    if any(number.baseline for number in numbers):
        heads = [*heads, words.BASELINE]
        rows = [[*row, number.baseline] for row, number in zip(rows, numbers, strict=True)]
    top = f'<th scope="col">{words.NUMBER}</th>' + "".join(
        f'<th scope="col" class="figure">{head}</th>' for head in heads
    )
    lines = (
        f'<th scope="row">{plain(number.name)}</th>'
        + "".join(f'<td class="figure">{plain(unbroken(text))}</td>' for text in row)
        for number, row in zip(numbers, rows, strict=True)
    )
    return (
        f'<table class="numbers"><caption class="unseen">{words.NUMBERS}</caption>'
        f"<thead><tr>{top}</tr></thead>{_table_body(lines)}</table>"
    )


def _table(table: Table) -> str:
    """A table; one that is not small is folded, and only one that fits on a page is printed."""
    title = inline(table.title)
    remark = f'<div class="remark">{prose(table.remark)}</div>' if table.remark else ""
    if table.rows is None:
        missing = plain(words.not_here(table.size))
        return f'<div class="table"><p><strong>{title}</strong>: {missing}</p>{remark}</div>'
    if table.fits(OPEN_ROWS, OPEN_COLUMNS):
        return f'<div class="table">{_grid(table, title, "")}{remark}</div>'
    folded = f'<summary>{title} <span class="size">{len(table.rows):,} × {len(table.columns)}</span></summary>'
    grid = f"{folded}{_grid(table, title, 'unseen')}{remark}"
    if len(table.rows) <= PAPER_ROWS and _across(table) <= PAPER_ACROSS:
        return f'<details class="table">{grid}</details>'
    on_paper = plain(words.not_here(len(table.rows)))
    return f'<p class="on-paper"><strong>{title}</strong>: {on_paper}</p><details class="table long">{grid}</details>'


def _grid(table: Table, title: str, caption: str) -> str:
    """The table itself."""
    rows = table.rows or ()
    numeric = [
        any(map(_is_number, column)) and all(cell is None or _is_number(cell) for cell in column)
        for column in zip(*rows, strict=True)
    ] or [False] * len(table.columns)
    classes = [' class="figure"' if figure else "" for figure in numeric]
    heads = "".join(
        f'<th scope="col"{kind}>{plain(shortened(name)) or _NOTHING}</th>'
        for kind, name in zip(classes, table.columns, strict=True)
    )
    opening = [f"<td{kind}>" for kind in classes]
    closing = ["</td>"] * len(classes)
    if not numeric[0]:
        opening[0], closing[0] = f'<th scope="row"{classes[0]}>', "</th>"
    lines = (
        "".join(
            f"{start}{_cell(head, cell)}{end}"
            for start, head, cell, end in zip(opening, table.columns, row, closing, strict=True)
        )
        for row in rows
    )
    bold = f' class="bold{table.bold}"' if table.bold else ""
    kind = f' class="{caption}"' if caption else ""
    return (
        f'<div {_BOX} aria-label="{plain(plain_text(table.title))}"><table{bold}><caption{kind}>{title}</caption>'
        f"<thead><tr>{heads}</tr></thead>{_table_body(lines)}</table></div>"
    )


_NOTHING = "\u00a0"


def _cell(head: str, cell: Cell) -> str:
    return plain(shortened(cell_text(head, cell)))


def _is_number(cell: Cell) -> bool:
    return isinstance(cell, int | float) and not isinstance(cell, bool)


def _across(table: Table) -> int:
    """How many characters a table is wide on paper."""
    across = 0
    for place, name in enumerate(table.columns):
        cells = [_cell(name, row[place]) for row in table.rows or ()]
        longest_word = max((len(word) for word in name.split()), default=0)
        across += 3 + max(longest_word, min(24, max(map(len, cells), default=0)))
    return across
