"""The curves in words: what the area means, how to read each curve, what the data call for, and how it is computed."""

import math
from collections.abc import Collection, Mapping

from ddcore.answers.base.answer import Note
from ddcore.answers.base.separation import MODELS, tables, threshold
from ddcore.answers.base.words import interval_text, listing, literal, values
from ddcore.answers.curves.compute import Judged, curves_of, judged
from ddcore.data import Data
from ddcore.figures.curves import banded
from ddcore.formats import cases_text, many, number, percent
from ddcore.interval import Interval, alpha, confidence
from ddcore.measures import MEASURES
from ddcore.records.threshold import at_scores
from ddcore.scores.calibration import Brier, Consistency
from ddcore.scores.curve_kinds import CURVE_KINDS, Curve
from ddcore.scores.exact import Exact
from ddcore.scores.gains_table import GainsTable
from ddcore.scores.recalibration import Recalibration
from ddcore.scores.separation import EARLY, Separation


def reason(kind: str, separation: Separation, tenths: GainsTable) -> str:
    """How to read the curve that is shown."""
    if kind == "measure":
        return (
            "The chart shows the measure at every threshold. The grey line is random guessing that predicts the same "
            "number of positives (the *Dutch Draw*); the gap above it is skill."
        )
    if kind == "calibration":
        return calibration_reason(separation.brier, separation.recalibration)
    if kind == "lift":
        return f"{CURVE_KINDS[kind].words} {gains_sentence(tenths)}"
    return CURVE_KINDS[kind].words


def gains_sentence(tenths: GainsTable) -> str:
    """The share of the positives in the tenth with the highest scores, and in the three highest tenths."""
    first, third = percent(float(tenths.gain[0])), percent(float(tenths.gain[2]))
    return f"The highest-scoring tenth of cases has **{first}** of the positives, the first three tenths have {third}."


TIES = (
    "Each part has a tenth of the cases, by weight where cases are weighted. Where a part ends among cases of equal "
    "scores, each of these cases counts partly in both parts."
)
"""What stands below the table of tenths."""


def calibration_reason(brier: Brier | None, recalibration: Recalibration | None) -> str:
    """How to read the calibration curve, the Brier score, intercept and slope; None where scores are none."""
    meaning = "Scores are well calibrated if, for example, 70 % of the cases with a score of 0.7 are positive."
    if brier is None:
        return meaning
    text = (
        f"{meaning} The **Brier score**, the mean squared distance between score and truth, is "
        f"**{number(brier.score)}**; giving every case the base rate would score {number(brier.uncertainty)}."
    )
    if recalibration is None:
        return text
    return f"{text} {_slope(recalibration.slope)} {_intercept(recalibration.intercept)}".strip()


def _slope(slope: Interval) -> str:
    """The calibration slope, and what it means."""
    if math.isnan(slope.value):
        return (
            "There is no **calibration slope**, because all scores are equal or a threshold separates the classes "
            "perfectly."
        )
    text = f"The **calibration slope** is **{number(slope.value)}**"
    if math.isnan(slope.low):
        return f"{text}; 1 is ideal."
    text = f"{text} ({confidence()} interval {interval_text(slope)})"
    if slope.low <= 1 <= slope.high:
        return f"{text}; it may be 1, the ideal."
    if slope.high <= 0:
        return f"{text}: the scores point the wrong way."
    if slope.high < 1:
        return f"{text}, below 1: high scores are too high and low scores too low."
    return f"{text}, above 1: high scores are too low and low scores too high."


def _intercept(intercept: Interval) -> str:
    """The calibration intercept, and what it means."""
    if math.isnan(intercept.value):
        return ""
    text = f"The **intercept** is **{number(intercept.value)}**"
    if math.isnan(intercept.low):
        return f"{text}; 0 is ideal."
    text = f"{text} ({interval_text(intercept)})"
    if intercept.low <= 0 <= intercept.high:
        return f"{text}; it may be 0, the ideal."
    return f"{text}: on average the scores are too {'high' if intercept.high < 0 else 'low'}."


UNKNOWN_SUMS = "because only the sums of the weights are known"


def error_notes(right: Consistency | None) -> list[Note]:
    """The expected calibration error beside what sampling alone makes of it, so that it is not read alone."""
    if right is None:
        return []
    error = right.error
    ece = f"The **expected calibration error** (ECE) is **{number(error.value)}** in these bins"
    if math.isnan(error.if_right):
        return [
            Note(
                "calibration-error-alone",
                f"{ece}. How much of it is due to sampling cannot be computed, {UNKNOWN_SUMS}.",
            )
        ]
    alone = (
        f"By sampling alone, well calibrated scores have {number(error.if_right)} on average on such cases, and up to "
        f"{number(error.high)} in {confidence()} of samples."
    )
    if error.p > alpha():
        return [Note("calibration-error-by-sampling", f"{ece}, which shows no miscalibration. {alone}")]
    rest = error.root_mean_square
    debiased = "" if math.isnan(rest) else f" Without that part the root mean squared error is {number(rest)}."
    return [Note("calibration-error", f"{ece}, more than sampling alone explains. {alone}{debiased}")]


def calibration_notes(judgement: Judged) -> list[Note]:
    """Whether the scores are right as probabilities, and what recalibrating them saves."""
    right, saved, brier = judgement.consistent, judgement.saving, judgement.separation.brier
    if brier is None or right is None:
        return []
    if brier.score == 0:
        return [Note("probabilities-perfect", "As probabilities, the scores are perfect on these cases.")]
    score = f"As probabilities, the scores have a Brier score of {number(brier.score)}."
    if not right.known:
        unknown = f"Whether they are well calibrated cannot be computed, {UNKNOWN_SUMS}."
        return [Note("probabilities-unknown", f"{score} {unknown}")]
    bins = f"each of {right.outside.size} bins" if right.outside.size > 1 else "the only bin"
    if not right.off:
        calibrated = [
            Note(
                "probabilities-right",
                f"{score} These cases show no miscalibration: in {bins} the share of positives differs from the scores "
                f"by no more than chance explains.",
            )
        ]
        # A saving is reported only where the bins are off too, so that chance seldom reports one.
        return calibrated if saved is None or saved.low > 0 else [*calibrated, *_recalibrated(saved)]
    return [Note("probabilities-off", f"{score} They are miscalibrated: {off_in_words(right)}"), *_recalibrated(saved)]


def off_in_words(right: Consistency) -> str:
    """Where miscalibrated scores are off, as the rest of a sentence."""
    if right.outside.any():
        return (
            f"in {int(right.outside.sum())} of {many(right.outside.size, 'bin')} the share of positives differs from "
            f"the scores by more than chance explains."
        )
    share, low, high = right.whole
    return (
        f"{percent(share)} of all cases are positive, where well calibrated scores would make it {percent(low)} to "
        f"{percent(high)}."
    )


def _recalibrated(saved: Interval | None) -> list[Note]:
    """What recalibrating saves of the Brier score."""
    if saved is None or math.isnan(saved.value):
        return []
    between = values(saved.low, saved.high)
    if saved.low > 0:
        return [
            Note(
                "recalibrating-saves",
                f"On unseen cases, recalibrating would lower the Brier score by **{number(saved.value)}** ({between}).",
            )
        ]
    if saved.high < 0:
        text = f"Recalibrating would not help: on unseen cases it would lower the Brier score by {between}."
        return [Note("recalibrating-saves-nothing", text)]
    text = f"Recalibrating may not help: on unseen cases it would lower the Brier score by {between}."
    return [Note("recalibrating-unclear", text)]


def notes(data: Data, kind: str, separation: Separation, ahead: Mapping[str, Interval]) -> list[Note]:
    """What a kind of curve calls for, and by how much up to three other models are ahead by their areas."""
    return [
        _at_threshold(data, kind),
        *_area(separation),
        *[_compared(literal(name), lead) for name, lead in list(ahead.items())[:3]],
        *_dented(separation),
        *_tied(separation),
        *([] if kind.startswith("precision") else _rare(data, separation)),
    ]


def _at_threshold(data: Data, kind: str) -> Note:
    recall, alarms, precision = (float(MEASURES[key](data.model.counts)) for key in ("TPR", "FPR", "PPV"))
    scores = at_scores(threshold(data), number)
    if kind.startswith("precision") and math.isfinite(precision):
        text = (
            f"At {scores}, **{percent(recall)}** of the positives are found (recall), and **{percent(precision)}** of "
            f"the positive predictions are right (precision)."
        )
    else:
        text = (
            f"At {scores}, **{percent(recall)}** of the positives and **{percent(alarms)}** of the negatives are "
            f"predicted positive."
        )
    return Note("at-threshold", text)


def slope_remark(slope: float) -> str:
    """What the slope of the ROC curve is at the threshold, and that it is an estimate; "" for none."""
    if math.isnan(slope):
        return ""
    if math.isinf(slope):
        there = "at the threshold it is infinite, as no negative case has such a score"
    else:
        there = f"at the threshold it is {number(slope)}"
    return (
        f"The slope of an ROC curve is the likelihood ratio of a score; {there}. It is read from the convex hull of "
        f"the curve, so it is an estimate."
    )


def _area(separation: Separation) -> list[Note]:
    """Why the area has no interval, and what it means at its ends."""
    auc, notes = separation.auc, []
    if math.isnan(auc.low):
        notes.append(Note("no-interval", _no_interval(separation), kind="rests"))
    elif separation.tied == 1:
        notes.append(Note("all-equal", "All scores are equal, so they cannot separate any cases."))
    elif auc.value == 1:
        notes.append(
            Note(
                "perfect",
                f"No negative case scores as high as any positive case. With {cases_text(separation.positives)} "
                f"positive and {many(separation.negatives, 'negative case')}, this rules out only areas below "
                f"{number(auc.low)}.",
            )
        )
    if auc.high < 0.5:
        notes.append(
            Note(
                "reversed",
                "Positive cases have lower scores than negative ones. Check which class is positive; the scores were "
                "not reversed.",
            )
        )
    return notes


def _no_interval(separation: Separation) -> str:
    if math.isnan(separation.effective[0]):
        return "The AUC has no interval, because the cases are weighted and only sums of weights are known."
    if max(separation.effective) <= 1:
        return "The AUC has no interval, because each class has a single case."
    return "The AUC has no interval, because one class has a single case."


def _compared(name: str, lead: Interval) -> Note:
    """By how much the area of another model is ahead."""
    if math.isnan(lead.value):
        return Note(
            "not-comparable",
            f"{name} cannot be compared, because in one class both models score no case in common.",
            kind="rests",
        )
    if lead.value == 0:
        return Note("same-area", f"The AUC of {name} is the same on the same cases.")
    size = f"{number(abs(lead.value))} {'larger' if lead.value > 0 else 'smaller'}"
    if math.isnan(lead.low):
        return Note(
            "lead-unsure",
            f"The AUC of {name} is {size} on the same cases. How sure that is cannot be computed.",
            kind="changes",
        )
    between = f"{confidence()} interval of the difference {values(lead.low, lead.high)}"
    if lead.low <= 0 <= lead.high:
        return Note(
            "lead-unclear",
            f"The AUC of {name} is {size} on the same cases. This may be chance ({between}).",
            kind="changes",
        )
    code = "other-ahead" if lead.value > 0 else "other-behind"
    return Note(code, f"The AUC of {name} is {size} on the same cases ({between}).")


def _dented(separation: Separation) -> list[Note]:
    auc = separation.auc
    if separation.hull - auc.value <= max(0.01, 3 * auc.error) or not auc.high > 0.5:
        return []
    return [
        Note(
            "dented",
            f"The ROC curve has a dent; its convex hull has an AUC of {number(separation.hull)}. So some scores are "
            "out of order. Rescaled by their likelihood ratio they may separate better: see *Reshape the scores*.",
        )
    ]


def _tied(separation: Separation) -> list[Note]:
    if not 0.01 < separation.tied < 1:
        return []
    share = percent(separation.tied)
    return [Note("tied", f"In {share} of the pairs both cases have the same score. Such pairs count half.")]


def _rare(data: Data, separation: Separation) -> list[Note]:
    share = separation.positives / (separation.positives + separation.negatives)
    precision = float(MEASURES["PPV"](data.model.counts))
    if share >= 0.1 or math.isnan(precision):
        return []
    return [
        Note(
            "rare",
            f"Only {percent(share)} of the cases are positive. At {at_scores(threshold(data), number)}, "
            f"{percent(precision)} of the positive predictions are right. The ROC curve does not show this; the "
            f"precision-recall curve does.",
        )
    ]


def in_use_notes(data: Data, used: Data, kind: str) -> list[Note]:
    """The number of a curve where another share is positive, where that changes it."""
    if kind not in CURVE_KINDS:
        return []
    here, there = (curves_of(each, kind)[data.name].summary for each in (data, used))
    if number(here) == number(there):
        return []
    text = (
        f"The chart is for a share of positives of {percent(used.prevalence)}. There the "
        f"{CURVE_KINDS[kind].summary_name} is **{number(there)}**; at the share of these cases it is {number(here)}."
    )
    return [Note("in-use-curve", text)]


def exact_notes(law: Exact, line: Curve | None) -> list[Note]:
    """What is exact of the curve; `line` is None where a measure is drawn over the threshold."""
    known = "The distribution of these scores is known."
    if line is None:
        return [Note("exact-line", f"{known} The dashed line is the exact one.")]
    exactly = f"{known} The exact {line.kind.summary_name} is {number(line.summary)} (dashed line)."
    if line.kind.key != "roc":
        return [Note("exact-curve", exactly)]
    if law.is_monotone:
        return [Note("exact-curve", f"{exactly} No reshaping of the scores can do better.")]
    return [
        Note("exact-curve", f"{exactly} Reshaped by their likelihood ratio, the scores reach {number(law.best_auc)}.")
    ]


def model_remark(data: Data) -> str:
    """Which models are not in the chart, and why some are not compared."""
    models = sum(model.table is not None for model in data.models.values())
    remarks = []
    if models > MODELS:
        remarks.append(
            f"The chart and the tables show {MODELS} of {models} models: the selected one and those with the highest "
            f"AUC."
        )
    if models > 1 and not judged(data).leads:
        remarks.append("The models are not compared case by case, because they are not columns of one table.")
    return " ".join(remarks)


def calibration_remark(data: Data, others: Collection[str]) -> str:
    """What the bands of several calibration curves are, and which models have none; `others` are those drawn."""
    without = [literal(name) for name in tables(data) if name not in (data.name, *others)]
    parts = [f"Not shown, because their scores are not probabilities: {listing(without)}."] if without else []
    if others and banded(1 + len(others)) > 1:
        parts.insert(0, f"The bands are {confidence()} intervals of each bin by itself, not of a whole curve.")
    elif others:
        name = literal(data.name)
        parts.insert(0, f"The band of {name} has the {confidence()} interval of each bin by itself, not of the curve.")
    return " ".join(filter(None, [*parts, model_remark(data)]))


def method(kind: str, separation: Separation) -> str:
    """Formulas, sources and rules."""
    parts = [_areas_method(separation), *([METHODS[kind]] if kind in METHODS else [])]
    if kind in CURVE_KINDS:
        parts.append(f"{CURVE_KINDS[kind].title}: {CURVE_KINDS[kind].source}.")
    return "\n\n".join(parts)


def _areas_method(separation: Separation) -> str:
    """How the areas and the band are computed."""
    return f"""A case is predicted positive if its score is at or above the threshold. Every distinct score is a
threshold, so cases with equal scores move together. The **AUC** is the share of all pairs of a positive and a negative
case, $P \\cdot N$ = {cases_text(separation.positives)} · {cases_text(separation.negatives)}, in which the positive
case scores higher; ties count half (Hanley & McNeil 1982). Its **interval**, {confidence()}, contains the areas $A$
with $(\\mathrm{{AUC}} - A)^2 \\le t^2 A (1 - A) k$, as Wilson's (1927) does for a proportion. Here $k$ is the
variance of DeLong, DeLong & Clarke-Pearson (1988), $s_{{10}}^2/P + s_{{01}}^2/N$, as a part of AUC · (1 − AUC), where
$s_{{10}}^2$ and $s_{{01}}^2$ are the variances of the placements of positives among negatives and the reverse. Few
cases show little of their spread, so $1/8P$ is added to $s_{{10}}^2$ and $1/4P$ to what it is a part of, and likewise
for the negatives. $t$ is Student's quantile. Differences of two models pair the placements case by case. Weighted cases
count like $(\\sum w)^2 / \\sum w^2$ cases of equal weight in each class (Kish 1965), cases in clusters like their
number divided by the design effect of the placements of their class (Obuchowski 1997). In simulations of normal, skew
and rated scores, with 5 positives or more, such intervals contained the true area in 93 of 100 samples or more.

The **partial area** is the area up to a false positive rate of {EARLY:g}, raw and as McClish (1989) rescales it, 0.5
for chance and 1 for perfect. The **band** is made for each false positive rate by itself, not for the whole curve at
once. It combines two parts: the {confidence()} limits of the true positive rate (Clopper & Pearson 1934), and how far
off the threshold may be (the law of order statistics), added in squares (Zou & Donner 2008). Figures leave out points
that would move no line by a thousandth of an axis; the table has all of them."""


CALIBRATION_METHOD = (
    "There are ten **bins** with equal numbers of cases, as far as ties allow. The table has Wilson's intervals "
    "(1927); beside one to three cases it has Jeffreys' where they are wider. Weighted cases count like a smaller "
    "number of cases of equal weight (Kish 1965). The line without bins pools adjacent violators (Ayer et al. 1955). "
    "The **smooth** line is a logistic regression on a natural cubic spline of the log odds of the scores, with up to "
    "five knots (Austin & Steyerberg 2014; Harrell 2015) and a small penalty on its curvature. It has Wald's band for "
    "each score by itself. In simulations of right and wrong scores that band contained the true share in 95 of 100 "
    "samples on average over the scores, and in 93 at the worst of ten.\n\n"
    "The **bars** show the range of the shares of positives if each case were positive with the probability that its "
    "score gives. They cover all bins at once, and all cases together, in the part of 1,999 simulations that the "
    "level names (seed 1; Bröcker & Smith 2007). A share outside them means that the scores are miscalibrated; for "
    "right probabilities this happens in no more samples than the level allows. The Brier score is miscalibration − "
    "discrimination + uncertainty, exact and without bins (Dimitriadis, Gneiting & Jordan 2021). All parts are "
    "computed on these cases, which flatters what recalibrating saves. So it is computed again on **unseen cases**: "
    "the cases are split into three folds, class by class, 4 times, and each fold is recalibrated by the others; the "
    "interval is Student's.\n\n"
    "The **expected calibration error** is the mean distance between share and score over the bins (Naeini, Cooper & "
    "Hauskrecht 2015). Sampling alone keeps it above 0 (Roelofs et al. 2022), so its value in the same simulations of "
    "right probabilities is given beside it. The root mean squared error is that of the bins less its bias "
    "$\\bar y (1 - \\bar y) / (n - 1)$ (Kumar, Liang & Ma 2019). Neither shows what is wrong within a bin.\n\n"
    "With **several models** each has a line through its bins; a band is the interval of each bin by itself, not of "
    "the whole curve at once. The **calibration slope** $b$ and the **intercept** $a$ are those of logistic "
    "recalibration, fitted to these cases: $\\mathrm{logit}\\,P = a' + b\\,\\mathrm{logit}(s)$, and with the slope "
    "kept at 1 $\\mathrm{logit}\\,P = a + \\mathrm{logit}(s)$ (Cox 1958; Van Calster et al. 2019), with Wald's "
    "intervals. Scores of 0 and 1 are moved half way to the next score."
)
"""How the calibration curve and the numbers beside it are computed."""

METHODS = {
    "calibration": CALIBRATION_METHOD,
    "precision_recall": (
        "The area is summed in steps, $\\sum_i (R_i - R_{i-1}) P_i$, which is average precision; straight lines "
        "between points would promise what no threshold gives (Davis & Goadrich 2006). Where no case is predicted "
        "positive, precision has no value. The table has 1 there, as is usual; the area does not depend on it."
    ),
    "precision_recall_gain": (
        "Precision gain is $1 - \\frac{P}{N} \\frac{FP}{TP}$, recall gain $1 - \\frac{P}{N} \\frac{FN}{TP}$ "
        "(Flach & Kull 2015). The area is that where recall gain is 0 or more; thresholds below are worse than always "
        "predicting positive."
    ),
    "measure": (
        "The grey line is the mean of random guessing with the same number of positive predictions (van de Bijl et al. "
        "2024), at up to 400 thresholds at even ranks."
    ),
}
"""How curves are made that need more than a source."""
