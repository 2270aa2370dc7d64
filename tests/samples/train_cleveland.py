"""Trains the five models whose predictions ship as ddcore/samples/cleveland.csv, as van de Bijl et al. 2024, Example 4.

Run it as `python -m tests.samples.train_cleveland predictions.csv`, from the folder of the project. The patients are
those of Janosi, Steinbrunn, Pfisterer & Detrano 1989 (Heart Disease, Cleveland; UCI repository, CC BY 4.0), with the
codes of its file `processed.cleveland.data`; `disease` is 1 where `num` is above 0. The paper prints no split. `SPLIT`
is the first by which 18 of 31 test cases are positive, as its baseline of .735 says, and both models that it names fall
short of that baseline.
"""

import csv
import sys
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.ensemble import RandomForestClassifier
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import train_test_split
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.tree import DecisionTreeClassifier

SPLIT = 33
"""`random_state` of the split."""
RUNS = 10
BY_CHANCE = ("decision tree", "random forest")
"""The models whose training has chance in it: each run has another seed."""


def models(seed: int) -> dict[str, Any]:
    """scikit-learn's defaults, but that the logistic regression goes on until it converges."""
    return {
        "decision tree": DecisionTreeClassifier(random_state=seed),
        "k nearest neighbours": KNeighborsClassifier(),
        "logistic regression": LogisticRegression(max_iter=10_000),
        "naive Bayes": GaussianNB(),
        "random forest": RandomForestClassifier(random_state=seed),
    }


def patients() -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Thirteen features of 303 patients, NaN for "?", and whether each has the disease."""
    path = Path(__file__).parent / "cleveland.csv"
    table = np.genfromtxt(path, delimiter=",", skip_header=1, missing_values="?")
    return table[:, :-1], table[:, -1].astype(np.int64)


def split(number: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The rows to train on and the 31 to test on."""
    kept, tested = train_test_split(np.arange(len(patients()[1])), test_size=0.1, random_state=number)
    return kept, tested


def probabilities(number: int, seed: int) -> dict[str, NDArray[np.float64]]:
    """How likely each test case has the disease, by model; a missing feature is the median of the other patients."""
    features, disease = patients()
    kept, tested = split(number)
    return {
        name: make_pipeline(SimpleImputer(strategy="median"), model)
        .fit(features[kept], disease[kept])
        .predict_proba(features[tested])[:, 1]
        for name, model in models(seed).items()
    }


def predictions() -> list[list[object]]:
    """A row a run, model and test case: its row among the patients, its truth, the probability of the disease.

    A model without chance in its training has one run.
    """
    _, disease = patients()
    tested = split(SPLIT)[1]
    truth = np.where(disease[tested] == 1, "disease", "none").tolist()
    rows: list[list[object]] = []
    for seed in range(RUNS):
        for name, found in probabilities(SPLIT, seed).items():
            if seed == 0 or name in BY_CHANCE:
                cells = zip((tested + 1).tolist(), truth, found.round(4).tolist(), strict=True)
                rows += [[name, seed, *cell] for cell in cells]
    return rows


if __name__ == "__main__":
    with Path(sys.argv[1]).open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["model", "run", "patient", "heart", "probability"])
        writer.writerows(predictions())
