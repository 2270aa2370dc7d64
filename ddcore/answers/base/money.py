"""Payoffs as people write them, as earnings or as costs in a unit, and the totals of a period."""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from ddcore.answers.base.answer import EXACT, Note, Number, measured
from ddcore.answers.base.prices import Valued
from ddcore.answers.base.words import literal
from ddcore.decisions.period import Period
from ddcore.decisions.utility import Utility
from ddcore.formats import count, many, number, percent, worth
from ddcore.interval import Interval

WHOLE = 1e5
"""The span from which on amounts have no decimals; totals have none from a thousand on."""


CONSTANTS = {"all": "always predicting positive", "none": "never predicting positive"}
"""The ways to decide that need no scores, inside a sentence."""


def as_payoffs(utility: Utility, average: bool = False) -> str:
    """The four payoffs with their signs, for those who write costs."""
    listed = ", ".join(f"{name.upper()} {number(float(payoff))}" for name, payoff in utility.payoffs.items())
    if average:
        return f"As payoffs of an average case: {listed}. A cost is a payoff with the opposite sign."
    return f"As payoffs: {listed}. A cost is a payoff with the opposite sign."


@dataclass(frozen=True)
class Money:
    """How payoffs per case are written: as costs with the sign -1, with the digits that a span asks for, in a unit.

    >>> Money(-1, 5.0, "EUR").text(-0.25)
    '0.250 EUR'
    """

    sign: int
    span: float
    unit: str

    @classmethod
    def of(cls, prices: Valued, utility: Utility, *values: float) -> "Money":
        """As people write prices, for such values: the span is that of the payoffs, or narrower if they are rare.

        A miss that costs 500 and hardly ever happens costs 0.0123 a case.
        """
        span, largest = float(utility.highest - utility.lowest), max(map(abs, values))
        narrow = min(span, 10 * largest) if largest > 0 else span
        return cls.spanning(prices, narrow)

    @classmethod
    def spanning(cls, prices: Valued, span: float) -> "Money":
        """As people write prices, with the digits that a span asks for."""
        return cls(-1 if prices.written == "costs" else 1, span, prices.unit or "")

    @property
    def as_costs(self) -> bool:
        """Whether payoffs are written as costs."""
        return self.sign < 0

    def verb(self, payoff: float) -> str:
        """What a case does that has this payoff: "costs", "earns", and "yields" where that is less than nothing.

        >>> Money(1, 5.0, "EUR").verb(2.0), Money(1, 5.0, "EUR").verb(-2.0)
        ('earns', 'yields')
        """
        return "costs" if self.as_costs else "earns" if payoff >= 0 else "yields"

    def amount(self, payoff: float) -> str:
        """A payoff without its unit."""
        return worth(self.sign * payoff, self.span)

    def text(self, payoff: float) -> str:
        """A payoff in its unit."""
        return self.in_unit(self.sign * payoff)

    def in_unit(self, x: float) -> str:
        """An amount that has no sign to turn, such as a difference; one that is small beside the span has digits too.

        >>> Money(1, 500.0, "").in_unit(0.0012)
        '0.001'
        """
        text = worth(x, self.span)
        text = text if re.search("[1-9]", text) else number(x) if x else text
        return text + (f" {literal(self.unit)}" if self.unit else "")

    def fixed(self, cost: float) -> str:
        """A cost that was typed, with the digits it has."""
        return f"{cost:,.10g}" + (f" {literal(self.unit)}" if self.unit else "")

    def ends(self, payoff: Interval) -> tuple[float, float]:
        """Both ends of an interval of payoffs as they are written, the lower one first."""
        low, high = sorted((self.sign * payoff.low, self.sign * payoff.high))
        return low, high

    def between(self, low: float, high: float) -> str:
        """From one payoff to another, the lower one as it is written first."""
        return self.lead(*sorted((self.sign * low, self.sign * high)))

    def lead(self, low: float, high: float) -> str:
        """From one difference to another."""
        return f"{worth(low, self.span)} to {worth(high, self.span)}"

    def for_total(self, total: float) -> "Money":
        """How the total of a period is written: from a thousand on without decimals."""
        largest = abs(total)
        return replace(self, span=max(largest, WHOLE) if largest >= 1000 else largest or self.span)

    def payoff_number(self, of: str, payoff: Interval | float, path: tuple[str, ...] = (), how: str = EXACT) -> Number:
        """A payoff that carries an answer, with what it is the worth `of`, or the cost, and the unit in its label.

        >>> Money(-1, 5.0, "EUR").payoff_number("a case: forest", -0.25).label
        'Cost of a case: forest (EUR)'
        """
        label = f"{'Cost' if self.as_costs else 'Worth'} of {of}{self._unit}"
        return Number(label, payoff, path, self.amount, how, turned=self.as_costs)

    def lead_number(self, than: str, lead: Interval, path: tuple[str, ...] = ()) -> Number:
        """A lead that carries an answer: by how much something is worth more, or costs less, `than` something else."""
        label = f"{'Less cost' if self.as_costs else 'More worth'} than {than}{self._unit}"
        return Number(label, lead, path, replace(self, sign=1).amount)

    @property
    def _unit(self) -> str:
        return f" ({self.unit})" if self.unit else ""


@dataclass(frozen=True)
class Totals:
    """The total of a way to decide over a period, and its lead over the better constant answer, with intervals.

    `who` names the way to decide inside a sentence, and `rival` that constant answer.
    """

    period: Period
    who: str
    mean: Interval
    rival: str
    lead: Interval
    money: Money
    where: str = ""
    """On which cases the mean was found, such as "judged on unseen cases"; may be empty."""

    @property
    def net(self) -> Interval:
        """The total of the period, the fixed cost paid."""
        return self.period.net(self.mean)

    @property
    def gain(self) -> Interval:
        """By how much the total exceeds that of the rival, which pays no fixed cost."""
        return self.period.net(self.lead)

    @property
    def wide(self) -> Money:
        """How totals are written."""
        largest = max(abs(self.net.value), abs(self.gain.value), self.period.fixed)
        if not 0 < largest < math.inf:
            return self.money
        return replace(self.money, span=largest if largest < 1000 else max(largest, WHOLE))

    @property
    def notes(self) -> list[Note]:
        """The total, the return on the fixed cost, and from how many cases on it is paid."""
        total = [] if self.period.cases is None else [Note("total", self._total(), kind="rests")]
        return [*total, *([Note("fixed-cost", self._fixed(), kind="rests")] if self.period.fixed else [])]

    def _total(self) -> str:
        net, money, name = self.net, self.wide, self.period.name
        judged = f", {self.where}," if self.where else ""
        paid = " with its fixed cost" if self.period.fixed else ""
        between = f" ({money.between(net.low, net.high)})" if net.is_finite else ""
        return (
            f"With {many(self.period.cases or 0, 'case')} a {name}, {self.who}{judged} {money.verb(net.value)} "
            f"**{money.text(net.value)}** a {name}{between}{paid}. That is {self._beside()}."
        )

    def _beside(self) -> str:
        gain, money = self.gain, self.wide
        more, less = ("less", "more") if money.as_costs else ("more", "less")
        if not gain.is_finite:
            word = more if gain.value >= 0 else less
            return f"{money.in_unit(abs(gain.value))} {word} than {self.rival}"
        if gain.low > 0:
            return f"{money.in_unit(gain.value)} {more} than {self.rival} ({money.lead(gain.low, gain.high)})"
        if gain.high < 0:
            return f"{money.in_unit(-gain.value)} {less} than {self.rival} ({money.lead(-gain.high, -gain.low)})"
        return f"not surely {more} than {self.rival} ({money.lead(gain.low, gain.high)} {more})"

    def _fixed(self) -> str:
        pays, name, fixed = self.period.cases_to_pay(self.lead), self.period.name, self.money.fixed(self.period.fixed)
        if math.isinf(pays.value):
            return (
                f"No number of cases earns back the fixed cost of {fixed} a {name}: {self.who} does no better than "
                f"{self.rival}."
            )
        sure = f" ({_cases(pays.low)} to {_cases(pays.high)})" if not math.isnan(pays.low) else ""
        judged = f", {self.where}" if self.where else ""
        text = (
            f"The fixed cost of {fixed} a {name} is earned back from **{_cases(pays.value)} cases** a {name} on"
            f"{sure}{judged}"
        )
        returned = self.period.returned(self.lead)
        if math.isnan(returned.value):
            return f"{text}."
        likely = f" ({percent(returned.low)} to {percent(returned.high)})" if returned.is_finite else ""
        return (
            f"{text}. With {count(self.period.cases or 0)} cases its return is **{percent(returned.value)}**{likely}."
        )

    @property
    def values(self) -> Mapping[str, object]:
        """The totals as plain numbers; None where they need the number of cases, or a fixed cost, and it is not set."""
        cases, fixed = self.period.cases is not None, bool(self.period.fixed)
        return {
            "total": measured(self.net) if cases else None,
            "more_than_constant": measured(self.gain) if cases else None,
            "return": measured(self.period.returned(self.lead)) if cases and fixed else None,
            "cases_to_pay_fixed_cost": measured(self.period.cases_to_pay(self.lead)) if fixed else None,
        }


def _cases(cases: float) -> str:
    """A number of cases, rounded up, as a part of a case pays nothing."""
    return count(math.ceil(round(cases, 9))) if math.isfinite(cases) else "never"
