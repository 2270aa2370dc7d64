"""A classifier over the imbalance of the classes: what each form of a measure becomes as positives get rarer.

The classifier keeps its TPR and its TNR. The share a of positives changes, and with it the imbalance d = 2a - 1: -1
without positives, 0 in balance, 1 without negatives (Burger & Meertens, sections 3 and 5, Figures 1 to 4).
"""

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.differentiate import derivative
from scipy.optimize import brentq, minimize_scalar

from ddcore.arrays import Array
from ddcore.chance import dutch_draw, guessing
from ddcore.chance.balance import balanced
from ddcore.counts import Cells
from ddcore.errors import InputError
from ddcore.measures import Measure

FORMS = {
    "value": "score",
    "guessed": "guesser",
    "normalised": "beyond the guesser",
    "chance": "baseline",
    "balanced": "balanced score",
    "balanced_guessed": "guesser, balanced",
    "balanced_normalised": "balanced, beyond the guesser",
}
"""The forms of a measure and their names."""


@dataclass(frozen=True, eq=False)
class Imbalance:
    """One measure of a classifier with known TPR and TNR, at any imbalance between -1 and 1, both excluded.

    `total` is the number of cases; None stands for the limit of very many. With a total, chance and guesser are exact
    at whole numbers of positives; between two of them they lie on the straight line, and with less than one case of a
    class they are NaN. `guess` is as in `guessing.probability`.
    Raises `InputError` "TPR must be between 0 and 1, got 1.2".

    >>> from ddcore.measures import measure
    >>> model = Imbalance(measure("F1"), 0.6, 0.8, "half")
    >>> model.at("value", 0.0), model.at("guessed", 0.0).round(12)
    (np.float64(0.6666666666666667), np.float64(0.5))
    """

    measure: Measure
    tpr: float
    tnr: float
    guess: str | float
    total: int | None = None
    _known: dict[tuple[str, int], float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, rate in (("TPR", self.tpr), ("TNR", self.tnr)):
            if not 0 <= rate <= 1:
                raise InputError(f"{name} must be between 0 and 1, got {rate:g}")
        if self.total is not None and not 2 <= self.total <= dutch_draw.LARGEST_TOTAL:
            raise InputError(f"the number of cases must be between 2 and 1,000,000,000, got {self.total:,}")

    @property
    def cases(self) -> int:
        """The number of cases, 0 in the limit of very many."""
        return self.total or 0

    def grid(self, points: int = 201) -> Array:
        """Up to that many values of the imbalance, ascending, evenly spaced, at whole numbers of positives.

        >>> from ddcore.measures import measure
        >>> Imbalance(measure("F1"), 0.6, 0.8, "half", total=4).grid().tolist()
        [-0.5, 0.0, 0.5]
        """
        if self.total is None:
            return np.linspace(-1, 1, points + 2)[1:-1]
        positives = np.unique(np.linspace(1, self.total - 1, min(points, self.total - 1)).round())
        return 2 * positives / self.total - 1

    def at(self, form: str, delta: ArrayLike) -> Array:
        """A form of `FORMS` at each imbalance, shaped like delta; NaN where it has no value, as "chance" in the limit.

        >>> from ddcore.measures import measure
        >>> Imbalance(measure("ACC"), 0.6, 0.8, "half", total=10).at("chance", [0.0, 0.6]).tolist()
        [0.5, 0.8]
        """
        share = (1 + np.asarray(delta, dtype=np.float64)) / 2
        if self.total is None:
            return self._limit(form, share)
        return self._finite(form, share * self.total)

    def _limit(self, form: str, share: Array) -> Array:
        measure, g = self.measure, guessing.probability(self.guess, share)
        level = np.full(share.shape, 0.5) if form.startswith("balanced") else share
        value, guessed = measure.on(self._cells(1.0, level)), guessing.limit(measure, level, g)
        perfect = self._perfect(level)
        kinds = {"guessed": guessed, "normalised": guessing.min_max(value, guessed, perfect)}
        if form == "chance":
            return np.full(share.shape, np.nan)[()]
        return kinds.get(form.removeprefix("balanced_"), value)

    def _perfect(self, share: Array) -> Array:
        if self.measure.reached is None:
            return self.measure.on(Cells(tp=share, fp=0 * share, fn=0 * share, tn=1 - share))
        many = 1_000_000.0
        return np.reshape([self.measure.ideal(many, many * float(level)) for level in share.flat], share.shape)[()]

    def _cells(self, total: float, share: Array) -> Cells:
        P, N = total * share, total * (1 - share)
        return Cells(tp=P * self.tpr, fp=N * (1 - self.tnr), fn=P * (1 - self.tpr), tn=N * self.tnr)

    def _finite(self, form: str, positives: Array) -> Array:
        if form in ("value", "balanced"):
            measure = balanced(self.measure) if form == "balanced" else self.measure
            return measure.on(self._cells(float(self.cases), positives / self.cases))
        nearest = np.round(positives)
        positives = np.where(np.abs(positives - nearest) <= 1e-9 + 1e-15 * self.cases, nearest, positives)
        inside = (positives >= 1) & (positives <= self.cases - 1)
        below = np.clip(np.floor(positives), 1, max(1, self.cases - 1))
        part = np.where(inside, positives - below, 0.0)
        low = self._whole(form, below)
        high = self._whole(form, below + (part > 0)) if (part > 0).any() else low
        return np.where(inside, low + part * (high - low), np.nan)[()]

    def _whole(self, form: str, positives: Array) -> Array:
        for P in np.unique(positives):
            if (form, int(P)) not in self._known:
                self._known[form, int(P)] = self._one(form, int(P))
        return np.reshape([self._known[form, int(P)] for P in positives.flat], positives.shape)[()]

    def _one(self, form: str, P: int) -> float:
        total, measure = self.cases, self.measure
        if form == "chance":
            return dutch_draw.baseline(measure, total, P).best(measure.better)
        if form.startswith("balanced"):
            measure = balanced(measure)
        if form.endswith("guessed"):
            return float(guessing.expectation(measure, total, P, self.guess))
        value = measure.on(self._cells(float(total), np.asarray(P / total)))
        guessed = self._whole(form.replace("normalised", "guessed"), np.asarray(P))
        return float(guessing.min_max(value, guessed, measure.ideal(total, P)))

    def top(self, form: str, grid: Array | None = None) -> tuple[float, float] | None:
        """The place and the height of the maximum of a form; None if it is at an end, or if the form is level.

        It is sought around the highest place of a grid, that of `grid` if none is given.

        >>> from ddcore.measures import measure
        >>> place, value = Imbalance(measure("F1"), 0.6, 0.8, "half").top("normalised")
        >>> round(place, 10), round(value, 10)  # at (-9 + 2 sqrt(15)) / 7
        (-0.1791476154, 0.3368993187)
        """
        delta = self.grid() if grid is None else grid
        values = self.at(form, delta)
        if np.isnan(values).all():
            return None
        i = int(np.nanargmax(values))
        if i in (0, delta.size - 1) or np.isnan(values[i - 1 : i + 2]).any() or np.ptp(values[i - 1 : i + 2]) < NOISE:
            return None
        low, high = float(delta[i - 1]), float(delta[i + 1])
        if self.total is None:
            place = _place_of_top(lambda d: self.at(form, d), low, high)
        else:
            place = self._whole_top(form, round((1 + low) / 2 * self.total), round((1 + high) / 2 * self.total))
        return place, float(self.at(form, place))

    def _whole_top(self, form: str, low: int, high: int) -> float:
        """The maximum between two whole numbers of positives, by successive refinement."""
        while True:
            P = np.unique(np.linspace(low, high, 21).round())
            i = int(np.nanargmax(self.at(form, 2 * P / self.cases - 1)))
            if high - low < 21:
                return 2 * float(P[i]) / self.cases - 1
            low, high = int(P[max(i - 1, 0)]), int(P[min(i + 1, P.size - 1)])


def crossings(gap: Callable[[Array], Array], delta: Array) -> list[float]:
    """The places of a grid where a difference crosses 0, ascending; without jumps and stretches of 0.

    >>> crossings(lambda d: d**2 - 0.25, np.linspace(-1, 1, 8))
    [-0.5, 0.5]
    """
    delta = _with_dips(gap, delta)
    values = gap(delta)
    sign, roots = _sign(values), []
    for i in np.flatnonzero(sign[:-1] * sign[1:] < 0):
        root = _crossing(gap, delta[i], delta[i + 1])
        if abs(gap(np.asarray(root))) <= 1e-6 * np.nanmax(np.abs(values)):
            roots.append(root)
    touching = (sign[1:-1] == 0) & (sign[:-2] * sign[2:] < 0)
    return sorted([*roots, *delta[1:-1][touching].tolist()])


def changes(gap: Callable[[Array], Array], delta: Array) -> list[float]:
    """The places of a grid where the sign of a difference changes, ascending: it crosses 0, jumps, or becomes defined.

    >>> places = changes(lambda d: np.where(d < 0, np.nan, np.where(d < 0.3, 1.0, -1.0)), np.linspace(-1, 1, 8))
    >>> [round(place, 9) for place in places]
    [0.0, 0.3]
    """
    delta = _with_dips(gap, delta)
    sign, places = _sign(gap(delta)), []
    for i in np.flatnonzero((sign[:-1] != sign[1:]) & ~(np.isnan(sign[:-1]) & np.isnan(sign[1:]))):
        if sign[i] * sign[i + 1] < 0:
            places.append(_crossing(gap, delta[i], delta[i + 1]))
        else:
            places.append(_turn(gap, delta[i], delta[i + 1]))
    return [float(place) for place in places]


def _with_dips(gap: Callable[[Array], Array], delta: Array) -> Array:
    """The grid, and between points of one sign the place nearest to 0, where the difference crosses it."""
    values = gap(delta)
    sign, size = _sign(values), np.abs(values)
    of_one_sign = (sign[1:-1] == sign[:-2]) & (sign[1:-1] == sign[2:]) & (sign[1:-1] != 0)
    dips = []
    for i in 1 + np.flatnonzero(of_one_sign & (size[1:-1] < size[:-2]) & (size[1:-1] < size[2:])):
        low, high = float(delta[i - 1]), float(delta[i + 1])
        place = float(minimize_scalar(lambda d, of=sign[i]: of * float(gap(np.asarray(d))), bounds=(low, high)).x)
        if _sign(gap(np.asarray(place))) == -sign[i]:
            dips.append(place)
    return np.unique([*delta, *dips])


def _sign(values: Array) -> Array:
    return np.sign(np.where(np.abs(values) < NOISE, 0.0, values))


def _crossing(gap: Callable[[Array], Array], low: float, high: float) -> float:
    return float(brentq(lambda d: float(gap(np.asarray(d))), low, high, xtol=1e-14, disp=False))


def _turn(gap: Callable[[Array], Array], low: float, high: float) -> float:
    """By halves, where the sign is no longer that at the low end."""
    first = _sign(gap(np.asarray(low)))
    for _ in range(48):
        middle = (low + high) / 2
        same = np.array_equal(_sign(gap(np.asarray(middle))), first, equal_nan=True)
        low, high = (middle, high) if same else (low, middle)
    return (low + high) / 2


def spans(
    gaps: Sequence[Callable[[Array], Array]], delta: Array, holds: Callable[..., Any]
) -> list[tuple[float, float]]:
    """The ranges of a grid, ascending, in which a condition on the signs of differences holds.

    `holds` is given the signs, an array of each difference, NaN where it has no value. The signs are looked at between
    each two places at which one of them changes.

    >>> spans([lambda d: d, lambda d: d - 0.5], np.linspace(-1, 1, 8), lambda one, other: one * other < 0)
    [(0.0, 0.5)]
    """
    inside = [place for gap in gaps for place in changes(gap, delta)]
    edges = np.unique([delta[0], *inside, delta[-1]])
    middles = (edges[:-1] + edges[1:]) / 2
    joined: list[tuple[float, float]] = []
    for i in np.flatnonzero(holds(*(_sign(gap(middles)) for gap in gaps))):
        low, high = float(edges[i]), float(edges[i + 1])
        if joined and low - joined[-1][1] < TOUCHING:
            joined[-1] = (joined[-1][0], high)
        else:
            joined.append((low, high))
    return [(low, high) for low, high in joined if high - low >= TOUCHING]


TOUCHING = 1e-9
"""Ranges nearer to each other than this are one; narrower ones are a single place."""
NOISE = 1e-13
"""A smaller difference of two curves comes from rounding."""


def _place_of_top(curve: Callable[[Array], Array], low: float, high: float) -> float:
    """The place of the only top of a smooth curve between two places: where its numerical slope is 0."""
    top = float(minimize_scalar(lambda d: -float(curve(np.asarray(d))), bounds=(low, high), options={"xatol": 1e-10}).x)
    room = min(top - low, high - top)

    def slope(d: ArrayLike) -> Any:
        return derivative(curve, np.asarray(d), initial_step=room / 2, tolerances={"atol": 1e-12, "rtol": 1e-9})

    ends = np.array([top - room / 10, top + room / 10])
    slopes = slope(ends)
    if not (slopes.success.all() and slopes.df[0] > 0 > slopes.df[1]):
        return top
    return float(brentq(lambda d: float(slope(d).df), *ends, xtol=1e-14))


@dataclass(frozen=True, eq=False)
class ImbalanceCurve:
    """All forms of one measure over the imbalance; element i of each array belongs to delta[i].

    >>> from ddcore.measures import measure
    >>> curve = imbalance_curve(Imbalance(measure("ACC"), 0.6, 0.8, "half", total=4))
    >>> curve.delta.tolist(), curve.forms["value"].round(3).tolist(), curve.forms["chance"].tolist()
    ([-0.5, 0.0, 0.5], [0.75, 0.7, 0.65], [0.75, 0.5, 0.75])
    """

    source: Imbalance
    delta: Array
    forms: Mapping[str, Array]

    @property
    def measure(self) -> Measure:
        """The measure."""
        return self.source.measure


@dataclass(frozen=True)
class Mark:
    """A place on the curves worth a look.

    `kind` is "top", where a form is highest; "guesser", where it earns as much as the guesser; "chance", where it
    earns as much as the best draw; or "equal", where the same form of two measures agrees. `keys` are the measures.

    >>> Mark("top", "normalised", 0.5, 0.34, ("F1",)).share
    0.75
    """

    kind: str
    form: str
    delta: float
    value: float
    keys: tuple[str, ...]

    @property
    def share(self) -> float:
        """The share of positive cases there."""
        return (1 + self.delta) / 2


CURVE_POINTS = 121
SOUGHT_POINTS = 31
"""Places of a curve, and those for a formula of one's own whose best draw must be sought."""


def imbalance_curve(source: Imbalance, points: int | None = None) -> ImbalanceCurve:
    """Every form on a grid of `points` imbalances, 121 if none are given, 31 where the best draw must be sought.

    >>> from ddcore.measures import measure
    >>> imbalance_curve(Imbalance(measure("TPR"), 0.6, 0.8, "half"), points=3).forms["value"].tolist()
    [0.6, 0.6, 0.6]
    """
    sought = not source.measure.smooth and source.measure.expected is None
    delta = source.grid(points or (SOUGHT_POINTS if sought else CURVE_POINTS))
    return ImbalanceCurve(source, delta, {form: source.at(form, delta) for form in FORMS})


def marks(curves: Sequence[ImbalanceCurve]) -> list[Mark]:
    """The places worth a look, of each measure and then of each two of them.

    >>> from ddcore.measures import measure
    >>> curve = imbalance_curve(Imbalance(measure("F1"), 0.6, 0.8, "half"))
    >>> [(mark.kind, mark.form, round(mark.delta, 6)) for mark in marks([curve])]
    [('top', 'normalised', -0.179148)]
    """
    places = []
    for curve in curves:
        key = (curve.measure.key,)
        for form in ("normalised", "balanced_normalised"):
            if top := curve.source.top(form, curve.delta):
                places.append(Mark("top", form, *top, key))
        for form, kind in (("guessed", "guesser"), ("chance", "chance")):
            places += [Mark(kind, "value", *place, key) for place in _meetings(curve, "value", curve, form)]
    for curve, other in itertools.combinations(curves, 2):
        keys = (curve.measure.key, other.measure.key)
        for form in ("value", "normalised", "balanced_normalised"):
            places += [Mark("equal", form, *place, keys) for place in _meetings(curve, form, other, form)]
    return places


def _meetings(curve: ImbalanceCurve, form: str, other: ImbalanceCurve, other_form: str) -> list[tuple[float, float]]:
    """The place and the height of the crossing of two lines."""
    gap = _gap(curve, form, other, other_form)
    return [(delta, float(curve.source.at(form, delta))) for delta in crossings(gap, curve.delta)]


def _gap(curve: ImbalanceCurve, form: str, other: ImbalanceCurve, other_form: str) -> Callable[[Array], Array]:
    """How far one line is above another; 0 where that is rounding."""

    def gap(delta: Array) -> Array:
        above, below = curve.source.at(form, delta), other.source.at(other_form, delta)
        with np.errstate(invalid="ignore"):
            apart = above - below
        return np.where(np.abs(apart) < NOISE * np.maximum(1.0, np.abs(above)), 0.0, apart)[()]

    return gap


def ahead(curve: ImbalanceCurve, form: str) -> list[tuple[float, float]]:
    """Ranges of the share of positive cases where "guessed" or "chance" does better than the score.

    >>> from ddcore.measures import measure
    >>> curve = imbalance_curve(Imbalance(measure("ACC"), 0.6, 0.8, "prevalence"))
    >>> [(round(low, 6), round(high, 6)) for low, high in ahead(curve, "guessed")]  # (9 -+ sqrt(41)) / 20
    [(0.0, 0.129844), (0.770156, 1.0)]
    """
    better = 1.0 if curve.measure.better == "higher" else -1.0
    found = spans([_gap(curve, form, curve, "value")], _reach(curve), lambda sign: sign * better > 0)
    return _shares(found, curve)


def disagreement(curve: ImbalanceCurve, other: ImbalanceCurve) -> list[tuple[float, float]]:
    """Ranges of the share of positive cases where two measures are ordered one way raw, the other beyond a guesser.

    Of two measures that are better when lower the lower one counts as the better, raw; beyond a guesser higher is
    always better.

    >>> from ddcore.measures import measure
    >>> def curves(guess):
    ...     return [imbalance_curve(Imbalance(measure(key), 0.6, 0.8, guess)) for key in ("F1", "NF1")]
    >>> [(round(low, 6), round(high, 6)) for low, high in disagreement(*curves("half"))]
    [(0.571429, 0.75)]
    >>> [(round(low, 6), round(high, 6)) for low, high in disagreement(*curves("prevalence"))]
    [(0.0, 0.333333), (0.571429, 1.0)]
    """
    raw = -1.0 if curve.measure.better == other.measure.better == "lower" else 1.0
    gaps = [_gap(curve, form, other, form) for form in ("value", "normalised")]
    return _shares(spans(gaps, _reach(curve), lambda of_score, beyond: raw * of_score * beyond < 0), curve)


EDGE = 10.0 ** np.arange(-6, -2)
"""Shares of a class beyond the ends of the grid at which signs are looked at too, in the limit of very many cases."""


def _reach(curve: ImbalanceCurve) -> Array:
    """The grid of a curve, and in the limit the way to its ends."""
    if curve.source.total is not None:
        return curve.delta
    return np.unique(np.concatenate([2 * EDGE - 1, curve.delta, 1 - 2 * EDGE]))


def _shares(found: Sequence[tuple[float, float]], curve: ImbalanceCurve) -> list[tuple[float, float]]:
    """Ranges as shares of positive cases, 0 and 1 where they reach the ends of what is known."""
    first, last = (float(end) for end in _reach(curve)[[0, -1]])
    return [(0.0 if low == first else (1 + low) / 2, 1.0 if high == last else (1 + high) / 2) for low, high in found]
