"""What data a question needs, and the text where they are missing."""

from collections.abc import Callable
from typing import NamedTuple

from ddcore.answers.base.words import as_subject, literal
from ddcore.data import Data
from ddcore.records.origin import Origin


class Lacking(NamedTuple):
    """A sentence that says what is missing, and one that says what to do; `role` is what may be chosen for a file then.

    >>> Lacking("There is no model.", "Give its counts.").role
    ''
    """

    sentence: str
    reason: str
    role: str = ""


Needs = Callable[[Data], Lacking | None]


NO_DATA = Data(0.0, 0.0, origin=Origin("nothing", {}))
"""What a question without needs is asked of where there are no data."""


def nothing(data: Data) -> Lacking | None:
    """No data at all: the question is about what everybody may know."""
    return None


def classes(data: Data) -> Lacking | None:
    """How many cases there are and how many are positive: any data will do."""
    return None


def a_model(data: Data) -> Lacking | None:
    """The counts or the predictions of a model."""
    if data.chosen is not None:
        return None
    return Lacking(
        "Only the numbers of both classes are known, so there is no model to judge yet.",
        "Enter a model's counts or choose a file of predictions. The baselines of chance need no model.",
    )


def both_classes(data: Data) -> Lacking | None:
    """A model, and cases of both classes."""
    if data.chosen is None or 0 < data.positives < data.total:
        return a_model(data)
    return Lacking(
        "All cases are of one class, so nothing is known of predictions for the other.",
        "Choose data with cases of both classes.",
    )


def scores(data: Data) -> Lacking | None:
    """A model with scores; one of labels has no threshold to move."""
    if data.chosen is None or data.model.table is not None:
        return a_model(data)
    return Lacking(
        f"{as_subject(data.chosen)} has no scores, so there is no threshold to move.",
        "Choose another model, or a file with a column of scores.",
    )


def two_models(data: Data) -> Lacking | None:
    """Two models that scored the same cases, the selected one among them."""
    if data.chosen is None:
        return a_model(data)
    if data.joint is not None and data.chosen in data.joint.score and len(data.joint.score) > 1:
        return None
    scored = [name for name, model in data.models.items() if model.table is not None]
    if not scored:
        why = "No model here has scores."
    elif len(scored) == 1 and len(data.models) > 1:
        why = f"Only {literal(scored[0])} has scores."
    elif len(scored) == 1:
        why = "There is only one model."
    elif data.joint is None:
        why = "Each model has rows of its own, so they cannot be paired."
    else:
        why = f"{as_subject(data.chosen)} has no scores; choose another model."
    return Lacking(
        "This needs two models that scored the same cases.",
        f"{why} Choose a sample with two models, or a file with the truth and a column of scores for each model.",
    )


def groups(data: Data) -> Lacking | None:
    """A model, and something that divides the cases: a column of groups, or more than two classes."""
    rows = data.rows
    if data.chosen is None:
        return a_model(data)
    if rows is not None and (
        rows.splits or (rows.classes is not None and any(own.classes is not None for own in rows.predicted.values()))
    ):
        return None
    return Lacking(
        "Nothing divides these cases into groups.",
        "Choose a column of groups, a file with more than two classes, or two files.",
        "group",
    )


def two_sides(data: Data) -> Lacking | None:
    """Two models, or one whose cases a column divides."""
    if data.chosen is None:
        return a_model(data)
    if data.several or (data.rows is not None and any(split.names for split in data.rows.splits.values())):
        return None
    return Lacking(
        "There is only one model and nothing to compare it with.",
        "Choose a file with several models, two files, or a column of groups.",
        "group",
    )


def then_and_now(data: Data) -> Lacking | None:
    """A model, and a column that divides its cases into then and now."""
    rows = data.rows
    if data.chosen is None:
        return a_model(data)
    if rows is not None and any(split.numbers is not None or len(split.names) > 1 for split in rows.splits.values()):
        return None
    return Lacking(
        "Nothing divides these cases into then and now.",
        "Choose two files, or a column of groups, such as a date, a version, or training and test.",
        "group",
    )
