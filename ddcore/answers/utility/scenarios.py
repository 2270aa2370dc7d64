"""Named scenarios side by side, and which price matters most: in words, tables and numbers."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

import pandas as pd

from ddcore.answers.base.answer import Figure, Table, measured
from ddcore.answers.base.money import Money
from ddcore.answers.base.prices import Prices, cells, limit_text
from ddcore.answers.base.separation import foremost
from ddcore.answers.base.words import listing, literal
from ddcore.answers.costs import Costs
from ddcore.answers.utility.scenario_text import NOW, Scenario, scenarios_of
from ddcore.answers.utility.scenarios_draw import tornado_alt, tornado_figure
from ddcore.counts import CELLS, Cells
from ddcore.data import Data
from ddcore.decisions.period import Limit, Period
from ddcore.decisions.scenarios import SHARE, Option, Swing, options, swings
from ddcore.decisions.standings import yields
from ddcore.formats import count, number, percent
from ddcore.interval import Interval
from ddcore.scores.thresholds import BootstrapInterval


@dataclass(frozen=True, eq=False)
class There:
    """Some data under the `prices` of a scenario, those in force but for what it says, and its `share` of positives.

    The share is None where it is that of the data.
    """

    data: Data
    prices: Prices
    share: float | None

    @classmethod
    def of(cls, data: Data, prices: Prices, scenario: Scenario) -> "There":
        """The data under a scenario."""
        cases = prices.volume if scenario.cases is None else scenario.cases
        return cls(data, prices.model_copy(update={"u": scenario.payoffs, "volume": cases}), scenario.share)

    @property
    def period(self) -> Period:
        """The period, with its number of cases."""
        return self.prices.of_period

    @property
    def prevalence(self) -> float:
        """The share of positives there."""
        return self.data.prevalence if self.share is None else self.share

    def earned(self, names: Sequence[str]) -> list[Interval]:
        """The mean yield of these models, of always predicting positive, and of never; raises `InputError`."""
        models = {name: self.data.models[name] for name in names}
        counts = {name: model.counts for name, model in models.items()}
        amounts = {name: model.amounts for name, model in models.items() if model.amounts is not None}
        prices, data = self.prices, self.data
        return yields(counts, self.prevalence, prices.utility(data), prices.by_case(data), amounts)

    @cached_property
    def limit(self) -> Limit | None:
        """How many may be predicted positive there, of the cases at hand each counting as much as there."""
        limit = self.prices.limited(self.data)
        if limit is None or self.share is None:
            return limit
        return limit.at_share(self.share, self.data.prevalence)

    @cached_property
    def options(self) -> list[Option]:
        """The ways to decide that keep to the limit, the best first."""
        data, limit = self.data, self.limit
        utility = self.prices.utility(data)
        names = foremost(data, lambda model: float(utility(model.counts)))
        *models, positive, negative = self.earned(names)
        met = {
            name: earned
            for name, earned in zip(names, models, strict=True)
            if limit is None or limit.met(data.models[name].counts)
        }
        never = {f"always {data.negative}": negative}
        always = never if limit is not None else {f"always {data.positive}": positive, **never}
        return options(met, always, self.period)

    @cached_property
    def costs(self) -> Costs | None:
        """The thresholds of the selected model, payoffs counting each class as there; None where it has no scores."""
        data, prices, table = self.data, self.prices, self.data.model.table
        if table is None:
            return None
        utility, by_case = prices.utility(data), prices.by_case(data)
        if self.share is not None:
            utility = utility.at_share(self.share, data.prevalence)
            by_case = None if by_case is None else by_case.at_share(self.share, data.prevalence)
        return Costs(data, table, math.nan, utility, by_case, self.limit)


@dataclass(frozen=True)
class Thresholds:
    """The best threshold of a scenario, that without its limit, and what the former is worth on unseen cases."""

    within: float
    unlimited: float
    unseen: BootstrapInterval | None

    @classmethod
    def of(cls, costs: Costs) -> "Thresholds":
        """The thresholds at some costs."""
        within = costs.optimum()
        return cls(within, within if costs.limit is None else costs.unlimited.optimum(), costs.on_unseen())


@dataclass(frozen=True, eq=False)
class Outcome:
    """One scenario: the ways to decide, the best first, and the thresholds of the selected model if it has scores."""

    scenario: Scenario
    there: There
    thresholds: Thresholds | None

    @property
    def options(self) -> Sequence[Option]:
        """The ways to decide, the best first."""
        return self.there.options

    @property
    def best(self) -> Option:
        """What is worth most, fixed costs paid."""
        return self.options[0]

    @property
    def surely(self) -> bool:
        """Whether its interval does not reach the next one, nor that of the next one its value."""
        first, *rest = self.options
        return not rest or (first.net.low >= rest[0].net.value and rest[0].net.high <= first.net.value)

    @property
    def moved(self) -> bool:
        """Whether the limit moves its best threshold."""
        return self.thresholds is not None and self.thresholds.within != self.thresholds.unlimited


@dataclass(frozen=True, eq=False)
class Compared:
    """The scenarios of a question about some data, the prices in force first.

    Each price is moved by a `step`, and the share of positives by a `part` of itself.
    """

    data: Data
    prices: Prices
    money: Money
    scenarios: tuple[Scenario, ...]
    step: float
    part: float

    @classmethod
    def of(cls, data: Data, prices: Prices, money: Money, text: str, part: float, span: float) -> "Compared":
        """The scenarios of a text; prices are moved by a part of their span. Raises `InputError`."""
        now = Scenario(NOW, tuple(map(float, cells(prices.u).values())))
        return cls(data, prices, money, (now, *scenarios_of(text)), part * span, part)

    @cached_property
    def outcomes(self) -> list[Outcome]:
        """Each scenario with what is best there; none where there is none beside the prices in force."""
        if len(self.scenarios) < 2:
            return []
        theres = [There.of(self.data, self.prices, scenario) for scenario in self.scenarios]
        found = self._thresholds([there.costs for there in theres])
        return [Outcome(*each) for each in zip(self.scenarios, theres, found, strict=True)]

    def _thresholds(self, costs: Sequence[Costs | None]) -> Sequence[Thresholds | None]:
        """The thresholds at some costs, kept as one result."""
        known = [each for each in costs if each is not None]
        key = ("scenarios", self.data.model.table, *(each.key for each in known))
        return self.data.cached(key, lambda: [Thresholds.of(each) for each in known]) if known else [None] * len(costs)

    @cached_property
    def swings(self) -> list[Swing]:
        """Each price and the share of positives moved, for the selected model at its threshold; the widest first."""
        if not self.step:
            return []
        payoffs = Cells(**dict(zip(CELLS, self.scenarios[0].payoffs, strict=True)))

        def worth(payoffs: Cells, share: float) -> float:
            there = There.of(self.data, self.prices, Scenario(NOW, payoffs.values(), share))
            return there.earned([self.data.name])[0].value

        return swings(payoffs, self.step, self.data.prevalence, self.part, worth)

    def outcome_table(self) -> Table:
        """A row a scenario: its prices, who is worth most, what that comes to, and the threshold it gives."""
        return Table.of("Scenarios", pd.DataFrame([self._row(each) for each in self.outcomes]).fillna(""), self._told())

    def _row(self, outcome: Outcome) -> dict[str, Any]:
        scenario, top, money, there = outcome.scenario, outcome.best, self.money, outcome.there
        row: dict[str, Any] = {
            "scenario": scenario.name,
            "worth most": top.name if outcome.surely else f"{top.name}, but not surely",
            "a case": money.text(top.earned.value),
        }
        period = there.period
        if period.cases is not None:
            row[f"a {period.name}"] = replace(money, span=1e5).text(top.net.value * period.cases)
        if any(each.scenario.share is not None for each in self.outcomes):
            row["positive"] = percent(there.prevalence)
        if any(each.scenario.cases is not None for each in self.outcomes) and period.cases is not None:
            row["cases"] = count(period.cases)
        if outcome.thresholds is not None:
            best, unseen = outcome.thresholds.within, outcome.thresholds.unseen
            row["best threshold"] = number(best) if math.isfinite(best) else "never"
            if unseen is not None and not math.isnan(unseen.value):
                row["it is worth, unseen cases"] = money.text(unseen.value)
        written = "costs" if money.as_costs else "payoffs"
        row[f"{written} TP, FP, FN, TN"] = ", ".join(number(money.sign * x + 0.0) for x in scenario.payoffs)
        return row

    def _told(self) -> str:
        """What stands below the scenarios: the limit and what it changes, and what a scenario leaves as it is."""
        parts = ["What each 1 of the amount adds is the same in all."] if any(self.prices.rate) else []
        limits = [outcome.there.limit for outcome in self.outcomes if outcome.there.limit is not None]
        if limits:
            parts.append(self._limit_told(limits[0]))
        if limits and self.data.model.table is not None:
            parts.append(self._changed())
        return " ".join(parts)

    def _limit_told(self, limit: Limit) -> str:
        """The limit, which is of a scenario's own cases where it says how many."""
        if any(scenario.cases is not None for scenario in self.scenarios):
            told = f"at most {count(limit.most)} of its cases"
        else:
            told = limit_text(limit, self.prices.period, self.prices.volume)
        return f"Each keeps to the limit, {told} predicted positive; who predicts more is left out."

    def _changed(self) -> str:
        """Which scenarios have another best threshold by the limit."""
        moved = [literal(outcome.scenario.name) for outcome in self.outcomes if outcome.moved]
        if not moved:
            return "The limit moves no best threshold."
        if len(moved) == len(self.outcomes):
            return "The limit moves the best threshold of each."
        return f"The limit moves the best threshold of {listing(moved)} only."

    def swing_table(self) -> Table:
        """A row a price: what the model is worth with it a step lower and higher, and the best threshold then."""
        title = "Each price, and the share of positives, a step lower and higher"
        limit = self.prices.limited(self.data)
        remark = (
            "" if limit is None else "Each keeps to the limit of positive predictions; who predicts more is left out."
        )
        return Table(title, len(self.swings), self._rows, remark)

    def _rows(self) -> pd.DataFrame:
        rows, sign = [], self.money.sign
        head = "Cost" if self.money.as_costs else "Payoff"
        for swing in self.swings:
            row: dict[str, Any] = {"Price": ", ".join(self.called(swing))}
            is_share = swing.moved == SHARE
            sides = [(swing.low, swing.worth[0]), (swing.high, swing.worth[1])]
            if self.money.as_costs and not is_share:
                sides.reverse()
            for way, (end, worth) in zip(("lower", "higher"), sides, strict=True):
                there = There.of(self.data, self.prices, self._moved(swing, end))
                row[f"{head} {way}"] = math.nan if is_share else sign * end
                row[f"Share of positives {way}"] = end if is_share else math.nan
                row[f"Mean {head.lower()}, {way}"] = sign * worth
                row[f"Worth most, {way}"] = there.options[0].name
                if there.costs is not None:
                    row[f"Best threshold, {way}"] = there.costs.optimum()
            rows.append(row)
        return pd.DataFrame(rows)

    def _moved(self, swing: Swing, end: float) -> Scenario:
        """The prices in force, with the one that is moved at an end of its swing."""
        now = self.scenarios[0]
        if swing.moved == SHARE:
            return replace(now, share=end)
        payoffs = dict(zip(CELLS, now.payoffs, strict=True)) | {swing.moved: end}
        return replace(now, payoffs=tuple(payoffs.values()))

    def called(self, swing: Swing) -> tuple[str, str]:
        """What is moved, in two lines: what a case of that price is predicted and what it truly is, or the share."""
        if swing.moved == SHARE:
            return "share of", "positives"
        classes = {True: self.data.positive, False: self.data.negative}
        return (
            f"predicted {classes[swing.moved in ('tp', 'fp')]}",
            f"truly {classes[swing.moved in ('tp', 'fn')]}",
        )

    def figure(self) -> Figure:
        """How far each price moves what the model is worth."""
        names = [self.called(swing) for swing in self.swings]
        base = There.of(self.data, self.prices, self.scenarios[0]).earned([self.data.name])[0].value
        sign, unit = self.money.sign, self.prices.unit or ""
        head = "cost per case" if self.money.as_costs else "payoff per case"
        title = f"{head}, {unit}" if unit else head
        draw = partial(tornado_figure, self.swings, names, base, sign=sign, title=title, span=self.money.span)
        words = tornado_alt(self.swings, names, base, sign, self.money.span)
        step = self.money.in_unit(self.step)
        remark = (
            f"For {literal(self.data.name)} at its threshold: each price {step} lower and higher, and the share of "
            f"positives by {percent(self.part)} of itself, all else kept. How many cases there are moves no mean."
        )
        if any(self.prices.rate):
            remark += " What each 1 of the amount adds is not moved."
        return Figure("What matters most", words, draw, remark)

    @property
    def values(self) -> Mapping[str, Any]:
        """Scenarios and moved prices as plain numbers."""
        return {
            "scenarios": {outcome.scenario.name: _told(outcome) for outcome in self.outcomes},
            "price_moves": {
                swing.moved: {
                    "step": self.part * self.data.prevalence if swing.moved == SHARE else self.step,
                    "lower": swing.worth[0],
                    "higher": swing.worth[1],
                }
                for swing in self.swings
            },
        }


def _told(outcome: Outcome) -> dict[str, Any]:
    scenario, thresholds, cases = outcome.scenario, outcome.thresholds, outcome.there.period.cases
    unseen = None if thresholds is None else thresholds.unseen
    return {
        "payoffs": dict(zip(CELLS, scenario.payoffs, strict=True)),
        "share_of_positives": scenario.share,
        "cases": cases,
        "worth_most": outcome.best.name,
        "surely": outcome.surely,
        "yields": {option.name: measured(option.earned) for option in outcome.options},
        "totals": None
        if cases is None
        else {option.name: measured(option.net.scaled(cases)) for option in outcome.options},
        "best_threshold": None if thresholds is None else thresholds.within,
        "best_threshold_without_limit": None if thresholds is None else thresholds.unlimited,
        "best_threshold_unseen": None
        if unseen is None
        else {"value": unseen.value, "low": unseen.value_low, "high": unseen.value_high},
    }
