"""What precision and negative predictive value are where another share is positive: the note of several answers."""

import math

from ddcore.answers.answer import Note
from ddcore.answers.words import literal
from ddcore.chance.predictive import predictive
from ddcore.data import Data
from ddcore.formats import number, percent
from ddcore.measures import MEASURES


def predictive_notes(data: Data, share: float | None) -> list[Note]:
    """What precision and NPV of the model looked at are where it will be used; nothing where that is here."""
    if share is None or data.chosen is None or not 0 < data.positives < data.total:
        return []
    there, here = predictive(data.model.counts, share), data.model.counts
    texts = []
    for key, name in (("PPV", "precision"), ("NPV", "negative predictive value")):
        interval = there[key]
        if math.isnan(interval.value):
            continue
        between = f" ({number(interval.low)} to {number(interval.high)})" if interval.is_finite else ""
        texts.append(f"its {name} is **{number(interval.value)}**{between}, not {number(float(MEASURES[key](here)))}")
    if not texts:
        return []
    start = f"Where {percent(share)} are positive and {literal(data.name)} has the same recall and specificity"
    return [Note("in-use-predictive", f"{start}, {' and '.join(texts)} as in these cases.")]
