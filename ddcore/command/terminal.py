"""An answer in a terminal: its sentences, a small table, and where the rest is."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pandas as pd
from rich.console import Console, Group
from rich.markdown import Markdown
from rich.table import Table as Grid
from rich.text import Text
from rich.theme import Theme

from ddcore.answers.base.answer import Answer, Note, Table, plain_text
from ddcore.answers.base.table_files import cell_text
from ddcore.answers.base.words import literal
from ddcore.command.output import chosen
from ddcore.command.safe import line, paragraphs
from ddcore.data import Data
from ddcore.formats import many
from ddcore.read.spelling import OPTION, begun_choice

SMALL = 12
"""Rows of a table that stands in the answer unasked."""

NARROW = 6
"""Columns of such a table."""

SHOWN = 50
"""Rows of a table that was asked for."""

CELL = 32
"""Letters of a cell."""


def show(answers: Sequence[tuple[str, Data, Answer]], wanted: Mapping[str, Any]) -> None:
    """All answers, each under the name of its file where there are several; nothing is printed if one cannot be."""
    console = Console(highlight=False, markup=False, emoji=False, theme=Theme({"markdown.code": "cyan"}))
    with console.capture() as drawn:
        for file, data, answer in answers:
            if len(answers) > 1:
                console.print(Text(line(file), style="bold underline"))
            for part in _parts(answer, data, wanted, console.width):
                console.print(part)
                console.print()
    # Markdown fills each line up to the width of the terminal.
    text = re.sub(r" +$", "", drawn.get(), flags=re.MULTILINE)
    print(re.sub(r"\n{3,}", "\n\n", text).removesuffix("\n"), end="")


def _parts(answer: Answer, data: Data, wanted: Mapping[str, Any], width: int) -> list[Any]:
    """What is printed, from top to bottom."""
    table = chosen("table", answer.tables, wanted["table"]) if wanted["table"] else small(answer.tables.values())
    parts: list[Any] = [_text(answer.sentence, "bold")]
    notes = [note for note in answer.notes if note.kind != "guessed"]
    guesses = [f"- **Guessed.** {_line(note)}" for note in answer.notes if note.kind == "guessed"]
    if guesses:
        parts.append(_text("\n".join(guesses)))
    parts.append(_text(answer.reason))
    if answer.about:
        parts.append(_text(answer.about, "dim"))
    if table is not None:
        parts.append(grid(table, width))
    if notes:
        parts.append(_text("\n".join(f"- {_line(note)}" for note in notes)))
    if data.notes:
        parts.append(Text("\n".join(map(line, data.notes)), style="dim"))
    if wanted["explain"] and answer.method:
        parts.append(_text(answer.method))
    if answer.tables or answer.figures:
        parts.append(_more(answer))
    return parts


def _text(words: str, style: str = "") -> Markdown:
    return Markdown(paragraphs(words), style=style, hyperlinks=False)


def _line(note: Note) -> str:
    """A note with what to type to choose otherwise, and its code."""
    choice = f" {literal(begun_choice(note.role, note.options, OPTION))}." if note.role else ""
    return f"{paragraphs(note.text)}{choice} `[{note.code}]`"


def _more(answer: Answer) -> Text:
    """The tables and figures, by the names that options take."""
    lines = []
    if answer.tables:
        tables = (
            f"{name} ({plain_text(table.title)}, {many(table.size, 'row')})" for name, table in answer.tables.items()
        )
        lines.append(f"Tables, with --table NAME or --csv NAME: {', '.join(tables)}")
    if answer.figures:
        figures = (f"{name} ({plain_text(figure.title)})" for name, figure in answer.figures.items())
        lines.append(f"Figures, with --figure FILE.html --figure-name NAME: {', '.join(figures)}")
    return Text("\n".join(map(line, lines)), style="dim")


def small(tables: Iterable[Table]) -> Table | None:
    """The first table that is small enough to stand among sentences."""
    for table in tables:
        if table.size <= SMALL and table.rows().shape[1] <= NARROW:
            return table
    return None


def grid(table: Table, width: int) -> Group:
    """The table, with as many columns as the terminal has room for, and what is left out of it."""
    rows = table.rows()
    head = rows.head(SHOWN)
    columns = {str(name): _cells(str(name), head.iloc[:, place]) for place, name in enumerate(rows.columns)}
    fitting = _fitting(columns, width)
    drawn = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for place, name in enumerate(fitting):
        drawn.add_column(Text(line(name), style="bold"), justify="left" if place == 0 else "right", no_wrap=True)
    for place, cells in enumerate(zip(*(columns[name] for name in fitting), strict=True)):
        drawn.add_row(*(Text(cell, style="bold" if place < table.bold else "") for cell in cells))
    said = [table.remark] if table.remark else []
    if len(head) < len(rows):
        said.append(f"The first {len(head)} of {len(rows):,} rows.")
    if len(fitting) < len(columns):
        said.append(f"{len(fitting)} of {len(columns)} columns; --csv has all.")
    title = Text(line(plain_text(table.title)), style="italic")
    return Group(title, drawn, *(_text(sentence, "dim") for sentence in said))


def _fitting(columns: Mapping[str, Sequence[str]], width: int) -> list[str]:
    """The names of the first columns that stand beside each other in that many letters; one at least."""
    fitting: list[str] = []
    taken = 0
    for name, cells in columns.items():
        taken += max(map(len, (line(name), *cells))) + 2
        if fitting and taken - 2 > width:
            break
        fitting.append(name)
    return fitting


def _cells(name: str, column: "pd.Series") -> list[str]:
    """The cells of a column as text: numbers as everywhere, what is not known as nothing."""
    if pd.api.types.is_numeric_dtype(column.dtype) and not pd.api.types.is_bool_dtype(column.dtype):
        return ["" if pd.isna(cell) else cell_text(name, cell) for cell in column.tolist()]
    texts = ("" if cell is None or cell is pd.NA else line(cell) for cell in column)
    return [f"{text[: CELL - 1]}…" if len(text) > CELL else text for text in texts]
