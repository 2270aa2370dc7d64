"""Where all models together are above one of them along the ROC curve, and how far that is sure."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ddcore.arrays import Array
from ddcore.scores.dominance import FEWEST, even_places, roc_difference, sure_band
from ddcore.scores.paired_draws import Pairs, paired_draws
from ddcore.table import ScoreTable

PLACES = 200
"""Even places along the false positive rates at which it is told what is sure."""
RESAMPLES = 200
BINS = 64
"""Bins of each score for the resamples, half of them at even ranks of either class."""
FLOOR = 0.5
"""How much of the largest standard deviation is added everywhere, see `sure_band`."""
SEED = 1


@dataclass(frozen=True)
class Above:
    """Shares of the false positive rates: where the first curve is above and below, and where that is sure.

    `surely_above` and `surely_below` are None where there are too few cases to tell.

    >>> scores, true = np.arange(40.0), np.arange(40) >= 20
    >>> above(scores, -scores, true)
    Above(above=1.0, below=0.0, surely_above=1.0, surely_below=0.0)
    """

    above: float
    below: float
    surely_above: float | None
    surely_below: float | None


def above(
    first: Array,
    second: Array,
    true: NDArray[np.bool_],
    weight: Array | None = None,
    inflation: float = 1.0,
    pairs: int = 1,
    cluster: NDArray[np.int64] | None = None,
) -> Above:
    """Two scores of the same cases; resamples draw the cases within each class, the variance times `inflation`.

    What is sure holds for the whole curve at once, and for so many `pairs` of curves, with 95 %.
    """
    tables = [ScoreTable.of(score, true, True, weight) for score in (first, second)]
    rates = roc_difference(tables[0], tables[1])
    binned = Pairs.of(_binned(first, true), _binned(second, true), true, weight, cluster)
    cases = min(min(table.effective) for table in binned.tables)
    if cases < FEWEST:
        return Above(rates.share(1), rates.share(-1), None, None)
    places = even_places(PLACES)
    draws = paired_draws(binned, RESAMPLES, rng=np.random.default_rng(SEED)).on(places)
    band = sure_band(rates, draws, places, FLOOR, cases, level=1 - 0.05 / pairs, inflation=inflation)
    return Above(rates.share(1), rates.share(-1), band.share(1), band.share(-1))


def _binned(score: Array, true: NDArray[np.bool_]) -> Array:
    """The bin of each score."""
    even = np.linspace(0, 1, BINS // 2 + 1)[1:-1]
    edges = [np.quantile(score[cases], even, method="higher") for cases in (true, ~true)]
    return np.searchsorted(np.unique(np.concatenate(edges)), score, side="right").astype(np.float64)
