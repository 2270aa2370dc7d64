"""Payoffs as people write them: earned or as costs, in a unit, with the digits that they ask for."""

import re
from dataclasses import dataclass

from ddcore.answers.base.prices import Valued
from ddcore.answers.base.words import literal
from ddcore.decisions.utility import Utility
from ddcore.formats import number, worth
from ddcore.interval import Interval


def as_payoffs(utility: Utility, average: bool = False) -> str:
    """The four payoffs with their signs, for those who write costs."""
    listed = ", ".join(f"{name.upper()} {number(float(payoff))}" for name, payoff in utility.payoffs.items())
    if average:
        return f"As payoffs, of an average case: {listed}. Costs are payoffs with the other sign."
    return f"As payoffs: {listed}. Costs are payoffs with the other sign."


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
        return cls(-1 if prices.written == "costs" else 1, narrow, prices.unit or "")

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
