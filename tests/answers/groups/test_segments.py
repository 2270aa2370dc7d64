"""The weakest segments as an answer: found in made cases, every note, and numbers of the other half of the cases."""

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import f1_score

import ddcore
from ddcore.errors import InputError
from ddcore.resampling.cross_validation import deal_by_class
from tests.helpers.answers import asked, codes, numbers, text_of
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
    """In the sentence, the values, the table and the report; looked at coarsely it is no better than chance."""
    found = looked()
    assert "**region: east with age: " in found.sentence
    segments = found.values["segments"]
    first = segments[0]
    assert first["values"]["region"] == "east"
    assert first["score"]["high"] < first["expected"]
    assert first["corrected_p"] < 1e-4
    assert found.values["surely"] >= 1
    assert "surely-weak" in codes(found)
    rows = found.tables["segments"].rows()
    assert rows["Score"].tolist() == [segment["score"]["value"] for segment in segments]
    assert rows["Corrected p"].tolist() == [segment["corrected_p"] for segment in segments]
    reported = numbers(found)
    assert reported[0][0].endswith(f"region: east and age: {first['values']['age']}")
    assert [text for _, text, _ in reported[:2]] == [f"{first['score']['value']:.3f}", f"{first['expected']:.3f}"]
    assert len(reported) == 2 * len(segments[:3])
    assert "region: east" in text_of(looked(cuts=3), "no-better-than-chance")


def test_the_score_is_that_of_scikit_learn_on_the_other_half():
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


def test_under_chance_none_is_surely_weak():
    rng = np.random.default_rng(11)
    group = {"a": rng.choice(list("xyz"), SIZE), "b": rng.choice(list("uvw"), SIZE)}
    found = looked(data(group=group))
    assert found.sentence.startswith("**No segment is surely")
    assert found.values["surely"] == 0
    assert "surely-weak" not in codes(found)


def test_one_column_has_no_pairs_and_says_so():
    """Labels have the same segments."""
    found = looked(data(group={"region": REGION}))
    assert "one-column" in codes(found)
    assert all(len(segment["values"]) == 1 for segment in nonempty(found.values["segments"]))
    labels = ddcore.predictions(TRUTH.astype(int), None, label=(SCORE >= 0.5).astype(int), group={"region": REGION})
    assert looked(labels).values["segments"] == found.values["segments"]


def test_columns_of_many_values_have_no_pairs_and_are_named():
    group = {"region": REGION, "place": np.array([f"p{place}" for place in np.arange(SIZE) % 60])}
    assert "place" in text_of(looked(data(group=group)), "too-many-values")


def test_clusters_and_weights_are_doubts():
    assert "clusters" in codes(looked(data(cluster=np.arange(SIZE) // 3)))
    for weight, exact in ((1 + np.arange(SIZE) % 2, False), (np.full(SIZE, 2.0), True)):
        assert ("not-exact" not in codes(looked(data(weight=weight)))) == exact


def test_too_large_a_least_size_leaves_nothing():
    found = looked(ddcore.predictions([0, 1, 0, 1], [0.1, 0.2, 0.3, 0.9], group=["a", "a", "b", "b"]), least=100)
    assert found.sentence.startswith("**No weak segment shows.**")
    assert (found.values["segments"], len(found.tables["segments"].rows())) == ([], 0)


def test_without_columns_there_is_nothing_to_search():
    own = ddcore.samples.SAMPLES["hpc_cv"]
    with pytest.raises(InputError, match="segments need columns of groups; choose one or more on the card of the file"):
        ddcore.groups(ddcore.read(own.path, **own.roles), show="segments")


def test_a_segment_in_which_nothing_is_predicted_positive_is_found():
    """F1 is 0 there by the counts, as the threat score is; it was left out of the search."""
    rng = np.random.default_rng(1)
    site, truth = rng.choice(["north", "south", "east"], 2000, p=[0.6, 0.3, 0.1]), rng.random(2000) < 0.3
    score = rng.normal(2.5 * truth, 1) - 20 * (site == "east")
    frame = pd.DataFrame({"truth": truth.astype(int), "score": score, "site": site, "age": rng.integers(18, 90, 2000)})
    given = ddcore.read(frame, truth="truth", score="score", threshold=0.8, group=["site", "age"])
    for key in ("F1", "TS"):
        found = asked("groups", given, show="segments", measure=[key])
        assert "**site: east**" in found.sentence
        assert found.values["segments"][0]["score"]["value"] == 0
