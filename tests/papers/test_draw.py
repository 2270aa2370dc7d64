"""Document 001: what the module calls an erratum is one in its tables, and nothing else is."""

import numpy as np

from ddcore.papers import draw
from ddcore.papers.item import Row
from ddcore.papers.printed import rows

ROWS = [Row.of(item) for item in draw.ITEMS]
ERRATA = ["Table 4, footnote b: kappa at P = 0", "Section 5.1: the rescaled measure where all draws have one mean"]
"""What is printed otherwise than it is."""


def test_what_differs_is_the_errata_each_with_its_reason_and_proof():
    differing = [row for row in ROWS if row.status == "differs"]
    assert [row.item for row in differing] == ERRATA
    assert all(row.why and row.proof and row.link for row in differing)
    assert all(row.why for row in ROWS if row.status == "cannot be had")


def test_every_footnote_differs_where_it_is_marked_and_both_examples_are_compared():
    differs = [not draw.footnote(row).same for row in draw.FOOTNOTES]
    np.testing.assert_array_equal(differs, [row["erratum"] == "yes" for row in draw.FOOTNOTES])
    printed = {row["printed"] for row in rows("001_examples.csv")}
    assert {number.printed for row in ROWS for number in row.numbers if row.item.startswith("Example ")} >= printed
