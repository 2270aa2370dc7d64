"""The payoffs of decision rules at some costs: on the cases at hand, on unseen cases, over all costs and a period."""

import math
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import cast

import numpy as np

from ddcore.answers.base.money import CONSTANTS, Money, Totals
from ddcore.answers.base.prices import Prices
from ddcore.answers.base.separation import (
    SEED,
    log_ratio,
    read_by_fixed,
    read_by_others,
    resamples,
    scores_of,
    tables,
)
from ddcore.arrays import Array
from ddcore.cache import computed_once
from ddcore.data import Data
from ddcore.decisions.amounts import ScoredCases, UtilityByCase
from ddcore.decisions.by_case import OwnLines, YieldByThreshold, bayes_minimum_risk, utility_at, yield_by_threshold
from ddcore.decisions.cost_curves import (
    COST_CURVES,
    CostCurves,
    cost_curves,
    h_measure,
    held_out_h_measure,
)
from ddcore.decisions.costs import threshold
from ddcore.decisions.decision_rules import (
    DecisionRule,
    DecisionRules,
    called,
    cross_fitted_yield,
    decision_rules,
    decision_rules_by_case,
    optimum,
)
from ddcore.decisions.held_out import held_out_yield, payoffs_apart, share_drawn
from ddcore.decisions.model_curves import ModelCurve, model_curve
from ddcore.decisions.net_benefit import NetBenefit, net_benefit
from ddcore.decisions.period import Limit
from ddcore.decisions.utility import Utility
from ddcore.errors import InputError
from ddcore.interval import UNKNOWN, Interval
from ddcore.scores.binned import Bounds, best
from ddcore.scores.curves import pooled
from ddcore.scores.thinning import STEPS, joined, thinned
from ddcore.scores.thresholds import BootstrapInterval, Constraint, bootstrap_intervals, lead
from ddcore.scores.trace import Trace, over_threshold
from ddcore.table import ScoreTable


@dataclass(frozen=True, eq=False)
class Costs:
    """The selected model, its threshold, and what outcomes are worth; each result is kept with the data.

    `by_case` says how payoffs grow with the amount of a case, None if they do not; `utility` then has those of an
    average case. `limit` is how many may be predicted positive.
    """

    data: Data
    table: ScoreTable
    threshold: float
    utility: Utility
    by_case: UtilityByCase | None
    limit: Limit | None = None

    @classmethod
    def of(cls, data: Data, prices: Prices) -> "Costs":
        """The selected model, at these prices; raises `InputError` for what cannot be used."""
        threshold = math.nan if data.model.threshold is None else data.model.threshold
        return cls(data, scores_of(data), threshold, prices.utility(data), prices.by_case(data), prices.limited(data))

    @property
    def unlimited(self) -> "Costs":
        """The same without the limit."""
        return replace(self, limit=None)

    @property
    def _limits(self) -> tuple[Constraint, ...]:
        return () if self.limit is None else (self.limit.constraint,)

    def within(self, rule: DecisionRule) -> bool:
        """Whether a rule keeps to the limit of positive predictions."""
        if self.limit is None:
            return True
        if rule.called is None:
            own = self.own_lines
            return own is None or bool(self.limit.constraint.met(np.asarray(own.called)))
        return self.limit.met(called(self.table, rule.called))

    @computed_once
    def constant(self) -> DecisionRule:
        """The better of the two constant answers that the limit allows."""
        rules = self.rules
        return rules.constant if self.within(rules["all"]) else rules["none"]

    @computed_once
    def rules(self) -> DecisionRules:
        """The ways to decide; raises `InputError` where no threshold serves."""
        if self.by_case is not None:
            own = None if self.own_lines is None else self.own_lines.value
            return decision_rules_by_case(self.by_threshold(self.by_case), self.threshold, own)
        utility, table = self.utility, self.table
        rules = self.data.cached(
            ("decision rules", table, *self.key),
            lambda: decision_rules(
                table, utility, log_ratio(self.data), self._hull, *self._limits, learnt=self._trained_prevalence
            ),
        )
        return rules.with_rule(DecisionRule.at_threshold(table, utility, self.threshold))

    def optimum(self) -> float:
        """The best threshold on these cases within the limit, computed anew; +inf predicts no case positive."""
        if self.by_case is not None:
            every = self._each_threshold(self.by_case)
            return float(every.threshold[every.best])
        corners = self._hull if self.utility.proper else None
        return optimum(self.table, self.utility, corners, *self._limits).threshold

    def on_unseen(self) -> BootstrapInterval | None:
        """The interval of the best threshold and its payoff on unseen cases, computed anew; of amounts the payoff."""
        if self.by_case is not None:
            return _of_amounts(self._dealt(self.by_case))
        drawn = resamples(self.data)
        if drawn is None:
            return None
        hull = self.limit is None and bool(self.utility.proper)
        return bootstrap_intervals([self.utility], *self._limits, drawn=drawn, hull=hull)[0]

    @property
    def _trained_prevalence(self) -> float | None:
        """The share of positives for which the scores are probabilities; None where it is that of the data."""
        return None if self.data.original is None else self.data.original.prevalence

    @property
    def bounds(self) -> Bounds | None:
        """What the best payoff of a threshold may be over all scores; None where they are not binned, or of amounts."""
        if self.by_case is not None or not self.table.binned:
            return None
        make = partial(best, self.table, self.utility, *self._limits)
        return self.data.cached(("bounds at costs", self.table, *self.key), make)

    @property
    def _hull(self) -> ScoreTable | None:
        """The corners among which the best threshold is, whatever the prices; None where there is no case."""
        table = self.table
        return self.data.cached(("pooled", table), partial(pooled, table)) if table.total else None

    def by_threshold(self, by_case: UtilityByCase) -> YieldByThreshold:
        """The mean payoff at every threshold where payoffs grow with an amount."""
        return self.data.cached(("by case", self.table, *self.key), partial(self._each_threshold, by_case))

    def _each_threshold(self, by_case: UtilityByCase) -> YieldByThreshold:
        model = self.data.model
        amounts = cast(ScoreTable, model.moments[0].table)
        # The amounts of a model are kept in parts of its scale.
        scaled = replace(by_case, rate=by_case.rate.map(lambda rate: rate * model.scale))
        return yield_by_threshold(self.table, amounts, scaled, self.limit)

    @property
    def own_lines(self) -> OwnLines | None:
        """The payoff of a threshold for each amount; None where no amount counts or scores are no probabilities."""
        by_case = self.by_case
        if by_case is None or not self.table.is_probability or self.data.original is not None:
            return None
        return self.data.cached(
            ("own lines", self.table, *_payoffs(by_case)), partial(bayes_minimum_risk, self._cases, by_case)
        )

    @property
    def _cases(self) -> ScoredCases:
        # A model with scores and amounts has its cases one by one.
        return cast(ScoredCases, self.data.model.scored)

    @computed_once
    def best(self) -> BootstrapInterval | None:
        """The interval of the best threshold and its payoff on unseen cases; with amounts the payoff only."""
        if self.by_case is not None:
            return _of_amounts(self._held_out_by_case(self.by_case))
        return self.data.cached(("best at costs", self.table, *self.key), self.on_unseen)

    def _held_out_by_case(self, by_case: UtilityByCase) -> Mapping[str, Interval]:
        """The payoff of the best threshold on unseen cases, and its leads there."""
        return self.data.cached(
            ("held out by case", self.table, *self.key),
            partial(self._dealt, by_case),
        )

    def _dealt(self, by_case: UtilityByCase) -> Mapping[str, Interval]:
        return held_out_yield(self._cases, by_case, self.limit, rng=np.random.default_rng(SEED))

    @computed_once
    def held_out(self) -> Mapping[str, Interval]:
        """The mean payoff of ways to decide on unseen cases, where it is known, by the keys of rules."""
        yields = {}
        if (best := self.best) is not None:
            yields["best"] = Interval(best.value, best.value_low, best.value_high)
        drawn = resamples(self.data)
        if "evidence" in self.rules and drawn is not None:
            yields["evidence"] = cross_fitted_yield(
                read_by_others(self.data).tables, self.utility, drawn, read_by_fixed(self.data).tables
            )
        return {key: interval for key, interval in yields.items() if not math.isnan(interval.value)}

    @computed_once
    def share_drawn(self) -> Interval:
        """The mean payoff on unseen cases where the share of positives is known from these cases only.

        NaN where that share is given.
        """
        mean = self.held_out.get("best", UNKNOWN)
        if self.data.original is not None or not mean.is_finite:
            return UNKNOWN
        if self.by_case is not None:
            apart = self._held_out_by_case(self.by_case)["apart"].value
        else:
            apart = self.data.cached(("payoffs apart", self.table, *self.key), self._apart)
        return share_drawn(mean, apart, *self.table.effective)

    def _apart(self) -> float:
        best, drawn = self.best, resamples(self.data)
        return math.nan if best is None or drawn is None else payoffs_apart(self.utility, best, drawn)

    @computed_once
    def leads(self) -> Mapping[str, Interval]:
        """The leads of the best threshold on unseen cases, by the keys of the other rules."""
        if self.by_case is not None:
            held_out = self._held_out_by_case(self.by_case)
            return _known({key: interval for key, interval in held_out.items() if key in ("all", "none")})
        best, drawn, rules = self.best, resamples(self.data), self.rules
        if best is None or drawn is None:
            return {}
        others = {key: rules[key].threshold for key in ("all", "none", "read") if key in rules}
        return _known(
            self.data.cached(
                ("leads at costs", self.table, *self.key),
                lambda: {key: lead(self.utility, best, at, drawn=drawn) for key, at in others.items()},
            )
        )

    @computed_once
    def h_measure(self) -> float:
        """The H-measure on the cases at hand."""
        return self.data.cached(("h", self.table), partial(h_measure, self.table))

    @computed_once
    def held_out_h_measure(self) -> Interval | None:
        """The H-measure on unseen cases; None where it is not known."""
        drawn = resamples(self.data)
        if drawn is None:
            return None
        held_out = self.data.cached(("held out h", self.table), partial(held_out_h_measure, drawn))
        return None if math.isnan(held_out.value) else held_out

    def curves(self, kind: str, place: float | None = None) -> CostCurves:
        """One kind of curve over all costs, with the place of the costs at hand among its own."""
        also, drawn = () if place is None else (place,), resamples(self.data)
        curves = self.data.cached(
            ("cost curves", self.table, kind, also), lambda: cost_curves(self.table, kind, also=also, drawn=drawn)
        )
        if self.data.original is not None:  # scores are probabilities of another share of positives
            curves = replace(curves, lines={key: line for key, line in curves.lines.items() if key != "read"})
        return curves.with_threshold(self.table, self.threshold)

    def place(self, kind: str) -> float | None:
        """The position of the costs at hand on the axis of a curve; None where they differ by case."""
        chance = float(self.rules.bayes_threshold.posterior)
        return None if math.isnan(chance) else float(COST_CURVES[kind].axis(chance, self.data.prevalence))

    @computed_once
    def net_benefits(self) -> Mapping[str, NetBenefit]:
        """The net benefit at these costs of the scores as probabilities, and of the threshold set, where it has one.

        Empty where costs differ by case, or a hit is worth nothing.
        """
        chance = float(self.rules.bayes_threshold.posterior)
        if not 0 <= chance < 1 or not 0 < self.data.prevalence < 1:
            return {}
        at = {"set": self.threshold} if math.isfinite(self.threshold) else {}
        if "read" in self.rules and self.data.original is None:
            at = {"read": chance, **at}
        return {key: net_benefit(self.table.at(where), chance) for key, where in at.items()}

    def band(self, kind: str, x: Array) -> ModelCurve | None:
        """The band of the scores as probabilities at places of a curve; None where they are none."""
        if "read" not in self.curves(kind).lines:
            return None
        return self.data.cached(
            ("band of a cost curve", self.table, kind, x.tobytes()), lambda: model_curve(self.table, kind, x=x)
        )

    def thinned(self) -> tuple[Array, Array, tuple[Array, Array] | None]:
        """The mean payoff over the threshold, thinned, and that of a draw, None for amounts."""
        if self.by_case is not None:
            every = self.by_threshold(self.by_case)
            drawn = self.data.cached(("thinned", every), lambda: thinned(every.threshold, every.value))
            return every.threshold[drawn], every.value[drawn], None
        trace = self.data.cached(("payoff", self.table, *self.key), self._thinned_trace)
        return trace.threshold, trace.value, (trace.chance_threshold, trace.chance)

    def _thinned_trace(self) -> Trace:
        """The mean payoff to draw, from fewer thresholds where that is off by less than 1/4,000 of its range.

        The scores of a model with hardly any skill may need all.
        """
        fewer = self.data.cached(("joined", self.table), partial(joined, self.table))
        trace = over_threshold(fewer, self.utility.measure)
        share, (miss, alarm) = self.data.prevalence, self.utility.stakes
        both = share * abs(miss) + (1 - share) * abs(alarm)
        enough = np.ptp(trace.value) / 4000 >= both / STEPS
        return (trace if enough else self._trace()).thin()

    def every_threshold(self) -> tuple[Array, Array]:
        """Every threshold, and the mean payoff at each."""
        every = self._trace() if self.by_case is None else self.by_threshold(self.by_case)
        return every.threshold, every.value

    def _trace(self) -> Trace:
        return over_threshold(self.table, self.utility.measure)

    @property
    def key(self) -> tuple[Hashable, ...]:
        """The payoffs and the limit, on which results depend beside the scores."""
        utility, by_case = self.utility, self.by_case
        payoffs = _payoffs(by_case) if by_case is not None else tuple(map(float, utility.payoffs.values()))
        return (*payoffs, self.limit)


def _of_amounts(held_out: Mapping[str, Interval]) -> BootstrapInterval:
    best = held_out["best"]
    return BootstrapInterval(math.nan, math.nan, best.value, best.low, best.high, 0.0)


def _payoffs(by_case: UtilityByCase) -> tuple[float, ...]:
    return (*by_case.fixed.values(), *by_case.rate.values())


def _known(intervals: Mapping[str, Interval]) -> Mapping[str, Interval]:
    return {key: interval for key, interval in intervals.items() if not math.isnan(interval.value)}


def totals(costs: Costs, prices: Prices, money: Money) -> Totals:
    """The totals of the best threshold over a period: on unseen cases, where these are known."""
    best, constant = costs.rules["best"], costs.constant
    mean, lead = costs.held_out.get("best"), costs.leads.get(constant.key)
    where = "judged on unseen cases"
    if mean is None or lead is None:
        mean, lead = Interval(best.value), Interval(best.value - constant.value)
        where = "judged on the cases it was chosen on"
    return Totals(prices.of_period, "the best threshold", mean, CONSTANTS[constant.key], lead, money, where)


def own_thresholds(by_case: UtilityByCase, prevalence: float, amount: float) -> list[tuple[float, float]]:
    """A tenth of an amount, the amount and ten times that, each with its threshold on the posterior if it has one.

    >>> from ddcore.counts import Cells
    >>> fraud = UtilityByCase(Cells(tp=-5, fp=-5, fn=0, tn=0), Cells(tp=0, fp=0, fn=-1, tn=0))
    >>> own_thresholds(fraud, 0.3, 20.0)
    [(20.0, 0.25), (200.0, 0.025)]
    """
    own = []
    for factor in (0.1, 1.0, 10.0) if amount > 0 else ():
        try:
            chance = float(threshold(utility_at(by_case, factor * amount), prevalence).posterior)
        except InputError:
            continue
        own.append((factor * amount, chance))
    return own


def model_curves(data: Data, kind: str) -> dict[str, ModelCurve]:
    """The curves of all models whose scores are probabilities, the selected one first; empty for fewer than two."""
    here = data if data.original is None else data.original
    probabilities = {name: table for name, table in tables(here).items() if table.is_probability}
    if len(probabilities) < 2 or kind not in COST_CURVES or not 0 < data.prevalence < 1:
        return {}
    share = None if here is data else data.prevalence
    return {
        name: data.cached(("model curve", table, kind, share), partial(model_curve, table, kind, share=share))
        for name, table in probabilities.items()
    }
