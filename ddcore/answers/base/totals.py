"""What a mean a case comes to over a period, in words and numbers: totals, return on the cost, break-even."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

from ddcore.answers.base.answer import Note, measured
from ddcore.answers.base.money import Money
from ddcore.decisions.period import Period
from ddcore.formats import count, many, percent
from ddcore.interval import Interval

WHOLE = 1e5
"""The span from which on amounts have no decimals; totals have none from a thousand on."""


@dataclass(frozen=True)
class Totals:
    """What some answer comes to over a period, and what it leads the better constant answer by; each with an interval.

    `who` decides so, inside a sentence, and `rival` is that constant answer.
    """

    period: Period
    who: str
    mean: Interval
    rival: str
    lead: Interval
    money: Money
    where: str = ""
    """On which cases that was found, "judged on unseen cases"; empty where there is nothing to say."""

    @property
    def net(self) -> Interval:
        """The total of the period, the fixed cost paid."""
        return self.period.net(self.mean)

    @property
    def gain(self) -> Interval:
        """By how much that is more than the rival, who pays no fixed cost."""
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
        paid = ", its fixed cost paid" if self.period.fixed else ""
        between = f" ({money.between(net.low, net.high)})" if net.is_finite else ""
        return (
            f"At {many(self.period.cases or 0, 'case')} a {name}, {self.who}{judged} {money.verb(net.value)} "
            f"**{money.text(net.value)}** a {name}{between}{paid}: {self._beside()}."
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
        return f"maybe no {more} than {self.rival} ({money.lead(gain.low, gain.high)} {more})"

    def _fixed(self) -> str:
        pays, name, fixed = self.period.cases_to_pay(self.lead), self.period.name, self.money.fixed(self.period.fixed)
        if math.isinf(pays.value):
            return (
                f"The fixed cost of {fixed} a {name} is earned back at no number of cases: {self.who} does no better "
                f"than {self.rival}."
            )
        sure = f" ({_cases(pays.low)} to {_cases(pays.high)})" if not math.isnan(pays.low) else ""
        judged = f", {self.where}" if self.where else ""
        text = (
            f"The fixed cost of {fixed} a {name} is earned back with **{_cases(pays.value)} cases** a {name} or more"
            f"{sure}{judged}"
        )
        returned = self.period.returned(self.lead)
        if math.isnan(returned.value):
            return f"{text}."
        likely = f" ({percent(returned.low)} to {percent(returned.high)})" if returned.is_finite else ""
        return f"{text}; at {count(self.period.cases or 0)} its return is **{percent(returned.value)}**{likely}."

    @property
    def values(self) -> Mapping[str, object]:
        """The same as plain numbers; None where nobody said how many cases a period brings, or no fixed cost."""
        cases, fixed = self.period.cases is not None, bool(self.period.fixed)
        return {
            "total": measured(self.net) if cases else None,
            "more_than_constant": measured(self.gain) if cases else None,
            "return": measured(self.period.returned(self.lead)) if cases and fixed else None,
            "cases_to_pay_fixed_cost": measured(self.period.cases_to_pay(self.lead)) if fixed else None,
        }


def _cases(number_of: float) -> str:
    """A number of cases, rounded up, as a part of a case pays nothing."""
    return count(math.ceil(round(number_of, 9))) if math.isfinite(number_of) else "never"
