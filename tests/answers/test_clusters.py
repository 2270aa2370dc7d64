"""Cases in clusters: a file in which each case stands four times says as much as the file with each case once."""

from pathlib import Path

import numpy as np
import pytest

from ddcore.read import read
from tests.helpers.answers import asked, codes

CASES, TIMES = 120, 4
ROLES = {
    "name": "cases.csv",
    "truth": "truth",
    "score": ["a", "b"],
    "group": ["site", "ward", "day"],
    "amount": "amount",
    "fold": "fold",
    "positive": "1",
}
OF_COUNTS = {"TP", "TN", "FP", "FN"}
"""Measures that grow with the number of cases."""


def rows():
    rng = np.random.default_rng(3)
    positive = (rng.random(CASES) < 0.4).astype(int)
    scores = [1 / (1 + np.exp(-(step * (positive - 0.5) + rng.normal(size=CASES)))) for step in (1.2, 0.8)]
    amount = rng.gamma(2, 50, CASES)
    for i in range(CASES):
        yield (
            f"{positive[i]},{scores[0][i]:.4f},{scores[1][i]:.4f},{i},{'xy'[i % 2]},{'pqr'[i % 3]},"
            f"2024-01-{i % 28 + 1:02d},{amount[i]:.2f},{i % 5}"
        )


@pytest.fixture(scope="module")
def once_and_four_times():
    text = list(rows())
    files = (
        "\n".join(
            ["truth,a,b,patient,site,ward,day,amount,fold", *(row for row in text for _ in range(times))]
        ).encode()
        for times in (1, TIMES)
    )
    return read(next(files), **ROLES).data("a"), read(next(files), cluster="patient", **ROLES).data("a")


def widths(value, path=()):
    """The width of every interval of an answer, by its place."""
    if not isinstance(value, dict):
        return
    if {"low", "high"} <= value.keys():
        yield path, value["high"] - value["low"]
    for key, part in value.items():
        yield from widths(part, (*path, key))


BY_AMOUNT = {"u": (0.0, -60.0, 0.0, 0.0), "rate": (0.0, 0.0, -1.0, 0.0)}
ASKED = [
    ("verdict", {}),
    ("groups", {}),
    ("groups", {"show": "segments"}),
    ("groups", {"show": "thresholds", "column": "site"}),
    ("folds", {}),
    ("folds", {"parts": "resamples"}),
    ("curves", {}),
    ("curves", {"against": "1"}),
    ("compare", {}),
    ("utility", {}),
    ("utility", BY_AMOUNT),
    ("refer", {}),
    ("cases", {}),
    ("cases", BY_AMOUNT),
    ("actions", {}),
    ("rescaled", {}),
    ("learned", {}),
    ("reach", {}),
    ("likelihood", {}),
    ("thresholds", {}),
    ("ensemble", {}),
    ("costs", {}),
    ("costs", BY_AMOUNT),
    ("lending", {}),
    ("change", {"by": "ward"}),
]
OTHERWISE = {
    "thresholds": {"held_out"},
    "likelihood": {"F2"},
    "learned": {"PPV", "NPV", "MK"},
    "change": {"DOR", "PLR"},
}
"""Parts of answers that do not stay: what is chosen is dealt case by case, what oracles add depends on M, and ratios
without an upper end."""
NARROWEST = {"refer": 0.6}
"""Taken for independent, the cases would give half the width. By how much a range chosen on each part leads varies: in
twelve such files the widths are in ratios of .67 to 1.08."""


QUICK = ("groups", "folds", "curves", "utility", "refer")


@pytest.mark.parametrize(
    ("name", "choices"), [pytest.param(*each, marks=() if each[0] in QUICK else pytest.mark.full) for each in ASKED]
)
def test_intervals_are_those_of_the_clusters(once_and_four_times, name, choices):
    once, times = (asked(name, data, **choices) for data in once_and_four_times)
    found, left_out = dict(widths(times.values)), OTHERWISE.get(name, set()) | OF_COUNTS
    for path, width in widths(once.values):
        if width > 0 and not left_out & set(path):
            assert NARROWEST.get(name, 0.7) < found[path] / width < 1.4, (path, width, found[path])
    assert {"clusters", "few-clusters"} & set(codes(times))


def test_pictures_of_forty_patients():
    """Made cases, 4 of each of 40 patients: patients drawn with replacement 2,000 times gave an AUC of .368 to .728."""
    file = Path(__file__).parent / "clusters.csv"
    alone, together = (read(file, **more).data() for more in ({}, {"cluster": "patient"}))
    areas = [asked("curves", data).values["models"]["the model"]["auc"] for data in (alone, together)]
    assert [areas[0]["low"], areas[0]["high"]] == pytest.approx([0.463, 0.647], abs=5e-4)
    assert [areas[1]["low"], areas[1]["high"]] == pytest.approx([0.368, 0.728], abs=0.01)
    assert (alone.clusters, together.clusters, together.weighted) == (0, 40, False)
