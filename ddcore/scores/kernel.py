"""A Gaussian kernel density of tallied scores, convolved on a grid, and the rules for its bandwidth.

scipy convolves, and truncates the kernel at 8 bandwidths, so that a ratio in the tails has its digits.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.fft import dct

from ddcore.arrays import Array

REACH = 8
"""Bandwidths from a case within which it counts as seen; beyond, the kernel is below 10^-14 of its height."""
STEPS = 16
"""Points of the grid in one bandwidth."""
LARGEST_GRID = 2**20


@dataclass(frozen=True, eq=False)
class Tally:
    """Distinct scores of one class, ascending, and how many cases have each.

    >>> tally = Tally.of(np.array([1.0, 2.0, 4.0]), np.array([1, 0, 2]))
    >>> tally.score.tolist(), tally.total, tally.mean, tally.quantile(0.25)
    ([1.0, 4.0], 3.0, 3.0, 2.5)
    """

    score: Array
    cases: Array

    @classmethod
    def of(cls, score: Array, cases: NDArray[Any]) -> "Tally":
        """The tally of ascending scores, of which cases[i] cases have score[i]; those that no case has are left out."""
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
        below, above = math.floor(place), math.ceil(place)
        cases = np.searchsorted(self._reached, np.array([below, above]) * (1 + 1e-12) + 1e-12, side="right")
        low, high = self.score[np.minimum(cases, self.score.size - 1)]
        return float(low + (place - below) * (high - low))

    @cached_property
    def _reached(self) -> Array:
        return np.cumsum(self.cases)

    @cached_property
    def spread(self) -> float:
        """The smaller of the standard deviation and IQR / 1.349; the former alone where half of the cases are equal."""
        middle = (self.quantile(0.75) - self.quantile(0.25)) / 1.349
        return min(self.deviation, middle) if middle > 0 else self.deviation


@dataclass(frozen=True, eq=False)
class _Waves:
    """A density on a grid of span 1 as a sum of cosines: what its derivatives amount to once it is smoothed.

    `square` are the squares of the numbers of half waves from 1 on, `power` those of their heights.
    """

    square: Array
    power: Array

    @classmethod
    def of(cls, tally: Tally, low: float, span: float) -> "_Waves":
        """The cases of a tally between low and low + span."""
        grid = low + span * (np.arange(WAVES) + 0.5) / WAVES
        power = np.asarray(dct(_shared(tally, grid, span / WAVES) / tally.total)[1:] / 2) ** 2
        return cls(np.arange(1.0, WAVES) ** 2, power)

    def norm(self, order: int, t: float) -> float:
        """The integral of the square of that derivative, smoothed by a normal law of variance t."""
        smoothed = self.square * (math.pi**2 * t)
        # Beyond, the exponential is 0.
        seen = slice(int(np.searchsorted(smoothed, 746.0)))
        terms = self.square[seen] ** order * self.power[seen] * np.exp(-smoothed[seen])
        return 2 * math.pi ** (2 * order) * float(terms.sum())


WAVES = 2**12


def _sheather_jones(tally: Tally) -> float:
    """The bandwidth of Sheather & Jones (1991) by two plug-in steps (Wand & Jones 1995, section 3.6.1).

    h = (1 / (2 sqrt(pi) psi_4 n))^(1/5), psi_r being the mean of the r-th derivative of the density. That of a normal
    law of the same `spread` stands for psi_8 only; from it comes the width with which psi_6 is estimated, and from that
    the one for psi_4. Cases farther than `FAR` spreads from the middle half are left out of both.
    """
    spread, n = tally.spread, tally.total
    if not spread > 0:
        return 0.0
    low = max(float(tally.score[0]), tally.quantile(0.25) - FAR * spread)
    high = min(float(tally.score[-1]), tally.quantile(0.75) + FAR * spread)
    near = (tally.score >= low) & (tally.score <= high)
    # Three times as wide, so that nothing is thrown back from the ends.
    span = 3 * (high - low)
    waves = _Waves.of(Tally(tally.score[near], tally.cases[near]), 2 * low - high, span)
    share = (float(tally.cases[near].sum()) / n) ** 2
    psi = 105 / (32 * math.sqrt(math.pi) * (spread / span) ** 9)
    for order in (3, 2):
        odd = math.prod(range(1, 2 * order, 2)) / math.sqrt(2 * math.pi)
        psi = share * waves.norm(order, (2 * odd / (psi * n)) ** (2 / (2 * order + 3)) / 2)
    return span * float((2 * math.sqrt(math.pi) * psi * n) ** -0.2)


FAR = 20
"""Spreads from the middle half of the cases; a grid that reached farther would be too coarse there."""


def _improved_sheather_jones(tally: Tally) -> float:
    """The bandwidth of Botev, Grotowski & Kroese (2010), section 5; NaN where their equation has no solution.

    The smallest t solves t = xi gamma^[5](t) on the scores rescaled to a range of 1, padded by a tenth on each side as
    in their program; like there, the number of distinct scores stands for the number of cases.
    """
    from scipy.optimize import brentq

    low, high = float(tally.score[0]), float(tally.score[-1])
    if not high > low:
        return math.nan
    span = 1.2 * (high - low)
    waves = _Waves.of(tally, low - (high - low) / 10, span)

    def excess(t: float) -> float:
        f = waves.norm(7, t)
        for order in range(6, 1, -1):
            if not f > 0:
                return math.nan
            odd = math.prod(range(1, 2 * order, 2)) / math.sqrt(2 * math.pi)
            time = (2 * (1 + 0.5 ** (order + 0.5)) / 3 * odd / (tally.score.size * f)) ** (2 / (3 + 2 * order))
            f = waves.norm(order, time)
        if not f > 0:
            return math.nan
        return t - float((2 * tally.score.size * math.sqrt(math.pi) * f) ** (-2 / 5))

    tried = np.geomspace(1e-10, 0.1, 40)
    with np.errstate(all="ignore"):
        excesses = np.array([excess(t) for t in tried])
    rises = np.flatnonzero((excesses[:-1] < 0) & (excesses[1:] >= 0))
    if not rises.size:
        return math.nan
    return float(math.sqrt(brentq(excess, tried[rises[0]], tried[rises[0] + 1])) * span)


NORMAL_REFERENCE = (4 / 3) ** 0.2
"""The factor for normal data, 1.0592 (Silverman 1986, equation 3.28)."""

BANDWIDTHS: Mapping[str, tuple[str, Callable[[Tally], float]]] = {
    "sj": ("Sheather-Jones", _sheather_jones),
    "normal": ("Normal reference", lambda tally: NORMAL_REFERENCE * tally.spread * tally.total**-0.2),
    "silverman": ("Silverman", lambda tally: 0.9 * tally.spread * tally.total**-0.2),
    "scott": ("Scott", lambda tally: tally.deviation * tally.total**-0.2),
    "isj": ("Improved Sheather-Jones", _improved_sheather_jones),
}
"""Rules for the bandwidth by key: title and function. Sheather & Jones (1991), which is `bw.SJ` of R with the method
"dpi"; normal reference is that of statsmodels; Silverman (1986, equation 3.31); Scott (1992, equation 6.42), that of
scipy; Botev, Grotowski & Kroese (2010)."""
USUAL = "sj"
"""The rule that is taken unless another one is asked for: it suits densities with one top and with several."""


@dataclass(frozen=True, eq=False)
class Kernel:
    """A Gaussian kernel density on a grid, kept as its logarithm; where no case is near it stands at its lowest.

    >>> density = Kernel.of(Tally(np.array([0.0]), np.array([1.0])), 1.0, None)
    >>> density(np.array([0.0, 1.0])).round(3).tolist(), density.sees(np.array([7.0, 99.0])).tolist()
    ([-0.92, -1.419], [True, False])
    """

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
        from scipy.ndimage import gaussian_filter1d

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
