"""A random guesser to compare with: the choice of one, and what it does in words."""

import re
from collections.abc import Iterable
from typing import Annotated

from pydantic import BeforeValidator, Field

from ddcore.chance.guessing import GUESSERS
from ddcore.errors import InputError
from ddcore.measures import Measure, counted, measure
from ddcore.options import OneOf


def _checked(given: str | float) -> str | float:
    """The name of a guesser, or a probability; raises `InputError` for anything else."""
    if isinstance(given, str) and given in GUESSERS:
        return given
    if not re.fullmatch(r"[-+]?[0-9.]+(e[-+]?[0-9]+)?", str(given)):
        raise InputError(f'must be {", ".join(GUESSERS)} or a number from 0 to 1, got "{given!s:.40}"')
    try:
        probability = float(given)
    except ValueError:
        probability = -1.0
    if not 0 <= probability <= 1:
        raise InputError(f'must be between 0 and 1, got "{given!s:.40}"')
    return probability


NO_VALUE, ZERO = "none", "0"

Empty = Annotated[
    str,
    BeforeValidator(str),
    OneOf({NO_VALUE: "No value", ZERO: "0"}, "tabs"),
    Field(
        title="F1 with no positive prediction",
        description="If no case is predicted positive, F1 as the mean of precision and recall has no value; written as "
        "2 TP / (P + n) it is 0 (Burger & Meertens). The same applies to other F scores, and to NF1 if no case is "
        "predicted negative.",
    ),
]
"""What an F score is of predictions without a positive one: no value, or 0."""


def with_empty_value(key: str, empty: str) -> Measure:
    """A measure, with the value that predictions without a positive one are said to have.

    >>> with_empty_value("F1", "0").undefined, with_empty_value("F1", "none").undefined
    ('no case is truly positive', 'no case is truly positive or no case is predicted positive')
    """
    return counted(key) if empty == ZERO else measure(key)


def has_empty_value(keys: Iterable[str]) -> bool:
    """Whether one of the measures has two such values to choose from.

    >>> has_empty_value(["ACC", "F2"]), has_empty_value(["ACC", "PPV"])
    (True, False)
    """
    return any(measure(key).spared for key in keys)


Guess = Annotated[
    str | float,
    BeforeValidator(_checked),
    Field(
        title="Compare with a guesser",
        description="A guesser predicts each case positive with the same probability: 1/2 (a coin), the base rate, "
        "0 or 1 (always the more common class), or a probability of your own.",
    ),
]
"""A guesser of `GUESSERS` by its name, or the probability of predicting a case positive."""


def guesser_text(guess: str | float) -> str:
    """What a guesser does, in words.

    >>> guesser_text("half"), guesser_text(0.25)
    ('tossing a coin', 'predicting each case positive with probability 0.25')
    """
    if isinstance(guess, str):
        return GUESSERS[guess].words
    return f"predicting each case positive with probability {guess:g}"
