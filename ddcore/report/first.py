"""The first page, for somebody who decides: what the sections come to, what that rests on, what would change it."""

import re
from collections.abc import Iterator, Sequence

from ddcore.answers.base.answer import plain_text
from ddcore.answers.base.question import QUESTIONS
from ddcore.data import Data
from ddcore.report.document import Number, Section
from ddcore.report.texts import Texts

SENTENCES = 3
"""Sentences of the decision."""
MOST_NUMBERS = 12

MOST_NOTES = 5


def first_page(
    data: Data, sections: Sequence[Section], texts: Texts
) -> tuple[tuple[str, ...], tuple[Number, ...], tuple[str, ...], tuple[str, ...]]:
    """The decision, the numbers that carry it, what it rests on and what would change it."""
    answered = [section for section in sections if QUESTIONS[section.question].needs(data) is None] or sections
    leading = [section for section in answered if section.question not in WHAT_IF] or answered
    what_if = [section for section in answered if section.question in WHAT_IF and section not in leading]
    deciding = [*leading, *what_if][:SENTENCES]
    decision = tuple(dict.fromkeys(section.sentence for section in deciding))
    change = tuple(text for text in _would_change(answered) if text not in decision)
    return decision, _numbers(deciding), _rests_on(data, leading, texts), change


WHAT_IF = ("prevalence",)
"""Questions whose answer says what would change the others."""


def _numbers(sections: Sequence[Section]) -> tuple[Number, ...]:
    """Those that the decision speaks of, and the first ones of each section, as many as there is room for."""
    share = MOST_NUMBERS // max(1, len(sections))
    told: dict[tuple[str, str], Number] = {}
    for section in sections:
        words = plain_text(section.sentence).replace("\u00a0", " ")
        spoken = [number for number in section.numbers if _stands_in(number.text, words)]
        room = max(0, share - len(spoken))
        kept = [*spoken, *[number for number in section.numbers if number not in spoken][:room]]
        told |= {(number.name, number.text): number for number in section.numbers if number in kept}
    return tuple(told.values())


def _stands_in(number: str, words: str) -> bool:
    return re.search(rf"(?<![\d.,]){re.escape(number)}(?![\d]|[.,]\d)", words) is not None


def _rests_on(data: Data, sections: Sequence[Section], texts: Texts) -> tuple[str, ...]:
    told = [section.about for section in sections if section.about]
    told += _notes(sections, "rests", "assumed")
    if data.notes:
        told.append(texts.left_out)
    if data.chosen is None:
        told.append(texts.nothing_estimated)
    else:
        clustered = texts.intervals_in_clusters if data.clusters else texts.intervals
        told.append(texts.intervals_of_weighted if data.weighted else clustered)
    return tuple(dict.fromkeys(told))


def _would_change(sections: Sequence[Section]) -> tuple[str, ...]:
    told = [section.sentence for section in sections if section.question in WHAT_IF]
    return tuple(dict.fromkeys([*told, *_notes(sections, "changes")]))[: MOST_NOTES + len(told)]


def _notes(sections: Sequence[Section], *kinds: str) -> Iterator[str]:
    return (note.text for section in sections for note in section.notes if note.kind in kinds)
