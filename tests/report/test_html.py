"""A report as HTML: what stands in the file, and that no text of it is a tag; what a browser makes of it is tested in
`test_html_browser`."""

import base64
import gzip
import json
import re
import struct
import zlib
from hashlib import sha256
from html.parser import HTMLParser
from itertools import pairwise

import numpy as np
import pytest

import ddcore
from ddcore.errors import InputError
from ddcore.report import fonts, html, words
from ddcore.report.document import Change, Comparison, Document, Table
from ddcore.report.pictures import painter
from ddcore.report.report import report

HOSTILE = (
    "<script>window.ran=1</script>",
    '"><img src=x onerror=window.ran=1>',
    "</script><script>window.ran=1</script>",
    "](javascript:window.ran=1) <http://example.org> ![a](http://example.org/a.png)",
    "../../x",
    "=cmd|' /C calc'!A0",
    "\u202eevil\u2066",
    "דוח על המודל",
    "x" * 5000,
)
VOID = {"meta", "link", "img", "br"}


class Page(HTMLParser):
    """What stands in a page: each element with its attributes, and its text."""

    def __init__(self, content: bytes) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.texts: list[tuple[str, str]] = []
        self.feed(content.decode())
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        assert len(dict(attributes)) == len(attributes)
        self.elements.append((tag, dict(attributes)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, text):
        self.texts.append((self.open[-1] if self.open else "", text))

    def all(self, tag):
        return [attributes for name, attributes in self.elements if name == tag]

    def text(self, tag=""):
        parts = [text for around, text in self.texts if around in (tag or around) and around not in ("script", "style")]
        return " ".join(" ".join(parts).split())


@pytest.fixture(scope="module")
def example() -> Document:
    return report(ddcore.sample("two_class_example"), author="Ann", date="May 2026").document()


@pytest.fixture(scope="module")
def content(example) -> bytes:
    return html.written(example)


@pytest.fixture(scope="module")
def page(content) -> Page:
    return Page(content)


@pytest.fixture(scope="module")
def hostile() -> Document:
    rng = np.random.default_rng(1)
    truth = rng.random(200) < 0.4
    data = ddcore.predictions(truth.astype(int), {name: rng.normal(truth * 0.8) for name in HOSTILE})
    text = "\n\n".join(HOSTILE)
    given = dict.fromkeys(("author", "owner", "intended_use", "data_period", "limits"), text)
    given |= {"title": "\0".join(HOSTILE), "date": "</title><script>window.ran=1</script>"}
    document = report(data, ask="verdict", **given).document()
    sections = tuple(section.model_copy(update={"remark": text}) for section in document.sections)
    return document.model_copy(update={"sections": sections, "python": text, "command": text, "source": text})


def with_table(document: Document, **given: object) -> Page:
    parts = {"key": "1_a_b", "title": "A table", "remark": "", "size": 2, "bold": 0, **given}
    section = document.sections[0].model_copy(update={"tables": (Table(**parts),)})
    return Page(html.written(document.model_copy(update={"sections": (section,)})))


@pytest.mark.full
def test_same_document_gives_the_same_bytes(example, content):
    assert content == html.written(Document.model_validate_json(example.model_dump_json()))
    assert 2_000_000 < len(content) < 3_000_000


def test_parts_stand_in_order_under_their_headings(example, page):
    headings = [tag for tag, _ in page.elements if re.fullmatch("h[1-6]", tag)]
    assert headings[0] == "h1"
    assert headings.count("h1") == 1
    assert all(int(after[1]) <= int(before[1]) + 1 for before, after in pairwise(headings))
    parts = (
        words.DECISION, words.NUMBERS, words.RESTS_ON, words.WOULD_CHANGE, words.CONTENTS,
        *(section.text for section in example.sections), words.DATA, words.METHOD, words.CARD, words.AGAIN,
    )  # fmt: skip
    assert page.text("h2") == " ".join(parts)
    assert page.text("title") == page.text("h1") == example.title
    assert "By Ann May 2026" in page.text()
    assert example.fingerprint[:12] in page.text("p")
    empty = [fact for fact in example.card if not fact.text]
    assert len(empty) == page.text("span").count(words.TO_FILL) == 5


def test_each_link_leads_to_a_part_and_no_name_is_given_twice(example, page):
    names = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
    assert len(set(names)) == len(names)
    links = [attributes["href"] for attributes in page.all("a")]
    assert len(links) == len(example.sections) + 5
    assert {link.removeprefix("#") for link in links} <= set(names)


def test_each_chart_stands_once_with_its_words(example, page):
    charts = {attributes["data-chart"]: attributes for attributes in page.all("div") if "data-chart" in attributes}
    assert list(charts) == [chart.key for _, chart in example.charts()]
    for _, chart in example.charts():
        height = json.loads(chart.light)["layout"].get("height", 400)
        expected = {"role": "img", "aria-label": chart.words, "style": f"min-height:{height}px"}
        assert expected.items() <= charts[chart.key].items()
    assert words.ON_FIRST_PAGE in page.text("p")


def test_charts_and_plotly_are_packed_in_the_file(example, content):
    packed = dict(re.findall(rb'<script type="text/plain" id="(\w+)">([^<]*)</script>', content))
    unpacked = {name: gzip.decompress(base64.b64decode(text)) for name, text in packed.items()}
    figures = {chart.key: {"light": chart.light, "dark": chart.dark} for _, chart in example.charts()}
    assert json.loads(unpacked[b"charts"]) == figures
    assert unpacked[b"plotly"] == html.script_file("plotly.js")


def test_policy_lets_the_two_scripts_of_the_file_run_and_nothing_be_asked_for(page):
    [policy] = [meta["content"] for meta in page.all("meta") if meta.get("http-equiv") == "Content-Security-Policy"]
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules["default-src"] == "'none'"
    hashes = {base64.b64encode(sha256(html.script_file(name)).digest()).decode() for name in html.FILES}
    assert rules["script-src"] == " ".join(f"'sha256-{one}'" for one in sorted(hashes, key=policy.index))
    assert not any(name in attributes for _, attributes in page.elements for name in ("src", "srcset", "action"))


def test_preview_takes_its_scripts_from_an_address(example):
    content = html.written(example, script="/report/")
    assert len(content) < 900_000
    scripts = [script["src"] for script in Page(content).all("script") if "src" in script]
    assert scripts == ["/report/plotly.js", "/report/report.js"]
    assert b"Content-Security-Policy" not in content
    assert set(html.FILES) == {"plotly.js", "report.js"}


def test_texts_of_people_and_files_are_letters(hostile):
    content = html.written(hostile)
    page = Page(content)
    tags_of_ours = {tag for tag, _ in Page(html.written(hostile.model_copy(update={"title": "a"}))).elements}
    assert {tag for tag, _ in page.elements} == tags_of_ours
    assert not tags_of_ours & {"img", "svg", "iframe", "object"}
    assert len(page.all("script")) == 3
    assert not [name for _, attributes in page.elements for name in attributes if name.startswith("on")]
    assert all(link["href"].startswith("#") for link in page.all("a"))
    for text in HOSTILE[:3]:
        assert text in page.text("p")
    assert not re.search("[\u202a-\u202e\u2066-\u2069\0]", content.decode())


def test_long_title_is_short_in_headings_and_whole_among_the_data(example, page):
    title = "word " * 500 + "end"
    long = Page(html.written(example.model_copy(update={"title": title})))
    assert long.text("h1") == long.text("title") == f"{title[:159]}…"
    assert title in long.text("dd")
    assert words.WHOLE_TITLE not in page.text()
    assert "bad�" in Page(html.written(example.model_copy(update={"title": "bad\udcff"}))).text("h1")


def test_comparison_is_a_part_of_its_own(example):
    change = Change(section="Verdict", name="F1", before="0.8", after="0.9")
    compared = Comparison(sentences=("**F1** rose.",), changes=(change,))
    page = Page(html.written(example.model_copy(update={"compared": compared})))
    assert words.COMPARED in page.text("h2")
    assert "Verdict 0.8 0.9" in page.text("td")
    assert "#part-compared" in [link["href"] for link in page.all("a")]


def test_small_table_is_open_and_its_numbers_are_written_as_everywhere(example):
    page = with_table(example, columns=("who", "n", "x"), floats=(False, False, True), rows=(("<a>", 1234, 0.84906),))
    assert "<a>" in page.text("th")
    assert "1,234 0.849" in page.text("td")
    assert len(page.all("details")) == 1, "that of the method"
    page = with_table(example, columns=("a", "b"), floats=(True, True), rows=((float("nan"), None), (1.5, 2.0)))
    assert page.text("td").endswith("1.500 2")
    assert "a b" in with_table(example, size=0, columns=("a", "b"), floats=(False, False), rows=()).text("th")


def test_long_or_wide_table_is_folded_and_named_on_paper(example):
    page = with_table(example, size=50, columns=("a",), floats=(False,), rows=tuple((place,) for place in range(50)))
    assert words.not_here(50) in page.text("p")
    assert {"class": "table long"} in page.all("details")
    assert words.not_here(12_345) in with_table(example, size=12_345, rows=None).text("p")
    columns = tuple(f"column{place}" for place in range(29))
    page = with_table(example, columns=columns, floats=(True,) * 29, rows=((0.5,) * 29,))
    assert len([head for head in page.all("th") if head.get("scope") == "col" and head.get("class") == "figure"]) >= 29
    assert words.not_here(1) in page.text("p")


def test_paper_is_that_of_the_order(example, content):
    letter = example.model_copy(update={"order": example.order.model_copy(update={"paper": "letter"})})
    assert b"size:A4" in content
    assert b"size:letter" in html.written(letter)


def test_pictures_need_no_script_and_are_refused_where_nothing_can_draw_them(monkeypatch, example):
    pictures = example.model_copy(update={"order": example.order.model_copy(update={"charts": "pictures"})})
    picture = b'<svg viewBox="0 0 1 1"><g id="a"/><use href="#a" clip-path="url(#a)"/></svg>'
    monkeypatch.setattr(painter, "draw", lambda figures, kind: dict.fromkeys(figures, picture))
    content = html.written(pictures)
    page = Page(content)
    assert len(content) < 700_000
    assert page.all("script") == []
    keys = [chart.key for _, chart in pictures.charts()]
    words = [attributes["aria-label"] for attributes in page.all("div") if attributes.get("class") == "picture"]
    assert words == [chart.words for _, chart in pictures.charts()]
    assert [group["id"] for group in page.all("g")] == [f"a-{key}" for key in keys]
    assert [use["clip-path"] for use in page.all("use")] == [f"url(#a-{key})" for key in keys]

    def refuse(figures, kind):
        raise InputError("no Chromium was found")

    monkeypatch.setattr(painter, "draw", refuse)
    with pytest.raises(InputError, match="no Chromium was found"):
        html.written(pictures)


def test_fonts_are_packed_as_a_browser_reads_them():
    font = fonts.woff(fonts.font_file("Regular").read_bytes())
    flavour, size, count = struct.unpack_from(">4sLH", font, 4)
    assert (font[:4], flavour, size) == (b"wOFF", b"OTTO", len(font))
    for place in range(count):
        _, start, packed, length, _ = struct.unpack_from(">4sLLLL", font, 44 + 20 * place)
        table = font[start : start + packed]
        assert len(zlib.decompress(table) if packed < length else table) == length


def test_fonts_that_are_not_installed_are_those_of_the_reader(monkeypatch, example, content):
    monkeypatch.setattr(fonts, "find_spec", lambda name: None)
    fonts.faces.cache_clear()
    try:
        assert b"@font-face" not in html.written(example)
    finally:
        fonts.faces.cache_clear()
    assert b"@font-face" in content


def test_lists_code_and_formulas_of_a_method():
    assert html.prose("- a\n  - b\n\nc") == "<ul><li>a<ul><li>b</li></ul></li></ul><p>c</p>"
    assert html.prose("- a\n  - b\n- c") == "<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>"
    assert html.prose("- a\n\n  more") == "<ul><li>a<p>more</p></li></ul>"
    assert html.prose("```\n<b>\n```") == "<pre><code>&lt;b&gt;</code></pre>"
    assert "<mfrac>" in html.prose("$\\frac{1}{2}$", formulas=True)
    assert 'display="block"' in html.prose("$$\nx\n$$", formulas=True)
    assert html.prose("it costs $5 and $6") == "<p>it costs $5 and $6</p>"
    assert "<td>1</td>" in html.prose("| a |\n|---|\n| 1 |")
