"""A file in one or two sentences: how many cases, and of which class."""

from collections.abc import Collection

from ddcore.formats import count, many, number, percent
from ddcore.read.predictions import Predictions
from ddcore.read.words import listed, quoted

TITLES = {
    **{"score": "scores", "label": "labels", "model": "names of models", "group": "groups", "fold": "folds"},
    **{"run": "runs", "cluster": "clusters"},
    **{"weight": "weights", "amount": "amounts", "id": "id"},
    **{"cost_fp": "costs of false positives", "cost_fn": "costs of false negatives"},
}
"""What columns are called by their roles."""
MANY = 3
"""Columns of scores or labels that are named; of more their number is told."""


def summary(file: Predictions) -> str:
    """How many cases a file has and how many are positive; by weight where they are weighted.

    >>> from ddcore.read import read
    >>> summary(read(b"truth,score\\nyes,0.9\\nno,0.2\\nno,0.4\\n"))
    '3 cases: 1 is “yes” (33.3 %), 2 are “no”.'
    """
    negatives = file.total - file.positives
    share = percent(file.positives / file.total)
    if file.roles["weight"]:
        verb = "counts" if file.rows == 1 else "count"
        return (
            f"{many(file.rows, 'row')} {verb} as {number(file.total)} cases with the weights "
            f"{quoted(file.roles['weight'][0])}: {number(file.positives)} are {quoted(file.positive)} ({share}), "
            f"{number(negatives)} are {quoted(file.negative)}."
        )
    classes = f"{_are(file.positives)} {quoted(file.positive)} ({share}), {_are(negatives)} {quoted(file.negative)}"
    if file.total == file.rows:
        return f"{many(file.total, 'case')}: {classes}."
    if len({model.cases for model in file.listed if model.used}) > 1 or file.roles["model"]:
        return f"{many(file.rows, 'row')}, up to {many(file.total, 'case')} per model: {classes}."
    verb = "is used" if file.total == 1 else "are used"
    return f"{count(file.total)} of {count(file.rows)} rows {verb}: {classes}."


def _are(number: float) -> str:
    return "1 is" if number == 1 else f"{count(number)} are"


def taken(file: Predictions, unsure: Collection[str] = ()) -> str:
    """Which columns were taken for what, and which class is positive, without the roles that are unsure.

    >>> from ddcore.read import read
    >>> taken(read(b"truth,score,case_id\\nyes,0.9,1\\nno,0.2,2\\nno,0.4,3\\n"))
    'Truth: “truth”, positive: “yes”, scores: “score”, id: “case_id”.'
    """
    parts = {"truth": f"truth: {quoted(file.roles['truth'][0])}", "positive": f"positive: {quoted(file.positive)}"}
    for role, title in TITLES.items():
        if columns := file.roles[role]:
            parts[role] = f"{title}: {listed(columns) if len(columns) <= MANY else f'{len(columns):,} columns'}"
    sure = ", ".join(part for role, part in parts.items() if role not in unsure)
    return f"{sure[0].upper()}{sure[1:]}." if sure else ""


def doubt(file: Predictions) -> str:
    """What the scores say against a positive class that is a guess; empty where they say nothing, or it is none.

    >>> from ddcore.read import read
    >>> doubt(read(b"truth,score\\nred,0.2\\nblue,0.9\\nblue,0.4\\n"))
    'With this choice every AUC is below 0.5.'
    """
    areas = [model.auc for model in file.listed if model.auc is not None]
    return "With this choice every AUC is below 0.5." if file.positive_is_guess and areas and max(areas) < 0.5 else ""


def classes(file: Predictions) -> str:
    """The values of a truth that has more than two, with their rows, and what becomes of them; empty for two.

    >>> from ddcore.read import read
    >>> classes(read(b"truth,score\\na,0.9\\nb,0.2\\nc,0.4\\n", positive="b"))
    '“truth” has 3 values, “a”, “b” and “c”; all except “b” form the negative class “not b”.'
    """
    if len(file.truth_values) < 3:
        return ""
    return (
        f"{quoted(file.roles['truth'][0])} has {len(file.truth_values)} values, {listed(file.truth_values)}; all "
        f"except {quoted(file.positive)} form the negative class {quoted(file.negative)}."
    )
