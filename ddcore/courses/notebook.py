"""A course as a Jupyter notebook, whose cells draw its figures, take answers and compute its numbers."""

import json
from collections.abc import Iterator
from typing import Any

from ddcore import __version__
from ddcore.courses.steps import Course, Step
from ddcore.formats import unbroken


def notebook(course: Course) -> bytes:
    """The file of a course, as nbformat 4.5 has it; the same course gives the same bytes.

    >>> from ddcore.courses import course
    >>> json.loads(notebook(course("accuracy")))["nbformat"]
    4
    """
    cells = [
        {**cell, "id": f"cell-{place}", "metadata": cell.get("metadata", {})}
        for place, cell in enumerate(_cells(course))
    ]
    content = {
        "cells": cells,
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
            "title": course.title,
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return (json.dumps(content, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode()


def _cells(course: Course) -> Iterator[dict[str, Any]]:
    source = f"\n\nSource: {course.source}." if course.source else ""
    yield _text(
        f"# {course.title}\n\n{course.about}{source}\n\nThis notebook needs `ddcore` {__version__} or later: "
        "`pip install ddcore nbformat`. It takes "
        f"about {course.minutes} minutes. Answer each question before you read on: put the number of your answer into "
        "the cell and run it."
    )
    yield _code(f'import ddcore\nfrom ddcore.courses import course\n\nsteps = course("{course.name}").steps')
    for place, step in enumerate(course.steps):
        yield from _step(place, step)


def _step(place: int, step: Step) -> Iterator[dict[str, Any]]:
    yield _text(f"## {place + 1}. {step.title}\n\n{step.text}")
    yield _code(f"steps[{place}].figure.draw()")
    options = "\n".join(f"{number}. {option.text}" for number, option in enumerate(step.quiz.options, start=1))
    yield _text(f"**{step.quiz.question}**\n\n{options}")
    yield _code(f"answer = 0\nif answer:\n    print(steps[{place}].check(answer))")
    yield _text("The number itself:" if step.answer is step.figure else "The number itself, and the figure with it:")
    yield _code(step.code)
    if step.answer is not step.figure:
        yield _code(f"steps[{place}].answer.draw()")


def _text(markdown: str) -> dict[str, Any]:
    # A dollar sign would begin a formula.
    return {"cell_type": "markdown", "source": unbroken(markdown).replace("$", "\\$")}


def _code(source: str) -> dict[str, Any]:
    return {"cell_type": "code", "source": source, "execution_count": None, "outputs": []}
