"""How often does a measure prefer the wrong classifier? Pairs drawn as Dyrland, Lundervold & Porta Mana (2022, 4.2)."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from ddcore.arrays import Array
from ddcore.counts import Cells
from ddcore.decisions.utility import ROUNDING, Utility
from ddcore.errors import InputError
from ddcore.measures import MEASURES, Measure, measure

TRUTHS = {
    "uniform": "all payoffs equally likely",
    "gaussian": "payoffs close to those of accuracy more likely",
    "each": "each of the four payoffs uniform between the same two ends",
    "dirichlet": "four payoffs as parts of one sum, all divisions equally likely (a flat Dirichlet distribution)",
}
"""The laws of the true values, with their words: two on the hexagon, two of the payoffs themselves."""

DOUBTS = {
    "normal": "a normal error",
    "uniform": "a uniform error",
}
"""The laws of the error of a payoff, with their words."""

DEVIATION = 1 / 3
"""The standard deviation of the gaussian law, in x and in y."""

MOST_ERROR = 1.0
MOST = 10_000_000
"""The largest error of a payoff, and the most pairs, that can be asked for."""

TABLE_1 = ("ACC", "BACC", "PPV", "F1", "MCC", "FM", "TPR", "TNR")
"""The measures that the first table of the paper compares."""

CASES = 1000
"""Cases of a test set; no listed measure depends on it."""

BLOCK = 20_000
"""Pairs worked on at once: few enough to stay in the processor's cache."""

UTILITY = "utility"
"""The key of the utilities with error, beside those of the measures."""

Progress = Callable[[float], object]


@dataclass(frozen=True, eq=False)
class Pairs:
    """Pairs of classifiers on one test set each: true values, those with error, and the two tables.

    All are arrays of one axis, element i belonging to pair i.

    >>> first = Cells(tp=np.array([30]), fp=np.array([10]), fn=np.array([20]), tn=np.array([40]))
    >>> second = Cells(tp=np.array([40]), fp=np.array([30]), fn=np.array([10]), tn=np.array([20]))
    >>> pairs = Pairs(Utility(tp=[1], fp=0, fn=0, tn=1), Utility(tp=[1], fp=0, fn=0, tn=0.5), first, second)
    >>> [values.round(3).tolist() for values in (pairs.gain, pairs.assessed_gain, pairs.lead(measure("recall")))]
    [[0.1], [0.0], [-0.2]]
    """

    truth: Utility
    assessed: Utility
    first: Cells
    second: Cells

    @property
    def gain(self) -> Array:
        """By how much the first yields more than the second, by the true utilities; one number a pair."""
        return self.truth(self.first) - self.truth(self.second)

    @property
    def assessed_gain(self) -> Array:
        """The preference by the utilities with error; one number a pair."""
        return self.assessed(self.first) - self.assessed(self.second)

    def lead(self, judging: Measure) -> Array:
        """By how much a measure prefers the first, one number a pair; 0 where its values differ by rounding only."""
        return lead(judging, judging.on(self.first), judging.on(self.second))


def lead(judging: Measure, first: Array, second: Array) -> Array:
    """By how much a measure prefers the first of two by its values; 0 where these differ by rounding only.

    >>> lead(measure("error rate"), np.array([0.1, 0.3]), np.array([0.2, 0.3])).tolist()
    [0.1, -0.0]
    """
    with np.errstate(invalid="ignore"):  # the difference of two infinite values is NaN
        ahead = first - second
    ahead = np.where(np.abs(ahead) <= ROUNDING * np.abs(first), 0.0, ahead)
    return np.asarray(ahead if judging.better == "higher" else -ahead)


def true_values(truth: str, size: int, *, rng: np.random.Generator) -> Utility:
    """Matrices drawn on the hexagon: uniform in (x, y), or normal about its middle with deviation 1/3, cut at its edge.

    Or four payoffs drawn by themselves, see `drawn_payoffs`, and brought to a scale from 0 to 1. `size` matrices,
    arrays of one axis. Raises `InputError` "truth must be one of uniform, gaussian, each, dirichlet, got "flat"".

    >>> bool(true_values("uniform", 100, rng=np.random.default_rng(1)).proper.all())
    True
    """
    if truth not in TRUTHS:
        raise InputError(f'truth must be one of {", ".join(TRUTHS)}, got "{truth}"')
    if truth in ("each", "dirichlet"):
        return drawn_payoffs(truth, size, rng=rng).normalised
    x, y = np.empty(size), np.empty(size)
    missing = np.arange(size)
    while missing.size:
        drawn = (
            rng.normal(0, DEVIATION, (2, missing.size))
            if truth == "gaussian"
            else rng.uniform(-1, 1, (2, missing.size))
        )
        x[missing], y[missing] = drawn
        outside = (np.abs(drawn) > 1).any(axis=0) | (np.abs(drawn[0] - drawn[1]) > 1)
        missing = missing[outside]
    return Utility.at(x, y)


def drawn_payoffs(truth: str, size: int, *, rng: np.random.Generator) -> Utility:
    """Four payoffs of one law, a right answer worth no less than a wrong one.

    "each" draws them uniform from 0 to 1, independent; "dirichlet" as parts of one sum, Dirichlet(1, 1, 1, 1). Of the
    two payoffs of a class the larger is that of the right answer: as they are exchangeable, that is their law where it
    is worth no less.

    >>> parts = drawn_payoffs("dirichlet", 3, rng=np.random.default_rng(1))
    >>> bool(parts.proper.all()), sum(parts.payoffs.values()).round(9).tolist()
    (True, [1.0, 1.0, 1.0])
    """
    drawn = rng.random((4, size)) if truth == "each" else rng.dirichlet(np.ones(4), size).T
    (fn, tp), (fp, tn) = np.sort(drawn[:2], axis=0), np.sort(drawn[2:], axis=0)
    return Utility(tp=tp, fp=fp, fn=fn, tn=tn)


def with_error(utility: Utility, error: float, *, rng: np.random.Generator, doubt: str = "normal") -> Utility:
    """The matrices, each payoff with an error of that standard deviation, by a law of `DOUBTS`.

    What would leave [0, 1], or make a wrong answer worth more than a right one, is drawn again, class by class: so all
    four errors are truncated to the matrices allowed. Raises `InputError` "error must be between 0 and 1, got 2",
    "doubt must be one of normal, uniform, got "flat"", and for a matrix that is not allowed itself.

    >>> drawn = with_error(Utility(tp=[1, 1], fp=0, fn=0, tn=1), 0.1, rng=np.random.default_rng(1))
    >>> drawn.tp.shape, bool((drawn.highest <= 1).all())
    ((2,), True)
    """
    if not 0 <= error <= MOST_ERROR:
        raise InputError(f"error must be between 0 and {MOST_ERROR:g}, got {error:g}")
    if doubt not in DOUBTS:
        raise InputError(f'doubt must be one of {", ".join(DOUBTS)}, got "{doubt}"')
    if not (np.all(utility.proper) and np.min(utility.lowest) >= 0 and np.max(utility.highest) <= 1):
        raise InputError("payoffs must be from 0 to 1, a right answer worth no less than a wrong one, to have an error")
    if error == 0:
        return utility
    draw = rng.standard_normal if doubt == "normal" else lambda size: rng.uniform(-math.sqrt(3), math.sqrt(3), size)
    tp, fn = _pair_with_error(np.atleast_1d(utility.tp), np.atleast_1d(utility.fn), error, draw)
    tn, fp = _pair_with_error(np.atleast_1d(utility.tn), np.atleast_1d(utility.fp), error, draw)
    return Utility(tp=tp, fp=fp, fn=fn, tn=tn)


def _pair_with_error(right: Array, wrong: Array, error: float, draw: Callable[[int], Array]) -> tuple[Array, Array]:
    found_right, found_wrong = np.empty_like(right), np.empty_like(wrong)
    missing = np.arange(right.size)
    while missing.size:
        r = right[missing] + error * draw(missing.size)
        w = wrong[missing] + error * draw(missing.size)
        found_right[missing], found_wrong[missing] = r, w
        missing = missing[(r > 1) | (w < 0) | (r < w)]
    return found_right, found_wrong


def random_tables(prevalence: ArrayLike, size: int, *, rng: np.random.Generator) -> Cells:
    """Tables of good classifiers on 1,000 cases, not rounded: TPR and TNR from 1/2 to 1 with linearly rising density.

    The quartiles of both rates are 0.75, 0.854 and 0.933. Cells of `size` tables each, whose shares of positives are
    `prevalence`, one number or one for each.

    >>> cells = random_tables(0.3, 4, rng=np.random.default_rng(1))
    >>> (cells.tp + cells.fn).tolist()
    [300.0, 300.0, 300.0, 300.0]
    """
    tpr, tnr = 0.5 + 0.5 * np.sqrt(rng.random((2, size)))
    P = CASES * np.asarray(prevalence, dtype=np.float64)
    N = CASES - P
    return Cells(tp=tpr * P, fp=(1 - tnr) * N, fn=(1 - tpr) * P, tn=tnr * N)


def draw_pairs(truth: str, error: float, size: int, *, rng: np.random.Generator) -> Pairs:
    """`size` pairs of classifiers, each pair on a test set of its own whose prevalence is uniform from 0 to 1.

    `truth` and `error` are as in `misranked`, with the same errors.

    >>> draw_pairs("uniform", 0.1, 5, rng=np.random.default_rng(1)).gain.shape
    (5,)
    """
    values = true_values(truth, size, rng=rng)
    assessed = with_error(values, error, rng=rng)
    prevalence = rng.random(size)
    return Pairs(values, assessed, random_tables(prevalence, size, rng=rng), random_tables(prevalence, size, rng=rng))


@dataclass(frozen=True, eq=False)
class Misranked:
    """The share of pairs that each measure ranks wrongly, and its standard error, by the key of the measure.

    Under "utility" stand the utilities with error. `pairs` is how many were drawn; a share is of those in which both
    tables have a value, NaN if none has.

    >>> wrong = misranked("uniform", 0.1, 2000, rng=np.random.default_rng(1), measures=["F1"])
    >>> wrong.share["utility"] < wrong.share["F1"], wrong.error["F1"] < 0.02, wrong.pairs
    (True, True, 2000)
    """

    share: Mapping[str, float]
    error: Mapping[str, float]
    pairs: int


def misranked(
    truth: str,
    error: float,
    pairs: int,
    *,
    rng: np.random.Generator,
    measures: Iterable[str | Measure] | None = None,
    progress: Progress | None = None,
) -> Misranked:
    """How often each measure, and utilities whose payoffs have an error, prefer the classifier that is worth less.

    Parameters
    ----------
    truth : str
        The law of the true payoffs, "uniform" or "gaussian" on the hexagon.
    error : float
        The standard deviation of the payoffs on their scale from 0 to 1.
    pairs : int
        How many pairs of classifiers are drawn.
    rng : numpy.random.Generator
    measures : iterable of str or Measure, optional
        All that judge unless given.
    progress : callable, optional
        Called with the part done, from 0 to 1.

    Returns
    -------
    Misranked
        `.share` and `.error`: mappings from the key of a measure, and "utility", to the share of pairs ranked wrongly
        and its standard error.

    Raises
    ------
    InputError
        "pairs must be between 1 and 10,000,000, got 0".

    Examples
    --------
    >>> wrong = misranked("uniform", 0.1, 2000, rng=np.random.default_rng(1), measures=["accuracy"])
    >>> list(wrong.share)
    ['ACC', 'utility']
    """
    by_error = misranked_by_error(truth, [error], pairs, rng=rng, measures=measures, progress=progress)
    share = {**by_error.share, UTILITY: float(by_error.utility[0])}
    error_of = {key: by_error.standard_error(key) for key in by_error.share}
    error_of[UTILITY] = float(by_error.utility_error[0])
    return Misranked(share, error_of, pairs)


@dataclass(frozen=True, eq=False)
class MisrankedByError:
    """The share of pairs ranked wrongly by utilities with an error, for several errors, and by the measures.

    `error` has the standard deviations, ascending; element i of `utility` and `utility_error` belongs to error i.
    `compared` is in how many pairs both tables have a value of the measure, all of them where it is silent.
    """

    truth: str
    pairs: int
    error: Array
    utility: Array
    share: Mapping[str, float]
    compared: Mapping[str, int] = field(default_factory=dict)

    @property
    def utility_error(self) -> Array:
        """Standard errors of the shares of the utilities, element i for error i."""
        return np.sqrt(self.utility * (1 - self.utility) / self.pairs)

    def standard_error(self, key: str) -> float:
        """Standard error of the share of a measure."""
        share, pairs = self.share[key], self.compared.get(key, self.pairs)
        return math.sqrt(share * (1 - share) / pairs) if pairs else math.nan

    def overtaken(self, key: str) -> float:
        """The error from which on a measure ranks fewer pairs wrongly than the utilities, NaN where it never does.

        Linear between the errors tried.

        >>> tried = MisrankedByError("uniform", 100, np.array([0.0, 0.2]), np.array([0.0, 0.1]), {"ACC": 0.05})
        >>> tried.overtaken("ACC")
        0.1
        """
        ahead = np.flatnonzero(self.utility > self.share[key])
        if not ahead.size:
            return math.nan
        after = int(ahead[0])
        if after == 0:
            return float(self.error[0])
        low, high = self.utility[after - 1], self.utility[after]
        part = (self.share[key] - low) / (high - low)
        return float(self.error[after - 1] + part * (self.error[after] - self.error[after - 1]))


def misranked_by_error(
    truth: str,
    errors: Sequence[float],
    pairs: int,
    *,
    rng: np.random.Generator,
    measures: Iterable[str | Measure] | None = None,
    progress: Progress | None = None,
    doubt: str = "normal",
) -> MisrankedByError:
    """The shares for several errors, on the same pairs of classifiers; arguments and errors are those of `misranked`.

    `doubt` is the law of the error of a payoff, see `with_error`.

    >>> wrong = misranked_by_error("uniform", [0.0, 0.3], 1000, rng=np.random.default_rng(1), measures=["accuracy"])
    >>> wrong.utility.shape, float(wrong.utility[0])
    ((2,), 0.0)
    """
    if not 1 <= pairs <= MOST:
        raise InputError(f"pairs must be between 1 and {MOST:,}, got {pairs:,}")
    listed = [judge for judge in MEASURES.values() if judge.judges]
    judges = listed if measures is None else [measure(name) for name in measures]
    levels = sorted(errors)
    wrong, compared = (dict.fromkeys((judge.key for judge in judges), 0) for _ in range(2))
    wrong_utility = np.zeros(len(levels), dtype=np.int64)
    done = 0
    while done < pairs:
        size = min(BLOCK, pairs - done)
        drawn = draw_pairs(truth, 0.0, size, rng=rng)
        gain = drawn.gain
        for judge in judges:
            agreement = gain * drawn.lead(judge)
            wrong[judge.key] += int((agreement < 0).sum())
            compared[judge.key] += int(np.isfinite(agreement).sum())
        for place, level in enumerate(levels):
            assessed = with_error(drawn.truth, level, rng=rng, doubt=doubt)
            lead = assessed(drawn.first) - assessed(drawn.second)
            wrong_utility[place] += int((gain * lead < 0).sum())
        done += size
        if progress is not None:
            progress(done / pairs)
    share = {key: number / compared[key] if compared[key] else math.nan for key, number in wrong.items()}
    return MisrankedByError(truth, pairs, np.array(levels), wrong_utility / pairs, share, compared)


def extent_of_most(values: Array, share: float = 0.99) -> float:
    """The distance from zero within which that share of the finite values lies; 0 without any.

    >>> extent_of_most(np.array([-3.0, 1.0, 2.0, np.nan]), 1.0)
    3.0
    """
    known = np.abs(values[np.isfinite(values)])
    return float(np.quantile(known, share)) if known.size else 0.0
