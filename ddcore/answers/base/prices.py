"""What outcomes are worth, as several questions ask it: four payoffs and their unit, doubts, amounts, and a period."""

import re
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field

from ddcore.answers.base.in_use import METHOD as ELSEWHERE
from ddcore.answers.base.in_use import InUse
from ddcore.answers.base.known_laws import story
from ddcore.counts import CELLS, Cells
from ddcore.data import Data
from ddcore.decisions.amounts import UtilityByCase
from ddcore.decisions.period import Limit, Period, affordable
from ddcore.decisions.uncertain import UncertainUtility
from ddcore.decisions.utility import Utility
from ddcore.errors import InputError
from ddcore.formats import count, many, number
from ddcore.options import NumberField, OfData, OneOf, Slider, Text

MISTAKES = (0.0, -1.0, -1.0, 0.0)
"""TP, FP, FN and TN where every mistake costs one: what is assumed until somebody says what outcomes are worth."""
LARGEST = 1e12
"""The largest number accepted as a price, with either sign."""
UNIT_LENGTH = 20
"""Letters of a unit."""
NO_UNIT = "none"
"""What a link says where the unit of a story was taken away."""
MOST = 10**9
"""The largest number of cases, and the largest cost, that is accepted."""
PERIODS = {name: f"a {name}" for name in ("day", "week", "month", "quarter", "year")}
"""The periods there are."""


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


def typed_lines(given: object) -> object:
    """Lines of text, given as a text of a link, which has ; between them, or as a list of lines."""
    if isinstance(given, str):
        return given.replace(";", "\n")
    return "\n".join(map(str, given)) if isinstance(given, Sequence) else given


def _sets(given: object) -> object:
    """Sets of values as lines of text, given as a text or as probabilities with their payoffs."""
    if isinstance(given, Sequence) and not isinstance(given, str):
        given = [f"{probability}: {', '.join(map(str, payoffs))}" for probability, payoffs in given]
    return typed_lines(given)


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
                f"line {place} of the other prices must be a probability, a colon and four numbers, such as "
                f'"0.3: 45, -335, -65, 165", got "{line.strip():.40}"'
            )
        share = typed_number(f"the probability in line {place} of the other prices", probability)
        if not 0 <= share <= 1:
            raise InputError(
                f"the probability in line {place} of the other prices must be between 0 and 1, got {share:g}"
            )
        payoffs = (
            typed_number(f"{name.upper()} in line {place}", part) for name, part in zip(CELLS, parts, strict=True)
        )
        sets.append((share, tuple(payoffs)))
    total = sum(share for share, _ in sets)
    if round(total, 12) > 1:
        raise InputError(f"the probabilities of the other prices must sum to 1 at most, got {total:g}")
    return sets


def _checked(text: str) -> str:
    other_sets(text)
    return text


Payoffs = Annotated[
    tuple[float, ...] | None,
    BeforeValidator(partial(_four, "the payoff {}")),
    OfData(),
    Field(title="What each outcome is worth", description="The payoffs of TP, FP, FN and TN; a cost is negative."),
]
"""The payoffs of TP, FP, FN and TN, "15,-335,-35,165" or four numbers."""

Unit = Annotated[
    str | None,
    BeforeValidator(_unit),
    Text(most=UNIT_LENGTH, placeholder="EUR"),
    OfData(),
    Field(
        title="Unit",
        description="The unit of the payoffs, such as EUR, months or points. It is shown after the numbers.",
    ),
]

Written = Annotated[
    str | None,
    OneOf({"payoffs": "Payoffs", "costs": "Costs"}, "tabs"),
    OfData(),
    Field(
        title="Write prices as",
        description="A cost of 5 is a payoff of −5: the same number with the opposite sign.",
    ),
]

Rates = Annotated[
    tuple[float, ...] | None,
    BeforeValidator(partial(_four, "the rate of {}")),
    OfData(),
    Field(
        title="What each 1 of the amount adds",
        description="What TP, FP, FN and TN gain for each 1 of the amount of a case, if the data have a column of "
        "amounts. With columns of the costs of errors it is −1 for each error.",
    ),
]

Unsure = Annotated[
    float,
    Slider(0.01, percent=True),
    OfData(),
    Field(
        ge=0,
        le=0.5,
        title="Doubt about the prices",
        description="The standard deviation of each price, in percent of the span from the lowest to the highest "
        "price. The map then shows possible prices as points, the table how often each classifier wins.",
    ),
]

Others = Annotated[
    str,
    BeforeValidator(_sets),
    AfterValidator(_checked),
    Text(placeholder="0.3: 45, -335, -65, 165", lines=2),
    OfData(),
    Field(
        title="Other possible prices",
        description="One set of prices a line: its probability, a colon, and the payoffs of TP, FP, FN and TN. The "
        "prices above have the remaining probability. The mean of all sets decides.",
    ),
]

Volume = Annotated[
    int | None,
    NumberField(1, placeholder="not set"),
    OfData(),
    Field(
        ge=1,
        le=MOST,
        title="Cases a period",
        description="The number of new cases in a period, such as 10,000 a month. Totals are then shown beside means.",
    ),
]

PeriodName = Annotated[
    str,
    OneOf(PERIODS, "list"),
    OfData(),
    Field(title="Period", description="The period of the number of cases, the fixed cost and the limit."),
]

Fixed = Annotated[
    float,
    NumberField(1.0, digits="%g"),
    OfData(),
    Field(
        ge=0,
        le=MOST,
        title="Fixed cost a period",
        description="What using a model costs in a period, for any number of cases. Always giving the same answer "
        "needs no model and does not have this cost.",
    ),
]

MostCalled = Annotated[
    int | None,
    NumberField(1, placeholder="no limit"),
    OfData(),
    Field(
        ge=0,
        le=MOST,
        title="Most cases predicted positive",
        description="The number of cases that can be acted on in a period. If the cases a period are not set, the "
        "limit is for the cases in the data.",
    ),
]

Budget = Annotated[
    float | None,
    NumberField(1.0, digits="%g", placeholder="no budget"),
    OfData(),
    Field(
        ge=0,
        le=MOST,
        title="Budget for actions a period",
        description="The amount to spend in a period on acting on cases predicted positive. It limits their number.",
    ),
]

Acting = Annotated[
    float,
    NumberField(1.0, digits="%g"),
    OfData(),
    Field(
        ge=0.001,
        le=MOST,
        title="Cost of acting on one case",
        description="Used only to turn the budget into a number of cases. The prices of outcomes already include it.",
    ),
]


class Valued(InUse):
    """What outcomes are worth: payoffs, their unit, and what they gain with the amount of a case."""

    u: Payoffs = None
    unit: Unit = None
    written: Written = None
    rate: Rates = None

    @classmethod
    def defaults(cls, data: Data) -> Mapping[str, Any]:
        """The payoffs of the story of the data, where there is one; errors cost what columns say, case by case."""
        known = default_prices(data)
        rate = tuple(-1.0 if data.roles.get(f"cost_{name}") else 0.0 for name in CELLS)
        u = tuple(0.0 if of_row else payoff for payoff, of_row in zip(known["u"], rate, strict=True))
        return {**known, "u": u, "rate": rate}

    @classmethod
    def defaults_given(cls, data: Data, chosen: Mapping[str, Any]) -> Mapping[str, Any]:
        """The defaults, and prices written as costs where no payoff is above 0."""
        return as_written(cls.defaults(data), chosen)

    @property
    def assumed(self) -> bool:
        """Whether these are the prices that stand there until somebody says others."""
        return self.u == MISTAKES and not self.grows

    @property
    def grows(self) -> bool:
        """Whether payoffs grow with the amount of a case."""
        return any(self.rate or ())

    def by_case(self, data: Data) -> UtilityByCase | None:
        """The payoffs of each case by its amount; None where they do not grow with one."""
        if not self.grows:
            return None
        if data.model.amounts is None:
            raise InputError("payoffs can grow with an amount only if the data have a column of amounts")
        return UtilityByCase(cells(self.u), cells(self.rate), self.unit or "")

    def utility(self, data: Data) -> Utility:
        """The payoffs, those of a case with the average amount of its class where they grow with one."""
        by_case = self.by_case(data)
        if by_case is None or data.model.amounts is None:
            return Utility.of(cells(self.u), self.unit or "")
        return by_case.average(data.model.amounts)


PERIOD = """

**Over a period** the mean and the ends of its interval are multiplied by the number of cases, which is taken as known.
A model pays the fixed cost, a constant answer does not. The return is the lead over the better constant answer, after
the fixed cost, divided by the fixed cost. The fixed cost is earned back once cases times lead reach it.
"""
"""How totals are computed."""

LIMIT = """

**The limit** is the largest share of the cases that may be predicted positive. Every threshold is tried, and the
best of those that keep to the limit on these cases is taken. Unseen cases are judged by thresholds that keep to it on
the other cases.
"""
"""How a limit is held to."""


OF_WORTH = ("u", "unit", "written", "rate", "fixed")
"""The choices that change an answer only where prices decide."""


class Prices(Valued):
    """What outcomes are worth, over a period, with the fixed cost of a model and a limit of positive predictions."""

    volume: Volume = None
    period: PeriodName = "month"
    fixed: Fixed = 0.0
    limit: MostCalled = None
    budget: Budget = None
    acting: Acting = 1.0

    @property
    def unused(self) -> Collection[str]:
        """The choices that do not change the answer, by their names: all prices where no price decides."""
        return ()

    @property
    def of_period(self) -> Period:
        """The period, its cases and the fixed cost of a model."""
        return Period(self.period, self.volume, self.fixed)

    @property
    def period_text(self) -> str:
        """The period in words: "a month", or "a month of 10,000 cases"."""
        return f"a {self.period}" + ("" if self.volume is None else f" of {number(self.volume)} cases")

    def limited(self, data: Data) -> Limit | None:
        """The largest number of positive predictions, by the tighter of limit and budget, of a period's cases or of
        those at hand.

        None without a limit, or where all cases may be predicted positive.
        """
        most = [] if self.limit is None else [self.limit]
        if self.budget is not None:
            most.append(affordable(self.budget, self.acting))
        here = data.total if data.whole is None else data.whole
        of = here if self.volume is None else self.volume
        return Limit(min(most), of) if most and min(most) < of else None

    def method(self, data: Data, thresholds: bool = False) -> str:
        """How a period and another share of positives are counted, and how `thresholds` keep to a limit."""
        period = PERIOD if self.volume is not None or self.fixed else ""
        limit = LIMIT if thresholds and self.limited(data) is not None else ""
        return f"{period}{limit}{ELSEWHERE if data.original is not None else ''}"


def as_written(unsaid: Mapping[str, Any], chosen: Mapping[str, Any]) -> Mapping[str, Any]:
    """The defaults, and prices written as costs where no payoff is above 0.

    >>> as_written({"u": (0, -1, -1, 0)}, {"u": (15, -335, -35, 165)})["written"]
    'payoffs'
    """
    pays = max(*(chosen.get("u") or unsaid["u"]), *(chosen.get("rate") or (0.0,)))
    return {**unsaid, "written": "payoffs" if pays > 0 else "costs"}


def default_prices(data: Data) -> dict[str, Any]:
    """The payoffs and the unit of the story of the data; without a story those that are assumed, in no unit."""
    known = story(data)
    if known is None:
        return {"u": MISTAKES, "unit": ""}
    return {"u": tuple(float(payoff) for payoff in known.utility.payoffs.values()), "unit": known.utility.unit}


def cells(payoffs: Sequence[float] | None) -> Cells:
    """Four payoffs by their outcomes.

    >>> cells((15, -335, -35, 165)).fn
    -35
    """
    return Cells(**dict(zip(CELLS, payoffs or MISTAKES, strict=True)))


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


def limit_text(limit: Limit, period: str, volume: int | None) -> str:
    """A limit in words: "at most 200 of 10,000 cases a month"."""
    of = f"{many(limit.of, 'case')} a {period}" if volume else f"the {many(limit.of, 'case')} here"
    return f"at most {count(limit.most)} of {of}"
