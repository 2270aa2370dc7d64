"""What a label says, in natural frequencies: of so many cases as there are in use, whole numbers of each kind."""

from dataclasses import dataclass

from ddcore.answers.base.answer import Note
from ddcore.answers.base.words import literal
from ddcore.chance.predictive import predictive
from ddcore.counts import Cells, Counts
from ddcore.data import Data
from ddcore.formats import count, many, percent
from ddcore.interval import Interval

FEWEST = 10
"""Cases of each class that whole numbers need at least to be told."""
LARGEST = 10**7
FALLACY = 0.2
"""By how much recall is above precision from which on people are told not to take one for the other."""


@dataclass(frozen=True)
class Natural:
    """The four outcomes among `total` cases, whole numbers.

    >>> natural(Counts(tp=90, fp=9, fn=10, tn=91), 0.01)
    Natural(total=1000, cells=Cells(tp=9, fp=89, fn=1, tn=901))
    """

    total: int
    cells: Cells


def natural(counts: Counts, share: float) -> Natural:
    """The outcomes of a thousand cases where that share is positive, or of ten times as many where a class is rare."""
    total = 1000
    while total * min(share, 1 - share) < FEWEST and total < LARGEST:
        total *= 10
    positives = round(total * share)
    tp = round(positives * float(counts.tp) / float(counts.positives))
    fp = round((total - positives) * float(counts.fp) / float(counts.negatives))
    return Natural(total, Cells(tp=tp, fp=fp, fn=positives - tp, tn=total - positives - fp))


def label_chances(data: Data) -> dict[bool, Interval]:
    """The probability of being positive of a case that is predicted positive, and of one that is not.

    `data` count as where the model will be used: a share of positives that is given there is taken as known, that of
    the cases themselves as what they happen to have.
    """
    used = data.original
    found = predictive(data.model.counts) if used is None else predictive(used.model.counts, data.prevalence)
    rest = found["NPV"]
    return {True: found["PPV"], False: Interval(1 - rest.value, 1 - rest.high, 1 - rest.low)}


def natural_notes(data: Data) -> list[Note]:
    """What the labels say in whole numbers, and that recall is not what a positive prediction means.

    `data` as for `label_chances`.
    """
    counts, share = (data.original or data).model.counts, data.prevalence
    told, chance = natural(counts, share), label_chances(data)[True]
    cells, positive = told.cells, literal(data.positive)
    called = cells.tp + cells.fp
    text = (
        f"Of {many(told.total, 'case')} {_are(cells.positives)} truly {positive}; {_are(cells.tp, 'of them')} "
        f"predicted so. Of the other {count(cells.negatives)}, {_are(cells.fp)} predicted {positive}, too."
    )
    if called:
        verb = "is" if cells.tp == 1 else "are"
        text = f"{text} So of {count(called)} predicted {positive}, **{count(cells.tp)}** {verb}."
    notes = [Note("natural-frequencies", text)]
    recall = float(counts.tp) / float(counts.positives)
    if chance.value <= recall - FALLACY and chance.high < recall:
        notes.append(
            Note(
                "base-rate-fallacy",
                f"Of those truly {positive} {percent(recall)} are predicted so, but of those predicted {positive} only "
                f"{percent(chance.value)} are: as only {percent(share)} are {positive}, the mistakes on all others "
                f"outweigh them. To take the one for the other is the **base-rate fallacy**.",
                kind="changes",
            )
        )
    return notes


def _are(number_of: float, more: str = "") -> str:
    told = f"{count(number_of)} {more}".strip()
    return f"{told} {'is' if number_of == 1 else 'are'}"
