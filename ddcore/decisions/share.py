"""How much each outcome counts where another share of the cases is positive."""

from ddcore.counts import Cells


def times_at_share(share: float, prevalence: float) -> Cells:
    """How many times each outcome counts where another share is positive; a class that is not among the cases none.

    >>> times_at_share(0.1, 0.5)
    Cells(tp=0.2, fp=1.8, fn=0.2, tn=1.8)
    """
    positive = share / prevalence if prevalence else 0.0
    negative = (1 - share) / (1 - prevalence) if prevalence < 1 else 0.0
    return Cells(tp=positive, fp=negative, fn=positive, tn=negative)
