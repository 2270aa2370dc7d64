"""Which column is what, which value is positive, and which question is asked where that is open."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from ddcore.errors import InputError
from ddcore.labels import THE_MODEL
from ddcore.read import ChoiceNeeded, read
from ddcore.samples import SAMPLES
from ddcore.table import ScoreTable
from tests.helpers.read import cells, columns, noted, text

DATA = Path(__file__).parents[2] / "ddcore" / "samples"


def two_class(**roles: Any) -> Any:
    return read(DATA / "two_class_example.csv", **roles)


def test_two_class_example() -> None:
    found = two_class()
    assert (found.positive, found.negative, found.positive_is_guess) == ("Class1", "Class2", False)
    assert "“Class1”" in found.positive_reason
    assert (found.rows, found.total, found.positives) == (500, 500, 258)
    assert found.truth_values == {"Class2": 242, "Class1": 258}
    assert list(found.models) == [THE_MODEL]
    assert cells(found.models[THE_MODEL].counts) == (227, 50, 31, 192)
    assert found.models[THE_MODEL].threshold == 0.5
    assert found.roles == {
        **{"truth": ("truth",), "score": ("Class1",), "label": ("predicted",)},
        **{"model": (), "run": (), "group": (), "fold": (), "cluster": (), "weight": (), "amount": (), "id": ()},
    }
    assert found.columns == ("truth", "Class1", "Class2", "predicted")
    assert noted(found, "not used", "“Class2”")
    assert noted(found, "“predicted”", "“Class1”", "≥ 0.5", "one model")


def test_the_other_class_may_be_positive() -> None:
    found = two_class(positive="class2")
    assert found.roles["score"] == ("Class2",)
    assert cells(found.models[THE_MODEL].counts) == (192, 31, 50, 227)


def test_a_threshold_given_is_in_force() -> None:
    frame = pd.read_csv(DATA / "two_class_example.csv")
    called = frame.Class1 >= 0.3
    model = two_class(threshold=0.3).models[THE_MODEL]
    assert model.threshold == 0.3
    assert model.counts.tp == (called & (frame.truth == "Class1")).sum()
    assert model.at(0.3).fp == model.counts.fp == (called & (frame.truth == "Class2")).sum()
    assert cells(model.at(0.5)) == (227, 50, 31, 192)


def test_pathology() -> None:
    found = read(DATA / "pathology.csv", positive="abnorm")
    assert columns(found) == ["scan"]
    assert cells(found.models[THE_MODEL].counts) == (231, 32, 27, 54)
    assert found.positive_reason == "it was chosen"
    assert noted(found, "named as the truth", "“pathology”")
    assert noted(found, "for their content", "“scan”")
    assert cells(read(DATA / "pathology.csv").models[THE_MODEL].counts) == (231, 32, 27, 54)
    with pytest.raises(
        InputError, match=r"^the model gave labels, no scores, so it has no threshold to move; choose one"
    ):
        found.models[THE_MODEL].at(0.5)


def test_hpc_cv() -> None:
    frame = pd.read_csv(DATA / "hpc_cv.csv")
    found = read(DATA / "hpc_cv.csv", positive="VF")
    assert list(found.models) == ["pred", "model VF"]
    assert (found.negative, found.positives, found.total) == ("not VF", 1769, 3467)
    assert found.roles["fold"] == ("Resample",)
    assert cells(found.models["pred"].counts) == (1620, 444, 149, 1254)
    fifth = frame[frame.Resample == "Fold05"]
    assert list(found.models["model VF"].folds) == sorted(set(frame.Resample))
    fold = found.models["model VF"].folds["Fold05"]
    assert fold.counts.tp == ((fifth.obs == "VF") & (fifth.VF >= 0.5)).sum()
    expected = ScoreTable.of(fifth.VF, fifth.obs, "VF")
    np.testing.assert_array_equal(fold.table.score, expected.score)
    np.testing.assert_array_equal(fold.table.positives, expected.positives)


def test_four_values_are_a_question() -> None:
    with pytest.raises(
        ChoiceNeeded, match=r"“obs” has 4 values, “VF”, “F”, “M” and “L”: choose the one that counts"
    ) as asked:
        read(DATA / "hpc_cv.csv")
    assert asked.value.choice == "positive"
    assert asked.value.truth_values == {"VF": 1769, "F": 1078, "M": 412, "L": 208}
    assert asked.value.roles["fold"] == ("Resample",)


@pytest.mark.parametrize("key", SAMPLES)
def test_samples_need_no_answer(key: str) -> None:
    sample = SAMPLES[key]
    found = read(sample.path, **sample.roles)
    assert found.models
    assert found.positive == sample.roles["positive"]
    assert re.search("modeldata|scikit-learn|Gong", sample.source)
    assert sample.licence in ("MIT", "BSD-3-Clause")
    assert sample.path.name in (sample.path.parent / "README.md").read_text()


@pytest.mark.parametrize(
    "truth",
    [
        "y_true",
        "Actual",
        " TARGET ",
        "label",
        "Outcome",
        "truth",
        "class",
        "obs",
        "reference",
        "Truth (biopsy)",
        "true.class",
    ],
)
@pytest.mark.parametrize(
    "score",
    [
        "y_score",
        "y_prob",
        "Score",
        "prob",
        "probability",
        "proba",
        "p_rf",
        "model_a_score",
        "score_model_a",
        "Prediction",
        "rf",
    ],
)
def test_names(truth: str, score: str) -> None:
    found = text(f"id,{score},{truth}", "1,0.9,1", "2,0.8,0", "3,0.3,1", "4,0.1,0")
    assert found.roles["truth"] == (truth.strip(),)
    assert columns(found) == [score]
    assert list(found.models) == [THE_MODEL]
    assert cells(found.models[THE_MODEL].counts) == (1, 1, 1, 1)
    assert found.positive == "1"
    assert found.roles["id"] == ("id",)


def test_labels_are_told_by_content_in_a_wide_file() -> None:
    found = text("age,logreg,tree,y", "41,1,0,1", "52,0,0,0", "63,1,1,0", "29,0,1,1")
    assert {name: cells(one.counts) for name, one in found.models.items()} == {
        "logreg": (1, 1, 1, 1),
        "tree": (1, 1, 1, 1),
    }
    assert noted(found, "for their content", "“logreg” and “tree”")
    assert "Not used: “age”." in found.notes


def test_named_scores_may_have_any_range() -> None:
    found = text("truth,score_a,logit_b,rank_score", "1,2.5,900,4", "0,-1,700,1", "1,-0.5,800,3", "0,-2,950,2")
    assert {name: one.threshold for name, one in found.models.items()} == {
        "score_a": 0,
        "logit_b": 900,
        "rank_score": 3,
    }
    assert noted(found, "“score_a”", "≥ 0,", "both signs")
    assert noted(found, "“logit_b”", "≥ 900", "as many")


@pytest.mark.parametrize("truth", [["1", "0"], ["1.0", "0.0"], ["True", "False"], ["yes", "no"], ["TRUE", "FALSE"]])
@pytest.mark.parametrize("label", [["1", "0"], ["1.0", "0"], ["true", "false"], ["Yes", "No"]])
def test_one_and_true_are_one_value(truth: list[str], label: list[str]) -> None:
    lines = [f"{truth[one == '0']},{label[other == '0']}" for one, other in ("11", "11", "10", "01", "00", "00", "00")]
    found = text("truth,predicted", *lines)
    assert cells(found.models[THE_MODEL].counts) == (2, 1, 1, 3)
    assert found.positive == ("1" if truth[0] == "1.0" else truth[0])


@pytest.mark.parametrize("positive", [1, 1.0, "1", True, "true"])
def test_positive_is_given_as_value_or_text(positive: Any) -> None:
    assert text("truth,score", "1,0.5", "0,0.75", positive=positive).positive == "1"


@pytest.mark.parametrize(
    ("values", "positive", "guess"),
    [
        (("no", "yes", "yes"), "yes", False),
        (("NEGATIVE", "Positive", "Positive"), "Positive", False),
        (("-", "+", "+"), "+", False),
        (("-1", "1", "1"), "1", False),
        (("f", "T", "T"), "T", False),
        (("norm", "abnorm", "abnorm"), "abnorm", False),
        (("good", "bad", "bad"), "bad", False),
        (("2", "1", "1"), "1", True),
        (("dog", "cat", "cat"), "dog", True),
        (("dog", "cat", "dog", "cat"), "cat", True),
    ],
)
def test_which_value_is_positive(values: tuple[str, ...], positive: str, guess: bool) -> None:
    found = text("truth,score", *(f"{value},0.{place}" for place, value in enumerate(values, 1)))
    assert (found.positive, found.positive_is_guess) == (positive, guess)


@pytest.mark.parametrize(
    "names", [("prob_0", "prob_1"), ("0", "1"), (".pred_0", ".pred_1"), ("rf_0", "rf_1"), ("Class0", "Class1")]
)
def test_scores_of_the_other_class_are_no_model(names: tuple[str, str]) -> None:
    found = text(f"truth,{names[0]},{names[1]}", "1,0.25,0.75", "0,0.5,0.5", "0,0.125,0.875", "1,1,0")
    assert columns(found) == [names[1]]
    assert noted(found, "not used", f"“{names[0]}”")


def test_models_with_numbers_in_their_names_are_models() -> None:
    found = text("truth,m_0,m_1,score_7", "1,0.25,0.5,0.3", "0,0.5,0.25,0.4", "0,0.1,0.3,0.5")
    assert list(found.models) == ["m_0", "m_1", "score_7"]
    many = text("truth,score_0,score_1,score_2", "1,0.25,0.5,0.3", "0,0.5,0.25,0.4", "0,0.1,0.3,0.5")
    assert list(many.models) == ["score_0", "score_1", "score_2"]


def test_long() -> None:
    frame = pd.DataFrame(
        {
            "model": ["rf", "rf", "rf", "svm", "svm", "svm", "tree", "tree"],
            "truth": ["yes", "no", "no", "yes", "no", "yes", "no", "yes"],
            "prediction": [0.9, 0.8, 0.1, 0.2, 0.7, 0.6, 0.1, 0.5],
        }
    )
    found = read(frame)
    assert {name: cells(one.counts) for name, one in found.models.items()} == {
        **{"rf": (1, 1, 0, 1), "svm": (1, 1, 1, 0), "tree": (1, 0, 0, 1)},
    }
    assert found.roles["model"] == ("model",)
    assert (found.rows, found.total, found.positives) == (8, 3, 1)
    assert noted(found, "different numbers of cases")
    labels = read(frame.assign(prediction=["yes", "no", "yes", "no", "yes", "yes", "no", "no"]))
    assert cells(labels.models["svm"].counts) == (1, 1, 1, 0)
    assert labels.models["svm"].table is None


def test_long_with_scores_and_labels() -> None:
    lines = ["a,1,0.9,1", "a,0,0.4,1", "a,1,0.3,0", "b,1,0.9,1", "b,0,0.4,1", "b,0,0.6,0", "c,1,,1", "c,0,,1"]
    found = text("model,truth,score,predicted", *lines, missing="leave out")
    assert list(found.models) == ["a", "b, score", "b, predicted", "c"]
    assert found.models["a"].threshold == pytest.approx(0.35)
    assert noted(found, "“predicted”", "“score”", "≥ 0.35", "“a”", "one model")
    assert cells(found.models["b, predicted"].counts) == (1, 1, 0, 1)
    assert cells(found.models["c"].counts) == (1, 1, 0, 0)


def test_a_column_named_model_may_be_a_model() -> None:
    found = text("truth,model", "yes,yes", "no,yes", "no,no")
    assert columns(found) == ["model"]


@pytest.mark.parametrize(
    ("scores", "labels", "threshold"),
    [
        ((0.2, 0.4, 0.6, 0.8), (0, 0, 1, 1), 0.5),
        ((0.2, 0.5, 0.6, 0.8), (0, 1, 1, 1), 0.5),
        ((0.2, 0.4, 0.6, 0.8), (0, 0, 0, 1), 0.7),
        ((-3, -1, 2, 4), (0, 1, 1, 1), -2),
        ((0.2, 0.3, np.nextafter(0.3, 1), 0.8), (0, 0, 1, 1), np.nextafter(0.3, 1)),
        ((0.2, 0.4, 0.6, 0.8), (0, 1, 0, 1), None),
        ((0.6, 0.7, 0.8, 0.9), (0, 0, 0, 0), None),
        ((0.1, 0.2, 0.3, 0.4), (0, 0, 0, 0), 0.5),
    ],
)
def test_labels_that_are_a_cut_score_are_no_second_model(
    scores: tuple[float, ...], labels: tuple[int, ...], threshold: float | None
) -> None:
    found = read(pd.DataFrame({"truth": [0, 1, 0, 1], "score": scores, "y_pred": labels}))
    if threshold is None:
        assert list(found.models) == ["score", "y_pred"]
    else:
        assert list(found.models) == [THE_MODEL]
        assert found.models[THE_MODEL].threshold == pytest.approx(threshold, rel=1e-15)
        assert found.models[THE_MODEL].counts.predicted_positives == sum(labels)


def test_each_label_finds_its_own_score() -> None:
    header = "truth,a_score,b_score,b_label,a_label"
    found = text(
        header,
        "1,0.9,0.8,1,1",
        "0,0.4,0.3,0,0",
        "1,0.6,0.7,1,1",
        label=["b_label", "a_label"],
        score=["a_score", "b_score"],
    )
    assert list(found.models) == ["a_score", "b_score"]
    assert noted(found, "“b_label”", "“b_score”", "≥ 0.5", "one model")


def test_groups_and_folds() -> None:
    header = "truth,score,segment,cv_fold"
    found = text(header, "1,0.9,b,10", "0,0.8,b,9", "1,0.3,a,10", "0,0.2,,9", "0,0.7,a,9")
    model = found.models[THE_MODEL]
    assert {name: cells(one.counts) for name, one in model.groups.items()} == {
        **{"(none)": (0, 0, 0, 1), "a": (0, 1, 1, 0), "b": (1, 1, 0, 0)},
    }
    assert list(model.folds) == ["9", "10"]
    assert model.folds["10"].table.positives.tolist() == [1, 1]
    assert model.groups["a"].threshold == 0.5
    assert text(header, "1,0.9,b,10", "0,0.8,b,9", group="", fold=()).roles["group"] == ()


def test_weights() -> None:
    header = "truth,score,predicted,sample_weight"
    lines = ("1,0.9,0,0.5", "0,0.8,1,2", "1,0.3,1,0", "0,0.2,0,1.25")
    found = text(header, *lines, weight="sample_weight")
    assert found.roles["weight"] == ("sample_weight",)
    assert found.models["score"].counts.weighted
    assert cells(found.models["score"].counts.squares) == (0.25, 4, 0, 1.5625)
    assert cells(found.models["score"].counts) == (0.5, 2, 0, 1.25)
    assert cells(found.models["predicted"].counts) == (0, 2, 0.5, 1.25)
    assert (found.total, found.positives) == (3.75, 0.5)
    assert found.models["score"].table.negatives.tolist() == [1.25, 0, 2, 0]
    assert found.models["score"].table.squares[1].tolist() == [1.5625, 0, 4, 0]


def test_weights_are_never_taken_unasked() -> None:
    lines = ("1,0.9,0.5,x", "0,0.8,0.25,y", "1,0.3,0.1,x", "0,0.2,0.75,x")
    found = text("truth,score,sample_weight,other", *lines)
    assert found.roles["weight"] == ()
    assert columns(found) == ["score"]
    assert not found.models[THE_MODEL].counts.weighted
    assert found.total == 4
    told = "“sample_weight” could be weights: not used, so each case counts as one; choose it as weight if each case "
    assert [note for note in found.notes if "sample_weight" in note] == [f"{told}counts what it says."]
    assert found.columns[2] == "sample_weight"
    none = text("truth,score,sample_weight,other", *lines, weight="")
    assert noted(none, "Not used", "“sample_weight”", "“other”")


@pytest.mark.parametrize("weight", ["50", "0.1", "1"])
def test_equal_weights_are_told_and_left_out(weight: str) -> None:
    header, lines = "truth,score,p_b,weight,fold", ("1,0.9,0.1", "0,0.8,0.2", "1,0.3,0.3", "0,0.2,0.4")
    found = text(header, *(f"{line},{weight},{place % 2}" for place, line in enumerate(lines)), weight="weight")
    plain = text("truth,score,p_b", *lines)
    assert noted(found, "Every weight", f" {weight},", "left out")
    assert (found.roles["weight"], found.total, found.positives) == ((), 4, 2)
    for name, model in plain.models.items():
        assert repr(found.models[name].counts) == repr(model.counts)
        assert repr(found.models[name].table) == repr(model.table)
        assert not found.models[name].folds["0"].counts.weighted
    assert found.joint is not None


def test_weights_that_are_equal_in_the_rows_of_one_model_are_left_out_of_it() -> None:
    lines = [f"{row % 2},{name},0.{row},{weight}" for name, weight in (("a", 2), ("b", 3)) for row in range(1, 7)]
    found = text("truth,model,score,weight", *lines, "1,c,0.5,1", "0,c,0.2,4", weight="weight")
    assert [model.counts.weighted for model in found.models.values()] == [False, False, True]
    assert [float(model.counts.total) for model in found.models.values()] == [6, 6, 5]
    assert noted(found, "Every weight", "“b”", " 3,", "left out")


def test_scores_case_by_case_have_their_weights() -> None:
    header, lines = "truth,score,p_b,weight", ("1,0.9,0.1,2", "0,0.8,0.2,1", ",0.8,0.2,7", "1,0.3,,0.5")
    for weight, right in (("weight", [2, 1, 0.5]), ("", None)):
        joint = text(header, *lines, weight=weight, missing="leave out").joint
        assert joint is not None
        assert (None if joint.weight is None else joint.weight.tolist()) == right
        assert joint.score["score"].tolist() == [0.9, 0.8, 0.3]


def test_models_of_equal_weight_have_the_same_number_of_cases() -> None:
    """In another order the same weights add up to a number that differs in the last digit."""
    rng = np.random.default_rng(15)
    weight = np.round(rng.uniform(0.1, 20, 60), 2)
    frame = pd.DataFrame({"truth": rng.integers(0, 2, 60), "weight": weight})
    scores = {f"score_{name}": rng.permutation(60) / 60 for name in "abcdefgh"}
    found = read(frame.assign(**scores), weight="weight")
    assert len({float(model.counts.total) for model in found.models.values()}) > 1
    assert not noted(found, "different numbers of cases")
    less = read(
        frame.assign(**scores, score_i=np.where(np.arange(60) > 0, 0.5, np.nan)), weight="weight", missing="leave out"
    )
    assert noted(less, "different numbers of cases")


@pytest.mark.parametrize(
    ("header", "lines", "names"),
    [
        ("truth,yes,svm", ("yes,0.9,0.3", "no,0.2,0.4"), ["model yes", "svm"]),
        ("truth,Yes,model yes", ("yes,0.9,0.3", "no,0.2,0.4"), ["model Yes", "model yes"]),
        ("truth,svm", ("yes,0.9", "no,0.2"), [THE_MODEL]),
        ("truth,yes", ("yes,0.9", "no,0.2"), [THE_MODEL]),
        ("truth,score,model", ("yes,0.9,rf", "no,0.2,rf"), [THE_MODEL]),
        ("truth,score,model", ("a,0.9,A.", "b,0.2,A.", "a,0.9,c", "b,0.2,c"), ["model A.", "c"]),
    ],
)
def test_no_model_is_named_as_a_class(header: str, lines: tuple[str, ...], names: list[str]) -> None:
    found = text(header, *lines, positive=lines[0].split(",")[0])
    assert list(found.models) == names


def test_roles_by_hand() -> None:
    frame = pd.DataFrame({"a": [1, 0, 1], "b": [0.5, 0.25, 0.75], "c": [1, 1, 0], "who": ["x", "y", "x"]})
    found = read(frame, truth="a", score="b", label=["c"], group="who", weight=" b ")
    assert found.roles | {"model": (), "fold": ()} == found.roles
    assert list(found.models) == ["b", "c"]
    assert cells(found.models["c"].counts) == (0.5, 0.25, 0.75, 0)
    assert read(frame, truth="c", score=["a", "b"]).models["a"].counts.tp == 1
    assert columns(read(frame, truth="a", label="c")) == ["c"]


MISSING = ("truth,score_a,score_b", "1,0.9,0.8", "0,NA,0.3", ",0.4,0.2", "1,0.7,", "0,nan,0.9", "0,0.1,0.2")


def test_incomplete_rows_are_a_question() -> None:
    message = (
        r"^data.csv: 4 of 6 rows have no truth or no prediction, the first is row 3, column “score_a”: "
        r"leave such rows out, or fill in the cells$"
    )
    with pytest.raises(ChoiceNeeded, match=message) as asked:
        text(*MISSING)
    assert asked.value.choice == "missing"
    with pytest.raises(
        ChoiceNeeded, match=r"1 of 3 rows has no truth or no prediction, the first is row 2, column “truth”"
    ):
        text("truth,score", "null,0.5", "1,0.5", "0,0.25")


def test_incomplete_rows_are_left_out_and_counted() -> None:
    found = text(*MISSING, missing="leave out")
    assert {name: cells(one.counts) for name, one in found.models.items()} == {
        **{"score_a": (2, 0, 0, 1), "score_b": (1, 1, 0, 2)},
    }
    assert (found.rows, found.total, found.positives) == (6, 4, 1)
    for note in (
        "1 row without a truth was left out.",
        "Rows without a prediction were left out: 2 of “score_a” and 1 of “score_b”.",
        "The models have different numbers of cases.",
    ):
        assert note in found.notes


ROWS = ("1,0.5", "0,0.25", "1,0.75")
WRONG: dict[str, tuple[tuple[str, ...], dict[str, Any], str]] = {
    "infinite": (
        ("truth,score", *ROWS, "0,inf"),
        {},
        r"^data.csv: “score” must hold finite numbers, got “inf” in row 5; mend",
    ),
    "infinity": (("truth,score", "1,∞", "0,0.5"), {}, r"“score” must hold numbers, got “∞” in row 2; mend that cell$"),
    "minus infinity": (
        ("truth,score", "1,-Infinity", "0,0.5"),
        {},
        r"must hold finite numbers, got “-Infinity” in row 2",
    ),
    "text": (("truth,score", *ROWS, "0,high"), {}, r"“score” must hold numbers, got “high” in row 5; mend that cell$"),
    "text after thousands": (
        ("truth,score", *ROWS * 1000, "0,0.5%"),
        {},
        r"“score” must hold numbers, got “0.5%” in row 3,002; mend that cell$",
    ),
    "unnamed text": (
        ("truth,rf", *ROWS, "0,0.1x"),
        {},
        r"“rf” must hold numbers, got “0.1x” in row 5; mend that cell$",
    ),
    "a label the truth has not": (
        ("truth,predicted", "a,a", "b,b", "b,c"),
        {},
        r"“predicted” must hold the values of “truth”, “a” or “b”, got “c” in row 4; mend that cell$",
    ),
    "one class": (
        ("truth,score", *["x,0.5"] * 344),
        {},
        r"^data.csv: “truth” must hold two classes, got “x” in all 344 rows; add cases of the other class$",
    ),
    "negative weight": (
        ("truth,score,weight", "1,0.5,1", "0,0.25,-2"),
        {"weight": "weight"},
        r"“weight” must hold a weight of 0 or more in each row, got “-2” in row 3; mend that cell$",
    ),
    "missing weight": (
        ("truth,score,weight", "1,0.5,1", "0,0.25,"),
        {"weight": "weight"},
        r"“weight” must hold a weight of 0 or more in each row, got nothing in row 3; mend that cell$",
    ),
    "missing model": (
        ("model,truth,score", "a,1,0.5", ",0,0.25"),
        {},
        r"“model” must name a model in each row, got nothing in row 3; mend that cell$",
    ),
    "unknown column": (
        ("truth,score,scores_b", "1,0.5,0.5", "0,0.25,0.5"),
        {"score": "scroe"},
        r"^data.csv: score must be a column, got “scroe”; the nearest are “score” and “scores_b”$",
    ),
    "unknown positive": (
        ("truth,score", "cat,0.5", "dog,0.25"),
        {"positive": "cow"},
        r"^data.csv: positive must be “cat” or “dog”, the values of “truth”, got “cow”$",
    ),
    "numbers as truth": (
        ("a,b", *(f"{place},0.5" for place in range(100))),
        {"truth": "a"},
        r"“a” must hold classes to be the truth, got 100 values in 100 rows; choose another column$",
    ),
    "empty truth": (
        ("truth,score", ",0.5", ",0.25"),
        {"truth": "truth"},
        r"“truth” must hold the truth, but all its cells",
    ),
    "group is the truth": (
        ("truth,score", *ROWS),
        {"group": "truth"},
        r"“truth” cannot be the truth at once; choose another",
    ),
    "text as weight": (
        ("truth,score,w", "1,0.5,a", "0,0.2,b"),
        {"weight": "w"},
        r"“w” must hold numbers to be the weight",
    ),
    "model of numbers": (
        ("truth,score", *ROWS),
        {"model": "truth"},
        r"“truth” cannot be the truth at once; choose another column for the model$",
    ),
    "threshold": (
        ("truth,score", *ROWS),
        {"threshold": float("nan")},
        r"threshold must be a finite number, got “nan”$",
    ),
    "missing": (("truth,score", *ROWS), {"missing": "drop"}, r"missing must be “ask” or “leave out”, got “drop”$"),
    "nothing in common": (
        ("truth,score", "1,", "0,", ",0.5", ",0.25"),
        {"missing": "leave out"},
        r"has no row with both a truth and a prediction; fill in the missing cells$",
    ),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_wrong_columns(wrong: str) -> None:
    lines, roles, message = WRONG[wrong]
    with pytest.raises(InputError, match=message):
        text(*lines, **roles)


@pytest.mark.parametrize(
    ("lines", "choice", "message"),
    [
        (
            ("a,b,c", "1,x,p", "2,y,q"),
            "truth",
            r"no column is named as the truth: choose the column with the true classes$",
        ),
        (
            ("truth,score", *(f"v{i},0.5" for i in range(60))),
            "truth",
            r"“truth” must hold classes to be the truth, got 60 values in 60 rows: choose the column with the true",
        ),
        (
            ("truth,score", ",0.5", ",0.25"),
            "truth",
            r"“truth” must hold the truth, but all its cells are empty: choose the column with the true classes$",
        ),
        (
            ("truth,age,id", "1,40,1", "0,50,2"),
            "score",
            r"no column holds predictions of “truth”: choose a column with scores",
        ),
        (
            ("truth,score", "a,1", "b,2", "c,3"),
            "positive",
            r"“truth” has 3 values, “a”, “b” and “c”: choose the one that counts",
        ),
    ],
)
def test_questions(lines: tuple[str, ...], choice: str, message: str) -> None:
    with pytest.raises(ChoiceNeeded, match=message) as asked:
        text(*lines)
    assert asked.value.choice == choice
    assert asked.value.columns == tuple(lines[0].split(","))


def test_a_stray_value_in_an_unnamed_column_is_noted() -> None:
    found = text("truth,score,rf", "1,0.5,0.5", "0,0.25,0.5", "1,0.7,x")
    assert columns(found) == ["score"]
    assert noted(found, "“rf” was not used", "“x”", "row 4")


def test_classes_only_predicted_are_noted() -> None:
    found = text("truth,predicted", "a,a", "b,d", "c,c", positive="a")
    assert cells(found.models[THE_MODEL].counts) == (1, 0, 0, 2)
    assert noted(found, "“predicted”", "also predicts “d”")


def test_spellings_of_one_value_are_noted() -> None:
    found = text("truth,score", "Yes,0.5", "no,0.25", "yes ,0.75", "YES,0.75")
    assert found.truth_values == {"Yes": 3, "no": 1}
    assert noted(found, "“truth”", "spelling")


def test_an_identifier_is_no_group() -> None:
    names = [f"g{number}" for number in range(10_002)]
    frame = pd.DataFrame({"truth": [0, 1] * 5001, "score": [0.25, 0.5] * 5001, "group": names})
    assert read(frame).roles["group"] == ()
    with pytest.raises(
        InputError, match=r"“group” holds 10,002 different values, more than 10,000; choose another column"
    ):
        read(frame, group="group")


def test_a_blank_column_is_no_model() -> None:
    found = text("truth,score,score_b", "1,0.5,", "0,0.25,")
    assert columns(found) == ["score"]
    assert "Not used: “score_b”." in found.notes


def test_only_the_model_whose_labels_are_its_cut_score_is_one() -> None:
    found = text("classifier,y_true,y_pred,y_score", "a,1,1,0.9", "a,0,0,0.2", "b,1,1,0.4", "b,0,0,0.6")
    assert list(found.models) == ["a", "b, y_pred", "b, y_score"]
    assert cells(found.models["b, y_pred"].counts) == (1, 0, 0, 1)


def test_whole_numbers_without_a_name_are_no_scores() -> None:
    found = text("truth,smoker,p_rf", "cat,0,0.5", "dog,1,0.25", "dog,1,0.75")
    assert columns(found) == ["p_rf"]
    assert "Not used: “smoker”." in found.notes


def test_a_predicted_target_is_not_the_truth() -> None:
    found = text("predicted_target,sick", "1,1", "1,0", "0,0")
    assert found.roles["truth"] == ("sick",)
    assert noted(found, "“sick”", "as the truth")
