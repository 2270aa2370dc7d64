"""What outcomes are worth, as several questions ask it: four payoffs, their unit, how sure they are, and amounts."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, ClassVar

from pydantic import AfterValidator, BeforeValidator, Field

from ddcore.answers.looked import story
from ddcore.answers.options import OfData, OneOf, Options, Slider, Text
from ddcore.answers.words import literal
from ddcore.counts import CELLS, Cells
from ddcore.data import Data
from ddcore.decisions.amounts import UtilityByCase
from ddcore.decisions.uncertain import UncertainUtility
from ddcore.decisions.utility import Utility
from ddcore.errors import InputError
from ddcore.formats import number, worth

RIGHT = (1.0, 0.0, 0.0, 1.0)
"""TP, FP, FN and TN where every right answer is worth one and every wrong one nothing."""
MISTAKES = (0.0, -1.0, -1.0, 0.0)
"""The same where every mistake costs one."""
LARGEST = 1e12
"""The largest number accepted as a price, with either sign."""
UNIT_LENGTH = 20
"""Letters of a unit."""
NO_UNIT = "none"
"""What a link says where the unit of a story was taken away."""


def typed_number(what: str, given: object, shown: str | None = None) -> float:
    """A number as people type it: -335, 1,500 or 2e6.

    Raises `InputError` "the payoff TP must be a number such as 165 or -33.5, got "x"", with `shown` in place of what
    was given where people typed that.

    >>> typed_number("the payoff TP", "−1,500.5")
    -1500.5
    """
    text = str(given)
    shown = text if shown is None else shown
    plain = text.strip().replace("−", "-")
    if re.fullmatch(r"[-+]?\d{1,3}(,\d{3})+(\.\d*)?", plain):
        plain = plain.replace(",", "")
    if not re.fullmatch(r"[-+]?(\d{1,40}\.?\d{0,40}|\.\d{1,40})(e[-+]?\d{1,3})?", plain, re.IGNORECASE):
        raise InputError(f'{what} must be a number such as 165 or -33.5, got "{shown:.40}"')
    if not abs(float(plain)) <= LARGEST:
        raise InputError(f"{what} must be between -10^12 and 10^12, got {shown:.40}")
    return float(plain) + 0.0


def _four(what: str, given: str | Sequence[object] | None) -> tuple[float, ...] | None:
    """Four numbers, of a text or of numbers or texts; `what` names one of them by its outcome."""
    if given is None:
        return None
    parts = given.split(",") if isinstance(given, str) else list(given)
    if len(parts) != len(CELLS):
        raise InputError(f'must be four numbers, TP,FP,FN,TN, such as 15,-335,-35,165, got "{given!s:.40}"')
    return tuple(typed_number(what.format(name.upper()), part) for name, part in zip(CELLS, parts, strict=True))


def _unit(given: object) -> object:
    """A unit on one line, and not too long."""
    if not isinstance(given, str):
        return given
    return "" if given == NO_UNIT else " ".join(given.split())[:UNIT_LENGTH]


def _lines(given: object) -> object:
    """Sets of values as lines of text: of a link, which has ; between them, or of probabilities with their payoffs."""
    if isinstance(given, str):
        return given.replace(";", "\n")
    if isinstance(given, Sequence):
        return "\n".join(f"{probability}: {', '.join(map(str, payoffs))}" for probability, payoffs in given)
    return given


def other_sets(text: str) -> list[tuple[float, tuple[float, ...]]]:
    """The probability and the four payoffs of each line.

    Raises `InputError` that names the line that cannot be used.

    >>> other_sets("0.3: 45, -335, -65, 165")
    [(0.3, (45.0, -335.0, -65.0, 165.0))]
    """
    sets = []
    for place, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        probability, colon, rest = line.partition(":")
        parts = rest.split(",")
        if not colon or len(parts) != len(CELLS):
            raise InputError(
                f"line {place} of the other values must be a probability, a colon and four numbers, such as "
                f'"0.3: 45, -335, -65, 165", got "{line.strip():.40}"'
            )
        share = typed_number(f"the probability in line {place} of the other values", probability)
        if not 0 <= share <= 1:
            raise InputError(
                f"the probability in line {place} of the other values must be between 0 and 1, got {share:g}"
            )
        payoffs = (
            typed_number(f"{name.upper()} in line {place}", part) for name, part in zip(CELLS, parts, strict=True)
        )
        sets.append((share, tuple(payoffs)))
    total = sum(share for share, _ in sets)
    if round(total, 12) > 1:
        raise InputError(f"the probabilities of the other values must sum to 1 at most, got {total:g}")
    return sets


def _checked(text: str) -> str:
    other_sets(text)
    return text


Payoffs = Annotated[
    tuple[float, ...] | None,
    BeforeValidator(partial(_four, "the payoff {}")),
    OfData(),
    Field(title="What each outcome is worth", description="The payoffs of TP, FP, FN and TN. Costs are negative."),
]
"""The payoffs of TP, FP, FN and TN, "15,-335,-35,165" or four numbers."""

Unit = Annotated[
    str | None,
    BeforeValidator(_unit),
    Text(most=UNIT_LENGTH, placeholder="EUR"),
    OfData(),
    Field(
        title="Unit",
        description="What the payoffs are counted in: money, months, points. It stands behind the numbers.",
    ),
]

Written = Annotated[
    str,
    OneOf({"payoffs": "Payoffs", "costs": "Costs"}, "tabs"),
    Field(
        title="Written as",
        description="A cost of 5 is a payoff of −5: the same number with the other sign.",
    ),
]

Rates = Annotated[
    tuple[float, ...],
    BeforeValidator(partial(_four, "the rate of {}")),
    OfData(),
    Field(
        title="What each 1 of the amount adds",
        description="What TP, FP, FN and TN gain for each 1 of the amount of a case, where there is such a column.",
    ),
]

Unsure = Annotated[
    float,
    Slider(0.01, percent=True),
    OfData(),
    Field(
        ge=0,
        le=0.5,
        title="How far each number may be off",
        description="A standard deviation, as a part of the span from the lowest to the highest number. The map shows "
        "the values that may then hold as points, and the table how often each classifier wins.",
    ),
]

Others = Annotated[
    str,
    BeforeValidator(_lines),
    AfterValidator(_checked),
    Text(placeholder="0.3: 45, -335, -65, 165", lines=2),
    OfData(),
    Field(
        title="Other values that are possible",
        description="One set a line: its probability, a colon, and the payoffs of TP, FP, FN and TN. What is left of "
        "the probability belongs to the table. Decisions then follow the mean of all sets.",
    ),
]


class Prices(Options):
    """What outcomes are worth: payoffs, their unit, and what they gain with the amount of a case."""

    ASSUMED: ClassVar[tuple[float, ...]] = RIGHT
    """The payoffs until somebody says others."""

    u: Payoffs = None
    unit: Unit = None
    written: Written = "payoffs"
    rate: Rates = (0.0, 0.0, 0.0, 0.0)

    @classmethod
    def usual(cls, data: Data) -> Mapping[str, Any]:
        """The values of the story, where one is told."""
        return usual(data, cls.ASSUMED)

    def by_case(self, data: Data) -> UtilityByCase | None:
        """The payoffs of each case by its amount; None where they do not grow with one."""
        if not any(self.rate):
            return None
        if data.model.amounts is None:
            raise InputError("payoffs can grow with an amount only where the data have a column of amounts")
        return UtilityByCase(cells(self.u), cells(self.rate), self.unit or "")

    def utility(self, data: Data) -> Utility:
        """The payoffs, those of a case with the average amount of its class where they grow with one."""
        by_case = self.by_case(data)
        if by_case is None or data.model.amounts is None:
            return Utility.of(cells(self.u), self.unit or "")
        return by_case.average(data.model.amounts)


def usual(data: Data, assumed: tuple[float, ...] = RIGHT) -> dict[str, Any]:
    """The payoffs and the unit of the story, where one is told; else those that are assumed, without a unit."""
    told = story(data)
    if told is None:
        return {"u": assumed, "unit": ""}
    return {"u": tuple(float(payoff) for payoff in told.utility.payoffs.values()), "unit": told.utility.unit}


def cells(payoffs: Sequence[float] | None) -> Cells:
    """Four payoffs by their outcomes.

    >>> cells((15, -335, -35, 165)).fn
    -35
    """
    return Cells(**dict(zip(CELLS, payoffs or RIGHT, strict=True)))


def at_place(payoffs: Sequence[float], x: float, y: float) -> tuple[float, ...]:
    """The payoffs of a place of the map of all values, their span that of these payoffs.

    >>> at_place((15, -335, -35, 165), 0.0, 0.0)
    (165.0, -335.0, -335.0, 165.0)
    """
    matrix = Utility.at(x, y, min(payoffs), max(payoffs))
    return tuple(float(payoff) for payoff in matrix.payoffs.values())


def uncertain(utility: Utility, others: str, unsure: float) -> UncertainUtility:
    """The values in use beside the other sets that are possible, and how far each number may be off."""
    sets = other_sets(others)
    if not sets:
        return UncertainUtility(utility, relative_deviation=unsure)
    left = round(1 - sum(share for share, _ in sets), 12)
    columns = {
        name: [payoff, *(payoffs[place] for _, payoffs in sets)]
        for place, (name, payoff) in enumerate(utility.payoffs.items())
    }
    probabilities = (left, *(share for share, _ in sets))
    return UncertainUtility(Utility(**columns, unit=utility.unit), probabilities, unsure)


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
    def of(cls, prices: Prices, utility: Utility, *values: float) -> "Money":
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

    def amount(self, payoff: float) -> str:
        """A payoff without its unit."""
        return worth(self.sign * payoff, self.span)

    def text(self, payoff: float) -> str:
        """A payoff in its unit."""
        return self.in_unit(self.sign * payoff)

    def in_unit(self, x: float) -> str:
        """An amount that has no sign to turn, such as a difference."""
        return worth(x, self.span) + (f" {literal(self.unit)}" if self.unit else "")

    def between(self, low: float, high: float) -> str:
        """From one payoff to another, the lower one as it is written first."""
        return self.lead(*sorted((self.sign * low, self.sign * high)))

    def lead(self, low: float, high: float) -> str:
        """From one difference to another."""
        return f"{worth(low, self.span)} to {worth(high, self.span)}"
