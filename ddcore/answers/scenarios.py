"""Named scenarios side by side, and which price matters most: as people type them, in words, tables and numbers."""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from operator import attrgetter
from typing import Annotated, Any

import pandas as pd
from pydantic import AfterValidator, BeforeValidator, Field

from ddcore.answers.answer import Figure, Table, measured
from ddcore.answers.money import Money
from ddcore.answers.options import OfData, Text
from ddcore.answers.prices import Prices, cells, typed_number
from ddcore.answers.separation import MODELS, resamples
from ddcore.answers.words import literal
from ddcore.counts import CELLS
from ddcore.data import Data
from ddcore.decisions.period import Period
from ddcore.decisions.scenarios import Option, Swing, options, share_swing, swings
from ddcore.decisions.utility import Utility
from ddcore.errors import InputError
from ddcore.figures.scenarios import tornado_alt, tornado_figure
from ddcore.formats import count, number, percent
from ddcore.scores.thresholds import BootstrapInterval, best, bootstrap_intervals

MOST = 6
"""Scenarios that can be compared."""
NOW = "now"
"""The name of the prices in force among them."""
NAME_LENGTH = 40


@dataclass(frozen=True)
class Scenario:
    """Prices with a name, and the share of positives and the cases a period that come with them, None for those here.

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


def scenarios_of(text: str) -> tuple[Scenario, ...]:
    """The scenario of each line; raises `InputError` that names the line that cannot be used.

    >>> scenarios_of("dear: 0,-1,-9,0 at 0.25 of 2,000")[0].cases
    2000
    """
    found: dict[str, Scenario] = {}
    for place, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        scenario = _scenario(place, line)
        if scenario.name in (*found, NOW):
            raise InputError(f'each scenario must have a name of its own, got "{scenario.name}" in line {place}')
        found[scenario.name] = scenario
    if len(found) > MOST:
        raise InputError(f"there must be at most {MOST} scenarios, got {len(found)}")
    return tuple(found.values())


def _scenario(place: int, line: str) -> Scenario:
    name, _, rest = line.partition(":")
    first, *more = re.split(r"\s+(at|of)\s+", rest.strip())
    parts, said = first.split(","), dict(zip(more[::2], more[1::2], strict=True))
    if not name.strip() or len(parts) != len(CELLS) or len(said) < len(more) / 2:
        raise InputError(
            f"line {place} of the scenarios must be a name, a colon and four numbers, then at and a share of positives "
            f'or of and a number of cases where they are others, such as "dear: 0,-1,-9,0 at 0.3 of 2000", got '
            f'"{line.strip():.40}"'
        )
    where = f"in line {place} of the scenarios"
    payoffs = tuple(typed_number(f"{cell.upper()} {where}", part) for cell, part in zip(CELLS, parts, strict=True))
    share = typed_number(f"the share {where}", said["at"]) if "at" in said else None
    cases = typed_number(f"the cases {where}", said["of"]) if "of" in said else None
    if share is not None and not 0 <= share <= 1:
        raise InputError(f"the share {where} must be between 0 and 1, got {share:g}")
    if cases is not None and not (cases >= 1 and cases % 1 == 0):
        raise InputError(f"the cases {where} must be a whole number above 0, got {cases:g}")
    Utility.of(cells(payoffs))
    return Scenario(" ".join(name.split())[:NAME_LENGTH], payoffs, share, None if cases is None else int(cases))


def _typed(given: Any) -> Any:
    """Scenarios as lines of text: of a link, which has ; between them, or of a list of lines."""
    if isinstance(given, str):
        return given.replace(";", "\n")
    return "\n".join(map(str, given)) if isinstance(given, Sequence) else given


def _checked(text: str) -> str:
    scenarios_of(text)
    return text


Scenarios = Annotated[
    str,
    BeforeValidator(_typed),
    AfterValidator(_checked),
    Text(placeholder="dear misses: 0,-1,-9,0 at 0.3 of 2000", lines=4),
    OfData(),
    Field(
        title="Scenarios",
        description=f"Up to {MOST}, one a line: a name, a colon, and the payoffs of TP, FP, FN and TN; then, if "
        "they are others, “at” and the share of positives, “of” and the cases a period.",
    ),
]


@dataclass(frozen=True, eq=False)
class Outcome:
    """One scenario: the ways to decide, the best first, and the best threshold of the model looked at, if it has one.

    `unseen` says what that threshold is worth on unseen cases.
    """

    scenario: Scenario
    period: Period
    options: Sequence[Option]
    threshold: float | None
    unseen: BootstrapInterval | None

    @property
    def best(self) -> Option:
        """What is worth most, fixed costs paid."""
        return self.options[0]

    @property
    def surely(self) -> bool:
        """Whether its interval does not reach the next one, nor that of the next one its value."""
        first, second = self.options[:2]
        return first.net.low >= second.net.value and second.net.high <= first.net.value


@dataclass(frozen=True, eq=False)
class Compared:
    """The scenarios of a question about some data, the prices in force first."""

    data: Data
    prices: Prices
    money: Money
    scenarios: tuple[Scenario, ...]
    step: float

    @classmethod
    def of(cls, data: Data, prices: Prices, money: Money, text: str, step: float) -> "Compared":
        """The scenarios of a text; `step` is by how much each price is moved. Raises `InputError`."""
        if any(prices.rate):
            if text.strip():
                raise InputError("scenarios need prices that do not grow with an amount; set these rates to 0")
            return cls(data, prices, money, (), 0.0)
        now = Scenario(NOW, tuple(float(payoff) for payoff in prices.utility(data).payoffs.values()))
        return cls(data, prices, money, (now, *scenarios_of(text)), step)

    @cached_property
    def outcomes(self) -> list[Outcome]:
        """Each scenario with what is best there; none where there is none beside the prices in force."""
        if len(self.scenarios) < 2:
            return []
        there = [self._utility(scenario) for scenario in self.scenarios]
        thresholds, unseen = self._thresholds(tuple(there))
        return [
            Outcome(scenario, self._period(scenario), self._options(scenario), threshold, interval)
            for scenario, threshold, interval in zip(self.scenarios, thresholds, unseen, strict=True)
        ]

    def _utility(self, scenario: Scenario) -> Utility:
        """Its payoffs on the cases at hand, each class counting as much as it has there."""
        utility, share = Utility.of(cells(scenario.payoffs), self.prices.unit or ""), self.data.prevalence
        return utility if scenario.share is None else utility.at_share(scenario.share, share)

    def _period(self, scenario: Scenario) -> Period:
        period = self.prices.of_period
        return period if scenario.cases is None else replace(period, cases=scenario.cases)

    def _options(self, scenario: Scenario) -> list[Option]:
        names = [self.data.name, *(name for name in self.data.models if name != self.data.name)][:MODELS]
        counts = {name: self.data.models[name].counts for name in names}
        always = (self.data.positive, self.data.negative)
        utility = Utility.of(cells(scenario.payoffs))
        return options(counts, always, utility, self.data.prevalence, self._period(scenario), scenario.share)

    def _thresholds(
        self, utilities: tuple[Utility, ...]
    ) -> tuple[list[float | None], Sequence[BootstrapInterval | None]]:
        table, nothing = self.data.model.table, [None] * len(utilities)
        if table is None:
            return [*nothing], nothing
        key = tuple(tuple(map(float, utility.payoffs.values())) for utility in utilities)
        places = self.data.kept(
            ("thresholds of scenarios", table, key), lambda: [best(table, utility).threshold for utility in utilities]
        )
        drawn = resamples(self.data)
        if drawn is None:
            return [*places], nothing
        hull = all(bool(utility.proper) for utility in utilities)
        return [*places], self.data.kept(
            ("scenarios on unseen cases", table, key),
            lambda: bootstrap_intervals(utilities, drawn=drawn, hull=hull),
        )

    @cached_property
    def swings(self) -> list[Swing]:
        """Each price and the share of positives moved, for the model looked at at its threshold; the widest first."""
        if not self.scenarios or not self.step:
            return []
        utility = Utility.of(cells(self.scenarios[0].payoffs), self.prices.unit or "")
        counts, prevalence = self.data.model.counts, self.data.prevalence
        moved = swings(utility, self.step, counts)
        if 0 < prevalence < 1:
            moved.append(share_swing(utility, self.part, counts, prevalence))
        return sorted(moved, key=attrgetter("width"), reverse=True)

    @property
    def part(self) -> float:
        """The step as a part of the span of the prices in force, and of the share of positives."""
        payoffs = self.scenarios[0].payoffs
        return self.step / (max(payoffs) - min(payoffs))

    def outcome_table(self) -> Table:
        """A row a scenario: its prices, who is worth most, what that comes to, and the threshold it gives."""
        rows = []
        for outcome in self.outcomes:
            scenario, top, money = outcome.scenario, outcome.best, self.money
            row: dict[str, Any] = {
                "scenario": scenario.name,
                "worth most": top.name if outcome.surely else f"{top.name}, but not surely",
                "a case": money.text(top.earned.value),
            }
            if outcome.period.cases is not None:
                period = outcome.period if not top.constant else replace(outcome.period, fixed=0.0)
                row[f"a {period.name}"] = replace(money, span=1e5).text(period.net(top.earned).value)
            if any(each.scenario.share is not None for each in self.outcomes):
                row["positive"] = percent(self.data.prevalence if scenario.share is None else scenario.share)
            if any(each.scenario.cases is not None for each in self.outcomes) and outcome.period.cases is not None:
                row["cases"] = count(outcome.period.cases)
            if outcome.threshold is not None:
                row["best threshold"] = number(outcome.threshold) if math.isfinite(outcome.threshold) else "never"
                if outcome.unseen is not None and not math.isnan(outcome.unseen.value):
                    row["it is worth, unseen cases"] = money.text(outcome.unseen.value)
            written = "costs" if money.as_costs else "payoffs"
            row[f"{written} TP, FP, FN, TN"] = ", ".join(number(money.sign * x + 0.0) for x in scenario.payoffs)
            rows.append(row)
        remark = "The limit of positive predictions is not held to here." if self.prices.limited(self.data) else ""
        return Table.of("Scenarios", pd.DataFrame(rows).fillna(""), remark)

    def swing_table(self) -> Table:
        """A row a price: what the model is worth with it a step lower and higher, and the best threshold then."""
        return Table("Each price, and the share of positives, a step lower and higher", len(self.swings), self._rows)

    def _rows(self) -> pd.DataFrame:
        rows, table, sign = [], self.data.model.table, self.money.sign
        head = "Cost" if self.money.as_costs else "Payoff"
        for swing in self.swings:
            row: dict[str, Any] = {"Price": ", ".join(self.called(swing))}
            sides = [(swing.low, 0), (swing.high, 1)]
            if self.money.as_costs and swing.shares is None:
                sides.reverse()
            for way, (utility, place) in zip(("lower", "higher"), sides, strict=True):
                share = swing.shares
                row[f"{head} {way}"] = math.nan if share else sign * float(getattr(utility, swing.cell))
                row[f"Share of positives {way}"] = share[place] if share else math.nan
                row[f"Mean {head.lower()}, {way}"] = sign * swing.worth[place]
                ranked = options(
                    {name: model.counts for name, model in self.data.models.items()},
                    (self.data.positive, self.data.negative), utility, self.data.prevalence, self.prices.of_period,
                )  # fmt: skip
                row[f"Worth most, {way}"] = ranked[0].name
                if table is not None:
                    row[f"Best threshold, {way}"] = best(table, utility).threshold
            rows.append(row)
        return pd.DataFrame(rows)

    def called(self, swing: Swing) -> tuple[str, str]:
        """What is moved, in two lines: what a case of that price is predicted and what it truly is, or the share."""
        if swing.shares is not None:
            return "share of", "positives"
        classes = {True: self.data.positive, False: self.data.negative}
        return (
            f"predicted {classes[swing.cell in ('tp', 'fp')]}",
            f"truly {classes[swing.cell in ('tp', 'fn')]}",
        )

    def figure(self) -> Figure:
        """How far each price moves what the model is worth."""
        names, base = (
            [self.called(swing) for swing in self.swings],
            float(Utility.of(cells(self.scenarios[0].payoffs))(self.data.model.counts)),
        )
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
        return Figure("What matters most", words, draw, remark)

    @property
    def values(self) -> Mapping[str, Any]:
        """Scenarios and moved prices as plain numbers."""
        return {
            "scenarios": {outcome.scenario.name: _told(outcome) for outcome in self.outcomes},
            "price_moves": {
                swing.cell: {
                    "step": self.step if swing.shares is None else self.part * self.data.prevalence,
                    "lower": swing.worth[0],
                    "higher": swing.worth[1],
                }
                for swing in self.swings
            },
        }


def _told(outcome: Outcome) -> dict[str, Any]:
    scenario, unseen = outcome.scenario, outcome.unseen
    return {
        "payoffs": dict(zip(CELLS, scenario.payoffs, strict=True)),
        "share_of_positives": scenario.share,
        "cases": outcome.period.cases,
        "worth_most": outcome.best.name,
        "surely": outcome.surely,
        "yields": {option.name: measured(option.earned) for option in outcome.options},
        "totals": None
        if outcome.period.cases is None
        else {option.name: measured(option.net.scaled(outcome.period.cases)) for option in outcome.options},
        "best_threshold": outcome.threshold,
        "best_threshold_unseen": None
        if unseen is None
        else {"value": unseen.value, "low": unseen.value_low, "high": unseen.value_high},
    }
