"""The charts of a report as pictures, or why they cannot be drawn."""

import json
import re
from collections.abc import Mapping
from typing import Any, Literal

from ddcore.errors import InputError
from ddcore.report.document import Document
from ddcore.report.office import allowed

# Control signs as JSON has them, and others that no XML may hold: a browser draws no picture of an SVG with one.
_UNDRAWN = re.compile(r"\\u00[01][0-9a-f]|\\u(?:d[89a-f]|fff[ef])|[\ud800-\udfff\ufffe\uffff]", re.IGNORECASE)


def drawn(document: Document, kind: Literal["png", "svg"]) -> tuple[Mapping[str, bytes], str]:
    """Pictures by the keys of charts, and an empty text; none, and a sentence, where nothing draws them."""
    from ddcore.report.pictures import painter

    figures = {chart.key: _drawable(chart.light) for _, chart in document.charts()}
    if not figures:
        return {}, ""
    try:
        return painter.draw(figures, kind), ""
    except InputError as error:
        return {}, str(error)


def _drawable(figure: str) -> str:
    """A figure whose letters can stand in an SVG.

    >>> _drawable('{"name": "a\\\\u0001b"}')
    '{"name": "a\\\\ufffdb"}'
    """
    return json.dumps(_allowed(json.loads(figure))) if _UNDRAWN.search(figure) else figure


def _allowed(part: Any) -> Any:
    if isinstance(part, dict):
        return {name: _allowed(value) for name, value in part.items()}
    if isinstance(part, list):
        return list(map(_allowed, part))
    return allowed(part) if isinstance(part, str) else part
