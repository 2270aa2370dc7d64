"""What a classifier is taught: which cases are positive, and by which measure it is judged."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils import assert_all_finite, check_consistent_length, column_or_1d
from sklearn.utils.multiclass import check_classification_targets, type_of_target

from ddcore.errors import InputError
from ddcore.measures import Measure, measure


@dataclass(frozen=True, eq=False)
class Target:
    """The two labels, ascending, and which of them is positive (0 or 1); case by case the label and whether it is."""

    classes: NDArray[Any]
    place: int
    y: NDArray[Any]
    positive: NDArray[np.bool_]

    @classmethod
    def of(cls, X: Any, y: Any, pos_label: Any = None) -> "Target":
        """The target of some cases; without `pos_label` the greater label is positive, as scikit-learn has it.

        Raises `ValueError` in scikit-learn's words for more than two classes, for missing labels and for lengths that
        differ; `InputError` "y must have cases of both classes, got one class" and "pos_label must be one of 'no',
        'yes', got 'maybe'".

        >>> Target.of([[1], [2], [3]], ["no", "yes", "no"]).positive.tolist()
        [False, True, False]
        """
        y = column_or_1d(y, warn=True)
        assert_all_finite(y, input_name="y")
        check_consistent_length(X, y)
        check_classification_targets(y)
        kind = type_of_target(y, input_name="y", raise_unknown=True)
        if kind != "binary":
            raise ValueError(f"Only binary classification is supported. The type of the target is {kind}.")
        classes, places = np.unique(y, return_inverse=True)
        if classes.size < 2:
            raise InputError("y must have cases of both classes, got one class")
        labels = classes.tolist()
        if pos_label is not None and pos_label not in labels:
            raise InputError(f"pos_label must be one of {', '.join(map(repr, labels))}, got {pos_label!r:.40}")
        place = 1 if pos_label is None else labels.index(pos_label)
        return cls(classes, place, y, places == place)


def labels(classes: NDArray[Any], place: int, positive: NDArray[np.bool_]) -> NDArray[Any]:
    """The label of each case that is called positive or not; `place` is that of the positive one of two.

    >>> labels(np.array(["no", "yes"]), 1, np.array([True, False])).tolist()
    ['yes', 'no']
    """
    return np.asarray(classes[np.where(positive, place, 1 - place)])


def judging(name: str | Measure) -> Measure:
    """The measure of that name, if it says how good a classifier is.

    Raises `InputError` as `measures.measure` does, and "measure must say how good a classifier is, got ..., which
    describes the data or its habits".

    >>> judging("f1").key
    'F1'
    """
    judged = measure(name)
    if not judged.judges:
        raise InputError(
            f"measure must say how good a classifier is, got {judged.key}, which describes the data or its habits"
        )
    return judged
