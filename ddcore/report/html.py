"""A report as one file of HTML that needs nothing else, drawn by the reader's browser."""

import base64
import gzip
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path

from plotly.offline import get_plotlyjs

from ddcore.errors import InputError
from ddcore.report.charts import drawn
from ddcore.report.document import Chart, Document, Fact, Section
from ddcore.report.fonts import faces
from ddcore.report.tags import inline, numbers, plain, prose, shortened, table
from ddcore.report.texts import ENGLISH, Texts

USUAL_HEIGHT = 400
"""Pixels, where a chart says nothing."""

FILES = {"plotly.js", "report.js"}
"""What `script_file` gives."""


def written(document: Document, script: str = "", texts: Texts = ENGLISH) -> bytes:
    """The bytes of the file; the same for the same document.

    With `script`, the beginning of an address such as "/report/", it has no scripts inside: a browser asks for
    "/report/plotly.js" and "/report/report.js", which `script_file("plotly.js")` and `script_file("report.js")` are.
    No policy stands inside then; the server's must allow scripts of 'self', styles of 'unsafe-inline', pictures and
    fonts of "data:". Without it nothing is asked for, and nothing of a document can run.

    Raises `InputError` for charts as pictures where nothing can draw them.
    """
    scripted = document.order.charts == "interactive"
    head = _head(document, script, scripted, texts)
    foot = _scripts(document, script) if scripted else ""
    page = f"{head}<body>{_body(document, _Charts(document), texts)}{foot}</body></html>\n"
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
    """What a browser may do with the file: run the two scripts that it is known by their hashes, and nothing else."""
    hashes = (base64.b64encode(sha256(script_file(name)).digest()).decode() for name in sorted(FILES))
    allowed = " ".join(f"'sha256-{each}'" for each in hashes)
    return (
        f"default-src 'none'; script-src {allowed}; style-src 'unsafe-inline'; img-src data: blob:; "
        "font-src data:; base-uri 'none'; form-action 'none'"
    )


def _head(document: Document, script: str, scripted: bool, texts: Texts) -> str:
    policy = "" if script else f'<meta http-equiv="Content-Security-Policy" content="{_policy()}">'
    sources = "".join(f'<script src="{plain(script)}{name}" defer></script>' for name in sorted(FILES))
    return (
        f'<!DOCTYPE html><html lang="{texts.language}"><head><meta charset="utf-8">{policy}'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer">'
        f'<link rel="icon" href="data:,"><title>{plain(shortened(document.title))}</title>'
        f"<style>{faces()}{_beside('report.css')}{_paper(document, texts)}</style>"
        f"{sources if script and scripted else ''}</head>"
    )


def _paper(document: Document, texts: Texts) -> str:
    """The size of a page, and what stands below each."""
    size = "A4" if document.order.paper == "a4" else "letter"
    foot = _foot_line(document, texts).replace("\\", "\\\\").replace('"', '\\"').replace("<", "\\3c ")
    return (
        f'@page{{size:{size};@bottom-left{{content:"{foot}"}}'
        f'@bottom-right{{content:"{texts.page} " counter(page) " / " counter(pages)}}}}'
    )


def _foot_line(document: Document, texts: Texts) -> str:
    return texts.foot.format(
        fingerprint=document.fingerprint[:12],
        data=document.data_fingerprint[:12],
        version=document.versions.get("ddcore", ""),
    )


def _scripts(document: Document, script: str) -> str:
    """What the charts are drawn from, and by; the reader's browser unpacks it."""
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
        return f'<figure id="{plain(chart.key)}">{caption}{self._drawn(chart)}</figure>'

    def _drawn(self, chart: Chart) -> str:
        words = plain(chart.words)
        if chart.key in self.pictures:
            picture = _svg(self.pictures[chart.key], chart.key)
            return f'<div class="picture" role="img" aria-label="{words}">{picture}</div>'
        height = json.loads(chart.light).get("layout", {}).get("height") or USUAL_HEIGHT
        return (
            f'<div class="chart" role="img" aria-label="{words}" data-chart="{plain(chart.key)}" '
            f'style="min-height:{float(height):g}px"><p>{words}</p></div>'
        )


def _svg(picture: bytes, key: str) -> str:
    """A picture as an element of the page, in its letters; what it names is named after it, as each name is one of all.

    >>> _svg(b'<svg><g id="a"/><g clip-path="url(#a)"/></svg>', "1_b")
    '<svg aria-hidden="true"><g id="a-1_b"/><g clip-path="url(#a-1_b)"/></svg>'
    """
    named = _NAMED.sub(lambda found: f"{found[1]}{found[2]}-{key}{found[3]}", picture.decode())
    return named[named.index("<svg") :].replace("<svg", '<svg aria-hidden="true"', 1)


_NAMED = re.compile(r"""( id="|url\(['"]?#|url\(&quot;#|href="#)([^"')&]+)("|['"]?\)|&quot;\))""")


def _pictures(document: Document) -> Mapping[str, bytes]:
    """The charts as SVG, by their keys."""
    pictures, why = drawn(document, "svg")
    if why:
        raise InputError(why)
    return pictures


def _body(document: Document, charts: _Charts, texts: Texts) -> str:
    parts = [
        _first(document, charts, texts),
        _contents(document, texts),
        _compared(document, texts),
        *(_section(section, charts, texts) for section in document.sections),
        _data(document, texts),
        _methods(document, texts),
        _card(document, texts),
        _again(document, texts),
    ]
    return f"{_header(document, texts)}<main>{''.join(parts)}</main>{_foot(document, texts)}"


def _header(document: Document, texts: Texts) -> str:
    author = f"<span>{plain(texts.by)} <bdi>{plain(document.author)}</bdi></span>" if document.author else ""
    date = f"<span><bdi>{plain(document.date)}</bdi></span>" if document.date else ""
    by = f'<p class="by">{author}{date}</p>' if author or date else ""
    return f'<header><h1 dir="auto">{plain(shortened(document.title))}</h1>{by}</header>'


def _first(document: Document, charts: _Charts, texts: Texts) -> str:
    decision = "".join(f"<p>{inline(sentence)}</p>" for sentence in document.decision)
    told = ""
    if document.numbers:
        told = f"<h2>{plain(texts.numbers)}</h2>{numbers(document.numbers, texts.numbers, texts)}"
    lead = charts.figure(document.lead) if document.lead else ""
    lists = _list(texts.rests_on, document.rests_on) + _list(texts.would_change, document.would_change)
    return (
        f'<section class="first"><h2>{plain(texts.decision)}</h2><div class="decision">{decision}</div>'
        f'{told}{lead}<div class="lists">{lists}</div></section>'
    )


def _list(heading: str, sentences: Sequence[str], level: int = 2) -> str:
    if not sentences:
        return ""
    entries = "".join(f"<li>{inline(sentence)}</li>" for sentence in sentences)
    return f"<div><h{level}>{plain(heading)}</h{level}><ul>{entries}</ul></div>"


def _contents(document: Document, texts: Texts) -> str:
    links = [("compared", plain(texts.compared))] if document.compared else []
    links += [(section.key, inline(section.text)) for section in document.sections]
    links += [("data", texts.data), ("method", texts.method), ("card", texts.card), ("again", texts.again)]
    entries = "".join(f'<li><a href="#part-{plain(key)}">{label}</a></li>' for key, label in links)
    return f'<nav aria-labelledby="contents"><h2 id="contents">{plain(texts.contents)}</h2><ol>{entries}</ol></nav>'


def _part(key: str, heading: str, content: str, above: str = "") -> str:
    return f'<section id="part-{plain(key)}">{above}<h2>{heading}</h2>{content}</section>'


def _compared(document: Document, texts: Texts) -> str:
    if document.compared is None:
        return ""
    sentences = "".join(f"<p>{inline(sentence)}</p>" for sentence in document.compared.sentences)
    heads = (texts.section, texts.number, texts.before, texts.after)
    head = "".join(f'<th scope="col"{kind}>{plain(text)}</th>' for text, kind in zip(heads, _CHANGES, strict=True))
    rows = "".join(
        f'<tr><td>{inline(change.section)}</td><th scope="row">{plain(change.name)}</th>'
        f'<td class="figure">{plain(change.before)}</td><td class="figure">{plain(change.after)}</td></tr>'
        for change in document.compared.changes
    )
    changes = (
        f'<table class="numbers"><caption class="unseen">{plain(texts.compared)}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    )
    return _part("compared", plain(texts.compared), sentences + (changes if rows else ""))


_CHANGES = ("", "", ' class="figure"', ' class="figure"')


def _section(section: Section, charts: _Charts, texts: Texts) -> str:
    parts = [
        _facts(section.chosen, "chosen", texts, texts.asked_with),
        f'<div class="sentence">{prose(section.sentence)}</div>',
        prose(section.reason),
        f'<div class="note" dir="auto">{prose(section.remark)}</div>' if section.remark else "",
        numbers(section.numbers, texts.numbers, texts) if section.numbers else "",
        *_section_charts(section, charts, texts),
        _list(texts.worth_knowing, [note.text for note in section.notes], level=3),
        *(table(each, texts) for each in section.tables),
        f'<div class="about">{prose(section.about)}</div>' if section.about else "",
    ]
    heading = f'<p class="above">{plain(section.heading)}</p>'
    return _part(section.key, inline(section.text), "".join(parts), heading)


def _section_charts(section: Section, charts: _Charts, texts: Texts) -> Iterator[str]:
    for chart in section.charts:
        if chart is charts.lead:
            link = f'<a href="#{plain(chart.key)}">{inline(chart.title)}</a>'
            yield f'<p class="remark">{plain(texts.on_first_page)} {link}</p>'
        else:
            yield charts.figure(chart)


def _facts(facts: Sequence[Fact], name: str, texts: Texts, heading: str = "") -> str:
    """Labels and what stands behind them; what is empty is to be filled in."""
    if not facts:
        return ""
    blank = f'<span class="blank">{plain(texts.to_fill)}</span>'
    rows = "".join(
        f'<div><dt>{plain(fact.label)}</dt><dd dir="auto">{prose(fact.text) or blank}</dd></div>' for fact in facts
    )
    above = f'<p class="above">{plain(heading)}</p>' if heading else ""
    return f'{above}<dl class="{name}">{rows}</dl>'


def _data(document: Document, texts: Texts) -> str:
    facts = document.facts
    if shortened(document.title) != document.title:
        title = f'<dl><div><dt>{plain(texts.whole_title)}</dt><dd dir="auto">{plain(document.title)}</dd></div></dl>'
    else:
        title = ""
    content = title + _facts(facts, "facts", texts) + _list(texts.oddities, document.data_notes, level=3)
    return _part("data", plain(texts.data), content)


def _methods(document: Document, texts: Texts) -> str:
    methods = "".join(
        f"<details><summary>{inline(section.text)}</summary>{prose(section.method, formulas=True)}</details>"
        for section in document.sections
        if section.method
    )
    return _part("method", plain(texts.method), methods)


def _card(document: Document, texts: Texts) -> str:
    source = f'<p class="remark">{plain(texts.card_source)}</p>'
    return _part("card", plain(texts.card), _facts(document.card, "card", texts) + source)


def _again(document: Document, texts: Texts) -> str:
    told = ((texts.again_python, document.python), (texts.again_command, document.command))
    content = "".join(f"<p>{plain(how)}</p><pre><code>{plain(code)}</code></pre>" for how, code in told)
    versions = ", ".join(f"{name} {version}" for name, version in document.versions.items())
    return _part("again", plain(texts.again), f'{content}<p class="remark">{plain(versions)}</p>')


def _foot(document: Document, texts: Texts) -> str:
    return f"<footer><p>{plain(_foot_line(document, texts))}</p><p>{plain(texts.fingerprints)}</p></footer>"
