"""Named scenarios side by side, as people type them, and which price matters most."""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Any

import pandas as pd
from pydantic import AfterValidator, BeforeValidator, Field

from ddcore.answers.base.answer import Figure, Part, Table, measured
from ddcore.answers.base.money import Money
from ddcore.answers.base.prices import Prices, cells, limit_text, typed_lines, typed_number
from ddcore.answers.base.separation import selected_first
from ddcore.answers.base.words import listing, literal
from ddcore.answers.costs import Costs
from ddcore.answers.utility.draw import tornado_alt, tornado_figure
from ddcore.cache import computed_once
from ddcore.counts import CELLS, Cells
from ddcore.data import Data
from ddcore.decisions.period import Limit, Period
from ddcore.decisions.scenarios import SHARE, Option, Swing, options, swings
from ddcore.decisions.standings import yields
from ddcore.errors import InputError
from ddcore.formats import count, number, percent
from ddcore.interval import Interval
from ddcore.options import OfData, Text
from ddcore.scores.thresholds import BootstrapInterval

MOST = 6
"""Scenarios that can be compared."""
NOW = "now"
"""The name of the prices in force among them."""
NAME_LENGTH = 40


@dataclass(frozen=True)
class Scenario:
    """Prices with a name; the share of positives and the cases a period are None where they are those of the data.

    >>> Scenario("dear", (0.0, -1.0, -9.0, 0.0), 0.25, 2000).text
    'dear: 0,-1,-9,0 at 0.25 of 2000'
    """

    name: str
    payoffs: tuple[float, ...]
    share: float | None = None
    cases: int | None = None

    @property
    def text(self) -> str:
        """As it is typed."""
        share = "" if self.share is None else f" at {self.share:.15g}"
        of = "" if self.cases is None else f" of {self.cases}"
        return f"{self.name}: {','.join(f'{payoff:.15g}' for payoff in self.payoffs)}{share}{of}"

    def signed(self, sign: int) -> "Scenario":
        """The scenario with each payoff times `sign`, which is -1 between payoffs and costs."""
        return replace(self, payoffs=tuple(sign * payoff + 0.0 for payoff in self.payoffs))


EXAMPLE = Scenario("dear", (0.0, -1.0, -9.0, 0.0), 0.3, 2000)
"""What a message and an empty field show."""


def scenarios_of(text: str, sign: int = 1) -> tuple[Scenario, ...]:
    """The scenario of each line; raises `InputError` that names the line that cannot be used.

    Prices are typed as costs with the `sign` -1.

    >>> scenarios_of("dear: 0,-1,-9,0 at 0.25 of 2,000")[0].cases
    2000
    """
    scenarios: dict[str, Scenario] = {}
    for place, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        scenario = _scenario(place, line, sign)
        if scenario.name in (*scenarios, NOW):
            raise InputError(f'each scenario must have a name of its own, got "{scenario.name}" in line {place}')
        scenarios[scenario.name] = scenario
    if len(scenarios) > MOST:
        raise InputError(f"there must be at most {MOST} scenarios, got {len(scenarios)}")
    return tuple(scenarios.values())


def _scenario(place: int, line: str, sign: int) -> Scenario:
    name, _, rest = line.partition(":")
    first, *more = re.split(r"\s+(at|of)\s+", rest.strip())
    parts, given = first.split(","), dict(zip(more[::2], more[1::2], strict=True))
    if not name.strip() or len(parts) != len(CELLS) or len(given) < len(more) / 2:
        raise InputError(
            f"line {place} of the scenarios must be a name, a colon and four numbers, and if it changes, “at” with the "
            f'share of positives and “of” with the number of cases, such as "{EXAMPLE.signed(sign).text}", got '
            f'"{line.strip():.40}"'
        )
    where = f"in line {place} of the scenarios"
    payoffs = tuple(typed_number(f"{cell.upper()} {where}", part) for cell, part in zip(CELLS, parts, strict=True))
    share = typed_number(f"the share {where}", given["at"]) if "at" in given else None
    cases = typed_number(f"the cases {where}", given["of"]) if "of" in given else None
    if share is not None and not 0 <= share <= 1:
        raise InputError(f"the share {where} must be between 0 and 1, got {share:g}")
    if cases is not None and not (cases >= 1 and cases % 1 == 0):
        raise InputError(f"the cases {where} must be a whole number above 0, got {cases:g}")
    named = " ".join(name.split())[:NAME_LENGTH]
    return Scenario(named, payoffs, share, None if cases is None else int(cases)).signed(sign)


def _checked(text: str) -> str:
    scenarios_of(text)
    return text


HELP = {
    1: f"Up to {MOST} scenarios, one a line: a name, a colon, and the payoffs of TP, FP, FN and TN. If they change, "
    "add “at” with the share of positives and “of” with the cases a period.",
    -1: f"Up to {MOST} scenarios, one a line: a name, a colon, and the costs of TP, FP, FN and TN; gains are negative. "
    "If they change, add “at” with the share of positives and “of” with the cases a period.",
}
"""What is typed, as payoffs and, with the sign -1, as costs."""

Scenarios = Annotated[
    str,
    BeforeValidator(typed_lines),
    AfterValidator(_checked),
    Text(placeholder=EXAMPLE.text, lines=4),
    OfData(),
    Field(title="Scenarios", description=HELP[1]),
]


@dataclass(frozen=True, eq=False)
class DataUnder:
    """Data under a scenario: the prices in force with the changes of the scenario, and its share of positives.

    The share is None where it is that of the data.
    """

    data: Data
    prices: Prices
    share: float | None

    @classmethod
    def of(cls, data: Data, prices: Prices, scenario: Scenario) -> "DataUnder":
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
        """The mean yield of the named models, then of always predicting positive, and of never; raises `InputError`."""
        models = {name: self.data.models[name] for name in names}
        counts = {name: model.counts for name, model in models.items()}
        amounts = {name: model.amounts for name, model in models.items() if model.amounts is not None}
        prices, data = self.prices, self.data
        return yields(counts, self.prevalence, prices.utility(data), prices.by_case(data), amounts)

    @computed_once
    def limit(self) -> Limit | None:
        """The limit of positive predictions, with the cases at hand weighted to the share of positives there."""
        limit = self.prices.limited(self.data)
        if limit is None or self.share is None:
            return limit
        return limit.at_share(self.share, self.data.prevalence)

    @computed_once
    def options(self) -> list[Option]:
        """The ways to decide that keep to the limit, the best first."""
        data, limit = self.data, self.limit
        utility = self.prices.utility(data)
        names = selected_first(data, lambda model: float(utility(model.counts)))
        *models, positive, negative = self.earned(names)
        met = {
            name: earned
            for name, earned in zip(names, models, strict=True)
            if limit is None or limit.met(data.models[name].counts)
        }
        never = {f"always {data.negative}": negative}
        always = never if limit is not None else {f"always {data.positive}": positive, **never}
        return options(met, always, self.period)

    @computed_once
    def costs(self) -> Costs | None:
        """The costs of each threshold of the selected model at the share of positives there; None without scores."""
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
    """The best threshold of a scenario within its limit, without it, and the worth of the former on unseen cases."""

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
    there: DataUnder
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
        """Whether neither interval, its own and that of the next best, holds the value of the other."""
        first, *rest = self.options
        return not rest or (first.net.low >= rest[0].net.value and rest[0].net.high <= first.net.value)

    @property
    def moved(self) -> bool:
        """Whether the limit moves the best threshold."""
        return self.thresholds is not None and self.thresholds.within != self.thresholds.unlimited


@dataclass(frozen=True, eq=False)
class ScenarioComparison:
    """Scenarios compared on some data, the prices in force first.

    Each price is moved by a `step`, and the share of positives by a `fraction` of itself.
    """

    data: Data
    prices: Prices
    money: Money
    scenarios: tuple[Scenario, ...]
    step: float
    fraction: float

    @classmethod
    def of(
        cls, data: Data, prices: Prices, money: Money, text: str, fraction: float, span: float
    ) -> "ScenarioComparison":
        """The scenarios of a text; prices are moved by a fraction of their span. Raises `InputError`."""
        now = Scenario(NOW, tuple(map(float, cells(prices.u).values())))
        return cls(data, prices, money, (now, *scenarios_of(text)), fraction * span, fraction)

    @computed_once
    def outcomes(self) -> list[Outcome]:
        """Each scenario with its ways to decide; empty where only the prices in force are there."""
        if len(self.scenarios) < 2:
            return []
        data_under = [DataUnder.of(self.data, self.prices, scenario) for scenario in self.scenarios]
        thresholds = self._thresholds([there.costs for there in data_under])
        return [Outcome(*each) for each in zip(self.scenarios, data_under, thresholds, strict=True)]

    def _thresholds(self, costs: Sequence[Costs | None]) -> Sequence[Thresholds | None]:
        """The thresholds at some costs, cached as one result."""
        known = [each for each in costs if each is not None]
        key = ("scenarios", self.data.model.table, *(each.key for each in known))
        return self.data.cached(key, lambda: [Thresholds.of(each) for each in known]) if known else [None] * len(costs)

    @computed_once
    def swings(self) -> list[Swing]:
        """How far each price, and the share of positives, moves the worth of the selected model, the widest first."""
        if not self.step:
            return []
        payoffs = Cells(**dict(zip(CELLS, self.scenarios[0].payoffs, strict=True)))

        def worth(payoffs: Cells, share: float) -> float:
            there = DataUnder.of(self.data, self.prices, Scenario(NOW, payoffs.values(), share))
            return there.earned([self.data.name])[0].value

        return swings(payoffs, self.step, self.data.prevalence, self.fraction, worth)

    def outcome_table(self) -> Table:
        """A row a scenario: its prices, who is worth most, what that comes to, and the threshold it gives."""
        rows = pd.DataFrame([self._row(outcome) for outcome in self.outcomes]).fillna("")
        return Table.of("Scenarios", rows, self._remark())

    def _row(self, outcome: Outcome) -> dict[str, Any]:
        scenario, top, money, there = outcome.scenario, outcome.best, self.money, outcome.there
        row: dict[str, Any] = {
            "scenario": scenario.name,
            "worth most": top.name if outcome.surely else f"{top.name}, not certain",
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
                row["its worth on unseen cases"] = money.text(unseen.value)
        written = "costs" if money.as_costs else "payoffs"
        row[f"{written} TP, FP, FN, TN"] = ", ".join(number(money.sign * x + 0.0) for x in scenario.payoffs)
        return row

    def _remark(self) -> str:
        """The remark below the scenarios: what all have in common, the limit, and what it changes."""
        parts = ["Each scenario adds the same for each 1 of the amount."] if self.prices.grows else []
        limits = [outcome.there.limit for outcome in self.outcomes if outcome.there.limit is not None]
        if limits:
            parts.append(self._limit_words(limits[0]))
        if limits and self.data.model.table is not None:
            parts.append(self._changed())
        return " ".join(parts)

    def _limit_words(self, limit: Limit) -> str:
        """The limit in words; a scenario with its own number of cases has the limit of these."""
        if any(scenario.cases is not None for scenario in self.scenarios):
            most = f"at most {count(limit.most)} of its cases"
        else:
            most = limit_text(limit, self.prices.period, self.prices.volume)
        return f"Classifiers that predict more positives than the limit, {most}, are left out."

    def _changed(self) -> str:
        """Which scenarios have another best threshold because of the limit."""
        moved = [literal(outcome.scenario.name) for outcome in self.outcomes if outcome.moved]
        if not moved:
            return "The limit changes no best threshold."
        if len(moved) == len(self.outcomes):
            return "The limit changes the best threshold of each scenario."
        return f"The limit changes the best threshold of {listing(moved)} only."

    def swing_table(self) -> Table:
        """A row a price: what the model is worth with it a step lower and higher, and the best threshold then."""
        title = "Each price and the share of positives, one step lower and higher"
        limit = self.prices.limited(self.data)
        remark = "" if limit is None else "Classifiers that predict more positives than the limit are left out."
        return Table(title, len(self.swings), self._swing_rows, remark)

    def _swing_rows(self) -> pd.DataFrame:
        rows, sign = [], self.money.sign
        head = "Cost" if self.money.as_costs else "Payoff"
        for swing in self.swings:
            row: dict[str, Any] = {"Price": ", ".join(self.lines_of(swing))}
            is_share = swing.moved == SHARE
            sides = [(swing.low, swing.worth[0]), (swing.high, swing.worth[1])]
            if self.money.as_costs and not is_share:
                sides.reverse()
            for way, (end, worth) in zip(("lower", "higher"), sides, strict=True):
                there = DataUnder.of(self.data, self.prices, self._moved(swing, end))
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

    def lines_of(self, swing: Swing) -> tuple[str, str]:
        """The name of what is moved, in two lines: the predicted class and the true class of a price, or the share."""
        if swing.moved == SHARE:
            return "share of", "positives"
        classes = {True: self.data.positive, False: self.data.negative}
        return (
            f"predicted {classes[swing.moved in ('tp', 'fp')]}",
            f"truly {classes[swing.moved in ('tp', 'fn')]}",
        )

    def figure(self) -> Figure:
        """How far each price moves the worth of the selected model."""
        names = [self.lines_of(swing) for swing in self.swings]
        base = DataUnder.of(self.data, self.prices, self.scenarios[0]).earned([self.data.name])[0].value
        sign, unit = self.money.sign, self.prices.unit or ""
        head = "cost per case" if self.money.as_costs else "payoff per case"
        title = f"{head}, {unit}" if unit else head
        draw = partial(tornado_figure, self.swings, names, base, sign=sign, title=title, span=self.money.span)
        words = tornado_alt(self.swings, names, base, sign, self.money.span)
        step = self.money.in_unit(self.step)
        remark = (
            f"The bars show {literal(self.data.name)}. Each price is {step} lower or higher, or the "
            f"share of positives is {percent(self.fraction)} of itself lower or higher; all else stays the same."
        )
        if self.prices.grows:
            remark += " What each 1 of the amount adds stays the same, too."
        return Figure("The price that matters most", words, draw, remark)

    @property
    def part(self) -> Part:
        """The scenarios and the moved prices in an answer."""
        return Part(
            figures={"tornado": self.figure()} if self.swings else {},
            tables={
                **({"scenarios": self.outcome_table()} if self.outcomes else {}),
                **({"tornado": self.swing_table()} if self.swings else {}),
            },
            values=self.values,
        )

    @property
    def values(self) -> Mapping[str, Any]:
        """Scenarios and moved prices as plain numbers."""
        return {
            "scenarios": {outcome.scenario.name: _values(outcome) for outcome in self.outcomes},
            "price_moves": {
                swing.moved: {
                    "step": self.fraction * self.data.prevalence if swing.moved == SHARE else self.step,
                    "lower": swing.worth[0],
                    "higher": swing.worth[1],
                }
                for swing in self.swings
            },
        }


def _values(outcome: Outcome) -> dict[str, Any]:
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
