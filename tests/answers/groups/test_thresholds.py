"""Thresholds by group as an answer: what it tells of groups made to differ, every note, and its tables."""

import numpy as np
import pytest
from sklearn.metrics import recall_score

import ddcore
from ddcore.answers.groups.draw import RULES
from ddcore.answers.groups.thresholds import MOST_GROUPS, OTHERS, mix_text
from ddcore.errors import InputError
from tests.helpers.answers import asked, codes, numbers, text_of
from tests.helpers.loops import nonempty

SIZE = 1200
RNG = np.random.default_rng(7)
GROUP = RNG.choice(["north", "south"], SIZE)
TRUTH = RNG.random(SIZE) < np.where(GROUP == "north", 0.2, 0.5)
SCORE = 1 / (1 + np.exp(1 - RNG.normal(TRUTH * np.where(GROUP == "north", 0.8, 2.0), 1)))


def data(group=GROUP, **others):
    return ddcore.predictions(TRUTH.astype(int), SCORE, group={"region": group}, **others)


def looked(given=None, **choices):
    return asked("groups", data() if given is None else given, show="thresholds", **choices)


FOUND = looked(miss=2)


def test_the_recall_that_is_told_is_that_of_scikit_learn_at_the_one_threshold():
    groups = FOUND.values["rules"]["one"]["groups"]
    [line] = {row["thresholds"][0]["threshold"] for row in groups.values()}
    for name, row in nonempty(groups.items()):
        inside = name == GROUP
        assert row["TPR"] == pytest.approx(recall_score(TRUTH[inside], SCORE[inside] >= line))
        assert f"{100 * row['TPR']:.1f} %" in FOUND.sentence
    assert "Equal recall" in FOUND.sentence


def test_costs_are_those_of_the_mistakes():
    for rule in nonempty(FOUND.values["rules"].values()):
        cost = 0.0
        for name, row in nonempty(rule["groups"].items()):
            inside = name == GROUP
            own = 2 * (1 - row["TPR"]) * (TRUTH & inside).sum() + row["FPR"] * (~TRUTH & inside).sum()
            assert row["cost"] == pytest.approx(own / inside.sum())
            cost += own
        assert rule["cost"] == pytest.approx(cost / SIZE)
        assert rule["unseen_cost"]["low"] < rule["unseen_cost"]["value"] < rule["unseen_cost"]["high"]
    assert {"pays-most", "equal-here-only", "by-lot"} <= set(codes(FOUND))
    assert "own-saves" in " ".join(codes(FOUND))
    reported = numbers(FOUND)
    assert [label.partition(": ")[2] for label, _, _ in reported] == list(RULES.values())
    assert reported[0][1] == f"{FOUND.values['rules']['one']['unseen_cost']['value']:.3f}"


def test_alike_groups_need_no_thresholds_of_their_own():
    truth, score = (np.tile(column, 2) for column in (TRUTH.astype(int), SCORE))
    found = looked(ddcore.predictions(truth, score, group={"copy": np.repeat(["a", "b"], SIZE)}))
    assert found.sentence.startswith("**No gap in recall.**")
    assert "own-saves-nothing" in codes(found)


def test_few_cases_say_nothing_of_unseen_ones():
    found = looked(ddcore.predictions([0, 0, 1, 1] * 2, np.arange(8) / 10, group=list("aaaabbbb")))
    assert np.isnan(found.values["rules"]["one"]["unseen_cost"]["value"])
    assert "own-saves-here" in codes(found)


def test_many_groups_are_pooled_but_for_the_largest():
    sizes = np.repeat([f"g{place:02d}" for place in range(12)], np.arange(12, 0, -1) * 10)
    group = np.append(sizes, ["g00"] * (SIZE - sizes.size))
    found = looked(data(RNG.permutation(group)), cuts=20)
    names = list(found.values["rules"]["one"]["groups"])
    assert names == [*(f"g{place:02d}" for place in range(MOST_GROUPS - 1)), OTHERS]
    assert "others-pooled" in codes(found)


def test_a_group_of_one_class_is_left_out():
    group = np.where((np.arange(SIZE) < 100) & ~TRUTH, "negative", GROUP)
    found = looked(data(group))
    assert found.values["left_out"] == ["negative"]
    assert "negative" in text_of(found, "one-class-only")


def test_a_row_for_each_rule_and_group_and_all_of_them():
    rows = FOUND.tables["whom"].rows()
    assert len(rows) == FOUND.tables["whom"].size == 15
    every = rows[rows["Group"] == "all groups"]
    assert every["Cost a case"].tolist() == pytest.approx([rule["cost"] for rule in FOUND.values["rules"].values()])
    assert every["Cases"].unique().tolist() == [SIZE]
    assert (rows["Above its least cost"] >= -1e-12)[rows["Group"] != "all groups"].all()
    rules = FOUND.tables["rules"].rows()
    assert rules["Largest gap in recall"].tolist()[1:3] == pytest.approx([0, 0], abs=1e-9)


def test_a_dearer_miss_finds_more():
    answers = {miss: looked(miss=miss) for miss in (0.5, 4)}
    recall = [answer.tables["whom"].rows().set_index("Group")["Recall (TPR)"] for answer in answers.values()]
    assert recall[0]["all groups"].iloc[0] < recall[1]["all groups"].iloc[0]
    assert "4 times" in answers[4].reason
    assert "1/2" in answers[0.5].reason


def test_mixes_in_words():
    assert mix_text(((0.25, 0.4), (np.inf, 0.6))) == "40 %: ≥ 0.25; 60 %: never"


def test_refusals():
    labels = ddcore.predictions(TRUTH.astype(int), None, label=(SCORE >= 0.5).astype(int), group={"region": GROUP})
    sample = ddcore.samples.SAMPLES["iris"]
    for given, message in (
        (labels, "the model has labels without scores"),
        (data(np.full(SIZE, "one")), "thresholds by group need two groups with cases of both classes, got 1"),
        (ddcore.read(sample.path, **sample.roles), "column must be one that has groups for thresholds"),
    ):
        with pytest.raises(InputError, match=message):
            ddcore.groups(given, show="thresholds")


def test_a_group_with_few_positives_is_not_told_first():
    """Of six applicants the home is not known, four are bad, and all four are found: that says nothing."""
    answer = ddcore.groups(ddcore.sample("credit"), show="thresholds", column="Home")
    assert "(none)" in answer.values["rules"]["one"]["groups"]
    assert ("none" in answer.sentence, "owner" in answer.sentence) == (False, True)
