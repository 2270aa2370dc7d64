"""The logarithm of the likelihood ratio of a score, and the densities of both classes, by seven methods.

A method is one row of `RATIO_METHODS`. Pooling adjacent violators is scipy's.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from ddcore.arrays import Array
from ddcore.errors import InputError
from ddcore.scores.kernel import BANDWIDTHS, USUAL, Kernel, Tally
from ddcore.scores.platt import platt
from ddcore.scores.ranks import between, coarse, nearest, ranks
from ddcore.scores.spline import Spline
from ddcore.table import ScoreTable

Function = Callable[[Array], Array]


@dataclass(frozen=True)
class RatioEstimate:
    """What a method found: functions of scores, arrays in and out.

    `log_ratio` is the logarithm of f1/f0, which may be infinite. `smoothed` is the same as if one case more of each
    class were everywhere, and its standard error; a method with few parameters gives the ratio itself, and the error
    that theirs make. `densities` gives f1 and f0 (None where a method has none). `facts` say what was estimated.
    `widths` are the bandwidths of both kernels, positives first, None without.

    >>> estimate = histogram(ScoreTable.of([1, 2, 2, 3], [0, 0, 1, 1]))
    >>> estimate.smoothed(np.array([2.0]))[0].tolist(), [f.tolist() for f in estimate.densities(np.array([2.0]))]
    ([0.0], [[1.0], [1.0]])
    """

    log_ratio: Function
    smoothed: Callable[[Array], tuple[Array, Array]]
    densities: Callable[[Array], tuple[Array, Array]] | None
    facts: tuple[str, ...] = ()
    widths: tuple[float, float] | None = None


def check_classes(table: ScoreTable) -> None:
    """Raises `InputError` "a likelihood ratio needs cases of both classes, got no positive case".

    >>> check_classes(ScoreTable.of([1, 2, 2], [0, 1, 1]))
    """
    for cases, name in ((table.positives, "positive"), (table.negatives, "negative")):
        if not cases.any():
            raise InputError(f"a likelihood ratio needs cases of both classes, got no {name} case")


def class_tallies(table: ScoreTable) -> tuple[Tally, Tally]:
    """The positives and the negatives of a table; raises `InputError` as `check_classes`.

    >>> [tally.total for tally in class_tallies(ScoreTable.of([1, 2, 2], [0, 1, 1]))]
    [2.0, 1.0]
    """
    check_classes(table)
    return Tally.of(table.score, table.positives), Tally.of(table.score, table.negatives)


def kernel(
    table: ScoreTable, bandwidth: str = USUAL, bounds: str = "none", widths: tuple[float, float] | None = None
) -> RatioEstimate:
    """Ratio of two Gaussian kernel densities. Where no case is within 8 bandwidths, that of the nearest such score.

    A class whose scores are all equal takes the bandwidth of both classes together. `bandwidth` is a rule of
    `BANDWIDTHS`, `widths` has both bandwidths where they are given; `bounds` "reflect" keeps the densities within 0 and
    1. Every method here raises `InputError` as `check_classes` does.

    >>> kernel(ScoreTable.of([1, 2, 3, 4], [0, 1, 0, 1])).facts
    ('Bandwidth 0.527 for the positives, 0.527 for the negatives.',)
    """
    facts = []
    tallies = class_tallies(table)
    both = Tally.of(table.score, table.positives + table.negatives)
    kernels = []
    for tally, name, given in zip(tallies, ("positives", "negatives"), widths or (None, None), strict=True):
        whole = tally if tally.deviation > 0 else both
        width = BANDWIDTHS[bandwidth][1](whole) if given is None else given
        if not width > 0:
            facts.append(
                f"{BANDWIDTHS[bandwidth][0]} has no bandwidth for the {name}; normal reference was used instead."
            )
            width = BANDWIDTHS["normal"][1](whole)
        kernels.append(Kernel.of(tally, width, (0.0, 1.0) if bounds == "reflect" else None))
        if kernels[-1].bandwidth > width:
            facts.append(f"Some scores are so extreme that the bandwidth of the {name} had to be widened.")
    f1, f0 = kernels
    facts.append(f"Bandwidth {f1.bandwidth:.3g} for the positives, {f0.bandwidth:.3g} for the negatives.")
    places = np.unique(np.concatenate([fitted.grid[fitted.seen] for fitted in kernels]))

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
        positive, negative = (np.where(fitted.sees(x), np.exp(fitted(x)), 0.0) for fitted in kernels)
        return positive, negative

    def smoothed(x: Array) -> tuple[Array, Array]:
        more = [density + fitted.one_case for density, fitted in zip(densities(x), kernels, strict=True)]
        return np.log(more[0] / more[1]), np.sqrt(f1.one_case / more[0] + f0.one_case / more[1])

    return RatioEstimate(log_ratio, smoothed, densities, tuple(facts), (f1.bandwidth, f0.bandwidth))


def histogram(table: ScoreTable) -> RatioEstimate:
    """Ratio of the shares of both classes in bins of one width (Freedman & Diaconis 1981, at most 1,000 bins).

    An empty bin takes the ratio of the nearest that is not; a bin with one class only has a ratio of 0 or infinity.

    >>> np.exp(histogram(ScoreTable.of([1, 2, 2, 3], [0, 0, 1, 1])).log_ratio(np.array([1.0, 2.0, 3.0]))).tolist()
    [0.0, 1.0, inf]
    """
    tallies = class_tallies(table)
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

    def smoothed(x: Array) -> tuple[Array, Array]:
        more = [count[bin_of(x)] + 1 for count in counts]
        return np.log(more[0] / tallies[0].total) - np.log(more[1] / tallies[1].total), np.sqrt(
            1 / more[0] + 1 / more[1]
        )

    return RatioEstimate(
        lambda x: log[nearest(places, middles[bin_of(x)])],
        smoothed,
        densities,
        (f"{bins} bin{'s' if bins != 1 else ''} of width {step:.3g}.",),
    )


def binormal(table: ScoreTable) -> RatioEstimate:
    """Ratio of two normal densities with the mean and standard deviation of each class (Green & Swets 1966).

    Raises `InputError` "binormal needs two different scores in each class, the positives have one".

    >>> binormal(ScoreTable.of([0, 2, 1, 3], [0, 0, 1, 1])).log_ratio(np.array([1.5, 2.5])).round(12).tolist()
    [0.0, 0.5]
    """
    tallies = class_tallies(table)
    for tally, name in zip(tallies, ("positives", "negatives"), strict=True):
        if not tally.deviation > 0:
            raise InputError(f"binormal needs two different scores in each class, the {name} have one")

    def logs(x: Array) -> list[Array]:
        return [
            -(((x - tally.mean) / tally.deviation) ** 2) / 2 - math.log(tally.deviation * math.sqrt(2 * math.pi))
            for tally in tallies
        ]

    def densities(x: Array) -> tuple[Array, Array]:
        positive, negative = (np.exp(log) for log in logs(x))
        return positive, negative

    facts = tuple(
        f"{name}: mean {tally.mean:.4g}, standard deviation {tally.deviation:.4g}."
        for tally, name in zip(tallies, ("Positives", "Negatives"), strict=True)
    )

    def error(x: Array) -> Array:
        # Errors of mean and deviation make those of log f: z^2/n and (z^2 - 1)^2/(2n).
        squares = [((x - tally.mean) / tally.deviation) ** 2 for tally in tallies]
        variances = [(z + (z - 1) ** 2 / 2) / tally.total for z, tally in zip(squares, tallies, strict=True)]
        return np.asarray(np.sqrt(variances[0] + variances[1]))

    def log_ratio(x: Array) -> Array:
        positive, negative = logs(x)
        return positive - negative

    return RatioEstimate(log_ratio, lambda x: (log_ratio(x), error(x)), densities, facts)


def isotonic(table: ScoreTable) -> RatioEstimate:
    """The ratio that rises with the score and fits best: pooling adjacent violators (Ayer et al. 1955).

    Its ROC curve is the convex hull (Fawcett & Niculescu-Mizil 2007). A score that was not seen takes the ratio of
    the nearest that was; pools of one class only have a ratio of 0 or infinity.

    >>> np.exp(isotonic(ScoreTable.of([1, 2, 3, 4], [0, 1, 0, 1])).log_ratio(np.array([1.0, 2.0, 3.0, 4.0]))).tolist()
    [0.0, 1.0, 1.0, inf]
    """
    from scipy.optimize import isotonic_regression

    positives, negatives = class_tallies(table)
    cases = table.positives + table.negatives
    held = cases > 0
    pooled = isotonic_regression(table.positives[held] / cases[held], weights=cases[held])
    sizes, places = np.diff(pooled.blocks), table.score[held]
    counts = [np.add.reduceat(tally[held], pooled.blocks[:-1]) for tally in (table.positives, table.negatives)]
    with np.errstate(divide="ignore"):
        log = np.repeat(np.log(counts[0] / positives.total) - np.log(counts[1] / negatives.total), sizes)
    more = np.repeat(np.log((counts[0] + 1) / positives.total) - np.log((counts[1] + 1) / negatives.total), sizes)
    error = np.repeat(np.sqrt(1 / (counts[0] + 1) + 1 / (counts[1] + 1)), sizes)

    def smoothed(x: Array) -> tuple[Array, Array]:
        place = nearest(places, x)
        return more[place], error[place]

    pools = f"{sizes.size} pool{'s' if sizes.size != 1 else ''} of scores."
    return RatioEstimate(lambda x: log[nearest(places, x)], smoothed, None, (pools,))


def logistic(table: ScoreTable) -> RatioEstimate:
    """A logarithm of the ratio that is a straight line in the score, with Platt's (1999) targets.

    They stand a little inside 0 and 1, so that classes that do not overlap have a finite slope too.

    >>> bool(abs(logistic(ScoreTable.of([1, 2, 3, 4], [0, 1, 0, 1])).log_ratio(np.array([2.5]))[0]) < 1e-12)
    True
    """
    positives, negatives = class_tallies(table)
    both = Tally.of(table.score, table.positives + table.negatives)
    standard = (table.score - both.mean) / (both.deviation or 1.0)
    odds = math.log(positives.total / negatives.total)
    level, slope = platt(standard[:, None], table.positives, table.negatives)
    steep = slope / (both.deviation or 1.0)
    certain = expit(level + slope * standard)
    spread = (table.positives + table.negatives) * certain * (1 - certain)
    middle = float(spread @ standard) / float(spread.sum()) if spread.any() else 0.0
    information = float(spread @ (standard - middle) ** 2)
    # The error of the slope; between two scores on either side of the middle it adds up, hence the 2.
    error = math.sqrt(2 / information) if information > 0 else math.inf

    def log_ratio(x: Array) -> Array:
        return np.asarray(level - odds + steep * (x - both.mean))

    def smoothed(x: Array) -> tuple[Array, Array]:
        from_middle = np.abs((x - both.mean) / (both.deviation or 1.0) - middle)
        return log_ratio(x), np.where(from_middle > 0, error * from_middle, 0.0)

    return RatioEstimate(log_ratio, smoothed, None, (f"Slope {steep:.4g} per unit of the score.",))


MOST = 4096
"""Scores that a spline is fitted to; more are taken together with their neighbours."""


def splines(table: ScoreTable) -> RatioEstimate:
    """A logarithm of the ratio that bends with the score: a natural cubic spline in a logistic regression.

    (Hastie, Tibshirani & Friedman 2009, sections 5.2.1 and 5.6.)

    >>> splines(ScoreTable.of([1, 2, 3, 4, 5, 6], [0, 1, 0, 1, 0, 1])).log_ratio(np.array([1.0, 6.0])).round(2).tolist()
    [-0.42, 0.76]
    """
    check_classes(table)
    spline = Spline.of(coarse(table, MOST))
    return RatioEstimate(spline, lambda x: (spline(x), spline.error(x)), None, (_knots(spline),))


def _knots(spline: Spline) -> str:
    if spline.knots.size < 3:
        return "The scores leave no room for a bend, so the spline is a straight line."
    knots = ", ".join(f"{knot:.3g}" for knot in spline.knots).replace("-", "−")
    return f"On its scale the spline bends at {knots}."


SMALLEST_STEP = 1e-3
"""By how much the logarithm rises from the lowest to the highest score at least where the order is kept."""


def order(table: ScoreTable) -> RatioEstimate:
    """The scores in their order: where the spline of `splines` falls, scores are taken together as in `isotonic`.

    So that no two scores become one, the logarithm rises by `SMALLEST_STEP` more over the ranks of the scores.

    >>> log = order(ScoreTable.of([1, 2, 3, 4], [1, 0, 1, 0])).log_ratio(np.array([1.0, 2.0, 3.0, 4.0]))
    >>> bool((np.diff(log) > 0).all()), bool(np.ptp(log) < 0.001)
    (True, True)
    """
    from scipy.optimize import isotonic_regression

    check_classes(table)
    few, place = coarse(table, MOST), ranks(table)
    spline = Spline.of(few)
    level = isotonic_regression(spline(few.score), weights=few.positives + few.negatives).x

    def log_ratio(x: Array) -> Array:
        return between(few.score, level, x) + SMALLEST_STEP * place(x)

    return RatioEstimate(log_ratio, lambda x: (log_ratio(x), spline.error(x)), None, (_knots(spline),))


def uninformative(table: ScoreTable) -> RatioEstimate:
    """All scores are equal, so the ratio is 1; raises `InputError` unless both classes have cases.

    >>> uninformative(ScoreTable.of([7, 7], [0, 1])).log_ratio(np.array([7.0])).tolist()
    [0.0]
    """
    check_classes(table)
    said = ("All scores are equal, so they carry no information.",)
    return RatioEstimate(np.zeros_like, lambda x: (np.zeros_like(x), np.zeros_like(x)), None, said)


@dataclass(frozen=True)
class RatioMethod:
    """A way to estimate the ratio: `fit` takes a table; `words` tell what it assumes.

    >>> RATIO_METHODS["kde"].usual, RATIO_METHODS["binormal"].local
    ('reflect', False)
    """

    title: str
    fit: Callable[..., RatioEstimate]
    words: str
    source: str
    local: bool = True
    """Whether the ratio of a score is that of the cases near it."""
    usual: str = "none"
    """The scale on which scores between 0 and 1 are read unless somebody chooses another."""


RATIO_METHODS: Mapping[str, RatioMethod] = {
    "kde": RatioMethod(
        "Kernel",
        kernel,
        "a smooth density for each class, without assumptions about its shape",
        "Rosenblatt (1956)",
        usual="reflect",
    ),
    "histogram": RatioMethod(
        "Histogram", histogram, "bins of one width, without assumptions", "Freedman & Diaconis (1981)"
    ),
    "binormal": RatioMethod("Binormal", binormal, "normal scores in each class", "Green & Swets (1966)", local=False),
    "isotonic": RatioMethod(
        "Isotonic",
        isotonic,
        "a ratio that never falls as the score rises; scores where it would fall are pooled",
        "Ayer et al. (1955)",
    ),
    "logistic": RatioMethod(
        "Logistic",
        logistic,
        "a ratio whose logarithm is a straight line in the score",
        "Platt (1999)",
        local=False,
    ),
    "splines": RatioMethod(
        "Splines",
        splines,
        "a ratio whose logarithm is a smooth curve in the score, with few bends",
        "Hastie, Tibshirani & Friedman (2009)",
        local=False,
        usual="logit",
    ),
    "order": RatioMethod(
        "Scores as they are",
        order,
        "keeps the order of the scores; a ratio that never falls, whose logarithm is a smooth curve",
        "Ayer et al. (1955)",
        local=False,
        usual="logit",
    ),
}
"""Methods by key, in the order in which the pages offer them."""
