"""Which measures prefer whom: the first table of the paper as printed, ties, no values, areas of scores."""

import re

import numpy as np
import pytest

import ddcore
from ddcore.answers.utility.votes import Vote, Votes
from tests.helpers.answers import asked, notes
from tests.helpers.loops import nonempty
from tests.helpers.utility_answers import PERFECT, RIGHT, A, B, factory, judged

PRINTED = {"ACC": (0.62, 0.75), "BACC": (0.62, 0.75), "PPV": (0.64, 0.70), "F1": (0.59, 0.77), "MCC": (0.24, 0.51),
           "FM": (0.59, 0.78), "TPR": (0.54, 0.86), "TNR": (0.70, 0.64)}  # fmt: skip
"""Table 1, with two digits."""


def test_table_1_as_printed():
    votes = factory().values["votes"]
    for key, printed in nonempty(PRINTED.items()):
        scores = votes[key]["scores"]
        assert (round(scores["A"] + 1e-9, 2), round(scores["B"] + 1e-9, 2)) == printed
        assert votes[key]["prefers"] == (["A"] if key == "TNR" else ["B"])
    assert votes["prices"] == {"scores": {"A": pytest.approx(3.5), "B": pytest.approx(-3.5)}, "prefers": ["A"]}


def agrees(answer):
    return answer.tables["votes"].rows()["As by your prices"].tolist()[:-1]


def test_disagreement_has_a_note():
    assert "7 of 8" in notes(factory())["measures-disagree"]
    assert agrees(factory()) == ["no"] * 7 + ["yes"]
    assert "measures-disagree" not in notes(judged({"A": A, "C": PERFECT}, RIGHT))
    # By the prices of equation 5 it is 7.3 against 4.7: specificity is then the one that is wrong.
    assert agrees(judged({"A": A, "B": B}, (45, -335, -65, 165), "EUR")) == ["yes"] * 7 + ["no"]
    assert "votes" not in judged({"A": A}, RIGHT).tables


def test_each_number_of_votes_has_a_sentence_of_its_own():
    """Told without "only" where most of the eight agree."""
    eight = {key: Vote.of(key, key, {"a": 1.0, "b": 0.0}) for key in PRINTED}
    other = {key: Vote.of(key, key, {"a": 0.0, "b": 1.0}) for key in PRINTED}
    mine = Vote.of("prices", "Your prices", {"a": 2.0, "b": 1.0})
    for against, told in (
        (0, "All 8 .*prices: a"),
        (1, "[*]ACC chooses another.*choose a. .*7 of 8"),
        (3, "[*]3 of 8 .*; F1, MCC and 3 more"),
        (7, ".*Only TNR agrees"),
        (8, "[*]All 8 .*another"),
    ):
        votes = [other[key] if place < against else eight[key] for place, key in enumerate(PRINTED)]
        assert re.match(told, Votes(tuple(votes), mine).summary)
    assert Votes((), mine).summary.startswith("No measure")


def test_level_models_share_a_vote_and_no_value_is_none():
    assert Vote.of("F1", "F1", {"a": 0.5, "b": 0.5 + 1e-15, "c": 0.1}).prefers == ("a", "b")
    assert Vote.of("PPV", "PPV", {"a": float("nan"), "b": 0.5}).prefers == ()
    answer = judged({"never": (0, 0, 50, 50), "A": A}, RIGHT)
    assert answer.values["votes"]["PPV"]["prefers"] == []
    rows = answer.tables["votes"].rows().set_index("Ranked by")
    assert rows.loc["Precision (PPV)", "Best model"] == "none"


def test_area_votes_where_all_models_have_scores():
    """By counting pairs."""
    rng = np.random.default_rng(3)
    truth = np.repeat([1, 0], [40, 60])
    scores = {"one": rng.normal(truth, 1.0), "two": rng.normal(2.0 * truth, 1.0)}
    votes = asked("utility", ddcore.predictions(truth, scores)).values["votes"]
    for name, score in scores.items():
        apart = score[truth == 1][:, None] - score[truth == 0]
        assert votes["AUC"]["scores"][name] == pytest.approx(float((apart > 0).mean()))
    assert votes["AUC"]["prefers"] == ["two"]
