"""Who is approved at which rate: one margin for all, best cut-offs for given rates, best prices, and both in turn.

After a dissertation on likelihood transformations, chapter 9. Rates, shares and profits are parts of the amount lent.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import brentq

from ddcore.decisions.take_up import TakeUp
from ddcore.decisions.utility import numbers
from ddcore.errors import InputError
from ddcore.table import ScoreTable

Array = NDArray[np.float64]

HIGHEST = 10.0
"""The highest rate that may be asked for, 1,000 %."""


@dataclass(frozen=True)
class Terms:
    """What a loan costs the lender: `funds` is the rate of the lender's own money, `loss` what a default loses of it.

    Raises `InputError` "the cost of funds must be between 0 and 1, got 3" and "the loss given default must ...".
    """

    funds: float = 0.03
    loss: float = 0.5

    def __post_init__(self) -> None:
        for name, value in (("cost of funds", self.funds), ("loss given default", self.loss)):
            if not 0 <= float(numbers(f"the {name}", value)) <= 1:
                raise InputError(f"the {name} must be between 0 and 1, got {value:g}; a percent is 0.01")
        if self.funds + self.loss == 0:
            raise InputError("a default must cost something: the cost of funds and the loss are both 0")

    def repaid(self, rate: ArrayLike) -> Array:
        """Profit of a loan that is paid back (dissertation, Table 9.1: c10)."""
        return np.asarray(np.asarray(rate, np.float64) - self.funds)

    @property
    def defaulted(self) -> float:
        """Profit of a loan that is not (Table 9.1: c1)."""
        return -(self.loss + self.funds)

    def profit(self, rate: ArrayLike, risk: ArrayLike) -> Array:
        """Expected profit of a loan that is taken; `risk` is the probability of default."""
        chance = np.asarray(risk, np.float64)
        return np.asarray((1 - chance) * self.repaid(rate) + chance * self.defaulted)

    def no_profit(self, rate: ArrayLike) -> Array:
        """The risk from which on a rate loses money: (r - funds) / (r + loss), at least 0 (dissertation, 9.4)."""
        rates = np.asarray(rate, np.float64)
        return np.maximum(self.repaid(rates) / np.maximum(rates + self.loss, 1e-300), 0.0)


@dataclass(frozen=True)
class Limits:
    """What the law or the lender allows: rates from `low` to `high`, and nobody approved above a risk of `riskiest`."""

    low: float = 0.0
    high: float = 0.5
    riskiest: float = 1.0

    def __post_init__(self) -> None:
        for name, value in (("lowest rate", self.low), ("highest rate", self.high), ("highest risk", self.riskiest)):
            numbers(f"the {name}", value)
        if not 0 <= self.low < self.high <= HIGHEST:
            raise InputError(
                f"the highest rate must be above the lowest, both between 0 and {HIGHEST:g}, got {self.low:g} and "
                f"{self.high:g}"
            )
        if not 0 <= self.riskiest <= 1:
            raise InputError(f"the highest risk must be between 0 and 1, got {self.riskiest:g}")


USUAL = Limits()


def checked(rates: Sequence[float], limits: Limits) -> tuple[float, ...]:
    """Rates of the categories, lowest first.

    Raises `InputError` "a lender needs a rate or more, got none", "rates must rise, got 0.22 after 0.28" and "a rate
    must be between 0 and 0.5, the limits, got 0.6".
    """
    rising = numbers("a rate", rates)
    if rising.ndim != 1 or not rising.size:
        raise InputError("a lender needs a rate or more, got none")
    for one, other in pairwise(rising.tolist()):
        if not other > one:
            raise InputError(f"rates must rise, got {other:g} after {one:g}")
    for rate in rising.tolist():
        if not limits.low <= rate <= limits.high:
            raise InputError(f"a rate must be between {limits.low:g} and {limits.high:g}, the limits, got {rate:g}")
    return tuple(rising.tolist())


@dataclass(frozen=True)
class Policy:
    """Category i gets `rates[i]` above a risk of `bounds[i-1]` up to `bounds[i]`; neither falls.

    A category whose bound is that of the one before has nobody, nor have the first ones whose bound is -inf. Above the
    last bound nobody is approved.
    """

    rates: tuple[float, ...]
    bounds: tuple[float, ...]

    @property
    def last(self) -> float:
        """The risk up to which applicants are approved; -inf if nobody is."""
        return self.bounds[-1] if self.bounds else -math.inf

    @property
    def used(self) -> tuple[int, ...]:
        """The categories that somebody could be in."""
        starts = (-math.inf, *self.bounds)
        return tuple(i for i, bound in enumerate(self.bounds) if bound > starts[i])

    def category(self, risk: ArrayLike) -> NDArray[np.intp]:
        """The category of each risk; the number of categories for who is not approved."""
        return np.searchsorted(np.array(self.bounds), np.asarray(risk, np.float64), side="left")

    def rate(self, risk: ArrayLike) -> Array:
        """The rate of each risk, NaN for who is not approved."""
        return np.append(np.array(self.rates), np.nan)[self.category(risk)]


def break_even(terms: Terms, take_up: TakeUp, low: float, high: float) -> float:
    """The risk from which on the higher of two rates earns more (dissertation, equations 9.4 and 9.10, Lemma 5).

    Where risk does not matter for the take-up T: (M - funds N) / (M + loss N), with M = T(high) high - T(low) low and
    N = T(high) - T(low), which may lie outside 0 and 1; else the root in between. +inf where nobody would take the
    higher rate, where the profits never cross, and by risk where the lower rate earns less already at a risk of 0.

    >>> from ddcore.decisions.take_up import quartic
    >>> round(break_even(Terms(), quartic(), 0.35, 0.40), 4)
    0.2702
    """
    if not take_up.by_risk:
        t_low, t_high = float(take_up(low)), float(take_up(high))
        m, n = t_high * high - t_low * low, t_high - t_low
        steeper = m + terms.loss * n
        return (m - terms.funds * n) / steeper if t_high > 0 and steeper else math.inf
    end = float(terms.no_profit(low))

    def ahead(risk: float) -> float:
        # Where the lower rate ends to earn, rounding would leave a trifle of either sign.
        lower = 0.0 if risk == end else float(_expected(terms, take_up, low, risk))
        return lower - float(_expected(terms, take_up, high, risk))

    return float(brentq(ahead, 0, end, xtol=1e-15)) if ahead(end) < 0 <= ahead(0) else math.inf


def _expected(terms: Terms, take_up: TakeUp, rate: ArrayLike, risk: ArrayLike) -> Array:
    """Expected profit of an applicant who is offered a rate: that of a loan, times the chance that it is taken."""
    return np.asarray(terms.profit(rate, risk) * take_up(rate, risk))


def margin_policy(terms: Terms, rates: Sequence[float], margin: float, limits: Limits = USUAL) -> Policy:
    """Risk-based pricing: the lowest rate that covers the cost of funds, one margin for all, and the risk (9.1).

    >>> [round(bound, 4) for bound in margin_policy(Terms(0.02), [0.1399, 0.1799, 0.2599], 0.03).bounds]
    [0.0899, 0.1299, 0.2099]
    """
    rising = checked(rates, limits)
    if not 0 <= float(numbers("the margin", margin)) <= HIGHEST:
        raise InputError(f"the margin must be between 0 and {HIGHEST:g}, got {margin:g}")
    covered = (rate - terms.funds - margin for rate in rising)
    return Policy(rising, tuple(min(risk, limits.riskiest) if risk >= 0 else -math.inf for risk in covered))


def cutoff_policy(terms: Terms, rates: Sequence[float], take_up: TakeUp, limits: Limits = USUAL) -> Policy:
    """The best category for each risk: the upper envelope of the expected profits of all rates, and rejection.

    From the rate that earns most at a risk of 0, on to the rate with the nearest break-even, and so on (dissertation,
    Propositions 16 and 17). Rates that are nowhere best have nobody. The break-evens of neighbours alone (equation
    9.10) need not rise: the hypothesis of Proposition 18 fails at low rates.
    """
    rising = checked(rates, limits)
    at_zero = _expected(terms, take_up, np.array(rising), 0.0)
    bounds = [-math.inf] * len(rising)
    if not at_zero.max() > 0:
        return Policy(rising, tuple(bounds))
    here = int(np.argmax(at_zero))
    reached = 0.0
    while True:
        later = {j: break_even(terms, take_up, rising[here], rising[j]) for j in range(here + 1, len(rising))}
        next_one = min(later, key=lambda j: (later[j], -j), default=None)
        end = float(terms.no_profit(rising[here]))
        if next_one is None or later[next_one] > end:
            reached = max(reached, end)
            bounds[here:] = [reached] * (len(rising) - here)
            break
        reached = max(reached, later[next_one])
        bounds[here:next_one] = [reached] * (next_one - here)
        here = next_one
    return Policy(rising, tuple(min(bound, limits.riskiest) for bound in bounds))


@dataclass(frozen=True, eq=False)
class Book:
    """Applicants to optimise for: their risks, ascending, and what share of the applicants has each."""

    risk: Array
    share: Array

    @classmethod
    def of(cls, table: ScoreTable, most: int = 4000) -> "Book":
        """From a table whose scores are risks; more than `most` are put together with their neighbours, mean kept.

        Raises `InputError` "a risk must be between 0 and 1, got ..." and "a book needs an applicant, got none".
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

    def profit(self, terms: Terms, take_up: TakeUp, policy: Policy) -> float:
        """Expected profit per applicant, if the risks are right."""
        approved = self.risk <= policy.last
        rate = policy.rate(self.risk[approved])
        return float(self.share[approved] @ _expected(terms, take_up, rate, self.risk[approved]))


MARGINS = 0.001
"""The step of the margins that are tried."""


def margins(
    book: Book, terms: Terms, rates: Sequence[float], take_up: TakeUp, limits: Limits = USUAL
) -> tuple[Array, Array]:
    """Every margin in steps of a tenth of a percent, and what it earns per applicant in expectation."""
    rising = checked(rates, limits)
    tried = np.asarray(np.arange(round(max(rising[-1] - terms.funds, 0.0) / MARGINS) + 1) * MARGINS)
    earned = np.zeros(tried.size)
    before = np.zeros(tried.size, dtype=np.intp)
    for rate in rising:
        bound = np.minimum(rate - terms.funds - tried, limits.riskiest)
        place = np.maximum(np.searchsorted(book.risk, bound, side="right"), before)
        reached = np.concatenate(([0.0], np.cumsum(book.share * _expected(terms, take_up, rate, book.risk))))
        earned += reached[place] - reached[before]
        before = place
    return tried, earned


TRIED = 201
"""Even rates among which the best one is looked for before it is refined."""
PEAKS = 3
"""Peaks that are refined."""


def tried(take_up: TakeUp, limits: Limits) -> Array:
    """Rates within the limits among which the best one lies between two neighbours: an even grid and all bends."""
    even = np.linspace(limits.low, limits.high, TRIED)
    bends = [rate for rate in take_up.bends if limits.low < rate < limits.high]
    return np.unique(np.append(even, bends))


def best_rate(book: Book, terms: Terms, take_up: TakeUp, among: slice, limits: Limits) -> float:
    """The one rate that earns most from some applicants of a book: the root of equation 9.11, or a limit.

    Each peak on a grid of rates is refined, so that a take-up that is not concave has its highest one.
    """
    risk, share = book.risk[among], book.share[among]
    if not take_up.by_risk:
        # Take-up does not depend on risk, so that two sums say all about these applicants.
        risk, share = np.array([share @ risk / share.sum()]), np.array([share.sum()])

    def earned(rates: ArrayLike) -> Array:
        return np.asarray(_expected(terms, take_up, np.asarray(rates)[..., None], risk) @ share)

    def slope(rate: float) -> float:
        taken, steep = take_up(rate, risk), take_up.slope(np.asarray(rate), risk)
        return float((steep * terms.profit(rate, risk) + taken * (1 - risk)) @ share)

    grid = tried(take_up, limits)
    profits = earned(grid)
    around = np.concatenate(([-math.inf], profits, [-math.inf]))
    peaks = np.flatnonzero((profits >= around[:-2]) & (profits >= around[2:]))
    found = [float(grid[peaks[np.argmax(profits[peaks])]])]
    for peak in peaks[np.argsort(-profits[peaks], kind="stable")][:PEAKS].tolist():
        here = float(grid[peak])
        for one, other in ((float(grid[max(peak - 1, 0)]), here), (here, float(grid[min(peak + 1, grid.size - 1)]))):
            # On either side of a bend, the slope at the bend itself is not that of this side.
            low, high = np.nextafter(one, other), np.nextafter(other, one)
            if low < high and slope(low) > 0 > slope(high):
                found.append(float(brentq(slope, low, high, xtol=1e-15)))
    return found[int(np.argmax(earned(found)))]


def best_prices(book: Book, terms: Terms, take_up: TakeUp, policy: Policy, limits: Limits = USUAL) -> Policy:
    """The same categories, each at the rate that earns most from its applicants (dissertation, Proposition 19).

    Where a riskier category would get a lower rate than a safer one, both get one rate. Categories without applicants
    are left out.
    """
    ends = np.searchsorted(book.risk, np.array(policy.bounds), side="right")
    starts = np.append(0, ends)[:-1]
    groups: list[tuple[list[int], slice, float]] = []
    for i, (first, last) in enumerate(zip(starts.tolist(), ends.tolist(), strict=True)):
        if last <= first:
            continue
        members, among = [i], slice(first, last)
        rate = best_rate(book, terms, take_up, among, limits)
        while groups and groups[-1][2] > rate:
            others, before, _ = groups.pop()
            members, among = [*others, *members], slice(before.start, last)
            rate = best_rate(book, terms, take_up, among, limits)
        groups.append((members, among, rate))
    priced = {i: rate for members, _, rate in groups for i in members}
    kept = sorted(priced)
    return Policy(tuple(priced[i] for i in kept), tuple(policy.bounds[i] for i in kept))


@dataclass(frozen=True)
class Step:
    """One step of the alternation: after "cut-offs" or "prices", the policy and its expected profit per applicant."""

    what: str
    policy: Policy
    profit: float


ROUNDS = 200
SETTLED = 1e-10
"""Relative gain of a round below which the alternation ends."""


def system(
    book: Book, terms: Terms, rates: Sequence[float], take_up: TakeUp, limits: Limits = USUAL
) -> tuple[Step, ...]:
    """Best cut-offs and best prices in turn, from the given rates to a fixed point (dissertation, Algorithm 2).

    No step earns less than the one before. Categories that the cut-offs leave empty are first put to use: the one with
    most applicants is cut in two at its middle, at one rate, as often as there are empty ones. If the given rates earn
    nothing from anybody, all applicants who would at a rate of their own are divided so.
    """
    policy = cutoff_policy(terms, rates, take_up, limits)
    steps = [Step("cut-offs", policy, book.profit(terms, take_up, policy))]
    if not steps[0].profit > 0:
        risk, _, earned = individual(terms, take_up, limits)
        policy = Policy((limits.high,), (float(risk[earned > 0].max(initial=-math.inf)),))
    policy = _divided(book, policy, len(rates))
    for _ in range(ROUNDS):
        priced = best_prices(book, terms, take_up, policy, limits)
        if not priced.rates:
            break
        steps.append(_better(steps[-1], Step("prices", priced, book.profit(terms, take_up, priced))))
        distinct = sorted(set(steps[-1].policy.rates))
        cut = cutoff_policy(terms, distinct, take_up, limits)
        steps.append(_better(steps[-1], Step("cut-offs", cut, book.profit(terms, take_up, cut))))
        if steps[-1].profit - steps[-3].profit <= SETTLED * abs(steps[-1].profit):
            break
        policy = steps[-1].policy
    return tuple(steps)


def _better(before: Step, after: Step) -> Step:
    """The later step, unless rounding made it earn less: then what it had before."""
    return after if after.profit >= before.profit else Step(after.what, before.policy, before.profit)


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


GRID = 2001
"""Risks at which a price of one's own is computed; between them it is straight."""


def individual(terms: Terms, take_up: TakeUp, limits: Limits = USUAL) -> tuple[Array, Array, Array]:
    """Risks, the rate that earns most at each, and what it earns: no policy can earn more from such an applicant.

    Rates are NaN where none earns anything. As `best_rate`, but by halving the brackets for all risks at once.
    """
    risk, places = np.linspace(0, limits.riskiest, GRID), np.arange(GRID)
    grid = tried(take_up, limits)
    profits = _expected(terms, take_up, grid[:, None], risk)
    ends = np.full((1, GRID), -math.inf)
    around = np.concatenate([ends, profits, ends])
    peaks = np.where((profits >= around[:-2]) & (profits >= around[2:]), profits, -math.inf)
    found = []
    for _ in range(PEAKS):
        place = np.argmax(peaks, axis=0)
        found.append(grid[place])
        for one, other in ((np.maximum(place - 1, 0), place), (place, np.minimum(place + 1, grid.size - 1))):
            low, high = grid[one], grid[other]
            for _ in range(50):
                middle = (low + high) / 2
                steep, taken = take_up.slope(middle, risk), take_up(middle, risk)
                rises = steep * terms.profit(middle, risk) + taken * (1 - risk) > 0
                low, high = np.where(rises, middle, low), np.where(rises, high, middle)
            found.append((low + high) / 2)
        peaks[place, places] = -math.inf
    rates = np.stack(found)
    earned = _expected(terms, take_up, rates, risk)
    best = np.argmax(earned, axis=0)
    rate, most = rates[best, places], earned.max(axis=0)
    return risk, np.where(most > 0, rate, np.nan), np.maximum(most, 0.0)


def envelope(terms: Terms, rates: ArrayLike, take_up: TakeUp, risk: ArrayLike) -> Array:
    """Expected profit per applicant at each rate (a row each) and risk (a column each): what cut-offs choose from."""
    return _expected(terms, take_up, np.asarray(rates, np.float64)[:, None], np.asarray(risk, np.float64))
