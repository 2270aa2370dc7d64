"""The verdict's page: the threshold that mends, the models of which one is looked at, and classes without a model."""

import re

import numpy as np
import pytest

from pages.start.verdict_models import LETTERS
from tests.helpers.answers import codes
from tests.helpers.visiting import answer, choose, control, drop, go, linked, press, said, shown, shows, visit, widget


def models(at):
    """The table of the models."""
    [frame] = [each for each in at.main.dataframe if "verdict_models" in each.proto.id]
    return frame.value


@pytest.fixture(scope="module")
def twelve():
    """A file of twelve models with long names; each is further ahead than the one before, the first one not at all."""
    rng = np.random.default_rng(4)
    true = np.arange(200) % 2 == 0
    names = [f"gradient_boosting_all_features_seed_{i:02d}_score" for i in range(12)]
    scores = np.round(rng.normal(np.outer(true, np.arange(12)) / 4, 1) - np.arange(12) / 8, 3)
    rows = [",".join([str(int(t)), *map(str, row)]) for t, row in zip(true, scores.tolist(), strict=True)]
    return "\n".join([",".join(["truth", *names]), *rows]).encode()


def test_a_threshold_that_fails_is_mended_by_a_press_for_each_model_of_its_own():
    at = visit("verdict", "sample=lending_club")
    mends = [note for note in shows(at).notes if note.threshold is not None]
    assert len(mends) == 1
    assert said(at).count("its threshold is wrong") == 1
    button = control(at, "use_threshold")
    assert f"{mends[0].threshold:.2g}" in button.label
    before = at.session_state["data"].model.counts
    press(at, "use_threshold")
    assert mends[0].code not in codes(shows(at))
    assert not shown(at, "use_threshold")
    assert widget(at, "data_threshold_").value == 0.04
    assert "0.04" in at.query_params["threshold"]
    assert at.session_state["data"].model.counts != before
    shows(go(at, "expectation"))
    shows(choose(go(at, "verdict"), verdict_model="trees"))
    assert shown(at, "use_threshold")


def test_the_list_looks_at_a_model_as_the_sidebar_does():
    at = visit("verdict", "sample=lending_club")
    assert list(control(at, "verdict_model").options) == ["1. logistic", "2. trees"]
    shows(choose(at, verdict_model="trees"))
    assert widget(at, "data_model_").value == "trees"
    assert at.query_params["model"] == "trees"
    choose(at, data_model_="logistic")
    assert control(at, "verdict_model").value == "logistic"
    at = visit("verdict", "sample=two_class_example")
    assert not shown(at, "verdict_model")
    assert not shown(at, "use_threshold")


def whole(short):
    """The name that the table shows shortened."""
    return f"gradient_boosting_all_features_{re.search(r'seed_[0-9]+', short)[0]}_score"


@pytest.mark.full
def test_twelve_models_are_a_table_with_names_that_differ_best_first(twelve):
    at = drop(visit("verdict", "data=File"), twelve)
    rows = models(at)
    assert rows["Model"].is_unique
    assert rows["Model"].str.len().max() <= LETTERS
    assert rows["Rank"].is_monotonic_increasing
    assert len(rows) == len(control(at, "verdict_model").options) == 12
    assert rows["AUC"].iloc[0] > rows["AUC"].iloc[-1]
    last = whole(rows["Model"].iloc[-1])
    choose(at, verdict_model=last)
    shows(at)
    assert last in answer(at)
    assert models(at)["Model"].tolist() == rows["Model"].tolist()
    press(at, "verdict_best")
    shows(at)
    assert whole(rows["Model"].iloc[0]) in answer(at)
    assert not shown(at, "verdict_best")
    assert "seed" not in str(linked(at))


def test_a_count_opens_its_cases():
    at = visit("verdict", "sample=lending_club")
    cells = choose(at, verdict_cell="fp").session_state["data"]
    called = [each for each in at.main.dataframe if list(each.value.columns) == ["Row", "Score"]]
    assert len(called) == 1
    score = called[0].value["Score"]
    assert len(score) == int(cells.model.counts.fp) == 6
    assert score.is_monotonic_decreasing
    assert score.min() >= 0.5
