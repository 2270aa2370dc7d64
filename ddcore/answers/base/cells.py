"""The cases behind the four counts of the selected model, one by one."""

import math
from dataclasses import replace
from functools import partial

import numpy as np
import pandas as pd

from ddcore.answers.base.answer import Table
from ddcore.data import Data
from ddcore.records.rows import UNKNOWN, ModelRows

CELL_NAMES = {"tp": "True positives", "fp": "False positives", "fn": "False negatives", "tn": "True negatives"}
"""What each of the four counts is called."""


def cases_of_cell(data: Data, cell: str, most: int | None = None) -> pd.DataFrame:
    """The cases that one of the four counts has: row, name and score, those farthest from the threshold first.

    At most `most` of them; empty where the cases are not known one by one.
    """
    own = _rows(data)
    if own is None:
        return pd.DataFrame()
    threshold = math.nan if data.model.threshold is None else data.model.threshold
    labels = own.value.dtype == np.bool_
    positive = own.value if labels else own.value >= threshold
    known = (own.truth != UNKNOWN) & (labels | np.isfinite(own.value.astype(float)))
    if own.weight is not None:
        known &= own.weight > 0
    at = np.flatnonzero(known & (positive == (cell in ("tp", "fp"))) & ((own.truth == 1) == (cell in ("tp", "fn"))))
    if not labels:
        at = at[np.argsort(-np.abs(own.value[at] - threshold), kind="stable")]
    at = at[:most]
    columns: dict[str, object] = {"Row": own.number[at]}
    names = own.rows.names(own.number[at] - own.rows.first)
    if names is not None:
        columns["Case"] = names
    if not labels:
        columns["Score"] = own.value[at]
    if own.weight is not None:
        columns["Weight"] = own.weight[at]
    return pd.DataFrame(columns)


MOST = 100
"""Cases of one count that are shown at once."""


def cell_table(data: Data, cell: str) -> Table:
    """The first cases of one of the four counts; its file has all of them."""
    shown = cases_of_cell(data, cell, MOST)
    remark = ""
    if len(shown) == MOST:
        remark = f"At most {MOST} cases are listed, those farthest from the threshold first. The file has all of them."
    table = Table.of(CELL_NAMES[cell], shown, remark, cases=True)
    return replace(table, saved=partial(cases_of_cell, data, cell))


def cases_known(data: Data) -> bool:
    """Whether the cases of the selected model are known one by one."""
    return data.chosen is not None and _rows(data) is not None


def _rows(data: Data) -> ModelRows | None:
    return None if data.rows is None else data.rows.of(data.name)
