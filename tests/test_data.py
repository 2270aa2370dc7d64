"""What an answer is about: classes, counts or predictions, and what is kept with them."""

import re
from dataclasses import replace

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
