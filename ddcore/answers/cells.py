"""A cell of a table as it is read: numbers as everywhere in the program."""

import math

from ddcore.formats import cases_text, number, p_text

SMALLEST_P = "below 10⁻³⁰⁷"
"""A probability that a float cannot tell from 0."""


def is_p(head: str) -> bool:
    """Whether a column has probabilities whose size counts, however small.

    >>> is_p("Exact p"), is_p("gain, two-sided p"), is_p("Corrected p"), is_p("Score of p")
    (True, True, True, False)
    """
    return head in ("Exact p", "One-sided p", "Corrected p") or head.endswith("two-sided p")


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
