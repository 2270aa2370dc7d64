"""What each outcome is worth: four payoffs, the mean they yield, and their place among all ways of valuing outcomes."""

import math
from dataclasses import dataclass
from operator import itemgetter, mul
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtri

from ddcore.arrays import Array
from ddcore.chance.balance import rebalance
from ddcore.chance.significance import unweighted, within
from ddcore.counts import Cells, Counts
from ddcore.errors import InputError
from ddcore.interval import Interval, confident
from ddcore.measures import Measure
from ddcore.measures.grammar import spaced

LARGEST = 1e15
"""The largest payoff accepted, with either sign."""

ROUNDING = 1e-12
"""Shares nearer to each other than this differ by rounding only."""

ENDS = {"higher": max, "lower": min}

OUTCOMES = {
    "tp": "truly positive, predicted positive",
    "fp": "truly negative, predicted positive",
    "fn": "truly positive, predicted negative",
    "tn": "truly negative, predicted negative",
}
"""The four outcomes in the order in which payoffs are written, in words."""


def times_at_share(share: float, prevalence: float) -> Cells:
    """The weight of each outcome where another share is positive; 0 for a class that is not among the cases.

    >>> times_at_share(0.1, 0.5)
    Cells(tp=0.2, fp=1.8, fn=0.2, tn=1.8)
    """
    positive = share / prevalence if prevalence else 0.0
    negative = (1 - share) / (1 - prevalence) if prevalence < 1 else 0.0
    return Cells(tp=positive, fp=negative, fn=positive, tn=negative)


def numbers(name: str, value: ArrayLike) -> Array:
    """An array of floats, shaped like `value`, which `name` names in the message.

    Raises `InputError` "tp must be a number, got 'much'".

    >>> numbers("tp", [1, True])
    array([1., 1.])
    """
    try:
        array = np.asarray(value)
        if array.dtype.kind not in "biuf" and not all(isinstance(item, int | float) for item in array.flat):
            raise ValueError
        return array.astype(np.float64)
    except (TypeError, ValueError):
        raise InputError(f"{name} must be a number, got {value!r:.40}") from None


def _payoff(name: str, value: ArrayLike) -> Array:
    payoff = numbers(f"the payoff {name}", value)
    # Written so that NaN, for which both comparisons are false, is refused.
    if payoff.size and not (payoff.min() >= -LARGEST and payoff.max() <= LARGEST):
        wrong = payoff[~(np.abs(payoff) <= LARGEST)].flat[0]
        raise InputError(f"the payoff {name} must be between -10^15 and 10^15, got {wrong:g}")
    return payoff


@dataclass(frozen=True, eq=False, init=False, repr=False)
class Utility:
    """What a case is worth by its outcome: one matrix of four payoffs, or arrays of many.

    Parameters
    ----------
    tp, fp, fn, tn : array_like
        The payoffs of the four outcomes, of one shape or broadcast. Class 0 of Dyrland, Lundervold & Porta Mana (2022)
        is the positive one: U00 = tp, U01 = fp, U10 = fn, U11 = tn.
    unit : str
        The unit of the payoffs, such as "EUR".

    Raises
    ------
    InputError
        "the payoff tp must be a number, got 'much'", "... must be between -10^15 and 10^15, got inf", and "the four
        payoffs must not all be equal, got 5: then every classifier is worth the same".

    Notes
    -----
    Called on `Counts` it gives the mean utility per case, the sum of U_ij C_ij over the four outcomes (the same,
    equation 9), in the unit, NaN without cases; shapes of payoffs and counts are broadcast.

    Examples
    --------
    >>> factory = Utility(tp=15, fp=-335, fn=-35, tn=165, unit="EUR")
    >>> factory(Counts(tp=27, fp=15, fn=23, tn=35))
    np.float64(3.5)
    >>> factory.coordinates
    (np.float64(0.3), np.float64(-0.6))
    """

    tp: Array
    fp: Array
    fn: Array
    tn: Array
    unit: str = ""

    def __init__(self, *, tp: ArrayLike, fp: ArrayLike, fn: ArrayLike, tn: ArrayLike, unit: str = "") -> None:
        given = {"tp": tp, "fp": fp, "fn": fn, "tn": tn}
        payoffs = {name: _payoff(name, value) for name, value in given.items()}
        try:
            arrays = np.broadcast_arrays(*payoffs.values())
        except ValueError:
            shapes = ", ".join(f"{name} {array.shape}" for name, array in payoffs.items())
            raise InputError(f"the payoffs tp, fp, fn and tn must have one shape, got {shapes}") from None
        for name, array in zip(payoffs, arrays, strict=True):
            object.__setattr__(self, name, array[()])
        object.__setattr__(self, "unit", unit)
        equal = np.asarray(self.highest == self.lowest)
        if equal.any():
            same = np.asarray(self.tp)[equal].flat[0]
            raise InputError(
                f"the four payoffs must not all be equal, got {same:g}: then every classifier is worth the same"
            )

    def __repr__(self) -> str:
        unit = f", unit={self.unit!r}" if self.unit else ""
        return "Utility(" + ", ".join(f"{name}={payoff.tolist()}" for name, payoff in self.payoffs.items()) + f"{unit})"

    def __getitem__(self, index: Any) -> "Utility":
        """The matrices at an index or slice of arrays of many."""
        return self.of(self.payoffs.map(itemgetter(index)), self.unit)

    @classmethod
    def of(cls, payoffs: Cells, unit: str = "") -> "Utility":
        """The utility with these four payoffs; raises as the class does.

        >>> Utility.of(Cells(tp=1, fp=0, fn=0, tn=1), "EUR")
        Utility(tp=1.0, fp=0.0, fn=0.0, tn=1.0, unit='EUR')
        """
        return cls(**dict(payoffs.items()), unit=unit)

    @property
    def payoffs(self) -> Cells:
        """The four payoffs, without their unit."""
        return Cells(tp=self.tp, fp=self.fp, fn=self.fn, tn=self.tn)

    def __call__(self, counts: Cells) -> Array:
        """Mean utility per case."""
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(self.earned(counts) / np.float64(counts.total))[()]

    def earned(self, counts: Cells) -> Any:
        """What all cases together are worth, in the unit.

        >>> float(Utility(tp=1, fp=-2, fn=0, tn=0).earned(Counts(tp=27, fp=15, fn=23, tn=35)))
        -3.0
        """
        return self.tp * counts.tp + self.fp * counts.fp + self.fn * counts.fn + self.tn * counts.tn

    @property
    def lowest(self) -> Array:
        """The least of the four payoffs, shaped like them."""
        return np.minimum(np.minimum(self.tp, self.fp), np.minimum(self.fn, self.tn))

    @property
    def highest(self) -> Array:
        """The greatest of the four payoffs, shaped like them."""
        return np.maximum(np.maximum(self.tp, self.fp), np.maximum(self.fn, self.tn))

    def at_share(self, share: float, prevalence: float) -> "Utility":
        """The payoffs that count each class as much as it has where another share is positive.

        Their mean over cases with the `prevalence` is that of these payoffs over cases with the `share`, TPR and FPR
        kept, so that whatever is drawn from those cases is right for these. A class that is not among the cases
        counts nothing. Raises `InputError` where all four payoffs are then equal.

        >>> Utility(tp=0, fp=-1, fn=-5, tn=0).at_share(0.1, 0.5)
        Utility(tp=0.0, fp=-1.8, fn=-1.0, tn=0.0)
        """
        return Utility.of(self.payoffs.map(mul, times_at_share(share, prevalence)), self.unit)

    @property
    def normalised(self) -> "Utility":
        """The utility scaled to 0 for the least payoff and 1 for the greatest, without unit (equation 11).

        >>> Utility(tp=15, fp=-335, fn=-35, tn=165).normalised
        Utility(tp=0.7, fp=0.0, fn=0.6, tn=1.0)
        """
        low, span = self.lowest, self.highest - self.lowest
        return self.of(self.payoffs.map(lambda payoff: (payoff - low) / span))

    @property
    def coordinates(self) -> tuple[Array, Array]:
        """The place (x, y) among all values, the same for U and aU + b with a > 0 (the inverse of equation 12).

        x = U11 - U00 rises as being right on negatives matters more, y = U01 - U10 as a miss is worse than a false
        alarm, both from -1 to 1 and shaped like the payoffs. Proper values are one to one with the hexagon |x| <= 1,
        |y| <= 1, |x - y| <= 1.
        """
        span = self.highest - self.lowest
        return (self.tn - self.tp) / span, (self.fp - self.fn) / span

    @property
    def proper(self) -> Any:
        """Whether a right answer is worth no less than a wrong one, for either class; shaped like the payoffs.

        So it is inside the hexagon of `coordinates`, and outside it is not.

        >>> bool(Utility(tp=0, fp=0, fn=1, tn=1).proper)
        False
        """
        return (self.tp >= self.fn) & (self.tn >= self.fp)

    @property
    def stakes(self) -> tuple[Array, Array]:
        """What a right answer is worth more than a wrong one, on a positive and a negative case; shaped like payoffs.

        >>> [float(stake) for stake in Utility(tp=0, fp=-1, fn=-5, tn=0).stakes]
        [5.0, 1.0]
        """
        return self.tp - self.fn, self.tn - self.fp

    @classmethod
    def at(cls, x: ArrayLike, y: ArrayLike, low: float = 0.0, high: float = 1.0, unit: str = "") -> Self:
        """The values at a place of the map, their least payoff `low` and their greatest `high` (equation 12).

        Coordinates are broadcast. Places of the square outside the hexagon have a wrong answer worth more than a right
        one. Raises `InputError` "x must be between -1 and 1, got 1.2" and "low must be below high, got 3 and 1".

        >>> Utility.at(0.25, -0.5)
        Utility(tp=0.75, fp=0.0, fn=0.5, tn=1.0)
        """
        places = {"x": numbers("x", x), "y": numbers("y", y)}
        for name, place in places.items():
            wrong = place[~(np.abs(place) <= 1)]
            if wrong.size:
                raise InputError(f"{name} must be between -1 and 1, got {wrong.flat[0]:g}")
        if not low < high:
            raise InputError(f"low must be below high, got {low:g} and {high:g}")
        for end in (low, high):
            _payoff("at an end", end)
        right, up = places["x"], places["y"]
        span = high - low
        return cls(
            tp=high - span * np.maximum(right, 0),
            fp=low + span * np.maximum(up, 0),
            fn=low + span * np.maximum(-up, 0),
            tn=high - span * np.maximum(-right, 0),
            unit=unit,
        )

    @property
    def measure(self) -> Measure:
        """The yield as a measure, which then has a baseline, a curve over the threshold and a verdict like any other.

        Raises `InputError` "a measure needs one matrix of payoffs, got 3".

        >>> Utility(tp=0, fp=-1, fn=-5, tn=0).measure.formula
        '(-1 * fp - 5 * fn) / m'
        """
        if np.ndim(self.tp):
            raise InputError(f"a measure needs one matrix of payoffs, got {np.size(self.tp)}")
        in_unit = f" in {self.unit}" if self.unit else ""
        terms = [(payoff, name.upper()) for name, payoff in self.payoffs.items() if payoff != 0]
        text = "".join(f"{payoff:+.15g} * {name.lower()}" for payoff, name in terms).removeprefix("+")
        latex = "".join(rf"{payoff:+.15g}\,\mathrm{{{name}}}" for payoff, name in terms).removeprefix("+")
        both = float(sum(self.stakes))

        def expected(P: Any, N: Any, n: Any) -> Any:
            # All sums come before the quotient: with whole payoffs two equal yields are then exactly equal.
            M = P + N
            return (n * (P * self.tp + N * self.fp) + (M - n) * (P * self.fn + N * self.tn)) / (M * M)

        return Measure(
            key="yield",
            name=f"Yield per case{in_unit}",
            function=lambda cells: self.earned(cells) / cells.total,
            formula=spaced(f"({text or 0}) / m"),
            latex=rf"\frac{{{latex}}}{{M}}",
            best=float(self.highest),
            worst=float(self.lowest),
            source="Dyrland, Lundervold & Porta Mana (2022), equation 9",
            expected=expected,
            slope=lambda P, N, n: both / (P + N) + 0 * n,
            reached=lambda end, M, P: float(
                (P * ENDS[end](self.tp, self.fn) + (M - P) * ENDS[end](self.tn, self.fp)) / M
            ),
            line=lambda value, t: float(self.stakes[1] / both) if self.proper and both > 0 else math.nan,
            line_words="(TN − FP) / (TP − FN + TN − FP), each its payoff",
        )


@dataclass(frozen=True)
class ConstantYields:
    """What always predicting positive, and never, yields per case, in the unit; numbers or arrays of one shape.

    >>> constant_yields(Utility(tp=1, fp=-3, fn=0, tn=0), [0.5, 0.9]).best.round(9).tolist()
    [0.0, 0.6]
    """

    positive: Any
    negative: Any

    @property
    def best(self) -> Any:
        """The larger of the two."""
        return np.maximum(self.positive, self.negative)


def constant_yields(utility: Utility, prevalence: ArrayLike) -> ConstantYields:
    """The yield of always predicting positive, f U00 + (1-f) U01, and of never, f U10 + (1-f) U11; f is the prevalence.

    Shapes are broadcast. Raises `InputError` "prevalence must be between 0 and 1, got 1.2".

    >>> free = constant_yields(Utility(tp=15, fp=-335, fn=-35, tn=165), 0.5)
    >>> float(free.positive), float(free.negative)
    (-160.0, 65.0)
    """
    share = numbers("prevalence", prevalence)
    wrong = share[~((share >= 0) & (share <= 1))]
    if wrong.size:
        raise InputError(f"prevalence must be between 0 and 1, got {wrong.flat[0]:g}")
    rest = 1 - share
    return ConstantYields(share * utility.tp + rest * utility.fp, share * utility.fn + rest * utility.tn)


def baseline(utility: Utility, prevalence: ArrayLike) -> Any:
    """The most that a draw without skill yields per case: what the better constant answer yields.

    Parameters
    ----------
    utility : Utility
    prevalence : array_like
        The share of positives, between 0 and 1.

    Returns
    -------
    array of the broadcast shape of payoffs and prevalence
        In the unit of the payoffs.

    Raises
    ------
    InputError
        As `constant_yields`.

    Notes
    -----
    The yield is linear in TP, so its mean under a draw, theta (f U00 + (1-f) U01) + (1-theta) (f U10 + (1-f) U11), is
    linear in theta and best at theta 0 or 1 (the Dutch Draw of van de Bijl et al. 2024 applied to a utility).

    Examples
    --------
    >>> baseline(Utility(tp=15, fp=-335, fn=-35, tn=165), 0.5)
    np.float64(65.0)
    """
    return constant_yields(utility, prevalence).best


def break_even_prevalence(utility: Utility) -> Any:
    """The prevalence at which both constant answers are worth the same; above it always predicting positive is better.

    (U11 - U01) / (U00 - U10 + U11 - U01), shaped like the payoffs; NaN where the values are not proper, and where
    nothing is at stake.

    >>> break_even_prevalence(Utility(tp=15, fp=-335, fn=-35, tn=165)).round(4)
    np.float64(0.9091)
    """
    positive, negative = utility.stakes
    with np.errstate(invalid="ignore", divide="ignore"):
        share = negative / (positive + negative)
    return np.where(np.asarray(utility.proper) & (positive + negative > 0), share, np.nan)[()]


def useful_prevalences(utility: Utility, counts: Counts, fixed: float = 0.0) -> tuple[float, float]:
    """The prevalences between which a classifier with these TPR and FPR is worth more than both constant answers.

    Its yield is linear in the prevalence, and so are theirs: (low, high) are the two crossings, NaN if it never is.
    Below `low` always predicting negative is better, above `high` always predicting positive. NaN unless both classes
    have cases and the utility is proper, see `Utility.proper`. `fixed` is what using the classifier costs a case
    beside the payoffs, which no constant answer does.

    >>> low, high = useful_prevalences(Utility(tp=1, fp=0, fn=0, tn=1), Counts(tp=40, fp=10, fn=10, tn=40))
    >>> round(low, 9), round(high, 9)
    (0.2, 0.8)
    """
    positive, negative = (float(stake) for stake in utility.stakes)
    if not utility.proper or not counts.positives or not counts.negatives:
        return math.nan, math.nan
    tpr, fpr = float(counts.tp / counts.positives), float(counts.fp / counts.negatives)
    # Better than predicting no case positive where f tpr positive > (1-f) fpr negative, with the two stakes, and than
    # calling
    # all positive where f (1-tpr) positive < (1-f) (1-fpr) negative.
    slopes = (tpr * positive + fpr * negative, (1 - tpr) * positive + (1 - fpr) * negative)
    at_none = (fpr * negative + fixed, (1 - fpr) * negative - fixed)
    low, high = (at / slope if slope > 0 else math.nan for at, slope in zip(at_none, slopes, strict=True))
    return (low, high) if high - low > ROUNDING else (math.nan, math.nan)


def yield_interval(
    utility: Utility, counts: Cells, level: float | None = None, *, prevalence: float | None = None
) -> Interval:
    """The yield of one table with its interval, both class sizes kept; NaN ends without cases.

    With a `prevalence` the classes have those shares instead of the table's, and the rates are the table's.

    The yield is a sum of two independent proportions, f (U10 + (U00-U10) TPR) + (1-f) (U01 + (U11-U01) TNR). Wilson's
    limits (1927) of both, mended where one to three cases are hits or misses (`significance.within`), are combined by
    the method of variance estimates recovery (Zou & Donner 2008), which needs no resamples and is wide where no mistake
    was seen. `error` is the standard error at the observed rates. Weighted cases count as their effective number
    (Kish 1965, see `Counts.effective`); NaN ends where nothing is known of the weights, as of moved cells. Raises
    `InputError` "level must be between 0 and 1, got 95".

    >>> accuracy = yield_interval(Utility(tp=1, fp=0, fn=0, tn=1), Counts(tp=27, fp=15, fn=23, tn=35))
    >>> round(accuracy.value, 3), round(accuracy.low, 3), round(accuracy.high, 3)
    (0.62, 0.523, 0.705)
    """
    level = confident(level)
    table = unweighted(counts if isinstance(counts, Counts) else Counts(**vars(counts)))
    own = float(table.positives / table.total) if table.total else None
    at = table if prevalence in (None, own) else rebalance(table, prevalence or 0.0)
    value, effective = float(utility(at)), table.effective
    if effective is None or not table.total:
        return Interval(value)
    z = float(ndtri((1 + level) / 2))
    below = above = variance = 0.0
    parts = zip(utility.stakes, ("tp", "tn"), ("positives", "negatives"), strict=True)
    for stake, right, cases in parts:
        hits, size = float(getattr(effective, right)), float(getattr(effective, cases))
        if not size:
            continue
        rate, weight = hits / size, float(stake * getattr(at, cases) / at.total)
        low, high = sorted(weight * (within(hits, size, [-z, z]) - rate))
        below, above = below + low**2, above + high**2
        variance += weight**2 * rate * (1 - rate) / size
    return Interval(value, value - math.sqrt(below), value + math.sqrt(above), math.sqrt(variance))
