"""Which column is what, which value is positive, and which question is asked where that is open."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from ddcore.errors import InputError
from ddcore.read import ChoiceNeeded, read
from ddcore.records.labels import THE_MODEL
from ddcore.samples import SAMPLES
from ddcore.table import ScoreTable
from tests.helpers.read import cells, columns, noted, text
from tests.helpers.tiers import some_of

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
    filled = {role: columns for role, columns in found.roles.items() if columns}
    assert filled == {"truth": ("truth",), "score": ("Class1",), "label": ("predicted",)}
    assert found.columns == ("truth", "Class1", "Class2", "predicted")
    assert noted(found, "not used", "“Class2”")
    assert noted(found, "“predicted”", "“Class1”", "≥ 0.5", "one model")


def test_the_other_class_may_be_positive_and_a_threshold_be_given() -> None:
    found = two_class(positive="class2")
    assert found.roles["score"] == ("Class2",)
    assert cells(found.models[THE_MODEL].counts) == (192, 31, 50, 227)
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
    for one in (found, read(DATA / "pathology.csv")):
        assert cells(one.models[THE_MODEL].counts) == (231, 32, 27, 54)
    assert noted(found, "by their values", "“scan”")
    with pytest.raises(InputError, match=r"^the model has labels without scores, so it has no threshold to move"):
        found.models[THE_MODEL].at(0.5)


def test_hpc_cv() -> None:
    frame = pd.read_csv(DATA / "hpc_cv.csv")
    alone = read(DATA / "hpc_cv.csv", positive="VF")
    assert list(alone.models) == [THE_MODEL]
    assert noted(alone, "“pred” is the class with the largest of", "one model")
    found = read(DATA / "hpc_cv.csv", positive="VF", label="pred", score="VF")
    assert list(found.models) == ["pred", "model VF"]
    assert (found.negative, found.positives, found.total) == ("not VF", 1769, 3467)
    assert cells(found.models["pred"].counts) == (1620, 444, 149, 1254)
    fifth = frame[frame.Resample == "Fold05"]
    assert list(found.models["model VF"].folds) == sorted(set(frame.Resample))
    fold = found.models["model VF"].folds["Fold05"]
    assert fold.counts.tp == ((fifth.obs == "VF") & (fifth.VF >= 0.5)).sum()
    expected = ScoreTable.of(fifth.VF, fifth.obs, "VF")
    np.testing.assert_array_equal(fold.table.score, expected.score)
    np.testing.assert_array_equal(fold.table.positives, expected.positives)
    with pytest.raises(ChoiceNeeded, match=r"“obs” has 4 values, “VF”, “F”, “M” and “L”: choose the one") as asked:
        read(DATA / "hpc_cv.csv")
    assert asked.value.choice == "positive"
    assert asked.value.truth_values == {"VF": 1769, "F": 1078, "M": 412, "L": 208}
    assert asked.value.roles["fold"] == found.roles["fold"] == ("Resample",)


@pytest.mark.parametrize("key", SAMPLES)
def test_samples_need_no_answer(key: str) -> None:
    sample = SAMPLES[key]
    assert read(sample.path, **sample.roles).positive == sample.roles["positive"]
    assert re.search("modeldata|scikit-learn|Gong|UCI repository", sample.source)
    assert sample.licence in ("MIT", "BSD-3-Clause", "CC BY 4.0")
    assert sample.path.name in (sample.path.parent / "README.md").read_text()


TRUTHS = "y_true;Actual; TARGET ;label;Outcome;truth;class;obs;reference;Truth (biopsy);true.class"
SCORES = ("y_score", "y_prob", "Score", "prob", "probability", "proba", "p_rf", "model_a_score", "Prediction", "rf")


@pytest.mark.parametrize("truth", some_of(TRUTHS.split(";"), "y_true", " TARGET ", "Truth (biopsy)"))
def test_names(truth: str) -> None:
    for score in SCORES:
        found = text(f"id,{score},{truth}", "1,0.9,1", "2,0.8,0", "3,0.3,1", "4,0.1,0")
        assert (found.roles["truth"], found.roles["id"], columns(found)) == ((truth.strip(),), ("id",), [score])
        assert {name: cells(model.counts) for name, model in found.models.items()} == {THE_MODEL: (1, 1, 1, 1)}
        assert found.positive == "1"


def test_labels_are_told_by_content_in_a_wide_file() -> None:
    found = text("age,logreg,tree,y", "41,1,0,1", "52,0,0,0", "63,1,1,0", "29,0,1,1")
    assert {name: cells(one.counts) for name, one in found.models.items()} == dict.fromkeys(
        ("logreg", "tree"), (1, 1, 1, 1)
    )
    assert noted(found, "by their values", "“logreg” and “tree”")
    assert "Not used: “age”." in found.notes


def test_named_scores_may_have_any_range() -> None:
    found = text("truth,score_a,logit_b,rank_score", "1,2.5,900,4", "0,-1,700,1", "1,-0.5,800,3", "0,-2,950,2")
    thresholds = {name: one.threshold for name, one in found.models.items()}
    assert thresholds == {"score_a": 0, "logit_b": 900, "rank_score": 3}
    assert noted(found, "“score_a”", "≥ 0,", "positive and negative")
    assert noted(found, "“logit_b”", "≥ 900", "base rate")


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


def test_which_value_is_positive() -> None:
    for values, positive, guess in (
        ("no yes yes", "yes", False),
        ("NEGATIVE Positive Positive", "Positive", False),
        ("- + +", "+", False),
        ("-1 1 1", "1", False),
        ("f T T", "T", False),
        ("norm abnorm abnorm", "abnorm", False),
        ("good bad bad", "bad", False),
        ("2 1 1", "1", True),
        ("dog cat cat", "dog", True),
        ("dog cat dog cat", "cat", True),
    ):
        found = text("truth,score", *(f"{value},0.{place}" for place, value in enumerate(values.split(), 1)))
        assert (found.positive, found.positive_is_guess) == (positive, guess)


OTHER_CLASS = ("1,0.25,0.75", "0,0.5,0.5", "0,0.125,0.875", "1,1,0")


@pytest.mark.parametrize(
    ("lines", "found", "told"),
    [
        (("truth,prob_0,prob_1", *OTHER_CLASS), ["prob_1"], ("not used", "“prob_0”")),
        (("truth,0,1", *OTHER_CLASS), ["1"], ("not used", "“0”")),
        (("truth,.pred_0,.pred_1", *OTHER_CLASS), [".pred_1"], ("not used", "“.pred_0”")),
        (("truth,rf_0,rf_1", *OTHER_CLASS), ["rf_1"], ("not used", "“rf_0”")),
        (("truth,Class0,Class1", *OTHER_CLASS), ["Class1"], ("not used", "“Class0”")),
        (("truth,score,rf", "1,0.5,0.5", "0,0.25,0.5", "1,0.7,x"), ["score"], ("“rf” was not used", "“x”", "row 4")),
        (("truth,score,score_b", "1,0.5,", "0,0.25,"), ["score"], ("Not used: “score_b”.",)),
        (("truth,smoker,p_rf", "cat,0,0.5", "dog,1,0.25", "dog,1,0.75"), ["p_rf"], ("Not used: “smoker”.",)),
        (("predicted_target,sick", "1,1", "1,0", "0,0"), ["predicted_target"], ("“sick”", "as the truth")),
        (("truth,score", "Yes,0.5", "no,0.25", "yes ,0.75", "YES,0.75"), ["score"], ("“truth”", "spelling")),
        (("truth,model", "yes,yes", "no,yes", "no,no"), ["model"], ()),
    ],
)
def test_what_is_no_prediction_is_noted(lines: tuple[str, ...], found: list[str], told: tuple[str, ...]) -> None:
    assert columns(text(*lines)) == found
    assert noted(text(*lines), *told)


def test_models_with_numbers_in_their_names_are_models() -> None:
    for names in ("m_0,m_1,score_7", "score_0,score_1,score_2"):
        for yes, no in ("10", ("yes", "no")):
            found = text(f"truth,{names}", f"{yes},0.25,0.5,0.3", f"{no},0.5,0.25,0.4", f"{no},0.1,0.3,0.5")
            assert list(found.models) == names.split(",")


def test_long() -> None:
    truth = ["yes", "no", "no", "yes", "no", "yes", "no", "yes"]
    frame = pd.DataFrame({"model": ["rf"] * 3 + ["svm"] * 3 + ["tree"] * 2, "truth": truth})
    found = read(frame.assign(prediction=[0.9, 0.8, 0.1, 0.2, 0.7, 0.6, 0.1, 0.5]))
    expected = {"rf": (1, 1, 0, 1), "svm": (1, 1, 1, 0), "tree": (1, 0, 0, 1)}
    assert {name: cells(one.counts) for name, one in found.models.items()} == expected
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
    other = text("classifier,y_true,y_pred,y_score", "a,1,1,0.9", "a,0,0,0.2", "b,1,1,0.4", "b,0,0,0.6")
    assert list(other.models) == ["a", "b, y_pred", "b, y_score"]
    assert cells(other.models["b, y_pred"].counts) == (1, 0, 0, 1)


@pytest.mark.parametrize(
    ("scores", "labels", "threshold"),
    [
        ((0.2, 0.4, 0.6, 0.8), (0, 0, 1, 1), 0.5),
        ((0.2, 0.5, 0.6, 0.8), (0, 1, 1, 1), 0.5),
        ((0.2, 0.4, 0.6, 0.8), (0, 0, 0, 1), 0.7),
        ((-3, -1, 2, 4), (0, 1, 1, 1), -2),
        ((0.2, 0.3, np.nextafter(0.3, 1), 0.8), (0, 0, 1, 1), np.nextafter(0.3, 1)),
        ((0.2, 0.4, 0.6, 0.8), (0, 1, 0, 1), None),
    ],
)
def test_labels_that_are_a_cut_score_are_no_second_model(scores: Any, labels: Any, threshold: float | None) -> None:
    found = read(pd.DataFrame({"truth": [0, 1, 0, 1], "score": scores, "y_pred": labels}))
    assert list(found.models) == (["score", "y_pred"] if threshold is None else [THE_MODEL])
    if threshold is not None:
        assert found.models[THE_MODEL].threshold == pytest.approx(threshold, rel=1e-15)
        assert found.models[THE_MODEL].counts.predicted_positives == sum(labels)


def test_each_label_finds_its_own_score() -> None:
    lines = ("truth,a_score,b_score,b_label,a_label", "1,0.9,0.8,1,1", "0,0.4,0.3,0,0", "1,0.6,0.7,1,1")
    found = text(*lines, label=["b_label", "a_label"], score=["a_score", "b_score"])
    assert list(found.models) == ["a_score", "b_score"]
    assert noted(found, "“b_label”", "“b_score”", "≥ 0.5", "one model")


def test_groups_and_folds() -> None:
    header = "truth,score,segment,cv_fold"
    found = text(header, "1,0.9,b,10", "0,0.8,b,9", "1,0.3,a,10", "0,0.2,,9", "0,0.7,a,9")
    model = found.models[THE_MODEL]
    groups = {name: cells(one.counts) for name, one in model.groups.items()}
    assert groups == {"(none)": (0, 0, 0, 1), "a": (0, 1, 1, 0), "b": (1, 1, 0, 0)}
    assert list(model.folds) == ["9", "10"]
    assert model.folds["10"].table.positives.tolist() == [1, 1]
    assert model.groups["a"].threshold == 0.5
    assert text(header, "1,0.9,b,10", "0,0.8,b,9", group="", fold=()).roles["group"] == ()


def test_weights() -> None:
    lines = ("truth,score,predicted,sample_weight", "1,0.9,0,0.5", "0,0.8,1,2", "1,0.3,1,0", "0,0.2,0,1.25")
    found = text(*lines, weight="sample_weight")
    assert found.roles["weight"] == ("sample_weight",)
    score = found.models["score"]
    assert score.counts.weighted
    assert cells(score.counts.squares) == (0.25, 4, 0, 1.5625)
    assert cells(score.counts) == (0.5, 2, 0, 1.25)
    assert cells(found.models["predicted"].counts) == (0, 2, 0.5, 1.25)
    assert (found.total, found.positives) == (3.75, 0.5)
    assert score.table.negatives.tolist() == [1.25, 0, 2, 0]
    assert score.table.squares[1].tolist() == [1.5625, 0, 4, 0]


def test_weights_are_never_taken_unasked() -> None:
    lines = ("truth,score,sample_weight,other", "1,0.9,0.5,x", "0,0.8,0.25,y", "1,0.3,0.1,x", "0,0.2,0.75,x")
    found = text(*lines)
    assert (found.roles["weight"], columns(found), found.total) == ((), ["score"], 4)
    assert not found.models[THE_MODEL].counts.weighted
    assert noted(found, "“sample_weight” has a name like weights. It is not used")
    assert noted(text(*lines, weight=""), "Not used", "“sample_weight”", "“other”")


def test_a_model_whose_name_ends_like_a_role_is_a_model_beside_other_scores() -> None:
    forest = "Random forest, 500 trees, "
    for end in ("class weights", "claim amount", "one id", "10 fold", "one cluster"):
        for name, others in ((f'"{forest}{end}"', "score"), (f'"Boosting, {end}"', f'"{forest}{end}"')):
            lines = ("1,0.9,0.5", "0,0.8,0.25", "1,0.3,0.1", "0,0.2,0.75")
            found = text(f"truth,{others},{name}", *lines)
            assert list(found.models) == [others.strip('"'), name.strip('"')], end
            assert not any(found.roles[role] for role in ("weight", "amount", "id", "fold", "cluster"))
            assert not any("weights:" in note for note in found.notes)
        # By its content it is no score, or there is no other one.
        lines = ("1,0.9,5", "0,0.8,2.5", "1,0.3,1", "0,0.2,7.5")
        assert len(text(f'truth,score,"{forest}{end}"', *lines).models) == 1, end
    assert noted(text(f'truth,score,"{forest}class weights"', *lines), "has a name like weights. It is not used")
    assert noted(text("truth,predicted,my weights", "1,0,0.5", "0,0,0.2"), "has a name like weights. It is not used")


@pytest.mark.parametrize("weight", ["50", "0.1", "1"])
def test_equal_weights_are_told_and_left_out(weight: str) -> None:
    lines = ("1,0.9,0.1", "0,0.8,0.2", "1,0.3,0.3", "0,0.2,0.4")
    weighted = [f"{line},{weight},{place % 2}" for place, line in enumerate(lines)]
    found, plain = text("truth,score,p_b,weight,fold", *weighted, weight="weight"), text("truth,score,p_b", *lines)
    assert noted(found, "Every weight", f" {weight},", "not used")
    assert (found.roles["weight"], found.total, found.positives) == ((), 4, 2)
    for name, model in plain.models.items():
        assert repr(found.models[name].counts) == repr(model.counts)
        assert repr(found.models[name].table) == repr(model.table)
        assert not found.models[name].folds["0"].counts.weighted
    assert found.joint is not None


def test_weights_that_are_equal_in_the_rows_of_one_model_are_left_out_of_it() -> None:
    lines = [f"{row % 2},{name},0.{row},{weight}" for name, weight in (("a", 2), ("b", 3)) for row in range(1, 7)]
    found = text("truth,model,score,weight", *lines, "1,c,0.5,1", "0,c,0.2,4", weight="weight")
    counts = [(model.counts.weighted, float(model.counts.total)) for model in found.models.values()]
    assert counts == [(False, 6), (False, 6), (True, 5)]
    assert noted(found, "Every weight", "“b”", " 3,", "not used")


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
    frame = frame.assign(**{f"score_{name}": rng.permutation(60) / 60 for name in "abcdefgh"})
    found = read(frame, weight="weight")
    assert len({float(model.counts.total) for model in found.models.values()}) > 1
    assert not noted(found, "different numbers of cases")
    frame["score_i"] = np.where(np.arange(60) > 0, frame.score_h, np.nan)
    assert noted(read(frame, weight="weight", missing="leave out"), "different numbers of cases")


@pytest.mark.parametrize(
    ("lines", "names"),
    [
        ("truth,yes,svm;yes,0.9,0.3;no,0.2,0.4", ["model yes", "svm"]),
        ("truth,Yes,model yes;yes,0.9,0.3;no,0.2,0.4", ["model Yes", "model yes"]),
        ("truth,svm;yes,0.9;no,0.2", [THE_MODEL]),
        ("truth,yes;yes,0.9;no,0.2", [THE_MODEL]),
        ("truth,score,model;yes,0.9,rf;no,0.2,rf", [THE_MODEL]),
        ("truth,score,model;a,0.9,A.;b,0.2,A.;a,0.9,c;b,0.2,c", ["model A.", "c"]),
    ],
)
def test_no_model_is_named_as_a_class(lines: str, names: list[str]) -> None:
    header, *rows = lines.split(";")
    assert list(text(header, *rows, positive=rows[0].split(",")[0]).models) == names


def test_roles_by_hand() -> None:
    frame = pd.DataFrame({"a": [1, 0, 1], "b": [0.5, 0.25, 0.75], "c": [1, 1, 0], "who": ["x", "y", "x"]})
    found = read(frame, truth="a", score="b", label=["c"], group="who", weight=" b ")
    assert found.roles | {"model": (), "fold": ()} == found.roles
    assert list(found.models) == ["b", "c"]
    assert cells(found.models["c"].counts) == (0.5, 0.25, 0.75, 0)
    assert read(frame, truth="c", score=["a", "b"]).models["a"].counts.tp == 1
    assert columns(read(frame, truth="a", label="c")) == ["c"]


MISSING = ("truth,score_a,score_b", "1,0.9,0.8", "0,NA,0.3", ",0.4,0.2", "1,0.7,", "0,nan,0.9", "0,0.1,0.2")


def test_incomplete_rows_are_a_question_or_left_out_and_counted() -> None:
    message = r"^data.csv: 4 of 6 rows have no truth or no prediction, the first is row 3, column “score_a”: leave"
    with pytest.raises(ChoiceNeeded, match=message) as asked:
        text(*MISSING)
    assert asked.value.choice == "missing"
    with pytest.raises(ChoiceNeeded, match=r"1 of 3 rows has no truth .* the first is row 2, column “truth”"):
        text("truth,score", "null,0.5", "1,0.5", "0,0.25")
    found = text(*MISSING, missing="leave out")
    counts = {name: cells(one.counts) for name, one in found.models.items()}
    assert counts == {"score_a": (2, 0, 0, 1), "score_b": (1, 1, 0, 2)}
    assert (found.rows, found.total, found.positives) == (6, 4, 1)
    assert noted(found, "1 row without a truth was left out.")
    assert noted(found, "left out: 2 of “score_a” and 1 of “score_b”.")
    assert noted(found, "The models have different numbers of cases.")


ROWS = ("1,0.5", "0,0.25", "1,0.75")
WEIGHT = {"weight": "weight"}
WRONG: dict[str, tuple[tuple[str, ...], dict[str, Any], str]] = {
    "infinite": (
        ("truth,score", *ROWS, "0,inf"),
        {},
        r"^data.csv: “score” must have finite numbers, got “inf” in row 5",
    ),
    "infinity": (("truth,score", "1,∞", "0,0.5"), {}, r"“score” must have numbers, got “∞” in row 2; fix that cell$"),
    "minus infinity": (("truth,score", "1,-Infinity", "0,0.5"), {}, r"have finite numbers, got “-Infinity” in row 2"),
    "text after thousands": (("truth,score", *ROWS * 1000, "0,0.5%"), {}, r"got “0.5%” in row 3,002; fix"),
    "unnamed text": (("truth,rf", *ROWS, "0,0.1x"), {}, r"“rf” must have numbers, got “0.1x” in row 5; fix that"),
    "a label the truth has not": (("truth,predicted", "a,a", "b,b", "b,c"), {}, r"“a” or “b”, got “c” in row 4; fix"),
    "one class": (("truth,score", *["x,0.5"] * 344), {}, r"must have two classes, got “x” in all 344 rows"),
    "negative weight": (("truth,score,weight", "1,0.5,1", "0,0.25,-2"), WEIGHT, r"“weight” must .* got “-2” in row 3;"),
    "missing weight": (("truth,score,weight", "1,0.5,1", "0,0.25,"), WEIGHT, r"“weight” must .* got nothing in row 3;"),
    "text as weight": (("truth,score,weight", "1,0.5,a", "0,0.2,b"), WEIGHT, r"“weight” must have numbers to be the"),
    "missing model": (("model,truth,score", "a,1,0.5", ",0,0.25"), {}, r"“model” must name a model .* in row 3"),
    "unknown column": (
        ("truth,score,scores_b", "1,0.5,1", "0,0.2,0"),
        {"score": "scroe"},
        r"the nearest are “score” and",
    ),
    "unknown positive": (
        ("truth,score", "cat,0.5", "dog,0.25"),
        {"positive": "cow"},
        r"which has “cat” .1 case., “dog” .1 case.; got “cow”$",
    ),
    "numbers as truth": (
        ("a,b", *(f"{place},0.5" for place in range(100))),
        {"truth": "a"},
        r"got 100 values in 100 rows",
    ),
    "empty truth": (("truth,score", ",0.5", ",0.25"), {"truth": "truth"}, r"“truth” must have the true classes, but"),
    "group is the truth": (("truth,score", *ROWS), {"group": "truth"}, r"“truth” cannot also be the truth; choose"),
    "threshold": (("truth,score", *ROWS), {"threshold": float("nan")}, r"threshold must be a finite number, got"),
    "missing": (("truth,score", *ROWS), {"missing": "drop"}, r"“ask”, “leave out” or “keep”, got “drop”$"),
    "nothing in common": (
        ("truth,score", "1,", "0,", ",0.5"),
        {"missing": "leave out"},
        r"has no row with both a truth",
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
            r"no column has the usual name of a truth: choose the column with the true",
        ),
        (("truth,score", *(f"v{i},0.5" for i in range(60))), "truth", r"“truth” must have classes to be the truth,"),
        (
            ("truth,score", ",0.5", ",0.25"),
            "truth",
            r"“truth” must have the true classes, but all its cells are empty:",
        ),
        (("truth,age,id", "1,40,1", "0,50,2"), "score", r"no column has predictions of “truth”: choose a column"),
        (("truth,score", "a,1", "b,2", "c,3"), "positive", r"“truth” has 3 values, “a”, “b” and “c”: choose the one"),
    ],
)
def test_questions(lines: tuple[str, ...], choice: str, message: str) -> None:
    with pytest.raises(ChoiceNeeded, match=message) as asked:
        text(*lines)
    assert asked.value.choice == choice
    assert asked.value.columns == tuple(lines[0].split(","))


def test_classes_only_predicted_are_noted() -> None:
    found = text("truth,predicted", "a,a", "b,d", "c,c", positive="a")
    assert cells(found.models[THE_MODEL].counts) == (1, 0, 0, 2)
    assert noted(found, "“predicted”", "also predicts “d”")


def test_an_identifier_is_no_group() -> None:
    names = [f"g{number}" for number in range(10_002)]
    frame = pd.DataFrame({"truth": [0, 1] * 5001, "score": [0.25, 0.5] * 5001, "group": names})
    assert read(frame).roles["group"] == ()
    with pytest.raises(InputError, match=r"“group” has 10,002 different values, more than 10,000; choose another"):
        read(frame, group="group")


@pytest.mark.parametrize("role", ["group", "model", "fold", "cluster"])
def test_names_that_differ_in_spelling_only_are_one_and_that_is_noted(role):
    """“A”, “a ” and “a”, of what a column names besides the truth."""
    frame = pd.DataFrame({"truth": [1, 0] * 6, "score": np.linspace(0, 1, 12), "named": ["A", "a ", "a", "b"] * 3})
    found = read(frame, truth="truth", score="score", **{role: "named"})
    assert noted(found, "Values of “named” that differ only in spelling were merged.")
    apart = read(frame.assign(named=["A", "c", "d", "b"] * 3), truth="truth", score="score", **{role: "named"})
    assert not noted(apart, "differ only in spelling")
