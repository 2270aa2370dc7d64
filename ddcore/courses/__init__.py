"""Courses for teachers and learners: short steps, each with a question, from one source for page, notebook and PDF.

>>> from ddcore.courses import course
>>> step = course("accuracy").steps[0]
>>> print(step.check(step.quiz.right)[:6])
Right.
"""

import importlib
from functools import cache

from ddcore.courses.steps import Course
from ddcore.errors import InputError

COURSES = ("accuracy", "draw", "rare", "likelihood", "worth", "base_rates")
"""The courses in their order; each is the module of its name, whose `course` makes it."""


@cache
def course(name: str) -> Course:
    """A course by its name; raises `InputError` where there is none.

    >>> course("accuracy").title
    'The trap of accuracy'
    """
    if name not in COURSES:
        raise InputError(f'course must be one of {", ".join(COURSES)}, got "{name:.40}"')
    made: Course = importlib.import_module(f"ddcore.courses.{name}").course()
    return made
