"""A random guesser to compare with: the choice of one, and what it does in words."""

import re
from typing import Annotated

from pydantic import BeforeValidator, Field

from ddcore.chance.guessing import GUESSERS
from ddcore.errors import InputError


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


Guess = Annotated[
    str | float,
    BeforeValidator(_checked),
    Field(
        title="Compare with a guesser",
        description="A guesser predicts each case positive with the same probability, without looking: 1/2 (a coin), "
        "the share of positive cases, always the more common class, or a share of your own.",
    ),
]
"""A guesser of `GUESSERS` by its name, or the probability of predicting a case positive."""


def guesser(guess: str | float) -> str:
    """What a guesser does, in words.

    >>> guesser("half"), guesser(0.25)
    ('tossing a coin', 'predicting each case positive with probability 0.25')
    """
    if isinstance(guess, str):
        return GUESSERS[guess].words
    return f"predicting each case positive with probability {guess:g}"
