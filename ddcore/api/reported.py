"""A report that a request asks for: read, composed and, where nothing is drawn for it, written in a worker."""

import json
from collections.abc import Mapping
from typing import Any

from ddcore.api.asked import (
    LISTS,
    Sent,
    check_choices,
    data_of,
    form_of,
    made_of,
    object_of,
    pairs_of,
    refuse,
    split,
    texts_of,
)
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.read.words import quoted
from ddcore.report.compose import compose
from ddcore.report.document import Document
from ddcore.report.formats import FEW, FORMATS
from ddcore.report.order import MOST_SECTIONS, WRITTEN, Card, Order, Shared, shared_choices, with_notes, with_shared

NEEDED = "A report needs data."

TEXTS = ("title", "author", "date", "charts", "paper", "cases", "annex", *Card.model_fields)
"""What a form and an address may say of a report by these names, once; `ask` and `note` may be repeated."""

JSON = "json"
"""The format that has the sentences and numbers, for programs."""
CALLED = (*FORMATS, JSON)

_DRAWN: dict[str, Any] = {"charts": {"__all__": {"light", "dark"}}, "tables": True}
"""Of a section what only people look at."""


def content(query: str, kind: str, body: bytes) -> bytes:
    """The ending of a format and whether it is drawn, on a line; then its bytes, or the document that is to be drawn.

    >>> head, _, told = content("M=303&P=139&format=json&ask=baselines", "", b"").partition(b"\\n")
    >>> head, json.loads(told)["sections"][0]["question"]
    (b'json written', 'baselines')
    """
    if kind.startswith("multipart/"):
        fields, file = form_of(kind, body)
        return _of_texts(texts_of(Shared, fields, (*LISTS, "ask", "note")), "a form takes no", file)
    if kind:
        given, choices = object_of(body)
        return _of_object(given, choices)
    return _of_texts(texts_of(Shared, pairs_of(query), ("ask", "note")), "an address takes no")


def _of_texts(given: dict[str, Any], unknown: str, file: Sent | None = None) -> bytes:
    """A report as fields of a form, or values of an address, ask for it."""
    ending = _ending(given.pop("format", "html"))
    notes = _notes(given.pop("note", []))
    ordered = {name: given.pop(name) for name in ("ask", *TEXTS) if name in given}
    order = _order(ordered)
    choices = split(Shared, given)
    return _written(order, choices, notes, given, ending, unknown, file)


def _of_object(given: dict[str, Any], choices: dict[str, Any]) -> bytes:
    """A report as a body of JSON asks for it."""
    ending = _ending(given.pop("format", "html"))
    told = given.pop("report", None) or {}
    if not isinstance(told, dict):
        raise InputError('"report" must be an object of JSON, such as {"title": "Churn", "ask": "verdict,thresholds"}')
    unknown = next((name for name in told if name not in ("ask", *Order.model_fields, *Card.model_fields)), None)
    if unknown is not None:
        raise InputError(f"a report takes no {quoted(unknown)}")
    if "ask" in told and "sections" in told:
        raise InputError("the questions of a report must be given by ask or by sections, got both")
    twice = [name for name in Card.model_fields if name in told and "card" in told]
    if twice:
        raise InputError(f"{twice[0]} belongs to the card of a report where it has one")
    for section in told["sections"] if isinstance(told.get("sections"), list) else ():
        if isinstance(section, dict) and isinstance(section.get("choices"), dict):
            check_choices(section["choices"])
    return _written(_order(told), choices, {}, given, ending, 'choices belong into "choices"; there is no')


def _ending(given: Any) -> str:
    if given not in CALLED:
        raise InputError(f"format must be one of {', '.join(CALLED)}, got {quoted(given)}")
    return str(given)


def _notes(given: str | list[str]) -> dict[str, str]:
    pairs = [text.partition("=")[::2] for text in ([given] if isinstance(given, str) else given)]
    if not all(note for _, note in pairs) or len(dict(pairs)) < len(pairs):
        raise InputError("note must be written as QUESTION=TEXT, once for a question")
    return dict(pairs)


def _order(given: Mapping[str, Any]) -> Order:
    try:
        return Order.of(**given)
    except InputError:
        raise
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        raise InputError("the choices of sections must be numbers, texts or lists of them") from None


def _written(
    order: Order,
    choices: dict[str, Any],
    notes: Mapping[str, str],
    given: dict[str, Any],
    ending: str,
    unknown: str,
    file: Sent | None = None,
) -> bytes:
    """The report of the data that are given, and of nothing else."""
    made_of(Shared, choices)
    shared = shared_choices(choices)
    data = data_of(NEEDED, given, file)
    refuse(given, unknown, Shared)
    order = with_notes(with_shared(order, data, shared), data, notes)
    return _content(data, order, ending)


def _content(data: Data, order: Order, ending: str) -> bytes:
    wanted = FORMATS.get(ending)
    document = compose(data, order, FEW if wanted is None else wanted.rows)
    try:
        told = document.model_dump_json().encode()
    except ValueError:
        raise InputError("the texts of a report must be whole characters, and one of them has half of one") from None
    if wanted is None:
        return b"json written\n" + _plain(document)
    if wanted.pictures or order.charts == "pictures":
        return f"{ending} drawn\n".encode() + told
    return f"{ending} written\n".encode() + wanted.written(document)


def _plain(document: Document) -> bytes:
    """The sentences and numbers of a document."""
    told = document.model_dump(mode="json", exclude={"sections": {"__all__": _DRAWN}})
    return json.dumps(told, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()


REPORT_TEXT = (
    "Answers to several questions in one file, as HTML, PDF, Word, Excel or ZIP; as JSON its sentences and numbers. "
    "By default the report answers the questions that suit the data. Choices for all sections go into choices."
)
"""What a report is."""


REPORT_FIELDS: Mapping[str, Any] = {
    "format": {"type": "string", "enum": list(CALLED), "default": "html", "description": "The format."},
    "ask": {
        "type": "string",
        "description": "Questions separated by commas, such as verdict,thresholds. A question with choices as in a "
        "link, such as "
        "costs?u=0,-1,-5,0, must be the last before a semicolon.",
    },
    "note": {"type": "string", "description": "A note on the section of a question, as QUESTION=TEXT."},
    **{name: {"type": "string", "description": text} for name, text in WRITTEN.items()},
    "charts": {"enum": ["interactive", "pictures"], "description": "The kind of charts in HTML.", "type": "string"},
    "paper": {"type": "string", "enum": ["a4", "letter"], "description": "The paper size."},
    **{
        name: {"type": "boolean", "default": False, "description": Order.model_fields[name].description}
        for name in ("cases", "annex")
    },
}
"""What a form and an address may say of a report."""


_SECTION = {"question": {"type": "string"}, "choices": {"type": "object"}, "note": {"type": "string"}}


_CARD = {name: REPORT_FIELDS[name] for name in Card.model_fields}


REPORT_OBJECT: Mapping[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        **{name: row for name, row in REPORT_FIELDS.items() if name not in ("format", "note")},
        "sections": {
            "type": "array",
            "maxItems": MOST_SECTIONS,
            "items": {"type": "object", "required": ["question"], "properties": _SECTION},
            "description": "Questions with their choices and a note of your own, in place of ask.",
        },
        "card": {"type": "object", "additionalProperties": False, "properties": _CARD},
    },
}
"""The same in JSON."""
