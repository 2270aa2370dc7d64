"""Names from a file are shown letter by letter, wherever they stand, and start no formula in a spreadsheet."""

import csv
import io
import json
import re
from html import escape

import pandas as pd
import pytest
from streamlit.runtime.media_file_manager import MediaFileManager

from ddcore.answers import QUESTIONS, csv_file
from ddcore.answers.heads import whole_heads
from tests.helpers.visiting import (
    ADDRESS,
    CHARTS,
    CHOOSING,
    PAGES,
    SCORES,
    dropped,
    fine,
    finished,
    looked,
    markdown,
    plain,
    rows,
    table,
    visit,
    widget,
)

NAMES = (
    "=1+1",
    "<script>alert(1)</script>",
    "![x](http://evil.example/x.png)",
    "[x](http://evil.example)",
    "$x$",
    ":red[x]",
    "`x`",
    "**x**",
    "www.evil.example",
    "<img src=http://evil.example/i.png>",
    "+cmd|' /C calc'!A0",
    "@SUM(1)",
    "-2+3",
)
"""What GitHub's Markdown turns into a link even where each of its signs is escaped: it looks at the finished text."""


def hostile(*names, yes="yes", no="no"):
    lines = [line.split(",") for line in SCORES.decode().splitlines()[1:]]
    return rows(["truth", *names], [[{"yes": yes, "no": no}[truth], *[score for _ in names]] for truth, score in lines])


@pytest.mark.parametrize(
    ("page", "name"),
    [("verdict", name) for name in NAMES] + [(page, NAMES[2 + 6 * (i % 2)]) for i, page in enumerate(PAGES) if i],
)
def test_name_of_a_model_is_no_markup(page, name):
    at = looked(hostile(name, "plain_score"), page)
    texts = list(markdown(at))
    for place, text in texts:
        assert name not in text, place
    assert any(name in plain(text) for _, text in texts)
    for place, text in texts:
        if "Source" not in text:
            assert not ADDRESS.search(finished(text)), place
    if page == "verdict":
        on_paper = [node.proto.body for node in at._tree if node.type == "html" and "on-paper" in node.proto.body]
        assert any(f"<td>{escape(name, quote=False)}</td>" in body for body in on_paper)
        assert not any("<script" in body or "<img" in body for body in on_paper)
    if name.strip("=+-@") != name:
        assert widget(at, CHARTS[page])


@pytest.mark.parametrize(
    ("page", "value"),
    [
        *(("verdict", value) for value in ("<b>yes</b>", "![p](http://evil.example/p.png)", "$x$", ":red[x]", "a|b")),
        ("baselines", "![p](http://evil.example/p.png)"),
    ],
)
def test_value_of_the_truth_is_no_markup(page, value):
    at = looked(hostile("score", yes=value), page)
    at.selectbox(key=widget(at, "data_positive_").key).set_value(value)
    fine(at.run())
    texts = list(markdown(at))
    for place, text in texts:
        assert value not in text, place
    assert any(f"Positive = {value} (15 of 30" in plain(text) for _, text in texts)
    assert not [place for place, text in texts if ADDRESS.search(finished(text)) and "Source" not in text]


@pytest.mark.parametrize(
    ("page", "name"),
    [
        ("verdict", "<b>x</b>"),
        ("verdict", "<a href='http://e.x'>x</a>"),
        ("expectation", "<script>alert(1)</script>"),
        ("expectation", "<b>x</b>"),
        ("rescaled", "<b>x</b>"),
        ("rescaled", "&lt;b&gt;"),
    ],
)
def test_name_of_a_model_makes_no_tag_in_a_chart(page, name):
    """Plotly reads a few tags in its texts; our own are <b> and <br>."""
    at = looked(hostile(name, "plain_score"), page)
    chart = json.loads(widget(at, CHARTS[page]).proto.spec)

    def texts(node):
        if isinstance(node, dict):
            for one in node.values():
                yield from texts(one)
        elif isinstance(node, list):
            for one in node:
                yield from texts(one)
        elif isinstance(node, str):
            yield node

    found = [text for text in texts(chart["data"]) if "x" in text or "alert" in text or "&amp;lt" in text]
    assert found
    for text in texts(chart):
        tags = set(re.findall(r"</?\w+[^>]*>", text))
        assert tags <= {"<b>", "</b>", "<br>", "<sub>", "</sub>", "<sup>", "</sup>"}
        assert name not in text
        assert "<b>x</b>" not in text


def downloaded(monkeypatch, **visited):
    """What the button under a table hands over: the page, its content and its name."""
    kept = []
    add = MediaFileManager.add_deferred

    def keep(self, data_callable, mimetype, coordinates, file_name=None, **more):
        kept.append((mimetype, data_callable, file_name))
        return add(self, data_callable, mimetype, coordinates, file_name, **more)

    monkeypatch.setattr(MediaFileManager, "add_deferred", keep)
    at = visited["open"]()
    files = [
        (make(), filename)
        for mimetype, make, filename in kept
        if mimetype == "text/csv" and not re.search("no.threshold", filename)
    ]
    assert files
    return at, *files[-1]


@pytest.mark.parametrize("page", CHOOSING)
@pytest.mark.usefixtures("unfolded")
def test_downloaded_table_equals_the_one_on_the_page(page, monkeypatch):
    link = "sample=two_class_example"
    at, content, name = downloaded(monkeypatch, open=lambda: visit(page, link))
    assert re.fullmatch(rf"two_class_example-{QUESTIONS[page].title}(-\w+)+\.csv", name)
    assert widget(at, f"{page}_csv").proto.label == "Download as CSV"
    read, seen = pd.read_csv(io.BytesIO(content), keep_default_na=False, na_values=[""]), table(at)
    assert list(read.columns) == whole_heads(seen.columns)
    assert len(read) == len(seen)
    seen.columns = read.columns
    for column in seen.columns:
        if pd.api.types.is_numeric_dtype(seen[column]):
            pd.testing.assert_series_equal(read[column], seen[column], check_dtype=False, rtol=1e-14)
        else:
            assert [str(one).lstrip("'") for one in read[column].fillna("")] == list(seen[column].fillna(""))


@pytest.mark.parametrize("name", [name for name in NAMES if name[0] in "=+-@"])
def test_downloaded_name_starts_no_formula(name, monkeypatch):
    _, content, _ = downloaded(monkeypatch, open=lambda: dropped(hostile(name, "plain_score")))
    lines = list(csv.reader(io.StringIO(content.decode())))
    assert {line[0] for line in lines[1:]} == {f"'{name}", "plain_score"}
    for line in lines:
        for cell in line:
            number = re.fullmatch(r"[-+]?[\d.]+(e[-+]?\d+)?|[-+]?inf", cell)
            assert number or not cell.startswith(("=", "+", "-", "@", "\t", "\r"))


@pytest.mark.parametrize("text", ["=1", "+1", "-1", "@x", "\t=1"])
def test_text_that_starts_like_a_formula_is_quoted(text):
    content = csv_file.csv(pd.DataFrame({"name": [text], "number": [-1.5]}))
    (_, (name, number)) = csv.reader(io.StringIO(content.decode(), newline=""))
    assert name == f"'{text.strip()}"
    assert number == "-1.5"


def test_numbers_and_plain_texts_are_left_as_they_are():
    content = csv_file.csv(pd.DataFrame({"a": ["x", "a-b", ""], "b": [-1, 2, -3], "c": [-0.5, float("nan"), 1e-300]}))
    assert content == b"a,b,c\nx,-1,-0.5\na-b,2,\n,-3,1e-300\n"


@pytest.mark.parametrize("text", ["a\r=1+1", "a\n=1+1", "a\r\n=1+1", '"\r=1+1', "\r=1+1"])
def test_line_break_in_a_text_starts_no_row(text):
    """Python's reader ends a row at a carriage return, as spreadsheets do."""
    content = csv_file.csv(pd.DataFrame({"name": [text, "b"], "number": [1, 2]}))
    lines = list(csv.reader(io.StringIO(content.decode(), newline="")))
    assert [line[1:] for line in lines] == [["number"], ["1"], ["2"]]
    assert not lines[1][0].startswith(("=", "\r", "\n"))
