"""Scores of cases by an estimator that has not seen them, and by one that has seen all."""

from typing import Any

import numpy as np
from sklearn.base import clone
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.utils import get_tags

from ddcore.arrays import Array
from ddcore.errors import InputError
from ddcore.sklearn.target import Target

RESPONSES = ("decision_function", "predict_proba")
"""The methods a score is taken from, in this order: probabilities near 0 and 1 often tie where scores still differ."""


def response(estimator: Any, wanted: str = "auto") -> str:
    """The method that scores cases: the one wanted, or with "auto" the first of `RESPONSES` that there is.

    Raises `InputError` "response_method must be one of auto, decision_function, predict_proba, got 'predict'" and
    "estimator must have decision_function or predict_proba, got ...".

    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> response(KNeighborsClassifier())
    'predict_proba'
    """
    if wanted not in ("auto", *RESPONSES):
        raise InputError(f"response_method must be one of auto, {', '.join(RESPONSES)}, got {wanted!r:.40}")
    allowed = RESPONSES if wanted == "auto" else (wanted,)
    for name in allowed:
        if hasattr(estimator, name):
            return name
    raise InputError(f"estimator must have {' or '.join(allowed)}, got {type(estimator).__name__}")


def scores(answer: Any, place: int) -> Array:
    """How much each case speaks for the class at a place, from what `decision_function` or `predict_proba` gave.

    >>> scores(np.array([[0.2, 0.8]]), 0).tolist(), scores(np.array([3.0]), 0).tolist()
    ([0.2], [-3.0])
    """
    answer = np.asarray(answer, dtype=np.float64)
    if answer.ndim == 2 and answer.shape[1] == 2:
        return np.asarray(answer[:, place])
    return np.ravel(answer if place else -answer)


def cross_fitted(estimator: Any, X: Any, target: Target, *, method: str, cv: Any, n_jobs: Any) -> Array:
    """The score of each case by the estimator fitted to the other folds (scikit-learn's `cross_val_predict`).

    `cv` is a number of stratified folds, taken in the order of the cases, or a splitter. Fewer folds are taken where a
    class has fewer cases. Raises `InputError` "cv must be 2 or more folds, got 1" and "cross-fitting needs two cases of
    each class, got 1 of 'yes'".

    >>> from sklearn.linear_model import LogisticRegression
    >>> X = [[1], [2], [3], [4]]
    >>> score = cross_fitted(
    ...     LogisticRegression(), X, Target.of(X, [0, 0, 1, 1]), method="decision_function", cv=2, n_jobs=None
    ... )
    >>> bool(score[0] < 0 < score[3])
    True
    """
    if isinstance(cv, int | np.integer):
        if cv < 2:
            raise InputError(f"cv must be 2 or more folds, got {cv}")
        sizes = (int((~target.positive).sum()), int(target.positive.sum()))
        if min(sizes) < 2:
            label = target.classes[target.place if sizes[1] < 2 else 1 - target.place]
            raise InputError(f"cross-fitting needs two cases of each class, got 1 of {np.array(label).item()!r:.40}")
        cv = StratifiedKFold(min(int(cv), *sizes))
    answer = cross_val_predict(clone(estimator), X, target.y, cv=cv, method=method, n_jobs=n_jobs)
    return scores(answer, target.place)


def take_over(wrapper: Any, estimator: Any) -> None:
    """What scikit-learn asks of a fitted estimator about its features, from the one that it wraps."""
    for name in ("n_features_in_", "feature_names_in_"):
        if hasattr(estimator, name):
            setattr(wrapper, name, getattr(estimator, name))


def tags_of(tags: Any, estimator: Any) -> Any:
    """The tags of a wrapper: two classes, and whatever features the estimator takes."""
    tags.classifier_tags.multi_class = False
    tags.input_tags = get_tags(estimator).input_tags
    return tags
