"""Kinds of distributions that a score may follow: normal, beta, gamma, exponential, and bins of equal width."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import (
    betainc,
    betaincc,
    betainccinv,
    betaincinv,
    betaln,
    gammainc,
    gammaincc,
    gammainccinv,
    gammaincinv,
    gammaln,
    ndtr,
    ndtri,
    xlogy,
)

from ddcore.arrays import Array
from ddcore.errors import InputError

FARTHEST = 1e6
"""The largest number that a law may have, but for its sign."""
MOST_BINS = 12

Shape = tuple[float, ...]
Curve = Callable[[Array, Shape], Array]


@dataclass(frozen=True)
class Limit:
    """A number of a distribution: what it is called, and between which two numbers it must be, both allowed."""

    name: str
    low: float
    high: float


@dataclass(frozen=True)
class Kind:
    """A distribution: functions of places, or of probabilities, and of its numbers.

    `above` and `from_above` are 1 - `below` and its inverse with all their digits where little is above. `ends` are
    where the density ends or jumps.
    """

    key: str
    title: str
    limits: tuple[Limit, ...]
    log_density: Curve
    below: Curve
    above: Curve
    from_below: Curve
    from_above: Curve
    draw: Callable[[int, Shape, np.random.Generator], Array]
    ends: Callable[[Shape], Shape]
    mean: Callable[[Shape], float]

    def checked(self, numbers: Sequence[float]) -> Shape:
        """The numbers; raises `InputError` "standard deviation of normal must be above 0, got 0"."""
        if len(numbers) != len(self.limits):
            names = ", ".join(limit.name for limit in self.limits)
            raise InputError(f"{self.key} must have {_counted(len(self.limits))} ({names}), got {len(numbers)}")
        for limit, number in zip(self.limits, numbers, strict=True):
            _within(f"{limit.name} of {self.key}", number, limit.low, limit.high)
        return tuple(map(float, numbers))


def _counted(numbers: int) -> str:
    return "1 number" if numbers == 1 else f"{numbers} numbers"


def _within(what: str, number: float, low: float, high: float) -> None:
    if low > 0 >= number:
        raise InputError(f"{what} must be above 0, got {number:.10g}")
    if not low <= number <= high:
        raise InputError(f"{what} must be between {low:,.10g} and {high:,.10g}, got {number:.10g}")


@dataclass(frozen=True)
class Bins(Kind):
    """Bins of equal width from a low end to a high one, each with its share of the cases."""

    def checked(self, numbers: Sequence[float]) -> Shape:
        """Low end, high end, and the shares made to sum to 1."""
        if not 3 <= len(numbers) <= MOST_BINS + 2:
            raise InputError(f"bins must have a low end, a high end and 1 to {MOST_BINS} shares, got {len(numbers)}")
        low, high, *shares = map(float, numbers)
        for end in (low, high):
            _within("an end of bins", end, -FARTHEST, FARTHEST)
        if not high - low >= 1e-6:
            raise InputError(f"the high end of bins must be above the low one, got {low:.10g} and {high:.10g}")
        for share in shares:
            _within("a share of bins", share, 0.0, FARTHEST)
        whole = math.fsum(shares)
        if not whole > 0:
            raise InputError("a share of bins must be above 0, got none that is")
        return low, high, *(share / whole for share in shares)


def _edges(shape: Shape) -> Array:
    return np.linspace(shape[0], shape[1], len(shape) - 1)


def _bin_log_density(x: Array, shape: Shape) -> Array:
    edges, shares = _edges(shape), np.array(shape[2:])
    place = np.searchsorted(edges, x, side="right") - 1
    inside = (place >= 0) & (place < shares.size)
    with np.errstate(divide="ignore"):
        logs = np.log(shares / (edges[1] - edges[0]))
    return np.where(inside, logs[np.clip(place, 0, shares.size - 1)], -np.inf)


def _bins_below(x: Array, shape: Shape) -> Array:
    return np.asarray(np.interp(x, _edges(shape), np.append(0.0, np.cumsum(shape[2:]))))


def _bins_above(x: Array, shape: Shape) -> Array:
    return np.asarray(np.interp(x, _edges(shape), np.append(np.cumsum(shape[:1:-1])[::-1], 0.0)))


def _bins_draw(size: int, shape: Shape, rng: np.random.Generator) -> Array:
    edges = _edges(shape)
    place = rng.choice(len(shape) - 2, size=size, p=shape[2:])
    return np.asarray(edges[place] + (edges[1] - edges[0]) * rng.random(size))


def _bins_mean(shape: Shape) -> float:
    edges = _edges(shape)
    return float(np.dot((edges[1:] + edges[:-1]) / 2, shape[2:]))


def _gamma_log_density(x: Array, shape: Shape) -> Array:
    form, scale = shape
    at = np.maximum(x, 0.0) / scale
    with np.errstate(divide="ignore"):
        logs = xlogy(form - 1, at) - at - gammaln(form) - math.log(scale)
    return np.where(x >= 0, logs, -np.inf)


def _beta_log_density(x: Array, shape: Shape) -> Array:
    at = np.clip(x, 0.0, 1.0)
    with np.errstate(divide="ignore"):
        logs = xlogy(shape[0] - 1, at) + xlogy(shape[1] - 1, 1 - at) - betaln(*shape)
    return np.where((x >= 0) & (x <= 1), logs, -np.inf)


def _positive(name: str) -> Limit:
    return Limit(name, 1e-6, FARTHEST)


def _form(name: str) -> Limit:
    return Limit(name, 0.1, 1000.0)


_NORMAL = Kind(
    "normal",
    "Normal",
    (Limit("mean", -FARTHEST, FARTHEST), _positive("standard deviation")),
    lambda x, s: -(((x - s[0]) / s[1]) ** 2) / 2 - math.log(s[1] * math.sqrt(2 * math.pi)),
    lambda x, s: np.asarray(ndtr((x - s[0]) / s[1])),
    lambda x, s: np.asarray(ndtr((s[0] - x) / s[1])),
    lambda u, s: s[0] + s[1] * np.asarray(ndtri(u)),
    lambda v, s: s[0] - s[1] * np.asarray(ndtri(v)),
    lambda size, s, rng: rng.normal(s[0], s[1], size),
    lambda s: (),
    lambda s: s[0],
)
_BETA = Kind(
    "beta",
    "Beta",
    (_form("a"), _form("b")),
    _beta_log_density,
    lambda x, s: np.asarray(betainc(s[0], s[1], np.clip(x, 0.0, 1.0))),
    lambda x, s: np.asarray(betaincc(s[0], s[1], np.clip(x, 0.0, 1.0))),
    lambda u, s: np.asarray(betaincinv(s[0], s[1], u)),
    lambda v, s: np.asarray(betainccinv(s[0], s[1], v)),
    lambda size, s, rng: rng.beta(s[0], s[1], size),
    lambda s: (0.0, 1.0),
    lambda s: s[0] / (s[0] + s[1]),
)
_GAMMA = Kind(
    "gamma",
    "Gamma",
    (_form("shape"), _positive("scale")),
    _gamma_log_density,
    lambda x, s: np.asarray(gammainc(s[0], np.maximum(x, 0.0) / s[1])),
    lambda x, s: np.asarray(gammaincc(s[0], np.maximum(x, 0.0) / s[1])),
    lambda u, s: s[1] * np.asarray(gammaincinv(s[0], u)),
    lambda v, s: s[1] * np.asarray(gammainccinv(s[0], v)),
    lambda size, s, rng: rng.gamma(s[0], s[1], size),
    lambda s: (0.0,),
    lambda s: s[0] * s[1],
)
_EXPONENTIAL = Kind(
    "exponential",
    "Exponential",
    (_positive("scale"),),
    lambda x, s: np.where(x >= 0, -x / s[0] - math.log(s[0]), -np.inf),
    lambda x, s: -np.expm1(-np.maximum(x, 0.0) / s[0]),
    lambda x, s: np.exp(-np.maximum(x, 0.0) / s[0]),
    lambda u, s: -s[0] * np.log1p(-u),
    lambda v, s: -s[0] * np.log(v),
    lambda size, s, rng: rng.exponential(s[0], size),
    lambda s: (0.0,),
    lambda s: s[0],
)
_BINS = Bins(
    "bins",
    "Bins",
    (),
    _bin_log_density,
    _bins_below,
    _bins_above,
    lambda u, s: np.interp(u, np.append(0.0, np.cumsum(s[2:])), _edges(s)),
    lambda v, s: np.interp(v, np.append(0.0, np.cumsum(s[:1:-1])), _edges(s)[::-1]),
    _bins_draw,
    lambda s: tuple(_edges(s).tolist()),
    _bins_mean,
)

KINDS: Mapping[str, Kind] = {kind.key: kind for kind in (_NORMAL, _BETA, _GAMMA, _EXPONENTIAL, _BINS)}
"""The kinds by key."""
