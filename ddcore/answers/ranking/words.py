"""Measures that pick the wrong classifier, in words: how often, why, which pairs, and how that is computed."""

import math
from collections.abc import Sequence

import numpy as np

from ddcore.answers.base.answer import Note
from ddcore.answers.base.words import literal
from ddcore.answers.ranking.compute import SEED, share_at
from ddcore.counts import Cells
from ddcore.decisions.admissible import Admissibility, MisrankedPair
from ddcore.decisions.ranking import CASES, DOUBTS, TRUTHS, MisrankedByError
from ddcore.decisions.utility import Utility
from ddcore.formats import number, percent
from ddcore.formats import worth as amount
from ddcore.measures import measure as measure_named
from ddcore.measures.type import Measure


def sentence(ranked: MisrankedByError, keys: Sequence[str], error: float) -> str:
    """How often the first two measures are wrong, and payoffs with that error."""
    first, *rest = [(_short_title(key), ranked.share[key]) for key in keys[:2]]
    payoffs = f"payoffs with an error of {error:g} in {percent(share_at(ranked, error))}"
    if math.isnan(first[1]):
        parts = [f"**{first[0]} has no value in these pairs**"]
        parts += [f"{title} picks the wrong model in {percent(share)} of pairs" for title, share in rest]
    else:
        parts = [f"**{first[0]} picks the wrong model in {percent(first[1])} of pairs**"]
        parts += [
            f"{title} has no value in these pairs" if math.isnan(share) else f"{title} in {percent(share)}"
            for title, share in rest
        ]
    return f"{', '.join(parts)}; {payoffs}."


def _short_title(key: str) -> str:
    """A measure by its name: Accuracy, F1."""
    return literal(measure_named(key).name.removesuffix(" score"))


def reason(ranked: MisrankedByError) -> str:
    """What was drawn, and what counts as wrong."""
    drawn = (
        "Two good classifiers are compared on one test set. What right and wrong answers are worth (the payoffs) is "
        "drawn at random. A measure is wrong if it prefers the classifier that is worth less."
    )
    overtaken = ranked.overtaken("ACC")
    if math.isnan(overtaken):
        return f"{drawn} Rough payoffs do better than accuracy up to the largest error tried, {ranked.error[-1]:g}."
    return (
        f"{drawn} Rough payoffs do better than accuracy until their error is about **{overtaken:.2f}** of the span "
        f"from the worst to the best outcome."
    )


def notes(
    measure: Measure,
    form: Admissibility,
    pair: MisrankedPair | None,
    utility: Utility,
    prevalence: float,
    ranked: MisrankedByError,
) -> list[Note]:
    """Why this measure errs, a pair that it ranks wrongly, and from which error on it is the better guide."""
    name = literal(measure.title)
    widest = 100 * float(np.nanmax([ranked.standard_error(measure.key), *ranked.utility_error]))
    drawn = Note(
        "pairs-drawn",
        f"{ranked.pairs:,} pairs were drawn at random. The standard error of a share is at most {widest:.2f} "
        f"percentage points.",
    )
    why = _why(name, form, prevalence)
    if math.isnan(ranked.share[measure.key]):
        return [why, Note("no-value", f"{name} has no value in any of these pairs."), drawn]
    if form.form == "no rank":
        return [why, drawn]
    guide = _guide(name, ranked.overtaken(measure.key), float(ranked.error[-1]))
    return [why, _wrong_pair(name, pair, utility), guide, drawn]


def _why(name: str, form: Admissibility, prevalence: float) -> Note:
    """Whether the measure ranks as some payoffs do, and as which."""
    if form.form == "never":
        return Note(
            "no-payoffs",
            f"*{name} follows from no set of payoffs*: it is not linear in the counts. Whatever right and wrong "
            f"answers are worth, it may rank some pairs wrongly.",
        )
    if form.form == "no rank":
        return Note("no-rank", f"*{name} is the same for all classifiers on one test set*, so it cannot rank them.")
    if form.form == "always" and form.utility is not None:
        return Note(
            "one-set-of-payoffs",
            f"*{name} ranks as one set of payoffs does*: {_payoffs(form.utility)}. If yours differ, it may pick the "
            f"wrong model.",
        )
    where = f"*{name} ranks as payoffs do, but different ones on each test set*. With {percent(prevalence)} positives"
    if form.utility is None:
        return Note("payoffs-of-test-set-no-rank", f"{where} it is the same for all classifiers.")
    right, other = (float(stake) for stake in form.utility.stakes)
    if not (right > 0 and other > 0):
        return Note("payoffs-of-test-set", f"{where} they are {_payoffs(form.utility)}.", kind="assumed")
    times = "as much as" if right == other else f"{number(float(f'{right / other:.9g}'))} times as much as"
    return Note(
        "payoffs-of-test-set",
        f"{where} a right answer on a positive case counts {times} one on a negative case.",
        kind="assumed",
    )


def _wrong_pair(name: str, pair: MisrankedPair | None, utility: Utility) -> Note:
    """Two classifiers of which the measure prefers the one that is worth less."""
    if pair is None:
        return Note(
            "no-wrong-pair",
            f"With the payoffs of the third chart {name} never prefers the classifier that is worth less: all tables "
            f"of {CASES:,} cases were searched.",
        )
    span, unit = float(utility.highest - utility.lowest), f" {literal(utility.unit)}" if utility.unit else ""
    better, preferred = (f"{amount(earned, span)}{unit}" for earned in pair.yields)
    return Note(
        "wrong-pair",
        f"With the payoffs of the third chart {name} can prefer the wrong classifier. It is {number(pair.scores[1])} "
        f"for {_cells(pair.preferred)} (worth {preferred} per case) and {number(pair.scores[0])} for "
        f"{_cells(pair.better)} (worth **{better}** per case).",
    )


def _guide(name: str, overtaken: float, most: float) -> Note:
    """From which error of the payoffs on the measure ranks more pairs rightly."""
    if math.isnan(overtaken):
        return Note(
            "payoffs-better",
            f"Even payoffs with an error of {most:g} rank more pairs correctly than {name}.",
        )
    return Note(
        "better-from-error",
        f"{name} is the better guide only if the error of each payoff is more than {overtaken:.2f}, where the worst "
        f"outcome is worth 0 and the best 1.",
    )


def _payoffs(utility: Utility) -> str:
    """Four payoffs in words: TP 1, FP 0, FN 0, TN 1."""
    return ", ".join(f"{name.upper()} {number(float(payoff))}" for name, payoff in utility.payoffs.items())


def _cells(counts: Cells) -> str:
    """Four counts in words."""
    return ", ".join(f"{name.upper()} {int(cell):,}" for name, cell in counts.items())


LAWS = {
    "uniform": "uniform on the hexagon",
    "gaussian": "normal about its middle with deviation 1/3, cut at its edge",
    "each": "whatever four independent uniform payoffs give",
    "dirichlet": "whatever the parts of one sum give",
}
"""The laws of the true values in the coordinates of the map."""


def method(ranked: MisrankedByError, doubt: str) -> str:
    """How pairs are drawn, and what counts as ranked wrongly."""
    return f"""Pairs are drawn as by Dyrland, Lundervold & Porta Mana (2022, section 4.2): {ranked.pairs:,} pairs, seed
{SEED}.

**True payoffs**: {TRUTHS[ranked.truth]}; in the coordinates of the map of all payoffs in *Which model pays*,
{LAWS[ranked.truth]}.

**Classifiers**: the share of positives is uniform from 0 to 1 and the same for both. Recall and specificity are
independent, from 1/2 to 1, with linearly rising density (quartiles 0.75, 0.854, 0.933). Tables are of {CASES:,} cases
and not rounded.

**Wrong**: the two differ in worth and in score with opposite signs. The standard error of a share $s$ of $n$ pairs is
$\\sqrt{{s (1-s) / n}}$.

**Payoffs with an error**: each of the four, on a scale from 0 to 1, has {DOUBTS[doubt]} with the chosen standard
deviation. An error that would leave the scale, or make a wrong answer worth more than a right one, is drawn again.

**Form**: a measure ranks as payoffs do if on each test set it is $X\\,\\mathrm{{TP}} + Y\\,\\mathrm{{TN}}$ times a
positive number plus another number, where $X$ and $Y$ are the same on every test set (equation 16). The table fits that
plane to each measure on test sets of four shares of positives and two sizes; the error of the fit is a part of the
measure's spread. The paper counts balanced accuracy as wrong on every test set. On one test set it ranks as the yield
with payoffs 1/f and 1/(1-f) does, where f is the share of positives.

**Pair**: of all pairs of some 680 tables with recall and specificity from 1/2 to 1, the one ranked most wrongly. If
none of them is ranked wrongly, every pair of tables of {CASES:,} cases is searched.
"""
