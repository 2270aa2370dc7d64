"""Document 002: what the module calls an erratum is one in its tables, and nothing else is."""

import numpy as np

from ddcore.papers import chimps
from ddcore.papers.item import Row
from ddcore.papers.printed import rows

ROWS = [Row.of(item) for item in chimps.ITEMS]
ERRATA = [
    "Table 2: the harmonic form of PF1 and NF1",
    "Table 2: O(1/n²) of PPV, NPV, MRK and MCC",
    "Section 2: skipping terms that are not defined",
    "Table 4: definition of PPV^b",
    "Table 4: AUC^b and its mean",
    "Equation (1): g^mode and a guess that is perfect",
    "Appendix B: E[ACC] = 1/2 for which guesser",
    "Appendix A.1, (14), (15): slope of D in the first lines",
    "Appendix A.2, (26): slope of D along y",
    "Appendix A.2: bounds of MRK^b and MCC^b",
    "Appendix A.2: 8/243 in digits for NF1^b",
]
"""What is printed otherwise than it is."""
COMPARED = {
    "definition": chimps.definition,
    "expectation": chimps.mean,
    "remainder": chimps.remainder,
    "curvature along X": chimps.curvature,
    "curvature along Y": chimps.curvature,
    **dict.fromkeys(("bound", "bound above", "bound below"), lambda table, row: chimps.bound(row)),
}


def test_what_differs_is_the_errata_each_with_its_reason_and_proof():
    differing = [row for row in ROWS if row.status == "differs"]
    assert [row.item for row in differing] == ERRATA
    assert all(row.why and row.proof and row.link for row in differing)
    assert all(row.why for row in ROWS if row.status == "cannot be had")


def test_every_row_of_the_tables_differs_where_it_is_marked():
    for table, name in chimps.TABLES.items():
        differs = [not COMPARED[row["what"]](table, row).same for row in rows(name)]
        np.testing.assert_array_equal(differs, [row["erratum"] == "yes" for row in rows(name)], err_msg=name)


def test_every_printed_number_of_the_text_stands_in_an_item():
    printed = [row for row in rows("002_section5.csv") if row["printed"]]
    differs = [not chimps.number(row).same for row in printed]
    np.testing.assert_array_equal(differs, [row["erratum"] == "yes" for row in printed])
    shown = {(number.what, number.printed) for row in ROWS for number in row.numbers}
    assert {(row["what"], row["printed"]) for row in printed} <= shown


def test_the_right_bounds_hold_for_all_classes_and_are_reached():
    bounds = [row for row in rows("002_table4.csv") if row["what"].startswith("bound")]
    right = {chimps.bound({**row, "printed": row["right"]}).ours for row in bounds}
    assert right == {"holds, and is reached"}
