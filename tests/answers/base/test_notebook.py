"""An answer in a notebook: printed, executed in a real kernel, and as HTML that needs nothing else."""

import html
import json
import re
from pathlib import Path

import nbformat
import pandas as pd
import pytest

import ddcore
from ddcore.answers.base.answer import Answer, Figure, Note, Table, plain_text
from ddcore.answers.base.answer import notebook_page as page
from ddcore.answers.base.answer import notebook_parts as parts
from ddcore.answers.base.answer import notebook_text as short
from ddcore.answers.base.question import QUESTIONS
from ddcore.answers.base.words import literal
from ddcore.figures.marks import empty
from tests.helpers.answered import answer_to
from tests.helpers.loops import nonempty
from tests.helpers.notebooks import executed
from tests.helpers.tiers import some_of

ROOT = Path(__file__).parents[3]


def text_of(cell: nbformat.NotebookNode, kind: str) -> str:
    return "\n".join(output.data[kind] for output in cell.outputs if kind in output.get("data", {}))


@pytest.mark.parametrize("name", some_of(QUESTIONS, "verdict", "curves", "costs"))
def test_every_answer_is_a_page_that_needs_nothing_else(name):
    answer = answer_to(name)
    shown = "".join(parts(answer))
    assert html.escape(answer.question, quote=False) in html.unescape(shown).replace("&", "&amp;")
    assert not re.search(r"https?://(?!www\.w3\.org)", shown)


# ipykernel says once that a kernel of this machine is reached without encryption.
@pytest.mark.full
@pytest.mark.filterwarnings("ignore:.*:RuntimeWarning")
def test_every_question_is_shown_in_a_real_kernel():
    asked = [f"ddcore.{name}(data)" for name in QUESTIONS]
    begin = "import ddcore\ndata = ddcore.sample('pair_2', size=200)\ndata"
    first, *cells, printed = executed(begin, *asked, "print(ddcore.verdict(data))", folder=ROOT)
    data = ddcore.sample("pair_2", size=200)
    assert repr(data) in text_of(first, "text/plain")
    for name, cell in zip(QUESTIONS, cells, strict=True):
        answer = getattr(ddcore, name)(data)
        charts = [output.data for output in cell.outputs if "application/vnd.plotly.v1+json" in output.data]
        assert len(charts) == len(answer.figures), name
        shown = text_of(cell, "text/html")
        assert answer.question in shown
        assert all(figure.title in shown for figure in answer.figures.values())
        assert not re.search(r"https?://(?!www\.w3\.org)", json.dumps([output.data for output in cell.outputs])), name
    assert printed.outputs[0].text == f"{ddcore.verdict(data)}\n"


NAMED = "[a](http://x.y) ![b](c.png) <script>alert(1)</script> $2$ **b"


@pytest.fixture
def hostile():
    text = f"**Yes**: {literal(NAMED)}."
    figures = {"chart": Figure("<i>", "Nothing.", lambda theme: empty(theme, "Nothing."))}
    tables = {"rows": Table.of("<u>", pd.DataFrame({"<s>": [NAMED]})), "many": Table("Many", 10**6, dict)}
    return Answer("Does <b>it</b>?", text, text, text, [Note("a-note", text)], figures, tables, "As $a^2$.", {"a": 1})


def test_names_are_text_in_a_notebook(hostile):
    shown = "".join(parts(hostile))
    assert not re.search(r"<(script|img|a|b>it|i>|u>|s>)\b", shown)
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in shown
    assert '.tables["many"].rows()' in shown
    # Dollar signs are formulas in the method alone.
    assert all("ignore" in block for block in re.findall(r"<(?:div|span)[^>]*>(?=(?:<p>)?<strong>)", shown))


def test_what_is_printed_is_plain(hostile):
    lines = short(hostile).splitlines()
    assert lines[:4] == ["Does <b>it</b>?", f"Yes: {NAMED}.", "  notes: a-note", "  figures: chart"]
    assert lines[4].endswith("many (1,000,000 rows)")
    assert repr(hostile) == short(hostile)


def test_the_page_draws_its_charts_with_one_script_of_its_own():
    answer = ddcore.baselines(ddcore.classes(303, 139))
    whole = answer._repr_html_()
    assert len(whole) == len(page(answer))
    assert whole.count("plotly.js v") == 1
    assert whole.count("Plotly.newPlot(") >= len(nonempty(answer.figures))
    assert not re.search(r"<script[^>]+src=", whole)


def test_markdown_as_plain_text():
    plain = {
        "**a**\n\n- b\n- c": "abc",
        "`x`, 1 \\< 2\nand *so*": "x, 1 < 2 and so",
        "it\\*s www\u2060.x.y": "it*s www.x.y",
    }
    assert {markdown: plain_text(markdown) for markdown in plain} == plain


def test_a_kernel_without_nbformat_gets_charts_as_html(monkeypatch):
    monkeypatch.setattr("ddcore.answers.base.answer._draws", lambda: False)
    shown = []
    monkeypatch.setattr("IPython.display.display", shown.append)
    ddcore.baselines(ddcore.classes(303, 139))._ipython_display_()
    assert sum("Plotly.newPlot(" in part.data for part in shown) == 1
