"""How well do the scores separate? Each note by its code, on scores made for it; numbers from elsewhere."""

import math
import re
from dataclasses import replace
from functools import cache

import numpy as np
import pandas as pd
import pytest
from scipy.stats import ks_2samp, norm
from sklearn.calibration import calibration_curve
from sklearn.metrics import (
    auc as area_under,
)
from sklearn.metrics import (
    average_precision_score,
    brier_score_loss,
    log_loss,
    matthews_corrcoef,
    precision_score,
    recall_score,
    roc_auc_score,
    roc_curve,
)

from ddcore.answers import probabilities
from ddcore.answers.curves import CURVES
from ddcore.answers.separation import points, traced
from ddcore.answers.words import interval_text
from ddcore.errors import InputError
from ddcore.figures.theme import LIGHT
from ddcore.interval import Interval
from ddcore.kept import made_by
from ddcore.read import read
from ddcore.samples import SAMPLES
from ddcore.scores.calibration import calibration, consistency
from ddcore.scores.curve_kinds import CURVE_KINDS
from ddcore.scores.curves import curve
from ddcore.scores.separation import paired_auc_difference
from ddcore.scores.trace import over_threshold
from ddcore.table import ScoreTable
from tests.helpers.answers import asked, notes
from tests.helpers.score_pages import CURVES as DRAWN
from tests.helpers.score_pages import SCORE, TITLES, TRUE, N, P, cumulated, expected
from tests.helpers.score_pages import paired as paired_by_hand
from tests.helpers.scored import scored, together
from tests.oracles import scored_from, share_interval

NAN = math.nan


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


def curves(table, threshold=0.5, **choices):
    return asked("curves", scored(table, threshold), **choices)


def known(table, threshold=0.5):
    return notes(curves(table, threshold))


def right(table):
    """What probabilities would show."""
    return consistency(table, rng=np.random.default_rng(1))


def placed(score, truth):
    """The area and its interval by loops over all pairs."""
    score, truth = np.asarray(score, float), np.asarray(truth, bool)
    wins = (score[truth][:, None] > score[~truth]) + 0.5 * (score[truth][:, None] == score[~truth])
    return wins.mean(), *scored_from(wins.mean(axis=1), wins.mean(axis=0))


def percent(share):
    return f"{100 * share:.1f}".removesuffix(".0") + " %"


@pytest.mark.parametrize(
    ("apart", "meaning"), [(1.0, ""), (0.0, ", not clearly less than chance"), (-1.5, ", the wrong way round")]
)
def test_sentence(apart, meaning):
    score, truth = simulated(apart)
    auc, low, high = placed(score, truth)
    assert auc == pytest.approx(roc_auc_score(truth, score))
    answer = curves(of(score, truth))
    assert answer.sentence == (
        f"**AUC {auc:.3f}** ({low:.3f} to {high:.3f}){meaning}: a positive case outscores a negative one in "
        f"{percent(auc)} of pairs."
    )
    assert answer.values["models"]["A"]["auc"] == pytest.approx({"value": auc, "low": low, "high": high})


def test_sentence_by_hand():
    """Of nine pairs the positive one wins six, and one is tied."""
    sentence = curves(HAND, 0.4).sentence
    assert sentence.startswith("**AUC 0.611**")
    assert sentence.endswith("in 61.1 % of pairs, ties counted half.")


@pytest.mark.parametrize("table", [ONE_POSITIVE, SUMS])
def test_sentence_without_an_interval_has_no_brackets(table):
    sentence = curves(table).sentence
    assert "(" not in sentence
    assert "to" not in re.sub(r"outscores.*", "", sentence)


def test_area_below_one_half_without_an_interval():
    assert curves(
        ScoreTable.of(
            [1, 2, 3, 4],
            [0, 0, 0, 1],
        ),
        2,
    ).sentence.startswith("**AUC 1**")
    assert curves(ScoreTable.of([4, 2, 3, 1], [0, 0, 0, 1]), 2).sentence.startswith("**AUC 0**, below one half: ")


def test_equal_scores_outscore_nothing():
    answer = curves(CONSTANT)
    assert answer.sentence == "**AUC 0.500**: all scores are equal, so no case outscores another."
    assert "all-equal" in notes(answer)
    assert "all-equal" not in known(HAND)


def test_interval():
    assert interval_text(Interval(0.9, 0.85, 0.95, 0.02)) == "0.850 to 0.950"
    assert interval_text(Interval(0.9, NAN, NAN, NAN)) == "no interval"


def test_weighted_cases_have_an_interval():
    assert " to 1.000), not clearly more than chance: " in curves(WEIGHTED).sentence


# How to read the curve -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [kind for kind in CURVE_KINDS if kind != "roc"])
def test_reason_has_how_to_read_it_and_its_number(kind):
    reason = curves(HAND, curve=kind).reason
    assert reason.startswith(CURVE_KINDS[kind].words)
    assert re.search(rf"The {re.escape(CURVE_KINDS[kind].summary_name)} is \*\*[\d.]+\*\*\.$", reason)


def test_reason_of_the_roc_curve_repeats_no_number():
    assert curves(HAND).reason == CURVE_KINDS["roc"].words
    assert not re.search(r"\d", CURVE_KINDS["roc"].words)


def test_summaries_against_other_packages():
    score, truth = simulated()
    table = of(score, truth)
    values = curves(table).values["models"]["A"]["curves"]
    largest = ks_2samp(score[truth], score[~truth], alternative="less").statistic
    assert values["precision_recall"] == pytest.approx(average_precision_score(truth, score))
    assert values["ks"] == pytest.approx(largest)
    assert values["toc"] == pytest.approx(roc_auc_score(truth, score))
    assert curves(table, curve="ks").reason.endswith(f"**{largest:.3f}**.")


def test_lift_by_hand():
    """Ten cases, the highest score a positive one, half positive: the top tenth has twice as many."""
    ten = ScoreTable.of(np.arange(10), [0, 1, 0, 1, 0, 1, 0, 1, 0, 1])
    assert curves(ten, curve="lift").reason.endswith("The lift of the highest-scoring tenth is **2**.")


def test_reason_of_calibration():
    score, truth = calibrated()
    answer = curves(of(score, truth), curve="calibration")
    assert f"is **{brier_score_loss(truth, score):.3f}**" in answer.reason
    assert answer.reason.endswith(f"would score {truth.mean() * (1 - truth.mean()):.3f}.")
    assert answer.values["models"]["A"]["brier"] == pytest.approx(brier_score_loss(truth, score))


def test_calibration_where_scores_are_no_probabilities():
    answer = curves(GOOD, curve="calibration")
    assert answer.reason == (
        "Of the cases with a score of 0.7, do 70 % turn out positive? Then scores are probabilities."
    )
    assert answer.figures["curves"].words.startswith("scores must be between 0 and 1 to be read as probabilities, got")
    assert "Scores must be" in answer.figures["curves"].draw(LIGHT).layout.annotations[0].text
    assert "calibration" not in answer.tables
    assert answer.values["models"]["A"]["brier"] is None


def test_reason_of_a_measure():
    assert "*Dutch Draw*" in curves(GOOD, curve="measure").reason


# The threshold ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("threshold", [-0.3, 0.5, 1.7])
def test_threshold_against_scikit_learn(threshold):
    score, truth = simulated()
    called = score >= threshold
    caught, alarmed = recall_score(truth, called), 1 - recall_score(~truth, ~called)
    assert known(of(score, truth), threshold)["at-threshold"] == (
        f"From {threshold:.3f} on, **{percent(caught)}** of the positives are called positive, and "
        f"**{percent(alarmed)}** of the negatives.".replace("-", "−")
    )


@pytest.mark.parametrize(("threshold", "share"), [(99.0, "**0 %**"), (-99.0, "**100 %**")])
def test_threshold_outside_the_scores(threshold, share):
    assert known(GOOD, threshold)["at-threshold"].count(share) == 2


# The area --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "why"),
    [
        (SUMS, "the cases are weighted and only sums of weights are known"),
        (ScoreTable.of([1, 2, 3, 4], [0, 0, 1, 0]), "one class has a single case"),
        (ScoreTable.of([1, 2, 3, 4], [1, 1, 0, 1]), "one class has a single case"),
        (ODD["two cases"], "each class has a single case"),
    ],
)
def test_no_interval(table, why):
    assert known(table)["no-interval"] == f"The area has no interval, because {why}."
    assert "no-interval" not in known(WEIGHTED)


def test_perfect_scores():
    answer = curves(PERFECT)
    low = answer.values["models"]["A"]["auc"]["low"]
    assert notes(answer)["perfect"] == (
        f"No negative scores as high as any positive. With 2 positive and 3 negative cases that rules out areas below "
        f"{low:.3f}, no others."
    )
    assert 0 < low < 0.5
    assert "perfect" not in known(GOOD)


def test_wrong_way_round():
    assert [name for name, table in (("reversed", REVERSED), ("noise", NOISE), ("good", GOOD))
            if "reversed" in known(table)] == ["reversed"]  # fmt: skip


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
    answer = curves(of(score, truth))
    assert f"its convex hull has an area of {hull_area(score, truth):.3f}." in notes(answer)["dented"]
    assert answer.values["models"]["A"]["hull"] == pytest.approx(hull_area(score, truth))


@pytest.mark.parametrize("table", [GOOD, REVERSED, PERFECT, CONSTANT])
def test_no_dent_without_one(table):
    assert "dented" not in known(table)


@pytest.mark.parametrize("apart", [0.0, 1.0, 2.5])
@pytest.mark.parametrize("positives", [5, 100])
def test_scores_in_order_are_seldom_called_out_of_order(apart, positives):
    """A convex hull lies above any curve; a share of 5 in 100 gives at most 5 of 60 in 92 of 100 such tests."""
    rng = np.random.default_rng(1)
    truth = np.arange(200) < positives
    called = ["dented" in known(of(rng.normal(size=200) + apart * truth, truth)) for _ in range(60)]
    assert sum(called) <= 5


@pytest.mark.parametrize(
    ("score", "truth", "share"),
    [
        ([0.1, 0.4, 0.4, 0.8], [0, 0, 1, 1], 0.25),
        ([0, 0, 1, 1, 1], [0, 1, 0, 1, 1], 0.5),
    ],
)
def test_ties(score, truth, share):
    answer = curves(ScoreTable.of(score, truth))
    assert f"In {percent(share)} of the pairs" in notes(answer)["tied"]
    assert answer.values["models"]["A"]["tied"] == share


def test_no_word_on_ties_where_there_are_none_or_nothing_else():
    assert "tied" not in known(GOOD)
    assert "tied" not in known(CONSTANT)


def test_rare_positives():
    score, truth = simulated(2.0, 3000, share=0.01)
    right = precision_score(truth, score >= 0.5)
    assert known(RARE)["rare"] == (
        f"Only {percent(truth.mean())} of the cases are positive: from the threshold 0.500 on, {percent(right)} "
        f"of the positive calls are right. ROC hides this; precision-recall shows it."
    )


def test_rare_positives_where_nothing_is_called_positive():
    assert "rare" not in known(RARE, 99.0)
    assert "rare" not in known(GOOD)


# Other models ----------------------------------------------------------------------------------------------------


def compared(truth, *scores):
    """The answer on models of the same cases, the first one looked at."""
    return asked("curves", together(truth, dict(zip("ABCDEF", scores, strict=False))))


def told(answer):
    """What is told of other models, with the codes."""
    codes = ("other-ahead", "other-behind", "lead-unclear", "lead-unsure", "same-area", "not-comparable")
    return [(note.code, note.text) for note in answer.notes if note.code in codes]


def test_other_models_clearly_ahead_and_behind():
    score, truth = simulated(1.0)
    noise = np.random.default_rng(9).normal(size=300)
    answer = compared(truth, score, score + truth, noise)
    gains = [roc_auc_score(truth, other) - roc_auc_score(truth, score) for other in (score + truth, noise)]
    (ahead_code, better), (behind_code, worse) = told(answer)
    assert (ahead_code, behind_code) == ("other-ahead", "other-behind")
    assert better.startswith(f"The area of B is {gains[0]:.3f} larger on the same cases (95 % interval ")
    assert worse.startswith(f"The area of C is {-gains[1]:.3f} smaller on the same cases (95 % interval −")
    assert [answer.values["models"][name]["lead"]["value"] for name in "BC"] == pytest.approx(gains)


def test_other_model_that_may_be_ahead_by_luck():
    score, truth = simulated(1.0)
    near = score + 0.05 * np.random.default_rng(2).normal(size=300)
    ((code, text),) = told(compared(truth, score, near))
    assert code == "lead-unclear"
    assert "on the same cases, which may be luck (95 % interval −" in text


def test_the_same_scores_again_are_not_larger():
    score, truth = simulated()
    assert told(compared(truth, score, score)) == [("same-area", "The area of B is the same on the same cases.")]


@pytest.mark.parametrize(("other", "size"), [([1, 3, 2, 4], "0.333 larger"), ([4, 3, 2, 1], "0.667 smaller")])
def test_other_model_without_an_interval(other, size):
    """Of three pairs the first model wins two, and the others three and none."""
    assert told(compared([0, 0, 0, 1], [1, 2, 4, 3], other)) == [
        ("lead-unsure", f"The area of B is {size} on the same cases; how surely is not known.")
    ]


def test_other_model_that_shares_no_case():
    """Each has a positive case, and no case of both is positive."""
    answer = compared([0, 0, 1, 1], [1, 2, 4, NAN], [1.0, 2.0, NAN, 3.0])
    assert told(answer) == [("not-comparable", "B cannot be compared: one class has no case that both models score.")]


def test_three_other_models_at_most():
    score, truth = simulated()
    answer = compared(truth, score, *np.random.default_rng(1).normal(size=(5, 300)))
    assert [re.search(r"area of (\w+)", text)[1] for _, text in told(answer)] == ["B", "C", "D"]
    assert list(answer.values["models"]) == list("ABCDEF")


@pytest.mark.parametrize(
    ("name", "shown"),
    [("<b>x</b>", r"\<b\>x\<\/b\>"), ("a_b*c", r"a\_b\*c"), ("$x$", r"\$x\$"), (":red[x]", r"\:red\[x\]")],
)
def test_names_of_models_are_shown_letter_by_letter(name, shown):
    score, truth = simulated()
    answer = asked("curves", together(truth, {"A": score, name: score}))
    assert told(answer) == [("same-area", f"The area of {shown} is the same on the same cases.")]


def test_models_with_rows_of_their_own_are_not_compared():
    answer = asked("curves", scored(GOOD, B=NOISE))
    assert "not compared case by case" in answer.figures["curves"].remark
    assert not told(answer)
    assert curves(GOOD).figures["curves"].remark == ""


def test_ten_models_are_shown_and_the_rest_is_counted():
    tables = {f"B{place}": HAND for place in range(11)}
    answer = asked("curves", scored(HAND, 0.4, **tables))
    assert "show 10 of 12 models" in answer.figures["curves"].remark
    assert len(answer.values["models"]) == len(answer.tables["curves"].rows()) == 10


# Probabilities ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cases", [50, 200, 2000])
def test_scores_that_are_no_good_probabilities(cases):
    score, truth = calibrated(cases, power=6)
    outside = right(of(score, truth)).outside.sum()
    assert outside > 0
    assert known(of(score, truth))["probabilities-off"] == (
        f"Read as probabilities, the scores have a Brier score of {brier_score_loss(truth, score):.3f}; as "
        f"probabilities they are off: in {outside} of 10 bins the share of positives is one that chance does not make "
        f"of right probabilities (see *Calibration*)."
    )


@pytest.mark.parametrize("cases", [50, 200, 2000])
def test_scores_that_are_probabilities(cases):
    score, truth = calibrated(cases)
    assert known(of(score, truth))["probabilities-right"] == (
        f"Read as probabilities, the scores have a Brier score of {brier_score_loss(truth, score):.3f}; these cases do "
        f"not show them to be off: in 10 bins chance alone could make the shares of positives."
    )


def test_all_cases_together_may_be_off_where_no_bin_is():
    """Of 40 cases the scores promise 12, and there are three."""
    score, truth = np.linspace(0.1, 0.5, 40), np.arange(40) % 16 == 4
    low, high = right(of(score, truth)).whole[1:]
    assert known(of(score, truth))["probabilities-off"].endswith(
        f"7.5 % of all cases are positive, where right probabilities make {percent(low)} to {percent(high)}."
    )


@pytest.mark.parametrize(
    ("power", "saving", "code", "text"),
    [
        (6, Interval(0.03, 0.01, 0.05), "recalibrating-saves", "**0.030** of the Brier score (0.010 to 0.050)."),
        (6, Interval(0.01, -0.01, 0.02), "recalibrating-unclear", "**maybe nothing**: −0.010 to 0.020 of"),
        (1, Interval(0.01, -0.01, 0.02), "recalibrating-unclear", "**maybe nothing**: −0.010 to 0.020 of"),
        (1, Interval(-0.02, -0.03, -0.01), "recalibrating-saves-nothing", "**nothing**: −0.030 to −0.010 of"),
        (1, Interval(0.03, 0.01, 0.05), None, ""),
        (1, Interval(NAN, NAN, NAN), None, ""),
    ],
)
def test_what_recalibrating_saves_is_told_of_cases_that_had_no_say(monkeypatch, power, saving, code, text):
    monkeypatch.setattr(probabilities, "recalibration_saving", lambda table, rng: saving)
    said = known(of(*calibrated(200, power=power)))
    assert [told for told in said if told.startswith("recalibrating")] == ([code] if code else [])
    assert text in said.get(code, "")


def test_a_perfect_brier_score_has_no_parts():
    assert "probabilities-perfect" in known(ODD["perfect labels"])


def test_sums_of_weights_alone_do_not_say_whether_scores_are_off():
    assert "nobody can say whether they are off" in known(SUMS)["probabilities-unknown"]


def test_no_word_on_probabilities_outside_0_and_1():
    assert not [code for code in known(GOOD) if "probabilities" in code]


# Every sentence --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("threshold", [-99.0, 0.4, 0.5, 1e13])
@pytest.mark.parametrize("name", ODD)
def test_sentences_on_odd_scores(name, threshold):
    answer = curves(ODD[name], threshold)
    said = [answer.sentence, *(note.text for note in answer.notes)]
    if threshold == 0.5:
        said += [answer.reason, *(curves(ODD[name], curve=kind).reason for kind in CURVES if kind != "roc")]
    for sentence in said:
        assert not re.search(r"\bnan\b|\binf\b|no value|∞|\(\)|\*\*\*\*|\[\]|  ", sentence)
        assert sentence.endswith((".", "*"))
        assert not re.search(r"\b1 (cases|pairs|bins|models)\b", sentence)
    assert len(said) == len(set(said))


# Figures and tables ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", CURVES)
def test_figure_and_its_points(kind):
    answer = asked("curves", together(HAND_TRUTH, {"A": HAND_SCORE, "B": HAND_SCORE}), curve=kind)
    drawn = answer.figures["curves"].draw(LIGHT)
    assert any((trace.name or "").startswith("A") for trace in drawn.data)
    table = answer.tables[kind]
    assert len(table.rows()) == table.size
    assert list(answer.tables) == ["called", "curves", kind]


def summary(table):
    return curves(table).tables["curves"].rows()


def test_summary_against_other_packages():
    score, truth = calibrated(500)
    row = summary(of(score, truth)).iloc[0]
    area = roc_auc_score(truth, score)
    assert row["Model"] == "A"
    assert row["AUC"] == pytest.approx(area)
    assert row["Gini"] == pytest.approx(2 * area - 1)
    assert (row["95 % from"], row["95 % to"]) == pytest.approx(placed(score, truth)[1:])
    assert row["AUC of the convex hull"] == pytest.approx(hull_area(score, truth))
    assert row["Average precision"] == pytest.approx(average_precision_score(truth, score))
    assert row["the same after McClish"] == pytest.approx(roc_auc_score(truth, score, max_fpr=0.1))
    assert row["Brier score"] == pytest.approx(brier_score_loss(truth, score))
    assert row["Log loss"] == pytest.approx(log_loss(truth, score))
    parts = row["of it miscalibration"] - row["less discrimination"] + row["plus uncertainty"]
    assert parts == pytest.approx(row["Brier score"])


def test_summary_has_every_curve_by_name():
    columns = list(summary(GOOD).columns)
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
    table = asked("curves", together(truth, {"<b>A</b>": score, "B": other})).tables["curves"].rows()
    assert list(table["Model"]) == ["<b>A</b>", "B"]
    assert table["AUC above the model looked at"][1] == pytest.approx(table["AUC"][1] - table["AUC"][0])
    assert (table["above, 95 % from"][1], table["above, 95 % to"][1]) == (lead.low, lead.high)
    assert table["above, two-sided p"][1] == lead.p < 1e-6
    assert table.loc[0, ["AUC above the model looked at", "above, two-sided p"]].isna().all()


def test_summary_outside_0_and_1_has_no_brier_score():
    row = summary(GOOD).iloc[0]
    assert np.isnan([row["Brier score"], row["of it miscalibration"], row["Log loss"]]).all()


def test_summary_with_a_wrong_certainty():
    assert summary(ODD["wrong labels"])["Log loss"][0] == math.inf


@pytest.mark.parametrize("name", ODD)
def test_summary_is_numbers(name):
    table = summary(ODD[name])
    assert all(pd.api.types.is_float_dtype(table[column]) for column in table.columns[1:])


@pytest.mark.parametrize("kind", CURVE_KINDS)
def test_points(kind):
    table = points({"A": curve(HAND, kind), "<b>B</b>": curve(PERFECT, kind)})
    assert list(table["Model"]) == ["A"] * 6 + ["<b>B</b>"] * 6
    assert list(table["Threshold"]) == [0.1, 0.2, 0.4, 0.7, 0.9, math.inf, 0.1, 0.2, 0.3, 0.8, 0.9, math.inf]
    assert table[CURVE_KINDS[kind].y_title][:6].to_numpy() == pytest.approx(curve(HAND, kind).y, nan_ok=True)
    x_title = "Threshold" if kind == "ks" else CURVE_KINDS[kind].x_title
    assert table[x_title][:6].to_numpy() == pytest.approx(curve(HAND, kind).x, nan_ok=True)
    assert list(table.columns) == list(dict.fromkeys(["Model", "Threshold", x_title, CURVE_KINDS[kind].y_title]))


@pytest.mark.parametrize("kind", CURVE_KINDS)
def test_points_have_no_two_columns_of_one_name(kind):
    columns = [column.lower() for column in points({"A": curve(HAND, kind)}).columns]
    assert len(columns) == len(set(columns))


def test_points_of_roc_by_hand():
    table = points({"A": curve(HAND, "roc")})
    assert table["negatives called positive (FPR)"].tolist() == pytest.approx([1, 2 / 3, 2 / 3, 1 / 3, 0, 0])
    assert table["positives called positive (TPR)"].tolist() == pytest.approx([1, 1, 2 / 3, 1 / 3, 1 / 3, 0])


def test_traced():
    table = traced({"A": over_threshold(HAND, "ACC"), "B": over_threshold(PERFECT, "ACC")})
    columns = ["Model", "Threshold", "Called positive", "Accuracy", "A draw that calls as many"]
    assert list(table.columns) == columns
    assert table["Called positive"][:6].tolist() == [6, 5, 4, 2, 1, 0]
    assert table["Accuracy"][:6].tolist() == pytest.approx([3 / 6, 4 / 6, 3 / 6, 3 / 6, 4 / 6, 3 / 6])
    assert table["A draw that calls as many"][:6].tolist() == pytest.approx([0.5] * 6)
    share = np.array([5, 4, 3, 2, 1, 0]) / 5
    assert table["A draw that calls as many"][6:].tolist() == pytest.approx(0.4 * share + 0.6 * (1 - share))


def test_traced_has_chance_only_where_it_was_computed():
    trace = over_threshold(GOOD, "F1", points=10)
    table = traced({"A": trace})
    known_there = trace.chance_threshold[np.isfinite(trace.chance)]
    assert table["Threshold"][table["A draw that calls as many"].notna()].tolist() == known_there.tolist()
    assert len(table) == 301


def test_bins():
    table = probabilities.bin_rows(calibration(HAND, bins=2))
    assert list(table.columns) == ["Mean score", "Share that is truly positive", "95 % from", "95 % to", "Cases"]
    assert table["Mean score"].tolist() == pytest.approx([0.15, 0.6])
    assert table["Share that is truly positive"].tolist() == [0.5, 0.5]
    assert table["Cases"].tolist() == [2, 4]
    low, high = share_interval(np.array([1, 2]), np.array([2, 4]))
    assert table["95 % from"].to_numpy() == pytest.approx(low)
    assert table["95 % to"].to_numpy() == pytest.approx(high)


def test_bins_of_weighted_cases_have_an_interval_where_their_weights_are_known():
    for cases, known in ((WEIGHTED, True), (SUMS, False)):
        table = probabilities.bin_rows(calibration(cases))
        assert (table[["95 % from", "95 % to"]].notna() == known).all(axis=None)
        assert table["Cases"].sum() == pytest.approx(3.1)


# The sample, against scikit-learn and by hand ---------------------------------------------------------------------


@cache
def sample(kind="roc", measure="F1"):
    """The answer on the sample at a threshold of 0.5."""
    data = read(SAMPLES["two_class_example"].path, **SAMPLES["two_class_example"].roles).data()
    return asked("curves", data, curve=kind, measure=measure)


def traces(answer):
    """The lines of the chart by name."""
    return {trace.name: trace for trace in answer.figures["curves"].draw(LIGHT).data}


@pytest.mark.parametrize(("kind", "title"), list(zip(DRAWN, TITLES, strict=True)))
def test_every_curve_of_the_sample(kind, title):
    x, y, quoted = expected(kind)
    answer = sample(kind)
    rows = answer.tables[kind].rows()
    assert rows["Threshold"].tolist() == np.append(np.unique(SCORE), np.inf).tolist()
    np.testing.assert_allclose(rows.iloc[:, -2], x, atol=1e-12)
    np.testing.assert_allclose(rows.iloc[:, -1], y, atol=1e-12)
    assert answer.values["models"]["the model"]["curves"][kind] == pytest.approx(quoted, abs=1e-12)
    assert f"the model {quoted:.3f}" in traces(answer)
    assert answer.figures["curves"].words.startswith(f"{title}: ")
    assert f"the model {quoted:.3f}. At threshold 0.500: " in answer.figures["curves"].words


@pytest.mark.parametrize("kind", DRAWN)
def test_line_of_the_chart_runs_over_points_of_the_table(kind):
    line = next(trace for name, trace in traces(sample(kind)).items() if name.startswith("the model "))
    x, y, _ = expected(kind)
    across, up = np.array(line.x, float), np.array(line.y, float)
    if kind == "det":
        x, y = (np.clip(norm.ppf(rate), *norm.ppf([0.0005, 0.9995])) for rate in (x, y))
    finite = np.isfinite(x) & np.isfinite(y)
    x, y = x[finite], y[finite]
    if kind == "precision_recall":  # its corners lie between two points
        far = np.abs(across[:, None] - x).min(axis=1) + np.abs(up[:, None] - y).min(axis=1)
    else:
        far = np.hypot(across[:, None] - x, up[:, None] - y).min(axis=1)
    if kind == "precision_recall_gain":  # it starts between two points, where it crosses the edge
        assert across[0] == 0
        far = far[1:]
    assert far.max() < 1e-9
    assert across.max() == pytest.approx(x.max())
    assert across.size > 50


def test_numbers_of_the_sample():
    row = sample().tables["curves"].rows().set_index("Model").loc["the model"]
    assert (round(row["AUC"], 6), round(row["Average precision"], 6)) == (0.939314, 0.946557)
    assert round(row["Brier score"], 6) == 0.105619
    assert row["AUC"] == pytest.approx(roc_auc_score(TRUE, SCORE), abs=1e-14)
    assert row["Average precision"] == pytest.approx(average_precision_score(TRUE, SCORE), abs=1e-14)
    assert row["Brier score"] == pytest.approx(brier_score_loss(TRUE, SCORE), abs=1e-14)
    assert row["Log loss"] == pytest.approx(log_loss(TRUE, SCORE), abs=1e-12)
    assert row["the same after McClish"] == pytest.approx(roc_auc_score(TRUE, SCORE, max_fpr=0.1), abs=1e-12)
    assert (row["95 % from"], row["95 % to"]) == pytest.approx(placed(SCORE, TRUE)[1:])
    parts = row[["of it miscalibration", "less discrimination", "plus uncertainty"]]
    assert parts @ [1, -1, 1] == pytest.approx(row["Brier score"])
    assert parts.iloc[2] == pytest.approx(P * N / 500**2)
    assert row.filter(like="above").isna().all()


def test_roc_has_its_band_its_hull_its_chance_and_its_cross():
    drawn = traces(sample())
    hull = drawn["its convex hull 0.946"]
    assert round(abs(area_under(hull.x[::-1], hull.y[::-1])), 3) == 0.946
    assert drawn["chance"].line.dash == "dash"
    assert (drawn["chance"].x, drawn["chance"].y) == ((0, 1), (0, 1))
    assert (drawn["threshold 0.500"].x, drawn["threshold 0.500"].y) == ((50 / N,), (227 / P,))
    band = drawn["95 % band"]
    half = len(band.x) // 2
    high, low = np.array(band.y[:half]), np.array(band.y[half:])[::-1]
    fpr, tpr, _ = roc_curve(TRUE, SCORE, drop_intermediate=False)
    inside = np.interp(np.array(band.x[:half]), fpr, tpr)
    assert ((low <= inside + 0.03) & (inside <= high + 0.03)).all()
    assert 0.01 < (high - low).mean() < 0.15


def test_calibration_of_the_sample():
    share, mean = calibration_curve(TRUE, SCORE, n_bins=10, strategy="quantile")
    answer = sample("calibration")
    rows = answer.tables["calibration"].rows()
    np.testing.assert_allclose(rows["Mean score"], mean, atol=1e-12)
    np.testing.assert_allclose(rows["Share that is truly positive"], share, atol=1e-12)
    assert rows["Cases"].tolist() == [50] * 10
    dots = traces(answer)["the model"]
    assert dots.x == pytest.approx(mean.tolist())
    assert dots.y == pytest.approx(share.tolist())
    low, high = share_interval(np.rint(50 * share), np.full(10, 50))
    np.testing.assert_allclose(rows["95 % from"], low, atol=1e-9)
    np.testing.assert_allclose(rows["95 % to"], high, atol=1e-9)
    assert "in 10 bins" in answer.figures["curves"].words


def test_measure_over_the_threshold_of_the_sample():
    answer = sample("measure", "MCC")
    rows = answer.tables["measure"].rows()
    for place in (0, 100, 321, 499):
        row = rows.iloc[place]
        called = row["Threshold"] <= SCORE
        assert row["Called positive"] == called.sum()
        value = row["Matthews correlation (MCC)"]
        if called.all():
            assert value != value
        else:
            assert value == pytest.approx(matthews_corrcoef(TRUE, called), abs=1e-12)
    assert rows["A draw that calls as many"].dropna().abs().max() < 1e-12
    assert set(traces(answer)) == {"the model", "the draw"}
    best = rows.loc[rows["Matthews correlation (MCC)"].idxmax()]
    assert f"the model is best, {best.iloc[3]:.3f}, at {best['Threshold']:.3f}." in answer.figures["curves"].words


def test_draw_beside_f1_is_the_closed_form():
    """A draw that calls n of M cases positive has a mean F1 of 2 n P / (M (P + n))."""
    known_points = sample("measure").tables["measure"].rows().dropna()
    n = known_points["Called positive"]
    np.testing.assert_allclose(known_points["A draw that calls as many"], 2 * n * P / (500 * (P + n)), atol=1e-12)
    assert len(known_points) >= 390


def test_measure_of_ones_own_over_the_threshold():
    rows = sample("measure", "net = (tp - fp) / m").tables["measure"].rows()
    _, tp, fp = cumulated()
    np.testing.assert_allclose(rows["net"], (tp - fp) / 500, atol=1e-12)


def test_two_models_of_weighted_cases_are_compared_case_by_case():
    rng = np.random.default_rng(7)
    true = np.arange(80) % 5 < 2
    one, other = (np.round(rng.normal(true * far, 1), 1) for far in (1.5, 0.4))
    lead, low, high, p = paired_by_hand(other, one, true)
    plain = asked("curves", together(true, {"A": one, "B": other})).tables["curves"].rows().iloc[1]
    assert plain.filter(like="bove").tolist() == pytest.approx([lead, low, high, p], abs=1e-9)
    weight = np.random.default_rng(4).integers(1, 21, true.size)
    weighted = asked("curves", together(true, {"A": one, "B": other}, weight=weight)).tables["curves"].rows()
    areas = [roc_auc_score(true, score, sample_weight=weight) for score in (one, other)]
    assert weighted["AUC"].tolist() == pytest.approx(areas, abs=1e-12)
    row = weighted.iloc[1]
    assert row["AUC above the model looked at"] == pytest.approx(areas[1] - areas[0], abs=1e-12)
    assert row["above, 95 % to"] - row["above, 95 % from"] > 1.05 * (high - low)


# How it is computed --------------------------------------------------------------------------------------------------


def paired(text):
    """Whether signs and braces of each formula come in pairs."""
    assert text.count("$") % 2 == 0
    for formula in re.findall(r"\$([^$]*)\$", text):
        depth = np.cumsum([{"{": 1, "}": -1}.get(sign, 0) for sign in formula])
        assert depth.min() >= 0
        assert depth[-1] == 0
    return True


@pytest.mark.parametrize("kind", CURVES)
def test_method(kind):
    text = curves(RARE, curve=kind).method
    P, N = (int(tally.sum()) for tally in (RARE.positives, RARE.negatives))
    assert paired(text)
    assert f"= {P:,} ·\n{N:,} pairs" in text
    assert "{{" not in text
    assert kind not in CURVE_KINDS or CURVE_KINDS[kind].source in text
    assert text.endswith(".")


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("calibration", "Brier score = miscalibration − discrimination + uncertainty"),
        ("precision_recall", "average precision"),
        ("precision_recall_gain", r"$1 - \frac{P}{N} \frac{FP}{TP}$"),
        ("measure", "The grey line is the mean of a draw"),
    ],
)
def test_method_says_what_belongs_to_one_curve_only_there(kind, said):
    assert [each for each in CURVES if said in curves(GOOD, curve=each).method.replace("\n", " ")] == [kind]


# The choices -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("choices", "problem"),
    [
        ({"curve": "auc"}, 'curve must be one of roc, precision_recall, .*, calibration, measure, got "auc"'),
        ({"measure": "xyz"}, "xyz"),
        ({"measure": []}, "measure must name at least one measure, got none"),
    ],
)
def test_choices_that_cannot_be_used(choices, problem):
    with pytest.raises(InputError, match=problem):
        curves(HAND, **choices)


def test_results_are_kept_while_the_threshold_moves():
    made = []

    def maker(key, make, cases):
        made.append(key[0])
        return make()

    data = scored(GOOD)
    with made_by(maker):
        asked("curves", data)
        assert sorted(made) == ["band", "consistency", "curve", "hull", "recalibration_saving", "separation"]
        moved = {name: model.cut(1.0) for name, model in data.models.items()}
        asked("curves", replace(data, models=moved))
        asked("curves", data, curve="ks")
        asked("curves", data)
    assert made[6:] == ["curve"]
