"""The classes that chance is computed for, the baseline over the share of positives, and measures by their words."""

from functools import partial
from typing import NamedTuple

from ddcore.answers.base.selected_model import classes_of_draws
from ddcore.chance.shares import ShareCurve, baseline_over_share, is_quick_over_share
from ddcore.data import Data
from ddcore.measures import MEASURES, Measure

EXAMPLE_TOTAL, EXAMPLE_POSITIVES = 1000, 300
"""The classes of an example, where no data are there."""


class Classes(NamedTuple):
    """M, P, and whether they are those of given data.

    >>> Classes(303, 139, True).share.__round__(3)
    0.459
    """

    total: int
    positives: int
    given: bool

    @classmethod
    def of(cls, data: Data) -> "Classes":
        """Those of the data, or of an example where there are none."""
        if not data.total > 0:
            return cls(EXAMPLE_TOTAL, EXAMPLE_POSITIVES, False)
        return cls(*classes_of_draws(data), True)

    @property
    def share(self) -> float:
        """The share of positives; inside 0 and 1 also where all cases are of one class."""
        return min(max(self.positives / self.total, 1e-6), 1 - 1e-6)


def share_curve(data: Data, measure: Measure, total: int) -> ShareCurve | None:
    """The baseline over the share of positives; None where it takes long."""
    if not is_quick_over_share(measure, total):
        return None
    return data.cached(("measure over shares", measure.key, total), partial(baseline_over_share, measure, total))


def found(words: str) -> list[str]:
    """The keys of the measures that have all words in a name or in what they say; of no words all.

    >>> found("critical success"), found("sensitivity"), len(found("")) == len(MEASURES)
    (['TS'], ['TPR'], True)
    """
    wanted = words.casefold().split()
    return [
        key
        for key, row in MEASURES.items()
        if all(word in " ".join((key, row.name, *row.aliases, row.meaning)).casefold() for word in wanted)
    ]
