"""Whether scores are right as probabilities: what the curves tell of calibration."""

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from ddcore.answers.answer import Note
from ddcore.answers.separation import SEED, scored
from ddcore.answers.words import values
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.formats import number, percent
from ddcore.interval import Interval
from ddcore.scores.calibration import Brier, Calibration, Consistency, calibration, consistency, recalibration_saving
from ddcore.table import ScoreTable


def calibrated(data: Data) -> tuple[Calibration, Consistency]:
    """The calibration curve, and that of right scores; raises `InputError` where scores are no probabilities."""
    table = scored(data)
    bins = data.kept(("calibration", table), partial(calibration, table))
    return bins, _of_probabilities(data, consistency)


def _of_probabilities(data: Data, judge: Callable[..., Any]) -> Any:
    """What `judge` draws from the scores; None where they are no probabilities."""
    table = scored(data)
    return data.kept((judge.__name__, table), partial(_judged, judge, table), cases=table.score.size)


def _judged(judge: Callable[..., Any], table: ScoreTable) -> Any:
    try:
        return judge(table, rng=np.random.default_rng(SEED))
    except InputError:
        return None


def reason(brier: Brier | None) -> str:
    """How to read the calibration curve, and the Brier score; None where scores are no probabilities."""
    question = "Of the cases with a score of 0.7, do 70 % turn out positive? Then scores are probabilities."
    if brier is None:
        return question
    return (
        f"{question} The **Brier score**, the mean squared distance of score and truth, is "
        f"**{number(brier.score)}**; saying the share of positives always would score "
        f"{number(brier.uncertainty)}."
    )


def notes(data: Data, brier: Brier | None) -> list[Note]:
    """Whether the scores are right as probabilities, and what recalibrating them saves."""
    consistent: Consistency | None = _of_probabilities(data, consistency)
    saving: Interval | None = _of_probabilities(data, recalibration_saving)
    if brier is None or consistent is None:
        return []
    if brier.score == 0:
        return [Note("probabilities-perfect", "Read as probabilities, the scores are perfect on these cases.")]
    score = f"Read as probabilities, the scores have a Brier score of {number(brier.score)}"
    if not consistent.known:
        return [
            Note(
                "probabilities-unknown",
                f"{score}; as of the weights only sums are known, nobody can say whether they are off.",
            )
        ]
    bins = f"{consistent.outside.size} bins" if consistent.outside.size > 1 else "one bin"
    if not consistent.off:
        right = [
            Note(
                "probabilities-right",
                f"{score}; these cases do not show them to be off: in {bins} chance alone could make the shares of "
                f"positives.",
            )
        ]
        # What speaks for recalibrating is told where the bins speak for it too, so that chance seldom makes it.
        return right if saving is None or saving.low > 0 else [*right, *_recalibrated(saving)]
    if consistent.outside.any():
        off = (
            f"in {int(consistent.outside.sum())} of {bins} the share of positives is one that chance does not make of "
            f"right probabilities (see *Calibration*)."
        )
    else:
        share, low, high = consistent.whole
        off = (
            f"{percent(share)} of all cases are positive, where right probabilities make {percent(low)} to "
            f"{percent(high)}."
        )
    return [Note("probabilities-off", f"{score}; as probabilities they are off: {off}"), *_recalibrated(saving)]


def _recalibrated(saving: Interval | None) -> list[Note]:
    """What recalibrating saves of the Brier score."""
    if saving is None or math.isnan(saving.value):
        return []
    between = values(saving.low, saving.high)
    if saving.low > 0:
        return [
            Note(
                "recalibrating-saves",
                f"On cases that had no say in it, recalibrating would save **{number(saving.value)}** of the Brier "
                f"score ({between}).",
            )
        ]
    nothing = "nothing" if saving.high < 0 else "maybe nothing"
    return [
        Note(
            "recalibrating-saves-nothing" if saving.high < 0 else "recalibrating-unclear",
            f"Recalibrating would save **{nothing}**: {between} of the Brier score on cases that had no say in it.",
        )
    ]


def bin_rows(bins: Calibration) -> pd.DataFrame:
    """One row a bin of the calibration curve."""
    return pd.DataFrame(
        {
            "Mean score": bins.mean,
            "Share that is truly positive": bins.share,
            "95 % from": bins.low,
            "95 % to": bins.high,
            "Cases": bins.cases,
        }
    )


METHOD = (
    "Ten bins with as equal numbers of cases as ties allow, in the table with Wilson's intervals (1927), "
    "beside one to three cases Jeffreys' where they are wider, for weighted cases with as many as say as much"
    " (Kish 1965); the line without bins pools adjacent violators (Ayer et al. 1955). The **bars** are where "
    "the shares of positives would lie if each case were positive with the probability that its score says, "
    "all bins at once and all cases together in 95 % of 1,999 draws (seed 1; Bröcker & Smith 2007): with a "
    "share outside the scores are called off, which right probabilities are in 5 of 100 samples. Brier score "
    "= miscalibration − discrimination + uncertainty, exact and without bins (Dimitriadis, Gneiting & Jordan "
    "2021), all on these cases, which flatters what recalibrating saves. On **cases that had no say** it is "
    "counted again: the cases are dealt to three parts, class by class, 4 times, and each part is "
    "recalibrated by the others; the interval, 95 %, is Student's."
)
"""How the calibration curve and what is said of it are computed."""
