"""What a course is made of: steps, each with a figure and a question that is answered before the answer is shown."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ddcore.answers.base.answer import Figure, plain_text
from ddcore.errors import InputError


@dataclass(frozen=True)
class Option:
    """One option of a quiz: whether it is right, as computed, and what is said to those who choose it."""

    text: str
    right: bool
    reason: str


@dataclass(frozen=True)
class Quiz:
    """A question with its options, exactly one of which is right.

    >>> quiz = Quiz("How many?", (Option("2", 1 + 1 == 2, "One and one."), Option("3", 1 + 1 == 3, "Too many.")))
    >>> quiz.right, quiz.said(2)
    (1, 'Not quite. Too many. The right answer is 1: 2. One and one.')
    """

    question: str
    options: tuple[Option, ...]

    def __post_init__(self) -> None:
        right = sum(option.right for option in self.options)
        if right != 1:
            raise ValueError(f"exactly one option must be right, got {right}: {self.question}")

    @property
    def right(self) -> int:
        """The number of the right option, from 1 on."""
        return 1 + [option.right for option in self.options].index(True)

    def said(self, number: int) -> str:
        """What is said to those who chose the option of a number; raises `InputError` where there is none."""
        if number not in range(1, 1 + len(self.options)):
            raise InputError(f"the answer must be a number from 1 to {len(self.options)}, got {number!r}")
        chosen, right = self.options[number - 1], self.options[self.right - 1]
        if chosen.right:
            return f"Right. {chosen.reason}"
        return f"Not quite. {chosen.reason} The right answer is {self.right}: {right.text}. {right.reason}"


def number_quiz(
    question: str, right: float, because: str, wrong: Mapping[float, str], written: Callable[[float], str]
) -> Quiz:
    """A quiz whose options are numbers, in ascending order: the right one, and wrong ones with what is said of each.

    >>> number_quiz("Half of 3?", 3 / 2, "3 / 2.", {1.0: "Too few.", 3.0: "All."}, "{:g}".format).right
    2
    """
    numbers = sorted([right, *wrong])
    if len({written(number) for number in numbers}) < len(numbers):
        raise ValueError(f"two options look the same: {question}")
    return Quiz(
        question,
        tuple(
            Option(written(number), number == right, because if number == right else wrong[number])
            for number in numbers
        ),
    )


@dataclass(frozen=True)
class Motion:
    """What moves on a page: `kind` names what draws it, `data` are plain values, `words` describe it.

    `answers` names those of the values that wait until the answer is shown.
    """

    kind: str
    words: str
    data: Mapping[str, Any]
    answers: tuple[str, ...] = ()


@dataclass(frozen=True)
class Step:
    """One idea: a text, a figure, a quiz, and the idea itself once the quiz is answered.

    Parameters
    ----------
    title, text, idea : str
        Plain Markdown: what is read before the question, and what the step shows.
    figure, answer : Figure
        Before the answer is shown and with it.
    quiz : Quiz
        The question.
    opens : str
        The question of the dashboard that asks the same of data of one's own.
    code : str
        Python that computes the numbers of the step, for a notebook.
    motion : Motion, optional
        What moves, in place of the figure, on a page.
    """

    title: str
    text: str
    figure: Figure
    quiz: Quiz
    idea: str
    answer: Figure
    opens: str
    code: str
    motion: Motion | None = None

    def check(self, number: int) -> str:
        """What is said to those who answer with the option of a number, as plain text."""
        return plain_text(f"{self.quiz.said(number)} {self.idea}")


@dataclass(frozen=True)
class Course:
    """Steps in their order; `about` says what they show, `minutes` how long they take, `source` where it is from."""

    name: str
    title: str
    about: str
    minutes: int
    steps: Sequence[Step] = field(repr=False)
    source: str = ""


def shares(parts: Sequence[float], of: int) -> list[int]:
    """Whole numbers that add up to `of`, in the proportion of the parts, by the largest remainders.

    >>> shares([517, 9340], 100), shares([1, 1, 1], 10)
    ([5, 95], [4, 3, 3])
    """
    exact = [of * part / math.fsum(parts) for part in parts]
    whole = [math.floor(share) for share in exact]
    order = sorted(range(len(parts)), key=lambda place: whole[place] - exact[place])
    for place in order[: of - sum(whole)]:
        whole[place] += 1
    return whole
