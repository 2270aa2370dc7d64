"""Tables as they are read and saved: cells as text, titles of columns that stand alone, CSV and Parquet."""

import io
import math
import re
from collections.abc import Iterable

import pandas as pd

from ddcore.formats import cases_text, number, p_text
from ddcore.read.values import is_number

SMALLEST_P = "below 10⁻³⁰⁷"
"""A probability that a float cannot tell from 0."""


def is_p(head: str) -> bool:
    """Whether a column has probabilities whose size counts, however small.

    >>> is_p("Exact p"), is_p("gain, two-sided p"), is_p("Corrected p"), is_p("Score of p")
    (True, True, True, False)
    """
    return head in ("p", "Exact p", "One-sided p", "Corrected p") or head.endswith("two-sided p")


def cell_text(head: str, cell: bool | int | float | str | None) -> str:
    """A cell of the column of that head; nothing where it has no value.

    >>> cell_text("AUC", 0.84906), cell_text("Cases", 10_000), cell_text("AUC", float("nan")), cell_text("Exact p", 0.0)
    ('0.849', '10,000', '', 'below 10⁻³⁰⁷')
    """
    if cell is None or cell != cell:
        return ""
    if isinstance(cell, bool | str):
        return str(cell)
    if is_p(head) and cell <= 1:
        return p_text(math.log10(cell)) if cell else SMALLEST_P
    return number(cell) if isinstance(cell, float) else cases_text(cell)


def column_titles(heads: Iterable[str]) -> list[str]:
    """The heads of a table in words, each without its neighbour.

    >>> column_titles(["AUC", "95 % from", "to", "Gain", "gain, 95 % from", "gain, to"])[1:3]
    ['Lower end of the 95 % interval', 'Upper end of the 95 % interval']
    >>> column_titles(["gain, 95 % from", "gain, to", "Beats chance from prevalence", "to prevalence"])[1:]
    ['Gain, upper end of the 95 % interval', 'Beats chance from prevalence', 'Beats chance to prevalence']
    """
    whole, previous = [], ""
    for head in heads:
        own = head.strip()
        second = re.fullmatch(r"(?:.*, )?(to(?: .*)?)", own)
        if second and "from" in previous:
            own = previous[: previous.rindex("from")] + second[1]
        previous = own
        whole.append(_in_words(own))
    return whole


def _in_words(head: str) -> str:
    """An end of an interval, spelt out."""
    end = re.fullmatch(r"(?:(.*), )?(\d+ %) (from|to)", head)
    if end is None:
        return head
    of, share, side = end.groups()
    told = f"{'lower' if side == 'from' else 'upper'} end of the {share} interval"
    told = f"{of}, {told}" if of else told
    return f"{told[0].upper()}{told[1:]}"


FORMULA = ("=", "+", "-", "@")
"""How a text begins that a spreadsheet takes for a formula."""


def csv(rows: pd.DataFrame) -> bytes:
    r"""CSV in UTF-8 with heads in words; a text that a spreadsheet would take for a formula has an apostrophe in front.

    >>> csv(pd.DataFrame({"Model": ["=1+1"], "AUC": [-0.5], "95 % from": [0.25]}))
    b"Model,AUC,Lower end of the 95 % interval\n'=1+1,-0.5,0.25\n"
    """
    columns = []
    for place, kind in enumerate(rows.dtypes):
        column = rows.iloc[:, place]
        columns.append(column if pd.api.types.is_numeric_dtype(kind) else column.map(_cell).astype(object))
    heads = [safe(head) for head in column_titles(map(str, rows.columns))]
    table = pd.DataFrame(dict(enumerate(columns)), index=rows.index)
    return str(table.to_csv(index=False, header=heads)).encode(errors="replace")


def safe(text: str) -> str:
    """A text in one line that starts no formula; control signs, which programs drop, are replaced.

    >>> safe("=cmd|' /C calc'!A0"), safe("a\\rb"), safe("-0.5")
    ("'=cmd|' /C calc'!A0", 'a b', '-0.5')
    """
    line = re.sub(r"[\x00-\x1f\x7f]", "\ufffd", " ".join(text.split()))
    is_negative = line.startswith("-") and is_number(line)
    return f"'{line}" if line.startswith(FORMULA) and not is_negative else line


def _cell(cell: object) -> str:
    return "" if cell is None or cell is pd.NA or cell != cell else safe(str(cell))


def parquet(rows: pd.DataFrame) -> bytes:
    """The rows with the types of their columns, compressed; `pandas.read_parquet` reads them.

    >>> pd.read_parquet(io.BytesIO(parquet(pd.DataFrame({"group": ["a"], "score": [0.5]})))).to_dict("list")
    {'group': ['a'], 'score': [0.5]}
    """
    file = io.BytesIO()
    rows.to_parquet(file, index=False, compression="zstd")
    return file.getvalue()
