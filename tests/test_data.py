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
