"""What outcomes are worth, how far that may be off, other values that are possible, and aversion to risk."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field

from ddcore.answers.base.prices import Others, Prices, Unsure, as_written, typed_number
from ddcore.answers.utility.scenarios import Scenarios
from ddcore.answers.utility.tree import Tree, put_together
from ddcore.counts import CELLS
from ddcore.data import Data
from ddcore.decisions.lottery import RISKS
from ddcore.decisions.uncertain import LAWS
from ddcore.errors import InputError
from ddcore.options import Key, NumberField, OfData, OneOf, Text


def deviations(text: str) -> tuple[float, ...] | None:
    """The deviations of TP, FP, FN and TN; None where none are given. Raises `InputError`.

    >>> deviations("0, 50, 20, 0")
    (0.0, 50.0, 20.0, 0.0)
    """
    if not text.strip():
        return None
    parts = text.split(",")
    if len(parts) != len(CELLS):
        raise InputError(f'off must be four numbers, of TP, FP, FN and TN, such as "0, 50, 20, 0", got "{text:.40}"')
    own = tuple(
        typed_number(f"how far {name.upper()} may be off", part) for name, part in zip(CELLS, parts, strict=True)
    )
    if min(own) < 0:
        raise InputError(f"how far a price may be off must be 0 or more, got {min(own):g}")
    return own


def _listed(given: Any) -> Any:
    return given if isinstance(given, str) else ", ".join(f"{own:.15g}" for own in given)


def _checked_deviations(text: str) -> str:
    deviations(text)
    return text


ErrorLaw = Annotated[
    str,
    OneOf(LAWS),
    Field(
        title="Distribution of the error",
        description="All have the standard deviation that is set. The Dirichlet distribution keeps the sum of what the "
        "outcomes lose against the best one.",
    ),
]

Off = Annotated[
    str,
    BeforeValidator(_listed),
    AfterValidator(_checked_deviations),
    Text(placeholder="0, 50, 20, 0"),
    OfData(),
    Field(
        title="Doubt about each price separately",
        description="Standard deviations for TP, FP, FN and TN, in the unit of the prices. They replace the one above.",
    ),
]

Risk = Annotated[
    str,
    OneOf(RISKS),
    OfData(),
    Field(
        title="Attitude to risk",
        description="Without aversion, twice the money is worth twice as much. A person who is averse to risk prefers "
        "a sure amount to a gamble with that mean.",
    ),
]

Tolerance = Annotated[
    float | None,
    NumberField(1.0, digits="%g", placeholder="twice the span"),
    OfData(),
    Field(
        ge=1e-6,
        le=1e12,
        title="Risk tolerance, or total wealth",
        description="In the unit of the payoffs. With constant aversion: the largest amount t for which a person would "
        "still accept an even chance of winning t or losing half of t. With a logarithmic worth: total wealth.",
    ),
]


VIEWS = {"map": "The map", "doubts": "Doubts", "scenarios": "Scenarios", "tree": "Chances and amounts"}
"""The parts of the answer that can come first."""

View = Annotated[
    str,
    OneOf(VIEWS, "tabs"),
    Key("view_of_prices"),
    Field(
        title="View",
        description="The part of the answer that comes first. Doubts, scenarios and chances that are set in one view "
        "count in all.",
    ),
]


class Choices(Prices):
    """What outcomes are worth, how far that may be off, and other values that are possible."""

    view: View = "map"

    unsure: Unsure = 0.0
    doubt: ErrorLaw = "normal"
    off: Off = ""
    other: Others = Field("", alias="or")
    scenario: Scenarios = ""
    tree: Tree = ""
    aversion: Risk = "none"
    tolerance: Tolerance = None

    @classmethod
    def defaults_given(cls, data: Data, chosen: Mapping[str, Any]) -> Mapping[str, Any]:
        """The defaults, with the payoffs of the tree, where one is written."""
        unsaid = dict(cls.defaults(data))
        with suppress(InputError):
            unsaid["u"] = put_together(chosen.get("tree") or "", unsaid["u"])
        return as_written(unsaid, chosen)
