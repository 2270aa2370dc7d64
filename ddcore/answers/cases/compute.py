"""The best answer for each case: probabilities, the expected worth of each answer, and what deciding so is worth."""

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from ddcore.answers.base.prices import MISTAKES, Valued
from ddcore.answers.base.prices import cells as priced
from ddcore.answers.base.separation import SEED, reading, scores_of
from ddcore.arrays import Array
from ddcore.cache import computed_once
from ddcore.chance.predictive import predictive
from ddcore.counts import Cells, Counts
from ddcore.data import Data
from ddcore.decisions.amounts import UtilityByCase, by_class
from ddcore.decisions.cases import (
    ANSWERS,
    Expected,
    Regions,
    best_by_chance,
    expected,
    log_ratio,
    mean_by_case,
    probability,
    switches,
)
from ddcore.decisions.utility import Utility
from ddcore.errors import InputError
from ddcore.interval import Interval
from ddcore.records.rows import UNKNOWN, ModelRows
from ddcore.scores.unseen import INFLATION, Unseen, best_reader, rates_reader, unseen_ratios, unseen_ratios_of_cases
from ddcore.table import ScoreTable

Result = TypeVar("Result")

SET, ALL, NONE, REFER = "set", "all", "none", "refer"
"""Other ways to decide: as the model itself does, and one answer for all."""


@dataclass(frozen=True, eq=False)
class Listed:
    """The cases of a table, or its scores: arrays of one length, in the order of the file or of the scores.

    `score` is 1 or 0 for labels. `tally` gives the weight of the cases by their truth.
    """

    score: Array
    amount: Array | None
    rows: ModelRows | None
    tally: Callable[[], tuple[Array, Array, Array]]

    @computed_once
    def _tallies(self) -> tuple[Array, Array, Array]:
        return self.tally()

    @property
    def positives(self) -> Array:
        """The weight of the truly positive cases."""
        return self._tallies[0]

    @property
    def negatives(self) -> Array:
        """The weight of the truly negative cases."""
        return self._tallies[1]

    @property
    def unknown(self) -> Array:
        """The weight of the cases without a truth."""
        return self._tallies[2]

    @property
    def weight(self) -> Array:
        """The weight of each, whatever its truth."""
        return self.positives + self.negatives + self.unknown

    @property
    def numbers(self) -> NDArray[np.int64]:
        """The number of each row as a person counts it; of scores their place."""
        return np.arange(1, self.score.size + 1) if self.rows is None else self.rows.number


def priced_payoffs(prices: Valued, data: Data) -> tuple[float, ...]:
    """The four payoffs, those of an average case where errors have costs of their own and nothing else is priced."""
    payoffs = prices.u or MISTAKES
    if not prices.grows or any(payoffs):
        return payoffs
    return tuple(map(float, prices.utility(data).payoffs.values()))


@dataclass(frozen=True, eq=False)
class CaseResults:
    """The cases of the selected model and the worth of their answers; `data` count as where it will be used.

    `by_score` takes scores for probabilities; `referral` are the costs of a person, None where nobody can be asked.
    """

    data: Data
    prices: Valued
    by_score: bool
    referral: tuple[float, float] | None

    @property
    def own(self) -> Data:
        """The data as they are."""
        return self.data.original or self.data

    @property
    def labels(self) -> bool:
        """Whether the model gave labels only."""
        return self.own.model.table is None

    @computed_once
    def table(self) -> ScoreTable:
        """The scores of the model, or its labels as scores of 0 and 1."""
        return label_table(self.own.model.counts) if self.labels else scores_of(self.own)

    @computed_once
    def utility(self) -> Utility:
        """The payoffs, those of an average case where they grow with an amount."""
        return self.prices.utility(self.data)

    @computed_once
    def by_case(self) -> UtilityByCase | None:
        """The payoffs of each case by its amount; raises `InputError` where the cases are not known one by one."""
        by_case = self.prices.by_case(self.data)
        if by_case is not None and self.listed.amount is None:
            raise InputError(
                "payoffs that grow with an amount need the cases one by one, and here they are too many; set the rates "
                "to 0"
            )
        return by_case

    @computed_once
    def listed(self) -> Listed:
        """The cases one by one where they are kept, or scores with their cases."""
        rows = None if self.own.rows is None else self.own.rows.of(self.own.name)
        if rows is None:
            table = self.table
            none = np.zeros(table.score.size)
            return Listed(table.score, None, None, lambda: (table.positives, table.negatives, none))
        return Listed(rows.value.astype(np.float64, copy=False), rows.amount, rows, partial(self._tallied, rows))

    def _tallied(self, rows: ModelRows) -> tuple[Array, Array, Array]:
        """The weight of the positives, of the negatives and of those without a truth."""
        plain = rows.weight is None or self.own.model.counts.whole
        weight = np.ones(rows.truth.size) if plain or rows.weight is None else rows.weight
        positives, negatives, unknown = (weight * (rows.truth == of) for of in (1, 0, UNKNOWN))
        return positives, negatives, unknown

    def kept(self, what: str, make: Callable[[], Result], *more: Hashable) -> Result:
        """What the threshold has no part in, in little memory; kept where no payoff grows with an amount."""
        if self.by_case is not None:
            return make()
        payoffs = priced(self.prices.u).map(float)
        return self.at_any_prices(what, make, tuple(payoffs.values()), self.referral, *more)

    def at_any_prices(self, what: str, make: Callable[[], Result], *more: Hashable) -> Result:
        """What neither the threshold nor the prices have a part in, in little memory."""
        source = self.own.name if self.labels else self.table
        return self.own.cached((f"cases: {what}", source, self.by_score, self.data.prevalence, *more), make)

    def payoffs(self, amount: Array | None) -> Cells:
        """The worth of each outcome, for cases of these amounts where it grows with them."""
        if self.by_case is None or amount is None:
            return priced(self.prices.u)
        return self.by_case.payoffs(*by_class(amount))

    def referred(self, payoffs: Cells) -> tuple[Any, Any] | None:
        """The worth of a referred positive and of a referred negative case; None where nobody can be asked."""
        if self.referral is None:
            return None
        return payoffs.tp - self.referral[0], payoffs.tn - self.referral[1]

    def log_ratio(self, score: Array) -> Array:
        """The logarithm of the likelihood ratio of scores, by all cases."""
        if self.labels:
            return rates_reader(self.table)(score)
        if self.by_score:
            return log_ratio(score, self.own.prevalence)
        likelihood = reading(self.own)
        if likelihood is None:
            raise InputError("these scores cannot be read as evidence; take them for probabilities, or others")
        return np.asarray(likelihood.log_ratio(score))

    @computed_once
    def log_ratios(self) -> Array:
        """The logarithm of the likelihood ratio of each that is listed: of a case with a truth by the others.

        That of a label is by all cases, and so is that of any where there are too few others.
        """
        listed = self.listed
        if self.labels or self.by_score or listed.rows is None or self.unseen is None:
            return self.log_ratio(listed.score)
        known = listed.unknown == 0
        log = np.empty(listed.score.size)
        log[known] = self.unseen.log_ratio
        if not known.all():
            log[~known] = self.log_ratio(listed.score[~known])
        return log

    @computed_once
    def unseen(self) -> Unseen | None:
        """The cases with a truth and their likelihood ratios by others; None where they cannot be dealt to folds."""
        listed, key = self.listed, ("unseen cases", self.table, self.by_score)
        if self.by_score and not self.labels:
            known = listed.unknown == 0
            score = listed.score[known]
            return Unseen(score, listed.positives[known], listed.negatives[known], self.log_ratio(score))
        return self.own.cached(key, self._dealt, cases=self.table.score.size)

    def _dealt(self) -> Unseen | None:
        listed, rng = self.listed, np.random.default_rng(SEED)
        known = listed.unknown == 0
        try:
            if self.labels or listed.rows is None:
                return unseen_ratios(self.table, rates_reader if self.labels else best_reader, rng=rng)
            score, positive = listed.score[known], listed.rows.truth[known] == 1
            weight = None if self.table.whole else listed.weight[known]
            cluster = None if listed.rows.cluster is None else listed.rows.cluster[known]
            log = unseen_ratios_of_cases(score, positive, weight, cluster=cluster, rng=rng)
            return Unseen(score, listed.positives[known], listed.negatives[known], log)
        except InputError:
            return None

    @computed_once
    def probabilities(self) -> Array:
        """The probability of being positive of each that is listed, at the share in use."""
        return probability(self.log_ratios, self.data.prevalence)

    def log_ratio_at(self, place: int) -> float:
        """The logarithm of the likelihood ratio of one that is listed."""
        return self.at_any_prices("log ratio", lambda: float(self.log_ratios[place]), place)

    def probability_at(self, place: int) -> float:
        """The probability of being positive of one that is listed."""
        return float(probability(self.log_ratio_at(place), self.data.prevalence))

    @computed_once
    def expected(self) -> Expected:
        """The expected worth of each answer for each that is listed."""
        payoffs = self.payoffs(self.listed.amount)
        return expected(payoffs, self.probabilities, self.referred(payoffs))

    @computed_once
    def best(self) -> NDArray[np.integer[Any]]:
        """The place in `ANSWERS` of the best answer for each that is listed."""
        if self.by_case is not None:
            return self.expected.best
        payoffs = priced(self.prices.u)
        return best_by_chance(payoffs, self.probabilities, self.referred(payoffs))

    @computed_once
    def switches(self) -> tuple[tuple[float, int], ...]:
        """The probabilities from which on another answer is best, with its place, for a case of average amount."""
        payoffs = self.utility.payoffs.map(float)
        return switches(payoffs, self.referred(payoffs))

    def called(self, score: Array) -> NDArray[np.bool_]:
        """Whether the model itself predicts positive."""
        threshold = 0.5 if self.labels else self.own.model.threshold
        return score >= (math.inf if threshold is None else threshold)

    @property
    def of_labels(self) -> Mapping[bool, str]:
        """The best answer for a case that is predicted positive, and for one that is not."""
        payoffs = priced(self.prices.u)
        chance = probability(self.log_ratio(np.array([0.0, 1.0])), self.data.prevalence)
        best = expected(payoffs, chance, self.referred(payoffs)).best
        return {bool(label): ANSWERS[int(at)] for label, at in enumerate(best)}

    def cases(self, where: NDArray[np.bool_]) -> float:
        """The number of cases among those listed; of weighted ones their weight where the number is not known."""
        return float(where.sum() if self.listed.rows is not None else self.listed.weight[where].sum())

    @property
    def tally(self) -> Mapping[str, tuple[float, float, float]]:
        """The weight of the positives, of the negatives and of those without a truth, by their best answer."""
        return self.kept("tally", self._by_answer)

    @property
    def weight(self) -> float:
        """The weight of all cases."""
        return self.at_any_prices("weight", lambda: float(self.listed.weight.sum()))

    @property
    def without_truth(self) -> float:
        """The number of cases without a truth, see `cases`."""
        return self.at_any_prices("without truth", lambda: self.cases(self.listed.unknown > 0))

    def _by_answer(self) -> Mapping[str, tuple[float, float, float]]:
        listed = self.listed
        every = [
            np.bincount(self.best, weight, len(ANSWERS)).tolist()
            for weight in (listed.positives, listed.negatives, listed.unknown)
        ]
        return {answer: (every[0][at], every[1][at], every[2][at]) for at, answer in enumerate(ANSWERS)}

    @property
    def effective(self) -> tuple[float, float]:
        """The effective cases of each class; fewer where each had a part in the likelihood ratios of others."""
        positives, negatives = self.table.unweighted().effective
        times = 1.0 if self.labels or self.by_score else INFLATION
        return positives / times, negatives / times

    @computed_once
    def worth(self) -> Mapping[str, Interval]:
        """The mean worth of the best answers on unseen cases, under "best", and its lead over other ways to decide.

        Empty where the cases cannot be dealt to folds.
        """
        unseen = self.unseen
        if unseen is None:
            return {}
        if self.by_case is not None:
            return self._worth_by_case(unseen)
        payoffs = priced(self.prices.u)
        referred = self.referred(payoffs)
        best = self.kept("best of unseen", partial(self._best_of_unseen, unseen, payoffs))
        at = 2 * best + self.called(unseen.score)
        # Regions that no case can be in take no part: a label has one answer, and some answers are never best.
        able = np.unique(at) if self.labels else [2 * way + own for _, way in self.switches for own in (0, 1)]
        positives, negatives = (
            np.bincount(at, tally, 2 * len(ANSWERS))[able].astype(np.float64)
            for tally in (unseen.positives, unseen.negatives)
        )
        regions = Regions(positives, negatives, self.effective)
        worth = {name: (of[able], other[able]) for name, (of, other) in _in_regions(payoffs, referred).items()}
        return regions.worth(worth, self.data.prevalence, rng=np.random.default_rng(SEED))

    def _best_of_unseen(self, unseen: Unseen, payoffs: Cells) -> NDArray[np.int8]:
        chance = probability(unseen.log_ratio, self.data.prevalence)
        return best_by_chance(payoffs, chance, self.referred(payoffs))

    def _worth_by_case(self, unseen: Unseen) -> Mapping[str, Interval]:
        known = self.listed.unknown == 0
        amount = None if self.listed.amount is None else self.listed.amount[known]
        payoffs, positive = self.payoffs(amount), unseen.positives > 0
        referred = self.referred(payoffs)
        best = expected(payoffs, probability(unseen.log_ratio, self.data.prevalence), referred).best
        ways = [np.where(positive, payoffs.tp, payoffs.fp), np.where(positive, payoffs.fn, payoffs.tn)]
        if referred is not None:
            ways.append(np.where(positive, *referred))
        earned = np.choose(best, np.broadcast_arrays(*ways))
        others = {
            SET: np.where(self.called(unseen.score), *ways[:2]),
            **dict(zip((ALL, NONE, REFER), ways, strict=False)),
        }
        mean = partial(
            mean_by_case,
            positive=positive,
            weight=unseen.positives + unseen.negatives,
            share=self.data.prevalence,
            design=self.own.model.design or (1.0, 1.0),
        )
        return {"best": mean(earned), **{name: mean(earned - other) for name, other in others.items()}}


def _in_regions(payoffs: Cells, referred: tuple[float, float] | None) -> dict[str, tuple[Array, Array]]:
    """Payoffs of positives and of negatives in each region: by the best answer, and within it by the model's own."""
    truths = zip(
        (payoffs.tp, payoffs.fp), (payoffs.fn, payoffs.tn), (0.0, 0.0) if referred is None else referred, strict=True
    )
    ways: list[tuple[Array, ...]] = []
    for positive, negative, person in truths:
        best = np.repeat([positive, negative, person], 2).astype(np.float64)
        own = np.tile([negative, positive], 3)
        ways.append((best, best - own, best - positive, best - negative, best - person))
    names: Sequence[str] = ("best", SET, ALL, NONE, REFER)[: 4 if referred is None else 5]
    return {name: (of_positive, of_negative) for name, of_positive, of_negative in zip(names, *ways, strict=False)}


def label_table(counts: Counts) -> ScoreTable:
    """Labels as scores: 1 where the model predicts positive, 0 where it does not.

    >>> label_table(Counts(tp=9, fp=89, fn=1, tn=901)).negatives.tolist()
    [901, 89]
    """
    squares = counts.squares
    known = None if squares is None else (_by_label(squares.fn, squares.tp), _by_label(squares.tn, squares.fp))
    return ScoreTable(np.array([0.0, 1.0]), _by_label(counts.fn, counts.tp), _by_label(counts.tn, counts.fp), known)


def _by_label(negative: Any, positive: Any) -> NDArray[Any]:
    return np.array([negative, positive])


FEWEST = 10
"""The fewest cases of each class among natural frequencies."""
LARGEST = 10**7
"""The largest total of natural frequencies."""


@dataclass(frozen=True)
class NaturalFrequencies:
    """The four outcomes among `total` cases, whole numbers.

    >>> natural_frequencies(Counts(tp=90, fp=9, fn=10, tn=91), 0.01)
    NaturalFrequencies(total=1000, cells=Cells(tp=9, fp=89, fn=1, tn=901))
    """

    total: int
    cells: Cells


def natural_frequencies(counts: Counts, share: float) -> NaturalFrequencies:
    """The outcomes of a thousand cases where that share is positive, or of ten times as many where a class is rare."""
    total = 1000
    while total * min(share, 1 - share) < FEWEST and total < LARGEST:
        total *= 10
    positives = round(total * share)
    tp = round(positives * float(counts.tp) / float(counts.positives))
    fp = round((total - positives) * float(counts.fp) / float(counts.negatives))
    return NaturalFrequencies(total, Cells(tp=tp, fp=fp, fn=positives - tp, tn=total - positives - fp))


def label_probabilities(data: Data) -> dict[bool, Interval]:
    """The probability of being positive of a case that is predicted positive, and of one that is not.

    `data` count as where the model will be used: a share of positives that is given there is taken as known, that of
    the cases themselves as what they happen to have.
    """
    used = data.original
    values = predictive(data.model.counts) if used is None else predictive(used.model.counts, data.prevalence)
    rest = values["NPV"]
    return {True: values["PPV"], False: Interval(1 - rest.value, 1 - rest.high, 1 - rest.low)}
