"""The share of positives where a model will be used: one choice of all questions that it matters to."""

from collections.abc import Callable
from typing import Annotated

from pydantic import Field

from ddcore.answers.answer import Note
from ddcore.answers.options import Key, Number, OfData, Options
from ddcore.data import Data
from ddcore.formats import percent

Share = Annotated[
    float | None,
    Number(0.01, digits="%g", placeholder="as in these cases"),
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
the false positive rate stay (prior shift). What is drawn, resampled or held out are the cases at hand, weighed
afterwards, and each class says as much as before. Whether the rates stay the same there, these cases cannot show.
"""
"""How another share of positives is counted."""


class InUse(Options):
    """Where a model will be used."""

    prevalence: Share = None

    def used(self, data: Data) -> Data:
        """The data as they count there: as they are where nobody says otherwise. Raises as `Data.at_share`."""
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
        return [Note("in-use-same", f"{start}: {there}, as at the share of these cases.")]
    return [Note("in-use", f"{start}: {there}; at the share of these cases {here}.")]
