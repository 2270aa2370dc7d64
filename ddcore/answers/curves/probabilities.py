"""Whether scores are right as probabilities: what the curves tell of calibration."""

import math
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from ddcore.answers.base.answer import Note
from ddcore.answers.base.separation import SEED, scored
from ddcore.answers.base.words import interval_text, values
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.formats import number, percent
from ddcore.interval import Interval
from ddcore.scores.calibration import Brier, Calibration, Consistency, calibration, consistency, recalibration_saving
from ddcore.scores.recalibration import Recalibration
from ddcore.table import ScoreTable


def calibrated(data: Data) -> tuple[Calibration, Consistency]:
    """The calibration curve, and that of right scores; raises `InputError` where scores are no probabilities."""
    table = scored(data)
    bins = data.cached(("calibration", table), partial(calibration, table))
    return bins, _of_probabilities(data, consistency)


def binned(data: Data, table: ScoreTable) -> Calibration | None:
    """The calibration curve of one of the models; None where its scores are no probabilities."""
    if not table.is_probability:
        return None
    return data.cached(("calibration", table), partial(calibration, table))


def _of_probabilities(data: Data, judge: Callable[..., Any]) -> Any:
    """What `judge` draws from the scores; None where they are no probabilities."""
    table = scored(data)
    return data.cached((judge.__name__, table), partial(_judged, judge, table), cases=table.score.size)


def _judged(judge: Callable[..., Any], table: ScoreTable) -> Any:
    try:
        return judge(table, rng=np.random.default_rng(SEED))
    except InputError:
        return None


def reason(brier: Brier | None, recalibration: Recalibration | None) -> str:
    """How to read the calibration curve, the Brier score, intercept and slope; None where scores are none."""
    question = "Of the cases with a score of 0.7, do 70 % turn out positive? Then scores are probabilities."
    if brier is None:
        return question
    return (
        f"{question} The **Brier score**, the mean squared distance of score and truth, is "
        f"**{number(brier.score)}**; predicting the share of positives for every case would score "
        f"{number(brier.uncertainty)}."
        + ("" if recalibration is None else f" {_sloped(recalibration.slope)} {_moved(recalibration.intercept)}")
    )


def _sloped(slope: Interval) -> str:
    """The calibration slope, and what it says."""
    if math.isnan(slope.value):
        return "There is no **calibration slope**: all scores are equal, or a threshold tells the classes apart."
    told = f"The **calibration slope** is **{number(slope.value)}**"
    if math.isnan(slope.low):
        return f"{told}; 1 would be right."
    told = f"{told} (95 % interval {interval_text(slope)})"
    if slope.low <= 1 <= slope.high:
        return f"{told}; these cases do not show it to be other than 1, which is right."
    if slope.high <= 0:
        return f"{told}: the scores point the wrong way."
    if slope.high < 1:
        return f"{told}, below 1: high scores are too high and low ones too low."
    return f"{told}, above 1: the scores stay too near to the middle."


def _moved(intercept: Interval) -> str:
    """The calibration intercept, and what it says."""
    if math.isnan(intercept.value):
        return ""
    told = f"The **intercept** is **{number(intercept.value)}**"
    if math.isnan(intercept.low):
        return f"{told}; 0 would be right."
    told = f"{told} ({interval_text(intercept)})"
    if intercept.low <= 0 <= intercept.high:
        return f"{told}; these cases do not show it to be other than 0, which is right."
    return f"{told}: on average the scores are too {'high' if intercept.high < 0 else 'low'}."


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
                f"{score}; whether they are off cannot be told, as of the weights only sums are known.",
            )
        ]
    bins = f"{consistent.outside.size} bins" if consistent.outside.size > 1 else "one bin"
    if not consistent.off:
        right = [
            Note(
                "probabilities-right",
                f"{score}; these cases do not show them to be off: in {bins} the shares of positives may be chance.",
            )
        ]
        # What speaks for recalibrating is told where the bins speak for it too, so that chance seldom makes it.
        return right if saving is None or saving.low > 0 else [*right, *_recalibrated(saving)]
    if consistent.outside.any():
        off = (
            f"in {int(consistent.outside.sum())} of {bins} the share of positives differs from the scores by more "
            f"than chance explains (see *Calibration*)."
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
                f"On unseen cases, recalibrating would save **{number(saving.value)}** of the Brier score ({between}).",
            )
        ]
    nothing = "nothing" if saving.high < 0 else "maybe nothing"
    return [
        Note(
            "recalibrating-saves-nothing" if saving.high < 0 else "recalibrating-unclear",
            f"Recalibrating would save **{nothing}**: {between} of the Brier score on unseen cases.",
        )
    ]


def bin_rows(models: Mapping[str, Calibration]) -> pd.DataFrame:
    """One row a bin of the calibration curve of each model."""
    return pd.concat(
        [
            pd.DataFrame(
                {
                    "Model": name,
                    "Mean score": bins.mean,
                    "Share that is truly positive": bins.share,
                    "95 % from": bins.low,
                    "95 % to": bins.high,
                    "Cases": bins.cases,
                }
            )
            for name, bins in models.items()
        ],
        ignore_index=True,
    )


METHOD = (
    "Ten bins with as equal numbers of cases as ties allow, in the table with Wilson's intervals (1927), "
    "beside one to three cases Jeffreys' where they are wider, for weighted cases with as many as say as much"
    " (Kish 1965); the line without bins pools adjacent violators (Ayer et al. 1955). The **bars** are where "
    "the shares of positives would lie if each case were positive with the probability that its score says, "
    "all bins at once and all cases together in 95 % of 1,999 simulations (seed 1; Bröcker & Smith 2007): with a "
    "share outside the scores count as off, which right probabilities do in 5 of 100 samples. Brier score "
    "= miscalibration − discrimination + uncertainty, exact and without bins (Dimitriadis, Gneiting & Jordan "
    "2021), all on these cases, which flatters what recalibrating saves. On **unseen cases** it is "
    "counted again: the cases are dealt to three folds, class by class, 4 times, and each fold is "
    "recalibrated by the others; the interval, 95 %, is Student's.\n\n"
    "With **several models** each has a line through its bins; a band is the 95 % interval of each bin by "
    "itself, not of the whole curve at once. The **calibration slope** $b$ and the **intercept** $a$ are "
    "those of logistic recalibration, fitted to these cases: $\\mathrm{logit}\\,P = a' + "
    "b\\,\\mathrm{logit}(s)$, and with the slope kept at 1 $\\mathrm{logit}\\,P = a + "
    "\\mathrm{logit}(s)$ (Cox 1958; Van Calster et al. 2019), with Wald's intervals; "
    "scores of 0 and 1 move half way to the next score."
)
"""How the calibration curve and what is said of it are computed."""
