"""Tables of the items of the documents, and the same as plain values."""

from collections.abc import Sequence
from typing import Any

import pandas as pd

from ddcore.answers.base.answer import plain_text
from ddcore.papers import Row


def as_values(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """Each item as a mapping; `numbers` has what is printed one by one."""
    return [
        {
            "document": row.document,
            "item": row.item,
            "kind": row.kind,
            "printed": row.printed,
            "ours": row.ours,
            "status": row.status,
            "why": row.why,
            "proof": row.proof,
            "link": row.link,
            "numbers": [
                {"what": each.what, "printed": each.printed, "ours": each.ours, "same": each.same}
                for each in row.numbers
            ],
        }
        for row in rows
    ]


def rows_table(rows: Sequence[Row]) -> pd.DataFrame:
    """One row an item."""
    return pd.DataFrame(
        [
            {
                "document": row.document,
                "item": row.item,
                "printed": row.printed,
                "ours": row.ours,
                "status": row.status,
                "why": plain_text(row.why),
                "link": row.link,
            }
            for row in rows
        ],
        columns=["document", "item", "printed", "ours", "status", "why", "link"],
    )


def numbers_table(rows: Sequence[Row]) -> pd.DataFrame:
    """One row a printed number or formula."""
    return pd.DataFrame(
        [
            {
                "document": row.document,
                "item": row.item,
                "number": each.what,
                "printed": each.printed,
                "ours": each.ours,
                "status": "same" if each.same else "differs",
            }
            for row in rows
            for each in row.numbers
        ],
        columns=["document", "item", "number", "printed", "ours", "status"],
    )
