"""The answer in one sentence, by the curve that is shown: its area or its one number, or how well calibrated it is."""

import math

from ddcore.answers.base import threshold_free
from ddcore.answers.base.separation import scores_of, threshold
from ddcore.answers.base.words import as_subject, in_text, interval_text, literal
from ddcore.answers.curves.compute import curves_of, gains_of, judged
from ddcore.answers.curves.words import UNKNOWN_SUMS, gains_sentence, off_in_words
from ddcore.data import Data
from ddcore.formats import many, number, percent
from ddcore.interval import Interval, alpha
from ddcore.measures import measure
from ddcore.records.threshold import at_scores
from ddcore.scores.separation import Separation


def headline(kind: str, key: str, data: Data, used: Data, selected: Separation) -> str:
    """The sentence for a kind of curve; `key` is the measure where that is drawn, `used` the data where it is used."""
    if kind == "calibration":
        return calibration_sentence(data, selected)
    if kind == "measure":
        return measure_sentence(key, used)
    value = number(curves_of(used, kind)[used.name].summary) if kind not in ("roc", "toc") else ""
    if kind == "precision_recall":
        return precision_sentence(data, used)
    if kind == "precision_recall_gain":
        return (
            f"**Area under the precision-recall-gain curve: {value}.** Always predicting positive has 0, perfect "
            "scores have 1."
        )
    if kind == "gain":
        return f"{gains_sentence(gains_of(used)[used.name])} The area under the gain curve is **{value}**."
    if kind == "lift":
        return (
            f"**Lift {value}** in the highest-scoring tenth: it has {value} times as many positives as a random tenth."
        )
    if kind == "det":
        return f"**Equal error rate {value}**: one threshold predicts this share of both classes wrongly."
    if kind == "ks":
        return f"**Largest gap (KS) {value}**: at one threshold the two rates, TPR and FPR, are this far apart."
    return auc_sentence(selected)


def auc_sentence(separation: Separation) -> str:
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
        than = "worse" if auc.value < 0.5 else "better"
        return f"{area}, not clearly {than} than chance: {meaning}"
    return f"{area}: {meaning}"


def precision_sentence(data: Data, used: Data) -> str:
    """The average precision beside that of chance, with an interval at the share of positives of these cases."""
    if used.original is not None:
        value = curves_of(used, "precision_recall")[used.name].summary
        chance, interval = used.prevalence, Interval(value)
    else:
        lines = threshold_free.of_tables(data, {data.name: scores_of(data)}).get(data.name, ())
        line = next((line for line in lines if line.measure.key == "AP"), None)
        if line is None:
            return "**No average precision:** there must be cases of both classes."
        chance, interval = line.chance, line.interval
    ends = f" ({interval_text(interval)})" if interval.low < interval.high else ""
    return (
        f"**Average precision {number(interval.value)}**{ends}: averaged over recall, {percent(interval.value)} of the "
        f"positive predictions are right. Chance has {number(chance)}."
    )


def measure_sentence(key: str, used: Data) -> str:
    """The measure at the threshold in force."""
    shown = measure(key)
    name, value = in_text(shown), float(shown(used.model.counts))
    scores = at_scores(threshold(used), number)
    if math.isnan(value):
        return f"**{name[:1].upper()}{name[1:]} has no value** at {scores}: {shown.undefined}."
    return (
        f"**{name[:1].upper()}{name[1:]} {number(value)}** at {scores}, the current threshold of {literal(used.name)}."
    )


def calibration_sentence(data: Data, selected: Separation) -> str:
    """How well calibrated the scores of the selected model are, as far as the cases show."""
    right, name = judged(data).consistent, as_subject(data.name)
    if right is None or selected.brier is None:
        return f"**Not probabilities.** The scores of {literal(data.name)} cannot be calibrated or miscalibrated."
    if not right.known:
        return f"**Unknown.** Whether {literal(data.name)} is well calibrated cannot be computed, {UNKNOWN_SUMS}."
    if right.off:
        return f"**Miscalibrated.** {name} is not well calibrated: {off_in_words(right)}"
    bins = many(right.outside.size, "bin")
    if right.error.p <= alpha():
        return (
            f"**Perhaps miscalibrated.** No bin of {name} is clearly off, but the {bins} together are further off than "
            f"sampling explains (see ECE)."
        )
    return f"**No miscalibration shown.** {name} may be well calibrated: chance explains the differences in all {bins}."
