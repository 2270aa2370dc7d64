"""What data a question needs, and what is said where they are not there."""

from collections.abc import Callable

from ddcore.answers.words import subject
from ddcore.data import Data

Lacking = tuple[str, str]
"""A sentence that says what is not there, and one that says what to do."""
Needs = Callable[[Data], Lacking | None]


def classes(data: Data) -> Lacking | None:
    """How many cases there are and how many are positive: any data will do."""
    return None


def a_model(data: Data) -> Lacking | None:
    """The counts or the predictions of a model."""
    if data.chosen is not None:
        return None
    return (
        "Only the classes are known, so there is no model to judge yet.",
        "Give a model's counts or a file of predictions; what chance scores is known already.",
    )


def scores(data: Data) -> Lacking | None:
    """A model with scores; one of labels has no cutoff to move."""
    if data.chosen is None or data.model.table is not None:
        return a_model(data)
    return (
        f"{subject(data.chosen)} has no scores, so there is no cutoff to move.",
        "Choose another model, or a file with a column of scores.",
    )
