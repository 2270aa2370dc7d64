"""One margin for all, margin by margin: whom it approves, who takes the loan, and what it earns.

After M. Gong, *Studies on classification problems and application in consumer lending optimization system*, University
of Delaware, 2022, Table 9.2. Margins, rates, shares and profits are parts of a loan or of the applicants.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from ddcore.arrays import Array
from ddcore.decisions.applicants import Applicants
from ddcore.decisions.cutoffs import DEFAULT_LIMITS, LendingLimits, LoanTerms, margin_policy
from ddcore.decisions.lending import LendingOutcome, judged
from ddcore.decisions.pricing import Book
from ddcore.decisions.take_up import TakeUp

MARGINS = (0.02, 0.04, 0.06, 0.08, 0.10, 0.12, 0.14)
"""The margins of the document's Table 9.2."""


def margin_shares(
    book: Book,
    terms: LoanTerms,
    rates: Sequence[float],
    take_up: TakeUp,
    margins: Array,
    limits: LendingLimits = DEFAULT_LIMITS,
) -> tuple[Array, Array]:
    """The shares of the applicants that each margin approves, and that take the loan; shaped like `margins`.

    >>> from ddcore.decisions.take_up import line
    >>> book = Book(np.array([0.05, 0.2]), np.array([0.75, 0.25]))
    >>> shares = margin_shares(book, LoanTerms(), [0.2, 0.4], line(0.5), np.array([0.1, 0.15, 0.3]))
    >>> [found.round(4).tolist() for found in shares]
    [[1.0, 1.0, 0.75], [0.75, 0.6, 0.45]]
    """
    approved, taken, before = np.zeros(margins.size), np.zeros(margins.size), np.zeros(margins.size, np.intp)
    for rate in rates:
        bound = np.minimum(rate - terms.funds - margins, limits.riskiest)
        place = np.maximum(np.searchsorted(book.risk, bound, side="right"), before)
        for found, share in ((approved, book.share), (taken, book.share * take_up(rate, book.risk))):
            reached = np.concatenate(([0.0], np.cumsum(share)))
            found += reached[place] - reached[before]
        before = place
    return approved, taken


def margin_outcomes(
    applicants: Applicants,
    terms: LoanTerms,
    rates: Sequence[float],
    take_up: TakeUp,
    limits: LendingLimits = DEFAULT_LIMITS,
    margins: Sequence[float] = MARGINS,
    *,
    rng: np.random.Generator,
) -> Mapping[float, LendingOutcome]:
    """What each margin did with the applicants, by what became of them; `ahead` and `more` are over the first.

    >>> from ddcore.decisions.take_up import quartic
    >>> from ddcore.table import ScoreTable
    >>> rng = np.random.default_rng(1)
    >>> applicants = Applicants.of(ScoreTable.of([0.05, 0.1, 0.1, 0.2], [0, 0, 0, 1]), rng=rng)
    >>> outcomes = margin_outcomes(applicants, LoanTerms(), [0.2, 0.3], quartic(), margins=[0.05, 0.2], rng=rng)
    >>> {margin: (round(outcome.profit.value, 4), outcome.approved) for margin, outcome in outcomes.items()}
    {0.05: (0.0215, 1.0), 0.2: (0.0442, 0.25)}
    """
    policies = {f"{margin:.15g}": margin_policy(terms, rates, margin, limits) for margin in margins}
    outcomes = judged(applicants, policies, terms, take_up, limits, rng=rng)
    return dict(zip(margins, outcomes.values(), strict=True))
