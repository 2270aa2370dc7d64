"""The logarithm of the likelihood ratio of several scores together, and the densities of both classes: three methods.

A method is one row of `JOINT_METHODS`. The kernel is convolved on a grid in the plane of the sum and the difference of
two standardised scores; scipy convolves and interpolates. Weighted cases count their weights, and a class its
effective number of cases, (sum of w)^2 / (sum of w^2) (Kish 1965).
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from scipy.linalg import LinAlgError, cho_factor, cho_solve
from scipy.ndimage import gaussian_filter, map_coordinates

from ddcore.arrays import Array
from ddcore.errors import InputError
from ddcore.scores.kernel import BANDWIDTHS, NORMAL_REFERENCE, REACH, Tally
from ddcore.scores.platt import platt

Function = Callable[[Array], Array]

STEPS = 8
"""Points of the grid in one bandwidth, along each of its axes."""
LARGEST_GRID = 768
"""Points along each axis; where cases lie farther apart, the bandwidth is widened to two steps."""
ALIKE = 1e-9
"""Relative spread below which scores are taken as all equal, or as points of one line."""
SINGULAR = 1e-14
"""The same of a covariance, where it enters squared."""
NOTHING = -200.0
"""Logarithms of a kernel density below this stand for a density of 0: within 8 bandwidths of a case it is higher."""


@dataclass(frozen=True)
class JointEstimate:
    """What a method found: `log_ratio` of scores of shape (cases, columns), `densities` of both classes or None.

    >>> scores = np.array([[1.0, 2.0], [2.0, 1.0], [3.0, 4.0], [4.0, 3.5]])
    >>> estimate = binormal(scores[2:], scores[:2], ("a", "b"))
    >>> bool(estimate.log_ratio(np.array([[4.0, 4.0]]))[0] > 0), estimate.densities[0](scores).shape
    (True, (4,))
    """

    log_ratio: Function
    densities: tuple[Function, Function] | None
    facts: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Frame:
    """The axes in which one class is seen: the sum and the difference of its standardised scores, by the root of 2.

    They are uncorrelated. `mean` and `deviation` are those of the scores, `spread` those of the two axes.

    >>> scores = np.array([[1.0, 2.0], [2.0, 1.0], [3.0, 3.0]])
    >>> frame = Frame.of(scores, np.ones(3))
    >>> frame.mean.tolist(), frame.spread.round(3).tolist(), frame.place(scores)[2].round(3).tolist()
    ([2.0, 2.0], [1.225, 0.707], [1.414, 0.0])
    """

    mean: Array
    deviation: Array
    spread: Array

    @classmethod
    def of(cls, scores: Array, weight: Array, instead: "Frame | None" = None) -> "Frame":
        """Those of scores of shape (cases, 2); where they do not differ, the axes and spreads of `instead`."""
        mean, deviation = np.average(scores, axis=0, weights=weight), _deviation(scores, weight)
        if instead is not None and not (deviation > ALIKE * instead.deviation).all():
            return instead
        spread = _deviation(_turned((scores - mean) / np.where(deviation > 0, deviation, 1)), weight)
        if instead is not None and not (spread > ALIKE).all():
            return instead
        return cls(mean, deviation, spread)

    def place(self, scores: Array) -> Array:
        """Scores in these axes, of shape (cases, 2): the sum and the difference of the standardised scores."""
        return _turned((scores - self.mean) / self.deviation)

    def log_normal(self, place: Array) -> Array:
        """Logarithm of the normal density with the same means, spreads and correlation, per unit of place."""
        z = place / self.spread
        return np.asarray(-(z**2).sum(axis=1) / 2 - math.log(2 * math.pi) - math.log(self.spread.prod()))

    @property
    def log_unit(self) -> float:
        """Logarithm of what turns a density per unit of place into one per unit of both scores."""
        return -float(np.log(self.deviation).sum())


def counting(cases: Array, weight: Array | None) -> Array:
    """What each case of a class counts, 1 where there are no weights: their sum is the effective number of cases.

    >>> counting(np.zeros((2, 2)), np.array([3.0, 1.0])).round(9).tolist(), counting(np.zeros((2, 2)), None).tolist()
    ([1.2, 0.4], [1.0, 1.0])
    """
    if weight is None:
        return np.ones(len(cases))
    share = weight / weight.max()
    return np.asarray(share * (share.sum() / (share @ share)))


def _deviation(scores: Array, weight: Array) -> Array:
    """Standard deviations with n - 1; exactly 0 where all are equal."""
    cases = float(weight.sum())
    if len(scores) < 2 or cases <= 1:
        return np.zeros(scores.shape[1])
    away = scores - np.average(scores, axis=0, weights=weight)
    return np.where(scores.min(axis=0) < scores.max(axis=0), np.sqrt(weight @ away**2 / (cases - 1)), 0.0)


def _turned(standard: Array) -> Array:
    first, second = standard.T
    return np.stack([first + second, first - second], axis=1) / math.sqrt(2)


@dataclass(frozen=True, eq=False)
class Plane:
    """A Gaussian kernel density in a plane, kept as its logarithm on a grid.

    >>> plane = Plane.of(np.array([[0.0, 0.0], [1.0, 1.0]]), np.ones(2), np.array([0.5, 0.5]))
    >>> plane(np.array([[0.0, 0.0], [1.0, 1.0], [99.0, 0.0]])).round(3).tolist()
    [-1.127, -1.127, -inf]
    """

    low: Array
    step: Array
    log: Array
    bandwidth: Array

    @classmethod
    def of(cls, place: Array, weight: Array, bandwidth: Array) -> "Plane":
        """The density of places of shape (cases, 2), with a bandwidth along each axis."""
        low, high = place.min(axis=0), place.max(axis=0)
        room = 2 * (REACH + 1)
        # At two steps a bandwidth, the room on both sides takes up 2 * room points of the grid.
        width = np.maximum(bandwidth, 2 * (high - low) / (LARGEST_GRID - 2 * room))
        span = high - low + room * width
        points = np.minimum(np.ceil(span / width * STEPS), LARGEST_GRID).astype(int) + 1
        low, step = low - room / 2 * width, span / (points - 1)
        at = (place - low) / step
        corner = np.minimum(at.astype(np.intp), points - 2)
        part = at - corner
        shared = np.zeros(points.prod())
        for across in (0, 1):
            for up in (0, 1):
                cell = (corner[:, 0] + across) * points[1] + corner[:, 1] + up
                share = weight * np.abs(1 - across - part[:, 0]) * np.abs(1 - up - part[:, 1])
                shared += np.bincount(cell, share, minlength=shared.size)
        density = gaussian_filter(shared.reshape(points), width / step, mode="constant", truncate=REACH)
        return cls(low, step, np.log(np.maximum(density / (weight.sum() * step.prod()), math.exp(2 * NOTHING))), width)

    def __call__(self, place: Array) -> Array:
        """Logarithm of the density, straight between the points of the grid; -inf where no case is near."""
        at = (place - self.low) / self.step
        log = map_coordinates(self.log, at.T, order=1, mode="constant", cval=2 * NOTHING)
        return np.where(log > NOTHING, log, -math.inf)


Weights = tuple[Array | None, Array | None]
"""The weights of the positives and of the negatives, None where each case counts one."""
NONE: Weights = (None, None)


def kernel(
    positives: Array, negatives: Array, names: tuple[str, ...], bandwidth: str = "normal", *, weights: Weights = NONE
) -> JointEstimate:
    """Ratio of two Gaussian kernel densities in the plane of two scores.

    Each class is seen along the sum and the difference of its standardised scores, which are uncorrelated; each of them
    has a bandwidth by the rule for one score, times n^(1/30), which turns its n^(-1/5) into the n^(-1/6) of the plane
    (Scott 1992, equation 6.42). To the n cases one more is added that is spread as a normal law: far from all cases,
    the ratio is that of the two normal laws.

    Scores are of shape (cases, 2). Raises `InputError` as `varying` does, and where one score
    is the other on another scale.

    >>> positives, negatives = np.array([[1.0, 2.0], [2.0, 4.0], [4.0, 3.0]]), np.array([[0.0, 1.0], [1.0, 0.0]])
    >>> estimate = kernel(positives, negatives, ("a", "b"))
    >>> (estimate.log_ratio(np.array([[4.0, 4.0], [0.0, 0.0]])) > 0).tolist()
    [True, False]
    """
    up, down = counting(positives, weights[0]), counting(negatives, weights[1])
    both = _frame(np.concatenate([positives, negatives]), np.concatenate([up, down]), names)
    facts, densities = [], []
    for name, cases, weight in (("positives", positives, up), ("negatives", negatives, down)):
        frame, total = Frame.of(cases, weight, both), float(weight.sum())
        # Rounded, so that places which differ by rounding only are equal.
        place = frame.place(cases).round(9)
        tallies = [_tally(axis, weight) for axis in place.T]
        widths = np.array([BANDWIDTHS[bandwidth][1](tally) for tally in tallies])
        if not (widths > 0).all():
            facts.append(f"{BANDWIDTHS[bandwidth][0]} has no bandwidth for the {name}; normal reference was taken.")
            widths = NORMAL_REFERENCE * frame.spread * total**-0.2
        widths = widths * total ** (1 / 30)
        plane = Plane.of(place, weight, widths)
        if (plane.bandwidth > widths).any():
            facts.append(f"Some scores lie so far out that the bandwidth of the {name} had to be widened.")
        facts.append(
            f"Bandwidths of the {name}, in standard deviations: {plane.bandwidth[0]:.3g} along the sum of the scores, "
            f"{plane.bandwidth[1]:.3g} along their difference."
        )
        densities.append(_smooth(plane, frame, total))
    positive, negative = densities
    return JointEstimate(lambda x: positive(x) - negative(x), (_exp(positive), _exp(negative)), tuple(facts))


def _tally(axis: Array, weight: Array) -> Tally:
    place, number = np.unique(axis, return_inverse=True)
    return Tally.of(place, np.bincount(number, weight))


def _smooth(plane: Plane, frame: Frame, cases: float) -> Function:
    """Logarithm of the density of `cases` cases and one more that is spread as a normal law."""

    def log(scores: Array) -> Array:
        place = frame.place(scores)
        one_more = frame.log_normal(place) - math.log(cases)
        return np.asarray(np.logaddexp(plane(place), one_more) - math.log1p(1 / cases) + frame.log_unit)

    return log


def _exp(log: Function) -> Function:
    def density(scores: Array) -> Array:
        with np.errstate(over="ignore"):
            return np.asarray(np.exp(log(scores)))

    return density


def _frame(scores: Array, weight: Array, names: tuple[str, ...]) -> Frame:
    """The axes of all cases; raises `InputError` where two scores are less than that."""
    varying(scores, names)
    frame = Frame.of(scores, weight)
    if not (frame.spread > ALIKE).all():
        raise InputError(f"{_line(names)}; choose two models that differ")
    return frame


def varying(scores: Array, names: tuple[str, ...]) -> None:
    """Raises `InputError` "all scores of b are equal, so it has nothing to say; choose another model".

    >>> varying(np.array([[1.0, 2.0], [3.0, 2.0]]), ("a", "b"))
    Traceback (most recent call last):
    ddcore.errors.InputError: all scores of b are equal, so it has nothing to say; choose another model
    """
    for name, column in zip(names, scores.T, strict=True):
        if column.min() == column.max():
            raise InputError(f"all scores of {name} are equal, so it has nothing to say; choose another model")


def _line(names: tuple[str, ...]) -> str:
    if len(names) == 2:
        return f"the scores of {names[0]} and {names[1]} say the same: each is the other on another scale"
    return f"one of {', '.join(names)} says nothing that the others do not: its scores are a sum of theirs"


def binormal(positives: Array, negatives: Array, names: tuple[str, ...], *, weights: Weights = NONE) -> JointEstimate:
    """Ratio of two normal densities with the means and covariances of each class: quadratic discrimination.

    (Fisher 1936; Hastie, Tibshirani & Friedman 2009, equation 4.12.) A class with too few cases for covariances of its
    own takes those of all. Raises `InputError` as `kernel` does.

    >>> positives, negatives = np.array([[1.0, 2.0], [2.0, 4.0], [4.0, 3.0]]), np.array([[0.0, 1.0], [1.0, 0.0]])
    >>> binormal(positives, negatives, ("a", "b")).facts[0]
    'Correlation of the two scores among the positives: 0.327.'
    """
    scores = np.concatenate([positives, negatives])
    varying(scores, names)
    # In units of the deviations of all cases, so that no scale is too large or too small.
    up, down = counting(positives, weights[0]), counting(negatives, weights[1])
    every = np.concatenate([up, down])
    unit = _deviation(scores, every)
    everything = np.cov(scores / unit, rowvar=False, aweights=every)
    if np.linalg.eigvalsh(everything)[0] <= SINGULAR:
        raise InputError(f"{_line(names)}; choose models that differ")
    logs: list[Function] = []
    facts = []
    for name, cases, weight in (("positives", positives, up), ("negatives", negatives, down)):
        many = len(cases) > 1 and weight.sum() > 1
        own = np.cov(cases / unit, rowvar=False, aweights=weight) if many else np.zeros_like(everything)
        has_own = np.linalg.eigvalsh(own)[0] > SINGULAR
        mean = np.average(cases, axis=0, weights=weight)
        logs.append(_normal(mean, unit, own if has_own else everything))
        if not has_own:
            facts.append(f"The {name} have no covariances of their own; those of all cases were taken.")
        elif len(names) == 2:
            correlation = own[0, 1] / np.sqrt(np.diagonal(own)).prod()
            facts.append(f"Correlation of the two scores among the {name}: {correlation:.3g}.")
    positive, negative = logs
    return JointEstimate(lambda x: positive(x) - negative(x), (_exp(positive), _exp(negative)), tuple(facts))


def _normal(mean: Array, unit: Array, covariance: Array) -> Function:
    """Logarithm of a normal density; the covariance belongs to scores divided by `unit`."""
    try:
        factor = cho_factor(covariance, lower=True)
    except LinAlgError:
        raise InputError("the scores are too alike for a normal law; choose models that differ") from None
    scale = float(np.log(np.diagonal(factor[0])).sum() + np.log(unit).sum() + mean.size / 2 * math.log(2 * math.pi))

    def log(scores: Array) -> Array:
        away = (scores - mean) / unit
        return np.asarray(-(away * cho_solve(factor, away.T).T).sum(axis=1) / 2 - scale)

    return log


def logistic(positives: Array, negatives: Array, names: tuple[str, ...], *, weights: Weights = NONE) -> JointEstimate:
    """A logarithm of the ratio that is a weighted sum of the scores: logistic stacking (Wolpert 1992; Platt 1999).

    Raises `InputError` as `varying` does.

    >>> logistic(np.array([[1.0, 2.0], [2.0, 4.0]]), np.array([[0.0, 1.0], [1.0, 0.0]]), ("a", "b")).facts
    ('Weights of the scores, in standard deviations: a 0.282, b 0.916.',)
    """
    scores = np.concatenate([positives, negatives])
    varying(scores, names)
    up, down = counting(positives, weights[0]), counting(negatives, weights[1])
    every = np.concatenate([up, down])
    mean, deviation = np.average(scores, axis=0, weights=every), _deviation(scores, every)
    true = np.repeat([1.0, 0.0], [len(positives), len(negatives)])
    level, *slopes = platt((scores - mean) / deviation, every * true, every * (1 - true))
    odds = math.log(float(up.sum()) / float(down.sum()))
    steep = np.array(slopes) / deviation
    told = ", ".join(f"{name} {slope:.3g}" for name, slope in zip(names, slopes, strict=True))
    return JointEstimate(
        lambda x: np.asarray(level - odds + (x - mean) @ steep),
        None,
        (f"Weights of the scores, in standard deviations: {told}.",),
    )


@dataclass(frozen=True)
class JointMethod:
    """A way to read several scores together: `fit` takes the scores of both classes; `words` tell what it assumes.

    >>> JOINT_METHODS["kde"].most, JOINT_METHODS["logistic"].title
    (2, 'Logistic')
    """

    title: str
    fit: Callable[..., JointEstimate]
    words: str
    source: str
    most: int | None = None
    """Columns it takes at most, None for any number."""


JOINT_METHODS: Mapping[str, JointMethod] = {
    "kde": JointMethod(
        "Kernel",
        kernel,
        "a smooth density of both scores for each class, nothing assumed about its shape",
        "Rosenblatt (1956)",
        most=2,
    ),
    "binormal": JointMethod(
        "Binormal", binormal, "normal scores in each class, which may be correlated", "Fisher (1936)"
    ),
    "logistic": JointMethod(
        "Logistic",
        logistic,
        "a ratio whose logarithm is a weighted sum of the scores",
        "Wolpert (1992), Platt (1999)",
    ),
}
"""Methods by key, in the order in which the pages offer them."""
