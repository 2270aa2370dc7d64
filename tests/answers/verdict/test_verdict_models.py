"""Several models: their order, which of them the headline tells of, and what a best of many is worth."""

import math

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

import ddcore
from ddcore.answers.verdict.words import ordinal
from ddcore.counts import Counts
from ddcore.data import Data
from ddcore.table import ScoreTable
from tests.helpers.answers import asked, codes, counted, notes
from tests.helpers.loops import nonempty
from tests.helpers.scored import scored, together

GOOD, FAIR, NONE = ((227, 50, 31, 192), (205, 60, 53, 182), (120, 130, 138, 112))


def models(**cells):
    """Data of models by name, the first one looked at."""
    (name, first), *others = cells.items()
    of = {key: Counts(**dict(zip(("tp", "fp", "fn", "tn"), each, strict=True))) for key, each in others}
    return counted(*first, name=name, **of)


def of(answer):
    return answer.values["models"]


def test_models_are_ranked_by_measures_beaten_then_by_the_way_to_perfect():
    answer = asked("verdict", models(b=FAIR, c=NONE, a=GOOD), measure=["ACC", "BACC", "MCC"])
    assert [(name, each["rank"]) for name, each in of(answer).items()] == [("a", 1), ("b", 2), ("c", 3)]
    rows = answer.tables["models"].rows()
    assert rows["Beats chance on"].tolist() == ["3 of 3", "3 of 3", "0 of 3"]
    assert rows[["Rank", "Model"]].to_numpy().tolist() == [[1, "a"], [2, "b"], [3, "c"]]
    assert rows["Cases"].tolist() == [500] * 3
    assert rows["AUC"].isna().all()


def test_a_model_that_can_beat_nothing_is_nowhere_and_last():
    answer = asked("verdict", models(all=(258, 242, 0, 0), a=NONE), measure=["NPV"])
    assert math.isnan(of(answer)["all"]["beyond_chance"]["value"])
    assert of(answer)["all"]["rank"] == 2
    assert answer.reason.startswith("**500** cases\n\n")


@pytest.mark.parametrize(
    ("looked", "words"),
    [("a", "Yes.** a, the best of 3"), ("b", "Yes.** b, second of 3"), ("c", "No.** c, third of 3")],
)
def test_headline_says_which_model_it_is_of(looked, words):
    cells = {"a": GOOD, "b": FAIR, "c": NONE}
    answer = asked("verdict", models(**{looked: cells[looked], **cells}))
    assert words in answer.sentence
    assert ("**a**: it beats" in answer.reason) == (looked != "a")


def test_without_a_choice_the_best_model_with_scores_is_looked_at_and_said_to_be():
    rng = np.random.default_rng(1)
    true = np.repeat([0, 1], 100)
    labels, poor, fair = np.where(rng.random(200) < 0.97, true, 1 - true), rng.random(200), rng.random(200) + true / 2
    found = ddcore.predictions(true, {"poor": poor, "fair": fair / 2}, label={"labels": labels}, positive=1)
    answer = asked("verdict", found)
    assert (found.name, of(answer)["labels"]["rank"]) == ("fair", 1)
    assert "no scores" in answer.reason
    alone = ddcore.predictions(true, {"poor": poor, "fair": fair / 2}, positive=1)
    assert (alone.name, "no scores" in asked("verdict", alone).reason) == ("fair", False)


def test_precision_of_each_model_is_that_of_the_share_in_use():
    rows = asked("verdict", models(a=GOOD, b=FAIR), prevalence=0.1).tables["models"].rows().set_index("Model")
    for name, (tp, fp, fn, tn) in nonempty({"a": GOOD, "b": FAIR}.items()):
        hits, alarms = 0.1 * tp / (tp + fn), 0.9 * fp / (fp + tn)
        assert rows["Precision there"][name] == pytest.approx(hits / (hits + alarms), abs=1e-12)
        misses, right = 0.1 * fn / (tp + fn), 0.9 * tn / (fp + tn)
        assert rows["NPV there"][name] == pytest.approx(right / (right + misses), abs=1e-12)
    assert "Precision there" not in asked("verdict", models(a=GOOD, b=FAIR)).tables["models"].rows()


def test_equal_models_share_their_rank():
    answer = asked("verdict", models(a=FAIR, b=GOOD, c=GOOD, d=NONE))
    assert {name: each["rank"] for name, each in of(answer).items()} == {"b": 1, "c": 1, "a": 3, "d": 4}
    assert "third of 4" in answer.sentence
    assert "2 best of 2" in asked("verdict", models(c=GOOD, b=GOOD)).sentence
    ranks = {1: "first", 10: "tenth", 11: "11th", 12: "12th", 21: "21st", 101: "101st", 112: "112th"}
    assert {rank: ordinal(rank) for rank in ranks} == ranks


@pytest.mark.parametrize(("models_", "code"), [(1, "yes"), (3, "yes"), (4, "luck")])
def test_the_luckiest_of_many_models_without_skill_is_no_improvement(models_, code):
    """14 of 20 found among 20 calls: a draw does so with probability 0.0128, the best of four with up to 0.051."""
    best, other = (14, 6, 6, 14), (10, 9, 10, 11)
    data = models(**{"m0": best, **dict.fromkeys(["m1", "m2", "m3"][: models_ - 1], other)})
    answer = asked("verdict", data, measure=["BACC", "MCC"])
    assert of(answer)["m0"]["rank"] == 1
    assert of(answer)["m0"]["measures"]["MCC"]["state"] == "beats"
    assert of(answer)["m0"]["verdict"] == code
    assert (f"luckiest of {models_} models" in answer.sentence) == (code == "luck")
    assert ("best-of-many" in codes(answer)) == (models_ == 3)
    assert models_ != 3 or "best of 3" in notes(answer)["best-of-many"]


def equal_models(cases, models, *, shift=0.0):
    """Models that are right in 7 of 10 cases, each by itself, and the last one in a share of `shift` more."""
    rng = np.random.default_rng(2)
    true = np.arange(cases) % 2 == 0
    right = rng.random((models, cases)) < 0.7 + shift * (np.arange(models)[:, None] == models - 1)
    return together(true, {f"m{i}": np.where(row == true, 0.9, 0.1) for i, row in enumerate(right)})


def test_the_best_of_many_stands_with_its_value_on_unseen_cases():
    answer = asked("verdict", equal_models(300, 12), measure=["BACC"])
    unseen, seen = answer.values["unseen_best"], next(iter(of(answer).values()))["beyond_chance"]["value"]
    assert unseen["value"] < seen - 0.05
    assert unseen["low"] < 0.4 < unseen["high"]
    words = notes(answer)["best-unseen"]
    assert f"**{100 * unseen['value']:.1f} %**" in words
    assert words.endswith(f"not {100 * seen:.1f} %.")


def test_a_best_model_that_is_far_ahead_is_as_good_on_unseen_cases():
    answer = asked("verdict", equal_models(3000, 4, shift=0.2), measure=["BACC"])
    first = next(iter(of(answer).values()))["beyond_chance"]
    assert answer.values["unseen_best"] == pytest.approx(first, abs=2e-3)
    assert "best-unseen-as-good" in codes(answer)


@pytest.mark.full
def test_of_very_many_cases_a_part_shows_what_the_best_is_worth(monkeypatch):
    monkeypatch.setattr("ddcore.answers.verdict.compute.PICKED", 3600)
    answer = asked("verdict", equal_models(1000, 12), measure=["BACC"])
    assert "300 of the cases" in " ".join(notes(answer).values())
    assert answer.values["unseen_best"]["high"] - answer.values["unseen_best"]["low"] > 0.18
    own = asked("verdict", models(a=GOOD, b=FAIR))  # cases of their own
    assert math.isnan(own.values["unseen_best"]["value"])


def test_auc_is_that_of_scikit_learn_and_stands_beside_the_verdict_but_labels_have_none():
    rng = np.random.default_rng(3)
    truth = np.arange(60) % 3 == 0
    first, second = (np.round(rng.normal(far * truth, 1), 1) for far in (2, 0.5))
    answer = asked("verdict", scored(ScoreTable.of(first, truth), name="one", two=ScoreTable.of(second, truth)))
    areas = {name: each["auc"]["value"] for name, each in of(answer).items()}
    assert areas == pytest.approx({"one": roc_auc_score(truth, first), "two": roc_auc_score(truth, second)}, abs=1e-13)
    assert f"AUC **{areas['one']:.3f}** ({of(answer)['one']['auc']['low']:.3f} to " in answer.reason
    assert "**60** cases" in answer.reason
    assert answer.tables["models"].rows().set_index("Model")["AUC"].to_dict() == areas
    answer = asked("verdict", counted(*GOOD))
    assert "models" not in answer.tables
    assert of(answer)["A"]["auc"] is None
    assert "AUC" not in answer.reason
    assert all(number in answer.reason for number in ("**62.7 %**", "(54.9 %", "69.3 %)"))


def test_reason_of_models_that_beat_nothing():
    assert "On average" not in asked("verdict", counted(4.5, 3.75, 0.3, 6.75), measure=["TPR"]).reason
    below = asked("verdict", counted(50, 60, 60, 50))
    assert of(below)["A"]["beyond_chance"]["value"] < 0
    assert "**below chance**: −" in below.reason


def test_without_a_model_stands_what_one_has_to_beat():
    answer, baselines = asked("verdict", Data(303, 139)), asked("baselines", Data(303, 139))
    assert answer.sentence.endswith(baselines.sentence)
    assert answer.values == baselines.values
    assert answer.figures["verdict"].words == baselines.figures["baselines"].words
