"""What an answer is, whoever asks: sentences, notes, figures, tables and numbers."""

import html
import importlib.util
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Literal, cast

import pandas as pd
import plotly.graph_objects as go
import plotly.io
from markdown_it import MarkdownIt

from ddcore.answers.base.later import Later
from ddcore.figures.chart import Chart
from ddcore.figures.theme import CONFIG, LIGHT, THEMES, Theme
from ddcore.formats import many, number, unbroken
from ddcore.interval import Interval
from ddcore.read.spelling import KEYWORD, begun_choice

Kind = Literal["guessed", "changes", "rests", "assumed", "noise", ""]
"""Why a note matters to somebody who decides; the first page of a report takes its notes by this.

"guessed": something was read from a file without certainty; "changes": another choice would change the answer;
"rests": an assumption behind the answer; "assumed": a default that was not chosen; "noise": how uncertain the numbers
are; "": an explanation.
"""


@dataclass(frozen=True)
class Note:
    """A sentence that the data call for.

    Parameters
    ----------
    code : str
        Names the case; it stays when the words change, so that tests, filters and links can name it.
    text : str
        The sentence, as plain Markdown.
    threshold : float or None
        One of the selected model that mends what the sentence says.
    kind : str
        Why it matters, see `Kind`.
    role : str
        The keyword of `ddcore.read` that changes what the sentence says, such as "positive"; empty where none does.
    options : sequence of str
        What may be said for it, the likeliest first.
    """

    code: str
    text: str
    threshold: float | None = None
    kind: Kind = ""
    role: str = ""
    options: Sequence[str] = ()


EXACT = "exact"
COUNTED = "exact on these cases"
PICKED = "chosen on these cases"
APPROXIMATE = "approximate"
BY_NORMAL_LAW = "approximate, by the normal law"
NO_INTERVAL = "no interval"
ALL_ALIKE = "all its cases get the same prediction"
"""Why a number has no interval."""


@dataclass(frozen=True)
class Number:
    """A number that carries an answer, stated once: `values`, JSON and a report's first page take it from here.

    Parameters
    ----------
    label : str
        What it is called, as plain text, with its unit.
    value : Interval or float
        An estimate with the ends of its interval, or a number that needs none.
    path : tuple of str
        The keys under which it stands in the `values` of the answer; () where it follows from values that stand there.
    writer : callable
        How a number of this kind is written, such as `ddcore.formats.percent`.
    how : str
        Why it has no interval, such as `EXACT`; of use for a float.
    turned : bool
        Whether the writer changes the sign, as for payoffs written as costs, so that the ends change places.
    baseline : float
        The best that guessing reaches, beside which the number is read; NaN where there is none.

    Examples
    --------
    >>> area = Number("AUC", Interval(0.8, 0.7, 0.9), ("models", "forest", "auc"))
    >>> area.text, area.interval_text
    ('0.800', '0.700 to 0.900')
    >>> Number("Cases", 303.0).interval_text
    'exact'
    """

    label: str
    value: Interval | float
    path: tuple[str, ...] = ()
    writer: Callable[[float], str] = number
    how: str = EXACT
    turned: bool = False
    baseline: float = math.nan

    @property
    def is_known(self) -> bool:
        """Whether there is a number to write; one whose cases are all predicted alike has none, and says so."""
        return self.how == ALL_ALIKE or not math.isnan(self._point)

    @property
    def text(self) -> str:
        """The number as it is written everywhere."""
        return self.writer(self._point)

    @property
    def interval_text(self) -> str:
        """Both ends of the interval, or why there is none."""
        if not isinstance(self.value, Interval):
            return self.how
        if math.isnan(self.value.low):
            return NO_INTERVAL
        ends = self.value.low, self.value.high
        first, last = reversed(ends) if self.turned else ends
        return f"{self.writer(first)} to {self.writer(last)}"

    @property
    def baseline_text(self) -> str:
        """The best that guessing reaches, as the number is written; empty where there is none."""
        return "" if math.isnan(self.baseline) else self.writer(self.baseline)

    @property
    def plain(self) -> dict[str, float] | float:
        """What stands in `values`: a mapping with "value", "low" and "high" for an estimate, else the number."""
        return measured(self.value) if isinstance(self.value, Interval) else self.value

    @property
    def _point(self) -> float:
        return self.value.value if isinstance(self.value, Interval) else self.value


@dataclass(frozen=True)
class Figure:
    """A chart: `words` describe it, `drawn` makes it in the colours of a theme, `remark` is printed below it.

    An `example` shows other data than the user's; a report leaves it out.
    """

    title: str
    words: str
    drawn: Callable[[Theme], Chart]
    remark: str = ""
    example: bool = False

    def draw(self, theme: Theme | str = LIGHT) -> go.Figure:
        """The chart in the colours of a theme: "light" or "dark"."""
        return self.drawn(THEMES[theme] if isinstance(theme, str) else theme).figure()


@dataclass(frozen=True)
class Table:
    """Rows of plain numbers: `rows` makes them when they are asked for, `size` is about how many there are.

    In a small one that is shown as text the first `bold` rows stand out, and `remark` stands below it. One that others
    compute with may be saved as `parquet`, too. One of `cases` lists them one by one: a report has it only where that
    that is asked for. `saved` makes the rows of its file, where that has more columns. An `example` has other data
    than the user's; a report leaves it out.
    """

    title: str
    size: int
    rows: Callable[[], pd.DataFrame]
    remark: str = ""
    bold: int = 0
    parquet: bool = False
    cases: bool = False
    saved: Callable[[], pd.DataFrame] | None = None
    example: bool = False

    def of_file(self) -> pd.DataFrame:
        """The rows as they are saved."""
        return self.rows() if self.saved is None else self.saved()

    @classmethod
    def of(
        cls,
        title: str,
        rows: pd.DataFrame,
        remark: str = "",
        bold: int = 0,
        *,
        cases: bool = False,
        example: bool = False,
    ) -> "Table":
        """A small table, made at once."""
        return cls(title, len(rows), lambda: rows, remark, bold, cases=cases, example=example)


@dataclass(frozen=True)
class Part:
    """What one part of a question adds to its answer: all of it may be empty."""

    notes: Sequence[Note] = ()
    figures: Mapping[str, Figure] = field(default_factory=dict)
    tables: Mapping[str, Table] = field(default_factory=dict)
    method: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)
    """A `Later` of them is made when somebody reads the values of the answer."""
    numbers: Sequence[Number] = ()


@dataclass(frozen=True)
class Answer:
    """An answer to a question about some data; all texts are plain Markdown.

    Parameters
    ----------
    question, sentence, reason, about, method : str
        The question, what answers it, why, about which data, and how it is computed.
    notes : sequence of Note
        What these data call for.
    figures, tables : mapping from name to Figure or Table
        Made when asked for; the first figure shows the answer.
    values : mapping
        The numbers under stable names, nested; an estimate is a mapping with "value", "low" and "high".
    numbers : sequence of Number
        Those that carry the answer, the most important first; each also stands in `values`, under its path.
    decision : str
        What to do, in one sentence for those who decide; empty where the answer calls for nothing.
    """

    question: str
    sentence: str
    reason: str
    about: str = ""
    notes: Sequence[Note] = ()
    figures: Mapping[str, Figure] = field(default_factory=dict)
    tables: Mapping[str, Table] = field(default_factory=dict)
    method: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)
    numbers: Sequence[Number] = ()
    decision: str = ""

    @classmethod
    def of(cls, head: "Answer", *parts: Part) -> "Answer":
        """The answer of a head, which has the sentences, and of parts, whose contents follow those of the head.

        Parameters
        ----------
        head : Answer
            The question with its sentence, its reason and the data; it may have contents of its own.
        *parts : Part
            Notes, figures, tables and numbers are appended in their order, methods are joined, values are merged.

        Raises
        ------
        ValueError
            Where two parts state different values under the same path, or use one name for two figures or tables.

        Examples
        --------
        >>> head = Answer("How many?", "**Three.**", "They were counted.")
        >>> answer = Answer.of(head, Part(numbers=[Number("Cases", 3.0, ("cases",))]), Part(values={"classes": 2}))
        >>> answer.values
        {'cases': 3.0, 'classes': 2}
        """
        figures, tables = dict(head.figures), dict(head.tables)
        for part in parts:
            _add(figures, part.figures)
            _add(tables, part.tables)
        waits = any(isinstance(part.values, Later) for part in parts)
        values = Later(partial(_merged, head, parts)) if waits else _merged(head, parts)
        return replace(
            head,
            notes=[*head.notes, *(note for part in parts for note in part.notes)],
            figures=figures,
            tables=tables,
            method=head.method + "".join(part.method for part in parts),
            values=values,
            numbers=[*head.numbers, *(stated for part in parts for stated in part.numbers)],
        )

    def __repr__(self) -> str:
        return notebook_text(self)

    def _repr_html_(self) -> str:
        return notebook_page(self)

    def _ipython_display_(self) -> None:
        notebook_display(self)


def measured(interval: Interval) -> dict[str, float]:
    """A measured number with the ends of its interval, as `values` hold it."""
    return {"value": interval.value, "low": interval.low, "high": interval.high}


def values_of(numbers: Iterable[Number]) -> dict[str, Any]:
    """Numbers as they stand in the values of an answer, each under its path.

    >>> values_of([Number("AUC", Interval(0.8, 0.7, 0.9), ("models", "a", "auc")), Number("Cases", 9.0, ("cases",))])
    {'models': {'a': {'auc': {'value': 0.8, 'low': 0.7, 'high': 0.9}}}, 'cases': 9.0}
    """
    values: dict[str, Any] = {}
    for stated in numbers:
        if stated.path:
            _merge(values, _nested(stated.path, stated.plain))
    return values


def _merged(head: "Answer", parts: Sequence[Part]) -> dict[str, Any]:
    """The values of an answer: those of its head and of its parts, and their numbers under their paths."""
    values = _copied(head.values)
    for part in parts:
        _merge(values, part.values)
        _merge(values, values_of(part.numbers))
    return values


def _nested(path: Sequence[str], value: object) -> dict[str, Any]:
    """A value under its keys."""
    for key in reversed(path):
        value = {key: value}
    return cast(dict[str, Any], value)


def _copied(values: Mapping[str, Any]) -> dict[str, Any]:
    """Values whose mappings can be added to."""
    return {key: _copied(value) if isinstance(value, Mapping) else value for key, value in values.items()}


def _merge(values: dict[str, Any], more: Mapping[str, Any]) -> None:
    """Add nested values; raises `ValueError` where one is there already and differs."""
    for key, value in more.items():
        if key not in values:
            values[key] = _copied(value) if isinstance(value, Mapping) else value
        elif isinstance(values[key], dict) and isinstance(value, Mapping):
            _merge(values[key], value)
        elif values[key] != value and not (values[key] != values[key] and value != value):
            raise ValueError(f"{key!r} is stated twice, as {values[key]!r} and as {value!r}")


def _add(named: dict[str, Any], more: Mapping[str, Any]) -> None:
    twice = named.keys() & more.keys()
    if twice:
        raise ValueError(f"the name {min(twice)!r} is used twice")
    named.update(more)


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


def notebook_text(answer: "Answer") -> str:
    """What is printed of an answer: the question, its answer, and what else there is to ask for."""
    lines = [answer.question, plain_text(answer.sentence)]
    lines += [f"  guessed: {plain_text(note.text)} {_choice(note)}. [{note.code}]" for note in _guesses(answer)]
    for name, given in {"notes": [note.code for note in _others(answer)], "figures": answer.figures}.items():
        if given:
            lines.append(f"  {name}: {', '.join(given)}")
    if answer.tables:
        sizes = [f"{name} ({many(table.size, 'row')})" for name, table in answer.tables.items()]
        lines.append(f"  tables: {', '.join(sizes)}")
    if answer.values:
        lines.append(f"  values: {', '.join(answer.values)}")
    return "\n".join(lines)


def _guesses(answer: "Answer") -> list[Note]:
    """What was read from a file without being sure, which stands below the sentence of the answer."""
    return [note for note in answer.notes if note.kind == "guessed"]


def _others(answer: "Answer") -> list[Note]:
    return [note for note in answer.notes if note.kind != "guessed"]


def _choice(note: Note) -> str:
    """The keyword that changes what a note says, with its values."""
    return begun_choice(note.role, note.options, KEYWORD)


def _item(note: Note) -> str:
    choice = f" {html.escape(_choice(note))}." if note.role else ""
    return f"<li>{_inline(note.text)}{choice}</li>"


def notebook_parts(answer: "Answer") -> tuple[str, str]:
    """What stands above the charts, and what below them, as HTML."""
    notes = "".join(map(_item, _others(answer)))
    guesses = "".join(map(_item, _guesses(answer)))
    above = (
        f'{STYLE}<div class="ddcore"><p class="question">{html.escape(answer.question)}</p>'
        f"{_blocks(answer.sentence, 'sentence')}"
        f"{f'<p><b>Guessed</b></p><ul>{guesses}</ul>' if guesses else ''}"
        f"{_blocks(answer.reason)}{_blocks(answer.about, 'about')}"
        f"{f'<p><b>Worth knowing</b></p><ul>{notes}</ul>' if notes else ''}</div>"
    )
    tables = "".join(_table(name, table) for name, table in answer.tables.items())
    method = f"<details><summary>How this is computed</summary>{_MARKDOWN.render(answer.method)}</details>"
    return above, f'{STYLE}<div class="ddcore">{tables}{method if answer.method else ""}</div>'


def notebook_page(answer: "Answer") -> str:
    """The whole answer as HTML that needs nothing else: with its charts and the script that draws them."""
    above, below = notebook_parts(answer)
    charts = (
        _title(figure) + figure.draw().to_html(CONFIG, include_plotlyjs=not place, full_html=False)
        for place, figure in enumerate(answer.figures.values())
    )
    return above + "".join(charts) + below


def notebook_display(answer: "Answer") -> None:
    """Show an answer in a notebook, its charts as plotly shows any there."""
    # There wherever somebody calls this, and nowhere else needed.
    shown = importlib.import_module("IPython.display")
    show, raw = shown.display, shown.HTML
    above, below = notebook_parts(answer)
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
