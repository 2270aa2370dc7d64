"""Document 000: what the module calls an erratum is one in its tables, and nothing else is."""

import numpy as np

from ddcore.papers import draw_tables
from ddcore.papers.printed import rows

DOCUMENT = "000"


def marked(name):
    return np.array([row["erratum"] == "yes" for row in rows(name)])


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


def test_every_number_of_table_5_stands_in_one_item(computed):
    numbers = [number for row in computed if row.item.startswith("Table 5: ") for number in row.numbers]
    assert len(numbers) == 8 * 22 + 1  # 672 twice: swapped, and no number of its column
    assert sum(not number.same for number in numbers) == 16 + 1
