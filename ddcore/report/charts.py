"""The charts of a report as pictures, or why they cannot be drawn."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Literal

from ddcore.errors import InputError
from ddcore.report.document import Document

Kind = Literal["png", "svg"]
_KEPT: ContextVar[dict[tuple[Kind, str], bytes] | None] = ContextVar("kept", default=None)


def drawn(document: Document, kind: Kind) -> tuple[Mapping[str, bytes], str]:
    """Pictures by the keys of charts, and an empty text; none, and a sentence, where nothing draws them."""
    try:
        return paint({chart.key: chart.light for _, chart in document.charts()}, kind), ""
    except InputError as error:
        return {}, str(error)


def paint(figures: Mapping[str, str], kind: Kind) -> Mapping[str, bytes]:
    """Figures, given as JSON by their names, as pictures by the same names; raises `InputError` where none are drawn.

    Within `drawn_once` each is drawn once.
    """
    found = _KEPT.get()
    if found is None:
        return _drawn(figures, kind) if figures else {}
    missing = {name: figure for name, figure in figures.items() if (kind, figure) not in found}
    if missing:
        found.update({(kind, figures[name]): picture for name, picture in _drawn(missing, kind).items()})
    return {name: found[kind, figure] for name, figure in figures.items()}


def _drawn(figures: Mapping[str, str], kind: Kind) -> Mapping[str, bytes]:
    from ddcore.report.pictures import painter

    return painter.draw(figures, kind)


@contextmanager
def drawn_once() -> Iterator[None]:
    """Within this what was drawn is kept: several formats have the same charts."""
    token = _KEPT.set({})
    try:
        yield
    finally:
        _KEPT.reset(token)
