"""Prints the texts of all answers on twelve data sets, to be read aloud: `python -m tests.texts [QUESTION ...]`.

A text that differs from an earlier one of the same place in nothing but its numbers and names is printed once;
`--all` prints each. Below the answers of a question stand its controls, with their help.
"""

import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache

import numpy as np

import ddcore
from ddcore.answers.base.answer import Answer, plain_text
from ddcore.answers.base.question import QUESTIONS, Question
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.options import Asked, OneOf, beside

NUMBERS = re.compile(r"[-−+]?\d[\d,.]*(?: %)?")


@cache
def data_sets() -> dict[str, Data]:
    """Twelve kinds of data: typed numbers, labels, one model, several, groups, classes, weights, few cases."""
    rng = np.random.default_rng(36)
    truth = rng.integers(0, 2, 400)
    blind = np.round(rng.random(400), 3)
    good = np.round(np.clip(0.5 * truth + 0.7 * rng.random(400), 0, 1), 3)
    return {
        "classes": ddcore.classes(303, 139),
        "counts": ddcore.counts(tp=227, fp=50, fn=31, tn=192),
        "one model": ddcore.sample("two_class_example"),
        "labels": ddcore.sample("pathology"),
        "several classes": ddcore.sample("hpc_cv"),
        "two models": ddcore.sample("lending_club"),
        "rare positives": ddcore.sample("credit"),
        "three classes": ddcore.sample("iris"),
        "then and now": ddcore.sample("then_and_now"),
        "prices": ddcore.sample("factory"),
        "three models, groups, weights": ddcore.predictions(
            truth,
            {"good": good, "blind": blind, "labels": np.where(good > 0.6, 1, 0)},
            group=np.where(rng.random(400) < 0.3, "north", "south"),
            weight=np.round(1 + rng.random(400), 2),
        ),
        "ten cases": ddcore.predictions([1, 0, 1, 0, 0, 1, 0, 0, 1, 0], [9, 2, 7, 4, 6, 8, 1, 3, 5, 2]),
    }


def texts_of(answer: Answer) -> Iterator[tuple[str, str]]:
    """Each text of an answer, with its place."""
    yield from (("sentence", answer.sentence), ("reason", answer.reason), ("about", answer.about))
    yield from ((f"note {note.code}", note.text) for note in answer.notes)
    for name, figure in answer.figures.items():
        yield from ((f"figure {name}", part) for part in (figure.title, figure.words, figure.remark) if part)
    for name, table in answer.tables.items():
        columns = " | ".join(map(str, table.rows().columns)) if table.size <= 1000 else ""
        yield from ((f"table {name}", part) for part in (table.title, columns, table.remark) if part)
    yield from ((f"number {number.label}", f"{number.text} ({number.interval_text})") for number in answer.numbers)
    yield "method", answer.method


def ways(question: Question) -> Iterator[dict[str, object]]:
    """The usual choices, and each of those that are listed, such as the tabs of a page."""
    yield {}
    for name, field in question.choices.model_fields.items():
        listed = beside(field, OneOf)
        if listed is not None and listed.look in ("tabs", "list", "radio") and name not in Asked.model_fields:
            yield from ({question.choices.named(name): value} for value in list(listed.titles)[:8])


def asked(question: Question) -> Iterator[tuple[str, str, str]]:
    """Each text of the answers to a question: the data, the place, the text."""
    for title, data in data_sets().items():
        for choices in ways(question):
            if choices and question.needs(data) is not None:
                continue
            called = f"{title} {choices or ''}"
            with suppress(InputError):
                answer = question.ask(data, question.choices.of(**choices))
                yield from ((called, place, text) for place, text in texts_of(answer))


def main(given: list[str]) -> None:
    """Print the texts of the questions that are named, or of all."""
    each = "--all" in given
    for name in [word for word in given if word in QUESTIONS] or QUESTIONS:
        question = QUESTIONS[name]
        print(f"\n{'=' * 100}\n{question.title}: {question.text} [{name}, {question.section}]\n{question.needed}")
        printed: set[str] = set()
        last = ""
        for data, place, text in asked(question):
            kind = NUMBERS.sub("#", text)
            if not text or (kind in printed and not each):
                continue
            printed.add(kind)
            if data != last:
                print(f"\n--- {data}")
                last = data
            print(f"[{place}] {plain_text(text)}")
        print("\n--- controls")
        for field in question.choices.model_fields.values():
            listed = beside(field, OneOf)
            print(f"[{field.title}] {field.description}", *([] if listed is None else [list(listed.titles.values())]))
        print("--- next:", *question.next.values(), sep="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
