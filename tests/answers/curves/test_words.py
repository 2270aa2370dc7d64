"""How well do the scores separate? Notes by their codes, on scores made for them; numbers from elsewhere."""

import math
import re

import numpy as np
import pytest
import statsmodels.api as sm
from scipy.special import expit, logit
from sklearn.metrics import brier_score_loss, f1_score, precision_score, recall_score, roc_auc_score

import ddcore
from ddcore.answers.base.words import values as ends
from ddcore.answers.curves import CURVES, compute
from ddcore.figures.theme import LIGHT
from ddcore.formats import number
from ddcore.interval import Interval
from ddcore.scores.calibration import consistency
from ddcore.scores.curve_kinds import CURVE_KINDS
from ddcore.table import ScoreTable
from tests.helpers.answers import asked, codes, notes
from tests.helpers.curves_answers import (
    CONSTANT,
    GOOD,
    HAND,
    ODD,
    PERFECT,
    RARE,
    RARE_CASES,
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


def known(table, threshold=0.5):
    return notes(curves(table, threshold))


def right(table):
    """What probabilities would show."""
    return consistency(table, rng=np.random.default_rng(1))


# The area --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("apart", "word"), [(1.0, "pairs"), (0.0, "not clearly worse than chance"), (-1.5, "the wrong way round")]
)
def test_area(apart, word):
    score, truth = simulated(apart)
    auc, low, high = placed(score, truth)
    answer = curves(of(score, truth))
    assert answer.values["models"]["A"]["auc"] == pytest.approx({"value": auc, "low": low, "high": high})
    assert f"**AUC {auc:.3f}** ({low:.3f} to {high:.3f})" in answer.sentence
    assert f"in {percent(auc)} of pairs" in answer.sentence
    assert word in answer.sentence
    assert ("chance" in answer.sentence, "wrong" in answer.sentence) == (apart == 0, apart < 0)
    assert codes(answer) == ["at-threshold"] + ["reversed"] * (apart < 0)


def test_area_by_hand():
    """Of nine pairs the positive one wins five, and one is tied."""
    assert re.match(r"\*\*AUC 0\.611\*.* 61\.1 %.*ties", curves(HAND, 0.4).sentence)
    assert " to 1.000), not clearly" in curves(WEIGHTED).sentence


def test_area_without_an_interval():
    for table, why in (
        (SUMS, "sums of weights"),
        (ScoreTable.of([1, 2, 3, 4], [0, 0, 0, 1]), "one class"),
        (ScoreTable.of([4, 2, 3, 1], [0, 0, 0, 1]), "one class"),
        (ODD["two cases"], "each class"),
    ):
        answer = curves(table, 2)
        auc = answer.values["models"]["A"]["auc"]["value"]
        assert why in notes(answer)["no-interval"]
        assert answer.sentence.startswith(f"**AUC {number(auc)}**")
        assert "(" not in answer.sentence
        assert ("below one half" in answer.sentence) == (auc < 0.5)


def test_equal_scores_outscore_nothing():
    answer = curves(CONSTANT)
    assert answer.sentence.startswith("**AUC 0.500**: all")
    assert {"all-equal", "tied", "dented"} & set(codes(answer)) == {"all-equal"}


def test_perfect_scores():
    answer = curves(PERFECT)
    low = answer.values["models"]["A"]["auc"]["low"]
    assert 0 < low < 0.5
    assert {"2", "3", f"{low:.3f}"} <= set(re.findall(r"[\d.]*\d", notes(answer)["perfect"]))
    assert {"dented", "all-equal"}.isdisjoint({*known(HAND), *codes(answer)})


def test_dented_curve():
    """Positives lie in the middle of the negatives."""
    rng = np.random.default_rng(1)
    truth = np.arange(400) % 2 == 0
    score = np.where(truth, 0, rng.choice([-2, 2], 400)) + 0.6 * rng.normal(size=400)
    answer = curves(of(score, truth))
    assert f"{hull_area(score, truth):.3f}" in notes(answer)["dented"]


@pytest.mark.full
@pytest.mark.parametrize("apart", [0.0, 1.0, 2.5])
@pytest.mark.parametrize("positives", [5, 100])
def test_scores_in_order_are_seldom_called_out_of_order(apart, positives):
    """A convex hull lies above any curve; a share of 5 in 100 gives at most 5 of 60 in 92 of 100 such tests."""
    rng = np.random.default_rng(1)
    truth = np.arange(200) < positives
    dented = ["dented" in known(of(rng.normal(size=200) + apart * truth, truth)) for _ in range(60)]
    assert sum(dented) <= 5


def test_ties():
    for score, truth, share in (([0.1, 0.4, 0.4, 0.8], [0, 0, 1, 1], 0.25), ([0, 0, 1, 1, 1], [0, 1, 0, 1, 1], 0.5)):
        answer = curves(ScoreTable.of(score, truth))
        assert percent(share) in notes(answer)["tied"]
        assert answer.values["models"]["A"]["tied"] == share


def test_rare_positives():
    score, truth = RARE_CASES
    said = known(RARE)["rare"]
    assert percent(truth.mean()) in said
    assert percent(precision_score(truth, score >= 0.5)) in said
    assert "rare" not in known(RARE, 99.0), "nothing is predicted positive"


# How to read the curve -------------------------------------------------------------------------------------------


def test_headline_is_the_number_of_the_curve_shown_and_the_reason_how_to_read_it():
    values = curves(HAND).values["models"]["A"]["curves"]
    for kind, row in CURVE_KINDS.items():
        answer = curves(HAND, curve=kind)
        assert answer.reason.startswith(row.words)
        assert number(values[kind]) in answer.sentence
    score, truth = simulated()
    shown = curves(GOOD, curve="measure")
    assert "*Dutch Draw*" in shown.reason
    assert f"F1 {number(f1_score(truth, score >= 0.5))}**" in shown.sentence


@pytest.mark.parametrize(("power", "word"), [(1, "**No miscal"), (6, "**Miscal")])
def test_headline_of_calibration(power, word):
    score, truth = calibrated(300, power=power)
    answer = curves(of(score, truth), curve="calibration")
    assert answer.sentence.startswith(word)
    assert codes(answer)[0].startswith("probabilities-")
    assert codes(answer)[-1] == "at-threshold"


@pytest.mark.parametrize(("power", "said"), [(1, "may be 1"), (3, "below 1"), (0.4, "above 1")])
def test_slope_of_calibration(power, said):
    score, truth = calibrated()
    odds = (score / (1 - score)) ** power
    answer = curves(of(odds / (1 + odds), truth), curve="calibration")
    fit = sm.Logit(truth, sm.add_constant(power * logit(score))).fit(disp=0)
    (low, high), value = np.asarray(fit.conf_int())[1], fit.params[1]
    values = answer.values["models"]["A"]
    assert f"{number(low)} to {number(high)})" in answer.reason
    assert said in answer.reason
    assert ("may be 0" in answer.reason) or power != 1
    assert values["calibration_slope"]["value"] == pytest.approx(value)
    for shown in (value, values["brier"], truth.mean() * (1 - truth.mean())):
        assert number(shown) in answer.reason


def test_intercept_of_scores_that_are_off_on_average():
    score, truth = calibrated()
    for by, said in ((-1, "low"), (1, "high")):
        moved = expit(logit(score) + by)
        answer = curves(of(moved, truth), curve="calibration")
        fit = sm.GLM(truth, np.ones(truth.size), sm.families.Binomial(), offset=logit(moved)).fit()
        assert answer.reason.endswith(f"scores are too {said}.")
        assert f"**{number(fit.params[0])}**" in answer.reason
        assert answer.tables["curves"].rows()["Calibration intercept"][0] == pytest.approx(fit.params[0])


def test_slope_of_odd_scores():
    for score, truth, said in (
        ([0.2, 0.3, 0.7, 0.9], [0, 0, 1, 1], "no **calibration slope**"),
        ([0.9, 0.7, 0.6, 0.4, 0.3, 0.1] * 9, [0, 0, 1, 0, 1, 1] * 9, "point the wrong way"),
    ):
        assert said in curves(of(score, truth), curve="calibration").reason


def test_calibration_of_several_models_with_bands():
    rng = np.random.default_rng(2)
    truth = rng.random(300) < 0.4
    scores = {name: expit(rng.normal(truth * far, 1) - 0.5) for name, far in (("A", 2), ("B", 1))}
    answer = asked("curves", together(truth, {**scores, "C": rng.normal(size=300)}), curve="calibration")
    figure = answer.figures["curves"]
    assert [line.name for line in figure.draw(LIGHT).data if line.mode == "lines+markers"] == ["A", "B"]
    assert re.search(r"bands are .*probabilities: C\.", figure.remark)
    assert "that of B is" in figure.words
    rows = answer.tables["calibration"].rows().set_index("Model")["Mean score"]
    means = {name: [part.mean() for part in np.array_split(np.sort(score), 10)] for name, score in scores.items()}
    assert {name: rows[name].tolist() for name in means} == {name: pytest.approx(part) for name, part in means.items()}


def test_calibration_where_scores_are_no_probabilities():
    answer = curves(GOOD, curve="calibration")
    assert not re.search(r"Brier|slope", answer.reason)
    assert answer.figures["curves"].words.startswith("scores must be between")
    assert answer.figures["curves"].draw(LIGHT).layout.annotations[0].text.startswith("Scores must be")
    assert "calibration" not in answer.tables
    assert answer.values["models"]["A"]["brier"] is None
    assert "probabilities" not in " ".join(codes(answer))


# The threshold ---------------------------------------------------------------------------------------------------


def test_threshold_against_scikit_learn():
    score, truth = simulated()
    for threshold in (-99.0, 0.5, 99.0):
        positive = score >= threshold
        caught, alarmed = recall_score(truth, positive), 1 - recall_score(~truth, ~positive)
        said = known(of(score, truth), threshold)["at-threshold"]
        assert re.findall(r"\*\*(.*?)\*\*", said) == [percent(caught), percent(alarmed)]
        assert f"≥ {number(threshold)}," in said


# Other models ----------------------------------------------------------------------------------------------------


def compared(truth, *scores):
    """The answer on models of the same cases, the first one looked at."""
    return asked("curves", together(truth, dict(zip("ABCDEF", scores, strict=False))))


def leads(answer):
    """The notes on other models, by code and text."""
    own = re.compile("other-(ahead|behind)|lead-.*|same-area|not-comparable")
    return [(note.code, note.text) for note in answer.notes if own.fullmatch(note.code)]


def test_other_models_ahead_and_behind():
    score, truth = simulated(1.0)
    noise, near = np.random.default_rng(9).normal(size=300), score + 0.05 * np.random.default_rng(2).normal(size=300)
    others = (score + truth, noise, near)
    answer = compared(truth, score, *others)
    found = leads(answer)
    assert [code for code, _ in found] == ["other-ahead", "other-behind", "lead-unclear"]
    for (_, text), name, other in zip(found, "BCD", others, strict=True):
        lead, gain = answer.values["models"][name]["lead"], roc_auc_score(truth, other) - roc_auc_score(truth, score)
        assert lead["value"] == pytest.approx(gain)
        assert f"of {name} is {number(abs(gain))} {'larger' if gain > 0 else 'smaller'}" in text
        assert f"{ends(lead['low'], lead['high'])})" in text


def test_other_model_without_an_interval():
    """Of three pairs the first model wins two, and the others three and none. Or both share no positive case."""
    for other, size in (([1, 3, 2, 4], "0.333 larger"), ([4, 3, 2, 1], "0.667 smaller")):
        ((code, text),) = leads(compared([0, 0, 0, 1], [1, 2, 4, 3], other))
        assert code == "lead-unsure"
        assert f"of B is {size}" in text
    ((code, _),) = leads(compared([0, 0, 1, 1], [1, 2, 4, NAN], [1.0, 2.0, NAN, 3.0]))
    assert code == "not-comparable"


def test_three_other_models_at_most():
    score, truth = simulated()
    answer = compared(truth, score, *np.random.default_rng(1).normal(size=(5, 300)))
    assert [re.search(r"AUC of (\w+)", text)[1] for _, text in leads(answer)] == ["B", "C", "D"]
    assert list(answer.values["models"]) == list("ABCDEF")
    many = asked("curves", scored(HAND, 0.4, **{f"B{place}": HAND for place in range(11)}))
    assert "10 of 12" in many.figures["curves"].remark
    assert len(many.values["models"]) == len(many.tables["curves"].rows()) == 10


def test_names_of_models_are_shown_letter_by_letter():
    score, truth = simulated()
    for name, shown in (
        ("<b>x</b>", r"\<b\>x\<\/b\>"),
        ("a_b*c", r"a\_b\*c"),
        ("$x$", r"\$x\$"),
        (":red[x]", r"\:red\[x\]"),
    ):
        ((code, text),) = leads(asked("curves", together(truth, {"A": score, name: score})))
        assert code == "same-area"
        assert f"AUC of {shown} is" in text


def test_models_with_rows_of_their_own_are_not_compared():
    answer = asked("curves", scored(GOOD, B=HAND))
    assert "case by case" in answer.figures["curves"].remark
    assert not leads(answer)
    assert "case by case" not in curves(GOOD).figures["curves"].remark
    assert curves(GOOD, curve="toc").figures["curves"].remark == ""


# Probabilities ---------------------------------------------------------------------------------------------------


def test_scores_that_are_probabilities_or_none():
    score, truth = calibrated(300, power=6)
    outside = right(of(score, truth)).outside.sum()
    said = known(of(score, truth))["probabilities-off"]
    assert outside > 0
    assert f"in {outside} of 10" in said
    assert f"{brier_score_loss(truth, score):.3f}" in said
    score, truth = calibrated(50)
    assert f"{brier_score_loss(truth, score):.3f}" in known(of(score, truth))["probabilities-right"]


def test_all_cases_together_may_be_off_where_no_bin_is():
    """Of 40 cases the scores promise 12, and there are three."""
    score, truth = np.linspace(0.1, 0.5, 40), np.arange(40) % 16 == 4
    low, high = right(of(score, truth)).whole[1:]
    said = known(of(score, truth))["probabilities-off"]
    assert re.findall(r"[\d.]+ %", said) == ["7.5 %", percent(low), percent(high)]


@pytest.mark.parametrize(
    ("power", "saving", "code"),
    [
        (6, Interval(0.03, 0.01, 0.05), "recalibrating-saves"),
        (6, Interval(0.01, -0.01, 0.02), "recalibrating-unclear"),
        (1, Interval(-0.02, -0.03, -0.01), "recalibrating-saves-nothing"),
        (1, Interval(0.03, 0.01, 0.05), None),
        (1, Interval(NAN, NAN, NAN), None),
    ],
)
def test_what_recalibrating_saves_on_unseen_cases(monkeypatch, power, saving, code):
    monkeypatch.setattr(compute, "recalibration_saving", lambda table, rng: saving)
    said = {key: text for key, text in known(of(*calibrated(200, power=power))).items() if "recalibrating" in key}
    assert list(said) == ([code] if code else [])
    assert all(f"{number(saving.low)} to {number(saving.high)}" in text for text in said.values())


def test_probabilities_that_cannot_be_off_and_of_which_it_is_unknown():
    assert "probabilities-perfect" in known(ODD["perfect labels"])
    assert "probabilities-unknown" in known(SUMS)


# Every sentence --------------------------------------------------------------------------------------------------


@pytest.mark.full
def test_sentences_on_odd_scores():
    slips = re.compile(r"\bnan\b|\binf\b|no value|∞|\(\)|\*\*\*\*|\[\]|  |\b1 (cases|pairs|bins|models)\b")
    wrong = []
    for name, table in ODD.items():
        for threshold in (-99.0, 0.5, 1e13):
            answer = curves(table, threshold)
            said = [answer.sentence, *(note.text for note in answer.notes)]
            if threshold == 0.5:
                said += [answer.reason, *(curves(table, curve=kind).reason for kind in CURVES if kind != "roc")]
            wrong += [(name, threshold, one) for one in said if slips.search(one) or not one.endswith((".", "*"))]
            wrong += [(name, threshold, "said twice")] * (len(said) > len(set(said)))
    assert wrong == []


@pytest.mark.full
def test_of_more_models_than_a_chart_holds_the_best_are_drawn():
    rng = np.random.default_rng(4)
    truth = np.arange(200) % 4 == 0
    scores = {f"m{place}": rng.normal(truth * (0.2 + place / 8)) for place in range(13)}
    data = ddcore.predictions(truth.astype(int), scores, select="m0")
    aucs = {name: roc_auc_score(truth, score) for name, score in scores.items()}
    best = sorted(aucs, key=aucs.get, reverse=True)[:9]
    expected = ["m0", *(name for name in scores if name in best and name != "m0")]
    assert "m0" not in best
    drawn = ddcore.curves(data).figures["curves"]
    named = [(trace.name or "").split(" ")[0] for trace in drawn.draw().data]
    assert [name for name in named if name in scores] == expected
    assert "10 of 13 models" in drawn.remark
    assert set(ddcore.compare(data).tables["pairs"].rows()["First"]) <= set(expected)


def test_calibration_error_is_never_told_without_what_sampling_makes_of_it():
    right, wrong = (curves(of(*calibrated(300, power=power)), curve="calibration") for power in (1.0, 3.0))
    assert "calibration-error-by-sampling" in codes(right)
    assert "calibration-error" in codes(wrong)
    assert "calibration-error-alone" in codes(curves(SUMS, curve="calibration"))
    for answer in (right, wrong):
        found, row = answer.values["calibration_error"], answer.tables["calibration_error"].rows().iloc[0]
        assert list(row)[:2] == [found["value"], found["if_right"]]
    assert right.values["calibration_error"]["p"] > 0.05 >= wrong.values["calibration_error"]["p"]
    assert "calibration_error" not in curves(GOOD, curve="calibration").values
