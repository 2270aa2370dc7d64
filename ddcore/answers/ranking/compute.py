"""How often measures and rough payoffs rank a pair of classifiers wrongly, from pairs drawn with a fixed seed."""

import math
from functools import lru_cache

import numpy as np

from ddcore.counts import Cells
from ddcore.decisions.admissible import Admissibility, admissibility
from ddcore.decisions.ranking import MisrankedByError, Pairs, draw_pairs, misranked_by_error, random_tables
from ddcore.interval import Interval, normal_quantile
from ddcore.measures import MEASURES
from ddcore.workers.progress import tell

SEED = 1
"""The seed of the pairs, so that everybody sees the same shares."""
SHOWN = 600
"""Points in a chart of pairs or of classifiers."""
ERRORS = tuple(round(0.025 * step, 3) for step in range(21))
"""Errors of the payoffs that are tried, from 0 to 0.5."""


@lru_cache(maxsize=32)  # numbers of choices alone: every visitor sees the same
def misranked(law: str, doubt: str, pairs: int, own: tuple[str, ...]) -> MisrankedByError:
    """The shares of pairs that each measure, and payoffs with each error, rank wrongly."""
    return misranked_by_error(
        law,
        ERRORS,
        pairs,
        rng=np.random.default_rng(SEED),
        measures=[*(key for key, measure in MEASURES.items() if measure.judges), *own],
        progress=lambda share: tell(share, f"Drawing {pairs:,} pairs …"),
        doubt=doubt,
    )


@lru_cache(maxsize=64)
def forms(keys: tuple[str, ...], prevalence: float) -> dict[str, Admissibility]:
    """As which payoffs each measure ranks, if as any."""
    return {key: admissibility(key, prevalence) for key in keys}


@lru_cache(maxsize=64)
def drawn(law: str, prevalence: float) -> tuple[Pairs, Cells]:
    """Pairs of classifiers, and classifiers on one test set, as points of charts."""
    rng = np.random.default_rng(SEED)
    return draw_pairs(law, 0.0, SHOWN, rng=rng), random_tables(prevalence, SHOWN, rng=rng)


def share_at(ranked: MisrankedByError, error: float) -> float:
    """The share of pairs that payoffs with this error rank wrongly."""
    return float(np.interp(error, ranked.error, ranked.utility))


def error_at(ranked: MisrankedByError, error: float) -> float:
    """The standard error of the share of payoffs with this error."""
    share = share_at(ranked, error)
    return math.sqrt(share * (1 - share) / ranked.pairs)


def share_interval(share: float, standard_error: float) -> Interval:
    """A share of the pairs with the interval that its standard error gives, within 0 and 1."""
    reach = normal_quantile() * standard_error
    return Interval(share, max(0.0, share - reach), min(1.0, share + reach), standard_error)
