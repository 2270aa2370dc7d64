"""What a request may say of a report, for programs and for people."""

from collections.abc import Mapping
from typing import Any

from ddcore.api.reported import CALLED
from ddcore.report.order import MOST_SECTIONS, WRITTEN, Card, Order

REPORT_TEXT = (
    "Answers to several questions in one file, as HTML, PDF, Word, Excel or ZIP; as JSON its sentences and numbers. "
    "What suits the data is answered unless questions are named. What is chosen for all sections goes into choices."
)
"""What a report is."""
REPORT_FIELDS: Mapping[str, Any] = {
    "format": {"type": "string", "enum": list(CALLED), "default": "html", "description": "The format."},
    "ask": {
        "type": "string",
        "description": "Questions between commas, such as verdict,thresholds; one with choices as in a link, such as "
        "costs?u=0,-1,-5,0, is the last before a semicolon.",
    },
    "note": {"type": "string", "description": "A note on the section of a question, as QUESTION=TEXT."},
    **{name: {"type": "string", "description": text} for name, text in WRITTEN.items()},
    "charts": {"enum": ["interactive", "pictures"], "description": "How charts of HTML are.", "type": "string"},
    "paper": {"type": "string", "enum": ["a4", "letter"], "description": "What it is printed on."},
    "cases": {"type": "boolean", "default": False, "description": Order.model_fields["cases"].description},
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
            "description": "Questions with their choices and a note of one's own, in place of ask.",
        },
        "card": {"type": "object", "additionalProperties": False, "properties": _CARD},
    },
}
"""The same in JSON."""
