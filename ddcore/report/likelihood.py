"""Sentences and tables about scores read as evidence."""

import math

import numpy as np
import pandas as pd

from ddcore.answers.words import interval_text, listing, literal
from ddcore.formats import count, number, percent
from ddcore.interval import UNKNOWN, Interval
from ddcore.samples.simulated import Scenario
from ddcore.scores.choice import INFLATION, LEAST, ORDER
from ddcore.scores.curves import CURVE_KINDS
from ddcore.scores.density import RATIO_METHODS
from ddcore.scores.gain import BEFORE, CLEAR, LEARNED, RESAMPLES, UNSEEN, Gain
from ddcore.scores.kernel import BANDWIDTHS
from ddcore.scores.likelihood import BEST
from ddcore.scores.ratio import Choice
from ddcore.table import ScoreTable


def answer(found: Gain) -> str:
    """Yes, no or not clearly, by what these cases show."""
    state, before = found.state, found.aucs[BEFORE].value
    if state == "perfect":
        return ":primary[No.] These scores separate perfectly already: their area is 1."
    if state == "untried":
        learned = found.aucs[LEARNED].value
        if number(learned) == number(before):
            return (
                f":primary[Nobody can tell.] No reading could be tried on unseen cases; the scores as they are have "
                f"an area of {number(before)}."
            )
        return (
            f":primary[Nobody can tell.] Read as evidence, the same scores reach an area of {number(learned)} instead "
            f"of {number(before)}, but only on the cases that the reading was learned from."
        )
    if state == "turned":
        return (
            f":primary[Yes, turned round.] The scores point the wrong way: their area is {number(before)}, and turned "
            f"round it would be {number(1 - before)}."
        )
    if state == "kept" and found.likelihood.choice is None:
        kept = f"It keeps the order of the scores, and with it their area of {number(before)}."
        return f":primary[Not by this method.] {kept}"
    if state == "kept":
        return (
            f":primary[Not that these cases could show.] Of all readings tried, none separates unseen cases clearly "
            f"better than the scores as they are, whose area is {number(before)}."
        )
    after = found.aucs[UNSEEN].value
    areas = f"{number(after)} instead of {number(before)}"
    if state == "likely":
        return (
            f":primary[Probably.] Read as evidence, the same scores separate with an area of {areas}, but that may "
            f"still be chance."
        )
    if state == "unclear":
        return (
            f":primary[Not that these cases could show.] Read as evidence, unseen cases separate with an area of "
            f"{number(after)}; the scores as they are reach {number(before)}."
        )
    if state == "worse":
        return f":primary[No.] Read as evidence, the same scores separate worse, with an area of {areas}."
    if state == "levelled":
        return f":primary[Only up to chance.] Read as evidence, the same scores have an area of {areas}."
    start = "Yes." if state == "better" else "Hardly."
    return f":primary[{start}] Read as evidence, the same scores separate with an area of {areas}."


def unanswered(method: str) -> str:
    """That a method does not fit these scores."""
    if method == BEST:
        return ":primary[Nobody can tell.] These scores cannot be read."
    title = RATIO_METHODS[method].title
    return f":primary[Not by this method.] {title} does not fit these scores; choose another one below."


def reason(found: Gain, positive: str, negative: str) -> str:
    """What the ratio looks like, and the gain with its interval."""
    said = [monotone(found, positive, negative)]
    choice = found.likelihood.choice
    if UNSEEN not in found.gains:
        said.append(f"Unseen cases cannot be tried: {found.refused}.")
    elif found.state == "kept" and choice is not None and choice.tried:
        best = max(choice.tried, key=lambda one: one.gain.value)
        reading = f"Of {len(choice.tried)} other readings, {named(best.method, best.bounds)} does best on cases that it"
        said.append(
            f"{reading} has not seen; its gain there is {_sized(best.gain)}."
            if best.gain.value >= LEAST
            else f"None of {len(choice.tried)} other readings gains anything on cases that it has not seen."
        )
    else:
        gain = found.gains[UNSEEN]
        said.append(
            f"The gain holds on cases that the reading has not seen: {_sized(gain)}."
            if gain.low > 0
            else f"On cases that the reading has not seen the gain is {_sized(gain)}."
        )
    return " ".join(said)


def _sized(gain: Interval) -> str:
    return f"**{signed(gain.value)}** (95 % interval {interval_text(gain)})"


SCALES = {
    "none": "",
    "reflect": " reflected at 0 and 1",
    "logit": " on the log odds",
    "rank": " on the ranks of the scores",
}


def named(method: str, bounds: str | None) -> str:
    """A reading within a sentence.

    >>> named("kde", "logit"), named("order", None)
    ('kernel on the log odds', 'scores as they are')
    """
    return RATIO_METHODS[method].title.lower() + SCALES[bounds or "none"]


def signed(gain: float) -> str:
    """A gain with its sign, and none for nothing.

    >>> signed(0.2042), signed(1e-15), signed(-1)
    ('+0.204', '0', '−1')
    """
    text = number(gain)
    return text if text.startswith("−") or text == "0" else f"+{text}"


def monotone(found: Gain, positive: str, negative: str) -> str:
    """Whether the ratio rises with the score, in words (dissertation, Lemma 3), as far as unseen cases bear it out."""
    runs, to, method = found.shape.runs, literal(positive), found.likelihood.method
    state, before = found.state, found.aucs[BEFORE]
    if state == "turned":
        return f"The *lower* a score, the more it speaks for {to}: the scores point the wrong way."
    if method in ("isotonic", "logistic") and runs == ():
        return "By this method no score clearly says more than another; a method that supposes less may see more."
    if method == "isotonic":
        return "This method lets the ratio only rise with the score; where it would fall, scores are taken as one."
    if len(runs) > 1:
        ends = {
            "better": ": a single threshold misses it.",
            "likely": ", as far as these cases tell.",
            "hardly": ", but that hardly matters.",
        }
        if state in ends:
            return _turning(runs, found.shape.favours_positive, to, literal(negative)) + ends[state]
        if state == "worse":
            return "By this method the ratio turns, but reading them by this method loses more than it gains."
        return "By this method the ratio turns, but these cases cannot show that it matters."
    if state in ("better", "likely"):
        return f"Somewhere a higher score speaks less for {to} than a lower one, but these cases do not show where."
    if before.low > 0.5:
        return (
            f"As far as these cases tell, the higher a score, the more it speaks for {to}: one threshold is all that "
            f"these scores need."
        )
    return f"These cases do not show whether higher or lower scores speak for {to}."


def _turning(runs: tuple[int, ...], favourable: tuple[tuple[float, float], ...], to: str, other: str) -> str:
    """What a ratio says that turns: by the scores that speak for the positive class, or by its ways."""
    stretches = listing([_stretch(low, high) for low, high in favourable]) if favourable else ""
    open_ends = [math.isinf(favourable[0][0]), math.isinf(favourable[-1][1])] if favourable else [False, False]
    if len(favourable) == 2 and all(open_ends):
        return f"Low *and* high scores both speak for {to} ({stretches})"
    if len(favourable) == 1 and not any(open_ends):
        return f"Scores in the middle speak for {to} ({stretches}), low and high ones for {other}"
    ways: dict[tuple[int, ...], str] = {(-1, 1): "first falls, then rises", (1, -1): "first rises, then falls"}
    way = ways.get(runs) or f"goes {listing(['up' if run > 0 else 'down' for run in runs], 6)}"
    said = f"As the score rises, what it says for {to} {way}"
    return (
        f"{said}; scores {stretches} speak for it"
        if favourable and not (len(favourable) == 1 and all(open_ends))
        else said
    )


def _stretch(low: float, high: float) -> str:
    if math.isinf(low):
        return f"below {number(high)}"
    return f"above {number(low)}" if math.isinf(high) else f"from {number(low)} to {number(high)}"


def worth_knowing(found: Gain, scenario: Scenario | None) -> list[str]:
    """The advice that follows, and what would mislead."""
    said = [_advice(found)]
    if found.likelihood.choice is not None:
        said += _chosen(found, found.likelihood.choice)
    learned = found.gains[LEARNED].value
    if UNSEEN in found.gains:
        left = found.gains[UNSEEN].value
        if learned > CLEAR and learned - left > found.gains[UNSEEN].error / 2:
            said.append(
                f"On the cases that it was learned from the gain looks like {signed(learned)}; on others it is "
                f"{signed(left)}. The rest was learned by heart."
            )
    elif learned > 0.0005:
        said.append(f"A gain of {signed(learned)} on the cases that it was learned from always flatters.")
    if found.likelihood.method != ORDER and found.hull_gains[BEFORE] > max(0.01, 3 * found.aucs[BEFORE].error):
        after = found.hull_gains[LEARNED]
        said.append(
            f"Before, the ROC curve has dents: its convex hull adds {number(found.hull_gains[BEFORE])} of area; after, "
            + ("nothing." if after < 0.0005 else f"{number(after)}. With the true densities nothing would be left.")
        )
    said += [fact for fact in found.likelihood.facts if "had to be" in fact or "was taken" in fact or "equal" in fact]
    if scenario is not None:
        said.append(
            f"These scores are simulated, so the truth is known: the exact areas are {scenario.auc:.6f} before and "
            f"{scenario.best_auc:.6f} after, and no reading of these scores can do better."
        )
    return said


def _chosen(found: Gain, choice: Choice) -> list[str]:
    """Which reading was chosen, and what choosing cost."""
    if choice.refused:
        return ["No reading could be tried on unseen cases, so the order of the scores is kept."]
    unseen = found.gains.get(UNSEEN)
    if choice.method != ORDER:
        return [
            f"The reading is {named(choice.method, choice.bounds)}, the best of {len(choice.tried) + 1} on unseen "
            f"cases. Another can be chosen under *How it is estimated*."
        ]
    if unseen is not None and abs(unseen.value) >= LEAST:
        return [
            f"Parts of the cases chose another reading for the rest, which changed the area by {signed(unseen.value)}."
        ]
    return []


def _advice(found: Gain) -> str:
    state = found.state
    if state == "untried" and found.tables[BEFORE].weighted and found.tables[BEFORE].squares is None:
        return "Keep the scores as they are until cases can be tried of which each one's weight is known."
    if state == "untried":
        return "Keep the scores as they are until there are cases enough to try the reading on."
    if state == "turned":
        return "Turn the scores round, or take the other class for positive: then a threshold on them is enough."
    if state == "levelled":
        return "Turn the scores round, or try another method: this one only levels them."
    if state == "better":
        return (
            "Do not discard or retrain this model for its area yet: put the threshold on the likelihood ratio, in the "
            "table below, instead of the score."
        )
    if state == "likely":
        return "Try a threshold on the likelihood ratio, in the table below, on more cases before you rely on it."
    if state == "worse" and found.shape.is_monotone:
        return f"Keep the scores as they are; this reading loses {number(-found.gains[UNSEEN].value)} of area."
    if state == "worse":
        return "Keep the scores as they are, or try another method: this one does not fit them."
    if state == "hardly":
        return "Keep the scores as they are: a threshold on them loses next to nothing."
    return "Keep the scores as they are: a threshold on them loses nothing that these cases could show."


def _tried(choice: Choice) -> str:
    """Every reading that was tried for the best one, as a table: what it does on unseen cases."""
    rows = [
        f"| {RATIO_METHODS[one.method].title}{SCALES[one.bounds]} | {signed(one.gain.value)} "
        f"| {interval_text(one.gain)} | {number(one.fit)} "
        f"| {'chosen' if one.method == choice.method and one.bounds == choice.bounds else ''} |"
        for one in choice.tried
    ]
    head = "| reading | gain in area | 95 % interval | mean log chance of what cases are | taken |"
    return "\n".join([head, "|:--|--:|--:|--:|:--|", *rows])


def areas(found: Gain) -> pd.DataFrame:
    """Before and after: areas with intervals, gains with intervals, and the summaries of the other curves."""
    unknown = UNKNOWN
    return pd.DataFrame(
        {
            "Scores": name,
            "AUC": found.aucs[name].value,
            "95 % from": found.aucs[name].low,
            "95 % to": found.aucs[name].high,
            "Gain": found.gains.get(name, unknown).value,
            "gain, 95 % from": found.gains.get(name, unknown).low,
            "gain, 95 % to": found.gains.get(name, unknown).high,
            "gain, two-sided p": found.gains.get(name, unknown).p,
            "Average precision": found.precisions[name],
            "Area that a convex hull adds": found.hull_gains.get(name, math.nan),
        }
        for name in found.tables
    )


def transformed(found: Gain, table: ScoreTable, prevalence: float | None = None) -> pd.DataFrame:
    """Every distinct score with its ratio, its posterior at a share of positives (None for that here), its cases."""
    here = table.prevalence
    share = here if prevalence is None else prevalence
    return pd.DataFrame(
        {
            "Score": table.score,
            "Likelihood ratio": np.asarray(found.likelihood.ratio(table.score)),
            f"Probability of positive at {percent(share)}": found.likelihood.posterior(table.score, share),
            "Positive cases": table.positives,
            "Negative cases": table.negatives,
        }
    )


NEAR = {
    "none": "Nothing was done near 0 and 1.",
    "reflect": "What the kernel throws over 0 and 1 is reflected.",
    "logit": "The scores are read on the scale of log odds.",
    "rank": "The scores are read on the scale of their ranks, both classes counting alike.",
}


def computed(found: Gain, folds: int, seed: int) -> str:
    """Formulas, sources and rules."""
    likelihood = found.likelihood
    method = RATIO_METHODS[likelihood.method]
    source = method.source.replace(" (", " ").removesuffix(")")
    title = BANDWIDTHS[likelihood.bandwidth][0].replace("Normal", "normal")
    rule = f", bandwidth by {title}" if likelihood.method == "kde" else ""
    within = found.tables[BEFORE].is_probability
    said = [NEAR[likelihood.bounds]] if within or likelihood.bounds == "rank" else []
    if method.local:
        said.append("Where no case is near, the ratio is that of the nearest score that has cases near.")
    if likelihood.estimate.densities is None or likelihood.slope is None:
        said.append("This reading has no densities; the first chart shows those of a histogram.")
    unseen = f"none were tried, because {found.refused}." if found.refused else _folds(found, folds, seed)
    return f"""The **likelihood ratio** of a score is how much more frequent it is among the positives than
among the negatives:

$$
s = L(x) = \\frac{{f_1(x)}}{{f_0(x)}}
$$

and a case is positive with probability

$$
P(\\text{{positive}} \\mid x) = \\frac{{\\pi_1 s}}{{\\pi_0 + \\pi_1 s}}
$$

No other reading of the same scores has a higher ROC, precision-recall or TOC curve anywhere (dissertation on
likelihood transformations, Theorem 1 and Corollaries 8 and 9; Neyman & Pearson 1933), and the ROC curve of the
scores themselves is that good if the ratio never falls (Lemma 3). That holds for the true densities; here they are
estimated by **{method.title.lower()}**: {method.words}{rule} ({source}). {" ".join([*likelihood.facts, *said])}

{_best(likelihood.choice)}**Unseen cases**: {unseen}

**The band** of the ratio holds the middle 95 % of what the same reading finds in {RESAMPLES} resamples, cases drawn
with replacement within their class (Efron 1979): how far chance moves the line, not what the reading cannot follow.
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
        f"**Best on unseen cases**: {len(choice.tried)} readings were cross-fitted. The scores stay as they are unless "
        f"the area of another is larger by {LEAST:g} or more on the cases left out, with a 95 % interval of the gain "
        f"above 0; of several, the one that gives these cases the highest chance of being what they are is taken. The "
        f"areas on unseen cases are those of the whole procedure: each fold is read as the others choose (Stone 1974)."
        f"\n\n{_tried(choice)}\n\n"
    )


def _folds(found: Gain, folds: int, seed: int) -> str:
    """How the cases were dealt, and what the folds have."""
    fewer = f" (instead of {folds}, for want of cases)" if len(found.sizes) < folds else ""
    each = [f"{number(area)} on {count(size)}" for size, area in zip(found.sizes, found.areas, strict=True)]
    return (
        f"{len(found.sizes)} folds{fewer}, dealt at random within each class (seed {seed}); each fold is read by the "
        f"ratio that the others teach. Their areas: {listing(each, 8)} cases. A case then counts by its place among "
        f"the negatives of its own fold, so that folds are comparable. Intervals of the area are DeLong's (1988), the "
        f"gain paired case by case. As the folds teach each other, the variance of the unseen gain can be twice "
        f"DeLong's where scores say nothing; the interval allows for {INFLATION:g} times."
    )
