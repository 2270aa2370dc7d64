"""Is A better than B: who is said to be, on which cases, and what is told beside it."""

import math

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import accuracy_score, roc_auc_score
from statsmodels.stats.multitest import multipletests

import ddcore
from ddcore.answers.base.answer import APPROXIMATE, EXACT
from ddcore.answers.base.question import QUESTIONS
from ddcore.answers.compare import Choices, answer
from ddcore.answers.compare.sides import opponents, side_names
from ddcore.counts import Counts
from ddcore.data import Data, Model
from ddcore.errors import InputError
from ddcore.formats import number
from ddcore.records.rows import Predicted, Rows
from tests.helpers.answers import asked, codes, counted, numbers, text_of


def columns(cases=800, seed=1):
    rng = np.random.default_rng(seed)
    truth = rng.random(cases) < 0.4
    good = 1 / (1 + np.exp(-rng.normal(3 * truth - 1.5, 1)))
    poor = 1 / (1 + np.exp(-rng.normal(1.2 * truth - 0.6, 1)))
    return truth.astype(int), good, poor


def near():
    """Two models that are alike but for noise."""
    truth, good, _ = columns(300)
    noise = np.random.default_rng(5).normal(0, 0.2, (2, 300))
    return ddcore.predictions(truth, dict(zip("ab", np.clip(good + noise, 0, 1), strict=True)))


@pytest.fixture(scope="module")
def two():
    truth, good, poor = columns()
    return ddcore.predictions(truth, {"good": good, "poor": poor})


def verdict(data, **chosen):
    found = asked("compare", data, **{"measure": "ACC"} | chosen)
    judge = found.values["judge"]
    return found, found.values["measures"][judge]


def test_the_better_one_is_named_with_both_scores_and_the_interval(two):
    truth, good, poor = columns()
    found, values = verdict(two, first="poor", second="good")
    assert values["better"] == "second"
    assert values["first"] == pytest.approx(accuracy_score(truth, poor >= 0.5))
    assert values["second"] == pytest.approx(accuracy_score(truth, good >= 0.5))
    assert found.sentence.startswith("**good is better than poor**")
    assert all(f"{values[side]:.3f}" in found.sentence for side in ("first", "second"))
    assert values["p"] < 0.001
    assert found.values["differ"] == ((good >= 0.5) != (poor >= 0.5)).sum()
    found, values = verdict(two, first="good", second="poor", margin=0.5)
    assert values["equivalent"]
    assert "surely ahead" in found.sentence


def test_nobody_can_tell_and_no_difference_that_matters():
    data = near()
    found, values = verdict(data, first="a", margin=0.001)
    assert values["better"] == "unclear"
    assert found.sentence.startswith("**These cases")
    low, high = sorted((abs(values["difference"]["low"]), values["difference"]["high"]))
    assert "not-worse" in codes(answer(data, Choices.of(first="a", margin=(low + high) / 2)))
    found, values = verdict(data, first="a", margin=0.3)
    assert values["equivalent"]
    assert values["p_beyond"] < 0.025
    assert found.sentence.startswith("**No difference that matters.**")
    assert "within ±0.3" in found.sentence


def test_the_same_predictions():
    truth, good, _ = columns(200)
    data = ddcore.predictions(truth, {"a": good, "b": good})
    found, values = verdict(data)
    assert found.sentence.startswith("**No difference.**")
    assert (values["p"], found.values["differ"]) == (1, 0)
    assert {"same-predictions", "same-curves"} <= set(codes(found))


def test_the_numbers_that_carry_it_are_both_scores_their_difference_and_its_p(two):
    """A measure of the same cases has an exact p, an area an approximate one."""
    for judge, key, name, how in (("measure", "ACC", "Accuracy", EXACT), ("AUC", "AUC", "AUC", APPROXIMATE)):
        found, values = verdict(two, first="good", judge=judge)
        fields = ["of_first", "of_second", "difference", "p"]
        assert [stated.path for stated in found.numbers] == [("measures", key, field) for field in fields]
        labels, texts, intervals = zip(*numbers(found), strict=True)
        assert labels[:2] == (f"{name}, good", f"{name}, poor")
        assert all(label.startswith(f"{name}: ") for label in labels[2:])
        estimates = [values[field] for field in fields[:3]]
        assert texts == (*(number(estimate["value"]) for estimate in estimates), number(values["p"]))
        ends = (f"{number(estimate['low'])} to {number(estimate['high'])}" for estimate in estimates)
        assert intervals == (*ends, how)


def test_areas_worth_and_what_is_better_if_lower(two):
    truth, good, _ = columns()
    _, values = verdict(two, first="good", judge="AUC")
    assert values["first"] == pytest.approx(roc_auc_score(truth, good))
    found, values = verdict(two, first="good", judge="worth", u="10,-5,-20,1", unit="EUR")
    payoff = np.where(truth == 1, np.where(good >= 0.5, 10, -20), np.where(good >= 0.5, -5, 1))
    assert values["first"] == pytest.approx(payoff.mean())
    assert "EUR" in found.sentence
    assert (values["equivalent"], found.values["margin"]) == (None, 0)
    assert len(found.figures["compare"].draw().data[1].x) == 1
    found, values = verdict(two, first="good", second="poor", measure="ERR")
    assert values["difference"]["value"] < 0
    assert values["better"] == "first"
    assert found.sentence.startswith("**good is better")


def test_the_other_one_is_by_default_the_best_of_its_kind(two):
    truth, good, poor = columns()
    data = ddcore.predictions(truth, {"poor": poor, "good": good, "flat": np.full(truth.size, 0.5)})
    assert answer(data, Choices.of(first="poor")).values["second"] == "good"
    assert answer(two).values["first"] == two.name


def test_cases_that_differ_are_told_one_by_one(two):
    truth, good, poor = columns()
    table = answer(two, Choices.of(first="good")).tables["differ"].rows()
    differ = np.flatnonzero((good >= 0.5) != (poor >= 0.5))
    assert (table["Row"] - table["Row"].iloc[0]).tolist() == (differ - differ[0]).tolist()
    assert table["Score of good"].tolist() == good[differ].tolist()
    right = np.where((good[differ] >= 0.5) == (truth[differ] == 1), "good", "poor")
    assert table["Right"].tolist() == right.tolist()


@pytest.mark.full
def test_many_pairs_are_corrected():
    truth, good, poor = columns(400)
    noise = np.random.default_rng(3).normal(0, [[0.3], [0.4], [0.5]], (3, 400))
    scores = {"good": good, "poor": poor, **dict(zip("abc", np.clip(good + noise, 0, 1), strict=True))}
    data = ddcore.predictions(truth, scores)
    for correction, peer in (("holm", "holm"), ("bh", "fdr_bh")):
        found = answer(data, Choices.of(correction=correction))
        table = found.tables["pairs"].rows()
        assert len(table) == 10
        assert table["p, corrected"].to_numpy() == pytest.approx(multipletests(table["p"], method=peer)[1])
        sure = table["p, corrected"] <= 0.05
        assert (sure == (table["Better"] != "")).all()
        assert found.values["pairs"]["sure"] == sure.sum() > 0
        assert correction == "bh" or ((table["p"] <= 0.05) & ~sure).any()
        assert "pairs" in codes(found)
    drawn = found.figures["pairs"].draw().data[0]
    assert np.array(drawn.z, float)[0, 1] == pytest.approx(table["Difference"][0])


def test_one_model_on_two_parts():
    truth, good, _ = columns()
    now = np.arange(truth.size) % 3 == 0
    group = {"period": np.where(now, "now", "then"), "age": np.arange(truth.size) % 90}
    data = ddcore.predictions(truth, {"good": good}, group=group)
    assert opponents(data, "period: now") == ["period: then"]
    # Numbers divide the cases by quantiles.
    assert len(side_names(data)) == 1 + 2 + 4
    found = answer(data, Choices.of(first="period: now"))
    values = found.values["measures"]["ACC"]
    assert values["first"] == pytest.approx(accuracy_score(truth[now], good[now] >= 0.5))
    assert values["second"] == pytest.approx(accuracy_score(truth[~now], good[~now] >= 0.5))
    assert not found.values["paired"]
    assert "differ" not in found.tables
    assert found.values["measures"]["AUC"]["first"] == pytest.approx(roc_auc_score(truth[now], good[now]))


@pytest.mark.full
def test_clusters_and_weights_change_the_interval_not_the_value():
    truth, good, poor = columns(300)
    scores = {"a": good, "b": poor}
    plain = verdict(ddcore.predictions(truth, scores))[1]["difference"]
    found, values = verdict(ddcore.predictions(truth, scores, cluster=np.arange(300) // 15))
    assert values["difference"]["value"] == pytest.approx(plain["value"])
    assert values["difference"]["low"] != pytest.approx(plain["low"])
    assert found.values["clusters"] == 20
    assert "few-clusters" in codes(found)
    assert math.isnan(values["mid_p"])
    weight = np.where(truth == 1, 3.0, 1.0)
    _, values = verdict(ddcore.predictions(truth, scores, weight=weight))
    assert values["first"] == pytest.approx(accuracy_score(truth, good >= 0.5, sample_weight=weight))


def some_rows(**places):
    """Two models, each with its scores of some of 100 rows."""
    truth, *scores = columns(100)
    predicted = {name: Predicted(score[at], at) for (name, at), score in zip(places.items(), scores, strict=True)}
    models = {name: Model.of(own.value, truth[own.places] == 1, None, 0.5) for name, own in predicted.items()}
    return Data(100, float(truth.sum()), models=models, chosen="a", rows=Rows(truth.astype(np.int8), predicted))


def test_cases_of_one_alone_are_left_out_and_models_with_rows_of_their_own_are_not_paired():
    truth, good, poor = columns(100)
    found = answer(some_rows(a=np.arange(100), b=np.arange(10, 100)))
    assert text_of(found, "left-out").startswith("10 cases")
    assert found.values["measures"]["ACC"]["second"] == pytest.approx(accuracy_score(truth[10:], poor[10:] >= 0.5))
    assert found.values["measures"]["AUC"]["second"] == pytest.approx(roc_auc_score(truth[10:], poor[10:]))
    apart = answer(some_rows(a=np.arange(50), b=np.arange(50, 100)))
    assert not apart.values["paired"]
    assert apart.values["measures"]["AUC"]["first"] == pytest.approx(roc_auc_score(truth[:50], good[:50]))


def test_counts_alone_are_taken_for_other_cases():
    data = counted(40, 10, 10, 40, name="a", b=Counts(tp=30, fp=20, fn=20, tn=30))
    found, values = verdict(data, first="a")
    assert not found.values["paired"]
    assert "counts-alone" in codes(found)
    assert values["better"] == "first"
    with pytest.raises(InputError, match='second must be one of "b", to compare with a, got "a"'):
        answer(data, Choices.of(first="a", second="a"))


def test_an_unknown_side_is_refused_with_the_sides_there_are():
    rows = b"attack,0.9,north\nnormal,0.4,south\nattack,0.3,south\nnormal,0.2,north\n" * 5
    data = ddcore.read(b"label,score,group\n" + rows, positive="attack")
    with pytest.raises(InputError, match=r'^first must be one of "group: north", "group: south", got "north"$'):
        ddcore.compare(data, first="north")
    with pytest.raises(InputError, match=r'^second must be one of "group: south", to compare with group: north, got'):
        ddcore.compare(data, first="group: north", second="south")
    assert ddcore.compare(data, first="group: north").values["second"] == "group: south"


def test_a_measure_without_a_value_says_why_and_one_model_alone_has_nothing_beside_it():
    truth, good, _ = columns(100)
    found, _ = verdict(ddcore.predictions(truth, {"a": good, "b": good * 0.4}), first="a", measure="PPV")
    assert "Precision (PPV) has no value for b:" in found.sentence
    assert "only one model" in QUESTIONS["compare"].needs(ddcore.predictions(truth, {"a": good}))[0]


def test_who_finds_more_and_who_spares_more():
    rng = np.random.default_rng(1)
    truth = rng.random(2000) < 0.5
    base = rng.normal(truth, 1)
    eager, shy = (1 / (1 + np.exp(-base - shift)) for shift in (0.3, -1.3))
    found = answer(ddcore.predictions(truth.astype(int), {"eager": eager, "shy": shy}), Choices.of(first="eager"))
    assert text_of(found, "trade").startswith("eager surely finds")


def test_a_long_file_with_ids_is_compared_as_a_wide_one():
    truth, good, poor = columns(60)
    case = np.arange(60)
    wide = pd.DataFrame({"case": case, "truth": truth, "good": good, "poor": poor})
    long = wide.melt(["case", "truth"], var_name="model", value_name="score").sample(frac=1, random_state=2)
    roles = {"model": "model", "id": "case", "score": "score", "positive": 1}
    of_wide = answer(ddcore.read(wide, id="case", positive=1, select="good", threshold=0.5), Choices())
    of_long = answer(ddcore.read(long, select="good", threshold=0.5, **roles), Choices())
    assert of_long.values["paired"]
    assert of_long.values["differ"] == of_wide.values["differ"] == ((good >= 0.5) != (poor >= 0.5)).sum()
    ends = [
        [each.values["measures"]["ACC"][name][end] for name in ("of_first", "difference") for end in ("low", "high")]
        for each in (of_long, of_wide)
    ]
    assert ends[0] == pytest.approx(ends[1])
    other = long.assign(truth=np.where((long.model == "poor") & (long.case == 3), 1 - long.truth, long.truth))
    assert not answer(ddcore.read(other, select="good", threshold=0.5, **roles), Choices()).values["paired"]
