"""Where all models together are above one of them along the ROC curve, and how far that is sure."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ddcore.arrays import Array
from ddcore.scores.dominance import FEWEST, SureBand, even_places, roc_difference, sure_band
from ddcore.scores.paired_draws import Pairs, paired_draws

PLACES = 200
"""Even places along the false positive rates at which it is told what is sure."""
FLOOR = 0.5
"""How much of the largest standard deviation is added everywhere, see `sure_band`."""
SEED = 1


@dataclass(frozen=True)
class Above:
    """Shares of the false positive rates: where the first curve is above and below, and where that is sure.

    `surely_above` and `surely_below` are None where there are too few cases to tell.

    >>> scores, true = np.arange(40.0), np.arange(40) >= 20
    >>> above(scores, -scores, true, None)
    Above(above=1.0, below=0.0, surely_above=1.0, surely_below=0.0)
    """

    above: float
    below: float
    surely_above: float | None
    surely_below: float | None


def above(
    first: Array, second: Array, true: NDArray[np.bool_], weight: Array | None, inflation: float = 1.0
) -> Above:
    """Two scores of the same cases; resamples draw the cases within each class, the variance times `inflation`.

    What is sure holds for the whole curve at once, with 95 %.
    """
    pairs = Pairs.of(first, second, true, weight)
    tables = pairs.tables
    rates = roc_difference(*tables)
    cases = min(min(table.effective) for table in tables)
    band: SureBand | None = None
    if cases >= FEWEST:
        places = even_places(PLACES)
        draws = paired_draws(pairs, rng=np.random.default_rng(SEED)).on(places)
        band = sure_band(rates, draws, places, FLOOR, cases, inflation=inflation)
    sure = (None, None) if band is None else (band.share(1), band.share(-1))
    return Above(rates.share(1), rates.share(-1), *sure)
