"""An exam: questions with numbers drawn from a seed, and solutions that are computed from the same numbers."""

import importlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ddcore.courses import COURSES
from ddcore.errors import InputError


@dataclass(frozen=True)
class Question:
    """A question of an exam: its text and its solution, plain Markdown, and the number that solves it."""

    title: str
    text: str
    solution: str
    value: float
    points: int = 4


@dataclass(frozen=True)
class Exam:
    """Questions that one seed gives."""

    seed: int
    questions: Sequence[Question]
    title: str = "What does a number say about a model?"


def exam(seed: int, courses: Sequence[str] = COURSES) -> Exam:
    """The exam of a seed, a question for each of the courses.

    >>> exam(3).questions[0].title, exam(3) == exam(3), exam(3) == exam(4)
    ('The trap of accuracy', True, False)
    """
    if seed < 0:
        raise InputError(f"seed must be 0 or larger, got {seed}")
    unknown = [name for name in courses if name not in COURSES]
    if unknown:
        raise InputError(f'course must be one of {", ".join(COURSES)}, got "{unknown[0]:.40}"')
    questions = [
        importlib.import_module(f"ddcore.courses.{name}").question(np.random.default_rng([seed, COURSES.index(name)]))
        for name in courses
    ]
    return Exam(seed, questions)
