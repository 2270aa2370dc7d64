"""Sentences and tables about measures that pick the wrong classifier: how often, why, and which pairs."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from ddcore.answers.words import literal
from ddcore.counts import Cells
from ddcore.decisions.admissible import FORMS, Admissibility, MisrankedPair
from ddcore.decisions.ranking import CASES, TRUTHS, UTILITY, MisrankedByError, Pairs
from ddcore.decisions.utility import OUTCOMES, Utility
from ddcore.formats import number, percent
from ddcore.formats import worth as amount
from ddcore.measures import Measure, measure


def answer(found: MisrankedByError, keys: Sequence[str], error: float) -> str:
    """How often does a measure pick the wrong one? The first two chosen, and payoffs with that error."""
    parts = [_share(found, key) for key in keys[:2]]
    if parts[0].endswith(" of pairs"):
        parts[1:] = [part.removesuffix(" of pairs") for part in parts[1:]]
    parts[0] = f":primary[{parts[0]}]"
    return f"{', '.join(parts)}; payoffs that may each be off by {error:g} in {percent(_at(found, error))}."


def _share(found: MisrankedByError, key: str) -> str:
    name, share = literal(measure(key).name.removesuffix(" score")), found.share[key]
    return f"{name} has no value in these pairs" if math.isnan(share) else f"{name} in {percent(share)} of pairs"


def _at(found: MisrankedByError, error: float) -> float:
    return float(np.interp(error, found.error, found.utility))


def reason(found: MisrankedByError) -> str:
    """What was drawn, and what counts as wrong."""
    overtaken = found.overtaken("ACC")
    until = (
        f"until each may be off by about **{overtaken:.2f}** of the span from the worst to the best outcome"
        if math.isfinite(overtaken)
        else f"as far as was looked, to an error of {found.error[-1]:g}"
    )
    return (
        f"Two good classifiers stand on one test set, and what right and wrong answers are worth is drawn too. A "
        f"measure picks the wrong one if it prefers the one that is worth less. Rough payoffs do better than accuracy "
        f"{until}."
    )


def worth_knowing(
    row: Measure,
    form: Admissibility,
    pair: MisrankedPair | None,
    utility: Utility,
    prevalence: float,
    found: MisrankedByError,
) -> list[str]:
    """Why this measure errs, a pair that it ranks wrongly, and from which error on it is the better guide."""
    name = literal(row.title)
    said = [_why(name, form, prevalence)]
    if math.isnan(found.share[row.key]):
        said.append(f"{name} has no value in any of these pairs.")
    elif form.form != "no rank":
        said += [_pair(name, pair, utility), _guide(name, found.overtaken(row.key), float(found.error[-1]))]
    wide = 100 * float(np.nanmax([found.standard_error(row.key), *found.utility_error]))
    said.append(
        f"{found.pairs:,} pairs were drawn; the shares have standard errors of {wide:.2f} percentage points at most."
    )
    return said


def _pair(name: str, pair: MisrankedPair | None, utility: Utility) -> str:
    if pair is None:
        return (
            f"By the values of the third chart {name} never prefers the less valuable of two classifiers: all tables "
            f"of {CASES:,} cases were searched."
        )
    span, unit = float(utility.highest - utility.lowest), f" {literal(utility.unit)}" if utility.unit else ""
    better, preferred = (f"{amount(one, span)}{unit}" for one in pair.yields)
    return (
        f"By the values of the third chart {name} prefers a classifier with {cells(pair.preferred)}, worth "
        f"{preferred} a case, to one with {cells(pair.better)}, worth **{better}** ({number(pair.scores[1])} against "
        f"{number(pair.scores[0])})."
    )


def _guide(name: str, overtaken: float, most: float) -> str:
    if math.isnan(overtaken):
        return f"Payoffs that may each be off by {most:g} still rank more pairs rightly than {name} does."
    return (
        f"{name} is the better guide only if each payoff may be off by more than {overtaken:.2f}, on a scale on which "
        f"the worst outcome is 0 and the best 1."
    )


def _why(name: str, form: Admissibility, prevalence: float) -> str:
    if form.form == "never":
        return (
            f"*{name} is not the yield of any set of payoffs*: it is not linear in the counts, so that whatever right "
            f"and wrong are worth, there may be pairs that it ranks wrongly."
        )
    if form.form == "no rank":
        return f"*{name} is the same for all classifiers on one test set*, so it ranks none."
    if form.form == "always" and form.utility is not None:
        return (
            f"*{name} ranks as one set of payoffs does*: {payoffs(form.utility)}. If yours differ, it may pick the "
            f"wrong one."
        )
    where = f"*{name} ranks as payoffs do, but other ones on each test set*: where {percent(prevalence)} are positive,"
    if form.utility is None:
        return f"{where} it is the same for all classifiers."
    right, other = (float(stake) for stake in form.utility.stakes)
    if not (right > 0 and other > 0):
        return f"{where} they are {payoffs(form.utility)}."
    times = "as much as" if right == other else f"{number(float(f'{right / other:.9g}'))} times as much as"
    return f"{where} a right answer on a positive case counts {times} one on a negative case."


def payoffs(utility: Utility) -> str:
    """Four payoffs in words: TP 1, FP 0, FN 0, TN 1."""
    return ", ".join(f"{name.upper()} {number(float(payoff))}" for name, payoff in utility.payoffs.items())


def cells(counts: Cells) -> str:
    """Four counts in words."""
    return ", ".join(f"{name.upper()} {int(cell):,}" for name, cell in counts.items())


def table(found: MisrankedByError, forms: Mapping[str, Admissibility], error: float) -> pd.DataFrame:
    """Every measure, the best guide first: share of pairs ranked wrongly, form, payoffs it stands for."""
    rows: list[dict[str, Any]] = [
        {
            "Ranks by": measure(key).name,
            "Key": key,
            "Share ranked wrongly": share,
            "Standard error": found.standard_error(key),
            "Better than payoffs off by": found.overtaken(key),
            "Form": FORMS[forms[key].form],
            **_matrix(forms[key].utility),
            "Error of the fit": forms[key].misfit,
            "Formula": measure(key).formula,
        }
        for key, share in found.share.items()
    ]
    at = _at(found, error)
    rough: dict[str, Any] = {
        "Ranks by": f"Payoffs that may be off by {error:g}",
        "Key": UTILITY,
        "Share ranked wrongly": at,
        "Standard error": math.sqrt(at * (1 - at) / found.pairs),
        "Form": FORMS["always"],
    }
    every = pd.DataFrame([*rows, rough], columns=list(rows[0]))
    return every.sort_values("Share ranked wrongly", kind="stable", ignore_index=True)


def _matrix(utility: Utility | None) -> dict[str, float]:
    return {name.upper(): math.nan if utility is None else float(getattr(utility, name)) for name in OUTCOMES}


def over_error(found: MisrankedByError) -> pd.DataFrame:
    """The first chart: the share of pairs that payoffs with an error rank wrongly."""
    return pd.DataFrame(
        {"Error": found.error, "Share ranked wrongly": found.utility, "Standard error": found.utility_error}
    )


def points(pairs: Pairs, row: Measure) -> pd.DataFrame:
    """The second chart, pair by pair."""
    gain, lead = pairs.gain, pairs.lead(row)
    return pd.DataFrame({"Worth more": gain, f"Preferred by {row.key}": lead, "Ranked wrongly": gain * lead < 0})


def classifiers(tables: Cells, utility: Utility, row: Measure, pair: MisrankedPair | None) -> pd.DataFrame:
    """The third chart, classifier by classifier, the pair that is ranked wrongly first."""
    shown = pd.DataFrame(
        {
            **{name.upper(): np.asarray(cell) for name, cell in tables.items()},
            "Worth a case": np.asarray(utility(tables)),
            row.key: np.asarray(row.on(tables)),
            "Which": "drawn",
        }
    )
    if pair is None:
        return shown
    first = pd.DataFrame(
        {
            **{name.upper(): [float(getattr(one, name)) for one in (pair.better, pair.preferred)] for name in OUTCOMES},
            "Worth a case": pair.yields,
            row.key: pair.scores,
            "Which": ["worth more", "preferred"],
        }
    )
    return pd.concat([first, shown], ignore_index=True)


def computed(found: MisrankedByError, seed: int) -> str:
    """How pairs are drawn, and what counts as ranked wrongly."""
    law = {
        "uniform": "uniform on the hexagon",
        "gaussian": "normal about its middle with deviation 1/3, cut at its edge",
    }
    return f"""As Dyrland, Lundervold & Porta Mana (2022, section 4.2) draw them; {found.pairs:,} pairs, seed {seed}.

**True values**: {TRUTHS[found.truth]}; in the coordinates of the map on the page Utility, {law[found.truth]}.

**Classifiers**: the share of positive cases is uniform from 0 to 1, the same for both; recall and specificity are
independent, from 1/2 to 1, with linearly rising density (quartiles 0.75, 0.854, 0.933). Tables are of {CASES:,} cases
and not rounded.

**Wrong**: the two differ in worth by the true values and in score with opposite signs. The standard error of a share
$s$ is $\\sqrt{{s (1-s) / n}}$ for $n$ pairs.

**Payoffs with an error**: each of the four, on a scale from 0 to 1, has a normal error of that standard deviation; what
would leave the scale, or make a wrong answer worth more than a right one, is drawn again.

**Form**: a measure ranks as payoffs do if on each test set it is $X\\,\\mathrm{{TP}} + Y\\,\\mathrm{{TN}}$ times a
number above 0 plus another number, where $X$ and $Y$ are the same on every test set (equation 16). The table fits that
plane to each measure on test sets of four shares of positives and two sizes; the error of the fit is a part of the
measure's spread.
The paper counts balanced accuracy as wrong on every test set; on one test set it ranks as the yield with payoffs 1/f
and 1/(1-f) does, where f is the share of positives.

**Pair**: the most wrongly ranked of all pairs of some 680 tables with recall and specificity from 1/2 to 1; if none of
these is, every pair of tables of {CASES:,} cases is searched.
"""
