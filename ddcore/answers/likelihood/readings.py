"""Which reading of the scores was chosen, what was tried for it, and how a reading is estimated, in words."""

from ddcore.answers.base.answer import Note
from ddcore.answers.base.separation import READING_SCALES, reading_title
from ddcore.answers.base.words import interval_text, listing, signed
from ddcore.formats import count, number
from ddcore.scores.choice import INFLATION, LEAST, ORDER
from ddcore.scores.curve_kinds import CURVE_KINDS
from ddcore.scores.density import RATIO_METHODS
from ddcore.scores.gain import BEFORE, RESAMPLES, UNSEEN, Gain
from ddcore.scores.kernel import BANDWIDTHS
from ddcore.scores.ratio import Choice


def chosen(gain: Gain) -> list[Note]:
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

**The band** of the ratio holds the middle 95 % of what the same reading, with its scale and its bandwidths, finds in
{RESAMPLES} resamples, cases drawn with replacement within their class (Efron 1979): how far chance moves the curve, not
what the estimate cannot follow.
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
        f"the area of another is larger by {LEAST:g} or more on unseen cases, with a 95 % interval of the gain "
        f"above 0; of several, the one that gives these cases the highest chance of being what they are is taken. The "
        f"areas on unseen cases are those of the whole procedure: each fold is read as the others choose (Stone 1974)."
        f"\n\n{_tried(choice)}\n\n"
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
    """Every reading that was tried for the best tried, as a table: what it does on unseen cases."""
    rows = [
        f"| {RATIO_METHODS[tried.method].title}{READING_SCALES[tried.bounds]} | {signed(tried.gain.value)} "
        f"| {interval_text(tried.gain)} | {number(tried.fit)} "
        f"| {'chosen' if tried.method == choice.method and tried.bounds == choice.bounds else ''} |"
        for tried in choice.tried
    ]
    head = "| reading | gain in area | 95 % interval | mean log chance of what cases are | taken |"
    return "\n".join([head, "|:--|--:|--:|--:|:--|", *rows])
