"""How each class scores, estimated, and what a score says: the logarithm of the likelihood ratio, by five methods.

A method is one row of `METHODS`. The Gaussian kernel is convolved on a grid by scipy, which truncates it at 8
bandwidths, so that a ratio in the tails has its digits. Pooling adjacent violators and minimising are scipy's too.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.fft import dct
from scipy.ndimage import gaussian_filter1d
from scipy.optimize import brentq, isotonic_regression, minimize
from scipy.special import expit, log_expit

from ddcore.errors import InputError
from ddcore.table import ScoreTable

Array = NDArray[np.float64]
Function = Callable[[Array], Array]

REACH = 8
"""Bandwidths from a case within which it counts as seen; beyond, the kernel is below 10^-14 of its height."""
STEPS = 16
"""Points of the grid in one bandwidth."""
LARGEST_GRID = 2**20


@dataclass(frozen=True)
class Evidence:
    """What a method found: functions of scores, arrays in and out.

    `log_ratio` is the logarithm of f1/f0, which may be infinite. `cautious` is the same as if one case more of each
    class were everywhere, and its standard error; where a method prescribes the shape of the ratio, the ratio itself
    and 0. `densities` gives f1 and f0 (None where a method has none). `facts` say what was estimated.
    """

    log_ratio: Function
    cautious: Callable[[Array], tuple[Array, Array]]
    densities: Callable[[Array], tuple[Array, Array]] | None
    facts: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Tally:
    """Distinct scores of one class, ascending, and how many cases have each."""

    score: Array
    cases: Array

    @classmethod
    def of(cls, score: Array, cases: NDArray[Any]) -> "Tally":
        """Without the scores that no case has."""
        held = cases > 0
        return cls(score[held], np.asarray(cases[held], np.float64))

    @cached_property
    def total(self) -> float:
        """How many cases there are."""
        return float(self.cases.sum())

    @cached_property
    def mean(self) -> float:
        """Mean score."""
        return float(self.score @ self.cases) / self.total

    @cached_property
    def deviation(self) -> float:
        """Standard deviation with n - 1; 0 for one case or one score."""
        if self.score.size < 2 or self.total <= 1:
            return 0.0
        return math.sqrt(float((self.score - self.mean) ** 2 @ self.cases) / (self.total - 1))

    def quantile(self, level: float) -> float:
        """Quantile with linear interpolation between neighbouring cases (Hyndman & Fan 1996, definition 7)."""
        place = level * max(self.total - 1, 0.0)
        # A sum of weights may miss a whole number by a rounding error.
        reached = np.cumsum(self.cases)
        below, above = math.floor(place), math.ceil(place)
        cases = np.searchsorted(reached, np.array([below, above]) * (1 + 1e-12) + 1e-12, side="right")
        low, high = self.score[np.minimum(cases, self.score.size - 1)]
        return float(low + (place - below) * (high - low))

    @cached_property
    def spread(self) -> float:
        """The smaller of the standard deviation and IQR / 1.349; the former alone where half of the cases are equal."""
        middle = (self.quantile(0.75) - self.quantile(0.25)) / 1.349
        return min(self.deviation, middle) if middle > 0 else self.deviation


def _improved_sheather_jones(tally: Tally) -> float:
    """The bandwidth of Botev, Grotowski & Kroese (2010), section 5; NaN where their equation has no solution.

    The smallest t solves t = xi gamma^[5](t) on the scores rescaled to a range of 1, padded by a tenth on each side as
    in their program; like there, the number of distinct scores stands for the number of cases.
    """
    low, high = tally.score[0], tally.score[-1]
    if not high > low:
        return math.nan
    span = 1.2 * (high - low)
    grid = low - (high - low) / 10 + span * (np.arange(ISJ_GRID) + 0.5) / ISJ_GRID
    coefficients = np.asarray(dct(_shared(tally, grid, span / ISJ_GRID) / tally.total)[1:] / 2) ** 2
    squares = np.arange(1.0, ISJ_GRID) ** 2

    def norm(order: int, t: float) -> float:
        terms = squares**order * coefficients * np.exp(-squares * math.pi**2 * t)
        return 2 * math.pi ** (2 * order) * float(terms.sum())

    def excess(t: float) -> float:
        f = norm(7, t)
        for order in range(6, 1, -1):
            if not f > 0:
                return math.nan
            odd = math.prod(range(1, 2 * order, 2)) / math.sqrt(2 * math.pi)
            time = (2 * (1 + 0.5 ** (order + 0.5)) / 3 * odd / (tally.score.size * f)) ** (2 / (3 + 2 * order))
            f = norm(order, time)
        if not f > 0:
            return math.nan
        return t - float((2 * tally.score.size * math.sqrt(math.pi) * f) ** (-2 / 5))

    tried = np.geomspace(1e-10, 0.1, 40)
    with np.errstate(all="ignore"):
        found = np.array([excess(t) for t in tried])
    rises = np.flatnonzero((found[:-1] < 0) & (found[1:] >= 0))
    if not rises.size:
        return math.nan
    return float(math.sqrt(brentq(excess, tried[rises[0]], tried[rises[0] + 1])) * span)


ISJ_GRID = 2**12

NORMAL_REFERENCE = (4 / 3) ** 0.2
"""The factor for normal data, 1.0592 (Silverman 1986, equation 3.28)."""

BANDWIDTHS: Mapping[str, tuple[str, Callable[[Tally], float]]] = {
    "normal": ("Normal reference", lambda tally: NORMAL_REFERENCE * tally.spread * tally.total**-0.2),
    "silverman": ("Silverman", lambda tally: 0.9 * tally.spread * tally.total**-0.2),
    "scott": ("Scott", lambda tally: tally.deviation * tally.total**-0.2),
    "isj": ("Improved Sheather-Jones", _improved_sheather_jones),
}
"""Rules for the bandwidth by key: title and function. Normal reference is that of statsmodels; Silverman (1986,
equation 3.31); Scott (1992, equation 6.42), that of scipy; Botev, Grotowski & Kroese (2010)."""


@dataclass(frozen=True, eq=False)
class Kernel:
    """A Gaussian kernel density on a grid, kept as its logarithm; where no case is near it stands at its lowest."""

    grid: Array
    log: Array
    seen: NDArray[np.bool_]
    bandwidth: float
    total: float

    @classmethod
    def of(cls, tally: Tally, bandwidth: float, bounds: tuple[float, float] | None) -> "Kernel":
        """The density of a tally; between `bounds`, what the kernel throws over them is thrown back (Silverman 1986).

        Where scores reach farther than 65,000 bandwidths the grid would need more than 2^20 points; it is coarser
        then, and the bandwidth at least two of its steps.
        """
        pad = (REACH + 1) * bandwidth
        low, high = bounds or (float(tally.score[0]) - pad, float(tally.score[-1]) + pad)
        points = max(min(math.ceil((high - low) / bandwidth * STEPS), LARGEST_GRID), 2)
        step = (high - low) / points
        width = max(bandwidth, 2 * step)
        grid = low + step * np.arange(0.5, points)
        shared, mode = _shared(tally, grid, step), "reflect" if bounds else "constant"
        density = gaussian_filter1d(shared, width / step, mode=mode, truncate=REACH) / (tally.total * step)
        seen = density > 0
        return cls(grid, np.log(np.maximum(density, density[seen].min())), seen, width, tally.total)

    def __call__(self, x: Array) -> Array:
        """Logarithm of the density."""
        return np.interp(x, self.grid, self.log)

    def sees(self, x: Array) -> NDArray[np.bool_]:
        """Whether a case is within reach of each score."""
        step = self.grid[1] - self.grid[0]
        place = (x - self.grid[0]) / step
        # The grid ends half a step beyond its outermost points, give or take a rounding error.
        inside = (place >= -0.501) & (place <= self.grid.size - 0.499)
        return np.asarray(inside & self.seen[np.rint(np.clip(place, 0, self.grid.size - 1)).astype(np.intp)])

    @property
    def one_case(self) -> float:
        """The density at which the standard error is as large as the density, 1 / (2 sqrt(pi) h n): that of one case.

        The variance of a density f is f / (2 sqrt(pi) h n) (Silverman 1986, equation 3.17).
        """
        return 1 / (2 * math.sqrt(math.pi) * self.bandwidth * self.total)


def _shared(tally: Tally, grid: Array, step: float) -> Array:
    """Each case shared between its two neighbours on the grid, by nearness; the outermost take what is beyond."""
    place = np.clip((tally.score - grid[0]) / step, 0, grid.size - 1)
    left = np.minimum(place.astype(np.intp), max(grid.size - 2, 0))
    right = np.minimum(left + 1, grid.size - 1)
    part = place - left
    shared = np.bincount(left, tally.cases * (1 - part), minlength=grid.size)
    return np.asarray(shared + np.bincount(right, tally.cases * part, minlength=grid.size))


def classes(table: ScoreTable) -> tuple[Tally, Tally]:
    """The positives and the negatives; raises `InputError` "a likelihood ratio needs cases of both classes, ..."."""
    positives, negatives = (Tally.of(table.score, cases) for cases in (table.positives, table.negatives))
    for tally, name in ((positives, "positive"), (negatives, "negative")):
        if not tally.score.size:
            raise InputError(f"a likelihood ratio needs cases of both classes, got no {name} case")
    return positives, negatives


def kernel(table: ScoreTable, bandwidth: str = "normal", bounds: str = "none") -> Evidence:
    """Ratio of two Gaussian kernel densities. Where no case is within 8 bandwidths, that of the nearest such score.

    A class whose scores are all equal takes the bandwidth of both classes together. `bounds` "reflect" keeps the
    densities within 0 and 1.
    """
    facts = []
    tallies = classes(table)
    both = Tally.of(table.score, table.positives + table.negatives)
    kernels = []
    for tally, name in zip(tallies, ("positives", "negatives"), strict=True):
        whole = tally if tally.deviation > 0 else both
        width = BANDWIDTHS[bandwidth][1](whole)
        if not width > 0:
            facts.append(f"{BANDWIDTHS[bandwidth][0]} has no bandwidth for the {name}; normal reference was taken.")
            width = BANDWIDTHS["normal"][1](whole)
        kernels.append(Kernel.of(tally, width, (0.0, 1.0) if bounds == "reflect" else None))
        if kernels[-1].bandwidth > width:
            facts.append(f"Some scores lie so far out that the bandwidth of the {name} had to be widened.")
    f1, f0 = kernels
    facts.append(f"Bandwidth {f1.bandwidth:.3g} for the positives, {f0.bandwidth:.3g} for the negatives.")
    places = np.unique(np.concatenate([one.grid[one.seen] for one in kernels]))

    def known(x: Array) -> Array:
        blind = ~(f1.sees(x) | f0.sees(x))
        if not blind.any():
            return x
        x = x.copy()
        x[blind] = places[nearest(places, x[blind])]
        return x

    def log_ratio(x: Array) -> Array:
        x = known(x)
        return f1(x) - f0(x)

    def densities(x: Array) -> tuple[Array, Array]:
        positive, negative = (np.where(one.sees(x), np.exp(one(x)), 0.0) for one in kernels)
        return positive, negative

    def cautious(x: Array) -> tuple[Array, Array]:
        more = [density + one.one_case for density, one in zip(densities(x), kernels, strict=True)]
        return np.log(more[0] / more[1]), np.sqrt(f1.one_case / more[0] + f0.one_case / more[1])

    return Evidence(log_ratio, cautious, densities, tuple(facts))


def _prescribed(log_ratio: Function, densities: Callable[[Array], tuple[Array, Array]] | None, *facts: str) -> Evidence:
    """What a method found that prescribes the shape of the ratio."""
    return Evidence(log_ratio, lambda x: (log_ratio(x), np.zeros_like(x)), densities, facts)


def nearest(places: Array, x: Array) -> NDArray[np.intp]:
    """Which of the ascending places is nearest to each x; half way, the lower one."""
    return np.searchsorted((places[1:] + places[:-1]) / 2, x, side="left")


def histogram(table: ScoreTable) -> Evidence:
    """Ratio of the shares of both classes in bins of one width (Freedman & Diaconis 1981, at most 1,000 bins).

    An empty bin takes the ratio of the nearest that is not; a bin with one class only has a ratio of 0 or infinity.
    """
    tallies = classes(table)
    both = Tally.of(table.score, table.positives + table.negatives)
    low, high = float(both.score[0]), float(both.score[-1])
    width = 2 * 1.349 * both.spread * both.total ** (-1 / 3)
    bins = min(max(math.ceil((high - low) / width), 1), 1000) if width > 0 else 1
    step = (high - low) / bins or 1.0
    middles = low + step * (np.arange(bins) + 0.5)

    def bin_of(x: Array) -> NDArray[np.intp]:
        return np.clip((x - low) / step, 0, bins - 1).astype(np.intp)

    counts = [np.bincount(bin_of(tally.score), tally.cases, minlength=bins) for tally in tallies]
    held = counts[0] + counts[1] > 0
    # One quotient of exact products, so that equal ratios are equal to the last digit.
    with np.errstate(divide="ignore"):
        log = np.log(counts[0][held] * tallies[1].total / (counts[1][held] * tallies[0].total))
    places = middles[held]

    def densities(x: Array) -> tuple[Array, Array]:
        inside = (x >= low) & (x <= high)
        positive, negative = (
            np.where(inside, count[bin_of(x)] / (tally.total * step), 0.0)
            for count, tally in zip(counts, tallies, strict=True)
        )
        return positive, negative

    def cautious(x: Array) -> tuple[Array, Array]:
        more = [count[bin_of(x)] + 1 for count in counts]
        return np.log(more[0] / tallies[0].total) - np.log(more[1] / tallies[1].total), np.sqrt(
            1 / more[0] + 1 / more[1]
        )

    return Evidence(
        lambda x: log[nearest(places, middles[bin_of(x)])],
        cautious,
        densities,
        (f"{bins} bins of width {step:.3g}.",),
    )


def _log(cases: NDArray[Any], total: float) -> Array:
    with np.errstate(divide="ignore"):
        return np.asarray(np.log(cases / total))


def binormal(table: ScoreTable) -> Evidence:
    """Ratio of two normal densities with the mean and standard deviation of each class (Green & Swets 1966).

    Raises `InputError` "binormal needs two different scores in each class, the positives have one".
    """
    tallies = classes(table)
    for tally, name in zip(tallies, ("positives", "negatives"), strict=True):
        if not tally.deviation > 0:
            raise InputError(f"binormal needs two different scores in each class, the {name} have one")

    def logs(x: Array) -> list[Array]:
        return [
            -(((x - tally.mean) / tally.deviation) ** 2) / 2 - math.log(tally.deviation * math.sqrt(2 * math.pi))
            for tally in tallies
        ]

    def densities(x: Array) -> tuple[Array, Array]:
        positive, negative = (np.exp(one) for one in logs(x))
        return positive, negative

    facts = tuple(
        f"{name}: mean {tally.mean:.4g}, standard deviation {tally.deviation:.4g}."
        for tally, name in zip(tallies, ("Positives", "Negatives"), strict=True)
    )
    return _prescribed(lambda x: np.subtract(*logs(x)), densities, *facts)


def isotonic(table: ScoreTable) -> Evidence:
    """The ratio that rises with the score and fits best: pooling adjacent violators (Ayer et al. 1955).

    Its ROC curve is the convex hull (Fawcett & Niculescu-Mizil 2007). A score that was not seen takes the ratio of
    the nearest that was; pools of one class only have a ratio of 0 or infinity.
    """
    positives, negatives = classes(table)
    cases = table.positives + table.negatives
    held = cases > 0
    pooled = isotonic_regression(table.positives[held] / cases[held], weights=cases[held])
    first, places = pooled.blocks[:-1], table.score[held]
    log = _log(np.add.reduceat(table.positives[held], first), positives.total)
    log = np.repeat(log - _log(np.add.reduceat(table.negatives[held], first), negatives.total), np.diff(pooled.blocks))
    return _prescribed(lambda x: log[nearest(places, x)], None, f"{first.size} pools of scores.")


def logistic(table: ScoreTable) -> Evidence:
    """A logarithm of the ratio that is a straight line in the score, with Platt's (1999) targets.

    They stand a little inside 0 and 1, so that classes that do not overlap have a finite slope too.
    """
    positives, negatives = classes(table)
    both = Tally.of(table.score, table.positives + table.negatives)
    standard = (table.score - both.mean) / (both.deviation or 1.0)
    high, low = (positives.total + 1) / (positives.total + 2), 1 / (negatives.total + 2)
    right = high * table.positives + low * table.negatives
    wrong = table.positives + table.negatives - right

    def loss(line: Array) -> tuple[float, Array]:
        z = line[0] + line[1] * standard
        excess = right * expit(-z) - wrong * expit(z)
        gradient = -np.array([excess.sum(), excess @ standard])
        return -float(right @ log_expit(z) + wrong @ log_expit(-z)) / both.total, gradient / both.total

    start = np.array([math.log(positives.total / negatives.total), 0.0])
    level, slope = minimize(loss, start, jac=True, method="BFGS", options={"gtol": 1e-8}).x
    level -= math.log(positives.total / negatives.total)
    steep = slope / (both.deviation or 1.0)
    return _prescribed(lambda x: level + steep * (x - both.mean), None, f"Slope {steep:.4g} per unit of the score.")


def nothing(table: ScoreTable) -> Evidence:
    """All scores are equal, so the ratio is 1; raises `InputError` unless both classes have cases."""
    classes(table)
    return _prescribed(np.zeros_like, None, "All scores are equal, so they say nothing.")


@dataclass(frozen=True)
class Method:
    """A way to estimate the ratio: `fit` takes a table; `words` say what it assumes."""

    title: str
    fit: Callable[..., Evidence]
    words: str
    source: str


METHODS: Mapping[str, Method] = {
    "kde": Method(
        "Kernel",
        kernel,
        "a smooth density for each class, nothing assumed about its shape",
        "Rosenblatt (1956)",
    ),
    "histogram": Method("Histogram", histogram, "bins of one width, nothing assumed", "Freedman & Diaconis (1981)"),
    "binormal": Method("Binormal", binormal, "normal scores in each class", "Green & Swets (1966)"),
    "isotonic": Method(
        "Isotonic", isotonic, "a ratio that never falls as the score rises, so order is kept", "Ayer et al. (1955)"
    ),
    "logistic": Method(
        "Logistic", logistic, "a ratio that grows exponentially with the score, so order is kept", "Platt (1999)"
    ),
}
"""Methods by key, in the order in which the pages offer them."""
