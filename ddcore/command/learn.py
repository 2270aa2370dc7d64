"""Courses and exams as files."""

from collections.abc import Callable, Mapping
from pathlib import Path

from ddcore.command.report import write
from ddcore.command.safe import line
from ddcore.courses import course
from ddcore.courses.exam import exam
from ddcore.courses.notebook import notebook
from ddcore.courses.paper import course_pdf, exam_pdf
from ddcore.courses.steps import Course
from ddcore.errors import InputError
from ddcore.read.words import quoted

COURSE_FILES: Mapping[str, Callable[[Course], bytes]] = {".ipynb": notebook, ".pdf": course_pdf}
"""How a course is written, by the ending of its file."""


def course_to(name: str, out: str) -> None:
    """Write a course; raises `InputError` for one that is not known, and for another ending."""
    made, ending = course(name), Path(out).suffix.lower()
    if ending not in COURSE_FILES:
        raise InputError(f"out must end in .ipynb or .pdf, got {quoted(out)}")
    write(out, COURSE_FILES[ending](made))
    print(line(f"{out}: {made.title}"))


def exam_to(seed: int, out: str) -> None:
    """Write the exam of a seed with its solutions; raises `InputError` for another ending."""
    made = exam(seed)
    if Path(out).suffix.lower() != ".pdf":
        raise InputError(f"out must end in .pdf, got {quoted(out)}")
    write(out, exam_pdf(made))
    print(line(f"{out}: seed {made.seed}"))
