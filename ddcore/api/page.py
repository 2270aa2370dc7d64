"""The documentation for people: one page of HTML without scripts, made from the document for programs."""

import json
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from ddcore.answers.base.question import QUESTIONS, Question
from ddcore.api.document import BASE, INTRODUCTION, REFUSALS, choices
from ddcore.api.reported import REPORT_FIELDS, REPORT_TEXT
from ddcore.read.roles import SAID, described

HOST = "http://localhost:8501"

STYLE = """
:root { color-scheme: light dark; --ink: #1b2430; --soft: #4a5767; --paper: #fff; --panel: #f4f6f8; --line: #d8dee5;
  --link: #0a5a9c }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8ecf1; --soft: #a9b4c0; --paper: #12171e; --panel: #1c232d; --line: #333d4a; --link: #6cb6f5 }
}
* { box-sizing: border-box }
html { scroll-padding-top: 1rem }
body { margin: 0; color: var(--ink); background: var(--paper); font: 16px/1.55 system-ui, sans-serif }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1.25rem 5rem }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .75rem }
h2 { font-size: 1.35rem; line-height: 1.3; margin: 3rem 0 .5rem; padding-top: 1.5rem;
  border-top: 1px solid var(--line) }
h3 { font-size: 1rem; margin: 1.5rem 0 .4rem }
p { margin: .5rem 0; max-width: 44rem }
a { color: var(--link) }
a:focus-visible, summary:focus-visible, pre:focus-visible, .wide:focus-visible {
  outline: 3px solid var(--link); outline-offset: 2px }
code, pre { font: .875rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace }
code { overflow-wrap: anywhere }
pre { margin: .4rem 0; padding: .7rem .9rem; background: var(--panel); border: 1px solid var(--line);
  border-radius: .5rem;  overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; user-select: all }
nav ul { list-style: none; margin: 1rem 0; padding: 0; display: grid; gap: .35rem 1.5rem;
  grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)) }
nav a { display: block; padding: .3rem 0; text-decoration: none }
nav a:hover { text-decoration: underline }
nav span { display: block; color: var(--soft); font-size: .875rem; line-height: 1.4 }
.path { color: var(--soft); margin: 0 }
.wide { overflow-x: auto }
table { border-collapse: collapse; width: 100%; font-size: .9rem }
th, td { text-align: left; vertical-align: top; padding: .45rem .75rem .45rem 0; border-bottom: 1px solid var(--line) }
th { color: var(--soft); font-weight: 600 }
td:first-child { white-space: nowrap }
details { margin: .75rem 0 }
summary { cursor: pointer; padding: .3rem 0; font-weight: 600 }
@media (max-width: 40rem) {
  main { padding: 1.25rem 1rem 4rem }
  h1 { font-size: 1.55rem }
  thead { position: absolute; left: -999rem }
  tr { display: block; padding: .5rem 0; border-bottom: 1px solid var(--line) }
  td[data-head="Default"]::before { content: attr(data-head) ": "; color: var(--soft) }
  td:empty { display: none }
  td, td:first-child { display: block; padding: .1rem 0; border: 0; white-space: normal }
}
"""

ROWS = (
    '{"truth": [1, 1, 1, 1, 1, 0, 0, 0, 0, 0], '
    '"score": {"a": [0.9, 0.7, 0.8, 0.4, 0.6, 0.1, 0.3, 0.2, 0.5, 0.35], '
    '"b": [0.8, 0.9, 0.3, 0.7, 0.55, 0.4, 0.2, 0.6, 0.1, 0.25]}, '
    '"group": ["n", "n", "n", "s", "s", "n", "n", "n", "s", "s"]'
)

CASES = '{"rows": [{"truth": "yes", "score": 0.9}, {"truth": "no", "score": 0.2}], "positive": "yes"}'


def page(document: Mapping[str, Any]) -> str:
    """The page of a document."""
    questions = "".join(map(_question, QUESTIONS.values()))
    listed = "".join(
        f'<li><a href="#{name}">{escape(question.title)}<span>{escape(question.text)}</span></a></li>'
        for name, question in QUESTIONS.items()
    )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>JSON: {escape(document['info']['title'])}</title><style>{STYLE}</style></head><body><main>"
        f"<h1>Every question as JSON</h1><p>{escape(INTRODUCTION)}</p>"
        f'<p>The same for programs: <a href="{BASE}/openapi.json"><code>{BASE}/openapi.json</code></a>, and a list '
        f'of the questions: <a href="{BASE}/"><code>{BASE}/</code></a>.</p>'
        f'<nav aria-label="Questions"><ul>{listed}'
        '<li><a href="#report">A report<span>Answers in one file.</span></a></li></ul></nav>'
        f"{_ways()}{_answers()}{_refusals()}{_report()}{questions}</main></body></html>"
    )


def _command(text: str) -> str:
    return f'<pre tabindex="0"><code>{escape(text)}</code></pre>'


def _ways() -> str:
    """The four ways to give data."""
    rows = [(role, kind.words, described(role)) for role, kind in SAID.items()]
    return (
        '<h2 id="data">Four ways to give data</h2>'
        "<p>Only two numbers, cases and positives; or the four counts of a model; or a sample: in the address. Lists "
        "in an address are written with commas.</p>"
        + _command(f"curl '{HOST}{BASE}/baselines?M=303&P=139&measure=F1,MCC'")
        + _command(f"curl '{HOST}{BASE}/verdict?TP=227&FP=50&FN=31&TN=192'")
        + "<p>A file: CSV, Excel, Parquet or JSON lines of up to 200 MB, as a form. Roles and choices are additional "
        "fields.</p>"
        + _command(f"curl -F file=@predictions.csv -F positive=yes -F measure=F1,MCC {HOST}{BASE}/verdict")
        + "<p>Arrays, or rows, as JSON of up to 50 MB and 1,000,000 cases.</p>"
        + _command(f"curl --json '{ROWS}}}' {HOST}{BASE}/curves")
        + _command(f"curl --json '{CASES}' {HOST}{BASE}/verdict")
        + "<details><summary>Roles of columns</summary><p>Roles that are not given are found by the names "
        "and values of columns.</p>" + _table(("Name", "Kind", "Meaning"), rows) + "</details>"
    )


def _answers() -> str:
    rows = [
        ("sentence, reason", "The answer and why, in plain Markdown."),
        ("notes", "Notes on these data, each with a code that stays the same when the words change."),
        ("values", 'The numbers by stable names. An estimate is {"value": , "low": , "high": }.'),
        ("tables", "Each with its columns, and its rows up to the limit set by rows."),
        ("figures", "The charts of the page, described in words."),
        ("about, data, choices", "The data of the answer, what was assumed, and the choices used."),
        ("method", "How it is computed, with sources."),
    ]
    return '<h2 id="answer">What comes back</h2>' + _table(("Name", "Meaning"), rows)


def _refusals() -> str:
    rows = [(str(status), text) for status, text in REFUSALS.items()]
    return (
        '<h2 id="refusals">Errors</h2>'
        '<p>Every error is <code>{"detail": "one sentence"}</code> with one of these status codes.</p>'
        + _table(("Status", "Why"), rows)
    )


def _report() -> str:
    """How a report is asked for."""
    rows = [(name, " or ".join(row.get("enum", ["text"])), row["description"]) for name, row in REPORT_FIELDS.items()]
    address = f"{HOST}{BASE}/report"
    sections = '[{"question": "verdict", "choices": {"measure": ["F1"]}, "note": "Agreed in May."}]'
    body = f'{ROWS}, "report": {{"title": "Churn", "sections": {sections}}}, "format": "json"}}'
    return (
        f'<section><h2 id="report">A report</h2><p class="path"><code>{BASE}/report</code></p>'
        f"<p>{escape(REPORT_TEXT)}</p>"
        + _command(f"curl -o report.html '{address}?sample=two_class_example&ask=verdict,thresholds'")
        + _command(f"curl -F file=@predictions.csv -F format=pdf -F title=Churn -o report.pdf {address}")
        + _command(f"curl --json '{body}' {address}")
        + "<details><summary>Fields</summary><p>In JSON all fields except the format are in the object “report”, and "
        "notes are part of their sections. Measures, prices and where a model will be used are choices.</p>"
        + _table(("Name", "Kind", "Meaning"), rows)
        + "</details></section>"
    )


def _question(question: Question) -> str:
    """One question: how to ask it and what may be chosen."""
    made = choices(question)
    rows = [(name, _kind(one), _default(one), _told(one)) for name, one in made.items()]
    name = "measure" if "measure" in made else next((name for name, one in made.items() if _is_plain(one)), None)
    chosen = {} if name is None else {name: made[name]["default"][:2] if name == "measure" else made[name]["default"]}
    body = f'{ROWS}, "choices": {json.dumps(chosen)}}}'
    return (
        f'<section><h2 id="{question.name}">{escape(question.title)}</h2>'
        f'<p class="path"><code>{BASE}/{question.name}</code></p>'
        f"<p><strong>{escape(question.text)}</strong> {escape(question.needed)}</p>"
        + _command(f"curl '{HOST}{BASE}/{question.name}?{question.example}'")
        + _command(f"curl -F file=@predictions.csv {HOST}{BASE}/{question.name}")
        + _command(f"curl --json '{body}' {HOST}{BASE}/{question.name}")
        + f"<details><summary>Choices ({len(rows)})</summary>"
        + _table(("Name", "Kind", "Default", "Meaning"), rows)
        + "</details></section>"
    )


def _is_plain(made: Mapping[str, Any]) -> bool:
    """Whether a choice has a default that is no list."""
    return made.get("default") not in (None, "") and made["type"] != "array"


def _told(made: Mapping[str, Any]) -> str:
    """Title and description of a choice."""
    title, text = made.get("title", ""), made.get("description", "")
    return " ".join(filter(None, (title and f"{title}{'' if title[-1] in '.?' else '.'}", text)))


def _kind(made: Mapping[str, Any]) -> str:
    """The values that a choice takes, in words."""
    if "enum" in made:
        return "one of " + ", ".join(map(str, made["enum"]))
    names = {"integer": "whole number", "number": "number", "string": "text", "array": "list"}
    kinds = made["type"] if isinstance(made["type"], list) else [made["type"]]
    text = " or ".join(names[kind] for kind in kinds)
    if "items" in made:
        text = f"list of {names[made['items']['type']]}s"
    low, high = (made.get(limit) for limit in ("minimum", "maximum"))
    return f"{text} from {low:,} to {high:,}" if low is not None and high is not None else text


def _default(made: Mapping[str, Any]) -> str:
    default = made.get("default")
    if default is None:
        return "follows from the data"
    parts = default if isinstance(default, list) else [default]
    return ", ".join(f"{part:,.10g}" if isinstance(part, int | float) else part for part in parts) or "none"


def _table(heads: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
    body = "".join(
        f"<tr><td><code>{escape(first)}</code></td>{''.join(map(_cell, heads[1:], rest))}</tr>" for first, *rest in rows
    )
    return f'<div class="wide" tabindex="0"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _cell(head: str, text: str) -> str:
    """A cell; on a narrow screen what is usual says that it is."""
    return f'<td data-head="{escape(head)}">{escape(text)}</td>' if text else "<td></td>"
