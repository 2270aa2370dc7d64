"""Sentences and tables about best thresholds."""

import math
from collections.abc import Sequence

import pandas as pd

from ddcore.answers.words import inside, literal, many, reach, values
from ddcore.counts import Counts
from ddcore.folds import PARTS
from ddcore.formats import count, number, percent
from ddcore.interval import Interval
from ddcore.measures import MEASURES
from ddcore.scores.best_thresholds import SLACK, BestThreshold
from ddcore.scores.modes import EXAMPLE_NEGATIVES, EXAMPLE_POSITIVES, MODES, PUBLISHED_MODES, example
from ddcore.scores.resampling import DEALS, RESAMPLES
from ddcore.scores.thresholds import Constraint, rounding_error


def name(line: BestThreshold) -> str:
    """The measure as a sentence names it."""
    return inside(line.measure)


def held(constraints: Sequence[Constraint]) -> str:
    """The conditions in words."""
    return " and ".join(
        f"{inside(one.measure)} of at {'least' if one.measure.better == 'higher' else 'most'} {one.bound:.12g}"
        for one in constraints
    ).replace("-", "−")


def answer(
    line: BestThreshold,
    counts: Counts,
    threshold: float,
    constraints: Sequence[Constraint] = (),
    lead: Interval | None = None,
) -> str:
    """Where should the line be? The best threshold, how sure it is, and what the one that is set gives up.

    `lead` is by how much the best one is better than that on cases that had no say in it.
    """
    best = line.best
    if math.isnan(best.value):
        which = f"any threshold with {held(constraints)}" if constraints else "any threshold"
        return f"{literal(line.measure.title)} has no value at {which}: {line.measure.undefined}."
    around = _interval(line)
    where = (
        f"at :primary[{number(best.threshold)}]{around}"
        if math.isfinite(best.threshold)
        else (f":primary[call nothing positive]{around}")
    )
    return f"For {name(line)}, {where}; {_given_up(line, counts, threshold, constraints, lead)}."


def _interval(line: BestThreshold) -> str:
    sure = line.bootstrap
    if sure is None or math.isnan(sure.low):
        return ""
    if sure.low == sure.high == line.best.threshold:
        return ""
    return f" ({reach(sure.low, sure.high)})"


def _given_up(
    line: BestThreshold, counts: Counts, threshold: float, constraints: Sequence[Constraint], lead: Interval | None
) -> str:
    now = float(line.measure(counts))
    at = f"at {number(threshold)}"
    if not all(one.met(one.measure(counts)) for one in constraints):
        return f"{at}, which is set, the condition is not met"
    if math.isnan(now):
        return f"{at} it has no value"
    lost = abs(line.best.value - now)
    if threshold == line.best.threshold:
        return "it is the one that is set"
    if lost <= rounding_error(line.measure, now):
        return f"{number(threshold)}, which is set, is as good"
    if lead is None or math.isnan(lead.value):
        return f"{at} you give up {number(lost)} on these cases"
    if lead.low > 0:
        return f"{at} you give up {number(lead.value)} ({values(lead.low, lead.high)})"
    return f"at {number(threshold)}, which is set, you may give up nothing ({values(lead.low, lead.high)})"


def reason(line: BestThreshold, positive: str, constraints: Sequence[Constraint] = ()) -> str:
    """How the best threshold was found, and what to expect of it elsewhere."""
    best = line.best
    if math.isnan(best.value):
        return "Another measure, or another model, may have a value here."
    way = "highest" if line.measure.better == "higher" else "lowest"
    if math.isfinite(best.threshold):
        where = f"a case is called {literal(positive)} from a score of **{number(best.threshold)}** on"
    else:
        where = f"no case is called {literal(positive)}"
    tried = f"Among the thresholds with {held(constraints)}," if constraints else "Every threshold was tried:"
    verb = "are" if line.measure.grows and "=" not in line.measure.key else "is"
    said = f"{tried} {name(line)} {verb} {way}, **{number(best.value)}**, where {where}."
    if line.bootstrap is None:
        return f"{said} Of the weights only the sums are known, so nobody can say how sure that is."
    if math.isnan(line.bootstrap.value):
        return said
    return (
        f"{said} On cases that had no say in the threshold, it is **{number(line.bootstrap.value)}** "
        f"({values(line.bootstrap.value_low, line.bootstrap.value_high)}): expect that on new cases."
    )


def worth_knowing(
    line: BestThreshold,
    plateau: tuple[float, float],
    constraints: Sequence[Constraint] = (),
    free: BestThreshold | None = None,
) -> list[str]:
    """What this threshold calls for; `free` is the line without the conditions."""
    best, sure, said = line.best, line.bootstrap, []
    if math.isnan(best.value):
        return [f"{literal(line.measure.title)} has no value where {line.measure.undefined}."]
    if constraints and free is not None:
        if free.best.threshold == best.threshold:
            said.append(f"The condition, {held(constraints)}, costs nothing: the best threshold meets it.")
        elif abs(free.best.value - best.value) <= rounding_error(line.measure, best.value):
            said.append(f"The condition, {held(constraints)}, costs nothing: {name(line)} is as good without it.")
        else:
            price = (
                f"The condition, {held(constraints)}, has its price on these cases: without it the best would be "
                f"{number(free.best.value)}, at {_at(free.best.threshold)}."
            )
            others = [
                one.bootstrap.value
                for one in (free, line)
                if one.bootstrap is not None and not math.isnan(one.bootstrap.value)
            ]
            if len(others) == 2:
                price += f" On cases that had no say it is {number(others[0])} without it, {number(others[1])} with it."
            said.append(price)
    low, high = plateau
    if not constraints and low < high and math.isfinite(line.measure.best) and math.isfinite(line.measure.worst):
        said.append(
            f"From {reach(low, high)} {name(line)} is within {SLACK:g} of its best on these cases, so the exact place "
            f"matters little."
        )
    if len(best.optima) > 1:
        said.append(
            f"{count(len(best.optima))} separate stretches of thresholds are equally good; of them the one with the "
            f"fewest mistakes was taken, then the lowest."
        )
    said += _closed(line)
    if line.mode == "several peaks":
        said.append(
            f"Even for ideal scores {name(line)} can have **several peaks** over the threshold, so a search that "
            f"climbs may stop at a lower one. Here every threshold was tried; there "
            f"{'is' if best.peaks == 1 else 'are'} {many(best.peaks, 'local peak')}."
        )
    if sure is not None and math.isnan(sure.value):
        why = " or no threshold meets the condition" if constraints else ""
        said.append(
            f"Judged on cases that had no say in the threshold, {name(line)} has no value{why}, so nothing can be "
            f"promised of other cases."
        )
    elif sure is not None and sure.undefined > 0:
        why = "meets the condition" if constraints else "has a value"
        said.append(
            f"In {percent(sure.undefined)} of the tries without some of these cases no threshold {why}; what is told "
            f"of other cases is over the rest."
        )
    return said


def _at(threshold: float) -> str:
    return number(threshold) if math.isfinite(threshold) else "calling nothing positive"


def _closed(line: BestThreshold) -> list[str]:
    chance = line.closed.posterior
    if math.isnan(chance) or line.mode in ("rises", "falls", "level"):
        if line.mode in ("rises", "falls"):
            ends = {"rises": "the fewer cases are called positive", "falls": "the more cases are called positive"}
            said = "alone draws no useful line: read as evidence, it is the better"
            return [f"{literal(line.measure.title)} {said} {ends[line.mode]}."]
        return []
    words = f" ({literal(line.measure.line_words)})" if line.measure.line_words else ""
    said = f"In closed form the line is at a **chance of {number(chance)}** of being positive{words}"
    if not line.favours_positive:
        return [f"{said}."]
    if len(line.favours_positive) == 1 and math.isinf(line.favours_positive[0][1]):
        low = line.favours_positive[0][0]
        where = (
            "every score has it" if math.isinf(low) else f"a score from {number(low)} on has it, by the estimated ratio"
        )
        return [f"{said}; {where}."]
    pieces = _stretches(line.favours_positive)
    return [
        f"{said}. By the estimated ratio that is not one threshold: scores {pieces} have it. *Likelihood* shows "
        f"whether that is more than noise."
    ]


def _stretches(stretches: Sequence[tuple[float, float]], most: int = 3) -> str:
    pieces = [_stretch(low, high) for low, high in stretches[:most]]
    rest = len(stretches) - most
    return " and ".join(pieces) + (
        f" and {many(rest, 'more stretch').replace('stretchs', 'stretches')}" if rest > 0 else ""
    )


def _reached(line: BestThreshold) -> str:
    if math.isnan(line.closed.posterior):
        return "no line"
    return _stretches(line.favours_positive) if line.favours_positive else "none"


def _stretch(low: float, high: float) -> str:
    if math.isinf(low) and math.isinf(high):
        return "all"
    if math.isinf(low):
        return f"up to {number(high)}"
    if math.isinf(high):
        return f"from {number(low)} on"
    return number(low) if low == high else f"{number(low)} to {number(high)}"


def table(lines: Sequence[BestThreshold], counts: Counts, threshold: float) -> pd.DataFrame:
    """One row a measure: best threshold, its value, how sure, closed form, and how the measure runs."""
    rows = []
    for line in lines:
        best, sure, row = line.best, line.bootstrap, line.measure
        now = float(row(counts))
        rows.append(
            {
                "Key": row.key,
                "Measure": row.name,
                "Best threshold": best.threshold,
                "Value there": best.value,
                "Threshold, 95 % from": math.nan if sure is None else sure.low,
                "to": math.nan if sure is None else sure.high,
                "On cases left out": math.nan if sure is None else sure.value,
                "left out, 95 % from": math.nan if sure is None else sure.value_low,
                "left out, to": math.nan if sure is None else sure.value_high,
                f"At {threshold:.4g}": now,
                "Given up on these cases": (best.value - now) * (1 if row.better == "higher" else -1),
                "Line: chance of being positive": line.closed.posterior,
                "Line: likelihood ratio": line.closed.ratio,
                "Closed form of the chance": row.line_words or "by its derivatives",
                "Scores that reach it": _reached(line),
                "Read as evidence": MODES[line.mode],
                "Local peaks here": best.peaks,
                "Equally good stretches": len(best.optima),
                "Better": row.better,
            }
        )
    return pd.DataFrame(rows)


def classes(lines: Sequence[BestThreshold]) -> pd.DataFrame:
    """How each measure runs over the threshold of scores read as evidence, beside the dissertation's classes."""
    return pd.DataFrame(
        {
            "Key": line.measure.key,
            "Measure": line.measure.name,
            "Over the threshold": MODES[line.mode],
            "In the dissertation": MODES[PUBLISHED_MODES[line.measure.key]]
            if line.measure.key in PUBLISHED_MODES
            else "not named",
        }
        for line in lines
        if line.mode != "level"
    )


def two_peaks() -> pd.DataFrame:
    """The example of two peaks, point by point."""
    threshold, counts = example()
    values = {MEASURES[key].title: MEASURES[key].on(counts) for key in ("MCC", "MK")}
    return pd.DataFrame({"Threshold": threshold, **values})


def peaks_told() -> str:
    """Why a search that climbs may stop at the wrong peak, with the example."""
    ones, zeros = (", ".join(f"{share:g}" for share in shares) for shares in (EXAMPLE_POSITIVES, EXAMPLE_NEGATIVES))
    return f"""When scores are read as evidence, so that a higher score never speaks less for the positive class, most
measures have a single peak over the threshold, and climbing finds it. **Markedness and Matthews correlation need not**:
here three bins of scores hold {ones} of the positive and {zeros} of the negative cases, and half of all are positive.
The ratio of the two rises from bin to bin, and yet both measures peak twice, at 1 and at 2. Fowlkes-Mallows and the
diagnostic odds ratio may peak several times too. (The example printed in appendix B of the dissertation on likelihood
transformations is no pair of densities; this one is.)"""


def computed(lines: Sequence[BestThreshold], line: BestThreshold, counts: Counts, seed: int, method: str) -> str:
    """How best thresholds are found, with sources and what was assumed."""
    row = line.measure
    positives, negatives = (number(float(cases)) for cases in (counts.positives, counts.negatives))
    return f"""**Best threshold.** A case is called positive if its score is at or above the threshold. The measure is
computed at every distinct score and at +∞ (calling nothing positive), and the best one is taken; of several the one
with the fewest mistakes, then the lowest. {literal(row.title)} is ${row.latex}$, with $P$ = {positives} and
$N$ = {negatives}.

**How sure.** Cases are drawn with replacement within their class {RESAMPLES} times (seed {seed}); the interval of the
threshold holds the middle 95 % of the best thresholds (Efron 1979). With more than 2,000 distinct scores thresholds at
even ranks are tried. It is a rough guide: where a maximum lies varies more than how high it is.

**On cases left out.** The cases are dealt to {PARTS} parts, class by class, {DEALS} times. Each part is judged by
the threshold that is best on the others, and the parts of a deal are counted together, so that both classes keep their
size. The value is that of the mean counts, its interval from Jeffreys' law of a share: 1/2 more than was counted on
either side of the threshold. It held the true value in 91 to 100 % of simulated samples of 10 to 400 cases; for
precision and other measures that are best where almost nothing is called positive it is too low, and holds in 85 to
100 %. What the threshold that is set gives up is judged so on the same cases.

**Closed form.** For a measure $f$ let $f_{{TP}}$ and $f_{{FP}}$ be what one more true or false positive changes, $P$
and $N$ kept. A case with the chance $p$ of being positive should be called so where $p f_{{TP}} + (1-p) f_{{FP}} > 0$.
So the line is at $p = -f_{{FP}} / (f_{{TP}} - f_{{FP}})$ and at a likelihood ratio of $p N / ((1-p) P)$; a star means
"at the best threshold" (a dissertation on likelihood transformations, equation 4.16 and Table 4.4, corrected; Lipton,
Elkan & Naryanaswamy 2014 for F1). Which scores reach it is read from the ratio by: {literal(method)}; see *Likelihood*.

**Peaks.** {len([one for one in lines if one.mode == "several peaks"])} of {len(lines)} measures can have several
peaks; looked for on 200 pairs of densities whose ratio rises.
"""


def own_keys(keys: Sequence[str]) -> list[str]:
    """The measures a page lists: those that judge, and one's own."""
    return [*[key for key in keys if key not in MEASURES], *[key for key, row in MEASURES.items() if row.judges]]
