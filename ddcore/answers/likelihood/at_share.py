"""Could these scores separate better: counted as where another share of cases is positive."""

from functools import partial

from ddcore.answers.base.answer import Note
from ddcore.answers.base.in_use import InUse
from ddcore.data import Data
from ddcore.formats import percent
from ddcore.scores.gain import Gain


def counted(data: Data, gain: Gain, prevalence: float | None) -> tuple[Data, Gain]:
    """Data and gain as they count at a share of positives; as they are where that is None or their own share."""
    used = InUse(prevalence=prevalence).used(data)
    if used.original is None:
        return data, gain
    share = used.prevalence
    return used, data.cached(("gain at share", gain, share), partial(gain.at_share, share), large=True)


def remark(used: Data) -> str:
    """At which share something is counted; empty where it is that of the cases.

    >>> remark(Data(100, 50))
    ''
    """
    return "" if used.original is None else f"Counted as where {percent(used.prevalence)} are positive."


def note(used: Data) -> list[Note]:
    """What another share of positives changes, and what it does not."""
    if used.original is None:
        return []
    return [
        Note(
            "in-use",
            f"Best values, probabilities and average precision are counted as where {percent(used.prevalence)} are "
            f"positive, not {percent(used.original.prevalence)} as in these cases, with the same recall and false "
            f"positive rate. The ratio, the ROC curve and the AUC are the same at every share.",
            kind="changes",
        )
    ]
