"""Real predictions that ship with the program, each with its source and licence."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

LICENCE = "MIT"

EXAMPLE = Path(__file__).parent / "example.csv"
"""A small file of invented cases, which shows what columns a file has."""


@dataclass(frozen=True)
class Sample:
    """A file that ships with the program: `read(sample.path, **sample.roles)` reads it, without a question left.

    `regions` are the scores that its source leaves to a person, by model: from the first to below the second.

    >>> from ddcore.read import read
    >>> sample = SAMPLES["two_class_example"]
    >>> round(read(sample.path, **sample.roles).models["the model"].table.auc, 4)
    0.9393
    """

    key: str
    title: str
    description: str
    path: Path
    roles: Mapping[str, Any]
    source: str
    licence: str = LICENCE
    regions: Mapping[str, tuple[float, float]] = field(default_factory=dict)


def _sample(
    key: str, title: str, description: str, roles: Mapping[str, Any], source: str, licence: str = LICENCE, **more: Any
) -> Sample:
    return Sample(key, title, description, Path(__file__).parent / f"{key}.csv", roles, source, licence, **more)


SAMPLES: Mapping[str, Sample] = {
    sample.key: sample
    for sample in (
        _sample(
            "two_class_example",
            "Two classes, one model",
            "Scores and labels of one model for 500 cases.",
            {"truth": "truth", "positive": "Class1"},
            "R package modeldata (Max Kuhn and others), simulated by its authors",
        ),
        _sample(
            "pathology",
            "Liver scans against pathology",
            "The result of 344 liver scans compared with pathology: labels without scores.",
            {"truth": "pathology", "label": "scan", "positive": "abnorm"},
            "Altman & Bland 1994, BMJ; R package modeldata (Max Kuhn and others)",
        ),
        _sample(
            "hpc_cv",
            "Computing jobs, VF or not",
            "Out-of-fold scores and labels for 3,467 computing jobs of four lengths, in ten folds.",
            {"truth": "obs", "score": "VF", "label": "pred", "positive": "VF", "fold": "Resample"},
            "High performance computing jobs; R package modeldata (Max Kuhn and others)",
        ),
        _sample(
            "iris",
            "Three species of iris",
            "The out-of-fold probability of each species for 150 flowers, from their sepals only.",
            {"truth": "species", "positive": "virginica"},
            "Anderson 1935 and Fisher 1936, as scikit-learn has them; out-of-fold predictions of a model trained for "
            "this program",
            "BSD-3-Clause",
        ),
        _sample(
            "lending_club",
            "Loans, two models",
            "The probability of default of 9,857 loans, from a logistic regression and from boosted trees; 517 "
            "defaulted.",
            {"truth": "Class", "score": ["logistic", "trees"], "positive": "bad"},
            "Loans of Lending Club, first quarter of 2016; R package modeldata (Max Kuhn and others); out-of-fold "
            "predictions of two models trained for this program",
        ),
        _sample(
            "credit",
            "Applicants for credit, in groups",
            "The probability of default of 4,454 applicants, from two models, with columns for groups; 1,254 "
            "defaulted.",
            {
                "truth": "Status",
                "score": ["logistic", "trees"],
                "positive": "bad",
                "group": ["Home", "Job", "Marital", "Records", "Age"],
            },
            "Credit scoring of L. Belanche and G. Sanchez; R package modeldata (Max Kuhn and others); out-of-fold "
            "predictions of two models trained for this program",
        ),
        _sample(
            "tumours",
            "Tumours, three models",
            "The probability that each of 569 tumours is malignant, from three models that each use other features; "
            "212 were malignant.",
            {"truth": "diagnosis", "score": ["texture", "smoothness", "symmetry"], "positive": "malignant"},
            "Wolberg, Street & Mangasarian 1995, as scikit-learn has them; out-of-fold predictions of three models "
            "trained for this program",
            "BSD-3-Clause",
        ),
        _sample(
            "cleveland",
            "Heart disease, five models",
            "Heart disease in 31 of 303 real patients, predicted by five scikit-learn models that were trained on the "
            "others for this program, two of them ten times. The paper prints an F1 of 0.727 for the decision tree and "
            "0.710 for k nearest neighbours, below the baseline of 0.735. It does not print its split; in the split "
            "chosen here the same two models fall short.",
            {
                "truth": "heart",
                "score": "probability",
                "positive": "disease",
                "model": "model",
                "run": "run",
                "id": "patient",
            },
            "Janosi, Steinbrunn, Pfisterer & Detrano 1989, Heart Disease (Cleveland), UCI repository, in the form of "
            "van de Bijl et al. 2024, Example 4",
            "CC BY 4.0",
        ),
        _sample(
            "table_7_1",
            "Ten cases, models A and B",
            "Ten cases from a textbook: A is right more often, unless a person decides the four cases in the middle.",
            {"truth": "truth", "positive": "positive"},
            "Gong 2022, Table 7.1: the scores of both models as printed",
            regions={"A": (0.47, 0.85), "B": (0.46, 0.71)},
        ),
    )
}
"""The samples by key, in the order in which they are offered."""
