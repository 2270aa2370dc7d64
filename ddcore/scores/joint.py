"""The logarithm of the likelihood ratio of several scores together, and the densities of both classes: four methods.

A method is one row of `JOINT_METHODS`. The kernel is convolved on a grid in the plane of the sum and the difference of
two standardised scores; scipy convolves and interpolates. Weighted cases count their weights, and a class its
effective number of cases, (sum of w)^2 / (sum of w^2) (Kish 1965).
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from scipy.linalg import LinAlgError, cho_factor, cho_solve

from ddcore.arrays import Array
from ddcore.errors import InputError
from ddcore.scores.kernel import BANDWIDTHS, NORMAL_REFERENCE, Tally
from ddcore.scores.plane import ALIKE, Frame, Plane, counting, deviation_of
from ddcore.scores.platt import platt
from ddcore.scores.vine import Vine

Function = Callable[[Array], Array]

SINGULAR = 1e-14
"""Relative spread of a covariance, where it enters squared, below which scores are taken as points of one line."""


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
            facts.append(
                f"{BANDWIDTHS[bandwidth][0]} has no bandwidth for the {name}; normal reference was used instead."
            )
            widths = NORMAL_REFERENCE * frame.spread * total**-0.2
        widths = widths * total ** (1 / 30)
        plane = Plane.of(place, weight, widths)
        if (plane.bandwidth > widths).any():
            facts.append(f"Some scores are so extreme that the bandwidth of the {name} had to be widened.")
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
    """Raises `InputError` "all scores of b are equal, so it carries no information; choose another model".

    >>> varying(np.array([[1.0, 2.0], [3.0, 2.0]]), ("a", "b"))
    Traceback (most recent call last):
    ddcore.errors.InputError: all scores of b are equal, so it carries no information; choose another model
    """
    for name, column in zip(names, scores.T, strict=True):
        if column.min() == column.max():
            raise InputError(f"all scores of {name} are equal, so it carries no information; choose another model")


def _line(names: tuple[str, ...]) -> str:
    if len(names) == 2:
        return f"the scores of {names[0]} and {names[1]} are equivalent: each is the other on another scale"
    return f"one of {', '.join(names)} adds nothing: its scores are a weighted sum of the others"


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
    unit = deviation_of(scores, every)
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
            facts.append(f"The {name} have no covariances of their own; those of all cases were used.")
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
    mean, deviation = np.average(scores, axis=0, weights=every), deviation_of(scores, every)
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


def vine(
    positives: Array, negatives: Array, names: tuple[str, ...], bandwidth: str = "normal", *, weights: Weights = NONE
) -> JointEstimate:
    """Ratio of two densities that are built from pairs of scores by kernels, see `vine.Vine`; for any number of scores.

    `bandwidth` is the rule for each score by itself. Raises `InputError` as `binormal` does.

    >>> scores = np.random.default_rng(1).normal(size=(400, 3))
    >>> estimate = vine(scores[:200] + 1, scores[200:], ("a", "b", "c"))
    >>> (estimate.log_ratio(np.array([[2.0, 2.0, 2.0], [-1.0, -1.0, -1.0]])) > 0).tolist()
    [True, False]
    """
    scores = np.concatenate([positives, negatives])
    varying(scores, names)
    up, down = counting(positives, weights[0]), counting(negatives, weights[1])
    every = np.concatenate([up, down])
    mean, unit = np.average(scores, axis=0, weights=every), deviation_of(scores, every)
    if np.linalg.eigvalsh(np.cov(scores / unit, rowvar=False, aweights=every))[0] <= SINGULAR:
        raise InputError(f"{_line(names)}; choose models that differ")
    logs: list[Function] = []
    facts = []
    for name, cases, weight in (("positives", positives, up), ("negatives", negatives, down)):
        found = Vine.of((cases - mean) / unit, weight, bandwidth, np.ones(unit.size))
        logs.append(_of_vine(found, mean, unit))
        smooth, normal, apart = found.numbers()
        row = ", ".join(names[column] for column in found.order)
        facts.append(
            f"The {name} in the row {row}: pairs by a kernel {smooth}, with normal dependence {normal}, "
            f"independent {apart}."
        )
    positive, negative = logs
    return JointEstimate(lambda x: positive(x) - negative(x), (_exp(positive), _exp(negative)), tuple(facts))


def _of_vine(found: Vine, mean: Array, unit: Array) -> Function:
    scale = float(np.log(unit).sum())
    return lambda scores: found.log((scores - mean) / unit) - scale


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
    smooth: bool = False
    """Whether it has bandwidths."""


JOINT_METHODS: Mapping[str, JointMethod] = {
    "kde": JointMethod(
        "Kernel",
        kernel,
        "a smooth density of both scores for each class, without assumptions about its shape",
        "Rosenblatt (1956)",
        most=2,
        smooth=True,
    ),
    "vine": JointMethod(
        "Kernels in pairs",
        vine,
        "a smooth density of each score and of the dependence of pairs, for any number of models",
        "Bedford & Cooke (2002), Nagler & Czado (2016)",
        smooth=True,
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
