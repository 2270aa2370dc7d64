"""The curves in words: what the area means, how to read each curve, what the data call for, and how it is computed."""

import math
from collections.abc import Collection, Mapping

from ddcore.answers.base.answer import Note
from ddcore.answers.base.separation import MODELS, tables, threshold
from ddcore.answers.base.words import interval_text, listing, literal, values
from ddcore.answers.curves.compute import consistent, curves_of, leads, saving
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


def sentence(separation: Separation) -> str:
    """The area under the ROC curve with its interval, and what it means."""
    auc = separation.auc
    area = f"**AUC {number(auc.value)}**"
    if separation.tied == 1:
        return f"{area}: all scores are equal, so no case outscores another."
    if auc.low < auc.high:
        area = f"{area} ({interval_text(auc)})"
    pairs = f"a positive case outscores a negative one in {percent(auc.value)} of pairs"
    meaning = f"{pairs}, ties counted half." if separation.tied > 0.01 else f"{pairs}."
    if auc.value < 0.5 and math.isnan(auc.error):
        return f"{area}, below one half: {meaning}"
    if auc.value < 0.5 and not auc.high >= 0.5:
        return f"{area}, the wrong way round: {meaning}"
    if auc.low <= 0.5 <= auc.high:
        than = "less" if auc.value < 0.5 else "more"
        return f"{area}, not clearly {than} than chance: {meaning}"
    return f"{area}: {meaning}"


def reason(kind: str, separation: Separation) -> str:
    """How to read the curve that is shown, and its number."""
    if kind == "measure":
        return (
            "A measure at every threshold, beside random guessing that predicts as many cases positive (the *Dutch "
            "Draw*). The gap between them is skill."
        )
    if kind == "calibration":
        return calibration_reason(separation.brier, separation.recalibration)
    shown = CURVE_KINDS[kind]
    if kind == "roc":
        return shown.words
    return f"{shown.words} The {shown.summary_name} is **{number(separation.summaries[kind])}**."


def gains_reason(tenths: GainsTable) -> str:
    """What the tenth with the highest scores, and the three highest tenths together, hold of the positives."""
    first, third = percent(float(tenths.gain[0])), percent(float(tenths.gain[2]))
    return (
        f"The tenth of the cases with the highest scores holds **{first}** of the positives, the first three {third}."
    )


TIES = (
    "Each part has a tenth of the cases, by weight where cases are weighted; where it ends among cases of equal scores "
    "each of them counts in both parts, by the share that falls there."
)
"""What stands below the table of tenths."""


def calibration_reason(brier: Brier | None, recalibration: Recalibration | None) -> str:
    """How to read the calibration curve, the Brier score, intercept and slope; None where scores are none."""
    question = "Of the cases with a score of 0.7, do 70 % turn out positive? Then scores are probabilities."
    if brier is None:
        return question
    return (
        f"{question} The **Brier score**, the mean squared distance of score and truth, is "
        f"**{number(brier.score)}**; predicting the share of positives for every case would score "
        f"{number(brier.uncertainty)}."
        + ("" if recalibration is None else f" {_slope(recalibration.slope)} {_intercept(recalibration.intercept)}")
    )


def _slope(slope: Interval) -> str:
    """The calibration slope, and what it says."""
    if math.isnan(slope.value):
        return "There is no **calibration slope**: all scores are equal, or a threshold tells the classes apart."
    text = f"The **calibration slope** is **{number(slope.value)}**"
    if math.isnan(slope.low):
        return f"{text}; 1 would be right."
    text = f"{text} ({confidence()} interval {interval_text(slope)})"
    if slope.low <= 1 <= slope.high:
        return f"{text}; these cases do not show it to be other than 1, which is right."
    if slope.high <= 0:
        return f"{text}: the scores point the wrong way."
    if slope.high < 1:
        return f"{text}, below 1: high scores are too high and low ones too low."
    return f"{text}, above 1: the scores stay too near to the middle."


def _intercept(intercept: Interval) -> str:
    """The calibration intercept, and what it says."""
    if math.isnan(intercept.value):
        return ""
    text = f"The **intercept** is **{number(intercept.value)}**"
    if math.isnan(intercept.low):
        return f"{text}; 0 would be right."
    text = f"{text} ({interval_text(intercept)})"
    if intercept.low <= 0 <= intercept.high:
        return f"{text}; these cases do not show it to be other than 0, which is right."
    return f"{text}: on average the scores are too {'high' if intercept.high < 0 else 'low'}."


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
                f"{ece}. How much of it is sampling alone cannot be told, as of the weights only sums are known.",
            )
        ]
    alone = (
        f"right probabilities have {number(error.if_right)} on average on such cases by sampling alone, and up to "
        f"{number(error.high)} in {confidence()} of samples"
    )
    if error.p > alpha():
        text = f"{ece}, which shows no miscalibration: {alone}."
        return [Note("calibration-error-by-sampling", text)]
    rest = error.root_mean_square
    debiased = "" if math.isnan(rest) else f" Without that part the root mean squared error is {number(rest)}."
    return [Note("calibration-error", f"{ece}, more than sampling alone makes: {alone}.{debiased}")]


def calibration_notes(data: Data, brier: Brier | None) -> list[Note]:
    """Whether the scores are right as probabilities, and what recalibrating them saves."""
    right, saved = consistent(data), saving(data)
    if brier is None or right is None:
        return []
    if brier.score == 0:
        return [Note("probabilities-perfect", "Read as probabilities, the scores are perfect on these cases.")]
    score = f"Read as probabilities, the scores have a Brier score of {number(brier.score)}"
    if not right.known:
        return [
            Note(
                "probabilities-unknown",
                f"{score}; whether they are off cannot be told, as of the weights only sums are known.",
            )
        ]
    bins = f"{right.outside.size} bins" if right.outside.size > 1 else "one bin"
    if not right.off:
        calibrated = [
            Note(
                "probabilities-right",
                f"{score}; these cases do not show them to be off: in {bins} the shares of positives may be chance.",
            )
        ]
        # A saving is reported only where the bins are off too, so that chance seldom reports one.
        return calibrated if saved is None or saved.low > 0 else [*calibrated, *_recalibrated(saved)]
    if right.outside.any():
        off = (
            f"in {int(right.outside.sum())} of {bins} the share of positives differs from the scores by more "
            f"than chance explains (see *Calibration*)."
        )
    else:
        share, low, high = right.whole
        off = (
            f"{percent(share)} of all cases are positive, where right probabilities make {percent(low)} to "
            f"{percent(high)}."
        )
    return [Note("probabilities-off", f"{score}; as probabilities they are off: {off}"), *_recalibrated(saved)]


def _recalibrated(saved: Interval | None) -> list[Note]:
    """What recalibrating saves of the Brier score."""
    if saved is None or math.isnan(saved.value):
        return []
    between = values(saved.low, saved.high)
    if saved.low > 0:
        return [
            Note(
                "recalibrating-saves",
                f"On unseen cases, recalibrating would save **{number(saved.value)}** of the Brier score ({between}).",
            )
        ]
    nothing = "nothing" if saved.high < 0 else "maybe nothing"
    return [
        Note(
            "recalibrating-saves-nothing" if saved.high < 0 else "recalibrating-unclear",
            f"Recalibrating would save **{nothing}**: {between} of the Brier score on unseen cases.",
        )
    ]


def notes(data: Data, separation: Separation, ahead: Mapping[str, Interval]) -> list[Note]:
    """What the area calls for, and by how much up to three other models are ahead."""
    return [
        _at_threshold(data),
        *_area(separation),
        *[_compared(literal(name), lead) for name, lead in list(ahead.items())[:3]],
        *_dented(separation),
        *_tied(separation),
        *_rare(data, separation),
    ]


def _at_threshold(data: Data) -> Note:
    caught, alarmed = (float(MEASURES[key](data.model.counts)) for key in ("TPR", "FPR"))
    return Note(
        "at-threshold",
        f"At {at_scores(threshold(data), number)}, **{percent(caught)}** of the positives are predicted positive, and "
        f"**{percent(alarmed)}** of the negatives.",
    )


def _area(separation: Separation) -> list[Note]:
    """Why the area has no interval, and what it means at its ends."""
    auc, notes = separation.auc, []
    if math.isnan(auc.low):
        notes.append(Note("no-interval", _no_interval(separation), kind="rests"))
    elif separation.tied == 1:
        notes.append(Note("all-equal", "All scores are equal, so they separate nothing, whatever the cases."))
    elif auc.value == 1:
        notes.append(
            Note(
                "perfect",
                f"No negative scores as high as any positive. With {cases_text(separation.positives)} positive and "
                f"{many(separation.negatives, 'negative case')} that rules out areas below {number(auc.low)}, no "
                f"others.",
            )
        )
    if auc.high < 0.5:
        notes.append(
            Note(
                "reversed",
                "Low scores speak for the positive class. Is the right class positive? Nothing was flipped.",
            )
        )
    return notes


def _no_interval(separation: Separation) -> str:
    if math.isnan(separation.effective[0]):
        return "The area has no interval, because the cases are weighted and only sums of weights are known."
    if max(separation.effective) <= 1:
        return "The area has no interval, because each class has a single case."
    return "The area has no interval, because one class has a single case."


def _compared(name: str, lead: Interval) -> Note:
    """By how much the area of another model is ahead."""
    if math.isnan(lead.value):
        return Note(
            "not-comparable", f"{name} cannot be compared: one class has no case that both models score.", kind="rests"
        )
    if lead.value == 0:
        return Note("same-area", f"The area of {name} is the same on the same cases.")
    size = f"{number(abs(lead.value))} {'larger' if lead.value > 0 else 'smaller'}"
    if math.isnan(lead.low):
        return Note(
            "lead-unsure", f"The area of {name} is {size} on the same cases; how surely cannot be told.", kind="changes"
        )
    between = f"{confidence()} interval {number(lead.low)} to {number(lead.high)}"
    if lead.low <= 0 <= lead.high:
        return Note(
            "lead-unclear",
            f"The area of {name} is {size} on the same cases, which may be chance ({between}).",
            kind="changes",
        )
    code = "other-ahead" if lead.value > 0 else "other-behind"
    return Note(code, f"The area of {name} is {size} on the same cases ({between}).")


def _dented(separation: Separation) -> list[Note]:
    auc = separation.auc
    if separation.hull - auc.value <= max(0.01, 3 * auc.error) or not auc.high > 0.5:
        return []
    return [
        Note(
            "dented",
            f"The ROC curve is dented: its convex hull has an area of {number(separation.hull)}. Some scores are out "
            f"of order; by their likelihood ratio they may separate better: see *Likelihood*.",
        )
    ]


def _tied(separation: Separation) -> list[Note]:
    if not 0.01 < separation.tied < 1:
        return []
    share = percent(separation.tied)
    return [Note("tied", f"In {share} of the pairs both cases have the same score; they count half.")]


def _rare(data: Data, separation: Separation) -> list[Note]:
    share = separation.positives / (separation.positives + separation.negatives)
    precision = float(MEASURES["PPV"](data.model.counts))
    if share >= 0.1 or math.isnan(precision):
        return []
    return [
        Note(
            "rare",
            f"Only {percent(share)} of the cases are positive: at {at_scores(threshold(data), number)}, "
            f"{percent(precision)} of the positive predictions are right. ROC hides this; precision-recall shows it.",
        )
    ]


def in_use_notes(data: Data, used: Data, kind: str) -> list[Note]:
    """What a curve is quoted by where another share is positive, where that changes it."""
    if kind not in CURVE_KINDS:
        return []
    here, there = (curves_of(each, kind)[data.name].summary for each in (data, used))
    if number(here) == number(there):
        return []
    text = (
        f"The chart is that of where {percent(used.prevalence)} are positive: the {CURVE_KINDS[kind].summary_name} is "
        f"**{number(there)}** there, {number(here)} at the share of these cases."
    )
    return [Note("in-use-curve", text)]


def exact_notes(law: Exact, line: Curve | None) -> list[Note]:
    """What the law of the scores says of the curve; `line` is None where a measure is drawn over the threshold."""
    if line is None:
        return [Note("exact-line", "The law of these scores is known: the dashed line is the exact one.")]
    start = f"The law of these scores is known: the {line.kind.summary_name} is {number(line.summary)} exactly"
    if line.kind.key != "roc":
        text = f"{start}, the dashed line."
    elif law.is_monotone:
        text = f"{start}, the dashed line, and no reading of the scores can do better."
    else:
        text = f"{start}, the dashed line; by their likelihood ratio (the evidence) it is {number(law.best_auc)}."
    return [Note("exact-curve", text)]


def model_remark(data: Data) -> str:
    """Which models are not in the chart, and why some are not compared."""
    models = sum(model.table is not None for model in data.models.values())
    remarks = []
    if models > MODELS:
        shown = f"{MODELS} of {models} models: the selected one, and those with the highest AUC"
        remarks.append(f"The chart and the tables show {shown}.")
    if models > 1 and not leads(data):
        remarks.append("The models are not compared case by case, because they do not stand in columns of one table.")
    return " ".join(remarks)


def calibration_remark(data: Data, others: Collection[str]) -> str:
    """What the bands of several calibration curves are, and which models have none; `others` are those drawn."""
    without = [literal(name) for name in tables(data) if name not in (data.name, *others)]
    parts = [f"Not here, because their scores are no probabilities: {listing(without)}."] if without else []
    if others:
        whose = "bands are" if banded(1 + len(others)) > 1 else f"band is that of {literal(data.name)}:"
        parts.insert(0, f"The {whose} {confidence()} intervals of each bin by itself, not of a whole curve.")
    return " ".join(filter(None, [*parts, model_remark(data)]))


def method(kind: str, separation: Separation) -> str:
    """Formulas, sources and rules."""
    parts = [_areas_method(separation), *([METHODS[kind]] if kind in METHODS else [])]
    if kind in CURVE_KINDS:
        parts.append(f"{CURVE_KINDS[kind].title}: {CURVE_KINDS[kind].source}.")
    return "\n\n".join(parts)


def _areas_method(separation: Separation) -> str:
    """How the areas and the band are computed."""
    return f"""A case is predicted positive if its score is at or above the threshold; every distinct score is a
threshold, so ties move together. The **AUC** is the share of all pairs of a positive and a negative case,
$P \\cdot N$ = {cases_text(separation.positives)} · {cases_text(separation.negatives)}, in which the positive one scores
higher, ties by half (Hanley & McNeil 1982). Its **interval**, {confidence()}, holds the areas $A$ for which
$(\\mathrm{{AUC}} - A)^2 \\le t^2 A (1 - A) k$, as Wilson's (1927) does for a proportion. Here $k$ is the variance of
DeLong, DeLong & Clarke-Pearson (1988), $s_{{10}}^2/P + s_{{01}}^2/N$ with the variances of the placements of positives
among negatives and the reverse, as a part of AUC · (1 − AUC); as few cases show little of their
spread, $1/8P$ is added to $s_{{10}}^2$ and $1/4P$ to what it is a part of, likewise for the negatives, and $t$ is
Student's quantile. Differences of two models pair the placements case by case. Weighted cases are as sure as
$(\\sum w)^2 / \\sum w^2$ cases of one weight in each class (Kish 1965), cases in clusters as their number over the
design effect of the placements of their class (Obuchowski 1997). In simulations of normal, skew and rated scores, with
5 positives or more, such intervals held the true area in 93 of 100 samples or more.

The **partial area** is that up to a false positive rate of {EARLY:g}, raw and as McClish (1989) rescales it, 0.5
for chance and 1 for perfect. The **band** is one for each false positive rate by itself, not for the whole curve at
once: where the true positive rate lies, {confidence()}, by the limits of Clopper & Pearson (1934) and by how far the
threshold may be off (the law of order statistics), added in squares (Zou & Donner 2008). Figures leave out points that
would move no line by a thousandth of an axis; the table leaves out none."""


CALIBRATION_METHOD = (
    "Ten bins with as equal numbers of cases as ties allow, in the table with Wilson's intervals (1927), "
    "beside one to three cases Jeffreys' where they are wider, for weighted cases with as many as say as much"
    " (Kish 1965); the line without bins pools adjacent violators (Ayer et al. 1955). The **smooth** "
    "line is a logistic regression on a natural cubic spline of the log odds of the scores with up to five knots "
    "(Austin & Steyerberg 2014; Harrell 2015), its curvature held back a little, with Wald's band for each score by "
    "itself; in simulations of right and wrong scores that band held the true share in 95 of 100 samples on average "
    "over the scores, and in 93 at the worst of ten. The **bars** are where "
    "the shares of positives would lie if each case were positive with the probability that its score says, "
    "all bins at once and all cases together, in as large a part of 1,999 simulations as the level names (seed 1; "
    "Bröcker & Smith 2007): with a share outside the scores count as off, which right probabilities do in no more "
    "samples than the level leaves. Brier score "
    "= miscalibration − discrimination + uncertainty, exact and without bins (Dimitriadis, Gneiting & Jordan "
    "2021), all on these cases, which flatters what recalibrating saves. On **unseen cases** it is "
    "counted again: the cases are dealt to three folds, class by class, 4 times, and each fold is "
    "recalibrated by the others; the interval is Student's.\n\n"
    "The **expected calibration error** is the mean distance of share and score over the bins (Naeini, Cooper & "
    "Hauskrecht 2015), which sampling alone keeps above 0 (Roelofs et al. 2022): beside it stands what it is in the "
    "same simulations of right probabilities. The root mean squared error is that of the bins less its bias "
    "$\\bar y (1 - \\bar y) / (n - 1)$ (Kumar, Liang & Ma 2019). Neither sees what is off within a bin.\n\n"
    "With **several models** each has a line through its bins; a band is the interval of each bin by "
    "itself, not of the whole curve at once. The **calibration slope** $b$ and the **intercept** $a$ are "
    "those of logistic recalibration, fitted to these cases: $\\mathrm{logit}\\,P = a' + "
    "b\\,\\mathrm{logit}(s)$, and with the slope kept at 1 $\\mathrm{logit}\\,P = a + "
    "\\mathrm{logit}(s)$ (Cox 1958; Van Calster et al. 2019), with Wald's intervals; "
    "scores of 0 and 1 move half way to the next score."
)
"""How the calibration curve and what is said of it are computed."""

METHODS = {
    "calibration": CALIBRATION_METHOD,
    "precision_recall": (
        "The area is summed in steps, $\\sum_i (R_i - R_{i-1}) P_i$, which is average precision; straight lines "
        "between points would promise what no threshold gives (Davis & Goadrich 2006). Where nothing is called "
        "positive precision has no value: the table says 1 there, as is usual, and the area does not depend on it."
    ),
    "precision_recall_gain": (
        "Precision gain is $1 - \\frac{P}{N} \\frac{FP}{TP}$, recall gain $1 - \\frac{P}{N} \\frac{FN}{TP}$ "
        "(Flach & Kull 2015). The area is that where recall gain is 0 or more; below lie thresholds worse than "
        "always predicting positive."
    ),
    "measure": (
        "The grey line is the mean of random guessing that predicts as many cases positive as the threshold (van de "
        "Bijl et al. 2024), at up to 400 thresholds at even ranks."
    ),
}
"""How those curves are made that need more than a source."""
