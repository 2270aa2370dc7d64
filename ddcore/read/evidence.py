"""What speaks for the roles of columns: their names, their values, and how they agree with each other.

Names are weighed in points, by the words of `vocabulary`; content is looked at in the first thousand rows.
"""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np
from numpy.typing import NDArray

from ddcore.read.values import FEW, HEAD, Column, as_text, is_number, key
from ddcore.read.vocabulary import folded, is_called, said_words, says, sense, without, words

SINGLE = ("model", "run", "group", "fold", "weight", "count", "cluster", "amount", "cost_fp", "cost_fn", "id")
"""The roles that one column at most has, and groups."""

OUTCOMES = frozenset({"tp", "fp", "fn", "tn"})
MOST_LABELS, MOST_SCORES = 40, 100
"""Columns of labels and of scores that are compared with each other."""

BY_CHANCE = 1e-3
"""Labels are a score that was cut where chance would order so many cases in that way more rarely."""

NAMED, CLASS, SOFT, ROLE = 6, 3, -4, -4
"""Points of a name that says the truth, of one that says a class, of a decision, and of one that says another role."""


@dataclass(frozen=True, eq=False)
class Cut:
    """Labels that are a score cut at a threshold, in the first thousand rows; `above` is the class of high scores."""

    label: Column
    score: Column
    above: str


class Evidence:
    """The columns of a table and what they say of each other.

    >>> import pyarrow as pa
    >>> churn = Column("Churn", pa.array(["Yes", "No", "No"])), Column("predict", pa.array(["No", "No", "Yes"]))
    >>> Evidence(churn).truth_points(churn[0]) > Evidence(churn).truth_points(churn[1])
    True
    """

    def __init__(self, columns: Sequence[Column]) -> None:
        self.columns = columns
        self._known: dict[str, NDArray[np.object_]] = {}
        self._named = {column.name: _is_prediction(column.name) for column in columns}

    @cached_property
    def two_valued(self) -> list[Column]:
        """The first columns with two values."""
        return [column for column in self.columns if len(column.head_keys) == 2][:MOST_LABELS]

    @cached_property
    def measured(self) -> list[Column]:
        """The first columns of numbers with more values that are named as predictions or between 0 and 1."""
        numbers = (column for column in self.columns if column.is_numeric and len(column.head_keys) > 2)
        return [column for column in numbers if self.is_prediction(column) or _is_share(column)][:MOST_SCORES]

    @cached_property
    def _few(self) -> list[Column]:
        """The first columns with the values of classes."""
        return [column for column in self.columns if 2 <= len(column.head_keys) <= FEW][:MOST_LABELS]

    def _keys(self, column: Column) -> NDArray[np.object_]:
        """What each of the first cells is matched by, "" where it is empty."""
        if column.name not in self._known:
            cells = column.values[:HEAD].to_pylist()
            texts = {cell: key(as_text(cell)) for cell in set(cells) - {None}}
            self._known[column.name] = np.array([texts.get(cell, "") for cell in cells], dtype=object)
        return self._known[column.name]

    @cached_property
    def cuts(self) -> list[Cut]:
        """Each column of labels with a score that gives it, where chance would hardly order the cases so."""
        if not self.measured:
            return []
        numbers = np.array([column.top for column in self.measured])
        found = []
        for label in self.two_valued:
            top = self._keys(label)
            first, second = sorted(label.head_keys)
            of_first, of_second = int((top == first).sum()), int((top == second).sum())
            if math.comb(of_first + of_second, of_first) * BY_CHANCE < 2:
                continue
            for above, below in ((second, first), (first, second)):
                lowest = np.fmin.reduce(numbers[:, top == above], axis=1, initial=np.inf)
                highest = np.fmax.reduce(numbers[:, top == below], axis=1, initial=-np.inf)
                found += [Cut(label, self.measured[place], above) for place in np.flatnonzero(highest < lowest)]
        return found

    def cut_of(self, label: Column) -> Cut | None:
        """The score that a column of labels is cut from."""
        return next((cut for cut in self.cuts if cut.label is label), None)

    def is_prediction(self, column: Column) -> bool:
        """Whether the name of a column says that it is a prediction, more than that it is the truth."""
        return self._named[column.name] and column.name not in self._modelled

    @cached_property
    def _modelled(self) -> set[str]:
        """What SPSS Modeler's predictions are of, by their names."""
        return {found[1] for column in self.columns if (found := MODELER.fullmatch(column.name))}

    def is_outcome(self, column: Column) -> bool:
        """Whether a column says which cell of the confusion matrix each case is in."""
        return 2 <= len(column.head_keys) <= 4 and column.head_keys <= OUTCOMES

    def is_check(self, column: Column) -> bool:
        """Whether a column says if a prediction was right: two others agree just where it has one of its values."""
        named = says(column.name, "check")
        if len(column.head_keys) != 2 or (not named and (says(column.name, "truth") or self.is_prediction(column))):
            return False
        right = self._keys(column) == min(column.head_keys)
        others = [other for other in self._few if other is not column]
        for one, other in product(others, filter(self.is_prediction, others)):
            if one is not other and one.head_keys & other.head_keys:
                agree = self._keys(one) == self._keys(other)
                if agree.any() and not agree.all() and ((agree == right).all() or (agree != right).all()):
                    return True
        return False

    def alike(self, one: Column, other: Column) -> bool:
        """Whether two columns hold the same classes, spelled the same or not."""
        if one.head_keys == other.head_keys:
            return True
        if len(one.head_keys) == len(other.head_keys) == 2:
            meant = [{sense(value) for value in column.head_keys} for column in (one, other)]
            return meant[0] == meant[1] == {True, False}
        shared = len(one.head_keys & other.head_keys)
        return len(one.head_keys) > 2 and shared > 1 and 3 * shared >= 2 * len(one.head_keys)

    def truth_points(self, column: Column) -> float:
        """How much speaks for a column as the truth: most is said by its name, then by what agrees with it."""
        points = self._name_points(column) + (1 if len(column.head_keys) == 2 else 0)
        if self.is_check(column):
            points -= NAMED
        rivals = [other for other in self.two_valued if other is not column and self.alike(column, other)]
        if column.name in self._called:
            points -= NAMED
        elif self.cut_of(column) is not None and any(self.cut_of(other) is None for other in rivals):
            points -= 2 if says(column.name, "truth") else 5
        elif self._is_predicted_by_name(column):
            points += 3
        named = [other for other in self._few if other is not column and self.is_prediction(other)]
        if len(column.head_keys) > 2:
            named = [other for other in named if says(other.name, "label", "decision")]
            points -= self._unlike_predictions(column, named)
        if any(self.alike(column, other) for other in named):
            # Anything may be 0 or 1; words that stand in two columns are those of one thing.
            words_in_both = any(column.head_keys == other.head_keys for other in named)
            points += 5 if words_in_both and not all(map(is_number, column.head_keys)) else 2
        if self._has_scores_of_classes(column):
            points += 3
        return points

    def _unlike_predictions(self, column: Column, named: Sequence[Column]) -> float:
        """How much speaks against more than two values that no column predicts, and against fractions."""
        fractions = NAMED if column.is_numeric and (column.top % 1 > 0).any() else 0
        if self._has_scores_of_classes(column) or any(self.alike(column, other) for other in named):
            return fractions
        return fractions + (NAMED if any(len(other.head_keys) == 2 for other in named) else 2)

    def _name_points(self, column: Column) -> float:
        name = column.name
        if self.is_prediction(column):
            return SOFT if says(name, "truth") or not says(name, "label", "score") else -NAMED
        if says(name, "truth") or name in self._modelled:
            return NAMED
        if any(is_called(name, role) for role in SINGLE):
            return ROLE
        if says(name, "class"):
            return CLASS
        if is_called(name, "date") or is_called(name, "place"):
            return ROLE
        return -CLASS if set(words(name)) <= said_words(name, "kind of model") else 0

    def _has_scores_of_classes(self, column: Column) -> bool:
        """Whether each value of a column has a column of numbers that is named for it: “Churn.No” and “Churn.Yes”."""
        ends = [folded(value) for value in column.head_keys]
        names = [folded(other.name).rstrip(") ") for other in self.measured if other is not column]
        return 2 <= len(ends) <= FEW and all(any(name.endswith(end) for name in names) for end in ends)

    def is_copy(self, column: Column, of: Column) -> bool:
        """Whether two columns hold the same in the first rows."""
        return column.head_keys == of.head_keys and bool((self._keys(column) == self._keys(of)).all())

    def _is_predicted_by_name(self, column: Column) -> bool:
        """Whether another column is named as the prediction of this one: “churn” beside “churn_pred”."""
        own = without(column.name, "truth")
        return bool(own) and any(own == rest for name, rest in self._predicted.items() if name != column.name)

    @cached_property
    def _called(self) -> set[str]:
        """Labels of two models or more, each called as its scores are and in their order: “y_b” and “y_b_prob”.

        `cuts` has none of few rows or rare labels, which chance may order so.
        """
        scores = {self._predicted[score.name]: score for score in self.measured if self.is_prediction(score)}
        found = set()
        for label in self.two_valued:
            score = scores.get(without(label.name, "truth"))
            if score is not None and _orders(score.top, self._keys(label)):
                found.add(label.name)
        return found if len(found) > 1 else set()

    @cached_property
    def _predicted(self) -> dict[str, str]:
        """The names of predictions, each with what is left of it without the words that say so."""
        names = (column.name for column in self.columns if self.is_prediction(column))
        return {name: without(name, "label", "score", "decision") for name in names}


MODELER = re.compile(r"\$\w+-(.+)")
"""A prediction of SPSS Modeler, and of what it is one."""


def _is_prediction(name: str) -> bool:
    if MODELER.match(name):
        return True
    if says(name, "label", "score"):
        return not said_words(name, "truth") >= said_words(name, "label") | said_words(name, "score")
    return says(name, "decision") and not says(name, "truth")


def _orders(numbers: NDArray[np.float64], labels: NDArray[np.object_]) -> bool:
    """Whether all numbers of one label are above those of the other."""
    parts = [numbers[labels == value] for value in sorted(set(labels) - {""})]
    lowest, highest = map(np.fmin.reduce, parts), map(np.fmax.reduce, parts)
    return len(parts) == 2 and bool(np.any(np.array([*lowest]) > np.array([*highest])[::-1]))


def _is_share(column: Column) -> bool:
    return bool(np.nanmin(column.top) >= 0 and np.nanmax(column.top) <= 1)
