"""Any classifier, its scores read as evidence."""

from dataclasses import replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, logit
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.utils.validation import check_is_fitted

from ddcore.arrays import Array
from ddcore.errors import InputError
from ddcore.scores.likelihood import BEST, FARTHEST, fit
from ddcore.scores.ratio import fit_method
from ddcore.sklearn.cross_fitted import cross_fitted, response, scores, tags_of, take_over
from ddcore.sklearn.target import Target, labels
from ddcore.table import ScoreTable


class LikelihoodClassifier(ClassifierMixin, BaseEstimator):
    """A classifier whose scores are replaced by the probability of being positive that they stand for.

    `fit` scores each case by the estimator fitted to the other folds and estimates from these scores the likelihood
    ratio s(x) = f1(x) / f0(x) (Gong 2022, equation 3.6); then it is fitted to all cases. Where low *and* high
    scores speak for the positive class the ratio separates better than the scores do (Gong 2022, Theorem 1; Neyman &
    Pearson 1933). `predict_proba` is pi s / (1 - pi + pi s) (Gong 2022, equation 3.7), pi the share of positives.

    Parameters: `estimator` is a classifier of two classes with `decision_function` or `predict_proba`, or a pipeline of
    one. `method` is one of `ddcore.scores.density.RATIO_METHODS`, or "best", which keeps the order of the scores unless
    another way to read them clearly separates unseen cases better (`ddcore.scores.choice.choose`). `prevalence` is the
    share of the greater label where the classifier will be used, that of the training cases if None. `cv` is a number
    of stratified folds or a splitter, `n_jobs` how many are fitted at a time, `response_method` where scores come from
    ("auto": `decision_function` if there is one).

    Attributes: `estimator_`, fitted to all cases; `likelihood_`, with `.ratio(score)` and, for "best", `.choice`;
    `table_`, the cross-fitted scores; `prevalence_`; `response_method_`; `classes_`.

    `decision_function` is the logarithm of the odds of the greater label, log s + log(pi / (1 - pi)), so that
    `predict` calls cases from a probability of 1/2 on; `log_ratio` is log s alone, the evidence at any share. Case
    weights are not taken.

    Raises `InputError` as `ddcore.scores.likelihood.fit` does, "y must have cases of both classes, got one class",
    "cross-fitting needs two cases of each class, got 1 of 'yes'" and "prevalence must be above 0 and below 1, got 1".

    >>> from sklearn.datasets import load_breast_cancer
    >>> from sklearn.naive_bayes import GaussianNB
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> calibrated = LikelihoodClassifier(GaussianNB()).fit(X[::2], y[::2])
    >>> from sklearn.metrics import log_loss
    >>> log_loss(y[1::2], calibrated.predict_proba(X[1::2])) < log_loss(
    ...     y[1::2], calibrated.estimator_.predict_proba(X[1::2])
    ... )
    True
    """

    def __init__(
        self,
        estimator: Any,
        *,
        method: str = BEST,
        prevalence: float | None = None,
        cv: Any = 5,
        n_jobs: int | None = None,
        response_method: str = "auto",
    ) -> None:
        self.estimator = estimator
        self.method = method
        self.prevalence = prevalence
        self.cv = cv
        self.n_jobs = n_jobs
        self.response_method = response_method

    def fit(self, X: Any, y: Any) -> Self:
        """Reads the scores of cases that the estimator has not seen, then fits it to all cases."""
        target = Target.of(X, y)
        share = float(target.positive.mean()) if self.prevalence is None else self.prevalence
        if not 0 < share < 1:
            raise InputError(f"prevalence must be above 0 and below 1, got {share:g}")
        method = response(self.estimator, self.response_method)
        score = cross_fitted(self.estimator, X, target, method=method, cv=self.cv, n_jobs=self.n_jobs)
        self.table_ = ScoreTable.of(score, target.positive)
        self.likelihood_ = fit(self.table_, self.method)
        self.estimator_ = clone(self.estimator).fit(X, target.y)
        self.classes_, self.prevalence_, self.response_method_ = target.classes, share, method
        take_over(self, self.estimator_)
        return self

    def log_ratio(self, X: Any) -> Array:
        """Logarithm of the likelihood ratio of each case, cut at -700 and 700."""
        check_is_fitted(self)
        score = scores(getattr(self.estimator_, self.response_method_)(X), 1)
        return np.clip(self.likelihood_.log_ratio(score), -FARTHEST, FARTHEST)

    def decision_function(self, X: Any) -> Array:
        """Logarithm of the odds of the greater label, for each case."""
        return np.asarray(self.log_ratio(X) + logit(self.prevalence_))

    def predict_proba(self, X: Any) -> Array:
        """The probability of each label, a column for each of `classes_`."""
        odds = self.decision_function(X)
        return np.column_stack((expit(-odds), expit(odds)))

    def predict(self, X: Any) -> NDArray[Any]:
        """The label that is more probable; the greater one where both are equally so."""
        odds = self.decision_function(X)
        return labels(self.classes_, 1, odds >= 0)

    def __getstate__(self) -> Any:
        """All but the ratio, whose functions cannot be pickled: how it was made is enough."""
        state = dict(super().__getstate__())
        if "likelihood_" in state:
            made = state.pop("likelihood_")
            state["_made"] = (made.method, made.bandwidth, made.bounds, made.choice)
        return state

    def __setstate__(self, state: Any) -> None:
        state = dict(state)
        made = state.pop("_made", None)
        super().__setstate__(state)
        if made is not None:
            method, bandwidth, bounds, choice = made
            self.likelihood_ = replace(fit_method(self.table_, method, bandwidth, bounds), choice=choice)

    def __sklearn_tags__(self) -> Any:
        return tags_of(super().__sklearn_tags__(), self.estimator)
