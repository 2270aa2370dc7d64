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
from ddcore.options import NumberField, OfData, OneOf, Text


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
        title="Law of the error",
        description="All have the deviation that is set. With a Dirichlet law what the outcomes lose against the best "
        "one are parts of one sum, which is kept.",
    ),
]

Off = Annotated[
    str,
    BeforeValidator(_listed),
    AfterValidator(_checked_deviations),
    Text(placeholder="0, 50, 20, 0"),
    OfData(),
    Field(
        title="How far each by itself",
        description="Standard deviations of TP, FP, FN and TN in the unit of the prices, in place of the one above.",
    ),
]

Risk = Annotated[
    str,
    OneOf(RISKS),
    OfData(),
    Field(
        title="What money is worth",
        description="As it is, twice as much is worth twice as much. Whoever shuns risk would rather have a sure "
        "amount than a lottery with that mean: the worth of money then rises less and less.",
    ),
]

Tolerance = Annotated[
    float | None,
    NumberField(1.0, digits="%g", placeholder="twice their span"),
    OfData(),
    Field(
        ge=1e-6,
        le=1e12,
        title="Risk tolerance, or all one owns",
        description="With constant aversion the amount t at which one is just about ready for an even chance of "
        "winning t or losing half of it. With a logarithmic worth all that one owns. In the unit of the payoffs.",
    ),
]


class Choices(Prices):
    """What outcomes are worth, how far that may be off, and other values that are possible."""

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
