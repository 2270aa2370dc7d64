"""What to ask of a model of some classes, in one sentence."""

import math
from collections.abc import Sequence

from ddcore.answers.base.words import in_text, listing
from ddcore.answers.baselines.compute import BaselineRow
from ddcore.formats import cases_text, number

FEW = 3
"""Measures that the sentence names."""


def decision(shown: Sequence[BaselineRow], total: float) -> str:
    """The values that guessing reaches; empty where no measure has one that can be beaten."""
    asked = [
        f"{in_text(row.measure)} {'above' if row.measure.better == 'higher' else 'below'} **{number(row.best)}**"
        for row in shown
        if not row.unbeatable and math.isfinite(row.best)
    ][:FEW]
    if not asked:
        return ""
    return f"Ask more of a model than guessing reaches on {cases_text(total)} cases like these: {listing(asked)}."
