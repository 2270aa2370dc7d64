"""Every measure of every model in a table, and how a verdict is computed."""

import math
from collections.abc import Sequence

import numpy as np
import pandas as pd

from ddcore.answers.verdict_models import RANKED_BY, cases_picked
from ddcore.answers.verdict_notes import SELDOM
from ddcore.answers.words import as_much_as, typed
from ddcore.chance.verdict import MARKS, STATES, MeasureVerdict, Verdict, classes_of_draw
from ddcore.counts import Counts
from ddcore.formats import count, percent


def table(verdicts: Sequence[Verdict]) -> pd.DataFrame:
    """Every measure of every model: score, chance, distance (positive is better), exact p, interval, verdict.

    The 95 % interval keeps the class sizes; "Other cases" is that where they are drawn too. "Approximate p" is that of
    weighted cases, which have no exact one.
    """
    return pd.DataFrame(
        {
            "Model": verdict.name,
            "Measure": line.measure.name,
            "Short name": line.measure.key,
            "Score": line.score,
            "Chance": line.chance,
            "Distance": line.distance,
            "Exact p": 10**verdict.log10_p if _has_p(line) else np.nan,
            "95 % from": line.interval.low,
            "95 % to": line.interval.high,
            "Mark": MARKS.get(line.state, ""),
            "Verdict": STATES[line.state],
            "Distance, 95 % from": line.distance_interval[0],
            "Distance, 95 % to": line.distance_interval[1],
            "Other cases, 95 % from": line.drawn.low,
            "Other cases, 95 % to": line.drawn.high,
            "Approximate p": 10**verdict.log10_luck if verdict.counts.weighted and _has_p(line) else np.nan,
            "log₁₀ of p": verdict.log10_p if _has_p(line) else np.nan,
            "Better if": line.measure.better,
            "No value when": line.measure.undefined,
            "Formula": line.measure.formula,
            "Other names": ", ".join(line.measure.aliases),
            "Source": line.measure.source,
        }
        for verdict in verdicts
        for line in verdict.lines
    )


def _has_p(line: MeasureVerdict) -> bool:
    return line.measure.judges and line.follows and not math.isnan(line.score)


def method(verdict: Verdict, models: int) -> str:
    """How the verdict on one of so many models is computed, with the numbers put in."""
    total, positives = classes_of_draw(verdict.counts)
    states = "\n".join(f"- {MARKS.get(state, '')} *{words}*" for state, words in STATES.items())
    formulas = "\n\n".join(f"{line.measure.title}:\n\n{typed(line.measure)}" for line in verdict.lines)
    return f"""**Score.** A measure is a function of the four counts, here as it can be typed for one of your own; those
of all others stand in the table.

{formulas}

**Chance.** Random guessing predicts $n$ of all cases positive, $M$ = {count(total)}, drawn blindly (a *Dutch Draw*);
$P$ = {count(positives)} are truly positive. The best mean over all $n$ is the baseline (van de Bijl et al. 2024, Tables
3 and 4).

{_probability(verdict)}

**Interval**, 95 %. {INTERVAL}

**Verdict.** A score beats chance where that probability is at most {SELDOM:g} and its whole interval is on the better
side of the baseline. So what has no skill beats chance on any of these measures in at most {percent(SELDOM)} of data
sets, however many measures are looked at; of several models each by itself. A score is clearly worse where its whole
interval is on the other side, and random guessing with as many positive predictions scores as badly, or reaches the
baseline at all, with a probability of at most {SELDOM:g}. One of:
{states}

**Beyond chance.** Each score that can be beaten has its place between the best random guessing, 0, and perfect, 1;
below 0 it runs to the worst value that any classifier has on these classes, −1. The headline has the mean over the
measures shown; its 95 % interval is what that mean goes through on the same pairs of recall and specificity.
{_several(models) if models > 1 else ""}"""


def _several(models: int) -> str:
    """How models are ranked, and when the best of so many is clear of luck."""
    return f"""
**Rank.** {RANKED_BY} Equal models share a rank. Each stands at its own threshold; the AUC takes no part.

**Best of {models}.** The best of {models} models without skill does as well as one of them with no more than {models}
times the probability of one (Bonferroni), however alike they are. So the headline tells of skill only where that
probability is at most {SELDOM:g} / {models}. The table tells of each model by itself.

**On unseen cases.** Where the models predicted the same cases, these are dealt to three parts, class by class, 20
times. Each part is judged by the model that is furthest beyond chance on the others, and the parts are counted
together; the interval is that of so many cases, and held the share of the model picked in 89 to 100 % of simulated
samples of 60 to 1,000 cases. Of more than {count(cases_picked(models))} cases so many are drawn.
"""


INTERVAL = """Wilson's (1927) for plain proportions. For the others it is what the measure goes through on all pairs
of recall and specificity that go with the counts: each rate some deviations $z$ away from the one observed, as Wilson
has it, with $z_1^2 + z_2^2 \\le 1.96^2$ (a test of chi-square turned round: Miettinen & Nurminen 1985, Newcombe 1998,
Zou & Donner 2008). On the side of a cell with one to three cases Jeffreys' limit is taken where it is further away
(Brown, Cai & DasGupta 2001). The class sizes are kept, so the distance to chance has the same width; in the columns
*Other cases* of the table the share of positives may differ as well, as it does in another sample."""


def _probability(verdict: Verdict) -> str:
    """What a draw with as many positive predictions does, in formulas."""
    if not math.isnan(verdict.log10_p):
        return _exact(verdict.counts)
    if verdict.counts.weighted and verdict.counts.whole:
        return f"""**Approximate p.** The cases stand in clusters, and those of one cluster tell of each other. They say
as much as {as_much_as(verdict.counts)}: the cases of each class over their design effect (Kish 1965; Obuchowski 1997).
$p$ is that of Fisher's exact test on a table of so many, rounded against the model."""
    total = count(classes_of_draw(verdict.counts)[0])
    chance = f"Chance is that of {total} cases with as large a share of positives; bare counts are left out."
    if math.isnan(verdict.log10_luck):
        return (
            f"**No exact p and no interval.** The cases are weighted, and random guessing takes whole cases. {chance}"
        )
    if not verdict.counts.weighted:
        return f"**No exact p.** So many cases are taken for 1,000,000,000, which makes $p$ larger. {chance}"
    return f"""**Approximate p.** The cases are weighted, and random guessing takes whole cases. They say as much as
{as_much_as(verdict.counts)}, $(\\sum w)^2 / \\sum w^2$ in each class (Kish 1965), and $p$ is that of Fisher's exact
test on a table of so many, rounded against the model. {chance}"""


def _exact(counts: Counts) -> str:
    total, positives, called = (round(n) for n in (counts.total, counts.positives, counts.predicted_positives))
    # A formula is a block of its own only where its signs stand on lines of their own.
    return f"""**Exact p.** With as many positive predictions as this model made, $n$ = {count(called)}, the true
positives of random guessing are hypergeometric:

$$
p = \\sum_{{k \\ge {counts.tp.item()}}} \\frac{{\\binom{{{positives}}}{{k}}
\\binom{{{total - positives}}}{{{called} - k}}}}{{\\binom{{{total}}}{{{called}}}}}
$$

It is one number for all measures, because each of them rises with the true positives once $P$ and $n$ are given
(Fisher's exact test, one-sided). A measure of your own has it only where it rises too; where it does not, its own law
is asked as well."""
