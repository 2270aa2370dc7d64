"""Document 000: what the module calls an erratum is one in its tables, and nothing else is."""

import numpy as np

from ddcore.papers import draw_first, draw_tables
from ddcore.papers.item import Row
from ddcore.papers.printed import rows

ROWS = [Row.of(item) for item in draw_first.ITEMS]
ERRATA = [
    "Table 4, Appendices A.1, A.3: TP and FN without positives",
    "Table 4, Appendices A.2, A.4: TN and FP without negatives",
    "Table 4: where the mean of accuracy is highest and lowest",
    "Table 2: domain of Cohen's kappa",
    "Table 4, Appendix A.19: kappa without positives",
    "Appendix A.19: interval of θ for kappa without negatives",
    "Table 2: domains of F1 and of the threat score",
    "Table 4: the threat score with one positive",
    "Appendix A.8: extremes of FPR, written with FNR",
    "Appendix A.11: interval of θ for FDR",
    "Appendix A.17: extremes of balanced accuracy, written with Acc",
    "Table 5: the rows FN and FP",
    "Table 5: 672 of Banknote Authentication",
    "Section 4: F1 baseline of Bank Marketing in the text",
    "Section 5.1: the rescaled measure where all draws have one mean",
]
"""What is printed otherwise than it is."""


def marked(name):
    return np.array([row["erratum"] == "yes" for row in rows(name)])


def test_what_differs_is_the_errata_each_with_its_reason_and_proof():
    differing = [row for row in ROWS if row.status == "differs"]
    assert [row.item for row in differing] == ERRATA
    assert all(row.why and row.proof and row.link for row in differing)
    assert all(row.why for row in ROWS if row.status == "cannot be had")


def test_every_row_of_the_tables_differs_where_it_is_marked():
    table_2 = [not draw_tables.domain(row["measure"]).same for row in rows("000_table2.csv")]
    table_4 = [not all(part.same for part in draw_tables.places(row["measure"])) for row in rows("000_table4.csv")]
    appendix = [not draw_tables.theta(row).same for row in rows("000_theta.csv")]
    np.testing.assert_array_equal(table_2, marked("000_table2.csv"))
    np.testing.assert_array_equal(table_4, marked("000_table4.csv"))
    np.testing.assert_array_equal(appendix, marked("000_theta.csv"))


def test_a_printed_set_errs_only_where_the_table_says_and_there_in_part():
    keys = [row["measure"] for row in rows("000_table4.csv")]
    right = [all(part.same for part in draw_tables.places(key, "right")) for key in keys]
    wrong = [any(not part.same for part in draw_tables.places(key, "wrong")) for key in keys]
    assert all(right)
    np.testing.assert_array_equal(wrong, marked("000_table4.csv"))


def test_every_number_of_table_5_stands_in_one_item():
    numbers = [number for row in ROWS if row.item.startswith("Table 5: ") for number in row.numbers]
    assert len(numbers) == 8 * 22 + 1  # 672 twice: swapped, and no number of its column
    assert sum(not number.same for number in numbers) == 16 + 1
