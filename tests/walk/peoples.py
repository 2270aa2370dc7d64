"""Six files that nobody tuned the program for: what the walks of a person begin with."""

import numpy as np
from sklearn.datasets import load_breast_cancer, load_digits
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from tests.walk.files import cases, labels_only, twelve_models, weighted, written


def breast_cancer():
    data = load_breast_cancer()
    model = make_pipeline(StandardScaler(), LogisticRegression())
    score = cross_val_predict(model, data.data, data.target, cv=5, method="predict_proba")[:, 1]
    return written({"diagnosis": data.target_names[data.target], "p_benign": score.round(6)})


def digits():
    data = load_digits()
    model = make_pipeline(StandardScaler(), LogisticRegression(max_iter=200))
    shares = cross_val_predict(model, data.data, data.target, cv=3, method="predict_proba")
    return written({"digit": data.target} | {f"p_{digit}": shares[:, digit].round(6) for digit in range(10)})


def rare_fraud(seed=6):
    rng = np.random.default_rng(seed)
    true, score = cases(rng, 10_000, 20)
    return written({"is_fraud": true.astype(int), "amount": rng.lognormal(4, 1, 10_000).round(2), "score": score(3)})


PEOPLES = {
    "breast cancer": breast_cancer,
    "digits": digits,
    "rare fraud": rare_fraud,
    "labels only": lambda: labels_only(size=400),
    "weighted": lambda: weighted(size=400),
    "twelve models": lambda: twelve_models(size=400),
}
"""What the walks of a person begin with."""
