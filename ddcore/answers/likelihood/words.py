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

Stretches = tuple[tuple[float, float], ...]

DENSITY_REMARKS = {
    "log_ratio": "If the ratio is right, positives are exp(s) times as frequent as negatives where this is s. At the "
    "grey line both are equally frequent.",
    "probability": "If the ratio is right, positives are p / (1 − p) times as frequent as negatives where this is p. "
    "At the grey line both are equally frequent.",
}
UNTRIED = "The ratio cannot be tested on unseen cases, so this chart shows the scores themselves."


def unread(method: str) -> str:
    """That a method does not fit these scores."""
    if method == BEST:
        return "**These cases cannot tell.** No likelihood ratio can be estimated from these scores."
    return f"**Not by this method.** {RATIO_METHODS[method].title} does not fit these scores; choose another method."


def headline(gain: Gain) -> str:
    """Yes, no or not clearly, by what these cases show."""
    state, before = gain.state, number(gain.aucs[BEFORE].value)
    if state == "perfect":
        return "**No.** These scores already separate the classes perfectly: their AUC is 1."
    if state == "untried":
        return _untried(number(gain.aucs[LEARNED].value), before)
    if state == "turned":
        return (
            f"**Yes, reversed.** The scores point the wrong way: their AUC is {before}. Reversed, it is "
            f"{number(1 - gain.aucs[BEFORE].value)}."
        )
    if state == "kept" and gain.likelihood.choice is None:
        return f"**Not by this method.** It keeps the order of the scores, so their AUC stays at {before}."
    if state == "kept":
        return (
            "**Not as far as these cases show.** No estimate of the likelihood ratio separates unseen cases clearly "
            f"better than the scores themselves, whose AUC is {before}."
        )
    after = number(gain.aucs[UNSEEN].value)
    if state == "unclear":
        return (
            f"**Not as far as these cases show.** The AUC of the scores is {before}; rescaled by their likelihood "
            f"ratio, they reach {after} on unseen cases."
        )
    if state == "levelled":
        return (
            f"**Only up to chance.** Rescaled by their likelihood ratio, the scores have an AUC of {after} on unseen "
            f"cases instead of {before}."
        )
    if state == "worse":
        return (
            f"**No.** Rescaled by their likelihood ratio, the scores separate worse: their AUC is {after} on unseen "
            f"cases instead of {before}."
        )
    better = (
        f"Rescaled by their likelihood ratio, the scores reach an AUC of {after} on unseen cases instead of {before}"
    )
    if state == "likely":
        return f"**Probably.** {better}. The difference may still be chance."
    return f"**Yes.** {better}." if state == "better" else f"**Hardly.** {better}."


def _untried(learned: str, before: str) -> str:
    """That no unseen cases can be tried; areas as they are written."""
    if learned == before:
        return (
            "**These cases cannot tell.** No likelihood ratio could be tested on unseen cases. The AUC of the scores "
            f"themselves is {before}."
        )
    return (
        f"**These cases cannot tell.** Rescaled by their likelihood ratio, the scores reach an AUC of {learned} "
        f"instead of {before}, but only on the cases used to estimate the ratio."
    )


def reason(gain: Gain, positive: str, negative: str) -> str:
    """What the ratio looks like, and the gain with its interval."""
    return f"{ratio_in_words(gain, positive, negative)} {_gained(gain)}"


def _gained(gain: Gain) -> str:
    """The gain on unseen cases with its interval; of the scores as they are, what the best other reading gains."""
    reading = gain.likelihood.choice
    if UNSEEN not in gain.gains:
        return f"The ratio cannot be tested on unseen cases: {gain.refused}."
    if gain.state == "kept" and reading is not None and reading.tried:
        best = max(reading.tried, key=lambda tried: tried.gain.value)
        if best.gain.value < LEAST:
            return f"None of {len(reading.tried)} estimates of the ratio improves the AUC on unseen cases."
        return (
            f"Of {len(reading.tried)} estimates of the ratio, {reading_title(best.method, best.bounds)} does best on "
            f"unseen cases: it changes the AUC by {_sized(best.gain)}."
        )
    unseen = gain.gains[UNSEEN]
    if unseen.low > 0:
        return f"The AUC on unseen cases rises by {_sized(unseen)}."
    return f"On unseen cases the AUC changes by {_sized(unseen)}."


def _sized(gain: Interval) -> str:
    return f"**{signed(gain.value)}** ({confidence()} interval {interval_text(gain)})"


ENDINGS = {
    "better": "A single threshold on the scores misses that.",
    "likely": "More cases are needed to be sure.",
    "hardly": "That hardly matters here.",
}
"""What it means that a ratio turns, where reading it pays, by the state of the gain."""


def ratio_in_words(gain: Gain, positive: str, negative: str) -> str:
    """Whether the ratio rises with the score."""
    runs, to, method = gain.shape.runs, literal(positive), gain.likelihood.method
    if gain.state == "turned":
        return f"The *lower* the score, the more likely a case is {to}."
    if method in ("isotonic", "logistic") and runs == ():
        return (
            "With this method no score clearly means more than another. A method with fewer assumptions may find more."
        )
    if method == "isotonic":
        return "This method lets the ratio only rise with the score; where it would fall, scores are merged."
    if len(runs) > 1 and gain.state in ("better", "likely", "hardly"):
        return f"{_turning(runs, gain.shape.favours_positive, to, literal(negative))} {ENDINGS[gain.state]}"
    if len(runs) > 1 and gain.state == "worse":
        return "With this method the ratio rises and falls, but using it loses more than it gains."
    if len(runs) > 1:
        return "With this method the ratio rises and falls, but these cases do not show that this matters."
    if gain.state in ("better", "likely"):
        return f"Somewhere a higher score makes {to} less likely, but these cases do not show where."
    if gain.aucs[BEFORE].low > 0.5:
        return (
            f"As far as these cases show, {to} becomes more likely as the score rises: one threshold on the scores is "
            f"enough."
        )
    return f"These cases do not show whether high or low scores point to {to}."


def _turning(runs: tuple[int, ...], favourable: Stretches, to: str, other: str) -> str:
    """What a ratio says that turns: by the scores that speak for the positive class, and by its ways."""
    ranges = listing([_range(low, high) for low, high in favourable]) if favourable else ""
    from_below, to_above = (
        (math.isinf(favourable[0][0]), math.isinf(favourable[-1][1])) if favourable else (False, False)
    )
    if len(favourable) == 2 and from_below and to_above:
        return f"Low *and* high scores both point to {to} ({ranges})."
    if len(favourable) == 1 and not from_below and not to_above:
        return f"Scores in the middle point to {to} ({ranges}), low and high scores to {other}."
    way = _way(runs)
    if not favourable or (len(favourable) == 1 and from_below and to_above):
        return f"As the score rises, the likelihood of {to} {way}."
    return f"As the score rises, the likelihood of {to} {way}. Scores {ranges} point to {to}."


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
        return "Keep the scores as they are. To test the ratio, the weight of each single case must be known."
    if state == "untried":
        return "Keep the scores as they are until there are enough cases to test the ratio."
    if state == "turned":
        return "Reverse the scores, or take the other class as positive. A threshold on them is then enough."
    if state == "levelled":
        return "Reverse the scores, or try another method: this one only evens them out."
    if state == "better":
        return (
            "Do not discard or retrain this model for its AUC yet. Put the threshold on the likelihood ratio instead "
            "of the score: the table *Rescaled scores* has the ratio of each score."
        )
    if state == "likely":
        return (
            "Try a threshold on the likelihood ratio with more cases before you rely on it. The table *Rescaled "
            "scores* has the ratio of each score."
        )
    if state == "worse" and gain.shape.is_monotone:
        return f"Keep the scores as they are. This ratio lowers the AUC by {number(-gain.gains[UNSEEN].value)}."
    if state == "worse":
        return "Keep the scores as they are, or try another method: this one does not fit them."
    if state == "hardly":
        return "Keep the scores as they are: a threshold on them loses almost nothing."
    return "Keep the scores as they are: these cases do not show that a threshold on them loses anything."


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
                "none-tried",
                "No likelihood ratio could be tested on unseen cases, so the order of the scores is kept.",
            )
        ]
    if choice.method != ORDER:
        return [
            Note(
                "chosen",
                f"The ratio is estimated by {reading_title(choice.method, choice.bounds)}, which did best of "
                f"{len(choice.tried) + 1} methods on unseen cases. You can choose another method.",
            )
        ]
    if unseen is None or abs(unseen.value) < LEAST:
        return []
    return [
        Note(
            "choosing-cost",
            f"In some folds another estimate of the ratio was chosen, which changed the AUC by {signed(unseen.value)}.",
        )
    ]


def _flattered(gain: Gain) -> list[Note]:
    """How much larger the gain looks on the cases that it was learned from."""
    learned, unseen = gain.gains[LEARNED].value, gain.gains.get(UNSEEN)
    if unseen is None and learned > LEAST:
        return [
            Note(
                "flatters",
                f"The gain of {signed(learned)} is measured on the cases used to estimate the ratio. Such a gain is "
                f"always too optimistic.",
            )
        ]
    if unseen is None or learned <= CLEAR or learned <= unseen.high:
        return []
    return [
        Note(
            "learned-by-heart",
            f"On the cases used to estimate the ratio, the gain is {signed(learned)}; on unseen cases it is "
            f"{signed(unseen.value)}. The difference is overfitting.",
        )
    ]


def _dented(gain: Gain) -> list[Note]:
    """What the convex hull adds to the area, before and after."""
    before, after = gain.hull_gains[BEFORE], gain.hull_gains[LEARNED]
    if gain.likelihood.method == ORDER or before <= max(0.01, 3 * gain.aucs[BEFORE].error):
        return []
    dents = f"The ROC curve of the scores has dents: its convex hull adds {number(before)} to the area."
    if after < LEAST:
        return [Note("dents-gone", f"{dents} The ROC curve of the likelihood ratio has none.")]
    return [
        Note(
            "dents",
            f"{dents} To the area of the likelihood ratio it adds {number(after)}; with the true densities it would "
            f"add nothing.",
        )
    ]


def _is_unusual(fact: str) -> bool:
    """Whether a fact about a reading says more than how it was made."""
    return "had to be" in fact or "was used instead" in fact or "equal" in fact


def _truth(data: Data) -> list[Note]:
    """The exact areas of simulated scores."""
    law = scenario(data)
    if law is None:
        return []
    return [
        Note(
            "simulated",
            f"These scores are simulated, so the truth is known: the exact AUC is {law.auc:.6f} for the scores and "
            f"{law.best_auc:.6f} for their likelihood ratio. No transformation of these scores can do better.",
        )
    ]


def share_remark(used: Data) -> str:
    """At which share something is counted; empty where it is that of the cases.

    >>> share_remark(Data(100, 50))
    ''
    """
    return "" if used.original is None else f"For a share of positives of {percent(used.prevalence)}."


def share_notes(used: Data) -> list[Note]:
    """What another share of positives changes, and what it does not."""
    if used.original is None:
        return []
    return [
        Note(
            "in-use",
            f"Best values, probabilities and average precision are for {percent(used.prevalence)} positives instead of "
            f"the {percent(used.original.prevalence)} here, with the same recall and false positive rate. The ratio, "
            f"the ROC curve and the AUC do not depend on this share.",
            kind="changes",
        )
    ]


def band_remark(portrait: Portrait) -> str:
    """How to read the band of the ratio."""
    if np.isnan(portrait.low).any():
        return "The ratio has no band: the cases are weighted and only sums of weights are known."
    return (
        f"The band covers the middle {confidence()} of {RESAMPLES} resamples, separately at each score. Where it "
        f"includes 1 the line is dotted: these cases do not show which class such a score points to."
    )


NEAR = {
    "none": "Nothing is corrected near 0 and 1.",
    "reflect": "What the kernel spreads beyond 0 and 1 is reflected.",
    "logit": "The ratio is estimated on the log odds of the scores.",
    "rank": "The ratio is estimated on the ranks of the scores, with both classes weighted equally.",
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
        remarks.append("Far from all cases the ratio is that of the nearest score that has cases around it.")
    if likelihood.estimate.densities is None or likelihood.slope is None:
        remarks.append("This method has no densities; the chart of the classes shows those of a histogram.")
    unseen = f"not tested, because {gain.refused}." if gain.refused else _folds(gain, folds, seed)
    return f"""The **likelihood ratio** of a score is how much more frequent it is among the positives than
among the negatives:

$$
s = L(x) = \\frac{{f_1(x)}}{{f_0(x)}}
$$

and a case is positive with probability

$$
P(\\text{{positive}} \\mid x) = \\frac{{\\pi_1 s}}{{\\pi_0 + \\pi_1 s}}
$$

No other transformation of the scores has a higher ROC, precision-recall or TOC curve at any point (Gong 2022,
Theorem 1 and Corollaries 8 and 9; Neyman & Pearson 1933). The ROC curve of the scores themselves is equally good if the
ratio never falls (Lemma 3). This is so for the true densities; here they are estimated by
**{method.title.lower()}**: {method.words}{rule} ({source}). {" ".join([*likelihood.facts, *remarks])}

{_best(likelihood.choice)}**Unseen cases**: {unseen}

**The band** of the ratio covers the middle {confidence()} of {RESAMPLES} resamples: cases are drawn with replacement
within their class, and the ratio is estimated again with the same scale and bandwidths (Efron 1979). It shows how far
chance moves the curve; it does not show what the method cannot follow.
A rise or fall of the ratio counts if it spans three standard errors and 5 %, over the middle 99 % of the scores. It is
reported where unseen cases confirm it.

{" ".join(f"{kind.title}: {kind.source}." for kind in map(CURVE_KINDS.__getitem__, ("roc", "precision_recall", "toc")))}
"""


def _best(choice: Choice | None) -> str:
    """How the best reading was found."""
    if choice is None:
        return ""
    if choice.refused:
        return f"**Best on unseen cases**: nothing could be tested, because {choice.refused}.\n\n"
    return (
        f"**Best on unseen cases**: {len(choice.tried)} estimates of the ratio are compared by cross-fitting. The "
        f"scores stay as they are unless another estimate has an AUC that is larger by {LEAST:g} or more on unseen "
        f"cases, with an interval of the gain above 0 (always at level {USUAL_LEVEL:g}). If several do, we take the "
        f"one under which the classes of these cases are most probable. The AUCs on unseen cases are those of the "
        f"whole procedure: for each fold the estimate is chosen on the other folds (Stone 1974)."
        f"\n\n{_tried(choice)}\n\n"
    )


def _folds(gain: Gain, folds: int, seed: int) -> str:
    """How the cases were dealt, and what the folds have."""
    fewer = f" (instead of {folds}, because there are too few cases)" if len(gain.sizes) < folds else ""
    each = [f"{number(area)} on {count(size)}" for size, area in zip(gain.sizes, gain.areas, strict=True)]
    return (
        f"{len(gain.sizes)} folds{fewer}, drawn at random within each class (seed {seed}). Each fold is scored by the "
        f"ratio estimated from the other folds. Their AUCs are {listing(each, 8)} cases. For the AUC a case is "
        f"ranked among the negatives of its own fold; for the curves, among those of the other folds, so that folds "
        f"are comparable. Intervals of the AUC use DeLong's variance (1988), widened for few cases; the gain is paired "
        f"case by case. Folds share their cases: where scores carry no information, the variance of the gain on unseen "
        f"cases can be twice DeLong's. The interval allows for {INFLATION:g} times.{_held(gain)}"
    )


def _held(gain: Gain) -> str:
    """What the interval holds besides, where a reading was chosen."""
    if not gain.fixed:
        return ""
    return (
        " The value is that of the whole procedure. Folds have fewer cases, so they often keep the scores as they are "
        "where all cases do not. Therefore a second cross-fit uses the method chosen on all cases in every fold, and "
        "the intervals of AUCs and measures cover both. In simulations with 15 to 30 positives among 300 cases, the "
        "first alone covered what the method gains on other cases in 50 to 90 % of samples; both together covered it "
        "in 93 % or more."
    )


def _tried(choice: Choice) -> str:
    """Every estimate that was tried, as a table: what it does on unseen cases."""
    rows = [
        f"| {RATIO_METHODS[tried.method].title}{READING_SCALES[tried.bounds]} | {signed(tried.gain.value)} "
        f"| {interval_text(tried.gain)} | {number(tried.fit)} "
        f"| {'chosen' if tried.method == choice.method and tried.bounds == choice.bounds else ''} |"
        for tried in choice.tried
    ]
    head = f"| estimate | gain in AUC | interval at {USUAL_LEVEL:g} | mean log likelihood | choice |"
    return "\n".join([head, "|:--|--:|--:|--:|:--|", *rows])
