"""How far beyond chance a classifier is, as a scorer for cross-validation and searches."""

from collections.abc import Callable
from typing import Any

from sklearn.metrics import make_scorer

from ddcore.chance.rescale import beyond, rescale
from ddcore.counts import Counts
from ddcore.measures import Measure
from ddcore.sklearn.target import judging


def beyond_chance_scorer(measure: str | Measure, *, pos_label: Any = None) -> Any:
    """A scorer of the labels that a classifier predicts: 0 as good as the best draw, 1 perfect, -1 as bad as can be.

    With D the best mean of a draw on the classes of the cases that are scored, and u and w the best and the worst value
    that any classifier reaches there, a score m becomes (m - D) / (u - D) above D and (m - D) / (D - w) below it
    (`ddcore.chance.rescale.beyond`): the scale is continuous, and a score just below chance is just below 0. Higher is
    always better, for an error rate too. NaN where the measure has no value on the cases, such as the precision of a
    classifier that calls none positive. `rescaled_scorer` has the scale of van de Bijl et al. (2024).

    Parameters: `measure` is a name ("f1", "recall", "error rate"), a formula or a `Measure`. `pos_label` is the
    positive class; labels other than 0 and 1, -1 and 1 or False and True need it. Cases count one each: a draw calls a
    whole number of them, so the scorer takes no `sample_weight`.

    Use it as `scoring` of `cross_val_score`, `cross_validate` and `GridSearchCV`. Raises `InputError` for unknown
    measures and those that do not judge, at once; see `target.judging`.

    >>> from sklearn.datasets import load_breast_cancer
    >>> from sklearn.dummy import DummyClassifier
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> float(beyond_chance_scorer("accuracy")(DummyClassifier().fit(X, y), X, y))
    0.0
    """
    judging(measure)
    return make_scorer(beyond_chance, measure=measure, pos_label=pos_label)


def rescaled_scorer(measure: str | Measure, *, pos_label: Any = None) -> Any:
    """The score on the scale of the Dutch Draw: the worst mean of a draw, d, is -1, and so is all that is worse.

    A score m becomes (m - D) / (D - d) between d and D (van de Bijl et al. 2024, section 5;
    `ddcore.chance.rescale.rescale`). Where all draws expect the same, as for balanced accuracy, any score below chance
    is -1.

    >>> from sklearn.datasets import load_breast_cancer
    >>> from sklearn.dummy import DummyClassifier
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> float(rescaled_scorer("accuracy")(DummyClassifier(strategy="constant", constant=0).fit(X, y), X, y))
    -1.0
    """
    judging(measure)
    return make_scorer(rescaled, measure=measure, pos_label=pos_label)


def beyond_chance(y_true: Any, y_pred: Any, *, measure: str | Measure, pos_label: Any = None) -> float:
    """Predicted labels on the scale of `beyond_chance_scorer`, element i of both belonging to case i.

    Raises `InputError` as `Counts.of_labels` does.

    >>> round(beyond_chance([1, 1, 0, 0], [1, 0, 0, 0], measure="accuracy"), 6)
    0.5
    """
    return _scored(beyond, y_true, y_pred, measure, pos_label)


def rescaled(y_true: Any, y_pred: Any, *, measure: str | Measure, pos_label: Any = None) -> float:
    """Predicted labels on the scale of `rescaled_scorer`; raises as `beyond_chance` does.

    >>> labels = [1, 1, 0, 0], [1, 0, 1, 1]
    >>> rescaled(*labels, measure="balanced accuracy"), beyond_chance(*labels, measure="balanced accuracy")
    (-1.0, -0.5)
    """
    return _scored(rescale, y_true, y_pred, measure, pos_label)


def _scored(scale: Callable[..., Any], y_true: Any, y_pred: Any, measure: str | Measure, pos_label: Any) -> float:
    judged, counts = judging(measure), Counts.of_labels(y_true, y_pred, positive=pos_label)
    return float(scale(judged(counts), judged, int(counts.total), int(counts.positives)))
