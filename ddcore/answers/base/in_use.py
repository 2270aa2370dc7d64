"""The base rate where a model is used: one choice of all questions that it matters to."""

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
        title="Base rate where it is used",
        description="Between 0 and 1. If the base rate in use is another than here, the classes are weighted to "
        "it; recall and the false positive rate are assumed to stay the same.",
    ),
]


METHOD = """

**At another base rate**, all cases of a class get one weight, so that the classes have that base rate; recall and the
false positive rate stay the same (prior shift). Draws, resamples and held-out cases are taken from these cases and
weighted afterwards. These cases cannot show whether the rates stay the same in use.
"""
"""How another base rate is computed."""


class InUse(Asked):
    """Where a model is used."""

    prevalence: Share = None

    def used(self, data: Data) -> Data:
        """The data at the base rate in use; unchanged if none is given. Raises as `Data.at_share`."""
        if self.prevalence is None or abs(self.prevalence - data.prevalence) < 1e-12:
            return data
        return data.at_share(self.prevalence)


def in_use_note(used: Data, told: Callable[[Data], str]) -> list[Note]:
    """What another base rate changes; `told` is the answer for some data, as a short clause."""
    if used.original is None:
        return []
    here, there = told(used.original), told(used)
    start = f"At a base rate of {percent(used.prevalence)}, with the same recall and false positive rate, {there}"
    own = percent(used.original.prevalence)
    if here == there:
        return [Note("in-use-same", f"{start}: the same as at the base rate here, {own}.", kind="assumed")]
    return [Note("in-use", f"{start}. At the base rate here, {own}, {here}.", kind="changes")]


def predictive_notes(data: Data, share: float | None) -> list[Note]:
    """Precision and NPV of the selected model at the base rate in use; nothing where none was chosen."""
    if share is None or data.chosen is None or not 0 < data.positives < data.total:
        return []
    there, here = predictive(data.model.counts, share), data.model.counts
    texts = []
    for key, name in (("PPV", "precision"), ("NPV", "negative predictive value")):
        interval = there[key]
        if math.isnan(interval.value):
            continue
        between = f" ({number(interval.low)} to {number(interval.high)})" if interval.is_finite else ""
        own = number(float(MEASURES[key](here)))
        texts.append(f"its {name} is **{number(interval.value)}**{between} instead of {own}")
    if not texts:
        return []
    start = f"At a base rate of {percent(share)}, if {literal(data.name)} keeps its recall and specificity"
    return [Note("in-use-predictive", f"{start}, {' and '.join(texts)}.")]
