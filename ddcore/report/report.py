"""A report in a notebook and in a script: made of data, shown, and saved in any format."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

from ddcore.answers.base.answer import plain_text
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.report.compose import compose
from ddcore.report.document import Document
from ddcore.report.earlier import Earlier, compared, read
from ddcore.report.formats import FORMATS, format_of
from ddcore.report.order import SHARED, Order, shared_choices, with_notes, with_shared

SHORT = 12
"""Characters of a fingerprint that are shown."""

FRAME = (
    '<iframe title="{title}" srcdoc="{page}" sandbox="allow-scripts" '
    'style="width:100%;height:44rem;border:1px solid #8884;border-radius:.5rem"></iframe>'
)


@dataclass(frozen=True, eq=False, repr=False)
class Report:
    """A report of some data, composed when it is first asked for; `against` is an earlier one to compare it with."""

    data: Data
    order: Order
    against: Earlier | Document | None = None
    _made: dict[int, Document] = field(default_factory=dict)

    def document(self, rows: int = FORMATS["html"].rows) -> Document:
        """What the report says, with the rows of tables that have at most `rows`."""
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

    def __repr__(self) -> str:
        document = self.document()
        lines = [f"Report: {document.title:.80}", *map(plain_text, document.decision)]
        sections = ", ".join(section.question for section in document.sections)
        lines.append(f"  sections: {sections}")
        lines.append(f"  fingerprint: {document.fingerprint[:SHORT]}, of the data: {document.data_fingerprint[:SHORT]}")
        lines.append(f"  .save(file) and .written(ending): {', '.join(FORMATS)}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        """The whole report in a frame of its own, which can reach nothing of the notebook."""
        return FRAME.format(title=escape(self.document().title[:80]), page=escape(self.written("html").decode()))


def report(
    data: Data,
    *,
    ask: str | Iterable[str] | None = None,
    notes: Mapping[str, str] | None = None,
    out: str | Path | Iterable[str | Path] = (),
    against: Any = None,
    **given: Any,
) -> Report:
    """A report of some data, saved as `out` where that is given.

    Parameters
    ----------
    data : Data
        What the report is about.
    ask : str or iterable of str
        Questions: "verdict,thresholds", or "verdict,costs?u=0,-1,-5,0&unit=EUR" with choices as in a link; unless
        given, those that suit the data.
    notes : mapping of str to str
        Texts of one's own, by the questions that they stand beside.
    out : path or iterable of paths
        Files to save, each in the format of its ending: html, pdf, docx, xlsx or zip.
    against : path, bytes or Document
        An earlier report, as ZIP or report.json: what changed since gets a section.
    **given
        `title`, `author` and `date`, and `owner`, `intended_use`, `data_period` and `limits` of the model card, are
        texts; `charts` is "interactive" or "pictures", `paper` "a4" or "letter". With `cases=True` tables of single
        cases are in it, for whoever gets it to read. `measure` and prices, `u`, `unit`, `volume` and the like, are
        choices of all sections that have them.

    Returns
    -------
    Report
        Shown by a notebook; `save(file)` and `written(ending)` give its files.

    Raises
    ------
    InputError
        For what cannot be used.

    Examples
    --------
    >>> made = report(Data(303, 139), ask="baselines,expectation", title="Chance", measure="F1")
    >>> made.document().title, [section.question for section in made.document().sections]
    ('Chance', ['baselines', 'expectation'])
    """
    files = [out] if isinstance(out, str | Path) else list(out)
    for file in files:
        format_of(Path(file).name)
    choices = shared_choices({name: given.pop(name) for name in list(given) if name in SHARED})
    order = with_shared(Order.of(ask=ask, **given), data, choices)
    earlier = read(against) if isinstance(against, str | Path | bytes) else against
    made = Report(data, with_notes(order, data, notes or {}), earlier)
    for file in files:
        made.save(file)
    return made
