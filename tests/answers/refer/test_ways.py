"""Which cases should a person see? By hand, by a wanted value and by two error rates."""

import math
import re
from fractions import Fraction

import numpy as np
import pytest
from scipy.special import expit

import ddcore
from ddcore import read
from ddcore.answers.refer.choices import Choices
from ddcore.decisions.reject import best_band
from ddcore.decisions.smallest_band import least_band, rates_band
from ddcore.errors import InputError
from ddcore.samples import SAMPLES
from ddcore.table import ScoreTable
from tests.helpers.answers import codes, holds, notes
from tests.helpers.curves_answers import HAND, ODD, SUMS
from tests.helpers.loops import nonempty
from tests.helpers.refer_answers import by_accuracy
from tests.helpers.scored import scored, two_class_example
from tests.oracles import published

SAMPLE = SAMPLES["table_7_1"]


@pytest.fixture(scope="module")
def example():
    return two_class_example().data()


def ten(model):
    """The ten cases of Table 7.1."""
    return read(SAMPLE.path, **SAMPLE.roles, select=model)


def printed(what, model):
    """What is printed of a model, and what is right."""
    [row] = [row for row in published("003_bands.csv") if (row["what"], row["key"]) == (what, model)]
    return row["printed"], float(Fraction(row["right"].replace(" ", "")))


def test_sample_is_the_printed_table():
    rows = published("003_bands.csv")
    for model in nonempty(("A", "B")):
        score = [float(row["printed"]) for row in rows if row["what"] == f"score {model}"]
        truth = [int(row["right"]) for row in rows if row["what"] == "truth"]
        wanted, table = ScoreTable.of(score, truth), ten(model).model.table
        assert table.score.tolist() == wanted.score.tolist()
        assert table.positives.tolist() == wanted.positives.tolist()


@pytest.mark.parametrize(("model", "low", "high"), [("A", 0.47, 0.85), ("B", 0.46, 0.71)])
def test_table_7_1_by_hand_and_where_it_opens(model, low, high):
    """Rows 4 to 7 referred: as printed; the best range of as many serves A as well as B."""
    data = ten(model)
    answer = by_accuracy(data, by="hand", low=low, high=high)
    band = answer.values["band"]
    (shown, right), (overall, at_half) = (printed(f"{what} accuracy", model) for what in ("decided", "overall"))
    assert band["share"] == 0.4
    assert band["value"] == pytest.approx(right)
    assert shown == f"{band['value']:.0%}"
    assert overall == f"{at_half:.0%}"
    assert f"{at_half:.3f} at the threshold" in answer.reason
    best = printed("best decided accuracy", model)[1]
    assert best_band(data.model.table, "ACC", 0.4).value == best
    code = "better-of-its-share" if model == "A" else "best-of-its-share"
    assert code in codes(answer)
    sample = ddcore.sample("table_7_1", select=model)
    opened = by_accuracy(sample, by="hand")
    assert opened.values["band"] == band
    assert f"{low:.3f} and {high:.3f}" in notes(by_accuracy(sample))["as-printed"]
    assert "as-printed" not in codes(opened)


def test_few_cases_are_drawn_one_by_one_with_the_regions_of_both_models_as_printed():
    figure = by_accuracy(ddcore.sample("table_7_1"), by="hand").figures["refer"].draw()
    strips = [(shape.x0, shape.x1) for shape in figure.layout.shapes if shape.type == "rect"]
    assert strips == [(0.47, 0.85), (0.46, 0.71)]
    assert [note.text for note in figure.layout.annotations] == ["a person: 40 %"] * 2
    assert [len(dots.x) for dots in figure.data] == [10, 10]


def test_ends_by_hand_are_counted(example):
    answer = by_accuracy(example, by="hand", low=0.2, high=0.9)
    table = example.model.table
    inside = (table.score >= 0.2) & (table.score < 0.9)
    assert answer.values["band"]["referred"]["positives"] == table.positives[inside].sum()
    assert answer.values["band"]["share"] == pytest.approx(inside.sum() / 500)
    held = answer.values["held_out"]
    assert held["low"] < held["value"] == pytest.approx(answer.values["band"]["value"])
    assert {"better-of-its-share", "cost-by-hand", "ratios-at-ends"} <= set(codes(answer))


def test_ratios_of_a_known_law():
    """Of N(0,1) against N(1.5,1) the ratio is exp(1.5 x - 1.125)."""
    rng = np.random.default_rng(2)
    truth = np.arange(5_000) < 1_500
    data = scored(ScoreTable.of(rng.normal(size=5_000) + 1.5 * truth, truth, True))
    ends = {"low": 0.5, "high": 1.4}
    told = by_accuracy(data, by="hand", **ends).values["ratios"]
    assert told == {end: pytest.approx(math.exp(1.5 * x - 1.125), rel=0.15) for end, x in ends.items()}


def test_ends_start_at_the_best_range_of_the_share(example):
    usual = Choices.defaults_given(example, {"by": "hand", "share": 0.3, "measure": ("ACC",)})
    best = best_band(example.model.table, "ACC", 0.3)
    assert (usual["low"], usual["high"]) == (best.low, best.high)
    answer = by_accuracy(example, by="hand", share=0.3)
    assert answer.values["held_out"]["value"] < answer.values["band"]["value"]
    assert "best-of-its-share" in codes(answer)


def test_scores_out_of_order_are_told():
    rng = np.random.default_rng(3)
    score = rng.uniform(0, 1, 800)
    truth = rng.random(800) < expit(8 * (0.5 - score))
    answer = by_accuracy(scored(ScoreTable.of(score, truth, True)), by="hand", low=0.3, high=0.7)
    assert "ratios-out-of-order" in codes(answer)


def test_no_score_between_the_ends(example):
    answer = by_accuracy(example, by="hand", low=0.5, high=0.5)
    assert holds(answer.sentence, "Refer no case,", "no score")
    assert answer.values["ratios"] is None
    with pytest.raises(InputError, match="low must be at most high"):
        by_accuracy(example, by="hand", low=0.9, high=0.2)
    whole = by_accuracy(scored(ScoreTable.of([0.1, 0.9], [0, 1])), by="hand", low=0.0, high=math.inf)
    assert "no value" in whole.sentence


def test_wanted_value(example):
    answer = by_accuracy(example, by="wanted", wanted_value=0.95)
    band = least_band(example.model.table, "ACC", 0.95)
    told = answer.values
    assert (told["band"]["low"], told["band"]["high"]) == (band.low, band.high)
    assert told["band"]["value"] >= 0.95
    assert told["held_out"]["low"] < told["held_out"]["value"] < told["band"]["value"]
    assert told["share_unseen"]["low"] < told["band"]["share"] < told["share_unseen"]["high"]
    assert "falls-short" in codes(answer)
    assert "0.950 or more" in answer.sentence


def test_wanted_value_that_needs_nobody_or_no_range_has(example):
    """Of 100 cases with one positive 0.99 is reached with no case predicted positive."""
    answer = by_accuracy(example, by="wanted", wanted_value=0.5)
    assert answer.sentence.startswith("**No case")
    assert answer.values["band"]["share"] == 0
    one = ScoreTable.of(np.arange(100), np.arange(100) == 3, True)
    rare = by_accuracy(scored(one), by="wanted", wanted_value=0.99)
    assert math.isinf(rare.values["band"]["low"])
    assert holds(rare.sentence, "**No case", "0.990", "no case positive", "0.990")
    none = by_accuracy(scored(ScoreTable.of([0.2] * 4, [0, 1, 0, 1])), by="wanted", wanted_value=0.9)
    assert none.sentence.startswith("**No range")
    assert none.values["wanted"] == 0.9


@pytest.mark.parametrize(("key", "goal"), [("ERR", "or less"), ("MCC", "or more")])
def test_wanted_value_starts_half_way(example, key, goal):
    answer = by_accuracy(example, by="wanted", measure=key)
    half = (answer.values["nobody_referred"]["value"] + (key == "MCC")) / 2
    assert answer.values["wanted"] == pytest.approx(half, abs=0.006)
    assert goal in answer.sentence


def test_two_error_rates(example):
    answer = by_accuracy(example, by="rates", misses=0.02, alarms=0.1)
    band, told = rates_band(example.model.table, 0.02, 0.1), answer.values["error_rates"]
    assert (answer.values["band"]["low"], answer.values["band"]["high"]) == (band.low, band.high)
    assert told["misses"]["here"] <= 0.02
    assert told["alarms"]["here"] <= 0.1
    assert told["misses"]["unseen"]["low"] < told["misses"]["here"] < told["misses"]["unseen"]["high"]
    assert "error-rates-unseen" in codes(answer)
    kept = by_accuracy(example, by="rates", misses=0.2, alarms=0.2)
    assert kept.sentence.startswith("**No case")
    assert max(kept.values["error_rates"][kind]["here"] for kind in ("misses", "alarms")) <= 0.2


LARGE = ("rare", "noise", "outside")


@pytest.mark.parametrize("by", ["hand", "wanted", "rates"])
@pytest.mark.parametrize(
    "names", [sorted({*ODD} - {*LARGE}), pytest.param(LARGE, marks=pytest.mark.full)], ids=["small", "large"]
)
@pytest.mark.usefixtures("in_order")
def test_odd_scores_have_an_answer(names, by):
    for name in nonempty(names):
        answer = by_accuracy(scored(ODD[name]), by=by)
        assert answer.figures["refer"].draw("light").data, name
        assert answer.tables["refer"].rows().shape[0], name
    assert math.isnan(by_accuracy(scored(SUMS), by=by).values["held_out"]["low"])
    assert {"in-use", "in-use-same"} & set(codes(by_accuracy(scored(HAND), by=by, prevalence=0.1)))


@pytest.mark.full
def test_scores_in_the_middle_need_fewer_by_their_ratio():
    """Positives lie in the middle: on the scores most are referred, on the ratio few."""
    rng = np.random.default_rng(2)
    score = rng.uniform(0, 1, 600)
    truth = (abs(score - 0.5) < 0.25) ^ (rng.random(600) < 0.04)
    answer = by_accuracy(scored(ScoreTable.of(score, truth, True)), by="rates")
    assert answer.values["band"]["share"] > 0.4
    (shown,) = re.findall(r"\*\*([\d.]+) %\*\*", notes(answer)["rates-by-ratio"])
    assert float(shown) < 15
