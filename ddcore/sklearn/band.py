"""Any classifier that leaves the ambiguous cases to a person."""

from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.utils.validation import check_is_fitted

from ddcore.arrays import Array
from ddcore.decisions.referral import Referral
from ddcore.decisions.reject import RejectBand, best_band, cost_band
from ddcore.decisions.utility import Utility
from ddcore.errors import InputError
from ddcore.measures import Measure
from ddcore.sklearn.cross_fitted import cross_fitted, response, scores, tags_of, take_over
from ddcore.sklearn.target import Target, judging, labels
from ddcore.table import ScoreTable, sweep


class BandClassifier(ClassifierMixin, BaseEstimator):
    """A classifier that says which cases a person should see: those with low <= score < high.

    `fit` scores each case by the estimator fitted to the other folds, chooses the band on these scores, and fits the
    estimator to all cases. The band is the one that refers `share` of the cases and leaves the measure best among those
    still decided (Gong 2022, chapter 7; `ddcore.decisions.reject.best_band`), or, where `utility` says what the four
    outcomes are worth, the one of greatest mean payoff (`cost_band`), which may refer nobody.

    `refer` tells the cases to refer, `predict` labels *all* cases, those included, and `predict_with_referral` hides
    the labels of the referred. Outside the band the label is the band's, negative below and positive above; inside it
    is what the model would say if nobody looked: positive from `threshold_` on, the score within the band at which the
    measure or the payoff of all cases is best. A score such as accuracy of `predict` is therefore that without
    referral: take `~refer(X)` first to judge the decided cases.

    Parameters: `estimator`, `cv`, `n_jobs` and `response_method` are those of `LikelihoodClassifier`, which may be the
    estimator where both ends of the scores speak for one class. `measure` and `share` have no say where `utility` is
    given, a `ddcore.decisions.utility.Utility`; it needs `referral`: what a person who is always right costs per case,
    in the unit of the payoffs, or a `Referral`. `pos_label` is the positive class, the greater label if None.

    Attributes: `band_`, with `.low`, `.high`, `.value` and `.cells` on the cross-fitted cases; `threshold_`; `table_`,
    the cross-fitted scores; `estimator_`; `response_method_`, by which scores are told; `classes_`. Case weights are
    not taken.

    Raises `InputError` as the two functions do, "referral must be given where utility is, got None", and "measure has
    no value in any band that refers 0.2 of these cases, got ...".

    >>> from sklearn.datasets import load_breast_cancer
    >>> from sklearn.naive_bayes import GaussianNB
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> careful = BandClassifier(GaussianNB(), share=0.1).fit(X[::2], y[::2])
    >>> decided = ~careful.refer(X[1::2])
    >>> careful.score(X[1::2], y[1::2]) < careful.score(X[1::2][decided], y[1::2][decided])
    True
    """

    def __init__(
        self,
        estimator: Any,
        *,
        measure: str | Measure = "ACC",
        share: float = 0.2,
        utility: Utility | None = None,
        referral: float | Referral | None = None,
        pos_label: Any = None,
        cv: Any = 5,
        n_jobs: int | None = None,
        response_method: str = "auto",
    ) -> None:
        self.estimator = estimator
        self.measure = measure
        self.share = share
        self.utility = utility
        self.referral = referral
        self.pos_label = pos_label
        self.cv = cv
        self.n_jobs = n_jobs
        self.response_method = response_method

    def fit(self, X: Any, y: Any) -> Self:
        """Chooses the band on scores of cases that the estimator has not seen, then fits it to all cases."""
        target = Target.of(X, y, self.pos_label)
        judged, payoff = judging(self.measure), self._payoff()
        method = response(self.estimator, self.response_method)
        score = cross_fitted(self.estimator, X, target, method=method, cv=self.cv, n_jobs=self.n_jobs)
        self.table_ = ScoreTable.of(score, target.positive)
        if payoff is None:
            self.band_ = best_band(self.table_, judged, self.share)
            if np.isnan(self.band_.low):
                raise InputError(
                    f"measure has no value in any band that refers {self.share:g} of these cases, got {judged.key}"
                )
            self.threshold_ = _within(self.table_, self.band_, judged, judged.better)
        else:
            self.band_ = cost_band(self.table_, *payoff)
            self.threshold_ = _within(self.table_, self.band_, payoff[0], "higher")
        self.estimator_ = clone(self.estimator).fit(X, target.y)
        self.classes_, self.response_method_, self._place = target.classes, method, target.place
        take_over(self, self.estimator_)
        return self

    def _payoff(self) -> tuple[Utility, Referral] | None:
        """What outcomes and referrals are worth, None where a share is wanted."""
        if self.utility is None:
            if self.referral is not None:
                raise InputError(f"utility must be given where referral is, got None and {self.referral!r:.60}")
            return None
        if self.referral is None:
            raise InputError("referral must be given where utility is, got None")
        if isinstance(self.referral, Referral):
            return self.utility, self.referral
        return self.utility, Referral.costing(self.utility, self.referral)

    def _scores(self, X: Any) -> Array:
        check_is_fitted(self)
        return scores(getattr(self.estimator_, self.response_method_)(X), self._place)

    def refer(self, X: Any) -> NDArray[np.bool_]:
        """Whether a person should see each case."""
        score = self._scores(X)
        return np.asarray((score >= self.band_.low) & (score < self.band_.high))

    def predict(self, X: Any) -> NDArray[Any]:
        """The label of each case, as if nobody were asked."""
        score = self._scores(X)
        return labels(self.classes_, self._place, score >= self.threshold_)

    def predict_with_referral(self, X: Any) -> np.ma.MaskedArray[Any, Any]:
        """The label of each case, masked where a person should see it: `.mask` has them, `.compressed()` the others."""
        score = self._scores(X)
        referred = (score >= self.band_.low) & (score < self.band_.high)
        return np.ma.masked_array(labels(self.classes_, self._place, score >= self.threshold_), mask=referred)

    def __sklearn_tags__(self) -> Any:
        return tags_of(super().__sklearn_tags__(), self.estimator)


def _within(table: ScoreTable, band: RejectBand, judged: Measure | Utility, better: str) -> float:
    """The threshold from one end of a band to the other at which all cases together are judged best, the lowest such.

    The lower end where no threshold has a value.
    """
    every = sweep(table)
    inside = (every.threshold >= band.low) & (every.threshold <= band.high)
    values = np.asarray(judged(every.counts[inside]), np.float64)
    values = np.where(np.isnan(values), -np.inf, values if better == "higher" else -values)
    return float(every.threshold[inside][int(values.argmax())])
