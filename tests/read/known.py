"""The known cases that every layout holds, and the forms of file that they are written in.

`TRUTH` says which of the 120 cases are positive, `P` and `Q` are the scores of two models, higher for the positive
class, four digits each.
"""

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import openpyxl
import pandas as pd
import pyarrow as pa
import pyarrow.feather
import pyarrow.orc
import pyarrow.parquet as pq

CASES = 120


def _drawn() -> tuple[Any, Any, Any]:
    rng = np.random.default_rng(35)
    truth = np.zeros(CASES, bool)
    truth[rng.choice(CASES, 45, replace=False)] = True

    def scores(apart: float) -> Any:
        odds = apart * (truth - 0.5) + rng.normal(0, 1.2, CASES) - 0.4
        return np.round(1 / (1 + np.exp(-odds)), 4)

    return truth, scores(1.7), scores(1.0)


TRUTH, P, Q = _drawn()
LABEL, OTHER = P >= 0.5, Q >= 0.5

OFTEN = TRUTH | (np.cumsum(~TRUTH) <= 25)
"""Where these cases are taken alone, the positive class is the larger one."""


@dataclass(frozen=True)
class Expected:
    """What is right of one model: words of its name, its cases, its AUC (None without scores) and tp, fp, fn, tn.

    `counts` is None where nothing in the file says at which threshold the scores are cut.
    """

    name: tuple[str, ...]
    cases: float
    auc: float | None
    counts: tuple[float, float, float, float] | None

    @classmethod
    def of(
        cls,
        score: Any = P,
        truth: Any = TRUTH,
        cut: float | None = 0.5,
        name: str | tuple[str, ...] = (),
        label: Any = None,
    ) -> "Expected":
        """The model of these scores, cut at a threshold or as the labels say; of labels alone where it has no scores.

        >>> Expected.of(np.array([0.9, 0.2, 0.4]), np.array([True, False, True]))
        Expected(name=(), cases=3, auc=1.0, counts=(1, 0, 1, 1))
        """
        auc = None
        if score is not None:
            higher = np.asarray(score)[truth][:, None] - np.asarray(score)[~truth]
            auc = float(np.mean((higher > 0) + (higher == 0) / 2))
        if label is None and cut is not None and score is not None:
            label = np.asarray(score) >= cut
        counts = None if label is None else tuple(int(np.sum(a & b)) for a, b in _cells(truth, np.asarray(label)))
        return cls((name,) if isinstance(name, str) else name, len(truth), auc, counts)


def _cells(truth: Any, label: Any) -> list[tuple[Any, Any]]:
    return [(truth, label), (~truth, label), (truth, ~label), (~truth, ~label)]


ONE = (Expected.of(),)
LABELS = (Expected.of(None, label=LABEL),)
UNCUT = (Expected.of(cut=None),)


def words(mask: Any, positive: str, negative: str) -> list[str]:
    """Each case by the word of its class.

    >>> words([True, False], "yes", "no")
    ['yes', 'no']
    """
    return [positive if each else negative for each in mask]


def codes(mask: Any) -> list[str]:
    return words(mask, "1", "0")


def digits(values: Any, places: int = 4) -> list[str]:
    """Numbers with this many decimals.

    >>> digits([0.25, 1])
    ['0.2500', '1.0000']
    """
    return [f"{value:.{places}f}" for value in values]


def of_predicted(score: Any) -> Any:
    """The probability of the class that is predicted."""
    return np.maximum(score, 1 - score)


def comma(values: Iterable[str]) -> list[str]:
    return [value.replace(".", ",") for value in values]


def numbered(first: int = 1, count: int = CASES) -> list[str]:
    return [str(each) for each in range(first, first + count)]


AGE = [str(23 + 7 * each % 51) for each in range(CASES)]
AMOUNT = [f"{12 + 37 * each % 911}.{each % 90 + 10}" for each in range(CASES)]
DATE = [f"2024-{each % 12 + 1:02}-{each % 28 + 1:02}" for each in range(CASES)]
FEATURE = digits((np.arange(CASES) * 0.377 + 0.11) % 1, 3)
FOLD = [str(each % 5 + 1) for each in range(CASES)]
REGION = [("north", "south", "west")[each % 3] for each in range(CASES)]


def rows(columns: Mapping[str, Sequence[Any]]) -> list[dict[str, Any]]:
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def text(
    columns: Mapping[str, Sequence[str]],
    sep: str = ",",
    *,
    header: bool = True,
    quoted: bool = False,
    before: str = "",
    after: str = "",
    encoding: str = "utf-8",
) -> bytes:
    """Columns as delimited text, with lines before and after them.

    >>> text({"a": ["1"], "b": ["x,y"]})
    b'a,b\\n1,"x,y"\\n'
    """
    out = io.StringIO()
    quoting = csv.QUOTE_ALL if quoted else csv.QUOTE_MINIMAL
    writer = csv.writer(out, delimiter=sep, lineterminator="\n", quoting=quoting)
    if header:
        writer.writerow(columns)
    writer.writerows(zip(*columns.values(), strict=True))
    return (before + out.getvalue() + after).encode(encoding)


def json_lines(records: Iterable[Any]) -> bytes:
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records).encode()


def json_text(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


def parquet(columns: Mapping[str, Any]) -> bytes:
    out = io.BytesIO()
    pq.write_table(pa.table(dict(columns)), out)
    return out.getvalue()


def feather(columns: Mapping[str, Any]) -> bytes:
    out = io.BytesIO()
    pyarrow.feather.write_feather(pa.table(dict(columns)), out)
    return out.getvalue()


def orc(columns: Mapping[str, Any]) -> bytes:
    out = io.BytesIO()
    pyarrow.orc.write_table(pa.table(dict(columns)), out)
    return out.getvalue()


def stata(columns: Mapping[str, Any], labelled: Sequence[str] = ()) -> bytes:
    """A .dta file: the texts of the `labelled` columns are value labels of numbers."""
    out = io.BytesIO()
    frame = pd.DataFrame(dict(columns))
    frame = frame.astype(dict.fromkeys(labelled, "category"))
    frame.to_stata(out, write_index=False, version=118)
    return out.getvalue()


def sheet_rows(columns: Mapping[str, Sequence[Any]]) -> list[list[Any]]:
    """The header and the rows, numbers as numbers."""

    def cell(value: Any) -> Any:
        try:
            return float(value) if isinstance(value, str) else value
        except ValueError:
            return value

    return [list(columns), *([cell(value) for value in row] for row in zip(*columns.values(), strict=True))]


def workbook(*sheets: tuple[str, list[list[Any]]], hidden: Sequence[str] = (), at: str = "A1", form: str = "") -> bytes:
    """A workbook of sheets (name, rows), the last one with its first cell `at`, its numbers shown in a form."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, content in sheets:
        sheet = book.create_sheet(name)
        first = sheet[at] if name == sheets[-1][0] else sheet["A1"]
        for down, row in enumerate(content):
            for right, value in enumerate(row):
                cell = sheet.cell(first.row + down, first.column + right, value)
                if form and isinstance(value, float) and 0 < value < 1:
                    cell.number_format = form
        sheet.sheet_state = "hidden" if name in hidden else "visible"
    book.active = len(sheets) - 1
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def attribute_file(columns: Mapping[str, tuple[str, Sequence[str]]], relation: str = "predictions") -> bytes:
    """An ARFF file: each column with its type and values."""
    head = [f"@relation {relation}", "", *(f"@attribute {name} {kind}" for name, (kind, _) in columns.items())]
    data = [",".join(row) for row in zip(*(values for _, values in columns.values()), strict=True)]
    return "\n".join([*head, "", "@data", *data, ""]).encode()
