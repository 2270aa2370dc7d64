"""Sentences and tables about scores read as evidence."""

import math

import numpy as np
import pandas as pd

from ddcore.figures.theme import count, number, percent
from ddcore.report.curves import interval
from ddcore.report.words import listing, literal
from ddcore.samples.simulated import Scenario
from ddcore.scores.curves import KINDS
from ddcore.scores.density import BANDWIDTHS, METHODS
from ddcore.scores.gain import BEFORE, LEARNED, UNSEEN, Gain
from ddcore.scores.intervals import Interval
from ddcore.scores.likelihood import BOUNDS, INFLATION
from ddcore.table import ScoreTable

CLEAR = 0.005
"""A gain in area below this changes nothing that anybody would notice."""


def answer(found: Gain) -> str:
    """Yes, no or not clearly, by the gain on unseen cases."""
    before = found.aucs[BEFORE].value
    if UNSEEN not in found.gains:
        after = found.aucs[LEARNED].value
        return (
            f":primary[Nobody can tell.] Read as evidence the same scores reach an area of {number(after)} instead of "
            f"{number(before)}, but only on the cases that the reading was learned from."
        )
    gain, after = found.gains[UNSEEN], found.aucs[UNSEEN].value
    if math.isnan(gain.low) or (gain.low <= 0 <= gain.high):
        return (
            f":primary[Not that these cases could show.] Read as evidence, unseen cases separate with an area of "
            f"{number(after)}, as they are with {number(before)}."
        )
    if gain.value < 0:
        return (
            f":primary[No.] Read as evidence, the same scores separate worse: an area of {number(after)} instead of "
            f"{number(before)}."
        )
    if found.aucs[UNSEEN].low <= 0.5:
        return (
            f":primary[Only up to chance.] Read as evidence, the same scores have an area of {number(after)} "
            f"instead of {number(before)}."
        )
    start = "Yes." if gain.value >= CLEAR else "Hardly."
    return (
        f":primary[{start}] Read as evidence, the same scores separate with an area of {number(after)} instead of "
        f"{number(before)}."
    )


def reason(found: Gain, positive: str, negative: str) -> str:
    """What the ratio looks like, and the gain with its interval."""
    said = [monotone(found, positive, negative)]
    if UNSEEN in found.gains:
        gain = found.gains[UNSEEN]
        size = f"**{_signed(gain.value)}** (95 % interval {interval(gain)})"
        said.append(
            f"The gain holds on cases that the reading has not seen: {size}."
            if gain.low > 0
            else f"On cases that the reading has not seen the gain is {size}."
        )
    else:
        said.append(f"Unseen cases cannot be tried: {found.refused}.")
    return " ".join(said)


def _signed(gain: float) -> str:
    return ("+" if gain > 0 else "") + number(gain)


def monotone(found: Gain, positive: str, negative: str) -> str:
    """Whether the ratio rises with the score, in words (dissertation, Lemma 3)."""
    runs, to = found.shape.runs, literal(positive)
    if runs == ():
        return "How often a score is given by either class does not clearly depend on the score."
    if runs == (1,) and found.likelihood.method in ("isotonic", "logistic"):
        return "This method lets the ratio only rise with the score, so that the cases keep their order."
    if runs == (1,):
        return (
            f"As far as these cases tell, the higher a score, the more it speaks for {to}: one threshold is all that "
            f"these scores need."
        )
    if runs == (-1,):
        return f"The *lower* a score, the more it speaks for {to}: the scores point the wrong way."
    matters = UNSEEN in found.gains and found.gains[UNSEEN].low > 0
    stretches = listing([_stretch(low, high) for low, high in found.shape.speaks]) if found.shape.speaks else "none"
    if runs == (-1, 1):
        said = f"Low *and* high scores both speak for {to} ({stretches})"
    elif runs == (1, -1):
        said = f"Scores in the middle speak for {to} ({stretches}), low and high ones for {literal(negative)}"
    else:
        ways = listing(["up" if run > 0 else "down" for run in runs], 6)
        said = f"As the score rises, what it says for {to} goes {ways}; for {to} speak those {stretches}"
    return said + (": a single threshold misses it." if matters else ", but too few cases are there for it to matter.")


def _stretch(low: float, high: float) -> str:
    if math.isinf(low):
        return f"below {number(high)}" if math.isfinite(high) else "all"
    return f"above {number(low)}" if math.isinf(high) else f"from {number(low)} to {number(high)}"


def worth_knowing(found: Gain, scenario: Scenario | None) -> list[str]:
    """The advice that follows, and what would mislead."""
    said = [_advice(found)]
    learned = found.gains[LEARNED].value
    if UNSEEN in found.gains:
        left = found.gains[UNSEEN].value
        if learned - left > max(0.002, found.gains[UNSEEN].error / 2):
            said.append(
                f"On the cases that it was learned from the gain looks like {_signed(learned)}; on others it is "
                f"{_signed(left)}. The rest was learned by heart."
            )
    else:
        said.append(f"A gain of {_signed(learned)} on the cases that it was learned from always flatters.")
    dents = found.dents
    if dents[BEFORE] > max(0.01, found.aucs[BEFORE].error):
        said.append(
            f"Before, the ROC curve is dented by {number(dents[BEFORE])} of area; after, by {number(dents[LEARNED])}. "
            f"With the true densities nothing would be left."
        )
    said += [fact for fact in found.likelihood.facts if "had to be" in fact or "was taken" in fact or "equal" in fact]
    if scenario is not None:
        said.append(
            f"These scores are simulated, so the truth is known: the exact areas are {scenario.auc:.6f} before and "
            f"{scenario.best_auc:.6f} after, and no reading of these scores can do better."
        )
    return said


def _advice(found: Gain) -> str:
    gain = found.gains.get(UNSEEN)
    if gain is None:
        return "Keep the scores as they are until there are cases enough to try the reading on."
    if found.shape.runs == (-1,):
        return "Turn the scores round, or take the other class for positive: then a threshold on them is enough."
    if gain.low > 0 and gain.value >= CLEAR:
        return (
            "Do not discard or retrain this model for its area yet: put the threshold on the likelihood ratio, in the "
            "table below, instead of the score."
        )
    if gain.high < 0 and found.shape.is_monotone:
        return "Keep the scores as they are; this reading loses something of their order."
    if gain.high < 0:
        return "Keep the scores as they are, or try another method: this one does not fit them."
    return "Keep the scores as they are: a threshold on them loses nothing that these cases could show."


def areas(found: Gain) -> pd.DataFrame:
    """Before and after: areas with intervals, gains with intervals, and the summaries of the other curves."""
    unknown = Interval(math.nan, math.nan, math.nan, math.nan)
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
            "Area that a convex hull adds": found.dents.get(name, math.nan),
        }
        for name in found.tables
    )


def transformed(found: Gain, table: ScoreTable) -> pd.DataFrame:
    """Every distinct score with its ratio, its posterior at the share of positives here, and its cases."""
    share = float(table.positives.sum() / (table.positives.sum() + table.negatives.sum()))
    return pd.DataFrame(
        {
            "Score": table.score,
            "Likelihood ratio": np.asarray(found.likelihood.ratio(table.score)),
            f"Probability of positive at {percent(share)}": found.likelihood.posterior(table.score, share),
            "Positive cases": table.positives,
            "Negative cases": table.negatives,
        }
    )


def computed(found: Gain, folds: int, seed: int) -> str:
    """Formulas, sources and rules."""
    likelihood = found.likelihood
    method = METHODS[likelihood.method]
    source = method.source.replace(" (", " ").removesuffix(")")
    rule = f", bandwidth by {BANDWIDTHS[likelihood.bandwidth][0].lower()}" if likelihood.method == "kde" else ""
    dealt = (
        f"{len(found.sizes)} folds of {listing([count(size) for size in sorted(set(found.sizes), reverse=True)])} cases"
        if found.sizes
        else "no folds"
    )
    fewer = f" (instead of {folds}, for want of cases)" if found.sizes and len(found.sizes) < folds else ""
    return f"""The **likelihood ratio** of a score is how much more frequent it is among the positives than
among the negatives:

$$
s = L(x) = \\frac{{f_1(x)}}{{f_0(x)}}, \\qquad P(\\text{{positive}} \\mid x) = \\frac{{\\pi_1 s}}{{\\pi_0 + \\pi_1 s}}
$$

No other reading of the same scores has a higher ROC, precision-recall or TOC curve anywhere (dissertation on
likelihood transformations, Theorem 1 and Corollaries 8 and 9; Neyman & Pearson 1933), and the ROC curve of the
scores themselves is that good if the ratio never falls (Lemma 3). That holds for the true densities; here they
are estimated by **{method.title.lower()}**: {method.words}{rule} ({source}). {" ".join(likelihood.facts)} Near 0 and 1:
{BOUNDS[likelihood.bounds].lower()}. Where no case is near, the ratio is that of the nearest score that has
cases near.

**Unseen cases**: {dealt}{fewer}, dealt at random within each class (seed {seed}); each fold is read by the
ratio that the others teach. Its cases then count by their place among the negatives of their own fold, so that
folds are comparable. Intervals of the area are DeLong's (1988), the gain paired case by case. As the folds
teach each other, the variance of the unseen gain can be twice DeLong's where scores say nothing; the interval
allows for {INFLATION:g} times. A run of the ratio up or down counts if it spans three standard errors, over the
middle 99 % of the scores.

{" ".join(f"{kind.title}: {kind.source}." for kind in (KINDS["roc"], KINDS["precision_recall"], KINDS["toc"]))}
"""
