"""The verdict's page: the threshold that mends, the models of which one is looked at, and classes without a model."""

import json
import re

import numpy as np
import pytest

from pages.start.verdict_models import LETTERS
from tests.helpers.visiting import answer, drop, figure, fine, go, said, shown, table, visit, widget

pytestmark = pytest.mark.usefixtures("undrawn")


def models(at):
    """The table of the models."""
    [frame] = [each for each in at.main.dataframe if "verdict_models" in each.proto.id]
    return frame


@pytest.fixture(scope="module")
def twelve():
    """A file of twelve models with long names; each is further ahead than the one before, the first one not at all."""
    rng = np.random.default_rng(4)
    true = np.arange(200) % 2 == 0
    names = [f"gradient_boosting_all_features_seed_{i:02d}_score" for i in range(12)]
    scores = np.round(rng.normal(np.outer(true, np.arange(12)) / 4, 1) - np.arange(12) / 8, 3)
    rows = [",".join([str(int(t)), *map(str, row)]) for t, row in zip(true, scores.tolist(), strict=True)]
    return "\n".join([",".join(["truth", *names]), *rows]).encode()


def test_a_threshold_that_fails_is_mended_by_a_press_and_told_in_the_link():
    at = visit("verdict", "sample=lending_club")
    assert answer(at).startswith("Best of 2: no clear improvement.")
    assert "The threshold fails, not the model." in said(at)
    button = at.button(key="verdict_set_threshold")
    assert button.label == "Set the threshold to 0.04"
    button.click()
    fine(at.run())
    assert answer(at).startswith("Best of 2: in part, 11 of 12.")
    assert not shown(at, "verdict_set_threshold")
    assert widget(at, "data_threshold_").value == 0.04
    assert at.query_params["threshold"] == ["0.04"] or "0.04" in at.query_params["threshold"]
    assert " at scores ≥ 0.04." in said(go(at, "expectation"), "caption")


def test_the_note_on_a_threshold_stands_once():
    text = said(visit("verdict", "sample=lending_club"))
    assert text.count("The threshold fails, not the model.") == 1


def test_each_model_has_a_threshold_of_its_own_to_mend():
    at = visit("verdict", "sample=lending_club&model=trees")
    at.button(key="verdict_set_threshold").click()
    fine(at.run())
    assert answer(at).startswith("Best of 2: in part")
    at.selectbox(key="verdict_model").set_value("logistic")
    fine(at.run())
    assert answer(at).startswith("You look at logistic, 2nd of 2: no clear improvement.")
    assert shown(at, "verdict_set_threshold")


def test_the_list_looks_at_a_model_as_the_sidebar_does():
    at = visit("verdict", "sample=lending_club")
    assert list(at.selectbox(key="verdict_model").options) == ["1. logistic", "2. trees"]
    at.selectbox(key="verdict_model").set_value("trees")
    fine(at.run())
    assert answer(at).startswith("You look at trees, 2nd of 2:")
    assert widget(at, "data_model_").value == "trees"
    assert at.query_params["model"] in ("trees", ["trees"])
    widget(at, "data_model_").set_value("logistic")
    fine(at.run())
    assert at.selectbox(key="verdict_model").value == "logistic"


def whole(short):
    """The name that the table shows shortened."""
    return f"gradient_boosting_all_features_{re.search(r'seed_[0-9]+', short)[0]}_score"


def test_twelve_models_are_a_table_with_names_that_differ_best_first(twelve):
    at = drop(visit("verdict", "data=File"), twelve)
    rows = models(at).value
    assert rows["Model"].is_unique
    assert rows["Model"].str.len().max() <= LETTERS
    assert rows["Rank"].is_monotonic_increasing
    assert len(rows) == 12
    assert rows["AUC"].iloc[0] > rows["AUC"].iloc[-1]
    assert len(at.selectbox(key="verdict_model").options) == 12
    last = whole(rows["Model"].iloc[-1])
    at.selectbox(key="verdict_model").set_value(last)
    fine(at.run())
    assert f"You look at {last}" in answer(at)
    assert models(at).value["Model"].tolist() == rows["Model"].tolist()
    button = at.button(key="verdict_best")
    assert button.label == "Look at the best of 12"
    button.click()
    fine(at.run())
    assert answer(at).startswith("Best of 12: yes, ")
    assert whole(rows["Model"].iloc[0]) in answer(at)
    assert not shown(at, "verdict_best")


def test_a_single_model_has_no_list():
    at = visit("verdict", "sample=two_class_example")
    assert not shown(at, "verdict_model")
    assert not shown(at, "verdict_set_threshold")


@pytest.mark.usefixtures("drawn")
def test_classes_alone_show_what_a_model_has_to_beat():
    at = visit("verdict", "M=303&P=139")
    assert answer(at).startswith("No model yet. With 303 cases, 139 positive, no skill is needed for an F1 of 0.629")
    assert "Give its four counts, or a file of its predictions" in said(at)
    assert json.loads(figure(at, "verdict_chart")) == json.loads(
        figure(visit("baselines", "M=303&P=139"), "baselines_chart")
    )
    assert table(at).shape[0] > 20
