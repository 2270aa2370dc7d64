"""From data and an order to what a report says: the questions asked, the first page, the data and the model card."""

import json
import platform
import re
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any

import numpy as np
import pandas as pd
import plotly

import ddcore
from ddcore.answers import questions_in_report
from ddcore.answers.base.answer import Answer, Figure, plain_text
from ddcore.answers.base.answer import Table as AnswerTable
from ddcore.answers.base.as_json import plain
from ddcore.answers.base.question import QUESTIONS
from ddcore.answers.base.words import literal
from ddcore.data import Data
from ddcore.figures.theme import DARK, LIGHT, PRINT
from ddcore.interval import LEVELS
from ddcore.read.spelling import OPTION, begun_choice
from ddcore.records.guess import Guess
from ddcore.report import recipe, words
from ddcore.report.document import Chart, Document, Note, Number, Section, Table
from ddcore.report.facts import card, chosen_settings, facts, moved_thresholds
from ddcore.report.order import Order, Wanted, default_sections
from ddcore.workers import progress

ROWS = 600
"""Rows up to which a document has a table unless a format asks for more."""

VERSIONS: Mapping[str, str] = {
    "ddcore": ddcore.__version__,
    "python": platform.python_version(),
    "numpy": np.__version__,
    "pandas": pd.__version__,
    "plotly": plotly.__version__,
}


def compose(data: Data, order: Order, rows: int = ROWS) -> Document:
    """What a report of some data says; tables of more than `rows` rows are named without their rows.

    Raises `InputError` for choices that cannot be used.
    """
    wanted = order.sections or default_sections(data)
    sections = []
    for place, each in enumerate(wanted):
        progress.tell(place / len(wanted), QUESTIONS[each.asked.name].title)
        sections.append(_section(each, f"{place + 1}_{each.question}", data, rows, cases=order.cases))
    decision, numbers, rests_on, would_change = _first_page(data, sections, _levels(wanted))
    return Document(
        title=order.title or default_title(data),
        author=order.author,
        date=order.date,
        decision=decision,
        guesses=tuple(map(_guess, data.guesses)),
        numbers=numbers,
        rests_on=rests_on,
        would_change=would_change,
        sections=tuple(sections),
        facts=facts(data),
        data_notes=(*map(literal, data.notes), *moved_thresholds(data)),
        card=card(data, order, sections),
        compared=None,
        python=recipe.python(data, wanted),
        command=recipe.report_command(data, wanted, cases=order.cases),
        versions=VERSIONS,
        data_fingerprint=data.fingerprint,
        fingerprint=_fingerprint(data, sections),
        source=data.source,
        order=order.model_copy(update={"sections": tuple(wanted)}),
    )


def default_title(data: Data) -> str:
    """The title of a report without one of its own."""
    if data.chosen is None:
        return words.TITLE_OF_CLASSES
    if data.several:
        return f"{len(data.models)} models compared with chance"
    return f"Is {data.name} better than chance?"


def _section(wanted: Wanted, key: str, data: Data, rows: int, *, cases: bool) -> Section:
    question = wanted.asked
    answer = question.ask(data, wanted.made)
    case_tables = [table.title for table in answer.tables.values() if table.cases]
    return Section(
        key=key,
        question=question.name,
        heading=question.title,
        text=question.text,
        chosen=chosen_settings(wanted),
        sentence=answer.sentence,
        decision=answer.decision,
        reason=answer.reason,
        about=answer.about,
        remark=wanted.note,
        numbers=numbers_in(answer),
        notes=(
            # What was guessed of the data stands on the first page, once.
            *(Note(code=note.code, text=note.text, kind=note.kind) for note in answer.notes if note.kind != "guessed"),
            *([_note_of_cases(case_tables, cases=cases)] if case_tables else []),
        ),
        charts=tuple(_chart(f"{key}_{name}", figure) for name, figure in answer.figures.items() if not figure.example),
        tables=tuple(
            _table(f"{key}_{name}", table, rows)
            for name, table in answer.tables.items()
            if not table.example and (cases or not table.cases)
        ),
        method=answer.method,
        values=plain(answer.values),
    )


def _guess(guess: Guess) -> Note:
    """What was guessed of the data, with the option of the command that chooses otherwise."""
    choice = begun_choice(guess.role, guess.options, OPTION)
    return Note(code=guess.code, text=f"{literal(guess.text)} {literal(choice)}.", kind="guessed")


def numbers_in(answer: Answer) -> tuple[Number, ...]:
    """The numbers that carry an answer, as plain texts."""
    return tuple(
        Number(name=number.label, text=number.text, interval=number.interval_text, baseline=number.baseline_text)
        for number in answer.numbers
        if number.is_known
    )


def _note_of_cases(titles: Sequence[str], *, cases: bool) -> Note:
    """A note that tables of single cases are in the report for everybody to read, or that they are left out."""
    if not cases:
        return Note(
            code="cases-left-out",
            text="This report leaves out the tables that list single cases with their rows, ids and scores.",
        )
    tables = " and ".join(f"“{title}”" for title in titles)
    return Note(
        code="cases-listed",
        text=f"The table {tables} lists single cases with their rows, ids and scores. Everybody who gets this report "
        "can read them."
        if len(titles) == 1
        else f"The tables {tables} list single cases with their rows, ids and scores. Everybody who gets this report "
        "can read them.",
    )


def _chart(key: str, figure: Figure) -> Chart:
    return Chart(
        key=key,
        title=figure.title,
        words=figure.words,
        remark=figure.remark,
        light=figure.draw(LIGHT).to_json(),
        dark=figure.draw(DARK).to_json(),
        printed=figure.draw(PRINT).to_json(),
    )


def _table(key: str, table: AnswerTable, most: int) -> Table:
    named: dict[str, Any] = {"key": key, "title": table.title, "remark": table.remark, "bold": table.bold}
    if table.size > most:
        return Table(size=table.size, **named)
    frame = table.rows()
    columns = [frame.iloc[:, place] for place in range(frame.shape[1])]
    floats = tuple(bool(pd.api.types.is_float_dtype(column.dtype)) for column in columns)
    cells = ([_cell(cell) for cell in column.tolist()] for column in columns)
    return Table(
        size=len(frame),
        columns=tuple(map(str, frame.columns)),
        floats=floats,
        rows=tuple(zip(*cells, strict=True)),
        **named,
    )


def _cell(cell: Any) -> Any:
    if cell is None or cell is pd.NA or cell is pd.NaT:
        return None
    return cell if isinstance(cell, bool | int | float | str) else str(cell)


def _fingerprint(data: Data, sections: Sequence[Section]) -> str:
    """The SHA-256 of the cases, of what was chosen and of all numbers."""
    answers = [[each.question, {fact.label: fact.text for fact in each.chosen}, each.values] for each in sections]
    text = json.dumps([data.fingerprint, answers], sort_keys=True, allow_nan=False)
    return sha256(text.encode()).hexdigest()


MOST_SENTENCES, MOST_NUMBERS, MOST_NOTES = 2, 8, 3
"""What the first page has of each: sentences of the decision, numbers, and notes that would change it."""


def _first_page(
    data: Data, sections: Sequence[Section], levels: str
) -> tuple[tuple[str, ...], tuple[Number, ...], tuple[str, ...], tuple[str, ...]]:
    """The decision, the numbers that carry it, what it rests on and what would change it."""
    answered = [section for section in sections if QUESTIONS[section.question].lacking(data) is None] or sections
    what_if = [section for section in answered if section.question in questions_in_report("what if")]
    leading = [section for section in answered if section not in what_if] or answered
    first = leading[0]
    decided = [section.decision for section in (*leading, *what_if) if section.decision]
    decision = tuple(dict.fromkeys(decided))[:MOST_SENTENCES] or (first.sentence,)
    texts = dict.fromkeys([*(section.sentence for section in what_if), *_notes(answered, "changes")])
    would_change = tuple(text for text in texts if text not in decision)[:MOST_NOTES]
    return decision, _leading_numbers(decision, first, answered), _rests_on(data, leading, levels), would_change


def _leading_numbers(decision: Sequence[str], first: Section, sections: Sequence[Section]) -> tuple[Number, ...]:
    """The numbers that the decision names, then the first ones of the first section that have an interval."""
    text = " ".join(plain_text(sentence).replace("\u00a0", " ") for sentence in decision)
    named = [number for section in sections for number in section.numbers if _stands_in(number.text, text)]
    measured = [number for number in first.numbers if " to " in number.interval] or first.numbers
    compared = [number for number in measured if number.baseline] or measured
    return tuple({(number.name, number.text): number for number in (*named, *compared)}.values())[:MOST_NUMBERS]


def _stands_in(number: str, sentence: str) -> bool:
    return re.search(rf"(?<![\d.,]){re.escape(number)}(?![\d]|[.,]\d)", sentence) is not None


def _rests_on(data: Data, sections: Sequence[Section], levels: str) -> tuple[str, ...]:
    texts = [section.about for section in sections if section.about]
    texts += _notes(sections, "rests", "assumed")
    if data.notes:
        texts.append("“The data” lists how the file was read and what was left out.")
    texts.append(_intervals(data, levels))
    return tuple(dict.fromkeys(texts))


def _levels(wanted: Sequence[Wanted]) -> str:
    """The level of the intervals, or those of all sections."""
    levels = [LEVELS[level] for level in sorted({each.made.level for each in wanted})]
    return levels[0] if len(levels) == 1 else f"{' and '.join(levels)}; each section names its own"


def _intervals(data: Data, levels: str) -> str:
    """What the intervals of the report are."""
    if data.chosen is None:
        return "All numbers follow from the sizes of the two classes. Nothing is estimated."
    if data.weighted:
        return f"Intervals have a confidence of {levels} and allow for the weights of the cases."
    if data.clusters:
        return f"Intervals have a confidence of {levels} and allow for cases of one cluster being alike."
    return (
        f"Intervals have a confidence of {levels}: in repeated samples from the same source, about that share of such "
        "intervals contain the true value."
    )


def _notes(sections: Sequence[Section], *kinds: str) -> Iterator[str]:
    return (note.text for section in sections for note in section.notes if note.kind in kinds)
