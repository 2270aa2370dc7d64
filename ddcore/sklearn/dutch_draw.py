"""The Dutch Draw baseline as an estimator."""

from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils import check_random_state
from sklearn.utils.validation import _num_samples, check_is_fitted, validate_data

from ddcore.arrays import Array
from ddcore.chance.dutch_draw import baseline, draw
from ddcore.errors import InputError
from ddcore.measures import Measure
from ddcore.sklearn.target import Target, judging, labels


class DutchDrawClassifier(ClassifierMixin, BaseEstimator):
    """The best classifier that does not look at the features: what every other one should beat.

    `fit` counts M cases and P positive ones and finds the number n* of cases to call positive for which the mean of the
    measure over random draws is best (van de Bijl et al. 2024, Table 4); `predict` draws floor(m theta + 1/2) of m
    cases at random, theta = n*/M. Of several numbers that are equally good the one nearest to P is taken. Features may
    be anything: text, missing values, nothing.

    Parameters: `measure` is a name ("f1", "recall", "error rate"), a formula or a `Measure`; where lower is better the
    lowest mean is sought. `random_state` is scikit-learn's. `pos_label` is the positive class, the greater label if
    None.

    Attributes: `baseline_`, the mean of the measure over draws on the training classes; `theta_`; `predicted_` = n*;
    `total_` = M and `positives_` = P; `classes_`.

    `predict_proba` is 1 - theta and theta for every case. The labels of a draw do not follow from it, and depend on
    which cases are drawn together, where 0 < theta < 1. Case weights are not taken: a draw counts cases.

    Raises `InputError` for unknown measures, for those that do not judge, and "y must have cases of both classes, got
    one class".

    >>> baseline = DutchDrawClassifier("f1").fit([[0]] * 10, [1, 1, 1, 0, 0, 0, 0, 0, 0, 0])
    >>> round(baseline.baseline_, 4), baseline.theta_
    (0.4615, 1.0)
    """

    def __init__(self, measure: str | Measure = "f1", *, random_state: Any = None, pos_label: Any = None) -> None:
        self.measure = measure
        self.random_state = random_state
        self.pos_label = pos_label

    def fit(self, X: Any, y: Any) -> Self:
        """Learns how many cases to call positive; of X only the number of cases and of features."""
        judged = judging(self.measure)
        validate_data(self, X, skip_check_array=True)
        target = Target.of(X, y, self.pos_label)
        total, positives = target.positive.size, int(target.positive.sum())
        found = baseline(judged, total, positives)
        reached = found.reached(judged.better)
        if not reached:
            raise InputError(f"{judged.key} has no baseline on {positives} positive cases of {total}")
        self.classes_ = target.classes
        self.total_, self.positives_ = total, positives
        self.predicted_ = min((min(max(positives, first), last) for first, last in reached), key=self._from_positives)
        self.theta_ = self.predicted_ / total
        self.baseline_ = found.best(judged.better)
        self._place = target.place
        return self

    def _from_positives(self, number: int) -> int:
        return abs(number - self.positives_)

    def predict(self, X: Any) -> NDArray[Any]:
        """The labels of one draw, one for each case."""
        check_is_fitted(self)
        seed = check_random_state(self.random_state).randint(np.iinfo(np.int32).max)
        drawn = draw(_num_samples(X), self.theta_, rng=np.random.default_rng(seed))
        return labels(self.classes_, self._place, drawn == 1)

    def predict_proba(self, X: Any) -> Array:
        """The share theta that is called positive, and the rest, for every case: a column for each of `classes_`."""
        check_is_fitted(self)
        shares = [1 - self.theta_, self.theta_]
        return np.tile(shares if self._place else shares[::-1], (_num_samples(X), 1))

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        tags.classifier_tags.poor_score = True
        tags.no_validation = True
        tags.non_deterministic = True
        for name in ("sparse", "string", "categorical", "allow_nan"):
            setattr(tags.input_tags, name, True)
        return tags
