"""Names from a file are shown letter by letter, wherever they stand, and start no formula in a spreadsheet."""

import csv
import io
import json
import re
from html import escape

import pandas as pd
import pytest
from streamlit.runtime.media_file_manager import MediaFileManager

from ddcore.answers.base import table_files
from ddcore.answers.base.question import QUESTIONS
from ddcore.answers.base.table_files import column_titles
from ddcore.formats import file_name
from pages.frame import show
from tests.helpers.tiers import some_of
from tests.helpers.visiting import (
    ADDRESS,
    CHARTS,
    CHOOSING,
    PAGES,
    SCORES,
    choose,
    dropped,
    figure,
    finished,
    go,
    markdown,
    plain,
    rows,
    table,
    tables,
    visit,
    widget,
)

OF_DATA = [name for name in PAGES if QUESTIONS[name].needs_data]
NAMES = (
    "=1+1",
    "<script>alert(1)</script>",
    "![x](http://evil.example/x.png)",
    "[x](http://evil.example)",
    "$x$",
    ":red[x]",
    "**x**",
    "www.evil.example",
    "<img src=http://evil.example/i.png>",
    "+cmd|' /C calc'!A0",
    "@SUM(1)",
    "-2+3",
)
"""What GitHub's Markdown turns into a link even where each of its signs is escaped: it looks at the finished text."""
FEW = (NAMES[2], NAMES[7])
CLASSES = ("![p](http://evil.example/p.png)", "<b>yes</b>|$x$ :red[x] `x` **x**")
TAGS = [
    ("verdict", "<a href='http://e.x'>x</a>"),
    ("verdict", "<b>x</b>"),
    ("expectation", "<script>alert(1)</script>"),
    ("rescaled", "&lt;b&gt;x"),
]
AMOUNT = "![a](b) amount"


def hostile(*names, yes="yes", no="no"):
    lines = [line.split(",") for line in SCORES.decode().splitlines()[1:]]
    return rows(["truth", *names], [[{"yes": yes, "no": no}[truth], *[score for _ in names]] for truth, score in lines])


def only_letters(at, *names):
    """No name stands as it is in what Streamlit reads as Markdown, and nothing there becomes an address."""
    texts = list(markdown(at))
    assert [(place, name) for place, text in texts for name in names if name in text] == []
    assert [place for place, text in texts if "Source" not in text and ADDRESS.search(finished(text))] == []
    return texts


@pytest.mark.full
@pytest.mark.parametrize("page", some_of(OF_DATA, "verdict", "costs", "groups", "lending", "refer"))
def test_names_of_models_and_classes_are_no_markup_on_any_page(page):
    at = dropped(hostile(*FEW, AMOUNT, yes=CLASSES[0], no=CLASSES[1]))
    choose(at, data_positive_=CLASSES[0])
    go(at, page)
    for key, value in {"refer": {"by": "cost"}, "compare": {"judge": "worth"}}.get(page, {}).items():
        choose(at, **{key: value})
    texts = only_letters(at, *FEW, *CLASSES, AMOUNT)
    assert any(CLASSES[0] in plain(text) for _, text in texts)
    if page in ("utility", "costs"):
        assert f"{AMOUNT}" in plain("".join(text for _, text in texts))
    assert not re.search("evil|red|yes", " ".join(at.query_params.values()))


@pytest.mark.usefixtures("drawn", "unfolded")
def test_every_hostile_name_of_a_model_is_letters_on_screen_and_on_paper():
    at = dropped(hostile(*NAMES))
    only_letters(at, *NAMES)
    on_paper = "".join(node.proto.body for node in at._tree if node.type == "html" and "on-paper" in node.proto.body)
    for name in NAMES:
        assert f"<td>{escape(name, quote=False)}</td>" in on_paper
    assert "<script" not in on_paper
    assert "<img" not in on_paper


@pytest.mark.usefixtures("drawn")
@pytest.mark.parametrize(("page", "name"), some_of(TAGS, *TAGS[:1], *TAGS[3:]))
def test_name_of_a_model_makes_no_tag_in_a_chart(page, name):
    """Plotly reads a few tags in its texts; our own are <b> and <br>."""
    chart = json.loads(figure(dropped(hostile(name, "plain"), page), CHARTS[page]))
    assert [text for text in texts_of(chart["data"]) if "x" in text or "alert" in text]
    for text in texts_of(chart):
        tags = set(re.findall(r"</?\w+[^>]*>", text))
        assert tags <= {"<b>", "</b>", "<br>", "<sub>", "</sub>", "<sup>", "</sup>"}
        assert name not in text


def texts_of(node):
    if isinstance(node, dict | list):
        for one in node.values() if isinstance(node, dict) else node:
            yield from texts_of(one)
    elif isinstance(node, str):
        yield node


def downloaded(monkeypatch, open_page):
    """What the button under a table hands over: the page, its content and its name."""
    kept = []
    add = MediaFileManager.add_deferred

    def keep(self, data_callable, mimetype, coordinates, file_name=None, **more):
        kept.append((mimetype, data_callable, file_name))
        return add(self, data_callable, mimetype, coordinates, file_name, **more)

    with monkeypatch.context() as patch:
        patch.setattr(MediaFileManager, "add_deferred", keep)
        at = open_page()
    files = [
        (make(), filename)
        for mimetype, make, filename in kept
        if mimetype == "text/csv" and not re.search("no.threshold", filename)
    ]
    return at, *files[-1]


@pytest.mark.usefixtures("unfolded")
@pytest.mark.full
def test_downloaded_table_equals_the_one_on_the_page(monkeypatch):
    for page in CHOOSING:
        at, content, name = downloaded(monkeypatch, lambda page=page: visit(page, "sample=two_class_example"))
        assert re.fullmatch(rf"{file_name('two_class_example', QUESTIONS[page].title)}(-\w+)+\.csv", name)
        assert widget(at, f"{page}_csv").proto.label == "Download as CSV"
        read, seen = (
            pd.read_csv(io.BytesIO(content), keep_default_na=False, na_values=[""]),
            (tables(at)[-1].value if page == "expectation" else table(at)),
        )
        assert list(read.columns) == column_titles(seen.columns)
        assert len(read) == len(seen)
        seen.columns = read.columns
        for column in seen.columns:
            if pd.api.types.is_numeric_dtype(seen[column]):
                pd.testing.assert_series_equal(read[column], seen[column], check_dtype=False, rtol=1e-14)
            else:
                assert [str(one).lstrip("'") for one in read[column].fillna("")] == list(seen[column].fillna(""))


@pytest.mark.usefixtures("unfolded")
def test_downloaded_names_start_no_formula(monkeypatch):
    names = [name for name in NAMES if name[0] in "=+-@"]
    _, content, _ = downloaded(monkeypatch, lambda: dropped(hostile(*names, "plain")))
    lines = list(csv.reader(io.StringIO(content.decode())))
    assert {line[0] for line in lines[1:]} == {*(f"'{name}" for name in names), "plain"}
    for cell in (cell for line in lines for cell in line):
        number = re.fullmatch(r"[-+]?[\d.]+(e[-+]?\d+)?|[-+]?inf", cell)
        assert number or not cell.startswith(("=", "+", "-", "@", "\t", "\r"))


def test_texts_of_a_csv_start_no_formula_and_no_row():
    """Python's reader ends a row at a carriage return, as spreadsheets do."""
    for text in ("=1", "+1", "-x", "@x", "\t=1"):
        content = table_files.csv(pd.DataFrame({"name": [text], "number": [-1.5]}))
        assert list(csv.reader(io.StringIO(content.decode(), newline="")))[1] == [f"'{text.strip()}", "-1.5"]
    for text in ("a\r=1+1", "a\n=1+1", "a\r\n=1+1", '"\r=1+1', "\r=1+1"):
        content = table_files.csv(pd.DataFrame({"name": [text, "b"], "number": [1, 2]}))
        lines = list(csv.reader(io.StringIO(content.decode(), newline="")))
        assert [line[1:] for line in lines] == [["number"], ["1"], ["2"]]
        assert not lines[1][0].startswith(("=", "\r", "\n"))
    content = table_files.csv(
        pd.DataFrame({"a": ["x", "a-b", ""], "b": [-1, 2, -3], "c": [-0.5, float("nan"), 1e-300]})
    )
    assert content == b"a,b,c\nx,-1,-0.5\na-b,2,\n,-3,1e-300\n"


@pytest.mark.usefixtures("drawn")
def test_numbers_of_a_table_have_their_separators():
    """Of all tables, as `cell_text` writes them; marks are no numbers."""
    rows = pd.DataFrame({"Cases": [12345], "Weight": [12345.5], "Right": [True], "Name": ["12345"]})
    told = show.readable(rows).to_html()
    assert [told.count(text) for text in ("12,345<", "12,345.5", "True", ">12345<")] == [1, 1, 1, 1]
