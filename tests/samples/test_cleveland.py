"""Five models on the patients of Cleveland: the data, who falls short of the baseline, and a refit."""

import csv
from collections import Counter

import numpy as np
import pytest
from sklearn.metrics import f1_score, jaccard_score

import ddcore
from ddcore.samples import SAMPLES
from tests.helpers.answers import codes
from tests.oracles import published
from tests.samples.train_cleveland import BY_CHANCE, RUNS, SPLIT, models, patients, predictions, split

MODELS = tuple(models(0))
SHORT = {"decision tree", "k nearest neighbours"}
"""Those that Example 4 and the text on Figure 2 name."""


@pytest.fixture(scope="module")
def shipped():
    with SAMPLES["cleveland"].path.open(encoding="utf-8") as file:
        return list(csv.reader(file))[1:]


@pytest.fixture(scope="module")
def answer():
    return ddcore.verdict(ddcore.sample("cleveland"))


def test_the_patients_are_those_of_table_5_of_the_first_version():
    features, disease = patients()
    printed = next(row for row in published("000_table5.csv") if row["dataset"].startswith("Cleveland"))
    assert (len(disease), disease.sum()) == (int(printed["M"]), int(printed["P"]))
    assert features.shape[1] == 13
    assert np.isnan(features).sum() == 6
    # The first and the last row of the file of the UCI repository.
    assert features[0].tolist() == [63, 1, 1, 145, 233, 1, 2, 150, 0, 2.3, 3, 0, 6]
    assert features[-1, :-2].tolist() == [38, 1, 3, 138, 175, 0, 0, 173, 0, 0, 1]


def test_the_test_cases_are_those_of_the_split(shipped):
    _, disease = patients()
    tested = split(SPLIT)[1]
    assert (tested.size, disease[tested].sum()) == (31, 18)
    runs = Counter((row[0], row[1]) for row in shipped)
    assert set(runs.values()) == {31}
    assert Counter(model for model, _ in runs) == {name: RUNS if name in BY_CHANCE else 1 for name in MODELS}
    truths = {(int(row[2]), row[3] == "disease") for row in shipped}
    assert truths == {(int(place) + 1, bool(disease[place])) for place in tested}


def test_the_two_models_of_the_paper_fall_short_on_f1_fm_and_ts(shipped, answer):
    means = {}
    for name in MODELS:
        rows = [row for row in shipped if row[0] == name]
        of_runs = {}
        for run in {row[1] for row in rows}:
            own = [row for row in rows if row[1] == run]
            true = np.array([row[3] == "disease" for row in own])
            called = np.array([float(row[4]) >= 0.5 for row in own])
            of_runs[run] = (f1_score(true, called), jaccard_score(true, called))
        means[name] = np.mean(list(of_runs.values()), axis=0)
    found = answer.values["model_runs"]
    assert set(found) == set(MODELS)
    for at, key, baseline in ((0, "F1", 36 / 49), (1, "TS", 18 / 31)):
        assert [found[name][key]["value"] for name in MODELS] == pytest.approx([means[name][at] for name in MODELS])
        assert {name for name in MODELS if means[name][at] < baseline} == SHORT
    for key in ("F1", "FM", "TS"):
        assert {name for name in MODELS if found[name][key]["short"]} == SHORT
    assert max(means, key=lambda name: means[name][0]) == "logistic regression"
    assert round(found["naive Bayes"]["F1"]["baseline"], 3) == 0.735
    assert "runs-short" in codes(answer)


@pytest.mark.full
def test_trained_again_the_models_predict_the_same(shipped):
    again = predictions()
    assert [row[:4] for row in shipped] == [[str(cell) for cell in row[:4]] for row in again]
    apart = np.abs(np.array([float(row[4]) for row in shipped]) - np.array([row[4] for row in again]))
    assert apart.max() < 0.001
