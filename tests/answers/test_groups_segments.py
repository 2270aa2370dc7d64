"""The weakest segments as an answer: found in made cases, every note, and numbers of the half that had no say."""

import numpy as np
import pytest
from sklearn.metrics import f1_score

import ddcore
from ddcore.answers import QUESTIONS
from ddcore.dealing import deal_by_class
from ddcore.errors import InputError
from ddcore.report.numbers import numbers_of
from tests.helpers.answers import asked, codes, text_of
from tests.helpers.loops import nonempty

SIZE = 3000
RNG = np.random.default_rng(4)
REGION = RNG.choice(["north", "south", "east"], SIZE)
AGE = RNG.integers(18, 90, SIZE)
TRUTH = RNG.random(SIZE) < 0.3
WEAK = (REGION == "east") & (AGE > 60)
SCORE = 1 / (1 + np.exp(1 - RNG.normal(TRUTH * np.where(WEAK, 0.0, 3.0), 1)))


def data(**others):
    group = others.pop("group", {"region": REGION, "age": AGE})
    return ddcore.predictions(TRUTH.astype(int), SCORE, group=group, **others)


def looked(given=None, **choices):
    return asked("groups", data() if given is None else given, show="segments", **choices)


def test_the_weak_pair_is_told_with_what_is_expected_there():
    found = looked()
    assert "**region: east with age: " in found.sentence
    first = found.values["segments"][0]
    assert first["values"]["region"] == "east"
    assert first["score"]["high"] < first["expected"]
    assert first["corrected_p"] < 1e-4
    assert found.values["surely"] >= 1
    assert "surely-weak" in codes(found)


def test_the_score_is_that_of_scikit_learn_on_the_half_that_had_no_say():
    found = looked(column="region", cuts=2)
    second = deal_by_class(TRUTH, 2, rng=np.random.default_rng(1)) == 1
    middle = np.quantile(AGE, 0.5, method="lower")
    for segment in nonempty(found.values["segments"]):
        values = segment["values"]
        inside = values["region"] == REGION if "region" in values else np.ones(SIZE, bool)
        if "age" in values:
            inside &= (middle >= AGE) == (values["age"] == f"18 to {middle}")
        assert segment["cases"] == inside.sum()
        there = inside & second
        assert segment["score"]["value"] == pytest.approx(f1_score(TRUTH[there], SCORE[there] >= 0.5))


def test_under_chance_it_is_nowhere_for_sure():
    rng = np.random.default_rng(11)
    group = {"a": rng.choice(list("xyz"), SIZE), "b": rng.choice(list("uvw"), SIZE)}
    found = looked(data(group=group))
    assert found.sentence.startswith("**Nowhere for sure.**")
    assert found.values["surely"] == 0
    assert "surely-weak" not in codes(found)


def test_one_column_has_no_pairs_and_says_so():
    found = looked(data(group={"region": REGION}))
    assert "one-column" in codes(found)
    assert all(len(segment["values"]) == 1 for segment in found.values["segments"])


def test_columns_of_many_values_have_no_pairs_and_are_named():
    group = {"region": REGION, "place": np.array([f"p{place}" for place in np.arange(SIZE) % 60])}
    assert "place" in text_of(looked(data(group=group)), "too-many-values")


def test_clusters_and_weights_are_doubts():
    assert "clusters" in codes(looked(data(cluster=np.arange(SIZE) // 3)))
    weighted = looked(data(weight=1 + np.arange(SIZE) % 2))
    assert "not-exact" in codes(weighted)
    assert "not-exact" not in codes(looked(data(weight=np.full(SIZE, 2.0))))


def test_no_better_than_chance_is_told():
    assert "region: east" in text_of(looked(cuts=3), "no-better-than-chance")


def test_too_large_a_least_size_leaves_nothing():
    few = ddcore.predictions([0, 1, 0, 1], [0.1, 0.2, 0.3, 0.9], group=["a", "a", "b", "b"])
    found = looked(few, least=100)
    assert found.sentence.startswith("**Nobody can tell.**")
    assert found.values["segments"] == []
    assert len(found.tables["segments"].rows()) == 0


def test_rows_of_the_table_are_the_values():
    found = looked()
    rows = found.tables["segments"].rows()
    assert rows["Score"].tolist() == [segment["score"]["value"] for segment in found.values["segments"]]
    assert rows["Corrected p"].tolist() == [segment["corrected_p"] for segment in found.values["segments"]]


def test_labels_have_segments_too():
    labels = ddcore.predictions(TRUTH.astype(int), None, label=(SCORE >= 0.5).astype(int), group={"region": REGION})
    scored = looked(data(group={"region": REGION}))
    assert looked(labels).values["segments"] == scored.values["segments"]


def test_without_columns_there_is_nothing_to_search():
    with pytest.raises(InputError, match="segments need columns of groups; choose one or more on the card of the file"):
        ddcore.groups(ddcore.read(*sample("hpc_cv")[0], **sample("hpc_cv")[1]), show="segments")


def sample(name):
    own = ddcore.samples.SAMPLES[name]
    return (own.path,), own.roles


def test_a_report_tells_the_segments_with_what_is_expected_there():
    found, choices = looked(), QUESTIONS["groups"].choices.of(show="segments")
    told = numbers_of("groups", found.values, data(), choices)
    first = found.values["segments"][0]
    assert told[0].name.startswith("Of cases that had no say, region: east and age: ")
    assert told[0].text == f"{first['score']['value']:.3f}"
    assert told[1].text == f"{first['expected']:.3f}"
    assert len(told) == 2 * len(found.values["segments"][:3])
