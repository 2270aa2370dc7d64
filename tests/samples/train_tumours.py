"""Trains the three models whose predictions ship as ddcore/samples/tumours.csv: each sees other features of a tumour.

Run it as `python -m tests.samples.train_tumours predictions.csv`, from the folder of the project. The tumours are those
of Wolberg, Street & Mangasarian 1995 (Breast Cancer Wisconsin, Diagnostic), as scikit-learn has them.
"""

import csv
import sys
from pathlib import Path

import numpy as np
from sklearn.datasets import load_breast_cancer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

FEATURES = {
    "texture": ["mean texture", "texture error", "worst texture"],
    "smoothness": ["mean smoothness", "smoothness error", "worst smoothness"],
    "symmetry": ["mean symmetry", "symmetry error", "worst symmetry"],
}
"""What each model sees."""


def predictions() -> list[list[object]]:
    """Whether each tumour is malignant, and how likely it is by each model, to four digits."""
    tumours = load_breast_cancer()
    truth = np.where(tumours.target == 0, "malignant", "benign")
    folds = StratifiedKFold(10, shuffle=True, random_state=1)
    columns = []
    for names in FEATURES.values():
        places = [list(tumours.feature_names).index(name) for name in names]
        model = make_pipeline(StandardScaler(), LogisticRegression())
        found = cross_val_predict(model, tumours.data[:, places], tumours.target, cv=folds, method="predict_proba")
        columns.append(found[:, 0].round(4).tolist())
    return [list(row) for row in zip(truth.tolist(), *columns, strict=True)]


if __name__ == "__main__":
    with Path(sys.argv[1]).open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["diagnosis", *FEATURES])
        writer.writerows(predictions())
