"""A course or an exam as PDF, by Typst: questions first, and the answers on pages of their own at the end."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ddcore import __version__
from ddcore.answers.base.answer import plain_text
from ddcore.courses.exam import Exam
from ddcore.courses.steps import Course
from ddcore.errors import InputError
from ddcore.figures.theme import LIGHT
from ddcore.formats import many
from ddcore.report.pdf import block_data, compiled, packed
from ddcore.report.pictures import painter

FOOT = f"ddcore {__version__}"
ROOM = 55
"""Millimetres to write below a question of an exam."""


def course_pdf(course: Course) -> bytes:
    """A course on paper; where no Chromium draws its figures, they are described.

    Raises `InputError` where Typst is not installed.
    """
    figures = {f"{place}.svg": step.figure.draw(LIGHT).to_json() for place, step in enumerate(course.steps)}
    try:
        pictures: Mapping[str, bytes] = painter.draw(figures, "svg", 560)
    except InputError:
        pictures = {}
    sections = [
        {
            "heading": f"{place + 1}. {step.title}",
            "text": block_data(step.text if f"{place}.svg" in pictures else f"{step.text} {step.figure.words}"),
            "file": f"{place}.svg" if f"{place}.svg" in pictures else None,
            "alt": plain_text(step.figure.words),
            "question": block_data(f"**{step.quiz.question}**"),
            "options": [block_data(option.text) for option in step.quiz.options],
            "room": 0,
        }
        for place, step in enumerate(course.steps)
    ]
    answers = [
        {
            "heading": f"{place}. {step.title}",
            "text": block_data(
                f"**{step.quiz.right}: {step.quiz.options[step.quiz.right - 1].text}**. "
                f"{step.quiz.options[step.quiz.right - 1].reason} {step.idea}"
            ),
        }
        for place, step in enumerate(course.steps, start=1)
    ]
    under = f"A course in {many(len(course.steps), 'step')}, about {course.minutes} minutes"
    source = f" Source: {course.source}." if course.source else ""
    return _printed(course.title, under, course.about + source, sections, "Answers", answers, pictures)


def exam_pdf(exam: Exam) -> bytes:
    """An exam on paper, its solutions on pages of their own; raises `InputError` where Typst is not installed."""
    sections = [
        {
            "heading": f"{place}. {question.title} ({many(question.points, 'point')})",
            "text": block_data(question.text),
            "file": None,
            "alt": "",
            "question": [],
            "options": [],
            "room": ROOM,
        }
        for place, question in enumerate(exam.questions, start=1)
    ]
    answers = [
        {"heading": f"{place}. {question.title}", "text": block_data(question.solution)}
        for place, question in enumerate(exam.questions, start=1)
    ]
    points = sum(question.points for question in exam.questions)
    about = "Name: " + "_" * 50
    return _printed(exam.title, f"{many(points, 'point')}, seed {exam.seed}", about, sections, "Solutions", answers, {})


def _printed(
    title: str,
    under: str,
    about: str,
    sections: Sequence[Mapping[str, Any]],
    answers_title: str,
    answers: Sequence[Mapping[str, Any]],
    pictures: Mapping[str, bytes],
) -> bytes:
    data = {
        "title": title,
        "under": under,
        "about": block_data(about),
        "sections": sections,
        "answers_title": answers_title,
        "answers": answers,
        "foot": FOOT,
    }
    template = Path(__file__).with_name("course.typ").read_bytes()
    given = json.dumps(data, ensure_ascii=False).encode()
    return packed(compiled({"main.typ": template, "paper.json": given, **pictures}))
