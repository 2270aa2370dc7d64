"""How hard is a score? Sentences by their case, notes by their codes, numbers by closed forms."""

import math
import re
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import norm

from ddcore.data import Data, Model
from ddcore.table import ScoreTable
from tests.helpers.answers import asked, codes, counted, text_of
from tests.helpers.loops import nonempty
from tests.helpers.tiers import some_of

GOOD = (227, 50, 31, 192)
CLASSES = Data(303, 139)


@pytest.mark.full
def test_sentence_tells_the_score_and_one_step_more_and_what_lies_at_both_ends():
    assert re.match("An F1.*0.900.*AUC.*0.970.*0.910 demands 0.975", asked("reach", CLASSES).sentence)
    assert "An accuracy of **0.800**" in asked("reach", CLASSES, measure=["ACC"], wanted=0.8).sentence
    for choices, begins in (
        ({"wanted": 0.6}, r"\*\*No skill.* An F1 of \*\*0.600"),
        ({"measure": ["TPR"], "wanted": 0.9}, r"\*\*No skill.* A recall"),
        ({"measure": ["ERR"], "wanted": 0.6}, r"\*\*No skill.* An error rate"),
        ({"wanted": 1.5}, r"\*\*Out of reach.*1.500"),
        ({"wanted": 1}, r"An F1 of \*\*1\*\*.*almost perfect"),
    ):
        assert re.match(begins, asked("reach", CLASSES, **choices).sentence)


def test_the_last_step_is_perfect_and_steps_of_what_is_better_low_go_down():
    answer = asked("reach", CLASSES, wanted=0.985)
    assert answer.tables["steps"].rows()["Score"].tolist() == [0.985, 0.995, 1.0]
    assert math.isinf(answer.tables["steps"].rows()["Distance"].iloc[-1])
    assert "1, demands perfect" in asked("reach", CLASSES, wanted=0.995).sentence
    steps = asked("reach", CLASSES, measure=["ERR"], wanted=0.1).tables["steps"].rows()
    assert steps["Score"].tolist() == pytest.approx([0.1, 0.09, 0.08, 0.07, 0.06, 0.05])
    assert (steps["More AUC"].iloc[1:] > 0).all()


def test_values_are_those_of_the_closed_form_of_balanced_accuracy():
    answer = asked("reach", CLASSES, measure=["BACC"], wanted=0.8, step=0.05)
    for step, value in ((answer.values["wanted"], 0.8), (answer.values["next"], 0.85)):
        assert step["separation"] == pytest.approx(2 * norm.ppf(value), abs=1e-7)
        assert step["auc"] == pytest.approx(norm.cdf(math.sqrt(2) * norm.ppf(value)), abs=1e-8)
        assert step["least_auc_concave"] == pytest.approx(value, abs=1e-8)
    steps = answer.tables["steps"].rows()
    assert steps["More AUC"].iloc[1] == pytest.approx(steps["AUC"].iloc[1] - steps["AUC"].iloc[0])


def test_the_score_of_the_selected_model_is_wanted_to_begin_with():
    assert asked("reach", counted(*GOOD)).values["wanted"]["value"] == 0.849
    assert asked("reach", counted(0, 0, 5, 5), measure=["PPV"]).values["wanted"]["value"] == 0.9
    assert asked("reach", CLASSES, measure=["ERR"]).values["wanted"]["value"] == pytest.approx(0.1)


def scored(apart, cut, seed=1, cases=2000):
    """A model whose scores are two equal normals, at a threshold."""
    rng = np.random.default_rng(seed)
    truth = np.arange(cases) < 800
    scores = rng.normal(np.where(truth, apart, 0.0), 1)
    table = ScoreTable.of(scores, truth)
    return Data(cases, 800, models={"A": Model(table, cut, table.at(cut))}, chosen="A")


def test_a_model_at_its_best_threshold_has_what_its_area_gives():
    answer = asked("reach", scored(1.5, 0.75), measure=["J"])
    assert "at-its-auc" in codes(answer)
    best, area = answer.values["best_at_auc"], answer.values["auc"]
    assert best["value"] == pytest.approx(2 * norm.cdf(0.75) - 1, abs=0.04)
    for end in nonempty(["value", "low", "high"]):  # J of two equal normals with that area
        assert best[end] == pytest.approx(2 * norm.cdf(norm.ppf(area[end]) / math.sqrt(2)) - 1, abs=1e-9)
    assert answer.values["auc"]["low"] < norm.cdf(1.5 / math.sqrt(2)) < answer.values["auc"]["high"]
    assert "more-at-its-auc" in codes(asked("reach", scored(1.5, 2.5), measure=["J"]))
    assert answer.figures["reach"].draw("light").data[-1].name == "the selected model"


def test_notes_say_what_is_free_and_what_holds_for_any_law():
    answer = asked("reach", CLASSES)
    assert codes(answer) == ["free", "any-law"]
    assert re.search("0.629.*always", text_of(answer, "free"))
    assert "area-says-little" in codes(asked("reach", CLASSES, measure=["PPV"]))
    assert codes(asked("reach", CLASSES, wanted=0.5)) == ["free"]
    assert codes(asked("reach", CLASSES, wanted=1)) == ["free", "perfect-only"]
    assert "any-law" in codes(asked("reach", CLASSES, wanted=1, measure=["PPV"]))  # one sure case is enough


@pytest.mark.parametrize(
    ("key", "ruler"),
    some_of(
        [("MK", "auc"), ("PT", "separation"), ("CC", "bits"), ("mine = (tp - fp) / m", "auc")],
        ("CC", "bits"),
        ("MK", "auc"),
    ),
)
def test_all_measures_and_rulers_have_figures(key, ruler):
    answer = asked("reach", Data(20, 6), measure=[key], ruler=ruler)
    assert answer.figures
    assert all(figure.draw("dark") for figure in answer.figures.values())


def test_one_class_alone_and_the_smallest_data():
    for data in nonempty([Data(10, 0), Data(10, 10)]):
        answer = asked("reach", data)
        assert answer.sentence.startswith("**These cases cannot tell.**")
        assert not answer.figures
    assert asked("reach", Data(2, 1)).figures
    assert asked("reach", replace(counted(4.5, 3.75, 0.3, 6.75))).figures
