"""Words and tables of curves: every branch of every sentence, on scores made for it; numbers from elsewhere."""

import math
import re

import numpy as np
import pandas as pd
import pytest
from scipy.stats import ks_2samp
from sklearn.metrics import (
    average_precision_score,
    brier_score_loss,
    log_loss,
    precision_score,
    recall_score,
    roc_auc_score,
)

from ddcore.interval import Interval
from ddcore.report import curves as words
from ddcore.scores.calibration import calibration, consistency
from ddcore.scores.curves import CURVE_KINDS, curve
from ddcore.scores.separation import paired_auc_difference, separation
from ddcore.scores.trace import over_threshold
from ddcore.table import ScoreTable
from tests.oracles import scored_from, share_interval

NAN = math.nan
KEYS = [*CURVE_KINDS, "calibration", "measure"]


def simulated(apart=1.0, cases=300, seed=1, share=0.4):
    """Normal scores and the truth."""
    rng = np.random.default_rng(seed)
    truth = rng.random(cases) < share
    truth[:2] = True, False
    return rng.normal(size=cases) + apart * truth, truth


def of(score, truth, **options):
    return ScoreTable.of(score, truth, True, **options)


def calibrated(cases=2000, seed=1, power=1.0):
    """Probabilities that are right for a power of one."""
    rng = np.random.default_rng(seed)
    share = rng.random(cases)
    return share**power, rng.random(cases) < share


HAND_SCORE, HAND_TRUTH = [0.1, 0.2, 0.4, 0.4, 0.7, 0.9], [0, 1, 0, 1, 0, 1]
HAND = ScoreTable.of(HAND_SCORE, HAND_TRUTH)
GOOD = of(*simulated())
NOISE = of(*simulated(0.0))
REVERSED = of(*simulated(-1.5))
RARE = of(*simulated(2.0, 3000, share=0.01))
CONSTANT = ScoreTable.of([0.4] * 8, [0, 1] * 4)
PERFECT = ScoreTable.of([0.1, 0.2, 0.3, 0.8, 0.9], [0, 0, 0, 1, 1])
WEIGHTED = ScoreTable.of([0.1, 0.4, 0.6, 0.9], [0, 1, 0, 1], weight=[0.2, 0.3, 1.1, 1.5])
SUMS = ScoreTable(WEIGHTED.score, WEIGHTED.positives, WEIGHTED.negatives)
ONE_POSITIVE = ScoreTable.of([0.1, 0.3, 0.4, 0.9, 0.5], [0, 0, 1, 0, 0])
ODD = {
    "two cases": ScoreTable.of([0.2, 0.8], [0, 1]),
    "two tied cases": ScoreTable.of([0.5, 0.5], [0, 1]),
    "one positive": ONE_POSITIVE,
    "one negative": ScoreTable.of([0.1, 0.3, 0.4], [1, 0, 1]),
    "perfect": PERFECT,
    "perfect labels": ScoreTable.of([0, 0, 1, 1], [0, 0, 1, 1]),
    "wrong labels": ScoreTable.of([0, 0, 1, 1], [1, 1, 0, 0]),
    "reversed": ScoreTable.of([0.1, 0.2, 0.8, 0.9], [1, 1, 0, 0]),
    "constant": CONSTANT,
    "labels": ScoreTable.of([0, 0, 1, 1, 1], [0, 1, 0, 1, 1]),
    "weighted": WEIGHTED,
    "sums of weights": SUMS,
    "outside": GOOD,
    "far out": ScoreTable.of([-1e9, -3.0, 0.5, 2.0, 1e12], [0, 1, 0, 1, 1]),
    "rare": RARE,
    "noise": NOISE,
}


def known(table, threshold=0.5, others=None):
    return words.worth_knowing(separation(table), others or {}, table.at(threshold), threshold, right(table))


def right(table):
    """What probabilities would show, None where the scores are none."""
    bounded = table.score[0] >= 0 and table.score[-1] <= 1
    return consistency(table, draws=399, rng=np.random.default_rng(1)) if bounded else None


def about(said, words_there):
    return [one for one in said if words_there in one]


# The answer ------------------------------------------------------------------------------------------------------


def placed(score, truth):
    """The area and its interval by loops over all pairs."""
    score, truth = np.asarray(score, float), np.asarray(truth, bool)
    wins = (score[truth][:, None] > score[~truth]) + 0.5 * (score[truth][:, None] == score[~truth])
    return wins.mean(), *scored_from(wins.mean(axis=1), wins.mean(axis=0))


@pytest.mark.parametrize(
    ("apart", "meaning"), [(1.0, ""), (0.0, ", not clearly less than chance"), (-1.5, ", the wrong way round")]
)
def test_answer(apart, meaning):
    score, truth = simulated(apart)
    auc, low, high = placed(score, truth)
    assert auc == pytest.approx(roc_auc_score(truth, score))
    assert words.answer(separation(of(score, truth))) == (
        f":primary[AUC {auc:.3f}] ({low:.3f} to {high:.3f}){meaning}: a positive case outscores a negative one in "
        f"{percent(auc)} of pairs."
    )


def test_answer_by_hand():
    """Of nine pairs the positive one wins six, and one is tied."""
    assert words.answer(separation(HAND)).startswith(":primary[AUC 0.611]")
    assert "61.1 % of pairs" in words.answer(separation(HAND))


@pytest.mark.parametrize("table", [ONE_POSITIVE, SUMS])
def test_answer_without_an_interval_has_no_brackets(table):
    said = words.answer(separation(table))
    assert "(" not in said
    assert "to" not in re.sub(r"outscores.*", "", said)


def test_equal_scores_outscore_nothing():
    assert words.answer(separation(CONSTANT)) == (
        ":primary[AUC 0.500]: all scores are equal, so no case outscores another."
    )


def test_interval():
    assert words.interval(Interval(0.9, 0.85, 0.95, 0.02)) == "0.850 to 0.950"
    assert words.interval(Interval(0.9, NAN, NAN, NAN)) == "no interval"


# How to read the curve -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [kind for kind in CURVE_KINDS if kind != "roc"])
def test_reason_has_how_to_read_it_and_its_number(kind):
    said = words.reason(kind, separation(HAND))
    assert said.startswith(CURVE_KINDS[kind].words)
    assert re.search(rf"The {re.escape(CURVE_KINDS[kind].summary_name)} is \*\*[\d.]+\*\*\.$", said)


def test_reason_of_the_roc_curve_repeats_no_number():
    assert words.reason("roc", separation(HAND)) == CURVE_KINDS["roc"].words
    assert not re.search(r"\d", CURVE_KINDS["roc"].words)


def test_reason_against_other_packages():
    score, truth = simulated()
    found = separation(of(score, truth))
    assert words.reason("precision_recall", found).endswith(f"**{average_precision_score(truth, score):.3f}**.")
    assert words.reason("ks", found).endswith(
        f"**{ks_2samp(score[truth], score[~truth], alternative='less').statistic:.3f}**."
    )
    assert words.reason("toc", found).endswith(f"**{roc_auc_score(truth, score):.3f}**.")


def test_lift_by_hand():
    """Ten cases, the highest score a positive one, half positive: the top tenth has twice as many."""
    ten = ScoreTable.of(np.arange(10), [0, 1, 0, 1, 0, 1, 0, 1, 0, 1])
    assert words.reason("lift", separation(ten)).endswith("The lift of the highest-scoring tenth is **2**.")


def test_reason_of_calibration():
    score, truth = calibrated()
    said = words.reason("calibration", separation(of(score, truth)))
    assert f"is **{brier_score_loss(truth, score):.3f}**" in said
    assert said.endswith(f"would score {truth.mean() * (1 - truth.mean()):.3f}.")


def test_reason_of_calibration_where_scores_are_no_probabilities():
    assert words.reason("calibration", separation(GOOD)) == (
        "Of the cases with a score of 0.7, do 70 % turn out positive? Then scores are probabilities."
    )


def test_reason_of_a_measure():
    assert "*Dutch Draw*" in words.reason("measure", separation(GOOD))


# Worth knowing: the threshold ------------------------------------------------------------------------------------


@pytest.mark.parametrize("threshold", [-0.3, 0.5, 1.7])
def test_threshold_against_scikit_learn(threshold):
    score, truth = simulated()
    called = score >= threshold
    caught, alarmed = recall_score(truth, called), 1 - recall_score(~truth, ~called)
    assert known(of(score, truth), threshold)[0] == (
        f"From {threshold:.3f} on, **{percent(caught)}** of the positives are called positive, and "
        f"**{percent(alarmed)}** of the negatives.".replace("-", "−")
    )


def percent(share):
    return f"{100 * share:.1f}".removesuffix(".0") + " %"


@pytest.mark.parametrize(("threshold", "said"), [(99.0, "**0 %**"), (-99.0, "**100 %**")])
def test_threshold_outside_the_scores(threshold, said):
    assert known(GOOD, threshold)[0].count(said) == 2


# Worth knowing: the area -----------------------------------------------------------------------------------------


def test_weighted_cases_have_an_interval_where_their_weights_are_known():
    said = "The area has no interval, because the cases are weighted and only sums of weights are known."
    assert said in known(SUMS)
    assert not about(known(WEIGHTED), "no interval")
    assert " to 1.000), not clearly more than chance: " in words.answer(separation(WEIGHTED))


@pytest.mark.parametrize("truth", [[0, 0, 1, 0], [1, 1, 0, 1]])
def test_no_interval_with_a_single_case_of_a_class(truth):
    said = known(ScoreTable.of([1, 2, 3, 4], truth))
    assert "The area has no interval, because one class has a single case." in said


def test_no_interval_with_a_single_case_of_each_class():
    """A sentence on one class would leave the other in the dark."""
    (said,) = about(known(ODD["two cases"]), "no interval")
    assert said == "The area has no interval, because each class has a single case."


def test_equal_scores():
    assert about(known(CONSTANT), "All scores are equal, so they separate nothing")
    assert not about(known(HAND), "All scores are equal")


def test_perfect_scores():
    (said,) = about(known(PERFECT), "No negative scores as high as any positive.")
    low = separation(PERFECT).auc.low
    assert said.endswith(f" With 2 positive and 3 negative cases that rules out areas below {low:.3f}, no others.")
    assert 0 < low < 0.5
    assert not about(known(GOOD), "rules out")


def test_wrong_way_round():
    assert about(known(REVERSED), "Low scores speak for the positive class.")
    assert not about(known(NOISE), "Low scores")
    assert not about(known(GOOD), "Low scores")


def dented(cases=400):
    """Positives in the middle of the negatives."""
    rng = np.random.default_rng(1)
    truth = np.arange(cases) % 2 == 0
    return np.where(truth, 0, rng.choice([-2, 2], cases)) + 0.6 * rng.normal(size=cases), truth


def hull_area(score, truth):
    """Area under the upper hull of all points of the ROC curve, by gift wrapping."""
    score, truth = np.asarray(score), np.asarray(truth, bool)
    limits = [math.inf, *np.unique(score)[::-1]]
    points = [((score[~truth] >= limit).mean(), (score[truth] >= limit).mean()) for limit in limits]
    at, total = (0.0, 0.0), 0.0
    while at[0] < 1:
        further = [(x, y) for x, y in points if x > at[0]]
        x, y = max(further, key=lambda to: ((to[1] - at[1]) / (to[0] - at[0]), to[0]))
        if (up := max((b for a, b in points if a == at[0]), default=0)) > at[1]:
            at = (at[0], up)
            continue
        total += (x - at[0]) * (y + at[1]) / 2
        at = (x, y)
    return total


def test_dented_curve():
    score, truth = dented()
    (said,) = about(known(of(score, truth)), "dented")
    assert f"its convex hull has an area of {hull_area(score, truth):.3f}." in said
    assert "see *Likelihood*" in said


@pytest.mark.parametrize("table", [GOOD, REVERSED, PERFECT, CONSTANT])
def test_no_dent_without_one(table):
    assert not about(known(table), "dented")


@pytest.mark.parametrize("apart", [0.0, 1.0, 2.5])
@pytest.mark.parametrize("positives", [5, 100])
def test_scores_in_order_are_seldom_called_out_of_order(apart, positives):
    """A convex hull lies above any curve; a share of 5 in 100 gives at most 5 of 60 in 92 of 100 such tests."""
    rng = np.random.default_rng(1)
    truth = np.arange(200) < positives
    called = [bool(about(known(of(rng.normal(size=200) + apart * truth, truth)), "dented")) for _ in range(60)]
    assert sum(called) <= 5


@pytest.mark.parametrize(
    ("score", "truth", "share"),
    [
        ([0.1, 0.4, 0.4, 0.8], [0, 0, 1, 1], "25 %"),
        ([0, 0, 1, 1, 1], [0, 1, 0, 1, 1], "50 %"),
    ],
)
def test_ties(score, truth, share):
    assert f"In {share} of the pairs both cases have the same score; they count half." in known(
        ScoreTable.of(score, truth)
    )


def test_no_word_on_ties_where_there_are_none_or_nothing_else():
    assert not about(known(GOOD), "same score")
    assert not about(known(CONSTANT), "same score")


def test_rare_positives():
    score, truth = simulated(2.0, 3000, share=0.01)
    right = precision_score(truth, score >= 0.5)
    (said,) = about(known(RARE), "Only")
    assert said == (
        f"Only {percent(truth.mean())} of the cases are positive: from the threshold 0.500 on, {percent(right)} "
        f"of the positive calls are right. ROC hides this; precision-recall shows it."
    )


def test_rare_positives_where_nothing_is_called_positive():
    assert not about(known(RARE, 99.0), "Only")
    assert not about(known(GOOD), "Only")


# Worth knowing: other models -------------------------------------------------------------------------------------


def rivals(*scores, truth):
    return {f"B{i}": paired_auc_difference(score, scores[0], truth) for i, score in enumerate(scores[1:], start=1)}


def test_other_model_clearly_ahead_and_behind():
    score, truth = simulated(1.0)
    noise = np.random.default_rng(9).normal(size=300)
    others = {
        "better": paired_auc_difference(score + truth, score, truth),
        "worse": paired_auc_difference(noise, score, truth),
    }
    gains = [roc_auc_score(truth, one) - roc_auc_score(truth, score) for one in (score + truth, noise)]
    better, worse = about(known(of(score, truth), others=others), "The area of")
    assert better.startswith(f"The area of better is {gains[0]:.3f} larger on the same cases (95 % interval ")
    assert worse.startswith(f"The area of worse is {-gains[1]:.3f} smaller on the same cases (95 % interval −")
    assert "luck" not in better + worse


def test_other_model_that_may_be_ahead_by_luck():
    score, truth = simulated(1.0)
    near = score + 0.05 * np.random.default_rng(2).normal(size=300)
    (said,) = about(known(of(score, truth), others={"near": paired_auc_difference(near, score, truth)}), "The area of")
    assert "on the same cases, which may be luck (95 % interval −" in said


def test_the_same_scores_again_are_not_larger():
    score, truth = simulated()
    (said,) = about(known(of(score, truth), others={"twin": paired_auc_difference(score, score, truth)}), "The area of")
    assert said == "The area of twin is the same on the same cases."


@pytest.mark.parametrize(("other", "size"), [([1, 3, 2, 4], "0.333 larger"), ([4, 3, 2, 1], "0.667 smaller")])
def test_other_model_without_an_interval(other, size):
    """Of three pairs the first model wins two, and the others three and none."""
    truth = [0, 0, 0, 1]
    found = paired_auc_difference(other, [1, 2, 4, 3], truth)
    (said,) = about(known(ScoreTable.of([1, 2, 4, 3], truth), others={"B": found}), "The area of")
    assert said == f"The area of B is {size} on the same cases; how surely is not known."


def test_other_model_that_shares_no_case():
    found = paired_auc_difference([1.0, 2.0, 3.0, NAN], [1, 2, 4, 3], [0, 0, 0, 1])
    said = known(ScoreTable.of([1, 2, 4, 3], [0, 0, 0, 1]), others={"B": found})
    assert not about(said, "no value")
    assert "B cannot be compared: one class has no case that both models score." in said


def test_three_other_models_at_most():
    score, truth = simulated()
    noises = np.random.default_rng(1).normal(size=(5, 300))
    said = known(of(score, truth), others=rivals(score, *noises, truth=truth))
    assert [re.search(r"area of (\w+)", one)[1] for one in about(said, "on the same cases")] == ["B1", "B2", "B3"]


@pytest.mark.parametrize(
    ("name", "shown"),
    [("<b>x</b>", r"\<b\>x\<\/b\>"), ("a_b*c", r"a\_b\*c"), ("$x$", r"\$x\$"), (":red[x]", r"\:red\[x\]")],
)
def test_names_of_models_are_shown_letter_by_letter(name, shown):
    said = known(GOOD, others={name: Interval(0.1, 0.05, 0.15, 0.02)})
    assert about(said, f"The area of {shown} is 0.100 larger")


# Worth knowing: probabilities ------------------------------------------------------------------------------------


@pytest.mark.parametrize("cases", [50, 200, 2000])
def test_scores_that_are_no_good_probabilities(cases):
    score, truth = calibrated(cases, power=6)
    (said,) = about(known(of(score, truth)), "robabilities")
    outside = right(of(score, truth)).outside.sum()
    assert outside > 0
    assert said == (
        f"Read as probabilities, the scores have a Brier score of {brier_score_loss(truth, score):.3f}; as "
        f"probabilities they are off: in {outside} of 10 bins the share of positives is one that chance does not make "
        f"of right probabilities (see *Calibration*)."
    )


@pytest.mark.parametrize("cases", [50, 200, 2000])
def test_scores_that_are_probabilities(cases):
    score, truth = calibrated(cases)
    (said,) = about(known(of(score, truth)), "robabilities")
    assert said == (
        f"Read as probabilities, the scores have a Brier score of {brier_score_loss(truth, score):.3f}; these cases do "
        f"not show them to be off: in 10 bins chance alone could make the shares of positives."
    )


def test_all_cases_together_may_be_off_where_no_bin_is():
    """Of 40 cases the scores promise 12, and there are three."""
    score, truth = np.linspace(0.1, 0.5, 40), np.arange(40) % 16 == 4
    (said,) = about(known(of(score, truth)), "robabilities")
    low, high = right(of(score, truth)).whole[1:]
    assert said == (
        f"Read as probabilities, the scores have a Brier score of {brier_score_loss(truth, score):.3f}; as "
        f"probabilities they are off: 7.5 % of all cases are positive, where right probabilities make "
        f"{percent(low)} to {percent(high)}."
    )


SAVED = "Recalibrating would save **maybe nothing**: −0.010 to 0.020 of the score on cases that had no say in it."


@pytest.mark.parametrize(
    ("power", "saving", "told"),
    [
        (
            6,
            Interval(0.03, 0.01, 0.05),
            "On cases that had no say in it, recalibrating would save **0.030** of the score (0.010 to 0.050).",
        ),
        (6, Interval(0.01, -0.01, 0.02), SAVED),
        (1, Interval(0.01, -0.01, 0.02), SAVED),
        (
            1,
            Interval(-0.02, -0.03, -0.01),
            "Recalibrating would save **nothing**: −0.030 to −0.010 of the score on cases that had no say in it.",
        ),
        (1, Interval(0.03, 0.01, 0.05), "in 10 bins chance alone could make the shares of positives."),
        (1, Interval(NAN, NAN, NAN), "in 10 bins chance alone could make the shares of positives."),
    ],
)
def test_what_recalibrating_saves_is_told_of_cases_that_had_no_say(power, saving, told):
    table = of(*calibrated(200, power=power))
    said = words.worth_knowing(separation(table), {}, table.at(0.5), 0.5, right(table), saving)
    (one,) = about(said, "Read as probabilities")
    assert one.endswith(told)


def test_a_perfect_brier_score_has_no_parts():
    (said,) = about(known(ODD["perfect labels"]), "robabilities")
    assert said == "Read as probabilities, the scores are perfect on these cases."


def test_sums_of_weights_alone_do_not_say_whether_scores_are_off():
    (said,) = about(known(SUMS), "robabilities")
    assert said.endswith("; as of the weights only sums are known, nobody can say whether they are off.")


def test_no_word_on_probabilities_outside_0_and_1():
    assert not about(known(GOOD), "robabilities")


# Every sentence --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("threshold", [-99.0, 0.4, 0.5, 1e13])
@pytest.mark.parametrize("name", ODD)
def test_sentences_on_odd_scores(name, threshold):
    found = separation(ODD[name])
    said = [words.answer(found), *known(ODD[name], threshold), *(words.reason(key, found) for key in KEYS)]
    for sentence in said:
        assert not re.search(r"\bnan\b|\binf\b|no value|∞|\(\)|\*\*\*\*|\[\]|  ", sentence)
        assert sentence.endswith(".")
        assert not re.search(r"\b1 (cases|pairs|bins|models)\b", sentence)
    assert len(said) == len(set(said))


# The tables ------------------------------------------------------------------------------------------------------


def test_summary_against_other_packages():
    score, truth = calibrated(500)
    row = words.summary({"A": separation(of(score, truth))}, {}).iloc[0]
    auc = roc_auc_score(truth, score)
    assert row["Model"] == "A"
    assert row["AUC"] == pytest.approx(auc)
    assert row["Gini"] == pytest.approx(2 * auc - 1)
    assert (row["95 % from"], row["95 % to"]) == pytest.approx(placed(score, truth)[1:])
    assert row["AUC of the convex hull"] == pytest.approx(hull_area(score, truth))
    assert row["Average precision"] == pytest.approx(average_precision_score(truth, score))
    assert row["the same after McClish"] == pytest.approx(roc_auc_score(truth, score, max_fpr=0.1))
    assert row["Brier score"] == pytest.approx(brier_score_loss(truth, score))
    assert row["Log loss"] == pytest.approx(log_loss(truth, score))
    parts = row["of it miscalibration"] - row["less discrimination"] + row["plus uncertainty"]
    assert parts == pytest.approx(row["Brier score"])


def test_summary_has_every_curve_by_name():
    columns = list(words.summary({"A": separation(GOOD)}, {}).columns)
    assert {
        "Average precision",
        "Precision-recall-gain: area under the gain curve",
        "Cumulative gain: area under the gain curve",
        "Lift of the highest-scoring tenth",
        "Equal error rate",
        "Largest gap (KS)",
    } < set(columns)
    assert len(columns) == len(set(columns))


def test_summary_of_several_models():
    score, truth = simulated()
    other = np.random.default_rng(3).normal(size=300)
    lead = paired_auc_difference(other, score, truth)
    both = {"<b>A</b>": separation(of(score, truth)), "B": separation(of(other, truth))}
    table = words.summary(both, {"B": lead})
    assert list(table["Model"]) == ["<b>A</b>", "B"]
    assert table["AUC above the model looked at"][1] == pytest.approx(table["AUC"][1] - table["AUC"][0])
    assert (table["above, 95 % from"][1], table["above, 95 % to"][1]) == (lead.low, lead.high)
    assert table["above, two-sided p"][1] == lead.p < 1e-6
    assert table.loc[0, ["AUC above the model looked at", "above, two-sided p"]].isna().all()


def test_summary_outside_0_and_1_has_no_brier_score():
    row = words.summary({"A": separation(GOOD)}, {}).iloc[0]
    assert np.isnan([row["Brier score"], row["of it miscalibration"], row["Log loss"]]).all()


def test_summary_with_a_wrong_certainty():
    assert words.summary({"A": separation(ODD["wrong labels"])}, {})["Log loss"][0] == math.inf


@pytest.mark.parametrize("name", ODD)
def test_summary_is_numbers(name):
    table = words.summary({"A": separation(ODD[name])}, {})
    assert all(pd.api.types.is_float_dtype(table[column]) for column in table.columns[1:])


@pytest.mark.parametrize("kind", CURVE_KINDS)
def test_points(kind):
    table = words.points({"A": curve(HAND, kind), "<b>B</b>": curve(PERFECT, kind)})
    assert list(table["Model"]) == ["A"] * 6 + ["<b>B</b>"] * 6
    assert list(table["Threshold"]) == [0.1, 0.2, 0.4, 0.7, 0.9, math.inf, 0.1, 0.2, 0.3, 0.8, 0.9, math.inf]
    assert table[CURVE_KINDS[kind].y_title][:6].to_numpy() == pytest.approx(curve(HAND, kind).y, nan_ok=True)
    x_title = "Threshold" if kind == "ks" else CURVE_KINDS[kind].x_title
    assert table[x_title][:6].to_numpy() == pytest.approx(curve(HAND, kind).x, nan_ok=True)
    assert list(table.columns) == list(dict.fromkeys(["Model", "Threshold", x_title, CURVE_KINDS[kind].y_title]))


@pytest.mark.parametrize("kind", CURVE_KINDS)
def test_points_have_no_two_columns_of_one_name(kind):
    columns = [column.lower() for column in words.points({"A": curve(HAND, kind)}).columns]
    assert len(columns) == len(set(columns))


def test_points_of_roc_by_hand():
    table = words.points({"A": curve(HAND, "roc")})
    assert table["negatives called positive (FPR)"].tolist() == pytest.approx([1, 2 / 3, 2 / 3, 1 / 3, 0, 0])
    assert table["positives called positive (TPR)"].tolist() == pytest.approx([1, 1, 2 / 3, 1 / 3, 1 / 3, 0])


def test_traced():
    table = words.traced({"A": over_threshold(HAND, "ACC"), "B": over_threshold(PERFECT, "ACC")})
    columns = ["Model", "Threshold", "Called positive", "Accuracy", "A draw that calls as many"]
    assert list(table.columns) == columns
    assert table["Called positive"][:6].tolist() == [6, 5, 4, 2, 1, 0]
    assert table["Accuracy"][:6].tolist() == pytest.approx([3 / 6, 4 / 6, 3 / 6, 3 / 6, 4 / 6, 3 / 6])
    assert table["A draw that calls as many"][:6].tolist() == pytest.approx([0.5] * 6)
    share = np.array([5, 4, 3, 2, 1, 0]) / 5
    assert table["A draw that calls as many"][6:].tolist() == pytest.approx(0.4 * share + 0.6 * (1 - share))


def test_traced_has_chance_only_where_it_was_computed():
    trace = over_threshold(GOOD, "F1", points=10)
    table = words.traced({"A": trace})
    known_there = trace.chance_threshold[np.isfinite(trace.chance)]
    assert table["Threshold"][table["A draw that calls as many"].notna()].tolist() == known_there.tolist()
    assert len(table) == 301


def test_bins():
    table = words.bins(calibration(HAND, bins=2))
    assert list(table.columns) == ["Mean score", "Share that is truly positive", "95 % from", "95 % to", "Cases"]
    assert table["Mean score"].tolist() == pytest.approx([0.15, 0.6])
    assert table["Share that is truly positive"].tolist() == [0.5, 0.5]
    assert table["Cases"].tolist() == [2, 4]
    low, high = share_interval(np.array([1, 2]), np.array([2, 4]))
    assert table["95 % from"].to_numpy() == pytest.approx(low)
    assert table["95 % to"].to_numpy() == pytest.approx(high)


def test_bins_of_weighted_cases_have_an_interval_where_their_weights_are_known():
    for cases, known in ((WEIGHTED, True), (SUMS, False)):
        table = words.bins(calibration(cases))
        assert (table[["95 % from", "95 % to"]].notna() == known).all(axis=None)
        assert table["Cases"].sum() == pytest.approx(3.1)


# How it is computed ----------------------------------------------------------------------------------------------


def paired(text):
    """Whether signs and braces of each formula come in pairs."""
    assert text.count("$") % 2 == 0
    for formula in re.findall(r"\$([^$]*)\$", text):
        depth = np.cumsum([{"{": 1, "}": -1}.get(sign, 0) for sign in formula])
        assert depth.min() >= 0
        assert depth[-1] == 0
    return True


@pytest.mark.parametrize("key", KEYS)
def test_computed(key):
    text = words.computed(key, separation(RARE))
    P, N = (int(tally.sum()) for tally in (RARE.positives, RARE.negatives))
    assert paired(text)
    assert f"= {P:,} ·\n{N:,} pairs" in text
    assert "DeLong" in text
    assert "{{" not in text
    assert (CURVE_KINDS[key].source in text) == (key in CURVE_KINDS) if key in CURVE_KINDS else True
    assert text.endswith(".")


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("calibration", "Brier score = miscalibration − discrimination + uncertainty"),
        ("precision_recall", "average precision"),
        ("precision_recall_gain", r"$1 - \frac{P}{N} \frac{FP}{TP}$"),
        ("measure", "The grey line is the mean of a draw"),
    ],
)
def test_computed_says_what_belongs_to_one_curve_only_there(key, said):
    assert [one for one in KEYS if said in words.computed(one, separation(GOOD))] == [key]
