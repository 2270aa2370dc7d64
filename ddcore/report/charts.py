"""The charts of a report as pictures, or why they cannot be drawn."""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Literal

from ddcore.errors import InputError
from ddcore.report.document import Document
from ddcore.report.office import allowed

# Control signs as JSON has them, and others that no XML may hold: a browser draws no picture of an SVG with one.
_UNDRAWN = re.compile(r"\\u00[01][0-9a-f]|\\u(?:d[89a-f]|fff[ef])|[\ud800-\udfff\ufffe\uffff]", re.IGNORECASE)

Kind = Literal["png", "svg"]
Pictures = tuple[Mapping[str, bytes], str]
_KEPT: ContextVar[dict[Any, Pictures] | None] = ContextVar("kept", default=None)


def drawn(document: Document, kind: Kind) -> Pictures:
    """Pictures by the keys of charts, and an empty text; none, and a sentence, where nothing draws them."""
    figures = {chart.key: _drawable(chart.light) for _, chart in document.charts()}
    if not figures:
        return {}, ""
    key = kind, tuple(figures.items())
    found = _KEPT.get()
    if found is None:
        return _drawn(figures, kind)
    if key not in found:
        found[key] = _drawn(figures, kind)
    return found[key]


def _drawn(figures: Mapping[str, str], kind: Kind) -> Pictures:
    from ddcore.report.pictures import painter

    try:
        return painter.draw(figures, kind), ""
    except InputError as error:
        return {}, str(error)


@contextmanager
def kept() -> Iterator[None]:
    """Within this what was drawn once is not drawn again."""
    token = _KEPT.set({})
    try:
        yield
    finally:
        _KEPT.reset(token)


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
