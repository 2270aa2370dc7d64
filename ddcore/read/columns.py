"""Which column is what: told by name and by content, or named by the person."""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from ddcore.errors import InputError
from ddcore.read.evidence import SINGLE, Evidence
from ddcore.read.limits import CLASSES, GROUPS, MODELS, SPLITS
from ddcore.read.splits import can_be_cut
from ddcore.read.values import Column, misfits
from ddcore.read.vocabulary import ends_as, folded, is_called, says, words
from ddcore.read.words import ChoiceNeeded, Unusable, counted, listed, quoted, unknown_name
from ddcore.records.guess import Guess

WHOLE_NAMES = ("model", "run")
"""Roles whose names have no words before them; a "patient_id" is an id."""

NUMBERS = {
    "weight": ("have a weight of 0 or more in each row", math.inf),
    "amount": ("have an amount from 0 to 10^150 in each row", 1e150),
    "cost_fp": ("have a cost from 0 to 10^150 in each row", 1e150),
    "cost_fn": ("have a cost from 0 to 10^150 in each row", 1e150),
}
"""The roles of which each row has a finite number of 0 or more: what a column must do, and the largest number."""

COSTS = ("cost_fp", "cost_fn")
"""What a false positive and a false negative of each case cost."""

Given = str | Sequence[str] | None
"""A role as a person gives it: a column, several, "" or an empty list for none, None to have it found."""


@lru_cache(4096)
def joined(name: str) -> str:
    """A column name without case, spaces and signs.

    >>> joined(" Y-True ")
    'y_true'
    """
    return "_".join(re.findall(r"[^\W_]+", folded(name)))


@dataclass
class FoundColumns:
    """The columns and what they are; `notes` says in sentences what was assumed, `guesses` what without being sure.

    `turned` names models turned round.

    `groups` are all columns that divide the cases, and the first of them is the `single` one of groups, unless it has
    more numbers than there may be groups.
    """

    columns: tuple[Column, ...]
    truth: Column
    scores: list[Column] = field(default_factory=list)
    labels: list[Column] = field(default_factory=list)
    single: dict[str, Column] = field(default_factory=dict)
    groups: list[Column] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    guesses: list[Guess] = field(default_factory=list)
    turned: set[str] = field(default_factory=set)

    @cached_property
    def class_names(self) -> frozenset[str]:
        """The values of the truth in the form of `joined`, by which a column named like one is recognised."""
        return frozenset(map(joined, self.truth.categories))

    def named(self, column: Column) -> str | None:
        """The role of `SINGLE` that a column is named for, None for any other.

        One that only ends in such a word, and has scores beside other scores, is a model: "Forest, class weights".
        Two words, such as "patient_id", are the role's; of weights those that `SINGLE` has.
        """
        role = single_role(column)
        of_role = role is None or is_called(column.name, role) or (role != "weight" and len(words(column.name)) < 3)
        if of_role or not _could_be_scores(column):
            return role
        others = (other for other in self.columns if other is not column and other is not self.truth)
        return None if any(map(_begins_with_scores, others)) else role

    @property
    def taken(self) -> tuple[Column, ...]:
        """The columns that have a role besides those of predictions."""
        return (self.truth, *self.single.values(), *self.groups)

    @property
    def unused(self) -> tuple[Column, ...]:
        """The columns that have no role and are no predictions."""
        used = {column.name for column in (*self.taken, *self.scores, *self.labels)}
        return tuple(column for column in self.columns if column.name not in used)

    def names(self) -> dict[str, tuple[str, ...]]:
        """The names of the columns in each role, an empty tuple where there are none."""
        named = {"truth": [self.truth], "score": self.scores, "label": self.labels}
        named |= {role: [self.single[role]] if role in self.single else [] for role in SINGLE}
        named["group"] = self.groups
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


def find_truth(found: Evidence, given: Given, notes: list[str], guesses: list[Guess]) -> Column:
    """The column of the truth: as given, else the one that most speaks for; where others are near it, a guess.

    Raises `ChoiceNeeded` where nothing decides, and `InputError` for a column with more values than a truth has.

    >>> import pyarrow as pa
    >>> columns = [Column("p", pa.array([0.5, 0.7, 0.2])), Column("outcome", pa.array(["sick", "well", "sick"]))]
    >>> find_truth(Evidence(columns), None, [], []).name
    'outcome'
    """
    truth = _truth(found, given, notes, guesses)
    CLASSES.check(truth.distinct, quoted(truth.name))
    return truth


SURE, CLEAR = 4, 2
"""Points from which a name alone says the truth, and those by which it has to be before the next column."""


def _truth(found: Evidence, given: Given, notes: list[str], guesses: list[Guess]) -> Column:
    columns = found.columns
    named = chosen(columns, "truth", given)
    if named:
        truth = named[0]
        if truth.missing.all() or not (truth.is_few or _has_many_classes(truth)):
            advice = "; choose another column"
            raise Unusable(f"{_unlike_truth(truth)}{advice}", "truth", _like_truth(columns), advice)
        return truth
    points = {
        column.name: found.truth_points(column)
        for column in columns
        if len(column.head_keys) > 1
        if (column.is_few or (is_named_truth(column.name) and _has_many_classes(column)))
        and not found.is_outcome(column)
    }
    ranked = sorted((column for column in columns if points.get(column.name, 0) > 0), key=lambda c: -points[c.name])
    if not ranked:
        # That it holds one class only is told when classes are counted.
        single = [column for column in columns if len(column.head_keys) == 1 and is_named_truth(column.name)]
        if single:
            return single[0]
        raise _no_truth(columns)
    first, *others = ranked
    others = [other for other in others if found.is_prediction(other) or not found.is_copy(other, first)]
    ahead = points[first.name] - (points[others[0].name] if others else 0)
    if points[first.name] >= SURE and ahead >= CLEAR:
        return first
    near = [other for other in others if points[first.name] - points[other.name] < CLEAR]
    of_models = bool(found.measured) and all(says(column.name, "kind of model") for column in found.measured)
    if not near and (len(found.measured) == 1 or of_models or any(map(found.is_prediction, columns))):
        notes.append(f"{quoted(first.name)} was taken as the truth: it fits better than any other column.")
        return first
    if points[first.name] < SURE and any(not found.alike(first, other) for other in near):
        raise _no_truth(columns)
    options = (first.name, *(other.name for other in others if len(other.head_keys) == 2))
    if near:
        rivals = listed([column.name for column in near], "or")
        text = f"{quoted(first.name)} was taken as the truth, but {rivals} could be the truth too."
    else:
        text = (
            f"{quoted(first.name)} was taken as the truth because it has two values; no column has the usual name of "
            f"a truth."
        )
    guesses.append(Guess("truth-guessed", "truth", text, options))
    return first


def _no_truth(columns: Sequence[Column]) -> ChoiceNeeded:
    named = (column for column in columns if is_named_truth(column.name))
    unlike = next((_unlike_truth(each) for each in named if not each.is_few and not _has_many_classes(each)), None)
    return ChoiceNeeded(
        f"{unlike or 'no column has the usual name of a truth'}: choose the column with the true classes",
        "truth",
        [column.name for column in columns],
        options=_like_truth(columns),
    )


def _like_truth(columns: Sequence[Column]) -> list[str]:
    """The columns that hold classes, those of two first."""
    held = [column for column in columns if len(column.head_keys) > 1 and (column.is_few or _has_many_classes(column))]
    return [column.name for column in sorted(held, key=lambda column: len(column.head_keys) != 2)]


def _has_many_classes(column: Column) -> bool:
    """Whether a column of texts may be a truth of hundreds of values: each stands in three rows or more on average."""
    return (
        not column.is_numeric
        and not column.missing.all()
        and column.distinct <= min(CLASSES.most, len(column.values) / 3)
    )


def _unlike_truth(column: Column) -> str:
    """Why a column cannot be the truth."""
    if column.missing.all():
        return f"{quoted(column.name)} must have the true classes, but all its cells are empty"
    values, rows = counted(len(column.head_keys), "value"), counted(len(column.head), "row")
    return f"{quoted(column.name)} must have classes to be the truth, got {values} in {rows}"


def is_named_truth(name: str) -> bool:
    """Whether the name of a column says that it is the truth.

    >>> is_named_truth("Class"), is_named_truth("ill")
    (True, False)
    """
    return says(name, "truth", "class") and not says(name, "label", "score")


def is_named(name: str, role: str) -> bool:
    """Whether a column is named for a role of `SINGLE`.

    >>> is_named("sample_weight", "weight"), is_named("height", "weight")
    (True, False)
    """
    return is_called(name, role) or (role not in WHOLE_NAMES and ends_as(name, role) and words(name)[-1:] != ("case",))


def single_role(column: Column) -> str | None:
    """The role of `SINGLE` that a column is named for, None for any other.

    >>> import pyarrow as pa
    >>> [single_role(Column(name, pa.array([1]))) for name in ("Patient ID", "group", "body_index")]
    ['id', 'group', None]
    """
    return next((role for role in SINGLE if role != "count" and is_named(column.name, role)), None)


def has_scores(column: Column) -> bool:
    """Whether a column of numbers has scores by its content: all between 0 and 1, and not whole.

    Raises `InputError` for a cell that is no number.

    >>> import pyarrow as pa
    >>> [has_scores(Column("p", pa.array(numbers))) for numbers in ([0.2, 0.9], [0, 1], [0.2, 1.9])]
    [True, False, False]
    """
    return _begins_with_scores(column) and not (np.nanmin(column.numbers) < 0 or np.nanmax(column.numbers) > 1)


def _could_be_scores(column: Column) -> bool:
    try:
        return has_scores(column)
    except InputError:
        return False


def _begins_with_scores(column: Column) -> bool:
    head = column.top[np.isfinite(column.top)]
    return bool(column.is_numeric and head.min() >= 0 and head.max() <= 1 and (head % 1).any())


def find_single(roles: FoundColumns, given: Mapping[str, Given]) -> None:
    """Model, run, group, fold, amount, id: as given, else the first so named whose content does not speak against it.

    Of groups all columns that are given, or so named, are taken; a column of numbers or dates may have any number of
    values, as it can be cut.

    Weights change every number, so they are taken only as given: of a column that is named like them there is a note.
    Raises `InputError` for a column that is given and cannot have the role, which says why.

    >>> import pyarrow as pa
    >>> truth, site = Column("truth", pa.array(["yes", "no"])), Column("group", pa.array(["north", "south"]))
    >>> find_single(roles := FoundColumns((truth, site), truth), {})
    >>> roles.names()["group"]
    ('group',)
    """
    for role in SINGLE:
        asked = given.get(role)
        if role == "weight" and asked is None:
            _tell_weights(roles)
            continue
        if role in COSTS and asked is None and "amount" in roles.single:
            continue
        named = [column for column in roles.columns if column is not roles.truth and roles.named(column) == role]
        for column in chosen(roles.columns, role, asked) if asked is not None else named:
            if role in roles.single and role != "group":
                break
            doubt = _doubt(roles, role, column, bool(asked))
            if doubt and asked:
                # Of numbers each column may be meant.
                fitting = () if role in NUMBERS else roles.columns
                others = [each.name for each in fitting if not _doubt(roles, role, each, asked=True)]
                advice = f"; choose another column for the {role}"
                raise Unusable(f"{quoted(column.name)} {doubt}{advice}", role, others, advice)
            if doubt:
                continue
            if role == "group":
                SPLITS.check(len(roles.groups) + 1)
                roles.groups.append(column)
            if column.distinct <= GROUPS.most or role != "group":
                roles.single.setdefault(role, column)


def _tell_weights(roles: FoundColumns) -> None:
    """A note on the first column that could hold weights."""
    for column in roles.columns:
        if column is not roles.truth and roles.named(column) == "weight" and column.is_numeric:
            roles.notes.append(weights_offered(column.name))
            return


def weights_offered(name: str) -> str:
    """The note on a column that could hold weights."""
    return (
        f"{quoted(name)} has a name like weights. It is not used, and each row counts as one case; choose it as "
        f"weight if its numbers are weights."
    )


def drop_equal_weights(roles: FoundColumns) -> None:
    """Leave out weights that are the same for every case, with a note: each case then counts as one."""
    weight = roles.single.get("weight")
    if weight is None or not weight.numbers.size or not weight.numbers[0] > 0:
        return
    if (weight.numbers == weight.numbers[0]).all():
        del roles.single["weight"]
        each = f"{weight.numbers[0]:.10g}"
        roles.notes.append(
            f"Every weight in {quoted(weight.name)} is {each}, so it is not used: each case counts as one."
        )


def _doubt(roles: FoundColumns, role: str, column: Column, asked: bool) -> str | None:
    """Why the content of a column speaks against a role, as the end of a sentence; None if it does not."""
    if role in NUMBERS:
        # Amounts that were not asked for do not make a file wrong: such a column is left aside.
        fits = column.is_numeric and (role == "weight" or asked or _holds(column, role))
        return None if fits else f"must have numbers{' of 0 or more' if role != 'weight' else ''} to be the {role}"
    if column is roles.truth:
        return "cannot also be the truth"
    if role == "id":
        return None if asked or _tells_cases(roles, column) else "has few different values"
    if role == "run":
        if column.distinct > MODELS.most:
            return f"has {column.distinct:,} different values, more than {MODELS.most:,}"
        return None if asked or _are_runs(roles, column) else "has runs of different sizes"
    if role == "cluster" or (role == "group" and asked and can_be_cut(column)):
        return None
    if role != "model":
        most = GROUPS.most
        return f"has {column.distinct:,} different values, more than {most:,}" if column.distinct > most else None
    if not column.is_few or (column.distinct <= CLASSES.most and not misfits(column, roles.truth)):
        return "has predictions, not names of models"
    MODELS.check(column.distinct)
    return None


def _tells_cases(roles: FoundColumns, column: Column) -> bool:
    """Whether a column has nearly as many values as there are cases, which the id of a hospital has not."""
    model = roles.single.get("model")
    return len(column.values) <= 2 * column.distinct * (1 if model is None else model.distinct)


def _are_runs(roles: FoundColumns, column: Column) -> bool:
    """Whether each value has as many rows as any other, and that many of the positive class: the same cases again."""
    if column.distinct < 2 or column.missing.any():
        return False
    truth = roles.truth
    rows = np.zeros((len(column.categories), len(truth.categories) + 1), np.int64)
    np.add.at(rows, (column.codes, truth.codes), 1)
    return bool((rows == rows[0]).all())


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
