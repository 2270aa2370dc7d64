"""The best threshold, and the best decision for each case, where payoffs grow with an amount of the case."""

from dataclasses import dataclass
from operator import mul

import numpy as np
from numpy.typing import ArrayLike

from ddcore.arrays import Array
from ddcore.decisions.amounts import ScoredCases, UtilityByCase, by_class
from ddcore.decisions.period import Limit
from ddcore.decisions.utility import ROUNDING, Utility, numbers
from ddcore.errors import InputError
from ddcore.table import ScoreTable, sweep


@dataclass(frozen=True, eq=False)
class YieldByThreshold:
    """What a model yields per case at every threshold, ascending, the last one +inf, where payoffs grow with an amount.

    `threshold` and `value`, in the unit of the payoffs, have one element a threshold; `best` is the place of the best,
    within the limit if there is one.

    >>> from ddcore.counts import Cells
    >>> fraud = UtilityByCase(Cells(tp=-5, fp=-5, fn=0, tn=0), Cells(tp=0, fp=0, fn=-1, tn=0))
    >>> cases, amounts = ScoreTable.of([1, 2], [0, 1]), ScoreTable.of([1, 2], [0, 1], weight=[30.0, 90.0])
    >>> yield_by_threshold(cases, amounts, fraud).value.tolist()
    [-5.0, -2.5, -45.0]
    """

    threshold: Array
    value: Array
    best: int


def yield_by_threshold(
    table: ScoreTable, amounts: ScoreTable, by_case: UtilityByCase, limit: Limit | None = None
) -> YieldByThreshold:
    """The mean yield at every threshold when a case with amount a is worth `fixed` + `rate` a (Elkan 2001).

    `amounts` is the tally of the same scores in which each case counts as its amount. Of equally good thresholds the
    lowest is best; with a `limit` only those that keep to it on these cases, as +inf always does. Raises `InputError`
    "the amounts must belong to the same scores, at least one", and without cases.

    >>> from ddcore.counts import Cells
    >>> score, truth, amount = [1, 2, 3], [0, 1, 1], [5.0, 10.0, 90.0]
    >>> fraud = UtilityByCase(Cells(tp=-5, fp=-5, fn=0, tn=0), Cells(tp=0, fp=0, fn=-1, tn=0), "EUR")
    >>> tables = ScoreTable.of(score, truth), ScoreTable.of(score, truth, weight=amount)
    >>> curve = yield_by_threshold(*tables, fraud)
    >>> curve.threshold[curve.best], curve.value[curve.best].round(3)
    (np.float64(2.0), np.float64(-3.333))
    """
    if not np.array_equal(table.score, amounts.score) or not table.score.size:
        raise InputError("the amounts must belong to the same scores, at least one")
    whole, sums = sweep(table), sweep(amounts)
    total = float(whole.counts.total[0])
    if not total > 0:
        raise InputError("a yield over the threshold needs a case, got none")
    parts = [
        earned
        for payoffs, counts in ((by_case.fixed, whole.counts), (by_case.rate, sums.counts))
        for earned in payoffs.map(mul, counts).values()
    ]
    yields = np.sum(parts, axis=0) / total
    slight = ROUNDING * float(np.abs(parts).max()) / total
    allowed = yields if limit is None else np.where(limit.each_met(whole.counts.floats()), yields, -np.inf)
    return YieldByThreshold(whole.threshold, yields, int((allowed >= allowed.max() - slight).argmax()))


@dataclass(frozen=True)
class OwnLines:
    """What a rule yields per case that has a threshold for each amount, and the share of cases it predicts positive."""

    value: float
    called: float


def bayes_minimum_risk(cases: ScoredCases, by_case: UtilityByCase) -> OwnLines:
    """The mean yield per case of the Bayes minimum risk rule: each case is called what pays most at its own amount.

    Its score is taken for its probability. A case with score p and payoffs U is predicted positive where
    p U_TP + (1-p) U_FP >= p U_FN + (1-p) U_TN, which is a threshold for each amount and needs no right answer to be
    worth more than a wrong one (Elkan 2001; Bahnsen, Aouada & Ottersten 2014). In the unit of the payoffs. Raises
    `InputError` "scores must be between 0 and 1 to be probabilities, got -3 to 2", and without cases.

    >>> from ddcore.counts import Cells
    >>> fraud = UtilityByCase(Cells(tp=-5, fp=-5, fn=0, tn=0), Cells(tp=0, fp=0, fn=-1, tn=0), "EUR")
    >>> chance, amount = np.array([0.1, 0.1]), np.array([90.0, 10.0])
    >>> bayes_minimum_risk(ScoredCases(chance, np.array([True, True]), amount, np.ones(2)), fraud)
    OwnLines(value=-7.5, called=0.5)
    """
    p = cases.score
    if not cases.weight.sum() > 0:
        raise InputError("a yield needs a case, got none")
    if p.min() < 0 or p.max() > 1:
        raise InputError(f"scores must be between 0 and 1 to be probabilities, got {p.min():g} to {p.max():g}")
    payoffs = by_case.payoffs(*by_class(cases.amount))
    called = p * (payoffs.tp - payoffs.fn) + (1 - p) * (payoffs.fp - payoffs.tn) >= 0
    right, wrong = np.where(called, payoffs.tp, payoffs.fn), np.where(called, payoffs.fp, payoffs.tn)
    value, share = (
        float(np.average(of, weights=cases.weight)) for of in (np.where(cases.positive, right, wrong), called)
    )
    return OwnLines(value, share)


def utility_at(by_case: UtilityByCase, amount: ArrayLike) -> Utility:
    """The payoffs of a case with that amount, shaped like it; raises `InputError` as `Utility` does.

    >>> from ddcore.counts import Cells
    >>> utility_at(UtilityByCase(Cells(tp=-5, fp=-5, fn=0, tn=0), Cells(tp=0, fp=0, fn=-1, tn=0)), 50)
    Utility(tp=-5.0, fp=-5.0, fn=-50.0, tn=0.0)
    """
    return Utility.of(by_case.payoffs(numbers("amount", amount)), by_case.unit)
