"""Sentences and tables about how well scores separate."""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from ddcore.answers.words import cases_text, literal, values
from ddcore.counts import Counts
from ddcore.formats import number, percent
from ddcore.interval import UNKNOWN, Interval
from ddcore.measures import MEASURES
from ddcore.scores.calibration import Brier, Calibration, Consistency
from ddcore.scores.curves import CURVE_KINDS, Curve
from ddcore.scores.separation import EARLY, Separation
from ddcore.scores.trace import Trace


def interval(found: Interval) -> str:
    """ "0.920 to 0.958", or why there is none."""
    if math.isnan(found.low):
        return "no interval"
    return f"{number(found.low)} to {number(found.high)}"


def answer(found: Separation) -> str:
    """The area under the ROC curve with its interval, and what it means."""
    auc = found.auc
    around = f" ({interval(auc)})" if auc.low < auc.high else ""
    meaning = f"a positive case outscores a negative one in {percent(auc.value)} of pairs."
    if found.tied == 1:
        meaning = "all scores are equal, so no case outscores another."
    elif found.tied > 0.01:
        meaning = f"a positive case outscores a negative one in {percent(auc.value)} of pairs, ties counted half."
    if auc.value < 0.5 and not auc.high >= 0.5:
        unsure = "" if auc.error >= 0 else ", below one half"
        return f":primary[AUC {number(auc.value)}]{around}{unsure or ', the wrong way round'}: {meaning}"
    if auc.low <= 0.5 <= auc.high and found.tied < 1:
        unclear = "not clearly less than chance" if auc.value < 0.5 else "not clearly more than chance"
        return f":primary[AUC {number(auc.value)}]{around}, {unclear}: {meaning}"
    return f":primary[AUC {number(auc.value)}]{around}: {meaning}"


def reason(key: str, found: Separation) -> str:
    """How to read the curve that is shown, and its number."""
    if key == "calibration":
        said = "Of the cases with a score of 0.7, do 70 % turn out positive? Then scores are probabilities."
        if found.brier is None:
            return said
        return (
            f"{said} The **Brier score**, the mean squared distance of score and truth, is "
            f"**{number(found.brier.score)}**; saying the share of positives always would score "
            f"{number(found.brier.uncertainty)}."
        )
    if key == "measure":
        return (
            "A measure at every threshold, beside what a draw scores that calls as many cases positive (the *Dutch "
            "Draw*): what lies between them is what the scores know."
        )
    kind = CURVE_KINDS[key]
    if key == "roc":
        return kind.words
    return f"{kind.words} The {kind.summary_name} is **{number(found.summaries[key])}**."


def worth_knowing(
    found: Separation,
    others: Mapping[str, Interval],
    counts: Counts,
    threshold: float,
    right: Consistency | None,
    saving: Interval | None = None,
) -> list[str]:
    """What these scores call for; `others` has by how much each other model is ahead, `counts` are those in force.

    `right` is what probabilities would show and `saving` what recalibrating saves of the Brier score on cases that had
    no say in it, both None where the scores are none.
    """
    caught, alarmed, precision = (float(MEASURES[key](counts)) for key in ("TPR", "FPR", "PPV"))
    auc = found.auc
    said = [
        f"From {number(threshold)} on, **{percent(caught)}** of the positives are called positive, and "
        f"**{percent(alarmed)}** of the negatives."
    ]
    share = found.positives / (found.positives + found.negatives)
    if math.isnan(auc.low):
        single = "each class" if max(found.effective) <= 1 else "one class"
        known = not math.isnan(found.effective[0])
        why = f"{single} has a single case" if known else "the cases are weighted and only sums of weights are known"
        said.append(f"The area has no interval, because {why}.")
    elif found.tied == 1:
        said.append("All scores are equal, so they separate nothing, whatever the cases.")
    elif auc.value == 1:
        said.append(
            f"No negative scores as high as any positive. With {cases_text(found.positives)} positive and "
            f"{cases_text(found.negatives)} negative cases that rules out areas below {number(auc.low)}, no others."
        )
    if auc.high < 0.5:
        said.append("Low scores speak for the positive class. Is the right class positive? Nothing was flipped.")
    said += [_compared(literal(name), ahead) for name, ahead in list(others.items())[:3]]
    if found.hull - auc.value > max(0.01, 3 * auc.error) and auc.high > 0.5:
        said.append(
            f"The ROC curve is dented: its convex hull has an area of {number(found.hull)}. Some scores are out of "
            f"order, and read as evidence they may separate better: see *Likelihood*."
        )
    if 0.01 < found.tied < 1:
        said.append(f"In {percent(found.tied)} of the pairs both cases have the same score; they count half.")
    if share < 0.1 and not math.isnan(precision):
        said.append(
            f"Only {percent(share)} of the cases are positive: from the threshold {number(threshold)} on, "
            f"{percent(precision)} of the positive calls are right. ROC hides this; precision-recall shows it."
        )
    if found.brier is not None and right is not None:
        said.append(_probabilities(found.brier, right, saving))
    return said


def _compared(name: str, ahead: Interval) -> str:
    if math.isnan(ahead.value):
        return f"{name} cannot be compared: one class has no case that both models score."
    if ahead.value == 0:
        return f"The area of {name} is the same on the same cases."
    size = f"{number(abs(ahead.value))} {'larger' if ahead.value > 0 else 'smaller'}"
    if math.isnan(ahead.low):
        return f"The area of {name} is {size} on the same cases; how surely is not known."
    between = f"95 % interval {number(ahead.low)} to {number(ahead.high)}"
    if ahead.low <= 0 <= ahead.high:
        return f"The area of {name} is {size} on the same cases, which may be luck ({between})."
    return f"The area of {name} is {size} on the same cases ({between})."


def _probabilities(brier: Brier, right: Consistency, saving: Interval | None) -> str:
    if brier.score == 0:
        return "Read as probabilities, the scores are perfect on these cases."
    said = f"Read as probabilities, the scores have a Brier score of {number(brier.score)}"
    if not right.known:
        return f"{said}; as of the weights only sums are known, nobody can say whether they are off."
    bins = f"{right.outside.size} bins" if right.outside.size > 1 else "one bin"
    if right.off and not right.outside.any():
        share, low, high = right.whole
        return (
            f"{said}; as probabilities they are off: {percent(share)} of all cases are positive, where right "
            f"probabilities make {percent(low)} to {percent(high)}.{_recalibrated(saving)}"
        )
    if right.off:
        return (
            f"{said}; as probabilities they are off: in {int(right.outside.sum())} of {bins} the share of positives "
            f"is one that chance does not make of right probabilities (see *Calibration*).{_recalibrated(saving)}"
        )
    # What speaks for recalibrating is told where the bins speak for it too, so that chance seldom makes it.
    nothing = "" if saving is None or saving.low > 0 else _recalibrated(saving)
    return (
        f"{said}; these cases do not show them to be off: in {bins} chance alone could make the shares of positives."
        f"{nothing}"
    )


def _recalibrated(saving: Interval | None) -> str:
    """What recalibrating saves of the Brier score."""
    if saving is None or math.isnan(saving.value):
        return ""
    between = values(saving.low, saving.high)
    if saving.low > 0:
        return (
            f" On cases that had no say in it, recalibrating would save **{number(saving.value)}** of the score "
            f"({between})."
        )
    if saving.high < 0:
        return f" Recalibrating would save **nothing**: {between} of the score on cases that had no say in it."
    return f" Recalibrating would save **maybe nothing**: {between} of the score on cases that had no say in it."


def summary(found: Mapping[str, Separation], others: Mapping[str, Interval]) -> pd.DataFrame:
    """One row a model: every number that curves are quoted by, and how far it is ahead of the one looked at."""
    unknown = UNKNOWN
    return pd.DataFrame(
        {
            "Model": name,
            "AUC": one.auc.value,
            "95 % from": one.auc.low,
            "95 % to": one.auc.high,
            "Gini": 2 * one.auc.value - 1,
            "AUC of the convex hull": one.hull,
            f"Partial AUC, FPR up to {EARLY:g}": one.partial.raw,
            "the same after McClish": one.partial.mcclish,
            **{_heading(key): value for key, value in one.summaries.items() if key not in ("roc", "toc")},
            "Brier score": math.nan if one.brier is None else one.brier.score,
            "of it miscalibration": math.nan if one.brier is None else one.brier.miscalibration,
            "less discrimination": math.nan if one.brier is None else one.brier.discrimination,
            "plus uncertainty": math.nan if one.brier is None else one.brier.uncertainty,
            "Log loss": math.nan if one.log_loss is None else one.log_loss,
            "AUC above the model looked at": others.get(name, unknown).value,
            "above, 95 % from": others.get(name, unknown).low,
            "above, 95 % to": others.get(name, unknown).high,
            "above, two-sided p": others.get(name, unknown).p,
        }
        for name, one in found.items()
    )


def _heading(key: str) -> str:
    name = CURVE_KINDS[key].summary_name
    return f"{CURVE_KINDS[key].title}: {name}" if name.startswith("area") else name[0].upper() + name[1:]


def points(curves: Mapping[str, Curve]) -> pd.DataFrame:
    """Every point of every curve, none left out: the threshold, x and y."""
    return pd.concat(
        [pd.DataFrame({"Model": name, "Threshold": one.threshold, **_columns(one)}) for name, one in curves.items()],
        ignore_index=True,
    )


def _columns(curve: Curve) -> dict[str, Any]:
    columns = {curve.kind.x_title: curve.x, curve.kind.y_title: curve.y}
    return {title: values for title, values in columns.items() if values is not curve.threshold}


def traced(traces: Mapping[str, Trace]) -> pd.DataFrame:
    """A measure at every threshold, and the draw's mean where it was computed."""
    parts = []
    for name, trace in traces.items():
        chance = np.full(trace.threshold.size, math.nan)
        chance[np.searchsorted(trace.threshold, trace.chance_threshold)] = trace.chance
        parts.append(
            pd.DataFrame(
                {
                    "Model": name,
                    "Threshold": trace.threshold,
                    "Called positive": trace.called,
                    trace.measure.title: trace.value,
                    "A draw that calls as many": chance,
                }
            )
        )
    return pd.concat(parts, ignore_index=True)


def bins(found: Calibration) -> pd.DataFrame:
    """One row a bin of the calibration curve."""
    return pd.DataFrame(
        {
            "Mean score": found.mean,
            "Share that is truly positive": found.share,
            "95 % from": found.low,
            "95 % to": found.high,
            "Cases": found.cases,
        }
    )


def computed(key: str, found: Separation) -> str:
    """Formulas, sources and rules."""
    parts = [
        f"""A case is called positive if its score is at or above the threshold; every distinct score is a
threshold, so ties move together. The **AUC** is the share of the $P \\cdot N$ = {cases_text(found.positives)} ·
{cases_text(found.negatives)} pairs of a positive and a negative case in which the positive one scores higher, ties
by half (Hanley & McNeil 1982). Its **interval**, 95 %, holds the areas $A$ for which
$(\\mathrm{{AUC}} - A)^2 \\le t^2 A (1 - A) k$, as Wilson's (1927) does for a proportion. Here $k$ is the variance of
DeLong, DeLong & Clarke-Pearson (1988), $s_{{10}}^2/P + s_{{01}}^2/N$ with the variances of the placements of positives
among negatives and the reverse, as a part of AUC · (1 − AUC); as few cases show little of their
spread, $1/8P$ is added to $s_{{10}}^2$ and $1/4P$ to what it is a part of, likewise for the negatives, and $t$ is
Student's quantile. Differences of two models pair the placements case by case. Weighted cases are as sure as
$(\\sum w)^2 / \\sum w^2$ cases of one weight in each class (Kish 1965). In simulations of normal, skew and
rated scores, with 5 positives or more, such intervals held the true area in 93 of 100 samples or more.

The **partial area** is that up to a false positive rate of {EARLY:g}, raw and as McClish (1989) rescales it, 0.5
for chance and 1 for perfect. The **band** is one for each false positive rate by itself, not for the whole curve at
once: where the true positive rate lies, 95 %, by the limits of Clopper & Pearson (1934) and by how far the threshold
may be off (the law of order statistics), added in squares (Zou & Donner 2008). Figures leave out points that would move
no line by a thousandth of an axis; the table leaves out none."""
    ]
    if key == "calibration":
        parts.append(
            "Ten bins with as equal numbers of cases as ties allow, in the table with Wilson's intervals (1927), "
            "beside one to three cases Jeffreys' where they are wider, for weighted cases with as many as say as much"
            " (Kish 1965); the line without bins pools adjacent violators (Ayer et al. 1955). The **bars** are where "
            "the shares of positives would lie if each case were positive with the probability that its score says, "
            "all bins at once and all cases together in 95 % of 1,999 draws (seed 1; Bröcker & Smith 2007): with a "
            "share outside the scores are called off, which right probabilities are in 5 of 100 samples. Brier score "
            "= miscalibration − discrimination + uncertainty, exact and without bins (Dimitriadis, Gneiting & Jordan "
            "2021), all on these cases, which flatters what recalibrating saves. On **cases that had no say** it is "
            "counted again: the cases are dealt to three parts, class by class, 4 times, and each part is "
            "recalibrated by the others; the interval, 95 %, is Student's."
        )
    elif key == "precision_recall":
        parts.append(
            "The area is summed in steps, $\\sum_i (R_i - R_{i-1}) P_i$, which is average precision; straight lines "
            "between points would promise what no threshold gives (Davis & Goadrich 2006). Where nothing is called "
            "positive precision has no value: the table says 1 there, as is usual, and the area does not depend on it."
        )
    elif key == "precision_recall_gain":
        parts.append(
            "Precision gain is $1 - \\frac{P}{N} \\frac{FP}{TP}$, recall gain $1 - \\frac{P}{N} \\frac{FN}{TP}$ "
            "(Flach & Kull 2015). The area is that where recall gain is 0 or more; below lie thresholds worse than "
            "always calling positive."
        )
    elif key == "measure":
        parts.append(
            "The grey line is the mean of a draw that calls as many cases positive as the threshold (van de Bijl "
            "et al. 2024), at up to 400 thresholds at even ranks."
        )
    if key in CURVE_KINDS:
        parts.append(f"{CURVE_KINDS[key].title}: {CURVE_KINDS[key].source}.")
    return "\n\n".join(parts)
