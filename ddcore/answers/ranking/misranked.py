"""Measures that pick the wrong classifier, in words and tables: how often, why, and which pairs."""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from ddcore.answers.base.answer import Note
from ddcore.answers.base.words import literal
from ddcore.counts import Cells
from ddcore.decisions.admissible import FORMS, Admissibility, MisrankedPair
from ddcore.decisions.ranking import CASES, UTILITY, MisrankedByError, Pairs
from ddcore.decisions.utility import OUTCOMES, Utility
from ddcore.formats import number, percent
from ddcore.formats import worth as amount
from ddcore.measures import measure
from ddcore.measures.type import Measure


def share_at(ranked: MisrankedByError, error: float) -> float:
    """The share of pairs that payoffs with this error rank wrongly."""
    return float(np.interp(error, ranked.error, ranked.utility))


def error_at(ranked: MisrankedByError, error: float) -> float:
    """The standard error of the share of payoffs with this error."""
    share = share_at(ranked, error)
    return math.sqrt(share * (1 - share) / ranked.pairs)


def notes(
    row: Measure,
    form: Admissibility,
    pair: MisrankedPair | None,
    utility: Utility,
    prevalence: float,
    ranked: MisrankedByError,
) -> list[Note]:
    """Why this measure errs, a pair that it ranks wrongly, and from which error on it is the better guide."""
    name = literal(row.title)
    widest = 100 * float(np.nanmax([ranked.standard_error(row.key), *ranked.utility_error]))
    drawn = Note(
        "pairs-drawn",
        f"{ranked.pairs:,} pairs were drawn; the shares have standard errors of {widest:.2f} percentage points at "
        f"most.",
    )
    why = _why(name, form, prevalence)
    if math.isnan(ranked.share[row.key]):
        return [why, Note("no-value", f"{name} has no value in any of these pairs."), drawn]
    if form.form == "no rank":
        return [why, drawn]
    guide = _guide(name, ranked.overtaken(row.key), float(ranked.error[-1]))
    return [why, _wrong_pair(name, pair, utility), guide, drawn]


def _why(name: str, form: Admissibility, prevalence: float) -> Note:
    """Whether the measure ranks as some payoffs do, and as which."""
    if form.form == "never":
        return Note(
            "no-payoffs",
            f"*{name} is not the yield of any set of payoffs*: it is not linear in the counts, so that whatever right "
            f"and wrong are worth, there may be pairs that it ranks wrongly.",
        )
    if form.form == "no rank":
        return Note("no-rank", f"*{name} is the same for all classifiers on one test set*, so it ranks none.")
    if form.form == "always" and form.utility is not None:
        return Note(
            "one-set-of-payoffs",
            f"*{name} ranks as one set of payoffs does*: {_payoffs(form.utility)}. If yours differ, it may pick the "
            f"wrong one.",
        )
    where = f"*{name} ranks as payoffs do, but other ones on each test set*: where {percent(prevalence)} are positive,"
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
            f"With the prices of the third chart {name} never prefers the less valuable of two classifiers: all tables "
            f"of {CASES:,} cases were searched.",
        )
    span, unit = float(utility.highest - utility.lowest), f" {literal(utility.unit)}" if utility.unit else ""
    better, preferred = (f"{amount(earned, span)}{unit}" for earned in pair.yields)
    return Note(
        "wrong-pair",
        f"With the prices of the third chart {name} prefers a classifier with {_cells(pair.preferred)}, worth "
        f"{preferred} a case, to one with {_cells(pair.better)}, worth **{better}** ({number(pair.scores[1])} against "
        f"{number(pair.scores[0])}).",
    )


def _guide(name: str, overtaken: float, most: float) -> Note:
    """From which error of the payoffs on the measure ranks more pairs rightly."""
    if math.isnan(overtaken):
        return Note(
            "payoffs-better",
            f"Payoffs that may each be off by {most:g} still rank more pairs rightly than {name} does.",
        )
    return Note(
        "better-from-error",
        f"{name} is the better guide only if each payoff may be off by more than {overtaken:.2f}, on a scale on which "
        f"the worst outcome is 0 and the best 1.",
    )


def _payoffs(utility: Utility) -> str:
    """Four payoffs in words: TP 1, FP 0, FN 0, TN 1."""
    return ", ".join(f"{name.upper()} {number(float(payoff))}" for name, payoff in utility.payoffs.items())


def _cells(counts: Cells) -> str:
    """Four counts in words."""
    return ", ".join(f"{name.upper()} {int(cell):,}" for name, cell in counts.items())


def table(ranked: MisrankedByError, forms: Mapping[str, Admissibility], error: float) -> pd.DataFrame:
    """Every measure, the best guide first: share of pairs ranked wrongly, form, payoffs it stands for."""
    rows: list[dict[str, Any]] = [
        {
            "Ranks by": measure(key).name,
            "Short name": key,
            "Share ranked wrongly": share,
            "Standard error": ranked.standard_error(key),
            "Better than payoffs off by": ranked.overtaken(key),
            "Form": FORMS[forms[key].form],
            **{name.upper(): payoff for name, payoff in matrix(forms[key].utility).items()},
            "Error of the fit": forms[key].misfit,
            "Formula": measure(key).formula,
        }
        for key, share in ranked.share.items()
    ]
    at = share_at(ranked, error)
    rough: dict[str, Any] = {
        "Ranks by": f"Payoffs that may be off by {error:g}",
        "Short name": UTILITY,
        "Share ranked wrongly": at,
        "Standard error": error_at(ranked, error),
        "Form": FORMS["always"],
    }
    every = pd.DataFrame([*rows, rough], columns=list(rows[0]))
    return every.sort_values("Share ranked wrongly", kind="stable", ignore_index=True)


def matrix(utility: Utility | None) -> dict[str, float]:
    """The four payoffs by outcome, NaN where there are none."""
    return {name: math.nan if utility is None else float(getattr(utility, name)) for name in OUTCOMES}


def by_error(ranked: MisrankedByError) -> pd.DataFrame:
    """The first chart: the share of pairs that payoffs with an error rank wrongly."""
    return pd.DataFrame(
        {"Error": ranked.error, "Share ranked wrongly": ranked.utility, "Standard error": ranked.utility_error}
    )


def pairs_table(pairs: Pairs, row: Measure) -> pd.DataFrame:
    """The second chart, pair by pair."""
    gain, lead = pairs.gain, pairs.lead(row)
    return pd.DataFrame({"Worth more": gain, f"Preferred by {row.key}": lead, "Ranked wrongly": gain * lead < 0})


def classifiers(tables: Cells, utility: Utility, row: Measure, pair: MisrankedPair | None) -> pd.DataFrame:
    """The third chart, classifier by classifier, the pair that is ranked wrongly first."""
    drawn = pd.DataFrame(
        {
            **{name.upper(): np.asarray(cell) for name, cell in tables.items()},
            "Worth a case": np.asarray(utility(tables)),
            row.key: np.asarray(row.on(tables)),
            "Which": "drawn",
        }
    )
    if pair is None:
        return drawn
    both = (pair.better, pair.preferred)
    first = pd.DataFrame(
        {
            **{name.upper(): [float(getattr(table, name)) for table in both] for name in OUTCOMES},
            "Worth a case": pair.yields,
            row.key: pair.scores,
            "Which": ["worth more", "preferred"],
        }
    )
    return pd.concat([first, drawn], ignore_index=True)
