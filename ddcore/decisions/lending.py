"""What a loan should cost: each lending policy, judged by what became of the applicants.

After M. Gong, *Studies on classification problems and application in consumer lending optimization system*, University
of Delaware, 2022, sections 9.4 and 9.5. Profits are parts of the amount lent.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ddcore.arrays import Array
from ddcore.decisions.applicants import RESAMPLES, Applicants, by_fate
from ddcore.decisions.cutoffs import DEFAULT_LIMITS, LendingLimits, LoanTerms, Policy, cutoff_policy, margin_policy
from ddcore.decisions.pricing import AlternationStep, alternation, individual_rates, margin_profits
from ddcore.decisions.take_up import TakeUp
from ddcore.interval import UNKNOWN, Interval, confident, tails
from ddcore.resampling.bootstrap import draw
from ddcore.table import ScoreTable

LENDING_METHODS: Mapping[str, tuple[str, str]] = {
    "margin": ("One margin for all", "risk-based pricing: each rate covers the funds, one margin and the risk"),
    "cutoff": ("Best thresholds", "the given rates, each where it earns most"),
    "system": ("Best thresholds and prices", "as many rates, better chosen"),
    "individual": ("A price for each", "a rate for each applicant: no policy can earn more"),
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

    `policies` has all of them but a price for each. `margin` is the one in use, `margins` are all, which earn
    `by_margin`; `steps` led to the system; `individual` are risks, the rate that earns most at each, and what it earns.
    """

    outcomes: Mapping[str, LendingOutcome]
    policies: Mapping[str, Policy]
    margin: float
    margins: Array
    by_margin: Array
    steps: tuple[AlternationStep, ...]
    individual: tuple[Array, Array, Array]

    @property
    def best_margin(self) -> float:
        """The margin that promises most."""
        return float(self.margins[np.argmax(self.by_margin)])


BLOCK = 1 << 13
"""About as many risks are looked at at once: their rates then stay in the processor's own memory."""


def lend(
    table: ScoreTable,
    terms: LoanTerms,
    rates: Sequence[float],
    take_up: TakeUp,
    limits: LendingLimits = DEFAULT_LIMITS,
    *,
    level: float | None = None,
    rng: np.random.Generator,
    applicants: Applicants | None = None,
) -> Lending:
    """Every lending policy for the applicants of a table whose scores are risks and whose positives did not pay back.

    Policies are chosen by the risks alone and judged by what became of the applicants. Who accepts is counted by the
    take-up, not drawn. Intervals are those of resampled applicants (Efron 1979), weighted ones with their weights, the
    policies kept; a single one has none, nor have those of whose weights only the sums are known. `applicants` are
    those of the table, made if None. Raises `InputError` as `Book.of` and `checked_rates` do, and "level must be
    between 0 and 1, got 95".

    >>> from ddcore.decisions.take_up import quartic
    >>> table = ScoreTable.of([0.05, 0.1, 0.1, 0.2], [0, 0, 0, 1])
    >>> lending = lend(table, LoanTerms(), [0.2, 0.3, 0.4], quartic(), rng=np.random.default_rng(1))
    >>> {key: round(outcome.expected, 4) for key, outcome in lending.outcomes.items()}
    {'margin': 0.1176, 'cutoff': 0.1178, 'system': 0.1204, 'individual': 0.1204}
    >>> round(lending.margin, 3), lending.policies["margin"].rates, len(lending.steps), lending.individual[0].shape
    (0.121, (0.2, 0.3, 0.4), 5, (2001,))
    """
    level = confident(level)
    applicants = Applicants.of(table, rng=rng) if applicants is None else applicants
    tried, earned = margin_profits(applicants.book, terms, rates, take_up, limits)
    margin = float(tried[np.argmax(earned)])
    steps = alternation(applicants.book, terms, rates, take_up, limits)
    own = individual_rates(terms, take_up, limits)
    policies = {
        "margin": margin_policy(terms, rates, margin, limits),
        "cutoff": cutoff_policy(terms, rates, take_up, limits),
        "system": steps[-1].policy,
    }
    outcomes = judged(applicants, policies, terms, take_up, limits, own, level=level, rng=rng)
    return Lending(outcomes, policies, margin, tried, earned, steps, own)


def with_margin(
    lending: Lending,
    margin: float,
    applicants: Applicants,
    terms: LoanTerms,
    take_up: TakeUp,
    limits: LendingLimits = DEFAULT_LIMITS,
    *,
    level: float | None = None,
    rng: np.random.Generator,
) -> Lending:
    """The policies with another margin for all; raises `InputError` as `margin_policy` does.

    >>> from ddcore.decisions.take_up import quartic
    >>> rng = np.random.default_rng(1)
    >>> applicants = Applicants.of(ScoreTable.of([0.05, 0.1, 0.1, 0.2], [0, 0, 0, 1]), rng=rng)
    >>> given = applicants.table, LoanTerms(), [0.2, 0.3, 0.4], quartic()
    >>> lending = with_margin(lend(*given, rng=rng), 0.05, applicants, LoanTerms(), quartic(), rng=rng)
    >>> lending.margin, round(lending.outcomes["margin"].expected, 4)
    (0.05, 0.089)
    """
    policies = {
        **lending.policies,
        "margin": margin_policy(terms, lending.policies["cutoff"].rates, margin, limits),
    }
    outcomes = judged(applicants, policies, terms, take_up, limits, lending.individual, level=level, rng=rng)
    return replace(lending, outcomes=outcomes, policies=policies, margin=margin)


def judged(
    applicants: Applicants,
    policies: Mapping[str, Policy],
    terms: LoanTerms,
    take_up: TakeUp,
    limits: LendingLimits,
    own: tuple[Array, Array, Array] | None = None,
    *,
    level: float | None = None,
    rng: np.random.Generator,
) -> dict[str, LendingOutcome]:
    """What each policy did with the applicants, by its key, and last what a price for each did, if `own` is given.

    `ahead` and `more` are those over the first policy. `own` is that of `individual_rates`.

    >>> from ddcore.decisions.take_up import quartic
    >>> rng = np.random.default_rng(1)
    >>> applicants = Applicants.of(ScoreTable.of([0.05, 0.1, 0.1, 0.2], [0, 0, 0, 1]), rng=rng)
    >>> policies = {"all": Policy((0.3,), (1.0,)), "none": Policy((0.3,), (0.0,))}
    >>> outcomes = judged(applicants, policies, LoanTerms(), quartic(), DEFAULT_LIMITS, rng=rng)
    >>> {key: (round(outcome.profit.value, 4), outcome.approved) for key, outcome in outcomes.items()}
    {'all': (0.0458, 1.0), 'none': (0.0, 0.0)}
    """
    table = applicants.table
    # Profits leap at the bounds of a category, so no group reaches across one.
    bounds = sorted({limits.riskiest, *(bound for policy in policies.values() for bound in policy.bounds)})
    leaps = np.searchsorted(table.score, bounds, side="right")
    groups = _ascending(applicants.first, leaps[leaps < table.score.size])
    near: list[NDArray[np.intp]] = []
    if own is not None:
        # Where a price of one's own begins to earn nothing it ends: there every risk is looked at.
        ends = own[0][np.flatnonzero(np.diff(np.isnan(own[1])))[:, None] + [0, 1]]
        near = [np.arange(*np.searchsorted(table.score, both)) for both in ends]
    parts = _ascending(applicants.parts, groups, *near)
    table, first = applicants.together(parts), np.searchsorted(parts, groups)
    by_policy = np.array([policy.rate(table.score[first]) for policy in policies.values()])
    sums = [
        _sums(table, part, starts, terms, *offers)
        for part, starts, offers in _offers(table, first, by_policy, own, terms, take_up)
    ]
    approved, enrolled, repaid, expected = np.sum([part[0] for part in sums], axis=0).T / float(table.total)
    of_groups = np.concatenate([part[1] for part in sums], axis=2)
    profit = of_groups.sum(axis=(0, 2)) / float(table.total)
    if not table.whole:
        drawn = _resampled_one_by_one(table, _offers(table, first, by_policy, own, terms, take_up), terms, rng)
    else:
        drawn = applicants.resampled(groups, of_groups, by_fate(table, first), rng=rng)
    outcomes = {}
    for i, key in enumerate([*policies, *([] if own is None else ["individual"])]):
        outcomes[key] = LendingOutcome(
            key=key,
            profit=_interval(float(profit[i]), None if drawn is None else drawn[i], level),
            expected=float(expected[i]),
            approved=float(approved[i]),
            accepted=float(enrolled[i] / approved[i]) if approved[i] else math.nan,
            rate=float(repaid[i] / enrolled[i]) + terms.funds if enrolled[i] else math.nan,
            per_loan=float(profit[i] / enrolled[i]) if enrolled[i] else math.nan,
            ahead=_interval(float(profit[i] - profit[0]), None if drawn is None else drawn[i] - drawn[0], level),
            more=_more(profit, drawn, i, level),
        )
    return outcomes


def _ascending(*places: NDArray[np.intp]) -> NDArray[np.intp]:
    """Places that ascend, put together; each is kept once."""
    # A stable sort makes one pass over what ascends already, `np.unique` hashes all.
    together = np.sort(np.concatenate(places), kind="stable")
    return np.asarray(together[np.append(True, together[1:] > together[:-1])])


Offers = Iterator[tuple[slice, NDArray[np.intp], tuple[Array, Array]]]
"""Applicants some at a time: their places, where their groups begin, and rates and shares of takers, a row a method."""


def _offers(
    table: ScoreTable,
    first: NDArray[np.intp],
    by_policy: Array,
    own: tuple[Array, Array, Array] | None,
    terms: LoanTerms,
    take_up: TakeUp,
) -> Offers:
    """What each method offers to each applicant, and how many of these take it: no rate and 0 to who is not approved.

    `by_policy` are the rates of each group, a row a policy; `own` are those of `individual_rates`.
    """
    ends = np.append(first, table.score.size)
    start = 0
    while start < first.size:
        stop = max(start + 1, int(np.searchsorted(ends, ends[start] + BLOCK)))
        part, starts = slice(ends[start], ends[min(stop, first.size)]), first[start:stop] - first[start]
        risk, rates = table.score[part], by_policy[:, start:stop]
        group = np.repeat(np.arange(starts.size), np.diff(starts, append=risk.size))
        offered = [(row[group], _taken(take_up, row, group, risk)) for row in rates]
        if own is not None:
            offered.append(_own(own, terms, take_up, risk, offered))
        rate, taken = (np.array(rows) for rows in zip(*offered, strict=True))
        yield part, starts, (rate, np.where(np.isnan(rate), 0.0, taken))
        start = stop


def _taken(take_up: TakeUp, rates: Array, places: NDArray[np.intp], risk: Array) -> Array:
    """The share of takers at the rates at these places, and these risks."""
    if take_up.by_risk:
        return take_up.share(rates[places], risk)
    return take_up.share(rates, np.zeros(rates.size))[places]


def _own(
    own: tuple[Array, Array, Array],
    terms: LoanTerms,
    take_up: TakeUp,
    risk: Array,
    offered: Sequence[tuple[Array, Array]],
) -> tuple[Array, Array]:
    """The best rate of each applicant and the share of takers.

    Between those of the risks next to theirs; where the rate leaps, one of the two, or what else is offered.
    """
    risks, rates, _ = own
    right = np.clip(np.searchsorted(risks, risk), 1, risks.size - 1)
    left = right - 1
    width = np.diff(risks)
    best = rates[left] + (risk - risks[left]) * (np.diff(rates) / np.where(width > 0, width, 1))[left]
    best_taken = take_up.share(best, risk)
    repaid, lost = 1 - risk, terms.defaulted * risk
    most = np.fmax(best_taken * (repaid * (best - terms.funds) + lost), 0.0)
    for rate, taken in (*((rates[at], _taken(take_up, rates, at, risk)) for at in (left, right)), *offered):
        earned = taken * (repaid * (rate - terms.funds) + lost)
        better = np.flatnonzero(earned > most)
        best[better], best_taken[better], most[better] = rate[better], taken[better], earned[better]
    best[(most <= 0) | (risk > risks[-1])] = math.nan
    return best, best_taken


def _sums(
    table: ScoreTable, part: slice, starts: NDArray[np.intp], terms: LoanTerms, rate: Array, taken: Array
) -> tuple[Array, Array]:
    """Sums over some applicants, a row a method: approved, enrolled, what loans earn if repaid, and expected profit.

    And by group what was earned from those who pay back and from those who do not.
    """
    risk = table.score[part]
    positives, negatives = (np.asarray(tally[part], np.float64) for tally in (table.positives, table.negatives))
    cases = positives + negatives
    earned = np.where(np.isnan(rate), 0.0, taken * terms.repaid(rate))
    expected = earned @ (cases * (1 - risk)) + terms.defaulted * (taken @ (cases * risk))
    sums = np.stack([~np.isnan(rate) @ cases, taken @ cases, earned @ cases, expected], axis=1)
    by_group = [
        np.add.reduceat(profit, starts, axis=1) for profit in (earned * negatives, terms.defaulted * taken * positives)
    ]
    return sums, np.array(by_group)


def _resampled_one_by_one(
    table: ScoreTable, offers: Offers, terms: LoanTerms, rng: np.random.Generator
) -> Array | None:
    """Resamples of weighted applicants, drawn one by one; None if only the sums of weights are known."""
    if table.squares is None:
        return None
    score, true, weight = table.cases()
    n, place = score.size, np.searchsorted(table.score, score)
    if n < 2:
        return None
    rate, taken = (np.concatenate(rows, axis=1)[:, place] for rows in zip(*(made for *_, made in offers), strict=True))
    values = taken * np.where(true, terms.defaulted, np.nan_to_num(terms.repaid(rate))) * weight
    means = []
    for _ in range(RESAMPLES):
        times = draw(n, rng=rng)
        means.append(values @ times / (weight @ times))
    return np.stack(means, axis=1)


def _interval(value: float, drawn: Array | None, level: float | None) -> Interval:
    if drawn is None or not np.isfinite(drawn).all() or not math.isfinite(value):
        return Interval(value)
    low, high = np.quantile(drawn, tails(level))
    return Interval(value, float(low), float(high), float(drawn.std(ddof=1)))


def _more(profit: Array, drawn: Array | None, i: int, level: float | None) -> Interval:
    """Relative to the first row; NaN unless that earns something."""
    if not profit[0] > 0:
        return UNKNOWN
    kept = None if drawn is None or not (drawn[0] > 0).all() else drawn[i] / drawn[0] - 1
    return _interval(float(profit[i] / profit[0] - 1), kept, level)


def cutoff_profit_bound(profit: float, enrolled: float, gap: float) -> float:
    """What best thresholds earn at least where other prices earn `profit` from `enrolled` loans.

    Give each loan the next lower given rate: as take-up does not rise with the rate, nobody is lost, and a loan earns
    less by at most the `gap` between its rate and that one. The best thresholds earn no less than that.

    >>> round(cutoff_profit_bound(3539, 0.583 * 30_000, 0.06))
    2490
    """
    return profit - enrolled * gap
