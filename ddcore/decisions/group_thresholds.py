"""Thresholds by group: one for all, equal rates, equal accuracy, least cost in each; and what each costs whom.

Every rule gives each group a mix of thresholds: a share of its cases, drawn blindly, is decided by each of them. Over
all mixes the least cost under a rule is a linear program (Hardt, Price & Srebro 2016, section 4); its optimum lies at
a corner, which is found by looking at the corners, without a solver.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ddcore.arrays import Array
from ddcore.chance.significance import within
from ddcore.counts import Cells
from ddcore.decisions.costs import checked_stakes
from ddcore.decisions.utility import Utility
from ddcore.errors import InputError
from ddcore.interval import UNKNOWN, Interval, confident
from ddcore.resampling.cross_validation import PARTS, folds_of
from ddcore.scores.curves import pooled
from ddcore.scores.thresholds import best
from ddcore.table import ScoreTable

RULES = ("one", "opportunity", "rates", "accuracy", "own")
"""One threshold for all; equal TPR (equal opportunity); equal TPR and FPR (equalized odds); equal accuracy; each its
own of least cost."""

ROUNDING = 1e-12
"""Shares and rates nearer to each other differ by rounding only."""

Mix = tuple[tuple[float, float], ...]
"""Thresholds, ascending, each with the share of the cases that it decides; +inf predicts no case positive."""


@dataclass(frozen=True, eq=False)
class Rule:
    """The mix of each group and the rates that follow: `tpr` and `fpr` have an element a group.

    Means over several choices have no mixes.
    """

    name: str
    mixes: tuple[Mix, ...]
    tpr: Array
    fpr: Array

    @property
    def drawn(self) -> Array:
        """The share of each group's cases that the threshold with the most of them does not decide.

        >>> Rule("own", (((0.5, 0.75), (0.9, 0.25)),), np.array([0.5]), np.array([0.2])).drawn.tolist()
        [0.25]
        """
        return np.array([1 - max(share for _, share in mix) for mix in self.mixes])


@dataclass(frozen=True, eq=False)
class GroupThresholds:
    """Groups by their names, the size of each class there, and the rules: arrays with an element a group.

    `unseen` has the rates that each rule expects on cases which had no say in it, NaN where they cannot be told.
    `effective` are the numbers of positives and of negatives that count one each and say as much (Kish 1965).
    """

    names: tuple[str, ...]
    positives: Array
    negatives: Array
    effective: tuple[Array, Array]
    utility: Utility
    rules: Mapping[str, Rule]
    unseen: Mapping[str, Rule]

    def cells(self, rule: Rule) -> Cells:
        """The counts that a rule expects in each group; fractions where thresholds are mixed."""
        tp, fp = rule.tpr * self.positives, rule.fpr * self.negatives
        return Cells(tp=tp, fp=fp, fn=self.positives - tp, tn=self.negatives - fp)

    def cost(self, rule: Rule) -> Array:
        """What a rule costs a case of each group beside right answers only, in the unit of the payoffs."""
        positive, negative = self.utility.stakes
        cells = self.cells(rule)
        return np.asarray((positive * cells.fn + negative * cells.fp) / cells.total)

    def cost_of_all(self, rule: Rule) -> float:
        """The value for a case of all groups together."""
        sizes = self.positives + self.negatives
        return float(self.cost(rule) @ sizes / sizes.sum())

    def cost_interval(self, rule: Rule, level: float | None = None) -> Interval:
        """The cost of a case of all groups with the interval of the rates, class sizes kept.

        Wilson's limits (1927) of the rates of each class of each group (`significance.within`), combined by the method
        of variance estimates recovery (Zou & Donner 2008). The thresholds are taken as given.
        Raises `InputError` "level must be between 0 and 1, got 95".
        """
        from scipy.special import ndtri

        level = confident(level)
        value = self.cost_of_all(rule)
        if math.isnan(value) or np.isnan(self.effective).any():
            return UNKNOWN if math.isnan(value) else Interval(value)
        z = float(ndtri((1 + level) / 2))
        total = float((self.positives + self.negatives).sum())
        positive, negative = (float(stake) for stake in self.utility.stakes)
        below = above = 0.0
        for rate, size, own, stake in (
            (1 - rule.tpr, self.positives, self.effective[0], positive),
            (rule.fpr, self.negatives, self.effective[1], negative),
        ):
            ends = within((rate * own)[:, None], own[:, None], [-z, z]) - rate[:, None]
            below, above = (
                past + float(np.square(stake * size / total * end).sum())
                for past, end in zip((below, above), ends.T, strict=True)
            )
        return Interval(value, value - math.sqrt(below), value + math.sqrt(above))


@dataclass(frozen=True, eq=False)
class _Corners:
    """Thresholds at the corners of the ROC curve's convex hull, above and below, with their rates; descending."""

    table: ScoreTable
    threshold: Array
    tpr: Array
    fpr: Array
    upper: NDArray[np.bool_]

    @classmethod
    def of(cls, table: ScoreTable) -> "_Corners":
        swapped = ScoreTable(table.score, table.negatives, table.positives)
        plain = ScoreTable(table.score, table.positives, table.negatives)
        above, below = (np.append(pooled(each).score, np.inf) for each in (plain, swapped))
        threshold = np.unique(np.concatenate((above, below)))[::-1]
        tpr, fpr = _rates(plain, threshold)
        return cls(plain, threshold, tpr, fpr, np.isin(threshold, above))

    @property
    def on_top(self) -> "_Corners":
        """The corners above alone."""
        at = self.upper
        return _Corners(self.table, self.threshold[at], self.tpr[at], self.fpr[at], at[at])

    def mix(self, shares: Mapping[int, float]) -> Mix:
        """The thresholds at some places, each with its share."""
        kept = {place: share for place, share in shares.items() if share > ROUNDING}
        whole = sum(kept.values())
        return tuple(sorted((float(self.threshold[place]), share / whole) for place, share in kept.items()))


def _rates(table: ScoreTable, threshold: Any) -> tuple[Array, Array]:
    counts = table.at(threshold)
    return np.asarray(counts.tp / counts.positives), np.asarray(counts.fp / counts.negatives)


def group_thresholds(
    tables: Mapping[str, ScoreTable],
    utility: Utility,
    *,
    rng: np.random.Generator,
    deals: int = 5,
) -> GroupThresholds:
    """The thresholds of least cost under each rule, what they lead to, and what to expect of them on unseen cases.

    Both classes must have cases in each group. For unseen cases each group is dealt to three parts, class by class, and
    each part is judged by the thresholds chosen on the others, `deals` times; NaN where a class of a group has fewer
    than three cases. Every rule can be met: calling a share of the cases blindly gives all groups that TPR and FPR,
    and calling half of them an accuracy of 1/2.

    Raises `InputError` "there must be two groups or more with cases of both classes, got 1", "group a must have cases
    of both classes, got 0 positive and 3 negative", and as `costs.checked_stakes` where payoffs reward wrong answers.

    >>> tables = {"a": ScoreTable.of([1, 2, 3, 4], [0, 1, 0, 1]), "b": ScoreTable.of([1, 2, 3, 4], [0, 0, 1, 1])}
    >>> found = group_thresholds(tables, Utility(tp=0, fp=-1, fn=-1, tn=0), rng=np.random.default_rng(1))
    >>> found.rules["own"].mixes, found.cost(found.rules["own"]).tolist()
    ((((2.0, 1.0),), ((3.0, 1.0),)), [0.25, 0.0])
    >>> found.rules["rates"].tpr.tolist(), found.rules["rates"].fpr.tolist()
    ([0.5, 0.5], [0.0, 0.0])
    """
    if len(tables) < 2:
        raise InputError(f"there must be two groups or more with cases of both classes, got {len(tables)}")
    checked_stakes(utility)
    for name, table in tables.items():
        sizes = [float(tally.sum()) for tally in (table.positives, table.negatives)]
        if not all(sizes):
            raise InputError(
                f"group {name} must have cases of both classes, got {sizes[0]:g} positive and {sizes[1]:g} negative"
            )
    own = list(tables.values())
    positives, negatives = (
        np.array([float(getattr(table, side).sum()) for table in own]) for side in ("positives", "negatives")
    )
    effective = np.array([table.effective for table in own]).T
    rules = _rules(own, utility)
    return GroupThresholds(
        tuple(tables),
        positives,
        negatives,
        (effective[0], effective[1]),
        utility,
        rules,
        _unseen(own, utility, deals, rng),
    )


def _rules(tables: Sequence[ScoreTable], utility: Utility) -> dict[str, Rule]:
    corners = [_Corners.of(table) for table in tables]
    stakes = [float(stake) for stake in utility.stakes]
    worths = [
        stakes[0] * one.tpr * one.table.positives.sum() - stakes[1] * one.fpr * one.table.negatives.sum()
        for one in corners
    ]
    every = ScoreTable.summed(
        *(np.concatenate([getattr(one.table, side) for one in corners]) for side in ("score", "positives", "negatives"))
    )
    line = best(every, utility).threshold
    mixes: dict[str, list[Mix]] = {
        "one": [((line, 1.0),) for _ in corners],
        "opportunity": _equal(corners, worths, lambda one: one.tpr),
        "rates": _equal_rates([one.on_top for one in corners], stakes),
        "accuracy": _equal(corners, worths, _accuracy),
        "own": [((best(one.table, utility).threshold, 1.0),) for one in corners],
    }
    return {name: _rule(name, own, [one.table for one in corners]) for name, own in mixes.items()}


def _rule(name: str, mixes: Sequence[Mix], tables: Sequence[ScoreTable]) -> Rule:
    """A rule with the rates that its mixes have on some tables, in the order of the groups."""
    rates = []
    for mix, table in zip(mixes, tables, strict=True):
        threshold, share = np.array(mix).T
        rates.append([float(share @ rate) for rate in _rates(table, threshold)])
    tpr, fpr = np.array(rates).T
    return Rule(name, tuple(mixes), tpr, fpr)


def _accuracy(one: _Corners) -> Array:
    P, N = one.table.positives.sum(), one.table.negatives.sum()
    return np.asarray((one.tpr * P + (1 - one.fpr) * N) / (P + N))


def _equal(corners: Sequence[_Corners], worths: Sequence[Array], of: Callable[[_Corners], Array]) -> list[Mix]:
    """Mixes that give all groups the same of a quantity that there is a common value of, worth most together.

    The most that a group is worth at each value of the quantity is concave and made of straight pieces, and so is the
    sum over groups: it is greatest at an end of a piece.
    """
    quantity = [of(one) for one in corners]
    hulls = [_upper_hull(values, worth) for values, worth in zip(quantity, worths, strict=True)]
    low = max(values[hull[0]] for values, hull in zip(quantity, hulls, strict=True))
    high = min(values[hull[-1]] for values, hull in zip(quantity, hulls, strict=True))
    ends = np.concatenate([values[hull] for values, hull in zip(quantity, hulls, strict=True)])
    at = np.unique(np.clip(ends, low, high))
    total = sum(
        np.interp(at, values[hull], worth[hull]) for values, worth, hull in zip(quantity, worths, hulls, strict=True)
    )
    place = at[int(np.argmax(total))]
    return [
        one.mix(_between(values[hull], hull, float(place)))
        for one, values, hull in zip(corners, quantity, hulls, strict=True)
    ]


def _upper_hull(x: Array, y: Array) -> Array:
    """Places of the corners of the upper hull of some points, from left to right (Andrew 1979)."""
    hull: list[int] = []
    order = np.lexsort((-y, x))
    new = np.append(True, np.diff(x[order]) > ROUNDING)
    for place in order[new].tolist():
        while len(hull) > 1:
            before, last = hull[-2], hull[-1]
            turn = (x[last] - x[before]) * (y[place] - y[before]) - (y[last] - y[before]) * (x[place] - x[before])
            if turn < 0:
                break
            hull.pop()
        hull.append(place)
    return np.array(hull)


def _between(x: Array, places: Array, at: float) -> dict[int, float]:
    """The shares of two neighbours whose mean is `at`; `x` ascends, and belongs to these places."""
    right = min(max(int(np.searchsorted(x, at)), 1), x.size - 1)
    if x.size == 1:
        return {int(places[0]): 1.0}
    share = float(np.clip((at - x[right - 1]) / (x[right] - x[right - 1]), 0.0, 1.0))
    return {int(places[right - 1]): 1 - share, int(places[right]): share}


def _equal_rates(corners: Sequence[_Corners], stakes: Sequence[float]) -> list[Mix]:
    """Mixes with the same TPR and FPR in all groups, worth most: a point below each group's hull.

    The highest TPR that all groups reach is concave in the FPR and made of straight pieces.
    """
    a, b = (
        stake * sum(float(getattr(one.table, side).sum()) for one in corners)
        for stake, side in zip(stakes, ("positives", "negatives"), strict=True)
    )
    roofs = [_steps_up(one) for one in corners]

    def reached(x: Array) -> Array:
        return np.asarray(np.min([_roof(roof, x) for roof in roofs], axis=0))

    ends = np.unique(np.concatenate([fpr for fpr, _ in roofs]))
    middle = int(np.argmax(a * reached(ends) - b * ends))
    candidates = [ends]
    for left, right in ((middle - 1, middle), (middle, middle + 1)):
        if left >= 0 and right < ends.size:
            candidates.append(_crossings(roofs, float(ends[left]), float(ends[right])))
    every = np.concatenate(candidates)
    heights = reached(every)
    place = int(np.argmax(a * heights - b * every))
    return [one.mix(_below(one, float(every[place]), float(heights[place]))) for one in corners]


def _steps_up(one: _Corners) -> tuple[Array, Array]:
    """FPR and the highest TPR there, at the corners above, ascending."""
    last = np.append(np.diff(one.fpr) > 0, True)
    return one.fpr[last], one.tpr[last]


def _roof(roof: tuple[Array, Array], x: Array) -> Array:
    return np.asarray(np.interp(x, *roof))


def _crossings(roofs: Sequence[tuple[Array, Array]], left: float, right: float) -> Array:
    """The crossings of two of the roofs, which are straight between two places."""
    heights = np.array([_roof(roof, np.array([left, right])) for roof in roofs])
    gap = heights[:, None, :] - heights[None, :, :]
    start, end = gap[..., 0], gap[..., 1]
    crossing = start * end < 0
    return np.asarray(left + (right - left) * start[crossing] / (start - end)[crossing])


def _below(one: _Corners, x: float, y: float) -> dict[int, float]:
    """A point of the hull as a mix of two neighbouring corners and a constant answer, with as little of it as can be.

    From the corner that stands for a constant answer a ray through the point leaves the hull between two neighbours.
    """
    mixes = [_fan(one, x, y, constant) for constant in (0, one.threshold.size - 1)]
    return max(mixes, key=lambda mix: mix[0])[1]


def _fan(one: _Corners, x: float, y: float, constant: int) -> tuple[float, dict[int, float]]:
    """The share that the two neighbours have, and all shares by places; the rays start at the corner `constant`."""
    right, up = one.fpr - one.fpr[constant], one.tpr - one.tpr[constant]
    dx, dy = x - one.fpr[constant], y - one.tpr[constant]
    if abs(dx) < ROUNDING and abs(dy) < ROUNDING:
        return 1.0, {constant: 1.0}
    side = right * dy - up * dx
    others = np.flatnonzero(np.arange(side.size) != constant)
    first = others[:-1]
    turned = np.flatnonzero((side[first] <= ROUNDING) & (side[first + 1] >= -ROUNDING))
    options = []
    for place in first[turned].tolist():
        matrix = np.array([right[[place, place + 1]], up[[place, place + 1]]])
        if abs(np.linalg.det(matrix)) < ROUNDING**2:
            continue
        shares = np.clip(np.linalg.solve(matrix, [dx, dy]), 0.0, 1.0)
        options.append((float(shares.sum()), {place: float(shares[0]), place + 1: float(shares[1])}))
    if not options:
        # All corners lie on one line through the constant answer.
        far = others[-1] if constant == 0 else others[0]
        length = abs(right[far]) + abs(up[far])
        options.append(((abs(dx) + abs(dy)) / length, {int(far): (abs(dx) + abs(dy)) / length}))
    whole, shares_of = min(options, key=lambda option: option[0])
    return whole, shares_of | {constant: shares_of.get(constant, 0.0) + max(1 - whole, 0.0)}


def _unseen(tables: Sequence[ScoreTable], utility: Utility, deals: int, rng: np.random.Generator) -> dict[str, Rule]:
    """The mean rates of each rule on parts that had no say in it; NaN where they cannot be dealt."""
    nothing = np.full(len(tables), math.nan)
    unknown = {name: Rule(name, (), nothing, nothing) for name in RULES}
    if any(table.weighted and table.squares is None for table in tables):
        return unknown
    tables = [table.unweighted() for table in tables]
    if min(min(table.effective) for table in tables) < PARTS:
        return unknown
    rates: dict[str, list[Array]] = {name: [] for name in RULES}
    for _ in range(deals):
        folds = [folds_of(table, PARTS, rng=rng) for table in tables]
        for parts in zip(*folds, strict=True):
            held = [part.held_out for part in parts]
            for name, rule in _rules([part.training for part in parts], utility).items():
                judged = _rule(name, rule.mixes, held)
                rates[name].append(np.array([judged.tpr, judged.fpr]))
    means = {name: np.mean(parts, axis=0) for name, parts in rates.items()}
    return {name: Rule(name, (), mean[0], mean[1]) for name, mean in means.items()}
