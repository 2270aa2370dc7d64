"""Witnesses of several scores read together: sums of bells, integrals, loops over pairs of cases, and odd scores."""

import math

import numpy as np
from scipy.integrate import quad
from scipy.optimize import brentq
from scipy.stats import multivariate_normal

# Bells in the plane ----------------------------------------------------------------------------------------------


def turned(x, cases):
    """Sum and difference of scores, standardised by the means and deviations of some cases, by the root of 2."""
    one, other = ((x - cases.mean(axis=0)) / cases.std(axis=0, ddof=1)).T
    return np.column_stack([one + other, one - other]) / math.sqrt(2)


def robust(axis):
    quarters = np.quantile(axis, [0.25, 0.75])
    return min(axis.std(ddof=1), (quarters[1] - quarters[0]) / 1.349)


def sheather_jones(axis):
    """The bandwidth of Sheather & Jones (1991) by two plug-in steps, as sums over pairs of cases (`bw.SJ` of R)."""
    spread, n = robust(axis) or axis.std(ddof=1), axis.size
    apart = (axis[:, None] - axis) ** 2
    derivatives = {4: [3, -6, 1], 6: [-15, 45, -15, 1]}
    found = 105 / (32 * math.sqrt(math.pi) * spread**9)
    for order, polynomial in ((6, derivatives[6]), (4, derivatives[4])):
        at_0 = abs(polynomial[0]) / math.sqrt(2 * math.pi)
        width = (2 * at_0 / (abs(found) * n)) ** (1 / (order + 3))
        squares = apart / width**2
        sums = np.polynomial.Polynomial(polynomial)(squares) * np.exp(-squares / 2) / math.sqrt(2 * math.pi)
        found = sums.mean() / width ** (order + 1)
    return (1 / (2 * math.sqrt(math.pi) * found * n)) ** 0.2


def improved_sheather_jones(axis):
    """The bandwidth of Botev, Grotowski & Kroese (2010) from cosines of the cases themselves, without a grid."""
    length, k = 1.2 * np.ptp(axis), np.arange(1, 1500)
    place = (axis - axis.min() + np.ptp(axis) / 10) / length
    powers = np.cos(np.pi * np.outer(k, place)).mean(axis=1) ** 2

    def norm_of_derivative(order, t):
        return 2 * math.pi ** (2 * order) * np.sum(k ** (2.0 * order) * powers * np.exp(-((k * math.pi) ** 2) * t))

    def excess(t):
        found = norm_of_derivative(7, t)
        for order in (6, 5, 4, 3, 2):
            factor = (1 + 0.5 ** (order + 0.5)) / 3 * math.prod(range(1, 2 * order, 2)) / math.sqrt(2 * math.pi)
            found = norm_of_derivative(order, (2 * factor / (axis.size * found)) ** (2 / (3 + 2 * order)))
        return t - (2 * axis.size * math.sqrt(math.pi) * found) ** (-2 / 5)

    return math.sqrt(brentq(excess, 1e-6, 0.05)) * length


RULES = {
    "sj": lambda axis: sheather_jones(axis) * axis.size ** (1 / 30),
    "normal": lambda axis: (4 / 3) ** 0.2 * robust(axis) * axis.size ** (-1 / 6),
    "silverman": lambda axis: 0.9 * robust(axis) * axis.size ** (-1 / 6),
    "scott": lambda axis: axis.std(ddof=1) * axis.size ** (-1 / 6),
    "isj": lambda axis: improved_sheather_jones(axis) * axis.size ** (1 / 30),
}
"""Bandwidth along one axis of the plane."""


def widths(cases, rule="normal"):
    return np.array([RULES[rule](axis) for axis in turned(cases, cases).T])


def bells(x, cases, width):
    """Density at x of a bell for each case and a normal law for one more, and how far off a grid may be there.

    With eight points in a bandwidth, sharing a case between its neighbours moves the logarithm of its bell by
    (z^2 + 1)/512 along each axis at most, z bandwidths away, and so does a straight line between two points.
    """
    away = (turned(x, cases)[:, None, :] - turned(cases, cases)[None, :, :]) / width
    squares = (away**2).sum(axis=2)
    each = np.exp(-squares / 2)
    unit = 2 * math.pi * width.prod() * cases.std(axis=0, ddof=1).prod()
    law = multivariate_normal(cases.mean(axis=0), np.cov(cases, rowvar=False)).pdf(x)
    total = each.sum(axis=1)
    far = (each * squares).sum(axis=1) / np.maximum(total, 1e-300)
    return (total / unit + law) / (len(cases) + 1), (far + 2) / 256


def integral(density, low, high, points):
    """Sum of a density over a grid from low to high, with so many points along each axis, times the area of a cell."""
    axes = [np.linspace(*ends) for ends in zip(low, high, points, strict=True)]
    at = np.stack(np.meshgrid(*axes), axis=-1).reshape(-1, len(axes))
    return float(density(at).sum()) * math.prod(axis[1] - axis[0] for axis in axes)


# Normal laws -----------------------------------------------------------------------------------------------------


def log_ratio(x, positives, negatives):
    """Logarithm of the ratio of two normal laws, each a mean and a matrix."""
    return multivariate_normal(*positives).logpdf(x) - multivariate_normal(*negatives).logpdf(x)


def law(cases):
    return cases.mean(axis=0), np.cov(cases, rowvar=False)


def best_area(positives, negatives):
    """Area of the ratio of two normal laws: the probability that a quadratic form in normal variables is above 0.

    By inverting its characteristic function (Imhof 1961).
    """
    (m1, s1), (m0, s0) = ((np.atleast_1d(mean), np.atleast_2d(matrix)) for mean, matrix in (positives, negatives))
    i1, i0 = np.linalg.inv(s1), np.linalg.inv(s0)
    square, line = (i0 - i1) / 2, i1 @ m1 - i0 @ m0

    def at(x):
        return float(x @ square @ x + line @ x)

    blocks, slopes = [], []
    for sign, mean, matrix in ((1, m1, s1), (-1, m0, s0)):
        root = np.linalg.cholesky(matrix)
        blocks.append(sign * root.T @ square @ root)
        slopes.append(sign * root.T @ (2 * square @ mean + line))
    size = m1.size
    both = np.zeros((2 * size, 2 * size))
    both[:size, :size], both[size:, size:] = blocks
    values, vectors = np.linalg.eigh(both)
    slope = vectors.T @ np.concatenate(slopes)
    middle = at(m1) - at(m0)

    def wave(t):
        each = 1 - 2j * t * values
        found = np.exp(1j * t * middle - (t**2 * slope**2 / each).sum() / 2) / np.sqrt(each).prod()
        return found.imag / t

    return 0.5 + quad(wave, 0, np.inf, limit=500, epsabs=1e-10)[0] / math.pi


def curve(score, positives, negatives):
    """FPR and TPR of masses sorted by a score from the top, equal scores at once, from (0, 0) on."""
    order = np.argsort(-score, kind="stable")
    last = np.append(np.flatnonzero(np.diff(score[order])), score.size - 1)
    return [np.append(0, np.cumsum(mass[order])[last] / mass.sum()) for mass in (negatives, positives)]


def lowest_lead(best, other):
    """How far one curve is above another where that is least, at all the places where either bends."""
    places = np.unique(np.concatenate([best[0], other[0]]))
    return float(np.min(np.interp(places, *best) - np.interp(places, *other)))


# Areas -----------------------------------------------------------------------------------------------------------


def components(score, true):
    """For each positive the share of negatives below it, for each negative that of positives above: all pairs."""
    against = score[true][:, None] - score[~true][None, :]
    wins = (against > 0) + (against == 0) / 2
    return wins.mean(axis=1), wins.mean(axis=0)


def places(score, true):
    """Each case among the negatives, ties by half, in a loop."""
    negatives = [one for one, positive in zip(score, true, strict=True) if not positive]
    return np.array([(sum(n < one for n in negatives) + sum(n == one for n in negatives) / 2) / len(negatives)
                     for one in score])  # fmt: skip


# Scores ----------------------------------------------------------------------------------------------------------


def two(size=120, seed=0, columns=2):
    """Scores of models whose errors go together among positives and apart among negatives, and truth."""
    rng = np.random.default_rng(seed)
    truth = np.arange(size) % 5 < 2
    shared = rng.normal(size=(size, 1))
    sign = np.where(truth[:, None], 1, (-1.0) ** np.arange(columns))
    return rng.normal(size=(size, columns)) + 1.2 * sign * shared + truth[:, None], truth.astype(int)


def chances(size=120, seed=0):
    score, truth = two(size, seed)
    return 1 / (1 + np.exp(-score)), truth


def odd():
    """Names, scores and truth that are odd in one way each."""
    rng = np.random.default_rng(5)
    truth = np.arange(60) % 2
    z = rng.normal(size=(60, 2)) + truth[:, None]
    p = 1 / (1 + np.exp(-z))
    piled = p.copy()
    piled[:10], piled[10:25] = 0, 1
    yield "0 and 1 exactly", piled, truth
    yield "only 0 and 1", (rng.random((60, 2)) < 0.3 + 0.4 * truth[:, None]).astype(float), truth
    yield "three values", rng.integers(1, 4, (60, 2)).astype(float), truth
    yield "three probabilities", rng.integers(0, 3, (60, 2)) / 2, truth
    yield "next to 1", np.where(p > 0.5, np.nextafter(1, 0), p), truth
    yield "many ties", z.round(), truth
    yield "whole numbers", rng.integers(0, 100, (60, 2)), truth
    yield "lists", z.tolist(), truth.tolist()
    yield "yes and no", z, truth == 1
    yield "small", 1e-90 * z, truth
    yield "large", 1e90 * z, truth
    yield "small beside large", z * [1e-90, 1e90], truth
    yield "far from 0", 1e9 + 1e-3 * z, truth
    yield "far from 0, apart", z + np.array([1e12, -1e12]), truth
    for name, place in (("one far out", [1e6, 0]), ("one very far out", [1e15, 0])):
        out = z.copy()
        out[0] = place
        yield name, out, truth
    yield "heavy tails", rng.standard_cauchy((60, 2)), truth
    yield "almost on a line", np.column_stack([z[:, 0], z[:, 0] + 1e-3 * z[:, 1]]), truth
    yield "almost on a falling line", np.column_stack([z[:, 0], 1e-3 * z[:, 1] - z[:, 0]]), truth
    for one in (1, 0):
        for cases in (1, 2, 3):
            # The rare class stands first.
            yield f"{cases} of class {one}", z, np.where(np.arange(60) < cases, one, 1 - one)
        for name, column in (("tied", slice(None)), ("tied in one column", 0)):
            held = z.copy()
            held[truth == one, column] = 0.1
            yield f"class {one} {name}", held, truth
        line = z.copy()
        line[truth == one, 1] = 3 - line[truth == one, 0]
        yield f"class {one} on a line", line, truth
    yield "ten rows", z[:10], truth[:10]
    yield "three and three", z[:6], truth[:6]
    yield "apart", z + 100 * truth[:, None], truth
    yield "each row ten times", np.repeat(z, 10, axis=0), np.repeat(truth, 10)


ODD = {name: (score, truth) for name, score, truth in odd()}
