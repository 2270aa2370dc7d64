"""Answers and data as plain mappings, lists, texts and numbers: what JSON, and a pipeline, reads."""

import math
from collections.abc import Iterable, Mapping
from typing import Any

import pandas as pd

from ddcore.answers.base.answer import Answer, Table
from ddcore.answers.base.question import Question
from ddcore.data import Data
from ddcore.options import Asked
from ddcore.records.threshold import cut_of, rule_of

ROWS = 1000
"""Rows of a table that stand in an answer unless more are asked for."""


def plain_answer(answer: Answer, rows: int = ROWS) -> dict[str, Any]:
    """An answer as JSON can hold it: texts, notes with their codes, values, and tables of up to that many rows.

    A number that is not known is None, an infinite one the text "Infinity" or "-Infinity". A table with more rows has
    its title and size only.

    >>> plain_answer(Answer("?", "Yes.", "", values={"threshold": math.inf, "p": math.nan}))["values"]
    {'threshold': 'Infinity', 'p': None}
    """
    return {
        "question": answer.question,
        "sentence": answer.sentence,
        "reason": answer.reason,
        "about": answer.about,
        "notes": [
            {"code": note.code, "text": note.text}
            | ({} if note.threshold is None else {"threshold": plain(note.threshold)})
            | ({"role": note.role, "options": list(note.options)} if note.role else {})
            for note in answer.notes
        ],
        "values": plain(answer.values),
        "figures": {
            name: {"title": figure.title, "words": figure.words, "remark": figure.remark}
            for name, figure in answer.figures.items()
        },
        "tables": {name: _table(table, rows) for name, table in answer.tables.items()},
        "method": answer.method,
    }


def plain_reply(answer: Answer, question: Question, data: Data, choices: Asked, rows: int = ROWS) -> dict[str, Any]:
    """An answer, what it is about, and the choices in force.

    Choices have their names in links; those not given have the defaults for these data.

    >>> from ddcore.answers.base.question import QUESTIONS
    >>> expectation, data = QUESTIONS["expectation"], Data(303, 139)
    >>> choices = expectation.choices(theta=0.3)
    >>> plain_reply(expectation.ask(data, choices), expectation, data, choices)["choices"]
    {'measure': ['F1', 'G2'], 'guessing': 'number', 'theta': 0.3, 'guess': 'half', 'empty': 'none', 'level': 0.95}
    """
    asked_of = question.asked_of(data, choices)
    in_force = choices if question.needs(asked_of) is not None else choices.with_defaults(asked_of)
    chosen = {choices.named(name): plain(getattr(in_force, name)) for name in type(choices).model_fields}
    return plain_answer(answer, rows) | {"data": plain_data(data), "choices": chosen}


def plain_data(data: Data) -> dict[str, Any]:
    """What an answer is about, which columns were taken for what, and what was assumed when the data were read.

    >>> plain_data(Data(303, 139, roles={"truth": ("ill",)}))["roles"]
    {'truth': ['ill']}
    """
    return {
        "total": plain(data.total),
        "positives": plain(data.positives),
        "positive": data.positive,
        "negative": data.negative,
        "positive_reason": "" if data.origin is None else data.origin.positive,
        "models": list(data.models),
        "model": data.chosen,
        "threshold": None if data.chosen is None else plain(cut_of(data.model.threshold)),
        "rule": None if data.chosen is None or data.model.threshold is None else rule_of(data.model.threshold),
        "weighted": data.weighted,
        "clusters": data.clusters,
        "roles": plain(data.roles),
        "guesses": [
            {"code": guess.code, "role": guess.role, "text": guess.text, "options": list(guess.options)}
            for guess in data.guesses
        ],
        "notes": list(data.notes),
    }


def plain(value: Any) -> Any:
    """Mappings, sequences, texts and numbers as JSON can hold them."""
    if isinstance(value, float) and not math.isfinite(value):
        return None if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    if isinstance(value, Mapping):
        return {str(key): plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    return value


def _table(table: Table, most: int) -> dict[str, Any]:
    told = {"title": table.title, "remark": table.remark, "size": table.size}
    if table.size > most:
        return told
    rows = table.rows()
    cells = [_cells(rows.iloc[:, place]) for place in range(rows.shape[1])]
    return told | {"size": len(rows), "columns": list(map(str, rows.columns)), "rows": _lists(zip(*cells, strict=True))}


def _cells(column: pd.Series) -> list[Any]:
    return [None if cell is None or cell is pd.NA or cell is pd.NaT else plain(cell) for cell in column.tolist()]


def _lists(rows: Iterable[tuple[Any, ...]]) -> list[list[Any]]:
    return [list(row) for row in rows]
