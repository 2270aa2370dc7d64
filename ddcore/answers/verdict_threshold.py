"""Scores that separate at a threshold that fails: the threshold that mends it, and what it is worth."""

import math
from functools import partial

from ddcore.answers.answer import Note
from ddcore.answers.looked import auc, called_of
from ddcore.answers.separation import resamples
from ddcore.answers.words import interval_text, values
from ddcore.chance.verdict import Verdict, verdict
from ddcore.data import Data
from ddcore.formats import number, worth
from ddcore.measures import measure
from ddcore.scores.best_thresholds import simple_best
from ddcore.scores.thresholds import lead

MENDED_BY = "J"
"""The measure at whose best threshold a model is told to be cut: as the AUC it looks at both classes alike, whatever
their sizes; chance has 0, and so has a threshold at which no case is predicted positive."""
SLACK = 0.005
"""By how much that measure may be worse at a threshold with fewer digits."""


def threshold_fails(data: Data, shown: Verdict) -> list[Note]:
    """The note on a threshold that fails the model looked at, with one that mends it.

    The model's AUC is clearly above 1/2, yet it beats chance on half of the measures or fewer; at the threshold at
    which Youden's J is best it beats chance on more of them, and on unseen cases its J is clearly above 0
    and above that of the threshold that is set.
    """
    table, area = data.model.table, auc(data, data.name)
    tally = shown.tally
    if table is None or data.model.threshold is None or area is None or 2 * tally.beats > tally.of:
        return []
    if not area.low > 0.5:
        return []
    drawn = resamples(data)
    made = partial(simple_best, table, MENDED_BY, SLACK, drawn=drawn)
    threshold, unseen = data.kept(("mended threshold", table), made)
    if unseen is None or drawn is None or not unseen.value_low > 0 or not math.isfinite(threshold):
        return []
    ahead = lead(MENDED_BY, unseen, data.model.threshold, drawn=drawn)
    there = table.at(threshold)
    mended = verdict(data.name, there, [line.measure for line in shown.lines])
    if not ahead.low > 0 or mended.tally.beats <= tally.beats:
        return []
    counts = data.model.counts
    return [
        Note(
            "threshold-fails",
            f"**The threshold fails, not the model.** Its scores separate (AUC {number(area.value)}, "
            f"{interval_text(area)}), but at {shortest(data.model.threshold)} it predicts "
            f"{called_of(counts)}. At "
            f"**{shortest(threshold)}** Youden's J (recall + specificity − 1) is about highest on these cases, and "
            f"{number(unseen.value)} on unseen ones ({values(unseen.value_low, unseen.value_high)}), against "
            f"{worth(float(measure(MENDED_BY)(counts)), 1)} as it is. There it predicts {called_of(there)}.",
            threshold,
        )
    ]


def shortest(threshold: float) -> str:
    """A threshold with all the digits it takes and a minus sign.

    >>> shortest(0.062), shortest(-0.25)
    ('0.062', '−0.25')
    """
    return f"{threshold:.15g}".replace("-", "−")
