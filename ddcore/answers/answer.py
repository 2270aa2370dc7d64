"""What an answer is, whoever asks: sentences, notes, figures, tables and numbers."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from ddcore.answers import notebook
from ddcore.figures.theme import LIGHT, THEMES, Theme
from ddcore.interval import Interval


@dataclass(frozen=True)
class Note:
    """A sentence that the data call for, as plain Markdown; `code` names the case and stays when the words change.

    `threshold` is one of the model looked at that mends what the sentence says; None where there is nothing to mend.
    """

    code: str
    text: str
    threshold: float | None = None


@dataclass(frozen=True)
class Figure:
    """A chart: `words` tell what is to be seen, `drawn` makes it in the colours of a theme, `remark` stands below."""

    title: str
    words: str
    drawn: Callable[[Theme], go.Figure]
    remark: str = ""

    def draw(self, theme: Theme | str = LIGHT) -> go.Figure:
        """The chart in the colours of a theme: "light" or "dark"."""
        return self.drawn(THEMES[theme] if isinstance(theme, str) else theme)


@dataclass(frozen=True)
class Table:
    """Rows of plain numbers: `rows` makes them when they are asked for, `size` is about how many there are.

    In a small one that is shown as text the first `bold` rows stand out, and `remark` stands below it. One that others
    compute with may be saved as `parquet`, too. One of `cases` lists them one by one: a report has it only where that
    is asked for.
    """

    title: str
    size: int
    rows: Callable[[], pd.DataFrame]
    remark: str = ""
    bold: int = 0
    parquet: bool = False
    cases: bool = False

    @classmethod
    def of(cls, title: str, rows: pd.DataFrame, remark: str = "", bold: int = 0, *, cases: bool = False) -> "Table":
        """A small table, made at once."""
        return cls(title, len(rows), lambda: rows, remark, bold, cases=cases)


@dataclass(frozen=True)
class Answer:
    """An answer to a question about some data.

    `sentence` answers it, `reason` says why, `about` says about which data, `method` how it is computed: plain
    Markdown. `notes` are what these data call for, `figures` and `tables` are made when asked for, the first figure
    shows the answer. `values` are the numbers by stable names.
    """

    question: str
    sentence: str
    reason: str
    about: str = ""
    notes: Sequence[Note] = ()
    figures: Mapping[str, Figure] = field(default_factory=dict)
    tables: Mapping[str, Table] = field(default_factory=dict)
    method: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)

    def __repr__(self) -> str:
        return notebook.short(self)

    def _repr_html_(self) -> str:
        return notebook.page(self)

    def _ipython_display_(self) -> None:
        notebook.display(self)


def measured(interval: Interval) -> dict[str, float]:
    """A measured number with the ends of its interval, as `values` hold it."""
    return {"value": interval.value, "low": interval.low, "high": interval.high}
