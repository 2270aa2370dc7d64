"""From data and an order to what a report says: questions asked, numbers told, the first page, data and model card."""

import json
import platform
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import numpy as np
import pandas as pd
import plotly

import ddcore
from ddcore.answers.base.answer import Figure
from ddcore.answers.base.answer import Table as Asked
from ddcore.answers.base.as_json import plain
from ddcore.answers.base.question import QUESTIONS
from ddcore.answers.base.words import literal
from ddcore.data import Data
from ddcore.figures.theme import DARK, LIGHT
from ddcore.report import recipe
from ddcore.report.chosen_settings import told_choices
from ddcore.report.default_sections import default_sections
from ddcore.report.document import Chart, Document, Note, Number, Section, Table
from ddcore.report.facts import card, facts, moved_thresholds
from ddcore.report.first import first_page
from ddcore.report.numbers import numbers_of
from ddcore.report.order import Order, Wanted
from ddcore.report.texts import ENGLISH, Texts
from ddcore.workers import progress

ROWS = 600
"""Rows up to which a table is taken along unless a format has more."""


def compose(data: Data, order: Order, rows: int = ROWS, texts: Texts = ENGLISH) -> Document:
    """What a report of some data says; tables of more than so many rows are named, not taken along.

    Raises `InputError` for choices that cannot be used.
    """
    wanted = order.sections or default_sections(data)
    sections = []
    for place, each in enumerate(wanted):
        progress.tell(place / len(wanted), QUESTIONS[each.asked.name].title)
        sections.append(_section(each, f"{place + 1}_{each.question}", data, rows, texts, cases=order.cases))
    decision, numbers, rests_on, would_change = first_page(data, sections, texts)
    return Document(
        title=order.title or usual_title(data, texts),
        author=order.author,
        date=order.date,
        decision=decision,
        numbers=numbers,
        rests_on=rests_on,
        would_change=would_change,
        sections=tuple(sections),
        facts=facts(data, texts),
        data_notes=(*map(literal, data.notes), *moved_thresholds(data, texts)),
        card=card(data, order, sections, texts),
        compared=None,
        python=recipe.python(data, wanted),
        command=recipe.report_command(data, wanted, cases=order.cases),
        versions=VERSIONS,
        data_fingerprint=data.fingerprint,
        fingerprint=_fingerprint(data, sections),
        source=data.source,
        order=order.model_copy(update={"sections": tuple(wanted)}),
    )


VERSIONS: Mapping[str, str] = {
    "ddcore": ddcore.__version__,
    "python": platform.python_version(),
    "numpy": np.__version__,
    "pandas": pd.__version__,
    "plotly": plotly.__version__,
}


def usual_title(data: Data, texts: Texts = ENGLISH) -> str:
    """The title of a report that nobody gave one."""
    if data.chosen is None:
        return texts.title_of_classes
    if data.several:
        return texts.title_of_many.format(models=len(data.models))
    return texts.title.format(model=data.name)


def _section(wanted: Wanted, key: str, data: Data, rows: int, texts: Texts, *, cases: bool) -> Section:
    question, choices = wanted.asked, wanted.made
    answer = question.ask(data, choices)
    lacks = question.needs(data) is not None
    in_force = choices if lacks else choices.with_defaults(data)
    values = plain(answer.values)
    listing = [table.title for table in answer.tables.values() if table.cases]
    return Section(
        key=key,
        question=question.name,
        heading=question.title,
        text=question.text,
        chosen=told_choices(wanted),
        sentence=answer.sentence,
        reason=answer.reason,
        about=answer.about,
        remark=wanted.note,
        numbers=tuple(
            Number(name=stated.label, text=stated.text, interval=stated.interval_text)
            for stated in answer.numbers
            if stated.is_known
        )
        or (() if lacks else numbers_of(question.name, answer.values, data, in_force)),
        notes=(
            *(Note(code=note.code, text=note.text, kind=note.kind) for note in answer.notes),
            *([_of_cases(listing, texts, cases=cases)] if listing else []),
        ),
        charts=tuple(_chart(f"{key}_{name}", figure) for name, figure in answer.figures.items()),
        tables=tuple(
            _table(f"{key}_{name}", table, rows) for name, table in answer.tables.items() if cases or not table.cases
        ),
        method=answer.method,
        values=values,
    )


def _of_cases(titles: list[str], texts: Texts, *, cases: bool) -> Note:
    """That tables of single cases are here for everybody to read, or that they are left out."""
    if not cases:
        return Note(code="cases-left-out", text=texts.cases_left_out)
    return Note(code="cases-listed", text=texts.cases_listed.format(tables=" and ".join(f"“{t}”" for t in titles)))


def _chart(key: str, figure: Figure) -> Chart:
    return Chart(
        key=key,
        title=figure.title,
        words=figure.words,
        remark=figure.remark,
        light=figure.draw(LIGHT).to_json(),
        dark=figure.draw(DARK).to_json(),
    )


def _table(key: str, table: Asked, most: int) -> Table:
    told: dict[str, Any] = {"key": key, "title": table.title, "remark": table.remark, "bold": table.bold}
    if table.size > most:
        return Table(size=table.size, **told)
    frame = table.rows()
    columns = [frame.iloc[:, place] for place in range(frame.shape[1])]
    floats = tuple(bool(pd.api.types.is_float_dtype(column.dtype)) for column in columns)
    cells = ([_cell(cell) for cell in column.tolist()] for column in columns)
    return Table(
        size=len(frame),
        columns=tuple(map(str, frame.columns)),
        floats=floats,
        rows=tuple(zip(*cells, strict=True)),
        **told,
    )


def _cell(cell: Any) -> Any:
    if cell is None or cell is pd.NA or cell is pd.NaT:
        return None
    return cell if isinstance(cell, bool | int | float | str) else str(cell)


def _fingerprint(data: Data, sections: list[Section]) -> str:
    """That of the cases, of what was chosen and of all numbers."""
    answers = [[each.question, {fact.label: fact.text for fact in each.chosen}, each.values] for each in sections]
    text = json.dumps([data.fingerprint, answers], sort_keys=True, allow_nan=False)
    return sha256(text.encode()).hexdigest()
