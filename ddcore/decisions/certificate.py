"""What can be proved of a measure: its form, how it runs over the threshold, and which utility it follows.

Gong 2022, chapter 4, writes measures in a = TPR and b = FPR at a share π₁ of positives, π₀ = 1 - π₁. Here each listed
measure, and each formula of one's own, is followed by `ddcore.measures.in_rates`, and what the chapter proves for some
measures is proved for all of them with exact fractions, for every share at once. What has no proof is searched for.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Literal

import numpy as np
from scipy.special import ndtr

from ddcore.arrays import Array
from ddcore.counts import Cells
from ddcore.decisions.admissible import Admissibility, admissibility
from ddcore.measures import Measure, measure
from ddcore.measures.in_rates import Ratio, at_share, in_rates
from ddcore.measures.polynomial import ONE, A, B, Polynomial, TooLongError
from ddcore.scores.modes import mode

How = Literal["proved", "searched"]
"""How a fact is known."""

REASONS = {
    "monotone terms": "Z₁, Z₂ and Z₃ are all 0 or more, or all 0 or less",
    "fractional": "the six parameters meet the conditions of one peak",
    "ends": "its slopes in TPR and FPR keep its best threshold at one end",
    "bent": "its level curves bend away from a concave ROC curve",
    "example": "an example of scores with several peaks",
    "search": "a search over pairs of distributions found nothing else",
}
"""Why a measure runs over the threshold as it does."""
SOURCES = {
    "monotone terms": "Gong (2022), Proposition 9",
    "fractional": "Gong (2022), Proposition 10",
    "ends": "Gong (2022), Proposition 7",
    "bent": "Gong (2022), Proposition 8",
    "example": "Gong (2022), section 4.5.4",
    "search": "",
}
"""Where the reason comes from."""

ARROWS = {
    "up": "rises as positives become rarer",
    "down": "falls as positives become rarer",
    "same": "does not depend on the share of positives",
    "end": "stays at the same end for every share of positives",
    "both": "may rise or fall as positives become rarer",
}
"""How the best threshold on the likelihood ratio moves with the share of positives."""


@dataclass(frozen=True, eq=False)
class Fractional:
    """(α₁ a + β₁ b + γ₁) / (α₂ a + β₂ b + γ₂), a linear-fractional measure (Gong 2022, equation 4.15).

    `parameters` are α₁, β₁, γ₁, α₂, β₂ and γ₂, polynomials in the shares π₁ and π₀ without a common factor, so scaled
    that their numbers are whole and without a common divisor, and the denominator is not negative. `sign` is -1 for a
    measure that is better when lower: the terms below are then those of the measure with a minus sign.

    >>> from ddcore.measures import measure
    >>> form = fractional(measure("F1"))
    >>> [part.text() for part in form.parameters], [part.text() for part in form.terms]
    (['2·π₁', '0', '0', 'π₁', 'π₀', 'π₁'], ['2·π₁', '−2·π₁²', '−2·π₁²'])
    """

    parameters: tuple[Polynomial, ...]
    sign: int = 1

    @property
    def minors(self) -> tuple[Polynomial, Polynomial, Polynomial]:
        """α₁β₂ - α₂β₁, α₁γ₂ - α₂γ₁ and β₁γ₂ - β₂γ₁, of which all conditions are made."""
        a1, b1, c1, a2, b2, c2 = self.parameters
        found = (a1 * b2 - a2 * b1, a1 * c2 - a2 * c1, b1 * c2 - b2 * c1)
        return found[0] * self.sign, found[1] * self.sign, found[2] * self.sign

    @property
    def terms(self) -> tuple[Polynomial, Polynomial, Polynomial]:
        """Z₁, Z₂ and Z₃ of D(t) = Z₁ (a - t b) + Z₂ (t (1 - b) - (1 - a)) + Z₃ (equation 4.11)."""
        cross, rise, fall = self.minors
        return (cross + rise).reduced(), (-rise).reduced(), (-rise - fall).reduced()

    @property
    def is_monotone(self) -> str:
        """ "rises" or "falls" where Z₁, Z₂ and Z₃ have one sign at every share (Proposition 9), else ""."""
        terms = self.terms
        if not any(terms):
            return ""
        if all(term.never_negative for term in terms):
            return "rises"
        return "falls" if all((-term).never_negative for term in terms) else ""

    @property
    def has_one_peak(self) -> bool:
        """Whether the conditions of Proposition 10 hold at every share, with β₁γ₂ - β₂γ₁ <= 0 for the printed < 0.

        Then Z₁ >= 0, Z₂ <= 0 and Z₃ >= -Z₁, so that D(t) falls from above 0 (Lemma 2).
        """
        cross, rise, fall = self.minors
        return all(part.never_negative for part in (rise, -fall, cross - fall, cross + rise))

    def ratio(self, value: float, share: float) -> float:
        """The likelihood ratio from which on it pays to predict positive where the best value is `value`.

        (β₂ v - β₁) / (α₁ - α₂ v), which is Table 4.4 for its measures; inf or NaN where that has no value.

        >>> from ddcore.measures import measure
        >>> round(fractional(measure("F1")).ratio(0.673680395824129, 0.3), 12)
        1.185175065377
        """
        p = Fraction(share)
        a1, b1, _, a2, b2, _ = (float(part.value(p=p, q=1 - p)) for part in self.parameters)
        above, below = b2 * value - b1, a1 - a2 * value
        return above / below if below else math.inf if above > 0 else math.nan


def fractional(row: Measure, share: float | None = None, total: int = 1) -> Fractional | None:
    """The linear-fractional form of a measure, at every share, or only at one where that is given; None for none.

    The form at one share is sought among all six parameters: those of a ratio n / d solve n (α₂ a + β₂ b + γ₂) =
    d (α₁ a + β₁ b + γ₁) for every a and b, which are linear equations.

    >>> from ddcore.measures import measure
    >>> fractional(measure("MCC")) is None
    True
    >>> gap = measure("gap = (tp / p - fp / n) * (tp / p + fp / n) / (tp / p + fp / n)")
    >>> [part.text() for part in fractional(gap, 0.3).parameters]
    ['1', '−1', '0', '0', '0', '1']
    """
    found = in_rates(row, total)
    if found is None or found.root:
        return None
    sign = 1 if row.better == "higher" else -1
    if max(found.top.degree, found.below.degree) <= 1:
        powers = ((1, 0), (0, 1), (0, 0))
        parts = [whole.coefficient(*power) for whole in (found.top, found.below) for power in powers]
        return Fractional(_scaled([part.reduced() for part in parts]), sign)
    if share is None:
        return None
    exact = Fraction(share).limit_denominator(10**6)
    solved = _solved(at_share(found.top, exact), at_share(found.below, exact))
    return None if solved is None else Fractional(_scaled([Polynomial.constant(value) for value in solved]), sign)


def _scaled(parts: Sequence[Polynomial]) -> tuple[Polynomial, ...]:
    """Parameters whose numbers are whole, without a common divisor, and such that the denominator is not negative."""
    numbers = [value for part in parts for value in part.terms.values()]
    divisor = Fraction(
        math.gcd(*(value.numerator for value in numbers)), math.lcm(*(value.denominator for value in numbers))
    )
    middle = Fraction(1, 2)
    below = (A * parts[3] + B * parts[4] + parts[5]).value(a=middle, b=middle, p=middle, q=middle)
    scale = 1 / divisor if below >= 0 else -1 / divisor
    return tuple(part * scale for part in parts)


def _solved(top: Polynomial, below: Polynomial) -> list[Fraction] | None:
    """The six parameters of a ratio at one share, None where it has no such form."""
    columns = [below * part for part in (A, B, Polynomial.constant(1))]
    columns += [-(top * part) for part in (A, B, Polynomial.constant(1))]
    powers = sorted({exponents for column in columns for exponents in column.terms})
    rows = [[column.terms.get(exponents, Fraction(0)) for column in columns] for exponents in powers]
    pivots: list[int] = []
    for at in range(6):
        place = len(pivots)
        lead = next((number for number in range(place, len(rows)) if rows[number][at]), None)
        if lead is None:
            continue
        rows[place], rows[lead] = rows[lead], rows[place]
        rows[place] = [value / rows[place][at] for value in rows[place]]
        for number, row in enumerate(rows):
            if number != place and row[at]:
                rows[number] = [value - row[at] * first for value, first in zip(row, rows[place], strict=True)]
        pivots.append(at)
    free = [at for at in range(6) if at not in pivots]
    if len(free) != 1:
        return None
    solution = [Fraction(0)] * 6
    solution[free[0]] = Fraction(1)
    for place, at in enumerate(pivots):
        solution[at] = -rows[place][free[0]]
    return solution


@dataclass(frozen=True, eq=False)
class Slopes:
    """How a measure changes with TPR and FPR, better being more: polynomials with the sign of these changes.

    `rise` belongs to more TPR, `fall` to less FPR, both times `below`², `below` being the denominator of the measure;
    fall / rise is the likelihood ratio at which a threshold is best.

    >>> from ddcore.measures import measure
    >>> Slopes.of(in_rates(measure("CP")), "higher")
    Slopes(rise=Polynomial(−b + 1), fall=Polynomial(a), below=Polynomial(1))
    """

    rise: Polynomial
    fall: Polynomial
    below: Polynomial

    @classmethod
    def of(cls, ratio: Ratio, better: str) -> "Slopes | None":
        """Those of a ratio; None where its denominator may have either sign, or the polynomials are too long."""
        try:
            top, below = ratio.top, ratio.below
            if not (below.never_negative or (-below).never_negative):
                return None
            rise, fall = (top.by(rate) * below - top * below.by(rate) for rate in ("a", "b"))
        except TooLongError:
            return None
        return cls(rise, -fall, below) if better == "higher" else cls(-rise, fall, below)

    def per_density(self, t: float, tpr: float, fpr: float, share: float) -> float:
        """The change of the measure as the threshold t on the likelihood ratio rises, over the density of negatives.

        It is D(t) = fall - t rise over the square of the denominator (Gong 2022, equations 4.9 and 4.10). Of a measure
        with a root it is that of the square: MCC² changes so by equation 4.17.

        >>> from ddcore.measures import measure
        >>> round(Slopes.of(in_rates(measure("J")), "higher").per_density(3.0, 0.6, 0.2, 0.5), 9)
        -2.0
        """
        a, b, p = map(Fraction, (tpr, fpr, share))
        rise, fall, below = (float(part.value(a=a, b=b, p=p, q=1 - p)) for part in (self.rise, self.fall, self.below))
        return (fall - t * rise) / (below * below)

    @property
    def in_class(self) -> bool:
        """Whether the measure is proved to be better with more TPR and with less FPR (Gong 2022, Definition 1)."""
        return bool(self.rise or self.fall) and self.rise.never_negative and self.fall.never_negative

    @property
    def shape(self) -> tuple[str, str]:
        """How the measure runs as the threshold on the likelihood ratio rises, and the reason; "", "" without proof.

        The ROC curve of a likelihood ratio is concave, with slope t, and (1 - a) / (1 - b) <= t <= a / b. The measure
        changes by rise t - fall per FPR. A measure whose level curves are convex, as a function a of b, meets such a
        curve in one stretch at most, so that it has one peak.
        """
        rise, fall = self.rise, self.fall
        if not rise and not fall:
            return "level", "ends"
        try:
            return self._proved_shape()
        except TooLongError:
            return "", ""

    def _proved_shape(self) -> tuple[str, str]:
        """As `shape`, of a measure that is not level; raises `TooLongError`."""
        rise, fall = self.rise, self.fall
        upward = rise.never_negative
        if fall.never_negative and ((-rise).never_negative or (upward and (B * fall - A * rise).never_negative)):
            return "rises", "ends"
        if not upward:
            return "", ""
        if (-fall).never_negative or ((1 - A) * rise - (1 - B) * fall).never_negative:
            return "falls", "ends"
        along, across = (rise * fall.by(rate) - fall * rise.by(rate) for rate in ("b", "a"))
        bend = rise * along + fall * across
        return ("one peak", "bent") if fall.never_negative and bend.never_negative else ("", "")

    @property
    def arrow(self) -> str:
        """How the best threshold moves as positives become rarer, of `ARROWS`; "" without proof.

        It moves as fall / rise does at given rates, where the measure has one peak.
        """
        try:
            rise, fall = self.rise.even(), self.fall.even()
            more = rise.of_shares - fall.of_shares
            rise, fall = rise * ONE ** max(-more, 0), fall * ONE ** max(more, 0)
            # fall / rise has degree 0 in both shares: with more positives it moves as by p alone.
            moved = fall.by("p") * rise - fall * rise.by("p")
        except TooLongError:
            return ""
        if not moved:
            return "same"
        if moved.never_negative:
            return "down"
        return "up" if (-moved).never_negative else ""


@dataclass(frozen=True, eq=False)
class Certificate:
    """What is known of a measure, and how each fact is known: "proved" or "searched".

    `ratio` is the measure in its rates and `slopes` how it changes with them, None where no polynomials give that.
    `form` is its linear-fractional form, None for none, of every share if `every_share`. `in_class` says whether it is
    proved to be better with more TPR and with less FPR (Definition 1). `shape` is a key of
    `ddcore.scores.modes.MODES`, `reason` one of `REASONS` and `arrow` one of `ARROWS`. `admissible` is its verdict as
    a utility.

    >>> proof = certificate("F1")
    >>> proof.shape, proof.shape_how, proof.reason, proof.arrow, proof.admissible.form
    ('one peak', 'proved', 'fractional', 'up', 'never')
    """

    measure: Measure
    prevalence: float
    ratio: Ratio | None
    slopes: Slopes | None
    form: Fractional | None
    form_how: How
    every_share: bool
    in_class: bool
    shape: str
    shape_how: How
    reason: str
    arrow: str
    arrow_how: How
    admissible: Admissibility
    admissible_how: How


def certificate(name: str | Measure, prevalence: float = 0.5, total: int = 1) -> Certificate:
    """What can be proved of a measure, or else searched for.

    Parameters
    ----------
    name : str or Measure
        A listed measure or a formula of one's own.
    prevalence : float
        The share of positives at which a utility is given, and the form is sought if it has none for every share.
    total : int
        How many cases there are, for what grows with their number.

    Returns
    -------
    Certificate

    Raises
    ------
    InputError
        "prevalence must be between 0 and 1, got 1.2", or for an unknown name.

    Examples
    --------
    >>> [part.text() for part in certificate("accuracy").form.parameters]
    ['π₁', '−π₀', 'π₀', '0', '0', '1']
    >>> certificate("MCC").shape, certificate("MCC").shape_how
    ('several peaks', 'proved')
    """
    row = measure(name)
    return _certificate(row, prevalence, total if row.grows else 1)


@lru_cache(maxsize=512)
def _certificate(row: Measure, prevalence: float, total: int) -> Certificate:
    admissible = admissibility(row, prevalence)
    ratio = in_rates(row, total)
    form = fractional(row, total=total)
    every_share = form is not None
    form = form or fractional(row, prevalence, total)
    form_how: How = "proved" if form or _differs(row, prevalence, ratio) else "searched"
    slopes = None if ratio is None else Slopes.of(ratio, row.better)
    shape, shape_how, reason = _shape(row, form if every_share else None, slopes)
    arrow, arrow_how = _arrow(row, shape, shape_how, slopes)
    straight = form is not None and not (form.parameters[3] or form.parameters[4])
    return Certificate(
        row,
        prevalence,
        ratio,
        slopes,
        form,
        form_how,
        every_share,
        slopes is not None and slopes.in_class,
        shape,
        shape_how,
        reason,
        arrow,
        arrow_how,
        admissible,
        "proved" if (straight and every_share) or admissible.misfit > APART else "searched",
    )


APART = 1e-6
"""A part of the spread by which values miss a form that cannot come from rounding."""


def _differs(row: Measure, prevalence: float, ratio: Ratio | None) -> bool:
    """Whether a measure without a linear-fractional form is proved to have none at this share.

    A ratio of polynomials is solved exactly. Any other has values at many rates that no six parameters fit: the least
    singular value of the equations is far above rounding.
    """
    if ratio is not None and not ratio.root:
        return True
    rates = np.linspace(0.05, 0.95, 7)
    tpr, fpr = (axis.ravel() for axis in np.meshgrid(rates, rates))
    values = row.on(_table(tpr, fpr, prevalence))
    known = np.isfinite(values)
    if known.sum() < 12:
        return False
    tpr, fpr, values = tpr[known], fpr[known], values[known] / float(np.abs(values[known]).max() or 1)
    equations = np.column_stack([tpr, fpr, np.ones_like(tpr), -values * tpr, -values * fpr, -values])
    singular = np.linalg.svd(equations, compute_uv=False)
    return bool(singular[-1] > APART * singular[0])


def _table(tpr: Array, fpr: Array, prevalence: float, total: float = 1000.0) -> Cells:
    positives, negatives = prevalence * total, (1 - prevalence) * total
    return Cells(tp=positives * tpr, fp=negatives * fpr, fn=positives * (1 - tpr), tn=negatives * (1 - fpr))


def _shape(row: Measure, form: Fractional | None, slopes: Slopes | None) -> tuple[str, How, str]:
    """How a measure runs over the threshold, how that is known, and why."""
    searched = mode(row)
    if searched == "several peaks":
        return searched, "proved", "example"
    if form is not None and form.is_monotone:
        return form.is_monotone, "proved", "monotone terms"
    if form is not None and form.has_one_peak and searched == "one peak":
        return searched, "proved", "fractional"
    shape, reason = ("", "") if slopes is None else slopes.shape
    return (searched, "proved", reason) if shape == searched else (searched, "searched", "search")


def _arrow(row: Measure, shape: str, shape_how: How, slopes: Slopes | None) -> tuple[str, How]:
    """How the best threshold moves as positives become rarer, and how that is known."""
    if shape in ("rises", "falls", "level"):
        return "end", shape_how
    if shape_how == "proved" and shape == "one peak" and slopes is not None and slopes.arrow:
        return slopes.arrow, "proved"
    return _seen(row), "searched"


SEPARATIONS = (0.5, 1.0, 1.5, 2.5)
"""Distances of two normal distributions on which the best threshold is sought."""


def _seen(row: Measure) -> str:
    """How the best threshold moves on normal distributions as positives become rarer."""
    score = np.linspace(-4, 6, 1001)
    shares = np.linspace(0.5, 0.02, 13)
    ways = set()
    for separation in SEPARATIONS:
        tpr, fpr = ndtr(separation - score), ndtr(-score)
        values = np.array([row.on(_table(tpr, fpr, float(share))) for share in shares])
        values = np.where(np.isfinite(values), values if row.better == "higher" else -values, -np.inf)
        steps = np.diff(values.argmax(axis=1))
        ways |= {"up"} if (steps > 1).any() else set()
        ways |= {"down"} if (steps < -1).any() else set()
    return "both" if len(ways) > 1 else ways.pop() if ways else "same"
