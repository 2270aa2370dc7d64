"""Which column is what: told by name and by content, or named by the person."""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ddcore.errors import InputError
from ddcore.read.limits import CLASSES, GROUPS, MODELS
from ddcore.read.values import Column, is_number, misfits
from ddcore.read.words import ChoiceNeeded, counted, listed, quoted, unknown_name

TRUTH_NAMES = (
    *("y_true", "ytrue", "truth", "true", "actual", "ground_truth", "target", "outcome", "observed", "obs"),
    *("reference", "gold", "label", "labels", "class", "y"),
)
"""Names of the truth, the first one wins; so does a name with one of the words below and no word of predictions."""

TRUTH_WORDS = {"truth", "true", "actual", "target", "outcome", "observed", "obs", "reference", "gold"}
LABEL_WORDS = {"pred", "preds", "predicted", "prediction", "predictions", "ypred", "yhat", "estimate"}
SCORE_WORDS = {
    *("score", "scores", "prob", "probs", "proba", "probability", "probabilities", "p"),
    *("yscore", "yprob", "logit", "confidence"),
}
PREDICTION_WORDS = LABEL_WORDS | SCORE_WORDS

SINGLE = {
    "model": {"model", "classifier", "model_name", "classifier_name", "algorithm"},
    "group": {"group", "segment", "subgroup", "slice", "cohort"},
    "fold": {"fold", "resample"},
    "weight": {"weight", "weights"},
    "amount": {"amount", "amounts"},
}
"""Names of the roles that one column at most has; all but a model's may have words before it ("sample_weight")."""

NUMBERS = {
    "weight": ("hold a weight of 0 or more in each row", math.inf),
    "amount": ("hold an amount from 0 to 10^150 in each row", 1e150),
}
"""The roles of which each row has a finite number of 0 or more: what a column must do, and the largest number."""

Given = str | Sequence[str] | None
"""A role as a person gives it: a column, several, "" or an empty list for none, None to have it found."""


def words(name: str) -> list[str]:
    """The words of a column name, in lower case.

    >>> words("Model_A.Score")
    ['model', 'a', 'score']
    """
    return re.findall(r"[^\W_]+", name.casefold())


def joined(name: str) -> str:
    """A column name without case, spaces and signs.

    >>> joined(" Y-True ")
    'y_true'
    """
    return "_".join(words(name))


@dataclass
class Roles:
    """The columns and what they are; `notes` says in sentences what was assumed."""

    columns: tuple[Column, ...]
    truth: Column
    scores: list[Column] = field(default_factory=list)
    labels: list[Column] = field(default_factory=list)
    single: dict[str, Column] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    @cached_property
    def class_names(self) -> frozenset[str]:
        """The values of the truth in the form of `joined`, by which a column named like one is recognised."""
        return frozenset(map(joined, self.truth.categories))

    def names(self) -> dict[str, tuple[str, ...]]:
        """The names of the columns in each role, an empty tuple where there are none."""
        named = {"truth": [self.truth], "score": self.scores, "label": self.labels}
        named |= {role: [self.single[role]] if role in self.single else [] for role in SINGLE}
        return {role: tuple(column.name for column in columns) for role, columns in named.items()}


def chosen(columns: Iterable[Column], role: str, given: Given) -> list[Column]:
    """The columns a person named for a role; raises `InputError` with the nearest names for one that is not there.

    >>> import pyarrow as pa
    >>> [column.name for column in chosen([Column("p", pa.array([0.5])), Column("q", pa.array([0.2]))], "score", "q")]
    ['q']
    """
    by_name = {column.name: column for column in columns}
    names = [given] if isinstance(given, str) else list(given or ())
    columns_named = []
    for name in (str(name).strip() for name in names if str(name).strip()):
        if name not in by_name:
            raise unknown_name(role, name, by_name)
        columns_named.append(by_name[name])
    return columns_named


def find_truth(columns: Sequence[Column], given: Given, notes: list[str]) -> Column:
    """The column of the truth: as given; else by its name; else the only column with two values.

    Where no name tells and two columns share their two values, the first is taken and noted. Raises `ChoiceNeeded`
    where that does not decide, and `InputError` for a column with more values than a truth has.

    >>> import pyarrow as pa
    >>> columns = [Column("p", pa.array([0.5, 0.7, 0.2])), Column("outcome", pa.array(["sick", "well", "sick"]))]
    >>> find_truth(columns, None, []).name
    'outcome'
    """
    truth = _truth(columns, given, notes)
    CLASSES.check(truth.distinct, quoted(truth.name))
    return truth


def _truth(columns: Sequence[Column], given: Given, notes: list[str]) -> Column:
    if given:
        truth = chosen(columns, "truth", given)[0]
        if truth.missing.all() or not truth.is_few:
            raise InputError(f"{_unlike_truth(truth)}; choose another column")
        return truth
    few = [column for column in columns if column.is_few]
    by_name = sorted(
        (rank, place) for place, column in enumerate(few) if (rank := _truth_rank(column.name)) is not None
    )
    if by_name:
        return few[by_name[0][1]]
    two = [c for c in few if len(c.head_keys) == 2 and not PREDICTION_WORDS & set(words(c.name)) and not _single(c)]
    if len(two) == 1:
        notes.append(f"{quoted(two[0].name)} was taken as the truth: no other column holds just two values.")
        return two[0]
    if len(two) == 2 and two[0].head_keys == two[1].head_keys:
        notes.append(f"No column is named as the truth; the first with two values, {quoted(two[0].name)}, was taken.")
        return two[0]
    unlike = next((_unlike_truth(column) for column in columns if _truth_rank(column.name) is not None), None)
    raise ChoiceNeeded(
        f"{unlike or 'no column is named as the truth'}: choose the column with the true classes",
        "truth",
        [column.name for column in columns],
    )


def _unlike_truth(column: Column) -> str:
    """Why a column cannot be the truth."""
    if column.missing.all():
        return f"{quoted(column.name)} must hold the truth, but all its cells are empty"
    values, rows = counted(len(column.head_keys), "value"), counted(len(column.head), "row")
    return f"{quoted(column.name)} must hold classes to be the truth, got {values} in {rows}"


def _truth_rank(name: str) -> int | None:
    if joined(name) in TRUTH_NAMES:
        return TRUTH_NAMES.index(joined(name))
    told = set(words(name))
    return len(TRUTH_NAMES) if told & TRUTH_WORDS and not told & PREDICTION_WORDS else None


def _single(column: Column) -> str | None:
    name, last = joined(column.name), (words(column.name) or [""])[-1]
    return next((role for role, known in SINGLE.items() if name in known or (role != "model" and last in known)), None)


def find_single(roles: Roles, given: Mapping[str, Given]) -> None:
    """Model, group, fold and amount: as given, else the first column so named whose content does not speak against.

    Weights change every number, so they are taken only as given: of a column that is named like them there is a note.
    Raises `InputError` for a column that is given and cannot have the role, which says why.

    >>> import pyarrow as pa
    >>> truth, site = Column("truth", pa.array(["yes", "no"])), Column("group", pa.array(["north", "south"]))
    >>> find_single(roles := Roles((truth, site), truth), {})
    >>> roles.names()["group"]
    ('group',)
    """
    for role in SINGLE:
        asked = given.get(role)
        if role == "weight" and asked is None:
            _tell_weights(roles)
            continue
        named = [column for column in roles.columns if column is not roles.truth and _single(column) == role]
        for column in chosen(roles.columns, role, asked)[:1] if asked is not None else named:
            if role in roles.single:
                break
            doubt = _doubt(roles, role, column, bool(asked))
            if doubt and asked:
                raise InputError(f"{quoted(column.name)} {doubt}; choose another column for the {role}")
            if not doubt:
                roles.single[role] = column


def _tell_weights(roles: Roles) -> None:
    """A note on the first column that could hold weights."""
    for column in roles.columns:
        if column is not roles.truth and _single(column) == "weight" and column.is_numeric:
            roles.notes.append(
                f"{quoted(column.name)} could be weights: not used, so each case counts as one; choose it as weight if "
                f"each case counts what it says."
            )
            return


def drop_equal_weights(roles: Roles) -> None:
    """Leave out weights that are the same for every case, with a note: each case then counts as one."""
    weight = roles.single.get("weight")
    if weight is None or not weight.numbers.size or not weight.numbers[0] > 0:
        return
    if (weight.numbers == weight.numbers[0]).all():
        del roles.single["weight"]
        each = f"{weight.numbers[0]:.10g}"
        roles.notes.append(
            f"Every weight in {quoted(weight.name)} is {each}, so it was left out: each case counts as one."
        )


def _doubt(roles: Roles, role: str, column: Column, asked: bool) -> str | None:
    """Why the content of a column speaks against a role, as the end of a sentence; None if it does not."""
    if role in NUMBERS:
        # Amounts that were not asked for do not make a file wrong: such a column is left aside.
        fits = column.is_numeric and (role == "weight" or asked or _holds(column, role))
        return None if fits else f"must hold numbers{' of 0 or more' if role == 'amount' else ''} to be the {role}"
    if column is roles.truth:
        return "cannot be the truth at once"
    if role != "model":
        most = GROUPS.most
        return f"holds {column.distinct:,} different values, more than {most:,}" if column.distinct > most else None
    if not column.is_few or (column.distinct <= CLASSES.most and not misfits(column, roles.truth)):
        return "holds predictions rather than names of models"
    MODELS.check(column.distinct)
    return None


def _holds(column: Column, role: str) -> bool:
    try:
        return not misfit_numbers(column, role).any()
    except InputError:
        return False


def misfit_numbers(column: Column, role: str) -> NDArray[np.bool_]:
    """The rows whose number a role of `NUMBERS` cannot have.

    >>> import pyarrow as pa
    >>> misfit_numbers(Column("cost", pa.array([1.0, None, -2.0])), "amount").tolist()
    [False, True, True]
    """
    numbers = column.numbers
    return ~(np.isfinite(numbers) & (numbers >= 0) & (numbers <= NUMBERS[role][1]))


def class_scores(roles: Roles) -> dict[str, str]:
    """Score columns that are named like a value of the truth: column name -> the key of that value, in file order.

    A name is a value ("Class1"), or a value after words of scores ("prob_Class1"; "prob_0" if all values have one), or
    one of a family with any other words ("rf_yes", "rf_no") if each row of the family sums to one.

    >>> import pyarrow as pa
    >>> truth, ill = Column("truth", pa.array(["ill", "well"])), Column("ill", pa.array([0.9, 0.2]))
    >>> class_scores(Roles((truth, ill), truth))
    {'ill': 'ill'}
    """
    named = zip(map(joined, roles.truth.categories), roles.truth.keys, strict=True)
    keys = {name: value for name, value in named if name}
    families: dict[str, dict[str, Column]] = {}
    for column in roles.columns:
        if column in (roles.truth, *roles.single.values()) or not column.is_numeric:
            continue
        name = joined(column.name)
        value = max((value for value in keys if name.endswith(value)), key=len, default=None)
        if value is not None:
            families.setdefault(name.removesuffix(value).rstrip("_"), {})[keys[value]] = column
    values: dict[str, str] = {}
    for prefix, family in families.items():
        covers = len(family) == len(roles.truth.categories)
        by_words = set(prefix.split("_")) <= PREDICTION_WORDS and (
            covers or not any(is_number(value) for value in family)
        )
        if not prefix or by_words or (covers and _sums_to_one(family.values())):
            values |= {column.name: value for value, column in family.items()}
    return {column.name: values[column.name] for column in roles.columns if column.name in values}


def _sums_to_one(family: Iterable[Column]) -> bool:
    heads = [[float(text) for text in column.head if is_number(text)] for column in family]
    return len({len(head) for head in heads}) == 1 and np.allclose(np.sum(heads, axis=0), 1, atol=1e-3)


def find_predictions(roles: Roles, given: Mapping[str, Given], other_classes: Iterable[str]) -> None:
    """Fill the scores and labels of `roles`: those given and nothing else, or else all that qualify.

    Labels are columns whose values are all values of the truth. Scores are other columns of numbers, if their name
    says so or all are between 0 and 1 and not whole. Raises `InputError` for a cell that does not fit a column which
    is named as a prediction, and `ChoiceNeeded` where no column qualifies.

    >>> import pyarrow as pa
    >>> truth, p = Column("truth", pa.array(["yes", "no"])), Column("p", pa.array([0.9, 0.2]))
    >>> find_predictions(roles := Roles((truth, p), truth), {}, ())
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
    skipped = {column.name for column in (roles.truth, *roles.single.values())} | set(other_classes)
    others = [column for column in roles.columns if column.name not in skipped]
    for column in others:
        named = bool(PREDICTION_WORDS & set(words(column.name)))
        if _single(column) in NUMBERS:
            if _single(column) == "amount" or given.get("weight") is not None:
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


def _prediction(column: Column, roles: Roles, named: bool) -> list[Column] | None:
    """The list of `roles` that a column belongs to, None for neither."""
    if not column.head:
        return None
    known = roles.truth.keys
    # Numbers of more values than the truth has are no labels: the head shows it without a look at all rows.
    could_be_labels = column.is_few and (len(column.head_keys) <= max(2, len(known)) or not column.is_numeric)
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
    head = [float(text) for text in column.head if is_number(text)]
    if min(head) < 0 or max(head) > 1 or all(number.is_integer() for number in head):
        return None
    if np.nanmin(column.numbers) < 0 or np.nanmax(column.numbers) > 1:
        return None
    return roles.scores


def _check_labels(column: Column, roles: Roles) -> None:
    CLASSES.check(column.distinct, quoted(column.name))
    wrong = misfits(column, roles.truth)
    if not wrong:
        return
    if len(roles.truth.categories) > 2 and len(wrong) < len(column.categories):
        roles.notes.append(
            f"{quoted(column.name)} also calls {listed(wrong)}, which {quoted(roles.truth.name)} never is."
        )
        return
    place = int(np.argmax(column.codes == column.categories.index(wrong[0])))
    raise column.wrong(f"hold the values of {quoted(roles.truth.name)}, {listed(roles.truth.categories, 'or')}", place)
