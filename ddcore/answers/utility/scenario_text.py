"""Named scenarios as people type them: prices, the share of positives and the cases a period that come with them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field

from ddcore.answers.base.options import OfData, Text
from ddcore.answers.base.prices import typed_number
from ddcore.counts import CELLS
from ddcore.errors import InputError

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

    def signed(self, sign: int) -> "Scenario":
        """The same with the sign -1 for payoffs that are costs, and for costs that are payoffs."""
        return replace(self, payoffs=tuple(sign * payoff + 0.0 for payoff in self.payoffs))


EXAMPLE = Scenario("dear", (0.0, -1.0, -9.0, 0.0), 0.3, 2000)
"""What a message and an empty field show."""


def scenarios_of(text: str, sign: int = 1) -> tuple[Scenario, ...]:
    """The scenario of each line; raises `InputError` that names the line that cannot be used.

    Prices are typed as costs with the `sign` -1.

    >>> scenarios_of("dear: 0,-1,-9,0 at 0.25 of 2,000")[0].cases
    2000
    """
    found: dict[str, Scenario] = {}
    for place, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        scenario = _scenario(place, line, sign)
        if scenario.name in (*found, NOW):
            raise InputError(f'each scenario must have a name of its own, got "{scenario.name}" in line {place}')
        found[scenario.name] = scenario
    if len(found) > MOST:
        raise InputError(f"there must be at most {MOST} scenarios, got {len(found)}")
    return tuple(found.values())


def _scenario(place: int, line: str, sign: int) -> Scenario:
    name, _, rest = line.partition(":")
    first, *more = re.split(r"\s+(at|of)\s+", rest.strip())
    parts, said = first.split(","), dict(zip(more[::2], more[1::2], strict=True))
    if not name.strip() or len(parts) != len(CELLS) or len(said) < len(more) / 2:
        raise InputError(
            f"line {place} of the scenarios must be a name, a colon and four numbers, then at and a share of positives "
            f'or of and a number of cases where they are others, such as "{EXAMPLE.signed(sign).text}", got '
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
    named = " ".join(name.split())[:NAME_LENGTH]
    return Scenario(named, payoffs, share, None if cases is None else int(cases)).signed(sign)


def _typed(given: Any) -> Any:
    """Scenarios as lines of text: of a link, which has ; between them, or of a list of lines."""
    if isinstance(given, str):
        return given.replace(";", "\n")
    return "\n".join(map(str, given)) if isinstance(given, Sequence) else given


def _checked(text: str) -> str:
    scenarios_of(text)
    return text


HELP = {
    1: f"Up to {MOST}, one a line: a name, a colon, and the payoffs of TP, FP, FN and TN; then, if "
    "they are others, “at” and the share of positives, “of” and the cases a period.",
    -1: f"Up to {MOST}, one a line: a name, a colon, and the costs of TP, FP, FN and TN, a gain being a negative cost; "
    "then, if they are others, “at” and the share of positives, “of” and the cases a period.",
}
"""What is typed, as payoffs and, with the sign -1, as costs."""

Scenarios = Annotated[
    str,
    BeforeValidator(_typed),
    AfterValidator(_checked),
    Text(placeholder=EXAMPLE.text, lines=4),
    OfData(),
    Field(title="Scenarios", description=HELP[1]),
]
