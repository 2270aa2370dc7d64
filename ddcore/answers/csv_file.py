"""A table as a CSV file, whose texts no spreadsheet takes for a formula."""

import re

import pandas as pd

from ddcore.answers.heads import whole_heads

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
    heads = [safe(head) for head in whole_heads(map(str, rows.columns))]
    table = pd.DataFrame(dict(enumerate(columns)), index=rows.index)
    return str(table.to_csv(index=False, header=heads)).encode(errors="replace")


def safe(text: str) -> str:
    """A text in one line that starts no formula; control signs, which programs drop, are replaced.

    >>> safe("=cmd|' /C calc'!A0"), safe("a\\rb")
    ("'=cmd|' /C calc'!A0", 'a b')
    """
    line = re.sub(r"[\x00-\x1f\x7f]", "\ufffd", " ".join(text.split()))
    return f"'{line}" if line.startswith(FORMULA) else line


def _cell(cell: object) -> str:
    return "" if cell is None or cell is pd.NA or cell != cell else safe(str(cell))
