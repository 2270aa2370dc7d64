"""Words and tables of a score over parts of the data: every branch of every sentence, each rule where it belongs."""

import math
import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from ddcore.chance.folds import CommonCutoff, of_folds, of_resamples
from ddcore.chance.guessing import GUESSERS
from ddcore.measures import MEASURES, measure
from ddcore.report import folds as words
from ddcore.table import ScoreTable

FLATTERS = "The cutoff was chosen on these same folds, which flatters; without one of them none can be chosen."


def found(normalised, key="F1", parts=None, cutoff=None, left_out=(), thinned=False):
    """Parts made up: a row of scores a part, the last at a cutoff of +inf."""
    table = np.array(normalised, dtype=float)
    mean = table.mean(axis=0)
    cutoff = [*np.arange(1, table.shape[1]) / 10, np.inf] if cutoff is None else cutoff
    names = tuple(parts or (f"part {k + 1}" for k in range(len(table))))
    best = None if np.isnan(mean).all() else int(np.nanargmax(mean))
    return CommonCutoff(measure(key), names, np.array(cutoff), table, mean, best, tuple(left_out), thinned)


def nothing(key="F1", left_out=()):
    cutoff = np.array([0.1, np.inf])
    return CommonCutoff(measure(key), (), cutoff, np.zeros((0, 2)), np.full(2, np.nan), None, tuple(left_out), False)


THREE = found([[0.1, 0.5, 0.4, math.nan], [-0.2, 0.3, 0.6, math.nan], [0.0, 0.7, 0.2, math.nan]])
NEVER = found([[0.1, 0.2, 0.4], [0.1, 0.0, 0.6]], key="ACC")


# The answer and the reason -------------------------------------------------------------------------------------------


def test_answer():
    assert words.answer(THREE, "folds") == (
        "F1 goes :primary[50 %] of the way from guessing to perfect at a cutoff of 0.200, 30 % to 70 % over the folds."
    )


def test_answer_by_calling_nothing_positive():
    assert words.answer(NEVER, "folds") == (
        "Accuracy goes :primary[50 %] of the way from guessing to perfect by calling nothing positive, 40 % to 60 % "
        "over the folds."
    )


@pytest.mark.parametrize("kind", ["folds", "resamples"])
def test_answer_without_a_common_value(kind):
    assert words.answer(nothing("PPV"), kind) == (
        f":primary[Nobody can tell.] Precision (PPV) has no value beyond this guesser that all {kind} share."
    )


def test_answer_behind_the_guesser_goes_no_way():
    said = words.answer(found([[-0.4, -0.3], [-0.3, -0.2]], cutoff=[0.1, np.inf]), "folds")
    assert "−25 %" in said
    assert not re.search(r"goes :primary\[−", said)


def test_answer_on_parts_that_are_all_alike():
    alike = found([[0.1, 0.5], [0.2, 0.5]])
    assert words.answer(alike, "folds").endswith(", the same on all folds.")
    many = [[0.1, 0.5]] * 200
    assert words.answer(found(many), "resamples").endswith(", the same on all resamples.")
    assert words.answer(found([*many, [0.1, 0.4]]), "resamples").endswith(", the same on 95 % of the resamples.")


def test_many_parts_are_told_by_their_middle():
    many = found([[0.1, 0.3 + 0.002 * i] for i in range(200)])
    assert words.answer(many, "resamples").endswith(", 31 % to 68.8 % over 95 % of the resamples.")


def test_a_cutoff_chosen_on_others_that_is_no_worse_is_as_good():
    better = replace(found([[0.1, 0.5], [0.2, 0.5]]), unseen=0.502)
    assert words.answer(better, "folds").endswith(", also with a cutoff chosen on others.")
    assert "Chosen on the other folds, the average is as good." in words.worth_knowing(better, "folds", 0.5)[-1]


def test_answer_of_a_formula_has_its_name():
    said = words.answer(found([[0.1, 0.5], [0.2, 0.1]], key="net gain = (tp - fp) / m"), "resamples")
    assert said.startswith("net gain goes :primary[30 %]")
    assert said.endswith("over the resamples.")


@pytest.mark.parametrize("parts", [2, 25, 26, 200])
def test_span_is_the_ends_of_few_and_the_middle_of_many(parts):
    at = np.random.default_rng(1).random(parts)
    low, high = words.span(found(np.stack([at, at - 1], axis=1)))
    ordered = sorted(at)
    if parts <= 25:
        assert (low, high) == (ordered[0], ordered[-1])
    else:
        assert ordered[0] < low < high < ordered[-1]
        assert np.mean((at >= low) & (at <= high)) == pytest.approx(0.95, abs=0.03)


def test_reason():
    assert words.reason(THREE, "folds", "half") == (
        "On each of the **3 folds** the score is put on the scale from tossing a coin (0) to perfect (1), at every "
        "cutoff. The cutoff with the best average holds for all; how the score varies there says how far to trust it "
        "on new data."
    )
    assert "from calling each case positive with probability 0.3 (0)" in words.reason(THREE, "folds", 0.3)


def test_reason_does_not_count_parts_that_are_not_there():
    assert "**0 " not in words.reason(nothing(left_out=("a", "b")), "folds", "half")


# Worth knowing -------------------------------------------------------------------------------------------------------


def test_worth_knowing_of_three_folds():
    assert words.worth_knowing(THREE, "folds", 0.1) == [
        "Taken one by one, the folds would put their cutoffs between 0.200 and 0.300; one for all costs 0.100 on "
        "average.",
        "At the threshold in force, 0.100, the average is −0.033, 0.533 less.",
        FLATTERS,
    ]


@pytest.mark.parametrize(("kind", "others"), [("folds", "the other folds"), ("resamples", "other cases")])
def test_what_to_expect_where_the_cutoff_was_not_chosen(kind, others):
    assert f"The cutoff was chosen on these same {kind}. Chosen on {others}, the average is **0.250**, not 0.500." in (
        words.worth_knowing(replace(THREE, unseen=0.25), kind, 9.0)
    )
    start = words.answer(THREE, kind).removesuffix(".")
    assert words.answer(replace(THREE, unseen=0.25), kind) == f"{start}; 25 % with a cutoff chosen on others."
    assert words.answer(replace(THREE, unseen=-0.25), kind) == (
        f"{start}; with a cutoff chosen on others it is **not beyond guessing**."
    )


def test_a_cutoff_that_does_as_well_on_others_is_said_to_be_as_good():
    mean = float(THREE.mean[THREE.best])
    assert words.answer(replace(THREE, unseen=mean), "folds").endswith(", also with a cutoff chosen on others.")
    said = words.worth_knowing(replace(THREE, unseen=mean), "folds", 9.0)
    assert "The cutoff was chosen on these same folds. Chosen on the other folds, the average is as good." in said


def test_a_cutoff_at_the_lowest_score_needs_no_scores():
    said = "That cutoff is the lowest score: every case is called positive, which needs no scores."
    assert said in words.worth_knowing(found([[0.5, 0.1, 0.2], [0.6, 0.2, 0.2]]), "folds", 9.0)
    assert said not in words.worth_knowing(THREE, "folds", 9.0)


def test_one_for_all_costs_what_the_parts_lose():
    """The best of each part is 0.5, 0.6 and 0.7, the best mean 0.5."""
    assert "one for all costs 0.100 on average" in words.worth_knowing(THREE, "folds", 9.0)[0]


@pytest.mark.parametrize(
    "table",
    [
        [[0.1, 0.5, 0.2], [0.2, 0.6, 0.2]],  # all want the same
        [[0.1, 0.5, 0.9], [0.2, 0.6, 0.9]],  # all want to call nothing positive
        [[0.1, 0.5, 0.9], [0.2, 0.6, 0.2]],  # one does, and one cutoff is no range
    ],
)
def test_cutoffs_of_their_own_only_where_they_differ(table):
    assert not any(one.startswith("Taken one by one") for one in words.worth_knowing(found(table), "folds", 9.0))


@pytest.mark.parametrize(
    ("in_force", "said"),
    [
        (0.2, "At the threshold in force, 0.200, the average is 0.500, as good."),
        (0.15, "At the threshold in force, 0.150, the average is 0.500, as good."),
        (0.3, "At the threshold in force, 0.300, the average is 0.400, 0.100 less."),
        (-5.0, "At the threshold in force, −5, the average is −0.033, 0.533 less."),
    ],
)
def test_threshold_in_force(in_force, said):
    """A case is called positive from the threshold on, so what lies between two scores counts as the higher one."""
    assert said in words.worth_knowing(THREE, "folds", in_force)


def test_threshold_in_force_where_the_mean_has_no_value():
    for in_force in (0.31, math.inf):
        assert not any("in force" in one for one in words.worth_knowing(THREE, "folds", in_force))
    assert any("in force, ∞, the average is 0.500, as good" in one for one in words.worth_knowing(NEVER, "f", math.inf))


@pytest.mark.parametrize(
    ("at", "said"),
    [
        ([0.0, 0.3, 0.4], "33.3 % of the folds are no better than the guesser even there."),
        ([-0.1, -0.1, 0.9], "66.7 % of the folds are no better than the guesser even there."),
        ([0.1, 0.3, 0.4], None),
    ],
)
def test_parts_no_better_than_the_guesser(at, said):
    sentences = words.worth_knowing(found([[x, x - 1] for x in at]), "folds", 9.0)
    assert [one for one in sentences if "no better" in one] == ([said] if said else [])


def test_parts_left_out_are_named_letter_by_letter():
    said = words.worth_knowing(found([[0.1, 0.5], [0.2, 0.5]], left_out=("<b>x</b>", "y")), "folds", 9.0)
    assert said[-1] == r"Left out of the folds, because F1 has no value there: \<b\>x\<\/b\> and y."
    assert words.worth_knowing(nothing("PPV", ("a",)), "resamples", 0.5) == [
        "Left out of the resamples, because Precision (PPV) has no value there: a."
    ]


def test_nothing_common_and_nothing_left_out():
    assert words.worth_knowing(nothing(), "folds", 0.5) == ["Choose another measure or another guesser."]


def test_thinned_scores_are_said():
    said = words.worth_knowing(found(np.ones((2, 1501)), thinned=True), "folds", -1.0)
    assert any("1,500" in one for one in said)
    assert not any("1,500" in one for one in words.worth_knowing(found(np.ones((2, 1501))), "folds", -1.0))


def test_five_sentences_are_enough():
    """Every rule at once."""
    everything = found(
        [[0.1, 0.5, 0.2, 0.0], [0.6, 0.3, -0.1, 0.0], [0.0, -0.1, 0.0, 0.0]], left_out=("x",), thinned=True
    )
    said = words.worth_knowing(everything, "folds", 0.3)
    assert len(said) == len(set(said)) <= 5


# The table -----------------------------------------------------------------------------------------------------------


def test_table():
    table = words.table(THREE)
    assert list(table.columns) == ["Part", "At the common cutoff", "Own best cutoff", "Own best"]
    assert table.to_numpy().tolist() == [
        ["part 1", 0.5, 0.2, 0.5],
        ["part 2", 0.3, 0.3, 0.6],
        ["part 3", 0.7, 0.2, 0.7],
    ]
    for column in table.columns[1:]:
        assert pd.api.types.is_float_dtype(table[column])


def test_table_keeps_names_as_they_are_and_infinity_a_number():
    table = words.table(found([[0.1, 0.5], [math.nan, 0.4]], parts=("<b>", "x,y")))
    assert list(table["Part"]) == ["<b>", "x,y"]
    assert list(table["Own best cutoff"]) == [math.inf, math.inf]


def test_table_without_a_common_cutoff_has_its_columns():
    table = words.table(nothing())
    assert list(table.columns) == ["Part", "At the common cutoff", "Own best cutoff", "Own best"]
    assert table.empty


def test_own_best_is_never_below_the_common_one():
    rng = np.random.default_rng(5)
    truth = rng.random(120) < 0.4
    resamples = of_resamples("MCC", ScoreTable.of(rng.normal(size=120) + truth, truth, True), 0.3, 60, rng=rng)
    table = words.table(resamples)
    assert (table["Own best"] >= table["At the common cutoff"]).all()
    assert table["At the common cutoff"].mean() == pytest.approx(resamples.mean[resamples.best])
    assert len(table) == len(resamples.parts) == 60


# How it is computed --------------------------------------------------------------------------------------------------


def paired(text):
    """Whether signs and braces of each formula come in pairs."""
    assert text.count("$") % 2 == 0
    for formula in re.findall(r"\$([^$]*)\$", text):
        depth = np.cumsum([{"{": 1, "}": -1}.get(sign, 0) for sign in formula])
        assert depth.min() >= 0
        assert depth[-1] == 0
    return True


@pytest.mark.parametrize("guess", [*GUESSERS, 0.3])
@pytest.mark.parametrize("key", ["F1", "PPV", "net = tp / m"])
@pytest.mark.parametrize("seed", [None, 7])
def test_computed(guess, key, seed):
    text = words.computed(found([[0.1, 0.5], [0.2, 0.5]], key=key), guess, seed)
    assert paired(text)
    assert f"the score {measure(key).title}, $Q_{{kc}}$" in text
    assert "$Q^*_{kc} = (Q_{kc} - E_k) / (u - E_k)$" in text
    assert r"$c^* = \arg\max_c \sum_k Q^*_{kc} / K$" in text
    assert ("(stratified bootstrap, seed 7)" in text) == (seed is not None)
    assert ("The folds are those of the file" in text) == (seed is None)
    assert "{{" not in text


def test_computed_without_a_common_cutoff():
    assert paired(words.computed(nothing(), "half", None))


# From scores to sentences --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", [key for key, row in MEASURES.items() if row.judges])
def test_every_measure_on_folds(key):
    rng = np.random.default_rng(7)
    folds = {}
    for name in ("one", "two", "three"):
        truth = rng.random(30) < 0.4
        folds[name] = ScoreTable.of(np.round(rng.normal(size=30) + truth, 1), truth, True)
    folds["alone"] = ScoreTable.of([0.1, 0.2], [1, 1])
    common = of_folds(key, folds, "half")
    said = [words.answer(common, "folds"), *words.worth_knowing(common, "folds", 0.5)]
    for sentence in said:
        assert sentence.endswith(".")
        assert "nan" not in sentence
    assert (common.best is None) == said[0].startswith(":primary[Nobody can tell.]")
    assert len(words.table(common)) == (0 if common.best is None else len(common.parts))


def test_measure_in_numbers_of_cases_has_no_value_for_weighted_ones():
    tables = {name: ScoreTable.of([0.2, 0.7, 0.9], [0, 1, 0], weight=[1, 2, 3]) for name in "ab"}
    weighted = of_folds("gain = tp - fp", tables, "half")
    assert words.worth_knowing(weighted, "folds", 0.5) == [
        "Left out of the folds: a and b. There gain has no value, or the cases are weighted, so that a measure in "
        "numbers of cases has none."
    ]
