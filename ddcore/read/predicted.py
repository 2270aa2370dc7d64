"""Which columns are predictions, scores or labels, and of which class the scores are."""

import re
from collections.abc import Iterable, Mapping

import numpy as np

from ddcore.errors import InputError
from ddcore.read.columns import NUMBERS, PREDICTION_WORDS, FoundColumns, Given, chosen, has_scores, joined, words
from ddcore.read.limits import CLASSES
from ddcore.read.values import FEW, HEAD, Column, as_text, is_number, misfits
from ddcore.read.words import ChoiceNeeded, listed, quoted

Family = Mapping[str, Column]
"""Columns of scores that one model gives of several classes, by the keys of these."""


def class_families(roles: FoundColumns) -> list[Family]:
    """Score columns that are named like a value of the truth, those of one model together, in file order.

    A name is a value ("Class1"), or a value after words of scores ("prob_Class1"; "prob_0" if all values have one), or
    one of a family with any other words ("rf_yes", "rf_no") if each row of the family sums to one.

    >>> import pyarrow as pa
    >>> truth, ill = Column("truth", pa.array(["ill", "well"])), Column("ill", pa.array([0.9, 0.2]))
    >>> [list(family) for family in class_families(FoundColumns((truth, ill), truth))]
    [['ill']]
    """
    named = zip(map(joined, roles.truth.categories), roles.truth.keys, strict=True)
    keys = {name: value for name, value in named if name}
    families: dict[str, dict[str, Column]] = {}
    for column in roles.columns:
        if column in roles.taken or not column.is_numeric:
            continue
        name = joined(column.name)
        value = max((value for value in keys if name.endswith(value)), key=len, default=None)
        if value is not None:
            families.setdefault(name.removesuffix(value).rstrip("_"), {})[keys[value]] = column
    found: list[Family] = []
    for prefix, family in families.items():
        if _has_numbered_siblings(roles, prefix, family):
            continue
        covers = len(family) == len(roles.truth.categories)
        by_words = set(prefix.split("_")) <= PREDICTION_WORDS and (
            covers or not any(is_number(value) for value in family)
        )
        if not prefix or by_words or (covers and _sums_to_one(family.values())):
            found.append(family)
    return found


def class_scores(roles: FoundColumns, families: Iterable[Family]) -> dict[str, str]:
    """The columns of some families: column name -> the key of the value that it is of, in file order.

    >>> import pyarrow as pa
    >>> truth, ill = Column("truth", pa.array(["ill", "well"])), Column("ill", pa.array([0.9, 0.2]))
    >>> class_scores(FoundColumns((truth, ill), truth), [{"ill": ill}])
    {'ill': 'ill'}
    """
    values = {column.name: value for family in families for value, column in family.items()}
    return {column.name: values[column.name] for column in roles.columns if column.name in values}


def _has_numbered_siblings(roles: FoundColumns, prefix: str, family: Mapping[str, Column]) -> bool:
    """Whether numbers in names count models: beside score_0 and score_1 stands score_2, and no class is 2."""
    if not prefix or not all(map(is_number, family)):
        return False
    numbered = {joined(column.name) for column in roles.columns if column.is_numeric} - {
        joined(column.name) for column in family.values()
    }
    return any(re.fullmatch(re.escape(prefix) + r"_?\d+", name) for name in numbered)


def _sums_to_one(family: Iterable[Column]) -> bool:
    """Whether the first rows do that have all cells of the family filled."""
    rows = zip(*(column.values[:HEAD].to_pylist() for column in family), strict=True)
    filled = [[as_text(cell) for cell in row] for row in rows if None not in row]
    if not filled or not all(is_number(cell) for row in filled for cell in row):
        return False
    return np.allclose(np.array(filled, dtype=float).sum(axis=1), 1, atol=1e-3)


def find_predictions(roles: FoundColumns, given: Mapping[str, Given], other_classes: Iterable[str]) -> None:
    """Fill the scores and labels of `roles`: those given and nothing else, or else all that qualify.

    Labels are columns whose values are all values of the truth. Scores are other columns of numbers, if their name
    says so or all are between 0 and 1 and not whole. Raises `InputError` for a cell that does not fit a column which
    is named as a prediction, and `ChoiceNeeded` where no column qualifies.

    >>> import pyarrow as pa
    >>> truth, p = Column("truth", pa.array(["yes", "no"])), Column("p", pa.array([0.9, 0.2]))
    >>> find_predictions(roles := FoundColumns((truth, p), truth), {}, ())
    >>> roles.names()["score"]
    ('p',)
    """
    if given.get("score") or given.get("label"):
        roles.scores += chosen(roles.columns, "score", given.get("score"))
        roles.labels += chosen(roles.columns, "label", given.get("label"))
        for column in roles.labels:
            _check_labels(column, roles)
        return
    doubts, by_content, unused = [], [], []
    skipped = {column.name for column in roles.taken} | set(other_classes)
    others = [column for column in roles.columns if column.name not in skipped]
    for column in others:
        named = bool(PREDICTION_WORDS & set(words(column.name)))
        if roles.named(column) in (*NUMBERS, "id"):
            if roles.named(column) != "weight" or given.get("weight") is not None:
                unused.append(column.name)
            continue
        try:
            role = _prediction(column, roles, named)
        except InputError as error:
            if named:
                raise
            doubts.append(error)
            roles.notes.append(f"{quoted(column.name)} was not used: {str(error).rsplit(';')[0]}.")
            continue
        if role is None:
            unused.append(column.name)
            continue
        role.append(column)
        if not named and joined(column.name) not in roles.class_names:
            by_content.append(column.name)
    if not roles.scores and not roles.labels:
        if doubts:
            raise doubts[0]
        raise ChoiceNeeded(
            f"no column holds predictions of {quoted(roles.truth.name)}: choose a column with scores or labels",
            "score",
            [column.name for column in roles.columns],
            roles.names(),
        )
    if by_content:
        roles.notes.append(f"Taken as predictions for their content, not their name: {listed(by_content)}.")
    if unused:
        roles.notes.append(f"Not used: {listed(unused)}.")


def _prediction(column: Column, roles: FoundColumns, named: bool) -> list[Column] | None:
    """The list of `roles` that a column belongs to, None for neither."""
    if not column.head:
        return None
    known = roles.truth.keys
    # Numbers of more values than the truth has are no labels: the head shows it without a look at all rows.
    few = column.is_few or (len(known) > FEW and not column.is_numeric)
    could_be_labels = few and (len(column.head_keys) <= max(2, len(known)) or not column.is_numeric)
    if could_be_labels and named and not column.is_numeric:
        CLASSES.check(column.distinct, quoted(column.name))
    if could_be_labels and column.distinct <= CLASSES.most:
        wrong = misfits(column, roles.truth)
        if not wrong:
            return roles.labels
        overlap = len(wrong) < len(column.categories)
        if not column.is_numeric and (named or column.head_keys <= set(known)) and overlap:
            _check_labels(column, roles)
            return roles.labels
        if not column.is_numeric and named:
            values, truth = listed(wrong), quoted(roles.truth.name)
            roles.notes.append(f"{quoted(column.name)} was not used: it holds {values}, none of which {truth} has.")
    if not column.is_numeric and not (named and any(map(is_number, column.head))):
        return None
    if named or joined(column.name) in roles.class_names:
        return roles.scores
    return roles.scores if has_scores(column) else None


def _check_labels(column: Column, roles: FoundColumns) -> None:
    CLASSES.check(column.distinct, quoted(column.name))
    wrong = misfits(column, roles.truth)
    if not wrong:
        return
    if len(roles.truth.categories) > 2 and len(wrong) < len(column.categories):
        roles.notes.append(
            f"{quoted(column.name)} also predicts {listed(wrong)}, which {quoted(roles.truth.name)} never is."
        )
        return
    place = int(np.argmax(column.codes == column.categories.index(wrong[0])))
    raise column.wrong(f"hold the values of {quoted(roles.truth.name)}, {listed(roles.truth.categories, 'or')}", place)
