"""Document 001: what the module calls an erratum is one in its tables, and nothing else is."""

import numpy as np

from ddcore.papers import draw
from ddcore.papers.printed import rows

DOCUMENT = "001"


def test_every_footnote_differs_where_it_is_marked_and_both_examples_are_compared(computed):
    differs = [not draw.footnote(row).same for row in draw.FOOTNOTES]
    np.testing.assert_array_equal(differs, [row["erratum"] == "yes" for row in draw.FOOTNOTES])
    printed = {row["printed"] for row in rows("001_examples.csv")}
    assert {number.printed for row in computed for number in row.numbers if row.item.startswith("Example ")} >= printed
