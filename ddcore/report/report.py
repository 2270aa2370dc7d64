"""A report in a notebook and in a script: made of data, shown, and saved in any format."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.report.against import compared
from ddcore.report.compose import compose
from ddcore.report.document import Document
from ddcore.report.earlier import Earlier
from ddcore.report.formats import FORMATS, format_of
from ddcore.report.order import Order


@dataclass(frozen=True, eq=False)
class Report:
    """A report of some data, made when it is first asked for; `against` is another one, as `archive.read` gives it."""

    data: Data
    order: Order
    against: Earlier | Document | None = None
    _made: dict[int, Document] = field(default_factory=dict, repr=False)

    def document(self, rows: int = FORMATS["html"].rows) -> Document:
        """What it says, with tables of up to so many rows."""
        if rows not in self._made:
            document = compose(self.data, self.order, rows)
            self._made[rows] = document if self.against is None else compared(document, self.against)
        return self._made[rows]

    def written(self, name: str) -> bytes:
        """The bytes of a file of this name or ending: html, pdf, docx, xlsx or zip."""
        wanted = format_of(name)
        return wanted.written(self.document(wanted.rows))

    def save(self, file: str | Path) -> Path:
        """Write the file in the format that its ending says; raises `InputError` where that cannot be."""
        path = Path(file)
        content = self.written(path.name)
        try:
            path.write_bytes(content)
        except OSError as error:
            raise InputError(f"{path} cannot be written ({error.strerror})") from None
        return path


def report(data: Data, *, ask: str | Iterable[str] | None = None, **given: Any) -> Report:
    """A report of some data: `ask` and all else as `Order.of` takes it."""
    return Report(data, Order.of(ask=ask, **given))
