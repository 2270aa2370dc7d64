"""How well do the scores separate? Each note by its code, on scores made for it; numbers from elsewhere."""

import math
import re

import numpy as np
import pytest
import statsmodels.api as sm
from scipy.special import expit, logit
from scipy.stats import ks_2samp
from sklearn.metrics import (
    average_precision_score,
    brier_score_loss,
    precision_score,
    recall_score,
    roc_auc_score,
)

from ddcore.answers import probabilities
from ddcore.answers.curves import CURVES
from ddcore.answers.words import interval_text
from ddcore.figures.theme import LIGHT
from ddcore.formats import number
from ddcore.interval import Interval
from ddcore.scores.calibration import consistency
from ddcore.scores.curve_kinds import CURVE_KINDS
from ddcore.table import ScoreTable
from tests.helpers.answers import asked, notes
from tests.helpers.curves_answers import (
    CONSTANT,
    GOOD,
    HAND,
    NOISE,
    ODD,
    ONE_POSITIVE,
    PERFECT,
    RARE,
    SUMS,
    WEIGHTED,
    calibrated,
    curves,
    hull_area,
    of,
    placed,
    simulated,
)
from tests.helpers.lines import percent
from tests.helpers.scored import scored, together

NAN = math.nan
REVERSED = of(*simulated(-1.5))


def known(table, threshold=0.5):
    return notes(curves(table, threshold))


def right(table):
    """What probabilities would show."""
    return consistency(table, rng=np.random.default_rng(1))


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
    assert f"would score {truth.mean() * (1 - truth.mean()):.3f}." in answer.reason
    assert answer.values["models"]["A"]["brier"] == pytest.approx(brier_score_loss(truth, score))


@pytest.mark.parametrize(
    ("power", "slope", "intercept"),
    [
        (1, "these cases do not show it to be other than 1, which is right.", None),
        (3, "below 1: high scores are too high and low ones too low.", None),
        (0.4, "above 1: the scores stay too near to the middle.", None),
        (1, None, "these cases do not show it to be other than 0, which is right."),
    ],
)
def test_slope_and_intercept_are_told(power, slope, intercept):
    score, truth = calibrated()
    odds = (score / (1 - score)) ** power
    answer = curves(of(odds / (1 + odds), truth), curve="calibration")
    x = power * np.log(score / (1 - score))
    fit = sm.Logit(truth, sm.add_constant(x)).fit(disp=0)
    (low, high), value = np.asarray(fit.conf_int())[1], fit.params[1]
    told = f"The **calibration slope** is **{number(value)}** (95 % interval {number(low)} to {number(high)})"
    assert told in answer.reason
    assert slope is None or slope in answer.reason
    assert intercept is None or intercept in answer.reason
    assert answer.values["models"]["A"]["calibration_slope"]["value"] == pytest.approx(value)


@pytest.mark.parametrize(("by", "said"), [(-1, "on average the scores are too low."), (1, "the scores are too high.")])
def test_intercept_of_scores_that_are_off_on_average(by, said):
    score, truth = calibrated()
    moved = expit(logit(score) + by)
    answer = curves(of(moved, truth), curve="calibration")
    assert answer.reason.endswith(said)
    fit = sm.GLM(truth, np.ones(truth.size), sm.families.Binomial(), offset=logit(moved)).fit()
    assert f"The **intercept** is **{number(fit.params[0])}**" in answer.reason
    row = answer.tables["curves"].rows().iloc[0]
    assert row["Calibration intercept"] == pytest.approx(fit.params[0])


@pytest.mark.parametrize(
    ("score", "truth", "said"),
    [
        ([0.2, 0.3, 0.7, 0.9], [0, 0, 1, 1], "There is no **calibration slope**"),
        ([0.9, 0.7, 0.6, 0.4, 0.3, 0.1] * 9, [0, 0, 1, 0, 1, 1] * 9, "the scores point the wrong way."),
    ],
)
def test_slopes_of_odd_scores_are_told(score, truth, said):
    assert said in curves(of(score, truth), curve="calibration").reason


def test_calibration_of_several_models_with_bands():
    rng = np.random.default_rng(2)
    truth = rng.random(300) < 0.4
    scores = {name: expit(rng.normal(truth * far, 1) - 0.5) for name, far in (("A", 2), ("B", 1))}
    data = together(truth, {**scores, "C": rng.normal(size=300)})
    answer = asked("curves", data, curve="calibration")
    figure = answer.figures["curves"]
    assert [line.name for line in figure.draw(LIGHT).data if line.mode == "lines+markers"] == ["A", "B"]
    assert figure.remark.startswith(
        "The bands are 95 % intervals of each bin by itself, not of a whole curve. "
        "Not here, because their scores are no probabilities: C."
    )
    assert "; that of B is" in figure.words
    rows = answer.tables["calibration"].rows()
    assert rows["Model"].value_counts().to_dict() == {"A": 10, "B": 10}
    assert rows.loc[rows["Model"] == "B", "Mean score"].tolist() == pytest.approx(
        [part.mean() for part in np.array_split(np.sort(scores["B"]), 10)]
    )


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
        f"At scores ≥ {threshold:.3f}, **{percent(caught)}** of the positives are predicted positive, and "
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
        f"Only {percent(truth.mean())} of the cases are positive: at scores ≥ 0.500, {percent(right)} "
        f"of the positive predictions are right. ROC hides this; precision-recall shows it."
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
    assert "on the same cases, which may be chance (95 % interval −" in text


def test_the_same_scores_again_are_not_larger():
    score, truth = simulated()
    assert told(compared(truth, score, score)) == [("same-area", "The area of B is the same on the same cases.")]


@pytest.mark.parametrize(("other", "size"), [([1, 3, 2, 4], "0.333 larger"), ([4, 3, 2, 1], "0.667 smaller")])
def test_other_model_without_an_interval(other, size):
    """Of three pairs the first model wins two, and the others three and none."""
    assert told(compared([0, 0, 0, 1], [1, 2, 4, 3], other)) == [
        ("lead-unsure", f"The area of B is {size} on the same cases; how surely cannot be told.")
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
        f"probabilities they are off: in {outside} of 10 bins the share of positives differs from the scores by more "
        f"than chance explains (see *Calibration*)."
    )


@pytest.mark.parametrize("cases", [50, 200, 2000])
def test_scores_that_are_probabilities(cases):
    score, truth = calibrated(cases)
    assert known(of(score, truth))["probabilities-right"] == (
        f"Read as probabilities, the scores have a Brier score of {brier_score_loss(truth, score):.3f}; these cases do "
        f"not show them to be off: in 10 bins the shares of positives may be chance."
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
    assert "whether they are off cannot be told" in known(SUMS)["probabilities-unknown"]


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
