"""The likelihood ratio in words: whether reading the scores by it pays, how it runs, and how it is estimated."""

import math

import numpy as np

from ddcore.answers.base.answer import Note
from ddcore.answers.base.known_laws import scenario
from ddcore.answers.base.separation import READING_SCALES, reading_title
from ddcore.answers.base.words import interval_text, listing, literal, signed
from ddcore.data import Data
from ddcore.formats import count, number, percent
from ddcore.interval import USUAL_LEVEL, Interval, confidence
from ddcore.scores.choice import INFLATION, LEAST, ORDER
from ddcore.scores.curve_kinds import CURVE_KINDS
from ddcore.scores.density import RATIO_METHODS
from ddcore.scores.gain import BEFORE, CLEAR, LEARNED, RESAMPLES, UNSEEN, Gain, Portrait
from ddcore.scores.kernel import BANDWIDTHS
from ddcore.scores.likelihood import BEST
from ddcore.scores.ratio import Choice

RATIO = "By their likelihood ratio (the evidence)"
Stretches = tuple[tuple[float, float], ...]

DENSITY_REMARKS = {
    "log_ratio": "Where this is s, a right ratio has the positives exp(s) times as dense: at the grey line both are as "
    "high.",
    "probability": "Where this is p, a right ratio has the positives p / (1 − p) times as dense: at the grey line both "
    "are as high.",
}
UNTRIED = "Unseen cases cannot be tried, so these are the scores as they are."


def unread(method: str) -> str:
    """That a method does not fit these scores."""
    if method == BEST:
        return "**Nobody can tell.** These scores cannot be read."
    return f"**Not by this method.** {RATIO_METHODS[method].title} does not fit these scores; choose another one."


def headline(gain: Gain) -> str:
    """Yes, no or not clearly, by what these cases show."""
    state, before = gain.state, number(gain.aucs[BEFORE].value)
    if state == "perfect":
        return "**No.** These scores separate perfectly already: their AUC is 1."
    if state == "untried":
        return _untried(number(gain.aucs[LEARNED].value), before)
    if state == "turned":
        return (
            f"**Yes, turned round.** The scores point the wrong way: their AUC is {before}, and turned round it would "
            f"be {number(1 - gain.aucs[BEFORE].value)}."
        )
    if state == "kept" and gain.likelihood.choice is None:
        return f"**Not by this method.** It keeps the order of the scores, and with it their AUC of {before}."
    if state == "kept":
        return (
            "**Not that these cases could show.** No estimate of their likelihood ratio (the evidence) separates "
            f"unseen cases clearly better than the scores as they are, whose AUC is {before}."
        )
    after = number(gain.aucs[UNSEEN].value)
    if state == "unclear":
        return (
            f"**Not that these cases could show.** {RATIO} unseen cases reach an AUC of {after}; the scores as they "
            f"are {before}."
        )
    if state == "levelled":
        return f"**Only up to chance.** {RATIO} the same scores have an AUC of {after} instead of {before}."
    if state == "worse":
        return f"**No.** {RATIO} the same scores separate worse, with an AUC of {after} instead of {before}."
    better = f"{RATIO} the same scores reach an AUC of {after} instead of {before}"
    if state == "likely":
        return f"**Probably.** {better}, but that may still be chance."
    return f"**Yes.** {better}." if state == "better" else f"**Hardly.** {better}."


def _untried(learned: str, before: str) -> str:
    """That no unseen cases can be tried; areas as they are written."""
    if learned == before:
        return (
            "**Nobody can tell.** No likelihood ratio could be tried on unseen cases; the scores as they are have an "
            f"AUC of {before}."
        )
    return (
        f"**Nobody can tell.** {RATIO} the same scores reach an AUC of {learned} instead of {before}, but only on the "
        f"cases that it was estimated from."
    )


def reason(gain: Gain, positive: str, negative: str) -> str:
    """What the ratio looks like, and the gain with its interval."""
    return f"{ratio_in_words(gain, positive, negative)} {_gained(gain)}"


def _gained(gain: Gain) -> str:
    """The gain on unseen cases with its interval; of the scores as they are, what the best other reading gains."""
    reading = gain.likelihood.choice
    if UNSEEN not in gain.gains:
        return f"Unseen cases cannot be tried: {gain.refused}."
    if gain.state == "kept" and reading is not None and reading.tried:
        best = max(reading.tried, key=lambda tried: tried.gain.value)
        if best.gain.value < LEAST:
            return f"None of {len(reading.tried)} estimates of the ratio gains anything on unseen cases."
        return (
            f"Of {len(reading.tried)} estimates of the ratio, {reading_title(best.method, best.bounds)} does best on "
            f"unseen cases: a gain of {_sized(best.gain)}."
        )
    unseen = gain.gains[UNSEEN]
    if unseen.low > 0:
        return f"The gain holds on unseen cases: {_sized(unseen)}."
    return f"On unseen cases the gain is {_sized(unseen)}."


def _sized(gain: Interval) -> str:
    return f"**{signed(gain.value)}** ({confidence()} interval {interval_text(gain)})"


ENDINGS = {
    "better": "A single threshold on the scores misses that.",
    "likely": "These cases show no more.",
    "hardly": "That hardly matters.",
}
"""What it means that a ratio turns, where reading it pays, by the state of the gain."""


def ratio_in_words(gain: Gain, positive: str, negative: str) -> str:
    """Whether the ratio rises with the score."""
    runs, to, method = gain.shape.runs, literal(positive), gain.likelihood.method
    if gain.state == "turned":
        return f"The *lower* a score, the more it speaks for {to}: the scores point the wrong way."
    if method in ("isotonic", "logistic") and runs == ():
        return "By this method no score clearly says more than another; a method that supposes less may see more."
    if method == "isotonic":
        return "This method lets the ratio only rise with the score; where it would fall, scores are taken as one."
    if len(runs) > 1 and gain.state in ("better", "likely", "hardly"):
        return f"{_turning(runs, gain.shape.favours_positive, to, literal(negative))} {ENDINGS[gain.state]}"
    if len(runs) > 1 and gain.state == "worse":
        return "By this method the ratio turns, but using it loses more than it gains."
    if len(runs) > 1:
        return "By this method the ratio turns, but these cases cannot show that it matters."
    if gain.state in ("better", "likely"):
        return f"Somewhere a higher score speaks less for {to} than a lower one, but these cases do not show where."
    if gain.aucs[BEFORE].low > 0.5:
        return (
            f"As far as these cases tell, the higher a score, the more it speaks for {to}: one threshold on the scores "
            f"is enough."
        )
    return f"These cases do not show whether higher or lower scores speak for {to}."


def _turning(runs: tuple[int, ...], favourable: Stretches, to: str, other: str) -> str:
    """What a ratio says that turns: by the scores that speak for the positive class, and by its ways."""
    ranges = listing([_range(low, high) for low, high in favourable]) if favourable else ""
    from_below, to_above = (
        (math.isinf(favourable[0][0]), math.isinf(favourable[-1][1])) if favourable else (False, False)
    )
    if len(favourable) == 2 and from_below and to_above:
        return f"Low *and* high scores both speak for {to} ({ranges})."
    if len(favourable) == 1 and not from_below and not to_above:
        return f"Scores in the middle speak for {to} ({ranges}), low and high ones for {other}."
    way = _way(runs)
    if not favourable or (len(favourable) == 1 and from_below and to_above):
        return f"As the score rises, what it says for {to} {way}."
    return f"As the score rises, what it says for {to} {way}; scores {ranges} speak for it."


def _way(runs: tuple[int, ...]) -> str:
    if runs == (-1, 1):
        return "first falls, then rises"
    if runs == (1, -1):
        return "first rises, then falls"
    return f"goes {listing(['up' if run > 0 else 'down' for run in runs], 6)}"


def _range(low: float, high: float) -> str:
    if math.isinf(low):
        return f"below {number(high)}"
    return f"above {number(low)}" if math.isinf(high) else f"from {number(low)} to {number(high)}"


def advice(gain: Gain) -> str:
    """What to do with the scores."""
    state = gain.state
    if state == "untried" and gain.tables[BEFORE].weighted and gain.tables[BEFORE].squares is None:
        return "Keep the scores as they are until cases can be tried of which each one's weight is known."
    if state == "untried":
        return "Keep the scores as they are until there are cases enough to try the ratio on."
    if state == "turned":
        return "Turn the scores round, or take the other class for positive: then a threshold on them is enough."
    if state == "levelled":
        return "Turn the scores round, or try another method: this one only levels them."
    if state == "better":
        return (
            "Do not discard or retrain this model for its AUC yet: put the threshold on the likelihood ratio, which "
            "stands beside each score in the table of transformed scores, instead of the score."
        )
    if state == "likely":
        return (
            "Try a threshold on the likelihood ratio, which stands beside each score in the table of transformed "
            "scores, on more cases before you rely on it."
        )
    if state == "worse" and gain.shape.is_monotone:
        return f"Keep the scores as they are; this ratio loses {number(-gain.gains[UNSEEN].value)} of AUC."
    if state == "worse":
        return "Keep the scores as they are, or try another method: this one does not fit them."
    if state == "hardly":
        return "Keep the scores as they are: a threshold on them loses next to nothing."
    return "Keep the scores as they are: a threshold on them loses nothing that these cases could show."


def notes(gain: Gain, data: Data) -> list[Note]:
    """What was chosen, and what would mislead."""
    return [
        *_chosen(gain),
        *_flattered(gain),
        *_dented(gain),
        *[Note("reading", fact) for fact in gain.likelihood.facts if _is_unusual(fact)],
        *_truth(data),
    ]


def _chosen(gain: Gain) -> list[Note]:
    """Which reading was chosen where the best one was looked for, and what choosing cost."""
    choice, unseen = gain.likelihood.choice, gain.gains.get(UNSEEN)
    if choice is None:
        return []
    if choice.refused:
        return [
            Note(
                "none-tried", "No likelihood ratio could be tried on unseen cases, so the order of the scores is kept."
            )
        ]
    if choice.method != ORDER:
        return [
            Note(
                "chosen",
                f"The ratio is estimated by {reading_title(choice.method, choice.bounds)}, the best of "
                f"{len(choice.tried) + 1} ways "
                f"on unseen cases. Another can be chosen.",
            )
        ]
    if unseen is None or abs(unseen.value) < LEAST:
        return []
    return [
        Note(
            "choosing-cost",
            f"Some folds chose another estimate of the ratio, which changed the AUC by {signed(unseen.value)}.",
        )
    ]


def _flattered(gain: Gain) -> list[Note]:
    """How much larger the gain looks on the cases that it was learned from."""
    learned, unseen = gain.gains[LEARNED].value, gain.gains.get(UNSEEN)
    if unseen is None and learned > LEAST:
        return [
            Note(
                "flatters",
                f"A gain of {signed(learned)} on the cases that the ratio was estimated from always flatters.",
            )
        ]
    if unseen is None or learned <= CLEAR or learned <= unseen.high:
        return []
    return [
        Note(
            "learned-by-heart",
            f"On the cases that the ratio was estimated from the gain looks like {signed(learned)}; on unseen cases it "
            f"is {signed(unseen.value)}. The rest is overfitting.",
        )
    ]


def _dented(gain: Gain) -> list[Note]:
    """What the convex hull adds to the area, before and after."""
    before, after = gain.hull_gains[BEFORE], gain.hull_gains[LEARNED]
    if gain.likelihood.method == ORDER or before <= max(0.01, 3 * gain.aucs[BEFORE].error):
        return []
    dents = f"Before, the ROC curve has dents: its convex hull adds {number(before)} of area; after,"
    if after < LEAST:
        return [Note("dents-gone", f"{dents} nothing.")]
    return [Note("dents", f"{dents} {number(after)}. With the true densities nothing would be left.")]


def _is_unusual(fact: str) -> bool:
    """Whether a fact about a reading says more than how it was made."""
    return "had to be" in fact or "was taken" in fact or "equal" in fact


def _truth(data: Data) -> list[Note]:
    """The exact areas of simulated scores."""
    law = scenario(data)
    if law is None:
        return []
    return [
        Note(
            "simulated",
            f"These scores are simulated, so the truth is known: the exact areas are {law.auc:.6f} before and "
            f"{law.best_auc:.6f} after, and nothing made of these scores can do better.",
        )
    ]


def share_remark(used: Data) -> str:
    """At which share something is counted; empty where it is that of the cases.

    >>> share_remark(Data(100, 50))
    ''
    """
    return "" if used.original is None else f"Counted as where {percent(used.prevalence)} are positive."


def share_notes(used: Data) -> list[Note]:
    """What another share of positives changes, and what it does not."""
    if used.original is None:
        return []
    return [
        Note(
            "in-use",
            f"Best values, probabilities and average precision are counted as where {percent(used.prevalence)} are "
            f"positive, not {percent(used.original.prevalence)} as in these cases, with the same recall and false "
            f"positive rate. The ratio, the ROC curve and the AUC are the same at every share.",
            kind="changes",
        )
    ]


def band_remark(portrait: Portrait) -> str:
    """How to read the band of the ratio."""
    if np.isnan(portrait.low).any():
        return "The ratio has no band, because the cases are weighted and only sums of weights are known."
    return (
        f"The band holds the middle {confidence()} of {RESAMPLES} resamples, at each score by itself. Where it holds "
        f"1, the line is dotted: these cases do not show that such a score speaks for either class."
    )


NEAR = {
    "none": "Nothing was done near 0 and 1.",
    "reflect": "What the kernel throws over 0 and 1 is reflected.",
    "logit": "The scores are read on the scale of log odds.",
    "rank": "The scores are read on the scale of their ranks, both classes counting alike.",
}


def method(gain: Gain, folds: int, seed: int) -> str:
    """Formulas, sources and rules."""
    likelihood = gain.likelihood
    method = RATIO_METHODS[likelihood.method]
    source = method.source.replace(" (", " ").removesuffix(")")
    title = BANDWIDTHS[likelihood.bandwidth][0].replace("Normal", "normal")
    rule = f", bandwidth by {title}" if likelihood.method == "kde" else ""
    within = gain.tables[BEFORE].is_probability
    remarks = [NEAR[likelihood.bounds]] if within or likelihood.bounds == "rank" else []
    if method.local:
        remarks.append("Where no case is near, the ratio is that of the nearest score that has cases near.")
    if likelihood.estimate.densities is None or likelihood.slope is None:
        remarks.append("This reading has no densities; the chart of the classes shows those of a histogram.")
    unseen = f"none were tried, because {gain.refused}." if gain.refused else _folds(gain, folds, seed)
    return f"""The **likelihood ratio** of a score is how much more frequent it is among the positives than
among the negatives:

$$
s = L(x) = \\frac{{f_1(x)}}{{f_0(x)}}
$$

and a case is positive with probability

$$
P(\\text{{positive}} \\mid x) = \\frac{{\\pi_1 s}}{{\\pi_0 + \\pi_1 s}}
$$

No other reading of the same scores has a higher ROC, precision-recall or TOC curve anywhere (Gong 2022,
Theorem 1 and Corollaries 8 and 9; Neyman & Pearson 1933), and the ROC curve of the
scores themselves is that good if the ratio never falls (Lemma 3). That holds for the true densities; here they are
estimated by **{method.title.lower()}**: {method.words}{rule} ({source}). {" ".join([*likelihood.facts, *remarks])}

{_best(likelihood.choice)}**Unseen cases**: {unseen}

**The band** of the ratio holds the middle {confidence()} of what the same reading, with its scale and its bandwidths,
finds in {RESAMPLES} resamples, cases drawn with replacement within their class (Efron 1979): how far chance moves the
curve, not what the estimate cannot follow.
A run of the ratio up or down counts if it spans three standard errors and 5 %, over the middle 99 % of the scores; it
is told where unseen cases bear it out.

{" ".join(f"{kind.title}: {kind.source}." for kind in map(CURVE_KINDS.__getitem__, ("roc", "precision_recall", "toc")))}
"""


def _best(choice: Choice | None) -> str:
    """How the best reading was found."""
    if choice is None:
        return ""
    if choice.refused:
        return f"**Best on unseen cases**: nothing could be tried, because {choice.refused}.\n\n"
    return (
        f"**Best on unseen cases**: readings cross-fitted: {len(choice.tried)}. The scores stay as they are unless "
        f"the area of another is larger by {LEAST:g} or more on unseen cases, with an interval of the gain above 0, at "
        f"level {USUAL_LEVEL:g} whatever level is chosen; of several, the one that gives these cases the highest "
        f"chance of being what they are is taken. The areas on unseen cases are those of the whole procedure: each "
        f"fold is read as the others choose (Stone 1974).\n\n{_tried(choice)}\n\n"
    )


def _folds(gain: Gain, folds: int, seed: int) -> str:
    """How the cases were dealt, and what the folds have."""
    fewer = f" (instead of {folds}, for want of cases)" if len(gain.sizes) < folds else ""
    each = [f"{number(area)} on {count(size)}" for size, area in zip(gain.sizes, gain.areas, strict=True)]
    return (
        f"{len(gain.sizes)} folds{fewer}, dealt at random within each class (seed {seed}); each fold is read by the "
        f"ratio that the others give. Their areas: {listing(each, 8)} cases. A case counts in the "
        f"area by its place among the negatives of its own fold, and in the curves by its place among those of the "
        f"others, so that folds are comparable. Intervals of the area have DeLong's variance (1988), widened for few "
        f"cases; the gain is paired case by case. As the folds share their cases, the variance of the unseen gain can "
        f"be twice DeLong's where scores say nothing; the interval allows for {INFLATION:g} times.{_held(gain)}"
    )


def _held(gain: Gain) -> str:
    """What the interval holds besides, where a reading was chosen."""
    if not gain.fixed:
        return ""
    return (
        " The value is that of the whole procedure; folds have fewer cases and often keep the scores as they are where "
        "all cases do not. So a second cross-fit takes the reading that all cases chose in every fold, and the "
        "intervals of areas and measures hold those of both: of what the reading gains on other cases the first alone "
        "held 50 to 90 % where 15 to 30 of 300 cases were positive, both held 93 % or more."
    )


def _tried(choice: Choice) -> str:
    """Every reading that was tried, as a table: what it does on unseen cases."""
    rows = [
        f"| {RATIO_METHODS[tried.method].title}{READING_SCALES[tried.bounds]} | {signed(tried.gain.value)} "
        f"| {interval_text(tried.gain)} | {number(tried.fit)} "
        f"| {'chosen' if tried.method == choice.method and tried.bounds == choice.bounds else ''} |"
        for tried in choice.tried
    ]
    head = f"| reading | gain in area | interval at {USUAL_LEVEL:g} | mean log chance of what cases are | taken |"
    return "\n".join([head, "|:--|--:|--:|--:|:--|", *rows])
