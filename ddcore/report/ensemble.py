"""Sentences and tables about two classifiers together."""

import math
import re

import pandas as pd

from ddcore.answers.words import cases_text, interval_text, listing, literal, many, signed
from ddcore.counts import Counts
from ddcore.formats import count, number, percent
from ddcore.interval import Interval
from ddcore.samples.pairs import COVARIANCES, NAMES, Pair, correlated
from ddcore.scores.choice import INFLATION
from ddcore.scores.ensemble import Regions
from ddcore.scores.joint import JOINT_METHODS
from ddcore.scores.kernel import BANDWIDTHS
from ddcore.scores.together import MIXTURES, Together, Way, unique


def best(ways: tuple[Way, ...]) -> Way:
    """The way with the largest area."""
    return max(ways, key=lambda way: way.auc.value)


def answer(found: Together) -> str:
    """Are two better than one? The areas on unseen cases; "yes" and "no" are about the best model alone."""
    alone = listing([number(way.auc.value) for way in found.of("alone")], 6)
    areas = f"ogether :primary[{number(found.whole.auc.value)}], alone {alone}."
    gain = best(found.of("alone")).gain
    if gain.low > 0 and found.enough is not None:
        one = found.enough
        return (
            f"One may be enough, read as evidence: t{areas.removesuffix('.')}, "
            f"{literal(one.title)} :primary[{number(one.auc.value)}]."
        )
    if gain.low > 0:
        return f"Yes. T{areas}"
    return f"{'No' if gain.high < 0 else 'Not that these cases could show'}: t{areas}"


def reason(found: Together) -> str:
    """What the areas are, and how sure the gain is."""
    models = found.of("alone")
    one = best(models)
    gain = one.gain
    which = f"the {'better' if len(models) == 2 else 'best'} one, {literal(one.title)}"
    said = (
        "The numbers are areas under the ROC curve, on cases that had no say in the reading: how often a positive case "
        "scores above a negative one."
    )
    if gain.low == gain.high:
        return f"{said} Together puts the cases into the same order as {which}."
    if number(gain.value) == "0":
        return f"{said} Together reaches the same area as {which}; {ruled_out(gain)}."
    size = f"gains **{signed(gain.value)}** on" if gain.value > 0 else f"is **{number(-gain.value)}** below"
    said = f"{said} Together {size} {which} (95 % interval of the difference {interval_text(gain)})."
    if gain.high < 0:
        return f"{said} Reading them together makes it worse here: too few cases to learn from, or too little to learn."
    if gain.low > 0 and found.enough is not None:
        one = found.enough
        return (
            f"{said} But one of them by itself, read as evidence, may do as well: {literal(one.title)} reaches "
            f"**{number(one.auc.value)}**, on which {ruled_out(one.gain)}. The page Likelihood shows how."
        )
    return said if gain.low > 0 else f"{said} That could be chance; {ruled_out(gain)}."


def ruled_out(gain: Interval) -> str:
    """What a gain that is not shown cannot be, by its 95 % interval, inside a sentence."""
    if math.isnan(gain.high):
        return "how sure that is, is not known"
    if gain.high <= 0:
        return "any gain is ruled out"
    return f"a gain of more than {number(gain.high)} is ruled out"


def worth_knowing(found: Together, calls: list[tuple[Way, Counts]], pair: Pair | None, left_out: int) -> list[str]:
    """What the data call for: simpler ways, what the cases learned from would say, what is found at one share."""
    said = [_simpler(found), _found(calls)]
    if found.alike:
        said.append(
            "The models put the cases into the same order, so that none knows anything that another does not. Any "
            "gain comes from reading the scores as evidence."
        )
    flattery = found.learned.value - found.whole.auc.value
    if flattery > 0.002:
        said.append(
            f"On the cases that it was learned from, the area would look like {number(found.learned.value)}: "
            f"{number(flattery)} too high, because it has seen the answers."
        )
    if not any(math.isnan(one) for one in found.correlations):
        positive, negative = found.correlations
        if abs(positive - negative) > 0.2:
            said.append(
                f"The two scores go together differently in the two classes (correlation {number(positive)} among the "
                f"positives, {number(negative)} among the negatives): neither score alone, and no mean of both, "
                f"shows that."
            )
    mended = ("had to be widened.", "were taken.", "was taken.")
    said += [literal(fact) for fact in found.ensemble.facts if fact.endswith(mended)]
    if left_out:
        said.append(
            f"{many(left_out, 'case')} without a score of each model {'is' if left_out == 1 else 'are'} left out."
        )
    if pair is not None:
        alone = listing([f"{pair.alone(name).auc:.4f}" for name in NAMES])
        said.append(
            f"These scores are simulated, so the truth is known: the exact areas are {alone} alone and "
            f"{pair.best_auc:.4f} together, and no rule can do better."
        )
    return said


def _simpler(found: Together) -> str:
    """What ways that need no densities reach."""
    others = [*found.of("stacked"), *found.of("mixed")]
    areas = ", ".join(f"{way.title} {number(way.auc.value)}" for way in others)
    top = best(tuple(others))
    if top.gain.low > 0:
        return f"Simpler mixtures reach less: {areas}."
    if top.gain.high < 0:
        return f"Take {top.title}, which is simpler and better here. Simpler mixtures reach: {areas}."
    return f"{top.title} may do as well: on it, {ruled_out(top.gain)}. Simpler mixtures reach: {areas}."


def _found(calls: list[tuple[Way, Counts]]) -> str:
    """How many of the positives each way finds when all call as many positive."""
    shares = ", ".join(f"{literal(way.title.lower() if way.kind == 'together' else way.title)} "
                       f"{percent(float(counts.tp / counts.positives))}" for way, counts in calls)  # fmt: skip
    called = max(float(counts.predicted_positives / counts.total) for _, counts in calls)
    most = percent(called)
    return f"If each may call up to {most} of the cases positive, it finds of all truly positive ones: {shares}."


def ways(found: Together) -> pd.DataFrame:
    """Every way to score the cases: areas, and what the models together gain on it."""
    kinds = {
        "alone": "the scores as they are",
        "read": "read as evidence, unseen cases",
        "together": JOINT_METHODS[found.ensemble.method].words + ", unseen cases",
        "stacked": JOINT_METHODS["logistic"].words + ", unseen cases",
    }
    mixed = {mixture.title: mixture.words for mixture in MIXTURES.values()}
    return pd.DataFrame(
        {
            "Scores": way.title,
            "What they are": kinds.get(way.kind) or mixed[way.title.split(" (")[0]],
            "AUC": way.auc.value,
            "95 % from": way.auc.low,
            "95 % to": way.auc.high,
            "Gain of together": way.gain.value,
            "gain, 95 % from": way.gain.low,
            "gain, 95 % to": way.gain.high,
            "gain, two-sided p": math.nan if way.kind == "together" else way.gain.p,
            "Average precision": way.average_precision,
        }
        for way in found.ways
    )


def at_share(calls: list[tuple[Way, Counts]], positive: str) -> str:
    """What each way finds at one share of cases called positive, as a small table."""
    lines = [f"| called positive by | truly {literal(positive)} | found | precision |", "|:--|--:|--:|--:|"]
    for way, counts in calls:
        called = float(counts.predicted_positives)
        precision = number(float(counts.tp) / called) if called else "–"
        found = f"{cases_text(float(counts.tp))} of {cases_text(called)}"
        held = found if called else "none: its highest score alone holds more"
        lines.append(
            f"| {literal(way.title)} | {held} | {percent(float(counts.tp / counts.positives))} | {precision} |"
        )
    return "\n".join(lines)


def plane(regions: Regions, names: tuple[str, ...]) -> pd.DataFrame:
    """The evidence at every point of the plane."""
    size = regions.x.size
    return pd.DataFrame(
        {
            names[0]: regions.x.tolist() * regions.y.size,
            names[1]: [value for value in regions.y.tolist() for _ in range(size)],
            unique("Log likelihood ratio", names): regions.log_ratio.ravel(),
        }
    )


def correlations() -> pd.DataFrame:
    """What the simulated case is worth at other correlations: the document quotes 0.81 alone and 0.94 together."""
    rows = [(pair, correlated(*pair)) for pair in COVARIANCES]
    return pd.DataFrame(
        {
            "Covariance within the negatives": negatives,
            "within the positives": positives,
            "AUC alone": pair.alone(NAMES[0]).auc,
            "AUC together": pair.best_auc,
        }
        for (negatives, positives), pair in rows
    )


def unanswered() -> str:
    """The first line where the scores cannot be read together."""
    return "These scores cannot be read together yet."


def computed(found: Together, bandwidth: str, seed: int) -> str:
    """How the scores are read together, and how that is judged."""
    method = JOINT_METHODS[found.ensemble.method]
    rule = f" Bandwidths by {BANDWIDTHS[bandwidth][0]}." if found.ensemble.method == "kde" else ""
    facts = " ".join(literal(re.sub(r"(?<!\w)-(?=\d)", "−", fact)) for fact in found.ensemble.facts)
    plane = " The plane alone shows what all cases teach." if len(found.ensemble.names) == 2 else ""
    sizes = " to ".join(count(size) for size in sorted({min(found.sizes), max(found.sizes)}))
    return f"""**Together.** With the densities $f_1$ and $f_0$ of all scores at once among the positives and the
negatives, a case is scored by $s_{{12}} = f_1(x_1, x_2) / f_0(x_1, x_2)$. With the true densities its ROC curve lies
nowhere below that of either score, read as evidence or not (a dissertation on likelihood transformations, Theorem 2;
Neyman & Pearson 1933). Estimated densities promise nothing, therefore all is judged on unseen cases.

**{method.title}**: {method.words}; {method.source}.{rule} Scores between 0 and 1 are read on the scale of log odds.
{facts} A kernel takes two models only: its error shrinks with $n^{{-4/(4+d)}}$, so that a third score needs far more
cases (Scott 1992).

**Unseen cases.** {len(found.sizes)} folds of {sizes} cases, dealt class by class (seed {seed}); each is read by what
the others teach, and a case's score is its place among the negatives of its own fold.{plane} Intervals are DeLong's
(1988), those of gains paired, their variance times {INFLATION:g}, as folds teach each other. Weighted cases count
their weights, and are as sure as $(\\sum w)^2 / \\sum w^2$ cases of one weight in each class (Kish 1965). What an
interval at 95 % leaves out is called ruled out. **Stacking** is a logistic regression on all scores (Wolpert 1992). The
**mean** is that of the scores, standardised unless all are between 0 and 1; **AND** and **OR** are the lowest and the
highest rank of a case.
"""
