"""Chance, evidence and referral as scikit-learn estimators and a scorer, for pipelines, cross-validation and searches.

The only part of this package that imports scikit-learn: `pip install 'ddcore[sklearn]'`.

>>> from sklearn.datasets import load_breast_cancer
>>> from sklearn.model_selection import cross_val_score
>>> X, y = load_breast_cancer(return_X_y=True)
>>> cross_val_score(DutchDrawClassifier("f1"), X, y, scoring=beyond_chance_scorer("f1")).tolist()
[0.0, 0.0, 0.0, 0.0, 0.0]
"""

try:
    from ddcore.sklearn.band import BandClassifier
    from ddcore.sklearn.dutch_draw import DutchDrawClassifier
    from ddcore.sklearn.likelihood import LikelihoodClassifier
    from ddcore.sklearn.scorer import beyond_chance_scorer, rescaled_scorer
except ModuleNotFoundError as missing:
    if missing.name == "sklearn":
        raise ModuleNotFoundError("ddcore.sklearn needs scikit-learn: pip install 'ddcore[sklearn]'") from None
    raise

__all__ = ["BandClassifier", "DutchDrawClassifier", "LikelihoodClassifier", "beyond_chance_scorer", "rescaled_scorer"]
