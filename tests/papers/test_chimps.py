"""Document 002: what the module calls an erratum is one in its tables, and nothing else is."""

import numpy as np

from ddcore.papers import chimps
from ddcore.papers.printed import rows

DOCUMENT = "002"
COMPARED = {
    "definition": chimps.definition,
    "expectation": chimps.mean,
    "remainder": chimps.remainder,
    "curvature along X": chimps.curvature,
    "curvature along Y": chimps.curvature,
    **dict.fromkeys(("bound", "bound above", "bound below"), lambda table, row: chimps.bound(row)),
}


def test_every_row_of_the_tables_differs_where_it_is_marked():
    for table, name in chimps.TABLES.items():
        differs = [not COMPARED[row["what"]](table, row).same for row in rows(name)]
        np.testing.assert_array_equal(differs, [row["erratum"] == "yes" for row in rows(name)], err_msg=name)


def test_every_printed_number_of_the_text_stands_in_an_item(computed):
    printed = [row for row in rows("002_section5.csv") if row["printed"]]
    differs = [not chimps.number(row).same for row in printed]
    np.testing.assert_array_equal(differs, [row["erratum"] == "yes" for row in printed])
    shown = {(number.what, number.printed) for row in computed for number in row.numbers}
    assert {(row["what"], row["printed"]) for row in printed} <= shown


def test_the_right_bounds_hold_for_all_classes_and_are_reached():
    bounds = [row for row in rows("002_table4.csv") if row["what"].startswith("bound")]
    right = {chimps.bound({**row, "printed": row["right"]}).ours for row in bounds}
    assert right == {"holds, and is reached"}
