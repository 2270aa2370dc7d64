"""What is chosen once for all sections of a report: measures, and what outcomes are worth."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field
from pydantic.fields import FieldInfo

from ddcore.answers.base.in_use import InUse
from ddcore.answers.base.options import Key, Measures, beside
from ddcore.answers.base.prices import Prices
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.read.words import quoted
from ddcore.report.default_sections import default_sections
from ddcore.report.order import Order, Wanted, link_text


class Shared(Prices):
    """Choices that mean the same wherever they are asked for."""

    measure: Annotated[tuple[str, ...], Measures()] = Field(
        (),
        title="Measures",
        description="By their keys, or formulas of your own; those that each section has unless given.",
    )


SHARED: Mapping[str, FieldInfo] = {Shared.named(name): field for name, field in Shared.model_fields.items()}
"""They, by their names in links."""


def checked(given: Mapping[str, Any]) -> dict[str, Any]:
    """Such choices as they were given, in one order; raises `InputError` for what is none, or cannot be used.

    >>> checked({"u": "0,-1,-5,0"})
    {'u': '0,-1,-5,0'}
    """
    unknown = next((name for name in given if name not in SHARED), None)
    if unknown is not None:
        raise InputError(f"{unknown} is chosen for single sections; for all there are {', '.join(SHARED)}")
    Shared.of(**{name: _split(name, value) for name, value in given.items()})
    return {name: given[name] for name in SHARED if given.get(name) is not None}


def with_shared(order: Order, data: Data, given: Mapping[str, Any]) -> Order:
    """The order with such choices in each section that has them and says nothing else.

    Where nobody asks, prices decide what the usual report has. Raises `InputError` for a choice that no section has.

    >>> order = with_shared(Order.of(ask="verdict,folds"), Data(303, 139), {"measure": "MCC"})
    >>> [section.text for section in order.sections]
    ['verdict?measure=MCC', 'folds?measure=MCC']
    """
    if not given:
        return order
    prices = {name: value for name, value in given.items() if name in Prices.model_fields and name not in _IN_USE}
    sections = order.sections or default_sections(data, prices)
    without = [name for name in given if not any(_has(section, name) for section in sections)]
    if without:
        asked = ", ".join(section.question for section in sections)
        raise InputError(f"no section of this report has the choice {without[0]}; it has {asked}")
    return Order.of(**{**dict(order), "sections": tuple(_with(section, given) for section in sections)})


def with_notes(order: Order, data: Data, notes: Mapping[str, str]) -> Order:
    """The order with a note of one's own on each section of a question; raises `InputError` where none is asked.

    >>> with_notes(Order.of(ask="verdict"), Data(303, 139), {"verdict": "As agreed in May."}).sections[0].note
    'As agreed in May.'
    """
    if not notes:
        return order
    sections = order.sections or default_sections(data)
    asked = [section.question for section in sections]
    unknown = next((name for name in notes if name not in asked), None)
    if unknown is not None:
        raise InputError(f"a note is on a section, and {quoted(unknown)} is none; there are {', '.join(asked)}")
    noted = (section.model_copy(update={"note": notes.get(section.question, section.note)}) for section in sections)
    return Order.of(**{**dict(order), "sections": tuple(noted)})


_IN_USE = InUse.model_fields


def _with(section: Wanted, given: Mapping[str, Any]) -> Wanted:
    more = {name: _split(name, value) for name, value in given.items() if _has(section, name)}
    own = section.choices
    said = {section.asked.choices.named(name) if name in section.asked.choices.model_fields else name for name in own}
    return section.model_copy(
        update={"choices": {**own, **{name: value for name, value in more.items() if name not in said}}}
    )


def _has(section: Wanted, name: str) -> bool:
    """Whether a section has the choice, and it means the same there: measures do, whatever pages share."""
    options = section.asked.choices
    field = next((row for key, row in options.model_fields.items() if options.named(key) == name), None)
    return field is not None and (name == "measure" or beside(field, Key) == beside(SHARED[name], Key))


def _split(name: str, value: Any) -> Any:
    """The value of a choice, the same however it was given."""
    if beside(SHARED[name], Measures):
        return Measures.split([value] if isinstance(value, str) else value)
    return link_text(value)
