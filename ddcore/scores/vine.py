"""The density of several scores of one class at once, built from pairs: a vine of kernel copulas.

Each score has a kernel density of its own, by which it is turned into a normal score. What two of them say together is
a copula, a kernel density in the plane divided by its own margins. The scores stand in a row: first each is paired with
its neighbour, then, given what stands between them, with the next but one, and so on (Bedford & Cooke 2002; Aas et al.
2009, D-vine; Nagler & Czado 2016, by kernels). What stands between is taken to move two scores but not how they go
together.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np
from scipy.fft import fftfreq as fft_frequencies
from scipy.fft import irfft2, next_fast_len, rfft2, rfftfreq
from scipy.ndimage import map_coordinates
from scipy.special import ndtr, ndtri

from ddcore.arrays import Array
from ddcore.scores.kernel import BANDWIDTHS, NORMAL_REFERENCE, Kernel, Tally

FAR = 6.0
"""Normal scores are taken as no farther from 0 than this."""
EDGE = 10.0
"""The end of the grid of a copula."""
STEPS = 4
"""Points of the grid in one bandwidth."""
LARGEST_GRID = 640
THIN = 0.93
"""The largest correlation of the kernel: a thinner one would fall between the points of the grid."""
LINE = 0.9999
"""The largest correlation of a normal copula."""
NOISE = 1e-13
"""What is below this share of the highest density is rounding."""
NOTHING = 1e-100
"""The lowest density of a kernel, far from all cases."""
JUDGED = 20_000
"""Cases at most by which a copula is chosen."""
FEWEST = 5
"""Cases below which two scores are taken as independent."""


def _log_normal(z: Array) -> Array:
    return np.asarray(-(z**2) / 2 - math.log(2 * math.pi) / 2)


@dataclass(frozen=True, eq=False)
class Margin:
    """The density of one score: a kernel and one case more that is spread as a normal law.

    >>> margin = Margin.of(np.array([-1.0, 0.0, 1.0]), np.ones(3), "normal", 1.0)
    >>> margin.normal(np.array([-99.0, 0.0, 99.0])).round(6).tolist()
    [-6.0, 0.0, 6.0]
    """

    kernel: Kernel
    mean: float
    deviation: float

    @classmethod
    def of(cls, score: Array, weight: Array, rule: str, instead: float) -> "Margin":
        """By a rule for the bandwidth; `instead` is the deviation where the scores do not differ."""
        place, number = np.unique(score.round(9), return_inverse=True)
        tally = Tally.of(place, np.bincount(number, weight))
        deviation = tally.deviation if tally.deviation > 0 else instead
        width = BANDWIDTHS[rule][1](tally)
        if not width > 0:
            width = NORMAL_REFERENCE * deviation * tally.total**-0.2
        return cls(Kernel.of(tally, width, None), tally.mean, deviation)

    @cached_property
    def _table(self) -> tuple[Array, Array, Array]:
        """Places over all cases and 9 deviations, the logarithm of the density there, and the normal scores."""
        grid = self.kernel.grid
        around = self.mean + self.deviation * np.linspace(-9, 9, 721)
        x = np.union1d(grid, around)
        return x, self._log(x), self._normal(x)

    def _log(self, x: Array) -> Array:
        total = self.kernel.total
        own = np.where(self.kernel.sees(x), self.kernel(x), -math.inf)
        one_more = _log_normal((x - self.mean) / self.deviation) - math.log(self.deviation * total)
        return np.asarray(np.logaddexp(own, one_more) - math.log1p(1 / total))

    def _normal(self, x: Array) -> Array:
        grid = self.kernel.grid
        step = grid[1] - grid[0]
        mass = np.where(self.kernel.seen, np.exp(self.kernel.log), 0.0)
        mass /= mass.sum()
        edges = np.append(grid - step / 2, grid[-1] + step / 2)
        below, above = np.append(0, np.cumsum(mass)), np.append(np.cumsum(mass[::-1])[::-1], 0)
        total, place = self.kernel.total, (x - self.mean) / self.deviation
        low = (total * np.interp(x, edges, below) + ndtr(place)) / (total + 1)
        high = (total * np.interp(x, edges, above) + ndtr(-place)) / (total + 1)
        return np.asarray(np.clip(np.where(low < high, ndtri(low), -ndtri(high)), -FAR, FAR))

    def log(self, x: Array) -> Array:
        """Logarithm of the density; beyond all cases that of the normal law."""
        places, logs, _ = self._table
        log = np.interp(x, places, logs)
        beyond = (x < places[0]) | (x > places[-1])
        log[beyond] = self._log(x[beyond])
        return np.asarray(log)

    def normal(self, x: Array) -> Array:
        """The normal score that as many cases are below as are below x."""
        places, _, normal = self._table
        return np.asarray(np.interp(x, places, normal))


class Copula(Protocol):
    """What two normal scores say together: the logarithm of its density, and each given the other as a normal score."""

    def log(self, first: Array, second: Array) -> Array:
        """Logarithm of the density."""

    def given(self, first: Array, second: Array) -> tuple[Array, Array]:
        """The first given the second, and the second given the first."""


class Apart:
    """Two scores that are independent.

    >>> Apart().log(np.array([1.0]), np.array([2.0])).tolist()
    [0.0]
    """

    def log(self, first: Array, second: Array) -> Array:
        """0 everywhere."""
        return np.zeros(np.broadcast_shapes(first.shape, second.shape))

    def given(self, first: Array, second: Array) -> tuple[Array, Array]:
        """Each as it is."""
        return first, second


@dataclass(frozen=True)
class Normal:
    """The copula of two normal scores of some correlation.

    >>> Normal(0.6).given(np.array([1.0]), np.array([1.0]))[0].tolist()
    [0.5]
    """

    correlation: float

    def log(self, first: Array, second: Array) -> Array:
        """Logarithm of the density."""
        r, rest = self.correlation, 1 - self.correlation**2
        return np.asarray(-(r**2 * (first**2 + second**2) - 2 * r * first * second) / (2 * rest) - math.log(rest) / 2)

    def given(self, first: Array, second: Array) -> tuple[Array, Array]:
        """The first given the second, and the second given the first."""
        r, rest = self.correlation, math.sqrt(1 - self.correlation**2)
        return np.clip((first - r * second) / rest, -FAR, FAR), np.clip((second - r * first) / rest, -FAR, FAR)


@dataclass(frozen=True, eq=False)
class Smooth:
    """A copula by a Gaussian kernel as slanted as the cases, and one case more that is spread as a normal law.

    Cases are drawn together so that the kernel does not spread them (Jones 1991): `stretch` is by how much they are
    farther out on the grid. `density` is that of the plane there, `width` the bandwidth and `shape` the correlation of
    the kernel.

    >>> rng = np.random.default_rng(1)
    >>> smooth = Smooth.of(*rng.normal(size=(2, 500)), np.ones(500), 0.0)
    >>> bool(np.abs(smooth.log(np.zeros(1), np.zeros(1)))[0] < 0.1)
    True
    """

    density: Array
    step: float
    width: float
    shape: float
    total: float

    @classmethod
    def of(cls, first: Array, second: Array, weight: Array, correlation: float) -> "Smooth":
        """The copula of normal scores with what each case counts and their correlation."""
        total = float(weight.sum())
        width = total ** (-1 / 6)
        size = next_fast_len(min(math.ceil(2 * EDGE * STEPS / width), LARGEST_GRID))
        step = 2 * EDGE / size
        width, shape = max(width, 2 * step), min(max(correlation, -THIN), THIN)
        shared = _shared(first, second, weight, step, size)
        one, other = np.meshgrid(*(2 * math.pi * at(size, step) for at in (fft_frequencies, rfftfreq)), indexing="ij")
        waves = np.exp(-(width**2) * (one**2 + 2 * shape * one * other + other**2) / 2)
        smoothed = irfft2(rfft2(shared) * waves, s=(size, size))
        smoothed[smoothed < NOISE * smoothed.max()] = 0
        smoothed *= total / (smoothed.sum() * step**2)
        stretch = math.sqrt(1 + width**2)
        axis = (np.arange(size) * step - EDGE) / stretch
        law = Normal(min(max(correlation, -LINE), LINE)).log(axis[:, None], axis[None, :])
        law = np.exp(law + _log_normal(axis)[:, None] + _log_normal(axis)[None, :]) / stretch**2
        return cls(np.maximum((smoothed + law) / (total + 1), NOTHING), step, width, shape, total)

    @property
    def stretch(self) -> float:
        """How much farther out cases are on the grid."""
        return math.sqrt(1 + self.width**2)

    @cached_property
    def _margins(self) -> tuple[Array, Array]:
        return self.density.sum(axis=1) * self.step, self.density.sum(axis=0) * self.step

    @cached_property
    def _log(self) -> Array:
        return np.asarray(np.log(self.density) - np.log(self._margins[0])[:, None] - np.log(self._margins[1]))

    @cached_property
    def _given(self) -> tuple[Array, Array]:
        """The first given the second, and the second given the first, as normal scores on the grid."""
        return _conditional(self.density, 0), _conditional(self.density, 1)

    def _places(self, *scores: Array) -> Array:
        return (np.stack(scores) * self.stretch + EDGE) / self.step

    def log(self, first: Array, second: Array) -> Array:
        """Logarithm of the density."""
        return np.asarray(map_coordinates(self._log, self._places(first, second), order=1, mode="nearest"))

    def given(self, first: Array, second: Array) -> tuple[Array, Array]:
        """The first given the second, and the second given the first."""
        places = self._places(first, second)
        one, other = (map_coordinates(grid, places, order=1, mode="nearest") for grid in self._given)
        return np.asarray(one), np.asarray(other)

    def unseen(self, first: Array, second: Array, weight: Array) -> Array:
        """Logarithm of the density at each case by all others."""
        more = self.total + 1
        there = np.exp(map_coordinates(np.log(self.density), self._places(first, second), order=1, mode="nearest"))
        peak = 1 / (2 * math.pi * self.width**2 * math.sqrt(1 - self.shape**2))
        law = Normal(self.shape).log(first, second) + _log_normal(first) + _log_normal(second)
        logs = np.log(np.maximum(more * there - weight * peak, np.exp(law) / self.stretch**2))
        for margin, score in zip(self._margins, (first, second), strict=True):
            own = np.exp(map_coordinates(np.log(margin), self._places(score), order=1, mode="nearest"))
            law = np.exp(_log_normal(score)) / self.stretch
            logs -= np.log(np.maximum(more * own - weight / (math.sqrt(2 * math.pi) * self.width), law))
        return np.asarray(logs + np.log(self.total - weight + 1))


def _shared(first: Array, second: Array, weight: Array, step: float, size: int) -> Array:
    """Each case shared between the four points of the grid around it, by nearness."""
    at = (np.stack([first, second]) + EDGE) / step
    corner = at.astype(np.intp)
    part = at - corner
    shared = np.zeros(size * size)
    for across in (0, 1):
        for up in (0, 1):
            share = weight * np.abs(1 - across - part[0]) * np.abs(1 - up - part[1])
            shared += np.bincount((corner[0] + across) * size + corner[1] + up, share, minlength=shared.size)
    return shared.reshape(size, size)


def _conditional(density: Array, axis: int) -> Array:
    """The share of what is below along an axis, as normal scores; a point counts by half."""
    whole = density.sum(axis=axis, keepdims=True)
    below = np.cumsum(density, axis=axis) - density / 2
    above = np.flip(np.cumsum(np.flip(density, axis), axis=axis), axis) - density / 2
    z = np.where(below < above, ndtri(below / whole), -ndtri(above / whole))
    return np.asarray(np.clip(z, -FAR, FAR))


def copula(first: Array, second: Array, weight: Array) -> Copula:
    """The copula of two normal scores that is likeliest on cases it has not seen: none, normal or by a kernel.

    >>> x, y = np.random.default_rng(1).normal(size=(2, 400))
    >>> type(copula(x, y, np.ones(400))).__name__, type(copula(x, (x + y) / 2**0.5, np.ones(400))).__name__
    ('Apart', 'Normal')
    """
    correlation = correlated(first, second, weight)
    if weight.sum() < FEWEST or math.isnan(correlation):
        return Apart()
    smooth, normal = Smooth.of(first, second, weight, correlation), Normal(min(max(correlation, -LINE), LINE))
    x, y, w = first, second, weight
    if first.size > JUDGED:
        some = np.argsort(first)[np.linspace(0, first.size - 1, JUDGED).astype(np.intp)]
        x, y, w = first[some], second[some], weight[some]
    # The logarithm of a likelihood loses 1 for a correlation that is estimated (Akaike 1974).
    gain, more = float(w @ normal.log(x, y)) - 1, float(w @ smooth.unseen(x, y, w))
    if max(gain, more) <= 0:
        return Apart()
    return smooth if more > gain else normal


def correlated(first: Array, second: Array, weight: Array) -> float:
    """The weighted correlation, NaN where a score does not vary.

    >>> correlated(np.array([0.0, 1.0, 2.0]), np.array([2.0, 1.0, 0.0]), np.ones(3))
    -1.0
    """
    one, other = (score - np.average(score, weights=weight) for score in (first, second))
    spread = math.sqrt(float(weight @ one**2) * float(weight @ other**2))
    return float(weight @ (one * other)) / spread if spread > NOISE * float(weight.sum()) else math.nan


@dataclass(frozen=True, eq=False)
class Vine:
    """The density of several scores of one class: `order` is the row in which they stand, `trees` have its copulas.

    >>> scores = np.random.default_rng(1).normal(size=(300, 3))
    >>> vine = Vine.of(scores, np.ones(300), "normal", np.ones(3))
    >>> [len(tree) for tree in vine.trees], vine.log(scores).shape
    ([2, 1], (300,))
    """

    margins: tuple[Margin, ...]
    scales: tuple[Callable[[Array], Array], ...]
    order: tuple[int, ...]
    trees: tuple[tuple[Copula, ...], ...]

    @classmethod
    def of(cls, scores: Array, weight: Array, rule: str, instead: Array) -> "Vine":
        """The law fitted to scores of shape (cases, columns); `instead` has deviations for columns that do not vary."""
        margins = tuple(Margin.of(column, weight, rule, own) for column, own in zip(scores.T, instead, strict=True))
        normal = [margin.normal(column) for margin, column in zip(margins, scores.T, strict=True)]
        scales = tuple(_standard(column, weight) for column in normal)
        normal = [scale(column) for scale, column in zip(scales, normal, strict=True)]
        order = _row(normal, weight)
        left = right = [normal[column] for column in order]
        trees = []
        while len(left) > 1:
            tree = tuple(copula(one, other, weight) for one, other in zip(left[:-1], right[1:], strict=True))
            trees.append(tree)
            left, right = _given(tree, left, right)
        return cls(margins, scales, order, tuple(trees))

    def log(self, scores: Array) -> Array:
        """Logarithm of the density of scores of shape (cases, columns)."""
        log = np.zeros(len(scores))
        normal = []
        for margin, scale, column in zip(self.margins, self.scales, scores.T, strict=True):
            log += margin.log(column)
            normal.append(scale(margin.normal(column)))
        left = right = [normal[column] for column in self.order]
        for tree in self.trees:
            for pair, one, other in zip(tree, left[:-1], right[1:], strict=True):
                log += pair.log(one, other)
            left, right = _given(tree, left, right)
        return log

    def numbers(self) -> tuple[int, int, int]:
        """How many pairs are by a kernel, normal, and independent."""
        kinds = [type(pair) for tree in self.trees for pair in tree]
        smooth, normal, apart = (kinds.count(kind) for kind in (Smooth, Normal, Apart))
        return smooth, normal, apart


def _given(tree: tuple[Copula, ...], left: list[Array], right: list[Array]) -> tuple[list[Array], list[Array]]:
    """What a tree leaves for the next one: the first of each pair given the second, and the reverse."""
    if len(tree) == 1:
        return [left[0]], [right[0]]
    both = [pair.given(one, other) for pair, one, other in zip(tree, left[:-1], right[1:], strict=True)]
    return [first for first, _ in both], [second for _, second in both]


def _standard(column: Array, weight: Array) -> Callable[[Array], Array]:
    mean = float(np.average(column, weights=weight))
    deviation = math.sqrt(float(np.average((column - mean) ** 2, weights=weight)))
    steep = 1 / deviation if deviation > NOISE else 1.0
    return lambda x: np.clip((x - mean) * steep, -FAR, FAR)


def _row(normal: list[Array], weight: Array) -> tuple[int, ...]:
    """The columns in a row that begins with the two that go together most and grows at its ends."""
    size = len(normal)
    bond = np.full((size, size), -1.0)
    for one in range(size):
        for other in range(one):
            bond[one, other] = bond[other, one] = abs(np.nan_to_num(correlated(normal[one], normal[other], weight)))
    row = [int(place) for place in np.unravel_index(np.argmax(bond), bond.shape)]
    while len(row) < size:
        free = [column for column in range(size) if column not in row]
        end, column = max(((end, column) for end in (0, -1) for column in free), key=lambda at: bond[row[at[0]], at[1]])
        row.insert(0 if end == 0 else len(row), column)
    return tuple(row)
