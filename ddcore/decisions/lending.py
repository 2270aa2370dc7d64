"""What a loan should cost: each lending policy, judged by what became of the applicants.

After M. Gong, *Studies on classification problems and application in consumer lending optimization system*, University
of Delaware, 2022, sections 9.4 and 9.5. Profits are parts of the amount lent.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ddcore.arrays import Array
from ddcore.bootstrap import draw, draw_tally
from ddcore.decisions.cutoffs import DEFAULT_LIMITS, LendingLimits, LoanTerms, Policy, cutoff_policy, margin_policy
from ddcore.decisions.pricing import AlternationStep, Book, alternation, individual_rates, margin_profits
from ddcore.decisions.take_up import TakeUp
from ddcore.interval import UNKNOWN, Interval, confident
from ddcore.table import ScoreTable

LENDING_METHODS: Mapping[str, tuple[str, str]] = {
    "margin": ("One margin for all", "risk-based pricing: each rate covers the funds, one margin and the risk"),
    "cutoff": ("Best cut-offs", "the given rates, each where it earns most"),
    "system": ("Best cut-offs and prices", "no more rates, but the best ones"),
    "individual": ("A price for each", "every applicant at a rate of their own: what no policy can exceed"),
}
"""Ways to lend by key, in display order: title, and what they are."""


@dataclass(frozen=True)
class LendingOutcome:
    """What a lending policy did with the applicants of a table, by what became of them.

    `profit` is per applicant, with a bootstrap interval, `expected` the same if the risks are right. `approved` is the
    share of applicants, `accepted` that of the approved who take the loan, `rate` what these pay on average, `per_loan`
    the profit of a loan that is taken. `ahead` is the profit less that of one margin, `more` that as a part of it, NaN
    where one margin earns nothing; both with their intervals.

    >>> rates = {"approved": 0.5, "accepted": 0.8, "rate": 0.2, "per_loan": 0.1}
    >>> LendingOutcome("cutoff", Interval(0.04), 0.05, **rates, ahead=UNKNOWN, more=UNKNOWN).enrolled
    0.4
    """

    key: str
    profit: Interval
    expected: float
    approved: float
    accepted: float
    rate: float
    per_loan: float
    ahead: Interval
    more: Interval

    @property
    def enrolled(self) -> float:
        """The share of all applicants who get a loan."""
        return self.approved * self.accepted


@dataclass(frozen=True, eq=False)
class Lending:
    """All lending policies on one book of applicants.

    `policies` has all of them but a price for each. `margin` is the best of `margins`, which earn `by_margin`; `steps`
    led to the system; `individual` are risks, the rate that earns most at each, and what it earns.
    """

    outcomes: Mapping[str, LendingOutcome]
    policies: Mapping[str, Policy]
    margin: float
    margins: Array
    by_margin: Array
    steps: tuple[AlternationStep, ...]
    individual: tuple[Array, Array, Array]


RESAMPLES = 400
"""Resamples of the applicants, for the intervals."""
GROUPS = 2000
"""Risks whose applicants are resampled apart: within a group profits differ so little that intervals do not."""
PART = 100_000
"""Applicants whose own rates are looked for at once: the memory for 10^6 would be 375 MB."""


def lend(
    table: ScoreTable,
    terms: LoanTerms,
    rates: Sequence[float],
    take_up: TakeUp,
    limits: LendingLimits = DEFAULT_LIMITS,
    *,
    level: float = 0.95,
    rng: np.random.Generator,
) -> Lending:
    """Every lending policy for the applicants of a table whose scores are risks and whose positives did not pay back.

    Policies are chosen by the risks alone and judged by what became of the applicants. Who accepts is counted by the
    take-up, not drawn. Intervals are those of resampled applicants (Efron 1979), weighted ones with their weights, the
    policies kept; a single one has none, nor have those of whose weights only the sums are known. Raises `InputError`
    as `Book.of` and `checked_rates` do, and "level must be between 0 and 1, got 95".

    >>> from ddcore.decisions.take_up import quartic
    >>> table = ScoreTable.of([0.05, 0.1, 0.1, 0.2], [0, 0, 0, 1])
    >>> lending = lend(table, LoanTerms(), [0.2, 0.3, 0.4], quartic(), rng=np.random.default_rng(1))
    >>> {key: round(outcome.expected, 4) for key, outcome in lending.outcomes.items()}
    {'margin': 0.1176, 'cutoff': 0.1178, 'system': 0.1204, 'individual': 0.1204}
    >>> round(lending.margin, 3), lending.policies["margin"].rates, len(lending.steps), lending.individual[0].shape
    (0.121, (0.2, 0.3, 0.4), 5, (2001,))
    """
    confident(level)
    book = Book.of(table)
    tried, earned = margin_profits(book, terms, rates, take_up, limits)
    margin = float(tried[np.argmax(earned)])
    steps = alternation(book, terms, rates, take_up, limits)
    own = individual_rates(terms, take_up, limits)
    policies = {
        "margin": margin_policy(terms, rates, margin, limits),
        "cutoff": cutoff_policy(terms, rates, take_up, limits),
        "system": steps[-1].policy,
    }
    offered = {key: policy.rate(table.score) for key, policy in policies.items()}
    parts = [slice(start, start + PART) for start in range(0, table.score.size, PART)]
    offered["individual"] = np.concatenate(
        [
            _own(own, terms, take_up, table.score[part], {key: rate[part] for key, rate in offered.items()})
            for part in parts
        ]
    )
    taken = {
        key: np.where(np.isnan(rate), 0.0, take_up(np.nan_to_num(rate), table.score)) for key, rate in offered.items()
    }
    repaid = np.stack([taken[key] * np.nan_to_num(terms.repaid(offered[key])) for key in LENDING_METHODS])
    lost = np.stack([taken[key] * terms.defaulted for key in LENDING_METHODS])
    cases = table.positives + table.negatives
    total = float(cases.sum())
    bounds = sorted({bound for policy in policies.values() for bound in policy.bounds})
    drawn = _resampled(table, repaid, lost, bounds, rng)
    profit = (repaid @ table.negatives + lost @ table.positives) / total
    outcomes = {}
    for i, key in enumerate(LENDING_METHODS):
        approved = float(cases @ ~np.isnan(offered[key])) / total
        enrolled = float(cases @ taken[key]) / total
        paid = float(cases @ (taken[key] * np.nan_to_num(offered[key]))) / total
        outcomes[key] = LendingOutcome(
            key=key,
            profit=_interval(float(profit[i]), None if drawn is None else drawn[i], level),
            expected=float(cases @ (taken[key] * np.nan_to_num(terms.profit(offered[key], table.score)))) / total,
            approved=approved,
            accepted=enrolled / approved if approved else math.nan,
            rate=paid / enrolled if enrolled else math.nan,
            per_loan=float(profit[i]) / enrolled if enrolled else math.nan,
            ahead=_interval(float(profit[i] - profit[0]), None if drawn is None else drawn[i] - drawn[0], level),
            more=_more(profit, drawn, i, level),
        )
    return Lending(outcomes, policies, margin, tried, earned, steps, own)


def _own(
    own: tuple[Array, Array, Array], terms: LoanTerms, take_up: TakeUp, risk: Array, offered: Mapping[str, Array]
) -> Array:
    """The best rate of each applicant, between those of the risks next to theirs; where it leaps, one of the two."""
    risks, rates, _ = own
    right = np.clip(np.searchsorted(risks, risk), 1, risks.size - 1)
    width = risks[right] - risks[right - 1]
    part = (risk - risks[right - 1]) / np.where(width > 0, width, 1)
    before, after = rates[right - 1], rates[right]
    tried = np.stack([before + part * (after - before), before, after, *offered.values()])
    tried[:, risk > risks[-1]] = np.nan
    known = np.nan_to_num(tried)
    earned = np.where(np.isnan(tried), 0.0, terms.profit(known, risk) * take_up(known, risk))
    best = np.argmax(earned, axis=0)
    places = np.arange(risk.size)
    return np.where(earned[best, places] > 0, tried[best, places], np.nan)


def _resampled(
    table: ScoreTable, repaid: Array, lost: Array, bounds: Sequence[float], rng: np.random.Generator
) -> Array | None:
    """Mean profit of each row in each resample of the applicants; None if none can be drawn.

    How many applicants of one risk and one fate a resample has is multinomial. Of more than `GROUPS` risks, neighbours
    are drawn together at their mean profit, except across the `bounds` of a category, where profits leap.
    """
    if table.weighted and table.squares is None:
        return None
    plain = table.unweighted()
    place = np.searchsorted(table.score, plain.score)
    if plain.weighted:
        return _resampled_one_by_one(plain, repaid[:, place], lost[:, place], rng)
    number = int(plain.total)
    if number < 2:
        return None
    even = np.linspace(0, place.size, min(place.size, GROUPS), endpoint=False).astype(np.intp)
    first = np.union1d(even, np.searchsorted(plain.score, bounds, side="right"))
    first = first[first < place.size]
    cells, profits = [], []
    for profit, tally in ((repaid, plain.negatives), (lost, plain.positives)):
        cells.append(np.add.reduceat(tally, first))
        profits.append(np.add.reduceat(profit[:, place] * tally, first, axis=1) / np.maximum(cells[-1], 1))
    times = draw_tally(np.concatenate(cells), RESAMPLES, rng=rng)
    return np.asarray(np.concatenate(profits, axis=1) @ times.T / number)


def _resampled_one_by_one(table: ScoreTable, repaid: Array, lost: Array, rng: np.random.Generator) -> Array | None:
    """The same for weighted applicants, who are drawn one by one."""
    score, true, weight = table.cases()
    n, place = score.size, np.searchsorted(table.score, score)
    if n < 2:
        return None
    values = np.stack(
        [np.where(true, bad[place], good[place]) * weight for good, bad in zip(repaid, lost, strict=True)]
    )
    means = []
    for _ in range(RESAMPLES):
        times = draw(n, rng=rng)
        means.append(values @ times / (weight @ times))
    return np.stack(means, axis=1)


def _interval(value: float, drawn: Array | None, level: float) -> Interval:
    if drawn is None or not np.isfinite(drawn).all() or not math.isfinite(value):
        return Interval(value)
    low, high = np.quantile(drawn, [(1 - level) / 2, (1 + level) / 2])
    return Interval(value, float(low), float(high), float(drawn.std(ddof=1)))


def _more(profit: Array, drawn: Array | None, i: int, level: float) -> Interval:
    """Relative to the first row; NaN unless that earns something."""
    if not profit[0] > 0:
        return UNKNOWN
    kept = None if drawn is None or not (drawn[0] > 0).all() else drawn[i] / drawn[0] - 1
    return _interval(float(profit[i] / profit[0] - 1), kept, level)


def cutoff_profit_bound(profit: float, enrolled: float, gap: float) -> float:
    """What best cut-offs earn at least where other prices earn `profit` from `enrolled` loans.

    Give each loan the next lower given rate: as take-up does not rise with the rate, nobody is lost, and a loan earns
    less by at most the `gap` between its rate and that one. The best cut-offs earn no less than that.

    >>> round(cutoff_profit_bound(3539, 0.583 * 30_000, 0.06))
    2490
    """
    return profit - enrolled * gap
