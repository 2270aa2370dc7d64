"""An answer as people read it in a notebook: a short text, and HTML with its charts and tables."""

import html
import importlib.util
from typing import TYPE_CHECKING

import plotly.io
from markdown_it import MarkdownIt

from ddcore.figures.theme import CONFIG
from ddcore.formats import many, number, unbroken

if TYPE_CHECKING:
    from ddcore.answers.answer import Answer, Figure, Table

LARGE = 100
"""Rows above which a table is named, and made when somebody asks for it."""

STYLE = """<style>
.ddcore{max-width:60rem;line-height:1.5}
.ddcore .question{opacity:.7;margin:.5em 0 0}
.ddcore .sentence p{font-size:1.4em;line-height:1.3;margin:.2em 0 .6em}
.ddcore .about{opacity:.7;font-size:.9em}
.ddcore summary{cursor:pointer;padding:.3em 0}
.ddcore .rows{overflow-x:auto;max-height:24rem}
.ddcore table{border-collapse:collapse;font-size:.9em}
.ddcore th,.ddcore td{text-align:right;padding:.25em .7em;border-bottom:1px solid #8884;white-space:nowrap}
.ddcore th:first-child,.ddcore td:first-child{text-align:left}
.ddcore td{font-variant-numeric:tabular-nums}
</style>"""

# Texts of answers may hold names out of a file: no HTML, no link and no picture is made of them.
_MARKDOWN = MarkdownIt("commonmark", {"html": False}).disable(["link", "image", "autolink"])


def plain_text(markdown: str) -> str:
    """Markdown as plain text: without emphasis, escapes and what keeps addresses apart.

    >>> plain_text("**Yes:** score\\\\_a, *barely*")
    'Yes: score_a, barely'
    """
    tokens = [part for block in _MARKDOWN.parse(markdown) for part in (block.children or ())]
    return "".join(" " if part.type == "softbreak" else part.content for part in tokens).replace("\u2060", "")


def short(answer: "Answer") -> str:
    """What is printed of an answer: the question, its answer, and what else there is to ask for."""
    lines = [answer.question, plain_text(answer.sentence)]
    for name, parts in {"notes": [note.code for note in answer.notes], "figures": answer.figures}.items():
        if parts:
            lines.append(f"  {name}: {', '.join(parts)}")
    if answer.tables:
        sizes = [f"{name} ({many(table.size, 'row')})" for name, table in answer.tables.items()]
        lines.append(f"  tables: {', '.join(sizes)}")
    if answer.values:
        lines.append(f"  values: {', '.join(answer.values)}")
    return "\n".join(lines)


def parts(answer: "Answer") -> tuple[str, str]:
    """What stands above the charts, and what below them, as HTML."""
    notes = "".join(f"<li>{_inline(note.text)}</li>" for note in answer.notes)
    above = (
        f'{STYLE}<div class="ddcore"><p class="question">{html.escape(answer.question)}</p>'
        f"{_blocks(answer.sentence, 'sentence')}{_blocks(answer.reason)}{_blocks(answer.about, 'about')}"
        f"{f'<p><b>Worth knowing</b></p><ul>{notes}</ul>' if notes else ''}</div>"
    )
    tables = "".join(_table(name, table) for name, table in answer.tables.items())
    method = f"<details><summary>How it is computed</summary>{_MARKDOWN.render(answer.method)}</details>"
    return above, f'{STYLE}<div class="ddcore">{tables}{method if answer.method else ""}</div>'


def page(answer: "Answer") -> str:
    """The whole answer as HTML that needs nothing else: with its charts and the script that draws them."""
    above, below = parts(answer)
    charts = (
        _title(figure) + figure.draw().to_html(CONFIG, include_plotlyjs=not place, full_html=False)
        for place, figure in enumerate(answer.figures.values())
    )
    return above + "".join(charts) + below


def display(answer: "Answer") -> None:
    """Show an answer in a notebook, its charts as plotly shows any there."""
    # There wherever somebody calls this, and nowhere else needed.
    notebook = importlib.import_module("IPython.display")
    show, raw = notebook.display, notebook.HTML
    above, below = parts(answer)
    show(raw(above))
    for figure in answer.figures.values():
        chart = figure.draw()
        show(raw(_title(figure)))
        show(chart if _draws() else raw(chart.to_html(CONFIG, include_plotlyjs=True, full_html=False)))
    show(raw(below))


def _draws() -> bool:
    """Whether plotly can show a chart here: it needs nbformat, which a kernel need not have."""
    return importlib.util.find_spec("nbformat") is not None and bool(plotly.io.renderers.default)


def _blocks(markdown: str, name: str = "") -> str:
    """Paragraphs; a notebook makes no formula of a dollar sign in them."""
    return (
        f'<div class="{name} tex2jax_ignore mathjax_ignore">{_MARKDOWN.render(unbroken(markdown))}</div>'
        if markdown
        else ""
    )


def _inline(markdown: str) -> str:
    return f'<span class="tex2jax_ignore mathjax_ignore">{_MARKDOWN.renderInline(unbroken(markdown))}</span>'


def _title(figure: "Figure") -> str:
    remark = f"<br>{_inline(figure.remark)}" if figure.remark else ""
    return f'{STYLE}<div class="ddcore"><p><b>{_inline(figure.title)}</b>{remark}</p></div>'


def _table(name: str, table: "Table") -> str:
    title = _inline(table.title)
    if table.size > LARGE:
        return f'<p>{title}: {table.size:,} rows, <code>.tables["{name}"].rows()</code></p>'
    rows = table.rows().to_html(index=False, border=0, float_format=number, na_rep="", escape=True)
    remark = f"<p>{_inline(table.remark)}</p>" if table.remark else ""
    return f'<details><summary>{title}</summary><div class="rows tex2jax_ignore">{rows}</div>{remark}</details>'
