"""What an answer is about: classes, counts or predictions, and what is kept with them."""

import re
from dataclasses import replace

import numpy as np
import pytest

from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.read import read
from tests.helpers.answers import counted

TWO = b"truth,a,b\nyes,0.9,0.1\nno,0.2,\nyes,0.4,0.3\nno,0.6,0.8\n"


def test_classes_alone_have_no_model():
    data = Data(303, 139)
    assert data.prevalence == 139 / 303
    assert not data.several
    assert not data.weighted
    with pytest.raises(InputError, match="there must be a model, but only the classes are known"):
        _ = data.model


def test_predictions_give_data_of_the_model_looked_at():
    predictions = read(TWO, positive="yes", missing="leave out")
    first, second = predictions.data(), predictions.data("b", source="two.csv")
    assert (first.name, first.total, first.positives, first.source) == ("a", 4, 2, predictions.name)
    assert (second.name, second.total, second.positives, second.source) == ("b", 3, 2, "two.csv")
    assert first.several
    assert first.joint is second.joint is predictions.joint
    assert first.notes == predictions.notes


def test_what_is_computed_is_kept_whichever_model_at_whichever_threshold():
    predictions = read(TWO, positive="yes", missing="leave out")
    first = predictions.data()
    assert first.kept(("a", 1), lambda: "made") == "made"
    moved = {name: model.cut(0.3) for name, model in predictions.models.items()}
    others = [predictions.data("b"), predictions.data("a", moved), replace(first, source="x")]
    assert [other.kept(("a", 1), lambda: "again") for other in others] == ["made"] * 3
    assert read(TWO, positive="yes", missing="leave out").data().kept(("a", 1), lambda: "again") == "again"


def test_two_data_share_nothing():
    one, other = counted(3, 1, 1, 3), counted(3, 1, 1, 3)
    one.kept("x", lambda: 1)
    assert other.kept("x", lambda: 2) == 2


def test_weights_are_told_by_the_model_looked_at():
    assert counted(2.5, 1, 1, 3.25).weighted
    assert not counted(2, 1, 1, 3).weighted


def test_labels_have_no_threshold_to_move():
    data = counted(2, 1, 1, 3)
    with pytest.raises(InputError, match=re.escape("the model gave labels, no scores")):
        data.model.at(0.5)
    assert data.model.cut(0.5) is data.model


FOUR = b"truth,a,where,paid\nyes,0.9,north,10\nno,0.2,north,20\nyes,0.4,south,30\nno,0.6,south,40\n"


@pytest.mark.parametrize("role", ["group", "fold"])
def test_each_group_and_fold_is_cut_where_the_model_is(role):
    model = read(FOUR, truth="truth", score="a", positive="yes", **{role: "where"}).data().model
    parts = {"group": model.cut(0.3).groups, "fold": model.cut(0.3).folds}[role]
    assert {name: part.threshold for name, part in parts.items()} == {"north": 0.3, "south": 0.3}
    called = {name: [int(cell) for _, cell in part.counts.items()] for name, part in parts.items()}
    assert called == {"north": [1, 0, 0, 1], "south": [1, 1, 0, 0]}


def test_amounts_are_summed_in_each_cell_and_so_are_their_squares():
    amounts = read(FOUR, truth="truth", score="a", positive="yes", amount="paid").data().model.cut(0.5).amounts
    assert {name: float(cell) for name, cell in amounts.sums.items()} == {"tp": 10, "fp": 40, "fn": 30, "tn": 20}
    assert {name: float(cell) for name, cell in amounts.squares.items()} == {
        "tp": 100,
        "fp": 1600,
        "fn": 900,
        "tn": 400,
    }


def test_a_part_has_each_class_with_its_share_and_keeps_results_of_its_own():
    rows = [f"{'yes' if i % 4 == 0 else 'no'},{i / 1000},{'' if i % 10 == 0 else i % 97 / 97}" for i in range(1000)]
    data = read("\n".join(["truth,a,b", *rows]).encode(), positive="yes", missing="leave out").data("a")
    part = data.part(200, rng=np.random.default_rng(1))
    assert (part.total, part.positives) == (200, 50)
    assert set(part.joint.score["a"]) < set(data.joint.score["a"])
    assert part.models["b"].counts.total == np.isfinite(part.joint.score["b"]).sum()
    assert part.model.threshold == data.model.threshold
    data.kept("x", lambda: 1)
    assert part.kept("x", lambda: 2) == 2
    assert data.part(10**6, rng=np.random.default_rng(1)).total == 1000


def test_a_part_is_drawn_of_cases_that_several_models_scored():
    with pytest.raises(InputError, match="a part is drawn of cases that several models scored"):
        Data(303, 139).part(10, rng=np.random.default_rng(1))
