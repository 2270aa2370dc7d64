"""Which rates are best: for one category, for all of them in turn with their thresholds, and for each applicant alone.

After M. Gong, *Studies on classification problems and application in consumer lending optimization system*, University
of Delaware, 2022, sections 9.3.2 and 9.3.3; see `cutoffs` for what is given.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import brentq

from ddcore.arrays import Array
from ddcore.decisions.cutoffs import (
    DEFAULT_LIMITS,
    LendingLimits,
    LoanTerms,
    Policy,
    checked_rates,
    cutoff_policy,
    expected_profit,
)
from ddcore.decisions.take_up import TakeUp
from ddcore.errors import InputError
from ddcore.table import ScoreTable


@dataclass(frozen=True, eq=False)
class Book:
    """Applicants to optimise for: their risks, ascending, and what share of the applicants has each, summing to 1."""

    risk: Array
    share: Array

    @classmethod
    def of(cls, table: ScoreTable, most: int = 4000) -> "Book":
        """From a table whose scores are risks; more than `most` are put together with their neighbours, mean kept.

        Raises `InputError` "a risk must be between 0 and 1, got -3 to 2" and "a book needs an applicant, got none".

        >>> book = Book.of(ScoreTable.of([0.1, 0.1, 0.4], [0, 0, 1]))
        >>> book.risk.tolist(), book.share.round(4).tolist()
        ([0.1, 0.4], [0.6667, 0.3333])
        """
        cases = np.asarray(table.positives + table.negatives, np.float64)
        held = cases > 0
        risk, cases = table.score[held], cases[held]
        if not risk.size:
            raise InputError("a book needs an applicant, got none")
        if risk[0] < 0 or risk[-1] > 1:
            raise InputError(f"a risk must be between 0 and 1, got {risk[0]:g} to {risk[-1]:g}")
        if risk.size > most:
            group = np.floor((np.cumsum(cases) - cases / 2) / cases.sum() * most).astype(np.intp)
            together, sums = (np.bincount(group, weight, minlength=most) for weight in (cases, cases * risk))
            kept = together > 0
            risk, cases = np.asarray(sums[kept] / together[kept]), np.asarray(together[kept], np.float64)
        return cls(risk, cases / cases.sum())

    def profit(self, terms: LoanTerms, take_up: TakeUp, policy: Policy) -> float:
        """Expected profit per applicant of the book, those not approved included, if the risks are right."""
        if not take_up.by_risk:
            parts = _parts(self, policy.bounds)
            rate = np.array(policy.rates)[parts.held]
            by_part = (parts.share - parts.risks) * terms.repaid(rate) + parts.risks * terms.defaulted
            return float(by_part @ take_up(rate))
        return self.profit_one_by_one(terms, take_up, policy)

    def profit_one_by_one(self, terms: LoanTerms, take_up: TakeUp, policy: Policy) -> float:
        """`profit` with the rate of each applicant."""
        approved = self.risk <= policy.last
        rate = policy.rate(self.risk[approved])
        return float(self.share[approved] @ expected_profit(terms, take_up, rate, self.risk[approved]))


@dataclass(frozen=True, eq=False)
class Parts:
    """The categories that somebody of a book is in: `held` of all, and from where in the book to where.

    `share` is that of the applicants, `risks` the sum of their risks times their shares.
    """

    held: NDArray[np.intp]
    starts: NDArray[np.intp]
    ends: NDArray[np.intp]
    share: Array
    risks: Array


@lru_cache(4)  # a policy is priced, and what it earns is summed
def _parts(book: Book, bounds: tuple[float, ...]) -> Parts:
    ends = np.searchsorted(book.risk, np.array(bounds), side="right")
    starts = np.append(0, ends)[:-1]
    held = np.flatnonzero(ends > starts)
    starts, ends = starts[held], ends[held]
    if not held.size:
        return Parts(held, starts, ends, np.zeros(0), np.zeros(0))
    share, risk = book.share[: ends[-1]], book.risk[: ends[-1]]
    return Parts(held, starts, ends, np.add.reduceat(share, starts), np.add.reduceat(share * risk, starts))


MARGIN_STEP = 0.001
"""The step of the margins that are tried."""


def margin_profits(
    book: Book, terms: LoanTerms, rates: Sequence[float], take_up: TakeUp, limits: LendingLimits = DEFAULT_LIMITS
) -> tuple[Array, Array]:
    """Every margin in steps of a tenth of a percent, ascending, and what it earns per applicant in expectation.

    Two arrays of one length. Raises `InputError` as `checked_rates`.

    >>> from ddcore.decisions.take_up import quartic
    >>> book = Book.of(ScoreTable.of([0.05, 0.1, 0.2], [0, 0, 1]))
    >>> margin, profit = margin_profits(book, LoanTerms(), [0.2, 0.4], quartic())
    >>> margin.size, round(float(margin[profit.argmax()]), 3)
    (371, 0.121)
    """
    rising = checked_rates(rates, limits)
    tried = np.asarray(np.arange(round(max(rising[-1] - terms.funds, 0.0) / MARGIN_STEP) + 1) * MARGIN_STEP)
    earned = np.zeros(tried.size)
    before = np.zeros(tried.size, dtype=np.intp)
    for rate in rising:
        bound = np.minimum(rate - terms.funds - tried, limits.riskiest)
        place = np.maximum(np.searchsorted(book.risk, bound, side="right"), before)
        reached = np.concatenate(([0.0], np.cumsum(book.share * expected_profit(terms, take_up, rate, book.risk))))
        earned += reached[place] - reached[before]
        before = place
    return tried, earned


GRID_RATES = 201
"""Even rates among which the best one is looked for before it is refined."""
PEAKS = 3
"""Peaks of the profit on that grid that are refined."""


@lru_cache(8)
def rate_grid(take_up: TakeUp, limits: LendingLimits) -> Array:
    """Rates within the limits, ascending: an even grid, and all at which the slope of the take-up may leap.

    Between the two neighbours of the best of them lies the best rate of all.

    >>> from ddcore.decisions.take_up import through_points
    >>> rate_grid(through_points([0, 0.2123, 0.4], [1, 0.5, 0]), DEFAULT_LIMITS)[84:88].tolist()
    [0.21, 0.2123, 0.2125, 0.215]
    """
    even = np.linspace(limits.low, limits.high, GRID_RATES)
    bends = [rate for rate in take_up.bends if limits.low < rate < limits.high]
    return np.unique(np.append(even, bends))


def best_rate(book: Book, terms: LoanTerms, take_up: TakeUp, among: slice, limits: LendingLimits) -> float:
    """The one rate that earns most from the applicants `among` a book.

    The root of equation 9.11 of Gong 2022, or a limit. Each peak on a grid of rates is refined, so that for a take-up
    that is not concave the highest is found.

    >>> from ddcore.decisions.take_up import quartic
    >>> book = Book.of(ScoreTable.of([0.05, 0.1, 0.2], [0, 0, 1]))
    >>> round(best_rate(book, LoanTerms(), quartic(), slice(None), DEFAULT_LIMITS), 4)
    0.3269
    """
    risk, share = book.risk[among], book.share[among]
    if not take_up.by_risk:
        return float(_rates_alone(np.array([share @ risk / share.sum()]), terms, take_up, limits)[0][0])

    def earned(rates: ArrayLike) -> Array:
        return np.asarray(expected_profit(terms, take_up, np.asarray(rates)[..., None], risk) @ share)

    def slope(rate: float) -> float:
        at = np.asarray(rate)
        taken, steep = take_up.share(at, risk), take_up.slope(at, risk)
        return float((steep * terms.profit(at, risk) + taken * (1 - risk)) @ share)

    grid = rate_grid(take_up, limits)
    profits = earned(grid)
    around = np.concatenate(([-math.inf], profits, [-math.inf]))
    peaks = np.flatnonzero((profits >= around[:-2]) & (profits >= around[2:]))
    rates = [float(grid[peaks[np.argmax(profits[peaks])]])]
    for peak in peaks[np.argsort(-profits[peaks], kind="stable")][:PEAKS].tolist():
        here = float(grid[peak])
        for left, right in ((float(grid[max(peak - 1, 0)]), here), (here, float(grid[min(peak + 1, grid.size - 1)]))):
            # The slope leaps at a bend: each bracket is searched just inside its ends.
            low, high = np.nextafter(left, right), np.nextafter(right, left)
            if low < high and slope(low) > 0 > slope(high):
                rates.append(float(brentq(slope, low, high, xtol=1e-15)))
    return rates[int(np.argmax(earned(rates)))]


HALVINGS = 8
"""The part of a bracket between two rates of the grid on which the slope of the profit is almost straight."""
STRAIGHT_LINES = 4
"""Through the slopes at both ends of what is left: each meets zero thousands of times nearer to the root."""


def _rates_alone(risk: Array, terms: LoanTerms, take_up: TakeUp, limits: LendingLimits) -> tuple[Array, Array]:
    """For each risk the rate that earns most, and what it earns, which may be nothing or less.

    As `best_rate`, but by halving the brackets for all risks and peaks at once, and the rule of false position.
    """
    places, grid = np.arange(risk.size), rate_grid(take_up, limits)
    profits = expected_profit(terms, take_up, grid[:, None], risk)
    ends = np.full((1, risk.size), -math.inf)
    around = np.concatenate([ends, profits, ends])
    left = np.where((profits >= around[:-2]) & (profits >= around[2:]), profits, -math.inf)
    peaks = np.empty((PEAKS, risk.size), np.intp)
    for peak in peaks:
        peak[:] = np.argmax(left, axis=0)
        left[peak, places] = -math.inf
    low = grid[np.stack([np.maximum(peaks - 1, 0), peaks], axis=1)]
    high = grid[np.stack([peaks, np.minimum(peaks + 1, grid.size - 1)], axis=1)]
    repaid, lost = 1 - risk, risk * terms.defaulted

    def slope(rate: Array) -> Array:
        steep, taken = take_up.slope(rate, risk), take_up.share(rate, risk)
        return steep * (repaid * terms.repaid(rate) + lost) + taken * repaid

    for _ in range(HALVINGS):
        middle = (low + high) / 2
        rises = slope(middle) > 0
        low, high = np.where(rises, middle, low), np.where(rises, high, middle)
    at_low, at_high = slope(low), slope(high)
    for _ in range(STRAIGHT_LINES):
        fall = at_low - at_high
        part = np.divide(at_low, fall, out=np.full(fall.shape, 0.5), where=fall != 0)
        root = low + np.clip(part, 0, 1) * (high - low)
        at_root = slope(root)
        rises = at_root > 0
        low, at_low = np.where(rises, root, low), np.where(rises, at_root, at_low)
        high, at_high = np.where(rises, high, root), np.where(rises, at_high, at_root)
    rates = np.concatenate([grid[peaks][:, None], root], axis=1).reshape(3 * PEAKS, risk.size)
    earned = expected_profit(terms, take_up, rates, risk)
    return rates[np.argmax(earned, axis=0), places], earned.max(axis=0)


CLOSE = 1e-6
"""A first step of Newton so small leaves a root that the next step finds but for rounding."""


def _rates_between(risk: Array, terms: LoanTerms, take_up: TakeUp, limits: LendingLimits) -> Array:
    """The rates of `_rates_alone`, from those at the two nearest of many risks: they rise with the risk.

    From the straight line between the two one step of Newton and one of the secant. At limits and bends, and where the
    best rate leaps, they are looked for by `_rates_alone`.
    """
    known, rates, rise = _known_rises(terms, take_up, limits)
    left = np.minimum(np.maximum(known.searchsorted(risk), 1), known.size - 1) - 1
    line = rates[left] + (risk - known[left]) * rise[left]
    repaid, lost = 1 - risk, risk * terms.defaulted
    with np.errstate(all="ignore"):
        steep, taken, earned = take_up.slope(line, risk), take_up.share(line, risk), line - terms.funds
        slope = steep * (repaid * earned + lost) + taken * repaid
        # Along the best rates the slope stays 0: it falls with the rate as fast as it rises with the risk.
        fall = (steep * (terms.defaulted - earned) - taken) / rise[left]
        step = slope / fall
        near = line + step
        steep, taken = take_up.slope(near, risk), take_up.share(near, risk)
        rest = steep * (repaid * (near - terms.funds) + lost) + taken * repaid
        found = np.where(rest == slope, near, near + step * rest / (slope - rest))
        sure = np.abs(step) <= CLOSE
    if not sure.all():
        found[~sure] = _rates_alone(risk[~sure], terms, take_up, limits)[0]
    return np.asarray(found)


def best_prices(
    book: Book, terms: LoanTerms, take_up: TakeUp, policy: Policy, limits: LendingLimits = DEFAULT_LIMITS
) -> Policy:
    """The categories, each at the rate that earns most from its applicants (Gong 2022, Proposition 19).

    Where a riskier category would get a lower rate than a safer one, both get one rate. Categories without applicants
    are left out.

    >>> from ddcore.decisions.take_up import quartic
    >>> book = Book.of(ScoreTable.of([0.05, 0.1, 0.2], [0, 0, 1]))
    >>> priced = best_prices(book, LoanTerms(), quartic(), Policy((0.2, 0.4), (0.1, 0.3)))
    >>> [round(rate, 4) for rate in priced.rates], priced.bounds
    ([0.3173, 0.3502], (0.1, 0.3))
    """
    found = _parts(book, policy.bounds)
    places = (each.tolist() for each in (found.held, found.starts, found.ends))
    parts = {i: slice(first, last) for i, first, last in zip(*places, strict=True)}
    if take_up.by_risk or not parts:
        alone = [best_rate(book, terms, take_up, among, limits) for among in parts.values()]
    else:
        # All that matters of the applicants of a category is their mean risk.
        alone = _rates_between(found.risks / found.share, terms, take_up, limits).tolist()
    groups: list[tuple[list[int], slice, float]] = []
    for (i, among), rate in zip(parts.items(), alone, strict=True):
        members = [i]
        while groups and groups[-1][2] > rate:
            others, before, _ = groups.pop()
            members, among = [*others, *members], slice(before.start, among.stop)
            rate = best_rate(book, terms, take_up, among, limits)
        groups.append((members, among, rate))
    priced = {i: rate for members, _, rate in groups for i in members}
    kept = sorted(priced)
    return Policy(tuple(priced[i] for i in kept), tuple(policy.bounds[i] for i in kept))


@dataclass(frozen=True)
class AlternationStep:
    """One step of the alternation: after "thresholds" or "prices", the policy and its expected profit per applicant.

    >>> from ddcore.decisions.take_up import quartic
    >>> steps = alternation(Book.of(ScoreTable.of([0.05, 0.2], [0, 1])), LoanTerms(), [0.4], quartic())
    >>> [(step.what, round(step.policy.rates[0], 4), round(step.profit, 4)) for step in steps[:2]]
    [('thresholds', 0.4, 0.0964), ('prices', 0.3289, 0.1138)]
    """

    what: str
    policy: Policy
    profit: float


MAX_ROUNDS = 200
TOLERANCE = 1e-10
"""Relative gain of a round below which the alternation ends."""


def alternation(
    book: Book, terms: LoanTerms, rates: Sequence[float], take_up: TakeUp, limits: LendingLimits = DEFAULT_LIMITS
) -> tuple[AlternationStep, ...]:
    """Best thresholds and best prices in turn, from the given rates to a fixed point (Gong 2022, Algorithm 2).

    No step earns less than the one before. Categories that the thresholds leave empty are first put to use: the one
    with most applicants is cut in two at its middle, at one rate, as often as there are empty ones. If the given rates
    earn nothing from anybody, all applicants who would at a rate of their own are divided so. Raises `InputError` as
    `checked_rates`.

    >>> from ddcore.decisions.take_up import quartic
    >>> book = Book.of(ScoreTable.of([0.05, 0.1, 0.2], [0, 0, 1]))
    >>> first, *_, last = alternation(book, LoanTerms(), [0.2, 0.4], quartic())
    >>> round(first.profit, 4), round(last.profit, 4)
    (0.0992, 0.1185)
    """
    policy = cutoff_policy(terms, rates, take_up, limits)
    steps = [AlternationStep("thresholds", policy, book.profit(terms, take_up, policy))]
    if not steps[0].profit > 0:
        risk, _, earned = individual_rates(terms, take_up, limits)
        policy = Policy((limits.high,), (float(risk[earned > 0].max(initial=-math.inf)),))
    policy = _divided(book, policy, len(rates))
    for _ in range(MAX_ROUNDS):
        priced = best_prices(book, terms, take_up, policy, limits)
        if not priced.rates:
            break
        steps.append(_better(steps[-1], AlternationStep("prices", priced, book.profit(terms, take_up, priced))))
        distinct = sorted(set(steps[-1].policy.rates))
        cut = cutoff_policy(terms, distinct, take_up, limits)
        steps.append(_better(steps[-1], AlternationStep("thresholds", cut, book.profit(terms, take_up, cut))))
        if steps[-1].profit - steps[-3].profit <= TOLERANCE * abs(steps[-1].profit):
            break
        policy = steps[-1].policy
    return tuple(steps)


def _better(before: AlternationStep, after: AlternationStep) -> AlternationStep:
    """The later step, unless rounding made it earn less: then what it had before."""
    return after if after.profit >= before.profit else AlternationStep(after.what, before.policy, before.profit)


def _divided(book: Book, policy: Policy, categories: int) -> Policy:
    """A policy of the same decisions without empty categories; large ones are cut in two until there are as many."""
    ends = np.searchsorted(book.risk, np.array(policy.bounds), side="right").tolist()
    starts = [0, *ends[:-1]]
    parts = [
        (first, last, rate, bound)
        for first, last, rate, bound in zip(starts, ends, policy.rates, policy.bounds, strict=True)
        if last > first
    ]
    reached = np.concatenate(([0.0], np.cumsum(book.share)))
    while 0 < len(parts) < categories:
        at = max(
            range(len(parts)),
            key=lambda i: (parts[i][1] - parts[i][0] > 1, reached[parts[i][1]] - reached[parts[i][0]]),
        )
        first, last, rate, bound = parts[at]
        if last - first < 2:
            break
        half = (reached[first] + reached[last]) / 2
        middle = int(np.clip(np.searchsorted(reached, half), first + 1, last - 1))
        parts[at : at + 1] = [(first, middle, rate, float(book.risk[middle - 1])), (middle, last, rate, bound)]
    return Policy(tuple(rate for *_, rate, _ in parts), tuple(part[3] for part in parts))


GRID_RISKS = 2001
"""Risks at which a price of one's own is computed; between them it is straight."""


def individual_rates(
    terms: LoanTerms, take_up: TakeUp, limits: LendingLimits = DEFAULT_LIMITS
) -> tuple[Array, Array, Array]:
    """Risks, the rate that earns most at each, and what it earns: no policy can earn more from such an applicant.

    Three arrays of `GRID_RISKS` elements, risks ascending from 0 to the highest allowed. Rates are NaN where none earns
    anything. As `best_rate`, but for all risks at once.

    >>> from ddcore.decisions.take_up import quartic
    >>> risk, rate, profit = individual_rates(LoanTerms(), quartic())
    >>> risk[200].round(3), rate[200].round(4), profit[200].round(4)
    (np.float64(0.1), np.float64(0.3229), np.float64(0.126))
    """
    risk, rate, most = _known_rates(terms, take_up, limits)
    return risk, np.where(most > 0, rate, np.nan), np.maximum(most, 0.0)


@lru_cache(8)
def _known_rates(terms: LoanTerms, take_up: TakeUp, limits: LendingLimits) -> tuple[Array, Array, Array]:
    """`GRID_RISKS` risks with the rates of `_rates_alone`, and what these earn."""
    risk = np.linspace(0, limits.riskiest, GRID_RISKS)
    return risk, *_rates_alone(risk, terms, take_up, limits)


@lru_cache(8)
def _known_rises(terms: LoanTerms, take_up: TakeUp, limits: LendingLimits) -> tuple[Array, Array, Array]:
    """The risks and rates of `_known_rates`, and the rise of the rate over the risk up to the next of them.

    NaN where the rate stays, and where a bend lies between or next to it.
    """
    risk, rate, _ = _known_rates(terms, take_up, limits)
    low, high, bends = rate[:-1], rate[1:], np.array(take_up.bends)
    smooth = (high > low) & (np.searchsorted(bends, low) == np.searchsorted(bends, high, side="right"))
    return risk, rate, np.where(smooth, np.diff(rate) / np.diff(risk), np.nan)
