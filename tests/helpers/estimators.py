"""A classifier whose score is known, and cases whose law is."""

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin


class Score(ClassifierMixin, BaseEstimator):
    """A classifier whose score is its first feature."""

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        return self

    def decision_function(self, X):
        return np.asarray(X, float)[:, 0]

    def predict(self, X):
        return self.classes_[(self.decision_function(X) > 0).astype(int)]


def normal(size, rng, distance=1.0):
    """Scores of two normal laws around plus and minus a distance: the log odds of x are 2 x distance."""
    truth = rng.integers(2, size=size)
    return (rng.normal(size=size) + distance * (2 * truth - 1))[:, None], truth
