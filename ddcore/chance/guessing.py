"""Random guessers: what somebody scores who calls each case positive with probability g, without a look at it.

Such a guesser calls a binomial number n of the M cases positive; given n it is a Dutch Draw. Where a draw's mean is a
closed form the guesser's is one sum over n. Elsewhere it is the sum over the true and the false positives X and Y, two
independent binomials (Burger & Meertens, section 2), on windows that leave out less than 10^-18 of their mass.

Where a guess may have no value, its mean is that of the guesses that have one; `undefined` is the chance of the rest.
"""

import functools
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ddcore.arrays import Array
from ddcore.chance import binomial
from ddcore.chance.dutch_draw import checked_classes
from ddcore.chance.hypergeometric import PER_DEVIATION
from ddcore.chance.taylor import Jet
from ddcore.counts import Cells
from ddcore.errors import InputError
from ddcore.measures import Measure
from ddcore.measures import measure as measure_named


@dataclass(frozen=True)
class Guesser:
    """A guesser with a name: a short label, what it does in words, and its g as a function of the prevalence.

    >>> GUESSERS["mode"].g(np.array([0.3, 0.6])).tolist()
    [0.0, 1.0]
    """

    label: str
    words: str
    g: Callable[[Array], Array]


GUESSERS = {
    "half": Guesser("A coin", "tossing a coin", lambda share: np.full(share.shape, 0.5)),
    "prevalence": Guesser("Prevalence", "guessing positive at the base rate", lambda share: share),
    "mode": Guesser(
        "Common class", "always guessing the more common class", lambda share: (share > 0.5).astype(np.float64)
    ),
}
"""The guessers with a name (Burger & Meertens, section 2: uniform, proportional, mode)."""


def probability(guess: str | float, prevalence: ArrayLike) -> Array:
    """How often a guesser predicts a case positive: g for a number, else that of the named guesser at a prevalence.

    Always guessing the more common class is g = 1 above a prevalence of 1/2 and 0 up to it. Shaped like `prevalence`.
    Raises `InputError` "g must be between 0 and 1, got 1.2", or names the strategies.

    >>> probability("mode", [0.3, 0.5, 0.6]).tolist(), probability(0.25, 0.3)
    ([0.0, 0.0, 1.0], np.float64(0.25))
    """
    share = np.asarray(prevalence, dtype=np.float64)
    if isinstance(guess, str) and guess in GUESSERS:
        return np.asarray(GUESSERS[guess].g(share))[()]
    try:
        g = float(guess)
    except (TypeError, ValueError):
        raise InputError(f"g must be a number or one of {', '.join(GUESSERS)}, got {guess!r:.40}") from None
    if not 0 <= g <= 1:
        raise InputError(f"g must be between 0 and 1, got {g:g}")
    return np.full(share.shape, g)[()]


def expectation(measure: str | Measure, total: ArrayLike, positives: ArrayLike, g: ArrayLike) -> Array:
    """The mean of a measure for a guesser who predicts each case positive with probability g.

    Parameters
    ----------
    measure : str or Measure
    total, positives : array_like of int
        M and P, the numbers of cases and of positive ones.
    g : array_like or str
        Probabilities between 0 and 1, or a key of `GUESSERS`.

    Returns
    -------
    array of the broadcast shape of total, positives and g
        The mean over the guesses that have a value, NaN where none has.

    Raises
    ------
    InputError
        As `probability`.

    Examples
    --------
    >>> expectation("PPV", 20, 6, 0.1).round(12), expectation("F1", 100, 30, [0.5, 1.0]).round(6).tolist()
    (np.float64(0.3), [0.374111, 0.461538])
    """
    return _each(_mean, measure, total, positives, g)


def undefined(measure: str | Measure, total: ArrayLike, positives: ArrayLike, g: ArrayLike) -> Array:
    """The probability that a guess has no value, shaped as by `expectation`; arguments and errors are the same.

    >>> undefined("PPV", 20, 6, 0.1).round(12) == round(0.9**20, 12)
    np.True_
    """
    return _each(_undefined, measure, total, positives, g)


def _each(of: Any, measure: str | Measure, total: ArrayLike, positives: ArrayLike, g: ArrayLike) -> Array:
    measure = measure_named(measure)
    totals, positive = np.broadcast_arrays(total, positives)
    M_and_P = [checked_classes(M, P) for M, P in zip(totals.flat, positive.flat, strict=True)]
    if isinstance(g, str):
        shares = np.reshape([P / M for M, P in M_and_P], totals.shape)
        guesses = probability(g, shares)
    else:
        guesses = np.asarray(g)
        if guesses.dtype.kind not in "iufb":
            raise InputError(f"g must be a number or one of {', '.join(GUESSERS)}, got {g!s:.40}")
    places = np.broadcast_arrays(np.arange(len(M_and_P)).reshape(totals.shape), guesses)
    values = [
        of(measure, *M_and_P[i], float(probability(guess, 0.0)))
        for i, guess in zip(*(place.flat for place in places), strict=True)
    ]
    return np.reshape(np.array(values, dtype=np.float64), places[0].shape)[()]


@functools.lru_cache(maxsize=16_384)  # does not depend on the threshold
def _mean(measure: Measure, M: int, P: int, g: float) -> float:
    weighted, mass = _sums(measure, M, P, g)
    return weighted / mass if mass else math.nan


def _undefined(measure: Measure, M: int, P: int, g: float) -> float:
    missing = 1 - _sums(measure, M, P, g)[1]
    return missing if missing > NOISE else 0.0


NOISE = 1e-15
"""What is missing to 1 when probabilities are added in doubles."""
FINE = 32
"""Values kept per standard deviation for a formula of one's own, which may have edges: above some 16,000 cases its
means are right to seven digits, below to all."""
STRIP = 2_000_000
"""Tables computed at once, which bounds the memory."""


def _sums(measure: Measure, M: int, P: int, g: float) -> tuple[float, float]:
    """The sum of probability times value over the guesses that have a value, and the sum of their probabilities."""
    N = M - P
    if measure.expected is not None:
        n, weight = binomial.window(M, g, points=PER_DEVIATION if measure.smooth else 0)
        least = np.maximum(0.0, n - N)  # a measure with a closed mean is defined by its margins alone
        defined = measure.defined(Cells(tp=least, fp=n - least, fn=P - least, tn=N - n + least))
        with np.errstate(all="ignore"):
            means = np.asarray(measure.expected(float(P), float(N), n[defined]))
        return float(weight[defined] @ means), float(weight[defined].sum())
    (x, of_x), (y, of_y) = (
        binomial.window(cases, g, points=PER_DEVIATION if measure.smooth else FINE) for cases in (P, N)
    )
    weighted = mass = 0.0
    rows = max(1, STRIP // y.size)
    for start in range(0, x.size, rows):
        tp, of_tp = x[start : start + rows, None], of_x[start : start + rows]
        # TP is a column and FP a row: terms in one of them alone are computed once.
        value = np.broadcast_to(measure.on(Cells(tp=tp, fp=y, fn=P - tp, tn=N - y)), (tp.size, y.size))
        missing = np.isnan(value)
        if missing.any():
            value = np.where(missing, 0.0, value)
            mass += float(of_tp @ ~missing @ of_y)
        else:
            mass += float(of_tp.sum() * of_y.sum())
        weighted += float(of_tp @ value @ of_y)
    return weighted, mass


def limit(measure: str | Measure, prevalence: ArrayLike, g: ArrayLike) -> Array:
    """What the mean of a guesser tends to as the cases grow in number: the measure of the mean table, per case.

    Meant for measures of shares; NaN where the mean table has no value. Shapes are broadcast.

    >>> limit("F1", 0.3, 0.5).round(6)
    np.float64(0.375)
    """
    share, guess = np.broadcast_arrays(np.asarray(prevalence, dtype=np.float64), g)
    return measure_named(measure).on(_mean_table(share, 1 - share, guess))


def _mean_table(P: Any, N: Any, g: Any) -> Cells:
    return Cells(tp=P * g, fp=N * g, fn=P * (1 - g), tn=N * (1 - g))


def series(measure: str | Measure, total: ArrayLike, positives: ArrayLike, g: ArrayLike) -> Array:
    """The mean to the order 1/M: the measure of the mean table, and half its curvatures there times the variances.

    E f(X, Y) = f(x, y) + f_xx Var X / 2 + f_yy Var Y / 2 + O(1/M^2) at the means x = P g and y = N g, with variances
    P g (1-g) and N g (1-g) (Burger & Meertens, eq. 5); the curvatures are exact. It gives the entries of their Tables 2
    and 4, the balanced ones for `balance.balanced`. It is a formula: total and positives may be any positive numbers.
    Arguments are broadcast. NaN where the mean table has no value. Raises `InputError` "g must be above 0 and below 1
    for the expansion, got 1".

    >>> series("F1", 20, 6, 0.2).round(12)  # 2 a g (1 / (a + g) - a (1 - g) / (n (a + g)^3)) at a = 0.3, n = 20
    np.float64(0.22848)
    """
    value, along_x, along_y = curvatures(measure, total, positives, g)
    M, P, guess = np.broadcast_arrays(
        *(np.asarray(item, dtype=np.float64) for item in (total, positives, _number(g, total, positives)))
    )
    spread = guess * (1 - guess) / 2
    return np.asarray(value + spread * (P * along_x + (M - P) * along_y))[()]


def curvatures(
    measure: str | Measure, total: ArrayLike, positives: ArrayLike, g: ArrayLike
) -> tuple[Array, Array, Array]:
    """The measure of the mean table, and its second derivatives there in the true and in the false positives.

    Arguments and errors are those of `series`.

    >>> [part.round(6).item() for part in curvatures("PPV", 20, 6, 0.2)]  # -2y / (x+y)^3 and 2x / (x+y)^3
    [0.3, -0.0875, 0.0375]
    """
    measure = measure_named(measure)
    M, P, guess = np.broadcast_arrays(
        *(np.asarray(item, dtype=np.float64) for item in (total, positives, _number(g, total, positives)))
    )
    if not ((guess > 0) & (guess < 1)).all():
        raise InputError(f"g must be above 0 and below 1 for the expansion, got {g!s:.40}")
    if not ((P >= 0) & (P <= M) & (M > 0)).all():
        raise InputError(f"positives must be between 0 and the total, got {positives!s:.40} of {total!s:.40}")
    mean = _mean_table(P, M - P, guess)
    along_x = Cells(tp=Jet(mean.tp, 1.0), fp=Jet(mean.fp), fn=Jet(mean.fn, -1.0), tn=Jet(mean.tn))
    along_y = Cells(tp=Jet(mean.tp), fp=Jet(mean.fp, 1.0), fn=Jet(mean.fn), tn=Jet(mean.tn, -1.0))
    with np.errstate(all="ignore"):
        xx, yy = (np.asarray(_jet(measure.function(cells)).second) for cells in (along_x, along_y))
    return measure.on(mean), xx, yy


def _jet(value: Any) -> Jet:
    return value if isinstance(value, Jet) else Jet(value)


def _number(g: ArrayLike, total: ArrayLike, positives: ArrayLike) -> Any:
    return probability(g, np.asarray(positives) / np.asarray(total)) if isinstance(g, str) else g


def min_max(score: ArrayLike, guessed: ArrayLike, perfect: ArrayLike = 1.0) -> Array:
    """A score on the scale from what guessing earns, 0, to perfection, 1 (Burger & Meertens, eq. 1); NaN if they agree.

    >>> min_max([0.6, 0.7], 1 / 4).round(4).tolist()  # sixty and seventy of a hundred questions with four answers each
    [0.4667, 0.6]
    """
    scores, guess, best = np.broadcast_arrays(*(np.asarray(x, dtype=np.float64) for x in (score, guessed, perfect)))
    room = best - guess
    with np.errstate(all="ignore"):
        scaled = (scores - guess) / room
    return np.where(np.isfinite(room) & (np.abs(room) > NOISE * np.maximum(1.0, np.abs(best))), scaled, np.nan)[()]


def normalise(score: ArrayLike, measure: str | Measure, total: ArrayLike, positives: ArrayLike, g: ArrayLike) -> Array:
    """Scores on the scale of a guesser: 0 for the guesser and 1 for a perfect classifier.

    Parameters
    ----------
    score : array_like
        Q, values of the measure.
    measure : str or Measure
    total, positives : array_like of int
        M and P, the numbers of cases and of positive ones.
    g : array_like or str
        Probabilities between 0 and 1, or a key of `GUESSERS`.

    Returns
    -------
    array of the broadcast shape of all four
        (Q - E) / (u - E), with E the mean of the guesser and u the best value on these classes (document 002, equation
        1), whichever way the measure points. NaN where the guesser is perfect already, where no finite score is
        perfect, and for a measure that does not judge.

    Examples
    --------
    >>> normalise(0.8, "ACC", 100, 30, "half").round(6)
    np.float64(0.6)
    """
    measure = measure_named(measure)
    guessed = expectation(measure, total, positives, g)
    totals, positive = np.broadcast_arrays(total, positives)
    ideal = [
        measure.ideal(int(M), int(P)) if measure.judges else math.nan
        for M, P in zip(totals.flat, positive.flat, strict=True)
    ]
    return min_max(score, guessed, np.reshape(ideal, totals.shape))
