"""The share of positives where a model will be used: one choice of all questions that it matters to."""

import math
from collections.abc import Callable
from typing import Annotated

from pydantic import Field

from ddcore.answers.base.answer import Note
from ddcore.answers.base.words import literal
from ddcore.chance.predictive import predictive
from ddcore.data import Data
from ddcore.formats import number, percent
from ddcore.measures import MEASURES
from ddcore.options import Asked, Key, NumberField, OfData

Share = Annotated[
    float | None,
    NumberField(0.01, digits="%g", placeholder="as in these cases"),
    Key("prevalence_in_use"),
    OfData(),
    Field(
        ge=0.0001,
        le=0.9999,
        title="Share of positives where it will be used",
        description="Between 0 and 1. Where another share is positive than in these cases, each class counts as "
        "much as it has there; recall and the false positive rate are taken to be the same.",
    ),
]


METHOD = """

**Where another share is positive** all cases of a class get one weight, so that the classes have that share; recall and
the false positive rate stay (prior shift). What is drawn, resampled or held out are the cases at hand, weighted
afterwards, and each class says as much as before. Whether the rates stay the same there, these cases cannot show.
"""
"""How another share of positives is counted."""


class InUse(Asked):
    """Where a model will be used."""

    prevalence: Share = None

    def used(self, data: Data) -> Data:
        """The data as they count there: as they are unless given otherwise. Raises as `Data.at_share`."""
        if self.prevalence is None or abs(self.prevalence - data.prevalence) < 1e-12:
            return data
        return data.at_share(self.prevalence)


def in_use_note(used: Data, told: Callable[[Data], str]) -> list[Note]:
    """What another share of positives changes; `told` is the answer for some data, as a short clause."""
    if used.original is None:
        return []
    here, there = told(used.original), told(used)
    start = (
        f"Counted as where {percent(used.prevalence)} are positive, not {percent(used.original.prevalence)} as in "
        f"these cases, with the same recall and false positive rate"
    )
    if here == there:
        return [Note("in-use-same", f"{start}: {there}, as at the share of these cases.", kind="assumed")]
    return [Note("in-use", f"{start}: {there}; at the share of these cases {here}.", kind="changes")]


def predictive_notes(data: Data, share: float | None) -> list[Note]:
    """What precision and NPV of the selected model are where it will be used; nothing where that is here."""
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
