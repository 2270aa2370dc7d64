"""The choices of Actions: answers and their worth, one line each."""

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field

from ddcore.data import Data
from ddcore.decisions.actions import Actions
from ddcore.errors import InputError
from ddcore.options import Asked, OfData, Text

REFERRED = "refer"
REFERRAL = 0.8
"""The default worth of referring a case: a right answer is worth 1, a wrong one 0."""
MOST = 30
"""Answers in one table."""


class Choices(Asked):
    """The answers, and what each is worth."""

    answers: Annotated[str | None, Text(most=4000, lines=4), OfData()] = Field(
        None,
        title="What each answer is worth, class by class",
        description="One line per answer: its name, a colon, and its worth if the case truly belongs to the first "
        "class, to the second, and so on. One number is used for all classes. The number of a class as a name means "
        "that class. “treat both: 0.6” and “none: 0, 0, 1” are answers, too.",
    )

    @classmethod
    def defaults(cls, data: Data) -> Mapping[str, Any]:
        """An answer for each class, right or wrong, and referring the case."""
        return {"answers": default_answers(len(class_names(data)))}


def class_names(data: Data) -> tuple[str, ...]:
    """The classes in the order of the numbers of an answer: all of a file, or the positive and the negative one.

    >>> class_names(Data(303, 139, "ill", "well"))
    ('ill', 'well')
    """
    return (data.positive, data.negative) if data.classes is None else data.classes.names


def default_answers(classes: int) -> str:
    """An answer for each class, right or wrong, and referring the case.

    >>> print(default_answers(2))
    1: 1, 0
    2: 0, 1
    refer: 0.8
    """
    rows = [
        f"{place + 1}: {', '.join('1' if at == place else '0' for at in range(classes))}" for place in range(classes)
    ]
    return "\n".join([*rows, f"{REFERRED}: {REFERRAL:g}"])


def actions_of(text: str, classes: Sequence[str]) -> Actions:
    """The answers of a text, a line each: its name, a colon, and what it is worth for a case of each class.

    A link has semicolons between them. A name that is the number of a class stands for that class, one number for all
    classes. Raises `InputError` "line 2 must be a name, a colon and 3 numbers, got "x: 1, 2"", "there is more than one
    answer called refer", and as `Actions.of` does.

    >>> actions_of("1: 1, 0\\n2: 0, 1\\nboth: 0.6", ["ill", "well"]).names
    ('ill', 'well', 'both')
    """
    rows: dict[str, Sequence[float]] = {}
    for number, line in enumerate(re.split(r"[;\n]", text), start=1):
        if not line.strip():
            continue
        name, colon, worth = line.rpartition(":")
        try:
            numbers = [float(part) for part in worth.split(",")] if colon and name.strip() else []
        except ValueError:
            numbers = []
        if len(numbers) == 1:
            numbers *= len(classes)
        if len(numbers) != len(classes):
            raise InputError(
                f'line {number} must be a name, a colon and {len(classes)} numbers (or one for all), got "{line:.60}"'
            )
        known = name.strip()[:60]
        if known.isdecimal() and 1 <= int(known) <= len(classes):
            known = classes[int(known) - 1]
        if known in rows:
            raise InputError(f"there is more than one answer called {known}")
        if len(rows) == MOST:
            raise InputError(f"there must be at most {MOST} answers, got more")
        rows[known] = numbers
    return Actions.of(rows)


def text_of(rows: Sequence[tuple[str, Sequence[float]]], classes: Sequence[str]) -> str:
    """The lines of some answers and their numbers, which `actions_of` reads; a class is written as its number.

    An answer without a name is called by its place, one that is worth the same for all classes has one number. What
    would end a line is left out of a name.

    >>> print(text_of([("ill", [1, 0]), ("both", [0.6, 0.6]), ("", [0, 1])], ["ill", "well"]))
    1: 1, 0
    both: 0.6
    answer 3: 0, 1
    """
    lines = []
    for place, (name, worth) in enumerate(rows, start=1):
        known = " ".join(re.sub(r"[;\n]", " ", name).split()) or f"answer {place}"
        if known in classes:
            known = str(classes.index(known) + 1)
        numbers = [f"{number:.15g}" for number in worth]
        lines.append(f"{known}: {numbers[0] if len(set(numbers)) == 1 else ', '.join(numbers)}")
    return "\n".join(lines)
