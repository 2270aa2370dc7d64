"""Which questions a report answers where nobody says: those that suit the data."""

from collections.abc import Mapping
from typing import Any

from ddcore.answers.base.known_laws import story
from ddcore.answers.base.prices import Prices
from ddcore.answers.base.question import QUESTIONS
from ddcore.data import Data
from ddcore.report.order import Wanted


def default_sections(data: Data, prices: Mapping[str, Any] | None = None) -> tuple[Wanted, ...]:
    """A verdict, a threshold, what it is worth where prices are set or told, and what would change the verdict.

    `prices` are choices of `Prices` by their names in links, where somebody set them.

    >>> [section.question for section in default_sections(Data(303, 139))]
    ['baselines', 'expectation']
    """
    if data.chosen is None:
        return _wanted("baselines"), _wanted("expectation")
    sections = [_wanted("verdict")]
    scored = QUESTIONS["thresholds"].needs(data) is None
    if scored:
        sections.append(_wanted("thresholds"))
    if prices or story(data) is not None:
        sections.append(_wanted("costs" if scored else "utility", prices or {}))
    sections.append(_wanted("prevalence"))
    return tuple(sections)


def _wanted(question: str, choices: Mapping[str, Any] | None = None) -> Wanted:
    return Wanted(question=question, choices=choices or {})


def is_price(name: str) -> bool:
    """Whether a choice is one of prices.

    >>> is_price("u"), is_price("measure")
    (True, False)
    """
    return any(name in (field, Prices.named(field)) for field in Prices.model_fields)
