"""The tables of what a score demands: step by step, and the curve point by point."""

import math
from collections.abc import Sequence
from functools import partial

import pandas as pd

from ddcore.answers.base.answer import Table
from ddcore.answers.reach.compute import ReachCurve
from ddcore.answers.reach.words import auc_text
from ddcore.formats import number
from ddcore.scores.reach import Needed


def step_tables(steps: Sequence[Needed], curve: ReachCurve) -> dict[str, Table]:
    """The steps as they are read, the steps with all digits and bounds, and the curve."""
    return {
        "needed": Table.of("Step by step", _short_steps(steps)),
        "steps": Table("Demand of each step, with its lower bounds", len(steps), partial(_all_steps, steps)),
        "reach": Table("Best score over AUC and distance", curve.value.size, partial(_points, curve)),
    }


def _all_steps(steps: Sequence[Needed]) -> pd.DataFrame:
    """The wanted score and each step beyond: what it demands, how much more than the one before, and the bounds."""
    frame = pd.DataFrame(
        {
            "Score": step.value,
            "AUC": step.auc,
            "More AUC": math.nan,
            "Distance": step.separation,
            "Information, bits a case": step.bits,
            "More information": math.nan,
            "Least AUC, concave curve": step.concave,
            "Least AUC, any curve": step.any_order,
            "Least information of the answers": step.call,
        }
        for step in steps
    )
    frame["More AUC"] = frame["AUC"].diff()
    frame["More information"] = frame["Information, bits a case"].diff()
    return frame


def _short_steps(steps: Sequence[Needed]) -> pd.DataFrame:
    """The same in few columns, as text."""
    before = [math.nan, *(step.auc for step in steps)]
    return pd.DataFrame(
        {
            "Score": number(step.value),
            "AUC": auc_text(step.auc),
            "More AUC": number(step.auc - auc_before) if math.isfinite(auc_before) else "",
            "Distance": number(step.separation),
            "Bits a case": number(step.bits),
        }
        for step, auc_before in zip(steps, before, strict=False)
    )


def _points(curve: ReachCurve) -> pd.DataFrame:
    """The curve point by point."""
    return pd.DataFrame(
        {
            "Distance": curve.rulers["separation"],
            "AUC": curve.rulers["auc"],
            "Information, bits a case": curve.rulers["bits"],
            "Best score": curve.value,
        }
    )
