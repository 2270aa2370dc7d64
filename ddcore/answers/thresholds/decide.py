"""Whether to keep the threshold of a model, in one sentence."""

import math
from collections.abc import Sequence

from ddcore.answers.base.selected_model import auc_of
from ddcore.answers.base.separation import threshold
from ddcore.answers.base.words import in_text
from ddcore.answers.thresholds.compute import lead_over_current
from ddcore.data import Data
from ddcore.formats import number
from ddcore.scores.best_thresholds import BestThreshold
from ddcore.scores.thresholds import Constraint


def decision(optimum: BestThreshold, data: Data, constraints: Sequence[Constraint]) -> str:
    """The threshold to use, only one; empty where the scores do not clearly separate, or more cases are needed."""
    area, best, ahead = auc_of(data, data.name), optimum.best, lead_over_current(optimum, data)
    if area is None or not area.low > 0.5 or ahead is None or optimum.bootstrap is None:
        return ""
    if not math.isfinite(best.threshold) or math.isnan(ahead.low):
        return ""
    name = in_text(optimum.measure)
    met = all(constraint.met(constraint.measure(data.model.counts)) for constraint in constraints)
    if met and not ahead.low > 0:
        return f"Keep the threshold of **{number(threshold(data))}**: no other is clearly better by {name}."
    if not met:
        return f"Set the threshold to **{number(best.threshold)}**, where your condition is met and {name} is best."
    return (
        f"Set the threshold to **{number(best.threshold)}**: {name} is clearly better there, about "
        f"{number(optimum.bootstrap.value)} on unseen cases."
    )
