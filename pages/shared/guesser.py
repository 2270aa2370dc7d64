"""The choice of a random guesser to compare with."""

from ddcore.answers.rescaled import Choices
from ddcore.data import Data
from pages.frame import guess
from pages.session.choices import Choice


def choose(data: Data) -> str | float:
    """A strategy of `guessing.GUESSERS`, or the probability of calling a case positive; in the link as guess=."""
    choice = Choice(Choices, "guess", data)
    value: str | float = guess.draw(choice)
    choice.say()
    return value
