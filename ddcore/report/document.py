"""What a report says, as plain data that JSON can carry to another process; every format is written from it."""

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict

from ddcore.report.order import Order

Cell = bool | int | float | str | None


class Part(BaseModel):
    """A part of a document; texts are plain Markdown where nothing else is said."""

    model_config = ConfigDict(frozen=True, ser_json_inf_nan="constants")


class Number(Part):
    """A number with its interval, which has both ends, or says why there is none; all are plain texts.

    `baseline` is what guessing reaches at best, empty where that is no comparison.
    """

    name: str
    text: str
    interval: str
    baseline: str = ""


class Chart(Part):
    """A chart: `words` describe it; `light`, `dark` and, for paper, `printed` are figures of plotly as JSON."""

    key: str
    title: str
    words: str
    remark: str
    light: str
    dark: str
    printed: str


class Table(Part):
    """A table of about `size` rows; `rows` is None where these are more than was asked for.

    The first `bold` rows of a small one stand out. `floats` marks the columns that hold numbers with decimals.
    """

    key: str
    title: str
    remark: str
    size: int
    bold: int
    columns: tuple[str, ...] = ()
    floats: tuple[bool, ...] = ()
    rows: tuple[tuple[Cell, ...], ...] | None = None

    def fits(self, rows: int, columns: int) -> bool:
        """Whether its rows are here, and it has no more rows and columns than these."""
        return self.rows is not None and len(self.rows) <= rows and len(self.columns) <= columns


class Note(Part):
    """A sentence that the data call for, and the code of its case."""

    code: str
    text: str
    kind: str = ""


class Fact(Part):
    """A label and what stands behind it; the label is a plain text."""

    label: str
    text: str


class Section(Part):
    """A question answered: what an `Answer` has, the numbers that carry it, and what was chosen for it."""

    key: str
    question: str
    heading: str
    text: str
    chosen: tuple[Fact, ...]
    sentence: str
    decision: str
    reason: str
    about: str
    remark: str
    numbers: tuple[Number, ...]
    notes: tuple[Note, ...]
    charts: tuple[Chart, ...]
    tables: tuple[Table, ...]
    method: str
    values: Mapping[str, Any]


class Change(Part):
    """A number of another report and of this one, as plain texts; `section` is Markdown."""

    section: str
    name: str
    before: str
    after: str


class Comparison(Part):
    """What changed since another report: sentences, and the numbers that differ."""

    sentences: tuple[str, ...]
    changes: tuple[Change, ...]


class Document(Part):
    """A report. `title`, `author` and `date` are plain texts, as people gave them.

    `decision` are one or two sentences on its first page, `guesses` name what was guessed and what to type to choose
    another value, `numbers` carry the decision, `rests_on` and `would_change` name what it is based on and what would
    change it. `facts` and `data_notes` describe the data, `card` is the model card. `python` and `command` compute all
    numbers again. `data_fingerprint` is that of the cases, `fingerprint` that of all answers.
    """

    title: str
    author: str
    date: str
    decision: tuple[str, ...]
    guesses: tuple[Note, ...]
    numbers: tuple[Number, ...]
    rests_on: tuple[str, ...]
    would_change: tuple[str, ...]
    sections: tuple[Section, ...]
    facts: tuple[Fact, ...]
    data_notes: tuple[str, ...]
    card: tuple[Fact, ...]
    compared: Comparison | None
    python: str
    command: str
    versions: Mapping[str, str]
    data_fingerprint: str
    fingerprint: str
    source: str
    order: Order

    @property
    def guessed(self) -> tuple[str, ...]:
        """What was guessed, each with its code, as the first page has it."""
        return tuple(f"{guess.text} \\[{guess.code}\\]" for guess in self.guesses)

    @property
    def lead(self) -> Chart | None:
        """The chart of the first page."""
        return next((chart for section in self.sections for chart in section.charts), None)

    def charts(self) -> Iterator[tuple[Section, Chart]]:
        """Each chart with its section."""
        for section in self.sections:
            for chart in section.charts:
                yield section, chart

    def tables(self) -> Iterator[tuple[Section, Table]]:
        """Each table with its section."""
        for section in self.sections:
            for table in section.tables:
                yield section, table
