"""How what is said of a file is typed at a door: an option of a command, a keyword of Python, a field of JSON."""

import json
import shlex
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.read.roles import SAID, title
from ddcore.read.words import LONGEST_LIST, Unusable, quoted

LONGEST_VALUE = 200
"""Letters of a value that is shown as it is to be typed."""

BARE = ("number", "numbers", "flag", "whole number")
"""Kinds of roles whose values stand in no quotation marks."""


@dataclass(frozen=True)
class Spelling:
    """How a door has a role and its values; `name` stands before one value, `before` before several."""

    name: Callable[[str], str]
    before: Callable[[str], str]
    value: Callable[[str, str], str]
    last: str

    def said(self, role: str, options: Sequence[str]) -> str:
        """A role with what may be said for it, the first one as it is to be typed.

        >>> OPTION.said("truth", ["churned", "plan"]), OPTION.said("truth", ["Betrag (EUR)"])
        ('--truth: churned, plan', "--truth 'Betrag (EUR)'")
        >>> KEYWORD.said("truth", ["churned", "plan"]), FIELD.said("header", ["3"])
        ('truth="churned" or "plan"', '"header": 3')
        """
        short = [option for option in options if len(option) <= LONGEST_VALUE]
        values = [self.value(role, option) for option in short[:LONGEST_LIST]]
        if not values:
            return self.name(role).rstrip("=: ")
        if len(values) == len(options) == 1:
            return self.name(role) + values[0]
        if len(values) < len(options):
            values.append(f"{len(options) - len(values):,} more")
        return self.before(role) + self.last.join([", ".join(values[:-1]), values[-1]])


def _flag(role: str) -> str:
    return f"--{role.replace('_', '-')}"


def _in_marks(role: str, value: str) -> str:
    """A value as Python and JSON have it."""
    kind = SAID.get(role)
    return value if kind is not None and kind.what in BARE else json.dumps(value, ensure_ascii=False)


OPTION = Spelling(
    lambda role: f"{_flag(role)} ", lambda role: f"{_flag(role)}: ", lambda _, text: shlex.quote(text), ", "
)
"""As a command has it."""
KEYWORD = Spelling(lambda role: f"{role}=", lambda role: f"{role}=", _in_marks, " or ")
"""As Python has it."""
FIELD = Spelling(lambda role: f'"{role}": ', lambda role: f'"{role}": ', _in_marks, " or ")
"""As JSON has it."""
IN_WORDS = Spelling(
    lambda role: f"{_called(role)} ", lambda role: f"{_called(role)} ", lambda _, text: quoted(text), " or "
)
"""As a person reads it, where nothing is typed."""


def _called(role: str) -> str:
    """What a role is called inside a sentence."""
    name = title(role) if role in SAID else role
    return name[0].lower() + name[1:]


def choose(role: str, options: Sequence[str], spelling: Spelling) -> str:
    """What to type to choose what a role is, as a part of a sentence.

    >>> choose("truth", ["churned", "plan"], OPTION), choose("missing", ["leave out"], KEYWORD)
    ('choose the truth with --truth: churned, plan', 'use missing="leave out"')
    >>> choose("missing", ["leave out", "keep"], FIELD)
    'choose with "missing": "leave out" or "keep"'
    """
    said = spelling.said(role, options)
    if len(options) == 1:
        return f"use {said}"
    # What is said in a word of its own is no thing with a name.
    is_thing = role not in SAID or SAID[role].what not in ("text", "flag")
    return f"choose the {_called(role)} with {said}" if is_thing else f"choose with {said}"


def begun_choice(role: str, options: Sequence[str], spelling: Spelling) -> str:
    """The same as the beginning of a sentence.

    >>> begun_choice("positive", ["ill", "well"], KEYWORD)
    'Choose the positive class with positive="ill" or "well"'
    """
    said = choose(role, options, spelling)
    return said[0].upper() + said[1:]


def spelled(problem: InputError, spelling: Spelling) -> str:
    """The sentence of an error, which from then on has what mends it as a door has that.

    >>> spelled(Unusable("truth must be a column; the nearest is “y”", "truth", ["y"], "; the nearest is “y”"), FIELD)
    'truth must be a column; use "truth": "y"'
    """
    if isinstance(problem, Unusable) and problem.choice in SAID and SAID[problem.choice].what != "new names":
        matter = str(problem).removesuffix(problem.advice)
        problem.advice = f"{problem.advice[:2] or '; '}{choose(problem.choice, problem.options, spelling)}"
        problem.args = (matter + problem.advice,)
    return str(problem)


FEW = 3
"""Columns of one role that are named; of more their number is told."""


def taken(data: Data) -> Iterator[str]:
    """Lines that say which columns of a file were taken for what, and what was guessed, as keywords of `ddcore.read`.

    >>> from ddcore.read import read
    >>> print(*taken(read(b"ok,score\\nb,0.9\\na,0.2\\na,0.4\\n", truth="ok").data()), sep="\\n")
      truth="ok", positive="b", score="score"
      guessed: “b” was guessed as positive: it is the rarer value. Choose the positive class with positive="b" or "a"
    """
    said = {"truth": "", "positive": _in_marks("positive", data.positive)} | {
        role: _columns(role, names) for role, names in data.roles.items() if names
    }
    yield "  " + ", ".join(f"{role}={names}" for role, names in said.items())
    for guess in data.guesses:
        yield f"  guessed: {guess.text} {begun_choice(guess.role, guess.options, KEYWORD)}"


def _columns(role: str, names: Sequence[str]) -> str:
    """The columns of a role as Python has them."""
    if len(names) > FEW:
        return f"{len(names):,} columns"
    columns = ", ".join(_in_marks(role, name) for name in names)
    return columns if len(names) == 1 else f"[{columns}]"
