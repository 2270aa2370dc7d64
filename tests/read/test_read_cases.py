"""Sixteen small files that are easily misread, each with what is right of it."""

from pathlib import Path

import pytest

from ddcore.read import ChoiceNeeded, read
from ddcore.records.labels import THE_MODEL
from tests.helpers.read import cells

CASES = Path(__file__).parent / "cases"

SAME = (17, 7, 22, 74), 0.819
FEWER = (17, 6, 7, 30), 0.837
RIGHT = {
    "01_predict_first.csv": ("Churn", "Yes", *SAME, ()),
    "02_score_of_predicted_class.csv": ("Purchase", "B", *SAME, ("positive-guessed",)),
    "03_features_beside_predictions.csv": ("fraud_label", "1", *SAME, ()),
    "05_outcome_cells.csv": ("true_label", "1", *SAME, ()),
    "06_tally.csv": ("truth", "yes", (60, 50, 40, 850), None, ()),
    "07_decimal_comma_quoted.csv": ("hospital_death", "1", *SAME, ()),
    "08_normal_attack.csv": ("label", "attack", (68, 18, 10, 24), 0.803, ("positive-guessed",)),
    "11_thousands.csv": ("truth", "1", (18, 6, 6, 30), 0.837, ()),
    "13_hidden_first_sheet.xlsx": ("truth", "1", *FEWER, ()),
    "14_excel_sep_line.csv": ("truth", "1", *FEWER, ()),
    "15_records.json": ("truth", "1", *FEWER, ()),
    # Whole percent: 49.6 % is written as 50 %.
    "16_percent.csv": ("truth", "1", (18, 6, 6, 30), 0.838, ()),
}


@pytest.mark.parametrize("name", RIGHT)
def test_a_file_is_read_as_is_right(name):
    truth, positive, counts, area, guessed = RIGHT[name]
    found = read(CASES / name)
    model = found.models[THE_MODEL]
    assert (found.roles["truth"], found.positive, list(found.models)) == ((truth,), positive, [THE_MODEL])
    assert cells(model.counts) == counts
    assert area == (None if model.table is None else round(model.table.auc, 3))
    assert tuple(guess.code for guess in found.guesses) == guessed


def test_models_that_two_columns_name_are_three():
    found = read(CASES / "04_long_two_keys.csv")
    areas = {name: round(model.table.auc, 2) for name, model in found.models.items()}
    assert areas == {"raw, base": 0.56, "graph, k3": 0.86, "graph, k5": 0.88}
    assert found.roles["model"] == ("representation", "variant")


def test_rows_of_a_patient_are_asked_about_until_they_are_a_cluster():
    assert [guess.code for guess in read(CASES / "09_clusters.csv").guesses] == ["repeats-guessed"]
    found = read(CASES / "09_clusters.csv", cluster="patient")
    assert (found.guesses, found.data().clusters) == ((), 40)


@pytest.mark.parametrize("name", ["10_unlabelled_shift.csv", "12_sentinel.csv"])
def test_what_is_missing_is_asked(name):
    with pytest.raises(ChoiceNeeded) as asked:
        read(CASES / name)
    assert asked.value.choice == "missing"
    assert list(read(CASES / name, missing="leave out").models) == [THE_MODEL]
